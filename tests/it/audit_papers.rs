//! What an auditor proves from the papers of a match: whole, of one side, tampered with, of a host who cheats.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tesserarius::auditor::{Examination, Handed, NoAudit, Papers, examine, shipped};
use tesserarius::ledger::block::{Block, Piece, pieces};
use tesserarius::ledger::hash::Hash;
use tesserarius::ledger::log::LogText;
use tesserarius::record::{Kind, Line, part_text};
use tesserarius::store::Store;

use super::support::postbox::{ANNA, BRUNO, Game, Postbox};

/// What a match has left with its players and its host.
pub(crate) struct Match {
    anna: Vec<(String, Vec<u8>)>,
    bruno: Vec<(String, Vec<u8>)>,
    log: String,
    record: Vec<Line>,
}

/// A match that was played to its end, and one that goes on.
static PLAYED: LazyLock<[Match; 2]> = LazyLock::new(|| [true, false].map(play_to));

fn play(end: bool) -> &'static Match {
    &PLAYED[usize::from(!end)]
}

/// Plays a match with some dice; to its end, if that is wanted.
fn play_to(end: bool) -> Match {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    // Whoever is asked now misses his deadline: defaults answer for him until his activation ends.
    let due = site.store.read().unwrap().open_deadlines().unwrap()[0].due_at;
    let mut work = site.store.write().unwrap();
    work.alive(due).unwrap();
    work.commit().unwrap();
    site.clock.set(due);
    for _ in 0..3 {
        site.advance(1);
        site.sync();
    }
    game.look(&mut site);
    let asked = game.play_until(&mut site, |question| question.contains("Choose five"));
    if end {
        game.answer(&mut site, asked, "RESIGN");
    }
    let mails = |address: &str| {
        let to = site
            .sent()
            .into_iter()
            .filter(|letter| letter.to == address);
        to.enumerate()
            .map(|(n, letter)| (format!("{n}.eml"), letter.raw))
            .collect()
    };
    let id = "chalons".parse().unwrap();
    Match {
        anna: mails(ANNA),
        bruno: mails(BRUNO),
        log: std::fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap(),
        record: site.store.read().unwrap().record_after(&id, 0).unwrap(),
    }
}

fn folder(mails: &[(String, Vec<u8>)]) -> Papers {
    let mut papers = Papers::default();
    for (name, raw) in mails {
        papers.add(name, raw, Handed::Found);
    }
    papers
}

fn log(text: &str) -> Papers {
    let mut papers = Papers::default();
    papers.add("the.log", text.as_bytes(), Handed::Named);
    papers
}

fn with_record(mut papers: Papers, lines: &[Line]) -> Papers {
    papers.add_lines("the record", lines.to_vec());
    papers
}

fn audited(own: &Papers, others: &[Papers]) -> Examination {
    examine(own, others, &shipped, None).unwrap()
}

fn verdict(of: &Examination) -> String {
    of.audit.verdict.to_string()
}

fn codes(of: &Examination) -> BTreeSet<&'static str> {
    of.audit
        .findings
        .iter()
        .map(|finding| finding.code.name())
        .collect()
}

/// Changes one line of a record that `fits`.
fn changed(record: &[Line], fits: &str, from: &str, to: &str) -> Vec<Line> {
    let mut lines = record.to_vec();
    let line = lines
        .iter_mut()
        .find(|line| line.text().contains(fits) && line.text().contains(from))
        .unwrap_or_else(|| panic!("no line with {fits} and {from}"));
    *line = Line::read(&line.text().replacen(from, to, 1)).unwrap();
    lines
}

#[test]
fn the_mails_of_one_player_prove_a_finished_match_whole() {
    let played = play(true);
    for mails in [&played.anna, &played.bruno] {
        let found = audited(&folder(mails), &[]);
        // Nobody but the host had dice values; that is the only thing to note.
        assert_eq!(
            codes(&found),
            BTreeSet::from(["NO_OUTSIDE_ENTROPY"]),
            "{found}"
        );
        assert_eq!(verdict(&found), "CLEAN WITH NOTES");
        let runs = played
            .record
            .iter()
            .filter(|line| line.kind().word() == "public")
            .count();
        assert_eq!(found.examined.runs_replayed, runs);
    }
    let whole = with_record(log(&played.log), &played.record);
    let found = audited(&whole, &[folder(&played.anna), folder(&played.bruno)]);
    assert_eq!(verdict(&found), "CLEAN WITH NOTES", "{found}");
}

