//! `contrib/verify.py`: a second implementation, in another language, agrees.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tesserarius::ledger::audit::{Checks, Mail, Verdict, audit};

use super::support::checkers::{Folder, ROOT, codes_of_py, demo_files, places, python, verify_py};
use super::support::dice_table::matches_of_all_modes;

/// What the script looks for; the rest is for the program and the page.
const LEVEL: [&str; 16] = [
    "ACK_WRONG",
    "CHAIN_BROKEN",
    "DRAW_NUMBER",
    "ENTRY_NUMBER",
    "FORK",
    "GIVE_FORBIDDEN",
    "HEAD_WRONG",
    "HOST_REVEAL_BAD",
    "LOCK_TWICE",
    "LOG_CUT",
    "NO_LOCK",
    "ROLL_WRONG",
    "SEAT_MISSING",
    "SEAL_MISMATCH",
    "SEAT_REVEAL_BAD",
    "SEED_WRONG",
];

/// What is open until the match ends.
const OPEN: [&str; 3] = ["DRAW_OPEN", "HIDDEN_UNDISCLOSED", "ORDERS_UNOPENED"];

fn vectors() -> Value {
    serde_json::from_str(include_str!("../dice/vectors.json")).expect("the vectors are JSON")
}

fn verify(files: &[&Path]) -> Option<(i32, String)> {
    let files: Vec<PathBuf> = files.iter().map(|file| file.to_path_buf()).collect();
    verify_py(&files)
}

