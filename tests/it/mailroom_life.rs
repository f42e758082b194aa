//! The life of a match by mail: invited, agreed on, started, ended.

use tesserarius::ledger::block::{Join, Orders, Side};
use tesserarius::ledger::chain::{Chain, ChainId};
use tesserarius::ledger::seal::SealedText;
use tesserarius::ledger::secret::{ChainSecret, Nonce};
use tesserarius::ledger::seed::Give;
use tesserarius::schedule::Lapse;
use tesserarius::store::Store;
use tesserarius::store::{BlockKind, Disposition, Life};

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Letter, Postbox, is_report};

fn life(site: &mut Postbox) -> Life {
    let id = "chalons".parse().unwrap();
    site.store.read().unwrap().the_match(&id).unwrap().life
}

fn log(site: &Postbox) -> String {
    std::fs::read_to_string(site.path().join("data/log/chalons.log")).unwrap_or_default()
}

#[test]
fn a_match_starts_when_all_have_accepted_by_reply() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    assert!(to_anna.text.contains("You are invited to play HUN"));
    assert!(
        to_anna.text.contains("momentum = optional"),
        "every option is printed"
    );
    assert!(to_anna.text.contains("Time for an answer: 3d"));

    site.answer(&to_anna, ANNA, "Gladly!\n\nACCEPT");
    site.sync();
    let receipt = site.letter_to(ANNA);
    assert!(receipt.text.contains("You have accepted the match"));
    assert!(
        receipt.text.contains("Gladly!"),
        "what is no order is listed"
    );
    assert_eq!(life(&mut site), Life::Inviting);
    assert_eq!(
        log(&site),
        "",
        "nothing is written before all have accepted"
    );

    site.answer(&to_bruno, BRUNO, "accept");
    site.sync();
    assert_eq!(life(&mut site), Life::Running);
    assert!(log(&site).contains("type: GENESIS"));
    let report = site
        .post_of(ANNA)
        .into_iter()
        .find(is_report)
        .expect("a first report");
    assert!(report.text.contains("Set up your 30 units"));
    assert!(
        report
            .text
            .contains("Waiting for you until Mon 30 Nov 12:00")
    );
    assert!(
        report.text.contains("type: GENESIS"),
        "the log comes with the first mail"
    );
}

#[test]
fn a_proposal_must_be_accepted_anew_and_old_invitations_are_worth_nothing() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let (to_anna, old_to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.answer(&old_to_bruno, BRUNO, "PROPOSE zoc = front");
    site.sync();
    let refused = site.letter_to(BRUNO);
    assert!(
        refused.text.contains("zoc = front cannot be played"),
        "{}",
        refused.text
    );
    // Who plays by mail has no shell: what can be agreed is asked for by mail, too.
    assert!(
        refused.text.contains("SHOW OPTIONS lists"),
        "{}",
        refused.text
    );
    assert!(!refused.text.contains("games show"), "{}", refused.text);
    site.answer(&refused, BRUNO, "PROPOSE zocc = adjacent\nSHOW OPTIONS");
    site.sync();
    let options = site.letter_to(BRUNO).text;
    let asked = options.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(asked.contains("did you mean `zoc`?"), "{options}");
    for said in ["\nzoc = adjacent: ", "\n  frontal: ", "\npress = named: "] {
        assert!(options.contains(said), "{said}\n{options}");
    }
    site.post_of(ANNA);

    site.answer(&refused, BRUNO, "PROPOSE deadline 2d at 20:00");
    site.sync();
    let new_to_anna = site.letter_to(ANNA);
    assert!(
        new_to_anna
            .text
            .contains("roman proposes deadline = 2d at 20:00.")
    );
    assert!(new_to_anna.text.contains("Time for an answer: 2d at 20:00"));
    assert_eq!(
        life(&mut site),
        Life::Inviting,
        "Anna has accepted something else"
    );

    site.answer(&to_anna, ANNA, "ACCEPT");
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Orders);
    assert_eq!(
        life(&mut site),
        Life::Inviting,
        "an old invitation accepts nothing"
    );
    let told = site.letter_to(ANNA).text;
    assert!(
        told.contains("terms that have been changed since"),
        "{told}"
    );

    site.answer(&to_anna, ANNA, "SAY that suits me");
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Orders);
    let told = site.letter_to(ANNA).text;
    assert!(
        told.contains("What you said"),
        "an old token speaks: {told}"
    );

    site.answer(&new_to_anna, ANNA, "ACCEPT");
    site.sync();
    assert_eq!(life(&mut site), Life::Running);
}

