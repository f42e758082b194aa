//! The whole reading of a mail: who sent it, for which seat, with which orders, and what is to be done with it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use sha2::{Digest, Sha256};

use super::body::{Bodies, Body, Kind, bodies};
use super::bounce::Bounce;
use super::classify::{Machine, doubt, has_null_return_path, machine};
use super::compare::{compare, orders_of};
use super::frame::{note_unread_form, quoted_frame_in, read_quoted};
use super::lines::{Outcome, read as read_lines, read_beside};
use super::message::{Limits, Message, Unreadable};
use super::recall::Recall;
use super::sender::{Mailbox, SenderFault, fails_dmarc, is_same_address, sender};
use super::token::{Place, claims};
use super::world::{Claim, Language, OrderKind, Parsed, Seat, SideBlock, StopState, World};

/// What is to be done with a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disposition {
    /// Its order lines are filed and answered by a receipt.
    Orders,
    /// It holds no order line: a receipt helps, nothing changes.
    Empty,
    /// A machine made it: no answer.
    Autoreply(String),
    /// It reports that a mail of ours did not arrive: no answer.
    Bounce(Bounce),
    /// It holds blocks of the dice protocol and no order line: no answer.
    Protocol,
    /// Nothing of it runs; the registered player and the game master are told why.
    Quarantine(Vec<Hold>),
}

/// Why a mail is held.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Hold {
    /// It cannot be taken apart.
    #[error("{0}")]
    Unreadable(#[from] Unreadable),
    /// The reader failed on it.
    #[error("the mail could not be read; this is a fault of Tessera, not of the mail")]
    ReaderFailed,
    /// The sender cannot be told.
    #[error("{0}")]
    Sender(#[from] SenderFault),
    /// Our own exchanger found the From field forged.
    #[error(
        "the mail exchanger of this site reports that the From address is not genuine (dmarc=fail)"
    )]
    DmarcFail,
    /// It names no seat.
    #[error(
        "no reply address or reference of this site with a token is in the mail; answer the latest report of the match"
    )]
    NoToken,
    /// It names a seat and does not prove it.
    #[error("the token in the reply address is not genuine")]
    FalseToken,
    /// It has tokens of more than one seat.
    #[error("the mail has tokens of more than one match or side: {0}")]
    SeveralSeats(String),
    /// The sender is not the player of the seat.
    #[error("the mail comes from an address that is not registered for this seat")]
    NotThePlayer,
    /// Action lines came with the token of a stop that is over.
    #[error(
        "the mail answers stop {0}, which is over, and holds orders for now; answer the latest report instead"
    )]
    PastStop(u32),
    /// Where an order ends cannot be told.
    #[error("{0}")]
    Uncertain(String),
    /// A part with orders was cut off or is too long.
    #[error("a part of the mail is cut off, broken or too long, so orders may be missing")]
    Damaged,
    /// There may be orders in what is never opened.
    #[error(
        "there is no order in the text of the mail, and {0} is never opened; please send the orders as plain text"
    )]
    Opaque(String),
    /// Several attached files hold orders.
    #[error("several attached files hold orders, and it is not certain which of them count")]
    SeveralFiles,
    /// Signs of a machine stand beside orders.
    #[error("{0}, yet the mail holds order lines")]
    Doubtful(String),
}

impl Hold {
    /// Says why in words that quote nothing of the mail: for whoever may not see what its writer orders.
    pub fn without_words(&self) -> String {
        match self {
            Self::Uncertain(_) => {
                "it is not certain which of its lines are orders, or where one ends".to_owned()
            }
            Self::SeveralSeats(_) => {
                "the mail has tokens of more than one match or side".to_owned()
            }
            Self::Opaque(_) => {
                "there is no order in its text, and what is attached is never opened".to_owned()
            }
            Self::Unreadable(_)
            | Self::ReaderFailed
            | Self::Sender(_)
            | Self::DmarcFail
            | Self::NoToken
            | Self::FalseToken
            | Self::NotThePlayer
            | Self::PastStop(_)
            | Self::Damaged
            | Self::SeveralFiles
            | Self::Doubtful(_) => self.to_string(),
        }
    }
}

