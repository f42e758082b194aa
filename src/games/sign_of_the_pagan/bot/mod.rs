//! The bots: commanders who play from what their side may see, shoot before they strike, and strike where
//! the odds are good.
//!
//! All think alike; what they weigh things by is their `doctrine`, and an `outlook` is the battle seen with
//! one. The steady one advances in line; the captain closes with the enemy, reckons with light cavalry
//! that rides away, and keeps his cards (`hand`) for their moment.
//!
//! `survey` looks at the field, `posture` says how well a unit stands somewhere, `exchange` what a
//! round of shock would bring, `worth` what a unit is worth; `sandtable` is a copy of the open facts
//! to try things on. On these `acts` decides in the Move and Fire segment (with `assault` and
//! `bows`), `blows` in the Shock segment, `camp`, `cup` and `leader` the rest. `letter` writes all that as the
//! lines of a mail.

mod acts;
mod assault;
mod blows;
mod bows;
mod camp;
mod cup;
mod doctrine;
mod exchange;
mod hand;
mod leader;
mod letter;
mod orders_ahead;
mod outlook;
mod posture;
mod sandtable;
mod survey;
mod worth;

use crate::engine::{Mode, Pick, Player, Rules};

use super::data::{Contingent, Side, UnitId};
use super::decision::Decision;
use super::order::Order;
use super::state::View;
use super::{Battle, Game};
use acts::Planner;
use bows::Aim;
use doctrine::Doctrine;
pub use letter::Habit;
use outlook::Outlook;
use survey::{Survey, is_of_line};

/// The activation that is being thought through.
#[derive(Debug, Clone)]
struct Activation {
    turn: u16,
    number: u8,
    survey: Survey,
    /// Units that have had their chance to act, in that order.
    considered: Vec<UnitId>,
    /// Whether those who hung back are having a second one.
    again: bool,
    /// Whether Attila has had his.
    rode: bool,
}

/// A player who plays a sensible game by a doctrine.
#[derive(Debug, Clone)]
pub struct Commander<P> {
    pick: P,
    doctrines: &'static [Doctrine; 2],
    habit: Habit,
    activation: Option<Activation>,
    aim: Aim,
}

impl<P: Pick> Commander<P> {
    /// Seats the steady one, with a source of the few choices that are left to chance.
    pub fn steady(pick: P) -> Self {
        Self::of(pick, &doctrine::STEADY)
    }

    /// Seats the captain: he has tried out what pays, and keeps his cards for their moment.
    pub fn captain(pick: P) -> Self {
        Self::of(pick, &doctrine::CAPTAIN).writing(Habit::Plans)
    }

    /// Gives him a habit of writing letters.
    #[must_use]
    pub fn writing(self, habit: Habit) -> Self {
        Self { habit, ..self }
    }

    fn of(pick: P, doctrines: &'static [Doctrine; 2]) -> Self {
        Self {
            pick,
            doctrines,
            habit: Habit::Asked,
            activation: None,
            aim: Aim::Seen,
        }
    }

    /// Looks at the field with the doctrine of the side he commands.
    fn look<'a>(&self, game: &'a Game, view: &'a View) -> Outlook<'a> {
        let side = view.side.unwrap_or(Side::Hun);
        let doctrine = &self.doctrines[side as usize];
        Outlook::new(Battle::new(game, &view.open), doctrine)
    }

    /// Returns the next act of an activation.
    fn act(&mut self, battle: Outlook<'_>, contingent: Contingent) -> Option<Order> {
        let open = battle.open;
        let known = self
            .activation
            .take()
            .filter(|held| (held.turn, held.number) == (open.turn, open.activation));
        let mut activation = known.unwrap_or_else(|| Activation {
            turn: open.turn,
            number: open.activation,
            survey: Survey::take(battle, contingent.side()),
            considered: Vec::new(),
            again: false,
            rode: false,
        });
        let order = next_act(battle, contingent, &mut activation, self.aim);
        self.activation = Some(activation);
        order
    }
}

