//! The order lines of a mail, and what its arrival means: in time, late, or before a mail that was read already.

use jiff::Timestamp;

use crate::mail::reading::{Reading, read};
use crate::mail::world::{Opens, OrderKind};
use crate::schedule::is_in_time;
use crate::store::{Disposition, RawId, Readiness, Unit};

use super::intake::Arrived;
use super::letters::Addressee;
use super::mailroom::Opened;
use super::pending::{Earlier, asked_at};
use super::world::StoreWorld;
use super::{DeskError, Site, hours};

/// The order lines of a mail in their order as they were written, those that are none included.
pub(super) fn order_text(reading: &Reading) -> String {
    let orders = reading.outcome.orders.iter().map(|order| {
        let canonical = &order.order.canonical;
        let text = match order.order.opens {
            Opens::Message => format!("{canonical}\n{}\nENDMESSAGE", order.message.join("\n")),
            Opens::Plan => canonical.clone(),
            Opens::Nothing => order.written.as_ref().unwrap_or(canonical).clone(),
        };
        (order.lines.0, text)
    });
    let bad = reading.outcome.bad.iter();
    let bad = bad.map(|bad| (bad.line, bad.text.clone()));
    let mut lines: Vec<(usize, String)> = orders.chain(bad).collect();
    lines.sort_by_key(|(at, _)| *at);
    let lines: Vec<String> = lines.into_iter().map(|(_, text)| text).collect();
    lines.join("\n")
}

/// Says why the action lines of a mail come too late; by its arrival, not by when it is read.
pub(super) fn too_late(
    site: &Site,
    unit: &dyn Unit,
    opened: &Opened<'_>,
) -> Result<Option<String>, DeskError> {
    let acts = opened
        .reading
        .outcome
        .orders
        .iter()
        .any(|order| order.order.kind == OrderKind::Action);
    let Some(open) = unit.open_stop_of(&opened.row.id)?.filter(|_| acts) else {
        return Ok(None);
    };
    let number = opened.seat.number;
    if asked_at(&open, number).is_some_and(|asked| asked.readiness == Readiness::Absent) {
        return Ok(Some(format!(
            "the deadline of stop {} has passed, and that you were absent stands in the record",
            open.number
        )));
    }
    let due = hours::due_at(unit, &opened.row.id, open.number, number)?;
    let arrived = opened.mail.arrived_at;
    let Some(due) = due.filter(|due| !is_in_time(arrived, *due)) else {
        return Ok(None);
    };
    let to = Addressee::of(site.post()?, unit, &opened.row, &opened.seat, open.number)?;
    let local = |moment: Timestamp| {
        to.as_ref()
            .map_or_else(|| moment.to_string(), |to| to.local(moment))
    };
    Ok(Some(format!(
        "it arrived on {}, after the deadline on {}",
        local(arrived),
        local(due)
    )))
}

/// Returns all mails of the seat for this stop, if one that arrived later was read before this one.
pub(super) fn later_mails(
    site: &Site,
    unit: &dyn Unit,
    opened: &Opened<'_>,
    own: Arrived,
) -> Result<Vec<Earlier>, DeskError> {
    let id = &opened.row.id;
    let Some(open) = unit.open_stop_of(id)? else {
        return Ok(Vec::new());
    };
    let number = opened.seat.number;
    let last = asked_at(&open, number).and_then(|asked| asked.mailed_at);
    if last.is_none_or(|last| last <= own.at) {
        return Ok(Vec::new());
    }
    let post = site.post()?;
    let mut mails = vec![Earlier {
        arrived: own,
        text: order_text(opened.reading),
    }];
    for raw in unit.mails_of(id, RawId(0))? {
        let mail = unit.raw(raw)?;
        let finding = &mail.finding;
        let is_of_stop = finding.seat == Some(number)
            && finding.stop == Some(open.number)
            && finding.disposition == Disposition::Orders;
        if !is_of_stop || raw == own.raw {
            continue;
        }
        let world = StoreWorld::new(site, post, unit);
        let reading = read(&mail.bytes, &[], &world, &post.limits);
        world.finish()?;
        mails.push(Earlier {
            arrived: Arrived {
                raw,
                at: mail.arrived_at,
            },
            text: order_text(&reading),
        });
    }
    Ok(mails)
}
