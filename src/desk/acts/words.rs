//! Acts that a mail or a file of orders asks for.

use super::{Acted, Wish, Word, want};
use crate::desk::wants::Asker;
use crate::desk::{DeskError, Moment, Site};
use crate::engine::Wanted;
use crate::store::{Role, Unit};

/// What stands between an act and its reason.
const BECAUSE: &str = " BECAUSE ";

/// Carries out what the game master asks for by mail, or says what it would do.
pub(in crate::desk) fn from_mail(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (wanted, dry): (&Wanted, bool),
    now: Moment,
) -> Result<String, DeskError> {
    if asker.seat.role != Role::GameMaster {
        return Ok("That is for the game master to say.".to_owned());
    }
    let (wish, why) = match wanted {
        Wanted::Undo(words) => {
            let (words, why) = parted(words);
            match undo(words) {
                Ok(wish) => (wish, why),
                Err(refused) => return Ok(refused),
            }
        }
        Wanted::Correct(words) => {
            let (words, why) = parted(words);
            let facts = words.split(';').map(|fact| fact.trim().to_owned());
            (Wish::Correct(facts.collect()), why)
        }
        Wanted::Void(words) => (Wish::Void, parted(words).1),
        Wanted::Release => (Wish::Release, ""),
        Wanted::Upgrade(words) => (Wish::Upgrade, parted(words).1),
        Wanted::Substitute(words) => {
            let (words, why) = parted(words);
            match substitute(words) {
                Some(wish) => (wish, why),
                None => {
                    return Ok(
                        "A seat is offered like SUBSTITUTE hun carla@example.org.".to_owned()
                    );
                }
            }
        }
        _ => return Ok("That is no act.".to_owned()),
    };
    match want(
        site,
        unit,
        asker.row,
        (Word::GameMaster, &wish, why),
        dry,
        now,
    ) {
        Ok((acted, _)) if matches!(wish, Wish::Substitute { .. }) => Ok(offered(&acted, dry)),
        Ok((acted, _)) => Ok(told(&wish, &acted, dry)),
        Err(DeskError::Refused(reason) | DeskError::Usage(reason)) => {
            Ok(format!("Nothing was changed: {reason}."))
        }
        Err(error) => Err(error),
    }
}

/// A player asks to take the match back, or agrees to it: it happens when all players have.
pub(in crate::desk) fn by_players(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    words: &str,
    now: Moment,
) -> Result<String, DeskError> {
    if asker.seat.role != Role::Player {
        return Err(DeskError::refused("That is for those who play."));
    }
    let (words, why) = parted(words);
    match undo(words) {
        Ok(wish) => from_player(site, unit, asker, (&wish, why), now),
        Err(refused) => Err(DeskError::refused(refused)),
    }
}

fn from_player(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    (wish, why): (&Wish, &str),
    now: Moment,
) -> Result<String, DeskError> {
    let word = Word::Player(asker.number());
    match want(site, unit, asker.row, (word, wish, why), false, now) {
        Ok((acted, _)) if asker.plays_from_files() && !acted.done => Ok(to_be_filed(wish, &acted)),
        Ok((acted, _)) => Ok(told(wish, &acted, false)),
        Err(DeskError::Refused(reason) | DeskError::Usage(reason)) => Err(DeskError::refused(
            format!("Nothing was taken back: {reason}."),
        )),
        Err(error) => Err(error),
    }
}

/// A player agrees to what he was asked for; nothing if the words name no act.
pub(in crate::desk) fn agree(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    words: &str,
    now: Moment,
) -> Result<Option<String>, DeskError> {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    match first.to_ascii_uppercase().as_str() {
        "UNDO" => by_players(site, unit, asker, rest, now).map(Some),
        "VOID" if asker.seat.role == Role::Player => {
            let open = unit.open_draw(&asker.row.id)?.map(|draw| draw.number);
            match rest.parse() == Ok(open.unwrap_or_default()) {
                true => from_player(site, unit, asker, (&Wish::Void, ""), now).map(Some),
                false => Err(DeskError::refused(format!(
                    "Draw {rest} is not locked now."
                ))),
            }
        }
        _ => Ok(None),
    }
}

