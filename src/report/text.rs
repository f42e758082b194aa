//! The text part of a report: a person in a terminal or a telephone can play from it alone.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::{Bearing, Counter, Idiom, Note, Question};

use super::ascii::{self, WIDTH};
use super::model::{Around, Awaited, Branch, Heading, Report, Unmet};
use super::story::{self, Told};
use super::templates::{TemplateError, Templates};
use super::window::Window;

/// The most rows of the close view.
const CLOSE_ROWS: u8 = 10;

/// The most lines of the summary.
const SUMMARY: usize = 5;

/// The form that a report brings to whoever is asked: lines to be filled in, no orders as they stand.
pub const FORM: &str = "\
BEGIN ORDERS
# one order a line over the strokes; what is left does not count
____
____
____
____
____
____
END
";

/// What the template of a question gets.
#[derive(Serialize)]
struct QuestionFacts<'a> {
    key: &'a str,
    f: &'a Map<String, Value>,
    default: &'a Option<String>,
}

/// What the templates of head and summary get.
#[derive(Serialize)]
struct HeadFacts<'a> {
    head: &'a Map<String, Value>,
    side: &'a Option<String>,
    d: &'a Map<String, Value>,
    /// Whether the match is over, by the rules or otherwise.
    over: bool,
}

/// A question in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Put<'a> {
    text: String,
    examples: &'a [String],
    default: &'a Option<String>,
}

/// A line that came to nothing, with the story of how.
#[derive(Debug, Serialize)]
struct UnmetFacts<'a> {
    #[serde(flatten)]
    facts: &'a Unmet,
    story: Vec<String>,
}

/// Which way a line went, with the story of what stopped it.
#[derive(Debug, Serialize)]
struct BranchFacts<'a> {
    #[serde(flatten)]
    facts: &'a Branch,
    story: Vec<String>,
}

/// What every form of a report says in the same words.
#[derive(Debug, Serialize)]
pub(super) struct Worded<'a> {
    heading: &'a Heading,
    side: &'a Option<String>,
    stop: Option<u32>,
    head: String,
    summary: Vec<String>,
    pub(super) story: Vec<Told>,
    unmet: Vec<UnmetFacts<'a>>,
    branches: Vec<BranchFacts<'a>>,
    questions: Vec<Put<'a>>,
    awaited: &'a [Awaited],
    standing: &'a [String],
    around: &'a Around,
    form: Option<&'static str>,
}

/// What the template of the text gets beside the words.
#[derive(Serialize)]
struct TextFacts<'a> {
    #[serde(flatten)]
    worded: &'a Worded<'a>,
    title: String,
    told: String,
    has_map: bool,
    close: String,
    small: String,
    legend: String,
    units: String,
}

/// Writes a report as text of at most 76 columns.
///
/// # Errors
/// What is wrong with a template.
pub fn report(templates: &Templates, report: &Report) -> Result<String, TemplateError> {
    let worded = words(templates, report)?;
    let most = (ascii::most_across(&report.board, WIDTH), CLOSE_ROWS);
    let window = Window::around(&report.board, &report.focus(), most);
    let facts = TextFacts {
        title: title(&report.heading),
        told: story::as_text(&worded.story),
        has_map: report.has_map(),
        close: window
            .as_ref()
            .map(|window| ascii::close(&report.board, window))
            .unwrap_or_default(),
        small: ascii::small(&report.board, &letters(&report.heading)),
        legend: ascii::legend(&report.board, &report.heading, window.is_some()),
        units: units(report),
        worded: &worded,
    };
    Ok(fold(&templates.render("report/report.txt", &facts)?))
}

/// Words what every form of a report says.
pub(super) fn words<'a>(
    templates: &Templates,
    report: &'a Report,
) -> Result<Worded<'a>, TemplateError> {
    let game = &report.heading.game;
    let chain = |notes: &[Note]| -> Result<Vec<String>, TemplateError> {
        let told = story::tell(templates, game, notes)?;
        Ok(told.into_iter().map(|told| told.words).collect())
    };
    let mut unmet = Vec::new();
    for facts in &report.unmet {
        let story = chain(&facts.chain)?;
        unmet.push(UnmetFacts { facts, story });
    }
    let mut branches = Vec::new();
    for facts in &report.branches {
        let story = chain(&facts.chain)?;
        branches.push(BranchFacts { facts, story });
    }
    Ok(Worded {
        heading: &report.heading,
        side: &report.side,
        stop: report.stop,
        head: head(templates, report)?,
        summary: summary(templates, report)?,
        story: story::tell(templates, game, &report.notes)?,
        unmet,
        branches,
        questions: questions(templates, report)?,
        awaited: &report.awaited,
        standing: &report.standing,
        around: &report.around,
        form: report.asks_reader().then_some(FORM),
    })
}

/// Words how things stand.
pub(super) fn head(templates: &Templates, report: &Report) -> Result<String, TemplateError> {
    let name = format!("report/{}/head.txt", report.heading.game);
    let text = templates.render(&name, &head_facts(report))?;
    Ok(text.trim().to_owned())
}

fn head_facts(report: &Report) -> HeadFacts<'_> {
    HeadFacts {
        head: &report.head,
        side: &report.side,
        d: &report.digest,
        over: report.around.over,
    }
}

/// Words what is asked of the reader.
pub(super) fn questions<'a>(
    templates: &Templates,
    report: &'a Report,
) -> Result<Vec<Put<'a>>, TemplateError> {
    let name = format!("report/{}/question.txt", report.heading.game);
    let put = |question: &'a Question| {
        let facts = QuestionFacts {
            key: question.key,
            f: &question.facts,
            default: &question.default,
        };
        Ok(Put {
            text: templates.render(&name, &facts)?.trim().to_owned(),
            examples: &question.examples,
            default: &question.default,
        })
    };
    report.questions.iter().map(put).collect()
}

