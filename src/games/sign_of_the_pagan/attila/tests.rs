//! Tests of 13.0 by the rows of the checklist.

use super::super::event::Cause;
use super::super::state::Place;
use super::super::testing::{Battlefield, Picks, Played, hex, hexes};
use super::*;

fn huns(units: &str) -> Battlefield {
    Battlefield::new(units).active(Contingent::Huns)
}

fn refusal(field: &Battlefield, path: &str) -> Option<(usize, &'static str)> {
    let refused = may_ride(field.battle(), &hexes(path)).err();
    refused.map(|(index, illegal)| (index, illegal.rule.number))
}

fn caught(field: Battlefield, by: &str) -> Played {
    let by = field.unit(by);
    field.run(vec![Frame::AttilaCaught { by, moved: false }])
}

#[test]
fn r13_0a_attila_goes_where_his_unit_goes() {
    let mut field = huns("HL05@1412/12 VM1@1312/6").attila("HL05");
    let unit = field.unit("HL05");
    let (from, to) = (hex("1412"), hex("1512"));
    let facing = field.battle().piece(unit).facing;
    for event in [
        Event::Stepped {
            unit,
            from,
            to,
            cost: 1,
        },
        Event::Evaded {
            unit,
            from: to,
            to: from,
            facing,
        },
    ] {
        super::super::apply::to_state(&field.game, &mut field.state, &event);
        assert_eq!(field.state.open.attila, Attila::With(unit));
        let Some(at) = hex_of(&field) else {
            panic!("he is on the map")
        };
        assert_eq!(Some(at), field.state.open.hex(unit));
    }
}

fn hex_of(field: &Battlefield) -> Option<Hex> {
    super::hex(field.battle())
}

#[test]
fn q45_attila_stays_behind_if_he_does_not_go_along() {
    let mut field = huns("HL05@1412/12")
        .attila("HL05")
        .option("attila_along=no");
    let unit = field.unit("HL05");
    let event = Event::Evaded {
        unit,
        from: hex("1412"),
        to: hex("1512"),
        facing: field.battle().piece(unit).facing,
    };
    super::super::apply::to_state(&field.game, &mut field.state, &event);
    assert_eq!(field.state.open.attila, Attila::Alone(hex("1412")));
}

#[test]
fn r13_0a_a_unit_that_comes_to_rest_with_him_has_him() {
    let mut field = huns("OH1@1412/12 VH1@1312/6").attila("@1412");
    let unit = field.unit("OH1");
    let event = Event::MoveEnded {
        unit,
        momentum: false,
    };
    super::super::apply::to_state(&field.game, &mut field.state, &event);
    assert_eq!(field.state.open.attila, Attila::With(unit));
}

#[test]
fn r13_0b_enemies_next_to_him_do_not_stop_him_but_their_hex_does() {
    let field = huns("HL05@1412/12 VM1@1413/6").attila("HL05");
    assert_eq!(refusal(&field, "1513 1613"), None);
    assert_eq!(refusal(&field, "1513 1413"), Some((1, "Q48")));
    assert_eq!(refusal(&field, "1413"), Some((0, "Q48")));
}

#[test]
fn r13_0b_he_rides_in_an_activation_of_the_huns() {
    let field = || huns("HL05@1412/12").attila("HL05");
    let asked = |field: Battlefield| refusal(&field, "1513");
    assert_eq!(asked(field()), None);
    assert_eq!(
        asked(field().active(Contingent::Ostrogoths)),
        Some((0, "Q20"))
    );
    let any = || field().option("attila_move=any");
    assert_eq!(asked(any().active(Contingent::Ostrogoths)), None);
    assert_eq!(asked(any().active(Contingent::Visigoths)), Some((0, "2.2")));
    assert_eq!(
        asked(field().option("attila_move=with_unit")),
        Some((0, "Q20"))
    );
}

#[test]
fn r2_2j_the_romans_have_no_leader() {
    let field = huns("HL05@1412/12 RM1@1012/6").attila("HL05");
    let field = field.active(Contingent::Romans);
    assert_eq!(refusal(&field, "1513"), Some((0, "2.2")));
}

#[test]
fn q48_he_pays_for_ground_and_rivers_out_of_8_points() {
    let open = huns("HL05@1412/12").attila("HL05");
    let straight = "1413 1414 1415 1416 1417 1418 1419 1420";
    assert_eq!(refusal(&open, straight), None);
    assert_eq!(
        refusal(&open, &format!("{straight} 1421")),
        Some((8, "Q48"))
    );
    let river = huns("HL05@1412/12").attila("HL05").river("1412/1413");
    assert_eq!(refusal(&river, straight), Some((5, "Q48")), "4 + 4 spent");
    let woods = huns("HL05@1412/12").attila("HL05").woods("1413 1414");
    assert_eq!(
        refusal(&woods, straight),
        Some((6, "Q48")),
        "2 + 2 + 4 spent"
    );
}

