//! The dice log and the record of a match: what is said is written down once, as bytes.

use std::collections::BTreeMap;

use secrecy::ExposeSecret;
use serde::{Deserialize, Serialize};

use crate::engine::{RollMade, Scope, Seat as GameSeat};
use crate::games::{GameEntry, Terms};
use crate::ledger::asked;
use crate::ledger::block::{Block, Body, HiddenRolled, Mark, Mode, Party, Player, SeatChange};
use crate::ledger::chain::{Chain, ChainId};
use crate::ledger::dice::{Label, Spec};
use crate::ledger::hash::{Hash, h};
use crate::ledger::host::{self, HostSecrets, OpenedDraw, Values};
use crate::ledger::log::{Log, LogTip, Standing};
use crate::ledger::names::{GameName, Owner, Scope as LogScope, Seat as LogSeat};
use crate::ledger::secret::{ChainSecret, HiddenMaster, Nonce};
use crate::ledger::seed::Give;
use crate::record::{
    Body as LineBody, Bound, BoundLines, EntryBody, Holder, Kind, MatchBody, SeatLine, Sha256Hash,
};
use crate::store::{DiceMode, LogEntry, Match as Row, MatchId, Seat, Unit};

use super::ahead::Ahead;
use super::lines::append_line;
use super::{DeskError, Moment, Site, blocks};

/// Values a host's chain holds; a match longer than that takes a new chain.
const CHAIN_LENGTH: u64 = 4_000;

/// The book of a match: its log as far as it must be known, the secrets of its host, and the values that
/// seats have handed over for draws to come.
pub(super) struct Book {
    id: MatchId,
    log: Log,
    /// The last place from which the log can be gone on with.
    rest: Option<LogTip>,
    secrets: HostSecrets,
    nonces: Hash,
    ahead: Ahead,
}

/// What is saved of a book; it does not grow with the log. What has come since the tip is read again.
#[derive(Serialize, Deserialize)]
struct Saved {
    tip: LogTip,
    ahead: Ahead,
}

impl Book {
    /// Opens the book of a match that has started.
    pub(super) fn open(site: &Site, unit: &dyn Unit, row: &Row) -> Result<Self, DeskError> {
        let (secrets, nonces) = host_secrets(site, row)?;
        let Resumed { log, rest, ahead } = match resume(unit, &row.id)? {
            Some(resumed) => resumed,
            None => from_the_start(unit, &row.id)?,
        };
        Ok(Self {
            id: row.id.clone(),
            log,
            rest,
            secrets,
            nonces,
            ahead,
        })
    }

    /// Starts log and record: GENESIS, and the record's first line.
    pub(super) fn start(
        site: &Site,
        unit: &mut dyn Unit,
        row: &Row,
        players: &[Seat],
        (game, terms): (&GameEntry, &Terms),
        now: Moment,
    ) -> Result<Self, DeskError> {
        let options = (game.options)(terms)?;
        let rules = crate::games::rules_hash(game, terms, &options);
        let options = options.into_iter().collect();
        Self::begin(site, unit, (row, players), (options, rules), now)
    }

    /// Starts log and record of a dice table, which has no game.
    pub(super) fn lay(
        site: &Site,
        unit: &mut dyn Unit,
        row: &Row,
        parties: &[Seat],
        now: Moment,
    ) -> Result<Self, DeskError> {
        let terms = (BTreeMap::new(), asked::rules());
        Self::begin(site, unit, (row, parties), terms, now)
    }

    fn begin(
        site: &Site,
        unit: &mut dyn Unit,
        (row, players): (&Row, &[Seat]),
        (options, rules): (BTreeMap<String, String>, Hash),
        now: Moment,
    ) -> Result<Self, DeskError> {
        let (secrets, nonces) = host_secrets(site, row)?;
        let body = LineBody::Match(MatchBody {
            format: 1,
            game: row.game.clone(),
            rules_version: row.rules_version,
            scenario: row.scenario.clone(),
            options,
            seats: players.iter().map(seat_line).collect(),
        });
        append_line(unit, &row.id, Holder::All, None, &body)?;
        let parties = players
            .iter()
            .map(|seat| party(unit, row, seat))
            .collect::<Result<_, _>>()?;
        let genesis = host::genesis(log_name(row)?, mode(row), rules, &secrets, parties, None);
        let log = Log::start(genesis, now.log_time())?;
        let mut book = Self {
            id: row.id.clone(),
            rest: log.tip(),
            log,
            secrets,
            nonces,
            ahead: Ahead::default(),
        };
        book.store_last(unit, "GENESIS", None)?;
        book.bind_match(unit, now)?;
        Ok(book)
    }

