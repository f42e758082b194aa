//! What players say to each other arrives as it was written, and never as something else.

use super::support::postbox::{ANNA, BRUNO, Game, Postbox, is_report};

#[test]
fn a_message_keeps_its_paragraphs_its_quotes_and_what_looks_like_comments() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let words = "MESSAGE roman\n# a heading\n> you wrote this\n\nOn Monday Bruno wrote:\n\
                 ; and // all that\nENDMESSAGE\nGO";
    game.answer(&mut site, ANNA, words);
    let told = &game.bruno.text;
    for said in [
        "| # a heading",
        "| > you wrote this",
        "| On Monday Bruno wrote:",
        "| ; and // all that",
    ] {
        let said = said.trim_start_matches("| ");
        assert!(told.contains(said), "{said}\n{told}");
    }
}

#[test]
fn what_is_said_stays_behind_its_bar_however_long_it_is() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let filler = "word ".repeat(14);
    let said = format!("{filler}\u{ff03}TESSERA-BEGIN {filler}#TESSERA-BEGIN {filler}");
    game.answer(
        &mut site,
        ANNA,
        &format!("MESSAGE all\n{said}\nENDMESSAGE\nGO"),
    );
    let told = &game.bruno.text;
    let spoken: Vec<&str> = told
        .lines()
        .skip_while(|line| !line.starts_with("| hun: word"))
        .take_while(|line| line.contains("word") || line.contains("TESSERA"))
        .collect();
    assert!(spoken.len() > 3, "{told}");
    assert!(
        spoken.iter().all(|line| line.starts_with("| ")),
        "{spoken:?}"
    );
}

#[test]
fn who_accepts_a_host_that_does_not_play_is_told_and_has_accepted_once() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    site.answer(&to_anna, ANNA, "ACCEPT HOST PLAYS\nACCEPT");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(
        receipt.text.contains("ACCEPT alone is what"),
        "{}",
        receipt.text
    );
    assert_eq!(
        receipt.text.matches("You have accepted").count(),
        1,
        "{}",
        receipt.text
    );
    let id = "chalons".parse().unwrap();
    let standing = site.at_desk(|desk| desk.standing(&id)).unwrap();
    assert!(standing.table.is_none());
    assert_eq!(
        (standing.waits_for, standing.ready),
        (vec!["roman".to_owned()], vec!["hun".to_owned()])
    );
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    assert!(is_report(&site.letter_to(ANNA)));
}

#[test]
fn go_leaves_a_question_to_its_default() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("Choose five"));
    let markers = "CAM HUNS OSTROGOTHS OSTROGOTHS ALLIES ALLIES\nASK D9";
    game.answer(&mut site, ANNA, markers);
    let acts = |question: &str| {
        ["ALANS act", "Alans act", "Visigoths act"]
            .iter()
            .any(|act| question.contains(act))
    };
    game.play_until(&mut site, acts);
    let question = game.question(BRUNO).unwrap();
    let ride = match question.contains("Visigoths act") {
        true => "MOVE vis-lc-2 TO 1522",
        false => "MOVE ala-hc-2 TO 1415",
    };
    game.answer(&mut site, BRUNO, ride);
    let question = game.question(ANNA).expect("Anna is asked");
    assert!(question.contains("shoot"), "{question}");
    let before = game.anna.message_id.clone();
    game.answer(&mut site, ANNA, "GO");
    assert_ne!(game.anna.message_id, before, "the run went on");
}

#[test]
fn a_refused_line_comes_back_as_it_was_written() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "setup  HH1 0101 f2\nSETUP hl6 1615 F2");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(
        receipt.text.contains("| setup HH1 0101 f2"),
        "{}",
        receipt.text
    );
    assert!(
        receipt.text.contains("| SETUP hun-lc-6 1615 F2"),
        "what counts is told in full: {}",
        receipt.text
    );
}

#[test]
fn an_answer_with_words_behind_it_is_none() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let (to_anna, _) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    for (line, because) in [
        ("ACCEPT, looking forward to it!", "nothing follows `ACCEPT`"),
        ("ACCEPT if I play the Huns", "nothing follows `ACCEPT`"),
        ("DECLINE, no time this year", "nothing follows `DECLINE`"),
    ] {
        site.answer(&to_anna, ANNA, line);
        site.sync();
        let receipt = site.letter_to(ANNA).text;
        let told = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(because), "{line}\n{receipt}");
        assert!(told.contains("nothing has changed"), "{line}\n{receipt}");
        for done in ["You have accepted", "You have declined"] {
            assert!(!told.contains(done), "{line}\n{receipt}");
        }
    }
    site.answer(&to_anna, ANNA, "ACCEPT\nlooking forward to it!");
    site.sync();
    let receipt = site.letter_to(ANNA).text;
    assert!(receipt.contains("You have accepted"), "{receipt}");
    assert!(!receipt.contains("nothing has changed"), "{receipt}");
}
