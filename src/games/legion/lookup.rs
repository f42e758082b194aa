//! What a player asks about one unit: what it is, how it stands, what it could do.

use super::data::{Kind, Melee};
use super::order::{Advance, AdvanceWish, Loss, Order, Who};
use super::state::{Place, View};
use super::terms::UnitId;
use super::{Field, Game, points};

fn find(game: &Game, name: &str) -> Option<UnitId> {
    let index = game.names.alone(name)?;
    Some(UnitId(index as u8))
}

/// Tells what is known of a unit; nothing if there is no such unit.
pub(super) fn unit(game: &Game, view: &View, name: &str) -> Option<String> {
    let unit = find(game, name)?;
    let field = Field::new(game, &view.open);
    let kind = field.kind(unit);
    let mut text = format!(
        "{}: {} of the {}, class {}; {}.\n  {}, movement {}, worth {} [11.2]",
        game.id(unit),
        kind.name,
        game.terms(field.side(unit)).name,
        kind.class,
        standing(field, unit),
        strengths(kind),
        kind.ma,
        points::worth(field, unit),
    );
    let marks = marks(field, unit);
    if !marks.is_empty() {
        text += &format!("\n  {}", marks.join(", "));
    }
    Some(text)
}

fn strengths(kind: &Kind) -> String {
    let melee = match kind.melee {
        Melee::Dot => "melee dot".to_owned(),
        Melee::Strength(strength) if kind.bracket => format!("melee [{strength}]"),
        Melee::Strength(strength) => format!("melee {strength}"),
    };
    if kind.is_leader() {
        format!("bonus {}, radius {}", kind.bonus, kind.radius)
    } else if kind.has_fire() {
        format!("fire {}, range {}, {melee}", kind.fire, kind.range)
    } else {
        melee
    }
}

fn standing(field: Field<'_>, unit: UnitId) -> String {
    let piece = field.piece(unit);
    match piece.place {
        Place::Reserve => "not set up".to_owned(),
        Place::Dead => "eliminated".to_owned(),
        Place::Out => "off the map".to_owned(),
        Place::On(hex) => {
            let facing = piece.facing.filter(|_| field.has_facing(unit));
            let facing = facing.map_or_else(String::new, |dir| format!(", facing {dir}"));
            format!("in {}{facing}", field.name(hex))
        }
    }
}

/// What has befallen it, each with its rule.
fn marks(field: Field<'_>, unit: UnitId) -> Vec<String> {
    let piece = field.piece(unit);
    let mut marks = Vec::new();
    if piece.disrupted.is_some() {
        marks.push("disrupted [8.2]".to_owned());
    }
    if piece.panicked {
        marks.push("panicked [13.0]".to_owned());
    }
    if piece.square {
        marks.push("in a Square [L1.1]".to_owned());
    }
    if let Some(legion) = piece.legion {
        marks.push(format!("of legion {legion} [L1.2]"));
    }
    if let Some(fired) = piece.fired {
        marks.push(format!("fired in Player-Turn {fired} [6.12]"));
    }
    let tied: Vec<&str> = field
        .open
        .contacts
        .iter()
        .filter_map(|&(a, b)| match unit {
            own if own == a => Some(b),
            own if own == b => Some(a),
            _ => None,
        })
        .map(|enemy| field.game.id(enemy))
        .collect();
    if !tied.is_empty() {
        marks.push(format!("in Contact with {} [18.1]", tied.join(", ")));
    }
    if field.is_on_map(unit) && !field.is_controlled(unit) {
        marks.push("out of every Leader's control [10.0]".to_owned());
    }
    marks
}

/// Finds a unit that the viewer commands; whoever has no side commands all.
pub(super) fn own(game: &Game, view: &View, name: &str) -> Option<UnitId> {
    let unit = find(game, name)?;
    let is_own = view.side.is_none_or(|own| game.side_of(unit) == own);
    is_own.then_some(unit)
}

/// Tells whether an order is given to a unit, or speaks of what it does.
pub(super) fn concerns(order: &Order, unit: UnitId) -> bool {
    match order {
        Order::Deploy { units, .. }
        | Order::Legion { units, .. }
        | Order::Fire { units, .. }
        | Order::Move { units, .. }
        | Order::Exit { units, .. }
        | Order::Face { units, .. }
        | Order::Melee { units, .. }
        | Order::Surplus { units, .. } => units.contains(&unit),
        Order::Convert { unit: own, .. } | Order::Plot { unit: own, .. } => *own == unit,
        Order::Advance {
            wish: AdvanceWish::Units(list),
        } => list.iter().any(|Advance { unit: own, .. }| *own == unit),
        Order::Defend { who, .. } | Order::Retreat { who, .. } | Order::Panic { who, .. } => {
            *who == Who::Unit(unit)
        }
        Order::Half { losses, .. } => losses.contains(&Loss::Unit(unit)),
        Order::Until { order, .. } => concerns(order, unit),
        Order::Advance { .. }
        | Order::SquareForm { .. }
        | Order::SquareDissolve { .. }
        | Order::StandSquare { .. }
        | Order::DefendLegion { .. }
        | Order::Concede
        | Order::Finish => false,
    }
}
