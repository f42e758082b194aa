//! The command line: one file per command, one way in.

pub mod args;
pub mod audit;
pub mod backup;
pub mod demo;
pub mod dice;
pub mod error;
pub mod export;
pub mod games;
pub mod gm;
pub mod inbox;
pub mod inboxes;
pub mod ingest;
pub mod init;
pub mod looks;
pub mod mail;
pub mod new;
pub mod odds;
pub mod orders;
pub mod pages;
pub mod papers;
pub mod peek;
pub mod recover;
pub mod replay;
pub mod roll;
pub mod seat;
pub mod selfplay;
pub mod serve;
pub mod show;
pub mod site;
pub mod status;
pub mod sync;
pub mod templates;
pub mod try_cases;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;
use serde::Serialize;

use args::{Cli, Command};
use error::{CliError, Kind};

use crate::games::GameEntry;
use crate::games::files::GameFiles;

/// What every command hands back: its exit code.
pub type CliResult = Result<u8, CliError>;

/// Runs the program with these arguments and returns its exit code.
///
/// Errors are printed once, here, on `err`.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_pipe = arguments.iter().any(|argument| argument == "ingest");
    match run_command(arguments, out, err) {
        // A mail server takes any other code for a failure for good, and tells the sender so.
        code if is_pipe && code != 0 => Kind::TryLater.exit(),
        code => code,
    }
}

fn run_command(arguments: Vec<OsString>, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    #[cfg(debug_assertions)]
    arm_crash();
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse_arguments(&error, out, err),
    };
    let result = catch_unwind(AssertUnwindSafe(|| dispatch(&cli, out, err)));
    let failed = match result {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => error,
        Err(_) => CliError::internal("the program has met a state that it believed impossible")
            .hint("what was stored is as it was before; please report the message above"),
    };
    if failed.kind != Kind::Unread {
        // If even the error cannot be written, the exit code still tells.
        let _ = writeln!(err, "{failed}");
    }
    failed.kind.exit()
}

/// Lets a test build stop at the point that the environment names, as by a power cut.
#[cfg(debug_assertions)]
fn arm_crash() {
    use crate::desk::crash::{How, arm};
    let named = inboxes::environment("TESSERA_CRASH_AT");
    if let Some(point) = named.and_then(|name| name.parse().ok()) {
        arm(point, 1, How::Abort);
    }
}

/// Prints help on `out` and wrong use on `err`.
fn refuse_arguments(error: &clap::Error, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let rendered = error.render();
    if error.use_stderr() {
        let _ = write!(err, "{rendered}");
        Kind::Usage.exit()
    } else {
        let _ = write!(out, "{rendered}");
        0
    }
}

fn dispatch(cli: &Cli, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    match &cli.command {
        Command::Games(args) => games::run(args, out),
        Command::Init(args) => init::run(args, out),
        Command::Demo(args) => demo::run(args, out, err),
        Command::New(args) => new::run(cli, args, out),
        Command::Ingest(args) => ingest::run(cli, args, out, err),
        Command::Sync(args) => sync::run(cli, args, out, err),
        Command::Serve(args) => serve::run(cli, args, out, err),
        Command::Odds(args) => odds::odds(cli, args, out),
        Command::Gm(args) => gm::gm(cli, args, out),
        Command::Submit(args) => orders::submit(cli, args, out),
        Command::Check(args) => orders::check(cli, args, out),
        Command::Status(args) => status::status(cli, args, out),
        Command::Show(args) => show::show(cli, args, out),
        Command::Replay(args) => replay::run(cli, args, out),
        Command::Site(args) => pages::run(cli, args, out),
        Command::Templates(args) => templates::run(cli, args, out),
        Command::Try(args) => try_cases::run(args, out),
        Command::Selfplay(args) => selfplay::run(args, out),
        Command::Seat(args) => seat::run(args, out),
        Command::Roll(args) => roll::run(cli, args, out),
        Command::Dice(args) => dice::run(args, out),
        Command::Mail(args) => explain(cli, args, out),
        Command::Inbox(args) => inbox::run(cli, args, out, err),
        Command::Audit(args) => audit::run(cli, args, out),
        Command::Export(args) => export::run(cli, args, out),
        Command::Backup(args) => backup::run(cli, args, out),
        Command::Recover(args) => recover::run(cli, args, out),
    }
}

/// Explains mail with the world of the site that is here, unless a file is to stand for it.
fn explain(cli: &Cli, args: &mail::MailArgs, out: &mut dyn Write) -> CliResult {
    let opened = match args.wants_site() {
        true => site::Opened::find(cli, site::Make::Nothing).ok(),
        false => None,
    };
    let Some(mut opened) = opened.filter(|opened| opened.site.post.is_some()) else {
        out.write_all(mail::explain(args, None)?.text.as_bytes())?;
        return Ok(0);
    };
    let explained =
        opened.at_desk(|desk| desk.in_world(|world| mail::explain(args, Some(world))))??;
    if let Some(seat) = &explained.seat {
        let id = site::match_id(&seat.match_id)?;
        args.peek().at(&mut opened, &id, &seat.side)?;
    }
    out.write_all(explained.text.as_bytes())?;
    Ok(0)
}

/// Finds a game by what was written for it.
fn game(key: &str) -> Result<&'static GameEntry, CliError> {
    crate::games::find(key).ok_or_else(|| {
        let known: Vec<_> = crate::games::GAMES.iter().map(|game| game.key).collect();
        CliError::usage(format!("there is no game `{key}`"))
            .hint(format!("the games are {}", known.join(", ")))
    })
}

/// Returns the scenario that was named, by its key or by the beginning of it if no other begins so, or the game's first.
///
/// What begins no key may be another name of one.
fn scenario(game: &GameEntry, files: &GameFiles, named: Option<&str>) -> Result<String, CliError> {
    let known = (game.scenarios)(files)
        .map_err(|error| CliError::refused("the game's files are faulty").because(&error))?;
    let mut known = known.into_iter();
    let Some(named) = named else {
        return Ok(known.next().expect("a game has at least one scenario"));
    };
    let beginning = named.to_lowercase();
    let begin_so: Vec<String> = known.filter(|key| key.starts_with(&beginning)).collect();
    match begin_so.as_slice() {
        [only] if !named.is_empty() => Ok(only.clone()),
        several if several.len() > 1 && !several.contains(&beginning) && !named.is_empty() => Err(
            CliError::usage(format!("`{named}` could be {}", several.join(" or "))),
        ),
        _ => Ok(named.to_owned()),
    }
}

/// Prints one JSON document.
fn print_json(document: &impl Serialize, out: &mut dyn Write) -> Result<(), CliError> {
    let json = serde_json::to_string_pretty(document)
        .map_err(|error| CliError::internal("cannot print the outcome").because(&error))?;
    writeln!(out, "{json}")?;
    Ok(())
}
