//! Tests of 5.1 to 5.5 by the rows of the checklist.

use super::super::state::State;
use super::super::testing::{Battlefield, Picks, Played};
use super::super::{rules, sequence};
use super::five::{Five, USUAL, owned};
use super::*;
use crate::engine::{Ended, Verdict, Viewer};

/// A unit of every contingent, far from each other.
const ALL: &str = "HM1@1512/12 OM1@1516/12 GM1@1520/12 RM1@0912/6 VM1@0916/6 AM1@0920/6";

const START: [Frame; 3] = [
    Frame::ChooseMarkers,
    Frame::NameInitiative,
    Frame::SettleInitiative,
];

fn five(words: &str) -> Five {
    let mut markers: Vec<Contingent> = words.split(' ').map(one).collect();
    markers.sort_unstable();
    markers.try_into().unwrap()
}

fn one(word: &str) -> Contingent {
    let found = Contingent::ALL
        .into_iter()
        .find(|contingent| contingent.key().starts_with(&word.to_lowercase()));
    found.expect(word)
}

fn both() -> Battlefield {
    Battlefield::new(ALL)
        .line(Side::Hun, "CAM HUNS HUNS OST OST ALLIES")
        .line(Side::Roman, "CAM ROMANS VIS VIS VIS ALANS")
}

fn initiative(hun: &str, roman: &str, dice: &str) -> Played {
    both()
        .line(Side::Hun, &format!("INITIATIVE {hun}"))
        .line(Side::Roman, &format!("INITIATIVE {roman}"))
        .dice(dice)
        .run(START.to_vec())
}

fn refusal(side: Side, words: &str) -> Option<&'static str> {
    let field = Battlefield::new(ALL);
    let refused = may_choose(field.battle(), side, five(words)).err();
    refused.map(|illegal| illegal.rule.number)
}

#[test]
fn r2_2k_each_side_owns_three_kinds_of_markers() {
    let field = Battlefield::new(ALL);
    let owned = Contingent::ALL.map(|contingent| owned(&field.game, contingent));
    assert_eq!(owned, [3, 2, 2, 3, 3, 2]);
}

#[test]
fn r5_1b_no_more_of_a_kind_than_he_owns() {
    assert_eq!(refusal(Side::Roman, "ALAN ALAN ALAN ROM VIS"), Some("5.1"));
    assert_eq!(refusal(Side::Roman, "ALAN ALAN ROM ROM VIS"), None);
    assert_eq!(refusal(Side::Hun, "HUN HUN HUN OST VIS"), Some("5.1"));
}

#[test]
fn r5_1c_each_side_sees_of_the_others_choice_only_that_it_was_made() {
    let played = both()
        .dice("initiative hun 5, initiative roman 0")
        .run(START.to_vec());
    let chosen: Vec<&Event> = played
        .events
        .iter()
        .filter(|event| {
            matches!(
                event,
                Event::MarkersChosen { .. } | Event::InitiativeNamed { .. }
            )
        })
        .collect();
    assert_eq!(chosen.len(), 4);
    for event in chosen {
        for viewer in Side::ALL {
            let viewer_seat = Viewer::Seat(seat(viewer));
            let seen = super::super::view::witness(event, viewer_seat);
            let (own, shown) = match (event, &seen) {
                (Event::MarkersChosen { side, .. }, Event::MarkersChosen { markers, .. }) => {
                    (*side, markers.is_some())
                }
                (Event::InitiativeNamed { side, .. }, Event::InitiativeNamed { marker, .. }) => {
                    (*side, marker.is_some())
                }
                other => panic!("{other:?}"),
            };
            assert_eq!(shown, own == viewer);
        }
    }
    let view = super::super::view::build(&played.state, Viewer::Seat(seat(Side::Hun)));
    assert!(view.hidden[Side::Hun as usize].is_some());
    assert_eq!(view.hidden[Side::Roman as usize], None);
}

