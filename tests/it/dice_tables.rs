//! Dice for any other game: asked for in words, by shell and by mail, with the log and the proof of a match.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tesserarius::desk::{NewParty, NewTable};
use tesserarius::ledger::asked;
use tesserarius::ledger::audit::{Checks, Mail, Verdict, audit};
use tesserarius::ledger::log::LogText;
use tesserarius::record::RulesHash;
use tesserarius::schedule::FixedClock;
use tesserarius::store::{DiceMode, Disposition};

use super::support::beacons::{MARGIN, ROUNDS, lock_time, published, relayed};
use super::support::checkers::{Folder, verify_py};
use super::support::postbox::{ANNA, BRUNO, Letter, Postbox};
use super::support::seat_tool::Tool;
use super::support::terminal::Terminal;

fn laid(more: &str) -> Terminal {
    let terminal = Terminal::new();
    let (code, table) = terminal.json(&format!(
        "roll new bridge --party anna --party ben {more} --json"
    ));
    assert_eq!(code, 0);
    assert_eq!(
        table["parties"],
        json!([{"name": "anna", "joined": false}, {"name": "ben", "joined": false}])
    );
    terminal
}

/// Runs `tessera roll` with arguments that hold blanks.
fn throw(terminal: &Terminal, arguments: &[&str]) -> (i32, Value) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tessera"))
        .args([&["roll", "throw", "bridge", "--json"], arguments].concat())
        .current_dir(terminal.path())
        .env_clear()
        .output()
        .unwrap();
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| json!(String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap(), document)
}

