//! What a card does when it is played now, and why it may not be.

use super::super::data::{
    CardCondition, CardId, Effect, Kind, Selection, Side, UnitId, Until, is_one_of,
};
use super::super::event::Came;
use super::super::order::Order;
use super::super::state::{Attila, Hidden, Open};
use super::super::{Battle, Game, reform, rules, shock};
use super::{Moment, may_hold};
use crate::geometry::Hex;
use crate::orders::Illegal;

/// A card about to be played, with the units that it is for.
#[derive(Debug)]
pub(super) struct Play<'a> {
    pub(super) card: CardId,
    pub(super) effect: &'a Effect,
    pub(super) units: Vec<UnitId>,
    pub(super) to: Vec<Hex>,
}

impl Play<'_> {
    pub(super) fn changes_a_die(&self) -> bool {
        self.effect.changes_a_die()
    }
}

/// What a CARD line wants, at a moment.
#[derive(Clone, Copy)]
struct Wish<'a> {
    battle: Battle<'a>,
    moment: &'a Moment,
    side: Side,
    condition: &'a CardCondition,
    targets: &'a [UnitId],
    meant: &'a [UnitId],
}

fn refuse<T>(rule: crate::rulebook::Rule, because: impl Into<String>) -> Result<T, Illegal> {
    Err(Illegal::new(rule, because))
}

/// 11.2: tells what a card does if it is played at a moment as a line says.
///
/// # Errors
/// Why it may not be played so; it stays in the hand.
pub(super) fn may_play<'g>(
    game: &'g Game,
    (open, hidden): (&Open, Option<&Hidden>),
    moment: &Moment,
    side: Side,
    order: &Order,
) -> Result<Play<'g>, Illegal> {
    let battle = Battle::new(game, open);
    let Order::Card {
        card,
        when,
        targets,
        to,
    } = order
    else {
        return refuse(rules::R11_2, "no card is named");
    };
    let card = *card;
    let Some(deck) = &game.deck else {
        return refuse(rules::R11_0, "this match has no cards");
    };
    let id = &deck.card(card).id;
    if !may_hold(game, open, hidden, side, card) {
        return refuse(rules::R11_2, format!("{id} is not in your hand"));
    }
    let Some(action) = &deck.card(card).action else {
        return refuse(rules::R11_0, format!("{id} has no effect"));
    };
    let is_now = moment.admits(action) && moment.is(battle, when);
    if !is_now || !is_active(battle, moment, &action.condition) {
        return refuse(rules::R11_2, format!("{id} is not played at this moment"));
    }
    let wish = Wish {
        battle,
        moment,
        side,
        condition: &action.condition,
        targets,
        meant: &moment.meant(battle, when),
    };
    let units = wish.units(&action.effect)?;
    Ok(Play {
        card,
        effect: &action.effect,
        units,
        to: to.clone(),
    })
}

/// Tells whether the contingent that a card asks for is the active one.
pub(super) fn is_active(battle: Battle<'_>, moment: &Moment, condition: &CardCondition) -> bool {
    let active = moment.active().or(battle.open.active);
    condition
        .contingent
        .is_none_or(|wanted| active == Some(wanted))
}

