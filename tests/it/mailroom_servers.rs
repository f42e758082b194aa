//! End to end through real mail servers: a match between bots by SMTP and IMAP while servers stop and the disk fills
//! up, and a site that serves for ever.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tesserarius::auditor::{Handed, Papers, examine, shipped};
use tesserarius::bot::{Chance, Correspondent, Sight};
use tesserarius::desk::{DeskError, Inbox, Offers, Synced};
use tesserarius::engine::Seat;
use tesserarius::games;
use tesserarius::mail::source::Source;
use tesserarius::mail::sources::Imap;
use tesserarius::mail::transport::{Envelope, Transport};
use tesserarius::mail::transports::{Security, SmtpTransport};
use tesserarius::schedule::Lapse;
use tesserarius::store::{Life, MatchId, Store};

use super::support::mail_servers::{MailServers, PASSWORD};
use super::support::postbox::{ANNA, BRUNO, Letter, Postbox};

/// A bot with a mailbox.
struct Player {
    address: &'static str,
    seat: Seat,
    hand: Box<dyn Correspondent>,
    imap: Imap,
    position: Option<String>,
    smtp: SmtpTransport,
    /// Answers that the server did not take yet.
    unsent: Vec<(String, Vec<u8>)>,
    /// Everything that he got.
    got: Vec<Letter>,
    /// The last stop that he has answered.
    answered: Option<u64>,
}

/// Returns the stop that a letter is about: the third word of its reply address.
fn stop_of(letter: &Letter) -> u64 {
    let words: Vec<_> = letter.reply_to.split('.').collect();
    words.get(2).and_then(|stop| stop.parse().ok()).unwrap_or(0)
}

impl Player {
    fn new(site: &Postbox, servers: &MailServers, seat: u8) -> Self {
        let game = games::find("sign-of-the-pagan").unwrap();
        let terms = site.site.terms(game, "standard", Vec::new()).unwrap();
        let chance = Chance::of(u64::from(seat), "servers");
        let (address, user) = [(ANNA, "anna"), (BRUNO, "bruno")][usize::from(seat)];
        Self {
            address,
            seat: Seat(seat),
            hand: (game.correspondent)(&terms, chance).unwrap(),
            imap: Imap::new(servers.imap(user, Security::StartTls)).unwrap(),
            position: None,
            smtp: SmtpTransport::new(&servers.smtp()).unwrap(),
            unsent: Vec::new(),
            got: Vec::new(),
            answered: None,
        }
    }

    /// Fetches his mails, as far as the server lets him; returns how many came.
    fn fetch(&mut self) -> usize {
        self.imap.resume(self.position.as_deref());
        let Ok(waiting) = self.imap.waiting() else {
            return 0;
        };
        let came: Vec<_> = waiting.map_while(Result::ok).collect();
        for delivery in &came {
            self.imap.acknowledge(delivery).unwrap();
            self.got.push(Letter::of(&delivery.bytes));
        }
        self.position = self.imap.position();
        came.len()
    }

    /// Writes an answer to the mail about the newest stop that he was not heard of yet.
    fn answer(&mut self, site: &mut Postbox, id: &MatchId) {
        let asks = |letter: &&Letter| {
            letter.subject.contains("invitation to") || letter.subject.contains("to move")
        };
        // Servers do not keep the order of mails.
        let newest = self
            .got
            .iter()
            .filter(asks)
            .max_by_key(|letter| stop_of(letter));
        let Some(letter) = newest.cloned() else {
            return;
        };
        if self.answered >= Some(stop_of(&letter)) {
            return;
        }
        self.answered = Some(stop_of(&letter));
        let text = if letter.subject.contains("invitation to") {
            "ACCEPT".to_owned()
        } else {
            let table = site.at_desk(|desk| desk.table(id)).unwrap();
            let stop = table.play.stop();
            if !stop.is_some_and(|stop| stop.seats.contains(&self.seat)) {
                return;
            }
            let sight = Sight::of(&*table.play, self.seat);
            self.hand.lines(&sight).unwrap().join("\n")
        };
        let bytes = site.answer_bytes(&letter, self.address, &text);
        self.unsent.push((letter.reply_to, bytes));
    }

    /// Hands in what he has written, as far as the server takes it.
    fn send(&mut self) {
        let (address, smtp) = (self.address, &mut self.smtp);
        self.unsent.retain(|(to, bytes)| {
            let envelope = Envelope {
                from: Some(address.to_owned()),
                to: to.clone(),
            };
            smtp.send(&envelope, bytes).is_err()
        });
    }
}

/// One pass of the site over real servers.
fn sync(site: &mut Postbox, servers: &MailServers) -> Result<Synced, DeskError> {
    let mut imap = Imap::new(servers.imap("orders", Security::Implicit)).unwrap();
    let mut smtp = SmtpTransport::new(&servers.smtp()).unwrap();
    let mut inboxes = [Inbox {
        name: "imap".to_owned(),
        offers: Offers::Once,
        source: &mut imap,
    }];
    site.at_desk(|desk| desk.sync(&mut inboxes, &mut smtp))
}

