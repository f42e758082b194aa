//! 11.0: who has won, when it is certain, and why.

use crate::engine::Outcome;

use super::Game;
use super::data::Scenario;
use super::data::scenario::{Anchor, Exit, Need, When};
use super::game::seat;
use super::options::{ExitWithin, LeaderCounts, OutcomeGap, PanicExit, VictoryCheck};
use super::points;
use super::state::{Exited, Open, Place};
use super::terms::{Class, Edge, Level, Side};
use crate::wording::counted;

/// What the conditions of a scenario are held against.
pub(super) trait Facts {
    /// The level of a side.
    fn level(&self, side: Side) -> Level;
    /// Who holds a lettered hex.
    fn holder(&self, letter: char) -> Option<Side>;
    /// Units and Leaders of an exit that count.
    fn exited(&self, side: Side, exit: &Exit) -> (u16, u16);
    /// Whether every unit of a side is eliminated.
    fn is_eliminated(&self, side: Side) -> bool;
}

/// How certain a condition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It holds whatever happens.
    Sure,
    /// It cannot hold any more.
    Never,
    /// It may still change.
    Open,
}

/// A battle as the conditions see it.
pub(super) struct Battle<'a> {
    game: &'a Game,
    open: &'a Open,
    scenario: &'a Scenario,
}

impl<'a> Battle<'a> {
    /// Looks at a battle; `None` in worked examples, which have no scenario.
    pub(super) fn new(game: &'a Game, open: &'a Open) -> Option<Self> {
        let scenario = game.scenario.as_ref()?;
        Some(Self {
            game,
            open,
            scenario,
        })
    }

    fn army(&self, side: Side) -> usize {
        self.game
            .of_side(side)
            .filter(|&unit| self.open.hex(unit).is_some())
            .count()
    }

    /// Counts the units of a side that could still leave and would count.
    fn could_leave(&self, side: Side) -> u16 {
        let on_map = self.game.of_side(side).filter(|&unit| {
            self.open.hex(unit).is_some() && counts(self.game, self.game.unit(unit).kind)
        });
        on_map.count() as u16
    }

    fn leaders_left(&self, side: Side) -> u16 {
        let leaders = self.game.of_side(side).filter(|&unit| {
            self.open.hex(unit).is_some()
                && self.game.kinds.get(self.game.unit(unit).kind).is_leader()
        });
        leaders.count() as u16
    }

    /// #58: tells whether anything can still change a condition.
    fn certainty(&self, when: &When) -> Certainty {
        let holds = || match holds(self.scenario, self, when) {
            true => Certainty::Sure,
            false => Certainty::Never,
        };
        match when {
            When::Always(holds) if *holds => Certainty::Sure,
            When::Always(_) => Certainty::Never,
            // Points change while both sides have units; control only while anybody has.
            When::Level { .. } if Side::BOTH.iter().any(|&side| self.army(side) == 0) => holds(),
            When::Control { .. } if Side::BOTH.iter().all(|&side| self.army(side) == 0) => holds(),
            When::Level { .. } | When::Control { .. } => Certainty::Open,
            When::Exit(exit) => {
                let Some(side) = self.scenario.side(&exit.side) else {
                    return Certainty::Never;
                };
                let side = Side(side as u8);
                let (units, leaders) = self.exited(side, exit);
                if units >= exit.units && leaders >= exit.leaders {
                    Certainty::Sure
                } else if units + self.could_leave(side) < exit.units
                    || leaders + self.leaders_left(side) < exit.leaders
                {
                    Certainty::Never
                } else {
                    Certainty::Open
                }
            }
            When::Eliminated { side } => {
                let side = Side(self.scenario.side(side).unwrap_or(0) as u8);
                // R61: a Leader who left changes nothing where Leaders are no units.
                let left = self.game.of_side(side).any(|unit| {
                    self.open.piece(unit).place == Place::Out
                        && counts(self.game, self.game.unit(unit).kind)
                });
                if self.is_eliminated(side) {
                    Certainty::Sure
                } else if left {
                    Certainty::Never
                } else {
                    Certainty::Open
                }
            }
            When::Any(parts) => join(
                parts.iter().map(|part| self.certainty(part)),
                Certainty::Sure,
                Certainty::Never,
            ),
            When::All(parts) => join(
                parts.iter().map(|part| self.certainty(part)),
                Certainty::Never,
                Certainty::Sure,
            ),
            When::Not(part) => match self.certainty(part) {
                Certainty::Sure => Certainty::Never,
                Certainty::Never => Certainty::Sure,
                Certainty::Open => Certainty::Open,
            },
        }
    }
}

