//! The lines of one part as they come before the reader: marked, with what surrounds each.

use super::block::blocks;
use super::body::{Body, BodyLine};
use super::enclosed::{Enclosure, enclosures};
use super::lines::{Outcome, Verdict, parse};
use super::pgp::{Armour, signed_lines};
use super::quote::{Mark, marks};
use super::world::{Language, Parsed};

/// A line on its way through the reader.
pub(super) struct Candidate {
    pub(super) line: BodyLine,
    pub(super) mark: Mark,
    /// Set where the line does not count for a reason of its own.
    pub(super) outside: Option<(Verdict, &'static str)>,
    /// The marks that it stands between.
    pub(super) enclosure: Option<Enclosure>,
}

/// Prepares the lines of one part: armour, protocol blocks, quotes and marks.
pub(super) fn candidates_of(
    body: &Body,
    language: &dyn Language,
    outcome: &mut Outcome,
) -> Vec<Candidate> {
    let mut lines = body.lines.clone();
    let (armour, signed) = signed_lines(&mut lines);
    outcome.locked |= matches!(armour, Armour::Broken | Armour::Encrypted);
    match armour {
        Armour::None => {}
        Armour::ClearSigned => outcome
            .notes
            .push("only the signed text was read; its signature was not checked".to_owned()),
        Armour::Broken => outcome
            .notes
            .push("a PGP armour in the mail is broken, so nothing of it was read".to_owned()),
        Armour::Encrypted => outcome
            .notes
            .push("the mail is encrypted with PGP".to_owned()),
    }
    let (blocks, in_block) = blocks(&lines);
    outcome.blocks.extend(blocks);
    let enclosures = enclosures(&lines);
    let left_out =
        |at: usize| matches!(enclosures[at], Some(Enclosure::Quote | Enclosure::Comment));
    // Lines outside of an armour, or between marks, neither count nor cut what counts.
    let seen: Vec<_> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| match signed[at] && !left_out(at) {
            true => line.clone(),
            false => BodyLine::default(),
        })
        .collect();
    let mut marks = marks(&seen, &|line| {
        matches!(parse(line, language), Some(Parsed::Order(_)))
    });
    for (at, mark) in marks.iter_mut().enumerate() {
        if left_out(at) && !lines[at].is_blank() && !matches!(mark, Mark::Cut(_)) {
            *mark = Mark::Quoted;
        }
    }
    lines
        .into_iter()
        .zip(marks)
        .zip(signed.into_iter().zip(in_block))
        .zip(enclosures)
        .map(|(((line, mark), (signed, in_block)), enclosure)| {
            let outside = if in_block {
                Some((Verdict::Block, "it belongs to a block of the dice protocol"))
            } else if !signed && !line.is_blank() {
                Some((Verdict::Unread, "it stands outside of the signed text"))
            } else {
                None
            };
            Candidate {
                line,
                mark,
                outside,
                enclosure,
            }
        })
        .collect()
}
