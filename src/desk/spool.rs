//! The spool: mails taken from a source are on disk before anything looks at them, and before the source is
//! told so.

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::mail::source::{Delivery, Source, SourceError, Ticket, arrival};
use crate::store::{Incoming, Store, Stored, store_mails};

use super::{DeskError, Moment, crash};

/// How much is stored in one transaction, which waits for the disk once.
const BATCH_BYTES: usize = 8 << 20;
const BATCH_MAILS: usize = 500;

/// What was taken from a source.
#[derive(Debug, Default)]
pub struct Taken {
    /// Mails that were not known yet.
    pub new: usize,
    /// Mails that were stored before and offered again.
    pub again: usize,
    /// What could not be read, or not be marked as taken; the rest is safe all the same.
    pub missed: Vec<SourceError>,
}

/// How mails of a source are told apart when it offers them again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offers {
    /// It forgets what was acknowledged; a file's name tells it.
    Once,
    /// It offers everything each time: the bytes tell a mail.
    Always,
    /// It is handed over; the same mail again is another delivery.
    Handed,
}

/// Stores everything that waits at a source, then tells the source.
pub(super) fn take(
    store: &mut dyn Store,
    source: &mut dyn Source,
    (name, offers): (&str, Offers),
    our_hosts: &[String],
    now: Moment,
) -> Result<Taken, DeskError> {
    let mut taken = Taken::default();
    let mut tickets: Vec<Delivery> = Vec::new();
    let mut batch: Vec<Delivery> = Vec::new();
    let mut bytes = 0;
    source.resume(store.read()?.source_position(name)?.as_deref());
    for delivery in source.waiting()? {
        let delivery = match delivery {
            Ok(delivery) => delivery,
            Err(error) => {
                taken.missed.push(error);
                continue;
            }
        };
        bytes += delivery.bytes.len();
        batch.push(delivery);
        if bytes >= BATCH_BYTES || batch.len() >= BATCH_MAILS {
            keep(store, &batch, (name, offers), our_hosts, now, &mut taken)?;
            tickets.extend(batch.drain(..).map(without_bytes));
            bytes = 0;
        }
    }
    keep(store, &batch, (name, offers), our_hosts, now, &mut taken)?;
    tickets.extend(batch.drain(..).map(without_bytes));
    crash::at(crash::Point::Spooled);
    for delivery in &tickets {
        taken.missed.extend(source.acknowledge(delivery).err());
    }
    if let Some(position) = source.position() {
        let mut work = store.write()?;
        work.keep_source_position(name, &position)?;
        work.commit()?;
    }
    Ok(taken)
}

fn without_bytes(delivery: Delivery) -> Delivery {
    Delivery {
        bytes: Vec::new(),
        ..delivery
    }
}

fn keep(
    store: &mut dyn Store,
    batch: &[Delivery],
    (name, offers): (&str, Offers),
    our_hosts: &[String],
    now: Moment,
    taken: &mut Taken,
) -> Result<(), DeskError> {
    if batch.is_empty() {
        return Ok(());
    }
    let names: Vec<Option<String>> = batch
        .iter()
        .map(|delivery| delivery_name(delivery, offers))
        .collect();
    let mails: Vec<Incoming<'_>> = batch
        .iter()
        .zip(&names)
        .map(|(delivery, named)| Incoming {
            source: name,
            delivery: named.as_deref(),
            arrived_at: arrived_at(delivery, our_hosts, now.stamp()),
            stored_at: now.stamp(),
            bytes: &delivery.bytes,
        })
        .collect();
    for stored in store_mails(store, &mails)? {
        match stored {
            Stored::New(_) => taken.new += 1,
            Stored::Again(_) => taken.again += 1,
        }
    }
    Ok(())
}

fn delivery_name(delivery: &Delivery, offers: Offers) -> Option<String> {
    match (offers, &delivery.ticket) {
        (Offers::Handed, _) => None,
        (Offers::Once, Ticket::File(path)) => {
            let name = path.file_name()?.to_string_lossy().into_owned();
            let bare = name.split(":2,").next().unwrap_or(&name);
            Some(bare.to_owned())
        }
        (Offers::Once, Ticket::Uid { validity, uid, .. }) => Some(format!("{validity}.{uid}")),
        _ => Some(hex::encode(Sha256::digest(&delivery.bytes))),
    }
}

/// When a mail arrived: by the topmost `Received` of our own host, else by what our mail server noted of it,
/// else now; never later than now.
fn arrived_at(delivery: &Delivery, our_hosts: &[String], now: Timestamp) -> Timestamp {
    let by_server = || match &delivery.ticket {
        Ticket::File(path) => named_time(path.file_name()?.to_str()?),
        Ticket::Uid { taken_in, .. } => *taken_in,
        Ticket::None => None,
    };
    arrival(&delivery.bytes, our_hosts)
        .or_else(by_server)
        .map_or(now, |at| at.min(now))
}

/// Mail servers begin the name of a Maildir's file with the second of its delivery.
fn named_time(name: &str) -> Option<Timestamp> {
    let (seconds, _) = name.split_once('.')?;
    let plausible = (9..=11).contains(&seconds.len());
    Timestamp::from_second(seconds.parse().ok().filter(|_| plausible)?).ok()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn delivery(ticket: Ticket) -> Delivery {
        Delivery {
            bytes: b"From: a@b\n\nx\n".to_vec(),
            origin: String::new(),
            ticket,
        }
    }

    #[test]
    fn a_file_is_known_again_whatever_its_marks() {
        let named =
            |name: &str| delivery_name(&delivery(Ticket::File(PathBuf::from(name))), Offers::Once);
        assert_eq!(named("new/17.x"), named("cur/17.x:2,FS"));
        assert_ne!(named("new/17.x"), named("new/17.y"));
        let handed = delivery(Ticket::None);
        assert_eq!(delivery_name(&handed, Offers::Handed), None);
        assert!(delivery_name(&handed, Offers::Always).is_some());
    }

    #[test]
    fn arrival_is_told_by_the_file_and_lies_never_ahead() {
        let now = Timestamp::from_second(1_795_552_267).unwrap();
        let at = |name: &str| {
            let delivery = delivery(Ticket::File(PathBuf::from(name)));
            arrived_at(&delivery, &[], now).as_second()
        };
        assert_eq!(at("new/1795552000.M1P2.host"), 1_795_552_000);
        assert_eq!(at("new/1795552999.M1P2.host"), now.as_second());
        assert_eq!(at("new/12.x"), now.as_second());
        assert_eq!(at("new/orders.eml"), now.as_second());
    }
}
