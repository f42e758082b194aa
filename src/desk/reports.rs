//! The reports of a run: one letter to everybody in the match, each with what its reader may know.

use crate::engine::Viewer;
use crate::ledger::names::Owner;
use crate::mail::compose::{Attachment, BOARD, InlinePng};
use crate::record::{Act, InputKind, SeatNumber};
use crate::report::board::{self, MailTo, Pledge};
use crate::report::model::{Report, Sealed};
use crate::report::{html, prose, text};
use crate::store::{
    Attachment as Attach, DiceMode, Input, MailKind, MoveReason, Press, ReportForm, Role, Unit,
};

use super::book::Book;
use super::house::House;
use super::letters::{Addressee, Letter, REPORT, queue};
use super::locked::number;
use super::pending::asked_at;
use super::run::Ran;
use super::table::Table;
use super::world::side_of;
use super::{DeskError, Moment, Site, acts, early, finish, holding, press};

/// Queues the reports of a run.
pub(super) fn queue_all(
    site: &Site,
    unit: &mut dyn Unit,
    ran: &Ran,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(post) = &site.post else {
        return Ok(());
    };
    let table = &ran.table;
    let row = unit.the_match(&table.row.id)?;
    let told = unit.press_told(&row.id, ran.stop)?;
    let said = unit.press_after(&row.id, told)?;
    let last = said.last().map_or(told, |(n, _)| *n);
    unit.press_was_told(&row.id, table.stop, last)?;
    let open = unit.open_stop_of(&row.id)?;
    let mut readers = Addressee::all(post, unit, &row, table.stop)?;
    if holding::is_held(unit, &row.id)? {
        readers.retain(|to| to.seat.role == Role::GameMaster);
    }
    if let Some(open) = open.filter(|open| open.number == table.stop)
        && early::waits(unit, table, &open)?
    {
        // Who is asked beside the host hears of it once the host's orders are sealed.
        readers.retain(|to| {
            early::is_hosts(table, to.seat.number) || asked_at(&open, to.seat.number).is_none()
        });
    }
    queue_to(site, unit, ran, (&readers, &said), now)
}

/// Queues the reports of a run for seats that were not to have them at once.
pub(super) fn queue_late(
    site: &Site,
    unit: &mut dyn Unit,
    ran: &Ran,
    seats: &[SeatNumber],
    now: Moment,
) -> Result<(), DeskError> {
    let Some(post) = &site.post else {
        return Ok(());
    };
    let row = unit.the_match(&ran.table.row.id)?;
    let told = unit.press_told(&row.id, ran.stop)?;
    let last = unit.press_told(&row.id, ran.table.stop)?;
    let mut said = unit.press_after(&row.id, told)?;
    said.retain(|(n, _)| *n <= last);
    let mut readers = Addressee::all(post, unit, &row, ran.table.stop)?;
    readers.retain(|to| seats.contains(&to.seat.number));
    queue_to(site, unit, ran, (&readers, &said), now)
}

fn queue_to(
    site: &Site,
    unit: &mut dyn Unit,
    ran: &Ran,
    (readers, said): (&[Addressee], &[(u64, Press)]),
    now: Moment,
) -> Result<(), DeskError> {
    let table = &ran.table;
    let opened = finish::opened(unit, ran)?;
    let house = House::of(unit, &table.row.id)?;
    for to in readers {
        let viewer = table.viewer(&to.seat);
        let mut report = Report::after(&table.heading(), &*table.play, viewer, &ran.facts);
        tell_deadlines(unit, table, to, &mut report)?;
        let news = news(unit, table, to, ran.stop)?;
        report.around.news.splice(0..0, news);
        report.around.press = heard(table, house, to, said);
        report.around.sealed = sealed(unit, ran, to)?;
        let subject = subject(table, &report);
        let mut letter = Letter {
            kind: MailKind::Report,
            unique: REPORT.to_owned(),
            text: worded(site, to, &report)?,
            page: page(site, to, &subject, &report)?,
            subject,
            answers: None,
            files: opened.clone(),
            alone: false,
            takes_orders: true,
        };
        letter
            .files
            .extend(board(site, unit, table, to, (&letter.subject, &report))?);
        queue(site, unit, to, letter, now)?;
    }
    Ok(())
}

/// Queues the report of a match as it stands, for somebody who has seen nothing of it yet.
pub(super) fn queue_present(
    site: &Site,
    unit: &mut dyn Unit,
    table: &Table,
    to: &Addressee,
    now: Moment,
) -> Result<(), DeskError> {
    let report = Report::present(&table.heading(), &*table.play, table.viewer(&to.seat));
    let text = present(site, unit, table, to)?;
    let letter = Letter::plain(MailKind::Report, REPORT, subject(table, &report), text);
    queue(site, unit, to, letter, now)
}

/// Writes the report of a match as it stands for somebody, who has seen nothing new.
pub(super) fn present(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    to: &Addressee,
) -> Result<String, DeskError> {
    let viewer = table.viewer(&to.seat);
    let mut report = Report::present(&table.heading(), &*table.play, viewer);
    tell_deadlines(unit, table, to, &mut report)?;
    worded(site, to, &report)
}

