//! Folders of mails from which some are missing: lost by whoever kept them, or left out by whoever wrote them.

use tesserarius::ledger::block::{Block, Piece, pieces};
use tesserarius::ledger::log::LogText;

/// What one holder has, a mail for each text, and what an audit of it comes to.
pub(crate) struct Folder {
    pub(crate) name: &'static str,
    pub(crate) mails: Vec<String>,
    /// Whether the host must have done it.
    pub(crate) is_forged: bool,
}

fn texts(log: &str) -> Vec<String> {
    let entries = LogText::split(log).entries.into_iter();
    entries.map(|entry| entry.block.to_string()).collect()
}

/// Reads the only block of a text.
pub(crate) fn block(text: &str) -> Block {
    match pieces(text).into_iter().next() {
        Some(Piece::Block(block)) => block,
        _ => panic!("no block: {text}"),
    }
}

fn head(text: &str) -> String {
    block(text).head().to_string()
}

/// Gives an entry another number and predecessor.
fn relinked(text: &str, number: usize, prev: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once(": ") {
        Some(("entry", _)) => format!("entry: {number}\n"),
        Some(("prev", _)) => format!("prev: {prev}\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// Folders with gaps of every kind, made of a log of at least nine entries with a roll in the last REPORT.
pub(crate) fn folders(log: &str) -> Vec<Folder> {
    let all = texts(log);
    let last = all.len() - 1;
    let without = |gone: &[usize]| -> Vec<String> {
        let kept = all.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        kept.map(|(_, text)| text.clone()).collect()
    };
    let honest = |name, mails| Folder {
        name,
        mails,
        is_forged: false,
    };
    let forged = |name, mails| Folder {
        is_forged: true,
        ..honest(name, mails)
    };
    let report = all
        .iter()
        .rposition(|text| text.contains("\nroll: "))
        .unwrap();
    let mut other_roll = without(&[2]);
    let roll = all[report]
        .lines()
        .find(|line| line.starts_with("roll: "))
        .unwrap();
    let (what, result) = roll.rsplit_once(' ').unwrap();
    let changed = format!("{what} {}", if result == "1" { "2" } else { "1" });
    let cheat = all[report].replace(roll, &changed);
    other_roll.retain(|text| *text != all[report]);
    other_roll.push(cheat);
    let mut skipped = without(&[5]);
    skipped[5] = relinked(&all[6], 6, &head(&all[4]));
    let at_once: Vec<String> = [&all[..4], &[all[4].clone() + &all[6]], &all[7..]].concat();
    let damaged = all[5].replace("\ntime: ", "\ntime ");
    let forked = [
        without(&[5]),
        vec![all[5].replace("\ntime: 2", "\ntime: 1")],
    ];
    let torn: String = all[5].split("#TESSERA-END").next().unwrap().to_owned();
    vec![
        honest("one mail lost", without(&[5])),
        honest("the second mail lost", without(&[1])),
        honest("the first mail lost", without(&[0])),
        honest("three in a row lost", without(&[3, 4, 5])),
        honest("here and there one lost", without(&[2, 5, last - 1])),
        honest(
            "every other one lost",
            without(&(1..=last).step_by(2).collect::<Vec<_>>()),
        ),
        honest("all but the last lost", vec![all[last].clone()]),
        honest(
            "one mail cut within its entry",
            [without(&[5]), vec![torn]].concat(),
        ),
        forged(
            "one left out and the next linked to the one before",
            skipped,
        ),
        forged("another roll behind a gap", other_roll),
        forged(
            "another entry than the one behind the gap continues",
            forked.concat(),
        ),
        honest("both sides of a gap written into one mail", at_once),
        honest(
            "one damaged in a mail that is whole",
            [without(&[5]), vec![damaged]].concat(),
        ),
    ]
}

/// Writes a text as a saved mail of the host's.
pub(crate) fn mail(text: &str) -> String {
    format!(
        "From: host@example.org\nSubject: dice\nDate: Tue, 24 Nov 2026 20:31:07 +0000\n\nHello,\n\n{text}\n-- \nTessera\n"
    )
}
