//! A mail to a dice table: what it asks for is thrown, and everybody hears of it.

use std::collections::BTreeMap;

use crate::ledger::asked::Request;
use crate::ledger::block::Block;
use crate::ledger::seed::{Give, Phrase};
use crate::mail::reading::Disposition as Judged;
use crate::store::Unit;

use super::super::arrivals::order_text;
use super::super::mailroom::Opened;
use super::super::receipts::{ReceiptFacts, facts_of, send};
use super::super::replies::Reply;
use super::super::{DeskError, Moment, Site};
use super::language::{HELP, PHRASE};
use super::throw::{given, hand_over_blocks, settle, throw};
use super::{STOP, letters};

/// What a mail asks for.
#[derive(Default)]
struct Wanted {
    requests: Vec<Request>,
    phrase: Option<Phrase>,
    help: bool,
    refused: Vec<String>,
}

impl Wanted {
    fn read(text: &str) -> Self {
        let mut wanted = Self::default();
        for line in text.lines() {
            let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
            if verb.eq_ignore_ascii_case(HELP) {
                wanted.help = true;
            } else if verb.eq_ignore_ascii_case(PHRASE) {
                match rest.parse() {
                    Ok(phrase) => wanted.phrase = Some(phrase),
                    Err(error) => wanted.refuse(line, &error),
                }
            } else {
                match line.parse() {
                    Ok(request) => wanted.requests.push(request),
                    Err(error) => wanted.refuse(line, &error),
                }
            }
        }
        wanted
    }

    fn refuse(&mut self, line: &str, error: &dyn std::fmt::Display) {
        self.refused.push(format!("REFUSED\n| {line}\n    {error}"));
    }
}

/// Carries a mail of a party out and answers it.
pub(in super::super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let (row, seat) = (&opened.row, &opened.seat);
    let blocks = opened.reading.blocks.iter();
    let blocks: Vec<Block> = blocks
        .map(|block| Block::new(block.lines.clone()))
        .collect();
    let mut told = hand_over_blocks(site, unit, row, (&blocks, Some(opened.mail.id)), now)?;
    // What a block has just handed over may be all that an open draw waited for.
    if let Some(thrown) = settle(site, unit, row, None, now)? {
        letters::tell(site, unit, row, (&thrown, None), now)?;
    }
    if opened.reading.disposition == Judged::Protocol {
        return Ok(Reply::Thrown(row.id.clone()));
    }
    // A block may have begun the log or closed a draw since the mail was opened.
    let row = &unit.the_match(&row.id)?;
    let wanted = Wanted::read(&order_text(opened.reading));
    let mut subject = "your mail".to_owned();
    let is_good = wanted.refused.is_empty();
    if !is_good {
        told.extend(wanted.refused);
        told.push("Nothing was rolled: send all lines again, with this one mended.".to_owned());
    }
    if let Some(phrase) = wanted.phrase.filter(|_| is_good) {
        let give = Give::Phrase(phrase);
        told.push(given(site, unit, (row, seat), give, now)?);
    }
    if is_good && !wanted.requests.is_empty() {
        match throw(site, unit, (row, seat), &wanted.requests, now) {
            Ok(thrown) => {
                letters::tell(site, unit, row, (&thrown, Some(seat)), now)?;
                subject = letters::subject(&thrown);
                told.push(letters::text(&thrown));
            }
            // Whoever asked for what cannot be is told so; anything else is a failure.
            Err(DeskError::Refused(reason) | DeskError::Usage(reason)) => {
                told.push(format!("Refused: {reason}."));
            }
            Err(error) => return Err(error),
        }
    }
    if wanted.help || opened.reading.disposition == Judged::Empty {
        let facts = BTreeMap::from([("table", row.id.as_str())]);
        told.push(site.templates.render("mail/dice-help.txt", &facts)?);
    }
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, 0)
    };
    send(site, unit, opened, (STOP, &subject), &facts, now)?;
    Ok(Reply::Thrown(row.id.clone()))
}
