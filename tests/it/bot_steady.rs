//! The steady bot of Sign of the Pagan at one table: strength, endings, repeatability.

use tesserarius::bot::Chance;
use tesserarius::engine::{
    Audience, Outcome, PlayDice, Played, Player, Random, Rules, Seat, Table, play,
};
use tesserarius::games::sign_of_the_pagan::event::{Event, Round};
use tesserarius::games::sign_of_the_pagan::options::OPTIONS;
use tesserarius::games::sign_of_the_pagan::state::State;
use tesserarius::games::sign_of_the_pagan::{Commander, Game};
use tesserarius::ledger::hash::{Hash, h};

use crate::support::laws::matches;
use crate::support::terms::standard;

/// Turns within which two steady bots have an end.
const LONGEST: u32 = 30;

fn game(options: &[(&str, &str)]) -> Game {
    Game::on(&standard(options)).expect("the shipped game is sound")
}

/// What there is to see of a match.
#[derive(Default)]
struct Chronicle {
    shocks: u32,
    /// Shock combats of each turn, and whether it was played to its end.
    turns: Vec<u32>,
    eliminated: [u8; 2],
    digest: Vec<u8>,
}

impl Audience<Game> for Chronicle {
    fn note(&mut self, game: &Game, event: Event, after: &State) {
        if let Err(wrong) = game.invariants(after) {
            panic!("after {event:?}: {wrong}");
        }
        match &event {
            Event::ShockJoined {
                round: Round::First,
                ..
            } => self.shocks += 1,
            Event::TurnEnded { .. } => self.turns.push(std::mem::take(&mut self.shocks)),
            _ => {}
        }
        self.eliminated = after.open.eliminated;
        serde_json::to_writer(&mut self.digest, &event).expect("events are plain data");
    }
}

fn seed(number: u64) -> Hash {
    h("test.steady", &[&number.to_be_bytes()])
}

/// Plays match `number` between these two.
fn battle(game: &Game, number: u64, players: [Box<dyn Player<Game>>; 2]) -> (Played, Chronicle) {
    let mut chronicle = Chronicle::default();
    let mut dice = PlayDice::new(seed(number));
    let table = Table::new(players.into());
    let played = play(game, "standard", table, &mut dice, &mut chronicle, LONGEST);
    (played.expect("the scenario is sound"), chronicle)
}

fn steady(number: u64, purpose: &str) -> Box<dyn Player<Game>> {
    Box::new(Commander::steady(Chance::of(number, purpose)))
}

fn random(number: u64, purpose: &str) -> Box<dyn Player<Game>> {
    let pick = Chance::of(number, purpose);
    Box::new(Random { pick })
}

#[test]
fn steady_beats_chance_from_either_side() {
    let game = game(&[]);
    let count = matches(4, 50);
    let mut won = 0;
    for number in 0..count {
        let (played, _) = battle(
            &game,
            number,
            [steady(number, "hun"), random(number, "roman")],
        );
        won += u64::from(played.outcome == Some(Outcome::Win(Seat(0))));
        let (played, _) = battle(
            &game,
            number,
            [random(number, "hun"), steady(number, "roman")],
        );
        won += u64::from(played.outcome == Some(Outcome::Win(Seat(1))));
    }
    assert!(won * 100 >= 95 * 2 * count, "{won} of {}", 2 * count);
}

#[test]
fn two_steady_bots_fight_every_turn_and_end_by_losses() {
    let game = game(&[]);
    let count = matches(6, 100);
    let (mut shocks, mut turns) = (0, 0);
    for number in 0..count {
        let (played, seen) = battle(
            &game,
            number,
            [steady(number, "hun"), steady(number, "roman")],
        );
        assert!(played.outcome.is_some(), "match {number} has no end");
        // 14.0: the battle ends with the turn in which a side has lost more than twelve units.
        assert!(
            seen.eliminated.iter().any(|&lost| lost > 12),
            "match {number}"
        );
        assert!(
            seen.turns.iter().all(|&shocks| shocks > 0),
            "match {number}: {:?}",
            seen.turns
        );
        shocks += seen.turns.iter().sum::<u32>();
        turns += seen.turns.len() as u32;
    }
    assert!(shocks >= 3 * turns, "{shocks} combats in {turns} turns");
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let game = game(&[]);
    let digest = |number| {
        let players = [steady(number, "hun"), steady(number, "roman")];
        battle(&game, number, players).1.digest
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

#[test]
fn steady_plays_by_every_reading_of_the_rules() {
    // A deck of one's own is a file that this test has not got.
    let others: Vec<(&str, &str)> = OPTIONS
        .iter()
        .flat_map(|option| {
            option.values[1..]
                .iter()
                .map(|value| (option.name, value.key))
        })
        .filter(|(_, value)| *value != "NAME.toml")
        .collect();
    let all: Vec<(&str, &str)> = others
        .iter()
        .enumerate()
        .filter(|&(index, other)| others[..index].iter().all(|earlier| earlier.0 != other.0))
        .map(|(_, &other)| other)
        .collect();
    let mut agreed = vec![all];
    let single = others.iter().map(|&other| vec![other]);
    agreed.extend(single.take(matches(0, others.len() as u64) as usize));
    for options in agreed {
        let game = game(&options);
        let (played, _) = battle(&game, 1, [steady(1, "hun"), steady(1, "roman")]);
        assert!(played.actions > 100, "{options:?}");
    }
}
