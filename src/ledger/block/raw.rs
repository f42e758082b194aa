//! From the text of a mail or a log to blocks: lines between BEGIN and END, as they stand.

use std::fmt;

use crate::ledger::hash::{Hash, h};

/// The line before a block.
pub const BEGIN: &str = "#TESSERA-BEGIN";
/// The line after a block.
pub const END: &str = "#TESSERA-END";

/// Brings decoded text into lines as every mail program leaves them: quoting and padding off.
pub fn normalise(text: &str) -> Vec<String> {
    lines_of(text).into_iter().map(|(line, _)| line).collect()
}

/// Normalises the lines of a text, and says of each whether it was quoted.
fn lines_of(text: &str) -> Vec<(String, bool)> {
    text.replace("\r\n", "\n")
        .split(['\n', '\r'])
        .map(|line| (normal_line(line), line.trim_start().starts_with('>')))
        .filter(|(line, _)| !line.is_empty())
        .collect()
}

fn normal_line(line: &str) -> String {
    let mut normal = String::with_capacity(line.len());
    for character in line.chars() {
        match character {
            ' ' | '\t' | '\u{a0}' => {
                if !normal.ends_with(' ') {
                    normal.push(' ');
                }
            }
            other => normal.push(other),
        }
    }
    normal
        .trim_end_matches(' ')
        .trim_start_matches(['>', ' '])
        .to_owned()
}

/// The lines of a block, never rewritten: their bytes are what heads are made of.
#[derive(Clone)]
pub struct Block {
    lines: Vec<String>,
    is_torn: bool,
    is_quoted: bool,
}

// Quoting says where a block stood, not what it is.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        self.lines == other.lines && self.is_torn == other.is_torn
    }
}

impl Eq for Block {}

impl Block {
    /// Takes the lines between BEGIN and END of a whole block.
    pub(crate) fn new(lines: Vec<String>) -> Self {
        Self {
            lines,
            is_torn: false,
            is_quoted: false,
        }
    }

    /// Returns the lines, folds as they stand.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Says whether the END is lost.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Says whether the mail that it stood in quotes it from another one.
    pub fn is_quoted(&self) -> bool {
        self.is_quoted
    }

    /// Says whether this is a block of a player, not an entry of the log.
    pub fn is_side(&self) -> bool {
        self.lines
            .first()
            .is_some_and(|line| is_start_of_side(line))
    }

    /// Returns the bytes that are hashed: every line followed by LF.
    pub fn bytes(&self) -> Vec<u8> {
        self.lines
            .iter()
            .flat_map(|line| [line.as_bytes(), b"\n"])
            .flatten()
            .copied()
            .collect()
    }

    /// Returns the head of the block as an entry.
    pub fn head(&self) -> Hash {
        h("tessera1.entry", &[&self.bytes()])
    }
}

impl fmt::Display for Block {
    /// Writes the block with its BEGIN and END, as it stands in a mail.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{BEGIN}")?;
        self.lines
            .iter()
            .try_for_each(|line| writeln!(f, "{line}"))?;
        writeln!(f, "{END}")
    }
}

// Blocks of orders are secret until they are opened; a stray debug print must not tell them.
impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block({} lines, {})", self.lines.len(), self.head())
    }
}

/// What a text holds beside prose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A block, whole or torn.
    Block(Block),
    /// The hash of a `#HEAD n hash` line outside of blocks, as it stands.
    Head(String),
    /// What is left of a block of a player whose BEGIN is lost.
    Beheaded(Block),
    /// A line that reads as one of a block, but stands outside of all.
    Stray,
    /// A line that damage may have made of a mark of a block, of a fold or of a `#HEAD` line.
    Remnant,
    /// Any other line.
    Words,
}

/// What the lines of blocks begin with.
const KEYS: [&str; 42] = [
    "absent", "ack", "after", "again", "agree", "beacon", "chain", "draw", "entry", "from", "game",
    "give", "head", "hidden", "hide", "hk", "host", "hplan", "hres", "hroll", "key", "margin",
    "mode", "nonce", "o", "plan", "prev", "proto", "ref", "roll", "round", "rules", "seal", "seat",
    "seed", "sig", "state", "text", "time", "type", "undo", "why",
];

/// Finds all blocks and stated heads of a text, in order.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut open: Option<Block> = None;
    // Lines that would be a block of a player, if a BEGIN stood before them.
    let mut headless: Option<Block> = None;
    for (line, is_quoted) in lines_of(text) {
        match (line.as_str(), &mut open) {
            (BEGIN, _) => {
                let begun = Block {
                    lines: Vec::new(),
                    is_torn: true,
                    is_quoted,
                };
                pieces.extend(open.replace(begun).map(Piece::Block));
                pieces.extend(headless.take().map(|_| Piece::Stray));
            }
            (END, Some(block)) => {
                block.is_torn = false;
                pieces.extend(open.take().map(Piece::Block));
            }
            (_, Some(block)) => block.lines.push(line),
            (END, None) => pieces.extend(headless.take().map(Piece::Beheaded)),
            (_, None) => {
                if let Some(head) = stated_head(&line) {
                    pieces.extend(headless.take().map(|_| Piece::Stray));
                    pieces.push(Piece::Head(head));
                } else if is_start_of_side(&line) {
                    let begun = Block {
                        lines: vec![line],
                        is_torn: true,
                        is_quoted,
                    };
                    pieces.extend(headless.replace(begun).map(|_| Piece::Stray));
                } else if let Some(block) = &mut headless {
                    block.lines.push(line);
                } else if is_line_of_block(&line) {
                    pieces.push(Piece::Stray);
                } else {
                    pieces.push(match is_remnant(&line) {
                        true => Piece::Remnant,
                        false => Piece::Words,
                    });
                }
            }
        }
    }
    pieces.extend(headless.map(|_| Piece::Stray));
    pieces.extend(open.map(Piece::Block));
    pieces
}

