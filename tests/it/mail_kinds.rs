//! Every kind of mail that goes to people in a match, as another program's mail reader sees it.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;
use tesserarius::schedule::Lapse;

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report};

/// Asks Python's email package of every mail in a folder; fails where it is missing.
fn looked_at(site: &Postbox) -> Value {
    let output = Command::new("python3")
        .args(["-c", include_str!("mail_outbox.py")])
        .arg(site.path().join("mail/out/new"))
        .output()
        .expect("python3 is needed for this test");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The kinds of mail that the outbox has seen.
fn kinds(site: &Postbox) -> BTreeSet<String> {
    let file = site.config.folders.data.join("tessera.db");
    let database = rusqlite::Connection::open(file).unwrap();
    let mut statement = database
        .prepare("SELECT DISTINCT kind FROM outbox")
        .unwrap();
    let rows = statement.query_map([], |row| row.get(0)).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// Lets a match bring forth every kind of letter, from the invitation to the last farewell.
fn everything() -> Postbox {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| {
        new.game_master = Some(GEORG.to_owned());
        new.observers = vec!["oskar@example.org".to_owned()];
        new.options = vec![("press-time".to_owned(), "once".to_owned())];
        new.grace = Lapse::ZERO;
    });
    let wishes = "ADDRESS ADD anna@work.example.com\nDEPUTY clara@example.org 2d\nSAY J\u{fc}rgen \u{2014} well met\n\
                  SETUP hun-hc-1 9999\nSHOW MAP\nSHOW LEGAL hun-hc-1\nHELP\nEXTEND 2d\nSET REPORT prose\nSHOW RECORD\n\
                  Thank you very much; this line of talk is longer than any line of a letter may be, and has no order in it";
    site.answer(&anna, ANNA, wishes);
    site.answer(&anna, "mallory@example.com", "GO");
    site.answer(&bruno, BRUNO, "MOVE rom-lc-1 1609-\nUNDO");
    site.sync();
    // The site is down for longer than it may be, and what then waits is reminded of.
    site.advance(24 * 60);
    site.sync();
    for _ in 0..110 {
        site.advance(30);
        site.sync();
    }
    let mut game = Game {
        anna,
        bruno,
        grace: 0,
    };
    game.look(&mut site);
    for address in [ANNA, BRUNO] {
        game.answer(&mut site, address, "GO");
    }
    game.answer(&mut site, BRUNO, "RESIGN\nGO");
    let last: Option<Letter> = site
        .sent()
        .into_iter()
        .filter(is_report)
        .find(|letter| letter.to == ANNA && letter.subject.contains("is over"));
    let last = last.expect("the match is over");
    site.answer(&last, ANNA, "REMATCH");
    site.sync();
    let is_invitation = |letter: &Letter| letter.to == BRUNO && letter.text.contains("chalons-re");
    let rematch = site
        .sent()
        .into_iter()
        .rfind(is_invitation)
        .expect("a rematch");
    site.answer(&rematch, BRUNO, "DECLINE");
    site.answer(&last, ANNA, "FORGET ME");
    site.sync();
    site.sync();
    site
}

#[test]
fn python_finds_no_fault_with_any_kind_of_mail() {
    let site = everything();
    let seen = looked_at(&site);
    assert_eq!(
        seen["faults"],
        serde_json::json!({}),
        "{:#}",
        seen["faults"]
    );
    let subjects = seen["subjects"].to_string();
    for about in [
        "invitation to",
        "to move",
        "your orders",
        "your mail was not carried out",
        "a further address",
        "you are a deputy",
        "somebody writes to you",
        "more time is asked for",
        "the record, 1 of",
        "are due by",
        "the deadlines have moved",
        "is over",
        "does not take place",
        "you are forgotten",
        "a player is forgotten",
    ] {
        assert!(
            subjects.contains(about),
            "no mail about `{about}`: {subjects}"
        );
    }
    let expected = [
        "invitation",
        "notice",
        "operator",
        "receipt",
        "reminder",
        "report",
    ];
    assert_eq!(kinds(&site), expected.map(str::to_owned).into());
}
