//! What cards that have been played change, as long as they are in force.
//!
//! A die is changed by one card at most: the one that was played first (Q47).

use serde::{Deserialize, Serialize};

use super::super::data::{CardId, Contingent, Effect, Side, UnitId, Until};
use super::super::event::{By, Combat, Drm, Event, Modifier, Round};
use super::super::state::{Attila, Open};
use super::super::{Battle, Game};
use crate::geometry::Hex;

/// A card in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InForce {
    /// The card.
    pub card: CardId,
    /// The units that it is for; none where it is for all that it speaks of.
    pub units: Vec<UnitId>,
    /// Hexes that its owner named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<Hex>,
    /// Whether the combat that it is for has begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
}

impl InForce {
    fn is_for(&self, unit: UnitId) -> bool {
        self.units.is_empty() || self.units.contains(&unit)
    }
}

fn effect(game: &Game, card: CardId) -> Option<&Effect> {
    let card = game.deck.as_ref()?.card(card);
    card.action.as_ref().map(|action| &action.effect)
}

/// Lists the cards in force with their effects, in the order in which they were played.
fn all(battle: Battle<'_>) -> impl Iterator<Item = (&InForce, &Effect)> {
    let cards = battle.open.in_force.iter();
    cards.filter_map(move |card| Some((card, effect(battle.game, card.card)?)))
}

fn modifier(card: CardId, value: i8) -> Modifier {
    Modifier {
        drm: Drm::Card(card),
        value,
    }
}

/// Returns what a card adds to a shot.
pub(in super::super) fn on_fire(
    battle: Battle<'_>,
    archer: UnitId,
    target: UnitId,
    distance: u16,
) -> Option<Modifier> {
    let roster = &battle.game.roster;
    let found = all(battle).find_map(|(card, effect)| match effect {
        Effect::FireDrm {
            value,
            range,
            units,
            ..
        } => {
            let in_range = range.is_none_or(|range| u16::from(range) == distance);
            let is_meant = card.is_for(archer) && units.holds(roster, archer);
            (in_range && is_meant).then(|| modifier(card.card, *value))
        }
        Effect::ShieldWall { fire_against, .. } => card
            .units
            .contains(&target)
            .then(|| modifier(card.card, *fire_against)),
        _ => None,
    });
    found.filter(|modifier| modifier.value != 0)
}

/// Returns what a card adds to the shock die of an attacker or a defender.
pub(in super::super) fn on_shock(
    battle: Battle<'_>,
    unit: UnitId,
    defends: bool,
) -> Option<Modifier> {
    let roster = &battle.game.roster;
    let found = all(battle).find_map(|(card, effect)| match effect {
        Effect::ShockDrm { value, units, .. } => {
            let is_meant = card.is_for(unit) && units.holds(roster, unit);
            is_meant.then(|| modifier(card.card, *value))
        }
        Effect::ShieldWall { defence, .. } => {
            let is_meant = defends && card.units.contains(&unit);
            is_meant.then(|| modifier(card.card, *defence))
        }
        _ => None,
    });
    found.filter(|modifier| modifier.value != 0)
}

/// 9.5.3: tells whether a card makes a unit ferocious.
pub(in super::super) fn is_ferocious(battle: Battle<'_>, unit: UnitId) -> bool {
    all(battle).any(|(card, effect)| match effect {
        Effect::Ferocity { units, .. } => {
            card.is_for(unit) && units.holds(&battle.game.roster, unit)
        }
        _ => false,
    })
}

/// 9.5.2: tells whether a card gives a unit momentum.
pub(in super::super) fn has_momentum(battle: Battle<'_>, unit: UnitId) -> bool {
    all(battle).any(|(card, effect)| match effect {
        Effect::Momentum { units, .. } => {
            card.is_for(unit) && units.holds(&battle.game.roster, unit)
        }
        _ => false,
    })
}

/// Tells whether a card takes momentum and ferocity from an attack into a defender's front.
pub(in super::super) fn breaks_momentum(
    battle: Battle<'_>,
    attacker: UnitId,
    defender: UnitId,
) -> bool {
    let Some(from) = battle.hex(attacker) else {
        return false;
    };
    all(battle).any(|(card, effect)| match effect {
        Effect::ShieldWall {
            no_momentum_in_front: true,
            ..
        } => card.units.contains(&defender) && battle.is_in_front(defender, from),
        _ => false,
    })
}

/// 13.1: returns by how much more a card lets Attila shift a die of his unit.
pub(in super::super) fn attila_shift(battle: Battle<'_>, unit: UnitId) -> Option<(CardId, i8)> {
    all(battle).find_map(|(card, effect)| match effect {
        Effect::AttilaShift { value, .. } if card.is_for(unit) => {
            Some((card.card, *value as i8 - 1))
        }
        _ => None,
    })
}

/// 6.0: returns the movement points that a card gives or takes.
pub(in super::super) fn points(battle: Battle<'_>, unit: UnitId) -> i8 {
    let found = all(battle).find_map(|(card, effect)| match effect {
        Effect::MovementPoints { value, units, .. } => {
            let is_meant = card.is_for(unit) && units.holds(&battle.game.roster, unit);
            is_meant.then_some(*value)
        }
        _ => None,
    });
    found.unwrap_or(0)
}

/// 8.0: returns a card that forbids a unit to fire.
pub(in super::super) fn forbids_fire(battle: Battle<'_>, archer: UnitId) -> Option<CardId> {
    all(battle).find_map(|(card, effect)| match effect {
        Effect::ForbidFire { units, .. } => {
            let is_meant = card.is_for(archer) && units.holds(&battle.game.roster, archer);
            is_meant.then_some(card.card)
        }
        _ => None,
    })
}

