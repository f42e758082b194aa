//! Reports that a mail of ours did not arrive: RFC 3464, and the notices from before it.

use super::classify::has_null_return_path;
use super::message::Message;
use super::sender::{comparison_key, sender};

/// What a delivery report says of one recipient.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bounce {
    /// The address that could not be reached.
    pub recipient: Option<String>,
    /// The status code, such as `5.1.1`.
    pub status: Option<String>,
    /// What became of the mail: `failed`, `delayed`, `delivered`, `relayed`, `expanded`.
    pub action: Option<String>,
}

impl Bounce {
    /// Says whether the mail is lost, as far as the report tells; a report without details is taken for a loss.
    pub fn is_failure(&self) -> bool {
        self.action
            .as_deref()
            .is_none_or(|action| action == "failed")
    }
}

const BOUNCE_SUBJECTS: [&str; 22] = [
    "undelivered mail",
    "undeliverable",
    "undeliverable mail",
    "mail delivery failed",
    "mail delivery failure",
    "mail delivery system",
    "mail system error",
    "delivery status notification",
    "delivery failure",
    "delivery failed",
    "delivery notification",
    "delivery has failed",
    "returned mail",
    "returned to sender",
    "failure notice",
    "message undeliverable",
    "unzustellbar",
    "mail konnte nicht",
    "non remis",
    "non distribuable",
    "no se puede entregar",
    "impossibile recapitare",
];

/// Names before the at sign that mail systems write notices under.
pub(super) const BOUNCE_SENDERS: [&str; 3] = ["mailer-daemon", "postmaster", "mailer_daemon"];

/// Reads a mail as a delivery report or an old-style failure notice, if it is one.
pub fn bounce(message: &Message) -> Option<Bounce> {
    let root = message.root();
    if root.media == "multipart/report" {
        let kind = root
            .parameter("report-type")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let status = message.parts.iter().find(|part| {
            part.media == "message/delivery-status"
                || part.media == "message/global-delivery-status"
        });
        return match status {
            Some(part) => Some(delivery_status(&String::from_utf8_lossy(
                part.bytes().unwrap_or_default(),
            ))),
            None => (kind == "delivery-status").then(Bounce::default),
        };
    }
    if let Some(part) = message
        .parts
        .iter()
        .find(|part| part.media == "message/delivery-status")
    {
        return Some(delivery_status(&String::from_utf8_lossy(
            part.bytes().unwrap_or_default(),
        )));
    }
    let failed = message.value("x-failed-recipients").map(str::to_owned);
    let from = sender(message)
        .map(|mailbox| mailbox.key)
        .unwrap_or_default();
    let from_daemon = BOUNCE_SENDERS
        .iter()
        .any(|name| from.split(['@', '+']).next() == Some(*name));
    let subject = message.subject().to_lowercase();
    let says_so = BOUNCE_SUBJECTS
        .iter()
        .any(|phrase| subject.contains(phrase));
    let body = message
        .parts
        .iter()
        .find_map(|part| part.bytes())
        .unwrap_or_default();
    let body = String::from_utf8_lossy(body);
    let qmail = body.trim_start().starts_with("Hi. This is the");
    let null = has_null_return_path(message);
    if failed.is_some()
        || qmail
        || [from_daemon, says_so, null]
            .iter()
            .filter(|sign| **sign)
            .count()
            >= 2
    {
        let recipient = failed
            .or_else(|| address_named_in_text(&body))
            .or_else(|| first_address_in(&body, message));
        return Some(Bounce {
            recipient,
            status: status_in_text(&body),
            action: Some("failed".to_owned()),
        });
    }
    None
}

/// Reads the groups of fields of a delivery status; the first failed recipient speaks for the report.
fn delivery_status(text: &str) -> Bounce {
    let text = text.replace("\r\n", "\n");
    let mut groups: Vec<Bounce> = Vec::new();
    for group in text.split("\n\n") {
        let mut bounce = Bounce::default();
        for line in unfolded(group) {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match name.trim().to_ascii_lowercase().as_str() {
                "final-recipient" => bounce.recipient = recipient(value),
                "original-recipient" if bounce.recipient.is_none() => {
                    bounce.recipient = recipient(value);
                }
                "action" => {
                    bounce.action = value.split_whitespace().next().map(str::to_ascii_lowercase);
                }
                "status" => bounce.status = value.split_whitespace().next().map(str::to_owned),
                _ => {}
            }
        }
        if bounce.recipient.is_some() || bounce.action.is_some() {
            groups.push(bounce);
        }
    }
    let failed = groups
        .iter()
        .position(|bounce| bounce.action.as_deref() == Some("failed"));
    if groups.is_empty() {
        Bounce::default()
    } else {
        groups.swap_remove(failed.unwrap_or(0))
    }
}

