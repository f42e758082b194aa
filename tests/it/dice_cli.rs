//! `tessera dice`: derivation by hand and the run of a vectors file.

use clap::Parser;
use serde_json::Value;
use tesserarius::cli::dice::{self, DiceArgs};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dice/vectors.json");
const BEACONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/dice/drand_vectors.json");
const SEED: &str = "633fe87ac0e4c6a2741722bcea4f8eee1be5c2483d611421d03a00fa47d0682e";
const GAME: &str = "vector-game-0badcafe";

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    dice: DiceArgs,
}

/// Runs the command and returns its exit code and what it printed.
fn dice(arguments: &[&str]) -> (u8, String) {
    let arguments = ["dice"].iter().chain(arguments);
    let mut out = Vec::new();
    let code = match Command::try_parse_from(arguments) {
        Err(error) => panic!("{error}"),
        Ok(command) => match dice::run(&command.dice, &mut out) {
            Ok(code) => code,
            Err(error) => {
                out.extend_from_slice(error.to_string().as_bytes());
                error.kind.exit()
            }
        },
    };
    (code, String::from_utf8(out).unwrap())
}

fn json(arguments: &[&str]) -> (u8, Value) {
    let (code, text) = dice(&[arguments, &["--json"]].concat());
    (code, serde_json::from_str(&text).unwrap())
}

fn file(content: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    file
}

#[test]
fn rolls_are_made_from_seed_and_label() {
    assert_eq!(
        dice(&["roll", "--seed", SEED, "combat/0", "1d6"]),
        (0, "combat/0 1d6 6\n".into())
    );
    let (code, document) = json(&["roll", "--seed", SEED, "combat/0", "1d6", "deck/5", "perm5"]);
    assert_eq!(code, 0);
    let key = "3e8f533417502a3d4a5d8828e4d5977d51788c786f5fc850eca8b2c7c686aaea";
    assert_eq!(document["rolls"][0]["key"], key);
    assert_eq!(document["rolls"][1]["results"].as_array().unwrap().len(), 5);
}

#[test]
fn hidden_rolls_need_the_master_of_their_owner() {
    let master = file("880def0612edc5becf1a10c5424f711712894133e77c82702067e0514c09f2f3\n");
    let path = master.path().to_str().unwrap();
    let hidden = [
        "roll",
        "--seed",
        SEED,
        "--scope",
        "h.deck",
        "--draw",
        "1",
        "--master-file",
        path,
    ];
    assert_eq!(
        dice(&[&hidden[..], &["draw/1", "1z54"]].concat()),
        (0, "draw/1 1z54 36\n".into())
    );
}

#[test]
fn what_cannot_be_rolled_is_wrong_use() {
    let (code, text) = dice(&["roll", "--seed", SEED, "combat 0", "1d6"]);
    assert_eq!(code, 64);
    assert!(
        text.starts_with("error: cannot roll `combat 0`\ncaused by: a label has only"),
        "{text}"
    );
    assert_eq!(dice(&["roll", "--seed", SEED, "a", "1d6", "b"]).0, 64);
    assert_eq!(dice(&["roll", "--seed", SEED, "a", "0d6"]).0, 64);
}

#[test]
fn a_seed_follows_from_what_the_parties_gave() {
    let host = "4b8ba14868e20f66c3feb4b040958ec8ff9f5607446bdfd741cc79428a4e6cd9";
    let genesis = "93b70ecd8b212e9fbb4f9c0324db4396c38a7cfdec3dc474642ce1047b9b3dae";
    let first = "c 38d1a0eafa2d9eb3ca71dec7573c63428bf17fb48d07f3172acc5d86a3356020";
    let second = "c 05ed4a5d00947af1dd634594d561c8264c8a24567045264615728e58a1ce3d6d";
    let seed = [
        "seed",
        "--genesis",
        genesis,
        "--draw",
        "1",
        "--host",
        host,
        "--give",
        first,
    ];
    let (code, text) = dice(&[&seed[..], &["--give", second]].concat());
    assert_eq!((code, text.trim_end()), (0, SEED));
    let other = dice(&[&seed[..], &["--give", "-"]].concat());
    assert_ne!(other.1.trim_end(), SEED);
}

#[test]
fn a_chain_is_made_from_its_secret_and_checked_without_it() {
    let secret = file("e3b3637acca7a651048b77503fff06c513edf1faa63a8fae38bd8dba8cc38155");
    let anchor = "1fb274360f043cdcf053ea0338399cef966fdb54f7e0d3ebd2b60206ab896bcc";
    let first = "38d1a0eafa2d9eb3ca71dec7573c63428bf17fb48d07f3172acc5d86a3356020";
    let path = secret.path().to_str().unwrap();
    let whose = ["--game", GAME, "--owner", "1"];
    let values = [
        "chain",
        "values",
        "--secret-file",
        path,
        "--length",
        "10",
        "--draw",
    ];
    let (code, text) = dice(&[&values[..], &["1"], &whose].concat());
    assert_eq!(
        (code, text),
        (0, format!("anchor c[0] = {anchor}\nc[1] = {first}\n"))
    );
    let (code, text) = dice(&[&values[..], &["11"], &whose].concat());
    assert_eq!(code, 1);
    assert!(text.contains("it has values for draws 1 to 10"), "{text}");

    let (known, value) = (format!("0:{anchor}"), format!("1:{first}"));
    let check = ["chain", "check", "--known", &known, "--value"];
    assert_eq!(dice(&[&check[..], &[&value], &whose].concat()).0, 0);
    assert_eq!(
        dice(&[&check[..], &[&format!("2:{first}")], &whose].concat()).0,
        1
    );
}

