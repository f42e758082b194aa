//! What a unit does in the Move and Fire segment: stay, turn, move, shoot, attack, or get away.

use crate::geometry::{Facing, Hex, HexMap, Reach};

use super::super::data::{Condition, Kind, UnitId};
use super::super::decision::Decision;
use super::super::movement::{self, walk::Walker};
use super::super::order::{Leg, Order};
use super::assault::{assault, facings_towards, with_help};
use super::bows::{self, Aim};
use super::doctrine::Doctrine;
use super::outlook::Outlook;
use super::posture::{Role, facing_at, posture, role};
use super::sandtable::{Post, Sandtable};
use super::survey::{Survey, can_charge};
use super::worth;

/// Places for a shot that are looked at more closely.
const SPOTS: usize = 5;
/// How near an enemy has to be for a shot.
const BOWSHOT: u8 = 2;

/// An act with what it is worth.
#[derive(Debug)]
struct Choice {
    worth: i32,
    order: Option<Order>,
}

impl Choice {
    /// Takes another choice if it is better, so that the first of equals stays.
    fn rival(&mut self, worth: i32, order: impl FnOnce() -> Option<Order>) {
        if worth > self.worth {
            *self = Self {
                worth,
                order: order(),
            };
        }
    }
}

/// Finds the act of one unit after the other.
pub(super) struct Planner<'a> {
    table: Sandtable<'a>,
    doctrine: &'static Doctrine,
    survey: &'a Survey,
    /// Units of the line that have still to be moved.
    helpers: Vec<UnitId>,
    aim: Aim,
    reach: Reach,
    onward: Reach,
}

impl<'a> Planner<'a> {
    /// Plans on a copy of the battle.
    pub(super) fn new(
        battle: Outlook<'a>,
        survey: &'a Survey,
        helpers: Vec<UnitId>,
        aim: Aim,
    ) -> Self {
        let grid = battle.game.ground.grid();
        Self {
            table: Sandtable::new(battle),
            doctrine: battle.doctrine,
            survey,
            helpers,
            aim,
            reach: Reach::new(grid),
            onward: Reach::new(grid),
        }
    }

    /// Returns the act of a unit that has not acted; `None` if it stays as it is.
    pub(super) fn act(&mut self, unit: UnitId) -> Option<Order> {
        let walker = Walker::new(*self.table.battle(), unit)?;
        if walker.entered || walker.fired {
            return None;
        }
        let choice = if walker.engaged {
            let mut choice = self.break_off(walker);
            if choice.order.is_none() {
                choice.order = turn_to_enemy(self.table.battle(), unit);
            }
            choice
        } else {
            let mut choice = self.stay(walker);
            self.explore(walker);
            self.march(walker, &mut choice);
            if role(self.table.battle(), unit) == Role::Skirmisher {
                self.skirmish(walker, &mut choice);
            }
            choice
        };
        choice.order
    }

    /// Notes that a unit has had its chance to come up.
    pub(super) fn no_more_help_from(&mut self, unit: UnitId) {
        self.helpers.retain(|&helper| helper != unit);
    }

    /// Returns the best shot from where a unit stands.
    pub(super) fn shot(&self, unit: UnitId) -> Option<Order> {
        let battle = self.table.battle();
        let walker = Walker::new(*battle, unit)?;
        let (target, _) = bows::best_target(battle, &walker, self.aim)?;
        Some(Order::Fire { unit, target })
    }

    /// Finds the ways of a unit; it crosses no river of its own will.
    fn explore(&mut self, walker: Walker) {
        let battle = self.table.battle();
        let ground = &battle.game.ground;
        let dry = |from: Hex, to: Hex| !ground.river(from, to);
        walker.explore_by(*battle, &mut self.reach, dry);
    }

    /// Returns what it is worth to have a unit at a post, attacks from there included.
    fn worth(&mut self, walker: &Walker, post: Post) -> i32 {
        let unit = walker.unit;
        let (survey, helpers) = (self.survey, &self.helpers);
        let comes = post.hex != walker.at;
        self.table.with(unit, post, |table| {
            let stands = posture(table.battle(), survey, unit);
            let battle = table.battle();
            if !battle.is_in_contact(post.hex, survey.side) {
                return stands;
            }
            let fire = if comes {
                bows::reaction(battle, unit, post.hex)
            } else {
                0
            };
            stands - fire + with_help(table, unit, helpers)
        })
    }

