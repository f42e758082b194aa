//! Broken transcriptions are refused with file, line, place or hex, reason and remedy.

use tesserarius::games::legion::data::{LegionData, shipped_files};

const MAP: &str = "maps/legion.toml";
const DARAS: &str = "scenarios/daras.toml";

/// A file, a text of it, what stands there instead, and words of the fault that it makes.
const FAULTS: &[(&str, &str, &str, &[&str])] = &[
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
