//! The machine stops at every boundary of a mail's way: afterwards everything is as if it had not.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use jiff::SignedDuration;
use tesserarius::desk::crash::{Crash, How, Point, arm, disarm};
use tesserarius::schedule::Clock;
use tesserarius::store::{MailKind, NewMail, Store};

use super::support::postbox::{ANNA, BRUNO, Game, Postbox, is_report};

/// Everything that a match leaves behind.
#[derive(PartialEq, Eq)]
pub(crate) struct Left {
    mails: BTreeMap<String, Vec<u8>>,
    record: Vec<String>,
    pub(crate) log: String,
    unsent: usize,
}

/// One pass; a process that was stopped is started again at once.
pub(crate) fn pass(site: &mut Postbox, crashes: &mut u32) {
    loop {
        match catch_unwind(AssertUnwindSafe(|| site.try_sync())) {
            Ok(synced) => {
                synced.unwrap();
                return;
            }
            Err(payload) if payload.is::<Crash>() => {
                *crashes += 1;
                site.reopen();
            }
            Err(payload) => resume_unwind(payload),
        }
    }
}

/// Plays from the invitation to a resignation; stops once where it is told to.
fn play(stop_at: Option<(Point, u32)>) -> (Left, u32) {
    let mut site = Postbox::new();
    let mut crashes = 0;
    site.invite(|new| new.grace = tesserarius::schedule::Lapse::ZERO);
    if let Some((point, nth)) = stop_at {
        arm(point, nth, How::Unwind);
    }
    pass(&mut site, &mut crashes);
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    pass(&mut site, &mut crashes);
    site.advance(10);
    pass(&mut site, &mut crashes);
    let report = |site: &mut Postbox, address| {
        let mails = site.post_of(address);
        mails.into_iter().rfind(is_report).expect("a report")
    };
    let mut game = Game {
        anna: report(&mut site, ANNA),
        bruno: report(&mut site, BRUNO),
        grace: 0,
    };
    for _ in 0..5 {
        for address in [ANNA, BRUNO] {
            if let Some(question) = game.question(address) {
                let letter = game.report_of(address).clone();
                let text = super::support::postbox::plain_answer(&question);
                site.answer(
                    &letter,
                    address,
                    &format!("{text}\nSAY stop {}", letter.message_id.len()),
                );
            }
        }
        // One pass at once, one when whatever was claimed and not marked is due again.
        pass(&mut site, &mut crashes);
        site.advance(10);
        pass(&mut site, &mut crashes);
        game.look(&mut site);
    }
    let anna = game.anna.clone();
    site.answer(&anna, ANNA, "RESIGN");
    pass(&mut site, &mut crashes);
    site.advance(10);
    pass(&mut site, &mut crashes);
    disarm();
    (left(&mut site), crashes)
}

pub(crate) fn left(site: &mut Postbox) -> Left {
    let folder = site.path().join("mail/out/new");
    let mails = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect();
    let log = std::fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
    let unit = site.store.read().unwrap();
    let lines = unit.record_after(&"chalons".parse().unwrap(), 0).unwrap();
    Left {
        mails,
        record: lines
            .into_iter()
            .map(|line| line.text().to_owned())
            .collect(),
        log,
        unsent: usize::from(unit.next_mail_at().unwrap().is_some()),
    }
}

pub(crate) fn compare(point: Point, nth: u32, left: &Left, twin: &Left) {
    let names = |left: &Left| left.mails.keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        names(left),
        names(twin),
        "{point} {nth}: the same mails, each once"
    );
    assert!(
        left.mails == twin.mails,
        "{point} {nth}: the bytes of the mails"
    );
    assert_eq!(
        left.record.len(),
        twin.record.len(),
        "{point} {nth}: lines of the record"
    );
    assert!(left.record == twin.record, "{point} {nth}: the record");
    assert!(left.log == twin.log, "{point} {nth}: the log file");
    assert_eq!(left.unsent, 0, "{point} {nth}: nothing is left to send");
}

#[test]
fn a_machine_that_stops_at_any_boundary_leaves_what_its_twin_leaves() {
    let (twin, none) = play(None);
    assert_eq!(none, 0);
    assert!(twin.log.contains("type: REPORT") && twin.log.contains("text: finished"));
    for point in Point::ALL {
        for nth in [1, 3] {
            let (left, crashes) = play(Some((point, nth)));
            assert_eq!(
                crashes,
                u32::from(nth == 1 || crashes > 0),
                "{point} was passed"
            );
            compare(point, nth, &left, &twin);
        }
    }
}

