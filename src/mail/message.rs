//! Raw bytes to fields and parts, under limits; MIME itself is `mail-parser`'s work.

use mail_parser::parsers::MessageStream;
use mail_parser::{HeaderValue, MessageParser, MessagePart};
use sha2::{Digest, Sha256};

use super::parts::{Part, Walk};

/// Bounds within which a mail is read; a mail beyond them is held, not read in part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole raw mail.
    pub bytes: usize,
    /// Bytes of the mail's own header.
    pub header_bytes: usize,
    /// MIME parts, containers included.
    pub parts: usize,
    /// Containers around one part.
    pub depth: usize,
    /// Bytes of one part that is read for orders.
    pub part_bytes: usize,
    /// Lines of all parts of one kind together.
    pub lines: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 10 << 20,
            header_bytes: 256 << 10,
            parts: 200,
            depth: 20,
            part_bytes: 512 << 10,
            lines: 20_000,
        }
    }
}

/// Why a mail cannot be taken apart at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The raw mail is over [`Limits::bytes`].
    #[error("the mail has {bytes} bytes and at most {limit} are read")]
    TooLarge {
        /// Bytes of the mail.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The header is over [`Limits::header_bytes`].
    #[error("the header has {bytes} bytes and at most {limit} are read")]
    HeaderTooLarge {
        /// Bytes of the header.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// There are more parts than [`Limits::parts`].
    #[error("the mail has {parts} parts and at most {limit} are read")]
    TooManyParts {
        /// Parts of the mail.
        parts: usize,
        /// The limit.
        limit: usize,
    },
    /// Parts are nested deeper than [`Limits::depth`].
    #[error("the parts of the mail are nested more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// There is no header field at all.
    #[error("the mail has no header")]
    NoHeader,
}

/// One header field, in the order of the mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name in lower case.
    pub name: String,
    /// The value without its folds, not decoded.
    pub value: String,
    /// The value as it came.
    pub raw: Vec<u8>,
}

/// A mail taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Header fields in their order.
    pub fields: Vec<Field>,
    /// Parts in their order, the root first; attached mails are not opened.
    pub parts: Vec<Part>,
    /// SHA-256 in hex of the body without carriage returns, so that a hop that changes line ends changes nothing.
    pub body_hash: String,
}

impl Message {
    /// Takes raw bytes apart.
    pub fn read(raw: &[u8], limits: &Limits) -> Result<Self, Unreadable> {
        if raw.len() > limits.bytes {
            return Err(Unreadable::TooLarge {
                bytes: raw.len(),
                limit: limits.bytes,
            });
        }
        let raw = whole_lines(strip_envelope_line(raw));
        let header_end = end_of_header(&raw);
        if header_end > limits.header_bytes {
            return Err(Unreadable::HeaderTooLarge {
                bytes: header_end,
                limit: limits.header_bytes,
            });
        }
        let parsed = MessageParser::default()
            .parse(raw.as_ref())
            .ok_or(Unreadable::NoHeader)?;
        let root = parsed.parts.first().ok_or(Unreadable::NoHeader)?;
        if root.headers.is_empty() {
            return Err(Unreadable::NoHeader);
        }
        if parsed.parts.len() > limits.parts {
            return Err(Unreadable::TooManyParts {
                parts: parsed.parts.len(),
                limit: limits.parts,
            });
        }
        let fields = fields_of(root, &raw);
        let body = raw.get(root.offset_body as usize..).unwrap_or_default();
        let body: Vec<u8> = body.iter().copied().filter(|&byte| byte != b'\r').collect();
        let mut parts = Vec::new();
        Walk {
            raw: &raw,
            parsed: &parsed.parts,
            depth: limits.depth,
        }
        .take(0, &mut Vec::new(), &mut parts)?;
        Ok(Self {
            fields,
            parts,
            body_hash: hex::encode(Sha256::digest(&body)),
        })
    }

    /// Returns the values of all fields of that name (lower case), topmost first.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.named(name).map(|field| field.value.as_str())
    }

    /// Returns all fields of that name (lower case), topmost first.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Field> {
        self.fields.iter().filter(move |field| field.name == name)
    }

    /// Returns the topmost value of that name (lower case).
    pub fn value<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        self.values(name).next()
    }

    /// Returns the subject with encoded words decoded.
    pub fn subject(&self) -> String {
        let Some(field) = self.named("subject").next() else {
            return String::new();
        };
        match MessageStream::new(&field.raw).parse_unstructured() {
            HeaderValue::Text(text) => text.into_owned(),
            _ => field.value.clone(),
        }
    }

    /// Returns the identifier without its angle brackets.
    pub fn message_id(&self) -> Option<&str> {
        let id = self
            .value("message-id")?
            .trim()
            .trim_start_matches('<')
            .trim_end_matches('>')
            .trim();
        (!id.is_empty()).then_some(id)
    }

    /// Returns the root part.
    pub fn root(&self) -> &Part {
        &self.parts[0]
    }
}

