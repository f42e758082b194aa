//! Letters as people keep them otherwise than as mails: many in one file, quoted, in any order, or saved as pages.

use std::fs;
use std::path::{Path, PathBuf};

use mail_parser::MessageParser;
use serde_json::json;
use tesserarius::auditor::{Examination, Handed, NoAudit, Papers, examine};
use tesserarius::ledger::audit::{Code, Verdict};

use super::support::checkers::{ELSEWHERE, Folder, ask_page, demo, demo_files, verify_py};

/// The texts of all letters of one player.
fn letters() -> Vec<String> {
    let texts = demo_files("players/hun").into_iter().map(|path| {
        let raw = fs::read(&path).unwrap();
        let mail = MessageParser::default().parse(&raw).unwrap();
        mail.body_text(0).unwrap().into_owned()
    });
    texts.collect()
}

fn examined(files: &[PathBuf]) -> Result<Examination, NoAudit> {
    let mut papers = Papers::default();
    for path in files {
        papers.add(
            &path.display().to_string(),
            &fs::read(path).unwrap(),
            Handed::Named,
        );
    }
    examine(&papers, &[], &|_| None, None)
}

fn judged(files: &[PathBuf]) -> (Verdict, Vec<Code>) {
    let found = examined(files).unwrap();
    let findings = found.audit.findings.iter();
    let is_checked =
        |code: &Code| !ELSEWHERE.contains(&code.name()) && !Code::OF_THE_RECORD.contains(code);
    let codes = findings.map(|finding| finding.code).filter(is_checked);
    (found.audit.verdict, codes.collect())
}

/// Lets all three judge files in which nothing is wrong.
fn assert_nothing_is_wrong(cases: &[Vec<PathBuf>]) {
    for files in cases {
        let (verdict, codes) = judged(files);
        assert_ne!(verdict, Verdict::Violation, "{files:?}");
        let is_open = |code: &Code| *code == Code::OrdersUnopened;
        assert!(codes.iter().all(is_open), "{files:?}: {codes:?}");
        if let Some((code, printed)) = verify_py(files) {
            assert_eq!(code, 0, "{files:?}: {printed}");
        }
    }
    let asked: Vec<_> = cases
        .iter()
        .map(|files| json!({ "files": files }))
        .collect();
    let Some((says, _)) = ask_page(&asked) else {
        return;
    };
    for (says, files) in says.iter().zip(cases) {
        let is_open = |place: &(String, Option<u64>, Option<u64>, Option<u64>)| {
            place.0 == Code::OrdersUnopened.name() || ELSEWHERE.contains(&place.0.as_str())
        };
        assert!(
            says.places.iter().all(is_open),
            "{files:?}: {:?}",
            says.places
        );
    }
}

#[test]
fn all_letters_of_a_player_in_one_file_accuse_nobody_in_whichever_order() {
    let folder = Folder::new();
    let all = letters();
    let text = all.join("\n");
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let mut turned = all.clone();
    turned.rotate_left(all.len() / 3);
    turned.reverse();
    let log = demo().join("log.txt");
    let mut cases = Vec::new();
    for (name, text) in [
        ("letters.txt", text),
        ("quoted.txt", quoted),
        ("turned.txt", turned.join("\n")),
    ] {
        let file = folder.write(name, &text);
        cases.push(vec![file.clone()]);
        cases.push(vec![log.clone(), file]);
    }
    assert_nothing_is_wrong(&cases);
}

#[test]
fn a_log_whose_entries_stand_twice_or_out_of_order_is_judged_as_it_stands() {
    let folder = Folder::new();
    let log = fs::read_to_string(demo().join("log.txt")).unwrap();
    let begin = log.match_indices("#TESSERA-BEGIN\n");
    let places: Vec<usize> = begin.map(|(at, _)| at).take(4).collect();
    let (second, third) = (&log[places[1]..places[2]], &log[places[2]..places[3]]);
    for (name, changed) in [
        ("twice.txt", format!("{second}{second}{third}")),
        ("turned.txt", format!("{third}{second}")),
    ] {
        let text = format!("{}{changed}{}", &log[..places[1]], &log[places[3]..]);
        let files = [folder.write(name, &text)];
        assert_eq!(judged(&files).0, Verdict::Violation, "{name}");
        if let Some((code, printed)) = verify_py(&files) {
            assert_eq!(code, 2, "{name}: {printed}");
        }
    }
}

