//! Values that seats have handed over for draws to come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ledger::hash::Hash;
use crate::ledger::host::{self, Values};
use crate::ledger::log::Log;
use crate::ledger::names::{Owner, Seat};
use crate::ledger::seed::Give;
use crate::record::SeatNumber;

/// What seats have given for draws to come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Ahead(BTreeMap<Seat, Given>);

/// What a seat has given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Given {
    /// A value of its chain, which serves every draw up to this one.
    Value { last: u64, value: Hash },
    /// A phrase, for the next draw alone.
    Phrase(String),
}

impl Given {
    fn reach(&self) -> u64 {
        match self {
            Self::Value { last, .. } => *last,
            Self::Phrase(_) => 0,
        }
    }
}

impl Ahead {
    /// Lays a value or a phrase aside; says what became of it.
    pub(super) fn take(&mut self, log: &Log, number: SeatNumber, give: Give) -> String {
        let index = usize::from(number.number()).wrapping_sub(1);
        let Some(seat) = log.seats().nth(index) else {
            return "This seat gives no values.".to_owned();
        };
        let (given, said) = match give {
            Give::Nothing => return "You give no value.".to_owned(),
            Give::Phrase(phrase) => (
                Given::Phrase(phrase.to_string()),
                "Your phrase counts for the next draw.".to_owned(),
            ),
            Give::Value(value) => match last_draw(log, seat, value) {
                Ok(last) => (
                    Given::Value { last, value },
                    format!("Your value serves the draws up to {last}."),
                ),
                Err(refused) => return refused,
            },
        };
        let held = self.0.get(&seat).map_or(0, Given::reach);
        if held <= given.reach() {
            self.0.insert(seat, given);
        }
        said
    }

    /// Forgets what a seat has given.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.0.remove(&seat);
    }

    /// Gathers what was given for the draw that is locked; what serves no later one is used up.
    pub(super) fn values(&mut self, log: &Log) -> Values {
        let mut values = Values::none(log);
        let draw = log.next_draw();
        for (seat, given) in &self.0 {
            let give = match given {
                Given::Value { last, value } if *last >= draw => Some(Give::Value(*value)),
                Given::Value { .. } => None,
                Given::Phrase(phrase) => phrase.parse().ok().map(Give::Phrase),
            };
            // What the log does not take any more is no value; the REPORT shows that none was given.
            if let Some(give) = give
                && let Err(error) = values.take_give(log, *seat, give)
            {
                tracing::warn!(%error, "a value laid aside was not used");
            }
        }
        self.0.retain(|_, given| given.reach() > draw);
        values
    }
}

/// Returns up to which draw a value of a seat's chain serves; the error is for the player.
fn last_draw(log: &Log, seat: Seat, value: Hash) -> Result<u64, String> {
    let known = log
        .standing(Owner::Seat(seat))
        .and_then(|party| party.chain);
    let Some(known) = known else {
        return Err("You have no anchor in GENESIS, so a value means nothing.".to_owned());
    };
    let id = log.chain_id(Owner::Seat(seat));
    let next = log.draw_locked_next();
    let last = next + host::MOST_AHEAD;
    let fits = (next..=last).find(|draw| id.leads_to(known, *draw, value));
    fits.ok_or_else(|| {
        format!(
            "The value does not belong to your chain, or to a draw before {next} or after {last}; it was \
             not taken."
        )
    })
}
