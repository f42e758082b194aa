//! The text report: a person with a terminal or a telephone can play from it alone.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::{Counter, Note, Question, RollFacts};
use crate::geometry::Layout;

use super::ascii::{self, WIDTH, Window};
use super::model::{Awaited, Branch, Heading, Report, Unmet};
use super::templates::{TemplateError, Templates};

/// The most rows of the close view.
const CLOSE_ROWS: u8 = 10;

/// What the template of a note gets.
#[derive(Serialize)]
struct NoteFacts<'a> {
    key: &'a str,
    f: &'a Map<String, Value>,
    rules: Vec<&'a str>,
    #[serde(rename = "for")]
    purpose: Option<&'a str>,
    die: Option<String>,
    came: Option<&'a str>,
}

/// What the template of a question gets.
#[derive(Serialize)]
struct QuestionFacts<'a> {
    key: &'a str,
    f: &'a Map<String, Value>,
    default: &'a Option<String>,
}

/// What the template of the head gets.
#[derive(Serialize)]
struct HeadFacts<'a> {
    head: &'a Map<String, Value>,
    side: &'a Option<String>,
}

/// A line that came to nothing, with the story of how.
#[derive(Serialize)]
struct UnmetFacts<'a> {
    #[serde(flatten)]
    facts: &'a Unmet,
    story: Vec<String>,
}

/// Which way a line went, with the story of what stopped it.
#[derive(Serialize)]
struct BranchFacts<'a> {
    #[serde(flatten)]
    facts: &'a Branch,
    story: Vec<String>,
}

#[derive(Serialize)]
struct Asked<'a> {
    text: String,
    examples: &'a [String],
}

/// What the template of the whole report gets.
#[derive(Serialize)]
struct ReportFacts<'a> {
    heading: &'a Heading,
    side: &'a Option<String>,
    head: String,
    stop: Option<u32>,
    story: String,
    unmet: Vec<UnmetFacts<'a>>,
    branches: Vec<BranchFacts<'a>>,
    questions: Vec<Asked<'a>>,
    awaited: &'a [Awaited],
    standing: &'a [String],
    close: String,
    small: String,
    legend: &'a str,
    units: String,
}

/// How to read the two maps.
pub const LEGEND: &str = "\
Close view: . clear, w woods, v village, then the unit's short name; below it
the level (1 a hill), the facing by clock hour, d Disordered, * Engaged and
+ Attila; ~~~ and | stand for the river on that side of the hex.
Whole field: H and R units in good order, h and r Disordered, ^ a hill.";

/// How to read the two maps where units stand in stacks on flat-topped hexes.
pub const STACK_LEGEND: &str = "\
Close view: even columns lie half a hex lower. . clear, w woods, v village,
s swamp, r river, f ford, b bridge, then the unit on top (1 a slope, 2 a
hilltop where nobody stands); below it how many stand there, d for disrupted
and * for Contact. Whole field: the first letter of a side, small where the
unit on top is disrupted; ^ a height.";

/// Writes a report as text of at most 76 columns.
///
/// # Errors
/// What is wrong with a template.
pub fn report(templates: &Templates, report: &Report) -> Result<String, TemplateError> {
    let game = &report.heading.game;
    let mut story = String::new();
    for line in told(templates, game, &report.notes)? {
        story.push_str(&line);
        story.push('\n');
    }
    let mut unmet = Vec::new();
    for facts in &report.unmet {
        let story = chain(templates, game, &facts.chain)?;
        unmet.push(UnmetFacts { facts, story });
    }
    let mut branches = Vec::new();
    for facts in &report.branches {
        let story = chain(templates, game, &facts.chain)?;
        branches.push(BranchFacts { facts, story });
    }
    let head = HeadFacts {
        head: &report.head,
        side: &report.side,
    };
    let head = templates.render(&format!("report/{game}/head.txt"), &head)?;
    let asked = |question| asked(templates, game, question);
    let questions = report
        .questions
        .iter()
        .map(asked)
        .collect::<Result<_, _>>()?;
    let window = Window::around(&report.board, &report.focus(), CLOSE_ROWS, WIDTH);
    let facts = ReportFacts {
        heading: &report.heading,
        side: &report.side,
        head,
        stop: report.stop,
        story,
        unmet,
        branches,
        questions,
        awaited: &report.awaited,
        standing: &report.standing,
        close: window
            .map(|window| ascii::close(&report.board, &window))
            .unwrap_or_default(),
        small: ascii::small(&report.board, &letters(&report.heading)),
        legend: match report.board.layout {
            Layout::PointyEvenRight => LEGEND,
            Layout::FlatEvenLower => STACK_LEGEND,
        },
        units: units(report),
    };
    Ok(fold(&templates.render("report/report.txt", &facts)?))
}

