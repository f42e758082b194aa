//! Pages in a real browser: `tests/browser/pages.mjs` does the clicking, the program judges what comes of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tesserarius::report::board::{self, MailTo};
use tesserarius::report::templates::Templates;
use tesserarius::store::DiceMode;

use super::report_forms::reports;
use super::support::fights;
use super::support::postbox::{ANNA, Letter, Postbox, plain_answer};
use super::support::seat_tool::Pair;

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

fn browser_or_skip() -> Option<PathBuf> {
    match browser() {
        Ok(chromium) => Some(chromium),
        Err(missing) => {
            assert!(setting("CI").is_none(), "the browser tests need {missing}");
            eprintln!("skipped: the browser tests, which need {missing}");
            None
        }
    }
}

/// Lets a script open the pages of a folder.
fn drive(script: &str, folder: &Path, chromium: &Path) {
    let mut command = Command::new("node");
    command
        .arg(scripts().join(script))
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

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_tessera");
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments);
    command.output().unwrap()
}

fn tessera(folder: &Path, arguments: &[&str]) -> Output {
    let output = run(folder, arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// A match of files in a folder.
struct Match<'a> {
    folder: &'a Path,
    id: &'static str,
}

impl<'a> Match<'a> {
    fn begin(folder: &'a Path, id: &'static str, game: &[&str]) -> Self {
        tessera(folder, &[&["new"], game, &["--id", id]].concat());
        Self { folder, id }
    }

    fn go(&self, side: &str, text: &str) {
        std::fs::write(self.folder.join("orders.txt"), text).unwrap();
        let submit = ["submit", self.id, "--as", side, "--now", "orders.txt"];
        tessera(self.folder, &submit);
    }

    fn show(&self, side: &str, files: &[&str]) {
        tessera(
            self.folder,
            &[&["show", self.id, "--as", side], files].concat(),
        );
    }

    fn replay(&self, side: &str, to: &str) {
        let replay = ["replay", self.id, "--as", side, "--out", "."];
        tessera(self.folder, &replay);
        let from = self.folder.join(format!("replay-{side}.html"));
        std::fs::rename(from, self.folder.join(to)).unwrap();
    }
}

/// Matches whose players have to act, with every page there is of them.
fn pages(folder: &Path) {
    let huns = Match::begin(folder, "first", &["sign-of-the-pagan"]);
    huns.go("hun", "GO\n");
    huns.go("roman", "GO\n");
    huns.go(
        "hun",
        "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS\n",
    );
    huns.go("roman", "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS\n");
    huns.show("hun", &["--html", "report.html", "--board", "board.html"]);
    huns.replay("hun", "replay.html");
    let largest = ["legion", "--scenario", "casilinum", "--option"];
    let stacks = Match::begin(
        folder,
        "stacks",
        &[&largest[..], &["16.0_facing=on"]].concat(),
    );
    stacks.go("byzantines", "PASS\n");
    stacks.go("franks", "PASS\n");
    stacks.go("byzantines", "MOVE BC1 VIA 1105\nMOVE BC4,BC5 VIA 1106\n");
    stacks.replay("franks", "legion-replay.html");
    stacks.show(
        "franks",
        &["--html", "legion-report.html", "--board", "legion.html"],
    );
    let plots = Match::begin(
        folder,
        "plots",
        &[&largest[..], &["19.0_simultaneous=on"]].concat(),
    );
    plots.go("byzantines", "PASS\n");
    plots.go("franks", "PASS\n");
    plots.show("franks", &["--board", "plots.html"]);
    let setting = Match::begin(folder, "setting", &["legion", "--scenario", "numidia"]);
    setting.show("romans", &["--board", "set-up.html"]);
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
        pledge: None,
    };
    board::page(&Templates::new(&[]).unwrap(), &report, &[], &mail).unwrap()
}

