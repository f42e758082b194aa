//! Judging a filed set of orders: it is played forward as if no die and no enemy choice intervened.
//!
//! The chapters judge; here a set is parted by the segments in which its lines will come up.

use crate::engine::{Fit, Foreseen, LineKind, Rules, Trace, Verdict};
use crate::orders::Illegal;

use super::data::{Contingent, UnitId};
use super::decision::Decision;
use super::order::Order;
use super::setup::Camp;
use super::state::{Open, View};
use super::{Battle, Game, attila, markers, movement, reform, rules, setup, shock};

/// Judges a set that answers a decision; a verdict for each order.
pub(super) fn check(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    let battle = Battle::new(game, &view.open);
    match decision {
        Decision::SetUp {
            side,
            placed,
            attila,
        } => setup::check(Camp::new(game, *side, placed, *attila), orders),
        Decision::Markers { .. } | Decision::Initiative { .. } => {
            markers::check(battle, view, decision, orders)
        }
        Decision::MoveFire { contingent } => activation(battle, *contingent, orders),
        Decision::Declare {
            contingent,
            declared,
        } => declaring(battle, *contingent, declared, orders),
        Decision::Reform { contingent, tried } => reforming(battle, *contingent, tried, orders),
        _ => orders
            .iter()
            .map(|order| answering(game, view, decision, order))
            .collect(),
    }
}

/// Tells whether an order that is refused has been played forward, or has said what others may not contradict.
pub(super) const fn trace(order: &Order) -> Trace {
    match order {
        Order::Move { .. }
        | Order::Fire { .. }
        | Order::Face { .. }
        | Order::AttilaMove { .. }
        | Order::SetUp { .. } => Trace::None,
        _ => Trace::Left,
    }
}

/// Foresees the moves of a set, each after those before it: a way that is found leads to its end.
pub(super) fn foreseen(
    game: &Game,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Foreseen<Order>> {
    let Decision::MoveFire { contingent } = *decision else {
        return vec![Foreseen::default(); orders.len()];
    };
    let mut open = Open::clone(&view.open);
    let foreseen = orders.iter().map(|order| {
        let way = movement::spell(game, &mut open, contingent, order);
        Foreseen {
            ways: way.into_iter().collect(),
            remarks: Vec::new(),
        }
    });
    foreseen.collect()
}

/// The segment of an activation in which an order comes up (4.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Segment {
    MoveFire,
    Shock,
    Reform,
}

impl Segment {
    fn of(order: &Order) -> Option<Self> {
        match order {
            Order::Move { .. }
            | Order::Fire { .. }
            | Order::Face { .. }
            | Order::AttilaMove { .. } => Some(Self::MoveFire),
            Order::Shock { .. }
            | Order::ShockAsk
            | Order::ShockNone
            | Order::Advance { .. }
            | Order::AdvanceNone
            | Order::Continue { .. } => Some(Self::Shock),
            Order::Reform { .. } | Order::ReformAll { .. } | Order::ReformNone => {
                Some(Self::Reform)
            }
            Order::SetUp { .. }
            | Order::SetUpAttila { .. }
            | Order::Markers { .. }
            | Order::MarkersDefault { .. }
            | Order::Initiative { .. }
            | Order::Flee { .. }
            | Order::AttilaRejoin { .. }
            | Order::AttilaAdjust { .. }
            | Order::React { .. }
            | Order::Evade { .. }
            | Order::Stand { .. }
            | Order::Loss { .. }
            | Order::Counter { .. }
            | Order::Card { .. }
            | Order::CardCancel { .. }
            | Order::CardNone
            | Order::Ask { .. }
            | Order::Default { .. } => None,
        }
    }
}

/// Returns the decisions that a list may answer behind this one, in the order of their segments.
pub(super) fn ahead(decision: &Decision) -> Vec<Decision> {
    let declare = |contingent| Decision::Declare {
        contingent,
        declared: Vec::new(),
    };
    let reform = |contingent| Decision::Reform {
        contingent,
        tried: Vec::new(),
    };
    match *decision {
        Decision::MoveFire { contingent } => vec![declare(contingent), reform(contingent)],
        Decision::Declare { contingent, .. } => vec![reform(contingent)],
        _ => Vec::new(),
    }
}

