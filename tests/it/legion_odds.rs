//! ODDS of Legion against a second reckoning, written from the rules and charts and not from the game's code.

use std::collections::BTreeMap;

use tesserarius::bot::Chance as Numbers;
use tesserarius::engine::{NoOdds, Pick, Telling, read_line};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::{Class, Elevation, Side, Terrain, UnitId};
use tesserarius::geometry::Hex;

use crate::support::laws::matches;
use crate::support::legion_field::{Man, game, laid_out, men, seen};

/// Type, melee strength (nothing for a dot), whether in brackets, fire, worth.
const TYPES: &[(&str, Option<i64>, bool, i64, i64)] = &[
    ("MS", Some(3), false, 0, 2),
    ("PS", Some(4), false, 0, 2),
    ("SD", Some(4), false, 0, 2),
    ("BI", Some(6), true, 0, 3),
    ("LC", Some(1), false, 0, 1),
    ("HC", Some(4), true, 0, 2),
    ("SK", Some(2), true, 2, 3),
    ("BW", None, false, 2, 3),
    ("OC", Some(2), false, 1, 2),
];

/// Ratios of the columns, and the rows from a die of 1 to one of 7.
const COLUMNS: [(i64, i64); 9] = [
    (1, 2),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (7, 1),
    (8, 1),
];
const ROWS: [&str; 7] = [
    "....DDDHE",
    "....DDHHE",
    "..DDDDHEE",
    ".DDDHHEEE",
    ".DDHHEEEE",
    "DDDHEEEEE",
    "DDEEEEEEE",
];

/// Strengths are counted in parts of a point small enough for every halving.
const POINT: i64 = 64;

/// A combat laid out at random.
#[derive(Debug)]
struct Fight {
    melee: bool,
    side: Side,
    attackers: Vec<Man>,
    leaders: Vec<Man>,
    defenders: Vec<Man>,
    at: Hex,
}

struct Reckoning<'a> {
    game: &'a Game,
    fight: &'a Fight,
    elevation: bool,
}

fn stem(game: &Game, unit: UnitId) -> String {
    let id = &game.roster[unit.index()].id;
    let digits = id.trim_end_matches(|c: char| c.is_ascii_digit());
    digits.to_owned()
}

fn kind(game: &Game, unit: UnitId) -> (Option<i64>, bool, i64, i64) {
    let stem = stem(game, unit);
    let found = TYPES.iter().find(|own| own.0 == stem);
    found.map_or((None, false, 0, 1), |own| (own.1, own.2, own.3, own.4))
}

/// Bonus of a Leader by his grade.
fn bonus(game: &Game, unit: UnitId) -> Option<i64> {
    let id = &game.roster[unit.index()].id;
    match id.get(..2) {
        Some("1L") => Some(9),
        Some("2L") => Some(6),
        Some("3L" | "4L") => Some(3),
        _ => None,
    }
}

impl Fight {
    fn random(game: &Game, numbers: &mut dyn Pick) -> Option<Self> {
        let melee = numbers.pick(3) > 0;
        let side = Side(numbers.pick(2) as u8);
        let row = 3 + numbers.pick(34) as u8;
        let column = 3 + numbers.pick(30) as u8;
        let at = Hex::new(column, row);
        let near: Vec<Hex> = game.land.around(at).into_iter().flatten().collect();
        let army = |side: Side| -> Vec<UnitId> { game.of_side(side).collect() };
        let man = |unit, hex, numbers: &mut dyn Pick, struck: bool| Man {
            unit,
            hex,
            disrupted: struck && numbers.pick(3) == 0,
            panicked: false,
        };
        let fights = |unit: &UnitId| match melee {
            true => kind(game, *unit).0.is_some(),
            false => kind(game, *unit).2 > 0,
        };
        let mut own: Vec<UnitId> = army(side).into_iter().filter(fights).collect();
        let mut attackers = Vec::new();
        for &hex in &near {
            for _ in 0..numbers.pick(3) {
                let unit = own.swap_remove(numbers.pick(own.len()));
                attackers.push(man(unit, hex, numbers, false));
            }
        }
        let hexes: Vec<Hex> = attackers.iter().map(|own| own.hex).collect();
        let mut leaders = Vec::new();
        let chiefs = |side: Side| {
            army(side)
                .into_iter()
                .find(|&unit| bonus(game, unit).is_some())
        };
        if let Some(chief) = chiefs(side).filter(|_| !hexes.is_empty() && numbers.pick(2) == 0) {
            leaders.push(man(chief, hexes[numbers.pick(hexes.len())], numbers, false));
        }
        let mut others: Vec<UnitId> = army(side.other())
            .into_iter()
            .filter(|&unit| bonus(game, unit).is_none())
            .collect();
        let mut defenders = Vec::new();
        for _ in 0..=numbers.pick(3) {
            let unit = others.swap_remove(numbers.pick(others.len()));
            defenders.push(man(unit, at, numbers, true));
        }
        if let Some(chief) = chiefs(side.other()).filter(|_| numbers.pick(3) == 0) {
            defenders.push(Man {
                disrupted: false,
                ..man(chief, at, numbers, false)
            });
        }
        if !defenders.iter().any(|own| own.disrupted) && numbers.pick(4) == 0 {
            for own in defenders
                .iter_mut()
                .filter(|own| bonus(game, own.unit).is_none())
            {
                own.panicked = true;
            }
        }
        defenders.sort_by_key(|own| own.unit);
        (!attackers.is_empty()).then_some(Self {
            melee,
            side,
            attackers,
            leaders,
            defenders,
            at,
        })
    }

