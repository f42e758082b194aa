//! The facts of a report, for one viewer.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::bot::Page;
use crate::engine::{
    Board, Counter, Ending, Failure, Mark, Match, Note, Outcome, Question, RunFacts, Seat, Told,
    Viewer, Weighed, Why,
};
use crate::geometry::Hex;

/// A player's side in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Party {
    /// The key of the side.
    pub side: String,
    /// The player's name.
    pub name: String,
}

/// What a report is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Heading {
    /// The match's id.
    pub id: String,
    /// The game's key.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The scenario's key.
    pub scenario: String,
    /// The sides, in seat order.
    pub parties: Vec<Party>,
}

impl Heading {
    /// Says how the match ended.
    pub fn ended(&self, ending: Ending) -> String {
        let side = |seat: Seat| {
            let party = self.parties.get(seat.index());
            party.map_or("somebody", |party| party.side.as_str())
        };
        match ending {
            Ending::Played(Outcome::Win(seat)) => format!("{} has won", side(seat)),
            Ending::Played(Outcome::Draw) => "it ended in a draw".to_owned(),
            Ending::Resigned(seat) => format!("{} has resigned", side(seat)),
            Ending::DrawAgreed => "a draw was agreed".to_owned(),
        }
    }
}

/// A side that is waited for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Awaited {
    /// Its key.
    pub side: String,
    /// Whether it is the reader's own.
    pub own: bool,
    /// Until when, in the reader's time zone; nothing where no deadline runs.
    pub until: Option<String>,
}

/// A line that came to nothing, for its owner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Unmet {
    /// The line as written.
    pub line: String,
    /// The first step that was not carried out.
    pub step: Option<String>,
    /// The rule that stood in the way.
    pub rule: Option<String>,
    /// What happened; nothing where its moment never came.
    pub because: Option<String>,
    /// The events that brought it about, in their order.
    pub chain: Vec<Note>,
}

/// Which way a line went that had a condition or an alternative, for its owner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Branch {
    /// The line as written.
    pub line: String,
    /// Its condition with the terms that decided it, if it has one.
    pub condition: Option<Weighed>,
    /// The rule that stood in the way although the condition held.
    pub failed: Option<Failure>,
    /// What was tried instead.
    pub taken: Option<String>,
    /// Whether it is a PAUSE that stopped the run.
    pub paused: bool,
    /// The events that brought the failure about, in their order.
    pub chain: Vec<Note>,
}

/// What a seal of the reader's covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sealed {
    /// The draw in whose LOCK it stands.
    pub draw: u64,
    /// The lines that it covers.
    pub lines: Vec<String>,
}

/// What has happened around a match, beside the play.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct Around {
    /// Time-outs, moved deadlines, resignations, a sentence each.
    pub news: Vec<String>,
    /// What was said, as the reader may hear it.
    pub press: Vec<String>,
    /// The reader's seal.
    pub sealed: Option<Sealed>,
    /// Whether the match is over.
    pub over: bool,
    /// How it ended, if it is over.
    pub ending: Option<String>,
}

/// The facts of one report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The match.
    pub heading: Heading,
    /// The reader's side; nothing for observers.
    pub side: Option<String>,
    /// Turn, losses and the like, as the game tells them.
    pub head: Map<String, Value>,
    /// The number of the open stop.
    pub stop: Option<u32>,
    /// The facts of the summary, as the game counts them.
    pub digest: Map<String, Value>,
    /// What happened, as the reader noticed it.
    pub notes: Vec<Note>,
    /// His lines that came to nothing.
    pub unmet: Vec<Unmet>,
    /// Which way his lines with conditions and alternatives went.
    pub branches: Vec<Branch>,
    /// What he has to decide.
    pub questions: Vec<Question>,
    /// Who is waited for.
    pub awaited: Vec<Awaited>,
    /// His standing lines and plans.
    pub standing: Vec<String>,
    /// The map before that, where it is known.
    pub before: Option<Board>,
    /// The map.
    pub board: Board,
    /// What has happened beside the play.
    pub around: Around,
}

impl Report {
    /// Gathers the facts of a match for a viewer, who has noticed nothing new.
    pub fn present(heading: &Heading, game: &dyn Match, viewer: Viewer) -> Self {
        Self::of(heading, game, viewer, &[], &[])
    }

    /// Gathers the facts of a match for a viewer, after a run.
    pub fn after(heading: &Heading, game: &dyn Match, viewer: Viewer, run: &RunFacts) -> Self {
        Self {
            before: run.board_before(viewer).cloned(),
            ..Self::of(heading, game, viewer, run.notes_of(viewer), &run.told)
        }
    }

