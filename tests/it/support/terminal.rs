//! A terminal for tests: the real program in a folder of its own, with a pinned environment.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A folder to work in.
pub(crate) struct Terminal(TempDir);

impl Terminal {
    /// Opens a terminal in an empty folder.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Writes a file into the folder.
    pub(crate) fn file(self, name: &str, content: &str) -> Self {
        fs::write(self.0.path().join(name), content).unwrap();
        self
    }

    /// Copies a file of the repository into the folder.
    pub(crate) fn copy(self, path: &str, name: &str) -> Self {
        let content = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        self.file(name, &content.unwrap())
    }

    /// Runs `tessera` with arguments parted by blanks; returns exit code, output and errors.
    pub(crate) fn run(&self, arguments: &str) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_tessera"))
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .env_clear()
            .env("COLUMNS", "80")
            .env("RUST_BACKTRACE", "0")
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("the program ends by itself");
        (code, text(output.stdout), text(output.stderr))
    }

    /// Returns the transcript of a command as a person would see it, with its exit code.
    pub(crate) fn see(&self, arguments: &str) -> String {
        let (code, out, err) = self.run(arguments);
        format!("$ tessera {arguments}\n{out}{err}[exit {code}]\n")
    }

    /// Returns exit code and JSON document of a command.
    pub(crate) fn json(&self, arguments: &str) -> (i32, serde_json::Value) {
        let (code, out, err) = self.run(arguments);
        let document = serde_json::from_str(&out);
        (
            code,
            document.unwrap_or_else(|error| panic!("{error}: {out}{err}")),
        )
    }
}