    fn men(&self) -> Vec<Man> {
        [&self.attackers[..], &self.leaders, &self.defenders].concat()
    }

    /// 6.33: fire foot does not fire out of river and ford; whoever else is named takes part.
    fn able(&self, game: &Game) -> Vec<Man> {
        let fires = |own: &&Man| {
            let ground = game.land.cell(own.hex).terrain;
            let foot = matches!(stem(game, own.unit).as_str(), "SK" | "BW");
            let swamp = !foot && ground == Terrain::Swamp;
            let wet = foot && matches!(ground, Terrain::River | Terrain::Ford);
            self.melee || !(swamp || wet)
        };
        self.attackers.iter().filter(fires).copied().collect()
    }

    fn ids(&self, game: &Game) -> Vec<String> {
        let ids = self.attackers.iter();
        ids.map(|own| game.roster[own.unit.index()].id.clone())
            .collect()
    }

    fn line(&self, game: &Game) -> String {
        let ids = self.ids(game);
        let verb = if self.melee { "MELEE" } else { "FIRE" };
        format!("{verb} {} AT {}", ids.join(","), self.at)
    }
}

type Ways = BTreeMap<Vec<(String, &'static str)>, String>;

impl Reckoning<'_> {
    fn class(&self, unit: UnitId) -> Class {
        self.game
            .kinds
            .get(self.game.roster[unit.index()].kind)
            .class
    }

    fn is_foot(&self, unit: UnitId) -> bool {
        matches!(self.class(unit), Class::A | Class::B)
    }

    /// 14.1, 14.2: attacks up to a slope, along slopes, or up to a hilltop are halved.
    fn is_uphill(&self, unit: UnitId, from: Hex) -> bool {
        let level = |hex: Hex| self.game.land.cell(hex).elevation;
        self.elevation
            && self.is_foot(unit)
            && match level(self.fight.at) {
                Elevation::Ground => false,
                Elevation::Slope | Elevation::Hilltop => level(from) != Elevation::Hilltop,
            }
    }

    fn attack(&self) -> i64 {
        let Fight {
            attackers,
            leaders,
            at,
            ..
        } = self.fight;
        if !self.fight.melee {
            return attackers
                .iter()
                .map(|own| kind(self.game, own.unit).2)
                .sum::<i64>()
                * POINT;
        }
        let mut by_hex: BTreeMap<Hex, i64> = BTreeMap::new();
        for own in attackers {
            let mut strength = kind(self.game, own.unit).0.expect("attackers have one") * POINT;
            if self.is_uphill(own.unit, own.hex) {
                strength /= 2;
            }
            let wet = matches!(
                self.game.land.cell(own.hex).terrain,
                Terrain::River | Terrain::Ford | Terrain::Bridge
            );
            *by_hex.entry(own.hex).or_default() += if wet { strength / 2 } else { strength };
        }
        for leader in leaders {
            let strength = by_hex
                .get_mut(&leader.hex)
                .expect("he stands with attackers");
            let own = bonus(self.game, leader.unit).expect("he is a Leader") * POINT;
            *strength += own.min(*strength);
        }
        let around = self.game.land.around(*at);
        let holds = |dir: usize| around[dir % 6].is_some_and(|hex| by_hex.contains_key(&hex));
        let surrounded = (0..6).all(|dir| holds(dir) || holds(dir + 1) || holds(dir + 5));
        by_hex.values().sum::<i64>() * if surrounded { 2 } else { 1 }
    }

    fn defence(&self) -> i64 {
        let ground = self.game.land.cell(self.fight.at).terrain;
        if !self.fight.melee {
            return POINT
                * match ground {
                    Terrain::Clear => 3,
                    Terrain::Village => 5,
                    Terrain::Woods | Terrain::Swamp => 4,
                    Terrain::River | Terrain::Ford | Terrain::Bridge => 1,
                };
        }
        let doubled = matches!(
            ground,
            Terrain::Village | Terrain::Woods | Terrain::Swamp | Terrain::Bridge
        );
        let men = &self.fight.defenders;
        let leads = |own: &Man| bonus(self.game, own.unit).is_some();
        let strong = men.iter().any(|own| kind(self.game, own.unit).0.is_some());
        let alone = men.iter().all(leads);
        let mut led = 0;
        let mut all = 0;
        for own in men {
            let (melee, bracket, ..) = kind(self.game, own.unit);
            let dot = i64::from(if leads(own) { alone } else { !strong });
            let mut strength = melee.unwrap_or(dot) * POINT;
            for halves in [bracket, own.panicked] {
                strength /= if halves { 2 } else { 1 };
            }
            strength *= if doubled { 2 } else { 1 };
            all += strength;
            led += if leads(own) { 0 } else { strength };
        }
        let bonuses: i64 = men
            .iter()
            .filter_map(|own| bonus(self.game, own.unit))
            .sum();
        all + (bonuses * POINT).min(led)
    }

    fn column(&self) -> Option<usize> {
        let (attack, defence) = (self.attack(), self.defence());
        COLUMNS
            .iter()
            .rposition(|(over, under)| attack * under >= defence * over)
    }

    /// How everybody stands after a die.
    fn fates(&self, column: usize, face: usize) -> Vec<&'static str> {
        let men = &self.fight.defenders;
        let shaken = men.iter().any(|own| own.disrupted);
        let row = (face + usize::from(shaken)).min(7);
        let result = ROWS[row - 1].as_bytes()[column];
        let leads = |own: &Man| bonus(self.game, own.unit).is_some();
        let has_leader = men.iter().any(leads);
        let mut order: Vec<usize> = (0..men.len()).filter(|&at| !leads(&men[at])).collect();
        order.sort_by_key(|&at| {
            let (melee, bracket, _, worth) = kind(self.game, men[at].unit);
            let twice = melee.unwrap_or(0) * if bracket { 1 } else { 2 };
            (
                !men[at].disrupted,
                worth,
                twice,
                std::cmp::Reverse(men[at].unit),
            )
        });
        let dying = order.len().div_ceil(2);
        let dead = &order[..dying];
        let one = |(at, own): (usize, &Man)| {
            let before = if own.disrupted { "dis" } else { "good" };
            if leads(own) {
                return match (result, self.fight.melee) {
                    (b'.', _) | (_, false) => before,
                    (b'E', true) => "elim",
                    _ => "reduced",
                };
            }
            let on_slope = self.game.land.cell(own.hex).elevation == Elevation::Slope;
            let resists = self.elevation && on_slope && self.is_foot(own.unit);
            match result {
                b'.' => before,
                b'E' => "elim",
                b'D' if has_leader || resists => before,
                b'D' if own.disrupted || own.panicked => "elim",
                b'D' => "dis",
                _ if dead.contains(&at) => "elim",
                _ if has_leader => before,
                _ if own.disrupted => "elim",
                _ => "dis",
            }
        };
        men.iter().enumerate().map(one).collect()
    }

    fn ways(&self, column: usize) -> Ways {
        let mut counts: BTreeMap<Vec<&'static str>, u32> = BTreeMap::new();
        for face in 1..=6 {
            *counts.entry(self.fates(column, face)).or_default() += 1;
        }
        let ids = self.fight.defenders.iter();
        let ids: Vec<String> = ids
            .map(|own| self.game.roster[own.unit.index()].id.clone())
            .collect();
        let fraction = |count: u32| match count {
            6 => "1/1".to_owned(),
            4 => "2/3".to_owned(),
            3 => "1/2".to_owned(),
            2 => "1/3".to_owned(),
            count => format!("{count}/6"),
        };
        counts
            .into_iter()
            .map(|(words, count)| (ids.iter().cloned().zip(words).collect(), fraction(count)))
            .collect()
    }
}

