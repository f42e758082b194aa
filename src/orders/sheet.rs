//! A whole text of orders: its numbered lines, plans and messages.

use super::{Common, Cursor, Diagnostic, Span, Word, Words};

/// One line of a text, without blanks around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number in the text, from 1.
    pub number: u32,
    /// The line as written, a comment included.
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// Begins to read the line.
    pub fn cursor(self) -> Cursor<'a> {
        Cursor::new(self.text)
    }

    /// Tells whether the line begins a message.
    pub fn begins_message(self) -> bool {
        begins_message(self.text)
    }
}

/// What one or several lines of a text are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item<'a> {
    /// A line that the game has to read.
    Game(Line<'a>),
    /// An order that is the same in every game.
    Common(Line<'a>, Common<'a>),
    /// `PLAN name ... ENDPLAN`.
    Plan {
        /// The line that begins it.
        head: Line<'a>,
        /// What the plan is for.
        name: Word<'a>,
        /// The orders in it, not yet read.
        lines: Vec<Line<'a>>,
    },
    /// `MESSAGE to ... ENDMESSAGE`.
    Message {
        /// The line that begins it.
        head: Line<'a>,
        /// To whom it goes.
        to: Word<'a>,
        /// Its lines as written.
        text: Vec<&'a str>,
    },
    /// A line that cannot be an order of any game.
    Bad(Line<'a>, Diagnostic),
}

/// A text of orders, split but not judged.
///
/// Comments and blank lines are dropped. `END` stops the reading. If the text has a line `BEGIN
/// ORDERS`, only what stands between the first of these and its `END` is read. `ADD` and `CHECK`
/// before an order count as a line of their own.
///
/// ```
/// use tesserarius::orders::{Item, Sheet};
///
/// let sheet = Sheet::read("MOVE HL3 1412\n\nGO # now\nEND\nBest regards");
/// assert!(matches!(sheet.items[..], [Item::Game(_), Item::Common(..)]));
/// assert_eq!(sheet.unread[0].text, "Best regards");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sheet<'a> {
    /// What was read, in the order of the text.
    pub items: Vec<Item<'a>>,
    /// Lines outside the frame or behind `END`, blank ones left out.
    pub unread: Vec<Line<'a>>,
}

/// A block whose end has not been read yet.
enum Open<'a> {
    Plan {
        head: Line<'a>,
        name: Word<'a>,
        lines: Vec<Line<'a>>,
    },
    Message {
        head: Line<'a>,
        to: Word<'a>,
        text: Vec<&'a str>,
    },
}

/// `ADD` and `CHECK` may stand together before an order.
pub const MOST_PREFIXES: usize = 2;

/// Says whether a word may stand before an order in its line.
pub fn is_prefix(word: &str) -> bool {
    ["ADD", "CHECK"]
        .iter()
        .any(|prefix| prefix.eq_ignore_ascii_case(word))
}

/// Returns the order that stands in a line behind `ADD` and `CHECK`; where none does, the last of these.
pub fn behind_prefixes(line: &str) -> &str {
    let mut order = line.trim_start();
    while let Some((first, behind)) = order.split_once(char::is_whitespace) {
        let behind = behind.trim_start();
        if behind.is_empty() || !is_prefix(first) {
            break;
        }
        order = behind;
    }
    order
}

/// What is said to a line with more of them.
pub const SAID_ONCE: &str = "`ADD` and `CHECK` are said once";

/// What is said to a message whose end is missing: where its text ends is not certain, so nothing of it is sent.
pub const NO_ENDMESSAGE: &str = "this message has no `ENDMESSAGE`, so it was not sent and nothing below it was read: \
                                 write `ENDMESSAGE` behind its last line";

impl<'a> Sheet<'a> {
    /// Splits a text.
    pub fn read(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_framed = text.lines().any(is_begin);
        let mut sheet = Self::default();
        let mut is_reading = !is_framed;
        let mut has_ended = false;
        let mut open = None;
        for (raw, number) in text.lines().zip(1..) {
            let line = Line {
                number,
                text: raw.trim(),
            };
            if !is_reading {
                if !has_ended && is_begin(raw) {
                    is_reading = true;
                } else if !line.text.is_empty() {
                    sheet.unread.push(line);
                }
                continue;
            }
            let is_message = matches!(open, Some(Open::Message { .. }));
            if !is_message && is_only(line.text, &["END"]) {
                (is_reading, has_ended) = (false, true);
                continue;
            }
            open = match open {
                None => sheet.read_line(line),
                Some(block) => sheet.read_inside(block, line, raw),
            };
        }
        if let Some(block) = open {
            sheet.items.push(unclosed(&block));
        }
        sheet
    }

