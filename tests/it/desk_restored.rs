//! A copy put back, a log that was touched, a folder that is gone: told for as long as it lasts, with what helps.

use std::fs;

use tesserarius::auditor::{Handed, Papers};
use tesserarius::desk::Recovered;
use tesserarius::engine::Viewer;
use tesserarius::store::{Disposition, Life, Store};

use super::by_file::in_the_first_activation;
use super::support::postbox::{ANNA, BRUNO, Game, Postbox};

fn recover(site: &mut Postbox, papers: &Papers) -> Result<Recovered, String> {
    let id = "chalons".parse().unwrap();
    site.at_desk(|desk| desk.recover(&id, papers))
        .map_err(|error| error.to_string())
}

fn sent(site: &Postbox) -> Papers {
    let mut papers = Papers::default();
    for letter in site.sent() {
        papers.add(&letter.message_id, &letter.raw, Handed::Found);
    }
    papers
}

fn log(site: &Postbox) -> String {
    fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap()
}

fn life(site: &mut Postbox) -> Life {
    let unit = site.store.read().unwrap();
    unit.the_match(&"chalons".parse().unwrap()).unwrap().life
}

fn one_trouble(site: &mut Postbox) -> String {
    let troubles = site.sync().troubles;
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    troubles[0].clone()
}

#[test]
fn a_copy_whose_log_is_level_is_recovered_with_its_deadlines_begun_anew() {
    let mut site = Postbox::new();
    let game = Game::start(&mut site);
    let due = site.store.read().unwrap().open_deadlines().unwrap();
    assert!(!due.is_empty(), "the match has deadlines");
    let copy = site.keep_copy("copy");
    site.put_back(&copy, true);
    site.advance(30);
    for _ in 0..3 {
        let told = one_trouble(&mut site);
        assert!(
            told.contains("takes no orders"),
            "each pass says so: {told}"
        );
        assert!(!told.contains("older"), "the copy is level: {told}");
    }
    let done = recover(&mut site, &Papers::default()).unwrap();
    assert!(done.was_needed && done.added == 0, "{done:?}");
    let anew = site.store.read().unwrap().open_deadlines().unwrap();
    assert_eq!(anew.len(), due.len());
    assert!(
        anew.iter()
            .zip(&due)
            .all(|(anew, due)| anew.due_at > due.due_at)
    );
    assert_eq!(site.sync().troubles, [""; 0]);
    let anna = game.anna.clone();
    site.answer(&anna, ANNA, "GO");
    assert_eq!(site.sync().read[0].disposition, Disposition::Orders);
}

#[test]
fn no_mail_is_taken_while_the_database_of_a_site_is_gone() {
    let mut site = Postbox::new();
    let game = Game::start(&mut site);
    let copy = site.keep_copy("copy");
    site.lose_database();
    let anna = game.anna.clone();
    site.answer(&anna, ANNA, "GO");
    let synced = site.sync();
    assert_eq!((synced.taken.new, synced.read.len()), (0, 0));
    assert!(
        synced
            .unread
            .iter()
            .any(|told| told.contains("no mail is taken")),
        "{:?}",
        synced.unread
    );
    site.put_back(&copy, true);
    recover(&mut site, &Papers::default()).unwrap();
    assert_eq!(
        site.sync().read[0].disposition,
        Disposition::Orders,
        "the mail has waited"
    );
}

#[test]
fn a_match_that_had_not_started_is_asked_for_once_more() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let (anna, bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    let copy = site.keep_copy("copy");
    site.put_back(&copy, false);
    site.answer(&anna, ANNA, "ACCEPT");
    assert_eq!(site.sync().read[0].disposition, Disposition::Quarantine);
    site.post_of(ANNA);
    let papers = sent(&site);
    let done = recover(&mut site, &papers).unwrap();
    assert!(done.is_inviting && done.was_needed, "{done:?}");
    site.sync();
    let again = site.letter_to(ANNA);
    assert!(
        again.text.contains("put back from a copy"),
        "{}",
        again.text
    );
    site.answer(&again, ANNA, "ACCEPT");
    site.answer(&bruno, BRUNO, "ACCEPT");
    site.sync();
    assert_eq!(life(&mut site), Life::Running);
}

