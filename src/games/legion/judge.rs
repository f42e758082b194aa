//! Judging a filed set of orders: it is played forward as far as no die and no enemy intervenes.

use crate::engine::{Fit, Foreseen, Verdict};
use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::chapters::answer;
use super::decision::Decision;
use super::options::Switch;
use super::order::{Order, Task, Way};
use super::phases::{ending, fire, foresight};
use super::state::{Phase, Plot, View};
use super::terms::{Side, UnitId};
use super::{Field, Game, apply, moment, room, rules, simultaneous};

/// Judges a set of orders, and whether its moves leave room where they end.
pub(super) fn check(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    if let [only] = orders
        && let Some(verdict) = at_once(game, view, decision, only)
    {
        return vec![verdict];
    }
    let mut ahead = Ahead::new(game, view);
    let mut verdicts: Vec<Verdict> = orders
        .iter()
        .map(|order| ahead.judge(decision, order))
        .collect();
    judge_room(view, &ahead, (decision, orders), &mut verdicts);
    verdicts
}

/// Judges whether the moves of a set that was played forward leave room where they end.
pub(super) fn judge_room(
    before: &View,
    ahead: &Ahead<'_>,
    (decision, orders): (&Decision, &[Order]),
    verdicts: &mut [Verdict],
) {
    let end = Field::new(ahead.game, &ahead.view.open);
    let plots = &ahead.view.plots;
    room::judge((before, end, plots), decision, orders, verdicts);
}

/// Judges a single order as things stand; nothing if it has to be played forward for that.
pub(super) fn at_once(
    game: &Game,
    view: &View,
    decision: &Decision,
    order: &Order,
) -> Option<Verdict> {
    let field = Field::new(game, &view.open);
    if let (Decision::Move { side }, Order::Move { .. }) = (decision, order) {
        let Ok(Some(landing)) = foresight::landing(field, *side, order) else {
            return None;
        };
        let takes = landing.is_whole() && room::takes(field, landing.hex(), landing.units());
        return takes.then(|| whole(field, decision, order));
    }
    match answer(game, view, decision, order) {
        Fit::Takes(..) if room::is_crossed(field, order) => None,
        Fit::Takes(..) if matches!(order, Order::Exit { .. }) => None,
        Fit::Takes(_, order) => Some(whole(field, decision, &order)),
        Fit::Asks(_) => Some(Verdict::Legal),
        Fit::Fails(illegal) => Some(Verdict::Illegal(illegal)),
        Fit::Other => None,
    }
}

/// Says whether all units that a move names can go, and which of them cannot as things stand.
fn whole(field: Field<'_>, decision: &Decision, order: &Order) -> Verdict {
    let side = decision.side(|unit| field.game.side_of(unit));
    let Some((units, illegal)) = foresight::left_behind(field, side, order) else {
        return Verdict::Legal;
    };
    let ids: Vec<&str> = units.iter().map(|&unit| field.game.id(unit)).collect();
    Verdict::Open(format!(
        "the others: without {}, since {} ({})",
        ids.join(", "),
        illegal.because,
        illegal.rule
    ))
}

/// Foresees the moves of a set, each after those before it.
pub(super) fn foreseen(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Foreseen<Order>> {
    let mut ahead = Ahead::new(game, view);
    let foreseen = orders.iter().map(|order| {
        ahead.judge(decision, order);
        ahead.take_found()
    });
    foreseen.collect()
}

/// The view as it will be when the lines before have been carried out.
#[derive(Clone)]
pub(super) struct Ahead<'a> {
    game: &'a Game,
    view: View,
    /// What is foreseen of the last line carried out.
    found: Foreseen<Order>,
    /// Whether it looks at the Melee Phase, in which attacks are counted anew.
    in_melee: bool,
    /// The hexes attacked in the phase that it does not look at.
    attacked_else: Vec<Hex>,
}

impl<'a> Ahead<'a> {
    pub(super) fn new(game: &'a Game, view: &View) -> Self {
        Self {
            game,
            view: view.clone(),
            found: Foreseen::default(),
            in_melee: view.open.phase == Phase::Melee,
            attacked_else: Vec::new(),
        }
    }

