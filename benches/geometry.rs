//! How fast the geometry is: each benchmark does its work for every hex of a map.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tesserarius::geometry::{Extent, Grid, Hex, Layout, Reach};

const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));
const CENTRE: Hex = Hex::new(9, 12);

fn main() {
    divan::main();
}

fn over_all_hexes(bencher: Bencher<'_, '_>, work: impl Fn(Hex) -> usize + Sync) {
    bencher
        .counter(ItemsCount::new(GRID.extent().len()))
        .bench(|| {
            GRID.extent()
                .hexes()
                .map(|hex| work(black_box(hex)))
                .sum::<usize>()
        });
}

#[divan::bench]
fn distance(bencher: Bencher<'_, '_>) {
    over_all_hexes(bencher, |hex| usize::from(GRID.distance(CENTRE, hex)));
}

#[divan::bench]
fn six_neighbours(bencher: Bencher<'_, '_>) {
    over_all_hexes(bencher, |hex| GRID.neighbours(hex).count());
}

#[divan::bench]
fn hexes_within_two(bencher: Bencher<'_, '_>) {
    over_all_hexes(bencher, |hex| GRID.within(hex, 2).count());
}

#[divan::bench]
fn line_to_the_centre(bencher: Bencher<'_, '_>) {
    over_all_hexes(bencher, |hex| GRID.line(hex, CENTRE).count());
}

#[divan::bench]
fn reach_of_eight(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| Reach::new(GRID))
        .bench_refs(|reach| {
            reach.explore(
                CENTRE,
                8,
                |_, to| Some(1 + u16::from(to.row() % 5 == 0)),
                |_| false,
            );
            reach.hexes().len()
        });
}
