//! Parts of a map, chosen to fit what they are drawn on.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use crate::engine::Board;
use crate::geometry::{Hex, Layout};

/// A part of a map, as it lies on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The hexes across the page.
    pub across: RangeInclusive<u8>,
    /// The hexes down the page.
    pub down: RangeInclusive<u8>,
}

/// Whether lines of hexes run across the page, or down it.
pub(super) fn runs_across(board: &Board) -> bool {
    board.layout == Layout::PointyEvenRight
}

/// Hexes across the page, and down it.
pub(super) fn spans(board: &Board) -> (u8, u8) {
    match runs_across(board) {
        true => (board.columns, board.rows),
        false => (board.rows, board.columns),
    }
}

/// The hex at a place of the page, counted from 1.
pub(super) fn hex_at(board: &Board, across: u8, down: u8) -> Option<Hex> {
    match runs_across(board) {
        true => Hex::at(down, across),
        false => Hex::at(across, down),
    }
}

/// The place of a hex on the page.
pub(super) fn place_of(board: &Board, hex: Hex) -> (u8, u8) {
    match runs_across(board) {
        true => (hex.column(), hex.row()),
        false => (hex.row(), hex.column()),
    }
}

impl Window {
    /// The whole map.
    pub fn whole(board: &Board) -> Self {
        let (across, down) = spans(board);
        Self {
            across: 1..=across,
            down: 1..=down,
        }
    }

    /// Parts that together show the whole map, each of at most so many hexes across.
    pub fn panels(board: &Board, most: u8) -> Vec<Self> {
        let (across, down) = spans(board);
        let count = across.div_ceil(most);
        let wide = across.div_ceil(count.max(1));
        (0..count)
            .map(|panel| 1 + panel * wide)
            .map(|first| Self {
                across: first..=(first + wide - 1).min(across),
                down: 1..=down,
            })
            .collect()
    }

    /// The part around these hexes, one hex wider, of at most so many hexes across and down.
    ///
    /// Where it is too large the part with most of the hexes is shown.
    pub fn around(board: &Board, hexes: &[Hex], most: (u8, u8)) -> Option<Self> {
        let (across, down) = spans(board);
        let (columns, rows): (Vec<u8>, Vec<u8>) =
            hexes.iter().map(|&hex| place_of(board, hex)).unzip();
        Some(Self {
            across: most_of(&columns, most.0.min(across), across)?,
            down: most_of(&rows, most.1.min(down), down)?,
        })
    }

    /// Tells whether a hex lies in it.
    pub fn holds(&self, board: &Board, hex: Hex) -> bool {
        let (across, down) = place_of(board, hex);
        self.across.contains(&across) && self.down.contains(&down)
    }

    /// Returns its hexes, row by row.
    pub fn hexes<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Hex> + 'a {
        self.down.clone().flat_map(move |down| {
            let row = self.across.clone();
            row.filter_map(move |across| hex_at(board, across, down))
        })
    }
}

/// The range of at most `room` that holds most of the values with a margin of one.
fn most_of(values: &[u8], room: u8, last: u8) -> Option<RangeInclusive<u8>> {
    let low = values.iter().min()?.saturating_sub(1).max(1);
    let high = values.iter().max()?.saturating_add(1).min(last);
    if high - low < room {
        return Some(low..=high);
    }
    let inside = |from: u8| {
        let held = values
            .iter()
            .filter(|&&value| value >= from && value < from + room);
        held.count()
    };
    let best = (low..=high + 1 - room).max_by_key(|&from| (inside(from), Reverse(from)))?;
    Some(best..=best + room - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_that_is_too_small_takes_the_most_of_the_values() {
        assert_eq!(most_of(&[3, 5], 10, 20), Some(2..=6));
        assert_eq!(most_of(&[1, 20], 30, 20), Some(1..=20));
        assert_eq!(most_of(&[1, 14, 15, 16], 5, 20), Some(12..=16));
        assert_eq!(most_of(&[], 5, 20), None);
    }
}
