//! No mail breaks the reader.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use tesserarius::mail::message::{Limits, Message};
use tesserarius::mail::reading::{Disposition, Hold, read};
use tesserarius::mail::world_file::FileWorld;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail")
}

fn world() -> FileWorld {
    FileWorld::from_json(&fs::read_to_string(folder().join("world.json")).expect("the world"))
        .expect("as it must be")
}

/// Reads a mail and fails if the reader had to be caught.
fn assert_reads(raw: &[u8], world: &FileWorld) {
    let reading = read(raw, &[], world, &Limits::default());
    let caught = matches!(&reading.disposition, Disposition::Quarantine(holds) if holds.contains(&Hold::ReaderFailed));
    assert!(
        !caught,
        "the reader panicked on {:?}",
        String::from_utf8_lossy(raw)
    );
}

/// Bits of mails that make trouble when they stand in the wrong place.
const PIECES: &[&str] = &[
    "From: a@b\n",
    "From: \"",
    "To: orders+chalons.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org\n",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "=",
    "=3",
    "=\n",
    "Content-Type: multipart/mixed; boundary=x\n",
    "--x\n",
    "--x--\n",
    "Content-Type: text/html\n",
    "<div>",
    "<blockquote>",
    "</s><s>",
    "<pre>",
    "&#0;",
    "&nbsp;",
    "Content-Transfer-Encoding: base64\n",
    "Content-Transfer-Encoding: quoted-printable\n",
    "U1RBTkQ",
    "MOVE hun-lc-1 1609-",
    "1508",
    "STAND hun-mi-2",
    "> ",
    "-- \n",
    "->",
    "\u{2192}",
    "\u{fffd}",
    "\u{336}",
    "\u{feff}",
    "\u{e0}",
    "*",
    "**STAND",
    "(",
    ")",
    "[x]",
    "#TESSERA-BEGIN\n",
    "#TESSERA-END\n",
    "BEGIN ORDERS\n",
    "END\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "Content-Type: text/plain; format=flowed; delsp=yes\n",
    " \n",
    "On 24.11.2026 a@b wrote:\n",
    "From: x\nSent: y\nTo: z\n",
    "=?utf-8?q?x",
    "?=",
    ":",
    ";",
    "Content-Type: message/rfc822\n",
    "FACE",
    " NE",
    "\u{1f600}",
    "Content-Type: text/plain; charset=iso-2022-jp\n",
    "\x1b$B#S",
    "Authentication-Results: mx.pbem.example.org; dmarc=fail\n",
    "References: <",
    "@",
    ">\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_break_the_reader(raw in prop::collection::vec(any::<u8>(), 0..2000)) {
        assert_reads(&raw, &world());
    }

    #[test]
    fn pieces_of_mails_in_any_order_never_break_the_reader(
        pieces in prop::collection::vec(prop::sample::select(PIECES), 0..80)
    ) {
        assert_reads(pieces.concat().as_bytes(), &world());
    }

    #[test]
    fn a_letter_of_any_text_never_breaks_the_reader(text in "(\\PC|[\\r\\n\\t ]){0,300}") {
        let head = "From: anna.berg@example.net\nTo: orders+chalons.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org\nContent-Type: text/plain; charset=utf-8\n\n";
        assert_reads(format!("{head}{text}").as_bytes(), &world());
    }
}

#[test]
fn samples_cut_off_anywhere_never_break_the_reader_nor_give_an_order_that_was_not_there() {
    let world = world();
    let raw =
        fs::read(folder().join("102-nested-mixed-related-alternative.eml")).expect("the sample");
    for length in 0..raw.len() {
        let reading = read(&raw[..length], &[], &world, &Limits::default());
        for order in &reading.outcome.orders {
            assert_eq!(order.order.canonical, "STAND hun-mi-2", "cut at {length}");
        }
        assert_reads(&raw[..length], &world);
    }
}

#[test]
fn bombs_are_held_or_read_in_good_time() {
    let nested = (0..5000).fold(String::from("From: a@b\n"), |mut mail, level| {
        mail += "Content-Type: multipart/mixed; boundary=";
        let boundary = format!("b{level}");
        mail + &boundary + "\n\n--" + &boundary + "\n"
    });
    let parts = format!(
        "From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n{}",
        "--b\n\nx\n".repeat(20_000)
    );
    let tags = format!(
        "From: a@b\nContent-Type: text/html\n\n{}",
        "<div><b><i>".repeat(9_000)
    );
    let attached = format!(
        "From: a@b\n{}",
        "Content-Type: message/rfc822\n\n".repeat(2_000)
    );
    for bomb in [nested, parts, tags, attached] {
        assert_reads(bomb.as_bytes(), &world());
    }
    let long = vec![b'x'; 11 << 20];
    assert!(Message::read(&long, &Limits::default()).is_err());
}
