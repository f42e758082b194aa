//! Which text of a mail is looked at: plain text first, then HTML, then attached text files, never the union.

use super::charset::decode;
use super::message::{Limits, Message};
use super::parts::{Content, Part};
use super::sight::Unseen;
use super::{flowed, html};

/// One line of a body, not cleaned yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BodyLine {
    /// The text, with its quote marks if it has any.
    pub text: String,
    /// Whether the format itself says that it is quoted.
    pub quoted: bool,
    /// Whether the format itself says that an older mail begins here.
    pub begins_old_mail: bool,
    /// The lines that a flowed line was put together from.
    pub pieces: Vec<String>,
    /// Whether its writer ended it; a mail program may break plain text anywhere.
    pub ends_for_certain: bool,
}

impl BodyLine {
    /// Creates a line that nothing special is known about.
    pub fn plain(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }

    /// Says whether nothing can be seen on it.
    pub fn is_blank(&self) -> bool {
        self.text
            .chars()
            .all(|c| c.is_whitespace() || super::normalise::is_invisible(c))
    }
}

/// A line that is written in a body and that its reader does not see, or sees struck out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnseenLine {
    /// The text.
    pub text: String,
    /// Why it does not count.
    pub why: Unseen,
}

/// The kinds of text, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Plain text to read in place.
    Text,
    /// HTML to read in place.
    Html,
    /// Text files that are attached.
    File,
}

impl Kind {
    /// Every kind, in the order in which they are tried.
    pub const ALL: [Self; 3] = [Self::Text, Self::Html, Self::File];

    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Text => "the plain text",
            Self::Html => "the HTML",
            Self::File => "the attached file",
        }
    }
}

/// A part that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Its kind.
    pub kind: Kind,
    /// Its file name, if it is a file.
    pub name: Option<String>,
    /// Its lines.
    pub lines: Vec<BodyLine>,
    /// What stands in it and does not count.
    pub unseen: Vec<UnseenLine>,
    /// Whether the part was cut off or is too long to be read whole.
    pub damaged: bool,
}

/// What of a mail can be read, and what cannot.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bodies {
    /// The parts that are read, in their order.
    pub readable: Vec<Body>,
    /// What may hold orders and is never opened, in words for the player.
    pub opaque: Vec<String>,
}

/// Collects the parts of a mail that are read.
pub fn bodies(message: &Message, limits: &Limits) -> Bodies {
    let mut bodies = Bodies::default();
    let alone = message
        .parts
        .iter()
        .filter(|part| !matches!(part.content, Content::Multipart))
        .count()
        == 1;
    for part in &message.parts {
        match classify(part, alone) {
            Use::Read(kind) => bodies.readable.push(body(part, kind, limits)),
            Use::Opaque(what) => bodies.opaque.push(what),
            Use::Nothing => {}
        }
    }
    bodies
}

enum Use {
    Read(Kind),
    Opaque(String),
    Nothing,
}

/// Text files by the end of their names, where the type says nothing.
const TEXT_FILES: [&str; 7] = [".txt", ".text", ".ord", ".orders", ".md", ".asc", ".log"];

/// Files that hold a signature, a card or a date, whatever their type says.
const HARMLESS_FILES: [&str; 5] = [".p7s", ".sig", ".vcf", ".ics", ".pgpkey"];

/// Types of `application/...` that hold a signature, a card or a date, not a letter.
const HARMLESS: [&str; 6] = [
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/pgp-keys",
    "application/ics",
    "application/pgp-encrypted",
];

