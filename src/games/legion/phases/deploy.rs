//! Set-up: legions (L1.2), zones, and what is done for those who leave units in reserve (11.1).

use crate::engine::{Fit, Mode, Next, Pause, Pick, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use super::fire::own;
use crate::games::legion::data::scenario::Deploy;
use crate::games::legion::decision::{Decision, Frame};
use crate::games::legion::event::{Event, Placement};
use crate::games::legion::game::{legion, seat};
use crate::games::legion::options::{DeploymentMode, LegionSize};
use crate::games::legion::order::Order;
use crate::games::legion::stacking::{self, Crowd};
use crate::games::legion::state::Place;
use crate::games::legion::terms::{Class, Dir, Legion, Side, UnitId};
use crate::games::legion::{Field, Game, bars, rules};
use crate::wording::counted;

/// How many SD make a legion (L1.2).
const COHORTS: usize = 8;

/// Tells whether a side sets up on a road.
fn on_road(game: &Game, side: Side) -> bool {
    let scenario = game.scenario.as_ref();
    scenario.is_some_and(|own| matches!(own.armies[side.index()].deploy, Deploy::Road { .. }))
}

/// Returns the limit of a hex at set-up (L3.1).
fn limit(game: &Game, side: Side) -> u8 {
    let army = game
        .scenario
        .as_ref()
        .map(|scenario| &scenario.armies[side.index()].deploy);
    match army {
        Some(Deploy::Road { per_hex, .. }) => *per_hex,
        _ => game.terms(side).stacking,
    }
}

/// Why units may not be set up in a hex.
enum NoPlace {
    /// A unit is not the side's, or is set up already.
    Unit(Illegal),
    /// The ground is closed to a unit (R90).
    Ground(UnitId),
    /// The hex lies outside the zone.
    Outside,
    /// That part of the zone has its number.
    Full(u16),
    /// There is no room in the hex.
    Crowd(Crowd),
}

impl NoPlace {
    /// Puts it into words.
    fn illegal(self, field: Field<'_>, side: Side, hex: Hex) -> Illegal {
        let place = field.name(hex);
        let own_rule = field.game.own_rule();
        match self {
            Self::Unit(illegal) => illegal,
            Self::Ground(unit) => {
                let because = format!("{} may not enter {place}", field.game.id(unit));
                Illegal::new(rules::R90, because)
            }
            Self::Outside => Illegal::new(rules::R11_1, format!("{place} is outside your zone")),
            Self::Full(most) => {
                let most = counted(most, "unit stands", "units stand");
                let because = format!("only {most} in that part of your zone");
                Illegal::new(own_rule.unwrap_or(rules::R11_1), because)
            }
            Self::Crowd(crowd) => {
                let illegal = bars::crowd(field, crowd, hex, &[]);
                // L3.1: the road has a limit of its own.
                let limited = matches!(crowd, Crowd::TooMany(_)) && on_road(field.game, side);
                match own_rule.filter(|_| limited) {
                    Some(rule) => Illegal::new(rule, illegal.because),
                    None => illegal,
                }
            }
        }
    }
}

/// 11.1, R90: tells why units may not be set up in a hex beside those that stand there.
fn may_deploy(field: Field<'_>, side: Side, units: &[UnitId], hex: Hex) -> Result<(), NoPlace> {
    let on_road = on_road(field.game, side);
    for &unit in units {
        own(field, side, unit).map_err(NoPlace::Unit)?;
        if field.piece(unit).place != Place::Reserve {
            let because = format!("{} is set up already", field.game.id(unit));
            return Err(NoPlace::Unit(Illegal::new(rules::R11_1, because)));
        }
        if !on_road && !field.game.land.admits(hex, field.class(unit)) {
            return Err(NoPlace::Ground(unit));
        }
    }
    let areas = &field.game.areas[side.index()];
    let Some(area) = areas.iter().find(|area| area.hexes.contains(&hex)) else {
        return Err(NoPlace::Outside);
    };
    if let Some(most) = area.exactly {
        let counts = |unit: UnitId| area.leaders_count || !field.is_leader(unit);
        let there = area.hexes.iter().flat_map(|&hex| field.stack(hex, side));
        let count = there
            .chain(units.iter().copied())
            .filter(|&unit| counts(unit))
            .count();
        if count > usize::from(most) {
            return Err(NoPlace::Full(most));
        }
    }
    let all = field.stack(hex, side).chain(units.iter().copied());
    stacking::check_limit(field, side, all, limit(field.game, side)).map_err(NoPlace::Crowd)
}

/// G2, G3: asks a side for its set-up; what it leaves in reserve is placed for it.
pub(crate) fn phase(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let waits = game
        .of_side(side)
        .any(|unit| field.piece(unit).place == Place::Reserve);
    let first = game
        .scenario
        .as_ref()
        .is_some_and(|own| own.first_deploy == side.index());
    let sealed = first && game.options.deployment_mode == DeploymentMode::Sealed;
    if waits {
        let asked = turn.ask(seat(side), Mode::List, Decision::Deploy { side })?;
        let placements = match asked {
            Some(given) => place(game, &given.order),
            None => fill(Field::new(game, &turn.state().open), side),
        };
        turn.emit(Event::Deployed {
            side,
            placements,
            sealed,
        });
        return Ok(Next::Go(vec![Frame::Deploy { side }]));
    }
    turn.close(seat(side));
    Ok(Next::done())
}

fn place(game: &Game, order: &Order) -> Vec<Placement> {
    let Order::Deploy { units, hex, facing } = order else {
        return Vec::new();
    };
    let faces = game.options.facing.is_on();
    let facing = faces.then_some(facing.unwrap_or_else(|| forward(game, *hex)));
    let placement = |&unit: &UnitId| Placement {
        unit,
        hex: *hex,
        facing: facing.filter(|_| has_facing(game, unit)),
    };
    units.iter().map(placement).collect()
}

fn has_facing(game: &Game, unit: UnitId) -> bool {
    use crate::games::legion::options::FacingLeaders;
    let leader = game.kinds.get(game.unit(unit).kind).is_leader();
    !leader || game.options.facing_leaders == FacingLeaders::Faced
}

/// The direction in which a unit without a facing is set up: towards the middle of the map.
fn forward(game: &Game, hex: Hex) -> Dir {
    let extent = game.land.grid().extent();
    let middle = Hex::new(extent.rows() / 2 + 1, extent.columns() / 2 + 1);
    let near = game.land.around(hex);
    let rank =
        |dir: &Dir| near[dir.index()].map_or(u16::MAX, |next| game.land.distance(next, middle));
    Dir::ALL.into_iter().min_by_key(rank).unwrap_or(Dir::ALL[0])
}

/// Returns the hexes of a side's zone.
fn zone(game: &Game, side: Side) -> Vec<Hex> {
    let areas = game.areas[side.index()].iter();
    areas.flat_map(|area| &area.hexes).copied().collect()
}

/// 2.2: places what is left in reserve: class by class, missiles behind foot and horse so that they
/// fill what these leave, hex by hex.
pub(crate) fn fill(field: Field<'_>, side: Side) -> Vec<Placement> {
    let mut open = field.open.clone();
    let mut placements = Vec::new();
    let mut units: Vec<UnitId> = field
        .game
        .of_side(side)
        .filter(|&unit| field.piece(unit).place == Place::Reserve)
        .collect();
    units.sort_by_key(|&unit| (field.is_leader(unit), field.class(unit), unit));
    let hexes = zone(field.game, side);
    for unit in units {
        let now = Field::new(field.game, &open);
        let fits = |&&hex: &&Hex| may_deploy(now, side, &[unit], hex).is_ok();
        let with_company = |&&hex: &&Hex| !now.open.is_empty(hex);
        let found = hexes
            .iter()
            .find(|hex| with_company(hex) && fits(hex))
            .or_else(|| hexes.iter().find(fits));
        if let Some(&hex) = found {
            open.put(unit, Place::On(hex));
            let order = Order::Deploy {
                units: vec![unit],
                hex,
                facing: None,
            };
            placements.extend(place(field.game, &order));
        }
    }
    placements
}

/// Says whether a line places units, and whether they may stand there.
pub(crate) fn answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Order::Deploy { units, hex, .. } = order else {
        return Fit::Other;
    };
    match may_deploy(field, side, units, *hex) {
        Ok(()) => Fit::Takes(Rank::Named, order.clone()),
        Err(no_place) => Fit::Fails(no_place.illegal(field, side, *hex)),
    }
}

