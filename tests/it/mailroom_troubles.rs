//! What goes wrong on our side: a fault of the program, a mail that cannot be sent, a database restored.

use std::fs;

use tesserarius::desk::crash::{How, Point, arm, disarm};
use tesserarius::mail::transport::{Envelope, SendError, Transport};
use tesserarius::store::{Disposition, MailKind, Readiness, Store};

use super::support::postbox::{ANNA, BRUNO, GEORG, Postbox};

/// A mail server that refuses everything, for good or for now.
struct Refuses {
    for_good: bool,
    seen: Vec<Vec<u8>>,
}

impl Transport for Refuses {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), SendError> {
        self.seen.push(bytes.to_vec());
        let (to, because) = (envelope.to.clone(), "the mailbox is on fire".to_owned());
        Err(match self.for_good {
            true => SendError::Permanent { to, because },
            false => SendError::Transient { to, because },
        })
    }
}

/// A mail server that takes one mail after the other, until the machine stops.
#[derive(Default)]
struct Stops {
    after: usize,
    taken: Vec<String>,
}

impl Transport for Stops {
    fn send(&mut self, envelope: &Envelope, _: &[u8]) -> Result<(), SendError> {
        if self.taken.len() == self.after {
            std::panic::resume_unwind(Box::new("the machine stops"));
        }
        self.taken.push(envelope.to.clone());
        Ok(())
    }
}

#[test]
fn what_a_server_has_taken_before_the_machine_stops_is_not_sent_again() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    let mut server = Stops {
        after: 1,
        ..Stops::default()
    };
    let died = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        site.at_desk(|desk| desk.send(&mut server))
    }));
    assert!(died.is_err());
    server.after = usize::MAX;
    let sent = site.at_desk(|desk| desk.send(&mut server)).unwrap();
    assert_eq!(sent.sent, 1, "the other invitation");
    server.taken.sort();
    assert_eq!(server.taken, [ANNA, BRUNO]);
}

#[test]
fn a_mail_that_cannot_be_delivered_now_is_tried_again_unchanged_and_given_up_in_the_end() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    let mut server = Refuses {
        for_good: false,
        seen: Vec::new(),
    };
    let mut tries = 0;
    for _ in 0..60 {
        let sent = site.at_desk(|desk| desk.send(&mut server)).unwrap();
        tries += sent.delayed;
        if sent.failed > 0 {
            break;
        }
        site.advance(120);
    }
    assert!(tries > 10);
    let is_invitation = |mail: &&Vec<u8>| String::from_utf8_lossy(mail).contains("invitation to");
    let mut bytes: Vec<_> = server.seen.iter().filter(is_invitation).collect();
    bytes.sort();
    bytes.dedup();
    assert_eq!(bytes.len(), 2, "two invitations, always the same bytes");
    let unit = site.store.read().unwrap();
    assert_eq!(unit.failed_mail().unwrap().len(), 2);
    drop(unit);
    site.advance(120);
    site.sync();
    let told: Vec<_> = site.post_of("operator@pbem.example.org");
    assert_eq!(told.len(), 2);
    let words = told[0]
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(words.contains("the mailbox is on fire"), "{words}");
}

#[test]
fn a_mail_that_is_refused_for_good_is_given_up_at_once_and_the_game_master_hears_of_it() {
    let mut site = Postbox::new();
    site.invite(|new| new.game_master = Some(GEORG.to_owned()));
    let mut server = Refuses {
        for_good: true,
        seen: Vec::new(),
    };
    let sent = site.at_desk(|desk| desk.send(&mut server)).unwrap();
    // Three invitations; what tells the game master of them fails too, and that is not told again.
    assert!(sent.failed >= 3, "{sent:?}");
    let unit = site.store.read().unwrap();
    assert!(
        unit.next_mail_at().unwrap().is_none(),
        "nothing goes round in circles"
    );
    let since = "2026-01-01T00:00:00Z".parse().unwrap();
    assert!(unit.mailed_since(GEORG, MailKind::Notice, since).unwrap() >= 1);
}

