//! What a seat is told to everything that it may ask while nothing runs.

use tesserarius::engine::{Match, Seat, Viewer};

/// Everything that a seat can ask about a position, answered: its lines judged as `CHECK` judges them, odds, legal
/// orders, units, map, questions.
pub(crate) fn answers(play: &dyn Match, seat: Seat, lines: &[String]) -> Vec<String> {
    let board = play.board(Viewer::Seat(seat));
    let units: Vec<&str> = board
        .counters
        .iter()
        .map(|counter| counter.id.as_str())
        .collect();
    let mut told = vec![
        play.asked(seat),
        play.view(Viewer::Seat(seat)),
        format!("{:?}", play.questions(seat)),
        format!("{:?}", play.offers(seat)),
        format!("{:?}", play.standing(seat)),
        format!("{:?}", play.legal(seat, &units)),
        format!("{board:?}"),
    ];
    told.extend(
        units
            .iter()
            .map(|unit| format!("{:?}", play.unit(seat, unit))),
    );
    for line in lines {
        told.push(format!("{line}: {:?}", play.read(seat, line)));
        told.push(format!("{line}: {:?}", play.odds(seat, line, &[])));
    }
    told.push(format!("{:?}", play.read(seat, &lines.join("\n"))));
    told
}