/// Compares so many combats that can be fought.
fn compare(combats: u64) {
    let mut numbers = Numbers::of(29, "legion odds");
    let games = [
        (game("chalons", &[]), false),
        (game("chalons", &[("14.0_elevation", "on")]), true),
    ];
    let (mut compared, mut refused) = (0, 0);
    while compared < combats {
        let (game, elevation) = &games[numbers.pick(2)];
        let Some(fight) = Fight::random(game, &mut numbers) else {
            continue;
        };
        let state = laid_out(game, &fight.men(), fight.side, Phase::Melee);
        let view = seen(game, &state, fight.side);
        let line = fight.line(game);
        let order = read_line(game, &view, &line).unwrap().remove(0).order;
        let odds = game.odds(&view, &[], &order);
        let able = Fight {
            attackers: fight.able(game),
            ..fight
        };
        let reckoning = Reckoning {
            game,
            fight: &able,
            elevation: *elevation,
        };
        let column = reckoning.column();
        match odds {
            Ok(odds) => {
                let column = column.unwrap_or_else(|| panic!("{line}: below 1:2, {able:#?}"));
                assert_eq!(odds[0].attackers, able.ids(game), "{line}");
                let ways: Ways = odds[0]
                    .outcomes
                    .iter()
                    .map(|own| (own.units.clone(), own.chance.fraction()))
                    .collect();
                assert_eq!(ways, reckoning.ways(column), "{line}\n{able:#?}\n{odds:#?}");
                compared += 1;
            }
            // Ground that some do not fire from, or too little strength.
            Err(NoOdds::Illegal(illegal)) => {
                let number = illegal.rule.number;
                assert!(
                    number == "6.33" || (number == "8.1") == column.is_none(),
                    "{illegal:?}"
                );
                refused += 1;
            }
            Err(other) => panic!("{line}: {other:?}"),
        }
    }
    assert!(refused < combats, "most combats can be fought");
}

