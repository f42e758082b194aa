//! Reading zones and positions, and whether the one fits the other.

use std::collections::BTreeMap;

use toml::Spanned;

use super::{Positions, Reader, Start, ZoneRow};
use crate::games::sign_of_the_pagan::data::roster::ClassId;
use crate::games::sign_of_the_pagan::data::setup::Zone;
use crate::geometry::Hex;

impl Reader<'_> {
    pub(super) fn zones(&mut self, rows: Vec<(usize, ZoneRow)>) -> Vec<Zone> {
        let before = self.faults.len();
        let mut zones = Vec::new();
        for (at, row) in rows {
            let classes: Vec<&str> = row.units.keys().map(String::as_str).collect();
            let place = format!("zone of {}", classes.join(", "));
            let quotas = self.quotas(at, &place, &row);
            let hexes = match (row.hexes, row.hills_from_row) {
                (Some(ranges), None) => self.hexes(&place, &ranges),
                (None, Some(first)) => self.hills(first),
                (Some(_), Some(_)) | (None, None) => {
                    let remedy = "give either `hexes` or `hills-from-row`";
                    self.fault(at, &place, "no place, or two", remedy);
                    continue;
                }
            };
            zones.push((
                at,
                place,
                Zone {
                    side: row.side,
                    quotas,
                    hexes,
                },
            ));
        }
        if self.faults.len() == before {
            self.check_sizes(&zones);
        }
        zones.into_iter().map(|(_, _, zone)| zone).collect()
    }

    fn quotas(&mut self, at: usize, place: &str, row: &ZoneRow) -> Vec<(ClassId, u8)> {
        let mut quotas = Vec::new();
        for (name, &count) in &row.units {
            let Some(class) = self.counters.class(name) else {
                let reason = format!("there is no class `{name}`");
                self.fault(at, place, reason, "use an id of units.toml without number");
                continue;
            };
            let units = &self.counters.roster.units;
            let own = units.iter().find(|unit| unit.class == class);
            if own.is_some_and(|unit| unit.side != row.side) {
                let reason = format!("`{name}` does not fight for {}", row.side.key());
                self.fault(at, place, reason, "give the zone to its own side");
            }
            quotas.push((class, count));
        }
        quotas
    }

    fn check_sizes(&mut self, zones: &[(usize, String, Zone)]) {
        for (at, place, zone) in zones {
            let (units, hexes) = (zone.count(), zone.hexes.len());
            if units > hexes {
                let reason = format!("{units} units for {hexes} hexes");
                self.fault(
                    *at,
                    place,
                    reason,
                    "one unit fits into a hex (6.1): add hexes",
                );
            }
        }
        for (index, class) in self.counters.classes.iter().enumerate() {
            let quotas = zones
                .iter()
                .map(|(_, _, zone)| zone.quota(ClassId(index as u8)));
            let placed: u32 = quotas.map(u32::from).sum();
            if placed != u32::from(class.count) {
                let place = format!("zone, class {}", class.id);
                let reason = format!("the zones hold {placed} of its {} units", class.count);
                self.absence(&place, reason, "correct the `units` of its zones");
            }
        }
    }

    /// Reads hexes and ranges along a row, `1609-1622`.
    pub(super) fn hexes(&mut self, place: &str, ranges: &[Spanned<String>]) -> Vec<Hex> {
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
            if self.ground.contains(last) {
                let columns = first.column()..=last.column();
                hexes.extend(columns.map(|column| Hex::new(first.row(), column)));
            } else {
                self.fault(
                    at,
                    place,
                    format!("{last} is not on the map"),
                    "use hexes of the map",
                );
            }
        }
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    fn hills(&self, first_row: u8) -> Vec<Hex> {
        let cells = self.ground.cells().filter(|(_, cell)| cell.level > 0);
        cells
            .map(|(hex, _)| hex)
            .filter(|hex| hex.row() >= first_row)
            .collect()
    }

    /// Reads a hex for every unit, no two in one.
    pub(super) fn positions(&mut self, key: &str, positions: &Positions) -> Option<Vec<Start>> {
        let mut starts = vec![None; self.counters.roster.units.len()];
        let mut taken: BTreeMap<Hex, &str> = BTreeMap::new();
        for (name, hex) in positions {
            let (at, hex) = (hex.span().start, *hex.get_ref());
            let place = format!("{key}, {name}");
            let Some(unit) = self.counters.roster.find(name) else {
                let remedy = "use an id of units.toml with a number";
                self.fault(at, &place, "there is no such unit", remedy);
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
            if starts[unit.index()].replace((hex, at)).is_some() {
                let reason = "placed twice under two names";
                self.fault(at, &place, reason, "delete one of the two");
            }
        }
        for (unit, start) in self.counters.roster.units.iter().zip(&starts) {
            if start.is_none() {
                self.absence(
                    &format!("{key}, {}", unit.id),
                    "no hex for this unit",
                    "add one",
                );
            }
        }
        starts.into_iter().collect()
    }

    /// Holds the default positions against the zones.
    pub(super) fn check_default(&mut self, zones: &[Zone], default: &[Start]) {
        let units = &self.counters.roster.units;
        for (unit, &(hex, at)) in units.iter().zip(default) {
            let mut own = zones.iter().filter(|zone| zone.quota(unit.class) > 0);
            if !own.any(|zone| zone.contains(hex)) {
                let place = format!("default, {}", unit.id);
                let reason = format!("{hex} is outside its zone");
                self.fault(at, &place, reason, "move it into the zone (3.0)");
            }
        }
        for zone in zones {
            for &(class, quota) in &zone.quotas {
                let own = units
                    .iter()
                    .zip(default)
                    .filter(|(unit, _)| unit.class == class);
                let inside = own.filter(|(_, (hex, _))| zone.contains(*hex)).count();
                if inside > usize::from(quota) {
                    let class = &self.counters.classes[class.0 as usize].id;
                    let reason = format!("{inside} units in a zone for {quota}");
                    let remedy = "move the surplus to their other zone (3.0)";
                    self.absence(&format!("default, class {class}"), reason, remedy);
                }
            }
        }
    }
}
