//! Salt Road by mail: three players, letters drawn hidden from each other, all the way to the verdict.

use std::collections::BTreeSet;
use std::fs;

use tesserarius::auditor::{Examination, Handed, Papers, examine};
use tesserarius::desk::NewMatch;
use tesserarius::games::GameEntry;
use tesserarius::games::files::GameFiles;
use tesserarius::ledger::audit::{Code, Verdict};
use tesserarius::ledger::block::{Key, Side, blocks};
use tesserarius::ledger::dice::{Dice, Label, Spec};
use tesserarius::record::Kind;
use tesserarius::report::templates::Templates;
use tesserarius::schedule::Lapse;
use tesserarius::store::{DiceMode, Life, MatchId, Store};

use super::support::cheat::Forgery;
use super::support::postbox::{ANNA, BRUNO, Letter, Postbox, is_report, seat};
use super::support::seat_tool::Tool;
use super::third_game::{ROW, SCENARIO};

const CLARA: &str = "clara@example.org";

/// The players with their sides, in seat order.
const PLAYERS: [(&str, &str); 3] = [("red", ANNA), ("green", BRUNO), ("blue", CLARA)];

/// The site's games.
static GAMES: [GameEntry; 1] = [ROW];

/// What an owner who adds a game writes for its reports.
const TEXTS: [(&str, &str); 4] = [
    (
        "report/salt-road/head.txt",
        "Round {{ head.round }} of the Salt Road.",
    ),
    ("report/salt-road/note.txt", "{{ f.event }}"),
    ("report/salt-road/question.txt", "What do you do?"),
    ("report/salt-road/summary.txt", ""),
];

fn known(key: &str) -> Option<(GameEntry, GameFiles)> {
    (key == ROW.key).then(|| (ROW, (ROW.files)()))
}

/// A match, what each player keeps, and the latest report of each.
struct Road {
    site: Postbox,
    id: MatchId,
    tools: Vec<Tool>,
    reports: [Letter; 3],
    answered: [u64; 3],
    written: usize,
}

impl Road {
    /// Invites three, who join with secrets of their own and accept.
    fn start(dice: DiceMode) -> Self {
        let mut site = Postbox::new();
        site.site.games = &GAMES;
        let texts = TEXTS.map(|(name, text)| (name.to_owned(), text.to_owned()));
        site.site.templates = Templates::new(&texts).unwrap();
        let mut new = NewMatch::of(&GAMES[0], SCENARIO, &site.config.deadlines);
        new.id = Some("road".parse().unwrap());
        new.seats = PLAYERS
            .iter()
            .map(|(side, address)| seat(side, address))
            .collect();
        new.dice = dice;
        new.grace = Lapse::ZERO;
        let id = site.at_desk(|desk| desk.make(&new)).unwrap();
        site.sync();
        let mut tools = Vec::new();
        for (_, address) in PLAYERS {
            let mut tool = Tool::new(address);
            let invitation = site.letter_to(address);
            let join = tool.join(&invitation);
            site.answer(&invitation, address, &join);
            tools.push(tool);
        }
        site.sync();
        Self {
            site,
            id,
            tools,
            reports: Default::default(),
            answered: [0; 3],
            written: 0,
        }
    }

    fn life(&mut self) -> Life {
        self.site
            .store
            .read()
            .unwrap()
            .the_match(&self.id)
            .unwrap()
            .life
    }

    fn log(&self) -> String {
        fs::read_to_string(self.site.path().join("data/log/road.log")).unwrap()
    }

    /// Every player reads his mails and answers what they ask for; says whether anybody wrote.
    fn exchange(&mut self) -> bool {
        let mut wrote = false;
        for (index, (_, address)) in PLAYERS.iter().enumerate() {
            let tool = &mut self.tools[index];
            let mut owes = false;
            for letter in self.site.post_of(address) {
                tool.keep(&letter.raw);
                owes |= letter.subject.contains("is locked");
                if is_report(&letter) && letter.stop() >= self.reports[index].stop() {
                    self.reports[index] = letter;
                }
            }
            if owes {
                let reply = tool.answer("").unwrap();
                tool.keep(&reply);
                self.site.deliver(&reply);
                wrote = true;
            }
            let report = self.reports[index].clone();
            if let Some(order) = self.choice(&report)
                && report.stop() > self.answered[index]
            {
                let raw = self.site.answer(&report, address, &order);
                self.tools[index].keep(&raw);
                self.answered[index] = report.stop();
                wrote = true;
            }
        }
        self.site.advance(2);
        self.site.sync();
        wrote
    }

