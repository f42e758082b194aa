//! How fast mails are read: mails of real shape, and mails that were made to be too much.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher, black_box};
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::read;
use tesserarius::mail::world_file::FileWorld;

/// Shows the most memory that a reading holds.
#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

const HEAD: &str = "From: anna.berg@example.net\n\
    To: orders+chalons.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org\nMIME-Version: 1.0\n";

fn world() -> FileWorld {
    FileWorld::from_json(include_str!("../tests/mail/world.json")).expect("the world is sound")
}

/// The sample mails, which are of the shapes that mail programs write.
fn samples() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut mails = Vec::new();
    for folder in [folder.clone(), folder.join("more")] {
        for entry in fs::read_dir(folder).expect("the samples are there") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "eml") {
                mails.push(fs::read(path).expect("a sample can be read"));
            }
        }
    }
    mails
}

#[divan::bench]
fn mails_of_real_shape(bencher: Bencher<'_, '_>) {
    let (world, mails, limits) = (world(), samples(), Limits::default());
    bencher.counter(ItemsCount::new(mails.len())).bench(|| {
        for mail in &mails {
            black_box(read(mail, &[], &world, &limits));
        }
    });
}

/// Bounds that let everything through which is measured here.
fn wide() -> Limits {
    Limits {
        bytes: 64 << 20,
        header_bytes: 8 << 20,
        parts: 100_000,
        ..Limits::default()
    }
}

fn bench_one(bencher: Bencher<'_, '_>, mail: &[u8], limits: &Limits) {
    let world = world();
    bencher
        .counter(BytesCount::new(mail.len()))
        .bench(|| black_box(read(mail, &[], &world, limits)));
}

/// A mail with an attachment that makes it 20 MiB long.
fn long() -> Vec<u8> {
    let line = format!("{}\n", "QUJD".repeat(19));
    let head = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nSTAND hun-mi-2\n\
        --b\nContent-Type: application/pdf; name=x.pdf\nContent-Transfer-Encoding: base64\n\n";
    let file = line.repeat((20 << 20) / line.len());
    format!("{HEAD}{head}{file}--b--\n").into_bytes()
}

/// A mail of 20 MiB of lines that begin like orders.
fn long_text() -> Vec<u8> {
    format!(
        "{HEAD}\n{}",
        "MOVE hun-lc-1 1609-1508-1407 FACE NE\n".repeat((20 << 20) / 37)
    )
    .into_bytes()
}

fn parts() -> Vec<u8> {
    let parts = "--b\n\nSTAND hun-mi-2\n".repeat(50_000);
    format!("{HEAD}Content-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n").into_bytes()
}

fn levels() -> Vec<u8> {
    let mut mail = HEAD.to_owned();
    for level in 0..10_000 {
        let kind = "Content-Type: multipart/mixed; boundary=";
        write!(mail, "{kind}b{level}\n\n--b{level}\n").expect("a string takes text");
    }
    mail.into_bytes()
}

/// A name and what makes the mail.
type Bomb = (&'static str, fn() -> Vec<u8>);

const BOMBS: [Bomb; 4] = [
    ("20 MiB attached", long),
    ("20 MiB of text", long_text),
    ("50,000 parts", parts),
    ("10,000 levels", levels),
];

fn bomb(name: &str) -> Vec<u8> {
    let found = BOMBS.iter().find(|(known, _)| *known == name);
    found.expect("every name is known").1()
}

#[divan::bench(args = BOMBS.map(|(name, _)| name), sample_count = 5, sample_size = 1)]
fn too_much_within_the_bounds_of_a_fresh_site(bencher: Bencher<'_, '_>, name: &str) {
    bench_one(bencher, &bomb(name), &Limits::default());
}

#[divan::bench(args = BOMBS.map(|(name, _)| name), sample_count = 5, sample_size = 1)]
fn too_much_within_bounds_that_let_it_through(bencher: Bencher<'_, '_>, name: &str) {
    bench_one(bencher, &bomb(name), &wide());
}