/// Drops what a mailbox or a delivery pipe may put before the header.
fn strip_envelope_line(raw: &[u8]) -> &[u8] {
    let mut rest = raw;
    loop {
        if let Some(after) = rest
            .strip_prefix(b"\r\n")
            .or_else(|| rest.strip_prefix(b"\n"))
        {
            rest = after;
        } else if is_envelope_line(rest) {
            let end = rest
                .iter()
                .position(|&byte| byte == b'\n')
                .map_or(rest.len(), |at| at + 1);
            rest = &rest[end..];
        } else {
            return rest;
        }
    }
}

/// Tells the line `From anna Tue ...` from a field with a blank before its colon, as old programs write it.
fn is_envelope_line(raw: &[u8]) -> bool {
    let raw = raw.strip_prefix(b">").unwrap_or(raw);
    raw.strip_prefix(b"From ")
        .is_some_and(|rest| !rest.trim_ascii_start().starts_with(b":"))
}

/// Gives a mail written with carriage returns alone the line ends that a parser looks for.
fn whole_lines(raw: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    if raw.contains(&b'\r') && !raw.contains(&b'\n') {
        raw.iter()
            .map(|&byte| if byte == b'\r' { b'\n' } else { byte })
            .collect::<Vec<u8>>()
            .into()
    } else {
        raw.into()
    }
}

fn end_of_header(raw: &[u8]) -> usize {
    let mut at = 0;
    for line in raw.split_inclusive(|&byte| byte == b'\n') {
        if line == b"\n" || line == b"\r\n" {
            return at;
        }
        at += line.len();
    }
    at
}

fn fields_of(part: &MessagePart<'_>, raw: &[u8]) -> Vec<Field> {
    let slice = |from: u32, to: u32| raw.get(from as usize..to as usize).unwrap_or_default();
    part.headers
        .iter()
        .map(|header| {
            let bytes = slice(header.offset_start, header.offset_end);
            let text = String::from_utf8_lossy(bytes);
            let value = text
                .lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .collect::<Vec<_>>()
                .join(" ");
            Field {
                name: header.name().trim().to_ascii_lowercase(),
                value,
                raw: bytes.to_vec(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn read(raw: &str) -> Message {
        Message::read(raw.as_bytes(), &Limits::default()).expect("reads")
    }

    #[test]
    fn a_mail_with_carriage_returns_only_is_read() {
        let mail = read("From: a@example.net\rSubject: x\r\rSTAND a\rSTAND b\r");
        assert_eq!(mail.value("subject"), Some("x"));
        assert_eq!(mail.root().bytes(), Some(&b"STAND a\nSTAND b\n"[..]));
    }

    #[test]
    fn the_envelope_line_of_a_mailbox_is_no_field() {
        let mail = read("From anna Tue Nov 24 21:30:55 2026\nFrom: a@example.net\n\nx\n");
        assert_eq!(mail.named("from").count(), 1);
    }

    #[test]
    fn a_field_with_a_blank_before_its_colon_is_no_envelope_line() {
        let mail = read("From : a@example.net\nSubject : x\n\ny\n");
        assert_eq!(mail.named("from").count(), 1);
        assert_eq!(mail.value("subject"), Some("x"));
    }

    #[test]
    fn limits_hold() {
        let limits = Limits {
            depth: 2,
            parts: 5,
            bytes: 2000,
            header_bytes: 200,
            ..Limits::default()
        };
        let mut deep = String::from("From: a@example.net\n");
        for level in 0..4 {
            write!(
                deep,
                "Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n"
            )
            .expect("a string takes text");
        }
        deep += "\nx\n";
        assert_eq!(
            Message::read(deep.as_bytes(), &limits),
            Err(Unreadable::TooDeep { limit: 2 })
        );
        let many = format!(
            "From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n{}",
            "--b\n\nx\n".repeat(9)
        );
        assert!(matches!(
            Message::read(many.as_bytes(), &limits),
            Err(Unreadable::TooManyParts { .. })
        ));
        assert!(matches!(
            Message::read(&[b'x'; 2001], &limits),
            Err(Unreadable::TooLarge { .. })
        ));
        let header = format!("From: a@b\nX: {}\n\n", "x".repeat(300));
        assert!(matches!(
            Message::read(header.as_bytes(), &limits),
            Err(Unreadable::HeaderTooLarge { .. })
        ));
        assert_eq!(Message::read(b"\n\n", &limits), Err(Unreadable::NoHeader));
    }
}
