//! Judging many sets for one decision: those to which a filed set comes as its lines drop out, fall back or hang on
//! conditions.

use super::{Foreseen, Rules, Verdict};

/// Whether an order has told upon what is said of the others of its set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trace {
    /// The others are judged as if it had not been written.
    None,
    /// Others may be judged otherwise without it.
    Left,
}

/// A judge of the sets that may answer one decision: says of each what [`Rules::check`] and [`Rules::foreseen`] say, and
/// may remember what it has found of one when it judges the next.
pub trait JudgeOfSets<O> {
    /// Judges a set; tells of each order that is refused whether it has left a trace.
    fn judge(&mut self, orders: &[O]) -> Vec<(Verdict, Trace)>;

    /// Foresees, for each order of a set, what its owner should know of it.
    fn foreseen(&mut self, orders: &[O]) -> Vec<Foreseen<O>>;

    /// Judges a set.
    fn check(&mut self, orders: &[O]) -> Vec<Verdict> {
        let judged = self.judge(orders).into_iter();
        judged.map(|(verdict, _)| verdict).collect()
    }
}

/// Judges each set from its first order on.
pub(super) struct Afresh<'a, R: Rules> {
    pub(super) rules: &'a R,
    pub(super) view: &'a R::View,
    pub(super) decision: &'a R::Decision,
}

impl<R: Rules> JudgeOfSets<R::Order> for Afresh<'_, R> {
    fn judge(&mut self, orders: &[R::Order]) -> Vec<(Verdict, Trace)> {
        let verdicts = self.rules.check(self.view, self.decision, orders);
        let traces = orders.iter().map(|order| self.rules.trace(order));
        verdicts.into_iter().zip(traces).collect()
    }

    fn foreseen(&mut self, orders: &[R::Order]) -> Vec<Foreseen<R::Order>> {
        self.rules.foreseen(self.view, self.decision, orders)
    }
}

/// Judges a set from which every refused order drops out: the others are judged as if it had not been written.
///
/// One order drops out at a time, the first first, since others may be good without it; those that have left no trace
/// drop out together.
pub(super) fn check_good<O: Clone>(judge: &mut dyn JudgeOfSets<O>, orders: &[O]) -> Vec<Verdict> {
    let mut judged = judge.judge(orders);
    let mut good: Vec<usize> = (0..orders.len()).collect();
    let tells = |(verdict, trace): &(Verdict, Trace)| verdict.is_illegal() && *trace == Trace::Left;
    while let Some(&refused) = good.iter().find(|&&index| tells(&judged[index])) {
        good.retain(|&index| index > refused || !judged[index].0.is_illegal());
        good.retain(|&index| index != refused);
        let rest: Vec<O> = good.iter().map(|&index| orders[index].clone()).collect();
        for (&index, again) in good.iter().zip(judge.judge(&rest)) {
            judged[index] = again;
        }
    }
    judged.into_iter().map(|(verdict, _)| verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::Illegal;
    use crate::rulebook::Rule;

    const ONCE: Rule = Rule {
        number: "1.0",
        title: "Each number once",
    };

    /// Refuses negative numbers, and numbers that stand anywhere before; counts how often it is asked.
    struct Counting {
        trace: Trace,
        sets: usize,
    }

    impl JudgeOfSets<i32> for Counting {
        fn judge(&mut self, orders: &[i32]) -> Vec<(Verdict, Trace)> {
            self.sets += 1;
            let judged = orders.iter().enumerate().map(|(index, order)| {
                let is_known = orders[..index]
                    .iter()
                    .any(|before| before.abs() == order.abs());
                let verdict = match *order < 0 || is_known {
                    true => Verdict::Illegal(Illegal::new(ONCE, "it is refused")),
                    false => Verdict::Legal,
                };
                (verdict, self.trace)
            });
            judged.collect()
        }

        fn foreseen(&mut self, orders: &[i32]) -> Vec<Foreseen<i32>> {
            vec![Foreseen::default(); orders.len()]
        }
    }

    /// Which of the numbers are good, and how many sets were judged for that.
    fn good(trace: Trace, orders: &[i32]) -> (Vec<i32>, usize) {
        let mut judge = Counting { trace, sets: 0 };
        let verdicts = check_good(&mut judge, orders);
        let pairs = orders.iter().zip(verdicts);
        let good = pairs.filter(|(_, verdict)| !verdict.is_illegal());
        (good.map(|(order, _)| *order).collect(), judge.sets)
    }

    #[test]
    fn an_order_that_only_a_refused_one_stood_against_is_good() {
        assert_eq!(good(Trace::Left, &[-1, 1, 1, 2]).0, [1, 2]);
        assert_eq!(good(Trace::Left, &[1, -1, -2, 2]).0, [1, 2]);
    }

    #[test]
    fn orders_that_leave_no_trace_drop_out_together() {
        let orders: Vec<i32> = (1..=200).map(|number| -number).collect();
        assert_eq!(good(Trace::None, &orders), (vec![], 1));
        assert_eq!(good(Trace::Left, &orders).0, [0; 0]);
    }
}
