//! What would do in place of a refused line: the most similar order that is legal beside the good ones.

use crate::orders::likeness;

use super::{Asked, Position, ReadLine, Reading, Seat, Telling, Viewer, read_line};

/// So many refused lines of a text are offered what would do.
const MOST_LINES: usize = 10;

/// So many of the most similar orders are tried.
const MOST_TRIED: usize = 8;

/// What a refused line is about.
struct Subject<'a> {
    /// The line in canonical form where it could be read, else as written.
    written: &'a str,
    /// Its first word, if orders of the game begin with it.
    verb: Option<&'a str>,
    /// The unit that stands behind it, if the seat commands one of that name.
    unit: Option<&'a str>,
}

impl<'a> Subject<'a> {
    fn of<R: Telling>(rules: &R, view: &R::View, written: &'a str) -> Self {
        let is_prefix = |word: &&str| PREFIXES.iter().any(|own| word.eq_ignore_ascii_case(own));
        let mut words = written.split_whitespace().skip_while(is_prefix);
        let verb = words.next().filter(|verb| rules.is_verb(verb));
        // The first of several, as in `SD1,SD2`.
        let unit = words.next().and_then(|word| word.split(',').next());
        Self {
            written,
            verb,
            unit: unit.filter(|unit| rules.concerns(view, unit).is_some()),
        }
    }

    /// Tells whether an order in words begins with the same verb, if the line has one.
    fn has_verb_of(&self, order: &str) -> bool {
        let own = order.split_whitespace().next();
        self.verb
            .is_none_or(|verb| own.is_some_and(|own| own.eq_ignore_ascii_case(verb)))
    }
}

/// What may stand before an order in its line.
const PREFIXES: [&str; 2] = ["ADD", "CHECK"];

/// Says under refused lines which rule gives the choice, and what would do.
///
/// What is offered is of the line's verb and unit. Where there is no such order the refusal says so, and something
/// else is offered that the same unit could do, unless the line is refused for the others of its set alone. Only a line that would act but has no verb of what is asked is shown
/// an order that has.
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
    let asked: Vec<_> = position.asked(seat).collect();
    for line in bare {
        let written = line.canonical.first().unwrap_or(&line.text).clone();
        let subject = Subject::of(rules, &view, &written);
        let look_for = |subject: &Subject<'_>| {
            asked.iter().find_map(|asked| {
                let order = most_similar(rules, &view, asked, (good, subject))?;
                Some((*asked, order))
            })
        };
        let mut found = look_for(&subject);
        if found.is_none() && would_do_alone(rules, &view, &asked, &written) {
            continue;
        }
        if let (None, Some(verb), Some(unit), None) =
            (&found, subject.verb, subject.unit, &line.instead)
        {
            line.say_more(&format!(
                "no other {} of `{unit}` would do now",
                verb.to_uppercase()
            ));
            // What else that unit could do says more than what others could.
            found = look_for(&Subject {
                verb: None,
                ..subject
            });
        }
        let answered = found.as_ref().map(|(asked, _)| *asked);
        let Some(answered) = answered.or(asked.first().copied()) else {
            continue;
        };
        let question = rules.question(&view, &answered.decision);
        let instead = match (found, line.verdict, subject.verb) {
            (Some((_, order)), ..) => Some(order),
            (None, _, Some(verb))
                if rules.is_standing_verb(verb) || is_asked(rules, &view, &asked, verb) =>
            {
                None
            }
            _ => question.examples.into_iter().next(),
        };
        line.offer(question.rule, instead);
    }
}

/// Tells whether a line is refused for the other lines of its set alone, as its reason says.
fn would_do_alone<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &[&Asked<R::Decision>],
    written: &str,
) -> bool {
    let Ok(lines) = read_line(rules, view, written) else {
        return false;
    };
    let orders: Vec<R::Order> = lines.into_iter().map(|line| line.order).collect();
    let would_do = |asked: &&Asked<R::Decision>| {
        let verdicts = rules.check(view, &asked.decision, &orders);
        verdicts.iter().all(|verdict| !verdict.is_illegal())
    };
    asked.iter().any(would_do)
}

/// Tells whether orders of a verb answer what is asked.
fn is_asked<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &[&Asked<R::Decision>],
    verb: &str,
) -> bool {
    let begins = |order: &R::Order| {
        let text = rules.print(order);
        let own = text.split_whitespace().next();
        own.is_some_and(|own| own.eq_ignore_ascii_case(verb))
    };
    asked
        .iter()
        .any(|asked| rules.options(view, &asked.decision).iter().any(begins))
}

/// Finds the order most like a line, of its verb and unit, that is legal after the good lines of its set.
///
/// One that shares no word with the line is none that somebody could have meant.
fn most_similar<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &Asked<R::Decision>,
    (good, subject): (&[&R::Order], &Subject<'_>),
) -> Option<String> {
    let options = match subject.unit {
        Some(unit) => rules.choices(view, &asked.decision, unit)?,
        None => rules.options(view, &asked.decision),
    };
    let scored = options.into_iter().map(|order| {
        let text = rules.print(&order);
        (likeness(subject.written, &text), order, text)
    });
    let mut scored: Vec<_> = scored
        .filter(|(score, _, text)| *score > 0 && subject.has_verb_of(text))
        .collect();
    // Of equally similar ones the first stays first.
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    let fits = |order: &R::Order| {
        let mut set: Vec<R::Order> = good.iter().map(|order| (*order).clone()).collect();
        set.push(order.clone());
        let verdicts = rules.check(view, &asked.decision, &set);
        verdicts.last().is_some_and(|verdict| !verdict.is_illegal())
    };
    let mut tried = scored.into_iter().take(MOST_TRIED);
    let found =
        tried.find(|(_, order, text)| !text.eq_ignore_ascii_case(subject.written) && fits(order));
    found.map(|(_, _, text)| text)
}
