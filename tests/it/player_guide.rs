//! The player's guide: every order in it can be given.

use std::fs;
use std::path::Path;

use super::by_file::in_the_first_activation;

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