fn transcript(game: &str) -> String {
    vectors()["games"][game]["transcript"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn the_script_can_be_read_in_one_sitting() {
    let script = std::fs::read_to_string(Path::new(ROOT).join("contrib/verify.py")).unwrap();
    assert!(script.lines().count() <= 150);
}

#[test]
fn the_example_games_are_found_right() {
    let folder = Folder::new();
    for (name, game) in vectors()["games"].as_object().unwrap() {
        let text = format!("{}{}", transcript(name), game["side"].as_str().unwrap());
        let file = folder.write("log.txt", &text);
        let Some((code, printed)) = verify(&[&file]) else {
            return;
        };
        assert_eq!(code, 0, "{name}: {printed}");
        let last = game["heads"]
            .as_array()
            .unwrap()
            .last()
            .unwrap()
            .as_str()
            .unwrap();
        assert!(printed.contains(last), "{name}: {printed}");
    }
}

/// Replaces text once, and says so if it is not there.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn each_change_of_a_game_is_found() {
    let folder = Folder::new();
    let zeros = "0".repeat(64);
    let changes = [
        (
            "chain",
            "combat/1203 2d6 1,4",
            "combat/1203 2d6 6,6",
            "ROLL_WRONG: draw 1: combat/1203 2d6 is not 6,6",
        ),
        (
            "chain",
            "weather 1avg 5",
            "weather 1avg 4",
            "weather 1avg is not 4",
        ),
        (
            "chain",
            "supply 1z10 0",
            "supply 1z10 9",
            "supply 1z10 is not 9",
        ),
        (
            "chain",
            "fix.2.combat/1203 2d6 4,1",
            "fix.2.combat/1203 2d6 4,2",
            "is not 4,2",
        ),
        (
            "beacon",
            "event 1z100 30",
            "event 1z100 31",
            "event 1z100 is not 31",
        ),
        ("beacon", "sig: 8d2c", "sig: 8d2d", "SEED_WRONG: draw 1"),
        ("casual", "77 keys", "78 keys", "SEED_WRONG: draw 1"),
        (
            "casual",
            "seat: 1 dora",
            "seat: 1 dona",
            "HEAD_WRONG: below entry 0",
        ),
        (
            "duel",
            "give: 2 c a76bf8",
            "give: 2 c a76bf9",
            "owner 2 never fixed this value",
        ),
        (
            "duel",
            "ack: 2 513b",
            "ack: 2 613b",
            "draw 1: acknowledged another LOCK",
        ),
        (
            "replaced",
            "from: 2",
            "from: 1",
            "owner 2 never fixed this value",
        ),
        (
            "replaced",
            "host: 895ed5",
            "host: 895ed6",
            "owner 0 never fixed this value",
        ),
        ("chain", "draw: 2", "draw: 3", "draw 2 is next"),
    ];
    for (game, from, to, expected) in changes {
        let file = folder.write("log.txt", &replaced(&transcript(game), from, to));
        let Some((code, printed)) = verify(&[&file]) else {
            return;
        };
        assert_eq!(code, 2, "{to}");
        assert!(printed.contains(expected), "{to}: {printed}");
    }
    let seed = transcript("chain");
    let at = seed.find("seed: ").unwrap() + 6;
    let wrong = format!("{}{zeros}{}", &seed[..at], &seed[at + 64..]);
    let file = folder.write("log.txt", &wrong);
    let (code, printed) = verify(&[&file]).unwrap();
    assert!(
        code == 2 && printed.contains("SEED_WRONG: draw 1"),
        "{printed}"
    );
}

#[test]
fn lost_doubled_and_exchanged_entries_are_found() {
    let folder = Folder::new();
    let text = transcript("chain");
    let blocks: Vec<&str> = text.split_inclusive("\n\n").collect();
    let without_third = [&blocks[..3], &blocks[4..]].concat().concat();
    let file = folder.write("gap.txt", &without_third);
    let Some((code, printed)) = verify(&[&file]) else {
        return;
    };
    assert!(
        code == 2 && printed.contains("ENTRY_NUMBER: entry 3 calls itself 4"),
        "{printed}"
    );
    assert!(printed.contains("CHAIN_BROKEN: entry 3"), "{printed}");

    // From mails alone, in any order and one of them twice, the log is put together.
    let mail = |name: &str, text: &str| folder.write(name, &format!("Subject: dice\n\n{text}"));
    let mails: Vec<PathBuf> = blocks
        .iter()
        .enumerate()
        .map(|(at, block)| mail(&format!("{at}.eml"), block))
        .collect();
    let mut shuffled: Vec<&Path> = mails
        .iter()
        .rev()
        .chain(&mails[2..3])
        .map(PathBuf::as_path)
        .collect();
    assert_eq!(verify(&shuffled).unwrap().0, 0);
    shuffled.retain(|path| !path.ends_with("3.eml"));
    let (code, printed) = verify(&shuffled).unwrap();
    assert!(
        code == 0 && printed.contains("Verdict: INCOMPLETE"),
        "{printed}"
    );

    let forged = mail(
        "forged.eml",
        &replaced(blocks[3], "one column shift", "no shift"),
    );
    let log = folder.write("log.txt", &text);
    let (code, printed) = verify(&[&log, &forged]).unwrap();
    assert!(
        code == 2 && printed.contains("FORK: two versions of entry 3"),
        "{printed}"
    );
    let short = folder.write("short.txt", &blocks[..3].concat());
    let (code, printed) = verify(&[&short, &mails[3]]).unwrap();
    assert!(code == 2 && printed.contains("LOG_CUT"), "{printed}");

    let unreadable = folder.write("log.txt", &text.replace("give: 1 c", "give: 1 q"));
    let (code, printed) = verify(&[&unreadable]).unwrap();
    assert!(
        code == 2 && printed.contains("BAD_FORMAT: entry 2 cannot be read"),
        "{printed}"
    );
}

#[test]
fn blocks_are_found_in_mails_quoted_or_encoded() {
    let folder = Folder::new();
    let text = transcript("beacon");
    let quoted: Vec<String> = text
        .lines()
        .map(|line| format!("> > {line}  \r\n"))
        .collect();
    let quoted = folder.write("quoted.txt", &quoted.concat());
    let Some((code, printed)) = verify(&[&quoted]) else {
        return;
    };
    assert_eq!(code, 0, "{printed}");
    let plain = verify(&[&folder.write("plain.txt", &text)]).unwrap();
    assert_eq!(plain.0, 0, "{}", plain.1);
    let encoded = data_encoding::BASE64_MIME.encode(format!("Dear Ann,\n\n{text}").as_bytes());
    let mail = format!(
        "From: host@example.org\r\nTo: ann@example.org\r\nSubject: dice\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded}"
    );
    let wide = format!("\u{feff}{text}");
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide_file = folder.write("wide.txt", "");
    std::fs::write(&wide_file, wide).unwrap();
    for file in [
        folder.write("mail.eml", &mail),
        folder.write("marked.eml", &format!("\u{feff}{mail}")),
        folder.write("marked.txt", &format!("\u{feff}{text}")),
        wide_file,
    ] {
        assert_eq!(verify(&[&file]).unwrap(), plain);
    }
}

#[test]
fn all_rolls_of_the_vectors_come_out_the_same() {
    const CODE: &str = "
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + '/contrib')
import verify
vectors = json.load(open(sys.argv[1] + '/tests/dice/vectors.json'))
cases = vectors['rolls'] + vectors['shuffles']
for case in cases:
    rolled = verify.roll(bytes.fromhex(case['seed']), case['label'], case['spec'])
    assert rolled == ','.join(map(str, case['results'])), case
print(len(cases))
";
    if let Some((code, printed)) = python(&["-c", CODE, ROOT], "") {
        assert_eq!((code, printed.trim()), (0, "310"));
    }
}

