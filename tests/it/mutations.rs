//! Nothing that arrives breaks what reads it: sample mails and order lines, changed at random from a seed.
//!
//! `fuzz/` looks for the same without a bound; this is its sample for every run of the tests.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use tesserarius::bot::Chance;
use tesserarius::engine::{Match, Pick as _, Seat};
use tesserarius::games::{self, Terms};
use tesserarius::mail::explain::Explanation;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, Hold, read};
use tesserarius::mail::world_file::FileWorld;

use super::support::laws::matches as how_many;

/// What stands in mails and orders where it makes trouble.
const PIECES: [&[u8]; 32] = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b" ",
    b"  ",
    b"-",
    b"--",
    b"=",
    b"=\n",
    b"=3D",
    b"> ",
    b"<",
    b">",
    b"&#",
    b"\"",
    b"?=",
    b"=?utf-8?b?",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\x93",
    b"\xef\xbb\xbf",
    b"\xcc\xb6",
    b"\xf0\x9f\x8e\xb2",
    b"\x1b$B",
    b"0000",
    b"9999999999",
    b"IF",
    b"ELSE",
    b"..",
    b"*",
    b":",
];

/// Changes bytes a few times: takes away, repeats, exchanges, puts in, and mixes in another text.
fn changed(from: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = from.to_vec();
    for _ in 0..=chance.pick(6) {
        let at = chance.pick(bytes.len() + 1);
        let to = (at + 1 + chance.pick(24)).min(bytes.len());
        match chance.pick(6) {
            0 if at < to => drop(bytes.drain(at..to)),
            1 if at < to => {
                let again = bytes[at..to].to_vec();
                let place = chance.pick(bytes.len() + 1);
                bytes.splice(place..place, again);
            }
            2 if at < bytes.len() => bytes[at] ^= 1 << chance.pick(8),
            3 if at < bytes.len() => bytes[at] = chance.pick(256) as u8,
            4 if !other.is_empty() => {
                let first = chance.pick(other.len());
                let last = (first + chance.pick(200)).min(other.len());
                bytes.splice(at..at, other[first..last].iter().copied());
            }
            _ => {
                bytes.splice(at..at, PIECES[chance.pick(PIECES.len())].iter().copied());
            }
        }
    }
    bytes
}

/// Changes texts so many times, and hands each to a reader that says what is wrong.
fn assert_all_read(name: &str, texts: &[Vec<u8>], times: u64, reads: &dyn Fn(&[u8]) -> bool) {
    for number in 0..times {
        let mut chance = Chance::of(number, name);
        let from = &texts[chance.pick(texts.len())];
        let other = &texts[chance.pick(texts.len())];
        let bytes = changed(from, other, &mut chance);
        let is_read = catch_unwind(AssertUnwindSafe(|| reads(&bytes))).unwrap_or(false);
        assert!(
            is_read,
            "change {number} of {name} is not read: {:?}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

fn mails() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut paths: Vec<_> = [folder.clone(), folder.join("more")]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

#[test]
fn changed_mails_are_read_without_a_fault_of_the_reader() {
    let world = FileWorld::from_json(include_str!("../mail/world.json")).unwrap();
    assert_all_read("mail", &mails(), how_many(1_500, 100_000), &|raw| {
        let reading = read(raw, &[], &world, &Limits::default());
        let failed = matches!(&reading.disposition, Disposition::Quarantine(holds) if holds.contains(&Hold::ReaderFailed));
        !failed && !Explanation::of(&reading).text().is_empty()
    });
}

/// Lays out the first scenario of a game, with lines of its language.
fn table(game: &str) -> (Box<dyn Match>, Vec<Vec<u8>>) {
    let entry = games::find(game).unwrap();
    let files = (entry.files)();
    let scenario = (entry.scenarios)(&files).unwrap()[0].clone();
    let terms = Terms {
        scenario,
        options: Vec::new(),
        files,
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let corpus = corpus.join(format!("orders_{}", game.replace('-', "_")));
    let mut paths: Vec<_> = fs::read_dir(corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    ((entry.start)(&terms).unwrap(), texts)
}

#[test]
fn changed_orders_are_judged_and_asked_about_without_a_fault() {
    for game in games::GAMES {
        let (table, texts) = table(game.key);
        assert_all_read(game.key, &texts, how_many(400, 20_000), &|raw| {
            let text = String::from_utf8_lossy(raw);
            for seat in 0..table.sides().len() as u8 {
                let _ = table.read(Seat(seat), &text);
                for line in text.lines() {
                    let _ = table.read_line(Seat(seat), line);
                    let _ = table.odds(Seat(seat), line, &[]);
                }
            }
            true
        });
    }
}
