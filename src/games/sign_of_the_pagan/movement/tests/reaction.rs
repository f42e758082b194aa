use crate::engine::{Ended, Fit, Rank};

use super::super::super::decision::Decision;
use super::super::super::order::Order;
use super::super::super::testing::Battlefield;
use super::super::{default, reaction};
use super::*;

/// What the Huns shoot at Visigoths that carry out these lines.
fn reacts(field: Battlefield, standing: &str, dice: &str, lines: &[&str]) -> String {
    let field = if standing.is_empty() {
        field
    } else {
        hun_standing(field, standing)
    };
    visigoths(field.dice(dice), lines).net()
}

fn one_archer() -> Battlefield {
    Battlefield::new("HM1@1412/12 VM1@1212/6 VM2@1213/6")
}

#[test]
fn r8_2_2a_an_archer_may_fire_at_what_enters_its_front() {
    let fired = reacts(
        one_archer(),
        "REACT HM1 FIRE",
        "react HM1 5",
        &["MOVE VM1 1312"],
    );
    assert_eq!(fired, "5 disorder");
    assert_eq!(
        reacts(one_archer(), "REACT HM1 HOLD", "", &["MOVE VM1 1312"]),
        ""
    );
}

#[test]
fn r8_2_2a_flank_and_rear_draw_no_fire() {
    let field = Battlefield::new("HM1@1412/12 VM1@1414/6");
    assert_eq!(reacts(field, "", "", &["MOVE VM1 1413"]), "");
}

#[test]
fn r8_2_2b_every_archer_rolls_in_the_order_of_hexes() {
    let field = Battlefield::new("HM2@1412/12 HM1@1411/2 VM1@1212/6");
    let rolled = reacts(field, "", "react HM1 0, react HM2 4", &["MOVE VM1 1312"]);
    assert_eq!(rolled, "0 NE, 4 NE");
}

#[test]
fn r8_2_2b_a_check_follows_its_shot_and_spares_the_dead() {
    let field = Battlefield::new("HM1@1411/2 HM2@1412/12 VM1d@1212/6");
    let dice = "react HM1 5, second VM1 5";
    let played = visigoths(field.dice(dice), &["MOVE VM1 1312 FACE 8"]);
    assert_eq!(played.units(), "HM1@1411/2 HM2@1412/12 VM1@x");
    assert!(played.refused().is_empty());
}

#[test]
fn r8_2_2c_every_further_entrant_costs_a_point() {
    let played = visigoths(
        one_archer().dice("react HM1 5, react HM1 9"),
        &["MOVE VM1 1312", "MOVE VM2 1313"],
    );
    assert_eq!(played.net(), "5 disorder, 8 disorder");
    let unit = played.unit("HM1");
    assert_eq!(played.state.open.piece(unit).entries, 2);
}

#[test]
fn q9_entries_or_shots() {
    let second = |option: &str| {
        let field = one_archer().option(option);
        let field = hun_standing(field, "REACT HM1 FIRE MAXENTRY 2");
        let field = hun_standing(field, "REACT HM1 HOLD AT HC");
        let field = hun_standing(field, "REACT HM1 FIRE NET>=-1");
        visigoths(
            field.dice("react HM1 5, react HM1 5"),
            &["MOVE VM1 1312", "MOVE VM2 1313"],
        )
        .net()
    };
    assert_eq!(second("react_count=entries"), "5 disorder, 4 NE");
    assert_eq!(second("react_count=shots"), "5 disorder, 4 NE");
    let after_a_hold = |option: &str| {
        let field = Battlefield::new("HM1@1412/12 VH1@1212/6 VM2@1213/6").option(option);
        let field = hun_standing(field, "REACT HM1 FIRE AT MI");
        visigoths(
            field.dice("react HM1 5"),
            &["MOVE VH1 1312", "MOVE VM2 1313"],
        )
        .net()
    };
    assert_eq!(after_a_hold("react_count=entries"), "4 NE");
    assert_eq!(after_a_hold("react_count=shots"), "5 disorder");
}

