//! Outgoing mail: a typed letter to exact bytes, the same bytes for the same letter.
//!
//! One message has one recipient. The text is laid out for any terminal and phone, text is quoted-printable, the
//! picture is inline, and boundaries come from the message identifier.

use jiff::Timestamp;
use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{
    Attachment as MimeAttachment, Body, Mailbox, MultiPart, MultiPartBuilder, SinglePart,
};
use sha2::{Digest, Sha256};

use super::layout::lay_out;
use super::sender::deliverable;

/// Longest identifier; longer ones were folded or replaced by servers.
const IDENTIFIER: usize = 70;
const SUBJECT: usize = 200;
const NAME: usize = 60;
const KIB: usize = 1024;
const HTML: usize = 90 * KIB;
const PNG: usize = 300 * KIB;
/// The most bytes of a board.
pub const BOARD: usize = 450 * KIB;
/// The whole mail after transfer encoding.
const WHOLE: usize = KIB * KIB;
/// How many of the latest references are kept beside the first.
const LATEST_REFERENCES: usize = 5;

/// An address with the registered name of whom it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// The registered name, never one from a mail.
    pub name: Option<String>,
    /// The address.
    pub address: String,
}

/// What a mail of ours is, as far as automatic answers are concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A report, reminder or invitation: nobody's mail caused it.
    Report,
    /// The answer to a mail.
    Receipt,
}

/// The picture that the HTML shows by `cid:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlinePng {
    /// Its identifier, of the form `map@domain`, without brackets.
    pub cid: String,
    /// The file.
    pub bytes: Vec<u8>,
}

/// A text file that goes with a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attachment {
    /// The page with the board.
    Board {
        /// The file name.
        name: String,
        /// The page.
        html: String,
    },
    /// Lines of the record.
    Record {
        /// The file name.
        name: String,
        /// The lines.
        text: String,
    },
}

impl Attachment {
    fn parts(&self) -> (&str, &str, &'static str, usize) {
        match self {
            Self::Board { name, html } => (name, html, "text/html; charset=utf-8", BOARD),
            Self::Record { name, text } => (name, text, "text/plain; charset=utf-8", 100 * KIB),
        }
    }
}

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Our own address without a token.
    pub from: Party,
    /// The one recipient.
    pub to: Party,
    /// The address with the token that an answer goes to.
    pub reply_to: Option<String>,
    /// The subject.
    pub subject: String,
    /// The identifier without brackets.
    pub message_id: String,
    /// The identifier that it answers, without brackets.
    pub in_reply_to: Option<String>,
    /// The thread so far, oldest first, without brackets.
    pub references: Vec<String>,
    /// When it was written.
    pub date: Timestamp,
    /// What it is.
    pub sort: Sort,
    /// The list identifier of the match, such as `chalons.pbem.example.org`.
    pub list_id: Option<String>,
    /// The text.
    pub text: String,
    /// The same as HTML.
    pub html: Option<String>,
    /// The picture in the HTML.
    pub picture: Option<InlinePng>,
    /// The files.
    pub attachments: Vec<Attachment>,
}

/// Why a mail cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// An address is none.
    #[error("`{0}` is not an address that mail can be sent to")]
    Address(String),
    /// An identifier is none, or too long to survive the way.
    #[error(
        "`{0}` cannot be a message identifier: it needs the form `left@right`, plain signs and fewer than 70 of them"
    )]
    Identifier(String),
    /// Something is too large.
    #[error("{what} has {bytes} bytes and may have {limit}")]
    TooLarge {
        /// What is too large.
        what: String,
        /// Its bytes.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// There is a picture and no HTML to show it.
    #[error("a picture goes with HTML, and the mail has none")]
    PictureWithoutHtml,
    /// The mail library refuses it.
    #[error("the mail cannot be put together: {0}")]
    Refused(String),
}

