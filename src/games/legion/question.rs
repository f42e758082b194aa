//! Decisions as questions: what is asked, by which rule, and orders that would do.

use serde_json::{Value, json};

use crate::engine::{Question, Rules};
use crate::rulebook::Rule;

use super::decision::Decision;
use super::order::Order;
use super::state::View;
use super::terms::UnitId;
use super::{Field, Game, chapters, panic, rules, whose};

/// How many examples of legal orders a question shows.
const EXAMPLES: usize = 4;

/// Returns a decision as a question to its owner.
pub(super) fn question(game: &Game, view: &View, decision: &Decision) -> Question {
    let (key, rule, facts) = facts(game, view, decision);
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    let options = game.options(view, decision);
    Question {
        key,
        facts,
        rule,
        examples: examples(game, &options),
        default: chapters::default(decision).map(|order| game.print(&order)),
    }
}

/// A few options spread over the whole list, so that they differ in kind.
fn examples(game: &Game, options: &[Order]) -> Vec<String> {
    let step = options.len().div_ceil(EXAMPLES).max(1);
    options
        .iter()
        .step_by(step)
        .map(|order| game.print(order))
        .collect()
}

fn facts(game: &Game, view: &View, decision: &Decision) -> (&'static str, Rule, Value) {
    let field = Field::new(game, &view.open);
    let name = |unit: UnitId| json!({ "unit": game.id(unit), "hex": view.open.hex(unit) });
    let side = decision.side(|unit| game.side_of(unit));
    let side_name = &game.terms(side).name;
    match decision {
        Decision::Legions { .. } => ("legions", rules::L1_2, json!({ "side": side_name })),
        Decision::Deploy { .. } => {
            let waits = game
                .of_side(side)
                .filter(|&unit| view.open.hex(unit).is_none());
            let waits: Vec<UnitId> = waits.collect();
            let count = waits.len();
            (
                "deploy",
                rules::R11_1,
                json!({ "side": side_name, "units": count, "ids": whose::ranges(game, waits) }),
            )
        }
        Decision::Fire { .. } | Decision::JoinFire { .. } => {
            ("fire", rules::R6_0, json!({ "side": side_name }))
        }
        Decision::Move { .. } => ("move", rules::R5_0, json!({ "side": side_name })),
        Decision::PanicMove { unit } => {
            let ways = panic::flights(field, *unit).len();
            (
                "panic_move",
                rules::R13_0,
                json!({ "unit": name(*unit), "ways": ways }),
            )
        }
        Decision::Square { .. } => ("square", rules::L1_1, json!({ "side": side_name })),
        Decision::Dissolve { .. } => ("dissolve", rules::L1_14, json!({ "side": side_name })),
        Decision::Surplus { hex, over, .. } => {
            ("surplus", rules::L1_16, json!({ "hex": hex, "over": over }))
        }
        Decision::DefensiveFire { unit } => (
            "defensive_fire",
            rules::R6_42,
            json!({ "unit": name(*unit) }),
        ),
        Decision::Halve { hexes, lost, .. } => (
            "halve",
            rules::R8_1,
            json!({ "hexes": hexes, "lost": lost }),
        ),
        Decision::Melee { .. } => ("melee", rules::R7_0, json!({ "side": side_name })),
        Decision::Retreat { unit, from, column } => {
            let column = game.results.name(*column);
            (
                "retreat",
                rules::R17_0,
                json!({ "unit": name(*unit), "from": from, "column": column }),
            )
        }
        Decision::DefendLegion { hex, .. } => ("defend_legion", rules::L1_2, json!({ "hex": hex })),
        Decision::Advance { units, into, .. } => {
            let units: Vec<Value> = units.iter().map(|&unit| name(unit)).collect();
            (
                "advance",
                rules::R8_4,
                json!({ "units": units, "into": into }),
            )
        }
        Decision::Plot { .. } => ("plot", rules::R20_0, json!({ "side": side_name })),
        Decision::Alone { .. } => ("alone", rules::R92, json!({ "side": side_name })),
    }
}
