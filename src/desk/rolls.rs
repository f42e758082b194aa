//! Dice tables: dice for any other game, asked for in words (`ROLL 2d6 attack on the bridge`).
//!
//! A table is kept like a match: a log, secrets, parties with addresses and tokens, letters in the outbox. It has
//! no engine: its rolls follow from the lines that ask for them, and the LOCK of every draw plans them all.

mod language;
mod letters;
mod mail;
mod seen;
mod throw;

use crate::ledger::asked::{self, Request};
use crate::ledger::host::game_name;
use crate::ledger::seed::{Give, Phrase};
use crate::schedule::{Lapse, Policy};
use crate::store::{DiceMode, Life, Match as Row, MatchId, Role, Seat, Unit};

pub(super) use language::RollLanguage;
pub use letters::roll_line;
pub(super) use mail::answer;
pub use seen::{Seen, SeenDraw};
pub use throw::{Roll, Thrown};

use super::table::{find, players, refuse_stale};
use super::{Desk, DeskError, Moment, Site, life, watch};

/// The stop that the tokens of a table name; it has no others.
const STOP: u64 = 1;

/// What a table plays in place of a scenario.
const SCENARIO: &str = "table";

/// A dice table to be laid.
#[derive(Debug, Clone)]
pub struct NewTable {
    /// Its name.
    pub id: MatchId,
    /// Everybody who may ask for dice, in seat order.
    pub parties: Vec<NewParty>,
    /// The party that the host is himself, if he is one.
    pub host: Option<String>,
    /// How its dice are made.
    pub dice: DiceMode,
    /// How many seconds lie at least between a LOCK and its beacon round, where the mode has rounds.
    pub margin: u64,
}

/// A party of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewParty {
    /// The name in the log, one word.
    pub name: String,
    /// The address that letters go to; nothing for a party who sits at the host's computer.
    pub address: Option<String>,
}

/// Says whether a match is a dice table.
pub(super) fn is_table(row: &Row) -> bool {
    row.game == asked::TABLE
}

impl Desk<'_> {
    /// Lays a dice table; parties with addresses are told how to ask for dice.
    ///
    /// # Errors
    /// What is wrong with the table that was wanted.
    pub fn lay_table(&mut self, new: &NewTable) -> Result<MatchId, DeskError> {
        let mut random = [0; 4];
        (self.chance)(&mut random);
        let mut secret = [0; 32];
        (self.chance)(&mut secret);
        let now = self.now();
        let mut work = self.store.write()?;
        let row = lay(self.site, &mut *work, new, random, now)?;
        if new.parties.iter().any(|party| party.address.is_some()) {
            letters::invite(self.site, &mut *work, &row, now)?;
        }
        self.site.keys.keep_secret(row.id.as_str(), &secret)?;
        work.commit()?;
        Ok(row.id)
    }

    /// Throws what a party asks for, and tells everybody.
    ///
    /// # Errors
    /// If the party cannot ask for it, or an earlier draw still waits for values.
    pub fn throw(
        &mut self,
        id: &MatchId,
        party: &str,
        requests: &[Request],
        phrase: Option<Phrase>,
    ) -> Result<Thrown, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        let row = table_of(&*work, id)?;
        refuse_stale(&row)?;
        let seat = party_of(&players(&work.seats(id)?), party)?;
        if let Some(phrase) = phrase {
            let give = Give::Phrase(phrase);
            let said = throw::given(self.site, &mut *work, (&row, &seat), give, now)?;
            if row.dice != DiceMode::Casual {
                return Err(DeskError::refused(said));
            }
        }
        let thrown = throw::throw(self.site, &mut *work, (&row, &seat), requests, now)?;
        letters::tell(self.site, &mut *work, &row, (&thrown, None), now)?;
        self.site.logs.probe(id)?;
        work.commit()?;
        self.write_log(id)?;
        Ok(thrown)
    }

    /// Takes what parties hand over in a text: JOIN and ACK blocks, or the beacon that a draw waits for.
    ///
    /// Returns what became of it, and the draw that it completed.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn hand_over(
        &mut self,
        id: &MatchId,
        text: &str,
    ) -> Result<(Vec<String>, Option<Thrown>), DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        let row = table_of(&*work, id)?;
        refuse_stale(&row)?;
        let (said, thrown) = throw::hand_over(self.site, &mut *work, &row, text, now)?;
        if let Some(thrown) = &thrown {
            letters::tell(self.site, &mut *work, &row, (thrown, None), now)?;
        }
        self.site.logs.probe(id)?;
        work.commit()?;
        self.write_log(id)?;
        Ok((said, thrown))
    }

    /// Makes the locked draws of all tables for which everything has come that they wait for.
    pub(super) fn settle_tables(&mut self) -> Result<(), DeskError> {
        let now = self.now();
        let locked = self.store.read()?.matches(Life::Locked)?;
        let fit = |row: &&Row| is_table(row) && !row.needs_recover;
        for row in locked.iter().filter(fit) {
            let mut work = self.store.write()?;
            let Some(thrown) = throw::settle(self.site, &mut *work, row, None, now)? else {
                continue;
            };
            letters::tell(self.site, &mut *work, row, (&thrown, None), now)?;
            work.commit()?;
            self.write_log(&row.id)?;
        }
        Ok(())
    }

    /// Looks at a table: its parties, its draws, its log.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn see_table(&mut self, id: &MatchId) -> Result<Seen, DeskError> {
        let snapshot = self.store.read()?;
        let row = table_of(&*snapshot, id)?;
        seen::see(&*snapshot, &row)
    }
}

