//! Where the site keeps what it must not forget.

mod error;
mod keys;
mod secret;

pub use error::StoreError;
pub use keys::{KeyFolder, SiteKey, SiteKeys};
pub use secret::{read_secret, write_secret};
