//! Reading a file of `scenarios/`: zones, defaults, and whether they fit the roster and the ground.

mod places;

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::field::Field;
use super::ground::Ground;
use super::roster::UnitId;
use super::setup::{Free, Historical, Scenario};
use super::terms::Side;
use super::units::Counters;
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::Provenance;
use crate::geometry::{Facing, Hex};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FacingTable {
    hun: Facing,
    roman: Facing,
    provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttilaTable {
    hexes: Vec<Spanned<String>>,
    with: Spanned<String>,
    provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ZoneRow {
    side: Side,
    units: BTreeMap<String, u8>,
    hexes: Option<Vec<Spanned<String>>>,
    hills_from_row: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    from: u8,
    to: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FreeTable {
    hun: Spanned<Rows>,
    roman: Spanned<Rows>,
    provenance: Provenance,
    default: Positions,
}

type Positions = BTreeMap<String, Spanned<Hex>>;

/// A unit's hex and where the file says so.
type Start = (Hex, usize);

/// A scenario's file and what it is held against.
struct Reader<'a> {
    sheet: Sheet<'a>,
    counters: &'a Counters,
    ground: &'a Ground,
    faults: &'a mut Faults,
}

/// Reads a scenario; whether it fits is only judged if counters and maps could be read.
pub(super) fn read(
    mut sheet: Sheet<'_>,
    others: Option<(&Counters, &[Field])>,
    faults: &mut Faults,
) -> Option<Scenario> {
    let key = sheet.take("key", faults);
    let aliases = sheet.take("aliases", faults);
    let title = sheet.take("title", faults);
    let map: Option<Spanned<String>> = sheet.take("map", faults);
    let facing: Option<FacingTable> = sheet.take("facing", faults);
    let attila: Option<AttilaTable> = sheet.take("attila", faults);
    let zones: Vec<(usize, ZoneRow)> = sheet.rows("zone", faults);
    let default: Option<Positions> = sheet.take("default", faults);
    let free: Option<FreeTable> = sheet.take("free", faults);
    sheet.finish(faults);
    let (counters, maps) = others?;
    let map = map?;
    let field = find_map(&sheet, &map, maps, faults)?;
    let before = faults.len();
    let mut reader = Reader {
        sheet,
        counters,
        ground: &field.ground,
        faults,
    };
    let zones = reader.zones(zones);
    let default = default.and_then(|positions| reader.positions("default", &positions));
    let attila = attila.and_then(|table| reader.attila(table, default.as_deref()));
    let free = free.and_then(|table| reader.free(table));
    let default = default?;
    if reader.faults.len() == before {
        reader.check_default(&zones, &default);
    }
    let (attila_hexes, attila_with, attila_provenance) = attila?;
    let default = default.into_iter().map(|(hex, _)| hex).collect();
    let historical = Historical {
        zones,
        attila_hexes,
        attila_with,
        attila_provenance,
        default,
    };
    let FacingTable {
        hun,
        roman,
        provenance: facing_provenance,
    } = facing?;
    Some(Scenario {
        key: key?,
        aliases: aliases?,
        title: title?,
        map: map.into_inner(),
        historical,
        free: free?,
        facing: [hun, roman],
        facing_provenance,
    })
}

fn find_map<'a>(
    sheet: &Sheet<'_>,
    map: &Spanned<String>,
    maps: &'a [Field],
    faults: &mut Faults,
) -> Option<&'a Field> {
    let found = maps.iter().find(|field| field.key == *map.get_ref());
    if found.is_none() {
        let reason = format!("there is no map `{}`", map.get_ref());
        let known: Vec<&str> = maps.iter().map(|field| field.key.as_str()).collect();
        let remedy = format!("use one of: {}", known.join(", "));
        faults.add(sheet.fault(map.span().start, "map", reason, remedy));
    }
    found
}

impl Reader<'_> {
    fn fault(
        &mut self,
        at: usize,
        place: &str,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let fault = self.sheet.fault(at, place, reason, remedy);
        self.faults.add(fault);
    }

    fn absence(&mut self, place: &str, reason: impl Into<String>, remedy: impl Into<String>) {
        let fault = self.sheet.absence(place, reason, remedy);
        self.faults.add(fault);
    }

    fn attila(
        &mut self,
        table: AttilaTable,
        default: Option<&[Start]>,
    ) -> Option<(Vec<Hex>, UnitId, Provenance)> {
        const PLACE: &str = "attila.with";
        let hexes = self.hexes("attila", &table.hexes);
        let (at, name) = (table.with.span().start, table.with.get_ref());
        let roster = &self.counters.roster;
        let is_hun = |unit: &UnitId| roster.unit(*unit).side == Side::Hun;
        let Some(unit) = roster.find(name).filter(is_hun) else {
            self.fault(
                at,
                PLACE,
                format!("`{name}` is no unit of the Hun side"),
                "name one",
            );
            return None;
        };
        let start = default.map(|default| default[unit.index()].0);
        if let Some(hex) = start.filter(|hex| !hexes.contains(hex)) {
            let reason = format!("{name} starts in {hex}, where Attila may not");
            self.fault(
                at,
                PLACE,
                reason,
                "name a unit that starts in one of his hexes",
            );
        }
        Some((hexes, unit, table.provenance))
    }

    fn free(&mut self, table: FreeTable) -> Option<Free> {
        let last = self.ground.grid().extent().rows();
        let mut is_right = true;
        for (key, rows) in [("free.hun", &table.hun), ("free.roman", &table.roman)] {
            let Rows { from, to } = *rows.get_ref();
            if from == 0 || from > to || to > last {
                let reason = format!("rows {from} to {to} on a map of {last} rows");
                let remedy = "give two rows of the map, the lower first";
                self.fault(rows.span().start, key, reason, remedy);
                is_right = false;
            }
        }
        let rows = [table.hun, table.roman].map(|rows| rows.get_ref().from..=rows.get_ref().to);
        let starts = self
            .positions("free.default", &table.default)
            .filter(|_| is_right)?;
        let default = starts.iter().map(|(hex, _)| *hex).collect();
        let free = Free {
            rows,
            provenance: table.provenance,
            default,
        };
        for (unit, &(hex, at)) in self.counters.roster.units.iter().zip(&starts) {
            if !free.allows(unit.side, hex, self.ground) {
                let rows = free.rows_of(unit.side);
                let place = format!("free.default, {}", unit.id);
                let reason = format!(
                    "{hex} is outside rows {:02} to {:02}",
                    rows.start(),
                    rows.end()
                );
                self.fault(at, &place, reason, "move it into its side's rows (3.0)");
            }
        }
        Some(free)
    }
}
