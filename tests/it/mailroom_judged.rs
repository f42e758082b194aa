//! How lines are judged wherever they come from: ways that are found, messages without an end, CHECK on any line.

use tesserarius::store::{Disposition, Readiness};

use super::by_file::in_the_first_activation;
use super::mailroom_orders::{HC, LC, in_an_activation, pending, readiness, seat_of};
use super::support::postbox::{ANNA, BRUNO, GEORG, Letter, Postbox, is_report};

/// What is said to a message without an end, wherever it stands.
const NO_END: &str = "this message has no `ENDMESSAGE`, so it was not sent and nothing below it was read: write \
                      `ENDMESSAGE` behind its last line";

/// The words of a text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_receipt_of_a_move_to_a_hex_names_the_way_that_was_found() {
    let mut site = Postbox::new();
    let (game, who, _) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    let letter = |site: &mut Postbox, text: &str| {
        site.answer(&report, who, text);
        site.sync();
        site.letter_to(who).text
    };
    let legal = letter(&mut site, "CHECK\nSHOW LEGAL hun-lc-1");
    let moves = legal
        .lines()
        .filter_map(|line| line.strip_prefix("| MOVE "));
    let far = moves
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|words| words.iter().skip(1).all(|word| word.len() == 4))
        .max_by_key(Vec::len)
        .expect("it can move");
    let (unit, goal) = (far[0], far.last().unwrap());
    let receipt = letter(&mut site, &format!("MOVE {unit} TO {goal}"));
    let told = receipt.split(&format!("| MOVE {unit} TO {goal}\n")).nth(1);
    let told = told.unwrap_or_else(|| panic!("{receipt}"));
    let way = told.lines().next().unwrap().trim();
    assert!(
        way.starts_with(&format!("as things stand: MOVE {unit} ")) && way.ends_with(goal),
        "{receipt}"
    );
    // The set holds the line as it was written: where it leads is found when its moment comes.
    let set = pending(&mut site, seat_of(who));
    assert_eq!(set, [format!("MOVE {unit} TO {goal}")]);
    // A line that names its hexes needs no more words.
    let plain = letter(&mut site, &format!("MOVE {}", far.join(" ")));
    assert!(!plain.contains("as things stand"), "{plain}");
}

#[test]
fn check_and_submit_name_the_way_that_was_found_in_text_and_in_json() {
    let table = in_the_first_activation();
    table.write("MOVE HL1 TO 1409 FACE 12\nFACE HL2 2\n");
    for command in ["check", "submit"] {
        let (code, out, err) = table.0.run(&format!("{command} first --as hun orders.txt"));
        assert_eq!(code, 0, "{out}{err}");
        let way = out.lines().find(|line| line.contains("as things stand: "));
        let way = way.unwrap_or_else(|| panic!("{out}")).trim();
        assert!(
            way.starts_with("as things stand: MOVE hun-lc-1 ") && way.ends_with("1409 FACE 12"),
            "{out}"
        );
        let (_, json) = table
            .0
            .json(&format!("{command} first --as hun orders.txt --json"));
        let ways = json["lines"][0]["ways"].as_array().unwrap();
        assert_eq!(ways.len(), 1, "{json}");
        assert!(way.ends_with(ways[0].as_str().unwrap()), "{json}");
        assert_eq!(json["lines"][1]["ways"], serde_json::json!([]));
    }
}

/// A mail with a message that does not end, and what came of it.
fn unfinished(site: &mut Postbox, to: &Letter, from: &str, text: &str) -> (Disposition, String) {
    site.answer(to, from, text);
    let read = site.sync().read;
    (read[0].disposition, site.letter_to(from).text)
}

