//! A match with a game master, and what is looked at after an act.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tesserarius::auditor::{Examination, Handed, Papers, examine, shipped};
use tesserarius::desk::crash::{Crash, How, Point, arm, disarm};
use tesserarius::desk::{Filing, NewMatch, Receipt};
use tesserarius::engine::Viewer;
use tesserarius::record::{Kind, Line};
use tesserarius::schedule::Lapse;
use tesserarius::store::{Attachment, MatchId, ReportForm, Store, backup};

use super::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report, plain_answer};

/// A match that Anna and Bruno play and Georg leads.
pub(crate) struct Mastered {
    pub(crate) site: Postbox,
    game: Game,
    georg: Letter,
}

fn id() -> MatchId {
    "chalons".parse().unwrap()
}

/// A text as one line: longer ones are broken for mails.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Copies database, logs and keys.
pub(crate) fn keep(site: &mut Postbox, name: &str) -> PathBuf {
    let copy = site.path().join(name);
    let (logs, keys) = (site.site.logs.clone(), site.site.keys.clone());
    let at = "2026-11-27T11:00:00Z".parse().unwrap();
    backup(&mut site.store, &logs, &keys, &copy, at).unwrap();
    copy
}

/// Puts the database of a copy back.
pub(crate) fn put_back(site: &mut Postbox, copy: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(site.path().join(format!("data/tessera.db{end}")));
    }
    fs::copy(copy.join("tessera.db"), site.path().join("data/tessera.db")).unwrap();
    site.reopen();
}

/// The mails that addresses were sent, as their owners keep them.
pub(crate) fn mails_of(site: &Postbox, addresses: &[&str]) -> Papers {
    let mut papers = Papers::default();
    for letter in site.sent() {
        if addresses.contains(&letter.to.as_str()) {
            papers.add(&letter.message_id, &letter.raw, Handed::Found);
        }
    }
    papers
}

/// Lets everybody have reports of text alone: pictures take long where nothing is optimised.
fn plain_reports(site: &mut Postbox) {
    let mut work = site.store.write().unwrap();
    for seat in work.seats(&id()).unwrap() {
        let mut player = work.player(seat.player.unwrap()).unwrap();
        player.report = ReportForm::Text;
        player.attach = Attachment::Nothing;
        work.update_player(&player).unwrap();
    }
    work.commit().unwrap();
}

impl Mastered {
    /// Starts a match without grace; `change` may take the game master away.
    pub(crate) fn start(change: impl FnOnce(&mut NewMatch)) -> Self {
        let mut site = Postbox::new();
        site.invite(|new| {
            new.grace = Lapse::ZERO;
            new.game_master = Some(GEORG.to_owned());
            change(new);
        });
        plain_reports(&mut site);
        site.sync();
        for address in [ANNA, BRUNO] {
            let invitation = site.letter_to(address);
            site.answer(&invitation, address, "ACCEPT");
        }
        site.sync();
        let (anna, bruno) = (Letter::default(), Letter::default());
        let game = Game {
            anna,
            bruno,
            grace: 0,
        };
        let mut table = Self {
            site,
            game,
            georg: Letter::default(),
        };
        table.look();
        table
    }

    /// Takes up the latest reports.
    pub(crate) fn look(&mut self) {
        self.game.look(&mut self.site);
        let sent = self.site.sent().into_iter();
        let reports = sent.filter(|letter| letter.to == GEORG && is_report(letter));
        if let Some(latest) = reports.max_by_key(Letter::stop) {
            self.georg = latest;
        }
    }

    pub(crate) fn stop(&mut self) -> u64 {
        self.site.at_desk(|desk| desk.table(&id())).unwrap().stop
    }

    /// What somebody sees of the match as it stands.
    pub(crate) fn view(&mut self, viewer: Viewer) -> String {
        let table = self.site.at_desk(|desk| desk.table(&id())).unwrap();
        table.play.view(viewer)
    }

