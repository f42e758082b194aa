//! 8.1, 8.3: who may fire at whom, what modifies the die, and the shot itself.

use crate::engine::{Next, Pause, Turn};
use crate::geometry::{Arc, Clock, Hex, Step as Sight};
use crate::orders::Illegal;

use super::super::cards::{self, Die, Moment, force};
use super::super::data::{Bow, Condition, Slope, UnitId, Weight};
use super::super::decision::Frame;
use super::super::die::{self, Throw, Throwing};
use super::super::event::{By, Came, Cause, Drm, Modifier, Purpose};
use super::super::options::{ArcHexside, LosHexside, ReactCount};
use super::super::{Battle, Game, results};
use super::bar::Bar;
use super::walk::{RANGE, Walker};
use super::{FIRE_COST, Step};

/// In which of the two situations of 8.2 a shot is fired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shot {
    /// In the archer's own Move and Fire segment (8.2.1).
    Own,
    /// At an enemy that has entered the archer's front (8.2.2).
    Reaction,
}

impl Shot {
    fn purpose(self) -> Purpose {
        match self {
            Self::Own => Purpose::Fire,
            Self::Reaction => Purpose::React,
        }
    }
}

/// 8.3: returns the least net result that disorders a target of that weight.
pub(in super::super) fn needed(weight: Weight) -> i8 {
    match weight {
        Weight::Light => 4,
        Weight::Medium => 5,
        Weight::Heavy => 7,
    }
}

/// 8.1: tells whether a shot of a plan could come to pass at all, whatever moves before it.
///
/// # Errors
/// That the unit has no bow, or that the target is a friend.
pub(in super::super) fn may_plan_fire(
    battle: Battle<'_>,
    archer: UnitId,
    target: UnitId,
) -> Result<(), Illegal> {
    let bar = if battle.unit(archer).bow.is_none() {
        Bar::NoBow
    } else if battle.side(target) == battle.side(archer) {
        Bar::Friend(target)
    } else {
        return Ok(());
    };
    Err(bar.illegal(battle, archer))
}

/// 6.3, 7.2, 8.1: tells whether a unit may fire at a target from where it is, in its own segment.
pub(super) fn may_fire(battle: Battle<'_>, archer: &Walker, target: UnitId) -> Result<(), Bar> {
    let to = may_aim(battle, archer, target)?;
    // An archer that looks ahead from behind a withdrawal has left the target alone.
    let mut entangled = battle.open.engaged_with(target);
    if entangled.any(|by| by != archer.unit) {
        return Err(Bar::EngagedTarget(target));
    }
    sees(battle, archer, target, to)
}

/// 6.3, 7.2, 8.1: tells whether a shot from where a unit is could come to pass, whoever is Engaged by then.
pub(super) fn could_fire(battle: Battle<'_>, archer: &Walker, target: UnitId) -> Result<(), Bar> {
    let to = may_aim(battle, archer, target)?;
    sees(battle, archer, target, to)
}

/// 6.3, 8.1: tells whether a unit may fire and has the target in range; returns where that is.
fn may_aim(battle: Battle<'_>, archer: &Walker, target: UnitId) -> Result<Hex, Bar> {
    if battle.unit(archer.unit).bow.is_none() {
        return Err(Bar::NoBow);
    }
    if archer.engaged {
        return Err(Bar::EngagedArcher);
    }
    if let Some(card) = force::forbids_fire(battle, archer.unit) {
        return Err(Bar::Forbidden(card));
    }
    if archer.fired {
        return Err(Bar::Fired);
    }
    if archer.left() < FIRE_COST {
        return Err(Bar::NoPointToFire);
    }
    let Some(to) = battle.hex(target) else {
        return Err(Bar::TargetGone(target));
    };
    if battle.side(target) == battle.side(archer.unit) {
        return Err(Bar::Friend(target));
    }
    let range = battle.game.ground.grid().distance(archer.at, to);
    if range == 0 || range > RANGE {
        return Err(Bar::Range(target, range));
    }
    Ok(to)
}

