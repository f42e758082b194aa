//! How fast an audit is that plays the match again: mails of one player, and the whole record.
//!
//! A match between the demo's bots has some thirty draws; together these have a hundred, which are to be
//! audited within a second.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tesserarius::auditor::{Handed, Papers, examine, shipped};
use tesserarius::cli;

fn main() {
    divan::main();
}

/// Draws that the audited matches have at least.
const DRAWS: u64 = 100;

/// Plays matches by mail until they have enough draws; returns what one player and the site keep of each.
fn matches(folder: &Path) -> Vec<(Papers, Papers)> {
    let mut played = Vec::new();
    let mut draws = 0;
    for seed in 1.. {
        if draws >= DRAWS {
            break;
        }
        let place = folder.join(seed.to_string());
        let words =
            ["tessera", "demo", "--seed", &seed.to_string(), "--folder"].map(OsString::from);
        let arguments = words.into_iter().chain([place.clone().into_os_string()]);
        let code = cli::run(arguments, &mut Vec::new(), &mut std::io::stderr());
        assert_eq!(code, 0, "the demo plays");
        let whole = papers(&[place.join("record.jsonl")]);
        let found = examine(&whole, &[], &shipped, None).expect("a log");
        draws += found.audit.log.expect("a start").draws;
        played.push((papers(&files(&place.join("players/hun"))), whole));
    }
    played
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

fn papers(files: &[PathBuf]) -> Papers {
    let mut papers = Papers::default();
    for file in files {
        let bytes = fs::read(file).expect("a file");
        papers.add(&file.display().to_string(), &bytes, Handed::Found);
    }
    papers
}

fn audited(bencher: Bencher, choose: impl Fn(&(Papers, Papers)) -> &Papers) {
    let folder = tempfile::tempdir().expect("a folder");
    let played = matches(folder.path());
    bencher.counter(ItemsCount::new(DRAWS)).bench_local(|| {
        for papers in &played {
            let found = examine(choose(papers), &[], &shipped, None).expect("a log");
            assert!(
                found.examined.runs_replayed > 0,
                "the match was played again"
            );
            black_box(found);
        }
    });
}

/// A hundred draws from the mails of one player, replayed.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn hundred_draws_from_mails(bencher: Bencher) {
    audited(bencher, |(mails, _)| mails);
}

/// A hundred draws from the record, replayed.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn hundred_draws_from_the_record(bencher: Bencher) {
    audited(bencher, |(_, record)| record);
}
