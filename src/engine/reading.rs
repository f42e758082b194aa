//! Reading what a seat sent: lines parsed, judged as one set, and told back.

use std::collections::BTreeMap;

use super::comments::may_have_comment;
use super::position::Position;
use super::printing::print_line;
use super::rivals::name_rivals;
use super::slips::slip;
use super::wanted::wanted;
use super::{
    Accepted, Asked, Judged, Line, LineId, LineKind, LineOf, Mode, Plan, ReadLine, Reading, Rules,
    Seat, Viewer, Wanted,
};
use crate::orders::{Common, Cursor, Diagnostic, Guard, Item, Patience, Sheet, Span, is_talk};

/// As many plans for the same can wait for their turn.
const MOST_PLANS: i32 = 9;

/// As many orders can stand behind each other's `ELSE`.
const MOST_ALTERNATIVES: usize = 8;

/// Reads a text for a seat and judges it as one set: with the lines filed before if it adds to them.
///
/// What is added may choose anew what a filed line has chosen, which then gives way, unless the new choice is refused.
pub fn read<R: Rules>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
    (filed, text): (&[String], &str),
) -> (Reading, Accepted<R>) {
    let (mut reading, accepted) = read_once(rules, position, seat, (filed, text));
    if reading.adds {
        name_rivals(rules, position, seat, (filed, text), &mut reading);
    }
    (reading, accepted)
}

/// Reads and judges a text; what of the filed lines stands in the way of others is not told.
pub(super) fn read_once<R: Rules>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
    (filed, text): (&[String], &str),
) -> (Reading, Accepted<R>) {
    let view = rules.view(position.state(), Viewer::Seat(seat));
    let sheet = Sheet::read(text);
    let before = if sheet.adds() { filed } else { &[] };
    let mut refused: BTreeMap<usize, ReadLine> = BTreeMap::new();
    loop {
        let asked = position.asked(seat).cloned().collect();
        let mut reader = Reader::new(rules, view.clone(), asked);
        let standing = &position.wishes(seat).standing;
        reader.standing = standing.iter().map(|line| line.order.clone()).collect();
        reader.reading.adds = sheet.adds();
        reader.read_filed(before);
        reader.read(&sheet);
        // What was refused in place of an older choice leaves that in force, and keeps its own reason.
        let is_left = |slot: &usize| !refused.contains_key(slot);
        reader.actions.retain(|(slot, _)| is_left(slot));
        let mut anew = reader.choose_anew(before.len());
        reader.judge();
        for (&slot, line) in &refused {
            reader.reading.lines[slot] = line.clone();
        }
        anew.retain(|&slot| reader.reading.lines[slot].verdict.is_bad());
        if anew.is_empty() {
            let new = reader.reading.lines.split_off(before.len());
            reader.reading.filed = std::mem::replace(&mut reader.reading.lines, new);
            return (reader.reading, reader.accepted);
        }
        refused.extend(anew.into_iter().map(|slot| {
            let mut line = reader.reading.lines[slot].clone();
            line.remarks.clear();
            (slot, line)
        }));
    }
}

/// Reads a text that was in force before, which needs no judging.
pub(super) fn read_in_force<R: Rules>(rules: &R, view: &R::View, text: &str) -> Accepted<R> {
    let mut reader = Reader::new(rules, view.clone(), Vec::new());
    reader.is_in_force = true;
    reader.read(&Sheet::read(text));
    let actions = std::mem::take(&mut reader.actions)
        .into_iter()
        .map(|(_, line)| line);
    Accepted {
        actions: actions.collect(),
        ..reader.accepted
    }
}

/// Reads one line, with its guard and its alternative; a group gives several.
///
/// # Errors
/// A [`Diagnostic`] for the player.
pub fn read_line<R: Rules>(
    rules: &R,
    view: &R::View,
    text: &str,
) -> Result<Vec<LineOf<R>>, Diagnostic> {
    read_part(rules, view, (text, 0), Cursor::new(text))
}

