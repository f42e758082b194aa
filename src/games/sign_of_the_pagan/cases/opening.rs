//! From the written position of a case to roster, ground and starting facts.

use std::collections::BTreeMap;

use super::{CaseError, ClassSpec, ClassSpecs, Setup, UnitSpec};
use crate::games::sign_of_the_pagan::data::{
    CardDeck, CardId, Cell, ClassId, Condition, Contingent, Face, Ground, Leader, Mark, Markers,
    Roster, RosterError, Side, UnitId, UnitType, short_ids,
};
use crate::geometry::{Extent, Facing, Grid, Hex, Layout};

/// How many markers a side picks each turn (5.1).
const PICKED: usize = 5;

/// Where a unit of a case starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// Its hex.
    pub hex: Hex,
    /// Its facing.
    pub facing: Facing,
    /// Which side of it is up.
    pub condition: Condition,
    /// Whether it has momentum in the first stage with a shock segment.
    pub momentum: bool,
}

/// Where Attila is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttilaAt {
    /// With a unit.
    With(UnitId),
    /// Alone in a hex.
    Alone(Hex),
}

/// The checked position of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The units, in the order of the case.
    pub roster: Roster,
    /// The ground, whose edge no unit of a case reaches.
    pub ground: Ground,
    /// Each unit's start, by [`UnitId`].
    pub starts: Vec<Start>,
    /// Engaged pairs, the lower id first.
    pub engaged: Vec<(UnitId, UnitId)>,
    /// Units eliminated so far, in the order of [`Side::ALL`].
    pub eliminated: [u8; 2],
    /// Where Attila is; `None` when he is not in the case.
    pub attila: Option<AttilaAt>,
    /// Desertions of the Alans so far.
    pub alan_defections: u8,
    /// The turn.
    pub turn: u16,
    /// The markers picked, in the order of [`Side::ALL`]; empty where the case needs none.
    pub cams: [Vec<Contingent>; 2],
    /// The cards held, in the order of [`Side::ALL`]; `None` in a case without cards.
    pub hands: Option<[Vec<CardId>; 2]>,
}

impl Setup {
    /// Checks the position and makes roster and ground; every error is reported.
    pub fn open(&self, classes: &ClassSpecs, deck: &CardDeck) -> Result<Opening, Vec<CaseError>> {
        let mut errors = Errors(Vec::new());
        let units = self.roster_units(classes, &mut errors);
        let ground = self.ground(&mut errors);
        self.check_hexes(&mut errors);
        let cams = self.cams(&mut errors);
        let roster = match Roster::new(units, Leader::attila(), Markers::PRINTED) {
            Ok(roster) => roster,
            Err(clashes) => {
                for clash in &clashes {
                    errors.clash(self, clash);
                }
                return Err(errors.0);
            }
        };
        let engaged = self.engaged(&roster, &mut errors);
        let attila = self.attila(&roster, &mut errors);
        let hands = self.hands(deck, &mut errors);
        if !errors.0.is_empty() {
            return Err(errors.0);
        }
        Ok(Opening {
            roster,
            ground,
            starts: self.units.iter().map(Start::from).collect(),
            engaged,
            eliminated: Side::ALL.map(|side| *self.eliminated.of(side)),
            attila,
            alan_defections: self.alan_defections,
            turn: self.turn.unwrap_or(1),
            cams,
            hands,
        })
    }

    fn roster_units(&self, classes: &ClassSpecs, errors: &mut Errors) -> Vec<UnitType> {
        for (name, class) in classes {
            class.check(name, errors);
        }
        let mut units = Vec::new();
        for (index, spec) in self.units.iter().enumerate() {
            let Some(place) = classes.keys().position(|name| *name == spec.class) else {
                errors.add(
                    format!("setup.units[{index}].class"),
                    format!("there is no class `{}`", spec.class),
                );
                continue;
            };
            units.push(classes[&spec.class].unit(spec, ClassId(place as u8)));
        }
        units
    }

