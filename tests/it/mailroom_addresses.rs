//! The addresses of a player: a further one counts once it is confirmed from both ends.

use tesserarius::store::{Disposition, Store};

use super::support::postbox::{ANNA, BRUNO, Letter, Postbox};

const AT_WORK: &str = "anna@work.example.com";
const CLARA: &str = "clara@example.org";

fn started() -> (Postbox, Letter) {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    (site, anna)
}

fn last_disposition(site: &mut Postbox) -> Disposition {
    site.sync().read.pop().expect("a mail was read").disposition
}

/// Lets a mail in Anna's name ask for an address; returns the receipt and the letters that ask at both ends.
fn ask(site: &mut Postbox, anna: &Letter, address: &str) -> (Letter, Letter, Letter) {
    site.answer(anna, ANNA, &format!("ADDRESS ADD {address}"));
    site.sync();
    let at_home = site.post_of(ANNA);
    let asks = |letter: &&Letter| letter.subject.ends_with("a further address");
    let at_old = at_home
        .iter()
        .find(asks)
        .expect("a letter that asks")
        .clone();
    let receipt = at_home.iter().find(|letter| !asks(letter)).unwrap().clone();
    (receipt, at_old, site.letter_to(address))
}

/// Answers from one end, and returns what Anna is told of it.
fn say(site: &mut Postbox, letter: &Letter, from: &str, words: &str) -> String {
    site.answer(letter, from, words);
    site.sync();
    let letters = site.post_of(ANNA);
    letters.into_iter().map(|letter| letter.text).collect()
}

fn addresses(site: &mut Postbox) -> Vec<String> {
    let unit = site.store.read().unwrap();
    let anna = unit
        .player_at(ANNA)
        .unwrap()
        .or(unit.player_at(AT_WORK).unwrap());
    unit.addresses(anna.unwrap().id).unwrap()
}

#[test]
fn an_address_counts_once_both_ends_have_said_so() {
    let (mut site, anna) = started();
    let (receipt, at_old, at_new) = ask(&mut site, &anna, AT_WORK);
    assert!(
        receipt.text.contains("as soon as you have answered ACCEPT"),
        "{}",
        receipt.text
    );
    let told = say(&mut site, &at_old, ANNA, "ACCEPT");
    assert!(told.contains("is confirmed from one end"), "{told}");
    site.answer(&anna, AT_WORK, "SETUP hun-hc-1 1614 F2");
    assert_eq!(
        last_disposition(&mut site),
        Disposition::Quarantine,
        "it does not count yet"
    );
    site.post_of(ANNA);
    let told = say(&mut site, &at_new, AT_WORK, "accept");
    assert!(
        told.contains(&format!("{AT_WORK} may now be used to write for you.")),
        "{told}"
    );
    assert!(site.letter_to(AT_WORK).text.contains("ADDRESS REMOVE"));

    site.answer(&anna, AT_WORK, "SETUP hun-hc-1 1614 F2");
    assert_eq!(last_disposition(&mut site), Disposition::Orders);
    assert!(
        site.letter_to(ANNA).text.contains("SETUP hun-hc-1 1614 F2"),
        "mail goes to the first address"
    );
    site.answer(&anna, AT_WORK, &format!("ADDRESS FIRST {AT_WORK}"));
    site.sync();
    assert!(!site.post_of(ANNA).is_empty() && !site.post_of(AT_WORK).is_empty());
    site.answer(&anna, ANNA, &format!("ADDRESS REMOVE {ANNA}"));
    site.sync();
    assert!(!site.post_of(AT_WORK).is_empty());
    site.answer(&anna, ANNA, "SETUP hun-hc-1 1614 F3");
    assert_eq!(last_disposition(&mut site), Disposition::Quarantine);
}

#[test]
fn whoever_has_a_stolen_token_and_forges_the_sender_adds_nothing() {
    let (mut site, anna) = started();
    let (_, at_old, at_new) = ask(&mut site, &anna, CLARA);
    // He reads what goes to his own address, and knows the token of the report.
    for (letter, from) in [
        (&at_new, CLARA),
        (&at_new, ANNA),
        (&anna, ANNA),
        (&anna, CLARA),
        (&at_old, CLARA),
    ] {
        site.answer(letter, from, "ACCEPT");
        site.sync();
    }
    assert_eq!(addresses(&mut site), [ANNA]);
    let told = say(&mut site, &at_old, ANNA, "DECLINE");
    assert!(told.contains("is not added"), "{told}");
    let told = say(&mut site, &at_new, CLARA, "ACCEPT");
    assert!(told.contains("was declined"), "{told}");
    assert_eq!(addresses(&mut site), [ANNA]);
}

