//! The sixteen characters that prove a seat, and where they are found again.
//!
//! A token is HMAC-SHA256 over match, seat, stop and player, cut to 80 bits. It stands in the reply address
//! `orders+<match>.<side>.<stop>.<token>@...` and in our message identifiers.

use std::collections::BTreeMap;

use data_encoding::{BASE32_NOPAD, Encoding, Specification};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretSlice};
use sha2::Sha256;

use super::message::Message;
use super::world::{Claim, Site};

const TOKEN_BYTES: usize = 10;
const TOKEN_LENGTH: usize = 16;
/// An address's local part may have no more characters (RFC 5321 4.5.3.1.1).
const LOCAL_PART: usize = 64;

/// The name of a site key, so that it can be replaced while old tokens still count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyId(pub String);

/// What a token speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject<'a> {
    /// The match.
    pub match_id: &'a str,
    /// The side.
    pub side: &'a str,
    /// The stop.
    pub stop: u32,
    /// The player, by the site's stable name for him.
    pub player: &'a str,
}

/// The site's keys: one that issues, and older ones that are still believed.
pub struct KeyRing {
    issuing: KeyId,
    keys: BTreeMap<KeyId, SecretSlice<u8>>,
}

/// Why a ring or an address cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// A key is too short to be a secret.
    #[error("site key `{0}` has fewer than 32 bytes; make a new one with `tessera init`")]
    ShortKey(String),
    /// The reply address would be too long for mail servers.
    #[error(
        "reply address `{0}` has more than 64 characters before the `@`; use a shorter match name"
    )]
    LongAddress(String),
}

impl KeyRing {
    /// Creates a ring from the key that issues and those that went before it.
    pub fn new(
        issuing: (KeyId, SecretSlice<u8>),
        earlier: impl IntoIterator<Item = (KeyId, SecretSlice<u8>)>,
    ) -> Result<Self, TokenError> {
        let id = issuing.0.clone();
        let keys: BTreeMap<_, _> = earlier.into_iter().chain([issuing]).collect();
        match keys.iter().find(|(_, key)| key.expose_secret().len() < 32) {
            Some((id, _)) => Err(TokenError::ShortKey(id.0.clone())),
            None => Ok(Self { issuing: id, keys }),
        }
    }

    /// Returns the name of the key that issues.
    pub fn issuing(&self) -> &KeyId {
        &self.issuing
    }

    /// Issues the token of a subject.
    pub fn issue(&self, subject: Subject<'_>) -> String {
        let digest = mac(&self.keys[&self.issuing], subject)
            .finalize()
            .into_bytes();
        alphabet().encode(&digest[..TOKEN_BYTES])
    }

    /// Derives a secret from the newest key; another purpose has another secret, and none tells the key.
    pub fn secret_for(&self, purpose: &str) -> [u8; 32] {
        let key = self.keys[&self.issuing].expose_secret();
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
        mac.update(b"tessera.secret\0");
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Returns the key by which a token is genuine, comparing in constant time and without regard to case.
    pub fn verify(&self, subject: Subject<'_>, token: &str) -> Option<&KeyId> {
        let bytes = alphabet()
            .decode(token.to_ascii_lowercase().as_bytes())
            .ok()?;
        if bytes.len() != TOKEN_BYTES {
            return None;
        }
        self.keys
            .iter()
            .find(|(_, key)| mac(key, subject).verify_truncated_left(&bytes).is_ok())
            .map(|(id, _)| id)
    }
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyRing")
            .field("issuing", &self.issuing)
            .field("keys", &self.keys.len())
            .finish()
    }
}

fn alphabet() -> Encoding {
    debug_assert_eq!(BASE32_NOPAD.encode_len(TOKEN_BYTES), TOKEN_LENGTH);
    let mut specification = Specification::new();
    specification
        .symbols
        .push_str("abcdefghijklmnopqrstuvwxyz234567");
    specification
        .encoding()
        .expect("thirty-two different symbols make an encoding")
}

fn mac(key: &SecretSlice<u8>, subject: Subject<'_>) -> Hmac<Sha256> {
    let Subject {
        match_id,
        side,
        stop,
        player,
    } = subject;
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret())
        .expect("HMAC takes a key of any length");
    mac.update(format!("tessera1\0{match_id}\0{side}\0{stop}\0{player}").as_bytes());
    mac
}

