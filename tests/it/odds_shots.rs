//! ODDS of shots, with cards in force, against a second reckoning by the tables of 8.3 and 9.6.2.

use tesserarius::bot::Chance as Numbers;
use tesserarius::engine::{NoOdds, Pick, Rules, Telling, Viewer, read_line};
use tesserarius::games::sign_of_the_pagan::data::{Bow, Condition, Contingent, Kind, Side, UnitId};
use tesserarius::games::sign_of_the_pagan::state::{Attila, Open, Place, State};
use tesserarius::games::sign_of_the_pagan::{Game, seat};
use tesserarius::geometry::{Facing, Hex};

use crate::support::laws::matches;
use crate::support::terms::standard;

/// One archer and one target, laid out at random.
#[derive(Debug)]
struct Shot {
    archer: UnitId,
    target: UnitId,
    from: Hex,
    to: Hex,
    shaken: [bool; 2],
    attila: bool,
    /// H1 in force; R1 on the target.
    storm: bool,
    wall: bool,
}

impl Shot {
    fn random(game: &Game, numbers: &mut dyn Pick) -> Self {
        let has_bow = |unit: &UnitId| game.roster.unit(*unit).bow.is_some();
        let archers: Vec<UnitId> = game.roster.ids().filter(has_bow).collect();
        let archer = archers[numbers.pick(archers.len())];
        let side = game.roster.unit(archer).side;
        let targets: Vec<UnitId> = game.roster.of_side(side.opponent()).collect();
        let target = targets[numbers.pick(targets.len())];
        let grid = game.ground.grid();
        let from = Hex::new(2 + numbers.pick(16) as u8, 3 + numbers.pick(20) as u8);
        let near: Vec<Hex> = grid.within(from, 2).filter(|&hex| hex != from).collect();
        let to = near[numbers.pick(near.len())];
        let kind = game.roster.unit(target).kind;
        let shaken = [numbers.pick(3) == 0, numbers.pick(3) == 0];
        let walls = side == Side::Hun && matches!(kind, Kind::MI | Kind::HI) && !shaken[1];
        Self {
            archer,
            target,
            from,
            to,
            shaken,
            attila: side == Side::Hun && numbers.pick(4) == 0,
            storm: numbers.pick(2) == 0,
            wall: walls && numbers.pick(2) == 0,
        }
    }

    fn laid_out(&self, game: &Game, state: &State) -> State {
        let mut open = state.open.clone();
        for piece in &mut open.pieces {
            piece.place = Place::Reserve;
        }
        let men = [(self.archer, self.from), (self.target, self.to)];
        for ((unit, hex), shaken) in men.into_iter().zip(self.shaken) {
            let piece = &mut open.pieces[unit.index()];
            piece.place = Place::On(hex);
            piece.condition = if shaken {
                Condition::Disordered
            } else {
                Condition::Good
            };
        }
        // It looks at the target, wherever that is.
        let grid = game.ground.grid();
        let looks = |facing: &Facing| {
            let ahead = grid
                .neighbours(self.from)
                .filter(|(hour, _)| facing.arc(*hour) == tesserarius::geometry::Arc::Front);
            let sum: u16 = ahead.map(|(_, near)| grid.distance(near, self.to)).sum();
            sum
        };
        let facing = Facing::ALL.into_iter().min_by_key(looks).unwrap();
        open.pieces[self.archer.index()].facing = facing;
        open.attila = match self.attila {
            true => Attila::With(self.archer),
            false => Attila::Absent,
        };
        open.active = Some(game.roster.unit(self.archer).contingent);
        let deck = game.deck.as_ref().unwrap();
        let mut cards = Vec::new();
        if self.wall {
            cards.push(serde_json::json!({"card": deck.find("R1"), "units": [self.target]}));
        }
        if self.storm {
            cards.push(serde_json::json!({"card": deck.find("H1"), "units": []}));
        }
        let mut written = serde_json::to_value(&open).unwrap();
        written["in_force"] = cards.into();
        let open: Open = serde_json::from_value(written).unwrap();
        State {
            open: open.into(),
            ..state.clone()
        }
    }

    /// 8.3: bow, slope, range, order of the archer; Attila 13.1; a die is changed by one card, the wall of
    /// the two as it was played first (Q47).
    fn modifier(&self, game: &Game) -> i32 {
        let archer = game.roster.unit(self.archer);
        let distance = game.ground.grid().distance(self.from, self.to);
        let climb = game.ground.level(self.to) - game.ground.level(self.from);
        let is_hun_horse = archer.kind == Kind::LC && archer.contingent == Contingent::Huns;
        let card = match (self.wall, self.storm && is_hun_horse && distance == 1) {
            (true, _) => -2,
            (false, true) => 1,
            (false, false) => 0,
        };
        card - i32::from(archer.bow == Some(Bow::B))
            - i32::from(climb.signum())
            - 2 * i32::from(distance == 2)
            - i32::from(self.shaken[0])
            + i32::from(self.attila)
    }

    /// The cases of a hundred in which the target ends good, Disordered, eliminated.
    fn cases(&self, game: &Game) -> [u32; 3] {
        let kind = game.roster.unit(self.target).kind;
        let (needed, stays) = match kind {
            Kind::LC | Kind::LI => (4, 5),
            Kind::MI => (5, 5),
            Kind::HC | Kind::HI => (7, 6),
        };
        let modifier = self.modifier(game);
        let hits = (0..10).filter(|face| face + modifier >= needed).count() as u32;
        match self.shaken[1] {
            false => [100 - 10 * hits, 10 * hits, 0],
            true => [0, 100 - hits * (10 - stays), hits * (10 - stays)],
        }
    }
}

#[test]
fn random_shots_are_reckoned_alike() {
    let game = Game::on(&standard(&[])).expect("the shipped game is sound");
    let start = game.setup("standard").unwrap().0;
    let mut numbers = Numbers::of(23, "shots");
    let wanted = matches(60, 400);
    let (mut compared, mut with_cards) = (0, 0);
    while compared < wanted {
        let shot = Shot::random(&game, &mut numbers);
        let state = shot.laid_out(&game, &start);
        let name = |unit: UnitId| game.roster.unit(unit).id.as_str();
        let view = game.view(
            &state,
            Viewer::Seat(seat(game.roster.unit(shot.archer).side)),
        );
        let line = format!("FIRE {} {}", name(shot.archer), name(shot.target));
        let order = read_line(&game, &view, &line).unwrap().remove(0).order;
        let odds = match game.odds(&view, &[], &order) {
            Ok(odds) => odds,
            // 8.1: something stands in the line of sight, or the target is behind.
            Err(NoOdds::Illegal(_)) => continue,
            Err(other) => panic!("{line}: {other:?}"),
        };
        let words = ["good", "dis", "elim"];
        for (word, cases) in words.into_iter().zip(shot.cases(&game)) {
            let found = odds[0].outcomes.iter().find(|way| way.units[0].1 == word);
            let fraction = found.map_or("0/1".to_owned(), |way| way.chance.fraction());
            let expected = tesserarius::engine::Chance::of(u128::from(cases), 100).fraction();
            assert_eq!(fraction, expected, "{word}: {shot:#?}\n{odds:#?}");
        }
        compared += 1;
        with_cards += u64::from(shot.wall || shot.storm);
    }
    assert!(
        with_cards * 4 > wanted,
        "{with_cards} of {wanted} with cards"
    );
}
