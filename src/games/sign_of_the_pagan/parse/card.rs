//! CARD lines: which card, at what moment, for whom (11.2).

use super::super::data::{Card, CardDeck, CardId, UnitId, Window};
use super::super::order::{Order, Trigger};
use super::super::{cards, rules};
use super::{Read, Reader};
use crate::orders::Diagnostic;

/// The words behind WHEN.
const TRIGGERS: [(&str, Word); 17] = [
    ("NOW", Word::Now),
    ("MARKERS", Word::Markers),
    ("INITIATIVE", Word::Initiative),
    ("DRAW", Word::Draw),
    ("ACT", Word::Act),
    ("END", Word::End),
    ("ENTERS", Word::Enters),
    ("FIRE", Word::Fire),
    ("HIT", Word::Hit),
    ("ATTACKED", Word::Attacked),
    ("ATTACKS", Word::Attacks),
    ("EVADED", Word::Evaded),
    ("ROLLED", Word::Rolled),
    ("CHECK", Word::Check),
    ("ALANS", Word::Alans),
    ("REFORM", Word::Reform),
    ("REFORMED", Word::Reformed),
];

/// A word behind WHEN, before what belongs to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Now,
    Markers,
    Initiative,
    Draw,
    Act,
    End,
    Enters,
    Fire,
    Hit,
    Attacked,
    Attacks,
    Evaded,
    Rolled,
    Check,
    Alans,
    Reform,
    Reformed,
}

impl Reader<'_, '_> {
    /// `CARD id WHEN trigger [TARGET unit...] [TO hex,...]`, `CARD CANCEL id`, `CARD NONE`.
    pub(super) fn card(&mut self) -> Read<Order> {
        let Some(deck) = &self.game.deck else {
            let message = "this match is played without cards";
            return Err(Diagnostic::new(self.cursor.span(), message).rule(rules::R11_0));
        };
        if self.cursor.eat_word("NONE") {
            return Ok(Order::CardNone);
        }
        if self.cursor.eat_word("CANCEL") {
            let card = self.card_id(deck)?;
            return Ok(Order::CardCancel { card });
        }
        let card = self.card_id(deck)?;
        self.may_play(deck, card)?;
        self.cursor.word("WHEN")?;
        let first = self.cursor.here();
        let (word, when) = self.trigger()?;
        if let Some(action) = &deck.card(card).action
            && let Some(window) = word.window()
            && action.window != Window::Any
            && action.window != window
        {
            let words = words_of(action.window).join(" or ");
            let message = format!("{} is played WHEN {words}", deck.card(card).id);
            let span = self.cursor.since(first);
            return Err(Diagnostic::new(span, message).rule(rules::R11_2));
        }
        let (mut targets, mut to) = (Vec::new(), Vec::new());
        if self.cursor.eat_word("TARGET") {
            targets = self.several_units(&["TO"])?;
        }
        if self.cursor.is_at("TO") {
            to = self.hexes_behind_to()?;
        }
        Ok(Order::Card {
            card,
            when,
            targets,
            to,
        })
    }

    /// Takes the id of a card of the reader's own deck.
    fn card_id(&mut self, deck: &CardDeck) -> Read<CardId> {
        self.cursor.expect("a card");
        let Some(word) = self.cursor.peek() else {
            return Err(self.cursor.unexpected());
        };
        let own = |id: &CardId| {
            self.view
                .side
                .is_none_or(|side| deck.card(*id).side == side)
        };
        if let Some(card) = deck.find(word.text).filter(own) {
            self.cursor.next();
            return Ok(card);
        }
        let ids = deck.ids().filter(own).map(|id| deck.card(id).id.as_str());
        let ids: Vec<&str> = ids.collect();
        let message = format!("`{}` is none of your cards: {}", word.text, ids.join(", "));
        Err(Diagnostic::new(word.span, message).rule(rules::R11_2))
    }

    /// 11.0 to 11.3: a card is held, and does something; only its owner is told.
    fn may_play(&self, deck: &CardDeck, card: CardId) -> Read<()> {
        let Card {
            id, action, side, ..
        } = deck.card(card);
        let hidden = self.view.hidden[*side as usize].as_ref();
        let refuse =
            |rule, message: String| Err(Diagnostic::new(self.cursor.span(), message).rule(rule));
        if self.view.open.played.contains(&card) {
            return refuse(rules::R11_2, format!("{id} has been played"));
        }
        if !cards::may_hold(self.game, &self.view.open, hidden, *side, card) {
            return refuse(rules::R11_2, format!("{id} is not in your hand"));
        }
        if action.is_none() {
            return refuse(rules::R11_0, format!("{id} has no effect"));
        }
        Ok(())
    }

    fn trigger(&mut self) -> Read<(Word, Trigger)> {
        let word = self.cursor.one_of(&TRIGGERS)?;
        let trigger = match word {
            Word::Now => Trigger::Now,
            Word::Markers => Trigger::Markers,
            Word::Initiative => Trigger::Initiative,
            Word::Draw if self.is_at_end_of_trigger() => Trigger::Draw(None),
            Word::Draw => Trigger::Draw(Some(self.contingent()?)),
            Word::Act => Trigger::Act(self.contingent()?),
            Word::End => Trigger::End(self.contingent()?),
            Word::Enters => {
                let hex = self.cursor.hex()?;
                let unit = if self.is_at_end_of_trigger() {
                    None
                } else {
                    Some(UnitId(self.game.names.one(self.cursor)? as u8))
                };
                Trigger::Enters { hex, unit }
            }
            Word::Fire => Trigger::Fire(self.who()?),
            Word::Hit => Trigger::Hit(self.who()?),
            Word::Attacked => Trigger::Attacked(self.who()?),
            Word::Attacks => Trigger::Attacks(self.who()?),
            Word::Evaded => Trigger::Evaded(self.who()?),
            Word::Rolled => Trigger::Rolled(self.who()?),
            Word::Check => Trigger::Check(self.who()?),
            Word::Alans => Trigger::Alans,
            Word::Reform => Trigger::Reform,
            Word::Reformed => Trigger::Reformed(self.who()?),
        };
        Ok((word, trigger))
    }

    fn is_at_end_of_trigger(&self) -> bool {
        self.is_at_end_of_order() || self.cursor.is_at("TARGET") || self.cursor.is_at("TO")
    }
}

impl Word {
    /// Returns the window of the moment that the word begins to name.
    fn window(self) -> Option<Window> {
        Some(match self {
            Self::Now => return None,
            Self::Markers => Window::CamSelected,
            Self::Initiative => Window::InitRolled,
            Self::Draw => Window::MarkerDrawn,
            Self::Act => Window::ActStart,
            Self::End => Window::ActEnd,
            Self::Enters => Window::EntersHex,
            Self::Fire => Window::FireDeclared,
            Self::Hit => Window::FireRolled,
            Self::Attacked | Self::Attacks => Window::ShockDeclared,
            Self::Evaded => Window::EvadeDeclared,
            Self::Rolled => Window::ShockRolled,
            Self::Check => Window::SecondCheck,
            Self::Alans => Window::AlanRolled,
            Self::Reform => Window::ReformStart,
            Self::Reformed => Window::ReformRolled,
        })
    }
}

/// Returns the words that name a window.
fn words_of(window: Window) -> Vec<&'static str> {
    let names = |word: &&(&str, Word)| word.1.window() == Some(window);
    TRIGGERS.iter().filter(names).map(|word| word.0).collect()
}
