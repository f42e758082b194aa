//! Tests of 3.0 by the rows of the checklist, with the set-up as shipped.

use std::sync::LazyLock;

use super::super::Battle;
use super::super::data::{Contingent, GameData};
use super::super::options::Options;
use super::super::state::{Attila, Place};
use super::super::testing::{Picks, facing, hex};
use super::camp::Unfit;
use super::*;
use crate::engine::{DryDice, Position, read, read_line};
use crate::geometry::Facing;

static SHIPPED: LazyLock<Game> = LazyLock::new(|| {
    let data = GameData::shipped();
    let scenario = data.scenarios[0].clone();
    let ground = data.field(&scenario).ground.clone();
    let roster = data.counters.roster;
    Game::new(roster, ground, Some(scenario), Options::default()).unwrap()
});

fn unit(name: &str) -> UnitId {
    SHIPPED.roster.find(name).expect(name)
}

fn placed(units: &str) -> Vec<Placement> {
    let words: Vec<&str> = units.split_whitespace().collect();
    let pairs = words.chunks(2).map(|pair| Placement {
        unit: unit(pair[0]),
        hex: hex(pair[1]),
        facing: facing(12),
    });
    pairs.collect()
}

/// Judges `SETUP` lines written as `HM1 1510`, after each other; tells the rules that refuse.
fn judged(side: Side, units: &str) -> Vec<Option<&'static str>> {
    let orders: Vec<Order> = placed(units)
        .into_iter()
        .map(|Placement { unit, hex, facing }| Order::SetUp { unit, hex, facing })
        .collect();
    let verdicts = check(Camp::new(&SHIPPED, side, &[], None), &orders);
    let rules = verdicts.into_iter().map(|verdict| match verdict {
        Verdict::Illegal(illegal) => Some(illegal.rule.number),
        Verdict::Legal | Verdict::Open(_) => None,
    });
    rules.collect()
}

fn accepted(side: Side, units: &str) -> bool {
    judged(side, units).iter().all(Option::is_none)
}

const OUTSIDE: [Option<&str>; 1] = [Some("3.0")];

#[test]
fn r3_0b_any_facing_may_be_told() {
    for facing in Facing::ALL {
        let order = Order::SetUp {
            unit: unit("HM1"),
            hex: hex("1510"),
            facing,
        };
        let fit = answer(Camp::new(&SHIPPED, Side::Hun, &[], None), &order);
        assert_eq!(fit, Fit::Takes(Rank::Named, order));
    }
}

#[test]
fn r3_0c_franks_start_on_hills_from_row_16_on() {
    assert!(accepted(Side::Hun, "FM1 1605 FM2 1806"));
    assert_eq!(SHIPPED.ground.level(hex("1505")), 1, "a hill");
    assert_eq!(judged(Side::Hun, "FM1 1505"), OUTSIDE);
    assert_eq!(SHIPPED.ground.level(hex("1609")), 0, "no hill");
    assert_eq!(judged(Side::Hun, "FM1 1609"), OUTSIDE);
}

#[test]
fn r3_0d_to_h_the_huns_start_in_their_zones() {
    const CASES: &[(&str, bool)] = &[
        ("HM1 1516", true),
        ("HM1 1509", false),
        ("GM1 1607 GM2 1608", true),
        ("HL1 1609 HH1 1622", true),
        ("HL1 1608", false),
        ("OL1 1623 OL2 1624", true),
        ("OL1 1622", false),
        ("BM1 1707 BM2 1708", true),
        ("BM1 1709", false),
        ("OM1 1722 OM2 1723", true),
        ("OH1 1819 OH2 1820 OH3 1821", true),
        ("OH1 1818", false),
    ];
    for (units, legal) in CASES {
        assert_eq!(accepted(Side::Hun, units), *legal, "{units}");
    }
}

#[test]
fn r3_0e_two_units_in_one_hex_are_refused() {
    assert_eq!(judged(Side::Hun, "GM1 1607 GM2 1607"), [None, Some("6.1")]);
}

#[test]
fn r3_0i_to_l_the_romans_start_in_their_zones() {
    const CASES: &[(&str, bool)] = &[
        ("AH1 1113 AH2 1116 AH3 1120", true),
        ("AH1 1112", false),
        ("RM1 1010 RH1 1009 RH2 1011", true),
        ("SM1 1012 SM2 1013 AM1 1014", true),
        ("AM1 1013", false),
        ("VM1 1015 VM6 1020", true),
        ("VM6 1021", false),
        ("VL1 1021 VL2 1022 VL3 1023 VL4 1024 VL5 1025", true),
        ("VL1 0919 VL2 0920 VL3 0924 VH1 0921", true),
        ("RL1 0913 RB1 0914 RF2 0917", true),
        ("RL1 0918", false),
    ];
    for (units, legal) in CASES {
        assert_eq!(accepted(Side::Roman, units), *legal, "{units}");
    }
}

