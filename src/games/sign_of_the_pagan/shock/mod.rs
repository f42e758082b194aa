//! 9.0: the Shock segment.
//!
//! A declared combat travels through the steps as a [`Bout`]: `declare` gathers the lines and makes
//! combats of them (9.1, 9.2), `retreat` lets defenders give way (9.3), `combat` rolls the dice and
//! spreads the results (9.4, with `modifiers` 9.5), `advance` takes vacated hexes (9.8), `overwhelming`
//! goes on with counterattacks and continued attacks (9.7), `engage` leaves survivors Engaged (9.9).
//! `answers` says what an order is worth to a decision, `choices` invents orders, `judge` judges them
//! ahead.

mod advance;
mod answers;
mod bar;
mod choices;
mod combat;
mod declare;
mod eligible;
mod engage;
pub(super) mod forecast;
mod judge;
mod modifiers;
mod overwhelming;
mod retreat;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::engine::{LineId, Next, Pause, Turn};
use crate::geometry::{Facing, Hex};

use super::Game;
use super::data::UnitId;
use super::decision::Frame;
use super::event::{Combat, Round};
use super::order::{Blow, Retreat};

pub(super) use answers::answer;
use bar::Bar;
pub(super) use choices::{default, options, sample};
pub(super) use eligible::{attacking_rating, can_strike};
pub(super) use judge::{judge, judge_declarations, may_plan};
pub(super) use modifiers::{Die, dice};
pub(super) use retreat::may_give_way;

/// An attack as declared: one SHOCK line (9.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks, in declared order.
    pub attackers: Vec<UnitId>,
    /// Who is attacked, in declared order.
    pub defenders: Vec<UnitId>,
    /// Attackers that do without their momentum.
    pub no_momentum: Vec<UnitId>,
    /// The line it comes from; a compulsory attack has none.
    pub line: Option<LineId>,
}

/// Who strikes whom within a combat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// The attacker.
    pub attacker: UnitId,
    /// A defender in its front.
    pub defender: UnitId,
}

/// How a defender came to leave its hex (9.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Vacated {
    /// It retreated before shock.
    Retreat,
    /// It was eliminated.
    Elimination,
}

/// A hex that a defender has left to its attackers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The hex.
    pub hex: Hex,
    /// The defender.
    pub by: UnitId,
    /// How it left.
    pub vacated: Vacated,
    /// Whether a card has somebody enter it if anybody is able.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lures: bool,
}

/// A unit that will retreat before shock (9.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Going {
    /// The combat that it leaves, by its place among them.
    pub bout: usize,
    /// The unit.
    pub unit: UnitId,
    /// From whom it retreats.
    pub attackers: Vec<UnitId>,
    /// Whether it has to roll for its order.
    pub rolls: bool,
    /// Where to.
    pub to: Retreat,
    /// How it faces then.
    pub facing: Option<Facing>,
    /// The line that says so.
    pub line: Option<LineId>,
}

/// What a unit may do after a blow (9.3, 9.7.2, 9.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// It strikes from where and as it stands.
    Steady,
    /// It has just advanced and may still turn.
    Advanced,
    /// It has followed a retreat and makes no further attack.
    Spent,
}

/// A CONTINUE line with blows left (`MAX k`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blows {
    /// Whose line it is.
    pub unit: UnitId,
    /// Whom it strikes.
    pub blow: Blow,
    /// How many more blows.
    pub left: u8,
}

/// A combat on its way from the declaration to the Engaged pairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// Everybody in it, as declared.
    pub combat: Combat,
    /// Which exchange of blows it is.
    pub round: Round,
    /// Who strikes whom; whoever is in no strike has no part in the round.
    pub strikes: Vec<Strike>,
    /// Hexes still to be taken.
    pub openings: Vec<Opening>,
    /// Who has rolled an Overwhelming Victory.
    pub overwhelming: Vec<UnitId>,
    /// Attackers that have advanced.
    pub advanced: Vec<UnitId>,
    /// Attackers that do not want to.
    pub declined: Vec<UnitId>,
    /// Attackers that have followed a retreat and may not attack again (9.3).
    pub spent: Vec<UnitId>,
    /// What is left of the CONTINUE line that brought it about.
    pub blows: Option<Blows>,
}

impl Bout {
    /// A combat before its first blow.
    pub(super) fn new(combat: Combat, round: Round, strikes: Vec<Strike>) -> Self {
        Self {
            combat,
            round,
            strikes,
            openings: Vec::new(),
            overwhelming: Vec::new(),
            advanced: Vec::new(),
            declined: Vec::new(),
            spent: Vec::new(),
            blows: None,
        }
    }

    /// Returns the attackers with somebody to strike, in declared order.
    pub(super) fn attackers(&self) -> Vec<UnitId> {
        let strikes = |unit: &UnitId| self.strikes.iter().any(|strike| strike.attacker == *unit);
        let attackers = self.combat.attackers.iter().copied();
        attackers.filter(strikes).collect()
    }

    /// Returns the defenders that somebody strikes, in declared order.
    pub(super) fn defenders(&self) -> Vec<UnitId> {
        let is_struck = |unit: &UnitId| self.strikes.iter().any(|strike| strike.defender == *unit);
        let defenders = self.combat.defenders.iter().copied();
        defenders.filter(is_struck).collect()
    }

