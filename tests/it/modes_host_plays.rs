//! A host who plays: what he files is sealed in the log before the others are asked.

use tesserarius::ledger::audit::{Code, Verdict};
use tesserarius::store::{DiceMode, Store};

use super::support::postbox::{ANNA, BRUNO, Postbox, is_report, plain_answer};
use super::support::seat_tool::Pair;

/// Anna is the host and plays the Huns; plays to the first stop that asks both.
fn until_both_are_asked(dice: DiceMode) -> Pair {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT HOST PLAYS", |new| {
        new.host_plays = Some("hun".to_owned());
        new.dice = dice;
    });
    for _ in 0..10 {
        for address in [ANNA, BRUNO] {
            let question = pair.game.question(address).unwrap_or_default();
            if question.contains("Choose five") {
                return pair;
            }
            if !question.is_empty() {
                pair.order(address, &plain_answer(&question));
            }
        }
    }
    panic!("nobody was asked for markers");
}

#[test]
fn the_other_side_is_asked_once_the_hosts_orders_are_sealed() {
    let mut pair = until_both_are_asked(DiceMode::Casual);
    let before = pair.game.bruno.message_id.clone();
    assert!(pair.game.question(ANNA).unwrap().contains("Choose five"));
    assert!(
        !pair.game.bruno.text.contains("Choose five"),
        "Bruno is not asked yet"
    );

    let id = "chalons".parse().unwrap();
    let standing = pair.site.at_desk(|desk| desk.standing(&id)).unwrap();
    assert_eq!(
        standing.waits_for,
        ["hun"],
        "as long as the host has not sealed his orders"
    );
    assert!(standing.ready.is_empty(), "{:?}", standing.ready);
    let roman = pair
        .site
        .at_desk(|desk| desk.table(&id)?.seat_of_side("roman"))
        .unwrap();
    let filing = tesserarius::desk::Filing {
        id: &id,
        seat: roman,
        stop: None,
        text: "GO",
        raw: None,
    };
    let receipt = pair.site.at_desk(|desk| desk.file(filing)).unwrap();
    assert!(receipt.answers[0].contains("the host plays and files first"));

    let to_anna = pair.game.anna.clone();
    let markers = plain_answer(&pair.game.question(ANNA).unwrap());
    pair.site.answer(&to_anna, ANNA, &markers);
    pair.site.sync();
    assert_eq!(pair.log().matches("text: early ").count(), 1);
    pair.look();
    assert_ne!(pair.game.bruno.message_id, before);
    assert!(pair.game.bruno.text.contains("Choose five"));
    assert!(
        pair.game.bruno.text.contains("text: early "),
        "the request carries the NOTE"
    );
    let standing = pair.site.at_desk(|desk| desk.standing(&id)).unwrap();
    assert_eq!(standing.waits_for, ["roman"]);
    assert_eq!(standing.ready, ["hun"]);

    pair.site.answer(&to_anna, ANNA, "GO");
    pair.site.sync();
    let refused = pair.site.letter_to(ANNA);
    assert!(
        refused.text.contains("an early NOTE in the log has sealed"),
        "{}",
        refused.text
    );
}

#[test]
fn a_match_with_a_host_who_plays_audits_clean_and_says_so() {
    for dice in [DiceMode::Casual, DiceMode::Chain] {
        let mut pair = until_both_are_asked(dice);
        pair.play_draws(2);
        pair.order(BRUNO, "RESIGN");
        let audit = pair.judge(None);
        let is_note = |code: Code| code == Code::SeatSkipped || code == Code::NoOutsideEntropy;
        assert!(
            audit.findings.iter().all(|found| is_note(found.code)),
            "{audit}"
        );
        assert_ne!(audit.verdict, Verdict::Violation);
        assert!(audit.to_string().contains("HOST PLAYS: seat 1"));
        assert!(pair.log().contains("text: early "));
        let id = "chalons".parse().unwrap();
        let row = pair.site.store.read().unwrap().the_match(&id).unwrap();
        assert!(row.finished_at.is_some());
        assert!(is_report(&pair.game.bruno));
    }
}
