//! Press and those who look on: who hears what, from whom, and when.

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report};

const OSKAR: &str = "oskar@example.org";
const OLGA: &str = "olga@example.org";

fn option(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn says(letters: &[Letter], words: &str) -> bool {
    letters.iter().any(|letter| letter.text.contains(words))
}

/// A match with a game master and two who look on, its first reports read.
fn started(options: &[(&str, &str)]) -> (Postbox, [Letter; 4]) {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| {
        new.game_master = Some(GEORG.to_owned());
        new.observers = vec![OSKAR.to_owned(), OLGA.to_owned()];
        new.options = options.iter().map(|(n, v)| option(n, v)).collect();
    });
    let of = |site: &mut Postbox, address: &str| {
        site.post_of(address)
            .into_iter()
            .rfind(is_report)
            .unwrap_or_else(|| anna.clone())
    };
    let georg = of(&mut site, GEORG);
    let oskar = of(&mut site, OSKAR);
    site.post_of(OLGA);
    (site, [anna, bruno, georg, oskar])
}

#[test]
fn a_message_before_the_match_reaches_its_reader_alone() {
    let mut site = Postbox::new();
    site.invite(|new| new.game_master = Some(GEORG.to_owned()));
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    site.answer(
        &to_anna,
        ANNA,
        "ACCEPT\nMESSAGE gm\nHe always cheats.\nENDMESSAGE\nSAY Good luck!",
    );
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    let (of_bruno, of_georg) = (site.post_of(BRUNO), site.post_of(GEORG));
    assert!(says(&of_bruno, "Good luck!") && says(&of_georg, "Good luck!"));
    assert!(says(&of_georg, "He always cheats."));
    assert!(!says(&of_bruno, "cheats"), "it was not for him");
}

#[test]
fn what_no_report_can_take_is_refused_and_not_promised() {
    let (mut site, [anna, ..]) = started(&[]);
    let long = "word ".repeat(1000);
    site.answer(&anna, ANNA, &format!("SAY {long}"));
    site.sync();
    let told = site.letter_to(ANNA).text;
    assert!(
        told.contains("may have 4000") && !told.contains("What you said stands"),
        "{told}"
    );
    let much: Vec<String> = (0..7)
        .map(|n| format!("SAY {n} {}", "word ".repeat(500)))
        .collect();
    site.answer(&anna, ANNA, &much.join("\n\n"));
    site.sync();
    let told = site.letter_to(ANNA).text;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Say them after the next report"), "{told}");
    assert!(
        told.contains("What you said stands in everybody's next report"),
        "{told}"
    );
}

#[test]
fn press_goes_out_at_once_where_the_match_has_agreed_on_it_and_is_not_told_twice() {
    let (mut site, [anna, bruno, georg, _]) = started(&[("press-time", "once")]);
    site.answer(
        &anna,
        ANNA,
        "SAY Hello all\nMESSAGE roman\nfor you alone\nENDMESSAGE",
    );
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(
        receipt.text.contains("on its way to everybody"),
        "{}",
        receipt.text
    );
    let of_bruno = site.post_of(BRUNO);
    assert!(
        says(&of_bruno, "hun: Hello all") && says(&of_bruno, "hun (not to all): for you alone")
    );
    let others = [site.post_of(GEORG), site.post_of(OSKAR)].concat();
    assert!(says(&others, "hun: Hello all") && !says(&others, "for you alone"));
    site.answer(&georg, GEORG, "MESSAGE hun\nBe quiet.\nENDMESSAGE");
    site.sync();
    assert!(says(&site.post_of(ANNA), "gm (not to all): Be quiet."));
    assert!(!says(&site.post_of(BRUNO), "quiet"));
    site.answer(&anna, ANNA, "GO");
    site.answer(&bruno, BRUNO, "GO");
    site.sync();
    site.advance(11);
    site.sync();
    let reports: Vec<_> = site.post_of(BRUNO).into_iter().filter(is_report).collect();
    assert!(!reports.is_empty() && !says(&reports, "Hello all"));
}

#[test]
fn anonymous_press_does_not_tell_who_wrote_it() {
    let (mut site, [anna, ..]) = started(&[("press", "anonymous"), ("press-time", "once")]);
    site.answer(&anna, ANNA, "SAY the Romans are doomed");
    site.sync();
    for address in [BRUNO, GEORG, OSKAR] {
        let letters = site.post_of(address);
        assert!(
            says(&letters, "somebody: the Romans are doomed"),
            "{address}"
        );
        let told: String = letters.iter().map(|letter| letter.text.as_str()).collect();
        assert!(!told.contains("hun:"), "{told}");
    }
}

#[test]
fn observers_get_the_public_report_and_may_not_play() {
    let (mut site, [anna, _, _, oskar]) = started(&[]);
    assert!(is_report(&oskar), "{}", oskar.subject);
    assert!(!oskar.text.contains("WHAT YOU HAVE TO DECIDE"));
    site.answer(&oskar, OSKAR, "RESIGN\nEXTEND 2d\nSAY I am watching you");
    site.sync();
    let receipt = site.letter_to(OSKAR);
    assert_eq!(
        receipt.text.matches("That is for those who play.").count(),
        2,
        "{}",
        receipt.text
    );
    site.answer(&anna, OSKAR, "SETUP hun-hc-1 1614 F2");
    site.sync();
    assert!(
        site.post_of(OSKAR).is_empty(),
        "a player's token is not his"
    );
}

