//! Whole matches of Sign of the Pagan as text: each decision and its order, each roll and event, and
//! what both sides see, byte for byte as they were when they were last looked at.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use serde_json::Value;
use tesserarius::bot::Chance;
use tesserarius::engine::{
    Audience, Mode, PlayDice, Player, Rules, Seat, Table, Telling, Viewer, play,
};
use tesserarius::games::sign_of_the_pagan::decision::Decision;
use tesserarius::games::sign_of_the_pagan::event::Event;
use tesserarius::games::sign_of_the_pagan::options::OPTIONS;
use tesserarius::games::sign_of_the_pagan::order::Order;
use tesserarius::games::sign_of_the_pagan::state::{State, View};
use tesserarius::games::sign_of_the_pagan::{Commander, Game};
use tesserarius::ledger::hash::h;
use tesserarius::report::ascii;

use crate::support::terms::standard;

/// Turns after which a match is given up as endless.
const LONGEST: u32 = 30;

/// The text that grows while a match is played.
type Book = Rc<RefCell<String>>;

/// A player whose decisions are written down.
struct Recorded {
    seat: usize,
    player: Commander<Chance>,
    book: Book,
}

impl Player<Game> for Recorded {
    fn decide(&mut self, game: &Game, view: &View, mode: Mode, asked: &Decision) -> Option<Order> {
        let order = self.player.decide(game, view, mode, asked);
        let said = order
            .as_ref()
            .map_or("-".to_owned(), |order| game.print(order));
        let side = game.sides()[self.seat];
        writeln!(self.book.borrow_mut(), "{side}? {}: {said}", short(asked)).unwrap();
        order
    }
}

/// A decision without what the lines before it have told already.
fn short(decision: &Decision) -> String {
    let mut json = serde_json::to_value(decision).unwrap();
    let point = json.as_object_mut().unwrap();
    point.remove("placed");
    point.remove("declared");
    let words = point.iter().map(|(key, value)| match value {
        Value::String(word) if key == "point" => word.clone(),
        value => format!("{key} {value}"),
    });
    // The point first, whatever the alphabet says.
    let (points, rest): (Vec<_>, Vec<_>) = words.partition(|word| !word.contains(' '));
    points.into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

struct Witness(Book);

impl Audience<Game> for Witness {
    fn note(&mut self, game: &Game, event: Event, after: &State) {
        let mut book = self.0.borrow_mut();
        let ends = matches!(event, Event::ActivationEnded { .. } | Event::SetUp { .. });
        let closes = matches!(event, Event::TurnEnded { .. });
        writeln!(book, "{}", serde_json::to_string(&event).unwrap()).unwrap();
        if ends || closes {
            for seat in [Seat(0), Seat(1)] {
                look(
                    &mut book,
                    game,
                    &game.view(after, Viewer::Seat(seat)),
                    closes,
                );
            }
        }
    }
}

/// Writes what a side sees: what it alone knows, the map at the end of a turn, and a hash of it all.
fn look(book: &mut String, game: &Game, view: &View, whole: bool) {
    let side = view.side.unwrap();
    let json = serde_json::to_vec(view).unwrap();
    let hash = h("test.view", &[&json]).to_string();
    let own = serde_json::to_string(&view.hidden).unwrap();
    writeln!(
        book,
        "{} sees {} {own}",
        game.sides()[side as usize],
        &hash[..16]
    )
    .unwrap();
    if whole {
        let map = ascii::small(&game.board(view), &['H', 'R']);
        book.push_str(&map);
    }
}

fn playthrough(options: &[(&str, &str)], number: u64) -> String {
    let terms = standard(options);
    let game = Game::on(&terms).unwrap();
    let book = Book::default();
    for (name, value) in &terms.options {
        writeln!(book.borrow_mut(), "option {name} {value}").unwrap();
    }
    let players = [0, 1].map(|seat| -> Box<dyn Player<Game>> {
        let player = Commander::captain(Chance::of(number, game.sides()[seat]));
        let book = Rc::clone(&book);
        Box::new(Recorded { seat, player, book })
    });
    let mut dice = PlayDice::new(h("test.playthrough", &[&number.to_be_bytes()]));
    let mut witness = Witness(Rc::clone(&book));
    let table = Table::new(players.into());
    let played = play(&game, "standard", table, &mut dice, &mut witness, LONGEST).unwrap();
    writeln!(
        book.borrow_mut(),
        "{:?} in turn {}",
        played.outcome,
        played.turns
    )
    .unwrap();
    book.take()
}

fn golden(name: &str, text: &str) {
    assert!(text.len() < 300_000, "{name} has {} bytes", text.len());
    insta::with_settings!({ snapshot_path => "../golden/playthroughs", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn the_standard_battle_is_played_as_it_was() {
    golden("standard", &playthrough(&[], 1));
}

#[test]
fn a_battle_with_free_set_up_is_played_as_it_was() {
    golden("free-set-up", &playthrough(&[("opt_free_setup", "on")], 2));
}

#[test]
fn a_battle_by_all_other_readings_is_played_as_it_was() {
    // A deck of one's own is a file, and without cards there is less to see.
    let others = OPTIONS.iter().filter(|option| option.name != "deck");
    let others: Vec<(&str, &str)> = others
        .map(|option| (option.name, option.values.last().unwrap().key))
        .collect();
    golden("all-options", &playthrough(&others, 3));
}
