//! Raw bytes to fields and parts, under limits.
//!
//! MIME itself is `mail-parser`'s work. What stands here is what a reader of orders needs on top: every field in its
//! order, the bytes of every part with the transfer encoding undone but the charset not yet, and an honest sign on a
//! part that was cut off or broken.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::parsers::MessageStream;
use mail_parser::{
    ContentType, HeaderName, HeaderValue, MessageParser, MessagePart, MimeHeaders, PartType,
};
use sha2::{Digest, Sha256};

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

/// What a part is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A container; its children are parts of their own.
    Multipart,
    /// Bytes with the transfer encoding undone.
    Leaf(Vec<u8>),
    /// Another whole mail, which is never looked into for orders.
    AttachedMail,
}

/// One MIME part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Type and subtype in lower case, `text/plain` where nothing is said.
    pub media: String,
    /// Parameters of the content type, names in lower case.
    pub parameters: Vec<(String, String)>,
    /// The disposition in lower case.
    pub disposition: Option<String>,
    /// The file name, from whichever field has it.
    pub file_name: Option<String>,
    /// Media types of the containers around it, outermost first.
    pub within: Vec<String>,
    /// What it holds.
    pub content: Content,
    /// Whether it was cut off or its encoding is broken.
    pub damaged: bool,
}

impl Part {
    /// Returns a parameter of the content type.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// Says whether the sender marked it as a file rather than as something to read in place.
    pub fn is_file(&self) -> bool {
        self.disposition.as_deref() == Some("attachment") || self.file_name.is_some()
    }

    /// Returns the bytes of a leaf.
    pub fn bytes(&self) -> Option<&[u8]> {
        match &self.content {
            Content::Leaf(bytes) => Some(bytes),
            Content::Multipart | Content::AttachedMail => None,
        }
    }
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
        let walk = Walk {
            raw: &raw,
            parsed: &parsed.parts,
            limits,
        };
        walk.take(0, &mut Vec::new(), &mut parts)?;
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
        } else if rest.starts_with(b"From ") || rest.starts_with(b">From ") {
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

/// The walk over the tree of parts.
struct Walk<'a> {
    raw: &'a [u8],
    parsed: &'a [MessagePart<'a>],
    limits: &'a Limits,
}

impl Walk<'_> {
    fn take(
        &self,
        id: u32,
        around: &mut Vec<(String, String)>,
        parts: &mut Vec<Part>,
    ) -> Result<(), Unreadable> {
        if around.len() > self.limits.depth {
            return Err(Unreadable::TooDeep {
                limit: self.limits.depth,
            });
        }
        let Some(part) = self.parsed.get(id as usize) else {
            return Ok(());
        };
        let content_type = part.content_type();
        let media = content_type.map_or_else(|| default_media(around), media_of);
        let parameters = content_type.map(parameters_of).unwrap_or_default();
        let (content, damaged) = match &part.body {
            PartType::Multipart(_) => (Content::Multipart, false),
            PartType::Message(_) => (Content::AttachedMail, false),
            _ if media.starts_with("message/rfc822") || media.starts_with("message/global") => {
                (Content::AttachedMail, part.is_encoding_problem)
            }
            _ => self.leaf(part, around),
        };
        parts.push(Part {
            media: media.clone(),
            disposition: part
                .content_disposition()
                .map(|d| d.ctype().to_ascii_lowercase()),
            file_name: part.attachment_name().map(str::to_owned),
            within: around.iter().map(|(media, _)| media.clone()).collect(),
            content,
            damaged,
            parameters: parameters.clone(),
        });
        if let PartType::Multipart(children) = &part.body {
            let boundary = parameters
                .into_iter()
                .find(|(key, _)| key == "boundary")
                .map(|(_, value)| value);
            around.push((media, boundary.unwrap_or_default()));
            for child in children {
                self.take(*child, around, parts)?;
            }
            around.pop();
        }
        Ok(())
    }

    fn leaf(&self, part: &MessagePart<'_>, around: &[(String, String)]) -> (Content, bool) {
        let (from, to) = (part.offset_body as usize, part.offset_end as usize);
        let bytes = self.raw.get(from..to).unwrap_or_default();
        let whole = !part.is_encoding_problem
            && (around.is_empty() || ends_at_boundary(self.raw, from, to, around));
        match undo_transfer_encoding(bytes, &transfer_encoding(part)) {
            Some(bytes) => (Content::Leaf(bytes), !whole),
            None => (Content::Leaf(Vec::new()), true),
        }
    }
}

fn default_media(around: &[(String, String)]) -> String {
    match around.last() {
        Some((media, _)) if media == "multipart/digest" => "message/rfc822".to_owned(),
        _ => "text/plain".to_owned(),
    }
}

fn media_of(content_type: &ContentType<'_>) -> String {
    let subtype = content_type.subtype().unwrap_or("plain");
    format!("{}/{}", content_type.ctype().trim(), subtype.trim()).to_ascii_lowercase()
}