#[test]
fn observers_hear_later_where_the_match_has_agreed_on_it() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| {
        new.observers = vec![OSKAR.to_owned()];
        new.options = vec![option("observers", "2d")];
    });
    assert!(site.post_of(OSKAR).is_empty());
    site.advance(2 * 24 * 60 - 5);
    site.sync();
    assert!(site.post_of(OSKAR).is_empty());
    site.advance(10);
    site.sync();
    let report = site.letter_to(OSKAR);
    assert!(report.text.contains("type: GENESIS"));

    // What answers an observer's own mail comes at once, and brings nothing that he is not to know yet.
    let mut game = Game {
        anna,
        bruno,
        grace: 10,
    };
    game.answer(&mut site, ANNA, "GO");
    game.answer(&mut site, BRUNO, "GO");
    site.answer(&report, OSKAR, "SHOW STATUS\nSHOW RECORD");
    site.sync();
    let receipt = site.letter_to(OSKAR);
    assert!(
        !receipt.text.contains("type: ") && receipt.files.is_empty(),
        "{}",
        receipt.text
    );
}

#[test]
fn options_of_the_house_can_be_proposed() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let to_anna = site.letter_to(ANNA);
    site.answer(&to_anna, ANNA, "PROPOSE press loud");
    site.sync();
    let refused = site.letter_to(ANNA);
    assert!(
        refused.text.contains("named or anonymous"),
        "{}",
        refused.text
    );
    site.post_of(BRUNO);
    site.answer(&refused, ANNA, "PROPOSE press anonymous");
    site.sync();
    let asked = site.letter_to(BRUNO);
    assert!(asked.text.contains("press = anonymous"), "{}", asked.text);
    assert!(
        asked.text.contains("momentum = optional"),
        "the game's options stay"
    );
}

/// What has come to an address, quoted lines joined that were broken for mails.
fn said_to(site: &mut Postbox, address: &str) -> String {
    let letters = site.post_of(address);
    let joined = letters
        .iter()
        .map(|letter| letter.text.replace("\n| ", " "));
    joined.collect()
}

#[test]
fn what_is_said_reaches_its_readers_to_the_last_sign() {
    let (mut site, [anna, ..]) = started(&[("press-time", "once")]);
    let words =
        "Rule 9 # 3; see https://a.example // or \u{201c}5 m\u{b2}\u{201d} \u{2014} agreed?";
    site.answer(&anna, ANNA, &format!("SAY {words}\nADD SAY and #2 too"));
    site.sync();
    let told = said_to(&mut site, BRUNO);
    assert!(told.contains(words), "{told}");
    assert!(told.contains("and #2 too"), "{told}");
}

#[test]
fn talk_that_a_mail_program_may_have_broken_is_not_passed_on_in_part() {
    let (mut site, [anna, ..]) = started(&[("press-time", "once")]);
    let first = "SAY I would rather meet you at the river, where the ground is better for";
    site.answer(&anna, ANNA, &format!("{first}\nhorse than for foot\nGO"));
    site.sync();
    assert!(site.post_of(BRUNO).is_empty());
    let told = site.letter_to(ANNA).text;
    assert!(told.contains("MESSAGE all"), "{told}");

    let mut raw = String::from_utf8(site.answer_bytes(&anna, ANNA, "")).unwrap();
    let head = raw.find("Content-Type").unwrap();
    raw.truncate(head);
    raw += &format!(
        "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
         {first}\r\nhorse than for foot\r\nWell then\r\n--b\r\nContent-Type: text/html\r\n\r\n\
         <div>{first} horse than for foot</div><div>Well then</div>\r\n--b--\r\n"
    );
    site.deliver(raw.as_bytes());
    site.sync();
    let told = said_to(&mut site, BRUNO);
    assert!(told.contains("is better for horse than for foot"), "{told}");
    assert!(!told.contains("Well then"), "{told}");
}

#[test]
fn a_message_may_end_in_two_words() {
    let (mut site, [anna, ..]) = started(&[("press-time", "once")]);
    site.answer(
        &anna,
        ANNA,
        "MESSAGE roman\nWe # yield; really\nEND MESSAGE\nSAY done",
    );
    site.sync();
    let letters = site.post_of(BRUNO);
    assert!(says(&letters, "We # yield; really") && says(&letters, "hun: done"));
}

#[test]
fn observers_who_hear_later_learn_nothing_by_asking() {
    let mut site = Postbox::new();
    site.start(|new| {
        new.observers = vec![OSKAR.to_owned()];
        new.options = vec![option("observers", "2d")];
    });
    site.advance(2 * 24 * 60 + 5);
    site.sync();
    let report = site.letter_to(OSKAR);
    site.answer(&report, OSKAR, "SHOW STATUS");
    site.sync();
    let told = site.letter_to(OSKAR).text;
    assert!(
        told.contains("2d later") && !told.contains("hun is asked"),
        "{told}"
    );
}
