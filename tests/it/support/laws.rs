//! The laws that every game has to pass; `laws!` makes one test of each.

use serde_json::Value;
use tesserarius::bot::Chance;
use tesserarius::engine::{
    Judged, Match, Mode, Pick, Plan, Position, Rules, Run, Seat, Verdict, Viewer, Why, read_line,
};

use super::answers::answers;
use super::walk::{Walk, file, other_seat};

/// Of so many stops at which something is hidden one is asked about.
const ASKED_OF: usize = 4;

/// What the laws have to know of a game beside its rules.
pub(crate) trait Lawful: Rules {
    /// The scenario that is played.
    const SCENARIO: &'static str;
    /// Lines that belong to every filed list, so that later questions are asked.
    const EXTRA: &'static [&'static str];
    /// Game turns after which a match is given up as endless.
    const LONGEST: u32;
    /// What plans can be for; none if the game knows none.
    const PLANS: &'static [&'static str] = &[];

    /// Standing lines that a seat might file at any time.
    fn whispers(&self, view: &Self::View) -> Vec<Self::Order>;

    /// Changes what `viewer` cannot see; `None` if there is nothing now.
    fn disguise(
        &self,
        state: &Self::State,
        viewer: Seat,
        pick: &mut dyn Pick,
    ) -> Option<Self::State>;

    /// Goes on with a match from its snapshot.
    fn play(&self, json: &str) -> Box<dyn Match>;

    /// Tells whether an event made use of what [`Lawful::disguise`] changes.
    fn uses_hidden(&self, event: &Self::Event) -> bool;
}

/// How many matches a law plays: a sample here, all of them in the long checks.
#[expect(
    clippy::disallowed_methods,
    reason = "the long checks ask for the full size"
)]
pub(crate) fn matches(sample: u64, full: u64) -> u64 {
    if std::env::var_os("TESSERA_FULL").is_some() {
        full
    } else {
        sample
    }
}

/// Plays matches to their end and shows each stop and each run to `look`.
fn play<R: Lawful>(
    rules: &R,
    matches: u64,
    mut look: impl FnMut(&mut Walk<'_, R>, Option<(&R::State, &Run<R>)>),
) {
    for number in 0..matches {
        let mut walk = Walk::start(rules, R::SCENARIO, R::EXTRA, number);
        while rules.turn(walk.position.state()) <= R::LONGEST {
            look(&mut walk, None);
            let before = walk.position.state().clone();
            let Some(run) = walk.step() else { break };
            look(&mut walk, Some((&before, &run)));
        }
    }
}

/// 1. Every option and every sample passes `check` alone, and so does the default.
pub(crate) fn options_and_samples_are_legal<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |walk, ran| {
        if ran.is_some() {
            return;
        }
        for asked in walk
            .position
            .stop()
            .map(|stop| stop.asked.clone())
            .unwrap_or_default()
        {
            let view = rules.view(walk.position.state(), Viewer::Seat(asked.seat));
            let options = rules.options(&view, &asked.decision);
            let sample = rules.sample(&view, &asked.decision, &mut walk.chance);
            let default = rules.default(&view, &asked.decision);
            for order in options.iter().chain(&sample).chain(&default) {
                for verdict in rules.check(&view, &asked.decision, std::slice::from_ref(order)) {
                    assert!(
                        !verdict.is_illegal(),
                        "`{}`: {verdict:?}",
                        rules.print(order)
                    );
                }
            }
        }
    });
}

