//! What the lines of a mail turned out to be.

use super::frame::QuotedFrame;
use super::world::{Order, SideBlock};

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is an order, or the first line of one.
    Order,
    /// It goes on with the order above.
    Joined,
    /// It begins like an order and is none.
    Bad,
    /// It may or may not go on with the order above; the mail is held.
    Uncertain,
    /// It is talk.
    Ignored,
    /// It is words to the other side, inside `MESSAGE`.
    Message,
    /// It is a comment.
    Comment,
    /// It frames the orders.
    Frame,
    /// It is part of a block of the dice protocol.
    Block,
    /// It is quoted.
    Quoted,
    /// It stands where nothing counts: outside a frame or armour, below a mark, after the end.
    Unread,
    /// It is struck out.
    Struck,
    /// It is written where nobody sees it.
    Hidden,
    /// It holds a sign that cannot be read.
    Unreadable,
}

/// One line and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct LineReading {
    /// The line as it was written.
    pub text: String,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: String,
}

/// An order with the place it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderReading {
    /// The order.
    pub order: Order,
    /// The cleaned line that it was written on; an order on several lines has none.
    pub written: Option<String>,
    /// The lines it was written on, as an index into [`Outcome::lines`], and how many there are.
    pub lines: (usize, usize),
    /// The words of a `MESSAGE`, line by line.
    pub message: Vec<String>,
}

/// A line that begins like an order and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The cleaned line.
    pub text: String,
    /// The word at which it stops making sense; none if it breaks off.
    pub word: Option<usize>,
    /// Why it is none.
    pub because: String,
    /// The line it stands on, as an index into [`Outcome::lines`].
    pub line: usize,
}

/// What the bodies of one kind hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The orders in their order.
    pub orders: Vec<OrderReading>,
    /// The lines that begin like orders and are none.
    pub bad: Vec<BadLine>,
    /// Every line that is not blank.
    pub lines: Vec<LineReading>,
    /// Blocks of the dice protocol.
    pub blocks: Vec<SideBlock>,
    /// Why the mail must be held, if it must.
    pub uncertain: Vec<String>,
    /// What the player should be told of the reading as a whole.
    pub notes: Vec<String>,
    /// Whether the orders were read from a quoted form.
    pub read_from_form: bool,
    /// Whether there was an unquoted frame.
    pub framed: bool,
    /// The first frame that is quoted, as long as nobody has read it.
    pub quoted_frame: Option<QuotedFrame>,
    /// Whether any part was encrypted, or an armour in it broken.
    pub locked: bool,
}

impl Outcome {
    /// Takes up what a quoted form below the text holds, in which no order was found.
    pub(super) fn go_on_with(&mut self, form: Self) {
        let before = self.lines.len();
        let orders = form.orders.into_iter().map(|mut own| {
            own.lines.0 += before;
            own
        });
        let bad = form.bad.into_iter().map(|mut own| {
            own.line += before;
            own
        });
        self.orders.extend(orders);
        self.bad.extend(bad);
        self.lines.extend(form.lines);
        self.uncertain.extend(form.uncertain);
        self.notes.extend(form.notes);
        self.read_from_form |= form.read_from_form;
        self.framed |= form.framed;
        self.locked |= form.locked;
    }
}
