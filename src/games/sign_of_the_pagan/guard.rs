//! Guards: what the terms of an IF ask for.

use super::Battle;
use super::order::{Fact, Standing};
use super::state::{Place, View};

/// Tells whether a term holds in what its owner sees.
pub(super) fn holds(battle: Battle<'_>, view: &View, fact: &Fact) -> bool {
    let is_gone = |unit| {
        let place = battle.piece(unit).place;
        matches!(place, Place::Eliminated | Place::Removed)
    };
    match *fact {
        Fact::State { unit, is } => match is {
            Standing::Good => battle.is_good(unit),
            Standing::Dis => battle.is_on_map(unit) && !battle.is_good(unit),
            Standing::Elim => is_gone(unit),
        },
        Fact::Engaged { unit } => battle.open.is_engaged(unit),
        Fact::At { unit, hex } => battle.hex(unit) == Some(hex),
        Fact::Empty { hex } => {
            battle.game.ground.contains(hex) && battle.open.unit_at(hex).is_none()
        }
        Fact::Adjacent { unit, other } => battle.are_adjacent(unit, other),
        Fact::Rating { unit, at_least } => {
            battle.is_on_map(unit) && battle.face(unit).shock >= at_least
        }
        Fact::Tally { side, at_least } => battle.open.eliminated[side as usize] >= at_least,
        Fact::Lost { unit } => is_gone(unit),
        // 5.1: the other side's markers are hidden from the guard as from its owner.
        Fact::Undrawn { contingent } => view.hidden[contingent.side() as usize]
            .as_ref()
            .is_some_and(|hidden| hidden.cup.contains(&contingent)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::{Contingent, Side};
    use super::super::testing::Battlefield;
    use crate::engine::{Rules, read_line};

    fn field() -> Battlefield {
        let mut field = Battlefield::new("HM1@1412/12 HM2d@1512/12 HM3@x AH1@- VM1@1312/6 VM2")
            .engaged("HM1-VM1")
            .eliminated([3, 0]);
        field.state.hidden[0].cup = vec![Contingent::Huns];
        field.state.hidden[1].cup = vec![Contingent::Alans];
        field
    }

    fn holds(side: Side, guard: &str) -> bool {
        let field = field();
        let view = field.view(side);
        let line = format!("FACE HM1 12 IF {guard}");
        let lines = read_line(&field.game, &view, &line).unwrap();
        let guard = lines[0].guard.as_ref().unwrap();
        guard.eval(&mut |fact| field.game.holds(&view, fact))
    }

    #[test]
    fn every_term_asks_what_it_says() {
        const CASES: &[(&str, bool)] = &[
            ("STATE HM1 GOOD", true),
            ("STATE HM2 GOOD", false),
            ("STATE HM2 DIS", true),
            ("STATE HM1 DIS", false),
            ("STATE HM3 DIS", false),
            ("STATE HM3 ELIM", true),
            ("STATE AH1 ELIM", true),
            ("STATE VM2 ELIM", false),
            ("ENGAGED HM1", true),
            ("ENGAGED HM2", false),
            ("AT HM1 1412", true),
            ("AT HM1 1413", false),
            ("AT HM3 1412", false),
            ("EMPTY 1413", true),
            ("EMPTY 1412", false),
            ("ADJ HM1 VM1", true),
            ("ADJ HM2 VM1", false),
            ("ADJ HM3 VM1", false),
            ("RATING HM1 >= 2", true),
            ("RATING HM2 >= 2", false),
            ("RATING HM3 >= 0", false),
            ("TALLY HUN >= 3", true),
            ("TALLY HUN >= 4", false),
            ("TALLY ROMAN >= 0", true),
            ("LOST HM3", true),
            ("LOST AH1", true),
            ("LOST HM1", false),
            ("CUP HUNS UNDRAWN", true),
            ("CUP ALLIES UNDRAWN", false),
            ("NOT ENGAGED HM2 AND (LOST HM1 OR EMPTY 1413)", true),
        ];
        for (guard, truth) in CASES {
            assert_eq!(holds(Side::Hun, guard), *truth, "{guard}");
        }
    }

    #[test]
    fn r5_1c_a_guard_sees_its_owners_markers_only() {
        assert!(holds(Side::Roman, "CUP ALANS UNDRAWN"));
        let field = field();
        let fact = super::Fact::Undrawn {
            contingent: Contingent::Alans,
        };
        let view = field.view(Side::Hun);
        assert!(!field.game.holds(&view, &fact));
    }
}
