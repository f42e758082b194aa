//! Lines of sight against an independent brute force with exact fractions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tesserarius::geometry::{Extent, Grid, Hex, Layout, Step};

use crate::geometry_oracle::any_hex;

const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::PLAIN);

/// A centre in units of half a column and half a row: pointy hexes are 2 wide, rows 2 apart (a
/// stretched plane keeps lines straight), so that a hex has its corners 4/3 above and below its
/// centre and, at its sides, 2/3.
fn centre(hex: Hex) -> (i64, i64) {
    let shift = i64::from(hex.row().is_multiple_of(2));
    (
        2 * i64::from(hex.column()) + shift,
        2 * i64::from(hex.row()),
    )
}

/// The corners of a hex, three times enlarged so that they are whole.
fn corners(hex: Hex) -> [(i64, i64); 6] {
    let (x, y) = centre(hex);
    [(0, -4), (3, -2), (3, 2), (0, 4), (-3, 2), (-3, -2)].map(|(dx, dy)| (3 * x + dx, 3 * y + dy))
}

fn cross(o: (i64, i64), a: (i64, i64), b: (i64, i64)) -> i64 {
    (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
}

fn along(o: (i64, i64), a: (i64, i64), b: (i64, i64)) -> i64 {
    (a.0 - o.0) * (b.0 - o.0) + (a.1 - o.1) * (b.1 - o.1)
}

/// What the line does to a hex between its ends: cuts its inside, follows one of its sides, or
/// neither. Clips the line by the six half-planes of the hex; all fractions have a common form
/// `n/d` with positive `d`.
fn contact(from: Hex, to: Hex, hex: Hex) -> (bool, bool) {
    let ((ax, ay), (bx, by)) = (centre(from), centre(to));
    let (a, b) = ((3 * ax, 3 * ay), (3 * bx, 3 * by));
    let polygon = corners(hex);
    let follows = (0..6).any(|side| {
        let ends = [polygon[side], polygon[(side + 1) % 6]];
        ends.iter()
            .all(|&end| cross(a, b, end) == 0 && (0..=along(a, b, b)).contains(&along(a, b, end)))
    });
    let (mut enter, mut leave) = ((0_i64, 1_i64), (1_i64, 1_i64));
    for side in 0..6 {
        let (p, q) = (polygon[side], polygon[(side + 1) % 6]);
        // Inside is where the cross product is positive: the corners go round clockwise with y
        // downwards.
        let (at_a, at_b) = (cross(p, q, a), cross(p, q, b));
        let change = at_b - at_a;
        if change == 0 {
            if at_a <= 0 {
                return (false, follows);
            }
            continue;
        }
        let meets = if change > 0 {
            (-at_a, change)
        } else {
            (at_a, -change)
        };
        if change > 0 && meets.0 * enter.1 > enter.0 * meets.1 {
            enter = meets;
        }
        if change < 0 && meets.0 * leave.1 < leave.0 * meets.1 {
            leave = meets;
        }
    }
    (enter.0 * leave.1 < leave.0 * enter.1, follows)
}

/// Tells whether a corner of a hex lies on the line.
fn is_touched(from: Hex, to: Hex, hex: Hex) -> bool {
    let [a, b] = [from, to].map(|end| (3 * centre(end).0, 3 * centre(end).1));
    let lies = |&corner: &(i64, i64)| {
        cross(a, b, corner) == 0 && (0..=along(a, b, b)).contains(&along(a, b, corner))
    };
    corners(hex).iter().any(lies)
}

/// Hexes whose inside is crossed, of which a side is followed, and of which only a corner is touched.
fn brute_force(from: Hex, to: Hex) -> [BTreeSet<Hex>; 3] {
    let (mut crossed, mut followed) = (BTreeSet::new(), BTreeSet::new());
    let mut touched = BTreeSet::new();
    let rows = from.row().min(to.row())..=from.row().max(to.row());
    let columns = from.column().min(to.column()).saturating_sub(1).max(1)
        ..=(from.column().max(to.column()) + 1).min(Hex::MAX);
    for row in rows {
        for column in columns.clone() {
            let hex = Hex::new(row, column);
            if hex == from || hex == to {
                continue;
            }
            let (is_crossed, is_followed) = contact(from, to, hex);
            if is_crossed {
                crossed.insert(hex);
            }
            if is_followed {
                followed.insert(hex);
            }
            if !is_crossed && !is_followed && is_touched(from, to, hex) {
                touched.insert(hex);
            }
        }
    }
    [crossed, followed, touched]
}

fn check_against_brute_force(from: Hex, to: Hex) {
    let (mut crossed, mut followed) = (BTreeSet::new(), BTreeSet::new());
    let mut touched = BTreeSet::new();
    let mut line = GRID.line(from, to);
    loop {
        let step = line.next();
        touched.extend(line.touched());
        let Some(step) = step else { break };
        let is_new = match step {
            Step::Crossed(hex) => crossed.insert(hex),
            Step::Along(a, b) => {
                assert!(a < b, "{a} {b}");
                assert!(GRID.is_adjacent(a, b));
                followed.insert(a) & followed.insert(b)
            }
            Step::Rim(hex) => followed.insert(hex),
        };
        assert!(is_new, "{from} to {to}: {step:?} twice");
    }
    let found = [crossed, followed, touched];
    assert_eq!(found, brute_force(from, to), "{from} to {to}");
}

#[test]
fn every_line_of_a_small_map_agrees_with_the_brute_force() {
    for from in [
        Hex::new(20, 20),
        Hex::new(21, 20),
        Hex::new(1, 1),
        Hex::new(99, 99),
    ] {
        for to in GRID.within(from, 13).skip(1) {
            check_against_brute_force(from, to);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn long_lines_agree_with_the_brute_force(from in any_hex(), to in any_hex()) {
        prop_assume!(from != to);
        check_against_brute_force(from, to);
    }

    #[test]
    fn what_a_sees_of_b_b_sees_of_a(from in any_hex(), to in any_hex(),
                                    flat in any::<bool>()) {
        let layout = if flat { Layout::FlatEvenLower } else { Layout::PointyEvenRight };
        let grid = Grid::new(layout, Extent::PLAIN);
        let mut back: Vec<_> = grid.line(to, from).collect();
        back.reverse();
        prop_assert_eq!(grid.line(from, to).collect::<Vec<_>>(), back);
    }

    #[test]
    fn a_line_does_not_depend_on_the_layout_but_for_the_mirror(from in any_hex(), to in any_hex()) {
        // The flat layout prints the pointy one mirrored on its diagonal under the same ids.
        let flat = Grid::new(Layout::FlatEvenLower, Extent::PLAIN);
        prop_assert!(GRID.line(from, to).eq(flat.line(from, to)));
    }
}

fn drawn(grid: Grid, from: &str, to: &str) -> String {
    let steps = grid.line(from.parse().unwrap(), to.parse().unwrap());
    let words: Vec<String> = steps
        .map(|step| match step {
            Step::Crossed(hex) => hex.to_string(),
            Step::Along(a, b) => format!("{a}|{b}"),
            Step::Rim(hex) => format!("{hex}|edge"),
        })
        .collect();
    words.join(" ")
}

#[test]
fn lines_of_the_rules_are_drawn_as_printed() {
    const CASES: &[(&str, &str, &str)] = &[
        ("1412", "1412", ""),
        ("1412", "1313", ""),
        ("1412", "1213", "1313"),
        ("1412", "1212", "1312|1313"),
        ("1412", "1012", "1312|1313 1212 1112|1113"),
        ("1412", "1311", "1312|1411"),
        ("1412", "1415", "1413 1414"),
        ("0501", "0101", "0401|edge 0301 0201|edge"),
        ("1825", "1425", "1725|edge 1625 1525|edge"),
    ];
    let grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));
    for (from, to, expected) in CASES {
        assert_eq!(drawn(grid, from, to), *expected, "{from} to {to}");
    }
}

#[test]
fn a_flat_line_along_a_hexside_runs_between_the_hexes_beside_it() {
    // In axial coordinates: (0, 0) to (2, 2) passes (1, 0)|(0, 1), (1, 1), (2, 1)|(1, 2).
    let layout = Layout::FlatEvenLower;
    let grid = Grid::new(layout, Extent::PLAIN);
    let place = |q: i16, r: i16| {
        layout
            .hex(tesserarius::geometry::Axial {
                q: 20 + q,
                r: 20 + r,
            })
            .unwrap()
    };
    let steps: Vec<_> = grid.line(place(0, 0), place(2, 2)).collect();
    let beside = |a: Hex, b: Hex| Step::Along(a.min(b), a.max(b));
    assert_eq!(
        steps,
        [
            beside(place(1, 0), place(0, 1)),
            Step::Crossed(place(1, 1)),
            beside(place(2, 1), place(1, 2)),
        ]
    );
}
