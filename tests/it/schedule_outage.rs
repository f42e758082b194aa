//! Outages, clocks that jump, and the moment from which a time-out may be recorded.

use jiff::{SignedDuration, Timestamp};
use tesserarius::schedule::{
    Clock, FixedClock, Outage, Pulse, Reading, TimeOut, is_in_time, pulse, time_out,
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);

#[test]
fn a_pause_of_more_than_the_longest_is_an_outage() {
    let last = at("2026-11-27T12:00:00Z");
    let clock = FixedClock::new(last);
    assert_eq!(
        pulse(None, clock.now(), HOUR),
        Pulse::Steady,
        "a fresh site"
    );
    clock.advance(HOUR);
    assert_eq!(pulse(Some(last), clock.now(), HOUR), Pulse::Steady);
    clock.advance(SignedDuration::from_secs(1));
    let outage = Outage {
        from: last,
        to: clock.now(),
    };
    assert_eq!(pulse(Some(last), clock.now(), HOUR), Pulse::Outage(outage));
    assert_eq!(outage.lasted(), HOUR + SignedDuration::from_secs(1));
}

#[test]
fn an_outage_moves_open_deadlines_by_its_length_and_leaves_those_that_passed_before_it() {
    const CASES: &[(&str, Option<&str>)] = &[
        ("2026-11-27T11:59:59Z", None),
        ("2026-11-27T12:00:00Z", Some("2026-11-28T00:00:00Z")),
        ("2026-11-27T20:00:00Z", Some("2026-11-28T08:00:00Z")),
        ("2026-11-30T20:00:00Z", Some("2026-12-01T08:00:00Z")),
    ];
    let outage = Outage {
        from: at("2026-11-27T12:00:00Z"),
        to: at("2026-11-28T00:00:00Z"),
    };
    for (due_at, moved) in CASES {
        assert_eq!(outage.moved(at(due_at)), moved.map(at), "{due_at}");
    }
}

#[test]
fn a_clock_set_back_is_told_apart_from_one_that_is_being_corrected() {
    let last = at("2026-11-27T12:00:00Z");
    let clock = FixedClock::new(last);
    clock.advance(SignedDuration::from_secs(-60));
    assert_eq!(pulse(Some(last), clock.now(), HOUR), Pulse::Steady);
    clock.set(at("2026-11-27T11:00:00Z"));
    assert_eq!(
        pulse(Some(last), clock.now(), HOUR),
        Pulse::WentBack {
            from: last,
            to: clock.now()
        }
    );
}

fn reading(source: &str, began: Option<&str>) -> Reading {
    Reading {
        source: source.to_owned(),
        began: began.map(at),
    }
}

#[test]
fn a_time_out_waits_for_a_reading_of_every_source_that_began_after_the_deadline() {
    let due_at = at("2026-11-27T20:00:00Z");
    let before = reading("inbox", Some("2026-11-27T19:59:59Z"));
    let at_the_moment = reading("inbox", Some("2026-11-27T20:00:00Z"));
    let later = reading("inbox", Some("2026-11-27T20:00:01Z"));
    let never = reading("imap", None);
    let now = at("2026-11-27T20:30:00Z");
    let inbox = || TimeOut::Unread(vec!["inbox".to_owned()]);

    assert_eq!(
        time_out(due_at, due_at, std::slice::from_ref(&later)),
        TimeOut::NotYet
    );
    assert_eq!(
        time_out(due_at, now, std::slice::from_ref(&before)),
        inbox()
    );
    assert_eq!(time_out(due_at, now, &[at_the_moment]), inbox());
    assert_eq!(
        time_out(due_at, now, std::slice::from_ref(&later)),
        TimeOut::Passed
    );
    assert_eq!(
        time_out(due_at, now, &[later.clone(), never.clone()]),
        TimeOut::Unread(vec!["imap".to_owned()])
    );
    assert_eq!(
        time_out(due_at, now, &[before, never]),
        TimeOut::Unread(vec!["inbox".to_owned(), "imap".to_owned()])
    );
    assert_eq!(
        time_out(due_at, now, &[]),
        TimeOut::Passed,
        "a pipe delivers by itself"
    );
}

#[test]
fn the_last_second_of_a_deadline_still_counts() {
    let due_at = at("2026-11-27T20:00:00Z");
    assert!(is_in_time(due_at, due_at));
    assert!(!is_in_time(at("2026-11-27T20:00:01Z"), due_at));
}