/// What goes wrong, one after the other: how it shows, and after how many mails that the site has taken.
const TROUBLES: [(&str, usize); 3] = [("delayed", 3), ("unread", 7), ("disk", 11)];

/// Rounds in which nothing moves before a trouble that does not show is put off until the next mail.
const PUT_OFF: u32 = 40;

/// What goes wrong while a match is played, and what of it has shown.
#[derive(Default)]
struct Troubles {
    shown: BTreeMap<&'static str, usize>,
    /// The trouble that lasts.
    now: Option<&'static str>,
    /// Mails that must have been taken before the next one begins.
    after: usize,
}

impl Troubles {
    fn count(&mut self, name: &'static str, times: usize) {
        *self.shown.entry(name).or_default() += times;
    }

    fn has_shown(&self, name: &str) -> bool {
        self.shown.get(name).is_some_and(|count| *count > 1)
    }

    fn are_over(&self) -> bool {
        self.now.is_none() && TROUBLES.iter().all(|(name, _)| self.has_shown(name))
    }

    /// Lets the next trouble begin, or ends the one that has shown.
    fn turn(&mut self, taken: usize, idle: u32, servers: &mut MailServers, disk: &SmallDisk) {
        if let Some(name) = self.now {
            if !self.has_shown(name) && idle < PUT_OFF {
                return;
            }
            match name {
                "delayed" => servers.start_smtpd(),
                "unread" => servers.start_dovecot(),
                _ => clear(&disk.0),
            }
            self.now = None;
            self.after = taken + 1;
            return;
        }
        let mut left = TROUBLES.iter().filter(|(name, _)| !self.has_shown(name));
        let Some((name, _)) = left
            .next()
            .filter(|(_, after)| taken >= self.after.max(*after))
        else {
            return;
        };
        match *name {
            "delayed" => servers.stop_smtpd(),
            "unread" => servers.stop_dovecot(),
            _ => fill_up(&disk.0),
        }
        self.now = Some(name);
    }
}

fn life(site: &mut Postbox, id: &MatchId) -> Life {
    site.store.read().unwrap().the_match(id).unwrap().life
}

/// Fills a disk up to its last byte.
fn fill_up(folder: &Path) {
    let mut size = 1 << 20;
    for number in 0.. {
        if fs::write(folder.join(format!("filler{number}")), vec![1_u8; size]).is_err() {
            if size == 1 {
                return;
            }
            size = (size / 4).max(1);
        }
    }
}

fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("filler"))
        {
            fs::remove_file(path).unwrap();
        }
    }
}

/// A small disk for a site's data, which goes with the test.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=48m", "tmpfs"])
            .arg(&folder)
            .status();
        assert!(
            mounted.is_ok_and(|status| status.success()),
            "a small disk is mounted"
        );
        Self(folder)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_match_by_smtp_and_imap_survives_servers_that_stop_and_a_full_disk() {
    let name = "a_match_by_smtp_and_imap_survives_servers_that_stop_and_a_full_disk";
    let Some(mut servers) = MailServers::start(name) else {
        return;
    };
    let disk = SmallDisk::mount(servers.path().join("disk"));
    let data = format!("data = \"{}\"", disk.0.join("data").display());
    let mut site = Postbox::with(|config| config.replace("# data = \"data\"", &data));
    let mut players = [0, 1].map(|seat| Player::new(&site, &servers, seat));
    let id = site.invite(|new| new.grace = Lapse::ZERO);
    let (mut troubles, mut taken, mut idle) = (Troubles::default(), 0, 0);
    for round in 1.. {
        troubles.turn(taken, idle, &mut servers, &disk);
        let mut moved = match sync(&mut site, &servers) {
            Ok(synced) => {
                troubles.count("delayed", synced.sent.delayed);
                troubles.count("unread", synced.unread.len());
                assert_eq!(synced.sent.failed, 0);
                taken += synced.taken.new;
                synced.taken.new + synced.sent.sent
            }
            Err(DeskError::Store(error)) => {
                assert_eq!(troubles.now, Some("disk"), "{error}");
                troubles.count("disk", 1);
                0
            }
            Err(error) => panic!("{error}"),
        };
        for player in &mut players {
            let came = player.fetch();
            player.answer(&mut site, &id);
            player.send();
            moved += came;
        }
        // A mail that was delayed is tried again after a while.
        site.advance(1);
        idle = if moved == 0 { idle + 1 } else { 0 };
        if idle > 0 {
            thread::sleep(Duration::from_millis(50));
        }
        assert!(idle < 400, "nothing moves any more in round {round}");
        let is_over = |player: &Player| {
            let mut got = player.got.iter();
            got.any(|letter| letter.subject.ends_with("the match is over"))
        };
        if idle > 20 && troubles.now.is_none() && players.iter().all(is_over) {
            break;
        }
    }
    assert!(troubles.are_over(), "{:?}", troubles.shown);
    assert_eq!(life(&mut site, &id), Life::Finished);
    check_mails(&mut site, &servers, &players);
    check_dice(&mut site, &id, &players);
}

