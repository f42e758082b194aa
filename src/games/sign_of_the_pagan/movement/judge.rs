//! Judging filed orders of the segment: played forward as if no die and no enemy intervened.

use crate::engine::Verdict;
use crate::geometry::{Facing, Hex};
use crate::orders::Illegal;

use super::super::data::{Condition, Contingent, UnitId};
use super::super::event::{By, Came, Cause, Event, Purpose, Roll};
use super::super::options::{DisMove, RiverSecond};
use super::super::order::{Leg, Order};
use super::super::state::Open;
use super::super::{Battle, Game, apply, attila, rules};
use super::bar::Bar;
use super::march::{ahead, charges, has_momentum, may_set_out};
use super::walk::Walker;
use super::{
    beyond, break_off, facing, may_act, may_face_now, may_fire_now, missile, reaction, unreached,
};

/// Judges one order of the segment and plays it forward unless it is illegal.
///
/// An order is illegal only if it fails whatever dice and enemies do; what hangs on them is open.
pub(in super::super) fn judge(
    game: &Game,
    open: &mut Open,
    contingent: Contingent,
    order: &Order,
) -> Verdict {
    match order {
        Order::Move {
            unit,
            withdraw,
            legs,
            facing,
        } => judge_move(game, open, contingent, (*unit, *withdraw), legs, *facing).0,
        &Order::Fire { unit, target } => judge_fire(game, open, contingent, unit, target),
        &Order::Face { unit, facing } => judge_face(game, open, contingent, unit, facing),
        Order::AttilaMove { path } => judge_ride(game, open, path),
        _ => Verdict::Illegal(Illegal::new(
            rules::R4_0,
            "this is no order of the Move and Fire segment",
        )),
    }
}

/// Plays an order forward and spells out the way that is found for it; nothing where it names all its hexes.
pub(in super::super) fn spell(
    game: &Game,
    open: &mut Open,
    contingent: Contingent,
    order: &Order,
) -> Option<Order> {
    let &Order::Move {
        unit,
        withdraw,
        ref legs,
        facing,
    } = order
    else {
        judge(game, open, contingent, order);
        return None;
    };
    let (_, spelled) = judge_move(game, open, contingent, (unit, withdraw), legs, facing);
    spelled.map(|legs| Order::Move {
        unit,
        withdraw,
        legs,
        facing,
    })
}

fn judge_fire(
    game: &Game,
    open: &mut Open,
    contingent: Contingent,
    unit: UnitId,
    target: UnitId,
) -> Verdict {
    let battle = Battle::new(game, open);
    if let Err(bar) = may_fire_now(battle, contingent, unit, target) {
        return Verdict::Illegal(bar.illegal(battle, unit));
    }
    let doubt = doubt_about(battle, contingent, target);
    let roll = unharmed(battle, unit, target);
    apply::to_open(game, open, &Event::Rolled { roll });
    doubt.map_or(Verdict::Legal, Verdict::Open)
}

fn judge_face(
    game: &Game,
    open: &mut Open,
    contingent: Contingent,
    unit: UnitId,
    to: Facing,
) -> Verdict {
    let battle = Battle::new(game, open);
    if let Err(bar) = may_face_now(battle, contingent, unit, to) {
        return Verdict::Illegal(bar.illegal(battle, unit));
    }
    turn(game, open, unit, to);
    Verdict::Legal
}

fn judge_ride(game: &Game, open: &mut Open, path: &[Hex]) -> Verdict {
    let battle = Battle::new(game, open);
    if let Err((index, illegal)) = attila::may_ride(battle, path) {
        let illegal = match path.get(index) {
            Some(step) => illegal.about_step(&path[..index], step),
            None => illegal,
        };
        return Verdict::Illegal(illegal);
    }
    if let (Some(from), Some(&to)) = (attila::hex(battle), path.last()) {
        let with = open.unit_at(to);
        apply::to_open(game, open, &Event::AttilaRode { from, to, with });
    }
    Verdict::Legal
}

fn turn(game: &Game, open: &mut Open, unit: UnitId, to: Facing) {
    let from = open.piece(unit).facing;
    if from != to {
        apply::to_open(game, open, &Event::Turned { unit, from, to });
    }
}

