//! Broken transcriptions are refused with file, line, place or hex, reason and remedy.

use tesserarius::bot::Chance;
use tesserarius::engine::Pick;
use tesserarius::games::legion::data::{LegionData, shipped_files};
use tesserarius::games::{self, Terms};

use crate::support::laws::matches;

const MAP: &str = "maps/legion.toml";
const DARAS: &str = "scenarios/daras.toml";

/// A file, a text of it, what stands there instead, and words of the fault that it makes.
const FAULTS: &[(&str, &str, &str, &[&str])] = &[
    (
        "game.toml",
        "units = \"units.toml\"",
        "units = \"counters.toml\"",
        &[
            "game.toml:",
            "units",
            "`counters.toml` is not among the game's files",
        ],
    ),
    (
        "game.toml",
        "\"scenarios/minden.toml\"",
        "\"scenarios/minde.toml\"",
        &[
            "game.toml:",
            "scenarios",
            "`scenarios/minde.toml` is not among the game's files",
        ],
    ),
    (
        "game.toml",
        "  \"scenarios/daras.toml\",\n",
        "  \"scenarios/daras.toml\",\n  \"scenarios/daras.toml\",\n",
        &[
            "game.toml:",
            "scenarios",
            "`scenarios/daras.toml` is listed twice",
        ],
    ),
    (
        MAP,
        "G = \"2119\"",
        "G = \"9919\"",
        &["letter G", "9919 is not on the map"],
    ),
    (MAP, "columns = 36", "columns = 0", &["size", "1 to 99"]),
    (
        MAP,
        "village = [\n",
        "village = [\n  \"0101\",\n",
        &["0101 is not on the north road"],
    ),
    (
        MAP,
        "north-bank = \"1810\"",
        "north-bank = \"2119\"",
        &["G (2119)", "north bank"],
    ),
    (
        MAP,
        "\"2301\", \"2302\",",
        "\"2301\", \"2303\",",
        &["road north", "2303 does not touch 2301"],
    ),
    (
        MAP,
        "exit = \"west\"",
        "exit = \"none\"",
        &["not one road leaves by the west edge"],
    ),
    (
        "units.toml",
        "melee = 2\nbracket = false",
        "melee = 9\nbracket = false",
        &["worth 1 is not 5 (11.2)"],
    ),
    (
        "units.toml",
        "class = \"A\"",
        "class = \"Z\"",
        &["unknown variant `Z`"],
    ),
    (
        "units.toml",
        "type = \"MS\"",
        "type = \"ms\"",
        &["`ms`", "capitals"],
    ),
    (
        "terrain.toml",
        "protection = 5",
        "protection = 0",
        &["village", "protection of 0"],
    ),
    (
        "terrain.toml",
        "key = \"ford\"",
        "key = \"woods\"",
        &["woods", "listed twice"],
    ),
    (
        "results.toml",
        "\"3:1\"",
        "\"1:3\"",
        &["`1:3` is no ratio above the one before"],
    ),
    (
        "results.toml",
        "7 = [",
        "9 = [",
        &["a row is a die from 1 to 7"],
    ),
    (
        "capability.toml",
        "attacker = \"class C\"",
        "attacker = \"class Q\"",
        &["`class Q`"],
    ),
    (
        DARAS,
        "SD = 6",
        "XX = 6",
        &["side byzantines", "there is no type `XX`"],
    ),
    (
        DARAS,
        "SD = 6",
        "SD = 7",
        &["worth 61 is not the sum of its units, 63"],
    ),
    (
        DARAS,
        "letter = \"J\"",
        "letter = \"Y\"",
        &["side persians", "there is no hex Y on the map"],
    ),
    (
        DARAS,
        "letter = \"J\", within = 3",
        "letter = \"J\", within = 12",
        &["zones", "touch or lie beside"],
    ),
    (DARAS, "turns = 15", "turns = 0", &["a battle has turns"]),
    (
        DARAS,
        "first-move = \"byzantines\"",
        "first-move = \"romans\"",
        &["`romans` is no side"],
    ),
    (
        DARAS,
        "map = \"legion\"",
        "map = \"alesia\"",
        &["there is no map `alesia`"],
    ),
    (
        DARAS,
        "when = { always = true }",
        "when = { always = false }",
        &["does not hold always"],
    ),
    (
        MAP,
        "[letters]\n",
        "[letters]\ngG = \"0101\"\n",
        &["letter gG", "one capital letter"],
    ),
    (
        MAP,
        "name = \"north\"",
        "name = \"west\"",
        &["road", "`west`", "already"],
    ),
    (
        MAP,
        "village = [",
        "meadow = [",
        &["terrain", "unknown variant `meadow`"],
    ),
    (
        MAP,
        "columns = 36",
        "columns = \"36\"",
        &["columns", "invalid type"],
    ),
    (
        "units.toml",
        "type = \"PS\"",
        "type = \"MS\"",
        &["`MS`", "no other type has"],
    ),
    (
        "units.toml",
        "ma = 3",
        "ma = 200",
        &["200 is not 1 to 99 Movement Points"],
    ),
    ("units.toml", "ma = 3", "ma = \"3\"", &["invalid type"]),
    (
        "units.toml",
        "grade = 2",
        "grade = 1",
        &["grade 1 is not 1 to 4, each once"],
    ),
    (
        "terrain.toml",
        "cost = 1",
        "cost = 0",
        &["0 is not 1 to 99 Movement Points"],
    ),
    (
        "terrain.toml",
        "key = \"woods\"",
        "key = \"jungle\"",
        &["unknown variant `jungle`"],
    ),
    ("results.toml", "[\".\"", "[\"X\"", &["unknown variant `X`"]),
    (
        DARAS,
        "key = \"persians\"",
        "key = \"byzantines\"",
        &["both sides are called `byzantines`"],
    ),
    (
        DARAS,
        "key = \"daras\"",
        "key = \"chalons\"",
        &["`chalons` is the name of one before it"],
    ),
    (
        DARAS,
        "stacking = 3",
        "stacking = \"three\"",
        &["side", "invalid type"],
    ),
    (
        DARAS,
        "\"river\", \"ford\"",
        "\"lake\", \"ford\"",
        &["terrain", "unknown variant `lake`"],
    ),
    (
        DARAS,
        "hexes = [\"H\"]",
        "hexes = [\"Y\"]",
        &["outcome", "there is no hex Y on the map"],
    ),
    (
        "game.toml",
        "key = \"legion\"",
        "key = \"attila\"",
        &["attila"],
    ),
];

