//! Blocks: what is printed is read back, what is torn is refused, nothing makes a reader panic.

use proptest::prelude::*;
use serde_json::Value;
use tesserarius::ledger::{
    block::{
        Beacon, Body, Correct, Disclose, Entry, FormatError, Genesis, HiddenPlanned, HiddenResult,
        HiddenRolled, Join, Key, Lock, LockSeal, Mark, Mode, Need, Orders, Party, Planned, Player,
        Report, Rolled, SeatChange, Side, Signature, Terms, Void, blocks, normalise,
    },
    dice::{Dice, Label, Spec},
    hash::Hash,
    hidden::HiddenSeed,
    names::{GameName, Owner, PlayerName, Scope, Seat},
    seal::SealedText,
    secret::{HiddenMaster, Nonce},
    seed::Give,
    text::Text,
    time::Time,
};

fn vectors() -> Value {
    serde_json::from_str(include_str!("../dice/vectors.json")).expect("the vectors are JSON")
}

#[test]
fn normalised_lines_and_their_head_are_those_of_the_vectors() {
    for case in vectors()["normalise"].as_array().unwrap() {
        let lines = normalise(case["raw"].as_str().unwrap());
        assert_eq!(serde_json::to_value(&lines).unwrap(), case["lines"]);
        let text = format!("#TESSERA-BEGIN\n{}\n#TESSERA-END", lines.join("\n"));
        assert_eq!(
            blocks(&text)[0].head().to_string(),
            case["head"].as_str().unwrap()
        );
    }
}

#[test]
fn every_block_of_the_example_games_is_printed_as_it_was_read() {
    let vectors = vectors();
    for game in vectors["games"].as_object().unwrap().values() {
        let entries = blocks(game["transcript"].as_str().unwrap());
        let (first, genesis) = Entry::read_genesis(&entries[0]).unwrap();
        assert_eq!(first.to_block(), entries[0]);
        for (block, head) in entries.iter().zip(game["heads"].as_array().unwrap()) {
            assert_eq!(block.head().to_string(), head.as_str().unwrap());
            assert_eq!(
                Entry::read(block, genesis.terms()).unwrap().to_block(),
                *block
            );
        }
        for block in blocks(game["side"].as_str().unwrap()) {
            assert!(block.is_side());
            assert_eq!(Side::read(&block).unwrap().to_block(), block);
        }
    }
}

const SEATS: usize = 3;

fn terms(mode: Mode) -> Terms {
    Terms { mode, seats: SEATS }
}

prop_compose! {
    fn hash()(bytes: [u8; 32]) -> Hash { Hash::new(bytes) }
}

fn read<T: std::str::FromStr<Err: std::fmt::Debug> + std::fmt::Debug>(
    pattern: &'static str,
) -> impl Strategy<Value = T> {
    pattern.prop_map(|text| text.parse().unwrap())
}

fn game() -> impl Strategy<Value = GameName> {
    read("[a-z0-9-]{8,40}")
}

fn name() -> impl Strategy<Value = PlayerName> {
    read("[A-Z][A-Za-z0-9._-]{0,20}")
}

fn label() -> impl Strategy<Value = Label> {
    read("[A-Z][A-Za-z0-9._/-]{0,39}")
}

fn rolled_label() -> impl Strategy<Value = Label> {
    (label(), proptest::option::of(0u64..100)).prop_map(|(label, fix)| match fix {
        Some(report) => label.fix(report).unwrap_or(label),
        None => label,
    })
}

fn spec() -> impl Strategy<Value = Spec> {
    prop_oneof![
        (1u64..=100, 1u64..=u64::from(u32::MAX)).prop_map(|(n, f)| Spec::dice(n, f).unwrap()),
        (1u64..=100, 1u64..=100).prop_map(|(n, f)| Spec::dice_from_zero(n, f).unwrap()),
        (1u64..=100).prop_map(|n| Spec::average(n).unwrap()),
        (1u64..=9999).prop_map(|n| Spec::permutation(n).unwrap()),
    ]
}

