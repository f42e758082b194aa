//! The rule index, the document and the checklist against each other.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use tesserarius::games::provenance::Origin;
use tesserarius::games::sign_of_the_pagan::data::{ClassId, GameData, Mark};
use tesserarius::games::sign_of_the_pagan::options::OPTIONS;
use tesserarius::games::sign_of_the_pagan::rules::{self, PROSE, RULES, RULINGS};

use crate::support::checklist::{self, Row};

const DOCUMENT: &str = include_str!("../../../docs/rules/sign-of-the-pagan.md");
const ROWS: &str = include_str!("../../cases/sign-of-the-pagan/rows.toml");

/// Returns the numbered headings of the document with their titles, in order.
fn headings() -> Vec<(&'static str, &'static str)> {
    let lines = DOCUMENT.lines().filter(|line| line.starts_with('#'));
    let titles = lines.filter_map(|line| line.trim_start_matches('#').trim().split_once(' '));
    titles.filter(|(word, _)| is_number(word)).collect()
}

fn is_number(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    word == "TEC"
        || word.strip_prefix('Q').is_some_and(digits)
        || (word.contains('.') && word.split('.').all(digits))
}

#[test]
fn every_rule_and_ruling_is_a_heading_with_the_same_title() {
    let headings: BTreeMap<&str, &str> = headings().into_iter().collect();
    for rule in RULES.iter().chain(RULINGS) {
        assert_eq!(
            headings.get(rule.number),
            Some(&rule.title),
            "{}",
            rule.number
        );
    }
}

#[test]
fn every_numbered_heading_is_a_rule_or_prose() {
    for (number, title) in headings() {
        let is_known = rules::find(number).is_some() || PROSE.contains(&number);
        assert!(is_known, "{number} {title}");
    }
}

#[test]
fn no_number_occurs_twice_in_index_and_prose() {
    let indexed = RULES.iter().chain(RULINGS).map(|rule| rule.number);
    let mut seen = BTreeSet::new();
    for number in indexed.chain(PROSE.iter().copied()) {
        assert!(seen.insert(number), "{number} occurs twice");
    }
    let numbers: BTreeSet<&str> = headings().iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.len(), headings().len(), "a heading occurs twice");
    for number in PROSE {
        assert!(
            numbers.contains(number),
            "{number} is prose without a heading"
        );
    }
}

#[test]
fn rules_and_headings_stand_in_the_order_of_the_book() {
    let key = |number: &str| -> Vec<u8> {
        let number = if number == "TEC" { "6.6" } else { number };
        number
            .trim_start_matches('Q')
            .split('.')
            .map(|part| part.parse().expect("a number"))
            .collect()
    };
    assert!(RULES.is_sorted_by_key(|rule| key(rule.number)));
    assert!(RULINGS.is_sorted_by_key(|rule| key(rule.number)));
    let headings = headings();
    let (rulings, book): (Vec<_>, Vec<_>) = headings
        .iter()
        .partition(|(number, _)| number.starts_with('Q'));
    assert!(book.is_sorted_by_key(|(number, _)| key(number)));
    assert!(rulings.is_sorted_by_key(|(number, _)| key(number)));
}

#[test]
fn every_source_of_an_option_exists() {
    for info in OPTIONS {
        let is_known = info.source.is_empty() || rules::find(info.source).is_some();
        assert!(is_known, "{}: {}", info.name, info.source);
    }
}

#[test]
fn the_document_prints_the_options_as_they_are() {
    for info in OPTIONS {
        let values = info.values.iter().enumerate().map(|(index, value)| {
            let bold = if index == 0 { "**" } else { "" };
            format!("{bold}{}{bold}: {}", value.key, value.meaning)
        });
        let values = values.collect::<Vec<_>>().join("; ");
        let row = format!(
            "| `{}` | {} | {} | {values} |",
            info.name, info.source, info.subject
        );
        assert!(
            DOCUMENT.lines().any(|line| line == row),
            "the document lacks\n{row}"
        );
    }
}

#[test]
fn the_document_prints_the_ratings_as_they_are() {
    let data = GameData::shipped();
    for (index, class) in data.counters.classes.iter().enumerate() {
        let mut units = data.counters.roster.units.iter();
        let unit = units
            .find(|unit| unit.class == ClassId(index as u8))
            .expect("a class has units");
        let star = |origin: Origin| {
            if origin == Origin::Reconstructed {
                "*"
            } else {
                ""
            }
        };
        let mark = |mark| match mark {
            Mark::None => "",
            Mark::WhiteRing => " ring",
            Mark::WhiteSquare => " square",
        };
        let red = if unit.ferocity { " red" } else { "" };
        let from = &class.provenance;
        let row = format!(
            "| `{}` | {} | {} | {} | {} | {} | {}{}{}{} / {}{}{} | {}/{}{} | {}{} |",
            class.id,
            class.alias,
            class.count,
            unit.kind.code(),
            unit.contingent.key(),
            unit.tribe,
            unit.good.shock,
            star(from.shock.origin),
            mark(unit.good.mark),
            if unit.ferocity {
                format!("{red}{}", star(from.mark.origin))
            } else {
                String::new()
            },
            unit.disordered.shock,
            star(from.disordered_shock.origin),
            mark(unit.disordered.mark),
            unit.good.ma,
            unit.disordered.ma,
            star(from.ma.origin),
            unit.bow.map_or("-", |bow| bow.letter()),
            star(from.bow.origin),
        );
        assert!(
            DOCUMENT.lines().any(|line| line == row),
            "the document lacks\n{row}"
        );
    }
}

#[derive(Deserialize, PartialEq, Eq, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Standard,
    Card,
    Opt,
}

fn rows() -> Vec<Row<Scope>> {
    checklist::rows(ROWS)
}

#[test]
fn the_checklist_has_207_rows_each_under_its_rule() {
    let rows = rows();
    assert_eq!(rows.len(), 207);
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(ids.len(), rows.len());
    for row in &rows {
        let bare = row.rule.trim_end_matches(".0");
        // The checklist numbers the last sentence of 9.5.4, which speaks of all of 9.5, by itself.
        assert!(
            row.id.starts_with(bare) && !row.demand.is_empty(),
            "{}",
            row.id
        );
        assert!(rules::find(&row.rule).is_some(), "{}", row.id);
    }
}

#[test]
fn every_rule_has_a_row_of_the_checklist() {
    let rows = rows();
    for rule in RULES {
        assert!(
            rows.iter().any(|row| row.rule == rule.number),
            "{} {}",
            rule.number,
            rule.title
        );
    }
}
