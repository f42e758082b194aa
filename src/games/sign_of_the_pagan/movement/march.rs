//! A unit that carries out a MOVE, leg by leg (6.0 to 6.5, 8.2.1).

use serde::{Deserialize, Serialize};

use crate::engine::{LineId, Next, Pause, Turn};
use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;

use super::super::cards::{self, Moment};
use super::super::data::{Side, UnitId};
use super::super::decision::Frame;
use super::super::die::{self, Throw, Throwing};
use super::super::event::{By, Came, Cause, Event, Purpose};
use super::super::options::{DisMomentum, RiverSecond};
use super::super::order::Leg;
use super::super::state::Attila;
use super::super::{Battle, Game, results, seat};
use super::bar::Bar;
use super::missile::{self, Shot, checked};
use super::walk::Walker;
use super::{Step, break_off, facing, reaction};

/// A MOVE under way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "what has happened on the way is independent facts"
)]
pub struct March {
    /// The unit.
    pub unit: UnitId,
    /// The legs ahead and behind; the way to a far hex is spelt out once it is found.
    pub legs: Vec<Leg>,
    /// The next of them.
    pub next: usize,
    /// The facing to take at the end.
    pub facing: Option<Facing>,
    /// The line it comes from; a forced flight may have none.
    pub line: Option<LineId>,
    /// It set out from outside every enemy zone, unengaged: contact gives momentum (9.5.2).
    pub charges: bool,
    /// It has broken off from enemies (6.5).
    pub broke_off: bool,
    /// It has entered a hex.
    pub entered: bool,
    /// It has come next to an enemy (6.2).
    pub halted: bool,
    /// What it meets in the hex just entered is still to come.
    pub arriving: bool,
    /// It was in good order when it came under reaction fire (Q38).
    pub steady: bool,
}

impl March {
    /// 6.0, 6.5: sets out; `withdraws` insists on the unit being Engaged.
    pub(super) fn set_out(
        battle: Battle<'_>,
        unit: UnitId,
        withdraws: bool,
        legs: Vec<Leg>,
        facing: Option<Facing>,
        line: Option<LineId>,
    ) -> Result<Self, Bar> {
        let walker = may_set_out(battle, unit, withdraws, &legs)?;
        Ok(Self {
            unit,
            next: legs.len() - ahead(&walker, &legs).len(),
            legs,
            facing,
            line,
            charges: charges(battle, &walker),
            broke_off: false,
            entered: false,
            halted: false,
            arriving: false,
            steady: false,
        })
    }

    /// Tells whether anything has come of it.
    fn has_begun(&self) -> bool {
        let is_shot = |leg: &Leg| matches!(leg, Leg::Fire(_));
        self.entered || self.broke_off || self.legs[..self.next].iter().any(is_shot)
    }

    fn walker(&self, battle: Battle<'_>) -> Option<Walker> {
        let mut walker = Walker::new(battle, self.unit)?;
        walker.halted = self.halted;
        walker.broke_off = self.broke_off;
        Some(walker)
    }
}

/// 6.0, 6.5: tells whether a unit may begin a MOVE with these legs.
pub(super) fn may_set_out(
    battle: Battle<'_>,
    unit: UnitId,
    withdraws: bool,
    legs: &[Leg],
) -> Result<Walker, Bar> {
    let walker = Walker::new(battle, unit).ok_or(Bar::Gone)?;
    let goes = ahead(&walker, legs)
        .iter()
        .any(|leg| !matches!(leg, Leg::Fire(_)));
    if goes && walker.entered {
        return Err(Bar::Moved);
    }
    if withdraws && !walker.engaged {
        return Err(Bar::NotEngaged);
    }
    if withdraws && !goes {
        return Err(Bar::NoWay);
    }
    Ok(walker)
}

/// Returns the legs without the hex that the unit is in: a path may name where it begins.
pub(super) fn ahead<'a>(walker: &Walker, legs: &'a [Leg]) -> &'a [Leg] {
    match legs {
        [Leg::Step(hex), rest @ ..] if *hex == walker.at => rest,
        _ => legs,
    }
}

