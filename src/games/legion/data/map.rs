//! Reading a map: what grows where, heights, roads, and the checks that a transcription has to pass.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use toml::Spanned;

use crate::games::files::{Faults, Sheet};
use crate::games::legion::land::{Chart, Land};
use crate::games::legion::terms::{Dir, Edge, Elevation, Terrain};
use crate::games::provenance::Provenance;
use crate::geometry::{Extent, Hex};

/// A road.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Road {
    /// Its name.
    pub name: String,
    /// The edge by which it leaves, if it does.
    pub exit: Option<Edge>,
    /// Its hexes in order.
    pub path: Vec<Hex>,
}

/// A map as its file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapSheet {
    /// The name by which scenarios choose it.
    pub key: String,
    /// Its title.
    pub title: String,
    /// Where it comes from.
    pub provenance: Provenance,
    /// Its size.
    pub extent: Extent,
    /// Lettered hexes.
    pub letters: Vec<(char, Hex)>,
    /// Hexes that are not clear.
    pub terrain: BTreeMap<Hex, Terrain>,
    /// Hexes above the ground.
    pub elevation: BTreeMap<Hex, Elevation>,
    /// Dark hexsides, each as the slope and the hilltop beside it.
    pub dark: Vec<(Hex, Hex)>,
    /// Roads.
    pub roads: Vec<Road>,
    /// A hex of the north bank.
    pub north_bank: Hex,
}

impl MapSheet {
    /// Makes the ground of it, nothing left out.
    pub fn land(&self, chart: Chart) -> Land {
        let mut land = Land::open(self.extent, chart);
        let (columns, rows) = (self.extent.rows(), self.extent.columns());
        for hex in self.extent.hexes() {
            let cell = land.cell_mut(hex);
            cell.terrain = self.terrain.get(&hex).copied().unwrap_or(Terrain::Clear);
            cell.elevation = self
                .elevation
                .get(&hex)
                .copied()
                .unwrap_or(Elevation::Ground);
            let on = [
                (Edge::North, hex.column() == 1),
                (Edge::East, hex.row() == columns),
                (Edge::South, hex.column() == rows),
                (Edge::West, hex.row() == 1),
            ];
            for (edge, is_on) in on {
                cell.edges |= u8::from(is_on) << edge as u8;
            }
        }
        for &(slope, hilltop) in &self.dark {
            land.darken(slope, hilltop);
        }
        for road in &self.roads {
            for pair in road.path.windows(2) {
                land.lay_road(pair[0], pair[1]);
            }
            if let Some(edge) = road.exit {
                let ends = [road.path.first(), road.path.last()];
                for hex in ends.into_iter().flatten().copied() {
                    if land.is_on(hex, edge) {
                        land.cell_mut(hex).road_exits |= 1 << edge as u8;
                    }
                }
            }
        }
        land.letters.clone_from(&self.letters);
        land.roads = self
            .roads
            .iter()
            .map(|road| (road.name.clone(), road.path.clone()))
            .collect();
        let villages = self.terrain.iter();
        land.villages = villages
            .filter(|(_, own)| **own == Terrain::Village)
            .map(|(&hex, _)| hex)
            .collect();
        land.north_bank = self.bank();
        land
    }

    /// Floods from the north bank without entering water (L3.5).
    fn bank(&self) -> Vec<Hex> {
        let is_water = |hex: &Hex| self.terrain.get(hex).is_some_and(|&own| is_water(own));
        flood(self.extent, self.north_bank, |hex| !is_water(hex))
            .into_iter()
            .collect()
    }
}

/// Tells whether this is a part of the watercourse.
pub(in crate::games::legion) const fn is_water(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::River | Terrain::Ford | Terrain::Bridge)
}

