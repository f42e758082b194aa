//! Acts that lead a match to another position: it stands there at a stop of its own, and everybody is asked anew.

use std::collections::BTreeSet;

use crate::auditor::move_again;
use crate::engine::{Board, Known, NotCorrected, Viewer};
use crate::ledger::block::{Body as EntryBody, Void};
use crate::ledger::drand;
use crate::ledger::host;
use crate::ledger::names::Seat as LogSeat;
use crate::ledger::text::Text;
use crate::record::{Act, At, CorrectedFacts, Holder, InputKind, SeatNumber, Undone, Voided};
use crate::store::{DrawEnd, Life, Unit};

use super::way::way;
use crate::desk::book::Book;
use crate::desk::draw::append_run;
use crate::desk::ends::tell_to;
use crate::desk::run::{self, Ran};
use crate::desk::table::Table;
use crate::desk::world::side_of;
use crate::desk::{DeskError, Moment};

/// An act that was thought through, before anything of it has happened.
pub(in crate::desk) struct Planned {
    /// What it is.
    pub act: Act,
    /// What it changes, in words for everybody.
    pub difference: Vec<String>,
    /// Whether it needs the consent of the seats that the host does not play.
    pub needs_consent: bool,
    /// The match after it.
    play: Box<dyn crate::engine::Match>,
}

/// Thinks through how a match is taken back to a stop; without one, to the stop before.
pub(in crate::desk) fn undo(
    unit: &dyn Unit,
    table: &Table,
    (to, why): (Option<u64>, &Text),
) -> Result<Planned, DeskError> {
    let id = &table.row.id;
    let way = way(unit, id, table.stop)?;
    let last = match to {
        Some(to) => way.iter().position(|step| step.stop == to),
        None => (!way.is_empty()).then_some(0),
    };
    let Some(last) = last else {
        let known: Vec<String> = way.iter().map(|step| step.stop.to_string()).collect();
        return Err(DeskError::refused(match (to, known.is_empty()) {
            (Some(to), false) => format!(
                "match `{id}` cannot be taken back to stop {to}: it has come by the stops {}",
                known.join(", ")
            ),
            _ => format!("match `{id}` stands at its first stop: there is nothing to take back"),
        }));
    };
    let steps = &way[..=last];
    let mut draws: Vec<u64> = steps.iter().filter_map(|step| step.draw).collect();
    draws.sort_unstable();
    let act = Act::Undone(Undone {
        to: way[last].stop,
        draws,
        why: why.to_string(),
    });
    let play = moved(unit, table, &act)?;
    let mut difference = vec![format!(
        "The match goes back from stop {} (turn {}) to where it stood at stop {} (turn {}).",
        table.stop,
        table.play.turn(),
        way[last].stop,
        play.turn()
    )];
    let withdrawn = act.withdrawn();
    if !withdrawn.is_empty() {
        difference.push(format!(
            "{} withdrawn; {} dice are not used again, new ones come from later draws.",
            draws_are(withdrawn),
            if withdrawn.len() == 1 { "its" } else { "their" }
        ));
    }
    difference.extend(boards(table, &*play));
    Ok(Planned {
        needs_consent: !withdrawn.is_empty(),
        act,
        difference,
        play,
    })
}

/// Thinks through how the locked draw is called off. Before its round is published nobody knows the dice of a
/// beacon, so nobody has to agree.
pub(in crate::desk) fn void(
    unit: &dyn Unit,
    table: &Table,
    (book, why): (&Book, &Text),
    now: Moment,
) -> Result<Planned, DeskError> {
    let open = book.log().open_draw().ok_or_else(|| {
        DeskError::refused(format!(
            "no draw of match `{}` is locked: there is nothing to call off",
            table.row.id
        ))
    })?;
    let draw = open.lock.draw;
    let act = Act::Voided(Voided {
        draw,
        why: why.to_string(),
    });
    let play = moved(unit, table, &act)?;
    let is_unknown = |round| now.log_time().unix() < drand::time_of(round);
    Ok(Planned {
        needs_consent: !open.lock.round.is_some_and(is_unknown),
        act,
        difference: vec![format!(
            "Draw {draw} is called off: it gives no dice. What stop {} asked is asked again, and orders must be \
             sent again.",
            table.stop
        )],
        play,
    })
}

/// `Draw 3 is`, `Draws 3, 4 are`.
pub(in crate::desk) fn draws_are(draws: &[u64]) -> String {
    let numbers: Vec<String> = draws.iter().map(u64::to_string).collect();
    match draws.len() {
        1 => format!("Draw {} is", numbers[0]),
        _ => format!("Draws {} are", numbers.join(", ")),
    }
}