/// Writes the letters of a player as a mail program saves them as pages.
fn pages(folder: &Folder) -> Vec<PathBuf> {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let page = |text: &String| {
        let lines: String = escaped(text)
            .lines()
            .map(|line| format!("<div>{line}<br></div>"))
            .collect();
        format!(
            "<!DOCTYPE html>\n<html><head><style>p {{}}</style></head><body>{lines}</body></html>\n"
        )
    };
    (0..)
        .zip(&letters())
        .map(|(number, text)| folder.write(&format!("{number}.html"), &page(text)))
        .collect()
}

#[test]
fn letters_that_were_saved_as_pages_are_read_by_program_and_page_and_named_by_the_script() {
    let folder = Folder::new();
    let files = pages(&folder);
    let (verdict, codes) = judged(&files);
    assert_eq!(verdict, Verdict::Incomplete);
    assert!(
        codes.iter().all(|code| *code == Code::OrdersUnopened),
        "{codes:?}"
    );
    if let Some((says, _)) = ask_page(&[json!({ "files": files })]) {
        assert_eq!(says[0].verdict, "INCOMPLETE", "{}", says[0].text);
        assert!(
            says[0]
                .places
                .iter()
                .all(|place| place.0 == "ORDERS_UNOPENED" || ELSEWHERE.contains(&place.0.as_str())),
            "{}",
            says[0].text
        );
    }
    let with_log = [
        Path::new(&demo().join("log.txt")).to_owned(),
        files[0].clone(),
    ];
    if let Some((code, printed)) = verify_py(&with_log) {
        assert_eq!(code, 0, "{printed}");
        assert!(printed.contains("0.html is a page"), "{printed}");
        assert!(printed.contains("Verdict: CLEAN WITH NOTES"), "{printed}");
    }
}

/// Returns the first block of the opened log that begins with this line and has another line.
fn block(log: &str, kind: &str, line: &str) -> String {
    let begins = format!("#TESSERA-BEGIN\ntype: {kind}\n");
    let mut blocks = log.match_indices(&begins).map(|(at, _)| {
        let end = at + log[at..].find("#TESSERA-END\n").unwrap() + "#TESSERA-END\n".len();
        &log[at..end]
    });
    blocks
        .find(|block| block.contains(line))
        .unwrap()
        .to_owned()
}

#[test]
fn blocks_of_players_that_were_changed_are_told_by_all_three() {
    let folder = Folder::new();
    let log = fs::read_to_string(demo().join("log.txt")).unwrap();
    let (ack, bare) = (
        block(&log, "ACK", "\ngive: 1 "),
        block(&log, "ACK", "\nentry: 0\n"),
    );
    let (join, orders) = (block(&log, "JOIN", ""), block(&log, "ORDERS", "draw: 1\n"));
    let (lines, end) = ack.split_at(ack.find("draw: ").unwrap());
    let (value, end) = end.split_at(end.find("#TESSERA-END").unwrap());
    let changes = [
        (&ack, format!("{lines}{end}{value}")),
        (&ack, ack.replacen("give: 1 c ", "give: 1 c 0", 1)),
        (&ack, ack.replacen("\ngame: ", "\ngame: x", 1)),
        (&bare, bare.replacen("\nseat: ", "\nseat: 9", 1)),
        (&bare, bare.replacen("\nseat: 1", "\nseat: 2", 1)),
        (&join, join.replacen("\nseat: 1 ", "\nseat: 1 x", 1)),
        (&join, join.replacen("\nseat: 1", "\nseat: 2", 1)),
        (&orders, orders.replacen("\ndraw: 1\n", "\ndraw: 2\n", 1)),
        (&orders, orders.replacen("BEGIN", "BEGUN", 1)),
    ];
    let whole = demo().join("log.txt");
    let mut cases = Vec::new();
    for (number, (block, changed)) in changes.iter().enumerate() {
        assert_ne!(*block, changed, "{number}");
        let text = log.replacen(block.as_str(), changed, 1);
        let file = folder.write(&format!("{number}.txt"), &text);
        // Alone it is a note at least; beside the log as it was it is a violation.
        assert_ne!(judged(std::slice::from_ref(&file)).1, [], "{changed}");
        let files = vec![whole.clone(), file];
        assert_eq!(judged(&files).0, Verdict::Violation, "{changed}");
        if let Some((code, printed)) = verify_py(&files) {
            assert_eq!(code, 2, "{changed}: {printed}");
        }
        cases.push(json!({ "files": files }));
    }
    if let Some((says, _)) = ask_page(&cases) {
        for (says, (_, changed)) in says.iter().zip(&changes) {
            assert_eq!(says.verdict, "VIOLATION", "{changed}: {}", says.text);
        }
    }
}

