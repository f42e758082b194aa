//! The site's side of the mail: its addresses, the tokens in them, the identifiers of its mails.

use jiff::tz::TimeZone;
use secrecy::SecretSlice;
use sha2::{Digest, Sha256};

use crate::config::{self, Config, Deadlines, Incoming};
use crate::mail::message::Limits;
use crate::mail::token::{KeyId, KeyRing, Subject, message_id};
use crate::mail::verp;
use crate::mail::world::{Claim, Site as Names};
use crate::schedule::Lapse;
use crate::store::{MatchId, Player, PlayerId, SiteKeys};

use super::{DeskError, Moment, SiteError};

/// Longest identifier of a mail that survives the servers on the way.
const IDENTIFIER: usize = 69;

/// A stop number as long as any that a match reaches, to measure addresses by.
const LATE_STOP: u64 = 999;

/// What a site that plays by mail knows beside its folders.
#[derive(Debug)]
pub struct Post {
    /// The addresses of the site.
    pub addresses: config::Mail,
    /// The names by which mail is read.
    pub names: Names,
    /// The keys of the tokens.
    pub ring: KeyRing,
    /// How much of a mail is read.
    pub limits: Limits,
    /// Mails and receipts an hour.
    pub rates: Rates,
    /// The time zone of players who have not named their own.
    pub zone: TimeZone,
    /// What a new match gets as deadlines, and when the site counts as having been down.
    pub deadlines: Deadlines,
    /// Where mail is fetched from.
    pub incoming: Vec<Incoming>,
    /// How long a mail that cannot be delivered is tried again.
    pub retry_for: Lapse,
}

/// What one address may do within an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Mails that are taken from it.
    pub mails: u64,
    /// Notices that it gets of mails which name it and are not proved to be its own.
    pub notices: u64,
}

/// A seat at a stop, as tokens and identifiers name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'a> {
    /// The match.
    pub id: &'a MatchId,
    /// The key of the side, or the word of another role.
    pub side: &'a str,
    /// The stop.
    pub stop: u64,
    /// The seat's owner.
    pub player: PlayerId,
    /// Set while players are invited: what they are to accept. An invitation's token is worth nothing
    /// once something else is proposed.
    pub terms: Option<&'a str>,
}

impl Post {
    /// Gathers the mail side of a configured site.
    ///
    /// # Errors
    /// If a key is none.
    pub fn open(config: &Config, keys: &SiteKeys) -> Result<Self, SiteError> {
        let limits = &config.limits;
        Ok(Self {
            addresses: config.mail.clone(),
            names: Names {
                orders_address: config.mail.orders.to_string(),
                authserv_id: config.mail.authserv_id.clone(),
            },
            ring: ring(keys)?,
            limits: Limits {
                bytes: usize::try_from(limits.mail_bytes).unwrap_or(usize::MAX),
                header_bytes: usize::try_from(limits.header_bytes).unwrap_or(usize::MAX),
                parts: limits.parts as usize,
                depth: limits.nesting as usize,
                ..Limits::default()
            },
            rates: Rates {
                mails: limits.mails_per_hour.into(),
                notices: limits.notices_per_hour.into(),
            },
            zone: config.site.time_zone.clone(),
            deadlines: config.deadlines.clone(),
            incoming: config.incoming.clone(),
            retry_for: config.retry_for,
        })
    }

    /// Issues the claim of a place.
    pub(super) fn claim(&self, place: Place<'_>) -> Claim {
        let player = name_of(place);
        let stop = claim_stop(place.stop);
        let subject = subject(place, stop, &player);
        Claim {
            match_id: place.id.to_string(),
            side: place.side.to_owned(),
            stop,
            token: self.ring.issue(subject),
        }
    }

    /// Says whether a token is that of a place.
    pub(super) fn is_genuine(&self, place: Place<'_>, token: &str) -> bool {
        let player = name_of(place);
        let subject = subject(place, claim_stop(place.stop), &player);
        self.ring.verify(subject, token).is_some()
    }

    /// Returns the address that an answer to a mail about a place goes to.
    pub(super) fn reply_to(&self, place: Place<'_>) -> String {
        let Claim {
            match_id,
            side,
            stop,
            token,
        } = self.claim(place);
        self.addresses
            .reply_to
            .with(&format!("{match_id}.{side}.{stop}.{token}"))
    }

