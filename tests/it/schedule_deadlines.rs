//! Deadlines through changes of the clocks, weekends, holidays and vacations.

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use tesserarius::schedule::{
    Calendar, Language, Lapse, Policy, Vacation, after_vacation, due, extended, local, reminders,
    run_starts,
};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn due_in(zone_name: &str, asked: &str, policy: &str) -> Timestamp {
    let policy: Policy = policy.parse().unwrap();
    let calendar = Calendar::new(zone(zone_name), policy.skipped().clone());
    due(at(asked), &policy, &calendar).unwrap()
}

#[test]
fn each_policy_gives_the_moment_that_its_words_promise() {
    // Zone, asked, policy, due; 2026-11-27 is a Friday.
    const CASES: &[(&str, &str, &str, &str)] = &[
        // Plain days and hours.
        ("UTC", "2026-11-27T12:00:00Z", "3d", "2026-11-30T12:00:00Z"),
        ("UTC", "2026-11-27T12:00:00Z", "36h", "2026-11-29T00:00:00Z"),
        (
            "UTC",
            "2026-11-27T12:00:00Z",
            "1d6h",
            "2026-11-28T18:00:00Z",
        ),
        // A time of day: never earlier than the span itself.
        (
            "UTC",
            "2026-11-27T12:00:00Z",
            "2d at 20:00",
            "2026-11-29T20:00:00Z",
        ),
        (
            "UTC",
            "2026-11-27T20:00:00Z",
            "2d at 20:00",
            "2026-11-29T20:00:00Z",
        ),
        (
            "UTC",
            "2026-11-27T20:00:01Z",
            "2d at 20:00",
            "2026-11-30T20:00:00Z",
        ),
        (
            "Asia/Tokyo",
            "2026-11-27T12:00:00Z",
            "2d at 20:00",
            "2026-11-30T11:00:00Z",
        ),
        // Summer time begins in Berlin on 2027-03-28 at 02:00: a day of 23 hours.
        (
            "Europe/Berlin",
            "2027-03-27T12:00:00+01:00",
            "1d",
            "2027-03-28T12:00:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2027-03-27T12:00:00+01:00",
            "24h",
            "2027-03-28T13:00:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2027-03-27T02:30:00+01:00",
            "1d",
            "2027-03-28T03:30:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2027-03-26T22:00:00+01:00",
            "1d at 02:30",
            "2027-03-28T03:30:00+02:00",
        ),
        // Summer time ends in Berlin on 2027-10-31 at 03:00: 02:30 comes twice, the later one counts.
        (
            "Europe/Berlin",
            "2027-10-30T12:00:00+02:00",
            "1d",
            "2027-10-31T12:00:00+01:00",
        ),
        (
            "Europe/Berlin",
            "2027-10-30T12:00:00+02:00",
            "24h",
            "2027-10-31T11:00:00+01:00",
        ),
        (
            "Europe/Berlin",
            "2027-10-30T02:30:00+02:00",
            "1d",
            "2027-10-31T02:30:00+01:00",
        ),
        (
            "Europe/Berlin",
            "2027-10-31T02:30:00+02:00",
            "30m at 02:30",
            "2027-10-31T02:30:00+01:00",
        ),
        // New York changes on other days: 2027-03-14 and 2027-11-07.
        (
            "America/New_York",
            "2027-03-13T20:00:00-05:00",
            "1d",
            "2027-03-14T20:00:00-04:00",
        ),
        (
            "America/New_York",
            "2027-11-06T20:00:00-04:00",
            "1d",
            "2027-11-07T20:00:00-05:00",
        ),
        // Lord Howe moves by half an hour.
        (
            "Australia/Lord_Howe",
            "2027-04-03T12:00:00+11:00",
            "24h",
            "2027-04-04T11:30:00+10:30",
        ),
        // Weekends do not count.
        (
            "UTC",
            "2026-11-27T18:00:00Z",
            "1d skip weekends",
            "2026-11-30T18:00:00Z",
        ),
        (
            "UTC",
            "2026-11-27T18:00:00Z",
            "36h skip weekends",
            "2026-12-01T06:00:00Z",
        ),
        (
            "UTC",
            "2026-11-28T09:00:00Z",
            "1d skip weekends",
            "2026-12-01T00:00:00Z",
        ),
        (
            "UTC",
            "2026-11-28T09:00:00Z",
            "6h skip weekends",
            "2026-11-30T06:00:00Z",
        ),
        (
            "UTC",
            "2026-11-26T21:00:00Z",
            "1d at 20:00 skip weekends",
            "2026-11-30T20:00:00Z",
        ),
        (
            "UTC",
            "2026-11-27T18:00:00Z",
            "6h skip weekends",
            "2026-11-30T00:00:00Z",
        ),
        // It is already Saturday in Tokyo, still Friday in Los Angeles.
        (
            "Asia/Tokyo",
            "2026-11-27T18:00:00Z",
            "1h skip weekends",
            "2026-11-29T16:00:00Z",
        ),
        (
            "America/Los_Angeles",
            "2026-11-27T18:00:00Z",
            "1h skip weekends",
            "2026-11-27T19:00:00Z",
        ),
        // A weekend with a change of the clocks inside.
        (
            "Europe/Berlin",
            "2027-03-26T18:00:00+01:00",
            "24h skip weekends",
            "2027-03-29T18:00:00+02:00",
        ),
        (
            "Europe/Berlin",
            "2027-10-29T18:00:00+02:00",
            "1d skip weekends",
            "2027-11-01T18:00:00+01:00",
        ),
        // Holidays.
        (
            "UTC",
            "2026-12-23T10:00:00Z",
            "2d skip 2026-12-24..2026-12-26",
            "2026-12-28T10:00:00Z",
        ),
        (
            "UTC",
            "2026-12-23T10:00:00Z",
            "2d skip weekends 2026-12-24..2026-12-26",
            "2026-12-29T10:00:00Z",
        ),
        (
            "UTC",
            "2026-12-30T10:00:00Z",
            "1d at 20:00 skip 2027-01-01 thu",
            "2027-01-02T20:00:00Z",
        ),
    ];
    for (zone_name, asked, policy, expected) in CASES {
        assert_eq!(
            due_in(zone_name, asked, policy),
            at(expected),
            "{policy} from {asked} in {zone_name}"
        );
    }
}

