//! Seats that pass to somebody else while the match goes on.

use tesserarius::desk::Wish;
use tesserarius::desk::crash::Point;
use tesserarius::record::Kind;
use tesserarius::store::{DiceMode, Disposition, Life, Store};

use super::support::acts::{Mastered, flat, keep, mails_of, put_back};
use super::support::checkers::assert_other_checkers_agree;
use super::support::postbox::{ANNA, BRUNO, GEORG, Letter, Postbox, is_report, plain_answer};
use super::support::seat_tool::{Pair, Tool};

pub(crate) const CARLA: &str = "carla@example.edu";

/// Whether anything of the record or of the dice log goes with a letter.
fn carries(letter: &Letter) -> bool {
    !letter.files.is_empty() || letter.text.contains("#TESSERA-BEGIN")
}

/// Lets Carla accept the seat of the Huns; returns all that she gets then.
fn accepted(table: &mut Mastered, words: &str) -> Vec<Letter> {
    let offer = table.site.letter_to(CARLA);
    table.site.answer(&offer, CARLA, words);
    table.site.sync();
    table.site.post_of(CARLA)
}

pub(crate) fn report_in(letters: &[Letter]) -> &Letter {
    letters
        .iter()
        .find(|letter| is_report(letter))
        .expect("a report")
}

#[test]
fn a_seat_passes_when_the_newcomer_accepts_and_nothing_reaches_him_before() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let stop = table.stop();
    let told = table.told(
        GEORG,
        "SUBSTITUTE hun carla@example.edu BECAUSE Anna is ill\nCHECK",
    );
    assert!(told.contains("hun passes from anna to carla"), "{told}");
    assert!(told.contains("Nothing was changed"), "{told}");
    assert!(
        table.site.post_of(CARLA).is_empty(),
        "a dry run asks nobody"
    );

    table.master("SUBSTITUTE hun carla@example.edu BECAUSE Anna is ill");
    let offer = table
        .site
        .sent()
        .into_iter()
        .rfind(|letter| letter.to == CARLA)
        .unwrap();
    let text = flat(&offer.text);
    assert!(
        text.contains("You are asked to play HUN in place of anna"),
        "{text}"
    );
    assert!(text.contains("Anna is ill"), "{text}");
    assert!(!carries(&offer), "an address may be mistyped: {text}");
    assert_eq!(
        table.record(Kind::Input).len(),
        0,
        "nothing has happened yet"
    );

    let letters = accepted(&mut table, "ACCEPT");
    let log = table.log();
    for line in [
        "type: SEAT",
        "seat: 1 carla",
        "chain: 1 -",
        "why: Anna is ill",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert_eq!(table.stop(), stop, "the match stands where it stood");
    let inputs = table.record(Kind::Input);
    assert!(
        inputs[0].contains(r#""input":"seat","told":{"seated":{"#),
        "{inputs:?}"
    );
    // She has the last report, until when she is waited for, and the record of the seat from its beginning.
    let report = report_in(&letters);
    assert!(
        flat(&report.text).contains("Awaited") || report.text.contains("until"),
        "{}",
        report.text
    );
    let names: Vec<&str> = letters
        .iter()
        .flat_map(|letter| &letter.files)
        .map(|(name, _)| &**name)
        .collect();
    assert!(
        names.iter().any(|name| name.starts_with("record-1-")),
        "{names:?}"
    );
    assert!(
        letters
            .iter()
            .any(|letter| letter.text.contains("entry: 0")),
        "the log from GENESIS on"
    );
    // The others hear of it at once, he who had the seat for the last time.
    assert!(
        table
            .notice_to(BRUNO, "carla plays hun")
            .contains("in place of anna: Anna is ill")
    );
    assert!(
        table
            .notice_to(ANNA, "your seat has passed on")
            .contains("Anna is ill")
    );

    let report = report.clone();
    table.site.answer(&report, CARLA, "DEFAULT D16\nGO");
    table.site.sync();
    table.site.advance(1);
    table.site.sync();
    if table.stop() == stop {
        table.play_on(BRUNO);
    }
    assert!(table.stop() > stop, "her orders count");
    assert!(
        table
            .report_of(BRUNO)
            .contains("hun is played by carla from now on, in place of anna")
    );
    let letters = table.site.post_of(CARLA);
    table.site.answer(report_in(&letters), CARLA, "RESIGN");
    table.site.sync();
    table.site.advance(1);
    table.site.sync();
    assert!(table.log().contains("text: finished"));
    let found = table.audit();
    assert_eq!(
        found.audit.verdict.to_string(),
        "CLEAN WITH NOTES",
        "{found}"
    );
    assert_eq!(table.own_codes(), ["REANCHORED"], "{found}");
    assert_other_checkers_agree(&table.log());
}

#[test]
fn whoever_had_the_seat_writes_for_it_no_more_and_what_he_had_sent_does_not_count() {
    let mut table = Mastered::start(|new| new.grace = "10m".parse().unwrap());
    let old = table.letter_of(ANNA);
    table.site.answer(&old, ANNA, "DEFAULT D16\nGO");
    table.site.sync();
    let id = "chalons".parse().unwrap();
    let run_at = |table: &mut Mastered| {
        let unit = table.site.store.read().unwrap();
        unit.open_stop_of(&id).unwrap().unwrap().run_at
    };
    assert!(
        run_at(&mut table).is_some(),
        "her orders wait for the grace"
    );
    table.master("SUBSTITUTE hun carla@example.edu");
    let letters = accepted(&mut table, "ACCEPT");
    assert_eq!(run_at(&mut table), None);
    table.site.post_of(ANNA);
    table.site.answer(&old, ANNA, "GO");
    let synced = table.site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Quarantine);
    assert_eq!(run_at(&mut table), None, "a dead token starts nothing");
    assert!(
        table.site.post_of(ANNA).is_empty(),
        "nothing is told to an address without a seat"
    );
    // Standing lines belong to the seat.
    table
        .site
        .answer(report_in(&letters), CARLA, "SHOW STANDING");
    table.site.sync();
    assert!(flat(&table.site.letter_to(CARLA).text).contains("| 1: DEFAULT D16"));
}

