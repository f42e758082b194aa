//! Orders by mail: right and wrong ones, corrections, questions, and mails that are no orders.

use tesserarius::record::{Line, Merged, read_part};
use tesserarius::store::{Disposition, Readiness, Store};

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report};

fn disposition(site: &mut Postbox) -> Disposition {
    let read = site.sync().read;
    assert_eq!(read.len(), 1, "one mail was read");
    read[0].disposition
}

pub(crate) fn pending(site: &mut Postbox, seat: u8) -> Vec<String> {
    let unit = site.store.read().unwrap();
    let id = "chalons".parse().unwrap();
    let stop = unit.open_stop_of(&id).unwrap().unwrap().number;
    let seat = tesserarius::record::SeatNumber::new(seat);
    let set = unit.pending_set(&id, stop, seat).unwrap();
    set.into_iter()
        .map(|line| line.canonical.unwrap_or(line.written))
        .collect()
}

pub(crate) fn readiness(site: &mut Postbox, seat: u8) -> Readiness {
    let unit = site.store.read().unwrap();
    let open = unit
        .open_stop_of(&"chalons".parse().unwrap())
        .unwrap()
        .unwrap();
    let asked = open.asked.iter().find(|asked| asked.seat.number() == seat);
    asked.unwrap().readiness
}

fn stop(site: &mut Postbox) -> u64 {
    let unit = site.store.read().unwrap();
    unit.open_stop_of(&"chalons".parse().unwrap())
        .unwrap()
        .unwrap()
        .number
}

pub(crate) const HC: &str = "SETUP hun-hc-1 1614 F2";
pub(crate) const LC: &str = "SETUP hun-lc-6 1615 F2";

/// A match in which somebody acts, with runs that wait ten minutes: who, and two orders that are legal.
pub(crate) fn in_an_activation(site: &mut Postbox) -> (Game, &'static str, [String; 2]) {
    let mut game = Game::with_grace(site, 10);
    let who = game.play_until(site, |question| question.contains("act."));
    let mut examples = game.examples(who);
    examples.truncate(2);
    (game, who, examples.try_into().unwrap())
}

pub(crate) fn seat_of(address: &str) -> u8 {
    if address == ANNA { 1 } else { 2 }
}

#[test]
fn right_orders_are_receipted_and_run_when_the_grace_has_passed() {
    let mut site = Postbox::new();
    let (game, who, [face, _]) = in_an_activation(&mut site);
    let before = stop(&mut site);
    let report = game.report_of(who).clone();
    site.answer(&report, who, &format!("Dear Tessera,\n\n{face}\n\nregards"));
    assert_eq!(disposition(&mut site), Disposition::Orders);
    let receipt = site.letter_to(who);
    assert_eq!(receipt.subject, "[chalons] turn 1: your orders");
    for said in [
        &format!("| {face}"),
        "| Dear Tessera,",
        "You are ready. The run starts on",
    ] {
        assert!(receipt.text.contains(said), "{said}\n{}", receipt.text);
    }
    let head = String::from_utf8_lossy(&receipt.raw).into_owned();
    assert!(head.contains("Auto-Submitted: auto-replied"));
    site.advance(9);
    site.sync();
    assert_eq!(stop(&mut site), before);
    site.advance(1);
    site.sync();
    assert_eq!(stop(&mut site), before + 1);
    for address in [ANNA, BRUNO] {
        let next = site.letter_to(address);
        assert!(next.text.contains("turns to face"), "{}", next.text);
        let head = String::from_utf8_lossy(&next.raw).into_owned();
        assert!(head.contains("Auto-Submitted: auto-generated"));
        assert!(head.contains("List-Id: <chalons.pbem.example.org>"));
        let earlier = &game.report_of(address).message_id;
        assert!(next.references.contains(earlier), "a match is one thread");
    }
}

