//! VOID, CORRECT, SEAT, DISCLOSE, NOTE, and the KEY to a seat.

use std::collections::BTreeSet;

use super::{HostError, OpenedDraw, party};
use crate::ledger::{
    block::{Body, Correct, Disclose, HiddenResult, Join, Key, Mark, Player, SeatChange, Void},
    dice::{Dice, Label, Spec},
    log::Log,
    names::{Owner, Scope, Seat},
    secret::HiddenMaster,
    text::Text,
};

/// Calls the open draw off.
pub fn void(
    log: &Log,
    why: Text,
    agree: BTreeSet<Seat>,
    absent: BTreeSet<Seat>,
) -> Result<Void, HostError> {
    let open = log.open_draw().ok_or(HostError::NoDrawOpen)?;
    Ok(Void {
        draw: open.lock.draw,
        why,
        agree,
        absent,
    })
}

/// Announces new rolls for those of a REPORT, or withdraws whole draws.
pub fn correct(
    report: Option<u64>,
    why: Text,
    again: Vec<(Label, Spec)>,
    undo: Vec<u64>,
    agree: BTreeSet<Seat>,
) -> Result<Correct, HostError> {
    // A correction of a correction names the base label again.
    let base = |(label, spec): (Label, Spec)| {
        let label = label.fixes().map_or(label, |(_, base)| base);
        (label, spec)
    };
    let again = again.into_iter().map(base).collect();
    let correct = Correct {
        report,
        why,
        again,
        undo,
        agree,
    };
    if correct.fixes().is_none() {
        Err(HostError::Again)
    } else {
        Ok(correct)
    }
}

/// Gives a seat, or the part of the host, to whoever joined for it, from the next draw on.
pub fn seat_change(
    log: &Log,
    join: &Join,
    played_by: Player,
    why: Text,
) -> Result<SeatChange, HostError> {
    if let Some(open) = log.open_draw() {
        return Err(HostError::DrawOpen(open.lock.draw));
    }
    let party = party(&log.genesis().game, join, played_by)?;
    Ok(SeatChange {
        owner: join.owner,
        party,
        from: log.next_draw(),
        why,
    })
}

/// Opens hidden masters and lists the results of all their draws.
pub fn disclose(log: &Log, masters: Vec<(Owner, HiddenMaster)>) -> Result<Disclose, HostError> {
    let game = &log.genesis().game;
    let mut results = Vec::new();
    for (owner, master) in &masters {
        let commitment = master.commitment(game, *owner);
        if !log
            .standing(*owner)
            .is_some_and(|party| party.has_committed_to(commitment))
        {
            return Err(HostError::OtherMaster(*owner));
        }
        for reported in log
            .reported()
            .iter()
            .filter(|r| r.hide(*owner) == Some(commitment))
        {
            for roll in reported
                .hidden_rolls
                .iter()
                .filter(|roll| roll.scope.owner() == *owner)
            {
                let seed = master.hidden_seed(reported.draw, &roll.scope, reported.seed);
                let faces = Dice::new(seed.expose()).roll(&roll.label, roll.spec);
                let (draw, roll) = (reported.draw, roll.clone());
                results.push(HiddenResult {
                    draw,
                    roll,
                    results: (&faces).into(),
                });
            }
        }
    }
    results.sort_by_key(|result| result.draw);
    Ok(Disclose { masters, results })
}

/// Writes lines that mean something into a NOTE.
pub fn note(marks: &[Mark]) -> Body {
    Body::Note(marks.iter().map(Mark::text).collect())
}

/// Makes the KEY by which a seat computes its own private results.
pub fn key(log: &Log, opened: &OpenedDraw, seat: Seat, scope: Scope) -> Result<Key, HostError> {
    let seed = opened.hidden_seed(&scope)?;
    Ok(Key {
        game: log.genesis().game.clone(),
        draw: opened.draw(),
        seat,
        scope,
        seed,
    })
}
