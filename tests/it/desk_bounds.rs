//! Bounds: what a mail may nest and ask for, and what becomes of one over which the program dies.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tesserarius::desk::Withheld;
use tesserarius::desk::crash::{Crash, How, Point, arm, disarm};
use tesserarius::store::Disposition;

use super::by_file::in_the_first_activation;
use super::support::postbox::{ANNA, BRUNO, Game, Postbox};
use super::support::terminal::Terminal;

const OPERATOR: &str = "operator@pbem.example.org";

/// Lines that go deeper than anybody means, each with what it is told.
fn deep_lines() -> Vec<(String, &'static str)> {
    let links = |link: &str, last: &str| link.repeat(5_000) + last;
    vec![
        (
            links("FACE HL1 2 ELSE ", "FACE HL1 2"),
            "at most 8 orders behind `ELSE`",
        ),
        (
            links("IF STATE VM1 DIS THEN FACE HL1 2 ELSE ", "FACE HL1 2"),
            "at most 8 orders behind `ELSE`",
        ),
        (
            format!("FACE HL1 2 IF {}STATE VM1 DIS", "NOT ".repeat(20_000)),
            "nested at most 16 deep",
        ),
        (
            format!("FACE HL1 2 IF {}STATE VM1 DIS", "( ".repeat(20_000)),
            "nested at most 16 deep",
        ),
        (
            format!("PAUSE IF {}STATE VM1 DIS", "NOT ( ".repeat(20_000)),
            "nested at most 16 deep",
        ),
        (links("CHECK ", "FACE HL1 2"), "said once"),
        (links("ADD ", "FACE HL1 2"), "said once"),
        (links("ADD CHECK ", "FACE HL1 2"), "said once"),
    ]
}

#[test]
fn a_line_that_goes_too_deep_is_refused_with_its_bound_in_a_file() {
    let table = in_the_first_activation();
    for (line, said) in deep_lines() {
        table.write(&line);
        let (code, out, err) = table.0.run("check first --as hun orders.txt");
        let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.replace(" | ", " ");
        assert_eq!(code, 1, "{}\n{out}{err}", &line[..60]);
        assert!(words.contains(said), "{said}\n{words}");
        assert!(out.contains('^'), "{out}");
    }
}

#[test]
fn a_line_that_goes_too_deep_is_refused_with_its_bound_by_mail() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    for (line, said) in deep_lines() {
        // Where mails are read first, words that only go before an order are counted by the reader of mails.
        site.answer(&anna, ANNA, &format!("{line}\nSAY hello"));
        let read = site.sync().read;
        // A mail's line that begins with IF and is no order is a condition beside one: the mail is held.
        let is_held = line.starts_with("IF");
        let expected = match is_held {
            true => Disposition::Quarantine,
            false => Disposition::Orders,
        };
        assert_eq!(read[0].disposition, expected, "{}", &line[..60]);
        let receipt = site.letter_to(ANNA).text;
        let words = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.replace(" | ", " ");
        assert!(is_held || words.contains(said), "{said}\n{receipt}");
        assert!(receipt.len() < 20_000, "{} bytes", receipt.len());
    }
}

#[test]
fn the_deepest_line_that_is_taken_goes_all_the_way_and_comes_back() {
    let terminal = Terminal::new();
    terminal.run("new sign --id first");
    let submit = |side: &str, text: &str| {
        std::fs::write(terminal.path().join("orders.txt"), text).unwrap();
        let (code, out, err) = terminal.run(&format!("submit first --as {side} --now orders.txt"));
        assert_eq!(code, 0, "{out}{err}");
        out
    };
    let guard = format!("{}LOST VM1", "NOT ".repeat(16));
    let line = format!("FACE HL1 2 IF {guard} ELSE ").repeat(8) + "FACE HL1 4";
    let out = submit("hun", &format!("PLAN HUNS 2\n{line}\nENDPLAN\n"));
    assert!(out.contains("ELSE FACE hun-lc-1 4"), "{out}");
    // Two runs: it is kept in the position as JSON, and read from it.
    submit("hun", "GO\n");
    submit("roman", "GO\n");
    let out = submit("hun", "SHOW STANDING\n");
    let words = out.replace('|', "");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("ELSE FACE hun-lc-1 4"), "{out}");
}

