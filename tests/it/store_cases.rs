//! The store's own suite: what every backend must do, written against the trait alone.
//!
//! A backend joins with one call of `store_suite!`.

mod crashes;
mod mail;
mod people;
mod play;
mod records;
mod times;

use std::collections::BTreeMap;

use jiff::Timestamp;
use tesserarius::record::{Body, EntryBody, Holder, Line, SeatNumber, Sha256Hash};
use tesserarius::schedule::Lapse;
use tesserarius::store::{
    DiceMode, Life, LogEntry, MailKind, Match, MatchId, NewMail, Role, Seat, Store,
};

pub(crate) use crashes::*;
pub(crate) use mail::*;
pub(crate) use people::*;
pub(crate) use play::*;
pub(crate) use records::*;
pub(crate) use times::*;

/// A place where a backend keeps one database.
pub(crate) trait Backend {
    /// Makes an empty place.
    fn new() -> Self;

    /// Opens the database there, as one process of the site does.
    fn open(&self) -> Box<dyn Store>;

    /// Opens the database as it would be found if the machine stopped now, whatever is under way.
    fn open_after_power_loss(&self) -> Box<dyn Store>;
}

/// Runs every case against a backend.
macro_rules! store_suite {
    ($backend:ty: $($case:ident),+ $(,)?) => {
        $(
            #[test]
            fn $case() {
                $crate::store_cases::$case(&<$backend as $crate::store_cases::Backend>::new());
            }
        )+
    };
}
pub(crate) use store_suite;

pub(crate) fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub(crate) fn noon() -> Timestamp {
    at("2026-11-27T12:00:00Z")
}

pub(crate) fn id(text: &str) -> MatchId {
    text.parse().unwrap()
}

pub(crate) fn seat(number: u8) -> SeatNumber {
    SeatNumber::player(number).unwrap()
}

pub(crate) fn new_match(name: &str) -> Match {
    Match {
        id: id(name),
        game: "sign-of-the-pagan".to_owned(),
        scenario: "chalons".to_owned(),
        rules_version: 3,
        log_name: format!("{name}-0badcafe"),
        dice: DiceMode::Chain,
        margin: 3_600,
        life: Life::Inviting,
        deadline: "2d at 20:00 skip weekends".parse().unwrap(),
        grace: Lapse::new(0, 10),
        reminders: vec![Lapse::new(1, 0), Lapse::new(0, 120)],
        created_at: noon(),
        started_at: None,
        finished_at: None,
        needs_recover: false,
    }
}

pub(crate) fn player_seat(number: u8, side: &str, name: &str) -> Seat {
    Seat {
        number: seat(number),
        role: Role::Player,
        side: Some(side.to_owned()),
        name: name.to_owned(),
        player: None,
        host_plays: false,
        accepted_at: None,
        accepted_host: false,
        record_mailed: 0,
    }
}

/// Adds a match of two seats that waits for both at stop 1.
pub(crate) fn begin_match(store: &mut dyn Store, name: &str) -> MatchId {
    let seats = [
        player_seat(1, "hun", "Anna"),
        player_seat(2, "roman", "Bruno"),
    ];
    let mut work = store.write().unwrap();
    work.add_match(&new_match(name), &BTreeMap::new(), &seats)
        .unwrap();
    work.set_life(&id(name), Life::Running, noon()).unwrap();
    work.open_stop(&id(name), 1, &[seat(1), seat(2)], noon())
        .unwrap();
    work.commit().unwrap();
    id(name)
}

pub(crate) fn entry(n: u64) -> LogEntry {
    let bytes = format!("entry: {n}\ntype: NOTE\ntext: number {n}\n").into_bytes();
    LogEntry {
        n,
        kind: "NOTE".to_owned(),
        draw: None,
        head: Sha256Hash::of(&bytes),
        bytes,
    }
}

pub(crate) fn entry_line(n: u64) -> Line {
    let body = Body::Entry(EntryBody {
        entry: format!("entry: {n}\n"),
    });
    Line::write(n, Holder::All, &body).unwrap()
}

pub(crate) fn mail_to(recipient: &str, message_id: &str) -> NewMail {
    NewMail {
        kind: MailKind::Report,
        of_match: None,
        seat: None,
        recipient: recipient.to_owned(),
        envelope_from: Some("bounces@pbem.example.org".to_owned()),
        message_id: message_id.to_owned(),
        entry: None,
        bytes: format!("To: {recipient}\r\nMessage-ID: {message_id}\r\n\r\n\0\u{ff}report\r\n")
            .into_bytes(),
    }
}
