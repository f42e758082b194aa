//! 5.1, 5.2: which five markers a side may choose, and which of them it may name.

use super::super::data::{Contingent, Side};
use super::super::options::DeadCam;
use super::super::{Battle, Game, rules};
use crate::orders::Illegal;

/// 5.1: how many markers a side chooses.
const CHOSEN: usize = 5;

/// D4: what a side chooses on turn 1 if it says nothing.
pub(super) const USUAL: [[Contingent; CHOSEN]; 2] = {
    use Contingent::{Allies, Huns, Ostrogoths, Romans, Visigoths};
    [
        [Huns, Huns, Huns, Ostrogoths, Allies],
        [Romans, Romans, Visigoths, Visigoths, Visigoths],
    ]
};

/// The markers of a side for a turn.
pub(super) type Five = [Contingent; CHOSEN];

fn count(markers: &[Contingent], contingent: Contingent) -> usize {
    markers.iter().filter(|&&own| own == contingent).count()
}

/// 5.1: five of his own markers, no more of a kind than there are.
pub(in super::super) fn may_own(
    game: &Game,
    side: Side,
    markers: &[Contingent],
) -> Result<(), Illegal> {
    if let Some(other) = markers.iter().find(|marker| marker.side() != side) {
        let because = format!("the {} fight for the other side", other.key());
        return Err(Illegal::new(rules::R5_1, because).about_name(other.key(), 0));
    }
    for contingent in side.contingents() {
        let (named, owned) = (count(markers, contingent), owned(game, contingent));
        if named > owned {
            let there = match owned {
                1 => "there is 1 marker".to_owned(),
                owned => format!("there are {owned} markers"),
            };
            let because = format!("{there} of the {}, not {named}", contingent.key());
            return Err(Illegal::new(rules::R5_1, because).about_name(contingent.key(), owned));
        }
    }
    Ok(())
}

pub(super) fn owned(game: &Game, contingent: Contingent) -> usize {
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
pub(super) fn may_choose(battle: Battle<'_>, side: Side, markers: Five) -> Result<(), Illegal> {
    may_own(battle.game, side, &markers)?;
    match markers.iter().find(|&&marker| is_barred(battle, marker)) {
        None => Ok(()),
        Some(gone) => {
            let because = format!("the {} have no unit left on the map", gone.key());
            let usual = usual(battle, side, &[]).map(|marker| marker.key().to_uppercase());
            let instead = format!("CAM {}", usual.join(" "));
            let refusal = Illegal::new(rules::Q28, because).about_name(gone.key(), 0);
            Err(refusal.instead(instead))
        }
    }
}

/// 5.2: tells whether a side may name a marker: one of the five that it has chosen.
pub(super) fn may_name(chosen: &[Contingent], marker: Contingent) -> Result<(), Illegal> {
    if chosen.contains(&marker) {
        return Ok(());
    }
    let five: Vec<&str> = chosen.iter().map(|marker| marker.key()).collect();
    let because = format!(
        "the {} are not among the five markers that you have chosen ({})",
        marker.key(),
        five.join(", ")
    );
    let refusal = Illegal::new(rules::R5_2, because);
    Err(match chosen.first() {
        Some(first) => refusal.instead(format!("INITIATIVE {}", first.key().to_uppercase())),
        None => refusal,
    })
}

/// D4: last turn's five, else the usual ones, so far as they may be chosen, then any others.
pub(super) fn usual(battle: Battle<'_>, side: Side, last: &[Contingent]) -> Five {
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
pub(super) fn sets(battle: Battle<'_>, side: Side) -> Vec<Five> {
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
pub(super) fn best(battle: Battle<'_>, chosen: &[Contingent]) -> Option<Contingent> {
    let bonus = |marker: Contingent| battle.game.roster.markers(marker).bonus;
    // The first of equals: those of one bonus are named in the order of the contingents.
    chosen
        .iter()
        .copied()
        .rev()
        .max_by_key(|&marker| bonus(marker))
}
