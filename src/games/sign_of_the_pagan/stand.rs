//! Standing lines: what each can speak for, and the forms from which the offline board puts them together.

use crate::engine::{Choice, Form};
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::battle::Battle;
use super::data::{Kind, Side, UnitId};
use super::order::{Before, Order, Point, Retreat, Who};
use super::parse::POINTS;
use super::state::{Attila, View};
use super::{Game, markers, print, rules};

/// Refuses a standing line that could never count: for what the other side commands, for nobody, or for units without
/// the arms.
pub(super) fn check(battle: Battle<'_>, side: Option<Side>, order: &Order) -> Result<(), Illegal> {
    if let Order::MarkersDefault { markers } = order {
        let of = side.unwrap_or_else(|| markers[0].side());
        return markers::may_own(battle.game, of, markers);
    }
    let units = spoken_for(battle, side, order)?;
    for &unit in &units {
        own(side, battle.side(unit), &battle.unit(unit).id)?;
    }
    let Some((rule, lack)) = lacking(battle, &units, order) else {
        return Ok(());
    };
    let because = match units.as_slice() {
        [unit] => format!("`{}` {lack}", battle.unit(*unit).id),
        _ => format!("nobody of these can: each of them {lack}"),
    };
    Err(Illegal::new(rule, because))
}

/// Returns the units that a standing line speaks for; none where it speaks for no units at all.
fn spoken_for(
    battle: Battle<'_>,
    side: Option<Side>,
    order: &Order,
) -> Result<Vec<UnitId>, Illegal> {
    let who = match order {
        Order::Loss { units } | Order::AttilaRejoin { units } => return Ok(units.clone()),
        Order::React { who, .. }
        | Order::Evade { who, .. }
        | Order::Stand { who }
        | Order::Flee { who, .. }
        | Order::Counter { who, .. }
        | Order::Ask { who, .. } => who,
        _ => return Ok(Vec::new()),
    };
    let roster = &battle.game.roster;
    let is_own = |unit: &UnitId| side.is_none_or(|side| side == battle.side(*unit));
    Ok(match who {
        Who::Unit(unit) => vec![*unit],
        Who::Units(units) => units.clone(),
        Who::Contingent(contingent) => {
            own(side, contingent.side(), contingent.key())?;
            roster.of(*contingent).collect()
        }
        Who::Kind(kind) => {
            let of_kind = |unit: &UnitId| is_own(unit) && battle.kind(*unit) == *kind;
            let units: Vec<UnitId> = roster.ids().filter(of_kind).collect();
            if units.is_empty() {
                let because = format!("you command no {}", kind.code());
                return Err(Illegal::new(rules::R4_0, because));
            }
            units
        }
        Who::All => roster.ids().filter(is_own).collect(),
    })
}

/// Tells what every one of the units lacks for what the line says; nothing if one of them has it.
fn lacking(battle: Battle<'_>, units: &[UnitId], order: &Order) -> Option<(Rule, &'static str)> {
    let (has, lacks): (&dyn Fn(UnitId) -> bool, _) = match order {
        Order::React { .. } => (
            &|unit| battle.unit(unit).bow.is_some(),
            (rules::R2_2, "has no bow"),
        ),
        Order::Evade { .. } | Order::Stand { .. } => (
            &|unit| battle.kind(unit).is_cavalry(),
            (rules::R9_3, "is on foot and never retreats before shock"),
        ),
        _ => return None,
    };
    let nobody_has = !units.is_empty() && !units.iter().any(|&unit| has(unit));
    nobody_has.then_some(lacks)
}

/// Tells whether a line answers whatever an earlier one could have answered: it speaks for the same units on the same
/// point, and hangs on nothing itself.
pub(super) fn supersedes(later: &Order, earlier: &Order) -> bool {
    match (later, earlier) {
        (Order::AttilaAdjust { .. }, Order::AttilaAdjust { .. }) => true,
        (Order::Loss { units }, Order::Loss { units: own }) => {
            let same = |unit: &UnitId| own.contains(unit);
            units.len() == own.len() && units.iter().all(same)
        }
        _ => {
            let about = speaks_on(later);
            about.is_some() && about == speaks_on(earlier) && is_unconditional(later)
        }
    }
}

/// Returns the point on which a line speaks, and for whom.
fn speaks_on(order: &Order) -> Option<(Point, &Who)> {
    match order {
        Order::React { who, .. } => Some((Point::D9, who)),
        Order::Evade { who, .. } | Order::Stand { who } => Some((Point::D13, who)),
        Order::Counter { who, .. } => Some((Point::D18, who)),
        Order::Ask { point, who } => Some((*point, who)),
        _ => None,
    }
}

