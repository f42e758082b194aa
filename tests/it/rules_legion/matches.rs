//! Matches: turns that follow each other, what both sides see, how a battle ends.

use tesserarius::engine::{Ending, Fit, Outcome, Rules, Seat, Telling, Viewer};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Decision;
use tesserarius::games::legion::event::Event;
use tesserarius::games::legion::options::{OPTIONS, Options};
use tesserarius::games::legion::order::{Order, Task};
use tesserarius::games::legion::state::{Exited, Place};
use tesserarius::games::legion::terms::{Edge, Side, UnitId};

use tesserarius::ledger::hash::h;

use super::table::{Table, game, hex, lose};
use crate::support::walk::Walk;

#[test]
fn r2_0_two_player_turns_make_a_game_turn() {
    let mut table = Table::set_up("daras", &[]);
    let mut seen = Vec::new();
    while table.open().player_turn < 4 {
        let now = table.open();
        let moment = (now.player_turn, now.turn, now.phasing.0);
        if seen.last() != Some(&moment) {
            seen.push(moment);
        }
        table.pass();
    }
    assert_eq!(seen, [(1, 1, 0), (2, 1, 1), (3, 2, 0)]);
}

#[test]
fn r19_1f_a_game_turn_follows_the_other() {
    let mut table = Table::set_up("daras", &[("19.0_simultaneous", "on")]);
    assert_eq!(
        (table.open().turn, table.asked()),
        (1, vec![Seat(0), Seat(1)])
    );
    table.pass();
    assert_eq!(
        (table.open().turn, table.asked()),
        (2, vec![Seat(0), Seat(1)])
    );
    assert!(table.position.state().plots.iter().all(Vec::is_empty));
}

#[test]
fn r19_1a_r20_1a_the_battle_waits_for_two_plots_and_shows_neither() {
    let mut table = Table::set_up("daras", &[("19.0_simultaneous", "on")]);
    let unit = table.unit("BC1");
    let from = table.open().hex(unit).expect("set up");
    let to = table
        .game
        .land
        .around(from)
        .into_iter()
        .flatten()
        .next()
        .expect("it has neighbours");
    table.say(Seat(0), &format!("PLOT BC1 MV {to}"));
    table.run();
    assert_eq!(table.open().turn, 1);
    let plot = Event::Plotted {
        side: Side(0),
        unit,
        task: Some(Task::Stand),
    };
    let failed = Event::TaskFailed {
        side: Side(0),
        unit,
    };
    for event in [plot, failed] {
        let state = table.position.state();
        assert_eq!(
            table.game.witness(state, &event, Viewer::Seat(Seat(1))),
            None
        );
        assert!(
            table
                .game
                .witness(state, &event, Viewer::Seat(Seat(0)))
                .is_some()
        );
    }
    let view = table
        .game
        .view(table.position.state(), Viewer::Seat(Seat(1)));
    assert!(view.plots[0].is_empty());
    table.say(Seat(1), "PLOT SK1 NONE");
    table.run();
    assert_eq!((table.open().turn, table.open().hex(unit)), (2, Some(to)));
}

#[test]
fn r20_1b_at_the_end_everything_is_open() {
    let table = Table::set_up("daras", &[("19.0_simultaneous", "on")]);
    let event = Event::Plotted {
        side: Side(1),
        unit: UnitId(0),
        task: Some(Task::Stand),
    };
    let seen = table
        .game
        .witness(table.position.state(), &event, Viewer::Everybody);
    assert_eq!(seen, Some(event));
}

#[test]
fn r11_1e_after_the_last_game_turn_the_list_is_read() {
    let mut table = Table::set_up("teutoburgerwald", &[]);
    while table.position.over().is_none() {
        table.pass();
    }
    assert_eq!(table.open().turn, 12);
    assert_eq!(table.open().outcome, Some(Outcome::Draw));
}

fn out(unit: UnitId, at: &str, edge: Edge) -> Exited {
    Exited {
        unit,
        hex: hex(at),
        edge,
        fled: false,
        conceded: false,
    }
}

#[test]
fn r58_an_exit_settles_teutoburgerwald_and_not_numidia() {
    let mut table = Table::set_up("teutoburgerwald", &[]);
    let unit = table.unit("SD1");
    table.with(|_, state| {
        state.open.pieces[unit.0 as usize].place = Place::Out;
        state.open.exits.push(out(unit, "0110", Edge::West));
    });
    table.run();
    assert_eq!(
        table.position.over(),
        Some(Ending::Played(Outcome::Win(Seat(0))))
    );
    let mut table = Table::set_up("numidia", &[]);
    table.with(|game, state| {
        let swordsmen = game.units().filter(|&unit| game.id(unit).starts_with("SD"));
        for unit in swordsmen.collect::<Vec<_>>() {
            state.open.pieces[unit.0 as usize].place = Place::Out;
            state.open.exits.push(out(unit, "0110", Edge::West));
        }
    });
    table.run();
    assert_eq!(
        table.position.over(),
        None,
        "a Numidian Substantive level still beats the exit"
    );
}

