//! What is asked, of whom, and when nobody needs to be.

use crate::engine::{Ended, Fit, Rank, Rules, Viewer};

use super::super::super::decision::Decision;
use super::super::super::order::Order;
use super::super::super::seat;
use super::*;

/// What the open stop asks, as `hun Declare`.
fn asked(played: &Played) -> Vec<String> {
    let stop = played.position.stop();
    let asked = stop.into_iter().flat_map(|stop| &stop.asked);
    let asked = asked.map(|asked| {
        let side = super::super::super::side(asked.seat).key();
        let decision = format!("{:?}", asked.decision);
        let name = decision.split(' ').next().unwrap_or_default();
        format!("{side} {name}")
    });
    asked.collect()
}

fn none(played: &Played) {
    assert!(asked(played).is_empty(), "{:?}", asked(played));
}

/// What a filed line is worth to the decision that is open.
fn worth(played: &Played, text: &str) -> Fit<Order> {
    let asked = &played.position.stop().unwrap().asked[0];
    let view = played.game.view(&played.state, Viewer::Seat(asked.seat));
    let mut cursor = crate::orders::Cursor::new(text);
    let orders = played.game.parse(&view, &mut cursor).unwrap();
    played.game.answer(&view, &asked.decision, &orders[0])
}

#[test]
fn d12_a_player_without_a_list_is_asked_for_attacks_if_he_has_any() {
    let can = shock(field(Contingent::Huns, "HH1@1412/12 VM1@1312/6").present(HUN));
    assert_eq!(asked(&can), ["hun Declare"]);
    assert_eq!(can.ended, Ended::Stopped);
    none(&shock(
        field(Contingent::Huns, "HH1@1412/12 VM1@1212/6").present(HUN),
    ));
    none(&shock(
        field(Contingent::Huns, "HL01@1412/12 VM1@1312/6").present(HUN),
    ));
}

#[test]
fn d12_shock_ask_waits_until_the_owner_has_seen_the_fire() {
    let played = shock(
        field(Contingent::Huns, "HH1@1412/12 VM1@1312/6")
            .present(HUN)
            .line(HUN, "SHOCK ASK"),
    );
    assert_eq!(asked(&played), ["hun Declare"]);
    let absent = shock(field(Contingent::Huns, "HH1@1412/12 VM1@1312/6").line(HUN, "SHOCK ASK"));
    none(&absent);
    assert!(absent.events.is_empty(), "the default is no attack");
}

#[test]
fn d12_after_shock_ask_the_answer_is_a_list_of_its_own() {
    let mut played = shock(
        field(
            Contingent::Huns,
            "HH1@1412/12 VM1@1312/6 HH2@1416/12 VM2@1316/6",
        )
        .present(HUN)
        .line(HUN, "SHOCK ASK"),
    );
    let view = played.game.view(&played.state, Viewer::Seat(seat(HUN)));
    let lines = ["SHOCK HH2 ON VM2", "SHOCK HH1 ON VM1"].map(|text| {
        let mut cursor = crate::orders::Cursor::new(text);
        let order = played.game.parse(&view, &mut cursor).unwrap().remove(0);
        crate::engine::Line {
            id: played.position.wishes_mut(seat(HUN)).number(),
            text: text.to_owned(),
            guard: None,
            order,
            otherwise: None,
        }
    });
    played
        .position
        .file(&played.game, seat(HUN), lines.to_vec());
    let run = played
        .position
        .run(&played.game, &mut crate::engine::DryDice);
    assert_eq!(run.ended, Ended::NeedsDice);
    let declared = run.events.iter().find_map(|event| match event {
        Event::ShockDeclared { combats } => Some(combats.len()),
        _ => None,
    });
    assert_eq!(declared, Some(2));
}

#[test]
fn d12_shock_none_declines() {
    let played = shock(
        field(Contingent::Huns, "HH1@1412/12 VM1@1312/6")
            .present(HUN)
            .line(HUN, "SHOCK NONE"),
    );
    none(&played);
}