/// 9.5.2: tells whether coming next to an enemy will give the unit momentum (Q2, Q56).
pub(super) fn charges(battle: Battle<'_>, walker: &Walker) -> bool {
    !walker.engaged && !battle.is_in_zone(walker.at, battle.side(walker.unit))
}

/// 9.5.2: tells whether a unit that ends its move in a hex has momentum.
pub(super) fn has_momentum(battle: Battle<'_>, charges: bool, unit: UnitId, end: Hex) -> bool {
    charges && battle.is_in_contact(end, battle.side(unit))
}

/// Follows the legs until something else has to be carried out first; returns that, and the rest.
pub(super) fn go(game: &Game, turn: &mut Turn<'_, Game>, mut march: March) -> Vec<Frame> {
    loop {
        let battle = Battle::new(game, &turn.state().open);
        let Some(walker) = march.walker(battle) else {
            return Vec::new();
        };
        if std::mem::take(&mut march.arriving) {
            march.steady = battle.is_good(march.unit);
            let first = arrive(game, turn, &march);
            if !first.is_empty() {
                return then(first, march);
            }
            continue;
        }
        let Some(&leg) = march.legs.get(march.next) else {
            return halt(game, turn, &march, march.facing);
        };
        let went = match leg {
            Leg::Fire(target) => fire(battle, &mut march, &walker, target),
            Leg::Step(_) | Leg::To(_) if walker.engaged => {
                leave_enemies(game, turn, &mut march, &walker)
            }
            Leg::To(to) => spell_out(battle, &mut march, &walker, to),
            Leg::Step(to) => enter(game, turn, &mut march, &walker, to),
        };
        match went {
            Ok(first) if first.is_empty() => {}
            Ok(first) => return then(first, march),
            Err(bar) => {
                let battle = Battle::new(game, &turn.state().open);
                let illegal = bar.illegal(battle, march.unit);
                return give_up(game, turn, &march, illegal);
            }
        }
    }
}

fn then(mut first: Vec<Frame>, march: March) -> Vec<Frame> {
    first.push(Frame::Move(Step::March(march)));
    first
}

/// 8.2.1: a shot on the way.
fn fire(
    battle: Battle<'_>,
    march: &mut March,
    walker: &Walker,
    target: UnitId,
) -> Result<Vec<Frame>, Bar> {
    missile::may_fire(battle, walker, target)?;
    march.next += 1;
    Ok(vec![Frame::Move(Step::Shot {
        archer: march.unit,
        target,
        shot: Shot::Own,
    })])
}

/// 6.5: breaks off before the first step.
fn leave_enemies(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    march: &mut March,
    walker: &Walker,
) -> Result<Vec<Frame>, Bar> {
    let battle = Battle::new(game, &turn.state().open);
    break_off::may_break_off(battle, walker, &march.legs[march.next..])?;
    march.broke_off = true;
    Ok(break_off::break_off(turn, march.unit))
}

/// Puts the steps of the cheapest legal way in the place of its end.
fn spell_out(
    battle: Battle<'_>,
    march: &mut March,
    walker: &Walker,
    to: Hex,
) -> Result<Vec<Frame>, Bar> {
    let way = walker.way(battle, to)?;
    let steps = way.into_iter().map(Leg::Step);
    march.legs.splice(march.next..=march.next, steps);
    Ok(Vec::new())
}

/// 6.0: enters the next hex; a river crossed is checked before anything else (TEC).
fn enter(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    march: &mut March,
    walker: &Walker,
    to: Hex,
) -> Result<Vec<Frame>, Bar> {
    let battle = Battle::new(game, &turn.state().open);
    let cost = walker.step(battle, to)?;
    let unit = march.unit;
    let crosses_river = walker.crosses_river(battle, to);
    march.halted = battle.is_in_contact(to, battle.side(unit));
    march.next += 1;
    march.entered = true;
    march.arriving = true;
    let from = walker.at;
    turn.emit(Event::Stepped {
        unit,
        from,
        to,
        cost,
    });
    Ok(if crosses_river {
        vec![Frame::Move(Step::River { unit })]
    } else {
        Vec::new()
    })
}

