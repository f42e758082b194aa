//! Deadlines, reminders, vacations, inputs, readings, signs of life.

use jiff::civil::date;
use tesserarius::record::InputKind;
use tesserarius::schedule::{Lapse, Reading, Vacation};
use tesserarius::store::{
    Awaited, Deadline, DeadlineMove, DeadlineState, Due, Input, MoveReason, Reminder, Store,
    StoreError,
};

use super::{Backend, at, begin_match, id, noon, seat};

fn due_of(number: u8) -> Due {
    Due {
        of_match: id("chalons"),
        stop: 1,
        seat: seat(number),
        awaited: Awaited::Orders,
    }
}

fn deadline(number: u8, due_at: &str) -> Deadline {
    Deadline {
        of: due_of(number),
        asked_at: noon(),
        due_at: at(due_at),
        state: DeadlineState::Open,
    }
}

fn set(store: &mut dyn Store, deadline: &Deadline, reminders: &[&str]) {
    let reminders: Vec<_> = reminders.iter().map(|text| at(text)).collect();
    let mut work = store.write().unwrap();
    work.set_deadline(deadline, &reminders).unwrap();
    work.commit().unwrap();
}

pub(crate) fn open_deadlines_come_up_once_they_lie_behind(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let (one, two) = (
        deadline(1, "2026-12-01T20:00:00Z"),
        deadline(2, "2026-12-01T19:00:00Z"),
    );
    set(&mut *store, &one, &[]);
    set(&mut *store, &two, &[]);
    let mut work = store.write().unwrap();
    assert_eq!(
        work.deadlines_of(&chalons, 1).unwrap(),
        [one.clone(), two.clone()]
    );
    assert_eq!(work.open_deadlines().unwrap(), [two.clone(), one.clone()]);
    assert_eq!(
        work.deadlines_due(at("2026-12-01T19:00:00Z")).unwrap(),
        [],
        "the last second counts"
    );
    assert_eq!(
        work.deadlines_due(at("2026-12-01T19:00:01Z")).unwrap(),
        std::slice::from_ref(&two)
    );
    work.close_deadline(&due_of(2), DeadlineState::Passed)
        .unwrap();
    assert_eq!(
        work.deadlines_due(at("2026-12-02T00:00:00Z")).unwrap(),
        [one]
    );
    let passed = work.deadline(&due_of(2)).unwrap().unwrap();
    assert_eq!(passed.state, DeadlineState::Passed);
    let elsewhere = Due {
        stop: 2,
        ..due_of(2)
    };
    assert_eq!(work.deadline(&elsewhere).unwrap(), None);
}

pub(crate) fn a_deadline_belongs_to_a_stop_and_a_seat_of_its_match(place: &impl Backend) {
    let mut store = place.open();
    begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    for of in [
        Due {
            stop: 2,
            ..due_of(1)
        },
        due_of(3),
    ] {
        let stray = Deadline {
            of,
            ..deadline(1, "2026-12-01T20:00:00Z")
        };
        let refused = work.set_deadline(&stray, &[]);
        assert!(
            matches!(refused, Err(StoreError::Conflict { .. })),
            "{stray:?}"
        );
    }
}

pub(crate) fn a_value_is_awaited_beside_orders_and_from_seats_that_are_not_asked(
    place: &impl Backend,
) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    work.close_stop(&chalons, 1, noon()).unwrap();
    work.open_stop(&chalons, 2, &[seat(1)], noon()).unwrap();
    let due = |number, awaited| Due {
        stop: 2,
        awaited,
        ..due_of(number)
    };
    let all = [
        due(1, Awaited::Orders),
        due(1, Awaited::Value),
        due(2, Awaited::Value),
    ];
    for of in all.clone() {
        let deadline = Deadline {
            of,
            ..deadline(1, "2026-12-01T20:00:00Z")
        };
        work.set_deadline(&deadline, &[]).unwrap();
    }
    work.close_deadline(&all[0], DeadlineState::Met).unwrap();
    let open: Vec<Due> = work
        .open_deadlines()
        .unwrap()
        .into_iter()
        .map(|d| d.of)
        .collect();
    assert_eq!(open, all[1..]);
}

