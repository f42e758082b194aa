//! Why an order does not belong to what is asked: which phase it is for, and what has ended or not begun.

use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::decision::Decision;
use super::order::Order;
use super::{Game, rules};

/// Words the refusal of an order that answers nothing of what is asked.
pub(super) fn missed(game: &Game, decision: &Decision, order: &Order) -> Illegal {
    let (rule, because) = match decision {
        Decision::Legions { .. } | Decision::Deploy { .. } => setting_up(order),
        Decision::Plot { .. } => plotting(order),
        Decision::Fire { .. } | Decision::Move { .. } | Decision::Melee { .. } => {
            in_turn(game, order)
        }
        _ => (rules::R4_1, "this does not answer what is asked"),
    };
    Illegal::new(rule, because)
}

fn setting_up(order: &Order) -> (Rule, &'static str) {
    match order {
        Order::Deploy { .. } => (
            rules::L1_2,
            "units are set up when every legion has its units and its Leader",
        ),
        Order::Legion { .. } => (rules::L1_2, "the legions have been assigned"),
        _ => (rules::R11_1, "the armies are still being set up"),
    }
}

/// 19.0: in simultaneous play all that a unit does is its task.
fn plotting(order: &Order) -> (Rule, &'static str) {
    match order {
        Order::Deploy { .. } | Order::Legion { .. } => OVER,
        Order::Fire { .. } => (
            rules::R19_0,
            "everything is plotted in this match: fire is `PLOT unit OF AT hex`",
        ),
        Order::Melee { .. } => (
            rules::R19_0,
            "everything is plotted in this match: melee is `PLOT unit ML AT hex`",
        ),
        Order::Move { .. } | Order::Exit { .. } | Order::Face { .. } => (
            rules::R19_0,
            "everything is plotted in this match: a move is `PLOT unit MV hexes`",
        ),
        Order::Finish => ALONE,
        _ => UNASKED,
    }
}

/// What is said when the set-up is over.
const OVER: (Rule, &str) = (rules::R11_1, "the set-up is over");

/// What is said to a side that is not alone.
const ALONE: (Rule, &str) = (
    rules::R92,
    "only a side that is alone on the field ends the match, when it is asked",
);

/// What is said to a choice that follows from something else.
const UNASKED: (Rule, &str) = (
    rules::R4_1,
    "this answers a question that comes up when it is needed, not now",
);

/// 4.1: fire comes first in a Player-Turn, then movement, then melee.
fn in_turn(game: &Game, order: &Order) -> (Rule, &'static str) {
    match order {
        Order::Deploy { .. } | Order::Legion { .. } => OVER,
        Order::Plot { .. } => (
            rules::R19_0,
            "nobody plots in this match: it is played by Player-Turns",
        ),
        Order::Fire { .. } => (
            rules::R4_1,
            "fire comes before movement, and the Fire Phase of this Player-Turn is over: PASS or a list \
             without further fire ends it, and it is left out where nobody could fire",
        ),
        Order::Move { .. }
        | Order::Exit { .. }
        | Order::Face { .. }
        | Order::Convert { .. }
        | Order::SquareDissolve { .. } => (
            rules::R4_1,
            "movement comes before melee, and the Movement Phase of this Player-Turn is over",
        ),
        Order::SquareForm { .. } if !game.options.square.is_on() => {
            (rules::L1_1, "Squares are not played in this match")
        }
        Order::SquareForm { .. } => (
            rules::L1_1,
            "Squares are formed at the end of movement, which is over",
        ),
        Order::Advance { .. } => (
            rules::R8_4,
            "an advance follows a melee: it stands behind its MELEE, or is asked after it",
        ),
        Order::Finish => ALONE,
        _ => UNASKED,
    }
}
