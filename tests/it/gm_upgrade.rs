//! Matches that go on by the rules that the program has now, and what is said where it has others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use tesserarius::auditor::{Handed, Papers, examine, shipped};
use tesserarius::desk::Wish;
use tesserarius::desk::crash::{How, Point, arm, disarm};
use tesserarius::record::{Kind, Line};
use tesserarius::store::{MatchId, Store};

use super::support::acts::{Mastered, flat, keep, mails_of, put_back};
use super::support::postbox::{ANNA, BRUNO, GEORG};

fn id() -> MatchId {
    "chalons".parse().unwrap()
}

/// Lets the database say that the match follows another version of the rules.
fn by_version(table: &mut Mastered, version: u32) {
    let mut work = table.site.store.write().unwrap();
    work.set_rules_version(&id(), version).unwrap();
    work.commit().unwrap();
}

fn version(table: &mut Mastered) -> u32 {
    table
        .site
        .store
        .read()
        .unwrap()
        .the_match(&id())
        .unwrap()
        .rules_version
}

#[test]
fn a_match_of_other_rules_waits_and_says_what_helps() {
    for (other, by_mail, remedy) in [
        (
            0,
            "the game master can let it go on by these with UPGRADE",
            "`tessera gm chalons upgrade --dry-run` says whether it can go on",
        ),
        (
            9,
            "the operator has to bring the newer program",
            "use the newer tessera by which it was played",
        ),
    ] {
        let mut table = Mastered::start(|_| {});
        let letter = table.letter_of(ANNA);
        table.site.answer(&letter, ANNA, "DEFAULT D16\nGO");
        table
            .site
            .deliver(b"From: x@y.example\r\n\r\nno mail of ours\r\n");
        by_version(&mut table, other);
        table.site.post_of(ANNA);
        table.site.sync();
        let told = flat(&table.site.letter_to(ANNA).text);
        assert!(
            told.contains(&format!("follows version {other} of the rules")),
            "{told}"
        );
        assert!(
            told.contains("this program has version 1") && told.contains(by_mail),
            "{told}"
        );
        assert_eq!(table.stop(), 1);
        let table_of = table.site.at_desk(|desk| desk.table(&id())).unwrap();
        let filing = tesserarius::desk::Filing {
            id: &id(),
            seat: table_of.seat_of_side("hun").unwrap(),
            stop: None,
            text: "GO",
            raw: None,
        };
        let refused = table
            .site
            .at_desk(|desk| desk.file(filing))
            .unwrap_err()
            .to_string();
        assert!(refused.contains(remedy), "{refused}");
        let act = table
            .site
            .at_desk(|desk| desk.act(&id(), (&Wish::Undo(None), ""), false));
        assert!(act.unwrap_err().to_string().contains(remedy));
        // Nobody is late at a match that takes no orders.
        table.site.advance(60 * 24 * 30);
        table.site.sync();
        assert!(table.record(Kind::Input).is_empty());
    }
}

#[test]
fn a_match_goes_on_by_new_rules_if_all_of_it_comes_out_by_them() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(2);
    let copy = keep(&mut table.site, "copy");
    let told = table.told(GEORG, "UPGRADE");
    assert!(
        told.contains("follows the rules of this program already"),
        "{told}"
    );
    by_version(&mut table, 0);
    let before = (table.stop(), table.state());
    let told = table.told(GEORG, "UPGRADE BECAUSE the house has moved\nCHECK");
    assert!(
        told.contains("the rules go from version 0 to version 1"),
        "{told}"
    );
    assert!(
        told.contains("were played again by version 1 and came out"),
        "{told}"
    );
    assert_eq!(version(&mut table), 0, "a dry run");
    let told = table.told(ANNA, "UPGRADE");
    assert!(
        told.contains("follows version 0"),
        "a player upgrades nothing: {told}"
    );
    assert_eq!(version(&mut table), 0);

    let mail = table.master("UPGRADE BECAUSE the house has moved");
    assert_eq!(
        (table.stop(), table.state()),
        before,
        "the match stands where it stood"
    );
    assert_eq!(version(&mut table), 1);
    table.site.deliver(&mail);
    table.site.sync();
    let draw = table.draws() + 1;
    let log = table.log();
    let note = format!("text: rules 0 1 from draw {draw}");
    assert_eq!(log.matches(&note).count(), 1, "{log}");
    assert!(log.contains("text: rules-hash "), "{log}");
    let inputs = table.record(Kind::Input);
    assert!(
        inputs[0].contains(r#""input":"gm","told":{"upgraded":{"#),
        "{inputs:?}"
    );
    assert!(
        table
            .notice_to(BRUNO, "goes on by other rules")
            .contains("the house has moved")
    );
    table.play_round();
    assert!(
        table
            .report_of(BRUNO)
            .contains("go on by version 1 of the rules instead of version 0")
    );
    table.finish();
    let found = table.audit();
    assert_ne!(found.audit.verdict.to_string(), "VIOLATION", "{found}");
    assert_eq!(table.own_codes(), [""; 0], "{found}");
    assert!(found.examined.runs_replayed > 4, "{found}");

    let expected = (table.whole_record(), table.log());
    put_back(&mut table.site, &copy);
    by_version(&mut table, 0);
    let mails = mails_of(&table.site, &[ANNA, BRUNO, GEORG]);
    table
        .site
        .at_desk(|desk| desk.recover(&id(), &mails))
        .unwrap();
    assert!((table.whole_record(), table.log()) == expected);
    assert_eq!(version(&mut table), 1);
}