#[test]
fn a_mail_that_the_program_fails_on_is_set_aside_and_the_others_are_read() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "SAY one");
    site.answer(&anna, ANNA, "SAY two");
    site.answer(&anna, ANNA, "SAY three");
    // The position that the second mail needs cannot be read: a fault that no mail can cause.
    {
        let mut work = site.store.write().unwrap();
        let id = "chalons".parse().unwrap();
        work.save_position(&id, 1, "{}", "2026-11-27T11:00:00Z".parse().unwrap())
            .unwrap();
        work.commit().unwrap();
    }
    let read = site.sync().read;
    let held = read
        .iter()
        .filter(|read| read.disposition == Disposition::Quarantine);
    assert_eq!(held.count(), 3);
    let told = site.post_of("operator@pbem.example.org");
    assert_eq!(told.len(), 3);
    assert!(
        told[0].text.contains("is in quarantine"),
        "{}",
        told[0].text
    );
    assert_eq!(
        site.post_of(ANNA).len(),
        3,
        "whoever wrote a mail hears that it failed, even where the match cannot be laid out"
    );
}

#[test]
fn a_panic_over_a_mail_is_caught_and_the_match_is_as_it_was() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    site.post_of(GEORG);
    site.post_of(BRUNO);
    site.answer(&anna, ANNA, "SETUP hun-hc-1 1614 F2\nGO");
    arm(Point::Pending, 1, How::Panic);
    let read = site.sync().read;
    disarm();
    assert_eq!(read[0].disposition, Disposition::Quarantine);
    let unit = site.store.read().unwrap();
    let id = "chalons".parse().unwrap();
    let open = unit.open_stop_of(&id).unwrap().unwrap();
    assert_eq!(
        open.asked[0].readiness,
        Readiness::Silent,
        "nothing of it was filed"
    );
    drop(unit);
    let told = site.letter_to(GEORG);
    let says = "A mail for the seat hun is held: the program failed on this mail";
    assert!(told.text.contains(says), "{}", told.text);
    assert_eq!(site.post_of("operator@pbem.example.org").len(), 1);
    let answer = site.letter_to(ANNA);
    let says = "was not carried out";
    assert!(answer.text.contains(says), "{}", answer.text);
    site.answer(&bruno, BRUNO, "SAY hello");
    assert_eq!(
        site.sync().read[0].disposition,
        Disposition::Orders,
        "the next mail is read"
    );
}

#[test]
fn a_run_that_fails_leaves_the_match_as_it_was_and_is_told_once() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    site.post_of(GEORG);
    site.answer(&anna, ANNA, "GO");
    site.sync();
    site.advance(10);
    let log = site.path().join("data/log/chalons.log");
    let before = fs::read_to_string(&log).unwrap();
    arm(Point::Queued, 1, How::Panic);
    for _ in 0..3 {
        assert_eq!(site.sync().ran.len(), 0);
        site.advance(1);
    }
    disarm();
    assert_eq!(site.post_of("operator@pbem.example.org").len(), 1);
    assert_eq!(site.post_of(GEORG).len(), 1);
    let after = fs::read_to_string(&log).unwrap();
    assert_eq!(after, before, "nothing was appended");
    assert_eq!(site.sync().ran.len(), 1, "once the fault is gone it runs");
}

#[test]
fn a_restored_database_takes_no_orders_until_it_is_recovered() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let copy = site.path().join("copy");
    tesserarius::store::backup(
        &mut site.store,
        &site.site.logs.clone(),
        &site.site.keys.clone(),
        &copy,
        "2026-11-27T11:00:00Z".parse().unwrap(),
    )
    .unwrap();
    site.answer(&anna, ANNA, "GO");
    site.sync();
    site.advance(10);
    site.sync();
    site.post_of(ANNA);
    // The database of before the run comes back; the log file beside it knows better.
    let database = site.path().join("data/tessera.db");
    let reopened = |site: &mut Postbox| {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(site.path().join(format!("data/tessera.db{end}")));
        }
        fs::copy(copy.join("tessera.db"), &database).unwrap();
        site.reopen();
    };
    reopened(&mut site);
    let synced = site.sync();
    assert_eq!(synced.troubles.len(), 1, "{:?}", synced.troubles);
    assert!(synced.troubles[0].contains("takes no orders"));
    site.answer(&anna, ANNA, "GO");
    let read = site.sync().read;
    assert_eq!(read[0].disposition, Disposition::Quarantine);
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("must rebuild the match from its log")
    );
}