#[test]
fn who_may_not_and_what_cannot_be_is_refused() {
    let mut table = Mastered::start(|_| {});
    for (address, words, answer) in [
        (
            ANNA,
            "SUBSTITUTE roman carla@example.edu",
            "for the game master to say",
        ),
        (
            GEORG,
            "SUBSTITUTE goth carla@example.edu",
            "no side is called",
        ),
        (
            GEORG,
            "SUBSTITUTE hun bruno@example.com",
            "has the seat `roman` of this match",
        ),
        (
            GEORG,
            "SUBSTITUTE hun georg@example.org",
            "has the seat `gm` of this match",
        ),
        (
            GEORG,
            "SUBSTITUTE hun anna@example.net",
            "plays hun already",
        ),
        (
            GEORG,
            "SUBSTITUTE hun nobody@",
            "no address that mail can be sent to",
        ),
    ] {
        let told = table.told(address, words);
        assert!(told.contains(answer), "{words}: {told}");
    }
    assert!(table.site.post_of(CARLA).is_empty());
    table.finish();
    let id = "chalons".parse().unwrap();
    let wish = Wish::Substitute {
        side: "hun".to_owned(),
        address: CARLA.to_owned(),
    };
    let act = table.site.at_desk(|desk| desk.act(&id, (&wish, ""), false));
    let refused = act.unwrap_err().to_string();
    assert!(refused.contains("is over"), "{refused}");
}

#[test]
fn an_offer_can_be_declined_is_asked_once_and_one_to_another_takes_its_place() {
    let mut table = Mastered::start(|_| {});
    let mail = table.master("SUBSTITUTE hun carla@example.edu");
    table.site.deliver(&mail);
    table.site.sync();
    table.master("SUBSTITUTE hun carla@example.edu");
    let offer = table.site.letter_to(CARLA);
    table.site.answer(&offer, CARLA, "SHOW MAP");
    table.site.sync();
    let told = table.site.letter_to(CARLA);
    assert!(
        flat(&told.text).contains("Answer ACCEPT, or DECLINE"),
        "{}",
        told.text
    );
    assert!(!carries(&told));
    table.site.answer(&told, CARLA, "DECLINE");
    table.site.sync();
    assert!(table.site.letter_to(CARLA).text.contains("stays as it is"));
    assert!(
        table
            .notice_to(GEORG, "a seat was declined")
            .contains("carla has declined")
    );
    table.site.answer(&offer, CARLA, "ACCEPT");
    table.site.sync();
    assert!(
        !table.log().contains("type: SEAT"),
        "an offer that was declined is gone"
    );
    assert!(table.site.post_of(CARLA).is_empty());

    table.master("SUBSTITUTE hun carla@example.edu");
    table.site.post_of(CARLA);
    table.master("SUBSTITUTE hun dora@example.edu");
    table.site.answer(&offer, CARLA, "ACCEPT");
    table.site.sync();
    assert!(
        !table.log().contains("type: SEAT"),
        "the seat is offered to Dora now"
    );
}

