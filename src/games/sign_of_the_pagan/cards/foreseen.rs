//! Cards as a reckoning foresees them: those that the asker has lines for are played at their moments.

use super::super::Game;
use super::super::apply;
use super::super::data::Contingent;
use super::super::event::Event;
use super::super::order::Order;
use super::super::state::{Open, View};
use super::Moment;
use super::force;
use super::play::may_play;

/// What one side knows, and what it has filed.
#[derive(Clone, Copy)]
pub(in super::super) struct Filed<'a> {
    /// The game.
    pub(in super::super) game: &'a Game,
    /// What its owner sees.
    pub(in super::super) view: &'a View,
    /// His lines, the latest last.
    pub(in super::super) lines: &'a [Order],
}

impl Filed<'_> {
    /// 11.2: lets a contingent begin its activation, if another has the field: what was played for that
    /// one is over, and cards for the start of this one are played.
    pub(in super::super) fn begin(self, open: &mut Open, contingent: Contingent) {
        if open.active == Some(contingent) {
            return;
        }
        if open.active.is_some() {
            force::activation_over(self.game, open);
        }
        force::stir_contingent(self.game, open, contingent);
        open.active = Some(contingent);
        self.play(open, &Moment::ActStart { contingent });
    }

    /// 11.2: plays the card that the lines play at a moment; one in a window, the latest line first.
    pub(in super::super) fn play(self, open: &mut Open, moment: &Moment) {
        let Some(side) = self.view.side else {
            return;
        };
        let hidden = self.view.hidden[side as usize].as_ref();
        let mut taken_back = Vec::new();
        for order in self.lines.iter().rev() {
            let card = match order {
                Order::CardCancel { card } => {
                    taken_back.push(*card);
                    continue;
                }
                Order::Card { card, .. } if !taken_back.contains(card) => *card,
                _ => continue,
            };
            let is_left = !open.played.contains(&card);
            let play = may_play(self.game, (open, hidden), moment, side, order);
            if let (Ok(play), true) = (play, is_left) {
                let event = Event::CardPlayed {
                    side,
                    card,
                    units: play.units,
                    to: play.to,
                };
                apply::to_open(self.game, open, &event);
                return;
            }
        }
    }

    /// Returns what is taken for granted about cards that may still be played.
    pub(in super::super) fn assumes(self) -> Vec<&'static str> {
        let open = &self.view.open;
        let others = self
            .view
            .side
            .map_or(0, |side| open.in_hand[side.opponent() as usize]);
        let has_lines = self
            .lines
            .iter()
            .any(|order| matches!(order, Order::Card { .. }));
        let mut assumed = Vec::new();
        if others > 0 {
            assumed.push("the other side plays no card [11.2]");
        }
        if has_lines {
            assumed.push("your CARD lines play their cards [11.2]");
        }
        assumed
    }
}
