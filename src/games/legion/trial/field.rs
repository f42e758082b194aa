//! From a written position to a game and a state.

use std::collections::BTreeMap;

use serde_json::Value;

use super::file::{Feature, Ground, OnOff, Place, Rim, Run, Setup, Tables, UnitSpec};
use crate::games::legion::data::units::{Form, Kinds, leader_kind};
use crate::games::legion::data::{Column, Kind, Results};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::game::{Notation, names};
use crate::games::legion::land::{Chart, Effect, Land};
use crate::games::legion::options::Options;
use crate::games::legion::state::{Moved, Place as On, State};
use crate::games::legion::terms::{Class, Edge, Side, Terrain, UnitId};
use crate::games::legion::{Field, Game, SideTerms, Unit};
use crate::geometry::{Axial, Extent, Hex, Layout};
use crate::trial::{SchemaError, SchemaErrors};

/// What stands for `0.0`: far enough from all edges of the grid.
const ORIGIN: Axial = Axial { q: 48, r: 24 };
/// The worth of a Leader and his allowance, which the tables of examples leave out.
const LEADER_MA: u8 = 9;
const LEADER_WORTH: u8 = 1;

/// Returns the hex that stands for `0.0`.
pub(super) fn origin() -> Hex {
    Layout::FlatEvenLower
        .hex(ORIGIN)
        .expect("the origin lies on the grid")
}

/// Returns the hex of a written place; `None` far outside.
pub(super) fn hex(place: Place) -> Option<Hex> {
    Layout::FlatEvenLower.hex(Axial {
        q: ORIGIN.q.checked_add(place.0)?,
        r: ORIGIN.r.checked_add(place.1)?,
    })
}

/// Returns the written place of a hex.
pub(super) fn place(hex: Hex) -> Value {
    let axial = Layout::FlatEvenLower.axial(hex);
    serde_json::json!([axial.q - ORIGIN.q, axial.r - ORIGIN.r])
}

/// Returns the names of both sides, in seat order.
pub(super) fn sides(run: &Run) -> [String; 2] {
    let setup = &run.setup;
    let named = setup
        .units
        .iter()
        .map(|unit| &unit.side)
        .chain(run.orders.keys())
        .chain(setup.stacking.keys());
    let has_letters = named.clone().any(|side| side == "A" || side == "B");
    let usual = if has_letters { ["A", "B"] } else { ["P", "Q"] };
    usual.map(str::to_owned)
}

/// Builds game and state.
pub(super) fn build(run: &Run) -> Result<(Game, State), SchemaErrors> {
    let wrong = |path: &str, reason: String| SchemaErrors::from(SchemaError::new(path, reason));
    let pairs = run
        .options
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Options::from_pairs(pairs).map_err(|errors| {
        SchemaErrors(
            errors
                .iter()
                .map(|error| SchemaError::new("options", error.to_string()))
                .collect(),
        )
    })?;
    let kinds = kinds(&run.tables);
    let chart = chart(&run.tables).map_err(|reason| wrong("terrain_table", reason))?;
    let land = land(&run.setup, chart)?;
    let names_of = sides(run);
    let added = run.sequence.iter().flatten().flat_map(|step| &step.add);
    let specs: Vec<&UnitSpec> = run.setup.units.iter().chain(added).collect();
    let mut roster = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let path = format!("setup.units[{index}]");
        let kind = kinds
            .find(&spec.kind)
            .ok_or_else(|| wrong(&path, format!("there is no type `{}`", spec.kind)))?;
        let side = names_of
            .iter()
            .position(|name| *name == spec.side)
            .ok_or_else(|| {
                wrong(
                    &path,
                    format!("`{}` is neither of the two sides", spec.side),
                )
            })?;
        roster.push(Unit {
            id: spec.id.clone(),
            side: Side(side as u8),
            kind,
        });
    }
    let names = names(&kinds, &roster).map_err(|error| wrong("setup.units", error.to_string()))?;
    let terms = [0, 1].map(|index: usize| side_terms(&run.setup, &names_of[index], &options));
    let game = Game {
        results: results(run).map_err(|reason| wrong("crt", reason))?,
        capability: Vec::new(),
        kinds,
        land,
        roster,
        sides: terms,
        areas: [Vec::new(), Vec::new()],
        scenario: None,
        options,
        names,
        notation: Notation::Axial(origin()),
    };
    let state = state(&game, run, &names_of)?;
    Ok((game, state))
}

