//! Playing an example: lines filed, phases run, lines that came to nothing collected.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::actual::Story;
use super::file::{Run, Run3, Step};
use super::{ROLLERS, compare, field};
use crate::engine::{Ended, LineKind, LineOf, Position, Rules, Seat, Viewer, Why, read_line};
use crate::games::legion::decision::Frame;
use crate::games::legion::game::seat;
use crate::games::legion::order::{Aim, Order, Who};
use crate::games::legion::phases::retreat;
use crate::games::legion::state::{Phase, State};
use crate::games::legion::terms::{Combat, Side, UnitId};
use crate::games::legion::{Field, Game, apply, fire, rules, sequence, simultaneous};
use crate::rulebook::Rule;
use crate::trial::{Fault, Ran, Script};

/// A line that came to nothing, and the rule that refused it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Refused {
    pub(super) order: String,
    pub(super) rule: Option<String>,
}

/// An example being played.
struct Table<'a> {
    game: Game,
    position: Position<Game>,
    names: [String; 2],
    script: Script<'a>,
    story: Story,
    refused: Vec<Refused>,
    /// The rules that refusals of all steps have cited.
    cited: BTreeSet<String>,
    /// Standing lines that name a unit, by side, with the line as written.
    named: [Vec<(String, Order)>; 2],
    /// Who is given a task by which line.
    plotted: Vec<(UnitId, String)>,
    /// The line of which an alternative is being tried, and that alternative.
    branch: Option<(String, String)>,
    /// RETREAT lines that a unit could follow.
    followed: Vec<String>,
}

/// Plays a run and compares.
pub(super) fn play(run: &Run, ran: &mut Ran) {
    let (game, state) = field::build(run).expect("the run was built when the file was read");
    let mut table = Table {
        position: Position::from_parts(&game, state.clone(), Vec::new()),
        story: Story::new(state),
        names: field::sides(run),
        game,
        script: Script::new(&run.dice, ROLLERS),
        refused: Vec::new(),
        cited: BTreeSet::new(),
        named: [Vec::new(), Vec::new()],
        plotted: Vec::new(),
        branch: None,
        followed: Vec::new(),
    };
    let ended = table.all(run, ran);
    ran.rolls = table.story.rolls(&table.game);
    ran.dice_left = table.script.left();
    if let Err(fault) = ended {
        ran.error = Some(fault);
    } else {
        let refused = run.sequence.is_none();
        table.compare(None, &run.expected, refused, ran);
        ran.error = table.script.unused();
    }
    let actual = table.actual(&run.expected);
    ran.actual = Value::Object(actual);
}

