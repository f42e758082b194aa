//! Matches in the middle of a fight, for the pages that compose shots, attacks and standing lines.

use std::path::Path;

use serde_json::json;
use tesserarius::bot::{Chance, Sight};
use tesserarius::engine::{Aims, DrawDice, DryDice, Match, Offers, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;
use tesserarius::report::board::{self, MailTo};
use tesserarius::report::model::{Heading, Party, Report};
use tesserarius::report::templates::Templates;

use super::terms::{standard, terms};

/// A side that can shoot or strike, and the page from which it orders.
pub(crate) struct Fight {
    play: Box<dyn Match>,
    seat: Seat,
    heading: Heading,
    /// The page's name, without its ending.
    page: &'static str,
    /// Verbs that the orders of the page must have.
    verbs: &'static [&'static str],
    /// A unit and whom or what it strikes.
    blow: Option<(String, String)>,
}

/// Shots and blows of Legion, a charge of Sign of the Pagan.
pub(crate) fn all() -> [Fight; 3] {
    let daras = || {
        let on = [("16.0_facing", "on"), ("17.0_retreat", "on")];
        ("legion", terms("legion", "daras", &on))
    };
    let pagan = || ("sign-of-the-pagan", standard(&[]));
    [
        find("shots", daras(), &["FIRE", "DF", "HALF", "RETREAT"]),
        find("blows", daras(), &["MELEE", "DF", "HALF", "RETREAT"]),
        find(
            "charge",
            pagan(),
            &["SHOCK", "REACT", "EVADE", "COUNTER", "DEFAULT", "LOSS"],
        ),
    ]
}

/// Lets the game's correspondents play until the first of the verbs can be ordered.
fn find(page: &'static str, (game, terms): (&str, Terms), verbs: &'static [&'static str]) -> Fight {
    let entry = games::find(game).expect("the game is listed");
    let sides = (entry.sides)(&terms).expect("the scenario is sound");
    let mut play = (entry.start)(&terms).expect("the scenario is sound");
    play.run(&mut DryDice);
    let hire = |side: &String| (entry.correspondent)(&terms, Chance::of(1, side));
    let mut bots: Vec<_> = sides
        .iter()
        .map(|side| hire(side).expect("it is sound"))
        .collect();
    for number in 0_u64.. {
        for seat in play.stop().expect("nobody came to blows").seats {
            let offers = play.offers(seat);
            let blow = offers.iter().find_map(|offers| blow(&*play, seat, offers));
            let is_found = match verbs[0] {
                "FIRE" => offers.iter().any(shoots),
                _ => blow.is_some() && !offers.iter().any(shoots),
            };
            if is_found {
                // Who shoots does not strike as well.
                let blow = blow.filter(|_| verbs[0] != "FIRE");
                let heading = heading(&terms, entry.key, &sides);
                return Fight {
                    play,
                    seat,
                    heading,
                    page,
                    verbs,
                    blow,
                };
            }
            let lines = bots[seat.index()].lines(&Sight::of(&*play, seat));
            play.file(seat, &lines.expect("a sight is well formed").join("\n"));
        }
        let seed = h("test.fights", &[&number.to_be_bytes()]);
        play.run(&mut DrawDice::new(seed));
    }
    unreachable!("numbers do not end")
}

/// Tells whether somebody can shoot from where he stands.
fn shoots(offers: &Offers) -> bool {
    offers.verbs.fire.is_some() && offers.units.iter().any(|offer| !offer.shots.is_empty())
}

/// An attack of one unit on what stands next to it.
fn blow(play: &dyn Match, seat: Seat, offers: &Offers) -> Option<(String, String)> {
    let attack = offers.verbs.attack?;
    let board = play.board(Viewer::Seat(seat));
    let counter = |id: &String| board.counters.iter().find(|counter| counter.id == *id);
    let fighters = offers.units.iter().filter(|offer| offer.fights);
    for own in fighters.flat_map(|offer| &offer.units).filter_map(counter) {
        let is_near = |hex| board.layout.distance(own.hex, hex) == 1;
        for foe in board
            .counters
            .iter()
            .filter(|foe| foe.side != own.side && is_near(foe.hex))
        {
            let at = match offers.verbs.aims {
                Aims::Units => foe.id.clone(),
                Aims::Hexes => foe.hex.to_string(),
            };
            let line = attack.replace("{units}", &own.id).replace("{at}", &at);
            if !play.read(seat, &line).lines[0].verdict.is_bad() {
                return Some((own.id.clone(), at));
            }
        }
    }
    None
}

fn heading(terms: &Terms, game: &str, sides: &[String]) -> Heading {
    let party = |side: &String| Party {
        side: side.clone(),
        name: side.clone(),
    };
    Heading {
        id: "fight".to_owned(),
        game: game.to_owned(),
        title: game.to_owned(),
        scenario: terms.scenario.clone(),
        parties: sides.iter().map(party).collect(),
    }
}

impl Fight {
    /// Writes the page, and beside it what is to be struck.
    pub(crate) fn write(&self, folder: &Path) {
        let report = Report::present(&self.heading, &*self.play, Viewer::Seat(self.seat));
        let offers = self.play.offers(self.seat);
        let templates = Templates::new(&[]).expect("our own are sound");
        let page = board::page(&templates, &report, &offers, &MailTo::default());
        let file = |ending: &str| folder.join(format!("{}.{ending}", self.page));
        std::fs::write(file("html"), page.expect("our own are sound")).unwrap();
        std::fs::write(file("json"), json!(self.blow).to_string()).unwrap();
    }

    /// Takes every line that the page has put together as it stands.
    pub(crate) fn takes(&self, folder: &Path) {
        let text = std::fs::read_to_string(folder.join(format!("{}.txt", self.page))).unwrap();
        for verb in self.verbs {
            let mut lines = text.lines();
            assert!(lines.any(|line| line.starts_with(verb)), "{verb}: {text}");
        }
        let reading = self.play.read(self.seat, &text);
        assert_eq!(reading.lines.len(), text.lines().count(), "{text}");
        for line in &reading.lines {
            assert!(!line.verdict.is_bad(), "{line:?}");
        }
    }
}