/// Reads one order of a line and what stands behind its `ELSE`; `behind` counts those that it stands behind itself.
fn read_part<R: Rules>(
    rules: &R,
    view: &R::View,
    (text, behind): (&str, usize),
    cursor: Cursor<'_>,
) -> Result<Vec<LineOf<R>>, Diagnostic> {
    if behind > MOST_ALTERNATIVES {
        return Err(Diagnostic::new(
            cursor.here(),
            format!(
                "a line has at most {MOST_ALTERNATIVES} orders behind `ELSE`, and this is one more: leave out \
                 what hardly ever comes to pass, or write a line with a condition for each case"
            ),
        ));
    }
    let (mut main, otherwise) = cursor.split_else();
    let ahead = match main.eat_word("IF") {
        true => {
            let first = main.here();
            let guard = read_guard(rules, view, &mut main)?;
            let span = main.since(first);
            if main.is_at("THEN") {
                main.next();
            }
            Some((guard, span))
        }
        false => None,
    };
    let orders = rules.parse(view, &mut main)?;
    let guard = match ahead {
        Some(guard) => Some(guard),
        None => read_condition(rules, view, &mut main)?,
    };
    main.end()?;
    if let Some((guard, span)) = &guard {
        for order in &orders {
            may_ask(rules, guard, *span, Some(order))?;
        }
    }
    let guard = guard.map(|(guard, _)| guard);
    let otherwise = match otherwise {
        Some(part) => Some(read_alternative(
            rules,
            view,
            (text, behind + 1),
            part,
            &orders,
        )?),
        None => None,
    };
    let line = |order| Line {
        id: LineId(0),
        text: text.to_owned(),
        guard: guard.clone(),
        order,
        otherwise: otherwise.clone(),
    };
    Ok(orders.into_iter().map(line).collect())
}

/// A condition, and where it stands in its line.
type Condition<R> = (Guard<<R as Rules>::Fact>, Span);

/// Reads the condition behind an order, if there is one.
fn read_condition<R: Rules>(
    rules: &R,
    view: &R::View,
    cursor: &mut Cursor<'_>,
) -> Result<Option<Condition<R>>, Diagnostic> {
    let unless = cursor.is_at("UNLESS");
    if !cursor.eat_word("IF") && !cursor.eat_word("UNLESS") {
        return Ok(None);
    }
    let first = cursor.here();
    let guard = read_guard(rules, view, cursor)?;
    let guard = match unless {
        true => Guard::Not(Box::new(guard)),
        false => guard,
    };
    Ok(Some((guard, cursor.since(first))))
}

/// Checks that every term of a condition can be asked of the order that hangs on it.
fn may_ask<R: Rules>(
    rules: &R,
    guard: &Guard<R::Fact>,
    span: Span,
    order: Option<&R::Order>,
) -> Result<(), Diagnostic> {
    let mut objection = None;
    guard.map(&mut |fact| {
        if objection.is_none() {
            objection = rules.objection(fact, order);
        }
    });
    match objection {
        Some(because) => Err(Diagnostic::new(span, because)),
        None => Ok(()),
    }
}

/// Reads what stands behind ELSE: one order, which acts if the first one acts and stands if it stands.
fn read_alternative<R: Rules>(
    rules: &R,
    view: &R::View,
    (text, behind): (&str, usize),
    part: Cursor<'_>,
    orders: &[R::Order],
) -> Result<Box<LineOf<R>>, Diagnostic> {
    let at = part.here();
    let refuse = |message: &str| Err(Diagnostic::new(at, message));
    let mut lines = read_part(rules, view, (text, behind), part)?;
    let (Some(line), true) = (lines.pop(), lines.is_empty()) else {
        return refuse("one order stands behind `ELSE`; this gives several: write a line for each");
    };
    let [first] = orders else {
        return refuse(
            "`ELSE` belongs to one order; this line gives several: write a line for each",
        );
    };
    match (rules.kind(first), rules.kind(&line.order)) {
        (LineKind::Action, LineKind::Standing) => {
            refuse("the line acts now, but what stands behind `ELSE` would answer later decisions")
        }
        (LineKind::Standing, LineKind::Action) => {
            refuse("the line answers later decisions, but what stands behind `ELSE` acts now")
        }
        _ => Ok(Box::new(line)),
    }
}

