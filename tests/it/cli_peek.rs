//! A host who plays is shown what is his; the other side's only if he says so, and then the log says so, too.

use std::fs;

use super::support::postbox::{BRUNO, Postbox};
use super::support::terminal::Terminal;

/// A site whose host plays the Huns, with a terminal at it and a mail of the other side.
fn played() -> (Postbox, Terminal, String) {
    let mut site = Postbox::new();
    site.start_with_host();
    let terminal = Terminal::new().file("orders.txt", "PASS\n");
    let report = site.post_of(BRUNO).pop().unwrap();
    let mail = format!(
        "From: {BRUNO}\nTo: {}\nMessage-ID: <1@example.com>\nSubject: Re: x\n\nSETUP rom-hi-1 0101 F2\n",
        report.reply_to
    );
    fs::write(terminal.path().join("mail.eml"), mail).unwrap();
    let config = site.path().join("config.toml").display().to_string();
    (site, terminal, config)
}

fn peeks(site: &Postbox) -> usize {
    let log = fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
    log.matches("text: the host has looked at what roman holds")
        .count()
}

#[test]
fn every_command_that_shows_a_side_keeps_the_other_one_closed_until_the_host_peeks() {
    let (site, terminal, config) = played();
    let mut peeked = 0;
    for (command, of_own) in [
        ("show chalons --as SIDE", true),
        ("check chalons --as SIDE orders.txt", true),
        ("odds chalons --as SIDE SHOCK RH1 ON HH1", true),
        ("export chalons --as SIDE", true),
        ("submit chalons --as SIDE orders.txt", true),
        ("replay chalons --as SIDE --out pages", true),
        ("mail explain mail.eml", false),
    ] {
        let run = |side: &str, more: &str| {
            let command = command.replace("SIDE", side);
            terminal.run(&format!("--config {config} {command} {more}"))
        };
        let (code, out, err) = run("roman", "");
        assert_eq!((code, out.as_str()), (1, ""), "{command}: {err}");
        assert!(err.contains("`--peek` shows it"), "{command}: {err}");
        assert_eq!(peeks(&site), peeked, "{command}");
        let (_, out, err) = run("roman", "--peek");
        assert!(!err.contains("is not for you"), "{command}: {out}{err}");
        peeked += 1;
        assert_eq!(peeks(&site), peeked, "{command}");
        if of_own {
            let (_, _, err) = run("hun", "");
            assert!(!err.contains("is not for you"), "{command}: {err}");
            assert_eq!(peeks(&site), peeked, "{command}");
        }
    }
}

#[test]
fn pages_of_all_sides_are_of_the_hosts_own_side_while_the_match_goes_on() {
    let (_site, terminal, config) = played();
    let (code, _, err) = terminal.run(&format!("--config {config} replay chalons --out pages"));
    assert_eq!(code, 0, "{err}");
    let names: Vec<String> = fs::read_dir(terminal.path().join("pages"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names, ["replay-hun.html"]);
}
