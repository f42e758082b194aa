//! A whole site in a fresh folder, with a clock that tests turn, and players who write real mails to it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use mail_parser::{MessageParser, MimeHeaders};
use tesserarius::config::{Config, FreshSite, Incoming};
use tesserarius::desk::{Desk, Inbox, NewMatch, NewSeat, Offers, Site, Synced};
use tesserarius::games;
use tesserarius::mail::sources::Maildir;
use tesserarius::mail::transports::MaildirTransport;
use tesserarius::schedule::{Clock, FixedClock, Lapse};
use tesserarius::store::sqlite::SqliteStore;
use tesserarius::store::{MatchId, backup};

pub(crate) const ANNA: &str = "anna@example.net";
pub(crate) const BRUNO: &str = "bruno@example.com";
pub(crate) const GEORG: &str = "georg@example.org";

/// A mail as its reader sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Letter {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) reply_to: String,
    pub(crate) message_id: String,
    pub(crate) references: Vec<String>,
    pub(crate) text: String,
    pub(crate) files: Vec<(String, String)>,
    pub(crate) raw: Vec<u8>,
    file: PathBuf,
}

/// A site with its folder.
pub(crate) struct Postbox {
    folder: tempfile::TempDir,
    pub(crate) clock: FixedClock,
    pub(crate) config: Config,
    pub(crate) site: Site,
    pub(crate) store: SqliteStore,
    transport: MaildirTransport,
    seen: BTreeSet<PathBuf>,
    written: u32,
    chance: u8,
}

/// The moment at which every test begins: a Friday noon in Berlin.
pub(crate) fn noon() -> Timestamp {
    "2026-11-27T11:00:00Z".parse().unwrap()
}

impl Postbox {
    pub(crate) fn new() -> Self {
        Self::with(|config| config)
    }

