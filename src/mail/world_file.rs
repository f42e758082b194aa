//! A world from a file, for `tessera mail explain --world`: who plays what, which tokens, which verbs.
//!
//! The file describes no real match, so its language is a small one: a verb, a unit of the shape `hun-lc-1`, then
//! hexes, units, `FACE` with a direction, and the few words between them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::block::unfolded;
use super::world::{
    Claim, Language, Opens, Order, OrderKind, Parsed, Seat, SideBlock, Site, StopState, World,
};

/// Why a world file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorldFileError {
    /// It is not the JSON that a world file must be.
    #[error("the world file is not as it must be: {0}")]
    Form(#[from] serde_json::Error),
}

#[derive(Deserialize)]
struct Table {
    our_address: String,
    our_mx_authserv_id: Option<String>,
    tokens: BTreeMap<String, TokenRow>,
    games: BTreeMap<String, GameRow>,
    order_verbs: Vec<String>,
}

#[derive(Deserialize)]
struct TokenRow {
    game: String,
    side: String,
    turn: u32,
    state: TokenState,
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum TokenState {
    Current,
    Expired,
    Unknown,
}

#[derive(Deserialize)]
struct GameRow {
    players: BTreeMap<String, String>,
}

/// A world as a file describes it.
pub struct FileWorld {
    site: Site,
    table: Table,
}

impl FileWorld {
    /// Reads a world from the text of its file.
    pub fn from_json(text: &str) -> Result<Self, WorldFileError> {
        let table: Table = serde_json::from_str(text)?;
        let site = Site {
            orders_address: table.our_address.clone(),
            authserv_id: table.our_mx_authserv_id.clone(),
        };
        Ok(Self { site, table })
    }

    fn sides(&self) -> impl Iterator<Item = &String> {
        self.table
            .games
            .values()
            .flat_map(|game| game.players.keys())
    }
}

impl World for FileWorld {
    fn site(&self) -> &Site {
        &self.site
    }

    fn seat(&self, claim: &Claim) -> Option<Seat> {
        let row = self.table.tokens.get(&claim.token)?;
        let fits = row.game == claim.match_id && row.side == claim.side && row.turn == claim.stop;
        let state = match row.state {
            TokenState::Current => StopState::Open,
            TokenState::Expired => StopState::Past,
            TokenState::Unknown => return None,
        };
        let player = self.table.games.get(&row.game)?.players.get(&row.side)?;
        let seat = Seat {
            match_id: row.game.clone(),
            side: row.side.clone(),
            stop: row.turn,
            state,
            registered: vec![player.clone()],
            confirms: None,
            outdated: false,
        };
        fits.then_some(seat)
    }

    fn language(&self, _: &Seat) -> Box<dyn Language + '_> {
        Box::new(FileLanguage {
            verbs: &self.table.order_verbs,
            sides: self.sides().map(String::as_str).collect(),
        })
    }

    fn form(&self, _: &Seat) -> Option<String> {
        None
    }

    /// Looks at the shape only: no match stands behind the file.
    fn takes_block(&self, seat: &Seat, block: &SideBlock) -> bool {
        let lines = unfolded(block);
        let value = |key: &str| {
            lines
                .iter()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        };
        let gives = lines.iter().any(|line| line.starts_with("give: "));
        let takes = match value("type") {
            Some("JOIN") => value("chain").is_some(),
            Some("ACK") => value("head").is_some_and(is_hash) && (!block.quoted || !gives),
            Some("ORDERS") => value("nonce").is_some_and(is_hash) && !block.quoted,
            _ => false,
        };
        takes
            && value("game").is_some_and(|game| game.eq_ignore_ascii_case(&seat.match_id))
            && value("seat").is_some()
    }
}

fn is_hash(value: &str) -> bool {
    value.len() == 64
        && value
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

struct FileLanguage<'a> {
    verbs: &'a [String],
    sides: Vec<&'a str>,
}

/// What a word of an order is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Unit,
    Hexes,
    /// A word that something must follow.
    Link,
    Face,
    Direction,
    Stranger,
}