/// TEC: the check of a unit that has crossed a river, against the rating of its side up (Q37).
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn cross_river(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if !battle.is_on_map(unit) {
        return Ok(Next::done());
    }
    let rating = battle.face(unit).shock;
    let was_good = battle.is_good(unit);
    let modifiers = die::attila_shift(game, turn, unit, Purpose::River)?;
    let throw = Throw {
        purpose: Purpose::River,
        by: By::Unit(unit),
        at: None,
        modifiers,
        rating: Some(rating),
        throwing: Throwing::First,
    };
    let judge = |net| {
        if net > rating as i8 {
            Came::Disorder
        } else {
            Came::Ok
        }
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    let suffers = was_good || game.options.river_second == RiverSecond::Yes;
    if came == Came::Disorder && suffers {
        let frames = results::disorder(turn, unit, Cause::River);
        return Ok(Next::Go(checked(frames)));
    }
    Ok(Next::done())
}

/// What waits in the hex just entered: Attila alone (13.2, Q39), then archers (8.2.2).
fn arrive(game: &Game, turn: &mut Turn<'_, Game>, march: &March) -> Vec<Frame> {
    let unit = march.unit;
    let battle = Battle::new(game, &turn.state().open);
    let entered = battle.hex(unit);
    let mut frames = match entered {
        Some(hex) => cards::open(
            game,
            turn.state(),
            || Moment::Entered { unit, hex },
            Vec::new(),
        ),
        None => Vec::new(),
    };
    if let Attila::Alone(hex) = battle.open.attila
        && battle.side(unit) != Side::Hun
        && battle.hex(unit) == Some(hex)
    {
        frames.push(Frame::AttilaCaught {
            by: unit,
            moved: true,
        });
    }
    if march.halted {
        frames.extend(reaction::enter_fronts(turn, game, unit));
    }
    frames
}

/// Ends a move whose next leg is barred; its owner is told, the facing is kept.
fn give_up(game: &Game, turn: &mut Turn<'_, Game>, march: &March, illegal: Illegal) -> Vec<Frame> {
    let rest = &march.legs[march.next..];
    let owner = seat(game.roster.unit(march.unit).side);
    let cause = (illegal.rule, illegal.because);
    turn.balk(owner, march.line, first_hex(rest), cause, march.has_begun());
    halt(game, turn, march, None)
}

/// Returns the first hex that legs lead to.
pub(super) fn first_hex(legs: &[Leg]) -> Option<String> {
    legs.iter().find_map(|leg| match leg {
        Leg::Step(hex) | Leg::To(hex) => Some(hex.to_string()),
        Leg::Fire(_) => None,
    })
}

/// 7.0, 9.5.2: ends a move: the unit turns, and may have gained momentum.
fn halt(game: &Game, turn: &mut Turn<'_, Game>, march: &March, to: Option<Facing>) -> Vec<Frame> {
    let unit = march.unit;
    if let Some(to) = to {
        let battle = Battle::new(game, &turn.state().open);
        match facing::may_face(battle, unit, to) {
            Ok(()) => facing::turn_to(turn, unit, to),
            Err(bar) => {
                let Illegal { rule, because, .. } = bar.illegal(battle, unit);
                let owner = seat(battle.side(unit));
                turn.balk(owner, march.line, None, (rule, because), march.has_begun());
            }
        }
    }
    if march.entered {
        let battle = Battle::new(game, &turn.state().open);
        let momentum = gains_momentum(battle, march);
        turn.emit(Event::MoveEnded { unit, momentum });
    }
    Vec::new()
}

/// 9.5.2, Q38: tells whether the move just ended gives momentum.
fn gains_momentum(battle: Battle<'_>, march: &March) -> bool {
    let shaken = march.steady && !battle.is_good(march.unit);
    let lost = shaken && battle.game.options.dis_momentum == DisMomentum::No;
    let end = battle.hex(march.unit);
    let has = |hex| has_momentum(battle, march.charges, march.unit, hex);
    !lost && end.is_some_and(has)
}