#[test]
fn in_chain_mode_the_newcomer_brings_values_and_the_tools_of_all_go_on() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| new.dice = DiceMode::Chain);
    pair.play_draws(2);
    let mut carla = offered(&mut pair);
    let letter = pair.site.letter_to(CARLA);
    pair.site.answer(&letter, CARLA, "ACCEPT");
    pair.site.sync();
    let told = pair.site.letter_to(CARLA);
    assert!(
        flat(&told.text).contains("The seat gives values for the dice"),
        "{}",
        told.text
    );
    let join = carla.join(&letter);
    pair.site.answer(&letter, CARLA, &join);
    pair.site.sync();
    let log = pair.log();
    let from = format!("from: {}", log.matches("type: REPORT").count() + 1);
    assert!(log.contains("type: SEAT") && log.contains(&from), "{log}");
    // Who had the seat is out of the play: the pair is Carla and Bruno now.
    let letters = pair.site.post_of(CARLA);
    pair.game.anna = report_in(&letters).clone();
    for letter in &letters {
        carla.keep(&letter.raw);
    }
    pair.anna = carla;
    play_on(&mut pair, 4);
    let audit = pair.judge(None);
    let codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    assert_eq!(codes, ["REANCHORED"], "{audit}");
    assert_other_checkers_agree(&pair.log());
    let (code, verified) = pair.bruno.verify();
    assert_eq!(code, 0, "{verified}");
}

/// Offers the seat of the Huns; returns a tool for whoever is asked.
pub(crate) fn offered(pair: &mut Pair) -> Tool {
    let id = "chalons".parse().unwrap();
    let wish = Wish::Substitute {
        side: "hun".to_owned(),
        address: CARLA.to_owned(),
    };
    let acted = pair
        .site
        .at_desk(|desk| desk.act(&id, (&wish, "Anna has lost her file"), false))
        .unwrap();
    assert!(!acted.done);
    pair.site.sync();
    Tool::new(CARLA)
}

/// Plays with Carla in Anna's place until so many draws are reported, and to the end.
pub(crate) fn play_on(pair: &mut Pair, draws: usize) {
    pair.look();
    for _ in 0..40 {
        if pair.log().matches("type: REPORT").count() >= draws {
            break;
        }
        for (reader, from) in [(ANNA, CARLA), (BRUNO, BRUNO)] {
            let Some(question) = pair.game.question(reader) else {
                continue;
            };
            let letter = pair.game.report_of(reader).clone();
            pair.site.answer(&letter, from, &plain_answer(&question));
            pair.pass_with_values(&[ANNA, BRUNO]);
        }
    }
    let letter = pair.game.bruno.clone();
    pair.site.answer(&letter, BRUNO, "RESIGN");
    pair.pass_with_values(&[ANNA, BRUNO]);
    assert_eq!(pair.life(), Life::Finished);
}

/// Lets Carla take Anna's place with her letters, and plays one draw more and to the end: the audit says what came
/// of the change.
pub(crate) fn carla_plays_to_the_end(pair: &mut Pair, mut carla: Tool) {
    let letters = pair.site.post_of(CARLA);
    pair.game.anna = report_in(&letters).clone();
    for letter in &letters {
        carla.keep(&letter.raw);
    }
    pair.anna = carla;
    play_on(pair, 1);
    let audit = pair.judge(None);
    let mut codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["REANCHORED", "SEAT_ABSENT", "VOIDED"], "{audit}");
}

