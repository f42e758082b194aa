//! Beacon mode by mail: the dice follow from a public random number that nobody knew at the LOCK.

use std::fs;

use tesserarius::ledger::audit::{Code, Verdict};
use tesserarius::ledger::drand::Verifier;
use tesserarius::schedule::FixedClock;
use tesserarius::store::{DiceMode, Life, Store};

use super::support::beacons::{self, MARGIN, ROUNDS, published, put, relayed};
use super::support::postbox::ANNA;
use super::support::seat_tool::Pair;

fn beacon() -> Pair {
    Pair::start(beacons::site(), "ACCEPT", |new| {
        new.dice = DiceMode::Beacon;
        new.margin = MARGIN;
    })
}

#[test]
fn dice_follow_from_the_round_that_the_lock_names_and_from_nothing_before_it() {
    let mut pair = beacon();
    pair.until_locked();
    assert!(pair.log().contains(&format!("round: {}\n", ROUNDS[0])));
    assert!(
        pair.log().contains("host: -\n"),
        "the host has no secret to hold back"
    );

    put(&pair.site, ROUNDS[0], &relayed(ROUNDS[0]));
    pair.site.sync();
    assert_eq!(
        pair.life(),
        Life::Locked,
        "nobody looks before the round is public"
    );
    fs::remove_file(pair.site.path().join(format!("beacon/{}.json", ROUNDS[0]))).unwrap();
    pair.site.clock = FixedClock::new(published(ROUNDS[0]));
    pair.site.sync();
    assert_eq!(pair.life(), Life::Locked, "the round is not there yet");

    pair.publish(0);
    assert_eq!(pair.life(), Life::Running);
    for at in 1..3 {
        pair.until_locked();
        pair.publish(at);
    }
    let anna = pair.game.anna.clone();
    pair.site.answer(&anna, ANNA, "RESIGN");
    pair.site.sync();
    pair.look();
    assert_eq!(pair.life(), Life::Finished);
    let clean = pair.judge(Some(&Verifier::quicknet()));
    assert_eq!(clean.verdict, Verdict::CleanWithNotes, "{clean}");
    assert!(
        clean
            .findings
            .iter()
            .all(|found| found.code == Code::AckMissing)
    );
    let unchecked = pair.judge(None);
    assert_eq!(unchecked.verdict, Verdict::Incomplete);
    assert!(pair.log().matches("type: REPORT").count() >= 3);
}

#[test]
fn a_lock_that_is_confirmed_leaves_no_note() {
    let mut pair = beacon();
    pair.until_locked();
    for tool in [&mut pair.anna, &mut pair.bruno] {
        let reply = tool.answer("").unwrap();
        pair.site.deliver(&reply);
    }
    pair.publish(0);
    let id = "chalons".parse().unwrap();
    let acks = pair.site.store.read().unwrap().blocks(&id).unwrap();
    assert!(acks.len() >= 4, "each confirms GENESIS and the LOCK");
    assert_eq!(pair.life(), Life::Running);
}

#[test]
fn a_false_round_makes_no_dice_and_the_operator_hears_of_it() {
    let mut pair = beacon();
    pair.until_locked();
    pair.site.clock = FixedClock::new(published(ROUNDS[0]));
    let other = relayed(ROUNDS[1]).replace(&ROUNDS[1].to_string(), &ROUNDS[0].to_string());
    put(&pair.site, ROUNDS[0], &other);
    pair.site.sync();
    assert_eq!(pair.life(), Life::Locked);
    let told = pair.site.post_of("operator@pbem.example.org");
    assert!(
        told.iter().any(|mail| mail.text.contains("is not genuine")),
        "{told:?}"
    );
    pair.publish(0);
    assert_eq!(
        pair.life(),
        Life::Running,
        "a genuine one is taken all the same"
    );
}
