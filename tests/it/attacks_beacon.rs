//! The rows of the protocol's table of attacks that are about public random numbers.

use std::sync::LazyLock;

use jiff::Timestamp;
use tesserarius::ledger::drand::time_of;
use tesserarius::schedule::FixedClock;
use tesserarius::store::DiceMode;

use super::support::beacons::{self, MARGIN, ROUNDS, lock_time};
use super::support::cheat::Played;
use super::support::postbox::{ANNA, BRUNO, Postbox};
use super::support::seat_tool::Pair;

/// What an honest match leaves in which nobody confirms the LOCKs.
const UNCONFIRMED: &[&str] = &["ACK_MISSING"];

static BEACON: LazyLock<Played> = LazyLock::new(|| finished("ACCEPT"));

/// Plays two draws to rounds that are known, and to the end.
fn finished(accept: &str) -> Played {
    let mut pair = Pair::start(beacons::site(), accept, |new| {
        new.dice = DiceMode::Beacon;
        new.margin = MARGIN;
    });
    for at in 0..2 {
        pair.until_locked();
        pair.publish(at);
    }
    let anna = pair.game.anna.clone();
    pair.site.answer(&anna, ANNA, "RESIGN");
    pair.site.sync();
    Played::at(&mut pair.site)
}

#[test]
fn host_or_ally_knows_the_dice_before_fixing_orders() {
    BEACON.judge_played(&BEACON.log).acquits(UNCONFIRMED);
    let log = BEACON.forge();
    let at = log.find("LOCK", "round: ");
    let round: u64 = log.value(at, "round: ").parse().unwrap();
    let late = Timestamp::from_second(time_of(round) - 1).unwrap();
    let forged = log.put(at, "time: ", &format!("time: {late}")).write();
    BEACON.judge(&forged).convicts(&["LOCK_LATE"]);
    // He dates the LOCK back, but the mail that brings it comes when the round is known.
    let locks = |raw: &[u8]| String::from_utf8_lossy(raw).contains("type: LOCK");
    let (_, mail) = BEACON.mails_of(BRUNO).find(|(_, raw)| locks(raw)).unwrap();
    let came = Timestamp::from_second(time_of(round) + 60).unwrap();
    let stamp = came.strftime("%a, %d %b %Y %H:%M:%S +0000");
    let mut received = format!("Received: from a by b; {stamp}\r\n").into_bytes();
    received.extend(mail);
    BEACON
        .judge_with_mail(&received)
        .convicts(&["RECEIVED_LATE"]);
}

#[test]
fn false_or_other_beacon_round() {
    let log = BEACON.forge();
    let (first, second) = (log.find("REPORT", "draw: 1"), log.find("REPORT", "draw: 2"));
    let other = log.value(second, "sig: ");
    let forged = log
        .clone()
        .put(first, "sig: ", &format!("sig: {other}"))
        .write();
    BEACON
        .judge(&forged)
        .convicts(&["BEACON_BAD", "SEED_WRONG"]);
    let forged = log
        .put(first, "round: ", &format!("round: {}", ROUNDS[1]))
        .write();
    BEACON.judge(&forged).convicts(&["ROUND_WRONG"]);
}

#[test]
fn host_goes_silent_after_seeing_the_result() {
    // The dice are there without him: anybody can make them from the round that the LOCK names.
    let log = BEACON.forge();
    let at = log.find("REPORT", "draw: 1");
    BEACON.judge(&log.cut(at).write()).tells(&["DRAW_OPEN"]);
}

#[test]
fn threshold_of_the_beacons_nodes_collude() {
    // They alone cannot choose dice to which a player adds a value that he fixed before.
    let mut site = Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
    site.clock = FixedClock::new(lock_time(ROUNDS[0]));
    site.invite(|new| {
        new.dice = DiceMode::Beacon;
        new.margin = MARGIN;
    });
    site.sync();
    let invitation = site.letter_to(ANNA);
    let mut tool = super::support::seat_tool::Tool::new(ANNA);
    tool.keep(&invitation.raw);
    let join = |more: &str| {
        let (code, made) = tool
            .terminal
            .json(&format!("seat join mails/0001.eml --json {more}"));
        assert_eq!(code, 0);
        made["join"].as_str().unwrap().contains("chain: 1 -\n")
    };
    assert!(
        join("--secrets plain"),
        "without --values there is nothing to wait for"
    );
    assert!(!join("--secrets more --values"));
}
