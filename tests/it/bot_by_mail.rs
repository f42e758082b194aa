//! Bots that play by mail: their letters are clean, few, and written from their own side's view.

use serde_json::Value;
use tesserarius::bot::{Chance, Correspondent, Sight, Study};
use tesserarius::engine::{DrawDice, DryDice, Ended, Match, Outcome, Seat, StopFacts};
use tesserarius::engine::{Ending, Pick};
use tesserarius::games::sign_of_the_pagan::{Commander, Game, Habit};
use tesserarius::games::{self, GameEntry, Terms};
use tesserarius::ledger::hash::h;

use crate::support::laws::matches;
use crate::support::terms::standard;

/// Turns after which a match is given up as endless.
const LONGEST: u32 = 30;

/// The stops at which the sides set up, before the first turn.
const SET_UP: u32 = 2;

/// A match by mail on its way.
struct Post {
    entry: &'static GameEntry,
    terms: Terms,
    play: Box<dyn Match>,
    bots: Vec<Box<dyn Correspondent>>,
    number: u64,
    draws: u64,
    letters: u32,
    /// Shock combats that were declared.
    combats: u32,
}

/// Sits a correspondent down for one side.
type Hire = fn(&Terms, Chance) -> Box<dyn Correspondent>;

/// Whom the demo has.
fn shipped(terms: &Terms, chance: Chance) -> Box<dyn Correspondent> {
    let entry = games::find("sign-of-the-pagan").expect("the game is listed");
    (entry.correspondent)(terms, chance).expect("the game is sound")
}

fn hired(terms: &Terms, writer: Commander<Chance>) -> Box<dyn Correspondent> {
    let rules = Game::on(terms).expect("the game is sound");
    Box::new(Study { rules, writer })
}

/// The captain, with a letter for each activation.
fn each_activation(terms: &Terms, chance: Chance) -> Box<dyn Correspondent> {
    let captain = Commander::captain(chance).writing(Habit::EachActivation);
    hired(terms, captain)
}

/// The captain, with plans on his side.
fn with_plans(terms: &Terms, chance: Chance) -> Box<dyn Correspondent> {
    hired(terms, Commander::captain(chance).writing(Habit::Plans))
}

fn steady(terms: &Terms, chance: Chance) -> Box<dyn Correspondent> {
    hired(terms, Commander::steady(chance))
}

impl Post {
    fn open(number: u64, hire: Hire) -> Self {
        let entry = games::find("sign-of-the-pagan").expect("the game is listed");
        let terms = standard(&[]);
        let sides = (entry.sides)(&terms).expect("the scenario is sound");
        let bots = sides
            .iter()
            .map(|side| hire(&terms, Chance::of(number, side)));
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
            combats: 0,
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
        let events: Vec<Value> = serde_json::from_str(&ran.public.events).expect("it is JSON");
        let declared = events
            .iter()
            .filter(|event| event["what"] == "shock_joined" && event["round"] == "first");
        self.combats += declared.count() as u32;
    }

    /// Plays on to the end, and counts.
    fn play_out(mut self) -> Exchanges {
        let mut count = Exchanges::default();
        while let Some(stop) = self.play.stop() {
            let number = self.number;
            assert!(self.play.turn() <= LONGEST, "match {number} has no end");
            let before = self.letters;
            self.turn_over(&stop);
            if stop.number > SET_UP {
                count.letters += self.letters - before;
            }
        }
        let ending = self.play.ending();
        let played = matches!(
            ending,
            Some(Ending::Played(Outcome::Win(_) | Outcome::Draw))
        );
        assert!(played, "match {}: {ending:?}", self.number);
        count.turns = self.play.turn();
        count.combats = self.combats;
        count
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

/// What a match by mail took, its set-up not counted.
#[derive(Debug, Default, Clone, Copy)]
struct Exchanges {
    /// Letters written by either side.
    letters: u32,
    turns: u32,
    combats: u32,
}

/// Counts over a number of matches, and says what came of them.
fn exchanges(hire: Hire, matches: u64) -> Exchanges {
    let mut all = Exchanges::default();
    for number in 0..matches {
        let one = Post::open(number, hire).play_out();
        all.letters += one.letters;
        all.turns += one.turns;
        all.combats += one.combats;
    }
    println!("{matches} matches: {all:?}");
    assert!(all.combats >= 3 * all.turns, "too little fighting: {all:?}");
    all
}

#[test]
fn with_plans_on_both_sides_a_turn_takes_at_most_seven_exchanges() {
    let all = exchanges(with_plans, matches(2, 20));
    assert!(all.letters <= 7 * all.turns, "{all:?}");
}

#[test]
fn with_a_letter_for_each_activation_a_turn_takes_at_most_eleven_exchanges() {
    let all = exchanges(each_activation, matches(2, 20));
    assert!(all.letters <= 11 * all.turns, "{all:?}");
}

#[test]
fn letters_of_the_steady_one_are_clean_and_few() {
    // Two for the markers, one for each of the ten activations, and now and then a question.
    let all = exchanges(steady, matches(1, 50));
    assert!(all.letters <= 14 * all.turns, "{all:?}");
}

#[test]
fn letters_do_not_hang_on_what_the_other_side_hides() {
    let mut chance = Chance::of(7, "masks");
    let mut compared = 0;
    for number in 0..matches(4, 20) {
        let mut post = Post::open(number, shipped);
        let mut twins = Post::open(number, shipped);
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
        let mut post = Post::open(number, shipped);
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
