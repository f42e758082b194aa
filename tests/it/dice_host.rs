//! Whole matches, host and players each with their own tools: the audit finds them honest.

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::ledger::{
    audit::{Code, Mail, Verdict},
    block::{
        Body, HiddenPlanned, HiddenRolled, Join, LockSeal, Mark, Mode, Orders, Player, Side, blocks,
    },
    dice::Dice,
    drand::{self, Verifier},
    hash::Hash,
    host::{self, HostError, OpenedDraw, Plan, ValueError, Values},
    log::{Log, LogError},
    names::Owner,
    player::{Filed, PlayerError, PlayerMemory},
    seal::SealedText,
    seed::Give,
};

use super::support::dice_table::{
    Guest, Table, all, chain, chain_draw, codes, give, label, master, one_roll, planned, sealed,
    seat, spec, text, two_guests,
};

#[test]
fn a_chain_match_with_correction_and_hidden_draws_is_clean() {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    let scope = |text: &str| text.parse().unwrap();
    let hidden = |name: &str| HiddenRolled {
        scope: scope(name),
        label: label("h1"),
        spec: spec("perm20"),
    };
    let mut plan = one_roll("combat/1203");
    plan.hidden = ["h.deck", "s1.hand"]
        .map(|name| HiddenPlanned {
            scope: scope(name),
            roll: planned("h1", "perm20"),
        })
        .into();
    let values = chain_draw(&mut table, &mut ann, &mut ben, plan);
    let opened = table.report_hidden(
        values,
        &[("combat/1203", "2d6")],
        vec![hidden("h.deck"), hidden("s1.hand")],
    );
    let key = host::key(&table.log, &opened, seat(1), scope("h.deck")).unwrap();
    table.sides.push(Side::Key(key));
    let again = vec![(label("combat/1203"), spec("2d6"))];
    let correct = host::correct(Some(2), text("wrong column"), again, Vec::new(), all(&[]));
    table.say(Body::Correct(correct.unwrap())).unwrap();

    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("combat/1204"));
    let opened = table.report(values, &[("combat/1204", "2d6")]);
    assert_eq!(opened.fixes()[0].0.as_str(), "fix.2.combat/1203");
    let before = table.audit(&[], &[], None);
    assert_eq!(before.verdict, Verdict::Incomplete);
    assert!(before.waits_for_end);

    let masters = vec![
        (Owner::Host, master(201)),
        (Owner::Seat(seat(1)), master(101)),
    ];
    let disclose = host::disclose(&table.log, masters).unwrap();
    assert_eq!(disclose.results.len(), 2);
    table.say(Body::Disclose(disclose)).unwrap();
    table.say(host::note(&[Mark::Finished])).unwrap();
    let outcome = table.audit(&[], &[], None);
    assert_eq!(codes(&outcome), [Code::Corrected], "{outcome}");
    assert_eq!(
        Log::read(&table.log.to_string()).unwrap().head(),
        table.log.head()
    );
}

#[test]
fn a_host_who_plays_orders_first_and_his_opponent_later() {
    let (harry, ann) = (Guest::new(1, "harry", 1, 1), Guest::new(2, "ann", 1, 2));
    let seats = vec![harry.party(Player::Host), ann.party(Player::Other)];
    let mut table = Table::open(Mode::Chain, seats);
    let mut ann = ann;
    ann.secrets
        .acknowledge(&table.log, &mut ann.memory, 0)
        .unwrap();

    let his = harry.orders(&table.log, "advance on the bridge");
    table
        .say(host::note(&[Mark::Early {
            stop: 1,
            seal: his.seal(),
        }]))
        .unwrap();
    let other = Orders {
        text: SealedText::default(),
        ..his.clone()
    };
    let seals = |first: LockSeal| BTreeMap::from([(seat(1), first), (seat(2), LockSeal::Later)]);
    let refused = host::lock(&table.log, &seals(sealed(&other)), one_roll("a"), None);
    assert_eq!(refused, Err(HostError::Early(his.seal())));
    table.lock(&[sealed(&his), LockSeal::Later], one_roll("a"));

    let hers = ann.orders(&table.log, "defend the bridge");
    let ack = give(&table, &mut ann, Filed::Nothing).unwrap();
    let mut values = Values::none(&table.log);
    values.take_ack(&table.log, &ack).unwrap();
    assert_eq!(values.missing(&table.log), [seat(1), seat(2)]);
    values.take_orders(&table.log, &hers).unwrap();
    let own = chain(Owner::Seat(seat(1)), 1, 1).value(1).unwrap();
    values
        .take_give(&table.log, seat(1), Give::Value(own))
        .unwrap();
    table.report(values, &[("a", "2d6")]);
    table.say(host::note(&[Mark::Finished])).unwrap();

    let kept_shut = table.audit(&[], &[], None);
    assert!(
        codes(&kept_shut).contains(&Code::SealUnopened),
        "{kept_shut}"
    );
    table.sides.extend([Side::Orders(his), Side::Orders(hers)]);
    let outcome = table.audit(&[], &[], None);
    assert_eq!(outcome.verdict, Verdict::Clean, "{outcome}");
    assert_eq!(outcome.host_plays, [1]);
}

