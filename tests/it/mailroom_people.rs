//! What players wish about themselves: deputies, teams, times in their language, rematches, being forgotten.

use std::fs;

use tesserarius::schedule::Lapse;
use tesserarius::store::{Disposition, Life, Store};

use super::support::postbox::{ANNA, BRUNO, Letter, Postbox, seat};

const CLARA: &str = "clara@example.org";

fn started() -> (Postbox, Letter, Letter) {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|_| {});
    (site, anna, bruno)
}

fn last_disposition(site: &mut Postbox) -> Disposition {
    site.sync().read.pop().expect("a mail was read").disposition
}

/// Lets Anna resign, and returns her last letter.
fn finished() -> (Postbox, Letter) {
    let (mut site, anna, _) = started();
    site.answer(&anna, ANNA, "RESIGN\nGO");
    site.sync();
    site.advance(11);
    site.sync();
    let last = site.post_of(ANNA).pop().unwrap();
    site.post_of(BRUNO);
    let id = "chalons".parse().unwrap();
    let life = site.store.read().unwrap().the_match(&id).unwrap().life;
    assert_eq!(life, Life::Finished);
    (site, last)
}

#[test]
fn a_deputy_orders_until_his_time_is_over() {
    let (mut site, anna, _) = started();
    site.answer(&anna, ANNA, &format!("DEPUTY {CLARA} 2d"));
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("may order for you until Sun 29 Nov 12:00")
    );
    let of_clara = site.post_of(CLARA);
    let welcome = of_clara
        .iter()
        .find(|letter| letter.subject.contains("deputy"));
    let welcome = welcome.unwrap().clone();
    assert!(welcome.text.contains("deputy of anna"), "{}", welcome.text);
    assert!(
        welcome.files.is_empty() && welcome.references.is_empty(),
        "the record goes to its owner"
    );
    assert!(
        welcome.text.contains("The armies are being set up"),
        "{}",
        welcome.text
    );

    site.answer(&welcome, CLARA, "SETUP hun-hc-1 1614 F2");
    assert_eq!(last_disposition(&mut site), Disposition::Orders);
    let (to_anna, to_clara) = (site.letter_to(ANNA), site.letter_to(CLARA));
    assert_eq!(to_anna.text, to_clara.text);
    assert_ne!(to_anna.message_id, to_clara.message_id);

    site.answer(&to_clara, CLARA, "DEPUTY clara@elsewhere.example 30d");
    assert_eq!(
        last_disposition(&mut site),
        Disposition::Quarantine,
        "a deputy names no deputy"
    );
    site.post_of(CLARA);
    site.advance(2 * 24 * 60 + 1);
    site.answer(&to_clara, CLARA, "SETUP hun-hc-1 1614 F3");
    assert_eq!(last_disposition(&mut site), Disposition::Quarantine);
    assert!(site.post_of(CLARA).is_empty(), "he hears nothing any more");
}

#[test]
fn each_of_two_deputies_named_within_a_minute_hears_of_it() {
    let (mut site, anna, _) = started();
    site.answer(&anna, ANNA, &format!("DEPUTY {CLARA} 2d"));
    site.sync();
    site.answer(&anna, ANNA, "DEPUTY dora@example.org 2d");
    site.sync();
    for address in [CLARA, "dora@example.org"] {
        let letters = site.post_of(address);
        assert!(
            letters
                .iter()
                .any(|letter| letter.subject.contains("deputy")),
            "{address}"
        );
    }
    site.answer(&anna, CLARA, "SETUP hun-hc-1 1614 F2");
    assert_eq!(
        last_disposition(&mut site),
        Disposition::Quarantine,
        "one deputy at a time"
    );
}

#[test]
fn the_other_side_cannot_be_a_deputy_and_none_ends_it() {
    let (mut site, anna, _) = started();
    site.answer(&anna, ANNA, &format!("DEPUTY {BRUNO} 2d"));
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("plays another side"));
    site.answer(&anna, ANNA, &format!("DEPUTY {CLARA} 2d"));
    site.sync();
    site.answer(&anna, ANNA, "DEPUTY NONE");
    site.sync();
    site.post_of(CLARA);
    site.answer(&anna, CLARA, "SETUP hun-hc-1 1614 F2");
    assert_eq!(last_disposition(&mut site), Disposition::Quarantine);
}

#[test]
fn a_team_gets_every_letter_and_its_commander_orders() {
    let mut site = Postbox::new();
    let team = format!("{ANNA},{CLARA}");
    let (anna, _) = site.start(|new| new.seats[0] = seat("hun", &team));
    let of_clara = site.post_of(CLARA);
    assert!(
        of_clara
            .iter()
            .any(|letter| letter.text.contains("Set up your 30 units"))
    );
    site.answer(&anna, CLARA, "SETUP hun-hc-1 1614 F2");
    assert_eq!(last_disposition(&mut site), Disposition::Quarantine);
    let held = site.letter_to(CLARA);
    assert!(
        held.text.contains("given by its commander"),
        "{}",
        held.text
    );
    site.answer(&anna, CLARA, "SAY Hello from the staff\nSHOW STATUS");
    assert_eq!(last_disposition(&mut site), Disposition::Orders);
    site.answer(&anna, ANNA, "SETUP hun-hc-1 1614 F2");
    assert_eq!(last_disposition(&mut site), Disposition::Orders);
}

#[test]
fn times_are_told_in_the_language_of_the_player() {
    let (mut site, anna, bruno) = started();
    site.answer(&anna, ANNA, "SET LANGUAGE de\nSHOW STATUS");
    site.answer(&bruno, BRUNO, "SHOW STATUS");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("Mo 30 Nov 12:00"));
    assert!(site.letter_to(BRUNO).text.contains("Mon 30 Nov 12:00"));
    site.answer(&anna, ANNA, "SET LANGUAGE klingon");
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("times are told in en, de, fr")
    );
}

