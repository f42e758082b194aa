//! Small battles of Legion told in full: panic, Leaders, half elimination, plots that collide.

use std::fmt::{self, Write};

use tesserarius::engine::{
    Dice, DryDice, Ended, Match, NoDice, Playing, Scope, Seat, Thrown, Viewer,
};
use tesserarius::games::legion::Game;
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::simultaneous::Step;
use tesserarius::games::legion::state::{Phase, State};
use tesserarius::games::legion::terms::Side;
use tesserarius::ledger::dice::Spec;

use crate::support::legion_field::{game, going_on, laid_out, men};

/// Dice that fall as they are told.
struct Scripted(std::vec::IntoIter<u32>);

impl Dice for Scripted {
    fn throw(
        &mut self,
        _: Scope,
        label: &dyn fmt::Display,
        _: Spec,
        faces: &mut Vec<u32>,
    ) -> Result<Thrown, NoDice> {
        faces.push(
            self.0
                .next()
                .unwrap_or_else(|| panic!("no die for {label}")),
        );
        Ok(Thrown::Known)
    }
}

/// A battle, and what everybody is told of it in the end.
struct Scene {
    play: Playing<Game>,
    told: String,
}

impl Scene {
    fn begin(game: Game, state: State, frames: Vec<Frame>) -> Self {
        let mut scene = Self {
            play: going_on(game, state, frames),
            told: String::new(),
        };
        let run = scene.play.run(&mut DryDice);
        assert_eq!(run.ended, Ended::Stopped);
        scene
    }

    /// Files lines of both sides and lets the dice fall.
    fn go(&mut self, lines: [&str; 2], dice: &[u32]) {
        for (seat, text) in [Seat(0), Seat(1)].into_iter().zip(lines) {
            let reading = self.play.file(seat, text);
            assert!(!reading.is_bad(), "{reading:#?}");
            for line in text.lines() {
                writeln!(self.told, "{}> {line}", self.play.sides()[seat.index()]).unwrap();
            }
        }
        let mut dice = Scripted(Vec::from(dice).into_iter());
        let facts = self.play.run(&mut dice);
        assert_eq!(dice.0.next(), None, "every die falls");
        for note in facts.notes_of(Viewer::Everybody) {
            let body = serde_json::to_string(&note.facts).unwrap();
            let rules: Vec<&str> = note.rules.iter().map(|rule| rule.number).collect();
            write!(self.told, "{} {body} [{}]", note.key, rules.join(" ")).unwrap();
            if let Some(roll) = &note.roll {
                let (label, net, outcome) = (&roll.label, roll.net, roll.outcome);
                write!(self.told, " {label}: {} -> {net} {outcome}", roll.natural).unwrap();
            }
            self.told.push('\n');
        }
    }

    fn matches_golden(&self, name: &str) {
        insta::with_settings!({ snapshot_path => "../golden", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, self.told);
        });
    }
}

#[test]
fn a_loss_too_many_makes_an_army_panic_and_leaders_rally_it() {
    let game = game("chalons", &[("13.0_panic", "on")]);
    let units = [
        ("SD1", "1010"),
        ("SD2", "1014"),
        ("BI1", "1212"),
        ("LC1", "1413"),
        ("2L1", "1015"),
        ("BI21", "0910"),
        ("BI22", "0910"),
        ("BI23", "1009"),
    ];
    let mut state = laid_out(&game, &men(&game, &units), Side(1), Phase::Melee);
    // Two points below the Panic Level of the first side.
    state.open.points = [0, 42];
    let frames = vec![Frame::PlayerTurn { side: Side(0) }, Frame::Melee];
    let mut scene = Scene::begin(game, state, frames);
    scene.go(
        ["PANIC ALL PREFER S", "MELEE BI21-BI23 AT 1010 ADVANCE BI23"],
        &[5],
    );
    scene.go(["MOVE 2L1 TO 1214\nPASS", "DF ALL HOLD"], &[]);
    scene.matches_golden("legion-panic.txt");
}

#[test]
fn leaders_are_reduced_and_odd_stacks_halved() {
    let game = game("chalons", &[]);
    let units = [
        ("SD1", "1010"),
        ("SD2", "1010"),
        ("SK1", "1010"),
        ("2L1", "1010"),
        ("SD3", "1610"),
        ("2L2", "1610"),
        ("BI21", "1009"),
        ("BI22", "1009"),
        ("BI23", "1009"),
        ("BI24", "1011"),
        ("BI25", "1011"),
        ("BI26", "1011"),
        ("BI27", "0910"),
        ("BI28", "0910"),
        ("BI29", "1609"),
        ("BI30", "1609"),
    ];
    let state = laid_out(&game, &men(&game, &units), Side(1), Phase::Melee);
    let mut scene = Scene::begin(game, state, vec![Frame::Melee]);
    let attacks = "MELEE BI29,BI30 AT 1610\nMELEE BI21-BI28 AT 1010";
    scene.go(["HALF LOSE SK FIRST, KEEP SD1", attacks], &[6, 2]);
    scene.matches_golden("legion-leaders.txt");
}

#[test]
fn plots_collide_and_are_carried_out_at_once() {
    let game = game("chalons", &[("19.0_simultaneous", "on")]);
    let units = [
        // Crossing, a race, a tie.
        ("SD1", "1010"),
        ("MS1", "1011"),
        ("SD2", "1510"),
        ("MS2", "1512"),
        ("SD3", "2010"),
        ("PS6", "2012"),
        // Arrows.
        ("SK1", "1805"),
        ("SK2", "1805"),
        ("LC6", "1808"),
        // Both strike.
        ("SD4", "1020"),
        ("MS3", "1021"),
    ];
    let state = laid_out(&game, &men(&game, &units), Side(0), Phase::Plot);
    let frames = vec![Frame::Together(Step::Begin)];
    let mut scene = Scene::begin(game, state, frames);
    let first = "PLOT SD1 MV 1011\nPLOT SD2 MV 1511\nPLOT SD3 MV 2011\nPLOT SK1,SK2 DF AT 1806\nPLOT SD4 ML AT 1021";
    let second = "PLOT MS1 MV 1010\nPLOT MS2 MV 1511\nPLOT PS6 MV 2011\nPLOT LC6 MV 1807 1806\nPLOT MS3 ML AT 1020";
    scene.go([first, second], &[5, 6, 3, 3, 2, 5, 4]);
    scene.matches_golden("legion-plots.txt");
}