/// 1. What `check` calls legal is carried out, what it calls illegal is not: the slow check is to try.
pub(crate) fn judging_agrees_with_carrying_out<R: Lawful>(rules: &R, count: u64) {
    let mut strangers: Vec<String> = Vec::new();
    play(rules, count, |walk, ran| {
        let Some(stop) = walk.position.stop().filter(|_| ran.is_none()) else {
            return;
        };
        let asked = stop.asked[walk.chance.pick(stop.asked.len())].clone();
        let view = rules.view(walk.position.state(), Viewer::Seat(asked.seat));
        let options = rules.options(&view, &asked.decision);
        if !options.is_empty() {
            strangers.push(rules.print(&options[walk.chance.pick(options.len())]));
        }
        if strangers.is_empty() {
            return;
        }
        let text = strangers[walk.chance.pick(strangers.len())].clone();
        let Ok(lines) = read_line(rules, &view, &text) else {
            return;
        };
        let orders: Vec<_> = lines.iter().map(|line| line.order.clone()).collect();
        let verdicts = rules.check(&view, &asked.decision, &orders);
        let mut twin = walk.position.clone();
        for seat in 0..rules.sides().len() {
            twin.time_out(Seat(seat as u8));
        }
        file(rules, &mut twin, asked.seat, lines);
        let run = twin.run(rules, &mut walk.dice());
        let told: Vec<_> = run.told.iter().map(|(told, _)| told).collect();
        let failed = told
            .iter()
            .any(|told| told.seat == asked.seat && matches!(told.why, Why::NotCarriedOut { .. }));
        if verdicts
            .iter()
            .all(|verdict| matches!(verdict, Verdict::Legal))
        {
            assert!(!failed, "`{text}` is legal, but: {told:?}");
        }
    });
}

/// 2. A wait asks for what has an option or may be passed.
pub(crate) fn every_wait_can_be_answered<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |walk, _| {
        for asked in walk.position.stop().iter().flat_map(|stop| &stop.asked) {
            let view = rules.view(walk.position.state(), Viewer::Seat(asked.seat));
            let can = asked.mode == Mode::List || !rules.options(&view, &asked.decision).is_empty();
            assert!(can, "nothing answers {:?}", asked.decision);
        }
    });
}

/// 3. Folding the events on the state before gives the state after; the same run gives the same bytes.
pub(crate) fn events_fold_and_runs_repeat<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |walk, ran| {
        let Some((before, run)) = ran else { return };
        let mut state = before.clone();
        for event in &run.events {
            rules.apply(&mut state, event);
        }
        assert_eq!(
            &state,
            walk.position.state(),
            "events tell everything that changed"
        );
    });
    for number in 0..count.min(3) {
        let bytes = || {
            let mut walk = Walk::start(rules, R::SCENARIO, R::EXTRA, number);
            let mut bytes = Vec::new();
            while let Some(run) = walk
                .step()
                .filter(|_| rules.turn(walk.position.state()) <= R::LONGEST)
            {
                serde_json::to_writer(&mut bytes, &run.events).expect("events are plain data");
            }
            bytes
        };
        assert_eq!(bytes(), bytes());
    }
}

/// 4. The invariants hold after every event.
pub(crate) fn invariants_hold_after_every_event<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |_, ran| {
        let Some((before, run)) = ran else { return };
        let mut state = before.clone();
        for event in &run.events {
            rules.apply(&mut state, event);
            if let Err(wrong) = rules.invariants(&state) {
                panic!("after {event:?}: {wrong}");
            }
        }
    });
}

/// What one seat gets to see of a run.
fn seen<R: Lawful>(
    rules: &R,
    before: &R::State,
    position: &Position<R>,
    run: &Run<R>,
    viewer: Seat,
) -> Value {
    let who = Viewer::Seat(viewer);
    let mut state = before.clone();
    let mut events = Vec::new();
    for event in &run.events {
        events.extend(rules.witness(&state, event, who));
        rules.apply(&mut state, event);
    }
    let view = rules.view(position.state(), who);
    let options: Vec<Vec<String>> = position
        .asked(viewer)
        .map(|asked| {
            rules
                .options(&view, &asked.decision)
                .iter()
                .map(|order| rules.print(order))
                .collect()
        })
        .collect();
    let told: Vec<_> = run
        .told
        .iter()
        .map(|(told, _)| told)
        .filter(|told| told.seat == viewer)
        .collect();
    serde_json::json!({
        "events": events, "view": view, "options": options, "told": told,
        "asked": position.asked(viewer).collect::<Vec<_>>(),
    })
}

