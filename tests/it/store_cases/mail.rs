//! Mail in, quarantine, mail out.

use jiff::SignedDuration;
use tesserarius::record::Sha256Hash;
use tesserarius::store::{
    Custody, Disposition, Finding, Incoming, MailKind, MailState, NewMail, RawId, Store,
    StoreError, Stored, store_mails,
};

use super::{Backend, at, begin_match, entry, id, mail_to, noon, seat};

pub(crate) const LEASE: SignedDuration = SignedDuration::from_mins(10);

pub(crate) fn incoming<'a>(delivery: Option<&'a str>, bytes: &'a [u8]) -> Incoming<'a> {
    Incoming {
        source: "maildir:mail/in",
        delivery,
        arrived_at: at("2026-11-27T11:59:00Z"),
        stored_at: noon(),
        bytes,
    }
}

fn orders(sender: &str) -> Finding {
    Finding {
        disposition: Disposition::Orders,
        reason: Some("two order lines".to_owned()),
        sender: Some(sender.to_owned()),
        of_match: Some(id("chalons")),
        seat: Some(seat(1)),
        stop: Some(1),
    }
}

pub(crate) fn raw_bytes_come_back_as_they_came(place: &impl Backend) {
    let mut store = place.open();
    let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let mut work = store.write().unwrap();
    let stored = work.store_raw(&incoming(Some("1"), &bytes)).unwrap();
    work.commit().unwrap();
    let raw = store.read().unwrap().raw(stored.id()).unwrap();
    assert_eq!(raw.sha256, Sha256Hash::of(&bytes));
    assert_eq!(raw.bytes, bytes);
    assert_eq!(raw.arrived_at, at("2026-11-27T11:59:00Z"));
    assert_eq!(raw.finding, Finding::new(Disposition::New));
}

pub(crate) fn a_delivery_that_was_stored_is_not_stored_again(place: &impl Backend) {
    let mut store = place.open();
    let first = incoming(Some("cur/1"), b"a");
    let other_source = Incoming {
        source: "mbox:old",
        ..first
    };
    let stored = store_mails(&mut *store, &[first, first, other_source]).unwrap();
    let [Stored::New(one), Stored::Again(same), Stored::New(other)] = stored[..] else {
        panic!("{stored:?}");
    };
    assert_eq!(one, same);
    assert_ne!(one, other);
    // A pipe names no deliveries: the same bytes may be a mail that was sent twice.
    let piped = incoming(None, b"a");
    let stored = store_mails(&mut *store, &[piped, piped]).unwrap();
    assert!(matches!(stored[..], [Stored::New(_), Stored::New(_)]));
    assert_eq!(store.read().unwrap().unread(10).unwrap().len(), 4);
}

pub(crate) fn a_thousand_mails_fit_one_transaction(place: &impl Backend) {
    let mut store = place.open();
    let texts: Vec<String> = (0..1000)
        .map(|n| format!("Subject: {n}\n\nMOVE hun-lc-{n} TO 1609\n"))
        .collect();
    let mails: Vec<Incoming<'_>> = texts
        .iter()
        .map(|text| incoming(Some(text), text.as_bytes()))
        .collect();
    let stored = store_mails(&mut *store, &mails).unwrap();
    drop(store);

    let mut store = place.open_after_power_loss();
    let view = store.read().unwrap();
    let unread = view.unread(usize::MAX).unwrap();
    assert_eq!(
        unread,
        stored
            .iter()
            .map(|stored| stored.id())
            .collect::<Vec<RawId>>()
    );
    assert_eq!(view.raw(unread[999]).unwrap().bytes, texts[999].as_bytes());
    assert_eq!(view.unread(7).unwrap(), unread[..7]);
}

pub(crate) fn one_mail_that_cannot_be_stored_leaves_none_of_its_group(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    work.store_raw(&incoming(Some("1"), b"a")).unwrap();
    let bad = work.judge_raw(RawId(999), &Finding::new(Disposition::Empty));
    assert!(matches!(bad, Err(StoreError::Missing { .. })));
    drop(work);
    assert_eq!(store.read().unwrap().unread(10).unwrap(), []);
}

