//! What a mail or a file asks for beside its orders: answered at once, in words.

use crate::engine::{Reading, Seat, Viewer, Wanted};
use crate::record::SeatNumber;
use crate::report::ascii::{WIDTH, close, most_across, small};
use crate::report::window::Window;
use crate::schedule::{Language, local};
use crate::store::{self, Attachment, Match as Row, MatchId, Player, ReportForm, Role, Unit};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use super::house::House;
use super::language::SHOWN;
use super::pending::file_standing;
use super::press::{self, Speaker};
use super::table::Table;
use super::world::side_of;
use super::{DeskError, Moment, Site, acts, addresses, ends, moves, people, queries, waits, watch};

/// What is said to lines that belong before the start.
const STARTED: &str = "The match has started: there is nothing to accept or to propose any more.";

/// As many questions are answered in one mail; the same one is answered once.
const MOST_QUESTIONS: usize = 20;

/// Who asks.
#[derive(Clone)]
pub(super) struct Asker<'a> {
    /// The match.
    pub row: &'a Row,
    /// Everybody in it.
    pub everybody: &'a [store::Seat],
    /// The asker's seat.
    pub seat: &'a store::Seat,
    /// The asker, unless the seat is played from files.
    pub player: Option<Player>,
    /// The time zone in which moments are told.
    pub zone: TimeZone,
    /// The match on the table, and the asker's place at it.
    pub table: Option<(&'a Table, Seat)>,
    /// His good lines as they would stand if what he only wants checked were filed.
    pub checked: Option<Vec<String>>,
}

impl<'a> Asker<'a> {
    /// A seat that plays.
    pub(super) fn playing(
        site: &Site,
        unit: &dyn Unit,
        table: &'a Table,
        seat: Seat,
    ) -> Result<Self, DeskError> {
        let own = &table.players[seat.index()];
        let asker = Self::beside(site, unit, (&table.row, &table.everybody, own))?;
        Ok(Self {
            table: Some((table, seat)),
            ..asker
        })
    }

    /// Somebody who does not play.
    pub(super) fn beside(
        site: &Site,
        unit: &dyn Unit,
        (row, everybody, seat): (&'a Row, &'a [store::Seat], &'a store::Seat),
    ) -> Result<Self, DeskError> {
        let player = seat.player.map(|id| unit.player(id)).transpose()?;
        let own_zone = player.as_ref().and_then(|player| player.zone.clone());
        let zone = own_zone.or_else(|| site.post.as_ref().map(|post| post.zone.clone()));
        Ok(Self {
            row,
            everybody,
            seat,
            player,
            zone: zone.unwrap_or(TimeZone::UTC),
            table: None,
            checked: None,
        })
    }

    /// Takes up what the asker has set a moment ago: what he asks next is told so.
    fn heed_settings(&mut self, unit: &dyn Unit) -> Result<(), DeskError> {
        let id = self.seat.player;
        self.player = id.map(|id| unit.player(id)).transpose()?;
        if let Some(zone) = self.player.as_ref().and_then(|player| player.zone.clone()) {
            self.zone = zone;
        }
        Ok(())
    }

    /// Tells a moment as the asker wants to be told.
    pub(super) fn local(&self, moment: Timestamp) -> String {
        let language = self
            .player
            .as_ref()
            .map_or(Language::English, |player| player.language);
        local(moment, &self.zone, language)
    }

    /// Tells a moment so, and names the zone where it is nobody's own.
    pub(super) fn local_in_zone(&self, moment: Timestamp) -> String {
        let told = self.local(moment);
        match self.zone == TimeZone::UTC {
            true => format!("{told} UTC"),
            false => told,
        }
    }

    /// Tells whether nobody in the match has an address.
    pub(super) fn plays_from_files(&self) -> bool {
        self.everybody.iter().all(|seat| seat.player.is_none())
    }

    /// Refuses what belongs to matches by mail, for this reason.
    pub(super) fn refuse_from_files(&self, because: &str) -> Result<(), DeskError> {
        match self.plays_from_files() {
            true => Err(DeskError::refused(format!(
                "This match is played from files, without mail: {because}."
            ))),
            false => Ok(()),
        }
    }

    fn speaker(&self) -> Speaker<'_> {
        Speaker {
            row: self.row,
            everybody: self.everybody,
            seat: self.seat,
        }
    }

    fn id(&self) -> &MatchId {
        &self.row.id
    }

    pub(super) fn number(&self) -> SeatNumber {
        self.seat.number
    }
}

