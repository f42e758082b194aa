//! Broken data are refused with file, line, place, reason and remedy, all at once.

use tesserarius::games::sign_of_the_pagan::data::{GameData, shipped_files};

const UNITS: &str = "units.toml";
const MAP: &str = "maps/catalaunian-fields.toml";
const SCENARIO: &str = "scenarios/standard.toml";
const CARDS: &str = "cards.toml";
const GAME: &str = "game.toml";

/// A text of the shipped files, what stands there instead, and the one fault it makes.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        UNITS,
        r#"kind = "LC""#,
        r#"kind = "XC""#,
        "units.toml:28: class: unknown variant `XC`, expected one of `HC`, `LC`, `HI`, `MI`, `LI`; correct it",
    ),
    (
        UNITS,
        "count = 12",
        "count = 0",
        "units.toml:25: class hun-lc, count: a class without units; give at least 1, or delete it",
    ),
    (
        UNITS,
        "alias = \"HL\"\ncount = 12",
        "alias = \"HL\"\ncuont = 12",
        "units.toml:25: class: unknown field `cuont`, expected one of `id`, `alias`, `count`, `contingent`, `tribe`, `kind`, `good`, `disordered`, `ferocity`, `bow`, `provenance`; correct it",
    ),
    (
        UNITS,
        r#"alias = "HH""#,
        r#"alias = "H1""#,
        "units.toml:43: class hun-hc, alias: a short id is letters and a number; use letters only",
    ),
    (
        UNITS,
        r#"id = "hun-hc""#,
        r#"id = "Hun HC""#,
        "units.toml:42: class Hun HC, id: cannot be typed as an id; use small letters, digits and hyphens",
    ),
    (
        UNITS,
        "shock = 5, ma = 7",
        "shock = 12, ma = 7",
        "units.toml:48: class hun-hc, good: shock 12 is more than a die can show; give 0 to 9",
    ),
    (
        UNITS,
        "shock = 5, ma = 7",
        "shock = 5, ma = 0",
        "units.toml:48: class hun-hc, good: movement allowance 0; give 1 to 20",
    ),
    (
        UNITS,
        r#"ma = 8, mark = "white-ring""#,
        "ma = 8",
        r#"units.toml:29: class hun-lc, good: LC may not attack by shock (9.2.2) but has no mark; give it mark "white-ring", or "white-square" where 9.2.3 applies"#,
    ),
    (
        UNITS,
        "shock = 5, ma = 7",
        r#"shock = 5, ma = 7, mark = "white-square""#,
        r#"units.toml:48: class hun-hc, good: only bowless LC in good order (9.2.3) and Disordered Hun MI (9.2.4) have a white square; use "white-ring" or no mark"#,
    ),
    (
        UNITS,
        r#"shock = 1, ma = 3, mark = "white-square""#,
        r#"shock = 2, ma = 3, mark = "white-square""#,
        "units.toml:67: class hun-mi, disordered: shock 2 in a white square, which counts as 1 (9.2.3, 9.2.4); give shock 1",
    ),
    (
        UNITS,
        r#"bow = "C""#,
        r#"bow = "B""#,
        "units.toml:31: class hun-lc, bow: the composite bow C is the Huns', everybody else has B (2.2); give C",
    ),
    (
        UNITS,
        r#"shock = "reconstructed""#,
        r#"shock = "a guess""#,
        "units.toml:35: class: provenance begins with `printed`, `derived` or `reconstructed`, not with `a guess`; correct it",
    ),
    (
        MAP,
        "columns = 25",
        "columns = 120",
        "maps/catalaunian-fields.toml:21: grid.columns: ids have two digits for it; give 1 to 99",
    ),
    (
        MAP,
        r#""w.....v..............wwww""#,
        r#""w.....v..............www""#,
        "maps/catalaunian-fields.toml:31: terrain, row 04: 24 hexes, but the grid has 25 columns; give one character for every hex",
    ),
    (
        MAP,
        r#""w.....v..............wwww""#,
        r#""w.....x..............wwww""#,
        "maps/catalaunian-fields.toml:31: terrain, hex 0407: `x` means nothing here; use a character of the legend",
    ),
    (
        MAP,
        r#""0000010000000000000000000""#,
        r#""00000h0000000000000000000""#,
        "maps/catalaunian-fields.toml:62: hills, hex 1206: `h` means nothing here; give a level, 0 to 9",
    ),
    (
        MAP,
        "0108/0109",
        "0108/0110",
        "maps/catalaunian-fields.toml:74: river, hexside 0108/0110: 0108 and 0110 do not touch; name two adjacent hexes",
    ),
    (
        MAP,
        "0108/0109",
        "0108-0109",
        "maps/catalaunian-fields.toml:74: river, hexside 0108-0109: not a pair of hexes; write it as 0108/0109",
    ),
    (
        MAP,
        "0108/0109",
        "0026/0027",
        "maps/catalaunian-fields.toml:74: river, hexside 0026/0027: not a pair of hexes; write it as 0108/0109",
    ),
    (
        MAP,
        "0108/0109",
        "1925/1926",
        "maps/catalaunian-fields.toml:74: river, hexside 1925/1926: 1925 is not on the map; use hexes of the grid",
    ),
    (
        MAP,
        "0108/0208",
        "0109/0108",
        "maps/catalaunian-fields.toml:74: river, hexside 0109/0108: listed twice; delete one of the two",
    ),
    (
        MAP,
        r#"shifted = "even""#,
        r#"shifted = "odd""#,
        "maps/catalaunian-fields.toml:22: grid: unknown variant `odd`, expected `even`; correct it",
    ),
    (
        SCENARIO,
        r#"map = "catalaunian-fields""#,
        r#"map = "troyes""#,
        "scenarios/standard.toml:9: map: there is no map `troyes`; use one of: catalaunian-fields",
    ),
    (
        SCENARIO,
        "units = { hun-mi = 3 }",
        "units = { hun-mi = 2 }",
        "scenarios/standard.toml: zone, class hun-mi: the zones hold 2 of its 3 units; correct the `units` of its zones",
    ),
    (
        SCENARIO,
        "units = { hun-mi = 3 }",
        "units = { hun-xi = 3 }",
        "scenarios/standard.toml:26: zone of hun-xi: there is no class `hun-xi`; use an id of units.toml without number",
    ),
    (
        SCENARIO,
        "units = { ala-mi = 1 }",
        "units = { ala-mi = 1, fra-mi = 0 }",
        "scenarios/standard.toml:76: zone of ala-mi, fra-mi: `fra-mi` does not fight for roman; give the zone to its own side",
    ),
    (
        SCENARIO,
        r#""1607", "1608""#,
        r#""1607""#,
        "scenarios/standard.toml:31: zone of gep-mi: 2 units for 1 hexes; one unit fits into a hex (6.1): add hexes",
    ),
    (
        SCENARIO,
        r#""1510-1516""#,
        r#""1510-1616""#,
        "scenarios/standard.toml:29: zone of hun-mi: `1510-1616` is no hex or range; write 1609, or 1609-1622 along one row",
    ),
    (
        SCENARIO,
        r#""1510-1516""#,
        r#""1510-1526""#,
        "scenarios/standard.toml:29: zone of hun-mi: 1526 is not on the map; use hexes of the map",
    ),
    (
        SCENARIO,
        "hills-from-row = 16",
        "hexes = []\nhills-from-row = 16",
        "scenarios/standard.toml:21: zone of fra-mi: no place, or two; give either `hexes` or `hills-from-row`",
    ),
    (
        SCENARIO,
        r#"hun-mi-1 = "1511""#,
        r#"hun-mi-1 = "1517""#,
        "scenarios/standard.toml:105: default, hun-mi-1: 1517 is outside its zone; move it into the zone (3.0)",
    ),
    (
        SCENARIO,
        r#"hun-mi-1 = "1511""#,
        r#"hun-mi-1 = "1513""#,
        "scenarios/standard.toml:106: default, hun-mi-2: 1513 holds hun-mi-1 already (6.1); give one of them another hex",
    ),
    (
        SCENARIO,
        r#"hun-mi-1 = "1511""#,
        r#"hun-mi-1 = "15l1""#,
        "scenarios/standard.toml:105: default: `15l1`: a hex is four digits, as 1412; correct it",
    ),
    (
        SCENARIO,
        "vis-lc-6 = \"0919\"\n",
        "vis-lc-6 = \"1125\"\n",
        "scenarios/standard.toml:153: default, vis-lc-6: 1125 is outside its zone; move it into the zone (3.0)",
    ),
    (
        SCENARIO,
        r#"with = "hun-hc-1""#,
        r#"with = "rom-hi-1""#,
        "scenarios/standard.toml:18: attila.with: `rom-hi-1` is no unit of the Hun side; name one",
    ),
    (
        SCENARIO,
        r#"with = "hun-hc-1""#,
        r#"with = "hun-mi-1""#,
        "scenarios/standard.toml:18: attila.with: hun-mi-1 starts in 1511, where Attila may not; name a unit that starts in one of his hexes",
    ),
    (
        SCENARIO,
        "from = 12, to = 15",
        "from = 15, to = 12",
        "scenarios/standard.toml:167: free.hun: rows 15 to 12 on a map of 18 rows; give two rows of the map, the lower first",
    ),
    (
        SCENARIO,
        r#"hun-mi-1 = "1311""#,
        r#"hun-mi-1 = "1111""#,
        "scenarios/standard.toml:175: free.default, hun-mi-1: 1111 is outside rows 12 to 15; move it into its side's rows (3.0)",
    ),
    (
        SCENARIO,
        "hun = 12",
        "hun = 11",
        "scenarios/standard.toml:12: facing: 11 is not a facing: a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock; correct it",
    ),
    (
        CARDS,
        r#"id = "H2""#,
        r#"id = "h1""#,
        "cards.toml:22: card h1: listed twice; give it another id",
    ),
    (
        CARDS,
        "hand_drawn = 4",
        "hand_drawn = 9",
        "cards.toml: hand_drawn: 9 cards drawn out of 8; draw no more than there are (11.1)",
    ),
    (
        CARDS,
        "window = \"any\"\n",
        "",
        "cards.toml:76: card R1: half a card; give text, window, condition and effect, or none of them for a card without effect",
    ),
    (
        CARDS,
        r#"kind = "ferocity""#,
        r#"kind = "fierce""#,
        "cards.toml:42: card H4: there is no effect `fierce`; it is fire_drm, shock_drm, attila_shift, ferocity, momentum, reroll, evade, cancel_evade, cancel_counter, reform, mp, extra_activation, cancel_activation, forbid_fire, shield_wall, cancel_alan_roll or return_attila; correct it",
    ),
    (
        CARDS,
        "value = 1, range = 1",
        "value = 1, rnge = 1",
        "cards.toml:19: card: unknown field `rnge`, expected one of `kind`, `value`, `range`, `hexes`, `units`, `contingent`, `tribe`, `type`, `until`, `no_roll`, `must_advance`, `fire_against`, `no_momentum_front`, `defence_drm`; correct it",
    ),
    (
        CARDS,
        r#"kind = "cancel_alan_roll""#,
        r#"kind = "cancel_alan_roll", range = 2"#,
        "cards.toml:86: card R2: the effect `cancel_alan_roll` takes no `range`; correct it",
    ),
    (
        CARDS,
        "window = \"shock-declared\"",
        "window = \"ACT_START\"",
        "cards.toml:22: card H2: its effect can do nothing in the window act-start; give it another window",
    ),
    (
        GAME,
        r#"key = "sign-of-the-pagan""#,
        r#"key = "attila""#,
        r#"game.toml:8: key: `attila` is another game; write "sign-of-the-pagan""#,
    ),
    (
        GAME,
        "cards.toml",
        "tarot.toml",
        "game.toml:23: cards: `tarot.toml` is not among the game's files; add it, or correct its name",
    ),
    (
        GAME,
        "rules-version = 1",
        r#"rules-version = "one""#,
        r#"game.toml:11: rules-version: invalid type: string "one", expected u32; correct it"#,
    ),
    (
        GAME,
        "[files]",
        "[files",
        "game.toml:21: TOML: unclosed table, expected `]`; correct the spelling of this line",
    ),
];