/// Thinks through how facts of the position are set anew.
pub(in crate::desk) fn correct(
    unit: &dyn Unit,
    table: &Table,
    (facts, eyes, why): (&[String], Option<Viewer>, &Text),
) -> Result<Planned, DeskError> {
    let corrected = table.play.copy().correct(facts, eyes);
    let corrected = corrected.map_err(|error| match error {
        NotCorrected::Hidden(_) => DeskError::refused(format!(
            "{error}: it is corrected at the shell of a site whose host does not play, and only there"
        )),
        _ => DeskError::refused(error.to_string()),
    })?;
    let seat = match corrected.known {
        Known::All => None,
        Known::Seat(seat) => Some(table.number(seat)),
    };
    let act = Act::Corrected(CorrectedFacts {
        facts: facts.to_vec(),
        seat,
        why: why.to_string(),
    });
    let play = moved(unit, table, &act)?;
    let mut difference = match corrected.known {
        Known::All => corrected
            .changes
            .iter()
            .map(|change| format!("{}: {} -> {}", change.fact, change.from, change.to))
            .collect(),
        Known::Seat(seat) => {
            let side = side_of(&table.players[seat.index()]);
            let named = corrected.changes.iter();
            named
                .map(|change| format!("{}: only {side} sees what it is", change.fact))
                .collect::<Vec<_>>()
        }
    };
    difference.extend(boards(table, &*play));
    Ok(Planned {
        needs_consent: false,
        act,
        difference,
        play,
    })
}

/// Makes the match as it stands after an act.
fn moved(
    unit: &dyn Unit,
    table: &Table,
    act: &Act,
) -> Result<Box<dyn crate::engine::Match>, DeskError> {
    let earlier = match act {
        Act::Undone(undone) => unit.position(&table.row.id, undone.to)?,
        Act::Corrected(_) | Act::Voided(_) => None,
    };
    let number = u32::try_from(table.stop + 1).expect("a match has few stops");
    move_again(&*table.play, act, number, |_| earlier).map_err(DeskError::refused)
}

/// Lists what stands elsewhere on the map that everybody sees.
fn boards(table: &Table, play: &dyn crate::engine::Match) -> Vec<String> {
    let (before, after) = (
        table.play.board(Viewer::Observer),
        play.board(Viewer::Observer),
    );
    let place = |board: &Board, id: &str| {
        let mut counters = board.counters.iter();
        let found = counters.find(|counter| counter.id == id);
        found.map_or_else(
            || "off the map".to_owned(),
            |counter| counter.hex.to_string(),
        )
    };
    let mut ids: Vec<&str> = before
        .counters
        .iter()
        .chain(&after.counters)
        .map(|counter| counter.id.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    let mut moves = Vec::new();
    for id in ids {
        let (from, to) = (place(&before, id), place(&after, id));
        if from != to {
            moves.push(format!("{id}: {from} -> {to}"));
        }
    }
    let (from, to) = (leaders(&before), leaders(&after));
    if from != to {
        moves.push(format!("leader: {from} -> {to}"));
    }
    moves
}

/// Says where the leaders are that are no counters of their own: alone, or with which units.
fn leaders(board: &Board) -> String {
    let alone = board.leaders.iter();
    let alone = alone.map(|(hex, name)| format!("{name} alone in {hex}"));
    let led = board.counters.iter().filter(|counter| counter.leader);
    let places: Vec<String> = alone
        .chain(led.map(|counter| format!("with {}", counter.id)))
        .collect();
    match places.is_empty() {
        true => "off the map".to_owned(),
        false => places.join(", "),
    }
}

/// Whose word an act is.
pub(in crate::desk) struct Consented<'a> {
    /// Whether the game master leads it, or the players.
    pub kind: InputKind,
    /// The seats that have agreed.
    pub agreed: &'a [SeatNumber],
    /// The seats that are silent and get somebody else.
    pub absent: &'a [SeatNumber],
}

/// Does what was thought through.
pub(in crate::desk) fn carry_out(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    planned: Planned,
    word: &Consented<'_>,
    now: Moment,
) -> Result<Ran, DeskError> {
    let Planned { act, play, .. } = planned;
    let seat = act.seat();
    let holder = seat.map_or(Holder::All, Holder::Owner);
    let at = (&table.row.id.clone(), table.stop);
    tell_to(unit, at, (word.kind, holder), (seat, &act.told()), now)?;
    let why: Text = act.why().parse().expect("a reason was read as plain text");
    append(unit, &table, book, (&act, why, word), now)?;
    let before = table.play.stand().before;
    table.play = play;
    stand(unit, table, book, (&act, before), now)
}

