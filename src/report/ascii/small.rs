//! The whole map with two columns of text a hex.

use crate::engine::Board;
use crate::geometry::Hex;

use super::Sheet;
use super::close::push_line;
use crate::report::window::{hex_at, runs_across, spans};

/// Draws the whole map: the letter of a side for its units (small when Disordered), `+` a leader.
pub fn small(board: &Board, letters: &[char]) -> String {
    let sheet = Sheet::new(board);
    match runs_across(board) {
        true => pointy(board, &sheet, letters),
        false => flat(board, &sheet, letters),
    }
}

/// Every fifth number above its column.
fn numbers(count: u8) -> String {
    (1..=count)
        .map(|number| match number % 5 {
            0 => format!("{number:<2}"),
            _ => "  ".to_owned(),
        })
        .collect()
}

fn pointy(board: &Board, sheet: &Sheet<'_>, letters: &[char]) -> String {
    let (across, down) = spans(board);
    let mut text = String::new();
    push_line(&mut text, "", 0, &numbers(across), "");
    for row in 1..=down {
        let mut middle = String::new();
        for hex in (1..=across).filter_map(|column| hex_at(board, column, row)) {
            middle.push(sheet.mark(hex, letters));
            middle.push_str(sheet.river(hex, 3, "|"));
        }
        let number = format!("{row:02}");
        push_line(
            &mut text,
            &number,
            usize::from(row % 2 == 0),
            &middle,
            &number,
        );
    }
    text
}

/// Two lines of text a row of hexes: columns of odd number on the upper, of even number on the lower.
fn flat(board: &Board, sheet: &Sheet<'_>, letters: &[char]) -> String {
    let (across, down) = spans(board);
    let mut text = String::new();
    push_line(&mut text, "", 0, &numbers(across), "");
    for line in 0..=2 * u16::from(down) {
        let middle: String = (1..=across)
            .map(|column| {
                let above = u16::from(column % 2 == 0);
                let is_here = line >= above && (line - above) % 2 == 0;
                let row = (line.saturating_sub(above) / 2 + 1) as u8;
                match hex_at(board, column, row) {
                    Some(hex) if is_here && row <= down => {
                        format!("{} ", sheet.mark(hex, letters))
                    }
                    _ => "  ".to_owned(),
                }
            })
            .collect();
        let number = match line % 2 == 0 && line / 2 < u16::from(down) {
            true => format!("{:02}", line / 2 + 1),
            false => String::new(),
        };
        push_line(&mut text, &number, 0, &middle, &number);
    }
    text
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
