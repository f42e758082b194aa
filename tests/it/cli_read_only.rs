//! A data folder that may only be looked at: a backup, a mount without the right to write, another user's.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use crate::support::terminal::Terminal;
use crate::support::unprivileged::tessera_in;

/// Takes the right to write from a folder and all that lies in it, or gives it back.
fn close(folder: &Path, closed: bool) {
    let (folders, files) = if closed {
        (0o500, 0o400)
    } else {
        (0o700, 0o600)
    };
    fs::set_permissions(folder, Permissions::from_mode(0o700)).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => close(&path, closed),
            false => fs::set_permissions(&path, Permissions::from_mode(files)).unwrap(),
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(folders)).unwrap();
}

fn told(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// What a folder holds, by name.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Runs what only looks in a folder whose data is closed, and what would write.
fn looked_at(terminal: &Terminal, data: &str) {
    let data = terminal.path().join(data);
    let before = names(&data);
    // What an audit cannot check before the end is no fault of the folder.
    for (command, code) in [
        ("status", 0),
        ("status first", 0),
        ("show first --as hun", 0),
        ("audit first", 3),
        ("export first", 0),
    ] {
        let mut tessera = tessera_in(terminal.path());
        close(&data, true);
        let output = tessera.args(command.split(' ')).output().unwrap();
        close(&data, false);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{command}: {}",
            told(&output)
        );
        assert_eq!(names(&data), before, "{command} leaves nothing behind");
    }
    let mut tessera = tessera_in(terminal.path());
    close(&data, true);
    let output = tessera
        .args(["submit", "first", "--as", "roman", "orders.txt"])
        .output()
        .unwrap();
    close(&data, false);
    assert_ne!(output.status.code(), Some(0), "{}", told(&output));
    assert!(told(&output).contains("tessera.db"), "{}", told(&output));
}

#[test]
fn matches_from_files_are_looked_at_without_writing() {
    let terminal = Terminal::new().file("orders.txt", "GO\n");
    for command in [
        "new sign-of-the-pagan --id first",
        "submit first --as hun --now orders.txt",
    ] {
        let (code, out, err) = terminal.run(command);
        assert_eq!(code, 0, "{out}{err}");
    }
    looked_at(&terminal, "tessera-matches");
}

#[test]
fn a_site_with_mail_is_looked_at_without_writing() {
    let terminal = Terminal::new();
    let (code, out, err) = terminal.run("init .");
    assert_eq!(code, 0, "{out}{err}");
    let new = "new sign-of-the-pagan --id first --seat hun=anna@example.net --seat roman=bruno@example.com";
    let (code, out, err) = terminal.run(new);
    assert_eq!(code, 0, "{out}{err}");
    let data = terminal.path().join("data");
    let before = names(&data);
    let mut tessera = tessera_in(terminal.path());
    close(&data, true);
    let output = tessera.arg("status").output().unwrap();
    close(&data, false);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(names(&data), before);
}
