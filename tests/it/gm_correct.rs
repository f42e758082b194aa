//! Positions that the game master puts right.

use tesserarius::desk::Wish;
use tesserarius::record::Kind;
use tesserarius::schedule::Lapse;
use tesserarius::store::DiceMode;

use super::support::acts::{Mastered, flat};
use super::support::checkers::assert_other_checkers_agree;
use super::support::postbox::{ANNA, BRUNO, GEORG, Postbox};
use super::support::seat_tool::Pair;

#[test]
fn a_fact_is_set_told_to_everybody_and_played_on_with() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let now = table.stop();
    let (fact, from, to) = table.a_facing();
    table.master(&format!(
        "CHECK\nCORRECT {fact} = {to} BECAUSE it was mistyped"
    ));
    let receipt = table.site.letter_to(GEORG);
    let difference = format!("{fact}: {from} -> {to}");
    assert!(
        flat(&receipt.text).contains(&difference),
        "{}",
        receipt.text
    );
    assert!(
        flat(&receipt.text).contains("Nothing was changed"),
        "{}",
        receipt.text
    );
    assert_eq!(table.stop(), now);
    table.master(&format!("CORRECT {fact} = {to} BECAUSE it was mistyped"));
    assert_eq!(table.stop(), now + 1);
    for address in [ANNA, BRUNO, GEORG] {
        let report = table.report_of(address);
        assert!(
            report.contains("put the position right: it was mistyped"),
            "{report}"
        );
        assert!(report.contains(&format!("{fact} = {to}")), "{report}");
    }
    assert_eq!(table.a_facing().1, to);
    let log = table.log();
    assert!(log.contains("type: CORRECT") && log.contains("why: it was mistyped"));
    table.play_draws(2);
    table.finish();
    let found = table.audit();
    assert!(
        ["CLEAN", "CLEAN WITH NOTES"].contains(&found.audit.verdict.to_string().as_str()),
        "{found}"
    );
    assert!(!table.codes().contains(&"REPLAY_DIFFERS"), "{found}");
    assert_other_checkers_agree(&log);
}

#[test]
fn a_hidden_fact_is_neither_shown_nor_probed_by_the_game_masters_mail() {
    let mut table = Mastered::start(|_| {});
    table.play_until_chosen();
    let now = table.stop();
    let chosen = table.state()["hidden"][0]["chosen"][0].clone();
    let own = chosen.as_str().unwrap();
    let mut answers = Vec::new();
    for value in [own, "huns", "ostrogoths", "allies"] {
        let told = table.told(
            GEORG,
            &format!("CHECK\nCORRECT hidden.0.chosen.0 = {value}"),
        );
        answers.push(told.replace(value, "VALUE"));
    }
    let answer = &answers[0];
    assert!(answer.contains("not everybody's to see"), "{answer}");
    assert!(
        answers.iter().all(|other| other == answer),
        "whatever is tried, the answer is the same: {answers:#?}"
    );
    assert_eq!(table.stop(), now);
}

#[test]
fn a_hidden_fact_that_is_set_at_the_shell_is_told_to_its_owner_alone() {
    let mut table = Mastered::start(|_| {});
    table.play_until_chosen();
    let now = table.stop();
    let id = "chalons".parse().unwrap();
    let chosen = table.state()["hidden"][0]["chosen"].to_string();
    let other = table.other_choice();
    let wish = Wish::Correct(other);
    let dry = table
        .site
        .at_desk(|desk| desk.act(&id, (&wish, "a slip"), true))
        .unwrap();
    assert!(dry.difference[0].contains("only hun sees"), "{dry:?}");
    assert!(!format!("{dry:?}").contains(&chosen));
    let done = table
        .site
        .at_desk(|desk| desk.act(&id, (&wish, "a slip"), false))
        .unwrap();
    assert!(done.done, "{done:?}");
    table.site.sync();
    assert_eq!(table.stop(), now + 1);
    let shown = |address: &str, table: &mut Mastered| {
        let letter = table.letter_of(address);
        let files: String = letter.files.iter().map(|(_, text)| text.as_str()).collect();
        flat(&letter.text) + &files
    };
    assert!(shown(ANNA, &mut table).contains("hidden.0.chosen"));
    for address in [BRUNO, GEORG] {
        let told = shown(address, &mut table);
        assert!(told.contains("not yours to see: a slip"), "{told}");
    }
    assert!(!shown(BRUNO, &mut table).contains("hidden.0.chosen"));
    assert_eq!(table.record(Kind::Input).len(), 1);
    table.finish();
    let found = table.audit();
    assert!(!table.codes().contains(&"REPLAY_DIFFERS"), "{found}");
}

#[test]
fn a_locked_match_takes_no_act_and_takes_it_once_the_dice_are_out() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| {
        new.dice = DiceMode::Chain;
        new.grace = Lapse::ZERO;
    });
    let id = "chalons".parse().unwrap();
    let locked = pair.until_locked();
    let wish = Wish::Undo(None);
    let refused = pair
        .site
        .at_desk(|desk| desk.act(&id, (&wish, ""), false))
        .unwrap_err();
    assert!(refused.to_string().contains("is locked"), "{refused}");
    pair.give(&locked);
    pair.look();
    let asked = pair
        .site
        .at_desk(|desk| desk.act(&id, (&wish, ""), false))
        .unwrap();
    assert_eq!(asked.waits_for, ["hun", "roman"]);
    pair.site.sync();
    let to = asked.difference[0].split("stop ").nth(2).unwrap();
    let to = to.split(' ').next().unwrap().to_owned();
    for address in [ANNA, BRUNO] {
        let letter = pair.game.report_of(address).clone();
        pair.site
            .answer(&letter, address, &format!("ACCEPT UNDO {to}"));
        pair.site.sync();
    }
    pair.look();
    assert!(pair.log().contains("undo: 1"));
    // New values prove the consent: no word of the host's has to be believed.
    pair.play_draws(3);
    pair.order(ANNA, "RESIGN");
    let audit = pair.judge(None);
    assert_eq!(audit.verdict.to_string(), "CLEAN WITH NOTES", "{audit}");
    let codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    assert_eq!(codes, ["UNDONE"], "{audit}");
    let (code, verified) = pair.bruno.verify();
    assert_eq!(code, 0, "{verified}");
}
