//! Files with one raw mail each; `-` is the standard input, as a mail server's pipe fills it.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;

use crate::mail::source::{Delivery, Source, SourceError, Ticket, Waiting};

/// Files with one raw mail each.
#[derive(Debug)]
pub struct Files {
    paths: Vec<PathBuf>,
}

impl Files {
    /// Creates a source from the paths of files, `-` for the standard input.
    pub fn new(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self {
            paths: paths.into_iter().collect(),
        }
    }
}

impl Source for Files {
    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError> {
        Ok(Box::new(self.paths.iter().map(|path| {
            let is_stdin = path.as_os_str() == "-";
            let origin = if is_stdin {
                "standard input".to_owned()
            } else {
                path.display().to_string()
            };
            let bytes = if is_stdin {
                read_stdin()
            } else {
                fs::read(path)
            };
            match bytes {
                Ok(bytes) => Ok(Delivery {
                    bytes,
                    origin,
                    ticket: Ticket::None,
                }),
                Err(cause) => Err(SourceError::Read {
                    place: origin,
                    cause,
                }),
            }
        })))
    }

    fn acknowledge(&mut self, _: &Delivery) -> Result<(), SourceError> {
        Ok(())
    }
}

fn read_stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}
