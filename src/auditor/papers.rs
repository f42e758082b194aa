//! What somebody holds of a match, taken out of files as mail programs save them.

use std::collections::BTreeSet;
use std::path::Path;

use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{MessageParser, PartType};

use super::assemble::{entries_of, entry_lines, has_a_start};
use crate::ledger::block::{Block, Entry, Piece, blocks, is_made_of_blocks, pieces};
use crate::ledger::hash::Hash;
use crate::mail::body::{BodyLine, Kind, bodies};
use crate::mail::charset::unmarked;
use crate::mail::html;
use crate::mail::message::{Limits, Message};
use crate::mail::sender::sender;
use crate::mail::source::topmost_received;
use crate::record::Line;

/// Mails within mails are opened this deep.
const DEEPEST: usize = 4;

/// Fields of which every saved mail has one.
const FIELDS: [&str; 8] = [
    "from",
    "to",
    "subject",
    "date",
    "received",
    "message-id",
    "return-path",
    "delivered-to",
];

/// How a file came to the auditor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handed {
    /// By its own name: if it is the only text among them, it is the log that is to be judged.
    Named,
    /// With a whole folder.
    Found,
}

/// A text with its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Paper {
    pub(super) name: String,
    pub(super) text: String,
    /// When it was received, in seconds since 1970, if it is a mail that says so.
    pub(super) received: Option<i64>,
    /// Whether it is a mail, or holds words as letters do. Anything else is a log.
    pub(super) is_mail: bool,
    pub(super) is_named: bool,
    /// Whom the mail says to be from, if it is one and says so.
    pub(super) from: Option<String>,
}

/// Lines of a record with their source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
    /// Whom the mail that brought them says to be from.
    pub(super) from: Option<String>,
    /// Whether a mail brought them.
    pub(super) is_of_mail: bool,
}

/// What a text came in.
#[derive(Debug, Clone, Default)]
struct Envelope {
    received: Option<i64>,
    is_mail: bool,
    from: Option<String>,
}

/// The papers of one holder.
#[derive(Debug, Clone, Default)]
pub struct Papers {
    pub(super) texts: Vec<Paper>,
    pub(super) parts: Vec<Part>,
    /// What could not be read, in words.
    pub(super) damaged: Vec<String>,
    /// The files that are no texts.
    pub(super) unread: Vec<String>,
    /// The mails by their identifiers: whoever keeps a site keeps what he has sent, too.
    pub(super) mails: BTreeSet<String>,
}

impl Papers {
    /// Takes whatever a file holds: a mail, an mbox, a part of the record, a text.
    pub fn add(&mut self, name: &str, bytes: &[u8], how: Handed) {
        let bytes = &*unmarked(bytes);
        // Databases, pictures, and mails in formats of one program's own.
        if bytes.contains(&0) {
            self.unread.push(name.to_owned());
            return;
        }
        let from_header = counted_mail(bytes.trim_ascii_start());
        if from_header.starts_with(b"From ") {
            for (number, mail) in (1..).zip(MessageIterator::new(from_header)) {
                match mail {
                    Ok(mail) => self.mail(&format!("{name}, mail {number}"), mail.contents(), 0),
                    Err(_) => self
                        .damaged
                        .push(format!("mail {number} of {name} is cut off")),
                }
            }
        } else if is_mail(name, from_header) {
            self.mail(name, from_header, 0);
        } else {
            let text = String::from_utf8_lossy(bytes);
            match is_page(name, &text) {
                true => self.page(name, &text),
                false => self.text(name, &text, &Envelope::default(), how),
            }
        }
    }

    /// Tells if nothing of a match is in these papers, by the name of where they lay.
    #[must_use]
    pub fn naming_nothing(mut self, name: &str) -> Self {
        let is_empty = |paper: &Paper| {
            let mut pieces = pieces(&paper.text).into_iter();
            pieces.all(|piece| matches!(piece, Piece::Words | Piece::Remnant))
        };
        if self.texts.iter().all(is_empty) && self.parts.iter().all(|part| part.lines.is_empty()) {
            self.damaged.push(format!(
                "{name} holds no entry of a log, no block of a player and no line of a record"
            ));
        }
        self
    }