impl<P: Pick> Player<Game> for Commander<P> {
    fn decide(&mut self, game: &Game, view: &View, _: Mode, decision: &Decision) -> Option<Order> {
        let battle = self.look(game, view);
        let survey = |side: Side| Survey::take(battle, side);
        match decision {
            Decision::SetUp { .. } => camp::place(game, decision),
            Decision::Markers { side } => {
                cup::five(battle, view, &survey(*side), decision, &mut self.pick)
            }
            Decision::Initiative { side } => {
                cup::initiative(battle, view, &survey(*side), decision)
            }
            Decision::MoveFire { contingent } => self.act(battle, *contingent),
            Decision::Declare {
                contingent,
                declared,
            } => blows::declare(battle, *contingent, declared),
            Decision::Evade { unit, attackers } => {
                let survey = survey(battle.side(*unit));
                blows::evade(battle, &survey, *unit, attackers, decision)
            }
            Decision::Advance { candidates, .. } => {
                let side = battle.side(*candidates.first()?);
                blows::advance(battle, &survey(side), decision)
            }
            Decision::Loss { tied, .. } => blows::loss(battle, tied),
            Decision::Counter { unit, attackers } => {
                blows::counter(battle, *unit, attackers, decision)
            }
            Decision::Continue { unit, .. } => blows::go_on(battle, *unit, decision),
            Decision::Rejoin { choices } => leader::rejoin(battle, &survey(Side::Hun), choices),
            Decision::EngagedFacing { unit } => {
                acts::turn_to_enemy(battle, *unit).or_else(|| game.default(view, decision))
            }
            Decision::Card { side, moment, .. } => {
                hand::play(battle, *side, moment, game.options(view, decision))
            }
            Decision::Flee { .. }
            | Decision::React { .. }
            | Decision::Reform { .. }
            | Decision::AttilaShift { .. } => game.default(view, decision),
        }
    }
}

/// Returns the next act: archers that have moved shoot, then the next unit has its chance, then those
/// who hung back have another, Attila last.
fn next_act(
    battle: Outlook<'_>,
    contingent: Contingent,
    activation: &mut Activation,
    aim: Aim,
) -> Option<Order> {
    let queue = order_of_march(battle, contingent, activation);
    let helpers = queue
        .iter()
        .copied()
        .filter(|&unit| is_of_line(battle, unit) && !battle.open.is_engaged(unit));
    let mut planner = Planner::new(battle, &activation.survey, helpers.collect(), aim);
    if let Some(&last) = activation.considered.last()
        && let Some(shot) = planner.shot(last)
    {
        return Some(shot);
    }
    for unit in queue {
        activation.considered.push(unit);
        planner.no_more_help_from(unit);
        if let Some(order) = planner.act(unit).or_else(|| planner.shot(unit)) {
            return Some(order);
        }
    }
    if battle.doctrine.looks_again && !std::mem::replace(&mut activation.again, true) {
        activation.considered.clear();
        return next_act(battle, contingent, activation, aim);
    }
    if std::mem::replace(&mut activation.rode, true) {
        return None;
    }
    leader::ride(battle, &activation.survey)
}

/// Returns the units that have still to be considered: archers first, then those that are bound,
/// then the line from the front to the rear, then the rest.
fn order_of_march(
    battle: Outlook<'_>,
    contingent: Contingent,
    activation: &Activation,
) -> Vec<UnitId> {
    let has_acted = |unit: UnitId| battle.piece(unit).deeds.any(true);
    let units = battle
        .of(contingent)
        .filter(|unit| !activation.considered.contains(unit))
        .filter(|&unit| !activation.again || !has_acted(unit));
    let mut units: Vec<UnitId> = units.collect();
    units.sort_by_key(|&unit| {
        let near = battle.hex(unit).map(|hex| activation.survey.near(hex));
        let rank = if battle.unit(unit).bow.is_some() {
            0
        } else if battle.open.is_engaged(unit) {
            1
        } else if is_of_line(battle, unit) {
            2
        } else {
            3
        };
        (rank, near, unit)
    });
    units
}
