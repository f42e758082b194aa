//! What stopped an order: the events of the activation, and their dice, that left it impossible.

use std::collections::BTreeSet;

use crate::geometry::Hex;

use super::battle::Battle;
use super::data::{Condition, UnitId};
use super::event::{By, Came, Cause, Event, Purpose, Roll};
use super::order::{Advance, Blow, Leg, Order};

/// Finds the events that stopped an order, by their places in the list.
///
/// Looked for is what is the case now and was not when the activation began: somebody the order needs is
/// gone, Disordered or Engaged, has given way, or stands where it leads; each with the die behind it.
pub(super) fn find(now: Battle<'_>, order: &Order, events: &[&Event]) -> Vec<usize> {
    let needs = Needs::of(order);
    let history = History { events };
    let mut found = BTreeSet::new();
    for &unit in &needs.actors {
        found.extend(history.fate(now, unit));
        found.extend(history.shaken(now, unit));
        match needs.follows_up {
            true => found.extend(history.blow_of(unit)),
            false => found.extend(history.bound(now, unit)),
        }
    }
    for &unit in &needs.enemies {
        found.extend(history.fate(now, unit));
        found.extend(
            history.last(|event| matches!(event, Event::Evaded { unit: by, .. } if *by == unit)),
        );
    }
    for &hex in &needs.hexes {
        let in_the_way = now
            .open
            .unit_at(hex)
            .filter(|unit| !needs.actors.contains(unit));
        found.extend(in_the_way.and_then(|unit| history.arrival(unit, hex)));
    }
    found.into_iter().collect()
}

/// What an order needs to be carried out.
#[derive(Default)]
struct Needs {
    /// Who acts.
    actors: Vec<UnitId>,
    /// At whom.
    enemies: Vec<UnitId>,
    /// Where it leads.
    hexes: Vec<Hex>,
    /// Whether it goes on from an attack.
    follows_up: bool,
}

impl Needs {
    fn of(order: &Order) -> Self {
        let mut needs = Self::default();
        match order {
            Order::Move { unit, legs, .. } => {
                needs.actors.push(*unit);
                for leg in legs {
                    match *leg {
                        Leg::Step(hex) | Leg::To(hex) => needs.hexes.push(hex),
                        Leg::Fire(target) => needs.enemies.push(target),
                    }
                }
            }
            Order::Fire { unit, target } => {
                needs.actors.push(*unit);
                needs.enemies.push(*target);
            }
            Order::Face { unit, .. } | Order::Reform { unit } => needs.actors.push(*unit),
            Order::Shock {
                attackers,
                defenders,
                ..
            } => {
                needs.actors.clone_from(attackers);
                needs.enemies.clone_from(defenders);
            }
            Order::Advance { unit, to, .. } => {
                needs.follows_up = true;
                needs.actors.push(*unit);
                if let Advance::Into(hex) = to {
                    needs.hexes.push(*hex);
                }
            }
            Order::Continue { unit, blow, .. } => {
                needs.follows_up = true;
                needs.actors.push(*unit);
                if let Blow::On(enemies) = blow {
                    needs.enemies.clone_from(enemies);
                }
            }
            Order::AttilaMove { path } => needs.hexes.clone_from(path),
            _ => {}
        }
        needs
    }
}

struct History<'a> {
    events: &'a [&'a Event],
}

