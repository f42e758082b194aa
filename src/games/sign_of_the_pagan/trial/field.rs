//! The position of an example while its stages are played.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::engine::{
    Ended, LineId, LineKind, LineOf, Position, Rules, Seat, Telling, Told, Viewer,
};
use crate::geometry::Extent;
use crate::trial::script::Rollers;
use crate::trial::{
    Case, Fault, FaultKind, How, ReportText, Rolled, SchemaError, SchemaErrors, Script, Trial,
};

use super::file::{self, Segment, Stage};
use super::orders::Lines;
use super::state;
use crate::games::sign_of_the_pagan::cards::{self, Moment, force};
use crate::games::sign_of_the_pagan::cases::{AttilaAt, ClassSpecs, Findings, Opening, Setup};
use crate::games::sign_of_the_pagan::data::{CardDeck, Contingent, GameData, Side, UnitId};
use crate::games::sign_of_the_pagan::decision::Frame;
use crate::games::sign_of_the_pagan::event::{Event, Purpose};
use crate::games::sign_of_the_pagan::order::Order;
use crate::games::sign_of_the_pagan::state::{Attila, Hidden, Open, Place, State};
use crate::games::sign_of_the_pagan::{Game, apply, movement, seat, shock, tell};

const SIDES: &[&str] = &["hun", "roman"];

/// The deck of examples with cards: the shipped one.
pub(super) static DECK: LazyLock<CardDeck> = LazyLock::new(|| GameData::shipped().cards);

/// What happened between two moments: the state before, and the events.
pub(super) struct Passage {
    pub(super) before: State,
    pub(super) events: Vec<Event>,
}

/// An example being played.
pub(super) struct Field {
    pub(super) game: Game,
    pub(super) position: Position<Game>,
    pub(super) passages: Vec<Passage>,
    pub(super) told: Vec<Told>,
    pub(super) lines: Lines,
    pub(super) rolls: Vec<Rolled>,
    /// Whether there are markers in the example.
    pub(super) has_markers: bool,
    /// Whether victory has been checked.
    pub(super) has_ended_turn: bool,
    /// Units whose momentum waits for the first stage with shock.
    momentum: Vec<UnitId>,
}

impl Trial for Field {
    type Tables = ClassSpecs;
    type Setup = Setup;
    type Stage = Stage;
    type Findings = Findings;

    const ROLLERS: Rollers = Rollers {
        purposes: &[
            Purpose::Initiative.key(),
            Purpose::AlanActivate.key(),
            Purpose::AlanDefect.key(),
            Purpose::River.key(),
            Purpose::Fire.key(),
            Purpose::React.key(),
            Purpose::Evade.key(),
            Purpose::Shock.key(),
            Purpose::Second.key(),
            Purpose::Reform.key(),
            Purpose::AttilaFate.key(),
        ],
        sides: SIDES,
    };

    fn begin(classes: &ClassSpecs, case: &Case<Self>) -> Result<Self, SchemaErrors> {
        let mut errors = file::check(case);
        let options = file::options(case);
        let opening = case.setup.open(classes, &DECK);
        match (options, opening) {
            (Ok(options), Ok(opening)) if errors.is_empty() => {
                let (roster, ground) = (opening.roster.clone(), opening.ground.clone());
                let game = Game::new(roster, ground, None, options)
                    .map_err(|error| SchemaError::new("setup.units", error.to_string()))?;
                let game = match opening.hands {
                    Some(_) => game.with_deck(DECK.clone()),
                    None => game,
                };
                Ok(Self::open(game, &opening))
            }
            (options, opening) => {
                errors.extend(options.err().into_iter().flatten());
                let opening = opening.err().into_iter().flatten();
                errors.extend(opening.map(|error| SchemaError::new(error.path, error.reason)));
                Err(SchemaErrors(errors))
            }
        }
    }

    fn labels(stages: &[Stage]) -> Vec<Option<String>> {
        stages.iter().map(|stage| stage.label.clone()).collect()
    }

    fn at(expected: &Findings) -> &BTreeMap<String, Findings> {
        &expected.at
    }

    fn play(&mut self, stage: &Stage, script: &mut Script<'_>) -> Result<(), Fault> {
        self.begin_stage(stage);
        let before = self.lines.refusals();
        let strangers = self.file(stage);
        let played = self.segments(stage, script);
        for (owner, line, place) in strangers {
            let list = &self.position.wishes(owner).list;
            if list.iter().any(|held| held.id == line) {
                self.lines.out_of_turn(place);
            }
        }
        self.lines.end_stage(before);
        played
    }

    fn rolls(&self) -> Vec<Rolled> {
        self.rolls.clone()
    }

    fn findings(&self, asked: &Findings, report: ReportText) -> Findings {
        state::findings(self, asked, report)
    }

    fn how(key: &str) -> How {
        match key {
            "units" => How::Named,
            "engaged" => How::Pairs,
            _ => How::Whole,
        }
    }
}

