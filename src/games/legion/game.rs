//! Legion as a value: types, charts, ground, armies and options of one match.

use crate::engine::Seat;
use crate::geometry::{Extent, Hex};
use crate::orders::{Names, NamesError};
use crate::rulebook::Rule;

use super::data::scenario::{GroundRule, StackingException};
use super::data::{Army, Capability, KindId, Kinds, LegionData, Results, Roman, Scenario};
use super::ground;
use super::land::Land;
use super::options::{AdrianoplePl, BustaStack, Options, RomanAsk, Switch, ThreeHighPanic};
use super::rules;
use super::state::{Open, State};
use super::terms::{Legion, Side, UnitId};
use super::zones::{self, Area};

/// How hexes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// As printed, `1205`.
    Printed,
    /// As worked examples write them, `q.r` from this hex as `0.0`.
    Axial(Hex),
}

/// A counter of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its id (`SD3`).
    pub id: String,
    /// Whose it is.
    pub side: Side,
    /// Its printed type.
    pub kind: KindId,
}

/// What holds for one side of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a term of its own")]
pub struct SideTerms {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Units per hex.
    pub stacking: u8,
    /// Exceptions.
    pub exceptions: Vec<StackingException>,
    /// Whether its SD are Roman (L1.0).
    pub roman: bool,
    /// Whether its units need a Leader near (10.0, L3.6).
    pub needs_leaders: bool,
    /// Whether class C, Mf and chariots do not (10.0).
    pub mounted_exempt: bool,
    /// Lost points at which it panics; `None` if it never does.
    pub panic_level: Option<u16>,
    /// Whether its Roman SD are exempt from panic (L1.4).
    pub calm_romans: bool,
}

impl SideTerms {
    /// L1.4, R52: tells whether a side's Roman SD are exempt from panic.
    pub(super) fn are_calm(roman: bool, stacking: u8, options: &Options) -> bool {
        let stacks_enough = match stacking {
            0..=2 => false,
            3 => options.three_high_panic == ThreeHighPanic::Exempt,
            _ => true,
        };
        roman && stacks_enough && options.roman_panic == Switch::On
    }

    fn of(army: &Army, scenario: &Scenario, options: &Options) -> Self {
        let roman = match army.roman {
            Roman::Yes => true,
            Roman::No => false,
            Roman::Ask => options.roman_ask == RomanAsk::Yes,
        };
        let mut exceptions = army.exceptions.clone();
        if options.busta_stack == BustaStack::None {
            exceptions.retain(|own| own.max.is_none());
        }
        let thirty =
            scenario.number == "L5.2" && roman && options.adrianople_pl == AdrianoplePl::Thirty;
        Self {
            key: army.key.clone(),
            name: army.name.clone(),
            stacking: army.stacking,
            exceptions,
            roman,
            needs_leaders: !army.leaders.is_empty(),
            mounted_exempt: army.mounted_exempt,
            panic_level: if thirty { Some(30) } else { army.panic_level },
            calm_romans: Self::are_calm(roman, army.stacking, options),
        }
    }
}

/// The game of one match.
#[derive(Debug, Clone)]
pub struct Game {
    /// Unit types.
    pub kinds: Kinds,
    /// The results table.
    pub results: Results,
    /// The capability chart.
    pub capability: Vec<Capability>,
    /// The ground.
    pub land: Land,
    /// The counters.
    pub roster: Vec<Unit>,
    /// What holds for each side.
    pub sides: [SideTerms; 2],
    /// Where each side may be set up; worked examples have no zones.
    pub(super) areas: [Vec<Area>; 2],
    /// The scenario; worked examples have none.
    pub scenario: Option<Scenario>,
    /// What the players agreed on.
    pub options: Options,
    /// The units' names, as orders may write them.
    pub names: Names,
    /// How hexes are written.
    pub notation: Notation,
}

/// Why a match cannot be put together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// More counters than there are numbers for.
    #[error("a match has at most 255 units; this one has {0}")]
    TooMany(usize),
    /// A name that no order could write.
    #[error(transparent)]
    Names(#[from] NamesError),
}

impl Game {
    /// Puts the game of a scenario together.
    pub fn new(
        data: &LegionData,
        scenario: &Scenario,
        options: Options,
    ) -> Result<Self, GameError> {
        let mut land = data.map(scenario).land(data.chart.clone());
        ground::change(&mut land, scenario, &options);
        let roster = muster(&data.kinds, scenario)?;
        let [first, second] = &scenario.armies;
        let sides = [first, second].map(|army| SideTerms::of(army, scenario, &options));
        let mut areas = [first, second].map(|army| zones::areas(&land, army, &options));
        zones::keep_apart(&land, &mut areas, scenario.first_deploy);
        Ok(Self {
            names: names(&data.kinds, &roster)?,
            kinds: data.kinds.clone(),
            results: data.results.clone(),
            capability: data.capability.clone(),
            land,
            roster,
            sides,
            areas,
            scenario: Some(scenario.clone()),
            options,
            notation: Notation::Printed,
        })
    }

