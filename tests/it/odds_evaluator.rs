//! ODDS against a second reckoning, written from the tables of the rules and not from the game's code.

use std::collections::BTreeMap;

use tesserarius::bot::Chance as Numbers;
use tesserarius::engine::{Pick, Rules, Seat, Telling, Viewer, read_line};
use tesserarius::games::sign_of_the_pagan::data::{
    Condition, Contingent, Kind, Mark, Side, Terrain, UnitId,
};
use tesserarius::games::sign_of_the_pagan::state::{Attila, Open, Place, State};
use tesserarius::games::sign_of_the_pagan::{Game, seat};
use tesserarius::geometry::Hex;

use crate::support::laws::matches;
use crate::support::terms::standard;

fn game(mixed: &str, multi: &str) -> Game {
    let options = [
        ("sotp.mixed_modifiers", mixed),
        ("sotp.multi_result", multi),
    ];
    Game::on(&standard(&options)).expect("the shipped game is sound")
}

type Place2 = (i32, i32);

/// The hex next to another at a clock hour: even rows lie half a hex to the right.
fn beside((row, column): Place2, hour: u8) -> Place2 {
    let right = i32::from(row % 2 == 0);
    match hour {
        1 => (row - 1, column + right),
        3 => (row, column + 1),
        5 => (row + 1, column + right),
        7 => (row + 1, column + right - 1),
        9 => (row, column - 1),
        _ => (row - 1, column + right - 1),
    }
}

fn hex((row, column): Place2) -> Hex {
    format!("{row:02}{column:02}").parse().unwrap()
}

/// A unit as it is laid out.
#[derive(Debug, Clone, Copy)]
struct Man {
    unit: UnitId,
    at: Place2,
    facing: u8,
    shaken: bool,
    momentum: bool,
}

/// A combat laid out at random, with cards in force.
#[derive(Debug, Clone)]
struct Fight {
    attackers: Vec<Man>,
    defenders: Vec<Man>,
    attila: Option<UnitId>,
    /// R1: units in a shield wall.
    wall: Vec<UnitId>,
    /// H3, H4, R3.
    cards: Vec<&'static str>,
}

impl Fight {
    fn random(game: &Game, numbers: &mut dyn Pick) -> Option<Self> {
        let side = Side::ALL[numbers.pick(2)];
        let strikes = |unit: &UnitId| {
            let unit = game.roster.unit(*unit);
            let able = |face: tesserarius::games::sign_of_the_pagan::data::Face| {
                face.mark == Mark::None && face.shock > 0
            };
            !matches!(unit.kind, Kind::LC | Kind::LI) && able(unit.good) && able(unit.disordered)
        };
        let contingents: Vec<Contingent> = Contingent::ALL
            .into_iter()
            .filter(|contingent| contingent.side() == side)
            .collect();
        let contingent = contingents[numbers.pick(contingents.len())];
        let own: Vec<UnitId> = game.roster.of_side(side).filter(strikes).collect();
        let own: Vec<UnitId> = own
            .into_iter()
            .filter(|unit| game.roster.unit(*unit).contingent == contingent)
            .collect();
        let other = Side::ALL[1 - side as usize];
        let enemies: Vec<UnitId> = game.roster.of_side(other).collect();
        let centre = (4 + numbers.pick(12) as i32, 6 + numbers.pick(18) as i32);
        let man = |unit, at, facing, numbers: &mut dyn Pick| Man {
            unit,
            at,
            facing,
            shaken: numbers.pick(3) == 0,
            momentum: numbers.pick(2) == 0,
        };
        let facing = 2 + 2 * numbers.pick(6) as u8;
        let (mut attackers, mut defenders) = (Vec::new(), Vec::new());
        if numbers.pick(3) == 0 {
            // One against the two in its front.
            attackers.push(man(*own.first()?, centre, facing, numbers));
            for (index, hour) in [facing - 1, facing % 12 + 1].into_iter().enumerate() {
                let looks = 2 + 2 * numbers.pick(6) as u8;
                let pick = enemies[(numbers.pick(enemies.len() / 2)) * 2 + index];
                defenders.push(man(pick, beside(centre, hour), looks, numbers));
            }
        } else {
            defenders.push(man(
                enemies[numbers.pick(enemies.len())],
                centre,
                facing,
                numbers,
            ));
            let count = (1 + numbers.pick(3)).min(own.len());
            for (index, &unit) in own.iter().enumerate().take(count) {
                let hour = 1 + 4 * index as u8;
                let looks = (hour + 4) % 12 + 1;
                attackers.push(man(unit, beside(centre, hour), looks, numbers));
            }
        }
        let men: Vec<UnitId> = attackers
            .iter()
            .chain(&defenders)
            .map(|man| man.unit)
            .collect();
        let huns: Vec<UnitId> = men
            .into_iter()
            .filter(|unit| game.roster.unit(*unit).side == Side::Hun)
            .collect();
        let attila = (numbers.pick(3) == 0).then(|| huns[numbers.pick(huns.len())]);
        let can_wall = |man: &&Man| {
            let unit = game.roster.unit(man.unit);
            let heavy = matches!(unit.kind, Kind::MI | Kind::HI);
            unit.side == Side::Roman && heavy && !man.shaken
        };
        let wall = defenders.iter().filter(can_wall).map(|man| man.unit);
        let wall: Vec<UnitId> = wall.filter(|_| numbers.pick(2) == 0).collect();
        let mut cards = vec!["H4", "R3"];
        cards.extend(attila.map(|_| "H3"));
        cards.retain(|_| numbers.pick(2) == 0);
        Some(Self {
            attackers,
            defenders,
            attila,
            wall,
            cards,
        })
    }