/// The reading of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Whom it is from, if that can be told.
    pub sender: Option<Mailbox>,
    /// The seat that its token proves.
    pub seat: Option<Seat>,
    /// The matches that its tokens name, genuine or not.
    pub claimed: Vec<String>,
    /// What is to be done with it.
    pub disposition: Disposition,
    /// Which kind of body was read.
    pub kind: Option<Kind>,
    /// Lines, orders, bad lines, blocks and notes of that body.
    pub outcome: Outcome,
    /// Blocks of the dice protocol that are valid for the seat.
    pub blocks: Vec<SideBlock>,
    /// Its Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// What makes two deliveries the same mail: a hash over identifier, sender and body.
    pub identity: String,
}

/// Reads a mail; `recipients` are those of the envelope, as far as the delivery told them.
///
/// Never panics: a mail that breaks the reader is held.
pub fn read(raw: &[u8], recipients: &[String], world: &dyn World, limits: &Limits) -> Reading {
    catch_unwind(AssertUnwindSafe(|| {
        read_message(raw, recipients, world, limits)
    }))
    .unwrap_or_else(|_| held(raw, Hold::ReaderFailed))
}

fn held(raw: &[u8], hold: Hold) -> Reading {
    Reading {
        sender: None,
        seat: None,
        claimed: Vec::new(),
        disposition: Disposition::Quarantine(vec![hold]),
        kind: None,
        outcome: Outcome::default(),
        blocks: Vec::new(),
        message_id: None,
        identity: hex::encode(Sha256::digest(raw)),
    }
}

fn read_message(raw: &[u8], recipients: &[String], world: &dyn World, limits: &Limits) -> Reading {
    let message = match Message::read(raw, limits) {
        Ok(message) => message,
        Err(unreadable) => return held(raw, unreadable.into()),
    };
    let from = sender(&message);
    let mut reading = Reading {
        sender: from.as_ref().ok().cloned(),
        identity: identity(&message, from.as_ref().ok()),
        message_id: message.message_id().map(str::to_owned),
        ..held(raw, Hold::NoToken)
    };
    match machine(&message, world.site()) {
        Some(Machine::Bounce(bounce)) => reading.disposition = Disposition::Bounce(bounce),
        Some(Machine::Automatic(sign)) => reading.disposition = Disposition::Autoreply(sign),
        None => read_letter(
            &message,
            from.err(),
            recipients,
            world,
            limits,
            &mut reading,
        ),
    }
    reading
}

fn identity(message: &Message, from: Option<&Mailbox>) -> String {
    let id = message.message_id().unwrap_or_default();
    let from = from.map_or("", |mailbox| mailbox.key.as_str());
    hex::encode(Sha256::digest(format!(
        "{id}\0{from}\0{}",
        message.body_hash
    )))
}

/// Reads a mail that a person wrote.
fn read_letter(
    message: &Message,
    fault: Option<SenderFault>,
    recipients: &[String],
    world: &dyn World,
    limits: &Limits,
    reading: &mut Reading,
) {
    let mut holds: Vec<Hold> = fault.into_iter().map(Hold::from).collect();
    if fails_dmarc(message, world.site()) {
        holds.push(Hold::DmarcFail);
    }
    let claims = claims(message, recipients, world.site());
    reading.claimed = claims
        .iter()
        .map(|(claim, _)| claim.match_id.clone())
        .collect();
    reading.claimed.sort_unstable();
    reading.claimed.dedup();
    match seat(&claims, world) {
        Ok(seat) => {
            let player = reading
                .sender
                .as_ref()
                .filter(|from| is_registered(from, &seat));
            if reading.sender.is_some() && player.is_none() {
                holds.push(Hold::NotThePlayer);
            }
            reading.seat = Some(seat);
        }
        Err(hold) => holds.push(hold),
    }
    holds.retain(|hold| !world.waives(hold));
    let bodies = bodies(message, limits);
    let language: Box<dyn Language + '_> = match &reading.seat {
        Some(seat) => world.language(seat),
        None => Box::new(NoLanguage),
    };
    let form = reading.seat.as_ref().and_then(|seat| world.form(seat));
    let recall = Recall::of(language.as_ref());
    let chosen = choose(&bodies, form.as_deref(), &recall, limits);
    if let Some(seat) = &reading.seat {
        reading.blocks = chosen
            .outcome
            .blocks
            .iter()
            .filter(|block| world.takes_block(seat, block))
            .cloned()
            .collect();
        if holds.is_empty() {
            holds = chosen.holds(seat, &bodies, reading.blocks.is_empty());
            holds.retain(|hold| !world.waives(hold));
        }
    }
    reading.kind = chosen.kind;
    reading.outcome = chosen.outcome;
    reading.disposition = dispose(message, holds, reading, world);
}

