//! Hash, cipher, chains, seeds, rolls, hidden draws, seals, rounds, normal form.

use std::collections::BTreeMap;

use rand_chacha::{
    ChaCha20Rng,
    rand_core::{Rng as _, SeedableRng as _},
};
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

use super::{Case, Run};
use crate::ledger::{
    block::{BEGIN, Block, END, Piece, normalise, pieces},
    chain::{Chain, ChainId, Known},
    dice::{Dice, Label, Spec, Stream},
    drand,
    hash::{Hash, h},
    hidden::{card_commitment, deck_digest},
    names::{GameName, Owner, Scope, Seat},
    seal::seal_bytes,
    secret::{ChainSecret, HiddenMaster, Nonce},
    seed::{Contributions, Give},
};

/// Runs a section, if it is one of these.
pub(super) fn check(run: &mut Run, name: &str, section: &Value) -> bool {
    match name {
        "hash" => run.list(name, section, hash),
        "chacha20" => cipher(run, name, section),
        "chains" if section.is_array() => run.list(name, section, chain),
        "seeds" => run.list(name, section, seed),
        "uniform" => run.list(name, section, uniform),
        "rolls" | "shuffles" => run.list(name, section, roll),
        "hidden" => run.list(name, section, hidden),
        "seals" => run.list(name, section, seal),
        "rounds" => run.list(name, section, round),
        "normalise" => run.list(name, section, normal),
        _ => return false,
    }
    true
}

/// Bytes written as hexadecimal digits.
#[derive(Deserialize)]
struct Bytes(#[serde(deserialize_with = "from_hex")] Vec<u8>);

fn from_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let digits = String::deserialize(deserializer)?;
    hex::decode(digits).map_err(D::Error::custom)
}

/// A hash, or the empty text for none.
fn hash_or_empty<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Hash>, D::Error> {
    let digits = String::deserialize(deserializer)?;
    if digits.is_empty() {
        Ok(None)
    } else {
        digits.parse().map(Some).map_err(D::Error::custom)
    }
}

fn owner<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Owner, D::Error> {
    let number = u64::deserialize(deserializer)?;
    number.to_string().parse().map_err(D::Error::custom)
}

fn seat_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
    let number = u64::deserialize(deserializer)?;
    number.to_string().parse().map_err(D::Error::custom)
}

#[derive(Deserialize)]
struct HashCase {
    tag: String,
    fields: Vec<Bytes>,
    out: Hash,
}

fn hash(given: &HashCase, case: &mut Case) {
    let fields: Vec<&[u8]> = given
        .fields
        .iter()
        .map(|field| field.0.as_slice())
        .collect();
    case.compare("out", &given.out, h(&given.tag, &fields));
}

fn cipher(run: &mut Run, name: &str, section: &Value) {
    run.list(name, &section["streams"], stream);
    if let Some(block) = section.get("rfc8439_2_3_2") {
        run.case(name, "rfc8439_2_3_2".to_owned(), block, &cipher_block);
    }
}

#[derive(Deserialize)]
struct StreamCase {
    seed: Hash,
    first_words: Vec<u32>,
    word_99: Option<u32>,
}

fn stream(given: &StreamCase, case: &mut Case) {
    let mut words = Stream::new(given.seed);
    let words: Vec<u32> = (0..given.first_words.len().max(100))
        .map(|_| words.word())
        .collect();
    case.compare(
        "first_words",
        &given.first_words,
        &words[..given.first_words.len()],
    );
    if let Some(last) = given.word_99 {
        case.compare("word_99", &last, words[99]);
    }
}

#[derive(Deserialize)]
struct BlockCase {
    key: Hash,
    words_12_15: [String; 4],
    block: Vec<String>,
}

