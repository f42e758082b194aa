//! Reading orders (section 3 of the guide to the rules).

mod facts;
mod standing;
mod tasks;

use crate::geometry::{Axial, Hex};
use crate::orders::{Cursor, Diagnostic, Span, Verbs, Word, quoted};

use super::data::KindId;
use super::game::Notation;
use super::order::{Advance, AdvanceWish, Order, Way};
use super::state::View;
use super::terms::{Dir, Edge, Legion, Side, UnitId};
use super::{Field, Game, rules};

pub(super) use facts::fact;

/// What a plan is for.
pub(super) const TURN: &str = "turn";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Deploy,
    Legion,
    Fire,
    Move,
    Exit,
    Face,
    Square,
    Convert,
    Melee,
    Advance,
    Plot,
    Df,
    Half,
    Retreat,
    Defend,
    Surplus,
    Panic,
    Concede,
    Finish,
    Stand,
}

const VERBS: Verbs<Verb> = Verbs::new(&[
    ("DEPLOY", Verb::Deploy),
    ("LEGION", Verb::Legion),
    ("FIRE", Verb::Fire),
    ("MOVE", Verb::Move),
    ("EXIT", Verb::Exit),
    ("FACE", Verb::Face),
    ("SQUARE", Verb::Square),
    ("CONVERT", Verb::Convert),
    ("MELEE", Verb::Melee),
    ("ADVANCE", Verb::Advance),
    ("PLOT", Verb::Plot),
    ("DF", Verb::Df),
    ("HALF", Verb::Half),
    ("RETREAT", Verb::Retreat),
    ("DEFEND", Verb::Defend),
    ("SURPLUS", Verb::Surplus),
    ("PANIC", Verb::Panic),
    ("CONCEDE", Verb::Concede),
    ("FINISH", Verb::Finish),
    ("STAND", Verb::Stand),
]);

/// Words that may stand for edges of the map.
const EDGES: [(&str, Edge); 8] = [
    ("N", Edge::North),
    ("E", Edge::East),
    ("S", Edge::South),
    ("W", Edge::West),
    ("NORTH", Edge::North),
    ("EAST", Edge::East),
    ("SOUTH", Edge::South),
    ("WEST", Edge::West),
];

/// More Game-Turns than any battle has.
const LAST_TURN: i32 = 999;

/// The legions by their numerals.
const LEGIONS: [(&str, Legion); 3] = [("I", Legion::I), ("II", Legion::II), ("III", Legion::III)];

/// Tells whether a word is a verb of this game.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.is_verb(word) || word.eq_ignore_ascii_case("IF")
}

/// Tells whether lines that begin with a verb answer later decisions.
pub(super) fn is_standing_verb(word: &str) -> bool {
    use Verb::{Defend, Df, Half, Panic, Retreat, Stand};
    let verb = VERBS.find(word);
    verb.is_some_and(|verb| matches!(verb, Df | Half | Retreat | Defend | Panic | Stand))
}

/// A line being read with the eyes of its owner.
pub(super) struct Reader<'a> {
    game: &'a Game,
    field: Field<'a>,
    side: Option<Side>,
}

impl<'a> Reader<'a> {
    fn new(game: &'a Game, view: &'a View) -> Self {
        Self {
            game,
            field: Field::new(game, &view.open),
            side: view.side,
        }
    }

    /// Takes a hex.
    fn hex(&self, cursor: &mut Cursor<'_>) -> Result<Hex, Diagnostic> {
        cursor.expect("a hex");
        match self.eat_hex(cursor)? {
            Some(hex) => Ok(hex),
            None => Err(cursor.unexpected()),
        }
    }

    /// Takes a hex if the next word is made like one.
    fn eat_hex(&self, cursor: &mut Cursor<'_>) -> Result<Option<Hex>, Diagnostic> {
        let Some(word) = cursor
            .peek()
            .filter(|word| is_hex_like(word.text, self.game.notation))
        else {
            return Ok(None);
        };
        let hex = self.read_hex(word.text, word.span)?;
        cursor.next();
        Ok(Some(hex))
    }

