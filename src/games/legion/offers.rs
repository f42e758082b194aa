//! What the offline board offers for a decision: ways with their costs, shots, tasks, places, whole lines.

use crate::engine::{Aims, Offer, Offers, Rules, Verbs, Way};
use crate::geometry::{Facing, Hex};

use super::board::facing;
use super::decision::Decision;
use super::march::HALVES;
use super::order::{self, AdvanceWish, Order, Task};
use super::phases::{deploy, fire as shots, moves};
use super::state::{Open, Phase, Place, View};
use super::terms::{Combat, Dir, Edge, Side, UnitId};
use super::{Field, Game, apply, fire, lookup, march, melee, simultaneous, stacking};

/// The verbs of a Player-Turn.
const TURN: Verbs = Verbs {
    go: Some("MOVE {units} VIA {path}"),
    go_shoot: None,
    go_face: None,
    fire: Some("FIRE {units} AT {at}"),
    face: None,
    attack: Some("MELEE {units} AT {at}"),
    then: &[" ADVANCE ALL", " ADVANCE NONE"],
    joint: ",",
    aims: Aims::Hexes,
    once: false,
};

/// The verbs of a plot.
const PLOT: Verbs = Verbs {
    go: Some("PLOT {units} MV {path}"),
    fire: Some("PLOT {units} OF AT {at}"),
    attack: Some("PLOT {units} ML AT {at}"),
    once: true,
    ..TURN
};

/// The verbs of a set-up.
const DEPLOY: Verbs = Verbs {
    go: Some("DEPLOY {units} AT {path}"),
    fire: None,
    attack: None,
    then: &[],
    ..TURN
};

/// Returns what there is to compose an answer from.
pub(super) fn offers(game: &Game, view: &View, decision: &Decision) -> Offers {
    let field = Field::new(game, &view.open);
    match decision {
        Decision::Fire { side } => player_turn(game, &view.open, *side, Phase::Fire),
        Decision::Move { side } => player_turn(game, &view.open, *side, Phase::Movement),
        Decision::Melee { side } => player_turn(game, &view.open, *side, Phase::Melee),
        Decision::Plot { side } => {
            let plots = &view.plots[side.index()];
            let free = |unit: UnitId| plots.iter().all(|plot| plot.unit != unit);
            offer(field, *side, PLOT, |unit, hex| {
                free(unit).then(|| plot(field, unit, hex))
            })
        }
        Decision::Deploy { side } => set_up(field, *side),
        _ => {
            let options = game.options(view, decision);
            Offers::of_lines(options.iter().map(|order| game.print(order)))
        }
    }
}

/// Lists what one unit could be ordered: every place of the set-up, every hex that it can move to.
pub(super) fn choices(game: &Game, view: &View, decision: &Decision, unit: UnitId) -> Vec<Order> {
    let field = Field::new(game, &view.open);
    let mut options = match decision {
        Decision::Deploy { side } => {
            let place = |hex| Order::Deploy {
                units: vec![unit],
                hex,
                facing: None,
            };
            let places = deploy::places(field, *side, unit).into_iter();
            return places.map(place).collect();
        }
        _ => game.options(view, decision),
    };
    options.retain(|order| lookup::concerns(order, unit));
    if matches!(decision, Decision::Plot { .. }) {
        return with_every_way(field, unit, options);
    }
    let (Decision::Fire { side } | Decision::Move { side }) = decision else {
        return options;
    };
    // Single steps are the beginnings of the moves that follow.
    options.retain(|order| !matches!(order, Order::Move { .. }));
    let open = match decision {
        Decision::Fire { .. } => when_moving(game, &view.open),
        _ => view.open.clone(),
    };
    let Some(hex) = open.hex(unit) else {
        return options;
    };
    let goal = |way: Way| Order::Move {
        units: vec![unit],
        way: order::Way::To(way.hex),
        facing: None,
    };
    let mut ways = marches(Field::new(game, &open), *side, unit, hex).ways;
    ways.sort_by_key(|way| way.hex);
    options.extend(ways.into_iter().map(goal));
    options
}

/// Puts a plot for every hex that a unit can get to in the place of those of one step.
fn with_every_way(field: Field<'_>, unit: UnitId, mut options: Vec<Order>) -> Vec<Order> {
    let is_way = |task: &Task| matches!(task, Task::Move { path, .. } if !path.is_empty());
    options.retain(|order| !matches!(order, Order::Plot { task, .. } if is_way(task)));
    let Some(hex) = field.open.hex(unit) else {
        return options;
    };
    let mut paths: Vec<Vec<Hex>> = plot(field, unit, hex)
        .ways
        .into_iter()
        .map(|way| way.path)
        .collect();
    // Those that part in their last hex stand side by side.
    paths.sort_unstable();
    let task = |path| Task::Move {
        path,
        off: None,
        facing: None,
    };
    options.extend(paths.into_iter().map(|path| Order::Plot {
        unit,
        task: task(path),
    }));
    options
}