#[test]
fn r92_who_is_alone_may_end_the_battle() {
    let alone = || {
        let mut table = Table::set_up("placentia", &[]);
        table.with(|game, state| {
            lose(game, &mut state.open, 1, &[]);
            state.open.phasing = Side(1);
        });
        table
    };
    let mut table = alone();
    table.run();
    assert_eq!(
        table.position.over(),
        None,
        "the Romans may still take both hexes"
    );
    assert_eq!(table.open().phasing, Side(0));
    assert_eq!(table.asked(), [Seat(0)]);
    let here = table.open().hex(table.unit("SD1")).expect("set up");
    let near = table.game.land.around(here).into_iter().flatten();
    let free = near.into_iter().find(|&hex| table.open().is_empty(hex));
    let line = format!("MOVE SD1 VIA {}", free.expect("a neighbour with room"));
    assert_eq!(
        table.refused(Seat(0), &line),
        [None],
        "the turn may be played on"
    );
    table.say(Seat(0), "FINISH");
    table.run();
    assert_eq!(table.position.over(), Some(Ending::Played(Outcome::Draw)));
}

#[test]
fn trk_both_sides_see_the_points_of_both() {
    let mut table = Table::set_up("daras", &[]);
    table.with(|_, state| state.open.points = [27, 5]);
    for viewer in [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Observer,
    ] {
        let view = table.game.view(table.position.state(), viewer);
        let standing = table.game.standing(&view);
        let points = [0, 1].map(|side: usize| standing["sides"][side]["points"].clone());
        assert_eq!(points, [27, 5]);
        assert_eq!(standing["sides"][0]["level"], "decisive");
    }
}

#[test]
fn r18_4_the_pairs_stand_in_the_head_of_reports() {
    let mut table = Table::set_up("daras", &[("18.0_contact", "on")]);
    let pair = (table.unit("SD1"), table.unit("SK1"));
    table.with(|_, state| state.open.contacts.push(pair));
    let view = table.game.view(table.position.state(), Viewer::Observer);
    let standing = table.game.standing(&view);
    assert_eq!(standing["contacts"], serde_json::json!([["SD1", "SK1"]]));
}

#[test]
fn r15_0a_r106_a_side_may_concede_in_each_of_its_phases() {
    let table = Table::set_up("daras", &[("15.0_concession", "on")]);
    let view = table
        .game
        .view(table.position.state(), Viewer::Seat(Seat(0)));
    let side = Side(0);
    for decision in [
        Decision::Fire { side },
        Decision::Move { side },
        Decision::Melee { side },
        Decision::Plot { side },
    ] {
        let fit = table.game.answer(&view, &decision, &Order::Concede);
        assert!(matches!(fit, Fit::Takes(..)), "{decision:?}");
    }
    let without = Table::set_up("daras", &[]);
    assert_eq!(without.refused(Seat(0), "CONCEDE TACTICAL"), [Some("15.0")]);
}

#[test]
fn r12_0_every_pair_of_switches_begins_a_battle() {
    let data = game("daras", &[]);
    let scenario = data.scenario.clone().expect("it was named");
    let is_switch = |key: &[&str]| key == ["off", "on"];
    let switches = OPTIONS.iter().filter(|info| {
        let keys: Vec<&str> = info.values.iter().map(|value| value.key).collect();
        is_switch(&keys)
    });
    let switches: Vec<&str> = switches.map(|info| info.name).collect();
    assert_eq!(switches.len(), 13);
    for (index, &first) in switches.iter().enumerate() {
        for &second in &switches[index + 1..] {
            let mut pairs = vec![(first, "on"), (second, "on")];
            let needs = pairs.iter().any(|(name, _)| *name == "L1.4_roman_panic");
            if needs && !pairs.contains(&("13.0_panic", "on")) {
                pairs.push(("13.0_panic", "on"));
            }
            let options = Options::from_pairs(pairs).expect("they go together");
            let mut own = data.clone();
            own.options = options;
            assert!(own.setup(&scenario.key).is_ok(), "{first} {second}");
            let mut position =
                tesserarius::engine::Position::start(&own, &scenario.key).expect("it has begun");
            let mut dice = tesserarius::engine::DrawDice::new(h("test.pairs", &[]));
            position.run(&own, &mut dice);
            assert!(position.stop().is_some(), "{first} {second}");
        }
    }
}

#[test]
fn r10_3d_no_leader_ever_rises() {
    let game = game("daras", &[]);
    let mut walk = Walk::start(&game, "daras", &[], 3);
    let grades = |walk: &Walk<'_, Game>| -> Vec<u8> {
        let open = &walk.position.state().open;
        let grade = |unit| game.kinds.get(open.piece(unit).kind).grade;
        game.units().map(grade).collect()
    };
    let mut before = grades(&walk);
    for _ in 0..60 {
        if walk.step().is_none() {
            break;
        }
        let now = grades(&walk);
        assert!(before.iter().zip(&now).all(|(old, new)| old <= new));
        before = now;
    }
}
