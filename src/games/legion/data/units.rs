//! Reading `units.toml`: unit types, Leaders, and what cataphracts dismount into.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::games::files::{Faults, Sheet};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::terms::Class;
use crate::games::provenance::Provenance;

/// The melee strength of a type (3.31, 3.36).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Melee {
    /// A dot.
    Dot,
    /// A number.
    Strength(u8),
}

impl<'de> Deserialize<'de> for Melee {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number or \"dot\"")]
        enum Written {
            Number(u8),
            Word(Dot),
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum Dot {
            Dot,
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Number(number) => Self::Strength(number),
            Written::Word(Dot::Dot) => Self::Dot,
        })
    }
}

/// A type of unit as its counter shows it (3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// Its letters (`SD`, `2L`).
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: Class,
    /// Fire strength; 0 where it has none.
    pub fire: u8,
    /// Range; 0 where it has none.
    pub range: u8,
    /// Melee strength.
    pub melee: Melee,
    /// Whether it defends at half (3.37).
    pub bracket: bool,
    /// Movement allowance.
    pub ma: u8,
    /// What its loss pays (11.2).
    pub worth: u8,
    /// What a Leader adds in melee (10.0).
    pub bonus: u8,
    /// How far a Leader controls (10.0).
    pub radius: u8,
    /// The grade of a Leader, 1 the best; 0 for others.
    pub grade: u8,
}

impl Kind {
    /// Tells whether it is a Leader.
    pub const fn is_leader(&self) -> bool {
        matches!(self.class, Class::E)
    }

    /// Tells whether it has missiles (3.32).
    pub const fn has_fire(&self) -> bool {
        self.fire > 0
    }

    /// Returns its melee strength in attack, 0 for a dot (3.36, 3.37).
    pub const fn attack(&self) -> Fraction {
        match self.melee {
            Melee::Dot => Fraction::ZERO,
            Melee::Strength(strength) => Fraction::whole(strength as u32),
        }
    }

    /// 11.2: reckons what its loss pays.
    pub const fn reckoned_worth(&self) -> u8 {
        let melee = match self.melee {
            Melee::Dot => 1,
            Melee::Strength(strength) => strength,
        };
        melee.div_ceil(2) + self.fire
    }
}

/// The place of a kind in [`Kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, Deserialize)]
#[serde(transparent)]
pub struct KindId(pub u8);

/// What a unit may dismount into and mount from (L1.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// Mounted.
    pub of: KindId,
    /// Whose letters name it in orders.
    pub named: KindId,
    /// Dismounted.
    pub kind: KindId,
}

/// Every type, and the provenance of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kinds {
    list: Vec<Kind>,
    /// What units may dismount into.
    pub forms: Vec<Form>,
    /// The type that L1.3 speaks of, and its strengths in the three legions.
    pub green: Option<(KindId, [u8; 3])>,
    /// Where values come from, by type and value.
    pub provenance: Vec<(String, String, Provenance)>,
}

impl Kinds {
    /// A table of these types, without forms.
    pub fn new(list: Vec<Kind>) -> Self {
        Self {
            list,
            forms: Vec::new(),
            green: None,
            provenance: Vec::new(),
        }
    }

    /// Returns a type.
    pub fn get(&self, id: KindId) -> &Kind {
        &self.list[usize::from(id.0)]
    }

    /// Says whether there is such a type.
    pub fn has(&self, id: KindId) -> bool {
        usize::from(id.0) < self.list.len()
    }

    /// Finds a type by its letters, in any case; forms are not found.
    pub fn find(&self, key: &str) -> Option<KindId> {
        let found = |kind: &Kind| kind.key.eq_ignore_ascii_case(key);
        self.list
            .iter()
            .position(found)
            .map(|index| KindId(index as u8))
    }

    /// Finds the Leader of a grade.
    pub fn leader(&self, grade: u8) -> Option<KindId> {
        let found = self
            .list
            .iter()
            .position(|kind| kind.grade == grade && grade > 0);
        found.map(|index| KindId(index as u8))
    }

    /// Returns all types, forms among them.
    pub fn iter(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        let kinds = self.list.iter().enumerate();
        kinds.map(|(index, kind)| (KindId(index as u8), kind))
    }

    /// Adds a type.
    pub fn push(&mut self, kind: Kind) -> KindId {
        self.list.push(kind);
        KindId((self.list.len() - 1) as u8)
    }

