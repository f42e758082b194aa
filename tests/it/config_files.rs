//! Configuration files: what is read, what is refused and with which words.

use std::path::{Path, PathBuf};

use jiff::tz::TimeZone;
use secrecy::ExposeSecret;
use tesserarius::config::{
    Config, ConfigError, FreshSite, Imap, Incoming, LogFormat, LogLevel, Password, Smtp, Tls,
    Transport,
};

pub(crate) const SMALLEST: &str = r#"
[site]
name = "Club"

[mail]
orders = "orders@club.example.org"
reply_to = "orders+{ticket}@club.example.org"
operator = "root@club.example.org"
"#;

fn write(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("config.toml");
    std::fs::write(&path, text).unwrap();
    path
}

fn load(text: &str) -> Result<Config, ConfigError> {
    let folder = tempfile::tempdir().unwrap();
    Config::load(&write(folder.path(), text))
}

fn shipped() -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("config.toml")).unwrap()
}

/// Takes the mark from every commented key and block.
pub(crate) fn uncommented(text: &str) -> String {
    let key_shown = |line: &str| {
        let shown = line.strip_prefix("# ")?;
        if shown == "[[incoming]]" {
            return Some(shown.to_owned());
        }
        let (key, _) = shown.split_once(" = ")?;
        key.bytes()
            .all(|b| b.is_ascii_lowercase() || b == b'_')
            .then(|| shown.to_owned())
    };
    let lines = text
        .lines()
        .map(|line| key_shown(line).unwrap_or_else(|| line.to_owned()));
    lines.map(|line| line + "\n").collect()
}

#[test]
fn the_shipped_configuration_loads_and_stands_for_a_site_of_its_own() {
    let config = Config::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("config.toml")).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(config.folders.data, root.join("data"));
    assert_eq!(config.incoming, [Incoming::Maildir(root.join("mail/in"))]);
    assert_eq!(config.transport, Transport::Maildir(root.join("mail/out")));
    assert_eq!(
        config.mail.reply_to.with("chalons.hun.4.k7m2"),
        "orders+chalons.hun.4.k7m2@pbem.example.org"
    );
}

#[test]
fn the_smallest_configuration_has_every_default() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(&write(folder.path(), SMALLEST)).unwrap();
    assert_eq!(config.site.time_zone, TimeZone::UTC);
    assert_eq!(config.mail.bounces, config.mail.reply_to);
    assert_eq!(config.folders.keys, folder.path().join("keys"));
    assert_eq!(config.incoming, []);
    assert_eq!(config.deadlines.policy.to_string(), "3d");
    assert_eq!(config.deadlines.grace.to_string(), "10m");
    assert_eq!(config.deadlines.outage.to_string(), "1h");
    assert_eq!(
        (config.log.level, config.log.format),
        (LogLevel::Info, LogFormat::Text)
    );
}

#[test]
fn what_the_shipped_configuration_shows_as_a_default_is_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), &shipped());
    let plain = Config::load(&path).unwrap();
    // Keys without a default are left as they are; of two passwords one must go.
    let undefaulted = [
        "bounces",
        "authserv_id",
        "games",
        "templates",
        "host",
        "login",
        "password_env",
        "authority",
        "file",
    ];
    let shown = uncommented(&shipped());
    let mut text = String::new();
    let mut is_extra = false;
    for (before, after) in shipped().lines().zip(shown.lines()) {
        let key = after.split(" = ").next().unwrap_or_default();
        // A block more is no default.
        if after.starts_with('[') {
            is_extra = before != after;
        }
        let is_list = after.starts_with("command = [");
        let is_left = is_extra || is_list || undefaulted.contains(&key) || key == "password_file";
        text.push_str(if is_left { before } else { after });
        text.push('\n');
    }
    assert_ne!(text, shipped(), "some defaults are shown");
    write(folder.path(), &text);
    assert_eq!(Config::load(&path).unwrap(), plain);
}

