//! 8.0: what a result does to a hex.

use std::fmt;

use crate::engine::{Mode, Next, Pause, Turn};
use crate::geometry::Hex;
use crate::ledger::dice::Spec;

use super::decision::{Decision, Frame};
use super::event::{Attack, Event, HexResult};
use super::game::seat;
use super::options::{
    ContactNullified, HalfLeaderSteps, HalfRedisrupt, HalfScope, HalfWithLeader, PanicSlope,
    SlopeHalf, SquareNullified, Tempo,
};
use super::order::Order;
use super::terms::{Class, Combat, Elevation, Outcome, Side, UnitId};
use super::{Field, Game, data::KindId};

/// The label of a die: `t3/melee/romans/7`.
pub(super) struct Label<'a> {
    pub(super) turn: u16,
    pub(super) purpose: &'a str,
    pub(super) side: &'a str,
    pub(super) nth: u16,
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            turn,
            purpose,
            side,
            nth,
        } = self;
        write!(f, "t{turn}/{purpose}/{side}/{nth}")
    }
}

/// Rolls the next die of a side: its face, and its number within the Game-Turn.
pub(super) fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    purpose: &str,
    side: Side,
) -> Result<(u8, u16), Pause> {
    roll_next(game, turn, purpose, side, 0)
}

/// Rolls for a side when so many dice before it are rolled but not told yet.
pub(super) fn roll_next(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    purpose: &str,
    side: Side,
    untold: u16,
) -> Result<(u8, u16), Pause> {
    let open = &turn.state().open;
    let nth = open.rolls + 1 + untold;
    let label = Label {
        turn: open.turn,
        purpose,
        side: &game.terms(side).key,
        nth,
    };
    Ok((turn.roll(&label, Spec::D6)? as u8, nth))
}

/// 8.2, 8.24: reads a die for each hex, with 1 more where a disrupted unit stands.
pub(super) fn read(field: Field<'_>, at: &[Hex], column: u8, natural: u8) -> Vec<HexResult> {
    let shaken = |hex: Hex| field.open.stack(hex).any(|unit| field.is_disrupted(unit));
    let result = |&hex: &Hex| {
        let die = natural + u8::from(shaken(hex));
        HexResult {
            hex,
            die,
            result: field.game.results.outcome(column, die),
        }
    };
    at.iter().map(result).collect()
}

/// Rolls for an attack and tells what it came to; nobody is struck yet.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn throw(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attack: Attack,
) -> Result<Attack, Pause> {
    let column = attack.odds.as_ref().and_then(|odds| odds.column);
    let column = column.expect("only attacks with odds are thrown");
    let (natural, nth) = roll(game, turn, attack.combat.purpose(), attack.side)?;
    let field = Field::new(game, &turn.state().open);
    let results = read(field, &attack.at, column, natural);
    let attack = Attack {
        natural: Some(natural),
        nth,
        results,
        ..attack
    };
    turn.emit(Event::Attacked {
        attack: attack.clone(),
    });
    Ok(attack)
}

/// Carries results out; returns the steps for hexes that are halved.
pub(super) fn carry_out(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    combat: Combat,
    results: &[HexResult],
) -> Vec<Frame> {
    let mut halved = Vec::new();
    for result in results {
        let field = Field::new(game, &turn.state().open);
        match result.result {
            Outcome::Nothing => {}
            Outcome::Disrupted | Outcome::Eliminated => {
                let struck = strike(field, combat, result.hex, result.result);
                turn.emit(struck);
            }
            Outcome::Half => halved.push(result.hex),
        }
    }
    match game.options.half_scope {
        HalfScope::Attack if halved.len() > 1 => vec![Frame::Halve {
            combat,
            hexes: halved,
        }],
        _ => halved
            .into_iter()
            .map(|hex| Frame::Halve {
                combat,
                hexes: vec![hex],
            })
            .collect(),
    }
}

/// What a hex suffers.
#[derive(Default)]
struct Toll {
    eliminated: Vec<UnitId>,
    disrupted: Vec<UnitId>,
    leaders: Vec<(UnitId, Option<KindId>)>,
    /// Whether a result was kept off by a Leader or a slope.
    nullified: bool,
    /// Units that ignored a disruption because they stand on a slope.
    resisted: Vec<UnitId>,
}

