//! Keys and secrets: made once, closed to others, rotated, never printed.

use std::path::Path;

use secrecy::ExposeSecret;
use tesserarius::store::{KeyFolder, SiteKey, StoreError, read_secret, write_secret};

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_site_without_a_key_says_how_to_make_one() {
    let folder = tempfile::tempdir().unwrap();
    let keys = KeyFolder::open(folder.path()).unwrap();
    let error = keys.site_keys().unwrap_err();
    assert!(matches!(error, StoreError::Missing { .. }));
    assert!(error.to_string().contains("tessera init"), "{error}");
}

#[test]
fn the_newest_key_signs_and_the_older_ones_stay_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let keys = KeyFolder::open(&folder.path().join("keys")).unwrap();
    let made: Vec<SiteKey> = (0..11).map(|_| keys.make_site_key().unwrap()).collect();
    let read = keys.site_keys().unwrap();
    assert_eq!(read.newest().id(), 11);
    let accepted: Vec<(u32, [u8; 32])> = read
        .accepted()
        .map(|key| (key.id(), *key.expose()))
        .collect();
    let expected: Vec<(u32, [u8; 32])> = made
        .iter()
        .rev()
        .map(|key| (key.id(), *key.expose()))
        .collect();
    assert_eq!(accepted, expected);
    assert_ne!(made[0].expose(), made[1].expose());
}

#[test]
fn a_key_is_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let key = KeyFolder::open(folder.path())
        .unwrap()
        .make_site_key()
        .unwrap();
    let printed = format!("{key:?}");
    assert!(printed.contains("id: 1"), "{printed}");
    assert!(!printed.contains(&hex::encode(key.expose())), "{printed}");
    assert!(
        !printed.contains(&format!("{:?}", key.expose())),
        "{printed}"
    );
}

#[test]
fn a_damaged_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let keys = KeyFolder::open(folder.path()).unwrap();
    keys.make_site_key().unwrap();
    write_secret(&folder.path().join("site-1.key"), b"0123\n").unwrap();
    assert!(matches!(
        keys.site_keys(),
        Err(StoreError::BadSecret { .. })
    ));
}

#[test]
fn secrets_are_kept_by_name_and_replaced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let keys = KeyFolder::open(folder.path()).unwrap();
    assert!(keys.secret("chalons").unwrap().is_none());
    keys.keep_secret("chalons", b"a long secret").unwrap();
    keys.keep_secret("chalons", b"short").unwrap();
    assert_eq!(
        keys.secret("chalons").unwrap().unwrap().expose_secret(),
        b"short"
    );
    for name in ["", "../chalons", "Chalons", "a/b", ".hidden"] {
        assert!(keys.keep_secret(name, b"x").is_err(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn files_are_made_for_their_owner_alone_and_wider_modes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("keys");
    let keys = KeyFolder::open(&inside).unwrap();
    keys.make_site_key().unwrap();
    let path = inside.join("site-1.key");
    assert_eq!((mode(&inside), mode(&path)), (0o700, 0o600));

    for open in [0o640, 0o604, 0o660, 0o644] {
        set_mode(&path, open);
        let error = keys.site_keys().unwrap_err();
        assert!(
            matches!(error, StoreError::TooOpen { mode, .. } if mode == open),
            "{error}"
        );
        assert!(error.hint().unwrap().contains("chmod 600"));
    }
    set_mode(&path, 0o400);
    assert!(keys.site_keys().is_ok());
}

#[cfg(unix)]
#[test]
fn a_half_written_secret_that_others_may_read_is_not_filled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chalons.secret");
    let beside = folder.path().join("chalons.new");
    std::fs::write(&beside, "").unwrap();
    set_mode(&beside, 0o644);
    assert!(matches!(
        write_secret(&path, b"x"),
        Err(StoreError::TooOpen { .. })
    ));
    assert_eq!(std::fs::read(&beside).unwrap(), b"");
    assert!(matches!(read_secret(&path), Err(StoreError::File { .. })));
}