/// Breaks lines as mail programs do that know no line longer than this.
fn wrapped(text: &str, longest: usize) -> String {
    let options = textwrap::Options::new(longest).break_words(false);
    textwrap::fill(text, options)
}

/// What honest people hand over of one and the same match, by what they did with it.
fn honest_shapes(folder: &Folder) -> Vec<(&'static str, Vec<PathBuf>)> {
    let files = demo_files("players/hun");
    let raw: Vec<String> = files
        .iter()
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let all = letters();
    let log = demo().join("log.txt");
    let mail = |text: &str| format!("From: a@b.example\nSubject: dice\n\n{text}");
    let each = |name: &str, texts: Vec<String>| -> Vec<PathBuf> {
        (0..)
            .zip(texts)
            .map(|(at, text)| folder.write(&format!("{at:03}-{name}"), &text))
            .collect()
    };
    let is_report = |text: &&String| text.contains("type: REPORT") && text.contains("#HEAD");
    let first = folder.write(
        "first.txt",
        all.iter()
            .find(|text| text.contains("type: GENESIS"))
            .unwrap(),
    );
    let later = folder.write("later.txt", all.iter().filter(is_report).nth(5).unwrap());
    let headed = |text: &String| format!("-----Original Message-----\nFrom: x\nSent: y\n\n{text}");
    let turned: Vec<String> = all.iter().rev().map(headed).collect();
    let gapped = (0..).zip(&all).filter(|(at, _)| at % 4 != 2);
    let gapped: Vec<String> = gapped.map(|(_, text)| text.clone()).collect();
    let gap_turned: Vec<String> = gapped.iter().rev().cloned().collect();
    let with = |file: &PathBuf, more: &[PathBuf]| [std::slice::from_ref(file), more].concat();
    let some_wrapped = (0..)
        .zip(raw.iter().zip(&all))
        .map(|(at, (raw, text))| match at % 3 {
            1 => mail(&wrapped(text, 72)),
            _ => raw.clone(),
        });
    let database = folder.write("tessera.db", &format!("SQLite\0{}", all.join("\0")));
    vec![
        (
            "wrapped at 72",
            each(
                "72.eml",
                all.iter().map(|t| mail(&wrapped(t, 72))).collect(),
            ),
        ),
        (
            "wrapped at 75",
            each(
                "75.eml",
                all.iter().map(|t| mail(&wrapped(t, 75))).collect(),
            ),
        ),
        ("some wrapped", each("some.eml", some_wrapped.collect())),
        ("bodies", each("body.txt", all.clone())),
        (
            "counted",
            each(
                "c.emlx",
                raw.iter()
                    .map(|r| format!("{} \n{r}<?xml?>\n", r.len()))
                    .collect(),
            ),
        ),
        (
            "blank line first",
            each("blank", raw.iter().map(|r| format!("\n{r}")).collect()),
        ),
        ("one early letter", vec![first.clone()]),
        ("one early letter beside mails", with(&first, &files)),
        ("one later letter", vec![later.clone()]),
        ("one later letter beside mails", with(&later, &files)),
        (
            "newest first, with headers",
            vec![folder.write("new.txt", &turned.join("\n"))],
        ),
        (
            "newest first in one mail",
            vec![folder.write("new.eml", &mail(&turned.join("\n")))],
        ),
        (
            "with gaps",
            vec![folder.write("gap.txt", &gapped.join("\n"))],
        ),
        (
            "with gaps in one mail",
            vec![folder.write("gap.eml", &mail(&gapped.join("\n")))],
        ),
        (
            "with gaps, newest first",
            vec![folder.write("gapnew.txt", &gap_turned.join("\n"))],
        ),
        ("a database beside the log", vec![log, database.clone()]),
        ("a database beside mails", with(&database, &files)),
    ]
}

