//! Deadlines by mail: missed, met at the last minute, moved; reminders, vacations, outages.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of a borrowed desk is not general enough to be passed"
)]

use jiff::Timestamp;
use tesserarius::record::{InputKind, Kind};
use tesserarius::schedule::Lapse;
use tesserarius::store::{Disposition, Store};

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report};

fn stop(site: &mut Postbox) -> u64 {
    let unit = site.store.read().unwrap();
    unit.open_stop_of(&"chalons".parse().unwrap())
        .unwrap()
        .unwrap()
        .number
}

fn due(site: &mut Postbox) -> Timestamp {
    let unit = site.store.read().unwrap();
    let deadlines = unit.open_deadlines().unwrap();
    assert_eq!(deadlines.len(), 1);
    deadlines[0].due_at
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// Turns the clock there in steps of half an hour with a pass at each, as cron would.
fn live_until(site: &mut Postbox, moment: Timestamp) {
    use tesserarius::schedule::Clock;
    while site.clock.now() + jiff::SignedDuration::from_mins(30) < moment {
        site.advance(30);
        site.sync();
    }
    site.clock.set(moment);
}

/// Turns the clock there while one pass a day keeps the site from counting as having been down.
fn skip_to(site: &mut Postbox, moment: Timestamp) {
    let mut work = site.store.write().unwrap();
    work.alive(moment).unwrap();
    work.commit().unwrap();
    site.clock.set(moment);
}

fn inputs(site: &mut Postbox) -> Vec<String> {
    let unit = site.store.read().unwrap();
    let lines = unit
        .record_of_kind(&"chalons".parse().unwrap(), Kind::Input)
        .unwrap();
    lines
        .into_iter()
        .map(|line| line.text().to_owned())
        .collect()
}

fn report(site: &mut Postbox, address: &str) -> Letter {
    site.post_of(address)
        .into_iter()
        .rfind(is_report)
        .expect("a report")
}

#[test]
fn a_missed_deadline_is_recorded_and_the_defaults_decide() {
    let mut site = Postbox::new();
    site.start(|_| {});
    let due = due(&mut site);
    assert_eq!(due, at("2026-11-30T11:00:00Z"));
    live_until(&mut site, due);
    site.sync();
    assert_eq!(stop(&mut site), 1, "the last second counts");
    site.post_of(ANNA);
    site.advance(1);
    site.sync();
    assert_eq!(stop(&mut site), 2);
    let inputs = inputs(&mut site);
    assert_eq!(inputs.len(), 1);
    assert!(inputs[0].contains(
        r#""kind":"input","for":"all","stop":1,"input":"timeout","told":{"absent":[1]}"#
    ));
    let told = report(&mut site, ANNA).text;
    assert!(told.contains("The deadline of hun has passed"), "{told}");
    assert!(told.contains("Hun side sets up 30 units"));
    let unit = site.store.read().unwrap();
    let recorded = unit.inputs_of(&"chalons".parse().unwrap(), 1).unwrap();
    assert_eq!(recorded[0].kind, InputKind::Timeout);
}

#[test]
fn one_deadline_covers_the_whole_activation_of_an_absent_side() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let who = game.play_until(&mut site, |question| question.contains("act."));
    let before = stop(&mut site);
    let due = due(&mut site);
    skip_to(&mut site, due);
    site.advance(1);
    site.sync();
    game.look(&mut site);
    assert_eq!(stop(&mut site), before + 1);
    let other = if who == ANNA { BRUNO } else { ANNA };
    assert!(
        game.report_of(other).text.contains("have acted"),
        "nothing more was asked of it"
    );
}

#[test]
fn no_time_out_before_every_source_was_read_after_the_deadline() {
    let mut site = Postbox::new();
    site.start(|_| {});
    let due = due(&mut site);
    skip_to(&mut site, due);
    site.advance(5);
    site.at_desk(|desk| desk.keep_hours()).unwrap();
    site.at_desk(|desk| desk.run_due()).unwrap();
    assert_eq!(
        stop(&mut site),
        1,
        "a mail that came in time may lie in the mailbox"
    );
    site.sync();
    assert_eq!(stop(&mut site), 2);
}

#[test]
fn a_mail_that_arrived_in_time_counts_whenever_it_is_fetched() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let due = due(&mut site);
    skip_to(&mut site, due);
    site.answer(
        &anna,
        ANNA,
        "SETUP hun-hc-1 1614 F2\nSETUP hun-lc-6 1615 F2\nGO",
    );
    site.advance(55);
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Orders);
    assert_eq!(inputs(&mut site), Vec::<String>::new());
    let told = report(&mut site, ANNA).text;
    assert!(told.contains("Attila with hun-hc-1"), "{told}");
    assert!(told.contains("hun-hc-1  1614"), "{told}");
}

