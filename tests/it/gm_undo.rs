//! Matches taken back: by the game master with the consent of the players, or by the players alone.

use tesserarius::auditor::{Examination, Papers, examine, shipped};
use tesserarius::desk::Wish;
use tesserarius::engine::Viewer;
use tesserarius::record::Kind;
use tesserarius::schedule::Lapse;
use tesserarius::store::Disposition;

use super::support::acts::{Mastered, flat, keep, mails_of, put_back};
use super::support::checkers::assert_other_checkers_agree;
use super::support::postbox::{ANNA, BRUNO, GEORG};

const TAKEN_BACK: &str = "taken the match back to where it stood at stop 3";

#[test]
fn known_dice_go_back_when_the_game_master_asks_and_every_player_agrees() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(2);
    let (now, before) = (table.stop(), table.view_at(3));
    assert!(now > 4, "something can be taken back");
    table.master("UNDO 3 BECAUSE two counters were swapped");
    let receipt = table.site.letter_to(GEORG);
    assert!(flat(&receipt.text).contains("needs the consent of hun and roman"));
    assert_eq!(table.stop(), now, "nothing has happened yet");
    for address in [ANNA, BRUNO] {
        let asked = table.notice_to(address, "your consent is asked for");
        assert!(asked.contains("two counters were swapped"), "{asked}");
        assert!(asked.contains("| ACCEPT UNDO 3"), "{asked}");
        table.answer(address, "ACCEPT UNDO 3");
    }
    assert_eq!(table.stop(), now + 1, "a stop of its own");
    assert_eq!(
        table.view(Viewer::Everybody),
        before,
        "and the old position"
    );
    for address in [ANNA, BRUNO, GEORG] {
        let report = table.report_of(address);
        assert!(report.contains(TAKEN_BACK), "{report}");
        assert!(report.contains("two counters were swapped"), "{report}");
        assert!(report.contains("withdrawn"), "{report}");
    }
    let log = table.log();
    assert!(
        log.contains("type: CORRECT") && log.contains("undo: 2") && log.contains("undo: 3"),
        "{log}"
    );
    assert!(
        log.contains("agree: 1") && log.contains("agree: 2"),
        "{log}"
    );
    let inputs = table.record(Kind::Input);
    assert!(inputs[0].contains(r#""input":"gm","told":{"undone":{"to":3,"draws":["#));

    let used = table.draws();
    table.play_draws(used + 2);
    table.finish();
    let found = table.audit();
    assert_eq!(
        found.audit.verdict.to_string(),
        "CLEAN WITH NOTES",
        "{found}"
    );
    for code in ["UNDONE", "CONSENT_CLAIMED"] {
        assert!(table.codes().contains(&code), "{found}");
    }
    assert!(found.examined.runs_replayed > 5);
    assert_other_checkers_agree(&table.log());
}

#[test]
fn both_players_take_a_move_back_without_a_game_master_and_one_alone_does_not() {
    let mut table = Mastered::start(|new| new.game_master = None);
    table.play_draws(1);
    let now = table.stop();
    table.answer(ANNA, "UNDO BECAUSE a slip of the pen");
    assert_eq!(table.stop(), now);
    let asked = table.notice_to(BRUNO, "your consent is asked for");
    assert!(asked.contains("hun asks"), "{asked}");
    assert!(asked.contains("a slip of the pen"), "{asked}");
    // The same wish again is no consent of the other side.
    table.answer(ANNA, "UNDO BECAUSE a slip of the pen, I said");
    assert_eq!(table.stop(), now);
    table.answer(BRUNO, "UNDO");
    assert_eq!(table.stop(), now + 1);
    let report = table.report_of(BRUNO);
    assert!(report.contains("The players have agreed"), "{report}");
    assert!(report.contains("a slip of the pen."), "{report}");
    table.finish();
    let found = table.audit();
    assert_eq!(
        found.audit.verdict.to_string(),
        "CLEAN WITH NOTES",
        "{found}"
    );
}

#[test]
fn a_consent_counts_for_the_stop_at_which_it_was_given() {
    let mut table = Mastered::start(|new| new.game_master = None);
    table.play_draws(1);
    let now = table.stop();
    let old = table.letter_of(ANNA);
    table.answer(ANNA, "UNDO");
    table.play_round();
    assert!(table.stop() > now);
    table.answer(BRUNO, "UNDO");
    let later = table.stop();
    assert!(later > now, "the consents are for two different stops");
    table.site.answer(&old, ANNA, "UNDO");
    table.site.sync();
    assert_eq!(table.stop(), later, "a mail to a stop that is over is held");
}

#[test]
fn a_run_without_dice_goes_back_at_the_game_masters_word_alone() {
    let mut table = Mastered::start(|_| {});
    table.play_on(ANNA);
    assert_eq!((table.stop(), table.draws()), (2, 0));
    table.master("UNDO\nCHECK");
    let receipt = table.site.letter_to(GEORG);
    assert!(
        flat(&receipt.text).contains("goes back from stop 2"),
        "{}",
        receipt.text
    );
    assert!(
        flat(&receipt.text).contains("Nothing was changed"),
        "{}",
        receipt.text
    );
    assert_eq!(table.stop(), 2);
    let mail = table.master("UNDO");
    assert_eq!(table.stop(), 3);
    assert!(
        !table.log().contains("type: CORRECT"),
        "no dice were withdrawn"
    );
    // The same mail again, and a new one with the words of the old stop.
    table.site.deliver(&mail);
    let synced = table.site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Duplicate);
    assert_eq!(table.stop(), 3);
    table.finish();
    let found = table.audit();
    assert_eq!(found.audit.verdict.to_string(), "CLEAN", "{found}");
}

