//! Stops, pending sets, standing lines, press.

use tesserarius::store::{Asked, Judged, PendingLine, Press, Readiness, StandingKind, StoreError};

use super::{Backend, at, begin_match, id, noon, seat};

pub(crate) fn line(text: &str) -> PendingLine {
    PendingLine {
        written: text.to_lowercase(),
        canonical: Some(text.to_owned()),
        judged: Judged::Good,
        raw: None,
    }
}

pub(crate) fn a_stop_asks_its_seats_and_is_closed_once(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    let open = work.open_stop_of(&chalons).unwrap().unwrap();
    let silent = |number| Asked {
        seat: seat(number),
        readiness: Readiness::Silent,
        mailed_at: None,
    };
    assert_eq!((open.number, open.asked_at, open.run_at), (1, noon(), None));
    assert_eq!(open.asked, [silent(1), silent(2)]);
    let second = work.open_stop(&chalons, 2, &[seat(1)], noon());
    assert!(
        matches!(second, Err(StoreError::Conflict { .. })),
        "one stop at a time"
    );

    let later = at("2026-11-28T12:00:00Z");
    work.close_stop(&chalons, 1, later).unwrap();
    assert_eq!(work.open_stop_of(&chalons).unwrap(), None);
    assert_eq!(
        work.stop(&chalons, 1).unwrap().unwrap().closed_at,
        Some(later)
    );
    let twice = work.close_stop(&chalons, 1, later);
    assert!(matches!(twice, Err(StoreError::Missing { .. })));
    let reused = work.open_stop(&chalons, 1, &[seat(1)], later);
    assert!(
        matches!(reused, Err(StoreError::Conflict { .. })),
        "numbers are never reused"
    );
    work.open_stop(&chalons, 2, &[seat(2)], later).unwrap();
    assert_eq!(
        work.open_stop_of(&chalons).unwrap().unwrap().asked,
        [silent(2)]
    );
    assert_eq!(work.stop(&chalons, u64::MAX).unwrap(), None);
}

pub(crate) fn a_stop_asks_only_seats_of_its_match(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    work.close_stop(&chalons, 1, noon()).unwrap();
    let stranger = work.open_stop(&chalons, 2, &[seat(3)], noon());
    assert!(matches!(stranger, Err(StoreError::Conflict { .. })));
}

pub(crate) fn a_later_mail_replaces_the_set_and_add_adds_to_it(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let refused = PendingLine {
        canonical: None,
        judged: Judged::Refused,
        ..line("MOVE nobody TO 1609")
    };
    let mut work = store.write().unwrap();
    work.file_set(
        &chalons,
        1,
        seat(1),
        &[line("MOVE a"), refused.clone(), line("FIRE b")],
    )
    .unwrap();
    work.file_set(&chalons, 1, seat(2), &[line("STAND c")])
        .unwrap();
    assert_eq!(
        work.pending_set(&chalons, 1, seat(1)).unwrap(),
        [line("MOVE a"), refused.clone(), line("FIRE b")]
    );
    work.file_set(&chalons, 1, seat(1), &[line("MOVE d"), refused.clone()])
        .unwrap();
    assert_eq!(
        work.pending_set(&chalons, 1, seat(1)).unwrap(),
        [line("MOVE d"), refused],
        "a new set takes the place of the old one"
    );
    assert_eq!(
        work.pending_set(&chalons, 1, seat(2)).unwrap(),
        [line("STAND c")]
    );
    assert_eq!(work.pending_set(&chalons, 2, seat(1)).unwrap(), []);
}

pub(crate) fn only_a_seat_that_is_asked_has_a_pending_set(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    work.close_stop(&chalons, 1, noon()).unwrap();
    work.open_stop(&chalons, 2, &[seat(2)], noon()).unwrap();
    let unasked = work.file_set(&chalons, 2, seat(1), &[line("MOVE a")]);
    assert!(matches!(unasked, Err(StoreError::Conflict { .. })));
    let no_stop = work.file_set(&chalons, 3, seat(2), &[line("MOVE a")]);
    assert!(matches!(no_stop, Err(StoreError::Conflict { .. })));
}