fn read_guard<R: Rules>(
    rules: &R,
    view: &R::View,
    cursor: &mut Cursor<'_>,
) -> Result<Guard<R::Fact>, Diagnostic> {
    Guard::parse(cursor, &mut |cursor| rules.parse_fact(view, cursor))
}

/// A text being read for a seat.
pub(super) struct Reader<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) view: R::View,
    pub(super) asked: Vec<Asked<R::Decision>>,
    pub(super) reading: Reading,
    pub(super) accepted: Accepted<R>,
    /// Action lines by slot, before judging.
    pub(super) actions: Vec<(usize, LineOf<R>)>,
    /// What the seat's standing lines say already.
    pub(super) standing: Vec<R::Order>,
    /// Whether the text was in force before and is only put back.
    pub(super) is_in_force: bool,
    /// Where the text says PASS for the first time.
    pub(super) passed: Option<usize>,
    patience: Patience,
    given_up: bool,
}

impl<'a, R: Rules> Reader<'a, R> {
    fn new(rules: &'a R, view: R::View, asked: Vec<Asked<R::Decision>>) -> Self {
        Self {
            rules,
            view,
            asked,
            reading: Reading {
                lines: Vec::new(),
                adds: false,
                filed: Vec::new(),
                wanted: Vec::new(),
                plans: Vec::new(),
                spoilt_plans: Vec::new(),
                lacks: None,
                unread: 0,
            },
            accepted: Accepted {
                actions: Vec::new(),
                standing: Vec::new(),
                plans: Vec::new(),
                pauses: Vec::new(),
                pass: false,
                lets_go: false,
            },
            actions: Vec::new(),
            standing: Vec::new(),
            is_in_force: false,
            passed: None,
            patience: Patience::default(),
            given_up: false,
        }
    }

    /// Reads lines that were filed before, each of which has its place even if it means nothing any more.
    fn read_filed(&mut self, lines: &[String]) {
        for (text, number) in lines.iter().zip(1..) {
            match Common::read(text) {
                Some(Ok(Common::PauseIf(guard))) => self.pause(number, text, guard.span),
                // What is added stands before the end of the list.
                Some(_) => {
                    self.note(number, text, Judged::Noted);
                }
                None => self.game_line(number, text),
            }
        }
    }

    fn read(&mut self, sheet: &Sheet<'_>) {
        self.reading.unread = sheet.unread.len();
        for item in &sheet.items {
            if self.given_up {
                self.reading.unread += 1;
                continue;
            }
            if let Item::Game(line) | Item::Common(line, _) = item
                && may_have_comment(item)
                && let Some(diagnostic) = self.order_in_comment(line.text)
            {
                self.unreadable(line.number, line.text, &diagnostic);
                continue;
            }
            match item {
                Item::Game(line) => self.game_line(line.number, line.text),
                Item::Common(line, common) => self.common(line.number, line.text, common),
                Item::Plan { head, name, lines } => {
                    let lines: Vec<_> = lines.iter().map(|line| (line.number, line.text)).collect();
                    self.plan((head.number, head.text), name.span, &lines);
                }
                Item::Message { head, to, text } => {
                    self.note(head.number, head.text, Judged::Noted);
                    let wanted = Wanted::Message(to.text.to_owned(), text.join("\n"));
                    self.reading.wanted.push(wanted);
                }
                Item::Bad(line, diagnostic) if diagnostic.span.start > 0 && is_talk(line.text) => {
                    self.note(line.number, line.text, Judged::Talk);
                }
                Item::Bad(line, diagnostic) => self.unreadable(line.number, line.text, diagnostic),
            }
        }
    }

    fn note(&mut self, number: u32, text: &str, verdict: Judged) -> usize {
        self.reading.lines.push(ReadLine {
            number,
            text: text.to_owned(),
            verdict,
            canonical: Vec::new(),
            ways: Vec::new(),
            remarks: Vec::new(),
            rule: None,
            reason: None,
            instead: None,
            planned: false,
            stands: false,
            about: Span::default(),
            drawing: None,
        });
        self.reading.lines.len() - 1
    }

