//! 10.0: Reform.

use crate::engine::{Fit, Mode, Next, Pause, Pick, Rank, Turn, Verdict};
use crate::orders::Illegal;

use super::data::{Condition, Contingent, UnitId};
use super::decision::{Decision, Frame};
use super::die::{self, Throw};
use super::event::{By, Came, Cause, Event, Purpose};
use super::options::ReformFace;
use super::order::Order;
use super::{Battle, Game, rules, seat};

/// Why a unit may not try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Barred {
    OtherContingent,
    Gone,
    Good,
    Contact,
    Acted,
    Turned,
    Tried,
}

impl Barred {
    fn illegal(self, battle: Battle<'_>, contingent: Contingent, unit: UnitId) -> Illegal {
        let name = &battle.unit(unit).id;
        let (rule, because) = match self {
            Self::OtherContingent => {
                let because = format!("{name} does not belong to the {}", contingent.key());
                (rules::R4_0, because)
            }
            Self::Gone => (rules::R10_0, format!("{name} is not on the map")),
            Self::Good => (rules::R10_0, format!("{name} is in good order")),
            Self::Contact => (rules::R10_0, format!("{name} stands next to an enemy")),
            Self::Acted => (rules::R5_0, format!("{name} has acted in this activation")),
            Self::Turned => (rules::Q18, format!("{name} has turned in this activation")),
            Self::Tried => (rules::R10_0, format!("{name} has tried already")),
        };
        Illegal {
            rule,
            because,
            instead: None,
        }
    }
}

/// 10.0: a Disordered unit away from the enemy that has done nothing this activation may try.
fn may_reform(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    unit: UnitId,
) -> Result<(), Barred> {
    if battle.contingent(unit) != contingent {
        return Err(Barred::OtherContingent);
    }
    let hex = battle.hex(unit).ok_or(Barred::Gone)?;
    let piece = battle.piece(unit);
    if tried.contains(&unit) {
        return Err(Barred::Tried);
    }
    if piece.condition == Condition::Good {
        return Err(Barred::Good);
    }
    // 5.0: an activation is for acting or for Reform.
    if piece.deeds.any(false) {
        return Err(Barred::Acted);
    }
    if battle.game.options.reform_face == ReformFace::No && piece.deeds.turned {
        return Err(Barred::Turned);
    }
    if battle.is_in_contact(hex, battle.side(unit)) {
        return Err(Barred::Contact);
    }
    Ok(())
}

fn eligible<'a>(
    battle: Battle<'a>,
    contingent: Contingent,
    tried: &'a [UnitId],
) -> impl Iterator<Item = UnitId> + 'a {
    battle
        .of(contingent)
        .filter(move |&unit| may_reform(battle, contingent, tried, unit).is_ok())
}

/// 10.0: the Reform segment; the owner names who tries, until he has done.
///
/// # Errors
/// [`Pause::Wait`] while somebody may try and nobody has said whether.
pub(super) fn advance(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    tried: &[UnitId],
) -> Result<Next<Frame>, Pause> {
    let open = &turn.state().open;
    let Some(contingent) = open.active else {
        return Ok(Next::done());
    };
    let battle = Battle::new(game, open);
    // Where nobody may try, lines are still heard, so that their owner is told why not.
    let mode = match eligible(battle, contingent, tried).next() {
        Some(_) => Mode::List,
        None => Mode::Quiet,
    };
    let asked = Decision::Reform {
        contingent,
        tried: tried.to_vec(),
    };
    let given = turn.ask(seat(contingent.side()), mode, asked)?;
    Ok(Next::Go(match given.map(|given| given.order) {
        Some(Order::Reform { unit }) => {
            let tried = tried.iter().copied().chain([unit]).collect();
            vec![Frame::ReformRoll { unit }, Frame::Reform { tried }]
        }
        Some(Order::ReformAll { except }) => {
            let battle = Battle::new(game, &turn.state().open);
            eligible(battle, contingent, tried)
                .filter(|unit| !except.contains(unit))
                .map(|unit| Frame::ReformRoll { unit })
                .collect()
        }
        _ => Vec::new(),
    }))
}

/// 10.0: 4 or less reforms, 5 to 8 changes nothing, 9 eliminates.
///
/// # Errors
/// [`Pause::Draw`] if this run has no dice.
pub(super) fn roll(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    unit: UnitId,
) -> Result<Next<Frame>, Pause> {
    if !Battle::new(game, &turn.state().open).is_on_map(unit) {
        return Ok(Next::done());
    }
    let throw = Throw {
        purpose: Purpose::Reform,
        by: By::Unit(unit),
        at: None,
        modifiers: Vec::from_iter(die::attila_shift(turn, unit, Purpose::Reform)?),
        rating: None,
    };
    let judge = |net| match net {
        ..=4 => Came::Reformed,
        5..=8 => Came::No,
        9.. => Came::Elim,
    };
    let (_, came) = die::roll(game, turn, throw, judge)?;
    match came {
        Came::Reformed => turn.emit(Event::Reformed { unit }),
        Came::Elim => turn.emit(Event::Eliminated {
            unit,
            cause: Cause::Reform,
        }),
        _ => {}
    }
    let lost_alan = came == Came::Elim && game.roster.unit(unit).contingent == Contingent::Alans;
    Ok(Next::Go(if lost_alan {
        vec![Frame::AlanNerves]
    } else {
        Vec::new()
    }))
}

