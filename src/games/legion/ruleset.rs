//! The contract of the engine, carried out by the chapters.

use crate::engine::{
    Board, Concerns, Fit, Foreseen, Form, JudgeOfSets, LineKind, Next, NoOdds, Note, Odds, Offers,
    Pause, Pick, Question, Rules, SetupError, Telling, Turn, Verdict, Viewer,
};
use crate::orders::{Cursor, Diagnostic, Illegal};
use crate::rulebook::Rule;

use super::decision::{Decision, Frame};
use super::event::Event;
use super::memory::Memory;
use super::order::{Fact, Order};
use super::phases::deploy;
use super::state::{State, View};
use super::{
    Field, Game, apply, board, chapters, cites, digest, gather, guard, invariants, judge, lookup,
    odds, offers, parse, print, question, rules, sequence, simultaneous, stand, tell,
};

impl Rules for Game {
    type State = State;
    type Frame = Frame;
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;
    type View = View;

    fn sides(&self) -> Vec<&str> {
        self.sides.iter().map(|side| side.key.as_str()).collect()
    }

    fn setup(&self, _: &str) -> Result<(State, Frame), SetupError> {
        Ok((self.blank(), Frame::Opening))
    }

    fn advance(&self, turn: &mut Turn<'_, Self>, frame: &Frame) -> Result<Next<Frame>, Pause> {
        sequence::advance(self, turn, frame)
    }

    fn options(&self, view: &View, decision: &Decision) -> Vec<Order> {
        chapters::options(self, view, decision)
    }

    fn sample(&self, view: &View, decision: &Decision, pick: &mut dyn Pick) -> Option<Order> {
        chapters::sample(self, view, decision, pick)
    }

    fn default(&self, _: &View, decision: &Decision) -> Option<Order> {
        chapters::default(decision)
    }

    fn answer(&self, view: &View, decision: &Decision, order: &Order) -> Fit<Order> {
        chapters::answer(self, view, decision, order)
    }

    fn check(&self, view: &View, decision: &Decision, orders: &[Order]) -> Vec<Verdict> {
        judge::check(self, view, decision, orders)
    }

    fn foreseen(&self, view: &View, decision: &Decision, orders: &[Order]) -> Vec<Foreseen<Order>> {
        judge::foreseen(self, view, decision, orders)
    }

    fn judge_of_sets<'a>(
        &'a self,
        view: &'a View,
        decision: &'a Decision,
    ) -> Box<dyn JudgeOfSets<Order> + 'a> {
        Box::new(Memory::new(self, view, decision))
    }

    fn settled(&self, view: &View, order: &Order) -> Option<Foreseen<Order>> {
        simultaneous::settled(self, view, order)
    }

    fn ahead(&self, decision: &Decision) -> Vec<Decision> {
        judge::ahead(decision)
    }

    fn lacks(&self, view: &View, decision: &Decision, orders: &[Order]) -> Option<Illegal> {
        match decision {
            Decision::Deploy { side } => deploy::lacks(Field::new(self, &view.open), *side, orders),
            _ => None,
        }
    }

    fn supersedes(&self, later: &Order, earlier: &Order) -> bool {
        stand::supersedes(later, earlier)
    }

    fn rest_beside(&self, filed: &Order, added: &Order) -> Option<Order> {
        match (filed, added) {
            (Order::Plot { .. } | Order::Convert { .. }, _) => {
                simultaneous::rest_beside(self, filed, added)
            }
            _ => deploy::rest_beside(filed, added),
        }
    }

    fn kind(&self, order: &Order) -> LineKind {
        order.kind()
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::to_state(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        apply::view(self, state, viewer)
    }

    fn witness(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        apply::witness(self, event, viewer)
    }

    fn is_verb(&self, word: &str) -> bool {
        parse::is_verb(word)
    }

    fn is_standing_verb(&self, word: &str) -> bool {
        parse::is_standing_verb(word)
    }

    fn parse(&self, view: &View, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        parse::order(self, view, cursor)
    }

    fn print(&self, order: &Order) -> String {
        print::order(self, order)
    }

    fn parse_fact(&self, view: &View, cursor: &mut Cursor<'_>) -> Result<Fact, Diagnostic> {
        parse::fact(self, view, cursor)
    }

    fn print_fact(&self, fact: &Fact) -> String {
        print::fact(self, fact)
    }

    fn holds(&self, view: &View, fact: &Fact) -> bool {
        guard::holds(Field::new(self, &view.open), view, fact)
    }

    fn holds_for(&self, view: &View, fact: &Fact, order: &Order) -> bool {
        guard::holds_for(Field::new(self, &view.open), view, fact, order)
    }

    fn objection(&self, fact: &Fact, order: Option<&Order>) -> Option<String> {
        guard::objection(fact, order)
    }

    fn plan(&self, decision: &Decision) -> Option<&'static str> {
        match decision {
            // Where a turn begins; what is left of the plan is then its list.
            Decision::Fire { .. } | Decision::Plot { .. } => Some(parse::TURN),
            _ => None,
        }
    }

    fn pointer(&self, name: &str) -> Option<String> {
        let mut units = self.units();
        let unit = units.find(|&unit| self.id(unit).eq_ignore_ascii_case(name))?;
        Some(format!("/open/pieces/{}", unit.index()))
    }

    fn parse_plan(&self, _: &View, cursor: &mut Cursor<'_>) -> Result<&'static str, Diagnostic> {
        parse::plan(cursor)
    }

    fn check_planned(&self, view: &View, _: &str, order: &Order) -> Verdict {
        judge::check_planned(self, view, order)
    }

    fn check_standing(&self, view: &View, order: &Order) -> Result<(), Illegal> {
        stand::check(Field::new(self, &view.open), view.side, order)
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.open.turn)
    }

    fn cites(&self, event: &Event) -> Vec<Rule> {
        cites::of(self, event)
    }

    fn rules(&self) -> &'static [Rule] {
        rules::RULES
    }
}

impl Telling for Game {
    fn notes(&self, before: &View, event: &Event) -> Vec<Note> {
        tell::notes(self, before, event)
    }

    fn question(&self, view: &View, decision: &Decision) -> Question {
        question::question(self, view, decision)
    }

    fn gather(&self, notes: Vec<Note>) -> Vec<Note> {
        gather::gather(notes)
    }

    fn digest(&self, notes: &[Note]) -> serde_json::Map<String, serde_json::Value> {
        digest::digest(self, notes)
    }

    fn offers(&self, view: &View, decision: &Decision) -> Offers {
        offers::offers(self, view, decision)
    }

    fn standing_forms(&self, view: &View) -> Vec<Form> {
        stand::forms(self, view)
    }

    fn odds(&self, view: &View, planned: &[Order], order: &Order) -> Result<Vec<Odds>, NoOdds> {
        odds::odds(self, view, planned, order)
    }

    fn concerns(&self, view: &View, unit: &str) -> Option<Concerns<Order>> {
        let unit = lookup::own(self, view, unit)?;
        Some(Box::new(move |order| lookup::concerns(order, unit)))
    }

    fn choices(&self, view: &View, decision: &Decision, unit: &str) -> Option<Vec<Order>> {
        let unit = lookup::own(self, view, unit)?;
        Some(offers::choices(self, view, decision, unit))
    }

    fn unit(&self, view: &View, name: &str) -> Option<String> {
        lookup::unit(self, view, name)
    }

    fn board(&self, view: &View) -> Board {
        board::board(Field::new(self, &view.open))
    }

    fn standing(&self, view: &View) -> serde_json::Map<String, serde_json::Value> {
        tell::standing(self, view)
    }
}
