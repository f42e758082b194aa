//! Letters of a match: composed to exact bytes and queued in the transaction of what they tell of.
//!
//! Every letter to a seat carries what has come into the record since that seat's previous one: the entries of
//! the dice log at the end of its text, the lines that the seat may hold as a file.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::mail::compose::{Attachment, ComposeError, InlinePng, Outgoing, Party, Sort, compose};
use crate::schedule::{Lapse, local};
use crate::store::{self, MailKind, Match as Row, MatchId, NewMail, Player, Role, SeatOffer, Unit};
use crate::wording::counted;

use super::carried::{self, Carried};
use super::house::House;
use super::post::{Place, Post};
use super::world::side_of;
use super::{DeskError, Moment, Site, handover, holding};

/// Where the text of a letter is cut that would be too large for a mail, in bytes.
const BEGINNING: usize = 160 * 1024;

/// How many of a seat's earlier reports a letter refers to, beside the root of the thread.
const THREAD: u64 = 5;

/// Somebody in a match to whom letters go.
#[derive(Debug, Clone)]
pub(super) struct Addressee {
    /// The match.
    pub id: MatchId,
    /// The seat.
    pub seat: store::Seat,
    /// Its owner.
    pub player: Player,
    /// The stop that the letter is about.
    pub stop: u64,
    /// For stop 0, the invitation: the word of what is to be accepted.
    pub terms: Option<String>,
    /// The time zone in which moments are told.
    pub zone: TimeZone,
    /// The addresses of those who help at the seat, and get every letter as well.
    pub copies: Vec<String>,
    /// Whether the seat is his; whoever is only asked to take it over gets nothing of the record.
    pub holds_seat: bool,
}

impl Addressee {
    /// Finds the owner of a seat; nothing if the seat is vacant.
    pub(super) fn of(
        post: &Post,
        unit: &dyn Unit,
        row: &Row,
        seat: &store::Seat,
        stop: u64,
    ) -> Result<Option<Self>, DeskError> {
        let Some(player) = seat.player else {
            return Ok(None);
        };
        if let Some(offer) = handover::offer_to(unit, &row.id, seat)? {
            return Self::asked(post, unit, row, &offer);
        }
        let player = unit.player(player)?;
        let helpers = unit.helpers(&row.id, seat.number)?;
        let terms = match stop {
            0 => Some(super::invitation::terms_word(unit, row)?),
            _ => None,
        };
        Ok(Some(Self {
            id: row.id.clone(),
            seat: seat.clone(),
            zone: player.zone.clone().unwrap_or_else(|| post.zone.clone()),
            player,
            stop,
            terms,
            copies: helpers.into_iter().map(|helper| helper.address).collect(),
            holds_seat: true,
        }))
    }

    /// Finds somebody who is asked to take a seat over.
    pub(super) fn asked(
        post: &Post,
        unit: &dyn Unit,
        row: &Row,
        offer: &SeatOffer,
    ) -> Result<Option<Self>, DeskError> {
        let Some(seat) = unit.seat(&row.id, offer.seat)? else {
            return Ok(None);
        };
        let player = unit.player(offer.player)?;
        Ok(Some(Self {
            id: row.id.clone(),
            seat: handover::as_taken(seat, offer),
            zone: player.zone.clone().unwrap_or_else(|| post.zone.clone()),
            player,
            stop: 0,
            terms: Some(handover::terms_word(offer)),
            copies: Vec::new(),
            holds_seat: false,
        }))
    }

    /// Finds everybody in a match who has an address.
    pub(super) fn all(
        post: &Post,
        unit: &dyn Unit,
        row: &Row,
        stop: u64,
    ) -> Result<Vec<Self>, DeskError> {
        let seats = unit.seats(&row.id)?;
        let found = seats
            .iter()
            .map(|seat| Self::of(post, unit, row, seat, stop))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Tells a moment in the reader's time zone.
    pub(super) fn local(&self, moment: Timestamp) -> String {
        local(moment, &self.zone, self.player.language)
    }

    /// Returns the subject of a letter: the name of the match, then what it is about.
    pub(super) fn subject(&self, about: &str) -> String {
        format!("[{}] {about}", self.id)
    }

    /// Returns what tokens and identifiers of letters to this seat name.
    pub(super) fn place(&self) -> Place<'_> {
        Place {
            id: &self.id,
            side: side_of(&self.seat),
            stop: self.stop,
            player: self.player.id,
            terms: self.terms.as_deref(),
        }
    }
}

