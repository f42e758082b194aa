//! Reports, maps and pages of the game with stacks, flat-topped hexes and plots; sizes on its largest battle.

use std::sync::LazyLock;

use tesserarius::bot::SelfPlay;
use tesserarius::engine::{DrawDice, DryDice, Match, RunFacts, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;
use tesserarius::report::board::{self, MailTo};
use tesserarius::report::model::{Heading, Party, Report};
use tesserarius::report::{ascii, html, prose, text};

use super::report_forms::{FRAME, coarse, everything, golden, templates};
use super::support;

/// The battle with the most units.
const LARGEST: &str = "vercellae";

fn terms(scenario: &str, options: &[&str]) -> Terms {
    let on: Vec<_> = options.iter().map(|&option| (option, "on")).collect();
    support::terms::terms("legion", scenario, &on)
}

fn heading(scenario: &str, sides: &[String]) -> Heading {
    let party = |(side, name): (&String, &str)| Party {
        side: side.clone(),
        name: name.to_owned(),
    };
    Heading {
        id: "daras".to_owned(),
        game: "legion".to_owned(),
        title: "Legion".to_owned(),
        scenario: scenario.to_owned(),
        parties: sides.iter().zip(["Anna", "Bruno"]).map(party).collect(),
    }
}

/// The reports of both sides on every turn of one match between bots.
fn reports() -> &'static [Report] {
    static REPORTS: LazyLock<Vec<Report>> = LazyLock::new(|| {
        let game = games::find("legion").unwrap();
        let terms = terms("daras", &["13.0_panic", "16.0_facing", "18.0_contact"]);
        let wanted = SelfPlay {
            games: 1,
            seed: "1".to_owned(),
            bots: vec!["drill".to_owned()],
            checked: false,
            told: true,
        };
        let sides = (game.sides)(&terms).unwrap();
        let heading = heading("daras", &sides);
        let tally = (game.selfplay)(&terms, &wanted).unwrap();
        let page = |page: &tesserarius::bot::Page| {
            Report::of_page(&heading, &sides[page.seat.index()], page)
        };
        tally.pages.iter().map(page).collect()
    });
    &REPORTS
}

/// The first report in which somebody is lost.
fn bloody() -> &'static Report {
    let is_bloody = |report: &&Report| {
        let mut lost = report
            .notes
            .iter()
            .filter_map(|note| note.facts.get("eliminated"));
        lost.any(|units| units.as_array().is_some_and(|units| !units.is_empty()))
    };
    reports().iter().find(is_bloody).unwrap()
}

#[test]
fn text_prose_and_page_of_a_turn_of_legion_read_as_they_did() {
    let report = bloody();
    let templates = templates();
    golden("legion.txt", &text::report(&templates, report).unwrap());
    golden("legion.prose", &prose::report(&templates, report).unwrap());
    let picture = html::picture(report).unwrap();
    golden("legion.png", &coarse(&picture, 50));
    golden(
        "legion.html",
        &html::report(&templates, report, FRAME).unwrap(),
    );
}

#[test]
fn every_report_of_legion_keeps_its_width_and_its_size() {
    let templates = templates();
    for report in reports() {
        let words = text::report(&templates, report).unwrap();
        let told = prose::report(&templates, report).unwrap();
        for line in words.lines().chain(told.lines()) {
            assert!(line.chars().count() <= ascii::WIDTH, "{line}");
        }
        let page = html::report(&templates, report, FRAME).unwrap();
        assert!(page.len() < 90 * 1024, "{}", page.len());
    }
}

#[test]
fn combats_hold_what_comes_of_them_and_summaries_name_own_losses_first() {
    let report = bloody();
    let words = text::report(&templates(), report).unwrap();
    let short = words.split("IN SHORT\n--------\n").nth(1).unwrap();
    let lines: Vec<&str> = short.split("\n\n").next().unwrap().lines().collect();
    let points = lines.iter().filter(|line| line.starts_with("* ")).count();
    assert!((1..=5).contains(&points), "{short}");
    assert!(lines[0].contains(" lost "), "{short}");
    assert!(
        words.contains("\n    "),
        "what comes of an attack stands below it"
    );
    assert!(!words.contains("-- movement --\n\n--"), "{words}");
}