#[test]
fn every_fault_names_its_file_its_line_and_what_is_wrong() {
    for (file, text, other, words) in FAULTS {
        let mut files = shipped_files();
        let own = files.text(file).expect("a shipped file").to_owned();
        assert!(own.contains(text), "{file} has no `{text}`");
        files.put(file, own.replacen(text, other, 1));
        let error = LegionData::load(&files).expect_err(text).to_string();
        assert!(
            error.contains(&format!("{file}:")),
            "{file}, {text}: {error}"
        );
        for word in *words {
            assert!(
                error.contains(word),
                "{file}, {text}: no `{word}` in\n{error}"
            );
        }
    }
}

#[test]
fn r3_4_a_scenario_names_types_that_there_are() {
    let mut files = shipped_files();
    let daras = files
        .text(DARAS)
        .expect("it is shipped")
        .replace("SD = 6", "XX = 6");
    files.put(DARAS, daras);
    let error = LegionData::load(&files)
        .expect_err("there is no such type")
        .to_string();
    assert!(
        error.contains("scenarios/daras.toml:") && error.contains("`XX`"),
        "{error}"
    );
}

#[test]
fn several_faults_are_told_at_once() {
    let mut files = shipped_files();
    let map = files.text(MAP).expect("it is shipped");
    let map = map
        .replace("G = \"2119\"", "G = \"9919\"")
        .replace("H = \"2628\"", "H = \"2699\"");
    files.put(MAP, map);
    let error = LegionData::load(&files)
        .expect_err("two hexes are wrong")
        .to_string();
    assert!(error.contains("9919") && error.contains("2699"), "{error}");
}

#[test]
fn a_transcription_may_take_the_place_of_a_file() {
    let mut files = shipped_files();
    let text = files.text("results.toml").expect("it is shipped");
    let other = text.replacen("1 = [\".\"", "1 = [\"D\"", 1);
    files.put("results.toml", other);
    let data = LegionData::load(&files).expect("still sound");
    let shipped = LegionData::load(&shipped_files()).expect("sound");
    assert_ne!(data.results, shipped.results);
}

