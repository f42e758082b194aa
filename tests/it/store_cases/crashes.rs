//! The machine stops between the steps of a mail's way, or in the midst of one.

use tesserarius::record::Sha256Hash;
use tesserarius::store::{
    Asked, Awaited, Deadline, DeadlineState, Disposition, Draw, DrawEnd, Due, Finding, Frozen,
    Life, MailKind, NewMail, RawId, Readiness, Rewind, Store, StoreError, Unit,
};

use super::mail::incoming;
use super::play::line;
use super::records::public_line;
use super::{Backend, LEASE, at, begin_match, entry, entry_line, id, mail_to, noon, seat};

const MESSAGE_ID: &str = "<order.1@example.net>";

fn body() -> Sha256Hash {
    Sha256Hash::of(b"MOVE a")
}

/// What the desk does with a mail once it is authenticated.
fn accept(work: &mut dyn Unit, raw: RawId) {
    let chalons = id("chalons");
    let finding = Finding {
        of_match: Some(chalons.clone()),
        seat: Some(seat(1)),
        stop: Some(1),
        ..Finding::new(Disposition::Orders)
    };
    work.judge_raw(raw, &finding).unwrap();
    work.note_seen(MESSAGE_ID, &body(), raw).unwrap();
    work.file_set(&chalons, 1, seat(1), &[line("MOVE a")])
        .unwrap();
    let ready = Asked {
        seat: seat(1),
        readiness: Readiness::Ready,
        mailed_at: Some(noon()),
    };
    work.set_asked(&chalons, 1, ready).unwrap();
    let receipt = NewMail {
        kind: MailKind::Receipt,
        ..mail_to("anna@example.net", "<receipt.1@pbem.example.org>")
    };
    work.queue_mail(&receipt, noon()).unwrap();
}

fn report() -> NewMail {
    NewMail {
        of_match: Some(id("chalons")),
        entry: Some(2),
        ..mail_to("bruno@example.com", "<report.1@pbem.example.org>")
    }
}

/// What the desk does when the run of stop 1 takes place, with casual dice.
fn run(work: &mut dyn Unit) {
    let chalons = id("chalons");
    for n in 1..=2 {
        work.append_entry(&chalons, &entry(n)).unwrap();
    }
    let draw = Draw {
        number: 1,
        stop: 1,
        lock_entry: 1,
        locked_at: noon(),
        ended: Some((DrawEnd::Report, 2, noon())),
    };
    let frozen = Frozen {
        seat: seat(1),
        text: "MOVE a\n".to_owned(),
        nonce: Some([1; 32]),
    };
    work.lock_draw(&chalons, &draw, &[frozen]).unwrap();
    work.append_record(&chalons, &entry_line(1)).unwrap();
    work.append_record(&chalons, &public_line(2, 1)).unwrap();
    work.close_stop(&chalons, 1, noon()).unwrap();
    work.open_stop(&chalons, 2, &[seat(2)], noon()).unwrap();
    work.save_position(&chalons, 2, "{}", noon()).unwrap();
    work.queue_mail(&report(), noon()).unwrap();
}

/// A site with a match whose GENESIS is written, and one stored mail.
fn site(store: &mut dyn Store) -> RawId {
    let chalons = begin_match(store, "chalons");
    let mut work = store.write().unwrap();
    work.append_entry(&chalons, &entry(0)).unwrap();
    let raw = work
        .store_raw(&incoming(Some("1"), b"MOVE a"))
        .unwrap()
        .id();
    work.commit().unwrap();
    raw
}

