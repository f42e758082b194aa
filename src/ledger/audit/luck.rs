//! How often each face came up, and how far that is from even: unlucky is not unfair.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::walk::Walk;
use crate::ledger::dice::{Dice, Die, Spec};

/// The faces of one kind of die over a whole match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DieCount {
    /// The die, as a spec of one.
    pub die: String,
    /// How often each face came up.
    pub faces: Vec<FaceCount>,
    /// The sum of squared distances from the expected counts, each over the expected count
    /// (chi-square), in tenths.
    pub chi_square_tenths: u64,
    /// The number of faces less one: about what chi-square is on average.
    pub degrees_of_freedom: u64,
}

/// How often a face came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FaceCount {
    /// The face.
    pub face: u32,
    /// How often.
    pub count: u64,
}

// With more faces than this no match has enough rolls for a count to say anything.
const MOST_FACES: u32 = 20;

/// Counts the faces of all public dice of the match.
pub(super) fn count(walk: &Walk) -> Vec<DieCount> {
    let mut counts: BTreeMap<Die, BTreeMap<u32, u64>> = BTreeMap::new();
    for reported in &walk.reported {
        let dice = Dice::new(reported.seed);
        for (label, spec) in &reported.rolls {
            if let Spec::Dice { die, .. } = spec
                && faces(*die).len() <= MOST_FACES as usize
            {
                let counted = counts.entry(*die).or_insert_with(|| {
                    faces(*die).into_iter().map(|(face, _)| (face, 0)).collect()
                });
                for face in dice.roll(label, *spec).as_slice() {
                    *counted.entry(*face).or_default() += 1;
                }
            }
        }
    }
    counts
        .into_iter()
        .map(|(die, counted)| summary(die, &counted))
        .collect()
}

fn summary(die: Die, counted: &BTreeMap<u32, u64>) -> DieCount {
    let weights = faces(die);
    let total: u64 = counted.values().sum();
    let sides: u64 = weights.iter().map(|(_, weight)| weight).sum();
    // With e = total * weight / sides, the sum of (o - e)^2 / e is the sum of o^2 / e less total.
    let squares: u64 = weights
        .iter()
        .map(|(face, w)| 10 * sides * counted[face].pow(2) / w)
        .sum();
    DieCount {
        die: Spec::one(die).to_string(),
        faces: counted
            .iter()
            .map(|(face, count)| FaceCount {
                face: *face,
                count: *count,
            })
            .collect(),
        chi_square_tenths: (squares / total.max(1)).saturating_sub(10 * total),
        degrees_of_freedom: weights.len() as u64 - 1,
    }
}

/// Returns the faces of a die and on how many of its sides each stands.
fn faces(die: Die) -> Vec<(u32, u64)> {
    match die {
        Die::FromOne(faces) => (1..=faces.get().min(MOST_FACES + 1))
            .map(|face| (face, 1))
            .collect(),
        Die::FromZero(faces) => (0..faces.get().min(MOST_FACES + 1))
            .map(|face| (face, 1))
            .collect(),
        Die::Average => vec![(2, 1), (3, 2), (4, 2), (5, 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenths(spec: &str, counts: &[(u32, u64)]) -> u64 {
        let Ok(Spec::Dice { die, .. }) = spec.parse() else {
            panic!("{spec} is one die")
        };
        summary(die, &counts.iter().copied().collect()).chi_square_tenths
    }

    #[test]
    fn chi_square_is_zero_for_even_counts_and_grows_with_distance() {
        assert_eq!(tenths("1d2", &[(1, 50), (2, 50)]), 0);
        // (60-50)^2/50 + (40-50)^2/50 = 4
        assert_eq!(tenths("1d2", &[(1, 60), (2, 40)]), 40);
        // 3 and 4 stand on two sides each.
        assert_eq!(tenths("1avg", &[(2, 10), (3, 20), (4, 20), (5, 10)]), 0);
        assert_eq!(
            tenths("1d6", &[(1, 6), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]),
            300
        );
    }
}
