//! What a player asks about one unit: what it is, how it stands, what it could do.

use crate::engine::Rules;
use crate::orders::Cursor;

use super::battle::Battle;
use super::data::{Condition, Face, Mark, UnitId};
use super::decision::Decision;
use super::order::{Order, Who};
use super::state::{Attila, Place, View};
use super::{Game, judge};

fn find(game: &Game, name: &str) -> Option<UnitId> {
    let mut cursor = Cursor::new(name);
    let index = game.names.one(&mut cursor).ok()?;
    cursor.at_end().then_some(UnitId(index as u8))
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

/// Lists the orders that a unit of the asker's could be given for what is asked, as lines.
pub(super) fn legal(
    game: &Game,
    view: &View,
    decisions: &[&Decision],
    name: &str,
) -> Option<Vec<String>> {
    let unit = find(game, name)?;
    let is_own = view
        .side
        .is_none_or(|own| game.roster.unit(unit).side == own);
    if !is_own {
        return None;
    }
    let orders = decisions
        .iter()
        .flat_map(|decision| game.options(view, decision));
    let of_unit = orders.filter(|order| concerns(order, unit));
    Some(of_unit.map(|order| game.print(&order)).collect())
}

fn concerns(order: &Order, unit: UnitId) -> bool {
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
