//! A match as its host and its players hold it, and a host who writes its log anew.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use tesserarius::ledger::block::{Piece, pieces};
use tesserarius::ledger::hash::Hash;
use tesserarius::ledger::log::LogText;
use tesserarius::record::{Kind, Line, part_text};
use tesserarius::store::{BlockKind, Store};

use super::postbox::{ANNA, BRUNO, Postbox};
use super::terminal::Terminal;

/// The papers of a match that was played by mail.
pub(crate) struct Played {
    /// The host's log.
    pub(crate) log: String,
    /// What players have sent of the protocol: JOINs, ACKs.
    pub(crate) sides: String,
    /// The lines of the record, without those that copy the log.
    pub(crate) record: Vec<Line>,
    /// The mails that each player got.
    mails: Vec<(&'static str, String, Vec<u8>)>,
}

impl Played {
    /// Takes what lies at a site.
    pub(crate) fn at(site: &mut Postbox) -> Self {
        let id = "chalons".parse().unwrap();
        let mails = site
            .sent()
            .into_iter()
            .enumerate()
            .filter_map(|(n, letter)| {
                let to = [ANNA, BRUNO]
                    .into_iter()
                    .find(|address| *address == letter.to)?;
                Some((to, format!("{n:04}.eml"), letter.raw))
            });
        let mails = mails.collect();
        let log = fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
        let unit = site.store.read().unwrap();
        let blocks = unit.blocks(&id).unwrap();
        let sides = blocks
            .iter()
            .filter(|block| block.kind != BlockKind::Orders);
        let framed = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            format!("#TESSERA-BEGIN\n{text}#TESSERA-END\n")
        };
        let sides = sides.map(|block| framed(&block.bytes)).collect();
        let mut record = unit.record_after(&id, 0).unwrap();
        record.retain(|line| line.kind() != Kind::Entry);
        Self {
            log,
            sides,
            record,
            mails,
        }
    }

    /// Returns the mails that a player kept.
    pub(crate) fn mails_of<'a>(
        &'a self,
        address: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let own = self.mails.iter().filter(move |(to, ..)| *to == address);
        own.map(|(_, name, raw)| (name.as_str(), raw.as_slice()))
    }

    /// Begins to write the log anew.
    pub(crate) fn forge(&self) -> Forgery {
        Forgery::of(&self.log)
    }

    /// Has `tessera audit` judge a log with the players' blocks.
    pub(crate) fn judge(&self, log: &str) -> Judged {
        self.judge_with(log, &[], &[])
    }

    /// Has `tessera audit` judge a log with the players' blocks, and play the record again.
    pub(crate) fn judge_played(&self, log: &str) -> Judged {
        self.judge_with(log, &self.record, &[])
    }

    /// Has `tessera audit` judge a log with a record, and with the mails of players as evidence.
    pub(crate) fn judge_with(&self, log: &str, record: &[Line], kept_by: &[&str]) -> Judged {
        let terminal = Terminal::new()
            .file("match.log", &format!("{log}{}", self.sides))
            .file("record.jsonl", &part_text(record));
        let mut command = "audit --json match.log".to_owned();
        if !record.is_empty() {
            command += " record.jsonl";
        }
        for (n, address) in kept_by.iter().enumerate() {
            let folder = format!("mails-{n}");
            fs::create_dir(terminal.path().join(&folder)).unwrap();
            for (name, raw) in self.mails_of(address) {
                fs::write(terminal.path().join(&folder).join(name), raw).unwrap();
            }
            command += &format!(" --other {folder}");
        }
        let (code, document) = terminal.json(&command);
        Judged { code, document }
    }

    /// Has `tessera audit` judge the log with one mail as evidence.
    pub(crate) fn judge_with_mail(&self, raw: &[u8]) -> Judged {
        let terminal = Terminal::new().file("match.log", &self.log);
        fs::write(terminal.path().join("mail.eml"), raw).unwrap();
        let (code, document) = terminal.json("audit --json match.log --other mail.eml");
        Judged { code, document }
    }

    /// Returns the record with the lines of one seat's orders changed.
    pub(crate) fn with_orders(&self, fits: &str, from: &str, to: &str) -> Vec<Line> {
        let mut record = self.record.clone();
        let line = record
            .iter_mut()
            .find(|line| line.text().contains(fits) && line.text().contains(from))
            .unwrap_or_else(|| panic!("no line with {fits} and {from}"));
        *line = Line::read(&line.text().replacen(from, to, 1)).unwrap();
        record
    }
}

/// What `tessera audit` said.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) code: i32,
    pub(crate) document: Value,
}

impl Judged {
    pub(crate) fn codes(&self) -> BTreeSet<&str> {
        let findings = self.document["findings"].as_array().unwrap();
        let codes = findings
            .iter()
            .map(|finding| finding["code"].as_str().unwrap());
        codes.collect()
    }