/// 7.2, 8.1: tells whether a target in range lies in the front or a flank, and in sight.
fn sees(battle: Battle<'_>, archer: &Walker, target: UnitId, to: Hex) -> Result<(), Bar> {
    if !is_in_arc(battle, archer, to) {
        return Err(Bar::Rear(target));
    }
    match blocked_by(battle, archer.at, to) {
        Some(hex) => Err(Bar::Blocked(target, hex)),
        None => Ok(()),
    }
}

/// Returns the enemies that a unit may fire at from where it is, in the order of their hexes.
pub(in super::super) fn targets<'a>(
    battle: Battle<'a>,
    archer: &'a Walker,
) -> impl Iterator<Item = UnitId> + 'a {
    let grid = battle.game.ground.grid();
    let can = battle.unit(archer.unit).bow.is_some() && !archer.engaged && !archer.fired;
    let within = if can { RANGE } else { 0 };
    grid.within(archer.at, within)
        .filter_map(move |hex| battle.open.unit_at(hex))
        .filter(move |&unit| may_fire(battle, archer, unit).is_ok())
}

/// 7.2, Q16: tells whether a target hex within range is fired at through front or flank.
fn is_in_arc(battle: Battle<'_>, archer: &Walker, to: Hex) -> bool {
    let allowed = |hour: Clock| archer.facing.arc(hour) != Arc::Rear;
    match bearings(battle, archer.at, to) {
        None => false,
        Some([one, other]) => match battle.game.options.arc_hexside {
            ArcHexside::Both => allowed(one) && allowed(other),
            ArcHexside::Either => allowed(one) || allowed(other),
        },
    }
}

/// Returns the directions of the two hexes beside the line to a hex within range; both are the
/// same unless the line runs along a hexside.
fn bearings(battle: Battle<'_>, from: Hex, to: Hex) -> Option<[Clock; 2]> {
    if let Some(hour) = battle.direction(from, to) {
        return Some([hour; 2]);
    }
    // The second step over one of the hexes between has the direction of the other from here.
    battle
        .game
        .ground
        .grid()
        .neighbours(from)
        .find_map(|(hour, between)| Some([hour, battle.direction(between, to)?]))
}

/// 8.1, Q16: returns the hex that blocks the line of sight between two hexes within range.
fn blocked_by(battle: Battle<'_>, from: Hex, to: Hex) -> Option<Hex> {
    let ground = &battle.game.ground;
    let higher_end = ground.level(from).max(ground.level(to));
    between(battle, from, to, |hex| {
        let cell = ground.cell(hex);
        cell.terrain.blocks_sight() || cell.level > higher_end
    })
}

/// 8.1, Q16: tells whether the line of sight passes over a unit, the archer itself not counted.
fn passes_over_unit(battle: Battle<'_>, archer: UnitId, from: Hex, to: Hex) -> bool {
    let is_there = |hex| battle.open.unit_at(hex).is_some_and(|unit| unit != archer);
    between(battle, from, to, is_there).is_some()
}

/// Finds a hex under the line of sight that is as asked; along a hexside the option says whether
/// one of the two is enough (Q16). Off the map there is nothing in the way.
fn between(battle: Battle<'_>, from: Hex, to: Hex, is_so: impl Fn(Hex) -> bool) -> Option<Hex> {
    let option = battle.game.options.los_hexside;
    battle
        .game
        .ground
        .grid()
        .line(from, to)
        .find_map(|step| match (step, option) {
            (Sight::Crossed(hex), _) | (Sight::Rim(hex), LosHexside::Either) => {
                is_so(hex).then_some(hex)
            }
            (Sight::Rim(_), LosHexside::Both) => None,
            (Sight::Along(one, other), LosHexside::Both) => {
                (is_so(one) && is_so(other)).then_some(one)
            }
            (Sight::Along(one, other), LosHexside::Either) => {
                [one, other].into_iter().find(|&hex| is_so(hex))
            }
        })
}