/// A match, set up by the default, in which the seats are asked for their first lines.
fn set_up(terms: &Terms, first: &[(u8, &str)]) -> Box<dyn Match> {
    let game = games::find("legion").unwrap();
    let mut play = (game.start)(terms).unwrap();
    play.run(&mut DryDice);
    for (seat, text) in first {
        play.file(Seat(*seat), text);
        play.run(&mut dice("first"));
    }
    while let Some(&seat) = play.stop().unwrap().seats.first()
        && ["legions", "deploy"].contains(&play.questions(seat)[0].key)
    {
        play.refile(seat, &["PASS".to_owned()]);
        play.run(&mut dice("set-up"));
        play.refile(seat, &[]);
    }
    play
}

fn dice(purpose: &str) -> DrawDice<'static> {
    DrawDice::new(h("test.legion", &[purpose.as_bytes()]))
}

fn sides(terms: &Terms) -> Vec<String> {
    (games::find("legion").unwrap().sides)(terms).unwrap()
}

#[test]
fn the_mail_of_the_largest_battle_keeps_its_size() {
    for options in [&["16.0_facing"][..], &["19.0_simultaneous"]] {
        let terms = terms(LARGEST, options);
        let play = set_up(&terms, &[]);
        let heading = heading(LARGEST, &sides(&terms));
        for &seat in &play.stop().unwrap().seats {
            let report = Report::present(&heading, &*play, Viewer::Seat(seat));
            assert!(report.board.counters.len() > 110);
            let templates = templates();
            let words = text::report(&templates, &report).unwrap();
            assert!(words.lines().all(|line| line.len() <= ascii::WIDTH));
            let page = html::report(&templates, &report, FRAME).unwrap();
            let picture = html::picture(&report).unwrap();
            let offers = play.offers(seat);
            assert!(offers.iter().any(|offer| offer.units.len() > 10));
            let board = board::page(&templates, &report, &offers, &MailTo::default()).unwrap();
            assert!(page.len() < 90 * 1024, "{}", page.len());
            assert!(board.len() < 450 * 1024, "{}", board.len());
            let whole = words.len() + page.len() + (picture.len() + board.len()) * 4 / 3;
            assert!(whole < 1000 * 1000, "{whole}");
        }
    }
}

fn seen(terms: &Terms, play: &dyn Match, run: &RunFacts) -> [[Vec<u8>; 6]; 2] {
    let heading = heading(&terms.scenario, &sides(terms));
    [Seat(0), Seat(1)].map(|seat| everything(&heading, play, run, seat))
}

/// What both seats get of a turn in which the first side has plotted something without effect.
fn plotted(plot: &str) -> [[Vec<u8>; 6]; 2] {
    let terms = terms("numidia", &["19.0_simultaneous"]);
    let mut play = set_up(&terms, &[]);
    play.file(Seat(0), plot);
    play.file(Seat(1), "GO");
    let run = play.run_filmed(&mut dice("plots"));
    seen(&terms, &*play, &run)
}

#[test]
fn a_plot_without_effect_changes_nothing_that_the_other_side_gets() {
    let [one, other] = ["PLOT OC1 DF\nGO", "PLOT OC1,OC2 NONE\nGO"].map(plotted);
    assert!(one[1] == other[1], "the other side sees nothing of it");
    assert!(one[0][0] != other[0][0], "its owner sees it");
}

/// What both seats get when the legions of the Romans were made up so.
fn legions(line: &str) -> [[Vec<u8>; 6]; 2] {
    let terms = terms("numidia", &["L1.2_integrity"]);
    let mut play = set_up(&terms, &[(1, line)]);
    let seat = play.stop().unwrap().seats[0];
    play.file(seat, "PASS");
    let run = play.run_filmed(&mut dice("legions"));
    seen(&terms, &*play, &run)
}

#[test]
fn secret_legions_change_nothing_that_the_other_side_gets() {
    let [one, other] = ["LEGION I = SD1,SD2", "LEGION II = SD1,SD2"].map(legions);
    assert!(one[0] == other[0], "the other side sees nothing of them");
    assert!(one[1][0] != other[1][0], "their owner sees them");
}
