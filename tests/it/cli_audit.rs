//! `audit` and `export` on the command line: exit codes, documents, and text that fits a terminal.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use tesserarius::record::{Kind, read_part};

use crate::support::checkers::{demo, demo_files};
use crate::support::terminal::Terminal;

/// A folder with the demo's under `d`: a site with a finished match by mail, played once for all tests.
static PLAYED: LazyLock<(Terminal, String)> = LazyLock::new(|| {
    let terminal = Terminal::new();
    copy(demo(), &terminal.path().join("d"));
    let log = demo_files("data/log").remove(0);
    let id = log.file_stem().unwrap().to_str().unwrap().to_owned();
    (terminal, id)
});

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

#[test]
fn a_finished_match_is_clean_from_whatever_papers_there_are() {
    let (terminal, id) = &*PLAYED;
    for what in [
        "d/players/hun".to_owned(),
        "d/players/roman".to_owned(),
        "d/players/hun --other d/players/roman".to_owned(),
        "d/record.jsonl".to_owned(),
        "d".to_owned(),
        format!("--config d/config.toml {id}"),
        format!("--config d/config.toml {id} --other d/players/hun --other d/players/roman"),
    ] {
        let (code, document) = terminal.json(&format!("audit --json {what}"));
        assert_eq!(
            (code, &document["verdict"]),
            (0, &"CLEAN".into()),
            "{what}: {document}"
        );
        assert_eq!(document["findings"], serde_json::json!([]));
        assert_eq!(document["host_plays"], serde_json::json!([]));
        assert_eq!(document["waits_for_end"], false);
        assert!(
            document["examined"]["runs_replayed"].as_u64().unwrap() > 5,
            "{what}"
        );
    }
}

#[test]
fn a_log_alone_is_not_yet_checkable_and_a_changed_one_is_a_violation() {
    let (terminal, id) = &*PLAYED;
    let log = fs::read_to_string(terminal.path().join(format!("d/data/log/{id}.log"))).unwrap();
    fs::write(terminal.path().join("alone.log"), &log).unwrap();
    let (code, document) = terminal.json("audit --json alone.log");
    assert_eq!((code, &document["verdict"]), (3, &"INCOMPLETE".into()));
    assert_eq!(document["waits_for_end"], false, "the match is over");

    let at = log.rfind("roll: ").unwrap();
    let changed = format!("{}{}", &log[..at], log[at..].replacen("1z10 ", "1z10 1", 1));
    fs::write(terminal.path().join("changed.log"), changed).unwrap();
    let (code, document) = terminal.json("audit --json changed.log");
    assert_eq!((code, &document["verdict"]), (2, &"VIOLATION".into()));
    let keys = [
        "code", "severity", "entry", "draw", "seat", "who", "message",
    ];
    for finding in document["findings"].as_array().unwrap() {
        let finding = finding.as_object().unwrap();
        assert!(
            keys.iter().all(|key| finding.contains_key(*key)),
            "{finding:?}"
        );
    }
    let (code, text, _) = terminal.run("audit changed.log");
    assert_eq!(code, 2);
    assert!(
        text.contains("Verdict: VIOLATION\n") && text.contains("ROLL_WRONG: draw "),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 76),
        "{text}"
    );

    // Whoever kept his mails knows of what was cut off.
    let cut = log.rfind("#TESSERA-BEGIN").unwrap();
    fs::write(terminal.path().join("cut.log"), &log[..cut]).unwrap();
    for evidence in ["--other d/players/roman", "d/players/roman"] {
        let (code, document) = terminal.json(&format!("audit --json cut.log {evidence}"));
        assert_eq!(code, 2, "{evidence}");
        let findings = document["findings"].as_array().unwrap();
        assert!(
            findings.iter().any(|finding| finding["code"] == "LOG_CUT"),
            "{document}"
        );
    }
}

#[test]
fn papers_of_somebody_else_with_nothing_in_them_are_named() {
    let (terminal, id) = &*PLAYED;
    fs::write(terminal.path().join("shopping"), "milk, bread\n").unwrap();
    for what in [
        format!("audit --config d/config.toml {id}"),
        "audit d/record.jsonl".to_owned(),
    ] {
        let (code, told) = terminal.json(&format!("{what} --other shopping --json"));
        assert_eq!((code, &told["verdict"]), (0, &"CLEAN WITH NOTES".into()));
        let note = &told["findings"][0];
        assert_eq!(note["code"], "RECORD_UNREADABLE");
        let message = note["message"].as_str().unwrap();
        assert!(message.starts_with("shopping holds no entry"), "{message}");
    }
}