    /// Returns the melee strength that a type has in a green legion (L1.3).
    pub fn green_strength(&self, kind: KindId, legion: usize) -> Option<u8> {
        let (green, strengths) = self.green?;
        (green == kind).then(|| strengths[legion])
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRow {
    #[serde(rename = "type")]
    key: Spanned<String>,
    name: String,
    class: Spanned<Class>,
    fire: u8,
    range: u8,
    melee: Melee,
    bracket: bool,
    ma: Points,
    worth: Spanned<u8>,
    provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderRow {
    grade: Spanned<u8>,
    bonus: u8,
    radius: u8,
    ma: Points,
    worth: u8,
    provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormRow {
    of: Spanned<String>,
    to: Spanned<String>,
    class: Class,
    fire: u8,
    range: u8,
    melee: Melee,
    bracket: bool,
    ma: Points,
    worth: u8,
    provenance: BTreeMap<String, Provenance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GreenTable {
    #[serde(rename = "type")]
    key: Spanned<String>,
    melee: [u8; 3],
    provenance: Provenance,
}

/// The Leader of a grade as a type (3.33).
pub(in crate::games::legion) fn leader_kind(
    grade: u8,
    bonus: u8,
    radius: u8,
    ma: u8,
    worth: u8,
) -> Kind {
    Kind {
        key: format!("{grade}L"),
        name: format!("Leader of grade {grade}"),
        class: Class::E,
        fire: 0,
        range: 0,
        melee: Melee::Dot,
        bracket: false,
        ma,
        worth,
        bonus,
        radius,
        grade,
    }
}

/// Movement Points of a type or of a hex: at least 1, and no more than anybody could write.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "u8")]
pub(super) struct Points(pub(super) u8);

impl TryFrom<u8> for Points {
    type Error = String;

    fn try_from(points: u8) -> Result<Self, String> {
        match points {
            1..=99 => Ok(Self(points)),
            _ => Err(format!("{points} is not 1 to 99 Movement Points")),
        }
    }
}

/// Reads the unit types.
pub(super) fn read(mut sheet: Sheet<'_>, faults: &mut Faults) -> Kinds {
    let units: Vec<(usize, UnitRow)> = sheet.rows("unit", faults);
    let leaders: Vec<(usize, LeaderRow)> = sheet.rows("leader", faults);
    let forms: Vec<(usize, FormRow)> = sheet.rows("form", faults);
    let green: Option<GreenTable> = sheet.take("green", faults);
    sheet.finish(faults);
    let mut kinds = Kinds::new(Vec::new());
    for (_, row) in units {
        add_unit(&sheet, &mut kinds, row, faults);
    }
    for (_, row) in leaders {
        let grade = *row.grade.get_ref();
        if !(1..=4).contains(&grade) || kinds.leader(grade).is_some() {
            let at = row.grade.span().start;
            let reason = format!("grade {grade} is not 1 to 4, each once");
            faults.add(sheet.fault(at, "leader", reason, "correct the grade"));
            continue;
        }
        note(&mut kinds, &format!("{grade}L"), row.provenance);
        kinds.push(leader_kind(
            grade, row.bonus, row.radius, row.ma.0, row.worth,
        ));
    }
    if (1..=4).any(|grade| kinds.leader(grade).is_none()) {
        faults.add(sheet.absence("leader", "a grade is missing", "give all four grades"));
    }
    for (_, row) in forms {
        add_form(&sheet, &mut kinds, row, faults);
    }
    if let Some(green) = green {
        match kinds.find(green.key.get_ref()) {
            Some(kind) => {
                kinds.green = Some((kind, green.melee));
                let key = green.key.into_inner();
                kinds
                    .provenance
                    .push((key, "green".to_owned(), green.provenance));
            }
            None => unknown(&sheet, &green.key, "green", faults),
        }
    }
    kinds
}

fn add_unit(sheet: &Sheet<'_>, kinds: &mut Kinds, row: UnitRow, faults: &mut Faults) {
    let key = row.key.get_ref().clone();
    let is_word = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_word || kinds.find(&key).is_some() {
        let at = row.key.span().start;
        let reason = format!("`{key}` is not a word in capitals that no other type has");
        faults.add(sheet.fault(at, "unit", reason, "give it letters of its own"));
        return;
    }
    let kind = Kind {
        key: key.clone(),
        name: row.name,
        class: *row.class.get_ref(),
        fire: row.fire,
        range: row.range,
        melee: row.melee,
        bracket: row.bracket,
        ma: row.ma.0,
        worth: *row.worth.get_ref(),
        bonus: 0,
        radius: 0,
        grade: 0,
    };
    if kind.is_leader() {
        let at = row.class.span().start;
        faults.add(sheet.fault(
            at,
            &key,
            "class E is for Leaders",
            "write it as a `[[leader]]`",
        ));
    }
    if kind.worth != kind.reckoned_worth() {
        let at = row.worth.span().start;
        let reason = format!(
            "worth {} is not {} (11.2)",
            kind.worth,
            kind.reckoned_worth()
        );
        let remedy = "half the melee strength, rounded up, and the fire strength";
        faults.add(sheet.fault(at, &key, reason, remedy));
    }
    note(kinds, &key, row.provenance);
    kinds.push(kind);
}

fn add_form(sheet: &Sheet<'_>, kinds: &mut Kinds, row: FormRow, faults: &mut Faults) {
    let (Some(of), Some(named)) = (kinds.find(row.of.get_ref()), kinds.find(row.to.get_ref()))
    else {
        unknown(sheet, &row.of, "form", faults);
        return;
    };
    let key = format!("{}/{}", row.of.get_ref(), row.to.get_ref());
    note(kinds, &key, row.provenance);
    let kind = kinds.push(Kind {
        name: format!("{} as {}", kinds.get(of).name, kinds.get(named).name),
        key,
        class: row.class,
        fire: row.fire,
        range: row.range,
        melee: row.melee,
        bracket: row.bracket,
        ma: row.ma.0,
        worth: row.worth,
        bonus: 0,
        radius: 0,
        grade: 0,
    });
    kinds.forms.push(Form { of, named, kind });
}

fn note(kinds: &mut Kinds, key: &str, provenance: BTreeMap<String, Provenance>) {
    let rows = provenance.into_iter();
    kinds
        .provenance
        .extend(rows.map(|(value, origin)| (key.to_owned(), value, origin)));
}

fn unknown(sheet: &Sheet<'_>, key: &Spanned<String>, place: &str, faults: &mut Faults) {
    let reason = format!(
        "`{}` or its other form is no type of this file",
        key.get_ref()
    );
    faults.add(sheet.fault(
        key.span().start,
        place,
        reason,
        "name types that are listed",
    ));
}