/// Lists every place of the next unit in reserve.
pub(crate) fn options(field: Field<'_>, side: Side) -> Vec<Order> {
    let waits = |unit: &UnitId| field.piece(*unit).place == Place::Reserve;
    let Some(unit) = field.game.of_side(side).find(waits) else {
        return Vec::new();
    };
    let place = |hex| Order::Deploy {
        units: vec![unit],
        hex,
        facing: None,
    };
    places(field, side, unit).into_iter().map(place).collect()
}

/// Lists every hex in which a unit may be set up now.
pub(crate) fn places(field: Field<'_>, side: Side, unit: UnitId) -> Vec<Hex> {
    zone(field.game, side)
        .into_iter()
        .filter(|&hex| may_deploy(field, side, &[unit], hex).is_ok())
        .collect()
}

/// Invents a place that leaves room for all others; `None` leaves the rest to the default.
pub(crate) fn sample(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let mut orders = options(field, side);
    if orders.is_empty() || pick.pick(8) == 0 {
        return None;
    }
    let order = orders.swap_remove(pick.pick(orders.len()));
    let Order::Deploy { units, hex, .. } = &order else {
        return None;
    };
    let mut open = field.open.clone();
    for &unit in units {
        open.put(unit, Place::On(*hex));
    }
    has_room_left(Field::new(field.game, &open), side).then_some(order)
}

