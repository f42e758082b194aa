//! What a player asks about one unit: what it is, how it stands, what it could do.

use crate::engine::Rules;

use super::battle::Battle;
use super::data::{Condition, Face, Mark, Side, UnitId};
use super::decision::Decision;
use super::order::{Order, Who};
use super::setup::{self, Camp};
use super::state::{Attila, Place, View};
use super::{Game, attila, judge};

/// What a name can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// A unit.
    Unit(UnitId),
    /// The leader, who is no unit (13.0).
    Attila,
}

/// The names of the leader: long, and as printed.
const ATTILA: [&str; 2] = ["attila", "AT"];

fn find(game: &Game, name: &str) -> Option<Named> {
    if ATTILA
        .iter()
        .any(|own| own.eq_ignore_ascii_case(name.trim()))
    {
        return Some(Named::Attila);
    }
    let index = game.names.alone(name)?;
    Some(Named::Unit(UnitId(index as u8)))
}

/// Tells what is known of a unit; nothing if there is no such unit.
pub(super) fn unit(game: &Game, view: &View, name: &str) -> Option<String> {
    let battle = Battle::new(game, &view.open);
    let unit = match find(game, name)? {
        Named::Unit(unit) => unit,
        Named::Attila => return Some(leader(battle)),
    };
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

/// 13.0: tells where Attila is and what he does.
fn leader(battle: Battle<'_>) -> String {
    let place = match battle.open.attila {
        Attila::Absent => "not in play yet".to_owned(),
        Attila::Out => "out of play, since no unit of his side is left".to_owned(),
        Attila::Removed => "wounded and carried off".to_owned(),
        Attila::Dead => "dead".to_owned(),
        Attila::Alone(hex) => format!("alone in {hex}"),
        Attila::With(unit) => {
            let hex = attila::hex(battle).map_or_else(String::new, |hex| format!(", in {hex}"));
            format!("with {}{hex}", battle.unit(unit).id)
        }
    };
    format!(
        "attila: leader of the Huns; {place}.\n  each die of the unit that he is with is shifted by 1 in its favour [13.1]"
    )
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

/// Finds what the viewer commands under a name; whoever has no side commands all.
pub(super) fn own(game: &Game, view: &View, name: &str) -> Option<Named> {
    let named = find(game, name)?;
    let side = match named {
        Named::Unit(unit) => game.roster.unit(unit).side,
        Named::Attila => Side::Hun,
    };
    view.side.is_none_or(|own| own == side).then_some(named)
}

/// Tells whether an order is given to a unit or to Attila, or speaks of what they do.
pub(super) fn concerns(order: &Order, named: Named) -> bool {
    let unit = match named {
        Named::Unit(unit) => unit,
        Named::Attila => {
            return matches!(
                order,
                Order::SetUpAttila { .. }
                    | Order::AttilaMove { .. }
                    | Order::AttilaRejoin { .. }
                    | Order::AttilaAdjust { .. }
            );
        }
    };
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

/// Lists what a unit or Attila could be ordered, every place of the set-up included.
pub(super) fn choices(game: &Game, view: &View, decision: &Decision, named: Named) -> Vec<Order> {
    if let Decision::SetUp {
        side,
        placed,
        attila,
    } = decision
    {
        return setup::choices(Camp::new(game, *side, placed, *attila), named);
    }
    let mut options = game.options(view, decision);
    options.retain(|order| concerns(order, named));
    options
}
