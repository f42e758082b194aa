//! `tessera mail`: how messages are read.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::error::CliError;
use super::peek::Peek;
use crate::mail::explain::Explanation;
use crate::mail::message::Limits;
use crate::mail::reading::read;
use crate::mail::world::{Seat, World};
use crate::mail::world_file::FileWorld;

/// Look at how mail is read.
#[derive(Debug, Args)]
pub struct MailArgs {
    #[command(subcommand)]
    command: MailCommand,
}

impl MailArgs {
    /// Says whether the mail is to be read with what the site here knows.
    pub fn wants_site(&self) -> bool {
        match &self.command {
            MailCommand::Explain(args) => args.world.is_none(),
        }
    }

    /// Says whether a host who plays wants to see another side's mail.
    pub fn peek(&self) -> Peek {
        let MailCommand::Explain(args) = &self.command;
        args.peek
    }
}

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Explain how a message is read: sender, orders, disposition, and why, line by line
    Explain(ExplainArgs),
}

/// Arguments of `tessera mail explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Take players, tokens and verbs from this file instead of the site's own
    #[arg(long, value_name = "W.json")]
    world: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    peek: Peek,
    /// Take this address for the recipient of the envelope (may be repeated)
    #[arg(long, value_name = "ADDRESS")]
    recipient: Vec<String>,
    /// The message; `-` is the standard input
    file: PathBuf,
}

/// How a mail is read, and the seat whose it is.
#[derive(Debug)]
pub struct Explained {
    /// The explanation.
    pub text: String,
    /// The seat that its token proves.
    pub seat: Option<Seat>,
}

/// Explains a mail; `site` is the world of the configured site, if there is one.
///
/// # Errors
/// What cannot be read, and what to do about it.
pub fn explain(args: &MailArgs, site: Option<&dyn World>) -> Result<Explained, CliError> {
    let MailCommand::Explain(args) = &args.command;
    let raw = contents(&args.file)?;
    let file_world = args.world.as_deref().map(world).transpose()?;
    let world = match (&file_world, site) {
        (Some(world), _) => world as &dyn World,
        (None, Some(site)) => site,
        (None, None) => {
            return Err(
                CliError::refused("there is no site here to take tokens from")
                    .hint("name a world file with `--world`"),
            );
        }
    };
    let reading = read(&raw, &args.recipient, world, &Limits::default());
    let explanation = Explanation::of(&reading);
    let text = if args.json {
        let json = serde_json::to_string_pretty(&explanation)
            .expect("an explanation has string keys only");
        json + "\n"
    } else {
        explanation.text()
    };
    Ok(Explained {
        text,
        seat: reading.seat,
    })
}

fn world(path: &Path) -> Result<FileWorld, CliError> {
    let text = String::from_utf8(contents(path)?)
        .map_err(|_| CliError::usage(format!("`{}` is not UTF-8 text", path.display())))?;
    FileWorld::from_json(&text).map_err(|error| {
        CliError::usage(format!("cannot use `{}`", path.display())).because(&error)
    })
}

fn contents(path: &Path) -> Result<Vec<u8>, CliError> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .map_err(|error| CliError::usage("cannot read the standard input").because(&error))?;
        return Ok(bytes);
    }
    fs::read(path).map_err(|error| {
        CliError::usage(format!("cannot read `{}`", path.display()))
            .because(&error)
            .hint("name a file that holds one raw mail")
    })
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: MailArgs,
    }

    /// Runs the command on sample files and returns exit code, output and error output.
    fn tessera_mail(words: &[&str]) -> (u8, String, String) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
        let place = |word: &&str| {
            if word.contains('.') {
                folder.join(word).display().to_string()
            } else {
                (*word).to_owned()
            }
        };
        let words = std::iter::once("mail".to_owned()).chain(words.iter().map(place));
        let command = Command::try_parse_from(words).expect("the words fit");
        match explain(&command.args, None) {
            Ok(explained) => (0, explained.text, String::new()),
            Err(error) => (error.kind.exit(), String::new(), error.to_string()),
        }
    }

    #[test]
    fn json_is_one_document() {
        let (code, out, err) = tessera_mail(&[
            "explain",
            "--world",
            "world.json",
            "--json",
            "69-missing-message-id.eml",
        ]);
        assert_eq!((code, err.as_str()), (0, ""));
        let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(json["orders"], serde_json::json!(["STAND rom-hi-2"]));
    }

    #[test]
    fn people_are_told_line_by_line() {
        let (code, out, _) = tessera_mail(&[
            "explain",
            "--world",
            "world.json",
            "13-dashdash-signature-order-like.eml",
        ]);
        assert_eq!(code, 0);
        assert!(out.contains("disposition  orders\n"), "{out}");
        assert!(
            out.contains(
                "MOVE rom-li-3 0905-1005 FACE S\n    unread: it stands under the signature mark"
            ),
            "{out}"
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_refused_with_the_remedy() {
        let (code, out, err) = tessera_mail(&["explain", "--world", "world.json", "nowhere.eml"]);
        assert_eq!((code, out.as_str()), (64, ""));
        assert!(
            err.starts_with("error: cannot read `")
                && err.contains("name a file that holds one raw mail"),
            "{err}"
        );
        let (code, _, err) = tessera_mail(&[
            "explain",
            "--world",
            "69-missing-message-id.eml",
            "69-missing-message-id.eml",
        ]);
        assert_eq!(code, 64);
        assert!(err.contains("the world file is not as it must be"), "{err}");
    }

    #[test]
    fn without_a_site_a_world_file_is_needed() {
        let (code, _, err) = tessera_mail(&["explain", "69-missing-message-id.eml"]);
        assert_eq!(code, 1);
        assert!(err.contains("`--world`"), "{err}");
    }
}
