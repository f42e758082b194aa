//! Rounds of the beacon for a demo: fetched by curl, or from files, whose dates the match follows then.

use std::path::Path;

use jiff::Timestamp;

use super::MARGIN;
use crate::beacon::{BeaconSource, ROUND};
use crate::cli::error::CliError;
use crate::cli::papers::unreadable;
use crate::ledger::drand;
use crate::schedule::{Clock, FixedClock};

/// The rounds that lie in files, the oldest first, each long enough after the one before for a LOCK.
#[derive(Debug)]
pub(super) struct Rounds(Vec<u64>);

impl Rounds {
    /// Lists the files of rounds, whose name holds `{round}`.
    pub(super) fn find(files: &Path) -> Result<Self, CliError> {
        let name = files.file_name().unwrap_or_default().to_string_lossy();
        let Some((before, after)) = name.split_once(ROUND) else {
            let case = format!(
                "the files of --rounds have {ROUND} in their name, as in beacon/{ROUND}.json"
            );
            return Err(CliError::usage(case));
        };
        let folder = match files.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            let own = entry.file_name().to_string_lossy().into_owned();
            let number = own
                .strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after));
            found.extend(
                number
                    .and_then(|number| number.parse::<u64>().ok())
                    .filter(|round| *round > 0),
            );
        }
        found.sort_unstable();
        let mut rounds: Vec<u64> = Vec::new();
        for round in found {
            if rounds
                .last()
                .is_none_or(|last| locked_at(round) > drand::time_of(*last))
            {
                rounds.push(round);
            }
        }
        match rounds.is_empty() {
            true => Err(no_round()),
            false => Ok(Self(rounds)),
        }
    }

    /// Returns when the match begins: its first LOCK names the first round.
    pub(super) fn begin(&self) -> Timestamp {
        moment(locked_at(self.0[0]))
    }

    /// Turns the clock on: to the round that a locked draw waits for, else to where a LOCK names the next one.
    pub(super) fn turn(&self, clock: &FixedClock, is_locked: bool) -> Result<(), CliError> {
        let now = clock.now().as_second();
        if is_locked {
            let awaited = self.0.iter().map(|round| drand::time_of(*round));
            let published = awaited.filter(|time| *time >= now).min();
            clock.set(moment(published.ok_or_else(no_round)? + 1));
            return Ok(());
        }
        let next = self.0.iter().map(|round| locked_at(*round));
        if let Some(next) = next.filter(|time| *time >= now).min() {
            clock.set(moment(next));
        }
        Ok(())
    }
}

/// The second at which a LOCK names a round.
fn locked_at(round: u64) -> i64 {
    drand::time_of(round) - MARGIN.cast_signed()
}

fn moment(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
}

/// Says where the rounds of a demo come from.
pub(super) fn told(files: Option<&str>) -> String {
    match files {
        Some(files) => format!(
            "Its dice follow from public random numbers; the rounds are those of {files}, and the match is dated by them."
        ),
        None => "Its dice follow from public random numbers: curl fetches each round from api.drand.sh, and the \
                 match is dated sixty days back, so that all of them are published. --rounds takes files instead."
            .to_owned(),
    }
}

/// Returns where rounds come from, once the first of a match has come from there.
pub(super) fn source(files: Option<&str>, begins: Timestamp) -> Result<BeaconSource, CliError> {
    let relay = format!("https://api.drand.sh/{}/public/{ROUND}", drand::CHAIN_HASH);
    let source = if let Some(path) = files {
        BeaconSource::File(path.into())
    } else {
        let words = ["curl", "-fsS", "--max-time", "30", &relay];
        BeaconSource::Command(words.map(str::to_owned).to_vec())
    };
    let first = drand::round_at_or_after(begins.as_second() + MARGIN.cast_signed());
    match source.fetch(first) {
        Ok(Some(_)) => Ok(source),
        Ok(None) => Err(no_round()),
        Err(error) => {
            Err(CliError::refused("a round of the beacon cannot be used").because(&error))
        }
    }
}

/// Says that a round is missing.
pub(super) fn no_round() -> CliError {
    CliError::refused("a round of the beacon cannot be had, and without it there are no dice").hint(
        "curl must reach api.drand.sh; or name files with --rounds, about ten for a match; or play with --dice chain",
    )
}