pub(crate) fn what_a_mail_turned_out_to_be_is_kept(place: &impl Backend) {
    let mut store = place.open();
    begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    let one = work.store_raw(&incoming(Some("1"), b"a")).unwrap().id();
    let two = work.store_raw(&incoming(Some("2"), b"b")).unwrap().id();
    work.judge_raw(one, &orders("anna@example.net")).unwrap();
    work.commit().unwrap();
    let view = store.read().unwrap();
    assert_eq!(view.raw(one).unwrap().finding, orders("anna@example.net"));
    assert_eq!(view.unread(10).unwrap(), [two]);
    assert_eq!(view.mails_of(&id("chalons"), RawId(0)).unwrap(), [one]);
    assert_eq!(view.mails_of(&id("chalons"), one).unwrap(), []);
}

pub(crate) fn the_mails_of_a_sender_are_counted_by_arrival(place: &impl Backend) {
    let mut store = place.open();
    begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    for (n, minute) in [10, 20, 59].into_iter().enumerate() {
        let name = n.to_string();
        let mail = Incoming {
            arrived_at: at(&format!("2026-11-27T11:{minute}:00Z")),
            ..incoming(Some(&name), b"a")
        };
        let raw = work.store_raw(&mail).unwrap().id();
        work.judge_raw(raw, &orders("Anna@Example.net")).unwrap();
    }
    let since = |time| work.mails_since("anna@example.NET", at(time)).unwrap();
    assert_eq!(since("2026-11-27T11:00:00Z"), 3);
    assert_eq!(since("2026-11-27T11:20:00Z"), 2);
    assert_eq!(since("2026-11-27T12:00:00Z"), 0);
    assert_eq!(
        work.mails_since("bruno@example.com", at("2026-11-27T11:00:00Z"))
            .unwrap(),
        0
    );
}

pub(crate) fn the_same_mail_is_known_by_message_id_and_body_together(place: &impl Backend) {
    let mut store = place.open();
    let (body, other) = (Sha256Hash::of(b"MOVE"), Sha256Hash::of(b"FIRE"));
    let mut work = store.write().unwrap();
    let one = work.store_raw(&incoming(Some("1"), b"a")).unwrap().id();
    let two = work.store_raw(&incoming(Some("2"), b"b")).unwrap().id();
    assert_eq!(work.seen("<1@example.net>", &body).unwrap(), None);
    work.note_seen("<1@example.net>", &body, one).unwrap();
    work.note_seen("<1@example.net>", &body, two).unwrap();
    assert_eq!(
        work.seen("<1@example.net>", &body).unwrap(),
        Some(one),
        "the first counts"
    );
    assert_eq!(work.seen("<1@example.net>", &other).unwrap(), None);
    assert_eq!(work.seen("<2@example.net>", &body).unwrap(), None);
}

pub(crate) fn a_quarantined_mail_waits_for_one_decision(place: &impl Backend) {
    let mut store = place.open();
    begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    let one = work.store_raw(&incoming(Some("1"), b"a")).unwrap().id();
    let two = work.store_raw(&incoming(Some("2"), b"b")).unwrap().id();
    let mut finding = orders("stranger@example.org");
    finding.reason = Some("the sender is not the player".to_owned());
    work.quarantine(one, &finding, noon()).unwrap();
    work.quarantine(two, &Finding::new(Disposition::New), noon())
        .unwrap();
    assert_eq!(
        work.raw(one).unwrap().finding.disposition,
        Disposition::Quarantine
    );
    assert_eq!(work.unread(10).unwrap(), []);
    let held = work.held_mails().unwrap();
    assert_eq!(
        held.iter().map(|held| held.raw).collect::<Vec<_>>(),
        [one, two]
    );
    assert_eq!(held[0].reason, "the sender is not the player");
    assert_eq!(
        (&held[0].of_match, held[0].seat),
        (&Some(id("chalons")), Some(seat(1)))
    );

    let later = at("2026-11-27T13:00:00Z");
    work.decide(one, Custody::Released, "gm", later).unwrap();
    work.decide(two, Custody::Dropped, "gm", later).unwrap();
    assert_eq!(work.held_mails().unwrap(), []);
    assert_eq!(
        work.unread(10).unwrap(),
        [one],
        "a released mail is read again"
    );
    let decided = work.quarantined(two).unwrap().unwrap();
    assert_eq!(
        (decided.custody, decided.decided_at),
        (Custody::Dropped, Some(later))
    );
    assert_eq!(decided.decided_by.as_deref(), Some("gm"));
    let twice = work.decide(two, Custody::Released, "gm", later);
    assert!(matches!(twice, Err(StoreError::Missing { .. })));

    // What was released may end in quarantine again.
    work.quarantine(one, &finding, later).unwrap();
    assert_eq!(work.held_mails().unwrap().len(), 1);
    assert_eq!(work.quarantined(one).unwrap().unwrap().decided_by, None);
}

