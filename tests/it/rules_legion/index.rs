//! The rule index, the guide, the checklist and the worked examples against each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tesserarius::games::legion::data::{LegionData, Melee, shipped_files};
use tesserarius::games::legion::options::OPTIONS;
use tesserarius::games::legion::rules::{self, PROSE, RULES, RULINGS};

use crate::support::checklist::{self, Row};

const GUIDE: &str = include_str!("../../../docs/rules/legion.md");
const ROWS: &str = include_str!("../../cases/legion/rows.toml");

/// Returns the numbered headings of the guide with their titles, in order.
fn headings() -> Vec<(&'static str, &'static str)> {
    let lines = GUIDE.lines().filter_map(|line| line.strip_prefix("### "));
    lines.filter_map(|line| line.split_once(' ')).collect()
}

#[test]
fn every_rule_and_ruling_is_a_heading_with_the_same_title_and_every_other_is_prose() {
    let headings = headings();
    let titles: BTreeMap<&str, &str> = headings.iter().copied().collect();
    assert_eq!(titles.len(), headings.len(), "a heading occurs twice");
    for rule in RULES.iter().chain(RULINGS) {
        assert_eq!(
            titles.get(rule.number),
            Some(&rule.title),
            "{}",
            rule.number
        );
    }
    for number in PROSE {
        assert!(titles.contains_key(number), "{number} has no heading");
        assert!(rules::find(number).is_none(), "{number} is in both lists");
    }
    for number in titles.keys() {
        assert!(
            rules::find(number).is_some() || PROSE.contains(number),
            "{number}"
        );
    }
}

#[test]
fn rules_stand_in_the_order_of_the_book() {
    let key = |number: &str| {
        let own = number.starts_with('L');
        let (chapter, section) = number
            .trim_start_matches('L')
            .split_once('.')
            .expect("a point");
        (
            own,
            chapter.parse::<u8>().expect("a chapter"),
            section.to_owned(),
        )
    };
    let is_sorted = |numbers: Vec<&str>| numbers.is_sorted_by_key(|number| key(number));
    assert!(is_sorted(RULES.iter().map(|rule| rule.number).collect()));
    assert!(is_sorted(PROSE.to_vec()));
    let ruling = |number: &str| {
        number
            .trim_start_matches('R')
            .parse::<u16>()
            .expect("a number")
    };
    assert!(RULINGS.is_sorted_by_key(|rule| ruling(rule.number)));
    let book = headings().into_iter().map(|(number, _)| number);
    assert!(is_sorted(
        book.filter(|number| !number.starts_with('R')).collect()
    ));
}

#[test]
fn every_source_of_an_option_exists() {
    for info in OPTIONS {
        assert!(
            rules::find(info.source).is_some() || PROSE.contains(&info.source),
            "{}",
            info.name
        );
    }
}

fn prints(row: &str) {
    assert!(
        GUIDE.lines().any(|line| line == row),
        "the guide lacks\n{row}"
    );
}

#[test]
fn the_guide_prints_the_options_as_they_are() {
    for info in OPTIONS {
        let values = info.values.iter().enumerate().map(|(index, value)| {
            let bold = if index == 0 { "**" } else { "" };
            format!("{bold}{}{bold}: {}", value.key, value.meaning)
        });
        let values = values.collect::<Vec<_>>().join("; ");
        prints(&format!(
            "| `{}` | {} | {} | {values} |",
            info.name, info.source, info.subject
        ));
    }
}

#[test]
fn the_guide_marks_what_is_reconstructed() {
    let data = LegionData::load(&shipped_files()).expect("the shipped files are sound");
    let forms: Vec<_> = data.kinds.forms.iter().map(|form| form.kind).collect();
    for (id, kind) in data.kinds.iter() {
        if kind.is_leader() || forms.contains(&id) {
            continue;
        }
        let star = |value: &str| {
            let own = data
                .kinds
                .provenance
                .iter()
                .filter(|(key, ..)| *key == kind.key);
            let all = own.clone().find(|(_, name, _)| name == "all");
            let found = own.clone().find(|(_, name, _)| name == value).or(all);
            let made =
                found.is_some_and(|(.., origin)| origin.to_string().starts_with("reconstructed"));
            if made { "*" } else { "" }
        };
        let fire = if kind.has_fire() {
            format!(
                "{}{}/{}{}",
                kind.fire,
                star("fire"),
                kind.range,
                star("range")
            )
        } else {
            "-".to_owned()
        };
        let melee = match kind.melee {
            Melee::Dot => "dot".to_owned(),
            Melee::Strength(strength) if kind.bracket => format!("[{strength}]"),
            Melee::Strength(strength) => strength.to_string(),
        };
        prints(&format!(
            "| {} | {} | {}{} | {fire} | {melee}{} | {}{} | {}{} |",
            kind.key,
            kind.name,
            kind.class,
            star("class"),
            star("melee"),
            kind.ma,
            star("ma"),
            kind.worth,
            star("worth"),
        ));
    }
}