    fn ground(&self, errors: &mut Errors) -> Ground {
        let mut ground = Ground::plain(Grid::new(Layout::PointyEvenRight, Extent::PLAIN));
        for (&hex, spec) in &self.hexes {
            ground.set(
                hex,
                Cell {
                    terrain: spec.terrain,
                    level: spec.elev,
                },
            );
        }
        for (index, &[a, b]) in self.rivers.iter().enumerate() {
            if !ground.add_river(a, b) {
                errors.add(
                    format!("setup.rivers[{index}]"),
                    format!("{a} and {b} do not touch"),
                );
            }
        }
        ground
    }

    fn check_hexes(&self, errors: &mut Errors) {
        let mut taken: BTreeMap<Hex, &str> = BTreeMap::new();
        for (index, unit) in self.units.iter().enumerate() {
            if let Some(other) = taken.insert(unit.hex, &unit.id) {
                errors.add(
                    format!("setup.units[{index}].hex"),
                    format!("{} holds {other} already (6.1)", unit.hex),
                );
            }
        }
    }

    fn engaged(&self, roster: &Roster, errors: &mut Errors) -> Vec<(UnitId, UnitId)> {
        let mut pairs = Vec::new();
        for (index, names) in self.engaged.iter().enumerate() {
            let path = format!("setup.engaged[{index}]");
            let [a, b] = names
                .each_ref()
                .map(|name| errors.find(roster, &path, name));
            let Some((a, b)) = a.zip(b) else { continue };
            let (first, second) = (roster.unit(a), roster.unit(b));
            if first.side == second.side {
                errors.add(
                    path,
                    format!("{} and {} are on one side", first.id, second.id),
                );
            } else {
                pairs.push((a.min(b), a.max(b)));
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    fn attila(&self, roster: &Roster, errors: &mut Errors) -> Option<AttilaAt> {
        const PATH: &str = "setup.attila";
        let text = self.attila.as_deref()?;
        if let Some(hex) = text.strip_prefix('@') {
            let read = hex
                .parse()
                .map_err(|error| errors.add(PATH.to_owned(), format!("`{text}`: {error}")));
            return read.ok().map(AttilaAt::Alone);
        }
        let unit = errors.find(roster, PATH, text)?;
        if roster.unit(unit).side != Side::Hun {
            errors.add(PATH.to_owned(), format!("{text} is not on his side"));
        }
        Some(AttilaAt::With(unit))
    }

    fn hands(&self, deck: &CardDeck, errors: &mut Errors) -> Option<[Vec<CardId>; 2]> {
        let hands = self.hands.as_ref()?;
        Some(Side::ALL.map(|side| {
            let path = format!("setup.hands.{}", side.key().to_uppercase());
            let mut hand: Vec<CardId> = Vec::new();
            for id in hands.of(side) {
                match deck.find(id).filter(|&card| deck.card(card).side == side) {
                    Some(card) if hand.contains(&card) => {
                        errors.add(path.clone(), format!("{id} is held twice"));
                    }
                    Some(card) => hand.push(card),
                    None => errors.add(
                        path.clone(),
                        format!("there is no card `{id}` of that side"),
                    ),
                }
            }
            if hand.len() > usize::from(deck.drawn) {
                let reason = format!("{} cards instead of {} (11.1)", hand.len(), deck.drawn);
                errors.add(path, reason);
            }
            hand.sort_unstable();
            hand
        }))
    }

    fn cams(&self, errors: &mut Errors) -> [Vec<Contingent>; 2] {
        let Some(cams) = &self.cams else {
            return [Vec::new(), Vec::new()];
        };
        Side::ALL.map(|side| {
            let picked: Vec<Contingent> = cams.of(side).iter().map(|&word| word.into()).collect();
            let path = format!("setup.cams.{}", side.key().to_uppercase());
            if picked.len() != PICKED {
                errors.add(
                    path.clone(),
                    format!("{} markers instead of {PICKED} (5.1)", picked.len()),
                );
            }
            for contingent in Contingent::ALL {
                let count = picked.iter().filter(|&&own| own == contingent).count();
                let own = Markers::PRINTED[contingent as usize].count;
                let owned = if contingent.side() == side {
                    usize::from(own)
                } else {
                    0
                };
                if count > owned {
                    let reason = format!(
                        "{count} {} markers, but the side owns {owned} (5.1)",
                        contingent.key()
                    );
                    errors.add(path.clone(), reason);
                }
            }
            picked
        })
    }
}

impl ClassSpec {
    fn check(&self, name: &str, errors: &mut Errors) {
        if Contingent::from(self.cont).side() != Side::from(self.side) {
            let reason = "the contingent fights on the other side (2.2)".to_owned();
            errors.add(format!("unit_classes.{name}.cont"), reason);
        }
        if (0..2).any(|face| self.white[face] && self.square[face]) {
            let reason = "a face has a white ring or a white square, not both".to_owned();
            errors.add(format!("unit_classes.{name}.square"), reason);
        }
    }

    fn unit(&self, spec: &UnitSpec, class: ClassId) -> UnitType {
        let contingent = Contingent::from(self.cont);
        UnitType {
            id: spec.id.clone(),
            aliases: other_spellings(&spec.id),
            class,
            side: contingent.side(),
            contingent,
            kind: self.kind,
            tribe: tribe(contingent, &spec.class),
            good: self.face(0),
            disordered: self.face(1),
            bow: self.missile,
            ferocity: self.red,
        }
    }

    fn face(&self, index: usize) -> Face {
        let mark = match (self.white[index], self.square[index]) {
            (true, _) => Mark::WhiteRing,
            (false, true) => Mark::WhiteSquare,
            (false, false) => Mark::None,
        };
        Face {
            shock: self.shock[index],
            ma: self.ma[index],
            mark,
        }
    }
}

/// Returns the people of a unit, of whom the cards speak: that of its contingent, or by the first
/// letters of its class where several peoples act together.
pub(in super::super) fn tribe(contingent: Contingent, class: &str) -> String {
    const PEOPLES: [(&str, &str); 8] = [
        ("GEP", "Gepid"),
        ("BUR", "Burgundian"),
        ("RBU", "Burgundian"),
        ("FRA", "Frank"),
        ("RFR", "Frank"),
        ("SAX", "Saxon"),
        ("ARM", "Armorican"),
        ("ROM", "Roman"),
    ];
    let people = match contingent {
        Contingent::Huns => Some("Hun"),
        Contingent::Ostrogoths => Some("Ostrogoth"),
        Contingent::Visigoths => Some("Visigoth"),
        Contingent::Alans => Some("Alan"),
        Contingent::Allies | Contingent::Romans => {
            let begins = |(start, _): &&(&str, &str)| class.to_uppercase().starts_with(start);
            PEOPLES.iter().find(begins).map(|&(_, people)| people)
        }
    };
    people.unwrap_or(class).to_owned()
}

/// Returns the same short id with and without a leading zero: `HL1` for `HL01`.
fn other_spellings(id: &str) -> Vec<String> {
    let letters = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = id[letters.len()..]
        .parse::<u8>()
        .ok()
        .filter(|&number| number > 0);
    let names = number.map_or_else(Vec::new, |number| short_ids(letters, number));
    names.into_iter().filter(|name| name != id).collect()
}

impl From<&UnitSpec> for Start {
    fn from(spec: &UnitSpec) -> Self {
        Self {
            hex: spec.hex,
            facing: spec.face,
            condition: spec.state.into(),
            momentum: spec.momentum,
        }
    }
}

struct Errors(Vec<CaseError>);

impl Errors {
    fn add(&mut self, path: String, reason: String) {
        self.0.push(CaseError { path, reason });
    }

    fn find(&mut self, roster: &Roster, path: &str, name: &str) -> Option<UnitId> {
        let found = roster.find(name);
        if found.is_none() {
            self.add(
                path.to_owned(),
                format!("there is no unit `{name}` in the case"),
            );
        }
        found
    }

    fn clash(&mut self, setup: &Setup, clash: &RosterError) {
        let path = match clash {
            RosterError::SameName { second, .. } => {
                let index = setup.units.iter().rposition(|unit| unit.id == *second);
                format!("setup.units[{}].id", index.unwrap_or(0))
            }
            RosterError::TooMany(_) => "setup.units".to_owned(),
        };
        self.add(path, clash.to_string());
    }
}