/// Appends what the dice log has to say of an act.
fn append(
    unit: &mut dyn Unit,
    table: &Table,
    book: &mut Book,
    (act, why, word): (&Act, Text, &Consented<'_>),
    now: Moment,
) -> Result<(), DeskError> {
    let seats: Vec<LogSeat> = book.log().seats().collect();
    let in_log = |numbers: &[SeatNumber]| -> BTreeSet<LogSeat> {
        let known = numbers.iter();
        let known =
            known.filter_map(|number| seats.get(usize::from(number.number()).wrapping_sub(1)));
        known.copied().collect()
    };
    let agree = in_log(word.agreed);
    let body = match act {
        Act::Voided(_) => {
            let void = host::void(book.log(), why, agree, in_log(word.absent))?;
            return voided(unit, table, book, void, now);
        }
        Act::Undone(undone) if undone.draws.is_empty() => return Ok(()),
        Act::Undone(undone) => (undone.draws.clone(), agree),
        Act::Corrected(_) => (Vec::new(), BTreeSet::new()),
    };
    let (undo, agree) = body;
    let correct = host::correct(last_report(unit, table)?, why, Vec::new(), undo, agree)?;
    book.append(unit, ("CORRECT", None), EntryBody::Correct(correct), now)
}

/// Appends a VOID; the match is not locked any more.
pub(in crate::desk) fn voided(
    unit: &mut dyn Unit,
    table: &Table,
    book: &mut Book,
    void: Void,
    now: Moment,
) -> Result<(), DeskError> {
    let (id, draw) = (&table.row.id, void.draw);
    book.append(unit, ("VOID", Some(draw)), EntryBody::Void(void), now)?;
    let entry = book.log().next_entry() - 1;
    unit.end_draw(id, draw, DrawEnd::Void, entry, now.stamp())?;
    Ok(unit.set_life(id, Life::Running, now.stamp())?)
}

/// Returns the entry of the last REPORT.
fn last_report(unit: &dyn Unit, table: &Table) -> Result<Option<u64>, DeskError> {
    for number in (1..unit.next_draw(&table.row.id)?).rev() {
        let draw = unit.draw(&table.row.id, number)?;
        if let Some((DrawEnd::Report, entry, _)) = draw.and_then(|draw| draw.ended) {
            return Ok(Some(entry));
        }
    }
    Ok(None)
}

/// Does an act once more whose input and entries stand in the record.
pub(in crate::desk) fn again(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    act: &Act,
    now: Moment,
) -> Result<Ran, DeskError> {
    let play = moved(unit, &table, act)?;
    let before = table.play.stand().before;
    table.play = play;
    stand(unit, table, book, (act, before), now)
}

/// Writes down where the match stands after an act, and opens the stop.
fn stand(
    unit: &mut dyn Unit,
    mut table: Table,
    book: &mut Book,
    (act, before): (&Act, Vec<(Viewer, Board)>),
    now: Moment,
) -> Result<Ran, DeskError> {
    let from = table.stop;
    let mut facts = table.play.stand();
    facts.before = before;
    let state = append_run(unit, &table, At::Stop(from), &facts)?;
    book.note_run(unit, from, state, now)?;
    // What a seat has said since then for good it has said all the same.
    match act {
        Act::Undone(undone) => unit.give_standing_back(&table.row.id, undone.to)?,
        Act::Voided(_) => unit.give_standing_back(&table.row.id, from)?,
        Act::Corrected(_) => {}
    }
    run::settle(unit, &mut table, book, from, now)?;
    Ok(Ran {
        table,
        facts,
        stop: from,
        draw: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::DryDice;
    use crate::games::{self, Terms};

    /// A board of a match whose sides have set up.
    fn board() -> Board {
        let entry = games::find("sign-of-the-pagan").expect("it is listed");
        let files = (entry.files)();
        let scenario = (entry.scenarios)(&files)
            .expect("the files are sound")
            .remove(0);
        let terms = Terms {
            scenario,
            options: Vec::new(),
            files,
        };
        let mut play = (entry.start)(&terms).expect("the terms are sound");
        for seat in [0, 1] {
            play.run(&mut DryDice);
            play.file(crate::engine::Seat(seat), "GO");
        }
        play.run(&mut DryDice);
        play.board(Viewer::Observer)
    }

    #[test]
    fn a_leader_that_is_no_counter_is_told_of_with_his_unit_or_alone() {
        let mut board = board();
        let unit = board.counters.iter().find(|counter| counter.leader);
        let unit = unit.expect("Attila is set up with a unit").id.clone();
        assert_eq!(leaders(&board), format!("with {unit}"));
        for counter in &mut board.counters {
            counter.leader = false;
        }
        assert_eq!(leaders(&board), "off the map");
        let hex = "1614".parse().expect("a hex");
        board.leaders.push((hex, "attila".to_owned()));
        assert_eq!(leaders(&board), "attila alone in 1614");
    }
}