#[test]
fn the_guide_prints_the_results_table_and_every_army_as_they_are() {
    let data = LegionData::load(&shipped_files()).expect("the shipped files are sound");
    for (die, row) in data.results.rows() {
        let cells: Vec<&str> = row
            .iter()
            .map(|result| match result.word() {
                "NONE" => ".",
                word => word,
            })
            .collect();
        prints(&format!("| {die} | {} |", cells.join(" | ")));
    }
    for army in data.scenarios.iter().flat_map(|scenario| &scenario.armies) {
        let level = army
            .panic_level
            .map_or("none".to_owned(), |level| level.to_string());
        let start = format!("| {}", army.name);
        let middle = format!(" | {} | {level} | {}", army.worth, army.stacking);
        let found = GUIDE.lines().any(|line| {
            let units = army.units.iter().all(|&(kind, count)| {
                line.contains(&format!("{count} {}", data.kinds.get(kind).key))
            });
            line.starts_with(&start) && line.contains(&middle) && units
        });
        assert!(found, "the guide lacks {} {middle}", army.name);
    }
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Standard,
    Opt,
    Own,
    Ruling,
}

fn rows() -> Vec<Row<Scope>> {
    checklist::rows(ROWS)
}

#[test]
fn the_checklist_has_386_rows_each_under_its_rule() {
    let rows = rows();
    assert_eq!(rows.len(), 386);
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), rows.len());
    for row in &rows {
        let is_known = rules::find(&row.rule).is_some() || PROSE.contains(&row.rule.as_str());
        assert!(is_known && !row.demand.is_empty(), "{}", row.id);
        // The tracks of points have no number of their own.
        assert!(
            row.id.starts_with(&row.rule) || row.id == "TRK",
            "{}",
            row.id
        );
        let own = match row.rule.as_bytes()[0] {
            b'L' => row.scope == Scope::Own,
            b'R' => row.scope == Scope::Ruling,
            _ => matches!(row.scope, Scope::Standard | Scope::Opt),
        };
        assert!(own, "{}: {:?}", row.id, row.scope);
    }
}

#[test]
fn every_rule_has_a_row_of_the_checklist() {
    let rows = rows();
    for number in RULES
        .iter()
        .map(|rule| rule.number)
        .chain(PROSE.iter().copied())
    {
        // Scenarios without rules of their own are shown by their verdicts.
        let is_scenario = ["L3.", "L4.", "L5."]
            .iter()
            .any(|chapter| number.starts_with(chapter));
        assert!(
            is_scenario || rows.iter().any(|row| row.rule == number),
            "{number}"
        );
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// Returns the names of all tests that could show a rule, and of all worked examples.
fn shown() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("tests/it"), &mut files);
    sources(&root.join("src/games/legion"), &mut files);
    let mut names = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).expect("it can be read");
        let mut is_test = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with("fn ") && is_test {
                let name = line.trim_start_matches("fn ").split('(').next();
                names.extend(name.map(str::to_owned));
            }
            is_test = line == "#[test]";
        }
    }
    for entry in fs::read_dir(root.join("tests/cases/legion")).expect("there are cases") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|end| end == "json") {
            let text = fs::read_to_string(path).expect("it can be read");
            let game = tesserarius::games::find("legion").expect("the game is listed");
            let examples = (game.examples)(&text).unwrap_or_else(|errors| panic!("{errors}"));
            names.extend(examples.ids().iter().map(|&id| id.to_owned()));
        }
    }
    names
}

#[test]
fn every_row_is_shown_by_a_test_or_an_example_that_there_is() {
    let shown = shown();
    let missing: Vec<_> = rows()
        .into_iter()
        // The scale and the list of what is in the box: there is nothing to enforce.
        .filter(|row| !["2.1", "3.5"].contains(&row.id.as_str()) && !shown.contains(&row.by))
        .map(|row| format!("{}: {}", row.id, row.by))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
