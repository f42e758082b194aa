//! Every verb both ways, and what is not understood.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::data::{GameData, Side};
use super::super::decision::Frame;
use super::super::options::Options;
use super::super::order::{Advance, Before, Blow, Leg, Retreat, Standing};
use super::super::state::State;
use super::*;
use crate::engine::{Rules, Viewer, print_line, read_line};
use crate::geometry::Facing;
use crate::orders::draw;

/// The game as shipped, set up by default.
static SHIPPED: LazyLock<(Game, State)> = LazyLock::new(|| {
    let data = GameData::shipped();
    let scenario = data.scenarios[0].clone();
    let ground = data.field(&scenario).ground.clone();
    let roster = data.counters.roster.clone();
    let game = Game::new(roster, ground, Some(scenario.clone()), Options::default()).unwrap();
    let (mut state, _): (State, Frame) = game.setup(&scenario.key).unwrap();
    for side in Side::ALL {
        let deployment = super::super::data::Deployment::Historical;
        for placed in scenario.default_placements(&game.roster, side, deployment) {
            let place = super::super::state::Place::On(placed.hex);
            state.open.put(placed.unit, place);
        }
    }
    state.open.attila = super::super::state::Attila::With(game.roster.find("HH1").unwrap());
    state.open.active = Some(Contingent::Huns);
    (game, state)
});

fn view(side: Side) -> View {
    let (game, state) = &*SHIPPED;
    game.view(state, Viewer::Seat(super::super::seat(side)))
}

fn read(side: Side, line: &str) -> Result<String, Diagnostic> {
    let game = &SHIPPED.0;
    let lines = read_line(game, &view(side), line)?;
    let printed: Vec<String> = lines.iter().map(|line| print_line(game, line)).collect();
    Ok(printed.join(" / "))
}

