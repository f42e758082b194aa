//! What a match has agreed on for a seat whose value for a locked draw stays away.

use std::collections::BTreeSet;

use tesserarius::desk::NewMatch;
use tesserarius::ledger::audit::Verdict;
use tesserarius::store::{Awaited, DiceMode, Life, Store};

use super::support::acts::{flat, keep};
use super::support::checkers::{ask_page, assert_other_checkers_agree, verify_py};
use super::support::postbox::{ANNA, BRUNO, Letter, Postbox, plain_answer};
use super::support::seat_tool::{Pair, Tool};
use super::support::terminal::Terminal;

fn chain(silent: &str) -> Pair {
    Pair::start(Postbox::new(), "ACCEPT", |new| {
        with(new, DiceMode::Chain, silent);
    })
}

fn with(new: &mut NewMatch, dice: DiceMode, silent: &str) {
    new.dice = dice;
    new.options.push(("silent".to_owned(), silent.to_owned()));
}

/// Lets the hour come until which values are waited for; the site was well all the time.
pub(crate) fn let_values_be_late(pair: &mut Pair) {
    let open = pair.site.store.read().unwrap().open_deadlines().unwrap();
    let due = open.iter().filter(|due| due.of.awaited == Awaited::Value);
    let due = due
        .map(|due| due.due_at)
        .max()
        .expect("values are waited for");
    let mut work = pair.site.store.write().unwrap();
    work.alive(due).unwrap();
    work.commit().unwrap();
    pair.site.clock.set(due);
    for _ in 0..3 {
        pair.site.advance(1);
        pair.site.sync();
    }
}

/// What an address was sent under a subject.
fn told(site: &Postbox, address: &str, subject: &str) -> Vec<String> {
    let sent = site.sent().into_iter();
    let about = sent.filter(|letter| letter.to == address && letter.subject.contains(subject));
    about.map(|letter| flat(&letter.text)).collect()
}

