//! The life of a match: made, started when everybody agrees, finished.

use std::collections::BTreeMap;

use crate::config::Deadlines;
use crate::games::{GameEntry, Terms};
use crate::ledger::host::game_name;
use crate::mail::sender::deliverable;
use crate::record::SeatNumber;
use crate::schedule::{Lapse, Policy};
use crate::store::{
    DiceMode, Helper, Life, Match as Row, MatchId, MatchIdError, PlayerId, Role, Seat, Unit,
};

use super::book::Book;
use super::run::{Went, first_run};
use super::silence::Means;
use super::table::{Table, refused};
use super::{DeskError, Moment, Site, house, upgrading};

/// The name of a match as the person wrote it.
///
/// # Errors
/// What is wrong with the name.
pub fn match_id(text: &str) -> Result<MatchId, DeskError> {
    text.parse()
        .map_err(|error: MatchIdError| DeskError::usage(error.to_string()))
}

/// A seat of a match to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeat {
    /// The key of the side.
    pub side: String,
    /// The player's address; nothing where the seat is played from files.
    pub address: Option<String>,
}

/// A match to be made.
#[derive(Debug, Clone)]
pub struct NewMatch {
    /// Its name; nothing for one of our making.
    pub id: Option<MatchId>,
    /// The game.
    pub game: &'static GameEntry,
    /// The scenario.
    pub scenario: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The seats, in any order.
    pub seats: Vec<NewSeat>,
    /// The game master's address.
    pub game_master: Option<String>,
    /// The addresses of those who look on.
    pub observers: Vec<String>,
    /// The side that the host plays himself, if he does.
    pub host_plays: Option<String>,
    /// The mode of its dice.
    pub dice: DiceMode,
    /// How many seconds lie at least between a LOCK and its beacon round.
    pub margin: u64,
    /// How long seats have for their answers.
    pub deadline: Policy,
    /// How long a run waits after the last orders.
    pub grace: Lapse,
    /// When seats are reminded.
    pub reminders: Vec<Lapse>,
}

impl NewMatch {
    /// A match of this game with the site's usual times.
    pub fn of(game: &'static GameEntry, scenario: &str, deadlines: &Deadlines) -> Self {
        Self {
            id: None,
            game,
            scenario: scenario.to_owned(),
            options: Vec::new(),
            seats: Vec::new(),
            game_master: None,
            observers: Vec::new(),
            host_plays: None,
            dice: DiceMode::Casual,
            margin: 0,
            deadline: deadlines.policy.clone(),
            grace: deadlines.grace,
            reminders: deadlines.reminders.clone(),
        }
    }
}

impl NewMatch {
    /// Says whether anybody is to be invited by mail.
    pub fn is_by_mail(&self) -> bool {
        self.seats.iter().any(|seat| seat.address.is_some())
    }
}

/// Makes a match; it waits for its players to accept.
pub(super) fn make(
    site: &Site,
    unit: &mut dyn Unit,
    new: &NewMatch,
    random: [u8; 4],
    now: Moment,
) -> Result<MatchId, DeskError> {
    let terms = site
        .terms(new.game, &new.scenario, new.options.clone())
        .map_err(refused)?;
    // Scenario and options are those that were asked for: what is wrong with them is wrong with the question.
    (new.game.start)(&terms)
        .map_err(|error| DeskError::usage(format!("the match cannot be played: {error}")))?;
    let mut options: BTreeMap<String, String> = (new.game.options)(&terms)?.into_iter().collect();
    let host = usize::from(new.host_plays.is_some());
    let means = Means {
        dice: new.dice,
        outside: (new.game.sides)(&terms)?.len() - host,
    };
    options.extend(house::read(&new.options, means).map_err(DeskError::Usage)?);
    let id = match &new.id {
        Some(id) => id.clone(),
        None => own_name(unit, new.game, random)?,
    };
    if unit.find_match(&id)?.is_some() {
        return Err(DeskError::refused(format!(
            "there is a match `{id}` already; give another name"
        )));
    }
    if !site.logs.text(&id)?.is_empty() {
        return Err(DeskError::refused(format!(
            "there is a dice log of a match `{id}`, which the database does not know: `tessera recover {id}` says what \
             helps; give another name"
        )));
    }
    let sides = (new.game.sides)(&terms)?;
    if let Some(post) = &site.post {
        post.check_room(&id, &sides)?;
    }
    let log_name = game_name(id.as_str(), random)
        .map_err(|error| DeskError::refused(format!("`{id}` cannot name a log: {error}")))?;
    let row = Row {
        id: id.clone(),
        game: new.game.key.to_owned(),
        scenario: new.scenario.clone(),
        rules_version: new.game.rules_version,
        log_name: log_name.to_string(),
        dice: new.dice,
        margin: new.margin,
        life: Life::Inviting,
        deadline: new.deadline.clone(),
        grace: new.grace,
        reminders: new.reminders.clone(),
        created_at: now.stamp(),
        started_at: None,
        finished_at: None,
        needs_recover: false,
    };
    let seats = seats(unit, new, &sides, now)?;
    unit.add_match(&row, &options, &seats)?;
    seat_teams(unit, &id, new, &seats)?;
    Ok(id)
}

