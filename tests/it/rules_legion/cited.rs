//! Every rule of the index is at work somewhere: a refusal, a roll or an event cites it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tesserarius::engine::{Pick, Rules, Seat, Verdict, Viewer, read, read_line};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::rules::{PROSE, RULES, find};
use tesserarius::games::legion::state::{Phase, Place};
use tesserarius::games::legion::terms::Side;

use super::table::{Table, game, hex};
use crate::support::walk::{self, Walk};

/// Options of the matches that are played.
const ON: [&[(&str, &str)]; 3] = [
    &[],
    &[("19.0_simultaneous", "on"), ("16.0_facing", "on")],
    &[
        ("5.39_unit_capability", "on"),
        ("18.0_contact", "on"),
        ("L1.2_integrity", "on"),
    ],
];

type Cited = BTreeSet<&'static str>;

/// Runs all worked examples; each says which rules its events and refusals have cited.
fn examples(cited: &mut Cited) {
    let entry = tesserarius::games::find("legion").expect("the game is listed");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/legion");
    for file in fs::read_dir(folder).expect("there are cases") {
        let path = file.expect("it can be listed").path();
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let text = fs::read_to_string(path).expect("it can be read");
        let examples = (entry.examples)(&text).unwrap_or_else(|errors| panic!("{errors}"));
        for index in 0..examples.ids().len() {
            let ran = examples.run(index, |_| String::new());
            let numbers = ran.actual["cited"].as_array().into_iter().flatten();
            let rules = numbers.filter_map(|number| find(number.as_str()?));
            cited.extend(rules.map(|rule| rule.number));
        }
    }
}

/// Plays a match by chance and notes what its events, words to owners and refusals cite.
fn play(game: &Game, number: u64, steps: usize, cited: &mut Cited) {
    let key = game.scenario.as_ref().expect("a match has one").key.clone();
    let mut walk = Walk::start(game, &key, &[], number);
    let mut strangers = Vec::new();
    for _ in 0..steps {
        let stop = walk.position.stop().map(|stop| stop.asked.clone());
        for asked in stop.into_iter().flatten() {
            let view = game.view(walk.position.state(), Viewer::Seat(asked.seat));
            let options = game.options(&view, &asked.decision);
            if let Some(order) = options.get(walk.chance.pick(options.len().max(1))) {
                strangers.push(game.print(order));
            }
            for text in &strangers {
                let Ok(lines) = read_line(game, &view, text) else {
                    continue;
                };
                let orders: Vec<_> = lines.into_iter().map(|line| line.order).collect();
                for verdict in game.check(&view, &asked.decision, &orders) {
                    if let Verdict::Illegal(illegal) = verdict {
                        cited.insert(illegal.rule.number);
                    }
                }
            }
        }
        let Some(run) = walk.step() else { break };
        cited.extend(walk::cited(game, &run));
    }
}

/// Says lines at a set-up that the scenario's own rules forbid.
fn set_ups(cited: &mut Cited) {
    let say = |table: &Table, seat: u8, text: &str, cited: &mut Cited| {
        let (reading, _) = read(&table.game, &table.position, Seat(seat), (&[], text));
        let rules = reading.lines.iter().filter_map(|line| line.rule);
        cited.extend(rules.map(|rule| rule.number));
    };
    say(
        &Table::start("numidia", &[]),
        1,
        "DEPLOY SD1,SD2,SD3 AT 2301",
        cited,
    );
    say(
        &Table::start("busta-gallorum", &[]),
        0,
        "DEPLOY PS1,PS2,PS3 AT 1224",
        cited,
    );
    let mut daras = Table::start("daras", &[]);
    daras.pass();
    say(&daras, 1, "DEPLOY SK1,OC7 AT 1330", cited);
    let apulia = Table::start("apulia", &[]);
    say(&apulia, 0, "DEPLOY SD1,MS1 AT 1224", cited);
    let lugdunum = Table::start("lugdunum", &[]);
    say(&lugdunum, 0, "DEPLOY LC1,SK1 AT 2119", cited);
    let mut numidia = Table::start("numidia", &[]);
    numidia.pass();
    say(&numidia, 0, "DEPLOY OC1,PS1 AT 2906", cited);
    let mut sambre = Table::start("sambre", &[]);
    sambre.pass();
    let land = &sambre.game.land;
    let centre = land.letter('C').expect("the map has it");
    let north = land
        .north_bank
        .iter()
        .filter(|&&hex| land.distance(hex, centre) <= 3);
    let lines: Vec<String> = (1..)
        .zip(north)
        .map(|(n, hex)| format!("DEPLOY BI{},BI{} AT {hex}", 2 * n - 1, 2 * n))
        .take(11)
        .collect();
    say(&sambre, 1, &lines.join("\n"), cited);
    let mut revolt = Table::set_up("boudiccan-revolt", &[]);
    revolt.pass();
    let land = &revolt.game.land;
    let barred = revolt.game.units().find_map(|unit| {
        let here = revolt.open().hex(unit)?;
        let near = land.around(here).into_iter().flatten();
        let closed = near.into_iter().find(|&hex| land.cell(hex).closed)?;
        Some((
            revolt.game.side_of(unit).0,
            format!("MOVE {} VIA {closed}", revolt.game.id(unit)),
        ))
    });
    let (seat, line) = barred.expect("somebody stands beside a slope or the river");
    while revolt.asked() != [Seat(seat)] {
        revolt.pass();
    }
    say(&revolt, seat, &line, cited);
}

/// A melee that the capability chart weighs, and a recovery, in a position put together by hand.
fn by_hand(cited: &mut Cited) {
    let mut table = Table::set_up("cabira", &[("5.39_unit_capability", "on")]);
    let [foot, shaken, horse] = ["SD1", "SD2", "HC1"].map(|id| table.unit(id));
    let here = hex("1001");
    let near = table.game.land.around(here).into_iter().flatten();
    let beside = near.into_iter().next().expect("a neighbour");
    table.with_frames(vec![Frame::EndPlayerTurn, Frame::Melee], |_, state| {
        let open = &mut state.open;
        open.pieces[foot.index()].place = Place::On(here);
        open.pieces[shaken.index()].disrupted = Some(0);
        open.pieces[horse.index()].place = Place::On(beside);
        open.phase = Phase::Melee;
        open.phasing = Side(1);
    });
    table.run();
    table.say(Seat(1), "MELEE HC1 AT 1001");
    for run in [table.run(), table.pass()] {
        let rules = run.events.iter().flat_map(|event| table.game.cites(event));
        cited.extend(rules.map(|rule| rule.number));
    }
}

#[test]
fn every_rule_of_the_index_is_cited_and_no_other() {
    let mut cited = Cited::new();
    examples(&mut cited);
    set_ups(&mut cited);
    for (number, options) in (0..).zip(ON) {
        play(&game("cabira", options), number, 60, &mut cited);
    }
    by_hand(&mut cited);
    let index: BTreeSet<&str> = RULES.iter().map(|rule| rule.number).collect();
    let missing: Vec<_> = index.difference(&cited).collect();
    assert!(missing.is_empty(), "nothing cites {missing:?}");
    let strange = |number: &&&str| !number.starts_with('R') || PROSE.contains(*number);
    let unknown: Vec<_> = cited.difference(&index).filter(strange).collect();
    assert!(unknown.is_empty(), "the index lacks {unknown:?}");
}