#[test]
fn every_verb_prints_as_it_should_be_written() {
    const CASES: &[(&str, &str)] = &[
        ("setup hm1 1512 f12", "SETUP hun-mi-1 1512 F12"),
        ("SETUP hun-mi-1 1512", "SETUP hun-mi-1 1512 F12"),
        ("SETUP AT WITH HH1", "SETUP attila WITH hun-hc-1"),
        (
            "CAM huns ostrogoths HUNS allies huns",
            "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES",
        ),
        (
            "CAM DEFAULT H, H, O, O, ALL",
            "CAM DEFAULT HUNS HUNS OSTROGOTHS OSTROGOTHS ALLIES",
        ),
        ("INITIATIVE ost", "INITIATIVE OSTROGOTHS"),
        (
            "MOVE HL03 1614 1514 FIRE VM3 1614 1713 FACE 12",
            "MOVE hun-lc-3 1614-1514 FIRE vis-mi-3 1614-1713 FACE 12",
        ),
        (
            "move 1611 1511-1411 TO 1311 f6",
            "MOVE hun-lc-3 1511-1411 TO 1311 FACE 6",
        ),
        ("WITHDRAW RH1 1212 FACE S", "WITHDRAW rom-hi-1 1212 FACE 6"),
        ("FIRE HM1 VM2", "FIRE hun-mi-1 vis-mi-2"),
        (
            "FIRE hun-mi-* AT @1015",
            "FIRE hun-mi-1 vis-mi-1 / FIRE hun-mi-2 vis-mi-1 / FIRE hun-mi-3 vis-mi-1",
        ),
        ("FACE HH1 2", "FACE hun-hc-1 2"),
        (
            "FACE hun-hc-1..2 FACE NE",
            "FACE hun-hc-1 2 / FACE hun-hc-2 2",
        ),
        ("FLEE ALL:LC TO 1612, 1613", "FLEE all:lc TO 1612,1613"),
        (
            "SHOCK HH1 HM1 ON RM1",
            "SHOCK hun-hc-1 hun-mi-1 ON rom-mi-1",
        ),
        (
            "SHOCK HH1, HH2 ON RM1 NOMOMENTUM HH2",
            "SHOCK hun-hc-1 hun-hc-2 ON rom-mi-1 NOMOMENTUM hun-hc-2",
        ),
        (
            "SHOCK HH1 HH2 ON RM1 NOMOMENTUM",
            "SHOCK hun-hc-1 hun-hc-2 ON rom-mi-1 NOMOMENTUM hun-hc-1 hun-hc-2",
        ),
        ("SHOCK ask", "SHOCK ASK"),
        ("ADVANCE OH1 1312 FACE 10", "ADVANCE ost-hc-1 1312 FACE 10"),
        ("ADVANCE OH1 NO", "ADVANCE ost-hc-1 NO"),
        (
            "CONTINUE HH1 ON RM1 MAX 2 IF STATE HH1 GOOD",
            "CONTINUE hun-hc-1 ON rom-mi-1 MAX 2 IF STATE hun-hc-1 GOOD",
        ),
        (
            "CONTINUE HH1 ON BEST F10",
            "CONTINUE hun-hc-1 ON BEST FACE 10",
        ),
        (
            "CONTINUE HH1 ON RM1 RH1 F10",
            "CONTINUE hun-hc-1 ON rom-mi-1 rom-hi-1 FACE 10",
        ),
        ("CONTINUE HH1 NO", "CONTINUE hun-hc-1 NO"),
        ("REFORM HL5 HL6", "REFORM hun-lc-5 / REFORM hun-lc-6"),
        ("REFORM ALL EXCEPT HL07", "REFORM ALL EXCEPT hun-lc-7"),
        ("REFORM ALL", "REFORM ALL"),
        ("REFORM none", "REFORM NONE"),
        ("ATTILA REJOIN HH2 HH1", "ATTILA REJOIN hun-hc-2 hun-hc-1"),
        ("ATTILA ADJUST off", "ATTILA ADJUST OFF"),
        ("ATTILA MOVE 1514 1414", "ATTILA MOVE 1514-1414"),
        ("MOVE attila TO 1315", "ATTILA MOVE 1515-1414-1315"),
        ("REACT ALL:MI FIRE NET>=-1", "REACT all:mi FIRE NET>=-1"),
        (
            "REACT all:huns FIRE MAXENTRY 2 AT mi, HI NET >= 0",
            "REACT all:huns FIRE AT HI,MI NET>=0 MAXENTRY 2",
        ),
        ("REACT HM1 HOLD", "REACT hun-mi-1 HOLD"),
        ("REACT all ASK", "ASK D9"),
        (
            "EVADE ALL:LC BEFORE ANY AWAY FACE 12",
            "EVADE all:lc AWAY FACE 12",
        ),
        (
            "EVADE HL1 BEFORE HC TO 1709 1708 F6",
            "EVADE hun-lc-1 BEFORE HC TO 1709,1708 FACE 6",
        ),
        (
            "EVADE HL1 AWAY UNLESS ENGAGED HL1",
            "EVADE hun-lc-1 AWAY IF NOT ENGAGED hun-lc-1",
        ),
        ("EVADE HL1 ASK", "ASK D13 hun-lc-1"),
        ("STAND all:hc", "STAND all:hc"),
        ("STAND HL1,HL2,HL3,HH1", "STAND hun-lc-1..3,hun-hc-1"),
        ("STAND hun-lc-2..2", "STAND hun-lc-2"),
        ("STAND hun-*", "STAND hun-lc-1..12,hun-hc-1..2,hun-mi-1..3"),
        ("LOSS HM3 HM1", "LOSS hun-mi-3 hun-mi-1"),
        ("COUNTER OM1 YES FACE 4", "COUNTER ost-mi-1 YES FACE 4"),
        ("COUNTER all NO", "COUNTER all NO"),
        ("COUNTER OM1 ASK", "ASK D18 ost-mi-1"),
        ("ASK D9", "ASK D9"),
        ("ASK D13 HL1", "ASK D13 hun-lc-1"),
        ("DEFAULT D18", "DEFAULT D18"),
    ];
    for (line, printed) in CASES {
        let canonical = read(Side::Hun, line);
        assert_eq!(canonical.as_deref(), Ok(*printed), "{line}");
        for part in printed.split(" / ") {
            assert_eq!(read(Side::Hun, part).as_deref(), Ok(part), "{line}");
        }
    }
}

#[test]
fn every_term_of_a_guard_reads_as_it_prints() {
    const TERMS: &[&str] = &[
        "STATE hun-lc-3 GOOD",
        "STATE vis-mi-4 DIS",
        "STATE vis-mi-4 ELIM",
        "ENGAGED hun-hc-1",
        "AT hun-lc-3 1412",
        "EMPTY 1412",
        "ADJ hun-lc-3 vis-mi-1",
        "RATING vis-mi-1 >= 3",
        "TALLY ROMAN >= 12",
        "TALLY HUN >= 0",
        "LOST vis-hc-1",
        "CUP HUNS UNDRAWN",
    ];
    for term in TERMS {
        let line = format!("FACE hun-lc-3 12 IF {term} OR NOT {term}");
        assert_eq!(read(Side::Hun, &line), Ok(line.clone()));
    }
}

