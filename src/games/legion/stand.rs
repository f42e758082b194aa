//! Standing lines: what each can speak for, and the forms from which the offline board puts them together.

use crate::engine::{Choice, Form};
use crate::orders::Illegal;

use super::data::KindId;
use super::order::{Aim, Haven, Loss, Order, Who};
use super::state::View;
use super::terms::{Dir, Side, UnitId};
use super::{Field, Game, rules, whose};

/// Refuses a standing line that could never count: of a rule that is not played, for units of the other side, or for
/// one that cannot do it.
pub(super) fn check(field: Field<'_>, side: Option<Side>, order: &Order) -> Result<(), Illegal> {
    let options = &field.game.options;
    let (rule, name, is_on) = match order {
        Order::Until { order, .. } => return check(field, side, order),
        Order::Retreat { .. } => (
            rules::R17_0,
            "retreats before combat",
            options.retreat.is_on(),
        ),
        Order::Panic { .. } => (rules::R13_0, "panic", options.panic.is_on()),
        Order::StandSquare { .. } | Order::Surplus { .. } => {
            (rules::L1_1, "Squares", options.square.is_on())
        }
        Order::DefendLegion { .. } => (rules::L1_2, "legion integrity", options.integrity.is_on()),
        _ => (rules::R8_1, "losses", true),
    };
    if !is_on {
        let because = format!("this match is played without {name}");
        return Err(Illegal::new(rule, because));
    }
    has_kind(field, side, order)?;
    for unit in spoken_for(order) {
        if let Some(side) = side.filter(|&side| side != field.side(unit)) {
            let because = whose::not_yours(field.game, side, unit);
            return Err(Illegal::new(rules::R4_2, because));
        }
        if matches!(order, Order::Defend { .. }) && !field.kind(unit).has_fire() {
            let because = format!("{} has no fire", field.game.id(unit));
            return Err(Illegal::new(rules::R6_0, because));
        }
    }
    Ok(())
}

/// 6.0: tells why a line for a type speaks for nobody, or for nobody who could do it.
fn has_kind(field: Field<'_>, side: Option<Side>, order: &Order) -> Result<(), Illegal> {
    let (Order::Defend {
        who: Who::Kind(kind),
        ..
    }
    | Order::Retreat {
        who: Who::Kind(kind),
        ..
    }
    | Order::Panic {
        who: Who::Kind(kind),
        ..
    }) = order
    else {
        return Ok(());
    };
    let kind = *kind;
    let game = field.game;
    let name = &game.kinds.get(kind).key;
    // A cataphract may take the form of the type.
    let is_form = |printed: KindId| {
        let forms = game.kinds.forms.iter();
        game.options.cataphracts.is_on()
            && forms
                .clone()
                .any(|form| form.of == printed && form.kind == kind)
    };
    let own = |unit: UnitId| {
        let printed = game.unit(unit).kind;
        side.is_none_or(|side| side == game.side_of(unit)) && (printed == kind || is_form(printed))
    };
    if !game.units().any(own) {
        return Err(Illegal::new(rules::R4_2, format!("you have no {name}")));
    }
    if matches!(order, Order::Defend { .. }) && !game.kinds.get(kind).has_fire() {
        return Err(Illegal::new(rules::R6_0, format!("{name} has no fire")));
    }
    Ok(())
}

/// Tells whether a line answers whatever an earlier one could have answered: it speaks for the same units or hexes, hangs
/// on nothing itself and stands as long.
pub(super) fn supersedes(later: &Order, earlier: &Order) -> bool {
    match (later, earlier) {
        (
            Order::Until { turn, order },
            Order::Until {
                turn: own,
                order: held,
            },
        ) => turn >= own && supersedes(order, held),
        (Order::Until { .. }, _) => false,
        (_, Order::Until { order, .. }) => supersedes(later, order),
        (Order::Defend { who, aim, .. }, Order::Defend { who: own, .. }) => {
            // A unit that may not fire at any of its hexes fires by another line.
            who == own && !matches!((aim, who), (Aim::At(_), Who::Unit(_)))
        }
        (Order::Retreat { who, least, to }, Order::Retreat { who: own, .. }) => {
            who == own && least.is_none() && !matches!(to, Haven::To(_))
        }
        (Order::Panic { who, .. }, Order::Panic { who: own, .. }) => who == own,
        (Order::DefendLegion { hex, .. }, Order::DefendLegion { hex: own, .. })
        | (Order::StandSquare { hex }, Order::StandSquare { hex: own }) => hex == own,
        (
            Order::Half { hex, losses },
            Order::Half {
                hex: own,
                losses: held,
            },
        ) => hex == own && (hex.is_some() || named(losses) == named(held)),
        _ => false,
    }
}

