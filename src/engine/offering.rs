//! What would do in place of a refused line: the most similar order that is legal beside the good ones.

use crate::orders::{Common, behind_prefixes, likeness};

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
        let mut words = behind_prefixes(written).split_whitespace();
        let verb = words.next().filter(|verb| rules.is_verb(verb));
        // The first of several, as in `SD1,SD2` and `SD1-SD3`.
        let unit = words.next().and_then(|word| word.split(',').next());
        let unit = unit.map(|unit| match unit.split_once('-') {
            Some((first, _)) if rules.unit(view, unit).is_none() => {
                let is_unit = rules.unit(view, first).is_some();
                if is_unit { first } else { unit }
            }
            _ => unit,
        });
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

    /// Says that it is not the time for its verb, if no order that is asked for before the first turn begins so.
    fn comes_out_of_time<R: Telling>(
        &self,
        rules: &R,
        position: &Position<R>,
        view: &R::View,
        asked: &[&Asked<R::Decision>],
    ) -> Option<String> {
        let verb = self.verb.filter(|verb| !rules.is_standing_verb(verb))?;
        if rules.turn(position.state()) > 0 {
            return None;
        }
        let mut options = asked
            .iter()
            .flat_map(|asked| rules.options(view, &asked.decision))
            .map(|order| rules.print(&order))
            .peekable();
        let first = options.peek()?.split_whitespace().next()?.to_owned();
        let is_asked = options.any(|order| self.has_verb_of(&order));
        let verb = verb.to_uppercase();
        (!is_asked).then(|| format!("it is not the time for {verb}: {first} is asked for now"))
    }

    /// Tells whether an order in words begins with the same verb, if the line has one.
    fn has_verb_of(&self, order: &str) -> bool {
        let own = order.split_whitespace().next();
        self.verb
            .is_none_or(|verb| own.is_some_and(|own| own.eq_ignore_ascii_case(verb)))
    }
}

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
    let adds = reading.adds;
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
    let beside = Beside { good, adds };
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
            let mut is_sure = true;
            let found = asked.iter().find_map(|asked| {
                let similar = most_similar(rules, &view, asked, (&beside, subject));
                is_sure &= similar.is_sure;
                Some((*asked, similar.order?))
            });
            (found, is_sure)
        };
        let (mut found, is_sure) = look_for(&subject);
        if found.is_none() && would_do_alone(rules, &view, &asked, &written) {
            continue;
        }
        if found.is_none() && line.instead.is_none() {
            line.say_more_if(match misspelt {
                true => subject.comes_out_of_time(rules, position, &view, &asked),
                false => subject.has_none(rules).filter(|_| is_sure),
            });
            // What else that unit could do says more than what others could.
            if let Whom::Own(_) = subject.whom {
                (found, _) = look_for(&subject.of_any_verb());
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

/// The good lines of a set, beside which another order would stand.
struct Beside<'a, R: Telling> {
    good: &'a [&'a R::Order],
    /// Whether what is added may choose anew what one of them has chosen.
    adds: bool,
}

impl<R: Telling> Beside<'_, R> {
    /// Tells whether an order would do behind the good lines.
    fn fits(&self, rules: &R, view: &R::View, decision: &R::Decision, order: &R::Order) -> bool {
        let kept = self.good.iter().filter_map(|own| match self.adds {
            true => rules.rest_beside(own, order),
            false => Some((*own).clone()),
        });
        let set: Vec<R::Order> = kept.chain([order.clone()]).collect();
        let verdicts = rules.check(view, decision, &set);
        verdicts.last().is_some_and(|verdict| !verdict.is_illegal())
    }
}

/// What was found in place of a refused line.
struct Similar {
    /// The order, as a line.
    order: Option<String>,
    /// Whether all orders of that verb and unit were tried, so that there is none if none was found.
    is_sure: bool,
}

/// Finds the order most like a line, of its verb and unit, that is legal after the good lines of its set.
///
/// One that shares no word with the line is none that somebody could have meant.
fn most_similar<R: Telling>(
    rules: &R,
    view: &R::View,
    asked: &Asked<R::Decision>,
    (beside, subject): (&Beside<'_, R>, &Subject<'_>),
) -> Similar {
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
    let is_sure = scored.len() <= MOST_TRIED;
    // Of equally similar ones the first stays first.
    scored.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
    let mut tried = scored.into_iter().take(MOST_TRIED);
    let found = tried.find(|(_, order, text)| {
        !text.eq_ignore_ascii_case(subject.written)
            && beside.fits(rules, view, &asked.decision, order)
    });
    Similar {
        order: found.map(|(_, _, text)| text),
        is_sure,
    }
}
