//! What a demo leaves behind: reports as text, the record, the audit.

use std::fs;
use std::path::{Path, PathBuf};

use mail_parser::MessageParser;

use super::penfriend::Penfriend;
use super::{Stage, unwritable};
use crate::auditor::{examine, shipped};
use crate::cli::error::CliError;
use crate::cli::papers;
use crate::cli::site::desk_error;
use crate::ledger::audit::Audit;
use crate::ledger::block::Block;
use crate::ledger::drand::Verifier;
use crate::record::part_text;
use crate::store::{MatchId, Store, StoreError};

/// What was gathered, and where it lies.
pub(super) struct Spoils {
    /// The folder with the reports.
    pub folder: PathBuf,
    /// The reports, in the order in which they were sent.
    pub reports: Vec<PathBuf>,
    /// The whole record.
    pub record: PathBuf,
    /// The dice log, with the blocks of the players that open it.
    pub log: PathBuf,
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
    let mut mails = 0;
    for player in players {
        for mail in kept(player.folder())? {
            let is_report = mail.subject.contains("to move") || mail.subject.contains("is over");
            if is_report && !mail.subject.starts_with("Re:") {
                let path = folder.join(format!("{}.{}.txt", mail.name, player.side()));
                write(&path, &mail.text)?;
                reports.push(path);
            }
            mails += 1;
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
    let log = stage.folder.join("log.txt");
    write(&log, &opened_log(stage, id)?)?;
    let own = stage.at_desk(|desk| desk.papers(id))?;
    let archives = players
        .iter()
        .map(|player| papers::read([player.folder()]))
        .collect::<Result<Vec<_>, _>>()?;
    let examination = examine(&own, &archives, &shipped, Some(&Verifier::quicknet()))
        .map_err(|error| CliError::internal("the match has left no log").because(&error))?;
    let told = stage.folder.join("verdict.txt");
    write(&told, &examination.to_string())?;
    Ok(Spoils {
        folder,
        reports,
        record,
        log,
        told,
        audit: examination.audit,
        mails,
    })
}

/// The dice log as anybody can audit it: its entries, then what the players sent and what opens their seals.
fn opened_log(stage: &mut Stage, id: &MatchId) -> Result<String, CliError> {
    let file = stage.site.logs.file(id);
    let mut text = fs::read_to_string(&file).map_err(|error| unwritable(&file, &error))?;
    let failed = |error: StoreError| desk_error(error.into());
    let blocks = stage
        .store
        .read()
        .map_err(failed)?
        .blocks(id)
        .map_err(failed)?;
    for block in blocks {
        let lines = String::from_utf8_lossy(&block.bytes);
        let block = Block::new(lines.lines().map(str::to_owned).collect());
        text.push_str(&format!("\n{block}"));
    }
    Ok(text)
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
    Ok(Kept {
        name: path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        subject: mail.subject().unwrap_or_default().to_owned(),
        text: mail.body_text(0).unwrap_or_default().replace('\r', ""),
    })
}
