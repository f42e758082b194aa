//! The close view: a few lines of text for each hex.

use crate::engine::{Board, Counter, Sign};
use crate::geometry::Hex;

use super::{MARGIN, Sheet};
use crate::report::window::{Window, hex_at, runs_across};

/// Columns of text of a pointy-topped hex.
const POINTY: usize = 6;

/// Columns and lines of text of a flat-topped hex.
const FLAT: (usize, usize) = (7, 4);

/// How many columns of text a hex takes.
pub(super) fn cell_width(board: &Board) -> usize {
    if runs_across(board) { POINTY } else { FLAT.0 }
}

/// Draws a part of the map with the numbers of hexes.
pub fn close(board: &Board, window: &Window) -> String {
    match runs_across(board) {
        true => pointy(board, window),
        false => flat(board, window),
    }
}

/// Rows of hexes, every second one shifted; numbers stand on both edges.
fn pointy(board: &Board, window: &Window) -> String {
    let sheet = Sheet::new(board);
    let mut text = String::new();
    for down in window.down.clone() {
        let shift = if down % 2 == 0 { POINTY / 2 } else { 0 };
        let mut lines = [const { String::new() }; 3];
        for across in window.across.clone() {
            let cell = hex_at(board, across, down).map(|hex| sheet.pointy_cell(hex));
            for (line, part) in lines.iter_mut().zip(cell.unwrap_or_default()) {
                line.push_str(&part);
            }
        }
        let number = |across: u8| {
            hex_at(board, across, down).map_or_else(String::new, |hex| hex.to_string())
        };
        let left = number(*window.across.start());
        let right = number(*window.across.end());
        let [above, name, state] = lines;
        push_line(&mut text, "", shift, &above, "");
        push_line(&mut text, &left, shift, &name, &right);
        push_line(&mut text, "", shift, &state, "");
    }
    text
}

/// Columns of hexes, every second one lower; each hex has its number inside.
fn flat(board: &Board, window: &Window) -> String {
    let sheet = Sheet::new(board);
    let (width, height) = FLAT;
    let rows = window.down.clone().count() * height + height / 2;
    let mut lines = vec![String::new(); rows];
    for across in window.across.clone() {
        let lower = if across % 2 == 0 { height / 2 } else { 0 };
        let mut column = vec![" ".repeat(width); lower];
        for down in window.down.clone() {
            let cell = hex_at(board, across, down).map(|hex| sheet.flat_cell(hex));
            column.extend(cell.unwrap_or_default());
        }
        column.resize(rows, " ".repeat(width));
        for (line, part) in lines.iter_mut().zip(column) {
            line.push_str(&part);
        }
    }
    lines
        .iter()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

fn push_line(text: &mut String, left: &str, shift: usize, middle: &str, right: &str) {
    let line = format!("{left:<MARGIN$}{:shift$}{middle} {right}", "");
    text.push_str(line.trim_end());
    text.push('\n');
}

impl Sheet<'_> {
    /// The three lines of a pointy-topped hex.
    fn pointy_cell(&self, hex: Hex) -> [String; 3] {
        let (terrain, level) = self.inside(hex);
        let (name, state) = self.shown(hex);
        let right = self.side(hex, 3, "|", "=");
        let left = match self.names.get(&hex) {
            Some(name) => format!("{name:<3.3}"),
            None => self.side(hex, 11, "~~~", " = ").to_owned(),
        };
        let above = [&left, self.side(hex, 1, "~~~", " = ")];
        [
            above.concat(),
            format!("{terrain}{name:<4.4}{right}"),
            format!("{level}{state:<4.4}{right}"),
        ]
    }

    /// The four lines of a flat-topped hex.
    fn flat_cell(&self, hex: Hex) -> [String; 4] {
        let (terrain, level) = self.inside(hex);
        let (name, state) = self.shown(hex);
        let side = |hour, river| self.side(hex, hour, river, "=");
        let label = self.names.get(&hex).copied().unwrap_or_default();
        [
            format!(" {} ", self.side(hex, 12, "~~~~~", "  =  ")),
            format!("{}{terrain}{name:<4.4}{}", side(10, "/"), side(2, "\\")),
            format!("{}{level}{state:<4.4}{}", side(8, "\\"), side(4, "/")),
            format!("{label:<2.2}{hex} "),
        ]
    }

    /// Terrain and level, a blank for level 0.
    fn inside(&self, hex: Hex) -> (char, char) {
        let (terrain, level) = self.ground(hex);
        let level = match level {
            0 => ' ',
            level => level.to_string().chars().next_back().unwrap_or(' '),
        };
        (terrain, level)
    }

    /// Name and state of what stands in a hex.
    fn shown(&self, hex: Hex) -> (String, String) {
        match self.stack(hex) {
            [] if self.leaders.contains(&hex) => ("+".to_owned(), String::new()),
            [] => (String::new(), String::new()),
            [only] => (only.short.clone(), self.state(only)),
            [top, ..] => (top.short.clone(), self.number(hex)),
        }
    }

    /// Facing, leader, disorder, engagement, what else there is: at most four characters.
    fn state(&self, counter: &Counter) -> String {
        let facing = counter
            .facing
            .map_or_else(String::new, |facing| self.idiom.bearing.name(facing));
        let flags = [
            (counter.leader, '+'),
            (counter.disordered, flag(self.idiom.disordered)),
            (counter.engaged, '*'),
        ];
        let flags = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag);
        let more = counter.signs.iter().copied().map(flag);
        facing.chars().chain(flags).chain(more).take(4).collect()
    }

    /// How many stand in a stack, and whether all of them are disordered or any is engaged.
    fn number(&self, hex: Hex) -> String {
        let stack = self.stack(hex);
        let mut number = format!("x{}", stack.len());
        if stack.iter().all(|counter| counter.disordered) {
            number.push(flag(self.idiom.disordered));
        }
        if stack.iter().any(|counter| counter.engaged) {
            number.push('*');
        }
        number
    }
}

/// The letter of a sign as a map writes it.
pub(super) fn flag(sign: Sign) -> char {
    sign.letter.to_ascii_lowercase()
}
