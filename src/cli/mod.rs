//! The command line: one file per command, one way in.

pub mod args;
pub mod dice;
pub mod error;
pub mod mail;

use std::ffi::OsString;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::Parser;

use args::Cli;
use error::{CliError, Kind};

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
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse_arguments(&error, out, err),
    };
    let result = catch_unwind(AssertUnwindSafe(|| dispatch(&cli, out)));
    let failed = match result {
        Ok(Ok(code)) => return code,
        Ok(Err(error)) => error,
        Err(_) => CliError::internal("the program has met a state that it believed impossible")
            .hint("what was stored is as it was before; please report the message above"),
    };
    // If even the error cannot be written, the exit code still tells.
    let _ = writeln!(err, "{failed}");
    failed.kind.exit()
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

fn dispatch(cli: &Cli, _out: &mut dyn Write) -> CliResult {
    match cli.command {}
}