#[test]
fn the_letters_that_ask_bear_nothing_of_the_match() {
    let (mut site, anna) = started();
    let (_, at_old, at_new) = ask(&mut site, &anna, AT_WORK);
    for letter in [&at_old, &at_new] {
        assert!(
            letter.files.is_empty() && letter.references.is_empty(),
            "{letter:?}"
        );
        assert!(!letter.text.contains("#TESSERA") && !letter.text.contains("one order a line"));
        assert_ne!(letter.reply_to, anna.reply_to);
        site.answer(letter, ANNA, "SETUP hun-hc-1 1614 F2\nSHOW RECORD");
        site.sync();
    }
    let told: String = site
        .post_of(ANNA)
        .into_iter()
        .map(|letter| letter.text)
        .collect();
    assert!(told.contains("says neither ACCEPT nor DECLINE"), "{told}");
    assert!(!told.contains("YOUR ORDERS AS THEY STAND"), "{told}");
    assert!(site.post_of(AT_WORK).is_empty());
}

#[test]
fn a_wish_lapses_and_strangers_are_not_asked_without_end() {
    let (mut site, anna) = started();
    let (_, at_old, at_new) = ask(&mut site, &anna, AT_WORK);
    let told = say(&mut site, &anna, ANNA, &format!("ADDRESS ADD {AT_WORK}"));
    assert!(told.contains("was asked for before"), "{told}");
    assert!(site.post_of(AT_WORK).is_empty());
    for number in 1..=3 {
        site.answer(
            &anna,
            ANNA,
            &format!("ADDRESS ADD anna{number}@example.org"),
        );
        site.sync();
    }
    assert!(site.post_of("anna2@example.org").len() == 1);
    assert!(
        site.post_of("anna3@example.org").is_empty(),
        "a fourth wish"
    );
    let told = say(&mut site, &anna, ANNA, &format!("ADDRESS REMOVE {AT_WORK}"));
    assert!(told.contains("is not added"), "{told}");
    say(&mut site, &at_old, ANNA, "ACCEPT");
    say(&mut site, &at_new, AT_WORK, "ACCEPT");
    assert_eq!(addresses(&mut site), [ANNA]);

    let (mut site, anna) = started();
    let (_, at_old, at_new) = ask(&mut site, &anna, AT_WORK);
    say(&mut site, &at_old, ANNA, "ACCEPT");
    site.advance(7 * 24 * 60 + 1);
    site.answer(&at_new, AT_WORK, "ACCEPT");
    assert_eq!(last_disposition(&mut site), Disposition::Quarantine);
    assert_eq!(addresses(&mut site), [ANNA]);
}

#[test]
fn an_address_can_be_asked_for_before_the_match_and_while_it_is_over() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let invitation = site.letter_to(ANNA);
    let (_, at_old, at_new) = ask(&mut site, &invitation, AT_WORK);
    say(&mut site, &at_new, AT_WORK, "ACCEPT");
    say(&mut site, &at_old, ANNA, "ACCEPT");
    assert_eq!(addresses(&mut site), [ANNA, AT_WORK]);
    site.answer(&invitation, AT_WORK, "SET LANGUAGE de\nDECLINE");
    site.sync();
    let last = site.post_of(ANNA).pop().unwrap();
    let (_, at_old, at_new) = ask(&mut site, &last, CLARA);
    say(&mut site, &at_new, CLARA, "ACCEPT");
    say(&mut site, &at_old, AT_WORK, "ACCEPT");
    assert_eq!(addresses(&mut site), [ANNA, AT_WORK, CLARA]);
}

#[test]
fn an_address_of_somebody_else_or_one_that_gets_the_mail_stays_as_it_is() {
    let (mut site, anna) = started();
    for (wish, words) in [
        (format!("ADDRESS ADD {BRUNO}"), "cannot be added"),
        (format!("ADDRESS ADD {ANNA}"), "is yours already"),
        (format!("ADDRESS REMOVE {ANNA}"), "gets your mail"),
        (
            format!("ADDRESS FIRST {CLARA}"),
            "is not one of your addresses",
        ),
        ("ADDRESS ADD nonsense".to_owned(), "no address"),
    ] {
        let told = say(&mut site, &anna, ANNA, &wish);
        assert!(told.contains(words), "{wish}: {told}");
    }
    assert!(site.post_of(BRUNO).is_empty() && site.post_of(CLARA).is_empty());
}

#[test]
fn who_is_forgotten_leaves_no_wish_and_no_letter_behind() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let invitation = site.letter_to(ANNA);
    ask(&mut site, &invitation, AT_WORK);
    site.answer(&invitation, ANNA, "DECLINE");
    site.sync();
    let last = site.post_of(ANNA).pop().unwrap();
    site.answer(&last, ANNA, "FORGET ME");
    site.sync();
    site.advance(1);
    site.sync();
    let file = site.config.folders.data.join("tessera.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    for (table, column) in [("address_wishes", "address"), ("outbox", "recipient")] {
        let sql = format!("SELECT count(*) FROM {table} WHERE {column} LIKE '%anna%'");
        let count: i64 = database.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0, "{table}");
    }
    let bytes = "SELECT count(*) FROM outbox WHERE instr(bytes, 'anna@work') > 0";
    let count: i64 = database.query_row(bytes, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 0, "no letter names the address");
}