#[test]
fn a_running_match_waits_for_its_end() {
    let played = play(false);
    let found = audited(&folder(&played.anna), &[]);
    assert_eq!(verdict(&found), "INCOMPLETE", "{found}");
    assert!(found.audit.waits_for_end);
    assert!(found.to_string().starts_with("Nothing wrong so far; "));
    // Both players together know all orders, and can check the rules already; the hands of cards
    // are opened at the end.
    let both = audited(&folder(&played.anna), &[folder(&played.bruno)]);
    assert_eq!(verdict(&both), "INCOMPLETE", "{both}");
    assert!(both.audit.waits_for_end);
    assert_eq!(
        codes(&both),
        BTreeSet::from(["HIDDEN_UNDISCLOSED", "NO_OUTSIDE_ENTROPY"]),
        "{both}"
    );
    assert!(both.examined.runs_replayed > 3);
}

#[test]
fn whatever_is_changed_in_the_record_is_found() {
    let played = play(true);
    for (fits, from, to, code) in [
        (
            r#""kind":"public","for":"all","draw""#,
            "\"events\":[",
            "\"events\":[ ",
            "STATE_WRONG",
        ),
        (
            r#""kind":"public","for":"all","stop""#,
            "\"events\":[",
            "\"events\":[ ",
            "STATE_WRONG",
        ),
        (
            r#""kind":"private""#,
            "\"events\":[",
            "\"events\":[ ",
            "REPLAY_DIFFERS",
        ),
        (
            r#""kind":"private""#,
            "\"view\":{",
            "\"view\":{ ",
            "REPLAY_DIFFERS",
        ),
        (
            r#""kind":"orders","for":1,"draw":1"#,
            "\"nonce\":\"",
            "\"nonce\":\"0",
            "STATE_WRONG",
        ),
        (
            r#""kind":"orders","for":1,"draw""#,
            "\"lines\":[\"",
            "\"lines\":[\"CHOOSE hun-hc-1\",\"",
            "SEAL_MISMATCH",
        ),
        (
            r#""kind":"match""#,
            "\"name\":\"bruno\"",
            "\"name\":\"berta\"",
            "STATE_WRONG",
        ),
        (
            r#""kind":"match""#,
            "\"rules-version\":",
            "\"rules-version\":9",
            "STATE_WRONG",
        ),
        (
            r#""kind":"match""#,
            "\"zoc\":",
            "\"zoc\":\"x\",\"zoc2\":",
            "STATE_WRONG",
        ),
        (
            r#""kind":"input""#,
            "\"absent\":[",
            "\"absence\":[",
            "STATE_WRONG",
        ),
        (
            r#""kind":"input""#,
            "\"absent\":[1",
            "\"absent\":[2",
            "REPLAY_DIFFERS",
        ),
    ] {
        let absent = |line: &&Line| line.text().contains(r#"{"absent":["#);
        assert_eq!(played.record.iter().filter(absent).count(), 1);
        let whole = match played
            .record
            .iter()
            .any(|line| line.text().contains(fits) && line.text().contains(from))
        {
            true => changed(&played.record, fits, from, to),
            // The other player was the one who was absent.
            false => changed(&played.record, fits, "\"absent\":[2", "\"absent\":[1"),
        };
        let found = audited(&with_record(log(&played.log), &whole), &[]);
        assert!(codes(&found).contains(code), "{from} to {to}: {found}");
        assert_eq!(verdict(&found), "VIOLATION", "{from} to {to}");
    }
    // What no rule looks at changes nothing in a replay; the end of the log has bound it all the same.
    for (fits, from, to) in [
        (
            r#""kind":"orders","for":1,"stop""#,
            "\"lines\":[",
            "\"lines\":[\"ASK D9\"",
        ),
        (
            r#""kind":"secret""#,
            "\"nonce\",\"draw\":1,",
            "\"nonce\",\"draw\":2,",
        ),
    ] {
        let whole = changed(&played.record, fits, from, to);
        let comma = part_text(&whole).replace("\"ASK D9\"\"", "\"ASK D9\",\"");
        let mut papers = log(&played.log);
        papers.add("record.jsonl", comma.as_bytes(), Handed::Named);
        let found = audited(&papers, &[]);
        assert!(codes(&found).contains("STATE_WRONG"), "{to}: {found}");
    }
}

#[test]
fn whatever_is_taken_out_of_a_record_is_missed() {
    let played = play(true);
    let kinds: BTreeSet<_> = played
        .record
        .iter()
        .map(|line| (line.kind(), line.holder()))
        .collect();
    for (kind, holder) in kinds {
        let same = |line: &&Line| (line.kind(), line.holder()) == (kind, holder);
        let numbers: Vec<u64> = played.record.iter().filter(same).map(Line::n).collect();
        let middle = numbers[numbers.len() / 2];
        let last = numbers[numbers.len() - 1];
        let which = match kind {
            Kind::Entry => vec![middle, last],
            _ => vec![middle],
        };
        for n in which {
            let rest: Vec<Line> = played
                .record
                .iter()
                .filter(|line| line.n() != n)
                .cloned()
                .collect();
            let found = audited(&with_record(Papers::default(), &rest), &[]);
            // Without its last entry a log cannot tell that there was one: the rules do.
            let cut = n == played.record.len() as u64;
            let expected = if cut { "INCOMPLETE" } else { "VIOLATION" };
            assert_eq!(verdict(&found), expected, "line {n}, {kind:?}: {found}");
        }
    }
}

#[test]
fn a_part_that_breaks_off_is_cut_and_one_whose_beginning_is_gone_was_taken_from() {
    let played = play(false);
    let (first, last) = (5, 12);
    let part = &played.record[first - 1..last];
    for (lines, code) in [
        (part, None),
        (&part[1..], Some("RECORD_GAP")),
        (&part[..7], Some("RECORD_MISSING")),
        (&part[..0], Some("RECORD_MISSING")),
    ] {
        let mut papers = log(&played.log);
        let name = format!("a folder/record-{first}-{last}.jsonl");
        papers.add(&name, part_text(lines).as_bytes(), Handed::Found);
        let found = audited(&papers, &[]).audit.findings;
        let mut of_part = found.iter().filter(|one| one.message.contains(&name));
        assert_eq!(of_part.next().map(|one| one.code.name()), code, "{found:?}");
    }
}

#[test]
fn a_running_match_of_which_nothing_was_played_again_is_not_clean() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.look(&mut site);
    let log_text = std::fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap();
    assert!(!log_text.contains("type: LOCK"));
    let found = audited(&log(&log_text), &[]);
    assert_eq!(verdict(&found), "INCOMPLETE", "{found}");
    assert!(found.audit.waits_for_end);
}

