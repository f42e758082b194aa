//! What the parties of a dice table may write in their mails.

use crate::ledger::asked::{ROLL, Request};
use crate::ledger::seed::Phrase;
use crate::mail::world::{Language, Opens, Order, OrderKind, Parsed, Tail};

/// Gives a phrase to the next draw.
pub(super) const PHRASE: &str = "PHRASE";
/// Tells how to ask for dice.
pub(super) const HELP: &str = "HELP";

/// The language of a dice table; no stop is ever open, so any token of the party will do.
pub(in super::super) struct RollLanguage;

impl Language for RollLanguage {
    fn parse(&self, line: &str) -> Parsed {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            ROLL => match line.parse::<Request>() {
                Ok(request) => order(request.to_string()),
                Err(error) if error.breaks_off => Parsed::BreaksOff {
                    because: error.because,
                },
                Err(error) => Parsed::Wrong {
                    word: error.word,
                    because: error.because,
                },
            },
            PHRASE if rest.is_empty() => Parsed::BreaksOff {
                because: "expected a phrase".to_owned(),
            },
            PHRASE => match rest.parse::<Phrase>() {
                Ok(phrase) => order(format!("{PHRASE} {phrase}")),
                Err(error) => Parsed::Wrong {
                    word: 1,
                    because: error.to_string(),
                },
            },
            HELP if rest.is_empty() => order(HELP.to_owned()),
            HELP => Parsed::Wrong {
                word: 1,
                because: format!("nothing follows `{HELP}`"),
            },
            _ => Parsed::NoVerb,
        }
    }

    fn is_verb(&self, word: &str) -> bool {
        [ROLL, PHRASE, HELP]
            .iter()
            .any(|verb| verb.eq_ignore_ascii_case(word))
    }

    fn tail(&self, line: &str) -> Tail {
        let verb = line.split(' ').next().unwrap_or_default();
        match [ROLL, PHRASE]
            .iter()
            .any(|free| verb.eq_ignore_ascii_case(free))
        {
            true => Tail::Reason,
            false => Tail::Words,
        }
    }
}

fn order(canonical: String) -> Parsed {
    Parsed::Order(Order {
        canonical,
        kind: OrderKind::Other,
        opens: Opens::Nothing,
    })
}
