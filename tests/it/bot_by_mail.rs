//! Bots that play by mail: their letters are clean, few, and written from their own side's view.

use serde_json::Value;
use tesserarius::bot::{Chance, Correspondent, Sight};
use tesserarius::engine::{DrawDice, DryDice, Ended, Match, Outcome, Seat, StopFacts};
use tesserarius::engine::{Ending, Pick};
use tesserarius::games::{self, GameEntry, Terms};
use tesserarius::ledger::hash::h;

use crate::support::laws::matches;

/// Turns after which a match is given up as endless.
const LONGEST: u32 = 30;

/// A match by mail on its way.
struct Post {
    entry: &'static GameEntry,
    terms: Terms,
    play: Box<dyn Match>,
    bots: Vec<Box<dyn Correspondent>>,
    number: u64,
    draws: u64,
    letters: u32,
}

impl Post {
    fn open(number: u64) -> Self {
        let entry = games::find("sign-of-the-pagan").expect("the game is listed");
        let terms = Terms {
            scenario: "standard".to_owned(),
            options: Vec::new(),
            files: (entry.files)(),
        };
        let sides = (entry.sides)(&terms).expect("the scenario is sound");
        let bots = sides.iter().map(|side| {
            let bot = (entry.correspondent)(&terms, Chance::of(number, side));
            bot.expect("the game is sound")
        });
        let bots = bots.collect();
        let mut play = (entry.start)(&terms).expect("the scenario is sound");
        play.run(&mut DryDice);
        Self {
            entry,
            terms,
            play,
            bots,
            number,
            draws: 0,
            letters: 0,
        }
    }

    /// Lets a bot answer what it sees.
    fn letter(&mut self, seat: Seat, sight: &Sight) -> Vec<String> {
        let lines = self.bots[seat.index()].lines(sight);
        lines.expect("a sight is well formed")
    }

    /// Takes the letters of all that are asked and runs on.
    fn turn_over(&mut self, stop: &StopFacts) {
        for &seat in &stop.seats {
            let sight = Sight::of(&*self.play, seat);
            let lines = self.letter(seat, &sight);
            self.letters += 1;
            let reading = self.play.file(seat, &lines.join("\n"));
            assert!(!reading.is_bad(), "stop {}: {reading:?}", stop.number);
            assert!(self.play.answers(seat), "stop {}: {lines:?}", stop.number);
        }
        self.draws += 1;
        let parts = [self.number.to_be_bytes(), self.draws.to_be_bytes()];
        let mut dice = DrawDice::new(h("test.post", &[&parts[0], &parts[1]]));
        let ran = self.play.run(&mut dice);
        assert_ne!(ran.ended, Ended::NeedsDice, "this run had dice");
    }

    /// Returns the match as it would be if the other side hid other markers.
    fn masked(&self, viewer: Seat, pick: &mut Chance) -> Box<dyn Match> {
        let mut saved: Value = serde_json::from_str(&self.play.save()).expect("it is JSON");
        let hider = 1 - viewer.index();
        let own = [
            ["huns", "ostrogoths", "allies"],
            ["romans", "visigoths", "alans"],
        ][hider];
        let hidden = &mut saved["state"]["hidden"][hider];
        for list in ["chosen", "cup"] {
            let markers = hidden[list].as_array_mut().expect("markers are a list");
            for marker in markers {
                *marker = Value::from(own[pick.pick(own.len())]);
            }
        }
        (self.entry.restore)(&self.terms, &saved.to_string()).expect("it can be played on")
    }
}

#[test]
fn letters_are_clean_and_few_and_lead_to_an_end() {
    let (mut letters, mut turns) = (0, 0);
    for number in 0..matches(2, 50) {
        let mut post = Post::open(number);
        while let Some(stop) = post.play.stop() {
            assert!(post.play.turn() <= LONGEST, "match {number} has no end");
            post.turn_over(&stop);
        }
        let ending = post.play.ending();
        assert!(
            matches!(
                ending,
                Some(Ending::Played(Outcome::Win(_) | Outcome::Draw))
            ),
            "match {number}: {ending:?}"
        );
        letters += post.letters;
        turns += post.play.turn();
    }
    // Two for the markers, one for each of the ten activations, and now and then a question.
    assert!(letters <= 14 * turns, "{letters} letters in {turns} turns");
}

#[test]
fn letters_do_not_hang_on_what_the_other_side_hides() {
    let mut chance = Chance::of(7, "masks");
    let mut compared = 0;
    for number in 0..matches(1, 20) {
        let mut post = Post::open(number);
        let mut twins = Post::open(number);
        while let Some(stop) = post.play.stop().filter(|_| post.play.turn() <= 3) {
            for &seat in &stop.seats {
                let masked = post.masked(seat, &mut chance);
                let plain = Sight::of(&*post.play, seat);
                compared += u32::from(masked.save() != post.play.save());
                let sight = Sight::of(&*masked, seat);
                assert_eq!(sight, plain, "stop {}", stop.number);
                let lines = twins.letter(seat, &sight);
                let again = post.letter(seat, &plain);
                assert_eq!(lines, again, "stop {}", stop.number);
                post.play.file(seat, &lines.join("\n"));
            }
            post.draws += 1;
            let parts = [post.number.to_be_bytes(), post.draws.to_be_bytes()];
            post.play
                .run(&mut DrawDice::new(h("test.post", &[&parts[0], &parts[1]])));
        }
    }
    assert!(compared > 10, "nothing was hidden");
}

#[test]
fn the_same_seed_writes_the_same_letters() {
    let letters = |number| {
        let mut post = Post::open(number);
        let mut written = Vec::new();
        while let Some(stop) = post.play.stop().filter(|_| post.play.turn() <= 1) {
            for &seat in &stop.seats {
                let sight = Sight::of(&*post.play, seat);
                let lines = post.letter(seat, &sight);
                post.play.file(seat, &lines.join("\n"));
                written.push(lines);
            }
            let mut dice = DrawDice::new(h("test.post", &[&written.len().to_be_bytes()]));
            post.play.run(&mut dice);
        }
        written
    };
    assert_eq!(letters(3), letters(3));
}
