//! The shipped data against what the book says.

use std::collections::BTreeSet;

use tesserarius::games::provenance::Origin;
use tesserarius::games::sign_of_the_pagan::data::{
    Bow, Condition, Contingent, DOWNHILL_SHOCK, Deployment, GameData, Ground, Kind, Mark,
    RIVER_SHOCK, Side, Slope, Terrain, UPHILL_SHOCK,
};
use tesserarius::geometry::Hex;

fn hex(id: &str) -> Hex {
    id.parse().expect("four digits")
}

fn ground(data: &GameData) -> &Ground {
    &data
        .field(data.scenario("standard").expect("the standard scenario"))
        .ground
}

#[test]
fn the_shipped_data_load_without_a_warning() {
    let data = GameData::shipped();
    assert_eq!(data.warnings, []);
    assert_eq!(data.manifest.title, "Sign of the Pagan");
    assert!(data.scenario("HISTORICAL").is_some() && data.scenario("troyes").is_none());
}

#[test]
fn r3_0n_the_armies_have_30_and_31_units_and_the_contingents_their_share() {
    let roster = GameData::shipped().counters.roster;
    assert_eq!(Side::ALL.map(|side| roster.of_side(side).count()), [30, 31]);
    let counts = Contingent::ALL.map(|contingent| roster.of(contingent).count());
    assert_eq!(counts, [17, 7, 6, 10, 17, 4]);
}

#[test]
fn r2_2k_the_marker_pools_hold_seven_and_eight() {
    let roster = GameData::shipped().counters.roster;
    let counts = Contingent::ALL.map(|contingent| roster.markers(contingent).count);
    assert_eq!(counts, [3, 2, 2, 3, 3, 2]);
}

#[test]
fn r5_3_1_markers_have_the_printed_bonuses() {
    let roster = GameData::shipped().counters.roster;
    let bonuses = Contingent::ALL.map(|contingent| roster.markers(contingent).bonus);
    assert_eq!(bonuses, [3, 1, 0, 1, 2, 2]);
}

#[test]
fn r2_0_the_counter_sheet_has_96_pieces() {
    assert_eq!(GameData::shipped().counters.total(), 96);
}

#[test]
fn r9_4_the_ratings_of_the_printed_example_are_kept() {
    let roster = GameData::shipped().counters.roster;
    let shock = |id: &str| {
        roster
            .face(roster.find(id).expect("in the roster"), Condition::Good)
            .shock
    };
    assert_eq!(
        [shock("hun-hc-1"), shock("hun-mi-1"), shock("rom-mi-1")],
        [5, 2, 3]
    );
}

#[test]
fn r9_2_2_rings_and_squares_stand_where_the_rules_want_them() {
    for unit in GameData::shipped().counters.roster.units {
        let marks = [unit.good.mark, unit.disordered.mark];
        let expected = match (unit.kind, unit.tribe.as_str()) {
            (Kind::LC, "Visigoth") => [Mark::WhiteSquare, Mark::WhiteRing],
            (Kind::LC | Kind::LI, _) => [Mark::WhiteRing, Mark::WhiteRing],
            (Kind::MI, "Hun") => [Mark::None, Mark::WhiteSquare],
            (Kind::HC | Kind::HI | Kind::MI, _) => [Mark::None, Mark::None],
        };
        assert_eq!(marks, expected, "{}", unit.id);
    }
}

#[test]
fn r8_2_1_bows_are_carried_by_light_units_and_the_hun_foot_only() {
    for unit in GameData::shipped().counters.roster.units {
        let expected = match (unit.kind, unit.contingent) {
            (Kind::LC | Kind::MI, Contingent::Huns) => Some(Bow::C),
            (Kind::LC, Contingent::Ostrogoths) | (Kind::LI, Contingent::Romans) => Some(Bow::B),
            _ => None,
        };
        assert_eq!(unit.bow, expected, "{}", unit.id);
    }
}

#[test]
fn units_answer_to_long_and_short_ids_in_any_case() {
    let roster = GameData::shipped().counters.roster;
    let third = roster.find("hun-lc-3").expect("in the roster");
    for name in ["HL3", "HL03", "hl03", "Hun-LC-3"] {
        assert_eq!(roster.find(name), Some(third), "{name}");
    }
    assert_eq!(roster.find("HL012"), None);
    assert_eq!(roster.find("HL12"), roster.find("hun-lc-12"));
    assert!(
        roster.is_leader("at") && roster.is_leader("Attila") && roster.find("attila").is_none()
    );
}

