//! Players with `tessera seat`: each keeps his mails and his secrets in a folder of his own.

use std::fs;
use std::path::Path;

use tesserarius::auditor::{Handed, Papers, examine, shipped};
use tesserarius::desk::NewMatch;
use tesserarius::ledger::audit::Audit;
use tesserarius::ledger::drand::Verifier;
use tesserarius::schedule::Lapse;
use tesserarius::store::{Life, Store};

use super::acts::{mails_of, put_back};
use super::postbox::{ANNA, BRUNO, Game, Letter, Postbox, is_report};
use super::terminal::Terminal;

/// A player's folder: `mails` and `secrets`.
pub(crate) struct Tool {
    pub(crate) terminal: Terminal,
    pub(crate) address: &'static str,
    kept: u32,
}

impl Tool {
    pub(crate) fn new(address: &'static str) -> Self {
        let terminal = Terminal::new();
        fs::create_dir(terminal.path().join("mails")).unwrap();
        Self {
            terminal,
            address,
            kept: 0,
        }
    }

    /// Saves a mail as a mail program does.
    pub(crate) fn keep(&mut self, raw: &[u8]) {
        self.kept += 1;
        let name = format!("mails/{:04}.eml", self.kept);
        fs::write(self.terminal.path().join(name), raw).unwrap();
    }

    /// Makes secrets from an invitation; returns what goes into the answer.
    pub(crate) fn join(&mut self, invitation: &Letter) -> String {
        self.keep(&invitation.raw);
        let (code, out, err) = self.terminal.run(&format!(
            "seat join mails/{:04}.eml --secrets secrets",
            self.kept
        ));
        assert_eq!(code, 0, "{err}");
        out
    }

    /// Lets the tool answer what lies in the folder; the reply, or why there is none.
    pub(crate) fn answer(&mut self, more: &str) -> Result<Vec<u8>, String> {
        let arguments =
            format!("seat answer mails --auto --eml reply.eml --secrets secrets {more}");
        let (code, _, err) = self.terminal.run(&arguments);
        match code {
            0 => Ok(fs::read(self.terminal.path().join("reply.eml")).unwrap()),
            _ => Err(err),
        }
    }

    /// Everything that lies in the player's folder.
    pub(crate) fn papers(&self) -> Papers {
        let mut papers = Papers::default();
        for entry in fs::read_dir(self.terminal.path().join("mails")).unwrap() {
            let path = entry.unwrap().path();
            let raw = fs::read(&path).unwrap();
            papers.add(&path.display().to_string(), &raw, Handed::Found);
        }
        papers
    }

    /// Lets the tool check everything; its exit code and its document.
    pub(crate) fn verify(&self) -> (i32, serde_json::Value) {
        self.terminal
            .json("seat verify mails --json --secrets secrets")
    }
}

/// Anna and Bruno with their tools at a site.
pub(crate) struct Pair {
    pub(crate) site: Postbox,
    pub(crate) anna: Tool,
    pub(crate) bruno: Tool,
    pub(crate) game: Game,
}

impl Pair {
    /// Invites both and lets them join and accept with `accept`; the match runs without grace.
    pub(crate) fn start(
        mut site: Postbox,
        accept: &str,
        change: impl FnOnce(&mut NewMatch),
    ) -> Self {
        let (mut anna, mut bruno) = (Tool::new(ANNA), Tool::new(BRUNO));
        site.invite(|new| {
            new.grace = Lapse::ZERO;
            change(new);
        });
        site.sync();
        for tool in [&mut anna, &mut bruno] {
            let invitation = site.letter_to(tool.address);
            let join = tool.join(&invitation).replace("ACCEPT", accept);
            site.answer(&invitation, tool.address, &join);
        }
        site.sync();
        let none = Letter::default();
        let game = Game {
            anna: none.clone(),
            bruno: none,
            grace: 0,
        };
        let mut pair = Self {
            site,
            anna,
            bruno,
            game,
        };
        pair.look();
        pair
    }

    /// Keeps what has come for both; returns the letters that tell of a LOCK, with their readers.
    pub(crate) fn look(&mut self) -> Vec<(&'static str, Letter)> {
        let mut locked = Vec::new();
        for (tool, held) in [
            (&mut self.anna, &mut self.game.anna),
            (&mut self.bruno, &mut self.game.bruno),
        ] {
            for letter in self.site.post_of(tool.address) {
                tool.keep(&letter.raw);
                if letter.subject.contains("is locked") {
                    locked.push((tool.address, letter.clone()));
                }
                // Letters of the same second lie in the folder in any order.
                if is_report(&letter) && letter.stop() >= held.stop() {
                    *held = letter;
                }
            }
        }
        locked
    }

