//! What is true of every state.

use super::state::{Phase, Place, State};
use super::terms::Side;
use super::{Field, Game};

/// Checks a state.
pub(super) fn check(game: &Game, state: &State) -> Result<(), String> {
    let open = &state.open;
    if open.pieces.len() != game.units().count() {
        return Err(format!(
            "{} pieces for {} units",
            open.pieces.len(),
            game.units().count()
        ));
    }
    if let Some(piece) = open.pieces.iter().find(|piece| !game.kinds.has(piece.kind)) {
        return Err(format!("there is no type {}", piece.kind.0));
    }
    let field = Field::new(game, open);
    for unit in game.units() {
        let piece = field.piece(unit);
        let id = game.id(unit);
        if let Place::On(hex) = piece.place {
            if !game.land.contains(hex) {
                return Err(format!("{id} stands off the map in {hex}"));
            }
            let side = field.side(unit);
            let mut here = 0;
            for other in open.stack(hex) {
                if field.side(other) != side {
                    return Err(format!("{id} shares {hex} with enemies"));
                }
                here += usize::from(other == unit);
            }
            if here != 1 {
                return Err(format!("{id} is {here} times in {hex}"));
            }
        } else if piece.square || open.is_tied(unit) {
            return Err(format!("{id} is off the map and still tied or in a Square"));
        }
        if piece.disrupted.is_some() && field.is_leader(unit) {
            return Err(format!("{id} is a Leader and disrupted"));
        }
    }
    if !open.contacts.is_sorted() {
        return Err("contacts are out of order".to_owned());
    }
    if open.phase != Phase::Movement {
        for (side, points) in Side::BOTH.into_iter().zip(open.points) {
            let worth: u16 = game
                .of_side(side.other())
                .map(|unit| super::points::worth(field, unit))
                .sum();
            if points > worth {
                return Err(format!("{points} points for an army worth {worth}"));
            }
        }
    }
    Ok(())
}