/// Starts a battle with one text of a file changed; returns what is wrong with it.
fn trouble(scenario: &str, changes: &[(&str, &str, &str)]) -> String {
    let mut files = shipped_files();
    for (file, text, other) in changes {
        let own = files.text(file).expect("a shipped file").to_owned();
        assert!(own.contains(text), "{file} has no `{text}`");
        files.put(file, own.replacen(text, other, 1));
    }
    let entry = games::find("legion").expect("the game is listed");
    let terms = Terms {
        scenario: scenario.to_owned(),
        options: Vec::new(),
        files,
    };
    let error = (entry.start)(&terms).err().expect("it cannot be fought");
    error.to_string()
}

#[test]
fn an_army_that_its_zone_does_not_hold_is_told_with_file_line_and_hex() {
    let big = "units = { SK = 10, OC = 99 }";
    let told = trouble(
        DARAS_KEY,
        &[
            (DARAS, "units = { SK = 10, OC = 24 }", big),
            (DARAS, "worth = 79", "worth = 229"),
        ],
    );
    for word in [
        "scenarios/daras.toml:42: side persians",
        "round J (1330)",
        "of 110 units",
        "find none",
    ] {
        assert!(told.contains(word), "no `{word}` in\n{told}");
    }
    let narrow = ("letter = \"J\", within = 3", "letter = \"J\", within = 1");
    let told = trouble(DARAS_KEY, &[(DARAS, narrow.0, narrow.1)]);
    assert!(
        told.contains("daras.toml:42") && told.contains("has 7 hexes"),
        "{told}"
    );
    let none = trouble(DARAS_KEY, &[(DARAS, "stacking = 2", "stacking = 0")]);
    assert!(none.contains("room for 1 of 35"), "{none}");
}

#[test]
fn goals_that_nobody_can_get_to_are_told_with_file_line_and_hex() {
    let revolt = "scenarios/boudiccan-revolt.toml";
    // The north bank, with every way over the water barred.
    let barred = (
        "types = [\"slope\", \"river\"]",
        "types = [\"slope\", \"river\", \"ford\", \"bridge\"]",
    );
    let told = trouble(
        "boudiccan-revolt",
        &[
            (revolt, barred.0, barred.1),
            (revolt, "hexes = [\"F\"]", "hexes = [\"C\"]"),
        ],
    );
    let at = "scenarios/boudiccan-revolt.toml:16: outcome";
    let reason = "no unit of Britons can get to C (1810)";
    assert!(told.contains(at) && told.contains(reason), "{told}");
    let told = trouble(
        "boudiccan-revolt",
        &[(revolt, "units = 10,", "units = 40,")],
    );
    assert!(
        told.contains("35 of the 40 units that Britons need can get to the west edge"),
        "{told}"
    );
}

/// The key of the battle that is broken.
const DARAS_KEY: &str = "daras";

/// Ways to spoil a line.
fn spoilt(line: &str) -> Vec<String> {
    let number: String = line
        .chars()
        .map(|c| if c.is_ascii_digit() { '9' } else { c })
        .collect();
    let word = line.replace(" = ", " = \"x\" # ");
    vec![
        String::new(),
        number,
        word,
        format!("{line}\n{line}"),
        line.replace('"', ""),
        line.replacen('[', "{", 1),
    ]
}

#[test]
fn no_spoilt_line_of_any_file_brings_the_reading_down() {
    let shipped = shipped_files();
    let names: Vec<&str> = shipped.names().collect();
    let mut chance = Chance::of(7, "spoilt");
    let mut refused = 0;
    for _ in 0..matches(60, 3_000) {
        let name = names[chance.pick(names.len())];
        let text = shipped.text(name).expect("it is listed");
        let lines: Vec<&str> = text.lines().collect();
        let at = chance.pick(lines.len());
        let ways = spoilt(lines[at]);
        let other = &ways[chance.pick(ways.len())];
        let mut new: Vec<&str> = lines.clone();
        new[at] = other;
        let mut files = shipped.clone();
        files.put(name, new.join("\n"));
        match LegionData::load(&files) {
            // Only a scenario that is no longer listed is no longer played.
            Ok(data) => {
                let unlisted = usize::from(lines[at].contains("\"scenarios/") && other.is_empty());
                let played = data.scenarios.len();
                assert_eq!(played, 21 - unlisted, "{name}:{}: {other}", at + 1);
            }
            Err(error) => {
                refused += 1;
                let told = error.to_string();
                assert!(
                    told.contains(&format!("{name}:")),
                    "{name}:{}: {told}",
                    at + 1
                );
            }
        }
    }
    assert!(refused > 10, "{refused}");
}