    fn unreadable(&mut self, number: u32, text: &str, diagnostic: &Diagnostic) {
        let slot = self.note(number, text, Judged::Unreadable);
        self.reading.lines[slot].refuse(Judged::Unreadable, diagnostic.clone());
        self.given_up = !self.patience.bad();
    }

    fn game_line(&mut self, number: u32, text: &str) {
        let lines = match read_line(self.rules, &self.view, text) {
            Ok(lines) => lines,
            Err(_) if let Some(diagnostic) = slip(self.rules, &self.view, text) => {
                return self.unreadable(number, text, &diagnostic);
            }
            Err(_) if self.is_no_order(text) => {
                self.note(number, text, Judged::Talk);
                return;
            }
            Err(diagnostic) => return self.unreadable(number, text, &diagnostic),
        };
        self.patience.good();
        let slot = self.note(number, text, Judged::Legal);
        let mut standing = Vec::new();
        for mut line in lines {
            self.settle_line(slot, &mut line);
            self.reading.lines[slot]
                .canonical
                .push(print_line(self.rules, &line));
            match self.rules.kind(&line.order) {
                LineKind::Standing => standing.push(line),
                LineKind::Action => self.actions.push((slot, line)),
            }
        }
        if !standing.is_empty() {
            let line = &mut self.reading.lines[slot];
            line.verdict = Judged::Standing;
            line.stands = true;
            self.judge_standing(slot, standing);
        }
    }

    /// Puts what is found now in place of what a line leaves to be found.
    fn settle_line(&mut self, slot: usize, line: &mut LineOf<R>) {
        if let Some(settled) = self.rules.settled(&self.view, &line.order)
            && let [order] = settled.ways.as_slice()
        {
            line.order = order.clone();
            self.reading.lines[slot].remarks.extend(settled.remarks);
        }
        if let Some(other) = &mut line.otherwise {
            self.settle_line(slot, other);
        }
    }

    fn common(&mut self, number: u32, text: &str, common: &Common<'_>) {
        if matches!(common, Common::Ask(_)) {
            return self.game_line(number, text);
        }
        if let Common::PauseIf(guard) = common {
            return self.pause(number, text, guard.span);
        }
        let is_prefix =
            matches!(common, Common::Add | Common::Check) && Cursor::new(text).nth(1).is_some();
        // What stands behind ADD has a place of its own.
        if !is_prefix {
            let slot = self.note(number, text, Judged::Noted);
            if matches!(common, Common::Pass) {
                self.passed.get_or_insert(slot);
            }
        }
        self.accepted.pass |= matches!(common, Common::Pass);
        self.accepted.lets_go |= matches!(common, Common::Go);
        self.reading.wanted.extend(wanted(common));
    }

    /// Tells whether a line that cannot be read was not meant as an order at all.
    fn is_no_order(&self, text: &str) -> bool {
        let verb = Cursor::new(text).next();
        !verb.is_some_and(|verb| self.rules.is_verb(verb.text)) && is_talk(text)
    }

    /// Reads a PAUSE outside of plans: it belongs to the list that is asked for.
    fn pause(&mut self, number: u32, text: &str, guard: Span) {
        match self.read_pause(text, guard) {
            Ok(guard) => {
                let slot = self.note(number, text, Judged::Noted);
                if self.is_in_force || self.asked.iter().any(|asked| asked.mode == Mode::List) {
                    self.accepted.pauses.push(guard);
                } else {
                    self.reading.lines[slot].leave_idle(
                        "a PAUSE stops a list of orders, and none is asked of you now; it can \
                         stand inside a PLAN",
                    );
                }
            }
            Err(diagnostic) => self.unreadable(number, text, &diagnostic),
        }
    }

    fn read_pause(&self, text: &str, span: Span) -> Result<Guard<R::Fact>, Diagnostic> {
        let mut cursor = Cursor::within(text, span);
        let guard = read_guard(self.rules, &self.view, &mut cursor)?;
        cursor.end()?;
        may_ask(self.rules, &guard, span, None)?;
        Ok(guard)
    }