#[test]
fn orders_composed_by_mouse_or_keyboard_are_accepted_unchanged_and_pages_have_no_barriers() {
    let Some(chromium) = browser_or_skip() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    pages(folder);
    let fights = fights::all();
    for fight in &fights {
        fight.write(folder);
    }
    drive("pages.mjs", folder, &chromium);
    for fight in &fights {
        fight.takes(folder);
    }
    the_replay_ends_where_the_match_stands(folder, ("first", "hun"), "replay.txt");
    the_replay_ends_where_the_match_stands(folder, ("stacks", "franks"), "legion-replay.txt");
    let seats = [
        ("board", "first", "hun"),
        ("legion", "stacks", "franks"),
        ("plots", "plots", "franks"),
    ];
    accepted(folder, "setting", "romans", "set-up.keyboard.txt");
    for (board, id, side) in seats {
        for file in [
            format!("{board}.mouse.txt"),
            format!("{board}.keyboard.txt"),
        ] {
            accepted(folder, id, side, &file);
        }
        let file = format!("{board}.mouse.txt");
        tessera(folder, &["submit", id, "--as", side, "--now", &file]);
    }
}

/// Every line that a board has composed is taken as it stands.
fn accepted(folder: &Path, id: &str, side: &str, file: &str) {
    let composed = std::fs::read_to_string(folder.join(file)).unwrap();
    // A set may lack something, and yet every line of it be right.
    let checked = run(folder, &["check", id, "--as", side, "--json", file]);
    let checked: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    let lines = checked["lines"].as_array().unwrap();
    assert_eq!(lines.len(), composed.lines().count(), "{checked}");
    for (line, text) in lines.iter().zip(composed.lines()) {
        assert_eq!(line["text"], text);
        assert_ne!(line["verdict"], "illegal", "{line}");
    }
}

fn the_replay_ends_where_the_match_stands(folder: &Path, (id, side): (&str, &str), end: &str) {
    let shown = tessera(folder, &["show", id, "--as", side, "--json"]);
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
    let replayed = std::fs::read_to_string(folder.join(end)).unwrap();
    assert_eq!(replayed.lines().collect::<Vec<_>>(), standing);
}

/// Sends orders in a plain way until a draw is locked; the letter that tells Anna of it.
fn locked(pair: &mut Pair) -> Letter {
    for _ in 0..10 {
        for address in [ANNA, super::support::postbox::BRUNO] {
            let Some(question) = pair.game.question(address) else {
                continue;
            };
            let report = pair.game.report_of(address).clone();
            pair.site.answer(&report, address, &plain_answer(&question));
            pair.site.sync();
            let told = pair.look().into_iter().find(|(to, _)| *to == ANNA);
            if let Some((_, letter)) = told {
                return letter;
            }
        }
    }
    panic!("no draw was locked: {}", pair.log());
}

#[test]
fn a_value_that_the_board_works_out_is_the_one_that_the_tool_gives() {
    let Some(chromium) = browser_or_skip() else {
        return;
    };
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| new.dice = DiceMode::Chain);
    pair.play_draws(1);
    let letter = locked(&mut pair);
    let report = pair.game.report_of(ANNA).clone();
    let board = report
        .files
        .iter()
        .find(|(name, _)| name.starts_with("board-"));
    let secrets = pair.anna.terminal.path().join("secrets");
    let secret = std::fs::read_dir(secrets).unwrap().next().unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("board.html"), &board.unwrap().1).unwrap();
    std::fs::write(folder.join("letter.txt"), &letter.text).unwrap();
    std::fs::copy(secret.path(), folder.join("secret.json")).unwrap();
    drive("value.mjs", folder, &chromium);
    let value = std::fs::read_to_string(folder.join("value.txt")).unwrap();
    let by_tool = pair.anna.answer("").unwrap();
    let by_tool = String::from_utf8(by_tool).unwrap().replace("\r\n", "\n");
    assert!(by_tool.contains(&value), "{value}\n{by_tool}");
    pair.site.answer(&report, ANNA, &value);
    pair.site.sync();
    let by_bruno = pair.bruno.answer("").unwrap();
    pair.site.deliver(&by_bruno);
    pair.site.advance(5);
    pair.site.sync();
    assert_eq!(pair.log().matches("type: REPORT").count(), 2);
}
