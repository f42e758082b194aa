//! Strict reading of entries.

use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::{
    block::{
        FormatError,
        entry::{
            Beacon, Body, Correct, Disclose, Entry, Genesis, HiddenPlanned, HiddenResult,
            HiddenRolled, Lock, LockSeal, Mode, Need, Party, Planned, Player, Report, Rolled,
            SeatChange, Terms, Void,
        },
        fields::{Fields, split_field, split_word, words},
        raw::Block,
        side::{owned_anchor, owned_hash},
    },
    dice::{Label, Spec},
    hash::{Hash, NotAHash},
    names::{Owner, PlayerName, Scope, Seat, read_number},
    secret::HiddenMaster,
    seed::Give,
};

impl Entry {
    /// Reads GENESIS, by which all later entries are read.
    pub fn read_genesis(block: &Block) -> Result<(Self, Genesis), FormatError> {
        let (start, mut fields) = start(block)?;
        if start.kind != "GENESIS" {
            return Err(FormatError::NoGenesis);
        }
        let genesis = Genesis::read(&mut fields)?;
        let time = fields.one("time", parsed)?;
        fields.finish()?;
        let body = Body::Genesis(genesis.clone());
        Ok((
            Self {
                number: start.number,
                prev: start.prev,
                time,
                body,
            },
            genesis,
        ))
    }

    /// Reads any entry of a log with these terms.
    pub fn read(block: &Block, terms: Terms) -> Result<Self, FormatError> {
        let (start, mut fields) = start(block)?;
        let body = match start.kind.as_str() {
            "GENESIS" => Body::Genesis(Genesis::read(&mut fields)?),
            "LOCK" => Body::Lock(lock(&mut fields, terms)?),
            "REPORT" => Body::Report(report(&mut fields, terms)?),
            "VOID" => Body::Void(void(&mut fields, terms)?),
            "CORRECT" => Body::Correct(correct(&mut fields, terms)?),
            "SEAT" => Body::Seat(seat_change(&mut fields)?),
            "DISCLOSE" => Body::Disclose(disclose(&mut fields)?),
            "NOTE" => Body::Note(fields.many("text", parsed)?),
            _ => return Err(FormatError::Type(start.kind)),
        };
        let time = fields.one("time", parsed)?;
        fields.finish()?;
        Ok(Self {
            number: start.number,
            prev: start.prev,
            time,
            body,
        })
    }
}

impl Block {
    /// Returns the number in the first line of an entry, where it can be read.
    pub fn stated_number(&self) -> Option<u64> {
        number(self.stated("entry", 0)?)
    }

    /// Returns the hash in the second line of an entry, where it can be read.
    pub fn stated_prev(&self) -> Option<Hash> {
        parsed(self.stated("prev", 1)?)
    }

    /// Returns the type in the third line of an entry, where it can be read.
    pub fn stated_type(&self) -> Option<&str> {
        self.stated("type", 2)
    }

    fn stated(&self, key: &str, line: usize) -> Option<&str> {
        let (found, value) = split_field(self.lines().get(line)?)?;
        (found == key).then_some(value)
    }
}

struct Start {
    number: u64,
    prev: Hash,
    kind: String,
}

fn start(block: &Block) -> Result<(Start, Fields), FormatError> {
    if block.is_torn() {
        return Err(FormatError::Torn);
    }
    let stated = (
        block.stated_number(),
        block.stated_prev(),
        block.stated_type(),
    );
    let (Some(number), Some(prev), Some(kind)) = stated else {
        return Err(FormatError::Start);
    };
    // A fold of the third line would be the first line here, and is refused as such.
    let fields = Fields::new(&block.lines()[3..])?;
    Ok((
        Start {
            number,
            prev,
            kind: kind.into(),
        },
        fields,
    ))
}

