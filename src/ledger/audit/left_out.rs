//! Blocks of players that stand in other papers, and not in the log among the others of their kind.

use std::collections::BTreeSet;

use super::{
    Code,
    evidence::{Evidence, Logged},
    finding::{Findings, Place},
    heads::{Head, Heads},
    walk::Walk,
};
use crate::ledger::{
    block::{Block, Side},
    names::{Owner, Seat},
};

/// What a block of a player is for. A log has one of each, in whatever order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Purpose {
    /// The start of a seat, or of the host.
    Join(Owner),
    /// An entry that a seat confirms.
    Ack { seat: Seat, entry: u64 },
    /// What opens a seal.
    Orders { draw: u64, seat: Seat },
}

/// Notes the blocks that each copy of the log lacks although it has later ones of the kind.
pub(super) fn check(walk: &Walk, heads: &Heads, evidence: &Evidence, findings: &mut Findings) {
    for (source, logged) in &evidence.logged {
        let own: BTreeSet<Purpose> = logged.iter().filter_map(purpose_of).collect();
        let mut told = BTreeSet::new();
        for (from, block) in evidence.readable.iter().filter(|(from, _)| from != source) {
            let Some(purpose) = counts(walk, heads, block) else {
                continue;
            };
            if own.contains(&purpose) || !goes_on_behind(&own, purpose) || !told.insert(purpose) {
                continue;
            }
            let (log, holder) = (evidence.source(*source), evidence.source(*from));
            let what = format!(
                "no {}, which {} has: it was left out, or never arrived",
                described(purpose),
                holder.name
            );
            log.note(&what, findings);
        }
    }
}

/// Notes orders of a log that open nothing beside those that open the seal: only those are in force.
pub(super) fn check_beside(walk: &Walk, evidence: &Evidence, findings: &mut Findings) {
    for reported in &walk.reported {
        for (seat, seal) in &reported.seals {
            let of = evidence.orders.get(&(reported.draw, *seat));
            let of = || of.into_iter().flatten();
            for (source, _) in of().filter(|(_, orders)| orders.seal() != *seal) {
                let opens = of().any(|(from, orders)| from == source && orders.seal() == *seal);
                if opens && evidence.logged.contains_key(source) {
                    let place = Place::draw(reported.draw).seat(*seat);
                    let source = evidence.source(*source);
                    findings.tell_by(source.sender, Code::FiledOtherwise, place, &source.name);
                }
            }
        }
    }
}

/// Notes blocks that name another game although their values are those of this log: in no two matches do these come
/// out the same, so that the name was changed.
pub(super) fn check_misnamed(
    walk: &Walk,
    heads: &Heads,
    evidence: &Evidence,
    findings: &mut Findings,
) {
    let own = format!("game: {}", walk.genesis.game);
    for (source, block) in &evidence.foreign {
        let lines = block
            .lines()
            .iter()
            .map(|line| match line.starts_with("game: ") {
                true => own.clone(),
                false => line.clone(),
            });
        if counts(walk, heads, &Block::new(lines.collect())).is_some() {
            evidence.unreadable(*source, findings);
        }
    }
}

fn purpose_of(logged: &Logged) -> Option<Purpose> {
    purpose(&Side::read(&logged.block).ok()?)
}

fn purpose(side: &Side) -> Option<Purpose> {
    match side {
        Side::Join(join) => Some(Purpose::Join(join.owner)),
        Side::Ack(ack) => Some(Purpose::Ack {
            seat: ack.seat,
            entry: ack.entry,
        }),
        Side::Orders(orders) => Some(Purpose::Orders {
            draw: orders.draw,
            seat: orders.seat,
        }),
        Side::Key(_) => None,
    }
}

/// Returns the purpose of a block by which the log itself goes: an ACK of one of its entries, orders that open one of
/// its seals, a JOIN that it took.
fn counts(walk: &Walk, heads: &Heads, block: &Block) -> Option<Purpose> {
    let side = Side::read(block).ok()?;
    let is_taken = match &side {
        Side::Join(join) => walk
            .standing(join.owner)
            .is_some_and(|standing| standing.has_joined_by(join)),
        Side::Ack(ack) => heads.at(ack.entry) == Head::Known(ack.head),
        Side::Orders(orders) => walk.reported.iter().any(|reported| {
            reported.draw == orders.draw && reported.seals.get(&orders.seat) == Some(&orders.seal())
        }),
        Side::Key(_) => false,
    };
    is_taken.then(|| purpose(&side)).flatten()
}

/// Says whether a log has such a block, too, or one that came later: the JOIN of somebody else, the ACK of a later entry
/// by the same seat, orders of this draw or a later one. A log without any blocks of players was printed without them.
fn goes_on_behind(own: &BTreeSet<Purpose>, purpose: Purpose) -> bool {
    own.iter().any(|other| match (purpose, *other) {
        (Purpose::Join(_), Purpose::Join(_)) => true,
        (
            Purpose::Ack { seat, entry },
            Purpose::Ack {
                seat: of,
                entry: at,
            },
        ) => seat == of && at > entry,
        (Purpose::Orders { draw, .. }, Purpose::Orders { draw: of, .. }) => of >= draw,
        _ => false,
    })
}

fn described(purpose: Purpose) -> String {
    match purpose {
        Purpose::Join(Owner::Host) => "JOIN of the host".to_owned(),
        Purpose::Join(Owner::Seat(seat)) => format!("JOIN of seat {seat}"),
        Purpose::Ack { seat, entry } => format!("ACK of entry {entry} by seat {seat}"),
        Purpose::Orders { draw, seat } => format!("orders of seat {seat} for draw {draw}"),
    }
}
