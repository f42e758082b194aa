//! A player of the demo: reads his mails, thinks, and writes answers as any mail program would.

use std::fs;
use std::path::{Path, PathBuf};

use mail_parser::{HeaderValue, MessageParser};

use super::unwritable;
use crate::bot::{Correspondent, Sight};
use crate::cli::error::CliError;
use crate::config::{Config, Incoming, Transport};
use crate::desk::Table;
use crate::engine::Seat;
use crate::ledger::block::{Side, blocks};
use crate::schedule::{Clock, FixedClock};
use crate::seat::{History, Invited, Letters, SeatError, SeatFile, Wish, answer};
use crate::store::DiceMode;

/// For how many draws a value is handed over at a time.
const AHEAD: u64 = 60;

/// A player of the demo.
pub(super) struct Penfriend {
    name: &'static str,
    address: String,
    side: String,
    seat: Seat,
    folder: PathBuf,
    hand: Box<dyn Correspondent>,
    secret: [u8; 32],
    /// What `tessera seat` keeps for a player, and every mail that he shows it.
    tool: Option<SeatFile>,
    letters: Letters,
    /// The highest draw of which a REPORT was read, and the draw up to which a value was given.
    reported: u64,
    given: u64,
    written: u32,
}

/// A mail that he got.
struct Received {
    subject: String,
    reply_to: String,
    message_id: String,
    references: Vec<String>,
    text: String,
}

impl Penfriend {
    /// Sits a player down, with a mailbox of his own.
    pub(super) fn new(
        site: &Path,
        (index, side): (usize, &str),
        name: &'static str,
        (secret, hand): ([u8; 32], Box<dyn Correspondent>),
    ) -> Result<Self, CliError> {
        let folder = site.join("players").join(side);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        Ok(Self {
            name,
            address: format!("{name}@players.example"),
            side: side.to_owned(),
            seat: Seat(index as u8),
            folder,
            hand,
            secret,
            tool: None,
            letters: Letters::default(),
            reported: 0,
            given: 0,
            written: 0,
        })
    }

    /// Returns his address.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Returns the key of his side.
    pub(super) fn side(&self) -> &str {
        &self.side
    }

    /// Returns the folder where he keeps every mail that he got and wrote.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reads what has come for him, and answers what asks for it; says whether anything had come.
    pub(super) fn look(
        &mut self,
        config: &Config,
        table: Option<&Table>,
        clock: &FixedClock,
    ) -> Result<bool, CliError> {
        let (mut latest, mut locked) = (None, None);
        let mut any = false;
        for path in self.waiting(config)? {
            any = true;
            let raw = fs::read(&path).map_err(|error| unwritable(&path, &error))?;
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let kept = self.folder.join(format!("{name}.eml"));
            fs::rename(&path, &kept).map_err(|error| unwritable(&kept, &error))?;
            self.letters.add(&name, &raw);
            let mail = read(&raw);
            self.note(&mail.text);
            if mail.subject.contains("is locked") {
                locked = Some(mail);
            } else if mail.subject.contains("invitation to") || mail.subject.contains("to move") {
                latest = Some(mail);
            }
        }
        if let Some(mail) = locked {
            let text = self.blocks(&Wish::default())?;
            self.write(config, &mail, &text, clock)?;
        }
        if let Some(mail) = latest
            && let Some(text) = self.answer_to(&mail, table)?
        {
            self.write(config, &mail, &text, clock)?;
        }
        Ok(any)
    }

