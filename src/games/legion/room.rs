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
    let squares = squares(orders, verdicts);
    let last_first = orders.iter().enumerate().rev();
    let last_first = last_first.filter(|(index, _)| !verdicts[*index].is_illegal());
    if matches!(decision, Decision::Plot { .. }) {
        let mut ends = plotted_ends(end, side, &plots[side.index()]);
        ends.retain(|hex, _| !squares.contains(hex));
        let arrivals = last_first.filter_map(|(index, order)| {
            let (unit, hex) = plotted_end(order)?;
            Some((index, vec![unit], hex))
        });
        let late = latecomers(arrivals.collect(), &mut ends, |units, _| {
            crowd_of_plots(end, side, units)
        });
        for late in late {
            verdicts[late.index] = open(&late.too_full(end, &ends[&late.hex]));
        }
    } else if rank(decision) <= rank(&Decision::Move { side }) {
        let arrivals = last_first.flat_map(|(index, order)| arrivals(end, index, order));
        let arrivals: Vec<Arrival> = arrivals
            .filter(|(_, _, hex)| !squares.contains(hex) && ending::is_crowded(end, side, *hex))
            .collect();
        let hexes = arrivals.iter().map(|(_, _, hex)| *hex);
        let mut ends = hexes
            .map(|hex| (hex, end.stack(hex, side).collect()))
            .collect();
        let late = latecomers(arrivals, &mut ends, |units, _| {
            stacking::check(end, side, units.iter().copied()).err()
        });
        for late in late {
            let illegal = late.too_full(end, &ends[&late.hex]);
            let order = &orders[late.index];
            verdicts[late.index] = crowded((before, end), decision, order, (&late, illegal));
        }
    }
}

/// An order by its place in a set, the units that it brings into a hex, and the hex.
type Arrival = (usize, Vec<UnitId>, Hex);

/// An order that brings units into a hex in which they find no room.
struct Late {
    index: usize,
    units: Vec<UnitId>,
    hex: Hex,
    crowd: stacking::Crowd,
}

/// R16: finds those who come too late into their hex, the last first, and takes them out of it; who is left has room.
fn latecomers(
    arrivals: Vec<Arrival>,
    ends: &mut BTreeMap<Hex, Vec<UnitId>>,
    crowd_of: impl Fn(&[UnitId], Hex) -> Option<stacking::Crowd>,
) -> Vec<Late> {
    let mut late = Vec::new();
    for (index, units, hex) in arrivals {
        let Some(stack) = ends.get_mut(&hex) else {
            continue;
        };
        if let Some(crowd) = crowd_of(stack, hex) {
            stack.retain(|unit| !units.contains(unit));
            late.push(Late {
                index,
                units,
                hex,
                crowd,
            });
        }
    }
    late
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

/// Returns the units that a move has brought where they stand, Leaders left out, hex by hex.
fn arrivals(end: Field<'_>, index: usize, order: &Order) -> Vec<Arrival> {
    let Order::Move { units, .. } = order else {
        return Vec::new();
    };
    let units = units.iter().filter(|&&unit| !end.is_leader(unit));
    let stand = units.filter_map(|&unit| Some((unit, end.open.hex(unit)?)));
    let mut come: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (unit, hex) in stand.filter(|arrival| end.open.trail.contains(arrival)) {
        come.entry(hex).or_default().push(unit);
    }
    let come = come.into_iter();
    come.map(|(hex, units)| (index, units, hex)).collect()
}

impl Late {
    /// 5.4: words why units that come last find no room among those who have it.
    fn too_full(&self, end: Field<'_>, others: &[UnitId]) -> Illegal {
        let illegal = self.crowd.illegal(end.game, self.hex);
        let come = match self.units.len() {
            1 => "comes",
            _ => "come",
        };
        let mut because = format!(
            "{} at the end of movement, and {} {come} last",
            illegal.because,
            bars::names(end, self.units.iter().copied()),
        );
        if !others.is_empty() {
            because += &format!(", after {}", bars::names(end, others.iter().copied()));
        }
        Illegal { because, ..illegal }
    }
}

fn open(illegal: &Illegal) -> Verdict {
    Verdict::Open(format!("{} ({})", illegal.because, illegal.rule))
}

/// Judges a move by which a hex becomes too full.
fn crowded(
    (before, end): (&View, Field<'_>),
    decision: &Decision,
    order: &Order,
    (late, illegal): (&Late, Illegal),
) -> Verdict {
    let unit = late.units[0];
    if may_clear((before, end), decision, order, (end.side(unit), late.hex)) {
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
