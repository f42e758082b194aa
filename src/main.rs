//! The command `tessera`.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let code = tesserarius::cli::run(std::env::args_os(), &mut io::stdout(), &mut io::stderr());
    ExitCode::from(code)
}
