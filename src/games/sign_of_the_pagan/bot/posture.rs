//! How well a unit stands somewhere: its distance to the enemy, its line, and what may hit it there.

use crate::geometry::{Arc, Facing, Hex};

use super::super::Battle;
use super::super::data::{Condition, Kind, UnitId};
use super::survey::{Survey, can_charge, is_of_line};
use super::worth;

/// What a unit is for, as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It attacks, shoulder to shoulder with others.
    Line,
    /// It rides up, shoots and rides back.
    Skirmisher,
    /// It neither attacks nor shoots, and keeps behind the line.
    Screen,
    /// It is Disordered and wants to be left alone.
    Shaken,
}

/// Returns what a unit is for.
pub(super) fn role(battle: Battle<'_>, unit: UnitId) -> Role {
    let light = matches!(battle.kind(unit), Kind::LC | Kind::LI);
    match battle.piece(unit).condition {
        Condition::Disordered => Role::Shaken,
        Condition::Good if can_charge(battle, unit) => Role::Line,
        Condition::Good if light && battle.unit(unit).bow.is_some() => Role::Skirmisher,
        Condition::Good => Role::Screen,
    }
}

/// How far from the enemy a unit wants to be, and what a hex more or less costs it.
struct Distance {
    ideal: u8,
    too_far: i32,
    too_near: i32,
}

impl Role {
    fn distance(self) -> Distance {
        let (ideal, too_far, too_near) = match self {
            Self::Line => (3, 60, 60),
            Self::Skirmisher => (2, 25, 40),
            Self::Screen => (5, 15, 60),
            Self::Shaken => (6, 5, 60),
        };
        Distance {
            ideal,
            too_far,
            too_near,
        }
    }
}

/// How many hexes a unit may be ahead of the middle of its line.
const LEAD: u8 = 2;
/// What each hex more costs.
const TOO_FAR_AHEAD: i32 = 60;
/// What a friend on a flank is worth to a unit of the line.
const SHOULDER: i32 = 40;
/// What a flank or rear costs that the enemy can get at.
const OPEN_FLANK: i32 = 40;
/// What it costs a unit of the line to have no other of it within two hexes.
const ALONE: i32 = 100;
/// Further than this from the enemy distances are all alike.
const HORIZON: u8 = 30;

/// Returns how well a unit stands where it is; what it could attack from there is not counted.
pub(super) fn posture(battle: Battle<'_>, survey: &Survey, unit: UnitId) -> i32 {
    let Some(hex) = battle.hex(unit) else {
        return 0;
    };
    let role = role(battle, unit);
    let Distance {
        ideal,
        too_far,
        too_near,
    } = role.distance();
    let near = survey.near(hex).min(HORIZON);
    let front = match role {
        Role::Line => survey.front(hex).min(HORIZON),
        Role::Skirmisher | Role::Screen | Role::Shaken => near,
    };
    let mut points = -too_far * i32::from(front.saturating_sub(ideal))
        - too_near * i32::from(ideal.saturating_sub(near));
    if role == Role::Line {
        let lead = survey.line.saturating_sub(front).saturating_sub(LEAD);
        points -= TOO_FAR_AHEAD * i32::from(lead);
    }
    if role == Role::Line {
        points += line_of_battle(battle, survey, unit, hex);
    }
    points - danger(battle, survey, unit, hex)
}

/// Friends at the shoulders, flanks that are open, and nobody near.
fn line_of_battle(battle: Battle<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> i32 {
    let facing = battle.piece(unit).facing;
    let grid = battle.game.ground.grid();
    let is_friend = |other: UnitId| other != unit && battle.side(other) == survey.side;
    let mut points = 0;
    for (hour, near) in grid.neighbours(hex) {
        let friend = battle
            .open
            .unit_at(near)
            .is_some_and(|other| is_friend(other) && is_of_line(battle, other));
        points += match facing.arc(hour) {
            Arc::Flank if friend => SHOULDER,
            Arc::Flank | Arc::Rear if survey.is_reached(near) => -OPEN_FLANK,
            _ => 0,
        };
    }
    let company = grid
        .within(hex, 2)
        .filter_map(|near| battle.open.unit_at(near))
        .any(|other| is_friend(other) && is_of_line(battle, other));
    if !company {
        points -= ALONE;
    }
    points
}

/// What a hit is thought to cost an attacker.
const RETURN: i32 = 420;
/// The share of danger that is counted: not every enemy acts first.
const LIKELY: (i32, i32) = (1, 3);
/// Attackers that can get at one unit.
const CROWD: u8 = 3;

/// Returns what the enemy's next activation is expected to cost a unit where it stands.
pub(super) fn danger(battle: Battle<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> i32 {
    let threat = survey.threat(hex);
    if threat.all() == 0 {
        return 0;
    }
    let (times, of) = LIKELY;
    let result = worth::results(battle, unit, 1);
    let good = battle.is_good(unit);
    if good && battle.kind(unit) == Kind::LC && !battle.open.is_engaged(unit) {
        return give_way(battle, survey, hex, result) * times / of;
    }
    let grid = battle.game.ground.grid();
    let ways = grid
        .neighbours(hex)
        .filter(|&(_, near)| survey.is_reached(near));
    let strikers = threat.all().min(ways.count() as u8).min(CROWD);
    let friends = battle.around(hex).filter(|&(_, other)| {
        other != unit && battle.side(other) == survey.side && is_of_line(battle, other)
    });
    let shared = 2 + friends.count().min(2) as i32;
    let suffered = i32::from(strikers) * result;
    let given = (i32::from(battle.face(unit).shock) + 1) * RETURN / 10;
    (suffered / shared - given).max(0) * times / of
}

/// 9.3: what it costs light cavalry to be charged, giving way if it can.
fn give_way(battle: Battle<'_>, survey: &Survey, hex: Hex, result: i32) -> i32 {
    let threat = survey.threat(hex);
    let grid = battle.game.ground.grid();
    let refuge = grid.neighbours(hex).any(|(_, near)| {
        battle.open.unit_at(near).is_none() && survey.near(near) > 1 && !survey.is_reached(near)
    });
    let by_horse = i32::from(threat.horse.min(2)) * result * 4 / 10;
    let by_foot = i32::from(threat.foot.min(2)) * 20;
    if refuge {
        by_horse + by_foot
    } else {
        by_horse + i32::from(threat.all().min(2)) * result / 2
    }
}

/// Turns a unit that has no better reason to face anywhere towards the enemy.
pub(super) fn facing_at(battle: Battle<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> Facing {
    survey.best_facing(battle, hex, battle.piece(unit).facing)
}
