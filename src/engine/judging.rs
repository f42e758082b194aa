//! Judging what was read: each line with the question that it answers, the list as one set.

use crate::orders::Illegal;

use super::blame::blamed;
use super::reading::Reader;
use super::sets::check_good;
use super::{Fit, Foreseen, JudgeOfSets, Judged, LineKind, LineOf, Mode, Rules, Verdict};

/// An order of a line: the first one, or one behind an ELSE.
struct Branch<O> {
    order: O,
    /// Whether a condition decides if it counts at all.
    guarded: bool,
}

/// A line being judged: where its verdict goes, and what it may come to.
struct Pending<O> {
    slot: usize,
    /// Its orders, each behind the ELSE of the one before.
    branches: Vec<Branch<O>>,
    /// Which of them it comes to as things stand, if its condition holds.
    at: usize,
    /// Why it does not come to the first.
    fallen: Option<Illegal>,
}

impl<O> Pending<O> {
    fn of<F>(slot: usize, line: &super::Line<O, F>) -> Self
    where
        O: Clone,
    {
        let lines = std::iter::successors(Some(line), |line| line.otherwise.as_deref());
        let branches = lines.map(|line| Branch {
            order: line.order.clone(),
            guarded: line.guard.is_some(),
        });
        Self {
            slot,
            branches: branches.collect(),
            at: 0,
            fallen: None,
        }
    }

    fn branch(&self) -> &Branch<O> {
        &self.branches[self.at]
    }

    fn order(&self) -> &O {
        &self.branch().order
    }

    fn is_guarded(&self) -> bool {
        self.branch().guarded
    }

    /// Words what became of the line: one that comes to what stands behind its ELSE hangs on things as they stand.
    fn summed_up(&self, verdict: Verdict) -> Verdict {
        match (verdict, &self.fallen) {
            (Verdict::Illegal(illegal), fallen) => {
                Verdict::Illegal(fallen.as_ref().unwrap_or(&illegal).clone())
            }
            (verdict, None) => verdict,
            (verdict, Some(fallen)) => {
                let mut hangs_on = format!(
                    "as things stand it comes to what stands behind its `ELSE`, since {} ({})",
                    fallen.because, fallen.rule
                );
                if let Verdict::Open(more) = verdict {
                    hangs_on += &format!("; and that on this: {more}");
                }
                Verdict::Open(hangs_on)
            }
        }
    }

    /// What it comes to where the order that it comes to now comes to nothing.
    fn otherwise(&self) -> &[Branch<O>] {
        &self.branches[self.at + 1..]
    }
}

/// The lines around one of a set that count for certain.
struct Around<O> {
    before: Vec<O>,
    after: Vec<O>,
}

impl<O: Clone> Around<O> {
    fn of(set: &[Pending<O>], index: usize) -> Self {
        Self {
            before: certain(&set[..index]).cloned().collect(),
            after: certain(&set[index + 1..]).cloned().collect(),
        }
    }
}

