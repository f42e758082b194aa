//! What every game shares: the contract of a rule set and the machine that runs it.
//!
//! A game implements [`Rules`]. Its rules act through a [`Turn`], which can ask a seat, roll dice
//! and emit events, and nothing else. A [`Position`] holds everything a match needs to go on:
//! state, frames, the open stop and the wishes of each seat. [`Position::run`] takes it from one
//! stop to the next.
//!
//! Nothing here reads a clock, a file, an address or a random source other than the [`Dice`] it is
//! handed: the same record in gives the same bytes out.

mod anew;
mod blame;
mod branch;
mod cancelling;
mod comments;
mod correction;
mod dice;
mod face;
mod film;
mod judging;
mod odds;
mod offering;
mod offers;
mod outcome;
mod planned;
mod play;
mod position;
mod printing;
mod reading;
mod rivals;
mod rules;
mod seat;
mod sets;
mod since;
mod slips;
mod telling;
mod turn;
mod verdicts;
mod voice;
mod wanted;
mod wishes;

pub use branch::{Failure, Term, Weighed};
pub use correction::{Change, Corrected, Known, NotCorrected};
pub use dice::{Dice, DrawDice, DryDice, NoDice, PlayDice, RollMade, Scope, Thrown};
pub use face::{Match, Playing, StopFacts};
pub use film::Scene;
pub use odds::{Chance, DieOdds, LaterOdds, LeftOut, NoOdds, Odds, OutcomeOdds, StepOdds};
pub use offers::{Aims, Choice, Form, Offer, Offers, Verbs, Way};
pub use outcome::{RunFacts, Witnessed};
pub use planned::AnsweredByPlan;
pub use play::{Played, Player, Random, Table, play};
pub use position::{Ended, Ending, Position, Run, Stop};
pub use printing::print_line;
pub use reading::{read, read_line};
pub use rules::{
    Asked, Fit, Foreseen, LineKind, Next, Outcome, Pause, Pick, Rank, Rules, SetupError, Verdict,
};
pub use seat::{Mode, Seat, Viewer};
pub use sets::{JudgeOfSets, Trace};
pub use since::Culprit;
pub use telling::{
    Arm, Bearing, Board, Concerns, Counter, Ground, Idiom, Level, Mark, ModifierFacts, Note,
    Question, RollFacts, Sign, Telling,
};
pub use turn::{Audience, Given, Turn};
pub use verdicts::{Accepted, Judged, ReadLine, Reading};
pub use voice::{Answer, Balked, Filed, Voice};
pub use wanted::Wanted;
pub(crate) use wanted::wanted;
pub use wishes::{Line, LineId, LineOf, Plan, Told, Why, Wishes, WishesOf};
