//! The player's guide: every order in it can be given.

use std::fs;
use std::path::Path;

use tesserarius::engine::{DryDice, Judged, Seat};
use tesserarius::games;

use super::by_file::in_the_first_activation;
use super::support::terms::standard;

/// The lines of the guide's examples between two headings.
fn examples(from: &str, to: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/player.md");
    let guide = fs::read_to_string(path).unwrap();
    let part = guide.split(from).nth(1).unwrap().split(to).next().unwrap();
    let lines = part.lines().filter_map(|line| line.strip_prefix("    "));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_examples_of_units_paths_conditions_and_plans_are_orders() {
    let table = in_the_first_activation();
    let lines = examples("### Units, groups, paths", "### The file");
    assert!(lines.len() >= 16, "{lines:?}");
    table.write(&lines.join("\n"));
    let (code, checked) = table.0.json("check first --as hun orders.txt --json");
    assert_eq!(code, 0, "{checked}");
    let told = checked["lines"].as_array().unwrap();
    for line in told {
        assert_ne!(line["verdict"], "talk", "{line}");
    }
    assert_eq!(
        told.len(),
        lines.len() - 1,
        "ENDPLAN has no line of its own"
    );
}

#[test]
fn the_proposal_of_the_guide_can_be_played() {
    let lines = examples("## From the invitation", "## Orders");
    let proposal = lines.iter().find_map(|line| line.strip_prefix("PROPOSE "));
    let (name, value) = proposal.unwrap().split_once(" = ").unwrap();
    let table = in_the_first_activation();
    let (code, out, err) = table
        .0
        .run(&format!("new sign --id other --option {name}={value}"));
    assert_eq!(code, 0, "{out}{err}");
}

/// Words of the invitation, conditions and plans: what they need around them is shown elsewhere.
const PARTS: [&str; 7] = ["PROPOSE", "ACCEPT", "HOST", "IF", "PAUSE", "PLAN", "PHRASE"];
/// Words that are whole lines.
const ALONE: [&str; 11] = [
    "GO", "WAIT", "ADD", "CHECK", "PASS", "HELP", "RESIGN", "UNDO", "REMATCH", "VOID", "RELEASE",
];

/// What the player's guide shows as no order.
const MISTYPED: &str = "MVOE HL2 TO 1509";

/// The lines that a guide names in its sentences.
fn named(guide: &str) -> Vec<String> {
    let prose = guide.lines().filter(|line| !line.starts_with("    "));
    let prose = prose.collect::<Vec<_>>().join(" ");
    let spans = prose.split('`').skip(1).step_by(2);
    let spans = spans.map(|span| span.split_whitespace().collect::<Vec<_>>());
    let lines = spans.filter(|words| match words.as_slice() {
        [word] => ALONE.contains(word),
        [first, rest @ ..] => {
            let is_verb = first.len() > 1 && first.bytes().all(|b| b.is_ascii_uppercase());
            is_verb && !PARTS.contains(first) && !rest.contains(&"...")
        }
        [] => false,
    });
    lines.map(|words| words.join(" ")).collect()
}

#[test]
fn every_line_that_the_guides_name_in_a_sentence_is_understood() {
    let entry = games::find("sign-of-the-pagan").unwrap();
    let mut play = (entry.start)(&standard(&[])).unwrap();
    play.run(&mut DryDice);
    let mut understood = 0;
    for guide in ["player", "gm", "operator"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/{guide}.md"));
        for line in named(&fs::read_to_string(path).unwrap()) {
            let whole = match line.starts_with("MESSAGE ") {
                true => format!("{line}\nwords\nENDMESSAGE"),
                false => line.clone(),
            };
            let reading = play.read(Seat(0), &whole);
            let is_bad = |judged| matches!(judged, Judged::Unreadable | Judged::Talk);
            let lines = reading.lines.iter();
            assert_eq!(
                lines.clone().any(|line| is_bad(line.verdict)),
                line == MISTYPED,
                "docs/{guide}.md: {line}: {reading:#?}"
            );
            assert!(
                lines.len() + reading.wanted.len() > 0,
                "docs/{guide}.md: {line}"
            );
            understood += 1;
        }
    }
    assert!(understood >= 40, "only {understood} lines were found");
}
