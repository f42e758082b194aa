//! Whether a battle can be fought on its map: room for both armies, and ways to what decides it.

use crate::games::files::Fault;
use crate::geometry::Hex;
use crate::wording::counted;

use super::data::Scenario;
use super::data::map::around;
use super::data::scenario::{Deploy, Exit, Need, When, Zone};
use super::phases::deploy;
use super::terms::{Class, Edge, Side, UnitId};
use super::{Field, Game, victory};

/// How many of those who find no room are named.
const NAMED: usize = 4;

/// Lists what is wrong with the scenario of a match: armies without room, then goals out of reach.
pub(super) fn faults(game: &Game) -> Vec<Fault> {
    let Some(scenario) = &game.scenario else {
        return Vec::new();
    };
    let rooms = Side::BOTH.into_iter();
    let crowded: Vec<Fault> = rooms
        .filter_map(|side| without_room(game, scenario, side))
        .collect();
    if !crowded.is_empty() {
        return crowded;
    }
    let reach = Side::BOTH.map(|side| Reach::of(game, side));
    let mut faults = Vec::new();
    for (clause, line) in scenario.outcome.iter().zip(&scenario.lines.outcome) {
        let mut reasons = Vec::new();
        out_of_reach(game, scenario, &reach, &clause.when, &mut reasons);
        faults.extend(reasons.into_iter().map(|reason| Fault {
            file: scenario.file.clone(),
            line: *line,
            place: "outcome".to_owned(),
            reason,
            remedy: "move the goal or the zone, or open a way between them".to_owned(),
        }));
    }
    faults
}

/// 11.1: tells of an army that its zone does not hold.
fn without_room(game: &Game, scenario: &Scenario, side: Side) -> Option<Fault> {
    let state = game.blank();
    let placed = deploy::fill(Field::new(game, &state.open), side);
    let homeless: Vec<UnitId> = game
        .of_side(side)
        .filter(|&unit| placed.iter().all(|own| own.unit != unit))
        .collect();
    if homeless.is_empty() {
        return None;
    }
    let all = placed.len() + homeless.len();
    let hexes: usize = game.areas[side.index()]
        .iter()
        .map(|area| area.hexes.len())
        .sum();
    let names: Vec<&str> = homeless
        .iter()
        .take(NAMED)
        .map(|&unit| game.id(unit))
        .collect();
    let more = match homeless.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let reason = format!(
        "the zone {} has {} and room for {} of {all} units: {}{more} find none",
        whereabouts(game, scenario, side),
        counted(hexes, "hex", "hexes"),
        placed.len(),
        names.join(", "),
    );
    Some(Fault {
        file: scenario.file.clone(),
        line: scenario.lines.deploy[side.index()],
        place: format!("side {}", game.terms(side).key),
        reason,
        remedy: "widen the zone, raise the limit or take units out".to_owned(),
    })
}

/// Says where the zone of a side lies.
fn whereabouts(game: &Game, scenario: &Scenario, side: Side) -> String {
    let zones: Vec<&Zone> = match &scenario.armies[side.index()].deploy {
        Deploy::Zones { zones } => zones.iter().collect(),
        Deploy::Groups { groups } => groups.iter().flat_map(|group| &group.zones).collect(),
        Deploy::Road { road, .. } => return format!("on the {road} road"),
    };
    let centre = |zone: &&Zone| {
        let hex = game.land.letter(zone.letter);
        hex.map(|hex| format!("round {} ({hex})", zone.letter))
    };
    zones
        .iter()
        .filter_map(centre)
        .collect::<Vec<_>>()
        .join(" and ")
}

/// The hexes that the classes of an army can get to from its zone, as if no enemy were there.
struct Reach {
    classes: Vec<(Class, Vec<bool>)>,
}

impl Reach {
    fn of(game: &Game, side: Side) -> Self {
        let state = game.blank();
        let field = Field::new(game, &state.open);
        let mut classes: Vec<Class> = game.of_side(side).map(|unit| field.class(unit)).collect();
        classes.sort_unstable();
        classes.dedup();
        let flood = |class| (class, flood(game, side, class));
        Self {
            classes: classes.into_iter().map(flood).collect(),
        }
    }

