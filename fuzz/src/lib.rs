//! What the fuzz targets share: a world to read mails in, and tables to read orders at.

use tesserarius::engine::{Match, Seat};
use tesserarius::games::{self, Terms};
use tesserarius::mail::explain::Explanation;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, Hold, read};
use tesserarius::mail::world_file::FileWorld;

/// The players, tokens and verbs of the sample mails.
pub fn world() -> FileWorld {
    FileWorld::from_json(include_str!("../../tests/mail/world.json")).expect("the world is sound")
}

/// Reads and explains a mail; the reader must not have to be caught.
pub fn read_mail(raw: &[u8], world: &FileWorld) {
    let reading = read(raw, &[], world, &Limits::default());
    if let Disposition::Quarantine(holds) = &reading.disposition {
        assert!(!holds.contains(&Hold::ReaderFailed), "the reader panicked");
    }
    let explained = Explanation::of(&reading);
    assert!(!explained.text().is_empty());
}

/// Lays out the first scenario of a game.
pub fn table(game: &str) -> Box<dyn Match> {
    let game = games::find(game).expect("the game is there");
    let files = (game.files)();
    let scenario = (game.scenarios)(&files).expect("the files are sound")[0].clone();
    let terms = Terms {
        scenario,
        options: Vec::new(),
        files,
    };
    (game.start)(&terms).expect("the match starts")
}

/// Reads and judges a text as each seat of a table, and works out its first line's odds.
pub fn read_orders(raw: &[u8], table: &dyn Match) {
    let text = String::from_utf8_lossy(raw);
    for seat in 0..table.sides().len() as u8 {
        let _ = table.read(Seat(seat), &text);
        let line = text.lines().next().unwrap_or_default();
        let _ = table.read_line(Seat(seat), line);
        let _ = table.odds(Seat(seat), line, &[]);
    }
}