/// Returns the address that a reply with this claim goes to.
pub fn reply_address(site: &Site, claim: &Claim) -> Result<String, TokenError> {
    let Claim {
        match_id,
        side,
        stop,
        token,
    } = claim;
    let local = format!("{}+{match_id}.{side}.{stop}.{token}", site.local_part());
    if local.len() > LOCAL_PART {
        Err(TokenError::LongAddress(local))
    } else {
        Ok(format!("{local}@{}", site.domain()))
    }
}

/// Returns a message identifier, without angle brackets, in which a reply's references show the claim again.
///
/// `unique` is any short word of letters and digits that no other mail of this stop has.
pub fn message_id(site: &Site, claim: &Claim, unique: &str) -> String {
    let Claim {
        match_id,
        side,
        stop,
        token,
    } = claim;
    format!(
        "{unique}.{match_id}.{side}.{stop}.{token}@{}",
        site.domain()
    )
}

/// Where a claim was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The mail was sent to it.
    Recipient,
    /// The mail answers it.
    InReplyTo,
    /// It stands among the references.
    References,
}

/// Fields in which the address stands to which a mail was sent, or was sent on; of `Received` it is the `for`.
const RECIPIENT_FIELDS: [&str; 10] = [
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-gm-original-to",
    "to",
    "cc",
    "resent-to",
    "resent-cc",
    "received",
];

/// Finds every claim in a mail and in the recipients of its envelope, each with the first place it was found at.
pub fn claims(message: &Message, envelope: &[String], site: &Site) -> Vec<(Claim, Place)> {
    let mut found = BTreeMap::new();
    let recipients = RECIPIENT_FIELDS
        .iter()
        .flat_map(|name| message.values(name))
        .map(|text| (text, Place::Recipient));
    let texts = envelope
        .iter()
        .map(|address| (address.as_str(), Place::Recipient))
        .chain(recipients)
        .chain(
            message
                .values("in-reply-to")
                .map(|text| (text, Place::InReplyTo)),
        )
        .chain(
            message
                .values("references")
                .map(|text| (text, Place::References)),
        );
    for (text, place) in texts {
        for claim in claims_in(text, site) {
            found.entry(claim).or_insert(place);
        }
    }
    found.into_iter().collect()
}

/// Finds every claim before an at sign in a text.
pub fn claims_in(text: &str, site: &Site) -> Vec<Claim> {
    text.match_indices('@')
        .filter_map(|(at, _)| claim_before(&text[..at], site))
        .collect()
}