#[test]
fn a_match_that_comes_out_otherwise_is_refused_with_the_difference() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(2);
    by_version(&mut table, 0);
    let database = rusqlite::Connection::open(table.site.path().join("data/tessera.db")).unwrap();
    let changed = database
        .execute(
            "UPDATE record_lines SET text = replace(text, '\"turn\":1', '\"turn\":7') WHERE n =
             (SELECT max(n) FROM record_lines WHERE kind = 'public' AND text LIKE '%\"turn\":1%')",
            [],
        )
        .unwrap();
    assert_eq!(changed, 1);
    let told = table.told(GEORG, "UPGRADE");
    assert!(
        told.contains("does not come out by version 1 of the rules as it was told"),
        "{told}"
    );
    assert!(
        told.contains("the position after it is another one than everybody was shown"),
        "{told}"
    );
    assert!(
        told.contains("only with the tessera that has version 0"),
        "{told}"
    );
    assert_eq!(version(&mut table), 0);
    assert!(!table.log().contains("text: rules"));
}

#[test]
fn a_record_of_rules_that_the_program_does_not_know_is_incomplete_and_no_violation() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let mut lines = table.lines();
    let first = lines[0]
        .text()
        .replacen("\"rules-version\":1", "\"rules-version\":9", 1);
    lines[0] = Line::read(&first).unwrap();
    let mut papers = Papers::default();
    papers.add("log", table.log().as_bytes(), Handed::Named);
    papers.add_lines("the record", lines);
    let found = examine(&papers, &[], &shipped, None).unwrap();
    let impossible: Vec<_> = found
        .audit
        .findings
        .iter()
        .filter(|one| one.code.name() == "REPLAY_IMPOSSIBLE")
        .collect();
    assert_eq!(impossible.len(), 1, "{found}");
    assert!(
        impossible[0].message.contains("follows version 9"),
        "{found}"
    );
    assert!(
        impossible[0].message.contains("the tessera of its time"),
        "{found}"
    );
}

/// What an upgrade leaves: record, log, version, and the letters to a player, each once.
fn left(table: &mut Mastered) -> (Vec<String>, String, u32, Vec<String>) {
    let letters = table.site.sent().into_iter();
    let letters = letters.filter(|letter| letter.to == BRUNO);
    let mut letters: Vec<String> = letters.map(|letter| letter.message_id).collect();
    letters.sort();
    letters.dedup();
    (table.whole_record(), table.log(), version(table), letters)
}

#[test]
fn a_machine_that_stops_in_an_upgrade_by_mail_leaves_what_its_twin_leaves() {
    let play = |stop_at: Option<(Point, u32)>| {
        let mut table = Mastered::start(|_| {});
        table.play_draws(1);
        by_version(&mut table, 0);
        let letter = table.letter_of(GEORG);
        table.site.answer(&letter, GEORG, "UPGRADE");
        let crashes = table.passes(stop_at);
        (left(&mut table), crashes)
    };
    let (twin, none) = play(None);
    assert_eq!((none, twin.2), (0, 1));
    assert_eq!(twin.1.matches("text: rules 0 1 ").count(), 1);
    for point in [
        Point::Spooled,
        Point::Begun,
        Point::Authenticated,
        Point::Pending,
        Point::Sent,
    ] {
        let (left, crashes) = play(Some((point, 1)));
        assert_eq!(crashes, 1, "{point} was passed");
        assert!(left == twin, "{point}");
    }
}

#[test]
fn a_machine_that_stops_between_an_upgrade_at_the_shell_and_its_log_leaves_what_its_twin_leaves() {
    let play = |stops: bool| {
        let mut table = Mastered::start(|_| {});
        table.play_draws(1);
        by_version(&mut table, 0);
        let before = table.log();
        if stops {
            arm(Point::Committed, 1, How::Unwind);
        }
        let upgraded = catch_unwind(AssertUnwindSafe(|| {
            table
                .site
                .at_desk(|desk| desk.act(&id(), (&Wish::Upgrade, ""), false))
                .unwrap()
        }));
        disarm();
        assert_eq!(upgraded.is_err(), stops);
        assert_eq!(table.log() == before, stops, "the log is written last");
        table.site.reopen();
        table.passes(None);
        left(&mut table)
    };
    let twin = play(false);
    assert!(twin.1.contains("text: rules 0 1 "));
    assert!(play(true) == twin);
}

#[test]
fn a_process_that_is_killed_in_an_upgrade_has_upgraded_once() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    by_version(&mut table, 0);
    let mut upgrade = Command::new(env!("CARGO_BIN_EXE_tessera"));
    upgrade
        .args(["gm", "chalons", "upgrade"])
        .current_dir(table.site.path())
        .env_clear();
    let killed = upgrade
        .env("TESSERA_CRASH_AT", "committed")
        .output()
        .unwrap();
    assert_eq!(killed.status.code(), None, "{killed:?}");
    assert!(!table.log().contains("text: rules"));
    table.site.reopen();
    table.passes(None);
    assert_eq!(version(&mut table), 1);
    assert_eq!(table.log().matches("text: rules 0 1 ").count(), 1);
    let again = upgrade.env_remove("TESSERA_CRASH_AT").output().unwrap();
    assert_eq!(again.status.code(), Some(1), "{again:?}");
}
