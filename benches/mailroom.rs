//! How fast the mailroom is: mails to receipts, and a turn of an old match against one of a young match.

use std::fs;
use std::path::Path;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use jiff::{SignedDuration, Timestamp};
use mail_parser::MessageParser;
use tesserarius::config::{Config, FreshSite, Incoming};
use tesserarius::desk::{Desk, Inbox, NewMatch, NewSeat, Offers, Site};
use tesserarius::games;
use tesserarius::mail::sources::Maildir;
use tesserarius::mail::transports::MaildirTransport;
use tesserarius::schedule::{Clock, FixedClock, Lapse};
use tesserarius::store::sqlite::SqliteStore;
use tesserarius::store::{KeyFolder, MatchId, Store};

fn main() {
    divan::main();
}

/// Mails in the Maildir, and the matches they belong to: no address writes more than an hour allows.
const MAILS: usize = 1_000;
const MATCHES: usize = 100;

/// A site in a folder of its own.
struct Bench {
    folder: tempfile::TempDir,
    config: Config,
    site: Site,
    store: SqliteStore,
    clock: FixedClock,
    transport: MaildirTransport,
    written: usize,
}

/// A report that somebody may answer.
struct Report {
    to: String,
    reply_to: String,
    text: String,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let fresh = FreshSite {
            name: "Bench",
            orders: &"orders@pbem.example.org".parse().expect("an address"),
            operator: &"operator@pbem.example.org".parse().expect("an address"),
            time_zone: "UTC",
        };
        let file = folder.path().join("config.toml");
        fs::write(&file, fresh.config()).expect("written");
        MaildirTransport::open(&folder.path().join("mail/in")).expect("a Maildir");
        let config = Config::load(&file).expect("a configuration");
        let keys = KeyFolder::open(&config.folders.keys).expect("a folder");
        keys.make_site_key().expect("a key");
        let site = Site::open(&config).expect("a site");
        let store = site.store().expect("a store");
        let transport = MaildirTransport::open(&folder.path().join("mail/out")).expect("a Maildir");
        let now: Timestamp = "2026-11-27T11:00:00Z".parse().expect("a moment");
        Self {
            folder,
            config,
            site,
            store,
            clock: FixedClock::new(now),
            transport,
            written: 0,
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn at_desk<T>(&mut self, step: impl FnOnce(&mut Desk<'_>) -> T) -> T {
        let mut next = self.written as u8;
        let mut chance = |bytes: &mut [u8]| {
            for byte in bytes {
                next = next.wrapping_mul(31).wrapping_add(17);
                *byte = next;
            }
        };
        let mut desk = Desk::new(&self.site, &mut self.store, &self.clock, &mut chance);
        step(&mut desk)
    }

    fn make(&mut self, number: usize) -> MatchId {
        let game = games::find("sign-of-the-pagan").expect("a game");
        let mut new = NewMatch::of(game, "standard", &self.config.deadlines);
        new.id = Some(format!("m{number}").parse().expect("a name"));
        new.grace = Lapse::ZERO;
        new.seats = ["hun", "roman"]
            .map(|side| NewSeat {
                side: side.to_owned(),
                address: Some(format!("{side}{number}@example.net")),
            })
            .to_vec();
        self.at_desk(|desk| desk.make(&new)).expect("a match")
    }

    fn sync(&mut self) {
        let Incoming::Maildir(path) = self.config.incoming[0].clone() else {
            unreachable!("a fresh site reads a Maildir")
        };
        let mut maildir = Maildir::open(&path).expect("a Maildir");
        let name = self.config.incoming[0].name();
        let mut chance = |bytes: &mut [u8]| bytes.fill(7);
        let mut desk = Desk::new(&self.site, &mut self.store, &self.clock, &mut chance);
        let mut inboxes = [Inbox {
            name,
            offers: Offers::Once,
            source: &mut maildir,
        }];
        desk.sync(&mut inboxes, &mut self.transport)
            .expect("a pass");
    }

    /// Takes every mail out of the outgoing mailbox.
    fn reports(&mut self) -> Vec<Report> {
        let folder = self.path().join("mail/out/new");
        let mut reports = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let raw = fs::read(&path).expect("a mail");
            fs::remove_file(&path).expect("removed");
            let mail = MessageParser::default().parse(&raw).expect("a mail");
            let address = |found: Option<&mail_parser::Address<'_>>| {
                let first = found.and_then(|found| found.first()?.address());
                first.unwrap_or_default().to_owned()
            };
            reports.push(Report {
                to: address(mail.to()),
                reply_to: address(mail.reply_to()),
                text: mail.body_text(0).unwrap_or_default().replace('\r', ""),
            });
        }
        reports
    }

