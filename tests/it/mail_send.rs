//! Sending by SMTP to a server of our own: the bytes arrive as they are, and failures are told apart.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use secrecy::SecretString;
use tesserarius::mail::transport::{Envelope, SendError, Transport};
use tesserarius::mail::transports::{Security, SmtpSettings, SmtpTransport};

/// What a server heard: commands, and the mail with its dots unstuffed.
#[derive(Debug, Default)]
struct Heard {
    commands: Vec<String>,
    data: Vec<u8>,
}

/// Serves one connection; a reply stands in for the usual one where the command begins with its key.
fn serve(replies: &'static [(&'static str, &'static str)]) -> (u16, JoinHandle<Heard>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .expect("a timeout");
        converse(stream, replies)
    });
    (port, server)
}

fn converse(stream: TcpStream, replies: &[(&str, &str)]) -> Heard {
    let mut out = stream.try_clone().expect("a second handle");
    let mut input = BufReader::new(stream);
    let mut heard = Heard::default();
    let usual = |command: &str| match command.split([' ', ':']).next().unwrap_or_default() {
        "EHLO" => "250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME",
        "AUTH" => "235 ok",
        "DATA" => "354 go on",
        "QUIT" => "221 bye",
        _ => "250 ok",
    };
    out.write_all(b"220 test\r\n").expect("greeted");
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).unwrap_or(0) == 0 {
            return heard;
        }
        let command = line.trim_end().to_owned();
        let reply = replies
            .iter()
            .find(|(key, _)| command.starts_with(key))
            .map_or_else(|| usual(&command), |(_, reply)| *reply);
        heard.commands.push(command.clone());
        out.write_all(format!("{reply}\r\n").as_bytes())
            .expect("answered");
        if command == "QUIT" {
            return heard;
        }
        if reply.starts_with("354") {
            heard.data = read_data(&mut input);
            let reply = replies
                .iter()
                .find(|(key, _)| *key == ".")
                .map_or("250 taken", |(_, reply)| *reply);
            out.write_all(format!("{reply}\r\n").as_bytes())
                .expect("answered");
        }
    }
}

fn read_data(input: &mut impl BufRead) -> Vec<u8> {
    let mut data = Vec::new();
    loop {
        let mut line = Vec::new();
        input.read_until(b'\n', &mut line).expect("data");
        if line == b".\r\n" {
            return data;
        }
        data.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

fn transport(port: u16, security: Security, login: bool) -> SmtpTransport {
    let login = login.then(|| ("orders".to_owned(), SecretString::from("secret")));
    let settings = SmtpSettings {
        host: "127.0.0.1".to_owned(),
        port,
        security,
        login,
        hello: Some("pbem.example.org".to_owned()),
        timeout: Duration::from_secs(20),
        authority: None,
    };
    SmtpTransport::new(&settings).expect("it can be set up")
}

fn envelope(from: Option<&str>) -> Envelope {
    Envelope {
        from: from.map(str::to_owned),
        to: "anna@example.net".to_owned(),
    }
}

const BYTES: &[u8] = b"Subject: x\r\n\r\n.\r\n..\r\n.x =E2=86=92\r\nend\r\n";

fn send(
    replies: &'static [(&'static str, &'static str)],
    from: Option<&str>,
) -> (Result<(), SendError>, Heard) {
    let (port, server) = serve(replies);
    let result = {
        let mut transport = transport(port, Security::None, false);
        transport.send(&envelope(from), BYTES)
    };
    (result, server.join().expect("the server ends"))
}

#[test]
fn bytes_arrive_as_they_are_with_the_envelope_given() {
    let (result, heard) = send(&[], None);
    assert_eq!(result, Ok(()));
    assert_eq!(heard.data, BYTES);
    assert!(
        heard
            .commands
            .iter()
            .any(|command| command.starts_with("EHLO pbem.example.org"))
    );
    assert!(
        heard
            .commands
            .iter()
            .any(|command| command.starts_with("MAIL FROM:<>")),
        "{heard:?}"
    );
    assert!(
        heard
            .commands
            .iter()
            .any(|command| command == "RCPT TO:<anna@example.net>")
    );
    let (_, heard) = send(&[], Some("bounce+anna.1@pbem.example.org"));
    assert!(
        heard
            .commands
            .iter()
            .any(|command| command.starts_with("MAIL FROM:<bounce+anna.1@pbem.example.org>"))
    );
}

#[test]
fn a_login_is_given_where_it_is_set() {
    let (port, server) = serve(&[]);
    assert_eq!(
        transport(port, Security::None, true).send(&envelope(None), BYTES),
        Ok(())
    );
    let heard = server.join().expect("the server ends");
    assert!(
        heard
            .commands
            .iter()
            .any(|command| command.starts_with("AUTH PLAIN"))
    );
}

#[test]
fn failures_that_pass_are_told_from_those_that_do_not() {
    for (replies, transient) in [
        (&[("RCPT", "450 4.2.1 later")][..], true),
        (&[("RCPT", "550 5.1.1 nobody")], false),
        (&[("MAIL", "421 4.3.2 closing")], true),
        (&[(".", "452 4.3.1 full")], true),
        (&[(".", "554 5.7.1 refused")], false),
        // Whoever hands the mail in is refused, not the mail: a password can be put right.
        (&[("MAIL", "530 5.7.0 authentication required")], true),
        (&[("MAIL", "535 5.7.8 bad password")], true),
    ] {
        let (result, _) = send(replies, None);
        let error = result.expect_err("it was refused");
        assert_eq!(error.is_transient(), transient, "{error}");
        assert!(error.to_string().contains("anna@example.net"));
    }
}

#[test]
fn a_server_that_is_not_there_may_come_back() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let error = transport(port, Security::None, false)
        .send(&envelope(None), BYTES)
        .expect_err("nobody listens");
    assert!(error.is_transient(), "{error}");
}

#[test]
fn nothing_is_sent_in_the_open_where_starttls_is_asked_for() {
    let (port, server) = serve(&[]);
    let result = transport(port, Security::StartTls, true).send(&envelope(None), BYTES);
    assert!(result.is_err());
    let heard = server.join().expect("the server ends");
    assert!(
        heard
            .commands
            .iter()
            .all(|command| command.starts_with("EHLO") || command == "QUIT"),
        "{heard:?}"
    );
    assert!(heard.data.is_empty());
}

#[test]
fn an_address_that_is_none_is_never_tried() {
    let mut transport = transport(1, Security::None, false);
    let to_nobody = Envelope {
        from: None,
        to: "a@b> SIZE=1".to_owned(),
    };
    assert!(
        !transport
            .send(&to_nobody, BYTES)
            .expect_err("no address")
            .is_transient()
    );
}
