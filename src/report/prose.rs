//! A report to be listened to: no drawing, units by group, area and landmark, with distances and directions.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::engine::{Bearing, Board, Counter};
use crate::geometry::Hex;

use super::model::Report;
use super::picture::plane::Plane;
use super::templates::{TemplateError, Templates};
use super::text::{Worded, fold, words};
use super::window::{place_of, spans};

/// How far ahead of a group a landmark is named.
const AHEAD: u16 = 4;

/// What the template gets beside the words.
#[derive(Serialize)]
struct ProseFacts<'a> {
    #[serde(flatten)]
    worded: &'a Worded<'a>,
    changes: Vec<String>,
    places: Vec<Places>,
}

/// Where the units of one side are.
#[derive(Serialize)]
struct Places {
    side: String,
    own: bool,
    groups: Vec<String>,
}

/// Writes a report as prose, at most 76 columns wide.
///
/// # Errors
/// What is wrong with a template.
pub fn report(templates: &Templates, report: &Report) -> Result<String, TemplateError> {
    let worded = words(templates, report)?;
    let facts = ProseFacts {
        changes: changes(report),
        places: match report.has_map() {
            true => places(report),
            false => Vec::new(),
        },
        worded: &worded,
    };
    Ok(fold(&templates.render("report/prose.txt", &facts)?))
}

/// Tells where everybody stands, the reader's own side first.
fn places(report: &Report) -> Vec<Places> {
    let told = report
        .heading
        .parties
        .iter()
        .enumerate()
        .map(|(side, party)| {
            let own = report.side.as_deref() == Some(&party.side);
            let groups = groups(&report.counters(side as u8), &report.board);
            Places {
                side: party.side.clone(),
                own,
                groups: groups
                    .iter()
                    .map(|group| Group { report, group }.words(own))
                    .collect(),
            }
        });
    let mut places: Vec<Places> = told.collect();
    places.sort_by_key(|places| !places.own);
    places
}

/// Joins counters of one people, type, facing and condition that stand next to each other.
fn groups<'a>(counters: &[&'a Counter], board: &Board) -> Vec<Vec<&'a Counter>> {
    let alike = |a: &Counter, b: &Counter| {
        (&a.people, &a.code, a.facing) == (&b.people, &b.code, b.facing)
            && a.states(&board.idiom) == b.states(&board.idiom)
            && board.layout.distance(a.hex, b.hex) <= 1
    };
    let mut left: Vec<&Counter> = counters.to_vec();
    let mut groups = Vec::new();
    while !left.is_empty() {
        let mut group = vec![left.remove(0)];
        let mut next = 0;
        while next < group.len() {
            let (near, far): (Vec<_>, Vec<_>) =
                left.iter().partition(|other| alike(group[next], other));
            group.extend(near);
            left = far;
            next += 1;
        }
        group.sort_by_key(|counter| counter.hex);
        groups.push(group);
    }
    groups
}

/// A group being described.
struct Group<'a> {
    report: &'a Report,
    group: &'a [&'a Counter],
}

