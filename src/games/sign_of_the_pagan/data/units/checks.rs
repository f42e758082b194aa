//! Whether the counters agree with what the rules say of them.

use toml::Spanned;

use super::{ClassRow, MarkerRow};
use crate::games::files::{Faults, Sheet};
use crate::games::provenance::Provenance;
use crate::games::sign_of_the_pagan::data::roster::{Face, Markers};
use crate::games::sign_of_the_pagan::data::terms::{Bow, Contingent, Kind, Mark, Side};

/// The highest shock rating that a ten-sided die can tell apart.
const HIGHEST_SHOCK: u8 = 9;
/// More movement than the map is wide is a slip of the pen.
const HIGHEST_MA: u8 = 20;

pub(super) fn check_class(
    sheet: &Sheet<'_>,
    row: &ClassRow,
    faults: &mut Faults,
    warnings: &mut Faults,
) {
    let id = row.id.get_ref().as_str();
    let place = |key: &str| format!("class {id}, {key}");
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || !id.chars().all(is_plain) {
        let remedy = "use small letters, digits and hyphens";
        faults.add(sheet.fault(
            row.id.span().start,
            &place("id"),
            "cannot be typed as an id",
            remedy,
        ));
    }
    let alias = row.alias.get_ref();
    if alias.is_empty() || !alias.chars().all(|c| c.is_ascii_alphabetic()) {
        let at = row.alias.span().start;
        faults.add(sheet.fault(
            at,
            &place("alias"),
            "a short id is letters and a number",
            "use letters only",
        ));
    }
    if *row.count.get_ref() == 0 {
        let at = row.count.span().start;
        faults.add(sheet.fault(
            at,
            &place("count"),
            "a class without units",
            "give at least 1, or delete it",
        ));
    }
    for (key, face) in [("good", &row.good), ("disordered", &row.disordered)] {
        check_face(sheet, row, key, face, faults);
    }
    if let Some(bow) = &row.bow {
        check_bow(sheet, row, bow, faults, warnings);
    }
}

fn check_face(
    sheet: &Sheet<'_>,
    row: &ClassRow,
    key: &str,
    face: &Spanned<Face>,
    faults: &mut Faults,
) {
    let (at, face) = (face.span().start, *face.get_ref());
    let place = format!("class {}, {key}", row.id.get_ref());
    check_ma(sheet, &place, at, face.ma, faults);
    let mut wrong =
        |reason: String, remedy: &str| faults.add(sheet.fault(at, &place, reason, remedy));
    if face.shock > HIGHEST_SHOCK {
        let reason = format!("shock {} is more than a die can show", face.shock);
        wrong(reason, "give 0 to 9");
    }
    let is_light = matches!(row.kind, Kind::LC | Kind::LI);
    match face.mark {
        Mark::None if is_light => {
            let reason = format!(
                "{} may not attack by shock (9.2.2) but has no mark",
                row.kind.code()
            );
            wrong(
                reason,
                "give it mark \"white-ring\", or \"white-square\" where 9.2.3 applies",
            );
        }
        Mark::None | Mark::WhiteRing => {}
        Mark::WhiteSquare => {
            let is_bowless_horse = key == "good" && row.kind == Kind::LC && row.bow.is_none();
            let is_hun_foot =
                key == "disordered" && row.kind == Kind::MI && row.contingent == Contingent::Huns;
            if !is_bowless_horse && !is_hun_foot {
                let reason = "only bowless LC in good order (9.2.3) and Disordered Hun MI (9.2.4) have a white square";
                wrong(reason.to_owned(), "use \"white-ring\" or no mark");
            } else if face.shock != 1 {
                let reason = format!(
                    "shock {} in a white square, which counts as 1 (9.2.3, 9.2.4)",
                    face.shock
                );
                wrong(reason, "give shock 1");
            }
        }
    }
}

pub(super) fn check_ma(sheet: &Sheet<'_>, place: &str, at: usize, ma: u8, faults: &mut Faults) {
    if ma == 0 || ma > HIGHEST_MA {
        let reason = format!("movement allowance {ma}");
        faults.add(sheet.fault(at, place, reason, format!("give 1 to {HIGHEST_MA}")));
    }
}

fn check_bow(
    sheet: &Sheet<'_>,
    row: &ClassRow,
    bow: &Spanned<Bow>,
    faults: &mut Faults,
    warnings: &mut Faults,
) {
    let at = bow.span().start;
    let place = format!("class {}, bow", row.id.get_ref());
    let is_hun = row.contingent == Contingent::Huns;
    let expected = if is_hun { Bow::C } else { Bow::B };
    if *bow.get_ref() != expected {
        let reason = "the composite bow C is the Huns', everybody else has B (2.2)";
        faults.add(sheet.fault(at, &place, reason, format!("give {expected:?}")));
    }
    if matches!(row.kind, Kind::HC | Kind::HI) {
        let reason = format!(
            "{} with a bow, which the book does not know",
            row.kind.code()
        );
        warnings.add(sheet.fault(
            at,
            &place,
            reason,
            "it will fire by the rule for MI (8.2.1)",
        ));
    }
}

pub(super) fn all_six(
    sheet: &Sheet<'_>,
    rows: &[(usize, MarkerRow)],
    faults: &mut Faults,
) -> Option<([Markers; 6], Vec<Provenance>)> {
    let mut found: [Option<&MarkerRow>; 6] = [None; 6];
    for (at, row) in rows {
        let place = format!("activation-marker {}", row.contingent.key());
        if found[row.contingent as usize].replace(row).is_some() {
            faults.add(sheet.fault(*at, &place, "listed twice", "keep one of the two"));
        }
    }
    for contingent in Contingent::ALL {
        if found[contingent as usize].is_none() {
            let place = format!("activation-marker {}", contingent.key());
            faults.add(sheet.absence(&place, "missing", "add its `[[activation-marker]]`"));
        }
    }
    let rows = found.into_iter().collect::<Option<Vec<&MarkerRow>>>()?;
    let enough = |side| {
        let counts = rows
            .iter()
            .filter(|row| row.contingent.side() == side)
            .map(|row| u32::from(row.count));
        counts.sum::<u32>() >= 5
    };
    for side in Side::ALL {
        if !enough(side) {
            let place = format!("activation-marker, side {}", side.key());
            faults.add(sheet.absence(
                &place,
                "fewer than the five that are picked each turn (5.1)",
                "add some",
            ));
        }
    }
    let provenance = rows.iter().map(|row| row.provenance.clone()).collect();
    let markers: Vec<Markers> = rows
        .iter()
        .map(|row| Markers {
            count: row.count,
            bonus: row.bonus,
        })
        .collect();
    Some((markers.try_into().ok()?, provenance))
}
