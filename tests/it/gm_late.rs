//! The game master's page: who is waited for in which match, and how late he is.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a borrowed desk is not general enough to be passed"
)]

use std::process::Command;

use jiff::{SignedDuration, Timestamp};
use tesserarius::desk::{NewMatch, Owed, Wait, Waits};
use tesserarius::store::Store;

use super::support::postbox::{ANNA, BRUNO, GEORG, Postbox, is_report};

fn waits(site: &mut Postbox) -> Waits {
    site.at_desk(|desk| desk.waits()).unwrap()
}

fn with_game_master(new: &mut NewMatch) {
    new.game_master = Some(GEORG.to_owned());
}

fn first_due(site: &mut Postbox) -> Timestamp {
    let unit = site.store.read().unwrap();
    unit.open_deadlines().unwrap()[0].due_at
}

/// Who owes what, by side.
fn owing(waits: &Waits) -> Vec<(&str, Owed)> {
    let seats = waits.seats.iter();
    seats
        .map(|wait: &Wait| (wait.side.as_str(), wait.owes))
        .collect()
}

#[test]
fn whoever_owes_an_answer_or_orders_is_listed_until_he_has_sent_them() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    let both = [("hun", Owed::Answer), ("roman", Owed::Answer)];
    assert_eq!(owing(&waits(&mut site)), both);
    site.sync();
    for address in [ANNA, BRUNO] {
        let invitation = site.letter_to(address);
        site.answer(&invitation, address, "ACCEPT");
    }
    site.sync();
    assert_eq!(owing(&waits(&mut site)), [("hun", Owed::Orders)]);
    let report = site.post_of(ANNA).into_iter().find(is_report).unwrap();
    site.answer(&report, ANNA, "GO");
    site.sync();
    assert_eq!(owing(&waits(&mut site)), []);
}

#[test]
fn how_late_somebody_is_counts_from_his_deadline() {
    let mut site = Postbox::new();
    site.start(|_| {});
    let due = first_due(&mut site);
    let asked = &waits(&mut site).seats[0];
    assert_eq!(
        (asked.due_at, asked.late_seconds),
        (Some(due), Some(-3 * 86_400))
    );
    let page = |site: &mut Postbox, template: &str| waits(site).page(&site.site, template).unwrap();
    let text = page(&mut site, "mail/late.txt");
    assert!(text.contains("chalons, hun (anna): 3d left\n"), "{text}");
    site.clock.set(due + SignedDuration::from_mins(26 * 60 + 5));
    let text = page(&mut site, "mail/late.txt");
    assert!(
        text.contains("chalons, hun (anna): late by 1d2h5m\n"),
        "{text}"
    );
    assert!(text.contains("  due Mon 30 Nov 12:00\n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 76),
        "{text}"
    );
    let html = page(&mut site, "site/late.html");
    assert!(
        html.contains("<span class=\"late\">1d2h5m</span>"),
        "{html}"
    );
}

#[test]
fn deadlines_that_were_missed_before_are_counted_and_the_latest_stand_first() {
    let mut site = Postbox::new();
    site.start(|_| {});
    let due = first_due(&mut site);
    let mut work = site.store.write().unwrap();
    work.alive(due).unwrap();
    work.commit().unwrap();
    site.clock.set(due + SignedDuration::from_mins(1));
    site.sync();
    site.invite(|new| new.id = Some("second".parse().unwrap()));
    let late = waits(&mut site);
    let first = &late.seats[0];
    assert_eq!(
        (first.of_match.as_str(), first.side.as_str()),
        ("chalons", "roman")
    );
    assert_eq!(
        first.missed, 0,
        "it was the other side that let its deadline pass"
    );
    assert_eq!(
        late.seats[1].of_match, "second",
        "what has no deadline stands last"
    );
}

#[test]
fn a_game_master_asks_by_mail_and_a_player_is_not_answered() {
    let mut site = Postbox::new();
    let (to_anna, _) = site.start(with_game_master);
    let to_georg = site.post_of(GEORG).pop().unwrap();
    site.answer(&to_georg, GEORG, "SHOW LATE");
    site.answer(&to_anna, ANNA, "SHOW LATE");
    site.sync();
    let told = site.letter_to(GEORG).text;
    assert!(told.contains("chalons, hun (anna): 3d left"), "{told}");
    let refused = site.letter_to(ANNA).text;
    assert!(
        refused.contains("`SHOW LATE` answers a game master"),
        "{refused}"
    );
    assert!(!refused.contains("3d left"), "{refused}");
}

#[test]
fn the_shell_prints_the_list_and_writes_the_page() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    let run = |arguments: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_tessera"))
            .arg("--config")
            .arg(site.path().join("config.toml"))
            .args(["status", "--late"])
            .args(arguments)
            .current_dir(site.path())
            .env_clear()
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout).unwrap()
    };
    let text = run(&[]);
    assert!(text.contains("chalons, hun (anna): for "), "{text}");
    assert!(
        text.contains("owes an answer to the invitation since "),
        "{text}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&run(&["--json", "--html", "late.html"])).unwrap();
    assert_eq!(json["waits"][0]["match"], "chalons");
    assert_eq!(json["waits"][0]["owes"], "answer");
    assert_eq!(json["waits"][0]["due_at"], serde_json::Value::Null);
    let page = std::fs::read_to_string(site.path().join("late.html")).unwrap();
    assert!(page.contains("<td>chalons<br>"), "{page}");
}