fn lock(fields: &mut Fields, terms: Terms) -> Result<Lock, FormatError> {
    let draw = fields.one("draw", draw_number)?;
    let seals = fields.per_seat("seal", terms.seats, |value| match value {
        "none" => Some(LockSeal::Nothing),
        "later" => Some(LockSeal::Later),
        seal => seal.parse().ok().map(LockSeal::Sealed),
    });
    let seals = seals.map_err(|error| match error {
        FormatError::Seats(_) => FormatError::Seals,
        other => other,
    })?;
    if seals.len() != terms.seats {
        return Err(FormatError::Seals);
    }
    let plan = fields.many("plan", planned)?;
    let hidden_plan = fields.many("hplan", |value| {
        let (scope, roll) = split_word(value)?;
        Some(HiddenPlanned {
            scope: scope.parse().ok()?,
            roll: planned(roll)?,
        })
    })?;
    let round = match terms.mode {
        Mode::Beacon { .. } => Some(fields.one("round", draw_number)?),
        Mode::Casual | Mode::Chain => None,
    };
    Ok(Lock {
        draw,
        seals: seals.into_values().collect(),
        plan,
        hidden_plan,
        round,
    })
}

fn report(fields: &mut Fields, terms: Terms) -> Result<Report, FormatError> {
    let draw = fields.one("draw", draw_number)?;
    let host = fields.maybe("host", parsed)?;
    let mut gives = fields.per_seat("give", terms.seats, give)?;
    let beacon = match terms.mode {
        Mode::Beacon { .. } => Some(Beacon {
            round: fields.one("round", draw_number)?,
            signature: fields.one("sig", parsed)?,
        }),
        Mode::Casual | Mode::Chain => None,
    };
    Ok(Report {
        draw,
        host,
        gives: Seat::first(terms.seats)
            .map(|s| gives.remove(&s).unwrap_or_default())
            .collect(),
        acks: fields.per_seat("ack", terms.seats, parsed)?,
        seals: fields.per_seat("seal", terms.seats, parsed)?,
        beacon,
        seed: fields.one("seed", parsed)?,
        rolls: fields.many("roll", |value| {
            let [label, spec, results] = words(value)?;
            Some(Rolled {
                label: parsed(label)?,
                spec: parsed(spec)?,
                results: parsed(results)?,
            })
        })?,
        hidden_rolls: fields.many("hroll", |value| hidden_rolled(words(value)?))?,
        hidden_keys: hidden_keys(fields)?,
        state: fields.one("state", parsed)?,
    })
}

/// Reads the key commitments, one for each scope of the host.
fn hidden_keys(fields: &mut Fields) -> Result<BTreeMap<Scope, Hash>, FormatError> {
    let keys = fields.many("hk", |value| {
        let [scope, key] = words(value)?;
        let scope: Scope = scope.parse().ok()?;
        (scope.owner() == Owner::Host).then_some(())?;
        Some((scope, parsed(key)?))
    })?;
    let count = keys.len();
    let keys: BTreeMap<Scope, Hash> = keys.into_iter().collect();
    if keys.len() == count {
        Ok(keys)
    } else {
        Err(FormatError::Seats("hk"))
    }
}

fn void(fields: &mut Fields, terms: Terms) -> Result<Void, FormatError> {
    Ok(Void {
        draw: fields.one("draw", draw_number)?,
        why: fields.one("why", parsed)?,
        agree: seats(fields, "agree", terms)?,
        absent: seats(fields, "absent", terms)?,
    })
}

fn correct(fields: &mut Fields, terms: Terms) -> Result<Correct, FormatError> {
    let correct = Correct {
        report: fields.maybe("ref", number)?,
        why: fields.one("why", parsed)?,
        again: fields.many("again", |value| {
            let [label, spec] = words(value)?;
            Some((Label::base(label).ok()?, parsed(spec)?))
        })?,
        undo: fields.many("undo", draw_number)?,
        agree: seats(fields, "agree", terms)?,
    };
    if correct.fixes().is_none() {
        Err(FormatError::Again)
    } else {
        Ok(correct)
    }
}