#[test]
fn r5_1d_every_turn_the_choice_is_free_again() {
    let mut field = both();
    for side in Side::ALL {
        field.state.hidden[side as usize].chosen = USUAL[side as usize].to_vec();
        field.state.hidden[side as usize].cup = vec![USUAL[side as usize][0]];
    }
    let played = field
        .dice("initiative hun 5, initiative roman 0")
        .run(START.to_vec());
    assert_eq!(
        played.state.hidden[0].chosen,
        five("HUN HUN OST OST ALLIES")
    );
    assert_eq!(played.state.hidden[1].cup.len(), 5);
}

#[test]
fn d4_who_says_nothing_keeps_his_five_and_on_turn_1_takes_the_usual_ones() {
    let mut field = Battlefield::new(ALL);
    field.state.hidden[0].chosen = five("HUN OST OST ALLIES ALLIES").to_vec();
    let played = field
        .dice("initiative hun 0, initiative roman 0")
        .run(START.to_vec());
    assert_eq!(
        played.state.hidden[0].chosen,
        five("HUN OST OST ALLIES ALLIES")
    );
    assert_eq!(played.state.hidden[1].chosen, USUAL[1]);
    assert_eq!(played.net(), "3 win, 2 lose", "the best bonus of each");
}

#[test]
fn d4_a_standing_choice_serves_every_turn() {
    let played = Battlefield::new(ALL)
        .present(Side::Hun)
        .line(Side::Hun, "CAM DEFAULT HUN OST OST ALLIES ALLIES")
        .dice("initiative hun 0, initiative roman 0")
        .run(START.to_vec());
    assert_eq!(
        played.state.hidden[0].chosen,
        five("HUN OST OST ALLIES ALLIES")
    );
}

#[test]
fn d4_both_are_asked_at_once() {
    let played = Battlefield::new(ALL)
        .present(Side::Hun)
        .present(Side::Roman)
        .run(START.to_vec());
    assert_eq!(played.ended, Ended::Stopped);
    let asked = &played.position.stop().unwrap().asked;
    assert_eq!(asked.len(), 2);
    assert!(played.events.is_empty());
}

#[test]
fn r5_2a_a_marker_outside_the_five_is_refused() {
    let played = Battlefield::new(ALL)
        .line(Side::Hun, "CAM HUN HUN HUN OST OST")
        .line(Side::Hun, "INITIATIVE ALLIES")
        .dice("initiative hun 1, initiative roman 9")
        .run(START.to_vec());
    assert_eq!(played.refused(), ["INITIATIVE ALLIES | - | 5.2"]);
    assert_eq!(played.net(), "4 lose, 11 win", "the Huns' marker instead");
}

#[test]
fn r5_3a_b_the_higher_total_acts_first() {
    let played = initiative("HUNS", "VIS", "initiative hun 4, initiative roman 6");
    assert_eq!(played.net(), "7 lose, 8 win");
    assert_eq!(played.state.open.queue, [Contingent::Visigoths]);
    assert_eq!(played.state.open.undrawn, [5, 4], "nine in the cup");
    assert_eq!(
        played.state.hidden[1].cup,
        [one("ROM"), one("VIS"), one("VIS"), one("ALANS")]
    );
    assert_eq!(played.cited(), ["5.1", "5.2", "5.3", "5.3.1"]);
}

#[test]
fn r5_2b_the_markers_are_shown_with_the_dice() {
    let played = initiative("HUNS", "VIS", "initiative hun 4, initiative roman 6");
    let shown = |event: &Event| {
        matches!(event, Event::InitiativeSettled { markers, winner: Some(Side::Roman), .. }
            if *markers == [Some(Contingent::Huns), Some(Contingent::Visigoths)])
    };
    assert!(played.happened(shown));
    assert_eq!(played.state.hidden[0].initiative, None);
}

#[test]
fn r5_3c_q41_equals_put_all_ten_into_the_cup() {
    let played = initiative("OST", "VIS", "initiative hun 6, initiative roman 5");
    assert_eq!(played.net(), "7 tie, 7 tie");
    assert!(played.state.open.queue.is_empty());
    assert_eq!(played.state.open.undrawn, [5, 5]);
}

#[test]
fn r5_3d_the_losers_marker_goes_back_into_the_cup() {
    let played = initiative("HUNS", "VIS", "initiative hun 4, initiative roman 6");
    assert_eq!(played.state.hidden[0].cup, played.state.hidden[0].chosen);
}

