//! The moments at which cards may be played, and the units that each is about.

use serde::{Deserialize, Serialize};

use super::super::data::{Action, Contingent, Effect, UnitId, Window as When};
use super::super::event::Came;
use super::super::order::{Trigger, Who};
use super::super::shock::Strike;
use super::super::{Battle, movement};
use crate::geometry::Hex;

/// What has just happened when a window opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "moment")]
pub enum Moment {
    /// Both sides have chosen their markers.
    MarkersChosen,
    /// The initiative dice have been rolled.
    InitiativeRolled,
    /// A marker has been drawn.
    MarkerDrawn { contingent: Contingent },
    /// An activation has begun.
    ActStart { contingent: Contingent },
    /// An activation is about to end.
    ActEnd { contingent: Contingent },
    /// A unit has entered a hex.
    Entered { unit: UnitId, hex: Hex },
    /// A shot is about to be fired.
    FireDeclared { archer: UnitId, target: UnitId },
    /// The die of a shot has been rolled.
    FireRolled {
        archer: UnitId,
        target: UnitId,
        came: Came,
    },
    /// All attacks have been declared.
    ShockDeclared { strikes: Vec<Strike> },
    /// It is known who retreats before shock.
    EvadeDeclared { units: Vec<UnitId> },
    /// The dice of a combat have been rolled.
    ShockRolled {
        attackers: Vec<UnitId>,
        defenders: Vec<UnitId>,
    },
    /// A unit is about to make a Second Disorder Check.
    CheckDue { unit: UnitId },
    /// The die of a Second Disorder Check has been rolled.
    CheckRolled { unit: UnitId, came: Came },
    /// A die of 12.1 or 12.2 has been rolled.
    AlanRolled { came: Came },
    /// The Reform segment is about to begin.
    ReformStart { contingent: Contingent },
    /// A unit's Reform die has been rolled.
    ReformRolled { unit: UnitId, came: Came },
}

impl Moment {
    /// Returns the window of the cards that fit the moment.
    pub(in super::super) fn window(&self) -> When {
        match self {
            Self::MarkersChosen => When::CamSelected,
            Self::InitiativeRolled => When::InitRolled,
            Self::MarkerDrawn { .. } => When::MarkerDrawn,
            Self::ActStart { .. } => When::ActStart,
            Self::ActEnd { .. } => When::ActEnd,
            Self::Entered { .. } => When::EntersHex,
            Self::FireDeclared { .. } => When::FireDeclared,
            Self::FireRolled { .. } => When::FireRolled,
            Self::ShockDeclared { .. } => When::ShockDeclared,
            Self::EvadeDeclared { .. } => When::EvadeDeclared,
            Self::ShockRolled { .. } => When::ShockRolled,
            Self::CheckDue { .. } | Self::CheckRolled { .. } => When::SecondCheck,
            Self::AlanRolled { .. } => When::AlanRolled,
            Self::ReformStart { .. } => When::ReformStart,
            Self::ReformRolled { .. } => When::ReformRolled,
        }
    }

    /// Tells whether a card fits the moment by its window, and its effect can do anything then.
    pub(super) fn admits(&self, action: &Action) -> bool {
        let window = self.window();
        let has_no_die = matches!(self, Self::CheckDue { .. }) && action.effect == Effect::Reroll;
        (action.window == When::Any || action.window == window)
            && action.effect.suits(window)
            && !has_no_die
    }

    /// Returns the contingent whose activation the moment begins, if it does.
    pub(super) fn active(&self) -> Option<Contingent> {
        match self {
            Self::MarkerDrawn { contingent } => Some(*contingent),
            _ => None,
        }
    }

    /// Tells whether the moment is about a single die.
    pub(super) fn is_of_one_die(&self) -> bool {
        match self {
            Self::FireDeclared { .. }
            | Self::FireRolled { .. }
            | Self::CheckDue { .. }
            | Self::CheckRolled { .. }
            | Self::AlanRolled { .. }
            | Self::ReformRolled { .. } => true,
            Self::MarkersChosen
            | Self::InitiativeRolled
            | Self::MarkerDrawn { .. }
            | Self::ActStart { .. }
            | Self::ActEnd { .. }
            | Self::Entered { .. }
            | Self::ShockDeclared { .. }
            | Self::EvadeDeclared { .. }
            | Self::ShockRolled { .. }
            | Self::ReformStart { .. } => false,
        }
    }