/// 4.0: refuses an order whose phase or segment it is not.
fn out_of_place(because: &str) -> Verdict {
    Verdict::Illegal(Illegal::new(rules::R4_0, because))
}

fn not_now(order: &Order) -> Verdict {
    out_of_place(match Segment::of(order) {
        None => "wrong phase: an activation is under way",
        Some(_) => "wrong segment: moves come first, then attacks, then Reform",
    })
}

/// A set for a whole activation: moves, then attacks from where they end, then Reform.
fn activation(battle: Battle<'_>, contingent: Contingent, orders: &[Order]) -> Vec<Verdict> {
    let mut open = battle.open.clone();
    let mut verdicts: Vec<Verdict> = orders.iter().map(not_now).collect();
    for (order, verdict) in orders.iter().zip(&mut verdicts) {
        if Segment::of(order) == Some(Segment::MoveFire) {
            *verdict = movement::judge(battle.game, &mut open, contingent, order);
        }
    }
    let after = Battle::new(battle.game, &open);
    later(battle, after, contingent, orders, &mut verdicts);
    verdicts
}

/// Judges what a set says of the segments after the moves.
fn later(
    before: Battle<'_>,
    after: Battle<'_>,
    contingent: Contingent,
    orders: &[Order],
    verdicts: &mut [Verdict],
) {
    let mut attacks = shock::judge(after, contingent, &of_shock(orders)).into_iter();
    let mut reforms = Reforms::new((before, after), contingent, &[]);
    for (order, verdict) in orders.iter().zip(verdicts) {
        match Segment::of(order) {
            Some(Segment::Shock) => *verdict = attacks.next().expect(ONE_EACH),
            Some(Segment::Reform) => *verdict = reforms.judge(order),
            Some(Segment::MoveFire) | None => {}
        }
    }
}

/// What a set says of Reform, line by line.
struct Reforms<'a> {
    before: Battle<'a>,
    after: Battle<'a>,
    contingent: Contingent,
    tried: Vec<UnitId>,
    /// Whether a line lets nobody try.
    nobody: bool,
    /// Whether a line lets somebody try.
    somebody: bool,
}

impl<'a> Reforms<'a> {
    fn new(
        (before, after): (Battle<'a>, Battle<'a>),
        contingent: Contingent,
        tried: &[UnitId],
    ) -> Self {
        Self {
            before,
            after,
            contingent,
            tried: tried.to_vec(),
            nobody: false,
            somebody: false,
        }
    }

    fn judge(&mut self, order: &Order) -> Verdict {
        let (said, opposite) = match order {
            Order::ReformNone => (&mut self.nobody, self.somebody),
            _ => (&mut self.somebody, self.nobody),
        };
        if opposite {
            let because = "another line of this set says the opposite of Reform";
            return Verdict::Illegal(Illegal::new(rules::R10_0, because));
        }
        *said = true;
        let (before, after) = (self.before, self.after);
        let verdict = reform::judge(before, after, self.contingent, &self.tried, order);
        self.tried.extend(named(order));
        verdict
    }
}

/// What judging a set of orders promises.
const ONE_EACH: &str = "every order gets a verdict";

fn of_shock(orders: &[Order]) -> Vec<&Order> {
    let is_shock = |order: &&Order| Segment::of(order) == Some(Segment::Shock);
    orders.iter().filter(is_shock).collect()
}

/// A set that declares attacks after the fire, perhaps with lines for Reform.
fn declaring(
    battle: Battle<'_>,
    contingent: Contingent,
    declared: &[shock::Attack],
    orders: &[Order],
) -> Vec<Verdict> {
    let attacks = shock::judge_declarations(battle, contingent, declared, &of_shock(orders));
    let mut attacks = attacks.into_iter();
    let mut reforms = Reforms::new((battle, battle), contingent, &[]);
    let verdicts = orders.iter().map(|order| match Segment::of(order) {
        Some(Segment::Shock) => attacks.next().expect(ONE_EACH),
        Some(Segment::Reform) => reforms.judge(order),
        Some(Segment::MoveFire) | None => not_now(order),
    });
    verdicts.collect()
}

