//! Dice that people ask for in words: `ROLL 2d6 attack on the bridge`.
//!
//! A dice table has a log like a match, but no rules: the opened orders of a draw say which rolls it has, in the
//! order of the seats and of their lines. That is all that a replay has to know ([`confirmed`]).
//!
//! ```
//! use tesserarius::ledger::asked::Request;
//!
//! let request: Request = "roll d6 x3 who holds the bridge?".parse()?;
//! assert_eq!(request.to_string(), "ROLL 1d6 x3 who holds the bridge?");
//! # Ok::<(), tesserarius::ledger::asked::NotARequest>(())
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    str::FromStr,
};

use crate::ledger::{
    audit::Mail,
    block::{Body, Entry, Genesis, LockSeal, Orders, Rolled, Side, blocks},
    dice::{Label, Spec},
    hash::Hash,
    log::LogText,
    names::{Seat, read_number},
    text::Text,
};

/// The key under which logs and records name a dice table in place of a game.
pub const TABLE: &str = "dice-table";

/// The version of the rules by which requests become rolls.
pub const VERSION: u32 = 1;

/// The verb of a request.
pub const ROLL: &str = "ROLL";

/// The most rolls of one draw.
pub const MOST: usize = 100;

/// Returns the hash of a dice table's rules, which stands in GENESIS.
pub fn rules() -> Hash {
    Hash::sha256(format!("{TABLE}\n{VERSION}\n").as_bytes())
}

/// One line that asks for dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is rolled.
    pub spec: Spec,
    /// How often.
    pub times: u8,
    /// What for, in the asker's words.
    pub about: Option<Text>,
}

/// Why a line asks for no dice, and at which of its words, the verb being word 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{because}")]
pub struct NotARequest {
    /// The word.
    pub word: usize,
    /// What is wrong with it.
    pub because: String,
    /// Whether the line only lacks more words.
    pub breaks_off: bool,
}

impl NotARequest {
    fn at(word: usize, because: impl Into<String>) -> Self {
        Self {
            word,
            because: because.into(),
            breaks_off: false,
        }
    }
}

impl FromStr for Request {
    type Err = NotARequest;

    fn from_str(line: &str) -> Result<Self, NotARequest> {
        if lines(line).nth(1).is_some() {
            return Err(NotARequest::at(
                0,
                "these are several lines; each asks for dice by itself",
            ));
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            Some((verb, rest)) if verb.eq_ignore_ascii_case(ROLL) => read(rest),
            _ => Err(NotARequest::at(
                0,
                "a line that asks for dice begins with `ROLL`",
            )),
        }
    }
}

/// Splits what somebody wrote into its lines, empty ones left out, whatever ends a line.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    const ENDS: [char; 7] = [
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ];
    text.split(ENDS).filter(|line| !line.trim().is_empty())
}

fn read(words: &[&str]) -> Result<Request, NotARequest> {
    let Some((dice, rest)) = words.split_first() else {
        return Err(NotARequest {
            word: 1,
            because: "expected dice such as `2d6`, `1z10`, `3avg` or `perm52`".to_owned(),
            breaks_off: true,
        });
    };
    let spec = read_spec(dice)?;
    let (times, rest) = match rest
        .split_first()
        .and_then(|(word, rest)| Some((times(word)?, rest)))
    {
        Some((times, rest)) => (times.map_err(|because| NotARequest::at(2, because))?, rest),
        None => (1, rest),
    };
    if let Some((at, because)) = asks_for_more(rest) {
        return Err(NotARequest::at(words.len() + 1 - rest.len() + at, because));
    }
    let about = Text::transliterate(&rest.join(" "))
        .map_err(|error| NotARequest::at(words.len() + 1 - rest.len(), error.to_string()))?;
    Ok(Request { spec, times, about })
}

/// Finds what asks for further dice among the words that only say what a roll is for, and at which of them.
///
/// They would be passed over in silence: whoever wrote them means to see them rolled.
fn asks_for_more(words: &[&str]) -> Option<(usize, String)> {
    let is_dice = |word: &&str| read_spec(word).is_ok();
    if let Some(word) = words.first().filter(|word| times(word).is_some()) {
        let because = format!("`{word}` says a second time how often to roll: once is enough");
        return Some((0, because));
    }
    let joins = |word: &&str| ["and", "&", "+", "plus", "then"].contains(word);
    let first = words.iter().take_while(|word| joins(word)).count();
    if let Some(word) = words.get(first).filter(|word| is_dice(word)) {
        let because = format!("`{word}` are further dice: ask for them by a line of their own");
        return Some((first, because));
    }
    let verbs = words
        .windows(2)
        .position(|pair| pair[0].eq_ignore_ascii_case(ROLL) && is_dice(&pair[1]));
    verbs.map(|at| {
        let because = format!("a second `{ROLL}` in one line: give it a line of its own");
        (at, because)
    })
}