#[test]
fn many_questions_cost_no_orders_and_are_answered_up_to_a_bound() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let maps = "SHOW MAP\n".repeat(160);
    let units: String = (1..=6)
        .flat_map(|n| ["lc", "hc", "mi", "li"].map(|kind| format!("SHOW UNIT hun-{kind}-{n}\n")))
        .collect();
    site.answer(
        &anna,
        ANNA,
        &format!("{maps}{units}HELP MOVE\nHELP FIRE\nGO"),
    );
    let read = site.sync().read;
    assert_eq!(read[0].disposition, Disposition::Orders);
    let receipt = site.letter_to(ANNA).text;
    assert!(receipt.contains("You are ready."), "{receipt}");
    assert!(
        receipt.contains("At most 20 questions are answered in one mail"),
        "{receipt}"
    );
    assert!(
        receipt.contains("`HELP FIRE`"),
        "what is left out is named\n{receipt}"
    );
    let heads = receipt
        .lines()
        .filter(|line| line.starts_with("hun-"))
        .count();
    assert!(
        (10..20).contains(&heads),
        "{heads} units are told\n{receipt}"
    );
}

#[test]
fn a_message_longer_than_a_mail_stops_neither_its_sender_nor_the_match() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let words = "All work and no play makes Jack a dull boy, day after day.\n".repeat(7_000);
    for _ in 0..3 {
        let letter = game.report_of(ANNA).clone();
        site.answer(
            &letter,
            ANNA,
            &format!("MESSAGE roman\n{words}ENDMESSAGE\n"),
        );
        site.sync();
        assert_eq!(site.post_of(ANNA).len(), 1, "a receipt");
    }
    let before = game.bruno.stop();
    game.answer(&mut site, ANNA, "GO");
    game.answer(&mut site, BRUNO, "GO");
    assert!(game.bruno.stop() > before, "the match has gone on");
    for letter in site.sent() {
        assert!(letter.raw.len() <= 1 << 20, "{}", letter.subject);
    }
}

#[test]
fn a_mail_over_which_the_program_dies_is_held_after_the_third_time_and_the_others_are_read() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|_| {});
    site.answer(&anna, ANNA, "SAY deadly");
    site.answer(&bruno, BRUNO, "SAY harmless");
    for _ in 0..3 {
        arm(Point::Authenticated, 1, How::Unwind);
        let died = catch_unwind(AssertUnwindSafe(|| site.try_sync().map(|_| ())));
        assert!(died.is_err_and(|payload| payload.is::<Crash>()));
        site.reopen();
    }
    let read = site.sync().read;
    disarm();
    let dispositions: Vec<_> = read.iter().map(|read| read.disposition).collect();
    assert_eq!(dispositions, [Disposition::Quarantine, Disposition::Orders]);
    let held = site
        .at_desk(|desk| desk.held_mails().map_err(|error| error.to_string()))
        .unwrap();
    assert_eq!(held.len(), 1);
    assert!(
        held[0].reason.contains("died 3 times"),
        "{}",
        held[0].reason
    );
    assert!(site.letter_to(OPERATOR).text.contains("inbox release"));
    // A person may have it read once more, and then it counts.
    let number = held[0].number;
    let shown = site
        .at_desk(|desk| desk.held_mail(number, Withheld::Yes))
        .unwrap();
    assert_eq!(shown.still_held, [""; 0]);
    site.at_desk(|desk| desk.release_mail(number, "georg"))
        .unwrap();
    assert_eq!(site.sync().read[0].disposition, Disposition::Orders);
}

#[test]
fn a_mail_that_only_failed_does_not_count_as_one_that_killed() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|_| {});
    site.answer(&anna, ANNA, "SAY one");
    site.answer(&bruno, BRUNO, "SAY two");
    arm(Point::Begun, 1, How::Unwind);
    let died = catch_unwind(AssertUnwindSafe(|| site.try_sync().map(|_| ())));
    assert!(died.is_err(), "the machine stopped once");
    site.reopen();
    let read = site.sync().read;
    assert!(
        read.iter()
            .all(|read| read.disposition == Disposition::Orders)
    );
}
