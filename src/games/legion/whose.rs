//! Whose units are whose: armies named in ranges of ids, and why a unit is not a side's to command.

use super::Game;
use super::terms::{Side, UnitId};

/// Names units by type, those with numbers in a row as a range: `SD1-SD6`.
pub(super) fn ranges(game: &Game, units: impl IntoIterator<Item = UnitId>) -> Vec<String> {
    let units: Vec<UnitId> = units.into_iter().collect();
    let runs = units.chunk_by(|&one, &next| follows(game, one, next));
    runs.filter_map(|run| {
        let (first, last) = (game.id(*run.first()?), game.id(*run.last()?));
        Some(match run.len() {
            1 => first.to_owned(),
            _ => format!("{first}-{last}"),
        })
    })
    .collect()
}

/// Tells whether a unit has the next number of the same type.
fn follows(game: &Game, one: UnitId, next: UnitId) -> bool {
    let kind = game.unit(one).kind;
    let number = |unit: UnitId| {
        let number = game
            .id(unit)
            .strip_prefix(game.kinds.get(kind).key.as_str())?;
        number.parse::<u16>().ok()
    };
    let is_next = number(one)
        .zip(number(next))
        .is_some_and(|(one, next)| one.checked_add(1) == Some(next));
    kind == game.unit(next).kind && is_next
}

/// Says that a unit is the other side's, and which units of its type are the side's own.
pub(super) fn not_yours(game: &Game, side: Side, unit: UnitId) -> String {
    let kind = game.unit(unit).kind;
    let own = game
        .of_side(side)
        .filter(|&own| game.unit(own).kind == kind);
    let id = game.id(unit);
    match ranges(game, own).join(", ") {
        own if own.is_empty() => {
            format!(
                "{id} is not yours, and you have no {}",
                game.kinds.get(kind).key
            )
        }
        own => format!("{id} is not yours; yours of that type: {own}"),
    }
}