    /// Returns whom a unit of the combat has against it.
    fn opponents(&self, unit: UnitId) -> Vec<UnitId> {
        let opponent = |strike: &Strike| match unit {
            _ if strike.attacker == unit => Some(strike.defender),
            _ if strike.defender == unit => Some(strike.attacker),
            _ => None,
        };
        self.strikes.iter().filter_map(opponent).collect()
    }
}

/// A hit, and who of the other side may take it (9.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// Whose die it was.
    pub by: UnitId,
    /// Who may take it.
    pub takers: Vec<UnitId>,
}

/// A step of the Shock segment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "shock")]
pub enum Step {
    /// The segment begins (9.0).
    Segment,
    /// The next attack is declared, or no more (9.1); `insist` after SHOCK ASK.
    Declare {
        /// What has been declared.
        declared: Vec<Attack>,
        /// Whether the owner wants to be asked.
        insist: bool,
    },
    /// All retreats before shock at once (9.3).
    Retreats {
        /// The combats, in the order of resolution.
        bouts: Vec<Bout>,
    },
    /// Who retreats before shock goes (9.3).
    Depart {
        /// The combats, in the order of resolution.
        bouts: Vec<Bout>,
        /// Who goes, in the order of the combats.
        going: Vec<Going>,
    },
    /// The die of light cavalry that has given way to heavy cavalry (9.3).
    EvadeRoll {
        /// The unit.
        unit: UnitId,
    },
    /// The dice of a round (9.4).
    Fight {
        /// The combat.
        bout: Box<Bout>,
    },
    /// The results of a round are spread over the units (9.4).
    Results {
        /// The combat.
        bout: Box<Bout>,
        /// The hits of both sides.
        hits: Vec<Hit>,
    },
    /// The die of one unit of a round is rolled again (11.2).
    RollAgain {
        /// The combat.
        bout: Box<Bout>,
        /// The hits of both sides.
        hits: Vec<Hit>,
        /// The unit.
        unit: UnitId,
    },
    /// Hexes of eliminated defenders fall open (9.8).
    Aftermath {
        /// The combat.
        bout: Box<Bout>,
        /// Where its defenders stood.
        stood: Vec<(UnitId, Hex)>,
    },
    /// Attackers advance (9.8).
    Advance {
        /// The combat.
        bout: Box<Bout>,
    },
    /// Counterattacks, or else continued attacks (9.7).
    Sequel {
        /// The combat.
        bout: Box<Bout>,
    },
    /// A continued attack of one unit (9.7.2).
    Continue {
        /// The unit.
        unit: UnitId,
        /// What it may do.
        stance: Stance,
        /// What is left of the line it follows.
        blows: Option<Blows>,
    },
    /// Survivors that are still adjacent are Engaged (9.9).
    Engage {
        /// The attackers.
        attackers: Vec<UnitId>,
        /// The defenders.
        defenders: Vec<UnitId>,
    },
}

impl Step {
    /// 11.2: units that were about to retreat stand.
    pub(super) fn hold_back(&mut self, units: &[UnitId]) {
        if let Self::Depart { going, .. } = self {
            going.retain(|going| !units.contains(&going.unit));
        }
    }

    /// 11.2: the die of one unit of the round just rolled is rolled again.
    pub(super) fn roll_again(&mut self, unit: UnitId) {
        let (bout, hits) = match self {
            Self::Results { bout, hits } => (bout.clone(), std::mem::take(hits)),
            Self::Advance { bout } => (bout.clone(), Vec::new()),
            _ => return,
        };
        *self = Self::RollAgain { bout, hits, unit };
    }

    /// The step as a frame.
    fn frame(self) -> Frame {
        Frame::Shock(self)
    }
}

/// Carries a step out.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    step: &Step,
) -> Result<Next<Frame>, Pause> {
    match step {
        Step::Segment => declare::declare(game, turn, &[], false),
        Step::Declare { declared, insist } => declare::declare(game, turn, declared, *insist),
        Step::Retreats { bouts } => retreat::retreats(game, turn, bouts),
        Step::Depart { bouts, going } => Ok(retreat::depart(game, turn, bouts, going)),
        Step::EvadeRoll { unit } => retreat::evade_roll(game, turn, *unit),
        Step::Fight { bout } => combat::fight(game, turn, bout),
        Step::Results { bout, hits } => combat::results(game, turn, bout, hits),
        Step::RollAgain { bout, hits, unit } => combat::roll_again(game, turn, bout, hits, *unit),
        Step::Aftermath { bout, stood } => Ok(advance::aftermath(game, turn, bout, stood)),
        Step::Advance { bout } => advance::advance(game, turn, bout),
        Step::Sequel { bout } => overwhelming::sequel(game, turn, bout),
        Step::Continue {
            unit,
            stance,
            blows,
        } => overwhelming::continued(game, turn, (*unit, *stance), blows.as_ref()),
        Step::Engage {
            attackers,
            defenders,
        } => Ok(engage::engage(game, turn, attackers, defenders)),
    }
}