    fn plan(&mut self, (number, text): (u32, &str), name: Span, lines: &[(u32, &str)]) {
        let first = self.reading.lines.len();
        let mut plan = Plan {
            name: String::new(),
            number: 1,
            lines: Vec::new(),
            pauses: Vec::new(),
        };
        match self.plan_name(text, name) {
            Ok((name, place)) => {
                self.note(number, text, Judged::Noted);
                name.clone_into(&mut plan.name);
                plan.number = place;
            }
            Err(diagnostic) => {
                self.unreadable(number, text, &diagnostic);
                for &(number, text) in lines {
                    self.note(number, text, Judged::Standing);
                }
                self.spoil_plan(first, "the plan around it is refused");
                return;
            }
        }
        for &(number, text) in lines {
            match self.order_in_comment(text) {
                Some(diagnostic) => self.unreadable(number, text, &diagnostic),
                None => self.plan_line(&mut plan, number, text),
            }
        }
        let spoilt = self.reading.lines[first..].iter();
        let mut spoilt = spoilt.filter(|line| line.verdict.is_bad());
        if let Some(bad) = spoilt.next() {
            let because = format!("line {} of its plan is refused", bad.number);
            let whole = format!(
                "nothing of this plan is filed, since line {} of it is refused: send the whole plan again",
                bad.number
            );
            self.spoil_plan(first, &because);
            let head = &mut self.reading.lines[first];
            head.refuse(Judged::Illegal, Diagnostic::new(name, whole));
            self.reading.spoilt_plans.push((number, plan.title()));
            return;
        }
        for line in &mut self.reading.lines[first..] {
            line.planned = true;
        }
        let inner = lines.iter().map(|&(_, text)| text.to_owned());
        let whole = std::iter::once(text.to_owned())
            .chain(inner)
            .chain(["ENDPLAN".to_owned()]);
        self.reading.plans.push(whole.collect());
        self.accepted.plans.push(plan);
    }

    /// Refuses what is good in a plan that is not filed: a part of a list would do what nobody has thought of.
    fn spoil_plan(&mut self, first: usize, because: &str) {
        for line in &mut self.reading.lines[first..] {
            line.planned = true;
            if !line.verdict.is_bad() {
                let whole = Span::new(0, line.text.len());
                let because = format!("it is not filed: {because}");
                line.refuse(Judged::Idle, Diagnostic::new(whole, because));
            }
        }
    }

    /// Reads what a plan is for, and its place among the plans for the same, if one is written.
    fn plan_name(&self, text: &str, name: Span) -> Result<(&'static str, u8), Diagnostic> {
        let mut cursor = Cursor::within(text, name);
        let name = self.rules.parse_plan(&self.view, &mut cursor)?;
        let number = match cursor.at_end() {
            true => 1,
            false => cursor.number_in(1..=MOST_PLANS)?,
        };
        cursor.end()?;
        Ok((
            name,
            u8::try_from(number).expect("the number of a plan is small"),
        ))
    }

    fn plan_line(&mut self, plan: &mut Plan<R::Order, R::Fact>, number: u32, text: &str) {
        match Common::read(text) {
            Some(Ok(Common::PauseIf(guard))) => {
                return match self.read_pause(text, guard.span) {
                    Ok(guard) => {
                        self.note(number, text, Judged::Noted);
                        plan.pauses.push(guard);
                    }
                    Err(diagnostic) => self.unreadable(number, text, &diagnostic),
                };
            }
            // A plan ends in a pass anyhow.
            Some(Ok(Common::Pass)) => {
                self.note(number, text, Judged::Noted);
                return;
            }
            _ => {}
        }
        match read_line(self.rules, &self.view, text) {
            Ok(read) => {
                let slot = self.note(number, text, Judged::Standing);
                for line in read {
                    let canonical = print_line(self.rules, &line);
                    self.reading.lines[slot].canonical.push(canonical);
                    self.judge_planned(slot, &plan.name, &line);
                    plan.lines.push(line);
                }
            }
            Err(diagnostic) => self.unreadable(number, text, &diagnostic),
        }
    }
}