/// A shot that has no effect.
fn unharmed(battle: Battle<'_>, archer: UnitId, target: UnitId) -> Roll {
    Roll {
        purpose: Purpose::Fire,
        by: By::Unit(archer),
        at: Some(target),
        nth: battle.piece(archer).rolls + 1,
        natural: 0,
        modifiers: Vec::new(),
        net: 0,
        rating: None,
        came: Came::NoEffect,
        again: false,
    }
}

/// A MOVE as it is being judged.
struct Forecast<'a> {
    battle: Battle<'a>,
    contingent: Contingent,
    /// The unit as it set out.
    set_out: Walker,
    walker: Walker,
    /// What has happened so far.
    events: Vec<Event>,
    /// The first thing that dice or enemies could change.
    hangs_on: Option<String>,
    /// A chance that could end the unit's way before its next leg.
    risk: Option<String>,
    /// The leg that is being followed.
    next: usize,
    /// The legs followed, with the ways that were found; nothing if none has to be found.
    spelled: Option<Vec<Leg>>,
}

/// Why a MOVE was not followed to its end.
enum Stopped {
    /// It is certain to fail here.
    Barred(Bar),
    /// It may fail here, if something does not get out of the way.
    Doubtful(String),
}

/// Judges a MOVE and plays it forward; returns its legs, too, with the ways that were found.
fn judge_move(
    game: &Game,
    open: &mut Open,
    contingent: Contingent,
    (unit, withdraw): (UnitId, bool),
    legs: &[Leg],
    to: Option<Facing>,
) -> (Verdict, Option<Vec<Leg>>) {
    let battle = Battle::new(game, open);
    let (forecast, doubt) = match Forecast::of(battle, contingent, (unit, withdraw), legs, to) {
        Ok(followed) => followed,
        Err(illegal) => return (Verdict::Illegal(illegal), None),
    };
    let goes = forecast.goes();
    let end = forecast.walker.at;
    let momentum = has_momentum(battle, charges(battle, &forecast.set_out), unit, end);
    let Forecast {
        events,
        hangs_on,
        spelled,
        ..
    } = forecast;
    for event in &events {
        apply::to_open(game, open, event);
    }
    if let Some(to) = to {
        turn(game, open, unit, to);
    }
    if goes {
        apply::to_open(game, open, &Event::MoveEnded { unit, momentum });
    }
    let verdict = doubt.or(hangs_on).map_or(Verdict::Legal, Verdict::Open);
    (verdict, spelled)
}

impl<'a> Forecast<'a> {
    /// Follows a MOVE as far as it goes for certain; returns with it on what the rest hangs.
    fn of(
        battle: Battle<'a>,
        contingent: Contingent,
        (unit, withdraw): (UnitId, bool),
        legs: &[Leg],
        to: Option<Facing>,
    ) -> Result<(Self, Option<String>), Illegal> {
        let illegal = |bar: Bar| bar.illegal(battle, unit);
        may_act(battle, contingent, unit).map_err(illegal)?;
        let set_out = may_set_out(battle, unit, withdraw, legs).map_err(illegal)?;
        let has_to_be_found = legs.iter().any(|leg| matches!(leg, Leg::To(_)));
        let mut forecast = Self {
            battle,
            contingent,
            set_out,
            walker: set_out,
            events: Vec::new(),
            hangs_on: None,
            risk: None,
            next: 0,
            spelled: has_to_be_found.then(Vec::new),
        };
        let ahead = ahead(&set_out, legs);
        let followed = forecast.follow_all(ahead);
        let doubt = followed.map_err(|bar| {
            let illegal = forecast.refuse(bar);
            let first = legs.len() - ahead.len();
            match bar {
                Bar::StillInContact(_) => about_leg(illegal, legs, legs.len() - 1),
                _ => about_leg(illegal, legs, first + forecast.next),
            }
        })?;
        if let (Some(to), false) = (to, forecast.goes()) {
            facing::may_face(battle, unit, to).map_err(illegal)?;
        }
        Ok((forecast, doubt))
    }

    /// Tells whether the unit enters a hex.
    fn goes(&self) -> bool {
        self.walker.entered && !self.set_out.entered
    }