#[test]
fn d13_all_who_may_retreat_are_asked_at_once() {
    let played = shock(
        field(
            Contingent::Visigoths,
            "HL01@1412/12 VM1@1312/6 OH1@1416/12 VM2@1316/6 OM1@1420/12 VM3@1320/6",
        )
        .present(HUN)
        .line(ROMAN, "SHOCK VM1 ON HL01")
        .line(ROMAN, "SHOCK VM2 ON OH1")
        .line(ROMAN, "SHOCK VM3 ON OM1"),
    );
    assert_eq!(asked(&played), ["hun Evade", "hun Evade"]);
    assert!(matches!(
        worth(&played, "EVADE HL01 TO 1512 FACE 2"),
        Fit::Takes(Rank::Named, _)
    ));
    assert!(matches!(
        worth(&played, "STAND ALL:LC"),
        Fit::Takes(Rank::Group, _)
    ));
    assert!(matches!(
        worth(&played, "EVADE HL01 TO 1413,1311"),
        Fit::Takes(..)
    ));
    assert!(
        matches!(worth(&played, "EVADE HL01 TO 1411"), Fit::Fails(illegal) if illegal.rule.number == "9.3")
    );
    assert!(matches!(worth(&played, "EVADE OH1 AWAY"), Fit::Other));
}

#[test]
fn d13_ask_and_default_lines_count_by_how_specific_they_are() {
    let stand = || {
        field(Contingent::Visigoths, "HL01@1412/12 VM1@1312/6")
            .present(HUN)
            .line(ROMAN, "SHOCK VM1 ON HL01")
    };
    let ask = shock(stand().line(HUN, "EVADE ALL AWAY").line(HUN, "ASK D13"));
    assert_eq!(asked(&ask), ["hun Evade"]);
    let served = shock(stand().line(HUN, "DEFAULT D13"));
    assert_eq!(served.units(), "HL01@1413/12 VM1@1312/6");
    let named = shock(stand().line(HUN, "ASK D13").line(HUN, "EVADE HL01 TO 1512"));
    assert_eq!(named.units(), "HL01@1512/12 VM1@1312/6");
}

#[test]
fn d14_d17_the_owner_is_asked_who_advances_but_not_for_a_facing_alone() {
    let fought = |units: &str, line: &str| {
        shock(
            field(Contingent::Ostrogoths, units)
                .present(HUN)
                .line(HUN, line)
                .dice(if line.contains("OH1") {
                    "shock OM1 3, shock OH1 9, shock VM1 9, second VM1 9"
                } else {
                    "shock OM1 3, shock VM1 9, second VM1 9"
                }),
        )
    };
    let choice = fought("OM1@1412/12 VM1d@1312/6", "SHOCK OM1 ON VM1");
    assert_eq!(asked(&choice), ["hun Advance"]);
    let forced = fought("OM1*@1412/12 VM1d@1312/6", "SHOCK OM1 ON VM1");
    none(&forced);
    let who = fought(
        "OM1*@1412/12 OH1@1411/12 VM1d@1312/6",
        "SHOCK OM1 OH1 ON VM1",
    );
    assert_eq!(asked(&who), ["hun Advance"]);
    assert!(matches!(worth(&who, "ADVANCE OH1 YES"), Fit::Takes(..)));
    assert!(matches!(worth(&who, "ADVANCE OH1 NO"), Fit::Takes(..)));
    assert!(matches!(worth(&who, "ADVANCE NO"), Fit::Fails(_)));
    assert!(matches!(worth(&who, "ADVANCE OH1 1313"), Fit::Other));
}

#[test]
fn d14_and_d17_have_defaults_of_their_own() {
    let after_death = |point: &str| {
        shock(
            field(Contingent::Ostrogoths, "OM1@1412/12 VM1d@1312/6")
                .present(HUN)
                .line(HUN, "SHOCK OM1 ON VM1")
                .line(HUN, &format!("DEFAULT {point}"))
                .dice("shock OM1 3, shock VM1 9, second VM1 9"),
        )
    };
    assert_eq!(asked(&after_death("D14")), ["hun Advance"]);
    none(&after_death("D17"));
}

