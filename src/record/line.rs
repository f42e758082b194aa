//! A line: its head, its bytes, how it is written and read.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{At, Body, SeatNumber, Sha256Hash};

/// The highest number a line may have: fifteen digits, as numbers in the dice log.
const LAST_NUMBER: u64 = 999_999_999_999_999;

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// What is played, by whom, under which options.
    Match,
    /// An entry of the dice log.
    Entry,
    /// A seat's text in force at a draw or stop.
    Orders,
    /// Something the engine was told beside the orders.
    Input,
    /// What everybody witnessed.
    Public,
    /// What one seat witnessed.
    Private,
    /// Secrets of one owner.
    Secret,
}

impl Kind {
    /// Every kind, in the order of the record's description.
    pub const ALL: [Self; 7] = [
        Self::Match,
        Self::Entry,
        Self::Orders,
        Self::Input,
        Self::Public,
        Self::Private,
        Self::Secret,
    ];

    /// Returns the word written under `kind`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Entry => "entry",
            Self::Orders => "orders",
            Self::Input => "input",
            Self::Public => "public",
            Self::Private => "private",
            Self::Secret => "secret",
        }
    }

    /// Returns the kind that is written as `word`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Reports whether lines of this kind belong to a draw or a stop.
    pub(crate) const fn has_moment(self) -> bool {
        match self {
            Self::Orders | Self::Input | Self::Public | Self::Private => true,
            Self::Match | Self::Entry | Self::Secret => false,
        }
    }

    /// Reports whether a line of this kind may be meant for `holder`.
    fn may_be_for(self, holder: Holder) -> bool {
        match (self, holder) {
            (Self::Match | Self::Entry | Self::Public | Self::Input, Holder::All) => true,
            (Self::Orders | Self::Private | Self::Input, Holder::Owner(seat)) => seat.is_player(),
            (Self::Secret, Holder::Owner(owner)) => {
                owner.is_player() || owner == SeatNumber::GAME_MASTER
            }
            _ => false,
        }
    }
}

/// Whom a line is for until the match is finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// Everybody.
    All,
    /// One seat, or the host where the number is 0.
    Owner(SeatNumber),
}

impl Holder {
    /// Returns the one seat; nothing if a line is for everybody.
    pub const fn seat(self) -> Option<SeatNumber> {
        match self {
            Self::All => None,
            Self::Owner(seat) => Some(seat),
        }
    }
}

impl fmt::Display for Holder {
    /// Writes the JSON value that stands under `for`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("\"all\""),
            Self::Owner(owner) => owner.fmt(f),
        }
    }
}

/// Why something is no line of a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The text is not a JSON object that begins like a line.
    #[error(
        "the line does not begin with the keys `n`, `kind` and `for` of a record, in this order"
    )]
    Head,
    /// The body does not fit the kind.
    #[error("the body of this `{}` line cannot be read: {source}", kind.word())]
    Body {
        /// The kind of line.
        kind: Kind,
        /// What the JSON reader says.
        source: serde_json::Error,
    },
    /// The line is for somebody for whom such lines are not meant.
    #[error("a line of kind `{}` cannot be for {holder}", kind.word())]
    Holder {
        /// The kind of line.
        kind: Kind,
        /// Whom it names.
        holder: Holder,
    },
    /// The line has a draw or stop that its kind does not have, or lacks it, or has both.
    #[error("a line of kind `{}` {}", kind.word(), if *.wanted { "belongs to one draw or stop" } else { "belongs to no draw or stop" })]
    Moment {
        /// The kind of line.
        kind: Kind,
        /// Whether such lines have one.
        wanted: bool,
    },
    /// JSON that was handed over to be passed through spans several lines.
    #[error("the JSON inside this `{}` line has a line break; write it without", kind.word())]
    LineBreak {
        /// The kind of line.
        kind: Kind,
    },
}

/// One line of a record, without its line end; its bytes never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    n: u64,
    kind: Kind,
    holder: Holder,
    at: Option<At>,
    text: String,
}

