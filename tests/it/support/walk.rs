//! Matches played as by mail: at each stop the asked seats file lines, then the run goes on.

use tesserarius::bot::Chance;
use tesserarius::engine::{
    DrawDice, Ended, Line, LineOf, Mode, Pick, Position, Rules, Run, Scope, Seat, Viewer, Why,
    read_line,
};
use tesserarius::ledger::hash::h;

/// How many orders a seat files when it is asked for a list.
const LIST: usize = 8;

/// A match on its way, with chance for players.
pub(crate) struct Walk<'a, R: Rules> {
    pub rules: &'a R,
    pub position: Position<R>,
    pub chance: Chance,
    /// Lines that every filed list gets besides, as to be asked for attacks after the fire.
    extra: &'static [&'static str],
    number: u64,
    draws: u64,
}

impl<'a, R: Rules> Walk<'a, R> {
    /// Starts match `number` of a scenario and leads it to its first stop.
    pub(crate) fn start(
        rules: &'a R,
        scenario: &str,
        extra: &'static [&'static str],
        number: u64,
    ) -> Self {
        let position = Position::start(rules, scenario).expect("the scenario can be set up");
        let chance = Chance::of(number, "walk");
        let mut walk = Self {
            rules,
            position,
            chance,
            extra,
            number,
            draws: 0,
        };
        walk.run();
        walk
    }

    /// Returns the dice of the next draw.
    pub(crate) fn dice(&self) -> DrawDice<'static> {
        let (number, draw) = (self.number.to_be_bytes(), self.draws.to_be_bytes());
        let dice = DrawDice::new(h("test.walk", &[&number, &draw]));
        dice.opening(move |scope| match scope {
            Scope::Seat(seat, _) => Some(h("test.hidden", &[&number, &draw, &[seat.0]])),
            Scope::Public | Scope::Host(_) => None,
        })
    }

    /// Runs to the next stop with fresh dice.
    pub(crate) fn run(&mut self) -> Run<R> {
        self.draws += 1;
        let mut dice = self.dice();
        self.position.run(self.rules, &mut dice)
    }

    /// Returns the seats that are asked.
    pub(crate) fn asked(&self) -> Vec<Seat> {
        let stop = self.position.stop();
        let mut seats: Vec<Seat> = stop
            .iter()
            .flat_map(|stop| &stop.asked)
            .map(|asked| asked.seat)
            .collect();
        seats.dedup();
        seats
    }

    /// Invents lines for an asked seat, as text.
    pub(crate) fn lines(&mut self, seat: Seat) -> Vec<String> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        let asked: Vec<_> = self.position.asked(seat).cloned().collect();
        let mut lines = Vec::new();
        for question in asked {
            let wanted = if question.mode == Mode::List { LIST } else { 1 };
            for _ in 0..wanted {
                let order = self
                    .rules
                    .sample(&view, &question.decision, &mut self.chance);
                lines.extend(order.map(|order| self.rules.print(&order)));
            }
            if question.mode == Mode::List {
                lines.extend(self.extra.iter().map(|&line| line.to_owned()));
            }
        }
        lines
    }

    /// Files lines of text for a seat; one that says nothing takes its defaults.
    pub(crate) fn file(&mut self, seat: Seat, texts: &[String]) {
        let lines: Vec<LineOf<R>> = texts
            .iter()
            .flat_map(|text| self.read(seat, text))
            .collect();
        if lines.is_empty() {
            self.position.time_out(seat);
        }
        file(self.rules, &mut self.position, seat, lines);
    }

    /// Reads a line that is known to be right.
    pub(crate) fn read(&self, seat: Seat, text: &str) -> Vec<LineOf<R>> {
        let view = self.rules.view(self.position.state(), Viewer::Seat(seat));
        read_line(self.rules, &view, text)
            .unwrap_or_else(|refused| panic!("`{text}` was printed by us: {refused:?}"))
    }

    /// Answers the open stop by chance and runs on; `None` when the match is over.
    pub(crate) fn step(&mut self) -> Option<Run<R>> {
        self.position.stop()?;
        for seat in self.asked() {
            let lines = self.lines(seat);
            self.file(seat, &lines);
        }
        let run = self.run();
        assert_ne!(run.ended, Ended::NeedsDice, "this run had dice");
        Some(run)
    }
}

/// Returns the rules that the events of a run cite, and the words to owners.
pub(crate) fn cited<R: Rules>(rules: &R, run: &Run<R>) -> Vec<&'static str> {
    let told = run.events.iter().flat_map(|event| rules.cites(event));
    let owners = run.told.iter().filter_map(|(told, _)| match &told.why {
        Why::NotCarriedOut { rule, .. } => Some(*rule),
        Why::Branched { failed, .. } => failed.as_ref().map(|failed| failed.rule),
        Why::NoOccasion | Why::Paused { .. } => None,
    });
    told.chain(owners).map(|rule| rule.number).collect()
}

/// Files parsed lines, numbering them.
pub(crate) fn file<R: Rules>(
    rules: &R,
    position: &mut Position<R>,
    seat: Seat,
    lines: Vec<LineOf<R>>,
) {
    let wishes = position.wishes_mut(seat);
    let numbered = lines.into_iter().map(|line| Line {
        id: wishes.number(),
        ..line
    });
    let (standing, actions): (Vec<_>, Vec<_>) = numbered
        .partition(|line| rules.kind(&line.order) == tesserarius::engine::LineKind::Standing);
    position.file(rules, seat, actions);
    position.file_standing(rules, seat, standing);
}

/// Picks a seat other than this one.
pub(crate) fn other_seat(count: usize, seat: Seat, pick: &mut dyn Pick) -> Seat {
    let step = 1 + pick.pick(count - 1);
    Seat(((seat.index() + step) % count) as u8)
}