    /// Returns a counter.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.roster[unit.index()]
    }

    /// Returns whose a counter is.
    pub fn side_of(&self, unit: UnitId) -> Side {
        self.unit(unit).side
    }

    /// Returns a counter's id.
    pub fn id(&self, unit: UnitId) -> &str {
        &self.unit(unit).id
    }

    /// Returns all counters of a side.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = UnitId> {
        let units = self.roster.iter().enumerate();
        units
            .filter(move |(_, unit)| unit.side == side)
            .map(|(index, _)| UnitId(index as u8))
    }

    /// Returns all counters.
    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        (0..self.roster.len()).map(|index| UnitId(index as u8))
    }

    /// Returns what holds for a side.
    pub fn terms(&self, side: Side) -> &SideTerms {
        &self.sides[side.index()]
    }

    /// Writes a hex as this match writes it.
    pub fn hex(&self, hex: Hex) -> String {
        match self.notation {
            Notation::Printed => hex.to_string(),
            Notation::Axial(origin) => {
                let layout = self.land.grid().layout();
                let (zero, own) = (layout.axial(origin), layout.axial(hex));
                format!("{}.{}", own.q - zero.q, own.r - zero.r)
            }
        }
    }

    /// Returns the section of the book that the scenario's own rules stand in, where there are any.
    pub(super) fn own_rule(&self) -> Option<Rule> {
        rules::find(&self.scenario.as_ref()?.number)
    }

    /// Returns the state before anything has happened.
    pub fn blank(&self) -> State {
        let kinds = self.roster.iter().map(|unit| unit.kind);
        let extent: Extent = self.land.grid().extent();
        State {
            open: Open::empty(extent, kinds, self.land.letters.len()),
            plots: [Vec::new(), Vec::new()],
            sealed: [false; 2],
        }
    }
}

/// Makes the counters of both armies: the units by type in the order of the types, then the Leaders.
///
/// Numbers of a type run on from the first side to the second, so that an id names one counter.
fn muster(kinds: &Kinds, scenario: &Scenario) -> Result<Vec<Unit>, GameError> {
    let mut roster = Vec::new();
    let mut numbers = std::collections::BTreeMap::new();
    for (side, army) in Side::BOTH.into_iter().zip(&scenario.armies) {
        let leaders = army.leaders.iter().map(|&(grade, count)| {
            let kind = kinds.leader(grade).expect("grades were checked at load");
            (kind, count)
        });
        let mut units = army.units.clone();
        units.sort_unstable();
        for (kind, count) in units.into_iter().chain(leaders) {
            for _ in 0..count {
                let number = numbers.entry(kind).or_insert(0_u16);
                *number += 1;
                let id = format!("{}{number}", kinds.get(kind).key);
                roster.push(Unit { id, side, kind });
            }
        }
    }
    if roster.len() > usize::from(u8::MAX) {
        return Err(GameError::TooMany(roster.len()));
    }
    Ok(roster)
}

/// Makes the table of names: ids, and `all:SD` and the like for types.
pub(super) fn names(kinds: &Kinds, roster: &[Unit]) -> Result<Names, NamesError> {
    let ids: Vec<&str> = roster.iter().map(|unit| unit.id.as_str()).collect();
    let mut tags: Vec<(&str, Vec<u16>)> = Vec::new();
    for (id, kind) in kinds.iter() {
        let members: Vec<u16> = (0..roster.len())
            .filter(|&index| roster[index].kind == id)
            .map(|index| index as u16)
            .collect();
        if !members.is_empty() {
            tags.push((&kind.key, members));
        }
    }
    let tags: Vec<(&str, &[u16])> = tags
        .iter()
        .map(|(key, list)| (*key, list.as_slice()))
        .collect();
    Names::new("a unit", &ids, &[] as &[(&str, u16)], &tags)
}

/// Returns the seat of a side.
pub(super) fn seat(side: Side) -> Seat {
    Seat(side.0)
}

/// Returns the side of a seat.
pub(super) fn side(seat: Seat) -> Side {
    Side(seat.0)
}

/// Returns a legion by its number from 0.
pub(super) fn legion(number: usize) -> Option<Legion> {
    Legion::ALL.get(number).copied()
}

/// Tells whether a scenario's players may agree to ignore the ground (L5.7).
pub(super) fn may_ignore(rules: &[GroundRule]) -> bool {
    rules.contains(&GroundRule::MayIgnoreAll)
}