fn seat_change(fields: &mut Fields) -> Result<SeatChange, FormatError> {
    let (owner, (name, played_by)) = fields.one("seat", |value| {
        let (owner, name) = split_word(value)?;
        let (owner, player): (Owner, _) = (parsed(owner)?, player(name)?);
        (owner != Owner::Host || player.1 == Player::Other).then_some((owner, player))
    })?;
    let (chain, anchor) = fields.one("chain", owned_anchor)?;
    let hide = fields.maybe("hide", owned_hash)?;
    if chain != owner || hide.is_some_and(|(other, _)| other != owner) {
        return Err(FormatError::DifferentSeats("SEAT"));
    }
    Ok(SeatChange {
        owner,
        party: Party {
            name,
            played_by,
            anchor,
            hide: hide.map(|(_, hash)| hash),
        },
        from: fields.one("from", draw_number)?,
        why: fields.one("why", parsed)?,
    })
}

fn disclose(fields: &mut Fields) -> Result<Disclose, FormatError> {
    Ok(Disclose {
        masters: fields.many("hidden", |value| {
            let [owner, master] = words(value)?;
            Some((parsed(owner)?, HiddenMaster::from_hex(master).ok()?))
        })?,
        results: fields.many("hres", |value| {
            let [draw, scope, label, spec, results] = words(value)?;
            Some(HiddenResult {
                draw: draw_number(draw)?,
                roll: hidden_rolled([scope, label, spec])?,
                results: parsed(results)?,
            })
        })?,
    })
}

fn seats(
    fields: &mut Fields,
    key: &'static str,
    terms: Terms,
) -> Result<BTreeSet<Seat>, FormatError> {
    let seats = fields.many(key, parsed::<Seat>)?;
    if seats.iter().all(|seat| seat.index() < terms.seats) {
        Ok(seats.into_iter().collect())
    } else {
        Err(FormatError::Seats(key))
    }
}

fn hidden_rolled([scope, label, spec]: [&str; 3]) -> Option<HiddenRolled> {
    Some(HiddenRolled {
        scope: parsed(scope)?,
        label: Label::base(label).ok()?,
        spec: parsed(spec)?,
    })
}

fn planned(value: &str) -> Option<Planned> {
    let (roll, need) = match value.strip_suffix(" maybe") {
        Some(roll) => (roll, Need::Maybe),
        None => (value, Need::Due),
    };
    let [label, spec] = words(roll)?;
    Some(Planned {
        label: Label::base(label).ok()?,
        spec: parsed::<Spec>(spec)?,
        need,
    })
}

/// Reads `name` or `name host`.
pub(super) fn player(value: &str) -> Option<(PlayerName, Player)> {
    match value.strip_suffix(" host") {
        Some(name) => Some((parsed(name)?, Player::Host)),
        None => Some((parsed(value)?, Player::Other)),
    }
}

/// Reads `c <value>`, `p phrase` or `-`.
pub(super) fn give(value: &str) -> Option<Give> {
    match value.split_once(' ') {
        None => (value == "-").then_some(Give::Nothing),
        Some(("c", value)) => parsed(value).map(Give::Value),
        Some(("p", phrase)) => parsed(phrase).map(Give::Phrase),
        Some(_) => None,
    }
}

/// An anchor, or `-` for none.
pub(super) struct Anchor(pub(super) Option<Hash>);

impl std::str::FromStr for Anchor {
    type Err = NotAHash;

    fn from_str(value: &str) -> Result<Self, NotAHash> {
        if value == "-" {
            Ok(Self(None))
        } else {
            value.parse().map(|hash| Self(Some(hash)))
        }
    }
}

/// Reads a number.
pub(super) fn number(value: &str) -> Option<u64> {
    read_number(value)
}

/// Reads the number of a draw or a round, which begin with 1.
pub(super) fn draw_number(value: &str) -> Option<u64> {
    read_number(value).filter(|number| *number > 0)
}

/// Reads a value that has one spelling.
pub(super) fn parsed<T: std::str::FromStr>(value: &str) -> Option<T> {
    value.parse().ok()
}
