//! The bots by mail: a whole activation as one list of lines, played forward on a copy of the view;
//! whoever likes to write little files plans for what comes after it.

use crate::bot::Writer;
use crate::engine::{Asked, Mode, Pick, Player, Rules};

use super::super::data::{Contingent, Kind, Side, UnitId};
use super::super::decision::Decision;
use super::super::event::Placement;
use super::super::order::{Before, Order, Point, Retreat, Who};
use super::super::shock::Attack;
use super::super::state::View;
use super::super::{Battle, Game, apply, cards, movement};
use super::Commander;
use super::bows::Aim;
use super::hand;
use super::orders_ahead::orders_ahead;

/// The line that ends a list without orders.
const PASS: &str = "PASS";
/// How a line begins that keeps markers for all turns.
const MARKERS_KEPT: &str = "CAM DEFAULT";

impl<P: Pick + Send> Writer<Game> for Commander<P> {
    fn letter(
        &mut self,
        game: &Game,
        view: View,
        asked: &[Asked<Decision>],
        standing: &[String],
    ) -> Vec<String> {
        let mut lines: Vec<String> = view
            .side
            .map_or(Vec::new(), |side| standing_orders(game, side, self.habit))
            .iter()
            .map(|order| game.print(order))
            .filter(|line| !standing.contains(line))
            .collect();
        let mut ahead = view.clone();
        for question in asked {
            let answer = self.answer(game, &mut ahead, question);
            if answer.is_empty() {
                lines.push(PASS.to_owned());
            }
            lines.extend(answer);
        }
        let is_set_up = |asked: &Asked<Decision>| matches!(asked.decision, Decision::SetUp { .. });
        let chooses = |asked: &Asked<Decision>| matches!(asked.decision, Decision::Markers { .. });
        if let Some(side) = view.side
            && self.habit != Habit::Asked
            && !asked.iter().any(is_set_up)
        {
            if !asked.iter().any(chooses) {
                lines.extend(self.markers_kept(game, &ahead, side, standing));
            }
            if self.habit == Habit::Plans {
                lines.extend(self.plans(game, &ahead, side));
            }
        }
        lines
    }
}

/// How somebody who plays by mail divides his orders among letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// He answers what he is asked, markers each turn and retreats before shock among it.
    Asked,
    /// He keeps his markers until he chooses others, and writes a letter for each activation.
    EachActivation,
    /// Besides, he files a plan for the next activation of each contingent.
    Plans,
}

/// What the bot files once and for all, so that it is asked only where a choice is worth a mail:
/// shots that can tell, light cavalry gives way, a fair chance is struck back at, nobody goes
/// further than its list says.
fn standing_orders(game: &Game, side: Side, habit: Habit) -> Vec<Order> {
    let facing = game
        .scenario
        .as_ref()
        .map(|scenario| scenario.default_facing(side));
    let evade = Order::Evade {
        who: Who::Kind(Kind::LC),
        before: Before::Any,
        to: Retreat::Away,
        facing,
    };
    let points = [
        Point::D9,
        Point::D14,
        Point::D16,
        Point::D17,
        Point::D18,
        Point::D19,
    ];
    // Whoever wants little mail lets his heavy cavalry stand.
    let stands = (habit != Habit::Asked).then_some(Point::D13);
    let defaults = points.into_iter().chain(stands);
    let defaults = defaults.map(|point| Order::Default { point });
    std::iter::once(evade).chain(defaults).collect()
}

impl<P: Pick> Commander<P> {
    /// Writes what answers one question.
    fn answer(&mut self, game: &Game, view: &mut View, question: &Asked<Decision>) -> Vec<String> {
        match &question.decision {
            Decision::SetUp { side, .. } => self.set_up(game, view, *side),
            Decision::Markers { side } => self.choose(game, view, *side),
            Decision::MoveFire { contingent } => self.activation(game, view, *contingent),
            Decision::Declare {
                contingent,
                declared,
            } => {
                let attacks = self.attacks(game, view, *contingent, declared);
                attacks.iter().map(|order| game.print(order)).collect()
            }
            decision => {
                let order = self.decide(game, view, question.mode, decision);
                let order = order.or_else(|| game.default(view, decision));
                order.iter().map(|order| game.print(order)).collect()
            }
        }
    }

    /// D2, D3: the whole set-up.
    fn set_up(&mut self, game: &Game, view: &View, side: Side) -> Vec<String> {
        let (mut placed, mut attila) = (Vec::new(), None);
        let mut lines = Vec::new();
        loop {
            let decision = Decision::SetUp {
                side,
                placed: placed.clone(),
                attila,
            };
            let Some(order) = self.decide(game, view, Mode::List, &decision) else {
                return lines;
            };
            lines.push(game.print(&order));
            match order {
                Order::SetUp { unit, hex, facing } => {
                    placed.push(Placement { unit, hex, facing });
                }
                Order::SetUpAttila { unit } => attila = Some(unit),
                _ => return lines,
            }
        }
    }