fn is_registered(from: &Mailbox, seat: &Seat) -> bool {
    seat.registered
        .iter()
        .any(|address| is_same_address(address, &from.key))
}

fn dispose(
    message: &Message,
    mut holds: Vec<Hold>,
    reading: &Reading,
    world: &dyn World,
) -> Disposition {
    let has_orders = !reading.outcome.orders.is_empty();
    if let Some(sign) = doubt(message) {
        if !has_orders || !holds.is_empty() {
            return Disposition::Autoreply(sign.to_owned());
        }
        let hold = Hold::Doubtful(sign.to_owned());
        if !world.waives(&hold) {
            holds.push(hold);
        }
    }
    if !holds.is_empty() {
        Disposition::Quarantine(holds)
    } else if has_orders {
        Disposition::Orders
    } else if !reading.blocks.is_empty() {
        Disposition::Protocol
    } else if has_null_return_path(message) {
        Disposition::Autoreply("it has a null return path and holds no order line".to_owned())
    } else {
        Disposition::Empty
    }
}

/// Returns the seat that the tokens of a mail prove.
///
/// The address it was sent to speaks first, then what it answers, then the thread, of which the newest stop counts.
fn seat(claims: &[(Claim, Place)], world: &dyn World) -> Result<Seat, Hold> {
    let mut proved: Vec<_> = claims
        .iter()
        .filter_map(|(claim, place)| Some((*place, world.seat(claim)?)))
        .collect();
    let mut names: Vec<_> = proved
        .iter()
        .map(|(_, seat)| format!("{}.{}", seat.match_id, seat.side))
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.len() > 1 {
        return Err(Hold::SeveralSeats(names.join(", ")));
    }
    let Some(first) = proved.iter().map(|(place, _)| *place).min() else {
        return Err(if claims.is_empty() {
            Hold::NoToken
        } else {
            Hold::FalseToken
        });
    };
    proved.retain(|(place, _)| *place == first);
    let newest = proved
        .into_iter()
        .map(|(_, seat)| seat)
        .max_by_key(|seat| seat.stop);
    newest.ok_or(Hold::NoToken)
}

/// The language of a mail whose match is not known: it has no verbs.
struct NoLanguage;

impl Language for NoLanguage {
    fn parse(&self, _: &str) -> Parsed {
        Parsed::NoVerb
    }

    fn is_verb(&self, _: &str) -> bool {
        false
    }

    fn no_verb(&self) -> &'static str {
        "the mail proves no seat, so it is not known which match's orders to look for"
    }
}

/// The body that was chosen to be read.
pub(super) struct Chosen {
    pub(super) kind: Option<Kind>,
    pub(super) outcome: Outcome,
    several_files: bool,
    damaged: bool,
}