#[test]
fn nothing_differs_in_the_vectors_of_the_protocol() {
    let (code, document) = json(&["vectors", VECTORS]);
    assert_eq!(document["differences"], Value::Array(Vec::new()));
    assert_eq!((code, &document["passed"]), (0, &Value::Bool(true)));
    assert_eq!(document["not_run"], Value::Array(Vec::new()));
    let counts = [
        ("hash", 6),
        ("chacha20", 5),
        ("chains", 4),
        ("seeds", 8),
        ("uniform", 14),
        ("rolls", 300),
        ("shuffles", 10),
        ("hidden", 3),
        ("seals", 3),
        ("rounds", 7),
        ("normalise", 2),
        ("games", 5),
        ("audits", 121),
    ];
    assert_eq!(
        document["sections"].as_object().unwrap().len(),
        counts.len()
    );
    for (name, count) in counts {
        assert_eq!(document["sections"][name]["cases"], count, "{name}");
        assert_eq!(document["sections"][name]["passed"], count, "{name}");
    }
}

#[test]
fn genuine_beacons_are_accepted_and_all_others_refused() {
    let (code, document) = json(&["vectors", BEACONS]);
    assert_eq!(document["differences"], Value::Array(Vec::new()));
    assert_eq!((code, &document["not_run"]), (0, &Value::Array(Vec::new())));
    for (name, count) in [("chains", 5), ("positive", 22), ("negative", 31)] {
        assert_eq!(document["sections"][name]["passed"], count, "{name}");
    }
}

/// Changes one value of the vectors and returns what the run says.
fn changed(path: &str, change: impl Fn(&mut Value)) -> (u8, Value) {
    let mut document: Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    // The long sections are not changed here.
    if let Some(sections) = document.as_object_mut() {
        sections.remove("rolls");
    }
    if let Some(Value::Array(audits)) = document.get_mut("audits") {
        audits.truncate(3);
    }
    change(&mut document);
    let file = file(&document.to_string());
    json(&["vectors", file.path().to_str().unwrap()])
}

#[test]
fn each_change_of_a_vector_is_told() {
    let changes: [(&str, &str, Value); 9] = [
        ("/hash/0/out", "hash", SEED.into()),
        ("/chacha20/streams/0/word_99", "chacha20", 1.into()),
        ("/chains/0/anchor", "chains", SEED.into()),
        ("/uniform/3/words_used", "uniform", 99.into()),
        ("/shuffles/4/results/0", "shuffles", 77.into()),
        ("/seals/1/orders", "seals", "hold\n".into()),
        ("/rounds/2/round_time", "rounds", 5.into()),
        ("/games/chain/heads/2", "games", SEED.into()),
        ("/audits/2/codes", "audits", serde_json::json!(["FORK"])),
    ];
    for (pointer, section, value) in changes {
        let (code, outcome) = changed(VECTORS, |document| {
            *document.pointer_mut(pointer).unwrap() = value.clone();
        });
        assert_eq!(
            (code, &outcome["passed"]),
            (1, &Value::Bool(false)),
            "{pointer}"
        );
        for difference in outcome["differences"].as_array().unwrap() {
            assert_eq!(difference["section"], section, "{difference}");
        }
    }
    let (code, outcome) = changed(BEACONS, |document| {
        *document.pointer_mut("/positive/0/round").unwrap() = 2.into();
    });
    assert_eq!(code, 1);
    assert_eq!(outcome["sections"]["positive"]["passed"], 21);
    assert_eq!(outcome["sections"]["negative"]["passed"], 31);
}

#[test]
fn a_case_that_cannot_be_read_differs_and_an_unknown_section_is_named() {
    let text = r#"{"about": "a", "seals": [{"game": "x"}], "omens": [1]}"#;
    let file = file(text);
    let (code, text) = dice(&["vectors", file.path().to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(
        text.contains("DIFFERS seals, case 1: cannot be read"),
        "{text}"
    );
    assert!(text.contains("omens        not run"), "{text}");
}

#[test]
fn a_file_without_vectors_is_refused() {
    let empty = file("{}");
    assert_eq!(dice(&["vectors", empty.path().to_str().unwrap()]).0, 1);
    assert_eq!(dice(&["vectors", "no/such/file.json"]).0, 64);
    let prose = file("once upon a time");
    let (code, text) = dice(&["vectors", prose.path().to_str().unwrap()]);
    assert_eq!(code, 64);
    assert!(text.contains("is not JSON"), "{text}");
}