    /// Binds the record's first line: GENESIS holds a hash of the rules, not of who agreed to which options.
    fn bind_match(&mut self, unit: &mut dyn Unit, now: Moment) -> Result<(), DeskError> {
        let first = unit.record_of_kind(&self.id, Kind::Match)?;
        let bound = first.iter().map(|line| Bound::Match(line.sha256()));
        self.note(unit, bound.map(|bound| bound.text()), now)
    }

    /// Appends a NOTE of lines that are plain text.
    pub(super) fn note(
        &mut self,
        unit: &mut dyn Unit,
        lines: impl IntoIterator<Item = String>,
        now: Moment,
    ) -> Result<(), DeskError> {
        let text = |line: String| line.parse().expect("words and hashes are plain text");
        let lines = lines.into_iter().map(text).collect();
        self.append(unit, ("NOTE", None), Body::Note(lines), now)
    }

    /// Returns the match.
    pub(super) fn id(&self) -> &MatchId {
        &self.id
    }

    /// Returns the log.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// Appends an entry to log and record.
    pub(super) fn append(
        &mut self,
        unit: &mut dyn Unit,
        (kind, draw): (&str, Option<u64>),
        body: Body,
        now: Moment,
    ) -> Result<(), DeskError> {
        self.log.append(body, now.log_time())?;
        // Between LOCK and REPORT the log cannot be gone on with from its end.
        self.rest = self.log.tip().or(self.rest.take());
        self.store_last(unit, kind, draw)
    }

    fn store_last(
        &self,
        unit: &mut dyn Unit,
        kind: &str,
        draw: Option<u64>,
    ) -> Result<(), DeskError> {
        let block = self
            .log
            .blocks()
            .last()
            .expect("an entry was just appended");
        let entry = LogEntry {
            n: self.log.next_entry() - 1,
            kind: kind.to_owned(),
            draw,
            head: Sha256Hash::from_bytes(*block.head().as_bytes()),
            bytes: block.bytes(),
        };
        unit.append_entry(&self.id, &entry)?;
        let body = EntryBody {
            entry: String::from_utf8_lossy(&entry.bytes).into_owned(),
        };
        append_line(unit, &self.id, Holder::All, None, &LineBody::Entry(body))?;
        self.save(unit)
    }

    /// Saves what is needed to open the book again without reading the whole log.
    fn save(&self, unit: &mut dyn Unit) -> Result<(), DeskError> {
        let Some(tip) = self.rest.clone() else {
            return Ok(());
        };
        let saved = Saved {
            tip,
            ahead: self.ahead.clone(),
        };
        let state = serde_json::to_string(&saved).expect("a tip is plain data");
        Ok(unit.save_book(&self.id, &state)?)
    }

    /// Lays what a seat gives aside for the draws to come; says what became of it.
    pub(super) fn take_ahead(
        &mut self,
        unit: &mut dyn Unit,
        seat: &Seat,
        give: Give,
    ) -> Result<String, DeskError> {
        let said = self.ahead.take(&self.log, seat.number, give);
        self.save(unit)?;
        Ok(said)
    }

    /// Appends a SEAT entry; what the one before has handed over for draws to come counts no more.
    pub(super) fn append_seat(
        &mut self,
        unit: &mut dyn Unit,
        change: SeatChange,
        now: Moment,
    ) -> Result<(), DeskError> {
        if let Some(seat) = change.owner.seat() {
            self.ahead.forget(seat);
        }
        self.append(unit, ("SEAT", None), Body::Seat(change), now)
    }

    /// Gathers what was given ahead for the draw that is locked.
    pub(super) fn values_ahead(&mut self) -> Values {
        self.ahead.values(&self.log)
    }

    /// Notes that a run took place that needed no dice.
    pub(super) fn note_run(
        &mut self,
        unit: &mut dyn Unit,
        stop: u64,
        public: Hash,
        now: Moment,
    ) -> Result<(), DeskError> {
        self.append(
            unit,
            ("NOTE", None),
            host::note(&[Mark::Run { stop, public }]),
            now,
        )
    }