#[test]
fn r5_3_1_a_marker_without_bonus_adds_nothing() {
    let played = initiative("ALLIES", "ALANS", "initiative hun 9, initiative roman 8");
    assert_eq!(played.net(), "9 lose, 10 win");
    assert!(played.rolls()[0].modifiers.is_empty());
    assert_eq!(played.rolls()[1].modifiers[0].value, 2);
}

#[test]
fn r5_3_2_on_turn_1_the_huns_begin_with_any_of_their_five_without_dice() {
    let mut field = both().turn(1).line(Side::Hun, "INITIATIVE ALLIES");
    field.state.open.activation = 0;
    let played = field.run(START.to_vec());
    assert!(played.rolls().is_empty());
    assert_eq!(played.state.open.queue, [Contingent::Allies]);
    assert_eq!(played.state.open.undrawn, [4, 5], "nine in the cup");
    assert!(played.cited().contains(&"5.3.2"));
    let by_default = both().turn(1).run(START.to_vec());
    assert_eq!(by_default.state.open.queue, [Contingent::Huns]);
}

#[test]
fn r4_0b_what_is_filed_with_the_markers_is_no_list_for_the_activation() {
    let played = both()
        .line(Side::Hun, "FACE HM1 2")
        .dice("initiative hun 0, initiative roman 0")
        .run(START.to_vec());
    assert_eq!(played.refused(), ["FACE HM1 2 | - | -"]);
    let face = Order::Face {
        unit: played.unit("HM1"),
        facing: super::super::testing::facing(2),
    };
    let field = both();
    let decision = Decision::Markers { side: Side::Hun };
    let verdicts = check(field.battle(), &field.view(Side::Hun), &decision, &[face]);
    assert!(matches!(&verdicts[..], [Verdict::Illegal(illegal)] if illegal.rule == rules::R4_0));
}

#[test]
fn q28_markers_of_a_contingent_that_is_gone_are_barred() {
    let gone = || Battlefield::new("HM1@1512/12 OM1@1516/12 GM1@x RM1@0912/6");
    let choose = |field: Battlefield, words: &str| {
        let refused = may_choose(field.battle(), Side::Hun, five(words)).err();
        refused.map(|illegal| (illegal.rule.number, illegal.instead))
    };
    let instead = Some("CAM HUNS HUNS HUNS OSTROGOTHS OSTROGOTHS".to_owned());
    assert_eq!(
        choose(gone(), "HUN HUN HUN OST ALLIES"),
        Some(("Q28", instead))
    );
    assert_eq!(
        choose(gone().option("dead_cam=pass"), "HUN HUN HUN OST ALLIES"),
        None
    );
    let few = Battlefield::new("HM1@1512/12 OM1@x GM1@x");
    assert_eq!(choose(few, "HUN OST OST ALLIES ALLIES"), None);
    let field = gone();
    let last = five("HUN HUN HUN OST ALLIES");
    assert_eq!(
        usual(field.battle(), Side::Hun, &last),
        five("HUN HUN HUN OST OST")
    );
    let few = Battlefield::new("HM1@1512/12 OM1@x GM1@x");
    assert_eq!(usual(few.battle(), Side::Hun, &[]), USUAL[0]);
}

#[test]
fn options_are_all_fives_and_all_markers_of_the_five() {
    let mut field = Battlefield::new(ALL);
    let markers = |field: &Battlefield, side| {
        let decision = Decision::Markers { side };
        options(field.battle(), &field.view(side), &decision)
    };
    assert_eq!(markers(&field, Side::Hun).len(), 6);
    assert_eq!(markers(&field, Side::Roman).len(), 9);
    field.state.hidden[0].chosen = five("HUN HUN OST OST ALLIES").to_vec();
    let decision = Decision::Initiative { side: Side::Hun };
    let view = field.view(Side::Hun);
    assert_eq!(options(field.battle(), &view, &decision).len(), 3);
    let sampled = sample(field.battle(), &view, &decision, &mut Picks::new([2]));
    let marker = Contingent::Allies;
    assert_eq!(sampled, Some(Order::Initiative { marker }));
}

