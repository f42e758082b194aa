//! Standing lines that the board puts together: whatever its forms can say is understood.

use tesserarius::engine::{DrawDice, DryDice, Ending, Form, Match, Seat, Viewer};
use tesserarius::games::{self, Terms};
use tesserarius::ledger::hash::h;

use super::support::terms::{standard, terms};

/// The options that bring standing lines of their own.
const RULES: [(&str, &str); 4] = [
    ("13.0_panic", "on"),
    ("16.0_facing", "on"),
    ("17.0_retreat", "on"),
    ("L1.1_square", "on"),
];

/// A match, set up by its defaults.
fn set_up(game: &str, terms: &Terms) -> Box<dyn Match> {
    let game = games::find(game).unwrap();
    let mut play = (game.start)(terms).unwrap();
    play.run(&mut DryDice);
    for _ in 0..2 {
        for seat in play.stop().unwrap().seats {
            play.file(seat, "GO");
            play.time_out(seat);
        }
        play.run(&mut DrawDice::new(h("test.board", &[])));
    }
    play
}

fn forms(play: &dyn Match, seat: Seat) -> Vec<Form> {
    let offers = play.offers(seat);
    offers
        .into_iter()
        .flat_map(|offers| offers.standing)
        .collect()
}

/// The lines of a form in which one thing is chosen otherwise than at first.
fn lines(form: &Form) -> Vec<String> {
    let whom = form.whom.iter().map(String::as_str);
    let mut choices = vec![("who", whom.collect::<Vec<_>>())];
    for choice in &form.choices {
        choices.push((
            choice.name,
            choice.words.iter().map(String::as_str).collect(),
        ));
    }
    let line = |chosen: &dyn Fn(usize) -> usize| {
        let mut line = form.line.to_owned();
        for (index, (name, words)) in choices.iter().enumerate() {
            if let Some(word) = words.get(chosen(index)) {
                line = line.replace(&format!("{{{name}}}"), word);
            }
        }
        line
    };
    let mut lines = vec![line(&|_| 0)];
    for (at, (_, words)) in choices.iter().enumerate() {
        for other in 1..words.len() {
            lines.push(line(&|index| if index == at { other } else { 0 }));
        }
    }
    lines
}

/// Reads every line that a seat's forms can make; returns the verbs.
fn understood(play: &dyn Match, seat: Seat) -> Vec<String> {
    let mut verbs = Vec::new();
    for form in forms(play, seat) {
        for line in lines(&form) {
            let hex = play.board(Viewer::Seat(seat)).counters[0].hex;
            let line = line.replace("{hexes}", &hex.to_string());
            assert!(!line.contains(['{', '}']), "{line}");
            let reading = play.read(seat, &line);
            let verdict = reading.lines[0].verdict;
            assert!(!verdict.is_bad(), "{line}: {reading:?}");
            verbs.push(line.split(' ').next().unwrap().to_owned());
        }
    }
    verbs.sort_unstable();
    verbs.dedup();
    verbs
}

#[test]
fn what_the_forms_of_sign_of_the_pagan_say_is_understood() {
    let play = set_up("sign-of-the-pagan", &standard(&[]));
    let huns = understood(&*play, Seat(0));
    let verbs = [
        "ASK", "ATTILA", "COUNTER", "DEFAULT", "EVADE", "FLEE", "LOSS", "REACT", "STAND",
    ];
    assert_eq!(huns, verbs);
    let romans = understood(&*play, Seat(1));
    assert!(!romans.contains(&"ATTILA".to_owned()), "{romans:?}");
}

#[test]
fn what_the_forms_of_legion_say_is_understood() {
    let play = set_up("legion", &terms("legion", "daras", &RULES));
    let byzantines = understood(&*play, Seat(0));
    assert_eq!(byzantines, ["DF", "HALF", "PANIC", "RETREAT"]);
    let play = set_up("legion", &terms("legion", "pharsalus", &RULES));
    let romans = understood(&*play, Seat(0));
    assert!(romans.contains(&"STAND".to_owned()), "{romans:?}");
}

#[test]
fn rules_that_are_off_bring_no_forms_and_nobody_files_when_the_battle_is_over() {
    let mut play = set_up("legion", &terms("legion", "daras", &[]));
    assert_eq!(understood(&*play, Seat(1)), ["DF", "HALF"]);
    play.end(Ending::DrawAgreed);
    assert!(forms(&*play, Seat(1)).is_empty());
}