#[test]
fn a_policy_of_none_sets_no_deadline() {
    let policy: Policy = "none skip weekends".parse().unwrap();
    let calendar = Calendar::new(TimeZone::UTC, policy.skipped().clone());
    assert_eq!(due(at("2026-11-27T12:00:00Z"), &policy, &calendar), None);
}

#[test]
fn a_vacation_known_beforehand_stops_the_clock() {
    let policy: Policy = "3d skip weekends".parse().unwrap();
    let vacation = Vacation::accepted(date(2026, 12, 1), date(2026, 12, 8));
    let calendar =
        Calendar::new(zone("Europe/Berlin"), policy.skipped().clone()).with_vacation(vacation);
    // Friday to Monday is one day; Wednesday the 9th and Thursday the 10th are the others.
    assert_eq!(
        due(at("2026-11-27T12:00:00+01:00"), &policy, &calendar),
        Some(at("2026-12-10T12:00:00+01:00"))
    );
}

/// First and last day of a vacation filed in the course of 2026, and where it moves the deadline.
const FILED_LATER: &[(&str, &str, &str)] = &[
    // After the deadline, on the weekend only: nothing lost.
    ("2026-12-03", "2026-12-20", "2026-12-02T12:00:00+01:00"),
    ("2026-11-28", "2026-11-29", "2026-12-02T12:00:00+01:00"),
    // Tuesday: one day.
    ("2026-12-01", "2026-12-01", "2026-12-03T12:00:00+01:00"),
    // Weekend, Monday and Tuesday: two days.
    ("2026-11-28", "2026-12-01", "2026-12-04T12:00:00+01:00"),
    // From Tuesday through the deadline and the weekend after it: two days.
    ("2026-12-01", "2026-12-06", "2026-12-08T12:00:00+01:00"),
    // Begun before the stop asked.
    ("2026-11-20", "2026-11-27", "2026-12-03T12:00:00+01:00"),
];