impl Wish<'_> {
    /// Finds the units that an effect is for; an empty list where it is for all that it speaks of.
    fn units(self, effect: &Effect) -> Result<Vec<UnitId>, Illegal> {
        match effect {
            Effect::FireDrm { units, .. }
            | Effect::ShockDrm { units, .. }
            | Effect::Ferocity { units, .. }
            | Effect::Momentum { units, .. }
            | Effect::MovementPoints { units, .. }
            | Effect::ForbidFire { units, .. } => self.selected(units, effect),
            Effect::AttilaShift { .. } => self.with_attila(),
            Effect::Reroll => self.whose_die(),
            Effect::Evade { units, .. } => self.retreating(*units),
            Effect::CancelEvade { units } => self.held_back(*units),
            Effect::CancelCounter { .. } => {
                self.demand_any()?;
                let mut units = self.moment.units();
                units.retain(|&unit| self.battle.side(unit) != self.side);
                Ok(units)
            }
            Effect::Reform { units, of, .. } => self.reforming(*units, of),
            Effect::ExtraActivation { contingent } => {
                let contingent = contingent.or(self.battle.open.active);
                match contingent.filter(|&own| self.battle.of(own).next().is_some()) {
                    Some(_) => self.demand_any().map(|()| Vec::new()),
                    None => refuse(rules::R11_2, "there is nobody to act once more"),
                }
            }
            Effect::CancelActivation => self.demand_any().map(|()| Vec::new()),
            Effect::ShieldWall { units, kinds, .. } => {
                let wall = shield_wall(self.battle, self.side, self.targets, kinds);
                let wall: Vec<UnitId> = wall.into_iter().take(usize::from(*units)).collect();
                if wall.len() < 2 {
                    let because = "a shield wall needs two or more adjacent own units in good order that are not Engaged, behind TARGET";
                    return refuse(rules::R11_2, because);
                }
                Ok(wall)
            }
            Effect::CancelAlanRoll => match self.moment {
                Moment::AlanRolled { came: Came::Defect } => Ok(Vec::new()),
                _ => refuse(rules::R11_2, "the Alans do not go home by that die"),
            },
            Effect::ReturnAttila => self.attilas_unit(),
        }
    }

    /// Tells whether a unit is one that the card asks for.
    fn suits(self, unit: UnitId) -> bool {
        let (battle, condition) = (self.battle, self.condition);
        let may_evade = || {
            let attackers = self.moment.attackers_of(unit);
            !attackers.is_empty() && shock::may_give_way(battle, unit, &attackers)
        };
        is_one_of(battle.unit(unit), &condition.tribes, &condition.kinds)
            && (!condition.may_evade || may_evade())
            && (!condition.attila || battle.open.attila == Attila::With(unit))
    }

    /// Tells whether the card asks for units at all.
    fn asks_for_units(self) -> bool {
        let condition = self.condition;
        let by_print = !condition.tribes.is_empty() || !condition.kinds.is_empty();
        by_print || condition.may_evade || condition.attila
    }

    /// A card that asks for a unit needs one at this moment.
    fn demand_any(self) -> Result<(), Illegal> {
        let mut units = self.targets.iter().chain(self.meant);
        if self.asks_for_units() && !units.any(|&unit| self.suits(unit)) {
            return refuse(rules::R11_2, "no unit is as the card asks for");
        }
        Ok(())
    }

    /// Named units out of a selection, else those whose die or combat it is, else all of them.
    fn selected(self, selection: &Selection, effect: &Effect) -> Result<Vec<UnitId>, Illegal> {
        self.demand_any()?;
        let roster = &self.battle.game.roster;
        let holds = |unit: &UnitId| selection.holds(roster, *unit) && self.battle.is_on_map(*unit);
        let is_short = matches!(effect.until(), Some(Until::Roll | Until::CombatEnd));
        let archer = match (effect, self.moment) {
            (Effect::FireDrm { .. }, Moment::FireDeclared { archer, .. }) => Some(*archer),
            _ => None,
        };
        let named: Vec<UnitId> = match archer {
            Some(archer) if self.targets.is_empty() => vec![archer],
            _ if !self.targets.is_empty() => self.targets.to_vec(),
            _ if is_short => self.meant.to_vec(),
            _ => return Ok(Vec::new()),
        };
        let units: Vec<UnitId> = named.into_iter().filter(holds).collect();
        if units.is_empty() {
            return refuse(rules::R11_2, "the card is for none of these units");
        }
        Ok(units)
    }

    /// Attila's unit, if the moment is about it.
    fn with_attila(self) -> Result<Vec<UnitId>, Illegal> {
        let units = self.moment.units();
        match self.battle.open.attila {
            Attila::With(unit) if units.is_empty() || units.contains(&unit) => Ok(vec![unit]),
            _ => refuse(rules::R13_1, "attila is with no unit that is about to roll"),
        }
    }

    /// Of a round of combat the die of one unit is rolled again.
    fn whose_die(self) -> Result<Vec<UnitId>, Illegal> {
        self.demand_any()?;
        let Moment::ShockRolled { .. } = self.moment else {
            return Ok(Vec::new());
        };
        let named = if self.targets.is_empty() {
            self.meant
        } else {
            self.targets
        };
        let rolled = self.moment.units();
        let unit = named.iter().find(|unit| rolled.contains(unit));
        match unit {
            Some(&unit) => Ok(vec![unit]),
            None => refuse(rules::R11_2, "that unit has not rolled a die now"),
        }
    }

    /// Own units that retreat before shock.
    fn retreating(self, most: u8) -> Result<Vec<UnitId>, Illegal> {
        let named = if self.targets.is_empty() {
            self.meant
        } else {
            self.targets
        };
        let goes = |unit: &UnitId| {
            let attackers = self.moment.attackers_of(*unit);
            self.battle.side(*unit) == self.side
                && self.suits(*unit)
                && !attackers.is_empty()
                && shock::may_give_way(self.battle, *unit, &attackers)
        };
        let units = named.iter().copied().filter(goes);
        let units: Vec<UnitId> = units.take(usize::from(most)).collect();
        if units.is_empty() {
            return refuse(
                rules::R9_3,
                "no unit that the card is for may retreat before shock",
            );
        }
        Ok(units)
    }

    /// Units about to retreat that have to stand.
    fn held_back(self, most: u8) -> Result<Vec<UnitId>, Illegal> {
        self.demand_any()?;
        let going = self.moment.units();
        let named = if self.targets.is_empty() {
            self.meant
        } else {
            self.targets
        };
        let units = named.iter().copied().filter(|unit| going.contains(unit));
        let units: Vec<UnitId> = units.take(usize::from(most)).collect();
        if units.is_empty() {
            return refuse(rules::R11_2, "that unit does not retreat before shock");
        }
        Ok(units)
    }

    /// 10.0: named units that may try to Reform, else the first that may.
    fn reforming(self, most: u8, of: &Selection) -> Result<Vec<UnitId>, Illegal> {
        let Moment::ReformStart { contingent } = *self.moment else {
            return refuse(rules::R10_0, "nobody Reforms now");
        };
        let able: Vec<UnitId> = reform::able(self.battle, contingent)
            .filter(|&unit| of.holds(&self.battle.game.roster, unit) && self.suits(unit))
            .collect();
        let named = if self.targets.is_empty() {
            &able[..]
        } else {
            self.targets
        };
        let units = named.iter().copied().filter(|unit| able.contains(unit));
        let units: Vec<UnitId> = units.take(usize::from(most)).collect();
        if units.is_empty() {
            return refuse(rules::R10_0, "no unit that the card is for may Reform");
        }
        Ok(units)
    }

    /// 13.0: the unit that Attila is brought back to: a named one, else the lowest hex.
    fn attilas_unit(self) -> Result<Vec<UnitId>, Illegal> {
        let is_away = match self.battle.open.attila {
            Attila::Alone(_) | Attila::Out => true,
            // 13.2: the wound that carried him off has been counted.
            Attila::Absent | Attila::With(_) | Attila::Removed | Attila::Dead => false,
        };
        if !is_away {
            return refuse(rules::R13_0, "attila cannot be brought back");
        }
        let battle = self.battle;
        let is_his = |unit: &UnitId| battle.side(*unit) == Side::Hun && battle.is_on_map(*unit);
        let named = self.targets.iter().copied().find(is_his);
        let lowest = || {
            let units = battle.on_map(Side::Hun);
            units.min_by_key(|&unit| battle.hex(unit))
        };
        match named.or_else(lowest) {
            Some(unit) => Ok(vec![unit]),
            None => refuse(rules::R13_0, "attila has no unit left to be with"),
        }
    }
}

/// Returns those of the units that can stand in a shield wall, each next to another of them.
pub(super) fn shield_wall(
    battle: Battle<'_>,
    side: Side,
    units: &[UnitId],
    kinds: &[Kind],
) -> Vec<UnitId> {
    let can = |unit: &UnitId| {
        battle.side(*unit) == side
            && kinds.contains(&battle.kind(*unit))
            && battle.is_good(*unit)
            && !battle.open.is_engaged(*unit)
    };
    let mut wall: Vec<UnitId> = Vec::new();
    for unit in units.iter().copied().filter(can) {
        if !wall.contains(&unit) {
            wall.push(unit);
        }
    }
    let all = wall.clone();
    wall.retain(|&unit| all.iter().any(|&other| battle.are_adjacent(unit, other)));
    wall
}
