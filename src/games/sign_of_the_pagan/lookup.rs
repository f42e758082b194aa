//! What a player asks about one unit: what it is, how it stands, what it could do.

use super::battle::Battle;
use super::data::{Condition, Face, Mark, UnitId};
use super::order::{Order, Who};
use super::state::{Attila, Place, View};
use super::{Game, judge};

fn find(game: &Game, name: &str) -> Option<UnitId> {
    let index = game.names.alone(name)?;
    Some(UnitId(index as u8))
}

/// Tells what is known of a unit; nothing if there is no such unit.
pub(super) fn unit(game: &Game, view: &View, name: &str) -> Option<String> {
    let unit = find(game, name)?;
    let battle = Battle::new(game, &view.open);
    let (counter, piece) = (battle.unit(unit), battle.piece(unit));
    let mut text = format!(
        "{}: {} of the {}; {}.",
        counter.id,
        counter.kind.code(),
        counter.contingent.key(),
        standing(battle, unit)
    );
    let up = |condition| {
        if piece.condition == condition {
            ", up"
        } else {
            ""
        }
    };
    text += &format!(
        "\n  in good order{}: {}\n  Disordered{}: {}",
        up(Condition::Good),
        face(counter.good),
        up(Condition::Disordered),
        face(counter.disordered)
    );
    if let Some(bow) = counter.bow {
        text += &format!("\n  bow {bow:?}");
    }
    if counter.ferocity {
        text += "\n  ferocity in good order [9.5.3]";
    }
    Some(text)
}

fn standing(battle: Battle<'_>, unit: UnitId) -> String {
    let piece = battle.piece(unit);
    let hex = match piece.place {
        Place::Reserve => return "not set up yet".to_owned(),
        Place::Eliminated => return "eliminated".to_owned(),
        Place::Removed => return "gone, not counted as lost".to_owned(),
        Place::On(hex) => hex,
    };
    let mut text = format!("in {hex}, facing {}", piece.facing);
    let enemies: Vec<&str> = battle
        .open
        .engaged_with(unit)
        .map(|enemy| battle.unit(enemy).id.as_str())
        .collect();
    if !enemies.is_empty() {
        text += &format!(", Engaged with {}", enemies.join(", "));
    }
    if battle.open.attila == Attila::With(unit) {
        text += ", Attila with it";
    }
    text
}

fn face(face: Face) -> String {
    let mark = match face.mark {
        Mark::None => "",
        Mark::WhiteRing => ", white ring",
        Mark::WhiteSquare => ", white square",
    };
    format!("shock {}, movement {}{mark}", face.shock, face.ma)
}

/// Finds a unit that the viewer commands; whoever has no side commands all.
pub(super) fn own(game: &Game, view: &View, name: &str) -> Option<UnitId> {
    let unit = find(game, name)?;
    let is_own = view
        .side
        .is_none_or(|own| game.roster.unit(unit).side == own);
    is_own.then_some(unit)
}

/// Tells whether an order is given to a unit, or speaks of what it does.
pub(super) fn concerns(order: &Order, unit: UnitId) -> bool {
    match order {
        Order::SetUp { unit: placed, .. } | Order::SetUpAttila { unit: placed } => *placed == unit,
        Order::Loss { units } | Order::AttilaRejoin { units } => units.contains(&unit),
        Order::React { who, .. }
        | Order::Evade { who, .. }
        | Order::Stand { who }
        | Order::Flee { who, .. }
        | Order::Counter { who, .. } => *who == Who::Unit(unit),
        order => judge::actors(order).contains(&unit),
    }
}
