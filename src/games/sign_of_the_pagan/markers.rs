//! 5.1 to 5.3: the five markers of each side, the initiative markers, and the initiative dice.

use std::cmp::Ordering;

use crate::engine::{Asked, Fit, Mode, Next, Pause, Pick, Rank, Turn, Verdict};
use crate::orders::Illegal;

use super::data::{Contingent, Side};
use super::decision::{Decision, Frame};
use super::die::{self, Fallen, Throw};
use super::event::{By, Came, Drm, Event, Modifier, Purpose};
use super::options::DeadCam;
use super::order::Order;
use super::state::View;
use super::{Battle, Game, rules, seat};

/// 5.1: how many markers a side chooses.
const CHOSEN: usize = 5;

/// D4: what a side chooses on turn 1 if it says nothing.
const USUAL: [[Contingent; CHOSEN]; 2] = {
    use Contingent::{Allies, Huns, Ostrogoths, Romans, Visigoths};
    [
        [Huns, Huns, Huns, Ostrogoths, Allies],
        [Romans, Romans, Visigoths, Visigoths, Visigoths],
    ]
};

type Five = [Contingent; CHOSEN];

fn count(markers: &[Contingent], contingent: Contingent) -> usize {
    markers.iter().filter(|&&own| own == contingent).count()
}

/// 5.1: five of his own markers, no more of a kind than there are.
pub(super) fn may_own(game: &Game, side: Side, markers: &[Contingent]) -> Result<(), Illegal> {
    for &contingent in markers {
        if contingent.side() != side {
            let because = format!("the {} fight for the other side", contingent.key());
            return Err(Illegal::new(rules::R5_1, because));
        }
        let (named, owned) = (count(markers, contingent), owned(game, contingent));
        if named > owned {
            let because = format!(
                "there are {owned} markers of the {}, not {named}",
                contingent.key()
            );
            return Err(Illegal::new(rules::R5_1, because));
        }
    }
    Ok(())
}

fn owned(game: &Game, contingent: Contingent) -> usize {
    usize::from(game.roster.markers(contingent).count)
}

/// Q28: whether a contingent that has left the map bars its markers.
fn is_barred(battle: Battle<'_>, contingent: Contingent) -> bool {
    let lives = |contingent: &Contingent| battle.of(*contingent).next().is_some();
    let living = contingent.side().contingents().into_iter().filter(lives);
    let markers: usize = living.map(|living| owned(battle.game, living)).sum();
    battle.game.options.dead_cam == DeadCam::Barred && markers >= CHOSEN && !lives(&contingent)
}

/// 5.1, Q28: tells whether a side may choose these five.
fn may_choose(battle: Battle<'_>, side: Side, markers: Five) -> Result<(), Illegal> {
    may_own(battle.game, side, &markers)?;
    match markers.iter().find(|&&marker| is_barred(battle, marker)) {
        None => Ok(()),
        Some(gone) => {
            let because = format!("the {} have no unit left on the map", gone.key());
            let usual = usual(battle, side, &[]).map(|marker| marker.key().to_uppercase());
            let instead = format!("CAM {}", usual.join(" "));
            Err(Illegal::new(rules::Q28, because).instead(instead))
        }
    }
}

/// 5.2: tells whether a side may name a marker: one of the five that it has chosen.
fn may_name(chosen: &[Contingent], marker: Contingent) -> Result<(), Illegal> {
    if chosen.contains(&marker) {
        return Ok(());
    }
    let because = format!("{} is none of the five markers chosen", marker.key());
    let refusal = Illegal::new(rules::R5_2, because);
    Err(match chosen.first() {
        Some(first) => refusal.instead(format!("INITIATIVE {}", first.key().to_uppercase())),
        None => refusal,
    })
}

/// D4: last turn's five, else the usual ones, so far as they may be chosen, then any others.
fn usual(battle: Battle<'_>, side: Side, last: &[Contingent]) -> Five {
    let own = side.contingents();
    let any = || {
        own.into_iter()
            .flat_map(|one| std::iter::repeat_n(one, owned(battle.game, one)))
    };
    let wished = last.iter().chain(&USUAL[side as usize]).copied();
    let mut five = Vec::with_capacity(CHOSEN);
    for (marker, barred_too) in wished
        .chain(any())
        .map(|marker| (marker, false))
        .chain(any().map(|marker| (marker, true)))
    {
        let has_more = count(&five, marker) < owned(battle.game, marker);
        if five.len() < CHOSEN && has_more && (barred_too || !is_barred(battle, marker)) {
            five.push(marker);
        }
    }
    five.sort_unstable();
    five.try_into()
        .expect("a side owns at least as many markers as it chooses")
}

