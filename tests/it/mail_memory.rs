//! How much memory the program takes for mails that are made to take much, as the operating system counts it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::support::terminal::Terminal;

/// No mail takes more.
const MOST: u64 = 200 << 20;

/// The size of a mail that is as large as providers let through.
const LARGE: usize = 20 << 20;

const HEAD: &str = "From: Anna Berg <anna.berg@example.net>\r\n\
    To: orders+chalons.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org\r\nSubject: x\r\nMIME-Version: 1.0\r\n";

/// Runs the program, and returns its memory at the most and what it printed.
fn peak(folder: &Path, arguments: &[&str]) -> (u64, String) {
    let output = Command::new("python3")
        .args(["-c", include_str!("peak_memory.py")])
        .arg(env!("CARGO_BIN_EXE_tessera"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("python3 is needed for this test");
    let seen: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(seen["code"], 0, "{arguments:?}: {}", seen["err"]);
    let out = seen["out"].as_str().expect("text").to_owned();
    (seen["peak"].as_u64().expect("a number"), out)
}

/// A mail of a kind whose rest is filled up with one text.
fn filled(kind: &str, text: &str) -> String {
    let mut mail = format!("{HEAD}{kind}\r\n\r\n");
    while mail.len() + text.len() <= LARGE {
        mail.push_str(text);
    }
    mail
}

/// Mails by name, each as bad of its sort as can be.
fn monsters() -> Vec<(&'static str, String)> {
    let plain = "Content-Type: text/plain";
    let encoded = "Content-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64";
    let code = format!("{}\r\n", "QUFB".repeat(19));
    let parts = "--b\r\nContent-Type: text/plain\r\n\r\nSTAND hun-mi-2\r\n".repeat(50_000);
    let mut levels = HEAD.to_owned();
    for level in 0..10_000 {
        let kind = "Content-Type: multipart/mixed; boundary=";
        write!(levels, "{kind}b{level}\r\n\r\n--b{level}\r\n").unwrap();
    }
    let tags = format!(
        "<style>{}</style>{}",
        "p,b{color:red}".repeat(60),
        "<p>x".repeat(28_000)
    );
    vec![
        ("lines", filled(plain, "a\r\n")),
        (
            "talk",
            filled(
                plain,
                "This line is talk and nothing else, of a usual width.\r\n",
            ),
        ),
        ("page", filled("Content-Type: text/html", "<p>talk</p>\r\n")),
        (
            "hidden",
            filled(
                "Content-Type: text/html\r\n\r\n<p hidden>",
                "STAND hun-mi-2<br>\r\n",
            ),
        ),
        ("encoded", filled(encoded, &code)),
        (
            "parts",
            format!("{HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n"),
        ),
        ("levels", levels + "\r\nSTAND hun-mi-2\r\n"),
        (
            "field",
            format!(
                "{HEAD}X-A: {}\r\n\r\nSTAND hun-mi-2\r\n",
                "a b c\r\n ".repeat(500_000)
            ),
        ),
        (
            "tags",
            format!("{HEAD}Content-Type: text/html\r\n\r\n{tags}"),
        ),
    ]
}

#[test]
fn no_mail_takes_more_than_its_share_of_memory() {
    let terminal = Terminal::new().copy("tests/mail/world.json", "world.json");
    let folder = terminal.path();
    terminal.run("init site");
    let mut most = Vec::new();
    for (name, mail) in monsters() {
        let file = format!("{name}.eml");
        fs::write(folder.join(&file), mail).unwrap();
        let explain = ["mail", "explain", "--world", "world.json", "--json", &file];
        let (explaining, said) = peak(folder, &explain);
        let said: Value = serde_json::from_str(&said).unwrap();
        assert!(said["disposition"].is_string(), "{name}: {said}");
        let (ingesting, _) = peak(folder, &["ingest", "--config", "site/config.toml", &file]);
        most.push((name, explaining.max(ingesting)));
    }
    let too_much: Vec<_> = most.iter().filter(|(_, peak)| *peak > MOST).collect();
    assert!(too_much.is_empty(), "{too_much:?} of {most:?}");
    assert!(
        most.iter().any(|(_, peak)| *peak > LARGE as u64),
        "nothing was read: {most:?}"
    );
}
