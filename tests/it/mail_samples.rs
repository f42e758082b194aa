//! Every sample mail is read as its sheet says: with either line end, and with the token in either case.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use tesserarius::mail::explain::Explanation;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::read;
use tesserarius::mail::world_file::FileWorld;

/// What a sheet says of a mail; other keys describe the mail and are not compared.
#[derive(Debug, Deserialize)]
struct Sheet {
    sender: Option<String>,
    #[serde(flatten)]
    expected: Expected,
    #[serde(default)]
    alternatives: Vec<Expected>,
    bounced_recipient: Option<String>,
    status: Option<String>,
    action: Option<String>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Expected {
    disposition: String,
    orders: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail")
}

fn world_text() -> String {
    fs::read_to_string(folder().join("world.json")).expect("the world file is there")
}

fn samples(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of samples is there");
    let mut mails: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "eml"))
        .collect();
    mails.sort();
    mails
}

/// Writes every token of the world in capitals or in small letters, wherever it stands.
fn with_tokens(raw: &[u8], world: &Value, upper: bool) -> Vec<u8> {
    let mut raw = raw.to_vec();
    for token in world["tokens"].as_object().expect("tokens").keys() {
        let length = token.len();
        for at in 0..raw.len().saturating_sub(length) {
            if raw[at..at + length].eq_ignore_ascii_case(token.as_bytes()) {
                let part = &mut raw[at..at + length];
                if upper {
                    part.make_ascii_uppercase();
                } else {
                    part.make_ascii_lowercase();
                }
            }
        }
    }
    raw
}

fn with_line_ends(raw: &[u8], end: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for (at, &byte) in raw.iter().enumerate() {
        match byte {
            b'\r' if raw.get(at + 1) == Some(&b'\n') => {}
            b'\n' => out.extend_from_slice(end.as_bytes()),
            _ => out.push(byte),
        }
    }
    out
}

/// Says what differs, for people; nothing if the mail is read as it should be.
fn difference(explanation: &Explanation, sheet: &Sheet) -> Option<String> {
    let got = Expected {
        disposition: explanation.disposition.to_owned(),
        orders: explanation.orders.clone(),
    };
    let bounce = [
        (&sheet.bounced_recipient, &explanation.bounced_recipient),
        (&sheet.status, &explanation.status),
        (&sheet.action, &explanation.action),
    ];
    let same_bounce = bounce
        .iter()
        .all(|(expected, got)| expected.is_none() || expected == got);
    if explanation.sender == sheet.sender
        && (got == sheet.expected || sheet.alternatives.contains(&got))
        && same_bounce
    {
        return None;
    }
    let mut text = format!(
        "expected {:?} {}\n",
        sheet.sender, sheet.expected.disposition
    );
    for order in &sheet.expected.orders {
        writeln!(text, "    {order}").expect("a string takes text");
    }
    Some(text + "got\n" + &explanation.text())
}

#[test]
fn every_sample_is_read_as_its_sheet_says() {
    let text = world_text();
    let world = FileWorld::from_json(&text).expect("the world file is as it must be");
    let table: Value = serde_json::from_str(&text).expect("JSON");
    let mut failures = String::new();
    for (folder, least) in [(folder(), 33), (folder().join("more"), 150)] {
        let mails = samples(&folder);
        assert!(
            mails.len() >= least,
            "found {} samples in {}, expected at least {least}",
            mails.len(),
            folder.display()
        );
        for path in mails {
            let raw = fs::read(&path).expect("a sample can be read");
            let sheet = fs::read_to_string(path.with_extension("expect.json"))
                .expect("each sample has its sheet");
            let sheet: Sheet =
                serde_json::from_str(&sheet).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            for (end, end_name) in [("\n", "LF"), ("\r\n", "CRLF")] {
                for upper in [false, true] {
                    let raw = with_tokens(&with_line_ends(&raw, end), &table, upper);
                    let explanation = Explanation::of(&read(&raw, &[], &world, &Limits::default()));
                    if let Some(difference) = difference(&explanation, &sheet) {
                        let case = if upper { "upper" } else { "lower" };
                        let name = path.file_name().expect("a name").to_string_lossy();
                        writeln!(
                            failures,
                            "==== {name} ({end_name}, token in {case} case)\n{difference}"
                        )
                        .expect("a string takes text");
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn no_sheet_is_left_without_its_mail() {
    for folder in [folder(), folder().join("more")] {
        let stems: BTreeSet<_> = samples(&folder)
            .iter()
            .map(|path| path.with_extension(""))
            .collect();
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let name = path.to_string_lossy().into_owned();
            if let Some(stem) = name.strip_suffix(".expect.json") {
                assert!(stems.contains(Path::new(stem)), "{name} has no mail");
            }
        }
    }
}
