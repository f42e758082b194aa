//! What `games show` says of the game and of a scenario.

use serde_json::{Value, json};

use crate::games::text::{columns, wrap};
use crate::wording::counted;

use super::data::scenario::{Bank, Deploy, Feature, GroundRule, StackingException, Zone};
use super::data::{Army, KEY, KindId, LegionData, Melee, Scenario};
use super::options::OPTIONS;
use super::{Game, victory};

/// Describes the game.
pub(super) fn text(data: &LegionData) -> String {
    let mut text = format!(
        "{} ({KEY}), rules version {}\n\n{}\n",
        data.manifest.title,
        data.manifest.rules_version,
        wrap("", "", &data.manifest.description)
    );
    text += "\nUNITS: class, fire/range, melee, movement, worth\n";
    let rows: Vec<[String; 7]> = data
        .kinds
        .iter()
        .map(|(_, kind)| {
            let melee = match kind.melee {
                Melee::Dot => ".".to_owned(),
                Melee::Strength(strength) if kind.bracket => format!("[{strength}]"),
                Melee::Strength(strength) => strength.to_string(),
            };
            let fire = match (kind.is_leader(), kind.has_fire()) {
                (true, _) => format!("+{} r{}", kind.bonus, kind.radius),
                (false, true) => format!("{}/{}", kind.fire, kind.range),
                (false, false) => "-".to_owned(),
            };
            [
                kind.key.clone(),
                kind.class.word().to_owned(),
                fire,
                melee,
                kind.ma.to_string(),
                kind.worth.to_string(),
                kind.name.clone(),
            ]
        })
        .collect();
    text += &columns("  ", "  ", &rows);
    text += "\n\nCOMBAT RESULTS (8.0)\n";
    text += &results(data);
    text += "\n\nSCENARIOS\n";
    let rows: Vec<[String; 5]> = data.scenarios.iter().map(row).collect();
    text += &columns("  ", "  ", &rows);
    text += "\n\nOPTIONS: the first value holds if nothing is agreed\n";
    for option in OPTIONS {
        let values: Vec<String> = option
            .values
            .iter()
            .map(|value| format!("{}: {}", value.key, value.meaning))
            .collect();
        let line = format!(
            "{} ({}) {}; {}",
            option.name,
            option.source,
            option.subject,
            values.join("; ")
        );
        text += &wrap("  ", "      ", &line);
        text.push('\n');
    }
    text
}

fn row(scenario: &Scenario) -> [String; 5] {
    let [first, second] = &scenario.armies;
    [
        scenario.key.clone(),
        scenario.number.clone(),
        scenario.date.clone(),
        scenario.turns.to_string(),
        format!("{} and {}", first.name, second.name),
    ]
}