impl Field {
    fn open(game: Game, opening: &Opening) -> Self {
        let state = starting(opening);
        let units = opening.starts.iter().enumerate();
        let momentum = units.filter(|(_, start)| start.momentum);
        Self {
            momentum: momentum.map(|(index, _)| UnitId(index as u8)).collect(),
            position: Position::from_parts(&game, state, Vec::new()),
            game,
            passages: Vec::new(),
            told: Vec::new(),
            lines: Lines::default(),
            rolls: Vec::new(),
            has_markers: opening.cams.iter().all(|cams| !cams.is_empty()),
            has_ended_turn: false,
        }
    }

    /// Begins an activation afresh: what units did before no longer counts (CASES 3.3).
    fn begin_stage(&mut self, stage: &Stage) {
        let mut state = self.position.state().clone();
        apply::fresh(&mut state.open);
        force::activation_over(&self.game, &mut state.open);
        state.open.active = stage.active.map(Contingent::from);
        if let Some(contingent) = state.open.active {
            force::stir_contingent(&self.game, &mut state.open, contingent);
        }
        if stage.has(Segment::Shock) {
            for unit in std::mem::take(&mut self.momentum) {
                state.open.pieces[unit.index()].deeds.momentum = true;
            }
        }
        self.lay(state, Vec::new());
        for side in Side::ALL {
            let wishes = self.position.wishes_mut(seat(side));
            wishes.list.clear();
            wishes.hand.clear();
        }
    }

    /// Puts a state and steps, the first of them next, in the place of the present ones; what is
    /// filed stays filed.
    fn lay(&mut self, state: State, mut frames: Vec<Frame>) {
        frames.reverse();
        let mut next = Position::from_parts(&self.game, state, frames);
        for side in Side::ALL.map(seat) {
            *next.wishes_mut(side) = std::mem::take(self.position.wishes_mut(side));
        }
        self.position = next;
    }

    /// Files the lines of a stage, past judging; returns those of a side that has no list now,
    /// with their places.
    fn file(&mut self, stage: &Stage) -> Vec<(Seat, LineId, usize)> {
        let mut strangers = Vec::new();
        for order in &stage.orders {
            let side = Side::from(order.by);
            let owner = seat(side);
            let view = self.game.view(self.position.state(), Viewer::Seat(owner));
            let lines = self.lines.read(&self.game, &view, owner, &order.line);
            for mut line in lines {
                let wishes = self.position.wishes_mut(owner);
                line.id = wishes.number();
                match self.game.kind(&line.order) {
                    LineKind::Standing => {
                        self.position.file_standing(&self.game, owner, vec![line]);
                    }
                    // Held ready for its question, as long as it takes.
                    LineKind::Action if order.standing => wishes.answers.push(line),
                    LineKind::Action => {
                        if is_out_of_turn(stage, side) {
                            strangers.push((owner, line.id, self.lines.last_place()));
                        }
                        wishes.list.push(line);
                    }
                }
            }
        }
        strangers
    }

    /// Runs the listed segments between the first and the last moment of the activation, at which
    /// cards may be played (11.2); a marker that is drawn brings its first moment with it.
    fn segments(&mut self, stage: &Stage, script: &mut Script<'_>) -> Result<(), Fault> {
        if let (Some(active), false) = (stage.active, stage.has(Segment::Draw)) {
            let contingent = Contingent::from(active);
            let moment = || Moment::ActStart { contingent };
            let then = vec![Frame::Move(movement::Step::Segment), Frame::EndActivation];
            let frames = cards::open(&self.game, self.position.state(), moment, then);
            if matches!(frames[..], [Frame::Cards(_)]) {
                self.run(frames, script)?;
            }
        }
        for &segment in &stage.segments {
            self.segment(stage, segment, script)?;
        }
        if self.position.state().open.active.is_some() && self.game.deck.is_some() {
            self.run(vec![Frame::LastMoment], script)?;
        }
        Ok(())
    }

    fn segment(
        &mut self,
        stage: &Stage,
        segment: Segment,
        script: &mut Script<'_>,
    ) -> Result<(), Fault> {
        if self.position.state().open.outcome.is_some() {
            return Ok(());
        }
        let frames = match segment {
            Segment::Initiative => return self.initiative(script),
            Segment::Draw => vec![self.draw(stage)?],
            Segment::AlanActivation => vec![Frame::AlanCheck],
            Segment::Move => vec![Frame::Move(movement::Step::Segment)],
            Segment::Shock => vec![Frame::Shock(shock::Step::Segment)],
            Segment::Reform => vec![Frame::ReformSegment],
            Segment::Victory => {
                self.has_ended_turn = true;
                vec![Frame::EndTurn]
            }
        };
        self.run(frames, script)
    }

