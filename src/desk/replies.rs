//! What a player's mail does, and the receipt that answers it.

use serde::Serialize;

use crate::engine::{Judged as Verdict, ReadLine, Seat, Wanted};
use crate::mail::compose::Attachment;
use crate::mail::lines::Verdict as LineVerdict;
use crate::mail::reading::{Disposition as Judged, Reading, read};
use crate::mail::world::OrderKind;
use crate::orders::{Common, Item, Sheet};
use crate::schedule::is_in_time;
use crate::store::{self, Disposition, Life, MailKind, RawId, Readiness, Role, Unit};

use super::intake::{Arrived, Filing, Receipt, file_among};
use super::letters::{Addressee, Letter, queue};
use super::mailroom::{Opened, answered, may_answer};
use super::pending::{Earlier, asked_at};
use super::post::short;
use super::run::Ran;
use super::table::Table;
use super::wants::{self, Asker};
use super::world::{StoreWorld, side_of};
use super::{DeskError, Moment, Site, blocks, carried, hours, invitation, reports, run};

/// What came of a player's mail.
#[expect(clippy::large_enum_variant, reason = "there is one of them a mail")]
pub(super) enum Reply {
    /// It cannot be carried out now, for this reason.
    Held(String),
    /// It was carried out and answered; a match may have started with it.
    Done(Option<Ran>),
}

/// What the template of a held mail's answer gets.
#[derive(Serialize)]
pub(super) struct HeldFacts<'a> {
    /// Why it is held.
    pub reason: &'a str,
    /// How the match stands.
    pub state: Option<&'a str>,
}

/// What the template of a receipt gets.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a template asks for each by name"
)]
#[derive(Serialize, Default)]
struct ReceiptFacts<'a> {
    id: &'a str,
    side: &'a str,
    stop: u64,
    lines: Vec<LineFacts<'a>>,
    lacks: Option<&'a str>,
    ignored: Vec<IgnoredFacts<'a>>,
    notes: &'a [String],
    told: Vec<String>,
    set: &'a [String],
    standing: &'a [String],
    asked: bool,
    ready: bool,
    missing: &'a [String],
    run_at: Option<String>,
    due: Option<String>,
    earlier: bool,
    help: bool,
    checked: bool,
}

#[derive(Serialize)]
struct LineFacts<'a> {
    canonical: String,
    good: bool,
    reason: Option<&'a str>,
    drawing: Option<&'a str>,
}

#[derive(Serialize)]
struct IgnoredFacts<'a> {
    text: &'a str,
    reason: &'a str,
}

/// Carries a player's mail out and queues its receipt.
pub(super) fn carry_out(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let (row, seat) = (&opened.row, &opened.seat);
    if row.needs_recover {
        return Ok(Reply::Held(
            "this site must rebuild the match from its log before it takes orders again; send the \
             mail once more when you hear of it"
                .to_owned(),
        ));
    }
    let mailed = (opened.mail.id, opened.reading.blocks.as_slice());
    let told = blocks::take(site, unit, (row, seat), mailed, now)?;
    match (row.life, seat.role) {
        _ if opened.reading.disposition == Judged::Protocol => Ok(Reply::Done(None)),
        (Life::Inviting, _) => to_invitation(site, unit, opened, told, now),
        (Life::Finished, _) => over(site, unit, opened, now),
        (Life::Running | Life::Locked, Role::Player) => to_stop(site, unit, opened, told, now),
        (Life::Running | Life::Locked, _) => from_beside(site, unit, opened, now),
    }
}

/// The order lines of a mail in their order, those that are none included.
fn order_text(reading: &Reading) -> String {
    let orders = reading.outcome.orders.iter().map(|order| {
        let mut text = order.order.canonical.clone();
        if !order.message.is_empty() || text.to_ascii_uppercase().starts_with("MESSAGE ") {
            text = format!("{text}\n{}\nENDMESSAGE", order.message.join("\n"));
        }
        (order.lines.0, text)
    });
    let bad = reading.outcome.bad.iter();
    let bad = bad.map(|bad| (bad.line, bad.text.clone()));
    let mut lines: Vec<(usize, String)> = orders.chain(bad).collect();
    lines.sort_by_key(|(at, _)| *at);
    let lines: Vec<String> = lines.into_iter().map(|(_, text)| text).collect();
    lines.join("\n")
}