/// The first five lines of the game's summary, the most important first; nothing where nothing happened.
fn summary(templates: &Templates, report: &Report) -> Result<Vec<String>, TemplateError> {
    if report.notes.is_empty() || report.digest.is_empty() {
        return Ok(Vec::new());
    }
    let name = format!("report/{}/summary.txt", report.heading.game);
    let text = templates.render(&name, &head_facts(report))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.take(SUMMARY).map(str::to_owned).collect())
}

/// Title and scenario on the left, the match on the right.
fn title(heading: &Heading) -> String {
    let left = format!("{}: {}", heading.title, heading.scenario);
    let right = format!("match {}", heading.id);
    let room = WIDTH
        .saturating_sub(left.chars().count())
        .max(right.chars().count() + 1);
    format!("{left}{right:>room$}")
}

/// The letter of each side on the small map: the first of its key.
pub fn letters(heading: &Heading) -> Vec<char> {
    let sides = heading.parties.iter();
    sides
        .filter_map(|party| party.side.chars().next())
        .collect()
}

/// The units on the map in a table, as many columns of it as the width takes, a side after the other.
fn units(report: &Report) -> String {
    let mut text = String::new();
    let idiom = &report.board.idiom;
    for (side, party) in report.heading.parties.iter().enumerate() {
        let counters = report.counters(side as u8);
        text += &format!(
            "{}: {} on the map\n",
            party.side.to_uppercase(),
            counters.len()
        );
        let longest = |of: fn(&Counter) -> usize, least: usize| {
            counters
                .iter()
                .map(|counter| of(counter))
                .max()
                .unwrap_or(0)
                .max(least)
        };
        let id = longest(|counter| counter.id.len(), 4);
        let strength = longest(|counter| counter.strength.len(), 6);
        let row = |columns: [&str; 4], state: &str| {
            let [name, hex, facing, rating] = columns;
            format!("{name:<id$} {hex:<4} {facing:<4} {rating:<strength$} {state}")
        };
        let cells: Vec<String> = counters
            .iter()
            .map(|counter| {
                let facing = faces(counter, idiom);
                let hex = counter.hex.to_string();
                row(
                    [&counter.id, &hex, &facing, &counter.strength],
                    &state(counter, idiom),
                )
            })
            .collect();
        let head = row(["unit", "hex", "face", "rating"], "state");
        text += &in_columns(&head, &cells);
    }
    text
}

/// Sets cells under their heading, down the first column before the second begins.
fn in_columns(head: &str, cells: &[String]) -> String {
    let wide = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0);
    let wide = wide.max(head.chars().count());
    let columns = ((WIDTH + 3) / (wide + 3)).clamp(1, 2);
    let rows = cells.len().div_ceil(columns);
    let line = |row: &[&str]| {
        let cells: Vec<String> = row.iter().map(|cell| format!("{cell:<wide$}")).collect();
        format!("  {}\n", cells.join("   ").trim_end())
    };
    let heads = cells.chunks(rows.max(1)).map(|_| head).collect::<Vec<_>>();
    let mut text = line(&heads);
    for row in 0..rows {
        let row: Vec<&str> = cells
            .iter()
            .skip(row)
            .step_by(rows)
            .map(String::as_str)
            .collect();
        text += &line(&row);
    }
    text
}

/// Where a counter faces, as orders write it.
pub(super) fn faces(counter: &Counter, idiom: &Idiom) -> String {
    let Some(facing) = counter.facing else {
        return String::new();
    };
    let name = idiom.bearing.name(facing);
    match idiom.bearing {
        Bearing::Hours => format!("F{name}"),
        Bearing::Compass => name,
    }
}

/// What is to be said of a counter beside its place and strength.
pub(super) fn state(counter: &Counter, idiom: &Idiom) -> String {
    let mut flags: Vec<&str> = counter
        .states(idiom)
        .iter()
        .map(|sign| sign.short)
        .collect();
    flags.extend(counter.leader.then_some("+leader"));
    flags.join(" ")
}

/// Folds lines that are too long, keeping their indentation, a bar before them, and two columns more.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_end();
        if line.chars().count() <= WIDTH {
            folded.push_str(line);
        } else {
            let words = line.trim_start();
            let bar = if words.starts_with("| ") { "| " } else { "" };
            let indent = " ".repeat(line.len() - words.len());
            let hanging = format!("{indent}{bar}  ");
            let options = textwrap::Options::new(WIDTH)
                .initial_indent(&indent)
                .subsequent_indent(&hanging)
                .word_separator(textwrap::WordSeparator::AsciiSpace)
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            folded.push_str(&textwrap::wrap(words, options).join("\n"));
        }
        folded.push('\n');
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_runs_down_its_columns_and_names_each() {
        let cells: Vec<String> = (1..=5).map(|n| format!("cell {n}")).collect();
        assert_eq!(
            in_columns("head", &cells),
            "  head     head\n  cell 1   cell 4\n  cell 2   cell 5\n  cell 3\n"
        );
        let wide = vec!["x".repeat(60), "y".repeat(60)];
        assert_eq!(in_columns("head", &wide).lines().count(), 3);
    }

    #[test]
    fn long_lines_fold_below_their_own_indentation() {
        let line = format!("  | {}", "word ".repeat(20));
        let folded = fold(&line);
        assert!(folded.lines().all(|line| line.len() <= WIDTH));
        assert!(
            folded
                .lines()
                .nth(1)
                .expect("it folds")
                .starts_with("  |   word")
        );
    }
}
