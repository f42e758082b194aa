//! People, matches, seats.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use tesserarius::record::SeatNumber;
use tesserarius::store::{Attachment, Life, PlayerId, ReportForm, Role, Seat, StoreError};

use super::{Backend, at, id, new_match, noon, player_seat, seat};

pub(crate) fn a_player_is_found_by_every_address_whatever_its_case(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    let anna = work
        .add_player("Anna Berg", "Anna.Berg@example.net", noon())
        .unwrap();
    let bruno = work
        .add_player("Bruno", "bruno@example.com", noon())
        .unwrap();
    work.add_address(anna, "a.berg@work.example").unwrap();
    work.commit().unwrap();

    let view = store.read().unwrap();
    for address in [
        "anna.berg@example.net",
        "ANNA.BERG@EXAMPLE.NET",
        "a.berg@work.example",
    ] {
        assert_eq!(
            view.player_at(address).unwrap().unwrap().id,
            anna,
            "{address}"
        );
    }
    assert_eq!(
        view.player_at("bruno@example.com").unwrap().unwrap().id,
        bruno
    );
    assert_eq!(view.player_at("bruno@example.net").unwrap(), None);
    assert_eq!(
        view.addresses(anna).unwrap(),
        ["anna.berg@example.net", "a.berg@work.example"],
        "the address that gets mail comes first"
    );
    assert!(matches!(
        view.player(PlayerId(99)),
        Err(StoreError::Missing { .. })
    ));
}

pub(crate) fn an_address_belongs_to_one_player(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    work.add_player("Anna", "anna@example.net", noon()).unwrap();
    let again = work.add_player("Impostor", "ANNA@example.net", noon());
    assert!(matches!(again, Err(StoreError::Conflict { .. })));
}

pub(crate) fn a_players_wishes_are_kept(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    let anna = work.add_player("Anna", "anna@example.net", noon()).unwrap();
    let mut player = work.player(anna).unwrap();
    assert_eq!(
        (player.report, player.attach),
        (ReportForm::Html, Attachment::Board)
    );
    assert_eq!((player.zone.clone(), player.bounced_at), (None, None));
    player.zone = Some(TimeZone::get("Europe/Berlin").unwrap());
    player.report = ReportForm::Prose;
    player.attach = Attachment::Nothing;
    player.bounced_at = Some(noon());
    work.update_player(&player).unwrap();
    work.commit().unwrap();
    assert_eq!(store.read().unwrap().player(anna).unwrap(), player);
}

pub(crate) fn a_match_is_read_back_as_it_was_made(place: &impl Backend) {
    let mut store = place.open();
    let options: BTreeMap<String, String> = [("snow", "yes"), ("fog", "no")]
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .into();
    let gm = Seat {
        number: SeatNumber::GAME_MASTER,
        role: Role::GameMaster,
        side: None,
        name: "Greta".to_owned(),
        ..player_seat(1, "hun", "Anna")
    };
    let observer = Seat {
        number: SeatNumber::new(100),
        role: Role::Observer,
        side: None,
        name: "Otto".to_owned(),
        ..gm.clone()
    };
    let mut work = store.write().unwrap();
    let anna = work.add_player("Anna", "anna@example.net", noon()).unwrap();
    let hun = Seat {
        player: Some(anna),
        host_plays: true,
        ..player_seat(1, "hun", "Anna")
    };
    let roman = player_seat(2, "roman", "Bruno");
    let seats = [roman.clone(), gm.clone(), hun.clone(), observer.clone()];
    work.add_match(&new_match("chalons"), &options, &seats)
        .unwrap();
    work.commit().unwrap();

    let view = store.read().unwrap();
    let chalons = id("chalons");
    assert_eq!(view.the_match(&chalons).unwrap(), new_match("chalons"));
    assert_eq!(view.options(&chalons).unwrap(), options);
    assert_eq!(
        view.seats(&chalons).unwrap(),
        [gm, hun.clone(), roman, observer]
    );
    assert_eq!(view.seat(&chalons, seat(1)).unwrap(), Some(hun.clone()));
    assert_eq!(view.seat(&chalons, seat(3)).unwrap(), None);
    assert_eq!(view.seats_of(anna).unwrap(), [(chalons, hun)]);
    assert_eq!(view.find_match(&id("dara")).unwrap(), None);
    assert!(matches!(
        view.the_match(&id("dara")),
        Err(StoreError::Missing { .. })
    ));
}

pub(crate) fn two_matches_share_neither_name_nor_the_name_of_their_log(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    work.add_match(&new_match("chalons"), &BTreeMap::new(), &[])
        .unwrap();
    let same = work.add_match(&new_match("chalons"), &BTreeMap::new(), &[]);
    assert!(matches!(same, Err(StoreError::Conflict { .. })));
    let mut other = new_match("dara");
    other.log_name = new_match("chalons").log_name;
    let same = work.add_match(&other, &BTreeMap::new(), &[]);
    assert!(matches!(same, Err(StoreError::Conflict { .. })));
}