fn cipher_block(given: &BlockCase, case: &mut Case) {
    let word = |at: usize| u64::from_str_radix(&given.words_12_15[at], 16).unwrap_or_default();
    let mut cipher = ChaCha20Rng::from_seed(*given.key.as_bytes());
    cipher.set_stream(word(2) | word(3) << 32);
    cipher.set_word_pos(u128::from(word(0) | word(1) << 32) * 16);
    let block: Vec<String> = (0..16)
        .map(|_| format!("{:08x}", cipher.next_u32()))
        .collect();
    case.compare("block", &given.block, block);
}

#[derive(Deserialize)]
struct ChainCase {
    game: GameName,
    #[serde(deserialize_with = "owner")]
    owner: Owner,
    first: u64,
    length: u64,
    secret: Hash,
    anchor: Hash,
    values: BTreeMap<u64, Hash>,
}

fn chain(given: &ChainCase, case: &mut Case) {
    let id = ChainId {
        game: given.game.clone(),
        owner: given.owner,
    };
    let secret = ChainSecret::new(*given.secret.as_bytes());
    let chain = Chain::new(id, given.first + 1, given.length, secret);
    case.compare("anchor", &given.anchor, chain.anchor());
    let known = Known {
        position: given.first,
        value: given.anchor,
    };
    for (position, value) in &given.values {
        let found = if *position == given.first {
            Some(chain.anchor())
        } else {
            chain.value(*position)
        };
        case.compare(&format!("value {position}"), &Some(value), found);
        let leads = chain.id().leads_to(known, *position, *value);
        case.compare(
            &format!("value {position} leads to the anchor"),
            &true,
            leads,
        );
    }
}

#[derive(Deserialize)]
struct SeedCase {
    genesis_head: Hash,
    draw: u64,
    #[serde(deserialize_with = "hash_or_empty")]
    host: Option<Hash>,
    #[serde(deserialize_with = "hash_or_empty")]
    beacon: Option<Hash>,
    gives: Vec<Bytes>,
    seed: Hash,
}

fn seed(given: &SeedCase, case: &mut Case) {
    let gives: Option<Vec<Give>> = given.gives.iter().map(|give| read_give(&give.0)).collect();
    let Some(gives) = gives else {
        return case.differ("gives", "values and phrases".into(), "another form".into());
    };
    let (genesis, draw) = (given.genesis_head, given.draw);
    let contributions = Contributions {
        genesis,
        draw,
        host: given.host,
        beacon: given.beacon,
        gives,
    };
    case.compare("seed", &given.seed, contributions.seed());
}

fn read_give(bytes: &[u8]) -> Option<Give> {
    match bytes.split_first() {
        None => Some(Give::Nothing),
        Some((b'c', value)) => Some(Give::Value(Hash::new(<[u8; 32]>::try_from(value).ok()?))),
        Some((b'p', phrase)) => Some(Give::Phrase(
            std::str::from_utf8(phrase).ok()?.parse().ok()?,
        )),
        Some(_) => None,
    }
}

#[derive(Deserialize)]
struct UniformCase {
    seed: Hash,
    n: std::num::NonZeroU32,
    values: Vec<u32>,
    words_used: u64,
}

fn uniform(given: &UniformCase, case: &mut Case) {
    let mut stream = Stream::new(given.seed);
    let values: Vec<u32> = given
        .values
        .iter()
        .map(|_| stream.uniform(given.n.get()))
        .collect();
    case.compare("values", &given.values, values);
    case.compare("words_used", &given.words_used, stream.words_used());
}

#[derive(Deserialize)]
struct RollCase {
    seed: Hash,
    label: Label,
    spec: Spec,
    key: Option<Hash>,
    results: Vec<u32>,
}

fn roll(given: &RollCase, case: &mut Case) {
    let dice = Dice::new(given.seed);
    if let Some(key) = given.key {
        case.compare("key", &key, dice.key(&given.label));
    }
    case.compare(
        "results",
        &given.results,
        dice.roll(&given.label, given.spec).as_slice(),
    );
}

