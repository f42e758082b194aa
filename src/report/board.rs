//! `board.html`: one file that opens from disk, shows the map and helps to compose orders.
//!
//! In it is the reader's view, what he is asked, and what the engine offered him; nothing else.

use serde::Serialize;

use crate::engine::{Board, Counter, Offers};
use crate::geometry::{Facing, Hex, Layout};

use super::html::alt;
use super::model::Report;
use super::picture::{Theme, ground, side_colours};
use super::templates::{TemplateError, Templates};
use super::text::{Worded, words};

/// Where orders go by mail.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct MailTo {
    /// The address with its token.
    pub to: String,
    /// The subject.
    pub subject: String,
}

/// The map as the scripts of a page read it.
#[derive(Serialize)]
pub(super) struct MapData<'a> {
    flat: bool,
    rows: u8,
    columns: u8,
    stacks: bool,
    sides: Vec<&'a str>,
    colours: [(&'static str, &'static str); 4],
    pub(super) counters: &'a [Counter],
    leaders: &'a [(Hex, String)],
}

/// What the scripts of the board read.
#[derive(Serialize)]
struct BoardData<'a> {
    #[serde(flatten)]
    map: MapData<'a>,
    side: &'a Option<String>,
    offers: &'a [Offers],
    examples: Vec<&'a str>,
    mail: &'a MailTo,
}

/// What the template gets.
#[derive(Serialize)]
struct BoardFacts<'a> {
    #[serde(flatten)]
    worded: &'a Worded<'a>,
    title: String,
    state: String,
    ground: String,
    hours: [u8; 6],
    data: String,
}

/// Writes the board of a report.
///
/// # Errors
/// What is wrong with a template.
pub fn page(
    templates: &Templates,
    report: &Report,
    offers: &[Offers],
    mail: &MailTo,
) -> Result<String, TemplateError> {
    let worded = words(templates, report)?;
    let heading = &report.heading;
    let sides = heading.parties.iter().map(|party| party.side.as_str());
    let data = BoardData {
        map: map_data(&report.board, sides.collect()),
        side: &report.side,
        offers,
        examples: report
            .questions
            .iter()
            .flat_map(|question| &question.examples)
            .map(String::as_str)
            .collect(),
        mail,
    };
    let title = format!("{}: the board of match {}", heading.title, heading.id);
    let facts = BoardFacts {
        state: worded.head.replace('\n', " "),
        ground: ground(&report.board, &title, &alt(report)),
        hours: Facing::ALL.map(Facing::hour),
        data: embedded(&data),
        worded: &worded,
        title,
    };
    templates.render("board/board.html", &facts)
}

/// The map of a board for the scripts.
pub(super) fn map_data<'a>(board: &'a Board, sides: Vec<&'a str>) -> MapData<'a> {
    let mut hexes: Vec<Hex> = board.counters.iter().map(|counter| counter.hex).collect();
    hexes.sort_unstable();
    MapData {
        flat: board.layout == Layout::FlatEvenLower,
        rows: board.rows,
        columns: board.columns,
        stacks: hexes.windows(2).any(|pair| pair[0] == pair[1]),
        sides,
        colours: side_colours(Theme::default()),
        counters: &board.counters,
        leaders: &board.leaders,
    }
}

/// Writes data so that nothing in it can end the element that holds it.
pub(super) fn embedded(data: &impl Serialize) -> String {
    serde_json::to_string(data)
        .expect("the data of a page is plain")
        .replace('<', "\\u003c")
        .replace("\u{2028}", "\\u2028")
}
