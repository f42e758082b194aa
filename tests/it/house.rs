//! The direction of the house: what may import what, and that nothing is forgotten.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules that decide, and may therefore not reach out.
const PURE: [&str; 5] = ["engine", "geometry", "orders", "games", "ledger"];

/// What they may not name, in code or in `use` lines.
const OUTSIDE: [&str; 11] = [
    "crate::store",
    "crate::mail",
    "crate::report",
    "crate::cli",
    "crate::desk",
    "crate::config",
    "crate::schedule",
    "std::fs",
    "std::time",
    "std::env",
    "std::net",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    rust_files(&root().join("src"), &mut files);
    files
}

#[test]
fn what_decides_reaches_for_nothing_outside() {
    let mut looked_at = 0;
    for path in sources() {
        let inside = path.strip_prefix(root().join("src")).unwrap();
        let module = inside
            .iter()
            .next()
            .unwrap()
            .to_str()
            .unwrap()
            .trim_end_matches(".rs");
        if !PURE.contains(&module) {
            continue;
        }
        looked_at += 1;
        let text = fs::read_to_string(&path).unwrap();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        for (number, line) in code.enumerate() {
            for outside in OUTSIDE {
                let found = line.contains(outside)
                    && !line.contains(&format!("{outside}_"))
                    && !line.trim_start().starts_with("include_str!");
                assert!(
                    !found,
                    "{}: code line {}: {line}",
                    inside.display(),
                    number + 1
                );
            }
        }
    }
    assert!(looked_at > 50, "only {looked_at} files were looked at");
}

#[test]
fn every_file_of_tests_is_declared() {
    let main = fs::read_to_string(root().join("tests/it/main.rs")).unwrap();
    for entry in fs::read_dir(root().join("tests/it")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let declared = main.lines().any(|line| line == format!("mod {name};"));
        assert!(
            name == "main" || declared,
            "tests/it/{name} is not declared in main.rs"
        );
    }
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    for path in sources() {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(
            lines <= 600,
            "{} has {lines} lines; is it one concept?",
            path.display()
        );
    }
}