/// Words notes, one line each.
fn told(templates: &Templates, game: &str, notes: &[Note]) -> Result<Vec<String>, TemplateError> {
    let name = format!("report/{game}/note.txt");
    let words = |note| templates.render(&name, &note_facts(note));
    notes.iter().map(words).collect()
}

/// Words the events that brought something about.
fn chain(templates: &Templates, game: &str, notes: &[Note]) -> Result<Vec<String>, TemplateError> {
    let lines = told(templates, game, notes)?;
    Ok(lines.iter().map(|line| line.trim().to_owned()).collect())
}

fn note_facts(note: &Note) -> NoteFacts<'_> {
    NoteFacts {
        key: note.key,
        f: &note.facts,
        rules: note.rules.iter().map(|rule| rule.number).collect(),
        purpose: note.roll.as_ref().map(|roll| roll.purpose),
        die: note.roll.as_ref().map(die),
        came: note.roll.as_ref().map(|roll| roll.outcome),
    }
}

fn asked<'a>(
    templates: &Templates,
    game: &str,
    question: &'a Question,
) -> Result<Asked<'a>, TemplateError> {
    let facts = QuestionFacts {
        key: question.key,
        f: &question.facts,
        default: &question.default,
    };
    let text = templates.render(&format!("report/{game}/question.txt"), &facts)?;
    Ok(Asked {
        text,
        examples: &question.examples,
    })
}

/// Writes a roll in figures: `6 -1 momentum [9.5.2] = 5 <= 5`.
pub fn die(roll: &RollFacts) -> String {
    let mut text = roll.natural.to_string();
    for modifier in &roll.modifiers {
        let name = modifier.name.replace('_', " ");
        text += &format!(" {:+} {name} [{}]", modifier.value, modifier.rule);
    }
    if !roll.modifiers.is_empty() {
        text += &format!(" = {}", roll.net);
    }
    if let Some(rating) = roll.rating {
        let compared = if roll.net <= rating { "<=" } else { ">" };
        text += &format!(" {compared} {rating}");
    }
    text
}

/// The letter of each side on the small map: the first of its key.
fn letters(heading: &Heading) -> Vec<char> {
    heading
        .parties
        .iter()
        .filter_map(|party| party.side.chars().next())
        .collect()
}

/// The units on the map, two a line, a side after the other.
fn units(report: &Report) -> String {
    let mut text = String::new();
    for (side, party) in report.heading.parties.iter().enumerate() {
        let mut counters: Vec<&Counter> = report.counters(side as u8).collect();
        counters.sort_by(|one, other| natural_order(&one.id).cmp(&natural_order(&other.id)));
        text += &format!("{}: {} units on the map\n", party.side, counters.len());
        for pair in counters.chunks(2) {
            let cells: Vec<String> = pair
                .iter()
                .map(|counter| format!("{:<37}", unit(counter)))
                .collect();
            text += cells.join(" ").trim_end();
            text.push('\n');
        }
    }
    text
}

fn unit(counter: &Counter) -> String {
    let facing = counter
        .facing
        .map_or_else(String::new, |facing| format!("F{facing}"));
    let flags = [
        (counter.disordered, " Dis"),
        (counter.engaged, " Eng"),
        (counter.leader, " +Attila"),
    ];
    let flags: String = flags
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, flag)| *flag)
        .collect();
    format!(
        "{:<10} {} {facing:<3} {:>4}{flags}",
        counter.id, counter.hex, counter.strength
    )
}

/// Sorts `hun-lc-9` before `hun-lc-10`.
fn natural_order(id: &str) -> (&str, u32) {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem, id[stem.len()..].parse().unwrap_or(0))
}

/// Folds lines that are too long, keeping their indentation and two columns more.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_end();
        if line.chars().count() <= WIDTH {
            folded.push_str(line);
        } else {
            let indent = line.len() - line.trim_start().len();
            let hanging = " ".repeat(indent + 2);
            let options = textwrap::Options::new(WIDTH)
                .initial_indent(&hanging[..indent])
                .subsequent_indent(&hanging)
                .word_separator(textwrap::WordSeparator::AsciiSpace)
                .word_splitter(textwrap::WordSplitter::NoHyphenation);
            folded.push_str(&textwrap::wrap(line.trim_start(), options).join("\n"));
        }
        folded.push('\n');
    }
    folded
}
