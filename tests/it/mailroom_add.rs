//! Lines that are added to a set: judged with it, and put in the place of what was refused.

use tesserarius::store::Readiness;

use super::mailroom_orders::{HC, LC, in_an_activation, pending, readiness, seat_of};
use super::support::postbox::{ANNA, Letter, Postbox};

/// Answers a letter, and returns the receipt of that answer alone.
fn receipt_of(site: &mut Postbox, report: &Letter, who: &str, lines: &str) -> Letter {
    site.post_of(who);
    site.answer(report, who, lines);
    site.sync();
    site.letter_to(who)
}

#[test]
fn what_is_added_is_judged_with_what_was_filed() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, HC);
    site.sync();
    assert_eq!(readiness(&mut site, 1), Readiness::Unready);
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("Not ready: "), "{}", receipt.text);
    // The same hex again: each line is right by itself.
    site.answer(&anna, ANNA, "ADD SETUP hun-lc-6 1614 F2");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("REFUSED"), "{}", receipt.text);
    assert_eq!(pending(&mut site, 1), [HC, "SETUP hun-lc-6 1614 F2"]);
    // What was refused is mended by what is added next.
    site.answer(&anna, ANNA, &format!("ADD {LC}"));
    site.sync();
    let receipt = site.letter_to(ANNA);
    for said in [
        "REFUSED, AND NO PART OF YOUR ORDERS\n-----------------------------------\n| SETUP hun-lc-6 1614",
        "Not ready: the set-up is not complete without hun-lc-1, hun-lc-2,",
    ] {
        assert!(receipt.text.contains(said), "{said}\n{}", receipt.text);
    }
    let whole = receipt.text.split("not complete without").nth(1).unwrap();
    assert!(
        !whole.contains("hun-lc-6") && !whole.contains("hun-hc-1,"),
        "{whole}"
    );
    assert_eq!(receipt.text.matches(LC).count(), 2, "{}", receipt.text);
    assert_eq!(pending(&mut site, 1), [HC, LC]);
    site.answer(&anna, ANNA, "GO");
    site.sync();
    assert_eq!(readiness(&mut site, 1), Readiness::Go);
    let receipt = site.letter_to(ANNA);
    let understood = "YOUR MAIL AS IT WAS UNDERSTOOD\n------------------------------\n| GO\n";
    assert!(receipt.text.contains(understood), "{}", receipt.text);
}

#[test]
fn a_line_that_is_sent_again_with_add_makes_its_set_ready() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    site.answer(&report, who, &format!("{face}\nMOVE nobody-7 1609"));
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    site.answer(&report, who, "SAY one moment");
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    site.post_of(who);
    site.answer(&report, who, &format!("ADD {other}"));
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Ready);
    let receipt = site.letter_to(who);
    assert!(
        receipt.text.contains("| MOVE nobody-7 1609"),
        "what is left out is named\n{}",
        receipt.text
    );
}

#[test]
fn nothing_follows_pass_but_what_is_added_later_stands_before_it() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    site.answer(&report, who, &format!("PASS\n{face}"));
    site.sync();
    let receipt = site.letter_to(who);
    assert!(receipt.text.contains("behind `PASS`"), "{}", receipt.text);
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    site.answer(&report, who, &format!("{face}\nPASS"));
    site.sync();
    site.answer(&report, who, &format!("ADD {other}"));
    site.sync();
    assert_eq!(pending(&mut site, seat), [face, other]);
    assert_eq!(readiness(&mut site, seat), Readiness::Ready);
}

#[test]
fn who_has_misplaced_a_unit_places_it_anew_in_one_line() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, &format!("{HC}\nSETUP hun-lc-6 1616 F2"));
    site.sync();
    site.post_of(ANNA);
    site.answer(&anna, ANNA, "ADD SETUP hun-lc-6 1619 F4");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(!receipt.text.contains("REFUSED"), "{}", receipt.text);
    let told = "this takes the place of `SETUP hun-lc-6 1616 F2`";
    assert!(receipt.text.contains(told), "{}", receipt.text);
    assert_eq!(pending(&mut site, 1), [HC, "SETUP hun-lc-6 1619 F4"]);
    // A place that is refused leaves the unit where it is, and so does CHECK.
    for line in [
        "ADD SETUP hun-lc-6 0101 F4",
        "CHECK\nADD SETUP hun-lc-6 1616 F2",
    ] {
        site.answer(&anna, ANNA, line);
        site.sync();
        let set = pending(&mut site, 1);
        assert!(
            set.contains(&"SETUP hun-lc-6 1619 F4".to_owned()),
            "{line}: {set:?}"
        );
    }
    // In one text two places are one too many.
    site.post_of(ANNA);
    site.answer(
        &anna,
        ANNA,
        &format!("{HC}\nSETUP hun-lc-6 1616 F2\nSETUP hun-lc-6 1619 F4"),
    );
    site.sync();
    assert_eq!(readiness(&mut site, 1), Readiness::Unready);
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("REFUSED"), "{}", receipt.text);
}

