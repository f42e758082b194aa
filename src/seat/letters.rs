//! The mails of a player as his mail program saved them, decoded.

use std::path::Path;

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Address, HeaderValue, MessageParser, MimeHeaders};

use crate::mail::charset::unmarked;

/// A mail that a player got or wrote.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Letter {
    /// Where it was found.
    pub name: String,
    /// Its text, and that of attached text files.
    pub text: String,
    /// Whom it is for.
    pub to: Option<String>,
    /// Where an answer goes.
    pub reply_to: Option<String>,
    /// Its subject.
    pub subject: String,
    /// Its identifier.
    pub message_id: Option<String>,
    /// The identifiers of its thread.
    pub references: Vec<String>,
}

/// The mails of a player, in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub struct Letters(Vec<Letter>);

impl Letters {
    /// Takes a file: a mail, an mbox, or a text with blocks of the log.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        let bytes = &*unmarked(bytes);
        if bytes.starts_with(b"From ") {
            for (number, mail) in (1..).zip(MessageIterator::new(bytes)) {
                if let Ok(mail) = mail {
                    let name = format!("{name}, mail {number}");
                    self.0.push(letter(&name, mail.contents()));
                }
            }
        } else {
            self.0.push(letter(name, bytes));
        }
    }

    /// Returns the mails.
    pub fn iter(&self) -> impl Iterator<Item = &Letter> {
        self.0.iter()
    }
}

/// Decodes a mail; what has no header is a text.
fn letter(name: &str, bytes: &[u8]) -> Letter {
    let parsed = MessageParser::default().parse(bytes);
    let Some(mail) = parsed.filter(|mail| mail.message_id().is_some() || mail.from().is_some())
    else {
        return Letter {
            name: name.to_owned(),
            text: String::from_utf8_lossy(bytes).into_owned(),
            ..Letter::default()
        };
    };
    let address = |found: Option<&Address<'_>>| {
        let first = found.and_then(|found| found.first()?.address());
        first.map(str::to_owned)
    };
    let mut text = mail.body_text(0).unwrap_or_default().into_owned();
    for part in mail.attachments() {
        let is_text = part.attachment_name().is_some_and(|name| {
            let extension = Path::new(name).extension();
            extension.is_some_and(|own| own.eq_ignore_ascii_case("txt"))
        });
        if is_text {
            text.push('\n');
            text.push_str(&String::from_utf8_lossy(part.contents()));
        }
    }
    let references = match mail.references() {
        HeaderValue::Text(one) => vec![one.to_string()],
        HeaderValue::TextList(several) => several.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    Letter {
        name: name.to_owned(),
        text,
        to: address(mail.to()),
        reply_to: address(mail.reply_to()),
        subject: mail.subject().unwrap_or_default().to_owned(),
        message_id: mail.message_id().map(str::to_owned),
        references,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_mailboxes_and_texts_are_told_apart() {
        let mail = "From: Tessera <orders@x.example>\nTo: <anna@y.example>\nReply-To: <orders+t@x.example>\n\
                    Message-ID: <1@x.example>\nReferences: <a@x.example> <b@x.example>\nSubject: [m] x\n\n\
                    words\n";
        let mut letters = Letters::default();
        letters.add("one.eml", mail.as_bytes());
        letters.add(
            "box",
            format!("From a now\n{mail}\nFrom b now\n{mail}").as_bytes(),
        );
        letters.add("log", b"#TESSERA-BEGIN\nentry: 0\n#TESSERA-END\n");
        let found: Vec<_> = letters
            .iter()
            .map(|letter| (letter.name.as_str(), letter.reply_to.as_deref()))
            .collect();
        let ticket = Some("orders+t@x.example");
        let expected = [
            ("one.eml", ticket),
            ("box, mail 1", ticket),
            ("box, mail 2", ticket),
            ("log", None),
        ];
        assert_eq!(found, expected);
        let first = letters.iter().next().unwrap();
        assert_eq!(first.references, ["a@x.example", "b@x.example"]);
        assert_eq!(first.to.as_deref(), Some("anna@y.example"));
    }
}
