//! Simultaneous play by both sides' mails: what is refused, what stays hidden, who is asked.

use tesserarius::engine::{Ended, Ending, Judged, Outcome, Rules, Seat, Viewer, read};
use tesserarius::games::legion::event::{Event, Stop};
use tesserarius::games::legion::state::Place;
use tesserarius::games::legion::terms::Legion;

use super::table::{Table, hex, lose};

const TOGETHER: (&str, &str) = ("19.0_simultaneous", "on");

/// Takes everybody off the map but these, who stand in these hexes.
fn leave_only(table: &mut Table, units: &[(&str, &str)]) {
    let units = units.iter().map(|(id, at)| (table.unit(id), hex(at)));
    let units: Vec<_> = units.collect();
    table.with(|game, state| {
        for unit in game.units() {
            let stands = units.iter().find(|(own, _)| *own == unit);
            state.open.pieces[unit.0 as usize].place = match stands {
                Some((_, at)) => Place::On(*at),
                None => Place::Dead,
            };
        }
    });
    table.run();
}

#[test]
fn r92_a_side_without_units_is_not_asked_to_plot_and_the_other_may_finish() {
    let mut table = Table::set_up("daras", &[TOGETHER]);
    table.with(|game, state| lose(game, &mut state.open, 1, &[]));
    table.run();
    assert_eq!(table.asked(), [Seat(0)]);
    assert_eq!(
        table.refused(Seat(0), "PLOT SD1 NONE\nFINISH"),
        [None, None]
    );
    // Who wants no end plots, and nobody else is waited for.
    let turn = table.open().turn;
    table.say(Seat(0), "PLOT SD1 NONE");
    table.run();
    assert_eq!(
        (table.open().turn, table.asked()),
        (turn + 1, vec![Seat(0)])
    );
    table.say(Seat(0), "FINISH");
    let run = table.run();
    assert_eq!(run.ended, Ended::Over);
    // The list of outcomes is read as ever: nobody holds H, so the battle is the Persians'.
    let won = Ending::Played(Outcome::Win(Seat(1)));
    assert_eq!(table.position.over(), Some(won));
}

#[test]
fn r92_nobody_finishes_while_the_enemy_stands() {
    let table = Table::set_up("daras", &[TOGETHER]);
    assert_ne!(table.refused(Seat(0), "FINISH"), [None]);
}

#[test]
fn r20_4_what_cannot_be_plotted_is_refused_with_its_rule() {
    let on = [
        TOGETHER,
        ("L1.1_square", "on"),
        ("L1.5_bc", "on"),
        ("16.0_facing", "on"),
        ("roman_ask", "yes"),
    ];
    let mut table = Table::set_up("daras", &on);
    leave_only(
        &mut table,
        &[
            ("SD1", "1010"),
            ("SD2", "1010"),
            ("BC1", "1505"),
            ("OC1", "1805"),
            ("SK1", "2030"),
        ],
    );
    for (line, rule) in [
        ("SQUARE DISSOLVE 1010", "L1.14"),
        ("CONVERT OC1 TO SK", "L1.5"),
        ("PLOT BC1 CV LC", "L1.5"),
        ("PLOT BC1 MV 1504 FACE N\nPLOT BC1 CV SK", "20.4"),
        ("PLOT BC1 CV SK\nCONVERT BC1 TO SK", "20.4"),
        ("PLOT SD1 MV OFF N", "11.42"),
        ("PLOT SD1 MV", "20.4"),
        ("PLOT BC1 CV", "20.4"),
        ("MOVE SD1 VIA 1009", "19.0"),
        ("FACE SD1 N", "19.0"),
    ] {
        let refused = table.refused(Seat(0), line);
        assert_eq!(refused.last(), Some(&Some(rule)), "{line}: {refused:?}");
    }
    let good = "PLOT SD1,SD2 MV FACE N\nCONVERT BC1 TO SK\nPLOT OC1 MV 1804 FACE S";
    assert_eq!(table.refused(Seat(0), good), [None; 3]);
}

#[test]
fn l1_1_a_square_that_plots_are_to_bring_about_is_left_open() {
    let options = [TOGETHER, ("L1.1_square", "on"), ("roman_ask", "yes")];
    let table = Table::set_up("daras", &options);
    let verdict = |seat| {
        let (reading, _) = read(
            &table.game,
            &table.position,
            seat,
            (&[], "SQUARE FORM 1010"),
        );
        reading.lines[0].verdict
    };
    assert_eq!(verdict(Seat(0)), Judged::Open);
    // The Persians have no Roman SD and never will.
    assert_eq!(verdict(Seat(1)), Judged::Illegal);
    let without = Table::set_up("daras", &[TOGETHER]);
    let refused = without.refused(Seat(0), "SQUARE FORM 1010");
    assert_eq!(refused, [Some("L1.1")]);
}

#[test]
fn l1_2_two_legions_are_not_plotted_into_one_attack() {
    let mut table = Table::set_up("cabira", &[TOGETHER, ("L1.2_integrity", "on")]);
    leave_only(
        &mut table,
        &[
            ("SD1", "1010"),
            ("SD9", "1010"),
            ("SD21", "1009"),
            ("BI1", "3030"),
        ],
    );
    let legion = |id: &str| table.open().piece(table.unit(id)).legion;
    assert_eq!(
        [legion("SD1"), legion("SD9")],
        [Some(Legion::I), Some(Legion::II)]
    );
    let both = "PLOT SD1 ML AT 1009\nPLOT SD9 ML AT 1009";
    assert_eq!(table.refused(Seat(0), both), [None, Some("L1.2")]);
    let apart = "PLOT SD1 ML AT 1009 GROUP a\nPLOT SD9 ML AT 1009 GROUP b";
    assert_eq!(table.refused(Seat(0), apart), [None, None]);
}

#[test]
fn r20_1_where_a_way_was_to_go_on_is_seen_by_its_owner_alone() {
    let mut table = Table::set_up("daras", &[TOGETHER]);
    leave_only(&mut table, &[("BC1", "1010"), ("SK1", "1007")]);
    table.say(Seat(0), "PLOT BC1 MV 1009 1008 1108");
    table.say(Seat(1), "PLOT SK1 DF");
    let run = table.run();
    let is_halt = |event: &&Event| matches!(event, Event::Halted { .. });
    let halt = run.events.iter().find(is_halt).expect("missiles stop him");
    assert!(matches!(
        halt,
        Event::Halted {
            why: Stop::Zone,
            ..
        }
    ));
    let sees = |viewer| {
        let seen = table.game.witness(table.position.state(), halt, viewer);
        seen.is_some()
    };
    assert!(sees(Viewer::Seat(Seat(0))) && sees(Viewer::GameMaster));
    assert!(!sees(Viewer::Seat(Seat(1))) && !sees(Viewer::Observer));
}
