//! 19.1: fire, melee and defensive fire of both sides at once.

use crate::engine::{Asked, Mode, Next, Pause, Turn};
use crate::geometry::Hex;

use super::{Step, task};
use crate::games::legion::decision::{Decision, Declared, Frame};
use crate::games::legion::event::{Attack, Event, HexResult};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::game::seat;
use crate::games::legion::melee::{self, Clash};
use crate::games::legion::order::{AdvanceWish, Aim, Task};
use crate::games::legion::phases::salvo::{self, Wish};
use crate::games::legion::phases::{advance, fire as shots, melee as clash, retreat as retreats};
use crate::games::legion::state::{Phase, Plot};
use crate::games::legion::terms::{Combat, Legion, Side, UnitId};
use crate::games::legion::{Field, Game, fire, strike};

/// An attack with the advance that is plotted for it.
type Fought = (Attack, AdvanceWish);

/// The steps that follow, the attacks as they were fought, and how many each side has made.
type Thrown = (Vec<Frame>, Vec<Fought>, [u16; 2]);

/// Attacks that are thrown together.
struct Together {
    attacks: Vec<Attack>,
    wishes: Vec<AdvanceWish>,
}

impl Together {
    /// Throws all dice, first side first, then by hex, and only then carries results out (20.2).
    fn throw(self, game: &Game, turn: &mut Turn<'_, Game>) -> Result<Thrown, Pause> {
        let layout = game.land.grid().layout();
        let mut all: Vec<Fought> = self.attacks.into_iter().zip(self.wishes).collect();
        all.sort_by_key(|(attack, _)| (attack.side, layout.axial(attack.at[0])));
        let mut count = [0; 2];
        let mut thrown = Vec::new();
        for (attack, wish) in all {
            count[attack.side.index()] += 1;
            thrown.push((strike::throw(game, turn, attack)?, wish));
        }
        let mut frames = Vec::new();
        for (attack, _) in &thrown {
            let results: &[HexResult] = &attack.results;
            frames.extend(strike::carry_out(game, turn, attack.combat, results));
        }
        Ok((frames, thrown, count))
    }
}

fn plots_of(plots: &[Vec<Plot>; 2], side: Side) -> impl Iterator<Item = (UnitId, &Task)> {
    plots[side.index()]
        .iter()
        .map(|plot| (plot.unit, &plot.task))
}

/// 21.2: tells the owners of units on the map which of their tasks have come to nothing.
pub(super) fn fail(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    plots: &[Vec<Plot>; 2],
    done: &[UnitId],
    is_due: impl Fn(&Task) -> bool,
) {
    for side in Side::BOTH {
        for (unit, task) in plots_of(plots, side) {
            let stands = Field::new(game, &turn.state().open).is_on_map(unit);
            if stands && is_due(task) && !done.contains(&unit) {
                turn.emit(Event::TaskFailed { side, unit });
            }
        }
    }
}

/// Returns everybody who takes part in attacks.
fn attackers(attacks: &[Attack]) -> Vec<UnitId> {
    attacks.iter().flat_map(|own| own.units.clone()).collect()
}

/// B: offensive fire of both sides (19.1).
pub(super) fn fire(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let plots = turn.state().plots.clone();
    let field = Field::new(game, &turn.state().open);
    let mut attacks: Vec<Attack> = Vec::new();
    for side in Side::BOTH {
        let mut shots_at: Vec<(Hex, Vec<UnitId>)> = Vec::new();
        for (unit, task) in plots_of(&plots, side) {
            let (Task::Fire { at } | Task::FireMelee { at, .. }) = task else {
                continue;
            };
            if fire::may_fire_at(field, unit, *at, Combat::Fire).is_err() {
                continue;
            }
            match shots_at.iter_mut().find(|(hex, _)| hex == at) {
                Some((_, units)) => units.push(unit),
                None => shots_at.push((*at, vec![unit])),
            }
        }
        for (at, mut units) in shots_at {
            units.sort_unstable();
            let odds = fire::odds(field, &units, at);
            if odds.column.is_some() {
                attacks.push(shots::attack(field, Combat::Fire, &units, at, odds));
            }
        }
    }
    fail(game, turn, &plots, &attackers(&attacks), |task| {
        matches!(task, Task::Fire { .. } | Task::FireMelee { .. })
    });
    shoot(game, turn, attacks)
}

/// Throws for shots that fall together; then armies are tested for panic.
fn shoot(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    attacks: Vec<Attack>,
) -> Result<Next<Frame>, Pause> {
    let together = Together {
        wishes: vec![AdvanceWish::None; attacks.len()],
        attacks,
    };
    let (mut frames, _, attacks) = together.throw(game, turn)?;
    frames.push(Frame::Together(Step::Panic { attacks }));
    Ok(Next::Go(frames))
}

