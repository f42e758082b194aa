//! Reading a file of `maps/`: grid, terrain and hills as rows of characters, river hexsides as pairs.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use super::ground::{Cell, Ground, Terrain};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::Provenance;
use crate::geometry::{Extent, Grid, Hex, Layout};

/// A map as the game ships it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name by which scenarios choose it.
    pub key: String,
    /// The name for people.
    pub title: String,
    /// The ground itself.
    pub ground: Ground,
    /// Where it comes from.
    pub provenance: FieldProvenance,
}

/// Where the parts of a map come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProvenance {
    /// Size and numbering.
    pub grid: Provenance,
    /// Woods and villages.
    pub terrain: Provenance,
    /// Levels.
    pub hills: Provenance,
    /// The river.
    pub river: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridTable {
    rows: Spanned<u8>,
    columns: Spanned<u8>,
    #[serde(rename = "shifted")]
    _shifted: Shifted,
    provenance: Provenance,
}

/// Which rows lie half a hex to the right; the book's set-up fits no other arrangement we know.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Shifted {
    Even,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainTable {
    legend: BTreeMap<String, Terrain>,
    rows: Spanned<Vec<Spanned<String>>>,
    provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HillTable {
    rows: Spanned<Vec<Spanned<String>>>,
    provenance: Provenance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverTable {
    hexsides: Vec<Spanned<String>>,
    provenance: Provenance,
}

/// Reads a map.
pub(super) fn read(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<Field> {
    let key = sheet.take("key", faults);
    let title = sheet.take("title", faults);
    let grid: Option<GridTable> = sheet.take("grid", faults);
    let terrain: Option<TerrainTable> = sheet.take("terrain", faults);
    let hills: Option<HillTable> = sheet.take("hills", faults);
    let river: Option<RiverTable> = sheet.take("river", faults);
    sheet.finish(faults);
    let (table, terrain, hills, river) = (grid?, terrain?, hills?, river?);
    let extent = extent(&sheet, &table, faults)?;
    let mut ground = Ground::plain(Grid::new(Layout::PointyEvenRight, extent));
    read_cells(
        &sheet,
        &terrain.rows,
        "terrain",
        &mut ground,
        faults,
        |cell, letter| {
            let mut encoded = [0; 4];
            let terrain = terrain.legend.get(letter.encode_utf8(&mut encoded) as &str);
            terrain.map(|&terrain| cell.terrain = terrain)
        },
    );
    read_cells(
        &sheet,
        &hills.rows,
        "hills",
        &mut ground,
        faults,
        |cell, letter| letter.to_digit(10).map(|level| cell.level = level as i8),
    );
    read_river(&sheet, &river.hexsides, &mut ground, faults);
    let provenance = FieldProvenance {
        grid: table.provenance,
        terrain: terrain.provenance,
        hills: hills.provenance,
        river: river.provenance,
    };
    Some(Field {
        key: key?,
        title: title?,
        ground,
        provenance,
    })
}

fn extent(sheet: &Sheet<'_>, table: &GridTable, faults: &mut Faults) -> Option<Extent> {
    let mut is_right = true;
    for (key, number) in [("grid.rows", &table.rows), ("grid.columns", &table.columns)] {
        if Hex::at(*number.get_ref(), 1).is_none() {
            let at = number.span().start;
            faults.add(sheet.fault(at, key, "ids have two digits for it", "give 1 to 99"));
            is_right = false;
        }
    }
    is_right.then(|| Extent::new(*table.rows.get_ref(), *table.columns.get_ref()))
}

fn read_cells(
    sheet: &Sheet<'_>,
    rows: &Spanned<Vec<Spanned<String>>>,
    key: &str,
    ground: &mut Ground,
    faults: &mut Faults,
    mut put: impl FnMut(&mut Cell, char) -> Option<()>,
) {
    let extent = ground.grid().extent();
    let (found, expected) = (rows.get_ref().len(), usize::from(extent.rows()));
    if found != expected {
        let reason = format!("{found} rows, but the grid has {expected}");
        faults.add(sheet.fault(
            rows.span().start,
            key,
            reason,
            "give one line of text for every row",
        ));
    }
    for (row, text) in (1..=extent.rows()).zip(rows.get_ref()) {
        let at = text.span().start;
        let (found, expected) = (
            text.get_ref().chars().count(),
            usize::from(extent.columns()),
        );
        if found != expected {
            let place = format!("{key}, row {row:02}");
            let reason = format!("{found} hexes, but the grid has {expected} columns");
            faults.add(sheet.fault(at, &place, reason, "give one character for every hex"));
        }
        for (column, letter) in (1..=extent.columns()).zip(text.get_ref().chars()) {
            let hex = Hex::new(row, column);
            let mut cell = ground.cell(hex);
            if put(&mut cell, letter).is_none() {
                let place = format!("{key}, hex {hex}");
                let reason = format!("`{letter}` means nothing here");
                let remedy = if key == "hills" {
                    "give a level, 0 to 9"
                } else {
                    "use a character of the legend"
                };
                faults.add(sheet.fault(at, &place, reason, remedy));
            }
            ground.set(hex, cell);
        }
    }
}

fn read_river(
    sheet: &Sheet<'_>,
    hexsides: &[Spanned<String>],
    ground: &mut Ground,
    faults: &mut Faults,
) {
    let mut seen = BTreeSet::new();
    for side in hexsides {
        let (at, text) = (side.span().start, side.get_ref().as_str());
        let place = format!("river, hexside {text}");
        let parsed = text
            .split_once('/')
            .and_then(|(a, b)| Some((a.parse::<Hex>().ok()?, b.parse::<Hex>().ok()?)));
        let Some((a, b)) = parsed else {
            faults.add(sheet.fault(at, &place, "not a pair of hexes", "write it as 0108/0109"));
            continue;
        };
        let off_map = [a, b].into_iter().find(|&hex| !ground.contains(hex));
        if let Some(hex) = off_map {
            faults.add(sheet.fault(
                at,
                &place,
                format!("{hex} is not on the map"),
                "use hexes of the grid",
            ));
        } else if !ground.add_river(a, b) {
            let reason = format!("{a} and {b} do not touch");
            faults.add(sheet.fault(at, &place, reason, "name two adjacent hexes"));
        } else if !seen.insert((a.min(b), a.max(b))) {
            faults.add(sheet.fault(at, &place, "listed twice", "delete one of the two"));
        }
    }
}