#[test]
fn what_is_no_paper_of_a_match_is_refused() {
    let (terminal, _) = &*PLAYED;
    fs::write(terminal.path().join("notes.txt"), "remember the milk\n").unwrap();
    for (what, code, told) in [
        ("audit notes.txt", 64, "no entry of a dice log"),
        ("audit nowhere", 64, "no match of that name"),
        ("audit notes.txt nowhere.eml", 64, "cannot read nowhere.eml"),
        (
            "audit notes.txt --other nowhere.eml",
            64,
            "cannot read nowhere.eml",
        ),
        ("audit", 64, "required arguments"),
        (
            "--config d/config.toml export nowhere",
            1,
            "there is no match `nowhere`",
        ),
    ] {
        let (exit, _, err) = terminal.run(what);
        assert_eq!(exit, code, "{what}: {err}");
        assert!(err.contains(told), "{what}: {err}");
    }
}

#[test]
fn export_writes_the_whole_record_of_a_finished_match() {
    let (terminal, id) = &*PLAYED;
    let (code, text, err) = terminal.run(&format!("--config d/config.toml export {id}"));
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        text,
        fs::read_to_string(terminal.path().join("d/record.jsonl")).unwrap()
    );
    let out = format!("--config d/config.toml export {id} --as hun --out whole.jsonl");
    let (code, told, _) = terminal.run(&out);
    assert_eq!(
        (code, told.ends_with("lines are written to whole.jsonl.\n")),
        (0, true)
    );
    assert_eq!(
        fs::read_to_string(terminal.path().join("whole.jsonl")).unwrap(),
        text
    );
    let (code, _, err) = terminal.run(&out);
    assert_eq!(code, 1, "{err}");
}

#[test]
fn while_a_match_goes_on_each_viewer_gets_his_own_lines() {
    let terminal = Terminal::new();
    let (code, _, err) = terminal.run("new sign --id first");
    assert_eq!(code, 0, "{err}");
    let lines = |viewer: &str| {
        let (code, text, err) = terminal.run(&format!("export first --as {viewer}"));
        assert_eq!(code, 0, "{err}");
        read_part(&text).unwrap()
    };
    let of_one = |viewer: &str, kind: Kind| {
        let lines = lines(viewer);
        lines
            .iter()
            .filter(|line| line.kind() == kind)
            .map(|line| line.holder().to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(of_one("hun", Kind::Private), ["1"]);
    assert_eq!(of_one("roman", Kind::Orders), ["2"]);
    assert_eq!(of_one("gm", Kind::Private), ["1", "2"]);
    assert_eq!(of_one("observer", Kind::Private), [""; 0]);
    assert_eq!(of_one("observer", Kind::Public), ["\"all\""]);
    let (code, _, err) = terminal.run("export first --as vandal");
    assert_eq!(code, 64);
    assert!(
        err.contains("no side is called `vandal`") && err.contains("`gm` and `observer`"),
        "{err}"
    );
    let (code, document) = terminal.json("audit --json first");
    assert_eq!(code, 3, "nothing was played again yet: {document}");
    assert_eq!(document["waits_for_end"], true);

    let database = terminal.path().join("tessera-matches/tessera.db");
    fs::write(
        &database,
        "no database at all, but long enough to be one".repeat(50),
    )
    .unwrap();
    let (code, _, err) = terminal.run("audit first");
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("tessera.db") && !err.contains("no match"),
        "{err}"
    );
}

#[test]
fn a_player_needs_no_secrets_to_have_his_mails_checked() {
    let (terminal, _) = &*PLAYED;
    let (code, text, err) = terminal.run("seat verify d/players/hun");
    assert_eq!(code, 0, "{err}");
    assert!(text.contains("Verdict: CLEAN\n"), "{text}");
    assert!(text.contains("secrets of your seat are not here"), "{text}");
    let (code, document) = terminal.json("seat verify d/players/hun --json");
    assert_eq!((code, &document["seat"]), (0, &serde_json::Value::Null));
    let (code, _, err) = terminal.run("seat verify d/players/hun --secrets d");
    assert_eq!(code, 1, "who names a folder means it");
    assert!(err.contains("no secrets here"), "{err}");
}

#[test]
fn where_there_is_nothing_to_audit_both_commands_say_so_and_end_alike() {
    let terminal = Terminal::new()
        .file("talk.eml", "From: a@b.example\nSubject: x\n\nHello.\n")
        .file("notes.txt", "no block in here\n")
        .file("nothing", "");
    for folder in ["empty", "talks"] {
        fs::create_dir(terminal.path().join(folder)).unwrap();
    }
    fs::write(terminal.path().join("talks/readme"), "milk, bread").unwrap();
    for papers in [
        "/dev/null",
        "nothing",
        "notes.txt",
        "talk.eml",
        "empty",
        "talks",
        "nowhere.eml",
    ] {
        for command in ["audit", "seat verify", "seat verify --secrets empty"] {
            let (code, out, err) = terminal.run(&format!("{command} {papers}"));
            assert_eq!((code, out.as_str()), (64, ""), "{command} {papers}: {err}");
            assert!(err.starts_with("error: "), "{err}");
        }
    }
}
