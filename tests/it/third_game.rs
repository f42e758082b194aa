//! A third game is its own folder and one row of the list: Salt Road is played through nothing else.

use serde_json::{Map, Value, json};
use tesserarius::bot::{Bot, SelfPlay, selfplay};
use tesserarius::engine::{
    Bearing, Board, DrawDice, Ending, Idiom, Level, Note, Playing, Question, Rules, Scope, Seat,
    SetupError, Sign, Telling,
};
use tesserarius::games::files::GameFiles;
use tesserarius::games::{Description, GameEntry, Terms};
use tesserarius::geometry::Layout;
use tesserarius::ledger::hash::h;
use tesserarius::trial::{Examples, Ran, ReportText};

use crate::support::salt_road::{Decision, Event, SaltRoad, View};

impl Telling for SaltRoad {
    fn notes(&self, _: &View, event: &Event) -> Vec<Note> {
        let Ok(Value::Object(facts)) = serde_json::to_value(json!({ "event": event })) else {
            return Vec::new();
        };
        vec![Note {
            key: "happened",
            level: Level::Act,
            facts,
            rules: self.cites(event),
            roll: None,
            marks: Vec::new(),
            event: 0,
        }]
    }

    fn question(&self, view: &View, decision: &Decision) -> Question {
        let options = self.options(view, decision);
        let default = self.default(view, decision);
        Question {
            key: "choose",
            facts: Map::new(),
            rule: self.rules()[1],
            examples: options.iter().map(|order| self.print(order)).collect(),
            default: default.map(|order| self.print(&order)),
        }
    }

    fn board(&self, _: &View) -> Board {
        Board {
            layout: Layout::FlatEvenLower,
            rows: 0,
            columns: 0,
            ground: Vec::new(),
            rivers: Vec::new(),
            roads: Vec::new(),
            names: Vec::new(),
            idiom: Idiom {
                disordered: NOTHING,
                engaged: NOTHING,
                bearing: Bearing::Compass,
            },
            counters: Vec::new(),
            leaders: Vec::new(),
        }
    }

    fn standing(&self, view: &View) -> Map<String, Value> {
        let facts = serde_json::to_value(view).expect("a view can be written");
        facts.as_object().expect("as an object").clone()
    }
}

/// A game without worked examples.
struct NoExamples;

impl Examples for NoExamples {
    fn ids(&self) -> Vec<&str> {
        Vec::new()
    }

    fn run(&self, index: usize, _: ReportText) -> Ran {
        unreachable!("there is no example {index}")
    }
}

/// No counter of it bears a sign: it has none.
const NOTHING: Sign = Sign {
    letter: '-',
    short: "-",
    word: "nothing",
};
pub(crate) const SCENARIO: &str = "road";
const SALT_ROAD: SaltRoad = SaltRoad { leaks: false };

fn described() -> Description {
    Description {
        text: "Three caravans".to_owned(),
        json: json!({ "key": "salt-road" }),
    }
}

/// The one row that the list of games would get.
pub(crate) const ROW: GameEntry = GameEntry {
    key: "salt-road",
    title: "Salt Road",
    summary: "Three caravans bid and raid",
    rules_version: 1,
    editions: &[],
    files: || GameFiles::shipped(&[]),
    describe: |_| Ok(described()),
    describe_scenario: |_, _| Ok(described()),
    scenarios: |_| Ok(vec![SCENARIO.to_owned()]),
    examples: |_| Ok(Box::new(NoExamples)),
    start: |terms| Ok(Box::new(Playing::start(SALT_ROAD, &terms.scenario)?)),
    restore: |_, json| {
        let playing = Playing::restore(SALT_ROAD, json);
        Ok(Box::new(
            playing.map_err(|error| SetupError(vec![error.to_string()]))?,
        ))
    },
    sides: |_| Ok(SALT_ROAD.sides().into_iter().map(str::to_owned).collect()),
    choices: &[],
    options: |_| Ok(Vec::new()),
    selfplay: |terms, wanted| selfplay(&SALT_ROAD, &terms.scenario, &[Bot::RANDOM], wanted, 100),
    correspondent: |_, _| Err(SetupError(vec!["only people play it by mail".to_owned()])),
};

fn terms() -> Terms {
    Terms {
        scenario: SCENARIO.to_owned(),
        options: Vec::new(),
        files: (ROW.files)(),
    }
}

#[test]
fn a_match_of_a_third_game_is_played_to_its_end_by_lines() {
    let mut playing = (ROW.start)(&terms()).expect("it can be set up");
    assert_eq!(
        playing.sides(),
        (ROW.sides)(&terms()).expect("it has sides")
    );
    let mut draws = 0_u64;
    while playing.ending().is_none() {
        draws += 1;
        assert!(draws < 100, "it goes on and on");
        let number = draws.to_be_bytes();
        let dice = DrawDice::new(h("test.salt", &[&number]));
        let mut dice = dice.opening(move |scope| match scope {
            Scope::Seat(seat, _) => Some(h("test.own", &[&number, &[seat.0]])),
            Scope::Public | Scope::Host(_) => None,
        });
        playing.run(&mut dice);
        for seat in [0, 1, 2].map(Seat) {
            let questions = playing.questions(seat);
            let first = questions
                .iter()
                .filter_map(|question| question.examples.first());
            let text = first.cloned().collect::<Vec<_>>().join("\n");
            if !text.is_empty() {
                let reading = playing.file(seat, &text);
                assert!(
                    reading.lines.iter().all(|line| !line.verdict.is_bad()),
                    "{text}"
                );
            }
        }
    }
    assert!(matches!(playing.ending(), Some(Ending::Played(_))));
}

#[test]
fn bots_play_a_third_game() {
    let wanted = SelfPlay {
        games: 20,
        seed: "salt".to_owned(),
        bots: vec!["random".to_owned()],
        checked: true,
        told: false,
    };
    let tally = (ROW.selfplay)(&terms(), &wanted).expect("bots play it");
    assert_eq!((tally.games, tally.finished), (20, 20));
}
