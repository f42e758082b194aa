//! What a letter carries of the match's record: what has come into it since the seat's previous letter.

use crate::auditor::keys_of;
use crate::ledger::block::Block;
use crate::mail::compose::Attachment;
use crate::record::{Body, Host, Kind, Line, Phase, Viewer, may_hold};
use crate::store::{Life, MatchId, Role, Unit};

use super::DeskError;
use super::letters::Addressee;

/// The largest file of the record, well under what a mail may attach.
const PART: usize = 96 * 1024;

/// What one letter carries at most; the rest goes with the next one.
const LETTER: usize = 480 * 1024;

/// What a letter carries of the record.
#[derive(Debug, Default)]
pub(super) struct Carried {
    /// The entries of the dice log, as blocks with their heads, and the keys of the seat's own hidden draws.
    pub log: String,
    /// The last of them.
    pub entry: Option<u64>,
    /// The lines that the seat may hold, as files.
    pub files: Vec<Attachment>,
    /// The last line that was looked at.
    through: Option<u64>,
}

/// Gathers what has come since the previous letter to a seat.
pub(super) fn since_last(unit: &dyn Unit, to: &Addressee) -> Result<Carried, DeskError> {
    let seat = unit.seat(&to.id, to.seat.number)?;
    let after = seat.map_or(0, |seat| seat.record_mailed);
    gather(&lines_for(unit, to, after)?, (to, &game(unit, to)?), LETTER)
}

/// Says whether a seat has not been sent everything yet that it may hold.
pub(super) fn is_behind(unit: &dyn Unit, to: &Addressee) -> Result<bool, DeskError> {
    Ok(since_last(unit, to)?.through.is_some())
}

/// Gathers the whole record for a seat, letter by letter.
pub(super) fn whole(unit: &dyn Unit, to: &Addressee) -> Result<Vec<Carried>, DeskError> {
    let (lines, game) = (lines_for(unit, to, 0)?, game(unit, to)?);
    let mut letters = Vec::new();
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let carried = gather(rest, (to, &game), LETTER)?;
        let through = carried.through.unwrap_or(u64::MAX);
        rest = &rest[rest.partition_point(|(line, _)| line.n() <= through)..];
        letters.push(carried);
    }
    Ok(letters)
}

/// Notes that a seat was sent what a letter carries.
pub(super) fn note(
    unit: &mut dyn Unit,
    to: &Addressee,
    carried: &Carried,
) -> Result<(), DeskError> {
    let Some(through) = carried.through else {
        return Ok(());
    };
    if let Some(mut seat) = unit.seat(&to.id, to.seat.number)? {
        seat.record_mailed = seat.record_mailed.max(through);
        unit.update_seat(&to.id, &seat)?;
    }
    Ok(())
}

/// The lines after a number, each with whether the seat may hold it.
fn lines_for(unit: &dyn Unit, to: &Addressee, after: u64) -> Result<Vec<(Line, bool)>, DeskError> {
    let lines = unit.record_after(&to.id, after)?;
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let viewer = match to.seat.role {
        Role::Player => Viewer::Seat(to.seat.number),
        Role::GameMaster => Viewer::GameMaster,
        Role::Observer => Viewer::Observer { through: None },
    };
    let (phase, host) = circumstances(unit, &to.id)?;
    Ok(lines
        .into_iter()
        .map(|line| {
            let may = may_hold(line.n(), line.kind(), line.holder(), viewer, phase, host);
            (line, may)
        })
        .collect())
}

/// Says whether a match goes on, and whether its host plays.
pub(super) fn circumstances(unit: &dyn Unit, id: &MatchId) -> Result<(Phase, Host), DeskError> {
    let phase = match unit.find_match(id)?.map(|row| row.life) {
        Some(Life::Finished) => Phase::Finished,
        _ => Phase::Running,
    };
    let host = match unit.seats(id)?.iter().any(|seat| seat.host_plays) {
        true => Host::Plays,
        false => Host::Neutral,
    };
    Ok((phase, host))
}

