//! A running match of any game behind one object-safe face: text and JSON in, text and JSON out.

use serde::Serialize;
use serde_json::{Map, Value};

use super::cancelling::TakenBack;
use super::correction::{Corrected, NotCorrected, correct};
use super::film::{notes_of, scenes_of};
use super::offering::offer_what_would_do;
use super::outcome::{RunFacts, Witnessed};
use super::planned;
use super::printing::{print_guard, print_line};
use super::reading::{read, read_in_force, read_line};
use super::{
    Accepted, Answer, AnsweredByPlan, Asked, Board, Dice, Ended, Ending, Filed, Form, LineKind,
    LineOf, NoOdds, Note, Odds, Offers, Plan, Position, Question, Reading, Seat, SetupError,
    Telling, Viewer, Voice, Wishes,
};
use crate::orders::{Common, Cursor, Diagnostic};

/// An open stop, for those who wait for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StopFacts {
    /// Its number.
    pub number: u32,
    /// The seats that have to answer, in order.
    pub seats: Vec<Seat>,
}

/// A match in progress.
pub trait Match: Send {
    /// Returns the key of each seat's side.
    fn sides(&self) -> Vec<String>;
    /// Returns the game turn.
    fn turn(&self) -> u32;
    /// Returns the open stop.
    fn stop(&self) -> Option<StopFacts>;
    /// Returns how the match ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// Returns what the open stop asks of a seat.
    fn questions(&self, seat: Seat) -> Vec<Question>;
    /// Returns what a seat can compose its answers from, for each question of the open stop, and its standing lines.
    fn offers(&self, seat: Seat) -> Vec<Offers>;
    /// Returns what the open stop asks of a seat, as JSON: for programs that play it.
    fn asked(&self, seat: Seat) -> String;
    /// Reads and judges a text without filing it.
    fn read(&self, seat: Seat, text: &str) -> Reading {
        self.read_beside(seat, &[], text)
    }
    /// Reads and judges a text without filing it: with the lines filed before, if it adds to them.
    fn read_beside(&self, seat: Seat, filed: &[String], text: &str) -> Reading;
    /// Files a text: its good lines count from now on.
    fn file(&mut self, seat: Seat, text: &str) -> Reading;
    /// Puts a text in force, as [`Match::in_force`] gave it, in place of all lines that the seat had filed.
    fn refile(&mut self, seat: Seat, lines: &[String]);
    /// Says whether a word is a verb of the game's language.
    fn is_verb(&self, word: &str) -> bool;
    /// Says whether orders that begin with a word answer later decisions.
    fn is_standing_verb(&self, word: &str) -> bool;
    /// Reads one line as an order of a seat: its canonical form, and whether it acts now.
    ///
    /// # Errors
    /// What is not understood, and where.
    fn read_line(&self, seat: Seat, line: &str) -> Result<(String, LineKind), Diagnostic>;
    /// Takes back standing lines that begin with these words, or plans; returns them.
    fn cancel(&mut self, seat: Seat, words: &str) -> Vec<String>;
    /// Tells whether what the seat has filed answers everything that the open stop asks of it.
    fn answers(&self, seat: Seat) -> bool;
    /// Notes that a seat's deadline has passed.
    fn time_out(&mut self, seat: Seat);
    /// Ends the match by resignation or agreement.
    fn end(&mut self, ending: Ending);
    /// Runs to the next stop.
    fn run(&mut self, dice: &mut dyn Dice) -> RunFacts;
    /// Runs to the next stop, and films it.
    fn run_filmed(&mut self, dice: &mut dyn Dice) -> RunFacts;
    /// Asks again what the open stop asks, as a stop of a number that the match has not had.
    fn reopen(&mut self, number: u32);
    /// Sets facts of the position anew, each written as `FACT = VALUE`; all of them or none. `eyes` are those
    /// of whoever corrects, unless he may see everything.
    ///
    /// # Errors
    /// What is wrong with one of them, or with all of them together.
    fn correct(
        &mut self,
        facts: &[String],
        eyes: Option<Viewer>,
    ) -> Result<Corrected, NotCorrected>;
    /// Returns what a run shows that does nothing.
    fn stand(&self) -> RunFacts;
    /// Returns the text in force of a seat, one canonical line each: what a seal covers.
    fn in_force(&self, seat: Seat) -> Vec<String>;
    /// Returns the plans of a seat and those of its standing lines that may still answer something, in canonical form.
    fn standing(&self, seat: Seat) -> Vec<String>;
    /// Returns the plan that answers in the place of a seat which the open stop would else ask.
    fn answered_by_plan(&self, seat: Seat) -> Option<AnsweredByPlan>;
    /// Returns the plans and standing lines of a seat, each standing line with the number by which it is taken back.
    fn numbered_standing(&self, seat: Seat) -> Vec<String>;
    /// Works out the odds of an order as a seat sees things, after what it plans before it.
    ///
    /// # Errors
    /// Why there is nothing to work out, and where in the line.
    fn odds(&self, seat: Seat, line: &str, planned: &[String]) -> Result<Vec<Odds>, Diagnostic>;
    /// Lists the orders that units could be given now, as lines; nothing for one that the seat does not command.
    fn legal(&self, seat: Seat, units: &[&str]) -> Vec<Option<Vec<String>>>;
    /// Returns what a seat knows of a unit, in words; nothing if there is no such unit.
    fn unit(&self, seat: Seat, name: &str) -> Option<String>;
    /// Returns the map as a viewer sees it.
    fn board(&self, viewer: Viewer) -> Board;
    /// Returns the facts for the head of a report.
    fn head(&self, viewer: Viewer) -> Map<String, Value>;
    /// Returns the facts for a summary of what a viewer noticed.
    fn digest(&self, notes: &[Note]) -> Map<String, Value>;
    /// Returns a viewer's view as JSON.
    fn view(&self, viewer: Viewer) -> String;
    /// Returns the whole snapshot as JSON.
    fn save(&self) -> String;
    /// Returns a copy to try things on.
    fn copy(&self) -> Box<dyn Match>;
    /// Goes on from the snapshot of another match on the same terms; nothing but the rules is shared.
    ///
    /// # Errors
    /// What is wrong with the JSON.
    fn other(&self, json: &str) -> Result<Box<dyn Match>, serde_json::Error>;
}

