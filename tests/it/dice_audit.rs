//! Honest and attacked logs: verdict, codes, and where each finding points.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::prelude::*;
use serde_json::Value;
use tesserarius::ledger::{
    audit::{Audit, Checks, Code, Finding, Mail, Verdict, audit},
    drand::Verifier,
};

static VECTORS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../dice/vectors.json")).expect("the vectors are JSON")
});

fn cases() -> &'static [Value] {
    let cases = VECTORS["audits"].as_array().expect("a list of audits");
    assert_eq!(cases.len(), 121);
    cases
}

fn run(case: &Value, verifier: Option<&Verifier>) -> Audit {
    let mails: Vec<Mail> = case["evidence"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| Mail {
            name: mail["name"].as_str().unwrap().into(),
            text: mail["text"].as_str().unwrap().into(),
            received: mail["received"].as_i64(),
            ..Mail::default()
        })
        .collect();
    let replayed = case["replayed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|draw| draw.as_u64().unwrap());
    let checks = Checks {
        replayed: replayed.collect(),
        verifier,
    };
    audit(case["transcript"].as_str().unwrap(), &mails, &checks)
}

fn codes(audit: &Audit) -> BTreeSet<&'static str> {
    audit
        .findings
        .iter()
        .map(|finding| finding.code.name())
        .collect()
}

fn listed(value: &Value) -> BTreeSet<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap())
        .collect()
}

#[test]
fn logs_are_judged_as_in_the_vectors_without_a_verifier() {
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        let outcome = run(case, None);
        assert_eq!(codes(&outcome), listed(&case["codes"]), "{name}");
        assert_eq!(
            outcome.verdict.to_string(),
            case["verdict"].as_str().unwrap(),
            "{name}"
        );
        assert_eq!(
            outcome.waits_for_end,
            case["waits_for_end"].as_bool().unwrap(),
            "{name}"
        );
        assert_eq!(
            serde_json::json!(outcome.host_plays),
            case["host_plays"],
            "{name}"
        );
    }
}

#[test]
fn logs_are_judged_as_in_the_vectors_with_a_verifier() {
    let verifier = Verifier::quicknet();
    for case in cases() {
        let name = case["name"].as_str().unwrap();
        let or_same = |key: &str, same: &str| match &case[key] {
            Value::Null => case[same].clone(),
            other => other.clone(),
        };
        let outcome = run(case, Some(&verifier));
        assert_eq!(
            codes(&outcome),
            listed(&or_same("codes_with_bls", "codes")),
            "{name}"
        );
        let verdict = or_same("verdict_with_bls", "verdict");
        assert_eq!(
            outcome.verdict.to_string(),
            verdict.as_str().unwrap(),
            "{name}"
        );
    }
}

#[test]
fn findings_point_where_those_of_the_vectors_point() {
    let place = |finding: &Finding| {
        (
            finding.code.name().to_owned(),
            finding.entry,
            finding.draw,
            finding.seat,
        )
    };
    for case in cases() {
        let expected: BTreeSet<_> = case["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| {
                let code = finding["code"].as_str().unwrap().to_owned();
                (
                    code,
                    finding["entry"].as_u64(),
                    finding["draw"].as_u64(),
                    finding["seat"].as_u64(),
                )
            })
            .collect();
        let outcome = run(case, None);
        let found: BTreeSet<_> = outcome.findings.iter().map(place).collect();
        assert_eq!(found, expected, "{}", case["name"]);
        assert_eq!(
            outcome.findings.len(),
            case["findings"].as_array().unwrap().len()
        );
    }
}

#[test]
fn every_message_is_a_whole_sentence_with_its_numbers() {
    for case in cases() {
        for finding in run(case, None).findings {
            assert!(!finding.message.contains(['{', '}']), "{}", finding.message);
            assert!(!finding.message.contains("  "), "{}", finding.message);
            // Seat 0 is the host, and is called so.
            let numbers = [
                finding.entry,
                finding.draw,
                finding.seat.filter(|seat| *seat > 0),
            ];
            for number in numbers.into_iter().flatten() {
                let is_told = finding.message.contains(&number.to_string());
                assert!(
                    is_told || finding.code == Code::LockLate,
                    "{}",
                    finding.message
                );
            }
        }
    }
}