/// Loads the shipped texts with each first occurrence replaced, and returns the faults as printed.
fn faults(changes: &[(&str, &str, &str)]) -> Vec<String> {
    let mut files = shipped_files();
    for (file, from, to) in changes {
        let text = files.text(file).expect("a shipped file");
        assert!(text.contains(from), "{file} has no `{from}`");
        let text = text.replacen(from, to, 1);
        files.put(file, text);
    }
    let error = GameData::load(&files).expect_err("broken data are refused");
    error.0.iter().map(ToString::to_string).collect()
}

#[test]
fn each_mistake_is_named_with_file_line_reason_and_remedy() {
    for &(file, from, to, expected) in CASES {
        assert_eq!(faults(&[(file, from, to)]), [expected]);
    }
}

#[test]
fn all_reasons_come_at_once_in_the_order_of_files_and_lines() {
    let changes = [
        (UNITS, "shock = 5, ma = 7", "shock = 12, ma = 0"),
        (UNITS, "[leader]\n", "[chief]\n"),
        (MAP, "rows = 18", "rows = 17"),
        (CARDS, "hand_drawn = 4", "hand_drawn = 9"),
        (GAME, "title = ", "titel = "),
        (SCENARIO, "hun = 12", "hun = 11"),
        (SCENARIO, "hun-mi-1 = \"1511\"", "hun-mi-1 = \"15l1\""),
    ];
    let places: Vec<String> = faults(&changes)
        .iter()
        .filter_map(|fault| Some(fault.split_once(": ")?.0.to_owned()))
        .collect();
    assert_eq!(
        places,
        [
            "cards.toml",
            "game.toml",
            "game.toml:9",
            "maps/catalaunian-fields.toml:27",
            "maps/catalaunian-fields.toml:50",
            "maps/catalaunian-fields.toml:79",
            "maps/catalaunian-fields.toml:79",
            "scenarios/standard.toml:12",
            "scenarios/standard.toml:105",
            "units.toml:48",
            "units.toml:48",
            "units.toml:391",
            "units.toml:398",
        ]
    );
}

