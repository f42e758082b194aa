//! Every rule of the index is at work somewhere: a refusal, a roll or an event cites it.

use std::collections::BTreeSet;

use tesserarius::engine::{Pick, Seat, Verdict, Viewer, read, read_line};
use tesserarius::games::sign_of_the_pagan::Game;
use tesserarius::games::sign_of_the_pagan::rules::RULES;

use tesserarius::engine::Rules;

use crate::support::laws::matches;
use crate::support::terms::standard;
use crate::support::walk::{self, Walk};

/// Lines that break rules which chance alone seldom breaks, for whichever side is asked.
const WRONG: &[&str] = &[
    "MOVE VM1 0101",
    "MOVE HL1 0101",
    "FIRE VM1 HL1",
    "FIRE HL1 HL2",
    "FIRE HL1 VM1",
    "SHOCK HL1 ON VM1",
    "SHOCK VL1 ON HL1",
    "SHOCK VM1 ON HL1",
    "SHOCK HM1 ON VM1",
    "SHOCK HM2 ON SM1",
    "SHOCK HM3 ON AM1",
    "SHOCK HH1 ON VM1",
    "WITHDRAW HH1 1515",
    "FACE HH1 2",
    "REFORM HH1",
    "REFORM VM1",
    "ATTILA MOVE 0101",
    "CAM HUNS HUNS HUNS HUNS HUNS",
    "CAM ALANS ALANS ALANS ALANS ALANS",
    "INITIATIVE ALLIES",
    "SETUP HM1 0101 F12",
    "SETUP VM1 0101 F12",
];

/// The game, with cards played by lines, or with both players asked for them.
fn game(card_timing: &str) -> Game {
    Game::on(&standard(&[("card_timing", card_timing)])).expect("the shipped game is sound")
}

#[test]
fn every_rule_of_the_index_is_cited_and_no_other() {
    let mut cited: BTreeSet<&'static str> = BTreeSet::new();
    collect(&game("triggers"), matches(16, 100), &mut cited);
    // Whoever is asked for cards plays them.
    collect(&game("ask_both"), matches(1, 20), &mut cited);
    let index: BTreeSet<&str> = RULES.iter().map(|rule| rule.number).collect();
    let missing: Vec<_> = index.difference(&cited).collect();
    assert!(missing.is_empty(), "nothing cites {missing:?}");
    let unknown: Vec<_> = cited
        .difference(&index)
        .filter(|number| !number.starts_with('Q'))
        .collect();
    assert!(unknown.is_empty(), "the index lacks {unknown:?}");
}

/// Plays matches and collects the numbers of the rules that events and refusals cite.
fn collect(game: &Game, count: u64, cited: &mut BTreeSet<&'static str>) {
    let mut strangers: Vec<String> = WRONG.iter().map(|&line| line.to_owned()).collect();
    for number in 0..count {
        let mut walk = Walk::start(game, "standard", &["SHOCK ASK"], number);
        loop {
            for seat in [Seat(0), Seat(1)] {
                let text = strangers[walk.chance.pick(strangers.len())].clone();
                let wrong = WRONG.join("\n");
                for text in [text, wrong] {
                    let (reading, _) = read(game, &walk.position, seat, (&[], &text));
                    cited.extend(
                        reading
                            .lines
                            .iter()
                            .filter_map(|line| line.rule)
                            .map(|rule| rule.number),
                    );
                }
            }
            for asked in walk
                .position
                .stop()
                .map(|stop| stop.asked.clone())
                .unwrap_or_default()
            {
                let view = game.view(walk.position.state(), Viewer::Seat(asked.seat));
                let options = game.options(&view, &asked.decision);
                if !options.is_empty() && strangers.len() < 4_000 {
                    strangers.push(game.print(&options[walk.chance.pick(options.len())]));
                }
                for _ in 0..20 {
                    let text = &strangers[walk.chance.pick(strangers.len())];
                    let Ok(lines) = read_line(game, &view, text) else {
                        continue;
                    };
                    let orders: Vec<_> = lines.into_iter().map(|line| line.order).collect();
                    for verdict in game.check(&view, &asked.decision, &orders) {
                        if let Verdict::Illegal(illegal) = verdict {
                            cited.insert(illegal.rule.number);
                        }
                    }
                }
            }
            let Some(run) = walk.step() else { break };
            cited.extend(walk::cited(game, &run));
        }
    }
}
