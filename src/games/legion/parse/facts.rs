//! Terms of guards.

use crate::orders::{Cursor, Diagnostic};

use super::{LAST_TURN, Reader};
use crate::games::legion::Game;
use crate::games::legion::order::Fact;
use crate::games::legion::state::View;
use crate::games::legion::terms::Outcome;

#[derive(Clone, Copy)]
enum Term {
    Occupied,
    Empty,
    Alive,
    Sound,
    Result,
    Panic,
    Turn,
    Odds,
}

const TERMS: [(&str, Term); 8] = [
    ("OCCUPIED", Term::Occupied),
    ("EMPTY", Term::Empty),
    ("ALIVE", Term::Alive),
    ("SOUND", Term::Sound),
    ("RESULT", Term::Result),
    ("PANIC", Term::Panic),
    ("TURN", Term::Turn),
    ("ODDS", Term::Odds),
];

const RESULTS: [(&str, Outcome); 4] = [
    ("NONE", Outcome::Nothing),
    ("D", Outcome::Disrupted),
    ("HALF", Outcome::Half),
    ("E", Outcome::Eliminated),
];

/// Reads one term of a guard.
pub(in crate::games::legion) fn fact(
    game: &Game,
    view: &View,
    cursor: &mut Cursor<'_>,
) -> Result<Fact, Diagnostic> {
    let reader = Reader::new(game, view);
    Ok(match cursor.one_of(&TERMS)? {
        Term::Occupied => Fact::Occupied(reader.hex(cursor)?),
        Term::Empty => Fact::Empty(reader.hex(cursor)?),
        Term::Alive => Fact::Alive(reader.unit(cursor)?),
        Term::Sound => Fact::Sound(reader.unit(cursor)?),
        Term::Result => {
            let hex = reader.hex(cursor)?;
            cursor.word("=")?;
            Fact::Result(hex, cursor.one_of(&RESULTS)?)
        }
        Term::Panic => Fact::Panic(reader.side_named(cursor)?),
        Term::Turn => {
            cursor.word(">=")?;
            Fact::Turn(cursor.number_in(1..=LAST_TURN)? as u16)
        }
        Term::Odds => {
            cursor.word(">=")?;
            Fact::Odds(reader.column(cursor)?)
        }
    })
}
