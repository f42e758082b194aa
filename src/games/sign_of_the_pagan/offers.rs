//! What the offline board offers for a decision: ways with their costs, shots, whole lines.

use crate::engine::{Aims, Offer, Offers, Rules, Verbs, Way};
use crate::geometry::Reach;

use super::data::{Contingent, UnitId};
use super::decision::Decision;
use super::setup::{self, Camp};
use super::state::View;
use super::{Battle, Game, movement};

/// Returns what there is to compose an answer from.
pub(super) fn offers(game: &Game, view: &View, decision: &Decision) -> Offers {
    let battle = Battle::new(game, &view.open);
    match decision {
        Decision::MoveFire { contingent } => activation(game, battle, *contingent),
        Decision::SetUp {
            side,
            placed,
            attila,
        } => {
            let camp = Camp::new(game, *side, placed, *attila);
            let companions = setup::companions(camp);
            set_up(game, camp, companions.iter().map(|order| game.print(order)))
        }
        _ => {
            let options = game.options(view, decision);
            Offers::of_lines(options.iter().map(|order| game.print(order)))
        }
    }
}

/// A whole activation: moves, shots and turns of every unit; shock is put together on the page.
fn activation(game: &Game, battle: Battle<'_>, contingent: Contingent) -> Offers {
    let mut reach = Reach::new(game.ground.grid());
    let units = battle.of(contingent).filter_map(|unit| {
        let prospect = movement::prospect(battle, unit, &mut reach)?;
        let ids = |targets: Vec<UnitId>| {
            targets
                .into_iter()
                .map(|unit| game.roster.unit(unit).id.clone())
                .collect()
        };
        let ways = prospect.ends.into_iter().map(|way| Way {
            hex: way.hex,
            cost: way.cost,
            path: way.path,
            shots: ids(way.shots),
            room: None,
        });
        Some(Offer {
            units: vec![game.roster.unit(unit).id.clone()],
            verb: if prospect.withdraws {
                "WITHDRAW"
            } else {
                "MOVE"
            },
            ways: ways.collect(),
            turns: prospect.turns,
            shots: ids(prospect.shots),
            fights: true,
            acts: Vec::new(),
        })
    });
    Offers {
        units: units.collect(),
        verbs: Verbs {
            go: Some("{verb} {units} {path}"),
            go_shoot: Some(" FIRE {at}"),
            go_face: Some(" F{facing}"),
            fire: Some("FIRE {units} {at}"),
            face: Some("FACE {units} {facing}"),
            attack: Some("SHOCK {units} ON {at}"),
            then: &[],
            joint: " ",
            aims: Aims::Units,
            once: false,
        },
        lines: vec![
            "REFORM ALL".to_owned(),
            "SHOCK NONE".to_owned(),
            "SHOCK ASK".to_owned(),
        ],
        ..Offers::default()
    }
}

/// Every place in which each unit may be set up.
fn set_up(game: &Game, camp: Camp<'_>, lines: impl Iterator<Item = String>) -> Offers {
    let places = setup::places(camp).into_iter().map(|(unit, hexes)| {
        let ways = hexes.into_iter().map(|hex| Way {
            hex,
            cost: 0,
            path: vec![hex],
            shots: Vec::new(),
            room: None,
        });
        Offer {
            units: vec![game.roster.unit(unit).id.clone()],
            verb: "SETUP",
            ways: ways.collect(),
            turns: Vec::new(),
            shots: Vec::new(),
            fights: false,
            acts: Vec::new(),
        }
    });
    Offers {
        units: places.collect(),
        verbs: Verbs {
            go: Some("{verb} {units} {path}"),
            go_face: Some(" F{facing}"),
            joint: " ",
            ..Verbs::default()
        },
        ..Offers::of_lines(lines)
    }
}
