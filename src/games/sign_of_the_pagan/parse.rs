//! Reading order lines: the language of the rules document, section 3.
//!
//! What is common to all games (guards, ELSE, PLAN, PASS) is read by the engine before and after;
//! here a line's verb and what belongs to it.

mod active;
mod card;
mod facts;
mod standing;
#[cfg(test)]
mod tests;

use crate::geometry::Hex;
use crate::orders::{Cursor, Diagnostic, Group, Names, NamesError, Verbs, quoted};

pub(super) use standing::POINTS;

use super::data::{Contingent, Kind, Roster, UnitId};
use super::order::{Fact, Order, Who};
use super::state::View;
use super::{Battle, Game, rules};

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    SetUp,
    Cam,
    Initiative,
    Move,
    Withdraw,
    Fire,
    Face,
    Flee,
    Shock,
    Advance,
    Continue,
    Reform,
    Attila,
    React,
    Evade,
    Stand,
    Loss,
    Counter,
    Ask,
    Default,
    Card,
}

const VERBS: Verbs<Verb> = Verbs::new(&[
    ("MOVE", Verb::Move),
    ("FIRE", Verb::Fire),
    ("FACE", Verb::Face),
    ("SHOCK", Verb::Shock),
    ("REACT", Verb::React),
    ("EVADE", Verb::Evade),
    ("ADVANCE", Verb::Advance),
    ("CONTINUE", Verb::Continue),
    ("COUNTER", Verb::Counter),
    ("REFORM", Verb::Reform),
    ("WITHDRAW", Verb::Withdraw),
    ("FLEE", Verb::Flee),
    ("STAND", Verb::Stand),
    ("LOSS", Verb::Loss),
    ("ATTILA", Verb::Attila),
    ("SETUP", Verb::SetUp),
    ("CAM", Verb::Cam),
    ("INITIATIVE", Verb::Initiative),
    ("ASK", Verb::Ask),
    ("DEFAULT", Verb::Default),
    ("CARD", Verb::Card),
]);

const KINDS: [Kind; 5] = [Kind::HC, Kind::LC, Kind::HI, Kind::MI, Kind::LI];

/// Makes the table of the units' names, with the groups `all:lc` and `all:huns`.
///
/// # Errors
/// An id that no order could name.
pub(super) fn names(roster: &Roster) -> Result<Names, NamesError> {
    let index = |unit: UnitId| u16::from(unit.0);
    let ids: Vec<&str> = roster.units.iter().map(|unit| unit.id.as_str()).collect();
    let aliases: Vec<(&str, u16)> = roster
        .ids()
        .flat_map(|id| {
            let aliases = roster.unit(id).aliases.iter();
            aliases.map(move |alias| (alias.as_str(), index(id)))
        })
        .collect();
    let members = |holds: &dyn Fn(UnitId) -> bool| -> Vec<u16> {
        roster.ids().filter(|&id| holds(id)).map(index).collect()
    };
    let kinds = KINDS.map(|kind| {
        let word = kind.code().to_lowercase();
        (word, members(&|id| roster.unit(id).kind == kind))
    });
    let contingents = Contingent::ALL.map(|contingent| {
        let word = contingent.key().to_owned();
        (
            word,
            members(&|id| roster.unit(id).contingent == contingent),
        )
    });
    let tags: Vec<(&str, &[u16])> = kinds
        .iter()
        .chain(&contingents)
        .map(|(word, members)| (word.as_str(), members.as_slice()))
        .collect();
    Names::new("a unit", &ids, &aliases, &tags)
}

/// Reads an order, up to `IF` or the end; a group may give several.
///
/// # Errors
/// What was not understood, for the player.
pub(super) fn order(
    game: &Game,
    view: &View,
    cursor: &mut Cursor<'_>,
) -> Result<Vec<Order>, Diagnostic> {
    let verb = VERBS.read(cursor)?;
    let mut reader = Reader { game, view, cursor };
    let order = match verb {
        Verb::SetUp => reader.set_up(),
        Verb::Cam => reader.markers(),
        Verb::Initiative => reader.initiative(),
        Verb::Move => reader.movement(false),
        Verb::Withdraw => reader.movement(true),
        Verb::Fire => return reader.fire(),
        Verb::Face => return reader.face(),
        Verb::Flee => reader.flee(),
        Verb::Shock => reader.shock(),
        Verb::Advance => reader.advance(),
        Verb::Continue => reader.continued(),
        Verb::Reform => return reader.reform(),
        Verb::Attila => reader.attila(),
        Verb::React => reader.react(),
        Verb::Evade => reader.evade(),
        Verb::Stand => reader.stand(),
        Verb::Loss => reader.loss(),
        Verb::Counter => reader.counter(),
        Verb::Ask => reader.ask(),
        Verb::Default => reader.default(),
        Verb::Card => reader.card(),
    };
    order.map(|order| vec![order])
}

