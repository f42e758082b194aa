//! The two checkers that share no code with the program: a script and a page.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};
use tempfile::TempDir;
use tesserarius::ledger::audit::{Audit, Checks, Code, Finding, Mail, Severity, audit};

use super::terminal::Terminal;

/// The folder of the package.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What a checker says of the page's or the audit's findings: code, entry, draw, seat.
pub(crate) type Place = (String, Option<u64>, Option<u64>, Option<u64>);

/// What neither the page nor the script has the means to check.
pub(crate) const ELSEWHERE: [&str; 2] = ["BEACON_UNCHECKED", "LABELS_UNCHECKED"];

/// Says that something is missing here, unless nothing may be missing.
fn skip(what: &str) {
    #[expect(clippy::disallowed_methods, reason = "CI must not skip these tests")]
    let is_ci = std::env::var_os("CI").is_some();
    assert!(!is_ci, "{what}");
    eprintln!("skipped: {what}");
}

/// Runs Python; gives none where it is not installed, except in CI.
pub(crate) fn python(arguments: &[&str], input: &str) -> Option<(i32, String)> {
    let child = Command::new("python3")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            skip(&format!("python3 cannot be run: {error}"));
            return None;
        }
    };
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(input.as_bytes()).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "", "{arguments:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some((output.status.code().unwrap(), text))
}

/// A folder with the files of one case.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Writes a log and the mails that were kept of it, as a mail program saves them.
    pub(crate) fn case(&self, number: usize, log: &str, mails: &[Mail]) -> Vec<PathBuf> {
        let mut files = vec![self.write(&format!("{number}-log.txt"), log)];
        for (at, mail) in mails.iter().enumerate() {
            let received = mail.received.map_or_else(String::new, |time| {
                let time = jiff::Timestamp::from_second(time).unwrap();
                format!(
                    "Received: by mx.example; {}\n",
                    time.strftime("%a, %d %b %Y %T +0000")
                )
            });
            let text = format!(
                "{received}From: host@example.org\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\
                 Content-Transfer-Encoding: 8bit\n\n{}",
                mail.text
            );
            files.push(self.write(&format!("{number}-{at}-{}.eml", mail.name), &text));
        }
        files
    }
}

/// Runs `contrib/verify.py` on files.
pub(crate) fn verify_py(files: &[PathBuf]) -> Option<(i32, String)> {
    let script = Path::new(ROOT).join("contrib/verify.py");
    let mut arguments = vec![script.to_str().unwrap()];
    arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
    python(&arguments, "")
}

/// Returns the codes that the script printed.
pub(crate) fn codes_of_py(printed: &str) -> BTreeSet<&str> {
    let codes = printed.lines().filter_map(|line| line.split_once(": "));
    let is_code = |code: &&str| code.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    codes.map(|(code, _)| code).filter(is_code).collect()
}

/// What the page says of one case.
pub(crate) struct PageSays {
    pub(crate) verdict: String,
    pub(crate) places: BTreeSet<Place>,
    pub(crate) text: String,
    pub(crate) document: Value,
}

/// Hands each case to `contrib/verify.html` in a browser; a case is `{"files": [...]}` or the like.
///
/// Gives none where no browser is installed, except in CI.
pub(crate) fn ask_page(cases: &[Value]) -> Option<(Vec<PageSays>, Value)> {
    let Some(browser) = browser() else {
        skip("no Chromium is installed (Debian package chromium)");
        return None;
    };
    let root = Path::new(ROOT);
    let task =
        json!({ "browser": browser, "page": root.join("contrib/verify.html"), "cases": cases });
    let driver = root.join("tests/browser/drive.py");
    let (code, told) = python(&[driver.to_str().unwrap()], &task.to_string())?;
    assert_eq!(code, 0, "{told}");
    let told: Value = serde_json::from_str(&told).unwrap();
    let says = told["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(read_says)
        .collect();
    Some((says, told))
}

fn browser() -> Option<PathBuf> {
    let folders = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let paths = names
        .iter()
        .flat_map(|name| folders.map(|folder| Path::new(folder).join(name)));
    paths.into_iter().find(|path| path.is_file())
}

fn read_says(case: &Value) -> PageSays {
    let findings = ["findings", "elsewhere"].map(|list| case[list].as_array().unwrap());
    PageSays {
        verdict: case["verdict"].as_str().unwrap().to_owned(),
        places: findings.into_iter().flatten().map(place_of).collect(),
        text: case["text"].as_str().unwrap().to_owned(),
        document: case.clone(),
    }
}

/// Reads code and place of a finding.
pub(crate) fn place_of(finding: &Value) -> Place {
    let number = |key: &str| finding[key].as_u64();
    let code = finding["code"].as_str().unwrap().to_owned();
    (code, number("entry"), number("draw"), number("seat"))
}

/// Returns codes and places of the program's findings.
pub(crate) fn places(audit: &Audit) -> BTreeSet<Place> {
    let findings = serde_json::to_value(&audit.findings).unwrap();
    findings.as_array().unwrap().iter().map(place_of).collect()
}

/// Lets the script and the page, which share no code with the program, judge an honest log: they find what it finds.
pub(crate) fn assert_other_checkers_agree(log: &str) {
    let folder = Folder::new();
    let files = [folder.write("match.log", log)];
    let audit = audit(log, &[], &Checks::default());
    // A host's own file of a log has no openings; whoever plays a seat of his shows them in the last letter.
    let is_wrong = |finding: &&Finding| {
        finding.severity == Severity::Violation && finding.code != Code::SealUnopened
    };
    assert!(
        !audit.findings.iter().any(|finding| is_wrong(&finding)),
        "{audit}"
    );
    if let Some((code, printed)) = verify_py(&files) {
        assert_eq!(code, 0, "{printed}");
    }
    if let Some((says, _)) = ask_page(&[json!({ "files": files })]) {
        assert_eq!(says[0].places, places(&audit), "{audit}");
    }
}

/// A match that was played by `tessera demo`, once for all tests.
static DEMO: LazyLock<(Terminal, PathBuf)> = LazyLock::new(|| {
    let terminal = Terminal::new();
    let (code, told) = terminal.json("demo --folder here --seed 11 --json");
    assert_eq!((code, &told["verdict"]), (0, &json!("CLEAN")));
    let folder = terminal.path().join("here");
    (terminal, folder)
});

/// Returns the folder of the demo.
pub(crate) fn demo() -> &'static Path {
    &DEMO.1
}

/// Returns the only file in a folder of the demo, or all of them in order.
pub(crate) fn demo_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(demo().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
