//! Changes of the ground for one scenario (R101).

use super::data::Scenario;
use super::data::scenario::{Feature, GroundRule};
use super::game::may_ignore;
use super::land::{Cell, Land};
use super::options::{BoudiccaBridges, HypotheticalTerrain, IgnoreRiver, Options};
use super::terms::{Elevation, Terrain};

/// Every kind of ground that can be ignored.
const FEATURES: [Feature; 8] = [
    Feature::Village,
    Feature::Woods,
    Feature::Swamp,
    Feature::River,
    Feature::Ford,
    Feature::Bridge,
    Feature::Slope,
    Feature::Hilltop,
];

/// Changes the ground as a scenario and the options say.
pub(super) fn change(land: &mut Land, scenario: &Scenario, options: &Options) {
    for rule in &scenario.ground {
        match rule {
            GroundRule::Ignore { types } => ignore(land, &widened(types, options)),
            GroundRule::IgnoreAllExcept { types } => {
                let rest: Vec<_> = FEATURES
                    .into_iter()
                    .filter(|own| !types.contains(own))
                    .collect();
                ignore(land, &rest);
            }
            GroundRule::IgnoreAll => forget(land),
            GroundRule::MayIgnoreAll => {}
            GroundRule::TreatAs { from, to } => each(land, |cell| {
                if cell.terrain == *from {
                    cell.terrain = *to;
                }
            }),
            GroundRule::ForbidEntry { types } => forbid(land, types, options),
        }
    }
    if may_ignore(&scenario.ground) && options.hypothetical_terrain == HypotheticalTerrain::Ignore {
        forget(land);
    }
}

/// R89: with the river fall its fords and bridges.
fn widened(types: &[Feature], options: &Options) -> Vec<Feature> {
    let mut types = types.to_vec();
    let river = types.contains(&Feature::River);
    if river && options.ignore_river_scope == IgnoreRiver::AllWater {
        types.extend([Feature::Ford, Feature::Bridge]);
    }
    types
}

fn each(land: &mut Land, change: impl Fn(&mut Cell)) {
    let hexes: Vec<_> = land.hexes().map(|(hex, _)| hex).collect();
    for hex in hexes {
        change(land.cell_mut(hex));
    }
}

fn is(cell: &Cell, feature: Feature) -> bool {
    match feature {
        Feature::Village => cell.terrain == Terrain::Village,
        Feature::Woods => cell.terrain == Terrain::Woods,
        Feature::Swamp => cell.terrain == Terrain::Swamp,
        Feature::River => cell.terrain == Terrain::River,
        Feature::Ford => cell.terrain == Terrain::Ford,
        Feature::Bridge => cell.terrain == Terrain::Bridge,
        Feature::Slope => cell.elevation == Elevation::Slope,
        Feature::Hilltop => cell.elevation == Elevation::Hilltop,
    }
}

/// R101: ignored ground counts as clear, an ignored slope or hilltop takes its dark hexsides along.
fn ignore(land: &mut Land, types: &[Feature]) {
    let heights = types.contains(&Feature::Slope) || types.contains(&Feature::Hilltop);
    each(land, |cell| {
        for &feature in types {
            match feature {
                Feature::Slope | Feature::Hilltop if is(cell, feature) => {
                    cell.elevation = Elevation::Ground;
                }
                feature if is(cell, feature) => cell.terrain = Terrain::Clear,
                _ => {}
            }
        }
        if heights {
            cell.dark = 0;
        }
    });
}

/// Leaves nothing but open ground; road hexes remain as places by which one leaves (L3.6).
fn forget(land: &mut Land) {
    each(land, |cell| {
        cell.terrain = Terrain::Clear;
        cell.elevation = Elevation::Ground;
        cell.dark = 0;
        cell.roads = 0;
    });
}

/// L4.3: closes hexes, roads included; a bridge in a barred river stays open along its road.
fn forbid(land: &mut Land, types: &[Feature], options: &Options) {
    let river = types.contains(&Feature::River);
    let bridges = options.boudicca_bridges;
    each(land, |cell| {
        cell.closed |= types.iter().any(|&feature| is(cell, feature));
        if river && cell.terrain == Terrain::Bridge {
            match bridges {
                BoudiccaBridges::Open => cell.road_only = true,
                BoudiccaBridges::Barred => cell.closed = true,
            }
        }
    });
}