#[test]
fn a_wrong_line_keeps_a_set_from_running_until_it_is_corrected() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let before = stop(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    site.answer(&report, who, &format!("{face}\nMOVE nobody-7 1609"));
    site.sync();
    let receipt = site.letter_to(who);
    assert!(receipt.text.contains("REFUSED"), "{}", receipt.text);
    assert!(
        receipt.text.contains("^^^"),
        "a caret stands under the word\n{}",
        receipt.text
    );
    assert!(receipt.text.contains("Not ready: a line is refused"));
    assert!(receipt.text.contains("If nothing more comes until"));
    site.advance(50);
    site.sync();
    assert_eq!(stop(&mut site), before, "nothing runs");

    site.answer(&receipt, who, &face);
    site.sync();
    let receipt = site.letter_to(who);
    assert!(receipt.text.contains("You are ready"), "{}", receipt.text);
    assert_eq!(
        pending(&mut site, seat).len(),
        1,
        "a new mail replaces the set"
    );
    site.advance(5);
    // Within the grace one more thought comes.
    site.answer(&receipt, who, &format!("ADD {other}"));
    site.sync();
    site.letter_to(who);
    assert_eq!(pending(&mut site, seat).len(), 2);
    site.advance(9);
    site.sync();
    assert_eq!(stop(&mut site), before, "the grace began anew");
    site.advance(1);
    site.sync();
    assert_eq!(stop(&mut site), before + 1);
}

#[test]
fn go_plays_what_is_good_and_wait_takes_readiness_back() {
    let mut site = Postbox::new();
    let (game, who, [face, _]) = in_an_activation(&mut site);
    let before = stop(&mut site);
    let seat = seat_of(who);
    let report = game.report_of(who).clone();
    site.answer(&report, who, &face);
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Ready);
    site.answer(&report, who, "WAIT");
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Waits);
    site.advance(50);
    site.sync();
    assert_eq!(stop(&mut site), before);
    site.answer(&report, who, &format!("{face}\nMOVE nobody-7 1609\nGO"));
    site.sync();
    assert_eq!(readiness(&mut site, seat), Readiness::Go);
    site.advance(10);
    site.sync();
    assert_eq!(stop(&mut site), before + 1);
}

#[test]
fn talk_beside_a_ready_set_changes_nothing() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, &format!("{HC}\n{LC}\nMOVE nobody-7 1609\nGO"));
    site.sync();
    site.advance(9);
    site.answer(&anna, ANNA, "SAY Good luck, Bruno!");
    site.sync();
    assert_eq!(readiness(&mut site, 1), Readiness::Go);
    site.advance(1);
    site.sync();
    assert_eq!(stop(&mut site), 2, "the grace was not begun anew");
    let report = site.post_of(BRUNO).into_iter().rfind(is_report).unwrap();
    assert!(
        report.text.contains("| hun: Good luck, Bruno!"),
        "{}",
        report.text
    );
}

#[test]
fn a_message_reaches_its_reader_alone_and_once() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let words = "MESSAGE roman\nMOVE hun-lc-1 1509 is what I fear.\nSee you!\nENDMESSAGE\nGO";
    game.answer(&mut site, ANNA, words);
    assert!(
        game.bruno
            .text
            .contains("hun (not to all): MOVE hun-lc-1 1509 is what I fear.")
    );
    let mine = &game.anna.text;
    assert!(mine.contains("See you!"), "its author sees what was sent");
    game.answer(&mut site, BRUNO, "GO");
    assert!(
        !game.bruno.text.contains("See you!"),
        "the next report does not say it again"
    );
}

#[test]
fn what_a_mail_asks_for_is_shown_in_its_receipt() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.answer(&mut site, ANNA, "GO");
    let anna = game.anna.clone();
    site.answer(
        &anna,
        ANNA,
        "SHOW MAP\nSHOW STANDING\nHELP\nASK D9\nSET ZONE America/New_York\nSET REPORT text",
    );
    site.sync();
    let receipt = site.letter_to(ANNA);
    for said in [
        "HL12",
        "Your standing lines and plans",
        "HOW TO PLAY BY MAIL",
        "| ASK D9",
        "ZONE is now America/New_York",
        "Nothing is asked of you now.",
    ] {
        assert!(receipt.text.contains(said), "{said}\n{}", receipt.text);
    }
    site.answer(&anna, ANNA, "SHOW STATUS");
    site.sync();
    let shown = site.letter_to(ANNA).text;
    assert!(
        shown.contains("roman is asked, until Mon 30 Nov 06:0"),
        "{shown}"
    );
    game.answer(&mut site, BRUNO, "GO");
    let kinds = |letter: &Letter| {
        let raw = String::from_utf8_lossy(&letter.raw).into_owned();
        ["multipart/alternative", "image/png", "board-"].map(|kind| raw.contains(kind))
    };
    assert_eq!(kinds(&game.anna), [false, false, true]);
    assert_eq!(kinds(&game.bruno), [true; 3]);
}