#[test]
fn whoever_declines_calls_the_match_off_and_the_others_hear_of_it() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let to_bruno = site.letter_to(BRUNO);
    let to_anna = site.letter_to(ANNA);
    site.answer(&to_bruno, BRUNO, "DECLINE");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("roman has declined"));
    assert_eq!(life(&mut site), Life::Finished);
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("is over"));
    assert_eq!(life(&mut site), Life::Finished);
}

#[test]
fn a_host_who_plays_must_be_accepted_by_name() {
    let mut site = Postbox::new();
    site.invite(|new| new.host_plays = Some("hun".to_owned()));
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    let warning = "HOST PLAYS: seat 1 can read what the other seats file";
    assert!(to_bruno.text.contains(warning));
    assert!(!to_anna.text.contains("HOST PLAYS"));
    site.answer(&to_anna, ANNA, "ACCEPT");
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    let asked_again = site.letter_to(BRUNO);
    assert!(asked_again.text.contains(warning));
    assert_eq!(life(&mut site), Life::Inviting);
    site.answer(&asked_again, BRUNO, "ACCEPT HOST PLAYS");
    site.sync();
    assert_eq!(life(&mut site), Life::Running);
    assert!(log(&site).contains("seat: 1 anna host\n"));
    assert!(log(&site).contains("seat: 2 bruno\n"));
}

/// What a finished match must have brought to a player.
fn check_end(site: &mut Postbox, last: &Letter) {
    assert!(
        last.subject.ends_with("the match is over"),
        "{}",
        last.subject
    );
    assert!(last.text.contains("text: finished"));
    assert!(log(site).contains("text: finished"));
    assert_eq!(life(site), Life::Finished);
}

#[test]
fn resigning_ends_the_match_after_the_grace_and_can_be_taken_back_until_then() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    site.answer(&anna, ANNA, "RESIGN");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("You resign"));
    site.advance(5);
    site.answer(&anna, ANNA, "CANCEL RESIGN");
    site.sync();
    site.advance(20);
    site.sync();
    assert_eq!(life(&mut site), Life::Running, "it was taken back in time");

    site.post_of(BRUNO);
    site.answer(&anna, ANNA, "RESIGN");
    site.sync();
    assert_eq!(life(&mut site), Life::Running, "the grace has not passed");
    site.advance(10);
    site.sync();
    let last = site.letter_to(BRUNO);
    assert!(last.text.contains("hun has resigned."));
    let head = "\nThe match is over: hun has resigned.\nEliminated: ";
    assert!(last.text.contains(head), "{}", last.text);
    for line in [
        "being set up",
        "activation",
        "Waiting for",
        "have to decide",
    ] {
        assert!(!last.text.contains(line), "{line}\n{}", last.text);
    }
    let page = String::from_utf8_lossy(&last.raw).replace("=\r\n", "");
    assert!(page.contains("The match is over: hun has resigned.</strong>"));
    check_end(&mut site, &last);
}