#[test]
fn random_combats_are_reckoned_alike() {
    compare(matches(60, 200));
}

#[test]
fn strengths_column_and_die_are_listed_with_their_rules() {
    let game = game("chalons", &[]);
    let mut men = men(
        &game,
        &[
            ("SD1", "1010"),
            ("SD2", "1010"),
            ("2L1", "1010"),
            ("BI21", "1011"),
        ],
    );
    men[3].disrupted = true;
    let state = laid_out(&game, &men, Side(0), Phase::Melee);
    let view = seen(&game, &state, Side(0));
    let read = |line: &str| read_line(&game, &view, line).unwrap().remove(0).order;
    let odds = game
        .odds(&view, &[], &read("MELEE SD1,SD2 AT 1011"))
        .unwrap();
    let steps: Vec<String> = odds[0]
        .steps
        .iter()
        .map(|step| format!("{} {} {} [{}]", step.of, step.what, step.value, step.rule))
        .collect();
    assert_eq!(
        steps,
        [
            "SD1 printed 4 [7.0]",
            "SD2 printed 4 [7.0]",
            "1010 leaders 6 [10.0]",
            "BI21 printed 6 [7.0]",
            "BI21 bracket 1/2 [3.37]",
            "BI21 counts 3 [7.0]",
            "romans_goths ratio 14 to 3 [7.32]",
            "romans_goths column 4:1 [7.32]",
        ]
    );
    let die = &odds[0].dice[0];
    assert_eq!(die.modifiers[0].value, 1);
    let chances: Vec<String> = die
        .chances
        .iter()
        .map(|(word, chance)| format!("{word} {}", chance.fraction()))
        .collect();
    // From 2 to 7 the column says D, D, H, H, E, E.
    assert_eq!(chances, ["D 1/3", "HALF 1/3", "E 1/3"]);
    let refused = game.odds(&view, &[], &read("MOVE SD1 VIA 1009"));
    assert!(matches!(refused, Err(NoOdds::NotOffered(_))), "{refused:?}");
}

#[test]
fn moves_that_are_planned_come_first() {
    let game = game("chalons", &[]);
    let men = men(&game, &[("SD1", "1010"), ("2L1", "1009"), ("MS1", "1012")]);
    let state = laid_out(&game, &men, Side(0), Phase::Fire);
    let view = seen(&game, &state, Side(0));
    let read = |line: &str| read_line(&game, &view, line).unwrap().remove(0).order;
    let melee = read("MELEE SD1 AT 1012");
    assert!(matches!(
        game.odds(&view, &[], &melee),
        Err(NoOdds::Illegal(_))
    ));
    let odds = game
        .odds(&view, &[read("MOVE SD1 VIA 1011")], &melee)
        .unwrap();
    assert_eq!(odds[0].defenders, ["MS1"]);
}