/// Lists every set of five that a side may choose, sorted.
fn sets(battle: Battle<'_>, side: Side) -> Vec<Five> {
    let own = side.contingents();
    let mut sets = Vec::new();
    for first in 0..=CHOSEN {
        for second in 0..=CHOSEN - first {
            let counts = [first, second, CHOSEN - first - second];
            let markers: Vec<Contingent> = own
                .into_iter()
                .zip(counts)
                .flat_map(|(marker, count)| std::iter::repeat_n(marker, count))
                .collect();
            let five: Five = markers.try_into().expect("the counts add up to five");
            if may_choose(battle, side, five).is_ok() {
                sets.push(five);
            }
        }
    }
    sets
}

/// 5.2: the marker with the best bonus, which a side names if it says nothing.
fn best(battle: Battle<'_>, chosen: &[Contingent]) -> Option<Contingent> {
    let bonus = |marker: Contingent| battle.game.roster.markers(marker).bonus;
    // The first of equals: those of one bonus are named in the order of the contingents.
    chosen
        .iter()
        .copied()
        .rev()
        .max_by_key(|&marker| bonus(marker))
}

fn chosen(view: &View, side: Side) -> &[Contingent] {
    let hidden = &view.hidden[side as usize];
    hidden.as_ref().map_or(&[], |hidden| &hidden.chosen)
}

/// 5.1: both sides choose five markers, neither knowing what the other does.
///
/// # Errors
/// [`Pause::Wait`] while a side has not chosen.
pub(super) fn choose(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let asked = Side::ALL.map(|side| Asked {
        seat: seat(side),
        mode: Mode::List,
        decision: Decision::Markers { side },
    });
    let given = turn.ask_all(asked.to_vec())?;
    for (side, given) in Side::ALL.into_iter().zip(given) {
        let state = turn.state();
        let said = given.map(|given| given.order);
        let markers = if let Some(Order::Markers { markers }) = said {
            markers
        } else {
            let battle = Battle::new(game, &state.open);
            usual(battle, side, &state.hidden[side as usize].chosen)
        };
        turn.emit(Event::MarkersChosen {
            side,
            markers: Some(markers),
        });
    }
    Ok(Next::done())
}

/// 5.2: both sides name an initiative marker; on turn 1 the Huns alone (5.3.2).
///
/// # Errors
/// None in practice: a side that says nothing names its best marker.
pub(super) fn name_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    let sides: &[Side] = match turn.state().open.turn {
        1 => &[Side::Hun],
        _ => &Side::ALL,
    };
    let asked = sides.iter().map(|&side| Asked {
        seat: seat(side),
        mode: Mode::Quiet,
        decision: Decision::Initiative { side },
    });
    let given = turn.ask_all(asked.collect())?;
    for (&side, given) in sides.iter().zip(given) {
        let state = turn.state();
        let said = given.map(|given| given.order);
        let marker = if let Some(Order::Initiative { marker }) = said {
            Some(marker)
        } else {
            let battle = Battle::new(game, &state.open);
            best(battle, &state.hidden[side as usize].chosen)
        };
        turn.emit(Event::InitiativeNamed { side, marker });
    }
    Ok(Next::done())
}

/// 5.3: the higher die with its marker's bonus acts first; equals put both markers into the cup.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn settle_initiative(
    game: &Game,
    turn: &mut Turn<'_, Game>,
) -> Result<Next<Frame>, Pause> {
    let markers = turn
        .state()
        .hidden
        .each_ref()
        .map(|hidden| hidden.initiative);
    let winner = match markers {
        [Some(hun), Some(roman)] => roll_for_it(game, turn, [hun, roman])?,
        // 5.3.2: on turn 1 the Huns attack, without dice.
        _ => Some(Side::Hun),
    };
    let queue = winner.and_then(|side| markers[side as usize]);
    turn.emit(Event::InitiativeSettled {
        markers,
        winner,
        queue: queue.into_iter().collect(),
    });
    for side in Side::ALL {
        turn.close(seat(side));
    }
    Ok(Next::done())
}

fn roll_for_it(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    markers: [Contingent; 2],
) -> Result<Option<Side>, Pause> {
    let hun = fall(game, turn, markers[0])?;
    let roman = fall(game, turn, markers[1])?;
    let (winner, came) = match hun.net.cmp(&roman.net) {
        Ordering::Greater => (Some(Side::Hun), [Came::Win, Came::Lose]),
        Ordering::Less => (Some(Side::Roman), [Came::Lose, Came::Win]),
        Ordering::Equal => (None, [Came::Tie, Came::Tie]),
    };
    hun.tell(turn, came[0]);
    roman.tell(turn, came[1]);
    Ok(winner)
}

fn fall(game: &Game, turn: &mut Turn<'_, Game>, marker: Contingent) -> Result<Fallen, Pause> {
    let bonus = Modifier {
        drm: Drm::Bonus,
        value: game.roster.markers(marker).bonus as i8,
    };
    let throw = Throw {
        purpose: Purpose::Initiative,
        by: By::Side(marker.side()),
        at: None,
        modifiers: Vec::from_iter((bonus.value != 0).then_some(bonus)),
        rating: None,
    };
    die::fall(game, turn, throw)
}

