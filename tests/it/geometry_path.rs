//! Least-cost paths against a slow search that compares whole paths.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tesserarius::geometry::{Extent, Grid, Hex, Layout, Reach};

const GRID: Grid = Grid::new(Layout::PointyEvenRight, Extent::new(5, 5));

/// Cost of entering each hex (`None`: forbidden) and whether a move must stop there.
type Ground = BTreeMap<Hex, (Option<u16>, bool)>;

fn any_ground() -> impl Strategy<Value = Ground> {
    let cost = prop_oneof![8 => (0_u16..4).prop_map(Some), 1 => Just(None)];
    let hex = (cost, prop::bool::weighted(0.15));
    prop::collection::vec(hex, GRID.extent().len())
        .prop_map(|hexes| GRID.extent().hexes().zip(hexes).collect())
}

fn step_cost(ground: &Ground, from: Hex, to: Hex) -> Option<u16> {
    // Uneven by direction, so that the cost belongs to the step and not to the hex alone.
    let uphill = u16::from(to.row() < from.row() && to.column().is_multiple_of(2));
    ground[&to].0.map(|cost| cost + uphill)
}

/// Improves every path by every step until nothing changes; the order of the tuple is the rule.
fn slow(ground: &Ground, start: Hex, budget: u16) -> BTreeMap<Hex, (u16, usize, Vec<Hex>)> {
    let mut best = BTreeMap::from([(start, (0, 0, vec![start]))]);
    loop {
        let mut next = best.clone();
        for (&from, (cost, steps, path)) in &best {
            if from != start && ground[&from].1 {
                continue;
            }
            for (_, to) in GRID.neighbours(from) {
                let Some(step) = step_cost(ground, from, to).filter(|step| cost + step <= budget)
                else {
                    continue;
                };
                let mut longer = path.clone();
                longer.push(to);
                let way = (cost + step, steps + 1, longer);
                if next.get(&to).is_none_or(|known| way < *known) {
                    next.insert(to, way);
                }
            }
        }
        if next == best {
            return best;
        }
        best = next;
    }
}

proptest! {
    #[test]
    fn reach_agrees_with_the_slow_search(ground in any_ground(), row in 1_u8..=5,
                                         column in 1_u8..=5, budget in 0_u16..12) {
        let start = Hex::new(row, column);
        let mut reach = Reach::new(GRID);
        // A search before leaves nothing behind.
        reach.explore(Hex::new(3, 3), 3, |_, _| Some(1), |_| false);
        reach.explore(start, budget, |from, to| step_cost(&ground, from, to), |hex| ground[&hex].1);
        let expected = slow(&ground, start, budget);
        for hex in GRID.extent().hexes() {
            let found = reach.cost(hex).map(|cost| {
                (cost, usize::from(reach.steps(hex).unwrap()), reach.path(hex))
            });
            prop_assert_eq!(found.as_ref(), expected.get(&hex), "{}", hex);
        }
        let listed: Vec<_> = reach.hexes().iter().map(|&hex| {
            (reach.cost(hex).unwrap(), reach.steps(hex).unwrap(), hex)
        }).collect();
        prop_assert_eq!(listed.len(), expected.len());
        prop_assert!(listed.is_sorted());
    }
}
