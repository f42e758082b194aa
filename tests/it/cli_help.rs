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
    assert_data_eq!(
        terminal.see("games --help"),
        str![[r"
$ tessera games --help
List the games, or show what one of them has

Usage: tessera games [OPTIONS]
       tessera games <COMMAND>

Commands:
  show  Show sides, units, maps, scenarios, cards and options of a game
  help  Print this message or the help of the given subcommand(s)

Options:
      --config <PATH>  Use this configuration instead of ./config.toml or the
                       one in the user's folder [env: TESSERA_CONFIG=]
      --json           Print one JSON document
  -h, --help           Print help
[exit 0]

"]]
    );
    assert_data_eq!(
        terminal.see("games show --help"),
        str![[r"
$ tessera games show --help
Show sides, units, maps, scenarios, cards and options of a game

Usage: tessera games show [OPTIONS] <KEY>

Arguments:
  <KEY>  The game, by its key or the beginning of it

Options:
      --config <PATH>        Use this configuration instead of ./config.toml or
                             the one in the user's folder [env: TESSERA_CONFIG=]
      --scenario <SCENARIO>  Show only this scenario
      --json                 Print one JSON document
  -h, --help                 Print help
[exit 0]

"]]
    );
    assert_data_eq!(
        terminal.see("try --help"),
        str![[r"
$ tessera try --help
Run worked examples: positions, orders and scripted dice, and compare what comes
of them

Usage: tessera try [OPTIONS] <FILE.json>

Arguments:
  <FILE.json>  The file of examples

Options:
      --config <PATH>  Use this configuration instead of ./config.toml or the
                       one in the user's folder [env: TESSERA_CONFIG=]
      --only <ID>      Run only the example with this id
      --json           Print one JSON document with every roll and everything
                       that can be stated
  -h, --help           Print help

Exit codes: 0 every example passed, 1 one failed, 64 the file breaks its form
[exit 0]

"]]
    );
    assert_data_eq!(
        terminal.see("selfplay --help"),
        str![[r"
$ tessera selfplay --help
Let bots play matches against each other, and count outcomes and actions a
second

Usage: tessera selfplay [OPTIONS] <KEY>

Arguments:
  <KEY>  The game, by its key or the beginning of it

Options:
      --config <PATH>        Use this configuration instead of ./config.toml or
                             the one in the user's folder [env: TESSERA_CONFIG=]
      --scenario <SCENARIO>  The scenario [default: the game's first]
      --games <NUMBER>       How many matches, with each set of options
                             [default: 1]
      --seed <SEED>          The seed of dice and bots: any word [default: 1]
      --bot <BOT>            The bot that takes every seat; given twice, two
                             bots that change sides after each match [default:
                             random]
      --option <NAME=VALUE>  An option of the game that the bots play by (may be
                             repeated)
      --sets <SETS>          Play with so many sets of options drawn by the
                             seed, or with `pairwise`: sets in which any two
                             options meet, usual and not; what `--option` says
                             holds in all of them
      --reports <DIR>        Write the reports of the first match, turn by turn
                             for each side, into this folder
      --json                 Print one JSON document
  -h, --help                 Print help

The same seed plays the same matches; only the times differ.
[exit 0]

"]]
    );
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
    assert_data_eq!(
        terminal.see("try cases.json --onlly X"),
        str![[r"
$ tessera try cases.json --onlly X
error: unexpected argument '--onlly' found

  tip: a similar argument exists: '--only'

Usage: tessera try --only <ID> <FILE.json>

For more information, try '--help'.
[exit 64]

"]]
    );
    assert_data_eq!(
        terminal.see("games show chess"),
        str![[r"
$ tessera games show chess
error: there is no game `chess`
hint: the games are legion, sign-of-the-pagan
[exit 64]

"]]
    );
}
