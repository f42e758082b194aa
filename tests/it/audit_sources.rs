//! What one paper has right hides nothing of what another one has wrong, however they are handed over.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::json;
use tesserarius::auditor::{Examination, Handed, Papers, examine};
use tesserarius::bot::Chance;
use tesserarius::engine::Pick as _;
use tesserarius::ledger::audit::{Checks, Code, Verdict, audit};
use tesserarius::ledger::block::{Block, Side, blocks};

use super::support::checkers::{ELSEWHERE, Place, ask_page, demo, demo_files, places, verify_py};
use super::support::laws::matches as how_many;

/// The papers that a match by mail leaves behind, each kind read once.
struct Left {
    log: String,
    record: Papers,
    folder: Papers,
    others: Papers,
}

static LEFT: LazyLock<Left> = LazyLock::new(|| {
    let read = |path: &Path| fs::read(path).unwrap();
    let folder = |name: &str| {
        let mut papers = Papers::default();
        for path in demo_files(name) {
            papers.add(&path.display().to_string(), &read(&path), Handed::Found);
        }
        papers
    };
    let mut record = Papers::default();
    record.add(
        "record.jsonl",
        &read(&demo().join("record.jsonl")),
        Handed::Named,
    );
    Left {
        log: fs::read_to_string(demo().join("log.txt")).unwrap(),
        record,
        folder: folder("players/hun"),
        others: folder("players/roman"),
    }
});

/// With what a changed log is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    TheRecord,
    OneFolder,
    BothFolders,
    OtherHolder,
    TheLogAsItWas,
    Everything,
}

const BESIDE: [Beside; 7] = [
    Beside::Nothing,
    Beside::TheRecord,
    Beside::OneFolder,
    Beside::BothFolders,
    Beside::OtherHolder,
    Beside::TheLogAsItWas,
    Beside::Everything,
];

/// Returns the papers that stand beside a changed log, and those of another holder.
fn papers(beside: Beside) -> (Papers, Vec<Papers>) {
    let left = &*LEFT;
    let mut own = Papers::default();
    let has = |kinds: &[Beside]| beside == Beside::Everything || kinds.contains(&beside);
    if has(&[Beside::TheLogAsItWas]) {
        own.add("log.txt", left.log.as_bytes(), Handed::Named);
    }
    if has(&[Beside::TheRecord]) {
        own.extend(left.record.clone());
    }
    if has(&[Beside::OneFolder, Beside::BothFolders]) {
        own.extend(left.folder.clone());
    }
    if has(&[Beside::BothFolders]) {
        own.extend(left.others.clone());
    }
    let mut others = Vec::new();
    if has(&[Beside::OtherHolder]) {
        others.push(left.others.clone());
    }
    (own, others)
}

/// Audits a changed log without playing anything again: what is broken must be seen without.
fn judged(log: &str, beside: Beside) -> Examination {
    let (mut own, others) = papers(beside);
    own.add("changed.txt", log.as_bytes(), Handed::Named);
    examine(&own, &others, &|_| None, None).unwrap()
}

/// Returns the blocks of players that somebody else than the changed log has as they were.
fn kept(beside: Beside) -> Vec<Block> {
    let (own, others) = papers(beside);
    let all = std::iter::once(&own).chain(&others);
    all.flat_map(Papers::side_blocks).collect()
}

/// Says whether somebody else has a block as it was; orders stand in every part of the record.
fn is_kept(block: &Block, kept: &[Block]) -> bool {
    matches!(Side::read(block), Ok(Side::Orders(_))) || kept.contains(block)
}

fn codes(found: &Examination, verdict: Verdict) -> BTreeSet<Code> {
    let findings = found.audit.findings.iter();
    let bad = findings.filter(|finding| Verdict::of(&[(*finding).clone()]) == verdict);
    bad.map(|finding| finding.code).collect()
}

/// Puts another digit for the first one behind the beginning of a line.
fn other_digit(text: &str, line: &str) -> String {
    let at = text.find(line).unwrap_or_else(|| panic!("{line}")) + line.len();
    let place = at + text[at..].find(|c: char| c.is_ascii_digit()).unwrap();
    let digit = if &text[place..=place] == "1" {
        "2"
    } else {
        "1"
    };
    format!("{}{digit}{}", &text[..place], &text[place + 1..])
}

#[test]
fn an_opening_that_was_changed_in_a_log_is_told_whatever_stands_beside_it() {
    let left = &*LEFT;
    for line in ["\nnonce: ", "\no: "] {
        let changed = other_digit(&left.log, line);
        for beside in BESIDE {
            let found = judged(&changed, beside);
            assert_eq!(
                codes(&found, Verdict::Violation),
                [Code::SealMismatch].into(),
                "{line:?} {beside:?}: {found}"
            );
            let findings = &found.audit.findings;
            let told = findings
                .iter()
                .find(|finding| finding.code == Code::SealMismatch);
            let told = told.unwrap();
            assert_eq!(told.who, format!("host or seat {}", told.seat.unwrap()));
        }
    }
    let untouched = judged(&left.log, Beside::Everything);
    assert!(
        codes(&untouched, Verdict::Violation).is_empty(),
        "{untouched}"
    );
}

