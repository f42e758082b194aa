//! Single changes of honest logs and mails: each is harmless, or found, and none stops the audit.
//!
//! A change is harmless if the normalised lines of all blocks are what they were. Where it strikes the end of the
//! log, or where whoever made it has linked the entries behind it anew, the mails that another seat kept convict.

use std::collections::BTreeSet;
use std::fs;

use mail_parser::MessageParser;
use serde_json::json;
use tesserarius::bot::Chance;
use tesserarius::engine::Pick as _;
use tesserarius::ledger::audit::{Audit, Checks, Code, Mail, Severity, Verdict, audit};
use tesserarius::ledger::block::blocks;
use tesserarius::ledger::log::LogText;

use super::support::checkers::{
    ELSEWHERE, Folder, Place, ask_page, codes_of_py, demo_files, places, verify_py,
};
use super::support::dice_table::matches_of_all_modes;
use super::support::laws::matches as how_many;

/// A log with what another seat kept of it.
struct Honest {
    name: String,
    log: String,
    mails: Vec<Mail>,
}

/// Honest logs of every mode, those of the vectors, and one that was written by real mails.
fn honest() -> Vec<Honest> {
    let played = matches_of_all_modes().into_iter().map(|one| Honest {
        name: one.name.to_owned(),
        log: one.log,
        mails: one.mails,
    });
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../dice/vectors.json")).unwrap();
    let games = vectors["games"].as_object().unwrap();
    let of_vectors = games.iter().map(|(name, game)| {
        let text = |key: &str| game[key].as_str().unwrap();
        let log = format!("{}\n{}", text("transcript"), text("side"));
        Honest {
            name: name.clone(),
            mails: kept(&log),
            log,
        }
    });
    played.chain(of_vectors).chain([demo()]).collect()
}

/// Every block of a log in a mail of its own.
fn kept(log: &str) -> Vec<Mail> {
    let mails = blocks(log)
        .into_iter()
        .enumerate()
        .map(|(number, block)| Mail {
            name: format!("kept-{number}"),
            text: format!("Hello,\n{block}\n"),
            ..Mail::default()
        });
    mails.collect()
}

fn demo() -> Honest {
    let log = fs::read_to_string(&demo_files("data/log")[0]).unwrap();
    let mails = demo_files("players/roman").into_iter().map(|path| {
        let raw = fs::read(&path).unwrap();
        let mail = MessageParser::default().parse(&raw).unwrap();
        let texts = (0..mail.text_body.len()).map(|at| mail.body_text(at).unwrap().into_owned());
        Mail {
            name: path.file_name().unwrap().to_string_lossy().into_owned(),
            text: texts.collect::<Vec<_>>().join("\n"),
            ..Mail::default()
        }
    });
    Honest {
        name: "demo".to_owned(),
        log,
        mails: mails.collect(),
    }
}

/// What was done to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Byte,
    LineGone,
    LineTwice,
    LineMoved,
    EntryGone,
    EntryTwice,
    EntriesSwapped,
    Cut,
    OtherAnchor,
    OtherRoll,
    /// A byte, and every entry behind it linked anew.
    Relinked,
    /// A byte of a mail that was kept.
    Mail,
}

const CHANGES: [Change; 12] = [
    Change::Byte,
    Change::LineGone,
    Change::LineTwice,
    Change::LineMoved,
    Change::EntryGone,
    Change::EntryTwice,
    Change::EntriesSwapped,
    Change::Cut,
    Change::OtherAnchor,
    Change::OtherRoll,
    Change::Relinked,
    Change::Mail,
];

/// A changed log with its evidence.
struct Mutant {
    change: Change,
    log: String,
    mails: Vec<Mail>,
    told: String,
}