/// Reads dice; a single die needs no `1` before it.
fn read_spec(word: &str) -> Result<Spec, NotARequest> {
    let lower = word.to_ascii_lowercase();
    let single = lower.starts_with(['d', 'z', 'a']);
    let spelled = if single { format!("1{lower}") } else { lower };
    if let Some(sign) = spelled.find(['+', '-', '*']) {
        let dice = &spelled[..sign];
        if dice.parse::<Spec>().is_ok() {
            let because = format!(
                "dice are rolled as they are: write `{dice}`, and reckon `{}` yourself",
                &spelled[sign..]
            );
            return Err(NotARequest::at(1, because));
        }
    }
    spelled.parse().map_err(|_| {
        NotARequest::at(
            1,
            format!("`{word}` is no roll: write 2d6, 1z10, 3avg or perm52"),
        )
    })
}

/// Reads `x3`, if the word is of that form.
fn times(word: &str) -> Option<Result<u8, String>> {
    let digits = word.strip_prefix(['x', 'X'])?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let times = read_number(digits).filter(|times| (1..=MOST as u64).contains(times));
    Some(match times {
        Some(times) => Ok(times as u8),
        None => Err(format!("`{word}` is not from x1 to x{MOST}")),
    })
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ROLL} {}", self.spec)?;
        if self.times > 1 {
            write!(f, " x{}", self.times)?;
        }
        match &self.about {
            Some(about) => write!(f, " {about}"),
            None => Ok(()),
        }
    }
}

/// A roll of a draw, and which request it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedRoll {
    /// Its label.
    pub label: Label,
    /// What is rolled.
    pub spec: Spec,
    /// Who asked.
    pub seat: Seat,
    /// What for.
    pub about: Option<Text>,
}

/// Returns the rolls of a draw: seat after seat, line after line, each under a label that only tells its place.
pub fn rolls<'a>(
    draw: u64,
    requests: impl IntoIterator<Item = (Seat, &'a Request)>,
) -> Vec<AskedRoll> {
    let mut rolls = Vec::new();
    for (seat, request) in requests {
        for _ in 0..request.times {
            let number = rolls.len() + 1;
            let label = Label::format_base(&format_args!("r{draw}/{number}"))
                .expect("a draw has at most 15 digits and a roll few more");
            rolls.push(AskedRoll {
                label,
                spec: request.spec,
                seat,
                about: request.about.clone(),
            });
        }
    }
    rolls
}

/// Returns the draws of a dice table's log whose rolls are those that the opened orders asked for.
///
/// The log of a match has none: its rolls follow from the rules of its game.
pub fn confirmed(log: &LogText, mails: &[Mail]) -> BTreeSet<u64> {
    let mut confirmed = BTreeSet::new();
    let first = log.entries.first();
    let genesis = first.and_then(|first| Entry::read_genesis(&first.block).ok());
    let Some((_, genesis)) = genesis.filter(|(_, genesis)| genesis.rules == rules()) else {
        return confirmed;
    };
    let opened = opened(&genesis, log, mails);
    let mut locked: BTreeMap<u64, Option<Vec<&Orders>>> = BTreeMap::new();
    for entry in &log.entries {
        match Entry::read(&entry.block, genesis.terms()).map(|entry| entry.body) {
            Ok(Body::Lock(lock)) => {
                let seals = lock.seals.iter().filter_map(|seal| match seal {
                    LockSeal::Sealed(seal) => Some(opened.get(seal)),
                    LockSeal::Nothing | LockSeal::Later => None,
                });
                locked.insert(lock.draw, seals.collect());
            }
            Ok(Body::Report(report)) => {
                if let Some(Some(orders)) = locked.get(&report.draw)
                    && is_as_asked(report.draw, orders, &report.rolls)
                {
                    confirmed.insert(report.draw);
                }
            }
            _ => {}
        }
    }
    confirmed
}

/// Returns all orders that were opened, by their seals.
fn opened(genesis: &Genesis, log: &LogText, mails: &[Mail]) -> BTreeMap<Hash, Orders> {
    let of_log = log.sides.iter().map(|side| side.block.clone());
    let of_mails = mails.iter().flat_map(|mail| blocks(&mail.text));
    let orders = of_log
        .chain(of_mails)
        .filter_map(|block| match Side::read(&block) {
            Ok(Side::Orders(orders)) if orders.game == genesis.game => {
                Some((orders.seal(), orders))
            }
            _ => None,
        });
    orders.collect()
}

