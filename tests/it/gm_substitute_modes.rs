//! Seats that pass to somebody else in each way of making dice.

use tesserarius::ledger::drand::Verifier;
use tesserarius::store::{DiceMode, Life, Store};

use super::gm_substitute::{CARLA, carla_plays_to_the_end, offered, play_on, report_in};
use super::modes_silent::let_values_be_late;
use super::support::acts::flat;
use super::support::beacons;
use super::support::checkers::assert_other_checkers_agree;
use super::support::postbox::{ANNA, BRUNO, Postbox, plain_answer};
use super::support::seat_tool::Pair;

#[test]
fn where_it_was_agreed_a_silent_seat_passes_without_anybody_being_asked_again() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| {
        new.dice = DiceMode::Chain;
        new.options
            .push(("silent".to_owned(), "substitute".to_owned()));
    });
    let locked = pair.until_locked();
    let (brunos, _): (Vec<_>, Vec<_>) = locked.into_iter().partition(|(to, _)| *to == BRUNO);
    pair.give(&brunos);
    let_values_be_late(&mut pair);
    assert_eq!(pair.life(), Life::Locked, "nobody has been found yet");
    let sent = pair.site.sent().into_iter();
    let mut late = sent.filter(|letter| letter.to == BRUNO && letter.subject.contains("is late"));
    let late = flat(&late.next().unwrap().text);
    assert!(
        late.contains("SUBSTITUTE hun somebody@example.org"),
        "{late}"
    );
    let mut carla = offered(&mut pair);
    let letter = pair.site.letter_to(CARLA);
    let join = carla.join(&letter);
    pair.site.answer(&letter, CARLA, &join);
    pair.site.sync();
    let log = pair.log();
    for line in [
        "type: VOID",
        "agree: 2",
        "absent: 1",
        "seat: 1 carla",
        "from: 2",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    carla_plays_to_the_end(&mut pair, carla);
}

/// Lets Carla accept the seat of the Huns with these words, and sit where Anna sat.
fn seat_carla(pair: &mut Pair, words: Option<&str>) {
    let mut carla = offered(pair);
    let letter = pair.site.letter_to(CARLA);
    let answer = match words {
        Some(words) => words.to_owned(),
        None => carla.join(&letter),
    };
    pair.site.answer(&letter, CARLA, &answer);
    pair.site.sync();
    assert!(pair.log().contains("seat: 1 carla\n"), "{}", pair.log());
    let letters = pair.site.post_of(CARLA);
    pair.game.anna = report_in(&letters).clone();
    for letter in &letters {
        carla.keep(&letter.raw);
    }
    pair.anna = carla;
}

fn codes_of(pair: &mut Pair, verifier: Option<&Verifier>) -> Vec<&'static str> {
    let audit = pair.judge(verifier);
    let mut codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn in_casual_mode_values_of_whoever_had_the_seat_count_no_more_and_new_ones_may() {
    for words in [Some("ACCEPT"), None] {
        let mut pair = Pair::start(Postbox::new(), "ACCEPT", |_| {});
        for tool in [&mut pair.anna, &mut pair.bruno] {
            let ahead = tool.answer("").unwrap();
            pair.site.deliver(&ahead);
        }
        pair.site.sync();
        pair.look();
        pair.play_draws(1);
        assert!(pair.log().contains("give: 1 c "), "values were given ahead");
        seat_carla(&mut pair, words);
        let before = pair.log().matches("give: 1 c ").count();
        if words.is_none() {
            let ahead = pair.anna.answer("").unwrap();
            pair.site.deliver(&ahead);
        }
        play_on(&mut pair, 3);
        let log = pair.log();
        let given = log.matches("give: 1 c ").count();
        assert_eq!(given > before, words.is_none(), "{log}");
        assert_eq!(codes_of(&mut pair, None), ["REANCHORED"]);
        assert_other_checkers_agree(&log);
    }
}

#[test]
fn in_beacon_mode_a_seat_passes_and_the_rounds_go_on() {
    let mut pair = Pair::start(beacons::site(), "ACCEPT", |new| {
        new.dice = DiceMode::Beacon;
        new.margin = beacons::MARGIN;
    });
    pair.until_locked();
    pair.publish(0);
    seat_carla(&mut pair, Some("ACCEPT"));
    for _ in 0..20 {
        if pair.life() == Life::Locked {
            break;
        }
        for (reader, from) in [(ANNA, CARLA), (BRUNO, BRUNO)] {
            if let Some(question) = pair.game.question(reader) {
                let letter = pair.game.report_of(reader).clone();
                pair.site.answer(&letter, from, &plain_answer(&question));
                pair.site.sync();
                pair.look();
            }
        }
    }
    pair.publish(1);
    let letter = pair.game.bruno.clone();
    pair.site.answer(&letter, BRUNO, "RESIGN");
    pair.site.sync();
    pair.site.sync();
    assert_eq!(pair.life(), Life::Finished);
    assert_eq!(pair.log().matches("type: REPORT").count(), 2);
    let quicknet = Verifier::quicknet();
    assert_eq!(
        codes_of(&mut pair, Some(&quicknet)),
        ["ACK_MISSING", "REANCHORED"]
    );
    assert_other_checkers_agree(&pair.log());
}

#[test]
fn the_seat_of_a_host_who_plays_passes_to_somebody_else_and_he_plays_no_more() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT HOST PLAYS", |new| {
        new.host_plays = Some("hun".to_owned());
    });
    pair.play_draws(1);
    seat_carla(&mut pair, Some("ACCEPT"));
    let id = "chalons".parse().unwrap();
    let seats = pair.site.store.read().unwrap().seats(&id).unwrap();
    assert!(seats.iter().all(|seat| !seat.host_plays), "{seats:?}");
    play_on(&mut pair, 2);
    let audit = pair.judge(None);
    assert_eq!(audit.host_plays, [1], "he has played it: {audit}");
    let codes = codes_of(&mut pair, None);
    assert!(codes.contains(&"REANCHORED"), "{audit}");
    assert_eq!(audit.verdict.to_string(), "CLEAN WITH NOTES", "{audit}");
    assert_other_checkers_agree(&pair.log());
}