impl Group<'_> {
    fn words(&self, own: bool) -> String {
        let board = &self.report.board;
        let first = self.group[0];
        let ids: Vec<&str> = self
            .group
            .iter()
            .map(|counter| counter.id.as_str())
            .collect();
        let mut parts = vec![format!(
            "{} {} {}{}",
            number(self.group.len()),
            first.people,
            first.code,
            self.line()
        )];
        parts.push(format!("in the {}", area(board, first.hex)));
        parts.extend(self.facing());
        let states = first.states(&board.idiom);
        parts.extend(states.iter().map(|sign| sign.word.to_owned()));
        parts.extend(self.nearest(own));
        if let Some(led) = self.group.iter().find(|counter| counter.leader) {
            parts.push(format!("the leader is with {}", led.id));
        }
        let they = if ids.len() == 1 { "It is" } else { "They are" };
        capital(&format!("{}. {they} {}.", parts.join(", "), ids.join(", ")))
    }

    /// ` in line from 1114 to 1116`, ` in 1114`, ` around 1114`.
    fn line(&self) -> String {
        let hexes: BTreeSet<Hex> = self.group.iter().map(|counter| counter.hex).collect();
        let board = &self.report.board;
        let (Some(first), Some(last)) = (hexes.first(), hexes.last()) else {
            return String::new();
        };
        if first == last {
            return match self.terrain(*first) {
                Some(terrain) => format!(" in {first}, {terrain}"),
                None => format!(" in {first}"),
            };
        }
        let straight = usize::from(board.layout.distance(*first, *last)) + 1 == hexes.len();
        match straight {
            true => format!(" in line from {first} to {last}"),
            false => format!(" together from {first} to {last}"),
        }
    }

    fn terrain(&self, hex: Hex) -> Option<String> {
        let ground = self
            .report
            .board
            .ground
            .iter()
            .find(|ground| ground.hex == hex)?;
        Some(landmark(ground.terrain, ground.level))
    }

    /// `facing 6 o'clock, south, towards the hill two hexes ahead`.
    fn facing(&self) -> Option<String> {
        let board = &self.report.board;
        let middle = self.group[self.group.len() / 2];
        let hour = middle.facing?.hour();
        let told = match board.idiom.bearing {
            Bearing::Hours => format!("facing {}, {hour} o'clock", compass(hour)),
            Bearing::Compass => format!("facing {}", compass(hour)),
        };
        let plane = Plane::of(board.layout);
        let from = plane.centre(middle.hex);
        let front = Plane::towards((0.0, 0.0), hour, 1.0);
        let ahead = |hex: Hex| {
            let to = plane.centre(hex);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let along = dx * front.0 + dy * front.1;
            let beside = (dx * front.1 - dy * front.0).abs();
            along > 0.0 && beside <= along * 0.6
        };
        let own = self.terrain(middle.hex);
        let seen = board.ground.iter().filter(|ground| {
            ahead(ground.hex) && Some(landmark(ground.terrain, ground.level)) != own
        });
        let nearest = seen
            .map(|ground| (board.layout.distance(middle.hex, ground.hex), ground))
            .filter(|(far, _)| (1..=AHEAD).contains(far))
            .min_by_key(|(far, ground)| (*far, ground.hex));
        Some(match nearest {
            Some((far, ground)) => format!(
                "{told}, towards {} {} ahead",
                landmark(ground.terrain, ground.level),
                hexes(far)
            ),
            None => told,
        })
    }

    /// `two hexes from your nearest unit, hun-lc-3`.
    fn nearest(&self, own: bool) -> Option<String> {
        let board = &self.report.board;
        let side = self.group[0].side;
        let others = board.counters.iter().filter(|counter| counter.side != side);
        let (far, other) = others
            .flat_map(|other| {
                let far = |counter: &&Counter| board.layout.distance(counter.hex, other.hex);
                self.group.iter().map(move |counter| (far(counter), other))
            })
            .min_by_key(|(far, other)| (*far, other.natural_order()))?;
        let whose = match (own, self.report.side.is_some()) {
            (false, true) => "your nearest unit",
            _ => "the nearest enemy",
        };
        Some(format!(
            "{} from {whose}, {} in {}",
            hexes(far),
            other.id,
            other.hex
        ))
    }
}

/// Tells what is different from the map before.
fn changes(report: &Report) -> Vec<String> {
    let Some(before) = &report.before else {
        return Vec::new();
    };
    let board = &report.board;
    let mut changes = Vec::new();
    for was in &before.counters {
        let Some(is) = board.counters.iter().find(|counter| counter.id == was.id) else {
            changes.push(format!("{} is gone from {}.", was.id, was.hex));
            continue;
        };
        let mut told = Vec::new();
        if was.hex != is.hex {
            told.push(format!(
                "has gone {} {}, from {} to {}",
                hexes(board.layout.distance(was.hex, is.hex)),
                direction(board, was.hex, is.hex),
                was.hex,
                is.hex
            ));
        }
        let [had, has] = [was, is].map(|counter| counter.states(&board.idiom));
        let new = has.iter().filter(|sign| !had.contains(sign));
        told.extend(new.map(|sign| format!("is {} now", sign.word)));
        let old = had.iter().filter(|sign| !has.contains(sign));
        told.extend(old.map(|sign| format!("is no longer {}", sign.word)));
        if !told.is_empty() {
            changes.push(format!("{} {}.", is.id, told.join(" and ")));
        }
    }
    // Where a side was not on the map at all it has set up, and its places are told anyway.
    let came = board.counters.iter().filter(|is| {
        let known = before.counters.iter().any(|was| was.id == is.id);
        let present = before.counters.iter().any(|was| was.side == is.side);
        !known && present
    });
    changes.extend(came.map(|is| format!("{} has come to {}.", is.id, is.hex)));
    changes
}

/// The direction from a hex to another, in words.
fn direction(board: &Board, from: Hex, to: Hex) -> &'static str {
    let plane = Plane::of(board.layout);
    let ((x, y), (a, b)) = (plane.centre(from), plane.centre(to));
    let angle = (a - x).atan2(y - b).to_degrees().rem_euclid(360.0);
    compass(((angle / 30.0).round() as u8) % 12)
}

/// An hour of the clock as a direction of the compass; 12 is north on every map.
fn compass(hour: u8) -> &'static str {
    const HOURS: [&str; 12] = [
        "north",
        "north-north-east",
        "north-east",
        "east",
        "south-east",
        "south-south-east",
        "south",
        "south-south-west",
        "south-west",
        "west",
        "north-west",
        "north-north-west",
    ];
    HOURS[usize::from(hour % 12)]
}