    /// Tells whether the text adds to what was filed before: it says so, or only PAUSE lines stand in it.
    pub fn adds(&self) -> bool {
        let says_so = |item: &Item<'_>| matches!(item, Item::Common(_, Common::Add));
        let pauses = |item: &Item<'_>| matches!(item, Item::Common(_, Common::PauseIf(_)));
        let is_beside = |item: &Item<'_>| matches!(item, Item::Plan { .. });
        self.items.iter().any(says_so)
            || self.items.iter().any(pauses)
                && self
                    .items
                    .iter()
                    .all(|item| pauses(item) || is_beside(item))
    }

    /// Reads a line outside all blocks; returns the block that it opens.
    fn read_line(&mut self, line: Line<'a>) -> Option<Open<'a>> {
        let mut line = line;
        for _ in 0..=MOST_PREFIXES {
            let mut cursor = line.cursor();
            let verb = cursor.peek()?;
            if verb.is("PLAN") || verb.is("MESSAGE") {
                cursor.next();
                return Some(self.open_block(line, verb, cursor));
            }
            match Common::read(line.text) {
                None => self.items.push(Item::Game(line)),
                Some(Err(diagnostic)) => self.items.push(Item::Bad(line, diagnostic)),
                Some(Ok(common)) => {
                    self.items.push(Item::Common(line, common));
                    if matches!(common, Common::Add | Common::Check) {
                        line.text = line.text[verb.span.end..].trim_start();
                        continue;
                    }
                }
            }
            return None;
        }
        let verb = line.cursor().here();
        self.items
            .push(Item::Bad(line, Diagnostic::new(verb, SAID_ONCE)));
        None
    }

    fn open_block(&mut self, head: Line<'a>, verb: Word<'a>, mut cursor: Cursor<'a>) -> Open<'a> {
        let is_plan = verb.is("PLAN");
        if cursor.at_end() {
            cursor.expect(if is_plan {
                "what the plan is for"
            } else {
                "to whom the message goes"
            });
            self.items.push(Item::Bad(head, cursor.unexpected()));
        }
        // A block without a name is opened all the same: its lines must not be taken for orders.
        let name = cursor.rest();
        if is_plan {
            Open::Plan {
                head,
                name,
                lines: Vec::new(),
            }
        } else {
            Open::Message {
                head,
                to: name,
                text: Vec::new(),
            }
        }
    }

    /// Reads a line inside a block; returns the block unless the line closes it.
    fn read_inside(&mut self, block: Open<'a>, line: Line<'a>, raw: &'a str) -> Option<Open<'a>> {
        match block {
            Open::Plan {
                head,
                name,
                mut lines,
            } => {
                if is_close(line.text, "PLAN") {
                    if !name.text.is_empty() {
                        self.items.push(Item::Plan { head, name, lines });
                    }
                    return None;
                }
                if Words::new(line.text).next().is_some() {
                    lines.push(line);
                }
                Some(Open::Plan { head, name, lines })
            }
            Open::Message { head, to, mut text } => {
                if is_close(line.text, "MESSAGE") {
                    if !to.text.is_empty() {
                        self.items.push(Item::Message { head, to, text });
                    }
                    return None;
                }
                text.push(raw.trim_end());
                Some(Open::Message { head, to, text })
            }
        }
    }
}

fn unclosed<'a>(block: &Open<'a>) -> Item<'a> {
    let (Open::Plan { head, .. } | Open::Message { head, .. }) = *block;
    let span = Words::new(head.text)
        .next()
        .map_or(Span::default(), |verb| verb.span);
    let message = match block {
        Open::Plan { lines, .. } => {
            let lost = match lines.len() {
                0 => "nothing is planned".to_owned(),
                1 => "the line below it was not taken".to_owned(),
                lines => format!("none of the {lines} lines below it was taken"),
            };
            format!("this plan has no `ENDPLAN`, so {lost}: write `ENDPLAN` behind its last line")
        }
        Open::Message { .. } => NO_ENDMESSAGE.to_owned(),
    };
    Item::Bad(head, Diagnostic::new(span, message))
}

/// Tells whether a line begins a message.
pub fn begins_message(line: &str) -> bool {
    Words::new(line)
        .next()
        .is_some_and(|verb| verb.is("MESSAGE"))
}

/// Tells whether a line begins a message or a plan, or takes back what stands: no order of a set.
pub fn is_beside_set(line: &str) -> bool {
    let beside = ["MESSAGE", "PLAN", "CANCEL"];
    Words::new(line)
        .next()
        .is_some_and(|verb| beside.iter().any(|own| verb.is(own)))
}

fn is_begin(line: &str) -> bool {
    is_only(line, &["BEGIN", "ORDERS"])
}

fn is_close(line: &str, block: &str) -> bool {
    let mut words = Words::new(line);
    let Some(first) = words.next() else {
        return false;
    };
    let behind_end = first
        .text
        .get(..3)
        .filter(|end| end.eq_ignore_ascii_case("END"))
        .map(|_| &first.text[3..]);
    match (behind_end, words.next()) {
        (Some(""), Some(second)) => second.is(block) && words.next().is_none(),
        (Some(rest), None) => rest.eq_ignore_ascii_case(block),
        _ => false,
    }
}

fn is_only(line: &str, expected: &[&str]) -> bool {
    let mut words = Words::new(line);
    expected
        .iter()
        .all(|expected| words.next().is_some_and(|word| word.is(expected)))
        && words.next().is_none()
}

/// How many bad lines in a row are read before a text is given up as no orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Patience {
    in_a_row: u8,
}

