//! Judging lines for markers before they count.

use super::super::Battle;
use super::super::data::{Contingent, Side};
use super::super::decision::Decision;
use super::super::order::Order;
use super::super::rules;
use super::super::state::View;
use super::chosen;
use super::five::{USUAL, may_choose, may_name};
use crate::engine::Verdict;
use crate::orders::Illegal;

/// 5.1, 5.2: judges a set of lines: one five, and one initiative marker out of it.
pub(in super::super) fn check(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    let (Decision::Markers { side } | Decision::Initiative { side }) = decision else {
        return Vec::new();
    };
    let mut five: Option<Vec<Contingent>> = match decision {
        Decision::Initiative { .. } => Some(chosen(view, *side).to_vec()),
        _ => orders.iter().find_map(|order| match order {
            Order::Markers { markers } => Some(markers.to_vec()),
            _ => None,
        }),
    };
    let (mut told, mut named) = (false, false);
    let verdicts = orders.iter().map(|order| match order {
        Order::Markers { markers } => {
            let twice = std::mem::replace(&mut told, true);
            judged(if twice {
                let because = "another line of this set has chosen the markers: to choose others \
                               send the whole set again";
                Err(Illegal::new(rules::R5_1, because))
            } else {
                may_choose(battle, *side, *markers)
            })
        }
        Order::Initiative { .. } if std::mem::replace(&mut named, true) => {
            let because = "another line of this set names the initiative marker: to name another \
                           send the whole set again";
            Verdict::Illegal(Illegal::new(rules::R5_2, because))
        }
        Order::Initiative { .. } if *side == Side::Roman && battle.open.turn == 1 => {
            Verdict::Open("on turn 1 the Huns begin without dice (5.3.2)".into())
        }
        Order::Initiative { marker } => match five.as_mut() {
            Some(five) => judged(may_name(five, *marker)),
            None => Verdict::Open(
                "the marker must be among the five that a CAM line of this set chooses".into(),
            ),
        },
        _ => Verdict::Illegal(Illegal::new(
            rules::R4_0,
            "wrong phase: the markers of the turn are being chosen",
        )),
    });
    verdicts.collect()
}

fn judged(allowed: Result<(), Illegal>) -> Verdict {
    match allowed {
        Ok(()) => Verdict::Legal,
        Err(illegal) => Verdict::Illegal(illegal),
    }
}

/// 5.1: says that a set chooses no markers.
pub(in super::super) fn lacks(side: Side, orders: &[Order]) -> Option<Illegal> {
    let chooses = |order: &Order| matches!(order, Order::Markers { .. });
    if orders.iter().any(chooses) {
        return None;
    }
    let usual = USUAL[side as usize].map(|marker| marker.key().to_uppercase());
    let because = "no CAM line chooses the five markers of the turn";
    Some(Illegal::new(rules::R5_1, because).instead(format!("CAM {}", usual.join(" "))))
}