/// 8.3.1: returns what modifies a shot, Attila's shift apart, in the order of the table.
pub(in super::super) fn modifiers(
    battle: Battle<'_>,
    archer: UnitId,
    target: UnitId,
    shot: Shot,
) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    let (Some(from), Some(to)) = (battle.hex(archer), battle.hex(target)) else {
        return modifiers;
    };
    let mut add = |drm, value| modifiers.push(Modifier { drm, value });
    if battle.unit(archer).bow == Some(Bow::B) {
        add(Drm::BBow, -1);
    }
    match battle.game.ground.slope(from, to) {
        Slope::Up => add(Drm::Uphill, -1),
        Slope::Even => {}
        Slope::Down => add(Drm::Downhill, 1),
    }
    if battle.game.ground.grid().distance(from, to) == RANGE {
        add(Drm::LongRange, -2);
    }
    if passes_over_unit(battle, archer, from, to) {
        add(Drm::OverUnit, -1);
    }
    let earlier = match shot {
        Shot::Own => 0,
        Shot::Reaction => earlier_reactions(battle, archer),
    };
    if earlier > 0 {
        add(Drm::AdditionalReaction, -(earlier as i8));
    }
    if battle.piece(archer).condition == Condition::Disordered {
        add(Drm::FirerDisordered, -1);
    }
    let distance = battle.game.ground.grid().distance(from, to);
    modifiers.extend(force::on_fire(battle, archer, target, distance));
    modifiers
}

/// 8.2.2, Q9: counts what makes a further reaction shot worse; the present entry is not counted.
fn earlier_reactions(battle: Battle<'_>, archer: UnitId) -> u8 {
    let piece = battle.piece(archer);
    match battle.game.options.react_count {
        ReactCount::Entries => piece.entries.saturating_sub(1),
        ReactCount::Shots => piece.shots,
    }
}

/// Tells whether a shot with these modifiers in all can disorder the target.
pub(super) fn can_disorder(battle: Battle<'_>, target: UnitId, modifier: i8) -> bool {
    9 + modifier >= needed(battle.kind(target).weight())
}

/// A shot: who fires at whom, in which situation.
type Aimed = (UnitId, UnitId, Shot);

/// 8.3: one shot; a card may be played before the die.
pub(super) fn shoot(game: &Game, turn: &mut Turn<'_, Game>, aimed: Aimed) -> Next<Frame> {
    let (archer, target, shot) = aimed;
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(archer) || !battle.is_on_map(target) {
        return Next::done();
    }
    let moment = || Moment::FireDeclared { archer, target };
    let loose = Frame::Move(Step::Loose {
        archer,
        target,
        shot,
    });
    Next::Go(cards::open(game, turn.state(), moment, vec![loose]))
}

/// 8.3: the die of a shot.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(in super::super) fn loose(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    (archer, target, shot): Aimed,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if force::forbids_fire(battle, archer).is_some() {
        return Ok(Next::done());
    }
    let mut modifiers = modifiers(battle, archer, target, shot);
    let needed = needed(battle.kind(target).weight());
    modifiers.extend(die::attila_shift(game, turn, archer, shot.purpose())?);
    let throw = Throw {
        purpose: shot.purpose(),
        by: By::Unit(archer),
        at: Some(target),
        modifiers,
        rating: None,
        throwing,
    };
    let judge = |net| {
        if net >= needed {
            Came::Disorder
        } else {
            Came::NoEffect
        }
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    let moment = || Moment::FireRolled {
        archer,
        target,
        came,
    };
    let then = Frame::Move(Step::Struck { target, came });
    let die = Die::Shot {
        archer,
        target,
        shot,
    };
    let state = turn.state();
    Ok(cards::open_after(
        game,
        state,
        moment,
        then,
        (die, throwing),
    ))
}

/// 8.3.2: what a shot has come to; the check that it causes follows at once.
pub(super) fn struck(turn: &mut Turn<'_, Game>, target: UnitId, came: Came) -> Next<Frame> {
    Next::Go(match came {
        Came::Disorder => checked(results::disorder(turn, target, Cause::Fire)),
        _ => Vec::new(),
    })
}

/// 12.2: lets the nerves of the Alans be tested after a Second Disorder Check.
pub(super) fn checked(mut frames: Vec<Frame>) -> Vec<Frame> {
    if !frames.is_empty() {
        frames.push(Frame::AlanNerves);
    }
    frames
}