#[test]
fn a_unit_that_has_no_start_and_a_start_that_has_no_unit_are_both_named() {
    let found = faults(&[(SCENARIO, "hun-mi-1 = \"1511\"", "hun-mi-4 = \"1511\"")]);
    assert_eq!(
        found,
        [
            "scenarios/standard.toml: default, hun-mi-1: no hex for this unit; add one",
            "scenarios/standard.toml:105: default, hun-mi-4: there is no such unit; \
             use an id of units.toml with a number",
        ]
    );
}

#[test]
fn two_classes_with_one_short_id_are_told_apart_unit_by_unit() {
    let found = faults(&[(UNITS, "alias = \"HH\"", "alias = \"HL\"")]);
    assert_eq!(found.len(), 4, "HL1, HL01, HL2, HL02");
    assert!(
        found[0]
            .contains("units.toml:41: class: the name `HL1` stands for both hun-lc-1 and hun-hc-1")
    );
}

#[test]
fn light_cavalry_in_the_wrong_place_is_counted_zone_by_zone() {
    let swap = [
        (SCENARIO, "vis-hc-1 = \"0922\"", "vis-hc-1 = \"0919\""),
        (SCENARIO, "vis-lc-6 = \"0919\"", "vis-lc-6 = \"0922\""),
    ];
    let mut files = shipped_files();
    for (file, from, to) in swap {
        let text = files
            .text(file)
            .expect("a shipped file")
            .replacen(from, to, 1);
        files.put(file, text);
    }
    assert!(
        GameData::load(&files).is_ok(),
        "any three of the eight may start there"
    );
    let found = faults(&[
        (
            SCENARIO,
            "hexes = [\"1021-1025\"]",
            "hexes = [\"1021-1025\", \"0908\"]",
        ),
        (SCENARIO, "vis-lc-6 = \"0919\"", "vis-lc-6 = \"0908\""),
    ]);
    assert_eq!(
        found,
        [
            "scenarios/standard.toml: default, class vis-lc: 6 units in a zone for 5; \
             move the surplus to their other zone (3.0)"
        ]
    );
}

#[test]
fn a_bow_that_the_book_does_not_know_is_only_a_warning() {
    let mut files = shipped_files();
    let text = files.text(UNITS).expect("a shipped file");
    let text = text.replacen(
        "disordered = { shock = 2, ma = 6 }\n",
        "disordered = { shock = 2, ma = 6 }\nbow = \"C\"\n",
        1,
    );
    files.put(UNITS, text);
    let warnings = GameData::load(&files).expect("can be played").warnings;
    let lines: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "units.toml:50: class hun-hc, bow: HC with a bow, which the book does not know; \
             it will fire by the rule for MI (8.2.1)"
        ]
    );
}
