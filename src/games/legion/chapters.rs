//! Legion as a rule set: which chapter answers for which decision.

use crate::engine::{Fit, Pick, Rank, Verdict};
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::decision::Decision;
use super::order::{Aim, Order, Who};
use super::phases::{advance, choices, deploy, ending, fire, melee, moves, retreat};
use super::state::View;
use super::terms::{Legion, Side};
use super::{Field, Game, apply, losses, rules, simultaneous};

fn plotted(view: &View, side: Side) -> Vec<super::terms::UnitId> {
    view.plots[side.index()]
        .iter()
        .map(|plot| plot.unit)
        .collect()
}

/// Says whether an order answers a decision, and as what.
pub(super) fn answer(game: &Game, view: &View, decision: &Decision, order: &Order) -> Fit<Order> {
    let field = Field::new(game, &view.open);
    match order {
        Order::Concede => return concession(field, decision),
        Order::Until { turn, .. } if view.open.turn > *turn => return Fit::Other,
        Order::Until { order, .. } => return answer(game, view, decision, order),
        Order::StandSquare { hex } => {
            return answer(game, view, decision, &Order::SquareForm { hex: *hex });
        }
        _ => {}
    }
    match decision {
        Decision::Legions { side } => deploy::legion_answer(field, *side, order),
        Decision::Deploy { side } => deploy::answer(field, *side, order),
        Decision::Fire { side } => fire::answer(field, *side, None, order),
        Decision::JoinFire { side, at } => fire::answer(field, *side, Some(*at), order),
        Decision::Move { side } => moves::answer(field, *side, order),
        Decision::PanicMove { unit } => match order {
            Order::Panic { who, .. } => match field.rank(who, *unit) {
                Some(rank) => Fit::Takes(rank, order.clone()),
                None => Fit::Other,
            },
            _ => Fit::Other,
        },
        Decision::Square { side } => ending::square_answer(field, *side, order),
        Decision::Dissolve { side } => moves::dissolve_answer(field, *side, order),
        Decision::Surplus { hex, .. } => ending::surplus_answer(*hex, order),
        Decision::DefensiveFire { unit } => fire::defensive_answer(field, *unit, order),
        Decision::Halve { hexes, .. } => losses::answer(field, hexes, order),
        Decision::Melee { side } => melee::answer(field, *side, order),
        Decision::Retreat { unit, column, .. } => retreat::answer(field, *unit, *column, order),
        Decision::DefendLegion { hex, .. } => match order {
            Order::DefendLegion { hex: own, .. } if own == hex => {
                Fit::Takes(Rank::Named, order.clone())
            }
            _ => Fit::Other,
        },
        Decision::Advance { side, units, into } => {
            advance::answer(field, *side, units, into, order)
        }
        Decision::Plot { side } => simultaneous::answer(field, *side, order),
        Decision::Alone { side } => match order {
            Order::Finish => match field.army(side.other()).next() {
                None => Fit::Takes(Rank::Named, Order::Finish),
                Some(_) => Fit::Fails(Illegal::new(
                    rules::R92,
                    "the enemy still has units on the map",
                )),
            },
            _ => Fit::Other,
        },
    }
}

