//! Pages in a real browser: `tests/browser/pages.mjs` does the clicking, the program judges what comes of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tesserarius::report::board::{self, MailTo};
use tesserarius::report::templates::Templates;

use super::report_forms::reports;

/// What the browser tests need, or what is missing.
fn browser() -> Result<PathBuf, String> {
    let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
        .ok_or("chromium")?;
    let node = Command::new("node").arg("--version").output();
    if !node.is_ok_and(|output| output.status.success()) {
        return Err("node".to_owned());
    }
    match scripts().join("node_modules/playwright-core").exists() {
        true => Ok(chromium),
        false => Err("`npm ci` in tests/browser".to_owned()),
    }
}

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser")
}

#[expect(
    clippy::disallowed_methods,
    reason = "whether skipping is a failure is up to who runs the tests"
)]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn tessera(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_tessera");
    let output = Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// A match whose Huns have to act, with every page there is of it.
fn pages(folder: &Path) {
    let go = |stop: u32, side: &str, text: &str| {
        let file = format!("{stop}.txt");
        std::fs::write(folder.join(&file), text).unwrap();
        tessera(folder, &["submit", "first", "--as", side, "--now", &file]);
    };
    tessera(folder, &["new", "sign-of-the-pagan", "--id", "first"]);
    go(1, "hun", "GO\n");
    go(2, "roman", "GO\n");
    go(
        3,
        "hun",
        "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS\n",
    );
    go(4, "roman", "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS\n");
    tessera(
        folder,
        &[
            "show",
            "first",
            "--as",
            "hun",
            "--html",
            "report.html",
            "--board",
            "board.html",
        ],
    );
    tessera(folder, &["replay", "first", "--as", "hun", "--out", "."]);
    std::fs::rename(folder.join("replay-hun.html"), folder.join("replay.html")).unwrap();
    tessera(folder, &["site", "--out", "public"]);
    std::fs::rename(folder.join("public/index.html"), folder.join("index.html")).unwrap();
    std::fs::write(folder.join("bad.html"), bad_board()).unwrap();
}

/// A board full of names that would harm a careless page.
fn bad_board() -> String {
    let bad = "<script>harmed=1</script>{{ x }}";
    let mut report = reports().swap_remove(2);
    bad.clone_into(&mut report.heading.title);
    for party in &mut report.heading.parties {
        bad.clone_into(&mut party.name);
    }
    for counter in &mut report.board.counters {
        counter.id = format!("{}{bad}", counter.id);
        bad.clone_into(&mut counter.short);
    }
    let mail = MailTo {
        to: bad.to_owned(),
        subject: bad.to_owned(),
    };
    board::page(&Templates::new(&[]).unwrap(), &report, &[], &mail).unwrap()
}

#[test]
fn orders_composed_by_mouse_or_keyboard_are_accepted_unchanged_and_pages_have_no_barriers() {
    let chromium = match browser() {
        Ok(chromium) => chromium,
        Err(missing) => {
            assert!(setting("CI").is_none(), "the browser tests need {missing}");
            eprintln!("skipped: the browser tests, which need {missing}");
            return;
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    pages(folder);
    let mut command = Command::new("node");
    command
        .arg(scripts().join("pages.mjs"))
        .arg(folder)
        .arg(chromium);
    command.args(setting("TESSERA_SCREENSHOTS"));
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    for file in ["mouse.txt", "keyboard.txt"] {
        let composed = std::fs::read_to_string(folder.join(file)).unwrap();
        let checked = tessera(folder, &["check", "first", "--as", "hun", "--json", file]);
        let checked: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
        let lines = checked["lines"].as_array().unwrap();
        assert_eq!(lines.len(), composed.lines().count(), "{checked}");
        for (line, text) in lines.iter().zip(composed.lines()) {
            assert_eq!(line["text"], text);
            assert_ne!(line["verdict"], "illegal", "{line}");
        }
    }
    the_replay_ends_where_the_match_stands(folder);
    let submitted = ["submit", "first", "--as", "hun", "--now", "mouse.txt"];
    tessera(folder, &submitted);
}

fn the_replay_ends_where_the_match_stands(folder: &Path) {
    let shown = tessera(folder, &["show", "first", "--as", "hun", "--json"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let counters = shown["report"]["board"]["counters"].as_array().unwrap();
    let mut standing: Vec<String> = counters
        .iter()
        .map(|counter| {
            format!(
                "{} {}",
                counter["id"].as_str().unwrap(),
                counter["hex"].as_str().unwrap()
            )
        })
        .collect();
    standing.sort();
    let replayed = std::fs::read_to_string(folder.join("replayed.txt")).unwrap();
    assert_eq!(replayed.lines().collect::<Vec<_>>(), standing);
}
