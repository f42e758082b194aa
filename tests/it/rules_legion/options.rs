//! Options of whole matches: each value but the usual one makes a difference that shows.

use tesserarius::engine::{Rules, Seat, Viewer};
use tesserarius::games::legion::decision::{Decision, Frame};
use tesserarius::games::legion::options::OPTIONS;
use tesserarius::games::legion::state::{Exited, Phase, Place};
use tesserarius::games::legion::terms::{Edge, Side};

use super::table::{Table, hex};

/// Tells whether a battle that Romans win by any exit is over once one of them has left.
fn ends_with_an_exit(options: &[(&str, &str)], fled: bool) -> bool {
    let mut table = Table::set_up("teutoburgerwald", options);
    let unit = table.unit("SD1");
    table.with(|_, state| {
        state.open.pieces[unit.0 as usize].place = if fled { Place::Dead } else { Place::Out };
        state.open.exits.push(Exited {
            unit,
            hex: hex("0101"),
            edge: Edge::North,
            fled,
            conceded: false,
        });
    });
    table.run();
    table.position.over().is_some()
}

#[test]
fn r58_victory_is_judged_once_it_is_settled_or_at_the_end_only() {
    assert!(ends_with_an_exit(&[], false));
    assert!(!ends_with_an_exit(&[("victory_check", "end")], false));
}

#[test]
fn r30_who_runs_off_the_map_is_lost_or_out_as_agreed() {
    assert!(!ends_with_an_exit(&[], true));
    assert!(ends_with_an_exit(&[("panic_exit_counts", "yes")], true));
}

#[test]
fn r75_the_second_side_sees_the_first_set_up_unless_it_is_sealed() {
    for (mode, sees) in [("open", true), ("sealed", false)] {
        let mut table = Table::start("daras", &[("deployment_mode", mode)]);
        table.pass();
        assert_eq!(table.asked(), [Seat(1)]);
        let view = table
            .game
            .view(table.position.state(), Viewer::Seat(Seat(1)));
        let byzantine = table.unit("SD1").0 as usize;
        let stands = view.open.pieces[byzantine].hex().is_some();
        assert_eq!(stands, sees, "{mode}");
    }
}

#[test]
fn r76_half_of_the_nervii_is_counted_as_agreed() {
    for (half, refused) in [("combat", Some("L3.5")), ("all", None)] {
        let mut table = Table::start("sambre", &[("sambre_half", half)]);
        table.pass();
        let land = &table.game.land;
        let north = land.north_bank.iter();
        let near = north.filter(|&&own| land.distance(own, hex("1810")) <= 3);
        let lines: Vec<String> = (0..11)
            .zip(near)
            .map(|(n, at)| format!("DEPLOY BI{},BI{} AT {at}", 2 * n + 1, 2 * n + 2))
            .collect();
        let told = table.refused(Seat(1), &lines.join("\n"));
        assert_eq!(told[10], refused, "{half}");
    }
}

#[test]
fn r76_the_northern_nervii_stand_where_it_was_agreed() {
    for (north, c3, g6) in [("c3", None, Some("11.1")), ("g6", Some("11.1"), None)] {
        let mut table = Table::start("sambre", &[("sambre_north", north)]);
        table.pass();
        let land = &table.game.land;
        let bank = |near: &str, most: u16, far: &str, least: u16| {
            let mut hexes = land.north_bank.iter().copied();
            hexes
                .find(|&own| {
                    land.distance(own, hex(near)) <= most && land.distance(own, hex(far)) > least
                })
                .expect("the north bank has one")
        };
        let at = |place| table.refused(Seat(1), &format!("DEPLOY BI1 AT {place}"));
        assert_eq!(at(bank("1810", 3, "2119", 6)), [c3], "{north}");
        assert_eq!(at(bank("2119", 6, "1810", 3)), [g6], "{north}");
    }
}

#[test]
fn r77_wherever_zone_s_lies_the_germans_stand_apart_from_the_romans() {
    let info = OPTIONS.iter().find(|info| info.name == "minden_s");
    for value in info.expect("it is listed").values {
        for mode in ["open", "sealed"] {
            let options = [("minden_s", value.key), ("deployment_mode", mode)];
            let table = Table::set_up("minden", &options);
            let state = table.position.state();
            assert_eq!(table.game.invariants(state), Ok(()), "{}", value.key);
            let army = |side| {
                let units = table.game.of_side(Side(side));
                units.filter_map(|unit| table.open().hex(unit))
            };
            let apart =
                army(0).all(|own| army(1).all(|other| table.game.land.distance(own, other) > 1));
            assert!(apart, "{}", value.key);
        }
    }
}

#[test]
fn r50_legions_are_open_if_so_agreed() {
    for (secret, sees) in [("yes", false), ("no", true)] {
        let options = [("L1.2_integrity", "on"), ("legion_secret", secret)];
        let mut table = Table::start("numidia", &options);
        table.pass();
        let view = table
            .game
            .view(table.position.state(), Viewer::Seat(Seat(0)));
        let tagged = view.open.pieces.iter().any(|piece| piece.legion.is_some());
        assert_eq!(tagged, sees, "{secret}");
    }
}

#[test]
fn r48_legions_may_have_other_sizes_if_so_agreed() {
    for (size, refused) in [("8", Some("L1.2")), ("agreed", None)] {
        let options = [("L1.2_integrity", "on"), ("legion_size", size)];
        let table = Table::start("numidia", &options);
        let line = "LEGION I = SD1-SD10 LEADER 1L1";
        assert_eq!(table.refused(Seat(1), line), [refused], "{size}");
    }
}

#[test]
fn r105_the_tempo_says_when_an_attacker_is_asked_again() {
    for (tempo, again) in [("phase", false), ("turn", false), ("attack", true)] {
        let mut table = Table::set_up("daras", &[("tempo", tempo)]);
        let places = [
            ("SD1", "1010"),
            ("SD2", "1510"),
            ("SK1", "1011"),
            ("SK2", "1511"),
        ];
        let units = places.map(|(id, at)| (table.unit(id), hex(at)));
        let frames = vec![Frame::EndPlayerTurn, Frame::Melee];
        table.with_frames(frames, |_, state| {
            for (unit, at) in units {
                state.open.pieces[unit.0 as usize].place = Place::On(at);
            }
            state.open.phase = Phase::Melee;
            state.open.phasing = Side(0);
        });
        table.run();
        table.say(Seat(0), "MELEE SD1 AT 1011 ADVANCE NONE");
        table.run();
        let stop = table.position.stop().expect("the battle goes on");
        let melee = |decision: &Decision| matches!(decision, Decision::Melee { .. });
        let is_again = stop.asked.iter().any(|asked| melee(&asked.decision));
        assert_eq!(is_again, again, "{tempo}");
    }
}
