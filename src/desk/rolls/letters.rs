//! The letters of a dice table: what it is, and what was thrown.

use serde::Serialize;

use crate::store::{MailKind, Match as Row, Seat, Unit};

use super::super::invitation::join_command;
use super::super::letters::{Addressee, Letter, queue};
use super::super::post::short;
use super::super::table::players;
use super::super::{DeskError, Moment, Site};
use super::STOP;
use super::throw::{Roll, Thrown};

/// What identifies the letter that tells of a table.
const INVITATION: &str = "i";

/// What the template of that letter gets.
#[derive(Serialize)]
struct TableFacts<'a> {
    id: &'a str,
    mode: &'a str,
    join: String,
    parties: Vec<&'a str>,
    host: Option<&'a str>,
}

/// Tells every party with an address of the table.
pub(super) fn invite(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let seats = players(&unit.seats(&row.id)?);
    for to in Addressee::all(post, unit, row, STOP)? {
        let facts = TableFacts {
            id: row.id.as_str(),
            mode: row.dice.word(),
            join: join_command(row, &to.seat),
            parties: seats.iter().map(|seat| seat.name.as_str()).collect(),
            host: seats
                .iter()
                .find(|seat| seat.host_plays)
                .map(|seat| seat.name.as_str()),
        };
        let text = site.templates.render("mail/dice-table.txt", &facts)?;
        let letter = Letter::plain(MailKind::Invitation, INVITATION, "a table for dice", text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// Tells every party of a draw, but one that is answered otherwise.
pub(super) fn tell(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (thrown, but): (&Thrown, Option<&Seat>),
    now: Moment,
) -> Result<(), DeskError> {
    let Some(post) = &site.post else {
        return Ok(());
    };
    let mark = if thrown.waits_for.is_empty() {
        'd'
    } else {
        'l'
    };
    for to in Addressee::all(post, unit, row, STOP)? {
        if but.is_some_and(|seat| seat.number == to.seat.number) {
            continue;
        }
        let unique = format!("{mark}{}", short(thrown.draw));
        let letter = Letter::plain(MailKind::Report, unique, subject(thrown), text(thrown));
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// What a letter about a draw is about.
pub(super) fn subject(thrown: &Thrown) -> String {
    match thrown.waits_for.is_empty() {
        true => format!("draw {}: {} has rolled", thrown.draw, thrown.party),
        false => format!("draw {}: {} asks for dice", thrown.draw, thrown.party),
    }
}

/// Tells a draw in words.
pub(super) fn text(thrown: &Thrown) -> String {
    let mut text = format!("Draw {}, asked for by {}:\n\n", thrown.draw, thrown.party);
    for roll in &thrown.rolls {
        text.push_str(&format!("  {}\n", roll_line(roll)));
    }
    if !thrown.waits_for.is_empty() {
        text.push_str(&format!(
            "\nThe draw is locked. It waits for {}.\n",
            thrown.waits_for.join(" and ")
        ));
    }
    text.push_str("\nThese lines are what the seal in the LOCK covers:\n\n");
    text.push_str(&thrown.orders);
    text
}

/// Tells a roll in one line.
pub fn roll_line(roll: &Roll) -> String {
    let mut line = format!("{} {}", roll.asked.label, roll.asked.spec);
    if let Some(faces) = &roll.faces {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        line.push_str(&format!(": {}", faces.join(" ")));
        if let Some(sum) = roll.sum().filter(|_| faces.len() > 1) {
            line.push_str(&format!(" = {sum}"));
        }
    }
    if let Some(about) = &roll.asked.about {
        line.push_str(&format!("  ({about})"));
    }
    line
}
