//! Mails as files in a folder: the way of a fresh site, and of tests.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mail_parser::MessageParser;
use sha2::{Digest, Sha256};

use crate::mail::transport::{Envelope, SendError, Transport};

/// How many mails wait for the disk together.
const BATCH: usize = 50;

/// A Maildir that mails are put into.
///
/// A mail is written aside when it is sent, and shown when it is flushed: waiting for the disk once for many
/// mails is much faster than waiting for each.
#[derive(Debug)]
pub struct MaildirTransport {
    root: PathBuf,
    aside: Vec<(File, String)>,
}

impl MaildirTransport {
    /// Opens a folder, and makes it and its three folders if they are not there.
    pub fn open(root: &Path) -> io::Result<Self> {
        for folder in ["tmp", "new", "cur"] {
            fs::create_dir_all(root.join(folder))?;
        }
        Ok(Self {
            root: root.to_owned(),
            aside: Vec::new(),
        })
    }

    /// Writes the mail where nobody looks for mails.
    fn put_aside(&mut self, name: String, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(self.root.join("tmp").join(&name))?;
        file.write_all(bytes)?;
        // The same mail twice is the same file: it was just written anew.
        self.aside.retain(|(_, known)| *known != name);
        self.aside.push((file, name));
        Ok(())
    }

    /// Makes sure that the mails are on disk, and only then shows them.
    fn show(&mut self) -> io::Result<()> {
        let aside = std::mem::take(&mut self.aside);
        if aside.is_empty() {
            return Ok(());
        }
        let (tmp, new) = (self.root.join("tmp"), self.root.join("new"));
        for (file, name) in &aside {
            file.sync_all()?;
            fs::rename(tmp.join(name), new.join(name))?;
        }
        File::open(&new)?.sync_all()
    }

    /// Removes the mails that are written aside and were never shown; those of other programs are theirs.
    fn clear(&mut self) -> io::Result<()> {
        self.aside.clear();
        for entry in fs::read_dir(self.root.join("tmp"))? {
            let path = entry?.path();
            if path.extension().is_some_and(|end| end == OURS) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn failed_for_all(&self, error: &io::Error) -> SendError {
        SendError::Transient {
            to: "every recipient".to_owned(),
            because: self.failed(error),
        }
    }

    fn failed(&self, error: &io::Error) -> String {
        format!(
            "the folder `{}` cannot be written to: {error}",
            self.root.display()
        )
    }
}

impl Transport for MaildirTransport {
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), SendError> {
        self.put_aside(file_name(envelope, bytes), bytes)
            .map_err(|error| SendError::transient(envelope, &self.failed(&error)))
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn flush(&mut self) -> Result<(), SendError> {
        self.show().map_err(|error| self.failed_for_all(&error))
    }

    fn tidy(&mut self) -> Result<(), SendError> {
        self.clear().map_err(|error| self.failed_for_all(&error))
    }
}

/// How the names of our files end.
const OURS: &str = "tessera";

/// Names the file by the mail's own date, so that files sort, and by a hash, so that a resend is the same file.
fn file_name(envelope: &Envelope, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(envelope.to.as_bytes());
    hash.update([0]);
    hash.update(bytes);
    let date = MessageParser::default()
        .parse_headers(bytes)
        .and_then(|mail| mail.date().map(mail_parser::DateTime::to_timestamp));
    format!(
        "{:010}.{}.{OURS}",
        date.unwrap_or(0).max(0),
        hex::encode(&hash.finalize()[..8])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_becomes_a_file_and_its_resend_the_same_file() {
        let root = tempfile::tempdir().expect("a folder");
        let mut transport = MaildirTransport::open(&root.path().join("out")).expect("made");
        let envelope = |to: &str| Envelope {
            from: None,
            to: to.to_owned(),
        };
        let bytes = b"Date: Tue, 24 Nov 2026 20:31:07 +0000\r\n\r\nx\r\n";
        for to in ["a@b", "a@b", "c@d"] {
            transport.send(&envelope(to), bytes).expect("sent");
        }
        let shown = || {
            fs::read_dir(root.path().join("out/new"))
                .expect("there")
                .count()
        };
        assert_eq!(shown(), 0, "nothing is shown before it is on disk");
        transport.flush().expect("on disk");
        let files: Vec<_> = fs::read_dir(root.path().join("out/new"))
            .expect("there")
            .map(|f| f.expect("a file").path())
            .collect();
        assert_eq!(files.len(), 2);
        for file in &files {
            assert_eq!(fs::read(file).expect("reads"), bytes);
            assert!(
                file.file_name()
                    .is_some_and(|name| name.to_string_lossy().starts_with("1795552267."))
            );
        }
        assert_eq!(
            fs::read_dir(root.path().join("out/tmp"))
                .expect("there")
                .count(),
            0
        );
    }

    #[test]
    fn what_a_dead_sender_has_written_aside_goes_and_other_files_stay() {
        let root = tempfile::tempdir().expect("a folder");
        let mut transport = MaildirTransport::open(root.path()).expect("made");
        for name in ["1795552267.aa.tessera", "1795552267.M1.host"] {
            fs::write(root.path().join("tmp").join(name), b"half").expect("written");
        }
        transport.tidy().expect("tidied");
        let mut left = fs::read_dir(root.path().join("tmp")).expect("there");
        let name = left.next().expect("one file").expect("a file").file_name();
        assert_eq!(
            (name.to_str(), left.count()),
            (Some("1795552267.M1.host"), 0)
        );
    }

    #[test]
    fn a_folder_that_is_gone_may_come_back() {
        let root = tempfile::tempdir().expect("a folder");
        let mut transport = MaildirTransport::open(&root.path().join("out")).expect("made");
        fs::remove_dir_all(root.path().join("out")).expect("removed");
        let failed = transport
            .send(
                &Envelope {
                    from: None,
                    to: "a@b".into(),
                },
                b"x",
            )
            .expect_err("no folder");
        assert!(failed.is_transient());
    }
}
