//! Where armies may be set up: the zones of a scenario, as the options of the match read them (11.1).

use crate::geometry::Hex;

use super::data::Army;
use super::data::scenario::{Bank, Deploy, Zone};
use super::land::Land;
use super::options::{MindenS, Options, SambreHalf, SambreNorth};

/// A part of the map in which units may be set up (11.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Area {
    /// Its hexes.
    pub(super) hexes: Vec<Hex>,
    /// How many units have to stand there.
    pub(super) exactly: Option<u16>,
    /// Whether Leaders count among them.
    pub(super) leaders_count: bool,
}

/// Finds the parts of an army's zone.
pub(super) fn areas(land: &Land, army: &Army, options: &Options) -> Vec<Area> {
    match &army.deploy {
        Deploy::Zones { zones } => vec![Area {
            hexes: hexes_of(land, zones, options, |_| true),
            exactly: None,
            leaders_count: false,
        }],
        Deploy::Road { road, .. } => vec![Area {
            hexes: up_to_village(land, road),
            exactly: None,
            leaders_count: false,
        }],
        Deploy::Groups { groups } => {
            let leaders_count = options.sambre_half == SambreHalf::All;
            let leaders = army
                .leaders
                .iter()
                .map(|(_, count)| u16::from(*count))
                .sum::<u16>();
            let parts = groups.len() as u16;
            groups
                .iter()
                .map(|group| {
                    let north = group.bank == Bank::North;
                    let wide = north && options.sambre_north == SambreNorth::G6;
                    let zones = if wide {
                        vec![Zone {
                            letter: 'G',
                            within: 6,
                            printed: None,
                        }]
                    } else {
                        group.zones.clone()
                    };
                    let more = if leaders_count { leaders / parts } else { 0 };
                    Area {
                        hexes: hexes_of(land, &zones, options, |hex| {
                            land.north_bank.contains(&hex) == north
                        }),
                        exactly: Some(group.units + more),
                        leaders_count,
                    }
                })
                .collect()
        }
    }
}

/// 11.1, R77: whoever sets up second keeps two hexes from the zone of the other, where an option leads them
/// together.
pub(super) fn keep_apart(land: &Land, areas: &mut [Vec<Area>; 2], first: usize) {
    let held: Vec<Hex> = areas[first]
        .iter()
        .flat_map(|area| area.hexes.clone())
        .collect();
    for area in &mut areas[1 - first] {
        let is_free = |&hex: &Hex| held.iter().all(|&own| land.distance(own, hex) > 1);
        area.hexes.retain(is_free);
    }
}

/// R98: returns the hexes of a road from the edge of the map to the village on it.
fn up_to_village(land: &Land, road: &str) -> Vec<Hex> {
    let Some((_, path)) = land.roads.iter().find(|(name, _)| name == road) else {
        return Vec::new();
    };
    let mut path = path.clone();
    let leaves = |hex: &Hex| land.cell(*hex).road_exits != 0;
    if !path.first().is_some_and(leaves) {
        path.reverse();
    }
    let village = path
        .iter()
        .position(|&hex| land.villages.contains(&hex))
        .unwrap_or(path.len() - 1);
    path.truncate(village + 1);
    path
}

fn hexes_of(
    land: &Land,
    zones: &[Zone],
    options: &Options,
    fits: impl Fn(Hex) -> bool,
) -> Vec<Hex> {
    let mut hexes = Vec::new();
    for zone in zones {
        let letter = match (zone.printed, options.minden_s) {
            (Some(_), MindenS::Void) => continue,
            (Some(_), other) => other_letter(other),
            (None, _) => zone.letter,
        };
        if let Some(centre) = land.letter(letter) {
            let near = land.grid().within(centre, zone.within);
            hexes.extend(near.filter(|&hex| land.contains(hex) && fits(hex)));
        }
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

fn other_letter(choice: MindenS) -> char {
    use super::options::Choice;
    let letter = choice
        .key()
        .chars()
        .next()
        .expect("a letter has a character");
    letter.to_ascii_uppercase()
}