/// Reads one term of a guard.
///
/// # Errors
/// What was not understood, for the player.
pub(super) fn fact(game: &Game, view: &View, cursor: &mut Cursor<'_>) -> Result<Fact, Diagnostic> {
    Reader { game, view, cursor }.fact()
}

/// Reads what a plan is for: one of the reader's own contingents.
///
/// # Errors
/// What was not understood, for the player.
pub(super) fn plan(
    game: &Game,
    view: &View,
    cursor: &mut Cursor<'_>,
) -> Result<&'static str, Diagnostic> {
    let mut reader = Reader { game, view, cursor };
    let contingent = reader.contingent()?;
    if view.side.is_some_and(|own| own != contingent.side()) {
        let message = format!("the {} are not yours to command", contingent.key());
        return Err(Diagnostic::new(reader.cursor.span(), message).rule(rules::R5_0));
    }
    Ok(contingent.key())
}

/// Returns the full name of a unit or a group that is named in any way.
pub(super) fn full_name(game: &Game, word: &str) -> Option<String> {
    let mut cursor = Cursor::new(word);
    let group = game.names.group(&mut cursor).ok()?;
    cursor.at_end().then(|| game.names.print(group))
}

/// A line being read, with what its words may refer to.
struct Reader<'r, 'line> {
    game: &'r Game,
    view: &'r View,
    cursor: &'r mut Cursor<'line>,
}

type Read<T> = Result<T, Diagnostic>;

