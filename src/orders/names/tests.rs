use proptest::prelude::*;

use super::*;
use crate::orders::Cursor;

/// A roster like that of a game: two series of one people, one name alone, ids without dashes.
const UNITS: [&str; 19] = [
    "hun-lc-1",
    "hun-lc-2",
    "hun-lc-3",
    "hun-lc-10",
    "hun-lc-30",
    "hun-hc-1",
    "hun-hc-2",
    "attila",
    "rom-mi-1",
    "rbu-mi-1",
    "rbu-mi-2",
    "SD1",
    "SD2",
    "SD3",
    "2L1",
    "aetius",
    "valentinianus",
    "vis-mi-1",
    "vis-mi-2",
];

fn names() -> Names {
    let aliases = [
        ("HL1", 0),
        ("HL2", 1),
        ("HL3", 2),
        ("HL10", 3),
        ("HL30", 4),
        ("HH1", 5),
        ("HH2", 6),
        ("AT", 7),
        ("RM1", 8),
        ("RB1", 9),
        ("RB2", 10),
        ("VM1", 17),
        ("VM2", 18),
    ];
    let tags: [(&str, &[u16]); 3] = [
        ("lc", &[0, 1, 2, 3, 4]),
        ("huns", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ("hc", &[5, 6]),
    ];
    Names::new("a unit", &UNITS, &aliases, &tags).unwrap()
}

#[test]
fn names_are_found_in_every_accepted_spelling() {
    const CASES: &[(&str, &str)] = &[
        ("hun-lc-3", "hun-lc-3"),
        ("HUN-LC-3", "hun-lc-3"),
        ("hun-lc-03", "hun-lc-3"),
        ("HL3", "hun-lc-3"),
        ("hl03", "hun-lc-3"),
        ("HL30", "hun-lc-30"),
        ("h-lc-3", "hun-lc-3"),
        ("h-h-2", "hun-hc-2"),
        ("att", "attila"),
        ("AT", "attila"),
        ("rom", "rom-mi-1"),
        ("rm", "rom-mi-1"),
        ("sd02", "SD2"),
        ("2l1", "2L1"),
    ];
    for (word, name) in CASES {
        let found = names()
            .find(word)
            .map(|index| names().name(index).to_owned());
        assert_eq!(found.as_deref(), Ok(*name), "{word}");
    }
}

#[test]
fn what_names_nothing_or_two_things_is_refused() {
    const CASES: &[(&str, &str, Option<&str>)] = &[
        (
            "hun-lc",
            "`hun-lc` could be `hun-lc-1`, `hun-lc-2` or 3 others",
            None,
        ),
        ("a", "`a` could be `attila` or `aetius`", None),
        (
            "hun-lc-4",
            "`hun-lc-4` names no unit: the first is `hun-lc-1`, the last `hun-lc-30`",
            None,
        ),
        (
            "HL99",
            "`HL99` names no unit: the first is `hun-lc-1`, the last `hun-lc-30`",
            None,
        ),
        (
            "atilla",
            "`atilla` names no unit; did you mean `attila`?",
            Some("attila"),
        ),
        (
            "vlaentinian",
            "`vlaentinian` names no unit; did you mean `valentinianus`?",
            Some("valentinianus"),
        ),
        (
            "hum-hc-2",
            "`hum-hc-2` names no unit; did you mean `hun-hc-2`?",
            Some("hun-hc-2"),
        ),
        (
            "RD1",
            "`RD1` names no unit; did you mean `rom-mi-1` or `rbu-mi-1`?",
            None,
        ),
        (
            "hun--1",
            "`hun--1` names no unit; did you mean `hun-lc-1` or `hun-hc-1`?",
            None,
        ),
        ("elephants", "`elephants` names no unit", None),
        ("zürich", "`zürich` names no unit", None),
    ];
    for (word, message, meant) in CASES {
        let error = names().find(word).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.meant.as_deref()),
            (*message, *meant)
        );
    }
    let long = names().find(&"hun-".repeat(5000)).unwrap_err();
    assert_eq!(long.message, "`hun-hun-hun-hun-hun-h...` names no unit");
}

