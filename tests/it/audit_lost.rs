//! Papers of which something is missing: a loss accuses nobody, and what only a host can have done still does.

use std::collections::BTreeSet;
use std::fs;

use tesserarius::auditor::{Examination, Handed, Papers, examine, shipped};
use tesserarius::ledger::audit::Verdict;
use tesserarius::record::{Kind, Line, read_part};

use super::support::checkers::{Folder as OnDisk, ask_page, demo_files, verify_py};
use super::support::dice_table::matches_of_all_modes;
use super::support::lost::{folders, mail};

fn papers<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Papers {
    let mut papers = Papers::default();
    for (name, bytes) in files {
        papers.add(name, bytes, Handed::Found);
    }
    papers
}

fn judged(own: &Papers, others: &[Papers]) -> Examination {
    examine(own, others, &shipped, None).unwrap()
}

fn codes(found: &Examination) -> BTreeSet<&'static str> {
    let findings = found.audit.findings.iter();
    findings.map(|finding| finding.code.name()).collect()
}

/// The mails that a player of the demo has kept.
fn kept(player: &str) -> Vec<(String, Vec<u8>)> {
    let files = demo_files(&format!("players/{player}")).into_iter();
    files
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect()
}

fn of(mails: &[(String, Vec<u8>)]) -> Papers {
    papers(
        mails
            .iter()
            .map(|(name, raw)| (name.as_str(), raw.as_slice())),
    )
}

/// A log in chain mode of nine entries and more.
fn log() -> String {
    let played = matches_of_all_modes();
    let long = played
        .into_iter()
        .find(|one| one.log.matches("\nentry: ").count() > 8);
    long.unwrap().log
}

#[test]
fn a_lost_mail_accuses_nobody_and_what_a_host_leaves_out_convicts_him() {
    for folder in folders(&log()) {
        let mails: Vec<(String, Vec<u8>)> = (0..)
            .zip(&folder.mails)
            .map(|(n, text)| (format!("{n}.eml"), mail(text).into_bytes()))
            .collect();
        let found = judged(&of(&mails), &[]);
        let expected = match folder.is_forged {
            true => Verdict::Violation,
            false => Verdict::Incomplete,
        };
        assert_eq!(found.audit.verdict, expected, "{}: {found}", folder.name);
        if !folder.is_forged {
            assert!(codes(&found).contains("ENTRIES_MISSING"), "{found}");
            assert!(!found.examined.missing_entries.is_empty());
            let all = found.audit.findings.iter();
            assert!(
                all.filter(|one| one.code.name() == "ENTRIES_MISSING")
                    .all(|one| one.who == "-")
            );
        }
    }
}

#[test]
fn script_and_page_say_the_same_of_mails_that_are_missing() {
    let on_disk = OnDisk::new();
    let mut cases = Vec::new();
    let all = folders(&log());
    for (number, folder) in all.iter().enumerate() {
        let files: Vec<_> = (0..)
            .zip(&folder.mails)
            .map(|(n, text)| on_disk.write(&format!("{number}-{n}.eml"), &mail(text)))
            .collect();
        let Some((code, printed)) = verify_py(&files) else {
            return;
        };
        // The script leaves dice behind a gap to the other two.
        if !folder.is_forged {
            assert_eq!(code, 0, "{}: {printed}", folder.name);
            assert!(
                printed.contains("Verdict: INCOMPLETE"),
                "{}: {printed}",
                folder.name
            );
        } else if !folder.name.contains("roll") {
            assert_eq!(code, 2, "{}: {printed}", folder.name);
        }
        cases.push(serde_json::json!({ "files": files }));
    }
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    for (says, folder) in says.iter().zip(&all) {
        let expected = if folder.is_forged {
            "VIOLATION"
        } else {
            "INCOMPLETE"
        };
        assert_eq!(says.verdict, expected, "{}: {}", folder.name, says.text);
    }
}

#[test]
fn what_somebody_else_kept_fills_a_gap() {
    let whole = folders(&log()).remove(0).mails;
    let all = judged(&papers([("log", log().as_bytes())]), &[]);
    let own: Vec<_> = whole.iter().map(|text| mail(text)).collect();
    let own = papers(own.iter().map(|text| ("mail.eml", text.as_bytes())));
    let theirs = papers([("theirs.eml", mail(&log()).as_bytes())]);
    let found = judged(&own, &[theirs]);
    assert_eq!(found.audit.log, all.audit.log, "{found}");
    assert!(found.examined.missing_entries.is_empty());
    assert!(!codes(&found).contains("ENTRIES_MISSING"), "{found}");
}

#[test]
fn whichever_mail_of_a_real_match_is_lost_its_host_is_not_accused() {
    for player in ["hun", "roman"] {
        let mails = kept(player);
        let carries =
            |(_, raw): &(String, Vec<u8>)| String::from_utf8_lossy(raw).contains("#TESSERA-BEGIN");
        let carrying: Vec<usize> = (0..mails.len()).filter(|at| carries(&mails[*at])).collect();
        for at in carrying.into_iter().step_by(7) {
            let mut rest = mails.clone();
            let (name, _) = rest.remove(at);
            let found = judged(&of(&rest), &[]);
            assert_ne!(found.audit.verdict, Verdict::Violation, "{name}: {found}");
        }
    }
}

#[test]
fn mails_that_are_cut_off_accuse_nobody() {
    let mails = kept("hun");
    for tenths in [1, 3, 5, 7, 9] {
        let cut: Vec<(String, Vec<u8>)> = mails
            .iter()
            .map(|(name, raw)| (name.clone(), raw[..raw.len() * tenths / 10].to_vec()))
            .collect();
        let found = judged(&of(&cut), &[]);
        assert_ne!(
            found.audit.verdict,
            Verdict::Violation,
            "{tenths} tenths: {found}"
        );
    }
}

#[test]
fn a_record_that_breaks_off_anywhere_accuses_nobody() {
    let path = demo_files("")
        .into_iter()
        .find(|path| path.ends_with("record.jsonl"));
    let text = fs::read_to_string(path.unwrap()).unwrap();
    let lines = read_part(&text).unwrap();
    let is_public = |at: &usize| lines[*at].kind() == Kind::Public;
    let after_public = (0..lines.len()).filter(is_public).map(|at| at + 1);
    for many in after_public.step_by(3).chain([2, 7, lines.len() - 1]) {
        let mut cut = Papers::default();
        cut.add_lines("the record", lines[..many].to_vec());
        let found = judged(&cut, &[]);
        assert_ne!(
            found.audit.verdict,
            Verdict::Violation,
            "{many} lines: {found}"
        );
    }
    // In a match that is over every line has its entry: one of which no entry tells is made up.
    let public = lines.iter().find(|line| {
        line.text()
            .contains(r#""kind":"public","for":"all","stop":0"#)
    });
    let (_, told) = public.unwrap().text().split_once(r#""stop":0"#).unwrap();
    let made_up = format!(
        r#"{{"n":{},"kind":"public","for":"all","stop":99{told}"#,
        lines.len() + 1
    );
    let mut more = lines.clone();
    more.push(Line::read(&made_up).unwrap());
    let mut papers = Papers::default();
    papers.add_lines("the record", more);
    let found = judged(&papers, &[]);
    assert!(codes(&found).contains("STATE_WRONG"), "{found}");
}
