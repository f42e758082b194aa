//! What can be said of an example's position.

use std::collections::BTreeMap;

use crate::engine::{Note, Outcome, Playing, Rules, Telling, Viewer};
use crate::trial::{ReportText, Sent};

use super::field::Field;
use crate::games::sign_of_the_pagan::cases::{
    Both, Findings, Initiative, MatchResult, SideWord, UnitFinding, UnitState,
};
use crate::games::sign_of_the_pagan::data::{Condition, KEY, Side, UnitId};
use crate::games::sign_of_the_pagan::event::{Event, Purpose};
use crate::games::sign_of_the_pagan::state::{Attila, Open, Place};
use crate::games::sign_of_the_pagan::{seat, side};

/// States everything that is known now; of reports, whether they lack what they should.
pub(super) fn findings(field: &Field, asked: &Findings, report: ReportText) -> Findings {
    let open = &field.position.state().open;
    let net = |roll: &crate::trial::Rolled| (roll.net as i16, roll.outcome.to_owned());
    let has_markers = |value| field.has_markers.then_some(value);
    let undrawn = both(open.undrawn);
    Findings {
        units: Some(units(field, open)),
        engaged: Some(engaged(field, open)),
        eliminated: Some(both(open.eliminated)),
        net: Some(field.rolls.iter().map(net).collect()),
        attila: attila(field, open),
        result: result(field, open),
        alan_defections: Some(open.desertions),
        totals: totals(field),
        initiative: initiative(field),
        queue: field
            .has_markers
            .then(|| open.queue.iter().map(|&marker| marker.into()).collect()),
        cup_count: has_markers(open.undrawn.iter().sum()),
        undrawn: field.has_markers.then_some(undrawn),
        refused: Some(field.lines.refused()),
        report_lacks: asked
            .report_lacks
            .as_ref()
            .map(|words| lacks(field, words, report)),
        at: BTreeMap::new(),
    }
}

fn both([hun, roman]: [u8; 2]) -> Both<u8> {
    Both { hun, roman }
}

fn id(field: &Field, unit: UnitId) -> String {
    field.game.roster.unit(unit).id.clone()
}

fn units(field: &Field, open: &Open) -> BTreeMap<String, UnitFinding> {
    let mut units = BTreeMap::new();
    for (index, piece) in open.pieces.iter().enumerate() {
        let gone = |state| UnitFinding {
            hex: None,
            face: None,
            state,
        };
        let finding = match piece.place {
            Place::Reserve => continue,
            Place::On(hex) => UnitFinding {
                hex: Some(hex),
                face: Some(piece.facing),
                state: match piece.condition {
                    Condition::Good => UnitState::Good,
                    Condition::Disordered => UnitState::Dis,
                },
            },
            Place::Eliminated => gone(UnitState::Elim),
            Place::Removed => gone(UnitState::Removed),
        };
        units.insert(id(field, UnitId(index as u8)), finding);
    }
    units
}

fn engaged(field: &Field, open: &Open) -> Vec<[String; 2]> {
    let pairs = open.engaged.iter();
    pairs
        .map(|&(one, other)| [one, other].map(|unit| id(field, unit)))
        .collect()
}

fn attila(field: &Field, open: &Open) -> Option<String> {
    match open.attila {
        Attila::Absent => None,
        Attila::With(unit) => Some(id(field, unit)),
        Attila::Alone(hex) => Some(format!("@{hex}")),
        Attila::Out => Some("out".to_owned()),
        Attila::Removed => Some("removed".to_owned()),
        Attila::Dead => Some("dead".to_owned()),
    }
}

/// 14.0: who has won; before the first check of a turn's end there is nothing to say.
fn result(field: &Field, open: &Open) -> Option<MatchResult> {
    match open.outcome {
        Some(Outcome::Win(winner)) => Some(match side(winner) {
            Side::Hun => MatchResult::Hun,
            Side::Roman => MatchResult::Roman,
        }),
        Some(Outcome::Draw) => Some(MatchResult::Draw),
        None => field.has_ended_turn.then_some(MatchResult::Continue),
    }
}

/// 5.3: both adjusted dice, once they have been rolled.
fn totals(field: &Field) -> Option<Both<i16>> {
    let of = |side: &str| {
        let is_total = |roll: &&crate::trial::Rolled| {
            roll.purpose == Purpose::Initiative.key() && roll.by.eq_ignore_ascii_case(side)
        };
        let roll = field.rolls.iter().rev().find(is_total)?;
        Some(roll.net as i16)
    };
    Some(Both {
        hun: of(Side::Hun.key())?,
        roman: of(Side::Roman.key())?,
    })
}

fn initiative(field: &Field) -> Option<Initiative> {
    let events = field.passages.iter().flat_map(|passage| &passage.events);
    events.rev().find_map(|event| match event {
        Event::InitiativeSettled { winner, .. } => Some(winner.map(SideWord::from).into()),
        _ => None,
    })
}

/// Returns those of the words that the report to each side lacks.
fn lacks(
    field: &Field,
    words: &BTreeMap<SideWord, Vec<String>>,
    report: ReportText,
) -> BTreeMap<SideWord, Vec<String>> {
    let lacked = |(&word, words): (&SideWord, &Vec<String>)| {
        let text = sent(field, word.into(), report);
        let lacked = words.iter().filter(|word| !has_word(&text, word));
        (word, lacked.cloned().collect())
    };
    words.iter().map(lacked).collect()
}

/// Writes the report that a side would be sent about all that has happened.
fn sent(field: &Field, to: Side, report: ReportText) -> String {
    let snapshot = serde_json::to_string(&field.position).expect("a position is plain data");
    let standing = Playing::restore(field.game.clone(), &snapshot).expect("it was written by us");
    report(&Sent {
        game: KEY,
        standing: &standing,
        seat: seat(to),
        notes: &notes(field, Viewer::Seat(seat(to))),
        told: &field.told,
    })
}

/// Collects what a viewer noticed since the beginning.
fn notes(field: &Field, viewer: Viewer) -> Vec<Note> {
    let game = &field.game;
    let mut notes = Vec::new();
    for passage in &field.passages {
        let mut state = passage.before.clone();
        for event in &passage.events {
            if let Some(seen) = game.witness(&state, event, viewer) {
                notes.extend(game.notes(&game.view(&state, viewer), &seen));
            }
            game.apply(&mut state, event);
        }
    }
    game.gather(notes)
}

/// Tells whether a word stands in a text, in the same case and not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, found)| {
        let before = text[..start].chars().next_back();
        let after = text[start + found.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_only_whole_and_in_its_case() {
        const CASES: &[(&str, bool)] = &[
            ("the HUNS act", true),
            ("HUNS", true),
            ("(HUNS)", true),
            ("HUNS-HUNS", true),
            ("Huns", false),
            ("HUNSX", false),
            ("XHUNS HUNS_1 HUNS", true),
            ("XHUNS HUNS_1", false),
            ("", false),
        ];
        for (text, found) in CASES {
            assert_eq!(has_word(text, "HUNS"), *found, "{text}");
        }
    }
}