/// Contingents that `CAM` names and that are no side of their own.
const CONTINGENTS: [&str; 12] = [
    "HUNS",
    "OSTROGOTHS",
    "ALLIES",
    "ROMANS",
    "VISIGOTHS",
    "ALANS",
    "GOTHS",
    "FRANKS",
    "PERSIANS",
    "GEPIDS",
    "HERULI",
    "BURGUNDIANS",
];

const DIRECTIONS: [&str; 16] = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
];

fn classify(word: &str) -> Word {
    let upper = word.to_ascii_uppercase();
    if is_unit(word) {
        Word::Unit
    } else if word
        .strip_suffix('-')
        .unwrap_or(word)
        .split('-')
        .all(is_hex)
    {
        if word.ends_with('-') {
            Word::Link
        } else {
            Word::Hexes
        }
    } else if upper == "FACE" {
        Word::Face
    } else if ["ON", "TO", "AT", "VIA"].contains(&upper.as_str()) {
        Word::Link
    } else if DIRECTIONS.contains(&upper.as_str()) || is_clock_hour(&upper) {
        Word::Direction
    } else {
        Word::Stranger
    }
}

fn is_unit(word: &str) -> bool {
    let fields: Vec<_> = word.split('-').collect();
    let letters = |text: &str, count: usize| {
        text.len() == count && text.bytes().all(|b| b.is_ascii_alphabetic())
    };
    matches!(fields.as_slice(), [side, kind, number] if letters(side, 3) && letters(kind, 2) && is_number(number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_hex(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_clock_hour(word: &str) -> bool {
    let hour = word.strip_prefix('F').unwrap_or(word);
    hour.len() <= 2
        && hour
            .parse::<u8>()
            .is_ok_and(|hour| (1..=12).contains(&hour))
}

impl Language for FileLanguage<'_> {
    fn parse(&self, line: &str) -> Parsed {
        let mut words = line.split(' ');
        let verb = words.next().unwrap_or_default().to_ascii_uppercase();
        if !self.is_verb(&verb) {
            return Parsed::NoVerb;
        }
        let rest: Vec<_> = words.collect();
        if verb == "CAM" {
            self.names(&rest)
        } else {
            sentence(&verb, &rest)
        }
    }

    fn is_verb(&self, word: &str) -> bool {
        self.verbs
            .iter()
            .any(|verb| verb.eq_ignore_ascii_case(word))
    }
}

impl FileLanguage<'_> {
    /// Parses what follows `CAM`: names of sides and contingents.
    fn names(&self, words: &[&str]) -> Parsed {
        let is_side = |word: &str| {
            let singular = word.strip_suffix(['s', 'S']).unwrap_or(word);
            self.sides
                .iter()
                .any(|side| side.eq_ignore_ascii_case(word) || side.eq_ignore_ascii_case(singular))
                || CONTINGENTS
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(word))
        };
        if words.is_empty() {
            return Parsed::BreaksOff {
                because: "a side must follow `CAM`".to_owned(),
            };
        }
        match words.iter().position(|word| !is_side(word)) {
            Some(at) => Parsed::Wrong {
                word: at + 1,
                because: format!("`{}` is not a side", words[at]),
            },
            None => order(format!("CAM {}", words.join(" "))),
        }
    }
}

/// Parses what follows any other verb: a unit, then hexes, units and a facing.
fn sentence(verb: &str, words: &[&str]) -> Parsed {
    let Some(unit) = words.first() else {
        return Parsed::BreaksOff {
            because: format!("a unit must follow `{verb}`"),
        };
    };
    if !is_unit(unit) {
        return Parsed::Wrong {
            word: 1,
            because: format!("`{unit}` is not a unit such as hun-lc-1"),
        };
    }
    let mut canonical = format!("{verb} {}", unit.to_ascii_lowercase());
    let mut so_far = SoFar {
        last: Word::Unit,
        targets: 0,
    };
    for (at, word) in words.iter().enumerate().skip(1) {
        let sort = classify(word);
        if !so_far.takes(verb, sort) {
            return Parsed::Wrong {
                word: at + 1,
                because: format!("`{word}` does not fit there"),
            };
        }
        so_far.targets += usize::from(matches!(sort, Word::Unit | Word::Hexes));
        so_far.last = sort;
        canonical.push(' ');
        canonical += &if sort == Word::Unit {
            word.to_ascii_lowercase()
        } else {
            word.to_ascii_uppercase()
        };
    }
    let lacks_target = so_far.targets == 0 && verb != "STAND";
    if matches!(so_far.last, Word::Link | Word::Face) || lacks_target {
        return Parsed::BreaksOff {
            because: format!("something is missing after `{}`", words[words.len() - 1]),
        };
    }
    order(canonical)
}

/// How far an order has come.
struct SoFar {
    last: Word,
    targets: usize,
}

impl SoFar {
    /// Says whether a word may come next: `MOVE` goes over hexes to a facing, `FIRE` has one target, `STAND` none.
    fn takes(&self, verb: &str, word: Word) -> bool {
        let faced = matches!(self.last, Word::Face | Word::Direction);
        let wants_more = match verb {
            "STAND" => false,
            "FIRE" => self.targets == 0,
            _ => true,
        };
        match word {
            Word::Hexes => wants_more && !faced,
            Word::Unit => wants_more && !faced && verb != "MOVE",
            Word::Link => wants_more && matches!(self.last, Word::Unit | Word::Hexes),
            Word::Face => verb == "MOVE" && self.last == Word::Hexes,
            Word::Direction => self.last == Word::Face,
            Word::Stranger => false,
        }
    }
}

fn order(canonical: String) -> Parsed {
    Parsed::Order(Order {
        canonical,
        kind: OrderKind::Action,
        opens: Opens::Nothing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Parsed {
        let verbs = ["MOVE", "FIRE", "SHOCK", "STAND", "CAM"].map(str::to_owned);
        FileLanguage {
            verbs: &verbs,
            sides: vec!["hun", "rom"],
        }
        .parse(line)
    }

    #[test]
    fn orders_are_printed_in_one_spelling() {
        for (line, canonical) in [
            (
                "move HUN-LC-1 1609-1508 1407 face ne",
                "MOVE hun-lc-1 1609-1508 1407 FACE NE",
            ),
            ("FIRE hun-lc-1 rom-li-2", "FIRE hun-lc-1 rom-li-2"),
            (
                "SHOCK hun-hc-1 hun-hc-2 on 1407",
                "SHOCK hun-hc-1 hun-hc-2 ON 1407",
            ),
            ("Stand hun-mi-2", "STAND hun-mi-2"),
            ("CAM hun HUNS Alans", "CAM hun HUNS Alans"),
            ("MOVE hun-lc-1 1609 FACE 12", "MOVE hun-lc-1 1609 FACE 12"),
        ] {
            assert_eq!(parse(line), order(canonical.to_owned()), "{line}");
        }
    }

    #[test]
    fn what_is_missing_is_told_from_what_is_wrong() {
        for line in [
            "MOVE",
            "MOVE hun-lc-1",
            "MOVE hun-lc-1 1609-",
            "MOVE hun-lc-1 1609 FACE",
            "FIRE hun-lc-1",
            "SHOCK hun-hc-1 ON",
            "CAM",
        ] {
            assert!(matches!(parse(line), Parsed::BreaksOff { .. }), "{line}");
        }
        for (line, at) in [
            ("MOVE over there", 1),
            ("MOVE hun-lc-1 160 1508", 2),
            ("MOVE hun-lc-1 1609 FACE up", 4),
            ("MOVE hun-lc-1 1609 please", 3),
            ("FIRE hun-lc-1 1306 1305", 3),
            ("STAND hun-mi-2 1407", 2),
            ("STAND hun-mi-2000", 1),
            ("CAM HUNS you", 2),
        ] {
            assert!(
                matches!(parse(line), Parsed::Wrong { word, .. } if word == at),
                "{line}: {:?}",
                parse(line)
            );
        }
        assert_eq!(parse("FACE NE"), Parsed::NoVerb);
    }
}