/// The units that preferences among losses name, in the order of their numbers.
fn named(losses: &[Loss]) -> Vec<UnitId> {
    let units = losses.iter().filter_map(|loss| match loss {
        Loss::Unit(unit) | Loss::Keep(unit) => Some(*unit),
        Loss::Kind(_) | Loss::Disrupted => None,
    });
    let mut units: Vec<UnitId> = units.collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The units that a standing line names.
fn spoken_for(order: &Order) -> Vec<UnitId> {
    match order {
        Order::Defend { who, .. } | Order::Retreat { who, .. } | Order::Panic { who, .. } => {
            match who {
                Who::Unit(unit) => vec![*unit],
                Who::Kind(_) | Who::All => Vec::new(),
            }
        }
        Order::Half { losses, .. } => named(losses),
        Order::Surplus { units, .. } => units.clone(),
        _ => Vec::new(),
    }
}

/// Returns the forms of a side's standing lines; an observer files none.
pub(super) fn forms(game: &Game, view: &View) -> Vec<Form> {
    let Some(side) = view.side else {
        return Vec::new();
    };
    let field = Field::new(game, &view.open);
    let is_on_map = |unit: &UnitId| field.is_on_map(*unit);
    let units: Vec<UnitId> = game.of_side(side).filter(is_on_map).collect();
    let troops = |unit: &UnitId| !field.is_leader(*unit);
    let troops: Vec<UnitId> = units.iter().copied().filter(troops).collect();
    let archers = |unit: &UnitId| field.kind(*unit).has_fire();
    let archers: Vec<UnitId> = troops.iter().copied().filter(archers).collect();
    let all = whom(field, &troops);
    let mut forms = vec![Form {
        title: "Defensive fire (6.4)",
        line: "DF {who} {aim}{least}{until}",
        whom: whom(field, &archers),
        choices: vec![
            Choice::new("aim", "At", ["BEST", "HOLD", "AT {hexes}"]),
            Choice::new("least", "From odds of", columns(game, " MIN ")),
            until(game, view),
        ],
    }];
    forms.push(Form {
        title: "Losses by half (8.1)",
        line: "HALF {losses}{until}",
        whom: Vec::new(),
        choices: vec![
            Choice::new("losses", "Takes", losses(field, &troops)),
            until(game, view),
        ],
    });
    if game.options.retreat.is_on() {
        forms.push(Form {
            title: "Retreat before combat (17.0)",
            line: "RETREAT {who}{least} {to}{until}",
            whom: all.clone(),
            choices: vec![
                Choice::new("least", "When the odds are", columns(game, " WHEN ODDS>=")),
                Choice::new("to", "To", ["AWAY", "NO", "TO {hexes}"]),
                until(game, view),
            ],
        });
    }
    if game.options.panic.is_on() {
        let dirs = Dir::ALL.iter().map(Dir::to_string);
        forms.push(Form {
            title: "Where a panic runs (13.0)",
            line: "PANIC {who} PREFER {dir}{until}",
            whom: all,
            choices: vec![Choice::new("dir", "Direction", dirs), until(game, view)],
        });
    }
    if game.options.square.is_on() && troops.iter().any(|&unit| field.is_roman_sd(unit)) {
        forms.push(Form {
            title: "A Square at the end of movement (L1.1)",
            line: "STAND SQUARE FORM {hexes}{until}",
            whom: Vec::new(),
            choices: vec![until(game, view)],
        });
    }
    forms
}

/// Names all, the types and the units that a line can speak for.
fn whom(field: Field<'_>, units: &[UnitId]) -> Vec<String> {
    if units.is_empty() {
        return Vec::new();
    }
    let kinds = kinds(field, units);
    let kinds = kinds
        .into_iter()
        .map(|kind| field.game.kinds.get(kind).key.clone());
    let units = units.iter().map(|&unit| field.game.id(unit).to_owned());
    std::iter::once("ALL".to_owned())
        .chain(kinds)
        .chain(units)
        .collect()
}

fn kinds(field: Field<'_>, units: &[UnitId]) -> Vec<KindId> {
    let mut kinds: Vec<KindId> = units.iter().map(|&unit| field.piece(unit).kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Who goes first or last where half of a hex goes.
fn losses(field: Field<'_>, units: &[UnitId]) -> Vec<String> {
    let plain = ["DEFAULT", "LOSE DISRUPTED"].map(str::to_owned);
    let key = |kind: KindId| format!("LOSE {}", field.game.kinds.get(kind).key);
    let kinds = kinds(field, units).into_iter().map(key);
    let kept = |&unit: &UnitId| format!("KEEP {}", field.game.id(unit));
    plain
        .into_iter()
        .chain(kinds)
        .chain(units.iter().map(kept))
        .collect()
}

/// The columns of the results table, or none.
fn columns(game: &Game, word: &str) -> Vec<String> {
    let columns = game.results.columns.iter();
    let columns = columns.map(|column| format!("{word}{}", column.name));
    std::iter::once(String::new()).chain(columns).collect()
}

/// Until when the line stands.
fn until(game: &Game, view: &View) -> Choice {
    let last = game.scenario.as_ref().map_or(0, |scenario| scenario.turns);
    let turns = (view.open.turn..last).map(|turn| format!(" UNTIL {turn}"));
    let turns = std::iter::once(String::new()).chain(turns);
    Choice::new("until", "Until Game-Turn", turns)
}
