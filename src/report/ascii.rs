//! Maps in plain ASCII: a close view of a part, and the whole map in small.
//!
//! In the close view a hex is six columns wide and three lines high, rows shifted as on the map:
//!
//! ```text
//!       ~~~        a river on the upper left side
//!      w HL3 |     terrain (`.` clear, `w` woods, `v` village), unit, river on the right side
//!      1 12d*      level, facing by clock hour, `d` Disordered, `*` Engaged, `+` leader
//! ```

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::engine::{Board, Counter};
use crate::geometry::{Clock, Extent, Grid, Hex, Layout};

/// The most columns of any line of a report.
pub const WIDTH: usize = 76;

const CELL: usize = 6;
const MARGIN: usize = 5;

/// A part of a map, rows and columns from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// The rows.
    pub rows: RangeInclusive<u8>,
    /// The columns.
    pub columns: RangeInclusive<u8>,
}

/// How many hexes of a row fit on a line.
pub fn columns_in(width: usize) -> u8 {
    let room = width.saturating_sub(2 * MARGIN + CELL / 2);
    (room / CELL).clamp(1, usize::from(u8::MAX)) as u8
}

impl Window {
    /// The whole map.
    pub fn whole(board: &Board) -> Self {
        Self {
            rows: 1..=board.rows,
            columns: 1..=board.columns,
        }
    }

    /// Parts that together show the whole map, each narrow enough for `width`.
    pub fn panels(board: &Board, width: usize) -> Vec<Self> {
        let most = columns_in(width);
        let count = board.columns.div_ceil(most);
        let wide = board.columns.div_ceil(count.max(1));
        let first = (0..count).map(|panel| 1 + panel * wide);
        first
            .map(|first| Self {
                rows: 1..=board.rows,
                columns: first..=(first + wide - 1).min(board.columns),
            })
            .collect()
    }

    /// The part around these hexes, one hex wider, at most `rows` by what fits into `width`.
    ///
    /// Where it is too large the part with most of the hexes is shown.
    pub fn around(board: &Board, hexes: &[Hex], rows: u8, width: usize) -> Option<Self> {
        let pick = |values: Vec<u8>, room: u8, last: u8| {
            let (low, high) = (*values.iter().min()?, *values.iter().max()?);
            let (low, high) = (
                low.saturating_sub(1).max(1),
                high.saturating_add(1).min(last),
            );
            if high - low < room {
                return Some(low..=high);
            }
            let inside = |from: u8| {
                values
                    .iter()
                    .filter(|&&value| value >= from && value < from + room)
                    .count()
            };
            let best = (low..=high + 1 - room)
                .max_by_key(|&from| (inside(from), std::cmp::Reverse(from)))?;
            Some(best..=best + room - 1)
        };
        Some(Self {
            rows: pick(
                hexes.iter().map(|hex| hex.row()).collect(),
                rows.min(board.rows),
                board.rows,
            )?,
            columns: pick(
                hexes.iter().map(|hex| hex.column()).collect(),
                columns_in(width).min(board.columns),
                board.columns,
            )?,
        })
    }
}

/// A board prepared for drawing.
struct Sheet<'a> {
    grid: Grid,
    counters: BTreeMap<Hex, &'a Counter>,
    /// All counters of a hex, where several may stand in one.
    stacks: BTreeMap<Hex, Vec<&'a Counter>>,
    ground: BTreeMap<Hex, (char, i8)>,
    rivers: &'a [(Hex, Hex)],
    leaders: Vec<Hex>,
}

impl<'a> Sheet<'a> {
    fn new(board: &'a Board) -> Self {
        let letter = |terrain: &str| terrain.chars().next().unwrap_or('?');
        let mut stacks: BTreeMap<Hex, Vec<&Counter>> = BTreeMap::new();
        for counter in &board.counters {
            stacks.entry(counter.hex).or_default().push(counter);
        }
        Self {
            stacks,
            grid: Grid::new(board.layout, Extent::new(board.rows, board.columns)),
            counters: board
                .counters
                .iter()
                .map(|counter| (counter.hex, counter))
                .collect(),
            ground: board
                .ground
                .iter()
                .map(|ground| {
                    let terrain = if ground.terrain == "clear" {
                        '.'
                    } else {
                        letter(ground.terrain)
                    };
                    (ground.hex, (terrain, ground.level))
                })
                .collect(),
            rivers: &board.rivers,
            leaders: board.leaders.iter().map(|(hex, _)| *hex).collect(),
        }
    }