#[test]
fn every_key_that_is_shown_exists() {
    let text = uncommented(&shipped())
        .replace("password_env", "# password_env")
        .replace("command = [", "# command = [")
        .replace(
            "[transport]\n",
            "[transport]\n# smtp instead of the shipped kind\n",
        );
    let text = text.replacen(
        "kind = \"maildir\"\n# How long",
        "kind = \"smtp\"\n# How long",
        1,
    );
    let folder = tempfile::tempdir().unwrap();
    let config = Config::load(&write(folder.path(), &text)).unwrap();
    assert_eq!(
        config.transport,
        Transport::Smtp(Smtp {
            host: "smtp.example.org".to_owned(),
            port: 587,
            tls: Tls::StartTls,
            login: Some((
                "orders@pbem.example.org".to_owned(),
                Password::File(folder.path().join("keys/smtp.password"))
            )),
            authority: Some(folder.path().join("keys/ca.pem")),
        })
    );
    assert_eq!(
        config.incoming[1],
        Incoming::Imap(Imap {
            host: "imap.example.org".to_owned(),
            port: 993,
            tls: Tls::Implicit,
            login: (
                "orders@pbem.example.org".to_owned(),
                Password::File(folder.path().join("keys/imap.password"))
            ),
            authority: Some(folder.path().join("keys/ca.pem")),
            mailbox: "INBOX".to_owned(),
        })
    );
    assert_eq!(
        config.incoming[1].name(),
        "imap:orders@pbem.example.org@imap.example.org:993/INBOX"
    );
    assert_eq!(
        config.mail.authserv_id.as_deref(),
        Some("mx.pbem.example.org")
    );
}

/// What is added to the smallest configuration, the line at fault, the key, a word of the reason, a word
/// of the remedy.
#[rustfmt::skip]
const WRONG: &[(&str, usize, &str, &str, &str)] = &[
    ("[site", 9, "site", "unclosed", ""),
    ("[sites]\n", 9, "sites", "no such key", "`site`"),
    ("[limits]\npart = 3\n", 10, "limits.part", "no such key", "`parts`"),
    ("[limits]\ncolour = 3\n", 10, "limits.colour", "no such key", "mail_bytes"),
    ("[limits]\nparts = \"many\"\n", 10, "limits.parts", "string", "parts = 100"),
    ("[limits]\nparts = 0\n", 10, "limits.parts", "nothing through", "parts = 100"),
    ("[limits]\nnesting = 20000\n", 10, "limits.nesting", "more than 100", "100 at most"),
    ("[limits]\nparts = 100000\n", 10, "limits.parts", "more than 10000", "10000 at most"),
    ("[deadlines]\npolicy = \"soon\"\n", 10, "deadlines.policy", "`soon`", "policy = \"3d\""),
    ("[deadlines]\npolicy = \"3d skip sun\"\n", 10, "deadlines.policy", "skip", "under `skip`"),
    ("[deadlines]\nskip = [\"sundays\"]\n", 10, "deadlines.skip", "`sundays`", "skip = []"),
    ("[deadlines]\n\nreminders = [\"1d\", \"x\"]\n", 11, "deadlines.reminders", "`x`", "reminders = "),
    ("[deadlines]\noutage = \"0m\"\n", 10, "deadlines.outage", "every pause", "outage = \"1h\""),
    ("[log]\nlevel = \"loud\"\n", 10, "log.level", "`loud`", "level = \"info\""),
    ("[[incoming]]\nkind = \"maildir\"\n", 9, "incoming[0].path", "missing", "path = \"mail/in\""),
    ("[[incoming]]\nkind = \"stdin\"\n[[incoming]]\nkind = \"stdin\"\npath = \"x\"\n", 13, "incoming[1].path", "stdin", "delete"),
    ("[[incoming]]\nkind = \"stdin\"\n[[incoming]]\nkind = \"stdin\"\n", 11, "incoming[1]", "twice", "delete"),
    ("[[incoming]]\nkind = \"maildir\"\npath = \"x\"\nhost = \"h\"\n", 12, "incoming[0].host", "maildir", "delete"),
    ("[[incoming]]\nkind = \"imap\"\npath = \"x\"\n", 11, "incoming[0].path", "imap", "delete"),
    ("[[incoming]]\nkind = \"imap\"\n", 9, "incoming[0].host", "missing", "host = \"imap.example.org\""),
    ("[[incoming]]\nkind = \"imap\"\nhost = \"h\"\n", 9, "incoming[0].login", "missing", "login = "),
    ("[[incoming]]\nkind = \"imap\"\nhost = \"h\"\nlogin = \"l\"\n", 12, "incoming[0].login", "no password", "password_file"),
    ("[[incoming]]\nkind = \"imap\"\nhost = \"h\"\nlogin = \"l\"\npassword_env = \"P\"\ntls = \"none\"\n", 14, "incoming[0].tls", "unprotected", "implicit"),
    ("[[incoming]]\nkind = \"imap\"\nhost = \"h\"\nlogin = \"l\"\npassword_env = \"P\"\npassword_file = \"p\"\n", 13, "incoming[0].password_env", "beside", "one of the two"),
    ("[serve]\npoll = \"0m\"\n", 10, "serve.poll", "never rest", "poll = \"1m\""),
    ("[[incoming]]\nkind = \"pigeon\"\n", 10, "incoming[0].kind", "`pigeon`", "kind = \"maildir\""),
    ("[transport]\nkind = \"smtp\"\n", 9, "transport.smtp.host", "missing", "host = \"smtp.example.org\""),
    ("[transport]\nkind = \"smtp\"\n[transport.smtp]\nhost = \"h\"\nlogin = \"l\"\n", 13, "transport.smtp.login", "no password", "password_file"),
    ("[transport]\nkind = \"smtp\"\nsmtp = { host = \"h\", login = \"l\", password_env = \"P\", tls = \"none\" }\n", 11, "transport.smtp.tls", "unprotected", "starttls"),
    ("[transport]\nkind = \"smtp\"\nsmtp = { host = \"h\", password_env = \"P\" }\n", 11, "transport.smtp.login", "missing", "add `login`"),
    ("[transport]\nkind = \"smtp\"\nsmtp = { host = \"h\", password_env = \"P\", password_file = \"p\" }\n", 11, "transport.smtp.password_env", "beside", "one of the two"),
    ("[transport.smtp]\nport = 99999\n", 10, "transport.smtp.port", "99999", "port = 587"),
];

