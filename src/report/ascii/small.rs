//! The whole map with two columns of text a hex.

use std::ops::RangeInclusive;

use crate::engine::Board;
use crate::geometry::Hex;

use super::{MARGIN, Sheet, WIDTH};
use crate::report::window::{Window, hex_at, runs_across, spans};

/// The width of the row numbers where every column counts.
const NARROW: usize = 3;

/// Draws the whole map: the letter of a side for its units (small when disordered), `+` a leader.
///
/// A map that is too wide for the page comes in panels, the western one first.
pub fn small(board: &Board, letters: &[char]) -> String {
    let shift = usize::from(runs_across(board));
    let (across, down) = spans(board);
    if across == 0 || down == 0 {
        return String::new();
    }
    let roomy = 2 * usize::from(across) + 2 * MARGIN + shift <= WIDTH;
    let most = match roomy {
        true => usize::from(across),
        false => (WIDTH - NARROW - shift) / 2,
    };
    let panels = Window::panels(board, most as u8);
    let sheet = Sheet::new(board);
    let drawn = panels.into_iter().map(|window| {
        let panel = Panel {
            board,
            sheet: &sheet,
            letters,
            across: window.across,
            roomy,
        };
        panel.drawn()
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// A part of the map from its top to its bottom.
struct Panel<'a> {
    board: &'a Board,
    sheet: &'a Sheet<'a>,
    letters: &'a [char],
    across: RangeInclusive<u8>,
    roomy: bool,
}

impl Panel<'_> {
    fn drawn(&self) -> String {
        let mut text = self.line("", 0, &self.numbers());
        match runs_across(self.board) {
            true => self.pointy(&mut text),
            false => self.flat(&mut text),
        }
        text
    }

    /// Every fifth number above its column.
    fn numbers(&self) -> String {
        self.across
            .clone()
            .map(|number| match number % 5 {
                0 => format!("{number:<2}"),
                _ => "  ".to_owned(),
            })
            .collect()
    }

    fn pointy(&self, text: &mut String) {
        let (_, down) = spans(self.board);
        for row in 1..=down {
            let mut middle = String::new();
            for hex in self
                .across
                .clone()
                .filter_map(|column| hex_at(self.board, column, row))
            {
                middle.push(self.sheet.mark(hex, self.letters));
                middle.push_str(self.sheet.river(hex, 3, "|"));
            }
            let shift = usize::from(row % 2 == 0);
            *text += &self.line(&format!("{row:02}"), shift, &middle);
        }
    }

    /// Two lines of text a row of hexes: columns of odd number on the upper, of even number on the lower.
    fn flat(&self, text: &mut String) {
        let (_, down) = spans(self.board);
        for line in 0..=2 * u16::from(down) {
            let middle: String = self
                .across
                .clone()
                .map(|column| {
                    let above = u16::from(column % 2 == 0);
                    let is_here = line >= above && (line - above) % 2 == 0;
                    let row = (line.saturating_sub(above) / 2 + 1) as u8;
                    match hex_at(self.board, column, row) {
                        Some(hex) if is_here && row <= down => {
                            format!("{} ", self.sheet.mark(hex, self.letters))
                        }
                        _ => "  ".to_owned(),
                    }
                })
                .collect();
            let number = match line % 2 == 0 && line / 2 < u16::from(down) {
                true => format!("{:02}", line / 2 + 1),
                false => String::new(),
            };
            *text += &self.line(&number, 0, &middle);
        }
    }

    /// A line of the map with its number on both edges, on the left one only where room is short.
    fn line(&self, number: &str, shift: usize, middle: &str) -> String {
        let line = match self.roomy {
            true => format!("{number:<MARGIN$}{:shift$}{middle} {number}", ""),
            false => format!("{number:<NARROW$}{:shift$}{middle}", ""),
        };
        format!("{}\n", line.trim_end())
    }
}

impl Sheet<'_> {
    fn mark(&self, hex: Hex, letters: &[char]) -> char {
        let stack = self.stack(hex);
        if let Some(top) = stack.first() {
            let letter = letters.get(usize::from(top.side)).copied().unwrap_or('?');
            return match stack.iter().all(|counter| counter.disordered) {
                true => letter.to_ascii_lowercase(),
                false => letter.to_ascii_uppercase(),
            };
        }
        match self.ground(hex) {
            _ if self.leaders.contains(&hex) => '+',
            ('.', level) if level != 0 => '^',
            (terrain, _) => terrain,
        }
    }
}
