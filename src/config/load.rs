//! From the text of a configuration file to [`Config`].

use std::path::{Path, PathBuf};

use super::error::Places;
use super::written::{
    IncomingKind, Text, TransportKind, Written, WrittenDeadlines, WrittenIncoming, WrittenSmtp,
    WrittenTransport,
};
use super::{
    Config, ConfigError, Deadlines, Folders, Incoming, Limits, Log, Mail, Password, Site, Smtp,
    Tls, Transport,
};
use crate::schedule::SkippedDays;

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
        limits: limits(written.limits, &places)?,
        deadlines: deadlines(written.deadlines, &places)?,
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
        let key = format!("{block}.path");
        let place = |path: Option<PathBuf>| match path {
            Some(path) => Ok(folder.join(path)),
            None => Err(places.wrong(&key, "is missing", super::fresh::example(&key))),
        };
        let source = match source.kind {
            IncomingKind::Maildir => Incoming::Maildir(place(source.path)?),
            IncomingKind::Mbox => Incoming::Mbox(place(source.path)?),
            IncomingKind::Stdin if source.path.is_none() => Incoming::Stdin,
            IncomingKind::Stdin => {
                return Err(places.wrong(
                    &key,
                    "means nothing beside `kind = \"stdin\"`",
                    "delete it",
                ));
            }
        };
        if read.contains(&source) {
            let reason = format!("`{}` stands here twice", source.name());
            return Err(places.wrong(&block, reason, "delete one of the two blocks"));
        }
        read.push(source);
    }
    Ok(read)
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
    let password = match (written.password_file, written.password_env) {
        (Some(path), None) => Some(Password::File(folder.join(path))),
        (None, Some(name)) => Some(Password::Environment(name)),
        (None, None) => None,
        (Some(_), Some(_)) => {
            let reason = "stands beside `password_file`";
            return Err(places.wrong("transport.smtp.password_env", reason, "keep one of the two"));
        }
    };
    let login = match (written.login, password) {
        (Some(login), Some(password)) => Some((login, password)),
        (None, None) => None,
        (Some(_), None) => {
            let remedy = "add `password_file` or `password_env`";
            return Err(places.wrong("transport.smtp.login", "has no password", remedy));
        }
        (None, Some(_)) => {
            return Err(places.wrong(
                "transport.smtp.login",
                "is missing beside a password",
                "add `login`",
            ));
        }
    };
    let is_local = matches!(host.as_str(), "localhost" | "127.0.0.1" | "::1");
    if written.tls == Tls::None && login.is_some() && !is_local {
        let reason = "the password would cross the network unprotected";
        let remedy = "set `tls = \"starttls\"` or `tls = \"implicit\"`";
        return Err(places.wrong("transport.smtp.tls", reason, remedy));
    }
    Ok(Smtp {
        host,
        port: written.port.unwrap_or(written.tls.usual_port()),
        tls: written.tls,
        login,
    })
}

fn limits(limits: Limits, places: &Places<'_>) -> Result<Limits, ConfigError> {
    for (key, value) in [
        ("mail_bytes", limits.mail_bytes),
        ("header_bytes", limits.header_bytes),
        ("parts", u64::from(limits.parts)),
        ("nesting", u64::from(limits.nesting)),
        ("bad_lines", u64::from(limits.bad_lines)),
        ("mails_per_hour", u64::from(limits.mails_per_hour)),
        ("receipts_per_hour", u64::from(limits.receipts_per_hour)),
    ] {
        if value == 0 {
            let key = format!("limits.{key}");
            let remedy = super::fresh::example(&key);
            return Err(places.wrong(&key, "would let nothing through", remedy));
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
