//! A site: its configuration, its folders opened, its keys and its templates.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use jiff::tz::TimeZone;

use crate::beacon::BeaconSource;
use crate::config::{Config, Folders};
use crate::engine::{Match, SetupError};
use crate::games::files::GameFiles;
use crate::games::{GAMES, GameEntry, Terms, find_among};
use crate::mail::token::TokenError;
use crate::report::templates::{TemplateError, Templates};
use crate::store::sqlite::SqliteStore;
use crate::store::{KeyFolder, LogFolder, StoreError};

use crate::ledger::block::Signature;
use crate::ledger::drand;

use super::table::refused;
use super::{DeskError, Moment, Post, house};

/// Why a site cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Its store or its keys.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its templates.
    #[error("the texts of this site cannot be used")]
    Template(#[from] TemplateError),
    /// A key of its tokens.
    #[error(transparent)]
    Key(#[from] TokenError),
    /// A file of its own.
    #[error("cannot read `{path}`")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

/// Where a site keeps its things, and the texts it uses.
#[derive(Debug)]
pub struct Site {
    /// The name by which the site signs.
    pub name: String,
    /// Its folders.
    pub folders: Folders,
    /// Its keys and the secrets of its matches.
    pub keys: KeyFolder,
    /// The append-only files of the dice logs.
    pub logs: LogFolder,
    /// Its texts.
    pub templates: Templates,
    /// The games that can be played here.
    pub games: &'static [GameEntry],
    /// Where it gets rounds of the beacon.
    pub beacon: Option<BeaconSource>,
    /// Its side of the mail; nothing where matches are played from files alone.
    pub post: Option<Post>,
    /// What games were read so far.
    read: Read,
}

/// A match for each terms that were read so far: reading a game's files takes longer than a turn of it.
#[derive(Default)]
struct Read(Mutex<BTreeMap<TermsKey, Box<dyn Match>>>);

/// What a match is played by.
type TermsKey = (&'static str, String, Vec<(String, String)>);

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Read")
    }
}

impl Site {
    /// Opens the site of a configuration; it plays by mail once it has a key.
    ///
    /// # Errors
    /// What cannot be opened.
    pub fn open(config: &Config) -> Result<Self, SiteError> {
        let mut site = Self::in_folders(&config.site.name, &config.folders)?;
        site.beacon.clone_from(&config.beacon.source);
        site.post = match site.keys.site_keys() {
            Ok(keys) => Some(Post::open(config, &keys)?),
            Err(StoreError::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(site)
    }

    /// Returns the site's side of the mail.
    ///
    /// # Errors
    /// If it has none.
    pub fn post(&self) -> Result<&Post, DeskError> {
        self.post.as_ref().ok_or_else(|| {
            DeskError::refused(format!(
                "this site has no key to sign mail addresses with: put its folder of keys, `{}`, back from a \
                 backup; `tessera init DIR` makes keys for a new site only",
                self.keys.path().display()
            ))
        })
    }

    /// Returns the time zone of who keeps the site; that of a site without mail is UTC.
    pub fn zone(&self) -> TimeZone {
        self.post
            .as_ref()
            .map_or(TimeZone::UTC, |post| post.zone.clone())
    }

    /// Waits until nobody else reads mails of this site; the turn ends when the file is dropped, or with the process.
    ///
    /// So a mail that was begun and not ended is one that a process has died over.
    pub(super) fn turn_to_read(&self) -> Result<File, StoreError> {
        let path = self.folders.data.join("reading.lock");
        let failed = |source| StoreError::writing(&path, source);
        let mut options = File::options();
        let file = options
            .create(true)
            .append(true)
            .open(&path)
            .map_err(failed)?;
        file.lock().map_err(failed)?;
        Ok(file)
    }

    /// Tells whether a process sends mails of this site now; nothing is written to find that out.
    pub(super) fn is_sending(&self) -> Result<bool, StoreError> {
        let path = self.sending_lock();
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(StoreError::reading(&path, error)),
        };
        match file.try_lock() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(StoreError::reading(&path, error)),
        }
    }

    fn sending_lock(&self) -> PathBuf {
        self.folders.data.join("sending.lock")
    }

    /// Joins those who send mails of this site, until the file is dropped or the process ends.
    ///
    /// What others have taken to send when nobody else is there was left by processes that are dead: `alone` is
    /// called then, and nobody can join before it is done.
    pub(super) fn turn_to_send(
        &self,
        alone: impl FnOnce() -> Result<(), DeskError>,
    ) -> Result<File, DeskError> {
        let path = self.sending_lock();
        let failed = |source| StoreError::writing(&path, source);
        let mut options = File::options();
        let options = options.create(true).append(true);
        let file = options.open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {
                alone()?;
                file.unlock().map_err(failed)?;
            }
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(failed(error).into()),
        }
        file.lock_shared().map_err(failed)?;
        Ok(file)
    }

    /// Opens the site that lies in these folders, which are made where missing.
    ///
    /// # Errors
    /// What cannot be opened.
    pub fn in_folders(name: &str, folders: &Folders) -> Result<Self, SiteError> {
        let own = folders
            .templates
            .as_deref()
            .map(read_texts)
            .transpose()?
            .unwrap_or_default();
        Ok(Self {
            name: name.to_owned(),
            folders: folders.clone(),
            keys: KeyFolder::open(&folders.keys)?,
            logs: LogFolder::open(&folders.logs())?,
            templates: Templates::new(&own)?,
            games: GAMES,
            beacon: None,
            post: None,
            read: Read::default(),
        })
    }

    /// Returns the signature of a round of the beacon; nothing before the round is public, or while nobody
    /// has brought it.
    ///
    /// # Errors
    /// If what was brought is not that round.
    pub(super) fn beacon_of(
        &self,
        round: u64,
        now: Moment,
    ) -> Result<Option<Signature>, DeskError> {
        match &self.beacon {
            Some(source) if now.stamp().as_second() >= drand::time_of(round) => {
                Ok(source.fetch(round)?)
            }
            _ => Ok(None),
        }
    }

    /// Opens the site's database.
    ///
    /// # Errors
    /// What the store says.
    pub fn store(&self) -> Result<SqliteStore, SiteError> {
        Ok(SqliteStore::open(&self.folders.database())?)
    }

    /// Finds a game that can be played here, by its key or the beginning of it.
    pub fn game(&self, key: &str) -> Option<&'static GameEntry> {
        find_among(self.games, key)
    }

    /// Finds what a match was played by, for whoever plays it again: a game, and its files as far as they can
    /// be read.
    pub fn played_by(&self, key: &str) -> Option<(GameEntry, GameFiles)> {
        let game = self.games.iter().find(|game| game.key == key)?;
        let files = self.game_files(game).unwrap_or_else(|_| (game.files)());
        Some((*game, files))
    }

    /// Returns a game's files, the owner's in place of the shipped ones.
    ///
    /// # Errors
    /// The file that cannot be read.
    pub fn game_files(&self, game: &GameEntry) -> Result<GameFiles, SiteError> {
        let mut files = (game.files)();
        let own = self
            .folders
            .games
            .as_ref()
            .map(|games| games.join(game.key));
        if let Some(own) = own.filter(|own| own.is_dir()) {
            for (name, text) in read_texts(&own)? {
                files.put(&name, text);
            }
        }
        Ok(files)
    }

    /// Goes on with a match from its snapshot.
    ///
    /// # Errors
    /// What is wrong with the terms or the snapshot.
    pub fn restore(
        &self,
        game: &GameEntry,
        scenario: &str,
        options: Vec<(String, String)>,
        snapshot: &str,
    ) -> Result<Box<dyn Match>, DeskError> {
        let key = (game.key, scenario.to_owned(), options);
        let mut read = self.read.0.lock().expect("no reader of a game panicked");
        if let Some(known) = read.get(&key) {
            return known.other(snapshot).map_err(|error| {
                SetupError(vec![format!("the snapshot cannot be read: {error}")]).into()
            });
        }
        let terms = self.terms(game, scenario, key.2.clone()).map_err(refused)?;
        let play = (game.restore)(&terms, snapshot)?;
        read.insert(key, play.copy());
        Ok(play)
    }

    /// Returns what is played: a game's files with scenario and those options that are the game's.
    ///
    /// # Errors
    /// The file that cannot be read.
    pub fn terms(
        &self,
        game: &GameEntry,
        scenario: &str,
        options: Vec<(String, String)>,
    ) -> Result<Terms, SiteError> {
        let files = self.game_files(game)?;
        let of_game = options
            .into_iter()
            .filter(|(name, _)| !house::is_ours(name));
        Ok(Terms {
            scenario: scenario.to_owned(),
            options: of_game.collect(),
            files,
        })
    }
}

/// Reads every text below a folder, by its path within, with slashes.
///
/// # Errors
/// The file that cannot be read.
pub fn read_texts(folder: &Path) -> Result<Vec<(String, String)>, SiteError> {
    let mut texts = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let failed = |source| SiteError::File {
            path: next.clone(),
            source,
        };
        let mut entries: Vec<PathBuf> = fs::read_dir(&next)
            .map_err(failed)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).map_err(|source| SiteError::File {
                path: path.clone(),
                source,
            })?;
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
            texts.push((parts.join("/"), text));
        }
    }
    texts.sort();
    Ok(texts)
}
