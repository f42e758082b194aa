//! The auditor's guide: its session can be followed, and comes to what it says.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::support::checkers::ROOT;

/// A command of the session, and what the guide shows of its answer.
struct Step {
    command: String,
    shown: Vec<String>,
}

fn session() -> Vec<Step> {
    let guide = fs::read_to_string(Path::new(ROOT).join("docs/audit.md")).unwrap();
    let part = guide
        .split("## 3. ")
        .nth(1)
        .unwrap()
        .split("## 4. ")
        .next()
        .unwrap();
    let mut steps: Vec<Step> = Vec::new();
    for line in part.lines().filter_map(|line| line.strip_prefix("    ")) {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step {
                command: command.to_owned(),
                shown: Vec::new(),
            }),
            (None, Some(step)) => step.shown.push(line.trim().to_owned()),
            (None, None) => {}
        }
    }
    steps
}

/// What every match's answer has in common with the one that is shown: the verdict, and the codes found.
fn lasting(line: &str) -> Option<&str> {
    if line.starts_with("Verdict: ") {
        return Some(line);
    }
    let (code, _) = line.split_once(':')?;
    let is_code = code.len() > 3 && code.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    is_code.then_some(code)
}

#[test]
fn the_session_of_the_auditors_guide_comes_to_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_tessera")).parent().unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "the shell's own commands are found by it"
    )]
    let path = std::env::var("PATH").unwrap();
    let steps = session();
    assert!(steps.len() >= 8, "the guide has a session");
    let mut compared = 0;
    for Step { command, shown } in &steps {
        let output = Command::new("sh")
            .args([
                "-c",
                &command.replace("contrib/", &format!("{ROOT}/contrib/")),
            ])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("COLUMNS", "80")
            .env("XDG_CONFIG_HOME", folder.path().join("no-config"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        for line in shown.iter().filter_map(|line| lasting(line)) {
            assert!(
                said.contains(line),
                "`{command}` does not say {line}: {said}"
            );
            compared += 1;
        }
    }
    assert!(compared >= 8, "verdicts and codes are shown");
}