#[test]
fn a_vacation_filed_while_the_deadline_runs_gives_back_each_running_day_it_takes() {
    let policy: Policy = "3d skip weekends".parse().unwrap();
    let calendar = Calendar::new(zone("Europe/Berlin"), policy.skipped().clone());
    let asked = at("2026-11-27T12:00:00+01:00");
    let due_at = due(asked, &policy, &calendar).unwrap();
    assert_eq!(due_at, at("2026-12-02T12:00:00+01:00"));
    for (from, to, expected) in FILED_LATER {
        let vacation = Vacation::accepted(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(
            after_vacation(asked, due_at, &calendar, vacation),
            at(expected),
            "vacation {from} to {to}"
        );
    }
}

#[test]
fn a_vacation_across_the_end_of_summer_time_keeps_the_time_on_the_clock() {
    let policy: Policy = "2d".parse().unwrap();
    let calendar = Calendar::new(zone("Europe/Berlin"), policy.skipped().clone());
    let asked = at("2027-10-29T20:00:00+02:00");
    let due_at = due(asked, &policy, &calendar).unwrap();
    let vacation = Vacation::accepted(date(2027, 10, 30), date(2027, 11, 2));
    assert_eq!(
        after_vacation(asked, due_at, &calendar, vacation),
        at("2027-11-04T20:00:00+01:00")
    );
}

#[test]
fn an_extension_counts_from_the_deadline_on_running_days() {
    let policy: Policy = "1d skip weekends".parse().unwrap();
    let calendar = Calendar::new(TimeZone::UTC, policy.skipped().clone());
    let thursday = at("2026-11-26T18:00:00Z");
    let friday = due(thursday, &policy, &calendar).unwrap();
    assert_eq!(
        extended(friday, "2d".parse().unwrap(), &calendar),
        at("2026-12-01T18:00:00Z")
    );
    assert_eq!(
        extended(friday, "12h".parse().unwrap(), &calendar),
        at("2026-11-30T06:00:00Z")
    );
}

#[test]
fn reminders_lie_between_the_question_and_the_deadline_in_order() {
    let berlin = zone("Europe/Berlin");
    let plan: Vec<Lapse> = ["2h", "1d", "3d", "24h"]
        .iter()
        .map(|lapse| lapse.parse().unwrap())
        .collect();
    // The clocks go back in between, so a day is 25 hours.
    let times = reminders(
        at("2027-10-29T20:00:00+02:00"),
        at("2027-10-31T20:00:00+01:00"),
        &plan,
        &berlin,
    );
    assert_eq!(
        times,
        [
            at("2027-10-30T20:00:00+02:00"),
            at("2027-10-30T21:00:00+02:00"),
            at("2027-10-31T18:00:00+01:00"),
        ]
    );
    assert!(
        reminders(
            at("2027-01-01T00:00:00Z"),
            at("2027-01-01T01:00:00Z"),
            &plan,
            &berlin
        )
        .is_empty()
    );
}

#[test]
fn a_run_starts_a_grace_after_the_last_mail() {
    let grace: Lapse = "10m".parse().unwrap();
    let mails = [at("2026-11-27T12:00:00Z"), at("2026-11-27T11:00:00Z")];
    assert_eq!(run_starts(&mails, grace), Some(at("2026-11-27T12:10:00Z")));
    assert_eq!(run_starts(&mails, Lapse::ZERO), Some(mails[0]));
    assert_eq!(run_starts(&[], grace), None);
}

#[test]
fn a_deadline_is_printed_in_the_players_own_time() {
    let moment = at("2026-12-01T19:00:00Z");
    assert_eq!(
        local(moment, &zone("Europe/Berlin"), Language::English),
        "Tue 1 Dec 20:00"
    );
    assert_eq!(
        local(moment, &zone("Asia/Tokyo"), Language::English),
        "Wed 2 Dec 04:00"
    );
    let german = local(moment, &zone("Europe/Berlin"), Language::German);
    assert_eq!(german, "Di 1 Dez 20:00");
}

const ZONES: [&str; 6] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    // Here summer time begins at midnight: the first moment of that day is 01:00.
    "America/Asuncion",
];

prop_compose! {
    fn any_policy()(
        days in 0u32..9, minutes in 0u32..3000, hour in prop::option::of(0u8..24),
        skip in prop::sample::select(vec!["", " skip weekends", " skip wed", " skip sun 2026-12-24..2027-01-06"]),
    ) -> Policy {
        let lapse = Lapse::new(days, minutes.max(1));
        let clock = hour.map_or(String::new(), |hour| format!(" at {hour:02}:30"));
        format!("{lapse}{clock}{skip}").parse().unwrap()
    }
}

proptest! {
    #[test]
    fn a_deadline_falls_on_a_running_day_and_asking_later_never_makes_it_earlier(
        second in 1_790_000_000i64..1_830_000_000, delay in 0i64..400_000,
        policy in any_policy(), zone_name in prop::sample::select(&ZONES[..]),
    ) {
        let calendar = Calendar::new(zone(zone_name), policy.skipped().clone());
        let asked = Timestamp::from_second(second).unwrap();
        let due_at = due(asked, &policy, &calendar).unwrap();
        prop_assert!(due_at > asked);
        prop_assert!(calendar.runs_on(calendar.zone().to_datetime(due_at).date()));
        let later = asked.checked_add(SignedDuration::from_secs(delay)).unwrap();
        // A change of the clocks may put two moments of the same day at one time on the clock, an hour apart.
        let slack = SignedDuration::from_hours(1);
        prop_assert!(due(later, &policy, &calendar).unwrap() + slack >= due_at);
    }

    #[test]
    fn a_vacation_never_shortens_and_leaves_the_deadline_outside_itself(
        second in 1_790_000_000i64..1_830_000_000, start in 0i64..20, length in 0i64..15,
        policy in any_policy(), zone_name in prop::sample::select(&ZONES[..]),
    ) {
        let calendar = Calendar::new(zone(zone_name), policy.skipped().clone());
        let asked = Timestamp::from_second(second).unwrap();
        let due_at = due(asked, &policy, &calendar).unwrap();
        let day = |days: i64| calendar.zone().to_datetime(asked).date() + SignedDuration::from_hours(24 * days);
        let vacation = Vacation::accepted(day(start), day(start + length));
        let moved = after_vacation(asked, due_at, &calendar, vacation);
        prop_assert!(moved >= due_at);
        prop_assert!(!vacation.contains(calendar.zone().to_datetime(moved).date()));
    }
}
