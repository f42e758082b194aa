//! `tessera recover`: a match whose database is older than its log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::Cli;
use super::site::{Make, Opened, match_id};
use super::{CliResult, papers, print_json};
use crate::config::Transport;
use crate::desk::Recovered;
use crate::report::text::fold;
use crate::store::MatchId;
use crate::wording::counted;

/// Rebuild a match of a restored database from its log file and from mails
#[derive(Debug, Args)]
#[command(after_help = "\
The log file in the data folder and the site's own outgoing mailbox are read in any case.")]
pub struct RecoverArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// Mails of the players, parts of the record, folders of these
    #[arg(value_name = "FILE|FOLDER")]
    papers: Vec<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns its exit code.
pub fn run(cli: &Cli, args: &RecoverArgs, out: &mut dyn Write) -> CliResult {
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    let sent = opened
        .config
        .as_ref()
        .and_then(|config| match &config.transport {
            Transport::Maildir(path) if path.is_dir() => Some(path.clone()),
            _ => None,
        });
    let paths = args.papers.iter().chain(&sent).map(PathBuf::as_path);
    let held = papers::read(paths.collect::<Vec<&Path>>())?;
    let done = opened.at_desk(|desk| desk.recover(&id, &held))?;
    if args.json {
        let document = json!({
            "match": id.to_string(),
            "taken_back": done.taken_back,
            "added": done.added,
            "entries": done.entries,
            "runs": done.runs,
            "stop": done.stop,
            "vacant": done.vacant,
            "is_inviting": done.is_inviting,
            "was_needed": done.was_needed,
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    let by_mail = opened.site.post.is_some();
    for (head, sentences) in ["Found", "Done", "Now"]
        .into_iter()
        .zip(told(&id, &done, by_mail))
    {
        write!(
            out,
            "{}",
            fold(&format!("{head}: {}", sentences.join("\n  ")))
        )?;
    }
    Ok(0)
}

/// Says what was found, what was done, and what is to be done now.
fn told(id: &MatchId, done: &Recovered, by_mail: bool) -> [Vec<String>; 3] {
    if !done.was_needed {
        let found = match done.is_inviting {
            true => format!("match {id} is well; it waits for its players to accept it."),
            false => format!("match {id} is well; its database has every entry of its log."),
        };
        return [
            vec![found],
            vec!["nothing was changed, and nobody is told.".to_owned()],
            vec!["there is nothing to do.".to_owned()],
        ];
    }
    let mut now = done
        .vacant
        .iter()
        .map(|side| seat_again(id, side))
        .collect::<Vec<_>>();
    let letters = match (by_mail, done.stop.is_some() || done.is_inviting) {
        (true, true) => {
            "run `tessera sync`: letters to the players wait (a `serve` that runs sends them by itself)."
        }
        (false, true) => "file again what was filed for the open stop since the copy was made.",
        (_, false) => "there is nothing to do.",
    };
    now.push(letters.to_owned());
    [found(id, done), did(id, done, by_mail), now]
}

fn found(id: &MatchId, done: &Recovered) -> Vec<String> {
    if done.is_inviting {
        return vec![format!(
            "match {id} comes from a copy of the database, and had not started; answers since the copy are lost."
        )];
    }
    let entries = |count| counted(count, "entry", "entries");
    let mut found = vec![match done.added {
        0 => format!("the database of match {id} has every entry of its log."),
        added => format!(
            "the database of match {id} lacked {} of the {} of its log.",
            entries(added),
            done.entries
        ),
    }];
    if done.taken_back > 0 {
        found.push(format!(
            "It had {} that the log has otherwise.",
            entries(done.taken_back)
        ));
    }
    found
}

fn did(id: &MatchId, done: &Recovered, by_mail: bool) -> Vec<String> {
    if done.is_inviting {
        return vec![match by_mail {
            true => {
                "whoever has not accepted, as far as the copy knows, is asked once more.".to_owned()
            }
            false => "nothing had to be rebuilt.".to_owned(),
        }];
    }
    let mut did = Vec::new();
    if done.taken_back > 0 {
        let were = counted(done.taken_back, "entry was", "entries were");
        did.push(format!("{were} taken back from the database."));
    }
    did.push(match done.added {
        0 => "nothing had to be made once more.".to_owned(),
        added => format!(
            "{} made once more, with {}; each came out, byte for byte, as the log says.",
            counted(added, "entry was", "entries were"),
            counted(done.runs, "run", "runs")
        ),
    });
    did.push(match done.stop {
        Some(stop) if by_mail => format!(
            "Match {id} takes orders again; it waits at stop {stop}. What players had sent for that stop since the \
             copy is lost: they are asked to send it again, with their whole time anew."
        ),
        Some(stop) => format!("Match {id} takes orders again; it waits at stop {stop}."),
        None => format!("Match {id} is over."),
    });
    did
}

fn seat_again(id: &MatchId, side: &str) -> String {
    format!(
        "give {side} back to whoever took it over, since his address is in none of the papers:\n    \
         tessera gm {id} substitute {side} ADDRESS"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_is_told_as_what_was_found_what_was_done_and_what_to_do() {
        let done = Recovered {
            taken_back: 1,
            added: 5,
            entries: 31,
            runs: 2,
            stop: Some(7),
            vacant: vec!["hun".to_owned()],
            is_inviting: false,
            was_needed: true,
        };
        let id = "m1".parse().expect("a name");
        let [found, did, now] = told(&id, &done, true).map(|sentences| sentences.join("\n"));
        assert_eq!(
            found,
            "the database of match m1 lacked 5 entries of the 31 of its log.\nIt had 1 entry that the log has otherwise."
        );
        for said in [
            "1 entry was taken back",
            "5 entries were made once more, with 2 runs",
            "it waits at stop 7",
            "they are asked to send it again",
        ] {
            assert!(did.contains(said), "{said}: {did}");
        }
        assert!(
            now.contains("\n    tessera gm m1 substitute hun ADDRESS\n")
                && now.contains("`tessera sync`"),
            "{now}"
        );
        let over = Recovered {
            stop: None,
            vacant: Vec::new(),
            ..done
        };
        let [_, did, now] = told(&id, &over, true);
        assert!(did[2].contains("is over"), "{did:?}");
        assert_eq!(now, ["there is nothing to do."]);
    }
}
