//! 9.3: Retreat Before Shock.

use crate::engine::{Asked, Given, Mode, Next, Pause, Turn};
use crate::geometry::{Facing, Hex};

use super::super::battle::Battle;
use super::super::cards::{self, Moment, force};
use super::super::data::{Kind, UnitId};
use super::super::decision::{Decision, Frame};
use super::super::die::{self, Throw, Throwing};
use super::super::event::{By, Came, Cause, Event, Purpose};
use super::super::options::{EvadeAway, EvadeEngaged, EvadeMixed, RiverNonmove};
use super::super::order::{Order, Retreat};
use super::super::state::Attila;
use super::super::{Game, movement, results, rules, seat};
use super::{Bar, Bout, Going, Opening, Step, Vacated};

/// Whether a retreat puts the unit's order to the test (9.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Haste {
    /// It gives way to foot: no die.
    None,
    /// It gives way to heavy cavalry: a die.
    Roll,
}

/// 9.3: tells whether a unit may retreat from these attackers, and whether it rolls for it.
pub(super) fn may_retreat(
    battle: Battle<'_>,
    unit: UnitId,
    attackers: &[UnitId],
) -> Result<Haste, Bar> {
    if !battle.kind(unit).is_cavalry() {
        return Err(Bar::OnFoot(unit));
    }
    if !battle.is_good(unit) {
        return Err(Bar::Disordered(unit, rules::R9_6_1));
    }
    if battle.game.options.evade_engaged == EvadeEngaged::No && battle.open.is_engaged(unit) {
        return Err(Bar::Entangled(unit));
    }
    let haste = haste(battle, unit, attackers)?;
    if legal_hexes(battle, unit, attackers).next().is_none() {
        return Err(Bar::NoRetreat(unit));
    }
    Ok(haste)
}

/// 9.3, Q17: before foot all cavalry may give way, before heavy cavalry light cavalry only.
fn haste(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId]) -> Result<Haste, Bar> {
    let count = |wanted: fn(Kind) -> bool| {
        let kinds = attackers.iter().map(|&attacker| battle.kind(attacker));
        kinds.filter(|&kind| wanted(kind)).count()
    };
    let heavy = count(|kind| kind == Kind::HC);
    if count(Kind::is_cavalry) == 0 {
        return Ok(Haste::None);
    }
    if battle.kind(unit) != Kind::LC || heavy == 0 {
        return Err(Bar::Caught(unit, rules::R9_3));
    }
    match battle.game.options.evade_mixed {
        EvadeMixed::No if heavy < attackers.len() => Err(Bar::Caught(unit, rules::Q17)),
        EvadeMixed::No | EvadeMixed::Roll => Ok(Haste::Roll),
    }
}

/// 9.3: tells whether a unit may retreat from these attackers, for those who only weigh it.
pub(in super::super) fn may_give_way(
    battle: Battle<'_>,
    unit: UnitId,
    attackers: &[UnitId],
) -> bool {
    may_retreat(battle, unit, attackers).is_ok()
}

/// 9.3, Q43: returns the hexes that a unit may retreat to: away from its attackers, empty, next to
/// no other enemy; clockwise. A card may lead it on from hex to hex.
pub(super) fn legal_hexes<'a>(
    battle: Battle<'a>,
    unit: UnitId,
    attackers: &'a [UnitId],
) -> impl Iterator<Item = Hex> + 'a {
    let from = battle.hex(unit);
    let steps = force::led_retreat(battle, unit).map_or(1, |led| led.hexes);
    let near = from
        .into_iter()
        .flat_map(move |hex| legal_steps(battle, unit, attackers, hex));
    let far = (steps > 1).then(|| far_hexes(battle, unit, attackers, steps));
    near.chain(far.into_iter().flatten())
}

/// Returns the legal hexes next to a hex.
fn legal_steps<'a>(
    battle: Battle<'a>,
    unit: UnitId,
    attackers: &'a [UnitId],
    from: Hex,
) -> impl Iterator<Item = Hex> + 'a {
    let around = battle.game.ground.grid().neighbours(from);
    around
        .map(|(_, near)| near)
        .filter(move |&hex| is_legal(battle, unit, attackers, hex))
}

/// Returns the legal hexes beyond the adjacent ones that a unit can be led to, each step legal.
fn far_hexes(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId], steps: u8) -> Vec<Hex> {
    let from = battle.hex(unit);
    let mut reached: Vec<Hex> = from.into_iter().collect();
    let mut edge = reached.clone();
    let mut far = Vec::new();
    for step in 0..steps {
        let mut next = Vec::new();
        for &hex in &edge {
            for to in legal_steps(battle, unit, attackers, hex) {
                if !reached.contains(&to) {
                    reached.push(to);
                    next.push(to);
                }
            }
        }
        if step > 0 {
            far.extend(next.iter().copied());
        }
        edge = next;
    }
    far
}

