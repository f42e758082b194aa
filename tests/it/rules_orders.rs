//! The orders that the games' guides show: each can be given, as it is printed, in a position that the test lays out.

use tesserarius::engine::{DrawDice, DryDice, Judged, Match, Playing, Reading, Seat, Viewer};
use tesserarius::games::legion::decision::Frame;
use tesserarius::games::legion::state::Phase;
use tesserarius::games::legion::terms::Side;
use tesserarius::games::{self, Terms, legion};
use tesserarius::ledger::hash::h;

use super::support::legion_field::{game, going_on, laid_out, men};
use super::support::terms::{standard, terms};

const PAGAN: &str = include_str!("../../docs/rules/sign-of-the-pagan.md");
const LEGION: &str = include_str!("../../docs/rules/legion.md");

/// The part of a guide below a heading.
fn part<'a>(guide: &'a str, heading: &str) -> &'a str {
    let level = heading.split(' ').next().unwrap();
    let part = guide
        .split(&format!("\n{heading}\n"))
        .nth(1)
        .expect(heading);
    part.split(&format!("\n{level} ")).next().unwrap()
}

/// The lines that a part shows in blocks, without what is said of them on the right.
fn shown(part: &str) -> Vec<String> {
    let blocks = part.split("```").skip(1).step_by(2);
    let lines = blocks.flat_map(|block| block.lines().skip(1));
    let lines = lines.map(|line| line.split("   ").next().unwrap().trim_end().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

const HUN: Seat = Seat(0);
const ROMAN: Seat = Seat(1);

fn run(play: &mut dyn Match, seed: u32) {
    if play.stop().is_none() {
        play.run(&mut DryDice);
    }
    let seed = h("test.rules-orders", &[&seed.to_be_bytes()]);
    play.run(&mut DrawDice::new(seed));
}

fn started(terms: &Terms) -> Box<dyn Match> {
    let entry = games::find("sign-of-the-pagan").unwrap();
    let mut play = (entry.start)(terms).unwrap();
    play.run(&mut DryDice);
    play
}

/// A match with these options, both armies set up by default.
fn set_up(options: &[(&str, &str)]) -> Box<dyn Match> {
    let mut play = started(&standard(options));
    for seat in [HUN, ROMAN] {
        play.file(seat, "GO");
        run(&mut *play, 0);
    }
    play
}

fn state(play: &dyn Match) -> serde_json::Value {
    let position: serde_json::Value = serde_json::from_str(&play.save()).unwrap();
    position["state"].clone()
}

/// An activation of a contingent, all units far from each other.
fn active(contingent: &str) -> Box<dyn Match> {
    let markers = [
        "HUNS HUNS HUNS OSTROGOTHS ALLIES",
        "ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS",
    ];
    let first = contingent.to_uppercase();
    for seed in 0..200 {
        let mut play = set_up(&[]);
        let named = if markers[0].contains(&first) {
            &first
        } else {
            "HUNS"
        };
        play.file(HUN, &format!("CAM {}\nINITIATIVE {named}", markers[0]));
        play.file(ROMAN, &format!("CAM {}", markers[1]));
        run(&mut *play, seed);
        if state(&*play)["open"]["active"] != contingent {
            play.file(HUN, "PASS\nREFORM NONE");
            run(&mut *play, seed);
        }
        if state(&*play)["open"]["active"] == contingent {
            apart(&mut *play);
            return play;
        }
    }
    panic!("the {contingent} never came up");
}

/// Puts the Huns into the lowest rows and the Romans into the highest.
fn apart(play: &mut dyn Match) {
    let mut counters: Vec<String> = play
        .board(Viewer::Everybody)
        .counters
        .into_iter()
        .map(|counter| counter.id)
        .collect();
    counters.retain(|id| id != "attila");
    let [mut low, mut high] = [0, 0];
    let mut facts = Vec::new();
    for id in counters {
        let is_hun = ["hun", "ost", "gep", "bur", "fra"].contains(&&id[..3]);
        let (rows, count) = match is_hun {
            true => ([18, 17], &mut low),
            false => ([1, 2], &mut high),
        };
        // The far rows hold 25; who finds no room there stands at the end of the next.
        let hex = match *count {
            0..25 => format!("{:02}{:02}", rows[0], *count + 1),
            _ => format!("{:02}{:02}", rows[1], 50 - *count),
        };
        *count += 1;
        facts.push(format!("{id}.place = on {hex}"));
    }
    play.correct(&facts, None).unwrap();
}

/// Reads lines in a position with some facts set anew.
fn read(play: &dyn Match, seat: Seat, facts: &[&str], lines: &str) -> Reading {
    let mut play = play.copy();
    let (hidden, open): (Vec<&str>, Vec<&str>) =
        facts.iter().partition(|fact| fact.starts_with("hidden."));
    // What one side hides is not corrected together with anything else.
    let together = hidden.iter().map(|fact| vec![*fact]);
    for facts in together.chain([open]).filter(|facts| !facts.is_empty()) {
        let facts: Vec<String> = facts.into_iter().map(str::to_owned).collect();
        play.correct(&facts, None)
            .unwrap_or_else(|error| panic!("{facts:?}: {error}"));
    }
    play.read(seat, lines)
}

/// Says that the last of some lines can be given.
fn can_be_given(reading: &Reading) {
    let last = reading.lines.last().expect("a line");
    let good = [Judged::Legal, Judged::Open, Judged::Standing, Judged::Noted];
    assert!(good.contains(&last.verdict), "{last:#?}");
    assert!(!reading.is_bad(), "{reading:#?}");
}

#[test]
fn the_orders_for_set_up_and_markers_can_be_given() {
    let lines = shown(part(PAGAN, "### Set-up and markers"));
    let (set_ups, choices): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line.starts_with("SETUP"));
    let play = started(&standard(&[]));
    for line in &set_ups {
        can_be_given(&play.read(HUN, line));
    }
    let play = set_up(&[]);
    for line in &choices {
        let before = match line.starts_with("INITIATIVE") {
            true => "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\n",
            false => "",
        };
        can_be_given(&play.read(HUN, &format!("{before}{line}")));
    }
    assert_eq!((set_ups.len(), choices.len()), (2, 3), "{lines:?}");
}

/// Where an order of the own activation can be given: contingent, facts, lines before it.
fn place_of(line: &str) -> (&'static str, &'static [&'static str], &'static str) {
    let verb: Vec<&str> = line.split(' ').take(2).collect();
    match verb.as_slice() {
        ["MOVE", "HL3"] => (
            "huns",
            &["hun-lc-3.place = on 1714", "vis-mi-3.place = on 1314"],
            "",
        ),
        ["MOVE", "hun-hc-1"] => ("huns", &["hun-hc-1.place = on 1613"], ""),
        ["FIRE", _] => (
            "huns",
            &["hun-mi-1.place = on 1412", "vis-mi-2.place = on 1312"],
            "",
        ),
        ["WITHDRAW", _] => (
            "romans",
            &[
                "rom-hi-1.place = on 1312",
                "hun-mi-1.place = on 1412",
                "open.engaged = [[14, 30]]",
            ],
            "",
        ),
        ["SHOCK", "HH1"] => (
            "huns",
            &[
                "hun-hc-1.place = on 1412",
                "hun-mi-1.place = on 1411",
                "rom-mi-1.place = on 1312",
            ],
            "",
        ),
        ["SHOCK", "GM1"] => (
            "allies",
            &[
                "gep-mi-1.place = on 1412",
                "rom-mi-1.place = on 1312",
                "gep-mi-1.deeds.momentum = true",
            ],
            "",
        ),
        ["FACE", _] | ["SHOCK", "ASK"] | ["PASS"] => ("huns", &[], ""),
        ["ADVANCE", _] => (
            "ostrogoths",
            &["ost-hc-1.place = on 1412", "rom-mi-1.place = on 1312"],
            "SHOCK OH1 ON RM1\n",
        ),
        ["CONTINUE", _] => (
            "huns",
            &["hun-hc-1.place = on 1412", "rom-mi-1.place = on 1312"],
            "SHOCK HH1 ON RM1\n",
        ),
        ["REFORM", _] => (
            "huns",
            &[
                "hun-lc-5.condition = disordered",
                "hun-lc-6.condition = disordered",
                "hun-lc-7.condition = disordered",
            ],
            "",
        ),
        ["ATTILA", _] => ("huns", &["hun-hc-1.place = on 1512"], ""),
        _ => panic!("nobody has found a place for `{line}`"),
    }
}

#[test]
fn the_orders_of_an_activation_can_be_given() {
    let lines = shown(part(PAGAN, "### In your own activation"));
    assert!(lines.len() >= 15, "{lines:?}");
    let plays = ["huns", "ostrogoths", "allies", "romans"].map(|name| (name, active(name)));
    for line in lines {
        let (contingent, facts, before) = place_of(&line);
        let (_, play) = plays.iter().find(|(name, _)| *name == contingent).unwrap();
        let seat = if contingent == "romans" { ROMAN } else { HUN };
        can_be_given(&read(&**play, seat, facts, &format!("{before}{line}")));
    }
}

/// Whether a line speaks of Roman units, so that the Roman has to give it.
fn is_roman(line: &str) -> bool {
    let mut words = line.split([' ', ',']);
    words.any(|word| {
        let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
        ["RL", "VL", "VM", "RM", "RB", "VH", "R"].contains(&name) && name != word
    })
}

#[test]
fn standing_orders_can_be_given() {
    let lines = shown(part(PAGAN, "### Standing orders"));
    assert!(lines.len() >= 13, "{lines:?}");
    let play = active("allies");
    for line in lines {
        let seat = if is_roman(&line) { ROMAN } else { HUN };
        can_be_given(&play.read(seat, &line));
    }
}

/// A match in which both sides are asked for cards at fixed moments, at the first of these.
fn asked_for_cards() -> Box<dyn Match> {
    let mut play = set_up(&[("card_timing", "ask_both")]);
    play.file(HUN, "CAM HUNS HUNS HUNS OSTROGOTHS ALLIES\nINITIATIVE HUNS");
    play.file(ROMAN, "CAM ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS");
    run(&mut *play, 0);
    play
}

#[test]
fn cards_can_be_ordered() {
    let lines = shown(part(PAGAN, "### Cards"));
    assert!(lines.len() >= 7, "{lines:?}");
    let play = active("romans");
    let hands = [
        "hidden.0.hand = [0, 1, 2, 3]",
        "hidden.1.hand = [8, 9, 10, 11]",
    ];
    for line in lines {
        if line == "CARD NONE" {
            can_be_given(&asked_for_cards().read(ROMAN, &line));
            continue;
        }
        let seat = if line.starts_with("CARD H") {
            HUN
        } else {
            ROMAN
        };
        can_be_given(&read(&*play, seat, &hands, &line));
    }
}

/// The terms that a pattern of the guide stands for.
fn terms_of(pattern: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for word in pattern.split(' ') {
        let filled = match word {
            "u" => "RH1",
            "e" => "HM1",
            "hex" => "1412",
            "n" => "2",
            other => other,
        };
        found = found
            .iter()
            .flat_map(|term| filled.split('|').map(move |word| format!("{term} {word}")))
            .collect();
    }
    found
}

#[test]
fn every_term_of_a_condition_is_understood() {
    let part = part(PAGAN, "### Conditions");
    let block = part.split("```").nth(1).unwrap();
    let patterns = block.lines().skip(1).flat_map(|line| line.split("    "));
    let patterns = patterns
        .map(str::trim)
        .filter(|text| !text.is_empty() && !text.starts_with('('));
    let terms: Vec<String> = patterns.flat_map(terms_of).collect();
    assert!(terms.len() >= 12, "{terms:?}");
    let play = active("romans");
    for term in &terms {
        can_be_given(&play.read(ROMAN, &format!("FACE RH1 2 IF{term}")));
    }
    can_be_given(&play.read(
        ROMAN,
        &format!("FACE RH1 2 UNLESS{} OR NOT ({})", terms[0], terms[1]),
    ));
}

#[test]
fn an_activation_as_one_mail_can_be_sent() {
    let lines = shown(part(PAGAN, "### An activation as one mail"));
    let facts = [
        "hun-lc-3.place = on 1714",
        "vis-mi-3.place = on 1314",
        "hun-hc-1.place = on 1612",
        "vis-mi-4.place = on 1412",
    ];
    let reading = read(&*active("huns"), HUN, &facts, &lines.join("\n"));
    assert_eq!(
        reading.lines.len(),
        lines.len() - 1,
        "END has no line of its own"
    );
    assert!(
        reading
            .lines
            .iter()
            .all(|line| line.verdict != Judged::Talk)
    );
    can_be_given(&reading);
    let plan = format!(
        "PLAN HUNS\n{}\nENDPLAN",
        lines[..lines.len() - 1].join("\n")
    );
    can_be_given(&read(&*active("allies"), HUN, &facts, &plan));
}

/// The pieces of code in a text.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// What a pattern with brackets stands for when all of them are filled.
fn filled(pattern: &str) -> String {
    pattern.replace(['[', ']'], "")
}

#[test]
fn every_form_in_the_tables_of_legion_is_understood() {
    let orders = part(LEGION, "## Orders");
    let rows = orders
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let forms: Vec<String> = rows.flat_map(spans).map(filled).collect();
    assert!(forms.len() >= 36, "{forms:?}");
    let options = [
        ("L1.1_square", "on"),
        ("L1.2_integrity", "on"),
        ("L1.5_bc", "on"),
        ("13.0_panic", "on"),
        ("15.0_concession", "on"),
        ("16.0_facing", "on"),
        ("17.0_retreat", "on"),
    ];
    let plots = [&options[..], &[("19.0_simultaneous", "on")]].concat();
    let entry = games::find("legion").unwrap();
    // Between them the first sides of these battles have every type that an order names.
    let plays: Vec<Box<dyn Match>> = [
        "placentia",
        "daras",
        "euphrates",
        "lugdunum",
        "hypothetical",
    ]
    .into_iter()
    .flat_map(|scenario| {
        [
            terms("legion", scenario, &options),
            terms("legion", scenario, &plots),
        ]
    })
    .flat_map(|terms| {
        let mut play = (entry.start)(&terms).unwrap();
        play.run(&mut DryDice);
        let first = play.copy();
        for seat in [HUN, ROMAN] {
            play.file(seat, "GO");
            run(&mut *play, 0);
        }
        [first, play]
    })
    .collect();
    for form in forms {
        let advance = match form.starts_with("ADVANCE ") {
            true => format!("MELEE SD1 AT 0913 {form}"),
            false => form.clone(),
        };
        let is_read = |play: &dyn Match| {
            [HUN, ROMAN]
                .into_iter()
                .any(|seat| play.read_line(seat, &advance).is_ok())
        };
        assert!(plays.iter().any(|play| is_read(&**play)), "{form}");
    }
}

#[test]
fn a_player_turn_of_legion_as_one_mail_can_be_sent() {
    let lines = shown(part(LEGION, "## Orders"));
    let game: legion::Game = game(
        "placentia",
        &[("L1.1_square", "on"), ("17.0_retreat", "on")],
    );
    let units = [
        ("SK3", "1307"),
        ("SK4", "1307"),
        ("SD1", "1106"),
        ("SD2", "1106"),
        ("SD3", "1106"),
        ("LC1", "1005"),
        ("2L1", "1108"),
        ("SD5", "0909"),
        ("SD6", "0909"),
        ("SD7", "0909"),
        ("SD8", "0909"),
        ("BI1", "1207"),
        ("BI2", "1208"),
    ];
    let state = laid_out(&game, &men(&game, &units), Side(0), Phase::Fire);
    let mut play: Playing<legion::Game> =
        going_on(game, state, vec![Frame::PlayerTurn { side: Side(0) }]);
    play.run(&mut DryDice);
    let reading = play.read(HUN, &lines.join("\n"));
    assert_eq!(reading.lines.len(), lines.len());
    can_be_given(&reading);
}
