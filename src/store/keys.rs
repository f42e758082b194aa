//! The site's keys and the secrets of its matches: files outside the database.
//!
//! A backup of the database alone gives nobody a key, and no query can print one.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretBox, SecretSlice};

use super::secret::make_private_folder;
use super::{StoreError, read_secret, write_secret};

/// The folder that `folders.keys` in the configuration names.
#[derive(Debug, Clone)]
pub struct KeyFolder {
    folder: PathBuf,
}

/// A key by which the site signs the tokens in its addresses.
pub struct SiteKey {
    id: u32,
    bytes: SecretBox<[u8; 32]>,
}

impl SiteKey {
    /// Returns the number of the key; a newer key has a higher one.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Lends the key's bytes.
    pub fn expose(&self) -> &[u8; 32] {
        self.bytes.expose_secret()
    }
}

impl fmt::Debug for SiteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteKey")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The keys of a site, of which the newest signs and all are accepted.
#[derive(Debug)]
pub struct SiteKeys {
    newest: SiteKey,
    older: Vec<SiteKey>,
}

impl SiteKeys {
    /// Returns the key that signs.
    pub fn newest(&self) -> &SiteKey {
        &self.newest
    }

    /// Returns every key whose signatures are accepted, the newest first.
    pub fn accepted(&self) -> impl Iterator<Item = &SiteKey> {
        std::iter::once(&self.newest).chain(&self.older)
    }
}

impl KeyFolder {
    /// Opens the folder, and makes it if it is not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        make_private_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
        })
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Reads the site's keys.
    pub fn site_keys(&self) -> Result<SiteKeys, StoreError> {
        let mut ids = self.site_key_ids()?.into_iter().rev();
        let Some(newest) = ids.next() else {
            return Err(StoreError::Missing {
                what: format!(
                    "key of the site in {}; make one with `tessera init`",
                    self.folder.display()
                ),
            });
        };
        Ok(SiteKeys {
            newest: self.site_key(newest)?,
            older: ids.map(|id| self.site_key(id)).collect::<Result<_, _>>()?,
        })
    }

    /// Makes a new key, from then on the one that signs; older ones stay accepted while their files stay.
    pub fn make_site_key(&self) -> Result<SiteKey, StoreError> {
        let id = self.site_key_ids()?.last().map_or(1, |last| last + 1);
        let path = self.site_key_path(id);
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::BadSecret {
            path: path.clone(),
            reason: format!("the system gives no random bytes for a key: {error}"),
        })?;
        write_secret(&path, format!("{}\n", hex::encode(bytes)).as_bytes())?;
        Ok(SiteKey {
            id,
            bytes: SecretBox::new(Box::new(bytes)),
        })
    }

    /// Reads a secret by name, or nothing if none was put there.
    pub fn secret(&self, name: &str) -> Result<Option<SecretSlice<u8>>, StoreError> {
        let path = self.secret_path(name)?;
        if !path.exists() {
            return Ok(None);
        }
        read_secret(&path).map(Some)
    }

    /// Keeps a secret under a name, in place of the one that was there.
    pub fn keep_secret(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        write_secret(&self.secret_path(name)?, bytes)
    }

    /// Lists the names under which secrets are kept.
    pub fn secret_names(&self) -> Result<Vec<String>, StoreError> {
        let failed = |source| StoreError::reading(&self.folder, source);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(".secret"));
            names.extend(name.map(str::to_owned));
        }
        names.sort_unstable();
        Ok(names)
    }

    fn secret_path(&self, name: &str) -> Result<PathBuf, StoreError> {
        let good = (1..=64).contains(&name.len())
            && name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if !good {
            return Err(StoreError::BadSecret {
                path: self.folder.clone(),
                reason: format!("`{name}` is no name of a secret: small letters, digits and `-`"),
            });
        }
        Ok(self.folder.join(format!("{name}.secret")))
    }

    fn site_key_path(&self, id: u32) -> PathBuf {
        self.folder.join(format!("site-{id}.key"))
    }

    /// Lists the numbers of the keys that are there, the newest last.
    fn site_key_ids(&self) -> Result<Vec<u32>, StoreError> {
        let failed = |source| StoreError::reading(&self.folder, source);
        let mut ids = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let id: Option<u32> = name.to_str().and_then(|name| {
                name.strip_prefix("site-")?
                    .strip_suffix(".key")?
                    .parse()
                    .ok()
            });
            ids.extend(id);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    fn site_key(&self, id: u32) -> Result<SiteKey, StoreError> {
        let path = self.site_key_path(id);
        let text = read_secret(&path)?;
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.expose_secret().trim_ascii(), &mut bytes).map_err(|_| {
            StoreError::BadSecret {
                path,
                reason: "the file does not hold 64 hex digits".to_owned(),
            }
        })?;
        Ok(SiteKey {
            id,
            bytes: SecretBox::new(Box::new(bytes)),
        })
    }
}
