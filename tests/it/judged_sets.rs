//! Judging many sets of one decision: a judge who remembers says what one says who does not, and refused orders that are
//! said to leave no trace leave none.

use tesserarius::engine::{Rules, Seat, Trace, Verdict, Viewer, read_line};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Decision;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::games::sign_of_the_pagan as pagan;
use tesserarius::ledger::hash::h;

use crate::support::legion_field::{game, laid_out, men, seen};
use crate::support::terms::terms;

/// Sets of a few of these orders, some of them several times.
fn sets<O: Clone>(orders: &[O], seed: &str) -> Vec<Vec<O>> {
    let of_number = |number: u32| -> Vec<O> {
        let bytes = h("test.sets", &[seed.as_bytes(), &number.to_be_bytes()]);
        let bytes: Vec<u8> = bytes.as_bytes().iter().copied().take(10).collect();
        let (length, picks) = bytes.split_first().expect("there are ten");
        let picks = picks.iter().take(1 + usize::from(*length) % 9);
        let picks = picks.map(|&pick| orders[usize::from(pick) % orders.len()].clone());
        picks.collect()
    };
    (0..40).map(of_number).collect()
}

/// Judges many sets; returns how many refused orders are said to have left no trace.
fn judged_alike<R: Rules>(
    rules: &R,
    view: &R::View,
    decision: &R::Decision,
    lines: &[&str],
) -> usize {
    let orders: Vec<R::Order> = lines
        .iter()
        .flat_map(|line| read_line(rules, view, line).unwrap_or_else(|e| panic!("{line}: {e:?}")))
        .map(|line| line.order)
        .collect();
    let mut judge = rules.judge_of_sets(view, decision);
    let mut apart = 0;
    for set in sets(&orders, lines[0]) {
        let judged = judge.judge(&set);
        let verdicts: Vec<Verdict> = judged.iter().map(|(verdict, _)| verdict.clone()).collect();
        assert_eq!(verdicts, rules.check(view, decision, &set), "{set:?}");
        let foreseen = rules.foreseen(view, decision, &set);
        assert_eq!(judge.foreseen(&set), foreseen, "{set:?}");
        for (index, (verdict, trace)) in judged.iter().enumerate() {
            if !verdict.is_illegal() || *trace == Trace::Left {
                continue;
            }
            apart += 1;
            let (mut rest, mut others) = (set.clone(), verdicts.clone());
            rest.remove(index);
            others.remove(index);
            // A set of one may be judged at once, in other words.
            let again = rules.check(view, decision, &rest);
            let kinds = |said: &[Verdict]| said.iter().map(Verdict::is_illegal).collect::<Vec<_>>();
            match rest.len() {
                1 => assert_eq!(kinds(&again), kinds(&others), "{set:?} without {index}"),
                _ => assert_eq!(again, others, "{set:?} without {index}"),
            }
        }
    }
    apart
}

const FIELD: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SD2", "1010"),
    ("SD3", "1010"),
    ("SD4", "1008"),
    ("SD5", "1012"),
    ("2L1", "1013"),
    ("MS1", "1014"),
];

const LINES: &[&str] = &[
    "MOVE SD1 VIA 1011",
    "MOVE SD1 VIA 1009",
    "MOVE SD4 VIA 1009 1010",
    "MOVE SD5 VIA 1011 1010",
    "MOVE SD2 VIA 1008",
    "MOVE SD3 VIA 0303",
    "MOVE SD5 VIA 1013 1014",
    "MOVE 2L1 TO 1016",
    "MELEE SD5 AT 1014",
    "MELEE SD1,2L1 AT 1014",
    "MELEE SD4 AT 1014",
];

fn of_legion(options: &[(&str, &str)], phase: Phase, decision: &Decision, lines: &[&str]) -> usize {
    let game: Game = game("chalons", options);
    let mut state = laid_out(&game, &men(&game, FIELD), Side(0), phase);
    for piece in &mut state.open.pieces {
        piece.allowance = 8;
    }
    let view = seen(&game, &state, Side(0));
    judged_alike(&game, &view, decision, lines)
}

#[test]
fn sets_of_moves_and_attacks_of_legion_are_judged_alike_from_memory() {
    let side = Side(0);
    let moving = of_legion(&[], Phase::Movement, &Decision::Move { side }, LINES);
    let firing = of_legion(&[], Phase::Fire, &Decision::Fire { side }, LINES);
    assert!(moving > 20 && firing > 20, "{moving} {firing}");
}

#[test]
fn sets_of_plots_of_legion_are_judged_alike_from_memory() {
    let lines = [
        "PLOT SD1 MV 1011",
        "PLOT SD1 MV 1009",
        "PLOT SD4 MV 1009 1010",
        "PLOT SD5 MV 1011 1010",
        "PLOT SD2 MV 1008",
        "PLOT SD5 MV 0303",
    ];
    let decision = Decision::Plot { side: Side(0) };
    let options = [("19.0_simultaneous", "on")];
    let apart = of_legion(&options, Phase::Plot, &decision, &lines);
    assert!(apart > 10, "{apart}");
}

#[test]
fn refused_lines_of_a_set_up_leave_no_trace() {
    let game = pagan::Game::on(&terms("sign-of-the-pagan", "standard", &[])).unwrap();
    let (state, _) = game.setup("standard").unwrap();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let lines = [
        "SETUP hun-lc-1 1614 F2",
        "SETUP hun-lc-2 1614 F2",
        "SETUP hun-lc-3 0101 F2",
        "SETUP hun-hc-1 1615 F2",
        "SETUP hun-hc-1 1616 F2",
        "SETUP ATTILA WITH hun-hc-1",
    ];
    let decision = pagan::decision::Decision::SetUp {
        side: pagan::data::Side::Hun,
        placed: Vec::new(),
        attila: None,
    };
    let apart = judged_alike(&game, &view, &decision, &lines);
    assert!(apart > 10, "{apart}");
}