#[test]
fn a_match_that_has_started_since_its_copy_is_started_again_as_its_log_says() {
    for log_is_left in [true, false] {
        let mut site = Postbox::new();
        site.invite(|new| new.grace = tesserarius::schedule::Lapse::ZERO);
        site.sync();
        let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
        let copy = site.keep_copy("copy");
        site.answer(&to_anna, ANNA, "ACCEPT");
        site.answer(&to_bruno, BRUNO, "ACCEPT");
        site.sync();
        let mut game = Game {
            anna: to_anna,
            bruno: to_bruno,
            grace: 0,
        };
        game.look(&mut site);
        game.play_until(&mut site, |question| question.contains("act."));
        let id = "chalons".parse().unwrap();
        let view = |site: &mut Postbox| {
            let table = site.at_desk(|desk| desk.table(&id)).unwrap();
            (table.stop, table.play.view(Viewer::Everybody))
        };
        let expected = (log(&site), view(&mut site));
        site.put_back(&copy, false);
        if !log_is_left {
            fs::remove_file(site.path().join("data/log/chalons.log")).unwrap();
        }
        site.sync();
        let papers = sent(&site);
        let done = recover(&mut site, &papers).unwrap();
        assert!(done.added > 2 && !done.is_inviting, "{done:?}");
        assert!((log(&site), view(&mut site)) == expected);
        assert_eq!(life(&mut site), Life::Running);
    }
}

#[test]
fn nothing_is_written_in_a_match_that_must_be_recovered() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    let copy = site.keep_copy("copy");
    site.put_back(&copy, true);
    let id = "chalons".parse().unwrap();
    let record = |site: &mut Postbox| {
        site.store
            .read()
            .unwrap()
            .record_after(&id, 0)
            .unwrap()
            .len()
    };
    let before = record(&mut site);
    // The first thing that is done to the copy is the extension itself: nothing has compared them before.
    let lapse = "2d".parse().unwrap();
    let error = site.at_desk(|desk| desk.extend(&id, lapse, false).unwrap_err());
    assert!(
        error.to_string().contains("`tessera recover chalons`"),
        "{error}"
    );
    let due = site.store.read().unwrap().open_deadlines().unwrap();
    // Weeks go by: no time-out is recorded, no deadline moves, nobody is told of an outage.
    site.advance(60 * 24 * 30);
    site.post_of(ANNA);
    site.sync();
    site.sync();
    assert_eq!(record(&mut site), before);
    assert_eq!(site.store.read().unwrap().open_deadlines().unwrap(), due);
    assert!(site.post_of(ANNA).is_empty());
    recover(&mut site, &Papers::default()).unwrap();
    site.at_desk(|desk| desk.extend(&id, lapse, false)).unwrap();
    assert!(record(&mut site) > before);
}

#[test]
fn a_log_file_that_was_touched_is_told_of_in_every_pass_and_the_match_goes_on() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let file = site.path().join("data/log/chalons.log");
    game.play_until(&mut site, |question| question.contains("act."));
    assert_eq!(site.sync().troubles, [""; 0]);
    let written = log(&site);
    let changed = written.replacen("2026", "2027", 1);
    for (text, said) in [
        (changed, "at entry 0 it is not what was written"),
        (
            format!("{written}somebody was here\n"),
            "stands what was never written",
        ),
    ] {
        fs::write(&file, &text).unwrap();
        for _ in 0..2 {
            let told = one_trouble(&mut site);
            assert!(told.contains(said), "{told}");
        }
        fs::remove_file(&file).unwrap();
        assert!(one_trouble(&mut site).contains("written anew"));
        assert_eq!(log(&site), written);
        assert_eq!(site.sync().troubles, [""; 0]);
    }
}

