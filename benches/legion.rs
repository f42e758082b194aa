//! Random legal play of Legion: Player-Turns and plots, with and without its checks.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tesserarius::bot::{SelfPlay, Tally};
use tesserarius::games::{self, GameEntry, Terms};

fn main() {
    divan::main();
}

fn entry() -> &'static GameEntry {
    games::find("legion").expect("the game is listed")
}

/// The largest armies that meet often, by Player-Turns or by plots.
fn terms(simultaneous: &str) -> Terms {
    Terms {
        scenario: "chalons".to_owned(),
        options: vec![("19.0_simultaneous".to_owned(), simultaneous.to_owned())],
        files: (entry().files)(),
    }
}

fn play(terms: &Terms, bot: &str, checked: bool) -> Tally {
    let wanted = SelfPlay {
        games: 20,
        seed: "bench".to_owned(),
        bots: vec![bot.to_owned()],
        checked,
        told: false,
    };
    (entry().selfplay)(terms, &wanted).expect("the shipped game can be played")
}

fn twenty(bencher: Bencher<'_, '_>, simultaneous: &str, bot: &str, checked: bool) {
    let terms = terms(simultaneous);
    let actions = play(&terms, bot, checked).actions;
    bencher
        .counter(ItemsCount::new(actions))
        .bench(|| play(black_box(&terms), bot, checked));
}

/// Twenty matches by Player-Turns; an item is an order played.
#[divan::bench(args = [false, true], sample_count = 10)]
fn player_turns(bencher: Bencher<'_, '_>, checked: bool) {
    twenty(bencher, "off", "random", checked);
}

/// Twenty matches by plots.
#[divan::bench(args = [false, true], sample_count = 10)]
fn plots(bencher: Bencher<'_, '_>, checked: bool) {
    twenty(bencher, "on", "random", checked);
}

/// Twenty matches of the bot that knows its drill.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn drill(bencher: Bencher<'_, '_>) {
    twenty(bencher, "off", "drill", false);
}