    /// Lists the mails in the site's outgoing mailbox that are for him.
    fn waiting(&self, config: &Config) -> Result<Vec<PathBuf>, CliError> {
        let Transport::Maildir(out) = &config.transport else {
            return Ok(Vec::new());
        };
        let new = out.join("new");
        let entries = fs::read_dir(&new).map_err(|error| unwritable(&new, &error))?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.map_err(|error| unwritable(&new, &error))?.path();
            let raw = fs::read(&path).map_err(|error| unwritable(&path, &error))?;
            let mail = MessageParser::default().parse_headers(&raw);
            let to = mail.as_ref().and_then(|mail| mail.to()?.first()?.address());
            if to == Some(self.address.as_str()) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Takes note of the draws that a mail reports.
    fn note(&mut self, text: &str) {
        for block in blocks(text) {
            if block.stated_type() == Some("REPORT") {
                let draw = block
                    .lines()
                    .iter()
                    .find_map(|line| line.strip_prefix("draw: "));
                let draw = draw.and_then(|draw| draw.parse().ok()).unwrap_or(0);
                self.reported = self.reported.max(draw);
            }
        }
    }

    fn answer_to(
        &mut self,
        mail: &Received,
        table: Option<&Table>,
    ) -> Result<Option<String>, CliError> {
        if mail.subject.contains("invitation to") {
            let join = self.join(&mail.text)?;
            return Ok(Some(format!("ACCEPT\n\n{join}")));
        }
        let Some(table) = table else { return Ok(None) };
        let asked = table
            .play
            .stop()
            .is_some_and(|stop| stop.seats.contains(&self.seat));
        if !asked {
            return Ok(None);
        }
        let sight = Sight::of(&*table.play, self.seat);
        let lines = self.hand.lines(&sight).map_err(|error| {
            CliError::internal("a player of the demo cannot read what he sees").because(&error)
        })?;
        let mut text = lines.join("\n");
        if let Some(values) = self.values_ahead()? {
            text.push_str(&format!("\n\n{values}"));
        }
        Ok(Some(text))
    }

    /// Makes secrets of his own for this match, and the block that announces his anchor.
    fn join(&mut self, invitation: &str) -> Result<String, CliError> {
        let unreadable = || CliError::internal("a player of the demo cannot read his invitation");
        let invited = Invited::read(invitation).ok_or_else(unreadable)?;
        let gives = invited.dice != DiceMode::Beacon;
        let tool = SeatFile::new(invited, self.secret, 1, gives);
        let join = Side::Join(tool.join()).to_block().to_string();
        self.tool = Some(tool);
        Ok(join)
    }

    /// What `tessera seat answer` says to the mails so far.
    fn blocks(&mut self, wish: &Wish) -> Result<String, CliError> {
        let Some(tool) = &mut self.tool else {
            return Ok(String::new());
        };
        let speaks_against = |error: SeatError| {
            CliError::internal("a player of the demo cannot answer what he was sent")
                .because(&error)
        };
        let history = History::of(&self.letters, &tool.invited.game).map_err(speaks_against)?;
        let answer = answer(&history, tool, wish).map_err(speaks_against)?;
        Ok(answer.blocks.join("\n"))
    }

    /// In casual mode: hands over a value that serves many draws, when the last one is nearly used up.
    fn values_ahead(&mut self) -> Result<Option<String>, CliError> {
        let is_casual = |tool: &SeatFile| tool.invited.dice == DiceMode::Casual;
        let serves = self.given > self.reported + AHEAD / 2;
        if serves || !self.tool.as_ref().is_some_and(is_casual) {
            return Ok(None);
        }
        self.given = self.reported + AHEAD;
        self.blocks(&Wish { ahead: AHEAD }).map(Some)
    }

    /// Writes an answer, with what it answers quoted below, and delivers it.
    fn write(
        &mut self,
        config: &Config,
        mail: &Received,
        text: &str,
        clock: &FixedClock,
    ) -> Result<(), CliError> {
        let Some(Incoming::Maildir(inbox)) = config.incoming.first() else {
            return Ok(());
        };
        self.written += 1;
        let now = clock.now();
        let references: String = mail
            .references
            .iter()
            .chain([&mail.message_id])
            .map(|id| format!(" <{id}>"))
            .collect();
        let quoted: String = mail
            .text
            .lines()
            .map(|line| format!("> {line}\n"))
            .collect();
        let raw = format!(
            "From: {name} <{from}>\nTo: <{to}>\nSubject: Re: {subject}\nDate: {date} +0000\n\
             Message-ID: <{written}.{name}@players.example>\nIn-Reply-To: <{answered}>\n\
             References:{references}\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
             Content-Transfer-Encoding: 8bit\n\n{text}\n\nOn {date}, Tessera wrote:\n{quoted}",
            name = self.name,
            from = self.address,
            to = mail.reply_to,
            subject = mail.subject,
            date = now.strftime("%a, %d %b %Y %H:%M:%S"),
            written = self.written,
            answered = mail.message_id,
        );
        let file = format!("{}.{:04}.{}", now.as_second(), self.written, self.name);
        for path in [
            self.folder.join(format!("{file}.eml")),
            inbox.join("new").join(&file),
        ] {
            fs::write(&path, &raw).map_err(|error| unwritable(&path, &error))?;
        }
        Ok(())
    }
}

fn read(raw: &[u8]) -> Received {
    let mail = MessageParser::default().parse(raw).unwrap_or_default();
    let references = match mail.references() {
        HeaderValue::Text(one) => vec![one.to_string()],
        HeaderValue::TextList(several) => several.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let reply_to = mail
        .reply_to()
        .and_then(|address| address.first()?.address());
    Received {
        subject: mail.subject().unwrap_or_default().to_owned(),
        reply_to: reply_to.unwrap_or_default().to_owned(),
        message_id: mail.message_id().unwrap_or_default().to_owned(),
        references,
        text: mail.body_text(0).unwrap_or_default().replace('\r', ""),
    }
}
