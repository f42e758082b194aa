//! `contrib/verify.html`: the whole audit once more, in a browser, by code of its own.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use serde_json::{Value, json};
use tesserarius::ledger::audit::{Audit, Checks, Code, Mail, Severity, audit};
use tesserarius::ledger::hash::Hash;

use super::support::checkers::{ELSEWHERE, Folder, PageSays, ROOT, ask_page, demo_files, places};
use super::support::dice_table::matches_of_all_modes;

fn page() -> PathBuf {
    Path::new(ROOT).join("contrib/verify.html")
}

fn files(paths: &[PathBuf]) -> Value {
    json!({ "files": paths })
}

/// What the page should say where the program, without replay and key of the beacon, finds this.
fn expected_verdict(audit: &Audit) -> &'static str {
    let counts = audit
        .findings
        .iter()
        .filter(|finding| !ELSEWHERE.contains(&finding.code.name()));
    match counts.map(|finding| finding.severity).max() {
        None => "CLEAN",
        Some(Severity::Note) => "CLEAN WITH NOTES",
        Some(Severity::Incomplete) => "INCOMPLETE",
        Some(Severity::Violation) => "VIOLATION",
    }
}

fn assert_agrees(says: &PageSays, audit: &Audit, name: &str) {
    assert_eq!(says.places, places(audit), "{name}");
    assert_eq!(says.verdict, expected_verdict(audit), "{name}");
}

#[test]
fn its_content_policy_names_its_own_script_and_style_and_nothing_else() {
    let text = fs::read_to_string(page()).unwrap();
    let inside = |tag: &str| {
        let (_, rest) = text.split_once(&format!("<{tag}>\n")).unwrap();
        let (content, _) = rest.split_once(&format!("</{tag}>")).unwrap();
        BASE64.encode(Hash::sha256(format!("\n{content}").as_bytes()).as_ref())
    };
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        inside("style"),
        inside("script")
    );
    let (before, rest) = text
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .unwrap();
    let (stated, after) = rest.split_once('"').unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch of the snapshots writes this one too"
    )]
    let is_blessed = std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always");
    if stated != policy && is_blessed {
        let start = format!("{before}http-equiv=\"Content-Security-Policy\" content=\"");
        fs::write(page(), format!("{start}{policy}\"{after}")).unwrap();
        return;
    }
    assert_eq!(stated, policy, "INSTA_UPDATE=always writes the new policy");
}

#[test]
fn it_knows_every_code_but_those_of_signatures_and_of_the_record() {
    let text = fs::read_to_string(page()).unwrap();
    for code in Code::ALL {
        let is_known = text.contains(&format!("\n  {code}: ["));
        let needs_the_program = *code == Code::BeaconBad || Code::OF_THE_RECORD.contains(code);
        assert_eq!(is_known, !needs_the_program, "{code}");
    }
}

#[test]
fn it_judges_all_logs_of_the_vectors_as_the_program_does() {
    let vectors: Value = serde_json::from_str(include_str!("../dice/vectors.json")).unwrap();
    let folder = Folder::new();
    let mut cases = Vec::new();
    let mut audits = Vec::new();
    for (number, case) in vectors["audits"].as_array().unwrap().iter().enumerate() {
        let log = case["transcript"].as_str().unwrap();
        let mails: Vec<Mail> = serde_json::from_value(case["evidence"].clone()).unwrap();
        cases.push(files(&folder.case(number, log, &mails)));
        audits.push((audit(log, &mails, &Checks::default()), &case["name"]));
    }
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    for (says, (audit, name)) in says.iter().zip(&audits) {
        assert_agrees(says, audit, &name.to_string());
        assert_eq!(
            says.document["waits"],
            audit.waits_for_end && says.verdict == "INCOMPLETE",
            "{name}"
        );
    }
}

#[test]
fn it_finds_honest_logs_of_all_modes_clean_however_they_are_handed_over() {
    let folder = Folder::new();
    let played = matches_of_all_modes();
    let mut cases = Vec::new();
    for (number, one) in played.iter().enumerate() {
        let paths = folder.case(number, &one.log, &one.mails);
        cases.extend([
            files(&paths),
            files(&paths[1..]),
            json!({ "paste": one.log }),
            json!({ "drop": &paths[..1] }),
        ]);
    }
    let Some((says, told)) = ask_page(&cases) else {
        return;
    };
    for (ways, one) in says.chunks(4).zip(&played) {
        let audit = audit(&one.log, &one.mails, &Checks::default());
        for says in ways {
            assert_agrees(says, &audit, one.name);
            let notes: BTreeSet<&str> = says.places.iter().map(|place| place.0.as_str()).collect();
            let notes: BTreeSet<&str> = notes
                .into_iter()
                .filter(|code| !ELSEWHERE.contains(code))
                .collect();
            assert_eq!(notes, one.notes.iter().copied().collect(), "{}", one.name);
            let head = &audit.log.as_ref().unwrap().head;
            assert!(says.text.contains(head.as_str()), "{}", one.name);
        }
    }
    assert_page_is_quiet_and_open_to_everybody(&told);
}

