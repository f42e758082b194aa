//! The quarantine: what a person may let through, what nobody can vouch for, and who hears of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tesserarius::desk::{HeldMail, Withheld};
use tesserarius::store::Disposition;

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox};

const STRANGER: &str = "mallory@example.org";

fn held(site: &mut Postbox) -> Vec<HeldMail> {
    let held = site.at_desk(|desk| desk.held_mails().map_err(|error| error.to_string()));
    held.unwrap()
}

fn release(site: &mut Postbox, number: i64) -> Result<(), String> {
    let released = site.at_desk(|desk| desk.release_mail(number, "georg"));
    released.map_err(|error| error.to_string())
}

/// A site whose match waits for a set-up, and the question put to Anna.
fn waiting() -> (Postbox, Letter) {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    (site, anna)
}

#[test]
fn a_mail_from_another_address_is_released_for_the_player_and_answered_to_him_alone() {
    let (mut site, anna) = waiting();
    site.answer(&anna, STRANGER, "SETUP hun-hc-1 1614 F2");
    site.sync();
    let list = held(&mut site);
    let [mail] = list.as_slice() else {
        panic!("one mail is held, not {list:?}")
    };
    assert_eq!(mail.of_match.as_deref(), Some("chalons"));
    assert_eq!(mail.side.as_deref(), Some("hun"));
    assert!(mail.reason.contains("not registered"), "{}", mail.reason);
    assert!(site.letter_to(ANNA).text.contains("was not carried out"));

    let shown = site
        .at_desk(|desk| desk.held_mail(mail.number, Withheld::Yes))
        .unwrap();
    assert_eq!(shown.still_held, [""; 0]);
    assert_eq!(shown.explanation.disposition, "quarantine");
    release(&mut site, mail.number).unwrap();
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Orders);
    let receipt = site.letter_to(ANNA);
    assert!(
        receipt.text.contains("SETUP hun-hc-1 1614 F2"),
        "{}",
        receipt.text
    );
    assert_eq!(held(&mut site), []);
    assert!(site.sent().iter().all(|letter| letter.to != STRANGER));
}

#[test]
fn orders_for_a_stop_that_is_over_count_for_the_open_one_when_they_are_released() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let old = [game.anna.clone(), game.bruno.clone()];
    game.answer(&mut site, ANNA, "GO");
    game.answer(&mut site, BRUNO, "GO");
    let asked = game.play_until(&mut site, |_| true);
    let old = &old[usize::from(asked == BRUNO)];
    site.answer(old, asked, "GO");
    site.sync();
    let number = held(&mut site)[0].number;
    release(&mut site, number).unwrap();
    assert_eq!(site.sync().read[0].disposition, Disposition::Orders);
}

#[test]
fn what_is_uncertain_cannot_be_released() {
    let (mut site, anna) = waiting();
    site.answer(
        &anna,
        ANNA,
        "SAY hello\nSAY we shall meet at the ford when the sun goes down, if your men are\nbrave",
    );
    site.sync();
    let number = held(&mut site)[0].number;
    let refused = release(&mut site, number).unwrap_err();
    assert!(
        refused.contains("broken by a mail program") && refused.contains("once more"),
        "{refused}"
    );
    assert_eq!(held(&mut site).len(), 1);
}

#[test]
fn a_decision_is_made_once() {
    let (mut site, anna) = waiting();
    site.answer(&anna, STRANGER, "SETUP hun-hc-1 1614 F2");
    site.sync();
    let number = held(&mut site)[0].number;
    site.at_desk(|desk| desk.drop_mail(number, "georg"))
        .unwrap();
    assert_eq!(held(&mut site), []);
    let refused = release(&mut site, number).unwrap_err();
    assert_eq!(
        refused,
        format!("mail {number} was dropped by georg already")
    );
    let unknown = release(&mut site, number + 1).unwrap_err();
    assert!(unknown.contains("tessera inbox list"), "{unknown}");
    assert!(site.sync().read.is_empty(), "nothing is read again");
}

#[test]
fn a_host_who_plays_is_not_shown_what_the_other_side_wrote() {
    let mut site = Postbox::new();
    site.start_with_host();
    let report = site.post_of(BRUNO).pop().unwrap();
    let own = site.post_of(ANNA).pop().unwrap();
    site.answer(
        &report,
        STRANGER,
        "SETUP rom-hi-1 0101 F2\nSETUP rom-secret 0",
    );
    site.answer(&own, STRANGER, "SETUP hun-hc-1 1614 F2");
    site.sync();
    let list = held(&mut site);
    let numbers: Vec<i64> = list.iter().map(|mail| mail.number).collect();
    let mut shown = |number| {
        site.at_desk(|desk| desk.held_mail(number, Withheld::Yes))
            .unwrap()
    };
    let other = serde_json::to_string(&shown(numbers[0])).unwrap();
    assert!(
        !other.contains("0101") && !other.contains("secret"),
        "{other}"
    );
    assert!(other.contains("are not shown"));
    assert!(
        serde_json::to_string(&shown(numbers[1]))
            .unwrap()
            .contains("1614")
    );
}

#[test]
fn nothing_is_ever_sent_to_an_address_that_is_not_registered() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut files: Vec<_> = fs::read_dir(samples)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .collect();
    files.sort();
    assert!(files.len() > 20);
    for file in files {
        let raw = fs::read(file).unwrap();
        site.deliver(&raw);
        // The same text under a token of this site, from whoever wrote it.
        let text = String::from_utf8_lossy(&raw).replace(
            "orders+chalons.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
            &anna.reply_to,
        );
        site.deliver(text.as_bytes());
    }
    for (letter, from) in [
        (&anna, STRANGER),
        (&bruno, ANNA),
        (&anna, "anna@example.net.evil.example"),
    ] {
        site.answer(letter, from, "SETUP hun-hc-1 1614 F2\nHELP");
    }
    site.sync();
    site.advance(60 * 24 * 10);
    site.sync();
    let reached: BTreeSet<String> = site.sent().into_iter().map(|letter| letter.to).collect();
    let known = [ANNA, BRUNO, GEORG, "operator@pbem.example.org"];
    let strangers: Vec<_> = reached
        .iter()
        .filter(|to| !known.contains(&to.as_str()))
        .collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}
