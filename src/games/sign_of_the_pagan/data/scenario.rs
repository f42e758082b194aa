//! Reading a file of `scenarios/`: zones, defaults, and whether they fit the roster and the ground.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::field::Field;
use super::ground::Ground;
use super::roster::{ClassId, Side, UnitId};
use super::setup::{Free, Historical, Scenario, Zone};
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

/// Everything a scenario is checked against.
struct Reader<'a> {
    sheet: Sheet<'a>,
    counters: &'a Counters,
    ground: &'a Ground,
    faults: &'a mut Faults,
}

/// Reads a scenario; its map is one of those given.
pub(super) fn read(
    mut sheet: Sheet<'_>,
    counters: &Counters,
    maps: &[Field],
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
    let map = map?;
    let Some(field) = maps.iter().find(|field| field.key == *map.get_ref()) else {
        let reason = format!("there is no map `{}`", map.get_ref());
        let known: Vec<&str> = maps.iter().map(|field| field.key.as_str()).collect();
        let remedy = format!("use one of: {}", known.join(", "));
        faults.add(sheet.fault(map.span().start, "map", reason, remedy));
        return None;
    };
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
    if let Some(default) = &default {
        reader.check_zones(&zones, default);
    }
    let (attila_hexes, attila_with, attila_provenance) = attila?;
    let historical = Historical {
        zones,
        attila_hexes,
        attila_with,
        attila_provenance,
        default: default?,
    };
    let FacingTable {
        hun,
        roman,
        provenance,
    } = facing?;
    Some(Scenario {
        key: key?,
        aliases: aliases?,
        title: title?,
        map: map.into_inner(),
        historical,
        free: free?,
        facing: [hun, roman],
        facing_provenance: provenance,
    })
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

    fn zones(&mut self, rows: Vec<(usize, ZoneRow)>) -> Vec<Zone> {
        let mut zones = Vec::new();
        for (at, row) in rows {
            let names: Vec<&str> = row.units.keys().map(String::as_str).collect();
            let place = format!("zone of {}", names.join(", "));
            let quotas = self.quotas(at, &place, &row);
            let hexes = match (row.hexes, row.hills_from_row) {
                (Some(ranges), None) => self.hexes(&place, &ranges),
                (None, Some(first)) => self.hills(first),
                (Some(_), Some(_)) | (None, None) => {
                    self.fault(
                        at,
                        &place,
                        "no place, or two",
                        "give either `hexes` or `hills-from-row`",
                    );
                    continue;
                }
            };
            let zone = Zone {
                side: row.side,
                quotas,
                hexes,
            };
            if zone.count() > zone.hexes.len() {
                let reason = format!("{} units for {} hexes", zone.count(), zone.hexes.len());
                self.fault(
                    at,
                    &place,
                    reason,
                    "one unit fits into a hex (6.1): add hexes",
                );
            }
            zones.push(zone);
        }
        self.check_quotas(&zones);
        zones
    }

    fn quotas(&mut self, at: usize, place: &str, row: &ZoneRow) -> Vec<(ClassId, u8)> {
        let mut quotas = Vec::new();
        for (name, &count) in &row.units {
            let Some(class) = self.counters.class(name) else {
                let reason = format!("there is no class `{name}`");
                self.fault(at, place, reason, "use an id of units.toml without number");
                continue;
            };
            let own = self
                .counters
                .roster
                .units
                .iter()
                .find(|unit| unit.class == class);
            if own.is_some_and(|unit| unit.side != row.side) {
                let reason = format!("`{name}` does not fight for {}", row.side.key());
                self.fault(at, place, reason, "give the zone to its own side");
            }
            quotas.push((class, count));
        }
        quotas
    }

    fn check_quotas(&mut self, zones: &[Zone]) {
        for (index, class) in self.counters.classes.iter().enumerate() {
            let id = ClassId(index as u8);
            let placed: u32 = zones.iter().map(|zone| u32::from(zone.quota(id))).sum();
            if placed != u32::from(class.count) {
                let reason = format!("the zones hold {placed} of its {} units", class.count);
                self.fault(
                    0,
                    &format!("zone, class {}", class.id),
                    reason,
                    "correct the `units` of its zones",
                );
            }
        }
    }

    /// Reads hexes and ranges along a row, `1609-1622`.
    fn hexes(&mut self, place: &str, ranges: &[Spanned<String>]) -> Vec<Hex> {
        let mut hexes = Vec::new();
        for range in ranges {
            let (at, text) = (range.span().start, range.get_ref().as_str());
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let ends = first.parse::<Hex>().ok().zip(last.parse::<Hex>().ok());
            let Some((first, last)) = ends.filter(|(a, b)| a.row() == b.row() && a <= b) else {
                let remedy = "write 1609, or 1609-1622 along one row";
                self.fault(at, place, format!("`{text}` is no hex or range"), remedy);
                continue;
            };
            if !self.ground.contains(last) {
                self.fault(
                    at,
                    place,
                    format!("{last} is not on the map"),
                    "use hexes of the map",
                );
                continue;
            }
            hexes.extend(
                (first.column()..=last.column()).map(|column| Hex::new(first.row(), column)),
            );
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    fn hills(&self, first_row: u8) -> Vec<Hex> {
        let cells = self
            .ground
            .cells()
            .filter(|(hex, cell)| hex.row() >= first_row && cell.level > 0);
        cells.map(|(hex, _)| hex).collect()
    }

    /// Reads a hex for every unit, no two in one.
    fn positions(&mut self, key: &str, positions: &Positions) -> Option<Vec<Hex>> {
        let mut hexes = vec![None; self.counters.roster.units.len()];
        let mut taken: BTreeMap<Hex, &str> = BTreeMap::new();
        for (name, hex) in positions {
            let (at, hex) = (hex.span().start, *hex.get_ref());
            let place = format!("{key}, {name}");
            let Some(unit) = self.counters.roster.find(name) else {
                self.fault(
                    at,
                    &place,
                    "there is no such unit",
                    "use an id of units.toml with a number",
                );
                continue;
            };
            if !self.ground.contains(hex) {
                self.fault(
                    at,
                    &place,
                    format!("{hex} is not on the map"),
                    "use a hex of the map",
                );
            }
            if let Some(other) = taken.insert(hex, name) {
                let reason = format!("{hex} holds {other} already (6.1)");
                self.fault(at, &place, reason, "give one of them another hex");
            }
            if hexes[unit.index()].replace(hex).is_some() {
                self.fault(
                    at,
                    &place,
                    "placed twice under two names",
                    "delete one of the two",
                );
            }
        }
        for (unit, hex) in self.counters.roster.units.iter().zip(&hexes) {
            if hex.is_none() {
                self.fault(
                    0,
                    &format!("{key}, {}", unit.id),
                    "no hex for this unit",
                    "add one",
                );
            }
        }
        hexes.into_iter().collect()
    }

    fn check_zones(&mut self, zones: &[Zone], default: &[Hex]) {
        let units = &self.counters.roster.units;
        for (unit, &hex) in units.iter().zip(default) {
            if !zones
                .iter()
                .any(|zone| zone.quota(unit.class) > 0 && zone.contains(hex))
            {
                let place = format!("default, {}", unit.id);
                self.fault(
                    0,
                    &place,
                    format!("{hex} is outside its zone (3.0)"),
                    "move it into the zone",
                );
            }
        }
        for zone in zones {
            for &(class, quota) in &zone.quotas {
                let inside = units
                    .iter()
                    .zip(default)
                    .filter(|(unit, hex)| unit.class == class && zone.contains(**hex));
                let inside = inside.count();
                if inside > usize::from(quota) {
                    let place = format!(
                        "default, class {}",
                        self.counters.classes[class.0 as usize].id
                    );
                    let reason = format!("{inside} units in a zone for {quota} (3.0)");
                    self.fault(0, &place, reason, "move the surplus to their other zone");
                }
            }
        }
    }

    fn attila(
        &mut self,
        table: AttilaTable,
        default: Option<&[Hex]>,
    ) -> Option<(Vec<Hex>, UnitId, Provenance)> {
        let hexes = self.hexes("attila", &table.hexes);
        let (at, name) = (table.with.span().start, table.with.get_ref());
        let roster = &self.counters.roster;
        let Some(unit) = roster
            .find(name)
            .filter(|&unit| roster.unit(unit).side == Side::Hun)
        else {
            self.fault(
                at,
                "attila.with",
                format!("`{name}` is no unit of the Hun side"),
                "name one",
            );
            return None;
        };
        if let Some(hex) = default
            .map(|default| default[unit.index()])
            .filter(|hex| !hexes.contains(hex))
        {
            let reason = format!("{name} starts in {hex}, where Attila may not");
            self.fault(
                at,
                "attila.with",
                reason,
                "name a unit that starts in one of his hexes",
            );
        }
        Some((hexes, unit, table.provenance))
    }

    fn free(&mut self, table: FreeTable) -> Option<Free> {
        let last = self.ground.grid().extent().rows();
        for (key, rows) in [("free.hun", &table.hun), ("free.roman", &table.roman)] {
            let Rows { from, to } = *rows.get_ref();
            if from == 0 || from > to || to > last {
                let reason = format!("rows {from} to {to} on a map of {last} rows");
                self.fault(
                    rows.span().start,
                    key,
                    reason,
                    "give two rows of the map, the lower first",
                );
            }
        }
        let rows = [table.hun, table.roman].map(|rows| rows.get_ref().from..=rows.get_ref().to);
        let default = self.positions("free.default", &table.default)?;
        let free = Free {
            rows,
            provenance: table.provenance,
            default,
        };
        for (unit, &hex) in self.counters.roster.units.iter().zip(&free.default) {
            if !free.allows(unit.side, hex, self.ground) {
                let place = format!("free.default, {}", unit.id);
                let rows = free.rows_of(unit.side);
                let reason = format!(
                    "{hex} is outside rows {:02} to {:02}",
                    rows.start(),
                    rows.end()
                );
                self.fault(0, &place, reason, "move it into its side's rows");
            }
        }
        Some(free)
    }
}