/// The part of the map that a hex lies in.
fn area(board: &Board, hex: Hex) -> &'static str {
    const AREAS: [[&str; 3]; 3] = [
        ["north-west", "north", "north-east"],
        ["west", "middle", "east"],
        ["south-west", "south", "south-east"],
    ];
    let third = |at: u8, of: u8| usize::from((u16::from(at) - 1) * 3 / u16::from(of.max(1))).min(2);
    let ((across, down), (wide, high)) = (place_of(board, hex), spans(board));
    AREAS[third(down, high)][third(across, wide)]
}

fn landmark(terrain: &str, level: i8) -> String {
    match terrain {
        "clear" if level != 0 => "the hill".to_owned(),
        other => format!("the {}", other.replace('-', " ")),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn number(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(count)
        .map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn hexes(count: u16) -> String {
    match count {
        1 => "one hex".to_owned(),
        count => format!("{} hexes", number(usize::from(count))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Arm, Ground, Idiom, Sign};
    use crate::geometry::{Facing, Layout};
    use crate::report::model::{Around, Heading, Party};

    const IDIOM: Idiom = Idiom {
        disordered: Sign {
            letter: 'D',
            short: "Dis",
            word: "Disordered",
        },
        engaged: Sign {
            letter: 'E',
            short: "Eng",
            word: "Engaged",
        },
        bearing: Bearing::Hours,
    };

    fn counter(id: &str, side: u8, hex: &str) -> Counter {
        Counter {
            hex: hex.parse().expect("a hex"),
            id: id.to_owned(),
            short: id.to_owned(),
            side,
            code: "MI".into(),
            kind: "medium infantry".into(),
            arm: Arm::Foot,
            weight: 1,
            people: if side == 0 { "Hun" } else { "Visigoth" }.to_owned(),
            facing: Facing::new(6),
            strength: "3-4".to_owned(),
            disordered: false,
            engaged: false,
            leader: false,
            signs: Vec::new(),
        }
    }

    fn report_of(counters: Vec<Counter>) -> Report {
        let party = |side: &str| Party {
            side: side.to_owned(),
            name: side.to_owned(),
        };
        Report {
            heading: Heading {
                id: "m".to_owned(),
                game: "sign-of-the-pagan".to_owned(),
                title: "T".to_owned(),
                scenario: "s".to_owned(),
                parties: vec![party("hun"), party("roman")],
            },
            side: Some("hun".to_owned()),
            head: serde_json::Map::new(),
            stop: None,
            digest: serde_json::Map::new(),
            notes: Vec::new(),
            unmet: Vec::new(),
            branches: Vec::new(),
            questions: Vec::new(),
            awaited: Vec::new(),
            standing: Vec::new(),
            before: None,
            board: Board {
                layout: Layout::PointyEvenRight,
                rows: 18,
                columns: 25,
                ground: vec![Ground {
                    hex: "1315".parse().expect("a hex"),
                    terrain: "clear",
                    level: 1,
                }],
                rivers: Vec::new(),
                roads: Vec::new(),
                names: Vec::new(),
                idiom: IDIOM,
                counters,
                leaders: Vec::new(),
            },
            around: Around::default(),
        }
    }

    #[test]
    fn units_of_a_kind_in_line_are_told_as_one_group_with_landmark_and_distance() {
        let report = report_of(vec![
            counter("vis-mi-1", 1, "1114"),
            counter("vis-mi-2", 1, "1115"),
            counter("vis-mi-3", 1, "1116"),
            counter("hun-mi-1", 0, "1315"),
        ]);
        let places = places(&report);
        assert_eq!(places[0].side, "hun", "the reader's own side comes first");
        assert_eq!(
            places[1].groups,
            [
                "Three Visigoth MI in line from 1114 to 1116, in the middle, facing south, 6 o'clock, \
                 towards the hill two hexes ahead, two hexes from your nearest unit, hun-mi-1 in 1315. \
                 They are vis-mi-1, vis-mi-2, vis-mi-3."
            ]
        );
        assert!(places[0].groups[0].starts_with("One Hun MI in 1315, the hill"));
    }

    #[test]
    fn what_has_changed_is_told_with_direction_and_distance() {
        let mut report = report_of(vec![counter("hun-mi-1", 0, "1112")]);
        report.board.counters[0].disordered = true;
        report.before = Some(Board {
            counters: vec![
                counter("hun-mi-1", 0, "1115"),
                counter("vis-mi-1", 1, "1010"),
            ],
            ..report.board.clone()
        });
        assert_eq!(
            changes(&report),
            [
                "hun-mi-1 has gone three hexes west, from 1115 to 1112 and is Disordered now.",
                "vis-mi-1 is gone from 1010."
            ]
        );
    }
}