#[test]
fn a_database_that_is_lost_is_told_of_by_what_is_left() {
    let mut site = Postbox::new();
    Game::start(&mut site);
    let lose = |site: &mut Postbox, what: &[&str]| {
        for name in what {
            let path = site.path().join("data").join(name);
            let _ = fs::remove_file(&path);
            let _ = fs::remove_dir_all(&path);
        }
        site.reopen();
    };
    let database = ["tessera.db", "tessera.db-wal", "tessera.db-shm"];
    lose(&mut site, &database);
    for _ in 0..2 {
        let told = one_trouble(&mut site);
        assert!(told.contains("does not know the match"), "{told}");
        assert!(told.contains("tessera backup"), "{told}");
    }
    let papers = sent(&site);
    let error = recover(&mut site, &papers).unwrap_err();
    assert!(
        error.contains("put `tessera.db` from the newest folder"),
        "{error}"
    );
    // A new match must not go on with the log of the lost one.
    let game = tesserarius::games::find("sign-of-the-pagan").unwrap();
    let mut new = tesserarius::desk::NewMatch::of(game, "standard", &site.config.deadlines);
    new.id = Some("chalons".parse().unwrap());
    let error = site.at_desk(|desk| desk.make(&new)).unwrap_err();
    assert!(error.to_string().contains("there is a dice log"), "{error}");
    lose(&mut site, &["log", database[0], database[1], database[2]]);
    let told = one_trouble(&mut site);
    assert!(told.contains("has a secret among the keys"), "{told}");
}

#[test]
fn a_folder_of_keys_that_was_emptied_is_to_be_put_back() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    for entry in fs::read_dir(site.site.keys.path()).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    site.reopen();
    let error = site.try_sync().unwrap_err().to_string();
    assert!(error.contains("back from a backup"), "{error}");
}

#[test]
fn status_names_matches_that_take_no_orders_and_logs_that_were_touched() {
    let table = in_the_first_activation();
    let file = table.0.path().join("tessera-matches/log/first.log");
    let written = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{written}x\n")).unwrap();
    let (_, out, _) = table.0.run("status");
    let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("stands what was never written"), "{out}");
    let (_, all) = table.0.json("status --json");
    assert_eq!(all["troubles"].as_array().unwrap().len(), 1, "{all}");
    fs::write(&file, &written).unwrap();
    table.0.run("backup copy");
    fs::copy(
        table.0.path().join("copy/tessera.db"),
        table.0.path().join("tessera-matches/tessera.db"),
    )
    .unwrap();
    for end in ["-wal", "-shm"] {
        let _ = fs::remove_file(
            table
                .0
                .path()
                .join(format!("tessera-matches/tessera.db{end}")),
        );
    }
    for _ in 0..2 {
        let (_, out, _) = table.0.run("status first");
        assert!(
            out.contains("first: takes no orders until `tessera recover first`"),
            "{out}"
        );
        let (_, one) = table.0.json("status first --json");
        assert_eq!(one["needs_recover"], true, "{one}");
    }
    let (code, out, err) = table.0.run("recover first");
    assert_eq!(code, 0, "{out}{err}");
    for said in [
        "Found: the database of match first has every entry of its log.",
        "Done: nothing had to be made once more.",
        "Match first takes orders again; it waits at stop ",
        "Now: file again what was filed for the open stop",
    ] {
        assert!(out.contains(said), "{said}\n{out}");
    }
    let (_, out, _) = table.0.run("status first");
    assert!(out.contains("waits for hun"), "{out}");
    let (code, out, _) = table.0.run("recover first");
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("Found: match first is well") && out.contains("Now: there is nothing to do."),
        "{out}"
    );
}

#[cfg(unix)]
#[test]
fn orders_are_not_taken_while_the_log_cannot_be_written() {
    use super::support::unprivileged::tessera_in;
    use std::os::unix::fs::PermissionsExt;
    let table = in_the_first_activation();
    let file = table.0.path().join("tessera-matches/log/first.log");
    table.write("GO\n");
    let mut tessera = tessera_in(table.0.path());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let before = fs::read(&file).unwrap();
    let submit = ["submit", "first", "--as", "hun", "--now", "orders.txt"];
    let output = tessera.args(submit).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(75), "{told}");
    assert!(told.contains("first.log"), "{told}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(fs::read(&file).unwrap(), before);
    let (_, out, _) = table.0.run("status first");
    assert!(out.contains("waits for hun"), "nothing has happened: {out}");
}
