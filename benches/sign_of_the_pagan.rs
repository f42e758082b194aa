//! How fast the order lines of Sign of the Pagan are read and printed.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use tesserarius::engine::{Rules, Seat, Viewer};
use tesserarius::games::Terms;
use tesserarius::games::sign_of_the_pagan::Game;
use tesserarius::games::sign_of_the_pagan::data::shipped_files;
use tesserarius::games::sign_of_the_pagan::state::View;
use tesserarius::orders::Cursor;

fn main() {
    divan::main();
}

const LINES: [&str; 10] = [
    "MOVE HL03 1614 1514 FIRE VM3 1614 1713 FACE 12",
    "MOVE hun-lc-3 1614-1514",
    "FIRE HM1 VM2",
    "FACE HH1 2",
    "SHOCK HH1 HM1 ON RM1",
    "CONTINUE HH1 ON RM1 MAX 2",
    "ADVANCE OH1 1312 FACE 10",
    "REFORM ALL EXCEPT HL07",
    "REACT ALL:MI FIRE NET>=-1",
    "EVADE ALL:LC BEFORE ANY AWAY FACE 12",
];

fn game() -> (Game, View) {
    let terms = Terms {
        scenario: "standard".to_owned(),
        options: Vec::new(),
        files: shipped_files(),
    };
    let game = Game::on(&terms).expect("the shipped game can be played");
    let (state, _) = game.setup("standard").expect("the scenario is shipped");
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    (game, view)
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let (game, view) = game();
    bencher.counter(ItemsCount::new(LINES.len())).bench(|| {
        LINES.map(|line| {
            let mut cursor = Cursor::new(line);
            game.parse(&view, &mut cursor).expect("every line is right")
        })
    });
}

#[divan::bench]
fn print(bencher: Bencher<'_, '_>) {
    let (game, view) = game();
    let orders = LINES.map(|line| {
        let mut cursor = Cursor::new(line);
        let mut orders = game.parse(&view, &mut cursor).expect("every line is right");
        orders.remove(0)
    });
    bencher
        .counter(ItemsCount::new(orders.len()))
        .bench(|| orders.each_ref().map(|order| game.print(order)));
}
