//! The game master's guide: every command and every mail in it can be given, and does what the guide says.

use std::fs;
use std::path::Path;
use std::process::Command;

use tesserarius::store::{DiceMode, Life, Store};

use super::support::acts::{Mastered, flat};
use super::support::checkers::ROOT;
use super::support::postbox::{ANNA, BRUNO, GEORG, Letter, Postbox, is_report};
use super::support::seat_tool::Pair;

/// The headings below which the guide has examples; each has a test of its own.
const PARTS: [&str; 8] = [
    "More time",
    "Who is late",
    "Back to an earlier stop",
    "A draw that cannot be completed",
    "A position put right",
    "A seat for somebody else",
    "Reports that go out at your word",
    "Other rules",
];

fn guide() -> String {
    fs::read_to_string(Path::new(ROOT).join("docs/gm.md")).unwrap()
}

/// The commands and mails that the guide gives below a heading.
fn examples<const N: usize>(heading: &str) -> [String; N] {
    assert!(PARTS.contains(&heading));
    let guide = guide();
    let part = guide.split(&format!("\n## {heading}\n")).nth(1).unwrap();
    let part = part.split("\n## ").next().unwrap();
    let lines = part.lines().filter_map(|line| line.strip_prefix("    "));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    lines.try_into().unwrap()
}

/// An order that the guide names in its text.
fn named(order: &str) -> &str {
    assert!(guide().contains(&format!("`{order}`")), "{order}");
    order
}

/// Gives a command at the shell of the site; returns what it says.
fn shell(folder: &Path, command: &str) -> String {
    let words = shlex::split(&command.replace("MATCH", "chalons")).unwrap();
    assert_eq!(words[0], "tessera", "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_tessera"))
        .args(&words[1..])
        .current_dir(folder)
        .env_clear()
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    let told = flat(&String::from_utf8_lossy(&told));
    assert!(output.status.success(), "`{command}`: {told}");
    told
}

/// Asks for an act at the shell, and by mail with `CHECK`, without anything being changed.
fn tried(table: &mut Mastered, mail: &str, command: &str) -> String {
    let before = (table.stop(), table.log());
    let by_mail = table.told(GEORG, &format!("CHECK\n{mail}"));
    assert!(by_mail.contains("Nothing was changed"), "{by_mail}");
    let told = shell(table.site.path(), command);
    assert!(told.contains("Nothing was changed"), "{told}");
    assert!((table.stop(), table.log()) == before, "{command}");
    told
}

/// The due times of the open deadlines.
fn due(table: &mut Mastered) -> Vec<jiff::Timestamp> {
    let unit = table.site.store.read().unwrap();
    let open = unit.open_deadlines().unwrap();
    open.iter().map(|deadline| deadline.due_at).collect()
}

#[test]
fn every_example_of_the_guide_stands_below_a_heading_that_is_tested() {
    let guide = guide();
    let mut with_examples: Vec<&str> = Vec::new();
    let mut heading = "";
    for line in guide.lines() {
        heading = line.strip_prefix("## ").unwrap_or(heading);
        if line.starts_with("    ") && with_examples.last() != Some(&heading) {
            with_examples.push(heading);
        }
    }
    assert_eq!(with_examples, PARTS);
}

#[test]
fn the_guides_words_for_more_time_move_deadlines() {
    let mut table = Mastered::start(|_| {});
    let [dry, act] = examples("More time");
    let at_first = due(&mut table);
    let told = shell(table.site.path(), &dry);
    assert!(
        told.contains("hun: ") && told.contains("Nothing was changed"),
        "{told}"
    );
    assert_eq!(due(&mut table), at_first);
    table.master(named("EXTEND 2d"));
    let by_mail = due(&mut table);
    assert!(by_mail > at_first, "{by_mail:?} {at_first:?}");
    shell(table.site.path(), &act);
    assert!(due(&mut table) > by_mail);
}

#[test]
fn the_guides_words_about_who_is_late_show_who_is_waited_for() {
    let mut table = Mastered::start(|_| {});
    let [list, page] = examples("Who is late");
    let told = shell(table.site.path(), &list);
    assert!(
        told.contains("chalons") && told.contains("hun") && !told.contains("roman"),
        "{told}"
    );
    shell(table.site.path(), &page);
    let page = fs::read_to_string(table.site.path().join("late.html")).unwrap();
    assert!(page.contains("chalons"), "{page}");
    let told = table.told(GEORG, named("SHOW LATE"));
    assert!(told.contains("hun") && told.contains("orders"), "{told}");
}

#[test]
fn the_guides_words_take_a_match_back() {
    let mut table = Mastered::start(|_| {});
    while table.stop() < 14 {
        table.play_round();
    }
    let [undo, dry, consent] = examples("Back to an earlier stop");
    let told = tried(&mut table, &undo, &dry);
    assert!(told.contains("consent of hun and roman"), "{told}");
    let (now, before) = (table.stop(), table.view_at(12));
    table.master(&undo);
    assert_eq!(table.stop(), now);
    table.answer(ANNA, &consent);
    table.answer(BRUNO, &consent);
    assert_eq!(table.stop(), now + 1);
    assert_eq!(table.view(tesserarius::engine::Viewer::Everybody), before);
    assert!(table.log().contains("why: the wrong scenario map was used"));
}