/// Joins parts of which one `decides` and all have to be `otherwise`.
fn join(
    parts: impl Iterator<Item = Certainty>,
    decides: Certainty,
    otherwise: Certainty,
) -> Certainty {
    let mut all = otherwise;
    for part in parts {
        if part == decides {
            return decides;
        }
        if part == Certainty::Open {
            all = Certainty::Open;
        }
    }
    all
}

/// 11.25, R61: tells whether a type counts as a unit in conditions.
pub(super) fn counts(game: &Game, kind: super::data::KindId) -> bool {
    match game.kinds.get(kind).class {
        Class::E => game.options.leader_counts_as_unit == LeaderCounts::Yes,
        Class::D => false,
        Class::A | Class::B | Class::C | Class::Ff | Class::Mf => true,
    }
}

impl Facts for Battle<'_> {
    fn level(&self, side: Side) -> Level {
        let [own, other] = [side, side.other()].map(|side| self.open.points[side.index()]);
        let level = points::level(own, other);
        // 15.0, 15.1: who withdraws cannot win, and the other has won substantively at least.
        match self.open.conceded {
            Some(conceded) if conceded == side => Level::None,
            Some(_) => level.max(Level::Substantive),
            None => level,
        }
    }

    fn holder(&self, letter: char) -> Option<Side> {
        let index = self
            .game
            .land
            .letters
            .iter()
            .position(|(own, _)| *own == letter)?;
        self.open.control[index]
    }

    fn exited(&self, side: Side, exit: &Exit) -> (u16, u16) {
        let own = self.open.exits.iter().filter(|left| {
            self.game.side_of(left.unit) == side
                && exit.edges.contains(&left.edge)
                && (!left.fled || self.game.options.panic_exit_counts == PanicExit::Yes)
                && is_near(self.game, exit, **left)
        });
        let (mut units, mut leaders) = (0, 0);
        for left in own {
            let kind = self.game.unit(left.unit).kind;
            units += u16::from(counts(self.game, kind));
            leaders += u16::from(self.game.kinds.get(kind).is_leader());
        }
        (units, leaders)
    }

    fn is_eliminated(&self, side: Side) -> bool {
        let counted = |unit| {
            counts(self.game, self.game.unit(unit).kind)
                || self.game.options.leader_counts_as_unit == LeaderCounts::Yes
        };
        let mut units = self.game.of_side(side).filter(|&unit| counted(unit));
        units.all(|unit| self.open.piece(unit).place == Place::Dead)
    }
}

/// R59: tells whether a unit left near enough to what the condition names.
fn is_near(game: &Game, exit: &Exit, left: Exited) -> bool {
    let Some(anchor) = exit.anchor else {
        return true;
    };
    let extent = game.land.grid().extent();
    // Places along an edge are counted from one end; the corner hex lies on two edges.
    let place = |hex: crate::geometry::Hex, edge: Edge| match edge {
        Edge::North | Edge::South => i32::from(hex.row()),
        Edge::East | Edge::West => i32::from(hex.column()),
    };
    let own = place(left.hex, left.edge);
    let offset = match anchor {
        Anchor::CornerSe => {
            let corner = crate::geometry::Hex::new(extent.rows(), extent.columns());
            Some((own - place(corner, left.edge)).abs())
        }
        Anchor::Road | Anchor::RoadHex => {
            let roads = game
                .land
                .hexes()
                .filter(|(_, cell)| cell.road_exits & (1 << left.edge as u8) != 0);
            roads
                .map(|(hex, _)| (own - place(hex, left.edge)).abs())
                .min()
        }
    };
    offset.is_some_and(|offset| is_within(game.options.exit_within_reading, exit, offset))
}