impl<R: Rules> Reader<'_, R> {
    /// Judges the action lines, each with the question that it answers; the list as one set.
    pub(super) fn judge(&mut self) {
        let actions = std::mem::take(&mut self.actions);
        let list = self.asked.iter().position(|asked| asked.mode == Mode::List);
        let mut sets: Vec<Vec<Pending<R::Order>>> = self.asked.iter().map(|_| Vec::new()).collect();
        for (slot, line) in &actions {
            let answered = self.asked.iter().position(|asked| {
                !matches!(
                    self.rules.answer(&self.view, &asked.decision, &line.order),
                    Fit::Other
                )
            });
            match answered.or(list) {
                Some(question) if Some(question) == list && self.is_behind_pass(*slot) => {
                    self.behind_pass(*slot);
                }
                Some(question) => sets[question].push(Pending::of(*slot, line)),
                None => self.idle(*slot),
            }
        }
        let asked = std::mem::take(&mut self.asked);
        for (question, set) in asked.iter().zip(sets) {
            if set.is_empty() && question.mode != Mode::List {
                continue;
            }
            self.judge_set(&question.decision, set);
        }
        for (slot, line) in actions {
            if !self.reading.lines[slot].verdict.is_bad() {
                self.accepted.actions.push(line);
            }
        }
    }

    fn judge_set(&mut self, decision: &R::Decision, mut set: Vec<Pending<R::Order>>) {
        let (rules, view) = (self.rules, self.view.clone());
        let mut judge = rules.judge_of_sets(&view, decision);
        let judge = &mut *judge;
        let verdicts = self.settle(decision, judge, &mut set);
        let good = set.iter().zip(&verdicts);
        let good = good.filter(|(_, verdict)| !verdict.is_illegal());
        let (slots, good): (Vec<usize>, Vec<_>) = good
            .map(|(pending, _)| (pending.slot, pending.order().clone()))
            .unzip();
        let foreseen = judge.foreseen(&good);
        for (slot, foreseen) in slots.into_iter().zip(foreseen) {
            self.tell_foreseen(slot, foreseen);
        }
        for (index, (pending, verdict)) in set.iter().zip(verdicts).enumerate() {
            let is_illegal = verdict.is_illegal();
            let own = &pending.branches[0].order;
            self.apply_verdict_of(pending.slot, own, pending.summed_up(verdict));
            if pending.otherwise().is_empty() {
                continue;
            }
            let around = Around::of(&set, index);
            for branch in pending.otherwise() {
                let verdict = best(alternatives(judge, &around, &branch.order));
                if let Verdict::Illegal(illegal) = verdict {
                    if self.is_never(decision, &branch.order, &illegal) {
                        let refused = Verdict::Illegal(behind_else(illegal));
                        self.apply_verdict(pending.slot, refused);
                        continue;
                    }
                    self.tell_impossible(pending.slot, is_illegal, &illegal);
                    continue;
                }
                let with = [&*around.before, std::slice::from_ref(&branch.order)].concat();
                let foreseen = judge.foreseen(&with).pop();
                self.tell_foreseen(pending.slot, foreseen.unwrap_or_default());
            }
        }
        if !set.is_empty()
            && !self.stands_answered(decision)
            && let Some(lacks) = self.rules.lacks(&self.view, decision, &good)
        {
            self.reading.lacks = Some(format!("{} ({})", lacks.because, lacks.rule));
        }
    }

    /// Finds what each line comes to as things stand: where an order of it is impossible, what stands behind its ELSE.
    ///
    /// One line falls back at a time, since what it comes to may change what is said of the others.
    fn settle(
        &self,
        decision: &R::Decision,
        judge: &mut dyn JudgeOfSets<R::Order>,
        set: &mut [Pending<R::Order>],
    ) -> Vec<Verdict> {
        loop {
            let verdicts = weigh(judge, set);
            let mut refused = verdicts.iter().enumerate();
            let back = refused.find_map(|(index, verdict)| match verdict {
                Verdict::Illegal(illegal) => {
                    if self.is_never(decision, set[index].order(), illegal) {
                        return None;
                    }
                    let ahead = possible_behind(judge, set, index)?;
                    Some((index, ahead, illegal.clone()))
                }
                Verdict::Legal | Verdict::Open(_) => None,
            });
            let Some((index, ahead, illegal)) = back else {
                return verdicts;
            };
            let pending = &mut set[index];
            pending.at += 1 + ahead;
            pending.fallen.get_or_insert(illegal);
        }
    }

    /// Tells whether an order is refused for what no move, no die and no enemy can change: a slip, wherever it stands.
    fn is_never(&self, decision: &R::Decision, order: &R::Order, illegal: &Illegal) -> bool {
        let plan = self.rules.plan(decision).unwrap_or_default();
        match self.rules.check_planned(&self.view, plan, order) {
            Verdict::Illegal(always) => always.rule == illegal.rule,
            Verdict::Legal | Verdict::Open(_) => false,
        }
    }

    /// Tells whether a standing line answers a decision, whatever else is said to it.
    fn stands_answered(&self, decision: &R::Decision) -> bool {
        let filed_now = self.accepted.standing.iter().map(|line| &line.order);
        self.standing.iter().chain(filed_now).any(|order| {
            matches!(
                self.rules.answer(&self.view, decision, order),
                Fit::Takes(..)
            )
        })
    }

    /// Tells what keeps an order behind an ELSE from ever being carried out, beside what the line came to.
    fn tell_impossible(&mut self, slot: usize, is_refused: bool, illegal: &Illegal) {
        let because = format!("{} ({})", illegal.because, illegal.rule);
        let line = &mut self.reading.lines[slot];
        if is_refused {
            line.add_to_refusal(format!("and behind `ELSE`: {because}"));
        } else {
            let remark =
                format!("what stands behind `ELSE` is impossible as things stand: {because}");
            line.remarks.push(remark);
        }
    }

    /// Notes what is foreseen of an order of a line.
    fn tell_foreseen(&mut self, slot: usize, foreseen: Foreseen<R::Order>) {
        let printed = foreseen.ways.iter().map(|order| self.rules.print(order));
        let line = &mut self.reading.lines[slot];
        line.ways.extend(printed);
        line.remarks.extend(foreseen.remarks);
    }

    /// Takes a standing line, all its orders or none.
    pub(super) fn judge_standing(&mut self, slot: usize, lines: Vec<LineOf<R>>) {
        for line in &lines {
            let ways = std::iter::successors(Some(line), |line| line.otherwise.as_deref());
            for way in ways {
                if let Err(illegal) = self.rules.check_standing(&self.view, &way.order) {
                    self.apply_verdict(slot, Verdict::Illegal(illegal));
                    return;
                }
            }
        }
        self.accepted.standing.extend(lines);
    }

    /// Judges a line of a plan: what no die and no enemy can change.
    pub(super) fn judge_planned(&mut self, slot: usize, plan: &str, line: &LineOf<R>) {
        let verdict = match self.rules.kind(&line.order) {
            LineKind::Action => self.rules.check_planned(&self.view, plan, &line.order),
            LineKind::Standing => match self.rules.check_standing(&self.view, &line.order) {
                Ok(()) => Verdict::Legal,
                Err(illegal) => Verdict::Illegal(illegal),
            },
        };
        if verdict.is_illegal() {
            self.apply_verdict(slot, verdict);
        }
        if let Some(other) = &line.otherwise {
            self.judge_planned(slot, plan, other);
        }
    }

    fn is_behind_pass(&self, slot: usize) -> bool {
        self.passed.is_some_and(|passed| passed < slot)
    }

    /// Refuses a line of a list that has ended already.
    fn behind_pass(&mut self, slot: usize) {
        self.reading.lines[slot].leave_idle(
            "this stands behind `PASS`, which ends your list: put it before that line, or leave \
             PASS out, since every list ends by itself",
        );
    }

    fn idle(&mut self, slot: usize) {
        let reason = if self.asked.is_empty() {
            "it is not your turn to act: nothing is asked of you now"
        } else {
            "this is not what is asked of you now"
        };
        self.reading.lines[slot].leave_idle(reason);
    }

    /// Notes the verdict of one of a line's orders, and says which it is where the line gives several.
    fn apply_verdict_of(&mut self, slot: usize, order: &R::Order, verdict: Verdict) {
        let line = &self.reading.lines[slot];
        let own = self.rules.print(order);
        match verdict {
            Verdict::Illegal(illegal) if line.verdict != Judged::Illegal => {
                let span = blamed(&line.text, line.canonical.first(), &illegal);
                let because = speaking_of(&own, &line.canonical, illegal.because);
                let illegal = Illegal { because, ..illegal };
                self.reading.lines[slot].refuse(Judged::Illegal, illegal.at(span));
            }
            Verdict::Open(hangs_on) => {
                let hangs_on = speaking_of(&own, &line.canonical, hangs_on);
                self.apply_verdict(slot, Verdict::Open(hangs_on));
            }
            verdict => self.apply_verdict(slot, verdict),
        }
    }

    /// Notes a verdict; a group's line is as bad as its worst order.
    fn apply_verdict(&mut self, slot: usize, verdict: Verdict) {
        let line = &mut self.reading.lines[slot];
        match verdict {
            _ if line.verdict == Judged::Illegal => {}
            Verdict::Legal => {}
            Verdict::Open(hangs_on) => {
                line.verdict = Judged::Open;
                line.reason = Some(hangs_on);
            }
            Verdict::Illegal(illegal) => {
                let span = blamed(&line.text, line.canonical.first(), &illegal);
                line.refuse(Judged::Illegal, illegal.at(span));
            }
        }
    }
}