/// Lets those who stand behind the first address of a seat read along.
fn seat_teams(
    unit: &mut dyn Unit,
    id: &MatchId,
    new: &NewMatch,
    seats: &[Seat],
) -> Result<(), DeskError> {
    for wanted in &new.seats {
        let Some(seat) = seats
            .iter()
            .find(|seat| seat.side.as_ref() == Some(&wanted.side))
        else {
            continue;
        };
        let all = wanted.address.as_deref().unwrap_or_default();
        for address in all.split(',').skip(1).map(str::trim) {
            if deliverable(address).is_none() {
                return Err(DeskError::usage(format!(
                    "`{address}` is no address that mail can be sent to"
                )));
            }
            let helper = Helper {
                address: address.to_owned(),
                may_order: false,
                until: None,
            };
            unit.set_helper(id, seat.number, &helper)?;
        }
    }
    Ok(())
}

/// `sotp-1f2e`: the initials of the game and random digits, of the first that are free.
fn own_name(unit: &dyn Unit, game: &GameEntry, random: [u8; 4]) -> Result<MatchId, DeskError> {
    let initials: String = game
        .key
        .split('-')
        .filter_map(|word| word.chars().next())
        .collect();
    let mut last = None;
    for digits in random.windows(2) {
        let id = super::match_id(&format!("{initials}-{}", hex::encode(digits)))?;
        if unit.find_match(&id)?.is_none() {
            return Ok(id);
        }
        last = Some(id);
    }
    Ok(last.expect("four bytes have three windows of two"))
}

/// The number of the first observer's seat.
const FIRST_OBSERVER: u8 = 100;

/// As many people may look on.
const OBSERVERS: usize = 50;

/// Makes the seats: one for every side of the scenario, in its order, the game master's, the observers'.
fn seats(
    unit: &mut dyn Unit,
    new: &NewMatch,
    sides: &[String],
    now: Moment,
) -> Result<Vec<Seat>, DeskError> {
    if new.observers.len() > OBSERVERS {
        return Err(DeskError::refused(format!(
            "at most {OBSERVERS} people can look on"
        )));
    }
    let host = new.host_plays.as_deref();
    let is_side = |key: &str| sides.iter().any(|side| side == key);
    if let Some(host) = host.filter(|host| !is_side(host)) {
        return Err(DeskError::usage(format!(
            "the host cannot play `{host}`: the sides are {}",
            sides.join(" and ")
        )));
    }
    for seat in &new.seats {
        let same = new
            .seats
            .iter()
            .filter(|other| other.side == seat.side)
            .count();
        if !is_side(&seat.side) || same > 1 {
            return Err(DeskError::usage(format!(
                "`{}` cannot be seated: the sides are {}, each once",
                seat.side,
                sides.join(" and ")
            )));
        }
    }
    let mut seats = Vec::new();
    for (index, side) in sides.iter().enumerate() {
        let address = new
            .seats
            .iter()
            .find(|seat| seat.side == *side)
            .and_then(|seat| seat.address.as_deref())
            .and_then(|all| all.split(',').next());
        let number = SeatNumber::new(index as u8 + 1);
        let mut own = seat(unit, number, Role::Player, Some(side), address, &seats, now)?;
        own.host_plays = host == Some(side.as_str());
        seats.push(own);
    }
    if let Some(address) = &new.game_master {
        let number = SeatNumber::GAME_MASTER;
        seats.push(seat(
            unit,
            number,
            Role::GameMaster,
            None,
            Some(address),
            &seats,
            now,
        )?);
    }
    for (index, address) in (0..).zip(&new.observers) {
        let number = SeatNumber::new(FIRST_OBSERVER + index);
        let address = Some(address.as_str());
        let observer = seat(unit, number, Role::Observer, None, address, &seats, now)?;
        seats.push(observer);
    }
    Ok(seats)
}

