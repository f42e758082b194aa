//! Guards: what the terms of an IF ask for.

use super::Battle;
use super::order::Fact;
use super::state::View;
pub(super) fn holds(battle: Battle<'_>, view: &View, fact: &Fact) -> bool {
    todo!()
}