#[test]
fn honest_papers_are_never_a_violation_whatever_their_shape() {
    let folder = Folder::new();
    let shapes = honest_shapes(&folder);
    for (name, files) in &shapes {
        // Of letters that were broken throughout no entry is left.
        let Ok(found) = examined(files) else {
            continue;
        };
        assert_ne!(found.audit.verdict, Verdict::Violation, "{name}: {found}");
        if let Some((code, printed)) = verify_py(files) {
            assert_ne!(code, 2, "{name}: {printed}");
        }
    }
    let asked: Vec<_> = shapes
        .iter()
        .map(|(_, files)| json!({ "files": files }))
        .collect();
    if let Some((says, _)) = ask_page(&asked) {
        for (says, (name, _)) in says.iter().zip(&shapes) {
            assert_ne!(says.verdict, "VIOLATION", "{name}: {}", says.text);
        }
    }
}

/// Splits a log before each block.
fn log_blocks(log: &str) -> Vec<String> {
    let begins = log.match_indices("#TESSERA-BEGIN\n").map(|(at, _)| at);
    let ends = begins.clone().skip(1).chain([log.len()]);
    begins
        .zip(ends)
        .map(|(from, to)| log[from..to].to_owned())
        .collect()
}

#[test]
fn a_log_with_a_hole_is_judged_beside_the_whole_one() {
    let folder = Folder::new();
    let whole = demo().join("log.txt");
    let blocks = log_blocks(&fs::read_to_string(&whole).unwrap());
    let is_lock = |block: &String| block.contains("type: LOCK\n");
    let lock = blocks.iter().rposition(is_lock).unwrap();
    let without = |at: usize| [&blocks[..at], &blocks[at + 1..]].concat().concat();
    let mut asked = Vec::new();
    for (name, text) in [("lock.txt", without(lock)), ("start.txt", without(0))] {
        let forged = folder.write(name, &text);
        for files in [
            [forged.clone(), whole.clone()],
            [whole.clone(), forged.clone()],
        ] {
            assert_eq!(judged(&files).0, Verdict::Violation, "{name}");
            if let Some((code, printed)) = verify_py(&files) {
                assert_eq!(code, 2, "{name}: {printed}");
            }
            asked.push(json!({ "files": files }));
        }
    }
    if let Some((says, _)) = ask_page(&asked) {
        for says in says {
            assert_eq!(says.verdict, "VIOLATION", "{}", says.text);
        }
    }
}

#[test]
fn blocks_that_were_left_out_of_a_log_or_put_beside_others_are_noted() {
    let folder = Folder::new();
    let log = fs::read_to_string(demo().join("log.txt")).unwrap();
    let (ack, join) = (block(&log, "ACK", "\nentry: 0\n"), block(&log, "JOIN", ""));
    let orders = block(&log, "ORDERS", "draw: 3\n");
    let opened = orders.lines().filter(|line| !line.starts_with("o: "));
    let other: String = opened.map(|line| format!("{line}\n")).collect();
    let others = [demo_files("players/hun"), demo_files("players/roman")].concat();
    let mut asked = Vec::new();
    for (number, (from, to)) in [
        (&ack, String::new()),
        (&join, String::new()),
        (&orders, String::new()),
        (&join, format!("{join}{join}")),
        (&orders, format!("{orders}{other}")),
        (&orders, format!("{other}{orders}")),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.write(
            &format!("{number}.txt"),
            &log.replacen(from.as_str(), &to, 1),
        );
        let files = [std::slice::from_ref(&file), &others].concat();
        let codes = judged(&files).1;
        let is_told = |code: &Code| matches!(code, Code::SideUnreadable | Code::FiledOtherwise);
        assert!(
            !codes.is_empty() && codes.iter().all(is_told),
            "{number}: {codes:?}"
        );
        asked.push(json!({ "files": files }));
    }
    if let Some((says, _)) = ask_page(&asked) {
        for (number, says) in says.iter().enumerate() {
            assert_eq!(says.verdict, "CLEAN WITH NOTES", "{number}: {}", says.text);
        }
    }
}
