//! 12.0: the Alans, who may go home.

use crate::engine::{Next, Pause, Turn};

use super::cards::{self, Die, Moment};
use super::data::{Contingent, Side};
use super::decision::Frame;
use super::die::{self, Throw, Throwing};
use super::event::{By, Came, Cause, Event, Purpose};
use super::options::Switch;
use super::{Battle, Game};

/// 12.1: on a 0 all Alans leave at once; on anything else they act.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn check(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    let judge = |net| {
        if net == 0 {
            Came::Defect
        } else {
            Came::Activate
        }
    };
    test(game, turn, (Purpose::AlanActivate, throwing), judge)
}

/// 12.2: after the loss of an Alan unit the rest leave on a 6 or more; a die for each loss (Q30).
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn nerves(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    throwing: Throwing,
) -> Result<Next<Frame>, Pause> {
    if turn.state().open.alan_losses == 0 && throwing == Throwing::First {
        return Ok(Next::done());
    }
    let judge = |net| if net >= 6 { Came::Defect } else { Came::Ok };
    let tested = test(game, turn, (Purpose::AlanDefect, throwing), judge)?;
    let Next::Go(mut frames) = tested else {
        return Ok(tested);
    };
    if !frames.is_empty() && throwing == Throwing::First {
        frames.push(Frame::AlanNerves);
    }
    Ok(Next::Go(frames))
}