/// R59: returns the hexes and edges by which an exit of a side counts.
pub(super) fn gates(game: &Game, side: Side, exit: &Exit) -> Vec<(crate::geometry::Hex, Edge)> {
    let Some(unit) = game.of_side(side).next() else {
        return Vec::new();
    };
    let counts = |&(hex, edge): &(crate::geometry::Hex, Edge)| {
        let left = Exited {
            unit,
            hex,
            edge,
            fled: false,
            conceded: false,
        };
        game.land.is_on(hex, edge) && is_near(game, exit, left)
    };
    let hexes = game.land.hexes();
    hexes
        .flat_map(|(hex, _)| exit.edges.iter().map(move |&edge| (hex, edge)))
        .filter(counts)
        .collect()
}

/// R59: reads "within so many hexes, exclusive".
pub(super) fn is_within(reading: ExitWithin, exit: &Exit, offset: i32) -> bool {
    if exit.anchor == Some(Anchor::RoadHex) {
        return offset == 0;
    }
    let Some(within) = exit.within else {
        return true;
    };
    let most = i32::from(within);
    match reading {
        ExitWithin::CountExcludesAnchor => offset <= most,
        ExitWithin::AnchorBarred => (1..=most).contains(&offset),
        ExitWithin::StrictlyLess => offset < most,
    }
}

/// Tells whether a condition holds as things stand.
pub(super) fn holds(scenario: &Scenario, facts: &dyn Facts, when: &When) -> bool {
    let side = |key: &str| Side(scenario.side(key).unwrap_or(0) as u8);
    match when {
        When::Level { side: key, min } => facts.level(side(key)) >= *min,
        When::Control {
            side: key,
            hexes,
            need,
        } => {
            let mut held = hexes
                .iter()
                .map(|&letter| facts.holder(letter) == Some(side(key)));
            match need {
                Need::All => held.all(|held| held),
                Need::Any => held.any(|held| held),
            }
        }
        When::Exit(exit) => {
            let (units, leaders) = facts.exited(side(&exit.side), exit);
            units >= exit.units && leaders >= exit.leaders
        }
        When::Eliminated { side: key } => facts.is_eliminated(side(key)),
        When::Any(parts) => parts.iter().any(|part| holds(scenario, facts, part)),
        When::All(parts) => parts.iter().all(|part| holds(scenario, facts, part)),
        When::Not(part) => !holds(scenario, facts, part),
        When::Always(always) => *always,
    }
}

/// Returns who wins by a clause; R82 where the book is silent.
pub(super) fn winner(game: &Game, scenario: &Scenario, clause: usize) -> Outcome {
    let clause = &scenario.outcome[clause];
    let ruled = clause.provenance.note == "R82";
    if ruled && game.options.outcome_gap == OutcomeGap::FirstNamed {
        return Outcome::Win(seat(Side(0)));
    }
    match scenario.side(&clause.winner) {
        Some(side) => Outcome::Win(seat(Side(side as u8))),
        None => Outcome::Draw,
    }
}

