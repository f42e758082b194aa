//! One judge for what lines ask of the desk, whether they are only checked, submitted or mailed; and what codes say of it.

use std::fs;

use super::by_file::in_the_first_activation;
use super::support::postbox::{ANNA, BRUNO, Postbox};
use super::support::terminal::Terminal;

/// Lines that the desk refuses, each with a word of its reason.
const REFUSED: [(&str, &str); 15] = [
    ("EXTEND -1d", "no length of time"),
    ("EXTEND 0d", "no time at all"),
    ("VACATION 2026-12-24 2026-12-01", "vacation"),
    ("VACATION 2026-02-30 9999-01-01", "not both days"),
    ("SET ZONE ../../x", "zones are named like"),
    ("SET LANGUAGE xx", "times are told in"),
    ("SET COLOUR red", "can be set"),
    ("DEPUTY c@example.org 9999999d", "no length of time"),
    ("ADDRESS ADD <script>", "no address"),
    ("UNDO 99", "Nothing was taken back"),
    ("ACCEPT VOID 1", "is not locked now"),
    ("REMATCH", "when the match is over"),
    ("FORGET ME", "while match"),
    ("SHOW FOO", "what can be shown is STATUS"),
    ("SHOW UNIT", "needs the name of a unit"),
];

/// A site on disk with a match that has started, played by Anna and Bruno; the folder of its configuration.
fn site() -> Postbox {
    let mut site = Postbox::new();
    site.start(|_| {});
    site
}

#[test]
fn what_the_desk_refuses_check_refuses_too() {
    let site = site();
    let terminal = Terminal::new();
    let config = site.path().join("config.toml");
    for (line, because) in REFUSED {
        fs::write(terminal.path().join("line.txt"), line).unwrap();
        let ask = |how: &str| {
            terminal.run(&format!(
                "--config {} {how} chalons --as hun line.txt",
                config.display()
            ))
        };
        let (code, out, err) = ask("check");
        assert_eq!(code, 1, "{line}: {out}{err}");
        let words = out
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace(" | ", " ");
        assert!(
            words.to_lowercase().contains(&because.to_lowercase()),
            "{because}\n{out}"
        );
        assert!(
            out.contains('^') && out.contains("Nothing was filed."),
            "{out}"
        );
        let (code, out, err) = ask("submit");
        assert_eq!(code, 1, "{line}: {out}{err}");
    }
    // What it takes, it takes without doing it.
    for line in ["EXTEND 1d", "SET ZONE Europe/Rome", "SAY hail", "RESIGN"] {
        fs::write(terminal.path().join("line.txt"), line).unwrap();
        let (code, out, err) = terminal.run(&format!(
            "--config {} check chalons --as hun line.txt",
            config.display()
        ));
        assert_eq!(code, 0, "{line}: {out}{err}");
    }
    let (_, out, _) = terminal.run(&format!("--config {} status chalons", config.display()));
    assert!(out.contains("waits for hun"), "{out}");
}

#[test]
fn a_question_that_is_none_is_refused_by_mail_with_what_there_is() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "SHOW FOO\nSAY hello\nCANCEL RESIGN");
    site.sync();
    let receipt = site.letter_to(ANNA).text;
    let words = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        !receipt.contains("is asked, until"),
        "it is no STATUS: {receipt}"
    );
    assert!(
        words.contains("STATUS"),
        "what there is, is named: {receipt}"
    );
    assert!(
        words.contains("this takes nothing back: you have not resigned"),
        "{receipt}"
    );
}

#[test]
fn orders_out_of_turn_and_sets_that_lack_something_have_codes_of_their_own() {
    let table = in_the_first_activation();
    table.write("GO\n");
    let (code, out, _) = table.0.run("submit first --as roman orders.txt");
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("were not taken"), "{out}");
    let terminal = Terminal::new();
    terminal.run("new sign --id second");
    fs::write(terminal.path().join("some.txt"), "CAM HUNS\n").unwrap();
    let (_, first, _) = terminal.run("status second --json");
    assert!(first.contains("hun"), "{first}");
    fs::write(
        terminal.path().join("some.txt"),
        "SETUP hun-mi-1 1512 F12\n",
    )
    .unwrap();
    for how in ["check", "submit"] {
        let (code, out, _) = terminal.run(&format!("{how} second --as hun some.txt"));
        let is_refused = out.contains('^');
        assert_eq!(code, i32::from(is_refused), "{how}: {out}");
    }
}