/// Returns every hex that can be reached from one through hexes that pass a test.
fn flood(extent: Extent, from: Hex, passes: impl Fn(&Hex) -> bool) -> BTreeSet<Hex> {
    let grid = crate::geometry::Grid::new(crate::geometry::Layout::FlatEvenLower, extent);
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(hex) = open.pop() {
        for (_, next) in grid.neighbours(hex) {
            if passes(&next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ElevationTable {
    slope: Vec<Spanned<Hex>>,
    hilltop: Vec<Spanned<Hex>>,
    dark: Vec<Spanned<(Hex, Hex)>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadRow {
    name: String,
    exit: Exit,
    path: Spanned<Vec<Spanned<Hex>>>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Exit {
    North,
    East,
    South,
    West,
    None,
}

impl From<Exit> for Option<Edge> {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::North => Some(Edge::North),
            Exit::East => Some(Edge::East),
            Exit::South => Some(Edge::South),
            Exit::West => Some(Edge::West),
            Exit::None => None,
        }
    }
}

/// Reads a map.
pub(super) fn read(mut sheet: Sheet<'_>, faults: &mut Faults) -> Option<MapSheet> {
    let before = faults.len();
    let key = sheet.take("key", faults);
    let title = sheet.take("title", faults);
    let provenance = sheet.take("provenance", faults);
    let columns: Option<Spanned<u8>> = sheet.take("columns", faults);
    let rows: Option<Spanned<u8>> = sheet.take("rows", faults);
    let letters: Option<BTreeMap<String, Spanned<Hex>>> = sheet.take("letters", faults);
    let terrain: Option<BTreeMap<Terrain, Vec<Spanned<Hex>>>> = sheet.take("terrain", faults);
    let elevation: Option<ElevationTable> = sheet.take("elevation", faults);
    let bank: Option<Spanned<Hex>> = sheet.take("north-bank", faults);
    let roads: Vec<(usize, RoadRow)> = sheet.rows("road", faults);
    sheet.finish(faults);
    let (columns, rows) = (columns?, rows?);
    let sizes = [&columns, &rows].map(|size| (*size.get_ref(), size.span().start));
    for (size, at) in sizes {
        if !(1..=Hex::MAX).contains(&size) {
            faults.add(sheet.fault(
                at,
                "size",
                "a map has 1 to 99 columns and rows",
                "correct it",
            ));
            return None;
        }
    }
    let mut reader = Reader {
        sheet: &sheet,
        faults,
        extent: Extent::new(*columns.get_ref(), *rows.get_ref()),
    };
    let letters = letters?;
    let letters = letters.iter().filter_map(|(name, hex)| {
        let place = format!("letter {name}");
        let own = reader.hex(hex, &place)?;
        let mut letters = name.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => Some((letter, own)),
            _ => {
                let reason = format!("`{name}` is not one capital letter");
                let at = hex.span().start;
                let fault = reader.sheet.fault(at, &place, reason, "give it a letter");
                reader.faults.add(fault);
                None
            }
        }
    });
    let letters: Vec<_> = letters.collect();
    let mut ground = BTreeMap::new();
    for (kind, hexes) in &terrain? {
        reader.once(hexes, *kind, kind.word(), &mut ground);
    }
    let elevation = elevation?;
    let mut heights = BTreeMap::new();
    reader.once(&elevation.slope, Elevation::Slope, "slope", &mut heights);
    reader.once(
        &elevation.hilltop,
        Elevation::Hilltop,
        "hilltop",
        &mut heights,
    );
    let mut dark = Vec::new();
    for pair in &elevation.dark {
        reader.dark(pair, &heights, &mut dark);
    }
    reader.every_border_is_dark(&heights, &dark);
    let mut paths: Vec<Road> = Vec::new();
    for (at, row) in roads {
        if paths.iter().any(|own| own.name == row.name) {
            let reason = format!("there is a road `{}` already", row.name);
            let fault = reader
                .sheet
                .fault(at, "road", reason, "give it a name of its own");
            reader.faults.add(fault);
        }
        paths.extend(reader.road(row, &ground));
    }
    reader.crossings(&ground, &paths);
    let bank = bank?;
    let north_bank = reader.hex(&bank, "north-bank")?;
    if ground.get(&north_bank).is_some_and(|&own| is_water(own)) {
        let reason = format!("{north_bank} is water");
        let at = bank.span().start;
        let fault = reader
            .sheet
            .fault(at, "north-bank", reason, "name a hex of the bank");
        reader.faults.add(fault);
    }
    let map = MapSheet {
        key: key?,
        title: title?,
        provenance: provenance?,
        extent: reader.extent,
        letters,
        terrain: ground,
        elevation: heights,
        dark,
        roads: paths,
        north_bank,
    };
    reader.banks(&map);
    (faults.len() == before).then_some(map)
}

struct Reader<'a, 'f> {
    sheet: &'a Sheet<'a>,
    faults: &'f mut Faults,
    extent: Extent,
}

impl Reader<'_, '_> {
    fn grid(&self) -> crate::geometry::Grid {
        crate::geometry::Grid::new(crate::geometry::Layout::FlatEvenLower, self.extent)
    }

    fn hex(&mut self, hex: &Spanned<Hex>, place: &str) -> Option<Hex> {
        let own = *hex.get_ref();
        if self.extent.contains(own) {
            return Some(own);
        }
        let at = hex.span().start;
        let reason = format!("{own} is not on the map");
        self.faults.add(
            self.sheet
                .fault(at, place, reason, "correct the hex or the size"),
        );
        None
    }

    fn once<T: Copy>(
        &mut self,
        hexes: &[Spanned<Hex>],
        what: T,
        place: &str,
        found: &mut BTreeMap<Hex, T>,
    ) {
        for hex in hexes {
            if let Some(own) = self.hex(hex, place)
                && found.insert(own, what).is_some()
            {
                let at = hex.span().start;
                let reason = format!("{own} is listed twice");
                self.faults
                    .add(self.sheet.fault(at, place, reason, "keep it in one list"));
            }
        }
    }

    fn dark(
        &mut self,
        pair: &Spanned<(Hex, Hex)>,
        heights: &BTreeMap<Hex, Elevation>,
        dark: &mut Vec<(Hex, Hex)>,
    ) {
        let (slope, hilltop) = *pair.get_ref();
        let fits = self.extent.contains(slope)
            && self.extent.contains(hilltop)
            && self.grid().is_adjacent(slope, hilltop)
            && heights.get(&slope) == Some(&Elevation::Slope)
            && heights.get(&hilltop) == Some(&Elevation::Hilltop);
        if fits {
            dark.push((slope, hilltop));
        } else {
            let at = pair.span().start;
            let reason = format!("{slope} {hilltop} is not a slope and a hilltop that touch");
            self.faults
                .add(self.sheet.fault(at, "dark", reason, "correct the pair"));
        }
    }

    fn every_border_is_dark(&mut self, heights: &BTreeMap<Hex, Elevation>, dark: &[(Hex, Hex)]) {
        let grid = self.grid();
        let tops = heights
            .iter()
            .filter(|(_, own)| **own == Elevation::Hilltop);
        for (&top, _) in tops {
            for (_, near) in grid.neighbours(top) {
                let is_slope = heights.get(&near) == Some(&Elevation::Slope);
                if is_slope && !dark.contains(&(near, top)) {
                    let reason = format!("{near} {top} lies between slope and hilltop");
                    let fault = self
                        .sheet
                        .absence("dark", reason, "list the hexside as dark");
                    self.faults.add(fault);
                }
            }
        }
    }

    fn road(&mut self, row: RoadRow, ground: &BTreeMap<Hex, Terrain>) -> Option<Road> {
        let place = format!("road {}", row.name);
        let mut path: Vec<Hex> = Vec::new();
        for hex in row.path.get_ref() {
            let own = self.hex(hex, &place)?;
            let at = hex.span().start;
            if let Some(&last) = path.last()
                && !self.grid().is_adjacent(last, own)
            {
                let reason = format!("{own} does not touch {last}");
                self.faults.add(
                    self.sheet
                        .fault(at, &place, reason, "list each hex of the road"),
                );
            }
            if matches!(ground.get(&own), Some(Terrain::River | Terrain::Ford)) {
                let reason = format!("{own} is water without a bridge");
                self.faults
                    .add(self.sheet.fault(at, &place, reason, "make it a bridge"));
            }
            path.push(own);
        }
        let exit: Option<Edge> = row.exit.into();
        let on_edge = |hex: &Hex, edge: Edge| match edge {
            Edge::North => hex.column() == 1,
            Edge::East => hex.row() == self.extent.rows(),
            Edge::South => hex.column() == self.extent.columns(),
            Edge::West => hex.row() == 1,
        };
        let leaves = exit.is_none_or(|edge| {
            [path.first(), path.last()]
                .into_iter()
                .flatten()
                .any(|hex| on_edge(hex, edge))
        });
        if !leaves {
            let at = row.path.span().start;
            let reason = "no end of it lies on the edge by which it leaves";
            self.faults
                .add(self.sheet.fault(at, &place, reason, "lead it to the edge"));
        }
        Some(Road {
            name: row.name,
            exit,
            path,
        })
    }

    /// One road leaves by each edge, and each bridge has two road hexsides.
    fn crossings(&mut self, ground: &BTreeMap<Hex, Terrain>, roads: &[Road]) {
        for &edge in Edge::ALL {
            if roads.iter().filter(|road| road.exit == Some(edge)).count() != 1 {
                let reason = format!("not one road leaves by the {edge} edge");
                self.faults.add(
                    self.sheet
                        .absence("road", reason, "give one an `exit` there"),
                );
            }
        }
        let sides: BTreeSet<(Hex, Hex)> = roads
            .iter()
            .flat_map(|road| road.path.windows(2))
            .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
            .collect();
        for (&hex, _) in ground.iter().filter(|(_, own)| **own == Terrain::Bridge) {
            let count = sides.iter().filter(|(a, b)| *a == hex || *b == hex).count();
            if count != 2 {
                let reason = format!("bridge {hex} has {count} road hexsides, not 2");
                self.faults.add(
                    self.sheet
                        .absence("bridge", reason, "lead one road over it"),
                );
            }
        }
    }

    /// The water hangs together, keeps G off the north bank, and the village lies on the north road.
    fn banks(&mut self, map: &MapSheet) {
        let waters = map.terrain.iter().filter(|(_, own)| is_water(**own));
        let waters: BTreeSet<Hex> = waters.map(|(&hex, _)| hex).collect();
        if let Some(&first) = waters.first() {
            let joined = flood(map.extent, first, |hex| waters.contains(hex));
            if let Some(apart) = waters.difference(&joined).next() {
                let reason = format!("{apart} is cut off from the other water");
                self.faults
                    .add(self.sheet.absence("river", reason, "join the watercourse"));
            }
        }
        let bank = map.bank();
        let letter = map.letters.iter().find(|(letter, _)| *letter == 'G');
        if let Some((_, hex)) = letter
            && bank.contains(hex)
        {
            let reason = format!("G ({hex}) lies on the north bank");
            self.faults
                .add(self.sheet.absence("north-bank", reason, "close the river"));
        }
        let villages = map
            .terrain
            .iter()
            .filter(|(_, own)| **own == Terrain::Village);
        for (&hex, _) in villages {
            let on_road = map
                .roads
                .iter()
                .any(|road| road.name == "north" && road.path.contains(&hex));
            if !on_road {
                let reason = format!("{hex} is not on the north road");
                self.faults
                    .add(self.sheet.absence("village", reason, "lead the road there"));
            }
        }
    }
}

/// Returns the directions around a hex with the hexes there.
pub(in crate::games::legion) fn around(land: &Land, hex: Hex) -> impl Iterator<Item = (Dir, Hex)> {
    let near = land.around(hex);
    Dir::ALL
        .into_iter()
        .filter_map(move |dir| Some((dir, near[dir.index()]?)))
}
