//! Random legal play, and reading order lines.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tesserarius::bot::{SelfPlay, Tally};
use tesserarius::engine::{Rules as _, Seat, Viewer, read_line};
use tesserarius::games::sign_of_the_pagan::Game;
use tesserarius::games::{self, GameEntry, Terms};

fn main() {
    divan::main();
}

fn entry() -> &'static GameEntry {
    games::find("sign-of-the-pagan").expect("the game is listed")
}

fn terms() -> Terms {
    Terms {
        scenario: "standard".to_owned(),
        options: Vec::new(),
        files: (entry().files)(),
    }
}

fn play(terms: &Terms, checked: bool) -> Tally {
    let wanted = SelfPlay {
        games: 10,
        seed: "bench".to_owned(),
        bots: vec!["random".to_owned()],
        checked,
        told: false,
    };
    (entry().selfplay)(terms, &wanted).expect("the shipped game can be played")
}

/// Ten matches of random legal play; an item is an order played.
#[divan::bench(args = [false, true], sample_count = 10)]
fn sign_of_the_pagan(bencher: Bencher<'_, '_>, checked: bool) {
    let terms = terms();
    let actions = play(&terms, checked).actions;
    bencher
        .counter(ItemsCount::new(actions))
        .bench(|| play(black_box(&terms), checked));
}

/// Lines as players write them.
const LINES: [&str; 8] = [
    "MOVE hl3 1512-1412 FIRE vm2 FACE 12",
    "move hun-lc-4 to 1413 if state hl3 good else face hun-lc-4 2",
    "FIRE HM1 VM3",
    "SHOCK HH1 HH2 ON VM1 VM2 NOMOMENTUM HH2",
    "REFORM ALL EXCEPT HL5",
    "REACT all:lc HOLD AT HI,HC",
    "EVADE vis-lc-3 BEFORE HC TO 1212,1213 FACE 6",
    "CONTINUE HH1 ON BEST MAX 2",
];

/// A million lines read, from the words to orders.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn a_million_lines(bencher: Bencher<'_, '_>) {
    const MILLION: usize = 1_000_000;
    let game = Game::on(&terms()).expect("the shipped game is sound");
    let (state, _) = game.setup("standard").expect("the scenario is sound");
    let views = [Seat(0), Seat(1)].map(|seat| game.view(&state, Viewer::Seat(seat)));
    let own = |line: &str| usize::from(line.starts_with("EVADE vis"));
    for line in LINES {
        assert!(read_line(&game, &views[own(line)], line).is_ok(), "{line}");
    }
    bencher.counter(ItemsCount::new(MILLION)).bench(|| {
        for line in LINES.iter().cycle().take(MILLION) {
            let read = read_line(&game, &views[own(line)], black_box(line));
            black_box(read.is_ok());
        }
    });
}
