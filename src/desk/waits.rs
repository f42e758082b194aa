//! Who is waited for in all matches, since when, and how late he is: the game master's page.

use std::cmp::Reverse;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::ledger::asked;
use crate::schedule::{Language, Lapse, local};
use crate::store::{Life, Match as Row, Role, Unit};

use super::owed::{Owed, owing};
use super::wants::Asker;
use super::world::side_of;
use super::{Desk, DeskError, Moment, Site};

/// A seat that is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// The match.
    #[serde(rename = "match")]
    pub of_match: String,
    /// The title of its game.
    pub title: String,
    /// The scenario.
    pub scenario: String,
    /// The open stop.
    pub stop: u64,
    /// The side, or what its owner does.
    pub side: String,
    /// The owner's name.
    pub name: String,
    /// What is waited for.
    pub owes: Owed,
    /// When it was asked for.
    pub asked_at: Timestamp,
    /// Until when it has time, if a deadline runs or ran.
    pub due_at: Option<Timestamp>,
    /// How many seconds it is late; negative before the deadline.
    pub late_seconds: Option<i64>,
    /// How many deadlines of earlier stops the seat has let pass.
    pub missed: usize,
}

/// Everybody who is waited for on the site, those who are late first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waits {
    /// The name of the site.
    pub site: String,
    /// The moment for which it is told.
    pub now: Timestamp,
    /// The seats: the latest first, then those whose time ends first, then those without a deadline, by age.
    pub seats: Vec<Wait>,
    zone: TimeZone,
    language: Language,
}

/// A seat that is waited for, in words.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    wait: &'a Wait,
    owed: &'static str,
    asked: String,
    since: String,
    due: Option<String>,
    late: Option<String>,
    left: Option<String>,
}

/// What the templates of the page get.
#[derive(Serialize)]
struct WaitsFacts<'a> {
    site: &'a str,
    now: String,
    seats: Vec<Told<'a>>,
}

impl Waits {
    /// Writes the page by one of its templates, `mail/late.txt` or `site/late.html`.
    ///
    /// # Errors
    /// What is wrong with the template.
    pub fn page(&self, site: &Site, template: &str) -> Result<String, DeskError> {
        let facts = WaitsFacts {
            site: &self.site,
            now: self.told(self.now),
            seats: self.seats.iter().map(|wait| self.in_words(wait)).collect(),
        };
        Ok(site.templates.render(template, &facts)?)
    }

    fn told(&self, moment: Timestamp) -> String {
        local(moment, &self.zone, self.language)
    }

    fn in_words<'a>(&self, wait: &'a Wait) -> Told<'a> {
        let late = wait.late_seconds.filter(|seconds| *seconds > 0);
        let left = wait.late_seconds.filter(|seconds| *seconds <= 0);
        Told {
            wait,
            owed: match wait.owes {
                Owed::Answer => "an answer to the invitation",
                Owed::Join => "a JOIN with values of one seat at least",
                Owed::Orders => "orders",
                Owed::Value => "a value for the locked draw",
            },
            asked: self.told(wait.asked_at),
            since: lapse(self.now.as_second() - wait.asked_at.as_second()),
            due: wait.due_at.map(|due| self.told(due)),
            late: late.map(lapse),
            left: left.map(|seconds| lapse(-seconds)),
        }
    }
}

/// Tells seconds as days, hours and minutes, begun minutes not counted.
fn lapse(seconds: i64) -> String {
    const DAY: i64 = 24 * 60;
    let minutes = seconds.max(0) / 60;
    Lapse::new((minutes / DAY) as u32, (minutes % DAY) as u32).to_string()
}

impl Desk<'_> {
    /// Lists everybody who is waited for in all matches.
    ///
    /// # Errors
    /// If the store fails.
    pub fn waits(&mut self) -> Result<Waits, DeskError> {
        let now = self.now();
        let snapshot = self.store.read()?;
        let mut rows = Vec::new();
        for life in [Life::Inviting, Life::Running, Life::Locked] {
            rows.extend(snapshot.matches(life)?);
        }
        let zone = self.site.post.as_ref().map(|post| post.zone.clone());
        let told_in = (zone.unwrap_or(TimeZone::UTC), Language::English);
        waits(self.site, &*snapshot, &rows, told_in, now)
    }
}

/// Answers `SHOW LATE`: the matches that the asker leads.
pub(super) fn for_game_master(
    site: &Site,
    unit: &dyn Unit,
    asker: &Asker<'_>,
    now: Moment,
) -> Result<String, DeskError> {
    let leads = asker.seat.role == Role::GameMaster;
    let Some(player) = asker.player.as_ref().filter(|_| leads) else {
        return Ok(
            "`SHOW LATE` answers a game master; `SHOW STATUS` says who is asked.".to_owned(),
        );
    };
    let mut rows = Vec::new();
    for (id, seat) in unit.seats_of(player.id)? {
        if seat.role == Role::GameMaster {
            rows.push(unit.the_match(&id)?);
        }
    }
    let told_in = (asker.zone.clone(), player.language);
    let page = waits(site, unit, &rows, told_in, now)?.page(site, "mail/late.txt")?;
    Ok(page.trim_end().to_owned())
}

fn waits(
    site: &Site,
    unit: &dyn Unit,
    rows: &[Row],
    (zone, language): (TimeZone, Language),
    now: Moment,
) -> Result<Waits, DeskError> {
    let mut seats = Vec::new();
    for row in rows.iter().filter(|row| row.game != asked::TABLE) {
        let game = site.game(&row.game);
        let everybody = unit.seats(&row.id)?;
        let missed = unit.passed_deadlines(&row.id)?;
        for owing in owing(site, unit, row, &everybody)? {
            let seat = everybody
                .iter()
                .find(|seat| seat.number == owing.seat)
                .expect("who is asked has a seat");
            let late = |due: Timestamp| now.stamp().as_second() - due.as_second();
            seats.push(Wait {
                of_match: row.id.to_string(),
                title: game.map_or(row.game.as_str(), |game| game.title).to_owned(),
                scenario: row.scenario.clone(),
                stop: owing.stop,
                side: side_of(seat).to_owned(),
                name: seat.name.clone(),
                owes: owing.owes,
                asked_at: owing.asked_at,
                due_at: owing.due_at,
                late_seconds: owing.due_at.map(late),
                missed: missed
                    .iter()
                    .filter(|of| of.seat == owing.seat && of.stop != owing.stop)
                    .count(),
            });
        }
    }
    seats.sort_by_key(|wait| {
        (
            wait.due_at.is_none(),
            Reverse(wait.late_seconds),
            wait.asked_at,
        )
    });
    Ok(Waits {
        site: site.name.clone(),
        now: now.stamp(),
        seats,
        zone,
        language,
    })
}