/// It loads and sends nothing, complains of nothing, and can be used without a mouse or eyes.
fn assert_page_is_quiet_and_open_to_everybody(told: &Value) {
    let requests = told["requests"].as_array().unwrap();
    assert!(
        requests
            .iter()
            .all(|url| url.as_str().unwrap().ends_with("/contrib/verify.html")),
        "{requests:?}"
    );
    assert_eq!(told["complaints"], json!([]));
    assert_eq!(told["fetch"], "was stopped");
    assert_eq!(told["tabs"], json!(["files", "clear", "SUMMARY"]));
    for name in [
        json!(["button", "Choose files"]),
        json!(["button", "Start again"]),
    ] {
        assert!(
            told["names"].as_array().unwrap().contains(&name),
            "{}",
            told["names"]
        );
    }
    for case in told["cases"].as_array().unwrap() {
        assert_eq!(
            (&case["focused"], &case["live"]),
            (&json!(true), &json!("polite"))
        );
    }
}

#[test]
fn it_finds_the_match_of_the_demonstration_clean() {
    let in_folder = |name: &str| -> Vec<PathBuf> {
        let files = demo_files("").into_iter();
        files.filter(|path| path.ends_with(name)).collect()
    };
    let log = in_folder("log.txt");
    let mails = demo_files("players/hun");
    let record = in_folder("record.jsonl");
    let both: Vec<PathBuf> = [&log[..], &mails[..]].concat();
    let half = &mails[..mails.len() / 2];
    let cases = [
        files(&log),
        files(&mails),
        files(&record),
        files(&both),
        files(half),
    ];
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    let (half, whole) = says.split_last().unwrap();
    for says in whole {
        assert_eq!(says.verdict, "CLEAN", "{}", says.text);
        assert!(
            says.text.contains("rolls follow from these seeds"),
            "{}",
            says.text
        );
        assert!(
            says.text.contains("sets of orders are the sealed ones"),
            "{}",
            says.text
        );
    }
    assert_eq!(half.verdict, "INCOMPLETE", "{}", half.text);
    assert!(!half.text.contains("What is wrong"), "{}", half.text);
}

#[test]
fn it_reads_mails_as_mail_programs_write_them() {
    let folder = Folder::new();
    let played = matches_of_all_modes();
    let log = &played[1].log;
    let header = "From: host@example.org\r\nMIME-Version: 1.0\r\n";
    let base64 = format!(
        "{header}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{}",
        data_encoding::BASE64_MIME.encode(log.as_bytes())
    );
    let soft: String = log
        .lines()
        .map(|line| {
            format!(
                "{}=\r\n{}\r\n",
                &line[..line.len() / 2],
                &line[line.len() / 2..]
            )
        })
        .collect();
    let quoted_printable = format!(
        "{header}Content-Type: text/plain; charset=us-ascii\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{soft}"
    );
    let in_parts = format!(
        "{header}Content-Type: multipart/mixed; boundary=\"=_x.y\"\r\n\r\nprose\r\n--=_x.y\r\nContent-Type: text/html\r\n\r\n\
         <p>no</p>\r\n--=_x.y\r\nContent-Type: text/plain\r\n\r\n> > {}\r\n--=_x.y--\r\n#TESSERA-BEGIN\r\n",
        log.lines().collect::<Vec<_>>().join("  \r\n> > ")
    );
    let flowed: String = log
        .lines()
        .map(|line| line.replacen(": ", ": \r\n", 1) + "\r\n")
        .collect();
    let flowed = format!("{header}Content-Type: text/plain; format=flowed\r\n\r\n{flowed}");
    let mbox = format!(
        "From a@b Mon Jan  1 00:00:00 2026\n{header}\r\nhello\r\n\nFrom a@b Mon Jan  1 00:00:00 2026\n{base64}\n"
    );
    let marked = format!("\u{feff}{log}");
    let marked_mail = format!("\u{feff}{base64}");
    let texts = [
        base64,
        quoted_printable,
        in_parts,
        flowed,
        mbox,
        marked,
        marked_mail,
    ];
    let names = [
        "base64",
        "quoted-printable",
        "parts",
        "flowed",
        "mbox",
        "marked",
        "marked mail",
    ];
    let cases: Vec<Value> = names
        .iter()
        .zip(&texts)
        .map(|(name, text)| files(&[folder.write(name, text)]))
        .collect();
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    for (says, name) in says.iter().zip(names) {
        assert_eq!(says.verdict, "CLEAN WITH NOTES", "{name}: {}", says.text);
    }
}

#[test]
fn it_says_what_is_missing() {
    let folder = Folder::new();
    let played = matches_of_all_modes();
    let chain = &played[1];
    let mails = folder.case(0, &chain.log, &chain.mails);
    let gap: Vec<PathBuf> = mails[1..]
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != 3)
        .map(|(_, path)| path.clone())
        .collect();
    let nothing = folder.write("letter.txt", "Dear Ann, how are you?");
    let Some((says, _)) = ask_page(&[files(&gap), files(&[nothing])]) else {
        return;
    };
    assert_eq!(says[0].verdict, "INCOMPLETE", "{}", says[0].text);
    assert!(
        says[0].text.contains("entry 3 is in none of the papers"),
        "{}",
        says[0].text
    );
    assert_eq!(says[1].verdict, "NOTHING");
}