    fn read_hex(&self, text: &str, span: Span) -> Result<Hex, Diagnostic> {
        let text = text.strip_prefix('@').unwrap_or(text);
        let wrong = |reason: String| Diagnostic::new(span, reason);
        let found = match self.game.notation {
            Notation::Printed => text
                .parse::<Hex>()
                .map_err(|error| wrong(format!("{}: {error}", quoted(text))))?,
            Notation::Axial(origin) => self
                .read_axial(text, origin)
                .ok_or_else(|| wrong(format!("{} is no hex of this plane", quoted(text))))?,
        };
        if self.game.land.contains(found) {
            return Ok(found);
        }
        // A way may name a hex beyond an edge of a worked example's plane: the move ends before it.
        match self.game.notation {
            Notation::Axial(_) => Ok(found),
            Notation::Printed => Err(wrong(format!(
                "there is no hex {} on this map",
                quoted(text)
            ))),
        }
    }

    fn read_axial(&self, text: &str, origin: Hex) -> Option<Hex> {
        let (q, r) = text.split_once('.')?;
        let layout = self.game.land.grid().layout();
        let zero = layout.axial(origin);
        layout.hex(Axial {
            q: zero.q.checked_add(q.parse().ok()?)?,
            r: zero.r.checked_add(r.parse().ok()?)?,
        })
    }

    /// Takes hexes parted by blanks, commas or, as printed, hyphens.
    fn hexes(&self, cursor: &mut Cursor<'_>) -> Result<Vec<Hex>, Diagnostic> {
        let mut hexes = Vec::new();
        loop {
            let mut ahead = cursor.clone();
            if !hexes.is_empty() && (ahead.is_at(",") || ahead.is_at("-")) {
                ahead.next();
            }
            let Some(word) = ahead
                .peek()
                .filter(|word| is_hex_like(word.text, self.game.notation))
            else {
                break;
            };
            if self.game.notation == Notation::Printed {
                let mut start = word.span.start;
                for piece in word.text.split('-') {
                    let span = Span::new(start, start + piece.len());
                    hexes.push(self.read_hex(piece, span)?);
                    start = span.end + 1;
                }
            } else {
                hexes.push(self.read_hex(word.text, word.span)?);
            }
            ahead.next();
            *cursor = ahead;
        }
        cursor.expect("a hex");
        if hexes.is_empty() {
            Err(cursor.unexpected())
        } else {
            Ok(hexes)
        }
    }

    /// Takes units: ids, ranges, groups, or `STACK hex`, joined by commas.
    fn units(&self, cursor: &mut Cursor<'_>) -> Result<Vec<UnitId>, Diagnostic> {
        let mut units = Vec::new();
        loop {
            let first = cursor.here();
            for unit in self.some_units(cursor)? {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            }
            if units.is_empty() {
                return Err(Diagnostic::new(
                    cursor.since(first),
                    "that names no unit of yours",
                ));
            }
            if !cursor.is_at(",") {
                return Ok(units);
            }
            cursor.next();
        }
    }

    fn some_units(&self, cursor: &mut Cursor<'_>) -> Result<Vec<UnitId>, Diagnostic> {
        if cursor.eat_word("STACK") {
            let hex = self.hex(cursor)?;
            let own = self.field.open.stack(hex);
            return Ok(own.filter(|&unit| self.is_own(unit)).collect());
        }
        if let Some(word) = cursor.peek()
            && let Some(range) = self.range(word)
        {
            cursor.next();
            return Ok(range);
        }
        let group = self.game.names.group(cursor)?;
        let members: Vec<UnitId> = self
            .game
            .names
            .members(group)
            .map(|index| UnitId(index as u8))
            .collect();
        if members.len() == 1 {
            return Ok(members);
        }
        let on_map = |&unit: &UnitId| self.is_own(unit);
        Ok(members.into_iter().filter(on_map).collect())
    }

