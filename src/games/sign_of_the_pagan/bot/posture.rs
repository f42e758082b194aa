//! How well a unit stands somewhere: its distance to the enemy, its line, and what may hit it there.

use crate::geometry::{Arc, Facing, Hex};

use super::super::data::{Condition, Kind, Side, UnitId};
use super::doctrine::{Danger, Distance, Doctrine};
use super::outlook::Outlook;
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
pub(super) fn role(battle: Outlook<'_>, unit: UnitId) -> Role {
    let light = matches!(battle.kind(unit), Kind::LC | Kind::LI);
    match battle.piece(unit).condition {
        Condition::Disordered => Role::Shaken,
        Condition::Good if can_charge(battle, unit) => Role::Line,
        Condition::Good if light && battle.unit(unit).bow.is_some() => Role::Skirmisher,
        Condition::Good => Role::Screen,
    }
}

/// Further than this from the enemy distances are all alike.
const HORIZON: u8 = 30;

/// Returns how well a unit stands where it is; what it could attack from there is not counted.
pub(super) fn posture(battle: Outlook<'_>, survey: &Survey, unit: UnitId) -> i32 {
    let Some(hex) = battle.hex(unit) else {
        return 0;
    };
    let role = role(battle, unit);
    let Distance {
        ideal,
        too_far,
        too_near,
    } = battle.doctrine.distances[role as usize];
    let near = survey.near(hex).min(HORIZON);
    let front = match role {
        Role::Line => survey.front(hex).min(HORIZON),
        Role::Skirmisher | Role::Screen | Role::Shaken => near,
    };
    let mut points = -too_far * i32::from(front.saturating_sub(ideal))
        - too_near * i32::from(ideal.saturating_sub(near));
    if role == Role::Line {
        let lead = (i32::from(survey.line) - i32::from(front) - battle.doctrine.lead).max(0);
        points -= battle.doctrine.too_far_ahead * lead;
    }
    if role == Role::Line {
        points += line_of_battle(battle, survey, unit, hex);
    }
    points - danger(battle, survey, unit, hex)
}

/// Friends at the shoulders, flanks that are open, and nobody near.
fn line_of_battle(battle: Outlook<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> i32 {
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
            Arc::Flank if friend => battle.doctrine.shoulder,
            Arc::Flank | Arc::Rear if survey.is_reached(near) => -battle.doctrine.open_flank,
            _ => 0,
        };
    }
    let company = grid
        .within(hex, 2)
        .filter_map(|near| battle.open.unit_at(near))
        .any(|other| is_friend(other) && is_of_line(battle, other));
    if !company {
        points -= battle.doctrine.alone;
    }
    points
}

/// The parts in which a doctrine counts danger.
const TWELFTHS: i32 = 12;
/// Attackers that can get at one unit.
const CROWD: u8 = 3;

/// Returns the share of danger that counts, in twelfths: all of it is doubled if only the enemy has
/// markers left to draw, and there is none if he has none.
fn imminence(battle: Outlook<'_>, side: Side) -> i32 {
    let Doctrine {
        likely, foresees, ..
    } = *battle.doctrine;
    let undrawn = |side: Side| i32::from(battle.open.undrawn[side as usize]);
    let (own, enemy) = (undrawn(side), undrawn(side.opponent()));
    if foresees && own + enemy > 0 {
        2 * likely * enemy / (own + enemy)
    } else {
        likely
    }
}

/// Returns what the enemy's next activation is expected to cost a unit where it stands.
pub(super) fn danger(battle: Outlook<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> i32 {
    let threat = survey.threat(hex);
    if threat.all() == 0 {
        return 0;
    }
    let result = worth::results(battle, unit, 1);
    let good = battle.is_good(unit);
    if good && battle.kind(unit) == Kind::LC && !battle.open.is_engaged(unit) {
        return give_way(battle, survey, hex, result) * imminence(battle, survey.side) / TWELFTHS;
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
    let suffered = match battle.doctrine.danger {
        Danger::ByArc => onslaught(battle, survey, unit, hex),
        Danger::ByNumber => i32::from(strikers) * result,
    };
    let given = (i32::from(battle.face(unit).shock) + 1) * battle.doctrine.hit / 10;
    (suffered / shared - given).max(0) * imminence(battle, survey.side) / TWELFTHS
}

/// 9.5.1, 9.5.2: returns what the worst attack that can come is expected to cost a unit, by the arcs that
/// lie open to it.
fn onslaught(battle: Outlook<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> i32 {
    let facing = battle.piece(unit).facing;
    let is_open = |near: Hex| {
        let there = battle.open.unit_at(near);
        there.is_none_or(|other| battle.side(other) != survey.side)
    };
    let near = battle.game.ground.grid().neighbours(hex);
    let blows = near.filter(|&(_, near)| is_open(near) && survey.is_reached(near));
    let mut faces: Vec<i32> = blows
        .map(|(hour, near)| {
            let angle = match facing.arc(hour) {
                Arc::Front => 0,
                Arc::Flank => 2,
                Arc::Rear => 3,
            };
            // With momentum, and with a net 0.
            (i32::from(survey.striker(near)) + angle + 2).min(10)
        })
        .collect();
    faces.sort_unstable_by(|a, b| b.cmp(a));
    faces.truncate(usize::from(survey.threat(hex).all().min(CROWD)));
    // The chances of 0, 1, 2, 3 hits in thousandths.
    let mut chances = [1000, 0, 0, 0];
    for faces in faces {
        for hits in (0..chances.len()).rev() {
            let fewer = if hits > 0 { chances[hits - 1] } else { 0 };
            chances[hits] = (chances[hits] * (10 - faces) + fewer * faces) / 10;
        }
    }
    let costs = chances.iter().enumerate();
    costs
        .map(|(hits, chance)| chance * worth::results(battle, unit, hits) / 1000)
        .sum()
}

/// 9.3: what it costs light cavalry to be charged, giving way if it can.
fn give_way(battle: Outlook<'_>, survey: &Survey, hex: Hex, result: i32) -> i32 {
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
pub(super) fn facing_at(battle: Outlook<'_>, survey: &Survey, unit: UnitId, hex: Hex) -> Facing {
    survey.best_facing(battle, hex, battle.piece(unit).facing)
}
