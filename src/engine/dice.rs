//! The dice as the engine sees them: something that turns a label into faces.

use std::fmt;

use crate::ledger::dice::{Dice as Seeded, Faces, Label, Spec};
use crate::ledger::hash::Hash;

use super::Seat;

/// Whose randomness a roll uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The draw's public seed: everybody can check the roll at once.
    Public,
    /// The host's secret, for a deck that the host keeps (`h.<name>`).
    Host(&'static str),
    /// A seat's own secret, for what only that seat may know (`s<seat>.<name>`).
    Seat(Seat, &'static str),
}

impl Scope {
    /// Returns the scope as the log names it: what a seat draws for itself is its own if it has
    /// committed to a secret of its own; else the neutral host draws for it.
    pub fn drawn_by(self, is_own: impl FnOnce(Seat) -> bool) -> String {
        match self {
            Self::Seat(seat, name) if !is_own(seat) => format!("h.{name}.{}", seat.number()),
            Self::Seat(..) | Self::Host(_) | Self::Public => self.to_string(),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Host(name) => write!(f, "h.{name}"),
            Self::Seat(seat, name) => write!(f, "s{}.{name}", seat.number()),
        }
    }
}

/// What came of a throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thrown {
    /// The faces are known and stand in the buffer.
    Known,
    /// The scope belongs to somebody who has not opened it: the faces exist, but not here.
    Unknown,
}

/// There are no dice yet: the run has to wait for a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDice;

/// A source of dice.
pub trait Dice {
    /// Rolls `spec` under `label` and writes the faces into `faces`, which arrives empty.
    ///
    /// # Errors
    /// [`NoDice`] when the run was started without dice.
    fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice>;
}

/// Dice that end the run at the first roll: a dry run shows whether a draw is needed at all.
#[derive(Debug, Default)]
pub struct DryDice;

impl Dice for DryDice {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn fmt::Display,
        _: Spec,
        _: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        Err(NoDice)
    }
}

/// A roll as it was made in a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollMade {
    /// Whose randomness it used.
    pub scope: Scope,
    /// Its label.
    pub label: Label,
    /// What was rolled.
    pub spec: Spec,
    /// What it showed; `None` in a scope that is closed to the host.
    pub faces: Option<Faces>,
}

/// Finds the hidden seed of a scope in a draw, if it is open.
type Opening<'a> = Box<dyn Fn(Scope) -> Option<Hash> + 'a>;

/// The dice of one draw: everything follows from its seed and the labels.
pub struct DrawDice<'a> {
    public: Seeded,
    opening: Opening<'a>,
    open_scopes: Vec<(Scope, Option<Seeded>)>,
    made: Vec<RollMade>,
}

impl<'a> DrawDice<'a> {
    /// Makes the dice of a draw from its public seed; every hidden scope is closed.
    pub fn new(seed: Hash) -> Self {
        Self {
            public: Seeded::new(seed),
            opening: Box::new(|_| None),
            open_scopes: Vec::new(),
            made: Vec::new(),
        }
    }

    /// Opens the hidden scopes for which there is a hidden seed in this draw.
    #[must_use]
    pub fn opening(mut self, opening: impl Fn(Scope) -> Option<Hash> + 'a) -> Self {
        self.opening = Box::new(opening);
        self
    }

    /// Returns every roll in the order it was made.
    pub fn into_made(self) -> Vec<RollMade> {
        self.made
    }
}

impl Dice for DrawDice<'_> {
    fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        let label = read_label(label);
        let used = self
            .made
            .iter()
            .any(|roll| roll.scope == scope && roll.label == label);
        assert!(
            !used,
            "label `{}` is used twice in one draw",
            label.as_str()
        );
        let dice = match scope {
            Scope::Public => Some(&self.public),
            hidden => {
                if !self.open_scopes.iter().any(|(known, _)| *known == hidden) {
                    let dice = (self.opening)(hidden).map(Seeded::new);
                    self.open_scopes.push((hidden, dice));
                }
                let known = self.open_scopes.iter().find(|(known, _)| *known == hidden);
                known.and_then(|(_, dice)| dice.as_ref())
            }
        };
        let thrown = match dice {
            Some(dice) => {
                dice.stream(&label).roll_into(spec, faces);
                Thrown::Known
            }
            None => Thrown::Unknown,
        };
        let shown = (thrown == Thrown::Known).then(|| Faces::new(faces.clone()));
        self.made.push(RollMade {
            scope,
            label,
            spec,
            faces: shown,
        });
        Ok(thrown)
    }
}

/// Dice from one seed that keep no list: for self-play, where every scope is open.
#[derive(Debug)]
pub struct PlayDice(Seeded);

impl PlayDice {
    /// Makes dice from a seed.
    pub fn new(seed: Hash) -> Self {
        Self(Seeded::new(seed))
    }
}

impl Dice for PlayDice {
    fn throw(
        &mut self,
        _: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        self.0.stream(&read_label(label)).roll_into(spec, faces);
        Ok(Thrown::Known)
    }
}

fn read_label(label: &dyn fmt::Display) -> Label {
    Label::format_base(label)
        .unwrap_or_else(|error| panic!("the rules make labels that fit: {error}"))
}