    /// Runs naming and dice; what else is on the lists waits, although they end with the dice.
    fn initiative(&mut self, script: &mut Script<'_>) -> Result<(), Fault> {
        let waiting = Side::ALL.map(|side| {
            let list = &mut self.position.wishes_mut(seat(side)).list;
            let names = |line: &LineOf<Game>| matches!(line.order, Order::Initiative { .. });
            let (naming, waiting) = std::mem::take(list).into_iter().partition(names);
            *list = naming;
            waiting
        });
        let ran = self.run(vec![Frame::NameInitiative, Frame::SettleInitiative], script);
        for (side, waiting) in Side::ALL.into_iter().zip(waiting) {
            self.position.wishes_mut(seat(side)).list = waiting;
        }
        ran
    }

    /// Takes the marker that the stage names out of the cup, and returns the activation's first step.
    fn draw(&mut self, stage: &Stage) -> Result<Frame, Fault> {
        let contingent =
            Contingent::from(stage.draw.expect("a stage with DRAW was checked for it"));
        let before = self.position.state().clone();
        if !before.hidden[contingent.side() as usize]
            .cup
            .contains(&contingent)
        {
            let message = format!(
                "there is no {} marker in the cup to be drawn",
                contingent.key()
            );
            return Err(Fault::new(FaultKind::DiceMismatch, message));
        }
        let event = Event::MarkerDrawn { contingent };
        let mut state = before.clone();
        self.game.apply(&mut state, &event);
        self.lay(state, Vec::new());
        self.passages.push(Passage {
            before,
            events: vec![event],
        });
        Ok(Frame::Activate { contingent })
    }

    /// Runs steps to their end; an activation only to its first segment.
    fn run(&mut self, frames: Vec<Frame>, script: &mut Script<'_>) -> Result<(), Fault> {
        let before = self.position.state().clone();
        let activates = matches!(frames[..], [Frame::Activate { .. } | Frame::Cards(_)]);
        self.lay(before.clone(), frames);
        for side in Side::ALL {
            let wishes = self.position.wishes_mut(seat(side));
            wishes.listed = true;
            // Nobody is asked: what no line answers takes its default.
            wishes.absent = true;
        }
        let begins = |frame: &Frame| activates && matches!(frame, Frame::Move(_));
        let run = self.position.run_until(&self.game, script, begins);
        let stop = self.position.stop();
        assert!(stop.is_none(), "an absent side takes the default: {stop:?}");
        let open = &self.position.state().open;
        for event in &run.events {
            if let Event::Rolled { roll } = event {
                self.rolls
                    .push(Rolled::new(tell::roll_facts(&self.game, open, roll), SIDES));
            }
        }
        let told: Vec<Told> = run
            .told
            .into_iter()
            .map(|told| self.game.word(told))
            .collect();
        self.lines.told(&told);
        self.told.extend(told);
        self.passages.push(Passage {
            before,
            events: run.events,
        });
        match run.ended {
            Ended::Stopped | Ended::Over => Ok(()),
            Ended::NeedsDice => Err(script
                .fault()
                .cloned()
                .expect("a script that gives no die says why")),
        }
    }
}

/// Tells whether a side has no list in a stage: it is the other's activation.
fn is_out_of_turn(stage: &Stage, side: Side) -> bool {
    let active = stage
        .active
        .or(stage.draw)
        .map(|word| Contingent::from(word).side());
    !stage.has(Segment::Initiative) && active.is_some_and(|active| active != side)
}

/// The state that an example starts from.
fn starting(opening: &Opening) -> State {
    let facings = opening.starts.iter().map(|start| start.facing);
    let mut open = Open::empty(Extent::PLAIN.rows(), Extent::PLAIN.columns(), facings);
    open.turn = opening.turn;
    for (index, start) in opening.starts.iter().enumerate() {
        open.put(UnitId(index as u8), Place::On(start.hex));
        open.pieces[index].condition = start.condition;
    }
    for &(one, other) in &opening.engaged {
        open.engage(one, other);
    }
    open.attila = match opening.attila {
        None => Attila::Absent,
        Some(AttilaAt::With(unit)) => Attila::With(unit),
        Some(AttilaAt::Alone(hex)) => Attila::Alone(hex),
    };
    open.eliminated = opening.eliminated;
    open.desertions = opening.alan_defections;
    open.undrawn = opening.cams.each_ref().map(|cams| cams.len() as u8);
    let mut hidden = opening.cams.clone().map(|mut cams| {
        cams.sort_unstable();
        Hidden {
            cup: cams.clone(),
            chosen: cams,
            ..Hidden::default()
        }
    });
    if let Some(hands) = &opening.hands {
        open.in_hand = hands.each_ref().map(|hand| hand.len() as u8);
        for (hidden, hand) in hidden.iter_mut().zip(hands) {
            hidden.hand = Some(hand.clone());
        }
    }
    State {
        open: open.into(),
        hidden,
    }
}
