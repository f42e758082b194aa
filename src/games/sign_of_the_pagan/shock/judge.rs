//! Judging SHOCK, ADVANCE and CONTINUE lines ahead, as if no die and no enemy choice intervened.

use crate::engine::Verdict;
use crate::orders::Illegal;

use super::super::battle::Battle;
use super::super::data::{Condition, Contingent, UnitId};
use super::super::order::{Advance, Blow, Order};
use super::super::rules;
use super::declare::{Named, compelled, leaves_out, may_be_named, muster, neglects};
use super::eligible::could_ever_attack;
use super::{Attack, Bar};

/// Judges a whole set filed before the fire, on the position that its moves lead to.
///
/// A line is illegal only if it fails whatever dice and enemies do; one that names somebody who
/// cannot take part is refused whole.
pub(in super::super) fn judge(
    battle: Battle<'_>,
    contingent: Contingent,
    orders: &[&Order],
) -> Vec<Verdict> {
    Forecast::new(battle, contingent, &[], true).judge(orders)
}

/// Judges a set that answers the question for declarations after the fire, in addition to what has
/// been declared.
pub(in super::super) fn judge_declarations(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[Attack],
    orders: &[&Order],
) -> Vec<Verdict> {
    Forecast::new(battle, contingent, declared, false).judge(orders)
}

/// 4.0, 9.2, 9.2.2: tells whether an attack of a plan could come to pass at all, whatever moves before it.
///
/// # Errors
/// Whom the line may never name.
pub(in super::super) fn may_plan(
    battle: Battle<'_>,
    contingent: Contingent,
    attackers: &[UnitId],
    defenders: &[UnitId],
) -> Result<(), Illegal> {
    let named = attackers.iter();
    let barred = named.map(|&unit| may_be_named(battle, contingent, unit));
    let is_friend = |unit: &&UnitId| battle.side(**unit) == contingent.side();
    let friend = defenders.iter().find(is_friend);
    let friend = friend.map_or(Ok(()), |&unit| Err(Bar::Friend(unit)));
    let mut barred = barred.chain(std::iter::once(friend));
    barred
        .find_map(Result::err)
        .map_or(Ok(()), |bar| Err(bar.illegal(battle)))
}

/// A set of lines being judged.
struct Forecast<'a> {
    battle: Battle<'a>,
    contingent: Contingent,
    /// The attacks that stand so far, with the index of the line each comes from.
    attacks: Vec<Attack>,
    lines: Vec<Option<usize>>,
    /// Whether fire and moves are still to come.
    fire: bool,
    /// Whether more attacks may be declared later.
    asks: bool,
    /// What a line has said of attacks so far.
    intent: Option<Intent>,
}

/// What a set says of attacks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Intent {
    /// Nobody attacks.
    Peace,
    /// Somebody does, or it is asked later.
    Attack,
}

impl<'a> Forecast<'a> {
    fn new(battle: Battle<'a>, contingent: Contingent, declared: &[Attack], fire: bool) -> Self {
        Self {
            battle,
            contingent,
            attacks: declared.to_vec(),
            lines: vec![None; declared.len()],
            fire,
            asks: false,
            intent: None,
        }
    }

    fn judge(mut self, orders: &[&Order]) -> Vec<Verdict> {
        self.asks = orders.iter().any(|order| matches!(order, Order::ShockAsk));
        let declared = orders.iter().enumerate();
        let mut verdicts: Vec<Option<Verdict>> = declared
            .map(|(line, order)| self.declared(line, order))
            .collect();
        for (index, (unit, enemy)) in neglects(self.battle, &self.attacks) {
            if let Some(line) = self.lines[index] {
                verdicts[line] = Some(self.neglect(&self.attacks[index], unit, enemy));
            }
        }
        let follow_up = |(verdict, order): (Option<Verdict>, &&Order)| {
            verdict.unwrap_or_else(|| self.follow_up(order))
        };
        verdicts.into_iter().zip(orders).map(follow_up).collect()
    }

    /// 9.2: a SHOCK line by itself; `None` for other orders.
    fn declared(&mut self, line: usize, order: &Order) -> Option<Verdict> {
        if self.contradicts(order) {
            let because = "another line of this set says the opposite: SHOCK NONE attacks nobody";
            return Some(Verdict::Illegal(Illegal::new(rules::R9_1, because)));
        }
        let named = match order {
            Order::Shock {
                attackers,
                defenders,
                no_momentum,
            } => Named {
                attackers,
                defenders,
                no_momentum,
            },
            Order::ShockAsk | Order::ShockNone => return Some(Verdict::Legal),
            _ => return None,
        };
        let mustered = muster(self.battle, self.contingent, &self.attacks, named);
        let attack = mustered.and_then(|mustered| match mustered.dropped {
            Some(bar) => Err(bar),
            None => Ok(mustered.attack),
        });
        Some(match attack {
            Ok(attack) => {
                let doubt = self.doubt(&attack);
                self.attacks.push(attack);
                self.lines.push(Some(line));
                doubt.map_or(Verdict::Legal, Verdict::Open)
            }
            Err(bar) => Verdict::Illegal(bar.illegal(self.battle)),
        })
    }

