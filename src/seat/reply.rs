//! The mail that carries an answer, ready to be sent by any mail program.

use jiff::Timestamp;
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};

use crate::mail::compose::date;

use super::{Answer, History, Letter, Letters, SeatError};

/// Writes the mail that answers the letter with the latest entry; returns its bytes.
///
/// Lines of orders come first, so that they are read as such; the blocks follow.
///
/// # Errors
/// If no letter can be answered, or an address in it is none.
pub fn reply(
    letters: &Letters,
    history: &History,
    answer: &Answer,
    orders: &str,
    now: Timestamp,
) -> Result<Vec<u8>, SeatError> {
    let game = &history.log.genesis().game;
    let nothing = || SeatError::NothingToAnswer(game.clone());
    let asked = asked(letters, history).ok_or_else(nothing)?;
    let (Some(to), Some(from)) = (&asked.reply_to, &asked.to) else {
        return Err(nothing());
    };
    let wrong = |error: &dyn std::fmt::Display| SeatError::Reply(error.to_string());
    let to: Mailbox = to.parse().map_err(|error| wrong(&error))?;
    let from: Mailbox = from.parse().map_err(|error| wrong(&error))?;
    let (entry, head) = answer.seen;
    let domain = from.email.domain();
    let id = format!("<{game}.{entry}.{}@{domain}>", &head.to_string()[..16]);
    let subject = match asked.subject.strip_prefix("Re: ") {
        Some(_) => asked.subject.clone(),
        None => format!("Re: {}", asked.subject),
    };
    let mut message = Message::builder()
        .from(from)
        .to(to)
        .subject(subject)
        .raw_header(HeaderValue::new(
            HeaderName::new_from_ascii_str("Date"),
            date(now),
        ))
        .message_id(Some(id));
    if let Some(answered) = &asked.message_id {
        message = message.in_reply_to(format!("<{answered}>"));
        let thread = asked.references.iter().chain([answered]);
        let thread: Vec<String> = thread.map(|id| format!("<{id}>")).collect();
        message = message.references(thread.join(" "));
    }
    let text = format!("{orders}\n{}", answer.blocks.join("\n"));
    let message = message
        .header(ContentType::TEXT_PLAIN)
        .body(text)
        .map_err(|error| wrong(&error))?;
    Ok(message.formatted())
}

/// Finds the letter of the site that brought the latest entry, or the latest one of all.
fn asked<'a>(letters: &'a Letters, history: &History) -> Option<&'a Letter> {
    let is_of_site = |letter: &&Letter| letter.reply_to.is_some();
    let brought = letters
        .iter()
        .filter(is_of_site)
        .find(|letter| letter.name == history.last_mail);
    brought.or_else(|| letters.iter().filter(is_of_site).last())
}