#[test]
fn every_complaint_names_file_line_key_reason_and_remedy() {
    for (added, at_line, at_key, in_reason, in_remedy) in WRONG {
        let text = format!("{SMALLEST}{added}");
        let error = load(&text).unwrap_err();
        let ConfigError::Wrong {
            path,
            line,
            key,
            reason,
            remedy,
        } = &error
        else {
            panic!("{added}: {error}");
        };
        assert_eq!(path.file_name().unwrap(), "config.toml", "{error}");
        assert_eq!((*line, key.as_str()), (*at_line, *at_key), "{error}");
        assert!(reason.contains(in_reason), "{error}");
        assert!(remedy.contains(in_remedy) && !remedy.is_empty(), "{error}");
    }
}

#[test]
fn a_missing_key_is_named_with_an_example() {
    let without = SMALLEST.replace("operator = \"root@club.example.org\"\n", "");
    let error = load(&without).unwrap_err().to_string();
    assert!(error.contains("mail.operator: is missing"), "{error}");
    assert!(
        error.contains("operator = \"operator@pbem.example.org\""),
        "{error}"
    );
    assert!(
        load("")
            .unwrap_err()
            .to_string()
            .contains("site: is missing")
    );
}

#[test]
fn a_bad_address_is_named() {
    for (good, bad, key) in [
        ("\"orders@club.example.org\"", "\"orders\"", "mail.orders"),
        ("orders+{ticket}@", "orders+{ticket@", "mail.reply_to"),
        ("orders+{ticket}@", "{ticket}{ticket}@", "mail.reply_to"),
        ("\"Club\"", "\"\"", "site.name"),
        ("\"Club\"", "\"Cl\\nub\"", "site.name"),
        (
            "\"Club\"",
            "\"Club\"\ntime_zone = \"Mars/Olympus\"",
            "site.time_zone",
        ),
    ] {
        let error = load(&SMALLEST.replacen(good, bad, 1))
            .unwrap_err()
            .to_string();
        assert!(error.contains(&format!(": {key}: ")), "{error}");
    }
}

