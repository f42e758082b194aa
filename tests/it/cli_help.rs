//! Help and wrong use of the command line.

use clap::CommandFactory as _;
use snapbox::{assert_data_eq, str};
use tesserarius::cli::args::Cli;

use crate::support::terminal::Terminal;

#[test]
fn each_command_explains_itself() {
    let terminal = Terminal::new();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name();
        let (code, out, err) = terminal.run(&format!("{name} --help"));
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        let about = command
            .get_about()
            .expect("a command says what it does")
            .to_string();
        let unwrapped = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unwrapped.starts_with(&about), "{name}: {out}");
        assert!(
            out.contains(&format!("Usage: tessera {name}")),
            "{name}: {out}"
        );
        assert!(
            out.lines().all(|line| line.chars().count() <= 80),
            "{name}: {out}"
        );
    }
}

#[test]
fn help_of_games_try_and_selfplay() {
    let terminal = Terminal::new();
    assert_data_eq!(terminal.see("games --help"), str![]);
    assert_data_eq!(terminal.see("games show --help"), str![]);
    assert_data_eq!(terminal.see("try --help"), str![]);
    assert_data_eq!(terminal.see("selfplay --help"), str![]);
}

#[test]
fn wrong_use_is_told_on_the_error_output_with_exit_64() {
    let terminal = Terminal::new();
    for wrong in [
        "",
        "fly",
        "try",
        "try cases.json --onlly X",
        "games show",
        "games show chess",
        "selfplay",
        "selfplay sign --games many",
        "selfplay sign --option zoc",
        "dice",
        "mail",
    ] {
        let (code, out, err) = terminal.run(wrong);
        assert_eq!((code, out.as_str()), (64, ""), "`{wrong}`: {err}");
        assert!(!err.is_empty(), "`{wrong}`");
    }
    assert_data_eq!(terminal.see("try cases.json --onlly X"), str![]);
    assert_data_eq!(terminal.see("games show chess"), str![]);
}