impl Table<'_> {
    fn all(&mut self, run: &Run, ran: &mut Ran) -> Result<(), Fault> {
        let Some(steps) = &run.sequence else {
            let phases = run.setup.phases.clone();
            return self.turn(&run.orders, phases);
        };
        let mut placed = run.setup.units.len();
        for (index, step) in steps.iter().enumerate() {
            self.pass_to(step);
            let mut state = self.position.state().clone();
            for spec in &step.add {
                let unit = crate::games::legion::terms::UnitId(placed as u8);
                field::put(&self.game, &mut state, unit, spec).expect("added units were checked");
                placed += 1;
            }
            self.lay(state, Vec::new());
            self.refused.clear();
            self.story.begin_step(self.position.state().clone());
            self.turn(&step.orders, step.phases.clone())?;
            let label = format!("sequence[{index}]");
            self.compare(Some(&label), &step.expected, true, ran);
        }
        Ok(())
    }

    /// Lets Player-Turns pass until the one of a step begins; units recover at their ends.
    fn pass_to(&mut self, step: &Step) {
        let mut state = self.position.state().clone();
        let to = step.pt.unwrap_or(state.open.player_turn);
        let together = self.game.options.simultaneous.is_on();
        while state.open.player_turn < to {
            let now = state.open.player_turn;
            // Who acts at once recovers at the end of Game-Turns, which are two Player-Turns each.
            if !together || now.is_multiple_of(2) {
                for piece in &mut state.open.pieces {
                    let lasts = |&when: &u16| !sequence::is_over(&self.game, when, now);
                    piece.disrupted = piece.disrupted.filter(lasts);
                }
            }
            state.open.player_turn += 1;
            state.open.phasing = state.open.phasing.other();
            apply::fresh(&mut state.open);
            state.open.phase = Phase::Fire;
        }
        self.lay(state, Vec::new());
    }

    fn lay(&mut self, state: State, mut frames: Vec<Frame>) {
        frames.reverse();
        self.position = Position::from_parts(&self.game, state, frames);
    }

    /// Plays a Player-Turn, or a simultaneous Game-Turn from A to E.
    fn turn(
        &mut self,
        orders: &BTreeMap<String, Vec<String>>,
        phases: Option<Vec<Run3>>,
    ) -> Result<(), Fault> {
        let together = self.game.options.simultaneous.is_on();
        let mut state = self.position.state().clone();
        state.open.phase = if together { Phase::Plot } else { Phase::Fire };
        if together {
            apply::allot(&self.game, &mut state.open);
        }
        self.lay(state, Vec::new());
        self.named = [Vec::new(), Vec::new()];
        self.plotted.clear();
        self.followed.clear();
        let wanted = self.file(orders, together);
        let frames = if together {
            vec![Frame::Together(simultaneous::Step::Plot {
                done: [false; 2],
            })]
        } else {
            self.frames(&phases.unwrap_or(wanted))
        };
        let state = self.position.state().clone();
        let wishes = Side::BOTH.map(|side| self.position.wishes(seat(side)).clone());
        self.lay(state, frames);
        for (side, wishes) in Side::BOTH.into_iter().zip(wishes) {
            *self.position.wishes_mut(seat(side)) = wishes;
        }
        let ran = self.run();
        for side in Side::BOTH {
            let left = self.position.wishes(seat(side)).list.clone();
            for line in left {
                let rule = untimely(&line.order, together);
                self.refuse(&line.text, Some(rule.number));
            }
        }
        ran
    }

    fn frames(&self, phases: &[Run3]) -> Vec<Frame> {
        let mut frames = Vec::new();
        if phases.contains(&Run3::Fire) {
            frames.push(Frame::Fire);
        }
        if phases.contains(&Run3::Move) {
            frames.extend(sequence::movement(&self.game));
        }
        if phases.contains(&Run3::Melee) {
            frames.push(Frame::Melee);
        }
        frames
    }

    /// Files the lines of both sides; returns the phases that they belong to.
    fn file(&mut self, orders: &BTreeMap<String, Vec<String>>, together: bool) -> Vec<Run3> {
        let mut wanted = Vec::new();
        let phasing = self.position.state().open.phasing;
        for side in Side::BOTH {
            let owner = seat(side);
            let lines = orders.get(&self.names[side.index()]);
            for text in lines.into_iter().flatten() {
                let view = self.game.view(self.position.state(), Viewer::Seat(owner));
                match read_line(&self.game, &view, text) {
                    Err(wrong) => {
                        self.refuse(text, wrong.rule.map(|rule| rule.number));
                    }
                    Ok(lines) => {
                        for line in lines {
                            self.take(side, owner, line, (phasing, together), &mut wanted);
                        }
                    }
                }
            }
            let wishes = self.position.wishes_mut(owner);
            wishes.listed = true;
            // Nobody is asked: what no line answers takes its default.
            wishes.absent = true;
        }
        wanted.dedup();
        wanted
    }

    fn take(
        &mut self,
        side: Side,
        owner: Seat,
        mut line: LineOf<Game>,
        (phasing, together): (Side, bool),
        wanted: &mut Vec<Run3>,
    ) {
        line.id = self.position.wishes_mut(owner).number();
        // Where a line has branches, the branch that was tried is what is refused.
        if line.guard.is_some() || line.otherwise.is_some() {
            name_branches(&self.game, &mut line);
        }
        if side != phasing && matches!(line.order, Order::Defend { .. }) {
            wanted.push(Run3::Move);
        }
        if self.game.kind(&line.order) == LineKind::Standing {
            self.named[side.index()].push((line.text.clone(), line.order.clone()));
            self.position.file_standing(&self.game, owner, vec![line]);
            return;
        }
        if side != phasing && !together {
            let rule = match line.order {
                Order::Move { .. } | Order::Exit { .. } => rules::R5_21,
                _ => rules::R4_2,
            };
            self.refuse(&line.text, Some(rule.number));
            return;
        }
        if let Order::Plot { unit, .. } | Order::Convert { unit, .. } = line.order {
            self.plotted.push((unit, line.text.clone()));
        }
        let mut own = Some(&line);
        while let Some(branch) = own {
            wanted.extend(phase_of(&branch.order));
            own = branch.otherwise.as_deref();
        }
        self.position.wishes_mut(owner).list.push(line);
    }

    fn refuse(&mut self, order: &str, rule: Option<&str>) {
        self.cited.extend(rule.map(str::to_owned));
        let refused = Refused {
            order: order.to_owned(),
            rule: rule.map(str::to_owned),
        };
        if !self
            .refused
            .iter()
            .any(|known| known.order == refused.order)
        {
            self.refused.push(refused);
        }
    }

    /// Runs all frames; before the enemy answers, his lines for single units are looked at.
    fn run(&mut self) -> Result<(), Fault> {
        let mut fresh = true;
        loop {
            // A run begins with the frame before which the last one stopped.
            let first = Cell::new(true);
            let halts = |frame: &Frame| {
                let begins = first.replace(false) && !fresh;
                matches!(
                    frame,
                    Frame::DefensiveFire | Frame::Answer { .. } | Frame::EndPlayerTurn
                ) && !begins
            };
            let next = self.position.run_until(&self.game, &mut self.script, halts);
            self.story.add(&self.game, next.events);
            for (told, _) in next.told {
                self.hear(&told);
            }
            if next.ended == Ended::NeedsDice {
                return Err(self
                    .script
                    .fault()
                    .cloned()
                    .expect("a script that gives no die says why"));
            }
            fresh = false;
            let state = self.position.state().clone();
            match self.position.next() {
                None | Some(Frame::EndPlayerTurn) => return Ok(()),
                Some(Frame::DefensiveFire) => self.look_at_fire(&state),
                Some(Frame::Answer { attack }) => {
                    let attack = attack.clone();
                    self.look_at_retreats(&state, &attack);
                }
                Some(frame) => panic!("the run stopped before {frame:?}"),
            }
        }
    }

    fn hear(&mut self, told: &crate::engine::Told) {
        let order = match &self.branch {
            Some((line, branch)) if *line == told.line => branch.clone(),
            _ => told.line.clone(),
        };
        let rule = match &told.why {
            // Who holds his fire below the odds that he asks for does what his line says.
            Why::NotCarriedOut { rule, .. } if *rule == rules::R111 => return,
            Why::NotCarriedOut { rule, .. } => *rule,
            // A condition that does not hold is no refusal; a rule that stands in the way is.
            Why::Branched { failed, taken, .. } => {
                self.branch = taken.clone().map(|taken| (told.line.clone(), taken));
                if let Some(failed) = failed {
                    self.refuse(&order, Some(failed.rule.number));
                }
                return;
            }
            Why::NoOccasion | Why::Paused { .. } => {
                self.refuse(&told.line, None);
                return;
            }
        };
        self.void(&told.line, rule);
        match &told.step {
            None => self.refuse(&order, Some(rule.number)),
            Some(step) if step.starts_with("ADVANCE") => self.refuse(step, Some(rule.number)),
            Some(_) => {}
        }
    }

    /// 20.4: where a unit has two tasks, the line of the first is void like that of the second.
    fn void(&mut self, line: &str, rule: Rule) {
        if rule != rules::R20_4 {
            return;
        }
        let units = |text: &str| -> Vec<UnitId> {
            let own = self.plotted.iter().filter(|(_, own)| own == text);
            own.map(|(unit, _)| *unit).collect()
        };
        let twice = |unit: &UnitId| self.plotted.iter().filter(|(own, _)| own == unit).count() > 1;
        let mut lines: Vec<String> = units(line)
            .iter()
            .flat_map(|unit| self.plotted.iter().filter(move |(own, _)| own == unit))
            .map(|(_, text)| text.clone())
            .collect();
        lines.retain(|text| units(text).iter().all(twice));
        for text in lines {
            self.refuse(&text, Some(rule.number));
        }
    }

    /// 6.42: refuses the DF lines that no unit of theirs can carry out.
    fn look_at_fire(&mut self, state: &State) {
        let field = Field::new(&self.game, &state.open);
        let side = state.open.phasing.other();
        let mut refused: Vec<(String, &str)> = Vec::new();
        let mut good = Vec::new();
        for (text, order) in &self.named[side.index()] {
            let Order::Defend {
                who: Who::Unit(unit),
                aim: Aim::At(hexes),
                ..
            } = order
            else {
                good.push(text.clone());
                continue;
            };
            let mut tried = hexes
                .iter()
                .map(|&hex| fire::may_fire_at(field, *unit, hex, Combat::Defensive));
            let first = tried.next();
            if let Some(Err(illegal)) = first
                && !tried.any(|judged| judged.is_ok())
            {
                refused.push((text.clone(), illegal.rule.number));
            } else {
                good.push(text.clone());
            }
        }
        refused.retain(|(text, _)| !good.contains(text));
        for (text, rule) in refused {
            self.refuse(&text, Some(rule));
        }
    }

    /// 17.0: refuses the RETREAT lines of single units that cannot be carried out.
    fn look_at_retreats(
        &mut self,
        state: &State,
        attack: &crate::games::legion::decision::Declared,
    ) {
        let field = Field::new(&self.game, &state.open);
        let mut refused = Vec::new();
        for (text, order) in self.named.iter().flatten() {
            let Order::Retreat {
                who: Who::Unit(unit),
                ..
            } = order
            else {
                continue;
            };
            if !field
                .open
                .hex(*unit)
                .is_some_and(|hex| attack.at.contains(&hex))
            {
                continue;
            }
            if let Err(illegal) = retreat::may_retreat(field, *unit, &attack.units) {
                refused.push((text.clone(), illegal.rule.number));
            } else if retreat::havens(field, *unit).is_empty() {
                refused.push((text.clone(), rules::R17_1.number));
            } else {
                self.followed.push(text.clone());
            }
        }
        refused.retain(|(text, _)| !self.followed.contains(text));
        for (text, rule) in refused {
            self.refuse(&text, Some(rule));
        }
    }

    fn actual(&self, asked: &Map<String, Value>) -> Map<String, Value> {
        let mut actual = self.story.findings(
            &self.game,
            self.position.state(),
            &self.names,
            &self.refused,
            asked,
        );
        let mut cited: BTreeSet<String> = self.cited.clone();
        cited.extend(self.story.cited(&self.game).into_iter().map(str::to_owned));
        actual.insert("cited".to_owned(), json!(cited));
        actual
    }

    fn compare(
        &self,
        at: Option<&str>,
        expected: &Map<String, Value>,
        refused: bool,
        ran: &mut Ran,
    ) {
        let actual = self.actual(expected);
        let mut expected = expected.clone();
        // What is not given was not refused; beside a sequence it is the steps' business.
        if refused {
            expected
                .entry("refused")
                .or_insert_with(|| Value::Array(Vec::new()));
        } else {
            expected.remove("refused");
        }
        ran.differences
            .extend(compare::differences(at, &expected, &actual));
    }
}

fn name_branches(game: &Game, line: &mut LineOf<Game>) {
    line.text = game.print(&line.order);
    if let Some(other) = &mut line.otherwise {
        name_branches(game, other);
    }
}

/// Names the rule for a line that none of the phases run had a use for.
const fn untimely(order: &Order, together: bool) -> Rule {
    match order {
        Order::Plot { .. } => rules::R19_0,
        Order::Advance { .. } => rules::R8_4,
        Order::SquareForm { .. } => rules::L1_13,
        Order::Finish => rules::R92,
        _ if together => rules::R19_0,
        _ => rules::R4_1,
    }
}

fn phase_of(order: &Order) -> Option<Run3> {
    match order {
        Order::Fire { .. } => Some(Run3::Fire),
        Order::Melee { .. } => Some(Run3::Melee),
        Order::Move { .. }
        | Order::Exit { .. }
        | Order::Face { .. }
        | Order::SquareForm { .. }
        | Order::SquareDissolve { .. }
        | Order::Convert { .. }
        | Order::Concede => Some(Run3::Move),
        _ => None,
    }
}