#[test]
fn r3_0_every_set_up_hex_is_clear_and_away_from_the_river() {
    let data = GameData::shipped();
    let ground = ground(&data);
    let scenario = data.scenario("standard").expect("exists");
    let hexes: BTreeSet<Hex> = scenario
        .historical
        .zones
        .iter()
        .flat_map(|zone| zone.hexes.clone())
        .collect();
    assert_eq!(hexes.len(), 77);
    for hex in hexes {
        assert_eq!(ground.terrain(hex), Terrain::Clear, "{hex}");
        let mut around = ground.grid().neighbours(hex);
        assert!(around.all(|(_, next)| !ground.river(hex, next)), "{hex}");
    }
}

#[test]
fn r3_0c_the_franks_have_the_hills_of_row_16_and_beyond() {
    let data = GameData::shipped();
    let scenario = data.scenario("standard").expect("exists");
    let franks = data.counters.class("fra-mi").expect("exists");
    let zone = scenario.historical.zones_of(franks).next().expect("exists");
    let ids: Vec<String> = zone.hexes.iter().map(Hex::to_string).collect();
    assert_eq!(
        ids,
        [
            "1604", "1605", "1606", "1704", "1705", "1706", "1804", "1805", "1806"
        ]
    );
    let allowed =
        ["1605", "1806", "1608", "1505"].map(|id| scenario.historical.allows(franks, hex(id)));
    assert_eq!(allowed, [true, true, false, false]);
}