/// 14.31: tells whether a unit ignores a disruption because it stands on a slope.
fn resists(field: Field<'_>, unit: UnitId, hex: Hex) -> bool {
    field.game.options.elevation.is_on()
        && field.elevation(hex) == Elevation::Slope
        && matches!(field.class(unit), Class::A | Class::B)
}

impl Toll {
    /// 8.1, 8.22, 10.0, 13.0: disrupts a unit, or kills it if it was.
    fn disrupt(&mut self, field: Field<'_>, unit: UnitId, hex: Hex) {
        let piece = field.piece(unit);
        let on_slope = resists(field, unit, hex)
            && (!piece.panicked || field.game.options.panic_slope == PanicSlope::Ignores);
        if on_slope || field.is_led(unit, hex) {
            self.nullified = true;
            if on_slope {
                self.resisted.push(unit);
            }
        } else if piece.panicked || piece.disrupted.is_some() {
            self.eliminated.push(unit);
        } else {
            self.disrupted.push(unit);
        }
    }

    /// 8.1, 10.33: what half elimination does to a survivor.
    fn spare(&mut self, field: Field<'_>, unit: UnitId, hex: Hex) {
        let options = &field.game.options;
        if field.is_led(unit, hex) && options.half_with_leader == HalfWithLeader::Sound {
            return;
        }
        if resists(field, unit, hex) && options.slope_half == SlopeHalf::Yes {
            self.resisted.push(unit);
            return;
        }
        if field.is_disrupted(unit) {
            if options.half_redisrupt == HalfRedisrupt::Dies {
                self.eliminated.push(unit);
            }
        } else {
            self.disrupted.push(unit);
        }
    }

    /// 10.3: drops a Leader by so many grades.
    fn reduce(&mut self, field: Field<'_>, leader: UnitId, steps: u8) {
        let grade = field.kind(leader).grade + steps;
        let kind = field.game.kinds.leader(grade);
        self.leaders.push((leader, kind));
        if kind.is_none() {
            self.eliminated.push(leader);
        }
    }

    fn event(self, field: Field<'_>, combat: Combat, hex: Hex, result: Outcome) -> Event {
        let options = &field.game.options;
        let suffers = !self.eliminated.is_empty() || !self.disrupted.is_empty();
        let breaks = options.square_nullified == SquareNullified::Breaks && self.nullified;
        let mut contacts_end: Vec<UnitId> = self
            .eliminated
            .iter()
            .chain(&self.disrupted)
            .copied()
            .collect();
        let all_end = result == Outcome::Half
            || (self.nullified && options.contact_nullified == ContactNullified::Ends);
        if all_end {
            contacts_end = field.open.stack(hex).collect();
        }
        contacts_end.retain(|&unit| field.open.is_tied(unit));
        Event::Struck {
            combat,
            hex,
            result,
            eliminated: self.eliminated,
            disrupted: self.disrupted,
            leaders: self.leaders,
            square_broken: field.square_in(hex).is_some() && (suffers || breaks),
            contacts_end,
            resisted: self.resisted,
        }
    }
}

/// 8.1, 10.3: what disruption or elimination does to a hex.
pub(super) fn strike(field: Field<'_>, combat: Combat, hex: Hex, result: Outcome) -> Event {
    let mut toll = Toll::default();
    for unit in field.open.stack(hex) {
        match (field.is_leader(unit), result) {
            (false, Outcome::Eliminated) => toll.eliminated.push(unit),
            (true, Outcome::Eliminated) if combat == Combat::Melee => {
                toll.leaders.push((unit, None));
                toll.eliminated.push(unit);
            }
            (false, _) => toll.disrupt(field, unit, hex),
            // 10.31: fire never harms a Leader.
            (true, _) if combat == Combat::Melee && result == Outcome::Disrupted => {
                toll.reduce(field, unit, 1);
            }
            (true, _) => {}
        }
    }
    toll.event(field, combat, hex, result)
}

/// 8.1: what half elimination does to a hex when these units die.
fn halve(field: Field<'_>, combat: Combat, hex: Hex, lost: &[UnitId]) -> Event {
    let mut toll = Toll {
        eliminated: field
            .open
            .stack(hex)
            .filter(|unit| lost.contains(unit))
            .collect(),
        ..Toll::default()
    };
    for unit in field.open.stack(hex).filter(|unit| !lost.contains(unit)) {
        if !field.is_leader(unit) {
            toll.spare(field, unit, hex);
        } else if combat == Combat::Melee {
            let steps = match field.game.options.half_leader_steps {
                HalfLeaderSteps::One => 1,
                HalfLeaderSteps::Two => 2,
            };
            toll.reduce(field, unit, steps);
        }
    }
    toll.event(field, combat, hex, Outcome::Half)
}