#[test]
fn what_an_opponent_makes_up_names_him_beside_the_host_and_is_no_part_of_the_log() {
    let played = play(true);
    let entries = LogText::split(&played.log).entries;
    let honest = audited(&folder(&played.anna), &[]);
    let last = entries.len() as u64;
    let made_up = |number: u64, prev: &str| {
        format!(
            "From: Bruno <bruno@example.com>\nSubject: look\n\n#TESSERA-BEGIN\nentry: {number}\nprev: {prev}\n\
             type: NOTE\ntime: 2026-11-27T11:00:00Z\ntext: the host agreed to roll again\n#TESSERA-END\n"
        )
    };
    let tip = entries[entries.len() - 1].block.head().to_string();
    let before = entries[4].block.head().to_string();
    // Whether the host wrote on or Bruno made that up, her mails alone do not tell.
    for (mail, outcome, code, who) in [
        (
            made_up(5, &before),
            "VIOLATION",
            "FORK",
            "host or bruno@example.com",
        ),
        (made_up(last, &tip), "INCOMPLETE", "ENTRIES_MISSING", "-"),
    ] {
        // The mail comes first in the folder, as a name can make it.
        let mut papers = Papers::default();
        papers.add("0000.eml", mail.as_bytes(), Handed::Found);
        papers.extend(folder(&played.anna));
        let found = audited(&papers, &[]);
        assert_eq!(found.audit.log, honest.audit.log, "{found}");
        assert_eq!(verdict(&found), outcome);
        let more: Vec<_> = found
            .audit
            .findings
            .iter()
            .filter(|finding| !honest.audit.findings.contains(finding))
            .map(|finding| (finding.code.name(), finding.who.as_str()))
            .collect();
        assert_eq!(more, [(code, who)], "{found}");
    }
    let other = changed(
        &played.record,
        r#""kind":"public""#,
        "\"events\":[",
        "\"events\":[ ",
    );
    let part = part_text(&other);
    let mail = format!(
        "From: bruno@example.com\nSubject: look\nContent-Type: multipart/mixed; boundary=q\n\n--q\n\nThis is \
         mine.\n--q\nContent-Type: text/plain; name=record.jsonl\n\n{part}\n--q--\n"
    );
    let mut papers = Papers::default();
    papers.add("0000.eml", mail.as_bytes(), Handed::Found);
    papers.extend(folder(&played.anna));
    let found = audited(&papers, &[]);
    let forks = found
        .audit
        .findings
        .iter()
        .filter(|f| f.code.name() == "RECORD_FORK");
    let who: Vec<_> = forks.map(|finding| finding.who.as_str()).collect();
    assert_eq!(
        who,
        ["host or whoever kept these papers or bruno@example.com"],
        "{found}"
    );
    assert!(!codes(&found).contains("STATE_WRONG"), "{found}");
}