/// Returns how things will stand when the Movement Phase of the Player-Turn has begun.
fn when_moving(game: &Game, open: &Open) -> Open {
    let mut later = open.clone();
    later.phase = Phase::Movement;
    apply::allot(game, &mut later);
    later
}

/// What one unit may do, before those that are alike are put together.
#[derive(Default, PartialEq, Eq)]
struct Acts {
    ways: Vec<Way>,
    turns: Vec<Facing>,
    shots: Vec<String>,
    fights: bool,
    /// Further lines, with `{units}` where ids stand.
    lines: Vec<String>,
}

/// What is left of a Player-Turn from a phase on: a list may speak of the phases that follow.
fn player_turn(game: &Game, open: &Open, side: Side, phase: Phase) -> Offers {
    let now = Field::new(game, open);
    let later = match phase {
        Phase::Fire => when_moving(game, open),
        _ => open.clone(),
    };
    let later = Field::new(game, &later);
    let mut offers = offer(now, side, TURN, |unit, hex| {
        let mut acts = match phase {
            Phase::Melee => Acts::default(),
            _ => marches(later, side, unit, hex),
        };
        if phase == Phase::Fire && fire::may_fire(now, unit, Combat::Fire).is_ok() {
            let targets = shots::targets(now, unit).into_iter();
            acts.shots = targets
                .filter(|&at| fire::may_attack(now, &[unit], at).is_ok())
                .map(|at| game.hex(at))
                .collect();
        }
        acts.fights = melee::may_fight(later, unit).is_ok();
        Some(acts)
    });
    if phase == Phase::Melee {
        offers.verbs.go = None;
    }
    match phase {
        // What single units cannot do, several may: the odds are too low for one.
        Phase::Fire => {
            let together = shots::options(now, side, None).into_iter();
            let together = together
                .filter(|order| matches!(order, Order::Fire { units, .. } if units.len() > 1));
            offers.lines = together.map(|order| game.print(&order)).collect();
        }
        _ => offers.verbs.fire = None,
    }
    offers
}

/// Where a unit can go and how it can turn in its Movement Phase.
fn marches(field: Field<'_>, side: Side, unit: UnitId, hex: Hex) -> Acts {
    let game = field.game;
    let mut acts = Acts::default();
    if moves::may_face(field, side, unit).is_ok() {
        let layout = game.land.grid().layout();
        let other = |dir: &Dir| field.piece(unit).facing != Some(*dir);
        let dirs = Dir::ALL.into_iter().filter(other);
        acts.turns = dirs.map(|dir| facing(layout, dir)).collect();
    }
    if march::may_set_out(field, unit, true).is_err()
        || march::moves_whole(field, &[unit], hex).is_err()
    {
        return acts;
    }
    let fellows = field.stack(hex, side);
    let fellows = fellows.filter(|&other| other != unit && is_alike(field, unit, other));
    let alike: Vec<UnitId> = std::iter::once(unit).chain(fellows).collect();
    let reach = march::reach(field, &[unit], hex);
    for &to in &reach.hexes()[1..] {
        let path = reach.path(to)[1..].to_vec();
        let walked = march::walk(field, &[unit], hex, &path, None);
        let room = room(field, to, &alike);
        if walked.halt.is_none() && room > 0 {
            acts.ways.push(Way {
                hex: to,
                cost: points(reach.cost(to).expect("it is in reach")),
                path,
                shots: Vec::new(),
                room: Some(room),
            });
        }
    }
    let leaves = |&&edge: &&Edge| {
        let walked = march::walk(field, &[unit], hex, &[], Some(edge));
        walked.leaves == Some(Ok(()))
    };
    let edges = Edge::ALL.iter().filter(leaves);
    acts.lines
        .extend(edges.map(|edge| format!("EXIT {{units}} OFF {}", edge.word().to_uppercase())));
    acts
}

/// Half points as the points that a player counts.
fn points(halves: u16) -> u16 {
    halves.div_ceil(HALVES.into())
}