/// Returns the units that half elimination counts, Leaders left out (8.1).
pub(super) fn counted(field: Field<'_>, hexes: &[Hex]) -> Vec<UnitId> {
    let stacks = hexes.iter().flat_map(|&hex| field.open.stack(hex));
    stacks.filter(|&unit| !field.is_leader(unit)).collect()
}

/// 8.1: lets the owner choose who dies of half elimination, and carries it out.
pub(super) fn halve_step(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    combat: Combat,
    hexes: &[Hex],
) -> Result<Next<Frame>, Pause> {
    let field = Field::new(game, &turn.state().open);
    let units = counted(field, hexes);
    let lost = units.len().div_ceil(2);
    let mut dying = by_default(field, units.clone());
    if lost < units.len() && differ(field, &units) {
        let side = field.side(units[0]);
        let decision = Decision::Halve {
            side,
            hexes: hexes.to_vec(),
            lost: lost as u8,
        };
        let mode = match game.options.tempo {
            Tempo::Turn => Mode::Quiet,
            Tempo::Phase | Tempo::Attack => Mode::One,
        };
        let given = turn.ask(seat(side), mode, decision)?;
        if let Some(given) = given
            && let Order::Half { losses, .. } = &given.order
        {
            let field = Field::new(game, &turn.state().open);
            dying = super::losses::preferred(field, losses, &dying);
        }
    }
    dying.truncate(lost);
    for &hex in hexes {
        let field = Field::new(game, &turn.state().open);
        let event = halve(field, combat, hex, &dying);
        turn.emit(event);
    }
    Ok(Next::done())
}

/// Returns what results come to, each by itself, where the owners of losses say nothing (2.6).
pub(super) fn foreseen(field: Field<'_>, combat: Combat, results: &[HexResult]) -> Vec<Event> {
    let halved: Vec<Hex> = results
        .iter()
        .filter(|own| own.result == Outcome::Half)
        .map(|own| own.hex)
        .collect();
    let groups: Vec<Vec<Hex>> = match field.game.options.half_scope {
        HalfScope::Attack => vec![halved],
        HalfScope::Hex => halved.into_iter().map(|hex| vec![hex]).collect(),
    };
    let mut events = Vec::new();
    for hexes in groups {
        let units = counted(field, &hexes);
        let mut dying = by_default(field, units.clone());
        dying.truncate(units.len().div_ceil(2));
        events.extend(hexes.iter().map(|&hex| halve(field, combat, hex, &dying)));
    }
    let struck = |own: &&HexResult| matches!(own.result, Outcome::Disrupted | Outcome::Eliminated);
    let others = results.iter().filter(struck);
    events.extend(others.map(|own| strike(field, combat, own.hex, own.result)));
    events
}

/// Tells whether it matters which of these units die.
pub(super) fn differ(field: Field<'_>, units: &[UnitId]) -> bool {
    let same = |a: UnitId, b: UnitId| {
        let (one, other) = (field.piece(a), field.piece(b));
        one.kind == other.kind
            && one.disrupted.is_some() == other.disrupted.is_some()
            && one.legion == other.legion
            && one.facing == other.facing
            && one.panicked == other.panicked
            && one.fired == other.fired
    };
    units.iter().any(|&unit| !same(units[0], unit))
}

/// 2.6: the order in which units die by default: disrupted, lowest worth, weakest, highest number.
pub(super) fn by_default(field: Field<'_>, mut units: Vec<UnitId>) -> Vec<UnitId> {
    units.sort_by_cached_key(|&unit| {
        (
            !field.is_disrupted(unit),
            super::points::worth(field, unit),
            super::melee::weakness(field, unit),
            std::cmp::Reverse((number(field.game.id(unit)), unit)),
        )
    });
    units
}

/// Returns the number in a unit's id, 0 where there is none.
fn number(id: &str) -> u16 {
    let stem = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    id[stem.len()..].parse().unwrap_or(0)
}
