//! The replay of a match: one page with every event, the map after it, its dice.

use serde::Serialize;

use crate::engine::{Board, Counter, Level, Mark, Note, Scene};
use crate::geometry::Hex;

use super::board::{MapData, embedded, map_data};
use super::model::Heading;
use super::picture::ground;
use super::story;
use super::templates::{TemplateError, Templates};

/// One run of a match, as a viewer saw it.
#[derive(Debug)]
pub struct Reel<'a> {
    /// The game turn in which it began.
    pub turn: u32,
    /// What happened.
    pub scenes: &'a [Scene],
}

/// A step of the replay.
#[derive(Serialize)]
struct Step<'a> {
    words: String,
    level: Level,
    turn: u32,
    #[serde(skip_serializing_if = "<[Counter]>::is_empty")]
    changed: &'a [Counter],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    gone: &'a [String],
    #[serde(skip_serializing_if = "<[Mark]>::is_empty")]
    marks: &'a [Mark],
    #[serde(skip_serializing_if = "<[(Hex, String)]>::is_empty")]
    leaders: &'a [(Hex, String)],
}

/// What the scripts of the page read.
#[derive(Serialize)]
struct ReplayData<'a> {
    #[serde(flatten)]
    map: MapData<'a>,
    steps: Vec<Step<'a>>,
}

/// What the template gets.
#[derive(Serialize)]
struct ReplayFacts<'a> {
    title: String,
    eyes: &'a str,
    heading: &'a Heading,
    /// Whether the game is played on a map.
    has_map: bool,
    ground: String,
    data: String,
}

/// Writes the replay of a match from its first map on; `eyes` says whose view it is.
///
/// # Errors
/// What is wrong with a template.
pub fn page(
    templates: &Templates,
    heading: &Heading,
    eyes: &str,
    start: &Board,
    reels: &[Reel<'_>],
) -> Result<String, TemplateError> {
    let mut steps = Vec::new();
    for reel in reels {
        let notes: Vec<Note> = reel.scenes.iter().map(|scene| scene.note.clone()).collect();
        let told = story::tell(templates, &heading.game, &notes)?;
        for (scene, told) in reel.scenes.iter().zip(told) {
            steps.push(Step {
                words: told.words,
                level: scene.note.level,
                turn: reel.turn,
                changed: &scene.changed,
                gone: &scene.gone,
                marks: &scene.note.marks,
                leaders: &scene.leaders,
            });
        }
    }
    let sides = heading.parties.iter().map(|party| party.side.as_str());
    let data = ReplayData {
        map: map_data(start, sides.collect()),
        steps,
    };
    let title = format!("{}: replay of match {}", heading.title, heading.id);
    let words = "The map of the battle; the list of events says what happens on it.";
    let facts = ReplayFacts {
        has_map: start.is_map(),
        ground: ground(start, &title, words),
        data: embedded(&data),
        eyes,
        heading,
        title,
    };
    templates.render("board/replay.html", &facts)
}