impl History<'_> {
    fn last(&self, is_it: impl Fn(&Event) -> bool) -> Option<usize> {
        self.events.iter().rposition(|event| is_it(event))
    }

    /// How a unit left the map, with the dice behind it.
    fn fate(&self, now: Battle<'_>, unit: UnitId) -> Vec<usize> {
        if now.is_on_map(unit) {
            return Vec::new();
        }
        let is_end = |event: &Event| {
            matches!(event, Event::Eliminated { unit: gone, .. } | Event::Removed { unit: gone, .. }
                if *gone == unit)
        };
        self.last(is_end)
            .map_or_else(Vec::new, |at| self.with_dice(at, unit))
    }

    /// How a unit came to be Disordered, with the dice behind it.
    fn shaken(&self, now: Battle<'_>, unit: UnitId) -> Vec<usize> {
        if now.piece(unit).condition == Condition::Good {
            return Vec::new();
        }
        let at =
            self.last(|event| matches!(event, Event::Disordered { unit: who, .. } if *who == unit));
        at.map_or_else(Vec::new, |at| self.with_dice(at, unit))
    }

    /// How a unit came to be Engaged, or else what it has done already.
    fn bound(&self, now: Battle<'_>, unit: UnitId) -> Option<usize> {
        if now.open.is_engaged(unit) {
            return self.last(|event| {
                matches!(event, Event::Engaged { units: (a, b) } if *a == unit || *b == unit)
            });
        }
        if now.piece(unit).condition == Condition::Disordered {
            return None;
        }
        let shot = |roll: &Roll| roll.by == By::Unit(unit) && roll.purpose == Purpose::Fire;
        self.last(|event| {
            matches!(event, Event::MoveEnded { unit: who, .. } | Event::Stepped { unit: who, .. }
                if *who == unit)
                || is_roll(event, shot)
        })
    }

    /// How a unit came into a hex.
    fn arrival(&self, unit: UnitId, hex: Hex) -> Option<usize> {
        self.last(|event| {
            matches!(event,
                Event::Stepped { unit: who, to, .. }
                | Event::Evaded { unit: who, to, .. }
                | Event::Advanced { unit: who, to, .. }
                if *who == unit && *to == hex)
        })
    }

    /// An event that befell a unit, with the dice that brought it about.
    fn with_dice(&self, at: usize, unit: UnitId) -> Vec<usize> {
        let cause = match self.events[at] {
            Event::Disordered { cause, .. }
            | Event::Eliminated { cause, .. }
            | Event::Removed { cause, .. } => *cause,
            _ => return vec![at],
        };
        let before = History {
            events: &self.events[..at],
        };
        let mut found = match cause {
            Cause::Fire => before.hit_on(unit),
            Cause::Shock => before.blows_at(unit),
            Cause::River => before.own_die(unit, Purpose::River),
            Cause::Evade => before.own_die(unit, Purpose::Evade),
            Cause::Reform => before.own_die(unit, Purpose::Reform),
            Cause::Check => before.failed_check(unit),
            Cause::Desertion => {
                let alans = |roll: &Roll| {
                    matches!(roll.purpose, Purpose::AlanActivate | Purpose::AlanDefect)
                };
                before
                    .last(|event| is_roll(event, alans))
                    .into_iter()
                    .collect()
            }
            Cause::BreakOff | Cause::Trapped => Vec::new(),
        };
        found.push(at);
        found
    }

    fn own_die(&self, unit: UnitId, purpose: Purpose) -> Vec<usize> {
        let own = |roll: &Roll| roll.by == By::Unit(unit) && roll.purpose == purpose;
        self.last(|event| is_roll(event, own)).into_iter().collect()
    }

    /// The shot that hit a unit.
    fn hit_on(&self, unit: UnitId) -> Vec<usize> {
        let hits = |roll: &Roll| {
            matches!(roll.purpose, Purpose::Fire | Purpose::React)
                && roll.at == Some(unit)
                && roll.came == Came::Disorder
        };
        self.last(|event| is_roll(event, hits))
            .into_iter()
            .collect()
    }

    /// The dice of the round in which a unit was struck: those that hit its side.
    fn blows_at(&self, unit: UnitId) -> Vec<usize> {
        let Some(round) = self.last(|event| matches!(event, Event::ShockJoined { .. })) else {
            return Vec::new();
        };
        let Event::ShockJoined { combat, .. } = self.events[round] else {
            return Vec::new();
        };
        let enemies = match combat.attackers.contains(&unit) {
            true => &combat.defenders,
            false => &combat.attackers,
        };
        let hits = |roll: &Roll| {
            roll.purpose == Purpose::Shock
                && matches!(roll.came, Came::Hit | Came::Overwhelming)
                && matches!(roll.by, By::Unit(by) if enemies.contains(&by))
        };
        let dice = (round..self.events.len()).filter(|&at| is_roll(self.events[at], hits));
        std::iter::once(round).chain(dice).collect()
    }

    /// A failed check, with what called for it.
    fn failed_check(&self, unit: UnitId) -> Vec<usize> {
        let Some(&check) = self.own_die(unit, Purpose::Second).first() else {
            return Vec::new();
        };
        let before = History {
            events: &self.events[..check],
        };
        let shot = before.hit_on(unit);
        let blows = before.blows_at(unit);
        let crossed = before.own_die(unit, Purpose::River);
        // The latest of them called for it.
        let candidates = [shot, blows, crossed];
        let latest = candidates
            .into_iter()
            .max_by_key(|dice| dice.last().copied());
        let mut found = latest.unwrap_or_default();
        found.push(check);
        found
    }

    /// The last blow that a unit struck as an attacker: its die, and those that overwhelmed it.
    fn blow_of(&self, unit: UnitId) -> Vec<usize> {
        let round = self.last(|event| {
            matches!(event, Event::ShockJoined { combat, .. } if combat.attackers.contains(&unit))
        });
        let Some(round) = round else {
            return Vec::new();
        };
        let Event::ShockJoined { combat, .. } = self.events[round] else {
            return Vec::new();
        };
        let tells = |roll: &Roll| {
            roll.purpose == Purpose::Shock
                && match roll.by {
                    By::Unit(by) if by == unit => true,
                    By::Unit(by) => {
                        combat.defenders.contains(&by) && roll.came == Came::Overwhelming
                    }
                    By::Side(_) => false,
                }
        };
        let end = self.events[round + 1..]
            .iter()
            .position(|event| matches!(event, Event::ShockJoined { .. }))
            .map_or(self.events.len(), |after| round + 1 + after);
        let dice = (round..end).filter(|&at| is_roll(self.events[at], tells));
        std::iter::once(round).chain(dice).collect()
    }
}

fn is_roll(event: &Event, is_it: impl Fn(&Roll) -> bool) -> bool {
    matches!(event, Event::Rolled { roll } if is_it(roll))
}
