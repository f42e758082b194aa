//! Reading `units.toml`: classes of equal counters, Attila, activation and information markers.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::roster::{
    Bow, ClassId, Contingent, Face, Kind, Leader, Mark, Markers, Roster, RosterError, UnitType,
};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::Provenance;

/// The highest shock rating that a ten-sided die can tell apart.
const HIGHEST_SHOCK: u8 = 9;
/// More movement than the map is wide is a slip of the pen.
const HIGHEST_MA: u8 = 20;

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

fn check_class(sheet: &Sheet<'_>, row: &ClassRow, faults: &mut Faults, warnings: &mut Faults) {
    let id = row.id.get_ref().as_str();
    let place = |key: &str| format!("class {id}, {key}");
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(is_plain) {
        let remedy = "use small letters, digits and hyphens";
        faults.add(sheet.fault(
            row.id.span().start,
            &place("id"),
            "cannot be typed as an id",
            remedy,
        ));
    }
    let alias = row.alias.get_ref();
    if alias.is_empty() || !alias.chars().all(|c| c.is_ascii_alphabetic()) {
        let at = row.alias.span().start;
        faults.add(sheet.fault(
            at,
            &place("alias"),
            "a short id is letters and a number",
            "use letters only",
        ));
    }
    if *row.count.get_ref() == 0 {
        let at = row.count.span().start;
        faults.add(sheet.fault(
            at,
            &place("count"),
            "a class without units",
            "give at least 1, or delete it",
        ));
    }
    for (key, face) in [("good", &row.good), ("disordered", &row.disordered)] {
        check_face(sheet, row, key, face, faults);
    }
    if let Some(bow) = &row.bow {
        check_bow(sheet, row, bow, faults, warnings);
    }
}

fn check_face(
    sheet: &Sheet<'_>,
    row: &ClassRow,
    key: &str,
    face: &Spanned<Face>,
    faults: &mut Faults,
) {
    let (at, face) = (face.span().start, *face.get_ref());
    let place = format!("class {}, {key}", row.id.get_ref());
    check_ma(sheet, &place, at, face.ma, faults);
    let mut wrong =
        |reason: String, remedy: &str| faults.add(sheet.fault(at, &place, reason, remedy));
    if face.shock > HIGHEST_SHOCK {
        let reason = format!("shock {} is more than a die can show", face.shock);
        wrong(reason, "give 0 to 9");
    }
    let is_light = matches!(row.kind, Kind::LC | Kind::LI);
    match face.mark {
        Mark::None if is_light => {
            let reason = format!(
                "{} may not attack by shock (9.2.2) but has no mark",
                row.kind.code()
            );
            wrong(
                reason,
                "give it mark \"white-ring\", or \"white-square\" where 9.2.3 applies",
            );
        }
        Mark::None | Mark::WhiteRing => {}
        Mark::WhiteSquare => {
            let is_bowless_horse = key == "good" && row.kind == Kind::LC && row.bow.is_none();
            let is_hun_foot =
                key == "disordered" && row.kind == Kind::MI && row.contingent == Contingent::Huns;
            if !is_bowless_horse && !is_hun_foot {
                let reason = "only bowless LC in good order (9.2.3) and Disordered Hun MI (9.2.4) have a white square";
                wrong(reason.to_owned(), "use \"white-ring\" or no mark");
            } else if face.shock != 1 {
                let reason = format!(
                    "shock {} in a white square, which counts as 1 (9.2.3, 9.2.4)",
                    face.shock
                );
                wrong(reason, "give shock 1");
            }
        }
    }
}

fn check_ma(sheet: &Sheet<'_>, place: &str, at: usize, ma: u8, faults: &mut Faults) {
    if ma == 0 || ma > HIGHEST_MA {
        let reason = format!("movement allowance {ma}");
        faults.add(sheet.fault(at, place, reason, format!("give 1 to {HIGHEST_MA}")));
    }
}

fn check_bow(
    sheet: &Sheet<'_>,
    row: &ClassRow,
    bow: &Spanned<Bow>,
    faults: &mut Faults,
    warnings: &mut Faults,
) {
    let at = bow.span().start;
    let place = format!("class {}, bow", row.id.get_ref());
    let is_hun = row.contingent == Contingent::Huns;
    let expected = if is_hun { Bow::C } else { Bow::B };
    if *bow.get_ref() != expected {
        let reason = "the composite bow C is the Huns', everybody else has B (2.2)";
        faults.add(sheet.fault(at, &place, reason, format!("give {expected:?}")));
    }
    if matches!(row.kind, Kind::HC | Kind::HI) {
        let reason = format!(
            "{} with a bow, which the book does not know",
            row.kind.code()
        );
        warnings.add(sheet.fault(
            at,
            &place,
            reason,
            "it will fire by the rule for MI (8.2.1)",
        ));
    }
}

fn all_six(
    sheet: &Sheet<'_>,
    rows: &[(usize, MarkerRow)],
    faults: &mut Faults,
) -> Option<([Markers; 6], Vec<Provenance>)> {
    let mut found: [Option<&MarkerRow>; 6] = [None; 6];
    for (at, row) in rows {
        let place = format!("activation-marker {}", row.contingent.key());
        if found[row.contingent as usize].replace(row).is_some() {
            faults.add(sheet.fault(*at, &place, "listed twice", "keep one of the two"));
        }
    }
    for contingent in Contingent::ALL {
        if found[contingent as usize].is_none() {
            let place = format!("activation-marker {}", contingent.key());
            faults.add(sheet.absence(&place, "missing", "add its `[[activation-marker]]`"));
        }
    }
    let rows = found.into_iter().collect::<Option<Vec<&MarkerRow>>>()?;
    let enough = |side| {
        let counts = rows
            .iter()
            .filter(|row| row.contingent.side() == side)
            .map(|row| u32::from(row.count));
        counts.sum::<u32>() >= 5
    };
    for side in super::Side::ALL {
        if !enough(side) {
            let place = format!("activation-marker, side {}", side.key());
            faults.add(sheet.absence(
                &place,
                "fewer than the five that are picked each turn (5.1)",
                "add some",
            ));
        }
    }
    let provenance = rows.iter().map(|row| row.provenance.clone()).collect();
    let markers: Vec<Markers> = rows
        .iter()
        .map(|row| Markers {
            count: row.count,
            bonus: row.bonus,
        })
        .collect();
    Some((markers.try_into().ok()?, provenance))
}