fn scope() -> impl Strategy<Value = Scope> {
    read("(h|s[1-9])\\.[a-z0-9.]{1,20}")
}

fn host_scope() -> impl Strategy<Value = Scope> {
    read("h\\.[a-z0-9.]{1,20}")
}

fn text() -> impl Strategy<Value = Text> {
    "[ -~]{0,300}".prop_filter_map("a blank line", |line| Text::transliterate(&line).unwrap())
}

fn number() -> impl Strategy<Value = u64> {
    1u64..1_000_000_000_000_000
}

fn seat() -> impl Strategy<Value = Seat> {
    (1u8..=3).prop_map(|n| Seat::new(n).unwrap())
}

fn seats() -> impl Strategy<Value = std::collections::BTreeSet<Seat>> {
    proptest::collection::btree_set(seat(), 0..=SEATS)
}

fn owner() -> impl Strategy<Value = Owner> {
    prop_oneof![Just(Owner::Host), seat().prop_map(Owner::Seat)]
}

fn mode() -> impl Strategy<Value = Mode> {
    let beacon = (0u64..1_000_000).prop_map(|margin| Mode::Beacon { margin });
    prop_oneof![Just(Mode::Casual), Just(Mode::Chain), beacon]
}

fn maybe<T: std::fmt::Debug>(of: impl Strategy<Value = T>) -> impl Strategy<Value = Option<T>> {
    proptest::option::of(of)
}

fn many<T: std::fmt::Debug>(of: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    proptest::collection::vec(of, 0..4)
}

fn genesis() -> impl Strategy<Value = Genesis> {
    let party = (name(), maybe(hash()));
    let parties = proptest::collection::vec(party, SEATS).prop_map(|parties| {
        let seats = parties
            .into_iter()
            .enumerate()
            .map(|(at, (name, hide))| Party {
                name: format!("{at}{name}").parse().unwrap(),
                played_by: if at == 0 { Player::Host } else { Player::Other },
                anchor: Some(Hash::sha256(&[at as u8])),
                hide,
            });
        seats.collect()
    });
    (
        game(),
        mode(),
        hash(),
        hash(),
        maybe(hash()),
        parties,
        maybe(hash()),
    )
        .prop_map(|(game, mode, rules, host, hide, seats, after)| Genesis {
            game,
            mode,
            rules,
            host: Some(host),
            hide,
            seats,
            after,
        })
}

fn planned() -> impl Strategy<Value = Planned> {
    let need = prop_oneof![Just(Need::Due), Just(Need::Maybe)];
    (label(), spec(), need).prop_map(|(label, spec, need)| Planned { label, spec, need })
}

fn lock(mode: Mode) -> impl Strategy<Value = Lock> {
    let seal = prop_oneof![
        hash().prop_map(LockSeal::Sealed),
        Just(LockSeal::Nothing),
        Just(LockSeal::Later)
    ];
    let hidden = (scope(), planned()).prop_map(|(scope, roll)| HiddenPlanned { scope, roll });
    let seals = proptest::collection::vec(seal, SEATS);
    (number(), seals, many(planned()), many(hidden), number()).prop_map(
        move |(draw, seals, plan, hidden_plan, round)| Lock {
            draw,
            seals,
            plan,
            hidden_plan,
            round: mode.is_beacon().then_some(round),
        },
    )
}

fn give() -> impl Strategy<Value = Give> {
    let phrase = "[A-Za-z0-9.,_-]{1,10}( [a-z]{1,9}){0,4}";
    prop_oneof![
        Just(Give::Nothing),
        hash().prop_map(Give::Value),
        phrase.prop_map(|phrase| Give::Phrase(phrase.parse().unwrap()))
    ]
}

fn hidden_rolled() -> impl Strategy<Value = HiddenRolled> {
    (scope(), label(), spec()).prop_map(|(scope, label, spec)| HiddenRolled { scope, label, spec })
}

