//! Reading `terrain.toml`, `results.toml` and `capability.toml`: the charts beside the map.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::units::{KindId, Kinds, Points};
use crate::games::files::{Faults, Sheet};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::land::{Chart, Effect};
use crate::games::legion::terms::{Class, Outcome, Terrain};
use crate::games::provenance::Provenance;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TerrainRow {
    key: Spanned<Terrain>,
    cost: Points,
    protection: Spanned<u8>,
    attack: Fraction,
    defence: Fraction,
    barred: Vec<Class>,
    no_fire: Vec<Class>,
    blocks_sight: bool,
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlopeTable {
    cost: Points,
    protection: u8,
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadTable {
    cost: Points,
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HilltopTable {
    from_slope: Points,
    #[serde(rename = "provenance")]
    _provenance: BTreeMap<String, Provenance>,
}

/// Reads the terrain chart.
pub(super) fn read_terrain(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<Chart> {
    let rows: Vec<(usize, TerrainRow)> = sheet.rows("terrain", faults);
    let slope: Option<SlopeTable> = sheet.take("slope", faults);
    let hilltop: Option<HilltopTable> = sheet.take("hilltop", faults);
    let road: Option<RoadTable> = sheet.take("road", faults);
    sheet.finish(faults);
    let mut found: Vec<Option<Effect>> = Terrain::ALL.iter().map(|_| None).collect();
    for (at, row) in rows {
        let key = *row.key.get_ref();
        if *row.protection.get_ref() == 0 {
            let at = row.protection.span().start;
            let reason = "nothing can be divided by a protection of 0";
            faults.add(sheet.fault(at, key.word(), reason, "give at least 1"));
        }
        let effect = Effect {
            cost: row.cost.0,
            protection: (*row.protection.get_ref()).max(1),
            attack: row.attack,
            defence: row.defence,
            barred: row.barred,
            no_fire: row.no_fire,
            blocks_sight: row.blocks_sight,
        };
        if found[key as usize].replace(effect).is_some() {
            faults.add(sheet.fault(at, key.word(), "listed twice", "keep one of the two"));
        }
    }
    for (terrain, effect) in Terrain::ALL.iter().zip(&found) {
        if effect.is_none() {
            let reason = "has no entry in the chart";
            faults.add(sheet.absence(terrain.word(), reason, "add its `[[terrain]]`"));
        }
    }
    let terrain: Vec<Effect> = found.into_iter().collect::<Option<_>>()?;
    let (slope, hilltop, road) = (slope?, hilltop?, road?);
    let clear = terrain[Terrain::Clear as usize].clone();
    Some(Chart {
        slope: Effect {
            cost: slope.cost.0,
            protection: slope.protection.max(1),
            ..clear.clone()
        },
        hilltop: clear,
        terrain,
        from_slope: hilltop.from_slope.0,
        road: road.cost.0,
    })
}

/// A column of the Combat Results Table: the ratio from which it counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// As printed, `3:1`.
    pub name: String,
    /// The ratio.
    pub ratio: Fraction,
}

/// The Combat Results Table (8.0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// The columns, the worst odds first.
    pub columns: Vec<Column>,
    /// Results by column and die; worked examples give only those that they need.
    cells: BTreeMap<(u8, u8), Outcome>,
    last_row: u8,
}

impl Results {
    /// A table with these columns and cells.
    pub fn new(columns: Vec<Column>, cells: BTreeMap<(u8, u8), Outcome>, last_row: u8) -> Self {
        Self {
            columns,
            cells,
            last_row,
        }
    }

    /// 7.32, 8.1: returns the column of a ratio, rounded for the defender; `None` below the first.
    pub fn column(&self, attack: Fraction, defence: Fraction) -> Option<u8> {
        let Some(ratio) = attack.over(defence) else {
            // Against nothing at all the best odds there are count.
            return (!attack.is_zero()).then_some(self.columns.len() as u8 - 1);
        };
        let reached = self
            .columns
            .iter()
            .take_while(|column| column.ratio <= ratio);
        match reached.count() {
            0 => None,
            count => Some(count as u8 - 1),
        }
    }

    /// 8.0: looks a die up; beyond the last row the last one counts (R1).
    ///
    /// # Panics
    /// If the table lacks the cell, which only a worked example's may.
    pub fn outcome(&self, column: u8, die: u8) -> Outcome {
        let die = die.min(self.last_row);
        let found = self.cells.get(&(column, die)).copied();
        found.unwrap_or_else(|| {
            let name = &self.columns[usize::from(column)].name;
            panic!("the results table has no entry for column {name} and die {die}")
        })
    }

    /// Returns the name of a column, as `3:1`.
    pub fn name(&self, column: u8) -> &str {
        &self.columns[usize::from(column)].name
    }

    /// Finds a column by its name.
    pub fn find(&self, name: &str) -> Option<u8> {
        let found = self.columns.iter().position(|column| column.name == name);
        found.map(|index| index as u8)
    }

    /// Returns the rows of the table with their results.
    pub fn rows(&self) -> impl Iterator<Item = (u8, Vec<Outcome>)> {
        (1..=self.last_row).map(|die| {
            let columns = 0..self.columns.len() as u8;
            (
                die,
                columns.map(|column| self.outcome(column, die)).collect(),
            )
        })
    }
}

impl Column {
    /// Reads a column's name, `1:2`.
    pub fn read(name: &str) -> Option<Self> {
        let (over, under) = name.split_once(':')?;
        let ratio = Fraction::new(over.parse().ok()?, under.parse().ok()?)?;
        Some(Self {
            name: name.to_owned(),
            ratio,
        })
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
enum Letter {
    #[serde(rename = ".")]
    Nothing,
    D,
    H,
    E,
}

impl From<Letter> for Outcome {
    fn from(letter: Letter) -> Self {
        match letter {
            Letter::Nothing => Self::Nothing,
            Letter::D => Self::Disrupted,
            Letter::H => Self::Half,
            Letter::E => Self::Eliminated,
        }
    }
}

/// Reads the results table.
pub(super) fn read_results(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<Results> {
    let names: Option<Vec<Spanned<String>>> = sheet.take("columns", faults);
    let rows: Option<BTreeMap<String, Spanned<Vec<Letter>>>> = sheet.take("rows", faults);
    let _: Option<Provenance> = sheet.take("provenance", faults);
    sheet.finish(faults);
    let mut columns: Vec<Column> = Vec::new();
    for name in names? {
        let read = Column::read(name.get_ref());
        let rises = |column: &Column| columns.last().is_none_or(|last| last.ratio < column.ratio);
        if let Some(column) = read.filter(rises) {
            columns.push(column);
        } else {
            let reason = format!("`{}` is no ratio above the one before", name.get_ref());
            let at = name.span().start;
            faults.add(sheet.fault(at, "columns", reason, "write them like 1:2, rising"));
        }
    }
    let mut cells = BTreeMap::new();
    let mut last_row = 0;
    for (die, row) in rows? {
        let at = row.span().start;
        let Some(die) = die.parse::<u8>().ok().filter(|die| (1..=7).contains(die)) else {
            faults.add(sheet.fault(at, &die, "a row is a die from 1 to 7", "rename it"));
            continue;
        };
        if row.get_ref().len() != columns.len() {
            let (has, wants) = (row.get_ref().len(), columns.len());
            let reason = format!("{has} results for {wants} columns");
            faults.add(sheet.fault(at, &format!("row {die}"), reason, "give one for each"));
        }
        last_row = last_row.max(die);
        for (column, letter) in row.into_inner().into_iter().enumerate() {
            cells.insert((column as u8, die), letter.into());
        }
    }
    let missing = (1..=last_row.max(6)).find(|&die| !cells.contains_key(&(0, die)));
    if let Some(die) = missing {
        faults.add(sheet.absence(
            &format!("row {die}"),
            "is missing",
            "give a row for each die",
        ));
    }
    Some(Results::new(columns, cells, last_row))
}

/// Whom a line of the capability chart speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Troops {
    /// Units of a class.
    Class(Class),
    /// Units of a type.
    Kind(KindId),
}

/// A line of the Unit Capability Chart (5.39).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capability {
    /// Who defends.
    pub defender: Troops,
    /// Who attacks.
    pub attacker: Troops,
    /// What the defender's melee strength is multiplied by.
    pub defence: Fraction,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CapabilityRow {
    defender: Spanned<String>,
    attacker: Spanned<String>,
    defence: Fraction,
}

/// Reads the capability chart.
pub(super) fn read_capability(
    mut sheet: Sheet<'_>,
    kinds: &Kinds,
    faults: &mut Faults,
) -> Vec<Capability> {
    let rows: Vec<(usize, CapabilityRow)> = sheet.rows("multiplier", faults);
    let _: Option<Provenance> = sheet.take("provenance", faults);
    sheet.finish(faults);
    let mut chart = Vec::new();
    for (_, row) in rows {
        let mut troops = |name: &Spanned<String>| {
            let found = read_troops(kinds, name.get_ref());
            if found.is_none() {
                let reason = format!("`{}` is neither a type nor `class X`", name.get_ref());
                let at = name.span().start;
                faults.add(sheet.fault(at, "multiplier", reason, "name a type or a class"));
            }
            found
        };
        let (defender, attacker) = (troops(&row.defender), troops(&row.attacker));
        if let (Some(defender), Some(attacker)) = (defender, attacker) {
            chart.push(Capability {
                defender,
                attacker,
                defence: row.defence,
            });
        }
    }
    chart
}

fn read_troops(kinds: &Kinds, name: &str) -> Option<Troops> {
    match name.strip_prefix("class ") {
        Some(word) => {
            let class = Class::ALL.iter().find(|class| class.word() == word);
            class.map(|&class| Troops::Class(class))
        }
        None => kinds.find(name).map(Troops::Kind),
    }
}