#[test]
fn two_versions_of_a_line_are_a_fork_of_the_record() {
    let played = play(true);
    let other = changed(
        &played.record,
        r#""kind":"private""#,
        "\"events\":[",
        "\"events\":[ ",
    );
    let mut theirs = Papers::default();
    theirs.add("theirs.jsonl", part_text(&other).as_bytes(), Handed::Named);
    let found = audited(&with_record(log(&played.log), &played.record), &[theirs]);
    assert_eq!(verdict(&found), "VIOLATION");
    assert!(codes(&found).contains("RECORD_FORK"));
}

/// A host who keeps the log can write it anew from any entry on: nothing but the chain is in his way.
fn rewritten(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut prev = Hash::ZERO;
    let mut written = String::new();
    for (number, entry) in (0..).zip(LogText::split(text).entries) {
        let lines = entry
            .block
            .lines()
            .iter()
            .map(|line| match line.strip_prefix("prev: ") {
                Some(_) => format!("prev: {prev}"),
                None => line.clone(),
            });
        let joined: Vec<String> = lines.collect();
        let text = change(&joined.join("\n"));
        let block = format!("#TESSERA-BEGIN\n{text}\n#TESSERA-END\n");
        let [Piece::Block(block)] = &pieces(&block)[..] else {
            panic!("one block")
        };
        let block: &Block = block;
        prev = block.head();
        written.push_str(&block.with_head(number));
    }
    written
}

#[test]
fn a_host_who_leaves_a_roll_out_or_names_another_is_found_by_the_replay() {
    let played = play(true);
    let same = rewritten(&played.log, str::to_owned);
    assert_eq!(
        LogText::split(&same).entries.len(),
        LogText::split(&played.log).entries.len()
    );
    let without_roll = |entry: &str| {
        let lines = entry.lines().filter(|line| !line.starts_with("roll: "));
        lines.collect::<Vec<_>>().join("\n")
    };
    let cheated = rewritten(&played.log, without_roll);
    let entries = played
        .record
        .iter()
        .filter(|line| line.kind().word() != "entry")
        .cloned();
    let record: Vec<Line> = entries.collect();
    let alone = audited(&log(&cheated), &[]);
    assert_ne!(
        verdict(&alone),
        "VIOLATION",
        "the log alone does not tell: {alone}"
    );
    let found = audited(&with_record(log(&cheated), &record), &[]);
    assert_eq!(verdict(&found), "VIOLATION", "{found}");
    let told: Vec<_> = found
        .audit
        .findings
        .iter()
        .map(|finding| finding.message.as_str())
        .collect();
    assert!(
        told.iter()
            .any(|message| message.contains("is called for, but was not reported")),
        "{told:?}"
    );
}

#[test]
fn another_holders_mails_tell_a_fork_and_a_cut() {
    let played = play(true);
    let cut = played.log.rfind("#TESSERA-BEGIN").unwrap();
    let tells_end =
        |(_, raw): &(String, Vec<u8>)| String::from_utf8_lossy(raw).contains("text: finished");
    let mut before_the_end = played.anna.clone();
    before_the_end.retain(|mail| !tells_end(mail));
    assert_eq!(before_the_end.len(), played.anna.len() - 1);
    let found = audited(&log(&played.log[..cut]), &[folder(&played.bruno)]);
    assert!(codes(&found).contains("LOG_CUT"), "{found}");
    assert_eq!(verdict(&found), "VIOLATION");
    // Her last mail may only be lost.
    let found = audited(&folder(&before_the_end), &[folder(&played.bruno)]);
    assert!(codes(&found).contains("ENTRIES_MISSING"), "{found}");
    assert_eq!(verdict(&found), "INCOMPLETE");
    let forked = rewritten(&played.log, |entry| {
        entry.replace("text: run 0 ", "text: ran 0 ")
    });
    let found = audited(&log(&forked), &[folder(&played.bruno)]);
    assert!(codes(&found).contains("FORK"), "{found}");
}

