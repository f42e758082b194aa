//! Who a mail is from: exactly one From field with exactly one mailbox, and what our own exchanger says about it.
//!
//! `Reply-To`, `Sender`, display names and the like prove nothing and are not looked at.

use mail_parser::parsers::MessageStream;
use mail_parser::{Address, HeaderValue};

use super::message::Message;
use super::world::Site;

/// The one mailbox of the From field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailbox {
    /// The address as it was written.
    pub written: String,
    /// The address in the form in which addresses are compared.
    pub key: String,
}

/// Why the sender cannot be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SenderFault {
    /// There is no From field.
    #[error("the mail has no From field")]
    NoField,
    /// There is more than one From field.
    #[error("the mail has {0} From fields; it must have one")]
    SeveralFields(usize),
    /// The field holds no mailbox.
    #[error("the From field holds no address")]
    NoMailbox,
    /// The field holds more than one mailbox.
    #[error("the From field holds {0} addresses; it must hold one")]
    SeveralMailboxes(usize),
    /// The field holds a named group.
    #[error("the From field holds a group; it must hold one address")]
    Group,
    /// What stands there is not an address.
    #[error("what stands in the From field is not a mail address")]
    NotAnAddress,
}

/// Returns the one mailbox that a mail is from.
pub fn sender(message: &Message) -> Result<Mailbox, SenderFault> {
    let fields: Vec<_> = message.named("from").collect();
    let field = match fields.as_slice() {
        [] => return Err(SenderFault::NoField),
        [field] => field,
        several => return Err(SenderFault::SeveralFields(several.len())),
    };
    // Addresses are split before encoded words are decoded: a decoded name may hold commas and at signs.
    let addresses = match MessageStream::new(&field.raw).parse_address() {
        HeaderValue::Address(Address::List(addresses)) => addresses,
        HeaderValue::Address(Address::Group(_)) => return Err(SenderFault::Group),
        _ => return Err(SenderFault::NoMailbox),
    };
    let written: Vec<_> = addresses
        .iter()
        .filter_map(|entry| entry.address.as_deref())
        .collect();
    // A bare word between commas (an unquoted `Berg, Anna <...>`) cannot be an address; anything with an at sign could.
    let stray = |name: Option<&str>| name.is_some_and(|name| name.contains('@'));
    let strays = addresses
        .iter()
        .filter(|entry| entry.address.is_none() && stray(entry.name.as_deref()))
        .count();
    match (written.as_slice(), strays) {
        ([], 0) => Err(SenderFault::NoMailbox),
        ([], _) => Err(SenderFault::NotAnAddress),
        ([one], 0) => {
            let key = comparison_key(one).ok_or(SenderFault::NotAnAddress)?;
            Ok(Mailbox {
                written: (*one).to_owned(),
                key,
            })
        }
        (several, strays) => Err(SenderFault::SeveralMailboxes(several.len() + strays)),
    }
}

/// Returns an address in the form in which addresses are compared: ASCII letters in lower case, the domain as A-labels.
///
/// Nothing else is folded, so that a look-alike stays another address.
pub fn comparison_key(address: &str) -> Option<String> {
    let (local, domain) = address.split_once('@')?;
    let is_sound = |c: char| !c.is_whitespace() && !c.is_control() && !"@<>()[]\\,;:\"".contains(c);
    if local.is_empty()
        || domain.is_empty()
        || !local.chars().all(is_sound)
        || !domain.chars().all(is_sound)
    {
        return None;
    }
    Some(format!(
        "{}@{}",
        local.to_ascii_lowercase(),
        a_label(domain)?
    ))
}

/// Returns an address in the form in which servers take it: the domain as A-labels, the rest as it is.
pub fn deliverable(address: &str) -> Option<String> {
    comparison_key(address)?;
    let (local, domain) = address.split_once('@')?;
    Some(format!("{local}@{}", a_label(domain)?))
}

fn a_label(domain: &str) -> Option<String> {
    let domain = domain
        .strip_suffix('.')
        .unwrap_or(domain)
        .to_ascii_lowercase();
    if domain.is_ascii() {
        return (!domain.is_empty()).then_some(domain);
    }
    let ascii = idna::domain_to_ascii(&domain).ok()?;
    let (back, result) = idna::domain_to_unicode(&ascii);
    // A name that is not written in its one proper form would be mapped onto another name.
    (result.is_ok() && back == domain).then_some(ascii)
}

/// Says whether two written addresses are the same.
pub fn is_same_address(one: &str, other: &str) -> bool {
    comparison_key(one).is_some_and(|key| comparison_key(other) == Some(key))
}

/// Says whether the topmost result of our own mail exchanger that speaks of DMARC says `fail`.
///
/// A pass proves nothing here: it is the token and the registered address that count.
pub fn fails_dmarc(message: &Message, site: &Site) -> bool {
    let Some(ours) = &site.authserv_id else {
        return false;
    };
    message
        .values("authentication-results")
        .find_map(|value| dmarc_result(value, ours))
        .as_deref()
        == Some("fail")
}