fn is_accepted(store: &mut dyn Store, raw: RawId) -> bool {
    let view = store.read().unwrap();
    let chalons = id("chalons");
    let seen = view.seen(MESSAGE_ID, &body()).unwrap().is_some();
    let read = view.unread(10).unwrap().is_empty();
    let judged = view.raw(raw).unwrap().finding.disposition == Disposition::Orders;
    let filed = !view.pending_set(&chalons, 1, seat(1)).unwrap().is_empty();
    let asked = view.stop(&chalons, 1).unwrap().unwrap().asked;
    let ready = asked[0].readiness == Readiness::Ready;
    let queued = view
        .mail_by_message_id("<receipt.1@pbem.example.org>")
        .unwrap()
        .is_some();
    let facts = [seen, read, judged, filed, ready, queued];
    assert!(
        facts.iter().all(|fact| *fact == seen),
        "half of a step: {facts:?}"
    );
    seen
}

fn has_run(store: &mut dyn Store) -> bool {
    let view = store.read().unwrap();
    let chalons = id("chalons");
    let logged = view.last_entry(&chalons).unwrap() == Some(entry(2));
    let drawn = view.draw(&chalons, 1).unwrap().is_some();
    let frozen = !view.frozen(&chalons, 1).unwrap().is_empty();
    let recorded = view.next_line(&chalons).unwrap() == 3;
    let stopped = view.open_stop_of(&chalons).unwrap().unwrap().number == 2;
    let saved = view.position(&chalons, 2).unwrap().is_some();
    let queued = view
        .mail_by_message_id(&report().message_id)
        .unwrap()
        .is_some();
    let facts = [logged, drawn, frozen, recorded, stopped, saved, queued];
    assert!(
        facts.iter().all(|fact| *fact == logged),
        "half of a step: {facts:?}"
    );
    logged
}

pub(crate) fn a_mail_that_was_stored_survives_and_one_under_way_is_as_if_never_come(
    place: &impl Backend,
) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut work = store.write().unwrap();
    work.store_raw(&incoming(Some("2"), b"FIRE b")).unwrap();
    // Not committed: the source was not told either, and brings the mail again.
    let mut found = place.open_after_power_loss();
    assert_eq!(found.read().unwrap().unread(10).unwrap(), [raw]);
    drop(work);
}

pub(crate) fn power_lost_while_orders_are_accepted_leaves_the_mail_unread(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    let mut found = place.open_after_power_loss();
    assert!(!is_accepted(&mut *found, raw));
    work.commit().unwrap();
    let mut found = place.open_after_power_loss();
    assert!(is_accepted(&mut *found, raw));
}

pub(crate) fn power_lost_during_a_run_leaves_the_match_before_it(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    work.commit().unwrap();
    let mut work = store.write().unwrap();
    run(&mut *work);
    let mut found = place.open_after_power_loss();
    assert!(!has_run(&mut *found) && is_accepted(&mut *found, raw));
    work.commit().unwrap();
    let mut found = place.open_after_power_loss();
    assert!(has_run(&mut *found) && is_accepted(&mut *found, raw));
}

pub(crate) fn a_dropped_connection_undoes_its_transaction(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    run(&mut *work);
    drop(work);
    drop(store);
    let mut store = place.open();
    assert!(!is_accepted(&mut *store, raw) && !has_run(&mut *store));
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    run(&mut *work);
    work.commit().unwrap();
    drop(store);
    let mut store = place.open();
    assert!(is_accepted(&mut *store, raw) && has_run(&mut *store));
}

pub(crate) fn power_lost_after_sending_sends_the_same_bytes_again(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    run(&mut *work);
    work.set_logged(&id("chalons"), 3).unwrap();
    work.commit().unwrap();
    let mut work = store.write().unwrap();
    let first = work.claim_mail(noon(), LEASE, 10).unwrap();
    work.commit().unwrap();
    assert_eq!(first.len(), 2);

    let mut found = place.open_after_power_loss();
    let mut work = found.write().unwrap();
    let again = work
        .claim_mail(at("2026-11-27T12:10:00Z"), LEASE, 10)
        .unwrap();
    let bytes = |mails: &[tesserarius::store::OutMail]| -> Vec<Vec<u8>> {
        mails.iter().map(|mail| mail.mail.bytes.clone()).collect()
    };
    assert_eq!(bytes(&again), bytes(&first));
}

