//! Judging a filed set of orders: it is played forward as if no die and no enemy choice intervened.
//!
//! The chapters judge; here a set is parted by the segments in which its lines will come up.

use crate::engine::{Fit, Rules, Verdict};
use crate::orders::Illegal;

use super::data::{Contingent, UnitId};
use super::decision::Decision;
use super::order::Order;
use super::setup::Camp;
use super::state::View;
use super::{Battle, Game, markers, movement, reform, rules, setup, shock};

/// Judges a set that answers a decision; a verdict for each order.
pub(super) fn check(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    let battle = Battle::new(game, &view.open);
    match decision {
        Decision::SetUp {
            side,
            placed,
            attila,
        } => setup::check(Camp::new(game, *side, placed, *attila), orders),
        Decision::Markers { .. } | Decision::Initiative { .. } => {
            markers::check(battle, view, decision, orders)
        }
        Decision::MoveFire { contingent } => activation(battle, *contingent, orders),
        Decision::Declare {
            contingent,
            declared,
        } => declaring(battle, *contingent, declared, orders),
        Decision::Reform { contingent, tried } => reforming(battle, *contingent, tried, orders),
        _ => orders
            .iter()
            .map(|order| answering(game, view, decision, order))
            .collect(),
    }
}

/// The segment of an activation in which an order comes up (4.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    MoveFire,
    Shock,
    Reform,
}

impl Segment {
    fn of(order: &Order) -> Option<Self> {
        match order {
            Order::Move { .. }
            | Order::Fire { .. }
            | Order::Face { .. }
            | Order::AttilaMove { .. } => Some(Self::MoveFire),
            Order::Shock { .. }
            | Order::ShockAsk
            | Order::ShockNone
            | Order::Advance { .. }
            | Order::AdvanceNone
            | Order::Continue { .. } => Some(Self::Shock),
            Order::Reform { .. } | Order::ReformAll { .. } | Order::ReformNone => {
                Some(Self::Reform)
            }
            Order::SetUp { .. }
            | Order::SetUpAttila { .. }
            | Order::Markers { .. }
            | Order::MarkersDefault { .. }
            | Order::Initiative { .. }
            | Order::Flee { .. }
            | Order::AttilaRejoin { .. }
            | Order::AttilaAdjust { .. }
            | Order::React { .. }
            | Order::Evade { .. }
            | Order::Stand { .. }
            | Order::Loss { .. }
            | Order::Counter { .. }
            | Order::Ask { .. }
            | Order::Default { .. } => None,
        }
    }
}

/// 4.0: refuses an order whose phase or segment it is not.
fn out_of_place(because: &str) -> Verdict {
    Verdict::Illegal(Illegal::new(rules::R4_0, because))
}

fn not_now(order: &Order) -> Verdict {
    out_of_place(match Segment::of(order) {
        None => "wrong phase: an activation is under way",
        Some(_) => "wrong segment: moves come first, then attacks, then Reform",
    })
}

/// A set for a whole activation: moves, then attacks from where they end, then Reform.
fn activation(battle: Battle<'_>, contingent: Contingent, orders: &[Order]) -> Vec<Verdict> {
    let mut open = battle.open.clone();
    let mut verdicts: Vec<Verdict> = orders.iter().map(not_now).collect();
    for (order, verdict) in orders.iter().zip(&mut verdicts) {
        if Segment::of(order) == Some(Segment::MoveFire) {
            *verdict = movement::judge(battle.game, &mut open, contingent, order);
        }
    }
    let after = Battle::new(battle.game, &open);
    later(battle, after, contingent, orders, &mut verdicts);
    verdicts
}

/// Judges what a set says of the segments after the moves.
fn later(
    before: Battle<'_>,
    after: Battle<'_>,
    contingent: Contingent,
    orders: &[Order],
    verdicts: &mut [Verdict],
) {
    let mut attacks = shock::judge(after, contingent, &of_shock(orders)).into_iter();
    let mut tried = Vec::new();
    for (order, verdict) in orders.iter().zip(verdicts) {
        match Segment::of(order) {
            Some(Segment::Shock) => *verdict = attacks.next().expect(ONE_EACH),
            Some(Segment::Reform) => {
                *verdict = reform::judge(before, after, contingent, &tried, order);
                tried.extend(named(order));
            }
            Some(Segment::MoveFire) | None => {}
        }
    }
}

/// What judging a set of orders promises.
const ONE_EACH: &str = "every order gets a verdict";

fn of_shock(orders: &[Order]) -> Vec<&Order> {
    let is_shock = |order: &&Order| Segment::of(order) == Some(Segment::Shock);
    orders.iter().filter(is_shock).collect()
}

/// A set that declares attacks after the fire, perhaps with lines for Reform.
fn declaring(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[shock::Attack],
    orders: &[Order],
) -> Vec<Verdict> {
    let attacks = shock::judge_declarations(battle, contingent, declared, &of_shock(orders));
    let mut attacks = attacks.into_iter();
    let mut tried = Vec::new();
    let verdicts = orders.iter().map(|order| match Segment::of(order) {
        Some(Segment::Shock) => attacks.next().expect(ONE_EACH),
        Some(Segment::Reform) => {
            let verdict = reform::judge(battle, battle, contingent, &tried, order);
            tried.extend(named(order));
            verdict
        }
        Some(Segment::MoveFire) | None => not_now(order),
    });
    verdicts.collect()
}

fn named(order: &Order) -> Option<UnitId> {
    match order {
        Order::Reform { unit } => Some(*unit),
        _ => None,
    }
}

fn reforming(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    orders: &[Order],
) -> Vec<Verdict> {
    let mut tried = tried.to_vec();
    let verdicts = orders.iter().map(|order| match Segment::of(order) {
        Some(Segment::Reform) => {
            let verdict = reform::judge(battle, battle, contingent, &tried, order);
            tried.extend(named(order));
            verdict
        }
        _ => not_now(order),
    });
    verdicts.collect()
}

/// A line for a single question.
fn answering(game: &Game, view: &View, decision: &Decision, order: &Order) -> Verdict {
    match game.answer(view, decision, order) {
        Fit::Takes(..) | Fit::Asks(_) => Verdict::Legal,
        Fit::Fails(illegal) => Verdict::Illegal(illegal),
        Fit::Other => out_of_place("this does not answer what is asked"),
    }
}