/// 15.0, R106: a side may begin to withdraw whenever it acts.
fn concession(field: Field<'_>, decision: &Decision) -> Fit<Order> {
    let (Decision::Fire { side }
    | Decision::Move { side }
    | Decision::Melee { side }
    | Decision::Plot { side }) = decision
    else {
        return Fit::Other;
    };
    match moves::may_concede(field, *side) {
        Ok(()) => Fit::Takes(Rank::Named, Order::Concede),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Lists the finite base of legal orders.
pub(super) fn options(game: &Game, view: &View, decision: &Decision) -> Vec<Order> {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Legions { side } => deploy::legion_options(field, *side),
        Decision::Deploy { side } => deploy::options(field, *side),
        Decision::Fire { side } => fire::options(field, *side, None),
        Decision::JoinFire { side, at } => fire::options(field, *side, Some(*at)),
        Decision::Move { side } => choices::options(field, *side),
        Decision::PanicMove { unit } => super::terms::Dir::ALL
            .into_iter()
            .map(|dir| Order::Panic {
                who: Who::Unit(*unit),
                prefer: vec![dir],
            })
            .collect(),
        Decision::Square { side } => ending::square_options(field, *side),
        Decision::Dissolve { side } => moves::dissolve_options(field, *side),
        Decision::Surplus { side, hex, .. } => ending::surplus_options(field, *side, *hex),
        Decision::DefensiveFire { unit } => fire::defensive_options(field, *unit),
        Decision::Halve { hexes, .. } => losses::options(field, hexes),
        Decision::Melee { side } => melee::options(field, *side),
        Decision::Retreat { unit, .. } => retreat::options(field, *unit),
        Decision::DefendLegion { side, hex } => Legion::ALL
            .iter()
            .filter(|&&legion| {
                field
                    .stack(*hex, *side)
                    .any(|unit| field.legion(unit) == Some(legion))
            })
            .map(|&legion| Order::DefendLegion { hex: *hex, legion })
            .collect(),
        Decision::Advance { side, units, into } => advance::options(field, *side, units, into),
        Decision::Plot { side } => simultaneous::options(field, *side, &plotted(view, *side)),
        Decision::Alone { .. } => vec![Order::Finish],
    }
}

/// Invents a legal order, or passes.
pub(super) fn sample(
    game: &Game,
    view: &View,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Legions { side } => deploy::legion_sample(field, *side, pick),
        Decision::Deploy { side } => deploy::sample(field, *side, pick),
        Decision::Fire { side } => fire::sample(field, *side, pick),
        Decision::JoinFire { .. } => None,
        Decision::Move { side } => choices::sample(field, *side, pick),
        Decision::Surplus { side, hex, .. } => {
            Some(ending::surplus_sample(field, *side, *hex, pick))
        }
        Decision::Halve { hexes, .. } => Some(losses::sample(field, hexes, pick)),
        Decision::Melee { side } => melee::sample(field, *side, pick),
        Decision::Retreat { unit, .. } => retreat::sample(field, *unit, pick),
        Decision::Advance { side, units, into } => advance::sample(field, *side, units, into, pick),
        Decision::Plot { side } => simultaneous::sample(field, *side, &plotted(view, *side), pick),
        Decision::PanicMove { .. }
        | Decision::Square { .. }
        | Decision::Dissolve { .. }
        | Decision::DefensiveFire { .. }
        | Decision::DefendLegion { .. }
        | Decision::Alone { .. } => {
            let mut orders = options(game, view, decision);
            let index = pick.pick(orders.len() + 1);
            (index < orders.len()).then(|| orders.swap_remove(index))
        }
    }
}

/// Returns what is done for a side that says nothing (2.6).
pub(super) fn default(decision: &Decision) -> Option<Order> {
    match decision {
        Decision::DefensiveFire { unit } => Some(fire::defend(*unit, Aim::Best)),
        Decision::Halve { hexes, .. } => Some(losses::default(hexes)),
        Decision::Retreat { unit, .. } => Some(retreat::retreat(*unit, super::order::Haven::Stand)),
        _ => None,
    }
}

/// Judges a set of orders, playing it forward as far as no die and no enemy intervenes.
pub(super) fn check(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    if let [only] = orders {
        return vec![alone(game, view, decision, only)];
    }
    let mut ahead = Ahead {
        game,
        view: view.clone(),
    };
    orders
        .iter()
        .map(|order| ahead.judge(decision, order))
        .collect()
}

/// Judges a single order as things stand.
fn alone(game: &Game, view: &View, decision: &Decision, order: &Order) -> Verdict {
    match answer(game, view, decision, order) {
        Fit::Takes(..) | Fit::Asks(_) => Verdict::Legal,
        Fit::Fails(illegal) => Verdict::Illegal(illegal),
        Fit::Other => Ahead {
            game,
            view: view.clone(),
        }
        .judge(decision, order),
    }
}

/// The view as it will be when the lines before have been carried out.
struct Ahead<'a> {
    game: &'a Game,
    view: View,
}

