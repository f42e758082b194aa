//! Real mail servers on loopback: `OpenSMTPD` takes mails and puts them into Maildirs, Dovecot shows these by IMAP.
//!
//! A login and TLS at SMTP are Dovecot's too: its submission service hands mails on to `OpenSMTPD`.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use secrecy::SecretString;
use tempfile::TempDir;
use tesserarius::mail::sources::ImapSettings;
use tesserarius::mail::transports::{Security, SmtpSettings};

/// Everybody who has a mailbox.
const USERS: [&str; 4] = ["orders", "operator", "anna", "bruno"];

/// The password of every mailbox.
pub(crate) const PASSWORD: &str = "secret";

/// The servers, which end with the test.
pub(crate) struct MailServers {
    folder: TempDir,
    ports: Ports,
    smtpd: Option<Child>,
    dovecot: Option<Child>,
    /// `OpenSMTPD` keeps its queue in one place of the machine: one test at a time uses it.
    _turn: File,
}

#[derive(Clone, Copy)]
struct Ports {
    smtp: u16,
    smtps: u16,
    submission: u16,
    imap: u16,
    imaps: u16,
}

impl MailServers {
    /// Starts both; gives none where they are not installed or the test does not run as root, except in CI.
    pub(crate) fn start(test: &str) -> Option<Self> {
        if let Some(missing) = missing() {
            #[expect(clippy::disallowed_methods, reason = "CI must not skip this test")]
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "{missing}");
            eprintln!("skipped: {test}: {missing}");
            return None;
        }
        let turn = File::create(std::env::temp_dir().join("tessera-mail-servers.lock")).unwrap();
        turn.lock().unwrap();
        let folder = tempfile::Builder::new()
            .prefix("tessera")
            .tempdir()
            .unwrap();
        let mut servers = Self {
            folder,
            ports: Ports {
                smtp: free_port(),
                smtps: free_port(),
                submission: free_port(),
                imap: free_port(),
                imaps: free_port(),
            },
            smtpd: None,
            dovecot: None,
            _turn: turn,
        };
        servers.lay_out();
        servers.start_dovecot();
        servers.start_smtpd();
        Some(servers)
    }

    /// Returns the folder of everything that belongs to them.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the folder of a user's mails.
    pub(crate) fn maildir(&self, user: &str) -> PathBuf {
        self.path().join("mail").join(user).join("Maildir")
    }

    /// Returns the file with the certificate authority of these servers.
    pub(crate) fn authority(&self) -> PathBuf {
        self.path().join("ca.pem")
    }

    /// Returns the ports of SMTP, of IMAP and of IMAP with TLS from the first byte.
    pub(crate) fn ports(&self) -> (u16, u16, u16) {
        (self.ports.smtp, self.ports.imap, self.ports.imaps)
    }

    /// Returns how to reach a user's mailbox.
    pub(crate) fn imap(&self, user: &str, security: Security) -> ImapSettings {
        ImapSettings {
            host: "localhost".to_owned(),
            port: match security {
                Security::Implicit => self.ports.imaps,
                Security::StartTls | Security::None => self.ports.imap,
            },
            security,
            login: (user.to_owned(), SecretString::from(PASSWORD)),
            mailbox: "INBOX".to_owned(),
            authority: Some(fs::read(self.authority()).unwrap()),
            timeout: Duration::from_secs(30),
            largest: 25_000_000,
        }
    }

    /// Returns how to hand a mail in.
    pub(crate) fn smtp(&self) -> SmtpSettings {
        SmtpSettings {
            host: "127.0.0.1".to_owned(),
            port: self.ports.smtp,
            security: Security::None,
            login: None,
            hello: Some("pbem.example.org".to_owned()),
            timeout: Duration::from_secs(30),
            authority: None,
        }
    }

    /// Returns how to hand a mail in with a login, as at a provider.
    pub(crate) fn submission(&self, security: Security) -> SmtpSettings {
        SmtpSettings {
            host: "localhost".to_owned(),
            port: match security {
                Security::Implicit => self.ports.smtps,
                Security::StartTls | Security::None => self.ports.submission,
            },
            security,
            login: Some(("orders".to_owned(), SecretString::from(PASSWORD))),
            authority: Some(fs::read(self.authority()).unwrap()),
            ..self.smtp()
        }
    }

    /// Starts `OpenSMTPD`.
    pub(crate) fn start_smtpd(&mut self) {
        let conf = self.path().join("smtpd.conf");
        let mut command = Command::new("smtpd");
        command.arg("-d").arg("-f").arg(conf);
        self.smtpd = Some(self.spawn(&mut command, "smtpd.log"));
        self.wait_for(self.ports.smtp, "smtpd.log");
    }

    /// Stops `OpenSMTPD`.
    pub(crate) fn stop_smtpd(&mut self) {
        end(self.smtpd.take());
    }

    /// Starts Dovecot.
    pub(crate) fn start_dovecot(&mut self) {
        let conf = self.path().join("dovecot.conf");
        let mut command = Command::new("dovecot");
        command.arg("-F").arg("-c").arg(conf);
        self.dovecot = Some(self.spawn(&mut command, "dovecot.out"));
        self.wait_for(self.ports.imap, "dovecot.log");
    }

    /// Stops Dovecot.
    pub(crate) fn stop_dovecot(&mut self) {
        end(self.dovecot.take());
    }

    fn spawn(&self, command: &mut Command, log: &str) -> Child {
        let log = File::create(self.path().join(log)).unwrap();
        let errors = log.try_clone().unwrap();
        let command = command.stdin(Stdio::null()).stdout(log).stderr(errors);
        command.spawn().unwrap()
    }

    fn wait_for(&self, port: u16, log: &str) {
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let log = fs::read_to_string(self.path().join(log)).unwrap_or_default();
        panic!("nothing answers on port {port}: {log}");
    }

    /// Configures Dovecot's submission service, which hands mails on to `OpenSMTPD`.
    fn submission_service(&self) -> String {
        let Ports {
            smtp,
            smtps,
            submission,
            ..
        } = self.ports;
        format!(
            "protocols = imap submission\nhostname = pbem.example.org\n\
             submission_relay_host = 127.0.0.1\nsubmission_relay_port = {smtp}\n\
             service submission-login {{\n  inet_listener submission {{\n    address = 127.0.0.1\n    port = {submission}\n  }}\n\
             inet_listener submissions {{\n    address = 127.0.0.1\n    port = {smtps}\n    ssl = yes\n  }}\n}}\n"
        )
    }

    /// Writes certificates, mailboxes and configurations.
    fn lay_out(&self) {
        let root = self.path();
        run("chmod", &["755"], root);
        for user in USERS {
            for inner in ["new", "cur", "tmp"] {
                fs::create_dir_all(self.maildir(user).join(inner)).unwrap();
            }
        }
        run("chown", &["-R", "nobody:nogroup"], &root.join("mail"));
        fs::create_dir_all("/var/spool/smtpd").unwrap();
        run("chmod", &["711"], Path::new("/var/spool/smtpd"));
        make_certificate(root);
        let place = root.display();
        let Ports {
            smtp, imap, imaps, ..
        } = self.ports;
        let mut conf = format!(
            "base_dir = {place}/run\nlog_path = {place}/dovecot.log\nprotocols = imap\nlisten = 127.0.0.1\n\
             ssl = yes\nssl_cert = <{place}/cert.pem\nssl_key = <{place}/key.pem\n\
             disable_plaintext_auth = no\nmail_location = maildir:{place}/mail/%n/Maildir\n\
             first_valid_uid = 1\nfirst_valid_gid = 1\n\
             passdb {{\n  driver = static\n  args = password={PASSWORD}\n}}\n\
             userdb {{\n  driver = static\n  args = uid=nobody gid=nogroup home={place}/mail/%n allow_all_users=yes\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    address = 127.0.0.1\n    port = {imap}\n  }}\n\
             inet_listener imaps {{\n    address = 127.0.0.1\n    port = {imaps}\n    ssl = yes\n  }}\n}}\n"
        );
        if has_submission() {
            conf += &self.submission_service();
        }
        fs::write(root.join("dovecot.conf"), conf).unwrap();
        let users: Vec<String> = USERS.map(|user| format!("\"{user}\" = \"nobody\"")).into();
        let conf = format!(
            "smtp max-message-size 64M\nsmtp sub-addr-delim '+'\n\
             table vusers {{ {} }}\nlisten on 127.0.0.1 port {smtp}\n\
             action \"box\" maildir \"{place}/mail/%{{rcpt.user:strip|lowercase}}/Maildir\" virtual <vusers>\n\
             match from any for domain {{ \"pbem.example.org\", \"example.net\", \"example.com\" }} action \"box\"\n\
             match from any for any reject\n",
            users.join(", ")
        );
        fs::write(root.join("smtpd.conf"), conf).unwrap();
    }
}