    /// Staying, as it is or turned.
    fn stay(&mut self, walker: Walker) -> Choice {
        let unit = walker.unit;
        let battle = self.table.battle();
        let condition = walker.condition;
        let in_contact = battle.is_in_contact(walker.at, self.survey.side);
        let reforms = condition == Condition::Disordered && !in_contact;
        let now = self.post(walker, walker.at, walker.facing);
        let best = facing_at(battle, self.survey, unit, walker.at);
        let recovery = if reforms {
            (5 * worth::shaken(battle, unit) - worth::lost(battle, unit)) / 10
                + self.doctrine.reformed
        } else {
            0
        };
        let looks = self.doctrine.looks;
        let look = |facing| if facing == best { looks } else { 0 };
        let mut choice = Choice {
            worth: self.worth(&walker, now)
                + recovery
                + look(walker.facing)
                + self.doctrine.inertia,
            order: None,
        };
        if reforms {
            return choice;
        }
        for facing in Facing::ALL.into_iter().filter(|&to| to != walker.facing) {
            if facing != best && !in_contact {
                continue;
            }
            let post = self.post(walker, walker.at, facing);
            let worth = self.worth(&walker, post) + look(facing);
            choice.rival(worth, || Some(Order::Face { unit, facing }));
        }
        choice
    }

    fn post(&self, walker: Walker, hex: Hex, facing: Facing) -> Post {
        let battle = self.table.battle();
        let side = self.survey.side;
        let charges = !walker.engaged && !battle.is_in_zone(walker.at, side);
        Post {
            hex,
            facing,
            condition: walker.condition,
            momentum: hex != walker.at && charges && battle.is_in_contact(hex, side),
        }
    }

    /// Moving, to wherever it is best to stand or to attack.
    fn march(&mut self, walker: Walker, choice: &mut Choice) {
        let unit = walker.unit;
        let hexes = self.reach.hexes().to_vec();
        let shoots = self.table.battle().unit(unit).bow.is_some()
            && self.table.battle().kind(unit) == Kind::MI;
        let looks = self.doctrine.looks;
        for hex in hexes.into_iter().filter(|&hex| hex != walker.at) {
            for facing in self.facings(unit, hex) {
                let post = self.post(walker, hex, facing);
                let mut worth = self.worth(&walker, post) + looks;
                if shoots && self.survey.near(hex) <= BOWSHOT {
                    worth += self.shot_from(walker, post);
                }
                let way = || {
                    let path = self.reach.path(hex);
                    let legs = path[1..].iter().copied().map(Leg::Step).collect();
                    Some(go(&walker, legs, facing))
                };
                choice.rival(worth, way);
            }
        }
    }

    /// Returns the facings that are looked at in a hex: all that bring an enemy before a unit that
    /// attacks, else the one that looks at the enemy.
    fn facings(&self, unit: UnitId, hex: Hex) -> Vec<Facing> {
        let battle = self.table.battle();
        let mut facings = Vec::new();
        if can_charge(battle, unit) {
            for enemy in battle.enemies_next_to(hex, self.survey.side) {
                let to = battle.hex(enemy).into_iter();
                facings.extend(to.flat_map(|to| facings_towards(battle, hex, to)));
            }
            facings.sort_unstable();
            facings.dedup();
        }
        if facings.is_empty() {
            facings.push(facing_at(battle, self.survey, unit, hex));
        }
        facings
    }

    /// The best shot of an archer on foot after it has come to a post.
    fn shot_from(&mut self, walker: Walker, post: Post) -> i32 {
        let cost = self.reach.cost(post.hex).unwrap_or(0) as u8;
        let archer = Walker {
            at: post.hex,
            facing: post.facing,
            spent: walker.spent + cost,
            entered: true,
            ..walker
        };
        let aim = self.aim;
        let best = self.table.with(walker.unit, post, |table| {
            bows::best_target(table.battle(), &archer, aim)
        });
        best.map_or(0, |(_, worth)| worth)
    }

    /// 8.2.1: riding up, shooting, and riding on to where it is best to stand.
    fn skirmish(&mut self, walker: Walker, choice: &mut Choice) {
        let unit = walker.unit;
        let mut ends = HexMap::new(self.table.battle().game.ground.grid(), None);
        for (spot, target, worth) in self.spots(walker) {
            let (archer, path) = self.at(walker, spot);
            let mut shot = archer;
            shot.fire();
            let battle = self.table.battle();
            let ground = &battle.game.ground;
            let dry = |from: Hex, to: Hex| !ground.river(from, to);
            shot.explore_by(*battle, &mut self.onward, dry);
            for hex in self.onward.hexes().to_vec() {
                let end = *ends[hex].get_or_insert_with(|| {
                    let facing = facing_at(self.table.battle(), self.survey, unit, hex);
                    let post = self.post(walker, hex, facing);
                    (self.worth(&walker, post) + self.doctrine.looks, facing)
                });
                let order = || {
                    let steps = path[1..].iter().copied().map(Leg::Step);
                    let onward = self.onward.path(hex);
                    let onward = onward[1..].iter().copied().map(Leg::Step);
                    let fire = [Leg::Fire(target)];
                    Some(go(
                        &walker,
                        steps.chain(fire).chain(onward).collect(),
                        end.1,
                    ))
                };
                choice.rival(worth + end.0, order);
            }
        }
    }