    /// Returns the units that the moment is about.
    pub(in super::super) fn units(&self) -> Vec<UnitId> {
        match self {
            Self::MarkersChosen
            | Self::InitiativeRolled
            | Self::MarkerDrawn { .. }
            | Self::ActStart { .. }
            | Self::ActEnd { .. }
            | Self::AlanRolled { .. }
            | Self::ReformStart { .. } => Vec::new(),
            Self::Entered { unit, .. }
            | Self::CheckDue { unit }
            | Self::CheckRolled { unit, .. }
            | Self::ReformRolled { unit, .. } => vec![*unit],
            Self::FireDeclared { archer, target } | Self::FireRolled { archer, target, .. } => {
                vec![*archer, *target]
            }
            Self::ShockDeclared { strikes } => {
                let mut units = Vec::new();
                for strike in strikes {
                    for unit in [strike.defender, strike.attacker] {
                        if !units.contains(&unit) {
                            units.push(unit);
                        }
                    }
                }
                units
            }
            Self::EvadeDeclared { units } => units.clone(),
            Self::ShockRolled {
                attackers,
                defenders,
            } => attackers.iter().chain(defenders).copied().collect(),
        }
    }

    /// Returns whom a unit has against it in the attacks just declared.
    pub(super) fn attackers_of(&self, unit: UnitId) -> Vec<UnitId> {
        let Self::ShockDeclared { strikes } = self else {
            return Vec::new();
        };
        let against = strikes.iter().filter(|strike| strike.defender == unit);
        against.map(|strike| strike.attacker).collect()
    }

    /// Tells whether this is the moment that a line waits for.
    pub(super) fn is(&self, battle: Battle<'_>, trigger: &Trigger) -> bool {
        let is_among = |who: &Who, units: &[UnitId]| {
            let mut units = units.iter();
            units.any(|&unit| movement::rank(battle, who, unit).is_some())
        };
        match (trigger, self) {
            (Trigger::Now, _)
            | (Trigger::Markers, Self::MarkersChosen)
            | (Trigger::Initiative, Self::InitiativeRolled)
            | (Trigger::Alans, Self::AlanRolled { .. })
            | (Trigger::Reform, Self::ReformStart { .. }) => true,
            (Trigger::Draw(wanted), Self::MarkerDrawn { contingent }) => {
                wanted.is_none_or(|wanted| wanted == *contingent)
            }
            (Trigger::Act(wanted), Self::ActStart { contingent })
            | (Trigger::End(wanted), Self::ActEnd { contingent }) => wanted == contingent,
            (Trigger::Enters { hex, unit }, Self::Entered { unit: by, hex: at }) => {
                hex == at && unit.is_none_or(|unit| unit == *by)
            }
            (Trigger::Fire(who), Self::FireDeclared { archer, target }) => {
                is_among(who, &[*archer, *target])
            }
            (
                Trigger::Hit(who),
                Self::FireRolled {
                    archer,
                    target,
                    came,
                },
            ) => {
                let is_hit = *came == Came::Disorder && is_among(who, &[*target]);
                is_hit || is_among(who, &[*archer])
            }
            (Trigger::Attacked(who), Self::ShockDeclared { strikes }) => strikes
                .iter()
                .any(|strike| is_among(who, &[strike.defender])),
            (Trigger::Attacks(who), Self::ShockDeclared { strikes }) => strikes
                .iter()
                .any(|strike| is_among(who, &[strike.attacker])),
            (Trigger::Evaded(who), Self::EvadeDeclared { units }) => is_among(who, units),
            (Trigger::Rolled(who), Self::ShockRolled { .. })
            | (Trigger::Check(who), Self::CheckDue { .. } | Self::CheckRolled { .. })
            | (Trigger::Reformed(who), Self::ReformRolled { .. }) => is_among(who, &self.units()),
            _ => false,
        }
    }

    /// Returns the units of the moment that a line's trigger speaks of.
    pub(super) fn meant(&self, battle: Battle<'_>, trigger: &Trigger) -> Vec<UnitId> {
        let mut units = self.units();
        let who = match trigger {
            Trigger::Fire(who)
            | Trigger::Hit(who)
            | Trigger::Attacked(who)
            | Trigger::Attacks(who)
            | Trigger::Evaded(who)
            | Trigger::Rolled(who)
            | Trigger::Check(who)
            | Trigger::Reformed(who) => Some(who),
            Trigger::Now
            | Trigger::Markers
            | Trigger::Initiative
            | Trigger::Draw(_)
            | Trigger::Act(_)
            | Trigger::End(_)
            | Trigger::Enters { .. }
            | Trigger::Alans
            | Trigger::Reform => None,
        };
        if let Some(who) = who {
            units.retain(|&unit| movement::rank(battle, who, unit).is_some());
        }
        units
    }
}