    /// Reads `SD1-SD4`.
    fn range(&self, word: Word<'_>) -> Option<Vec<UnitId>> {
        let (first, last) = word.text.split_once('-')?;
        let stem = |id: &str| {
            id.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_ascii_uppercase()
        };
        let number = |id: &str| id[stem(id).len()..].parse::<u16>().ok();
        let last = if last.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{}{last}", stem(first))
        } else {
            last.to_owned()
        };
        if stem(first) != stem(&last) {
            return None;
        }
        let (low, high) = (number(first)?, number(&last)?);
        let ids = (low..=high).map(|number| format!("{}{number}", stem(first)));
        ids.map(|id| {
            self.game
                .names
                .find(&id)
                .ok()
                .map(|index| UnitId(index as u8))
        })
        .collect()
    }

    fn unit(&self, cursor: &mut Cursor<'_>) -> Result<UnitId, Diagnostic> {
        self.game.names.one(cursor).map(|index| UnitId(index as u8))
    }

    fn is_own(&self, unit: UnitId) -> bool {
        self.side.is_none_or(|side| self.game.side_of(unit) == side)
    }

    /// Takes a direction, a compass word or a number.
    fn dir(cursor: &mut Cursor<'_>) -> Result<Dir, Diagnostic> {
        cursor.expect("a direction, N NE SE S SW or NW");
        match cursor.peek().and_then(|word| Dir::read(word.text)) {
            Some(dir) => {
                cursor.next();
                Ok(dir)
            }
            None => Err(cursor.unexpected()),
        }
    }

    fn eat_facing(cursor: &mut Cursor<'_>) -> Result<Option<Dir>, Diagnostic> {
        if cursor.eat_word("FACE") {
            Self::dir(cursor).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Takes the letters of a type.
    fn eat_kind(&self, cursor: &mut Cursor<'_>) -> Option<KindId> {
        let kind = self.game.kinds.find(cursor.peek()?.text)?;
        cursor.next();
        Some(kind)
    }

    /// Takes a column of the results table, `3:1`.
    fn column(&self, cursor: &mut Cursor<'_>) -> Result<u8, Diagnostic> {
        cursor.expect("a column, as 2:1");
        match cursor
            .peek()
            .and_then(|word| self.game.results.find(word.text))
        {
            Some(column) => {
                cursor.next();
                Ok(column)
            }
            None => Err(cursor.unexpected()),
        }
    }

    /// Takes what stands behind ADVANCE.
    fn advance(&self, cursor: &mut Cursor<'_>) -> Result<AdvanceWish, Diagnostic> {
        if cursor.eat_word("ALL") {
            return Ok(AdvanceWish::All);
        }
        if cursor.eat_word("NONE") {
            return Ok(AdvanceWish::None);
        }
        let mut list: Vec<Advance> = Vec::new();
        loop {
            let units = self.units(cursor)?;
            let to = if cursor.eat_word("TO") {
                Some(self.hex(cursor)?)
            } else {
                None
            };
            list.extend(units.into_iter().map(|unit| Advance { unit, to }));
            if cursor.eat_word("WITH") {
                let leaders = self.units(cursor)?;
                let with = list.last().and_then(|last| last.to);
                list.extend(leaders.into_iter().map(|unit| Advance { unit, to: with }));
            }
            if !cursor.is_at(",") {
                return Ok(AdvanceWish::Units(list));
            }
            cursor.next();
        }
    }
}

/// Tells whether a word is made like a hex.
fn is_hex_like(text: &str, notation: Notation) -> bool {
    let text = text.strip_prefix('@').unwrap_or(text);
    let first = text.bytes().next().unwrap_or(b' ');
    match notation {
        Notation::Printed => {
            first.is_ascii_digit()
                && text.len() >= 3
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-')
        }
        Notation::Axial(_) => {
            (first.is_ascii_digit() || first == b'-')
                && text.contains('.')
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-'))
        }
    }
}

/// Reads what a plan is for: the next Player-Turn of its owner, or the next plot.
pub(super) fn plan(cursor: &mut Cursor<'_>) -> Result<&'static str, Diagnostic> {
    cursor.word("TURN").map(|()| TURN)
}

/// Reads one order; a line for several units may give several.
pub(super) fn order(
    game: &Game,
    view: &View,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<Order>, Diagnostic> {
    let reader = Reader::new(game, view);
    let verb = VERBS.read(cursor)?;
    reader.order(verb, cursor)
}

impl Reader<'_> {
    fn order(&self, verb: Verb, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        let one = |order: Result<Order, Diagnostic>| order.map(|order| vec![order]);
        match verb {
            Verb::Deploy => one(self.deploy(cursor)),
            Verb::Legion => one(self.legion(cursor)),
            Verb::Fire => one(self.fire(cursor)),
            Verb::Move => one(self.march(cursor)),
            Verb::Exit => one(self.exit(cursor)),
            Verb::Face => one(self.face(cursor)),
            Verb::Square => one(self.square(cursor)),
            Verb::Convert => one(self.convert(cursor)),
            Verb::Melee => one(self.melee(cursor)),
            Verb::Advance => one(self.advance(cursor).map(|wish| Order::Advance { wish })),
            Verb::Plot => self.plot(cursor),
            Verb::Df | Verb::Half | Verb::Retreat | Verb::Defend | Verb::Surplus | Verb::Panic => {
                self.standing(verb, cursor)
            }
            Verb::Concede => one(cursor.word("TACTICAL").map(|()| Order::Concede)),
            Verb::Finish => Ok(vec![Order::Finish]),
            Verb::Stand => self.stand(cursor),
        }
    }

    fn deploy(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        cursor.word("AT")?;
        let hex = self.hex(cursor)?;
        let facing = Self::eat_facing(cursor)?;
        Ok(Order::Deploy { units, hex, facing })
    }

    fn legion(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let legion = cursor.one_of(&LEGIONS)?;
        cursor.word("=")?;
        let units = self.units(cursor)?;
        let leader = if cursor.eat_word("LEADER") {
            Some(self.unit(cursor)?)
        } else {
            None
        };
        Ok(Order::Legion {
            legion,
            units,
            leader,
        })
    }

    fn fire(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        cursor.word("AT")?;
        let at = self.hex(cursor)?;
        if cursor.is_at(",") {
            let message = "fire is never split: one attack has one target hex";
            return Err(Diagnostic::new(cursor.here(), message).rule(rules::R6_16));
        }
        Ok(Order::Fire { units, at })
    }

    fn march(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        let way = if cursor.eat_word("TO") {
            Way::To(self.hex(cursor)?)
        } else {
            cursor.eat_word("VIA");
            Way::Via(self.hexes(cursor)?)
        };
        let facing = Self::eat_facing(cursor)?;
        Ok(Order::Move { units, way, facing })
    }

    fn exit(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        let via = if cursor.eat_word("VIA") {
            self.hexes(cursor)?
        } else {
            Vec::new()
        };
        cursor.word("OFF")?;
        let edge = cursor.one_of(&EDGES)?;
        Ok(Order::Exit { units, via, edge })
    }

    fn face(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        let facing = Self::dir(cursor)?;
        Ok(Order::Face { units, facing })
    }

    fn square(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let forms = cursor.one_of(&[("FORM", true), ("DISSOLVE", false)])?;
        let hex = self.hex(cursor)?;
        Ok(match forms {
            true => Order::SquareForm { hex },
            false => Order::SquareDissolve { hex },
        })
    }

    fn convert(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let unit = self.unit(cursor)?;
        cursor.word("TO")?;
        cursor.expect("a type");
        match self.eat_kind(cursor) {
            Some(to) => Ok(Order::Convert { unit, to }),
            None => Err(cursor.unexpected()),
        }
    }

    fn melee(&self, cursor: &mut Cursor<'_>) -> Result<Order, Diagnostic> {
        let units = self.units(cursor)?;
        cursor.word("AT")?;
        if let Some(word) = cursor.peek()
            && self.game.names.find(word.text).is_ok()
        {
            let message = "a hex is attacked as a whole: name the hex";
            return Err(Diagnostic::new(word.span, message).rule(rules::R5_41));
        }
        let at = self.hexes(cursor)?;
        let legion = if cursor.eat_word("LEGION") {
            Some(cursor.one_of(&LEGIONS)?)
        } else {
            None
        };
        let advance = match cursor.eat_word("ADVANCE") {
            true => self.advance(cursor)?,
            false => AdvanceWish::Unsaid,
        };
        Ok(Order::Melee {
            units,
            at,
            legion,
            advance,
        })
    }

    /// Returns a side by its key.
    fn side_named(&self, cursor: &mut Cursor<'_>) -> Result<Side, Diagnostic> {
        cursor.expect("a side");
        let word = cursor.peek();
        let found = word.and_then(|word| {
            Side::BOTH
                .into_iter()
                .find(|&side| self.game.terms(side).key.eq_ignore_ascii_case(word.text))
        });
        match found {
            Some(side) => {
                cursor.next();
                Ok(side)
            }
            None => Err(cursor.unexpected()),
        }
    }
}
