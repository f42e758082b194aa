//! What a report costs: the text of an activation, both complete reports with picture and board, a replay.
//!
//! Wanted on a machine of today: text within 1 ms, both complete reports within 50 ms, the replay of a
//! hundred turns within 2 s.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use divan::Bencher;
use tesserarius::engine::{DrawDice, Match, RunFacts, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;
use tesserarius::report::board::{self, MailTo};
use tesserarius::report::html::{self, Frame};
use tesserarius::report::model::{Heading, Party, Report};
use tesserarius::report::replay::{self, Reel};
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

/// A battle in which something has happened that both sides are told of.
struct Battle {
    heading: Heading,
    play: Box<dyn Match>,
    run: RunFacts,
}

impl Battle {
    /// Sets a scenario up by its defaults, and lets the seats that are asked send these lines in turn.
    fn fought(key: &str, scenario: &str, lines: &[&str]) -> Self {
        let game = games::find(key).expect("the game is shipped");
        let terms = Terms {
            scenario: scenario.to_owned(),
            options: Vec::new(),
            files: (game.files)(),
        };
        let mut play = (game.start)(&terms).expect("the shipped game can be played");
        let party = |side: String| Party {
            name: side.clone(),
            side,
        };
        let heading = Heading {
            id: "bench".to_owned(),
            game: game.key.to_owned(),
            title: game.title.to_owned(),
            scenario: terms.scenario.clone(),
            parties: play.sides().into_iter().map(party).collect(),
        };
        let dice = |number: usize| DrawDice::new(h("bench", &[&number.to_be_bytes()]));
        let mut run = play.run_filmed(&mut dice(0));
        while let Some(silent) = asked(&*play)
            && ["set_up", "deploy"].contains(&play.questions(silent)[0].key)
        {
            play.refile(silent, &["PASS".to_owned()]);
            run = play.run_filmed(&mut dice(0));
            play.refile(silent, &[]);
        }
        for (number, text) in (1..).zip(lines) {
            let seats = play.stop().expect("the battle goes on").seats;
            let texts = text.split("\n--\n");
            for (seat, text) in seats.into_iter().zip(texts) {
                let reading = play.file(seat, text);
                assert!(!reading.is_bad(), "{reading:?}");
            }
            run = play.run_filmed(&mut dice(number));
        }
        Self { heading, play, run }
    }

    fn of(key: &str) -> Self {
        match key {
            "legion" => Self::fought(
                key,
                "casilinum",
                &["MOVE BC4,BC5 VIA 1106\nMOVE BC7,BC8,BC9 VIA 1107 1207"],
            ),
            key => Self::fought(
                key,
                "standard",
                &[
                    "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS\n--\n\
                     CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS",
                    "MOVE hun-lc-5 1514 1413 1313 1212 1211 1210 1110 FIRE rom-mi-1\nMOVE hun-lc-8 TO 1221",
                ],
            ),
        }
    }

    fn report(&self, seat: Seat) -> Report {
        Report::after(&self.heading, &*self.play, Viewer::Seat(seat), &self.run)
    }
}

fn asked(play: &dyn Match) -> Option<Seat> {
    play.stop()?.seats.first().copied()
}

/// The games that are measured.
const GAMES: [&str; 2] = ["sign-of-the-pagan", "legion"];

#[divan::bench(args = GAMES)]
fn text_of_an_activation(bencher: Bencher<'_, '_>, game: &str) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let report = Battle::of(game).report(Seat(0));
    bencher.bench(|| text::report(&templates, &report).expect("it renders"));
}

#[divan::bench(args = GAMES)]
fn picture(bencher: Bencher<'_, '_>, game: &str) {
    let report = Battle::of(game).report(Seat(0));
    bencher.bench(|| html::picture(&report).expect("it can be drawn"));
}

#[divan::bench(args = GAMES)]
fn board(bencher: Bencher<'_, '_>, game: &str) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let battle = Battle::of(game);
    let seat = asked(&*battle.play).expect("somebody has to act");
    let report = battle.report(seat);
    bencher.bench_local(|| {
        let offers = battle.play.offers(seat);
        board::page(&templates, &report, &offers, &MailTo::default()).expect("it renders")
    });
}

#[divan::bench(args = GAMES)]
fn both_complete_reports(bencher: Bencher<'_, '_>, game: &str) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let battle = Battle::of(game);
    bencher.bench_local(|| {
        for seat in [Seat(0), Seat(1)] {
            let report = battle.report(seat);
            let words = text::report(&templates, &report).expect("it renders");
            let page = html::report(&templates, &report, FRAME).expect("it renders");
            let drawn = html::picture(&report).expect("it can be drawn");
            let offers = battle.play.offers(seat);
            let board = board::page(&templates, &report, &offers, &MailTo::default());
            divan::black_box((words, page, drawn, board.expect("it renders")));
        }
    });
}

/// A hundred turns of six activations each: what is filmed of one, again and again.
#[divan::bench(args = GAMES)]
fn replay_of_a_hundred_turns(bencher: Bencher<'_, '_>, game: &str) {
    let templates = Templates::new(&[]).expect("the shipped templates are right");
    let battle = Battle::of(game);
    let viewer = Viewer::Seat(Seat(0));
    let start = battle.run.board_before(viewer).expect("it was filmed");
    let reels: Vec<Reel<'_>> = (0..600)
        .map(|number| Reel {
            turn: number / 6 + 1,
            scenes: battle.run.scenes_of(viewer),
        })
        .collect();
    bencher.bench_local(|| {
        replay::page(&templates, &battle.heading, "", start, &reels).expect("it renders")
    });
}