fn dmarc_result(value: &str, ours: &str) -> Option<String> {
    let value = without_comments(value).to_ascii_lowercase();
    let mut fields = value.split(';').map(str::trim);
    let id = fields.next()?.split_whitespace().next()?;
    if !id.eq_ignore_ascii_case(ours) {
        return None;
    }
    fields.find_map(|field| {
        let (method, result) = field.split_once('=')?;
        let method = method.trim().split('/').next()?.trim();
        (method == "dmarc").then(|| {
            result
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    })
}

fn without_comments(value: &str) -> String {
    let mut depth = 0_u32;
    let mut kept = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::message::Limits;

    fn from(header: &str) -> Result<String, SenderFault> {
        let mail = Message::read(
            format!("{header}\nTo: x@y\n\nx\n").as_bytes(),
            &Limits::default(),
        )
        .expect("reads");
        sender(&mail).map(|mailbox| mailbox.key)
    }

    #[test]
    fn one_mailbox_in_any_spelling_is_a_sender() {
        for header in [
            "From: Anna@Example.NET",
            "from : <anna@example.net>",
            "From: \"BERG, Anna\" <Anna@Example.NET>",
            "From: BERG, Anna <anna@example.net>",
            "From: anna@example.net (Anna Berg)",
            "From: Anna\n\t<anna@example.net>",
            "From: =?utf-8?q?bruno=40example.com=2C?= <anna@example.net>",
            "From: bruno@example.com <anna@example.net>",
            "From: \"bruno@example.com\" <anna@example.net>",
            "From: =?utf-8?q?Anna_=28Berg?= <anna@example.net>",
            "From: Anna <anna@example.net.>",
        ] {
            assert_eq!(from(header).as_deref(), Ok("anna@example.net"), "{header}");
        }
    }

    #[test]
    fn anything_but_one_mailbox_is_a_fault() {
        for (header, fault) in [
            ("Subject: x", SenderFault::NoField),
            ("From: a@b\nFROM: c@d", SenderFault::SeveralFields(2)),
            ("From: a@b, c@d", SenderFault::SeveralMailboxes(2)),
            ("From: A <a@b>, \"c@d\"", SenderFault::SeveralMailboxes(2)),
            ("From: Club: a@b;", SenderFault::Group),
            ("From: undisclosed-recipients:;", SenderFault::Group),
            ("From: Anna Berg", SenderFault::NoMailbox),
            ("From:", SenderFault::NoMailbox),
            (
                "From: =?utf-8?q?anna=40example=2Enet?=",
                SenderFault::NotAnAddress,
            ),
            ("From: <a@b@c>", SenderFault::NotAnAddress),
            ("From: <a@b> <c@d>", SenderFault::NotAnAddress),
            ("From: <@a,@b:c@d>", SenderFault::NotAnAddress),
            ("From: a b@c", SenderFault::NotAnAddress),
        ] {
            assert_eq!(from(header), Err(fault), "{header}");
        }
    }

    #[test]
    fn domains_are_compared_as_a_labels_and_look_alikes_stay_apart() {
        assert_eq!(
            comparison_key("J@M\u{dc}ller.example").as_deref(),
            None,
            "not in its proper form"
        );
        assert!(is_same_address(
            "j@m\u{fc}ller.example",
            "J@XN--MLLER-KVA.example"
        ));
        assert!(!is_same_address(
            "anna@example.net",
            "\u{430}nna@example.net"
        ));
        assert!(!is_same_address(
            "anna@example.net",
            "anna@ex\u{430}mple.net"
        ));
        assert!(!is_same_address(
            "anna@example.net",
            "anna@\u{ff45}xample.net"
        ));
        assert!(
            !is_same_address("k@x", "\u{212a}@x"),
            "the Kelvin sign is no letter k"
        );
        assert!(!is_same_address("nonsense", "nonsense"));
    }

    fn dmarc(results: &str) -> bool {
        let mail = Message::read(
            format!("{results}From: a@b\n\nx\n").as_bytes(),
            &Limits::default(),
        )
        .expect("reads");
        fails_dmarc(
            &mail,
            &Site {
                orders_address: "orders@b".into(),
                authserv_id: Some("mx.b".into()),
            },
        )
    }

    #[test]
    fn only_our_own_topmost_result_counts() {
        let fail = "Authentication-Results: MX.b (x; y) 1; spf=pass;\n dmarc = fail (p=reject) header.from=b\n";
        let pass = "Authentication-Results: mx.b; dmarc=pass header.from=b\n";
        let foreign = "Authentication-Results: mx.evil; dmarc=fail\n";
        assert!(dmarc(fail));
        assert!(dmarc(&format!("{fail}{pass}")));
        assert!(!dmarc(&format!("{pass}{fail}")));
        assert!(!dmarc(&format!("{foreign}{pass}")));
        assert!(dmarc(&format!(
            "{foreign}Authentication-Results: mx.b; spf=pass\n{fail}"
        )));
        assert!(!dmarc(""));
    }
}