pub(crate) fn a_reader_sees_one_moment_while_a_writer_goes_on(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let mut other = place.open();
    let view = other.read().unwrap();
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    work.set_life(&id("chalons"), Life::Locked, noon()).unwrap();
    work.commit().unwrap();
    assert_eq!(
        view.unread(10).unwrap(),
        [raw],
        "still the moment at which reading began"
    );
    assert_eq!(view.the_match(&id("chalons")).unwrap().life, Life::Running);
    drop(view);
    assert_eq!(other.read().unwrap().unread(10).unwrap(), []);
}

pub(crate) fn a_match_that_is_taken_back_stands_where_it_stood_before_the_run(
    place: &impl Backend,
) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let chalons = id("chalons");
    let dara = begin_match(&mut *store, "dara");
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    work.append_entry(&dara, &entry(0)).unwrap();
    run(&mut *work);
    let due = Due {
        of_match: chalons.clone(),
        stop: 2,
        seat: seat(2),
        awaited: Awaited::Orders,
    };
    let deadline = Deadline {
        of: due,
        asked_at: noon(),
        due_at: at("2026-12-01T20:00:00Z"),
        state: DeadlineState::Open,
    };
    work.set_deadline(&deadline, &[at("2026-11-30T20:00:00Z")])
        .unwrap();
    work.file_set(&chalons, 2, seat(2), &[line("FIRE b")])
        .unwrap();
    work.set_logged(&chalons, 3).unwrap();
    work.commit().unwrap();
    assert!(has_run(&mut *store));

    let mut work = store.write().unwrap();
    let before_the_run = Rewind {
        entries: 1,
        lines: 0,
        stop: 1,
    };
    work.rewind(&chalons, before_the_run).unwrap();
    assert_eq!(work.logged(&chalons).unwrap(), 1);
    assert_eq!(work.draw(&chalons, 1).unwrap(), None);
    assert_eq!(work.frozen(&chalons, 1).unwrap(), []);
    assert_eq!(work.position(&chalons, 2).unwrap(), None);
    assert_eq!(work.open_stop_of(&chalons).unwrap().unwrap().number, 1);
    assert_eq!(
        work.pending_set(&chalons, 1, seat(1)).unwrap(),
        [line("MOVE a")]
    );
    assert_eq!(work.mail_by_message_id(&report().message_id).unwrap(), None);
    assert_eq!(work.open_deadlines().unwrap(), []);
    assert_eq!(
        work.last_entry(&dara).unwrap(),
        Some(entry(0)),
        "other matches stay"
    );
    // The same run can take place again.
    run(&mut *work);
    work.commit().unwrap();
    assert!(is_accepted(&mut *store, raw) && has_run(&mut *store));
}

pub(crate) fn a_match_taken_back_into_a_lock_waits_for_values_again(place: &impl Backend) {
    let mut store = place.open();
    let raw = site(&mut *store);
    let chalons = id("chalons");
    let mut work = store.write().unwrap();
    accept(&mut *work, raw);
    run(&mut *work);
    work.rewind(
        &chalons,
        Rewind {
            entries: 2,
            lines: 0,
            stop: 1,
        },
    )
    .unwrap();
    let open = work.open_draw(&chalons).unwrap().unwrap();
    assert_eq!((open.number, open.lock_entry, open.ended), (1, 1, None));
    assert_eq!(work.frozen(&chalons, 1).unwrap().len(), 1);
    assert_eq!(work.last_entry(&chalons).unwrap(), Some(entry(1)));
    let nowhere = work.rewind(
        &chalons,
        Rewind {
            entries: 2,
            lines: 0,
            stop: 9,
        },
    );
    assert!(matches!(nowhere, Err(StoreError::Missing { .. })));
}
