//! Comments behind orders, and what in them would be lost without a word.

use super::Rules;
use super::reading::{Reader, read_line};
use crate::orders::{Common, Cursor, Diagnostic, Hinge, Item, Span, comment, hinge, is_talk};

impl<R: Rules> Reader<'_, R> {
    /// Refuses a line whose comment, begun by `;` or `//`, is an order or a condition: it would be lost without a word.
    pub(super) fn order_in_comment(&self, text: &str) -> Option<Diagnostic> {
        let (sign, said) = comment(text).filter(|(sign, _)| *sign != "#" && !self.is_in_force)?;
        let mut words = Cursor::new(said);
        let verb = words.next().map_or("", |verb| verb.text);
        let common = Common::read(said);
        let is_verb = self.rules.is_verb(verb) || common.is_some();
        let is_order = is_verb && !is_talk(said)
            || words.at_end() && matches!(common, Some(Ok(_)))
            || read_line(self.rules, &self.view, said).is_ok();
        let remedy = if hinge(said) != Hinge::Absent {
            "like a condition: write it without the sign, or begin a comment with `#`"
        } else if is_order {
            "like an order: write one order a line, or begin a comment with `#`"
        } else {
            return None;
        };
        let start = text.rfind(said).unwrap_or_default();
        let message =
            format!("what stands behind `{sign}` is a comment, and this one reads {remedy}");
        Some(Diagnostic::new(
            Span::new(start, start + said.len()),
            message,
        ))
    }
}

/// Says whether a comment may stand behind an item: not behind words or a reason of its writer's own, and what `ADD`
/// and `CHECK` stand before is an item of its own.
pub(super) fn may_have_comment(item: &Item<'_>) -> bool {
    match item {
        Item::Common(line, Common::Add | Common::Check) => line.cursor().nth(1).is_none(),
        Item::Common(_, common) => !matches!(
            common,
            Common::Say(_)
                | Common::Undo(_)
                | Common::Correct(_)
                | Common::Void(_)
                | Common::Substitute(_)
                | Common::Upgrade(_)
        ),
        _ => true,
    }
}