fn table_of(unit: &dyn Unit, id: &MatchId) -> Result<Row, DeskError> {
    let row = find(unit, id)?;
    match is_table(&row) {
        true => Ok(row),
        false => Err(DeskError::refused(format!(
            "`{id}` is a match of {}, not a dice table",
            row.game
        ))),
    }
}

/// Finds a party by name.
fn party_of(parties: &[Seat], name: &str) -> Result<Seat, DeskError> {
    let found = parties
        .iter()
        .find(|seat| seat.name.eq_ignore_ascii_case(name));
    found.cloned().ok_or_else(|| {
        let names: Vec<&str> = parties.iter().map(|seat| seat.name.as_str()).collect();
        DeskError::refused(format!(
            "nobody at this table is called `{name}`: there is {}",
            names.join(", ")
        ))
    })
}

/// Makes the row of a table and its seats.
fn lay(
    site: &Site,
    unit: &mut dyn Unit,
    new: &NewTable,
    random: [u8; 4],
    now: Moment,
) -> Result<Row, DeskError> {
    if unit.find_match(&new.id)?.is_some() {
        return Err(DeskError::refused(format!(
            "there is a match or table `{}` already; give another name",
            new.id
        )));
    }
    let seats = seats(unit, new, now)?;
    if let Some(post) = &site.post {
        let sides: Vec<String> = seats.iter().filter_map(|seat| seat.side.clone()).collect();
        post.check_room(&new.id, &sides)?;
    }
    let log_name = game_name(new.id.as_str(), random)
        .map_err(|error| DeskError::refused(format!("`{}` cannot name a log: {error}", new.id)))?;
    let row = Row {
        id: new.id.clone(),
        game: asked::TABLE.to_owned(),
        scenario: SCENARIO.to_owned(),
        rules_version: asked::VERSION,
        log_name: log_name.to_string(),
        dice: new.dice,
        margin: new.margin,
        life: Life::Inviting,
        deadline: Policy::none(),
        grace: Lapse::new(0, 0),
        reminders: Vec::new(),
        created_at: now.stamp(),
        started_at: None,
        finished_at: None,
        needs_recover: false,
    };
    unit.add_match(&row, &std::collections::BTreeMap::new(), &seats)?;
    Ok(row)
}

fn seats(unit: &mut dyn Unit, new: &NewTable, now: Moment) -> Result<Vec<Seat>, DeskError> {
    let is_party = |name: &&String| new.parties.iter().any(|party| party.name == **name);
    if let Some(stranger) = new.host.as_ref().filter(|name| !is_party(name)) {
        return Err(DeskError::refused(format!(
            "the host cannot be `{stranger}`, who is no party of this table"
        )));
    }
    let mut seats: Vec<Seat> = Vec::new();
    for (party, number) in new.parties.iter().zip(1u8..) {
        let name: crate::ledger::names::PlayerName =
            party
                .name
                .parse()
                .map_err(|error: crate::ledger::names::NameError| {
                    DeskError::refused(error.to_string())
                })?;
        let side = party.name.to_ascii_lowercase();
        if seats.iter().any(|seat| seat.side.as_deref() == Some(&side)) {
            return Err(DeskError::refused(format!(
                "two parties are called `{name}`"
            )));
        }
        let player = match &party.address {
            Some(address) => Some(life::person(unit, address, now)?),
            None => None,
        };
        seats.push(Seat {
            number: crate::record::SeatNumber::new(number),
            role: Role::Player,
            side: Some(side),
            name: name.to_string(),
            player,
            host_plays: new.host.as_ref() == Some(&party.name),
            accepted_at: Some(now.stamp()),
            accepted_host: false,
            record_mailed: 0,
        });
    }
    match seats.is_empty() {
        true => Err(DeskError::refused("a table needs at least one party")),
        false => Ok(seats),
    }
}
