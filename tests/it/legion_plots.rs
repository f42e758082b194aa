//! Plots of Legion: plans that plot for their owner, ways that are found, what is added and taken back, by file and
//! by mail.

use std::fs;

use tesserarius::desk::NewMatch;
use tesserarius::engine::{DryDice, Judged, Match, Playing, Seat};
use tesserarius::games;
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::simultaneous::Step;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::schedule::Lapse;

use crate::support::legion_field::{game, going_on, laid_out, men};
use crate::support::postbox::{ANNA, BRUNO, Postbox, seat};
use crate::support::terminal::Terminal;

const FIRST: Seat = Seat(0);

const FIELD: &[(&str, &str)] = &[
    ("SD1", "1010"),
    ("SD2", "1110"),
    ("2L1", "1010"),
    ("MS1", "1015"),
];

/// A battle that both sides are to plot.
fn battle(units: &[(&str, &str)]) -> Playing<Game> {
    let game = game("chalons", &[("19.0_simultaneous", "on")]);
    let state = laid_out(&game, &men(&game, units), Side(0), Phase::Plot);
    let mut play = going_on(game, state, vec![Frame::Together(Step::Begin)]);
    play.run(&mut DryDice);
    play
}

#[test]
fn r104_a_plot_to_a_hex_is_written_down_with_its_way() {
    let mut play = battle(FIELD);
    let reading = play.file(FIRST, "PLOT SD1 MV TO 1013");
    let line = &reading.lines[0];
    assert_eq!(line.verdict, Judged::Legal, "{line:?}");
    assert_eq!(line.canonical, ["PLOT SD1 MV 1011 1012 1013"]);
    assert_eq!(line.remarks, [""; 0]);
    assert_eq!(
        play.in_force(FIRST)[0],
        "PLOT SD1 MV 1011 1012 1013",
        "what a seal covers"
    );
}

#[test]
fn r104_a_plot_beyond_the_points_goes_as_far_as_they_last_and_says_so() {
    let play = battle(FIELD);
    let line = &play.read(FIRST, "PLOT SD1 MV TO 1017").lines[0];
    assert_eq!(line.verdict, Judged::Legal, "{line:?}");
    let [remark] = line.remarks.as_slice() else {
        panic!("{line:?}");
    };
    assert!(remark.contains("not yet in 1017"), "{remark}");
    assert!(remark.contains("(5.27)"), "{remark}");
    assert!(!line.canonical[0].contains("TO"), "{line:?}");
}

#[test]
fn a_plot_to_where_no_way_leads_is_refused_and_names_the_enemy() {
    let play = battle(FIELD);
    let line = &play.read(FIRST, "PLOT SD1 MV TO 1015").lines[0];
    assert_eq!(line.rule.map(|rule| rule.number), Some("5.23"), "{line:?}");
    assert_eq!(line.reason.as_deref(), Some("an enemy stands in 1015: MS1"));
}

#[test]
fn a_plan_finds_the_way_of_a_plot_when_its_turn_comes() {
    let mut play = battle(FIELD);
    let reading = play.file(FIRST, "PLAN TURN 2\nPLOT SD1 MV TO 1011\nENDPLAN");
    assert!(!reading.is_bad(), "{reading:?}");
    assert_eq!(play.standing(FIRST)[1], "PLOT SD1 MV TO 1011");
}

#[test]
fn a_refusal_of_a_group_names_the_unit() {
    let play = battle(FIELD);
    let line = &play.read(FIRST, "PLOT SD1,SD2 MV 1210").lines[0];
    let reason = line.reason.as_deref().unwrap();
    assert_eq!(
        reason,
        "1210 does not touch 1010 (said of `PLOT SD1 MV 1210`)"
    );
    let line = &play.read(FIRST, "PLOT SD1 MV 1210").lines[0];
    assert_eq!(
        line.reason.as_deref(),
        Some("1210 does not touch 1010"),
        "one unit needs no name"
    );
}

#[test]
fn r16_0_no_plot_turns_where_nobody_faces() {
    let play = battle(FIELD);
    for text in ["PLOT SD1 MV FACE NE", "PLOT SD1 MV 1011 FACE NE"] {
        let line = &play.read(FIRST, text).lines[0];
        assert_eq!(line.rule.map(|rule| rule.number), Some("16.0"), "{line:?}");
        let reason = line.reason.as_deref().unwrap();
        assert!(reason.contains("played without facing"), "{reason}");
    }
}

/// A match from files that is plotted.
struct Table(Terminal);

impl Table {
    fn new() -> Self {
        let table = Self(Terminal::new());
        let new = "new legion --scenario daras --id first --option 19.0_simultaneous=on";
        assert_eq!(table.0.run(new).0, 0);
        for side in ["byzantines", "persians"] {
            table.submit(side, "GO\n");
        }
        table
    }