fn side_terms(setup: &Setup, name: &str, options: &Options) -> SideTerms {
    let stacking = setup.stacking.get(name).copied().unwrap_or(4);
    let roman = setup.roman_sd.get(name).copied().unwrap_or(true);
    SideTerms {
        key: name.to_lowercase(),
        name: name.to_owned(),
        stacking,
        exceptions: Vec::new(),
        roman,
        needs_leaders: setup.leadership == Some(OnOff::On),
        mounted_exempt: false,
        panic_level: setup.panic_level.get(name).copied(),
        calm_romans: SideTerms::are_calm(roman, stacking, options),
    }
}

fn kinds(tables: &Tables) -> Kinds {
    let mut kinds = Kinds::new(Vec::new());
    for (key, row) in &tables.unit_table {
        kinds.push(Kind {
            key: key.clone(),
            name: key.clone(),
            class: row.cls,
            fire: row.fire,
            range: row.range,
            melee: row.melee,
            bracket: row.bracket,
            ma: row.ma,
            worth: row.vp,
            bonus: 0,
            radius: 0,
            grade: 0,
        });
    }
    for (key, &(bonus, radius)) in &tables.leader_table {
        let grade = key
            .bytes()
            .next()
            .map_or(0, |byte| byte.saturating_sub(b'0'));
        kinds.push(leader_kind(grade, bonus, radius, LEADER_MA, LEADER_WORTH));
    }
    if let Some(of) = kinds.find("BC") {
        let worth = kinds.get(of).worth;
        for key in ["SD", "SK"] {
            let Some(named) = kinds.find(key) else {
                continue;
            };
            // L1.54: the bracket of the dismounted form does not count.
            let form = Kind {
                key: format!("BC/{key}"),
                bracket: false,
                worth,
                ..kinds.get(named).clone()
            };
            let kind = kinds.push(form);
            kinds.forms.push(Form { of, named, kind });
        }
    }
    kinds.green = kinds.find("SD").map(|kind| (kind, [5, 4, 3]));
    kinds
}

fn chart(tables: &Tables) -> Result<Chart, String> {
    let row = |word: &str| -> Result<(u8, u8, u32), String> {
        let row = tables
            .terrain_table
            .get(word)
            .ok_or(format!("`{word}` is missing"))?;
        serde_json::from_value(row.clone()).map_err(|error| format!("{word}: {error}"))
    };
    let effect = |word: &str, barred: &[Class], no_fire: &[Class], blocks: bool| {
        let (cost, protection, defence) = row(word)?;
        Ok::<_, String>(Effect {
            cost,
            protection,
            attack: Fraction::ONE,
            defence: Fraction::whole(defence),
            barred: barred.to_vec(),
            no_fire: no_fire.to_vec(),
            blocks_sight: blocks,
        })
    };
    let mut terrain = Vec::new();
    for own in Terrain::ALL {
        terrain.push(match own {
            Terrain::Clear | Terrain::Bridge => effect(own.word(), &[], &[], false)?,
            Terrain::Village => effect(own.word(), &[], &[], true)?,
            Terrain::Woods => effect(own.word(), &[Class::A], &[], true)?,
            Terrain::Swamp => effect(own.word(), &[Class::C, Class::Mf], &[Class::Mf], false)?,
            Terrain::River | Terrain::Ford => effect(own.word(), &[], &[Class::Ff], false)?,
        });
    }
    Ok(Chart {
        terrain,
        slope: effect("slope", &[], &[], false)?,
        hilltop: effect("hilltop", &[], &[], false)?,
        from_slope: 2,
        road: 1,
    })
}

fn results(run: &Run) -> Result<Results, String> {
    let mut columns = Vec::new();
    for name in &run.tables.columns {
        columns.push(Column::read(name).ok_or(format!("`{name}` is no column"))?);
    }
    let mut cells = BTreeMap::new();
    for row in &run.crt {
        let column = columns.iter().position(|own| own.name == row.column);
        let column = column.ok_or(format!("there is no column `{}`", row.column))?;
        cells.insert((column as u8, row.die), row.result);
    }
    Ok(Results::new(columns, cells, 7))
}

fn read_place(text: &str) -> Option<Place> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (q, r) = inner.split_once(',')?;
    Some((q.trim().parse().ok()?, r.trim().parse().ok()?))
}