    /// Gathers the facts of a match for a viewer who has noticed `notes`.
    pub fn of(
        heading: &Heading,
        game: &dyn Match,
        viewer: Viewer,
        notes: &[Note],
        told: &[Told],
    ) -> Self {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Observer | Viewer::GameMaster | Viewer::Everybody => None,
        };
        let side_of = |seat: Seat| heading.parties[seat.index()].side.clone();
        let stop = game.stop();
        let awaited = stop
            .iter()
            .flat_map(|stop| &stop.seats)
            .map(|&waits| Awaited {
                side: side_of(waits),
                own: Some(waits) == seat,
                until: None,
            });
        let own = told.iter().filter(|told| Some(told.seat) == seat);
        Self {
            heading: heading.clone(),
            side: seat.map(side_of),
            head: game.head(viewer),
            stop: stop.as_ref().map(|stop| stop.number),
            digest: game.digest(notes),
            notes: notes.to_vec(),
            unmet: own.clone().filter_map(unmet).collect(),
            branches: own.filter_map(branch).collect(),
            questions: seat.map(|seat| game.questions(seat)).unwrap_or_default(),
            awaited: awaited.collect(),
            standing: seat.map(|seat| game.standing(seat)).unwrap_or_default(),
            before: None,
            board: game.board(viewer),
            around: Around {
                over: game.ending().is_some(),
                ending: game.ending().map(|ending| heading.ended(ending)),
                news: seat
                    .and_then(|seat| game.answered_by_plan(seat))
                    .map(|plan| plan.told())
                    .into_iter()
                    .collect(),
                ..Around::default()
            },
        }
    }

    /// Gathers the facts of a page that was written down at the table, where nobody is waited for.
    pub fn of_page(heading: &Heading, side: &str, page: &Page) -> Self {
        Self {
            heading: heading.clone(),
            side: Some(side.to_owned()),
            head: page.head.clone(),
            stop: None,
            digest: page.digest.clone(),
            notes: page.notes.clone(),
            unmet: Vec::new(),
            branches: Vec::new(),
            questions: Vec::new(),
            awaited: Vec::new(),
            standing: Vec::new(),
            before: Some(page.before.clone()),
            board: page.board.clone(),
            around: Around::default(),
        }
    }

    /// Returns what a picture shows of the notes, in their order.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.notes.iter().flat_map(|note| &note.marks)
    }

    /// Returns the hexes that the notes and the questions speak of, for the close view of the map.
    pub fn focus(&self) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.marks().flat_map(Mark::hexes).collect();
        for value in self
            .questions
            .iter()
            .flat_map(|question| question.facts.values())
        {
            collect_hexes(value, &mut hexes);
        }
        hexes.retain(|hex| hex.row() <= self.board.rows && hex.column() <= self.board.columns);
        hexes
    }

    /// Tells whether the reader is waited for.
    pub fn asks_reader(&self) -> bool {
        self.awaited.iter().any(|awaited| awaited.own)
    }

    /// Tells whether the game is played on a map.
    pub fn has_map(&self) -> bool {
        self.board.is_map()
    }

    /// Returns the counters of a side, in the order of their ids as people count.
    pub fn counters(&self, side: u8) -> Vec<&Counter> {
        let all = self.board.counters.iter();
        let mut counters: Vec<_> = all.filter(|counter| counter.side == side).collect();
        counters.sort_by_key(|counter| counter.natural_order());
        counters
    }
}

fn unmet(told: &Told) -> Option<Unmet> {
    let (rule, because) = match &told.why {
        Why::NotCarriedOut { rule, because } => {
            (Some(rule.number.to_owned()), Some(because.clone()))
        }
        Why::NoOccasion => (None, None),
        Why::Branched { .. } | Why::Paused { .. } => return None,
    };
    Some(Unmet {
        line: told.line.clone(),
        step: told.step.clone(),
        rule,
        because,
        chain: told.chain.clone(),
    })
}

fn branch(told: &Told) -> Option<Branch> {
    let branch = Branch {
        line: told.line.clone(),
        condition: None,
        failed: None,
        taken: None,
        paused: false,
        chain: told.chain.clone(),
    };
    match &told.why {
        Why::NotCarriedOut { .. } | Why::NoOccasion => None,
        Why::Branched {
            guard,
            failed,
            taken,
        } => Some(Branch {
            condition: guard.clone(),
            failed: failed.clone(),
            taken: taken.clone(),
            ..branch
        }),
        Why::Paused { guard } => Some(Branch {
            condition: Some(guard.clone()),
            paused: true,
            ..branch
        }),
    }
}

/// Collects what reads as a hex id, wherever it stands in the facts.
fn collect_hexes(value: &Value, hexes: &mut Vec<Hex>) {
    match value {
        Value::String(text) => hexes.extend(text.parse::<Hex>().ok()),
        Value::Array(list) => list.iter().for_each(|value| collect_hexes(value, hexes)),
        Value::Object(map) => map.values().for_each(|value| collect_hexes(value, hexes)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
