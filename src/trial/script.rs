//! Scripted dice: each roll takes the next entry, and the entry has to be about that roll.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;

use crate::engine::{Dice, NoDice, Scope, Thrown};
use crate::ledger::dice::{Die as Kind, Spec};

use super::{Fault, FaultKind};

/// A die as a case writes it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// What it is rolled for.
    #[serde(rename = "for")]
    pub purpose: String,
    /// Who rolls: a unit's id, or a side in capitals.
    pub by: String,
    /// The face it shows.
    pub roll: u32,
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}: {}", self.purpose, self.by, self.roll)
    }
}

/// What a game's dice are rolled for, and by whom beside units.
#[derive(Debug, Clone, Copy)]
pub struct Rollers {
    /// The purposes; a throw for anything else is left to chance.
    pub purposes: &'static [&'static str],
    /// The keys of the sides; case files write them in capitals.
    pub sides: &'static [&'static str],
}

/// The dice of a case, handed out one by one; there is no other chance.
#[derive(Debug)]
pub struct Script<'a> {
    dice: &'a [Die],
    rollers: Rollers,
    next: usize,
    fault: Option<Fault>,
}

impl<'a> Script<'a> {
    /// Begins the script of a case.
    pub fn new(dice: &'a [Die], rollers: Rollers) -> Self {
        Self {
            dice,
            rollers,
            next: 0,
            fault: None,
        }
    }

    /// Returns how many dice are left.
    pub fn left(&self) -> usize {
        self.dice.len() - self.next
    }

    /// Returns why a roll could not be made.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Returns the fault of a script that was not used up.
    pub fn unused(&self) -> Option<Fault> {
        let first = self.dice.get(self.next)?;
        let (left, all) = (self.left(), self.dice.len());
        let message = format!("dice left over: {left} of {all}, the first is {first}");
        Some(Fault::new(FaultKind::DiceLeft, message))
    }

    fn face(&mut self, scope: Scope, label: &str, spec: Spec) -> Result<u32, Fault> {
        let scripted = |roll: &Rolled<'_>| {
            scope == Scope::Public && self.rollers.purposes.contains(&roll.purpose)
        };
        let Some(roll) = Rolled::read(label, self.rollers.sides).filter(scripted) else {
            let message = format!("`{label}` would be left to chance");
            return Err(Fault::new(FaultKind::RandomUsed, message));
        };
        let nth = self.next + 1;
        let Some(die) = self.dice.get(self.next) else {
            let message = format!("roll {nth} is {roll}, and there is no die left for it");
            return Err(Fault::new(FaultKind::DiceMissing, message));
        };
        if !roll.fits(die) {
            let message = format!("roll {nth} is {roll}, but the next die is {die}");
            return Err(Fault::new(FaultKind::DiceMismatch, message));
        }
        if !can_show(spec, die.roll) {
            let message = format!(
                "roll {nth} is {roll}, on which {spec} cannot show {}",
                die.roll
            );
            return Err(Fault::new(FaultKind::DiceMismatch, message));
        }
        self.next += 1;
        Ok(die.roll)
    }
}

/// Tells whether a throw of one die can show a face.
fn can_show(spec: Spec, face: u32) -> bool {
    match spec {
        Spec::Dice { count, die } if count.get() == 1 => match die {
            Kind::FromOne(faces) => (1..=faces.get()).contains(&face),
            Kind::FromZero(faces) => face < faces.get(),
            Kind::Average => (2..=5).contains(&face),
        },
        Spec::Dice { .. } | Spec::Permutation(_) => false,
    }
}

impl Dice for Script<'_> {
    fn throw(
        &mut self,
        scope: Scope,
        label: &dyn fmt::Display,
        spec: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        match self.face(scope, &label.to_string(), spec) {
            Ok(face) => {
                faces.push(face);
                Ok(Thrown::Known)
            }
            Err(fault) => {
                self.fault.get_or_insert(fault);
                Err(NoDice)
            }
        }
    }
}

/// What a label says of its roll: `t<turn>.<activation>/<purpose>/<who>/<n>`.
struct Rolled<'a> {
    purpose: &'a str,
    by: Cow<'a, str>,
}

