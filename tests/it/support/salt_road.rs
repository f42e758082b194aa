//! Salt Road: a small game that has what Sign of the Pagan lacks.
//!
//! Three caravans, no map. Each draws a secret letter. In each of three rounds all plot at once and
//! in secret: to bid gold for the round's prize, or to raid another caravan. A raided caravan may
//! yield a piece of gold or fight for three. The letters are opened at the end and pay.

use serde::{Deserialize, Serialize};
use tesserarius::engine::{
    Asked, Fit, LineKind, Mode, Next, Outcome, Pause, Pick, Rank, Rules, Scope, Seat, SetupError,
    Turn, Verdict, Viewer,
};
use tesserarius::ledger::dice::{Die, Spec};
use tesserarius::orders::{Cursor, Diagnostic, Illegal};
use tesserarius::rulebook::Rule;

const SIDES: [&str; 3] = ["red", "green", "blue"];
const ROUNDS: u8 = 3;
const PRIZE: u8 = 4;

const R1: Rule = Rule::new("1", "Letters");
const R2: Rule = Rule::new("2", "Plots");
const R3: Rule = Rule::new("3", "Raids");
const R4: Rule = Rule::new("4", "Prizes");
const R5: Rule = Rule::new("5", "The end");

/// The game; `leaks` plants the fault that the law of non-interference has to find.
#[derive(Debug, Clone, Default)]
pub(crate) struct SaltRoad {
    pub leaks: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub round: u8,
    pub gold: [u8; 3],
    pub letters: [Option<u8>; 3],
    pub plots: [Option<Plot>; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Plot {
    Bid(u8),
    Raid(Seat),
}

/// What a viewer knows: everybody's gold, his own letter and plot.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct View {
    round: u8,
    gold: [u8; 3],
    letters: [Option<u8>; 3],
    plots: [Option<Plot>; 3],
    seat: Option<Seat>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Frame {
    Deal(Seat),
    Round,
    Plots,
    Raid(Seat),
    Answer { by: Seat, on: Seat },
    Fight { by: Seat, on: Seat },
    Prize,
    Open(Seat),
    Count,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Decision {
    Plot,
    Raided { by: Seat },
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) enum Order {
    Bid(u8),
    Raid(Seat),
    Yield(Option<Seat>),
    Fight(Option<Seat>),
}

/// `GOLD seat >= n`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fact {
    seat: Seat,
    at_least: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Event {
    Dealt { seat: Seat, letter: Option<u8> },
    RoundBegan { round: u8 },
    Plotted { seat: Seat, plot: Option<Plot> },
    Revealed { plots: [Plot; 3] },
    Yielded { by: Seat, on: Seat },
    Fought { by: Seat, on: Seat, dice: [u8; 2] },
    PrizeTaken { seat: Option<Seat>, bid: u8 },
    Opened { seat: Seat, letter: Option<u8> },
    RoundEnded,
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..3).map(Seat)
}

fn others(own: Option<Seat>) -> impl Iterator<Item = Seat> {
    seats().filter(move |&seat| Some(seat) != own)
}

impl SaltRoad {
    fn plotted(turn: &Turn<'_, Self>, seat: Seat) -> Plot {
        turn.state().plots[seat.index()].expect("plots stand until the round ends")
    }

    fn legal(view: &View, decision: &Decision, order: Order) -> Result<(), Illegal> {
        let own = view.seat;
        match (decision, order) {
            (Decision::Plot, Order::Bid(bid)) => {
                let gold = own.map_or(0, |seat| view.gold[seat.index()]);
                let because = format!("a bid of {bid} is more than the {gold} gold you have");
                if bid <= gold {
                    Ok(())
                } else {
                    Err(Illegal::new(R2, because))
                }
            }
            (Decision::Plot, Order::Raid(seat)) if Some(seat) == own => {
                Err(Illegal::new(R3, "nobody raids his own caravan"))
            }
            (Decision::Plot, Order::Raid(_)) => Ok(()),
            (Decision::Raided { by }, Order::Yield(to) | Order::Fight(to)) => {
                let because = "that caravan is not the one that raids you";
                if to.is_none_or(|to| to == *by) {
                    Ok(())
                } else {
                    Err(Illegal::new(R3, because))
                }
            }
            (Decision::Plot, _) => Err(Illegal::new(R2, "a plot is a bid or a raid")),
            (Decision::Raided { .. }, _) => {
                Err(Illegal::new(R3, "a raid is answered, not plotted"))
            }
        }
    }
}

impl Rules for SaltRoad {
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

    fn setup(&self, _: &str) -> Result<(State, Frame), SetupError> {
        let state = State {
            round: 0,
            gold: [5; 3],
            letters: [None; 3],
            plots: [None; 3],
        };
        Ok((state, Frame::Deal(Seat(0))))
    }

    fn advance(&self, turn: &mut Turn<'_, Self>, frame: &Frame) -> Result<Next<Frame>, Pause> {
        Ok(match *frame {
            Frame::Deal(seat) => {
                let label = format!("letter/{}", SIDES[seat.index()]);
                let spec = Spec::dice_from_zero(1, 20).expect("a die");
                let thrown = turn.throw(Scope::Seat(seat, "letter"), &label, spec)?;
                let letter = thrown.map(|faces| faces[0] as u8);
                turn.emit(Event::Dealt { seat, letter });
                let next = Seat(seat.0 + 1);
                Next::Go(vec![if next.0 < 3 {
                    Frame::Deal(next)
                } else {
                    Frame::Round
                }])
            }
            Frame::Round => {
                let round = turn.state().round + 1;
                if round > ROUNDS {
                    return Ok(Next::Go(vec![Frame::Open(Seat(0))]));
                }
                turn.emit(Event::RoundBegan { round });
                Next::Go(vec![Frame::Plots])
            }
            Frame::Plots => {
                let asked = seats().map(|seat| Asked {
                    seat,
                    mode: Mode::One,
                    decision: Decision::Plot,
                });
                let given = turn.ask_all(asked.collect())?;
                let plots: Vec<Plot> = given
                    .iter()
                    .map(|given| match given.as_ref().map(|given| given.order) {
                        Some(Order::Raid(seat)) => Plot::Raid(seat),
                        Some(Order::Bid(bid)) => Plot::Bid(bid),
                        _ => Plot::Bid(0),
                    })
                    .collect();
                for (seat, &plot) in seats().zip(&plots) {
                    turn.emit(Event::Plotted {
                        seat,
                        plot: Some(plot),
                    });
                }
                turn.emit(Event::Revealed {
                    plots: [plots[0], plots[1], plots[2]],
                });
                let mut frames: Vec<Frame> = seats().map(Frame::Raid).collect();
                frames.extend([Frame::Prize, Frame::Round]);
                Next::Go(frames)
            }
            Frame::Raid(by) => match Self::plotted(turn, by) {
                Plot::Raid(on) => Next::Go(vec![Frame::Answer { by, on }]),
                Plot::Bid(_) => Next::done(),
            },
            Frame::Answer { by, on } => {
                let given = turn.ask(on, Mode::One, Decision::Raided { by })?;
                if matches!(given.map(|given| given.order), Some(Order::Fight(_))) {
                    return Ok(Next::Go(vec![Frame::Fight { by, on }]));
                }
                turn.emit(Event::Yielded { by, on });
                Next::done()
            }
            Frame::Fight { by, on } => {
                let round = turn.state().round;
                let die = Spec::one(Die::FromOne(std::num::NonZeroU32::new(6).expect("six")));
                let mut dice = [0; 2];
                for (slot, seat) in dice.iter_mut().zip([by, on]) {
                    let label = format!("r{round}/raid{}/{}", by.0, SIDES[seat.index()]);
                    *slot = turn.roll(&label, die)? as u8;
                }
                turn.emit(Event::Fought { by, on, dice });
                Next::done()
            }
            Frame::Prize => {
                let bids = seats().map(|seat| match Self::plotted(turn, seat) {
                    Plot::Bid(bid) => bid.min(turn.state().gold[seat.index()]),
                    Plot::Raid(_) => 0,
                });
                let bids: Vec<u8> = bids.collect();
                let best = *bids.iter().max().expect("three bids");
                let mut highest = seats().filter(|seat| bids[seat.index()] == best);
                let (first, tied) = (highest.next(), highest.next().is_some());
                let seat = first.filter(|_| !tied && best > 0);
                turn.emit(Event::PrizeTaken { seat, bid: best });
                turn.emit(Event::RoundEnded);
                seats().for_each(|seat| turn.close(seat));
                Next::done()
            }
            Frame::Open(seat) => {
                let letter = turn.state().letters[seat.index()];
                turn.emit(Event::Opened { seat, letter });
                let next = Seat(seat.0 + 1);
                Next::Go(vec![if next.0 < 3 {
                    Frame::Open(next)
                } else {
                    Frame::Count
                }])
            }
            Frame::Count => {
                let gold = turn.state().gold;
                let best = gold.iter().max().expect("three purses");
                let mut richest = seats().filter(|seat| gold[seat.index()] == *best);
                match (richest.next(), richest.next()) {
                    (Some(only), None) => Next::Over(Outcome::Win(only)),
                    _ => Next::Over(Outcome::Draw),
                }
            }
        })
    }

    fn options(&self, view: &View, decision: &Decision) -> Vec<Order> {
        let gold = view.seat.map_or(0, |seat| view.gold[seat.index()]);
        match decision {
            Decision::Plot => (0..=gold)
                .map(Order::Bid)
                .chain(others(view.seat).map(Order::Raid))
                .collect(),
            Decision::Raided { by } => vec![Order::Yield(Some(*by)), Order::Fight(Some(*by))],
        }
    }

    fn sample(&self, view: &View, decision: &Decision, pick: &mut dyn Pick) -> Option<Order> {
        let options = self.options(view, decision);
        Some(options[pick.pick(options.len())])
    }

    fn default(&self, _: &View, decision: &Decision) -> Option<Order> {
        Some(match decision {
            Decision::Plot => Order::Bid(0),
            Decision::Raided { by } => Order::Yield(Some(*by)),
        })
    }

    fn answer(&self, view: &View, decision: &Decision, order: &Order) -> Fit<Order> {
        let (rank, named) = match (decision, order) {
            (Decision::Plot, Order::Bid(_) | Order::Raid(_)) => (Rank::Named, None),
            (Decision::Raided { .. }, Order::Yield(to) | Order::Fight(to)) => match to {
                Some(to) => (Rank::Named, Some(*to)),
                None => (Rank::All, None),
            },
            _ => return Fit::Other,
        };
        if let (Decision::Raided { by }, Some(to)) = (decision, named)
            && to != *by
        {
            return Fit::Other;
        }
        match Self::legal(view, decision, *order) {
            Ok(()) => Fit::Takes(rank, *order),
            Err(illegal) => Fit::Fails(illegal),
        }
    }

    fn check(&self, view: &View, decision: &Decision, orders: &[Order]) -> Vec<Verdict> {
        let verdict = |order: &Order| match Self::legal(view, decision, *order) {
            Ok(()) => Verdict::Legal,
            Err(illegal) => Verdict::Illegal(illegal),
        };
        orders.iter().map(verdict).collect()
    }

    fn kind(&self, order: &Order) -> LineKind {
        match order {
            Order::Bid(_) | Order::Raid(_) => LineKind::Action,
            Order::Yield(_) | Order::Fight(_) => LineKind::Standing,
        }
    }

    fn apply(&self, state: &mut State, event: &Event) {
        match event {
            Event::Dealt { seat, letter } => state.letters[seat.index()] = *letter,
            Event::RoundBegan { round } => state.round = *round,
            Event::Plotted { seat, plot } => state.plots[seat.index()] = *plot,
            Event::Yielded { by, on } => pay(state, *on, *by, 1),
            Event::Fought { by, on, dice } if dice[0] > dice[1] => pay(state, *on, *by, 3),
            Event::Revealed { .. } | Event::Fought { .. } => {}
            Event::PrizeTaken { seat, bid } => {
                if let Some(seat) = seat {
                    state.gold[seat.index()] += PRIZE;
                    state.gold[seat.index()] -= bid;
                }
            }
            Event::Opened { seat, letter } => {
                state.gold[seat.index()] += letter.map_or(0, |letter| letter / 10);
            }
            Event::RoundEnded => state.plots = [None; 3],
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let seen = |seat: Seat| viewer.sees(seat);
        let own = |seat: Seat| match viewer {
            Viewer::Seat(own) => own == seat,
            _ => false,
        };
        View {
            round: state.round,
            gold: state.gold,
            letters: [0, 1, 2].map(|index| {
                let shown = seen(Seat(index)) || (self.leaks && index == 2);
                state.letters[usize::from(index)].filter(|_| shown)
            }),
            plots: [0, 1, 2]
                .map(|index| state.plots[usize::from(index)].filter(|_| seen(Seat(index)))),
            seat: seats().find(|&seat| own(seat)),
        }
    }

    fn witness(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match event {
            Event::Dealt { seat, .. } if !viewer.sees(*seat) => Event::Dealt {
                seat: *seat,
                letter: None,
            },
            Event::Plotted { seat, .. } if !viewer.sees(*seat) => Event::Plotted {
                seat: *seat,
                plot: None,
            },
            event => event.clone(),
        })
    }

    fn is_verb(&self, word: &str) -> bool {
        ["BID", "RAID", "YIELD", "FIGHT"]
            .iter()
            .any(|verb| word.eq_ignore_ascii_case(verb))
    }

    fn parse(&self, _: &View, cursor: &mut Cursor<'_>) -> Result<Vec<Order>, Diagnostic> {
        #[derive(Clone, Copy)]
        enum Verb {
            Bid,
            Raid,
            Yield,
            Fight,
        }
        let verbs = [
            ("BID", Verb::Bid),
            ("RAID", Verb::Raid),
            ("YIELD", Verb::Yield),
            ("FIGHT", Verb::Fight),
        ];
        Ok(vec![match cursor.one_of(&verbs)? {
            Verb::Bid => Order::Bid(cursor.number_in(0..=99)? as u8),
            Verb::Raid => Order::Raid(read_seat(cursor)?),
            Verb::Yield => Order::Yield(read_whom(cursor)?),
            Verb::Fight => Order::Fight(read_whom(cursor)?),
        }])
    }

    fn print(&self, order: &Order) -> String {
        let whom = |seat: &Option<Seat>| seat.map_or("all", |seat| SIDES[seat.index()]);
        match order {
            Order::Bid(bid) => format!("BID {bid}"),
            Order::Raid(seat) => format!("RAID {}", SIDES[seat.index()]),
            Order::Yield(seat) => format!("YIELD {}", whom(seat)),
            Order::Fight(seat) => format!("FIGHT {}", whom(seat)),
        }
    }

    fn parse_fact(&self, _: &View, cursor: &mut Cursor<'_>) -> Result<Fact, Diagnostic> {
        cursor.word("GOLD")?;
        let seat = read_seat(cursor)?;
        cursor.word(">=")?;
        Ok(Fact {
            seat,
            at_least: cursor.number_in(0..=99)? as u8,
        })
    }

    fn print_fact(&self, fact: &Fact) -> String {
        format!("GOLD {} >= {}", SIDES[fact.seat.index()], fact.at_least)
    }

    fn holds(&self, view: &View, fact: &Fact) -> bool {
        view.gold[fact.seat.index()] >= fact.at_least
    }

    fn plan(&self, _: &Decision) -> Option<&'static str> {
        None
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        let gold: u32 = state.gold.iter().map(|&gold| u32::from(gold)).sum();
        let most = 15 + u32::from(PRIZE) * u32::from(ROUNDS) + 3;
        if gold <= most {
            Ok(())
        } else {
            Err(format!("{gold} gold out of nothing"))
        }
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    fn cites(&self, event: &Event) -> Vec<Rule> {
        vec![match event {
            Event::Dealt { .. } | Event::Opened { .. } => R1,
            Event::RoundBegan { .. } | Event::Plotted { .. } | Event::Revealed { .. } => R2,
            Event::Yielded { .. } | Event::Fought { .. } => R3,
            Event::PrizeTaken { .. } => R4,
            Event::RoundEnded => R5,
        }]
    }

    fn rules(&self) -> &'static [Rule] {
        &[R1, R2, R3, R4, R5]
    }
}

fn pay(state: &mut State, from: Seat, to: Seat, gold: u8) {
    let paid = gold.min(state.gold[from.index()]);
    state.gold[from.index()] -= paid;
    state.gold[to.index()] += paid;
}

fn read_seat(cursor: &mut Cursor<'_>) -> Result<Seat, Diagnostic> {
    cursor.one_of(&[
        (SIDES[0], Seat(0)),
        (SIDES[1], Seat(1)),
        (SIDES[2], Seat(2)),
    ])
}

fn read_whom(cursor: &mut Cursor<'_>) -> Result<Option<Seat>, Diagnostic> {
    if cursor.eat_word("ALL") {
        Ok(None)
    } else {
        read_seat(cursor).map(Some)
    }
}
