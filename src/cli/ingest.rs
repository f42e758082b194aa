//! `tessera ingest`: takes mail in and carries it all the way.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::error::{CliError, Kind};
use super::inboxes::{Fetched, open_source, open_transport};
use super::site::{Make, Opened, desk_error};
use super::{CliResult, print_json};
use crate::config::{Config, Incoming};
use crate::desk::{Offers, Taken};
use crate::mail::source::{Delivery, Source, SourceError, Waiting};
use crate::mail::sources::{Files, Maildir, Mbox};
use crate::store::Disposition;
use crate::wording::counted;

/// Take mail in and carry it all the way; ends with 0 once the mail is safe, else with 75
#[derive(Debug, Args)]
pub struct IngestArgs {
    /// Files with one raw mail each; - reads standard input, as a mail server's pipe fills it
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A Maildir whose new mails are taken
    #[arg(long, value_name = "D")]
    maildir: Option<PathBuf>,
    /// An mbox file whose mails are taken
    #[arg(long, value_name = "F")]
    mbox: Option<PathBuf>,
    /// The mailboxes on mail servers that the configuration names
    #[arg(long)]
    imap: bool,
    /// The recipient on the envelope, where the mail server hands it over
    #[arg(long, value_name = "ADDRESS")]
    recipient: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code: 0 once every mail is safe, whatever became of it.
pub fn run(cli: &Cli, args: &IngestArgs, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let config = opened.by_mail()?.clone();
    let mut taken = Taken::default();
    for mut fetched in sources(&config, args)? {
        let mut source = Addressed {
            inner: &mut *fetched.source,
            recipient: args.recipient.as_deref(),
        };
        let (name, offers) = (fetched.name.as_str(), fetched.offers);
        let one = opened.at_desk(|desk| desk.take_in(&mut source, name, offers))?;
        taken.new += one.new;
        taken.again += one.again;
        taken.missed.extend(one.missed);
    }
    for missed in &taken.missed {
        writeln!(err, "error: {missed}")?;
    }
    let code = match taken.missed.is_empty() {
        true => 0,
        false => Kind::TryLater.exit(),
    };
    // From here on nothing can be lost: what fails now is done by the next pass.
    let carried = opened.at_desk(|desk| {
        let read = desk.read_mails()?;
        let ran = desk.run_due()?;
        Ok((read, ran))
    });
    let (read, ran) = match carried {
        Ok(carried) => carried,
        Err(error) => {
            writeln!(
                err,
                "{error}\nhint: the mail is safe; the next pass goes on with it"
            )?;
            return Ok(code);
        }
    };
    let sent = open_transport(&config)
        .and_then(|mut transport| opened.at_desk(|desk| desk.send(&mut *transport)));
    if let Err(error) = &sent {
        writeln!(
            err,
            "{error}\nhint: the mail is safe; the next pass sends what is due"
        )?;
    }
    let sent = sent.unwrap_or_default();
    // The same mail handed over again is another delivery until it has been read.
    let again = read.iter();
    let again = again.filter(|read| read.disposition == Disposition::Duplicate);
    let again = again.count().min(taken.new);
    (taken.new, taken.again) = (taken.new - again, taken.again + again);
    if args.json {
        let dispositions: Vec<_> = read.iter().map(|read| read.disposition.word()).collect();
        let ran: Vec<_> = ran.iter().map(ToString::to_string).collect();
        let document = json!({
            "new": taken.new,
            "again": taken.again,
            "dispositions": dispositions,
            "ran": ran,
            "sent": sent.sent,
        });
        print_json(&document, out)?;
        return Ok(code);
    }
    writeln!(
        out,
        "{} taken, {} known before; {} read, {} ran, {} sent.",
        counted(taken.new, "mail", "mails"),
        taken.again,
        read.len(),
        counted(ran.len(), "match", "matches"),
        counted(sent.sent, "mail", "mails")
    )?;
    Ok(code)
}

fn sources(config: &Config, args: &IngestArgs) -> Result<Vec<Fetched>, CliError> {
    let mut sources: Vec<Fetched> = Vec::new();
    if args.imap {
        let mailboxes = config.incoming.iter();
        let mailboxes = mailboxes.filter(|incoming| matches!(incoming, Incoming::Imap(_)));
        for mailbox in mailboxes {
            sources.extend(open_source(config, mailbox)?);
        }
        if sources.is_empty() {
            return Err(
                CliError::usage("the configuration has no mailbox of kind `imap`")
                    .hint("add an [[incoming]] block with `kind = \"imap\"`"),
            );
        }
    }
    if let Some(path) = &args.maildir {
        let source = Maildir::open(path).map_err(|error| desk_error(error.into()))?;
        sources.push(Fetched {
            name: format!("maildir:{}", path.display()),
            offers: Offers::Once,
            source: Box::new(source),
        });
    }
    if let Some(path) = &args.mbox {
        sources.push(Fetched {
            name: format!("mbox:{}", path.display()),
            offers: Offers::Always,
            source: Box::new(Mbox::new(path)),
        });
    }
    if !args.files.is_empty() {
        sources.push(Fetched {
            name: "files".to_owned(),
            offers: Offers::Handed,
            source: Box::new(Files::new(args.files.iter().cloned())),
        });
    }
    if sources.is_empty() {
        return Err(CliError::usage("no mail was named")
            .hint("name files, `-` for standard input, --maildir, --mbox or --imap"));
    }
    Ok(sources)
}

/// A source whose mails are told the recipient of their envelope, as a delivery agent does.
struct Addressed<'a> {
    inner: &'a mut dyn Source,
    recipient: Option<&'a str>,
}

impl Source for Addressed<'_> {
    fn waiting(&mut self) -> Result<Waiting<'_>, SourceError> {
        let Some(recipient) = self.recipient else {
            return self.inner.waiting();
        };
        let plain: String = recipient.chars().filter(char::is_ascii_graphic).collect();
        let field = format!("X-Original-To: {plain}\n").into_bytes();
        let mails = self.inner.waiting()?;
        Ok(Box::new(mails.map(move |delivery| {
            let delivery = delivery?;
            let bytes = with_field(&field, &delivery.bytes);
            Ok(Delivery { bytes, ..delivery })
        })))
    }

    fn acknowledge(&mut self, delivery: &Delivery) -> Result<(), SourceError> {
        self.inner.acknowledge(delivery)
    }

    fn resume(&mut self, position: Option<&str>) {
        self.inner.resume(position);
    }

    fn position(&self) -> Option<String> {
        self.inner.position()
    }
}

/// Puts a field before those of a mail, behind the line that a mailbox may have put there.
fn with_field(field: &[u8], mail: &[u8]) -> Vec<u8> {
    let at = match mail.starts_with(b"From ") {
        true => mail
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(mail.len(), |end| end + 1),
        false => 0,
    };
    [&mail[..at], field, &mail[at..]].concat()
}

#[cfg(test)]
mod tests {
    use super::with_field;

    #[test]
    fn the_recipient_stands_above_the_other_fields() {
        assert_eq!(
            with_field(b"X: y\n", b"From: a@b\n\nx"),
            b"X: y\nFrom: a@b\n\nx"
        );
        assert_eq!(
            with_field(b"X: y\n", b"From a@b now\nTo: c@d\n\nx"),
            b"From a@b now\nX: y\nTo: c@d\n\nx"
        );
    }
}