    /// Follows legs; returns what is not certain, if the legs behind it could come to pass.
    fn follow_all(&mut self, legs: &[Leg]) -> Result<Option<String>, Bar> {
        match self.follow(legs) {
            Ok(()) => Ok(None),
            Err(Stopped::Barred(bar)) => Err(bar),
            Err(Stopped::Doubtful(doubt)) => {
                let rest = &legs[self.next..];
                if let Err((index, bar)) = beyond::bar(self.battle, self.walker, rest) {
                    self.next += index;
                    return Err(bar);
                }
                if let Some(spelled) = &mut self.spelled {
                    spelled.extend(rest);
                }
                Ok(Some(doubt))
            }
        }
    }

    fn follow(&mut self, legs: &[Leg]) -> Result<(), Stopped> {
        for (index, &leg) in legs.iter().enumerate() {
            self.next = index;
            if let Some(risk) = self.risk.take() {
                self.hangs_on.get_or_insert(risk);
            }
            match leg {
                Leg::Fire(target) => self.fire(target)?,
                Leg::Step(_) | Leg::To(_) => {
                    if self.walker.engaged {
                        self.break_off(&legs[index..])?;
                    }
                    self.go(leg)?;
                }
            }
        }
        Ok(())
    }

    /// Notes a leg that was followed.
    fn spell(&mut self, leg: Leg) {
        if let Some(spelled) = &mut self.spelled {
            spelled.push(leg);
        }
    }

    fn break_off(&mut self, legs: &[Leg]) -> Result<(), Stopped> {
        let unit = self.walker.unit;
        break_off::may_break_off(self.battle, &self.walker, legs)
            .map_err(|bar| self.stopped(bar))?;
        self.events.push(Event::BrokeOff { unit });
        match self.walker.condition {
            Condition::Good => self.events.push(Event::Disordered {
                unit,
                cause: Cause::BreakOff,
            }),
            Condition::Disordered => {
                self.hang_on("a Second Disorder Check as it breaks off");
            }
        }
        self.walker.break_off(self.battle);
        Ok(())
    }

    fn fire(&mut self, target: UnitId) -> Result<(), Stopped> {
        let (battle, archer) = (self.battle, self.walker.unit);
        missile::may_fire(battle, &self.walker, target).map_err(|bar| self.stopped(bar))?;
        if let Some(doubt) = doubt_about(battle, self.contingent, target) {
            self.hangs_on.get_or_insert(doubt);
        }
        let roll = unharmed(battle, archer, target);
        self.events.push(Event::Rolled { roll });
        self.walker.fire();
        self.spell(Leg::Fire(target));
        Ok(())
    }

    fn go(&mut self, leg: Leg) -> Result<(), Stopped> {
        match leg {
            Leg::Step(to) => self.enter(to),
            Leg::To(to) => {
                let way = self.walker.way(self.battle, to);
                let way = way.map_err(|bar| self.stopped(bar))?;
                way.into_iter().try_for_each(|step| self.enter(step))
            }
            Leg::Fire(_) => Ok(()),
        }
    }

    fn enter(&mut self, to: Hex) -> Result<(), Stopped> {
        let (battle, unit, from) = (self.battle, self.walker.unit, self.walker.at);
        let step = self.walker.step(battle, to);
        let cost = step.map_err(|bar| self.stopped(bar))?;
        if let Some(risk) = self.risk.take() {
            self.hangs_on.get_or_insert(risk);
        }
        self.risk = self.risk_of_entering(to);
        self.walker.enter(battle, to, cost);
        self.events.push(Event::Stepped {
            unit,
            from,
            to,
            cost,
        });
        self.spell(Leg::Step(to));
        Ok(())
    }

    /// Returns what in a hex, or on the way into it, could stop the unit before its next leg.
    fn risk_of_entering(&self, to: Hex) -> Option<String> {
        let options = &self.battle.game.options;
        let is_good = self.walker.condition == Condition::Good;
        let river_stops = if is_good {
            options.dis_move == DisMove::Recalc
        } else {
            options.river_second == RiverSecond::Yes
        };
        if river_stops && self.walker.crosses_river(self.battle, to) {
            return Some(format!("the check after crossing the river into {to}"));
        }
        let threats = reaction::threats(self.battle, self.walker.unit, to);
        let harmless = usize::from(is_good && options.dis_move == DisMove::Keep);
        let fire_stops = threats > harmless;
        fire_stops.then(|| format!("reaction fire at {to}"))
    }

    fn hang_on(&mut self, what: &str) {
        self.hangs_on.get_or_insert_with(|| what.to_owned());
    }