/// Writes a report in the words that its reader wants.
fn worded(site: &Site, to: &Addressee, report: &Report) -> Result<String, DeskError> {
    Ok(match to.player.report {
        ReportForm::Prose => prose::report(&site.templates, report)?,
        ReportForm::Text | ReportForm::Html => text::report(&site.templates, report)?,
    })
}

/// Writes a report as a page, with a picture of its map, for a reader who wants it.
fn page(
    site: &Site,
    to: &Addressee,
    subject: &str,
    report: &Report,
) -> Result<Option<(String, Option<InlinePng>)>, DeskError> {
    if to.player.report != ReportForm::Html {
        return Ok(None);
    }
    let cid = format!("map@{}", site.post()?.names.domain());
    let source = report.has_map().then(|| format!("cid:{cid}"));
    let frame = html::Frame {
        subject: &to.subject(subject),
        picture: source.as_deref().unwrap_or_default(),
        site: Some(&site.name),
    };
    let page = html::report(&site.templates, report, frame)?;
    let picture = match source {
        Some(_) => Some(InlinePng {
            cid,
            bytes: html::picture(report)?,
        }),
        None => None,
    };
    Ok(Some((page, picture)))
}

/// What a seat that owes a value for each draw is held against (chain mode).
fn pledge(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    to: &Addressee,
) -> Result<Option<Pledge>, DeskError> {
    if table.row.dice != DiceMode::Chain {
        return Ok(None);
    }
    let book = Book::open(site, unit, &table.row)?;
    let log = book.log();
    let Some(seat) = log.seats().find(|&seat| number(seat) == to.seat.number) else {
        return Ok(None);
    };
    let known = log
        .standing(Owner::Seat(seat))
        .and_then(|party| party.chain);
    Ok(known.map(|known| Pledge {
        game: log.genesis().game.to_string(),
        seat: seat.number(),
        position: known.position,
        value: known.value.to_string(),
        entry: log.next_entry() - 1,
        head: log.head().to_string(),
        draw: log.draw_locked_next(),
    }))
}

/// Makes the board for a player who wants it attached.
fn board(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    to: &Addressee,
    (subject, report): (&str, &Report),
) -> Result<Option<Attachment>, DeskError> {
    let Viewer::Seat(seat) = table.viewer(&to.seat) else {
        return Ok(None);
    };
    if to.player.attach != Attach::Board || !report.has_map() {
        return Ok(None);
    }
    let mail = MailTo {
        to: site.post()?.reply_to(to.place()),
        subject: format!("Re: {}", to.subject(subject)),
        pledge: pledge(site, unit, table, to)?,
    };
    let offers = table.play.offers(seat);
    let html = board::page(&site.templates, report, &offers, &mail)?;
    let name = format!("board-{}-{}.html", to.id, table.stop);
    let fits = html.len() <= BOARD;
    Ok(fits.then_some(Attachment::Board { name, html }))
}

/// Adds until when each side is waited for.
fn tell_deadlines(
    unit: &dyn Unit,
    table: &Table,
    to: &Addressee,
    report: &mut Report,
) -> Result<(), DeskError> {
    let deadlines = unit.deadlines_of(&table.row.id, table.stop)?;
    for awaited in &mut report.awaited {
        let number = table
            .players
            .iter()
            .find(|seat| side_of(seat) == awaited.side)
            .map(|seat| seat.number);
        let due = deadlines
            .iter()
            .find(|deadline| Some(deadline.of.seat) == number);
        awaited.until = due.map(|deadline| to.local(deadline.due_at));
    }
    Ok(())
}

/// `turn 4: hun to move by Tue 1 Dec 20:00`.
fn subject(table: &Table, report: &Report) -> String {
    let turn = table.play.turn();
    let awaited: Vec<String> = report
        .awaited
        .iter()
        .map(|awaited| match &awaited.until {
            Some(until) => format!("{} to move by {until}", awaited.side),
            None => format!("{} to move", awaited.side),
        })
        .collect();
    if table.play.ending().is_some() {
        format!("turn {turn}: the match is over")
    } else {
        format!("turn {turn}: {}", awaited.join(", "))
    }
}

