//! Handing mails in with a login and TLS, and mailboxes with TLS, at real servers.

use std::fs;
use std::thread;
use std::time::Duration;

use secrecy::SecretString;
use tesserarius::mail::source::{Source as _, Ticket};
use tesserarius::mail::sources::Imap;
use tesserarius::mail::transport::{Envelope, SendError, Transport as _};
use tesserarius::mail::transports::{Security, SmtpSettings, SmtpTransport};

use super::support::mail_servers::{MailServers, has_submission};

const MAIL: &[u8] = b"From: orders@pbem.example.org\r\nTo: anna@example.net\r\nSubject: x\r\n\
    Message-ID: <1@pbem.example.org>\r\nDate: Fri, 27 Nov 2026 12:00:00 +0000\r\n\r\n.a line\r\nFrom here\r\n";

/// Starts the servers where one takes mails with a login.
fn with_submission(test: &str) -> Option<MailServers> {
    if !has_submission() {
        eprintln!("skipped: {test}: the Debian package dovecot-submissiond is missing");
        return None;
    }
    MailServers::start(test)
}

fn send(settings: &SmtpSettings, to: &str) -> Result<(), SendError> {
    let envelope = Envelope {
        from: Some("bounces@pbem.example.org".to_owned()),
        to: to.to_owned(),
    };
    SmtpTransport::new(settings).unwrap().send(&envelope, MAIL)
}

/// Waits until a mailbox has so many mails, and reads them.
fn mails_of(servers: &MailServers, user: &str, count: usize) -> Vec<Vec<u8>> {
    let folder = servers.maildir(user).join("new");
    for _ in 0..200 {
        let paths: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        if paths.len() >= count {
            return paths.iter().map(|path| fs::read(path).unwrap()).collect();
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("mails do not come to {user}");
}

#[test]
fn a_mail_is_handed_in_with_a_login_by_both_kinds_of_tls() {
    let name = "a_mail_is_handed_in_with_a_login_by_both_kinds_of_tls";
    let Some(servers) = with_submission(name) else {
        return;
    };
    for security in [Security::Implicit, Security::StartTls] {
        send(&servers.submission(security), "anna@example.net").unwrap();
    }
    for mail in mails_of(&servers, "anna", 2) {
        let text = String::from_utf8(mail).unwrap().replace("\r\n", "\n");
        let (_, body) = text.split_once("\n\n").unwrap();
        assert_eq!(body, ".a line\nFrom here\n");
    }
}

#[test]
fn a_server_that_cannot_prove_its_name_or_refuses_the_login_gets_no_mail() {
    let name = "a_server_that_cannot_prove_its_name_or_refuses_the_login_gets_no_mail";
    let Some(servers) = with_submission(name) else {
        return;
    };
    for security in [Security::Implicit, Security::StartTls] {
        let stranger = SmtpSettings {
            authority: None,
            ..servers.submission(security)
        };
        let error = send(&stranger, "anna@example.net").unwrap_err();
        assert!(error.is_transient(), "{error}");
        let wrong = SmtpSettings {
            login: Some(("orders".to_owned(), SecretString::from("guess"))),
            ..servers.submission(security)
        };
        let error = send(&wrong, "anna@example.net").unwrap_err();
        assert!(error.is_transient(), "a password can be put right: {error}");
        let none = SmtpSettings {
            login: None,
            ..servers.submission(security)
        };
        let error = send(&none, "anna@example.net").unwrap_err();
        assert!(
            error.is_transient(),
            "so can a login that is missing: {error}"
        );
    }
    let refused = send(
        &servers.submission(Security::Implicit),
        "a@elsewhere.example",
    )
    .unwrap_err();
    assert!(!refused.is_transient(), "{refused}");
    assert_eq!(
        fs::read_dir(servers.maildir("anna").join("new"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn a_mailbox_that_was_made_anew_is_read_by_its_new_numbers_from_a_real_server() {
    let name = "a_mailbox_that_was_made_anew_is_read_by_its_new_numbers_from_a_real_server";
    let Some(mut servers) = MailServers::start(name) else {
        return;
    };
    let mut imap = Imap::new(servers.imap("anna", Security::Implicit)).unwrap();
    let mut read = |position: Option<&str>| {
        imap.resume(position);
        let came: Vec<_> = imap.waiting().unwrap().map(Result::unwrap).collect();
        for delivery in &came {
            imap.acknowledge(delivery).unwrap();
        }
        (came, imap.position().unwrap())
    };
    send(&servers.smtp(), "anna@example.net").unwrap();
    mails_of(&servers, "anna", 1);
    let (came, position) = read(None);
    assert_eq!(came.len(), 1);
    let (again, position) = read(Some(&position));
    assert!(
        again.is_empty(),
        "a mail that was read is not offered again"
    );
    servers.stop_dovecot();
    let box_of_anna = servers.maildir("anna");
    for entry in fs::read_dir(&box_of_anna).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::remove_file(path).unwrap();
        }
    }
    for entry in fs::read_dir(box_of_anna.join("cur")).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    send(&servers.smtp(), "anna@example.net").unwrap();
    mails_of(&servers, "anna", 1);
    // The number that stands for the age of a mailbox is the second in which it was made.
    thread::sleep(Duration::from_millis(1_100));
    servers.start_dovecot();
    let (anew, _) = read(Some(&position));
    let validity = |ticket: &Ticket| match ticket {
        Ticket::Uid { validity, .. } => *validity,
        other => panic!("{other:?}"),
    };
    assert_eq!(anew.len(), 1);
    assert_ne!(validity(&anew[0].ticket), validity(&came[0].ticket));
}