fn is_legal(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId], hex: Hex) -> bool {
    if battle.open.unit_at(hex).is_some() {
        return false;
    }
    let mut near = 0;
    for enemy in battle.enemies_next_to(hex, battle.side(unit)) {
        if !attackers.contains(&enemy) {
            return false;
        }
        near += 1;
    }
    match battle.game.options.evade_away {
        EvadeAway::All => near == 0,
        EvadeAway::One => near < attackers.len(),
    }
}

/// D13: returns the legal hex with the most distance from all enemies together, of these the
/// lowest. The nearest enemy alone tells nothing: an attacker is always two hexes off.
fn farthest(battle: Battle<'_>, unit: UnitId, attackers: &[UnitId]) -> Option<Hex> {
    let grid = battle.game.ground.grid();
    let enemies = battle.side(unit).opponent();
    let distance = |hex: Hex| -> u16 {
        let enemies = battle.on_map(enemies).filter_map(|enemy| battle.hex(enemy));
        enemies.map(|enemy| grid.distance(hex, enemy)).sum()
    };
    legal_hexes(battle, unit, attackers).min_by_key(|&hex| (std::cmp::Reverse(distance(hex)), hex))
}

/// Returns the hex that an EVADE line leads to as things stand.
pub(super) fn chosen_hex(
    battle: Battle<'_>,
    unit: UnitId,
    attackers: &[UnitId],
    to: &Retreat,
) -> Option<Hex> {
    match to {
        Retreat::Away => farthest(battle, unit, attackers),
        Retreat::To(hexes) => {
            let mut hexes = hexes.iter().copied();
            hexes.find(|&hex| legal_hexes(battle, unit, attackers).any(|legal| legal == hex))
        }
    }
}

/// A unit that may retreat, and from whom.
struct Chance {
    bout: usize,
    unit: UnitId,
    attackers: Vec<UnitId>,
    haste: Haste,
}

/// 9.1, 9.3: all who may retreat decide at once; a card may be played when it is known who goes.
/// Whom a card leads has no choice but where to.
///
/// # Errors
/// [`Pause::Wait`] if an owner has to say whether a unit retreats.
pub(super) fn retreats(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bouts: &[Bout],
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    let chances = chances(battle, bouts);
    let asked = chances.iter().map(|chance| Asked {
        seat: seat(battle.side(chance.unit)),
        mode: match force::led_retreat(battle, chance.unit) {
            Some(_) => Mode::Quiet,
            None => Mode::One,
        },
        decision: Decision::Evade {
            unit: chance.unit,
            attackers: chance.attackers.clone(),
        },
    });
    let asked = asked.collect();
    let given = turn.ask_all(asked)?;
    let battle = Battle::new(game, &turn.state().open);
    let chances = chances.into_iter().zip(given);
    let going = chances.filter_map(|(chance, given)| goes(battle, chance, given));
    let going: Vec<Going> = going.collect();
    let units: Vec<UnitId> = going.iter().map(|going| going.unit).collect();
    let bouts = bouts.to_vec();
    let then = vec![Step::Depart { bouts, going }.frame()];
    if units.is_empty() {
        return Ok(Next::Go(then));
    }
    let moment = || Moment::EvadeDeclared { units };
    Ok(Next::Go(cards::open(game, turn.state(), moment, then)))
}

/// Returns everybody who may retreat, in the order of the combats.
fn chances(battle: Battle<'_>, bouts: &[Bout]) -> Vec<Chance> {
    let mut chances = Vec::new();
    for (bout, fought) in bouts.iter().enumerate() {
        for unit in fought.defenders() {
            let attackers = fought.opponents(unit);
            if let Ok(haste) = may_retreat(battle, unit, &attackers) {
                chances.push(Chance {
                    bout,
                    unit,
                    attackers,
                    haste,
                });
            }
        }
    }
    chances
}

/// A unit goes if its owner says so, or if a card leads it.
fn goes(battle: Battle<'_>, chance: Chance, given: Option<Given<Order>>) -> Option<Going> {
    let Chance {
        bout,
        unit,
        attackers,
        haste,
    } = chance;
    let (said, line) = match given {
        Some(Given {
            order: Order::Evade { to, facing, .. },
            line,
        }) => (Some((to, facing)), line),
        _ => (None, None),
    };
    let led = force::led_retreat(battle, unit);
    let (to, facing) = match (said, led) {
        (said, Some(led)) if !led.to.is_empty() => (
            Retreat::To(led.to.to_vec()),
            said.and_then(|(_, facing)| facing),
        ),
        (Some(said), _) => said,
        (None, Some(_)) => (Retreat::Away, None),
        (None, None) => return None,
    };
    Some(Going {
        bout,
        unit,
        attackers,
        rolls: haste == Haste::Roll && !led.is_some_and(|led| led.no_roll),
        to,
        facing,
        line,
    })
}