fn claim_before(text: &str, site: &Site) -> Option<Claim> {
    let text = text.strip_suffix('"').unwrap_or(text);
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".+-_=/%".contains(c);
    let start = text.rfind(|c: char| !is_part(c)).map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    let local = text[start..].to_ascii_lowercase();
    let mut fields = local.rsplitn(4, '.');
    let (token, stop, side, rest) = (
        fields.next()?,
        fields.next()?,
        fields.next()?,
        fields.next()?,
    );
    let is_token = token.len() == TOKEN_LENGTH
        && token
            .bytes()
            .all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
    // A program that opens a `mailto:` link may leave the plus sign as the link spells it.
    let rest = rest.rsplit("%2b").next().unwrap_or(rest);
    let match_id = rest.rsplit(['+', '.', '=', '/']).next().unwrap_or(rest);
    let prefix = format!("{}-", site.local_part().to_ascii_lowercase());
    let match_id = match_id.strip_prefix(&prefix).unwrap_or(match_id);
    let is_name = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    if !is_token
        || !is_name(match_id)
        || !is_name(side)
        || !stop.bytes().all(|b| b.is_ascii_digit())
    {
        return None;
    }
    let stop = stop.parse().ok()?;
    Some(Claim {
        match_id: match_id.to_owned(),
        side: side.to_owned(),
        stop,
        token: token.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> KeyRing {
        let key = |byte: u8| SecretSlice::from(vec![byte; 32]);
        KeyRing::new((KeyId("b".into()), key(2)), [(KeyId("a".into()), key(1))]).expect("long keys")
    }

    fn site() -> Site {
        Site {
            orders_address: "orders@pbem.example.org".into(),
            authserv_id: None,
        }
    }

    const SUBJECT: Subject<'_> = Subject {
        match_id: "chalons",
        side: "hun",
        stop: 4,
        player: "anna",
    };

    #[test]
    fn a_token_speaks_for_its_subject_alone() {
        let ring = ring();
        let token = ring.issue(SUBJECT);
        assert_eq!(token.len(), TOKEN_LENGTH);
        assert_eq!(
            ring.verify(SUBJECT, &token.to_uppercase()),
            Some(&KeyId("b".into()))
        );
        for other in [
            Subject {
                match_id: "chalon",
                ..SUBJECT
            },
            Subject {
                side: "rom",
                ..SUBJECT
            },
            Subject { stop: 5, ..SUBJECT },
            Subject {
                player: "bruno",
                ..SUBJECT
            },
        ] {
            assert_eq!(ring.verify(other, &token), None);
        }
        assert_eq!(ring.verify(SUBJECT, &token[..15]), None);
        assert_eq!(ring.verify(SUBJECT, ""), None);
    }

    #[test]
    fn a_token_is_the_truncated_hmac_that_openssl_gives() {
        // printf 'tessera1\0chalons\0hun\0004\0anna' | openssl dgst -sha256 -mac HMAC -macopt hexkey:02...02, its first ten bytes
        assert_eq!(ring().issue(SUBJECT), "lo3a77keu2ouenf4");
    }

    #[test]
    fn a_token_of_an_earlier_key_still_counts() {
        let earlier = KeyRing::new((KeyId("a".into()), SecretSlice::from(vec![1; 32])), [])
            .expect("a long key");
        assert_eq!(
            ring().verify(SUBJECT, &earlier.issue(SUBJECT)),
            Some(&KeyId("a".into()))
        );
    }

    #[test]
    fn short_keys_are_refused() {
        let refused = KeyRing::new((KeyId("k".into()), SecretSlice::from(vec![1; 31])), []);
        assert_eq!(refused.err(), Some(TokenError::ShortKey("k".into())));
    }

    #[test]
    fn claims_are_found_in_every_form_of_address() {
        let claim = Claim {
            match_id: "chalons-2".into(),
            side: "hun".into(),
            stop: 4,
            token: "k7m2q5x4d6ra3fwj".into(),
        };
        for text in [
            "orders+chalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
            "<ORDERS+CHALONS-2.HUN.4.K7M2Q5X4D6RA3FWJ@PBEM.EXAMPLE.ORG>",
            "\"Tessera\" <\"orders+chalons-2.hun.4.k7m2q5x4d6ra3fwj\"@pbem.example.org>",
            "orders-chalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
            "chalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
            "<a@b>,<r.chalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org>",
            "orders%2Bchalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
            "SRS0=x=orders+chalons-2.hun.4.k7m2q5x4d6ra3fwj@pbem.example.org",
        ] {
            assert_eq!(
                claims_in(text, &site()),
                std::slice::from_ref(&claim),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_a_claim_is_not_found() {
        for text in [
            "orders@pbem.example.org",
            "a.b.c@d",
            "x.hun.4.short@d",
            "x.hun.4x.k7m2q5x4d6ra3fwj@d",
            "@",
            ".hun.4.k7m2q5x4d6ra3fwj@d",
            "x.hun.4.k7m2q5x4d6ra3fw1@d",
            "\u{fc}@\u{fc}",
        ] {
            assert_eq!(claims_in(text, &site()), [], "{text}");
        }
    }

    #[test]
    fn address_and_identifier_carry_the_claim_back() {
        let claim = Claim {
            match_id: "chalons".into(),
            side: "hun".into(),
            stop: 4,
            token: ring().issue(SUBJECT),
        };
        let address = reply_address(&site(), &claim).expect("a short address");
        let id = message_id(&site(), &claim, "r1");
        assert_eq!(claims_in(&address, &site()), std::slice::from_ref(&claim));
        assert_eq!(claims_in(&id, &site()), std::slice::from_ref(&claim));
        assert!(id.len() < 70);
        let long = Claim {
            match_id: "m".repeat(50),
            ..claim
        };
        assert!(matches!(
            reply_address(&site(), &long),
            Err(TokenError::LongAddress(_))
        ));
    }
}
