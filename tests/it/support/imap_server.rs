//! An IMAP server on loopback whose mailbox a test fills and spoils.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use secrecy::SecretString;
use tesserarius::mail::sources::ImapSettings;
use tesserarius::mail::transports::Security;

/// A mail in the mailbox.
pub(crate) struct Mail {
    pub(crate) uid: u32,
    pub(crate) seen: bool,
    pub(crate) bytes: Vec<u8>,
}

/// What the server holds, and what was said to it.
#[derive(Default)]
pub(crate) struct Mailbox {
    pub(crate) validity: u32,
    pub(crate) mails: Vec<Mail>,
    /// The connection is dropped when this mail is asked for.
    pub(crate) poison: Option<u32>,
    /// The connection is dropped at once.
    pub(crate) is_down: bool,
    pub(crate) commands: Vec<String>,
}

/// The server.
#[derive(Clone)]
pub(crate) struct ImapServer {
    mailbox: Arc<Mutex<Mailbox>>,
    port: u16,
}

impl ImapServer {
    /// Begins to serve a mailbox with these texts in it, numbered from 1.
    pub(crate) fn start(mails: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let mailbox = Arc::new(Mutex::new(Mailbox {
            validity: 7,
            ..Mailbox::default()
        }));
        let server = Self { mailbox, port };
        for mail in mails {
            server.put(mail.as_bytes());
        }
        let served = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let one = served.clone();
                // A connection that breaks is what some tests are about.
                thread::spawn(move || one.converse(&stream.unwrap()).ok());
            }
        });
        server
    }

    pub(crate) fn mailbox(&self) -> MutexGuard<'_, Mailbox> {
        self.mailbox.lock().unwrap()
    }

    /// Puts a mail into the mailbox that nobody has seen.
    pub(crate) fn put(&self, bytes: &[u8]) {
        let mut mailbox = self.mailbox();
        let uid = mailbox.mails.last().map_or(1, |last| last.uid + 1);
        mailbox.mails.push(Mail {
            uid,
            seen: false,
            bytes: bytes.to_vec(),
        });
    }

    /// Returns how to reach the mailbox.
    pub(crate) fn settings(&self) -> ImapSettings {
        ImapSettings {
            host: "127.0.0.1".to_owned(),
            port: self.port,
            security: Security::None,
            login: ("orders".to_owned(), SecretString::from("secret")),
            mailbox: "INBOX".to_owned(),
            authority: None,
            timeout: Duration::from_secs(20),
            largest: 1000,
        }
    }

    fn converse(&self, stream: &TcpStream) -> std::io::Result<()> {
        let mut out = stream.try_clone()?;
        let mut input = BufReader::new(stream);
        if self.mailbox().is_down {
            return Ok(());
        }
        out.write_all(b"* OK ready\r\n")?;
        let mut told = 0;
        loop {
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let (tag, command) = line.trim_end().split_once(' ').unwrap_or_default();
            self.mailbox().commands.push(command.to_owned());
            if command == "IDLE" {
                told = self.idle(&mut out, told)?;
                input.read_line(&mut String::new())?;
                write!(out, "{tag} OK done\r\n")?;
                continue;
            }
            if command.starts_with("SELECT") {
                told = self.mailbox().mails.len();
            }
            match self.answer(command) {
                Some(answer) => {
                    out.write_all(&answer)?;
                    write!(out, "{tag} OK done\r\n")?;
                }
                None if command.starts_with("LOGIN") => write!(out, "{tag} NO who are you\r\n")?,
                None => return Ok(()),
            }
        }
    }

    /// Tells of new mail as soon as there is more than was told.
    fn idle(&self, out: &mut TcpStream, told: usize) -> std::io::Result<usize> {
        out.write_all(b"+ idling\r\n")?;
        for _ in 0..200 {
            let now = self.mailbox().mails.len();
            if now > told {
                write!(out, "* {now} EXISTS\r\n")?;
                return Ok(now);
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(told)
    }

    fn answer(&self, command: &str) -> Option<Vec<u8>> {
        let mut mailbox = self.mailbox();
        let words: Vec<&str> = command.split(' ').collect();
        Some(match words.as_slice() {
            ["LOGIN", user, password] => {
                let is_known = (*user, *password) == ("\"orders\"", "\"secret\"");
                return is_known.then(Vec::new);
            }
            ["CAPABILITY"] => b"* CAPABILITY IMAP4rev1 IDLE\r\n".to_vec(),
            ["SELECT", ..] => {
                let next = mailbox.mails.last().map_or(1, |last| last.uid + 1);
                let (count, validity) = (mailbox.mails.len(), mailbox.validity);
                format!(
                    "* {count} EXISTS\r\n* 0 RECENT\r\n* OK [UIDVALIDITY {validity}] v\r\n\
                     * OK [UIDNEXT {next}] n\r\n"
                )
                .into_bytes()
            }
            ["UID", "SEARCH", what @ ..] => {
                let last = mailbox.mails.last().map_or(0, |last| last.uid);
                let found = mailbox.mails.iter().filter(|mail| match what {
                    ["UNSEEN"] => !mail.seen,
                    ["UID", range] => match range.split_once(":*") {
                        Some((first, _)) => mail.uid >= first.parse().unwrap() || mail.uid == last,
                        None => *range == mail.uid.to_string(),
                    },
                    _ => panic!("unexpected search {what:?}"),
                });
                let numbers: String = found.map(|mail| format!(" {}", mail.uid)).collect();
                format!("* SEARCH{numbers}\r\n").into_bytes()
            }
            ["UID", "STORE", uid, ..] => {
                let uid: u32 = uid.parse().unwrap();
                let mut mails = mailbox.mails.iter_mut();
                mails.find(|mail| mail.uid == uid).unwrap().seen = true;
                Vec::new()
            }
            ["UID", "FETCH", uids, what @ ..] => {
                let is_body = what.contains(&"BODY.PEEK[])");
                let part = what
                    .iter()
                    .find_map(|word| word.strip_prefix("BODY.PEEK[]<0."));
                let poison = mailbox.poison.map(|uid| uid.to_string());
                if (is_body || part.is_some()) && poison.as_deref() == Some(uids) {
                    return None;
                }
                let part = part.map(|part| part.trim_end_matches(">)").parse().unwrap());
                let mut answer = Vec::new();
                for (n, mail) in (1..).zip(&mailbox.mails) {
                    if !is_in(mail.uid, uids) {
                        continue;
                    }
                    let (uid, size) = (mail.uid, mail.bytes.len());
                    let (mark, bytes) = match part {
                        Some(count) => ("<0>", &mail.bytes[..size.min(count)]),
                        None => ("", &mail.bytes[..]),
                    };
                    let line = if is_body || part.is_some() {
                        format!(
                            "* {n} FETCH (UID {uid} BODY[]{mark} {{{}}}\r\n",
                            bytes.len()
                        )
                    } else {
                        let date = "24-Nov-2026 20:31:07 +0100";
                        format!(
                            "* {n} FETCH (UID {uid} RFC822.SIZE {size} INTERNALDATE \"{date}\")\r\n"
                        )
                    };
                    answer.extend_from_slice(line.as_bytes());
                    if is_body || part.is_some() {
                        answer.extend_from_slice(bytes);
                        answer.extend_from_slice(b")\r\n");
                    }
                }
                answer
            }
            _ => panic!("unexpected command {command}"),
        })
    }
}

fn is_in(uid: u32, set: &str) -> bool {
    set.split(',').any(|range| {
        let (first, last) = range.split_once(':').unwrap_or((range, range));
        (first.parse().unwrap()..=last.parse().unwrap()).contains(&uid)
    })
}
