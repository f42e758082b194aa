//! The operator's guide: its commands run, as they are printed, on a site that it has told how to make.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::guide_commands::{Code, code_of, commands, objection};
use super::support::checkers::ROOT;
use super::support::postbox::Letter;

fn guide() -> Vec<Code> {
    code_of(&Path::new(ROOT).join("docs/operator.md"))
}

/// A site in the folder `site`, with a match to which Anna and Bruno are invited.
struct Made {
    folder: tempfile::TempDir,
}

impl Made {
    fn new() -> Self {
        let made = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        made.run(&[], &["init", "site"], b"");
        let seats = [
            "--seat",
            "hun=anna@example.net",
            "--seat",
            "roman=bruno@example.com",
        ];
        let new = [
            "--config",
            "site/config.toml",
            "new",
            "sign",
            "--id",
            "chalons",
        ];
        made.run(&new, &seats, b"");
        made
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the program; returns what it says.
    fn run(&self, first: &[&str], more: &[&str], input: &[u8]) -> String {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tessera"))
            .args(first)
            .args(more)
            .current_dir(self.path())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Most commands do not listen.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(output.status.success(), "{first:?} {more:?}: {told}");
        told
    }

    /// Runs a command of the guide on this site, with names for what the reader fills in.
    fn give(&self, words: &[String], input: &[u8]) -> String {
        let filled = words.iter().map(|word| match word.as_str() {
            "/srv/tessera/config.toml" | "DIR/config.toml" => "site/config.toml".to_owned(),
            "MATCH" => "chalons".to_owned(),
            "DIR" => format!("made-{}", self.made()),
            other => other.to_owned(),
        });
        let mut words: Vec<String> = filled.collect();
        if !words.iter().any(|word| word == "--config") {
            words.splice(0..0, ["--config".to_owned(), "site/config.toml".to_owned()]);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        self.run(&words, &[], input)
    }

    /// How many folders were made already.
    fn made(&self) -> usize {
        fs::read_dir(self.path()).unwrap().count()
    }

    fn mails_to(&self, address: &str) -> Vec<Letter> {
        let files = fs::read_dir(self.path().join("site/mail/out/new")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        let letters = files
            .iter()
            .map(|file| Letter::of(&fs::read(file).unwrap()));
        letters.filter(|letter| letter.to == address).collect()
    }

    /// Lets both players accept, and the match begin.
    fn start(&self) {
        let pass = ["--config", "site/config.toml", "sync"];
        self.run(&pass, &[], b"");
        for address in ["anna@example.net", "bruno@example.com"] {
            let (_, mail) = self.consent(address);
            self.run(&["--config", "site/config.toml", "ingest", "-"], &[], &mail);
        }
        self.run(&pass, &[], b"");
    }

    /// A player's consent to the invitation, and the address to which it goes.
    fn consent(&self, address: &str) -> (String, Vec<u8>) {
        let reply_to = self.mails_to(address).remove(0).reply_to;
        let mail = format!(
            "From: {address}\r\nTo: {reply_to}\r\nMessage-ID: <a.{address}>\r\n\r\nACCEPT\r\n"
        );
        (reply_to, mail.into_bytes())
    }
}

/// The commands of the guide's blocks that have this word, with their words.
fn of_the_blocks(word: &str) -> Vec<Vec<String>> {
    let blocks = guide().into_iter().filter(|code| code.is_block);
    let mut found: Vec<Vec<String>> = blocks.flat_map(|code| commands(&code)).collect();
    found.retain(|words| words.iter().any(|own| own == word));
    found
}

#[test]
fn the_commands_for_mail_servers_and_for_cron_carry_a_match_to_its_start() {
    let made = Made::new();
    let [pass] = &of_the_blocks("sync")[..] else {
        panic!("one line for cron")
    };
    made.give(pass, b"");
    let pipes = of_the_blocks("ingest");
    assert_eq!(pipes.len(), 2, "Postfix and OpenSMTPD: {pipes:?}");
    for (words, address) in pipes.iter().zip(["anna@example.net", "bruno@example.com"]) {
        let (to, mail) = made.consent(address);
        let put = |word: &String| match word.as_str() {
            "${original_recipient}" | "%{rcpt:raw}" => to.clone(),
            other => other.to_owned(),
        };
        let words: Vec<String> = words.iter().map(put).collect();
        assert!(words.contains(&to), "{words:?}");
        made.give(&words, &mail);
    }
    made.give(pass, b"");
    let reports = made.mails_to("anna@example.net").into_iter();
    assert_eq!(
        reports
            .filter(|letter| letter.text.contains("type: GENESIS"))
            .count(),
        1
    );

    let recover = of_the_blocks("recover");
    assert_eq!(recover.len(), 2);
    fs::create_dir(made.path().join("anna-mails")).unwrap();
    let letter = made.mails_to("anna@example.net").remove(1);
    fs::write(made.path().join("anna-mails/1.eml"), &letter.raw).unwrap();
    let bruno = made.mails_to("bruno@example.com").remove(1);
    let mbox = [&b"From x Tue Nov 24 20:31:07 2026\n"[..], &bruno.raw, b"\n"].concat();
    fs::write(made.path().join("bruno.mbox"), mbox).unwrap();
    let log = made.path().join("site/data/log/chalons.log");
    let before = fs::read(&log).unwrap();
    for words in recover {
        made.give(&words, b"");
        assert_eq!(
            fs::read(&log).unwrap(),
            before,
            "a match that is well is left alone"
        );
    }
}

#[test]
fn every_whole_command_in_the_sentences_of_the_guide_runs() {
    let made = Made::new();
    made.start();
    let mut ran = 0;
    for code in guide().into_iter().filter(|code| !code.is_block) {
        for words in commands(&code) {
            // What lacks something, or only names a mode, is no command to be typed.
            let is_whole = objection(&words, true).is_none();
            let does = words.first().map_or("", String::as_str);
            if is_whole && does != "serve" && !words.iter().any(|word| word == "MODE") {
                made.give(&words, b"");
                ran += 1;
            }
        }
    }
    assert!(ran >= 6, "only {ran} commands ran");
}