#[test]
fn a_silent_seat_in_chain_mode_is_replaced_and_its_draw_called_off_without_it() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| new.dice = DiceMode::Chain);
    let copy = keep(&mut pair.site, "copy");
    pair.until_locked();
    let id = "chalons".parse().unwrap();
    let mut carla = offered(&mut pair);
    let letter = pair.site.letter_to(CARLA);
    let join = carla.join(&letter);
    pair.site.answer(&letter, CARLA, &join);
    pair.site.sync();
    let told = pair.site.letter_to(CARLA);
    assert!(
        flat(&told.text).contains("Not at once: draw 1 is locked"),
        "{}",
        told.text
    );
    assert!(!carries(&told), "the seat is not hers yet");
    let wanted = (&Wish::Void, "Anna is silent");
    let acted = pair
        .site
        .at_desk(|desk| desk.act(&id, wanted, false))
        .unwrap();
    assert_eq!(acted.waits_for, ["roman"], "Anna cannot agree");
    pair.site.sync();
    let report = pair.game.bruno.clone();
    pair.site.answer(&report, BRUNO, "ACCEPT VOID 1");
    pair.site.sync();
    let log = pair.log();
    assert!(
        log.contains("absent: 1") && log.contains("from: 2"),
        "{log}"
    );
    carla_plays_to_the_end(&mut pair, carla);

    pair.recovers_from(&copy, &[ANNA, BRUNO, CARLA]);
}

#[test]
fn a_match_whose_seat_has_passed_is_rebuilt_and_a_seat_whose_address_is_lost_is_vacant() {
    for has_offer in [true, false] {
        let mut table = Mastered::start(|_| {});
        let early = keep(&mut table.site, "early");
        table.master("SUBSTITUTE hun carla@example.edu");
        let late = keep(&mut table.site, "late");
        let letters = accepted(&mut table, "ACCEPT");
        table
            .site
            .answer(report_in(&letters), CARLA, "DEFAULT D16\nGO");
        table.site.sync();
        table.site.advance(1);
        table.site.sync();
        let expected = (table.whole_record(), table.log());
        put_back(&mut table.site, if has_offer { &late } else { &early });
        let mails = mails_of(&table.site, &[CARLA, BRUNO]);
        let id = "chalons".parse().unwrap();
        let done = table
            .site
            .at_desk(|desk| desk.recover(&id, &mails))
            .unwrap();
        assert!((table.whole_record(), table.log()) == expected, "{done:?}");
        let unit = table.site.store.read().unwrap();
        let seat = unit
            .seats(&id)
            .unwrap()
            .into_iter()
            .find(|seat| seat.number.number() == 1)
            .unwrap();
        assert_eq!(
            (seat.name.as_str(), seat.player.is_some()),
            ("carla", has_offer)
        );
        assert_eq!(
            done.vacant,
            if has_offer {
                vec![]
            } else {
                vec!["hun".to_owned()]
            }
        );
    }
}

#[test]
fn a_machine_that_stops_on_the_way_leaves_what_one_leaves_that_went_on() {
    let play = |stop_at: Option<(Point, u32)>| {
        let mut table = Mastered::start(|_| {});
        table.master("SUBSTITUTE hun carla@example.edu BECAUSE Anna is ill");
        let offer = table.site.letter_to(CARLA);
        table.site.answer(&offer, CARLA, "ACCEPT");
        let crashes = table.passes(stop_at);
        let letters: Vec<String> = table
            .site
            .post_of(CARLA)
            .into_iter()
            .map(|one| one.subject)
            .collect();
        (table.whole_record(), table.log(), letters, crashes)
    };
    let twin = play(None);
    for point in [
        (Point::Authenticated, 1),
        (Point::Pending, 1),
        (Point::Sent, 1),
    ] {
        let left = play(Some(point));
        assert_eq!(left.3, 1, "{point:?}");
        assert!(left.0 == twin.0 && left.1 == twin.1, "{point:?}");
        // A mail that was handed over and not marked may come once more.
        let (mut one, mut other) = (left.2, twin.2.clone());
        one.sort();
        other.sort();
        one.dedup();
        assert_eq!(one, other, "{point:?}");
    }
}