    /// Tells what is certain to fail from what may yet give way.
    fn stopped(&self, bar: Bar) -> Stopped {
        match self.doubt(bar) {
            Some(doubt) => Stopped::Doubtful(doubt),
            None => Stopped::Barred(bar),
        }
    }

    fn doubt(&self, bar: Bar) -> Option<String> {
        let battle = self.battle;
        let about = |unit| doubt_about(battle, self.contingent, unit);
        match bar {
            Bar::Occupied(_, by) => about(by),
            Bar::Contact(at) => {
                let side = battle.side(self.walker.unit);
                let mut enemies = battle.enemies_next_to(at, side);
                let first = enemies.next().and_then(about);
                first.filter(|_| enemies.all(|enemy| about(enemy).is_some()))
            }
            Bar::OutOfReach(_)
            | Bar::PastEnemies(_)
            | Bar::TooFar { .. }
            | Bar::StillInContact(_) => battle.game.roster.ids().find_map(about),
            _ => None,
        }
    }

    /// Words a refusal; what would be legal is the way up to there, and on to what is nearest.
    fn refuse(&self, bar: Bar) -> Illegal {
        let mut illegal = bar.illegal(self.battle, self.walker.unit);
        let hexes = self.events.iter().filter_map(|event| match event {
            Event::Stepped { to, .. } => Some(to.to_string()),
            _ => None,
        });
        let mut way: Vec<String> = hexes.collect();
        way.extend(self.way_near(bar));
        if !way.is_empty() {
            let name = &self.battle.unit(self.walker.unit).id;
            illegal.instead = Some(format!("MOVE {name} {}", way.join(" ")));
        }
        illegal
    }

    /// Returns the way to the hex that comes nearest to one that is not to be had.
    fn way_near(&self, bar: Bar) -> Vec<String> {
        let (Bar::Apart(_, to)
        | Bar::Occupied(to, _)
        | Bar::OutOfReach(to)
        | Bar::PastEnemies(to)
        | Bar::TooFar { hex: to, .. }) = bar
        else {
            return Vec::new();
        };
        let way = |to| self.walker.way(self.battle, to).ok();
        let way =
            way(to).or_else(|| unreached::nearest(&self.walker, self.battle, to).and_then(way));
        let steps = way.unwrap_or_default();
        steps.iter().map(Hex::to_string).collect()
    }
}

/// Points at the leg that is barred, if it leads somewhere: what a shot fails by is told by its reason.
pub(super) fn about_leg(illegal: Illegal, legs: &[Leg], index: usize) -> Illegal {
    let hex = |leg: &Leg| match leg {
        Leg::Step(hex) | Leg::To(hex) => Some(*hex),
        Leg::Fire(_) => None,
    };
    let before: Vec<Hex> = legs[..index].iter().filter_map(hex).collect();
    match legs.get(index).and_then(hex) {
        Some(step) => illegal.about_step(&before, &step),
        None => illegal,
    }
}

/// Says why a unit may no longer stand where the forecast has it, if so.
///
/// An enemy may have fallen to shots ordered before; a friend may not have come so far.
fn doubt_about(battle: Battle<'_>, contingent: Contingent, unit: UnitId) -> Option<String> {
    let side = contingent.side();
    let name = &battle.unit(unit).id;
    let piece = battle.piece(unit);
    if battle.side(unit) != side {
        let deserts = |other: UnitId| may_fall(battle, other);
        let gone = may_fall(battle, unit)
            || (battle.contingent(unit) == Contingent::Alans
                && battle.of(Contingent::Alans).any(deserts));
        return gone.then(|| format!("whether the shots before leave `{name}` in its place"));
    }
    let hex = piece.hex()?;
    let strays = piece.deeds.moved
        && match piece.condition {
            Condition::Disordered => true,
            Condition::Good => {
                battle.game.options.dis_move == DisMove::Recalc
                    || reaction::threats(battle, unit, hex) > 1
            }
        };
    strays.then(|| format!("whether `{name}` gets to {hex}"))
}

/// Tells whether the shots aimed at a unit in this activation could have eliminated it.
fn may_fall(battle: Battle<'_>, unit: UnitId) -> bool {
    let piece = battle.piece(unit);
    let lives = match piece.condition {
        Condition::Good => 2,
        Condition::Disordered => 1,
    };
    battle.is_on_map(unit) && piece.aimed_at >= lives
}