#[test]
fn r8_2_2d_reaction_fire_costs_the_archer_nothing() {
    let played = visigoths(one_archer().dice("react HM1 5"), &["MOVE VM1 1312"]);
    let piece = *played.state.open.piece(played.unit("HM1"));
    assert_eq!((piece.spent, piece.shots), (0, 1));
    assert!(!piece.deeds.fired);
}

#[test]
fn r8_2_2e_engaged_archers_do_not_fire_but_note_the_entry() {
    let field = Battlefield::new("HM1@1412/12 VM1@1213/6 VM2@1312/6").engaged("HM1-VM2");
    let played = visigoths(field, &["MOVE VM1 1313"]);
    assert_eq!(played.net(), "");
    assert_eq!(played.state.open.piece(played.unit("HM1")).entries, 1);
}

#[test]
fn r8_2_2f_a_new_activation_counts_afresh() {
    let mut field = Battlefield::new("HM1@1412/12 VM1@1312/6 VM2@1213/6");
    let archer = field.unit("HM1").index();
    field.state.open.pieces[archer].entries = 1;
    super::super::super::apply::fresh(&mut field.state.open);
    let played = visigoths(field.dice("react HM1 5"), &["MOVE VM2 1313"]);
    assert_eq!(played.net(), "5 disorder");
}

#[test]
fn r6_4_only_movement_draws_reaction_fire() {
    use super::super::super::event::Event;
    let field = one_archer();
    let game = field.game.clone();
    let mut state = field.state;
    let unit = game.roster.find("VM1").unwrap();
    let advanced = Event::Advanced {
        unit,
        from: "1212".parse().unwrap(),
        to: "1312".parse().unwrap(),
        facing: crate::geometry::Facing::new(6).unwrap(),
        compelled: false,
    };
    super::super::super::apply::to_state(&game, &mut state, &advanced);
    assert!(state.open.pieces.iter().all(|piece| piece.entries == 0));
}

#[test]
fn q54_the_shot_falls_before_the_mover_turns_or_fires() {
    let field = Battlefield::new("RL1@1412/12 HL01@1212/6").dice("react RL1 9, fire HL01 6");
    let played = huns(field, &["MOVE HL01 1312 FIRE RL1 FACE 8"]);
    assert_eq!(played.net(), "8 disorder, 5 disorder");
    assert_eq!(played.units(), "RL1d@1412/12 HL01d@1312/8");
}

#[test]
fn q38_momentum_after_reaction_fire() {
    let charge = |option: &str| {
        let played = visigoths(
            one_archer().option(option).dice("react HM1 5"),
            &["MOVE VM1 1312"],
        );
        played.state.open.piece(played.unit("VM1")).deeds.momentum
    };
    assert!(charge("dis_momentum=yes"));
    assert!(!charge("dis_momentum=no"));
}

#[test]
fn q38_a_unit_shaken_before_keeps_its_momentum() {
    let field = Battlefield::new("HM1@1412/12 VM1d@1212/6")
        .option("dis_momentum=no")
        .dice("react HM1 5, second VM1 0");
    let played = visigoths(field, &["MOVE VM1 1312"]);
    assert!(played.state.open.piece(played.unit("VM1")).deeds.momentum);
}

#[test]
fn d9_the_default_fires_if_the_best_die_can_disorder() {
    let fires = |units: &str, entries: u8| {
        let mut field = Battlefield::new(units);
        let (archer, target) = (field.unit("RL1"), field.unit("HH1"));
        field.state.open.pieces[archer.index()].entries = entries;
        let decision = Decision::React { archer, target };
        let given = default(field.battle(), &decision);
        matches!(given, Some(Order::React { fire: true, .. }))
    };
    assert!(fires("RL1@1412/12 HH1@1312/6", 1), "9 - 1 = 8");
    assert!(fires("RL1@1412/12 HH1@1312/6", 2), "9 - 1 - 1 = 7");
    assert!(!fires("RL1@1412/12 HH1@1312/6", 3), "9 - 1 - 2 = 6");
    assert!(!fires("RL1d@1412/12 HH1@1312/6", 2), "9 - 1 - 1 - 1 = 6");
}

