//! Secrets of a match, everything that anybody can read of it, and the search for the one in the other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use data_encoding::BASE64;
use mail_parser::{MessageParser, PartType};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use super::postbox::Postbox;
use super::terminal::Terminal;

/// Something that only some may know.
#[derive(Debug, Clone)]
pub(crate) struct Secret {
    pub(crate) what: String,
    /// The ways in which it could be written, in small letters.
    written: Vec<String>,
    /// The readers who may know it.
    pub(crate) known_to: Vec<&'static str>,
}

impl Secret {
    /// Words, as an order or a token.
    pub(crate) fn words(what: &str, text: &str, known_to: &[&'static str]) -> Self {
        Self {
            what: format!("{what} `{text}`"),
            written: vec![text.to_lowercase()],
            known_to: known_to.to_vec(),
        }
    }

    /// Bytes: in hexadecimal, in base 64, and as programs print arrays.
    pub(crate) fn bytes(what: &str, bytes: &[u8], known_to: &[&'static str]) -> Self {
        let array = format!("{bytes:?}");
        let base64 = BASE64.encode(bytes).trim_end_matches('=').to_lowercase();
        Self {
            what: what.to_owned(),
            written: vec![hex::encode(bytes), base64, array],
            known_to: known_to.to_vec(),
        }
    }

    fn stands_in(&self, text: &str) -> bool {
        self.written.iter().any(|written| text.contains(written))
    }
}

/// Something that was written, and who reads it; without a reader everybody may.
pub(crate) struct Page {
    what: String,
    reader: Option<&'static str>,
    text: String,
}

impl Page {
    pub(crate) fn new(
        what: impl Into<String>,
        reader: Option<&'static str>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            what: what.into(),
            reader,
            text: text.into().to_lowercase(),
        }
    }
}

/// Says where a secret stands that the reader must not know.
pub(crate) fn leaks(secrets: &[Secret], pages: &[Page]) -> Vec<String> {
    let mut leaks = Vec::new();
    for page in pages {
        for secret in secrets {
            let may = page
                .reader
                .is_some_and(|reader| secret.known_to.contains(&reader));
            if !may && secret.stands_in(&page.text) {
                let reader = page.reader.unwrap_or("anybody");
                leaks.push(format!("{} in {} for {reader}", secret.what, page.what));
            }
        }
    }
    leaks
}

/// Says which secrets of a kind no reader was ever told: a search for them could find nothing.
pub(crate) fn untold<'a>(kind: &str, secrets: &'a [Secret], pages: &[Page]) -> Vec<&'a str> {
    let of_kind = secrets
        .iter()
        .filter(|secret| secret.what.starts_with(kind));
    let told = |secret: &Secret| {
        let mut own = pages.iter().filter(|page| {
            page.reader
                .is_none_or(|reader| secret.known_to.contains(&reader))
        });
        own.any(|page| secret.stands_in(&page.text))
    };
    of_kind
        .filter(|secret| !told(secret))
        .map(|secret| secret.what.as_str())
        .collect()
}

/// Every mail that has left, each part of it decoded, by its reader.
pub(crate) fn mails(site: &Postbox, readers: &[&'static str]) -> Vec<Page> {
    let letters = site.sent().into_iter();
    let page = |letter: super::postbox::Letter| {
        let reader = readers.iter().find(|reader| **reader == letter.to);
        let what = format!("the mail `{}`", letter.subject);
        Page::new(what, reader.copied(), decoded(&letter.raw))
    };
    letters.map(page).collect()
}

/// The bytes of a mail, then every part of it as its reader's program shows it.
fn decoded(raw: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(raw).into_owned();
    let mail = MessageParser::default().parse(raw).unwrap();
    for part in &mail.parts {
        text.push('\n');
        match &part.body {
            PartType::Text(body) | PartType::Html(body) => text.push_str(body),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => {
                text.push_str(&String::from_utf8_lossy(bytes));
            }
            PartType::Message(_) | PartType::Multipart(_) => {}
        }
    }
    text
}

/// Runs a command at a site; what it prints and the files that it writes below `here` are pages of its reader,
/// what it says on the side of errors is everybody's.
pub(crate) fn command(
    (terminal, config): (&Terminal, &Path),
    reader: Option<&'static str>,
    command: &str,
) -> Vec<Page> {
    let here = terminal.path().join("here");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir(&here).unwrap();
    let (_, out, err) = terminal.run(&format!("--config {} {command}", config.display()));
    let mut pages = vec![
        Page::new(format!("`{command}`"), reader, out),
        Page::new(format!("the errors of `{command}`"), None, err),
    ];
    for path in below(&here) {
        let bytes = fs::read(&path).unwrap();
        let what = format!("{} of `{command}`", path.display());
        pages.push(Page::new(what, reader, String::from_utf8_lossy(&bytes)));
    }
    pages
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(below(&path)),
            false => files.push(path),
        }
    }
    files
}

/// What the program notes for its operator, at every level.
#[derive(Clone, Default)]
pub(crate) struct Notes(Arc<Mutex<Vec<u8>>>);

impl Notes {
    /// Does something while everything that is noted is kept.
    pub(crate) fn keep<T>(&self, step: impl FnOnce() -> T) -> T {
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_ansi(false)
            .with_writer(self.clone())
            .finish();
        tracing::subscriber::with_default(subscriber, step)
    }

    /// Returns what was noted.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl io::Write for Notes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Notes {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