#[test]
fn standing_lines_that_were_sent_since_still_count() {
    let mut table = Mastered::start(|_| {});
    table.answer(ANNA, "DEFAULT D16\nGO");
    assert_eq!(table.stop(), 2);
    table.master("UNDO");
    table.answer(ANNA, "SHOW STANDING");
    let receipt = table.notice_to(ANNA, "your orders");
    assert!(receipt.contains("| DEFAULT D16"), "{receipt}");
}

#[test]
fn who_may_not_and_what_cannot_be_is_refused_and_changes_nothing() {
    let mut table = Mastered::start(|_| {});
    table.play_on(ANNA);
    for (address, words, answer) in [
        (
            ANNA,
            "CORRECT hun-lc-1.facing = 4",
            "for the game master to say",
        ),
        (GEORG, "UNDO 9", "it has come by the stops 1"),
        (
            GEORG,
            "CORRECT hun-lc-1.colour = 4",
            "has aimed_at, allowance, blows",
        ),
        (GEORG, "CORRECT hun-lc-1.facing = 5", "is nothing that"),
        (GEORG, "CORRECT hun-lc-1.place = on 9999", "is nothing that"),
        (GEORG, "CORRECT open.turn = 1", "would break the rules"),
    ] {
        let told = table.told(address, words);
        assert!(told.contains(answer), "{words}: {told}");
        assert_eq!(table.stop(), 2, "{words}");
    }
}

#[test]
fn a_match_that_went_back_is_rebuilt_from_its_log_and_mails() {
    let mut table = Mastered::start(|_| {});
    let copy = keep(&mut table.site, "copy");
    table.play_draws(2);
    table.master("UNDO 3");
    for address in [ANNA, BRUNO] {
        table.answer(address, "ACCEPT UNDO 3");
    }
    table.correct_a_facing();
    let used = table.draws();
    table.play_draws(used + 1);
    let expected = (
        table.whole_record(),
        table.log(),
        table.view(Viewer::Everybody),
    );
    put_back(&mut table.site, &copy);
    let mails = mails_of(&table.site, &[ANNA, BRUNO]);
    let id = "chalons".parse().unwrap();
    let done = table
        .site
        .at_desk(|desk| desk.recover(&id, &mails))
        .unwrap();
    assert!(done.runs > 4, "{done:?}");
    let rebuilt = (
        table.whole_record(),
        table.log(),
        table.view(Viewer::Everybody),
    );
    assert!(rebuilt.0 == expected.0, "the record");
    assert!(rebuilt.1 == expected.1, "the log");
    assert_eq!(rebuilt.2, expected.2);
}

#[test]
fn at_the_shell_a_dry_run_shows_the_difference_and_a_player_consents_by_file() {
    let mut table = Mastered::start(|new| {
        new.grace = Lapse::ZERO;
    });
    table.play_draws(1);
    let now = table.stop();
    let id = "chalons".parse().unwrap();
    let wish = Wish::Undo(None);
    let dry = table
        .site
        .at_desk(|desk| desk.act(&id, (&wish, "by hand"), true))
        .unwrap();
    assert!(
        !dry.done && dry.difference[0].contains("goes back"),
        "{dry:?}"
    );
    assert_eq!(dry.waits_for, ["hun", "roman"]);
    assert_eq!(table.record(Kind::Input).len(), 0);
    let asked = table
        .site
        .at_desk(|desk| desk.act(&id, (&wish, "by hand"), false))
        .unwrap();
    assert!(!asked.done);
    for side in ["hun", "roman"] {
        let words = format!("ACCEPT UNDO {}", now - 1);
        let receipt = table.submit(side, &words);
        assert!(!receipt.is_bad());
    }
    assert_eq!(table.stop(), now + 1);
    assert!(table.log().contains("why: by hand"));
}

#[test]
fn a_machine_that_stops_in_an_act_leaves_what_its_twin_leaves() {
    use tesserarius::desk::crash::{How, Point, arm, disarm};
    let play = |stop_at: Option<Point>| {
        let mut table = Mastered::start(|_| {});
        table.play_on(ANNA);
        let letter = table.letter_of(GEORG);
        table.site.answer(&letter, GEORG, "UNDO BECAUSE of the map");
        if let Some(point) = stop_at {
            arm(point, 1, How::Unwind);
        }
        let crashes = table.pass();
        disarm();
        table.site.advance(10);
        table.pass();
        let mails: Vec<_> = table.site.sent().into_iter().map(|mail| mail.raw).collect();
        ((mails, table.whole_record(), table.log()), crashes)
    };
    let (twin, none) = play(None);
    assert_eq!(none, 0);
    for point in [
        Point::Spooled,
        Point::Authenticated,
        Point::Queued,
        Point::Pending,
        Point::Sent,
    ] {
        let (left, crashes) = play(Some(point));
        assert_eq!(crashes, 1, "{point}");
        assert!(left == twin, "{point}");
    }
}

#[test]
fn an_audit_finds_an_undo_that_stands_elsewhere_than_it_says() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(2);
    table.master("UNDO 3");
    for address in [ANNA, BRUNO] {
        table.answer(address, "ACCEPT UNDO 3");
    }
    table.finish();
    let lines = table.lines();
    let forged: Vec<_> = lines
        .iter()
        .map(|line| {
            let text = line
                .text()
                .replace(r#""undone":{"to":3"#, r#""undone":{"to":2"#);
            tesserarius::record::Line::read(&text).unwrap()
        })
        .collect();
    let mut papers = Papers::default();
    papers.add_lines("the record", forged);
    let found: Examination = examine(&papers, &[], &shipped, None).unwrap();
    let codes: Vec<_> = found
        .audit
        .findings
        .iter()
        .map(|one| one.code.name())
        .collect();
    assert!(codes.contains(&"REPLAY_DIFFERS"), "{found}");
}
