//! The HTML of a report: the same facts as the text, with the map as a picture.

use serde::Serialize;

use crate::engine::{Board, Mark};
use crate::wording::counted;

use super::model::Report;
use super::picture::{Picture, PngError, Theme, layers, svg};
use super::templates::{TemplateError, Templates};
use super::text::{Worded, faces, state, words};
use super::window::Window;

/// The most bytes of a page that mail programs show whole.
const LIMIT: usize = 88 * 1024;

/// The most hexes across and down that a picture of what happened shows.
const FOCUS: (u8, u8) = (18, 14);

/// The widths of a picture in a mail, in pixels, the best first.
const WIDTHS: [u32; 3] = [1000, 760, 500];

/// The most bytes of a picture in a mail.
const PICTURE: usize = 280 * 1024;

/// What the template gets beside the words.
#[derive(Serialize)]
struct PageFacts<'a> {
    #[serde(flatten)]
    worded: &'a Worded<'a>,
    told: bool,
    has_map: bool,
    picture: &'a str,
    alt: String,
    states: String,
    units: Vec<Side<'a>>,
    letters: bool,
    site: &'a str,
    subject: &'a str,
}

/// The units of a side, for a table.
#[derive(Serialize)]
struct Side<'a> {
    side: &'a str,
    rows: Vec<Row<'a>>,
}

/// A unit of such a table.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    kind: String,
    hex: String,
    facing: String,
    strength: &'a str,
    state: String,
}

/// How a page is framed.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// Its title.
    pub subject: &'a str,
    /// Where the picture is: `cid:...`, a file, a `data:` address.
    pub picture: &'a str,
    /// How to reach the site, for a letter; nothing for a page on its own.
    pub site: Option<&'a str>,
}

/// Writes a report as a page; a story that makes it too long for a mail program stays in the text part.
///
/// # Errors
/// What is wrong with a template.
pub fn report(
    templates: &Templates,
    report: &Report,
    frame: Frame<'_>,
) -> Result<String, TemplateError> {
    let worded = words(templates, report)?;
    let mut facts = PageFacts {
        told: true,
        has_map: report.has_map(),
        picture: match report.has_map() {
            true => frame.picture,
            false => "",
        },
        alt: alt(report),
        states: states(&report.board),
        units: units(report),
        letters: frame.site.is_some(),
        site: frame.site.unwrap_or_default(),
        subject: frame.subject,
        worded: &worded,
    };
    let page = templates.render("report/report.html", &facts)?;
    if page.len() <= LIMIT || frame.site.is_none() {
        return Ok(page);
    }
    facts.told = false;
    templates.render("report/report.html", &facts)
}

/// How a map is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Its colours.
    pub theme: Theme,
    /// Whether only the part is drawn where something happened or is asked.
    pub crop: bool,
}

/// Draws the map of a report with what happened on it.
pub fn drawing(report: &Report, look: Look, width: Option<u32>) -> String {
    svg(&map(report, look, width))
}

/// The map of a report as it is to be drawn.
fn map(report: &Report, look: Look, width: Option<u32>) -> Picture<'_> {
    let board = &report.board;
    let part = Window::around(board, &report.focus(), FOCUS);
    let part = part.filter(|_| look.crop);
    Picture {
        board,
        marks: report.marks().collect(),
        window: part.unwrap_or_else(|| Window::whole(board)),
        theme: look.theme,
        width,
        title: format!("{}: the map", report.heading.title),
        words: alt(report),
    }
}

/// Draws the picture of a report for a mail: the part that matters, as large as a mail may carry.
///
/// # Errors
/// Why it cannot be drawn.
pub fn picture(report: &Report) -> Result<Vec<u8>, PngError> {
    let look = Look {
        crop: true,
        ..Look::default()
    };
    let mut drawn = Vec::new();
    for width in WIDTHS {
        drawn = layers(&map(report, look, Some(width))).png()?;
        if drawn.len() <= PICTURE {
            break;
        }
    }
    Ok(drawn)
}

/// Says what the picture says.
pub fn alt(report: &Report) -> String {
    let sides = report
        .heading
        .parties
        .iter()
        .enumerate()
        .map(|(side, party)| {
            let counters = report.counters(side as u8);
            let bad = counters.iter().filter(|counter| counter.disordered).count();
            format!(
                "{}, {bad} of them {}",
                counted(
                    counters.len(),
                    &format!("{} unit", party.side),
                    &format!("{} units", party.side)
                ),
                report.board.idiom.disordered.word
            )
        });
    let mut parts = vec![format!(
        "Map with {}",
        sides.collect::<Vec<_>>().join(" and ")
    )];
    let count = |is: fn(&Mark) -> bool| report.marks().filter(|mark| is(mark)).count();
    let marks = [
        (
            count(|mark| matches!(mark, Mark::Move { .. })),
            "move",
            "moves",
        ),
        (
            count(|mark| matches!(mark, Mark::Fire { .. })),
            "shot",
            "shots",
        ),
        (
            count(|mark| matches!(mark, Mark::Shock { .. })),
            "attack",
            "attacks",
        ),
        (
            count(|mark| matches!(mark, Mark::Loss { .. })),
            "loss",
            "losses",
        ),
    ];
    let drawn: Vec<String> = marks
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, more)| format!("{count} {}", if *count == 1 { one } else { more }))
        .collect();
    if !drawn.is_empty() {
        parts.push(format!("drawn over it {}", drawn.join(", ")));
    }
    format!(
        "{}. The tables below say where each unit is.",
        parts.join("; ")
    )
}

/// Says what the letters on counters mean.
fn states(board: &Board) -> String {
    let words = board
        .signs()
        .into_iter()
        .map(|sign| format!("{} is {}", sign.letter, sign.word));
    words.collect::<Vec<_>>().join(", ")
}

fn units(report: &Report) -> Vec<Side<'_>> {
    let parties = report.heading.parties.iter().enumerate();
    let idiom = &report.board.idiom;
    parties
        .map(|(side, party)| Side {
            side: &party.side,
            rows: report
                .counters(side as u8)
                .into_iter()
                .map(|counter| Row {
                    id: &counter.id,
                    kind: format!("{} {}", counter.people, counter.kind),
                    hex: counter.hex.to_string(),
                    facing: faces(counter, idiom),
                    strength: &counter.strength,
                    state: state(counter, idiom),
                })
                .collect(),
        })
        .collect()
}
