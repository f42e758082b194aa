//! A backup of yesterday put back: no orders until the match is rebuilt, then on as if nothing had been.

use std::fs;

use tesserarius::auditor::{Handed, Papers, examine, shipped};
use tesserarius::desk::Recovered;
use tesserarius::engine::Viewer;
use tesserarius::record::Kind;
use tesserarius::store::{Disposition, Life, Store};

use super::support::postbox::{ANNA, BRUNO, Game, Letter, Postbox};

fn record(site: &mut Postbox) -> Vec<String> {
    let unit = site.store.read().unwrap();
    let lines = unit.record_after(&"chalons".parse().unwrap(), 0).unwrap();
    lines.iter().map(|line| line.text().to_owned()).collect()
}

fn log(site: &Postbox) -> String {
    fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap()
}

/// Where a match stands: its stop, what everybody sees at the end, what every seat has in force.
fn position(site: &mut Postbox) -> (u64, String, Vec<Vec<String>>) {
    let table = site
        .at_desk(|desk| desk.table(&"chalons".parse().unwrap()))
        .unwrap();
    let in_force = table
        .seats()
        .map(|seat| table.play.in_force(seat))
        .collect();
    (table.stop, table.play.view(Viewer::Everybody), in_force)
}

/// The mails that an address was sent, as its owner keeps them.
fn mails_of(site: &Postbox, addresses: &[&str]) -> Papers {
    let mut papers = Papers::default();
    for letter in site.sent() {
        if addresses.contains(&letter.to.as_str()) {
            papers.add(&letter.message_id, &letter.raw, Handed::Found);
        }
    }
    papers
}

fn recover(site: &mut Postbox, papers: &Papers) -> Result<Recovered, String> {
    let id = "chalons".parse().unwrap();
    site.at_desk(|desk| desk.recover(&id, papers))
        .map_err(|error| error.to_string())
}

/// Plays on with dice and a missed deadline; the backup was made before.
fn play_on(site: &mut Postbox, game: &mut Game) {
    game.play_until(site, |question| question.contains("act."));
    let due = site.store.read().unwrap().open_deadlines().unwrap()[0].due_at;
    let mut work = site.store.write().unwrap();
    work.alive(due).unwrap();
    work.commit().unwrap();
    site.clock.set(due);
    for _ in 0..3 {
        site.advance(1);
        site.sync();
    }
    game.look(site);
    game.play_until(site, |question| question.contains("Choose five"));
}

#[test]
fn a_database_of_yesterday_is_brought_up_from_log_and_mails_to_the_last_byte() {
    for with_log in [false, true] {
        let mut site = Postbox::new();
        let mut game = Game::start(&mut site);
        let copy = site.keep_copy("copy");
        play_on(&mut site, &mut game);
        let expected = (record(&mut site), log(&site), position(&mut site));
        assert!(expected.1.matches("type: REPORT").count() > 1);
        site.put_back(&copy, with_log);
        // Until it is recovered the match takes nothing and does nothing.
        let troubles = site.sync().troubles;
        assert!(
            troubles
                .iter()
                .any(|trouble| trouble.contains("takes no orders")),
            "{troubles:?}"
        );
        let anna = game.anna.clone();
        site.answer(&anna, ANNA, "SAY are you there?");
        assert_eq!(site.sync().read[0].disposition, Disposition::Quarantine);

        let both = mails_of(&site, &[ANNA, BRUNO]);
        let done = recover(&mut site, &both).unwrap();
        assert!(done.runs > 2 && done.taken_back == 0, "{done:?}");
        let left = (record(&mut site), log(&site), position(&mut site));
        assert!(left.0 == expected.0, "the record");
        assert!(left.1 == expected.1, "the log");
        assert!(left.2 == expected.2, "the position");

        // The players hear of it, and the match goes on to its end with one LOCK for each draw.
        site.post_of(ANNA);
        site.post_of(BRUNO);
        site.sync();
        let told = site.letter_to(BRUNO);
        assert!(
            told.text.contains("had to rebuild the match"),
            "{}",
            told.text
        );
        site.post_of(ANNA);
        let asked = if told.text.contains("WHAT YOU HAVE TO DECIDE") {
            BRUNO
        } else {
            ANNA
        };
        let letter = match asked {
            BRUNO => told,
            _ => game.anna.clone(),
        };
        let orders = super::support::postbox::plain_answer(&letter.text);
        site.answer(&letter, asked, &orders);
        site.sync();
        site.advance(10);
        site.sync();
        game.look(&mut site);
        game.play_until(&mut site, |question| question.contains("act."));
        let who = game.play_until(&mut site, |question| question.contains("Choose five"));
        game.answer(&mut site, who, "RESIGN");
        let row = site
            .store
            .read()
            .unwrap()
            .the_match(&"chalons".parse().unwrap())
            .unwrap();
        assert_eq!(row.life, Life::Finished);
        let found = examine(
            &mails_of(&site, &[ANNA]),
            &[mails_of(&site, &[BRUNO])],
            &shipped,
            None,
        )
        .unwrap();
        assert_eq!(
            found.audit.verdict.to_string(),
            "CLEAN WITH NOTES",
            "{found}"
        );
    }
}