/// A game's rules with a position: what stands behind the face.
#[derive(Clone)]
pub struct Playing<R: Telling> {
    rules: R,
    position: Position<R>,
}

impl<R: Telling> Playing<R> {
    /// Starts a scenario and leads it to its first stop, which needs no dice.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn start(rules: R, scenario: &str) -> Result<Self, SetupError> {
        let position = Position::start(&rules, scenario)?;
        Ok(Self { rules, position })
    }

    /// Goes on from a snapshot.
    ///
    /// # Errors
    /// What is wrong with the JSON.
    pub fn restore(rules: R, json: &str) -> Result<Self, serde_json::Error> {
        Ok(Self {
            rules,
            position: serde_json::from_str(json)?,
        })
    }

    fn viewers(&self) -> Vec<Viewer> {
        let seats = (0..self.rules.sides().len()).map(|seat| Viewer::Seat(Seat(seat as u8)));
        seats.chain([Viewer::Observer, Viewer::Everybody]).collect()
    }

    /// Runs to the next stop; scenes cost a map for each note.
    fn carry_on(&mut self, dice: &mut dyn Dice, filmed: bool) -> RunFacts {
        let before = self.position.state().clone();
        let run = self.position.run(&self.rules, dice);
        let mut seen = Vec::new();
        let mut boards = Vec::new();
        let mut scenes = Vec::new();
        let mut bodies = Vec::new();
        for viewer in self.viewers() {
            let (events, notes) = notes_of(&self.rules, &before, &run.events, viewer);
            bodies.push(self.body(&events, viewer));
            boards.push((viewer, self.rules.board(&self.rules.view(&before, viewer))));
            if filmed {
                let film = scenes_of(&self.rules, &before, &run.events, viewer, &notes);
                scenes.push((viewer, film));
            }
            seen.push((viewer, notes));
        }
        let told = run.told.into_iter();
        let told = told.map(|told| self.rules.word(told)).collect();
        bodies.pop().expect("everybody is a viewer");
        let public = bodies.pop().expect("an observer is a viewer");
        RunFacts {
            ended: run.ended,
            seen,
            before: boards,
            scenes,
            told,
            public,
            private: bodies,
        }
    }

    fn body(&self, events: &[R::Event], viewer: Viewer) -> Witnessed {
        let events = serde_json::to_string(events).expect("events are plain data");
        Witnessed {
            events,
            view: self.view_json(viewer),
        }
    }

    fn view_json(&self, viewer: Viewer) -> String {
        let view = self.rules.view(self.position.state(), viewer);
        serde_json::to_string(&view).expect("a view is plain data")
    }

    /// Files everything but the action lines, which it numbers and gives back.
    fn accept(&mut self, seat: Seat, accepted: Accepted<R>) -> Vec<LineOf<R>> {
        let Accepted {
            mut actions,
            mut standing,
            plans,
            pauses,
            ..
        } = accepted;
        let wishes = self.position.wishes_mut(seat);
        for line in actions.iter_mut().chain(&mut standing) {
            line.id = wishes.number();
        }
        for mut plan in plans {
            for line in &mut plan.lines {
                line.id = wishes.number();
            }
            wishes.plan(plan);
        }
        wishes.pauses.extend(pauses);
        self.position.file_standing(&self.rules, seat, standing);
        actions
    }

    /// Writes the plans of a seat.
    fn plans(&self, seat: Seat) -> impl Iterator<Item = String> {
        let plans = self.position.wishes(seat).plans.iter();
        plans.flat_map(|plan| self.plan_lines(plan))
    }

    /// Returns those standing lines of a seat that may still answer something, each with its place among all, from 1.
    fn standing_lines(&self, seat: Seat) -> Vec<(usize, &LineOf<R>)> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let all = &self.position.wishes(seat).standing;
        let is_superseded = |place: usize, line: &LineOf<R>| {
            let mut later = all[place..].iter().filter(|later| later.guard.is_none());
            later.any(|later| self.rules.supersedes(&later.order, &line.order))
        };
        let lines = (1..).zip(all);
        lines
            .filter(|(place, line)| {
                !self.rules.is_spent(&view, &line.order) && !is_superseded(*place, line)
            })
            .collect()
    }

    fn plan_lines(&self, plan: &Plan<R::Order, R::Fact>) -> Vec<String> {
        let mut lines = vec![format!("PLAN {}", plan.title())];
        lines.extend(plan.lines.iter().map(|line| print_line(&self.rules, line)));
        let pauses = plan
            .pauses
            .iter()
            .map(|guard| print_guard(&self.rules, guard));
        lines.extend(pauses.map(|guard| format!("PAUSE IF {guard}")));
        lines.push("ENDPLAN".to_owned());
        lines
    }
}

