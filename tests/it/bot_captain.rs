//! The captain of Sign of the Pagan at one table: stronger than the steady one, and repeatable.

use tesserarius::bot::{SelfPlay, Tally};
use tesserarius::games::{self};

use crate::support::laws::matches;
use crate::support::terms::standard;

fn play(bots: &[&str], games: u32, seed: &str) -> Tally {
    let entry = games::find("sign-of-the-pagan").expect("the game is listed");
    let terms = standard(&[]);
    let wanted = SelfPlay {
        games,
        seed: seed.to_owned(),
        bots: bots.iter().map(|&bot| bot.to_owned()).collect(),
        checked: true,
        told: false,
    };
    (entry.selfplay)(&terms, &wanted).expect("the shipped game can be played")
}

#[test]
fn the_captain_beats_the_steady_one_sides_changed() {
    let games = matches(10, 100) as u32;
    // His weights were found on other seeds than these.
    let seeds = ["marne", "troyes", "mauriacus"];
    for seed in &seeds[..matches(1, 3) as usize] {
        let tally = play(&["captain", "steady"], games, seed);
        println!("seed {seed}: {tally:?}");
        assert_eq!(tally.finished, games);
        let won = u64::from(tally.wins["captain"]);
        // So few matches as the sample has may go worse than many.
        let percent = matches(60, 70);
        assert!(
            won * 100 >= percent * u64::from(games),
            "seed {seed}: {tally:?}"
        );
    }
}

#[test]
fn the_same_seed_gives_the_captains_the_same_match() {
    let one = || play(&["captain"], 1, "again");
    assert_eq!(one(), one());
}