/// What `status` says of letters that wait.
fn waiting(site: &mut Postbox) -> String {
    site.at_desk(|desk| desk.letters_waiting().unwrap().join("\n"))
}

#[test]
fn letters_that_a_dead_sender_took_are_told_and_sent_at_once() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    let now = site.clock.now();
    let claim = |site: &mut Postbox| {
        let mut work = site.store.write().unwrap();
        let claimed = work
            .claim_mail(now, SignedDuration::from_mins(5), 50)
            .unwrap();
        work.commit().unwrap();
        claimed.len()
    };
    assert_eq!(claim(&mut site), 2);
    let aside = site.path().join("mail/out/tmp/1795552267.aa.tessera");
    std::fs::write(&aside, b"half a letter").unwrap();

    // As long as the sender lives the letters are his.
    let lock = site.path().join("data/sending.lock");
    let lock = std::fs::File::create(lock).unwrap();
    lock.lock_shared().unwrap();
    assert!(waiting(&mut site).is_empty());
    assert_eq!(site.sync().sent.sent, 0);
    assert!(aside.exists());

    drop(lock);
    let told = waiting(&mut site);
    let expected = "2 letters wait: sending was interrupted. The next `tessera sync` tries again at once, a `serve` \
                    that runs at Fri 27 Nov 12:05";
    assert_eq!(told, expected, "in the wall clock of the site");
    assert_eq!(site.sync().sent.sent, 2);
    assert!(!aside.exists());
    assert!(waiting(&mut site).is_empty());
    assert_eq!(site.sync().sent.sent, 0, "no letter goes twice");
}

/// Queues so many letters, each to an address of its own.
fn queue(site: &mut Postbox, letters: usize) {
    let now = site.clock.now();
    let mut work = site.store.write().unwrap();
    for number in 0..letters {
        let message_id = format!("{number}@pbem.example.org");
        let letter = NewMail {
            kind: MailKind::Receipt,
            of_match: None,
            seat: None,
            recipient: format!("p{number}@example.net"),
            envelope_from: None,
            bytes: format!("Message-ID: <{message_id}>\r\n\r\nletter {number}\r\n").into_bytes(),
            message_id,
            entry: None,
        };
        work.queue_mail(&letter, now).unwrap();
    }
    work.commit().unwrap();
}

/// Takes the letters out of the mailbox, as whoever delivers them does.
fn delivered(site: &Postbox) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(site.path().join("mail/out/new")).unwrap();
    let take = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, bytes)
    };
    entries.map(take).collect()
}

#[test]
fn a_batch_that_was_handed_over_and_not_marked_goes_again_alone_and_byte_for_byte() {
    for (letters, batches) in [
        (1, vec![1]),
        (50, vec![50]),
        (51, vec![50, 1]),
        (101, vec![50, 50, 1]),
    ] {
        for nth in 1..=batches.len() {
            let mut site = Postbox::new();
            queue(&mut site, letters);
            arm(Point::Sent, u32::try_from(nth).unwrap(), How::Unwind);
            let stopped = catch_unwind(AssertUnwindSafe(|| site.try_sync()));
            assert!(
                stopped.is_err_and(|payload| payload.is::<Crash>()),
                "{letters} {nth}"
            );
            let first = delivered(&site);
            assert_eq!(
                first.len(),
                batches[..nth].iter().sum::<usize>(),
                "{letters} {nth}"
            );
            site.reopen();
            let sent = site.sync().sent.sent;
            let again = delivered(&site);
            let unmarked: usize = batches[nth - 1..].iter().sum();
            assert_eq!((sent, again.len()), (unmarked, unmarked), "{letters} {nth}");
            let twice = again.iter().filter(|(name, _)| first.contains_key(*name));
            let twice: Vec<_> = twice.collect();
            assert_eq!(
                twice.len(),
                batches[nth - 1],
                "{letters} {nth}: no other batch"
            );
            assert!(twice.iter().all(|(name, bytes)| first[*name] == **bytes));
            let mut all = first;
            all.extend(again);
            assert_eq!(all.len(), letters, "{letters} {nth}: each letter");
            assert_eq!(site.sync().sent.sent, 0, "{letters} {nth}: nothing is left");
        }
    }
    disarm();
}
