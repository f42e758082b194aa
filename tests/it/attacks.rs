//! The attacks that the protocol knows, each played against real matches: by a host who keeps the site, writes
//! his log anew or leaves things out, and by players who send what they should not.
//!
//! A test for each row of the protocol's table of attacks, in its order, named by it. The verdict is that of
//! `tessera audit`; what cannot succeed at all is shown not to.

mod ledger;

use std::sync::LazyLock;

use tesserarius::ledger::dice::{Dice, Label, Spec};
use tesserarius::ledger::hash::Hash;
use tesserarius::store::{DiceMode, Disposition, Life, Store};

use super::support::cheat::{Forgery, Played};
use super::support::postbox::{ANNA, BRUNO, Game, Postbox, plain_answer};
use super::support::seat_tool::Pair;

/// What an honest match in casual mode leaves, where nobody but the host gives values.
const CASUAL: &[&str] = &["NO_OUTSIDE_ENTROPY"];

/// Casual mode without values of players; with hands of cards that are drawn hidden.
static BARE: LazyLock<Played> = LazyLock::new(|| {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let asked = until_draws(&mut site, &mut game, 3);
    game.answer(&mut site, asked, "RESIGN");
    Played::at(&mut site)
});

/// Casual mode with values of both players.
static CHAINS: LazyLock<Played> = LazyLock::new(|| finished(DiceMode::Casual, None));

/// Chain mode, to the end.
static CHAIN: LazyLock<Played> = LazyLock::new(|| finished(DiceMode::Chain, None));

/// Casual mode with a host who plays the Huns.
static HOST_PLAYS: LazyLock<Played> = LazyLock::new(|| finished(DiceMode::Casual, Some("hun")));

fn until_draws(site: &mut Postbox, game: &mut Game, draws: usize) -> &'static str {
    let reported = |site: &Postbox| {
        let log = std::fs::read_to_string(site.path().join("data/log/chalons.log"));
        log.unwrap_or_default().matches("type: REPORT").count()
    };
    while reported(site) < draws {
        for address in [ANNA, BRUNO] {
            if let Some(question) = game.question(address) {
                game.answer(site, address, &plain_answer(&question));
            }
        }
    }
    let is_asked = |address: &&str| game.question(address).is_some();
    [ANNA, BRUNO]
        .iter()
        .find(|address| is_asked(address))
        .unwrap()
}

fn pair(dice: DiceMode, host_plays: Option<&str>) -> Pair {
    let accept = if host_plays.is_some() {
        "ACCEPT HOST PLAYS"
    } else {
        "ACCEPT"
    };
    Pair::start(Postbox::new(), accept, |new| {
        new.dice = dice;
        new.host_plays = host_plays.map(str::to_owned);
    })
}

/// Plays three draws and to the end; in casual mode both hand values over beforehand.
fn finished(dice: DiceMode, host_plays: Option<&str>) -> Played {
    let mut pair = pair(dice, host_plays);
    if dice == DiceMode::Casual {
        hand_over(&mut pair);
    }
    pair.play_draws(3);
    pair.order(BRUNO, "RESIGN");
    Played::at(&mut pair.site)
}

/// Lets both players hand over values for draws to come.
fn hand_over(pair: &mut Pair) {
    for tool in [&mut pair.anna, &mut pair.bruno] {
        let reply = tool.answer("").unwrap();
        pair.site.deliver(&reply);
    }
    pair.site.sync();
    pair.look();
}