/// Rolls for the Alans on the map; if that is agreed their first desertion is ignored (12.2).
fn test(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    (purpose, throwing): (Purpose, Throwing),
    judge: impl FnOnce(i8) -> Came,
) -> Result<Next<Frame>, Pause> {
    let battle = Battle::new(game, &turn.state().open);
    if battle.of(Contingent::Alans).next().is_none() {
        return Ok(Next::done());
    }
    let throw = Throw {
        purpose,
        by: By::Side(Side::Roman),
        at: None,
        modifiers: Vec::new(),
        rating: None,
        throwing,
    };
    let is_ignored =
        turn.state().open.desertions == 0 && game.options.opt_alan_two_strikes == Switch::On;
    let judge = |net| match judge(net) {
        Came::Defect if is_ignored => Came::DefectionIgnored,
        came => came,
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    let die = match purpose {
        Purpose::AlanActivate => Die::AlanCheck,
        _ => Die::AlanNerves,
    };
    let moment = || Moment::AlanRolled { came };
    let then = Frame::AlansTested { came };
    Ok(cards::open_after(
        game,
        turn.state(),
        moment,
        then,
        (die, throwing),
    ))
}

/// 12.1, 12.2: what a die of the Alans has come to.
pub(super) fn tested(game: &Game, turn: &mut Turn<'_, Game>, came: Came) -> Next<Frame> {
    match came {
        Came::DefectionIgnored => turn.emit(Event::Deserted { ignored: true }),
        Came::Defect => {
            let battle = Battle::new(game, &turn.state().open);
            let alans: Vec<_> = battle.of(Contingent::Alans).collect();
            turn.emit(Event::Deserted { ignored: false });
            for unit in alans {
                turn.emit(Event::Removed {
                    unit,
                    cause: Cause::Desertion,
                });
            }
        }
        _ => {}
    }
    Next::done()
}

#[cfg(test)]
mod tests {
    use super::super::data::UnitId;
    use super::super::sequence;
    use super::super::testing::Battlefield;
    use super::*;

    fn alans() -> Battlefield {
        Battlefield::new("AH1@1212/6 AH2d@1213/6 AM1@1312/6 HM1@1412/12 RM1@1210/6")
            .engaged("AM1-HM1")
            .eliminated([3, 4])
            .active(Contingent::Alans)
    }

    #[test]
    fn r12_1a_on_a_0_all_alans_leave_engaged_or_not() {
        let played = alans()
            .dice("alan_activate roman 0")
            .run(vec![Frame::AlanCheck]);
        assert_eq!(played.net(), "0 defect");
        assert_eq!(played.units(), "AH1@- AH2@- AM1@- HM1@1412/12 RM1@1210/6");
        assert_eq!(played.engaged(), "", "9.9d");
        assert_eq!(played.state.open.desertions, 1);
        assert_eq!(played.cited(), ["12.1", "2.5"]);
    }

    #[test]
    fn r12_1a_on_a_1_they_act() {
        let played = alans()
            .dice("alan_activate roman 1")
            .run(vec![Frame::AlanCheck]);
        assert_eq!(played.net(), "1 activate");
        assert_eq!(played.engaged(), "AM1-HM1");
        assert_eq!(played.state.open.desertions, 0);
    }

    #[test]
    fn r12_1b_deserters_are_not_counted() {
        let played = alans()
            .dice("alan_activate roman 0")
            .run(vec![Frame::AlanCheck]);
        assert_eq!(played.state.open.eliminated, [3, 4]);
    }

    #[test]
    fn r12_1c_an_alan_marker_without_alans_rolls_no_die() {
        let played = Battlefield::new("AH1@x HM1@1412/12").run(vec![Frame::Activate {
            contingent: Contingent::Alans,
        }]);
        assert_eq!(
            played.events,
            [Event::ActivationEmpty {
                contingent: Contingent::Alans
            }]
        );
        let played = Battlefield::new("AH1@x HM1@1412/12").run(vec![Frame::AlanCheck]);
        assert!(played.events.is_empty());
    }

    #[test]
    fn r5_4c_the_die_falls_before_any_alan_order_is_asked_for() {
        let frames = sequence::activation_frames(Contingent::Alans);
        assert_eq!(frames[0], Frame::AlanCheck);
        for other in Contingent::ALL {
            let frames = sequence::activation_frames(other);
            assert_eq!(
                frames.contains(&Frame::AlanCheck),
                other == Contingent::Alans
            );
        }
    }

    fn after_a_loss(option: &str, losses: u8, dice: &str) -> String {
        let mut field = Battlefield::new("AH1@x AH2@x AH3@1212/6 AM1@1214/6 RM1@1210/6")
            .option(option)
            .dice(dice);
        field.state.open.alan_losses = losses;
        field.state.open.eliminated = [0, losses];
        let played = field.run(vec![Frame::AlanNerves]);
        assert_eq!(played.state.open.eliminated, [0, losses], "12.1b");
        assert_eq!(played.state.open.alan_losses, 0);
        format!("{}: {}", played.net(), played.units())
    }

    #[test]
    fn r12_2a_on_a_6_the_rest_leave_and_on_a_5_they_stay() {
        assert_eq!(
            after_a_loss("alan_rolls=each", 1, "alan_defect roman 6"),
            "6 defect: AH1@x AH2@x AH3@- AM1@- RM1@1210/6"
        );
        assert_eq!(
            after_a_loss("alan_rolls=each", 1, "alan_defect roman 5"),
            "5 ok: AH1@x AH2@x AH3@1212/6 AM1@1214/6 RM1@1210/6"
        );
    }

    #[test]
    fn q30_each_loss_has_a_die_or_all_have_one() {
        assert_eq!(
            after_a_loss(
                "alan_rolls=each",
                2,
                "alan_defect roman 5, alan_defect roman 9"
            ),
            "5 ok, 9 defect: AH1@x AH2@x AH3@- AM1@- RM1@1210/6"
        );
        assert_eq!(
            after_a_loss("alan_rolls=once", 2, "alan_defect roman 5"),
            "5 ok: AH1@x AH2@x AH3@1212/6 AM1@1214/6 RM1@1210/6"
        );
    }

    #[test]
    fn q30_once_the_alans_are_gone_no_more_dice_fall() {
        assert_eq!(
            after_a_loss("alan_rolls=each", 2, "alan_defect roman 6"),
            "6 defect: AH1@x AH2@x AH3@- AM1@- RM1@1210/6"
        );
    }

    #[test]
    fn r12_2b_the_first_desertion_of_either_kind_is_ignored() {
        let agreed = || alans().option("opt_alan_two_strikes=on");
        let first = agreed()
            .dice("alan_activate roman 0")
            .run(vec![Frame::AlanCheck]);
        assert_eq!(first.net(), "0 defection_ignored");
        assert_eq!(first.state.open.desertions, 1);
        assert_eq!(first.engaged(), "AM1-HM1");
        let mut later = agreed();
        later.state.open.desertions = 1;
        later.state.open.alan_losses = 1;
        let later = later
            .dice("alan_defect roman 7")
            .run(vec![Frame::AlanNerves]);
        assert_eq!(later.net(), "7 defect");
        assert_eq!(later.units(), "AH1@- AH2@- AM1@- HM1@1412/12 RM1@1210/6");
        assert_eq!(later.state.open.desertions, 2);
    }

    #[test]
    fn r12_2b_an_ignored_desertion_leaves_the_other_losses_to_be_tested() {
        let mut field = alans().option("opt_alan_two_strikes=on");
        field.state.open.alan_losses = 2;
        let played = field
            .dice("alan_defect roman 9, alan_defect roman 5")
            .run(vec![Frame::AlanNerves]);
        assert_eq!(played.net(), "9 defection_ignored, 5 ok");
        assert_eq!(played.state.open.desertions, 1);
    }

    #[test]
    fn r12_2a_the_last_alan_leaves_nobody_to_test() {
        let mut field = Battlefield::new("AH1@1212/6 HM1@1412/12");
        field
            .state
            .open
            .put(UnitId(0), super::super::state::Place::Eliminated);
        field.state.open.alan_losses = 1;
        assert!(field.run(vec![Frame::AlanNerves]).events.is_empty());
    }
}