/// Tells whether a line always answers; a shot that its terms do not allow is withheld.
fn is_unconditional(order: &Order) -> bool {
    match order {
        Order::React {
            fire,
            at,
            net,
            max_entry,
            ..
        } => *fire || at.is_empty() && net.is_none() && max_entry.is_none(),
        Order::Evade {
            before, to, facing, ..
        } => *before == Before::Any && *to == Retreat::Away && facing.is_none(),
        Order::Counter { facing, .. } => facing.is_none(),
        _ => true,
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

#[cfg(test)]
mod tests {
    use super::super::testing::Battlefield;
    use super::*;
    use crate::engine::read_line;

    /// Judges a standing line of a side; tells the rule that refuses it.
    fn refused(side: Side, line: &str) -> Option<&'static str> {
        let field = Battlefield::new("HL01@1612/12 HM1@1614/12 HH1@1616/12 VM1@1412/6 RM1@1414/6");
        let view = field.view(side);
        let lines = read_line(&field.game, &view, line).unwrap();
        let mut refusals = lines.iter().filter_map(|line| {
            let checked = check(
                Battle::new(&field.game, &view.open),
                Some(side),
                &line.order,
            );
            checked.err()
        });
        refusals.next().map(|illegal| illegal.rule.number)
    }

    #[test]
    fn r5_1_markers_kept_for_later_turns_are_five_that_the_side_has() {
        let cases = [
            (
                Side::Hun,
                "CAM DEFAULT HUNS HUNS HUNS OSTROGOTHS ALLIES",
                None,
            ),
            (
                Side::Hun,
                "CAM DEFAULT HUNS HUNS HUNS HUNS ALLIES",
                Some("5.1"),
            ),
            (
                Side::Hun,
                "CAM DEFAULT HUNS HUNS HUNS ROMANS ALLIES",
                Some("5.1"),
            ),
            (
                Side::Roman,
                "CAM DEFAULT HUNS HUNS HUNS OSTROGOTHS ALLIES",
                Some("5.1"),
            ),
            (
                Side::Roman,
                "CAM DEFAULT ROMANS ROMANS VISIGOTHS VISIGOTHS VISIGOTHS",
                None,
            ),
            (
                Side::Roman,
                "CAM DEFAULT ALANS ALANS ALANS VISIGOTHS VISIGOTHS",
                Some("5.1"),
            ),
        ];
        for (side, line, rule) in cases {
            assert_eq!(refused(side, line), rule, "{line}");
        }
    }

    #[test]
    fn a_later_line_for_the_same_units_takes_the_place_of_an_earlier_one_if_it_always_answers() {
        let field = Battlefield::new("HL01@1612/12 HL02@1614/12 VM1@1412/6");
        let view = field.view(Side::Hun);
        let order = |line: &str| read_line(&field.game, &view, line).unwrap().remove(0).order;
        let cases = [
            ("REACT HL01 HOLD", "REACT HL01 FIRE", true),
            ("REACT HL01 FIRE AT HC", "REACT HL01 HOLD", true),
            ("REACT HL01 HOLD AT HC", "REACT HL01 FIRE", false),
            ("REACT HL01 HOLD", "REACT ALL FIRE", false),
            ("REACT HL01 ASK", "REACT HL01 FIRE", true),
            ("REACT HL02 HOLD", "REACT HL01 FIRE", false),
            ("STAND HL01", "EVADE HL01 AWAY", true),
            ("EVADE HL01 TO 1613", "EVADE HL01 AWAY", false),
            ("EVADE HL01 AWAY", "STAND HL01", true),
            ("COUNTER HL01 YES", "STAND HL01", false),
        ];
        for (later, earlier, does) in cases {
            assert_eq!(
                supersedes(&order(later), &order(earlier)),
                does,
                "{later}, {earlier}"
            );
        }
    }

    #[test]
    fn a_line_that_nobody_it_speaks_for_could_follow_is_refused() {
        let cases = [
            (Side::Hun, "REACT ALL:LC FIRE", None),
            (Side::Hun, "REACT ALL:HC FIRE", Some("2.2")),
            (Side::Hun, "REACT ALL FIRE", None),
            (Side::Hun, "EVADE ALL:MI AWAY", Some("9.3")),
            (Side::Hun, "EVADE ALL AWAY", None),
            (Side::Roman, "STAND ALL:LC", Some("4.0")),
        ];
        for (side, line, rule) in cases {
            assert_eq!(refused(side, line), rule, "{line}");
        }
    }
}