#[test]
fn what_is_not_understood_is_answered_with_what_could_stand_there() {
    const CASES: &[(&str, &str, Option<&str>)] = &[
        (
            "MVOE HL3 1614",
            "`MVOE` is no verb; did you mean `MOVE`?",
            Some("MOVE HL3 1614"),
        ),
        (
            "MOVE hun-lc-13 1614",
            "`hun-lc-13` names no unit: the first is `hun-lc-1`, the last `hun-lc-12`",
            None,
        ),
        (
            "MOVE hn-lc-3 1614",
            "`hn-lc-3` names no unit; did you mean `hun-lc-3`?",
            Some("MOVE hun-lc-3 1614"),
        ),
        ("MOVE 0101 1614", "no unit stands in 0101", None),
        (
            "MOVE HL3 1614 xyz",
            "expected a hex, `FIRE`, `TO`, `FACE`, `IF`, `UNLESS` or the end of the line, found `xyz`",
            None,
        ),
        (
            "MOVE HL3",
            "expected `FIRE`, `TO` or a hex, found the end of the line",
            None,
        ),
        (
            "FACE HL3 3",
            "`3` is no facing: a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock",
            None,
        ),
        (
            "CAM HUNS HUNS",
            "five markers are chosen, and here are 2",
            None,
        ),
        (
            "CAM HUNS HUNS HUNS OST OST ALLIES",
            "five markers are chosen, and here are 6",
            None,
        ),
        ("INITIATIVE AL", "`AL` could be `allies` or `alans`", None),
        (
            "INITIATIVE SAXONS",
            "expected a contingent, found `SAXONS`",
            None,
        ),
        (
            "SHOCK HH1 RM1",
            "expected `ON`, found the end of the line",
            None,
        ),
        (
            "REACT HM1 SHOOT",
            "expected `FIRE`, `HOLD` or `ASK`, found `SHOOT`",
            None,
        ),
        (
            "EVADE HL1",
            "expected `ASK`, `BEFORE`, `AWAY` or `TO`, found the end of the line",
            None,
        ),
        (
            "REACT all:elephants FIRE",
            "`all:elephants` is no group; there are `all:hc`, `all:lc`, `all:hi`, `all:mi`, `all:li`, \
             `all:huns`, `all:ostrogoths`, `all:allies`, `all:romans`, `all:visigoths`, `all:alans`",
            None,
        ),
        (
            "CARD R1 WHEN NOW",
            "this match is played without cards",
            None,
        ),
        (
            "CONTINUE HH1 ON BEST MAX 0",
            "expected a number from 1 to 99, found `0`",
            None,
        ),
        (
            "FACE HH1 2 IF DIE >= 3",
            "a condition sees what has happened, not dice to come",
            None,
        ),
        (
            "FACE HH1 2 IF CUP ALANS UNDRAWN",
            "a condition can ask for your own markers only",
            None,
        ),
        (
            "FACE HH1 2 IF RATING HH1 > 3",
            "expected `>=`, found `>`",
            None,
        ),
        (
            "ATTILA MOVE TO 0101",
            "attila in 1615 has no way to 0101 that he could ride now",
            None,
        ),
    ];
    for (line, message, help) in CASES {
        let refused = read(Side::Hun, line).unwrap_err();
        assert_eq!(refused.message, *message, "{line}");
        assert_eq!(refused.help.as_deref(), *help, "{line}");
    }
}

#[test]
fn r2_2j_a_roman_order_to_attila_is_refused() {
    let refused = read(Side::Roman, "ATTILA MOVE 1514").unwrap_err();
    assert_eq!(refused.rule, Some(super::super::rules::R2_2));
}

#[test]
fn r5_1a_four_or_six_markers_are_refused_by_rule() {
    for line in [
        "CAM HUNS HUNS HUNS ALLIES",
        "CAM HUNS HUNS HUNS OST OST ALL",
    ] {
        let refused = read(Side::Hun, line).unwrap_err();
        assert_eq!(refused.rule, Some(super::super::rules::R5_1));
    }
}

#[test]
fn markers_beyond_the_fifth_are_those_that_are_marked() {
    let line = "CAM HUNS HUNS HUNS OST OST, ALLIES HUNS";
    let refused = read(Side::Hun, line).unwrap_err();
    assert_eq!(&line[refused.span.start..refused.span.end], "ALLIES HUNS");
}

#[test]
fn a_refusal_is_drawn_under_the_word() {
    let line = "MOVE HL3 1614 xyz";
    let drawn = draw(3, line, &read(Side::Hun, line).unwrap_err());
    assert!(
        drawn.contains("3 | MOVE HL3 1614 xyz\n  |               ^^^"),
        "{drawn}"
    );
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (1..=18_u8, 1..=25_u8).prop_map(|(row, column)| Hex::new(row, column))
}