fn mutate(honest: &Honest, change: Change, chance: &mut Chance) -> Option<Mutant> {
    let mut mails = honest.mails.clone();
    let lines: Vec<&str> = honest.log.lines().collect();
    let (log, told) = match change {
        Change::Byte => with_byte(&honest.log, chance),
        Change::Relinked => {
            let (log, told) = with_byte(&honest.log, chance);
            (relinked(&log), told)
        }
        Change::LineGone | Change::LineTwice | Change::LineMoved => {
            with_line(&lines, change, chance)
        }
        Change::EntryGone | Change::EntryTwice | Change::EntriesSwapped | Change::Cut => {
            with_entries(&honest.log, change, chance)
        }
        Change::OtherAnchor => with_value(&lines, &["host: ", "chain: "], chance)?,
        Change::OtherRoll => with_value(&lines, &["roll: "], chance)?,
        Change::Mail => {
            let at = chance.pick(mails.len());
            let (text, told) = with_byte(&mails[at].text, chance);
            mails[at].text = text;
            (honest.log.clone(), format!("{}: {told}", mails[at].name))
        }
    };
    Some(Mutant {
        change,
        log,
        mails,
        told,
    })
}

/// Puts another printable character, a blank, a line end or a letter beyond ASCII in the place of one.
fn with_byte(text: &str, chance: &mut Chance) -> (String, String) {
    const OTHERS: &[char] = &[
        '0', '1', '9', 'a', 'f', 'z', 'A', ' ', '\n', '\t', '>', '+', ':', '-', '#', 'ü', '\u{a0}',
        '\u{2028}',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    let at = chance.pick(characters.len());
    let before = characters[at];
    characters[at] = OTHERS[chance.pick(OTHERS.len())];
    let told = format!("character {at}: {before:?} became {:?}", characters[at]);
    (characters.into_iter().collect(), told)
}

fn with_line(lines: &[&str], change: Change, chance: &mut Chance) -> (String, String) {
    let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let at = chance.pick(lines.len());
    let line = lines[at].clone();
    match change {
        Change::LineGone => {
            lines.remove(at);
        }
        Change::LineTwice => lines.insert(at, line.clone()),
        _ => {
            lines.remove(at);
            lines.insert(chance.pick(lines.len() + 1), line.clone());
        }
    }
    (lines.join("\n"), format!("line {at}: {line}"))
}

/// A log as blocks with their `#HEAD` lines, that of players included.
fn chunks(log: &str) -> Vec<String> {
    let mut chunks: Vec<String> = Vec::new();
    for line in log.lines() {
        if line == "#TESSERA-BEGIN" || chunks.is_empty() {
            chunks.push(String::new());
        }
        let last = chunks.last_mut().unwrap();
        last.push_str(line);
        last.push('\n');
    }
    chunks
}

fn with_entries(log: &str, change: Change, chance: &mut Chance) -> (String, String) {
    let mut chunks = chunks(log);
    let entries: Vec<usize> = (0..chunks.len())
        .filter(|at| chunks[*at].contains("\nentry: "))
        .collect();
    let which = chance.pick(entries.len());
    let at = entries[which];
    match change {
        Change::EntryGone => {
            chunks.remove(at);
        }
        Change::EntryTwice => {
            let again = chunks[at].clone();
            chunks.insert(at, again);
        }
        Change::EntriesSwapped => {
            let other = entries[(which + 1) % entries.len()];
            chunks.swap(at, other);
        }
        _ => {
            let first = entries[which.max(1)];
            let mut number = 0;
            chunks.retain(|chunk| {
                number += 1;
                number <= first || !chunk.contains("\nentry: ")
            });
        }
    }
    (chunks.concat(), format!("entry {which}"))
}

/// Gives one line of these keys another value of the same form.
fn with_value(lines: &[&str], keys: &[&str], chance: &mut Chance) -> Option<(String, String)> {
    let places: Vec<usize> = (0..lines.len())
        .filter(|at| {
            keys.iter().any(|key| lines[*at].starts_with(key)) && !lines[*at].ends_with(" -")
        })
        .collect();
    let at = *places.get(chance.pick(places.len().max(1)))?;
    let mut line: Vec<u8> = lines[at].bytes().collect();
    let start = lines[at].rfind([' ', ',']).unwrap() + 1;
    let place = start + chance.pick(line.len() - start);
    // Another digit: also of a hash, which has no other letters than digits may stand beside.
    line[place] = if line[place] == b'1' { b'2' } else { b'1' };
    let line = String::from_utf8(line).unwrap();
    let told = format!("{} became {line}", lines[at]);
    let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    lines[at] = line;
    Some((lines.join("\n"), told))
}

/// Writes a log again with heads and predecessors that fit, as only its host could.
fn relinked(log: &str) -> String {
    let mut text = String::new();
    let mut prev = "0".repeat(64);
    let mut number = 0;
    for block in blocks(log) {
        if block.is_side() {
            text.push_str(&format!("{block}\n"));
            continue;
        }
        let mut lines = block.lines().to_vec();
        if let Some(line) = lines.get_mut(1).filter(|line| line.starts_with("prev: ")) {
            *line = format!("prev: {prev}");
        }
        let framed = format!("#TESSERA-BEGIN\n{}\n#TESSERA-END\n", lines.join("\n"));
        let Some(block) = blocks(&framed).into_iter().next() else {
            continue;
        };
        prev = block.head().to_string();
        text.push_str(&format!("{block}#HEAD {number} {prev}\n\n"));
        number += 1;
    }
    text
}

fn texts(mails: &[Mail]) -> String {
    mails
        .iter()
        .map(|mail| mail.text.as_str())
        .collect::<Vec<_>>()
        .join("\n")
}

/// What is expected of the audit of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The blocks are what they were.
    Harmless,
    /// An entry of the log is another one, gone, or in another place.
    Entries,
    /// Only blocks of players are not what they were.
    Sides,
    /// A mail that was kept is another one.
    Kept,
}

