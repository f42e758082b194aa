//! Receipts: what became of a mail, for the one who wrote it.

use serde::Serialize;

use crate::engine::{Judged as Verdict, ReadLine, Wanted};
use crate::mail::lines::Verdict as LineVerdict;
use crate::mail::reading::Disposition as Judged;
use crate::store::{MailKind, Unit};

use super::intake::Receipt;
use super::letters::{Addressee, Letter, queue};
use super::mailroom::{Opened, answered};
use super::post::short;
use super::table::Table;
use super::world::side_of;
use super::{DeskError, Moment, Site, hours};

/// As many lines of one kind a receipt repeats.
const MOST_LINES: usize = 300;

/// As much of a line that is no order a receipt repeats, in characters.
const LONGEST: usize = 200;

/// What the template of a receipt gets.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a template asks for each by name"
)]
#[derive(Serialize, Default)]
pub(super) struct ReceiptFacts<'a> {
    pub(super) id: &'a str,
    pub(super) side: &'a str,
    pub(super) stop: u64,
    pub(super) lines: Vec<LineFacts<'a>>,
    pub(super) lacks: Option<&'a str>,
    pub(super) ignored: Vec<IgnoredFacts<'a>>,
    pub(super) notes: &'a [String],
    pub(super) told: Vec<String>,
    pub(super) set: &'a [String],
    pub(super) left_out: Vec<String>,
    pub(super) standing: &'a [String],
    pub(super) asked: bool,
    pub(super) ready: bool,
    pub(super) missing: &'a [String],
    pub(super) run_at: Option<String>,
    /// Whether that moment has come: the report of the run goes out with the receipt.
    pub(super) at_once: bool,
    pub(super) due: Option<String>,
    pub(super) closes: Option<String>,
    pub(super) earlier: bool,
    pub(super) help: bool,
    pub(super) checked: bool,
    /// How many lines of each kind are left out.
    pub(super) more: More,
}

/// How many lines a receipt leaves out, because nobody reads so many.
#[derive(Serialize, Default)]
pub(super) struct More {
    lines: usize,
    ignored: usize,
    set: usize,
    left_out: usize,
    standing: usize,
}

/// Returns as many as a receipt repeats, and how many are left.
fn first<T>(all: &[T]) -> (&[T], usize) {
    let shown = all.len().min(MOST_LINES);
    (&all[..shown], all.len() - shown)
}

#[derive(Serialize)]
pub(super) struct LineFacts<'a> {
    canonical: String,
    good: bool,
    /// The order with the way that was found for it, where it has to be found.
    ways: &'a [String],
    /// What else is foreseen of it.
    remarks: &'a [String],
    reason: Option<&'a str>,
    drawing: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct IgnoredFacts<'a> {
    text: String,
    reason: &'a str,
}

/// Shortens a line that is only named.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes the receipt of a filing.
pub(super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    (receipt, mut told, earlier): (&Receipt, Vec<String>, bool),
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let number = opened.seat.number;
    told.extend(receipt.answers.iter().cloned());
    let zone = Addressee::of(post, unit, &opened.row, &opened.seat, receipt.stop)?;
    let local = |moment| zone.as_ref().map(|to| to.local(moment));
    let due = hours::due_at(unit, &opened.row.id, receipt.stop, number)?;
    let spoilt = receipt.reading.filed.iter();
    let spoilt = spoilt.filter(|line| line.verdict.is_bad());
    let lines = spoilt.chain(receipt.reading.lines.iter().filter(|line| is_shown(line)));
    let lines: Vec<_> = lines.map(line_facts).collect();
    let (set, more_set) = first(&receipt.set);
    let (left_out, more_left_out) = first(&receipt.left_out);
    let (standing, more_standing) = first(&receipt.standing);
    let facts = facts_of(opened, receipt.stop);
    let facts = ReceiptFacts {
        more: More {
            lines: first(&lines).1,
            set: more_set,
            left_out: more_left_out,
            standing: more_standing,
            ..facts.more
        },
        lines: lines.into_iter().take(MOST_LINES).collect(),
        lacks: receipt.reading.lacks.as_deref(),
        told,
        set,
        left_out: left_out.iter().map(|line| shortened(line)).collect(),
        standing,
        asked: receipt.readiness != "not asked",
        ready: matches!(receipt.readiness, "ready" | "go" | "absent"),
        missing: &receipt.missing,
        run_at: receipt.run_at.and_then(local),
        at_once: receipt.run_at.is_some_and(|run_at| run_at <= now.stamp()),
        closes: due
            .filter(|due| receipt.run_at.is_none_or(|run_at| *due < run_at))
            .and_then(local),
        due: due.and_then(local),
        earlier,
        help: opened.reading.disposition == Judged::Empty && opened.reading.outcome.bad.is_empty(),
        checked: receipt.reading.wants(&Wanted::Check),
        ..facts
    };
    let subject = format!("turn {}: your orders", turn(site, unit, opened)?);
    send(site, unit, opened, (receipt.stop, &subject), &facts, now)
}