/// Returns the first exit that the list of outcomes asks of a side.
pub(super) fn exit_of(scenario: &Scenario, side: Side) -> Option<&Exit> {
    fn find<'a>(when: &'a When, key: &str) -> Option<&'a Exit> {
        match when {
            When::Exit(exit) if exit.side == key => Some(exit),
            When::Any(parts) | When::All(parts) => parts.iter().find_map(|part| find(part, key)),
            When::Not(part) => find(part, key),
            When::Exit(_)
            | When::Level { .. }
            | When::Control { .. }
            | When::Eliminated { .. }
            | When::Always(_) => None,
        }
    }
    let key = &scenario.armies[side.index()].key;
    scenario
        .outcome
        .iter()
        .find_map(|clause| find(&clause.when, key))
}

/// R61: returns how many Leaders count as units of an exit.
pub(super) fn leaders_counted(options: &super::options::Options, leaders: u16) -> u16 {
    match options.leader_counts_as_unit {
        LeaderCounts::Yes => leaders,
        LeaderCounts::No => 0,
    }
}

/// Returns the clause that decides by these facts.
pub(super) fn deciding(scenario: &Scenario, facts: &dyn Facts) -> usize {
    let found = scenario
        .outcome
        .iter()
        .position(|clause| holds(scenario, facts, &clause.when));
    found.expect("the last clause holds always, which loading has checked")
}

/// 15.1: the side that has won because the other withdrew, where somebody did.
fn by_concession(open: &Open) -> Option<Outcome> {
    open.conceded.map(|side| Outcome::Win(seat(side.other())))
}

/// Reads the list of outcomes at the end.
pub(super) fn at_end(game: &Game, open: &Open) -> (Outcome, usize) {
    let Some(battle) = Battle::new(game, open) else {
        return (Outcome::Draw, 0);
    };
    let clause = deciding(battle.scenario, &battle);
    let outcome = by_concession(open).unwrap_or_else(|| winner(game, battle.scenario, clause));
    (outcome, clause)
}

/// R58, R92, 15.2: returns the outcome where it cannot change any more, or where the match was ended.
pub(super) fn early(game: &Game, open: &Open) -> Option<(Outcome, usize)> {
    if open.finished || open.withdrawn || Side::BOTH.iter().all(|&side| empty(game, open, side)) {
        return Some(at_end(game, open));
    }
    let battle = Battle::new(game, open)?;
    if game.options.victory_check == VictoryCheck::End {
        return None;
    }
    for (index, clause) in battle.scenario.outcome.iter().enumerate() {
        match battle.certainty(&clause.when) {
            Certainty::Sure => {
                return Some(at_end(game, open)).filter(|(_, clause)| *clause == index);
            }
            Certainty::Never => {}
            Certainty::Open => return None,
        }
    }
    None
}

fn empty(game: &Game, open: &Open, side: Side) -> bool {
    game.of_side(side).all(|unit| open.hex(unit).is_none())
}

/// Whether a condition is told as the scenario has it, or with how things stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Printed,
    AsItStands,
}

/// Says clause by clause what the scenario asks for, before anything has happened.
pub(super) fn conditions(game: &Game) -> Vec<String> {
    clauses(game, &game.blank().open, Told::Printed)
}

/// Says clause by clause what is wanted and how things stand.
pub(super) fn explain(game: &Game, open: &Open) -> Vec<String> {
    clauses(game, open, Told::AsItStands)
}

fn clauses(game: &Game, open: &Open, told: Told) -> Vec<String> {
    let Some(battle) = Battle::new(game, open) else {
        return Vec::new();
    };
    let scenario = battle.scenario;
    let name = |key: &str| match scenario.side(key) {
        Some(side) => scenario.armies[side].name.clone(),
        None => "A draw".to_owned(),
    };
    scenario
        .outcome
        .iter()
        .map(|clause| {
            let wanted = wanted(&battle, &clause.when, told);
            let stands = match (told, holds(scenario, &battle, &clause.when)) {
                (Told::Printed, _) => "",
                (Told::AsItStands, true) => " (holds now)",
                (Told::AsItStands, false) => " (not yet)",
            };
            match clause.when {
                When::Always(_) => format!("{}: otherwise", name(&clause.winner)),
                _ => format!("{}: {wanted}{stands}", name(&clause.winner)),
            }
        })
        .collect()
}

