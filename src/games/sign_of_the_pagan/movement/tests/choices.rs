use crate::engine::{
    Dice, Line, NoDice, Pick, Position, Rules, Run, Scope, Seat, Thrown, Verdict, Why,
};
use crate::geometry::Facing;
use crate::ledger::dice::Spec;

use super::super::super::Game;
use super::super::super::data::UnitId;
use super::super::super::decision::Decision;
use super::super::super::order::{Leg, Order};
use super::super::super::testing::{Battlefield, hex};
use super::super::{answer, default, judge, options, sample};
use super::*;

/// Numbers that look random and are the same in every run.
struct Lcg(u64);

impl Pick for Lcg {
    fn pick(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

const HUNS: Decision = Decision::MoveFire {
    contingent: Contingent::Huns,
};

fn skirmish() -> Battlefield {
    Battlefield::new(
        "HL01@1412/12 HL02d@1512/2 HM1@1410/12 HM2@1414/12 HH1@1610/12 \
         VM1@1312/6 VM2d@1415/10 RL1@1211/6 VH1@1210/6 AH1@1116/6",
    )
    .woods("1513 1310")
    .river("1410/1311 1410/1310")
    .level(1, "1214 1215")
    .engaged("HL01-VM1 HM2-VM2")
    .active(Contingent::Huns)
}

fn verdict(field: &Battlefield, order: &Order) -> Verdict {
    let mut open = field.state.open.clone();
    judge(&field.game, &mut open, Contingent::Huns, order)
}

#[test]
fn every_option_is_legal_and_none_comes_twice() {
    for option in ["withdraw=leave_hex", "withdraw=break_contact"] {
        let field = skirmish().option(option);
        let orders = options(field.battle(), &HUNS);
        assert!(orders.len() > 500, "{}", orders.len());
        for (index, order) in orders.iter().enumerate() {
            assert!(!verdict(&field, order).is_illegal(), "{order:?}");
            assert!(!orders[..index].contains(order), "{order:?}");
        }
    }
}

#[test]
fn options_reach_each_hex_in_each_facing_by_the_cheapest_way() {
    let field = Battlefield::new("HM1@1412/12").active(Contingent::Huns);
    let orders = options(field.battle(), &HUNS);
    let to = |id: &str| {
        let there = |order: &&Order| matches!(order, Order::Move { legs, .. } if legs.last() == Some(&Leg::Step(hex(id))));
        orders.iter().filter(there).count()
    };
    assert_eq!([to("1312"), to("0912"), to("0812")], [6, 6, 0]);
    let moves = orders
        .iter()
        .filter(|order| matches!(order, Order::Move { .. }));
    assert_eq!(moves.count(), 90 * 6, "all hexes within five");
    let turns = orders
        .iter()
        .filter(|order| matches!(order, Order::Face { .. }));
    assert_eq!(turns.count(), 5);
}

#[test]
fn every_sample_is_legal() {
    for option in [
        "withdraw=leave_hex",
        "withdraw=break_contact",
        "min_hex=not_after_withdraw",
    ] {
        let field = skirmish().option(option);
        let mut pick = Lcg(7);
        let mut passes = 0;
        for _ in 0..2_000 {
            match sample(field.battle(), &HUNS, &mut pick) {
                None => passes += 1,
                Some(order) => assert!(!verdict(&field, &order).is_illegal(), "{order:?}"),
            }
        }
        assert!((100..1_000).contains(&passes), "{passes}");
    }
}

/// Dice that always show 0: nobody is hit, and every check is passed.
struct Noughts;

impl Dice for Noughts {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn std::fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        faces.push(0);
        Ok(Thrown::Known)
    }
}

/// Carries one order of the Huns out, with dice that harm nobody.
fn carry_out(field: &Battlefield, order: &Order) -> Run<Game> {
    let segment = vec![Frame::Move(Step::Segment)];
    let mut position = Position::from_parts(&field.game, field.state.clone(), segment);
    position.time_out(Seat(1));
    let wishes = position.wishes_mut(Seat(0));
    let id = wishes.number();
    wishes.listed = true;
    wishes.list.push(Line {
        id,
        text: field.game.print(order),
        guard: None,
        otherwise: None,
        order: order.clone(),
    });
    position.run(&field.game, &mut Noughts)
}

#[test]
fn a_sampled_legal_order_is_carried_out_whole() {
    let field = skirmish();
    let mut pick = Lcg(11);
    for _ in 0..300 {
        if let Some(order) = sample(field.battle(), &HUNS, &mut pick) {
            let run = carry_out(&field, &order);
            assert!(run.told.is_empty(), "{order:?}: {:?}", run.told);
            assert!(!run.events.is_empty(), "{order:?}");
        }
    }
}

/// A move, a shot or a turn of any unit, without a look at the rules.
fn whatever(field: &Battlefield, pick: &mut Lcg) -> Order {
    let battle = field.battle();
    let units: Vec<UnitId> = field.game.roster.ids().collect();
    let unit = units[pick.pick(units.len())];
    let facing = Facing::ALL[pick.pick(6)];
    let target = units[pick.pick(units.len())];
    match pick.pick(8) {
        0 => return Order::Face { unit, facing },
        1 => return Order::Fire { unit, target },
        _ => {}
    }
    let grid = field.game.ground.grid();
    let mut at = battle.hex(unit).unwrap();
    let legs = (0..=pick.pick(5)).map(|_| {
        if pick.pick(6) == 0 {
            return Leg::Fire(units[pick.pick(units.len())]);
        }
        if pick.pick(8) == 0 {
            at = grid.ring(at, 3).nth(pick.pick(18)).unwrap();
            return Leg::To(at);
        }
        at = grid.neighbours(at).nth(pick.pick(6)).unwrap().1;
        Leg::Step(at)
    });
    Order::Move {
        unit,
        legs: legs.collect(),
        withdraw: pick.pick(4) == 0,
        facing: (pick.pick(2) == 0).then_some(facing),
    }
}

#[test]
fn judging_foretells_what_carrying_out_refuses() {
    for option in [
        "withdraw=leave_hex",
        "withdraw=break_contact",
        "min_hex=not_after_withdraw",
        "los_hexside=either",
        "dis_move=recalc",
    ] {
        let field = skirmish().option(option);
        let mut pick = Lcg(13);
        let mut counts = [0; 2];
        for _ in 0..1_500 {
            let order = whatever(&field, &mut pick);
            let run = carry_out(&field, &order);
            match verdict(&field, &order) {
                Verdict::Legal => {
                    counts[0] += 1;
                    assert!(run.told.is_empty(), "{order:?}: {:?}", run.told);
                }
                Verdict::Illegal(illegal) => {
                    counts[1] += 1;
                    let [(told, _)] = &run.told[..] else {
                        panic!("{order:?} is judged {illegal:?}, but told {:?}", run.told);
                    };
                    let why = (illegal.rule, illegal.because);
                    let Why::NotCarriedOut { rule, because } = &told.why else {
                        panic!("{told:?}");
                    };
                    assert_eq!(why, (*rule, because.clone()), "{order:?}");
                }
                Verdict::Open(_) => {}
            }
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}

#[test]
fn the_other_decisions_are_sampled_among_their_options() {
    let field = skirmish();
    let mut pick = Lcg(3);
    let decisions = [
        Decision::Flee {
            unit: field.unit("HL01"),
        },
        Decision::React {
            archer: field.unit("RL1"),
            target: field.unit("HM1"),
        },
        Decision::EngagedFacing {
            unit: field.unit("HM2"),
        },
    ];
    for decision in &decisions {
        let all = options(field.battle(), decision);
        assert!(all.len() > 1, "{decision:?}");
        let view_default = default(field.battle(), decision).unwrap();
        assert!(all.contains(&view_default), "{view_default:?}");
        for _ in 0..50 {
            let order = sample(field.battle(), decision, &mut pick).unwrap();
            assert!(all.contains(&order), "{order:?}");
            let fit = answer(field.battle(), decision, &order);
            assert!(matches!(fit, crate::engine::Fit::Takes(..)), "{order:?}");
        }
    }
}