#[test]
fn check_judges_and_files_nothing() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, &format!("CHECK\n{HC}\n{LC}\nSAY hush"));
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("Nothing was filed."));
    assert_eq!(pending(&mut site, 1), Vec::<String>::new());
    assert_eq!(readiness(&mut site, 1), Readiness::Silent);
}

#[test]
fn a_question_in_the_middle_of_a_turn_is_answered_two_days_later() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let acts = |question: &str| {
        ["ALANS act", "Alans act", "Visigoths act"]
            .iter()
            .any(|act| question.contains(act))
    };
    // The Huns want to be asked whether they shoot at whoever comes up.
    game.play_until(&mut site, |question| question.contains("Choose five"));
    let markers = "CAM HUNS OSTROGOTHS OSTROGOTHS ALLIES ALLIES\nASK D9";
    game.answer(&mut site, ANNA, markers);
    game.play_until(&mut site, acts);
    let question = game.question(BRUNO).unwrap();
    let ride = match question.contains("Visigoths act") {
        true => "MOVE vis-lc-2 TO 1522",
        false => "MOVE ala-hc-2 TO 1415",
    };
    game.answer(&mut site, BRUNO, ride);
    let question = game
        .question(ANNA)
        .expect("Anna is asked in the midst of Bruno's turn");
    assert!(question.contains("shoot"), "{question}");
    assert!(game.question(BRUNO).is_none());
    // The first example under each question answers it.
    let mut lines = question.lines();
    let mut shots = Vec::new();
    while lines.any(|line| line.contains("shoot")) {
        shots.extend(lines.find_map(|line| line.strip_prefix("| ")));
    }
    let shot = shots.join("\n");
    let before = stop(&mut site);

    site.advance(2 * 24 * 60);
    site.sync();
    game.look(&mut site);
    let anna = game.anna.clone();
    site.answer(&anna, ANNA, &shot);
    site.advance(1);
    site.sync();
    game.look(&mut site);
    assert_eq!(stop(&mut site), before + 1);
    let told = &game.bruno.text;
    assert!(
        told.contains("shoots at") || told.contains("acted"),
        "{told}"
    );
}

#[test]
fn an_answer_by_a_standing_line_has_its_grace_and_is_corrected_within_it() {
    let mut site = Postbox::new();
    let mut game = Game::with_grace(&mut site, 10);
    game.play_until(&mut site, |question| question.contains("Choose five"));
    let markers = "CAM HUNS OSTROGOTHS OSTROGOTHS ALLIES ALLIES\nASK D9";
    game.answer(&mut site, ANNA, markers);
    game.play_until(&mut site, |question| {
        ["ALANS act", "Alans act", "Visigoths act"]
            .iter()
            .any(|act| question.contains(act))
    });
    let ride = match game.question(BRUNO).unwrap().contains("Visigoths act") {
        true => "MOVE vis-lc-2 TO 1522",
        false => "MOVE ala-hc-2 TO 1415",
    };
    game.answer(&mut site, BRUNO, ride);
    let question = game.question(ANNA).expect("Anna is asked");
    assert!(
        question.contains("goes on standing"),
        "she is told that her answer outlives the question: {question}"
    );
    let before = stop(&mut site);
    let report = game.anna.clone();
    site.answer(&report, ANNA, "REACT ALL HOLD");
    site.sync();
    let receipt = site.letter_to(ANNA).text;
    assert!(receipt.contains("The run starts on"), "{receipt}");
    assert_eq!(stop(&mut site), before, "a standing line has its grace too");
    site.advance(9);
    site.answer(&report, ANNA, "REACT ALL FIRE");
    site.sync();
    site.advance(9);
    site.sync();
    assert_eq!(stop(&mut site), before, "the grace begins anew");
    site.advance(1);
    site.sync();
    game.look(&mut site);
    assert!(game.anna.text.contains("shoots at"), "{}", game.anna.text);
}

