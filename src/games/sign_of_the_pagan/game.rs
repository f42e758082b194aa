//! Sign of the Pagan as a rule set: which chapter carries out which step and answers for which decision.

use crate::engine::{
    Board, Concerns, Fit, Foreseen, Form, LineKind, Next, NoOdds, Note, Odds, Offers, Pause, Pick,
    Question, Rules, Seat, SetupError, Telling, Trace, Turn, Verdict, Viewer,
};
use crate::orders::{Cursor, Diagnostic, Illegal, Names, NamesError};
use crate::rulebook::Rule;

use super::battle::Battle;
use super::data::{CardDeck, Ground, Roster, Scenario, Side};
use super::decision::{Decision, Frame};
use super::die::Throwing;
use super::event::Event;
use super::options::Options;
use super::order::{Fact, Order};
use super::setup::Camp;
use super::state::{State, View};
use super::{
    alans, apply, attila, board, cards, culprits, digest, gather, guard, invariants, lookup,
    markers, movement, odds, offers, parse, print, question, reform, results, rules, sequence,
    setup, shock, stand, tell, victory, view,
};

/// The game as a value: counters, map, set-up and options.
#[derive(Debug, Clone)]
pub struct Game {
    /// The counters.
    pub roster: Roster,
    /// The map.
    pub ground: Ground,
    /// The set-up; worked examples have none.
    pub scenario: Option<Scenario>,
    /// What the players agreed on.
    pub options: Options,
    /// The opportunity cards, in a match that has them.
    pub deck: Option<CardDeck>,
    /// The units' names and groups, as orders may write them.
    pub names: Names,
}

impl Game {
    /// Puts a game together.
    ///
    /// # Errors
    /// A unit's id that no order could name.
    pub fn new(
        roster: Roster,
        ground: Ground,
        scenario: Option<Scenario>,
        options: Options,
    ) -> Result<Self, NamesError> {
        let names = parse::names(&roster)?;
        Ok(Self {
            roster,
            ground,
            scenario,
            options,
            deck: None,
            names,
        })
    }

    /// Adds the opportunity cards.
    #[must_use]
    pub fn with_deck(mut self, deck: CardDeck) -> Self {
        self.deck = Some(deck);
        self
    }
}

/// The keys of the sides, in seat order.
pub(super) const SIDES: &[&str] = &["hun", "roman"];

/// Returns the seat of a side.
pub fn seat(side: Side) -> Seat {
    Seat(side as usize as u8)
}

/// Returns the side of a seat.
pub fn side(seat: Seat) -> Side {
    Side::ALL[seat.index()]
}

impl Rules for Game {
    type State = State;
    type Frame = Frame;
    type Decision = Decision;
    type Order = Order;
    type Fact = Fact;
    type Event = Event;
    type View = View;

    fn sides(&self) -> Vec<&str> {
        SIDES.to_vec()
    }

    fn setup(&self, scenario: &str) -> Result<(State, Frame), SetupError> {
        setup::start(self, scenario)
    }

    fn advance(&self, turn: &mut Turn<'_, Self>, frame: &Frame) -> Result<Next<Frame>, Pause> {
        match frame {
            Frame::SetUp {
                side,
                placed,
                attila,
            } => setup::advance(self, turn, *side, placed, *attila),
            Frame::Deal { side } => cards::deal(self, turn, *side),
            Frame::Cards(window) => cards::advance(self, turn, window),
            Frame::RollAgain(die) => cards::roll_again(self, turn, *die),
            Frame::BeginTurn => Ok(sequence::begin_turn(turn)),
            Frame::ChooseMarkers => markers::choose(self, turn),
            Frame::NameInitiative => markers::name_initiative(self, turn),
            Frame::SettleInitiative => markers::settle_initiative(self, turn, Throwing::First),
            Frame::InitiativeSettled { winner } => Ok(markers::settled(self, turn, *winner)),
            Frame::NextActivation => sequence::next_activation(self, turn),
            Frame::Activate { contingent } => Ok(sequence::activate(self, turn, *contingent)),
            Frame::AlanCheck => alans::check(self, turn, Throwing::First),
            Frame::AlansTested { came } => Ok(alans::tested(self, turn, *came)),
            Frame::Move(step) => movement::advance(self, turn, step),
            Frame::Shock(step) => shock::advance(self, turn, step),
            Frame::ReformSegment => Ok(reform::begin(self, turn)),
            Frame::Reform { tried } => reform::advance(self, turn, tried),
            Frame::ReformRoll { unit } => reform::roll(self, turn, *unit, Throwing::First),
            Frame::Reformed { unit, came } => Ok(reform::rolled(self, turn, *unit, *came)),
            Frame::SecondCheck { unit, .. } => Ok(results::second_check(self, turn, *unit)),
            Frame::CheckRoll { unit } => results::check_roll(self, turn, *unit, Throwing::First),
            Frame::Checked { unit, came } => Ok(results::checked(turn, *unit, *came)),
            Frame::AlanNerves => alans::nerves(self, turn, Throwing::First),
            Frame::AttilaCaught { by, moved } => Ok(attila::caught(self, turn, *by, *moved)),
            Frame::AttilaFate => attila::fate(self, turn),
            Frame::AttilaRejoins => attila::rejoins(self, turn),
            Frame::LastMoment => Ok(sequence::last_moment(self, turn)),
            Frame::EndActivation => Ok(sequence::end_activation(turn)),
            Frame::EndTurn => Ok(victory::end_turn(turn)),
        }
    }