#[test]
fn honest_logs_of_all_modes_are_found_clean() {
    let folder = Folder::new();
    for (number, played) in matches_of_all_modes().iter().enumerate() {
        let files = folder.case(number, &played.log, &played.mails);
        for (files, mails) in [
            (&files[..], &played.mails[..]),
            (&files[..1], &[]),
            (&files[1..], &played.mails[..]),
        ] {
            let Some((code, printed)) = verify_py(files) else {
                return;
            };
            let found = audit(&played.log, mails, &Checks::default());
            let expected = match found
                .findings
                .iter()
                .any(|one| OPEN.contains(&one.code.name()))
            {
                true => "Verdict: INCOMPLETE\n",
                false => "Verdict: CLEAN\n",
            };
            assert!(
                code == 0 && printed.ends_with(expected),
                "{}: {printed}",
                played.name
            );
        }
    }
    // The sealed orders of a log are opened in the mails.
    for (files, expected) in [("data/log", "INCOMPLETE"), ("players/roman", "CLEAN")] {
        let (code, printed) = verify_py(&demo_files(files)).unwrap();
        assert!(
            code == 0 && printed.ends_with(&format!("Verdict: {expected}\n")),
            "{printed}"
        );
    }
}

#[test]
fn it_agrees_with_the_program_on_all_that_it_looks_for() {
    let folder = Folder::new();
    for (number, case) in vectors()["audits"].as_array().unwrap().iter().enumerate() {
        let log = case["transcript"].as_str().unwrap();
        let mails: Vec<Mail> = serde_json::from_value(case["evidence"].clone()).unwrap();
        let Some((_, printed)) = verify_py(&folder.case(number, log, &mails)) else {
            return;
        };
        let audit = audit(log, &mails, &Checks::default());
        let places = places(&audit);
        let program: BTreeSet<&str> = places.iter().map(|place| place.0.as_str()).collect();
        let script = codes_of_py(&printed);
        // An entry that one of the two cannot read has other consequences in the other.
        if program.is_disjoint(&["BAD_FORMAT", "GENESIS_WRONG"].into()) {
            let looked_for = program.into_iter().filter(|code| LEVEL.contains(code));
            assert_eq!(script, looked_for.collect(), "{}: {printed}", case["name"]);
        } else {
            let agreed = audit.verdict == Verdict::Violation;
            assert!(agreed || script.is_empty(), "{}: {printed}", case["name"]);
        }
    }
}

