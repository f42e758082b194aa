//! The same as data, for programs.

use serde_json::{Value, json};

use super::units::marks;
use super::{first_of, strength};
use crate::games::sign_of_the_pagan::data::{
    ClassId, Contingent, Field, GameData, KEY, Scenario, Side, Terrain, UnitClass,
};
use crate::games::sign_of_the_pagan::options::{OPTIONS, OptionInfo};

/// Returns the description as JSON; every value of a unit has its provenance beside it.
#[must_use]
pub fn json(data: &GameData) -> Value {
    let manifest = &data.manifest;
    let classes = data.counters.classes.iter().enumerate();
    let units: Vec<Value> = classes
        .map(|(index, own)| class(data, ClassId(index as u8), own))
        .collect();
    let side = |side: Side| json!({"key": side.key(), "name": manifest.sides[side as usize]});
    json!({
        "key": KEY,
        "title": manifest.title,
        "description": manifest.description,
        "rules_version": manifest.rules_version,
        "sides": Side::ALL.map(side),
        "contingents": strength(data).map(|(own, count)| contingent(data, own, count)),
        "units": units,
        "leader": leader(data),
        "maps": data.maps.iter().map(map).collect::<Vec<_>>(),
        "scenarios": data.scenarios.iter().map(|own| scenario(data, own)).collect::<Vec<_>>(),
        "cards": cards(data),
        "options": OPTIONS.iter().map(option).collect::<Vec<_>>(),
    })
}

/// Returns the description of one scenario as JSON.
#[must_use]
pub fn scenario_json(data: &GameData, own: &Scenario) -> Value {
    json!({
        "key": KEY,
        "title": data.manifest.title,
        "map": map(data.field(own)),
        "scenario": scenario(data, own),
    })
}

fn contingent(data: &GameData, contingent: Contingent, units: usize) -> Value {
    let markers = data.counters.roster.markers(contingent);
    json!({
        "key": contingent.key(),
        "side": contingent.side().key(),
        "units": units,
        "markers": markers.count,
        "bonus": markers.bonus,
        "provenance": data.counters.marker_provenance[contingent as usize],
    })
}

fn class(data: &GameData, id: ClassId, class: &UnitClass) -> Value {
    let unit = first_of(data, id);
    let from = &class.provenance;
    json!({
        "id": class.id,
        "alias": class.alias,
        "side": unit.side.key(),
        "contingent": unit.contingent.key(),
        "people": unit.tribe,
        "type": unit.kind.code(),
        "count": {"value": class.count, "provenance": from.count},
        "shock": {"value": unit.good.shock, "provenance": from.shock},
        "disordered_shock": {"value": unit.disordered.shock, "provenance": from.disordered_shock},
        "ma": {"value": [unit.good.ma, unit.disordered.ma], "provenance": from.ma},
        "marks": {"value": marks(unit), "provenance": from.mark},
        "bow": {"value": unit.bow, "provenance": from.bow},
    })
}

fn leader(data: &GameData) -> Value {
    let (leader, from) = (
        &data.counters.roster.leader,
        &data.counters.leader_provenance,
    );
    json!({
        "id": leader.id,
        "name": leader.name,
        "ma": {"value": leader.ma, "provenance": from.ma},
        "shift": {"value": leader.shift, "provenance": from.shift},
    })
}

fn map(field: &Field) -> Value {
    let ground = &field.ground;
    let of = |terrain| {
        let hexes = ground
            .cells()
            .filter(move |(_, cell)| cell.terrain == terrain);
        hexes.map(|(hex, _)| hex).collect::<Vec<_>>()
    };
    let hills: Vec<_> = ground
        .cells()
        .filter(|(_, cell)| cell.level > 0)
        .map(|(hex, _)| hex)
        .collect();
    let from = &field.provenance;
    json!({
        "key": field.key,
        "title": field.title,
        "rows": ground.grid().extent().rows(),
        "columns": ground.grid().extent().columns(),
        "woods": of(Terrain::Woods),
        "villages": of(Terrain::Village),
        "hills": hills,
        "river": ground.rivers().collect::<Vec<_>>(),
        "provenance": {"grid": from.grid, "terrain": from.terrain, "hills": from.hills, "river": from.river},
    })
}

fn scenario(data: &GameData, scenario: &Scenario) -> Value {
    let zones = scenario.historical.zones.iter().map(|zone| {
        let units = zone.quotas.iter().map(|(class, count)| {
            (
                data.counters.classes[class.0 as usize].id.clone(),
                Value::from(*count),
            )
        });
        json!({
            "side": zone.side.key(),
            "units": units.collect::<serde_json::Map<_, _>>(),
            "hexes": zone.hexes,
            "filled": zone.is_filled(),
        })
    });
    let free = Side::ALL.map(|side| {
        let rows = scenario.free.rows_of(side);
        json!({"side": side.key(), "from": rows.start(), "to": rows.end()})
    });
    json!({
        "key": scenario.key,
        "aliases": scenario.aliases,
        "title": scenario.title,
        "map": scenario.map,
        "zones": zones.collect::<Vec<_>>(),
        "attila": {"hexes": scenario.historical.attila_hexes, "provenance": scenario.historical.attila_provenance},
        "free": free,
    })
}

fn cards(data: &GameData) -> Vec<Value> {
    let cards = data.cards.cards.iter().map(|card| {
        json!({
            "id": card.id,
            "side": card.side.key(),
            "name": card.name,
            "text": card.action.as_ref().map(|action| action.text.as_str()),
            "window": card.action.as_ref().map(|action| action.window.word()),
            "provenance": card.provenance,
        })
    });
    cards.collect()
}

fn option(info: &OptionInfo) -> Value {
    let values = info
        .values
        .iter()
        .map(|value| json!({"value": value.key, "meaning": value.meaning}));
    json!({
        "name": info.name,
        "source": info.source,
        "subject": info.subject,
        "default": info.default(),
        "values": values.collect::<Vec<_>>(),
    })
}