#[test]
fn a_silent_seat_plays_on_without_values_where_that_was_agreed_and_the_match_goes_on() {
    let mut pair = chain("void");
    let copy = keep(&mut pair.site, "copy");
    let locked = pair.until_locked();
    let (annas, _): (Vec<_>, Vec<_>) = locked.into_iter().partition(|(to, _)| *to == ANNA);
    pair.give(&annas);
    assert_eq!(pair.life(), Life::Locked, "Bruno says nothing");
    let_values_be_late(&mut pair);
    assert_eq!(pair.life(), Life::Running);
    let log = pair.log();
    for line in [
        "type: VOID",
        "why: no value of roman came in time",
        "agree: 1",
        "absent: 2",
        "seat: 2 bruno",
        "chain: 2 -",
        "from: 2",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    for address in [ANNA, BRUNO] {
        let letters = told(&pair.site, address, "plays on without values");
        assert!(letters[0].contains("chain: 2 -"), "{letters:?}");
        assert!(told(&pair.site, address, "is late").is_empty());
    }
    pair.look();
    let report = flat(&pair.game.anna.text);
    assert!(
        report.contains("the site has called draw 1 off: no value of roman came in time"),
        "{report}"
    );

    // Only Anna is waited for from now on.
    for _ in 0..40 {
        if pair.log().matches("type: REPORT").count() > 0 {
            break;
        }
        for address in [ANNA, BRUNO] {
            let Some(question) = pair.game.question(address) else {
                continue;
            };
            let letter = pair.game.report_of(address).clone();
            pair.site.answer(&letter, address, &plain_answer(&question));
            pair.pass_with_values(&[ANNA]);
        }
    }
    let log = pair.log();
    assert_eq!(log.matches("type: REPORT").count(), 1, "{log}");
    assert!(
        log.contains("give: 1 c ") && !log.contains("give: 2 c "),
        "{log}"
    );
    let letter = pair.game.bruno.clone();
    pair.site.answer(&letter, BRUNO, "RESIGN");
    pair.pass_with_values(&[ANNA]);
    assert_eq!(pair.life(), Life::Finished);
    let audit = pair.judge(None);
    let mut codes: Vec<_> = audit.findings.iter().map(|one| one.code.name()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["REANCHORED", "SEAT_ABSENT", "VOIDED"], "{audit}");
    assert_eq!(audit.verdict, Verdict::CleanWithNotes);
    assert_other_checkers_agree(&pair.log());
    for tool in [&pair.anna, &pair.bruno] {
        let (code, verified) = tool.verify();
        assert_eq!(code, 0, "{verified}");
    }

    assert_checkers_agree(&pair);

    pair.recovers_from(&copy, &[ANNA, BRUNO]);
}

/// The script and the page read VOID and SEAT entries as the program does, in the log and in a player's mails.
fn assert_checkers_agree(pair: &Pair) {
    let kept = pair.anna.terminal.path().join("mails");
    let log = pair.site.path().join("data/log/chalons.log");
    let Some((code, printed)) = verify_py(std::slice::from_ref(&kept)) else {
        return;
    };
    assert!(
        code == 0 && printed.ends_with("Verdict: CLEAN\n"),
        "{printed}"
    );
    let mails: Vec<_> = std::fs::read_dir(kept)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    let both = [&mails[..], &[log]].concat();
    let cases = [
        serde_json::json!({ "files": &mails }),
        serde_json::json!({ "files": &both }),
    ];
    let Some((says, _)) = ask_page(&cases) else {
        return;
    };
    for says in says {
        assert_eq!(says.verdict, "CLEAN WITH NOTES", "{}", says.text);
        let codes: BTreeSet<&str> = says.places.iter().map(|place| place.0.as_str()).collect();
        let expected = ["LABELS_UNCHECKED", "REANCHORED", "SEAT_ABSENT", "VOIDED"];
        assert_eq!(codes, expected.into(), "{}", says.text);
    }
}

#[test]
fn where_nobody_else_would_give_values_or_nothing_was_agreed_the_draw_waits() {
    for silent in ["void", "wait"] {
        let mut pair = chain(silent);
        pair.until_locked();
        let_values_be_late(&mut pair);
        // Where both are silent the host alone would know all dice.
        assert_eq!(pair.life(), Life::Locked, "{silent}");
        let late = told(&pair.site, BRUNO, "is late");
        let waits = |text: &String| text.contains("The draw waits for it");
        assert_eq!(
            late.iter().filter(|text| waits(text)).count(),
            2,
            "{late:?}"
        );
        assert!(!pair.log().contains("type: VOID"));
        // A late value still counts.
        let locked = [(ANNA, Letter::default()), (BRUNO, Letter::default())];
        pair.give(&locked);
        assert!(pair.log().contains("type: REPORT"));
    }
}

#[test]
fn what_the_dice_do_not_allow_is_refused_with_its_reason() {
    let terminal = Terminal::new();
    for (words, reason) in [
        (
            "--dice casual --option silent=void",
            "no draw waits for a value",
        ),
        ("--dice chain --option silent=beacon", "--dice beacon"),
        (
            "--dice chain --host-plays hun --option silent=void",
            "would know all dice",
        ),
        (
            "--dice chain --option silent=never",
            "wait, void, substitute or beacon",
        ),
    ] {
        let (code, _, err) = terminal.run(&format!("new sign-of-the-pagan {words}"));
        assert_eq!(code, 64, "{words}: {err}");
        assert!(flat(&err).contains(reason), "{words}: {err}");
    }
}

#[test]
fn where_the_beacon_alone_makes_the_dice_nobody_joins_with_values() {
    let mut site = Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
    std::fs::create_dir(site.path().join("beacon")).unwrap();
    site.invite(|new| with(new, DiceMode::Beacon, "beacon"));
    site.sync();
    let invitation = site.letter_to(ANNA);
    assert!(
        invitation.text.contains("silent = beacon"),
        "{}",
        invitation.text
    );
    assert!(!invitation.text.contains("--values"), "{}", invitation.text);
    let mut tool = Tool::new(ANNA);
    tool.keep(&invitation.raw);
    let (code, join, err) = tool
        .terminal
        .run("seat join mails/0001.eml --values --secrets secrets");
    assert_eq!(code, 0, "{err}");
    site.answer(&invitation, ANNA, &join);
    site.sync();
    let answer = flat(&site.letter_to(ANNA).text);
    assert!(answer.contains("nobody owes values"), "{answer}");
    // What a proposal would change must fit, too.
    site.answer(&invitation, ANNA, "PROPOSE silent = void");
    site.sync();
    let answer = flat(&site.letter_to(ANNA).text);
    assert!(answer.contains("with the consent of all"), "{answer}");
}