/// An answer to an invitation.
fn to_invitation(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    mut told: Vec<String>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let text = order_text(opened.reading);
    let answer = invitation::answer(site, unit, (&opened.row, &opened.seat), &text, now)?;
    told.extend(answer.told);
    if let Some(ran) = &answer.started {
        run::after(site, unit, ran, now)?;
    }
    let facts = ReceiptFacts {
        told,
        help: opened.reading.disposition == Judged::Empty,
        ..facts_of(opened, 0)
    };
    send(
        site,
        unit,
        opened,
        (0, "your answer to the invitation"),
        &facts,
        now,
    )?;
    Ok(Reply::Done(answer.started))
}

/// A mail to a match that is over.
fn over(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let shown = show_record(site, unit, opened, &order_text(opened.reading), now)?;
    let told = match shown {
        true => Vec::new(),
        false => vec![format!(
            "Match `{}` is over; answer SHOW RECORD for its whole record.",
            opened.row.id
        )],
    };
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, 0)
    };
    let stop = opened
        .reading
        .seat
        .as_ref()
        .map_or(0, |seat| seat.stop.into());
    send(site, unit, opened, (stop, "the match is over"), &facts, now)?;
    Ok(Reply::Done(None))
}

/// A mail of somebody who does not play.
fn from_beside(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let text = order_text(opened.reading);
    let sheet = Sheet::read(&text);
    let wanted: Vec<_> = sheet
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Common(_, common) => crate::engine::wanted(common),
            Item::Message { to, text, .. } => {
                Some(Wanted::Message(to.text.to_owned(), text.join("\n")))
            }
            _ => None,
        })
        .collect();
    let everybody = unit.seats(&opened.row.id)?;
    let asker = Asker::beside(site, unit, (&opened.row, &everybody, &opened.seat))?;
    let mut told = Vec::new();
    for wanted in wanted {
        told.extend(match is_for_all(&wanted) {
            true => wants::answer(site, unit, &asker, &[wanted], now)?,
            false => vec!["That is for those who play.".to_owned()],
        });
    }
    show_record(site, unit, opened, &text, now)?;
    let stop = unit
        .open_stop_of(&opened.row.id)?
        .map_or(0, |open| open.number);
    let facts = ReceiptFacts {
        told,
        ..facts_of(opened, stop)
    };
    send(site, unit, opened, (stop, "your mail"), &facts, now)?;
    Ok(Reply::Done(None))
}

/// Says whether somebody who does not play may want this.
fn is_for_all(wanted: &Wanted) -> bool {
    matches!(
        wanted,
        Wanted::Show(_)
            | Wanted::Help(_)
            | Wanted::Say(_)
            | Wanted::Message(..)
            | Wanted::Extend(_)
            | Wanted::Set(..)
    )
}

/// Orders and questions of a player to the open stop.
fn to_stop(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    told: Vec<String>,
    now: Moment,
) -> Result<Reply, DeskError> {
    let id = &opened.row.id;
    if let Some(reason) = too_late(unit, opened)? {
        return Ok(Reply::Held(reason));
    }
    let text = order_text(opened.reading);
    let arrived = Arrived {
        raw: opened.mail.id,
        at: opened.mail.arrived_at,
    };
    let others = later_mails(site, unit, opened, arrived)?;
    let filing = Filing {
        id,
        seat: Seat(opened.seat.number.number() - 1),
        stop: None,
        text: &text,
        raw: Some(arrived),
    };
    let receipt = file_among(site, unit, filing, &others, now)?;
    show_record(site, unit, opened, &text, now)?;
    answer(
        site,
        unit,
        opened,
        (&receipt, told, !others.is_empty()),
        now,
    )?;
    Ok(Reply::Done(None))
}