fn queue(store: &mut dyn Store, mail: &NewMail) -> tesserarius::store::MailId {
    let mut work = store.write().unwrap();
    let id = work.queue_mail(mail, noon()).unwrap();
    work.commit().unwrap();
    id
}

pub(crate) fn mail_goes_out_in_order_and_its_bytes_never_change(place: &impl Backend) {
    let mut store = place.open();
    let first = mail_to("anna@example.net", "<r.1@pbem.example.org>");
    let second = mail_to("bruno@example.com", "<r.2@pbem.example.org>");
    let ids = [queue(&mut *store, &first), queue(&mut *store, &second)];
    let mut work = store.write().unwrap();
    let none = work
        .claim_mail(at("2026-11-27T11:59:59Z"), LEASE, 10)
        .unwrap();
    assert_eq!(none, []);
    assert_eq!(work.claim_mail(noon(), LEASE, 1).unwrap()[0].mail, first);
    let rest = work.claim_mail(noon(), LEASE, 10).unwrap();
    assert_eq!(rest.len(), 1, "a mail that was taken is not taken again");
    assert_eq!((&rest[0].mail, rest[0].attempts), (&second, 1));
    work.mail_sent(ids[0], noon()).unwrap();
    work.mail_sent(ids[1], noon()).unwrap();
    assert_eq!(
        work.claim_mail(at("2027-11-27T12:00:00Z"), LEASE, 10)
            .unwrap(),
        []
    );
    let sent = work.mail(ids[0]).unwrap();
    assert_eq!(
        (sent.state, sent.done_at, sent.mail),
        (MailState::Sent, Some(noon()), first)
    );
}

pub(crate) fn what_nobody_reports_back_on_can_be_freed_and_what_failed_waits(place: &impl Backend) {
    let mut store = place.open();
    let taken = queue(
        &mut *store,
        &mail_to("anna@example.net", "<r.1@pbem.example.org>"),
    );
    let failed = queue(
        &mut *store,
        &mail_to("bruno@example.com", "<r.2@pbem.example.org>"),
    );
    queue(
        &mut *store,
        &mail_to("clara@example.org", "<r.3@pbem.example.org>"),
    );
    let mut work = store.write().unwrap();
    assert_eq!(work.unsent_mail().unwrap(), [], "nothing was tried");
    assert_eq!(work.claim_mail(noon(), LEASE, 2).unwrap().len(), 2);
    let later = at("2026-11-27T13:00:00Z");
    work.mail_delayed(failed, "the line is down", later)
        .unwrap();
    let unsent = work.unsent_mail().unwrap();
    let told: Vec<_> = unsent
        .iter()
        .map(|mail| (mail.id, mail.error.as_deref()))
        .collect();
    assert_eq!(told, [(taken, None), (failed, Some("the line is down"))]);
    assert_eq!(work.free_claimed_mail(noon()).unwrap(), 1);
    let due: Vec<_> = work.claim_mail(noon(), LEASE, 10).unwrap();
    let due: Vec<_> = due.iter().map(|mail| mail.attempts).collect();
    assert_eq!(
        due,
        [2, 1],
        "the one that was taken, and the one that was never tried"
    );
    assert_eq!(
        work.free_claimed_mail(later).unwrap(),
        0,
        "they are due by then"
    );
}

pub(crate) fn a_mail_that_nobody_reports_back_on_is_due_again(place: &impl Backend) {
    let mut store = place.open();
    let mail = mail_to("anna@example.net", "<r.1@pbem.example.org>");
    queue(&mut *store, &mail);
    let mut work = store.write().unwrap();
    assert_eq!(work.claim_mail(noon(), LEASE, 10).unwrap().len(), 1);
    work.commit().unwrap();
    drop(store);

    let mut store = place.open_after_power_loss();
    let mut work = store.write().unwrap();
    assert_eq!(
        work.next_mail_at().unwrap(),
        Some(at("2026-11-27T12:10:00Z"))
    );
    assert_eq!(
        work.claim_mail(at("2026-11-27T12:09:59Z"), LEASE, 10)
            .unwrap(),
        []
    );
    let again = work
        .claim_mail(at("2026-11-27T12:10:00Z"), LEASE, 10)
        .unwrap();
    assert_eq!((&again[0].mail, again[0].attempts), (&mail, 2));
}