    /// The verdict is VIOLATION, and these codes are among its reasons.
    #[track_caller]
    pub(crate) fn convicts(&self, codes: &[&str]) {
        self.tells(codes);
        assert_eq!(
            (self.code, &self.document["verdict"]),
            (2, &"VIOLATION".into()),
            "{self:?}"
        );
    }

    /// These codes are among the findings.
    #[track_caller]
    pub(crate) fn tells(&self, codes: &[&str]) {
        let found = self.codes();
        for code in codes {
            assert!(
                found.contains(code),
                "{code} is not among {found:?}: {}",
                self.document
            );
        }
    }

    /// Nothing is wrong: the findings are these notes, or some of them.
    #[track_caller]
    pub(crate) fn acquits(&self, notes: &[&str]) {
        assert_eq!(self.code, 0, "{}", self.document);
        let found = self.codes();
        assert!(found.iter().all(|code| notes.contains(code)), "{found:?}");
    }
}

/// A log being written anew: whoever keeps it can change every entry and link those behind it.
#[derive(Clone)]
pub(crate) struct Forgery(Vec<Vec<String>>);

impl Forgery {
    /// Begins to write a log anew.
    pub(crate) fn of(log: &str) -> Self {
        let entries = LogText::split(log).entries.into_iter();
        Self(entries.map(|entry| entry.block.lines().to_vec()).collect())
    }

    /// Finds the first entry of a type that has a line which begins so.
    #[track_caller]
    pub(crate) fn find(&self, kind: &str, begins: &str) -> usize {
        self.0
            .iter()
            .position(|lines| {
                lines.contains(&format!("type: {kind}"))
                    && lines.iter().any(|line| line.starts_with(begins))
            })
            .unwrap_or_else(|| panic!("no {kind} with {begins}"))
    }

    /// Returns what stands behind the beginning of a line.
    #[track_caller]
    pub(crate) fn value(&self, at: usize, begins: &str) -> String {
        let line = self.0[at].iter().find_map(|line| line.strip_prefix(begins));
        line.unwrap_or_else(|| panic!("no {begins} in {:?}", self.0[at]))
            .to_owned()
    }

    /// Puts another line in the place of the first that begins so.
    #[track_caller]
    pub(crate) fn put(mut self, at: usize, begins: &str, line: &str) -> Self {
        let place = self.0[at].iter().position(|line| line.starts_with(begins));
        let place = place.unwrap_or_else(|| panic!("no {begins}"));
        line.clone_into(&mut self.0[at][place]);
        self
    }

    /// Adds a line before the first that begins so.
    #[track_caller]
    pub(crate) fn add(mut self, at: usize, begins: &str, line: &str) -> Self {
        let place = self.0[at].iter().position(|line| line.starts_with(begins));
        self.0[at].insert(
            place.unwrap_or_else(|| panic!("no {begins}")),
            line.to_owned(),
        );
        self
    }

    /// Takes the first line out that begins so.
    #[track_caller]
    pub(crate) fn take(mut self, at: usize, begins: &str) -> Self {
        let place = self.0[at].iter().position(|line| line.starts_with(begins));
        self.0[at].remove(place.unwrap_or_else(|| panic!("no {begins}")));
        self
    }

    /// Puts an entry in; the first three lines and the time are made.
    pub(crate) fn insert(mut self, at: usize, kind: &str, lines: &[&str]) -> Self {
        let time = self.value(at.saturating_sub(1), "time: ");
        let mut entry = vec![String::new(), String::new(), format!("type: {kind}")];
        let draw = lines.iter().take_while(|line| line.starts_with("draw: "));
        entry.extend(draw.map(|line| (*line).to_owned()));
        entry.push(format!("time: {time}"));
        let rest = lines.iter().skip_while(|line| line.starts_with("draw: "));
        entry.extend(rest.map(|line| (*line).to_owned()));
        self.0.insert(at, entry);
        self
    }

    /// Takes an entry out.
    pub(crate) fn remove(mut self, at: usize) -> Self {
        self.0.remove(at);
        self
    }

    /// Says an entry twice.
    pub(crate) fn twice(mut self, at: usize) -> Self {
        self.0.insert(at + 1, self.0[at].clone());
        self
    }

    /// Cuts the log off before an entry.
    pub(crate) fn cut(mut self, at: usize) -> Self {
        self.0.truncate(at);
        self
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes the log with right numbers and links.
    pub(crate) fn write(self) -> String {
        let mut prev = Hash::ZERO;
        let mut text = String::new();
        for (number, mut lines) in (0..).zip(self.0) {
            lines[0] = format!("entry: {number}");
            lines[1] = format!("prev: {prev}");
            let framed = format!("#TESSERA-BEGIN\n{}\n#TESSERA-END\n", lines.join("\n"));
            let [Piece::Block(block)] = &pieces(&framed)[..] else {
                panic!("one block: {framed}")
            };
            prev = block.head();
            text.push_str(&block.with_head(number));
        }
        text
    }
}