fn class(honest: &Honest, mutant: &Mutant) -> Class {
    let entries = |text: &str| {
        let entries = LogText::split(text).entries;
        entries
            .into_iter()
            .map(|entry| entry.block)
            .collect::<Vec<_>>()
    };
    if entries(&honest.log) != entries(&mutant.log) {
        Class::Entries
    } else if blocks(&honest.log) != blocks(&mutant.log) {
        Class::Sides
    } else if blocks(&texts(&honest.mails)) != blocks(&texts(&mutant.mails)) {
        Class::Kept
    } else {
        Class::Harmless
    }
}

fn judge(log: &str, mails: &[Mail]) -> Audit {
    audit(log, mails, &Checks::default())
}

/// What is found, the notes of damaged blocks aside.
fn found(audit: &Audit) -> BTreeSet<Place> {
    let is_note = |place: &Place| place.0 == Code::SideUnreadable.name();
    places(audit)
        .into_iter()
        .filter(|place| !is_note(place))
        .collect()
}

/// Checks the audit of a mutant against its class.
fn assert_found(honest: &Honest, mutant: &Mutant) -> Class {
    let class = class(honest, mutant);
    let outcome = judge(&mutant.log, &mutant.mails);
    let what = || {
        format!(
            "{}, {:?}, {}: {outcome}",
            honest.name, mutant.change, mutant.told
        )
    };
    let is_violation = outcome.verdict == Verdict::Violation;
    match class {
        Class::Entries => assert!(is_violation, "{}", what()),
        // A line `#HEAD` is no part of a block, and must be right where it stands.
        Class::Harmless if outcome.findings.iter().any(|f| f.code == Code::HeadWrong) => {}
        Class::Harmless => {
            assert_eq!(
                found(&outcome),
                found(&judge(&honest.log, &honest.mails)),
                "{}",
                what()
            );
        }
        Class::Sides | Class::Kept => assert_no_better(honest, &outcome, &what),
    }
    class
}

