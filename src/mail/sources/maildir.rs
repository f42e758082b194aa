//! A Maildir: mails wait in `new`, or in `cur` without the mark for "seen", and are moved to `cur` with that mark.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::mail::source::{Delivery, Source, SourceError, Ticket, Waiting};

/// A Maildir.
#[derive(Debug)]
pub struct Maildir {
    root: PathBuf,
}

impl Maildir {
    /// Opens a Maildir that is there already.
    pub fn open(root: &Path) -> Result<Self, SourceError> {
        if root.join("new").is_dir() && root.join("cur").is_dir() {
            Ok(Self {
                root: root.to_owned(),
            })
        } else {
            Err(SourceError::NotMaildir(root.display().to_string()))
        }
    }

    /// Lists a folder in the order of names, which begin with the time of delivery.
    fn list(&self, folder: &str) -> Result<Vec<PathBuf>, SourceError> {
        let folder = self.root.join(folder);
        let failed = |cause| SourceError::Read {
            place: folder.display().to_string(),
            cause,
        };
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let hidden = path
                .file_name()
                .is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
            if !hidden && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    fn mark_seen(&self, path: &Path) -> io::Result<()> {
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        // A mark that is lost with the machine is no harm: the mail is offered again and known again.
        fs::rename(path, self.root.join("cur").join(seen_name(name)))
    }
}

impl Source for Maildir {
    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError> {
        let mut files = self.list("new")?;
        files.extend(
            self.list("cur")?
                .into_iter()
                .filter(|path| !path.file_name().is_some_and(is_seen)),
        );
        Ok(Box::new(files.into_iter().map(|path| {
            let origin = path.display().to_string();
            match fs::read(&path) {
                Ok(bytes) => Ok(Delivery {
                    bytes,
                    origin,
                    ticket: Ticket::File(path),
                }),
                Err(cause) => Err(SourceError::Read {
                    place: origin,
                    cause,
                }),
            }
        })))
    }

    fn acknowledge(&mut self, delivery: &Delivery) -> Result<(), SourceError> {
        let Ticket::File(path) = &delivery.ticket else {
            return Ok(());
        };
        self.mark_seen(path).map_err(|cause| SourceError::Mark {
            place: path.display().to_string(),
            cause,
        })
    }
}

/// Returns the flags behind `:2,`, if the name has any.
fn flags(name: &OsStr) -> Option<&[u8]> {
    let bytes = name.as_encoded_bytes();
    let at = bytes.windows(3).rposition(|part| part == b":2,")?;
    Some(&bytes[at + 3..])
}

fn is_seen(name: &OsStr) -> bool {
    flags(name).is_some_and(|flags| flags.contains(&b'S'))
}

fn seen_name(name: &OsStr) -> OsString {
    let mut seen = name.to_owned();
    if flags(name).is_none() {
        seen.push(":2,");
    }
    if !is_seen(name) {
        seen.push("S");
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(maildir: &mut Maildir) -> Vec<Delivery> {
        maildir
            .waiting()
            .expect("lists")
            .map(|delivery| delivery.expect("reads"))
            .collect()
    }

    #[test]
    fn mails_wait_until_they_are_acknowledged() {
        let root = tempfile::tempdir().expect("a folder");
        for folder in ["new", "cur", "tmp"] {
            fs::create_dir(root.path().join(folder)).expect("a folder");
        }
        let put = |name: &str, text: &str| fs::write(root.path().join(name), text).expect("a file");
        put("new/2.x,S=3", "b");
        put("new/1.x", "a");
        put("cur/3.x:2,", "c");
        put("cur/4.x:2,S", "seen");
        put("cur/5.x:2,F", "d");
        put("tmp/6.x", "unfinished");
        let mut maildir = Maildir::open(root.path()).expect("a Maildir");
        let offered = waiting(&mut maildir);
        assert_eq!(
            offered
                .iter()
                .map(|d| d.bytes.as_slice())
                .collect::<Vec<_>>(),
            [b"a", b"b", b"c", b"d"]
        );
        for delivery in &offered[..3] {
            maildir.acknowledge(delivery).expect("marked");
        }
        assert_eq!(waiting(&mut maildir).len(), 1);
        assert!(root.path().join("cur/2.x,S=3:2,S").is_file());
        assert!(root.path().join("cur/3.x:2,S").is_file());
        assert!(matches!(
            maildir.acknowledge(&offered[0]),
            Err(SourceError::Mark { .. })
        ));
    }

    #[test]
    fn a_folder_without_new_and_cur_is_refused() {
        let root = tempfile::tempdir().expect("a folder");
        assert!(matches!(
            Maildir::open(root.path()),
            Err(SourceError::NotMaildir(_))
        ));
    }
}
