//! What a demo leaves behind: reports as text, the record, the audit.

use std::fs;
use std::path::{Path, PathBuf};

use mail_parser::{MessageParser, MimeHeaders};

use super::penfriend::Penfriend;
use super::{Stage, unwritable};
use crate::cli::error::CliError;
use crate::cli::site::desk_error;
use crate::ledger::audit::{Audit, Checks, Mail, audit};
use crate::record::part_text;
use crate::store::{MatchId, Store};

/// What was gathered, and where it lies.
pub(super) struct Spoils {
    /// The folder with the reports.
    pub folder: PathBuf,
    /// The reports, in the order in which they were sent.
    pub reports: Vec<PathBuf>,
    /// The whole record.
    pub record: PathBuf,
    /// The audit as text.
    pub told: PathBuf,
    /// The audit.
    pub audit: Audit,
    /// How many mails were written in all.
    pub mails: usize,
}

/// A mail in a player's folder.
struct Kept {
    name: String,
    subject: String,
    text: String,
    files: String,
}

/// Gathers everything from the players' folders and the site's store.
pub(super) fn gather(
    stage: &mut Stage,
    id: &MatchId,
    players: &[Penfriend],
) -> Result<Spoils, CliError> {
    let folder = stage.folder.join("reports");
    fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let mut reports = Vec::new();
    let mut archive = Vec::new();
    for player in players {
        for mail in kept(player.folder())? {
            let is_report = mail.subject.contains("to move") || mail.subject.contains("is over");
            if is_report && !mail.subject.starts_with("Re:") {
                let path = folder.join(format!("{}.{}.txt", mail.name, player.side()));
                write(&path, &mail.text)?;
                reports.push(path);
            }
            archive.push(Mail {
                name: format!("{}/{}", player.side(), mail.name),
                text: format!("{}\n{}", mail.text, mail.files),
                received: None,
            });
        }
    }
    reports.sort();
    let record = stage.folder.join("record.jsonl");
    let lines = {
        let unit = stage
            .store
            .read()
            .map_err(|error| desk_error(error.into()))?;
        unit.record_after(id, 0)
            .map_err(|error| desk_error(error.into()))?
    };
    write(&record, &part_text(&lines))?;
    let replayed = stage.at_desk(|desk| desk.replay(id))?;
    let log_file = stage.site.logs.file(id);
    let log = fs::read_to_string(&log_file).map_err(|error| unwritable(&log_file, &error))?;
    let checks = Checks {
        replayed,
        verifier: None,
    };
    let audit = audit(&log, &archive, &checks);
    let told = stage.folder.join("verdict.txt");
    write(&told, &audit.to_string())?;
    Ok(Spoils {
        folder,
        reports,
        record,
        told,
        audit,
        mails: archive.len(),
    })
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(|error| unwritable(path, &error))
}

fn kept(folder: &Path) -> Result<Vec<Kept>, CliError> {
    let failed = |error: std::io::Error| unwritable(folder, &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Kept, CliError> {
    let raw = fs::read(path).map_err(|error| unwritable(path, &error))?;
    let mail = MessageParser::default().parse(&raw).unwrap_or_default();
    let files = mail
        .attachments()
        .filter(|part| {
            part.attachment_name()
                .is_some_and(|name| name.starts_with("orders-"))
        })
        .map(|part| String::from_utf8_lossy(part.contents()).replace('\r', ""))
        .collect();
    Ok(Kept {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        subject: mail.subject().unwrap_or_default().to_owned(),
        text: mail.body_text(0).unwrap_or_default().replace('\r', ""),
        files,
    })
}
