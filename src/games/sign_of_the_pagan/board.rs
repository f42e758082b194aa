//! The map and the counters on it, as a view shows them.

use crate::engine::{Arm, Bearing, Board, Counter, Ground, Idiom, Sign};

use super::Battle;
use super::data::{Condition, Terrain, Weight};
use super::state::Attila;

/// What the book calls what counters show.
const IDIOM: Idiom = Idiom {
    disordered: Sign {
        letter: 'D',
        short: "Dis",
        word: "Disordered",
    },
    engaged: Sign {
        letter: 'E',
        short: "Eng",
        word: "Engaged",
    },
    bearing: Bearing::Hours,
};

/// Returns the map as everybody sees it: nothing on it is hidden in this game.
pub(super) fn board(battle: Battle<'_>) -> Board {
    let ground = &battle.game.ground;
    let extent = ground.grid().extent();
    let special = ground
        .cells()
        .filter(|(_, cell)| cell.terrain != Terrain::Clear || cell.level != 0);
    let mut counters: Vec<Counter> = battle
        .game
        .roster
        .ids()
        .filter_map(|unit| counter(battle, unit))
        .collect();
    counters.sort_by_key(|counter| counter.hex);
    let leaders = match battle.open.attila {
        Attila::Alone(hex) => vec![(hex, battle.game.roster.leader.id.clone())],
        _ => Vec::new(),
    };
    Board {
        layout: ground.grid().layout(),
        rows: extent.rows(),
        columns: extent.columns(),
        ground: special
            .map(|(hex, cell)| Ground {
                hex,
                terrain: cell.terrain.word(),
                level: cell.level,
            })
            .collect(),
        rivers: ground.rivers().collect(),
        roads: Vec::new(),
        names: Vec::new(),
        idiom: IDIOM,
        counters,
        leaders,
    }
}

fn counter(battle: Battle<'_>, unit: super::data::UnitId) -> Option<Counter> {
    let kind = battle.unit(unit);
    let piece = battle.piece(unit);
    let face = battle.face(unit);
    Some(Counter {
        hex: piece.hex()?,
        id: kind.id.clone(),
        short: kind.aliases.first().unwrap_or(&kind.id).clone(),
        side: kind.side as u8,
        code: kind.kind.code().into(),
        kind: kind.kind.words().into(),
        arm: match kind.kind.is_cavalry() {
            true => Arm::Horse,
            false => Arm::Foot,
        },
        weight: match kind.kind.weight() {
            Weight::Heavy => 2,
            Weight::Medium => 1,
            Weight::Light => 0,
        },
        people: kind.tribe.clone(),
        facing: Some(piece.facing),
        strength: format!("{}-{}", face.shock, face.ma),
        disordered: piece.condition == Condition::Disordered,
        engaged: battle.open.is_engaged(unit),
        leader: battle.open.attila == Attila::With(unit),
        signs: Vec::new(),
    })
}