#[test]
fn mails_whose_every_copy_of_an_opening_was_changed_are_not_saved_by_the_record_in_them() {
    let mut papers = Papers::default();
    let mut changed = 0;
    for path in demo_files("players/hun") {
        let text = fs::read_to_string(&path).unwrap();
        let other = match text.contains("\nnonce: ") {
            true => other_digit(&text, "\nnonce: "),
            false => text.clone(),
        };
        changed += usize::from(other != text);
        papers.add(&path.display().to_string(), other.as_bytes(), Handed::Found);
    }
    assert!(changed > 1);
    let found = examine(&papers, &[], &|_| None, None).unwrap();
    assert_eq!(
        codes(&found, Verdict::Violation),
        [Code::SealMismatch].into(),
        "{found}"
    );
    let mut findings = found.audit.findings.iter();
    let told = findings.find(|finding| finding.code == Code::SealMismatch);
    assert!(told.unwrap().message.contains(".eml"), "{found}");
}

/// Returns the first block of a player of one type that has a line with this beginning.
fn first_block(kind: &str, line: &str) -> String {
    let log = &LEFT.log;
    let all = side_blocks(log).into_iter().map(|place| &log[place]);
    let mut fitting = all.filter(|block| block.contains(&format!("\ntype: {kind}\n")));
    let fits = |block: &&str| block.contains(&format!("\n{line}"));
    fitting.find(fits).unwrap().to_owned()
}

/// Audits the log as it is, beside one mail of Anna's.
fn beside_a_mail(text: &str) -> Examination {
    let mut own = Papers::default();
    own.add("log.txt", LEFT.log.as_bytes(), Handed::Named);
    own.extend(LEFT.folder.clone());
    let mail = format!("From: anna@players.example\nSubject: orders\n\n{text}");
    own.add("anna.eml", mail.as_bytes(), Handed::Named);
    examine(&own, &[], &|_| None, None).unwrap()
}

#[test]
fn orders_that_may_have_been_replaced_before_the_lock_are_a_note_and_later_ones_a_violation() {
    let orders = first_block("ORDERS", "draw: 1\n");
    let replaced = other_digit(&orders, "\nnonce: ");
    let found = beside_a_mail(&replaced);
    assert!(codes(&found, Verdict::Violation).is_empty(), "{found}");
    let notes = codes(&found, Verdict::CleanWithNotes);
    assert_eq!(notes, [Code::FiledOtherwise].into(), "{found}");
    assert!(found.to_string().contains("anna.eml"), "{found}");

    let entry = |number: u64| {
        let all = blocks(&LEFT.log);
        let entry = all
            .iter()
            .find(|block| block.stated_number() == Some(number));
        entry.unwrap().to_string()
    };
    let lock = (0..10)
        .map(entry)
        .find(|entry| entry.contains("\ntype: LOCK\n"))
        .unwrap();
    let found = beside_a_mail(&format!("{lock}{replaced}"));
    let broken = codes(&found, Verdict::Violation);
    assert_eq!(broken, [Code::SealMismatch].into(), "{found}");
    let quoted = lock.replace('#', "> #").replace('\n', "\n> ");
    let found = beside_a_mail(&format!("{quoted}\n{replaced}"));
    assert!(codes(&found, Verdict::Violation).is_empty(), "{found}");
}

#[test]
fn what_a_player_gave_acknowledged_and_joined_with_is_compared_with_the_log() {
    let ack = first_block("ACK", "give: 1 c ");
    let join = first_block("JOIN", "seat: 1 ");
    let name = join.lines().find(|line| line.starts_with("seat: 1 "));
    let renamed = join.replace(name.unwrap(), "seat: 1 somebody");
    for (block, code) in [
        (other_digit(&ack, "\ngive: 1 c "), Code::SeatRevealBad),
        (other_digit(&ack, "\ndraw: "), Code::SeatRevealBad),
        (other_digit(&ack, "\nhead: "), Code::Fork),
        (other_digit(&join, "\nchain: 1 "), Code::AnchorWrong),
        (renamed, Code::AnchorWrong),
    ] {
        let found = beside_a_mail(&block);
        assert_eq!(codes(&found, Verdict::Violation), [code].into(), "{found}");
        let mut findings = found.audit.findings.iter();
        let told = findings.find(|finding| finding.code == code).unwrap();
        assert!(told.who.ends_with("or anna@players.example"), "{found}");
    }
    for block in [ack, join] {
        let found = beside_a_mail(&block);
        assert!(codes(&found, Verdict::Violation).is_empty(), "{found}");
    }
}