/// Returns the name under which the log hashes the match.
fn game(unit: &dyn Unit, to: &Addressee) -> Result<String, DeskError> {
    Ok(unit.the_match(&to.id)?.log_name)
}

/// Puts lines into files until the letter is full.
fn gather(
    lines: &[(Line, bool)],
    (to, game): (&Addressee, &str),
    room: usize,
) -> Result<Carried, DeskError> {
    let mut carried = Carried::default();
    let mut part: Vec<&Line> = Vec::new();
    let (mut in_part, mut in_all) = (0, 0);
    for (line, may) in lines {
        let size = line.text().len() + 1;
        if in_all + size > room && in_all > 0 {
            break;
        }
        carried.through = Some(line.n());
        // A line that no mail can hold is passed over; `tessera export` has it.
        if !may || size > PART {
            continue;
        }
        if in_part + size > PART {
            carried.files.extend(file(&part));
            part.clear();
            in_part = 0;
        }
        match line.kind() {
            Kind::Entry => add_entry(&mut carried, line)?,
            Kind::Secret if line.holder().seat() == Some(to.seat.number) => {
                add_keys(&mut carried, game, line);
            }
            Kind::Secret
            | Kind::Match
            | Kind::Orders
            | Kind::Input
            | Kind::Public
            | Kind::Private => {}
        }
        part.push(line);
        in_part += size;
        in_all += size;
    }
    carried.files.extend(file(&part));
    Ok(carried)
}

fn file(part: &[&Line]) -> Option<Attachment> {
    let owned: Vec<Line> = part.iter().map(|&line| line.clone()).collect();
    Some(Attachment::Record {
        name: crate::record::part_name(&owned)?,
        text: crate::record::part_text(part.iter().copied()),
    })
}

fn add_entry(carried: &mut Carried, line: &Line) -> Result<(), DeskError> {
    let Body::Entry(entry) = line.body()? else {
        return Ok(());
    };
    let block = Block::new(entry.entry.lines().map(str::to_owned).collect());
    let number = block.stated_number().unwrap_or_default();
    carried.log.push_str(&block.with_head(number));
    carried.entry = carried.entry.max(Some(number));
    Ok(())
}

fn add_keys(carried: &mut Carried, game: &str, line: &Line) {
    // The name of every match that has started stands in its log.
    let Ok(game) = game.parse() else { return };
    for key in keys_of(&game, line) {
        carried.log.push_str(&key.to_block().to_string());
    }
}

/// Cuts lines of the record into files, each small enough for a mail.
pub(super) fn record_files(lines: &[Line]) -> Vec<Attachment> {
    let mut files = Vec::new();
    let mut part: Vec<&Line> = Vec::new();
    let mut in_part = 0;
    for line in lines {
        let size = line.text().len() + 1;
        if in_part + size > PART {
            files.extend(file(&part));
            part.clear();
            in_part = 0;
        }
        part.push(line);
        in_part += size;
    }
    files.extend(file(&part));
    files
}

/// Cuts blocks into files of text, each small enough for a mail.
pub(super) fn text_files(blocks: &[(u64, String)]) -> Vec<Attachment> {
    let mut files = Vec::new();
    let mut rest = blocks;
    while let Some((first, _)) = rest.first() {
        let mut size = 0;
        let fits = rest
            .iter()
            .take_while(|(_, text)| {
                size += text.len();
                size <= PART
            })
            .count()
            .max(1);
        let (now, later) = rest.split_at(fits);
        let last = now.last().map_or(*first, |(draw, _)| *draw);
        files.push(Attachment::Record {
            name: format!("orders-{first}-{last}.txt"),
            text: now.iter().map(|(_, text)| text.as_str()).collect(),
        });
        rest = later;
    }
    files
}