/// Lists every five, or every marker of the five.
pub(super) fn options(battle: Battle<'_>, view: &View, decision: &Decision) -> Vec<Order> {
    match decision {
        Decision::Initiative { side } => {
            let mut markers = chosen(view, *side).to_vec();
            markers.dedup();
            let named = markers.into_iter();
            named.map(|marker| Order::Initiative { marker }).collect()
        }
        Decision::Markers { side } => {
            let sets = sets(battle, *side).into_iter();
            sets.map(|markers| Order::Markers { markers }).collect()
        }
        _ => Vec::new(),
    }
}

/// Picks one of the options.
pub(super) fn sample(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    pick: &mut dyn Pick,
) -> Option<Order> {
    let mut options = options(battle, view, decision);
    if options.is_empty() {
        return None;
    }
    Some(options.swap_remove(pick.pick(options.len())))
}

/// D4, D5: the five of the last turn; the marker with the best bonus.
pub(super) fn default(battle: Battle<'_>, view: &View, decision: &Decision) -> Option<Order> {
    match decision {
        Decision::Markers { side } => Some(Order::Markers {
            markers: usual(battle, *side, chosen(view, *side)),
        }),
        Decision::Initiative { side } => {
            let marker = best(battle, chosen(view, *side))?;
            Some(Order::Initiative { marker })
        }
        _ => None,
    }
}

/// Says what a CAM or INITIATIVE line is worth now.
pub(super) fn answer(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    order: &Order,
) -> Fit<Order> {
    match (decision, order) {
        (Decision::Markers { side }, Order::Markers { markers }) => {
            match may_choose(battle, *side, *markers) {
                Ok(()) => Fit::Takes(Rank::Named, order.clone()),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        (Decision::Markers { side }, &Order::MarkersDefault { markers }) => {
            match may_choose(battle, *side, markers) {
                Ok(()) => Fit::Takes(Rank::All, Order::Markers { markers }),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        (Decision::Initiative { side }, Order::Initiative { marker }) => {
            match may_name(chosen(view, *side), *marker) {
                Ok(()) => Fit::Takes(Rank::Named, order.clone()),
                Err(illegal) => Fit::Fails(illegal),
            }
        }
        _ => Fit::Other,
    }
}

/// 5.1, 5.2: judges a set of lines: one five, and an initiative marker out of it.
pub(super) fn check(
    battle: Battle<'_>,
    view: &View,
    decision: &Decision,
    orders: &[Order],
) -> Vec<Verdict> {
    let (Decision::Markers { side } | Decision::Initiative { side }) = decision else {
        return Vec::new();
    };
    let mut five: Option<Vec<Contingent>> = match decision {
        Decision::Initiative { .. } => Some(chosen(view, *side).to_vec()),
        _ => orders.iter().find_map(|order| match order {
            Order::Markers { markers } => Some(markers.to_vec()),
            _ => None,
        }),
    };
    let mut told = false;
    let verdicts = orders.iter().map(|order| match order {
        Order::Markers { markers } => {
            let twice = std::mem::replace(&mut told, true);
            judged(if twice {
                let because = "another line of this set has chosen the markers";
                Err(Illegal::new(rules::R5_1, because))
            } else {
                may_choose(battle, *side, *markers)
            })
        }
        Order::Initiative { .. } if *side == Side::Roman && battle.open.turn == 1 => {
            Verdict::Open("on turn 1 the Huns begin without dice (5.3.2)".into())
        }
        Order::Initiative { marker } => match five.as_mut() {
            Some(five) => judged(may_name(five, *marker)),
            None => Verdict::Open("it must be one of the five markers".into()),
        },
        _ => Verdict::Illegal(Illegal::new(
            rules::R4_0,
            "wrong phase: the markers of the turn are being chosen",
        )),
    });
    verdicts.collect()
}

fn judged(allowed: Result<(), Illegal>) -> Verdict {
    match allowed {
        Ok(()) => Verdict::Legal,
        Err(illegal) => Verdict::Illegal(illegal),
    }
}

/// 5.1: says that a set chooses no markers.
pub(super) fn lacks(side: Side, orders: &[Order]) -> Option<Illegal> {
    let chooses = |order: &Order| matches!(order, Order::Markers { .. });
    if orders.iter().any(chooses) {
        return None;
    }
    let usual = USUAL[side as usize].map(|marker| marker.key().to_uppercase());
    let because = "no CAM line chooses the five markers of the turn";
    Some(Illegal::new(rules::R5_1, because).instead(format!("CAM {}", usual.join(" "))))
}

#[cfg(test)]
mod tests;