/// 5. What a run did not consult changes nothing that another seat sees.
///
/// Returns how many pairs of runs were compared, and in how many a consulted wish mattered.
pub(crate) fn hidden_things_do_not_show<R: Lawful>(rules: &R, count: u64) -> (usize, usize) {
    let (mut compared, mut differed) = (0, 0);
    play(rules, count, |walk, ran| {
        if ran.is_some() || walk.position.stop().is_none() {
            return;
        }
        let seats = rules.sides().len();
        let viewer = Seat(walk.chance.pick(seats) as u8);
        let hider = other_seat(seats, viewer, &mut walk.chance);
        let before = walk.position.state().clone();
        let mut plain = walk.position.clone();
        for seat in walk.asked() {
            let texts = walk.lines(seat);
            let lines = texts
                .iter()
                .flat_map(|text| walk.read(seat, text))
                .collect();
            file(rules, &mut plain, seat, lines);
        }
        for seat in 0..seats {
            plain.time_out(Seat(seat as u8));
        }
        let view = rules.view(&before, Viewer::Seat(hider));
        let whispers = rules.whispers(&view);
        let mut whispered = plain.clone();
        let mut whispered_line = None;
        if !whispers.is_empty() {
            let text = rules.print(&whispers[walk.chance.pick(whispers.len())]);
            let lines = walk.read(hider, &text);
            file_standing(rules, &mut whispered, hider, lines);
            whispered_line = whispered.wishes(hider).standing.last().map(|line| line.id);
        }
        let mut masked = plain.clone();
        let disguised = rules.disguise(&before, viewer, &mut walk.chance);
        if let Some(state) = &disguised {
            let who = Viewer::Seat(viewer);
            let looks = [&before, state].map(|state| rules.view(state, who));
            assert_eq!(
                looks[0], looks[1],
                "a hidden fact shows before anything runs"
            );
            masked = with_state(&masked, state);
            // Choices of its own: the matches are those that they would be without it.
            let mut chance = Chance::of(compared as u64, "answers");
            if chance.pick(ASKED_OF) == 0 {
                let lines = asked_lines(rules, walk, [viewer, hider], &mut chance);
                let told = [&walk.position, &with_state(&walk.position, state)].map(|position| {
                    let json = serde_json::to_string(position).expect("plain data");
                    answers(&*rules.play(&json), viewer, &lines)
                });
                for (one, other) in told[0].iter().zip(&told[1]) {
                    assert_eq!(one, other, "an answer tells a hidden fact");
                }
            }
        }
        let plain_before = plain.clone();
        let base = plain.run(rules, &mut walk.dice());
        let base_seen = seen(rules, &before, &plain, &base, viewer);
        if let Some(line) = whispered_line {
            let run = whispered.run(rules, &mut walk.dice());
            let run_seen = seen(rules, &before, &whispered, &run, viewer);
            if run.consulted.contains(&(hider, line)) {
                differed += usize::from(run_seen != base_seen);
            } else {
                assert_eq!(base_seen, run_seen, "an unused standing line shows");
                compared += 1;
            }
        }
        if let Some(planned) = with_a_plan(rules, walk, &plain_before, hider, &whispers) {
            let mut position = planned;
            let waiting = position.wishes(hider).plans.len();
            let run = position.run(rules, &mut walk.dice());
            if position.wishes(hider).plans.len() == waiting {
                let run_seen = seen(rules, &before, &position, &run, viewer);
                assert_eq!(base_seen, run_seen, "an unused plan shows");
                compared += 1;
            }
        }
        if let Some(state) = disguised {
            let run = masked.run(rules, &mut walk.dice());
            let used = base
                .events
                .iter()
                .chain(&run.events)
                .any(|event| rules.uses_hidden(event));
            if !used {
                assert_eq!(
                    base_seen,
                    seen(rules, &state, &masked, &run, viewer),
                    "a hidden fact shows"
                );
                compared += 1;
            }
        }
    });
    (compared, differed)
}

