//! Reading papers from disk: files, and folders as mail programs keep them.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::CliError;
use crate::auditor::{Handed, NoAudit, Papers};

/// Reads everything at these paths.
///
/// # Errors
/// The path that cannot be read.
pub fn read<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<Papers, CliError> {
    let mut papers = Papers::default();
    for path in paths {
        if path.is_dir() {
            for file in files_below(path)? {
                add(&file, Handed::Found, &mut papers)?;
            }
        } else {
            add(path, Handed::Named, &mut papers)?;
        }
    }
    Ok(papers)
}

/// Lists the files of a folder with all below it, in the order of names; what begins with a dot is a
/// program's own business.
///
/// # Errors
/// The folder that cannot be read.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>, CliError> {
    let mut inner = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            inner.push(entry.path());
        }
    }
    inner.sort();
    let is_maildir = ["cur", "new", "tmp"]
        .iter()
        .all(|part| folder.join(part).is_dir());
    let mut files = Vec::new();
    for path in inner {
        // What lies in `tmp` of a Maildir is not delivered yet.
        if path.is_dir() && !(is_maildir && path.ends_with("tmp")) {
            files.extend(files_below(&path)?);
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

fn add(path: &Path, how: Handed, papers: &mut Papers) -> Result<(), CliError> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    papers.add(&path.display().to_string(), &bytes, how);
    Ok(())
}

/// Says that a file or folder cannot be read.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::usage(format!("cannot read {}", path.display())).because(error)
}

/// Says that there is nothing to audit in what was given: the papers were named wrongly, so it is wrong use.
pub(super) fn no_audit(error: &NoAudit) -> CliError {
    let hint = match error {
        NoAudit::NoLog => "give the mails of the match, its log, or parts of its record",
        NoAudit::SeveralMatches(_) => "give the papers of one of them",
    };
    CliError::usage(error.to_string()).hint(hint)
}