#[test]
fn a_match_that_is_well_is_left_alone_and_a_log_file_that_was_lost_is_told_of() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    site.post_of(ANNA);
    site.post_of(BRUNO);
    let before = (record(&mut site), log(&site), position(&mut site));
    let due = site.store.read().unwrap().open_deadlines().unwrap();
    site.advance(60);
    let done = recover(&mut site, &Papers::default()).unwrap();
    assert!(!done.was_needed && done.added == 0, "{done:?}");
    site.sync();
    assert!(site.post_of(ANNA).is_empty() && site.post_of(BRUNO).is_empty());
    assert_eq!(site.store.read().unwrap().open_deadlines().unwrap(), due);

    fs::remove_file(site.path().join("data/log/chalons.log")).unwrap();
    let troubles = site.sync().troubles;
    assert!(
        troubles
            .iter()
            .any(|told| told.contains("had lost those from 0 on")),
        "{troubles:?}"
    );
    assert!((record(&mut site), log(&site), position(&mut site)) == before);
}

#[test]
fn what_cannot_be_rebuilt_is_named_with_the_remedy_and_nothing_is_half_done() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let copy = site.keep_copy("copy");
    play_on(&mut site, &mut game);
    site.put_back(&copy, false);
    site.sync();
    let before = (record(&mut site), position(&mut site));
    // The log alone has no orders; one player's mails have only his own.
    let anna = mails_of(&site, &[ANNA]);
    for (whose, papers) in [("nobody's", Papers::default()), ("Anna's", anna)] {
        let error = recover(&mut site, &papers).expect_err(whose);
        assert!(error.contains("cannot be rebuilt"), "{error}");
        assert!(
            error.contains("in none of the papers") || error.contains("does not come out"),
            "{error}"
        );
        assert!(
            (record(&mut site), position(&mut site)) == before,
            "nothing is half done"
        );
    }
    let mut damaged = mails_of(&site, &[ANNA, BRUNO]);
    let rolled = |raw: &[u8]| String::from_utf8_lossy(raw).contains(" 1z10 ");
    let mut sent = site.sent().into_iter();
    let report = sent.find(|letter| rolled(&letter.raw)).unwrap();
    let changed = String::from_utf8(report.raw).unwrap();
    let changed = changed.replace(" 1z10 ", " 1z10 1");
    damaged.add("changed", changed.as_bytes(), Handed::Found);
    let error = recover(&mut site, &damaged).unwrap_err();
    assert!(error.contains("do not fit together"), "{error}");
    let both = mails_of(&site, &[ANNA, BRUNO]);
    recover(&mut site, &both).unwrap();
}

#[test]
fn a_database_that_went_another_way_than_its_log_is_taken_back() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let copy = site.keep_copy("copy");
    play_on(&mut site, &mut game);
    let expected = (record(&mut site), log(&site));
    let papers = mails_of(&site, &[ANNA, BRUNO]);
    // Somebody puts the old database back without its log, and plays on: another match from there.
    site.put_back(&copy, true);
    fs::remove_file(site.path().join("data/log/chalons.log")).unwrap();
    let mut work = site.store.write().unwrap();
    work.set_needs_recover(&"chalons".parse().unwrap(), false)
        .unwrap();
    work.commit().unwrap();
    site.store.clear_restored().unwrap();
    site.advance(3);
    // The report of the first stop is the one that the old database waits for.
    let mut sent = site.sent().into_iter();
    let first = |letter: &Letter| letter.to == ANNA && letter.reply_to.contains(".hun.1.");
    game.anna = sent.find(first).unwrap();
    game.answer(&mut site, ANNA, "GO");
    assert!(record(&mut site).len() > 10 && record(&mut site) != expected.0);
    // The true log is found again.
    fs::write(site.path().join("data/log/chalons.log"), &expected.1).unwrap();
    let troubles = site.sync().troubles;
    assert!(
        troubles
            .iter()
            .any(|trouble| trouble.contains("takes no orders")),
        "{troubles:?}"
    );
    let done = recover(&mut site, &papers).unwrap();
    assert!(done.taken_back > 0, "{done:?}");
    assert!((record(&mut site), log(&site)) == expected);
    let unit = site.store.read().unwrap();
    let lines = unit
        .record_of_kind(&"chalons".parse().unwrap(), Kind::Entry)
        .unwrap();
    assert_eq!(lines.len(), expected.1.matches("#HEAD").count());
}
