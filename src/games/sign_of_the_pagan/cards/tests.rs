//! Tests of 11.0 to 11.3 by the rows of the checklist, each window and each effect.

use super::super::data::{Contingent, Side};
use super::super::decision::Frame;
use super::super::event::Event;
use super::super::rules;
use super::super::state::Attila;
use super::super::testing::{Battlefield, Played};
use super::super::{movement, sequence, shock};
use crate::engine::{Dice, DrawDice, Position, Rules, Scope, Thrown, Viewer, read_line};
use crate::ledger::hash::Hash;

mod aimed;
mod effects;
mod shipped;
mod windows;

fn segment_of_moves() -> Vec<Frame> {
    vec![Frame::Move(movement::Step::Segment)]
}

fn segment_of_shock() -> Vec<Frame> {
    vec![Frame::Shock(shock::Step::Segment)]
}

/// A whole activation.
fn activation(contingent: Contingent) -> Vec<Frame> {
    vec![Frame::Activate { contingent }]
}

fn played(played: &Played) -> Vec<String> {
    let deck = played.game.deck.as_ref().unwrap();
    let cards = played.events.iter().filter_map(|event| match event {
        Event::CardPlayed { card, .. } => Some(deck.card(*card).id.clone()),
        _ => None,
    });
    cards.collect()
}

fn refusal(field: &Battlefield, side: Side, line: &str) -> Option<&'static str> {
    let refused = read_line(&field.game, &field.view(side), line).err()?;
    refused.rule.map(|rule| rule.number)
}

const UNITS: &str = "HL01@1412/12 RH1@1312/6 RM1@1311/6 VM1@0912/6";

#[test]
fn r11_0_a_blank_card_is_not_played() {
    let field = Battlefield::new(UNITS).hands("H1 H5", "R1");
    assert_eq!(refusal(&field, Side::Hun, "CARD H5 WHEN NOW"), Some("11.0"));
    let without = Battlefield::new(UNITS);
    assert_eq!(
        refusal(&without, Side::Hun, "CARD H1 WHEN NOW"),
        Some("11.0")
    );
}

#[test]
fn r11_1a_four_of_eight_cards_are_dealt_and_nobody_sees_the_others() {
    let field = Battlefield::new(UNITS).hands("", "");
    let game = field.game.clone();
    let mut position = Position::from_parts(&game, field.state, super::dealing(&game));
    // The frames are carried out from the last on.
    let mut dice = DrawDice::new(Hash::sha256(b"public")).opening(|scope| match scope {
        Scope::Seat(seat, "hand") => Some(Hash::sha256(&[seat.0])),
        _ => None,
    });
    let run = position.run(&game, &mut dice);
    assert_eq!(dice.into_made().len(), 8);
    let state = position.state();
    assert_eq!(state.open.in_hand, [4, 4]);
    for side in Side::ALL {
        let hand = state.hidden[side as usize].hand.clone().unwrap();
        assert_eq!(hand.len(), 4);
        assert!(hand.windows(2).all(|two| two[0] < two[1]), "each once");
        let deck = game.deck.as_ref().unwrap();
        assert!(hand.iter().all(|&card| deck.card(card).side == side));
    }
    let cited: Vec<_> = run.events.iter().flat_map(Event::cites).collect();
    assert!(cited.contains(&rules::R11_1) && cited.contains(&rules::R2_4));
}

/// Dice of which the host knows nothing.
struct Closed;

impl Dice for Closed {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn std::fmt::Display,
        _: crate::ledger::dice::Spec,
        _: &mut Vec<u32>,
    ) -> Result<Thrown, crate::engine::NoDice> {
        Ok(Thrown::Unknown)
    }
}

#[test]
fn r11_1a_a_hand_that_the_host_does_not_know_is_counted_only() {
    let field = Battlefield::new(UNITS).hands("", "");
    let game = field.game.clone();
    let mut position = Position::from_parts(&game, field.state, super::dealing(&game));
    position.run(&game, &mut Closed);
    let state = position.state();
    assert_eq!(state.open.in_hand, [4, 4]);
    assert_eq!(state.hidden[0].hand, None);
    let deck = game.deck.as_ref().unwrap();
    let holds = |id: &str, side: Side| {
        let card = deck.find(id).unwrap();
        super::may_hold(&game, &state.open, None, side, card)
    };
    assert!(holds("H1", Side::Hun) && holds("R1", Side::Roman));
    assert!(!holds("R1", Side::Hun));
}

