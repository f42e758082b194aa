//! What came of running a battle, in the notation it was laid out in.

use super::super::Game;
use super::super::data::{Condition, UnitId};
use super::super::event::{Event, Roll};
use super::super::state::{Attila, Place, State};
use crate::engine::{Ended, Position, Rules, Told, Why};

/// What came of running it.
pub(in super::super) struct Played {
    pub(in super::super) game: Game,
    pub(in super::super) state: State,
    pub(in super::super) ended: Ended,
    pub(in super::super) events: Vec<Event>,
    pub(in super::super) told: Vec<Told>,
    pub(in super::super) position: Position<Game>,
}

impl Played {
    /// Finds a unit.
    pub(in super::super) fn unit(&self, name: &str) -> UnitId {
        self.game.roster.find(name).expect(name)
    }

    /// Returns the rolls, in order.
    pub(in super::super) fn rolls(&self) -> Vec<&Roll> {
        let rolls = self.events.iter().filter_map(|event| match event {
            Event::Rolled { roll } => Some(roll),
            _ => None,
        });
        rolls.collect()
    }

    /// Returns net results and outcomes: `5 disorder, 4 stay`.
    pub(in super::super) fn net(&self) -> String {
        let nets = self.rolls().into_iter();
        let nets = nets.map(|roll| format!("{} {}", roll.net, roll.came.key()));
        nets.collect::<Vec<_>>().join(", ")
    }

    /// Returns the units in the notation of [`Battlefield::new`], eliminated `@x`, removed `@-`.
    pub(in super::super) fn units(&self) -> String {
        let open = &self.state.open;
        let notes = self.game.roster.ids().map(|id| {
            let piece = open.piece(id);
            let name = &self.game.roster.unit(id).id;
            let d = match piece.condition {
                Condition::Good => "",
                Condition::Disordered => "d",
            };
            match piece.place {
                Place::On(hex) => format!("{name}{d}@{hex}/{}", piece.facing),
                Place::Reserve => name.clone(),
                Place::Eliminated => format!("{name}@x"),
                Place::Removed => format!("{name}@-"),
            }
        });
        notes.collect::<Vec<_>>().join(" ")
    }

    /// Returns the Engaged pairs in roster order, `HM1-VM1 HM1-VM2`.
    pub(in super::super) fn engaged(&self) -> String {
        let name = |id| self.game.roster.unit(id).id.as_str();
        let pairs = self.state.open.engaged.iter();
        let pairs = pairs.map(|&(a, b)| format!("{}-{}", name(a), name(b)));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// Returns where Attila is: a unit, `@hex`, or the state's word.
    pub(in super::super) fn attila(&self) -> String {
        match self.state.open.attila {
            Attila::With(unit) => self.game.roster.unit(unit).id.clone(),
            Attila::Alone(hex) => format!("@{hex}"),
            Attila::Absent => "absent".to_owned(),
            Attila::Out => "out".to_owned(),
            Attila::Removed => "removed".to_owned(),
            Attila::Dead => "dead".to_owned(),
        }
    }

    /// Returns the lines not carried out with the step where they ended and the rule:
    /// `MOVE RH1 1212 1312 FACE 6 | 1312 | 6.0`; `-` without a step or rule.
    pub(in super::super) fn refused(&self) -> Vec<String> {
        let told = self.told.iter().filter_map(|told| {
            let rule = match &told.why {
                Why::NotCarriedOut { rule, .. } => rule.number,
                Why::NoOccasion => "-",
                Why::Branched { .. } | Why::Paused { .. } => return None,
            };
            let step = told.step.as_deref().unwrap_or("-");
            Some(format!("{} | {step} | {rule}", told.line))
        });
        told.collect()
    }

    /// Tells whether something like that happened.
    pub(in super::super) fn happened(&self, like: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(like)
    }

    /// Returns the numbers of the rules that the events cite, sorted, each once.
    pub(in super::super) fn cited(&self) -> Vec<&'static str> {
        let mut cited: Vec<_> = self
            .events
            .iter()
            .flat_map(|event| self.game.cites(event))
            .map(|rule| rule.number)
            .collect();
        cited.sort_unstable();
        cited.dedup();
        cited
    }
}