#[test]
fn r3_0l_a_zone_holds_no_more_of_a_kind_than_the_book_says() {
    assert_eq!(
        judged(Side::Roman, "VL1 0919 VL2 0920 VL3 0921 VL4 0922"),
        [None, None, None, Some("3.0")]
    );
}

#[test]
fn r3_0f_attila_starts_with_a_unit_in_1609_to_1622() {
    let lead = |units: &str, name: &str| {
        let placed = placed(units);
        Camp::new(&SHIPPED, Side::Hun, &placed, None)
            .may_lead(unit(name))
            .map_err(|illegal| illegal.rule.number)
    };
    assert_eq!(lead("HL1 1612", "HL1"), Ok(()));
    assert_eq!(lead("", "HL1"), Ok(()), "not placed yet");
    assert_eq!(lead("HM1 1510", "HM1"), Err("3.0"));
    assert_eq!(lead("", "HM1"), Err("3.0"));
    assert_eq!(lead("", "VM1"), Err("3.0"));
}

#[test]
fn r3_0_what_a_line_has_placed_no_other_line_places_elsewhere() {
    let mut position = Position::start(&*SHIPPED, "standard").unwrap();
    position.run(&*SHIPPED, &mut DryDice);
    let lines =
        "SETUP HL1 1615 F2\nSETUP HL1 1616 F2\nSETUP attila WITH HL1\nSETUP attila WITH HL2";
    let (reading, accepted) = read(&*SHIPPED, &position, seat(Side::Hun), (&[], lines));
    let reasons: Vec<_> = reading
        .lines
        .iter()
        .map(|line| line.reason.clone())
        .collect();
    let because = |text: &str| {
        Some(format!(
            "{text}: to place it elsewhere send the whole set again"
        ))
    };
    assert_eq!(
        reasons,
        [
            None,
            because("hun-lc-1 is set up already, in 1615"),
            None,
            Some("attila starts with hun-lc-1 already: to place him elsewhere send the whole set again".to_owned()),
        ]
    );
    assert_eq!(accepted.actions.len(), 2);
}

#[test]
fn r3_0m_a_set_that_leaves_out_a_unit_is_not_complete() {
    let side = Side::Roman;
    let all = Camp::new(&SHIPPED, side, &[], None).completed().0;
    let orders: Vec<Order> = all
        .iter()
        .map(|&Placement { unit, hex, facing }| Order::SetUp { unit, hex, facing })
        .collect();
    let camp = Camp::new(&SHIPPED, side, &[], None);
    assert_eq!(lacks(camp, &orders), None);
    let left: Vec<Order> = orders
        .into_iter()
        .filter(|order| !matches!(order, Order::SetUp { unit: own, .. } if *own == unit("RL1")))
        .collect();
    let lacking = lacks(camp, &left).unwrap();
    assert_eq!(lacking.rule, rules::R3_0);
    assert_eq!(
        lacking.because,
        "the set-up is not complete without arm-li-1; GO puts them in their default places"
    );
}

#[test]
fn r3_0n_the_armies_count_30_and_31() {
    let count = |contingent| SHIPPED.roster.of(contingent).count();
    assert_eq!(Contingent::ALL.map(count), [17, 7, 6, 10, 17, 4]);
    assert_eq!(
        Side::ALL.map(|side| SHIPPED.roster.of_side(side).count()),
        [30, 31]
    );
}

/// Runs the set-up with lists of lines; `None` is a seat that is away.
fn set_up(hun: Option<&str>, roman: Option<&str>) -> Position<Game> {
    let game = &*SHIPPED;
    let mut position = Position::start(game, "standard").unwrap();
    for (side, text) in [(Side::Hun, hun), (Side::Roman, roman)] {
        let seat = seat(side);
        let Some(text) = text else {
            position.time_out(seat);
            continue;
        };
        let view =
            crate::engine::Rules::view(game, position.state(), crate::engine::Viewer::Seat(seat));
        let wishes = position.wishes_mut(seat);
        wishes.listed = true;
        for line in text.lines() {
            for mut line in read_line(game, &view, line).unwrap() {
                line.id = wishes.number();
                wishes.list.push(line);
            }
        }
    }
    position.run(game, &mut DryDice);
    position
}

