//! What a seat wants of the desk beside its orders.

use schemars::JsonSchema;
use serde::Serialize;

use crate::orders::{Common, Draw, Word};

/// What a seat wants of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// Play what is good.
    Go,
    /// Take readiness back.
    Wait,
    /// Add to what was filed before.
    Add,
    /// Judge only.
    Check,
    /// Nothing (more) in this activation.
    Pass,
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept a draw.
    AcceptDraw,
    /// Cancel standing lines or plans: the words after CANCEL.
    Cancel(String),
    /// Show something: the words after SHOW.
    Show(String),
    /// Say something to everybody.
    Say(String),
    /// A longer message: to whom, and the text.
    Message(String, String),
    /// Give more time.
    Extend(String),
    /// Be away, from and to.
    Vacation(String, String),
    /// Accept the match, or what was proposed.
    Accept(String),
    /// Decline it.
    Decline(String),
    /// Propose an option.
    Propose(String),
    /// A setting of the player's reports.
    Set(String, String),
    /// The odds of an order.
    Odds(String),
    /// Help.
    Help(String),
    /// Another address to write from: the words after ADDRESS.
    Address(String),
    /// Somebody who may order for a while: the words after DEPUTY.
    Deputy(String),
    /// Back to an earlier stop: the words after UNDO.
    Undo(String),
    /// The position put right: the words after CORRECT.
    Correct(String),
    /// The locked draw called off: the words after VOID.
    Void(String),
    /// A seat for somebody else: the words after SUBSTITUTE.
    Substitute(String),
    /// The reports let go that were held.
    Release,
    /// The match goes on by other rules: the words after UPGRADE.
    Upgrade(String),
    /// The same match again.
    Rematch,
    /// To be forgotten.
    ForgetMe,
}

/// Says what of the desk an order that all games share wants.
pub(crate) fn wanted(common: &Common<'_>) -> Option<Wanted> {
    let text = |word: &Word<'_>| word.text.to_owned();
    Some(match common {
        Common::Go => Wanted::Go,
        Common::Wait => Wanted::Wait,
        Common::Add => Wanted::Add,
        Common::Check => Wanted::Check,
        Common::Pass => Wanted::Pass,
        Common::Resign => Wanted::Resign,
        Common::Draw(Draw::Offer) => Wanted::OfferDraw,
        Common::Draw(Draw::Accept) => Wanted::AcceptDraw,
        Common::Cancel(what) => Wanted::Cancel(text(what)),
        Common::Show(what) => Wanted::Show(text(what)),
        Common::Say(said) => Wanted::Say((*said).to_owned()),
        Common::Extend(span) => Wanted::Extend(text(span)),
        Common::Vacation { from, to } => Wanted::Vacation(text(from), text(to)),
        Common::Accept(what) => Wanted::Accept(text(what)),
        Common::Decline(what) => Wanted::Decline(text(what)),
        Common::Propose(what) => Wanted::Propose(text(what)),
        Common::Set { key, value } => Wanted::Set(text(key), text(value)),
        Common::Odds(order) => Wanted::Odds(text(order)),
        Common::Help(about) => Wanted::Help(text(about)),
        Common::Address(what) => Wanted::Address(text(what)),
        Common::Deputy(what) => Wanted::Deputy(text(what)),
        Common::Undo(what) => Wanted::Undo(text(what)),
        Common::Correct(what) => Wanted::Correct(text(what)),
        Common::Void(what) => Wanted::Void(text(what)),
        Common::Substitute(what) => Wanted::Substitute(text(what)),
        Common::Release => Wanted::Release,
        Common::Upgrade(what) => Wanted::Upgrade(text(what)),
        Common::Rematch => Wanted::Rematch,
        Common::ForgetMe => Wanted::ForgetMe,
        Common::Ask(_) | Common::PauseIf(_) => return None,
    })
}