/// The same position with one more plan of a seat, if the game knows plans.
fn with_a_plan<R: Lawful>(
    rules: &R,
    walk: &mut Walk<'_, R>,
    position: &Position<R>,
    seat: Seat,
    whispers: &[R::Order],
) -> Option<Position<R>> {
    if R::PLANS.is_empty() || whispers.is_empty() {
        return None;
    }
    let name = R::PLANS[walk.chance.pick(R::PLANS.len())];
    let text = rules.print(&whispers[walk.chance.pick(whispers.len())]);
    let lines = walk.read(seat, &text);
    let mut position = position.clone();
    let wishes = position.wishes_mut(seat);
    let lines = lines.into_iter().map(|line| tesserarius::engine::Line {
        id: wishes.number(),
        ..line
    });
    let plan = Plan {
        name: name.to_owned(),
        number: 1,
        lines: lines.collect(),
        pauses: Vec::new(),
    };
    wishes.plans.push(plan);
    Some(position)
}

fn file_standing<R: Rules>(
    rules: &R,
    position: &mut Position<R>,
    seat: Seat,
    lines: Vec<tesserarius::engine::LineOf<R>>,
) {
    let wishes = position.wishes_mut(seat);
    let lines = lines
        .into_iter()
        .map(|line| tesserarius::engine::Line {
            id: wishes.number(),
            ..line
        })
        .collect();
    position.file_standing(rules, seat, lines);
}

/// The same position with another state.
/// Lines about which a seat asks: what it may order, what another one may, and what it could file for later.
fn asked_lines<R: Lawful>(
    rules: &R,
    walk: &Walk<'_, R>,
    seats: [Seat; 2],
    chance: &mut Chance,
) -> Vec<String> {
    let mut lines = Vec::new();
    for seat in seats {
        let view = rules.view(walk.position.state(), Viewer::Seat(seat));
        let mut known: Vec<String> = rules
            .whispers(&view)
            .iter()
            .map(|order| rules.print(order))
            .collect();
        for asked in walk.position.asked(seat) {
            let options = rules.options(&view, &asked.decision);
            known.extend(options.iter().map(|order| rules.print(order)));
        }
        for _ in 0..known.len().min(6) {
            lines.push(known[chance.pick(known.len())].clone());
        }
    }
    lines
}

fn with_state<R: Rules>(position: &Position<R>, state: &R::State) -> Position<R> {
    let mut json = serde_json::to_value(position).expect("a position is plain data");
    json["state"] = serde_json::to_value(state).expect("a state is plain data");
    serde_json::from_value(json).expect("it was written by us")
}

/// 6. Printed orders read back, in any case and with extra blanks.
pub(crate) fn printed_orders_read_back<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |walk, ran| {
        if ran.is_some() {
            return;
        }
        let stop = walk.position.stop().cloned();
        for asked in stop.iter().flat_map(|stop| &stop.asked) {
            let view = rules.view(walk.position.state(), Viewer::Seat(asked.seat));
            let mut orders = rules.options(&view, &asked.decision);
            orders.extend(rules.whispers(&view));
            orders.extend(rules.sample(&view, &asked.decision, &mut walk.chance));
            for order in orders {
                let text = rules.print(&order);
                let sloppy = format!("  {}  ", text.to_lowercase().replace(' ', "   "));
                for text in [&text, &sloppy] {
                    let read = read_line(rules, &view, text);
                    let read = read.unwrap_or_else(|refused| panic!("`{text}`: {refused:?}"));
                    assert_eq!(read.len(), 1, "`{text}` is one order");
                    assert_eq!(read[0].order, order, "`{text}`");
                }
            }
        }
    });
}

/// 7. State and position survive JSON; nothing in them is a float or too big for a double.
pub(crate) fn positions_survive_json<R: Lawful>(rules: &R, count: u64) {
    play(rules, count, |walk, ran| {
        if ran.is_some() {
            return;
        }
        let json = serde_json::to_value(&walk.position).expect("a position is plain data");
        assert_whole_numbers(&json);
        let back: Position<R> = serde_json::from_value(json).expect("it was written by us");
        assert!(back == walk.position, "a position comes back as it was");
    });
}