/// Returns what is wanted that is only looked at, and changes nothing.
pub(super) fn looks(reading: &Reading) -> Vec<Wanted> {
    let is_look = |wanted: &&Wanted| {
        matches!(
            wanted,
            Wanted::Check | Wanted::Show(_) | Wanted::Help(_) | Wanted::Odds(_)
        )
    };
    reading.wanted.iter().filter(is_look).cloned().collect()
}

/// What is said to what was wanted.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// Everything, in order.
    pub told: Vec<String>,
    /// What was refused, and why.
    pub refused: Vec<(Wanted, String)>,
}

/// Answers everything that is wanted, in order.
pub(super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    wanted: &[Wanted],
    now: Moment,
) -> Result<Answers, DeskError> {
    let mut asker = asker.clone();
    let mut answers = Answers::default();
    let mut answered: Vec<&Wanted> = Vec::new();
    let mut count = 0;
    let mut beyond: Vec<String> = Vec::new();
    for wanted in wanted {
        let question = question(wanted);
        if let Some(question) = &question {
            if answered.contains(&wanted) || beyond.contains(question) {
                continue;
            }
            if count == MOST_QUESTIONS {
                beyond.push(question.clone());
                continue;
            }
            count += 1;
            answered.push(wanted);
        }
        // A question that cannot be answered is no reason to lose the orders that stand beside it.
        let said = match &question {
            Some(_) => watch::guarded(|| one(site, unit, &asker, wanted, now)),
            None => one(site, unit, &asker, wanted, now),
        };
        match (said, question) {
            (Ok(answer), _) => answers.told.extend(answer),
            (Err(DeskError::Refused(reason) | DeskError::Usage(reason)), _) => {
                answers.told.push(reason.clone());
                answers.refused.push((wanted.clone(), reason));
            }
            (Err(error), Some(question)) if !matches!(error, DeskError::Store(_)) => {
                tracing::error!(question, %error, "a question cannot be answered");
                answers
                    .told
                    .push(format!("`{question}` cannot be answered: {error}."));
            }
            (Err(error), _) => return Err(error),
        }
        if matches!(wanted, Wanted::Set(..)) {
            asker.heed_settings(unit)?;
            // The same question has another answer now.
            answered.clear();
        }
    }
    answers.told.extend(not_answered(&beyond));
    Ok(answers)
}

/// Writes a question as it was asked; nothing if it is none.
fn question(wanted: &Wanted) -> Option<String> {
    let (verb, words) = match wanted {
        Wanted::Show(words) => ("SHOW", words),
        Wanted::Help(words) => ("HELP", words),
        Wanted::Odds(words) => ("ODDS", words),
        _ => return None,
    };
    Some(format!("{verb} {words}").trim_end().to_owned())
}

/// Names the questions for which one answer had no room.
fn not_answered(beyond: &[String]) -> Option<String> {
    const NAMED: usize = 10;
    if beyond.is_empty() {
        return None;
    }
    let named: Vec<String> = beyond
        .iter()
        .take(NAMED)
        .map(|question| format!("`{question}`"))
        .collect();
    let more = match beyond.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "At most {MOST_QUESTIONS} questions are answered in one mail; these were not: {}{more}. Ask for them in \
         another one.",
        named.join(", ")
    ))
}

fn one(
    site: &Site,
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    wanted: &Wanted,
    now: Moment,
) -> Result<Option<String>, DeskError> {
    Ok(Some(match wanted {
        Wanted::Go | Wanted::Wait | Wanted::Add | Wanted::Pass => return Ok(None),
        Wanted::Check => "You asked for a check: nothing was filed.".to_owned(),
        Wanted::Show(what) => return show(site, unit, asker, what, now),
        Wanted::Help(about) => help(site, asker, about)?,
        Wanted::Say(words) => press::say(site, unit, &asker.speaker(), (None, words), now)?,
        Wanted::Message(to, words) => {
            press::message(site, unit, &asker.speaker(), (to, words), now)?
        }
        Wanted::Extend(lapse) => moves::extend(site, unit, asker, lapse, now)?,
        Wanted::Vacation(from, to) => moves::vacation(site, unit, asker, (from, to), now)?,
        Wanted::Set(key, value) => set(unit, asker, key, value)?,
        Wanted::Cancel(words) => cancelled(words),
        Wanted::Odds(order) => queries::odds(site, unit, asker, order)?,
        Wanted::Resign => {
            "You resign: the match ends when the grace has passed, unless you send CANCEL RESIGN."
                .to_owned()
        }
        Wanted::OfferDraw => {
            "You offer a draw; it is agreed when all players have offered or accepted it before \
                              the next run."
                .to_owned()
        }
        Wanted::AcceptDraw => accepted_draw(unit, asker)?,
        Wanted::Address(words) => addresses::wish(site, unit, asker, words, now)?,
        Wanted::Deputy(words) => people::deputy(site, unit, asker, words, now)?,
        Wanted::ForgetMe => people::forget(site, unit, asker, now)?,
        Wanted::Rematch => {
            return Err(DeskError::refused(
                "A rematch can be asked for when the match is over; answer REMATCH then.",
            ));
        }
        Wanted::Undo(words) => acts::by_players(site, unit, asker, words, now)?,
        Wanted::Correct(_)
        | Wanted::Void(_)
        | Wanted::Substitute(_)
        | Wanted::Release
        | Wanted::Upgrade(_) => {
            return Err(DeskError::refused("That is for the game master to say."));
        }
        Wanted::Accept(words) => match acts::agree(site, unit, asker, words, now)? {
            Some(answer) => answer,
            None => return Err(DeskError::refused(STARTED)),
        },
        Wanted::Decline(_) | Wanted::Propose(_) => return Err(DeskError::refused(STARTED)),
    }))
}