fn parted(words: &str) -> (&str, &str) {
    let upper = words.to_ascii_uppercase();
    let begins = |at: usize| (words[..at].trim(), words[at..].trim());
    if upper.starts_with("BECAUSE ") {
        return ("", words["BECAUSE".len()..].trim());
    }
    match upper.find(BECAUSE) {
        Some(at) => (begins(at).0, begins(at + BECAUSE.len()).1),
        None => (words.trim(), ""),
    }
}

fn undo(words: &str) -> Result<Wish, String> {
    match (words.is_empty(), words.parse::<u64>()) {
        (true, _) => Ok(Wish::Undo(None)),
        (false, Ok(stop)) => Ok(Wish::Undo(Some(stop))),
        (false, Err(_)) => Err(format!(
            "`UNDO {words}` names no stop: write UNDO, or UNDO and the number of a stop."
        )),
    }
}

fn substitute(words: &str) -> Option<Wish> {
    let mut parts = words.split_whitespace();
    match (parts.next(), parts.next(), parts.next()) {
        (Some(side), Some(address), None) => Some(Wish::Substitute {
            side: side.to_owned(),
            address: address.to_owned(),
        }),
        _ => None,
    }
}

/// Words what came of offering a seat.
fn offered(acted: &Acted, dry: bool) -> String {
    let mut lines = acted.difference.clone();
    lines.push(match dry {
        true => "Nothing was changed: you asked for a check.".to_owned(),
        false => format!("{} has been asked.", acted.waits_for.join(", ")),
    });
    lines.join("\n")
}

/// Says what the others have to file before an act happens, where no letter can ask them.
fn to_be_filed(wish: &Wish, acted: &Acted) -> String {
    let mut lines = acted.difference.clone();
    let sides = acted.waits_for.join(" and ");
    let line = match wish {
        Wish::Undo(Some(stop)) => format!("UNDO {stop}"),
        Wish::Undo(None) => "UNDO".to_owned(),
        _ => "ACCEPT VOID and the number of the draw".to_owned(),
    };
    lines.push(format!(
        "It needs the consent of {sides}. Nobody is asked by letter in a match played from files: it happens when \
         {line} is filed for {sides} too at this stop."
    ));
    lines.join("\n")
}

fn told(wish: &Wish, acted: &Acted, dry: bool) -> String {
    let mut lines = acted.difference.clone();
    if !acted.waits_for.is_empty() {
        let sides = acted.waits_for.join(" and ");
        lines.push(format!("It needs the consent of {sides}."));
    }
    lines.push(
        match (dry, acted.done) {
            (true, _) => "Nothing was changed: you asked for a check.",
            (false, true) if *wish == Wish::Release => "They are on their way.",
            (false, true) if *wish == Wish::Upgrade => "It was done; everybody is told.",
            (false, true) => "It was done; everybody has a report of where the match stands.",
            (false, false) => {
                "They have been asked; it happens as soon as they agree at this stop."
            }
        }
        .to_owned(),
    );
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_stands_behind_because() {
        for (words, parts) in [
            ("", ("", "")),
            ("5", ("5", "")),
            ("5 because the map was wrong", ("5", "the map was wrong")),
            ("BECAUSE we both say so", ("", "we both say so")),
            (
                "hun-lc-3.facing = 2 Because ß",
                ("hun-lc-3.facing = 2", "ß"),
            ),
        ] {
            assert_eq!(parted(words), parts, "{words}");
        }
    }

    #[test]
    fn a_stop_is_a_number() {
        assert_eq!(undo(""), Ok(Wish::Undo(None)));
        assert_eq!(undo("12"), Ok(Wish::Undo(Some(12))));
        assert!(undo("the last move").is_err());
    }
}
