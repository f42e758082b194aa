//! Press: what players say to each other, to all or to one of them, and who hears of it when.

use crate::record::SeatNumber;
use crate::store::{self, Life, Match as Row, MatchId, Press, Role, Unit};

use super::house::House;
use super::letters::Addressee;
use super::post::short;
use super::world::{GAME_MASTER, side_of};
use super::{DeskError, Moment, Site, notices};

/// Who speaks in which match.
pub(super) struct Speaker<'a> {
    /// The match.
    pub row: &'a Row,
    /// Everybody in it.
    pub everybody: &'a [store::Seat],
    /// The speaker's seat.
    pub seat: &'a store::Seat,
}

/// As long may one saying be, in characters: what is longer is a file, not a word across the table.
const LONGEST: usize = 4000;

/// As much may one speaker have said for one report; with more it would go without its pictures.
const MOST_FOR_A_REPORT: usize = 12_000;

/// Says why words are too many; nothing of them is said then.
fn too_long(
    unit: &dyn Unit,
    speaker: &Speaker<'_>,
    words: &str,
) -> Result<Option<String>, DeskError> {
    let length = words.chars().count();
    if length > LONGEST {
        return Ok(Some(format!(
            "What you say has {length} characters and may have {LONGEST}: nothing of it is passed on. Make it shorter."
        )));
    }
    let id = &speaker.row.id;
    let told = unit.press_told(id, open_stop(unit, id)?)?;
    let said = unit.press_after(id, told)?.into_iter();
    let own = said.filter(|(_, press)| press.author == speaker.seat.number);
    let waiting: usize = own.map(|(_, press)| press.text.chars().count()).sum();
    let is_full = waiting + length > MOST_FOR_A_REPORT;
    Ok(is_full.then(|| {
        format!(
            "You have said {waiting} characters since the last report, and one report takes {MOST_FOR_A_REPORT}: these \
             {length} are not passed on. Say them after the next report."
        )
    }))
}

/// Says words to all, or to one reader; returns what the speaker is told.
pub(super) fn say(
    site: &Site,
    unit: &mut dyn Unit,
    speaker: &Speaker<'_>,
    (reader, words): (Option<SeatNumber>, &str),
    now: Moment,
) -> Result<String, DeskError> {
    if let Some(reason) = too_long(unit, speaker, words)? {
        return Err(DeskError::refused(reason));
    }
    let press = Press {
        author: speaker.seat.number,
        reader,
        text: words.to_owned(),
        said_at: now.stamp(),
    };
    let number = unit.say(&speaker.row.id, &press)?;
    let house = House::of(unit, &speaker.row.id)?;
    let is_told = house.at_once && site.post.is_some() && speaker.row.life != Life::Finished;
    if is_told {
        tell_at_once(site, unit, speaker, (number, &press), now)?;
    }
    Ok(match (is_told, reader) {
        (true, None) => "What you said is on its way to everybody.".to_owned(),
        (true, Some(_)) => "Your message is on its way to its reader.".to_owned(),
        (false, None) => "What you said stands in everybody's next report.".to_owned(),
        (false, Some(_)) => "Your message stands in its reader's next report.".to_owned(),
    })
}

/// Says words to whoever is named: a side, the game master, all.
pub(super) fn message(
    site: &Site,
    unit: &mut dyn Unit,
    speaker: &Speaker<'_>,
    (to, words): (&str, &str),
    now: Moment,
) -> Result<String, DeskError> {
    let to = to.to_lowercase();
    if "all".starts_with(&to) {
        return say(site, unit, speaker, (None, words), now);
    }
    let mut fits = speaker.everybody.iter().filter(|seat| match seat.role {
        Role::GameMaster => GAME_MASTER.starts_with(&to),
        Role::Player | Role::Observer => side_of(seat).starts_with(&to),
    });
    match (fits.next(), fits.next()) {
        (Some(seat), None) => say(site, unit, speaker, (Some(seat.number), words), now),
        _ => Err(DeskError::refused(format!(
            "Nobody here is called `{to}`: the message was not sent."
        ))),
    }
}

/// Wording of what was said, for a reader; nothing if it is not for him.
pub(super) fn heard(
    everybody: &[store::Seat],
    house: House,
    press: &Press,
    reader: SeatNumber,
) -> Option<String> {
    let is_for = press.reader.is_none_or(|to| to == reader) || press.author == reader;
    if !is_for {
        return None;
    }
    let author = everybody.iter().find(|seat| seat.number == press.author);
    let author = match author {
        Some(seat) if !house.anonymous || press.author == reader => side_of(seat),
        _ => "somebody",
    };
    let private = match press.reader {
        Some(_) => " (not to all)",
        None => "",
    };
    Some(format!(
        "{author}{private}: {}",
        press.text.replace('\n', "\n| ")
    ))
}

fn tell_at_once(
    site: &Site,
    unit: &mut dyn Unit,
    speaker: &Speaker<'_>,
    (number, press): (u64, &Press),
    now: Moment,
) -> Result<(), DeskError> {
    let house = House::of(unit, &speaker.row.id)?;
    let stop = open_stop(unit, &speaker.row.id)?;
    for to in Addressee::all(site.post()?, unit, speaker.row, stop)? {
        if to.seat.number == press.author {
            continue;
        }
        if let Some(words) = heard(speaker.everybody, house, press, to.seat.number) {
            let unique = format!("p{}", short(number));
            notices::tell(
                site,
                unit,
                &to,
                (unique, "somebody writes to you"),
                format!("| {words}"),
                now,
            )?;
        }
    }
    Ok(())
}

fn open_stop(unit: &dyn Unit, id: &MatchId) -> Result<u64, DeskError> {
    Ok(unit.open_stop_of(id)?.map_or(0, |open| open.number))
}