fn classify(part: &Part, alone: bool) -> Use {
    let named = part.file_name.as_deref().unwrap_or_default().to_lowercase();
    match &part.content {
        Content::Multipart if part.media == "multipart/encrypted" => {
            return Use::Opaque("an encrypted mail".to_owned());
        }
        Content::Multipart => return Use::Nothing,
        Content::AttachedMail => return Use::Opaque("an attached mail".to_owned()),
        Content::Leaf(_) => {}
    }
    if part
        .within
        .iter()
        .any(|media| media == "multipart/encrypted")
    {
        return Use::Nothing;
    }
    let is_attachment = part.disposition.as_deref() == Some("attachment");
    match part.media.as_str() {
        "text/plain" if is_attachment || (part.is_file() && !alone) => Use::Read(Kind::File),
        "text/plain" => Use::Read(Kind::Text),
        "text/html" if is_attachment => Use::Opaque(described("an attached page", part)),
        "text/html" => Use::Read(Kind::Html),
        "text/calendar" | "text/vcard" | "text/x-vcard" | "text/directory" | "text/watch-html"
        | "text/x-amp-html" => Use::Nothing,
        "text/rtf" | "text/enriched" | "text/richtext" => {
            Use::Opaque(described("formatted text", part))
        }
        media if media.starts_with("text/") => Use::Read(Kind::File),
        "application/ms-tnef" | "application/vnd.ms-tnef" => {
            Use::Opaque("winmail.dat, which only Outlook opens".to_owned())
        }
        "application/pkcs7-mime" | "application/x-pkcs7-mime" => {
            Use::Opaque("a mail that is wrapped in S/MIME".to_owned())
        }
        _ if named == "winmail.dat" => {
            Use::Opaque("winmail.dat, which only Outlook opens".to_owned())
        }
        media if HARMLESS.contains(&media) => Use::Nothing,
        _ if HARMLESS_FILES.iter().any(|end| named.ends_with(end)) => Use::Nothing,
        media
            if media.starts_with("application/")
                && TEXT_FILES.iter().any(|end| named.ends_with(end)) =>
        {
            Use::Read(Kind::File)
        }
        media if media.starts_with("application/") => {
            Use::Opaque(described("an attached file", part))
        }
        media if media.starts_with("message/") => Use::Opaque("an attached mail".to_owned()),
        media if media.starts_with("multipart/") => {
            Use::Opaque("a mail whose parts cannot be told apart".to_owned())
        }
        // Pictures, sounds and fonts: signatures are full of them.
        _ => Use::Nothing,
    }
}

fn described(what: &str, part: &Part) -> String {
    let clean = |name: &String| {
        name.chars()
            .filter(|c| !c.is_control())
            .take(60)
            .collect::<String>()
    };
    part.file_name.as_ref().map_or_else(
        || what.to_owned(),
        |name| format!("{what} `{}`", clean(name)),
    )
}

fn body(part: &Part, kind: Kind, limits: &Limits) -> Body {
    let name = if kind == Kind::File {
        part.file_name.clone()
    } else {
        None
    };
    let bytes = part.bytes().unwrap_or_default();
    let fits = bytes.len() <= limits.part_bytes;
    let text = if fits {
        decode(bytes, part.parameter("charset"))
    } else {
        String::new()
    };
    let lines = match kind {
        Kind::Html => html::lines(&text),
        Kind::Text | Kind::File => Some(html::Lines {
            seen: plain_lines(part, &text),
            unseen: Vec::new(),
        }),
    };
    let damaged = part.damaged || !fits || lines.is_none();
    let lines = lines.unwrap_or_default();
    Body {
        kind,
        name,
        lines: lines.seen,
        unseen: lines.unseen,
        damaged,
    }
}

fn plain_lines(part: &Part, text: &str) -> Vec<BodyLine> {
    let lines = split_lines(text);
    let is = |name: &str, value: &str| {
        part.parameter(name)
            .is_some_and(|v| v.trim_matches('"').eq_ignore_ascii_case(value))
    };
    if is("format", "flowed") {
        flowed::unfold(
            lines.into_iter().map(str::to_owned).collect(),
            is("delsp", "yes"),
        )
    } else {
        lines.into_iter().map(BodyLine::plain).collect()
    }
}

