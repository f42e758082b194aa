//! What a text cannot do to what stands: take back what is not there, or file a plan of which a line is refused.

use crate::engine::{Reading, Seat, Wanted};
use crate::store::{StandingLine, Unit};

use super::intake::Arrived;
use super::pending::{put, standing_in_order};
use super::table::Table;
use super::{DeskError, ends};

/// Refuses the lines of a reading that take back what does not stand, and names the plans that stay where others are
/// refused; returns the words of the former.
///
/// What stands is what had arrived before the text.
pub(super) fn refuse(
    unit: &dyn Unit,
    table: &Table,
    (seat, arrived): (Seat, Option<Arrived>),
    reading: &mut Reading,
) -> Result<Vec<String>, DeskError> {
    let concerns = |wanted: &Wanted| matches!(wanted, Wanted::Cancel(_));
    if reading.spoilt_plans.is_empty() && !reading.wanted.iter().any(concerns) {
        return Ok(Vec::new());
    }
    let mut lines = standing_in_order(unit, &table.row.id, table.number(seat))?;
    if let Some(arrived) = arrived {
        let is_before =
            |line: &StandingLine| line.raw != Some(arrived.raw) && line.filed_at <= arrived.at;
        lines.retain(is_before);
    }
    let mut twin = table.play.copy();
    put(&lines, seat, &mut *twin);
    let mut taken: Vec<&String> = Vec::new();
    let mut idle: Vec<String> = Vec::new();
    for wanted in &reading.wanted {
        let Wanted::Cancel(words) = wanted else {
            continue;
        };
        let stands = match end_named(words) {
            Some(end) => ends::stands(&lines, end),
            None => !twin.cancel(seat, words).is_empty(),
        };
        if stands {
            taken.push(words);
        } else if !taken.contains(&words) {
            idle.push(words.clone());
        }
    }
    for words in &idle {
        let wish = Wanted::Cancel(words.clone());
        let reason = nothing_stands(words);
        let mut lines = reading.lines.iter_mut();
        while let Some(line) = lines.find(|line| line.asks_for(&wish)) {
            line.refuse_wish(&reason);
        }
        reading.wanted.retain(|wanted| *wanted != wish);
    }
    let standing = twin.standing(seat);
    for (number, title) in &reading.spoilt_plans {
        let older = format!("PLAN {title}");
        let is_head = |line: &&mut crate::engine::ReadLine| line.number == *number;
        let head = reading.lines.iter_mut().find(is_head);
        if let Some(head) = head.filter(|_| standing.contains(&older)) {
            head.add_to_refusal(format!(
                "the `{older}` that you filed before stays in force"
            ));
        }
    }
    Ok(idle)
}

/// Returns the end of the match that words name.
fn end_named(words: &str) -> Option<&'static str> {
    let first = words.split_whitespace().next().unwrap_or_default();
    let mut ends = [ends::RESIGN, ends::DRAW].into_iter();
    ends.find(|end| first.eq_ignore_ascii_case(end))
}

/// Says why words name nothing that could be taken back.
fn nothing_stands(words: &str) -> String {
    match end_named(words) {
        Some(ends::RESIGN) => return "this takes nothing back: you have not resigned".to_owned(),
        Some(_) => return "this takes nothing back: you offer no draw".to_owned(),
        None => {}
    }
    let named: Vec<&str> = words.split_whitespace().collect();
    let is = |word: &str, known: &[&str]| known.iter().any(|own| word.eq_ignore_ascii_case(own));
    let why = match named.as_slice() {
        [only] if is(only, &["STANDING"]) => "you have no standing line".to_owned(),
        [stand, number] if is(stand, &["STAND", "STANDING"]) && number.parse::<u16>().is_ok() => {
            format!("you have no standing line {number}")
        }
        [plan] if is(plan, &["PLAN"]) => "you have no plan".to_owned(),
        [plan, title @ ..] if is(plan, &["PLAN"]) => {
            format!("you have no plan for `{}`", title.join(" "))
        }
        _ => format!("no standing line of yours begins with `{words}`"),
    };
    format!(
        "this takes nothing back: {why} (SHOW STANDING lists what stands); an order of your set is taken back by \
         sending the whole set again without it"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_nothing_back_is_told_what_it_would_have_to_name() {
        for (words, why) in [
            ("resign", "you have not resigned"),
            ("DRAW", "you offer no draw"),
            ("STANDING", "you have no standing line ("),
            ("STAND 3", "you have no standing line 3 "),
            ("PLAN", "you have no plan ("),
            ("plan HUNS 2", "you have no plan for `HUNS 2`"),
            (
                "MOVE HM1",
                "no standing line of yours begins with `MOVE HM1`",
            ),
        ] {
            let told = nothing_stands(words);
            assert!(told.contains(why), "{words}: {told}");
        }
    }
}
