//! What would do in place of a refused line: the most similar order that is legal beside the good ones.

use crate::orders::{Common, likeness};

use super::{
    Asked, Judged, LineKind, Position, ReadLine, Reading, Seat, Telling, Verdict, Viewer, read_line,
};

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
    /// Of whom the line speaks.
    whom: Whom<'a>,
}

/// Of whom a line speaks.
#[derive(Clone, Copy)]
enum Whom<'a> {
    /// A unit that the seat commands.
    Own(&'a str),
    /// A unit of somebody else, or none that there is: nothing that the seat could order would be meant.
    Nobody,
    /// It names no unit behind its verb.
    Unsaid,
}

impl<'a> Subject<'a> {
    fn of<R: Telling>(rules: &R, view: &R::View, written: &'a str, line: &ReadLine) -> Self {
        let is_prefix = |word: &&str| PREFIXES.iter().any(|own| word.eq_ignore_ascii_case(own));
        let mut words = written.split_whitespace().skip_while(is_prefix);
        let verb = words.next().filter(|verb| rules.is_verb(verb));
        // The first of several, as in `SD1,SD2`.
        let unit = words.next().and_then(|word| word.split(',').next());
        let pointed = line.text.get(line.about.start..line.about.end);
        let is_misread = |unit: &str| {
            line.verdict == Judged::Unreadable
                && pointed.is_some_and(|pointed| pointed.split(',').next() == Some(unit))
                && unit.bytes().any(|byte| byte.is_ascii_digit())
        };
        let whom = match unit {
            Some(unit) if rules.concerns(view, unit).is_some() => Whom::Own(unit),
            Some(unit) if rules.unit(view, unit).is_some() || is_misread(unit) => Whom::Nobody,
            _ => Whom::Unsaid,
        };
        Self {
            written,
            verb,
            whom,
        }
    }

    /// Leaves the verb open.
    fn of_any_verb(&self) -> Self {
        Self {
            verb: None,
            ..*self
        }
    }

    /// Says that no order of its verb and unit would do; nothing if it has no verb, or one that answers later.
    fn has_none<R: Telling>(&self, rules: &R) -> Option<String> {
        let verb = self.verb.filter(|verb| !rules.is_standing_verb(verb))?;
        let verb = verb.to_uppercase();
        match self.whom {
            Whom::Own(unit) => Some(format!("no other {verb} of `{unit}` would do now")),
            Whom::Unsaid => Some(format!("no other {verb} would do now")),
            Whom::Nobody => None,
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
/// What is offered is of the line's verb and unit. Where there is no such order the refusal says so and something else is
/// offered that the same unit could do, unless the line is refused for the others of its set alone; where it names no
/// unit of the seat nothing is. Only a line that has no verb at all is shown an order of what is asked. A misspelt line
/// breaks no rule: what it may have meant is offered if that would do, else the refusal says why not.
pub(super) fn offer_what_would_do<R: Telling>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
    good: &[&R::Order],
    reading: &mut Reading,
) {
    let lines = reading.filed.iter_mut().chain(&mut reading.lines);
    let is_bare = |line: &&mut ReadLine| {
        let misspelt = line.verdict == Judged::Unreadable;
        let lacks = misspelt || line.rule.is_none() || line.instead.is_none();
        line.verdict.is_bad() && !line.planned && !line.stands && !line.is_pause() && lacks
    };
    let mut bare = lines.filter(is_bare).take(MOST_LINES).peekable();
    if bare.peek().is_none() {
        return;
    }
    let view = rules.view(position.state(), Viewer::Seat(seat));
    let asked: Vec<_> = position.asked(seat).collect();
    let Some(first) = asked.first() else {
        return;
    };
    for line in bare {
        let misspelt = line.verdict == Judged::Unreadable;
        if misspelt && let Some(meant) = line.instead.clone() {
            if let Some(because) = why_not(rules, &view, &asked, &meant) {
                line.withdraw(&because);
            }
            continue;
        }
        let written = line.canonical.first().unwrap_or(&line.text).clone();
        let subject = Subject::of(rules, &view, &written, line);
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
        if found.is_none() && line.instead.is_none() {
            line.say_more_if(subject.has_none(rules));
            // What else that unit could do says more than what others could.
            if let Whom::Own(_) = subject.whom {
                found = look_for(&subject.of_any_verb());
            }
        }
        let answered = found.as_ref().map_or(*first, |(asked, _)| *asked);
        let question = rules.question(&view, &answered.decision);
        let instead = match (found, subject.verb) {
            (Some((_, order)), _) => Some(order),
            (None, Some(_)) => None,
            (None, None) => question.examples.into_iter().next(),
        };
        line.offer((!misspelt).then_some(question.rule), instead);
    }
}

/// Tells why a line would be refused, read and judged as it stands; nothing if it would do.
fn why_not<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &[&Asked<R::Decision>],
    line: &str,
) -> Option<String> {
    if Common::read(line).is_some() {
        return None;
    }
    let lines = match read_line(rules, view, line) {
        Ok(lines) => lines,
        Err(diagnostic) => return Some(diagnostic.message),
    };
    if lines
        .iter()
        .all(|line| rules.kind(&line.order) == LineKind::Standing)
    {
        return None;
    }
    let orders: Vec<R::Order> = lines.into_iter().map(|line| line.order).collect();
    let mut refusals = asked.iter().map(|asked| {
        let verdicts = rules.check(view, &asked.decision, &orders);
        verdicts.into_iter().find_map(|verdict| match verdict {
            Verdict::Illegal(illegal) => Some(illegal),
            Verdict::Legal | Verdict::Open(_) => None,
        })
    });
    let first = refusals.next()??;
    refusals
        .all(|refusal| refusal.is_some())
        .then(|| format!("{} ({})", first.because, first.rule))
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

/// Finds the order most like a line, of its verb and unit, that is legal after the good lines of its set.
///
/// One that shares no word with the line is none that somebody could have meant.
fn most_similar<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &Asked<R::Decision>,
    (good, subject): (&[&R::Order], &Subject<'_>),
) -> Option<String> {
    let ahead = rules.ahead(&asked.decision);
    let decisions = std::iter::once(&asked.decision).chain(&ahead);
    let options = decisions.flat_map(|decision| match subject.whom {
        Whom::Own(unit) => rules.choices(view, decision, unit).unwrap_or_default(),
        Whom::Unsaid => rules.options(view, decision),
        Whom::Nobody => Vec::new(),
    });
    let scored = options.map(|order| {
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