/// Says what accepting a draw comes to: as long as nobody else has spoken of one it is an offer.
fn accepted_draw(unit: &dyn Unit, asker: &Asker<'_>) -> Result<String, DeskError> {
    let Some((table, _)) = asker.table else {
        return Err(DeskError::refused("That is for those who play."));
    };
    Ok(match ends::is_draw_offered_to(unit, table, asker.number())? {
        true => "You accept a draw.",
        false => {
            "No draw is offered to you now, so there is nothing to accept yet. What you sent stands as your own \
             offer: the match ends in a draw if all other players offer or accept one before the next run. CANCEL \
             DRAW takes it back."
        }
    }
    .to_owned())
}

/// Says what comes of taking something back; what it names counts no more, already before the next run.
fn cancelled(words: &str) -> String {
    let first = words.split_whitespace().next().unwrap_or_default();
    match first.to_ascii_uppercase().as_str() {
        ends::RESIGN => "`CANCEL RESIGN` counts at once: you do not resign.".to_owned(),
        ends::DRAW => "`CANCEL DRAW` counts at once: you offer no draw.".to_owned(),
        _ => format!("`CANCEL {words}` counts at once: what it names is taken back."),
    }
}

/// Shows something; the record goes as files of its own.
fn show(
    site: &Site,
    unit: &dyn Unit,
    asker: &Asker<'_>,
    what: &str,
    now: Moment,
) -> Result<Option<String>, DeskError> {
    let (kind, name) = what.split_once(' ').unwrap_or((what, ""));
    Ok(Some(match kind.to_ascii_uppercase().as_str() {
        "UNIT" | "LEGAL" if name.trim().is_empty() => {
            return Err(DeskError::refused(format!(
                "`SHOW {}` needs the name of a unit behind it.",
                kind.to_ascii_uppercase()
            )));
        }
        "UNIT" => queries::known(asker, name.trim())?,
        "LEGAL" => queries::legal(asker, name.trim())?,
        "MAP" => map(asker),
        "OPTIONS" => queries::options(site, unit, asker.row)?,
        "STANDING" => standing(unit, asker)?,
        "ORDERS" => orders(unit, asker)?,
        "RECORD" => return Ok(None),
        "LATE" => waits::for_game_master(site, unit, asker, now)?,
        "" | "STATUS" => match heard_later(unit, asker)? {
            Some(told) => told,
            None => status(unit, asker)?,
        },
        _ => {
            return Err(DeskError::refused(format!(
                "`SHOW {what}` is not known: what can be shown is {}.",
                SHOWN.join(", ")
            )));
        }
    }))
}

fn map(asker: &Asker<'_>) -> String {
    let Some((table, seat)) = asker.table else {
        return "There is no map for you to see.".to_owned();
    };
    let board = table.play.board(Viewer::Seat(seat));
    if !board.is_map() {
        return format!("{} is played without a map.", table.game.title);
    }
    let letters: Vec<char> = table
        .players
        .iter()
        .filter_map(|seat| side_of(seat).chars().next())
        .collect();
    let mut text = small(&board, &letters);
    for window in Window::panels(&board, most_across(&board, WIDTH)) {
        text.push('\n');
        text.push_str(&close(&board, &window));
    }
    text
}

fn standing(unit: &dyn Unit, asker: &Asker<'_>) -> Result<String, DeskError> {
    let Some((table, seat)) = asker.table else {
        return Ok("You have no standing lines.".to_owned());
    };
    let mut twin = table.play.copy();
    file_standing(unit, asker.id(), asker.number(), seat, &mut *twin)?;
    Ok(listed(
        "Your standing lines and plans",
        &twin.numbered_standing(seat),
    ))
}

