//! The terms of guards.

use super::super::data::Side;
use super::super::order::{Fact, Standing};
use super::super::rules;
use super::{Read, Reader};
use crate::orders::Diagnostic;

/// The words that begin a term.
#[derive(Clone, Copy)]
enum Term {
    State,
    Engaged,
    At,
    Empty,
    Adjacent,
    Rating,
    Tally,
    Lost,
    Cup,
}

const TERMS: [(&str, Term); 9] = [
    ("STATE", Term::State),
    ("ENGAGED", Term::Engaged),
    ("AT", Term::At),
    ("EMPTY", Term::Empty),
    ("ADJ", Term::Adjacent),
    ("RATING", Term::Rating),
    ("TALLY", Term::Tally),
    ("LOST", Term::Lost),
    ("CUP", Term::Cup),
];

impl Reader<'_, '_> {
    /// Reads a term: `STATE u GOOD`, `EMPTY hex`, `CUP ALANS UNDRAWN` and so on.
    pub(super) fn fact(&mut self) -> Read<Fact> {
        if self.cursor.is_at("DIE") {
            let message = "a condition sees what has happened, not dice to come";
            return Err(Diagnostic::new(self.cursor.here(), message));
        }
        Ok(match self.cursor.one_of(&TERMS)? {
            Term::State => self.state()?,
            Term::Engaged => Fact::Engaged { unit: self.unit()? },
            Term::At => Fact::At {
                unit: self.unit()?,
                hex: self.cursor.hex()?,
            },
            Term::Empty => Fact::Empty {
                hex: self.cursor.hex()?,
            },
            Term::Adjacent => Fact::Adjacent {
                unit: self.unit()?,
                other: self.unit()?,
            },
            Term::Rating => Fact::Rating {
                unit: self.unit()?,
                at_least: self.at_least(9)?,
            },
            Term::Tally => Fact::Tally {
                side: self
                    .cursor
                    .one_of(&[("HUN", Side::Hun), ("ROMAN", Side::Roman)])?,
                at_least: self.at_least(99)?,
            },
            Term::Lost => Fact::Lost { unit: self.unit()? },
            Term::Cup => self.cup()?,
        })
    }

    fn state(&mut self) -> Read<Fact> {
        let unit = self.unit()?;
        let is = self.cursor.one_of(&[
            ("GOOD", Standing::Good),
            ("DIS", Standing::Dis),
            ("ELIM", Standing::Elim),
        ])?;
        Ok(Fact::State { unit, is })
    }

    fn at_least(&mut self, most: i32) -> Read<u8> {
        self.cursor.word(">=")?;
        Ok(self.cursor.number_in(0..=most)? as u8)
    }

    fn cup(&mut self) -> Read<Fact> {
        let contingent = self.contingent()?;
        if self.view.side.is_some_and(|own| own != contingent.side()) {
            let message = "a condition can ask for your own markers only";
            return Err(Diagnostic::new(self.cursor.span(), message).rule(rules::R5_1));
        }
        self.cursor.word("UNDRAWN")?;
        Ok(Fact::Undrawn { contingent })
    }
}