/// The orders of a set that no condition keeps from counting.
fn certain<O>(set: &[Pending<O>]) -> impl Iterator<Item = &O> {
    let certain = set.iter().filter(|pending| !pending.is_guarded());
    certain.map(Pending::order)
}

/// Judges what each line of a set comes to.
fn weigh<O: Clone>(judge: &mut dyn JudgeOfSets<O>, set: &[Pending<O>]) -> Vec<Verdict> {
    let orders: Vec<_> = set.iter().map(|pending| pending.order().clone()).collect();
    let whole = check_good(judge, &orders);
    match set.iter().any(Pending::is_guarded) {
        true => weigh_conditions(judge, set, whole),
        false => whole,
    }
}

/// Judges a set in which conditions decide what counts: a line is illegal only if it fails whether
/// or not the others count.
fn weigh_conditions<O: Clone>(
    judge: &mut dyn JudgeOfSets<O>,
    set: &[Pending<O>],
    whole: Vec<Verdict>,
) -> Vec<Verdict> {
    let plain: Vec<_> = certain(set).cloned().collect();
    let mut plain = check_good(judge, &plain).into_iter();
    let pairs = set.iter().zip(whole).enumerate();
    pairs
        .map(|(index, (pending, verdict))| {
            let mut verdicts = vec![verdict];
            if pending.is_guarded() {
                let around = Around::of(set, index);
                verdicts.extend(alternatives(judge, &around, pending.order()));
            } else {
                verdicts.extend(plain.next());
            }
            best(verdicts)
        })
        .collect()
}