/// 23.11: tells whether a unit is plotted to move.
fn marches(field: Field<'_>, plots: &[Vec<Plot>; 2], unit: UnitId) -> bool {
    matches!(task(plots, field.side(unit), unit), Some(Task::Move { .. }))
}

/// L1.2: leaves of attackers of several legions those of the strongest, of equal ones of the lowest.
pub(super) fn of_one_legion(field: Field<'_>, units: &mut Vec<UnitId>) {
    let strength = |legion: Legion| -> Fraction {
        let own = units.iter().copied();
        let own = own.filter(|&unit| field.legion(unit) == Some(legion));
        own.map(|unit| melee::strength(field, unit)).sum()
    };
    let legions = Legion::ALL.iter().rev().copied();
    if let Some(legion) = legions.max_by_key(|&legion| strength(legion)) {
        units.retain(|&unit| field.legion(unit).is_none_or(|own| own == legion));
    }
}

/// The melees that are plotted and still possible, each with its advance (21.1, R72).
fn melees(field: Field<'_>, plots: &[Vec<Plot>; 2]) -> Vec<Declared> {
    let mut declared: Vec<(Side, Option<String>, Declared)> = Vec::new();
    for side in Side::BOTH {
        for (unit, task) in plots_of(plots, side) {
            let (at, group, wish) = match task {
                Task::Melee { at, group, advance } => (at, group.clone(), advance),
                Task::FireMelee { melee, advance, .. } => (melee, None, advance),
                Task::Fire { .. }
                | Task::Defend { .. }
                | Task::Move { .. }
                | Task::To { .. }
                | Task::Convert { .. }
                | Task::Stand => continue,
            };
            if melee::may_join(field, unit, at).is_err() {
                continue;
            }
            let same = |(own, named, known): &&mut (Side, Option<String>, Declared)| {
                *own == side && *named == group && known.at == *at
            };
            match declared.iter_mut().find(same) {
                Some((_, _, known)) => {
                    known.units.push(unit);
                    if known.advance == AdvanceWish::Unsaid {
                        known.advance = wish.clone();
                    }
                }
                None => declared.push((
                    side,
                    group,
                    Declared {
                        units: vec![unit],
                        at: at.clone(),
                        advance: wish.clone(),
                        line: None,
                    },
                )),
            }
        }
    }
    let mut taken: Vec<Hex> = Vec::new();
    let mut kept = Vec::new();
    for (_, _, mut own) in declared {
        own.units.sort_unstable();
        of_one_legion(field, &mut own.units);
        let moves = |unit: UnitId| marches(field, plots, unit);
        let odds = melee::odds(field, Clash::new(&own.units, &own.at), &moves);
        let legal = odds.column.is_some();
        // 7.13: a hex is the object of one attack; what comes second has lost its target.
        if legal && !own.at.iter().any(|hex| taken.contains(hex)) {
            taken.extend(&own.at);
            kept.push(own);
        }
    }
    kept
}

/// R71: units retreat before the melee by their standing lines.
pub(super) fn retreat(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let plots = turn.state().plots.clone();
    let field = Field::new(game, &turn.state().open);
    let melees = melees(field, &plots);
    let mut questions = Vec::new();
    let mut asked: Vec<(usize, UnitId)> = Vec::new();
    for (index, own) in melees.iter().enumerate() {
        let moves = |unit: UnitId| marches(field, &plots, unit);
        let column = melee::odds(field, Clash::new(&own.units, &own.at), &moves).column;
        for &hex in &own.at {
            for unit in retreats::able(field, &own.units, hex) {
                asked.push((index, unit));
                questions.push(Asked {
                    seat: seat(field.side(unit)),
                    mode: Mode::Quiet,
                    decision: Decision::Retreat {
                        unit,
                        from: own
                            .units
                            .iter()
                            .filter_map(|&unit| field.open.hex(unit))
                            .collect(),
                        column: column.unwrap_or(0),
                    },
                });
            }
        }
    }
    let given = turn.ask_all(questions)?;
    for ((index, unit), given) in asked.into_iter().zip(given) {
        if let Some(given) = given {
            retreats::carry_out(game, turn, &melees[index], &[(unit, given.order)]);
        }
    }
    Ok(Next::done())
}

