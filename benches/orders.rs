//! How fast orders are read: lines a second with the verbs of a small game.
#![allow(
    missing_docs,
    reason = "the harness writes public items without documentation"
)]

use divan::Bencher;
use divan::counter::ItemsCount;
use tesserarius::geometry::{Facing, Hex};
use tesserarius::orders::{Cursor, Diagnostic, Group, Guard, Item, Names, Sheet, Verbs, draw};

fn main() {
    divan::main();
}

#[derive(Clone, Copy, PartialEq)]
enum Verb {
    Move,
    Fire,
    Face,
    Shock,
    Reform,
}

const VERBS: Verbs<Verb> = Verbs::new(&[
    ("MOVE", Verb::Move),
    ("FIRE", Verb::Fire),
    ("FACE", Verb::Face),
    ("SHOCK", Verb::Shock),
    ("REFORM", Verb::Reform),
]);

/// What the lines mean; only its making is measured.
#[expect(dead_code, reason = "nothing carries these orders out")]
enum Order {
    Move(u16, Vec<Hex>, Option<Facing>),
    Fire(u16, u16),
    Face(Group, Facing),
    Shock(Vec<u16>, Vec<u16>, Option<Guard<u16>>),
    Reform(Vec<Group>),
}

fn roster() -> Names {
    let units: Vec<String> = ["hun-lc", "hun-hc", "vis-mi", "rom-hi"]
        .iter()
        .flat_map(|stem| (1..=16).map(move |number| format!("{stem}-{number}")))
        .collect();
    let aliases: Vec<(String, u16)> = (0..64)
        .map(|index| {
            let stem = ["HL", "HH", "VM", "RH"][usize::from(index / 16)];
            (format!("{stem}{}", index % 16 + 1), index)
        })
        .collect();
    let tags: [(&str, &[u16]); 1] = [("lc", &[0, 1, 2])];
    Names::new("a unit", &units, &aliases, &tags).expect("the names differ")
}

fn units(cursor: &mut Cursor<'_>, names: &Names) -> Result<Vec<u16>, Diagnostic> {
    let mut units = vec![names.one(cursor)?];
    while cursor.peek().is_some() && !cursor.eat_word("ON") && !cursor.is_at("IF") {
        units.push(names.one(cursor)?);
    }
    Ok(units)
}

fn read(line: &str, names: &Names) -> Result<Order, Diagnostic> {
    let mut cursor = Cursor::new(line);
    let order = match VERBS.read(&mut cursor)? {
        Verb::Move => Order::Move(
            names.one(&mut cursor)?,
            cursor.path()?,
            cursor.eat_facing()?,
        ),
        Verb::Fire => Order::Fire(names.one(&mut cursor)?, names.one(&mut cursor)?),
        Verb::Face => Order::Face(names.group(&mut cursor)?, cursor.facing()?),
        Verb::Shock => {
            let (attackers, defenders) = (units(&mut cursor, names)?, units(&mut cursor, names)?);
            let guard = if cursor.eat_word("IF") {
                Some(Guard::parse(&mut cursor, &mut |cursor| {
                    cursor.word("ENGAGED")?;
                    names.one(cursor)
                })?)
            } else {
                None
            };
            Order::Shock(attackers, defenders, guard)
        }
        Verb::Reform => {
            let mut groups = vec![names.group(&mut cursor)?];
            while !cursor.at_end() {
                groups.push(names.group(&mut cursor)?);
            }
            Order::Reform(groups)
        }
    };
    cursor.end()?;
    Ok(order)
}

const GOOD: &str = "\
MOVE hun-lc-3 1614-1514-1414 FACE 12
MOVE HL04 1615 1515 F2
FIRE vis-mi-12 HL3   # at the skirmisher
face all:lc NE
SHOCK HH1 HH2 ON rom-hi-1 IF ENGAGED HH1 AND NOT ENGAGED RH2
REFORM hun-lc-1..4 vis-mi-* HH3
";

#[divan::bench]
fn good_lines(bencher: Bencher<'_, '_>) {
    let names = roster();
    let text = GOOD.repeat(100);
    bencher
        .counter(ItemsCount::new(text.lines().count()))
        .bench(|| {
            let sheet = Sheet::read(&text);
            let good = sheet.items.iter().filter(|item| match item {
                Item::Game(line) => read(line.text, &names).is_ok(),
                _ => false,
            });
            assert_eq!(good.count(), sheet.items.len());
        });
}

#[divan::bench]
fn refused_lines_drawn(bencher: Bencher<'_, '_>) {
    const BAD: [&str; 3] = [
        "MVOE hun-lc-3 1614-1514",
        "MOVE hun-lc-3 1614 north",
        "FIRE hun-lc-3 atilla",
    ];
    let names = roster();
    bencher.counter(ItemsCount::new(BAD.len())).bench(|| {
        BAD.map(|line| {
            let refused = read(line, &names).err().expect("the line is wrong");
            draw(1, line, &refused)
        })
    });
}