#[test]
fn r11_2a_a_player_has_one_card_in_a_window() {
    let field = Battlefield::new(UNITS)
        .card("H2", "act-start", "{}", r#"{ kind = "mp", value = 1 }"#)
        .hands("H1 H2", "")
        .line(Side::Hun, "CARD H1 WHEN ACT HUNS")
        .line(Side::Hun, "CARD H2 WHEN ACT HUNS");
    let first = field.run(activation(Contingent::Huns));
    assert_eq!(played(&first), ["H1"]);
    assert_eq!(first.refused(), ["CARD H2 WHEN ACT HUNS | - | 11.2"]);
    assert_eq!(first.state.hidden[0].hand.as_ref().unwrap().len(), 1);
    assert_eq!(first.state.open.in_hand, [1, 0]);
}

#[test]
fn q47_the_inactive_player_comes_first_and_the_other_is_tested_again() {
    let field = Battlefield::new(UNITS)
        .card("R1", "act-start", "{}", r#"{ kind = "cancel_activation" }"#)
        .hands("H1", "R1")
        .line(Side::Hun, "CARD H1 WHEN ACT HUNS")
        .line(Side::Roman, "CARD R1 WHEN ACT HUNS");
    let both = field.run(activation(Contingent::Huns));
    assert_eq!(played(&both), ["R1", "H1"]);
    assert!(both.happened(|event| matches!(event, Event::ActivationEnded { .. })));
}

#[test]
fn q47_two_cards_never_change_one_die() {
    let drm = r#"{ kind = "fire_drm", value = 1, until = "roll" }"#;
    let less = r#"{ kind = "fire_drm", value = -2, until = "roll" }"#;
    let field = Battlefield::new("HM1@1412/12 RM1@1312/6")
        .card("H1", "fire-declared", "{}", drm)
        .card("R1", "fire-declared", "{}", less)
        .hands("H1", "R1")
        .active(Contingent::Huns)
        .line(Side::Hun, "CARD H1 WHEN FIRE HM1")
        .line(Side::Roman, "CARD R1 WHEN FIRE RM1")
        .line(Side::Hun, "FIRE HM1 RM1")
        .dice("fire HM1 6");
    let shot = field.run(segment_of_moves());
    assert_eq!(shot.net(), "4 NE");
    assert_eq!(played(&shot), ["R1"]);
    assert_eq!(shot.refused(), ["CARD H1 WHEN FIRE HM1 | - | Q47"]);
    assert_eq!(shot.state.open.in_hand, [1, 0], "the second stays in hand");
    assert!(shot.state.open.in_force.is_empty(), "it was for one die");
}

#[test]
fn r11_2b_a_card_waits_until_the_unit_has_entered_the_hex() {
    let field = Battlefield::new("HM1@1412/12 RM1@1212/6 RB1@1211/6")
        .hands("", "R1")
        .active(Contingent::Romans)
        .line(Side::Roman, "CARD R1 WHEN ENTERS 1312 TARGET RM1 RB1")
        .line(Side::Roman, "MOVE RM1 1312")
        .line(Side::Hun, "REACT HM1 FIRE")
        .dice("react HM1 7");
    let moved = field.run(segment_of_moves());
    let at = |like: fn(&Event) -> bool| moved.events.iter().position(like).unwrap();
    let entered = at(|event| matches!(event, Event::Stepped { .. }));
    let card = at(|event| matches!(event, Event::CardPlayed { .. }));
    let shot = at(|event| matches!(event, Event::Rolled { .. }));
    assert!(entered < card && card < shot, "{:?}", moved.events);
    assert_eq!(moved.net(), "5 disorder", "the wall takes 2 off the shot");
}

#[test]
fn r11_2c_a_played_card_is_gone() {
    let field = Battlefield::new(UNITS)
        .hands("H1", "")
        .line(Side::Hun, "CARD H1 WHEN ACT HUNS");
    let once = field.run(activation(Contingent::Huns));
    assert_eq!(played(&once), ["H1"]);
    assert_eq!(once.state.hidden[0].hand, Some(Vec::new()));
    let view = once
        .game
        .view(&once.state, Viewer::Seat(crate::engine::Seat(0)));
    let again = read_line(&once.game, &view, "CARD H1 WHEN ACT HUNS").unwrap_err();
    assert_eq!(again.rule, Some(rules::R11_2));
    let mut position = once.position;
    position.push(Frame::Activate {
        contingent: Contingent::Huns,
    });
    let run = position.run(&once.game, &mut crate::engine::DryDice);
    let is_card = |event: &Event| matches!(event, Event::CardPlayed { .. });
    assert!(
        !run.events.iter().any(is_card),
        "the line has done its work"
    );
}

#[test]
fn r11_2_a_line_is_refused_with_what_its_card_waits_for() {
    let field = Battlefield::new(UNITS).hands("H1", "R2");
    assert_eq!(refusal(&field, Side::Hun, "CARD H2 WHEN NOW"), Some("11.2"));
    assert_eq!(refusal(&field, Side::Hun, "CARD R2 WHEN NOW"), Some("11.2"));
    assert_eq!(
        refusal(&field, Side::Hun, "CARD H1 WHEN ALANS"),
        Some("11.2")
    );
    assert_eq!(refusal(&field, Side::Hun, "CARD H1 WHEN ACT HUNS"), None);
}

#[test]
fn r11_3_the_other_side_counts_cards_and_sees_none() {
    let field = Battlefield::new(UNITS).hands("H1 H3", "R1");
    let roman = field.view(Side::Roman);
    assert_eq!(roman.open.in_hand, [2, 1]);
    assert!(roman.hidden[0].is_none());
    let dealt = Event::Dealt {
        side: Side::Hun,
        count: 2,
        cards: field.state.hidden[0].hand.clone(),
    };
    let seen = field
        .game
        .witness(&field.state, &dealt, Viewer::Seat(crate::engine::Seat(1)));
    let Some(Event::Dealt { cards, count, .. }) = seen else {
        panic!("the deal is noticed");
    };
    assert_eq!((cards, count), (None, 2));
}

#[test]
fn r11_2_a_cancelled_line_waits_no_more_and_a_later_one_does() {
    let lines = |lines: &[&str]| {
        let field = Battlefield::new(UNITS).hands("H1", "");
        let file = |field: Battlefield, line: &&str| field.line(Side::Hun, line);
        let field = lines.iter().fold(field, file);
        played(&field.run(activation(Contingent::Huns))).len()
    };
    assert_eq!(lines(&["CARD H1 WHEN NOW", "CARD CANCEL H1"]), 0);
    let again = [
        "CARD H1 WHEN NOW",
        "CARD CANCEL H1",
        "CARD H1 WHEN ACT HUNS",
    ];
    assert_eq!(lines(&again), 1);
}

#[test]
fn r11_2_a_window_without_a_card_leaves_no_trace() {
    let run = |hun: &str, line: &str| {
        let field = Battlefield::new("HM1@1412/12 RM1@1212/6 VM1@0912/6")
            .hands(hun, "R5")
            .active(Contingent::Romans)
            .line(Side::Roman, "MOVE RM1 1312")
            .line(Side::Hun, line)
            .dice("react HM1 3");
        field.run(sequence::segments())
    };
    let waits = run("H1 H2", "CARD H1 WHEN ACT HUNS");
    let nothing = run("H5 H6", "REACT HM1 FIRE");
    assert_eq!(waits.events, nothing.events);
}

#[test]
fn card_timing_ask_both_asks_both_whatever_they_hold() {
    let field = Battlefield::new(UNITS)
        .option("card_timing=ask_both")
        .hands("H5", "R5")
        .present(Side::Hun)
        .present(Side::Roman);
    let asked = field.run(activation(Contingent::Huns));
    let stop = asked.position.stop().unwrap();
    let seats: Vec<u8> = stop.asked.iter().map(|asked| asked.seat.0).collect();
    assert_eq!(seats, [1, 0], "the inactive player stands first");
    let answered = Battlefield::new(UNITS)
        .option("card_timing=ask_both")
        .hands("H1", "R5")
        .line(Side::Hun, "CARD NONE")
        .line(Side::Hun, "CARD H1 WHEN ACT HUNS")
        .run(activation(Contingent::Huns));
    assert!(played(&answered).is_empty(), "no card is the answer");
}

#[test]
fn what_is_invented_can_be_played() {
    let field = Battlefield::new("HM1@1412/12 RM1@0911/6 RB1@0912/6 RB2@0913/6 VM1@1712/6")
        .hands("H1", "R1")
        .active(Contingent::Huns);
    let moment = super::Moment::ActStart {
        contingent: Contingent::Huns,
    };
    for side in Side::ALL {
        let view = field.view(side);
        let asked = (side, &moment, &[][..]);
        let orders = super::options(field.battle(), &view, asked);
        assert!(!orders.is_empty());
        for order in &orders {
            let printed = field.game.print(order);
            let read = read_line(&field.game, &view, &printed).unwrap();
            assert_eq!(read[0].order, *order, "{printed}");
            let fit = super::answer(field.battle(), &view, asked, order);
            assert!(matches!(fit, crate::engine::Fit::Takes(..)), "{printed}");
        }
        let ahead = super::ahead(&field.game, &view, side);
        assert_eq!(ahead.len(), 1);
    }
    assert_eq!(field.state.open.attila, Attila::Absent);
}