#[test]
fn an_older_token_holds_orders_and_shows_the_present_state() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let old = game.anna.clone();
    game.answer(&mut site, ANNA, "GO");
    game.answer(&mut site, BRUNO, "GO");
    site.answer(&old, ANNA, "GO");
    assert_eq!(disposition(&mut site), Disposition::Quarantine);
    let held = site.letter_to(ANNA);
    assert!(held.text.contains("stop 1, which is over"), "{}", held.text);
    assert!(
        held.text.contains("Choose five markers"),
        "the present state is shown"
    );
    // The answer to that notice counts.
    site.answer(&held, ANNA, "CAM HUNS OSTROGOTHS OSTROGOTHS ALLIES ALLIES");
    assert_eq!(disposition(&mut site), Disposition::Orders);
    // Words need no token of the open stop.
    site.answer(&old, ANNA, "SAY still here");
    assert_eq!(disposition(&mut site), Disposition::Orders);
}

#[test]
fn who_is_not_asked_is_told_who_is_and_his_standing_lines_are_kept() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.answer(&mut site, ANNA, "GO");
    let report = game.anna.clone();
    site.answer(&report, ANNA, "MOVE hun-hc-1 1609\nDEFAULT D16\nGO");
    assert_eq!(disposition(&mut site), Disposition::Orders);
    let receipt = site.letter_to(ANNA);
    for told in ["stop 2 asks roman and not you", "| DEFAULT D16"] {
        assert!(receipt.text.contains(told), "{}", receipt.text);
    }
    site.advance(1);
    site.sync();
    assert_eq!(stop(&mut site), 2, "nothing of it counts for this stop");
}

#[test]
fn strangers_are_not_answered_and_players_hear_of_mails_in_their_name() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.post_of(BRUNO);
    site.answer(&anna, "mallory@example.org", "GO");
    assert_eq!(disposition(&mut site), Disposition::Quarantine);
    assert_eq!(site.post_of("mallory@example.org").len(), 0);
    let told = site.letter_to(ANNA);
    assert!(
        told.text.contains("not registered for this seat"),
        "{}",
        told.text
    );

    let raw = format!(
        "From: mallory@example.org\r\nTo: {}\r\nMessage-ID: <x@y>\r\n\r\nGO\r\n",
        "orders@pbem.example.org"
    );
    site.deliver(raw.as_bytes());
    assert_eq!(disposition(&mut site), Disposition::Quarantine);
    assert_eq!(site.post_of("mallory@example.org").len(), 0);

    let raw =
        format!("From: {ANNA}\r\nTo: orders@pbem.example.org\r\nMessage-ID: <z@y>\r\n\r\nGO\r\n");
    site.deliver(raw.as_bytes());
    assert_eq!(disposition(&mut site), Disposition::Quarantine);
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("answer the latest report")
    );
    assert_eq!(pending(&mut site, 1), Vec::<String>::new());
    assert_eq!(site.post_of(BRUNO).len(), 0);
}

#[test]
fn machines_get_no_answer() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let vacation = format!(
        "From: {ANNA}\r\nTo: {}\r\nSubject: Away\r\nAuto-Submitted: auto-replied\r\nMessage-ID: <v@y>\r\n\r\nGO\r\n",
        anna.reply_to
    );
    site.deliver(vacation.as_bytes());
    assert_eq!(disposition(&mut site), Disposition::Autoreply);
    assert_eq!(site.post_of(ANNA).len(), 0);
    assert_eq!(pending(&mut site, 1), Vec::<String>::new());
}