/// Chain mode, to a LOCK that nobody has answered yet; the letters that tell of it.
fn locked() -> (Pair, Vec<(&'static str, super::support::postbox::Letter)>) {
    let mut pair = pair(DiceMode::Chain, None);
    let locked = pair.until_locked();
    (pair, locked)
}

/// Another digit in the place of the last one.
fn other_digit(value: &str) -> String {
    let last = if value.ends_with('0') { '1' } else { '0' };
    format!("{}{last}", &value[..value.len() - 1])
}

/// The roll that a label has in a draw, whoever chooses the label.
fn roll(seed: &str, label: &str, spec: &str) -> String {
    let (seed, label): (Hash, Label) = (seed.parse().unwrap(), label.parse().unwrap());
    let faces = Dice::new(seed).roll(&label, spec.parse::<Spec>().unwrap());
    format!("roll: {label} {spec} {faces}")
}

/// The first REPORT with dice of a log.
fn report(forgery: &Forgery) -> usize {
    forgery.find("REPORT", "roll: ")
}

/// The rolls and seeds of a log, in order.
fn dice(log: &str) -> Vec<&str> {
    let told = |line: &&str| line.starts_with("roll: ") || line.starts_with("seed: ");
    log.lines().filter(told).collect()
}

#[test]
fn honest_matches_are_acquitted() {
    BARE.judge_with(&BARE.log, &BARE.record, &[ANNA, BRUNO])
        .acquits(CASUAL);
    CHAINS
        .judge_with(&CHAINS.log, &CHAINS.record, &[ANNA, BRUNO])
        .acquits(&["SEAT_SKIPPED"]);
    CHAIN
        .judge_with(&CHAIN.log, &CHAIN.record, &[ANNA, BRUNO])
        .acquits(&[]);
    let notes = ["SEAT_SKIPPED", "NO_OUTSIDE_ENTROPY"];
    HOST_PLAYS.judge_played(&HOST_PLAYS.log).acquits(&notes);
    // A log that is written anew without a change is the same log.
    assert_eq!(CHAIN.forge().write(), CHAIN.log);
}

#[test]
fn host_processes_the_turn_again_until_he_likes_it() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    until_draws(&mut site, &mut game, 1);
    let copy = site.keep_copy("copy");
    let before = (game.anna.clone(), game.bruno.clone());
    until_draws(&mut site, &mut game, 2);
    let first = Played::at(&mut site);
    // The host puts his database back, later, and takes the log away that would stop him.
    site.put_back(&copy, true);
    let mut work = site.store.write().unwrap();
    work.set_needs_recover(&"chalons".parse().unwrap(), false)
        .unwrap();
    work.commit().unwrap();
    site.store.clear_restored().unwrap();
    site.advance(61);
    (game.anna, game.bruno) = before;
    until_draws(&mut site, &mut game, 2);
    let again = Played::at(&mut site);
    assert_ne!(first.log, again.log, "it is another time");
    assert_eq!(
        dice(&first.log),
        dice(&again.log),
        "and the dice are the same"
    );
    first
        .judge_with(&again.log, &[], &[BRUNO])
        .convicts(&["FORK"]);
}

#[test]
fn host_replaces_his_value_seed_or_a_die() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = report(&log);
        let value = other_digit(&log.value(at, "host: "));
        let seed = other_digit(&log.value(at, "seed: "));
        let die = log.value(at, "roll: ");
        let (die, face) = die.rsplit_once(' ').unwrap();
        let other = if face == "4" { "5" } else { "4" };
        let change = |begins: &str, line: &str| log.clone().put(at, begins, line).write();
        let forged = change("host: ", &format!("host: {value}"));
        played
            .judge(&forged)
            .convicts(&["HOST_REVEAL_BAD", "SEED_WRONG"]);
        played
            .judge(&change("seed: ", &format!("seed: {seed}")))
            .convicts(&["SEED_WRONG"]);
        played
            .judge(&change("roll: ", &format!("roll: {die} {other}")))
            .convicts(&["ROLL_WRONG"]);
    }
}

#[test]
fn host_chose_his_secret_to_suit() {
    // The site of these tests has the same secret each time: without values of players, the same dice.
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    until_draws(&mut site, &mut game, 1);
    let again = Played::at(&mut site);
    assert_eq!(dice(&again.log)[0], dice(&BARE.log)[0]);
    BARE.judge(&BARE.log).tells(&["NO_OUTSIDE_ENTROPY"]);
    // With the value of one player it suits nobody.
    let mut pair = pair(DiceMode::Casual, None);
    hand_over(&mut pair);
    pair.play_draws(1);
    assert_ne!(dice(&pair.log())[0], dice(&CHAINS.log)[0]);
}

#[test]
fn host_or_ally_knows_the_dice_before_fixing_orders() {
    // In chain mode no value is out before the LOCK: a player's tool gives none.
    let mut pair = pair(DiceMode::Chain, None);
    let reply = pair.anna.answer("").unwrap();
    assert!(!String::from_utf8_lossy(&reply).contains("give: "));
    let (pair, _) = locked();
    assert!(!pair.log().contains("seed: "));
}