#[test]
fn every_code_is_shown_by_a_vector() {
    let verifier = Verifier::quicknet();
    let mut shown = BTreeSet::new();
    for case in cases() {
        shown.extend(codes(&run(case, None)));
        shown.extend(codes(&run(case, Some(&verifier))));
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .map(|code| code.name())
        .filter(|name| !shown.contains(name))
        .collect();
    // A log has no gaps but its own; what is missing from mails is shown in `audit_lost`, what they have otherwise in
    // `audit_sources`, and what the vectors have no record for in `audit_papers`.
    let of_mails = [Code::FiledOtherwise, Code::EntriesMissing];
    let elsewhere = of_mails.iter().chain(&Code::OF_THE_RECORD);
    assert!(elsewhere.map(|code| code.name()).eq(missing));
}

#[test]
fn every_code_is_explained_to_auditors() {
    let page = include_str!("../../docs/audit.md");
    for code in Code::ALL {
        assert!(page.contains(&format!("\n| {code} | ")), "{code}");
    }
}

#[test]
fn the_text_tells_people_who_plays_and_what_waits() {
    let waiting = cases()
        .iter()
        .find(|case| case["name"] == "the match goes on, seals wait for its end");
    let text = run(waiting.unwrap(), None).to_string();
    assert!(
        text.starts_with("Nothing wrong so far; 1 draw can be fully checked when the match ends.")
    );
    assert!(
        text.contains("HOST PLAYS: seat 1 can read what the other seats file"),
        "{text}"
    );
    assert!(text.contains("Verdict: INCOMPLETE"), "{text}");
}

#[test]
fn a_verdict_has_the_exit_code_of_the_command() {
    let codes = [
        Verdict::Clean,
        Verdict::CleanWithNotes,
        Verdict::Violation,
        Verdict::Incomplete,
    ];
    assert_eq!(codes.map(Verdict::exit_code), [0, 0, 2, 3]);
}

fn transcript(game: &str) -> String {
    let game = &VECTORS["games"][game];
    format!(
        "{}{}",
        game["transcript"].as_str().unwrap(),
        game["side"].as_str().unwrap()
    )
}

fn game() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["chain", "duel", "beacon", "casual", "replaced"])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_changed_character_of_an_entry_is_a_violation(
        game in game(), at in any::<prop::sample::Index>(), new in "[a-z0-9]"
    ) {
        let honest = transcript(game);
        let mut lines: Vec<String> = honest.lines().map(str::to_owned).collect();
        let is_side = |line: &String| line == "type: ORDERS" || line == "type: ACK";
        let end = lines.iter().position(is_side).map_or(lines.len(), |first| first - 1);
        let mut places = Vec::new();
        for (line, text) in lines[..end].iter().enumerate() {
            if !text.starts_with("#HEAD") {
                let marks = text.match_indices(|c: char| c.is_ascii_alphanumeric());
                places.extend(marks.map(|(at, _)| (line, at)));
            }
        }
        let before = lines.clone();
        let (line, at) = *at.get(&places);
        lines[line].replace_range(at..=at, &new);
        prop_assume!(lines != before);
        let outcome = audit(&lines.join("\n"), &[], &Checks::default());
        prop_assert_eq!(outcome.verdict, Verdict::Violation, "{}", lines[line]);
    }

    #[test]
    fn no_log_and_no_mail_makes_the_audit_panic(
        game in game(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..5), 1..12),
        noise in "\\PC{0,40}",
    ) {
        let mut lines: Vec<String> = transcript(game).lines().map(str::to_owned).collect();
        for (from, to, what) in cuts {
            let (from, to) = (from.index(lines.len()), to.index(lines.len()));
            match what {
                0 => { lines.remove(from); }
                1 => lines.insert(to, lines[from].clone()),
                2 => lines.swap(from, to),
                3 => lines[from].push_str(&noise),
                _ => lines.insert(from, format!("> {noise}")),
            }
        }
        let text = lines.join("\r\n");
        let mail = Mail { name: "ann".into(), text: text.clone(), received: Some(0), ..Mail::default() };
        let outcome = audit(&text, &[mail], &Checks::default());
        prop_assert_eq!(outcome.verdict, Verdict::of(&outcome.findings));
        prop_assert!(outcome.to_string().contains("Verdict: "));
    }
}