fn results(data: &LegionData) -> String {
    let head = data
        .results
        .columns
        .iter()
        .map(|column| column.name.clone());
    let mut lines = vec![format!(
        "  die  {}",
        head.map(|name| format!("{name:<5}")).collect::<String>()
    )];
    for (die, row) in data.results.rows() {
        let cells = row.iter().map(|result| format!("{:<5}", result.word()));
        lines.push(format!("  {die}    {}", cells.collect::<String>()));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

fn force(data: &LegionData, army: &Army) -> String {
    let units = army
        .units
        .iter()
        .map(|&(kind, count)| format!("{count} {}", data.kinds.get(kind).key));
    let leaders = army
        .leaders
        .iter()
        .map(|&(grade, count)| format!("{count} {grade}L"));
    units.chain(leaders).collect::<Vec<_>>().join(", ")
}

fn zones(zones: &[Zone]) -> String {
    let zones = zones.iter().map(|zone| {
        let within = counted(zone.within, "hex", "hexes");
        format!("{within} of {}", zone.letter)
    });
    format!("within {}", zones.collect::<Vec<_>>().join(", or "))
}

fn deploy(army: &Army) -> String {
    match &army.deploy {
        Deploy::Zones { zones: own } => zones(own),
        Deploy::Road { road, per_hex } => format!("on the {road} road, {per_hex} to a hex"),
        Deploy::Groups { groups } => {
            let groups = groups.iter().map(|group| {
                let bank = match group.bank {
                    Bank::North => "north of the river",
                    Bank::NotNorth => "not north of the river",
                };
                let units = counted(group.units, "unit", "units");
                format!("{units} {} and {bank}", zones(&group.zones))
            });
            groups.collect::<Vec<_>>().join("; ")
        }
    }
}

fn ground(rule: &GroundRule) -> String {
    let all = |types: &[Feature]| {
        let words: Vec<String> = types
            .iter()
            .map(|own| format!("{own:?}").to_lowercase())
            .collect();
        words.join(", ")
    };
    match rule {
        GroundRule::Ignore { types } if types.len() == 1 => {
            format!("{} counts as clear", all(types))
        }
        GroundRule::Ignore { types } => format!("{} count as clear", all(types)),
        GroundRule::IgnoreAllExcept { types } => {
            format!("everything but {} counts as clear", all(types))
        }
        GroundRule::IgnoreAll => "all ground counts as clear".to_owned(),
        GroundRule::MayIgnoreAll => "the players may agree to ignore the ground".to_owned(),
        GroundRule::TreatAs { from, to } => format!("{from} counts as {to}"),
        GroundRule::ForbidEntry { types } => format!("nobody enters {}", all(types)),
    }
}

/// Describes a scenario.
pub(super) fn scenario_text(data: &LegionData, scenario: &Scenario, game: &Game) -> String {
    let mut text = format!(
        "{} ({KEY})\n\nSCENARIO {}: {} {}, {} ({})\n",
        data.manifest.title,
        scenario.key,
        scenario.number,
        scenario.title,
        scenario.date,
        scenario.provenance
    );
    let [first, second] =
        [scenario.first_deploy, scenario.first_move].map(|side| &scenario.armies[side].name);
    let line = format!(
        "{} Game-Turns; {first} set up first, {second} move first.",
        scenario.turns
    );
    text += &format!("{}\n", wrap("  ", "  ", &line));
    for army in &scenario.armies {
        let panic = army
            .panic_level
            .map_or("none".to_owned(), |level| level.to_string());
        text += &format!("\n{} ({})\n", army.name, army.key);
        let lines = [
            force(data, army),
            format!(
                "worth {}, Panic Level {panic}, stacking {}{}",
                army.worth,
                army.stacking,
                exceptions(data, army)
            ),
            format!("sets up {}", deploy(army)),
            leadership(army).to_owned(),
        ];
        for line in lines.iter().filter(|line| !line.is_empty()) {
            text += &format!("{}\n", wrap("  ", "    ", line));
        }
    }
    text += "\nGROUND\n";
    let rules: Vec<String> = match scenario.ground.is_empty() {
        true => vec!["as on the map".to_owned()],
        false => scenario.ground.iter().map(ground).collect(),
    };
    for rule in rules {
        text += &format!("{}\n", wrap("  ", "    ", &rule));
    }
    text += "\nVICTORY: the first line that holds decides\n";
    for line in victory::conditions(game) {
        text += &format!("{}\n", wrap("  ", "    ", &line));
    }
    text
}

/// Says which types have a limit of their own.
fn exceptions(data: &LegionData, army: &Army) -> String {
    let has = |kind: &KindId| army.units.iter().any(|(own, _)| own == kind);
    let one = |own: &StackingException| {
        let kinds = own.kinds.iter().filter(|kind| has(kind));
        let kinds = kinds.map(|&kind| data.kinds.get(kind).key.as_str());
        let kinds: Vec<&str> = kinds.collect();
        if kinds.is_empty() {
            return String::new();
        }
        let limits = [
            own.may.map(|most| format!("{most}")),
            own.max.map(|most| format!("at most {most}")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        format!(", {} {}", kinds.join(" and "), limits.join(", "))
    };
    army.exceptions.iter().map(one).collect()
}

/// Says who needs no Leader near (10.0).
const fn leadership(army: &Army) -> &'static str {
    match (army.leaders.is_empty(), army.mounted_exempt) {
        (true, _) => "nobody needs a Leader near",
        (false, true) => "mounted units need no Leader near",
        (false, false) => "",
    }
}

fn army_json(data: &LegionData, army: &Army) -> Value {
    let units: serde_json::Map<String, Value> = army
        .units
        .iter()
        .map(|&(kind, count)| (data.kinds.get(kind).key.clone(), json!(count)))
        .collect();
    let leaders: serde_json::Map<String, Value> = army
        .leaders
        .iter()
        .map(|&(grade, count)| (format!("{grade}L"), json!(count)))
        .collect();
    json!({
        "key": army.key,
        "name": army.name,
        "units": units,
        "leaders": leaders,
        "worth": army.worth,
        "panic_level": army.panic_level,
        "stacking": army.stacking,
        "deploy": deploy(army),
    })
}

/// Describes a scenario for programs, with what each side needs to win.
pub(super) fn scenario_json(data: &LegionData, scenario: &Scenario, game: &Game) -> Value {
    let mut facts = scenario_facts(data, scenario);
    facts["outcome"] = json!(victory::conditions(game));
    facts
}

fn scenario_facts(data: &LegionData, scenario: &Scenario) -> Value {
    json!({
        "game": KEY,
        "key": scenario.key,
        "number": scenario.number,
        "title": scenario.title,
        "date": scenario.date,
        "turns": scenario.turns,
        "first_deploy": scenario.armies[scenario.first_deploy].key,
        "first_move": scenario.armies[scenario.first_move].key,
        "sides": scenario.armies.iter().map(|army| army_json(data, army)).collect::<Vec<_>>(),
        "ground": scenario.ground.iter().map(ground).collect::<Vec<_>>(),
    })
}

/// Describes the game for programs.
pub(super) fn json(data: &LegionData) -> Value {
    let options = OPTIONS.iter().map(|option| {
        let values: Vec<&str> = option.values.iter().map(|value| value.key).collect();
        json!({ "name": option.name, "rule": option.source, "subject": option.subject, "values": values })
    });
    let units = data.kinds.iter().map(|(_, kind)| {
        json!({
            "type": kind.key,
            "name": kind.name,
            "class": kind.class,
            "fire": kind.fire,
            "range": kind.range,
            "melee": match kind.melee { Melee::Dot => json!("dot"), Melee::Strength(own) => json!(own) },
            "bracket": kind.bracket,
            "ma": kind.ma,
            "worth": kind.worth,
        })
    });
    json!({
        "key": KEY,
        "title": data.manifest.title,
        "rules_version": data.manifest.rules_version,
        "units": units.collect::<Vec<_>>(),
        "scenarios": data.scenarios.iter().map(|own| scenario_facts(data, own)).collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    })
}