fn unfolded(group: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in group.lines() {
        match lines.last_mut() {
            Some(last) if line.starts_with([' ', '\t']) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

fn recipient(value: &str) -> Option<String> {
    let address = value.split_once(';').map_or(value, |(_, address)| address);
    let address = address.trim().trim_start_matches('<').trim_end_matches('>');
    (!address.is_empty()).then(|| address.to_owned())
}

/// Finds the `<address>:` line of notices from before there were delivery reports.
fn address_named_in_text(text: &str) -> Option<String> {
    text.lines().take(60).find_map(|line| {
        let line = line.trim();
        let inner = line.strip_prefix('<')?.split_once('>')?.0;
        comparison_key(inner).map(|_| inner.to_owned())
    })
}

/// Finds the first address in the words of a notice that is not of the domain that the notice was sent to.
fn first_address_in(text: &str, message: &Message) -> Option<String> {
    let domain_of = |address: &str| {
        comparison_key(address)?
            .split('@')
            .nth(1)
            .map(str::to_owned)
    };
    let is_edge = |c: char| !c.is_ascii_alphanumeric();
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| c.is_whitespace() || "<>()[],;:\"'".contains(c))
            .map(|word| word.trim_matches(is_edge).to_owned())
            .filter(|word| word.contains('@'))
            .collect()
    };
    let own: Vec<String> = ["to", "delivered-to"]
        .into_iter()
        .flat_map(|name| message.values(name).flat_map(words).collect::<Vec<_>>())
        .filter_map(|address| domain_of(&address))
        .collect();
    text.lines()
        .take(60)
        .flat_map(words)
        .find(|word| domain_of(word).is_some_and(|domain| !own.contains(&domain)))
}

fn status_in_text(text: &str) -> Option<String> {
    let is_status = |word: &&str| {
        let fields: Vec<_> = word.split('.').collect();
        fields.len() == 3
            && ["4", "5"].contains(&fields[0])
            && fields[1..]
                .iter()
                .all(|f| (1..=3).contains(&f.len()) && f.bytes().all(|b| b.is_ascii_digit()))
    };
    text.lines().take(60).find_map(|line| {
        line.split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .find(is_status)
            .map(str::to_owned)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::message::Limits;

    fn of(raw: &str) -> Option<Bounce> {
        bounce(&Message::read(raw.as_bytes(), &Limits::default()).expect("reads"))
    }

    #[test]
    fn delivery_reports_name_the_failed_recipient() {
        let raw = concat!(
            "From: MAILER-DAEMON@x\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n",
            "--b\n\nSorry\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n",
            "Final-Recipient: RFC822; ok@example.net\nAction: delivered\nStatus: 2.0.0\n\n",
            "Original-Recipient: rfc822;a@b\nFinal-Recipient: rfc822;\n anna@example.net\nAction: Failed (x)\nStatus: 5.1.1 (y)\n--b--\n"
        );
        let expected = Bounce {
            recipient: Some("anna@example.net".into()),
            status: Some("5.1.1".into()),
            action: Some("failed".into()),
        };
        assert!(expected.is_failure());
        assert_eq!(of(raw), Some(expected.clone()));
        assert_eq!(of(&raw.replace('\n', "\r\n")), Some(expected));
    }

    #[test]
    fn notices_of_the_old_kind_are_bounces() {
        let qmail = concat!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx\nSubject: failure notice\n\n",
            "Hi. This is the qmail-send program at mx.\n\n<anna@example.net>:\nSorry, no mailbox here. (#5.1.1)\n"
        );
        let Some(bounce) = of(qmail) else {
            panic!("no bounce")
        };
        assert_eq!(bounce.recipient.as_deref(), Some("anna@example.net"));
        assert_eq!(bounce.status.as_deref(), Some("5.1.1"));
        let exim = "From: Mail Delivery System <Mailer-Daemon@mx>\nX-Failed-Recipients: anna@example.net\n\nx\n";
        assert!(of(exim).is_some());
    }

    #[test]
    fn the_recipient_is_found_in_the_words_of_a_notice() {
        let notice = |words: &str| {
            let raw = format!(
                "Return-Path: <>\nFrom: Mailer-Daemon@mx.example.com\nTo: orders+x@pbem.example.org\n\n{words}"
            );
            of(&raw).and_then(|bounce| bounce.recipient)
        };
        for words in [
            "A message that you sent could not be delivered.\n\n  anna@example.net\n    550 5.1.1 no\n",
            "orders@pbem.example.org wrote to \"anna@example.net\".\n",
            "Die Nachricht an <anna@example.net> konnte nicht zugestellt werden.\n",
        ] {
            assert_eq!(
                notice(words).as_deref(),
                Some("anna@example.net"),
                "{words}"
            );
        }
        assert_eq!(
            notice("Your mail @ us to orders@pbem.example.org was lost.\n"),
            None
        );
    }

    #[test]
    fn a_report_in_unicode_is_read_like_any_other() {
        let raw = concat!(
            "From: MAILER-DAEMON@x\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n",
            "--b\nContent-Type: message/global-delivery-status\n\nFinal-Recipient: utf-8; a@b\n",
            "Action: failed\nStatus: 5.1.1\n--b--\n"
        );
        let bounce = of(raw).expect("a bounce");
        assert_eq!(bounce.recipient.as_deref(), Some("a@b"));
    }

    #[test]
    fn a_delay_is_no_failure() {
        let raw = concat!(
            "From: MAILER-DAEMON@x\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n",
            "--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b\nAction: delayed\nStatus: 4.4.1\n--b--\n"
        );
        let Some(bounce) = of(raw) else {
            panic!("no bounce")
        };
        assert!(!bounce.is_failure());
    }
}