#[test]
fn a_table_throws_what_is_asked_for_and_proves_it() {
    let terminal = laid("");
    let (code, thrown) = throw(
        &terminal,
        &["--as", "Anna", "2d6 attack on the bridge", "ROLL 1z10 x3"],
    );
    assert_eq!(code, 0, "{thrown}");
    assert_eq!(
        (&thrown["draw"], &thrown["reported"], &thrown["party"]),
        (&json!(1), &json!(true), &json!("anna"))
    );
    assert_eq!(
        thrown["lines"],
        json!(["ROLL 2d6 attack on the bridge", "ROLL 1z10 x3"])
    );
    let rolls = thrown["rolls"].as_array().unwrap();
    let labels: Vec<&str> = rolls
        .iter()
        .map(|roll| roll["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["r1/1", "r1/2", "r1/3", "r1/4"]);
    assert_eq!(
        (&rolls[0]["about"], &rolls[1]["about"]),
        (&json!("attack on the bridge"), &Value::Null)
    );
    let faces: Vec<u64> = rolls[0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|face| face.as_u64().unwrap())
        .collect();
    assert!(faces.len() == 2 && faces.iter().all(|face| (1..=6).contains(face)));
    assert_eq!(rolls[0]["sum"], json!(faces.iter().sum::<u64>()));

    let (code, thrown) = throw(
        &terminal,
        &["--as", "ben", "--phrase", "my cat sat on 77 keys", "3avg"],
    );
    assert_eq!((code, &thrown["draw"]), (0, &json!(2)), "{thrown}");
    let (code, audit) = terminal.json("roll verify bridge --json");
    assert_eq!(
        (code, &audit["verdict"]),
        (0, &json!("CLEAN WITH NOTES")),
        "{audit}"
    );
    let codes: BTreeSet<&str> = audit["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["NO_OUTSIDE_ENTROPY", "PHRASE_USED"].into());
    let (_, shown, _) = terminal.run("roll show bridge");
    assert!(
        shown.contains("r1/1 2d6: ") && shown.contains("(attack on the bridge)"),
        "{shown}"
    );

    let (_, log, _) = terminal.run("roll show bridge --log");
    let folder = Folder::new();
    if let Some((code, printed)) = verify_py(&[folder.write("log.txt", &log)]) {
        assert_eq!(code, 0, "{printed}");
    }
    assert_eq!(asked::confirmed(&LogText::split(&log), &[]), [1, 2].into());
}

#[test]
fn rolls_that_nobody_asked_for_are_not_confirmed() {
    let terminal = laid("");
    assert_eq!(throw(&terminal, &["--as", "anna", "2d6 attack"]).0, 0);
    let (_, log, _) = terminal.run("roll show bridge --log");
    let other = log.replace("o: ROLL 2d6 attack", "o: ROLL 1d6 attack");
    assert_ne!(other, log);
    assert_eq!(asked::confirmed(&LogText::split(&other), &[]), [].into());
    let sides = log.find("type: ORDERS").unwrap();
    assert_eq!(
        asked::confirmed(&LogText::split(&log[..sides - 20]), &[]),
        [].into(),
        "nobody opened what was asked for"
    );
    let mail = Mail {
        name: "anna".into(),
        text: log[sides - 20..].to_owned(),
        ..Mail::default()
    };
    assert_eq!(
        asked::confirmed(&LogText::split(&log[..sides - 20]), &[mail]),
        [1].into()
    );
}

#[test]
fn the_rules_of_a_table_are_hashed_as_those_of_a_game() {
    let hash = RulesHash::new(asked::TABLE, asked::VERSION).finish();
    assert_eq!(asked::rules().as_ref(), hash.as_bytes());
}

#[test]
fn what_cannot_be_rolled_is_refused_with_the_reason() {
    let terminal = laid("");
    let refused = |arguments: &[&str]| {
        let (code, told) = throw(&terminal, arguments);
        (code, told.as_str().unwrap_or_default().to_owned())
    };
    let (code, told) = refused(&["--as", "anna", "2d6+1"]);
    assert!(code == 64 && told.contains("write `2d6`"), "{told}");
    let (code, told) = refused(&["--as", "carla", "2d6"]);
    assert!(code == 1 && told.contains("there is anna, ben"), "{told}");
    let (code, told) = refused(&["--as", "anna", "1d6 x60", "1d6 x60"]);
    assert!(code == 1 && told.contains("not 120"), "{told}");
    for asked in [
        "1d6 x2 x3",
        "2d6 1z10",
        "2d6 first\nsecond words",
        "2d6 first ROLL 1z10",
    ] {
        let (code, told) = refused(&["--as", "anna", asked]);
        assert!(
            code == 64 && told.contains("cannot roll"),
            "{asked}: {told}"
        );
    }
    for name in ["../x", "x/y", "x/"] {
        let (code, _, told) = terminal.run(&format!("roll new {name} --party anna"));
        assert_eq!(code, 64, "{told}");
    }
    let (code, _, told) = terminal.run("roll new bridge --party anna");
    assert!(code == 1 && told.contains("already"), "{told}");
    let (code, _, told) = terminal.run("roll new other --party anna --party Anna");
    assert!(code == 1 && told.contains("two parties"), "{told}");
    let (code, _, told) = terminal.run("roll show nothing");
    assert!(code == 1 && told.contains("no match `nothing`"), "{told}");
    let (code, _, _) = terminal.run("roll show bridge");
    assert_eq!(code, 0, "nothing was thrown by what was refused");
    let (_, table) = terminal.json("roll show bridge --json");
    assert_eq!(table["draws"], json!([]));
}

#[test]
fn several_lines_in_one_argument_ask_for_a_roll_each() {
    let terminal = laid("");
    let asked = "2d6 first\n\n1z10 second\r\n";
    let (code, thrown) = throw(&terminal, &["--as", "anna", asked]);
    assert_eq!(code, 0, "{thrown}");
    let lines = json!(["ROLL 2d6 first", "ROLL 1z10 second"]);
    assert_eq!((&thrown["draw"], &thrown["lines"]), (&json!(1), &lines));
}

#[test]
fn a_host_who_plays_says_so_in_every_audit() {
    let terminal = laid("--host ben");
    assert_eq!(throw(&terminal, &["--as", "ben", "2d6"]).0, 0);
    let (_, audit) = terminal.json("roll verify bridge --json");
    assert_eq!(audit["host_plays"], json!([2]));
}

#[test]
fn a_beacon_table_waits_for_its_round_and_takes_no_other() {
    const ROUND: u64 = ROUNDS[4];
    let mut site = table_by_mail(DiceMode::Beacon);
    site.clock = FixedClock::new(lock_time(ROUND));
    let id = "bridge".parse().unwrap();
    let request = ["ROLL 2d6 attack".parse().unwrap()];
    let thrown = site
        .at_desk(|desk| desk.throw(&id, "anna", &request, None))
        .unwrap();
    assert_eq!(thrown.waits_for, [format!("round {ROUND} of the beacon")]);
    let again = site.at_desk(|desk| desk.throw(&id, "bruno", &request, None));
    assert!(again.unwrap_err().to_string().contains("draw 1 is locked"));
    let other = site.at_desk(|desk| desk.hand_over(&id, &relayed(ROUNDS[3])));
    assert!(
        other
            .unwrap_err()
            .to_string()
            .contains("which the lock names")
    );
    let forged = relayed(ROUND).replace("\"signature\":\"8d2c", "\"signature\":\"8d2d");
    let forged = site.at_desk(|desk| desk.hand_over(&id, &forged));
    assert!(forged.unwrap_err().to_string().contains("not genuine"));
    let waiting = site.at_desk(|desk| desk.see_table(&id)).unwrap().audit();
    assert_eq!(waiting.verdict, Verdict::Incomplete);

    site.clock = FixedClock::new(published(ROUND));
    let (_, thrown) = site
        .at_desk(|desk| desk.hand_over(&id, &relayed(ROUND)))
        .unwrap();
    let thrown = thrown.unwrap();
    assert!(thrown.waits_for.is_empty() && thrown.rolls[0].faces.is_some());
    site.sync();
    let letters = site.post_of(BRUNO);
    let told = letters
        .iter()
        .find(|letter| letter.subject.contains("has rolled"))
        .unwrap();
    assert_eq!(rolled(told).len(), 1, "{}", told.text);
    let outcome = site.at_desk(|desk| desk.see_table(&id)).unwrap().audit();
    assert_eq!(outcome.verdict, Verdict::CleanWithNotes, "{outcome}");
    let codes: BTreeSet<&str> = outcome
        .findings
        .iter()
        .map(|finding| finding.code.name())
        .collect();
    assert_eq!(codes, ["ACK_MISSING"].into());
}

/// A site with a table at which Anna and Bruno sit.
fn table_by_mail(dice: DiceMode) -> Postbox {
    let mut site = Postbox::new();
    let party = |name: &str, address: &str| NewParty {
        name: name.to_owned(),
        address: Some(address.to_owned()),
    };
    let new = NewTable {
        id: "bridge".parse().unwrap(),
        parties: vec![party("anna", ANNA), party("bruno", BRUNO)],
        host: None,
        dice,
        margin: MARGIN,
    };
    site.at_desk(|desk| desk.lay_table(&new)).unwrap();
    site.sync();
    site
}

fn rolled(letter: &Letter) -> Vec<&str> {
    letter
        .text
        .lines()
        .filter(|line| line.trim_start().starts_with("r1/"))
        .collect()
}

#[test]
fn a_mail_asks_for_dice_and_everybody_at_the_table_hears_of_them() {
    let mut site = table_by_mail(DiceMode::Casual);
    let invited = site.letter_to(ANNA);
    assert!(
        invited.text.contains("| ROLL 2d6 attack on the bridge"),
        "{}",
        invited.text
    );
    site.letter_to(BRUNO);
    let asked = "Hello Bruno,\nhere we go:\n\nPHRASE my cat sat on 77 keys\nROLL 2d6 attack on the bridge\nroll d10 x2\n\nyours Anna\n";
    let raw = site.answer(&invited, ANNA, asked);
    site.sync();
    let (hers, his) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    assert_eq!(hers.subject, "[bridge] draw 1: anna has rolled");
    assert_eq!(rolled(&hers).len(), 3, "{}", hers.text);
    assert_eq!(rolled(&hers), rolled(&his));
    for letter in [&hers, &his] {
        for part in [
            "type: GENESIS",
            "type: LOCK",
            "type: REPORT",
            "type: ORDERS",
        ] {
            assert!(letter.text.contains(part), "{part}: {}", letter.text);
        }
    }

    // What he kept of it proves the draw: the letter has the log, and what opens it.
    let kept = Mail {
        name: "bruno".into(),
        text: his.text.clone(),
        ..Mail::default()
    };
    let checks = Checks {
        replayed: asked::confirmed(&LogText::split(&his.text), &[]),
        verifier: None,
    };
    let outcome = audit(&his.text, &[kept], &checks);
    assert_eq!(outcome.verdict, Verdict::CleanWithNotes, "{outcome}");

    // The same mail again changes nothing; an answer to any letter of the table will do.
    site.deliver(&raw);
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Duplicate);
    site.answer(&his, BRUNO, "ROLL 1d6");
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .subject
            .contains("draw 2: bruno has rolled")
    );
}

#[test]
fn a_refused_line_rolls_nothing_and_talk_is_no_line() {
    let mut site = table_by_mail(DiceMode::Casual);
    let invited = site.letter_to(ANNA);
    site.letter_to(BRUNO);
    site.answer(
        &invited,
        ANNA,
        "ROLL 2d6 attack\nROLL 2d6+1 with the leader\n",
    );
    site.sync();
    let told = site.letter_to(ANNA);
    assert!(
        told.text.contains("REFUSED") && told.text.contains("Nothing was rolled"),
        "{}",
        told.text
    );
    assert!(site.post_of(BRUNO).is_empty());
    for asked in ["ROLL 1d6 x2 x3", "ROLL 2d6 first ROLL 1z10 second"] {
        site.answer(&told, ANNA, asked);
        site.sync();
        let told = site.letter_to(ANNA).text;
        assert!(told.contains("REFUSED"), "{told}");
        assert!(site.post_of(BRUNO).is_empty());
    }
    site.answer(
        &told,
        ANNA,
        "Rolling in the deep.\n> ROLL 2d6 quoted\nHELP\n",
    );
    site.sync();
    let told = site.letter_to(ANNA);
    assert!(told.text.contains("HOW TO ASK FOR DICE"), "{}", told.text);
    assert!(!told.text.contains("type: LOCK"), "{}", told.text);
}

#[test]
fn a_chain_table_throws_when_the_last_value_has_come() {
    let mut site = table_by_mail(DiceMode::Chain);
    let (mut anna, mut bruno) = (Tool::new(ANNA), Tool::new(BRUNO));
    let mut letters = Vec::new();
    for tool in [&mut anna, &mut bruno] {
        let invitation = site.letter_to(tool.address);
        let join = tool.join(&invitation);
        site.answer(&invitation, tool.address, &join);
        site.sync();
        letters.push(invitation);
        for letter in site.post_of(tool.address) {
            tool.keep(&letter.raw);
        }
    }
    site.answer(&letters[0], ANNA, "ROLL 2d6 attack on the bridge");
    site.sync();
    for tool in [&mut anna, &mut bruno] {
        let letter = site.letter_to(tool.address);
        assert!(
            letter.subject.contains("anna asks for dice"),
            "{}",
            letter.subject
        );
        tool.keep(&letter.raw);
        let reply = tool.answer("").unwrap();
        tool.keep(&reply);
        site.deliver(&reply);
        site.sync();
    }
    let letter = site.letter_to(BRUNO);
    assert_eq!(rolled(&letter).len(), 1, "{}", letter.text);
    let id = "bridge".parse().unwrap();
    let outcome = site.at_desk(|desk| desk.see_table(&id)).unwrap().audit();
    assert_eq!(outcome.verdict, Verdict::Clean, "{outcome}");
    bruno.keep(&letter.raw);
    assert_eq!(bruno.verify().0, 0);
}