fn at(position: &Position<Game>, name: &str) -> String {
    let open = &position.state().open;
    let piece = open.piece(unit(name));
    match piece.place {
        Place::On(hex) => format!("{hex}/{}", piece.facing),
        other => format!("{other:?}"),
    }
}

#[test]
fn d2_d3_who_says_nothing_gets_the_default_set_up() {
    let position = set_up(None, None);
    assert_eq!(at(&position, "HH1"), "1615/12");
    assert_eq!(at(&position, "VH3"), "0924/6");
    let open = &position.state().open;
    assert_eq!(open.attila, Attila::With(unit("HH1")));
    let battle = Battle::new(&SHIPPED, open);
    assert_eq!(Side::ALL.map(|side| battle.on_map(side).count()), [30, 31]);
    assert_eq!(open.turn, 1, "the first turn has begun");
}

#[test]
fn d2_whom_a_list_leaves_out_goes_where_there_is_room() {
    let position = set_up(
        Some("SETUP HL1 1615 F2\nSETUP attila WITH HL1\nSETUP HL2 1610"),
        None,
    );
    assert_eq!(at(&position, "HL1"), "1615/2");
    assert_eq!(at(&position, "HL2"), "1610/12");
    assert_eq!(at(&position, "HH1"), "1609/12", "1615 is taken");
    assert_eq!(position.state().open.attila, Attila::With(unit("HL1")));
}

#[test]
fn r3_0a_the_romans_set_up_when_the_huns_have() {
    let game = &*SHIPPED;
    let mut position = Position::start(game, "standard").unwrap();
    position.run(game, &mut DryDice);
    let asked = |position: &Position<Game>| {
        let stop = position.stop().unwrap();
        let seats: Vec<_> = stop.asked.iter().map(|asked| asked.seat).collect();
        seats
    };
    assert_eq!(asked(&position), [seat(Side::Hun)]);
    position.time_out(seat(Side::Hun));
    position.run(game, &mut DryDice);
    assert_eq!(asked(&position), [seat(Side::Roman)]);
}

#[test]
fn a_complete_set_that_was_read_is_carried_out_as_one_event() {
    let game = &*SHIPPED;
    let mut position = Position::start(game, "standard").unwrap();
    position.run(game, &mut DryDice);
    let camp = Camp::new(game, Side::Hun, &[], None);
    let lines: Vec<String> = camp
        .completed()
        .0
        .iter()
        .map(|&Placement { unit, hex, .. }| format!("SETUP {} {hex} F2", game.roster.unit(unit).id))
        .collect();
    let text = lines.join("\n");
    let (reading, accepted) = read(game, &position, seat(Side::Hun), (&[], &text));
    assert!(!reading.is_bad(), "{reading:?}");
    position.file(game, seat(Side::Hun), accepted.actions);
    let run = position.run(game, &mut DryDice);
    let [Event::SetUp { placements, .. }] = &run.events[..] else {
        panic!("{:?}", run.events)
    };
    assert!(placements.iter().all(|placed| placed.facing == facing(2)));
    assert!(run.told.is_empty());
}

#[test]
fn orders_of_later_phases_are_refused_during_set_up() {
    let face = Order::Face {
        unit: unit("HM1"),
        facing: facing(2),
    };
    let verdicts = check(Camp::new(&SHIPPED, Side::Hun, &[], None), &[face]);
    assert!(matches!(&verdicts[..], [Verdict::Illegal(illegal)] if illegal.rule == rules::R4_0));
}

#[test]
fn a_refusal_says_where_the_unit_may_stand() {
    let camp = Camp::new(&SHIPPED, Side::Roman, &[], None);
    let refusal = camp.refuse(Unfit::OutsideZone, unit("VL1"), hex("0905"));
    assert_eq!(
        refusal.because,
        "vis-lc-1 starts in 1021-1025 or 0919-0924, not in 0905"
    );
    assert_eq!(refusal.instead.as_deref(), Some("SETUP vis-lc-1 1021 F6"));
}

#[test]
fn random_set_ups_are_legal_and_complete() {
    for side in Side::ALL {
        let (mut placed, mut attila) = (Vec::new(), None);
        let mut orders = Vec::new();
        loop {
            let camp = Camp::new(&SHIPPED, side, &placed, attila);
            let mut picks = Picks::new([orders.len() % 2, orders.len() % 6]);
            let options = options(camp);
            let free = camp
                .missing()
                .next()
                .map(|unit| camp.free_hexes(unit).count());
            if free == Some(1) {
                picks = Picks::new([0, 1]);
            }
            let Some(order) = sample(camp, &mut picks) else {
                assert!(options.is_empty());
                break;
            };
            assert!(options.contains(&order));
            match order {
                Order::SetUp { unit, hex, facing } => placed.push(Placement { unit, hex, facing }),
                Order::SetUpAttila { unit } => attila = Some(unit),
                ref other => panic!("{other:?}"),
            }
            orders.push(order);
        }
        let camp = Camp::new(&SHIPPED, side, &[], None);
        assert!(
            check(camp, &orders)
                .iter()
                .all(|verdict| !verdict.is_illegal())
        );
        assert_eq!(lacks(camp, &orders), None);
        assert_eq!(attila.is_some(), side == Side::Hun);
    }
}

