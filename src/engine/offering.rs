//! What would do in place of a refused line: the most similar order that is legal beside the good ones.

use crate::orders::likeness;

use super::{Asked, Position, ReadLine, Reading, Seat, Telling, Viewer};

/// So many refused lines of a text are offered what would do.
const MOST_LINES: usize = 10;

/// So many of the most similar orders are tried.
const MOST_TRIED: usize = 8;

/// A question of the open stop with everything that could be answered.
struct Choice<'a, R: Telling> {
    asked: &'a Asked<R::Decision>,
    options: Vec<(R::Order, String)>,
}

/// Says under refused lines which rule gives the choice, and what would do.
pub(super) fn offer_what_would_do<R: Telling>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
    good: &[&R::Order],
    reading: &mut Reading,
) {
    let lines = reading.filed.iter_mut().chain(&mut reading.lines);
    let is_bare = |line: &&mut ReadLine| {
        let lacks = line.rule.is_none() || line.instead.is_none();
        line.verdict.is_bad() && !line.planned && !line.stands && !line.is_pause() && lacks
    };
    let mut bare = lines.filter(is_bare).take(MOST_LINES).peekable();
    if bare.peek().is_none() {
        return;
    }
    let view = rules.view(position.state(), Viewer::Seat(seat));
    let choice = |asked| Choice {
        asked,
        options: options(rules, &view, asked),
    };
    let choices: Vec<Choice<'_, R>> = position.asked(seat).map(choice).collect();
    for line in bare {
        let written = line.canonical.first().unwrap_or(&line.text).clone();
        let found = choices.iter().find_map(|choice| {
            let order = most_similar(rules, &view, choice, (good, &written))?;
            Some((choice, order))
        });
        let choice = found.as_ref().map(|(choice, _)| *choice);
        if let Some(choice) = choice.or(choices.first()) {
            let question = rules.question(&view, &choice.asked.decision);
            let example = || question.examples.into_iter().next();
            line.offer(
                question.rule,
                found.map(|(_, order)| order).or_else(example),
            );
        }
    }
}

fn options<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &Asked<R::Decision>,
) -> Vec<(R::Order, String)> {
    let options = rules.options(view, &asked.decision).into_iter();
    let printed = |order| {
        let text = rules.print(&order);
        (order, text)
    };
    options.map(printed).collect()
}

/// Finds the order most like a line that is legal after the good lines of its set.
///
/// One of the same unit comes first, with the same verb if there is one; one that shares no word with the line is none
/// that somebody could have meant.
fn most_similar<R: Telling>(
    rules: &R,
    view: &R::View,
    choice: &Choice<'_, R>,
    (good, written): (&[&R::Order], &str),
) -> Option<String> {
    let mut words = written.split_whitespace();
    let verb = words.next();
    let of_unit = words.next().and_then(|unit| rules.concerns(view, unit));
    let kinship = |order: &R::Order, text: &str| {
        let own = text.split_whitespace().next();
        let has_verb =
            verb.is_some_and(|verb| own.is_some_and(|own| own.eq_ignore_ascii_case(verb)));
        let is_of_unit = of_unit.as_ref().is_some_and(|concerns| concerns(order));
        (is_of_unit, has_verb)
    };
    let scored = choice.options.iter();
    let mut scored: Vec<_> = scored
        .map(|(order, text)| (likeness(written, text), order, text))
        .filter(|(score, ..)| *score > 0)
        .map(|(score, order, text)| ((kinship(order, text), score), order, text))
        .collect();
    // Of equally similar ones the first stays first.
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    let fits = |order: &R::Order| {
        let mut set: Vec<R::Order> = good.iter().map(|order| (*order).clone()).collect();
        set.push(order.clone());
        let verdicts = rules.check(view, &choice.asked.decision, &set);
        verdicts.last().is_some_and(|verdict| !verdict.is_illegal())
    };
    let mut tried = scored.into_iter().take(MOST_TRIED);
    let found = tried.find(|(_, order, text)| !text.eq_ignore_ascii_case(written) && fits(order));
    found.map(|(_, _, text)| text.clone())
}