/// 9.1, 9.3: those who retreat go, in the order of the combats; what they leave is taken at once if
/// nobody else defends the combat, else after it (Q50).
pub(super) fn depart(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bouts: &[Bout],
    going: &[Going],
) -> Next<Frame> {
    let mut bouts = bouts.to_vec();
    let mut frames = Vec::new();
    for going in going {
        let more = go(game, turn, &mut bouts[going.bout], going);
        frames.extend(more.into_iter().flatten());
    }
    if !frames.is_empty() {
        frames.push(Frame::AlanNerves);
    }
    let (fought, abandoned): (Vec<Bout>, Vec<Bout>) =
        bouts.into_iter().partition(|bout| !bout.strikes.is_empty());
    let step = |step: fn(Box<Bout>) -> Step| move |bout| step(Box::new(bout)).frame();
    let abandoned = abandoned
        .into_iter()
        .map(step(|bout| Step::Advance { bout }));
    let fought = fought.into_iter().map(step(|bout| Step::Fight { bout }));
    frames.extend(abandoned.chain(fought));
    Next::Go(frames)
}

/// A unit goes if its hex is still free; returns what has to be rolled then.
fn go(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    bout: &mut Bout,
    going: &Going,
) -> Option<Vec<Frame>> {
    let unit = going.unit;
    let battle = Battle::new(game, &turn.state().open);
    let from = battle.hex(unit)?;
    let led = force::led_retreat(battle, unit);
    let lures = led.is_some_and(|led| led.must_advance);
    let hex = chosen_hex(battle, unit, &going.attackers, &going.to);
    let away = || led.and_then(|_| farthest(battle, unit, &going.attackers));
    let Some(hex) = hex.or_else(away) else {
        let illegal = Bar::NoRetreat(unit).illegal(battle);
        let owner = seat(battle.side(unit));
        let cause = (illegal.rule, illegal.because);
        turn.balk(owner, going.line, None, cause, false);
        return None;
    };
    let facing = going.facing.unwrap_or(battle.piece(unit).facing);
    part(game, turn, unit, hex);
    evade(turn, unit, (from, hex), facing);
    bout.strikes.retain(|strike| strike.defender != unit);
    bout.openings.push(Opening {
        hex: from,
        by: unit,
        vacated: Vacated::Retreat,
        lures,
    });
    let mut frames = after_relocation(game, turn, unit, from, hex);
    if going.rolls {
        frames.push(Step::EvadeRoll { unit }.frame());
    }
    Some(frames)
}

fn evade(turn: &mut Turn<'_, Game>, unit: UnitId, (from, to): (Hex, Hex), facing: Facing) {
    turn.emit(Event::Evaded {
        unit,
        from,
        to,
        facing,
    });
}

/// 9.9: ends the Engaged pairs of a unit that will no longer be adjacent when it is in `to`.
pub(super) fn part(game: &Game, turn: &mut Turn<'_, Game>, unit: UnitId, to: Hex) {
    let battle = Battle::new(game, &turn.state().open);
    let stays = |enemy: UnitId| {
        battle
            .hex(enemy)
            .is_some_and(|hex| battle.direction(to, hex).is_some())
    };
    let apart: Vec<UnitId> = battle
        .open
        .engaged_with(unit)
        .filter(|&enemy| !stays(enemy))
        .collect();
    for enemy in apart {
        turn.emit(Event::Separated {
            units: (unit.min(enemy), unit.max(enemy)),
        });
    }
}

/// What a retreat or an advance brings about: a river may disorder (Q22), Attila may be caught (13.2).
pub(super) fn after_relocation(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
    from: Hex,
    to: Hex,
) -> Vec<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let checks = game.options.river_nonmove == RiverNonmove::Yes;
    let crosses = checks && crosses_river(game, from, to);
    let meets = battle.open.attila == Attila::Alone(to);
    let river = crosses.then_some(Frame::Move(movement::Step::River { unit }));
    let caught = meets.then_some(Frame::AttilaCaught {
        by: unit,
        moved: false,
    });
    river.into_iter().chain(caught).collect()
}

/// Tells whether a river lies on the way from one hex to another; a way of two steps over a river
/// is taken only if there is no dry one.
fn crosses_river(game: &Game, from: Hex, to: Hex) -> bool {
    let grid = game.ground.grid();
    if grid.distance(from, to) <= 1 {
        return game.ground.river(from, to);
    }
    let mut ways = grid.neighbours(from).map(|(_, way)| way);
    !ways.any(|way| {
        let leads = grid.distance(way, to) == 1;
        leads && !game.ground.river(from, way) && !game.ground.river(way, to)
    })
}

/// 9.3: light cavalry that gives way to heavy cavalry keeps its order on a roll up to this.
const KEEPS_ORDER: i8 = 5;

/// 9.3: the die of light cavalry that has given way to heavy cavalry.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn evade_roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    if !Battle::new(game, &turn.state().open).is_on_map(unit) {
        return Ok(Next::done());
    }
    let throw = Throw {
        purpose: Purpose::Evade,
        by: By::Unit(unit),
        at: None,
        modifiers: die::attila_shift(game, turn, unit, Purpose::Evade)?,
        rating: None,
        throwing: Throwing::First,
    };
    let judge = |net| {
        if net > KEEPS_ORDER {
            Came::Disorder
        } else {
            Came::Ok
        }
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    Ok(Next::Go(match came {
        Came::Disorder => results::disorder(turn, unit, Cause::Evade),
        _ => Vec::new(),
    }))
}