#[test]
fn a_returned_mail_is_noted_and_the_game_master_is_told() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    site.post_of(GEORG);
    let path = {
        let unit = site.store.read().unwrap();
        let mail = unit.mail_by_message_id(&anna.message_id).unwrap().unwrap();
        mail.mail.envelope_from.unwrap()
    };
    let bounce = format!(
        "From: MAILER-DAEMON@mx.example.net\r\nTo: {path}\r\nReturn-Path: <>\r\nMessage-ID: <b@y>\r\n\
         Subject: Undelivered Mail\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
         --b\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n\
         Reporting-MTA: dns; mx.example.net\r\n\r\nFinal-Recipient: rfc822; {ANNA}\r\n\
         Action: failed\r\nStatus: 5.1.1\r\n--b--\r\n"
    );
    site.deliver(bounce.as_bytes());
    assert_eq!(disposition(&mut site), Disposition::Bounce);
    let told = site.letter_to(GEORG);
    assert!(
        told.text
            .contains("A mail to the player of hun came back: 5.1.1"),
        "{}",
        told.text
    );
    let bounced = |site: &mut Postbox| {
        let unit = site.store.read().unwrap();
        unit.player_at(ANNA).unwrap().unwrap().bounced_at.is_some()
    };
    assert!(bounced(&mut site));
    site.answer(&anna, ANNA, "SAY I am back");
    site.sync();
    assert!(
        !bounced(&mut site),
        "a mail from there shows that it can be reached"
    );
}

/// Takes the mails of a player together: the record as far as he may hold it, and the log.
fn holdings(letters: &[Letter]) -> (Vec<Line>, String) {
    let mut record = Merged::default();
    let mut log = String::new();
    for letter in letters {
        for (name, text) in &letter.files {
            if name.starts_with("board-") || name == "map.png" {
                continue;
            }
            assert!(name.starts_with("record-"), "{name}");
            record.add(read_part(text).unwrap());
        }
        if let Some((_, blocks)) = letter
            .text
            .split_once("SINCE YOUR LAST MAIL\n---------------------------------\n")
        {
            log.push_str(blocks);
        }
    }
    assert!(record.contradictions().is_empty());
    (record.lines().cloned().collect(), log)
}

#[test]
fn the_mails_of_a_player_make_up_the_log_and_his_record() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    game.play_until(&mut site, |question| question.contains("Choose five"));
    for (address, seat) in [(ANNA, 1), (BRUNO, 2)] {
        let letters: Vec<_> = site
            .sent()
            .into_iter()
            .filter(|one| one.to == address)
            .collect();
        let (lines, log) = holdings(&letters);
        let file = std::fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
        let entries = |text: &str| -> std::collections::BTreeSet<String> {
            text.split("#TESSERA-BEGIN")
                .skip(1)
                .map(|entry| entry.trim().to_owned())
                // The key of a hand is for its owner alone, and in the log only when the match is over.
                .filter(|entry| !entry.contains("type: KEY"))
                .collect()
        };
        assert!(
            entries(&log) == entries(&file),
            "the mails to {address} hold the whole log"
        );
        let unit = site.store.read().unwrap();
        let own = tesserarius::record::Viewer::Seat(tesserarius::record::SeatNumber::new(seat));
        let expected: Vec<Line> = unit
            .record_after(&"chalons".parse().unwrap(), 0)
            .unwrap()
            .into_iter()
            .filter(|line| {
                let (phase, host) = (
                    tesserarius::record::Phase::Running,
                    tesserarius::record::Host::Neutral,
                );
                tesserarius::record::may_hold(
                    line.n(),
                    line.kind(),
                    line.holder(),
                    own,
                    phase,
                    host,
                )
            })
            .collect();
        assert!(
            lines == expected,
            "{address} has {} lines of {}",
            lines.len(),
            expected.len()
        );
    }
}

