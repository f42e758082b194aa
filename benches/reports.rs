//! What a report costs: the text of an activation, both complete reports with picture and board, a replay.
//!
//! Wanted on a machine of today: text within 1 ms, both complete reports within 50 ms.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use divan::Bencher;
use tesserarius::engine::{DrawDice, Match, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;
use tesserarius::report::board::{self, MailTo};
use tesserarius::report::html::{self, Frame};
use tesserarius::report::model::{Heading, Party, Report};
use tesserarius::report::templates::Templates;
use tesserarius::report::text;

fn main() {
    divan::main();
}

const FRAME: Frame<'_> = Frame {
    subject: "turn 1",
    picture: "cid:map@example.org",
    site: Some("The bench"),
};

/// The reports of both sides after an activation, and the match as it stands then.
fn activation() -> (Box<dyn Match>, Vec<Report>) {
    let game = games::find("sign-of-the-pagan").expect("the game is shipped");
    let terms = Terms {
        scenario: "standard".to_owned(),
        options: Vec::new(),
        files: (game.files)(),
    };
    let mut play = (game.start)(&terms).expect("the shipped game can be played");
    let heading = Heading {
        id: "bench".to_owned(),
        game: game.key.to_owned(),
        title: game.title.to_owned(),
        scenario: terms.scenario.clone(),
        parties: play
            .sides()
            .into_iter()
            .map(|side| Party {
                name: side.clone(),
                side,
            })
            .collect(),
    };
    play.run(&mut DrawDice::new(h("bench", &[])));
    while let Some(silent) = play.stop().and_then(|stop| stop.seats.first().copied())
        && play.questions(silent)[0].key == "set_up"
    {
        play.refile(silent, &["PASS".to_owned()]);
        play.run(&mut DrawDice::new(h("bench", &[])));
        play.refile(silent, &[]);
    }
    let runs: [&[(u8, &str)]; 2] = [
        &[
            (0, "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS"),
            (1, "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS"),
        ],
        &[(
            0,
            "MOVE hun-lc-5 1514 1413 1313 1212 1211 1210 1110 FIRE rom-mi-1\nMOVE hun-lc-8 TO 1221",
        )],
    ];
    let mut reports = Vec::new();
    for (number, texts) in (0_u64..).zip(runs) {
        for (seat, text) in texts {
            play.file(Seat(*seat), text);
        }
        let seed = h("bench", &[&number.to_be_bytes()]);
        let run = play.run(&mut DrawDice::new(seed));
        reports = [Seat(0), Seat(1)]
            .map(|seat| Report::after(&heading, &*play, Viewer::Seat(seat), &run))
            .to_vec();
    }
    (play, reports)
}

#[divan::bench]
fn text_of_an_activation(bencher: Bencher<'_, '_>) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let (_, reports) = activation();
    bencher.bench(|| text::report(&templates, &reports[0]).expect("it renders"));
}

#[divan::bench]
fn picture(bencher: Bencher<'_, '_>) {
    let (_, reports) = activation();
    bencher.bench(|| html::picture(&reports[0]).expect("it can be drawn"));
}

#[divan::bench]
fn board(bencher: Bencher<'_, '_>) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let (play, reports) = activation();
    bencher.bench_local(|| {
        let offers = play.offers(Seat(0));
        board::page(&templates, &reports[0], &offers, &MailTo::default()).expect("it renders")
    });
}

#[divan::bench]
fn both_complete_reports(bencher: Bencher<'_, '_>) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let (play, reports) = activation();
    bencher.bench_local(|| {
        for (seat, report) in (0..).map(Seat).zip(&reports) {
            let words = text::report(&templates, report).expect("it renders");
            let page = html::report(&templates, report, FRAME).expect("it renders");
            let drawn = html::picture(report).expect("it can be drawn");
            let offers = play.offers(seat);
            let board = board::page(&templates, report, &offers, &MailTo::default());
            divan::black_box((words, page, drawn, board.expect("it renders")));
        }
    });
}