    /// D4, D5: the five markers, and which of them is for initiative.
    fn choose(&mut self, game: &Game, view: &View, side: Side) -> Vec<String> {
        let decision = Decision::Markers { side };
        let Some(order) = self.decide(game, view, Mode::List, &decision) else {
            return Vec::new();
        };
        let mut lines = vec![game.print(&self.kept(&order))];
        let mut view = view.clone();
        if let (Order::Markers { markers }, Some(hidden)) =
            (&order, view.hidden[side as usize].as_mut())
        {
            hidden.chosen = markers.to_vec();
        }
        // 5.3.2: on turn 1 the Huns begin without dice.
        if side == Side::Hun || view.open.turn > 1 {
            let decision = Decision::Initiative { side };
            let named = self.decide(game, &view, Mode::Quiet, &decision);
            lines.extend(named.map(|order| game.print(&order)));
        }
        lines.extend(self.cards(game, &view, side, &[]));
        lines
    }

    /// D4: the markers as the habit has them: for this turn, or until others are chosen.
    fn kept(&self, order: &Order) -> Order {
        match order {
            Order::Markers { markers } if self.habit != Habit::Asked => {
                Order::MarkersDefault { markers: *markers }
            }
            _ => order.clone(),
        }
    }

    /// D4, D11: markers for the turns to come, and cards whose time has come.
    fn markers_kept(
        &mut self,
        game: &Game,
        view: &View,
        side: Side,
        standing: &[String],
    ) -> Vec<String> {
        let chosen = self.decide(game, view, Mode::List, &Decision::Markers { side });
        let line = chosen.map(|order| game.print(&self.kept(&order)));
        let in_force = standing.iter().rfind(|line| line.starts_with(MARKERS_KEPT));
        let mut lines: Vec<String> = line.into_iter().collect();
        lines.retain(|line| in_force != Some(line));
        lines.extend(self.cards(game, view, side, standing));
        lines
    }

    /// D11: lines for the cards that are to be played at the first moment from now on.
    fn cards(&self, game: &Game, view: &View, side: Side, standing: &[String]) -> Vec<String> {
        let battle = self.look(game, view);
        let cards = cards::ahead(game, view, side).into_iter();
        let cards = cards.filter(|order| hand::may_come(battle, side, order));
        let mut lines: Vec<String> = cards.map(|order| game.print(&order)).collect();
        lines.retain(|line| !standing.contains(line));
        lines
    }

    /// A plan for each contingent that is left, as its next activation would be if nothing else happened.
    fn plans(&mut self, game: &Game, view: &View, side: Side) -> Vec<String> {
        let mut lines = Vec::new();
        for contingent in side.contingents() {
            let mut ahead = view.clone();
            if Battle::new(game, &ahead.open)
                .of(contingent)
                .next()
                .is_none()
            {
                continue;
            }
            apply::fresh(&mut ahead.open);
            ahead.open.activation += 1;
            ahead.open.active = Some(contingent);
            self.activation = None;
            let orders = self.activation(game, &mut ahead, contingent);
            lines.push(format!("PLAN {}", contingent.key().to_uppercase()));
            lines.extend(orders);
            lines.push("ENDPLAN".to_owned());
        }
        self.activation = None;
        lines
    }

    /// D6 to D20: moves and shots, then attacks and what follows from them, then Reform; the view is
    /// played forward to where the moves lead.
    fn activation(&mut self, game: &Game, ahead: &mut View, contingent: Contingent) -> Vec<String> {
        let mut lines = Vec::new();
        let mut shot_at = Vec::new();
        let decision = Decision::MoveFire { contingent };
        self.aim = Aim::Blind;
        while let Some(order) = self.decide(game, ahead, Mode::List, &decision) {
            shot_at.extend(targets(&order));
            lines.push(game.print(&order));
            let verdict = movement::judge(game, &mut ahead.open, contingent, &order);
            debug_assert!(!verdict.is_illegal(), "{}: {verdict:?}", game.print(&order));
        }
        self.aim = Aim::Seen;
        let attacks = self.attacks(game, ahead, contingent, &[]);
        let battle = self.look(game, ahead);
        lines.extend(orders_ahead(battle, contingent, &attacks, &shot_at));
        let shaken = |unit: UnitId| !battle.is_good(unit);
        let reform = Decision::Reform {
            contingent,
            tried: Vec::new(),
        };
        let tries = battle.of(contingent).any(shaken);
        let order = self.decide(game, ahead, Mode::List, &reform);
        lines.extend(order.filter(|_| tries).map(|order| game.print(&order)));
        lines
    }

    /// D12: the attacks of a position, in addition to what has been declared.
    fn attacks(
        &mut self,
        game: &Game,
        view: &View,
        contingent: Contingent,
        declared: &[Attack],
    ) -> Vec<Order> {
        let mut declared = declared.to_vec();
        let mut orders = Vec::new();
        loop {
            let decision = Decision::Declare {
                contingent,
                declared: declared.clone(),
            };
            let order = self.decide(game, view, Mode::List, &decision);
            let Some(Order::Shock {
                attackers,
                defenders,
                no_momentum,
            }) = &order
            else {
                return orders;
            };
            declared.push(Attack {
                attackers: attackers.clone(),
                defenders: defenders.clone(),
                no_momentum: no_momentum.clone(),
                line: None,
            });
            orders.extend(order);
        }
    }
}

/// Returns whom an act shoots at.
fn targets(order: &Order) -> Vec<UnitId> {
    use super::super::order::Leg;
    match order {
        Order::Fire { target, .. } => vec![*target],
        Order::Move { legs, .. } => {
            let shots = legs.iter().filter_map(|leg| match leg {
                Leg::Fire(target) => Some(*target),
                Leg::Step(_) | Leg::To(_) => None,
            });
            shots.collect()
        }
        _ => Vec::new(),
    }
}