/// Tries the kinds of body in their order; the first that holds an order is read.
fn choose(bodies: &Bodies, form: Option<&str>, language: &dyn Language, limits: &Limits) -> Chosen {
    let of_kind = |kind| {
        bodies
            .readable
            .iter()
            .filter(|body| body.kind == kind)
            .cloned()
            .collect::<Vec<_>>()
    };
    let too_long =
        |parts: &[Body]| parts.iter().map(|body| body.lines.len()).sum::<usize>() > limits.lines;
    let mut tried: Vec<Chosen> = Vec::new();
    for kind in Kind::ALL {
        let parts = of_kind(kind);
        if parts.is_empty() {
            continue;
        }
        let long = too_long(&parts);
        let outcome = if long {
            Outcome {
                quoted_frame: quoted_frame_in(&parts, language),
                ..Outcome::default()
            }
        } else {
            let others = match kind {
                Kind::Text => of_kind(Kind::Html),
                Kind::Html | Kind::File => Vec::new(),
            };
            read_beside(&parts, &others, language)
        };
        let damaged = long || parts.iter().any(|body| body.damaged) || outcome.locked;
        let several_files = kind == Kind::File && hold_different_orders(&parts, language);
        tried.push(Chosen {
            kind: Some(kind),
            outcome,
            several_files,
            damaged,
        });
    }
    let says_something =
        |chosen: &Chosen| !chosen.outcome.orders.is_empty() || !chosen.outcome.uncertain.is_empty();
    if !tried
        .iter()
        .any(|chosen| says_something(chosen) || chosen.outcome.framed)
    {
        for chosen in &mut tried {
            let Some(frame) = chosen.outcome.quoted_frame.take() else {
                continue;
            };
            match form {
                Some(form) => chosen
                    .outcome
                    .go_on_with(read_quoted(frame, form, language)),
                None => chosen.outcome.notes.push(
                    "a quoted order form was not read, because the form that was mailed is not known".to_owned(),
                ),
            }
            break;
        }
    }
    let at = tried.iter().position(says_something);
    let at = at
        .or_else(|| {
            tried
                .iter()
                .position(|chosen| !chosen.outcome.blocks.is_empty())
        })
        .unwrap_or(0);
    if tried.is_empty() {
        return Chosen {
            kind: None,
            outcome: Outcome::default(),
            several_files: false,
            damaged: false,
        };
    }
    let any_damaged = tried.iter().any(|chosen| chosen.damaged);
    let mut chosen = tried.remove(at);
    if chosen.outcome.orders.is_empty() {
        chosen.damaged = any_damaged;
    }
    compare(&mut chosen, &tried, language);
    if !chosen.outcome.read_from_form {
        note_unread_form(&mut chosen.outcome, form, language);
    }
    chosen
}

fn hold_different_orders(files: &[Body], language: &dyn Language) -> bool {
    let outcomes: Vec<_> = files
        .iter()
        .map(|file| read_lines(std::slice::from_ref(file), language))
        .collect();
    let mut orders: Vec<_> = outcomes
        .iter()
        .map(orders_of)
        .filter(|orders| !orders.is_empty())
        .collect();
    orders.dedup();
    orders.len() > 1
}

impl Chosen {
    /// Returns why a mail that is the player's own must still be held.
    fn holds(&self, seat: &Seat, bodies: &Bodies, no_blocks: bool) -> Vec<Hold> {
        let mut holds: Vec<_> = self
            .outcome
            .uncertain
            .iter()
            .cloned()
            .map(Hold::Uncertain)
            .collect();
        let acts = self
            .outcome
            .orders
            .iter()
            .any(|reading| reading.order.kind == OrderKind::Action);
        if acts && seat.state == StopState::Past {
            holds.push(Hold::PastStop(seat.stop));
        }
        if self.several_files {
            holds.push(Hold::SeveralFiles);
        }
        if self.outcome.locked && self.outcome.orders.is_empty() {
            holds.push(Hold::Opaque(
                "text in a PGP armour that is encrypted or broken".to_owned(),
            ));
        } else if self.damaged {
            holds.push(Hold::Damaged);
        }
        if let Some(what) = bodies
            .opaque
            .first()
            .filter(|_| self.outcome.orders.is_empty() && no_blocks && holds.is_empty())
        {
            holds.push(Hold::Opaque(what.clone()));
        }
        holds
    }
}