/// Tells whether all who wait still find room.
fn has_room_left(field: Field<'_>, side: Side) -> bool {
    if has_ample_room(field, side) {
        return true;
    }
    let waits = |unit: &UnitId| field.piece(*unit).place == Place::Reserve;
    fill(field, side).len() == field.game.of_side(side).filter(waits).count()
}

/// Tells whether there are empty hexes enough for each class by itself: sure, though not the only way.
fn has_ample_room(field: Field<'_>, side: Side) -> bool {
    let game = field.game;
    let areas = &game.areas[side.index()];
    if areas.iter().any(|area| area.exactly.is_some()) {
        return false;
    }
    let mut waiting = [0_usize; Class::ALL.len()];
    for unit in game.of_side(side) {
        if field.piece(unit).place == Place::Reserve {
            waiting[field.class(unit) as usize] += 1;
        }
    }
    let exceptions = game.terms(side).exceptions.iter();
    let most = exceptions.filter_map(|exception| exception.max);
    let limit = most.fold(limit(game, side), u8::min);
    let needed: usize = waiting
        .iter()
        .map(|count| count.div_ceil(usize::from(limit.max(1))))
        .sum();
    let admits_all = |hex: Hex| {
        let mut classes = Class::ALL.iter();
        classes.all(|&class| waiting[class as usize] == 0 || game.land.admits(hex, class))
    };
    let hexes = areas.iter().flat_map(|area| &area.hexes);
    let empty = hexes.filter(|&&hex| field.open.is_empty(hex) && admits_all(hex));
    empty.take(needed).count() == needed
}

/// Tells what a set of placements still lacks.
pub(crate) fn lacks(field: Field<'_>, side: Side, orders: &[Order]) -> Option<Illegal> {
    let placed = orders.iter().map(|order| match order {
        Order::Deploy { units, .. } => units.len(),
        _ => 0,
    });
    let placed: usize = placed.sum();
    let waiting = field
        .game
        .of_side(side)
        .filter(|&unit| field.piece(unit).place == Place::Reserve);
    let left = waiting.count().saturating_sub(placed);
    (left > 0).then(|| {
        let because = match left {
            1 => "1 unit is not placed; send it with ADD, or GO to have it placed".to_owned(),
            _ => format!(
                "{left} units are not placed; send them with ADD, or GO to have them placed"
            ),
        };
        Illegal::new(rules::R11_1, because)
    })
}

/// G1: asks the Roman player for his legions; what he leaves out is assigned in order (L1.2).
pub(crate) fn legions(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
) -> Result<Next<Frame>, Pause> {
    let asked = turn.ask(seat(side), Mode::List, Decision::Legions { side })?;
    let (units, more) = match asked.map(|given| given.order) {
        Some(Order::Legion {
            legion,
            units,
            leader,
        }) => {
            let all = units.into_iter().chain(leader);
            (all.map(|unit| (unit, Some(legion))).collect(), true)
        }
        _ => (in_order(Field::new(game, &turn.state().open), side), false),
    };
    turn.emit(Event::LegionsAssigned { side, units });
    if more {
        return Ok(Next::Go(vec![Frame::Legions { side }]));
    }
    Ok(Next::done())
}

/// L1.2, R48, R49: eights in order, the best Leaders first, spare ones for the whole army.
fn in_order(field: Field<'_>, side: Side) -> Vec<(UnitId, Option<Legion>)> {
    let untagged = |unit: &UnitId| field.piece(*unit).legion.is_none();
    let cohorts: Vec<UnitId> = field
        .game
        .of_side(side)
        .filter(|&unit| field.is_roman_sd(unit))
        .collect();
    let most = cohorts.len().div_ceil(COHORTS).min(Legion::ALL.len());
    let mut sizes = vec![COHORTS; most];
    // R48: what exceeds three full legions is spread evenly.
    let excess = cohorts.len().saturating_sub(COHORTS * most);
    for index in 0..excess {
        sizes[index % most] += 1;
    }
    let held = |legion: Legion| {
        cohorts
            .iter()
            .filter(|&&unit| field.piece(unit).legion == Some(legion))
            .count()
    };
    let mut tags = Vec::new();
    let mut rest = cohorts.iter().copied().filter(untagged);
    for (number, size) in sizes.iter().enumerate() {
        let Some(own) = legion(number) else { break };
        let room = size.saturating_sub(held(own));
        tags.extend(rest.by_ref().take(room).map(|unit| (unit, Some(own))));
    }
    tags.extend(rest.map(|unit| (unit, legion(most.saturating_sub(1)))));
    let mut leaders: Vec<UnitId> = field
        .game
        .of_side(side)
        .filter(|&unit| field.is_leader(unit))
        .collect();
    leaders.sort_by_key(|&unit| (field.kind(unit).grade, unit));
    let mut free = leaders.iter().copied().filter(untagged);
    for number in 0..most {
        let Some(own) = legion(number) else { break };
        let led = leaders
            .iter()
            .any(|&unit| field.piece(unit).legion == Some(own));
        if !led && let Some(leader) = free.next() {
            tags.push((leader, Some(own)));
        }
    }
    tags
}