    /// Takes a text as it stands.
    pub fn add_text(&mut self, name: &str, text: &str) {
        self.text(name, text, &Envelope::default(), Handed::Found);
    }

    /// Takes what other papers have.
    pub fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.parts.extend(other.parts);
        self.damaged.extend(other.damaged);
        self.unread.extend(other.unread);
        self.mails.extend(other.mails);
    }

    /// Returns the heads of all entries by which a log of this name begins.
    pub fn beginnings(&self, log_name: &str) -> Vec<Hash> {
        let texts = self.texts.iter().flat_map(|paper| entries_of(&paper.text));
        let parts = self.parts.iter().flat_map(|part| entry_lines(&part.lines));
        texts
            .chain(parts)
            .filter(|block| {
                Entry::read_genesis(block)
                    .is_ok_and(|(_, genesis)| genesis.game.to_string() == log_name)
            })
            .map(|block| block.head())
            .collect()
    }

    /// Leaves what belongs to one match: papers whose entries continue, or are continued by, entries with
    /// these heads, and what came with them in one mail.
    #[must_use]
    pub fn of_chain(self, heads: impl IntoIterator<Item = Hash>) -> Self {
        let mut known: BTreeSet<Hash> = heads.into_iter().collect();
        let entries: Vec<(&str, Vec<Block>)> = self
            .texts
            .iter()
            .map(|paper| (paper.name.as_str(), entries_of(&paper.text).collect()))
            .chain(
                self.parts
                    .iter()
                    .map(|part| (part.name.as_str(), entry_lines(&part.lines).collect())),
            )
            .collect();
        let mut sources: BTreeSet<String> = BTreeSet::new();
        loop {
            let before = known.len();
            for (name, blocks) in &entries {
                let joins = |block: &Block| {
                    known.contains(&block.head())
                        || block
                            .stated_prev()
                            .is_some_and(|prev| known.contains(&prev))
                };
                if blocks.iter().any(joins) {
                    known.extend(blocks.iter().map(Block::head));
                    sources.insert(mail_of(name).to_owned());
                }
            }
            if known.len() == before {
                break;
            }
        }
        let belongs = |name: &str| sources.contains(mail_of(name));
        Self {
            texts: self
                .texts
                .into_iter()
                .filter(|paper| belongs(&paper.name))
                .collect(),
            parts: self
                .parts
                .into_iter()
                .filter(|part| belongs(&part.name))
                .collect(),
            damaged: Vec::new(),
            unread: Vec::new(),
            mails: self.mails,
        }
    }

    /// Returns the blocks of players in all texts.
    pub fn side_blocks(&self) -> Vec<Block> {
        let all = self.texts.iter().flat_map(|paper| blocks(&paper.text));
        all.filter(Block::is_side).collect()
    }

    /// Takes lines of the record as they stand.
    pub fn add_lines(&mut self, name: &str, lines: Vec<Line>) {
        self.parts.push(Part {
            name: name.to_owned(),
            lines,
            from: None,
            is_of_mail: false,
        });
    }

    fn mail(&mut self, name: &str, raw: &[u8], depth: usize) {
        let limits = Limits {
            bytes: usize::MAX,
            part_bytes: usize::MAX,
            ..Limits::default()
        };
        let Ok(message) = Message::read(raw, &limits) else {
            self.damaged
                .push(format!("{name} cannot be read as a mail"));
            return;
        };
        let id = message.message_id().map(str::to_owned);
        self.mails
            .insert(id.unwrap_or_else(|| Hash::sha256(raw).to_string()));
        let envelope = Envelope {
            received: topmost_received(raw).map(jiff::Timestamp::as_second),
            is_mail: true,
            from: sender(&message).ok().map(|mailbox| mailbox.key),
        };
        let read = bodies(&message, &limits).readable;
        let shown = match read.iter().any(|body| body.kind == Kind::Text) {
            true => Kind::Text,
            false => Kind::Html,
        };
        // What came in one mail was written at one time, whichever part of it it stands in.
        let mut together = String::new();
        for body in &read {
            if body.damaged {
                self.damaged.push(format!("a part of {name} is cut off"));
            }
            let text = text_of(&body.lines);
            match &body.name {
                Some(file) if is_part(file, &text) => {
                    self.part(&format!("{name}: {file}"), &text, &envelope);
                }
                None if is_part(name, &text) => self.part(name, &text, &envelope),
                None if body.kind != shown && body.kind != Kind::File => {}
                _ => together.push_str(&text),
            }
        }
        self.text(name, &together, &envelope, Handed::Found);
        if depth < DEEPEST {
            self.mails_within(name, raw, depth);
        }
    }

    /// Opens mails that were forwarded as files.
    fn mails_within(&mut self, name: &str, raw: &[u8], depth: usize) {
        let Some(parsed) = MessageParser::default().parse(raw) else {
            return;
        };
        for part in &parsed.parts {
            if let PartType::Message(inner) = &part.body {
                let within = format!("{name}, a mail in it");
                self.mail(&within, inner.raw_message(), depth + 1);
            }
        }
    }

    /// Takes a mail that a program saved as a page.
    fn page(&mut self, name: &str, html: &str) {
        let Some(lines) = html::lines(html) else {
            self.damaged
                .push(format!("{name} cannot be read as a page"));
            return;
        };
        let envelope = Envelope {
            is_mail: true,
            ..Envelope::default()
        };
        self.text(name, &text_of(&lines.seen), &envelope, Handed::Found);
    }

    fn text(&mut self, name: &str, text: &str, came_in: &Envelope, how: Handed) {
        if is_part(name, text) {
            self.part(name, text, came_in);
            return;
        }
        // Files that were put together keep the mark with which each of them began.
        let text = text.replace("\n\u{feff}", "\n");
        let is_mail = came_in.is_mail || are_letters(&text);
        self.texts.push(Paper {
            name: name.to_owned(),
            text,
            received: came_in.received,
            is_mail,
            is_named: how == Handed::Named,
            from: came_in.from.clone(),
        });
    }

    fn part(&mut self, name: &str, text: &str, came_in: &Envelope) {
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim_end_matches('\r');
            match Line::read(line) {
                Ok(line) => lines.push(line),
                Err(_) if line.is_empty() => {}
                Err(_) => self
                    .damaged
                    .push(format!("line {number} of {name} is no line of a record")),
            }
        }
        self.parts.push(Part {
            name: name.to_owned(),
            lines,
            from: came_in.from.clone(),
            is_of_mail: came_in.is_mail,
        });
    }
}

