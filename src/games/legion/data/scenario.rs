//! Reading a scenario: forces, zones, limits, changes of the ground, and the list of outcomes.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::check::Checker;
use super::map::MapSheet;
use super::units::{KindId, Kinds};
use crate::games::files::{Faults, Sheet};
use crate::games::legion::terms::{Edge, Level, Terrain};
use crate::games::provenance::Provenance;

/// A change of the ground for one scenario.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GroundRule {
    /// These kinds count as clear (R101).
    Ignore {
        /// The kinds.
        types: Vec<Feature>,
    },
    /// All but these count as clear.
    IgnoreAllExcept {
        /// The kinds that stay.
        types: Vec<Feature>,
    },
    /// Everything counts as clear; roads are places only.
    IgnoreAll,
    /// The players may agree to ignore everything (L5.7).
    MayIgnoreAll,
    /// One kind counts as another (L4.1).
    TreatAs {
        /// The kind on the map.
        from: Terrain,
        /// What it counts as.
        to: Terrain,
    },
    /// Nobody enters (L4.3).
    ForbidEntry {
        /// The kinds.
        types: Vec<Feature>,
    },
}

/// A kind of ground that a scenario may speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words are those of the chart")]
pub enum Feature {
    Village,
    Woods,
    Swamp,
    River,
    Ford,
    Bridge,
    Slope,
    Hilltop,
}

/// Whether one or all of several hexes have to be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Need {
    /// Each of them.
    All,
    /// One of them.
    Any,
}

/// From where along an edge exits count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The hexes by which a road leaves over that edge.
    Road,
    /// Only through the road hex itself.
    RoadHex,
    /// The south-east corner.
    CornerSe,
}

/// Units that have to leave the map.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// Whose units.
    pub side: String,
    /// How many, classes D and E not counted (11.25).
    pub units: u16,
    /// Leaders that have to leave too.
    #[serde(default)]
    pub leaders: u16,
    /// By which edges.
    pub edges: Vec<Edge>,
    /// Near what.
    pub anchor: Option<Anchor>,
    /// How near.
    pub within: Option<u16>,
}

/// A condition of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum When {
    /// A level of victory, or a higher one (11.24).
    Level {
        /// Whose.
        side: String,
        /// The least.
        min: Level,
    },
    /// Control of lettered hexes (11.3).
    Control {
        /// Whose.
        side: String,
        /// The letters.
        hexes: Vec<char>,
        /// One of them or all.
        need: Need,
    },
    /// An exit (11.4).
    Exit(Exit),
    /// Every unit of a side is eliminated.
    Eliminated {
        /// Whose.
        side: String,
    },
    /// One of these.
    Any(Vec<Self>),
    /// All of these.
    All(Vec<Self>),
    /// Not this.
    Not(Box<Self>),
    /// In any case.
    Always(bool),
}

/// A clause of the list of outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The winning side, or `draw`.
    pub winner: String,
    /// The book, or a ruling where it is silent.
    pub provenance: Provenance,
    /// The condition.
    pub when: When,
}

/// A zone: every hex so near to a lettered one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The letter.
    pub letter: char,
    /// How near.
    pub within: u16,
    /// The letter that the book prints, where it is a misprint.
    pub printed: Option<char>,
}

/// On which side of the river a group stands (L3.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bank {
    /// North of it.
    North,
    /// Not north of it.
    NotNorth,
}

/// A part of an army with zones of its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployGroup {
    /// How many combat units.
    pub units: u16,
    /// Where.
    pub zones: Vec<Zone>,
    /// On which bank.
    pub bank: Bank,
}

/// Where a side sets up (11.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Deploy {
    /// Anywhere in these zones.
    Zones {
        /// The zones.
        zones: Vec<Zone>,
    },
    /// In parts.
    Groups {
        /// The parts.
        groups: Vec<DeployGroup>,
    },
    /// On a road (L3.1).
    Road {
        /// Its name.
        road: String,
        /// Units per hex at set-up.
        #[serde(rename = "per-hex")]
        per_hex: u8,
    },
}

/// Another stacking limit for some types (5.4c, L5.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackingException {
    /// The types.
    pub kinds: Vec<KindId>,
    /// The limit of a hex that holds nothing else.
    pub may: Option<u8>,
    /// The limit for these alone, in any hex.
    pub max: Option<u8>,
}

/// Whether a side's SD are Roman (L1.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Roman {
    /// They are.
    Yes,
    /// They are not.
    No,
    /// As the players agree (R53).
    Ask,
}

