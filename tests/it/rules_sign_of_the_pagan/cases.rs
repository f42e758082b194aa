//! The worked examples as positions: every one opens, and wrong ones say where they are wrong.

use serde_json::{Value, json};
use tesserarius::games::sign_of_the_pagan::cases::{
    AttilaAt, ClassSpecs, Findings, Initiative, Opening, Setup, SideWord,
};
use tesserarius::games::sign_of_the_pagan::data::{Condition, Contingent, GameData, Mark, Terrain};
use tesserarius::games::sign_of_the_pagan::options::Options;
use tesserarius::geometry::Hex;

const CASES: &str = include_str!("../../cases/sign-of-the-pagan/cases.json");

fn file() -> Value {
    serde_json::from_str(CASES).expect("a JSON document")
}

fn classes() -> ClassSpecs {
    serde_json::from_value(file()["unit_classes"].clone()).expect("classes of the shape agreed")
}

fn examples() -> Vec<Value> {
    file()["examples"].as_array().expect("a list").clone()
}

fn open(id: &str) -> Opening {
    let example = examples()
        .into_iter()
        .find(|example| example["id"] == id)
        .expect("exists");
    let setup: Setup = serde_json::from_value(example["setup"].clone()).expect("a set-up");
    setup
        .open(&classes(), &GameData::shipped().cards)
        .expect("no contradiction")
}

fn hex(id: &str) -> Hex {
    id.parse().expect("four digits")
}

#[test]
fn every_worked_example_opens_and_its_checks_and_options_are_understood() {
    let classes = classes();
    let examples = examples();
    assert_eq!(examples.len(), 20);
    for example in examples {
        let id = &example["id"];
        let setup: Setup = serde_json::from_value(example["setup"].clone()).expect("a set-up");
        let opening = setup
            .open(&classes, &GameData::shipped().cards)
            .unwrap_or_else(|errors| panic!("{id}: {errors:?}"));
        assert_eq!(opening.starts.len(), opening.roster.units.len());
        let findings: Findings =
            serde_json::from_value(example["expected"].clone()).expect("checks");
        assert_eq!(
            serde_json::to_value(&findings).expect("JSON"),
            example["expected"],
            "{id}"
        );
        assert!(
            serde_json::from_value::<Options>(example["options"].clone()).is_ok(),
            "{id}"
        );
    }
}

#[test]
fn a_case_carries_its_own_ratings_and_marks() {
    let opening = open("SP-P20");
    let foot = opening.roster.find("HM2").expect("in the case");
    let face = opening.roster.face(foot, Condition::Disordered);
    assert_eq!((face.shock, face.ma, face.mark), (1, 4, Mark::WhiteSquare));
    assert_eq!(opening.roster.face(foot, Condition::Good).mark, Mark::None);
    assert_eq!(opening.roster.unit(foot).contingent, Contingent::Huns);
    assert_eq!(
        opening.starts[foot.index()].condition,
        Condition::Disordered
    );
    assert_eq!(
        opening.engaged,
        [(foot, opening.roster.find("VM2").expect("in the case"))]
    );
}

#[test]
fn units_of_a_case_answer_with_and_without_leading_zero() {
    let roster = open("SP-P01").roster;
    assert_eq!(roster.find("HL1"), roster.find("HL01"));
    assert_eq!(roster.find("vm01"), roster.find("VM1"));
    assert!(roster.find("VM1").is_some() && roster.find("hun-lc-1").is_none());
}

#[test]
fn hexes_not_listed_are_open_ground_without_an_edge() {
    let opening = open("SP-P02");
    assert_eq!(opening.ground.terrain(hex("1212")), Terrain::Woods);
    assert!(opening.ground.river(hex("1212"), hex("1112")));
    assert_eq!(opening.ground.cost(hex("1112"), hex("1212")), 5);
    assert_eq!(opening.ground.terrain(hex("9950")), Terrain::Clear);
    assert_eq!(open("SP-P05").ground.level(hex("1412")), 1);
}

#[test]
fn attila_momentum_tallies_and_markers_are_taken_over() {
    let opening = open("SP-P19");
    let escort = opening.roster.find("HL05").expect("in the case");
    assert_eq!(opening.attila, Some(AttilaAt::With(escort)));
    assert!(!opening.starts[escort.index()].momentum);
    let charger = opening.roster.find("VM1").expect("in the case");
    assert!(opening.starts[charger.index()].momentum);
    assert_eq!(open("SP-P13").eliminated, [14, 13]);
    let opening = open("SP-P15");
    assert_eq!(opening.turn, 2);
    assert_eq!(
        opening.cams[1]
            .iter()
            .filter(|&&own| own == Contingent::Visigoths)
            .count(),
        3
    );
    let alone: Setup = serde_json::from_value(json!({"attila": "@1412"})).expect("a set-up");
    let opening = alone
        .open(&classes(), &GameData::shipped().cards)
        .expect("no contradiction");
    assert_eq!(opening.attila, Some(AttilaAt::Alone(hex("1412"))));
}