fn land(setup: &Setup, chart: Chart) -> Result<Land, SchemaErrors> {
    let mut land = Land::open(Extent::PLAIN, chart);
    let far = |path: &str| SchemaErrors::from(SchemaError::new(path, "that hex is too far away"));
    for (text, ground) in &setup.terrain {
        let path = format!("setup.terrain.{text}");
        let hex = read_place(text).and_then(hex).ok_or_else(|| far(&path))?;
        let features = match ground {
            Ground::One(feature) => std::slice::from_ref(feature),
            Ground::Several(features) => features,
        };
        for feature in features {
            match feature {
                Feature::Terrain(terrain) => land.cell_mut(hex).terrain = *terrain,
                Feature::Elevation(elevation) => land.cell_mut(hex).elevation = *elevation,
            }
        }
    }
    for (index, &(a, b)) in setup.road.iter().enumerate() {
        let path = format!("setup.road[{index}]");
        let laid = hex(a).zip(hex(b)).is_some_and(|(a, b)| land.lay_road(a, b));
        if !laid {
            return Err(far(&path));
        }
    }
    for (index, &(a, b)) in setup.crest.iter().enumerate() {
        let path = format!("setup.crest[{index}]");
        let dark = hex(a).zip(hex(b)).is_some_and(|(a, b)| land.darken(a, b));
        if !dark {
            return Err(far(&path));
        }
    }
    for (&edge, &rim) in &setup.edges {
        cut(&mut land, edge, rim);
    }
    for &exit in &setup.road_exits {
        let hex = hex(exit).ok_or_else(|| far("setup.road_exits"))?;
        let cell = land.cell_mut(hex);
        cell.road_exits = cell.edges;
    }
    for (&letter, &own) in &setup.letters {
        let hex = hex(own).ok_or_else(|| far("setup.letters"))?;
        land.letters.push((letter, hex));
    }
    land.join();
    Ok(land)
}

/// Takes the hexes beyond the last row off the map.
fn cut(land: &mut Land, edge: Edge, rim: Rim) {
    let grid = land.grid();
    for hex in grid.extent().hexes() {
        let axial = grid.layout().axial(hex);
        let (own, last) = match rim {
            Rim::Q(last) => (axial.q - ORIGIN.q, last),
            Rim::R(last) => (axial.r - ORIGIN.r, last),
        };
        let beyond = match edge {
            Edge::North | Edge::West => own < last,
            Edge::South | Edge::East => own > last,
        };
        let cell = land.cell_mut(hex);
        if beyond {
            cell.on_map = false;
        } else if own == last {
            cell.edges |= 1 << edge as u8;
        }
    }
}

fn state(game: &Game, run: &Run, names: &[String; 2]) -> Result<State, SchemaErrors> {
    let setup = &run.setup;
    let mut state = game.blank();
    let open = &mut state.open;
    open.player_turn = setup.player_turn.unwrap_or(1);
    open.turn = open.player_turn.div_ceil(2);
    open.panic_over = setup.panic_over;
    let side_of = |name: &str| {
        names
            .iter()
            .position(|own| own == name)
            .map(|index| Side(index as u8))
    };
    open.phasing = setup
        .phasing
        .as_deref()
        .and_then(side_of)
        .unwrap_or(Side(0));
    for (name, &points) in &setup.vp {
        if let Some(side) = side_of(name) {
            open.points[side.index()] = points;
        }
    }
    for (index, spec) in setup.units.iter().enumerate() {
        put(game, &mut state, UnitId(index as u8), spec)?;
    }
    let open = &mut state.open;
    for (letter, name) in &setup.control {
        let index = game.land.letters.iter().position(|(own, _)| own == letter);
        if let Some(index) = index {
            open.control[index] = side_of(name);
        }
    }
    let panicked = game.units().find(|&unit| open.piece(unit).panicked);
    if let Some(unit) = panicked {
        open.panicked = Some(game.side_of(unit));
        open.panic_over = true;
    }
    crate::games::legion::apply::allot(game, open);
    Ok(state)
}

/// Puts a unit on the plane.
pub(super) fn put(
    game: &Game,
    state: &mut State,
    unit: UnitId,
    spec: &UnitSpec,
) -> Result<(), SchemaErrors> {
    let path = format!("setup.units.{}", spec.id);
    let hex = hex(spec.hex)
        .filter(|&hex| game.land.contains(hex))
        .ok_or_else(|| SchemaError::new(&path, "it stands off the map"))?;
    let now = state.open.player_turn;
    state.open.put(unit, On::On(hex));
    crate::games::legion::apply::settle(game, &mut state.open, unit, hex);
    let piece = &mut state.open.pieces[unit.index()];
    piece.disrupted = spec.disrupted.then(|| now.saturating_sub(1));
    piece.fired = spec.last_fire;
    piece.deeds.entered = spec.moved_this_phase;
    if spec.moved_this_phase {
        piece.deeds.moved = Moved::Done;
    }
    piece.panicked = spec.panicked;
    piece.square = spec.square;
    piece.legion = spec.legion;
    piece.facing = spec.facing;
    let field = Field::new(game, &state.open);
    if field.is_hostile(hex, field.side(unit)) {
        return Err(SchemaError::new(&path, "it stands among enemies").into());
    }
    Ok(())
}