    fn options(&self, view: &View, decision: &Decision) -> Vec<Order> {
        let battle = Battle::new(self, &view.open);
        match decision {
            Decision::SetUp {
                side,
                placed,
                attila,
            } => setup::options(Camp::new(self, *side, placed, *attila)),
            Decision::Markers { .. } | Decision::Initiative { .. } => {
                markers::options(battle, view, decision)
            }
            Decision::MoveFire { .. }
            | Decision::Flee { .. }
            | Decision::React { .. }
            | Decision::EngagedFacing { .. } => movement::options(battle, decision),
            Decision::Declare { .. }
            | Decision::Evade { .. }
            | Decision::Advance { .. }
            | Decision::Loss { .. }
            | Decision::Counter { .. }
            | Decision::Continue { .. } => shock::options(battle, decision),
            Decision::Card {
                side,
                moment,
                settled,
            } => cards::options(battle, view, (*side, moment, settled)),
            Decision::Reform { contingent, tried } => reform::options(battle, *contingent, tried),
            Decision::Rejoin { .. } | Decision::AttilaShift { .. } => attila::options(decision),
        }
    }

    fn sample(&self, view: &View, decision: &Decision, pick: &mut dyn Pick) -> Option<Order> {
        let battle = Battle::new(self, &view.open);
        match decision {
            Decision::SetUp {
                side,
                placed,
                attila,
            } => setup::sample(Camp::new(self, *side, placed, *attila), pick),
            Decision::Markers { .. } | Decision::Initiative { .. } => {
                markers::sample(battle, view, decision, pick)
            }
            Decision::MoveFire { .. }
            | Decision::Flee { .. }
            | Decision::React { .. }
            | Decision::EngagedFacing { .. } => movement::sample(battle, decision, pick),
            Decision::Declare { .. }
            | Decision::Evade { .. }
            | Decision::Advance { .. }
            | Decision::Loss { .. }
            | Decision::Counter { .. }
            | Decision::Continue { .. } => shock::sample(battle, decision, pick),
            Decision::Card {
                side,
                moment,
                settled,
            } => cards::sample(battle, view, (*side, moment, settled), pick),
            Decision::Reform { contingent, tried } => {
                reform::sample(battle, *contingent, tried, pick)
            }
            Decision::Rejoin { .. } | Decision::AttilaShift { .. } => {
                Some(attila::sample(decision, pick))
            }
        }
    }

    fn default(&self, view: &View, decision: &Decision) -> Option<Order> {
        let battle = Battle::new(self, &view.open);
        match decision {
            // Whom the owner does not place, the set-up places when he has done; no card is played
            // but by a line (D11).
            Decision::SetUp { .. } | Decision::Card { .. } => None,
            Decision::Markers { .. } | Decision::Initiative { .. } => {
                markers::default(battle, view, decision)
            }
            Decision::MoveFire { .. }
            | Decision::Flee { .. }
            | Decision::React { .. }
            | Decision::EngagedFacing { .. } => movement::default(battle, decision),
            Decision::Declare { .. }
            | Decision::Evade { .. }
            | Decision::Advance { .. }
            | Decision::Loss { .. }
            | Decision::Counter { .. }
            | Decision::Continue { .. } => shock::default(battle, decision),
            Decision::Reform { contingent, tried } => reform::default(battle, *contingent, tried),
            Decision::Rejoin { .. } | Decision::AttilaShift { .. } => {
                attila::default(battle, decision)
            }
        }
    }

    fn answer(&self, view: &View, decision: &Decision, order: &Order) -> Fit<Order> {
        let battle = Battle::new(self, &view.open);
        match decision {
            Decision::SetUp {
                side,
                placed,
                attila,
            } => setup::answer(Camp::new(self, *side, placed, *attila), order),
            Decision::Markers { .. } | Decision::Initiative { .. } => {
                markers::answer(battle, view, decision, order)
            }
            Decision::MoveFire { .. }
            | Decision::Flee { .. }
            | Decision::React { .. }
            | Decision::EngagedFacing { .. } => movement::answer(battle, decision, order),
            Decision::Declare { .. }
            | Decision::Evade { .. }
            | Decision::Advance { .. }
            | Decision::Loss { .. }
            | Decision::Counter { .. }
            | Decision::Continue { .. } => shock::answer(battle, decision, order),
            Decision::Card {
                side,
                moment,
                settled,
            } => cards::answer(battle, view, (*side, moment, settled), order),
            Decision::Reform { contingent, tried } => {
                reform::answer(battle, *contingent, tried, order)
            }
            Decision::Rejoin { .. } | Decision::AttilaShift { .. } => {
                attila::answer(decision, order)
            }
        }
    }

