//! Rules that only a battle put together by hand shows.

use crate::games::Terms;
use crate::geometry::Hex;

use super::data::shipped_files;
use super::melee::{self, Clash};
use super::state::Place;
use super::terms::{Class, UnitId};
use super::{Field, Game, fraction::Fraction, stacking};

fn game(scenario: &str, options: &[(&str, &str)]) -> Game {
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let terms = Terms {
        scenario: scenario.to_owned(),
        options: options.iter().map(own).collect(),
        files: shipped_files(),
    };
    Game::on(&terms).expect("the shipped game is sound")
}

#[test]
fn r5_32_to_5_38_the_classes_that_share_a_hex() {
    use Class::{A, B, C, D, E, Ff, Mf};
    const CASES: &[(Class, &[Class])] = &[
        (A, &[A, D, E, Ff]),
        (B, &[B, D, E, Ff]),
        (C, &[C, D, E, Mf]),
        (D, &[A, B, C, D, E, Ff, Mf]),
        (E, &[A, B, C, D, E, Ff, Mf]),
        (Ff, &[A, B, D, E, Ff]),
        (Mf, &[C, D, E, Mf]),
    ];
    for &(one, with) in CASES {
        for &other in Class::ALL {
            assert_eq!(
                stacking::mix(one, other),
                with.contains(&other),
                "{one} {other}"
            );
        }
    }
}

#[test]
fn r5_39_the_capability_chart_weighs_where_it_is_played() {
    let attack = |options: &[(&str, &str)], attacker: &str, defender: &str| {
        let game = game("cabira", options);
        let find = |id: &str| -> UnitId {
            let mut units = game.units();
            units
                .find(|&unit| game.id(unit) == id)
                .expect("it is in the battle")
        };
        let (attacker, defender) = (find(attacker), find(defender));
        let mut open = game.blank().open;
        let here = "1001".parse().expect("a hex");
        let near = game.land.around(here).into_iter().flatten();
        let plain = |&hex: &Hex| game.land.effect(hex).defence == Fraction::ONE;
        let beside = near.into_iter().find(plain).expect("open ground");
        open.put(attacker, Place::On(here));
        open.put(defender, Place::On(beside));
        let field = Field::new(&game, &open);
        melee::odds(
            field,
            Clash::new(&[attacker], &[beside]),
            &melee::nobody_moves,
        )
        .defence
    };
    let on = [("5.39_unit_capability", "on")];
    // Swordsmen defend at half against horse, spearmen double; spearmen at half against swordsmen.
    assert_eq!(attack(&[], "HC1", "SD1"), Fraction::whole(4));
    assert_eq!(attack(&on, "HC1", "SD1"), Fraction::whole(2));
    assert_eq!(attack(&on, "LC1", "PS1"), Fraction::whole(8));
    assert_eq!(attack(&on, "SD1", "PS1"), Fraction::whole(2));
    assert_eq!(attack(&on, "SD1", "SD21"), Fraction::whole(4));
}