    /// One of the orders that a report shows, now this and now that; whoever is raided fights.
    fn choice(&mut self, report: &Letter) -> Option<String> {
        let asked = report.text.split("WHAT YOU HAVE TO DECIDE").nth(1)?;
        // What stands below the default are lines of the draw before.
        let asked = asked.split("If you say nothing").next()?;
        let examples: Vec<&str> = asked
            .lines()
            .filter_map(|line| line.strip_prefix("| "))
            .collect();
        self.written += 1;
        let fights = examples.iter().find(|line| line.starts_with("FIGHT"));
        let any = examples.get(self.written * 5 % examples.len().max(1));
        fights.or(any).map(|line| (*line).to_owned())
    }

    fn play(&mut self) {
        for _ in 0..80 {
            let wrote = self.exchange();
            if self.life() == Life::Finished {
                self.exchange();
                return;
            }
            assert!(wrote, "everybody waits: {}", self.log());
        }
        panic!("the match does not end: {}", self.log());
    }

    /// The keys that a player was sent.
    fn keys_of(&self, index: usize) -> Vec<Key> {
        let letters = self.site.sent().into_iter();
        let own = letters.filter(|letter| letter.to == PLAYERS[index].1);
        let texts: Vec<String> = own.map(|letter| letter.text).collect();
        let blocks = texts.iter().flat_map(|text| blocks(text));
        blocks
            .filter_map(|block| match Side::read(&block) {
                Ok(Side::Key(key)) => Some(key),
                _ => None,
            })
            .collect()
    }

    /// Audits a log together with the record as everybody may hold it; what others hold is evidence.
    fn judge(&mut self, log: &str, others: &[Papers]) -> Examination {
        let id = self.id.clone();
        let exported = self
            .site
            .at_desk(|desk| desk.export(&id, "observer", false));
        let mut lines = exported.unwrap();
        lines.retain(|line| line.kind() != Kind::Entry);
        let mut own = Papers::default();
        own.add("the log", log.as_bytes(), Handed::Named);
        own.add_lines("the record", lines);
        examine(&own, others, &known, None).unwrap()
    }

    /// What the players have kept.
    fn archives(&self) -> Vec<Papers> {
        self.tools.iter().map(Tool::papers).collect()
    }
}

fn codes(found: &Examination) -> BTreeSet<Code> {
    found
        .audit
        .findings
        .iter()
        .map(|finding| finding.code)
        .collect()
}

/// What a key makes of its scope's roll.
fn rolled(key: &Key, side: &str) -> String {
    let label: Label = format!("letter/{side}").parse().unwrap();
    let spec: Spec = "1z20".parse().unwrap();
    Dice::new(key.seed.expose()).roll(&label, spec).to_string()
}

