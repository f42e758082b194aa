//! What `games show` says of the game: what it has and what can be agreed.

mod json;
mod units;

use super::data::{
    ClassId, Contingent, Field, GameData, KEY, Scenario, Side, Terrain, UnitType, Zone,
};
use super::options::OPTIONS;
use crate::games::text::{columns, wrap};
use crate::geometry::Hex;

pub use json::{json, scenario_json};

/// Returns the description as text, at most 76 columns wide.
#[must_use]
pub fn text(data: &GameData) -> String {
    let manifest = &data.manifest;
    let title = format!(
        "{} ({KEY}), rules version {}",
        manifest.title, manifest.rules_version
    );
    let parts = [
        format!("{title}\n{}", wrap("", "", &manifest.description)),
        format!("SIDES\n{}", sides(data)),
        format!("UNITS\n{}", units::text(data)),
        data.maps.iter().map(map).collect::<Vec<_>>().join("\n\n"),
        data.scenarios
            .iter()
            .map(|scenario| set_up(data, scenario))
            .collect::<Vec<_>>()
            .join("\n\n"),
        format!("CARDS\n{}", cards(data)),
        format!("OPTIONS\n{}", options()),
    ];
    parts.join("\n\n") + "\n"
}

/// Returns the description of one scenario as text: its map and its set-up.
#[must_use]
pub fn scenario_text(data: &GameData, scenario: &Scenario) -> String {
    let parts = [
        format!("{} ({KEY})", data.manifest.title),
        map(data.field(scenario)),
        set_up(data, scenario),
    ];
    parts.join("\n\n") + "\n"
}

fn sides(data: &GameData) -> String {
    let rows: Vec<[String; 3]> = Side::ALL
        .iter()
        .map(|&side| {
            let markers = side.contingents().map(|contingent| {
                let markers = data.counters.roster.markers(contingent);
                format!("{} {}(+{})", markers.count, contingent.key(), markers.bonus)
            });
            let name = data.manifest.sides[side as usize].clone();
            [side.key().to_owned(), name, markers.join(", ")]
        })
        .collect();
    let note = "Markers to pick five from each turn (5.1), with their initiative bonus (5.3.1).";
    format!("{}\n{}", columns("  ", "  ", &rows), wrap("  ", "  ", note))
}

fn map(field: &Field) -> String {
    let ground = &field.ground;
    let extent = ground.grid().extent();
    let of = |terrain| {
        ground
            .cells()
            .filter(move |(_, cell)| cell.terrain == terrain)
    };
    let villages: Vec<String> = of(Terrain::Village)
        .map(|(hex, _)| hex.to_string())
        .collect();
    let hills = ground.cells().filter(|(_, cell)| cell.level > 0).count();
    let provenance = &field.provenance;
    let rows = [
        [
            "grid".to_owned(),
            format!(
                "{} rows of {} hexes, 0101 at the top left",
                extent.rows(),
                extent.columns()
            ),
            provenance.grid.origin.word().to_owned(),
        ],
        [
            "terrain".to_owned(),
            format!(
                "{} woods; villages {}",
                of(Terrain::Woods).count(),
                villages.join(", ")
            ),
            provenance.terrain.origin.word().to_owned(),
        ],
        [
            "hills".to_owned(),
            format!("{hills} hexes"),
            provenance.hills.origin.word().to_owned(),
        ],
        [
            "river".to_owned(),
            format!("{} hexsides", ground.rivers().count()),
            provenance.river.origin.word().to_owned(),
        ],
    ];
    format!(
        "MAP {}: {}\n{}",
        field.key,
        field.title,
        columns("  ", "  ", &rows)
    )
}

fn set_up(data: &GameData, scenario: &Scenario) -> String {
    let names = scenario
        .aliases
        .iter()
        .fold(scenario.key.clone(), |names, alias| {
            format!("{names}, {alias}")
        });
    let rows: Vec<[String; 3]> = scenario
        .historical
        .zones
        .iter()
        .map(|zone| {
            [
                zone.side.key().to_owned(),
                ranges(&zone.hexes),
                quotas(data, zone),
            ]
        })
        .collect();
    let free = Side::ALL.map(|side| {
        let rows = scenario.free.rows_of(side);
        format!("{} rows {:02}-{:02}", side.key(), rows.start(), rows.end())
    });
    let lines = [
        wrap(
            "  ",
            "  ",
            &format!("Map {}. Zones (printed, 3.0):", scenario.map),
        ),
        columns("  ", "  ", &rows),
        wrap(
            "  ",
            "  ",
            &format!(
                "Attila starts with a unit in {}.",
                ranges(&scenario.historical.attila_hexes)
            ),
        ),
        wrap(
            "  ",
            "  ",
            &format!("Free set-up (option opt_free_setup): {}.", free.join(", ")),
        ),
        wrap(
            "  ",
            "  ",
            "Default positions and facings are reconstructed.",
        ),
    ];
    format!("SCENARIO {names}: {}\n{}", scenario.title, lines.join("\n"))
}

fn quotas(data: &GameData, zone: &Zone) -> String {
    let name = |(class, count): &(ClassId, u8)| {
        format!("{count} {}", data.counters.classes[class.0 as usize].id)
    };
    zone.quotas
        .iter()
        .map(name)
        .collect::<Vec<String>>()
        .join(", ")
}

/// Writes hexes as ranges along their rows, `1604-1606, 1704-1706`.
fn ranges(hexes: &[Hex]) -> String {
    let mut ranges: Vec<(Hex, Hex)> = Vec::new();
    for &hex in hexes {
        match ranges.last_mut() {
            Some((_, last)) if last.row() == hex.row() && last.column() + 1 == hex.column() => {
                *last = hex;
            }
            _ => ranges.push((hex, hex)),
        }
    }
    let words = ranges.into_iter().map(|(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    words.collect::<Vec<_>>().join(", ")
}

fn cards(data: &GameData) -> String {
    let cards = data.cards.cards.iter().filter_map(|card| {
        let action = card.action.as_ref()?;
        let head = format!("{} {}: {}", card.id, card.name, action.text);
        let origin = card.provenance.origin.word();
        Some(wrap("  ", "     ", &format!("{head} ({origin})")))
    });
    let note = format!(
        "Four cards of each player without effect make eight (2.4); {} are drawn.",
        data.cards.drawn
    );
    let lines: Vec<String> = cards.chain([wrap("  ", "  ", &note)]).collect();
    lines.join("\n")
}

fn options() -> String {
    let paragraphs = OPTIONS.iter().map(|info| {
        let source = if info.source.is_empty() {
            String::new()
        } else {
            format!(" [{}]", info.source)
        };
        let head = format!("{}{source}: {}", info.name, info.subject);
        let values = info.values.iter().enumerate().map(|(index, value)| {
            let default = if index == 0 { " (default)" } else { "" };
            wrap(
                "    ",
                "      ",
                &format!("{}{default}: {}", value.key, value.meaning),
            )
        });
        let lines: Vec<String> = std::iter::once(wrap("  ", "    ", &head))
            .chain(values)
            .collect();
        lines.join("\n")
    });
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// Returns the contingents of both sides with their numbers of units.
fn strength(data: &GameData) -> [(Contingent, usize); 6] {
    Contingent::ALL.map(|contingent| (contingent, data.counters.roster.of(contingent).count()))
}

/// Returns one of the equal units of a class.
fn first_of(data: &GameData, class: ClassId) -> &UnitType {
    let mut units = data.counters.roster.units.iter();
    units
        .find(|unit| unit.class == class)
        .expect("a class has at least one unit")
}