/// Finds the first order behind the ELSE of a line that may be carried out.
fn possible_behind<O: Clone>(
    judge: &mut dyn JudgeOfSets<O>,
    set: &[Pending<O>],
    index: usize,
) -> Option<usize> {
    let others = set[index].otherwise();
    if others.is_empty() {
        return None;
    }
    let around = Around::of(set, index);
    others
        .iter()
        .position(|branch| is_possible(judge, &around, &branch.order))
}

/// Tells whether one of the alternatives of an order that may come up is good; the shortest set is judged first.
fn is_possible<O: Clone>(judge: &mut dyn JudgeOfSets<O>, around: &Around<O>, order: &O) -> bool {
    let order = std::slice::from_ref(order);
    let before = around.before.as_slice();
    let is_good = |verdict: Option<&Verdict>| verdict.is_some_and(|verdict| !verdict.is_illegal());
    is_good(judge.check(&[before, order].concat()).last())
        || is_good(judge.check(order).last())
        || is_good(
            judge
                .check(&[before, order, &around.after].concat())
                .get(before.len()),
        )
}

/// Judges an order that may come up: among the lines that count for certain, and after those before it; alone only
/// where it fails after them, since they may still come to nothing.
fn alternatives<O: Clone>(
    judge: &mut dyn JudgeOfSets<O>,
    around: &Around<O>,
    order: &O,
) -> Vec<Verdict> {
    let order = std::slice::from_ref(order);
    let before = around.before.as_slice();
    let sets = [
        [before, order, &around.after].concat(),
        [before, order].concat(),
    ];
    let among = sets.iter().filter_map(|set| {
        let mut verdicts = judge.check(set);
        (before.len() < verdicts.len()).then(|| verdicts.swap_remove(before.len()))
    });
    let mut verdicts: Vec<Verdict> = among.collect();
    if verdicts.iter().all(Verdict::is_illegal) {
        verdicts.extend(judge.check(order));
    }
    verdicts
}

/// Sums up what is said of a line under several assumptions.
fn best(verdicts: Vec<Verdict>) -> Verdict {
    if verdicts.iter().all(Verdict::is_illegal) {
        return verdicts.into_iter().next().unwrap_or(Verdict::Legal);
    }
    let all_agree = !verdicts.iter().any(Verdict::is_illegal);
    let refusal = verdicts.iter().find_map(|verdict| match verdict {
        Verdict::Illegal(illegal) => Some(illegal.clone()),
        Verdict::Legal | Verdict::Open(_) => None,
    });
    let open = verdicts
        .into_iter()
        .find(|verdict| matches!(verdict, Verdict::Open(_)));
    match open {
        Some(open) => open,
        None if all_agree => Verdict::Legal,
        None => Verdict::Open(match refusal {
            Some(illegal) => format!(
                "the conditions of this set: as one of them comes out, {} ({})",
                illegal.because, illegal.rule
            ),
            None => "the conditions of this set".to_owned(),
        }),
    }
}

/// Adds to what is said of one of a line's orders which it is, unless it names what that one alone has.
fn speaking_of(own: &str, all: &[String], said: String) -> String {
    let others = || all.iter().filter(|other| !other.starts_with(own));
    if others().next().is_none() {
        return said;
    }
    let is_named = |word: &str| {
        said.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .any(|part| part == word)
    };
    let mut own_words = own.split_whitespace().filter(|word| {
        !others().any(|other| other.split_whitespace().any(|theirs| theirs == *word))
    });
    match own_words.any(is_named) {
        true => said,
        false => format!("{said} (said of `{own}`)"),
    }
}

fn behind_else(illegal: Illegal) -> Illegal {
    Illegal {
        because: format!("behind `ELSE`: {}", illegal.because),
        ..illegal
    }
}