    /// Returns the hidden masters that the host has.
    pub(super) fn masters(&self) -> Vec<(Owner, HiddenMaster)> {
        let master = self.secrets.master.iter().cloned();
        master.map(|master| (Owner::Host, master)).collect()
    }

    /// Returns the hidden seed of a scope in a draw, if the host draws for it.
    pub(super) fn hidden_seed(&self, draw: u64, seed: Hash, scope: Scope) -> Option<Hash> {
        let scope = self.scope(scope);
        let master = self.secrets.master.as_ref()?;
        let is_his = scope.owner() == Owner::Host;
        is_his.then(|| master.hidden_seed(draw, &scope, seed).expose())
    }

    /// Returns a hidden scope of the game as the log names it.
    pub(super) fn scope(&self, scope: Scope) -> LogScope {
        scope_of(&self.log, scope)
    }

    /// Opens what was drawn hidden, if anything was.
    pub(super) fn disclose(&mut self, unit: &mut dyn Unit, now: Moment) -> Result<(), DeskError> {
        let log = read_log(unit, &self.id)?;
        let disclosed = host::disclose(&log, self.masters())?;
        if disclosed.results.is_empty() {
            return Ok(());
        }
        self.append(unit, ("DISCLOSE", None), Body::Disclose(disclosed), now)
    }

    /// Notes that the match is over, and binds every line of its record.
    pub(super) fn note_finished(
        &mut self,
        unit: &mut dyn Unit,
        now: Moment,
    ) -> Result<(), DeskError> {
        let lines = BoundLines::of(&unit.record_after(&self.id, 0)?);
        let bound = lines.into_iter().map(|lines| Bound::Lines(lines).text());
        let over = Mark::Finished.text().as_str().to_owned();
        self.note(unit, bound.chain([over]), now)
    }

    /// Notes that a host who plays has looked at what a side holds.
    pub(super) fn note_peek(
        &mut self,
        unit: &mut dyn Unit,
        side: &str,
        now: Moment,
    ) -> Result<(), DeskError> {
        let text = format!("the host has looked at what {side} holds");
        self.note(unit, [text], now)
    }

    /// Returns what opens a seat's seal in a draw; it follows from the match's secret.
    pub(super) fn nonce(&self, draw: u64, seat: LogSeat) -> Nonce {
        let number = Owner::Seat(seat).to_string();
        let bytes = h(
            "tessera.nonce",
            &[self.nonces.as_ref(), &draw.to_be_bytes(), number.as_bytes()],
        );
        Nonce::new(*bytes.as_bytes())
    }

    /// Opens the locked draw with what was given.
    pub(super) fn open_draw(&self, values: Values) -> Result<OpenedDraw, DeskError> {
        Ok(OpenedDraw::open(&self.log, &self.secrets, values)?)
    }

    /// Reports a draw.
    pub(super) fn report(
        &mut self,
        unit: &mut dyn Unit,
        opened: &OpenedDraw,
        made: &[RollMade],
        state: Hash,
        now: Moment,
    ) -> Result<(), DeskError> {
        let public = |roll: &&RollMade| roll.scope == Scope::Public;
        let rolls: Vec<(Label, Spec)> = made
            .iter()
            .filter(public)
            .map(|roll| (roll.label, roll.spec))
            .collect();
        let hidden = made
            .iter()
            .filter(|roll| !public(roll))
            .map(|roll| HiddenRolled {
                scope: scope_of(&self.log, roll.scope),
                label: roll.label,
                spec: roll.spec,
            });
        let report = opened.report(&self.log, &rolls, hidden.collect(), state)?;
        self.append(
            unit,
            ("REPORT", Some(opened.draw())),
            Body::Report(report),
            now,
        )
    }
}

/// The mode of a match's dice, as its log says it.
fn mode(row: &Row) -> Mode {
    match row.dice {
        DiceMode::Casual => Mode::Casual,
        DiceMode::Chain => Mode::Chain,
        DiceMode::Beacon => Mode::Beacon { margin: row.margin },
    }
}

/// Returns a scope as the log names it: what a seat draws for itself is its own if it has committed
/// to a hidden master; else the neutral host draws for it.
fn scope_of(log: &Log, scope: Scope) -> LogScope {
    let is_own = |seat: GameSeat| {
        let owner = log.seats().nth(seat.index()).map(Owner::Seat);
        let standing = owner.and_then(|owner| log.standing(owner));
        standing.is_some_and(Standing::draws_hidden)
    };
    let name = scope.drawn_by(is_own);
    name.parse()
        .expect("a hidden scope prints as the protocol writes it")
}