/// Corrected rolls aside, a draw has the rolls that its orders ask for and no others.
fn is_as_asked(draw: u64, orders: &[&Orders], made: &[Rolled]) -> bool {
    let mut requests: Vec<(Seat, Request)> = Vec::new();
    for orders in orders {
        for line in orders.text.lines() {
            match line.as_str().parse() {
                Ok(request) => requests.push((orders.seat, request)),
                Err(_) => return false,
            }
        }
    }
    requests.sort_by_key(|(seat, _)| *seat);
    let asked = rolls(
        draw,
        requests.iter().map(|(seat, request)| (*seat, request)),
    );
    let asked = asked.iter().map(|roll| (roll.label, roll.spec));
    let made = made.iter().filter(|roll| !roll.label.is_fix());
    asked.eq(made.map(|roll| (roll.label, roll.spec)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(line: &str) -> Result<String, (usize, String)> {
        let read: Result<Request, NotARequest> = line.parse();
        read.map(|request| request.to_string())
            .map_err(|error| (error.word, error.because))
    }

    #[test]
    fn a_line_asks_for_dice_as_often_and_for_what_its_words_say() {
        let cases = [
            (
                "ROLL 2d6 attack on the bridge",
                "ROLL 2d6 attack on the bridge",
            ),
            ("roll 1Z10 x3", "ROLL 1z10 x3"),
            ("Roll d6", "ROLL 1d6"),
            ("ROLL avg x2 the weather", "ROLL 1avg x2 the weather"),
            ("ROLL perm52 the deck", "ROLL perm52 the deck"),
            ("ROLL 1d6 x-ray", "ROLL 1d6 x-ray"),
            ("ROLL 1d6 x1 hill x3", "ROLL 1d6 hill x3"),
            ("ROLL 1d6 d", "ROLL 1d6 d"),
            ("ROLL 2d6 roll of drums", "ROLL 2d6 roll of drums"),
            ("ROLL 1d6 Übergang", "ROLL 1d6 Ubergang"),
        ];
        for (line, expected) in cases {
            assert_eq!(canonical(line).as_deref(), Ok(expected), "{line}");
            assert_eq!(canonical(expected).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_line_that_asks_for_nothing_is_told_where_it_fails() {
        let word = |line: &str| canonical(line).map_err(|(word, _)| word);
        assert_eq!(word("GO"), Err(0));
        assert_eq!(word("ROLL"), Err(1));
        assert_eq!(word("ROLL the dice"), Err(1));
        assert_eq!(word("ROLL 2d6 x0"), Err(2));
        assert_eq!(word("ROLL 2d6 x101"), Err(2));
        assert_eq!(word("ROLL 101d6"), Err(1));
        assert_eq!(word("ROLL 2d6 for 雪"), Err(2));
        let (_, because) = canonical("ROLL 2d6+1").unwrap_err();
        assert!(
            because.contains("write `2d6`") && because.contains("`+1`"),
            "{because}"
        );
    }

    #[test]
    fn further_dice_are_no_words_about_the_first_ones() {
        let word = |line: &str| canonical(line).map_err(|(word, _)| word);
        for (line, at) in [
            ("ROLL 1d6 x2 x3", 3),
            ("ROLL 1d6 x1 x1", 3),
            ("ROLL 1d6 x1 x3 marks the spot", 3),
            ("ROLL 2d6 1z10", 2),
            ("ROLL 2d6 x2 and d10 for the hill", 4),
            ("ROLL 2d6 first ROLL 1z10 second", 3),
            ("ROLL 2d6 first\nROLL 1z10 second", 0),
            ("ROLL 2d6 first\u{2028}1z10 second", 0),
        ] {
            assert_eq!(word(line), Err(at), "{line}");
        }
        assert_eq!(lines("2d6\r\n\n 1z10 \n").count(), 2);
    }

    #[test]
    fn labels_tell_the_place_of_a_roll_and_nothing_that_could_be_chosen() {
        let requests: Vec<Request> = ["ROLL 2d6 first", "ROLL 1z10 x2"]
            .iter()
            .map(|line| line.parse().unwrap())
            .collect();
        let seat = Seat::new(1).unwrap();
        let rolls = rolls(7, requests.iter().map(|request| (seat, request)));
        let labels: Vec<String> = rolls
            .iter()
            .map(|roll| format!("{} {}", roll.label, roll.spec))
            .collect();
        assert_eq!(labels, ["r7/1 2d6", "r7/2 1z10", "r7/3 1z10"]);
        assert_eq!(rolls[0].about.as_ref().map(Text::as_str), Some("first"));
    }
}