impl Drop for MailServers {
    fn drop(&mut self) {
        self.stop_smtpd();
        self.stop_dovecot();
    }
}

/// Says whether Dovecot takes mails with a login here; CI must have it.
pub(crate) fn has_submission() -> bool {
    let is_there = Path::new("/usr/lib/dovecot/submission-login").exists();
    #[expect(clippy::disallowed_methods, reason = "CI must not skip these tests")]
    let is_ci = std::env::var_os("CI").is_some();
    assert!(
        is_there || !is_ci,
        "the Debian package dovecot-submissiond is missing"
    );
    is_there
}

fn missing() -> Option<&'static str> {
    let is_there = |program: &str| {
        let found = Command::new("which").arg(program).output();
        found.is_ok_and(|found| found.status.success())
    };
    let is_root = fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt;
        own.uid() == 0
    });
    if !is_there("dovecot") || !is_there("smtpd") || !is_there("openssl") {
        Some(
            "Dovecot, OpenSMTPD or openssl is missing (Debian packages dovecot-imapd, opensmtpd, openssl)",
        )
    } else if !is_root {
        Some("mail servers are started by root only")
    } else {
        None
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

fn run(program: &str, arguments: &[&str], path: &Path) {
    let done = Command::new(program)
        .args(arguments)
        .arg(path)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{program}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
}

/// Ends a server by the signal for it, and waits until it has gone.
fn end(server: Option<Child>) {
    let Some(mut server) = server else { return };
    let id = server.id().to_string();
    let _ = Command::new("kill").arg(id).status();
    let _ = server.wait();
}

/// Makes an authority and a certificate of its own for `localhost`, as a public one would be.
fn make_certificate(folder: &Path) {
    fs::write(
        folder.join("ext"),
        "subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n",
    )
    .unwrap();
    for arguments in [
        "req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=testing",
        "req -newkey rsa:2048 -nodes -keyout key.pem -out csr.pem -subj /CN=localhost",
        "x509 -req -in csr.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -out cert.pem -extfile ext",
    ] {
        let done = Command::new("openssl")
            .args(arguments.split(' '))
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
}
