//! Locked draws that the game master calls off.

use std::fs;

use tesserarius::desk::{Acted, Wish};
use tesserarius::schedule::FixedClock;
use tesserarius::store::{DiceMode, Life};

use super::support::acts::{Mastered, flat, keep};
use super::support::beacons::{MARGIN, ROUNDS, lock_time, published, put, relayed};
use super::support::checkers::assert_other_checkers_agree;
use super::support::postbox::{ANNA, BRUNO, GEORG, Postbox, plain_answer};
use super::support::seat_tool::Pair;

/// Sends plain orders, without letting time pass, until a draw is locked.
fn until_locked(pair: &mut Pair) -> Vec<(&'static str, super::support::postbox::Letter)> {
    for _ in 0..10 {
        for address in [ANNA, BRUNO] {
            if let Some(question) = pair.game.question(address) {
                let letter = pair.game.report_of(address).clone();
                pair.site.answer(&letter, address, &plain_answer(&question));
                pair.site.sync();
                let locked = pair.look();
                if !locked.is_empty() {
                    return locked;
                }
            }
        }
    }
    panic!("no draw was locked");
}

fn void(pair: &mut Pair, dry: bool) -> Acted {
    let id = "chalons".parse().unwrap();
    let wanted = (&Wish::Void, "a value was lost");
    let acted = pair
        .site
        .at_desk(|desk| desk.act(&id, wanted, dry))
        .unwrap();
    pair.site.sync();
    acted
}

#[test]
fn a_draw_that_hangs_is_called_off_when_everybody_agrees_and_the_next_one_has_other_dice() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| new.dice = DiceMode::Chain);
    let copy = keep(&mut pair.site, "copy");
    until_locked(&mut pair);
    let dry = void(&mut pair, true);
    assert_eq!(dry.waits_for, ["hun", "roman"]);
    assert!(
        dry.difference[0].contains("Draw 1 is called off"),
        "{dry:?}"
    );
    assert!(!void(&mut pair, false).done);
    assert_eq!(pair.life(), Life::Locked, "nothing has happened yet");
    for address in [ANNA, BRUNO] {
        let letter = pair.game.report_of(address).clone();
        pair.site.answer(&letter, address, "ACCEPT VOID 1");
        pair.site.sync();
    }
    pair.look();
    assert_eq!(pair.life(), Life::Running);
    let report = flat(&pair.game.bruno.text);
    assert!(
        report.contains("has called draw 1 off: a value was lost"),
        "{report}"
    );
    let log = pair.log();
    for line in [
        "type: VOID",
        "agree: 1",
        "agree: 2",
        "why: a value was lost",
    ] {
        assert!(log.contains(line), "{log}");
    }
    pair.play_draws(1);
    assert!(pair.log().contains("draw: 2"));

    pair.recovers_from(&copy, &[ANNA, BRUNO]);
    pair.site.sync();
    pair.look();

    pair.order(ANNA, "RESIGN");
    let audit = pair.judge(None);
    let codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    assert_eq!(
        codes,
        ["VOIDED"],
        "the next value proves the consent: {audit}"
    );
    assert_other_checkers_agree(&pair.log());
    let (code, verified) = pair.bruno.verify();
    assert_eq!(code, 0, "{verified}");
}

#[test]
fn a_draw_of_a_beacon_is_called_off_without_consent_as_long_as_nobody_can_know_its_dice() {
    let mut site = Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
    fs::create_dir(site.path().join("beacon")).unwrap();
    site.clock = FixedClock::new(lock_time(ROUNDS[0]));
    let mut pair = Pair::start(site, "ACCEPT", |new| {
        new.dice = DiceMode::Beacon;
        new.margin = MARGIN;
    });
    until_locked(&mut pair);
    assert!(void(&mut pair, false).done);
    pair.look();
    assert_eq!(pair.life(), Life::Running);
    until_locked(&mut pair);
    pair.site.clock = FixedClock::new(published(ROUNDS[0]));
    let late = void(&mut pair, true);
    assert_eq!(late.waits_for, ["hun", "roman"], "its dice are public now");
    put(&pair.site, ROUNDS[0], &relayed(ROUNDS[0]));
    pair.site.sync();
    let log = pair.log();
    assert_eq!(log.matches("type: VOID").count(), 1);
    assert_eq!(log.matches("type: REPORT").count(), 1);
}

#[test]
fn nothing_is_called_off_where_nothing_is_locked_or_by_a_player() {
    let mut table = Mastered::start(|_| {});
    let told = table.told(GEORG, "VOID");
    assert!(told.contains("there is nothing to call off"), "{told}");
    let told = table.told(ANNA, "VOID BECAUSE I would lose");
    assert!(told.contains("for the game master to say"), "{told}");
    assert_eq!(table.stop(), 1);
}
