//! Reports that the game master sees first and lets go.

use tesserarius::desk::Wish;
use tesserarius::desk::crash::Point;
use tesserarius::record::Kind;
use tesserarius::store::Store;

use super::support::acts::{Mastered, flat, keep, mails_of, put_back};
use super::support::postbox::{ANNA, BRUNO, GEORG, Letter, is_report};

/// A match whose reports Georg lets go; the first ones are out.
fn held() -> Mastered {
    let mut table = Mastered::start(|new| {
        new.options
            .push(("reports".to_owned(), "released".to_owned()));
    });
    for address in [ANNA, BRUNO] {
        let letters = table.site.post_of(address);
        assert!(!letters.iter().any(is_report), "nothing before he says so");
    }
    table.master("RELEASE");
    table.look();
    table
}

/// Whether a letter carries anything of the record, or tells how the match stands.
fn tells(letter: &Letter) -> bool {
    !letter.files.is_empty()
        || letter.text.contains("#TESSERA-BEGIN")
        || letter.text.contains("turn 1")
}

fn deadlines(table: &mut Mastered) -> usize {
    table
        .site
        .store
        .read()
        .unwrap()
        .open_deadlines()
        .unwrap()
        .len()
}

#[test]
fn a_report_waits_for_the_game_master_and_its_deadline_with_it() {
    let mut table = held();
    assert_eq!(deadlines(&mut table), 1);
    table.site.post_of(BRUNO);
    table.play_on(ANNA);
    assert_eq!((table.stop(), deadlines(&mut table)), (2, 0));
    let own = table.letter_of(GEORG);
    assert_eq!(own.stop(), 2, "he has it at once");
    assert!(
        flat(&own.text).contains("This report is held"),
        "{}",
        own.text
    );
    for address in [ANNA, BRUNO] {
        assert!(!table.site.post_of(address).iter().any(tells), "{address}");
    }
    // Time passes, and nobody is reminded of anything or counts as absent.
    table.site.advance(60 * 24 * 10);
    table.site.sync();
    assert_eq!(table.stop(), 2);
    let told = table.told(GEORG, "RELEASE\nCHECK");
    assert!(
        told.contains("The report of stop 2 goes to hun, roman."),
        "{told}"
    );
    assert!(told.contains("roman is asked, until"), "{told}");
    assert!(
        !table.site.post_of(BRUNO).iter().any(tells),
        "a dry run sends nothing"
    );

    let mail = table.master("RELEASE");
    assert_eq!(deadlines(&mut table), 1);
    for address in [ANNA, BRUNO] {
        let report = table.letter_of(address);
        assert_eq!(report.stop(), 2, "{address}");
        assert!(
            !report.files.is_empty(),
            "what was kept back of the record comes with it"
        );
    }
    table.site.deliver(&mail);
    table.site.sync();
    let inputs = table.record(Kind::Input);
    assert_eq!(
        inputs.len(),
        2,
        "the same mail twice releases once: {inputs:?}"
    );
    assert!(
        inputs[1].contains(r#""input":"gm","told":{"released":{"stops":[2]}}"#),
        "{inputs:?}"
    );
    let told = table.told(GEORG, "RELEASE");
    assert!(told.contains("there is nothing to release"), "{told}");

    table.play_on(BRUNO);
    table.master("RELEASE");
    let report = table.report_of(ANNA);
    assert!(
        report.contains("has seen the last report first, and let it go"),
        "{report}"
    );
    table.finish();
    let found = table.audit();
    assert_ne!(found.audit.verdict.to_string(), "VIOLATION", "{found}");
    assert_eq!(table.own_codes(), [""; 0], "{found}");
    assert!(
        !table.site.post_of(BRUNO).iter().any(is_report),
        "the last report waits, too"
    );
    let id = "chalons".parse().unwrap();
    let wish = (&Wish::Release, "");
    table
        .site
        .at_desk(|desk| desk.act(&id, wish, false))
        .unwrap();
    table.site.sync();
    assert!(table.site.post_of(BRUNO).iter().any(is_report));
}

#[test]
fn while_a_report_waits_nothing_that_is_asked_tells_how_the_match_stands() {
    let mut table = held();
    let old = table.letter_of(BRUNO);
    let asked = table.letter_of(ANNA);
    table.play_on(ANNA);
    for (address, letter) in [(ANNA, &asked), (BRUNO, &old)] {
        for words in [
            "SHOW MAP",
            "SHOW STATUS",
            "SHOW RECORD",
            "HELP",
            "SHOW STANDING",
            "CHECK\nGO",
            "GO",
        ] {
            table.site.post_of(address);
            table.site.answer(letter, address, words);
            table.site.sync();
            table.site.advance(90);
            let told = table.site.letter_to(address);
            // Orders are for a stop that is over, whatever has come of it.
            let text = flat(&told.text);
            let is_put_off = ["still with the game master", "which is over"]
                .iter()
                .any(|reason| text.contains(reason));
            assert!(is_put_off, "{words}: {text}");
            assert!(!tells(&told), "{words}: {}", told.text);
        }
    }
    let receipt = table.submit("roman", "GO");
    assert_eq!(receipt.readiness, "locked", "orders wait as well");
    assert_eq!(table.stop(), 2);
    let told = table.told(GEORG, "SHOW STATUS");
    assert!(
        told.contains("roman is asked"),
        "the game master goes on as ever: {told}"
    );
    let told = table.told(GEORG, "EXTEND 2d");
    assert!(
        told.contains("No deadline runs: nothing was extended"),
        "{told}"
    );
}

#[test]
fn who_plays_releases_nothing_and_an_act_between_is_told_with_its_own_report() {
    let mut table = held();
    let asked = table.letter_of(ANNA);
    table.play_on(ANNA);
    table.site.post_of(ANNA);
    table.site.answer(&asked, ANNA, "RELEASE");
    table.site.sync();
    assert!(!tells(&table.site.letter_to(ANNA)));
    assert_eq!(deadlines(&mut table), 0, "nothing was let go");
    table.correct_a_facing();
    assert_eq!(table.stop(), 3);
    for address in [ANNA, BRUNO] {
        assert!(!table.site.post_of(address).iter().any(tells), "{address}");
    }
    table.site.advance(1);
    table.master("RELEASE");
    let sent = table.site.sent().into_iter();
    let to_bruno = sent.filter(|letter| letter.to == BRUNO && is_report(letter));
    let mut reports: Vec<u64> = to_bruno.map(|letter| letter.stop()).collect();
    reports.sort_unstable();
    reports.retain(|stop| *stop > 1);
    assert_eq!(reports, [2, 3], "of both runs");
    assert!(table.report_of(BRUNO).contains("put the position right"));
}

#[test]
fn a_match_whose_report_waits_is_rebuilt_and_goes_out_once() {
    let mut table = held();
    let copy = keep(&mut table.site, "copy");
    table.play_on(ANNA);
    table.master("RELEASE");
    table.play_on(BRUNO);
    let expected = (table.whole_record(), table.log());
    put_back(&mut table.site, &copy);
    let mails = mails_of(&table.site, &[ANNA, BRUNO, GEORG]);
    let id = "chalons".parse().unwrap();
    table
        .site
        .at_desk(|desk| desk.recover(&id, &mails))
        .unwrap();
    assert!((table.whole_record(), table.log()) == expected);
}

#[test]
fn a_machine_that_stops_in_a_release_leaves_what_its_twin_leaves() {
    let play = |stop_at: Option<(Point, u32)>| {
        let mut table = held();
        table.play_on(ANNA);
        let letter = table.letter_of(GEORG);
        table.site.answer(&letter, GEORG, "RELEASE");
        let crashes = table.passes(stop_at);
        let mut letters: Vec<String> = table
            .site
            .post_of(BRUNO)
            .into_iter()
            .map(|one| one.message_id)
            .collect();
        letters.sort();
        letters.dedup();
        (table.whole_record(), letters, crashes)
    };
    let twin = play(None);
    for point in [
        (Point::Authenticated, 1),
        (Point::Pending, 1),
        (Point::Sent, 1),
    ] {
        let left = play(Some(point));
        assert_eq!(left.2, 1, "{point:?}");
        assert!((&left.0, &left.1) == (&twin.0, &twin.1), "{point:?}");
    }
}

/// How many runs there are, and how many of them spectators may hear of.
fn told(table: &mut Mastered) -> (usize, usize) {
    let id = "chalons".parse().unwrap();
    let runs = table.site.at_desk(|desk| desk.film(&id)).unwrap();
    let told = table.site.at_desk(|desk| desk.told_to_all(&id, &runs));
    (runs.len(), told.unwrap())
}

#[test]
fn spectators_hear_of_a_run_when_its_report_was_let_go_and_observers_may_have_it() {
    let mut table = held();
    table.play_on(ANNA);
    let (runs, shown) = told(&mut table);
    assert_eq!(shown, runs - 1, "the last report waits");
    table.master("RELEASE");
    assert_eq!(told(&mut table), (runs, runs));

    let mut late = Mastered::start(|new| {
        new.options.push(("observers".to_owned(), "2d".to_owned()));
    });
    late.play_on(ANNA);
    let (runs, shown) = told(&mut late);
    assert!(shown < runs, "{shown} of {runs}");
    late.site.advance(2 * 24 * 60 + 1);
    assert_eq!(told(&mut late), (runs, runs));
}
