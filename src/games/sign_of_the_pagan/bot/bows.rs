//! What a shot is worth, and at whom it goes (8.0).

use super::super::data::UnitId;
use super::super::movement::Shot;
use super::super::movement::missile;
use super::super::movement::walk::Walker;
use super::super::state::Attila;
use super::outlook::Outlook;
use super::worth;

/// What an archer may rely on when it aims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// What earlier shots have done is known.
    Seen,
    /// Earlier shots are still to fall: whom they could eliminate is no target.
    Blind,
}

impl Aim {
    fn allows(self, battle: Outlook<'_>, target: UnitId) -> bool {
        let lives = if battle.is_good(target) { 2 } else { 1 };
        self == Self::Seen || battle.piece(target).aimed_at < lives
    }
}

/// Returns the best target of an archer that stands on the map where the walker is, and what the
/// shot is worth; the lowest hex on ties.
pub(super) fn best_target(battle: Outlook<'_>, archer: &Walker, aim: Aim) -> Option<(UnitId, i32)> {
    let worths = missile::targets(*battle, archer)
        .filter(|&target| aim.allows(battle, target))
        .map(|target| (target, shot(battle, archer.unit, target)))
        .filter(|&(_, worth)| worth > 0);
    worths.max_by_key(|&(target, worth)| (worth, std::cmp::Reverse(battle.hex(target))))
}

/// Returns what a shot from where the archer stands is expected to cost the target's side.
fn shot(battle: Outlook<'_>, archer: UnitId, target: UnitId) -> i32 {
    let modifiers = missile::modifiers(*battle, archer, target, Shot::Own);
    let given: i8 = modifiers.iter().map(|modifier| modifier.value).sum();
    let led = i8::from(battle.open.attila == Attila::With(archer));
    let needed = missile::needed(battle.kind(target).weight());
    let faces = i32::from((10 - needed + given + led).clamp(0, 10));
    let side = battle.side(target);
    let hex = battle.hex(target);
    let pressed = hex.is_some_and(|hex| battle.enemies_next_to(hex, side).next().is_some());
    let parts = if pressed {
        10 + battle.doctrine.prepares
    } else {
        10
    };
    faces * worth::results(battle, target, 1) * parts / 100 * battle.doctrine.shoots / 10
}

/// What reaction fire at a unit that enters a hex is expected to cost it.
pub(super) fn reaction(battle: Outlook<'_>, unit: UnitId, hex: crate::geometry::Hex) -> i32 {
    use super::super::movement::reaction::threats;
    let archers = threats(*battle, unit, hex) as i32;
    let needed = missile::needed(battle.kind(unit).weight());
    archers * i32::from(10 - needed) * worth::results(battle, unit, 1) / 10
}