/// Tells whether a side has legions to assign in this match.
pub(crate) fn has_legions(game: &Game, side: Side) -> bool {
    let state = game.blank();
    let field = Field::new(game, &state.open);
    (game.options.integrity.is_on() || game.options.green.is_on())
        && game.of_side(side).any(|unit| field.is_roman_sd(unit))
}

/// L1.2: tells why a legion cannot be made up so.
fn may_assign(
    field: Field<'_>,
    side: Side,
    own_legion: Legion,
    units: &[UnitId],
    leader: Option<UnitId>,
) -> Result<(), Illegal> {
    let no = |because: String| Err(Illegal::new(rules::L1_2, because));
    for &unit in units {
        own(field, side, unit)?;
        if !field.is_roman_sd(unit) || field.piece(unit).legion.is_some() {
            return no(format!(
                "{} is no Roman SD without a legion",
                field.game.id(unit)
            ));
        }
    }
    if let Some(leader) = leader {
        own(field, side, leader)?;
        let led = field
            .game
            .of_side(side)
            .any(|unit| field.is_leader(unit) && field.piece(unit).legion == Some(own_legion));
        if !field.is_leader(leader) || field.piece(leader).legion.is_some() || led {
            return no(format!(
                "{} cannot lead legion {own_legion}",
                field.game.id(leader)
            ));
        }
    }
    if field.game.options.legion_size == LegionSize::Eight {
        let all = field
            .game
            .of_side(side)
            .filter(|&unit| field.is_roman_sd(unit))
            .count();
        let most = COHORTS + all.saturating_sub(3 * COHORTS).div_ceil(3);
        let held = field.game.of_side(side).filter(|&unit| {
            field.is_roman_sd(unit) && field.piece(unit).legion == Some(own_legion)
        });
        if held.count() + units.len() > most {
            return no(format!("legion {own_legion} has {most} SD at most"));
        }
    }
    Ok(())
}

/// Says whether a line makes up a legion.
pub(crate) fn legion_answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Order::Legion {
        legion,
        units,
        leader,
    } = order
    else {
        return Fit::Other;
    };
    match may_assign(field, side, *legion, units, *leader) {
        Ok(()) => Fit::Takes(Rank::Named, order.clone()),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Lists one order for each legion that can still take a unit.
pub(crate) fn legion_options(field: Field<'_>, side: Side) -> Vec<Order> {
    let free = |&unit: &UnitId| field.is_roman_sd(unit) && field.piece(unit).legion.is_none();
    let Some(unit) = field.game.of_side(side).find(free) else {
        return Vec::new();
    };
    let open = Legion::ALL
        .iter()
        .filter(|&&legion| may_assign(field, side, legion, &[unit], None).is_ok());
    open.map(|&legion| Order::Legion {
        legion,
        units: vec![unit],
        leader: None,
    })
    .collect()
}

/// Invents a legion for one unit, or leaves the rest to the default.
pub(crate) fn legion_sample(field: Field<'_>, side: Side, pick: &mut dyn Pick) -> Option<Order> {
    let mut orders = legion_options(field, side);
    if orders.is_empty() || pick.pick(4) == 0 {
        return None;
    }
    Some(orders.swap_remove(pick.pick(orders.len())))
}

/// Returns what is left of a line of the set-up when one that is added places some of its units, or fills its legion, anew.
pub(crate) fn rest_beside(filed: &Order, added: &Order) -> Option<Order> {
    match (filed, added) {
        (Order::Deploy { units, hex, facing }, Order::Deploy { units: anew, .. }) => {
            let left = units.iter().filter(|unit| !anew.contains(unit));
            let units: Vec<UnitId> = left.copied().collect();
            (!units.is_empty()).then_some(Order::Deploy {
                units,
                hex: *hex,
                facing: *facing,
            })
        }
        (Order::Legion { legion, .. }, Order::Legion { legion: anew, .. }) if legion == anew => {
            None
        }
        _ => Some(filed.clone()),
    }
}