#[test]
fn r6_0_a_ride_goes_from_hex_to_adjacent_hex_on_the_map() {
    let field = huns("HL05@1412/12").attila("HL05");
    assert_eq!(refusal(&field, "1413 1612"), Some((1, "6.0")));
    assert_eq!(refusal(&field, ""), Some((0, "6.0")));
    let field = huns("HL05@0212/12").edge(2, 20).attila("HL05");
    assert_eq!(refusal(&field, "0312"), Some((0, "6.0")));
}

#[test]
fn r13_0b_he_rides_once_in_an_activation() {
    let mut field = huns("HL05@1412/12").attila("HL05");
    field.state.open.rode = true;
    assert_eq!(refusal(&field, "1413"), Some((0, "Q20")));
}

#[test]
fn q48_he_may_end_alone_or_with_any_unit_of_the_hun_side() {
    let ride = |path: &str| {
        let order = Order::AttilaMove { path: hexes(path) };
        let field = huns("HL05@1412/12 OH1@1414/12").attila("HL05");
        Riding(order).run(field)
    };
    assert_eq!(ride("1413").attila(), "@1413");
    let joined = ride("1413 1414");
    assert_eq!(joined.attila(), "OH1");
    assert_eq!(joined.cited(), ["13.0"]);
    assert!(joined.rolls().is_empty(), "no river check");
}

#[test]
fn a_ride_that_cannot_be_finished_ends_in_the_last_hex_it_reached() {
    let order = Order::AttilaMove {
        path: hexes("1413 1414 1415"),
    };
    let field = huns("HL05@1412/12 VM1@1415/6").attila("HL05");
    let played = Riding(order).run(field);
    assert_eq!(played.attila(), "@1414");
    assert_eq!(played.refused().len(), 1);
    assert!(played.refused()[0].ends_with("| 1415 | Q48"));
}

/// A ride as the Move and Fire segment carries it out.
struct Riding(Order);

impl Riding {
    fn run(self, field: Battlefield) -> Played {
        field
            .order(Side::Hun, self.0)
            .run(vec![Frame::Move(super::super::movement::Step::Segment)])
    }
}

#[test]
fn options_and_samples_are_rides_he_may_make() {
    let field = huns("HL05@1412/12 VM1@1413/6 HM1@1512/12")
        .woods("1313 1512")
        .river("1412/1411")
        .attila("HL05");
    let rides = ride_options(field.battle());
    assert!(rides.len() > 100);
    for ride in &rides {
        let Order::AttilaMove { path } = ride else {
            panic!("{ride:?}")
        };
        assert_eq!(may_ride(field.battle(), path), Ok(()), "{ride:?}");
    }
    let mut picks = Picks::new([1, 0, 3]);
    let sampled = sample_ride(field.battle(), &mut picks);
    let path = hexes("1313 1413");
    assert_ne!(sampled, Some(Order::AttilaMove { path }), "VM1 is there");
    let Some(Order::AttilaMove { path }) = sampled else {
        panic!("he may ride")
    };
    assert_eq!(path.len(), 2);
    assert_eq!(may_ride(field.battle(), &path), Ok(()));
}

#[test]
fn r13_1a_b_his_shift_comes_last_and_may_be_declined() {
    let check = |field: Battlefield, dice: &str| {
        let unit = field.unit("HH1");
        let cause = Cause::Shock;
        let field = field.attila("HH1").dice(dice);
        field.run(vec![Frame::SecondCheck { unit, cause }])
    };
    let played = check(huns("HH1d@1412/12"), "second HH1 6");
    assert_eq!(played.net(), "4 stay", "heavy and Attila");
    let names: Vec<_> = played.rolls()[0]
        .modifiers
        .iter()
        .map(|modifier| modifier.drm.key())
        .collect();
    assert_eq!(names, ["heavy", "attila"]);
    assert!(played.cited().contains(&"13.1"));
    let declined = huns("HH1d@1412/12").order(Side::Hun, Order::AttilaAdjust { on: false });
    assert_eq!(check(declined, "second HH1 6").net(), "5 elim", "Q34");
}

#[test]
fn r13_1c_he_shifts_no_dice_of_other_units() {
    let field = huns("HH1d@1412/12 HH2d@1414/12").attila("HH1");
    let unit = field.unit("HH2");
    let cause = Cause::Shock;
    let played = field
        .dice("second HH2 6")
        .run(vec![Frame::SecondCheck { unit, cause }]);
    assert_eq!(played.net(), "5 elim");
}

#[test]
fn r13_2a_caught_alone_he_joins_the_nearest_unit() {
    let units = "VM1@1412/6 HL01@1612/12 HL02@1712/12";
    let played = caught(huns(units).attila("@1412"), "VM1");
    assert_eq!(played.attila(), "HL01");
    assert_eq!(played.state.open.eliminated, [0, 0]);
    assert_eq!(played.cited(), ["13.2"]);
}