    /// Returns the identifier of a mail about a place; `unique` is told from that of every other one.
    pub(super) fn message_id(&self, place: Place<'_>, unique: &str) -> String {
        message_id(&self.names, &self.claim(place), unique)
    }

    /// Returns where failures of mails to a player are reported to.
    pub(super) fn return_path(&self, player: &Player) -> String {
        let path = verp::return_path(&self.names, &self.ring, &player_name(player.id));
        let local = path.split('@').next().unwrap_or_default();
        let ticket = local.strip_prefix("bounce+").unwrap_or(local);
        self.addresses.bounces.with(ticket)
    }

    /// Returns the player of whom an address speaks that failures are reported to.
    pub(super) fn player_of_return_path(&self, address: &str) -> Option<PlayerId> {
        let ticket = self.addresses.bounces.ticket(address)?;
        let name = verp::player_of(
            &format!("bounce+{ticket}@{}", self.names.domain()),
            &self.ring,
        )?;
        name.strip_prefix('p')?.parse().ok().map(PlayerId)
    }

    /// Refuses a match whose addresses or identifiers would be too long for mail servers.
    pub(super) fn check_room(&self, id: &MatchId, sides: &[String]) -> Result<(), DeskError> {
        for side in sides.iter().map(String::as_str).chain(["gm"]) {
            let place = Place {
                id,
                side,
                stop: LATE_STOP,
                player: PlayerId(0),
                terms: None,
            };
            let identifier = self.message_id(place, &"x".repeat(UNIQUE as usize));
            let ticket = self.reply_to(place);
            let local = ticket.split('@').next().unwrap_or_default();
            let longest = 64;
            if identifier.len() > IDENTIFIER || local.len() > longest {
                let over = identifier
                    .len()
                    .saturating_sub(IDENTIFIER)
                    .max(local.len().saturating_sub(longest));
                return Err(DeskError::refused(format!(
                    "the name `{id}` is {over} characters too long for the addresses of this site; \
                     give a shorter one"
                )));
            }
        }
        Ok(())
    }
}

/// How long the part of an identifier may be that tells a place's mails apart.
pub(super) const UNIQUE: u32 = 6;

fn ring(keys: &SiteKeys) -> Result<KeyRing, SiteError> {
    let key = |key: &crate::store::SiteKey| {
        let secret = SecretSlice::from(key.expose().to_vec());
        (KeyId(format!("site-{}", key.id())), secret)
    };
    let older = keys.accepted().skip(1).map(key);
    Ok(KeyRing::new(key(keys.newest()), older)?)
}

fn claim_stop(stop: u64) -> u32 {
    u32::try_from(stop).unwrap_or(u32::MAX)
}

fn subject<'a>(place: Place<'a>, stop: u32, player: &'a str) -> Subject<'a> {
    Subject {
        match_id: place.id.as_str(),
        side: place.side,
        stop,
        player,
    }
}

fn player_name(player: PlayerId) -> String {
    format!("p{}", player.0)
}

fn name_of(place: Place<'_>) -> String {
    let player = player_name(place.player);
    match place.terms {
        Some(terms) => format!("{player}/{terms}"),
        None => player,
    }
}

/// Tells letters of one sort apart by what they say and when: several may be written within a minute.
pub(super) fn mark(sort: char, words: &str, now: Moment) -> String {
    let digest = Sha256::digest(format!("{} {words}", now.stamp().as_second()));
    let number = digest
        .iter()
        .take(4)
        .fold(0, |number, byte| number << 8 | u64::from(*byte));
    format!("{sort}{}", short(number % 36_u64.pow(UNIQUE - 1)))
}

/// Writes a number in few letters and digits, for identifiers.
pub(super) fn short(number: u64) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut digits = Vec::new();
    let mut rest = number;
    loop {
        digits.push(char::from(DIGITS[(rest % 36) as usize]));
        rest /= 36;
        if rest == 0 {
            break digits.into_iter().rev().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short_and_differ() {
        assert_eq!(short(0), "0");
        assert_eq!(short(35), "z");
        assert_eq!(short(36), "10");
        assert_eq!(short(1_795_552_267), "tp0wzv");
    }
}