#[test]
fn d9_a_present_owner_is_asked_for_all_archers_at_once() {
    let field = Battlefield::new("HM2@1412/12 HM1@1411/2 VM1@1212/6").present(Side::Hun);
    let played = visigoths(field, &["MOVE VM1 1312"]);
    assert_eq!(played.ended, Ended::Stopped);
    let asked = &played.position.stop().unwrap().asked;
    assert_eq!(asked.len(), 2);
    assert!(
        asked
            .iter()
            .all(|asked| matches!(asked.decision, Decision::React { .. }))
    );
}

#[test]
fn d9_nobody_is_asked_about_a_shot_without_hope() {
    let mut field = Battlefield::new("RL1d@1412/12 HH1@1212/6").present(Side::Roman);
    let archer = field.unit("RL1").index();
    field.state.open.pieces[archer].entries = 1;
    let played = huns(field, &["MOVE HH1 1312"]);
    assert_eq!(played.ended, Ended::Stopped);
    assert!(
        played
            .position
            .stop()
            .is_none_or(|stop| stop.asked.is_empty())
    );
    assert_eq!(played.net(), "");
}

#[test]
fn d9_the_conditions_of_a_line() {
    let mut field = one_archer();
    let (archer, target) = (field.unit("HM1"), field.unit("VM1"));
    let to = "1312".parse().unwrap();
    field
        .state
        .open
        .put(target, super::super::super::state::Place::On(to));
    field.state.open.pieces[archer.index()].entries = 2;
    let says = |text: &str| {
        use crate::engine::Rules;
        let view = field.view(Side::Hun);
        let mut cursor = crate::orders::Cursor::new(text);
        let line = field.game.parse(&view, &mut cursor).unwrap().remove(0);
        match reaction::answer(field.battle(), archer, target, &line) {
            Fit::Takes(rank, Order::React { fire, .. }) => Some((rank, fire)),
            _ => None,
        }
    };
    assert_eq!(says("REACT HM1 FIRE"), Some((Rank::Named, true)));
    assert_eq!(
        says("REACT ALL:MI FIRE AT MI,HI"),
        Some((Rank::Group, true))
    );
    assert_eq!(
        says("REACT ALL:HUNS FIRE AT LC"),
        Some((Rank::Group, false))
    );
    assert_eq!(says("REACT ALL FIRE NET>=-1"), Some((Rank::All, true)));
    assert_eq!(says("REACT HM1 FIRE NET>=0"), Some((Rank::Named, false)));
    assert_eq!(
        says("REACT HM1 FIRE MAXENTRY 1"),
        Some((Rank::Named, false))
    );
    assert_eq!(says("REACT HM1 HOLD AT MI"), Some((Rank::Named, false)));
    assert_eq!(says("REACT HM1 HOLD AT HC"), None);
    assert_eq!(says("REACT ALL:LC FIRE"), None);
    assert_eq!(says("DEFAULT D9"), Some((Rank::All, true)));
    assert_eq!(says("DEFAULT D13"), None);
}

#[test]
fn d9_a_stopped_match_goes_on_from_json() {
    use crate::engine::{Line, Position, Rules};
    let field = Battlefield::new("HM1@1412/12 VM1@1112/6")
        .river("1112/1212")
        .present(Side::Hun)
        .dice("river VM1 0");
    let stopped = visigoths(field, &["MOVE VM1 1212 1312 FACE 8"]);
    let game = stopped.game;
    let json = serde_json::to_string(&stopped.position).unwrap();
    let mut position: Position<_> = serde_json::from_str(&json).unwrap();
    assert!(position == stopped.position);
    let seat = crate::engine::Seat(0);
    let view = game.view(position.state(), crate::engine::Viewer::Seat(seat));
    let text = "REACT HM1 HOLD";
    let mut cursor = crate::orders::Cursor::new(text);
    let order = game.parse(&view, &mut cursor).unwrap().remove(0);
    let id = position.wishes_mut(seat).number();
    let line = Line {
        id,
        text: text.to_owned(),
        guard: None,
        otherwise: None,
        order,
    };
    position.file_standing(&game, seat, vec![line]);
    let run = position.run(&game, &mut crate::engine::DryDice);
    assert_eq!(run.ended, Ended::Stopped);
    let unit = game.roster.find("VM1").unwrap();
    let piece = position.state().open.piece(unit);
    assert_eq!(piece.facing.hour(), 8);
    assert!(piece.deeds.momentum);
}