#[test]
fn a_missing_mail_is_named_and_damage_in_order_is_not_mended() {
    let played = play(true);
    // A mail with entries is lost, and none of its attachments is anywhere else.
    let mut some = played.anna.clone();
    let carries =
        |(_, raw): &(String, Vec<u8>)| String::from_utf8_lossy(raw).contains("type: REPORT");
    let middle = some.iter().position(carries).unwrap();
    some.remove(middle);
    let found = audited(&folder(&some), &[]);
    assert!(!found.examined.missing_entries.is_empty());
    let words = found
        .to_string()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(words.contains("in none of the papers"), "{found}");
    assert!(!codes(&found).contains("FORK"), "{found}");
    // Entries that change places within the log are not put back in order.
    let entries = LogText::split(&played.log).entries;
    let order = |order: &mut dyn FnMut(&mut Vec<String>)| {
        let mut blocks: Vec<String> = entries
            .iter()
            .map(|entry| entry.block.to_string())
            .collect();
        order(&mut blocks);
        blocks.concat()
    };
    let swapped = order(&mut |blocks| blocks.swap(2, 3));
    let doubled = order(&mut |blocks| blocks.insert(2, blocks[2].clone()));
    let dropped = order(&mut |blocks| drop(blocks.remove(2)));
    for text in [swapped, doubled, dropped] {
        let named = log(&text);
        let mut found_in_a_folder = Papers::default();
        found_in_a_folder.add("all.txt", text.as_bytes(), Handed::Found);
        let mail = format!("From: a@b\nSubject: all of it\n\n{text}");
        let mut mailed = Papers::default();
        mailed.add("all.eml", mail.as_bytes(), Handed::Named);
        for papers in [named, found_in_a_folder] {
            assert_eq!(verdict(&audited(&papers, &[])), "VIOLATION");
        }
        // In a mail whole entries count by themselves, wherever they stand.
        assert_ne!(verdict(&audited(&mailed, &[])), "VIOLATION");
    }
}

#[test]
fn quoting_forwarding_and_other_copies_do_no_harm() {
    let played = play(true);
    let plain = audited(&folder(&played.anna), &[]);
    let mut again = folder(&played.anna);
    // A reply that quotes everything, in lines that its program has broken.
    let mut quoted = String::from("From: anna@example.net\nSubject: Re: all\n\n");
    for line in played.log.lines() {
        match line.len() > 74 && line.starts_with("seal: ") {
            true => quoted.push_str(&format!("> {}\n{}\n", &line[..60], &line[60..])),
            false => quoted.push_str(&format!("> {line}\n")),
        }
    }
    again.add("reply.eml", quoted.as_bytes(), Handed::Found);
    let (name, raw) = &played.anna[played.anna.len() - 1];
    again.add(&format!("copy of {name}"), raw, Handed::Found);
    let forwarded = [
        b"From: anna@example.net\nSubject: Fwd\nContent-Type: multipart/mixed; boundary=qq\n\n--qq\nContent-Type: message/rfc822\n\n".to_vec(),
        raw.clone(),
        b"\n--qq--\n".to_vec(),
    ];
    again.add("forwarded.eml", &forwarded.concat(), Handed::Found);
    let found = audited(&again, &[]);
    assert_eq!(found.audit.verdict, plain.audit.verdict, "{found}");
    assert_eq!(found.audit.log, plain.audit.log);
}

#[test]
fn papers_without_a_log_or_of_two_matches_are_refused() {
    let mut nothing = Papers::default();
    nothing.add("notes", b"nothing", Handed::Named);
    assert_eq!(examine(&nothing, &[], &shipped, None), Err(NoAudit::NoLog));
    let played = play(false);
    let other = rewritten(&played.log, |entry| {
        entry.replace("game: chalons-", "game: catalaun-")
    });
    let mut both = folder(&played.anna);
    both.add(
        "other.eml",
        format!("From: a@b\n\n{other}").as_bytes(),
        Handed::Found,
    );
    let error = examine(&both, &[], &shipped, None).unwrap_err();
    assert!(
        matches!(&error, NoAudit::SeveralMatches(games) if games.len() == 2),
        "{error}"
    );
}