/// Every mail that left has come, once.
fn check_mails(site: &mut Postbox, servers: &MailServers, players: &[Player; 2]) {
    for player in players {
        let mut names: Vec<_> = player.got.iter().map(|letter| &letter.message_id).collect();
        let came = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(
            names.len(),
            came,
            "no mail came twice to {}",
            player.address
        );
    }
    let unit = site.store.read().unwrap();
    assert_eq!(unit.failed_mail().unwrap().len(), 0);
    for (player, letter) in players
        .iter()
        .flat_map(|player| player.got.iter().map(move |letter| (player, letter)))
    {
        let stored = unit
            .mail_by_message_id(&letter.message_id)
            .unwrap()
            .unwrap();
        assert_eq!(stored.mail.recipient, player.address);
    }
    let waiting = fs::read_dir(servers.maildir("orders").join("new"))
        .unwrap()
        .count();
    assert_eq!(waiting, 0, "the site has taken everything");
}

/// Log, record and rules stand against the mails of both players.
fn check_dice(site: &mut Postbox, id: &MatchId, players: &[Player; 2]) {
    let own = site.at_desk(|desk| desk.papers(id)).unwrap();
    let archives = players.each_ref().map(|player| {
        let mut papers = Papers::default();
        for letter in &player.got {
            papers.add(&letter.message_id, &letter.raw, Handed::Found);
        }
        papers
    });
    let outcome = examine(&own, &archives, &shipped, None).unwrap();
    let verdict = outcome.audit.verdict.to_string();
    assert!(verdict.starts_with("CLEAN"), "{outcome}");
}

/// A site that serves, on the command line.
struct Server {
    folder: tempfile::TempDir,
    process: Option<Child>,
}

impl Server {
    fn new(servers: &MailServers) -> Self {
        let server = Self {
            folder: tempfile::tempdir().unwrap(),
            process: None,
        };
        server.run(&["init", "."]);
        let (smtp, _, imaps) = servers.ports();
        let file = server.path().join("config.toml");
        let config = fs::read_to_string(&file).unwrap();
        let source = format!(
            "kind = \"imap\"\nhost = \"localhost\"\nport = {imaps}\nlogin = \"orders\"\n\
             password_file = \"keys/imap.password\"\nauthority = \"{}\"\n",
            servers.authority().display()
        );
        let config = config
            .replace("kind = \"maildir\"\npath = \"mail/in\"\n", &source)
            .replace("kind = \"maildir\"\n", "kind = \"smtp\"\n")
            .replace(
                "[transport.smtp]\n",
                &format!("[transport.smtp]\nhost = \"127.0.0.1\"\nport = {smtp}\ntls = \"none\"\n"),
            );
        fs::write(&file, config).unwrap();
        let password = server.path().join("keys/imap.password");
        tesserarius::store::write_secret(&password, PASSWORD.as_bytes()).unwrap();
        server
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tessera"));
        command.args(arguments).current_dir(self.path()).env_clear();
        command
    }

    fn run(&self, arguments: &[&str]) {
        let done = self.command(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{arguments:?}: {told}");
    }

    /// Begins to serve, and waits for the first line that it says.
    fn serve(&mut self) {
        let mut process = self
            .command(&["serve"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = process.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        assert!(line.starts_with("Serving"), "{line}");
        self.process = Some(process);
    }

    /// Asks it to end, and returns its exit code.
    fn end(&mut self) -> Option<i32> {
        let mut process = self.process.take()?;
        let id = process.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &id])
                .status()
                .unwrap()
                .success()
        );
        process.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Fetches until something has come.
#[track_caller]
fn wait_for_mail(player: &mut Player) -> Letter {
    for _ in 0..300 {
        if player.fetch() > 0 {
            return player.got.last().unwrap().clone();
        }
        thread::sleep(Duration::from_millis(200));
    }
    panic!("no mail comes to {}", player.address);
}

#[test]
fn a_site_that_serves_hears_of_new_mail_and_ends_when_it_is_told_to() {
    let name = "a_site_that_serves_hears_of_new_mail_and_ends_when_it_is_told_to";
    let Some(servers) = MailServers::start(name) else {
        return;
    };
    let mut server = Server::new(&servers);
    server.run(&[
        "new",
        "sign",
        "--seat",
        "hun=anna@example.net",
        "--seat",
        "roman=bruno@example.com",
    ]);
    server.serve();
    let mut site = Postbox::new();
    let mut anna = Player::new(&site, &servers, 0);
    let invitation = wait_for_mail(&mut anna);
    assert!(
        invitation.subject.contains("invitation to"),
        "{}",
        invitation.subject
    );
    let bytes = site.answer_bytes(&invitation, ANNA, "ACCEPT");
    anna.unsent.push((invitation.reply_to.clone(), bytes));
    anna.send();
    let receipt = wait_for_mail(&mut anna);
    assert!(
        receipt.text.contains("You have accepted the match"),
        "{}",
        receipt.text
    );
    assert_eq!(server.end(), Some(0));
}