#[test]
fn a_message_without_an_end_is_refused_in_one_way_with_and_without_orders_beside_it() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    let message = format!("MESSAGE all\nI come for you.\n{other}");
    let (disposition, alone) = unfinished(&mut site, &report, who, &message);
    assert_eq!(disposition, Disposition::Empty);
    let beside = format!("{face}\n{message}");
    let (disposition, beside) = unfinished(&mut site, &report, who, &beside);
    assert_eq!(disposition, Disposition::Orders);
    for receipt in [&alone, &beside] {
        let words = flat(receipt);
        assert!(words.contains("| MESSAGE all | ^^^^^^^"), "{receipt}");
        assert!(words.contains(NO_END), "{receipt}");
        // Nothing is lost: what was not read comes back, and nothing of the letter that is quoted below.
        for kept in ["| I come for you.", &format!("| {other}")] {
            assert!(receipt.contains(kept), "{receipt}");
        }
        assert!(!receipt.contains("| > "), "{receipt}");
    }
    let seat = seat_of(who);
    assert_eq!(pending(&mut site, seat), [&*face, "MESSAGE all"]);
    assert_eq!(readiness(&mut site, seat), Readiness::Unready);
    // Said again with its end, as ADD, it settles the set.
    let mended = "ADD MESSAGE all\nI come for you.\nENDMESSAGE";
    let (_, receipt) = unfinished(&mut site, &report, who, mended);
    assert!(receipt.contains("You are ready."), "{receipt}");
    assert_eq!(pending(&mut site, seat), [face]);
}

#[test]
fn a_message_without_an_end_leaves_orders_alone_that_were_filed_before() {
    let mut site = Postbox::new();
    let (game, who, [face, _]) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    unfinished(&mut site, &report, who, &face);
    let (_, receipt) = unfinished(&mut site, &report, who, "MESSAGE all\nhello");
    assert!(flat(&receipt).contains(NO_END), "{receipt}");
    assert_eq!(pending(&mut site, seat_of(who)), [face]);
    assert_eq!(readiness(&mut site, seat_of(who)), Readiness::Ready);
}

#[test]
fn a_message_without_an_end_in_a_file_is_answered_like_one_in_a_mail() {
    let table = in_the_first_activation();
    for orders in ["", "MOVE HL1 1509\n"] {
        table.write(&format!("{orders}MESSAGE roman\nMOVE HL2 1511\n"));
        let (code, out, _) = table.0.run("check first --as hun orders.txt");
        assert_eq!(code, 1, "{out}");
        assert!(flat(&out).contains(NO_END), "{out}");
        assert!(!out.contains("`MOVE HL2 1511`"), "{out}");
    }
    let (_, json) = table.0.json("submit first --as hun orders.txt --json");
    assert_eq!(
        json["receipt"]["set"],
        serde_json::json!(["MOVE hun-lc-1 1509"])
    );
}

#[test]
fn whoever_does_not_play_hears_of_a_message_without_an_end_as_well() {
    let mut site = Postbox::new();
    site.invite(|new| new.game_master = Some(GEORG.to_owned()));
    site.sync();
    let message = "MESSAGE all\nhello";
    let invitation = site.letter_to(BRUNO);
    let (_, told) = unfinished(&mut site, &invitation, BRUNO, message);
    assert!(flat(&told).contains(NO_END), "{told}");
    let accepts = [(ANNA, site.letter_to(ANNA)), (BRUNO, invitation)];
    for (address, letter) in accepts {
        site.answer(&letter, address, "ACCEPT");
    }
    site.sync();
    let report = site.post_of(GEORG).into_iter().rfind(is_report).unwrap();
    let (_, told) = unfinished(&mut site, &report, GEORG, message);
    assert!(flat(&told).contains(NO_END), "{told}");
}

#[test]
fn check_may_stand_on_any_line() {
    for text in [
        format!("{HC}\n{LC}\nCHECK"),
        format!("{HC}\nCHECK {LC}"),
        format!("CHECK\n{HC}\n{LC}"),
    ] {
        let mut site = Postbox::new();
        let (anna, _) = site.start(|_| {});
        site.answer(&anna, ANNA, &text);
        site.sync();
        let receipt = site.letter_to(ANNA).text;
        assert!(receipt.contains("Nothing was filed."), "{receipt}");
        assert_eq!(pending(&mut site, 1), [""; 0], "{text}");
    }
}
