//! 9.9: who has fought and is still adjacent is Engaged.

use crate::engine::{Next, Turn};

use super::super::battle::Battle;
use super::super::data::UnitId;
use super::super::decision::Frame;
use super::super::event::Event;
use super::super::options::TurnWhen;
use super::super::{Game, movement};

/// 9.9: attackers and defenders of a combat that are still adjacent are mutually Engaged; if so
/// agreed, those that are so in flank and rear only turn at once (Q25).
pub(super) fn engage(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Next<Frame> {
    let battle = Battle::new(game, &turn.state().open);
    let pairs = attackers
        .iter()
        .flat_map(|&attacker| defenders.iter().map(move |&defender| (attacker, defender)));
    let pairs: Vec<(UnitId, UnitId)> = pairs
        .filter(|&(one, other)| {
            battle.are_adjacent(one, other) && !battle.open.are_engaged(one, other)
        })
        .collect();
    for (one, other) in pairs {
        turn.emit(Event::Engaged {
            units: (one.min(other), one.max(other)),
        });
    }
    match game.options.turn_when {
        TurnWhen::Activation => Next::done(),
        TurnWhen::Immediate => {
            let units = attackers.iter().chain(defenders).copied().collect();
            Next::Go(vec![Frame::Move(movement::Step::TurnToEnemies { units })])
        }
    }
}
