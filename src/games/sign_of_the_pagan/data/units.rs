//! Reading `units.toml`: classes of equal counters, Attila, activation and information markers.

mod checks;

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use self::checks::{all_six, check_class, check_ma};
use super::roster::{ClassId, Face, Leader, Roster, RosterError, UnitType};
use super::terms::{Bow, Contingent, Kind};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::Provenance;

/// A group of equal units and the provenance of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitClass {
    /// The id without number, `hun-lc`.
    pub id: String,
    /// The short id without number, `HL`.
    pub alias: String,
    /// How many units there are.
    pub count: u8,
    /// Where its values come from.
    pub provenance: ClassProvenance,
}

/// Where the values of a class come from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClassProvenance {
    /// The number of units.
    pub count: Provenance,
    /// The shock rating in good order.
    pub shock: Provenance,
    /// Ring, square and ferocity of both sides.
    pub mark: Provenance,
    /// The bow, or that there is none.
    pub bow: Provenance,
    /// The movement allowance of both sides.
    pub ma: Provenance,
    /// The shock rating when Disordered.
    pub disordered_shock: Provenance,
}

/// Where Attila's values come from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderProvenance {
    /// His movement allowance.
    pub ma: Provenance,
    /// His shift of a die.
    pub shift: Provenance,
}

/// Markers that only remind (2.2): no rule limits their number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InformationMarker {
    /// What it says.
    pub name: String,
    /// How many are on the sheet.
    pub count: u8,
    /// Where the number comes from.
    pub provenance: Provenance,
}

/// Everything in `units.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counters {
    /// Units, Attila and activation markers.
    pub roster: Roster,
    /// The classes; a [`ClassId`] is the index.
    pub classes: Vec<UnitClass>,
    /// Where Attila's values come from.
    pub leader_provenance: LeaderProvenance,
    /// Where the activation markers' values come from, in the order of [`Contingent::ALL`].
    pub marker_provenance: Vec<Provenance>,
    /// The information markers.
    pub information: Vec<InformationMarker>,
}

impl Counters {
    /// Counts the pieces on the counter sheet.
    #[must_use]
    pub fn total(&self) -> usize {
        let activation =
            Contingent::ALL.map(|contingent| usize::from(self.roster.markers(contingent).count));
        let information = self
            .information
            .iter()
            .map(|marker| usize::from(marker.count))
            .sum::<usize>();
        self.roster.units.len() + 1 + activation.iter().sum::<usize>() + information
    }

    /// Finds a class by its id.
    #[must_use]
    pub fn class(&self, id: &str) -> Option<ClassId> {
        self.classes
            .iter()
            .position(|class| class.id == id)
            .map(|index| ClassId(index as u8))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassRow {
    id: Spanned<String>,
    alias: Spanned<String>,
    count: Spanned<u8>,
    contingent: Contingent,
    tribe: String,
    kind: Kind,
    good: Spanned<Face>,
    disordered: Spanned<Face>,
    #[serde(default)]
    ferocity: bool,
    bow: Option<Spanned<Bow>>,
    provenance: ClassProvenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    id: String,
    alias: String,
    name: String,
    ma: Spanned<u8>,
    shift: u8,
    provenance: LeaderProvenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkerRow {
    contingent: Contingent,
    count: u8,
    bonus: u8,
    provenance: Provenance,
}

/// Reads the counters; what contradicts the rules is a fault, what is merely odd a warning.
pub(super) fn read(
    mut sheet: Sheet<'_>,
    faults: &mut Faults,
    warnings: &mut Faults,
) -> Option<Counters> {
    let rows: Vec<(usize, ClassRow)> = sheet.rows("class", faults);
    let leader: Option<LeaderRow> = sheet.take("leader", faults);
    let markers: Vec<(usize, MarkerRow)> = sheet.rows("activation-marker", faults);
    let information = sheet
        .rows("information-marker", faults)
        .into_iter()
        .map(|(_, row)| row)
        .collect();
    sheet.finish(faults);
    for (_, row) in &rows {
        check_class(&sheet, row, faults, warnings);
    }
    let markers = all_six(&sheet, &markers, faults);
    let leader = leader.map(|row| {
        check_ma(
            &sheet,
            "leader",
            row.ma.span().start,
            *row.ma.get_ref(),
            faults,
        );
        let LeaderRow {
            id,
            alias,
            name,
            ma,
            shift,
            provenance,
        } = row;
        (
            Leader {
                id,
                aliases: vec![alias],
                name,
                ma: ma.into_inner(),
                shift,
            },
            provenance,
        )
    });
    let starts: Vec<usize> = rows.iter().map(|(at, _)| *at).collect();
    let (classes, units) = expand(rows);
    let ((leader, leader_provenance), (markers, marker_provenance)) = leader.zip(markers)?;
    let class_starts = units
        .iter()
        .map(|unit| (unit.id.clone(), starts[unit.class.0 as usize]));
    let class_starts: BTreeMap<String, usize> = class_starts.collect();
    let roster = Roster::new(units, leader, markers).map_err(|errors| {
        for error in errors {
            let at = match &error {
                RosterError::SameName { second, .. } => class_starts[second],
                RosterError::TooMany(_) => 0,
            };
            let remedy = "give one of them another id or alias";
            faults.add(sheet.fault(at, "class", error.to_string(), remedy));
        }
    });
    let roster = roster.ok()?;
    Some(Counters {
        roster,
        classes,
        leader_provenance,
        marker_provenance,
        information,
    })
}

fn expand(rows: Vec<(usize, ClassRow)>) -> (Vec<UnitClass>, Vec<UnitType>) {
    let mut classes = Vec::new();
    let mut units = Vec::new();
    for (index, (_, row)) in rows.into_iter().enumerate() {
        let count = row.count.into_inner();
        for number in 1..=count {
            units.push(UnitType {
                id: format!("{}-{number}", row.id.get_ref()),
                aliases: short_ids(row.alias.get_ref(), number),
                class: ClassId(index as u8),
                side: row.contingent.side(),
                contingent: row.contingent,
                kind: row.kind,
                tribe: row.tribe.clone(),
                good: *row.good.get_ref(),
                disordered: *row.disordered.get_ref(),
                bow: row.bow.as_ref().map(|bow| *bow.get_ref()),
                ferocity: row.ferocity,
            });
        }
        let (id, alias) = (row.id.into_inner(), row.alias.into_inner());
        classes.push(UnitClass {
            id,
            alias,
            count,
            provenance: row.provenance,
        });
    }
    (classes, units)
}

/// Returns the short ids of a unit: with the plain number, and below 10 also with a leading zero.
pub(in crate::games::sign_of_the_pagan) fn short_ids(alias: &str, number: u8) -> Vec<String> {
    let mut names = vec![format!("{alias}{number}")];
    if number < 10 {
        names.push(format!("{alias}0{number}"));
    }
    names
}
