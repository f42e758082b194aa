//! Mails that machines made: failure notices, automatic answers, our own mail coming back.
//!
//! This is decided before any line is looked at, because an automatic answer may quote a whole order form.

use super::message::Message;
use super::sender::{comparison_key, sender};
use super::world::Site;

/// A mail that no person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Machine {
    /// A delivery report.
    Bounce(Bounce),
    /// An automatic answer, a receipt or our own mail; the text says by which sign.
    Automatic(String),
}

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

/// Returns what kind of machine made a mail, or nothing if a person did.
pub fn machine(message: &Message, site: &Site) -> Option<Machine> {
    bounce(message)
        .map(Machine::Bounce)
        .or_else(|| automatic(message, site).map(Machine::Automatic))
}

/// Says whether a mail has the null return path of notices and automatic answers.
pub fn has_null_return_path(message: &Message) -> bool {
    message
        .value("return-path")
        .is_some_and(|path| path.replace(' ', "") == "<>")
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

const BOUNCE_SENDERS: [&str; 3] = ["mailer-daemon", "postmaster", "mailer_daemon"];

fn bounce(message: &Message) -> Option<Bounce> {
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
    let qmail = body.trim_start().starts_with("Hi. This is the") && has_null_return_path(message);
    if failed.is_some() || qmail || (from_daemon && (says_so || has_null_return_path(message))) {
        let recipient = failed.or_else(|| address_named_in_text(&body));
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
                    bounce.recipient = recipient(value)
                }
                "action" => {
                    bounce.action = value.split_whitespace().next().map(str::to_ascii_lowercase)
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

/// Fields that only automatic answers carry, whatever their value.
const AUTOMATIC_FIELDS: [&str; 10] = [
    "x-autorespond",
    "x-autoresponder",
    "x-autoresponse",
    "x-auto-reply-from",
    "x-mail-autoreply",
    "x-autogenerated",
    "x-tmda-fingerprint",
    "x-boxtrapper-sender",
    "x-spamarrest-id",
    "x-vacation",
];

/// How subjects of automatic answers begin, in lower case, `Re:` and the like not taken off.
const AUTOMATIC_SUBJECTS: [&str; 36] = [
    "out of office",
    "out of the office",
    "out-of-office",
    "automatic reply",
    "auto reply",
    "auto-reply",
    "autoreply",
    "auto response",
    "auto-response",
    "autoresponse",
    "auto:",
    "vacation reply",
    "vacation response",
    "abwesenheit",
    "automatische antwort",
    "automatische abwesenheit",
    "r\u{e9}ponse automatique",
    "absence du bureau",
    "message d'absence",
    "respuesta autom\u{e1}tica",
    "risposta automatica",
    "resposta autom\u{e1}tica",
    "automatisch antwoord",
    "odpowied\u{17a} automatyczna",
    "automatyczna odpowied\u{17a}",
    "autosvar",
    "automatiskt svar",
    "automatisk svar",
    "automaattinen vastaus",
    "automatick\u{e1} odpov\u{11b}\u{10f}",
    "\u{430}\u{432}\u{442}\u{43e}\u{43e}\u{442}\u{432}\u{435}\u{442}",
    "\u{430}\u{432}\u{442}\u{43e}\u{43c}\u{430}\u{442}\u{438}\u{447}\u{435}\u{441}\u{43a}\u{438}\u{439} \u{43e}\u{442}\u{432}\u{435}\u{442}",
    "\u{81ea}\u{52d5}\u{5fdc}\u{7b54}",
    "\u{81ea}\u{52d5}\u{8fd4}\u{4fe1}",
    "\u{81ea}\u{52a8}\u{56de}\u{590d}",
    "\u{81ea}\u{52a8}\u{7b54}\u{590d}",
];

/// How subjects of automatic answers begin that a person might write as well.
const DOUBTFUL_SUBJECTS: [&str; 22] = [
    "on vacation",
    "away from my mail",
    "away from the office",
    "i am away",
    "i'm away",
    "i am out of",
    "abwesend",
    "urlaubsmeldung",
    "ich bin im urlaub",
    "absent du bureau",
    "fuera de la oficina",
    "ausente de la oficina",
    "fuori sede",
    "fuori ufficio",
    "ausente do escrit\u{f3}rio",
    "afwezig",
    "nieobecno\u{15b}\u{107}",
    "frav\u{e6}r",
    "fr\u{e5}nvaro",
    "poissaolo",
    "nep\u{159}\u{ed}tomnost",
    "\u{4e0d}\u{5728}",
];

/// How subjects of read receipts and of demands to prove oneself human begin.
const RECEIPT_SUBJECTS: [&str; 22] = [
    "read:",
    "not read:",
    "return receipt",
    "read receipt",
    "read-receipt",
    "disposition notification",
    "gelesen:",
    "ungelesen gel\u{f6}scht:",
    "lesebest\u{e4}tigung",
    "lu:",
    "lu :",
    "non lu",
    "accus\u{e9} de lecture",
    "le\u{ed}do:",
    "letto:",
    "conferma di lettura",
    "gelezen:",
    "lest:",
    "l\u{e4}st:",
    "przeczytano:",
    "delivered:",
    "\u{43f}\u{440}\u{43e}\u{447}\u{438}\u{442}\u{430}\u{43d}\u{43e}:",
];

const CHALLENGE_SUBJECTS: [&str; 11] = [
    "please confirm your message",
    "please confirm your email",
    "please verify your email",
    "please verify your message",
    "confirm your message",
    "confirmation required",
    "your email requires verification",
    "your message requires verification",
    "verification required",
    "action required to deliver",
    "sender verification",
];

const MACHINE_SENDERS: [&str; 6] = [
    "no-reply",
    "noreply",
    "do-not-reply",
    "donotreply",
    "no_reply",
    "do_not_reply",
];

fn automatic(message: &Message, site: &Site) -> Option<String> {
    let lower = |name| {
        message
            .value(name)
            .map(|value: &str| without_parameters(value).to_ascii_lowercase())
    };
    for value in message.values("auto-submitted") {
        let value = without_parameters(value).to_ascii_lowercase();
        if value != "no" {
            return Some(format!("it says Auto-Submitted: {value}"));
        }
    }
    if let Some(value) = lower("precedence")
        .filter(|v| ["auto_reply", "auto-reply", "bulk", "junk"].contains(&v.as_str()))
    {
        return Some(format!("it says Precedence: {value}"));
    }
    if lower("x-autoreply").is_some_and(|value| value != "no") {
        return Some("it says X-Autoreply".to_owned());
    }
    if let Some(name) = AUTOMATIC_FIELDS
        .iter()
        .find(|name| message.value(name).is_some())
    {
        return Some(format!("it has a field {name}"));
    }
    if lower("x-fc-machinegenerated").as_deref() == Some("true") {
        return Some("it says X-FC-MachineGenerated".to_owned());
    }
    if message.root().media == "multipart/report"
        || message.root().media == "message/disposition-notification"
    {
        return Some("it is a report of a mail system".to_owned());
    }
    our_own(message, site).or_else(|| by_subject_or_sender(message))
}

/// Takes off what follows a field's first word: comments, parameters.
fn without_parameters(value: &str) -> &str {
    value
        .split([';', '(', ' ', '\t'])
        .find(|word| !word.is_empty())
        .unwrap_or_default()
}

fn our_own(message: &Message, site: &Site) -> Option<String> {
    let domain = site.domain();
    let id = message.message_id().unwrap_or_default();
    if id.rsplit_once('@').is_some_and(|(local, host)| {
        host.eq_ignore_ascii_case(domain) && !is_given_by_server(local)
    }) {
        return Some("it is a mail of our own that came back".to_owned());
    }
    let ours = comparison_key(&site.orders_address);
    if sender(message).is_ok_and(|mailbox| without_detail(&mailbox.key) == ours) {
        return Some("it comes from our own address".to_owned());
    }
    if message
        .values("x-loop")
        .any(|value| comparison_key(value.trim()) == ours && ours.is_some())
    {
        return Some("it carries our own loop mark".to_owned());
    }
    None
}

/// Says whether an identifier is of the form that Postfix adds to mails that come without one.
fn is_given_by_server(local: &str) -> bool {
    local
        .split_once('.')
        .is_some_and(|(time, _)| time.len() == 14 && time.bytes().all(|b| b.is_ascii_digit()))
}

fn without_detail(address: &str) -> Option<String> {
    let (local, domain) = address.split_once('@')?;
    Some(format!("{}@{domain}", local.split('+').next()?))
}

fn by_subject_or_sender(message: &Message) -> Option<String> {
    if subject_begins(message, &AUTOMATIC_SUBJECTS) {
        return Some("its subject is that of an automatic answer".to_owned());
    }
    let from = sender(message)
        .map(|mailbox| mailbox.key)
        .unwrap_or_default();
    let local = from.split(['@', '+']).next().unwrap_or_default();
    (MACHINE_SENDERS.contains(&local) || BOUNCE_SENDERS.contains(&local))
        .then(|| format!("it comes from `{local}`, where nobody reads"))
}

/// Returns a sign that a machine may have made a mail, too weak to decide so if the mail holds orders.
pub fn doubt(message: &Message) -> Option<&'static str> {
    if subject_begins(message, &DOUBTFUL_SUBJECTS) {
        Some("its subject is that of a notice of absence")
    } else if subject_begins(message, &RECEIPT_SUBJECTS) {
        Some("its subject is that of a read receipt")
    } else if subject_begins(message, &CHALLENGE_SUBJECTS) {
        Some("its subject is that of a challenge to the sender")
    } else {
        None
    }
}

fn subject_begins(message: &Message, phrases: &[&str]) -> bool {
    let subject = message.subject().replace('\u{a0}', " ").to_lowercase();
    let subject = subject.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    phrases.iter().any(|phrase| subject.starts_with(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::message::Limits;

    fn of(raw: &str) -> Option<Machine> {
        let mail = Message::read(raw.as_bytes(), &Limits::default()).expect("reads");
        machine(
            &mail,
            &Site {
                orders_address: "orders@pbem.example.org".into(),
                authserv_id: None,
            },
        )
    }

    #[test]
    fn automatic_answers_have_signs() {
        for fields in [
            "Auto-Submitted: auto-replied (vacation)",
            "Auto-Submitted: auto-generated; owner-email=a@b",
            "Precedence: Bulk",
            "X-Autoreply: yes",
            "X-Autorespond: x",
            "Subject: Out of Office: Chalons",
            "Subject: =?utf-8?q?R=C3=A9ponse_automatique=C2=A0:_x?=",
            "Subject: Automatische Antwort: Chalons",
            "Message-ID: <r.chalons.hun.4.k7m2q5x4d6ra3fwj@PBEM.example.org>",
            "X-Loop: orders@pbem.example.org",
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=b",
        ] {
            let raw = format!("From: a@example.net\n{fields}\n\n--b\n\nx\n--b--\n");
            assert!(matches!(of(&raw), Some(Machine::Automatic(_))), "{fields}");
        }
        assert!(matches!(
            of("From: orders+x@pbem.example.org\n\nx\n"),
            Some(Machine::Automatic(_))
        ));
        assert!(matches!(
            of("From: noreply@example.net\n\nx\n"),
            Some(Machine::Automatic(_))
        ));
    }

    #[test]
    fn doubtful_subjects_decide_nothing_alone() {
        for subject in [
            "Gelesen: Chalons",
            "Please confirm your message",
            "I am away until Monday",
        ] {
            let raw = format!("From: a@example.net\nSubject: {subject}\n\nx\n");
            assert_eq!(of(&raw), None, "{subject}");
            assert!(
                doubt(&Message::read(raw.as_bytes(), &Limits::default()).expect("reads")).is_some(),
                "{subject}"
            );
        }
    }

    #[test]
    fn people_on_lists_and_behind_exchange_are_people() {
        for fields in [
            "Precedence: list",
            "List-Id: <club.example.net>",
            "X-Auto-Response-Suppress: All",
            "Auto-Submitted: no",
            "Subject: Re: Out of office on Friday, here are my orders",
            "Subject: Reading the map: a question",
            "Message-ID: <20261126104000.4XyA1@pbem.example.org>",
            "X-Loop: club@example.net",
            "Return-Path: <>",
        ] {
            assert_eq!(
                of(&format!("From: a@example.net\n{fields}\n\nx\n")),
                None,
                "{fields}"
            );
        }
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
        assert_eq!(of(raw), Some(Machine::Bounce(expected.clone())));
        assert_eq!(
            of(&raw.replace('\n', "\r\n")),
            Some(Machine::Bounce(expected))
        );
    }

    #[test]
    fn notices_of_the_old_kind_are_bounces() {
        let qmail = concat!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx\nSubject: failure notice\n\n",
            "Hi. This is the qmail-send program at mx.\n\n<anna@example.net>:\nSorry, no mailbox here. (#5.1.1)\n"
        );
        let Some(Machine::Bounce(bounce)) = of(qmail) else {
            panic!("no bounce")
        };
        assert_eq!(bounce.recipient.as_deref(), Some("anna@example.net"));
        assert_eq!(bounce.status.as_deref(), Some("5.1.1"));
        let exim = "From: Mail Delivery System <Mailer-Daemon@mx>\nX-Failed-Recipients: anna@example.net\n\nx\n";
        assert!(matches!(of(exim), Some(Machine::Bounce(_))));
    }

    #[test]
    fn a_delay_is_no_failure() {
        let raw = concat!(
            "From: MAILER-DAEMON@x\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n",
            "--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b\nAction: delayed\nStatus: 4.4.1\n--b--\n"
        );
        let Some(Machine::Bounce(bounce)) = of(raw) else {
            panic!("no bounce")
        };
        assert!(!bounce.is_failure());
    }
}
