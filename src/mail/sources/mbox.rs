//! An mbox file: mails one after the other, `>From ` lines unescaped as mboxrd says.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use mail_parser::mailbox::mbox::MessageIterator;

use crate::mail::source::{Delivery, Source, SourceError, Ticket, Waiting};

/// An mbox file.
///
/// It is never changed; a mail that was taken before is known again by its identity.
#[derive(Debug)]
pub struct Mbox {
    path: PathBuf,
}

impl Mbox {
    /// Creates a source from the path of an mbox file.
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }
}

impl Source for Mbox {
    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError> {
        let place = self.path.display().to_string();
        let failed = {
            let place = place.clone();
            move |cause: io::Error| SourceError::Read {
                place: place.clone(),
                cause,
            }
        };
        let file = File::open(&self.path).map_err(&failed)?;
        let mails = MessageIterator::new(BufReader::new(file)).enumerate();
        Ok(Box::new(mails.map(move |(number, mail)| match mail {
            Ok(mail) => Ok(Delivery {
                bytes: mail.unwrap_contents(),
                origin: format!("mail {} of {place}", number + 1),
                ticket: Ticket::None,
            }),
            Err(cause) => Err(failed(cause)),
        })))
    }

    fn acknowledge(&mut self, _: &Delivery) -> Result<(), SourceError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_are_split_and_their_from_lines_unescaped() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        let text = "From a@b Tue Nov 24 20:31:07 2026\nFrom: a@b\n\n>From x\n>>From y\n> From z\n\nFrom c@d Tue Nov 24 20:31:08 2026\nFrom: c@d\n\nSTAND\n";
        io::Write::write_all(&mut file, text.as_bytes()).expect("written");
        let mut mbox = Mbox::new(file.path());
        let mails: Vec<_> = mbox
            .waiting()
            .expect("opens")
            .map(|mail| mail.expect("reads"))
            .collect();
        assert_eq!(mails.len(), 2);
        assert_eq!(
            mails[0].bytes,
            b"From: a@b\n\nFrom x\n>From y\n> From z\n\n"
        );
        assert_eq!(mails[1].bytes, b"From: c@d\n\nSTAND\n");
        assert!(mails[1].origin.starts_with("mail 2 of "));
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let Err(error) = Mbox::new(Path::new("nowhere.mbox")).waiting().map(|_| ()) else {
            panic!("it is not there")
        };
        assert!(
            error
                .to_string()
                .starts_with("`nowhere.mbox` cannot be read: ")
        );
    }
}