#[test]
fn a_set_of_lines_is_judged_together() {
    let field = Battlefield::new(ALL);
    let view = field.view(Side::Hun);
    let decision = Decision::Markers { side: Side::Hun };
    let orders = |lines: &[&str]| -> Vec<Order> {
        let read = lines.iter().map(|line| {
            let read = crate::engine::read_line(&field.game, &view, line).unwrap();
            read[0].order.clone()
        });
        read.collect()
    };
    let judge = |lines: &[&str]| {
        let verdicts = check(field.battle(), &view, &decision, &orders(lines));
        let rules = verdicts.into_iter().map(|verdict| match verdict {
            Verdict::Illegal(illegal) => illegal.rule.number,
            Verdict::Legal => "legal",
            Verdict::Open(_) => "open",
        });
        rules.collect::<Vec<_>>()
    };
    let good = ["INITIATIVE OST", "CAM HUN HUN HUN OST OST"];
    assert_eq!(judge(&good), ["legal", "legal"]);
    let wrong = ["CAM HUN HUN HUN OST OST", "INITIATIVE ALLIES"];
    assert_eq!(judge(&wrong), ["legal", "5.2"]);
    let twice = ["CAM HUN HUN HUN OST OST", "CAM HUN HUN HUN OST ALLIES"];
    assert_eq!(judge(&twice), ["legal", "5.1"]);
    let twice = [
        "CAM HUN HUN HUN OST OST",
        "INITIATIVE HUN",
        "INITIATIVE OST",
    ];
    assert_eq!(judge(&twice), ["legal", "legal", "5.2"]);
    assert_eq!(judge(&["INITIATIVE OST"]), ["open"]);
    assert!(lacks(Side::Hun, &orders(&["INITIATIVE OST"])).is_some());
    assert_eq!(lacks(Side::Hun, &orders(&good)), None);
}

fn drawn(played: &Played) -> Vec<Contingent> {
    let drawn = played.events.iter().filter_map(|event| match event {
        Event::MarkerDrawn { contingent } => Some(*contingent),
        _ => None,
    });
    drawn.collect()
}

#[test]
fn r5_4a_d_each_marker_is_drawn_once_out_of_those_left() {
    let mut position = cup(["HUN OST", "ROM"]);
    let mut order = Vec::new();
    for (left, face) in [(3, 2), (2, 1), (1, 0)] {
        assert_eq!(position.open.undrawn.iter().sum::<u8>(), left);
        let contingent = position
            .hidden
            .iter()
            .flat_map(|hidden| hidden.cup.clone())
            .nth(face)
            .unwrap();
        let event = Event::MarkerDrawn { contingent };
        let game = Battlefield::new("HM1@1512/12").game;
        super::super::apply::to_state(&game, &mut position, &event);
        order.push(contingent);
    }
    assert_eq!(order, ["ROM", "OST", "HUN"].map(one));
    assert!(position.hidden.iter().all(|hidden| hidden.cup.is_empty()));
}

fn cup(hidden: [&str; 2]) -> State {
    let mut field = Battlefield::new("HM1@1512/12");
    for (side, words) in Side::ALL.into_iter().zip(hidden) {
        let markers: Vec<Contingent> = words.split_whitespace().map(one).collect();
        field.state.open.undrawn[side as usize] = markers.len() as u8;
        field.state.hidden[side as usize].cup = markers;
    }
    field.state
}