fn seat_line(seat: &Seat) -> SeatLine {
    SeatLine {
        seat: seat.number,
        side: seat.side.clone().unwrap_or_default(),
        name: seat.name.clone(),
    }
}

/// The line of a seat in GENESIS, with the anchor of its JOIN.
fn party(unit: &dyn Unit, row: &Row, seat: &Seat) -> Result<Party, DeskError> {
    let join = blocks::join_of(unit, row, seat)?;
    let name = seat.name.parse().map_err(|error| {
        DeskError::refused(format!("the name `{}` cannot be used: {error}", seat.name))
    })?;
    let played_by = if seat.host_plays {
        Player::Host
    } else {
        Player::Other
    };
    Ok(Party {
        name,
        played_by,
        anchor: join.as_ref().and_then(|join| join.anchor),
        hide: join.and_then(|join| join.hide),
    })
}

/// A log gone on with, and the values that seats have given ahead.
struct Resumed {
    log: Log,
    rest: Option<LogTip>,
    ahead: Ahead,
}

/// Goes on from what was saved, if the log as the store has it goes on from there.
fn resume(unit: &dyn Unit, id: &MatchId) -> Result<Option<Resumed>, DeskError> {
    let Some(state) = unit.book(id)? else {
        return Ok(None);
    };
    let Ok(saved) = serde_json::from_str::<Saved>(&state) else {
        return Ok(None);
    };
    let Saved { tip, ahead } = saved;
    let last = tip.entries.checked_sub(1);
    let last = last.map(|last| unit.entry(id, last)).transpose()?.flatten();
    let (Some(genesis), Some(last)) = (unit.entry(id, 0)?, last) else {
        return Ok(None);
    };
    if tip.head.as_ref() != last.head.as_bytes() {
        return Ok(None);
    }
    let since = unit.entries_from(id, tip.entries)?;
    let mut log = Log::resume(block_of(&genesis), tip.clone())?;
    for entry in &since {
        log.receive(block_of(entry))?;
    }
    let rest = Some(tip);
    Ok(Some(Resumed { log, rest, ahead }))
}

/// Reads everything anew: the log, and what seats have handed over.
fn from_the_start(unit: &dyn Unit, id: &MatchId) -> Result<Resumed, DeskError> {
    let log = read_log(unit, id)?;
    let ahead = blocks::given(unit, id, &log)?;
    let rest = log.tip();
    Ok(Resumed { log, rest, ahead })
}

/// Reads the whole log of a match.
fn read_log(unit: &dyn Unit, id: &MatchId) -> Result<Log, DeskError> {
    let entries = unit.entries_from(id, 0)?;
    let text: String = entries
        .iter()
        .map(|entry| super::finish::block_text(&entry.bytes))
        .collect();
    Ok(Log::read(&text)?)
}

/// Returns an entry of the store as a block.
pub(super) fn block_of(entry: &LogEntry) -> Block {
    let text = String::from_utf8_lossy(&entry.bytes);
    Block::new(text.lines().map(str::to_owned).collect())
}

fn log_name(row: &Row) -> Result<GameName, DeskError> {
    row.log_name.parse().map_err(|error| {
        DeskError::refused(format!(
            "the log cannot be called `{}`: {error}",
            row.log_name
        ))
    })
}

/// Reads the host's secret of a match: his chain follows from it, and every nonce.
fn host_secrets(site: &Site, row: &Row) -> Result<(HostSecrets, Hash), DeskError> {
    let name = row.id.to_string();
    let secret = site.keys.secret(&name)?.ok_or_else(|| {
        DeskError::refused(format!(
            "the secret of match `{name}` is missing from the keys folder; restore it from a backup"
        ))
    })?;
    let derive = |what: &str| h("tessera.host", &[secret.expose_secret(), what.as_bytes()]);
    let id = ChainId {
        game: log_name(row)?,
        owner: Owner::Host,
    };
    let chain_secret = ChainSecret::new(*derive("chain").as_bytes());
    let chain = Chain::new(id, 1, CHAIN_LENGTH, chain_secret);
    Ok((
        HostSecrets {
            // A secret of the host's would only let him keep the dice back.
            chain: (row.dice != DiceMode::Beacon).then_some(chain),
            master: Some(HiddenMaster::new(*derive("hidden").as_bytes())),
        },
        derive("nonces"),
    ))
}