fn report(mode: Mode) -> impl Strategy<Value = Report> {
    let beacon =
        (number(), proptest::collection::vec(any::<u8>(), 48)).prop_map(|(round, signature)| {
            Beacon {
                round,
                signature: Signature(signature.try_into().unwrap()),
            }
        });
    let roll = (rolled_label(), spec(), hash()).prop_map(|(label, spec, seed)| {
        let results = (&Dice::new(seed).roll(&label, spec)).into();
        Rolled {
            label,
            spec,
            results,
        }
    });
    let heads = || proptest::collection::btree_map(seat(), hash(), 0..=SEATS);
    let keys = proptest::collection::btree_map(host_scope(), hash(), 0..3);
    let gives = proptest::collection::vec(give(), SEATS);
    let values = (number(), maybe(hash()), gives, heads(), heads(), beacon);
    (
        values,
        hash(),
        many(roll),
        many(hidden_rolled()),
        keys,
        hash(),
    )
        .prop_map(
            move |(
                (draw, host, gives, acks, seals, beacon),
                seed,
                rolls,
                hidden_rolls,
                keys,
                state,
            )| {
                Report {
                    draw,
                    host,
                    gives,
                    acks,
                    seals,
                    beacon: mode.is_beacon().then_some(beacon),
                    seed,
                    rolls,
                    hidden_rolls,
                    hidden_keys: keys,
                    state,
                }
            },
        )
}

fn void() -> impl Strategy<Value = Void> {
    (number(), text(), seats(), seats()).prop_map(|(draw, why, agree, absent)| Void {
        draw,
        why,
        agree,
        absent,
    })
}

fn correct() -> impl Strategy<Value = Correct> {
    let again = many((label(), spec()));
    (0u64..100, text(), again, many(number()), seats()).prop_map(
        |(report, why, again, undo, agree)| Correct {
            report: Some(report),
            why,
            again,
            undo,
            agree,
        },
    )
}

fn seat_change() -> impl Strategy<Value = SeatChange> {
    (
        owner(),
        name(),
        maybe(hash()),
        maybe(hash()),
        number(),
        text(),
        any::<bool>(),
    )
        .prop_map(|(owner, name, anchor, hide, from, why, host)| {
            let takes_over = host && owner != Owner::Host;
            let played_by = if takes_over {
                Player::Host
            } else {
                Player::Other
            };
            SeatChange {
                owner,
                party: Party {
                    name,
                    played_by,
                    anchor,
                    hide,
                },
                from,
                why,
            }
        })
}

fn disclose() -> impl Strategy<Value = Disclose> {
    let master = (owner(), any::<[u8; 32]>()).prop_map(|(o, x)| (o, HiddenMaster::new(x)));
    let result = (number(), hidden_rolled(), hash()).prop_map(|(draw, roll, seed)| {
        let results = (&Dice::new(seed).roll(&roll.label, roll.spec)).into();
        HiddenResult {
            draw,
            roll,
            results,
        }
    });
    (many(master), many(result)).prop_map(|(masters, results)| Disclose { masters, results })
}

fn note() -> impl Strategy<Value = Vec<Text>> {
    let mark = prop_oneof![
        (number(), hash()).prop_map(|(stop, seal)| Mark::Early { stop, seal }),
        (number(), hash()).prop_map(|(stop, public)| Mark::Run { stop, public }),
        Just(Mark::Finished),
    ];
    many(prop_oneof![text(), mark.prop_map(|mark| mark.text())])
}

fn body(mode: Mode) -> impl Strategy<Value = Body> {
    prop_oneof![
        genesis().prop_map(Body::Genesis),
        lock(mode).prop_map(Body::Lock),
        report(mode).prop_map(Body::Report),
        void().prop_map(Body::Void),
        correct().prop_map(Body::Correct),
        seat_change().prop_map(Body::Seat),
        disclose().prop_map(Body::Disclose),
        note().prop_map(Body::Note),
    ]
}

fn entry() -> impl Strategy<Value = (Terms, Entry)> {
    mode().prop_flat_map(|mode| {
        let time = (-62_135_596_800i64..=253_402_300_799).prop_map(|s| Time::from_unix(s).unwrap());
        (number(), hash(), time, body(mode)).prop_map(move |(number, prev, time, body)| {
            (
                terms(mode),
                Entry {
                    number,
                    prev,
                    time,
                    body,
                },
            )
        })
    })
}