/// Who spoils evidence gains nothing by it: a convicted log stays so, and nothing that was open is settled.
fn assert_no_better(honest: &Honest, outcome: &Audit, what: &dyn Fn() -> String) {
    let notes: BTreeSet<&str> = Code::ALL
        .iter()
        .filter(|code| code.severity() == Severity::Note)
        .map(|code| code.name())
        .collect();
    let open = |audit: &Audit| -> BTreeSet<Place> {
        let is_open = |place: &Place| !notes.contains(place.0.as_str());
        places(audit).into_iter().filter(is_open).collect()
    };
    let before = open(&judge(&honest.log, &honest.mails));
    assert!(before.is_subset(&open(outcome)), "{}", what());
}

fn mutants<'a>(honest: &'a [Honest], count: u64, seed: &str) -> Vec<(&'a Honest, Mutant)> {
    let mut chance = Chance::of(11, seed);
    let mut mutants = Vec::new();
    while (mutants.len() as u64) < count {
        let one = &honest[chance.pick(honest.len())];
        let change = CHANGES[mutants.len() % CHANGES.len()];
        mutants.extend(mutate(one, change, &mut chance).map(|mutant| (one, mutant)));
    }
    mutants
}

#[test]
fn no_single_change_of_an_entry_stays_unfound() {
    let honest = honest();
    let mut classes = BTreeSet::new();
    for (honest, mutant) in mutants(&honest, how_many(100, 2_000), "mutations") {
        classes.insert(assert_found(honest, &mutant));
    }
    let all = [Class::Harmless, Class::Entries, Class::Sides, Class::Kept];
    assert_eq!(classes, all.into());
}

#[test]
fn the_script_and_the_page_find_what_the_program_finds() {
    let honest = honest();
    let folder = Folder::new();
    // A text without the start of a log is a part of one, which mails may complete.
    let starts = |mutant: &Mutant| mutant.log.contains("\ntype: GENESIS");
    let entries = mutants(&honest, 60, "checkers")
        .into_iter()
        .filter(|(honest, mutant)| {
            class(honest, mutant) == Class::Entries
                && !mutant.log.contains('\u{2028}')
                && starts(mutant)
        });
    let mutants: Vec<(&Honest, Mutant)> = entries.take(20).collect();
    assert_eq!(mutants.len(), 20);
    let mut cases = Vec::new();
    for (number, (honest, mutant)) in mutants.iter().enumerate() {
        let files = folder.case(number, &mutant.log, &mutant.mails);
        let Some((code, printed)) = verify_py(&files) else {
            return;
        };
        let what = format!(
            "{}, {:?}, {}: {printed}",
            honest.name, mutant.change, mutant.told
        );
        assert_eq!(code, 2, "{what}");
        let program = judge(&mutant.log, &mutant.mails);
        let known: BTreeSet<&str> = program
            .findings
            .iter()
            .map(|finding| finding.code.name())
            .collect();
        // An entry that one of the two cannot read has other consequences in the other.
        let is_read = known.is_disjoint(&["BAD_FORMAT", "GENESIS_WRONG"].into());
        assert!(
            !is_read || codes_of_py(&printed).is_subset(&known),
            "{what}{program}"
        );
        cases.push(json!({ "files": files }));
    }
    let Some((says, _)) = ask_page(&cases[..5]) else {
        return;
    };
    for (says, (honest, mutant)) in says.iter().zip(&mutants) {
        let program = judge(&mutant.log, &mutant.mails);
        assert_eq!(
            says.verdict, "VIOLATION",
            "{}: {}",
            honest.name, mutant.told
        );
        let violations = |places: BTreeSet<Place>| -> BTreeSet<_> {
            places
                .into_iter()
                .filter(|place| !ELSEWHERE.contains(&place.0.as_str()))
                .collect()
        };
        let expected = violations(places(&program));
        assert_eq!(
            violations(says.places.clone()),
            expected,
            "{}: {}",
            honest.name,
            mutant.told
        );
    }
}