    /// Tells whether an order and one before it cannot both be meant, and remembers it.
    fn contradicts(&mut self, order: &Order) -> bool {
        let intent = match order {
            Order::ShockNone => Intent::Peace,
            Order::Shock { .. } | Order::ShockAsk => Intent::Attack,
            _ => return false,
        };
        *self.intent.get_or_insert(intent) != intent
    }

    /// Says what of an attack hangs on dice that are still to be rolled.
    fn doubt(&self, attack: &Attack) -> Option<String> {
        let name = |unit: &UnitId| self.battle.unit(*unit).id.as_str();
        let shaken = attack.attackers.iter().find(|&&unit| self.may_fail(unit));
        let falls = attack.defenders.iter().find(|&&unit| self.may_fall(unit));
        match (shaken, falls) {
            (Some(unit), _) => Some(format!("if `{}` can still attack by then", name(unit))),
            (None, Some(unit)) => Some(format!("if `{}` is still there by then", name(unit))),
            (None, None) => None,
        }
    }

    /// Tells whether a unit that moves may lose its right to attack on the way.
    fn may_fail(&self, unit: UnitId) -> bool {
        let piece = self.battle.piece(unit);
        let counter = self.battle.unit(unit);
        let shaken = counter.disordered.mark != super::super::data::Mark::None
            || counter.disordered.shock == 0
            || piece.condition == Condition::Disordered;
        self.fire && piece.deeds.moved && shaken
    }

    /// Tells whether enough shots are aimed at an enemy to kill it, or to kill one of the Alans, who
    /// then may go home (12.2).
    fn may_fall(&self, enemy: UnitId) -> bool {
        let in_danger = |unit: UnitId| {
            let piece = self.battle.piece(unit);
            let needed = match piece.condition {
                Condition::Good => 2,
                Condition::Disordered => 1,
            };
            piece.aimed_at >= needed
        };
        let is_alan = self.battle.contingent(enemy) == Contingent::Alans;
        let mut alans = self.battle.of(Contingent::Alans);
        self.fire && (in_danger(enemy) || is_alan && alans.any(in_danger))
    }

    /// 9.2: a line that leaves an enemy out, unless that enemy may be gone by then.
    fn neglect(&self, attack: &Attack, unit: UnitId, enemy: UnitId) -> Verdict {
        if self.may_fall(enemy) {
            let name = &self.battle.unit(enemy).id;
            Verdict::Open(format!("only if `{name}` is gone by then [9.2]"))
        } else {
            Verdict::Illegal(leaves_out(self.battle, attack, (unit, enemy)))
        }
    }

    /// 9.7.2, 9.8: an ADVANCE or CONTINUE line.
    fn follow_up(&self, order: &Order) -> Verdict {
        let judged = match order {
            Order::AdvanceNone
            | Order::Advance {
                to: Advance::No, ..
            }
            | Order::Continue {
                blow: Blow::Stop, ..
            } => return Verdict::Legal,
            Order::Advance { unit, to, .. } => self.advances(*unit, *to),
            Order::Continue { unit, blow, .. } => self.goes_on(*unit, blow),
            _ => Err(Bar::Nobody),
        };
        match judged {
            Ok(doubt) => Verdict::Open(doubt.to_owned()),
            Err(bar) => Verdict::Illegal(bar.illegal(self.battle)),
        }
    }

    fn advances(&self, unit: UnitId, to: Advance) -> Result<&'static str, Bar> {
        self.attacks_at_all(unit, rules::R9_8)?;
        if self.battle.piece(unit).condition == Condition::Disordered {
            return Err(Bar::Disordered(unit, rules::R9_6_1));
        }
        match to {
            Advance::Into(hex) if !self.battle.game.ground.contains(hex) => {
                Err(Bar::TooFar(unit, hex))
            }
            Advance::Into(_) | Advance::Yes | Advance::No => {
                Ok("if the combat leaves the hex to it")
            }
        }
    }

    fn goes_on(&self, unit: UnitId, blow: &Blow) -> Result<&'static str, Bar> {
        self.attacks_at_all(unit, rules::R9_7_2)?;
        if let Blow::On(targets) = blow {
            for &target in targets {
                if self.battle.side(target) == self.contingent.side() {
                    return Err(Bar::Friend(target));
                }
                if !self.battle.is_on_map(target) {
                    return Err(Bar::Gone(target));
                }
            }
            if targets.len() > 2 {
                return Err(Bar::TooMany(unit));
            }
        }
        Ok("if the blow before is an Overwhelming Victory")
    }

    /// Tells whether a unit attacks in this set, or may still be declared.
    fn attacks_at_all(&self, unit: UnitId, rule: crate::rulebook::Rule) -> Result<(), Bar> {
        if self.battle.contingent(unit) != self.contingent {
            return Err(Bar::Inactive(unit, self.contingent));
        }
        if !self.battle.is_on_map(unit) {
            return Err(Bar::Gone(unit));
        }
        could_ever_attack(self.battle, unit)?;
        let declared = self.attacks.iter();
        let mut declared = declared.flat_map(|attack| &attack.attackers);
        let is_compelled = || {
            let compelled = compelled(self.battle, self.contingent);
            compelled.iter().any(|(pinned, _)| *pinned == unit)
        };
        if self.asks || declared.any(|&attacker| attacker == unit) || is_compelled() {
            Ok(())
        } else {
            Err(Bar::NoAttack(unit, rule))
        }
    }
}
