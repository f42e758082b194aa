//! Plans that answer in the place of seats that are not asked.

use serde::Serialize;

use super::printing::print_line;
use super::{DryDice, Ended, LineOf, Mode, Position, Rules, Seat, Viewer};
use crate::wording::counted;

/// As many lines of a plan are repeated.
const SHOWN: usize = 12;

/// A plan that answers what the open stop would else ask of its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AnsweredByPlan {
    /// What the plan is for, as its first line says it.
    pub title: String,
    /// Its lines, in canonical form.
    pub lines: Vec<String>,
}

impl AnsweredByPlan {
    /// Tells the owner what is ordered for him, and how he orders otherwise after all.
    pub fn told(&self) -> String {
        let Self { title, lines } = self;
        let title = title.to_uppercase();
        let shown = lines.iter().take(SHOWN).map(|line| format!("`{line}`"));
        let orders = match (lines.len(), lines.len().saturating_sub(SHOWN)) {
            (0, _) => "no order".to_owned(),
            (_, 0) => shown.collect::<Vec<_>>().join(", "),
            (_, more) => format!(
                "{} and {}",
                shown.collect::<Vec<_>>().join(", "),
                counted(more, "more line", "more lines")
            ),
        };
        format!(
            "You are not asked at this stop, since your plan answers it. PLAN {title} gives: {orders}. To give other \
             orders send PLAN {title} ... ENDPLAN anew, which takes its place; or send CANCEL PLAN {title}, and you \
             are asked as soon as the others have answered."
        )
    }
}

/// Finds the plan by which a seat answers what the open stop asks of others alone.
pub(super) fn answered<R: Rules>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
) -> Option<AnsweredByPlan> {
    let wishes = position.wishes(seat);
    let is_asked = position.asked(seat).next().is_some();
    if wishes.plans.is_empty() || is_asked || position.stop().is_none() {
        return None;
    }
    let mut twin = position.clone();
    twin.wishes_mut(seat).plans.clear();
    let run = twin.run(rules, &mut DryDice);
    if run.ended != Ended::Stopped || !run.events.is_empty() {
        return None;
    }
    let mut asked = twin.asked(seat).filter(|asked| asked.mode == Mode::List);
    let index = wishes.plan_named(rules.plan(&asked.next()?.decision))?;
    let plan = &wishes.plans[index];
    let view = rules.view(position.state(), Viewer::Seat(seat));
    let printed = |line: &LineOf<R>| {
        let mut line = line.clone();
        if let Some(settled) = rules.settled(&view, &line.order)
            && let [order] = settled.ways.as_slice()
        {
            line.order = order.clone();
        }
        print_line(rules, &line)
    };
    Some(AnsweredByPlan {
        title: plan.title(),
        lines: plan.lines.iter().map(printed).collect(),
    })
}