/// Plays a match; everybody can check his letter at once, and at the end all of them.
fn letters_prove_themselves(dice: DiceMode, notes: &[Code]) -> Road {
    let mut road = Road::start(dice);
    road.exchange();
    road.exchange();
    let running = road.judge(&road.log(), &road.archives());
    assert_eq!(running.audit.verdict, Verdict::Incomplete, "{running}");
    assert!(running.audit.waits_for_end, "{running}");
    assert!(
        codes(&running).contains(&Code::HiddenUndisclosed),
        "{running}"
    );
    road.play();
    let log = road.log();
    let found = road.judge(&log, &[]);
    assert!(
        codes(&found).iter().all(|code| notes.contains(code)),
        "{found}"
    );
    assert!(found.examined.runs_replayed > 4, "{found}");
    assert!(log.matches("type: REPORT").count() >= 2, "somebody fought");
    for (index, (side, _)) in PLAYERS.iter().enumerate() {
        let keys = road.keys_of(index);
        let own: BTreeSet<String> = keys.iter().map(|key| key.scope.to_string()).collect();
        assert_eq!(own, BTreeSet::from([format!("h.letter.{}", index + 1)]));
        let opened = format!(
            "hres: 1 h.letter.{} letter/{side} 1z20 {}",
            index + 1,
            rolled(&keys[0], side)
        );
        assert!(log.contains(&format!("{opened}\n")), "{opened}");
        let (code, verified) = road.tools[index].verify();
        // The player's program knows no such game, so it cannot play it again; nothing else is open.
        assert_eq!(code, 3, "{verified}");
    }
    road
}

#[test]
fn reports_of_a_game_without_a_map_have_neither_map_nor_table_of_units() {
    let mut road = Road::start(DiceMode::Casual);
    road.exchange();
    let report = &road.reports[0];
    assert!(report.text.contains("Round 1 of the Salt Road."));
    let page = String::from_utf8_lossy(&report.raw).into_owned();
    for empty in [
        "THE WHOLE FIELD",
        "UNITS",
        "on the map",
        "<h2>Units</h2>",
        "image/png",
    ] {
        assert!(!report.text.contains(empty), "{empty}\n{}", report.text);
        assert!(!page.contains(empty), "{empty}\n{page}");
    }
    assert!(!page.contains("board-"), "no board comes with it\n{page}");
    let (_, address) = PLAYERS[0];
    let letter = road.reports[0].clone();
    road.site
        .answer(&letter, address, "SET REPORT prose\nSHOW MAP\nCHECK");
    road.site.sync();
    let told = road.site.post_of(address);
    let words = "Salt Road is played without a map.";
    assert!(told.iter().any(|letter| letter.text.contains(words)));
}

#[test]
fn hidden_letters_prove_themselves_in_casual_mode() {
    let notes = [Code::NoOutsideEntropy, Code::SeatSkipped];
    letters_prove_themselves(DiceMode::Casual, &notes);
}

#[test]
fn hidden_letters_prove_themselves_in_chain_mode_and_no_other_opening_does() {
    let mut road = letters_prove_themselves(DiceMode::Chain, &[]);
    let log = road.log();
    assert_eq!(road.judge(&log, &[]).audit.verdict, Verdict::Clean);
    let forged = Forgery::of(&log);
    let at = forged.find("DISCLOSE", "hres: ");
    let opened = forged.value(at, "hres: ");
    let (kept, face) = opened.rsplit_once(' ').unwrap();
    let other = (face.parse::<u32>().unwrap() + 1) % 20;
    let another = forged
        .clone()
        .put(at, "hres: ", &format!("hres: {kept} {other}"));
    let missing = forged.clone().take(at, "hres: ");
    let master = forged.value(at, "hidden: 0 ");
    let turned: String = master.chars().rev().collect();
    let exchanged = forged.put(at, "hidden: 0 ", &format!("hidden: 0 {turned}"));
    for (forged, code) in [
        (another, Code::HiddenWrong),
        (missing, Code::HiddenWrong),
        (exchanged, Code::HideBad),
    ] {
        let found = road.judge(&forged.write(), &[]);
        assert_eq!(found.audit.verdict, Verdict::Violation, "{found}");
        assert!(codes(&found).contains(&code), "{code}: {found}");
    }
    // A key that its owner was sent for another letter than the drawn one is found at once.
    let mut key = road.keys_of(0).remove(0);
    key.seed = road.keys_of(1)[0].seed;
    let false_key = Side::Key(key).to_block().to_string();
    let mut shown = Papers::default();
    shown.add("key.txt", false_key.as_bytes(), Handed::Found);
    let found = road.judge(&log, &[shown]);
    assert!(codes(&found).contains(&Code::KeyWrong), "{found}");
    assert_eq!(found.audit.verdict, Verdict::Violation, "{found}");
}