fn orders(unit: &dyn Unit, asker: &Asker<'_>) -> Result<String, DeskError> {
    let Some(open) = unit.open_stop_of(asker.id())? else {
        return Ok("Nothing is asked of anybody.".to_owned());
    };
    let set = unit.pending_set(asker.id(), open.number, asker.number())?;
    let (good, refused): (Vec<_>, Vec<_>) =
        set.into_iter().partition(|line| line.judged.is_played());
    let good = good
        .into_iter()
        .map(|line| line.canonical.unwrap_or(line.written));
    let mut told = listed("Your orders for this stop", &good.collect::<Vec<_>>());
    if !refused.is_empty() {
        let refused: Vec<String> = refused.into_iter().map(|line| line.written).collect();
        told.push('\n');
        told.push_str(&listed("Refused, and no part of them", &refused));
    }
    Ok(told)
}

fn listed(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return format!("{title}: none.");
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("| {line}")).collect();
    format!("{title}:\n{}", lines.join("\n"))
}

/// Says to an observer who hears of everything later that this holds for his questions, too.
fn heard_later(unit: &dyn Unit, asker: &Asker<'_>) -> Result<Option<String>, DeskError> {
    let lapse = House::of(unit, asker.id())?.observers;
    let waits = asker.seat.role == Role::Observer && !lapse.is_zero();
    Ok(waits.then(|| format!("Observers of this match hear of everything {lapse} later.")))
}

fn status(unit: &dyn Unit, asker: &Asker<'_>) -> Result<String, DeskError> {
    let Some(open) = unit.open_stop_of(asker.id())? else {
        return Ok(format!("Match `{}` is over.", asker.id()));
    };
    let deadlines = unit.deadlines_of(asker.id(), open.number)?;
    let mut lines = Vec::new();
    if let Some((table, _)) = asker.table {
        lines.push(format!("Turn {}, stop {}.", table.play.turn(), open.number));
    }
    for asked in &open.asked {
        let seat = asker
            .everybody
            .iter()
            .find(|seat| seat.number == asked.seat);
        let side = seat.map_or("somebody", side_of);
        let due = deadlines.iter().find(|due| due.of.seat == asked.seat);
        lines.push(match due {
            Some(due) => format!("{side} is asked, until {}.", asker.local(due.due_at)),
            None => format!("{side} is asked."),
        });
    }
    Ok(lines.join("\n"))
}

#[derive(Serialize)]
struct HelpFacts<'a> {
    about: &'a str,
    side: &'a str,
    examples: Vec<String>,
}

fn help(site: &Site, asker: &Asker<'_>, about: &str) -> Result<String, DeskError> {
    let examples = asker.table.iter().flat_map(|(table, seat)| {
        let questions = table.play.questions(*seat);
        questions.into_iter().flat_map(|question| question.examples)
    });
    let wanted = about.to_ascii_uppercase();
    let facts = HelpFacts {
        about,
        side: side_of(asker.seat),
        examples: examples
            .filter(|example| example.to_ascii_uppercase().starts_with(&wanted))
            .collect(),
    };
    Ok(site.templates.render("mail/help.txt", &facts)?)
}

fn set(
    unit: &mut dyn Unit,
    asker: &Asker<'_>,
    key: &str,
    value: &str,
) -> Result<String, DeskError> {
    let Some(player) = asker.seat.player else {
        return Err(DeskError::refused(
            "Settings belong to a player with an address.",
        ));
    };
    // Another line of the same mail may have set something a moment ago.
    let mut player = unit.player(player)?;
    let word = value.to_lowercase();
    let refused = |known: &str| {
        let reason = format!("`SET {key} {value}` is not known: {known}.");
        Err(DeskError::refused(reason))
    };
    match key.to_ascii_uppercase().as_str() {
        "REPORT" => match ReportForm::from_word(&word) {
            Some(form) => player.report = form,
            None => return refused("reports come as text, prose or html"),
        },
        "ATTACH" => match Attachment::from_word(&word) {
            Some(attach) => player.attach = attach,
            None => return refused("board or none is attached"),
        },
        "ZONE" => match TimeZone::get(value) {
            Ok(zone) => player.zone = Some(zone),
            Err(_) => return refused("zones are named like Europe/Berlin"),
        },
        "LANGUAGE" => {
            let Some(language) = Language::of_code(&word) else {
                let codes: Vec<&str> = Language::codes().collect();
                return refused(&format!("times are told in {}", codes.join(", ")));
            };
            player.language = language;
        }
        _ => return refused("REPORT, ATTACH, ZONE and LANGUAGE can be set"),
    }
    unit.update_player(&player)?;
    Ok(format!("{} is now {value}.", key.to_ascii_uppercase()))
}