/// Judges an order of a plan for a contingent: it has to be one of an activation, for its own units.
pub(super) fn check_planned(battle: Battle<'_>, plan: &str, order: &Order) -> Verdict {
    if order.kind() == LineKind::Standing {
        return Verdict::Legal;
    }
    if Segment::of(order).is_none() {
        return out_of_place("a plan holds orders of an activation: moves, attacks, Reform");
    }
    let alien = actors(order)
        .iter()
        .find(|&&unit| battle.contingent(unit).key() != plan);
    match alien {
        None => possible(battle, order),
        Some(&unit) => Verdict::Illegal(Illegal::new(
            rules::R4_0,
            format!(
                "`{}` belongs to the {}, but the plan is for the {plan}",
                battle.unit(unit).id,
                battle.contingent(unit).key()
            ),
        )),
    }
}

/// Judges what no move, no die and no enemy can change of an order of a plan.
fn possible(battle: Battle<'_>, order: &Order) -> Verdict {
    let may = match order {
        Order::Shock {
            attackers,
            defenders,
            ..
        } => match attackers.first() {
            Some(&first) => shock::may_plan(battle, battle.contingent(first), attackers, defenders),
            None => Ok(()),
        },
        Order::Fire { unit, target } => movement::may_plan_fire(battle, *unit, *target),
        Order::Move { unit, legs, .. } => movement::may_plan_move(battle, *unit, legs),
        Order::AttilaMove { path } => attila::may_plan_ride(battle, path),
        _ => Ok(()),
    };
    match may {
        Ok(()) => Verdict::Legal,
        Err(illegal) => Verdict::Illegal(illegal),
    }
}

/// Returns the units that an order of an activation sets in motion.
pub(super) fn actors(order: &Order) -> &[UnitId] {
    match order {
        Order::Move { unit, .. }
        | Order::Fire { unit, .. }
        | Order::Face { unit, .. }
        | Order::Advance { unit, .. }
        | Order::Continue { unit, .. }
        | Order::Reform { unit } => std::slice::from_ref(unit),
        Order::Shock { attackers, .. } => attackers,
        _ => &[],
    }
}

fn named(order: &Order) -> Option<UnitId> {
    match order {
        Order::Reform { unit } => Some(*unit),
        _ => None,
    }
}

fn reforming(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    orders: &[Order],
) -> Vec<Verdict> {
    let mut reforms = Reforms::new((battle, battle), contingent, tried);
    let verdicts = orders.iter().map(|order| match Segment::of(order) {
        Some(Segment::Reform) => reforms.judge(order),
        _ => not_now(order),
    });
    verdicts.collect()
}