    fn check(&self, view: &View, decision: &Decision, orders: &[Order]) -> Vec<Verdict> {
        super::judge::check(self, view, decision, orders)
    }

    fn trace(&self, order: &Order) -> Trace {
        super::judge::trace(order)
    }

    fn foreseen(&self, view: &View, decision: &Decision, orders: &[Order]) -> Vec<Foreseen<Order>> {
        super::judge::foreseen(self, view, decision, orders)
    }

    fn ahead(&self, decision: &Decision) -> Vec<Decision> {
        super::judge::ahead(decision)
    }

    fn lacks(&self, _: &View, decision: &Decision, orders: &[Order]) -> Option<Illegal> {
        match decision {
            Decision::SetUp {
                side,
                placed,
                attila,
            } => setup::lacks(Camp::new(self, *side, placed, *attila), orders),
            Decision::Markers { side } => markers::lacks(*side, orders),
            _ => None,
        }
    }

    fn kind(&self, order: &Order) -> LineKind {
        order.kind()
    }

    fn apply(&self, state: &mut State, event: &Event) {
        apply::to_state(self, state, event);
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::build(state, viewer)
    }

    fn witness(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(view::witness(event, viewer))
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
        guard::holds(Battle::new(self, &view.open), view, fact)
    }

    fn plan(&self, decision: &Decision) -> Option<&'static str> {
        match decision {
            Decision::MoveFire { contingent }
            | Decision::Declare { contingent, .. }
            | Decision::Reform { contingent, .. } => Some(contingent.key()),
            _ => None,
        }
    }

    fn parse_plan(&self, view: &View, cursor: &mut Cursor<'_>) -> Result<&'static str, Diagnostic> {
        parse::plan(self, view, cursor)
    }

    fn check_planned(&self, view: &View, plan: &str, order: &Order) -> Verdict {
        super::judge::check_planned(Battle::new(self, &view.open), plan, order)
    }

    fn check_standing(&self, view: &View, order: &Order) -> Result<(), Illegal> {
        stand::check(Battle::new(self, &view.open), view.side, order)
    }

    fn supersedes(&self, later: &Order, earlier: &Order) -> bool {
        stand::supersedes(later, earlier)
    }

    fn rest_beside(&self, filed: &Order, added: &Order) -> Option<Order> {
        let anew = setup::places_anew(filed, added)
            || matches!(
                (filed, added),
                (Order::Markers { .. }, Order::Markers { .. })
                    | (Order::Initiative { .. }, Order::Initiative { .. })
            );
        (!anew).then(|| filed.clone())
    }

    fn culprits(&self, now: &View, order: &Order, events: &[&Event]) -> Vec<usize> {
        culprits::find(Battle::new(self, &now.open), order, events)
    }

    fn full_name(&self, word: &str) -> Option<String> {
        parse::full_name(self, word)
    }

    fn pointer(&self, name: &str) -> Option<String> {
        let unit = self.roster.find(name)?;
        Some(format!("/open/pieces/{}", unit.index()))
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        invariants::check(self, state)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.open.turn)
    }

    fn cites(&self, event: &Event) -> Vec<Rule> {
        event.cites()
    }

    fn rules(&self) -> &'static [Rule] {
        rules::RULES
    }
}

impl Telling for Game {
    fn notes(&self, before: &View, event: &Event) -> Vec<Note> {
        tell::notes(self, before, event)
    }

    fn gather(&self, notes: Vec<Note>) -> Vec<Note> {
        gather::gather(notes)
    }

    fn digest(&self, notes: &[Note]) -> serde_json::Map<String, serde_json::Value> {
        digest::digest(notes)
    }

    fn question(&self, view: &View, decision: &Decision) -> Question {
        question::question(self, view, decision)
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
        let named = lookup::own(self, view, unit)?;
        Some(Box::new(move |order| lookup::concerns(order, named)))
    }

    fn choices(&self, view: &View, decision: &Decision, unit: &str) -> Option<Vec<Order>> {
        let named = lookup::own(self, view, unit)?;
        Some(lookup::choices(self, view, decision, named))
    }

    fn is_spent(&self, view: &View, order: &Order) -> bool {
        // 11.2: a card is played once.
        matches!(
            order,
            Order::Card { card, .. } | Order::CardCancel { card } if view.open.played.contains(card)
        )
    }

    fn unit(&self, view: &View, name: &str) -> Option<String> {
        lookup::unit(self, view, name)
    }

    fn board(&self, view: &View) -> Board {
        board::board(Battle::new(self, &view.open))
    }

    fn standing(&self, view: &View) -> serde_json::Map<String, serde_json::Value> {
        tell::standing(self, view)
    }
}
