//! Fetching from an IMAP mailbox: nothing is lost or offered twice, and no mail keeps the others.

use std::sync::mpsc::channel;
use std::time::Duration;

use secrecy::SecretString;
use tesserarius::mail::source::{Delivery, Source, SourceError, Ticket};
use tesserarius::mail::sources::{Imap, Watch};

use super::support::imap_server::ImapServer;

/// What a site does with a mailbox: goes on where it was, takes what comes, tells the server.
struct Reader {
    imap: Imap,
    position: Option<String>,
}

impl Reader {
    fn of(server: &ImapServer) -> Self {
        Self {
            imap: Imap::new(server.settings()).unwrap(),
            position: None,
        }
    }

    fn look(&mut self) -> Result<(Vec<Delivery>, Vec<SourceError>), SourceError> {
        self.imap.resume(self.position.as_deref());
        let (mut came, mut failed) = (Vec::new(), Vec::new());
        for delivery in self.imap.waiting()? {
            match delivery {
                Ok(delivery) => came.push(delivery),
                Err(error) => failed.push(error),
            }
        }
        self.position = self.imap.position();
        Ok((came, failed))
    }

    fn take(&mut self) -> Vec<String> {
        let (came, failed) = self.look().unwrap();
        assert!(failed.is_empty(), "{failed:?}");
        for delivery in &came {
            self.imap.acknowledge(delivery).unwrap();
        }
        texts(&came)
    }
}

fn texts(came: &[Delivery]) -> Vec<String> {
    let text = |delivery: &Delivery| String::from_utf8(delivery.bytes.clone()).unwrap();
    came.iter().map(text).collect()
}

#[test]
fn what_waits_is_taken_once_and_marked_as_seen() {
    let server = ImapServer::start(&["one", "two"]);
    let mut reader = Reader::of(&server);
    assert_eq!(reader.take(), ["one", "two"]);
    assert!(server.mailbox().mails.iter().all(|mail| mail.seen));
    assert_eq!(reader.take(), [""; 0]);
    server.put(b"three");
    assert_eq!(reader.take(), ["three"]);
}

#[test]
fn a_mail_is_known_by_number_and_mark_and_by_the_time_the_server_took_it_in() {
    let server = ImapServer::start(&["one"]);
    let (came, _) = Reader::of(&server).look().unwrap();
    let taken_in = "2026-11-24T19:31:07Z".parse().ok();
    let ticket = Ticket::Uid {
        validity: 7,
        uid: 1,
        taken_in,
    };
    assert_eq!(came[0].ticket, ticket);
}

#[test]
fn a_mail_that_a_person_has_looked_at_is_taken_all_the_same() {
    let server = ImapServer::start(&["old"]);
    server.mailbox().mails[0].seen = true;
    let mut reader = Reader::of(&server);
    assert_eq!(
        reader.take(),
        [""; 0],
        "what was seen before the first reading is not ours"
    );
    server.put(b"new");
    server.mailbox().mails[1].seen = true;
    assert_eq!(reader.take(), ["new"]);
    assert_eq!(reader.take(), [""; 0]);
}

#[test]
fn a_mail_that_was_not_acknowledged_is_offered_again() {
    let server = ImapServer::start(&["one"]);
    let mut reader = Reader::of(&server);
    assert_eq!(texts(&reader.look().unwrap().0), ["one"]);
    assert_eq!(reader.take(), ["one"]);
    assert_eq!(reader.take(), [""; 0]);
}

#[test]
fn a_mailbox_that_was_made_anew_is_read_by_its_new_numbers() {
    let server = ImapServer::start(&["one", "two"]);
    let mut reader = Reader::of(&server);
    reader.take();
    {
        let mut mailbox = server.mailbox();
        mailbox.validity = 8;
        mailbox.mails.clear();
    }
    server.put(b"three");
    assert_eq!(reader.take(), ["three"], "its number was used before");
}

