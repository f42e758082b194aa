//! The parts of a mail: their bytes with the transfer encoding undone but the charset not yet, and an honest sign on
//! a part that was cut off or broken.

use mail_parser::decoders::base64::base64_decode;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, HeaderName, MessagePart, MimeHeaders, PartType};

use super::message::Unreadable;

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

/// The walk over the tree of parts.
pub(super) struct Walk<'a> {
    pub(super) raw: &'a [u8],
    pub(super) parsed: &'a [MessagePart<'a>],
    pub(super) depth: usize,
}

impl Walk<'_> {
    /// Takes a part and, if it is a container, its children.
    pub(super) fn take(
        &self,
        id: u32,
        around: &mut Vec<(String, String)>,
        parts: &mut Vec<Part>,
    ) -> Result<(), Unreadable> {
        if around.len() > self.depth {
            return Err(Unreadable::TooDeep { limit: self.depth });
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
            _ if media == "message/rfc822" || media == "message/global" => {
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
        let encoding = transfer_encoding(part);
        // Of base64 this module judges itself whether it is whole.
        let whole = (encoding == "base64" || !part.is_encoding_problem)
            && (around.is_empty() || ends_at_boundary(self.raw, from, to, around));
        match undo_transfer_encoding(bytes, &encoding) {
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
        "base64" => undo_base64(bytes),
        "quoted-printable" => {
            let lines = mend_quoted_printable(bytes);
            let (_, decoded) = MessageStream::new(&lines).decode_quoted_printable_mime(b"");
            Some(decoded.into_owned())
        }
        "uuencode" | "x-uuencode" | "x-uue" | "uue" | "binhex" | "x-binhex" => None,
        // Misspelt names of the encodings that change nothing are frequent.
        _ => Some(bytes.to_vec()),
    }
}

/// Decodes base64; plain text below a blank line, as gateways append it to what they do not decode, stays as it is.
fn undo_base64(bytes: &[u8]) -> Option<Vec<u8>> {
    let is_code = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=".contains(byte);
    let mut code_ends = 0;
    let mut widths = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = line.trim_ascii();
        if !text.iter().all(is_code) {
            break;
        }
        widths.extend((!text.is_empty()).then_some(text.len()));
        code_ends += line.len();
    }
    let (code, rest) = bytes.split_at(code_ends);
    if rest.is_empty() {
        return decode_whole(code);
    }
    // A full last line may have been cut there: what a cut leaves can be a legal order.
    let is_whole =
        widths.len() == 1 || widths.last() < widths.first() || code.trim_ascii().ends_with(b"=");
    let is_apart = code.ends_with(b"\n\n") || code.ends_with(b"\n\r\n");
    if widths.is_empty() || !is_whole || !is_apart {
        return None;
    }
    let mut text = decode_whole(code)?;
    text.push(b'\n');
    text.extend_from_slice(rest);
    Some(text)
}

fn decode_whole(code: &[u8]) -> Option<Vec<u8>> {
    let signs = code
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count();
    (signs % 4 == 0).then(|| base64_decode(code)).flatten()
}

/// Mends what the quoted-printable decoder would take letters away for: lone carriage returns, which glue the lines
/// around them, and equals signs that begin no code, which swallow what stands beside them.
fn mend_quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        let rest = &bytes[at + 1..];
        match byte {
            b'\r' if rest.first() != Some(&b'\n') => out.extend_from_slice(b"\r\n"),
            b'=' if !begins_code(rest) => out.extend_from_slice(b"=3D"),
            _ => out.push(byte),
        }
    }
    out
}

/// Says whether what follows an equals sign makes it a code or a soft line break.
fn begins_code(rest: &[u8]) -> bool {
    let blanks = rest
        .iter()
        .take_while(|byte| b" \t\r".contains(byte))
        .count();
    let breaks_line = matches!(rest.get(blanks), None | Some(b'\n'));
    breaks_line || (rest.len() >= 2 && rest[..2].iter().all(u8::is_ascii_hexdigit))
}

#[cfg(test)]
mod tests {
    use super::super::message::{Limits, Message};

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
    fn text_below_whole_base64_is_kept_and_below_a_cut_one_is_not() {
        let head = "From: a@example.net\nContent-Transfer-Encoding: base64\n\n";
        let read_body = |code: &str| {
            let mail = read(&format!("{head}{code}"));
            let root = mail.root();
            (
                root.damaged,
                String::from_utf8_lossy(root.bytes().expect("a leaf")).into_owned(),
            )
        };
        let footer = "\n-- \nclub list\n";
        assert_eq!(
            read_body(&format!("U1RBTkQgdQo=\n{footer}")),
            (false, format!("STAND u\n{footer}"))
        );
        for cut in [
            "U1RBTkQgdQo=\n-- \nclub list\n".to_owned(),
            format!("U1RBTkQg\nU1RBTkQg\n{footer}"),
            format!("U1RBTkQgd\n{footer}"),
            footer.to_owned(),
        ] {
            assert_eq!(read_body(&cut), (true, String::new()), "{cut}");
        }
    }

    #[test]
    fn a_lone_carriage_return_stays_a_line_end_in_quoted_printable() {
        let mail = read(
            "From: a@example.net\nContent-Transfer-Encoding: quoted-printable\n\nSTAND a\rSTAND b\n",
        );
        assert_eq!(mail.root().bytes(), Some(&b"STAND a\r\nSTAND b\r\n"[..]));
    }

    #[test]
    fn broken_codes_of_quoted_printable_take_nothing_away() {
        let mail = read(
            "From: a@example.net\nContent-Transfer-Encoding: quoted-printable\n\nA 1306=3\nB=zz=\n C=2D=3D=3d\n",
        );
        assert_eq!(mail.root().bytes(), Some(&b"A 1306=3\nB=zz C-==\n"[..]));
    }
}