#[test]
fn a_log_whose_start_is_damaged_and_blocks_of_nobody_are_told_whatever_stands_beside_them() {
    let left = &*LEFT;
    let begun = left.log.replacen("#TESSERA-BEGIN", "#TESbERA-BEGIN", 1);
    for beside in BESIDE {
        let found = judged(&begun, beside);
        assert_eq!(found.audit.verdict, Verdict::Violation, "{beside:?}");
    }
    let ack = "type: ACK\n";
    let at = left.log.find(ack).unwrap();
    let (before, block) = left.log.split_at(at);
    for (line, other) in [("\nseat: ", "\nseat: 9"), ("\ngame: ", "\ngame: z")] {
        let changed = format!("{before}{}", block.replacen(line, other, 1));
        let alone = judged(&changed, Beside::Nothing);
        let notes = codes(&alone, Verdict::CleanWithNotes);
        assert!(notes.contains(&Code::SideUnreadable), "{alone}");
        let found = judged(&changed, Beside::BothFolders);
        assert_eq!(found.audit.verdict, Verdict::Violation, "{found}");
    }
}

#[test]
fn another_copy_of_the_log_is_judged_as_it_stands_too() {
    let log = &LEFT.log;
    let lock = log.find("type: LOCK\n").unwrap();
    let heads = log
        .match_indices("\n#HEAD ")
        .map(|(at, _)| at)
        .nth(2)
        .unwrap();
    let damaged = format!("{}?{}", &log[..lock], &log[lock + 1..]);
    let restated = other_digit(&log[heads..], "\n#HEAD 2 ");
    for (copy, code) in [
        (damaged, Code::BadFormat),
        (format!("{}{restated}", &log[..heads]), Code::HeadWrong),
    ] {
        let mut own = Papers::default();
        own.add("log.txt", log.as_bytes(), Handed::Named);
        let mut theirs = Papers::default();
        theirs.add("copy.txt", copy.as_bytes(), Handed::Named);
        let found = examine(&own, &[theirs], &|_| None, None).unwrap();
        assert!(codes(&found, Verdict::Violation).contains(&code), "{found}");
    }
    // So are mails and lines of the record: alone they would be told.
    let begin = log[..heads].rfind("#TESSERA-BEGIN").unwrap();
    let found = beside_a_mail(&format!("{}{restated}", &log[begin..heads]));
    let broken = codes(&found, Verdict::Violation);
    assert_eq!(broken, [Code::HeadWrong].into(), "{found}");
    let record = fs::read_to_string(demo().join("record.jsonl")).unwrap();
    let changed = record.replacen(r"\ntype: LOCK\n", r"\ntype; LOCK\n", 1);
    assert_ne!(changed, record);
    let mut own = Papers::default();
    own.add("log.txt", log.as_bytes(), Handed::Named);
    own.add("record.jsonl", changed.as_bytes(), Handed::Named);
    let found = examine(&own, &[], &|_| None, None).unwrap();
    assert!(
        codes(&found, Verdict::Violation).contains(&Code::BadFormat),
        "{found}"
    );
}

#[test]
fn the_script_judges_a_changed_log_as_it_stands_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let changed = write("changed.txt", &other_digit(&LEFT.log, "\no: "));
    let log = write("log.txt", &LEFT.log);
    let mails = demo().join("players/hun");
    for files in [
        vec![changed.clone()],
        vec![changed.clone(), log.clone()],
        vec![log, changed.clone()],
        vec![changed, mails],
    ] {
        let Some((code, printed)) = verify_py(&files) else {
            return;
        };
        assert_eq!(code, 2, "{printed}");
        assert!(printed.contains("SEAL_MISMATCH: draw "), "{printed}");
    }
}

