//! The machine stops where a draw is locked, or opened: the locked modes, too, leave what a twin leaves that went on.

use std::fs;

use tesserarius::desk::crash::{How, Point, arm, disarm};
use tesserarius::schedule::{FixedClock, Lapse};
use tesserarius::store::DiceMode;

use super::mailroom_crash::{Left, compare, left, pass};
use super::support::beacons::{MARGIN, ROUNDS, lock_time, published, put, relayed};
use super::support::postbox::{ANNA, BRUNO, Game, Letter, Postbox, is_report, plain_answer};
use super::support::seat_tool::Tool;

/// The boundaries on the way of a run, from the texts that are frozen to the mails that tell of it.
const BOUNDARIES: [(Point, u32); 9] = [
    (Point::Frozen, 1),
    (Point::Locked, 1),
    (Point::Committed, 1),
    (Point::Run, 1),
    (Point::Reported, 1),
    (Point::Queued, 1),
    (Point::Queued, 2),
    (Point::Committed, 2),
    (Point::Sent, 5),
];

/// What a player's tool made of an invitation: every play of the match goes on from the same secrets.
struct Kept {
    join: String,
    secrets: Vec<(String, Vec<u8>)>,
}

impl Kept {
    fn of(tool: &Tool, join: String) -> Self {
        let folder = tool.terminal.path().join("secrets");
        let secrets = fs::read_dir(folder).unwrap().map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        });
        Self {
            join,
            secrets: secrets.collect(),
        }
    }

    fn put_back(&self, tool: &Tool) {
        let folder = tool.terminal.path().join("secrets");
        fs::create_dir(&folder).unwrap();
        for (name, bytes) in &self.secrets {
            tesserarius::store::write_secret(&folder.join(name), bytes).unwrap();
        }
    }
}

/// A match on its way, with the players who answer it.
struct Play {
    site: Postbox,
    crashes: u32,
    game: Game,
    locked: Vec<&'static str>,
}

impl Play {
    fn begin(site: Postbox, stop_at: Option<(Point, u32)>) -> Self {
        if let Some((point, nth)) = stop_at {
            arm(point, nth, How::Unwind);
        }
        let none = Letter::default();
        Self {
            site,
            crashes: 0,
            game: Game {
                anna: none.clone(),
                bruno: none,
                grace: 0,
            },
            locked: Vec::new(),
        }
    }

    /// One pass of everything, and what it has brought to both.
    fn pass(&mut self, tools: &mut [Tool]) {
        pass(&mut self.site, &mut self.crashes);
        for address in [ANNA, BRUNO] {
            for letter in self.site.post_of(address) {
                if let Some(tool) = tools.iter_mut().find(|tool| tool.address == address) {
                    tool.keep(&letter.raw);
                }
                if letter.subject.contains("is locked") {
                    self.locked.push(address);
                }
                if is_report(&letter) {
                    match address {
                        ANNA => self.game.anna = letter,
                        _ => self.game.bruno = letter,
                    }
                }
            }
        }
    }

    /// Answers what is asked in a plain way until a draw is locked.
    fn until_locked(&mut self, tools: &mut [Tool]) {
        for _ in 0..20 {
            for address in [ANNA, BRUNO] {
                if !self.locked.is_empty() {
                    return;
                }
                if let Some(question) = self.game.question(address) {
                    let letter = self.game.report_of(address).clone();
                    self.site.answer(&letter, address, &plain_answer(&question));
                    self.pass(tools);
                }
            }
        }
        panic!("no draw was locked");
    }

    /// Gives the match up and says what is left of it.
    fn end(mut self, tools: &mut [Tool]) -> (Left, u32) {
        let anna = self.game.anna.clone();
        self.site.answer(&anna, ANNA, "RESIGN");
        self.pass(tools);
        // What was claimed and not marked is due again.
        self.site.advance(20);
        self.pass(tools);
        disarm();
        (left(&mut self.site), self.crashes)
    }
}

fn in_chain_mode(kept: &mut Vec<Kept>, stop_at: Option<(Point, u32)>) -> (Left, u32) {
    let mut site = Postbox::new();
    site.invite(|new| {
        new.grace = Lapse::ZERO;
        new.dice = DiceMode::Chain;
    });
    site.sync();
    let mut tools = [Tool::new(ANNA), Tool::new(BRUNO)];
    for (index, tool) in tools.iter_mut().enumerate() {
        let invitation = site.letter_to(tool.address);
        if let Some(kept) = kept.get(index) {
            tool.keep(&invitation.raw);
            kept.put_back(tool);
        } else {
            let join = tool.join(&invitation);
            kept.push(Kept::of(tool, join));
        }
        site.answer(&invitation, tool.address, &kept[index].join);
    }
    let mut play = Play::begin(site, stop_at);
    play.pass(&mut tools);
    play.until_locked(&mut tools);
    for tool in &mut tools {
        let reply = tool.answer("").unwrap();
        tool.keep(&reply);
        play.site.deliver(&reply);
    }
    play.pass(&mut tools);
    play.end(&mut tools)
}

fn in_beacon_mode(stop_at: Option<(Point, u32)>) -> (Left, u32) {
    let mut site = Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
    fs::create_dir(site.path().join("beacon")).unwrap();
    site.clock = FixedClock::new(lock_time(ROUNDS[0]));
    site.invite(|new| {
        new.grace = Lapse::ZERO;
        new.dice = DiceMode::Beacon;
        new.margin = MARGIN;
    });
    site.sync();
    for address in [ANNA, BRUNO] {
        let invitation = site.letter_to(address);
        site.answer(&invitation, address, "ACCEPT");
    }
    let mut play = Play::begin(site, stop_at);
    play.pass(&mut []);
    play.until_locked(&mut []);
    play.site.clock = FixedClock::new(published(ROUNDS[0]));
    put(&play.site, ROUNDS[0], &relayed(ROUNDS[0]));
    play.pass(&mut []);
    play.end(&mut [])
}

/// Plays a match with a stop at every boundary, and compares it with one that was never stopped.
fn stop_everywhere(mut play: impl FnMut(Option<(Point, u32)>) -> (Left, u32)) {
    let (twin, none) = play(None);
    assert_eq!(none, 0);
    assert!(twin.log.contains("type: LOCK") && twin.log.contains("type: REPORT"));
    for (point, nth) in BOUNDARIES {
        let (left, crashes) = play(Some((point, nth)));
        assert_eq!(crashes, 1, "{point} {nth} was passed");
        compare(point, nth, &left, &twin);
    }
}

#[test]
fn a_machine_that_stops_in_chain_mode_leaves_what_its_twin_leaves() {
    let mut kept = Vec::new();
    stop_everywhere(|stop_at| in_chain_mode(&mut kept, stop_at));
}

#[test]
fn a_machine_that_stops_in_beacon_mode_leaves_what_its_twin_leaves() {
    stop_everywhere(in_beacon_mode);
}