fn seat(
    unit: &mut dyn Unit,
    number: SeatNumber,
    role: Role,
    side: Option<&str>,
    address: Option<&str>,
    others: &[Seat],
    now: Moment,
) -> Result<Seat, DeskError> {
    let player = address
        .map(|address| person(unit, address, now))
        .transpose()?;
    // The name of an observer stands in reply addresses, where a full stop parts the words.
    let words = (role == Role::Observer).then_some("observer");
    let words = words
        .or_else(|| address.and_then(|address| address.split('@').next()))
        .or(side)
        .unwrap_or("gm");
    let taken: Vec<String> = others.iter().map(|seat| seat.name.clone()).collect();
    Ok(Seat {
        number,
        role,
        side: side.map(str::to_owned),
        name: one_word(words, &taken),
        player,
        host_plays: false,
        accepted_at: None,
        accepted_host: false,
        record_mailed: 0,
    })
}

/// Finds the player of an address, or notes a new one.
pub(super) fn person(
    unit: &mut dyn Unit,
    address: &str,
    now: Moment,
) -> Result<PlayerId, DeskError> {
    if deliverable(address).is_none() {
        return Err(DeskError::usage(format!(
            "`{address}` is no address that mail can be sent to"
        )));
    }
    if let Some(player) = unit.player_at(address)? {
        return Ok(player.id);
    }
    let name = address.split('@').next().unwrap_or(address);
    Ok(unit.add_player(name, address, now.stamp())?)
}

/// Makes a name for record and log of what stands before the at sign: one word, different for each.
pub(super) fn one_word(words: &str, taken: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let mut name: String = words.chars().filter(|&c| plain(c)).take(20).collect();
    if name.is_empty() || name == "host" {
        "player".clone_into(&mut name);
    }
    let is_taken = |name: &str| taken.iter().any(|taken| taken == name);
    let numbered = (2..).map(|n| format!("{name}{n}"));
    std::iter::once(name.clone())
        .chain(numbered)
        .find(|name| !is_taken(name))
        .expect("numbers do not end")
}

/// Notes that a seat accepts; returns whether everybody has.
pub(super) fn accept(
    unit: &mut dyn Unit,
    id: &MatchId,
    number: SeatNumber,
    now: Moment,
) -> Result<bool, DeskError> {
    let mut seats = unit.seats(id)?;
    for seat in seats
        .iter_mut()
        .filter(|seat| seat.number == number && seat.accepted_at.is_none())
    {
        seat.accepted_at = Some(now.stamp());
        unit.update_seat(id, seat)?;
    }
    Ok(seats
        .iter()
        .filter(|seat| seat.role == Role::Player)
        .all(|seat| seat.accepted_at.is_some()))
}

/// Starts a match: GENESIS, the first line of the record, and the run to the first stop.
pub(super) fn start(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<Went, DeskError> {
    let row = upgrading::at_start(site, unit, id)?;
    let game = super::table::game_of(site, &row)?;
    let options = unit.options(id)?.into_iter().collect();
    let terms: Terms = site.terms(game, &row.scenario, options).map_err(refused)?;
    let play = (game.start)(&terms)?;
    let everybody = unit.seats(id)?;
    let players = super::table::players(&everybody);
    let mut book = Book::start(site, unit, &row, &players, (game, &terms), now)?;
    unit.set_life(id, Life::Running, now.stamp())?;
    // The run to the first stop starts from a stop that asks nobody.
    unit.open_stop(id, 0, &[], now.stamp())?;
    unit.save_position(id, 0, &play.save(), now.stamp())?;
    let table = Table {
        row,
        players,
        everybody,
        game,
        play,
        stop: 0,
    };
    first_run(unit, table, &mut book, now)
}