#[test]
fn names_and_files_that_are_none_are_wrong_use() {
    let table = in_the_first_activation();
    for command in [
        "new sign --scenario winter",
        "new sign --option nope=1",
        "new sign --option cut=maybe",
        "new sign --host-plays gaul",
        "new sign --seat gaul",
        "new sign --id UPPER",
        "games show sign --scenario winter",
        "selfplay sign --scenario winter --games 1",
        "selfplay sign --option nope=1 --games 1",
        "selfplay sign --bot nobody --games 1",
        "audit nope",
        "audit /dev/null",
        "audit tessera-matches/log/first.log --other nope",
        "show first --as gaul",
        "check first --as gaul orders.txt",
        "--config nowhere.toml status",
        "try nowhere.json",
        "dice vectors nowhere.json",
    ] {
        let (code, out, err) = table.0.run(command);
        assert_eq!(code, 64, "{command}: {out}{err}");
        assert!(err.starts_with("error: "), "{command}: {err}");
    }
    fs::write(table.0.path().join("broken.toml"), "[site\n").unwrap();
    assert_eq!(table.0.run("--config broken.toml status").0, 64);
}

#[test]
fn time_that_is_none_extends_nothing() {
    let site = site();
    let terminal = Terminal::new();
    let config = site.path().join("config.toml");
    let (code, _, err) = terminal.run(&format!(
        "--config {} gm chalons extend 0d",
        config.display()
    ));
    assert_eq!(code, 64, "{err}");
    assert!(err.contains("no time at all"), "{err}");
}

#[test]
fn an_answer_to_an_invitation_that_is_none_gets_the_lines_that_are() {
    for (text, meant) in [
        ("ACEPT", "did you mean ACCEPT?"),
        ("Yes, gladly!", "| ACCEPT"),
    ] {
        let mut site = Postbox::new();
        site.invite(|_| {});
        site.sync();
        let invitation = site.letter_to(ANNA);
        assert!(
            invitation.text.contains("tessera seat join \\\n"),
            "{}",
            invitation.text
        );
        let command = invitation.text.split("tessera seat join").nth(1).unwrap();
        let lines: Vec<&str> = command.lines().take(3).collect();
        assert!(
            lines[..2].iter().all(|line| line.ends_with('\\')),
            "{command}"
        );
        assert!(
            lines[2].contains("--name") && lines[2].contains("--dice"),
            "{command}"
        );
        site.answer(&invitation, ANNA, text);
        site.sync();
        let receipt = site.letter_to(ANNA).text;
        for said in [meant, "| ACCEPT", "| DECLINE", "| PROPOSE option = value"] {
            assert!(receipt.contains(said), "{said}\n{receipt}");
        }
    }
}

#[test]
fn a_mail_that_names_no_match_is_told_of_under_none() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.deliver(
        format!("From: {ANNA}\r\nTo: orders@pbem.example.org\r\nSubject: hello\r\nMessage-ID: <x@y>\r\n\r\nGO\r\n")
            .as_bytes(),
    );
    site.sync();
    let told = site.letter_to(ANNA);
    assert_eq!(told.subject, "[Testing] your mail was not carried out");
    assert!(told.text.contains("latest report"), "{}", told.text);
    // A stranger's mail to a seat is told of without the report that its player has already.
    site.answer(&anna, "mallory@example.org", "GO");
    site.sync();
    let told = site.letter_to(ANNA);
    assert!(told.subject.starts_with("[chalons]"), "{}", told.subject);
    assert!(
        !told.text.contains("WHAT YOU HAVE TO DECIDE"),
        "{}",
        told.text
    );
    assert!(
        site.post_of(BRUNO)
            .iter()
            .all(|mail| !mail.subject.contains("carried out"))
    );
}

#[test]
fn every_link_in_the_guides_leads_somewhere() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut guides = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    for folder in ["docs", "docs/rules"] {
        let files = fs::read_dir(root.join(folder)).unwrap();
        guides.extend(files.map(|file| file.unwrap().path()));
    }
    guides.retain(|guide| guide.extension().is_some_and(|end| end == "md"));
    let mut dead = Vec::new();
    for guide in &guides {
        let text = fs::read_to_string(guide).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let path = link.split(['#', ' ']).next().unwrap_or_default();
            let is_ours = !path.is_empty() && !link.contains("://") && !link.starts_with("mailto:");
            if is_ours && !guide.parent().unwrap().join(path).exists() {
                dead.push(format!("{}: {link}", guide.display()));
            }
        }
    }
    assert!(guides.len() > 5);
    assert!(dead.is_empty(), "{dead:#?}");
}