impl Reader<'_, '_> {
    fn battle(&self) -> Battle<'_> {
        Battle::new(self.game, &self.view.open)
    }

    /// Takes a unit: a name, or the hex it stands in.
    fn unit(&mut self) -> Read<UnitId> {
        if let Some(unit) = self.unit_in_hex()? {
            return Ok(unit);
        }
        let index = self.game.names.one(self.cursor)?;
        Ok(UnitId(index as u8))
    }

    fn unit_in_hex(&mut self) -> Read<Option<UnitId>> {
        let is_place = |text: &str| {
            text.starts_with('@')
                || text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !self.cursor.peek().is_some_and(|word| is_place(word.text)) {
            return Ok(None);
        }
        let hex = self.cursor.hex()?;
        let unit = self.view.open.unit_at(hex).map(Some);
        unit.ok_or_else(|| {
            let message = format!("no unit stands in {hex}");
            Diagnostic::new(self.cursor.span(), message)
        })
    }

    /// Takes a unit or a group and returns its members that are on the map.
    fn units(&mut self) -> Read<Vec<UnitId>> {
        if let Some(unit) = self.unit_in_hex()? {
            return Ok(vec![unit]);
        }
        let group = self.game.names.group(self.cursor)?;
        if let Group::One(index) = group {
            return Ok(vec![UnitId(index as u8)]);
        }
        let battle = self.battle();
        let members: Vec<UnitId> = self
            .members(group)
            .filter(|&unit| battle.is_on_map(unit))
            .collect();
        if members.is_empty() {
            let word = quoted(&self.game.names.print(group));
            let message = format!("no unit of {word} is on the map");
            return Err(Diagnostic::new(self.cursor.span(), message));
        }
        Ok(members)
    }

    /// Lists the members of a group that the reader's side commands.
    fn members(&self, group: Group) -> impl Iterator<Item = UnitId> {
        let own = self.view.side;
        let members = self
            .game
            .names
            .members(group)
            .map(|index| UnitId(index as u8));
        members.filter(move |&unit| own.is_none_or(|own| self.game.roster.unit(unit).side == own))
    }

    /// Takes units up to the end, an `IF` or one of the words, parted by blanks or commas.
    fn several_units(&mut self, stops: &[&'static str]) -> Read<Vec<UnitId>> {
        let mut units = self.units()?;
        loop {
            let comma = self.cursor.is_at(",") && self.cursor.next().is_some();
            let stopped =
                self.is_at_end_of_order() || stops.iter().any(|stop| self.cursor.is_at(stop));
            if stopped && !comma {
                return Ok(units);
            }
            for unit in self.units()? {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            }
        }
    }

    /// Tells whether nothing more of the order follows, but perhaps a condition.
    fn is_at_end_of_order(&self) -> bool {
        let condition = self.cursor.is_at("IF") || self.cursor.is_at("UNLESS");
        condition || self.cursor.at_end()
    }

    /// Takes those for whom a standing line speaks: a unit, groups, `all`.
    fn who(&mut self) -> Read<Who> {
        if let Some(unit) = self.unit_in_hex()? {
            return Ok(Who::Unit(unit));
        }
        let first = self.game.names.group(self.cursor)?;
        if !self.cursor.is_at(",") {
            return Ok(self.one_group(first));
        }
        let mut units: Vec<UnitId> = self.members(first).collect();
        while self.cursor.is_at(",") {
            self.cursor.next();
            let next = self.game.names.group(self.cursor)?;
            units.extend(self.members(next));
        }
        units.sort_unstable();
        units.dedup();
        Ok(several(units))
    }

    fn one_group(&self, group: Group) -> Who {
        match group {
            Group::One(index) => Who::Unit(UnitId(index as u8)),
            Group::All => Who::All,
            Group::Tag(tag) => {
                let tag = usize::from(tag);
                match KINDS.get(tag) {
                    Some(&kind) => Who::Kind(kind),
                    None => Who::Contingent(Contingent::ALL[tag - KINDS.len()]),
                }
            }
            Group::Range { .. } | Group::Series(_) | Group::Starting { .. } => {
                several(self.members(group).collect())
            }
        }
    }

    /// Takes a contingent, by its name or the beginning of it.
    fn contingent(&mut self) -> Read<Contingent> {
        match self.eat_contingent() {
            Some(contingent) => Ok(contingent),
            None => Err(self.ambiguous_contingent()),
        }
    }

    fn eat_contingent(&mut self) -> Option<Contingent> {
        self.cursor.expect("a contingent");
        let word = self.cursor.peek()?;
        let mut begun = begun_by(word.text);
        let (first, second) = (begun.next()?, begun.next());
        if second.is_some() {
            return None;
        }
        self.cursor.next();
        Some(first)
    }

    fn ambiguous_contingent(&self) -> Diagnostic {
        let word = self.cursor.peek();
        let begun: Vec<Contingent> = word
            .into_iter()
            .flat_map(|word| begun_by(word.text))
            .collect();
        match (word, &begun[..]) {
            (Some(word), [first, second, ..]) => Diagnostic::new(
                word.span,
                format!(
                    "{} could be `{}` or `{}`",
                    quoted(word.text),
                    first.key(),
                    second.key()
                ),
            ),
            _ => self.cursor.unexpected(),
        }
    }

    /// Takes `YES` or `NO`.
    fn eat_yes_or_no(&mut self) -> Option<bool> {
        self.cursor.eat_one_of(&[("YES", true), ("NO", false)])
    }

    fn hexes_behind_to(&mut self) -> Read<Vec<Hex>> {
        self.cursor.word("TO")?;
        self.cursor.hexes()
    }
}

fn several(units: Vec<UnitId>) -> Who {
    match units[..] {
        [unit] => Who::Unit(unit),
        _ => Who::Units(units),
    }
}

/// Lists the contingents that a word begins.
fn begun_by(word: &str) -> impl Iterator<Item = Contingent> {
    Contingent::ALL.into_iter().filter(move |contingent| {
        let begins = contingent.key().get(..word.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(word))
    })
}

/// Says whether a word is a verb of the game, written out, in any case.
pub(super) fn is_verb(word: &str) -> bool {
    VERBS.is_verb(word)
}

/// Tells whether lines that begin with a verb answer later decisions.
pub(super) fn is_standing_verb(word: &str) -> bool {
    use Verb::{Ask, Card, Counter, Default, Evade, Flee, Loss, React, Stand};
    let verb = VERBS.find(word);
    verb.is_some_and(|verb| {
        matches!(
            verb,
            Flee | React | Evade | Stand | Loss | Counter | Ask | Default | Card
        )
    })
}
