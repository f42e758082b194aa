//! What the guides say of the program exists: commands, options, keys and blocks of the configuration.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use tesserarius::cli::args::Cli;
use tesserarius::config::Config;

use super::config_files::{SMALLEST, uncommented};
use super::support::checkers::ROOT;

/// A piece of a guide that is set as code.
#[derive(Debug)]
pub(crate) struct Code {
    guide: String,
    text: String,
    /// Whether it stands in lines of its own, so that it can be copied.
    pub(crate) is_block: bool,
}

/// Every guide that ships with the program.
fn guides() -> Vec<PathBuf> {
    let mut guides = vec![Path::new(ROOT).join("README.md")];
    for folder in ["docs", "docs/rules"] {
        let files = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
        guides.extend(files.map(|file| file.unwrap().path()));
    }
    guides.retain(|guide| guide.extension().is_some_and(|end| end == "md"));
    guides.sort();
    guides
}

/// All code of all guides.
fn code() -> Vec<Code> {
    let guides = guides();
    assert!(guides.len() > 8, "{guides:?}");
    guides.iter().flat_map(|guide| code_of(guide)).collect()
}

pub(crate) fn code_of(guide: &Path) -> Vec<Code> {
    let text = fs::read_to_string(guide).unwrap();
    let name = guide.strip_prefix(ROOT).unwrap().display().to_string();
    let (mut blocks, mut prose) = (vec![String::new()], String::new());
    let mut is_fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
            blocks.push(String::new());
            continue;
        }
        let shown = match is_fenced {
            true => Some(line),
            false => line.strip_prefix("    "),
        };
        if line.trim().is_empty() {
            blocks.last_mut().unwrap().push('\n');
            prose.push('\n');
            continue;
        }
        let Some(shown) = shown else {
            blocks.push(String::new());
            prose.push_str(line);
            prose.push('\n');
            continue;
        };
        let block = blocks.last_mut().unwrap();
        // A line that is set further in goes on with the one before.
        match shown.strip_prefix("  ") {
            Some(more) if !block.is_empty() => {
                block.truncate(block.trim_end().len());
                block.push(' ');
                block.push_str(more.trim_start());
            }
            _ => block.push_str(shown),
        }
        block.push('\n');
    }
    let blocks = blocks.into_iter().map(|text| (text, true));
    let spans = prose.split('`').skip(1).step_by(2);
    let spans = spans.map(|span| (span.split_whitespace().collect::<Vec<_>>().join(" "), false));
    blocks
        .chain(spans)
        .filter(|(text, _)| !text.trim().is_empty())
        .map(|(text, is_block)| Code {
            guide: name.clone(),
            text,
            is_block,
        })
        .collect()
}

/// The commands in a piece of code, as words: whatever stands behind `tessera` up to the end of the command.
pub(crate) fn commands(code: &Code) -> Vec<Vec<String>> {
    let lines = code.text.replace("cargo run --release --", "tessera");
    let mut commands = Vec::new();
    for line in lines.lines() {
        for (at, _) in line.match_indices("tessera ") {
            let before = line[..at].chars().next_back();
            let rest = &line[at + "tessera ".len()..];
            let is_program = before.is_none_or(|c| " /(".contains(c)) && !rest.starts_with(' ');
            // What is said of the program by name, or handed to another one, is no command.
            if !is_program || rest.is_empty() {
                continue;
            }
            let is_quoted = line[..at].matches('"').count() % 2 == 1;
            let ends = |c: char| ";|#)".contains(c) || (is_quoted && c == '"');
            let end = rest.find(ends).unwrap_or(rest.len());
            let command = in_place_of_gaps(&rest[..end]);
            // Where the output goes is the shell's business.
            let command = command.split(" > ").next().unwrap_or_default();
            commands.push(shlex::split(command).expect("quotes come in pairs"));
        }
    }
    commands
}

/// Puts a word in the place of whatever a reader is to fill in: `<label>`, `...`, `DIR/config.toml`.
fn in_place_of_gaps(command: &str) -> String {
    let mut filled = String::new();
    let mut rest = command;
    while let Some((before, behind)) = rest.split_once('<') {
        let (_, after) = behind.split_once('>').expect("a gap ends");
        filled.push_str(before);
        filled.push_str("GAP");
        rest = after;
    }
    filled.push_str(rest);
    filled
        .replace("...", " GAP ")
        .replace(" [", " ")
        .replace("] ", " ")
}

/// Whether a value is a name for what a reader fills in.
fn is_gap(value: &str) -> bool {
    value.starts_with('$') || value.bytes().all(|b| !b.is_ascii_lowercase())
}

/// Says what the program has against a command of a guide.
pub(crate) fn objection(words: &[String], is_block: bool) -> Option<String> {
    let program = ["tessera".to_owned()];
    let error = Cli::command()
        .try_get_matches_from(program.iter().chain(words))
        .err()?;
    let allowed = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        // In a sentence a command may be named without all that it needs.
        ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => !is_block,
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => {
            match error.get(ContextKind::InvalidValue) {
                Some(ContextValue::String(value)) => is_gap(value),
                _ => false,
            }
        }
        _ => false,
    };
    (!allowed).then(|| error.to_string())
}