#[test]
fn a_draw_is_agreed_when_both_have_said_so() {
    let mut site = Postbox::new();
    let (anna, bruno) = site.start(|new| new.grace = Lapse::ZERO);
    site.answer(&anna, ANNA, "DRAW OFFER");
    site.sync();
    assert_eq!(life(&mut site), Life::Running);
    site.answer(&bruno, BRUNO, "DRAW ACCEPT");
    site.sync();
    let last = site
        .post_of(BRUNO)
        .into_iter()
        .find(is_report)
        .expect("a last report");
    assert!(last.text.contains("The players have agreed on a draw."));
    assert!(
        last.text
            .contains("\nThe match is over: a draw was agreed.\n")
    );
    check_end(&mut site, &last);
}

#[test]
fn at_the_end_every_seal_is_opened_and_the_whole_record_may_be_had() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    let asked = game.play_until(&mut site, |question| question.contains("Choose five"));
    game.answer(&mut site, asked, "RESIGN");
    let draws = log(&site).matches("type: REPORT").count();
    assert!(draws > 0, "a turn has dice");
    let (_, opened) = game
        .anna
        .files
        .iter()
        .find(|(name, _)| name.starts_with("orders-"))
        .unwrap();
    assert_eq!(opened.matches("type: ORDERS").count(), 2 * draws);

    site.answer(&game.bruno.clone(), BRUNO, "SHOW RECORD");
    site.sync();
    let parts: Vec<Letter> = site
        .post_of(BRUNO)
        .into_iter()
        .filter(|letter| letter.subject.contains("the record,"))
        .collect();
    let mut record = tesserarius::record::Merged::default();
    for (_, text) in parts.iter().flat_map(|part| &part.files) {
        record.add(tesserarius::record::read_part(text).unwrap());
    }
    assert_eq!(record.missing(), []);
    let secrets = |of: &str| {
        let lines = record.lines();
        let lines = lines.filter(|line| line.kind() == tesserarius::record::Kind::Secret);
        lines.filter(|line| line.text().contains(of)).count()
    };
    assert_eq!(secrets("\"nonce\""), 2, "the nonces of both seats");
    assert_eq!(secrets("\"key\""), 2, "the keys of both hands");
    let of_hun = record.lines().filter(|line| {
        line.kind() == tesserarius::record::Kind::Orders && line.text().contains("\"seat\":1")
    });
    assert!(of_hun.count() > 0, "Bruno may see the Hun orders now");
}

/// Anna's own secrets for the dice.
struct Secrets(Chain);

impl Secrets {
    fn of(invitation: &Letter) -> Self {
        let game = invitation.text.split("--game ").nth(1).unwrap();
        let game = game.split(' ').next().unwrap().parse().unwrap();
        let id = ChainId {
            game,
            owner: "1".parse().unwrap(),
        };
        Self(Chain::new(id, 1, 300, ChainSecret::new([9; 32])))
    }

    fn join(&self) -> String {
        let join = Join {
            game: self.0.id().game.clone(),
            owner: self.0.id().owner,
            name: "anna".parse().unwrap(),
            anchor: Some(self.0.anchor()),
            hide: None,
        };
        Side::Join(join).to_block().to_string()
    }

    fn give(&self, draw: u64) -> String {
        let orders = Orders {
            game: self.0.id().game.clone(),
            draw,
            seat: "1".parse().unwrap(),
            nonce: Nonce::new([1; 32]),
            text: SealedText::default(),
            give: Some(Give::Value(self.0.value(draw).unwrap())),
        };
        Side::Orders(orders).to_block().to_string()
    }
}