#[test]
fn player_grinds_his_contribution_alone() {
    // Whatever he gives, what comes of it hangs on a value of the host's that he sees with the dice only.
    let log = CHAINS.forge();
    let at = log.find("REPORT", "give: 1 c ");
    let value = log.value(at, "host: ");
    let before = CHAINS.mails_of(ANNA).take_while(|(_, raw)| {
        !String::from_utf8_lossy(raw).contains(&format!("seed: {}", log.value(at, "seed: ")))
    });
    for (name, raw) in before {
        assert!(!String::from_utf8_lossy(raw).contains(&value), "{name}");
    }
}

#[test]
fn player_grinds_his_contribution_with_the_host() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let name = BARE.forge().value(0, "game: ");
    let block = format!(
        "#TESSERA-BEGIN\ntype: ORDERS\ngame: {name}\ndraw: 1\nseat: 1\nnonce: {}\ngive: 1 p seven lucky geese\n\
         #TESSERA-END",
        Hash::ZERO
    );
    let letter = game.anna.clone();
    site.answer(&letter, ANNA, &block);
    site.sync();
    let asked = until_draws(&mut site, &mut game, 1);
    game.answer(&mut site, asked, "RESIGN");
    let played = Played::at(&mut site);
    played
        .judge_played(&played.log)
        .acquits(&["PHRASE_USED", "NO_OUTSIDE_ENTROPY"]);
    played.judge(&played.log).tells(&["PHRASE_USED"]);
    // Where a value was fixed, no other one and no phrase can take its place.
    for played in [&*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = log.find("REPORT", "give: 1 c ");
        let other = other_digit(&log.value(at, "give: 1 c "));
        let forged = log
            .put(at, "give: 1 ", &format!("give: 1 c {other}"))
            .write();
        played.judge(&forged).convicts(&["SEAT_REVEAL_BAD"]);
    }
    let log = CHAIN.forge();
    let at = log.find("REPORT", "give: 1 c ");
    let forged = log
        .put(at, "give: 1 ", "give: 1 p seven lucky geese")
        .write();
    CHAIN.judge(&forged).convicts(&["SEAT_MISSING"]);
}

#[test]
fn copy_or_reuse_of_anothers_value() {
    let (mut pair, locked) = locked();
    let of_bruno = pair.bruno.answer("").unwrap();
    let of_anna = pair.anna.answer("").unwrap();
    let value = |raw: &[u8], begins: &str| {
        let text = String::from_utf8_lossy(raw).replace('\r', "");
        let line = text.lines().find_map(|line| line.strip_prefix(begins));
        line.unwrap().to_owned()
    };
    let (own, other) = (
        value(&of_anna, "give: 1 c "),
        value(&of_bruno, "give: 2 c "),
    );
    let copied = String::from_utf8(of_anna).unwrap().replace(&own, &other);
    pair.site.deliver(&of_bruno);
    pair.site.deliver(copied.as_bytes());
    pair.site.sync();
    assert_eq!(pair.life(), Life::Locked, "her value still wants");
    pair.give(&locked[..1]);
    assert_ne!(pair.life(), Life::Locked);
    let log = CHAIN.forge();
    let at = log.find("REPORT", "give: 2 c ");
    let copied = format!("give: 1 c {}", log.value(at, "give: 2 c "));
    let forged = log.put(at, "give: 1 ", &copied).write();
    CHAIN.judge(&forged).convicts(&["SEAT_REVEAL_BAD"]);
}

#[test]
fn player_stops_after_seeing_the_result_alone() {
    let (mut pair, locked) = locked();
    let first: Vec<_> = locked
        .into_iter()
        .filter(|(address, _)| *address == ANNA)
        .collect();
    pair.give(&first);
    assert_eq!(pair.life(), Life::Locked);
    let played = Played::at(&mut pair.site);
    let seen = |address: &str| {
        played
            .mails_of(address)
            .any(|(_, raw)| String::from_utf8_lossy(raw).contains("seed: "))
    };
    assert!(
        !seen(ANNA) && !seen(BRUNO),
        "whoever stops has seen no dice"
    );
}