/// 9.7.1: tells whether a card of the other side forbids a unit to counterattack.
pub(in super::super) fn forbids_counter(battle: Battle<'_>, unit: UnitId) -> bool {
    let owner = |card: CardId| battle.game.deck.as_ref().map(|deck| deck.card(card).side);
    all(battle).any(|(card, effect)| {
        matches!(effect, Effect::CancelCounter { .. })
            && card.is_for(unit)
            && owner(card.card) != Some(battle.side(unit))
    })
}

/// A retreat before shock that a card leads (9.3).
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct LedRetreat<'a> {
    /// How far it may go.
    pub(in super::super) hexes: u8,
    /// Whether no die is rolled.
    pub(in super::super) no_roll: bool,
    /// Whether an attacker must follow if anybody is able.
    pub(in super::super) must_advance: bool,
    /// The hexes that the owner named.
    pub(in super::super) to: &'a [Hex],
}

/// 9.3: returns how a card leads a unit's retreat.
pub(in super::super) fn led_retreat(battle: Battle<'_>, unit: UnitId) -> Option<LedRetreat<'_>> {
    all(battle).find_map(|(card, effect)| match *effect {
        Effect::Evade {
            hexes,
            no_roll,
            must_advance,
            ..
        } if card.units.contains(&unit) => Some(LedRetreat {
            hexes,
            no_roll,
            must_advance,
            to: &card.to,
        }),
        _ => None,
    })
}

/// Changes what both sides see by a card that is played.
pub(in super::super) fn played(
    game: &Game,
    open: &mut Open,
    (side, card): (Side, CardId),
    units: &[UnitId],
    to: &[Hex],
) {
    let left = &mut open.in_hand[side as usize];
    *left = left.saturating_sub(1);
    open.played.push(card);
    let Some(effect) = effect(game, card) else {
        return;
    };
    if effect.until().is_some() {
        open.in_force.push(InForce {
            card,
            units: units.to_vec(),
            to: to.to_vec(),
            begun: false,
        });
    }
    match effect {
        Effect::ExtraActivation { contingent } => {
            let contingent = contingent.or(open.active);
            open.queue.splice(0..0, contingent);
        }
        Effect::ReturnAttila => {
            if let [unit, ..] = units {
                open.attila = Attila::With(*unit);
            }
        }
        _ => {}
    }
}

/// Ends what no longer holds after an event.
pub(in super::super) fn end(game: &Game, open: &mut Open, event: &Event) {
    if open.in_force.is_empty() {
        return;
    }
    let until = |card: &InForce| effect(game, card.card).and_then(Effect::until);
    match event {
        Event::Rolled { roll } => {
            let is_over = |card: &InForce| match roll.by {
                By::Unit(unit) => until(card) == Some(Until::Roll) && card.is_for(unit),
                By::Side(_) => false,
            };
            open.in_force.retain(|card| !is_over(card));
        }
        Event::ShockJoined {
            combat,
            round: Round::First,
        } => {
            let is_over = |card: &InForce| until(card) == Some(Until::CombatEnd) && card.begun;
            open.in_force.retain(|card| !is_over(card));
            for card in &mut open.in_force {
                card.begun |= has_part(card, combat);
            }
        }
        Event::ShockDeclared { .. } => lapse(game, open, &[Until::SegmentEnd]),
        Event::ActivationEnded { .. } => activation_over(game, open),
        Event::TurnEnded { .. } => lapse(game, open, &[Until::TurnEnd]),
        _ => {}
    }
    stir(game, open, event);
}

/// What holds to the end of an activation or of a part of it is over.
pub(in super::super) fn activation_over(game: &Game, open: &mut Open) {
    let short = [
        Until::Roll,
        Until::CombatEnd,
        Until::SegmentEnd,
        Until::ActivationEnd,
    ];
    lapse(game, open, &short);
}

fn lapse(game: &Game, open: &mut Open, over: &[Until]) {
    open.in_force.retain(|card| {
        let until = effect(game, card.card).and_then(Effect::until);
        until.is_none_or(|until| !over.contains(&until))
    });
}

fn has_part(card: &InForce, combat: &Combat) -> bool {
    let mut units = combat.attackers.iter().chain(&combat.defenders);
    units.any(|&unit| card.is_for(unit))
}

/// Takes the markers off units that move, attack, are Disordered or act again.
fn stir(game: &Game, open: &mut Open, event: &Event) {
    let one;
    let units: &[UnitId] = match event {
        Event::Stepped { unit, .. }
        | Event::Evaded { unit, .. }
        | Event::Advanced { unit, .. }
        | Event::Disordered { unit, .. }
        | Event::Eliminated { unit, .. }
        | Event::Removed { unit, .. } => {
            one = [*unit];
            &one
        }
        Event::ShockJoined { combat, .. } => &combat.attackers,
        Event::ActivationBegan { contingent } => return stir_contingent(game, open, *contingent),
        _ => return,
    };
    take_off(game, open, |unit| units.contains(&unit));
}

/// Takes the markers off units whose contingent is activated.
pub(in super::super) fn stir_contingent(game: &Game, open: &mut Open, contingent: Contingent) {
    take_off(game, open, |unit| {
        game.roster.unit(unit).contingent == contingent
    });
}

fn take_off(game: &Game, open: &mut Open, stirs: impl Fn(UnitId) -> bool) {
    let is_wall =
        |card: &InForce| effect(game, card.card).and_then(Effect::until) == Some(Until::Stirred);
    for card in open.in_force.iter_mut().filter(|card| is_wall(card)) {
        card.units.retain(|&unit| !stirs(unit));
    }
    open.in_force
        .retain(|card| !is_wall(card) || !card.units.is_empty());
}
