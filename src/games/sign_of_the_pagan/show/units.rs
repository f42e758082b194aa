//! The table of units, each value with a sign for where it comes from.

use crate::games::provenance::{Origin, Provenance};
use crate::games::sign_of_the_pagan::data::{ClassId, GameData, Mark, Side, UnitType};
use crate::games::text::{columns, wrap};

/// Returns the table, strengths and Attila.
pub(super) fn text(data: &GameData) -> String {
    let head = [
        "class",
        "short",
        "no",
        "type",
        "contingent",
        "people",
        "shock",
        "MA",
        "marks",
        "bow",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(
        data.counters
            .classes
            .iter()
            .enumerate()
            .map(|(index, _)| row(data, ClassId(index as u8))),
    );
    let counts = Side::ALL.map(|side| data.counters.roster.of_side(side).count());
    let strength =
        super::strength(data).map(|(contingent, count)| format!("{} {count}", contingent.key()));
    let leader = &data.counters.roster.leader;
    let own = &data.counters.leader_provenance;
    let notes = [
        "Shock, MA and marks: good side/Disordered side; red is ferocity. No sign: printed in the rulebook; ' derived from it; \
         * reconstructed."
            .to_owned(),
        format!("{} Hun and {} Roman units: {}.", counts[0], counts[1], strength.join(", ")),
        format!(
            "{} ({}): MA {}{} by himself, shifts dice by {}{}.",
            leader.name,
            leader.id,
            leader.ma,
            sign(&own.ma),
            leader.shift,
            sign(&own.shift)
        ),
    ];
    let notes = notes.map(|note| wrap("  ", "  ", &note));
    format!("{}\n{}", columns("  ", " ", &rows), notes.join("\n"))
}

fn row(data: &GameData, id: ClassId) -> [String; 10] {
    let class = &data.counters.classes[id.0 as usize];
    let unit = super::first_of(data, id);
    let from = &class.provenance;
    let (good, bad) = (unit.good, unit.disordered);
    [
        class.id.clone(),
        class.alias.clone(),
        format!("{}{}", class.count, sign(&from.count)),
        unit.kind.code().to_owned(),
        unit.contingent.key().to_owned(),
        unit.tribe.clone(),
        format!(
            "{}{}/{}{}",
            good.shock,
            sign(&from.shock),
            bad.shock,
            sign(&from.disordered_shock)
        ),
        format!("{}/{}{}", good.ma, bad.ma, sign(&from.ma)),
        format!("{}{}", marks(unit), sign(&from.mark)),
        format!(
            "{}{}",
            unit.bow.map_or("-", |bow| bow.letter()),
            sign(&from.bow)
        ),
    ]
}

/// Writes both marks, ferocity as `red`.
pub(super) fn marks(unit: &UnitType) -> String {
    let word = |mark| match mark {
        Mark::None => "-",
        Mark::WhiteRing => "ring",
        Mark::WhiteSquare => "square",
    };
    let good = if unit.ferocity {
        "red"
    } else {
        word(unit.good.mark)
    };
    format!("{good}/{}", word(unit.disordered.mark))
}

const fn sign(provenance: &Provenance) -> &'static str {
    match provenance.origin {
        Origin::Printed => "",
        Origin::Derived => "'",
        Origin::Reconstructed => "*",
    }
}