    /// What everybody would have seen at a stop.
    pub(crate) fn view_at(&mut self, stop: u64) -> String {
        let table = self.site.at_desk(|desk| desk.table(&id())).unwrap();
        let unit = self.site.store.read().unwrap();
        let position = unit.position(&id(), stop).unwrap().unwrap();
        table.play.other(&position).unwrap().view(Viewer::Everybody)
    }

    /// The state with all that is hidden.
    pub(crate) fn state(&mut self) -> Value {
        let table = self.site.at_desk(|desk| desk.table(&id())).unwrap();
        let position: Value = serde_json::from_str(&table.play.save()).unwrap();
        position["state"].clone()
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.site.path().join("data/log/chalons.log")).unwrap()
    }

    /// How many draws were reported.
    pub(crate) fn draws(&self) -> usize {
        self.log().matches("type: REPORT").count()
    }

    pub(crate) fn lines(&mut self) -> Vec<Line> {
        let unit = self.site.store.read().unwrap();
        unit.record_after(&id(), 0).unwrap()
    }

    pub(crate) fn whole_record(&mut self) -> Vec<String> {
        let lines = self.lines().into_iter();
        lines.map(|line| line.text().to_owned()).collect()
    }

    pub(crate) fn record(&mut self, kind: Kind) -> Vec<String> {
        let mut lines = self.lines();
        lines.retain(|line| line.kind() == kind);
        lines.iter().map(|line| line.text().to_owned()).collect()
    }

    pub(crate) fn letter_of(&mut self, address: &str) -> Letter {
        self.look();
        match address {
            GEORG => self.georg.clone(),
            _ => self.game.report_of(address).clone(),
        }
    }

    pub(crate) fn report_of(&mut self, address: &str) -> String {
        flat(&self.letter_of(address).text)
    }

    /// Lets a player answer his latest report.
    pub(crate) fn answer(&mut self, address: &str, text: &str) {
        let letter = self.letter_of(address);
        self.site.answer(&letter, address, text);
        self.site.sync();
        self.site.advance(1);
        self.site.sync();
        self.look();
    }

    /// Lets the game master answer his latest report; returns his mail.
    pub(crate) fn master(&mut self, text: &str) -> Vec<u8> {
        self.site.post_of(GEORG);
        let letter = self.letter_of(GEORG);
        let mail = self.site.answer(&letter, GEORG, text);
        self.site.sync();
        self.site.advance(1);
        self.game.look(&mut self.site);
        mail
    }

    /// What somebody is told at once in answer to words.
    pub(crate) fn told(&mut self, address: &str, words: &str) -> String {
        self.site.post_of(address);
        let letter = self.letter_of(address);
        self.site.answer(&letter, address, words);
        self.site.sync();
        self.site.advance(1);
        let fresh = self.site.post_of(address);
        assert_eq!(fresh.len(), 1, "{words}");
        flat(&fresh[0].text)
    }

    /// The latest letter to somebody about this.
    pub(crate) fn notice_to(&self, address: &str, subject: &str) -> String {
        let sent = self.site.sent().into_iter();
        let found = sent.filter(|letter| letter.to == address && letter.subject.contains(subject));
        let latest = found.max_by_key(Letter::stop).expect("such a letter");
        flat(&latest.text)
    }

    /// Lets a player answer in a plain way.
    pub(crate) fn play_on(&mut self, address: &str) {
        let question = self.game.question(address).expect("a question");
        self.answer(address, &plain_answer(&question));
    }

    /// Lets everybody who is asked answer in a plain way.
    pub(crate) fn play_round(&mut self) {
        for address in [ANNA, BRUNO] {
            if self.game.question(address).is_some() {
                self.play_on(address);
            }
        }
    }

    /// Plays in a plain way until so many draws are reported, at the third stop or later.
    pub(crate) fn play_draws(&mut self, draws: usize) {
        for _ in 0..20 {
            if self.draws() >= draws && self.stop() > 4 {
                return;
            }
            self.play_round();
        }
        panic!("{draws} draws were not reached");
    }

    /// Plays on until a side has chosen its markers in secret.
    pub(crate) fn play_until_chosen(&mut self) {
        for _ in 0..6 {
            let chosen = &self.state()["hidden"][0]["chosen"];
            if chosen.as_array().is_some_and(|list| !list.is_empty()) {
                return;
            }
            self.play_round();
        }
        panic!("nobody has chosen markers");
    }

    /// Another choice of markers for the Huns than theirs, as facts.
    pub(crate) fn other_choice(&mut self) -> Vec<String> {
        let hidden = self.state()["hidden"][0].clone();
        let changed = |list: &Value| {
            let mut words: Vec<String> = serde_json::from_value(list.clone()).unwrap();
            words.pop().expect("a marker is in the cup");
            words.insert(0, "huns".to_owned());
            serde_json::to_string(&words).unwrap()
        };
        ["chosen", "cup"]
            .map(|fact| format!("hidden.0.{fact} = {}", changed(&hidden[fact])))
            .to_vec()
    }

    /// A unit's facing: how it is named, what it is, and what else it could be.
    pub(crate) fn a_facing(&mut self) -> (String, String, String) {
        let fact = "hun-hc-1.facing".to_owned();
        let table = self.site.at_desk(|desk| desk.table(&id())).unwrap();
        for value in ["2", "4"] {
            let wish = [format!("{fact} = {value}")];
            if let Ok(corrected) = table.play.copy().correct(&wish, None) {
                return (fact, corrected.changes[0].from.clone(), value.to_owned());
            }
        }
        unreachable!("a unit faces one way at a time")
    }

    /// Corrects the facing of a unit at the game master's word.
    pub(crate) fn correct_a_facing(&mut self) {
        let (fact, _, to) = self.a_facing();
        self.master(&format!("CORRECT {fact} = {to}"));
        self.look();
    }

    /// Ends the match.
    pub(crate) fn finish(&mut self) {
        self.answer(ANNA, "RESIGN");
        assert!(self.log().contains("text: finished"));
    }

    /// Audits the match as everybody holds it.
    pub(crate) fn audit(&mut self) -> Examination {
        let own = self.site.at_desk(|desk| desk.papers(&id())).unwrap();
        examine(&own, &[], &shipped, None).unwrap()
    }

    pub(crate) fn codes(&mut self) -> Vec<&'static str> {
        let found = self.audit();
        let codes = found.audit.findings.iter();
        codes.map(|finding| finding.code.name()).collect()
    }

    /// The codes of an audit but for those that nobody here gives values for the dice.
    pub(crate) fn own_codes(&mut self) -> Vec<&'static str> {
        let mut codes = self.codes();
        codes.retain(|code| *code != "NO_OUTSIDE_ENTROPY");
        codes
    }

    /// Files lines without a mail.
    pub(crate) fn submit(&mut self, side: &str, text: &str) -> Receipt {
        let table = self.site.at_desk(|desk| desk.table(&id())).unwrap();
        let seat = table.seat_of_side(side).unwrap();
        let filing = Filing {
            id: &id(),
            seat,
            stop: None,
            text,
            raw: None,
        };
        self.site.at_desk(|desk| desk.file(filing)).unwrap()
    }

    /// Two passes with a grace between them, and a stop on the way if there is to be one. Returns how often the process
    /// was stopped.
    pub(crate) fn passes(&mut self, stop_at: Option<(Point, u32)>) -> u32 {
        if let Some((point, nth)) = stop_at {
            arm(point, nth, How::Unwind);
        }
        let mut crashes = self.pass();
        self.site.advance(20);
        crashes += self.pass();
        disarm();
        crashes
    }

    /// One pass; a process that was stopped is started again at once. Returns how often that was.
    pub(crate) fn pass(&mut self) -> u32 {
        let mut crashes = 0;
        loop {
            match catch_unwind(AssertUnwindSafe(|| self.site.try_sync())) {
                Ok(synced) => {
                    synced.unwrap();
                    return crashes;
                }
                Err(payload) if payload.is::<Crash>() => {
                    crashes += 1;
                    self.site.reopen();
                }
                Err(payload) => resume_unwind(payload),
            }
        }
    }
}