#[test]
fn the_guides_words_let_players_alone_take_a_match_back() {
    // The first to write asks the other, who may answer in either way.
    for (asked, answered) in [("UNDO", "UNDO"), ("UNDO 12", "ACCEPT UNDO 12")] {
        let mut table = Mastered::start(|new| new.game_master = None);
        while table.stop() < 14 {
            table.play_round();
        }
        let stop = table.stop();
        table.answer(ANNA, named(asked));
        assert_eq!(table.stop(), stop, "{asked}");
        table.answer(BRUNO, answered);
        assert_eq!(table.stop(), stop + 1, "{answered}");
    }
}

#[test]
fn the_guides_words_call_a_draw_off() {
    let mut pair = Pair::start(Postbox::new(), "ACCEPT", |new| {
        new.dice = DiceMode::Chain;
        new.game_master = Some(GEORG.to_owned());
    });
    pair.play_draws(2);
    pair.until_locked();
    // How many draws a round of plain orders takes hangs on its dice.
    let draw = pair.log().matches("type: LOCK\n").count().to_string();
    let [call_off, dry] = examples("A draw that cannot be completed");
    let told = shell(pair.site.path(), &dry);
    let called_off = format!("Draw {draw} is called off");
    assert!(
        told.contains(&called_off) && told.contains("consent of hun and roman"),
        "{told}"
    );
    let reports = pair.site.sent().into_iter();
    let reports = reports.filter(|letter| letter.to == GEORG && is_report(letter));
    let latest = reports.max_by_key(Letter::stop).unwrap();
    pair.site.answer(&latest, GEORG, &call_off);
    pair.site.sync();
    assert_eq!(pair.life(), Life::Locked);
    for address in [ANNA, BRUNO] {
        let letter = pair.game.report_of(address).clone();
        let consent = named("ACCEPT VOID 3").replace('3', &draw);
        pair.site.answer(&letter, address, &consent);
        pair.site.sync();
    }
    assert_eq!(pair.life(), Life::Running);
    let log = pair.log();
    assert!(
        log.contains("type: VOID") && log.contains("why: Anna has lost the file with her values"),
        "{log}"
    );
}

#[test]
fn the_guides_words_put_a_position_right() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let [facing, loss, dry] = examples("A position put right");
    let told = tried(&mut table, &facing, &dry);
    assert!(told.contains("hun-lc-3.facing: "), "{told}");
    table.master(&facing);
    table.look();
    assert!(table.report_of(BRUNO).contains("hun-lc-3.facing = 4"));
    // The unit of the guide is the fourth to be lost.
    let lost = [1, 2, 4].map(|number| format!("hun-lc-{number}.place = eliminated; "));
    table.master(&format!("CORRECT {}open.eliminated.0 = 3", lost.concat()));
    table.look();
    let stop = table.stop();
    table.master(&loss);
    assert_eq!(table.stop(), stop + 1);
    assert_eq!(table.state()["open"]["eliminated"][0], 4);
    let wrong = table.told(GEORG, "CORRECT hun-lc-3.colour = 2");
    let guide = flat(&guide());
    let quoted = guide.split("(there is no fact ").nth(1).unwrap();
    let quoted = quoted.split(" ...)").next().unwrap();
    assert!(
        wrong.contains(&format!("there is no fact {quoted}")),
        "{wrong}"
    );
}

#[test]
fn the_guides_words_pass_a_seat_to_somebody_else() {
    const CARLA: &str = "carla@example.edu";
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let [offer, dry] = examples("A seat for somebody else");
    let told = tried(&mut table, &offer, &dry);
    assert!(told.contains(CARLA), "{told}");
    assert!(table.site.post_of(CARLA).is_empty());
    table.master(&offer);
    let letter = table.site.letter_to(CARLA);
    table.site.answer(&letter, CARLA, named("ACCEPT"));
    table.site.sync();
    assert!(table.site.post_of(CARLA).iter().any(is_report));
    let log = table.log();
    assert!(
        log.contains("type: SEAT") && log.contains("why: Anna is ill"),
        "{log}"
    );
}

#[test]
fn the_guides_words_let_reports_go() {
    let mut table = Mastered::start(|new| {
        new.options
            .push(("reports".to_owned(), "released".to_owned()));
    });
    let [release, dry] = examples("Reports that go out at your word");
    table.site.post_of(ANNA);
    let told = tried(&mut table, &release, &dry);
    assert!(told.contains("hun"), "{told}");
    assert!(!table.site.post_of(ANNA).iter().any(is_report));
    table.master(&release);
    assert!(
        table
            .site
            .sent()
            .iter()
            .any(|letter| letter.to == ANNA && is_report(letter))
    );

    let mut site = Postbox::new();
    site.invite(|new| new.game_master = Some(GEORG.to_owned()));
    site.sync();
    let invitation = site.letter_to(ANNA);
    site.answer(&invitation, ANNA, named("PROPOSE reports released"));
    site.sync();
    let id = "chalons".parse().unwrap();
    let options = site.store.read().unwrap().options(&id).unwrap();
    assert!(
        options
            .into_iter()
            .any(|(name, value)| (name.as_str(), value.as_str()) == ("reports", "released"))
    );
}

#[test]
fn the_guides_words_take_a_match_to_other_rules() {
    let mut table = Mastered::start(|_| {});
    table.play_draws(1);
    let id = "chalons".parse().unwrap();
    let mut work = table.site.store.write().unwrap();
    work.set_rules_version(&id, 0).unwrap();
    work.commit().unwrap();
    let [upgrade, dry] = examples("Other rules");
    let told = tried(&mut table, &upgrade, &dry);
    assert!(told.contains("from version 0 to version 1"), "{told}");
    table.master(&upgrade);
    let note = format!("text: rules 0 1 from draw {}", table.draws() + 1);
    assert!(table.log().contains(&note), "{}", table.log());
}