#[test]
fn r3_0_zones_hold_what_the_book_lists() {
    let data = GameData::shipped();
    let zones = &data.scenario("standard").expect("exists").historical.zones;
    let lines: Vec<String> = zones
        .iter()
        .map(|zone| {
            let units = zone.quotas.iter().map(|(class, count)| {
                format!("{count} {}", data.counters.classes[class.0 as usize].id)
            });
            let units: Vec<String> = units.collect();
            let (first, last) = (zone.hexes[0], zone.hexes[zone.hexes.len() - 1]);
            let filled = if zone.is_filled() { "filled" } else { "choice" };
            format!(
                "{} {first}-{last} {filled}: {}",
                zone.side.key(),
                units.join(", ")
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            "hun 1604-1806 choice: 2 fra-mi",
            "hun 1510-1516 choice: 3 hun-mi",
            "hun 1607-1608 filled: 2 gep-mi",
            "hun 1609-1622 filled: 2 hun-hc, 12 hun-lc",
            "hun 1623-1624 filled: 2 ost-lc",
            "hun 1707-1708 filled: 2 bur-mi",
            "hun 1722-1723 filled: 2 ost-mi",
            "hun 1819-1821 filled: 3 ost-hc",
            "roman 1113-1120 choice: 3 ala-hc",
            "roman 1009-1011 filled: 2 rom-hi, 1 rom-mi",
            "roman 1012-1013 filled: 2 sax-mi",
            "roman 1014-1014 filled: 1 ala-mi",
            "roman 1015-1020 filled: 6 vis-mi",
            "roman 1021-1025 filled: 5 vis-lc",
            "roman 0913-0917 filled: 1 arm-li, 2 rbu-mi, 2 rfr-mi",
            "roman 0919-0924 filled: 3 vis-hc, 3 vis-lc",
        ]
    );
}

#[test]
fn r3_0_default_starts_face_the_enemy_from_at_least_four_hexes_away() {
    let data = GameData::shipped();
    let scenario = data.scenario("standard").expect("exists");
    let grid = ground(&data).grid();
    for deployment in [Deployment::Historical, Deployment::Free] {
        let [huns, romans] = Side::ALL
            .map(|side| scenario.default_placements(&data.counters.roster, side, deployment));
        assert_eq!((huns.len(), romans.len()), (30, 31));
        assert!(huns.iter().all(|start| start.facing.hour() == 12));
        assert!(romans.iter().all(|start| start.facing.hour() == 6));
        let pairs = huns
            .iter()
            .flat_map(|hun| romans.iter().map(move |roman| (hun.hex, roman.hex)));
        let nearest = pairs.map(|(a, b)| grid.distance(a, b)).min();
        assert!(nearest >= Some(4), "{deployment:?}: {nearest:?}");
    }
}

#[test]
fn r3_0o_free_starts_lie_on_clear_ground_in_the_rows_of_their_side() {
    let data = GameData::shipped();
    let scenario = data.scenario("standard").expect("exists");
    let rows = Side::ALL.map(|side| scenario.free.rows_of(side).clone());
    assert_eq!(rows, [12..=15, 6..=8]);
    for side in Side::ALL {
        for start in scenario.default_placements(&data.counters.roster, side, Deployment::Free) {
            assert_eq!(
                ground(&data).terrain(start.hex),
                Terrain::Clear,
                "{}",
                start.hex
            );
        }
    }
}

#[test]
fn r2_1a_the_map_has_18_rows_of_25_hexes_and_pointed_tops() {
    let data = GameData::shipped();
    let grid = ground(&data).grid();
    assert_eq!((grid.extent().rows(), grid.extent().columns()), (18, 25));
    let around: Vec<String> = grid
        .neighbours(hex("1412"))
        .map(|(_, next)| next.to_string())
        .collect();
    assert_eq!(around, ["1313", "1413", "1513", "1512", "1411", "1312"]);
}

/// A corner of the hex grid, named by the hexes that meet there.
fn corners(ground: &Ground, a: Hex, b: Hex) -> [BTreeSet<Hex>; 2] {
    let hour = ground
        .grid()
        .towards(a, b)
        .expect("a hexside has two hexes");
    [-2, 2].map(|turn| {
        let beside: Option<Hex> = ground.grid().layout().neighbour(a, hour.turned(turn));
        // Beyond the edge of the map no hex has an id, and a corner there needs none.
        [a, b].into_iter().chain(beside).collect()
    })
}

#[test]
fn the_river_is_one_unbroken_line_from_edge_to_edge() {
    let data = GameData::shipped();
    let ground = ground(&data);
    let sides: Vec<[BTreeSet<Hex>; 2]> = ground
        .rivers()
        .map(|(a, b)| corners(ground, a, b))
        .collect();
    assert_eq!(sides.len(), 35);
    let ends: Vec<&BTreeSet<Hex>> = sides
        .iter()
        .flatten()
        .filter(|corner| {
            let meeting = sides
                .iter()
                .flatten()
                .filter(|other| other == corner)
                .count();
            assert!(meeting <= 2, "the river forks at {corner:?}");
            meeting == 1
        })
        .collect();
    assert_eq!(ends.len(), 2, "loose ends at {ends:?}");
    for end in ends {
        let is_off_map = |hex: &Hex| !ground.contains(*hex);
        assert!(
            end.len() == 2 || end.iter().any(is_off_map),
            "the river ends inside the map at {end:?}"
        );
    }
    let mut reached = BTreeSet::from([0]);
    while let Some(next) = (0..sides.len()).find(|&side| {
        !reached.contains(&side)
            && reached.iter().any(|&other| {
                sides[side]
                    .iter()
                    .any(|corner| sides[other].contains(corner))
            })
    }) {
        reached.insert(next);
    }
    assert_eq!(reached.len(), sides.len(), "the river has several parts");
}

#[test]
fn tec_the_four_crossings_that_the_book_pictures_exist() {
    let data = GameData::shipped();
    let ground = ground(&data);
    let mut found = BTreeSet::new();
    for (a, b) in ground.rivers() {
        for (from, to) in [(a, b), (b, a)] {
            let slope = match ground.slope(from, to) {
                Slope::Up => UPHILL_SHOCK,
                Slope::Even => 0,
                Slope::Down => DOWNHILL_SHOCK,
            };
            let shock = RIVER_SHOCK + ground.terrain(to).shock() + slope;
            let is_rough = ground.terrain(to) != Terrain::Clear;
            found.insert((
                ground.cost(from, to),
                shock,
                is_rough,
                ground.slope(from, to),
            ));
        }
    }
    for crossing in [
        (4, -2, false, Slope::Down),
        (5, -4, true, Slope::Even),
        (4, -3, false, Slope::Even),
        (5, -4, false, Slope::Up),
    ] {
        assert!(
            found.contains(&crossing),
            "{crossing:?} is not among {found:?}"
        );
    }
}

#[test]
fn r2_4_each_deck_has_eight_cards_and_four_of_them_without_effect() {
    let deck = GameData::shipped().cards;
    assert_eq!(deck.drawn, 4);
    for side in Side::ALL {
        let own: Vec<_> = deck.cards.iter().filter(|card| card.side == side).collect();
        assert_eq!(own.len(), 8);
        assert_eq!(own.iter().filter(|card| card.action.is_none()).count(), 4);
    }
}

#[test]
fn no_allowance_and_no_card_text_claims_to_be_printed() {
    let data = GameData::shipped();
    for class in &data.counters.classes {
        assert_eq!(
            class.provenance.ma.origin,
            Origin::Reconstructed,
            "{}",
            class.id
        );
        assert_eq!(
            class.provenance.count.origin,
            Origin::Printed,
            "{}",
            class.id
        );
    }
    for card in data.cards.cards.iter().filter(|card| card.action.is_some()) {
        assert_eq!(card.provenance.origin, Origin::Reconstructed, "{}", card.id);
    }
}
