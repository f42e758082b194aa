//! Choices that a line makes anew: what is added takes the place of what was filed.

use super::reading::Reader;
use super::{Judged, LineOf, Rules};

/// Tells whether a line counts whatever happens.
fn is_plain<R: Rules>(line: &LineOf<R>) -> bool {
    line.guard.is_none() && line.otherwise.is_none()
}

impl<R: Rules> Reader<'_, R> {
    /// Takes from the filed lines, the first of the text, what lines behind them choose anew; returns the slots of these.
    pub(super) fn choose_anew(&mut self, filed: usize) -> Vec<usize> {
        let new: Vec<(usize, R::Order)> = self
            .actions
            .iter()
            .filter(|(slot, line)| *slot >= filed && is_plain::<R>(line))
            .map(|(slot, line)| (*slot, line.order.clone()))
            .collect();
        let mut anew = Vec::new();
        for (slot, order) in new {
            if self.give_way(filed, slot, &order) {
                anew.push(slot);
            }
        }
        anew
    }

    /// Takes from filed lines of one order each what a new order chooses; tells whether there was anything.
    fn give_way(&mut self, filed: usize, slot: usize, added: &R::Order) -> bool {
        let mut told = Vec::new();
        let slots: Vec<usize> = self.actions.iter().map(|(slot, _)| *slot).collect();
        let is_alone = |slot: usize| slots.iter().filter(|own| **own == slot).count() == 1;
        let lines = &mut self.reading.lines;
        let rules = self.rules;
        self.actions.retain_mut(|(own, line)| {
            if *own >= filed || !is_plain::<R>(line) || !is_alone(*own) {
                return true;
            }
            let rest = rules.rest_beside(&line.order, added);
            if rest.as_ref() == Some(&line.order) {
                return true;
            }
            told.push(format!(
                "this takes the place of `{}`",
                rules.print(&line.order)
            ));
            let Some(rest) = rest else {
                lines[*own].verdict = Judged::Noted;
                return false;
            };
            line.text = rules.print(&rest);
            line.order = rest;
            lines[*own].text.clone_from(&line.text);
            lines[*own].canonical = vec![line.text.clone()];
            true
        });
        let has_given_way = !told.is_empty();
        lines[slot].remarks.extend(told);
        has_given_way
    }
}
