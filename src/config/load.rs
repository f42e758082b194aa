//! From the text of a configuration file to [`Config`].

use std::path::{Path, PathBuf};

use super::error::Places;
use super::written::{
    IncomingKind, Text, TransportKind, Written, WrittenBeacon, WrittenDeadlines, WrittenIncoming,
    WrittenServe, WrittenSmtp, WrittenTransport,
};
use super::{
    Beacon, Config, ConfigError, Deadlines, Folders, Imap, Incoming, Limits, Log, Mail, Password,
    Site, Smtp, Tls, Transport,
};
use crate::beacon::{BeaconSource, ROUND};
use crate::schedule::{Lapse, SkippedDays};

/// Reads and checks the text of the file `path`.
pub(super) fn read(path: &Path, text: &str) -> Result<Config, ConfigError> {
    let places = Places::new(path, text);
    let written: Written = toml::from_str(text).map_err(|error| places.complaint(&error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let bounces = written
        .mail
        .bounces
        .unwrap_or_else(|| written.mail.reply_to.clone());
    Ok(Config {
        file: path.to_owned(),
        site: Site {
            name: name(written.site.name, &places)?,
            time_zone: written.site.time_zone,
        },
        mail: Mail {
            orders: written.mail.orders,
            reply_to: written.mail.reply_to,
            bounces,
            operator: written.mail.operator,
            authserv_id: written.mail.authserv_id,
        },
        folders: Folders {
            data: folder.join(written.folders.data),
            keys: folder.join(written.folders.keys),
            games: written.folders.games.map(|path| folder.join(path)),
            templates: written.folders.templates.map(|path| folder.join(path)),
        },
        incoming: incoming(written.incoming, folder, &places)?,
        retry_for: written.transport.retry_for,
        transport: transport(written.transport, folder, &places)?,
        poll: poll(&written.serve, &places)?,
        limits: limits(written.limits, &places)?,
        deadlines: deadlines(written.deadlines, &places)?,
        beacon: beacon(written.beacon, folder, &places)?,
        log: Log {
            level: written.log.level,
            format: written.log.format,
        },
    })
}

fn name(name: String, places: &Places<'_>) -> Result<String, ConfigError> {
    let good =
        !name.trim().is_empty() && name.chars().count() <= 60 && !name.contains(char::is_control);
    if good {
        Ok(name)
    } else {
        Err(places.wrong(
            "site.name",
            "must have 1 to 60 characters in one line",
            super::fresh::example("site.name"),
        ))
    }
}

fn incoming(
    sources: Vec<WrittenIncoming>,
    folder: &Path,
    places: &Places<'_>,
) -> Result<Vec<Incoming>, ConfigError> {
    let mut read: Vec<Incoming> = Vec::new();
    for (index, source) in sources.into_iter().enumerate() {
        let block = format!("incoming[{index}]");
        let kind = source.kind;
        if let Some(key) = source.keys().into_iter().find(|key| !kind.takes(key)) {
            let reason = format!("means nothing beside `kind = \"{}\"`", kind.word());
            return Err(places.wrong(&format!("{block}.{key}"), reason, "delete it"));
        }
        let key = format!("{block}.path");
        let place = |path: Option<PathBuf>| match path {
            Some(path) => Ok(folder.join(path)),
            None => Err(missing(&key, places)),
        };
        let source = match kind {
            IncomingKind::Maildir => Incoming::Maildir(place(source.path)?),
            IncomingKind::Mbox => Incoming::Mbox(place(source.path)?),
            IncomingKind::Imap => Incoming::Imap(imap(source, &block, folder, places)?),
            IncomingKind::Stdin => Incoming::Stdin,
        };
        if read.iter().any(|other| other.name() == source.name()) {
            let reason = format!("`{}` stands here twice", source.name());
            return Err(places.wrong(&block, reason, "delete one of the two blocks"));
        }
        read.push(source);
    }
    Ok(read)
}

fn missing(key: &str, places: &Places<'_>) -> ConfigError {
    places.wrong(key, "is missing", super::fresh::example(key))
}

fn imap(
    written: WrittenIncoming,
    block: &str,
    folder: &Path,
    places: &Places<'_>,
) -> Result<Imap, ConfigError> {
    let key = |name: &str| format!("{block}.{name}");
    let host = written.host.ok_or_else(|| missing(&key("host"), places))?;
    let tls = written.tls.unwrap_or(Tls::Implicit);
    let password = password(
        (written.password_file, written.password_env),
        block,
        folder,
        places,
    )?;
    let login = match (written.login, password) {
        (Some(login), Some(password)) => (login, password),
        (None, _) => return Err(missing(&key("login"), places)),
        (Some(_), None) => return Err(no_password(block, places)),
    };
    if tls == Tls::None && !is_local(&host) {
        return Err(unprotected(block, places));
    }
    Ok(Imap {
        port: written.port.unwrap_or(tls.imap_port()),
        host,
        tls,
        login,
        authority: written.authority.map(|path| folder.join(path)),
        mailbox: written.mailbox.unwrap_or_else(|| "INBOX".to_owned()),
    })
}

/// Reads where a password stands; `table` is the one that says so.
fn password(
    (file, environment): (Option<PathBuf>, Option<String>),
    table: &str,
    folder: &Path,
    places: &Places<'_>,
) -> Result<Option<Password>, ConfigError> {
    match (file, environment) {
        (Some(path), None) => Ok(Some(Password::File(folder.join(path)))),
        (None, Some(name)) => Ok(Some(Password::Environment(name))),
        (None, None) => Ok(None),
        (Some(_), Some(_)) => {
            let key = format!("{table}.password_env");
            let reason = "stands beside `password_file`";
            Err(places.wrong(&key, reason, "keep one of the two"))
        }
    }
}

fn no_password(table: &str, places: &Places<'_>) -> ConfigError {
    let remedy = "add `password_file` or `password_env`";
    places.wrong(&format!("{table}.login"), "has no password", remedy)
}

fn unprotected(table: &str, places: &Places<'_>) -> ConfigError {
    let reason = "the password would cross the network unprotected";
    let remedy = "set `tls = \"starttls\"` or `tls = \"implicit\"`";
    places.wrong(&format!("{table}.tls"), reason, remedy)
}

fn is_local(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "::1")
}

fn transport(
    written: WrittenTransport,
    folder: &Path,
    places: &Places<'_>,
) -> Result<Transport, ConfigError> {
    Ok(match written.kind {
        TransportKind::Maildir => Transport::Maildir(folder.join(written.maildir.path)),
        TransportKind::Sendmail => Transport::Sendmail(written.sendmail.command),
        TransportKind::Smtp => Transport::Smtp(smtp(written.smtp, folder, places)?),
    })
}

fn smtp(written: WrittenSmtp, folder: &Path, places: &Places<'_>) -> Result<Smtp, ConfigError> {
    let Some(host) = written.host else {
        return Err(places.wrong(
            "transport.smtp.host",
            "is missing beside `kind = \"smtp\"`",
            super::fresh::example("transport.smtp.host"),
        ));
    };
    let table = "transport.smtp";
    let password = password(
        (written.password_file, written.password_env),
        table,
        folder,
        places,
    )?;
    let login = match (written.login, password) {
        (Some(login), Some(password)) => Some((login, password)),
        (None, None) => None,
        (Some(_), None) => return Err(no_password(table, places)),
        (None, Some(_)) => {
            return Err(places.wrong(
                "transport.smtp.login",
                "is missing beside a password",
                "add `login`",
            ));
        }
    };
    if written.tls == Tls::None && login.is_some() && !is_local(&host) {
        return Err(unprotected(table, places));
    }
    Ok(Smtp {
        host,
        port: written.port.unwrap_or(written.tls.smtp_port()),
        tls: written.tls,
        login,
        authority: written.authority.map(|path| folder.join(path)),
    })
}

/// A poll that never rests would keep the machine and the mail servers busy for nothing.
fn poll(written: &WrittenServe, places: &Places<'_>) -> Result<Lapse, ConfigError> {
    if written.poll.is_zero() {
        let remedy = super::fresh::example("serve.poll");
        return Err(places.wrong("serve.poll", "would never rest", remedy));
    }
    Ok(written.poll)
}

fn beacon(
    written: WrittenBeacon,
    folder: &Path,
    places: &Places<'_>,
) -> Result<Beacon, ConfigError> {
    let wrong = |key: &str, reason: &str| places.wrong(key, reason, super::fresh::example(key));
    let source = match (written.file, written.command) {
        (None, None) => None,
        (Some(file), None) if file.to_string_lossy().contains(ROUND) => {
            Some(BeaconSource::File(folder.join(file)))
        }
        (Some(_), None) => return Err(wrong("beacon.file", "does not hold `{round}`")),
        (None, Some(words)) if words.iter().any(|word| word.contains(ROUND)) => {
            Some(BeaconSource::Command(words))
        }
        (None, Some(_)) => return Err(wrong("beacon.command", "does not hold `{round}`")),
        (Some(_), Some(_)) => {
            let reason = "stands beside `file`";
            return Err(places.wrong("beacon.command", reason, "keep one of the two"));
        }
    };
    Ok(Beacon {
        source,
        margin: written.margin,
    })
}

/// No letter has more parts.
const MOST_PARTS: u32 = 10_000;

/// No letter has parts that lie deeper in one another.
const DEEPEST_NESTING: u32 = 100;

fn limits(limits: Limits, places: &Places<'_>) -> Result<Limits, ConfigError> {
    for (key, value) in [
        ("mail_bytes", limits.mail_bytes),
        ("header_bytes", limits.header_bytes),
        ("parts", u64::from(limits.parts)),
        ("nesting", u64::from(limits.nesting)),
        ("bad_lines", u64::from(limits.bad_lines)),
        ("mails_per_hour", u64::from(limits.mails_per_hour)),
        ("notices_per_hour", u64::from(limits.notices_per_hour)),
    ] {
        if value == 0 {
            let key = format!("limits.{key}");
            let remedy = super::fresh::example(&key);
            return Err(places.wrong(&key, "would let nothing through", remedy));
        }
    }
    // Parts are read by a walk that goes as deep as they lie in one another.
    for (key, value, most) in [
        ("parts", limits.parts, MOST_PARTS),
        ("nesting", limits.nesting, DEEPEST_NESTING),
    ] {
        if value > most {
            let reason = format!("is more than {most}, which no letter has");
            let remedy = format!("write {most} at most");
            return Err(places.wrong(&format!("limits.{key}"), &reason, remedy));
        }
    }
    Ok(limits)
}

fn deadlines(written: WrittenDeadlines, places: &Places<'_>) -> Result<Deadlines, ConfigError> {
    let skipped = SkippedDays::parse(written.skip.iter().map(String::as_str)).map_err(|error| {
        places.wrong(
            "deadlines.skip",
            error.to_string(),
            super::fresh::example("deadlines.skip"),
        )
    })?;
    if !written.policy.skipped().is_empty() {
        let reason = "names days to skip";
        return Err(places.wrong("deadlines.policy", reason, "list them under `skip`"));
    }
    if written.outage.is_zero() {
        let remedy = super::fresh::example("deadlines.outage");
        return Err(places.wrong(
            "deadlines.outage",
            "would take every pause for an outage",
            remedy,
        ));
    }
    Ok(Deadlines {
        policy: written.policy.skipping(skipped),
        reminders: written
            .reminders
            .into_iter()
            .map(|Text(lapse)| lapse)
            .collect(),
        grace: written.grace,
        outage: written.outage,
        vacation_days: written.vacation_days,
    })
}