fn parameters_of(content_type: &ContentType<'_>) -> Vec<(String, String)> {
    let attributes = content_type.attributes().unwrap_or_default();
    attributes
        .iter()
        .map(|a| (a.name.to_ascii_lowercase(), a.value.trim().to_owned()))
        .collect()
}

fn transfer_encoding(part: &MessagePart<'_>) -> String {
    let field = part
        .headers
        .iter()
        .rev()
        .find(|header| header.name == HeaderName::ContentTransferEncoding);
    let text = field
        .and_then(|header| header.value.as_text())
        .unwrap_or_default();
    let word = text
        .split([' ', '\t', ';', '('])
        .find(|word| !word.is_empty())
        .unwrap_or_default();
    word.trim_matches('"').to_ascii_lowercase()
}

/// Says whether the bytes after a part are a line end and a whole boundary line of the container around it.
///
/// The parser takes a boundary anywhere in a line and as a prefix of a longer one. Either would silently cut the text
/// above, and a cut order may be a legal one.
fn ends_at_boundary(raw: &[u8], from: usize, to: usize, around: &[(String, String)]) -> bool {
    let rest = raw.get(to..).unwrap_or_default();
    let line = match rest
        .strip_prefix(b"\r\n")
        .or_else(|| rest.strip_prefix(b"\n"))
    {
        Some(line) => line,
        None if from == to => rest,
        None => return false,
    };
    let line = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let Some(line) = line.strip_prefix(b"--") else {
        return false;
    };
    around.iter().rev().any(|(_, boundary)| {
        line.strip_prefix(boundary.as_bytes()).is_some_and(|end| {
            end.strip_prefix(b"--")
                .unwrap_or(end)
                .iter()
                .all(u8::is_ascii_whitespace)
        })
    })
}

fn undo_transfer_encoding(bytes: &[u8], encoding: &str) -> Option<Vec<u8>> {
    match encoding {
        "base64" => {
            let signs = bytes
                .iter()
                .filter(|byte| !byte.is_ascii_whitespace())
                .count();
            if signs % 4 == 0 {
                base64_decode(bytes)
            } else {
                None
            }
        }
        "quoted-printable" => {
            let lines = crlf_for_lone_cr(bytes);
            let (_, decoded) = MessageStream::new(&lines).decode_quoted_printable_mime(b"");
            Some(decoded.into_owned())
        }
        "" | "7bit" | "8bit" | "binary" | "7-bit" | "8-bit" | "none" | "us-ascii" | "utf-8" => {
            Some(bytes.to_vec())
        }
        _ => None,
    }
}

/// Turns a lone carriage return into a line end: the quoted-printable decoder would glue the lines around it.
fn crlf_for_lone_cr(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        out.push(byte);
        if byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
            out.push(b'\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Message {
        Message::read(raw.as_bytes(), &Limits::default()).expect("reads")
    }

    #[test]
    fn a_boundary_inside_a_line_marks_the_part_as_damaged() {
        let mail = read(concat!(
            "From: a@example.net\nContent-Type: multipart/mixed; boundary=1\n\n",
            "--1\n\nMOVE hun-lc-1 1609--1508\n\n--1--\n"
        ));
        assert!(mail.parts.iter().any(|part| part.damaged), "{mail:?}");
    }

    #[test]
    fn a_longer_boundary_does_not_end_a_part() {
        let mail = read(concat!(
            "From: a@example.net\nContent-Type: multipart/mixed; boundary=in\n\n",
            "--in\n\nMOVE hun-lc-1 1609-1508\n--inner text\n1407\n--in--\n"
        ));
        assert!(mail.parts[1].damaged);
    }

    #[test]
    fn whole_parts_are_not_damaged() {
        for end in ["\n", "\r\n"] {
            let raw = concat!(
                "From: a@example.net\nContent-Type: multipart/mixed; boundary=in\n\n",
                "--in\n\nSTAND\n--in \t\nContent-Type: text/html\n\n--in--\n"
            );
            let mail = read(&raw.replace('\n', end));
            assert_eq!(mail.parts.len(), 3);
            assert!(mail.parts.iter().all(|part| !part.damaged), "{mail:?}");
        }
    }

    #[test]
    fn cut_base64_is_damaged_and_gives_nothing() {
        let mail =
            read("From: a@example.net\nContent-Transfer-Encoding: base64\n\nU1RBTkQgaHVuLW1pLT\n");
        assert!(mail.root().damaged);
        assert_eq!(mail.root().bytes(), Some(&b""[..]));
    }

    #[test]
    fn a_lone_carriage_return_stays_a_line_end_in_quoted_printable() {
        let mail = read(
            "From: a@example.net\nContent-Transfer-Encoding: quoted-printable\n\nSTAND a\rSTAND b\n",
        );
        assert_eq!(mail.root().bytes(), Some(&b"STAND a\r\nSTAND b\r\n"[..]));
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
            deep += &format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
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