impl Ahead<'_> {
    fn judge(&mut self, decision: &Decision, order: &Order) -> Verdict {
        let side = decision.side(|unit| self.game.side_of(unit));
        let together = self.game.options.simultaneous.is_on();
        let phase = match later(decision, order, (side, together)) {
            Some(later) => later,
            None => decision.clone(),
        };
        let moved_on = phase != *decision;
        if moved_on
            && matches!(phase, Decision::Move { .. })
            && self.view.open.phase == super::state::Phase::Fire
        {
            // The Movement Phase will have begun.
            self.view.open.phase = super::state::Phase::Movement;
            apply::allot(self.game, &mut self.view.open);
        }
        let hangs_on_plots = together && matches!(phase, Decision::Square { .. });
        match answer(self.game, &self.view, &phase, order) {
            Fit::Takes(_, order) => {
                if let (Decision::Plot { side }, Order::Plot { unit, task }) = (&phase, &order)
                    && let Some(illegal) =
                        simultaneous::joins_badly(self.game, &self.view, *side, *unit, task)
                {
                    return Verdict::Illegal(illegal);
                }
                self.carry(&phase, &order);
                match together && moved_on && !matches!(phase, Decision::Plot { .. }) {
                    true => Verdict::Open("what both sides have plotted".to_owned()),
                    false => Verdict::Legal,
                }
            }
            Fit::Fails(illegal) if hangs_on_plots && ending::may_come(self.game, side) => {
                Verdict::Open(illegal.because)
            }
            Fit::Asks(_) => Verdict::Legal,
            Fit::Fails(illegal)
                if may_change(illegal.rule)
                    && (moved_on || self.has_gone_on(decision))
                    && !self.is_hopeless(order) =>
            {
                Verdict::Open(illegal.because)
            }
            Fit::Fails(illegal) => Verdict::Illegal(illegal),
            Fit::Other => {
                let because = "this is not the moment for such an order";
                Verdict::Illegal(Illegal::new(rules::R4_1, because))
            }
        }
    }

    /// Tells whether an attack fails by what its own units are, or by where their moves end: no die mends that.
    fn is_hopeless(&self, order: &Order) -> bool {
        let field = Field::new(self.game, &self.view.open);
        match order {
            Order::Fire { units, .. } => units.iter().any(|&unit| !field.kind(unit).has_fire()),
            Order::Melee { units, at, .. } => units.iter().any(|&unit| {
                let beside = |from| at.iter().any(|&at| self.game.land.distance(from, at) <= 1);
                field.open.hex(unit).is_some_and(|from| !beside(from))
            }),
            _ => false,
        }
    }

    /// Tells whether lines before this one have dice of their own.
    fn has_gone_on(&self, decision: &Decision) -> bool {
        !self.view.open.attacked.is_empty()
            || matches!(decision, Decision::Move { .. } | Decision::Melee { .. })
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
                for event in moves::foresee(Field::new(self.game, open), *side, order) {
                    apply::to_open(self.game, open, &event);
                }
            }
            (Decision::Plot { side }, Order::Plot { unit, task }) => {
                self.view.plots[side.index()].push(super::state::Plot {
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
    let field = Field::new(game, &view.open);
    let strange = view.side.and_then(|side| {
        units
            .iter()
            .find_map(|&unit| fire::own(field, side, unit).err())
    });
    strange.map_or(Verdict::Legal, Verdict::Illegal)
}

/// Returns a view as it will be when a side has made these moves, those of them that it can make.
pub(super) fn march_ahead(game: &Game, view: &View, side: Side, orders: &[Order]) -> View {
    let mut ahead = Ahead {
        game,
        view: view.clone(),
    };
    if view.open.phasing == side && !game.options.simultaneous.is_on() {
        let first = match view.open.phase {
            super::state::Phase::Fire => Decision::Fire { side },
            super::state::Phase::Movement => Decision::Move { side },
            _ => return ahead.view,
        };
        for order in orders {
            if matches!(order, Order::Move { .. } | Order::Face { .. }) {
                ahead.judge(&first, order);
            }
        }
    }
    ahead.view
}

/// Carries an order out on a view, as far as no die and no enemy intervenes; tells whether it could.
pub(super) fn play_forward(
    game: &Game,
    view: &mut View,
    decision: &Decision,
    order: &Order,
) -> bool {
    let mut ahead = Ahead {
        game,
        view: view.clone(),
    };
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

const fn rank(decision: &Decision) -> u8 {
    match decision {
        Decision::Alone { .. } => 0,
        Decision::Fire { .. } | Decision::Plot { .. } => 1,
        Decision::Move { .. } | Decision::Dissolve { .. } => 2,
        Decision::Square { .. } => 3,
        Decision::Melee { .. } => 4,
        _ => 5,
    }
}

/// Tells whether dice or the enemy can still make legal what a rule forbids now.
fn may_change(rule: Rule) -> bool {
    [
        rules::R5_23,
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