#[test]
fn a_casual_match_takes_phrases_and_values_given_ahead() {
    let (mut table, ann, _) = two_guests(Mode::Casual);
    let ahead = ann.secrets.chain.as_ref().unwrap().value(3).unwrap();
    for draw in 1..=3 {
        table.lock(&[LockSeal::Nothing, LockSeal::Nothing], Plan::default());
        let mut values = Values::none(&table.log);
        values
            .take_give(&table.log, seat(1), Give::Value(ahead))
            .unwrap();
        let phrase = Give::Phrase("my cat sat on 77 keys".parse().unwrap());
        values.take_give(&table.log, seat(2), phrase).unwrap();
        table.report(values, &[(&format!("t{draw}/a"), "3avg")]);
    }
    let outcome = table.audit(&[], &[1, 2, 3], None);
    let expected: BTreeSet<Code> = [Code::PhraseUsed, Code::SeatSkipped].into();
    assert_eq!(
        codes(&outcome).into_iter().collect::<BTreeSet<_>>(),
        expected,
        "{outcome}"
    );
    assert!(table.audit(&[], &[1], None).waits_for_end);
}

#[test]
fn a_value_ahead_serves_no_draw_that_it_is_too_early_for() {
    let (mut table, ann, _) = two_guests(Mode::Casual);
    let first = ann.secrets.chain.as_ref().unwrap().value(1).unwrap();
    for draw in 1..=2u64 {
        table.lock(&[LockSeal::Nothing, LockSeal::Nothing], Plan::default());
        let mut values = Values::none(&table.log);
        let taken = values.take_give(&table.log, seat(1), Give::Value(first));
        let expected = if draw == 1 {
            Ok(())
        } else {
            Err(ValueError::OtherValue(seat(1)))
        };
        assert_eq!(taken, expected);
        table.report(values, &[]);
    }
}

#[test]
fn a_beacon_match_needs_no_value_and_a_genuine_signature() {
    const ROUND: u64 = 20_791_007;
    let signature = "8d2c8bbc37170dbacc5e280a21d4e195cff5f32a19fd6a58633fa4e4670478b5fb39bc13dd8f8c4372c5a76191198ac5";
    let mode = Mode::Beacon { margin: 43_200 };
    let ann = Guest::new(1, "ann", 1, 1).without_chain();
    let mut table = Table::open(mode, vec![ann.party(Player::Other)]);
    let mut ann = ann;
    ann.secrets
        .acknowledge(&table.log, &mut ann.memory, 0)
        .unwrap();
    let hers = ann.orders(&table.log, "fleet to sea zone 11");
    table.clock = drand::time_of(ROUND) - 90_000;
    let seals = BTreeMap::from([(seat(1), sealed(&hers))]);
    assert_eq!(
        host::lock(&table.log, &seals, one_roll("a"), None),
        Err(HostError::Round)
    );
    let lock = host::lock(&table.log, &seals, one_roll("a"), Some(ROUND)).unwrap();
    table.say(Body::Lock(lock)).unwrap();
    let ack = ann
        .secrets
        .acknowledge(&table.log, &mut ann.memory, 1)
        .unwrap();

    let mut values = Values::none(&table.log);
    values.take_ack(&table.log, &ack).unwrap();
    let early = OpenedDraw::open(&table.log, &table.secrets, values.clone());
    assert_eq!(early.err(), Some(HostError::BeaconMissing(1)));
    table.clock = drand::time_of(ROUND);
    values.take_beacon(signature.parse().unwrap());
    table.report(values, &[("a", "2d6")]);
    table.sides.push(Side::Orders(hers));

    let verifier = Verifier::quicknet();
    let outcome = table.audit(&[], &[], Some(&verifier));
    assert_eq!(outcome.verdict, Verdict::Clean, "{outcome}");
    let unchecked = table.audit(&[], &[], None);
    assert_eq!(codes(&unchecked), [Code::BeaconUnchecked]);
    let late = Mail {
        name: "ann".into(),
        text: table.log.mail_text(1).unwrap(),
        received: Some(drand::time_of(ROUND)),
        ..Mail::default()
    };
    assert_eq!(
        codes(&table.audit(&[late], &[], Some(&verifier))),
        [Code::ReceivedLate]
    );
}

