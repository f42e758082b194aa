//! Geometry against hexx: distance, neighbours and rings agree.

use std::collections::BTreeSet;

use hexx::{HexOrientation, OffsetHexMode};
use proptest::prelude::*;
use tesserarius::geometry::{Extent, Grid, Hex, HexMap, HexSet, Layout};

const LAYOUTS: [Layout; 2] = [Layout::PointyEvenRight, Layout::FlatEvenLower];

/// Our even lines are odd when counted from zero, and those are shifted.
fn oracle(layout: Layout, hex: Hex) -> hexx::Hex {
    let (first, second) = (i32::from(hex.row()) - 1, i32::from(hex.column()) - 1);
    match layout {
        Layout::PointyEvenRight => hexx::Hex::from_offset_coordinates(
            [second, first],
            OffsetHexMode::Odd,
            HexOrientation::Pointy,
        ),
        Layout::FlatEvenLower => hexx::Hex::from_offset_coordinates(
            [first, second],
            OffsetHexMode::Odd,
            HexOrientation::Flat,
        ),
    }
}

fn plain(layout: Layout) -> Grid {
    Grid::new(layout, Extent::PLAIN)
}

pub(crate) fn any_hex() -> impl Strategy<Value = Hex> {
    (1..=Hex::MAX, 1..=Hex::MAX).prop_map(|(row, column)| Hex::new(row, column))
}

fn any_layout() -> impl Strategy<Value = Layout> {
    prop::sample::select(&LAYOUTS[..])
}

proptest! {
    #[test]
    fn distances_agree(layout in any_layout(), a in any_hex(), b in any_hex()) {
        let expected = oracle(layout, a).unsigned_distance_to(oracle(layout, b));
        prop_assert_eq!(u32::from(layout.distance(a, b)), expected);
    }

    #[test]
    fn axial_coordinates_agree(layout in any_layout(), hex in any_hex()) {
        let (ours, theirs) = (layout.axial(hex), oracle(layout, hex));
        prop_assert_eq!((i32::from(ours.q), i32::from(ours.r)), (theirs.x, theirs.y));
    }

    #[test]
    fn neighbours_agree(layout in any_layout(), hex in any_hex()) {
        let ours: BTreeSet<_> = plain(layout)
            .neighbours(hex)
            .map(|(_, next)| oracle(layout, next).to_array())
            .collect();
        let theirs: BTreeSet<_> = oracle(layout, hex)
            .all_neighbors()
            .into_iter()
            .filter(|next| is_printable(layout, *next))
            .map(hexx::Hex::to_array)
            .collect();
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn rings_agree(layout in any_layout(), centre in any_hex(), distance in 0_u16..12) {
        let ours: Vec<_> = plain(layout).ring(centre, distance).collect();
        let theirs: BTreeSet<_> = oracle(layout, centre)
            .ring(u32::from(distance))
            .filter(|hex| is_printable(layout, *hex))
            .map(hexx::Hex::to_array)
            .collect();
        let set: BTreeSet<_> = ours.iter().map(|&hex| oracle(layout, hex).to_array()).collect();
        prop_assert_eq!(ours.len(), set.len(), "no hex twice");
        prop_assert_eq!(set, theirs);
    }

    #[test]
    fn a_hex_set_is_a_set(inserted in prop::collection::vec(any_hex(), 0..40),
                          removed in prop::collection::vec(any_hex(), 0..40)) {
        let mut ours = HexSet::new(Extent::PLAIN);
        let mut model = BTreeSet::new();
        for &hex in &inserted {
            prop_assert_eq!(ours.insert(hex), model.insert(hex));
        }
        for hex in removed.iter().chain(inserted.iter().step_by(2)) {
            prop_assert_eq!(ours.remove(*hex), model.remove(hex));
        }
        prop_assert_eq!(ours.len(), model.len());
        prop_assert!(ours.iter().eq(model));
    }
}

/// Tells by hexx alone whether the id of a hex lies between 0101 and 9999.
fn is_printable(layout: Layout, hex: hexx::Hex) -> bool {
    let orientation = match layout {
        Layout::PointyEvenRight => HexOrientation::Pointy,
        Layout::FlatEvenLower => HexOrientation::Flat,
    };
    hex.to_offset_coordinates(OffsetHexMode::Odd, orientation)
        .into_iter()
        .all(|number| (0..99).contains(&number))
}

#[test]
fn the_oracle_turns_the_same_way() {
    // Clockwise from the first hour, each neighbour is the one before turned by a sixth.
    for layout in LAYOUTS {
        let centre = Hex::new(50, 50);
        let around: Vec<_> = plain(layout)
            .neighbours(centre)
            .map(|(_, next)| oracle(layout, next) - oracle(layout, centre))
            .collect();
        for (side, &offset) in around.iter().enumerate() {
            assert_eq!(offset.clockwise(), around[(side + 1) % 6]);
        }
    }
}

#[test]
fn a_map_of_the_plain_has_a_value_for_every_printable_hex() {
    let map = HexMap::new(plain(Layout::PointyEvenRight), 7_u8);
    assert_eq!(map.iter().count(), 99 * 99);
}