fn assert_whole_numbers(json: &Value) {
    match json {
        Value::Number(number) => {
            let fits = number.as_i64().is_some_and(|number| number.abs() < 1 << 53);
            assert!(fits, "{number} is not a small whole number");
        }
        Value::Array(list) => list.iter().for_each(assert_whole_numbers),
        Value::Object(map) => map.values().for_each(assert_whole_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// 8. Matches end within the scenario's turns.
pub(crate) fn matches_end<R: Lawful>(rules: &R, count: u64) {
    for number in 0..count {
        let mut walk = Walk::start(rules, R::SCENARIO, R::EXTRA, number);
        while walk.step().is_some() {
            let turn = rules.turn(walk.position.state());
            assert!(
                turn <= R::LONGEST,
                "match {number} is still going on in turn {turn}"
            );
        }
        assert!(
            walk.position.over().is_some(),
            "match {number} has an ending"
        );
    }
}

/// No text makes the reader panic, and what it accepts it can print.
pub(crate) fn any_line_can_be_read<R: Lawful>(rules: &R) {
    let walk = Walk::start(rules, R::SCENARIO, R::EXTRA, 0);
    let mut chance = Chance::of(1, "lines");
    let pieces = [
        "MOVE", "1412", "-", "TO", "IF", "ELSE", "NOT", "(", ")", "ALL", "@", ",", ">=", "9",
        "\u{e4}", "#", "ON", "\u{0}", "FACE", "12", "hl3",
    ];
    for _ in 0..2_000 {
        let words: Vec<&str> = (0..chance.pick(9))
            .map(|_| pieces[chance.pick(pieces.len())])
            .collect();
        let (reading, _) =
            tesserarius::engine::read(rules, &walk.position, Seat(0), (&[], &words.join(" ")));
        for line in reading
            .lines
            .iter()
            .filter(|line| line.verdict == Judged::Unreadable)
        {
            assert!(line.drawing.is_some(), "a refused line is drawn: {line:?}");
        }
    }
}

/// Makes a test of each law for a game.
macro_rules! laws {
    ($module:ident, $rules:expr, $sample:expr, $full:expr) => {
        mod $module {
            use super::*;
            use $crate::support::laws::{self, matches};

            #[test]
            fn options_and_samples_are_legal() {
                laws::options_and_samples_are_legal(&$rules, matches($sample, $full));
            }

            #[test]
            fn judging_agrees_with_carrying_out() {
                laws::judging_agrees_with_carrying_out(&$rules, matches($sample, $full));
            }

            #[test]
            fn every_wait_can_be_answered() {
                laws::every_wait_can_be_answered(&$rules, matches($sample, $full));
            }

            #[test]
            fn events_fold_and_runs_repeat() {
                laws::events_fold_and_runs_repeat(&$rules, matches($sample, $full));
            }

            #[test]
            fn invariants_hold_after_every_event() {
                laws::invariants_hold_after_every_event(&$rules, matches($sample, $full));
            }

            #[test]
            fn hidden_things_do_not_show() {
                let (compared, differed) =
                    laws::hidden_things_do_not_show(&$rules, matches($sample, $full));
                assert!(compared > 0, "no pair of runs was compared");
                assert!(differed > 0, "no consulted wish made a difference");
            }

            #[test]
            fn printed_orders_read_back() {
                laws::printed_orders_read_back(&$rules, matches($sample, $full));
            }

            #[test]
            fn positions_survive_json() {
                laws::positions_survive_json(&$rules, matches($sample, $full));
            }

            #[test]
            fn matches_end() {
                laws::matches_end(&$rules, matches($sample, $full));
            }

            #[test]
            fn any_line_can_be_read() {
                laws::any_line_can_be_read(&$rules);
            }
        }
    };
}
pub(crate) use laws;
