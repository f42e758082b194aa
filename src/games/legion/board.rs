//! The map and the counters on it, as a view shows them.

use crate::engine::{Board, Counter, Ground};

use super::Field;
use super::data::Melee;
use super::terms::{Class, Elevation, Side, Terrain, UnitId};

/// The letters of a Leader's counter.
const LEADER: &str = "LD";

/// Returns the map as the view shows it.
pub(super) fn board(field: Field<'_>) -> Board {
    let land = &field.game.land;
    let extent = land.grid().extent();
    let ground = land.hexes().filter_map(|(hex, cell)| {
        let level = match cell.elevation {
            Elevation::Ground => 0,
            Elevation::Slope => 1,
            Elevation::Hilltop => 2,
        };
        (level != 0 || cell.terrain != Terrain::Clear).then_some(Ground {
            hex,
            terrain: cell.terrain.word(),
            level,
        })
    });
    let mut counters: Vec<Counter> = Vec::new();
    for side in Side::BOTH {
        counters.extend(field.army(side).map(|(unit, _)| counter(field, unit)));
    }
    counters.sort_by_key(|counter| (counter.hex, counter.code == LEADER));
    Board {
        layout: land.grid().layout(),
        rows: extent.rows(),
        columns: extent.columns(),
        ground: ground.collect(),
        rivers: Vec::new(),
        counters,
        leaders: Vec::new(),
    }
}

fn counter(field: Field<'_>, unit: UnitId) -> Counter {
    let kind = field.kind(unit);
    let piece = field.piece(unit);
    let melee = match kind.melee {
        Melee::Dot => ".".to_owned(),
        Melee::Strength(strength) if kind.bracket => format!("[{strength}]"),
        Melee::Strength(strength) => strength.to_string(),
    };
    let strength = match (kind.class, kind.has_fire()) {
        (Class::E, _) => format!("{}-{}", kind.bonus, kind.radius),
        (_, true) => format!("{}/{} {melee}-{}", kind.fire, kind.range, kind.ma),
        (_, false) => format!("{melee}-{}", kind.ma),
    };
    Counter {
        hex: piece.hex().expect("only units on the map have counters"),
        id: field.game.id(unit).to_owned(),
        short: field.game.id(unit).to_owned(),
        side: field.side(unit).0,
        code: code(kind.class),
        kind: words(kind.class),
        people: field.game.terms(field.side(unit)).name.clone(),
        facing: None,
        strength,
        disordered: piece.disrupted.is_some(),
        engaged: field.open.is_tied(unit),
        leader: false,
    }
}

const fn code(class: Class) -> &'static str {
    match class {
        Class::A => "HF",
        Class::B => "FT",
        Class::C => "HS",
        Class::D => "XX",
        Class::Ff => "BF",
        Class::Mf => "BH",
        Class::E => LEADER,
    }
}

const fn words(class: Class) -> &'static str {
    match class {
        Class::A => "class A unit",
        Class::B => "class B unit",
        Class::C => "class C unit",
        Class::D => "class D unit",
        Class::Ff => "foot fire unit",
        Class::Mf => "mounted fire unit",
        Class::E => "Leader",
    }
}
