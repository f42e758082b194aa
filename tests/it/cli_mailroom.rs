//! A site on the command line: made, invited to, fed with mail, stopped, filled up, copied.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use mail_parser::MessageParser;

use crate::support::beacons::{KNOWN, relayed};
use crate::support::terminal::Terminal;

/// A site in a folder, with its commands.
struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let site = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let made = site.run("init", &[site.path().to_str().unwrap()]);
        assert!(made.status.success(), "{}", told(&made));
        site
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, command: &str, arguments: &[&str]) -> Command {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tessera"));
        process
            .arg(command)
            .args(arguments)
            .current_dir(self.path())
            .env_clear()
            .stdin(Stdio::null());
        process
    }

    fn run(&self, command: &str, arguments: &[&str]) -> Output {
        self.command(command, arguments).output().unwrap()
    }

    fn json(&self, command: &str, arguments: &[&str]) -> serde_json::Value {
        let output = self.run(command, &[arguments, &["--json"]].concat());
        assert!(output.status.success(), "{}", told(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn invite(&self) {
        let seats = [
            "sign",
            "--seat",
            "hun=anna@example.net",
            "--seat",
            "roman=bruno@example.com",
        ];
        let made = self.json("new", &[&seats[..], &["--id", "chalons"]].concat());
        assert_eq!(made["match"], "chalons");
        self.json("sync", &[]);
    }

    /// The mails in the outgoing mailbox: recipient, reply address, text.
    fn mails(&self) -> Vec<(String, String, String)> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.path().join("mail/out/new"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        let read = |path: PathBuf| {
            let raw = fs::read(path).unwrap();
            let mail = MessageParser::default().parse(&raw).unwrap();
            let address = |found: Option<&mail_parser::Address<'_>>| {
                found
                    .unwrap()
                    .first()
                    .unwrap()
                    .address()
                    .unwrap()
                    .to_owned()
            };
            let text = mail.body_text(0).unwrap().into_owned();
            (address(mail.to()), address(mail.reply_to()), text)
        };
        files.into_iter().map(read).collect()
    }

    fn accept(&self, who: &str) -> Vec<u8> {
        let mails = self.mails();
        let (_, reply_to, _) = mails.iter().find(|(to, ..)| to == who).unwrap();
        format!("From: {who}\r\nTo: {reply_to}\r\nMessage-ID: <accept.{who}>\r\n\r\nACCEPT\r\n")
            .into_bytes()
    }

    fn pipe(&self, mail: &[u8]) -> Output {
        use std::io::Write;
        let mut child = self
            .command("ingest", &["-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(mail).unwrap();
        child.wait_with_output().unwrap()
    }
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_fresh_site_is_ready_and_is_not_made_twice() {
    let site = Site::new();
    for made in [
        "config.toml",
        "keys/site-1.key",
        "data/tessera.db",
        "mail/in/new",
    ] {
        assert!(site.path().join(made).exists(), "{made}");
    }
    let again = site.run("init", &["."]);
    assert_eq!(again.status.code(), Some(1));
    assert!(told(&again).contains("there is a ./config.toml already"));
}

#[test]
fn a_match_goes_from_invitation_to_first_report_on_the_command_line() {
    let site = Site::new();
    site.invite();
    let invitations = site.mails();
    assert_eq!(invitations.len(), 2);
    assert!(
        invitations
            .iter()
            .all(|(_, _, text)| text.contains("You are invited"))
    );
    let first = site.pipe(&site.accept("anna@example.net"));
    assert_eq!(first.status.code(), Some(0), "{}", told(&first));
    let document: serde_json::Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(document["dispositions"], serde_json::json!(["orders"]));
    assert_eq!(document["sent"], 1, "the receipt leaves in the same run");

    // The second answer lies in the mailbox.
    fs::write(
        site.path().join("mail/in/new/1795552000.M1.host"),
        site.accept("bruno@example.com"),
    )
    .unwrap();
    let synced = site.json("sync", &[]);
    assert_eq!(
        (&synced["new"], &synced["troubles"]),
        (&1.into(), &serde_json::json!([]))
    );
    let reports: Vec<_> = site
        .mails()
        .into_iter()
        .filter(|(.., text)| text.contains("type: GENESIS"))
        .collect();
    assert_eq!(reports.len(), 2);
    let explained = site.path().join("ask.eml");
    let (_, reply_to, _) = reports
        .iter()
        .find(|(to, ..)| to == "anna@example.net")
        .unwrap();
    fs::write(
        &explained,
        format!("From: anna@example.net\r\nTo: {reply_to}\r\n\r\nSETUP hun-hc-1 1614 F2\r\n"),
    )
    .unwrap();
    let explained = site.json("mail", &["explain", "ask.eml"]);
    assert_eq!(explained["disposition"], "orders");
    assert_eq!(
        explained["orders"],
        serde_json::json!(["SETUP hun-hc-1 1614 F2"])
    );
}

#[test]
fn ingest_ends_with_0_or_75_whatever_happens() {
    let site = Site::new();
    for (arguments, code) in [
        (&["no-such-file.eml"][..], 75),
        (&[][..], 75),
        (&["--no-such-flag"][..], 75),
        (&["--maildir", "no-such-folder"][..], 75),
        (&["config.toml"][..], 0),
        (&["data/tessera.db"][..], 0),
        (&["/dev/null"][..], 0),
    ] {
        let output = site.run("ingest", arguments);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {}",
            told(&output)
        );
    }
    let elsewhere = Terminal::new();
    let (code, _, err) = elsewhere.run("ingest -");
    assert_eq!(code, 75, "{err}");
}

#[test]
fn an_mbox_is_read_through_once() {
    let site = Site::new();
    site.invite();
    let (anna, bruno) = (
        site.accept("anna@example.net"),
        site.accept("bruno@example.com"),
    );
    let line: &[u8] = b"From x Tue Nov 24 20:31:07 2026\n";
    fs::write(
        site.path().join("box"),
        [line, &anna[..], b"\n", line, &bruno[..]].concat(),
    )
    .unwrap();
    let first = site.json("ingest", &["--mbox", "box"]);
    assert_eq!((&first["new"], &first["again"]), (&2.into(), &0.into()));
    let second = site.json("ingest", &["--mbox", "box"]);
    assert_eq!((&second["new"], &second["again"]), (&0.into(), &2.into()));
}

#[test]
fn a_process_that_is_killed_loses_no_mail_and_sends_none_twice() {
    for point in ["spooled", "authenticated", "queued", "sent-not-marked"] {
        let site = Site::new();
        site.invite();
        let letters = [
            site.accept("anna@example.net"),
            site.accept("bruno@example.com"),
        ];
        for (number, letter) in letters.iter().enumerate() {
            let name = format!("mail/in/new/179555200{number}.M1.host");
            fs::write(site.path().join(name), letter).unwrap();
        }
        let killed = site
            .command("sync", &[])
            .env("TESSERA_CRASH_AT", point)
            .output()
            .unwrap();
        assert_eq!(killed.status.code(), None, "{point}: {}", told(&killed));
        site.json("sync", &[]);
        let mails = site.mails();
        let reports = mails
            .iter()
            .filter(|(.., text)| text.contains("type: GENESIS"))
            .count();
        let receipts = mails
            .iter()
            .filter(|(.., text)| text.contains("You have accepted"))
            .count();
        // Mails that were handed over and not marked wait until their lease is over.
        let expected = if point == "sent-not-marked" {
            (0, 0)
        } else {
            (2, 2)
        };
        assert!(
            (reports, receipts) == (2, 2) || (reports, receipts) == expected,
            "{point}"
        );
        let log = fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
        assert_eq!(log.matches("type: GENESIS").count(), 1, "{point}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_ends_in_75_and_nothing_is_lost() {
    let site = Site::new();
    site.invite();
    let mail = site.accept("anna@example.net");
    let big = [&mail[..], &vec![b'x'; 2_000_000]].concat();
    fs::write(site.path().join("mail/in/new/1795552000.M1.host"), &big).unwrap();
    // No file may grow: the file system says so as a full one would.
    let script = "trap '' XFSZ; ulimit -f 600; exec \"$0\" ingest --maildir mail/in";
    let full = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_tessera")])
        .current_dir(site.path())
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(75), "{}", told(&full));
    assert!(
        told(&full).contains("tessera.db"),
        "the error names the file: {}",
        told(&full)
    );
    assert!(
        site.path().join("mail/in/new/1795552000.M1.host").exists(),
        "the source keeps the mail"
    );
    let later = site.json("ingest", &["--maildir", "mail/in"]);
    assert_eq!(later["new"], 1);
    assert!(!site.path().join("mail/in/new/1795552000.M1.host").exists());
}

/// Whatever the step at which the disk is full: a pass ends in 75 or in 0, and the next one mends it.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_at_any_step_of_a_pass_loses_nothing_and_doubles_nothing() {
    let mut failed = 0;
    // Kilobytes beyond the largest file of the site; a pass that starts a match writes some hundreds.
    for room in [0, 8, 24, 60, 120, 200, 300, 450] {
        let site = Site::new();
        site.invite();
        for (number, who) in ["anna@example.net", "bruno@example.com"].iter().enumerate() {
            let name = format!("mail/in/new/179555200{number}.M1.host");
            fs::write(site.path().join(name), site.accept(who)).unwrap();
        }
        let script = "trap '' XFSZ; ulimit -f $1; exec \"$0\" sync";
        let data = fs::read_dir(site.path().join("data")).unwrap();
        let sizes = data.map(|entry| entry.unwrap().metadata().unwrap().len());
        let largest = sizes.max().unwrap() / 1024;
        let full = Command::new("bash")
            .args(["-c", script, env!("CARGO_BIN_EXE_tessera")])
            .arg((largest + room).to_string())
            .current_dir(site.path())
            .output()
            .unwrap();
        let code = full.status.code().unwrap();
        assert!(code == 0 || code == 75, "{room}: {code} {}", told(&full));
        if code == 75 {
            failed += 1;
            assert!(told(&full).contains("caused by: "), "{}", told(&full));
        }
        site.json("sync", &[]);
        site.json("sync", &[]);
        let inbox = fs::read_dir(site.path().join("mail/in/new")).unwrap();
        assert_eq!(inbox.count(), 0, "{room}: every mail was taken");
        let log = fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
        assert_eq!(log.matches("type: GENESIS").count(), 1, "{room}");
        let status = site.json("status", &["chalons"]);
        assert!(status.to_string().contains("running"), "{room}: {status}");
        let mails = site.mails();
        for words in ["type: GENESIS", "You have accepted"] {
            let sent = mails
                .iter()
                .filter(|(.., text)| text.contains(words))
                .count();
            // A mail whose handing over failed waits for its next try.
            assert!(
                sent <= 2 && (code == 75 || sent == 2),
                "{room}: {sent} of {words}"
            );
        }
    }
    assert!(failed > 1, "the disk was full in time");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_ends_in_75() {
    use crate::support::unprivileged::tessera_in;
    use std::os::unix::fs::PermissionsExt;
    let site = Site::new();
    fs::write(site.path().join("one.eml"), "From: a@b\r\n\r\nGO\r\n").unwrap();
    let set_mode = |name: &str, mode| {
        let path = site.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let mut tessera = tessera_in(site.path());
    set_mode("data/tessera.db", 0o400);
    set_mode("data", 0o500);
    let output = tessera.args(["ingest", "one.eml"]).output().unwrap();
    set_mode("data", 0o700);
    set_mode("data/tessera.db", 0o600);
    assert_eq!(output.status.code(), Some(75), "{}", told(&output));
    assert!(told(&output).contains("tessera.db"), "{}", told(&output));
    assert_eq!(site.run("ingest", &["one.eml"]).status.code(), Some(0));
}

#[test]
fn a_backup_holds_what_a_site_needs_to_go_on() {
    let site = Site::new();
    site.invite();
    let copied = site.json("backup", &["copy"]);
    let files: Vec<&str> = copied["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap())
        .collect();
    for file in ["tessera.db", "keys/site-1.key", "keys/chalons.secret"] {
        assert!(files.contains(&file), "{files:?}");
    }
    assert_eq!(site.run("backup", &["copy"]).status.code(), Some(1));
}

#[test]
fn the_demonstration_is_played_by_mail_and_found_clean() {
    let terminal = Terminal::new();
    let (code, document) = terminal.json("demo --folder here --seed 7 --json");
    assert_eq!(code, 0);
    assert_eq!(document["verdict"], "CLEAN");
    assert_eq!(document["folder"], "here");
    assert!(document["match"].as_str().unwrap().starts_with("sotp-"));
    let reports = document["reports"].as_array().unwrap();
    assert!(reports.len() > 10);
    let (code, _, err) = terminal.run("demo --folder here");
    assert_eq!(code, 1, "{err}");
}

#[test]
fn the_demonstration_is_played_in_every_mode_that_its_rounds_allow() {
    let terminal = Terminal::new();
    for (mode, verdict) in [("casual", "CLEAN"), ("chain", "CLEAN")] {
        let (code, document) = terminal.json(&format!(
            "demo --dice {mode} --folder {mode} --seed 3 --json"
        ));
        assert_eq!((code, document["verdict"].as_str()), (0, Some(verdict)));
        assert_eq!(document["dice"], mode);
        let log = fs::read_dir(terminal.path().join(mode).join("data/log")).unwrap();
        let log = log.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
        let log: String = log.collect();
        assert!(log.contains(&format!("\nmode: {mode}\n")));
        assert!(
            log.contains("\ntype: DISCLOSE\n"),
            "hands of cards are opened"
        );
    }
}

#[test]
fn a_demonstration_by_the_beacon_follows_the_rounds_that_lie_in_files() {
    let terminal = Terminal::new();
    let rounds = terminal.path().join("rounds");
    fs::create_dir(&rounds).unwrap();
    // Without rounds there are no dice: it is said before anything is played.
    for (files, exit, words) in [
        (
            "rounds/{round}.json",
            1,
            "a round of the beacon cannot be had",
        ),
        ("nowhere/{round}.json", 64, "cannot read nowhere"),
        ("rounds/rounds.json", 64, "have {round} in their name"),
    ] {
        let (code, _, err) = terminal.run(&format!(
            "demo --dice beacon --rounds {files} --folder beacon"
        ));
        assert_eq!(code, exit, "{err}");
        assert!(err.contains(words), "{err}");
        assert!(!terminal.path().join("beacon").exists(), "{files}");
    }
    for round in KNOWN {
        fs::write(rounds.join(format!("{round}.json")), relayed(round)).unwrap();
    }
    let (code, document) = terminal
        .json("demo --dice beacon --rounds rounds/{round}.json --folder beacon --seed 7 --json");
    assert_eq!(code, 0, "{document}");
    assert_eq!(document["verdict"], "CLEAN", "{document}");
    let log = fs::read_to_string(terminal.path().join("beacon/log.txt")).unwrap();
    assert!(
        log.contains("\nmode: beacon\n") && log.contains("\nround: 13335\n"),
        "{log}"
    );
    let (code, audit) = terminal.json("audit beacon --json");
    assert_eq!((code, &audit["verdict"]), (0, &"CLEAN".into()), "{audit}");
    let kept = ["hun", "roman"].map(|side| {
        fs::read_dir(terminal.path().join(format!("beacon/players/{side}")))
            .unwrap()
            .count()
    });
    assert_eq!(
        audit["examined"]["mails"],
        kept.iter().sum::<usize>(),
        "a copy that the site keeps counts once"
    );
    // With fewer rounds than the match needs it stops, and says so.
    for round in KNOWN.into_iter().filter(|round| *round > 1000) {
        let _ = fs::remove_file(rounds.join(format!("{round}.json")));
    }
    let (code, _, err) =
        terminal.run("demo --dice beacon --rounds rounds/{round}.json --folder short --seed 7");
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("about ten for a match"), "{err}");
}