fn turn(site: &Site, unit: &dyn Unit, opened: &Opened<'_>) -> Result<u32, DeskError> {
    Ok(Table::load(site, unit, &opened.row.id)?.play.turn())
}

/// Says whether a line belongs among the orders: what was answered at once is told elsewhere.
fn is_shown(line: &ReadLine) -> bool {
    line.verdict != Verdict::Noted || line.frames_set() || line.is_go_or_wait()
}

fn line_facts(line: &ReadLine) -> LineFacts<'_> {
    let canonical = match line.canonical.is_empty() {
        true => shortened(&line.text),
        false => line.canonical.join("; "),
    };
    LineFacts {
        canonical,
        good: !line.verdict.is_bad(),
        ways: &line.ways,
        remarks: &line.remarks,
        reason: line.reason.as_deref(),
        drawing: line.drawing.as_deref().map(str::trim_end),
    }
}

/// The facts of a receipt that follow from the mail alone.
pub(super) fn facts_of<'a>(opened: &'a Opened<'_>, stop: u64) -> ReceiptFacts<'a> {
    let outcome = &opened.reading.outcome;
    let is_ignored = |verdict: LineVerdict| {
        matches!(
            verdict,
            LineVerdict::Ignored | LineVerdict::Struck | LineVerdict::Unreadable
        )
    };
    let ignored = outcome.lines.iter().filter(|line| is_ignored(line.verdict));
    let ignored: Vec<_> = ignored
        .map(|line| IgnoredFacts {
            text: shortened(&line.text),
            reason: &line.reason,
        })
        .collect();
    ReceiptFacts {
        more: More {
            ignored: first(&ignored).1,
            ..More::default()
        },
        id: opened.row.id.as_str(),
        side: side_of(&opened.seat),
        stop,
        ignored: ignored.into_iter().take(MOST_LINES).collect(),
        notes: &outcome.notes,
        ..ReceiptFacts::default()
    }
}

/// Queues a receipt: a mail that its player certainly wrote always gets one.
pub(super) fn send(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    (stop, subject): (u64, &str),
    facts: &ReceiptFacts<'_>,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let row = unit.the_match(&opened.row.id)?;
    // The seat as it is now: its owner may just have asked to be forgotten.
    let Some(seat) = unit.seat(&row.id, opened.seat.number)? else {
        return Ok(());
    };
    let Some(to) = Addressee::of(post, unit, &row, &seat, stop)? else {
        return Ok(());
    };
    let unique = format!("a{}", short(opened.mail.id.0.unsigned_abs()));
    let text = site.templates.render("mail/receipt.txt", facts)?;
    let letter = Letter {
        answers: Some(&answered(&opened.mail.bytes)),
        ..Letter::plain(MailKind::Receipt, unique, subject, text)
    };
    queue(site, unit, &to, letter, now)
}