#[test]
fn d16_owners_of_real_ties_are_asked_both_at_once() {
    let units = "OM1@1412/12 OM2@1411/12 VM1@1312/6 VM2@1311/6";
    let fought = |script: &str| {
        shock(
            field(Contingent::Ostrogoths, units)
                .present(HUN)
                .present(ROMAN)
                .line(HUN, "SHOCK OM1 ON VM1")
                .line(HUN, "SHOCK OM2 ON VM1 VM2")
                .dice(&dice(script)),
        )
    };
    let tied = fought("OM1 3, OM2 9, VM1 3, VM2 9");
    assert_eq!(asked(&tied), ["roman Loss", "hun Loss"]);
    assert!(tied.happened(|event| matches!(event, Event::ShockJoined { .. })));
    assert!(
        !tied.happened(|event| matches!(event, Event::Disordered { .. })),
        "all results take effect at once"
    );
    none(&fought("OM1 3, OM2 3, VM1 9, VM2 9"));
}

#[test]
fn d18_only_who_can_counterattack_is_asked() {
    let struck = |units: &str, script: &str| {
        shock(
            field(Contingent::Visigoths, units)
                .present(HUN)
                .line(ROMAN, "SHOCK VM1 ON OM1")
                .dice(script),
        )
    };
    let can = struck("VM1@1312/6 OM1@1412/12", "shock VM1 9, shock OM1 0");
    assert_eq!(asked(&can), ["hun Counter"]);
    let dead = struck(
        "VM1@1312/6 OM1d@1412/12",
        "shock VM1 1, shock OM1 0, second OM1 9",
    );
    none(&dead);
    let alone = struck(
        "VM1d@1312/6 OM1@1412/12",
        "shock VM1 9, shock OM1 0, second VM1 9",
    );
    none(&alone);
}

#[test]
fn d19_only_with_somebody_left_to_strike_is_the_owner_asked() {
    let struck = |units: &str, script: &str| {
        shock(
            field(Contingent::Ostrogoths, units)
                .present(HUN)
                .line(HUN, "SHOCK OM1 ON VM1")
                .line(HUN, "ADVANCE OM1 NO")
                .dice(script),
        )
    };
    let can = struck("OM1@1412/12 VM1@1312/6", "shock OM1 0, shock VM1 9");
    assert_eq!(asked(&can), ["hun Continue"]);
    let nobody = struck(
        "OM1@1412/12 VM1d@1312/6",
        "shock OM1 0, shock VM1 9, second VM1 9",
    );
    none(&nobody);
}

#[test]
fn d19_continue_no_stops_and_is_an_answer() {
    let played = shock(
        field(Contingent::Ostrogoths, "OM1@1412/12 VM1@1312/6")
            .present(HUN)
            .line(HUN, "SHOCK OM1 ON VM1")
            .line(HUN, "CONTINUE OM1 NO")
            .dice(&dice("OM1 0, VM1 9")),
    );
    none(&played);
    assert_eq!(played.engaged(), "OM1-VM1");
}

#[test]
fn the_segment_goes_on_from_json_after_any_stop() {
    let played = shock(
        field(Contingent::Visigoths, "VM1@1312/6 OM1@1412/12")
            .present(HUN)
            .line(ROMAN, "SHOCK VM1 ON OM1")
            .dice(&dice("VM1 9, OM1 0")),
    );
    let json = serde_json::to_string(&played.position).unwrap();
    let restored: crate::engine::Position<super::super::super::Game> =
        serde_json::from_str(&json).unwrap();
    assert!(restored == played.position);
    assert!(matches!(
        restored.stop().unwrap().asked[0].decision,
        Decision::Counter { .. }
    ));
}