#[test]
fn a_late_mail_is_answered_and_changes_nothing() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let due = due(&mut site);
    skip_to(&mut site, due);
    // It arrives a minute late, before anybody has noticed that the deadline has passed.
    site.advance(1);
    site.answer(
        &anna,
        ANNA,
        "SETUP hun-hc-1 1614 F2\nSETUP hun-lc-6 1615 F2\nGO",
    );
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Quarantine);
    assert_eq!(stop(&mut site), 2);
    let mails = site.post_of(ANNA);
    let held = mails
        .iter()
        .find(|mail| mail.text.contains("was not carried out"))
        .unwrap();
    assert!(held.text.contains("after the deadline"), "{}", held.text);
    let told = mails.iter().find(|mail| is_report(mail)).unwrap();
    assert!(told.text.contains("hun-hc-1  1615"), "the default place");

    // A day later still: the stop is over.
    site.answer(&anna, ANNA, "SETUP hun-hc-1 1614 F2\nGO");
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Quarantine);
    assert!(site.letter_to(ANNA).text.contains("stop 1, which is over"));
}

#[test]
fn no_grace_goes_beyond_the_deadline_after_which_nothing_can_be_changed() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.grace = Lapse::new(0, 10));
    let due = due(&mut site);
    skip_to(&mut site, due - jiff::SignedDuration::from_mins(2));
    let orders = "SETUP hun-hc-1 1614 F2\nSETUP hun-lc-6 1615 F2\nGO";
    site.answer(&anna, ANNA, orders);
    site.sync();
    let receipt = site.letter_to(ANNA).text;
    let promised = "You are ready. The run starts on Mon 30 Nov 12:00, unless a mail changes that. Until then a";
    let folded = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(folded.contains(promised), "{receipt}");
    skip_to(&mut site, due - jiff::SignedDuration::from_secs(1));
    site.sync();
    assert_eq!(stop(&mut site), 1, "what was promised can still be done");
    skip_to(&mut site, due);
    site.sync();
    assert_eq!(stop(&mut site), 2);
    assert_eq!(inputs(&mut site), Vec::<String>::new(), "nobody was late");
}

#[test]
fn at_the_deadline_the_good_lines_of_an_unready_set_count() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(
        &anna,
        ANNA,
        "SETUP hun-hc-1 1614 F2\nSETUP hun-lc-6 1615 F2\nMOVE nobody-7 1609",
    );
    site.sync();
    let due = due(&mut site);
    skip_to(&mut site, due);
    site.advance(1);
    site.sync();
    let told = report(&mut site, ANNA).text;
    assert!(told.contains("hun-hc-1  1614"), "{told}");
}

#[test]
fn a_seat_is_reminded_once_in_its_own_time_unless_it_is_ready() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "SET ZONE America/New_York");
    site.sync();
    site.post_of(ANNA);
    live_until(&mut site, at("2026-11-29T10:59:00Z"));
    site.sync();
    assert_eq!(site.post_of(ANNA).len(), 0);
    site.advance(1);
    site.sync();
    let reminder = site.letter_to(ANNA);
    assert_eq!(
        reminder.subject,
        "[chalons] your orders are due by Mon 30 Nov 06:00"
    );
    assert!(reminder.text.contains("Set up your 30 units"));
    site.advance(30);
    site.sync();
    assert_eq!(site.post_of(ANNA).len(), 0, "once is enough");
    // The reminder can be answered.
    site.answer(&reminder, ANNA, "GO");
    site.sync();
    site.advance(10);
    site.sync();
    assert_eq!(stop(&mut site), 2);
    site.post_of(BRUNO);

    let bruno = site
        .sent()
        .into_iter()
        .rfind(|mail| mail.to == BRUNO)
        .unwrap();
    let mut work = site.store.write().unwrap();
    let id = "chalons".parse().unwrap();
    let asked = work.open_stop_of(&id).unwrap().unwrap().asked[0];
    let waits = tesserarius::store::Asked {
        readiness: tesserarius::store::Readiness::Ready,
        ..asked
    };
    work.set_asked(&id, 2, waits).unwrap();
    work.commit().unwrap();
    let due = due(&mut site);
    skip_to(&mut site, due - jiff::SignedDuration::from_hours(20));
    site.sync();
    assert_eq!(
        site.post_of(BRUNO).len(),
        0,
        "whoever is ready is not reminded: {}",
        bruno.subject
    );
}