/// The mail that a letter answers.
#[derive(Debug, Clone, Default)]
pub(super) struct Answered {
    /// Its identifier.
    pub message_id: Option<String>,
    /// The identifiers of its thread.
    pub references: Vec<String>,
}

/// A letter before it is composed.
#[derive(Debug)]
pub(super) struct Letter<'a> {
    /// What it is.
    pub kind: MailKind,
    /// What tells it from every other letter about this seat and stop; a second one is the same letter.
    pub unique: String,
    /// What it is about, without the name of the match.
    pub subject: String,
    /// Its text without the log.
    pub text: String,
    /// The same as a page, with its picture if it has one.
    pub page: Option<(String, Option<InlinePng>)>,
    /// The mail that it answers.
    pub answers: Option<&'a Answered>,
    /// Files beside those of the record.
    pub files: Vec<Attachment>,
    /// Whether it goes to somebody beside the seat's owner: then it carries nothing of the record, refers to no
    /// other letter, and nobody asks whether it arrived.
    pub alone: bool,
    /// Whether orders may be sent as an answer to it.
    pub takes_orders: bool,
}

impl Letter<'_> {
    /// A letter of nothing but text, that answers nothing.
    pub(super) fn plain(
        kind: MailKind,
        unique: impl Into<String>,
        subject: impl Into<String>,
        text: String,
    ) -> Self {
        Self {
            kind,
            unique: unique.into(),
            subject: subject.into(),
            text,
            page: None,
            answers: None,
            files: Vec::new(),
            alone: false,
            takes_orders: true,
        }
    }
}

/// What the template of a letter gets.
#[derive(Serialize)]
struct Framed<'a> {
    subject: &'a str,
    text: &'a str,
    log: &'a str,
    site: &'a str,
    answer: bool,
}

/// Composes a letter and queues it, unless it was queued before.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a letter is written to be sent"
)]
pub(super) fn queue(
    site: &Site,
    unit: &mut dyn Unit,
    to: &Addressee,
    letter: Letter<'_>,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let message_id = post.message_id(to.place(), &letter.unique);
    if unit.mail_by_message_id(&message_id)?.is_some() {
        return Ok(());
    }
    let delay = delay_of(unit, to, letter.kind)?;
    let carried = match delay {
        _ if letter.alone => Carried::default(),
        Delay::Withholds => Carried::default(),
        Delay::Until(_) => carried::since_last(unit, to)?,
    };
    let now = match delay {
        Delay::Withholds => now,
        Delay::Until(lapse) => Moment::at(now.stamp() + lapse.as_duration()),
    };
    let (mail, bytes, carried) = write_what_fits(site, to, (&letter, &message_id), carried, now)?;
    let entry = carried.entry;
    let new = NewMail {
        kind: letter.kind,
        of_match: Some(to.id.clone()),
        seat: Some(to.seat.number),
        recipient: to.player.address.clone(),
        envelope_from: match mail.sort {
            Sort::Report if !letter.alone => Some(post.return_path(&to.player)),
            Sort::Report | Sort::Receipt => None,
        },
        message_id: mail.message_id.clone(),
        entry,
        bytes,
    };
    unit.queue_mail(&new, now.stamp())?;
    for (mark, address) in ('A'..='Z').zip(&to.copies) {
        queue_copy(
            unit,
            (post, to),
            &new,
            (&mail, &letter.unique, mark, address),
            now,
        )?;
    }
    carried::note(unit, to, &carried)
}

