//! Lines that are added to a set: judged with it, and put in the place of what was refused.

use tesserarius::store::Readiness;

use super::mailroom_orders::{HC, LC, in_an_activation, pending, readiness, seat_of};
use super::support::postbox::{ANNA, Postbox};

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
