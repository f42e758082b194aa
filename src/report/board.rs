//! `board.html`: one file that opens from disk, shows the map and helps to compose orders.
//!
//! In it is the reader's view, what he is asked, and what the engine offered him; nothing else.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::{Board, Counter, Form, Idiom, Offer, Offers, Verbs, Way};
use crate::geometry::{Facing, Hex, Layout};

use super::html::alt;
use super::model::Report;
use super::picture::{Theme, ground, side_colours};
use super::templates::{TemplateError, Templates};
use super::text::{Put, head, questions};

/// Where orders go by mail.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct MailTo {
    /// The address with its token.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// What the seat's values for the dice are held against, where it owes one for each draw.
    pub pledge: Option<Pledge>,
}

/// What everybody knows of a seat's chain of values, and of the log when the board was made; no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pledge {
    /// The name under which the log hashes the match.
    pub game: String,
    /// The number of the seat.
    pub seat: u64,
    /// Where the last known value of its chain stands.
    pub position: u64,
    /// That value, the anchor at first.
    pub value: String,
    /// The last entry of the log.
    pub entry: u64,
    /// The head of that.
    pub head: String,
    /// The draw that is locked next.
    pub draw: u64,
}

/// The map as the scripts of a page read it.
#[derive(Serialize)]
pub(super) struct MapData<'a> {
    flat: bool,
    rows: u8,
    columns: u8,
    stacks: bool,
    idiom: Idiom,
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
    offers: Vec<OffersData<'a>>,
    examples: Vec<&'a str>,
    mail: &'a MailTo,
}

/// What a question offers, as the scripts read it.
#[derive(Serialize)]
struct OffersData<'a> {
    units: Vec<OfferData<'a>>,
    verbs: &'a Verbs,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    lines: &'a [String],
    #[serde(skip_serializing_if = "<[Form]>::is_empty")]
    standing: &'a [Form],
}

/// What units may do, as the scripts read it.
#[derive(Serialize)]
struct OfferData<'a> {
    units: &'a [String],
    verb: &'static str,
    ways: String,
    turns: &'a [Facing],
    shots: &'a [String],
    fights: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    acts: &'a [String],
}

/// A way to face, as the form offers it.
#[derive(Serialize)]
struct Face {
    hour: u8,
    name: String,
}

/// What the template gets.
#[derive(Serialize)]
struct BoardFacts<'a> {
    questions: Vec<Put<'a>>,
    title: String,
    state: String,
    more: Vec<String>,
    /// Whether the game is played on a map.
    has_map: bool,
    ground: String,
    faces: [Face; 6],
    gives: bool,
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
    let head = head(templates, report)?;
    let heading = &report.heading;
    let sides = heading.parties.iter().map(|party| party.side.as_str());
    let data = BoardData {
        map: map_data(&report.board, sides.collect()),
        side: &report.side,
        offers: offers.iter().map(offers_data).collect(),
        examples: report
            .questions
            .iter()
            .flat_map(|question| &question.examples)
            .map(String::as_str)
            .collect(),
        mail,
    };
    let title = format!("{}: the board of match {}", heading.title, heading.id);
    let mut lines = head.lines().map(str::to_owned);
    let facts = BoardFacts {
        state: lines.next().unwrap_or_default(),
        more: lines.collect(),
        has_map: report.board.is_map(),
        ground: ground(&report.board, &title, &alt(report)),
        faces: Facing::ALL.map(|facing| Face {
            hour: facing.hour(),
            name: report.board.idiom.bearing.name(facing),
        }),
        data: embedded(&data),
        gives: mail.pledge.is_some(),
        questions: questions(templates, report)?,
        title,
    };
    templates.render("board/board.html", &facts)
}

fn offers_data(offers: &Offers) -> OffersData<'_> {
    OffersData {
        units: offers.units.iter().map(offer_data).collect(),
        verbs: &offers.verbs,
        lines: &offers.lines,
        standing: &offers.standing,
    }
}

fn offer_data(offer: &Offer) -> OfferData<'_> {
    OfferData {
        units: &offer.units,
        verb: offer.verb,
        ways: packed(&offer.ways),
        turns: &offer.turns,
        shots: &offer.shots,
        fights: offer.fights,
        acts: &offer.acts,
    }
}

/// Writes ways as short as they can be written, for there are thousands of them on a large map.
///
/// `0908 3 0907 a,b` is hex 0908 at a cost of 3, reached over the way to 0907 that stands before it,
/// with shots at `a` and `b`; a way that goes over no other one has all its hexes, joined by dots. A cost of `3/2`
/// says that two of the units find room there.
fn packed(ways: &[Way]) -> String {
    let mut known: BTreeMap<Hex, &[Hex]> = BTreeMap::new();
    let written = ways.iter().map(|way| {
        let before = way.path.split_last().and_then(|(_, path)| {
            let last = path.last()?;
            (known.get(last) == Some(&path)).then_some(*last)
        });
        known.insert(way.hex, &way.path);
        let path = before.map_or_else(
            || {
                let hexes: Vec<String> = way.path.iter().map(Hex::to_string).collect();
                format!("={}", hexes.join("."))
            },
            |before| before.to_string(),
        );
        let room = way.room.map(|room| format!("/{room}")).unwrap_or_default();
        let shots = way.shots.join(",");
        let text = format!("{} {}{room} {path} {shots}", way.hex, way.cost);
        text.trim_end().to_owned()
    });
    written.collect::<Vec<_>>().join(";")
}

/// The map of a board for the scripts.
pub(super) fn map_data<'a>(board: &'a Board, sides: Vec<&'a str>) -> MapData<'a> {
    let mut hexes: Vec<Hex> = board.counters.iter().map(|counter| counter.hex).collect();
    hexes.sort_unstable();
    MapData {
        flat: board.layout == Layout::FlatEvenLower,
        rows: board.rows,
        columns: board.columns,
        idiom: board.idiom,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_written_over_the_one_before_it_where_it_goes_over_that() {
        let hex = |text: &str| text.parse::<Hex>().expect("a hex");
        let way = |path: &[&str], cost: u16, shots: &[&str], room: Option<u8>| {
            let path: Vec<Hex> = path.iter().map(|text| hex(text)).collect();
            Way {
                hex: *path.last().expect("it goes somewhere"),
                cost,
                path,
                shots: shots.iter().map(|&shot| shot.to_owned()).collect(),
                room,
            }
        };
        let ways = [
            way(&["0102"], 1, &[], None),
            way(&["0102", "0103"], 2, &["a", "b"], Some(1)),
            way(&["0202", "0103", "0104"], 3, &[], Some(2)),
        ];
        assert_eq!(
            packed(&ways),
            "0102 1 =0102;0103 2/1 0102 a,b;0104 3/2 =0202.0103.0104"
        );
    }
}