#[test]
fn a_silent_seat_is_voided_and_replaced_by_whoever_joins() {
    let (mut table, mut ann, ben) = two_guests(Mode::Chain);
    table.lock(&[LockSeal::Nothing, LockSeal::Nothing], one_roll("a"));
    give(&table, &mut ann, Filed::Nothing).unwrap();
    let void = host::void(&table.log, text("ben is silent"), all(&[1]), all(&[2])).unwrap();
    table.say(Body::Void(void)).unwrap();

    let carla = Guest::new(2, "carla", 2, 7);
    let change = host::seat_change(&table.log, &carla.join, Player::Other, text("ben forfeits"));
    table.say(Body::Seat(change.unwrap())).unwrap();
    table.lock(&[LockSeal::Nothing, LockSeal::Nothing], one_roll("a"));
    let unknown = give(&table, &mut ann, Filed::Nothing);
    assert_eq!(unknown, Err(PlayerError::UnknownSeat(3)));
    let joins = [carla.join.clone()];
    let hers = ann
        .secrets
        .give(&table.log, &mut ann.memory, Filed::Nothing, &joins)
        .unwrap();
    let mut carla = carla;
    carla
        .secrets
        .acknowledge(&table.log, &mut carla.memory, 3)
        .unwrap();
    let carlas = give(&table, &mut carla, Filed::Nothing).unwrap();
    let mut values = Values::none(&table.log);
    values.take_ack(&table.log, &hers).unwrap();
    values.take_ack(&table.log, &carlas).unwrap();
    table.report(values, &[("a", "2d6")]);
    table
        .sides
        .extend([Side::Join(ben.join), Side::Join(carla.join)]);
    let outcome = table.audit(&[], &[], None);
    let expected = [Code::SeatAbsent, Code::Voided, Code::Reanchored];
    assert_eq!(codes(&outcome), expected, "{outcome}");
}

#[test]
fn a_player_gives_only_when_nothing_speaks_against_it() {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    assert_eq!(
        give(&table, &mut ann, Filed::Nothing),
        Err(PlayerError::NoLock)
    );
    let hers = ann.orders(&table.log, "attack");
    let other = Orders {
        text: SealedText::default(),
        ..hers.clone()
    };
    table.lock(&[sealed(&other), LockSeal::Nothing], one_roll("a"));
    let not_mine = give(&table, &mut ann, Filed::Orders(&hers));
    assert_eq!(not_mine, Err(PlayerError::NotMySeal(1)));
    assert_eq!(
        give(&table, &mut ann, Filed::Nothing),
        Err(PlayerError::NotMySeal(1))
    );

    let first = give(&table, &mut ben, Filed::Nothing).unwrap();
    assert_eq!(give(&table, &mut ben, Filed::Nothing), Ok(first.clone()));
    let mut fresh = Guest::new(2, "ben", 1, 2);
    assert_eq!(
        give(&table, &mut fresh, Filed::Nothing),
        Err(PlayerError::GenesisUnseen)
    );

    // The host shows ben another LOCK of the same draw.
    let (mut shown, ..) = two_guests(Mode::Chain);
    shown.lock(&[LockSeal::Nothing, LockSeal::Nothing], one_roll("b"));
    assert_eq!(
        give(&shown, &mut ben, Filed::Nothing),
        Err(PlayerError::Fork(1))
    );
    ben.memory.seen = Some((0, shown.log.genesis_head()));
    assert_eq!(
        give(&shown, &mut ben, Filed::Nothing),
        Err(PlayerError::AnsweredAnother(1))
    );

    let mut values = Values::none(&shown.log);
    assert_eq!(
        values.take_ack(&shown.log, &first),
        Err(ValueError::OtherLock(1))
    );
    let missing = OpenedDraw::open(&table.log, &table.secrets, Values::none(&table.log));
    let owed = HostError::ValuesMissing {
        draw: 1,
        missing: vec![seat(1), seat(2)],
    };
    assert_eq!(missing.err(), Some(owed));
}