pub(crate) fn a_line_that_is_played_has_a_canonical_form(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    let unread = PendingLine {
        canonical: None,
        ..line("MOVE a")
    };
    let refused = work.file_set(&chalons, 1, seat(1), &[unread]);
    assert!(matches!(refused, Err(StoreError::Conflict { .. })));
    assert!(Judged::Good.is_played() && Judged::Open.is_played());
    for judged in [Judged::Refused, Judged::Held, Judged::Uncertain] {
        assert!(!judged.is_played());
    }
}

pub(crate) fn readiness_and_the_start_of_the_run_can_be_taken_back(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    begin_match(&mut *store, "dara");
    let asked = |readiness| Asked {
        seat: seat(2),
        readiness,
        mailed_at: Some(noon()),
    };
    let mut work = store.write().unwrap();
    let start = at("2026-11-27T12:10:00Z");
    work.set_asked(&chalons, 1, asked(Readiness::Ready))
        .unwrap();
    work.set_run_at(&chalons, 1, Some(start)).unwrap();
    work.set_run_at(&id("dara"), 1, Some(at("2026-11-27T12:05:00Z")))
        .unwrap();
    assert_eq!(
        work.open_stop_of(&chalons).unwrap().unwrap().asked[1],
        asked(Readiness::Ready)
    );
    assert_eq!(work.runs_due(at("2026-11-27T12:04:59Z")).unwrap(), []);
    assert_eq!(
        work.runs_due(start).unwrap(),
        [(id("dara"), 1), (chalons.clone(), 1)],
        "the longest due first"
    );
    work.set_asked(&chalons, 1, asked(Readiness::Waits))
        .unwrap();
    work.set_run_at(&chalons, 1, None).unwrap();
    assert_eq!(work.runs_due(start).unwrap(), [(id("dara"), 1)]);
    work.close_stop(&id("dara"), 1, start).unwrap();
    assert_eq!(work.runs_due(start).unwrap(), []);
    let letting_run = [Readiness::Ready, Readiness::Go, Readiness::Absent];
    for readiness in Readiness::ALL {
        assert_eq!(readiness.lets_run(), letting_run.contains(readiness));
    }
}

pub(crate) fn standing_lines_filed_during_a_lock_wait_for_the_next_run(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    let mut file = |number, text: &str| {
        let kind = StandingKind::Standing;
        work.file_standing(&chalons, seat(number), kind, text, None, noon())
            .unwrap()
    };
    assert_eq!(
        [
            file(1, "STAND ALWAYS"),
            file(1, "RETREAT NORTH"),
            file(2, "FIRE FIRST")
        ],
        [1, 2, 1]
    );
    let texts = |lines: Vec<tesserarius::store::StandingLine>| -> Vec<String> {
        lines.into_iter().map(|line| line.text).collect()
    };
    assert_eq!(
        texts(work.new_standing(&chalons, seat(1)).unwrap()),
        ["STAND ALWAYS", "RETREAT NORTH"]
    );
    // The draw is locked with two lines; a third comes before its values do.
    let kind = StandingKind::Cancel;
    work.file_standing(&chalons, seat(1), kind, "CANCEL 1", None, noon())
        .unwrap();
    work.take_standing(&chalons, seat(1), 2, 1).unwrap();
    let rest = work.new_standing(&chalons, seat(1)).unwrap();
    assert_eq!((rest[0].n, rest[0].kind, rest.len()), (3, kind, 1));
    assert_eq!(
        texts(work.new_standing(&chalons, seat(2)).unwrap()),
        ["FIRE FIRST"]
    );
}

pub(crate) fn what_is_said_keeps_its_order_and_its_reader(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let to_all = Press {
        author: seat(1),
        reader: None,
        text: "Well met.\nShall we?".to_owned(),
        said_at: noon(),
    };
    let to_one = Press {
        reader: Some(seat(2)),
        ..to_all.clone()
    };
    let mut work = store.write().unwrap();
    assert_eq!(work.say(&chalons, &to_all).unwrap(), 1);
    assert_eq!(work.say(&chalons, &to_one).unwrap(), 2);
    assert_eq!(
        work.press_after(&chalons, 0).unwrap(),
        [(1, to_all), (2, to_one.clone())]
    );
    assert_eq!(work.press_after(&chalons, 1).unwrap(), [(2, to_one)]);
}