pub(crate) fn a_moved_deadline_keeps_its_history_and_gets_new_reminders(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let before = deadline(1, "2026-12-01T20:00:00Z");
    set(
        &mut *store,
        &before,
        &["2026-11-30T20:00:00Z", "2026-12-01T18:00:00Z"],
    );
    let mut work = store.write().unwrap();
    let first = work.reminders_due(at("2026-11-30T20:00:00Z")).unwrap();
    assert_eq!(first.len(), 1);
    work.reminded(&first[0], at("2026-11-30T20:01:00Z"))
        .unwrap();

    let moved_at = at("2026-12-01T12:00:00Z");
    let to = at("2026-12-03T20:00:00Z");
    let reminders = [at("2026-12-02T20:00:00Z")];
    work.move_deadline(&before, to, MoveReason::Agreed, &reminders, moved_at)
        .unwrap();
    let after = work.deadline(&due_of(1)).unwrap().unwrap();
    assert_eq!((after.due_at, after.state), (to, DeadlineState::Open));
    let further = at("2026-12-03T22:00:00Z");
    work.move_deadline(&after, further, MoveReason::Outage, &reminders, moved_at)
        .unwrap();
    let step = |why, from_at, to_at| DeadlineMove {
        of: due_of(1),
        why,
        from_at,
        to_at,
        moved_at,
    };
    assert_eq!(
        work.moves_of(&chalons, 1).unwrap(),
        [
            step(MoveReason::Agreed, before.due_at, to),
            step(MoveReason::Outage, to, further)
        ]
    );
    let expected = Reminder {
        of: due_of(1),
        remind_at: reminders[0],
    };
    assert_eq!(
        work.reminders_due(at("2027-01-01T00:00:00Z")).unwrap(),
        [expected]
    );

    work.close_deadline(&due_of(1), DeadlineState::Met).unwrap();
    assert_eq!(work.reminders_due(at("2027-01-01T00:00:00Z")).unwrap(), []);
    let closed = work.move_deadline(&after, to, MoveReason::GameMaster, &[], moved_at);
    assert!(matches!(closed, Err(StoreError::Missing { .. })));
}

pub(crate) fn vacations_are_kept_in_order_and_once(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let winter = Vacation::accepted(date(2026, 12, 20), date(2027, 1, 3));
    let advent = Vacation::accepted(date(2026, 12, 1), date(2026, 12, 5));
    let mut work = store.write().unwrap();
    for vacation in [winter, advent, winter] {
        work.add_vacation(&chalons, seat(1), vacation, noon())
            .unwrap();
    }
    assert_eq!(work.vacations(&chalons, seat(1)).unwrap(), [advent, winter]);
    assert_eq!(work.vacations(&chalons, seat(2)).unwrap(), []);
}

pub(crate) fn consent_to_an_extension_is_counted_by_stop_and_length(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let (two_days, three_days) = (Lapse::new(2, 0), Lapse::new(3, 0));
    let mut work = store.write().unwrap();
    work.agree_extension(&chalons, 1, two_days, seat(2), noon())
        .unwrap();
    work.agree_extension(&chalons, 1, two_days, seat(2), noon())
        .unwrap();
    work.agree_extension(&chalons, 1, three_days, seat(1), noon())
        .unwrap();
    assert_eq!(
        work.extension_agreed(&chalons, 1, two_days).unwrap(),
        [seat(2)]
    );
    work.agree_extension(&chalons, 1, two_days, seat(1), noon())
        .unwrap();
    assert_eq!(
        work.extension_agreed(&chalons, 1, two_days).unwrap(),
        [seat(1), seat(2)]
    );
    assert_eq!(work.extension_agreed(&chalons, 2, two_days).unwrap(), []);
}

pub(crate) fn inputs_are_kept_in_order_by_stop(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let timeout = Input {
        stop: 1,
        kind: InputKind::Timeout,
        seat: Some(seat(2)),
        told: r#"{"absent":[2]}"#.to_owned(),
        told_at: noon(),
    };
    let decision = Input {
        kind: InputKind::Gm,
        seat: None,
        told: "{}".to_owned(),
        ..timeout.clone()
    };
    let mut work = store.write().unwrap();
    assert_eq!(work.record_input(&chalons, &timeout).unwrap(), 1);
    assert_eq!(work.record_input(&chalons, &decision).unwrap(), 2);
    assert_eq!(work.inputs_of(&chalons, 1).unwrap(), [timeout, decision]);
    assert_eq!(work.inputs_of(&chalons, 2).unwrap(), []);
}

pub(crate) fn signs_of_life_return_the_one_before(place: &impl Backend) {
    let mut store = place.open();
    let later = at("2026-11-27T13:00:00Z");
    let mut work = store.write().unwrap();
    assert_eq!(work.alive(noon()).unwrap(), None);
    assert_eq!(work.alive(later).unwrap(), Some(noon()));
    work.commit().unwrap();
    drop(store);
    let mut store = place.open_after_power_loss();
    assert_eq!(store.write().unwrap().alive(later).unwrap(), Some(later));
}

pub(crate) fn the_last_reading_of_each_source_is_known(place: &impl Backend) {
    let mut store = place.open();
    let later = at("2026-11-27T13:00:00Z");
    let mut work = store.write().unwrap();
    let unread = work.reading("imap").unwrap();
    assert_eq!(
        unread,
        Reading {
            source: "imap".to_owned(),
            began: None
        }
    );
    assert_eq!(work.source_position("imap").unwrap(), None);
    work.keep_source_position("imap", "7:42").unwrap();
    work.source_read("imap", noon()).unwrap();
    work.source_read("maildir", noon()).unwrap();
    work.keep_source_position("imap", "7:45").unwrap();
    work.source_read("imap", later).unwrap();
    assert_eq!(work.reading("imap").unwrap().began, Some(later));
    assert_eq!(
        work.source_position("imap").unwrap().as_deref(),
        Some("7:45")
    );
    assert_eq!(work.reading("maildir").unwrap().began, Some(noon()));
    assert_eq!(work.source_position("maildir").unwrap(), None);
}