impl Patience {
    /// The bad line after which reading stops.
    pub const BAD_LINES: u8 = 20;

    /// Notes a line that was understood.
    pub const fn good(&mut self) {
        self.in_a_row = 0;
    }

    /// Notes a line that was not understood; tells whether reading goes on.
    pub const fn bad(&mut self) -> bool {
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.in_a_row < Self::BAD_LINES
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What was read, a line an item.
    fn outline(text: &str) -> Vec<String> {
        let sheet = Sheet::read(text);
        let items = sheet.items.iter().map(|item| match item {
            Item::Game(line) => format!("{} {}", line.number, line.text),
            Item::Common(line, common) => {
                let name = format!("{common:?}");
                let name = name.split(['(', ' ']).next().unwrap();
                format!("{} {name}", line.number)
            }
            Item::Plan { head, name, lines } => {
                let lines: Vec<_> = lines.iter().map(|line| line.text).collect();
                format!("{} plan {}: {}", head.number, name.text, lines.join(" / "))
            }
            Item::Message { head, to, text } => {
                format!("{} message {}: {}", head.number, to.text, text.join(" / "))
            }
            Item::Bad(line, diagnostic) => format!("{} bad: {}", line.number, diagnostic.message),
        });
        let unread = sheet
            .unread
            .iter()
            .map(|line| format!("({} {})", line.number, line.text));
        items.chain(unread).collect()
    }

    #[test]
    fn an_order_stands_behind_its_prefixes() {
        for (line, order) in [
            ("ADD GO", "GO"),
            ("add check  MOVE HL3 1412", "MOVE HL3 1412"),
            ("CHECK", "CHECK"),
            ("ADD CHECK ", "CHECK "),
            ("ADDRESS ADD a@b.example", "ADDRESS ADD a@b.example"),
            ("", ""),
        ] {
            assert_eq!(behind_prefixes(line), order, "{line}");
        }
    }

    #[test]
    fn comments_and_blank_lines_are_dropped_and_end_stops() {
        let text = "# Huns\n\n  MOVE HL3 1412 # left\r\n; x\n// y\nFIRE HM1 VM2\nend # of it\n\nSincerely\nMOVE HL4 1413\n";
        assert_eq!(
            outline(text),
            [
                "3 MOVE HL3 1412 # left",
                "6 FIRE HM1 VM2",
                "(9 Sincerely)",
                "(10 MOVE HL4 1413)"
            ]
        );
    }

    #[test]
    fn a_frame_limits_reading_to_its_inside() {
        let text = "Hello,\nMOVE HL1 1412\nbegin orders\nMOVE HL2 1412\nEND\nMOVE HL3 1412\nBEGIN ORDERS\nGO";
        assert_eq!(
            outline(text),
            [
                "4 MOVE HL2 1412",
                "(1 Hello,)",
                "(2 MOVE HL1 1412)",
                "(6 MOVE HL3 1412)",
                "(7 BEGIN ORDERS)",
                "(8 GO)"
            ]
        );
        assert_eq!(outline("x\nBEGIN ORDERS\nGO"), ["3 Go", "(1 x)"], "no END");
    }

    #[test]
    fn plans_are_collected_with_their_lines() {
        let text = "PLAN HUNS\n# first\nMOVE HL3 1412\n\nPAUSE IF LOST HL3\nEndPlan\nPASS\nPLAN ALLIES\nEND PLAN";
        assert_eq!(
            outline(text),
            [
                "1 plan HUNS: MOVE HL3 1412 / PAUSE IF LOST HL3",
                "7 Pass",
                "8 plan ALLIES: "
            ]
        );
    }

    #[test]
    fn the_lines_of_an_unfinished_block_are_no_orders() {
        assert_eq!(
            outline("PLAN HUNS\nMOVE HL3 1412\nEND\nx"),
            [
                "1 bad: this plan has no `ENDPLAN`, so the line below it was not taken: write `ENDPLAN` behind its last line",
                "(4 x)"
            ]
        );
        assert_eq!(
            outline("MESSAGE rom\nMOVE HL3 1412\nEND\n"),
            [
                "1 bad: this message has no `ENDMESSAGE`, so it was not sent and nothing below it was read: write \
                 `ENDMESSAGE` behind its last line"
            ]
        );
        assert_eq!(
            outline("PLAN\nMOVE HL3 1412\nENDPLAN\nGO"),
            [
                "1 bad: expected what the plan is for, found the end of the line",
                "4 Go"
            ]
        );
    }

    #[test]
    fn messages_keep_their_lines_as_written() {
        let text = "MESSAGE rom, vis\nHail!\n\n  # not a comment; END\nEND\nENDMESSAGE\nGO";
        assert_eq!(
            outline(text),
            [
                "1 message rom, vis: Hail! /  /   # not a comment; END / END",
                "7 Go"
            ]
        );
    }

    #[test]
    fn add_and_check_may_stand_before_an_order() {
        assert_eq!(
            outline("ADD\nADD MOVE HL3 1412\nCHECK ADD # only\nCHECK PASS"),
            [
                "1 Add",
                "2 Add",
                "2 MOVE HL3 1412",
                "3 Check",
                "3 Add",
                "4 Check",
                "4 Pass"
            ]
        );
    }

    #[test]
    fn add_said_without_end_is_a_bad_line() {
        let read = outline(&"ADD ".repeat(100_000));
        assert_eq!(read[..3], ["1 Add", "1 Add", "1 Add"]);
        assert_eq!(read[3..], ["1 bad: `ADD` and `CHECK` are said once"]);
    }

    #[test]
    fn common_orders_that_are_wrong_are_bad_lines() {
        assert_eq!(
            outline("ENDPLAN\nEND of story\nGo away"),
            [
                "1 bad: `ENDPLAN` stands here without a `PLAN` before it",
                "2 bad: `END` stands alone on its line",
                "3 bad: one word too much: `away`"
            ]
        );
    }

    #[test]
    fn patience_ends_with_the_twentieth_bad_line_in_a_row() {
        let mut patience = Patience::default();
        assert!((1..20).all(|_| patience.bad()));
        patience.good();
        assert!((1..20).all(|_| patience.bad()));
        assert!(!patience.bad());
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_sheet(text in "(?s).{0,200}",
            words in prop::collection::vec(prop::sample::select(vec![
                "BEGIN ORDERS", "END", "PLAN x", "PLAN", "ENDPLAN", "MESSAGE y", "ENDMESSAGE",
                "ADD ", "CHECK ", "GO", "\n", "\n", "SAY hi", "# c", "MOVE", " "]), 0..30)) {
            for text in [text, words.concat()] {
                let sheet = Sheet::read(&text);
                prop_assert!(sheet.items.len() + sheet.unread.len() <= text.len() + 1);
            }
        }
    }
}
