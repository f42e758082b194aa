//! Attacks on what was written down: on the log, its rolls, corrections, seats and hidden draws.

use super::*;

#[test]
fn different_logs_to_two_players() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = log.find("NOTE", "text: run ");
        let forged = log
            .add(at, "text: run ", "text: the host wishes you luck")
            .write();
        played.judge_with(&forged, &[], &[ANNA]).convicts(&["FORK"]);
    }
    let log = CHAIN.forge();
    let at = log.find("LOCK", "draw: ");
    let forged = log.put(at, "time: ", "time: 2026-11-27T10:59:59Z").write();
    CHAIN.judge(&forged).convicts(&["ACK_WRONG"]);
}

#[test]
fn log_cut_back_or_an_old_backup_restored() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let last = log.len() - 1;
        let cut = log.cut(last).write();
        played
            .judge_with(&cut, &[], &[BRUNO])
            .convicts(&["LOG_CUT"]);
    }
}

#[test]
fn draw_skipped_second_lock_or_dummy_draw() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let second = log.find("LOCK", "draw: 2");
        let skipped = log.clone().put(second, "draw: ", "draw: 3").write();
        played.judge(&skipped).convicts(&["DRAW_NUMBER"]);
        let twice = log.clone().twice(second).write();
        played.judge(&twice).convicts(&["LOCK_TWICE"]);
        // A draw that was taken out whole.
        let first = log.find("REPORT", "draw: 1");
        let without = log.remove(first).remove(first - 1).write();
        played.judge(&without).convicts(&["DRAW_NUMBER"]);
    }
}

#[test]
fn label_or_spec_chosen_after_the_seed_is_known() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = report(&log);
        let seed = log.value(at, "seed: ");
        let label = log.value(at, "roll: ");
        let label = label.split(' ').next().unwrap();
        for (label, spec) in [(format!("{label}/9"), "1z10"), (label.to_owned(), "2z10")] {
            let line = roll(&seed, &label, spec);
            let forged = log.clone().put(at, "roll: ", &line).write();
            let judged = played.judge_played(&forged);
            judged.convicts(&["REPLAY_DIFFERS"]);
            assert!(
                !judged.codes().contains("ROLL_WRONG"),
                "the die itself is right"
            );
        }
    }
}

#[test]
fn roll_left_out() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = report(&log);
        let forged = log.take(at, "roll: ").write();
        played.judge_played(&forged).convicts(&["REPLAY_DIFFERS"]);
    }
}

#[test]
fn silent_re_roll_as_correction_or_postponed_fix() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let first = report(&log);
        let label = log.value(first, "roll: ");
        let label = label.split(' ').next().unwrap().to_owned();
        let later = log.find("REPORT", "draw: 3");
        let line = roll(
            &log.value(later, "seed: "),
            &format!("fix.{first}.{label}"),
            "1z10",
        );
        let silent = log.clone().add(later, "state: ", &line).write();
        played.judge(&silent).convicts(&["FIX_REROLL"]);
        // Announced, and then left for a better moment.
        let lock = log.find("LOCK", "draw: 2");
        let (why, again) = (format!("ref: {first}"), format!("again: {label} 1z10"));
        let lines = [why.as_str(), "why: a bug", again.as_str()];
        let postponed = log.insert(lock, "CORRECT", &lines).write();
        played.judge(&postponed).convicts(&["ROLL_MISSING"]);
    }
}

#[test]
fn game_master_corrects_only_what_hurts_his_friend() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = log.find("NOTE", "text: finished");
        let lines = [
            "why: that was a mistake of mine",
            "ref: 4",
            "again: t1/x 1z10",
        ];
        played
            .judge(&log.insert(at, "CORRECT", &lines).write())
            .tells(&["CORRECTED"]);
    }
}

#[test]
fn undo_of_a_turn() {
    for played in [&*BARE, &*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = log.find("NOTE", "text: finished");
        let undone = log
            .insert(at, "CORRECT", &["why: I did not like it", "undo: 2"])
            .write();
        played
            .judge(&undone)
            .convicts(&["UNDONE", "UNDO_NO_CONSENT"]);
    }
}

#[test]
fn false_replacement_of_a_seat_or_forged_anchor() {
    let forged_anchor = Hash::sha256(b"an anchor of the host's");
    for played in [&*CHAINS, &*CHAIN] {
        let log = played.forge();
        let at = log.find("LOCK", "draw: 2");
        let chain = format!("chain: 1 {forged_anchor}");
        let lines = [
            "seat: 1 berta",
            chain.as_str(),
            "from: 2",
            "why: anna is gone",
        ];
        let replaced = log.clone().insert(at, "SEAT", &lines).write();
        played
            .judge(&replaced)
            .convicts(&["REANCHORED", "SEAT_REVEAL_BAD"]);
        let forged = log.put(0, "chain: 1 ", &chain).write();
        played.judge(&forged).convicts(&["ANCHOR_WRONG"]);
    }
}