/// Says why the action lines of a mail come too late; by its arrival, not by when it is read.
fn too_late(unit: &dyn Unit, opened: &Opened<'_>) -> Result<Option<String>, DeskError> {
    let acts = opened
        .reading
        .outcome
        .orders
        .iter()
        .any(|order| order.order.kind == OrderKind::Action);
    let Some(open) = unit.open_stop_of(&opened.row.id)?.filter(|_| acts) else {
        return Ok(None);
    };
    let number = opened.seat.number;
    if asked_at(&open, number).is_some_and(|asked| asked.readiness == Readiness::Absent) {
        return Ok(Some(format!(
            "the deadline of stop {} has passed, and that you were absent stands in the record",
            open.number
        )));
    }
    let due = hours::due_at(unit, &opened.row.id, open.number, number)?;
    let late = due.filter(|due| !is_in_time(opened.mail.arrived_at, *due));
    Ok(late.map(|due| {
        format!(
            "it arrived on {}, after the deadline on {due}",
            opened.mail.arrived_at
        )
    }))
}

/// Returns all mails of the seat for this stop, if one that arrived later was read before this one.
fn later_mails(
    site: &Site,
    unit: &dyn Unit,
    opened: &Opened<'_>,
    own: Arrived,
) -> Result<Vec<Earlier>, DeskError> {
    let id = &opened.row.id;
    let Some(open) = unit.open_stop_of(id)? else {
        return Ok(Vec::new());
    };
    let number = opened.seat.number;
    let last = asked_at(&open, number).and_then(|asked| asked.mailed_at);
    if last.is_none_or(|last| last <= own.at) {
        return Ok(Vec::new());
    }
    let post = site.post()?;
    let mut mails = vec![Earlier {
        arrived: own,
        text: order_text(opened.reading),
    }];
    for raw in unit.mails_of(id, RawId(0))? {
        let mail = unit.raw(raw)?;
        let finding = &mail.finding;
        let is_of_stop = finding.seat == Some(number)
            && finding.stop == Some(open.number)
            && finding.disposition == Disposition::Orders;
        if !is_of_stop || raw == own.raw {
            continue;
        }
        let world = StoreWorld::new(site, post, unit);
        let reading = read(&mail.bytes, &[], &world, &post.limits);
        world.finish()?;
        mails.push(Earlier {
            arrived: Arrived {
                raw,
                at: mail.arrived_at,
            },
            text: order_text(&reading),
        });
    }
    Ok(mails)
}

/// Sends the whole record if it was asked for; says whether it was.
fn show_record(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    text: &str,
    now: Moment,
) -> Result<bool, DeskError> {
    let asks = |item: &Item<'_>| matches!(item, Item::Common(_, Common::Show(what)) if what.text.eq_ignore_ascii_case("RECORD"));
    if !Sheet::read(text).items.iter().any(asks) {
        return Ok(false);
    }
    let stop = opened
        .reading
        .seat
        .as_ref()
        .map_or(0, |seat| seat.stop.into());
    let Some(to) = Addressee::of(site.post()?, unit, &opened.row, &opened.seat, stop)? else {
        return Ok(false);
    };
    let parts = carried::whole(unit, &to)?;
    let count = parts.len();
    for (number, part) in (1..).zip(parts) {
        let letter = Letter {
            kind: MailKind::Notice,
            unique: format!(
                "s{}{}",
                short(number),
                short(opened.mail.id.0.unsigned_abs())
            ),
            subject: format!("the record, {number} of {count}"),
            text: format!(
                "The record of match `{}` as you may hold it, part {number} of {count}.\n",
                to.id
            ),
            answers: None,
            files: part.files,
        };
        queue(site, unit, &to, letter, now)?;
    }
    Ok(true)
}