/// Returns the mail that a file came with.
fn mail_of(name: &str) -> &str {
    name.split(": ").next().unwrap_or(name)
}

/// Puts the lines of a body together; what the format calls quoted is marked as quoted.
fn text_of(lines: &[BodyLine]) -> String {
    let mut text = String::new();
    for line in lines {
        if line.quoted && !line.text.starts_with('>') {
            text.push_str("> ");
        }
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}

fn is_called(name: &str, extension: &str) -> bool {
    let own = Path::new(name).extension();
    own.is_some_and(|own| own.eq_ignore_ascii_case(extension))
}

/// Says whether a text is a page, as programs save mails.
fn is_page(name: &str, text: &str) -> bool {
    let start: String = text.trim_start().chars().take(14).collect();
    let start = start.to_ascii_lowercase();
    start.starts_with("<!doctype html")
        || start.starts_with("<html")
        || ["html", "htm", "xhtml"]
            .iter()
            .any(|extension| is_called(name, extension))
}

/// Says whether somebody put one letter or several into a text: it has entries, and words beside them. A log has no
/// words, so what is missing there, or stands twice, was written so.
fn are_letters(text: &str) -> bool {
    !is_made_of_blocks(text) && (entries_of(text).next().is_some() || has_a_start(text))
}

/// Takes off the line with the count of bytes before a mail, and what stands behind so many bytes.
fn counted_mail(bytes: &[u8]) -> &[u8] {
    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
        return bytes;
    };
    let (line, rest) = bytes.split_at(end + 1);
    let count = std::str::from_utf8(line.trim_ascii()).ok();
    match count.and_then(|count| count.parse::<usize>().ok()) {
        Some(count) => &rest[..count.min(rest.len())],
        None => bytes,
    }
}

