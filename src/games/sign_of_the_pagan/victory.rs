//! 14.0: victory.

use crate::engine::{Next, Outcome, Turn};

use super::data::Side;
use super::decision::Frame;
use super::event::Event;
use super::{Game, seat};

/// 14.0: a side that has lost more units than this has lost the battle.
const BEARABLE: u8 = 12;

/// 5.5, 14.0: ends the turn; the battle may be decided, else the next turn follows.
pub(super) fn end_turn(turn: &mut Turn<'_, Game>) -> Next<Frame> {
    let open = &turn.state().open;
    let (number, eliminated) = (open.turn, open.eliminated);
    turn.emit(Event::TurnEnded {
        turn: number,
        eliminated,
    });
    let Some(outcome) = decide(eliminated) else {
        return Next::done();
    };
    turn.emit(Event::Decided { outcome });
    Next::Over(outcome)
}

/// 14.0: more than 12 lost units lose the battle; if both sides have, the further over loses.
fn decide([hun, roman]: [u8; 2]) -> Option<Outcome> {
    if hun.max(roman) <= BEARABLE {
        return None;
    }
    Some(match hun.cmp(&roman) {
        std::cmp::Ordering::Greater => Outcome::Win(seat(Side::Roman)),
        std::cmp::Ordering::Less => Outcome::Win(seat(Side::Hun)),
        std::cmp::Ordering::Equal => Outcome::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::Battlefield;
    use super::*;
    use crate::engine::{Ended, Ending};

    const HUN: Option<Outcome> = Some(Outcome::Win(crate::engine::Seat(0)));
    const ROMAN: Option<Outcome> = Some(Outcome::Win(crate::engine::Seat(1)));

    #[test]
    fn r14a_more_than_12_lost_units_lose_the_battle() {
        const CASES: &[([u8; 2], Option<Outcome>)] = &[
            ([12, 12], None),
            ([13, 12], ROMAN),
            ([12, 13], HUN),
            ([0, 30], HUN),
            ([0, 0], None),
        ];
        for (eliminated, outcome) in CASES {
            assert_eq!(decide(*eliminated), *outcome, "{eliminated:?}");
        }
    }

    #[test]
    fn r14b_if_both_are_over_the_further_over_loses() {
        const CASES: &[([u8; 2], Option<Outcome>)] = &[
            ([14, 13], ROMAN),
            ([13, 15], HUN),
            ([14, 14], Some(Outcome::Draw)),
            ([15, 15], Some(Outcome::Draw)),
        ];
        for (eliminated, outcome) in CASES {
            assert_eq!(decide(*eliminated), *outcome, "{eliminated:?}");
        }
    }

    #[test]
    fn r14b_the_match_ends_with_the_turn() {
        let played = Battlefield::new("HM1@1412/12")
            .eliminated([14, 13])
            .run(vec![Frame::EndTurn, Frame::BeginTurn]);
        assert_eq!(played.ended, Ended::Over);
        let outcome = Outcome::Win(seat(Side::Roman));
        assert_eq!(played.position.over(), Some(Ending::Played(outcome)));
        assert_eq!(played.state.open.outcome, Some(outcome));
        assert_eq!(played.cited(), ["14.0", "5.5"]);
    }

    #[test]
    fn r14a_with_12_lost_on_both_sides_play_goes_on() {
        let played = Battlefield::new("HM1@1412/12")
            .eliminated([12, 12])
            .run(vec![Frame::EndTurn]);
        assert_eq!(played.ended, Ended::Stopped);
        assert_eq!(played.position.over(), None);
        assert_eq!(
            played.events,
            [Event::TurnEnded {
                turn: 2,
                eliminated: [12, 12]
            }]
        );
    }

    #[test]
    fn r14c_who_left_without_being_eliminated_never_counts() {
        let mut field = Battlefield::new("AH1@1212/6 AH2@1213/6 AH3@1214/6 AM1@1312/6 HM1@1412/12")
            .eliminated([9, 9]);
        field.state.open.attila = super::super::state::Attila::Out;
        let played = field
            .dice("alan_activate roman 0")
            .run(vec![Frame::AlanCheck, Frame::EndTurn]);
        assert_eq!(played.state.open.eliminated, [9, 9]);
        assert_eq!(played.position.over(), None);
    }
}