#[test]
fn one_party_withholds_after_seeing_the_result_with_the_host() {
    // Casual: the value of a seat that has one is left out.
    let log = CHAINS.forge();
    let at = log.find("REPORT", "give: 1 c ");
    CHAINS
        .judge(&log.take(at, "give: 1 ").write())
        .tells(&["SEAT_SKIPPED"]);
    // Chain: the draw stays open, or is called off without the consent of the other.
    let log = CHAIN.forge();
    let at = report(&log);
    let draw = format!("draw: {}", log.value(at, "draw: "));
    CHAIN
        .judge(&log.clone().cut(at).write())
        .tells(&["DRAW_OPEN"]);
    let called_off = |lines: &[&str]| {
        let lines = [&[draw.as_str(), "why: seat 1 is silent"], lines].concat();
        log.clone().cut(at).insert(at, "VOID", &lines)
    };
    let alone = called_off(&["agree: 1"]).write();
    CHAIN.judge(&alone).convicts(&["VOID_NO_CONSENT"]);
    let absent = called_off(&["agree: 2", "absent: 1"]).write();
    CHAIN.judge(&absent).tells(&["SEAT_ABSENT"]);
}

#[test]
fn host_goes_silent_after_seeing_the_result() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = report(&log);
        played.judge(&log.cut(at).write()).tells(&["DRAW_OPEN"]);
        // Where his mails had left before, they tell more.
        let log = played.forge().cut(at).write();
        played.judge_with(&log, &[], &[ANNA]).convicts(&["LOG_CUT"]);
    }
}

#[test]
fn other_order_of_arrival_or_other_version_of_orders() {
    // That the dice stay the same is shown above; the orders themselves are sealed.
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let fits = r#""kind":"orders","for":1,"draw""#;
        let record = played.with_orders(fits, "\"lines\":[\"", "\"lines\":[\"ASK D9\",\"");
        played
            .judge_with(&played.log, &record, &[])
            .convicts(&["SEAL_MISMATCH"]);
    }
    let log = CHAIN.forge();
    let at = report(&log);
    let seal = log.value(log.find("LOCK", "seal: 1 "), "seal: 1 ");
    let forged = log.add(at, "seed: ", &format!("seal: 1 {seal}")).write();
    CHAIN.judge(&forged).convicts(&["SEAL_CHANGED"]);
}

#[test]
fn orders_changed_after_the_dice() {
    // The host seals other orders than he was sent, and links his log anew: the player's LOCK convicts.
    let log = CHAIN.forge();
    let at = log.find("LOCK", "seal: 1 ");
    let other = other_digit(&log.value(at, "seal: 1 "));
    let forged = log.put(at, "seal: 1 ", &format!("seal: 1 {other}")).write();
    CHAIN
        .judge_played(&forged)
        .convicts(&["SEAL_MISMATCH", "ACK_WRONG"]);
    CHAIN.judge_with(&forged, &[], &[ANNA]).convicts(&["FORK"]);
}

#[test]
fn playing_host_orders_after_he_read_the_others() {
    // He had filed first, as he must, and locks something else once he has read what the others filed.
    let log = HOST_PLAYS.forge();
    let lock = log.find("LOCK", "draw: 2");
    let filed = other_digit(&log.value(lock, "seal: 1 "));
    let early = format!("text: early 99 {filed}");
    let forged = log.insert(lock, "NOTE", &[early.as_str()]).write();
    let judged = HOST_PLAYS.judge(&forged);
    assert_eq!(judged.document["host_plays"], serde_json::json!([1]));
    judged.convicts(&["SEAL_CHANGED"]);
    // Orders after the LOCK are for one seat alone against the host, in chain mode.
    let log = CHAIN.forge();
    let at = log.find("LOCK", "seal: 2 ");
    CHAIN
        .judge(&log.put(at, "seal: 2 ", "seal: 2 later").write())
        .convicts(&["LATER_UNSAFE"]);
}

#[test]
fn playing_host_never_opens_his_own_orders() {
    HOST_PLAYS
        .judge(&HOST_PLAYS.log)
        .convicts(&["SEAL_UNOPENED"]);
}

#[test]
fn host_invents_a_players_consent() {
    for played in [&*BARE, &*CHAIN] {
        let log = played.forge();
        let at = log.find("NOTE", "text: finished");
        let lines = ["why: both wanted it", "undo: 1", "agree: 1", "agree: 2"];
        let judged = played.judge(&log.insert(at, "CORRECT", &lines).write());
        judged.tells(&["CONSENT_CLAIMED", "UNDONE"]);
        assert!(!judged.codes().contains("UNDO_NO_CONSENT"));
    }
}