    /// A site whose configuration is changed before it is read.
    pub(crate) fn with(change: impl FnOnce(String) -> String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fresh = FreshSite {
            name: "Testing",
            orders: &"orders@pbem.example.org".parse().unwrap(),
            operator: &"operator@pbem.example.org".parse().unwrap(),
            time_zone: "Europe/Berlin",
        };
        let file = folder.path().join("config.toml");
        fs::write(&file, change(fresh.config())).unwrap();
        for inner in ["new", "cur", "tmp"] {
            fs::create_dir_all(folder.path().join("mail/in").join(inner)).unwrap();
        }
        let config = Config::load(&file).unwrap();
        let keys = tesserarius::store::KeyFolder::open(&config.folders.keys).unwrap();
        // A key that is the same in every test: identifiers and addresses can be compared.
        tesserarius::store::write_secret(&keys.path().join("site-1.key"), &[b'7'; 64]).unwrap();
        let site = Site::open(&config).unwrap();
        let store = site.store().unwrap();
        let transport = MaildirTransport::open(&folder.path().join("mail/out")).unwrap();
        Self {
            folder,
            clock: FixedClock::new(noon()),
            config,
            site,
            store,
            transport,
            seen: BTreeSet::new(),
            written: 0,
            chance: 0,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Opens site and database once more, as a new process would.
    pub(crate) fn reopen(&mut self) {
        self.site = Site::open(&self.config).unwrap();
        self.store = self.site.store().unwrap();
    }

    /// Copies database, logs and keys, as a backup does.
    pub(crate) fn keep_copy(&mut self, name: &str) -> PathBuf {
        let copy = self.path().join(name);
        let (logs, keys) = (self.site.logs.clone(), self.site.keys.clone());
        backup(&mut self.store, &logs, &keys, &copy, noon()).unwrap();
        copy
    }

    /// Puts the database of a copy back, and its log too, if that was lost as well.
    pub(crate) fn put_back(&mut self, copy: &Path, with_log: bool) {
        self.remove_database();
        let put = |from: &str, to: &str| {
            fs::copy(copy.join(from), self.path().join(to)).unwrap();
        };
        put("tessera.db", "data/tessera.db");
        if with_log {
            put("log/chalons.log", "data/log/chalons.log");
        }
        self.reopen();
    }

    /// Loses the database; an empty one is made in its place.
    pub(crate) fn lose_database(&mut self) {
        self.remove_database();
        self.reopen();
    }

    fn remove_database(&self) {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(self.path().join(format!("data/tessera.db{end}")));
        }
    }

    pub(crate) fn at_desk<T>(&mut self, step: impl FnOnce(&mut Desk<'_>) -> T) -> T {
        let mut next = self.chance;
        let mut chance = |bytes: &mut [u8]| {
            for byte in bytes {
                next = next.wrapping_mul(31).wrapping_add(17);
                *byte = next;
            }
        };
        let mut desk = Desk::new(&self.site, &mut self.store, &self.clock, &mut chance);
        let done = step(&mut desk);
        self.chance = next;
        done
    }

    pub(crate) fn advance(&self, minutes: i64) {
        self.clock.advance(SignedDuration::from_mins(minutes));
    }

    /// Makes a match that Anna plays as Hun and Bruno as Roman.
    pub(crate) fn invite(&mut self, change: impl FnOnce(&mut NewMatch)) -> MatchId {
        let game = games::find("sign-of-the-pagan").unwrap();
        let mut new = NewMatch::of(game, "standard", &self.config.deadlines);
        new.id = Some("chalons".parse().unwrap());
        new.seats = vec![seat("hun", ANNA), seat("roman", BRUNO)];
        change(&mut new);
        self.at_desk(|desk| desk.make(&new)).unwrap()
    }

    /// One pass of everything.
    pub(crate) fn sync(&mut self) -> Synced {
        self.try_sync().unwrap()
    }

    pub(crate) fn try_sync(&mut self) -> Result<Synced, tesserarius::desk::DeskError> {
        let Incoming::Maildir(path) = self.config.incoming[0].clone() else {
            panic!("a fresh site reads a Maildir")
        };
        let mut maildir = Maildir::open(&path).unwrap();
        let name = self.config.incoming[0].name();
        let mut next = self.chance;
        let mut chance = |bytes: &mut [u8]| {
            for byte in bytes {
                next = next.wrapping_mul(31).wrapping_add(17);
                *byte = next;
            }
        };
        let mut desk = Desk::new(&self.site, &mut self.store, &self.clock, &mut chance);
        let mut inboxes = [Inbox {
            name,
            offers: Offers::Once,
            source: &mut maildir,
        }];
        desk.sync(&mut inboxes, &mut self.transport)
    }

    /// Delivers raw bytes to the site's mailbox, as a mail server does, at the clock's time.
    pub(crate) fn deliver(&mut self, raw: &[u8]) -> PathBuf {
        self.written += 1;
        let seconds = self.clock.now().as_second();
        let name = format!("{seconds}.M{:04}.host", self.written);
        let path = self.path().join("mail/in/new").join(name);
        fs::write(&path, raw).unwrap();
        path
    }

    /// Writes a mail that answers a letter, and delivers it.
    pub(crate) fn answer(&mut self, letter: &Letter, from: &str, text: &str) -> Vec<u8> {
        let raw = self.answer_bytes(letter, from, text);
        self.deliver(&raw);
        raw
    }

    /// Writes a mail that answers a letter.
    pub(crate) fn answer_bytes(&mut self, letter: &Letter, from: &str, text: &str) -> Vec<u8> {
        self.written += 1;
        let quoted: String = letter
            .text
            .lines()
            .map(|line| format!("> {line}\r\n"))
            .collect();
        let references = letter.references.join("> <");
        let date = self
            .clock
            .now()
            .strftime("%a, %d %b %Y %H:%M:%S +0000")
            .to_string();
        format!(
            "From: {from}\r\nTo: {}\r\nSubject: Re: {}\r\nDate: {date}\r\nMessage-ID: <m{}.{}>\r\n\
             In-Reply-To: <{}>\r\nReferences: <{references}> <{}>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{}\r\n\r\nTessera wrote:\r\n{quoted}",
            letter.reply_to,
            letter.subject,
            self.written,
            from,
            letter.message_id,
            letter.message_id,
            text.replace('\n', "\r\n"),
        )
        .into_bytes()
    }

    /// Returns every mail that has left, in the order of sending.
    pub(crate) fn sent(&self) -> Vec<Letter> {
        let folder = self.path().join("mail/out/new");
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files.into_iter().map(read_letter).collect()
    }

    /// Returns the mails to an address that were not looked at before.
    pub(crate) fn post_of(&mut self, address: &str) -> Vec<Letter> {
        let fresh: Vec<Letter> = self
            .sent()
            .into_iter()
            .filter(|letter| letter.to == address && !self.seen.contains(&letter.file))
            .collect();
        self.seen
            .extend(fresh.iter().map(|letter| letter.file.clone()));
        fresh
    }

    /// Returns the one new mail to an address.
    #[track_caller]
    pub(crate) fn letter_to(&mut self, address: &str) -> Letter {
        let mut fresh = self.post_of(address);
        let subjects: Vec<_> = fresh.iter().map(|letter| letter.subject.clone()).collect();
        assert_eq!(
            fresh.len(),
            1,
            "one new mail to {address}, not {subjects:?}"
        );
        fresh.remove(0)
    }

    /// Invites to a match whose host plays the Huns, and lets both accept.
    pub(crate) fn start_with_host(&mut self) {
        self.invite(|new| new.host_plays = Some("hun".to_owned()));
        self.sync();
        let (to_anna, to_bruno) = (self.letter_to(ANNA), self.letter_to(BRUNO));
        self.answer(&to_anna, ANNA, "ACCEPT");
        self.answer(&to_bruno, BRUNO, "ACCEPT HOST PLAYS");
        self.sync();
    }

    /// Invites, and lets both accept; returns the first reports of Anna and of Bruno.
    pub(crate) fn start(&mut self, change: impl FnOnce(&mut NewMatch)) -> (Letter, Letter) {
        self.invite(change);
        self.sync();
        let (to_anna, to_bruno) = (self.letter_to(ANNA), self.letter_to(BRUNO));
        self.answer(&to_anna, ANNA, "ACCEPT");
        self.answer(&to_bruno, BRUNO, "ACCEPT");
        self.sync();
        let report = |mails: Vec<Letter>| {
            let mut reports = mails
                .into_iter()
                .filter(|letter| letter.subject.contains("turn"));
            reports.next().expect("a report")
        };
        (report(self.post_of(ANNA)), report(self.post_of(BRUNO)))
    }
}

pub(crate) fn seat(side: &str, address: &str) -> NewSeat {
    NewSeat {
        side: side.to_owned(),
        address: Some(address.to_owned()),
    }
}

fn read_letter(file: PathBuf) -> Letter {
    let raw = fs::read(&file).unwrap();
    Letter {
        file,
        ..Letter::of(&raw)
    }
}

impl Letter {
    /// The stop that an answer to this letter is for.
    pub(crate) fn stop(&self) -> u64 {
        let mut parts = self.reply_to.split('.');
        parts.nth(2).and_then(|stop| stop.parse().ok()).unwrap_or(0)
    }

    /// Reads the bytes of a mail as its reader's mail program does.
    pub(crate) fn of(raw: &[u8]) -> Self {
        let mail = MessageParser::default().parse(raw).unwrap();
        let address = |found: Option<&mail_parser::Address<'_>>| {
            let first = found.and_then(|found| found.first()?.address());
            first.unwrap_or_default().to_owned()
        };
        let references = match mail.references() {
            mail_parser::HeaderValue::Text(one) => vec![one.to_string()],
            mail_parser::HeaderValue::TextList(several) => {
                several.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        };
        let files = mail
            .attachments()
            .map(|part| {
                let name = part.attachment_name().unwrap_or_default().to_owned();
                (name, String::from_utf8_lossy(part.contents()).into_owned())
            })
            .collect();
        Self {
            to: address(mail.to()),
            subject: mail.subject().unwrap_or_default().to_owned(),
            reply_to: address(mail.reply_to()),
            message_id: mail.message_id().unwrap_or_default().to_owned(),
            references,
            text: mail.body_text(0).unwrap_or_default().replace('\r', ""),
            files,
            raw: raw.to_vec(),
            file: PathBuf::new(),
        }
    }
}

/// Whose turn it is to write, and what they were asked: the latest report of each player.
pub(crate) struct Game {
    pub(crate) anna: Letter,
    pub(crate) bruno: Letter,
    /// How long a run waits, in minutes.
    pub(crate) grace: u32,
}

impl Game {
    /// Starts a match without grace.
    pub(crate) fn start(site: &mut Postbox) -> Self {
        Self::with_grace(site, 0)
    }

    /// Starts a match whose runs wait.
    pub(crate) fn with_grace(site: &mut Postbox, grace: u32) -> Self {
        let (anna, bruno) = site.start(|new| new.grace = Lapse::new(0, grace));
        Self { anna, bruno, grace }
    }

    pub(crate) fn report_of(&self, address: &str) -> &Letter {
        if address == ANNA {
            &self.anna
        } else {
            &self.bruno
        }
    }

    /// Says what a player is asked, without the map and the examples.
    pub(crate) fn question(&self, address: &str) -> Option<String> {
        let text = &self.report_of(address).text;
        let question = text.split("WHAT YOU HAVE TO DECIDE").nth(1)?;
        Some(question.split("\nWaiting").next().unwrap().to_owned())
    }

    /// Lets a player answer, and looks at what came of it.
    pub(crate) fn answer(&mut self, site: &mut Postbox, address: &str, text: &str) {
        let letter = self.report_of(address).clone();
        site.answer(&letter, address, text);
        site.sync();
        site.advance(self.grace.max(1).into());
        site.sync();
        self.look(site);
    }

    /// Returns the orders that a player's report gives as examples.
    pub(crate) fn examples(&self, address: &str) -> Vec<String> {
        let question = self.question(address).unwrap_or_default();
        let lines = question.lines().filter_map(|line| line.strip_prefix("| "));
        lines.map(str::to_owned).collect()
    }

    /// Takes up the latest reports.
    pub(crate) fn look(&mut self, site: &mut Postbox) {
        for (address, held) in [(ANNA, &mut self.anna), (BRUNO, &mut self.bruno)] {
            let mails = site.post_of(address);
            let reports = mails.into_iter().filter(is_report);
            // Letters of the same second lie in the folder in any order.
            if let Some(report) = reports.max_by_key(Letter::stop) {
                *held = report;
            }
        }
    }

    /// Answers every question in a plain way until one of the players is asked for something that
    /// `stops`; returns who is asked.
    #[track_caller]
    pub(crate) fn play_until(
        &mut self,
        site: &mut Postbox,
        stops: impl Fn(&str) -> bool,
    ) -> &'static str {
        for _ in 0..60 {
            for address in [ANNA, BRUNO] {
                if self
                    .question(address)
                    .is_some_and(|question| stops(&question))
                {
                    return address;
                }
            }
            for address in [ANNA, BRUNO] {
                if let Some(question) = self.question(address) {
                    self.answer(site, address, &plain_answer(&question));
                }
            }
        }
        panic!("nobody was asked that");
    }
}

/// Says whether a letter is the report of a run.
pub(crate) fn is_report(letter: &Letter) -> bool {
    letter.subject.contains("to move") || letter.subject.contains("is over")
}

/// The first example; in a set-up or an activation nothing but GO.
pub(crate) fn plain_answer(question: &str) -> String {
    let lists = question.contains("Set up") || question.contains("act.");
    let mut examples = question.lines().filter_map(|line| line.strip_prefix("| "));
    match examples.next().filter(|_| !lists) {
        Some(example) => example.to_owned(),
        None => "GO".to_owned(),
    }
}