    fn submit(&self, side: &str, orders: &str) -> (i32, String) {
        fs::write(self.0.path().join("orders.txt"), orders).unwrap();
        let (code, out, _) = self
            .0
            .run(&format!("submit first --as {side} --now orders.txt"));
        (code, out.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    fn waits_for(&self) -> String {
        self.0.run("status first").1
    }
}

#[test]
fn whoever_has_a_plan_is_told_what_it_plots_and_how_to_plot_after_all() {
    let table = Table::new();
    let (_, filed) = table.submit(
        "byzantines",
        "PLOT SD1 NONE\nPLAN TURN\nPLOT SD1 MV TO 2423\nENDPLAN\n",
    );
    assert!(
        filed.contains("A plan answers in your place when its time comes"),
        "{filed}"
    );
    table.submit("persians", "GO\n");
    assert!(
        table.waits_for().contains("waits for persians"),
        "{}",
        table.waits_for()
    );
    let told = "You are not asked at this stop, since your plan answers it. PLAN TURN gives: `PLOT SD1 MV ";
    let shown = table.0.run("show first --as byzantines").1;
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains(told), "{shown}");
    let (code, refused) = table.submit("byzantines", "PLOT SD2 NONE\n");
    assert_eq!(code, 1, "{refused}");
    assert!(refused.contains(told), "{refused}");
    assert!(
        refused.contains("CANCEL PLAN TURN, and you are asked"),
        "{refused}"
    );
    let seen = table.0.run("show first --as persians").1;
    assert!(!seen.contains("PLAN TURN gives"), "{seen}");
    table.submit("byzantines", "CANCEL PLAN TURN\n");
    table.submit("persians", "GO\n");
    assert!(
        table.waits_for().contains("waits for byzantines"),
        "{}",
        table.waits_for()
    );
    assert_eq!(table.submit("byzantines", "PLOT SD2 NONE\n").0, 0);
}

#[test]
fn a_plot_that_is_added_takes_the_place_of_the_units_earlier_one() {
    let table = Table::new();
    table.submit("byzantines", "PLOT SD1 MV 2326\n");
    let (code, added) = table.submit("byzantines", "ADD PLOT SD2 MV 2326\n");
    assert_eq!(code, 0, "{added}");
    assert!(
        added.contains("1 PLOT SD1 MV 2326 2 PLOT SD2 MV 2326"),
        "{added}"
    );
    let (code, anew) = table.submit("byzantines", "ADD PLOT SD1 NONE\n");
    assert_eq!(code, 0, "{anew}");
    assert!(
        anew.contains("this takes the place of `PLOT SD1 MV 2326`"),
        "{anew}"
    );
    assert!(
        anew.contains("1 PLOT SD2 MV 2326 2 PLOT SD1 NONE"),
        "{anew}"
    );
    let twice = "ADD PLOT SD1 NONE\nPLOT SD1 MV 2326\n";
    let (code, twice) = table.submit("byzantines", twice);
    assert_eq!(code, 1, "{twice}");
    assert!(twice.contains("SD1 has a task already"), "{twice}");
    table.submit("byzantines", "PLOT SD1 MV 2326\nPLOT SD2 MV 2326\n");
    for words in ["PLOT", "PLOT SD1"] {
        let (code, kept) = table.submit("byzantines", &format!("CANCEL {words}\n"));
        assert_eq!(code, 1, "{kept}");
        let said = format!("no standing line of yours begins with `{words}`");
        assert!(kept.contains(&said), "{kept}");
        assert!(
            kept.contains("1 PLOT SD1 MV 2326 2 PLOT SD2 MV 2326"),
            "{kept}"
        );
    }
}

#[test]
fn a_plan_that_is_refused_by_mail_is_sent_back_whole_and_files_nothing() {
    let mut site = Postbox::new();
    let deadlines = site.config.deadlines.clone();
    let (anna, bruno) = site.start(|new| {
        let legion = games::find("legion").unwrap();
        let id = new.id.take();
        *new = NewMatch::of(legion, "daras", &deadlines);
        new.id = id;
        new.grace = Lapse::new(0, 0);
        new.seats = vec![seat("byzantines", ANNA), seat("persians", BRUNO)];
        new.options = vec![("19.0_simultaneous".to_owned(), "on".to_owned())];
    });
    site.answer(&anna, ANNA, "GO\n");
    site.sync();
    site.post_of(ANNA);
    let to_bruno = site.post_of(BRUNO).pop().unwrap_or(bruno);
    site.answer(&to_bruno, BRUNO, "GO\n");
    site.sync();
    let plotting = site
        .post_of(ANNA)
        .into_iter()
        .find(|letter| letter.text.contains("Plot one task"));
    let plan = "PLAN TURN\nPLOT SD1 MV 2326\nMOVE SD2 VIA 2326\nENDPLAN\n";
    site.answer(&plotting.expect("Anna is to plot"), ANNA, plan);
    site.sync();
    let receipt = site.letter_to(ANNA).text;
    let receipt = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        receipt.contains("nothing of this plan is filed, since line 3 of it is refused"),
        "{receipt}"
    );
    assert!(
        receipt.contains("everything is plotted in this match"),
        "{receipt}"
    );
    assert!(receipt.contains("(19.0)"), "{receipt}");
    assert!(
        !receipt.contains("A plan answers in your place"),
        "{receipt}"
    );
}