/// Writes a mail as the bytes that are sent, with CRLF line ends.
pub fn compose(mail: &Outgoing) -> Result<Vec<u8>, ComposeError> {
    check_sizes(mail)?;
    let field = |name: &'static str, value: String| {
        HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
    };
    let mut builder = Message::builder()
        .from(mailbox(&mail.from)?)
        .to(mailbox(&mail.to)?)
        .subject(header_text(&mail.subject, SUBJECT))
        .raw_header(field("Date", date(mail.date)))
        .message_id(Some(identifier(&mail.message_id)?));
    if let Some(address) = &mail.reply_to {
        builder = builder.reply_to(mailbox(&Party {
            name: mail.from.name.clone(),
            address: address.clone(),
        })?);
    }
    if let Some(id) = &mail.in_reply_to {
        builder = builder.in_reply_to(foreign_identifier(id));
    }
    let references = shortened(&mail.references);
    if !references.is_empty() {
        builder = builder.references(
            references
                .iter()
                .map(|id| foreign_identifier(id))
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
    let automatic = match mail.sort {
        Sort::Report => "auto-generated",
        Sort::Receipt => "auto-replied",
    };
    builder = builder
        .raw_header(field("Auto-Submitted", automatic.to_owned()))
        .raw_header(field("X-Auto-Response-Suppress", "All".to_owned()))
        .raw_header(field("X-Loop", mail.from.address.clone()));
    if let Some(id) = &mail.list_id {
        builder = builder.raw_header(field("List-Id", format!("<{}>", header_text(id, NAME))));
    }
    let message = match body(mail)? {
        Content::Single(part) => builder.singlepart(part),
        Content::Multi(part) => builder.multipart(part),
    };
    let bytes = message
        .map_err(|error| ComposeError::Refused(error.to_string()))?
        .formatted();
    within("the whole mail", bytes.len(), WHOLE)?;
    Ok(bytes)
}

fn within(what: &str, bytes: usize, limit: usize) -> Result<(), ComposeError> {
    if bytes > limit {
        Err(ComposeError::TooLarge {
            what: what.to_owned(),
            bytes,
            limit,
        })
    } else {
        Ok(())
    }
}

fn check_sizes(mail: &Outgoing) -> Result<(), ComposeError> {
    within("the HTML", mail.html.as_ref().map_or(0, String::len), HTML)?;
    within(
        "the picture",
        mail.picture
            .as_ref()
            .map_or(0, |picture| picture.bytes.len()),
        PNG,
    )?;
    for attachment in &mail.attachments {
        let (name, text, _, limit) = attachment.parts();
        within(&format!("`{name}`"), text.len(), limit)?;
    }
    if mail.picture.is_some() && mail.html.is_none() {
        Err(ComposeError::PictureWithoutHtml)
    } else {
        Ok(())
    }
}

/// Cleans text for a header: line breaks and other controls in a name make the mail library panic or drop the field.
fn header_text(text: &str, limit: usize) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(limit)
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn mailbox(party: &Party) -> Result<Mailbox, ComposeError> {
    let refused = || ComposeError::Address(party.address.clone());
    let address = deliverable(&party.address)
        .ok_or_else(refused)?
        .parse()
        .map_err(|_| refused())?;
    let name = party
        .name
        .as_ref()
        .map(|name| header_text(name, NAME))
        .filter(|name| !name.is_empty());
    Ok(Mailbox::new(name, address))
}

/// Writes a time as RFC 5322 does, in the one spelling that the mail library knows again: it would put the clock's time
/// in place of any other.
pub(crate) fn date(at: Timestamp) -> String {
    at.strftime("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

fn identifier(id: &str) -> Result<String, ComposeError> {
    let is_plain = id
        .bytes()
        .all(|b| b.is_ascii_graphic() && !b"<>()\",;:\\[]".contains(&b));
    let sides = id.split('@').filter(|side| !side.is_empty()).count();
    if is_plain && sides == 2 && id.matches('@').count() == 1 && id.len() < IDENTIFIER {
        Ok(format!("<{id}>"))
    } else {
        Err(ComposeError::Identifier(id.to_owned()))
    }
}

/// Identifiers of other people's mails are taken as they are, as long as they cannot break the header.
fn foreign_identifier(id: &str) -> String {
    let plain: String = id
        .chars()
        .filter(|c| c.is_ascii_graphic() && *c != '<' && *c != '>')
        .take(200)
        .collect();
    format!("<{plain}>")
}

/// Keeps the first reference, which holds the thread together, and the latest.
fn shortened(references: &[String]) -> Vec<&String> {
    match references {
        [first, rest @ ..] if rest.len() > LATEST_REFERENCES => std::iter::once(first)
            .chain(&rest[rest.len() - LATEST_REFERENCES..])
            .collect(),
        all => all.iter().collect(),
    }
}

enum Content {
    Single(SinglePart),
    Multi(MultiPart),
}

impl Content {
    fn put_into(self, container: MultiPartBuilder) -> MultiPart {
        match self {
            Self::Single(part) => container.singlepart(part),
            Self::Multi(part) => container.multipart(part),
        }
    }
}

/// Puts the parts together: mixed(alternative(text, related(HTML, picture)), files), without the layers not needed.
fn body(mail: &Outgoing) -> Result<Content, ComposeError> {
    let text = Content::Single(text_part(lay_out(&mail.text), "text/plain; charset=utf-8")?);
    let letter = match &mail.html {
        None => text,
        Some(html) => {
            let html = Content::Single(text_part(html.clone(), "text/html; charset=utf-8")?);
            let page = match &mail.picture {
                None => html,
                Some(picture) => {
                    let related = MultiPart::related().boundary(boundary(mail, "related"));
                    Content::Multi(html.put_into(related).singlepart(picture_part(picture)?))
                }
            };
            let alternative = MultiPart::alternative().boundary(boundary(mail, "alternative"));
            let alternative = text.put_into(alternative);
            Content::Multi(match page {
                Content::Single(part) => alternative.singlepart(part),
                Content::Multi(part) => alternative.multipart(part),
            })
        }
    };
    if mail.attachments.is_empty() {
        return Ok(letter);
    }
    let mut mixed = letter.put_into(MultiPart::mixed().boundary(boundary(mail, "mixed")));
    for attachment in &mail.attachments {
        let (name, text, media, _) = attachment.parts();
        let part = MimeAttachment::new(header_text(name, NAME))
            .body(quoted_printable(text.to_owned())?, content_type(media)?);
        mixed = mixed.singlepart(part);
    }
    Ok(Content::Multi(mixed))
}

fn content_type(media: &str) -> Result<ContentType, ComposeError> {
    ContentType::parse(media).map_err(|error| ComposeError::Refused(error.to_string()))
}

fn text_part(text: String, media: &str) -> Result<SinglePart, ComposeError> {
    Ok(SinglePart::builder()
        .header(content_type(media)?)
        .body(quoted_printable(text)?))
}

/// Text always goes as quoted-printable: a map in base64 can be read by no one and looks like spam.
fn quoted_printable(text: String) -> Result<Body, ComposeError> {
    Body::new_with_encoding(text, ContentTransferEncoding::QuotedPrintable)
        .map_err(|_| ComposeError::Refused("text that quoted-printable cannot hold".to_owned()))
}

fn picture_part(picture: &InlinePng) -> Result<SinglePart, ComposeError> {
    identifier(&picture.cid)?;
    let name = format!("{}.png", picture.cid.split('@').next().unwrap_or("map"));
    let png = content_type("image/png")?;
    Ok(
        MimeAttachment::new_inline_with_name(picture.cid.clone(), name)
            .body(picture.bytes.clone(), png),
    )
}

/// Derives a boundary from the identifier; `=_` cannot stand in quoted-printable text.
fn boundary(mail: &Outgoing, layer: &str) -> String {
    let digest = Sha256::digest(format!("{}\0{layer}", mail.message_id));
    format!("=_{}", hex::encode(&digest[..12]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_the_first_and_the_last_five() {
        let ids: Vec<_> = (0..9).map(|n| n.to_string()).collect();
        assert_eq!(shortened(&ids), ["0", "4", "5", "6", "7", "8"]);
        assert_eq!(shortened(&ids[..6]), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(shortened(&[]), Vec::<&String>::new());
    }

    #[test]
    fn identifiers_are_checked() {
        assert_eq!(identifier("a.b@c").as_deref(), Ok("<a.b@c>"));
        for bad in [
            "a",
            "a@",
            "@a",
            "a@b@c",
            "a b@c",
            "a>@b",
            "\u{fc}@b",
            &format!("{}@b", "a".repeat(70)),
        ] {
            assert!(
                matches!(identifier(bad), Err(ComposeError::Identifier(_))),
                "{bad}"
            );
        }
    }
}
