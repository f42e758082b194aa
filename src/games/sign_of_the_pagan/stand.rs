//! Standing lines: what each can speak for, and the forms from which the offline board puts them together.

use crate::engine::{Choice, Form};
use crate::orders::Illegal;

use super::battle::Battle;
use super::data::{Kind, Side, UnitId};
use super::order::{Order, Who};
use super::parse::POINTS;
use super::state::{Attila, View};
use super::{Game, print, rules};

/// Refuses a standing line that could never count: for units of the other side, or for one without the arms.
pub(super) fn check(battle: Battle<'_>, side: Option<Side>, order: &Order) -> Result<(), Illegal> {
    let unarmed = |unit: UnitId| match order {
        Order::React { .. } if battle.unit(unit).bow.is_none() => Some((rules::R2_2, "has no bow")),
        Order::Evade { .. } | Order::Stand { .. } if !battle.kind(unit).is_cavalry() => {
            Some((rules::R9_3, "is on foot and never retreats before shock"))
        }
        _ => None,
    };
    let units: &[UnitId] = match order {
        Order::Loss { units } | Order::AttilaRejoin { units } => units,
        Order::React { who, .. }
        | Order::Evade { who, .. }
        | Order::Stand { who }
        | Order::Flee { who, .. }
        | Order::Counter { who, .. }
        | Order::Ask { who, .. } => match who {
            Who::Unit(unit) => std::slice::from_ref(unit),
            Who::Units(units) => units,
            Who::Contingent(contingent) => return own(side, contingent.side(), contingent.key()),
            Who::Kind(_) | Who::All => &[],
        },
        _ => &[],
    };
    for &unit in units {
        own(side, battle.side(unit), &battle.unit(unit).id)?;
    }
    match units {
        [unit] => unarmed(*unit).map_or(Ok(()), |(rule, lack)| {
            let because = format!("`{}` {lack}", battle.unit(*unit).id);
            Err(Illegal::new(rule, because))
        }),
        _ => Ok(()),
    }
}

/// 4.0: a side speaks for its own units.
fn own(side: Option<Side>, of: Side, name: &str) -> Result<(), Illegal> {
    if side.is_none_or(|side| side == of) {
        return Ok(());
    }
    let because = format!("`{name}` is not yours to command");
    Err(Illegal::new(rules::R4_0, because))
}

/// The types that fire or a retreat can be said to be meant for.
const TYPES: [&str; 6] = ["", " AT HC", " AT LC", " AT HI", " AT MI", " AT LI"];

/// Returns the forms of a side's standing lines; an observer files none.
pub(super) fn forms(game: &Game, view: &View) -> Vec<Form> {
    let Some(side) = view.side else {
        return Vec::new();
    };
    let battle = Battle::new(game, &view.open);
    let any = whom(battle, side, |_| true);
    let bows = whom(battle, side, |unit| battle.unit(unit).bow.is_some());
    let horse = whom(battle, side, |unit| battle.kind(unit).is_cavalry());
    let riders = whom(battle, side, |unit| {
        battle.kind(unit) == Kind::LC && battle.unit(unit).bow.is_some()
    });
    let mut forms = vec![
        Form {
            title: "Reaction fire (8.2.2)",
            line: "REACT {who} FIRE{at}{net}",
            whom: bows.clone(),
            choices: vec![
                Choice::new("at", "At", TYPES),
                Choice::new("net", "With a modifier of at least", net_words()),
            ],
        },
        Form {
            title: "Reaction fire withheld, or asked for (8.2.2)",
            line: "REACT {who} {how}",
            whom: bows,
            choices: vec![Choice::new("how", "Does", ["HOLD", "ASK"])],
        },
        Form {
            title: "Retreat before shock (9.3)",
            line: "EVADE {who}{before} {to}",
            whom: horse.clone(),
            choices: vec![
                Choice::new("before", "Before", ["", " BEFORE INF", " BEFORE HC"]),
                Choice::new("to", "To", ["AWAY", "TO {hexes}"]),
            ],
        },
        Form {
            title: "Standing against shock (9.3)",
            line: "STAND {who}",
            whom: horse,
            choices: Vec::new(),
        },
        Form {
            title: "Who takes a result first (9.4)",
            line: "LOSS {who}",
            whom: battle
                .on_map(side)
                .map(|unit| battle.unit(unit).id.clone())
                .collect(),
            choices: Vec::new(),
        },
        Form {
            title: "Counterattack (9.7.1)",
            line: "COUNTER {who} {how}",
            whom: any,
            choices: vec![Choice::new("how", "Does", ["YES", "NO", "ASK"])],
        },
        Form {
            title: "Where Engaged bowmen on horseback flee to (6.5)",
            line: "FLEE {who} TO {hexes}",
            whom: riders,
            choices: Vec::new(),
        },
        Form {
            title: "Be asked, or leave it to the default",
            line: "{how} {point}",
            whom: Vec::new(),
            choices: vec![
                Choice::new("how", "Says", ["ASK", "DEFAULT"]),
                Choice::new("point", "Decision", POINTS.map(|(word, _)| word)),
            ],
        },
    ];
    if side == Side::Hun && matches!(view.open.attila, Attila::With(_) | Attila::Alone(_)) {
        forms.push(Form {
            title: "Attila lends his hand (13.1)",
            line: "ATTILA ADJUST {how}",
            whom: Vec::new(),
            choices: vec![Choice::new("how", "Says", ["ON", "OFF"])],
        });
    }
    forms
}

fn net_words() -> impl Iterator<Item = String> {
    let least = (-2..=2).map(|net| format!(" NET>={net}"));
    std::iter::once(String::new()).chain(least)
}

/// Names all, the types, the contingents and the units of a side that a line can speak for.
fn whom(battle: Battle<'_>, side: Side, speaks: impl Fn(UnitId) -> bool) -> Vec<String> {
    let units: Vec<UnitId> = battle.on_map(side).filter(|&unit| speaks(unit)).collect();
    if units.is_empty() {
        return Vec::new();
    }
    let mut kinds: Vec<_> = units.iter().map(|&unit| battle.kind(unit)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut contingents: Vec<_> = units.iter().map(|&unit| battle.contingent(unit)).collect();
    contingents.sort_unstable();
    contingents.dedup();
    let kinds = kinds.into_iter().map(Who::Kind);
    let contingents = contingents.into_iter().map(Who::Contingent);
    let units = units.into_iter().map(Who::Unit);
    std::iter::once(Who::All)
        .chain(kinds)
        .chain(contingents)
        .chain(units)
        .map(|who| print::who(battle.game, &who))
        .collect()
}