#[test]
fn groups_have_members_and_a_canonical_print() {
    const CASES: &[(&str, &str, &[u16])] = &[
        ("HL3", "hun-lc-3", &[2]),
        ("hun-lc-*", "hun-lc-*", &[0, 1, 2, 3, 4]),
        ("HL*", "hun-lc-*", &[0, 1, 2, 3, 4]),
        ("Hun-*", "hun-*", &[0, 1, 2, 3, 4, 5, 6]),
        ("sd*", "SD*", &[11, 12, 13]),
        ("hun-lc-1..3", "hun-lc-1..3", &[0, 1, 2]),
        ("HL02..10", "hun-lc-2..10", &[1, 2, 3]),
        ("HL2..HL30", "hun-lc-2..30", &[1, 2, 3, 4]),
        ("hl1..1", "hun-lc-1", &[0]),
        ("ALL:LC", "all:lc", &[0, 1, 2, 3, 4]),
        ("all:hu", "all:huns", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ("attila-*", "attila*", &[7]),
    ];
    for (word, printed, members) in CASES {
        let names = names();
        let group = names.find_group(word).unwrap();
        assert_eq!(names.print(group), *printed, "{word}");
        assert_eq!(names.members(group).collect::<Vec<_>>(), *members, "{word}");
        assert_eq!(names.find_group(printed), Ok(group), "{word}");
    }
    assert_eq!(
        names().members(names().find_group("All").unwrap()).count(),
        UNITS.len()
    );
}

#[test]
fn groups_that_make_no_sense_are_refused() {
    const CASES: &[(&str, &str, Option<&str>)] = &[
        (
            "hun-lc-1..40",
            "`hun-lc-1..40` names no unit: the first is `hun-lc-1`, the last `hun-lc-30`",
            None,
        ),
        (
            "hun-lc-3..1",
            "`hun-lc-3..1` runs backwards",
            Some("hun-lc-1..3"),
        ),
        (
            "HL1..HH2",
            "`HL1..HH2` is no range: `hun-lc-1` and `hun-hc-2` do not count in one series",
            None,
        ),
        (
            "attila..4",
            "`attila..4` is no range: `attila` is no series",
            None,
        ),
        ("gep-*", "no unit is called `gep-*`", None),
        (
            "hun-lc-1*",
            "`hun-lc-1*` is no group: numbers are named as `1..4`",
            None,
        ),
        ("*", "no unit is called `*`", None),
        ("all:h", "`all:h` could be `all:huns` or `all:hc`", None),
        (
            "all:",
            "`all:` is no group; there are `all:lc`, `all:huns`, `all:hc`",
            None,
        ),
        (
            "all:hums",
            "`all:hums` is no group; there are `all:lc`, `all:huns`, `all:hc`",
            Some("all:huns"),
        ),
    ];
    for (word, message, meant) in CASES {
        let error = names().find_group(word).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.meant.as_deref()),
            (*message, *meant)
        );
    }
}

#[test]
fn narrower_groups_have_less_breadth() {
    let names = names();
    let breadths = ["HL1", "HL1..3", "HL*", "hun-*", "all:lc", "all"]
        .map(|word| names.find_group(word).unwrap().breadth());
    assert!(breadths.is_sorted_by(|a, b| a < b), "{breadths:?}");
}

#[test]
fn a_group_where_one_is_wanted_is_answered_so() {
    let names = names();
    for word in ["all", "hun-lc-*", "hun-lc-1..2"] {
        let refused = names.one(&mut Cursor::new(word)).unwrap_err();
        let said = format!(
            "`{word}` names several, and a unit alone is wanted here: write a line for each"
        );
        assert_eq!(refused.message, said);
    }
    let unknown = names.one(&mut Cursor::new("hum-*")).unwrap_err();
    assert!(unknown.message.contains("names no unit"), "{unknown:?}");
}

#[test]
fn a_misspelt_name_is_answered_with_the_whole_order() {
    let mut cursor = Cursor::new("MOVE atilla 1412 # go");
    cursor.next();
    let refused = names().one(&mut cursor).unwrap_err();
    assert_eq!(refused.help.as_deref(), Some("MOVE attila 1412"));
    let mut nothing = Cursor::new("MOVE");
    nothing.next();
    let refused = names().group(&mut nothing).unwrap_err();
    assert_eq!(
        refused.message,
        "expected a unit, found the end of the line"
    );
}

#[test]
fn lists_that_cannot_be_told_apart_are_refused() {
    let none: [(&str, u16); 0] = [];
    let no_tags: [(&str, &[u16]); 0] = [];
    let refusal = |units: &[&str], aliases: &[(&str, u16)]| {
        Names::new("a unit", units, aliases, &no_tags).unwrap_err()
    };
    assert_eq!(
        refusal(&["a1", "A01"], &none),
        NamesError::Twice("a1".into())
    );
    assert_eq!(refusal(&["a b"], &none), NamesError::NotAWord("a b".into()));
    assert_eq!(refusal(&["all"], &none), NamesError::NotAWord("all".into()));
    assert_eq!(
        refusal(&["a"], &[("b", 1)]),
        NamesError::NoSuchThing("b".into(), 1)
    );
    let tags: [(&str, &[u16]); 1] = [("t", &[3])];
    assert_eq!(
        Names::new("a unit", &["a"], &none, &tags).unwrap_err(),
        NamesError::NoSuchThing("t".into(), 3)
    );
    assert!(
        Names::new("a unit", &["a"], &[("A", 0)], &no_tags).is_ok(),
        "the same twice is once"
    );
}

proptest! {
    #[test]
    fn every_printed_group_reads_the_same(a in 0_u16..19, b in 0_u16..19, parts in 1_u8..3) {
        let names = names();
        let name = names.name(a);
        let beginning: Vec<&str> = name.split('-').take(usize::from(parts)).collect();
        let words = [
            name.to_owned(),
            format!("{}..{}", name, names.name(b)),
            format!("{}-*", beginning.join("-")),
            format!("{}*", name.trim_end_matches(|c: char| c.is_ascii_digit())),
        ];
        for word in words {
            if let Ok(group) = names.find_group(&word) {
                let printed = names.print(group);
                prop_assert_eq!(names.find_group(&printed), Ok(group), "{}", printed);
                prop_assert!(names.contains(group, a), "{} has {}", word, name);
            }
        }
    }

    #[test]
    fn no_word_breaks_the_table(word in ".{0,60}", tail in "[-*.:0-9alhunc]{0,12}") {
        for word in [word.as_str(), tail.as_str()] {
            let _ = (names().find(word), names().find_group(word));
        }
    }
}