/// C: melee of both sides (19.1, 23.1).
pub(super) fn melee(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let plots = turn.state().plots.clone();
    let field = Field::new(game, &turn.state().open);
    let planned = melees(field, &plots);
    let at: Vec<Hex> = planned.iter().flat_map(|own| own.at.clone()).collect();
    let (mixed, questions) = clash::which_legions(field, &at);
    let given = turn.ask_all(questions)?;
    let defending = clash::named_legions(mixed, given);
    turn.emit(Event::PhaseBegan {
        phase: Phase::Melee,
    });
    let field = Field::new(game, &turn.state().open);
    let moves = |unit: UnitId| marches(field, &plots, unit);
    let mut attacks = Vec::new();
    let mut wishes = Vec::new();
    for own in planned {
        let clash = Clash {
            units: &own.units,
            at: &own.at,
            defending: &defending,
            gone: &[],
        };
        let odds = melee::odds(field, clash, &moves);
        if odds.column.is_none() {
            continue;
        }
        attacks.push(Attack {
            combat: Combat::Melee,
            side: field.side(own.units[0]),
            units: own.units,
            at: own.at,
            odds: Some(odds),
            declared: None,
            retreated: Vec::new(),
            natural: None,
            nth: 0,
            results: Vec::new(),
        });
        wishes.push(own.advance);
    }
    fail(game, turn, &plots, &attackers(&attacks), |task| {
        matches!(task, Task::Melee { .. } | Task::FireMelee { .. })
    });
    let (mut frames, fought, attacks) = Together { attacks, wishes }.throw(game, turn)?;
    frames.push(Frame::Together(Step::AfterMelee {
        fought,
        emptied: None,
    }));
    frames.push(Frame::Together(Step::Panic { attacks }));
    Ok(Next::Go(frames))
}

/// C: Contact, and who enters what was emptied (S4).
pub(super) fn after_melee(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    fought: &[(Attack, AdvanceWish)],
    emptied: Option<&[Hex]>,
) -> Result<Next<Frame>, Pause> {
    let Some(((attack, wish), rest)) = fought.split_first() else {
        return Ok(Next::done());
    };
    let field = Field::new(game, &turn.state().open);
    let (mut units, open) = advance::left_over(field, &attack.units, &attack.at);
    // 8.4: only combat opens a hex, not the advance of those who held it.
    let empty_now = || {
        let at = fought.iter().flat_map(|(attack, _)| attack.at.clone());
        at.filter(|&hex| field.open.is_empty(hex)).collect()
    };
    let all: Vec<Hex> = emptied.map_or_else(empty_now, <[Hex]>::to_vec);
    let emptied: Vec<Hex> = open.into_iter().filter(|hex| all.contains(hex)).collect();
    // 18.5: who was disrupted at the same time is tied to nobody.
    units.retain(|&unit| !field.is_disrupted(unit));
    let pairs = if game.options.contact.is_on() {
        clash::ties(field, &units, attack)
    } else {
        Vec::new()
    };
    if !emptied.is_empty() {
        advance::offer(game, turn, attack.side, &units, &emptied, wish, None)?;
    }
    if !pairs.is_empty() {
        turn.emit(Event::Tied { pairs });
    }
    Ok(super::next([Step::AfterMelee {
        fought: rest.to_vec(),
        emptied: Some(all),
    }]))
}

/// E: units on defensive fire shoot at enemies that have moved beside them (19.1, 21.1).
pub(super) fn defence(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let plots = turn.state().plots.clone();
    let field = Field::new(game, &turn.state().open);
    let mut wishes: Vec<(Side, UnitId, Vec<Hex>)> = Vec::new();
    let mut questions = Vec::new();
    for side in Side::BOTH {
        for (unit, task) in plots_of(&plots, side) {
            let Task::Defend { at } = task else { continue };
            if fire::defensive_targets(field, unit).is_empty() {
                continue;
            }
            wishes.push((side, unit, at.clone()));
            questions.push(Asked {
                seat: seat(side),
                mode: Mode::Quiet,
                decision: Decision::DefensiveFire { unit },
            });
        }
    }
    let given = turn.ask_all(questions)?;
    turn.emit(Event::PhaseBegan {
        phase: Phase::Defence,
    });
    let field = Field::new(game, &turn.state().open);
    let mut attacks = Vec::new();
    let mut held = Vec::new();
    for side in Side::BOTH {
        let own = wishes
            .iter()
            .zip(&given)
            .filter(|((own, ..), _)| *own == side);
        let orders: Vec<Wish> = own
            .filter_map(|((_, unit, at), given)| {
                let (order, line) = match (at.is_empty(), given) {
                    (false, _) => (shots::defend(*unit, Aim::At(at.clone())), None),
                    (true, Some(given)) => (given.order.clone(), given.line),
                    (true, None) => return None,
                };
                Some(Wish {
                    unit: *unit,
                    order,
                    line,
                })
            })
            .collect();
        let salvo = salvo::allot(field, &orders);
        held.extend(salvo.held);
        for (at, mut units) in salvo.shots {
            units.sort_unstable();
            let odds = fire::odds(field, &units, at);
            attacks.push(shots::attack(field, Combat::Defensive, &units, at, odds));
        }
    }
    salvo::tell(game, turn, &held);
    shoot(game, turn, attacks)
}
