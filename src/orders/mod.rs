//! The order language that all games share: words, cursors, diagnostics, groups, guards.
//!
//! A text of orders becomes a [`Sheet`] of numbered lines. What all games have in common
//! ([`Common`]) is recognised here; every other line goes to the game, whose parser finds its
//! verb in [`Verbs`], its units in [`Names`] and reads on with a [`Cursor`]. What is not
//! understood becomes a [`Diagnostic`], drawn for the player under the words he wrote.
//!
//! Not here: what an order means, whether it is legal, and how a mail is cleaned before.
//!
//! ```
//! use tesserarius::orders::{Cursor, draw};
//!
//! let line = "MOVE hun-lc-3 1614 north";
//! let mut cursor = Cursor::new(line);
//! cursor.next();
//! cursor.next();
//! let path = cursor.path().unwrap();
//! assert_eq!(path.len(), 1);
//! cursor.eat_word("FACE");
//! let refused = cursor.end().unwrap_err();
//! assert!(draw(1, line, &refused).contains("expected a hex, `FACE` or the end of the line"));
//! ```

mod common;
mod cursor;
mod diagnostic;
mod guard;
mod names;
mod places;
mod sheet;
mod suggest;
mod talk;
mod verbs;
mod words;

pub use common::{Common, Draw};
pub use cursor::Cursor;
pub use diagnostic::{Among, Culprit, Diagnostic, Illegal, WIDTH, draw, quoted};
pub use guard::{Comparison, Guard};
pub use names::{Group, NameError, Names, NamesError};
pub use sheet::{
    Item, Line, MOST_PREFIXES, NO_ENDMESSAGE, Patience, SAID_ONCE, Sheet, begins_message,
    behind_prefixes, is_beside_set, is_prefix,
};
pub use suggest::{Nearest, likeness, nearest};
pub use talk::{Hinge, ends_in_hinge, hinge, is_talk, looks_meant};
pub use verbs::Verbs;
pub use words::{Span, Word, Words, comment, uncommented, uncommented_before_reason};