#[test]
fn a_rematch_changes_sides_and_is_arranged_once() {
    let (mut site, last) = finished();
    site.answer(&last, ANNA, "REMATCH");
    site.sync();
    let (of_anna, of_bruno) = (site.post_of(ANNA), site.post_of(BRUNO));
    let invites = |letters: &[Letter], side: &str| {
        let words = format!("You are invited to play {side}");
        letters
            .iter()
            .any(|letter| letter.text.contains(&words) && letter.text.contains("match chalons-re"))
    };
    assert!(invites(&of_anna, "ROMAN") && invites(&of_bruno, "HUN"));
    assert!(
        of_bruno[0]
            .text
            .contains("hun of match `chalons` asks for a rematch")
    );
    site.answer(&last, ANNA, "REMATCH");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("arranged already"));
    assert!(site.post_of(BRUNO).is_empty());
}

#[test]
fn a_team_goes_on_together_in_a_rematch() {
    let mut site = Postbox::new();
    let team = format!("{ANNA},{CLARA}");
    let (anna, _) = site.start(|new| {
        new.seats[0] = seat("hun", &team);
        new.grace = Lapse::ZERO;
    });
    site.answer(&anna, ANNA, "RESIGN");
    site.sync();
    site.advance(1);
    site.sync();
    let is_over = |letter: &Letter| letter.subject.contains("is over");
    let last = site.post_of(ANNA).into_iter().rfind(is_over).unwrap();
    site.post_of(CLARA);
    site.answer(&last, ANNA, "REMATCH");
    site.sync();
    let of_clara = site.post_of(CLARA);
    let invites = |letter: &Letter| letter.text.contains("You are invited to play ROMAN");
    assert!(of_clara.iter().any(invites), "{of_clara:?}");
}

#[test]
fn a_setting_counts_for_what_the_same_mail_asks_after_it() {
    let (mut site, anna, _) = started();
    site.answer(
        &anna,
        ANNA,
        "SHOW STATUS\nSET LANGUAGE de\nSET ZONE UTC\nSHOW STATUS",
    );
    site.sync();
    let told = site.letter_to(ANNA).text;
    assert!(
        told.contains("hun is asked, until Mon 30 Nov 12:00."),
        "{told}"
    );
    assert!(
        told.contains("hun is asked, until Mo 30 Nov 11:00."),
        "{told}"
    );
}

#[test]
fn whoever_wants_to_be_forgotten_is_once_his_matches_are_over() {
    let (mut site, anna, _) = started();
    site.answer(&anna, ANNA, "FORGET ME");
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("while match `chalons` goes on")
    );

    let (mut site, last) = finished();
    site.answer(&last, ANNA, "FORGET ME");
    site.sync();
    let farewell = site.letter_to(ANNA);
    assert!(
        farewell.text.contains("This is the last"),
        "{}",
        farewell.text
    );
    assert_eq!(
        named_to_the_operator(&mut site),
        mails_in_the_box(&site, ANNA)
    );
    let unit = site.store.read().unwrap();
    assert!(unit.player_at(ANNA).unwrap().is_none());
    for number in 1..=20 {
        let Ok(mail) = unit.raw(tesserarius::store::RawId(number)) else {
            break;
        };
        let text = String::from_utf8_lossy(&mail.bytes).into_owned();
        assert!(
            !text.contains("From: anna@example.net"),
            "mail {number}: {text}"
        );
    }
    let id = "chalons".parse().unwrap();
    assert!(
        !unit.record_after(&id, 0).unwrap().is_empty(),
        "the record stays"
    );
    drop(unit);
    site.advance(1);
    site.sync();
    let file = site.config.folders.data.join("tessera.db");
    site.reopen();
    let database = rusqlite::Connection::open(&file).unwrap();
    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
    let busy: i64 = database
        .query_row(checkpoint, [], |row| row.get(0))
        .unwrap();
    assert_eq!(busy, 0, "everything is in the one file");
    let bytes = fs::read(&file).unwrap();
    // The mail programs of these tests put the address into identifiers, behind a full stop.
    let found = bytes
        .windows(ANNA.len() + 1)
        .position(|window| window[0] != b'.' && &window[1..] == ANNA.as_bytes());
    let around = found.map(|at| String::from_utf8_lossy(&bytes[at.saturating_sub(80)..at + 40]));
    assert_eq!(around, None, "no page holds the address, free ones neither");
    site.answer(&last, ANNA, "SHOW RECORD");
    site.sync();
    assert!(site.post_of(ANNA).is_empty(), "nobody knows him any more");
}

/// The files in the site's own mailbox that somebody has written, the latest left out.
fn mails_in_the_box(site: &Postbox, address: &str) -> Vec<String> {
    let files = fs::read_dir(site.path().join("mail/in/cur")).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().path())
        .filter(|file| {
            let mail = fs::read_to_string(file).unwrap();
            mail.starts_with(&format!("From: {address}\r\n"))
        })
        .map(|file| file.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names.pop().expect("the mail that asks to be forgotten");
    let bare = |name: &String| name.split(":2,").next().unwrap().to_owned();
    names.iter().map(bare).collect()
}

/// The deliveries that the operator is told of when somebody is forgotten.
fn named_to_the_operator(site: &mut Postbox) -> Vec<String> {
    let told = site.letter_to("operator@pbem.example.org").text;
    assert!(told.contains("has asked to be forgotten"), "{told}");
    assert!(!told.contains(ANNA), "{told}");
    let (_, places) = told
        .split_once("\nmaildir:")
        .expect("the name of the source");
    let names = places.lines().filter_map(|line| line.strip_prefix("    "));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort();
    names
}
