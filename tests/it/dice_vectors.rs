//! The public vectors of the protocol, section by section.

use serde_json::Value;
use tesserarius::ledger::{
    chain::{Chain, ChainId, Known},
    dice::{Dice, Label, Spec, Stream},
    hash::{Hash, h},
    hidden::{card_commitment, deck_digest},
    names::{GameName, Owner, Scope, Seat},
    seal::{SealedText, seal_bytes},
    secret::{ChainSecret, HiddenMaster, Nonce},
    seed::{Contributions, Give},
};

fn section(name: &str) -> Value {
    let vectors: Value =
        serde_json::from_str(include_str!("../dice/vectors.json")).expect("the vectors are JSON");
    vectors[name].clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} is a text in {value}"))
}

fn number(value: &Value, key: &str) -> u64 {
    value[key]
        .as_u64()
        .unwrap_or_else(|| panic!("{key} is a number in {value}"))
}

fn numbers(value: &Value) -> Vec<u32> {
    serde_json::from_value(value.clone()).expect("a list of numbers")
}

fn hash(value: &Value, key: &str) -> Hash {
    text(value, key)
        .parse()
        .unwrap_or_else(|_| panic!("{key} is a hash in {value}"))
}

fn each(section: &Value) -> &Vec<Value> {
    let cases = section.as_array().expect("a list of cases");
    assert!(!cases.is_empty());
    cases
}

#[test]
fn hashes_are_those_of_the_vectors() {
    for case in each(&section("hash")) {
        let fields: Vec<Vec<u8>> = each_field(case);
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        assert_eq!(h(text(case, "tag"), &fields), hash(case, "out"), "{case}");
    }
}

fn each_field(case: &Value) -> Vec<Vec<u8>> {
    let fields = case["fields"].as_array().expect("a list of fields");
    fields
        .iter()
        .map(|f| hex::decode(f.as_str().expect("hex")).expect("hex"))
        .collect()
}

#[test]
fn streams_are_those_of_the_vectors() {
    for case in each(&section("chacha20")["streams"]) {
        let mut stream = Stream::new(hash(case, "seed"));
        let words: Vec<u32> = (0..100).map(|_| stream.word()).collect();
        assert_eq!(words[..40], numbers(&case["first_words"]), "{case}");
        assert_eq!(u64::from(words[99]), number(case, "word_99"), "{case}");
    }
}

#[test]
fn chains_are_those_of_the_vectors() {
    for case in each(&section("chains")) {
        let id = ChainId {
            game: text(case, "game").parse().unwrap(),
            owner: number(case, "owner").to_string().parse().unwrap(),
        };
        let first = number(case, "first");
        let secret = ChainSecret::from_hex(text(case, "secret")).unwrap();
        let chain = Chain::new(id, first + 1, number(case, "length"), secret);
        let anchor = Known {
            position: first,
            value: hash(case, "anchor"),
        };
        assert_eq!(chain.anchor(), anchor.value);
        for (position, value) in case["values"].as_object().unwrap() {
            let position: u64 = position.parse().unwrap();
            let value: Hash = value.as_str().unwrap().parse().unwrap();
            if position > first {
                assert_eq!(
                    chain.value(position),
                    Some(value),
                    "position {position} of {case}"
                );
            }
            assert!(chain.id().leads_to(anchor, position, value));
        }
    }
}

#[test]
fn seeds_are_those_of_the_vectors() {
    let optional = |value: &Value, key| match text(value, key) {
        "" => None,
        digits => Some(digits.parse().unwrap()),
    };
    for case in each(&section("seeds")) {
        let gives = case["gives"].as_array().unwrap().iter().map(|give| {
            let bytes = hex::decode(give.as_str().unwrap()).unwrap();
            match bytes.split_first() {
                None => Give::Nothing,
                Some((b'c', value)) => Give::Value(<[u8; 32]>::try_from(value).unwrap().into()),
                Some((_, phrase)) => {
                    Give::Phrase(std::str::from_utf8(phrase).unwrap().parse().unwrap())
                }
            }
        });
        let contributions = Contributions {
            genesis: hash(case, "genesis_head"),
            draw: number(case, "draw"),
            host: optional(case, "host"),
            beacon: optional(case, "beacon"),
            gives: gives.collect(),
        };
        assert_eq!(contributions.seed(), hash(case, "seed"), "{case}");
    }
}