/// Splits text at every sign that ends a line anywhere, Outlook's vertical tab included.
fn split_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut start = 0;
    let mut after_return = false;
    for (at, c) in text.char_indices() {
        // Gateways that add a carriage return to each line end make two of one.
        if c == '\r' && text[at..].starts_with("\r\r\n") {
            continue;
        }
        let ends = matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        );
        if ends {
            if !(c == '\n' && after_return) {
                lines.push(text[start..at].trim_end_matches('\r'));
            }
            start = at + c.len_utf8();
        }
        after_return = c == '\r';
    }
    lines.push(&text[start..]);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Bodies {
        let message = Message::read(raw.as_bytes(), &Limits::default()).expect("reads");
        bodies(&message, &Limits::default())
    }

    fn mixed(parts: &[&str]) -> String {
        let parts = parts.join(
            "
--b
",
        );
        format!(
            "From: a@example.net\nContent-Type: multipart/mixed; boundary=b\n\n--b\n{parts}\n--b--\n"
        )
    }

    fn kinds(bodies: &Bodies) -> Vec<Kind> {
        bodies.readable.iter().map(|body| body.kind).collect()
    }

    #[test]
    fn every_sign_that_ends_a_line_ends_it() {
        assert_eq!(
            split_lines("a\r\r\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}g\u{b}h\n\ni"),
            ["a", "b", "c", "d", "e", "f", "g", "h", "", "i"]
        );
    }

    #[test]
    fn text_with_a_name_is_a_file_unless_it_is_the_whole_mail() {
        let bodies = read(&mixed(&[
            "\nx",
            "Content-Type: text/plain; name=o.txt\n\ny",
        ]));
        assert_eq!(kinds(&bodies), [Kind::Text, Kind::File]);
        let alone = read("From: a@b\nContent-Type: text/plain; name=o.txt\n\ny");
        assert_eq!(kinds(&alone), [Kind::Text]);
        let attached = read("From: a@b\nContent-Disposition: attachment; filename=o.txt\n\ny");
        assert_eq!(kinds(&attached), [Kind::File]);
    }

    #[test]
    fn octets_with_the_name_of_a_text_are_a_text_file() {
        let octets = "Content-Type: application/octet-stream; name=\"Orders.TXT\"\n\ny";
        assert_eq!(
            kinds(&read(&mixed(&["\nx", octets]))),
            [Kind::Text, Kind::File]
        );
    }

    #[test]
    fn what_is_never_opened_is_named() {
        for part in [
            "Content-Type: message/rfc822\n\nFrom: c@d\n\nSTAND x",
            "Content-Type: application/ms-tnef; name=winmail.dat\n\nx",
            "Content-Type: application/octet-stream; name=winmail.dat\n\nx",
            "Content-Type: application/pkcs7-mime; name=smime.p7m\n\nx",
            "Content-Type: application/pdf; name=o.pdf\n\nx",
            "Content-Type: application/vnd.oasis.opendocument.text\n\nx",
        ] {
            let bodies = read(&mixed(&["\nx", part]));
            assert_eq!(
                (kinds(&bodies), bodies.opaque.len()),
                (vec![Kind::Text], 1),
                "{part}"
            );
        }
        let encrypted =
            "From: a@b\nContent-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--\n";
        assert_eq!(
            (read(encrypted).readable.len(), read(encrypted).opaque.len()),
            (0, 1)
        );
    }

    #[test]
    fn pictures_and_signatures_are_passed_over() {
        for part in [
            "Content-Type: image/png\n\nx",
            "Content-Type: application/pgp-signature\n\nx",
            "Content-Type: text/calendar\n\nx",
        ] {
            let bodies = read(&mixed(&["\nx", part]));
            assert_eq!(
                (kinds(&bodies), bodies.opaque.len()),
                (vec![Kind::Text], 0),
                "{part}"
            );
        }
    }

    #[test]
    fn a_part_too_long_to_be_read_is_damaged() {
        let message = Message::read(b"From: a@b\n\nSTAND x\n", &Limits::default()).expect("reads");
        assert!(
            bodies(
                &message,
                &Limits {
                    part_bytes: 3,
                    ..Limits::default()
                }
            )
            .readable[0]
                .damaged
        );
    }
}