#[test]
fn one_address_may_send_so_many_mails_an_hour_each_with_its_receipt() {
    let mut site =
        Postbox::with(|config| config.replace("# mails_per_hour = 60", "mails_per_hour = 8"));
    let (anna, _) = site.start(|_| {});
    site.advance(50);
    site.sync();
    site.advance(50);
    for n in 0..10 {
        site.answer(&anna, ANNA, &format!("SAY {n}"));
    }
    let read = site.sync().read;
    let held = read
        .iter()
        .filter(|read| read.disposition == Disposition::Quarantine)
        .count();
    assert_eq!(held, 2, "two mails are over the limit");
    let told = site.post_of(ANNA);
    let is_held = |letter: &&Letter| letter.subject.contains("was not carried out");
    assert_eq!(
        told.iter().filter(is_held).count(),
        1,
        "the first is told of"
    );
    assert_eq!(told.len(), 9);
    site.advance(50);
    site.sync();
    site.advance(50);
    site.answer(&anna, ANNA, "SAY again");
    assert_eq!(disposition(&mut site), Disposition::Orders);
    assert_eq!(site.post_of(ANNA).len(), 1);
}

#[test]
fn mails_in_a_players_name_never_cost_him_a_receipt() {
    let mut site =
        Postbox::with(|config| config.replace("# notices_per_hour = 20", "notices_per_hour = 3"));
    let (anna, _) = site.start(|_| {});
    for n in 0..30 {
        let forged = format!(
            "From: {ANNA}\r\nTo: orders@pbem.example.org\r\nMessage-ID: <forged{n}@y>\r\n\r\nRESIGN {n}\r\n"
        );
        site.deliver(forged.as_bytes());
    }
    site.sync();
    assert_eq!(site.post_of(ANNA).len(), 3, "she hears of three of them");
    site.answer(&anna, ANNA, &format!("{HC}\n{LC}"));
    assert_eq!(disposition(&mut site), Disposition::Orders);
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains(HC), "{}", receipt.text);
}

#[test]
fn a_form_that_is_sent_back_quoted_counts_where_it_was_filled_in() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let filled: String = anna
        .text
        .replacen("____", HC, 1)
        .replacen("____", LC, 1)
        .lines()
        .map(|line| format!("> {line}\r\n"))
        .collect();
    let raw = format!(
        "From: {ANNA}\r\nTo: {}\r\nMessage-ID: <form@y>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{filled}",
        anna.reply_to
    );
    site.deliver(raw.as_bytes());
    assert_eq!(disposition(&mut site), Disposition::Orders);
    assert_eq!(pending(&mut site, 1), [HC, LC]);
}

#[test]
fn without_grace_the_receipt_says_that_the_run_starts_at_once() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let who = game.play_until(&mut site, |question| question.contains("act."));
    let face = game.examples(who).remove(0);
    let report = game.report_of(who).clone();
    site.post_of(who);
    site.answer(&report, who, &face);
    site.sync();
    let letters = site.post_of(who);
    let receipt = letters.iter().find(|letter| !is_report(letter)).unwrap();
    assert!(letters.iter().any(is_report), "the run has been made");
    assert!(
        receipt.text.contains("the run starts at once"),
        "{}",
        receipt.text
    );
    assert!(
        !receipt.text.contains("The run starts on"),
        "{}",
        receipt.text
    );
}

#[test]
fn a_go_that_a_later_addition_takes_away_is_told() {
    let mut site = Postbox::new();
    let (game, who, [face, other]) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    let lost = "Your earlier GO was for your orders as they stood then";
    site.answer(&report, who, &format!("{face}\nGO"));
    site.sync();
    assert_eq!(readiness(&mut site, seat_of(who)), Readiness::Go);
    let receipt = site.letter_to(who);
    assert!(!receipt.text.contains(lost), "{}", receipt.text);
    site.answer(&receipt, who, "ADD MOVE nobody-7 1609");
    site.sync();
    assert_eq!(readiness(&mut site, seat_of(who)), Readiness::Unready);
    let receipt = site.letter_to(who);
    let text = receipt
        .text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(text.contains(lost), "{text}");
    // What is added and good leaves the set ready, so that nothing is lost.
    site.answer(&receipt, who, &format!("{face}\nGO"));
    site.sync();
    let receipt = site.letter_to(who);
    site.answer(&receipt, who, &format!("ADD {other}"));
    site.sync();
    let receipt = site.letter_to(who);
    assert!(!receipt.text.contains(lost), "{}", receipt.text);
}