fn any_unit() -> impl Strategy<Value = UnitId> {
    (0..SHIPPED.0.roster.units.len() as u8).prop_map(UnitId)
}

fn hun_unit() -> impl Strategy<Value = UnitId> {
    let units: Vec<UnitId> = SHIPPED.0.roster.of_side(Side::Hun).collect();
    prop::sample::select(units)
}

fn any_facing() -> impl Strategy<Value = Facing> {
    prop::sample::select(Facing::ALL.to_vec())
}

fn some_facing() -> impl Strategy<Value = Option<Facing>> {
    prop::option::of(any_facing())
}

fn different(units: Vec<UnitId>) -> Vec<UnitId> {
    let mut seen = Vec::new();
    for unit in units {
        if !seen.contains(&unit) {
            seen.push(unit);
        }
    }
    seen
}

fn units(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<UnitId>> {
    prop::collection::vec(any_unit(), count).prop_map(different)
}

fn any_who() -> impl Strategy<Value = Who> {
    prop_oneof![
        any_unit().prop_map(Who::Unit),
        prop::collection::btree_set(hun_unit(), 2..20)
            .prop_map(|units| Who::Units(units.into_iter().collect())),
        prop::sample::select(KINDS.to_vec()).prop_map(Who::Kind),
        prop::sample::select(Contingent::ALL.to_vec()).prop_map(Who::Contingent),
        Just(Who::All),
    ]
}

fn any_markers() -> impl Strategy<Value = [Contingent; 5]> {
    let one = prop::sample::select(Contingent::ALL.to_vec());
    prop::array::uniform5(one).prop_map(|mut markers| {
        markers.sort_unstable();
        markers
    })
}

fn early_order() -> impl Strategy<Value = Order> {
    prop_oneof![
        (any_unit(), any_hex(), any_facing()).prop_map(|(unit, hex, facing)| Order::SetUp {
            unit,
            hex,
            facing
        }),
        any_unit().prop_map(|unit| Order::SetUpAttila { unit }),
        any_markers().prop_map(|markers| Order::Markers { markers }),
        any_markers().prop_map(|markers| Order::MarkersDefault { markers }),
        prop::sample::select(Contingent::ALL.to_vec())
            .prop_map(|marker| Order::Initiative { marker }),
    ]
}

fn action() -> impl Strategy<Value = Order> {
    let leg = prop_oneof![
        4 => any_hex().prop_map(Leg::Step),
        1 => any_hex().prop_map(Leg::To),
        1 => any_unit().prop_map(Leg::Fire),
    ];
    let to = prop_oneof![
        any_hex().prop_map(Advance::Into),
        Just(Advance::Yes),
        Just(Advance::No),
    ];
    let blow = prop_oneof![units(1..3).prop_map(Blow::On), Just(Blow::Best)];
    prop_oneof![
        (
            any_unit(),
            any::<bool>(),
            prop::collection::vec(leg, 1..9),
            some_facing()
        )
            .prop_map(|(unit, withdraw, legs, facing)| Order::Move {
                unit,
                withdraw,
                legs,
                facing
            }),
        (any_unit(), any_unit()).prop_map(|(unit, target)| Order::Fire { unit, target }),
        (any_unit(), any_facing()).prop_map(|(unit, facing)| Order::Face { unit, facing }),
        (units(1..4), units(1..4), units(0..3)).prop_map(|(attackers, defenders, no_momentum)| {
            Order::Shock {
                attackers,
                defenders,
                no_momentum,
            }
        }),
        Just(Order::ShockAsk),
        Just(Order::ShockNone),
        Just(Order::AdvanceNone),
        (any_unit(), to, some_facing()).prop_map(|(unit, to, facing)| Order::Advance {
            unit,
            to,
            facing
        }),
        (any_unit(), blow, prop::option::of(1..=99_u8), some_facing()).prop_map(
            |(unit, blow, max, facing)| Order::Continue {
                unit,
                blow,
                max,
                facing
            }
        ),
        any_unit().prop_map(|unit| Order::Continue {
            unit,
            blow: Blow::Stop,
            max: None,
            facing: None
        }),
        any_unit().prop_map(|unit| Order::Reform { unit }),
        units(0..4).prop_map(|except| Order::ReformAll { except }),
        Just(Order::ReformNone),
        prop::collection::vec(any_hex(), 1..9).prop_map(|path| Order::AttilaMove { path }),
    ]
}

fn standing() -> impl Strategy<Value = Order> {
    let types = prop::collection::btree_set(prop::sample::select(KINDS.to_vec()), 0..4)
        .prop_map(|types| types.into_iter().collect());
    let before = prop::sample::select(vec![Before::Inf, Before::Hc, Before::Any]);
    let to = prop_oneof![
        prop::collection::vec(any_hex(), 1..4).prop_map(Retreat::To),
        Just(Retreat::Away),
    ];
    let point = || prop::sample::select(POINTS.map(|(_, point)| point).to_vec());
    prop_oneof![
        units(1..4).prop_map(|units| Order::AttilaRejoin { units }),
        any::<bool>().prop_map(|on| Order::AttilaAdjust { on }),
        (any_who(), prop::collection::vec(any_hex(), 1..4))
            .prop_map(|(who, to)| Order::Flee { who, to }),
        (
            any_who(),
            any::<bool>(),
            types,
            prop::option::of(-9..=9_i8),
            prop::option::of(1..=99_u8)
        )
            .prop_map(|(who, fire, at, net, max_entry)| Order::React {
                who,
                fire,
                at,
                net,
                max_entry
            }),
        (any_who(), before, to, some_facing()).prop_map(|(who, before, to, facing)| {
            Order::Evade {
                who,
                before,
                to,
                facing,
            }
        }),
        any_who().prop_map(|who| Order::Stand { who }),
        units(1..4).prop_map(|units| Order::Loss { units }),
        (any_who(), any::<bool>(), some_facing()).prop_map(|(who, yes, facing)| Order::Counter {
            who,
            yes,
            facing
        }),
        (point(), any_who()).prop_map(|(point, who)| Order::Ask { point, who }),
        point().prop_map(|point| Order::Default { point }),
    ]
}

fn any_fact() -> impl Strategy<Value = Fact> {
    let is = prop::sample::select(vec![Standing::Good, Standing::Dis, Standing::Elim]);
    let side = prop::sample::select(Side::ALL.to_vec());
    let own = prop::sample::select(Side::Hun.contingents().to_vec());
    prop_oneof![
        (any_unit(), is).prop_map(|(unit, is)| Fact::State { unit, is }),
        any_unit().prop_map(|unit| Fact::Engaged { unit }),
        (any_unit(), any_hex()).prop_map(|(unit, hex)| Fact::At { unit, hex }),
        any_hex().prop_map(|hex| Fact::Empty { hex }),
        (any_unit(), any_unit()).prop_map(|(unit, other)| Fact::Adjacent { unit, other }),
        (any_unit(), 0..=9_u8).prop_map(|(unit, at_least)| Fact::Rating { unit, at_least }),
        (side, 0..=99_u8).prop_map(|(side, at_least)| Fact::Tally { side, at_least }),
        any_unit().prop_map(|unit| Fact::Lost { unit }),
        own.prop_map(|contingent| Fact::Undrawn { contingent }),
    ]
}

proptest! {
    #[test]
    fn a_printed_order_reads_the_same(
        order in prop_oneof![early_order(), action(), standing()],
        lower in any::<bool>(),
    ) {
        let game = &SHIPPED.0;
        let printed = game.print(&order);
        let typed = if lower { printed.to_lowercase().replace(' ', "   ") } else { printed.clone() };
        let mut cursor = Cursor::new(&typed);
        let read = game.parse(&view(Side::Hun), &mut cursor);
        prop_assert_eq!(read, Ok(vec![order]), "{}", printed);
        prop_assert!(cursor.end().is_ok(), "{}", typed);
    }

    #[test]
    fn a_printed_fact_reads_the_same(fact in any_fact()) {
        let game = &SHIPPED.0;
        let printed = game.print_fact(&fact);
        let mut cursor = Cursor::new(&printed);
        prop_assert_eq!(game.parse_fact(&view(Side::Hun), &mut cursor), Ok(fact));
        prop_assert!(cursor.end().is_ok(), "{}", printed);
    }

    #[test]
    fn no_line_breaks_the_parser(words in prop::collection::vec(prop::sample::select(vec![
        "MOVE", "FIRE", "FACE", "SHOCK", "REACT", "EVADE", "ADVANCE", "CONTINUE", "COUNTER",
        "REFORM", "ATTILA", "SETUP", "CAM", "DEFAULT", "LOSS", "FLEE", "ON", "TO", "ALL", "NO",
        "YES", "BEST", "MAX", "AT", "NET", ">=", "-1", "3", "HL3", "hun-lc-*", "VM1", "1613",
        "1614-1514", "@1615", "F12", "FACE", "attila", ",", "all:lc", "x", "é", "IF", "ASK",
    ]), 0..10)) {
        let line = words.join(" ");
        for side in Side::ALL {
            let _ = read(side, &line);
        }
    }
}