#[test]
fn of_a_mail_that_is_too_big_one_byte_more_than_may_be_read_is_fetched() {
    let big = "x".repeat(5000);
    let server = ImapServer::start(&["before", &big, "behind"]);
    let lengths: Vec<usize> = Reader::of(&server).take().iter().map(String::len).collect();
    assert_eq!(lengths, [6, 1001, 6]);
    assert!(server.mailbox().mails[1].seen);
}

#[test]
fn a_mail_that_breaks_the_server_keeps_no_other_and_is_given_up_in_the_end() {
    let server = ImapServer::start(&["one", "two", "three"]);
    server.mailbox().poison = Some(2);
    let mut reader = Reader::of(&server);
    for try_number in 1..=3 {
        let (came, failed) = reader.look().unwrap();
        for delivery in &came {
            reader.imap.acknowledge(delivery).unwrap();
        }
        let expected: &[&str] = if try_number == 1 {
            &["one", "three"]
        } else {
            &[]
        };
        assert_eq!(texts(&came), expected);
        assert_eq!(failed.len(), 1);
        assert_eq!(failed[0].is_final(), try_number == 3, "{}", failed[0]);
        assert!(failed[0].to_string().starts_with("mail 2 of mailbox INBOX"));
    }
    assert_eq!(reader.take(), [""; 0]);
    assert!(!server.mailbox().mails[1].seen, "a person may look at it");
    server.put(b"four");
    assert_eq!(reader.take(), ["four"]);
}

#[test]
fn a_server_that_goes_away_in_the_middle_is_not_the_fault_of_a_mail() {
    let server = ImapServer::start(&["one", "two", "three"]);
    let mut reader = Reader::of(&server);
    let mut waiting = reader.imap.waiting().unwrap();
    assert_eq!(waiting.next().unwrap().unwrap().bytes, b"one");
    {
        let mut mailbox = server.mailbox();
        mailbox.poison = Some(2);
        mailbox.is_down = true;
    }
    let error = waiting.next().unwrap().unwrap_err();
    assert!(!error.is_final());
    assert!(
        waiting.next().is_none(),
        "the others come when the server is back"
    );
    drop(waiting);
    reader.position = reader.imap.position();
    assert!(reader.look().is_err());
    {
        let mut mailbox = server.mailbox();
        mailbox.poison = None;
        mailbox.is_down = false;
        mailbox
            .mails
            .iter_mut()
            .for_each(|mail| mail.seen = mail.uid == 1);
    }
    assert_eq!(reader.take(), ["two", "three"]);
}

#[test]
fn structures_that_servers_make_of_mails_are_never_asked_for() {
    let server = ImapServer::start(&["one"]);
    Reader::of(&server).take();
    let commands = server.mailbox().commands.join("\n");
    assert!(!commands.contains("ENVELOPE") && !commands.contains("BODYSTRUCTURE"));
    let size = commands.find("RFC822.SIZE").unwrap();
    assert!(
        size < commands.find("BODY.PEEK[]").unwrap(),
        "the size comes first"
    );
}

#[test]
fn a_login_that_is_refused_says_what_to_check() {
    let server = ImapServer::start(&[]);
    let mut settings = server.settings();
    settings.login.1 = SecretString::from("wrong");
    let error = Imap::new(settings)
        .unwrap()
        .waiting()
        .map(drop)
        .unwrap_err();
    let words = error.to_string();
    assert!(
        words.contains("who are you") && words.contains("check login"),
        "{words}"
    );
    assert!(!words.contains("wrong"), "the password is not told");
}

#[test]
fn who_watches_hears_of_new_mail() {
    let server = ImapServer::start(&["one"]);
    let (tell, news) = channel();
    Watch::begin(server.settings(), tell, "mail").unwrap();
    let patience = Duration::from_secs(20);
    assert_eq!(
        news.recv_timeout(patience),
        Ok("mail"),
        "what came before is news"
    );
    server.put(b"two");
    assert_eq!(news.recv_timeout(patience), Ok("mail"));
    server.put(b"three");
    assert_eq!(news.recv_timeout(patience), Ok("mail"));
}