    /// Tells whether a class gets to a hex.
    fn gets_to(&self, game: &Game, class: Class, hex: Hex) -> bool {
        let index = game.land.grid().extent().index(hex);
        let own = self.classes.iter().find(|(own, _)| *own == class);
        own.zip(index).is_some_and(|((_, hexes), at)| hexes[at])
    }
}

fn flood(game: &Game, side: Side, class: Class) -> Vec<bool> {
    let extent = game.land.grid().extent();
    let mut reached = vec![false; extent.hexes().count()];
    let zone = game.areas[side.index()].iter().flat_map(|area| &area.hexes);
    let mut open: Vec<Hex> = zone
        .copied()
        .filter(|&hex| game.land.admits(hex, class))
        .collect();
    for &hex in &open {
        if let Some(at) = extent.index(hex) {
            reached[at] = true;
        }
    }
    while let Some(hex) = open.pop() {
        for (dir, next) in around(&game.land, hex) {
            if let Some(at) = extent.index(next)
                && !reached[at]
                && game.land.is_passable(hex, dir, next, class)
            {
                reached[at] = true;
                open.push(next);
            }
        }
    }
    reached
}

/// Collects the hexes and exits of a condition that the side it speaks of cannot get to.
fn out_of_reach(
    game: &Game,
    scenario: &Scenario,
    reach: &[Reach; 2],
    when: &When,
    reasons: &mut Vec<String>,
) {
    match when {
        When::Control { side, hexes, need } => {
            let Some(side) = scenario.side(side).map(|index| Side(index as u8)) else {
                return;
            };
            let lost: Vec<String> = hexes
                .iter()
                .filter_map(|&letter| {
                    let hex = game.land.letter(letter)?;
                    let holds = has_who(game, &reach[side.index()], side, &[hex]) > 0;
                    (!holds).then(|| format!("{letter} ({hex})"))
                })
                .collect();
            let enough = match need {
                Need::All => lost.is_empty(),
                Need::Any => lost.len() < hexes.len(),
            };
            if !enough {
                let name = &game.terms(side).name;
                reasons.push(format!("no unit of {name} can get to {}", lost.join(", ")));
            }
        }
        When::Exit(exit) => reasons.extend(shut(game, scenario, reach, exit)),
        When::Any(parts) | When::All(parts) => {
            for part in parts {
                out_of_reach(game, scenario, reach, part, reasons);
            }
        }
        // What is not to happen need not be possible.
        When::Not(_) | When::Level { .. } | When::Eliminated { .. } | When::Always(_) => {}
    }
}

/// Counts the units of a side, those that count in conditions, that can get to one of these hexes.
fn has_who(game: &Game, reach: &Reach, side: Side, hexes: &[Hex]) -> usize {
    let units = game.of_side(side).filter(|&unit| {
        let kind = game.unit(unit).kind;
        let class = game.kinds.get(kind).class;
        victory::counts(game, kind) && hexes.iter().any(|&hex| reach.gets_to(game, class, hex))
    });
    units.count()
}

/// 11.4: tells why an exit cannot be made by as many as it takes.
fn shut(game: &Game, scenario: &Scenario, reach: &[Reach; 2], exit: &Exit) -> Option<String> {
    let side = Side(scenario.side(&exit.side)? as u8);
    let name = &game.terms(side).name;
    let gates: Vec<(Hex, Edge)> = victory::gates(game, side, exit);
    let edges: Vec<&str> = exit.edges.iter().map(|edge| edge.word()).collect();
    let edges = match edges.len() == Edge::ALL.len() {
        true => "any edge".to_owned(),
        false => format!("the {} edge", edges.join(" or ")),
    };
    let (Some(first), Some(last)) = (gates.first(), gates.last()) else {
        return Some(format!("no hex of {edges} counts for {name}"));
    };
    let hexes: Vec<Hex> = gates.iter().map(|(hex, _)| *hex).collect();
    let able = has_who(game, &reach[side.index()], side, &hexes);
    let wanted = usize::from(exit.units);
    (able < wanted).then(|| {
        format!(
            "{able} of the {wanted} units that {name} need can get to {edges} between {} and {}",
            first.0, last.0
        )
    })
}