    /// The cards in force, as a state has them.
    fn in_force(&self, game: &Game) -> serde_json::Value {
        let deck = game.deck.as_ref().unwrap();
        let row =
            |id: &str, units: &[UnitId]| serde_json::json!({"card": deck.find(id), "units": units});
        let mut rows = Vec::new();
        for card in &self.cards {
            let units = match *card {
                "H3" => self.attila.as_slice(),
                _ => &[],
            };
            rows.push(row(card, units));
        }
        if !self.wall.is_empty() {
            rows.push(row("R1", &self.wall));
        }
        rows.into()
    }

    fn men(&self) -> Vec<Man> {
        [self.defenders.as_slice(), self.attackers.as_slice()].concat()
    }

    fn laid_out(&self, game: &Game, state: &State) -> State {
        let mut open = state.open.clone();
        for piece in &mut open.pieces {
            piece.place = Place::Reserve;
        }
        for man in self.men() {
            let piece = &mut open.pieces[usize::from(man.unit.0)];
            piece.place = Place::On(hex(man.at));
            piece.facing = tesserarius::geometry::Facing::new(man.facing).unwrap();
            piece.condition = if man.shaken {
                Condition::Disordered
            } else {
                Condition::Good
            };
            piece.deeds.momentum = man.momentum;
            piece.deeds.moved = man.momentum;
        }
        open.attila = self.attila.map_or(Attila::Absent, Attila::With);
        open.active = Some(game.roster.unit(self.attackers[0].unit).contingent);
        // Who stands where follows from the pieces when a state is read.
        let mut written = serde_json::to_value(&open).unwrap();
        written["in_force"] = self.in_force(game);
        let open: Open = serde_json::from_value(written).unwrap();
        State {
            open: open.into(),
            ..state.clone()
        }
    }

    fn order(&self, game: &Game) -> String {
        let names = |men: &[Man]| {
            let ids = men.iter().map(|man| game.roster.unit(man.unit).id.as_str());
            ids.collect::<Vec<_>>().join(" ")
        };
        format!(
            "SHOCK {} ON {}",
            names(&self.attackers),
            names(&self.defenders)
        )
    }
}

/// Each way in which everybody can stand afterwards, in cases of all equally likely ones.
type Ways = BTreeMap<Vec<(String, &'static str)>, String>;

/// The second reckoning: modifiers 9.5, results 9.4, checks 9.6.2, Attila 13.1, cards 11.0, by going
/// through all faces.
struct Reckoning<'a> {
    game: &'a Game,
    fight: &'a Fight,
    cap: bool,
    best: bool,
}