/// Tells what happened to the stop beside the orders: time-outs, resignations, moved deadlines.
fn news(
    unit: &dyn Unit,
    table: &Table,
    to: &Addressee,
    stop: u64,
) -> Result<Vec<String>, DeskError> {
    let side = |number: SeatNumber| {
        let seat = table.everybody.iter().find(|seat| seat.number == number);
        seat.map_or("somebody", side_of)
    };
    let mut news = Vec::new();
    let leads = to.seat.role == Role::GameMaster;
    if leads && unit.held_reports(&table.row.id)?.contains(&table.stop) {
        news.push(
            "This report is held: nobody else has got it, nobody is asked and no deadline runs before you \
             answer RELEASE."
                .to_owned(),
        );
    }
    for moved in unit.moves_of(&table.row.id, stop)? {
        let why = match moved.why {
            MoveReason::Vacation => "a vacation",
            MoveReason::Agreed => "agreement",
            MoveReason::GameMaster => "the game master's word",
            MoveReason::Outage => "an outage of this site",
        };
        news.push(format!(
            "The deadline of {} was moved from {} to {} by {why}.",
            side(moved.of.seat),
            to.local(moved.from_at),
            to.local(moved.to_at)
        ));
    }
    for input in unit.inputs_of(&table.row.id, stop)? {
        match Act::read(&input.told) {
            Some(act) => news.extend(act_news(&input, &act, to)),
            None => news.extend(input_news(&input, side)),
        }
    }
    Ok(news)
}

/// Tells of an act; what is not for every reader to see is told to its owner alone.
fn act_news(input: &Input, act: &Act, to: &Addressee) -> Vec<String> {
    let by = match input.kind {
        InputKind::Gm => "The game master has",
        InputKind::Timeout => "As the match has agreed for a seat that is silent, the site has",
        _ => "The players have agreed and",
    };
    match act {
        Act::Undone(undone) => {
            let mut news = vec![format!(
                "{by} taken the match back to where it stood at stop {}: {}. What was ordered since then \
                 does not count; standing lines and plans do.",
                undone.to, undone.why
            )];
            if !undone.draws.is_empty() {
                let draws = acts::draws_are(&undone.draws);
                let whose = if undone.draws.len() == 1 {
                    "its"
                } else {
                    "their"
                };
                news.push(format!(
                    "{draws} withdrawn; {whose} dice are not used again, new ones come from later draws."
                ));
            }
            news
        }
        Act::Voided(voided) => vec![format!(
            "{by} called draw {} off: {}. It gives no dice; what it was locked over must be sent again, \
             standing lines and plans need not.",
            voided.draw, voided.why
        )],
        Act::Corrected(corrected) => {
            let own = corrected.seat.is_none_or(|seat| seat == to.seat.number);
            let why = &corrected.why;
            match own {
                true => vec![format!(
                    "{by} put the position right: {why}. Now {}.",
                    corrected.facts.join("; ")
                )],
                false => vec![format!(
                    "{by} put something right that is not yours to see: {why}."
                )],
            }
        }
    }
}

fn input_news<'a>(input: &Input, side: impl Fn(SeatNumber) -> &'a str) -> Option<String> {
    let told: serde_json::Value = serde_json::from_str(&input.told).ok()?;
    let who = input.seat.map(side);
    match (input.kind, who) {
        (InputKind::Timeout, Some(side)) => Some(format!(
            "The deadline of {side} has passed: what it had filed was played, the rest as standing \
             lines and defaults say."
        )),
        (InputKind::Seat, Some(side)) if told.get("resigned").is_some() => {
            Some(format!("{side} has resigned."))
        }
        (InputKind::Seat, Some(side)) if told.get("seated").is_some() => {
            let word = |key: &str| told["seated"][key].as_str();
            Some(format!(
                "{side} is played by {} from now on, in place of {}: {}.",
                word("name")?,
                word("from")?,
                word("why")?
            ))
        }
        (InputKind::Seat, None) => Some("The players have agreed on a draw.".to_owned()),
        (InputKind::Gm, _) if told.get("upgraded").is_some() => {
            let number = |key: &str| told["upgraded"][key].as_u64();
            Some(format!(
                "The game master has let the match go on by version {} of the rules instead of version {}: {}.",
                number("to")?,
                number("from")?,
                told["upgraded"]["why"].as_str()?
            ))
        }
        (InputKind::Gm, _) if told.get("released").is_some() => {
            Some("The game master has seen the last report first, and let it go.".to_owned())
        }
        (InputKind::Vacation, Some(side)) => {
            let day = |key: &str| told["vacation"][key].as_str();
            Some(format!(
                "{side} is away from {} to {}.",
                day("from")?,
                day("to")?
            ))
        }
        _ => None,
    }
}

/// Wording of what was said since the last reports, for a reader who may hear it.
fn heard(table: &Table, house: House, to: &Addressee, said: &[(u64, Press)]) -> Vec<String> {
    // What went out when it was said is not told again.
    let untold = said.iter().filter(|_| !house.at_once);
    untold
        .filter_map(|(_, press)| press::heard(&table.everybody, house, press, to.seat.number))
        .collect()
}

/// What the reader's seal in the LOCK of this run's draw covers.
fn sealed(unit: &dyn Unit, ran: &Ran, to: &Addressee) -> Result<Option<Sealed>, DeskError> {
    let Some(draw) = ran.draw else {
        return Ok(None);
    };
    let frozen = unit.frozen(&ran.table.row.id, draw)?;
    let own = frozen.iter().find(|frozen| frozen.seat == to.seat.number);
    Ok(own.map(|frozen| Sealed {
        draw,
        lines: frozen.text.lines().map(str::to_owned).collect(),
    }))
}
