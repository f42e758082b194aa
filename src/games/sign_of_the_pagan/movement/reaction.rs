//! 8.2.2: reaction fire (D9).

use crate::engine::{Asked, Fit, Mode, Next, Pause, Pick, Turn};
use crate::geometry::Hex;

use super::super::data::UnitId;
use super::super::decision::{Decision, Frame};
use super::super::event::Event;
use super::super::order::{Order, Point, Who};
use super::super::state::Attila;
use super::super::{Battle, Game, seat};
use super::missile::{self, Shot};
use super::{Step, rank};

/// Returns the enemy archers in whose front a unit of that place stands, in the order of hexes.
fn archers_facing(battle: Battle<'_>, unit: UnitId, hex: Hex) -> Vec<UnitId> {
    let mut archers: Vec<UnitId> = battle
        .enemies_next_to(hex, battle.side(unit))
        .filter(|&enemy| battle.unit(enemy).bow.is_some() && battle.is_in_front(enemy, hex))
        .collect();
    archers.sort_unstable_by_key(|&archer| battle.hex(archer));
    archers
}

/// Counts the archers that may fire at a unit that enters a hex; it is then Engaged with none.
pub(super) fn threats(battle: Battle<'_>, unit: UnitId, hex: Hex) -> usize {
    battle
        .enemies_next_to(hex, battle.side(unit))
        .filter(|&enemy| battle.unit(enemy).bow.is_some() && battle.is_in_front(enemy, hex))
        .filter(|&enemy| battle.open.engaged_with(enemy).all(|by| by == unit))
        .count()
}

/// 8.2.2: a unit has entered a hex: archers note it, and those that are free may fire.
///
/// Engaged archers do not fire, but the entry counts for their later shots (Q9).
pub(super) fn enter_fronts(turn: &mut Turn<'_, Game>, game: &Game, unit: UnitId) -> Vec<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let Some(hex) = battle.hex(unit) else {
        return Vec::new();
    };
    let mut archers = archers_facing(battle, unit, hex);
    for &archer in &archers {
        turn.emit(Event::EnteredFront { archer, unit });
    }
    archers.retain(|&archer| !turn.state().open.is_engaged(archer));
    if archers.is_empty() {
        return Vec::new();
    }
    let target = unit;
    vec![Frame::Move(Step::React { target, archers })]
}

/// D9: every archer's owner says whether it fires; then the shots fall in the order of hexes.
///
/// An archer that cannot harm the target fires only if a line says so; nobody is asked by mail.
///
/// # Errors
/// [`Pause::Wait`] if the owner has to be asked.
pub(super) fn react(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    target: UnitId,
    archers: &[UnitId],
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(target) {
        return Ok(Next::done());
    }
    let asked = archers.iter().map(|&archer| Asked {
        seat: seat(battle.side(archer)),
        mode: if can_harm(battle, archer, target) {
            Mode::One
        } else {
            Mode::Quiet
        },
        decision: Decision::React { archer, target },
    });
    let asked = asked.collect();
    let given = turn.ask_all(asked)?;
    let fires = |given: Option<crate::engine::Given<Order>>| {
        matches!(
            given.map(|given| given.order),
            Some(Order::React { fire: true, .. })
        )
    };
    let shots = archers
        .iter()
        .zip(given)
        .filter_map(|(&archer, given)| fires(given).then_some(archer))
        .map(|archer| {
            Frame::Move(Step::Shot {
                archer,
                target,
                shot: Shot::Reaction,
            })
        });
    Ok(Next::Go(shots.collect()))
}

/// Returns what modifies the archer's die, Attila's shift apart.
fn modifier(battle: Battle<'_>, archer: UnitId, target: UnitId) -> i8 {
    missile::modifiers(battle, archer, target, Shot::Reaction)
        .iter()
        .map(|modifier| modifier.value)
        .sum()
}

/// D9: tells whether the best die disorders the target.
fn can_harm(battle: Battle<'_>, archer: UnitId, target: UnitId) -> bool {
    let shift = i8::from(battle.open.attila == Attila::With(archer));
    missile::can_disorder(battle, target, modifier(battle, archer, target) + shift)
}

fn order(archer: UnitId, fire: bool) -> Order {
    Order::React {
        who: Who::Unit(archer),
        fire,
        at: Vec::new(),
        net: None,
        max_entry: None,
    }
}

/// Lists both answers.
pub(super) fn options(archer: UnitId) -> Vec<Order> {
    [true, false].map(|fire| order(archer, fire)).to_vec()
}

/// Fires three times out of four.
pub(super) fn sample(archer: UnitId, pick: &mut dyn Pick) -> Order {
    order(archer, pick.pick(4) > 0)
}

/// D9: the default: fire if the best die disorders the target.
pub(super) fn default(battle: Battle<'_>, archer: UnitId, target: UnitId) -> Order {
    order(archer, can_harm(battle, archer, target))
}

/// D9: a REACT line for the archer.
///
/// The conditions of a FIRE line say when it fires: otherwise the archer holds. Those of a HOLD
/// line say when it holds: otherwise the line says nothing.
pub(super) fn answer(
    battle: Battle<'_>,
    archer: UnitId,
    target: UnitId,
    line: &Order,
) -> Fit<Order> {
    match line {
        Order::React {
            who,
            fire,
            at,
            net,
            max_entry,
        } => {
            let Some(rank) = rank(battle, who, archer) else {
                return Fit::Other;
            };
            let applies = (at.is_empty() || at.contains(&battle.kind(target)))
                && net.is_none_or(|least| modifier(battle, archer, target) >= least)
                && max_entry.is_none_or(|most| battle.piece(archer).entries <= most);
            match (fire, applies) {
                (true, _) => Fit::Takes(rank, order(archer, applies)),
                (false, true) => Fit::Takes(rank, order(archer, false)),
                (false, false) => Fit::Other,
            }
        }
        Order::Ask {
            point: Point::D9,
            who,
        } => match rank(battle, who, archer) {
            Some(rank) => Fit::Asks(rank),
            None => Fit::Other,
        },
        Order::Default { point: Point::D9 } => {
            Fit::Takes(crate::engine::Rank::All, default(battle, archer, target))
        }
        _ => Fit::Other,
    }
}