pub(crate) fn seats_of_a_match_have_different_names_and_fitting_numbers(place: &impl Backend) {
    let mut store = place.open();
    let mut work = store.write().unwrap();
    work.add_match(
        &new_match("chalons"),
        &BTreeMap::new(),
        &[player_seat(1, "hun", "Anna")],
    )
    .unwrap();
    let wrong = [
        player_seat(2, "roman", "Anna"),
        player_seat(1, "roman", "Bruno"),
        Seat {
            side: None,
            ..player_seat(2, "roman", "Bruno")
        },
        Seat {
            role: Role::GameMaster,
            ..player_seat(2, "roman", "Bruno")
        },
        Seat {
            number: SeatNumber::GAME_MASTER,
            ..player_seat(2, "roman", "Bruno")
        },
        Seat {
            number: SeatNumber::new(100),
            ..player_seat(2, "roman", "Bruno")
        },
    ];
    for seat in wrong {
        let refused = work.add_seat(&id("chalons"), &seat);
        assert!(
            matches!(refused, Err(StoreError::Conflict { .. })),
            "{seat:?}"
        );
    }
    work.add_seat(&id("chalons"), &player_seat(2, "roman", "Bruno"))
        .unwrap();
}

pub(crate) fn the_life_of_a_match_is_dated_once(place: &impl Backend) {
    let mut store = place.open();
    let chalons = id("chalons");
    let mut work = store.write().unwrap();
    work.add_match(&new_match("chalons"), &BTreeMap::new(), &[])
        .unwrap();
    let (start, end) = (at("2026-11-28T12:00:00Z"), at("2027-02-01T12:00:00Z"));
    work.set_life(&chalons, Life::Running, start).unwrap();
    work.set_life(&chalons, Life::Locked, at("2026-12-01T12:00:00Z"))
        .unwrap();
    work.set_life(&chalons, Life::Running, at("2026-12-02T12:00:00Z"))
        .unwrap();
    work.set_life(&chalons, Life::Finished, end).unwrap();
    work.commit().unwrap();

    let view = store.read().unwrap();
    let found = view.the_match(&chalons).unwrap();
    assert_eq!(
        (found.started_at, found.finished_at),
        (Some(start), Some(end))
    );
    assert_eq!(view.matches(Life::Finished).unwrap(), [found]);
    assert_eq!(view.matches(Life::Running).unwrap(), []);
    drop(view);
    let mut work = store.write().unwrap();
    let missing = work.set_life(&id("dara"), Life::Running, start);
    assert!(matches!(missing, Err(StoreError::Missing { .. })));
}

pub(crate) fn what_a_match_is_played_by_can_change(place: &impl Backend) {
    let mut store = place.open();
    let chalons = id("chalons");
    let mut work = store.write().unwrap();
    work.add_match(&new_match("chalons"), &BTreeMap::new(), &[])
        .unwrap();
    let policy = "36h".parse().unwrap();
    work.set_deadline_policy(&chalons, &policy).unwrap();
    work.set_rules_version(&chalons, 4).unwrap();
    work.set_needs_recover(&chalons, true).unwrap();
    let found = work.the_match(&chalons).unwrap();
    assert_eq!(
        (found.deadline, found.rules_version, found.needs_recover),
        (policy, 4, true)
    );
}

pub(crate) fn changed_options_withdraw_every_acceptance(place: &impl Backend) {
    let mut store = place.open();
    let chalons = id("chalons");
    let mut work = store.write().unwrap();
    let options: BTreeMap<String, String> = [("fog".to_owned(), "no".to_owned())].into();
    work.add_match(
        &new_match("chalons"),
        &options,
        &[player_seat(1, "hun", "Anna")],
    )
    .unwrap();
    let accepted = Seat {
        accepted_at: Some(noon()),
        accepted_host: true,
        record_mailed: 7,
        ..player_seat(1, "hun", "Anna")
    };
    work.update_seat(&chalons, &accepted).unwrap();
    assert_eq!(
        work.seat(&chalons, seat(1)).unwrap(),
        Some(accepted.clone())
    );

    let changed: BTreeMap<String, String> = [("snow".to_owned(), "yes".to_owned())].into();
    work.set_options(&chalons, &changed).unwrap();
    assert_eq!(work.options(&chalons).unwrap(), changed);
    let asked_again = Seat {
        accepted_at: None,
        accepted_host: false,
        ..accepted
    };
    assert_eq!(work.seats(&chalons).unwrap(), [asked_again]);
}