impl Reckoning<'_> {
    fn rating(&self, man: &Man) -> i32 {
        let unit = self.game.roster.unit(man.unit);
        i32::from(if man.shaken {
            unit.disordered.shock
        } else {
            unit.good.shock
        })
    }

    /// 13.1, H3: 1, or 2 with The Scourge of God.
    fn attila(&self, man: &Man) -> i32 {
        let shift = 1 + i32::from(self.fight.cards.contains(&"H3"));
        -shift * i32::from(self.fight.attila == Some(man.unit))
    }

    /// 9.5.2, 9.5.3, H4, R3: momentum, and ferocity with it; none against the front of a shield wall (R1).
    fn charge(&self, man: &Man, against: &Man) -> i32 {
        let walled = self.fight.wall.contains(&against.unit) && Self::angle(man, against) == 0;
        if !man.momentum || walled {
            return 0;
        }
        let unit = self.game.roster.unit(man.unit);
        let by_card = self.fight.cards.iter().any(|card| match *card {
            "H4" => unit.contingent == Contingent::Allies,
            "R3" => unit.contingent == Contingent::Visigoths && unit.kind == Kind::HC,
            _ => false,
        });
        -1 - i32::from((unit.ferocity || by_card) && !man.shaken)
    }

    /// 9.5.1: flank -2, rear -3.
    fn angle(attacker: &Man, defender: &Man) -> i32 {
        let hour = [1, 3, 5, 7, 9, 11]
            .into_iter()
            .find(|&hour| beside(defender.at, hour) == attacker.at);
        match (i32::from(hour.unwrap()) - i32::from(defender.facing)).rem_euclid(12) {
            1 | 11 => 0,
            3 | 9 => -2,
            _ => -3,
        }
    }

    /// 9.5.1, TEC: woods and village -1, river -3, attacked from below -1, from above +1.
    fn ground(&self, attacker: &Man, defender: &Man) -> i32 {
        let (from, to) = (hex(attacker.at), hex(defender.at));
        let ground = &self.game.ground;
        let cover = i32::from(ground.terrain(to) != Terrain::Clear);
        let river = 3 * i32::from(
            ground
                .rivers()
                .any(|side| side == (from, to) || side == (to, from)),
        );
        let climb = i32::from(ground.level(to) - ground.level(from)).signum();
        -cover - river - climb
    }

    fn modifier(&self, attacks: bool, man: &Man) -> i32 {
        let against = if attacks {
            &self.fight.defenders
        } else {
            &self.fight.attackers
        };
        let each = against.iter().map(|other| match attacks {
            true => Self::angle(man, other) + self.charge(man, other),
            false => self.ground(other, man),
        });
        let position = if self.best { each.min() } else { each.max() };
        let wall = i32::from(!attacks && self.fight.wall.contains(&man.unit));
        position.unwrap() - wall + self.attila(man)
    }

    /// Hands hits out: the lowest rating first, Disordered last among equals, then the lowest hex.
    fn taken(&self, men: &[Man], hits: usize) -> Vec<u32> {
        let mut order: Vec<usize> = (0..men.len()).collect();
        order.sort_by_key(|&at| (self.rating(&men[at]), men[at].shaken, men[at].at));
        let mut taken = vec![0; men.len()];
        for hit in 0..hits {
            let at = order[hit % men.len()];
            taken[at] += u32::from(!self.cap || taken[at] == 0);
        }
        taken
    }

    /// The cases in 10 in which a unit stays at a check.
    fn stays(&self, man: &Man) -> u128 {
        let heavy = matches!(self.game.roster.unit(man.unit).kind, Kind::HC | Kind::HI);
        (0..10)
            .filter(|face| face - i32::from(heavy) + self.attila(man) <= 4)
            .count() as u128
    }

    fn ways(&self) -> Ways {
        let men = self.fight.men();
        let defending = self.fight.defenders.len();
        let dice: Vec<(usize, i32, i32)> = men
            .iter()
            .enumerate()
            .map(|(at, man)| (at, self.rating(man), self.modifier(at >= defending, man)))
            .filter(|&(_, rating, _)| rating > 0)
            .collect();
        let all = 10_u128.pow(dice.len() as u32);
        let mut cases: BTreeMap<Vec<&'static str>, u128> = BTreeMap::new();
        let checks = 8;
        for case in 0..all {
            let mut hits = [0, 0];
            for (place, &(at, rating, modifier)) in dice.iter().enumerate() {
                let face = (case / 10_u128.pow(place as u32) % 10) as i32;
                // A net 0 overwhelms whatever the rating.
                if face + modifier <= rating.max(0) {
                    hits[usize::from(at < defending)] += 1;
                }
            }
            let taken = [
                self.taken(&men[..defending], hits[0]),
                self.taken(&men[defending..], hits[1]),
            ];
            let mut ways = vec![(Vec::new(), 10_u128.pow(checks))];
            for (man, results) in men.iter().zip(taken.concat()) {
                let tests = if man.shaken {
                    results
                } else {
                    results.saturating_sub(1)
                };
                let stays = self.stays(man).pow(tests);
                let lives = if man.shaken || results > 0 {
                    "dis"
                } else {
                    "good"
                };
                ways = ways
                    .into_iter()
                    .flat_map(|(before, count): (Vec<_>, u128)| {
                        let share = count / 10_u128.pow(tests);
                        let with = |word| [before.as_slice(), &[word]].concat();
                        [
                            (with(lives), share * stays),
                            (with("elim"), share * (10_u128.pow(tests) - stays)),
                        ]
                    })
                    .collect();
            }
            for (way, count) in ways {
                *cases.entry(way).or_default() += count;
            }
        }
        let id = |man: &Man| self.game.roster.unit(man.unit).id.clone();
        let of = all * 10_u128.pow(checks);
        cases
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(way, count)| {
                let divisor = greatest_common_divisor(count, of);
                let fraction = format!("{}/{}", count / divisor, of / divisor);
                (men.iter().map(id).zip(way).collect(), fraction)
            })
            .collect()
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 {
        a
    } else {
        greatest_common_divisor(b, a % b)
    }
}