#[test]
fn a_mail_of_standing_lines_takes_the_place_of_refused_ones_and_leaves_orders_alone() {
    let mut site = Postbox::new();
    let (game, who, [face, _]) = in_an_activation(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    let send = |site: &mut Postbox, lines: &str| receipt_of(site, &report, who, lines);
    send(&mut site, &format!("{face}\nREACT nobody-7 FIRE"));
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    let receipt = send(&mut site, "REACT ALL HOLD");
    assert_eq!(
        readiness(&mut site, seat),
        Readiness::Ready,
        "{}",
        receipt.text
    );
    assert_eq!(pending(&mut site, seat).join("; "), face);
    let left = "| REACT nobody-7 FIRE";
    assert!(
        receipt.text.contains(left),
        "it is named once more\n{}",
        receipt.text
    );
    // An order that was refused is another matter.
    send(&mut site, &format!("{face}\nMOVE nobody-7 1609"));
    send(&mut site, "REACT ALL FIRE");
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    // The later of two lines that always answer stands alone in the list.
    let receipt = send(&mut site, "SHOW STANDING");
    assert!(
        receipt.text.contains("2: REACT all FIRE"),
        "{}",
        receipt.text
    );
    assert!(!receipt.text.contains("REACT all HOLD"), "{}", receipt.text);
}

#[test]
fn a_set_that_is_refused_to_its_last_line_leaves_the_one_that_stands() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    let send = |site: &mut Postbox, lines: &str| {
        let text = receipt_of(site, &report, who, lines).text;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    send(&mut site, &format!("{face}\n{other}"));
    assert_eq!(readiness(&mut site, seat), Readiness::Ready);
    for wrong in [
        "MOVE nobody-7 1609",
        "MVOE nobody-7 1609\nFACE nobody-7 2",
        "MOVE nobody-7 1609\nGO",
    ] {
        let receipt = send(&mut site, wrong);
        for said in [
            "Every order that you sent is refused",
            "your set of 2 lines stays as it stood",
            "YOUR ORDERS AS THEY STAND",
            &face,
            &other,
            "Not ready: a line is refused",
        ] {
            assert!(receipt.contains(said), "{said}\n{receipt}");
        }
        assert!(!receipt.contains("No order was found"), "{receipt}");
        assert_eq!(
            receipt.contains("The GO beside them does not count"),
            wrong.ends_with("GO")
        );
        assert_eq!(readiness(&mut site, seat), Readiness::Unready, "{wrong}");
    }
    let shown = send(&mut site, "SHOW ORDERS");
    let listed = shown
        .split_once("Your orders for this stop:")
        .and_then(|(_, told)| told.split_once("Refused, and no part of them:"));
    let (good, refused) = listed.expect("both are told apart");
    assert!(
        good.contains(&other) && !good.contains("nobody-7"),
        "{shown}"
    );
    assert!(
        refused.starts_with(" | MOVE nobody-7 1609"),
        "the last one only\n{shown}"
    );
    let checked = send(&mut site, "CHECK\nMOVE nobody-7 1609\nSHOW ORDERS");
    assert!(checked.contains("Nothing was filed"), "{checked}");
    send(&mut site, "GO");
    assert_eq!(readiness(&mut site, seat), Readiness::Go);
    // What is good of a set takes the place of all that stood.
    let receipt = send(&mut site, &format!("{face}\nMOVE nobody-7 1609"));
    assert!(
        receipt.contains("Your earlier set of 2 lines does not stand any more: this one of 1"),
        "{receipt}"
    );
    let set = pending(&mut site, seat);
    assert!(set.contains(&face) && !set.contains(&other), "{set:?}");
}

#[test]
fn a_go_without_orders_is_told_what_is_done_in_their_place() {
    let mut site = Postbox::new();
    let (game, who, _) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    site.answer(&report, who, "GO");
    site.sync();
    let receipt = site.letter_to(who).text;
    let told = "Your set is empty: with GO your plans and standing lines answer what is asked";
    let text = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(told), "{receipt}");
}

#[test]
fn a_line_that_leaves_its_verb_out_is_refused_and_not_passed_over() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "hun-lc-6 1614 F2");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("REFUSED"), "{}", receipt.text);
    assert_eq!(readiness(&mut site, 1), Readiness::Unready);
}