fn side() -> impl Strategy<Value = Side> {
    let join = (game(), owner(), name(), maybe(hash()), maybe(hash())).prop_map(
        |(game, owner, name, anchor, hide)| {
            Side::Join(Join {
                game,
                owner,
                name,
                anchor,
                hide,
            })
        },
    );
    let ack = (game(), seat(), number(), hash(), maybe((number(), hash()))).prop_map(
        |(game, seat, entry, head, give)| {
            Side::Ack(tesserarius::ledger::block::Ack {
                game,
                seat,
                entry,
                head,
                give,
            })
        },
    );
    let orders = (
        game(),
        number(),
        seat(),
        any::<[u8; 32]>(),
        many(text()),
        maybe(give()),
    )
        .prop_map(|(game, draw, seat, nonce, lines, give)| {
            let (nonce, text) = (Nonce::new(nonce), SealedText::new(lines));
            Side::Orders(Orders {
                game,
                draw,
                seat,
                nonce,
                text,
                give,
            })
        });
    let key =
        (game(), number(), seat(), scope(), hash()).prop_map(|(game, draw, seat, scope, seed)| {
            Side::Key(Key {
                game,
                draw,
                seat,
                scope,
                seed: HiddenSeed::from_key(seed),
            })
        });
    prop_oneof![join, ack, orders, key]
}

/// What two mail programs do to a mail: quoting, padding, hard blanks, other line ends.
fn mailed(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| format!("> >\u{a0}{} \t\r\n\r\n", line.replace(' ', "  ")));
    lines.collect::<Vec<_>>().concat()
}

