//! Chain mode by mail: orders are locked before anybody knows the dice.

use tesserarius::ledger::audit::Verdict;
use tesserarius::store::{DiceMode, Life, Store};

use super::support::postbox::{ANNA, BRUNO, Postbox};
use super::support::seat_tool::{Pair, Tool};

fn chain() -> Pair {
    Pair::start(Postbox::new(), "ACCEPT", |new| new.dice = DiceMode::Chain)
}

#[test]
fn a_match_is_played_from_the_invitation_to_the_end_and_audits_clean() {
    let mut pair = chain();
    pair.play_draws(4);
    pair.order(ANNA, "RESIGN");
    assert_eq!(pair.life(), Life::Finished);
    let audit = pair.judge(None);
    assert_eq!(audit.verdict, Verdict::Clean, "{audit}");
    let (code, verified) = pair.bruno.verify();
    assert_eq!(
        (code, &verified["own"]),
        (0, &serde_json::json!([])),
        "{verified}"
    );
    let log = pair.log();
    assert!(log.contains("mode: chain"));
    assert_eq!(
        log.matches("ack: 1 ").count(),
        log.matches("type: REPORT").count()
    );
    assert_eq!(
        log.matches("give: 2 c ").count(),
        log.matches("type: REPORT").count()
    );
}

#[test]
fn a_lock_is_on_its_way_before_any_value_and_nothing_replaces_what_it_seals() {
    let mut pair = chain();
    let locked = pair.until_locked();
    assert_eq!(locked.len(), 2, "both are told");
    assert_eq!(pair.life(), Life::Locked);
    assert!(!pair.log().contains("type: REPORT"));
    let (_, to_anna) = locked.iter().find(|(address, _)| *address == ANNA).unwrap();
    assert!(
        to_anna.text.contains("Your value is wanted now"),
        "{}",
        to_anna.text
    );
    assert!(to_anna.text.contains("until "), "{}", to_anna.text);

    let report = pair.game.anna.clone();
    pair.site.answer(&report, ANNA, "GO\nSAY the die is cast");
    pair.site.sync();
    let receipt = pair.site.letter_to(ANNA);
    assert!(
        receipt.text.contains("has been locked since"),
        "{}",
        receipt.text
    );
    assert!(receipt.text.contains("stands in everybody's next report"));

    let standing = |pair: &mut Pair| {
        let id = "chalons".parse().unwrap();
        let standing = pair.site.at_desk(|desk| desk.standing(&id)).unwrap();
        (standing.waits_for, standing.locked.map(|draw| draw.number))
    };
    let both = vec!["hun".to_owned(), "roman".to_owned()];
    assert_eq!(standing(&mut pair), (both, Some(1)));
    let (first, second) = locked.split_at(1);
    pair.give(first);
    assert_eq!(pair.life(), Life::Locked, "one value is not enough");
    let late = if first[0].0 == ANNA { "roman" } else { "hun" };
    assert_eq!(standing(&mut pair), (vec![late.to_owned()], Some(1)));
    pair.give(second);
    assert_ne!(pair.life(), Life::Locked);
    assert!(pair.log().contains("type: REPORT"));
    pair.look();
    assert!(pair.game.bruno.text.contains("the die is cast"));
}

#[test]
fn a_match_waits_until_one_player_at_least_has_joined_with_an_anchor() {
    let mut site = Postbox::new();
    site.invite(|new| new.dice = DiceMode::Chain);
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    assert!(to_anna.text.contains("Dice: chain."));
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    assert!(
        site.letter_to(BRUNO)
            .text
            .contains("nobody beside the host has joined")
    );
    let mut tool = super::support::seat_tool::Tool::new(ANNA);
    let join = tool.join(&to_anna).replace("ACCEPT", "");
    site.answer(&to_anna, ANNA, &join);
    site.sync();
    let id = "chalons".parse().unwrap();
    assert_ne!(
        site.store.read().unwrap().the_match(&id).unwrap().life,
        Life::Inviting
    );
}

#[test]
fn while_nobody_has_joined_each_is_told_and_the_status_says_so() {
    let mut site = Postbox::new();
    let id = site.invite(|new| new.dice = DiceMode::Chain);
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.sync();
    let told = site.letter_to(ANNA).text.replace('\n', " ");
    assert!(told.contains("nobody beside the host has joined"), "{told}");
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    let standing = site.at_desk(|desk| desk.standing(&id)).unwrap();
    assert_eq!(standing.row.life, Life::Inviting);
    assert_eq!(standing.waits_for, ["hun", "roman"], "either of them");
}

#[test]
fn whoever_keeps_the_secrets_of_both_seats_says_which_one_answers() {
    let mut site = Postbox::new();
    site.invite(|new| new.dice = DiceMode::Chain);
    site.sync();
    let mut both = Tool::new(ANNA);
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    let (first, second) = (both.join(&to_anna), both.join(&to_bruno));
    assert_eq!(
        first,
        both.join(&to_anna),
        "the same secrets, the same JOIN"
    );
    site.answer(&to_anna, ANNA, &first);
    site.answer(&to_bruno, BRUNO, &second);
    site.sync();
    for letter in site.post_of(ANNA) {
        both.keep(&letter.raw);
    }
    let told = both.answer("").unwrap_err();
    assert!(told.contains("several seats"), "{told}");
    assert!(told.contains("1, 2") && told.contains("--seat"), "{told}");
    both.answer("--seat 1").unwrap();
}