    /// The walker at a hex in reach, and its way there.
    fn at(&self, walker: Walker, spot: Hex) -> (Walker, Vec<Hex>) {
        let battle = self.table.battle();
        let path = self.reach.path(spot);
        let entered = path.len() > 1;
        let archer = Walker {
            at: spot,
            spent: walker.spent + self.reach.cost(spot).unwrap_or(0) as u8,
            entered,
            halted: entered && battle.is_in_contact(spot, self.survey.side),
            ..walker
        };
        (archer, path)
    }

    /// Finds the most promising places for a shot on the way, the best first.
    fn spots(&mut self, walker: Walker) -> Vec<(Hex, UnitId, i32)> {
        let mut spots = Vec::new();
        for hex in self.reach.hexes().to_vec() {
            if self.survey.near(hex) > BOWSHOT {
                continue;
            }
            let (archer, _) = self.at(walker, hex);
            let post = self.post(walker, hex, walker.facing);
            let aim = self.aim;
            let best = self.table.with(walker.unit, post, |table| {
                bows::best_target(table.battle(), &archer, aim)
            });
            spots.extend(best.map(|(target, worth)| (hex, target, worth)));
        }
        spots.sort_by_key(|&(hex, _, worth)| (std::cmp::Reverse(worth), hex));
        spots.truncate(SPOTS);
        spots
    }

    /// 6.5: an Engaged unit stays and fights, or gets away; horse archers have to.
    fn break_off(&mut self, walker: Walker) -> Choice {
        let unit = walker.unit;
        let battle = self.table.battle();
        let must = battle.kind(unit) == Kind::LC && battle.unit(unit).bow.is_some();
        let stays = assault(battle, unit).unwrap_or(0) + posture(battle, self.survey, unit);
        let mut choice = Choice {
            worth: if must {
                i32::MIN
            } else {
                stays + self.doctrine.inertia
            },
            order: None,
        };
        let price = worth::results(battle, unit, 1);
        let refuges = movement::options(*battle, &Decision::Flee { unit });
        let mut away = walker;
        away.break_off(*battle);
        away.explore(*battle, &mut self.reach);
        for hex in refuges.iter().filter_map(|order| match order {
            Order::Flee { to, .. } => to.first().copied(),
            _ => None,
        }) {
            let facing = facing_at(self.table.battle(), self.survey, unit, hex);
            let post = Post {
                hex,
                facing,
                condition: Condition::Disordered,
                momentum: false,
            };
            let survey = self.survey;
            let stands = self
                .table
                .with(unit, post, |table| posture(table.battle(), survey, unit));
            let path = self.reach.path(hex);
            let legs = path[1..].iter().copied().map(Leg::Step).collect();
            choice.rival(stands - price, || Some(go(&walker, legs, facing)));
        }
        choice
    }
}

/// Writes a move; one that breaks off insists on it.
fn go(walker: &Walker, legs: Vec<Leg>, facing: Facing) -> Order {
    Order::Move {
        unit: walker.unit,
        withdraw: walker.engaged,
        legs,
        facing: (facing != walker.facing).then_some(facing),
    }
}

/// 9.9, D10: the facing with the best odds towards the enemies that a unit is Engaged with, if it
/// has none of them in front.
pub(super) fn turn_to_enemy(battle: Outlook<'_>, unit: UnitId) -> Option<Order> {
    let mut table = Sandtable::new(battle);
    let orders = movement::options(*battle, &Decision::EngagedFacing { unit }).into_iter();
    let weighed = orders.filter_map(|order| {
        let Order::Face { facing, .. } = order else {
            return None;
        };
        let post = Post {
            hex: battle.hex(unit)?,
            facing,
            condition: battle.piece(unit).condition,
            momentum: false,
        };
        let balance = table.with(unit, post, |table| assault(table.battle(), unit));
        Some((balance, order))
    });
    let best = weighed.reduce(|held, next| if next.0 > held.0 { next } else { held });
    best.map(|(_, order)| order)
}