    /// Answers a LOCK with the tools of those who were told of it, and takes the dice.
    pub(crate) fn give(&mut self, locked: &[(&'static str, Letter)]) {
        for (address, _) in locked {
            let tool = match *address {
                ANNA => &mut self.anna,
                _ => &mut self.bruno,
            };
            let reply = tool.answer("").unwrap();
            tool.keep(&reply);
            self.site.deliver(&reply);
        }
        self.site.advance(5);
        self.site.sync();
    }

    /// Lets the site go on, and the tools of these seats hand over what is asked of them.
    pub(crate) fn pass_with_values(&mut self, seats: &[&str]) {
        for _ in 0..3 {
            self.site.sync();
            self.site.advance(1);
            self.site.sync();
            if self.look().is_empty() {
                return;
            }
            for seat in seats {
                let tool = match *seat {
                    ANNA => &mut self.anna,
                    _ => &mut self.bruno,
                };
                let reply = tool.answer("").unwrap();
                tool.keep(&reply);
                self.site.deliver(&reply);
            }
        }
    }

    /// Sends a player's orders, and whatever values are asked for on the way to the next report.
    pub(crate) fn order(&mut self, address: &str, text: &str) {
        let letter = self.game.report_of(address).clone();
        self.site.answer(&letter, address, text);
        self.site.sync();
        self.site.advance(1);
        self.site.sync();
        for _ in 0..3 {
            let locked = self.look();
            if locked.is_empty() {
                return;
            }
            self.give(&locked);
        }
    }

    /// Sends plain orders, without letting time pass, until a draw is locked; returns the letters that tell of it.
    pub(crate) fn until_locked(&mut self) -> Vec<(&'static str, Letter)> {
        for _ in 0..20 {
            for address in [ANNA, BRUNO] {
                if let Some(question) = self.game.question(address) {
                    let letter = self.game.report_of(address).clone();
                    let text = super::postbox::plain_answer(&question);
                    self.site.answer(&letter, address, &text);
                    self.site.sync();
                    let letters = self.look();
                    if self.life() == Life::Locked {
                        return letters;
                    }
                }
            }
        }
        panic!("no draw was locked");
    }

    /// Plays in a plain way until so many draws are reported.
    pub(crate) fn play_draws(&mut self, draws: usize) {
        for _ in 0..40 {
            for address in [ANNA, BRUNO] {
                if let Some(question) = self.game.question(address) {
                    self.order(address, &super::postbox::plain_answer(&question));
                }
                if self.log().matches("type: REPORT").count() >= draws {
                    return;
                }
            }
        }
        let operator = self.site.post_of("operator@pbem.example.org");
        let told: Vec<&str> = operator.iter().map(|mail| mail.text.as_str()).collect();
        panic!("{draws} draws were not reached: {told:?}\n{}", self.log());
    }

    /// Puts a copy of the database back, and sees that recovering makes the same log.
    pub(crate) fn recovers_from(&mut self, copy: &Path, addresses: &[&str]) {
        let expected = self.log();
        let mails = mails_of(&self.site, addresses);
        put_back(&mut self.site, copy);
        let id = "chalons".parse().unwrap();
        self.site.at_desk(|desk| desk.recover(&id, &mails)).unwrap();
        assert!(self.log() == expected, "the same log, to the last byte");
    }

    /// Audits the match as its site holds it, with every mail that the players got and wrote as evidence.
    pub(crate) fn judge(&mut self, verifier: Option<&Verifier>) -> Audit {
        let id = "chalons".parse().unwrap();
        let own = self.site.at_desk(|desk| desk.papers(&id)).unwrap();
        let kept = [&self.anna, &self.bruno].map(Tool::papers);
        examine(&own, &kept, &shipped, verifier).unwrap().audit
    }

    pub(crate) fn life(&mut self) -> Life {
        let id = "chalons".parse().unwrap();
        self.site.store.read().unwrap().the_match(&id).unwrap().life
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.site.path().join("data/log/chalons.log")).unwrap_or_default()
    }
}