pub(crate) fn a_delayed_mail_is_tried_later_and_a_failed_one_only_on_request(place: &impl Backend) {
    let mut store = place.open();
    let id = queue(
        &mut *store,
        &mail_to("anna@example.net", "<r.1@pbem.example.org>"),
    );
    let mut work = store.write().unwrap();
    work.claim_mail(noon(), LEASE, 1).unwrap();
    let later = at("2026-11-27T14:00:00Z");
    work.mail_delayed(id, "451 try later", later).unwrap();
    assert_eq!(
        work.claim_mail(at("2026-11-27T13:59:00Z"), LEASE, 1)
            .unwrap(),
        []
    );
    let again = work.claim_mail(later, LEASE, 1).unwrap();
    assert_eq!(again[0].last_error.as_deref(), Some("451 try later"));
    work.mail_failed(id, "550 no such user", later).unwrap();
    assert_eq!(work.failed_mail().unwrap(), [id]);
    assert_eq!(
        work.claim_mail(at("2027-11-27T12:00:00Z"), LEASE, 1)
            .unwrap(),
        []
    );
    assert_eq!(work.next_mail_at().unwrap(), None);
    work.retry_mail(id, later).unwrap();
    assert_eq!(work.claim_mail(later, LEASE, 1).unwrap().len(), 1);
    let twice = work.retry_mail(id, later);
    assert!(
        matches!(twice, Err(StoreError::Missing { .. })),
        "it waits already"
    );
}

pub(crate) fn a_message_id_is_used_once_and_leads_to_its_mail(place: &impl Backend) {
    let mut store = place.open();
    let mail = mail_to("anna@example.net", "<r.1@pbem.example.org>");
    let id = queue(&mut *store, &mail);
    let mut work = store.write().unwrap();
    let found = work
        .mail_by_message_id("<r.1@pbem.example.org>")
        .unwrap()
        .unwrap();
    assert_eq!(found.id, id);
    assert_eq!(
        work.mail_by_message_id("<r.2@pbem.example.org>").unwrap(),
        None
    );
    let again = work.queue_mail(&mail, noon());
    assert!(matches!(again, Err(StoreError::Conflict { .. })));
}

pub(crate) fn receipts_to_an_address_are_counted(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    for (n, kind) in [MailKind::Receipt, MailKind::Receipt, MailKind::Report]
        .into_iter()
        .enumerate()
    {
        let mail = NewMail {
            kind,
            ..mail_to("anna@example.net", &format!("<r.{n}@pbem.example.org>"))
        };
        work.queue_mail(&mail, noon()).unwrap();
    }
    let receipts = |since| {
        work.mailed_since("anna@example.net", MailKind::Receipt, since)
            .unwrap()
    };
    assert_eq!(receipts(noon()), 2);
    assert_eq!(receipts(at("2026-11-27T12:00:01Z")), 0);
}

pub(crate) fn a_mail_waits_for_the_log_entry_it_carries(place: &impl Backend) {
    let mut store = place.open();
    let chalons = begin_match(&mut *store, "chalons");
    let mut work = store.write().unwrap();
    for n in 0..2 {
        work.append_entry(&chalons, &entry(n)).unwrap();
    }
    let report = NewMail {
        of_match: Some(chalons.clone()),
        entry: Some(1),
        ..mail_to("anna@example.net", "<r.1@pbem.example.org>")
    };
    work.queue_mail(&report, noon()).unwrap();
    assert_eq!(work.claim_mail(noon(), LEASE, 10).unwrap(), []);
    work.set_logged(&chalons, 1).unwrap();
    assert_eq!(
        work.claim_mail(noon(), LEASE, 10).unwrap(),
        [],
        "entry 0 alone is on disk"
    );
    work.set_logged(&chalons, 2).unwrap();
    assert_eq!(work.claim_mail(noon(), LEASE, 10).unwrap()[0].mail, report);
}