    /// One of the two lines of a hex with a stack: the unit on top, or how many there are.
    fn stack(&self, hex: Hex, upper: bool) -> String {
        let stack = self.stacks.get(&hex).map_or(&[][..], Vec::as_slice);
        let (terrain, level) = self.ground(hex);
        match (upper, stack) {
            (true, []) => format!(
                "{terrain}{}",
                if level == 0 {
                    String::new()
                } else {
                    level.to_string()
                }
            ),
            (true, [top, ..]) => format!("{terrain}{:.5}", top.short),
            (false, []) => String::new(),
            (false, stack) => {
                let flags = [
                    (stack.iter().any(|counter| counter.disordered), 'd'),
                    (stack.iter().any(|counter| counter.engaged), '*'),
                ];
                let flags: String = flags
                    .iter()
                    .filter(|(on, _)| *on)
                    .map(|(_, flag)| *flag)
                    .collect();
                format!(" x{}{flags}", stack.len())
            }
        }
    }

    fn ground(&self, hex: Hex) -> (char, i8) {
        self.ground.get(&hex).copied().unwrap_or(('.', 0))
    }

    fn has_river(&self, hex: Hex, hour: u8) -> bool {
        let hour = Clock::new(hour).expect("1, 3, 9 and 11 are hours");
        let Some(near) = self.grid.neighbour(hex, hour) else {
            return false;
        };
        self.rivers
            .iter()
            .any(|&(a, b)| (a, b) == (hex, near) || (b, a) == (hex, near))
    }

    /// The three lines of a hex.
    fn cell(&self, hex: Hex) -> [String; 3] {
        let side = |hour| {
            if self.has_river(hex, hour) {
                "~~~"
            } else {
                "   "
            }
        };
        let (terrain, level) = self.ground(hex);
        let level = if level == 0 {
            " ".to_owned()
        } else {
            format!("{level:.1}")
        };
        let right = if self.has_river(hex, 3) { '|' } else { ' ' };
        let (name, state) = match self.counters.get(&hex) {
            Some(counter) => (counter.short.clone(), state(counter)),
            None if self.leaders.contains(&hex) => ("+".to_owned(), String::new()),
            None => (String::new(), String::new()),
        };
        [
            format!("{}{}", side(11), side(1)),
            format!("{terrain}{name:<4.4}{right}"),
            format!("{level:.1}{state:<4.4}{right}"),
        ]
    }
}

/// Facing, disorder, engagement, leader: at most four characters.
fn state(counter: &Counter) -> String {
    let facing = counter
        .facing
        .map_or_else(String::new, |facing| facing.to_string());
    let flags = [
        (counter.disordered, 'd'),
        (counter.engaged, '*'),
        (counter.leader, '+'),
    ];
    let flags = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| *flag);
    facing.chars().chain(flags).collect()
}

/// Draws a part of the map; hex numbers stand on both edges of each row.
pub fn close(board: &Board, window: &Window) -> String {
    let sheet = Sheet::new(board);
    if board.layout == Layout::FlatEvenLower {
        return close_flat(&sheet, window);
    }
    let mut text = String::new();
    for row in window.rows.clone() {
        let shift = if row % 2 == 0 { CELL / 2 } else { 0 };
        let mut lines = [String::new(), String::new(), String::new()];
        for column in window.columns.clone() {
            let cell = Hex::at(row, column)
                .map(|hex| sheet.cell(hex))
                .unwrap_or_default();
            for (line, part) in lines.iter_mut().zip(cell) {
                line.push_str(&part);
            }
        }
        let [above, name, state] = lines;
        let (first, last) = (*window.columns.start(), *window.columns.end());
        let (left, right) = (format!("{row:02}{first:02}"), format!("{row:02}{last:02}"));
        push_line(&mut text, "", shift, &above, "");
        push_line(&mut text, &left, shift, &name, &right);
        push_line(&mut text, "", shift, &state, "");
    }
    text
}

