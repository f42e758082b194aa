//! The map and the counters on it, as a view shows them.

use crate::engine::{Arm, Bearing, Board, Counter, Ground, Idiom, Sign};
use crate::geometry::{Facing, Hex, Layout};

use super::Field;
use super::data::Melee;
use super::land::Land;
use super::terms::{Class, Dir, Elevation, Legion, Side, Terrain, UnitId};

/// What the book calls what counters show.
const IDIOM: Idiom = Idiom {
    disordered: Sign {
        letter: 'D',
        short: "Dis",
        word: "disrupted",
    },
    engaged: Sign {
        letter: 'C',
        short: "Con",
        word: "in Contact",
    },
    bearing: Bearing::Compass,
};

const PANICKED: Sign = Sign {
    letter: 'P',
    short: "Pan",
    word: "panicked",
};

const IN_SQUARE: Sign = Sign {
    letter: 'Q',
    short: "Sqr",
    word: "in a Square",
};

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
    let armies = Side::BOTH.into_iter().flat_map(|side| field.army(side));
    let mut units: Vec<(Hex, bool, UnitId)> = armies
        .map(|(unit, hex)| (hex, field.is_leader(unit), unit))
        .collect();
    units.sort_unstable();
    Board {
        layout: land.grid().layout(),
        rows: extent.rows(),
        columns: extent.columns(),
        ground: ground.collect(),
        rivers: Vec::new(),
        roads: roads(land),
        names: land
            .letters
            .iter()
            .filter(|(_, hex)| land.contains(*hex))
            .map(|(letter, hex)| (*hex, letter.to_string()))
            .collect(),
        idiom: IDIOM,
        counters: units
            .into_iter()
            .map(|(hex, _, unit)| counter(field, unit, hex))
            .collect(),
        leaders: Vec::new(),
    }
}

/// Every hexside that a road crosses, once.
fn roads(land: &Land) -> Vec<(Hex, Hex)> {
    let crossed = |hex: Hex| {
        let near = land.around(hex);
        Dir::ALL.into_iter().filter_map(move |dir| {
            let next = near[dir.index()]?;
            (hex < next && land.has_road(hex, dir)).then_some((hex, next))
        })
    };
    land.hexes().flat_map(|(hex, _)| crossed(hex)).collect()
}

fn counter(field: Field<'_>, unit: UnitId, hex: Hex) -> Counter {
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
        hex,
        id: field.game.id(unit).to_owned(),
        short: field.game.id(unit).to_owned(),
        side: field.side(unit).0,
        code: kind.key.clone().into(),
        kind: kind.name.clone().into(),
        arm: arm(kind.class),
        weight: u8::from(kind.class == Class::A) * 2,
        people: field.game.terms(field.side(unit)).name.clone(),
        facing: piece
            .facing
            .map(|dir| facing(field.game.land.grid().layout(), dir)),
        strength,
        disordered: piece.disrupted.is_some(),
        engaged: field.open.is_tied(unit),
        leader: false,
        signs: signs(field, unit),
    }
}

pub(super) fn facing(layout: Layout, dir: Dir) -> Facing {
    let hour = layout.hours()[dir.side()].hour();
    Facing::new(hour).expect("the sides of flat-topped hexes lie at even hours")
}

fn signs(field: Field<'_>, unit: UnitId) -> Vec<Sign> {
    let piece = field.piece(unit);
    let legion = field.legion(unit).map(|legion| match legion {
        Legion::I => sign('1', "L-I", "of legion I"),
        Legion::II => sign('2', "L-II", "of legion II"),
        Legion::III => sign('3', "L-III", "of legion III"),
    });
    let own = [(piece.panicked, PANICKED), (piece.square, IN_SQUARE)];
    let own = own
        .into_iter()
        .filter_map(|(shown, sign)| shown.then_some(sign));
    own.chain(legion).collect()
}

const fn sign(letter: char, short: &'static str, word: &'static str) -> Sign {
    Sign {
        letter,
        short,
        word,
    }
}

const fn arm(class: Class) -> Arm {
    match class {
        Class::A | Class::B => Arm::Foot,
        Class::C => Arm::Horse,
        Class::Ff => Arm::Bow,
        Class::Mf => Arm::HorseBow,
        Class::D | Class::E => Arm::Other,
    }
}
