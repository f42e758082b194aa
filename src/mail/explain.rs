//! The reading of a mail as data: for people, and as JSON for scripts and checks.

use std::fmt::Write as _;

use serde::Serialize;

use super::body::Kind;
use super::lines::LineReading;
use super::reading::{Disposition, Reading};
use super::sender::is_same_address;
use crate::wording::counted;

/// How a mail is read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Whom it is from: as registered if that is known, else as written.
    pub sender: Option<String>,
    /// What is to be done with it, in one word.
    pub disposition: &'static str,
    /// Why.
    pub reasons: Vec<String>,
    /// The seat that its token proves.
    pub seat: Option<SeatName>,
    /// Which kind of body was read.
    pub read: Option<Kind>,
    /// The orders that would be filed, in canonical form.
    pub orders: Vec<String>,
    /// Every line that is not blank, with what became of it.
    pub lines: Vec<LineReading>,
    /// What the player is told of the reading as a whole.
    pub notes: Vec<String>,
    /// The Message-ID without angle brackets.
    pub message_id: Option<String>,
    /// What makes two deliveries the same mail.
    pub identity: String,
    /// For a bounce: whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounced_recipient: Option<String>,
    /// For a bounce: the status code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// For a bounce: what became of our mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
}

/// The seat of a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatName {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// The side.
    pub side: String,
    /// The stop of the token.
    pub stop: u32,
}

impl Explanation {
    /// Creates the explanation of a reading.
    pub fn of(reading: &Reading) -> Self {
        let bounce = match &reading.disposition {
            Disposition::Bounce(bounce) => Some(bounce.clone()),
            _ => None,
        };
        let (disposition, reasons) = in_words(reading);
        let files = reading.disposition == Disposition::Orders;
        let orders = reading.outcome.orders.iter().filter(|_| files);
        Self {
            sender: sender(reading),
            disposition,
            reasons,
            seat: reading.seat.as_ref().map(|seat| SeatName {
                match_id: seat.match_id.clone(),
                side: seat.side.clone(),
                stop: seat.stop,
            }),
            read: reading.kind,
            orders: orders.map(|order| order.order.canonical.clone()).collect(),
            lines: reading.outcome.lines.clone(),
            notes: reading.outcome.notes.clone(),
            message_id: reading.message_id.clone(),
            identity: reading.identity.clone(),
            bounced_recipient: bounce.as_ref().and_then(|bounce| bounce.recipient.clone()),
            status: bounce.as_ref().and_then(|bounce| bounce.status.clone()),
            action: bounce.and_then(|bounce| bounce.action),
        }
    }

    /// Writes it for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: &str| {
            writeln!(text, "{name:12} {}", printable(value)).expect("a string takes text");
        };
        line("sender", self.sender.as_deref().unwrap_or("not certain"));
        if let Some(seat) = &self.seat {
            line(
                "seat",
                &format!("{} {} stop {}", seat.match_id, seat.side, seat.stop),
            );
        }
        line("disposition", self.disposition);
        for reason in &self.reasons {
            line("because", reason);
        }
        if let Some(kind) = self.read {
            line("read", kind.words());
        }
        for (name, value) in [
            ("bounced", &self.bounced_recipient),
            ("status", &self.status),
            ("action", &self.action),
        ] {
            if let Some(value) = value {
                line(name, value);
            }
        }
        for note in &self.notes {
            line("note", note);
        }
        for (number, order) in self.orders.iter().enumerate() {
            line(&format!("order {}", number + 1), order);
        }
        for reading in &self.lines {
            let verdict = serde_json::to_value(reading.verdict).expect("a verdict is a word");
            let verdict = verdict.as_str().unwrap_or_default();
            write!(
                text,
                "\n{}\n    {verdict}: {}\n",
                printable(&reading.text),
                printable(&reading.reason)
            )
            .expect("a string takes text");
        }
        text
    }
}

/// Drops what would act on a terminal instead of being shown.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|&c| !super::normalise::is_invisible(c))
        .collect()
}

fn sender(reading: &Reading) -> Option<String> {
    let mailbox = reading.sender.as_ref()?;
    let registered = reading.seat.iter().flat_map(|seat| &seat.registered);
    let known = registered
        .into_iter()
        .find(|address| is_same_address(address, &mailbox.key));
    Some(known.unwrap_or(&mailbox.written).clone())
}

/// Says of a mail without an order what is in it all the same: lines that its receipt refuses as orders.
fn without_orders(refused: usize) -> String {
    match refused {
        0 => "it is the player's and holds no order".to_owned(),
        refused => format!(
            "it is the player's, and all that is meant as an order in it is refused: {}",
            counted(refused, "line", "lines")
        ),
    }
}

fn in_words(reading: &Reading) -> (&'static str, Vec<String>) {
    match &reading.disposition {
        Disposition::Orders => {
            let orders = reading.outcome.orders.len();
            (
                "orders",
                vec![format!(
                    "it holds {orders} order{} of the player",
                    if orders == 1 { "" } else { "s" }
                )],
            )
        }
        Disposition::Empty => ("empty", vec![without_orders(reading.outcome.bad.len())]),
        Disposition::Autoreply(sign) => ("autoreply", vec![sign.clone()]),
        Disposition::Bounce(bounce) if bounce.is_failure() => (
            "bounce",
            vec!["it reports that a mail could not be delivered".to_owned()],
        ),
        Disposition::Bounce(_) => (
            "bounce",
            vec!["it reports on the delivery of a mail".to_owned()],
        ),
        Disposition::Protocol => (
            "protocol",
            vec!["it holds blocks of the dice protocol and no order".to_owned()],
        ),
        Disposition::Quarantine(holds) => (
            "quarantine",
            holds.iter().map(ToString::to_string).collect(),
        ),
    }
}