fn push_line(text: &mut String, left: &str, shift: usize, middle: &str, right: &str) {
    let line = format!("{left:<MARGIN$}{:shift$}{middle} {right}", "");
    text.push_str(line.trim_end());
    text.push('\n');
}

/// Draws a part of a map of flat-topped hexes, two lines a hex, even columns a line lower.
///
/// The first line of a hex has its ground and the unit on top, the second how many units stand
/// there and `d` or `*` where one is disrupted or tied; the column's number stands above.
fn close_flat(sheet: &Sheet<'_>, window: &Window) -> String {
    const WIDE: usize = 7;
    // The first pair of digits of an id is the column here.
    let columns: Vec<u8> = window.rows.clone().collect();
    let head: String = columns
        .iter()
        .map(|column| format!("{column:02}     "))
        .collect();
    let mut lines = vec![format!("     {}", head.trim_end())];
    let last = window.columns.end() - window.columns.start();
    for half in 0..=2 * u16::from(last) + 2 {
        let mut line = String::new();
        for &column in &columns {
            // Even columns lie half a hex lower: one line.
            let within = half.checked_sub(u16::from(column % 2 == 0));
            let row = within.map(|within| window.columns.start() + (within / 2) as u8);
            let hex = row
                .filter(|row| window.columns.contains(row))
                .and_then(|row| Hex::at(column, row));
            let text = hex.map_or_else(String::new, |hex| {
                sheet.stack(hex, within.is_some_and(|within| within % 2 == 0))
            });
            line.push_str(&format!("{text:<WIDE$}"));
        }
        let number = window.columns.start() + (half / 2) as u8;
        let label = match half % 2 == 0 && window.columns.contains(&number) {
            true => format!("{number:02}"),
            false => String::new(),
        };
        lines.push(format!("{label:<5}{line}").trim_end().to_owned());
    }
    lines.join("\n") + "\n"
}

/// Draws a whole map of flat-topped hexes with two characters a hex, a line for each row.
fn small_flat(board: &Board, sheet: &Sheet<'_>, letters: &[char]) -> String {
    let head: String = (1..=board.rows)
        .map(|column| match column % 5 {
            0 => format!("{column:<2}"),
            _ => "  ".to_owned(),
        })
        .collect();
    let mut lines = vec![format!("   {}", head.trim_end())];
    for row in 1..=board.columns {
        let marks = (1..=board.rows).filter_map(|column| Hex::at(column, row));
        let marks: String = marks
            .flat_map(|hex| [mark(sheet, hex, letters), ' '])
            .collect();
        lines.push(format!("{row:02} {}", marks.trim_end()));
    }
    lines.join("\n") + "\n"
}

/// Draws the whole map with two columns a hex: `H`, `R` a unit (small when Disordered), `+` a leader.
pub fn small(board: &Board, letters: &[char]) -> String {
    let sheet = Sheet::new(board);
    if board.layout == Layout::FlatEvenLower {
        return small_flat(board, &sheet, letters);
    }
    let mut text = String::new();
    let every_fifth: String = (1..=board.columns)
        .map(|column| {
            if column % 5 == 0 {
                format!("{column:<2}")
            } else {
                "  ".to_owned()
            }
        })
        .collect();
    push_line(&mut text, "", 0, &every_fifth, "");
    for row in 1..=board.rows {
        let mut middle = String::new();
        for column in 1..=board.columns {
            let Some(hex) = Hex::at(row, column) else {
                continue;
            };
            middle.push(mark(&sheet, hex, letters));
            middle.push(if sheet.has_river(hex, 3) { '|' } else { ' ' });
        }
        push_line(
            &mut text,
            &format!("{row:02}"),
            usize::from(row % 2 == 0),
            &middle,
            &format!("{row:02}"),
        );
    }
    text
}

fn mark(sheet: &Sheet<'_>, hex: Hex, letters: &[char]) -> char {
    if let Some(counter) = sheet.counters.get(&hex) {
        let letter = letters
            .get(usize::from(counter.side))
            .copied()
            .unwrap_or('?');
        return if counter.disordered {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        };
    }
    match sheet.ground(hex) {
        _ if sheet.leaders.contains(&hex) => '+',
        ('.', level) if level != 0 => '^',
        (terrain, _) => terrain,
    }
}