#[test]
fn nothing_that_lies_in_a_folder_makes_the_script_stumble() {
    let log = transcript("chain");
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("cur").join("deeper");
    std::fs::create_dir_all(&inner).unwrap();
    let mail = |header: &str, body: &[u8]| {
        [
            format!("From: a@example.org\n{header}\n\n").as_bytes(),
            body,
        ]
        .concat()
    };
    let strange: [(&str, Vec<u8>); 15] = [
        ("empty", Vec::new()),
        ("picture.png", (0..=255).collect()),
        ("notes", b"Gr\xfc\xdfe\xff\n".to_vec()),
        (
            "only a header.eml",
            b"From: a@example.org\nSubject: x".to_vec(),
        ),
        (
            "no boundary.eml",
            mail("Content-Type: multipart/mixed", b"none\n"),
        ),
        ("no type.eml", mail("Content-Type: ; ; =?x?=", b"hello\n")),
        (
            "no base64.eml",
            mail("Content-Transfer-Encoding: base64", b"!!!=\n"),
        ),
        (
            "no charset.eml",
            mail("Content-Type: text/plain; charset=klingon", b"Gr\xfc\n"),
        ),
        (
            "odd charset.eml",
            mail(
                "Content-Type: text/plain; charset*=klingon'en'x%FF",
                b"Gr\xfc\n",
            ),
        ),
        (
            "box",
            b"From a Mon Jan  1 00:00:00 2026\nFrom: a@b\n\nhello\nFrom b\n".to_vec(),
        ),
        ("record.jsonl", b"{\"n\":1,\"kind\":\"match\"}\n{".to_vec()),
        (
            "blocks",
            b"Dear Ann,\n#TESSERA-BEGIN\n#TESSERA-BEGIN\n#TESSERA-END\n#HEAD 1\n".to_vec(),
        ),
        (
            "side",
            b"#TESSERA-BEGIN\ntype: ACK\nentry: x\n#TESSERA-END\n".to_vec(),
        ),
        ("cr.txt", b"one\rtwo\rthree".to_vec()),
        (".hidden", b"#HEAD\n".to_vec()),
    ];
    for (name, bytes) in &strange {
        let path = inner.join(name);
        std::fs::write(&path, bytes).unwrap();
        let Some((code, printed)) = stumbles(&path) else {
            return;
        };
        assert_eq!((code, printed.as_str()), (1, ""), "{name}");
    }
    for (path, words) in [
        (folder.path().join("nowhere"), "cannot read"),
        (folder.path().to_owned(), "no entry of a dice log"),
    ] {
        assert_eq!(stumbles(&path).unwrap().0, 1, "{words}");
        let told = python(&["-c", ASK, ROOT, path.to_str().unwrap()], "")
            .unwrap()
            .1;
        assert!(told.contains(words), "{told}");
    }
    std::fs::write(inner.join("log.txt"), &log).unwrap();
    let (code, printed) = stumbles(folder.path()).unwrap();
    // The seals of this log are not opened yet.
    let is_told = printed.contains("Verdict: INCOMPLETE\n");
    assert!(code == 0 && is_told, "{printed}");

    // Entries that no reader expects are faults of the log, and end nothing.
    for (from, to) in [
        ("draw: 1\n", "draw: 999999999999999\n"),
        ("draw: 1\n", "draw: 99999999999999999999999999\n"),
        (" 2d6 ", " 2d0 "),
        (" 2d6 ", " 2d99999999999 "),
        (" 2d6 ", " 9999d6 "),
        ("seed: ", "seed: zz"),
        ("give: 1 c ", "give: 1 "),
        ("chain: 1 ", "chain: "),
    ] {
        let path = folder.path().join("changed.log");
        std::fs::write(&path, log.replace(from, to)).unwrap();
        let (code, printed) = stumbles(&path).unwrap();
        assert!(
            code == 2 && printed.contains("Verdict: VIOLATION"),
            "{to}: {printed}"
        );
    }
}

/// Runs the script and prints its error output, too.
const ASK: &str = "
import subprocess, sys
told = subprocess.run([sys.executable, sys.argv[1] + '/contrib/verify.py', sys.argv[2]], capture_output=True, text=True)
assert 'Traceback' not in told.stderr, told.stderr
print(told.returncode, told.stdout, told.stderr)
";

/// Runs the script on a path; its exit code and what it prints.
fn stumbles(path: &Path) -> Option<(i32, String)> {
    let (code, told) = python(&["-c", ASK, ROOT, path.to_str().unwrap()], "")?;
    assert_eq!(code, 0, "{}: {told}", path.display());
    let (exit, rest) = told.split_once(' ').unwrap();
    let printed = match exit {
        "1" => String::new(),
        _ => rest.to_owned(),
    };
    Some((exit.parse().unwrap(), printed))
}
