//! The README's commands work as they are written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The indented lines of the README, as commands.
fn commands() -> Vec<String> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    readme
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .map(str::to_owned)
        .collect()
}

fn tessera(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tessera"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("no-config"))
        .output()
        .unwrap()
}

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("orders.txt"), "GO\n").unwrap();
    let mut ran = 0;
    for command in commands() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let output = match words.as_slice() {
            ["cargo", "run", "--release", "--", arguments @ ..] | ["tessera", arguments @ ..] => {
                let files: Vec<String> = arguments
                    .iter()
                    .map(|word| {
                        if word.starts_with("tests/") {
                            root().join(word).to_str().unwrap().to_owned()
                        } else {
                            (*word).to_owned()
                        }
                    })
                    .collect();
                let arguments: Vec<&str> = files.iter().map(String::as_str).collect();
                tessera(&arguments, folder.path())
            }
            ["bash", script] => {
                // The test command runs this very test.
                assert!(root().join(script).is_file(), "{script} is there");
                continue;
            }
            ["python3", script, "LOG..."] => Command::new("python3")
                .arg(root().join(script))
                .arg(folder.path().join("tessera-matches/log/first.log"))
                .output()
                .unwrap(),
            _ => panic!("the README has a command that nobody tests: {command}"),
        };
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "`{command}` failed: {told}");
        ran += 1;
    }
    assert!(ran >= 8, "only {ran} commands were found");
}

#[test]
fn continuous_integration_runs_the_command_of_the_readme() {
    let script = fs::read_to_string(root().join(".ci/run")).unwrap();
    assert!(script.contains("bash contrib/test.sh"));
    assert!(
        commands()
            .iter()
            .any(|command| command == "bash contrib/test.sh")
    );
}