#[test]
fn zones_that_share_a_hex_are_refused() {
    let mut game = SHIPPED.clone();
    let scenario = game.scenario.as_mut().unwrap();
    scenario.historical.zones[1].hexes.push(hex("1607"));
    let error = start(&game, "standard").unwrap_err();
    assert!(error.0[0].starts_with("hex 1607 belongs to two zones"));
    assert!(start(&SHIPPED, "winter").is_err());
}

static FREE: LazyLock<Game> = LazyLock::new(|| {
    let mut game = SHIPPED.clone();
    game.options = Options::parse(["opt_free_setup=on"]).unwrap();
    game
});

#[test]
fn r3_0o_free_set_up_is_in_rows_and_all_zones_lapse() {
    let placed_freely = |side: Side, units: &str| {
        let orders = placed(units)
            .into_iter()
            .map(|Placement { unit, hex, facing }| Order::SetUp { unit, hex, facing });
        let orders: Vec<Order> = orders.collect();
        let verdicts = check(Camp::new(&FREE, side, &[], None), &orders);
        verdicts.iter().all(|verdict| *verdict == Verdict::Legal)
    };
    assert!(placed_freely(Side::Hun, "HL01 1210 HL02 1525"));
    assert!(!placed_freely(Side::Hun, "HL01 1610"));
    assert!(!placed_freely(Side::Hun, "HL01 1125"));
    assert!(placed_freely(Side::Roman, "VM1 0805 VM2 0601"));
    assert!(!placed_freely(Side::Roman, "VM1 0905"));
    assert!(!placed_freely(Side::Roman, "VM1 0525"));
    assert_eq!(FREE.ground.level(hex("1308")), 0, "no hill");
    assert!(placed_freely(Side::Hun, "FM1 1308"));
    assert!(!placed_freely(Side::Hun, "HL01 1210 HL02 1210"), "6.1");
}

#[test]
fn q52_in_a_free_set_up_attila_starts_with_any_unit_of_his_side() {
    let camp = Camp::new(&FREE, Side::Hun, &[], None);
    assert!(camp.may_lead(unit("OH1")).is_ok());
    assert!(camp.may_lead(unit("VM1")).is_err());
    let historical = Camp::new(&SHIPPED, Side::Hun, &[], None);
    assert!(historical.may_lead(unit("OH1")).is_err());
}

#[test]
fn r3_0o_who_says_nothing_stands_where_the_scenario_puts_him() {
    for side in Side::ALL {
        let (placements, attila) = Camp::new(&FREE, side, &[], None).completed();
        let free = &FREE.scenario.as_ref().unwrap().free;
        assert_eq!(placements.len(), FREE.roster.of_side(side).count());
        for placed in placements {
            assert_eq!(placed.hex, free.default[placed.unit.index()]);
            assert!(free.allows(side, placed.hex, &FREE.ground));
        }
        assert_eq!(attila.is_some(), side == Side::Hun);
    }
}

#[test]
fn r3_0o_a_free_set_up_is_asked_for_and_sampled_in_its_rows() {
    let start = [HUN_AND_ROMAN_ROWS.0, HUN_AND_ROMAN_ROWS.1];
    for (side, rows) in Side::ALL.into_iter().zip(start) {
        let camp = Camp::new(&FREE, side, &[], None);
        let hexes = camp.free_hexes(camp.missing().next().unwrap());
        let hexes: Vec<Hex> = hexes.collect();
        let columns = usize::from(FREE.ground.grid().extent().columns());
        assert_eq!(hexes.len(), rows.clone().count() * columns);
        assert!(hexes.iter().all(|hex| rows.contains(&hex.row())));
        assert_eq!(options(camp).len(), hexes.len() * Facing::ALL.len());
        let Some(Order::SetUp { hex, .. }) = sample(camp, &mut Picks::new([7, 2])) else {
            panic!("a unit is waiting");
        };
        assert_eq!(hex, hexes[7]);
    }
}

const HUN_AND_ROMAN_ROWS: (std::ops::RangeInclusive<u8>, std::ops::RangeInclusive<u8>) =
    (12..=15, 6..=8);