impl Line {
    /// Writes a line that belongs to no draw and no stop.
    pub fn write(n: u64, holder: Holder, body: &Body) -> Result<Self, RecordError> {
        Self::write_any(n, holder, None, body)
    }

    /// Writes a line of a draw or stop.
    pub fn write_at(n: u64, holder: Holder, at: At, body: &Body) -> Result<Self, RecordError> {
        Self::write_any(n, holder, Some(at), body)
    }

    fn write_any(n: u64, holder: Holder, at: Option<At>, body: &Body) -> Result<Self, RecordError> {
        let kind = body.kind();
        let json =
            serde_json::to_string(body).map_err(|source| RecordError::Body { kind, source })?;
        let keys = json
            .strip_prefix('{')
            .expect("every body is written as an object");
        let moment = match at {
            None => String::new(),
            Some(At::Draw(draw)) => format!("\"draw\":{draw},"),
            Some(At::Stop(stop)) => format!("\"stop\":{stop},"),
        };
        let text = format!("{}{moment}{keys}", head(n, kind, holder));
        let line = Self {
            n,
            kind,
            holder,
            at,
            text,
        };
        line.check()?;
        Ok(line)
    }

    /// Reads a line as it was written, and keeps its bytes.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        #[derive(Deserialize)]
        struct Head {
            n: u64,
            kind: Kind,
            #[serde(rename = "for")]
            holder: serde_json::Value,
            draw: Option<u64>,
            stop: Option<u64>,
        }
        let read: Head = serde_json::from_str(text).map_err(|_| RecordError::Head)?;
        let holder = read_holder(&read.holder).ok_or(RecordError::Head)?;
        let numbered = (1..=LAST_NUMBER).contains(&read.n);
        if !numbered || !text.starts_with(&head(read.n, read.kind, holder)) {
            return Err(RecordError::Head);
        }
        let at = match (read.draw, read.stop) {
            (Some(draw), None) => Some(At::Draw(draw)),
            (None, Some(stop)) => Some(At::Stop(stop)),
            (None, None) => None,
            (Some(_), Some(_)) => {
                return Err(RecordError::Moment {
                    kind: read.kind,
                    wanted: read.kind.has_moment(),
                });
            }
        };
        let line = Self {
            n: read.n,
            kind: read.kind,
            holder,
            at,
            text: text.to_owned(),
        };
        line.check()?;
        line.body()?;
        Ok(line)
    }

    fn check(&self) -> Result<(), RecordError> {
        let kind = self.kind;
        if !kind.may_be_for(self.holder) {
            return Err(RecordError::Holder {
                kind,
                holder: self.holder,
            });
        }
        if kind.has_moment() != self.at.is_some() {
            return Err(RecordError::Moment {
                kind,
                wanted: kind.has_moment(),
            });
        }
        if self.text.contains(['\n', '\r']) {
            return Err(RecordError::LineBreak { kind });
        }
        Ok(())
    }

    /// Returns the number of the line, from 1.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Returns what the line is about.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns whom the line is for until the match is finished.
    pub fn holder(&self) -> Holder {
        self.holder
    }

    /// Returns the draw or stop to which the line belongs.
    pub fn at(&self) -> Option<At> {
        self.at
    }

    /// Returns the bytes of the line, without a line end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the hash of the bytes; of a `public` line it is what a REPORT states as `state`.
    pub fn sha256(&self) -> Sha256Hash {
        Sha256Hash::of(self.text.as_bytes())
    }

    /// Reads the body.
    pub fn body(&self) -> Result<Body, RecordError> {
        Body::read(self.kind, &self.text).map_err(|source| RecordError::Body {
            kind: self.kind,
            source,
        })
    }
}

fn head(n: u64, kind: Kind, holder: Holder) -> String {
    format!("{{\"n\":{n},\"kind\":\"{}\",\"for\":{holder},", kind.word())
}

fn read_holder(value: &serde_json::Value) -> Option<Holder> {
    if value.as_str() == Some("all") {
        return Some(Holder::All);
    }
    let number = u8::try_from(value.as_u64()?).ok()?;
    Some(Holder::Owner(SeatNumber::new(number)))
}