/// An army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Types and numbers.
    pub units: Vec<(KindId, u8)>,
    /// Grades and numbers.
    pub leaders: Vec<(u8, u8)>,
    /// What it is worth in Victory Points.
    pub worth: u16,
    /// Lost points at which it panics; `None` if it never does.
    pub panic_level: Option<u16>,
    /// Units per hex.
    pub stacking: u8,
    /// Exceptions.
    pub exceptions: Vec<StackingException>,
    /// Whether mounted units need no Leader near (10.0).
    pub mounted_exempt: bool,
    /// Whether its SD are Roman.
    pub roman: Roman,
    /// Where it sets up.
    pub deploy: Deploy,
}

/// Lines of a scenario's file that faults found later speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Where each side's zones stand.
    pub deploy: [usize; 2],
    /// Where each clause of the outcome stands.
    pub outcome: Vec<usize>,
}

/// A scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The name of its file.
    pub file: String,
    /// Lines of it.
    pub lines: Lines,
    /// Its key.
    pub key: String,
    /// Its number in the book.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its date.
    pub date: String,
    /// The key of its map.
    pub map: String,
    /// Game-Turns.
    pub turns: u16,
    /// The side that sets up first.
    pub first_deploy: usize,
    /// The side that moves first.
    pub first_move: usize,
    /// Where it comes from.
    pub provenance: Provenance,
    /// Changes of the ground.
    pub ground: Vec<GroundRule>,
    /// Who wins when.
    pub outcome: Vec<Clause>,
    /// The armies, in seat order.
    pub armies: [Army; 2],
}