    fn answer(&mut self, report: &Report, text: &str) {
        self.written += 1;
        let quoted: String = report
            .text
            .lines()
            .map(|line| format!("> {line}\n"))
            .collect();
        let raw = format!(
            "From: {}\nTo: {}\nSubject: Re: orders\nMessage-ID: <{}@example.net>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\n\
             On Fri, 27 Nov 2026, Tessera wrote:\n{quoted}",
            report.to, report.reply_to, self.written
        );
        let name = format!("{}.{:06}.bench", self.clock.now().as_second(), self.written);
        fs::write(self.path().join("mail/in/new").join(name), raw).expect("a mail");
    }

    fn start(&mut self, matches: usize) -> Vec<Report> {
        for number in 0..matches {
            self.make(number);
        }
        self.sync();
        for invitation in self.reports() {
            self.answer(&invitation, "ACCEPT");
        }
        self.sync();
        self.reports()
    }
}

/// A Maildir of 1,000 mails with orders, each quoting the whole report that it answers.
fn full_maildir() -> Bench {
    let mut bench = Bench::new();
    let reports = bench.start(MATCHES);
    let asked: Vec<&Report> = reports
        .iter()
        .filter(|report| report.text.contains("WHAT YOU HAVE TO DECIDE"))
        .collect();
    assert_eq!(asked.len(), MATCHES);
    for number in 0..MAILS {
        let report = asked[number % MATCHES];
        let text = format!("SETUP hun-hc-1 1614 F2\nSETUP hun-lc-6 1615 F2\nSAY mail {number}");
        bench.answer(report, &text);
    }
    bench
}

/// 1,000 mails in a Maildir to 1,000 receipts in the outbox.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn a_maildir_of_1000_to_receipts(bencher: Bencher<'_, '_>) {
    bencher
        .counter(ItemsCount::new(MAILS))
        .with_inputs(full_maildir)
        .bench_refs(|bench| {
            let path = bench.path().join("mail/in");
            let mut maildir = Maildir::open(&path).expect("a Maildir");
            let read = bench.at_desk(|desk| {
                desk.take_in(&mut maildir, "bench", Offers::Once)
                    .expect("taken");
                desk.read_mails().expect("read")
            });
            assert_eq!(read.len(), MAILS);
            black_box(read)
        });
}

/// A match in which nobody moves, as many stops old.
fn old_match(stops: u64) -> (Bench, Vec<Report>) {
    let mut bench = Bench::new();
    let mut reports = bench.start(1);
    let id: MatchId = "m0".parse().expect("a name");
    loop {
        let open = bench
            .store
            .read()
            .expect("read")
            .open_stop_of(&id)
            .expect("read");
        if open.is_some_and(|open| open.number >= stops && open.asked.len() == 1) {
            return (bench, reports);
        }
        step(&mut bench, &reports);
        reports = bench.reports();
    }
}

/// Lets everybody who is asked answer, and runs.
fn step(bench: &mut Bench, reports: &[Report]) {
    for report in reports {
        let Some(question) = report.text.split("WHAT YOU HAVE TO DECIDE").nth(1) else {
            continue;
        };
        let example = question.lines().find_map(|line| line.strip_prefix("| "));
        let chooses = question.contains("Choose five");
        let text = example.filter(|_| chooses).unwrap_or("GO").to_owned();
        bench.answer(report, &text);
    }
    bench.clock.advance(SignedDuration::from_mins(5));
    bench.sync();
}

/// What one exchange costs in a match that has seen so many stops.
#[divan::bench(args = [10, 1_000], sample_count = 15, sample_size = 1)]
fn one_exchange_after_so_many_stops(bencher: Bencher<'_, '_>, stops: u64) {
    let (mut bench, mut reports) = old_match(stops);
    bencher.bench_local(|| {
        step(&mut bench, &reports);
        reports = bench.reports();
    });
}