/// Writes a letter as a mail. What is still too large without board and page goes with the beginning of its text;
/// if that does not help, with none of the record, which the next letter to the seat carries then.
fn write_what_fits(
    site: &Site,
    to: &Addressee,
    (letter, message_id): (&Letter<'_>, &str),
    carried: Carried,
    now: Moment,
) -> Result<(Outgoing, Vec<u8>, Carried), DeskError> {
    let whole = letter.text.trim_end();
    let beginning = beginning(whole);
    for text in [whole, &beginning] {
        let mut mail = frame(site, to, (letter, message_id, text), &carried, now)?;
        match compose_what_fits(&mut mail) {
            Err(ComposeError::TooLarge { .. }) => {}
            composed => return Ok((mail, composed?, carried)),
        }
    }
    let nothing = Carried::default();
    let mut mail = frame(site, to, (letter, message_id, &beginning), &nothing, now)?;
    let bytes = compose_what_fits(&mut mail)?;
    Ok((mail, bytes, nothing))
}

/// Returns as much of a text as always fits into a mail, and says how much is left.
fn beginning(text: &str) -> String {
    if text.len() <= BEGINNING {
        return text.to_owned();
    }
    let mut end = BEGINNING;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let end = text[..end].rfind('\n').unwrap_or(end);
    let rest = text[end..].strip_prefix('\n').unwrap_or(&text[end..]);
    let left = rest.lines().count();
    let lines = counted(left, "line is", "lines are");
    format!(
        "{}\n\nThe rest of this letter did not fit into a mail: {lines} left out.",
        text[..end].trim_end()
    )
}

/// Frames a letter's text, and makes it the mail that is sent.
fn frame(
    site: &Site,
    to: &Addressee,
    (letter, message_id, text): (&Letter<'_>, &str, &str),
    carried: &Carried,
    now: Moment,
) -> Result<Outgoing, DeskError> {
    let subject = to.subject(&letter.subject);
    let framed = Framed {
        subject: &subject,
        text,
        log: &carried.log,
        site: &site.name,
        answer: letter.takes_orders,
    };
    let text = site.templates.render("mail/letter.txt", &framed)?;
    let head = (message_id.to_owned(), subject, text);
    Ok(outgoing(site.post()?, to, letter, carried, head, now))
}

/// Queues a letter once more, for somebody who helps at the seat.
fn queue_copy(
    unit: &mut dyn Unit,
    (post, to): (&Post, &Addressee),
    new: &NewMail,
    (mail, unique, mark, address): (&Outgoing, &str, char, &str),
    now: Moment,
) -> Result<(), DeskError> {
    // A capital letter stands in no identifier of a first letter.
    let message_id = post.message_id(to.place(), &format!("{unique}{mark}"));
    let mail = Outgoing {
        to: Party {
            name: None,
            address: address.to_owned(),
        },
        message_id: message_id.clone(),
        ..mail.clone()
    };
    let copy = NewMail {
        recipient: address.to_owned(),
        // That it does not arrive says nothing about the owner of the seat.
        envelope_from: None,
        message_id,
        bytes: compose(&mail)?,
        ..new.clone()
    };
    unit.queue_mail(&copy, now.stamp())?;
    Ok(())
}

/// How a letter to somebody who looks on later than the others is kept back.
enum Delay {
    /// It leaves when so much time has passed.
    Until(Lapse),
    /// It leaves at once, and carries nothing of the record: its reader is not to have that yet.
    Withholds,
}

/// Observers hear of everything as much later as the match has agreed on; their own mails are answered at once.
fn delay_of(unit: &dyn Unit, to: &Addressee, kind: MailKind) -> Result<Delay, DeskError> {
    let is_kept = to.seat.role != Role::GameMaster && holding::is_held(unit, &to.id)?;
    if !to.holds_seat || is_kept {
        return Ok(Delay::Withholds);
    }
    if to.seat.role != Role::Observer {
        return Ok(Delay::Until(Lapse::ZERO));
    }
    let lapse = House::of(unit, &to.id)?.observers;
    Ok(match kind {
        MailKind::Receipt if !lapse.is_zero() => Delay::Withholds,
        _ => Delay::Until(lapse),
    })
}

/// Composes a mail; where it is too large it goes without the board, then without its page.
fn compose_what_fits(mail: &mut Outgoing) -> Result<Vec<u8>, ComposeError> {
    let whole = compose(mail);
    if !matches!(whole, Err(ComposeError::TooLarge { .. })) {
        return whole;
    }
    mail.attachments
        .retain(|file| !matches!(file, Attachment::Board { .. }));
    let smaller = compose(mail);
    if !matches!(smaller, Err(ComposeError::TooLarge { .. })) {
        return smaller;
    }
    (mail.html, mail.picture) = (None, None);
    compose(mail)
}

fn outgoing(
    post: &Post,
    to: &Addressee,
    letter: &Letter<'_>,
    carried: &Carried,
    (message_id, subject, text): (String, String, String),
    now: Moment,
) -> Outgoing {
    let (in_reply_to, references) = match letter.alone {
        true => (None, Vec::new()),
        false => thread(post, to, letter.answers),
    };
    let answers = matches!(letter.kind, MailKind::Receipt | MailKind::Notice);
    Outgoing {
        from: Party {
            name: Some("Tessera".to_owned()),
            address: post.addresses.orders.to_string(),
        },
        to: Party {
            name: Some(to.player.name.clone()),
            address: to.player.address.clone(),
        },
        reply_to: Some(post.reply_to(to.place())),
        subject,
        message_id,
        in_reply_to,
        references,
        date: now.stamp(),
        sort: match answers && letter.answers.is_some() {
            true => Sort::Receipt,
            false => Sort::Report,
        },
        list_id: Some(format!("{}.{}", to.id, post.names.domain())),
        text,
        html: letter.page.as_ref().map(|(html, _)| html.clone()),
        picture: letter
            .page
            .as_ref()
            .and_then(|(_, picture)| picture.clone()),
        attachments: letter.files.iter().chain(&carried.files).cloned().collect(),
    }
}

/// The thread of a seat: one root for the whole match, then its reports, then the mail that is answered.
fn thread(
    post: &Post,
    to: &Addressee,
    answers: Option<&Answered>,
) -> (Option<String>, Vec<String>) {
    let at = |stop| Place {
        stop,
        terms: None,
        ..to.place()
    };
    let mut references = vec![post.message_id(at(0), "root")];
    if let Some(answered) = answers {
        references.extend(answered.references.iter().cloned());
        references.extend(answered.message_id.clone());
        return (answered.message_id.clone(), references);
    }
    let earlier = to.stop.saturating_sub(THREAD).max(1)..to.stop;
    references.extend(earlier.map(|stop| post.message_id(at(stop), REPORT)));
    let last = references.last().cloned();
    (last, references)
}

/// What identifies the one report of a stop.
pub(super) const REPORT: &str = "r";

#[cfg(test)]
mod tests {
    use super::*;

    /// A letter of text, page, board and record, of so many bytes each.
    fn mail(text: usize, html: usize, board: usize, record: usize) -> Outgoing {
        let lines = |bytes: usize| "a line of ninety-nine signs\n".repeat(bytes / 28);
        let party = |address: &str| Party {
            name: None,
            address: address.to_owned(),
        };
        Outgoing {
            from: party("orders@pbem.example.org"),
            to: party("anna@example.org"),
            reply_to: None,
            subject: "[chalons] turn 1".to_owned(),
            message_id: "1@pbem.example.org".to_owned(),
            in_reply_to: None,
            references: Vec::new(),
            date: Timestamp::UNIX_EPOCH,
            sort: Sort::Report,
            list_id: None,
            text: lines(text),
            html: Some(lines(html)),
            picture: None,
            attachments: vec![
                Attachment::Board {
                    name: "board.html".to_owned(),
                    html: lines(board),
                },
                Attachment::Record {
                    name: "record.jsonl".to_owned(),
                    text: lines(record),
                },
            ],
        }
    }

    #[test]
    fn a_letter_that_is_too_large_loses_its_board_first_then_its_page_and_never_its_text() {
        const KIB: usize = 1024;
        let left = |text, html, board| {
            let mut mail = mail(text, html, board, 90 * KIB);
            let fits = compose_what_fits(&mut mail).is_ok_and(|bytes| bytes.len() <= KIB * KIB);
            let has_board = mail.attachments.len() == 2;
            (fits, has_board, mail.html.is_some())
        };
        assert_eq!(left(100 * KIB, 80 * KIB, 400 * KIB), (true, true, true));
        assert_eq!(left(500 * KIB, 80 * KIB, 440 * KIB), (true, false, true));
        assert_eq!(left(100 * KIB, 200 * KIB, 100 * KIB), (true, false, false));
        assert_eq!(left(850 * KIB, 80 * KIB, 100 * KIB), (true, false, false));
        assert_eq!(left(1200 * KIB, 80 * KIB, 100 * KIB), (false, false, false));
    }

    #[test]
    fn a_text_that_fits_into_no_mail_is_cut_behind_a_line_and_says_how_much_is_left() {
        assert_eq!(beginning("short"), "short");
        let line = "a line\n";
        let kept = BEGINNING / line.len();
        let cut = beginning(&line.repeat(kept + 25));
        assert!(cut.starts_with("a line\na line\n"));
        assert_eq!(cut.matches("a line").count(), kept);
        assert!(
            cut.ends_with("did not fit into a mail: 25 lines are left out."),
            "{kept}"
        );
        // One line without an end is cut between two letters.
        let cut = beginning(&"\u{e4}".repeat(BEGINNING));
        assert!(cut.contains("\u{e4}\n\nThe rest") && cut.contains(": 1 line is left out."));
        assert!(cut.len() < BEGINNING + 100);
    }
}