    /// Tells whether what comes next is judged alike in both.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.in_melee == other.in_melee
            && self.attacked_else == other.attacked_else
            && self.view == other.view
    }

    /// Takes what is foreseen of the last line out.
    pub(super) fn take_found(&mut self) -> Foreseen<Order> {
        std::mem::take(&mut self.found)
    }

    pub(super) fn judge(&mut self, decision: &Decision, order: &Order) -> Verdict {
        let side = decision.side(|unit| self.game.side_of(unit));
        let together = self.game.options.simultaneous.is_on();
        let phase = match later(decision, order, (side, together)) {
            Some(later) => later,
            None => decision.clone(),
        };
        let moved_on = phase != *decision;
        if moved_on && matches!(phase, Decision::Move { .. }) {
            enter(self.game, &mut self.view, &phase);
        }
        self.look_at(&phase);
        let hangs_on_plots = together && matches!(phase, Decision::Square { .. });
        match answer(self.game, &self.view, &phase, order) {
            Fit::Takes(_, order) => {
                if let (Decision::Plot { side }, Order::Plot { unit, task }) = (&phase, &order)
                    && let Some(illegal) =
                        simultaneous::joins_badly(self.game, &self.view, *side, *unit, task)
                {
                    return Verdict::Illegal(illegal);
                }
                let field = Field::new(self.game, &self.view.open);
                let whole = match foresight::cut_short(field, side, &order) {
                    Some(illegal) if self.may_change(decision, &illegal, moved_on) => {
                        Verdict::Open(format!("{} ({})", illegal.because, illegal.rule))
                    }
                    Some(illegal) => return Verdict::Illegal(illegal),
                    None => whole(field, &phase, &order),
                };
                self.carry(&phase, &order);
                match together && moved_on && !matches!(phase, Decision::Plot { .. }) {
                    true => Verdict::Open("what both sides have plotted".to_owned()),
                    false => whole,
                }
            }
            Fit::Fails(illegal) if hangs_on_plots && ending::may_come(self.game, side) => {
                Verdict::Open(illegal.because)
            }
            Fit::Asks(_) => Verdict::Legal,
            Fit::Fails(illegal)
                if self.may_change(decision, &illegal, moved_on) && !self.is_hopeless(order) =>
            {
                Verdict::Open(illegal.because)
            }
            Fit::Fails(illegal) => Verdict::Illegal(illegal),
            Fit::Other => Verdict::Illegal(moment::missed(self.game, decision, order)),
        }
    }

    /// Tells whether an attack fails by what its own units are, or by where their moves end: no die mends that.
    fn is_hopeless(&self, order: &Order) -> bool {
        let field = Field::new(self.game, &self.view.open);
        match order {
            // Nobody comes into a hex while the own side fires.
            Order::Fire { units, at } => {
                let has_none = |&unit: &UnitId| !field.kind(unit).has_fire();
                let side = units.first().map(|&unit| field.side(unit));
                units.iter().any(has_none) || side.is_some_and(|side| !field.is_hostile(*at, side))
            }
            Order::Melee { units, at, .. } => units.iter().any(|&unit| {
                let beside = |from| at.iter().any(|&at| self.game.land.distance(from, at) <= 1);
                field.open.hex(unit).is_some_and(|from| !beside(from))
            }),
            _ => false,
        }
    }

    /// 7.13: a hex that has been fired at may be attacked in the phase that follows.
    fn look_at(&mut self, phase: &Decision) {
        let in_melee = matches!(phase, Decision::Melee { .. });
        if in_melee != self.in_melee
            && matches!(phase, Decision::Fire { .. } | Decision::Melee { .. })
        {
            self.in_melee = in_melee;
            std::mem::swap(&mut self.view.open.attacked, &mut self.attacked_else);
        }
    }

    /// Tells whether dice or the enemy can still make legal what a rule forbids now.
    fn may_change(&self, decision: &Decision, illegal: &Illegal, moved_on: bool) -> bool {
        if !may_change(illegal.rule) {
            return false;
        }
        match decision {
            _ if moved_on => true,
            // While a side moves, enemies go only where they panic or count as lost (13.11, R62).
            Decision::Move { .. } if is_of_enemies(illegal.rule) => {
                self.game.options.panic == Switch::On
            }
            Decision::Move { .. } | Decision::Melee { .. } => true,
            _ => !self.view.open.attacked.is_empty(),
        }
    }

    fn carry(&mut self, decision: &Decision, order: &Order) {
        let open = &mut self.view.open;
        match (decision, order) {
            (Decision::Deploy { .. }, Order::Deploy { units, hex, .. }) => {
                for &unit in units {
                    apply::settle(self.game, open, unit, *hex);
                }
            }
            (
                Decision::Legions { .. },
                Order::Legion {
                    legion,
                    units,
                    leader,
                },
            ) => {
                for unit in units.iter().chain(leader) {
                    open.pieces[unit.index()].legion = Some(*legion);
                }
            }
            (Decision::Fire { .. }, Order::Fire { units, at }) => {
                for unit in units {
                    open.pieces[unit.index()].deeds.fired = true;
                }
                open.attacked.push(*at);
            }
            (Decision::Melee { .. }, Order::Melee { units, at, .. }) => {
                for unit in units {
                    open.pieces[unit.index()].deeds.fought = true;
                }
                open.attacked.extend(at);
            }
            (Decision::Move { side }, order) => {
                let field = Field::new(self.game, open);
                self.found = Foreseen {
                    ways: foresight::spelled(field, *side, order),
                    remarks: foresight::remarks(field, *side, order),
                };
                for event in foresight::foresee(Field::new(self.game, open), *side, order) {
                    apply::to_open(self.game, open, &event);
                }
            }
            (Decision::Plot { side }, Order::Plot { unit, task }) => {
                self.view.plots[side.index()].push(Plot {
                    unit: *unit,
                    task: task.clone(),
                });
            }
            _ => {}
        }
    }
}