/// The tasks of a unit that cannot know what the enemy plots.
fn plot(field: Field<'_>, unit: UnitId, hex: Hex) -> Acts {
    let game = field.game;
    let side = field.side(unit);
    let may = |task: &Task| simultaneous::judge(field, side, unit, task).is_ok();
    let mut acts = Acts::default();
    let reach = march::reach(field, &[unit], hex);
    for &to in &reach.hexes()[1..] {
        let path = reach.path(to)[1..].to_vec();
        let task = Task::Move {
            path: path.clone(),
            off: None,
            facing: None,
        };
        if may(&task) {
            let cost = reach.cost(to).expect("it is in reach");
            acts.ways.push(Way {
                hex: to,
                cost: points(cost),
                path,
                shots: Vec::new(),
                room: None,
            });
        }
    }
    let land = &game.land;
    if field.kind(unit).has_fire() {
        let near = land.grid().within(hex, field.kind(unit).range.into());
        let enemies = near.filter(|&at| field.is_hostile(at, side) && may(&Task::Fire { at }));
        acts.shots = enemies.map(|at| game.hex(at)).collect();
        let defend = Task::Defend { at: Vec::new() };
        if may(&defend) {
            acts.lines.push("PLOT {units} DF".to_owned());
        }
    }
    acts.fights = may(&Task::Melee {
        at: Vec::new(),
        group: None,
        advance: AdvanceWish::Unsaid,
    });
    let turn = |facing| Task::Move {
        path: Vec::new(),
        off: None,
        facing: Some(facing),
    };
    let layout = land.grid().layout();
    let dirs = Dir::ALL.into_iter();
    let dirs = dirs.filter(|dir| field.piece(unit).facing != Some(*dir) && may(&turn(*dir)));
    acts.turns = dirs.map(|dir| facing(layout, dir)).collect();
    let leave = |edge| Task::Move {
        path: Vec::new(),
        off: Some(edge),
        facing: None,
    };
    let edges = Edge::ALL.iter().filter(|&&edge| may(&leave(edge)));
    acts.lines
        .extend(edges.map(|edge| format!("PLOT {{units}} MV OFF {}", edge.word().to_uppercase())));
    let printed = game.unit(unit).kind;
    let forms = game.kinds.forms.iter().filter(|form| form.of == printed);
    let kinds = forms.map(|form| form.named).chain([printed]);
    let kinds = kinds.filter(|&to| may(&Task::Convert { to }));
    acts.lines
        .extend(kinds.map(|to| format!("PLOT {{units}} CV {}", game.kinds.get(to).key)));
    acts.lines.push("PLOT {units} NONE".to_owned());
    acts
}

/// Every place in which units may be set up; those of one class have the same.
fn set_up(field: Field<'_>, side: Side) -> Offers {
    let waits = |unit: &UnitId| field.piece(*unit).place == Place::Reserve;
    let mut offers = Offers {
        verbs: DEPLOY,
        ..Offers::default()
    };
    let mut kinds: Vec<(super::data::KindId, Vec<UnitId>)> = Vec::new();
    for unit in field.game.of_side(side).filter(waits) {
        let kind = field.piece(unit).kind;
        match kinds.iter_mut().find(|(own, _)| *own == kind) {
            Some((_, units)) => units.push(unit),
            None => kinds.push((kind, vec![unit])),
        }
    }
    for (_, units) in kinds {
        let hexes = deploy::places(field, side, units[0]);
        let ways = hexes.into_iter().map(|hex| Way {
            hex,
            cost: 0,
            path: vec![hex],
            shots: Vec::new(),
            room: None,
        });
        let acts = Acts {
            ways: ways.collect(),
            ..Acts::default()
        };
        offers.units.push(made(field.game, &units, acts));
    }
    with_facing(field, offers)
}

/// Puts together what the units of a side may do; those of one hex that may do the same are one offer.
fn offer(
    field: Field<'_>,
    side: Side,
    verbs: Verbs,
    acts_of: impl Fn(UnitId, Hex) -> Option<Acts>,
) -> Offers {
    let mut groups: Vec<(Hex, Vec<UnitId>, Acts)> = Vec::new();
    for (unit, hex) in field.army(side) {
        let Some(acts) = acts_of(unit, hex) else {
            continue;
        };
        if acts == Acts::default() {
            continue;
        }
        let alike = |(own, units, same): &&mut (Hex, Vec<UnitId>, Acts)| {
            *own == hex && field.piece(units[0]).kind == field.piece(unit).kind && *same == acts
        };
        match groups.iter_mut().find(alike) {
            Some((_, units, _)) => units.push(unit),
            None => groups.push((hex, vec![unit], acts)),
        }
    }
    let units = groups.into_iter();
    let offers = Offers {
        units: units
            .map(|(_, units, acts)| made(field.game, &units, acts))
            .collect(),
        verbs,
        ..Offers::default()
    };
    with_facing(field, offers)
}

/// Tells whether units are of one kind, so that they are offered together.
fn is_alike(field: Field<'_>, unit: UnitId, other: UnitId) -> bool {
    field.piece(unit).kind == field.piece(other).kind
}

/// 5.4: returns how many of these units find room in a hex.
fn room(field: Field<'_>, hex: Hex, units: &[UnitId]) -> u8 {
    let fit = (1..=units.len())
        .take_while(|&count| stacking::may_join(field, hex, &units[..count]).is_ok());
    fit.count() as u8
}

fn made(game: &Game, units: &[UnitId], acts: Acts) -> Offer {
    Offer {
        units: units.iter().map(|&unit| game.id(unit).to_owned()).collect(),
        verb: "MOVE",
        ways: acts.ways,
        turns: acts.turns,
        shots: acts.shots,
        fights: acts.fights,
        acts: acts.lines,
    }
}

/// Where units face hexsides, lines may say which (16.0).
fn with_facing(field: Field<'_>, mut offers: Offers) -> Offers {
    if field.game.options.facing.is_on() {
        let plots = offers.verbs.go == PLOT.go;
        offers.verbs.go_face = Some(" FACE {facing}");
        offers.verbs.face = Some(match plots {
            true => "PLOT {units} MV FACE {facing}",
            false => "FACE {units} {facing}",
        });
    }
    offers
}
