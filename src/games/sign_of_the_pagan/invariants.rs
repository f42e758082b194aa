//! What must be true of every state, after every event.

use super::data::{CardId, Contingent, Side, UnitId};
use super::state::{Attila, Deeds, Open, Place, State};
use super::{Battle, Game};
use crate::geometry::Hex;

/// How many markers a side plays in a turn (5.1).
const MARKERS: usize = 5;
/// How many activations a turn has (4.0).
const ACTIVATIONS: u8 = 10;

/// Checks a state.
///
/// # Errors
/// What is wrong, for us.
pub(super) fn check(game: &Game, state: &State) -> Result<(), String> {
    let battle = Battle::new(game, &state.open);
    units(battle)?;
    engagements(battle)?;
    attila(battle)?;
    markers(game, state)
}

fn demand(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn name(game: &Game, unit: UnitId) -> &str {
    &game.roster.unit(unit).id
}

/// What the units add up to, counted in one walk over them: this is looked at after every event.
#[derive(Default)]
struct Count {
    on_map: usize,
    eliminated: [usize; 2],
    alans: usize,
}

/// Goes over all units: each stands where it may, has done what it may, and is counted.
fn units(battle: Battle<'_>) -> Result<(), String> {
    let (game, open) = (battle.game, battle.open);
    demand(open.pieces.len() == game.roster.units.len(), || {
        format!(
            "{} pieces for {} units",
            open.pieces.len(),
            game.roster.units.len()
        )
    })?;
    let mut count = Count::default();
    let may_wait = open.turn == 0 || game.scenario.is_none();
    for (unit, (piece, counter)) in game
        .roster
        .ids()
        .zip(open.pieces.iter().zip(&game.roster.units))
    {
        match piece.place {
            Place::On(hex) => {
                count.on_map += 1;
                stands(battle, unit, hex)?;
            }
            Place::Eliminated => {
                count.eliminated[counter.side as usize] += 1;
                count.alans += usize::from(counter.contingent == Contingent::Alans);
            }
            Place::Reserve => demand(may_wait, || {
                format!(
                    "{} has not been set up in turn {}",
                    name(game, unit),
                    open.turn
                )
            })?,
            Place::Removed => {}
        }
        // Whoever has done nothing has done nothing wrong: most units, after most events.
        if piece.deeds != Deeds::default() || (piece.blows, piece.shots) != (0, 0) {
            deeds(battle, unit)?;
        }
    }
    // Each unit is where its hex says, so equal numbers leave no hex to anybody else.
    demand(open.occupied() == count.on_map, || {
        format!(
            "{} hexes are held by {} units",
            open.occupied(),
            count.on_map
        )
    })?;
    losses(battle, &count)
}

/// 6.1: a unit on the map stands in a hex of it, alone.
fn stands(battle: Battle<'_>, unit: UnitId, hex: Hex) -> Result<(), String> {
    demand(battle.game.ground.contains(hex), || {
        format!("{} stands off the map in {hex}", name(battle.game, unit))
    })?;
    demand(battle.open.unit_at(hex) == Some(unit), || {
        format!("{} shares {hex} with another unit", name(battle.game, unit))
    })
}

/// 9.9: Engaged units are enemies in adjacent hexes.
fn engagements(battle: Battle<'_>) -> Result<(), String> {
    let pairs = &battle.open.engaged;
    demand(
        pairs.is_sorted() && pairs.windows(2).all(|two| two[0] != two[1]),
        || format!("Engaged pairs out of order: {pairs:?}"),
    )?;
    for &(one, other) in pairs {
        let both = || {
            format!(
                "{} and {}, Engaged,",
                name(battle.game, one),
                name(battle.game, other)
            )
        };
        demand(one < other, || {
            format!("{} are the wrong way round", both())
        })?;
        demand(battle.side(one) != battle.side(other), || {
            format!("{} are friends", both())
        })?;
        demand(battle.are_adjacent(one, other), || {
            format!("{} do not touch", both())
        })?;
    }
    Ok(())
}

/// 14.0: the tallies are the eliminated units, and Attila if he was wounded.
fn losses(battle: Battle<'_>, count: &Count) -> Result<(), String> {
    let (game, open) = (battle.game, battle.open);
    for side in Side::ALL {
        let wounded = side == Side::Hun && open.attila == Attila::Removed;
        let counted = count.eliminated[side as usize] + usize::from(wounded);
        let tally = usize::from(open.eliminated[side as usize]);
        // A worked example begins with losses that it does not name.
        let fits = match game.scenario {
            Some(_) => tally == counted,
            None => tally >= counted,
        };
        demand(fits, || {
            format!(
                "{counted} {} units are gone and {tally} counted",
                side.key()
            )
        })?;
    }
    demand(usize::from(open.alan_losses) <= count.alans, || {
        format!(
            "{} Alan losses to be tested of {}",
            open.alan_losses, count.alans
        )
    })
}

/// 13.0: Attila is with a unit of his side that is on the map, or alone in a hex of it.
fn attila(battle: Battle<'_>) -> Result<(), String> {
    match battle.open.attila {
        Attila::With(unit) => demand(
            battle.is_on_map(unit) && battle.side(unit) == Side::Hun,
            || format!("attila is with {}", name(battle.game, unit)),
        ),
        Attila::Alone(hex) => demand(battle.game.ground.contains(hex), || {
            format!("attila is alone off the map in {hex}")
        }),
        Attila::Absent | Attila::Out | Attila::Removed | Attila::Dead => Ok(()),
    }
}

/// 4.0, 5.0, 9.5.4: who has acted may have, and counts agree with each other.
fn deeds(battle: Battle<'_>, unit: UnitId) -> Result<(), String> {
    let open = battle.open;
    let piece = open.piece(unit);
    let acted = piece.deeds.moved || piece.deeds.fired;
    let may_act = open
        .active
        .is_none_or(|active| battle.contingent(unit) == active);
    let who = || name(battle.game, unit);
    demand(!acted || may_act, || {
        format!("{} has acted out of its activation", who())
    })?;
    let archer = battle.unit(unit).bow.is_some();
    demand(archer || !(piece.deeds.fired || piece.shots > 0), || {
        format!("{} has fired without a bow", who())
    })?;
    demand(piece.blows == 0 || piece.deeds.struck, || {
        format!("{} has blows without an attack", who())
    })?;
    demand(piece.shots <= piece.rolls, || {
        format!(
            "{} has {} shots in {} dice",
            who(),
            piece.shots,
            piece.rolls
        )
    })
}

/// 5.1 to 5.4: five markers a side; what is not drawn is in the cup, and open only as a number.
fn markers(game: &Game, state: &State) -> Result<(), String> {
    let open = &state.open;
    // 11.2: a card may give an activation more.
    let more = open.played.len() as u8;
    demand(
        open.activation <= ACTIVATIONS + more || game.scenario.is_none(),
        || format!("activation {} of {ACTIVATIONS}", open.activation),
    )?;
    hands(game, state)?;
    for side in Side::ALL {
        let hidden = &state.hidden[side as usize];
        let whose = side.key();
        let chosen = &hidden.chosen;
        demand(chosen.is_empty() || chosen.len() == MARKERS, || {
            format!("{whose}: {} markers chosen", chosen.len())
        })?;
        super::markers::may_own(game, side, chosen)
            .map_err(|illegal| format!("{whose}: {}", illegal.because))?;
        demand(
            hidden
                .initiative
                .is_none_or(|named| chosen.contains(&named)),
            || format!("{whose}: the initiative marker is not one of the five"),
        )?;
        demand(is_part(&hidden.cup, chosen), || {
            format!("{whose}: {:?} in the cup out of {chosen:?}", hidden.cup)
        })?;
        let undrawn = usize::from(open.undrawn[side as usize]);
        demand(hidden.cup.len() == undrawn, || {
            format!(
                "{whose}: {} in the cup, {undrawn} undrawn",
                hidden.cup.len()
            )
        })?;
    }
    queue(open)
}

/// 11.1, 11.2: a hand is of a player's own cards, as many as everybody counts; none was played.
fn hands(game: &Game, state: &State) -> Result<(), String> {
    let Some(deck) = &game.deck else {
        let none = state.open.in_hand == [0; 2] && state.open.played.is_empty();
        return demand(none, || "cards in a match without any".to_owned());
    };
    for side in Side::ALL {
        let Some(hand) = &state.hidden[side as usize].hand else {
            continue;
        };
        let held = usize::from(state.open.in_hand[side as usize]);
        demand(hand.len() == held, || {
            format!(
                "{}: {} cards in hand, {held} counted",
                side.key(),
                hand.len()
            )
        })?;
        let is_own = |card: &CardId| deck.card(*card).side == side;
        let is_left = |card: &CardId| !state.open.played.contains(card);
        demand(
            hand.iter().all(|card| is_own(card) && is_left(card)),
            || format!("{}: {hand:?} cannot be in hand", side.key()),
        )?;
    }
    Ok(())
}

fn queue(open: &Open) -> Result<(), String> {
    demand(open.queue.len() <= 2 + open.played.len(), || {
        format!("{:?} act before any draw", open.queue)
    })
}

/// Tells whether the sorted `part` can be taken out of the sorted `whole`.
fn is_part(part: &[Contingent], whole: &[Contingent]) -> bool {
    let mut left = whole.iter();
    part.is_sorted() && part.iter().all(|one| left.any(|other| other == one))
}

#[cfg(test)]
mod tests {
    use super::super::state::Open;
    use super::super::testing::{Battlefield, hex};
    use super::*;

    fn good() -> Battlefield {
        let mut field = Battlefield::new("HM1@1412/12 HL1@1512/12 VM1@1312/6 AH1@x VM2@0912/6")
            .engaged("HM1-VM1")
            .eliminated([0, 1])
            .attila("HL1")
            .active(Contingent::Huns);
        field.state.hidden[0].chosen = vec![
            Contingent::Huns,
            Contingent::Huns,
            Contingent::Huns,
            Contingent::Ostrogoths,
            Contingent::Allies,
        ];
        field.state.hidden[0].cup = vec![Contingent::Huns, Contingent::Allies];
        field.state.open.undrawn = [2, 0];
        field
    }

    /// What is said of the position after something in it has been broken.
    fn broken(breaks: impl FnOnce(&mut State)) -> String {
        let mut field = good();
        breaks(&mut field.state);
        check(&field.game, &field.state).unwrap_err()
    }

    fn open(breaks: impl FnOnce(&mut Open)) -> String {
        broken(|state| breaks(&mut state.open))
    }

    #[test]
    fn a_sound_position_passes() {
        let field = good();
        assert_eq!(check(&field.game, &field.state), Ok(()));
    }

    #[test]
    fn r6_1_two_units_in_a_hex_are_found() {
        let said = open(|open| open.put(UnitId(0), Place::On(hex("1312"))));
        assert!(said.contains("shares 1312"), "{said}");
    }

    #[test]
    fn r9_9_engaged_pairs_that_cannot_be_are_found() {
        let said = open(|open| open.put(UnitId(0), Place::On(hex("1712"))));
        assert!(said.contains("do not touch"), "{said}");
        let said = open(|open| open.engage(UnitId(0), UnitId(1)));
        assert!(said.contains("are friends"), "{said}");
        let said = open(|open| open.engaged = vec![(UnitId(2), UnitId(0))]);
        assert!(said.contains("wrong way"), "{said}");
        let said = open(|open| open.engaged = vec![(UnitId(0), UnitId(2)); 2]);
        assert!(said.contains("out of order"), "{said}");
    }

    #[test]
    fn r14_0_tallies_that_do_not_fit_the_losses_are_found() {
        let said = open(|open| open.eliminated = [0, 0]);
        assert!(
            said.contains("1 roman units are gone and 0 counted"),
            "{said}"
        );
        let said = open(|open| open.alan_losses = 2);
        assert!(said.contains("2 Alan losses"), "{said}");
    }

    #[test]
    fn r13_0_attila_where_he_cannot_be_is_found() {
        let said = open(|open| open.attila = Attila::With(UnitId(2)));
        assert!(said.contains("attila is with VM1"), "{said}");
    }

    #[test]
    fn r4_0_deeds_out_of_turn_are_found() {
        let said = open(|open| open.pieces[2].deeds.moved = true);
        assert!(said.contains("out of its activation"), "{said}");
        let said = open(|open| open.pieces[2].shots = 1);
        assert!(said.contains("without a bow"), "{said}");
        let said = open(|open| open.pieces[0].blows = 1);
        assert!(said.contains("blows without"), "{said}");
        let said = open(|open| open.pieces[0].shots = 1);
        assert!(said.contains("1 shots in 0 dice"), "{said}");
    }

    #[test]
    fn r11_1_hands_that_cannot_be_are_found() {
        let without = open(|open| open.in_hand = [1, 0]);
        assert!(without.contains("without any"), "{without}");
        let dealt = |breaks: fn(&mut State)| {
            let mut field = good().hands("H1 H5", "R1");
            assert_eq!(check(&field.game, &field.state), Ok(()));
            breaks(&mut field.state);
            check(&field.game, &field.state).unwrap_err()
        };
        let said = dealt(|state| state.open.in_hand = [1, 1]);
        assert!(said.contains("2 cards in hand, 1 counted"), "{said}");
        let said = dealt(|state| state.hidden.swap(0, 1));
        assert!(said.contains("counted"), "{said}");
        let said = dealt(|state| state.open.played = vec![CardId(0)]);
        assert!(said.contains("cannot be in hand"), "{said}");
    }

    #[test]
    fn r5_1_markers_that_do_not_add_up_are_found() {
        let said = open(|open| open.undrawn = [3, 0]);
        assert!(said.contains("2 in the cup, 3 undrawn"), "{said}");
        let said = broken(|state| state.hidden[0].chosen.truncate(4));
        assert!(said.contains("4 markers chosen"), "{said}");
        let said = broken(|state| state.hidden[0].initiative = Some(Contingent::Alans));
        assert!(said.contains("not one of the five"), "{said}");
        let said = broken(|state| state.hidden[0].cup = vec![Contingent::Ostrogoths; 2]);
        assert!(said.contains("in the cup out of"), "{said}");
        let said = broken(|state| state.hidden[0].chosen[3] = Contingent::Huns);
        assert!(
            said.contains("there are 3 markers of the huns, not 4"),
            "{said}"
        );
    }
}