#[test]
fn an_anchor_stands_in_genesis_and_a_value_given_ahead_serves_the_draws_to_come() {
    let mut site = Postbox::new();
    site.invite(|new| new.grace = Lapse::ZERO);
    site.sync();
    let (to_anna, to_bruno) = (site.letter_to(ANNA), site.letter_to(BRUNO));
    let secrets = Secrets::of(&to_anna);
    site.answer(&to_anna, ANNA, &format!("ACCEPT\n\n{}", secrets.join()));
    site.answer(&to_bruno, BRUNO, "ACCEPT");
    site.sync();
    assert!(log(&site).contains(&format!("chain: 1 {}\n", secrets.0.anchor())));
    assert!(log(&site).contains("chain: 2 -\n"));

    let report = |mails: Vec<Letter>| mails.into_iter().find(is_report).unwrap();
    let mut game = Game {
        anna: report(site.post_of(ANNA)),
        bruno: report(site.post_of(BRUNO)),
        grace: 0,
    };
    let anna = game.anna.clone();
    site.answer(&anna, ANNA, &format!("GO\n\n{}", secrets.give(50)));
    site.advance(1);
    site.sync();
    let mails = site.post_of(ANNA);
    assert!(
        mails
            .iter()
            .any(|mail| mail.text.contains("serves the draws up to 50"))
    );
    game.anna = mails.into_iter().find(is_report).unwrap();
    game.look(&mut site);
    game.play_until(&mut site, |question| question.contains("act."));
    game.play_until(&mut site, |question| question.contains("Choose five"));
    let log = log(&site);
    let reports = log.matches("type: REPORT").count() as u64;
    assert!(reports > 1);
    for draw in 1..=reports {
        assert!(log.contains(&format!("give: 1 c {}\n", secrets.0.value(draw).unwrap())));
    }
    assert!(log.contains("give: 2 -\n"));
}

#[test]
fn a_second_anchor_is_refused_and_a_block_alone_is_not_answered() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let to_anna = site.letter_to(ANNA);
    let secrets = Secrets::of(&to_anna);
    site.answer(&to_anna, ANNA, &secrets.join());
    let synced = site.sync();
    assert_eq!(synced.read[0].disposition, Disposition::Protocol);
    assert_eq!(site.post_of(ANNA).len(), 0);

    let id = secrets.0.id().clone();
    let other = Secrets(Chain::new(id, 1, 300, ChainSecret::new([8; 32])));
    site.answer(&to_anna, ANNA, &format!("ACCEPT\n\n{}", other.join()));
    site.sync();
    assert!(
        site.letter_to(ANNA)
            .text
            .contains("joined with another anchor before")
    );
    let id = "chalons".parse().unwrap();
    let blocks = site.store.read().unwrap().blocks(&id).unwrap();
    assert_eq!(blocks.len(), 1);
    assert_eq!(blocks[0].kind, BlockKind::Join);
    let text = String::from_utf8(blocks[0].bytes.clone()).unwrap();
    assert!(text.contains(&format!("chain: 1 {}\n", secrets.0.anchor())));
}

#[test]
fn a_game_master_is_told_and_can_give_time() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    assert!(anna.text.contains("Waiting for you until Mon 30 Nov 12:00"));
    let report = site
        .post_of(GEORG)
        .into_iter()
        .find(is_report)
        .expect("a report for the GM");
    assert!(report.text.contains("Waiting for the Hun side"));
    site.answer(&report, GEORG, "EXTEND 2d");
    site.sync();
    assert!(
        site.letter_to(GEORG)
            .text
            .contains("The deadline is extended by 2d")
    );
    site.answer(&anna, ANNA, "SHOW STATUS");
    site.sync();
    assert!(site.letter_to(ANNA).text.contains("until Wed 2 Dec 12:00"));
}

#[test]
fn what_one_letter_proposes_is_put_to_the_others_as_one() {
    let mut site = Postbox::new();
    site.invite(|_| {});
    site.sync();
    let to_anna = site.letter_to(ANNA);
    site.post_of(BRUNO);
    let proposals =
        "PROPOSE momentum = automatic\nPROPOSE zoc = front\nPROPOSE deadline = 2d at 20:00";
    site.answer(&to_anna, ANNA, proposals);
    site.sync();
    let invitations = site.post_of(BRUNO);
    assert_eq!(invitations.len(), 1);
    let put = "hun proposes momentum = automatic and deadline = 2d at 20:00.";
    assert!(invitations[0].text.contains(put), "{}", invitations[0].text);
    let told = site.letter_to(ANNA).text;
    assert!(told.contains("zoc = front cannot be played"), "{told}");
}
