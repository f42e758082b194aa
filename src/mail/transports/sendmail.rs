//! Handing mails to the host's own mail server by its `sendmail` command.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::mail::transport::{Envelope, SendError, Transport};

/// Exit codes of `sysexits.h` that say a mail will never be taken: wrong data, no such user, no such host.
const NEVER: [i32; 3] = [65, 67, 68];

/// The command that takes a mail on its standard input.
#[derive(Debug)]
pub struct SendmailTransport {
    command: PathBuf,
}

impl SendmailTransport {
    /// Creates a transport from the path of the command, usually `/usr/sbin/sendmail`.
    pub fn new(command: &Path) -> Self {
        Self {
            command: command.to_owned(),
        }
    }

    fn run(&self, envelope: &Envelope, bytes: &[u8]) -> io::Result<Output> {
        let from = envelope.from.as_deref().unwrap_or("<>");
        let mut child = Command::new(&self.command)
            .args(["-i", "-f", from, "--", &envelope.to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        // A command that refuses a mail need not read it: its exit code tells more than the broken pipe.
        let written = input.write_all(bytes);
        drop(input);
        let output = child.wait_with_output()?;
        if output.status.success() {
            written.map(|()| output)
        } else {
            Ok(output)
        }
    }
}

impl Transport for SendmailTransport {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), SendError> {
        if envelope.to.starts_with('-') || envelope.to.contains(char::is_whitespace) {
            return Err(SendError::permanent(envelope, &"this is not an address"));
        }
        let command = self.command.display();
        let output = self.run(envelope, bytes).map_err(|error| {
            SendError::transient(envelope, &format!("`{command}` cannot be run: {error}"))
        })?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let because = format!("`{command}` ended with {}: {}", output.status, said.trim());
        match output.status.code() {
            Some(code) if NEVER.contains(&code) => Err(SendError::permanent(envelope, &because)),
            _ => Err(SendError::transient(envelope, &because)),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn command(folder: &Path, script: &str) -> SendmailTransport {
        let path = folder.join("sendmail");
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        SendmailTransport::new(&path)
    }

    fn envelope(from: Option<&str>) -> Envelope {
        Envelope {
            from: from.map(str::to_owned),
            to: "a@b".to_owned(),
        }
    }

    #[test]
    fn the_command_gets_the_envelope_and_the_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("out");
        let mut transport = command(
            folder.path(),
            &format!("echo \"$@\" > {0}; cat >> {0}", out.display()),
        );
        transport
            .send(&envelope(None), b"X: y\r\n\r\n.\r\n")
            .expect("sent");
        assert_eq!(
            fs::read(&out).expect("written"),
            b"-i -f <> -- a@b\nX: y\r\n\r\n.\r\n"
        );
        transport
            .send(&envelope(Some("bounce+1@p")), b"x")
            .expect("sent");
        assert_eq!(
            fs::read(&out).expect("written"),
            b"-i -f bounce+1@p -- a@b\nx"
        );
    }

    #[test]
    fn exit_codes_tell_what_passes_from_what_does_not() {
        let folder = tempfile::tempdir().expect("a folder");
        for (script, transient) in [
            ("exit 75", true),
            ("echo no >&2; exit 67", false),
            ("exit 1", true),
            ("kill -9 $$", true),
        ] {
            let failed = command(folder.path(), script)
                .send(&envelope(None), &vec![b'x'; 200_000])
                .expect_err(script);
            assert_eq!(failed.is_transient(), transient, "{script}: {failed}");
        }
        let mut gone = SendmailTransport::new(&folder.path().join("nowhere"));
        assert!(
            gone.send(&envelope(None), b"x")
                .expect_err("not there")
                .is_transient()
        );
        let dashed = Envelope {
            from: None,
            to: "-oQ/tmp".into(),
        };
        assert!(
            !gone
                .send(&dashed, b"x")
                .expect_err("no address")
                .is_transient()
        );
    }
}