fn compare(combats: usize) {
    let mut numbers = Numbers::of(17, "odds");
    let mut compared = 0;
    let mut changed_by_cards = 0;
    let games: Vec<(Game, bool, bool)> = [("worst", "stack"), ("best", "stack"), ("worst", "cap")]
        .map(|(mixed, multi)| (game(mixed, multi), multi == "cap", mixed == "best"))
        .into();
    let start = games[0].0.setup("standard").unwrap().0;
    while compared < combats {
        let (game, cap, best) = &games[numbers.pick(games.len())];
        let Some(fight) = Fight::random(game, &mut numbers) else {
            continue;
        };
        let state = fight.laid_out(game, &start);
        let side = game.roster.unit(fight.attackers[0].unit).side;
        let view = game.view(&state, Viewer::Seat(seat(side)));
        let line = fight.order(game);
        let order = read_line(game, &view, &line).unwrap().remove(0).order;
        let odds = game
            .odds(&view, &[], &order)
            .unwrap_or_else(|none| panic!("{line}: {none:?}"));
        let [odds] = &odds[..] else {
            panic!("one combat: {line}")
        };
        let ways: Ways = odds
            .outcomes
            .iter()
            .map(|outcome| (outcome.units.clone(), outcome.chance.fraction()))
            .collect();
        let reckoning = Reckoning {
            game,
            fight: &fight,
            cap: *cap,
            best: *best,
        };
        assert_eq!(ways, reckoning.ways(), "{line}\n{fight:#?}\n{odds:#?}");
        compared += 1;
        let bare = Fight {
            wall: Vec::new(),
            cards: Vec::new(),
            ..fight.clone()
        };
        let bare = Reckoning {
            fight: &bare,
            ..reckoning
        };
        changed_by_cards += usize::from(ways != bare.ways());
    }
    assert!(
        changed_by_cards * 10 > combats,
        "cards changed {changed_by_cards} of {combats}"
    );
}

#[test]
fn random_combats_are_reckoned_alike() {
    compare(matches(40, 200) as usize);
}

#[test]
fn the_other_seat_is_told_the_same_odds() {
    let game = game("worst", "stack");
    let mut numbers = Numbers::of(3, "odds");
    let start = game.setup("standard").unwrap().0;
    let fight = std::iter::repeat_with(|| Fight::random(&game, &mut numbers))
        .flatten()
        .next()
        .unwrap();
    let state = fight.laid_out(&game, &start);
    let side = game.roster.unit(fight.attackers[0].unit).side;
    let mut hidden = state.clone();
    hidden.hidden[1 - side as usize].cup.clear();
    let odds = |state: &State| {
        let view = game.view(state, Viewer::Seat(Seat(side as u8)));
        let order = read_line(&game, &view, &fight.order(&game))
            .unwrap()
            .remove(0)
            .order;
        game.odds(&view, &[], &order)
    };
    assert_eq!(
        odds(&state),
        odds(&hidden),
        "what the other side hides does not count"
    );
}
