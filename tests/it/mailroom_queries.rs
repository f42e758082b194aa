//! Questions by mail and shell: answered at once, from the asker's view, whoever is waited for.

use super::support::postbox::{ANNA, BRUNO, Game, Letter, Postbox};
use super::support::terminal::Terminal;

/// A match in which somebody acts: who does, and who waits.
fn in_an_activation(site: &mut Postbox) -> (Game, &'static str, &'static str) {
    let mut game = Game::with_grace(site, 10);
    let who = game.play_until(site, |question| question.contains("act."));
    let other = if who == ANNA { BRUNO } else { ANNA };
    (game, who, other)
}

/// A unit of each player's, by his address.
fn own_unit(address: &str) -> &'static str {
    if address == ANNA {
        "hun-hc-1"
    } else {
        "rom-hi-1"
    }
}

#[test]
fn questions_are_answered_while_the_match_waits_for_the_other_side() {
    let mut site = Postbox::new();
    let (game, _, other) = in_an_activation(&mut site);
    let report = game.report_of(other).clone();
    let own = own_unit(other);
    let questions = format!(
        "SHOW UNIT hun-mi-1\nSHOW LEGAL {own}\nODDS SHOCK {own} ON {}\nSHOW STANDING\nHELP ODDS\nEND\n",
        own_unit(if other == ANNA { BRUNO } else { ANNA })
    );
    site.answer(&report, other, &questions);
    site.sync();
    let receipt = site.letter_to(other);
    for said in [
        "hun-mi-1: MI of the huns; in ",
        "in good order, up: shock ",
        "Nothing is asked of you now.",
        "No odds were worked out.",
        "(7.2)",
        "Your standing lines and plans: none.",
        "HELP ODDS",
    ] {
        assert!(receipt.text.contains(said), "{said}\n{}", receipt.text);
    }
}

#[test]
fn who_acts_is_told_what_a_unit_could_do() {
    let mut site = Postbox::new();
    let (game, who, _) = in_an_activation(&mut site);
    let example = game.examples(who).remove(0);
    let unit = example.split_whitespace().nth(1).unwrap().to_owned();
    let report = game.report_of(who).clone();
    site.answer(&report, who, &format!("CHECK\nSHOW LEGAL {unit}\n"));
    site.sync();
    let receipt = site.letter_to(who);
    let told = format!("Orders for `{unit}` that would be legal now:");
    assert!(receipt.text.contains(&told), "{}", receipt.text);
    assert!(
        receipt.text.contains(&format!("{unit} ")),
        "{}",
        receipt.text
    );
    assert!(
        receipt.text.contains("Nothing was filed."),
        "{}",
        receipt.text
    );
}

#[test]
fn names_of_no_unit_are_no_questions() {
    let mut site = Postbox::new();
    let (game, who, _) = in_an_activation(&mut site);
    let report = game.report_of(who).clone();
    site.answer(&report, who, "Show unit of yours the door\n");
    site.sync();
    let receipt = site.letter_to(who);
    let unread = receipt.text.split("NOT READ AS ORDERS").nth(1);
    let unread = unread.unwrap_or_else(|| panic!("{}", receipt.text));
    assert!(unread.contains("`of yours the door`"), "{unread}");
}

#[test]
fn the_game_master_extends_after_a_dry_run_and_the_next_report_tells() {
    let mut site = Postbox::new();
    let (game, who, _) = in_an_activation(&mut site);
    let id = "chalons".parse().unwrap();
    let lapse = "2d".parse().unwrap();
    let extend = |site: &mut Postbox, dry| {
        let moved = site.at_desk(|desk| desk.extend(&id, lapse, dry)).unwrap();
        let [moved] = &moved[..] else {
            panic!("one side is asked: {moved:?}");
        };
        moved.clone()
    };
    let tried = extend(&mut site, true);
    assert_eq!(extend(&mut site, true), tried, "a dry run changes nothing");
    assert_eq!(extend(&mut site, false), tried);
    let again = extend(&mut site, true);
    assert_eq!(again.from, tried.to, "the deadline was moved");
    let report = game.report_of(who).clone();
    site.answer(&report, who, "PASS");
    site.advance(11);
    site.sync();
    site.advance(11);
    site.sync();
    let letters = site.post_of(who);
    let tells = |letter: &Letter| {
        let words: Vec<&str> = letter.text.split_whitespace().collect();
        words.join(" ").contains("by the game master's word.")
    };
    assert!(letters.iter().any(tells), "{letters:#?}");
}

#[test]
fn the_shell_answers_the_same_questions() {
    let terminal = Terminal::new();
    assert_eq!(terminal.run("new sign-of-the-pagan --id first").0, 0);
    let (code, out, _) = terminal.run("show first --as roman --unit HH1");
    assert_eq!(code, 0);
    assert!(
        out.starts_with("hun-hc-1: HC of the huns; not set up yet."),
        "{out}"
    );
    let (code, out, _) = terminal.run("show first --as hun --legal HH1");
    assert_eq!(code, 0);
    assert!(out.lines().all(|line| line.starts_with("SETUP")), "{out}");
    assert_ne!(terminal.run("show first --as roman --legal HH1").0, 0);
    let (code, _, err) = terminal.run("odds first --as hun SHOCK HH1 ON RM1");
    assert_eq!(code, 1);
    assert!(err.contains("is not on the map"), "{err}");
    let (code, _, err) = terminal.run("odds first --as hun REFORM ALL");
    assert_eq!(code, 1);
    assert!(err.contains("odds are worked out for FIRE"), "{err}");
}