#[test]
fn the_file_is_the_one_asked_for_else_the_one_here_else_the_users() {
    let here = tempfile::tempdir().unwrap();
    let user = tempfile::tempdir().unwrap();
    let (here, user) = (here.path(), user.path());
    let error = Config::find(None, here, Some(user))
        .unwrap_err()
        .to_string();
    assert!(error.contains("tessera init"), "{error}");
    assert!(
        error.contains(&here.join("config.toml").display().to_string()),
        "{error}"
    );

    std::fs::create_dir(user.join("tessera")).unwrap();
    let users = write(&user.join("tessera"), SMALLEST);
    assert_eq!(Config::find(None, here, Some(user)).unwrap(), users);
    let local = write(here, SMALLEST);
    assert_eq!(Config::find(None, here, Some(user)).unwrap(), local);
    let asked = Path::new("elsewhere.toml");
    assert_eq!(Config::find(Some(asked), here, Some(user)).unwrap(), asked);
    let error = Config::load(asked).unwrap_err().to_string();
    assert!(error.contains("elsewhere.toml"), "{error}");
}

#[test]
fn a_fresh_site_gets_a_commented_configuration_that_loads() {
    let orders = "Post@Games.Example.net".parse().unwrap();
    let operator = "me@example.net".parse().unwrap();
    let fresh = FreshSite {
        name: "The \"Old\" Guard \\ Café",
        orders: &orders,
        operator: &operator,
        time_zone: "Europe/Berlin",
    };
    let text = fresh.config();
    assert_eq!(text.lines().count(), shipped().lines().count());
    let config = load(&text).unwrap();
    assert_eq!(config.site.name, fresh.name);
    assert_eq!(config.site.time_zone.iana_name(), Some("Europe/Berlin"));
    assert_eq!(config.mail.orders.as_str(), "Post@games.example.net");
    assert_eq!(config.mail.reply_to.with("t"), "Post+t@games.example.net");
    assert_eq!(config.mail.operator.as_str(), "me@example.net");
}

#[test]
fn a_password_comes_from_the_environment_or_from_a_file_that_is_closed_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let named = Password::Environment("POST_PASSWORD".to_owned());
    let environment = |name: &str| (name == "POST_PASSWORD").then(|| "hush".to_owned());
    assert_eq!(
        named
            .fetch(&file, "transport.smtp", environment)
            .unwrap()
            .expose_secret(),
        "hush"
    );
    let unset = named
        .fetch(&file, "transport.smtp", |_| None)
        .unwrap_err()
        .to_string();
    assert!(unset.contains("POST_PASSWORD"), "{unset}");

    let path = folder.path().join("password");
    tesserarius::store::write_secret(&path, b"hush\n").unwrap();
    let kept = Password::File(path.clone());
    assert_eq!(
        kept.fetch(&file, "incoming", |_| None)
            .unwrap()
            .expose_secret(),
        "hush"
    );
    tesserarius::store::write_secret(&path, b"\n").unwrap();
    assert!(
        kept.fetch(&file, "incoming", |_| None)
            .unwrap_err()
            .to_string()
            .contains("empty")
    );
}

#[cfg(unix)]
#[test]
fn a_password_file_that_others_may_read_is_refused_with_a_remedy() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("password");
    std::fs::write(&path, "hush").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    let refused = Password::File(path)
        .fetch(Path::new("config.toml"), "incoming", |_| None)
        .unwrap_err();
    let refused = refused.to_string();
    assert!(
        refused.contains("0640") && refused.contains("chmod 600"),
        "{refused}"
    );
}