/// A line for a single question.
fn answering(game: &Game, view: &View, decision: &Decision, order: &Order) -> Verdict {
    match game.answer(view, decision, order) {
        Fit::Takes(..) | Fit::Asks(_) => Verdict::Legal,
        Fit::Fails(illegal) => Verdict::Illegal(illegal),
        Fit::Other => out_of_place("this does not answer what is asked"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Side;
    use super::super::event::Purpose;
    use super::super::testing::Battlefield;
    use super::*;
    use crate::engine::read_line;

    /// Judges lines as one set; tells `legal`, `open` or the rule that refuses each.
    fn judged(
        field: &Battlefield,
        decision: &Decision,
        side: Side,
        lines: &[&str],
    ) -> Vec<&'static str> {
        let view = field.view(side);
        let orders: Vec<Order> = lines
            .iter()
            .flat_map(|line| read_line(&field.game, &view, line).unwrap())
            .map(|line| line.order)
            .collect();
        let verdicts = check(&field.game, &view, decision, &orders);
        let said = verdicts.into_iter().map(|verdict| match verdict {
            Verdict::Legal => "legal",
            Verdict::Open(_) => "open",
            Verdict::Illegal(illegal) => illegal.rule.number,
        });
        said.collect()
    }

    fn huns(units: &str, lines: &[&str]) -> Vec<&'static str> {
        let contingent = Contingent::Huns;
        let field = Battlefield::new(units).active(contingent);
        judged(&field, &Decision::MoveFire { contingent }, Side::Hun, lines)
    }

    #[test]
    fn r5_0a_who_moves_in_a_set_may_not_reform_in_it() {
        let units = "HL01d@1712/12 HL02d@1714/12 VM1@0912/6";
        let set = ["MOVE HL01 1713", "REFORM HL01", "REFORM HL02"];
        assert_eq!(huns(units, &set), ["legal", "5.0", "legal"]);
    }

    #[test]
    fn r10a_an_enemy_beside_it_may_still_go() {
        let units = "HL01d@1712/12 VM1@1612/6";
        assert_eq!(huns(units, &["REFORM HL01"]), ["open"]);
    }

    #[test]
    fn r10a_a_unit_tries_once_and_only_if_disordered() {
        let units = "HL01d@1712/12 HL02@1714/12";
        let set = ["REFORM HL01", "REFORM HL01", "REFORM HL02", "REFORM ALL"];
        assert_eq!(huns(units, &set), ["legal", "10.0", "10.0", "legal"]);
    }

    #[test]
    fn r10_0_and_9_1_lines_that_say_the_opposite_of_each_other_are_refused() {
        let units = "HL01d@1712/12 HL02@1612/12";
        let said = huns(units, &["REFORM NONE", "REFORM HL01", "REFORM ALL"]);
        assert_eq!(said, ["legal", "10.0", "10.0"]);
        assert_eq!(
            huns(units, &["REFORM ALL", "REFORM NONE"]),
            ["legal", "10.0"]
        );
        assert_eq!(huns(units, &["SHOCK NONE", "SHOCK ASK"]), ["legal", "9.1"]);
        assert_eq!(huns(units, &["SHOCK ASK", "SHOCK NONE"]), ["legal", "9.1"]);
    }

    #[test]
    fn r4_0b_orders_of_other_phases_are_refused() {
        let units = "HL01@1712/12 VM1@0912/6";
        let set = [
            "CAM HUN HUN HUN OST OST",
            "INITIATIVE HUN",
            "SETUP HL01 1712 F6",
        ];
        assert_eq!(huns(units, &set), ["4.0", "4.0", "4.0"]);
    }

    #[test]
    fn r4_0d_only_the_active_contingent_acts() {
        let units = "HL01@1712/12 OH1@1714/12 BM1@1716/12 RB1@0912/6 VM1@0914/6";
        let set = ["MOVE OH1 1613", "FACE BM1 2", "FACE RB1 2", "REFORM OH1"];
        assert_eq!(huns(units, &set), ["4.0", "4.0", "4.0", "4.0"]);
    }

    #[test]
    fn r2_2a_tribes_on_both_sides_act_with_their_own() {
        let field = Battlefield::new("RB1@0912/6 BM1@1712/12").active(Contingent::Romans);
        let contingent = Contingent::Romans;
        let decision = Decision::MoveFire { contingent };
        let set = ["MOVE RB1 1012", "MOVE BM1 1612"];
        let said = judged(&field, &decision, Side::Roman, &set);
        assert_eq!(said, ["legal", "4.0"]);
    }

    #[test]
    fn r4_0e_after_the_shock_segment_no_unit_moves() {
        let contingent = Contingent::Huns;
        let field = Battlefield::new("HL01d@1712/12 HL02d@1714/12").active(contingent);
        let tried = field.unit_list("HL02");
        let decision = Decision::Reform { contingent, tried };
        let set = [
            "MOVE HL01 1713",
            "REFORM HL01",
            "REFORM HL02",
            "SHOCK HL01 ON HL02",
        ];
        let said = judged(&field, &decision, Side::Hun, &set);
        assert_eq!(said, ["4.0", "legal", "10.0", "4.0"]);
    }

    #[test]
    fn a_line_for_a_single_question_must_answer_it() {
        let field = Battlefield::new("HL01@1612/12 HL02@1614/12 VM1@1412/6").attila("@1412");
        let choices = field.unit_list("HL01 HL02");
        let rejoin = Decision::Rejoin { choices };
        let set = ["ATTILA REJOIN HL02", "FACE HL01 2"];
        assert_eq!(judged(&field, &rejoin, Side::Hun, &set), ["legal", "4.0"]);
        let shift = Decision::AttilaShift {
            unit: field.unit("HL01"),
            purpose: Purpose::Fire,
        };
        assert_eq!(
            judged(&field, &shift, Side::Hun, &["ATTILA ADJUST OFF"]),
            ["legal"]
        );
    }
}