impl Scenario {
    /// Tells whether a player's word names it: key, number or title.
    pub fn is_called(&self, name: &str) -> bool {
        [&self.key, &self.number, &self.title]
            .iter()
            .any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns the side with that key.
    pub fn side(&self, key: &str) -> Option<usize> {
        self.armies.iter().position(|army| army.key == key)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExceptionRow {
    types: Vec<Spanned<String>>,
    may: Option<u8>,
    max: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SideRow {
    key: Spanned<String>,
    name: String,
    units: BTreeMap<Spanned<String>, u8>,
    leaders: BTreeMap<Spanned<String>, u8>,
    worth: Spanned<u16>,
    panic_level: Option<u16>,
    stacking: u8,
    #[serde(default)]
    stacking_exceptions: Vec<ExceptionRow>,
    mounted_exempt: bool,
    roman_sd: Roman,
    deploy: Spanned<Deploy>,
}

/// Reads a scenario; maps and types that are wrong themselves are not held against it.
pub(super) fn read(
    mut sheet: Sheet<'_>,
    known: Option<(&Kinds, &[MapSheet])>,
    faults: &mut Faults,
) -> Option<Scenario> {
    let before = faults.len();
    let key = sheet.take("key", faults);
    let number = sheet.take("number", faults);
    let title = sheet.take("title", faults);
    let date = sheet.take("date", faults);
    let map: Option<Spanned<String>> = sheet.take("map", faults);
    let turns: Option<Spanned<u16>> = sheet.take("turns", faults);
    let first_deploy: Option<Spanned<String>> = sheet.take("first-deploy", faults);
    let first_move: Option<Spanned<String>> = sheet.take("first-move", faults);
    let provenance = sheet.take("provenance", faults);
    let ground = sheet.take("terrain", faults);
    let outcome: Option<Spanned<Vec<Spanned<Clause>>>> = sheet.take("outcome", faults);
    let sides: Vec<(usize, SideRow)> = sheet.rows("side", faults);
    sheet.finish(faults);
    let (kinds, maps) = known?;
    let deploy: Vec<usize> = sides
        .iter()
        .map(|(_, row)| sheet.line(row.deploy.span().start))
        .collect();
    let armies: Vec<Army> = sides
        .into_iter()
        .map(|(_, row)| army(&sheet, kinds, row, faults))
        .collect();
    let (Ok(armies), Ok(deploy)) = (
        <[Army; 2]>::try_from(armies),
        <[usize; 2]>::try_from(deploy),
    ) else {
        faults.add(sheet.absence("side", "a battle has two sides", "give two `[[side]]`"));
        return None;
    };
    let (map, turns, outcome) = (map?, turns?, outcome?);
    let found = maps.iter().find(|own| own.key == *map.get_ref());
    let Some(found) = found else {
        let reason = format!("there is no map `{}`", map.get_ref());
        faults.add(sheet.fault(map.span().start, "map", reason, "name a map of the game"));
        return None;
    };
    if *turns.get_ref() == 0 {
        faults.add(sheet.fault(
            turns.span().start,
            "turns",
            "a battle has turns",
            "give a number",
        ));
    }
    let mut side = |name: &Spanned<String>, place: &str| {
        let index = armies.iter().position(|army| army.key == *name.get_ref());
        if index.is_none() {
            let reason = format!("`{}` is no side of this battle", name.get_ref());
            let at = name.span().start;
            faults.add(sheet.fault(at, place, reason, "name one of the two sides"));
        }
        index
    };
    let first_deploy = side(&first_deploy?, "first-deploy");
    let first_move = side(&first_move?, "first-move");
    if armies[0].key == armies[1].key {
        let reason = format!("both sides are called `{}`", armies[0].key);
        faults.add(sheet.absence("side", reason, "give each a key of its own"));
    }
    let at = outcome.span().start;
    let clauses = outcome.get_ref().iter();
    let lines = Lines {
        deploy,
        outcome: clauses.map(|own| sheet.line(own.span().start)).collect(),
    };
    let outcome: Vec<Clause> = outcome
        .into_inner()
        .into_iter()
        .map(Spanned::into_inner)
        .collect();
    let checker = Checker {
        armies: &armies,
        map: found,
    };
    for reason in checker.outcome(&outcome) {
        faults.add(sheet.fault(
            at,
            "outcome",
            reason,
            "name sides and letters that there are",
        ));
    }
    let scenario = Scenario {
        file: sheet.name().to_owned(),
        lines,
        key: key?,
        number: number?,
        title: title?,
        date: date?,
        map: map.into_inner(),
        turns: turns.into_inner(),
        first_deploy: first_deploy?,
        first_move: first_move?,
        provenance: provenance?,
        ground: ground?,
        outcome,
        armies,
    };
    for army in &scenario.armies {
        for reason in checker_of(&scenario, found).zones(&army.deploy) {
            let place = format!("side {}", army.key);
            faults.add(sheet.absence(&place, reason, "name letters and roads of the map"));
        }
    }
    if faults.len() == before
        && let Some(reason) = checker_of(&scenario, found).too_close()
    {
        let remedy = "set them up at least two hexes apart";
        faults.add(sheet.absence("zones", reason, remedy));
    }
    (faults.len() == before).then_some(scenario)
}

fn checker_of<'a>(scenario: &'a Scenario, map: &'a MapSheet) -> Checker<'a> {
    Checker {
        armies: &scenario.armies,
        map,
    }
}

fn army(sheet: &Sheet<'_>, kinds: &Kinds, row: SideRow, faults: &mut Faults) -> Army {
    let key = row.key.get_ref().clone();
    let place = format!("side {key}");
    let before = faults.len();
    let mut kind = |name: &Spanned<String>| {
        let found = kinds.find(name.get_ref());
        if found.is_none() {
            let reason = format!("there is no type `{}`", name.get_ref());
            let at = name.span().start;
            faults.add(sheet.fault(at, &place, reason, "name a type of units.toml"));
        }
        found
    };
    let mut units = Vec::new();
    for (name, &count) in &row.units {
        units.extend(kind(name).map(|kind| (kind, count)));
    }
    let mut exceptions = Vec::new();
    for own in &row.stacking_exceptions {
        exceptions.push(StackingException {
            kinds: own.types.iter().filter_map(&mut kind).collect(),
            may: own.may,
            max: own.max,
        });
    }
    let mut leaders = Vec::new();
    for (grade, &count) in &row.leaders {
        match grade.get_ref().parse::<u8>() {
            Ok(number) if kinds.leader(number).is_some() => leaders.push((number, count)),
            _ => {
                let reason = format!("there is no Leader of grade `{}`", grade.get_ref());
                let at = grade.span().start;
                faults.add(sheet.fault(at, &place, reason, "give grades 1 to 4"));
            }
        }
    }
    let of_units = units
        .iter()
        .map(|&(kind, count)| u32::from(kinds.get(kind).worth) * u32::from(count));
    let of_leaders = leaders.iter().map(|&(grade, count)| {
        let kind = kinds.leader(grade).expect("grades were checked");
        u32::from(kinds.get(kind).worth) * u32::from(count)
    });
    let sum: u32 = of_units.chain(of_leaders).sum();
    if sum != u32::from(*row.worth.get_ref()) && faults.len() == before {
        let reason = format!(
            "worth {} is not the sum of its units, {sum}",
            row.worth.get_ref()
        );
        let at = row.worth.span().start;
        faults.add(sheet.fault(at, &place, reason, "correct the worth or the units"));
    }
    Army {
        key,
        name: row.name,
        units,
        leaders,
        worth: row.worth.into_inner(),
        panic_level: row.panic_level,
        stacking: row.stacking,
        exceptions,
        mounted_exempt: row.mounted_exempt,
        roman: row.roman_sd,
        deploy: row.deploy.into_inner(),
    }
}