fn is_part(name: &str, text: &str) -> bool {
    is_called(name, "jsonl") || text.trim_start().starts_with("{\"n\":")
}

/// Says whether a file holds a mail: a header with one of the fields that every mail has.
fn is_mail(name: &str, bytes: &[u8]) -> bool {
    if is_called(name, "eml") {
        return true;
    }
    let head = &bytes[..bytes.len().min(64 << 10)];
    let head = String::from_utf8_lossy(head);
    let mut known = false;
    for line in head
        .trim_start()
        .lines()
        .take_while(|line| !line.is_empty())
    {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((field, _)) = line.split_once(':') else {
            return false;
        };
        if field.is_empty() || !field.bytes().all(|byte| (b'!'..=b'~').contains(&byte)) {
            return false;
        }
        known |= FIELDS.contains(&field.to_ascii_lowercase().as_str());
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "#TESSERA-BEGIN\nentry: 0\n#TESSERA-END\n";

    fn names(papers: &Papers) -> Vec<(&str, bool)> {
        let named = papers.texts.iter();
        named
            .map(|paper| (paper.name.as_str(), paper.is_mail))
            .collect()
    }

    #[test]
    fn a_mail_is_known_by_its_header_and_a_text_by_having_none() {
        let mut papers = Papers::default();
        let mail = format!("From: a@b\nSubject: x\n\n{BLOCK}");
        papers.add("1795552000.M1.host", mail.as_bytes(), Handed::Found);
        papers.add("log", BLOCK.as_bytes(), Handed::Named);
        papers.add("notes", b"remember: milk\n", Handed::Found);
        papers.add("empty", b"", Handed::Found);
        let expected = [
            ("1795552000.M1.host", true),
            ("log", false),
            ("notes", false),
            ("empty", false),
        ];
        assert_eq!(names(&papers), expected);
        assert!(papers.texts[1].is_named);
    }

    #[test]
    fn byte_order_marks_are_no_part_of_what_is_read() {
        let mail = format!("From: a@b\nSubject: x\n\n{BLOCK}");
        let mbox = format!("From x Tue Nov 24 20:31:07 2026\n{mail}");
        for (text, is_mail) in [(BLOCK, false), (&mail, true), (&mbox, true)] {
            let marked = format!("\u{feff}{text}");
            let wide = marked.encode_utf16().flat_map(u16::to_le_bytes);
            for bytes in [marked.clone().into_bytes(), wide.collect()] {
                let mut papers = Papers::default();
                papers.add("saved", &bytes, Handed::Named);
                assert_eq!(entries_of(&papers.texts[0].text).count(), 1, "{text}");
                assert_eq!(papers.texts[0].is_mail, is_mail);
            }
        }
        let mut papers = Papers::default();
        papers.add_text("both", &format!("{BLOCK}\u{feff}{BLOCK}"));
        assert_eq!(entries_of(&papers.texts[0].text).count(), 2);
    }

    #[test]
    fn a_mail_that_was_saved_as_a_page_is_read_as_one() {
        let mut papers = Papers::default();
        let lines = BLOCK.trim_end().replace('\n', "<br>");
        let page =
            format!("<html><head><title>x</title></head><body><p>Hello<p>{lines}</body></html>");
        papers.add("saved.html", page.as_bytes(), Handed::Named);
        papers.add("saved", page.as_bytes(), Handed::Found);
        assert_eq!(names(&papers), [("saved.html", true), ("saved", true)]);
        for paper in &papers.texts {
            assert_eq!(entries_of(&paper.text).count(), 1, "{}", paper.text);
        }
    }

    #[test]
    fn mails_are_known_behind_a_count_of_their_bytes_and_what_is_no_text_is_named() {
        let mail = format!("From: a@b\nSubject: x\n\n{BLOCK}");
        let counted = format!("{}  \n{mail}<?xml?>\n{BLOCK}", mail.len());
        for text in [counted, format!("\n\n{mail}")] {
            let mut papers = Papers::default();
            papers.add("saved", text.as_bytes(), Handed::Named);
            assert_eq!(names(&papers), [("saved", true)], "{text}");
            assert_eq!(entries_of(&papers.texts[0].text).count(), 1, "{text}");
        }
        let mut papers = Papers::default();
        papers.add("tessera.db", format!("{BLOCK}\0").as_bytes(), Handed::Named);
        assert!(papers.texts.is_empty());
        assert_eq!(papers.unread, ["tessera.db"]);
    }

    #[test]
    fn letters_in_one_text_are_no_log() {
        let entries: Vec<String> = (0..2).map(|n| BLOCK.replace('0', &n.to_string())).collect();
        let [first, second] = &entries[..] else {
            panic!("two entries")
        };
        for (text, are) in [
            (format!("Dear Anna,\n{first}{second}{first}"), true),
            (format!("{second}See below.\n{first}"), true),
            (format!("Dear Anna,\n{first}{second}"), true),
            (format!("{first}{second}{first}"), false),
            (format!("{first}#TESSERA-BEGUN\n"), false),
            ("Dear Anna,\n".to_owned(), false),
        ] {
            assert_eq!(are_letters(&text), are, "{text}");
        }
    }

    #[test]
    fn papers_with_nothing_of_a_match_are_named() {
        let named = |text: &str| {
            let mut papers = Papers::default();
            papers.add("theirs", text.as_bytes(), Handed::Named);
            papers.naming_nothing("theirs").damaged
        };
        assert!(named("milk, bread\n")[0].starts_with("theirs holds no entry"));
        assert_eq!(named("").len(), 1);
        assert!(named(BLOCK).is_empty());
        assert!(named("#HEAD 3 abc\n").is_empty());
    }

    #[test]
    fn an_mbox_holds_many_mails() {
        let mut papers = Papers::default();
        let mail = |subject: &str| format!("From: a@b\nSubject: {subject}\n\n{BLOCK}\n");
        let mbox = format!(
            "From x Tue Nov 24 20:31:07 2026\n{}From y Tue Nov 24 20:31:08 2026\n{}",
            mail("x"),
            mail("y")
        );
        papers.add("box", mbox.as_bytes(), Handed::Named);
        assert_eq!(
            names(&papers),
            [("box, mail 1", true), ("box, mail 2", true)]
        );
        papers.add("copy.eml", mail("x").as_bytes(), Handed::Named);
        assert_eq!(
            papers.mails.len(),
            2,
            "a mail without an identifier is known by its bytes"
        );
        let known = |subject: &str| format!("Message-ID: <1@b>\n{}", mail(subject));
        for (name, text) in [("one.eml", known("x")), ("two.eml", known("[list] x"))] {
            papers.add(name, text.as_bytes(), Handed::Named);
        }
        assert_eq!(papers.mails.len(), 3);
    }

    #[test]
    fn parts_of_the_record_and_forwarded_mails_are_taken_out_of_a_mail() {
        let line = r#"{"n":3,"kind":"entry","for":"all","entry":"entry: 0\n"}"#;
        let inner = format!(
            "From: c@d\nReceived: from x by y; Tue, 24 Nov 2026 20:31:07 +0000\n\n> {}",
            BLOCK.replace('\n', "\n> ")
        );
        let mail = format!(
            "From: a@b\nContent-Type: multipart/mixed; boundary=q\n\n--q\n\n{BLOCK}\n--q\n\
             Content-Type: text/plain; name=record-3-3.jsonl\n\n{line}\nnonsense\n--q\n\
             Content-Type: message/rfc822\n\n{inner}\n--q--\n"
        );
        let mut papers = Papers::default();
        papers.add("one.eml", mail.as_bytes(), Handed::Named);
        assert_eq!(papers.parts.len(), 1);
        assert_eq!(papers.parts[0].lines[0].n(), 3);
        assert_eq!(
            papers.damaged,
            ["line 2 of one.eml: record-3-3.jsonl is no line of a record"]
        );
        let within = papers
            .texts
            .iter()
            .find(|paper| paper.name.ends_with("a mail in it"));
        assert_eq!(within.unwrap().received, Some(1_795_552_267));
    }
}