#[test]
fn lost_mail_or_claimed_loss() {
    let (mut pair, locked) = locked();
    let reply = pair.anna.answer("").unwrap();
    // It is said not to have come; the tool gives the same once more, and nothing else.
    assert!(!pair.log().contains("type: REPORT"));
    let again = pair.anna.answer("").unwrap();
    let given = |raw: &[u8]| {
        let text = String::from_utf8_lossy(raw).into_owned();
        let lines = text.lines().filter(|line| line.starts_with("give: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(given(&reply), given(&again));
    assert_eq!(given(&reply).len(), 1);
    pair.site.deliver(&reply);
    pair.site.deliver(&again);
    pair.give(&locked);
    assert_ne!(pair.life(), Life::Locked);
}

#[test]
fn forged_mail_of_a_third_person() {
    let (mut pair, _) = locked();
    let reply = pair.anna.answer("").unwrap();
    let forged = String::from_utf8(reply)
        .unwrap()
        .replace(ANNA, "mallory@example.org");
    pair.site.deliver(forged.as_bytes());
    let read = pair.site.sync().read;
    assert_eq!(read[0].disposition, Disposition::Quarantine);
    assert_eq!(pair.life(), Life::Locked);
}

#[test]
fn hidden_results_derived_from_the_public_seed() {
    let log = BARE.forge();
    let at = log.find("DISCLOSE", "hres: ");
    let drawn = log.value(at, "hres: ");
    let [draw, _, label, spec, results] = drawn.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{drawn}")
    };
    let seed = log.value(log.find("REPORT", &format!("draw: {draw}")), "seed: ");
    let guessed = roll(&seed, label, spec);
    assert!(!guessed.ends_with(&format!(" {results}")), "{guessed}");
}

#[test]
fn host_leaks_hidden_information() {
    // No protocol can see a whisper; the log of a host who whispers is that of one who does not.
    BARE.judge_played(&BARE.log).acquits(CASUAL);
}

#[test]
fn host_deals_other_cards_than_drawn() {
    let log = BARE.forge();
    let at = log.find("DISCLOSE", "hres: ");
    let drawn = log.value(at, "hres: ");
    let (of, results) = drawn.rsplit_once(' ').unwrap();
    let other = match results.split_once(',') {
        Some((first, rest)) => format!("{rest},{first}"),
        None => format!("{}", results.parse::<u32>().unwrap() + 1),
    };
    let forged = log
        .clone()
        .put(at, "hres: ", &format!("hres: {of} {other}"))
        .write();
    BARE.judge(&forged).convicts(&["HIDDEN_WRONG"]);
    // A key that was mailed to a player, and is not the committed one.
    let words: Vec<&str> = drawn.split(' ').collect();
    let game = log.value(0, "game: ");
    let key = format!(
        "#TESSERA-BEGIN\ntype: KEY\ngame: {game}\ndraw: {}\nseat: 1\nkey: {} {}\n#TESSERA-END\n",
        words[0],
        words[1],
        Hash::sha256(b"no key")
    );
    BARE.judge(&format!("{}{key}", BARE.log))
        .convicts(&["KEY_WRONG"]);
}

#[test]
fn owner_never_discloses() {
    let log = BARE.forge();
    let at = log.find("DISCLOSE", "hres: ");
    let judged = BARE.judge(&log.remove(at).write());
    judged.tells(&["HIDDEN_UNDISCLOSED"]);
    let findings = judged.document["findings"].as_array().unwrap();
    let closed = findings
        .iter()
        .find(|found| found["code"] == "HIDDEN_UNDISCLOSED");
    assert_eq!(closed.unwrap()["who"], "host");
}

#[test]
fn stolen_secret_file_or_tampered_tool() {
    // Whoever has a player's secrets can answer for him, with the one value that there is.
    let (mut pair, locked) = locked();
    let stolen = pair.anna.terminal.path().join("secrets");
    let mut thief = crate::support::seat_tool::Tool::new(ANNA);
    let to = thief.terminal.path().join("secrets");
    std::fs::create_dir(&to).unwrap();
    for entry in std::fs::read_dir(stolen).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
    let played = Played::at(&mut pair.site);
    for (_, raw) in played.mails_of(ANNA) {
        thief.keep(raw);
    }
    let reply = thief.answer("").unwrap();
    pair.site.deliver(&reply);
    let bruno: Vec<_> = locked
        .into_iter()
        .filter(|(address, _)| *address == BRUNO)
        .collect();
    pair.give(&bruno);
    assert_ne!(pair.life(), Life::Locked);
}
