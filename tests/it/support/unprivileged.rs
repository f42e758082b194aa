//! The program as somebody who may not write everywhere: root, who may, gives the folder to nobody and steps down.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;

/// The number of the user and of the group that own nothing.
const NOBODY: &str = "65534";

/// Makes a command that runs the program in a folder without the rights of root.
pub(crate) fn tessera_in(folder: &Path) -> Command {
    let program = env!("CARGO_BIN_EXE_tessera");
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0);
    let mut command = if is_root {
        let given = Command::new("chown")
            .args(["-R", &format!("{NOBODY}:{NOBODY}"), "."])
            .current_dir(folder)
            .status();
        assert!(given.is_ok_and(|status| status.success()));
        let mut command = Command::new("setpriv");
        command.args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    command
}
