//! Record lines, log entries, draws, side blocks, positions.

use serde_json::value::RawValue;
use tesserarius::record::{At, Body, Holder, Kind, Line, PrivateBody, PublicBody};
use tesserarius::store::{BlockKind, Draw, DrawEnd, Frozen, SideBlock, StoreError};

use super::{Backend, at, begin_match, entry, entry_line, id, noon, seat};

fn json(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

pub(crate) fn public_line(n: u64, stop: u64) -> Line {
    let body = Body::Public(PublicBody {
        events: json("[]"),
        view: json(r#"{"turn": 1}"#),
        corrects: None,
    });
    Line::write_at(n, Holder::All, At::Stop(stop), &body).unwrap()
}

fn private_line(n: u64, stop: u64) -> Line {
    let body = Body::Private(PrivateBody {
        seat: seat(2),
        events: json("[]"),
        view: json("{}"),
    });
    Line::write_at(n, Holder::Owner(seat(2)), At::Stop(stop), &body).unwrap()
}

pub(crate) fn a_record_grows_by_the_next_line_only_and_keeps_its_bytes(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let dara = begin_match(&mut *store, "dara");
    let lines = [
        entry_line(1),
        public_line(2, 1),
        private_line(3, 1),
        public_line(4, 2),
    ];
    let mut work = store.write().unwrap();
    assert_eq!(work.next_line(&chalons).unwrap(), 1);
    for line in &lines {
        work.append_record(&chalons, line).unwrap();
    }
    for n in [1, 4, 6] {
        let refused = work.append_record(&chalons, &public_line(n, 3));
        assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{n}");
    }
    work.append_record(&dara, &entry_line(1)).unwrap();
    work.commit().unwrap();

    let view = store.read().unwrap();
    assert_eq!(view.next_line(&chalons).unwrap(), 5);
    assert_eq!(view.record_after(&chalons, 0).unwrap(), lines);
    assert_eq!(view.record_after(&chalons, 2).unwrap(), lines[2..]);
    assert_eq!(view.record_after(&chalons, u64::MAX).unwrap(), []);
    assert_eq!(
        view.record_of_kind(&chalons, Kind::Public).unwrap(),
        [lines[1].clone(), lines[3].clone()]
    );
    assert_eq!(
        view.latest_of_kind(&chalons, Kind::Public).unwrap(),
        Some(lines[3].clone())
    );
    assert_eq!(view.latest_of_kind(&dara, Kind::Public).unwrap(), None);
    assert_eq!(
        view.record_after(&chalons, 1).unwrap()[0].text(),
        public_line(2, 1).text()
    );
}

pub(crate) fn a_log_grows_by_the_next_entry_only(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    assert_eq!(work.last_entry(&chalons).unwrap(), None);
    for n in 0..3 {
        work.append_entry(&chalons, &entry(n)).unwrap();
    }
    for n in [0, 2, 4] {
        let refused = work.append_entry(&chalons, &entry(n));
        assert!(matches!(refused, Err(StoreError::Conflict { .. })), "{n}");
    }
    assert_eq!(work.entry(&chalons, 1).unwrap(), Some(entry(1)));
    assert_eq!(work.entry(&chalons, 3).unwrap(), None);
    assert_eq!(work.last_entry(&chalons).unwrap(), Some(entry(2)));
    assert_eq!(
        work.entries_from(&chalons, 1).unwrap(),
        [entry(1), entry(2)]
    );
    assert_eq!(work.logged(&chalons).unwrap(), 0);
    work.set_logged(&chalons, 3).unwrap();
    assert_eq!(work.logged(&chalons).unwrap(), 3);
    assert!(matches!(
        work.logged(&id("dara")),
        Err(StoreError::Missing { .. })
    ));
}

fn draw(number: u64, lock_entry: u64) -> Draw {
    Draw {
        number,
        stop: 1,
        lock_entry,
        locked_at: noon(),
        ended: None,
    }
}

pub(crate) fn one_draw_is_open_at_a_time_and_keeps_what_it_froze(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    for n in 0..4 {
        work.append_entry(&chalons, &entry(n)).unwrap();
    }
    let frozen = [
        Frozen {
            seat: seat(1),
            text: "MOVE a\nSTAND b\n".to_owned(),
            nonce: Some([7; 32]),
        },
        Frozen {
            seat: seat(2),
            text: String::new(),
            nonce: None,
        },
    ];
    assert_eq!(work.next_draw(&chalons).unwrap(), 1);
    work.lock_draw(&chalons, &draw(1, 1), &frozen).unwrap();
    assert_eq!(work.open_draw(&chalons).unwrap(), Some(draw(1, 1)));
    assert_eq!(work.frozen(&chalons, 1).unwrap(), frozen);
    let second = work.lock_draw(&chalons, &draw(2, 2), &[]);
    assert!(matches!(second, Err(StoreError::Conflict { .. })));

    let later = at("2026-11-28T12:00:00Z");
    work.end_draw(&chalons, 1, DrawEnd::Void, 2, later).unwrap();
    assert_eq!(work.open_draw(&chalons).unwrap(), None);
    let ended = work.draw(&chalons, 1).unwrap().unwrap();
    assert_eq!(ended.ended, Some((DrawEnd::Void, 2, later)));
    let twice = work.end_draw(&chalons, 1, DrawEnd::Report, 2, later);
    assert!(matches!(twice, Err(StoreError::Missing { .. })));

    // Casual dice: LOCK and REPORT in one step.
    let at_once = Draw {
        ended: Some((DrawEnd::Report, 3, later)),
        ..draw(2, 3)
    };
    work.lock_draw(&chalons, &at_once, &frozen).unwrap();
    assert_eq!(work.draw(&chalons, 2).unwrap(), Some(at_once));
    assert_eq!(work.next_draw(&chalons).unwrap(), 3);
    assert_eq!(work.draw(&chalons, 3).unwrap(), None);
}

pub(crate) fn a_draw_has_its_lock_in_the_log_and_no_number_is_left_out(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    work.append_entry(&chalons, &entry(0)).unwrap();
    let without_lock = work.lock_draw(&chalons, &draw(1, 1), &[]);
    assert!(matches!(without_lock, Err(StoreError::Conflict { .. })));
    let left_out = work.lock_draw(&chalons, &draw(2, 0), &[]);
    assert!(matches!(left_out, Err(StoreError::Conflict { .. })));
}

pub(crate) fn side_blocks_are_kept_once_in_the_order_of_coming(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let block = |number, kind, draw, text: &str| SideBlock {
        seat: seat(number),
        kind,
        draw,
        entry: Some(4),
        bytes: text.as_bytes().to_vec(),
        raw: None,
    };
    let join = block(1, BlockKind::Join, None, "type: JOIN\n");
    let ack = block(2, BlockKind::Ack, Some(3), "type: ACK\nseat: 2\n");
    let other_ack = block(1, BlockKind::Ack, Some(3), "type: ACK\nseat: 1\n");
    let ahead = block(2, BlockKind::Ack, Some(5), "type: ACK\nseat: 2\ndraw: 5\n");
    let mut work = store.write().unwrap();
    for block in [&join, &ack, &join, &other_ack, &ack, &ahead] {
        work.keep_block(&chalons, block, noon()).unwrap();
    }
    assert_eq!(
        work.blocks_of_draw(&chalons, 3).unwrap(),
        [ack.clone(), other_ack.clone()]
    );
    assert_eq!(
        work.blocks(&chalons).unwrap(),
        [join, ack, other_ack, ahead]
    );
}

pub(crate) fn positions_are_kept_by_stop_and_can_be_corrected(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    assert_eq!(work.latest_position(&chalons).unwrap(), None);
    work.save_position(&chalons, 1, r#"{"stop":1}"#, noon())
        .unwrap();
    work.close_stop(&chalons, 1, noon()).unwrap();
    work.open_stop(&chalons, 2, &[seat(1)], noon()).unwrap();
    work.save_position(&chalons, 2, r#"{"stop":2}"#, noon())
        .unwrap();
    work.save_position(&chalons, 2, r#"{"stop":2,"corrected":true}"#, noon())
        .unwrap();
    assert_eq!(
        work.position(&chalons, 1).unwrap().as_deref(),
        Some(r#"{"stop":1}"#)
    );
    let latest = work.latest_position(&chalons).unwrap().unwrap();
    assert_eq!(latest, (2, r#"{"stop":2,"corrected":true}"#.to_owned()));
    let nowhere = work.save_position(&chalons, 3, "{}", noon());
    assert!(matches!(nowhere, Err(StoreError::Conflict { .. })));
}