#[test]
fn genesis_is_acknowledged_only_as_agreed() {
    let (table, ann, ben) = two_guests(Mode::Chain);
    let check = |mine: &Join, joins: &[Join], mode| {
        let mut memory = PlayerMemory::default();
        ann.secrets
            .acknowledge_genesis(&table.log, &mut memory, mine, joins, mode)
    };
    let joins = [ann.join.clone(), ben.join.clone()];
    assert!(check(&ann.join, &joins, Mode::Chain).is_ok());
    assert!(check(&ann.join, &joins, Mode::Casual).is_err());
    let renamed = Join {
        name: "anna".parse().unwrap(),
        ..ann.join.clone()
    };
    assert!(check(&renamed, &joins, Mode::Chain).is_err());
    let swapped = Join {
        anchor: ben.join.anchor,
        ..ann.join.clone()
    };
    assert!(check(&swapped, &joins, Mode::Chain).is_err());
    let forged = [Join {
        anchor: Some(Hash::ZERO),
        ..ben.join.clone()
    }];
    assert!(check(&ann.join, &forged, Mode::Chain).is_err());
}

#[test]
fn the_log_refuses_what_an_audit_would_call_a_violation() {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("a"));
    let opened = OpenedDraw::open(&table.log, &table.secrets, values).unwrap();
    let state = Hash::sha256(b"state");
    let rolls = [(label("a"), spec("2d6"))];
    let good = opened
        .report(&table.log, &rolls, Vec::new(), state)
        .unwrap();
    let head = table.log.head();
    let refused = |table: &mut Table, body: Body| match table.say(body) {
        Err(LogError::Refused { findings, .. }) => findings[0].code,
        other => panic!("{other:?}"),
    };

    let mut wrong = good.clone();
    wrong.rolls[0].results = "6,6".parse().unwrap();
    let honest = Dice::new(opened.seed()).roll(&rolls[0].0, rolls[0].1);
    assert_ne!(honest.to_string(), "6,6");
    assert_eq!(refused(&mut table, Body::Report(wrong)), Code::RollWrong);
    let mut wrong = good.clone();
    wrong.rolls.clear();
    assert_eq!(refused(&mut table, Body::Report(wrong)), Code::RollMissing);
    let mut wrong = good.clone();
    wrong.gives[1] = Give::Nothing;
    assert_eq!(refused(&mut table, Body::Report(wrong)), Code::SeatMissing);
    let void = host::void(&table.log, text("bad dice"), all(&[1]), all(&[])).unwrap();
    assert_eq!(refused(&mut table, Body::Void(void)), Code::VoidNoConsent);

    assert_eq!(table.log.head(), head);
    table.say(Body::Report(good)).unwrap();
    assert_eq!(table.log.next_draw(), 2);
    assert_eq!(table.audit(&[], &[], None).verdict, Verdict::Clean);
}

#[test]
fn an_undone_draw_needs_the_consent_that_the_next_values_prove() {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("a"));
    table.report(values, &[("a", "2d6")]);
    let correct = host::correct(None, text("wrong map"), Vec::new(), vec![1], all(&[1, 2]));
    table.say(Body::Correct(correct.unwrap())).unwrap();
    let claimed = table.audit(&[], &[], None);
    assert_eq!(
        codes(&claimed),
        [Code::Undone, Code::ConsentClaimed, Code::ConsentClaimed]
    );
    let ack = ann
        .secrets
        .acknowledge(&table.log, &mut ann.memory, 3)
        .unwrap();
    table.sides.push(Side::Ack(ack));
    assert_eq!(
        codes(&table.audit(&[], &[], None)),
        [Code::Undone, Code::ConsentClaimed]
    );
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("b"));
    table.report(values, &[("b", "2d6")]);
    assert_eq!(codes(&table.audit(&[], &[], None)), [Code::Undone]);
}

#[test]
fn blocks_of_both_sides_come_through_a_mail() {
    let (table, ann, _) = two_guests(Mode::Chain);
    let mail = format!(
        "Dear all,\n\n{}\nann",
        Side::Join(ann.join.clone()).to_block()
    );
    let quoted = mail.replace('\n', "\r\n> > ");
    let found = blocks(&quoted);
    let [block] = &found[..] else {
        panic!("one block in {quoted}")
    };
    assert_eq!(Side::read(block), Ok(Side::Join(ann.join)));
    assert!(
        table
            .log
            .mail_text(0)
            .unwrap()
            .ends_with(&format!("#HEAD 0 {}\n", table.log.head()))
    );
}