#[test]
fn d21_of_several_nearest_the_lowest_hex_or_his_choice() {
    let units = "VM1@1412/6 HL01@1613/12 HL02@1611/12 OH1@1812/12";
    let by_default = caught(huns(units).attila("@1412"), "VM1");
    assert_eq!(by_default.attila(), "HL02");
    let field = huns(units).attila("@1412");
    let units = field.unit_list("OH1 HL01 HL02");
    let chosen = caught(field.order(Side::Hun, Order::AttilaRejoin { units }), "VM1");
    assert_eq!(chosen.attila(), "HL01", "OH1 is farther away");
}

#[test]
fn r13_2a_without_a_friendly_unit_he_is_out_of_play_uncounted() {
    let played = caught(huns("VM1@1412/6 HL01@x").attila("@1412"), "VM1");
    assert_eq!(played.attila(), "out");
    assert_eq!(played.state.open.eliminated, [0, 0]);
}

#[test]
fn q39_an_enemy_that_moves_onto_him_frees_him_either_way() {
    for option in ["attila_overrun=same", "attila_overrun=slip"] {
        let field = huns("VM1@1412/6 HL01@1612/12")
            .attila("@1412")
            .option(option);
        assert_eq!(caught(field, "VM1").attila(), "HL01", "{option}");
    }
}

fn fate(option: &str, moved: bool, dice: &str) -> crate::games::sign_of_the_pagan::testing::Played {
    let field = huns("VM1@1412/6 HL01@1612/12 HL02@1610/12")
        .attila("@1412")
        .option("opt_attila_fate=on")
        .option(option)
        .dice(dice);
    let by = field.unit("VM1");
    field.run(vec![Frame::AttilaCaught { by, moved }])
}

#[test]
fn r13_2b_caught_alone_he_may_be_wounded_or_killed() {
    let same = "attila_overrun=same";
    let escapes = fate(same, false, "attila_fate hun 6");
    assert_eq!(
        (escapes.net(), escapes.attila()),
        ("6 escape".into(), "HL01".into())
    );
    for die in ["7", "8"] {
        let wounded = fate(same, true, &format!("attila_fate hun {die}"));
        assert_eq!(wounded.attila(), "removed");
        assert_eq!(wounded.state.open.eliminated, [1, 0]);
        assert_eq!(wounded.position.over(), None);
    }
    let dead = fate(same, false, "attila_fate hun 9");
    assert_eq!(
        (dead.net(), dead.attila()),
        ("9 dead".into(), "dead".into())
    );
    let roman = crate::engine::Outcome::Win(super::super::seat(Side::Roman));
    assert_eq!(
        dead.position.over(),
        Some(crate::engine::Ending::Played(roman))
    );
    assert!(dead.cited().contains(&"13.2") && dead.cited().contains(&"14.0"));
}

#[test]
fn q39_he_slips_away_from_an_enemy_that_moves_but_not_from_one_that_advances() {
    let slip = "attila_overrun=slip";
    let slips = fate(slip, true, "");
    assert_eq!(
        (slips.net(), slips.attila()),
        (String::new(), "HL01".into())
    );
    assert_eq!(fate(slip, false, "attila_fate hun 7").attila(), "removed");
}

#[test]
fn r13_2c_left_alone_without_an_enemy_he_stays() {
    let mut field = huns("HL05@1412/12 VM1@1212/6").attila("HL05");
    let unit = field.unit("HL05");
    let event = Event::Eliminated {
        unit,
        cause: Cause::Fire,
    };
    super::super::apply::to_state(&field.game, &mut field.state, &event);
    assert_eq!(field.state.open.piece(unit).place, Place::Eliminated);
    let played = caught(field, "VM1");
    assert_eq!(played.attila(), "@1412");
    assert!(played.events.is_empty());
}

#[test]
fn decisions_list_their_choices() {
    let field = huns("HL01@1614/12 HL02@1612/12").attila("@1412");
    let choices = field.unit_list("HL01 HL02");
    let rejoin = Decision::Rejoin { choices };
    assert_eq!(options(&rejoin).len(), 2);
    let shift = Decision::AttilaShift {
        unit: field.unit("HL01"),
        purpose: super::super::event::Purpose::Fire,
    };
    assert_eq!(
        options(&shift),
        [true, false].map(|on| Order::AttilaAdjust { on })
    );
    for decision in [rejoin, shift] {
        let sampled = sample(&decision, &mut Picks::new([1]));
        assert_eq!(sampled, options(&decision)[1]);
        let fit = answer(&decision, &sampled);
        assert!(matches!(fit, Fit::Takes(_, order) if order == sampled));
    }
}