impl<'a> Rolled<'a> {
    fn read(label: &'a str, sides: &[&str]) -> Option<Self> {
        let (_, rest) = label.split_once('/')?;
        let (purpose, rest) = rest.split_once('/')?;
        let (who, _) = rest.rsplit_once('/')?;
        let by = if sides.contains(&who) {
            who.to_uppercase().into()
        } else {
            who.into()
        };
        Some(Self { purpose, by })
    }

    fn fits(&self, die: &Die) -> bool {
        die.purpose == self.purpose && die.by == self.by
    }
}

impl fmt::Display for Rolled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.purpose, self.by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLLERS: Rollers = Rollers {
        purposes: &["fire", "initiative"],
        sides: &["hun", "roman"],
    };

    fn die(purpose: &str, by: &str, roll: u32) -> Die {
        Die {
            purpose: purpose.to_owned(),
            by: by.to_owned(),
            roll,
        }
    }

    fn throw(script: &mut Script<'_>, label: &str) -> Result<u32, FaultKind> {
        let mut faces = Vec::new();
        match script.throw(Scope::Public, &label, Spec::Z10, &mut faces) {
            Ok(_) => Ok(faces[0]),
            Err(NoDice) => Err(script.fault().expect("a refused throw has its reason").kind),
        }
    }

    #[test]
    fn dice_are_handed_out_in_order_to_those_they_name() {
        let dice = [die("fire", "HL01", 8), die("initiative", "ROMAN", 0)];
        let mut script = Script::new(&dice, ROLLERS);
        assert_eq!(throw(&mut script, "t1.1/fire/HL01/1"), Ok(8));
        assert_eq!(throw(&mut script, "t1.0/initiative/roman/1"), Ok(0));
        assert_eq!((script.left(), script.unused()), (0, None));
    }

    #[test]
    fn a_roll_without_a_die_is_missing() {
        let mut script = Script::new(&[], ROLLERS);
        assert_eq!(
            throw(&mut script, "t1.1/fire/HL01/1"),
            Err(FaultKind::DiceMissing)
        );
    }

    #[test]
    fn a_die_for_another_roll_or_another_roller_does_not_fit() {
        for wrong in [
            die("initiative", "HL01", 8),
            die("fire", "HL02", 8),
            die("fire", "hl01", 8),
            die("fire", "HL01", 10),
        ] {
            let dice = [wrong];
            let mut script = Script::new(&dice, ROLLERS);
            assert_eq!(
                throw(&mut script, "t1.1/fire/HL01/1"),
                Err(FaultKind::DiceMismatch)
            );
            assert_eq!(script.left(), 1);
        }
        let dice = [die("initiative", "roman", 8)];
        let mut script = Script::new(&dice, ROLLERS);
        let thrown = throw(&mut script, "t1.0/initiative/roman/1");
        assert_eq!(thrown, Err(FaultKind::DiceMismatch));
    }

    #[test]
    fn what_no_die_can_stand_for_is_left_to_chance() {
        let dice = [die("fire", "HL01", 8)];
        for label in ["t1.1/marker", "t1.1/weather/roman/1"] {
            let mut script = Script::new(&dice, ROLLERS);
            assert_eq!(throw(&mut script, label), Err(FaultKind::RandomUsed));
        }
        let mut script = Script::new(&dice, ROLLERS);
        let hidden = script.throw(
            Scope::Host("h.deck"),
            &"t1.1/fire/HL01/1",
            Spec::Z10,
            &mut Vec::new(),
        );
        assert!(hidden.is_err());
    }

    #[test]
    fn dice_left_over_are_counted() {
        let dice = [die("fire", "HL01", 8), die("fire", "HL02", 1)];
        let mut script = Script::new(&dice, ROLLERS);
        assert_eq!(throw(&mut script, "t1.1/fire/HL01/1"), Ok(8));
        let fault = script.unused().expect("one is left");
        assert_eq!(fault.kind, FaultKind::DiceLeft);
        assert_eq!(
            fault.message,
            "dice left over: 1 of 2, the first is fire by HL02: 1"
        );
    }
}
