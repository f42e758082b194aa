//! Decisions as questions: what is asked, by which rule, and orders that would do.

use serde_json::{Value, json};

use crate::engine::{Question, Rules};
use crate::rulebook::Rule;

use super::data::{CardId, UnitId};
use super::decision::Decision;
use super::state::View;
use super::{Game, rules};

/// How many examples of legal orders a question shows.
const EXAMPLES: usize = 4;

/// Returns a decision as a question to its owner.
pub(super) fn question(game: &Game, view: &View, decision: &Decision) -> Question {
    let (key, rule, facts) = facts(game, view, decision);
    let Value::Object(facts) = facts else {
        unreachable!("facts are written as objects")
    };
    let options = game.options(view, decision);
    let default = game.default(view, decision).map(|order| game.print(&order));
    Question {
        key,
        facts,
        rule,
        examples: examples(game, &options),
        default,
    }
}

/// A few options spread over the whole list, so that they differ in kind.
fn examples(game: &Game, options: &[super::order::Order]) -> Vec<String> {
    let step = options.len().div_ceil(EXAMPLES).max(1);
    options
        .iter()
        .step_by(step)
        .map(|order| game.print(order))
        .collect()
}

fn facts(game: &Game, view: &View, decision: &Decision) -> (&'static str, Rule, Value) {
    let open = &view.open;
    let place = |unit: UnitId| json!({ "unit": game.roster.unit(unit).id, "hex": open.hex(unit) });
    let places = |units: &[UnitId]| units.iter().map(|&unit| place(unit)).collect::<Vec<_>>();
    match decision {
        Decision::SetUp { side, placed, .. } => (
            "set_up",
            rules::R3_0,
            json!({ "side": side.key(), "placed": placed.len(), "units": game.roster.of_side(*side).count() }),
        ),
        Decision::Markers { side } => ("markers", rules::R5_1, json!({ "side": side.key() })),
        Decision::Initiative { side } => ("initiative", rules::R5_2, json!({ "side": side.key() })),
        Decision::MoveFire { contingent } => (
            "move_fire",
            rules::R4_0,
            json!({ "contingent": contingent.key() }),
        ),
        Decision::Flee { unit } => ("flee", rules::R6_5, json!({ "unit": place(*unit) })),
        Decision::React { archer, target } => (
            "react",
            rules::R8_2_2,
            json!({ "archer": place(*archer), "target": place(*target) }),
        ),
        Decision::EngagedFacing { unit } => (
            "engaged_facing",
            rules::R9_9,
            json!({ "unit": place(*unit) }),
        ),
        Decision::Declare { contingent, .. } => (
            "declare",
            rules::R9_1,
            json!({ "contingent": contingent.key() }),
        ),
        Decision::Evade { unit, attackers } => (
            "evade",
            rules::R9_3,
            json!({ "unit": place(*unit), "attackers": places(attackers) }),
        ),
        Decision::Advance {
            hex,
            others,
            candidates,
            must,
            ..
        } => (
            "advance",
            rules::R9_8,
            json!({ "hex": hex, "others": others, "candidates": places(candidates), "must": must }),
        ),
        Decision::Loss { side, tied } => (
            "loss",
            rules::R9_4,
            json!({ "side": side.key(), "tied": places(tied) }),
        ),
        Decision::Counter { unit, attackers } => (
            "counter",
            rules::R9_7_1,
            json!({ "unit": place(*unit), "attackers": places(attackers) }),
        ),
        Decision::Continue { unit, .. } => {
            ("continue", rules::R9_7_2, json!({ "unit": place(*unit) }))
        }
        Decision::Card { side, moment, .. } => {
            let hand = view.hidden[*side as usize].as_ref();
            let hand = hand.and_then(|hidden| hidden.hand.as_ref());
            let name = |card: &CardId| game.deck.as_ref().map(|deck| &deck.card(*card).id);
            let hand: Option<Vec<_>> = hand.map(|hand| hand.iter().filter_map(name).collect());
            (
                "card",
                rules::R11_2,
                json!({ "window": moment.window().word(), "units": places(&moment.units()), "hand": hand }),
            )
        }
        Decision::Reform { contingent, .. } => (
            "reform",
            rules::R10_0,
            json!({ "contingent": contingent.key() }),
        ),
        Decision::Rejoin { choices } => (
            "rejoin",
            rules::R13_2,
            json!({ "choices": places(choices) }),
        ),
        Decision::AttilaShift { unit, purpose } => (
            "attila_shift",
            rules::R13_1,
            json!({ "unit": place(*unit), "purpose": purpose.key() }),
        ),
    }
}
