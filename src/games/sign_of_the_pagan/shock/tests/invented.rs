//! Options, samples and defaults: whatever the game invents is legal.

use crate::engine::{
    Asked, Dice, Fit, Line, NoDice, Pick, Position, Rules, Scope, Thrown, Verdict, Viewer,
};
use crate::ledger::dice::Spec;

use super::super::super::Game;
use super::super::super::decision::Decision;
use super::super::super::order::Order;
use super::super::super::state::{Open, View};
use super::*;

/// Numbers that follow from a seed, for picks and faces alike.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

impl Pick for Numbers {
    fn pick(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }
}

impl Dice for Numbers {
    fn throw(
        &mut self,
        _: Scope,
        _: &dyn std::fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        // Low dice hit, overwhelm and kill: everything of 9.7 and 9.8 comes up.
        faces.push((self.below(10) * self.below(10) / 9) as u32);
        Ok(Thrown::Known)
    }
}

/// Which decisions have come up.
type Seen = std::collections::BTreeSet<String>;

/// Asserts that an order is what a decision takes, alone and as it is written.
fn takes(game: &Game, view: &View, decision: &Decision, order: &Order) {
    let verdict = game.check(view, decision, std::slice::from_ref(order));
    assert_eq!(verdict, [Verdict::Legal], "{order:?} for {decision:?}");
    let fit = game.answer(view, decision, order);
    assert!(
        matches!(fit, Fit::Takes(..)),
        "{order:?} for {decision:?}: {fit:?}"
    );
}

/// Looks at everything that can be said to a decision, and says one of it.
fn decide(
    game: &Game,
    view: &View,
    decision: &Decision,
    numbers: &mut Numbers,
    seen: &mut Seen,
) -> Option<Order> {
    let name = format!("{decision:?}");
    seen.insert(name.split(' ').next().unwrap_or_default().to_owned());
    let options = game.options(view, decision);
    assert!(!options.is_empty(), "{decision:?}");
    for option in &options {
        takes(game, view, decision, option);
    }
    if let Some(default) = game.default(view, decision) {
        takes(game, view, decision, &default);
    }
    let order = game.sample(view, decision, numbers)?;
    takes(game, view, decision, &order);
    Some(order)
}

/// Plays the Shock segment with sampled answers; every stop is answered.
fn play(field: &Battlefield, seed: u64, seen: &mut Seen) -> Open {
    let mut numbers = Numbers(seed);
    let game = field.game.clone();
    let frames = vec![Frame::Shock(Step::Segment)];
    let mut position = Position::from_parts(&game, field.state.clone(), frames);
    let number = |position: &Position<Game>| position.stop().map(|stop| stop.number);
    for _ in 0..500 {
        let before = number(&position);
        position.run(&game, &mut numbers);
        if number(&position) == before {
            return position.state().open.clone().into();
        }
        let asked = position.stop().map(|stop| stop.asked.clone());
        for Asked { seat, decision, .. } in asked.into_iter().flatten() {
            let view = game.view(position.state(), Viewer::Seat(seat));
            let order = decide(&game, &view, &decision, &mut numbers, seen);
            let wishes = position.wishes_mut(seat);
            let Some(order) = order else {
                wishes.listed = true;
                continue;
            };
            let line = Line {
                id: wishes.number(),
                text: String::new(),
                guard: None,
                order,
                otherwise: None,
            };
            wishes.answers.push(line);
        }
    }
    panic!("a Shock segment of a dozen units ends");
}

/// Two lines of battle in contact, everybody with something to do.
fn lines_in_contact() -> Battlefield {
    field(
        Contingent::Huns,
        "HH1*@1412/12 HM1@1411/12 HM2d@1413/12 HH2@1414/12 HL01@1415/12 \
         VM1@1312/6 VM3@1313/6 VM2d@1314/6 VL1@1311/8 VL2@1315/6 AM1d@1410/4 AH1@1316/6",
    )
    .engaged("HM2-VM2 HL01-VL2")
    .attila("HH1")
    .woods("1313")
    .river("1312/1412")
}

fn invariants(open: &Open) {
    for &(one, other) in &open.engaged {
        let grid = crate::geometry::Grid::new(
            crate::geometry::Layout::PointyEvenRight,
            crate::geometry::Extent::PLAIN,
        );
        let hexes = open.hex(one).zip(open.hex(other));
        assert!(hexes.is_some_and(|(a, b)| grid.is_adjacent(a, b)));
    }
}

#[test]
fn whatever_is_invented_is_legal_and_the_segment_ends() {
    let mut seen = Seen::new();
    for seed in 0..150 {
        invariants(&play(&lines_in_contact(), seed, &mut seen));
    }
    let all = ["Advance", "Continue", "Counter", "Declare", "Evade", "Loss"];
    assert_eq!(Vec::from_iter(&seen), all);
}

#[test]
fn so_it_is_under_every_option() {
    let options = [
        "multi_result=cap",
        "chain=split",
        "momentum=automatic",
        "evade_advance=may",
        "counter_chain=phasing",
        "counter_chain=full",
        "ov_cancel=actual",
        "counter_advance=yes",
        "mixed_modifiers=best",
        "mixed_modifiers=each",
        "evade_engaged=yes",
        "evade_mixed=no",
        "counter_white=yes",
        "river_nonmove=yes",
        "continue_target=adjacent",
        "evade_continued=yes",
        "turn_when=immediate",
        "front_duty=any",
        "alan_rolls=once",
        "advance_engaged=no",
        "evade_away=one",
        "attila_along=no",
    ];
    for option in options {
        for seed in 0..25 {
            invariants(&play(
                &lines_in_contact().option(option),
                seed,
                &mut Seen::new(),
            ));
        }
    }
}

#[test]
fn options_for_a_declaration_are_single_attackers_pairs_and_what_is_compelled() {
    let field = field(
        Contingent::Huns,
        "HH1*@1412/12 HH2@1411/12 HM1d@1414/12 VM1@1312/6 VM2@1314/6",
    )
    .engaged("HM1-VM2");
    let decision = Decision::Declare {
        contingent: Contingent::Huns,
        declared: Vec::new(),
    };
    let view = field.view(HUN);
    let lines: Vec<String> = field
        .game
        .options(&view, &decision)
        .iter()
        .map(|order| field.game.print(order))
        .collect();
    assert_eq!(
        lines,
        [
            "SHOCK HH1 ON VM1",
            "SHOCK HH1 ON VM1 NOMOMENTUM HH1",
            "SHOCK HH2 ON VM1",
            "SHOCK HM1 ON VM2",
            "SHOCK HH1 HH2 ON VM1",
        ]
    );
}
