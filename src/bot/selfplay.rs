//! Matches between bots at one table: how they end, and how much was played.

use std::collections::BTreeMap;

use crate::engine::{
    Audience, Outcome, PlayDice, Player, Random, Rules, SetupError, Table, Telling, play,
};
use crate::ledger::hash::{Hash, h};

use super::chronicle::Chronicler;
use super::{Chance, Page};

/// What is wanted: so many matches from a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfPlay {
    /// How many matches.
    pub games: u32,
    /// The seed of dice and bots; the same seed plays the same matches.
    pub seed: String,
    /// The bots in the order of the sides, over again where there are more sides than bots. After
    /// each match everybody moves on by one seat.
    pub bots: Vec<String>,
    /// Whether the game's invariants are checked after every event.
    pub checked: bool,
    /// Whether the first match is written down as its seats saw it.
    pub told: bool,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tally {
    /// Matches played.
    pub games: u32,
    /// Matches that came to an end of their own.
    pub finished: u32,
    /// Game turns in all.
    pub turns: u64,
    /// Orders in all.
    pub actions: u64,
    /// How many matches ended how: the key of the winning side, or `draw`.
    pub outcomes: BTreeMap<String, u32>,
    /// How many matches each bot won.
    pub wins: BTreeMap<String, u32>,
    /// The first match as its seats saw it, where that was wanted.
    pub pages: Vec<Page>,
}

/// A bot of a game.
pub struct Bot<R: Rules> {
    /// The name that commands take.
    pub key: &'static str,
    /// Seats it, with its own stream of choices.
    pub sit: fn(Chance) -> Box<dyn Player<R>>,
}

impl<R: Rules> Bot<R> {
    /// The bot that every game has: any legal order.
    pub const RANDOM: Self = Self {
        key: "random",
        sit: |pick| Box::new(Random { pick }),
    };
}

/// Plays the matches that are wanted; each is given up when `longest` turns are over.
///
/// # Errors
/// What is wrong with the scenario, or that there is no such bot.
///
/// # Panics
/// If a bot gives an illegal order, or an invariant does not hold.
pub fn selfplay<R: Telling>(
    rules: &R,
    scenario: &str,
    bots: &[Bot<R>],
    wanted: &SelfPlay,
    longest: u32,
) -> Result<Tally, SetupError> {
    let bots: Vec<_> = wanted
        .bots
        .iter()
        .map(|key| find(bots, key))
        .collect::<Result<_, _>>()?;
    if bots.is_empty() {
        return Err(SetupError(vec!["name a bot for the seats".to_owned()]));
    }
    let mut tally = Tally {
        wins: bots.iter().map(|bot| (bot.key.to_owned(), 0)).collect(),
        ..Tally::default()
    };
    for number in 0..wanted.games {
        let seed = |purpose: &str| seed(&wanted.seed, number, purpose);
        let seated = |seat: usize| bots[(seat + number as usize) % bots.len()];
        let seats = rules.sides().into_iter().enumerate();
        let players = seats.map(|(seat, side)| (seated(seat).sit)(Chance::new(seed(side))));
        let table = Table::new(players.collect());
        let mut dice = PlayDice::new(seed("dice"));
        let mut unchecked = Nobody;
        let mut checked = Inspector;
        let mut chronicler = match wanted.told && number == 0 {
            true => Some(Chronicler::new(rules, rules.setup(scenario)?.0)),
            false => None,
        };
        let audience: &mut dyn Audience<R> = match &mut chronicler {
            Some(chronicler) => chronicler,
            None if wanted.checked => &mut checked,
            None => &mut unchecked,
        };
        let played = play(rules, scenario, table, &mut dice, audience, longest)?;
        tally
            .pages
            .extend(chronicler.into_iter().flat_map(|told| told.finish(rules)));
        tally.games += 1;
        tally.turns += u64::from(played.turns);
        tally.actions += played.actions;
        if let Some(outcome) = played.outcome {
            tally.finished += 1;
            *tally.outcomes.entry(key(rules, outcome)).or_default() += 1;
            if let Outcome::Win(seat) = outcome {
                let winner = seated(seat.index()).key.to_owned();
                *tally.wins.entry(winner).or_default() += 1;
            }
        }
    }
    Ok(tally)
}

fn find<'a, R: Rules>(bots: &'a [Bot<R>], key: &str) -> Result<&'a Bot<R>, SetupError> {
    bots.iter().find(|bot| bot.key == key).ok_or_else(|| {
        let known: Vec<_> = bots.iter().map(|bot| bot.key).collect();
        SetupError(vec![format!(
            "there is no bot `{key}`; there is {}",
            known.join(", ")
        )])
    })
}

fn key<R: Rules>(rules: &R, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(seat) => rules.sides()[seat.index()].to_owned(),
        Outcome::Draw => "draw".to_owned(),
    }
}

fn seed(seed: &str, number: u32, purpose: &str) -> Hash {
    let parts: [&[u8]; 3] = [seed.as_bytes(), &number.to_be_bytes(), purpose.as_bytes()];
    h("tessera1.selfplay", &parts)
}

/// An audience that does not look.
struct Nobody;

impl<R: Rules> Audience<R> for Nobody {
    fn note(&mut self, _: &R, _: R::Event, _: &R::State) {}
}

/// An audience that insists on the game's invariants.
struct Inspector;

impl<R: Rules> Audience<R> for Inspector {
    fn note(&mut self, rules: &R, event: R::Event, after: &R::State) {
        if let Err(wrong) = rules.invariants(after) {
            panic!("after {event:?}: {wrong}");
        }
    }
}