proptest! {
    #[test]
    fn an_entry_is_read_back_as_it_was_printed((terms, entry) in entry()) {
        let block = entry.to_block();
        prop_assert_eq!(Entry::read(&block, terms), Ok(entry), "{}", block);
        let mailed = blocks(&mailed(&block.with_head(1)));
        prop_assert_eq!(&mailed[..], &[block]);
    }

    #[test]
    fn a_side_block_is_read_back_as_it_was_printed(side in side()) {
        let block = side.to_block();
        prop_assert!(block.is_side());
        prop_assert_eq!(Side::read(&block), Ok(side), "{}", block);
        prop_assert_eq!(&blocks(&mailed(&block.to_string()))[..], &[block]);
    }

    #[test]
    fn printed_lines_fit_into_a_mail((_, entry) in entry()) {
        for line in entry.to_block().lines() {
            let has_words = line.split(' ').any(|word| word.len() > 1 && !word.ends_with(':'));
            prop_assert!(line.len() <= 76 || !has_words, "{}", line);
            prop_assert!(!line.starts_with(['-', '.', ' ']) && !line.starts_with("From "));
            prop_assert!(!line.ends_with(' '));
        }
    }

    #[test]
    fn a_lost_or_doubled_line_is_never_read_as_the_same_entry(
        (terms, entry) in entry(), at in any::<prop::sample::Index>(), double in any::<bool>()
    ) {
        let block = entry.to_block();
        let mut lines = block.lines().to_vec();
        let at = at.index(lines.len());
        if double { lines.insert(at, lines[at].clone()) } else { lines.remove(at); }
        let text = format!("#TESSERA-BEGIN\n{}\n#TESSERA-END\n", lines.join("\n"));
        let changed = &blocks(&text)[0];
        prop_assert_ne!(changed.head(), block.head());
        // A set of seats swallows a doubled line, and no `give` line says the same as `give: s -`.
        let says_nothing = block.lines()[at].starts_with("give: ") && block.lines()[at].ends_with(" -");
        if !double && !says_nothing {
            prop_assert_ne!(Entry::read(changed, terms).ok(), Some(entry));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC*|(#TESSERA-(BEGIN|END)|type: [A-Z]+|entry: [0-9]|[a-z]+: [ -~]*|\n|\\+[ -~]*){0,20}") {
        for block in blocks(&text) {
            for mode in [Mode::Casual, Mode::Chain, Mode::Beacon { margin: 1 }] {
                let _ = Entry::read(&block, terms(mode));
            }
            let _ = (Entry::read_genesis(&block), Side::read(&block), block.is_whole_entry());
        }
    }
}

#[test]
fn a_torn_block_is_refused_whatever_it_holds() {
    let text = "#TESSERA-BEGIN\ntype: ACK\ngame: demo-side-01020304\n";
    assert_eq!(Side::read(&blocks(text)[0]), Err(FormatError::Torn));
}

/// One valid entry of each type, in a game of two seats, and what breaks it.
#[test]
fn strict_reading_refuses_what_the_forms_do_not_allow() {
    let zeros = Hash::ZERO;
    let start = |kind: &str| format!("entry: 1\nprev: {zeros}\ntype: {kind}\n");
    let time = "time: 2026-11-04T19:00:00Z\n";
    let terms = Terms {
        mode: Mode::Chain,
        seats: 2,
    };
    let read = |text: &str| {
        Entry::read(
            &blocks(&format!("#TESSERA-BEGIN\n{text}#TESSERA-END\n"))[0],
            terms,
        )
    };
    let lock = format!(
        "{}draw: 1\n{time}seal: 1 none\nseal: 2 later\n",
        start("LOCK")
    );
    let report = format!(
        "{}draw: 1\n{time}seed: {zeros}\nstate: {zeros}\n",
        start("REPORT")
    );
    let correct = format!("{}{time}ref: 2\nwhy: a\n", start("CORRECT"));
    let seat = format!(
        "{}{time}seat: 2 ann\nchain: 2 -\nfrom: 2\nwhy: a\n",
        start("SEAT")
    );
    let good = [
        lock.clone() + "plan: a 1d6 maybe\nhplan: s1.x a 1d6\n",
        report.clone()
            + "roll: fix.2.a 1d6 99\ngive: 1 p a b\nhk: h.x "
            + &zeros.to_string()
            + "\n",
        correct.clone() + "again: a 1d6\nundo: 1\nagree: 2\n",
        seat.clone(),
        format!("{}{time}", start("NOTE")),
    ];
    for text in &good {
        assert!(read(text).is_ok(), "{text}: {:?}", read(text));
    }
    let bad = [
        lock.clone() + "round: 1\n",
        lock.clone() + "seal: 2 none\n",
        lock.clone() + "plan: fix.1.a 1d6\n",
        lock.clone() + "plan: a 1d6 perhaps\n",
        lock.clone() + "plan: a 0d6\n",
        lock.clone() + "hplan: x.y a 1d6\n",
        lock.replace("draw: 1", "draw: 0"),
        lock.replace("draw: 1", "draw: 01"),
        lock.replace("seal: 2 later\n", ""),
        lock.replace("type: LOCK", "type: LO\n+CK"),
        lock.replace("entry: 1\n", ""),
        report.clone() + "give: 3 -\n",
        report.clone() + "give: 1 -\ngive: 1 -\n",
        report.clone() + "give: 1 p a/b\n",
        report.clone() + "seal: 1 none\n",
        report.clone() + "sig: 00\n",
        report.clone() + "hk: s1.x " + &zeros.to_string() + "\n",
        report.clone() + "roll: a 1d6 1 2\n",
        report.clone() + "hroll: h.x fix.1.a 1d6\n",
        report.replace("state", "State"),
        correct.clone() + "again: fix.2.a 1d6\n",
        correct.replace("ref: 2\n", "") + "again: a 1d6\n",
        correct.clone() + "agree: 3\n",
        seat.replace("chain: 2", "chain: 1"),
        seat.replace("seat: 2 ann", "seat: 2 host"),
        seat.replace("seat: 2 ann", "seat: 0 ann host")
            .replace("chain: 2", "chain: 0"),
        format!("{}{time}", start("note")),
        format!("{}text: a\n", start("NOTE")),
    ];
    for text in &bad {
        assert!(read(text).is_err(), "{text}");
    }
}