#[derive(Deserialize)]
struct HiddenCase {
    game: GameName,
    #[serde(deserialize_with = "owner")]
    owner: Owner,
    master: Hash,
    hide: Hash,
    draw: u64,
    scope: Scope,
    public_seed: Hash,
    hkey: Hash,
    hseed: Hash,
    hcom: Hash,
    roll_label: Label,
    roll_1z54: Vec<u32>,
    deck_label: Label,
    deck_perm8: Vec<u32>,
    salts: Vec<Hash>,
    card_commits: Vec<Hash>,
    deck_digest: Hash,
}

fn hidden(given: &HiddenCase, case: &mut Case) {
    let master = HiddenMaster::new(*given.master.as_bytes());
    case.compare("owner of the scope", &given.owner, given.scope.owner());
    case.compare(
        "hide",
        &given.hide,
        master.commitment(&given.game, given.owner),
    );
    case.compare(
        "hkey",
        &given.hkey,
        master.hidden_key(given.draw, &given.scope),
    );
    let seed = master.hidden_seed(given.draw, &given.scope, given.public_seed);
    case.compare("hseed", &given.hseed, seed.expose());
    case.compare("hcom", &given.hcom, seed.commitment());
    let dice = Dice::new(seed.expose());
    let faces = |label: &Label, spec: &str| {
        let spec: Spec = spec.parse().expect("a spec of the vectors' form");
        dice.roll(label, spec)
    };
    case.compare(
        "roll_1z54",
        &given.roll_1z54,
        faces(&given.roll_label, "1z54").as_slice(),
    );
    let deck = faces(&given.deck_label, "perm8");
    case.compare("deck_perm8", &given.deck_perm8, deck.as_slice());
    let (mut salts, mut commits) = (Vec::new(), Vec::new());
    for (index, card) in (0..).zip(deck.as_slice()) {
        let salt = seed.card_salt(&given.deck_label, index);
        salts.push(salt);
        commits.push(card_commitment(
            &given.deck_label,
            index,
            salt,
            u64::from(*card),
        ));
    }
    case.compare("salts", &given.salts, salts);
    case.compare(
        "deck_digest",
        &given.deck_digest,
        deck_digest(&given.deck_label, &commits),
    );
    case.compare("card_commits", &given.card_commits, commits);
}

#[derive(Deserialize)]
struct SealCase {
    game: GameName,
    draw: u64,
    #[serde(deserialize_with = "seat_number")]
    seat: Seat,
    nonce: Hash,
    orders: String,
    seal: Hash,
}

fn seal(given: &SealCase, case: &mut Case) {
    let nonce = Nonce::new(*given.nonce.as_bytes());
    let found = seal_bytes(
        &given.game,
        given.draw,
        given.seat,
        &nonce,
        given.orders.as_bytes(),
    );
    case.compare("seal", &given.seal, found);
}

#[derive(Deserialize)]
struct RoundCase {
    time: i64,
    round_at_or_after: u64,
    round_time: i64,
}

fn round(given: &RoundCase, case: &mut Case) {
    let round = drand::round_at_or_after(given.time);
    case.compare("round_at_or_after", &given.round_at_or_after, round);
    case.compare(
        "round_time",
        &given.round_time,
        drand::time_of(given.round_at_or_after),
    );
}

#[derive(Deserialize)]
struct NormalCase {
    raw: String,
    lines: Vec<String>,
    head: Hash,
}

fn normal(given: &NormalCase, case: &mut Case) {
    let lines = normalise(&given.raw);
    let block = pieces(&format!("{BEGIN}\n{}\n{END}\n", lines.join("\n")))
        .into_iter()
        .next();
    case.compare("lines", &given.lines, lines);
    let head = block.and_then(|piece| match piece {
        Piece::Block(block) => Some(Block::head(&block)),
        _ => None,
    });
    case.compare("head", &Some(given.head), head);
}