/// Judges an order of a plan: what no die, no move and no enemy can change.
pub(super) fn check_planned(game: &Game, view: &View, order: &Order) -> Verdict {
    let refused = |rule: Rule, because: &str| Verdict::Illegal(Illegal::new(rule, because));
    let together = game.options.simultaneous.is_on();
    let units = match order {
        Order::Deploy { .. } | Order::Legion { .. } => {
            return refused(rules::R11_1, "a plan is for a turn, not for the set-up");
        }
        Order::Plot { .. } if !together => {
            return refused(
                rules::R19_0,
                "nobody plots in this match: it is played by Player-Turns",
            );
        }
        Order::Fire { .. }
        | Order::Move { .. }
        | Order::Exit { .. }
        | Order::Face { .. }
        | Order::Melee { .. }
            if together =>
        {
            return refused(
                rules::R19_0,
                "everything is plotted in this match: `PLOT unit ...`",
            );
        }
        Order::Fire { units, .. }
        | Order::Move { units, .. }
        | Order::Exit { units, .. }
        | Order::Face { units, .. }
        | Order::Melee { units, .. } => units.clone(),
        Order::Plot { unit, .. } | Order::Convert { unit, .. } => vec![*unit],
        _ => Vec::new(),
    };
    if let Some(illegal) = gap(game, order) {
        return Verdict::Illegal(illegal);
    }
    let field = Field::new(game, &view.open);
    let strange = view.side.and_then(|side| {
        units
            .iter()
            .find_map(|&unit| fire::own(field, side, unit).err())
    });
    strange.map_or(Verdict::Legal, Verdict::Illegal)
}

/// 5.0, 20.4: tells where a way has a gap, wherever it will be gone from.
fn gap(game: &Game, order: &Order) -> Option<Illegal> {
    let (way, rule) = match order {
        Order::Move {
            way: Way::Via(way), ..
        }
        | Order::Exit { via: way, .. } => (way, rules::R5_0),
        Order::Plot {
            task: Task::Move { path: way, .. },
            ..
        } => (way, rules::R20_4),
        _ => return None,
    };
    let names: Vec<String> = way.iter().map(|&hex| game.hex(hex)).collect();
    let mut steps = way.windows(2).enumerate();
    let (index, _) = steps.find(|(_, step)| !game.land.touch(step[0], step[1]))?;
    let (from, to) = (&names[index], &names[index + 1]);
    let because = format!("{to} does not touch {from}");
    Some(Illegal::new(rule, because).about_step(&names[..=index], to))
}

/// Returns a view as it will be when a side has carried these orders out, those of them that it can.
///
/// Fire comes before movement (4.2): a shot finds things as they stand when only the shots before it have fallen.
pub(super) fn carry_ahead(
    game: &Game,
    view: &View,
    side: Side,
    (orders, asked): (&[Order], &Order),
) -> View {
    let mut ahead = Ahead::new(game, view);
    if view.open.phasing != side || game.options.simultaneous.is_on() {
        return ahead.view;
    }
    let first = match view.open.phase {
        Phase::Fire => Decision::Fire { side },
        Phase::Movement => Decision::Move { side },
        Phase::Melee => Decision::Melee { side },
        _ => return ahead.view,
    };
    let before: Vec<&Order> = orders
        .iter()
        .take_while(|order| !is_same(asked, order))
        .collect();
    let is_shot = |order: &&&Order| matches!(order, Order::Fire { .. });
    for order in before.iter().filter(is_shot) {
        ahead.judge(&first, order);
    }
    if matches!(asked, Order::Fire { .. }) {
        return ahead.view;
    }
    let moves = |order: &&&Order| {
        matches!(
            order,
            Order::Move { .. }
                | Order::Exit { .. }
                | Order::Face { .. }
                | Order::Convert { .. }
                | Order::SquareDissolve { .. }
        )
    };
    for order in before.iter().filter(moves) {
        ahead.judge(&first, order);
    }
    if view.open.phase != Phase::Melee {
        // 7.13: what has been fired at may be attacked in the phase that follows.
        ahead.view.open.attacked.clear();
    }
    let is_melee = |order: &&&Order| matches!(order, Order::Melee { .. });
    for order in before.iter().filter(is_melee) {
        ahead.judge(&first, order);
    }
    ahead.view
}