/// Finds the blocks of a text, wherever they stand in it.
pub fn blocks(text: &str) -> Vec<Block> {
    let blocks = pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Block(block) => Some(block),
        _ => None,
    });
    blocks.collect()
}

/// Says whether a line reads as one of a block.
fn is_line_of_block(line: &str) -> bool {
    let key = line.split_once(": ").map(|(key, _)| key);
    key.is_some_and(|key| KEYS.contains(&key))
}

/// Says whether a line outside of blocks, which people would not write, is left of one that belongs to a block.
fn is_remnant(line: &str) -> bool {
    let is_hash = |word: &str| word.len() >= 32 && word.bytes().all(|b| b.is_ascii_hexdigit());
    line.starts_with(['#', '+'])
        || ["TESSERA", "-BEGIN", "-END"]
            .iter()
            .any(|mark| line.contains(mark))
        || line.split(' ').any(is_hash)
}

/// Says whether a text consists of blocks and of what belongs to them, and of nothing else.
pub fn is_made_of_blocks(text: &str) -> bool {
    !pieces(text).contains(&Piece::Words)
}

/// Says whether a block of a player begins with this line.
fn is_start_of_side(line: &str) -> bool {
    let kind = line.strip_prefix("type: ");
    matches!(kind, Some("JOIN" | "ACK" | "ORDERS" | "KEY"))
}

fn stated_head(line: &str) -> Option<String> {
    let mut words = line.split(' ');
    (words.next() == Some("#HEAD"))
        .then(|| words.nth(1).map(str::to_owned))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torn(lines: &[&str]) -> Piece {
        Piece::Block(Block {
            lines: lines.iter().map(|l| (*l).to_owned()).collect(),
            is_torn: true,
            is_quoted: false,
        })
    }

    fn whole(lines: &[&str]) -> Piece {
        Piece::Block(Block::new(lines.iter().map(|l| (*l).to_owned()).collect()))
    }

    #[test]
    fn prose_around_blocks_is_passed_over() {
        let text =
            "Hello\r\n> #TESSERA-BEGIN\r\n> a: 1\r\n>\r\n> #TESSERA-END\r\n> #HEAD 3 abc d\r\nbye";
        let expected = [
            Piece::Words,
            whole(&["a: 1"]),
            Piece::Head("abc".into()),
            Piece::Words,
        ];
        assert_eq!(pieces(text), expected);
    }

    #[test]
    fn a_block_knows_whether_it_was_quoted() {
        let block = "#TESSERA-BEGIN\na: 1\n#TESSERA-END\n";
        let quoted = block.replace('#', " > > #");
        let told = |text: &str| match &pieces(text)[..] {
            [Piece::Block(block)] => block.is_quoted(),
            _ => panic!("one block"),
        };
        assert!(!told(block));
        assert!(told(&quoted));
    }

    #[test]
    fn a_begin_or_the_end_of_the_text_tears_a_block() {
        let text =
            "#TESSERA-BEGIN\na: 1\n#TESSERA-BEGIN\nb: 2\n#TESSERA-END\n#TESSERA-BEGIN\n#HEAD 1 x";
        assert_eq!(
            pieces(text),
            [torn(&["a: 1"]), whole(&["b: 2"]), torn(&["#HEAD 1 x"])]
        );
    }

    #[test]
    fn an_end_without_a_begin_is_prose() {
        assert_eq!(pieces("#TESSERA-END\n#HEAD 1\n"), [Piece::Remnant]);
    }

    #[test]
    fn marks_that_were_damaged_are_no_words() {
        for line in [
            "#TESSERA-BEGUN",
            "TESSERA-BEGIN",
            "#HEAD 12",
            "+abc",
            &format!("HEAD 3 {}", "0a".repeat(32)),
        ] {
            assert_eq!(pieces(line), [Piece::Remnant], "{line}");
        }
        for line in ["Dear Anna,", "Subject: x", "12 men were lost."] {
            assert!(!is_made_of_blocks(line), "{line}");
        }
    }

    #[test]
    fn a_block_of_a_player_without_its_begin_is_not_prose() {
        let headless = Piece::Beheaded(Block {
            lines: vec!["type: ACK".into(), "seat: 1".into()],
            is_torn: true,
            is_quoted: false,
        });
        assert_eq!(
            pieces("hello\ntype: ACK\nseat: 1\n#TESSERA-END\n"),
            [Piece::Words, headless]
        );
        assert_eq!(
            pieces("type: ACK\n#HEAD 1 abc\n#TESSERA-END\n"),
            [Piece::Stray, Piece::Head("abc".into())]
        );
        assert_eq!(pieces("type: LOCK\n#TESSERA-END\n"), [Piece::Stray]);
    }

    #[test]
    fn lines_of_a_block_that_stand_outside_of_it_are_no_words() {
        let text = "#TESSERA-BEGIN\ntype: ACK\n#TESSERA-END\n> draw: 1\nreason: none\ntype: ACK\n";
        assert_eq!(
            pieces(text)[1..],
            [Piece::Stray, Piece::Words, Piece::Stray]
        );
    }

    #[test]
    fn a_side_block_is_known_by_its_first_line() {
        let is_side = |line: &str| Block::new(vec![line.into()]).is_side();
        assert!(is_side("type: ACK"));
        assert!(!is_side("type: LOCK"));
        assert!(!is_side("entry: 1"));
        assert!(!Block::new(Vec::new()).is_side());
    }
}
