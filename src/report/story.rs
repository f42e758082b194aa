//! The story of a report: notes worded by the game's template, with their depth kept.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::{Level, Note, RollFacts};

use super::templates::{TemplateError, Templates};

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

/// A note in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// How deep it stands.
    pub level: Level,
    /// The words, one line.
    pub words: String,
    /// The tags that stand before it where the story is a page of nested lists.
    pub opens: String,
    /// The tags that stand after it.
    pub closes: String,
}

/// Words every note of a report.
///
/// # Errors
/// What is wrong with the template.
pub fn tell(templates: &Templates, game: &str, notes: &[Note]) -> Result<Vec<Told>, TemplateError> {
    let name = format!("report/{game}/note.txt");
    let told = |note: &Note| {
        Ok(Told {
            level: note.level,
            words: one_line(&templates.render(&name, &facts(note))?),
            opens: String::new(),
            closes: String::new(),
        })
    };
    let mut story = notes.iter().map(told).collect::<Result<Vec<_>, _>>()?;
    nest(&mut story);
    Ok(story)
}

/// Joins whatever a template has broken; what players wrote can neither begin a line nor end one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many lists a page has open around a note.
fn depth(level: Level) -> u8 {
    match level {
        Level::Chapter | Level::Section => 0,
        Level::Combat | Level::Act => 1,
        Level::Part => 2,
        Level::Detail => 3,
    }
}

fn nest(story: &mut [Told]) {
    let depths: Vec<u8> = story.iter().map(|told| depth(told.level)).collect();
    let at = |index: usize| depths.get(index).copied().unwrap_or(0);
    for (index, told) in story.iter_mut().enumerate() {
        let (own, next) = (at(index), at(index + 1));
        let before = index.checked_sub(1).map_or(0, at);
        if own == 0 {
            continue;
        }
        // A list in a list needs an item around it.
        let begun: String = (before + 1..=own)
            .map(|level| {
                if level > before + 1 {
                    "<li><ul>"
                } else {
                    "<ul>"
                }
            })
            .collect();
        told.opens = begun + "<li>";
        if next > own {
            continue;
        }
        let ended: String = (next + 1..=own)
            .rev()
            .map(|level| if level > 1 { "</ul></li>" } else { "</ul>" })
            .collect();
        told.closes = "</li>".to_owned() + &ended;
    }
}

fn facts(note: &Note) -> NoteFacts<'_> {
    NoteFacts {
        key: note.key,
        f: &note.facts,
        rules: note.rules.iter().map(|rule| rule.number).collect(),
        purpose: note.roll.as_ref().map(|roll| roll.purpose),
        die: note.roll.as_ref().map(die),
        came: note.roll.as_ref().map(|roll| roll.outcome),
    }
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

/// Sets the story as indented lines, headings framed, a blank line before a combat.
pub fn as_text(story: &[Told]) -> String {
    let mut text = String::new();
    for told in story {
        let words = &told.words;
        match told.level {
            Level::Chapter => text += &format!("\n== {words} ==\n"),
            Level::Section => text += &format!("\n-- {words} --\n"),
            Level::Combat => text += &format!("\n{words}\n"),
            Level::Act => text += &format!("{words}\n"),
            Level::Part => text += &format!("    {words}\n"),
            Level::Detail => text += &format!("        {words}\n"),
        }
    }
    text.trim_start_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(level: Level) -> Told {
        Told {
            level,
            words: format!("{level:?}"),
            opens: String::new(),
            closes: String::new(),
        }
    }

    #[test]
    fn a_page_closes_every_list_and_item_that_it_opens() {
        use Level::{Act, Chapter, Combat, Detail, Part, Section};
        let mut story: Vec<Told> = [
            Act, Part, Chapter, Section, Combat, Part, Detail, Act, Detail, Section, Part,
        ]
        .map(told)
        .to_vec();
        nest(&mut story);
        let page: String = story
            .iter()
            .map(|told| format!("{}{}{}", told.opens, told.words, told.closes))
            .collect();
        assert_eq!(
            page,
            "<ul><li>Act<ul><li>Part</li></ul></li></ul>ChapterSection\
             <ul><li>Combat<ul><li>Part<ul><li>Detail</li></ul></li></ul></li>\
             <li>Act<ul><li><ul><li>Detail</li></ul></li></ul></li></ul>Section\
             <ul><li><ul><li>Part</li></ul></li></ul>"
        );
    }

    #[test]
    fn indentation_follows_the_level_and_headings_are_framed() {
        use Level::{Act, Chapter, Combat, Detail, Part, Section};
        let story = [Chapter, Section, Act, Part, Combat, Detail].map(told);
        assert_eq!(
            as_text(&story),
            "== Chapter ==\n\n-- Section --\nAct\n    Part\n\nCombat\n        Detail\n"
        );
    }

    #[test]
    fn words_of_a_template_become_one_line() {
        assert_eq!(one_line("\n  a\n | b  \n"), "a | b");
    }
}