/// How the match stands, for the answer to a mail that is held.
pub(super) fn present_state(
    site: &Site,
    unit: &dyn Unit,
    to: &Addressee,
) -> Result<Option<String>, DeskError> {
    let row = unit.the_match(&to.id)?;
    if row.life != Life::Running || to.seat.role != Role::Player {
        return Ok(None);
    }
    let table = Table::load(site, unit, &to.id)?;
    reports::present(site, unit, &table, to).map(Some)
}

/// Writes the receipt of a filing.
fn answer(
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
    let lines = receipt.reading.lines.iter().filter(|line| is_shown(line));
    let facts = ReceiptFacts {
        lines: lines.map(line_facts).collect(),
        lacks: receipt.reading.lacks.as_deref(),
        told,
        set: &receipt.set,
        standing: &receipt.standing,
        asked: receipt.readiness != "not asked",
        ready: matches!(receipt.readiness, "ready" | "go" | "absent"),
        missing: &receipt.missing,
        run_at: receipt.run_at.and_then(local),
        due: due.and_then(local),
        earlier,
        help: opened.reading.disposition == Judged::Empty,
        checked: receipt.reading.wants(&Wanted::Check),
        ..facts_of(opened, receipt.stop)
    };
    let subject = format!("turn {}: your orders", turn(site, unit, opened)?);
    send(site, unit, opened, (receipt.stop, &subject), &facts, now)
}

fn turn(site: &Site, unit: &dyn Unit, opened: &Opened<'_>) -> Result<u32, DeskError> {
    Ok(Table::load(site, unit, &opened.row.id)?.play.turn())
}

/// Says whether a line belongs among the orders: what was answered at once is told elsewhere.
fn is_shown(line: &ReadLine) -> bool {
    line.verdict != Verdict::Noted || line.is_pass()
}

fn line_facts(line: &ReadLine) -> LineFacts<'_> {
    let canonical = match line.canonical.is_empty() {
        true => line.text.clone(),
        false => line.canonical.join("; "),
    };
    LineFacts {
        canonical,
        good: !line.verdict.is_bad(),
        reason: line.reason.as_deref(),
        drawing: line.drawing.as_deref().map(str::trim_end),
    }
}

/// The facts of a receipt that follow from the mail alone.
fn facts_of<'a>(opened: &'a Opened<'_>, stop: u64) -> ReceiptFacts<'a> {
    let outcome = &opened.reading.outcome;
    let is_ignored = |verdict: LineVerdict| {
        matches!(
            verdict,
            LineVerdict::Ignored | LineVerdict::Struck | LineVerdict::Unreadable
        )
    };
    let ignored = outcome.lines.iter().filter(|line| is_ignored(line.verdict));
    ReceiptFacts {
        id: opened.row.id.as_str(),
        side: side_of(&opened.seat),
        stop,
        ignored: ignored
            .map(|line| IgnoredFacts {
                text: &line.text,
                reason: &line.reason,
            })
            .collect(),
        notes: &outcome.notes,
        ..ReceiptFacts::default()
    }
}

/// Queues a receipt, if the address may get one more within this hour.
fn send(
    site: &Site,
    unit: &mut dyn Unit,
    opened: &Opened<'_>,
    (stop, subject): (u64, &str),
    facts: &ReceiptFacts<'_>,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let row = unit.the_match(&opened.row.id)?;
    let seat: &store::Seat = &opened.seat;
    let Some(to) = Addressee::of(post, unit, &row, seat, stop)? else {
        return Ok(());
    };
    if !may_answer(post, unit, &to.player.address, now)? {
        tracing::warn!(
            to = to.player.address,
            "no receipt: too many within an hour"
        );
        return Ok(());
    }
    let letter = Letter {
        kind: MailKind::Receipt,
        unique: format!("a{}", short(opened.mail.id.0.unsigned_abs())),
        subject: subject.to_owned(),
        text: site.templates.render("mail/receipt.txt", facts)?,
        answers: Some(&answered(&opened.mail.bytes)),
        files: Vec::<Attachment>::new(),
    };
    queue(site, unit, &to, letter, now)
}