#[test]
fn every_command_of_the_guides_is_one_of_the_program() {
    let (mut found, mut wrong) = (0, Vec::new());
    for code in code() {
        for words in commands(&code) {
            found += 1;
            if let Some(why) = objection(&words, code.is_block) {
                wrong.push(format!(
                    "{}: tessera {}: {why}",
                    code.guide,
                    words.join(" ")
                ));
            }
        }
    }
    assert!(found > 60, "only {found} commands were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_command_that_does_not_exist_would_be_found() {
    let of = |text: &str, is_block| {
        let code = Code {
            guide: String::new(),
            text: text.to_owned(),
            is_block,
        };
        let found = commands(&code);
        assert_eq!(found.len(), 1, "{text}");
        objection(&found[0], is_block)
    };
    for wrong in [
        "tessera gm MATCH promote 2d",
        "tessera sync --often",
        "cargo run --release -- dance",
        "*/5 * * * *  tessera --config DIR/config.toml synch",
        "tessera new sign-of-the-pagan --dice marked",
        "argv=/usr/local/bin/tessera --config /srv/c.toml\n ingest - --from x",
    ] {
        assert!(of(&wrong.replace('\n', ""), true).is_some(), "{wrong}");
    }
    assert!(of("tessera gm", true).is_some(), "it lacks a match");
    assert!(of("tessera gm", false).is_none(), "it is only named");
    assert!(of("tessera new KEY --dice MODE", true).is_none());
}

/// Every long option of a command and of those below it.
fn options(command: &clap::Command, found: &mut BTreeSet<String>) {
    let longs = command.get_arguments().filter_map(clap::Arg::get_long);
    found.extend(longs.map(str::to_owned));
    for below in command.get_subcommands() {
        options(below, found);
    }
}

#[test]
fn every_option_and_every_inner_command_that_the_guides_name_exists() {
    let program = Cli::command();
    let mut known = BTreeSet::from(["help".to_owned()]);
    options(&program, &mut known);
    let mut named = 0;
    // The long checks are run by other programs, with options of their own.
    let spans = code().into_iter();
    let spans = spans.filter(|code| !code.is_block && code.guide != "docs/long-checks.md");
    for code in spans {
        let mut words = code.text.split(['=', ' ']);
        let (first, second) = (words.next().unwrap(), words.next().unwrap_or_default());
        if let Some(option) = first.strip_prefix("--").filter(|name| !name.is_empty()) {
            named += 1;
            assert!(known.contains(option), "{}: {first}", code.guide);
        }
        let command = program.find_subcommand(first);
        if let Some(command) = command.filter(|command| command.has_subcommands()) {
            let is_word = !second.is_empty() && second.bytes().all(|b| b.is_ascii_lowercase());
            let is_known = command.find_subcommand(second).is_some();
            assert!(is_known || !is_word, "{}: {}", code.guide, code.text);
        }
    }
    assert!(named >= 8, "only {named} options were found");
}

/// The keys of the shipped configuration, also those that stand there as comments.
fn keys() -> BTreeSet<(String, String)> {
    let shipped = fs::read_to_string(Path::new(ROOT).join("config.toml")).unwrap();
    let mut section = String::new();
    let mut keys = BTreeSet::new();
    for line in uncommented(&shipped).lines() {
        if line.starts_with('[') {
            line.trim_matches(['[', ']']).clone_into(&mut section);
        } else if let Some((key, _)) = line.split_once(" = ") {
            keys.insert((section.clone(), key.to_owned()));
        }
    }
    keys
}

#[test]
fn every_key_that_the_operators_guide_names_is_one_of_the_configuration() {
    let keys = keys();
    let is_word = |text: &str| {
        let bytes = text.bytes();
        !text.is_empty()
            && bytes
                .into_iter()
                .all(|b| b.is_ascii_lowercase() || b == b'_')
    };
    let mut named = 0;
    for code in code_of(&Path::new(ROOT).join("docs/operator.md")) {
        if code.is_block {
            continue;
        }
        let text = code.text.as_str();
        if let Some((section, key)) = text.split_once('.')
            && is_word(section)
            && is_word(key)
            && keys.iter().any(|(of, _)| of == section)
        {
            named += 1;
            let key = (section.to_owned(), key.to_owned());
            assert!(keys.contains(&key), "{text}");
        } else if let Some(rest) = text.strip_prefix('[') {
            named += 1;
            let (section, key) = rest.trim_start_matches('[').split_once(']').unwrap();
            let key = key.trim_start_matches(']').trim();
            let is_there =
                |(of, known): &(String, String)| of == section && (key.is_empty() || known == key);
            assert!(keys.iter().any(is_there), "{text}");
        } else if let Some((key, _)) = text.split_once(" = ").filter(|(key, _)| is_word(key)) {
            // Of other programs' files the guide names keys as well.
            if key != "recipient_delimiter" {
                named += 1;
                assert!(keys.iter().any(|(_, known)| known == key), "{text}");
            }
        }
    }
    assert!(named >= 10, "only {named} keys were found");
}

#[test]
fn every_piece_of_a_configuration_in_the_guides_loads() {
    let mut loaded = 0;
    let blocks = code().into_iter().filter(|code| code.is_block);
    for code in blocks.filter(|code| code.text.trim_start().starts_with('[')) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        fs::write(&file, format!("{SMALLEST}\n{}", code.text)).unwrap();
        let config = Config::load(&file);
        assert!(config.is_ok(), "{}: {}", code.guide, config.unwrap_err());
        loaded += 1;
    }
    assert!(loaded >= 1);
}