#[test]
fn r4_0c_q29_a_marker_without_units_is_an_empty_activation() {
    let mut field = Battlefield::new("HM1@x");
    field.state.open.undrawn = [1, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.open.eliminated = [13, 0];
    let played = field.dice("marker 0").run(vec![Frame::NextActivation]);
    let contingent = Contingent::Huns;
    assert_eq!(
        played.events[..2],
        [
            Event::MarkerDrawn { contingent },
            Event::ActivationEmpty { contingent }
        ]
    );
    assert_eq!(played.state.open.activation, 2);
}

#[test]
fn r4_0g_r5_5_the_turn_ends_when_the_cup_is_empty_not_earlier() {
    let mut field = Battlefield::new("HM1@x");
    field.state.open.undrawn = [1, 1];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.hidden[1].cup = vec![Contingent::Alans];
    field.state.open.eliminated = [13, 0];
    let played = field
        .dice("marker 1, marker 0")
        .run(vec![Frame::NextActivation]);
    assert_eq!(drawn(&played), [Contingent::Alans, Contingent::Huns]);
    assert_eq!(played.ended, Ended::Over, "the 13th loss counts at the end");
    let ends = played.events.iter().rev().take(2).collect::<Vec<_>>();
    assert!(matches!(
        ends[..],
        [Event::Decided { .. }, Event::TurnEnded { .. }]
    ));
}

#[test]
fn r4_0a_r5_5_without_a_victor_a_new_turn_opens() {
    let mut field = Battlefield::new(ALL)
        .turn(30)
        .eliminated([12, 12])
        .present(Side::Hun);
    field.state.open.undrawn = [0, 0];
    let played = field.run(vec![Frame::NextActivation]);
    assert_eq!(played.state.open.turn, 31);
    assert_eq!(played.ended, Ended::Stopped);
    let stop = played.position.stop().unwrap();
    assert_eq!(
        stop.asked[0].decision,
        Decision::Markers { side: Side::Hun }
    );
}

#[test]
fn r5_3b_the_queue_comes_before_the_cup() {
    let mut field = Battlefield::new("HM1@x");
    field.state.open.queue = vec![Contingent::Allies];
    field.state.open.undrawn = [1, 0];
    field.state.hidden[0].cup = vec![Contingent::Huns];
    field.state.open.eliminated = [13, 0];
    let played = field.dice("marker 0").run(vec![Frame::NextActivation]);
    let empty = |contingent| Event::ActivationEmpty { contingent };
    assert_eq!(played.events[0], empty(Contingent::Allies));
    assert_eq!(played.events[2], empty(Contingent::Huns));
}

#[test]
fn r4_0e_an_activation_is_move_and_fire_then_shock_then_reform() {
    let frames = sequence::segments();
    assert!(matches!(
        frames[..],
        [
            Frame::Move(_),
            Frame::Shock(_),
            Frame::ReformSegment,
            Frame::LastMoment,
            Frame::EndActivation
        ]
    ));
}

/// Names initiative markers with the loser's marker acting second, as far as a turn allows.
fn with_second(turn: u16, second_t1: &str, dice: &str) -> Played {
    let mut field = both()
        .option("opt_second_chit=on")
        .option(second_t1)
        .turn(turn)
        .line(Side::Hun, "INITIATIVE HUNS")
        .line(Side::Roman, "INITIATIVE VISIGOTHS")
        .dice(dice);
    field.state.open.activation = 0;
    field.run(START.to_vec())
}

#[test]
fn r5_3e_the_losers_marker_acts_second_and_eight_are_drawn() {
    use Contingent::{Huns, Visigoths};
    let lost = with_second(2, "second_t1=yes", "initiative hun 4, initiative roman 6");
    assert_eq!(lost.state.open.queue, [Visigoths, Huns]);
    assert_eq!(lost.state.open.undrawn, [4, 4]);
    assert_eq!(
        lost.state.hidden[0].cup.len() + lost.state.hidden[1].cup.len(),
        8
    );
    let won = with_second(2, "second_t1=no", "initiative hun 6, initiative roman 6");
    assert_eq!(won.state.open.queue, [Huns, Visigoths]);
    let tied = with_second(2, "second_t1=yes", "initiative hun 4, initiative roman 5");
    assert!(tied.state.open.queue.is_empty(), "no automatic second");
    assert_eq!(tied.state.open.undrawn, [5, 5]);
}

#[test]
fn q35_on_turn_1_the_romans_marker_acts_second_if_that_is_agreed() {
    use Contingent::{Huns, Visigoths};
    let yes = with_second(1, "second_t1=yes", "");
    assert_eq!(yes.state.open.queue, [Huns, Visigoths]);
    assert_eq!(yes.state.open.undrawn, [4, 4]);
    let no = with_second(1, "second_t1=no", "");
    assert_eq!(no.state.open.queue, [Huns]);
    assert_eq!(no.state.open.undrawn, [4, 5]);
}
