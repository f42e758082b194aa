//! What the judging of a large set costs: lines that are refused, fall back to their ELSE, or hang on a condition.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tesserarius::engine::{DrawDice, Match, Scope, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;

fn main() {
    divan::main();
}

/// So many stops are passed over on the way to a question.
const MOST_STOPS: usize = 20;

/// A match at the first stop that puts such a question, and to whom.
fn asked(game: &str, scenario: &str, question: &str) -> (Box<dyn Match>, Seat) {
    let entry = games::find(game).expect("the game is listed");
    let terms = Terms {
        scenario: scenario.to_owned(),
        options: Vec::new(),
        files: (entry.files)(),
    };
    let mut play = (entry.start)(&terms).expect("it can be set up");
    for _ in 0..MOST_STOPS {
        let dice = DrawDice::new(h("bench.judging", &[]));
        let mut dice = dice.opening(|scope| match scope {
            Scope::Seat(seat, _) => Some(h("bench.own", &[&[seat.0]])),
            Scope::Public | Scope::Host(_) => None,
        });
        play.run(&mut dice);
        let seats = play.stop().expect("the match goes on").seats;
        let is_asked = |seat: &&Seat| {
            let questions = play.questions(**seat);
            questions.iter().any(|asked| asked.key == question)
        };
        if let Some(&seat) = seats.iter().find(is_asked) {
            return (play, seat);
        }
        for seat in seats {
            play.time_out(seat);
        }
    }
    panic!("none of the first {MOST_STOPS} stops asks `{question}`")
}

/// The army that moves first at Chalons, each unit with a move to the next hex.
fn marching() -> (Box<dyn Match>, Seat, Vec<[String; 2]>) {
    let (play, seat) = asked("legion", "chalons", "move");
    let board = play.board(Viewer::Seat(seat));
    let own = board
        .counters
        .iter()
        .filter(|counter| counter.side == seat.0);
    let moves = own.map(|counter| {
        let listed = play.legal(seat, &[&counter.id]).pop().flatten();
        let first = listed.and_then(|orders| orders.into_iter().next());
        let good = first.unwrap_or_else(|| format!("MOVE {} TO 0101", counter.id));
        [format!("MOVE {} 0101", counter.id), good]
    });
    let moves = moves.collect();
    (play, seat, moves)
}

/// Judges as many lines as one set.
fn judge(bencher: Bencher<'_, '_>, (play, seat): (&dyn Match, Seat), lines: &[String]) {
    let text = lines.join("\n");
    bencher
        .counter(ItemsCount::new(lines.len()))
        .bench_local(|| play.read(seat, black_box(&text)));
}

fn of_legion(bencher: Bencher<'_, '_>, lines: usize, line: impl Fn(&[String; 2]) -> String) {
    let (play, seat, moves) = marching();
    let lines: Vec<String> = moves.iter().cycle().take(lines).map(line).collect();
    judge(bencher, (&*play, seat), &lines);
}

/// Moves that are refused whatever happens.
#[divan::bench(args = [65, 130, 1_300], sample_count = 3, sample_size = 1)]
fn refused_moves_of_legion(bencher: Bencher<'_, '_>, lines: usize) {
    of_legion(bencher, lines, |[bad, _]| bad.clone());
}

/// As many orders behind an ELSE as a line may have, all of them refused.
#[divan::bench(args = [65, 130], sample_count = 3, sample_size = 1)]
fn refused_alternatives_of_legion(bencher: Bencher<'_, '_>, lines: usize) {
    of_legion(bencher, lines, |[bad, _]| [bad.as_str(); 9].join(" ELSE "));
}

/// Moves that fall back to their ELSE.
#[divan::bench(args = [13, 26], sample_count = 1, sample_size = 1)]
fn moves_of_legion_that_fall_back(bencher: Bencher<'_, '_>, lines: usize) {
    of_legion(bencher, lines, |[bad, good]| format!("{bad} ELSE {good}"));
}

fn of_set_up(bencher: Bencher<'_, '_>, lines: usize, line: impl Fn(usize) -> String) {
    let (play, seat) = asked("sign-of-the-pagan", "standard", "set_up");
    let lines: Vec<String> = (0..lines).map(line).collect();
    judge(bencher, (&*play, seat), &lines);
}

/// Lines of a set-up that are refused.
#[divan::bench(args = [65, 130, 1_300], sample_count = 3, sample_size = 1)]
fn refused_lines_of_a_set_up(bencher: Bencher<'_, '_>, lines: usize) {
    of_set_up(bencher, lines, |line| {
        format!("SETUP hun-lc-{} 0101 F2", line % 16 + 1)
    });
}