/// Puts a condition into words, as things stand with what is still missing.
fn wanted(battle: &Battle<'_>, when: &When, told: Told) -> String {
    let scenario = battle.scenario;
    let army = |key: &str| {
        let side = scenario.side(key).unwrap_or(0);
        (Side(side as u8), scenario.armies[side].name.as_str())
    };
    match when {
        When::Level { side, min } => {
            let (own, name) = army(side);
            let [points, other] = [own, own.other()].map(|side| battle.open.points[side.index()]);
            let reach = format!("{name} reach {} level", article(*min));
            match told {
                Told::Printed => reach,
                Told::AsItStands => format!("{reach}, now {points} to {other}"),
            }
        }
        When::Control { side, hexes, need } => {
            let letters: Vec<String> = hexes.iter().map(char::to_string).collect();
            let joint = if *need == Need::All { " and " } else { " or " };
            format!("{} hold {}", army(side).1, letters.join(joint))
        }
        When::Exit(exit) => {
            let (own, name) = army(&exit.side);
            let gone = match told {
                Told::Printed => (0, 0),
                Told::AsItStands => battle.exited(own, exit),
            };
            exit_wanted(name, exit, gone, told)
        }
        When::Eliminated { side } => {
            let (own, name) = army(side);
            match told {
                Told::Printed => format!("all {name} are eliminated"),
                Told::AsItStands => {
                    let left = battle.army(own);
                    let are = if left == 1 { "is" } else { "are" };
                    format!("all {name} are eliminated, {left} {are} left")
                }
            }
        }
        When::Any(parts) => listed(battle, parts, " or ", told),
        When::All(parts) => listed(battle, parts, " and ", told),
        When::Not(part) => format!("not ({})", wanted(battle, part, told)),
        When::Always(_) => "otherwise".to_owned(),
    }
}

/// Puts into words what has to leave the map, of which so many units and Leaders have.
fn exit_wanted(name: &str, exit: &Exit, (units, leaders): (u16, u16), told: Told) -> String {
    let edges: Vec<&str> = exit.edges.iter().map(|edge| edge.word()).collect();
    let edges = match edges.len() == Edge::ALL.len() {
        true => "any edge".to_owned(),
        false => format!("the {} edge", edges.join(" or ")),
    };
    let near = match (exit.anchor, exit.within) {
        (Some(Anchor::RoadHex), _) => " by the road hex".to_owned(),
        (Some(Anchor::Road), Some(within)) => format!(" within {within} of the road"),
        (Some(Anchor::CornerSe), Some(within)) => {
            format!(" within {within} of the south-east corner")
        }
        _ => String::new(),
    };
    let leader = match exit.leaders.saturating_sub(leaders) {
        0 if exit.leaders == 0 => String::new(),
        missing => format!(" and {}", counted(missing, "Leader", "Leaders")),
    };
    let all = counted(exit.units, "unit", "units");
    match told {
        Told::Printed => format!("{name} need {all}{leader} off {edges}{near}"),
        Told::AsItStands => {
            let missing = exit.units.saturating_sub(units);
            format!("{name} need {missing} more of {all}{leader} off {edges}{near}")
        }
    }
}

fn listed(battle: &Battle<'_>, parts: &[When], joint: &str, told: Told) -> String {
    let parts = parts.iter().map(|part| match part {
        When::Any(_) | When::All(_) => format!("({})", wanted(battle, part, told)),
        _ => wanted(battle, part, told),
    });
    parts.collect::<Vec<_>>().join(joint)
}

const fn article(level: Level) -> &'static str {
    match level {
        Level::None => "no",
        Level::Marginal => "a Marginal",
        Level::Substantive => "a Substantive",
        Level::Decisive => "a Decisive",
    }
}
