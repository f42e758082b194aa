//! 5.4, R16: whether the moves of a set leave room where they end, foreseen when the set is filed.

use std::collections::BTreeMap;

use crate::engine::Verdict;
use crate::geometry::Hex;
use crate::orders::Illegal;

use super::decision::Decision;
use super::judge::rank;
use super::options::{AdvanceAfterFire, MoveEndOrder};
use super::order::{Order, Task, Way};
use super::phases::ending;
use super::state::{Plot, View};
use super::terms::{Side, UnitId};
use super::{Field, bars, print, stacking};

/// As many Roman SD make a Square, which has room where four units have none (L1.1).
const SQUARE: usize = 4;

/// Tells whether units that come into a hex find room there as things stand.
pub(super) fn takes(field: Field<'_>, hex: Hex, units: &[UnitId]) -> bool {
    stacking::may_join(field, hex, units).is_ok()
}

/// Tells whether the way of a plot ends where the own side has units, whose plots have to be looked at.
pub(super) fn is_crossed(field: Field<'_>, order: &Order) -> bool {
    plotted_end(order)
        .is_some_and(|(unit, hex)| field.stack(hex, field.side(unit)).next().is_some())
}

/// Judges where the moves of a set end when all are carried out: who comes last into a hex without room is
/// refused; where something before the end of movement may make room it is open.
pub(super) fn judge(
    (before, end, plots): (&View, Field<'_>, &[Vec<Plot>; 2]),
    decision: &Decision,
    orders: &[Order],
    verdicts: &mut [Verdict],
) {
    let side = decision.side(|unit| end.game.side_of(unit));
    let mut seen = squares(orders, verdicts);
    let last_first = orders.iter().zip(verdicts).rev();
    let last_first = last_first.filter(|(_, verdict)| !verdict.is_illegal());
    if matches!(decision, Decision::Plot { .. }) {
        let ends = plotted_ends(end, side, &plots[side.index()]);
        for (order, verdict) in last_first {
            if let Some((unit, hex)) = plotted_end(order)
                && !seen.contains(&hex)
                && let Some(crowd) = crowd_of_plots(end, side, &ends[&hex])
            {
                seen.push(hex);
                *verdict = open(&too_full(end, hex, unit, crowd));
            }
        }
    } else if rank(decision) <= rank(&Decision::Move { side }) {
        for (order, verdict) in last_first {
            for (unit, hex) in arrivals(end, order) {
                if !seen.contains(&hex) && ending::is_crowded(end, side, hex) {
                    seen.push(hex);
                    *verdict = crowded((before, end), decision, order, (unit, hex));
                }
            }
        }
    }
}

/// Returns the hexes in which a set forms Squares, which have room for four (L1.1).
fn squares(orders: &[Order], verdicts: &[Verdict]) -> Vec<Hex> {
    let good = orders.iter().zip(verdicts);
    let good = good.filter(|(_, verdict)| !verdict.is_illegal());
    let squares = good.filter_map(|(order, _)| match order {
        Order::SquareForm { hex } => Some(*hex),
        _ => None,
    });
    squares.collect()
}

/// Returns the units that a move has brought where they stand, Leaders left out.
fn arrivals(end: Field<'_>, order: &Order) -> Vec<(UnitId, Hex)> {
    let Order::Move { units, .. } = order else {
        return Vec::new();
    };
    let units = units.iter().filter(|&&unit| !end.is_leader(unit));
    let stand = units.filter_map(|&unit| Some((unit, end.open.hex(unit)?)));
    stand
        .filter(|arrival| end.open.trail.contains(arrival))
        .collect()
}

/// 5.4: words why a unit that comes last finds no room.
fn too_full(end: Field<'_>, hex: Hex, unit: UnitId, crowd: stacking::Crowd) -> Illegal {
    let illegal = crowd.illegal(end.game, hex);
    let others = end.open.stack(hex).filter(|&other| other != unit);
    let because = format!(
        "{} at the end of movement, and {} comes last, after {}",
        illegal.because,
        end.game.id(unit),
        bars::names(end, others)
    );
    Illegal { because, ..illegal }
}

fn open(illegal: &Illegal) -> Verdict {
    Verdict::Open(format!("{} ({})", illegal.because, illegal.rule))
}

/// Judges a move by which a hex becomes too full.
fn crowded(
    (before, end): (&View, Field<'_>),
    decision: &Decision,
    order: &Order,
    (unit, hex): (UnitId, Hex),
) -> Verdict {
    let side = end.side(unit);
    let Err(crowd) = stacking::check(end, side, end.stack(hex, side)) else {
        return Verdict::Legal;
    };
    let illegal = too_full(end, hex, unit, crowd);
    if may_clear((before, end), decision, order, (side, hex)) {
        return open(&illegal);
    }
    Verdict::Illegal(Illegal {
        instead: shorter(end, order, unit),
        ..illegal
    })
}

/// Tells whether something else than orders may make room in a hex before the end of movement.
fn may_clear(
    (before, end): (&View, Field<'_>),
    decision: &Decision,
    order: &Order,
    (side, hex): (Side, Hex),
) -> bool {
    let options = &end.game.options;
    // R15: defensive fire may come first; a standing line may form a Square.
    if options.move_end_order == MoveEndOrder::AfterFire
        || options.square.is_on() && ending::may_form(end, side, hex).is_ok()
    {
        return true;
    }
    if rank(decision) == rank(&Decision::Move { side }) {
        return false;
    }
    let stops_early = match order {
        Order::Move { way, .. } => match way {
            Way::Via(path) => path.last() != Some(&hex),
            Way::To(goal) => *goal != hex,
        },
        _ => false,
    };
    let runs = |unit: UnitId| before.open.piece(unit).panicked;
    let advances = options.advance_after_fire == AdvanceAfterFire::Adjacent;
    stops_early || advances || end.stack(hex, side).any(runs)
}

/// Returns the move up to the last hex of its way with room, as a line.
fn shorter(end: Field<'_>, order: &Order, unit: UnitId) -> Option<String> {
    let Order::Move { units, facing, .. } = order else {
        return None;
    };
    let trail = end.open.trail.iter();
    let way: Vec<Hex> = trail
        .filter(|(own, _)| *own == unit)
        .map(|(_, hex)| *hex)
        .collect();
    let (_, way) = way.split_last()?;
    let has_room = |&hex: &Hex| takes(end, hex, units);
    let last = way.iter().rposition(has_room).filter(|&last| last > 0)?;
    let order = Order::Move {
        units: units.clone(),
        way: Way::Via(way[1..=last].to_vec()),
        facing: *facing,
    };
    Some(print::order(end.game, &order))
}

/// Returns where the way of a plot ends on the map.
fn plotted_end(order: &Order) -> Option<(UnitId, Hex)> {
    match order {
        Order::Plot {
            unit,
            task: Task::Move {
                path, off: None, ..
            },
        } => Some((*unit, *path.last()?)),
        _ => None,
    }
}

/// Returns who would stand where if every plot were carried out and nobody fell.
fn plotted_ends(field: Field<'_>, side: Side, plots: &[Plot]) -> BTreeMap<Hex, Vec<UnitId>> {
    let mut ends: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (unit, hex) in field.army(side) {
        let plot = plots.iter().rev().find(|plot| plot.unit == unit);
        let end = match plot.map(|plot| &plot.task) {
            Some(Task::Move { off: Some(_), .. }) => continue,
            Some(Task::Move { path, .. }) => path.last().copied().unwrap_or(hex),
            _ => hex,
        };
        ends.entry(end).or_default().push(unit);
    }
    ends
}

/// 5.4: tells why units that plots bring together may not stay so; four Roman SD may become a Square.
fn crowd_of_plots(field: Field<'_>, side: Side, units: &[UnitId]) -> Option<stacking::Crowd> {
    let crowd = stacking::check(field, side, units.iter().copied()).err()?;
    let mut fighters = units.iter().filter(|&&unit| !field.is_leader(unit));
    let is_square = field.game.options.square.is_on()
        && fighters.clone().count() == SQUARE
        && fighters.all(|&unit| field.is_roman_sd(unit));
    (!is_square).then_some(crowd)
}