#[test]
fn the_page_finds_in_every_combination_what_the_program_finds() {
    let folder = tempfile::tempdir().unwrap();
    let log = demo().join("log.txt");
    let record = demo().join("record.jsonl");
    let [mine, theirs] = ["players/hun", "players/roman"].map(demo_files);
    let beside = [
        (Beside::Nothing, vec![]),
        (Beside::TheRecord, vec![record]),
        (Beside::OneFolder, mine.clone()),
        (Beside::BothFolders, [mine, theirs].concat()),
        (Beside::TheLogAsItWas, vec![log]),
    ];
    let whole = first_block("ORDERS", "draw: 1\n");
    let ack = first_block("ACK", "give: 2 c ");
    let changes = [
        (&whole, other_digit(&whole, "\no: ")),
        (
            &whole,
            whole.replacen("#TESSERA-BEGIN", "#TESSERA-BEGUN", 1),
        ),
        (&whole, whole.replacen("\nnonce: ", "\nnonse: ", 1)),
        (&whole, whole.replacen("\ndraw: 1\n", "\ndraw: 2\n", 1)),
        (&ack, other_digit(&ack, "\ngive: 2 c ")),
        (&ack, ack.replacen("\ngame: ", "\ngame: x", 1)),
    ];
    let mut cases = Vec::new();
    let mut expected = Vec::new();
    for (number, (block, changed)) in changes.iter().enumerate() {
        let text = LEFT.log.replacen(block.as_str(), changed, 1);
        let file = folder.path().join(format!("changed-{number}.txt"));
        fs::write(&file, &text).unwrap();
        for (beside, files) in &beside {
            let files: Vec<_> = std::iter::once(&file).chain(files).collect();
            cases.push(json!({ "files": files }));
            expected.push(judged(&text, *beside));
        }
    }
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    let of_the_record = Code::OF_THE_RECORD.iter().map(|code| code.name());
    let needs_the_program: BTreeSet<&str> = of_the_record.chain(ELSEWHERE).collect();
    let checked = |places: BTreeSet<Place>| -> BTreeSet<Place> {
        let is_checked = |place: &Place| !needs_the_program.contains(place.0.as_str());
        places.into_iter().filter(is_checked).collect()
    };
    for (says, expected) in says.iter().zip(&expected) {
        let expected = (checked(places(&expected.audit)), expected);
        assert_eq!(
            checked(says.places.clone()),
            expected.0,
            "{}\n{}",
            says.text,
            expected.1
        );
    }
}

/// The blocks of players, each with the place of its text in a log.
fn side_blocks(log: &str) -> Vec<std::ops::Range<usize>> {
    const BEGIN: &str = "#TESSERA-BEGIN\ntype: ";
    const END: &str = "#TESSERA-END\n";
    let starts = log.match_indices(BEGIN).map(|(at, _)| at);
    starts
        .map(|at| at..at + log[at..].find(END).unwrap() + END.len())
        .collect()
}

/// Changes one block of a player: a character, or a line that goes, comes twice or is another one's.
fn changed_block(block: &str, chance: &mut Chance) -> String {
    const OTHERS: &[char] = &['0', '1', 'a', 'f', 'Z', ' ', '\n', '+', ':', '-', '#', 'ü'];
    let lines: Vec<&str> = block.lines().collect();
    let at = chance.pick(lines.len());
    let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    match chance.pick(5) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let line = lines.remove(at);
            lines.insert(chance.pick(lines.len() + 1), line);
        }
        _ => {
            let mut characters: Vec<char> = lines[at].chars().collect();
            let place = chance.pick(characters.len());
            characters[place] = OTHERS[chance.pick(OTHERS.len())];
            lines[at] = characters.into_iter().collect();
        }
    }
    lines.join("\n") + "\n"
}

/// Says whether a changed block says the same in other lines.
fn says_as_much(block: &str, changed: &str) -> bool {
    let read = |text: &str| {
        blocks(text)
            .first()
            .and_then(|block| Side::read(block).ok())
    };
    read(block).is_some() && read(block) == read(changed)
}

#[test]
fn no_single_change_of_a_players_block_in_an_opened_log_stays_unfound() {
    let left = &*LEFT;
    let places = side_blocks(&left.log);
    let mut chance = Chance::of(4, "sides");
    let mut told = BTreeSet::new();
    let all_kept = BESIDE.map(kept);
    for number in 0..how_many(40, 2_000) {
        let place = places[chance.pick(places.len())].clone();
        let block = &left.log[place.clone()];
        let changed = changed_block(block, &mut chance);
        let (before, after) = (&left.log[..place.start], &left.log[place.end..]);
        let log = format!("{before}{changed}{after}");
        if blocks(&log) == blocks(&left.log) || says_as_much(block, &changed) {
            continue;
        }
        let alone = audit(&log, &[], &Checks::default());
        let at = 1 + number as usize % (BESIDE.len() - 1);
        let beside = BESIDE[at];
        let found = judged(&log, beside).audit;
        let is_seen = found.verdict == Verdict::Violation;
        let what = || format!("{beside:?}: {changed}\n{found}");
        if alone.verdict == Verdict::Violation || is_kept(&blocks(block)[0], &all_kept[at]) {
            assert!(is_seen, "{}", what());
            told.insert(alone.verdict == Verdict::Violation);
        } else if !is_seen {
            // What it says stands in the REPORT too, and nobody else has it.
            let mut findings = found.findings.iter();
            let is_noted = findings.any(|finding| finding.code == Code::SideUnreadable);
            assert!(is_noted, "{}", what());
        }
    }
    assert_eq!(told, [false, true].into());
}
