//! What a reader of mail must know about the site and its matches, and how it asks.
//!
//! The reader itself has no database and no clock. A running site answers from its store, `tessera mail explain
//! --world` from a file ([`super::world_file`]).

use super::reading::Hold;

/// The site's own names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The address that orders go to, without a token (`orders@pbem.example.org`).
    pub orders_address: String,
    /// The name by which our own mail exchanger signs `Authentication-Results`.
    pub authserv_id: Option<String>,
}

impl Site {
    /// Returns the part before the at sign.
    pub fn local_part(&self) -> &str {
        self.orders_address
            .rsplit_once('@')
            .map_or(self.orders_address.as_str(), |(local, _)| local)
    }

    /// Returns the part after the at sign, which is also the domain of our message identifiers.
    pub fn domain(&self) -> &str {
        self.orders_address
            .rsplit_once('@')
            .map_or("", |(_, domain)| domain)
    }
}

/// What a reply address or message identifier says it is for; nothing is proved by it yet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Claim {
    /// The match, in lower case.
    pub match_id: String,
    /// The side, in lower case.
    pub side: String,
    /// The stop.
    pub stop: u32,
    /// The sixteen characters, in lower case.
    pub token: String,
}

/// Whether a token is of the stop at which its match waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopState {
    /// The stop is over.
    Past,
    /// The match waits at this stop, for this seat or for others.
    Open,
}

/// A seat for which a valid token was shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The match.
    pub match_id: String,
    /// The side.
    pub side: String,
    /// The stop of the token.
    pub stop: u32,
    /// Whether the match still waits at that stop.
    pub state: StopState,
    /// The addresses that the player of this seat registered.
    pub registered: Vec<String>,
    /// What the token was made for, if it was made for one answer alone.
    pub confirms: Option<Confirms>,
    /// Whether the token is that of an invitation to terms that are no longer offered.
    pub outdated: bool,
}

/// What a token confirms that orders nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirms {
    /// A further address of the player.
    pub address: String,
    /// Where the letter with the token went.
    pub end: End,
}

/// The two ends at which a further address is confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The address that gets the player's mail.
    Old,
    /// The further address itself.
    New,
}

/// When a line takes effect, as far as tokens care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderKind {
    /// It does something now or answers the open stop: needs the token of that stop.
    Action,
    /// A standing line, query, message or protocol line: any token of the seat will do.
    Other,
}

/// What an order line opens or closes, if anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Opens {
    /// The line stands alone.
    #[default]
    Nothing,
    /// The lines up to `ENDPLAN` are lines of a plan, none of them an action now.
    Plan,
    /// The lines up to `ENDMESSAGE` are words to the other side.
    Message,
}

/// One whole order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The line as it will be printed back.
    pub canonical: String,
    /// When it takes effect.
    pub kind: OrderKind,
    /// What it opens.
    pub opens: Opens,
}

/// What a match's language says of one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parsed {
    /// The line is one whole order.
    Order(Order),
    /// Every word fits, but the order is not complete.
    BreaksOff {
        /// What is missing.
        because: String,
    },
    /// The line begins with a verb and stops making sense.
    Wrong {
        /// The word at which it stops making sense; the verb is word 0.
        word: usize,
        /// What was expected or found there.
        because: String,
    },
    /// The line does not begin with a verb of the language.
    NoVerb,
}

/// What follows the verb of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tail {
    /// Words of the language; a comment may stand behind them.
    #[default]
    Words,
    /// Words of the language, then a reason or a purpose in the writer's own words, where no sign begins a comment.
    Reason,
    /// Nothing but the writer's own words.
    Talk,
}

/// The order language of one match, as far as telling orders from talk needs it.
pub trait Language {
    /// Parses one cleaned line.
    fn parse(&self, line: &str) -> Parsed;

    /// Says whether a word is a verb of the language, in any case.
    fn is_verb(&self, word: &str) -> bool;

    /// Says what follows the verb of a cleaned line.
    fn tail(&self, _line: &str) -> Tail {
        Tail::Words
    }

    /// Says whether a line is an order about the match, the seat or the set itself, not one to pieces on the board.
    fn is_deed(&self, _line: &str) -> bool {
        false
    }

    /// Says of a line that begins with no verb why it is no order.
    fn no_verb(&self) -> &'static str {
        "it does not begin with a verb of this match's orders"
    }
}

/// A block of the dice protocol in a mail, between its begin and end line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideBlock {
    /// Its lines, cleaned as the protocol says.
    pub lines: Vec<String>,
    /// Whether it stood in quoted text.
    pub quoted: bool,
}

/// Everything about site and matches that reading a mail needs.
pub trait World {
    /// Returns the site's own names.
    fn site(&self) -> &Site;

    /// Returns the seat if the claim's token is genuine.
    fn seat(&self, claim: &Claim) -> Option<Seat>;

    /// Returns the order language of the seat's match.
    fn language(&self, seat: &Seat) -> Box<dyn Language + '_>;

    /// Returns the order form that was mailed for the seat's stop.
    fn form(&self, seat: &Seat) -> Option<String>;

    /// Says whether a person has decided that this does not hold the mail.
    fn waives(&self, _hold: &Hold) -> bool {
        false
    }

    /// Says whether a block is a valid JOIN, ACK, KEY or ORDERS block for the seat's match.
    fn takes_block(&self, seat: &Seat, block: &SideBlock) -> bool;
}