/// Lists each unit that may try, and all of them together.
pub(super) fn options(battle: Battle<'_>, contingent: Contingent, tried: &[UnitId]) -> Vec<Order> {
    let mut orders: Vec<Order> = eligible(battle, contingent, tried)
        .map(|unit| Order::Reform { unit })
        .collect();
    if orders.len() > 1 {
        orders.push(Order::ReformAll { except: Vec::new() });
    }
    orders
}

/// Picks a unit that may try, or nobody.
pub(super) fn sample(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    pick: &mut dyn Pick,
) -> Option<Order> {
    let count = eligible(battle, contingent, tried).count();
    if count == 0 {
        return None;
    }
    let unit = eligible(battle, contingent, tried).nth(pick.pick(count + 1))?;
    Some(Order::Reform { unit })
}

/// D20: everybody tries, unless their owner has named somebody already.
pub(super) fn default(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
) -> Option<Order> {
    let all = Order::ReformAll { except: Vec::new() };
    let anybody = tried.is_empty() && eligible(battle, contingent, tried).next().is_some();
    anybody.then_some(all)
}

/// Says what a REFORM line is worth now.
pub(super) fn answer(
    battle: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    order: &Order,
) -> Fit<Order> {
    match order {
        Order::Reform { unit } => match may_reform(battle, contingent, tried, *unit) {
            Ok(()) => Fit::Takes(Rank::Named, order.clone()),
            Err(barred) => Fit::Fails(barred.illegal(battle, contingent, *unit)),
        },
        Order::ReformAll { .. } | Order::ReformNone => Fit::Takes(Rank::All, order.clone()),
        _ => Fit::Other,
    }
}

