//! Filed lines as text.

use super::{LineOf, Rules};
use crate::orders::Guard;

/// Prints a line in canonical form.
pub fn print_line<R: Rules>(rules: &R, line: &LineOf<R>) -> String {
    let mut text = rules.print(&line.order);
    if let Some(guard) = &line.guard {
        text += &format!(" IF {}", print_guard(rules, guard));
    }
    if let Some(other) = &line.otherwise {
        text += &format!(" ELSE {}", print_line(rules, other));
    }
    text
}

/// Prints a guard.
pub(super) fn print_guard<R: Rules>(rules: &R, guard: &Guard<R::Fact>) -> String {
    guard.map(&mut |fact| rules.print_fact(fact)).to_string()
}