#[test]
fn uniform_numbers_and_rejections_are_those_of_the_vectors() {
    for case in each(&section("uniform")) {
        let mut stream = Stream::new(hash(case, "seed"));
        let expected = numbers(&case["values"]);
        let n = u32::try_from(number(case, "n")).unwrap();
        let values: Vec<u32> = expected.iter().map(|_| stream.uniform(n)).collect();
        assert_eq!(values, expected, "{case}");
        assert_eq!(stream.words_used(), number(case, "words_used"), "{case}");
    }
}

#[test]
fn rolls_and_shuffles_are_those_of_the_vectors() {
    for case in each(&section("rolls"))
        .iter()
        .chain(each(&section("shuffles")))
    {
        let dice = Dice::new(hash(case, "seed"));
        let label: Label = text(case, "label").parse().unwrap();
        let spec: Spec = text(case, "spec").parse().unwrap();
        assert_eq!(
            dice.roll(&label, spec).as_slice(),
            numbers(&case["results"]),
            "{case}"
        );
        if case.get("key").is_some() {
            assert_eq!(dice.key(&label), hash(case, "key"));
        }
    }
}

#[test]
fn hidden_draws_are_those_of_the_vectors() {
    for case in each(&section("hidden")) {
        let game: GameName = text(case, "game").parse().unwrap();
        let owner: Owner = number(case, "owner").to_string().parse().unwrap();
        let scope: Scope = text(case, "scope").parse().unwrap();
        assert_eq!(scope.owner(), owner);
        let draw = number(case, "draw");
        let master = HiddenMaster::from_hex(text(case, "master")).unwrap();
        assert_eq!(master.commitment(&game, owner), hash(case, "hide"));
        assert_eq!(master.hidden_key(draw, &scope), hash(case, "hkey"));
        let seed = master.hidden_seed(draw, &scope, hash(case, "public_seed"));
        assert_eq!(seed.expose(), hash(case, "hseed"));
        assert_eq!(seed.commitment(), hash(case, "hcom"));

        let dice = Dice::new(seed.expose());
        let roll = dice.roll(
            &text(case, "roll_label").parse().unwrap(),
            "1z54".parse().unwrap(),
        );
        assert_eq!(roll.as_slice(), numbers(&case["roll_1z54"]));
        let label: Label = text(case, "deck_label").parse().unwrap();
        let deck = dice.roll(&label, "perm8".parse().unwrap());
        assert_eq!(deck.as_slice(), numbers(&case["deck_perm8"]));
        let mut commitments = Vec::new();
        for (index, card) in (0u64..).zip(deck.as_slice()) {
            let salt = seed.card_salt(&label, index);
            assert_eq!(
                salt.to_string(),
                case["salts"][index as usize].as_str().unwrap()
            );
            commitments.push(card_commitment(&label, index, salt, u64::from(*card)));
        }
        let printed: Vec<String> = commitments.iter().map(Hash::to_string).collect();
        assert_eq!(serde_json::to_value(printed).unwrap(), case["card_commits"]);
        assert_eq!(deck_digest(&label, &commitments), hash(case, "deck_digest"));
    }
}

#[test]
fn seals_are_those_of_the_vectors() {
    for case in each(&section("seals")) {
        let game: GameName = text(case, "game").parse().unwrap();
        let seat: Seat = number(case, "seat").to_string().parse().unwrap();
        let nonce = Nonce::from_hex(text(case, "nonce")).unwrap();
        let draw = number(case, "draw");
        let orders = text(case, "orders");
        assert_eq!(
            seal_bytes(&game, draw, seat, &nonce, orders.as_bytes()),
            hash(case, "seal")
        );
        let lines = SealedText::new(orders.lines().map(|line| line.parse().unwrap()).collect());
        assert_eq!(lines.seal(&game, draw, seat, &nonce), hash(case, "seal"));
    }
}