#[test]
fn days_end_at_the_same_time_on_the_clock_across_both_changes_of_summer_time() {
    const CASES: &[(&str, &str, &str)] = &[
        // Summer time ends in Berlin on 25 October 2026, in New York on 1 November.
        (
            "2026-10-23T10:00:00Z",
            "2026-10-26T11:00:00Z",
            "Mon 26 Oct 12:00",
        ),
        // It begins in Berlin on 28 March 2027.
        (
            "2027-03-26T11:00:00Z",
            "2027-03-29T10:00:00Z",
            "Mon 29 Mar 12:00",
        ),
    ];
    for (begin, end, told) in CASES {
        let mut site = Postbox::new();
        site.clock.set(at(begin));
        let (anna, _) = site.start(|_| {});
        assert_eq!(due(&mut site), at(end));
        assert!(anna.text.contains(&format!("until {told}")));
        skip_to(&mut site, at(end));
        site.sync();
        assert_eq!(stop(&mut site), 1);
        site.advance(1);
        site.sync();
        assert_eq!(stop(&mut site), 2);
    }
}

#[test]
fn a_vacation_moves_the_deadline_and_stands_in_record_and_report() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "VACATION 2026-11-28 2026-11-29");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(
        receipt
            .text
            .contains("You are away from 2026-11-28 to 2026-11-29. Your answer is due by")
    );
    assert_eq!(due(&mut site), at("2026-12-02T11:00:00Z"));
    assert!(inputs(&mut site)[0].contains(
        r#""input":"vacation","told":{"vacation":{"seat":1,"from":"2026-11-28","to":"2026-11-29"}}"#
    ));
    site.answer(&anna, ANNA, "VACATION 2027-03-01 2027-01-01");
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("Your vacation was not taken")
    );
    site.answer(&anna, ANNA, "GO");
    site.sync();
    site.advance(10);
    site.sync();
    let told = report(&mut site, BRUNO).text;
    assert!(
        told.contains("hun is away from 2026-11-28 to 2026-11-29."),
        "{told}"
    );
    assert!(
        told.contains("The deadline of hun was moved from Mon 30 Nov 12:00 to Wed 2 Dec 12:00")
    );
}

#[test]
fn time_is_extended_when_all_players_agree() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    site.post_of(BRUNO);
    site.answer(&anna, ANNA, "EXTEND 2d");
    site.sync();
    assert_eq!(due(&mut site), at("2026-11-30T11:00:00Z"));
    let asked = site.letter_to(BRUNO);
    assert!(
        asked
            .text
            .contains("hun asks to move the deadline of this stop by 2d")
    );
    site.answer(&asked, BRUNO, "EXTEND 2d");
    site.sync();
    assert_eq!(due(&mut site), at("2026-12-02T11:00:00Z"));
    assert!(
        site.letter_to(BRUNO)
            .text
            .contains("All agree: the deadline is extended by 2d.")
    );
}

#[test]
fn an_outage_moves_open_deadlines_and_everybody_is_told_once() {
    let mut site = Postbox::new();
    site.start(|_| {});
    site.advance(5);
    site.sync();
    site.post_of(ANNA);
    site.post_of(BRUNO);
    site.advance(3 * 60);
    let synced = site.sync();
    assert_eq!(synced.troubles.len(), 1, "{:?}", synced.troubles);
    assert_eq!(due(&mut site), at("2026-11-30T14:00:00Z"));
    for address in [ANNA, BRUNO] {
        let told = site.letter_to(address);
        assert!(
            told.text.contains("This site was down from"),
            "{}",
            told.text
        );
    }
    site.sync();
    assert_eq!(site.post_of(ANNA).len(), 0);
}

#[test]
fn a_deadline_that_passed_while_the_site_was_down_is_not_held_against_a_player() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    live_until(&mut site, at("2026-11-30T10:30:00Z"));
    site.sync();
    // The site dies half an hour before the deadline, and comes back eight hours later.
    site.clock.set(at("2026-11-30T18:30:00Z"));
    site.sync();
    assert_eq!(stop(&mut site), 1);
    assert_eq!(due(&mut site), at("2026-11-30T19:00:00Z"));
    site.answer(&anna, ANNA, "GO");
    assert_eq!(site.sync().read[0].disposition, Disposition::Orders);
}