impl<R: Telling + Clone + Send + 'static> Match for Playing<R>
where
    Position<R>: Send,
{
    fn sides(&self) -> Vec<String> {
        let sides = self.rules.sides().into_iter();
        sides.map(str::to_owned).collect()
    }

    fn turn(&self) -> u32 {
        self.rules.turn(self.position.state())
    }

    fn stop(&self) -> Option<StopFacts> {
        let stop = self.position.stop()?;
        let mut seats: Vec<Seat> = stop.asked.iter().map(|asked| asked.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        Some(StopFacts {
            number: stop.number,
            seats,
        })
    }

    fn ending(&self) -> Option<Ending> {
        self.position.over()
    }

    fn questions(&self, seat: Seat) -> Vec<Question> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let question = |asked: &Asked<R::Decision>| self.rules.question(&view, &asked.decision);
        self.position.asked(seat).map(question).collect()
    }

    fn offers(&self, seat: Seat) -> Vec<Offers> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let offers = |asked: &Asked<R::Decision>| self.rules.offers(&view, &asked.decision);
        let mut offers: Vec<Offers> = self.position.asked(seat).map(offers).collect();
        let mut standing = match self.position.over() {
            Some(_) => Vec::new(),
            None => self.rules.standing_forms(&view),
        };
        standing.retain(Form::speaks);
        if !standing.is_empty() {
            offers.push(Offers {
                standing,
                ..Offers::default()
            });
        }
        offers
    }

    fn asked(&self, seat: Seat) -> String {
        let asked: Vec<_> = self.position.asked(seat).collect();
        serde_json::to_string(&asked).expect("a decision is plain data")
    }

    fn read_beside(&self, seat: Seat, filed: &[String], text: &str) -> Reading {
        let (mut reading, accepted) = read(&self.rules, &self.position, seat, (filed, text));
        let good: Vec<_> = accepted.actions.iter().map(|line| &line.order).collect();
        offer_what_would_do(&self.rules, &self.position, seat, &good, &mut reading);
        reading
    }

    fn file(&mut self, seat: Seat, text: &str) -> Reading {
        let (reading, accepted) = read(&self.rules, &self.position, seat, (&[], text));
        let wants_go = reading.wants(&super::Wanted::Go);
        let acts = accepted.pass || !accepted.actions.is_empty();
        if acts || wants_go {
            self.position.wishes_mut(seat).pauses.clear();
        }
        let actions = self.accept(seat, accepted);
        if acts || wants_go && !self.position.go_on(&self.rules, seat) {
            self.position.file(&self.rules, seat, actions);
        }
        if acts || wants_go {
            self.position.wishes_mut(seat).lets_go = false;
            let is_left_open = wants_go && !self.answers(seat);
            self.position.wishes_mut(seat).lets_go = is_left_open;
        }
        reading
    }

    fn refile(&mut self, seat: Seat, lines: &[String]) {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let accepted = read_in_force(&self.rules, &view, &lines.join("\n"));
        let (listed, lets_go) = (accepted.pass, accepted.lets_go);
        let wishes = self.position.wishes_mut(seat);
        // That its deadline has passed is no line of the seat; it stands until its activation ends.
        *wishes = Wishes {
            absent: wishes.absent,
            lets_go,
            ..Wishes::default()
        };
        let actions = self.accept(seat, accepted);
        self.position
            .restore_list(&self.rules, seat, actions, listed);
    }

    fn is_verb(&self, word: &str) -> bool {
        self.rules.is_verb(word)
    }

    fn is_standing_verb(&self, word: &str) -> bool {
        self.rules.is_standing_verb(word)
    }

    fn read_line(&self, seat: Seat, line: &str) -> Result<(String, LineKind), Diagnostic> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let lines = read_line(&self.rules, &view, line)?;
        let kind = lines
            .first()
            .map_or(LineKind::Action, |line| self.rules.kind(&line.order));
        let canonical: Vec<_> = lines
            .iter()
            .map(|line| print_line(&self.rules, line))
            .collect();
        Ok((canonical.join("; "), kind))
    }

    fn cancel(&mut self, seat: Seat, words: &str) -> Vec<String> {
        let taken_back = TakenBack::read(words, |word| self.rules.full_name(word));
        let rules = &self.rules;
        let mut place = 0;
        let mut is_meant = |line: &LineOf<R>| {
            place += 1;
            taken_back.means(place, &[&line.text, &print_line(rules, line)])
        };
        let wishes = self.position.wishes_mut(seat);
        let standing = wishes.standing.extract_if(.., |line| is_meant(line));
        let mut gone: Vec<String> = standing.map(|line| print_line(rules, &line)).collect();
        let plans = wishes
            .plans
            .extract_if(.., |plan| taken_back.means_plan(&plan.name, plan.number));
        gone.extend(plans.map(|plan| format!("PLAN {}", plan.title())));
        gone
    }

    fn answers(&self, seat: Seat) -> bool {
        let mut wishes: Vec<_> = (0..self.rules.sides().len())
            .map(|index| self.position.wishes(Seat(index as u8)).clone())
            .collect();
        let mut voice = Filed::<R>::new(&mut wishes);
        self.position.asked(seat).all(|asked| {
            let Asked {
                seat,
                mode,
                decision,
            } = asked;
            let answer = voice.answer(&self.rules, self.position.state(), *seat, *mode, decision);
            !matches!(answer, Answer::Silence)
        })
    }

    fn time_out(&mut self, seat: Seat) {
        self.position.time_out(seat);
    }

    fn end(&mut self, ending: Ending) {
        self.position.end(ending);
    }

    fn run(&mut self, dice: &mut dyn Dice) -> RunFacts {
        self.carry_on(dice, false)
    }

    fn run_filmed(&mut self, dice: &mut dyn Dice) -> RunFacts {
        self.carry_on(dice, true)
    }

    fn reopen(&mut self, number: u32) {
        self.position.reopen(&self.rules, number);
    }

    fn correct(
        &mut self,
        facts: &[String],
        eyes: Option<Viewer>,
    ) -> Result<Corrected, NotCorrected> {
        let (state, corrected) = correct(&self.rules, self.position.state(), facts, eyes)?;
        self.position.put_right(state);
        Ok(corrected)
    }

    fn stand(&self) -> RunFacts {
        let viewers = self.viewers();
        let board = |viewer: &Viewer| (*viewer, self.board(*viewer));
        let mut bodies: Vec<Witnessed> = viewers
            .iter()
            .map(|viewer| self.body(&[], *viewer))
            .collect();
        bodies.pop().expect("everybody is a viewer");
        let public = bodies.pop().expect("an observer is a viewer");
        RunFacts {
            ended: Ended::Stopped,
            seen: viewers.iter().map(|viewer| (*viewer, Vec::new())).collect(),
            before: viewers.iter().map(board).collect(),
            scenes: Vec::new(),
            told: Vec::new(),
            public,
            private: bodies,
        }
    }

    fn in_force(&self, seat: Seat) -> Vec<String> {
        let wishes = self.position.wishes(seat);
        let now = wishes.answers.iter().chain(&wishes.list);
        let mut lines: Vec<String> = now.map(|line| print_line(&self.rules, line)).collect();
        if wishes.listed {
            lines.push("PASS".to_owned());
        }
        if wishes.lets_go {
            lines.push("GO".to_owned());
        }
        let pauses = wishes
            .pauses
            .iter()
            .map(|guard| print_guard(&self.rules, guard));
        lines.extend(pauses.map(|guard| format!("PAUSE IF {guard}")));
        let standing = self.position.wishes(seat).standing.iter();
        lines.extend(self.plans(seat));
        lines.extend(standing.map(|line| print_line(&self.rules, line)));
        lines
    }

    fn standing(&self, seat: Seat) -> Vec<String> {
        let lines = self.standing_lines(seat).into_iter();
        self.plans(seat)
            .chain(lines.map(|(_, line)| print_line(&self.rules, line)))
            .collect()
    }

    fn answered_by_plan(&self, seat: Seat) -> Option<AnsweredByPlan> {
        planned::answered(&self.rules, &self.position, seat)
    }

    fn numbered_standing(&self, seat: Seat) -> Vec<String> {
        let lines = self.standing_lines(seat).into_iter();
        let numbered =
            lines.map(|(place, line)| format!("{place}: {}", print_line(&self.rules, line)));
        self.plans(seat).chain(numbered).collect()
    }

    fn odds(&self, seat: Seat, line: &str, planned: &[String]) -> Result<Vec<Odds>, Diagnostic> {
        if let (Some(verb), true) = (Cursor::new(line).next(), Common::read(line).is_some()) {
            let message = format!(
                "odds are worked out for a shot or an attack, which `{}` is not",
                verb.text.to_uppercase()
            );
            return Err(Diagnostic::new(verb.span, message));
        }
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let ahead = planned
            .iter()
            .filter_map(|line| read_line(&self.rules, &view, line).ok());
        // What stands comes before what was sent later; a line under a condition may never count.
        let standing = self.position.wishes(seat).standing.iter();
        let standing = standing
            .filter(|line| line.guard.is_none())
            .map(|line| line.order.clone());
        let ahead = ahead.flatten().filter(|line| line.guard.is_none());
        let ahead: Vec<R::Order> = standing.chain(ahead.map(|line| line.order)).collect();
        let mut odds = Vec::new();
        for line in read_line(&self.rules, &view, line)? {
            odds.extend(
                self.rules
                    .odds(&view, &ahead, &line.order)
                    .map_err(|none| {
                        let whole = Cursor::new(&line.text).rest().span;
                        match none {
                            NoOdds::NotOffered(because) => Diagnostic::new(whole, because),
                            NoOdds::Illegal(illegal) => illegal.at(whole),
                        }
                    })?,
            );
        }
        Ok(odds)
    }

    fn legal(&self, seat: Seat, units: &[&str]) -> Vec<Option<Vec<String>>> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let of_unit = |unit: &&str| {
            self.rules.concerns(&view, unit).map(|_| {
                let asked = self.position.asked(seat);
                let own = asked
                    .filter_map(|asked| self.rules.choices(&view, &asked.decision, unit))
                    .flatten();
                own.map(|order| self.rules.print(&order)).collect()
            })
        };
        units.iter().map(of_unit).collect()
    }

    fn unit(&self, seat: Seat, name: &str) -> Option<String> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        self.rules.unit(&view, name)
    }

    fn board(&self, viewer: Viewer) -> Board {
        self.rules
            .board(&self.rules.view(self.position.state(), viewer))
    }

    fn head(&self, viewer: Viewer) -> Map<String, Value> {
        self.rules
            .standing(&self.rules.view(self.position.state(), viewer))
    }

    fn digest(&self, notes: &[Note]) -> Map<String, Value> {
        self.rules.digest(notes)
    }

    fn view(&self, viewer: Viewer) -> String {
        self.view_json(viewer)
    }

    fn save(&self) -> String {
        serde_json::to_string(&self.position).expect("a position is plain data")
    }

    fn copy(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn other(&self, json: &str) -> Result<Box<dyn Match>, serde_json::Error> {
        Ok(Box::new(Self::restore(self.rules.clone(), json)?))
    }
}