#[test]
fn keys_that_the_format_does_not_know_are_refused() {
    let broken = [
        json!({"unit": []}),
        json!({"units": [{"id": "VM1", "class": "VIS_MI", "hex": "1312", "face": 6, "stat": "dis"}]}),
        json!({"units": [{"id": "VM1", "class": "VIS_MI", "hex": "1312", "face": 5}]}),
        json!({"hexes": {"1212": {"terrain": "marsh"}}}),
        json!({"hexes": {"1212": {"level": 1}}}),
        json!({"eliminated": {"HUNS": 1}}),
    ];
    for setup in broken {
        assert!(
            serde_json::from_value::<Setup>(setup.clone()).is_err(),
            "{setup}"
        );
    }
    let broken = [
        json!({"unit": {}}),
        json!({"units": {"VM1": {"state": "good"}}}),
        json!({"units": {"VM1": {"state": "elim", "hex": "1312", "face": 6}}}),
        json!({"result": "HUNS"}),
        json!({"at": {"first": {"engage": []}}}),
    ];
    for expected in broken {
        assert!(
            serde_json::from_value::<Findings>(expected.clone()).is_err(),
            "{expected}"
        );
    }
}

#[test]
fn a_null_that_is_given_is_not_the_same_as_none_given() {
    let read = |value| {
        serde_json::from_value::<Findings>(value)
            .expect("well formed")
            .initiative
    };
    assert_eq!(read(json!({})), None);
    assert_eq!(read(json!({"initiative": null})), Some(Initiative::Tie));
}

#[test]
fn every_contradiction_of_a_position_is_reported_with_its_path() {
    let unit =
        |id: &str, class: &str, hex: &str| json!({"id": id, "class": class, "hex": hex, "face": 6});
    let setup: Setup = serde_json::from_value(json!({
        "units": [
            unit("VM1", "VIS_MI", "1312"),
            unit("VM2", "VIS_MI", "1312"),
            unit("HM1", "HUN_MI", "1412"),
        ],
        "rivers": [["1112", "1312"]],
        "engaged": [["VM1", "VM2"], ["VM1", "HM7"]],
        "attila": "VM1",
        "cams": {"HUN": ["HUNS", "HUNS", "ROMANS", "ALLIES"],
                 "ROMAN": ["ALANS", "ALANS", "ALANS", "ROMANS", "ROMANS"]},
    }))
    .expect("a set-up");
    let errors = setup
        .open(&classes(), &GameData::shipped().cards)
        .expect_err("full of contradictions");
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "setup.rivers[0]: 1112 and 1312 do not touch",
            "setup.units[1].hex: 1312 holds VM1 already (6.1)",
            "setup.cams.HUN: 4 markers instead of 5 (5.1)",
            "setup.cams.HUN: 1 romans markers, but the side owns 0 (5.1)",
            "setup.cams.ROMAN: 3 alans markers, but the side owns 2 (5.1)",
            "setup.engaged[0]: VM1 and VM2 are on one side",
            "setup.engaged[1]: there is no unit `HM7` in the case",
            "setup.attila: VM1 is not on his side",
        ]
    );
}

#[test]
fn names_that_clash_and_classes_that_contradict_themselves_are_reported() {
    let setup: Setup = serde_json::from_value(json!({"units": [
        {"id": "VM1", "class": "VIS_MI", "hex": "1312", "face": 6},
        {"id": "VM01", "class": "VIS_MI", "hex": "1313", "face": 6},
        {"id": "XX1", "class": "NONE", "hex": "1314", "face": 6},
    ]}))
    .expect("a set-up");
    let mut classes = classes();
    let class = classes.get_mut("VIS_LC").expect("exists");
    class.side = SideWord::Hun;
    class.white = [true, true];
    let errors = setup
        .open(&classes, &GameData::shipped().cards)
        .expect_err("full of contradictions");
    let paths: Vec<&str> = errors.iter().map(|error| error.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "unit_classes.VIS_LC.cont",
            "unit_classes.VIS_LC.square",
            "setup.units[2].class",
            "setup.units[1].id",
            "setup.units[1].id",
        ]
    );
}