/// 10.0: judges a line of a set; `after` is the battle after the set's moves and attacks.
pub(super) fn judge(
    before: Battle<'_>,
    after: Battle<'_>,
    contingent: Contingent,
    tried: &[UnitId],
    order: &Order,
) -> Verdict {
    let &Order::Reform { unit } = order else {
        return Verdict::Legal;
    };
    let now = may_reform(before, contingent, tried, unit);
    match now.and_then(|()| may_reform(after, contingent, tried, unit)) {
        Ok(()) => Verdict::Legal,
        Err(Barred::Contact) => {
            let name = &before.unit(unit).id;
            Verdict::Open(format!("{name} stands next to an enemy now (10.0)"))
        }
        Err(barred) => Verdict::Illegal(barred.illegal(before, contingent, unit)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Battlefield, Played};
    use super::*;
    use crate::engine::Ended;

    fn huns(units: &str) -> Battlefield {
        Battlefield::new(units).active(Contingent::Huns)
    }

    fn reform(field: Battlefield, names: &str, dice: &str) -> Played {
        let orders = field.unit_list(names);
        let side = field.state.open.active.unwrap().side();
        orders
            .into_iter()
            .fold(field, |field, unit| {
                field.order(side, Order::Reform { unit })
            })
            .dice(dice)
            .run(vec![Frame::Reform { tried: Vec::new() }])
    }

    /// The rules that refuse HL01 a try after something has been done to the position.
    fn refusal(prepare: impl FnOnce(&mut Battlefield)) -> Vec<String> {
        let mut field = huns("HL01d@1712/12 VM1@1513/6");
        prepare(&mut field);
        let played = reform(field, "HL01", "");
        let rules = played.refused().into_iter();
        rules
            .map(|line| line.rsplit(" | ").next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn r10a_who_stands_next_to_an_enemy_may_not_try() {
        assert_eq!(
            refusal(|field| field.state.open.put(
                UnitId(1),
                super::super::state::Place::On("1612".parse().unwrap())
            )),
            ["10.0"]
        );
    }

    #[test]
    fn r10a_who_has_moved_fired_or_struck_may_not_try() {
        let deeds = |change: fn(&mut super::super::state::Deeds)| {
            refusal(|field| change(&mut field.state.open.pieces[0].deeds))
        };
        assert_eq!(deeds(|deeds| deeds.moved = true), ["5.0"]);
        assert_eq!(deeds(|deeds| deeds.fired = true), ["5.0"]);
        assert_eq!(deeds(|deeds| deeds.struck = true), ["5.0"]);
    }

    #[test]
    fn q18_who_has_turned_may_try_only_if_turning_does_not_count() {
        let turned = |option: &str, dice: &str| {
            let mut field = huns("HL01d@1712/12").option(option);
            field.state.open.pieces[0].deeds.turned = true;
            reform(field, "HL01", dice)
        };
        let played = turned("reform_face=no", "");
        assert!(
            played.refused()[0].ends_with("Q18"),
            "{:?}",
            played.refused()
        );
        assert_eq!(
            turned("reform_face=yes", "reform HL01 4").net(),
            "4 reformed"
        );
    }

    #[test]
    fn r10a_only_disordered_units_of_the_active_contingent_may_try() {
        let played = reform(
            huns("HL01@1712/12 OH1d@1714/12 HL02@x"),
            "HL01 OH1 HL02",
            "",
        );
        let rules: Vec<String> = played.refused();
        let rules: Vec<&str> = rules
            .iter()
            .map(|line| line.rsplit(' ').next().unwrap())
            .collect();
        assert_eq!(rules, ["10.0", "4.0", "10.0"]);
        assert!(played.events.is_empty());
    }

    #[test]
    fn r10b_4_reforms_5_and_8_do_not_9_eliminates() {
        let played = reform(
            huns("HL01d@1712/12 HL02d@1714/12 HL03d@1716/12 HL04d@1718/12"),
            "HL01 HL02 HL03 HL04",
            "reform HL01 4, reform HL02 5, reform HL03 8, reform HL04 9",
        );
        assert_eq!(played.net(), "4 reformed, 5 no, 8 no, 9 elim");
        assert_eq!(
            played.units(),
            "HL01@1712/12 HL02d@1714/12 HL03d@1716/12 HL04@x"
        );
        assert_eq!(played.state.open.eliminated, [1, 0]);
        assert_eq!(played.cited(), ["10.0"]);
    }

    #[test]
    fn r10c_who_is_not_named_does_not_try() {
        let played = reform(huns("HL01d@1712/12 HL02d@1714/12"), "HL02", "reform HL02 5");
        assert_eq!(played.net(), "5 no");
        assert!(played.refused().is_empty());
    }

    #[test]
    fn r10c_none_and_all_except_are_heard() {
        let field = huns("HL01d@1712/12 HL02d@1714/12");
        let none = field.order(super::super::data::Side::Hun, Order::ReformNone);
        let played = none.run(vec![Frame::Reform { tried: Vec::new() }]);
        assert!(played.events.is_empty());

        let field = huns("HL01d@1712/12 HL02d@1714/12 HL03d@1716/12");
        let except = field.unit_list("HL02");
        let played = field
            .order(super::super::data::Side::Hun, Order::ReformAll { except })
            .dice("reform HL01 5, reform HL03 0")
            .run(vec![Frame::Reform { tried: Vec::new() }]);
        assert_eq!(played.net(), "5 no, 0 reformed");
    }

    #[test]
    fn d20_by_default_everybody_tries() {
        let played = huns("HL01d@1712/12 HL02d@1714/12 VM1@1613/6")
            .dice("reform HL01 5")
            .run(vec![Frame::Reform { tried: Vec::new() }]);
        assert_eq!(played.net(), "5 no", "HL02 stands next to an enemy");
    }

    #[test]
    fn d20_a_player_who_is_there_is_asked() {
        let played = huns("HL01d@1712/12")
            .present(super::super::data::Side::Hun)
            .run(vec![Frame::Reform { tried: Vec::new() }]);
        assert_eq!(played.ended, Ended::Stopped);
        assert!(played.position.stop().is_some());
        let quiet = huns("HL01@1712/12")
            .present(super::super::data::Side::Hun)
            .run(vec![Frame::Reform { tried: Vec::new() }]);
        assert!(quiet.position.stop().is_none(), "nobody may try");
    }

    #[test]
    fn r10d_an_alan_lost_at_reform_tries_the_nerves_of_the_rest() {
        let field = Battlefield::new("AH1d@1012/6 AH2@1014/6").active(Contingent::Alans);
        let played = reform(field, "AH1", "reform AH1 9, alan_defect roman 5");
        assert_eq!(played.net(), "9 elim, 5 ok");
        assert_eq!(played.state.open.eliminated, [0, 1]);
    }

    #[test]
    fn r13_1a_attila_saves_a_rallying_unit() {
        let played = reform(
            huns("HL05d@1712/12 HL06d@1714/12").attila("HL05"),
            "HL05 HL06",
            "reform HL05 9, reform HL06 9",
        );
        assert_eq!(played.net(), "8 no, 9 elim");
        assert_eq!(played.units(), "HL05d@1712/12 HL06@x");
        assert_eq!(played.attila(), "HL05");
    }

    #[test]
    fn options_are_the_units_that_may_try_and_all_of_them() {
        let field = huns("HL01d@1712/12 HL02d@1714/12 HL03@1716/12");
        let all = Order::ReformAll { except: Vec::new() };
        let [one, two] = [UnitId(0), UnitId(1)].map(|unit| Order::Reform { unit });
        let contingent = Contingent::Huns;
        assert_eq!(
            options(field.battle(), contingent, &[]),
            [one, two.clone(), all]
        );
        let left = options(field.battle(), contingent, &[UnitId(0)]);
        assert_eq!(left, std::slice::from_ref(&two));
        let mut picks = super::super::testing::Picks::new([0, 1]);
        let sampled = sample(field.battle(), contingent, &[UnitId(0)], &mut picks);
        assert_eq!(sampled, Some(two));
        let passed = sample(field.battle(), contingent, &[UnitId(0)], &mut picks);
        assert_eq!(passed, None);
    }
}
