//! Types, charts and tables as the shipped files have them, and as other files change them.

use tesserarius::games::legion::data::{LegionData, Melee, shipped_files};
use tesserarius::games::legion::terms::{Class, Outcome, Terrain};

use super::table::{game, hex};

fn data() -> LegionData {
    LegionData::load(&shipped_files()).expect("the shipped files are sound")
}

#[test]
fn r3_31_to_3_33_units_load_as_their_counters_show_them() {
    use Class::{A, B, C, Ff, Mf};
    use Melee::{Dot, Strength};
    let data = data();
    let units = [
        ("MS", A, 0, 0, Strength(3), false, 3, 2),
        ("PS", A, 0, 0, Strength(4), false, 3, 2),
        ("SD", B, 0, 0, Strength(4), false, 4, 2),
        ("BI", B, 0, 0, Strength(6), true, 5, 3),
        ("LC", C, 0, 0, Strength(1), false, 9, 1),
        ("HC", C, 0, 0, Strength(4), true, 7, 2),
        ("SK", Ff, 2, 1, Strength(2), true, 5, 3),
        ("BW", Ff, 2, 2, Dot, false, 5, 3),
        ("IB", Ff, 2, 3, Dot, false, 5, 3),
        ("OC", Mf, 1, 1, Strength(2), false, 9, 2),
        ("BC", Mf, 1, 2, Strength(3), false, 9, 3),
    ];
    for (key, class, fire, range, melee, bracket, ma, worth) in units {
        let kind = data
            .kinds
            .get(data.kinds.find(key).expect("a type of the series"));
        assert_eq!(
            (kind.class, kind.fire, kind.range),
            (class, fire, range),
            "{key}"
        );
        assert_eq!((kind.melee, kind.bracket), (melee, bracket), "{key}");
        assert_eq!((kind.ma, kind.worth), (ma, worth), "{key}");
        assert_eq!(kind.class.is_fire(), fire > 0, "{key}");
    }
    let leaders = [(1, 9, 2), (2, 6, 2), (3, 3, 1), (4, 3, 0)];
    for (grade, bonus, radius) in leaders {
        let kind = data
            .kinds
            .get(data.kinds.leader(grade).expect("four grades"));
        assert_eq!((kind.bonus, kind.radius), (bonus, radius), "{grade}L");
        assert_eq!(
            (kind.class, kind.melee, kind.ma),
            (Class::E, Melee::Dot, 9),
            "{grade}L"
        );
    }
}

#[test]
fn r3_1_a_hex_has_six_neighbours_and_distances_are_counted_in_steps() {
    let land = game("chalons", &[]).land;
    let (here, there) = (hex("1810"), hex("2010"));
    assert_eq!(land.around(here).into_iter().flatten().count(), 6);
    assert_eq!(land.distance(here, there), 2);
    assert_eq!(land.distance(hex("0101"), hex("0303")), 3);
}

#[test]
fn r8_0_every_cell_of_the_table_is_read() {
    const ROWS: [&str; 7] = [
        "....DDDHE",
        "....DDHHE",
        "..DDDDHEE",
        ".DDDHHEEE",
        ".DDHHEEEE",
        "DDDHEEEEE",
        "DDEEEEEEE",
    ];
    let results = data().results;
    let names: Vec<&str> = results
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1"
        ]
    );
    for (die, row) in (1..).zip(ROWS) {
        for (column, letter) in (0..).zip(row.chars()) {
            let wanted = match letter {
                'D' => Outcome::Disrupted,
                'H' => Outcome::Half,
                'E' => Outcome::Eliminated,
                _ => Outcome::Nothing,
            };
            assert_eq!(
                results.outcome(column, die),
                wanted,
                "{die} {}",
                names[column as usize]
            );
        }
    }
    assert_eq!(
        results.outcome(0, 8),
        Outcome::Disrupted,
        "R1: the last row counts beyond it"
    );
}

#[test]
fn r9_0_another_chart_gives_other_costs() {
    let mut files = shipped_files();
    let woods = "key = \"woods\"\ncost = 3\n";
    let text = files
        .text("terrain.toml")
        .expect("it is shipped")
        .to_owned();
    assert!(text.contains(woods), "{text}");
    files.put(
        "terrain.toml",
        text.replace(woods, "key = \"woods\"\ncost = 5\n"),
    );
    let cost = |data: &LegionData| data.chart.effect(Terrain::Woods).cost;
    let other = LegionData::load(&files).expect("still sound");
    assert_eq!((cost(&data()), cost(&other)), (3, 5));
}

#[test]
fn r3_2_without_the_results_table_nothing_starts() {
    let mut files = shipped_files();
    let text = files
        .text("game.toml")
        .expect("it is shipped")
        .replace("results.toml", "none.toml");
    files.put("game.toml", text);
    let error = LegionData::load(&files)
        .expect_err("a table is missing")
        .to_string();
    assert!(error.contains("none.toml"), "{error}");
}