/// Tells whether a line of the set is the attack that is asked about, however it would advance.
fn is_same(asked: &Order, order: &Order) -> bool {
    match (asked, order) {
        (
            Order::Melee { units, at, .. },
            Order::Melee {
                units: own,
                at: there,
                ..
            },
        ) => (units, at) == (own, there),
        (asked, order) => asked == order,
    }
}

/// Brings a view into the phase of the same Player-Turn in which a decision comes up, as if nothing happened until then.
pub(super) fn enter(game: &Game, view: &mut View, decision: &Decision) {
    match decision {
        Decision::Move { .. } if view.open.phase == Phase::Fire => {
            view.open.phase = Phase::Movement;
            apply::allot(game, &mut view.open);
        }
        Decision::Melee { .. } if view.open.phase != Phase::Melee => {
            view.open.phase = Phase::Melee;
            view.open.attacked.clear();
        }
        _ => {}
    }
}

/// Carries an order out on a view, as far as no die and no enemy intervenes; tells whether it could.
pub(super) fn play_forward(
    game: &Game,
    view: &mut View,
    decision: &Decision,
    order: &Order,
) -> bool {
    let mut ahead = Ahead::new(game, view);
    let verdict = ahead.judge(decision, order);
    *view = ahead.view;
    !verdict.is_illegal()
}

/// Returns the later decision of the same Player-Turn, or of the same plot, to which an order belongs.
fn later(decision: &Decision, order: &Order, (side, together): (Side, bool)) -> Option<Decision> {
    let in_turn = matches!(
        decision,
        Decision::Alone { .. }
            | Decision::Fire { .. }
            | Decision::Move { .. }
            | Decision::Melee { .. }
            | Decision::Plot { .. }
    );
    if !in_turn {
        return None;
    }
    match order {
        Order::Plot { .. } | Order::Convert { .. } if together => Some(Decision::Plot { side }),
        Order::SquareDissolve { .. } if together => Some(Decision::Dissolve { side }),
        Order::SquareForm { .. } => Some(Decision::Square { side }),
        _ if together => None,
        Order::Move { .. }
        | Order::Exit { .. }
        | Order::Face { .. }
        | Order::Convert { .. }
        | Order::SquareDissolve { .. } => Some(Decision::Move { side }),
        Order::Melee { .. } => Some(Decision::Melee { side }),
        _ => None,
    }
    .filter(|later| rank(later) > rank(decision))
}

/// Returns the decisions that a list may answer behind this one, in the order of their phases.
pub(super) fn ahead(decision: &Decision) -> Vec<Decision> {
    let (Decision::Fire { side } | Decision::Move { side }) = *decision else {
        return Vec::new();
    };
    let phases = [
        Decision::Move { side },
        Decision::Square { side },
        Decision::Melee { side },
    ];
    let later = phases.into_iter();
    later.filter(|later| rank(later) > rank(decision)).collect()
}

pub(super) const fn rank(decision: &Decision) -> u8 {
    match decision {
        Decision::Alone { .. } => 0,
        Decision::Fire { .. } | Decision::Plot { .. } => 1,
        Decision::Move { .. } | Decision::Dissolve { .. } => 2,
        Decision::Square { .. } => 3,
        Decision::Melee { .. } => 4,
        _ => 5,
    }
}

/// Tells whether a rule speaks of enemies on the way.
fn is_of_enemies(rule: Rule) -> bool {
    [rules::R5_23, rules::R6_41].contains(&rule)
}

/// Tells whether dice or the enemy can make legal at all what a rule forbids now.
fn may_change(rule: Rule) -> bool {
    [
        rules::R5_23,
        rules::R6_41,
        rules::R5_4,
        rules::R6_0,
        rules::R6_32,
        rules::R6_35,
        rules::R6_36,
        rules::R6_37,
        rules::R6_38,
        rules::R7_0,
        rules::R7_13,
        rules::R8_1,
    ]
    .contains(&rule)
}
