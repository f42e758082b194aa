//! Each mail twice, in any order, late and early: no effect twice, no second receipt.

use tesserarius::schedule::Clock;
use tesserarius::store::{Disposition, Readiness, Store};

use super::support::postbox::{ANNA, BRUNO, Game, Letter, Postbox};

/// What a seat's mails for the open stop have come to.
fn filed(site: &mut Postbox, seat: u8) -> (Vec<String>, Readiness, Vec<String>) {
    let unit = site.store.read().unwrap();
    let id = "chalons".parse().unwrap();
    let open = unit.open_stop_of(&id).unwrap().unwrap();
    let seat = tesserarius::record::SeatNumber::new(seat);
    let set = unit.pending_set(&id, open.number, seat).unwrap();
    let set = set.into_iter().map(|line| line.written).collect();
    let asked = open.asked.iter().find(|asked| asked.seat == seat).unwrap();
    let mut standing = unit.new_standing(&id, seat).unwrap();
    standing.sort_by_key(|line| (line.filed_at, line.n));
    let standing = standing.into_iter().map(|line| line.text).collect();
    (set, asked.readiness, standing)
}

fn acting(site: &mut Postbox) -> (Letter, &'static str, Vec<String>) {
    let mut game = Game::with_grace(site, 30);
    let who = game.play_until(site, |question| question.contains("act."));
    (game.report_of(who).clone(), who, game.examples(who))
}

fn receipts(site: &mut Postbox, address: &str) -> usize {
    site.post_of(address).len()
}

#[test]
fn the_same_mail_again_changes_nothing_and_is_not_answered() {
    let mut site = Postbox::new();
    let (report, who, orders) = acting(&mut site);
    let seat = if who == ANNA { 1 } else { 2 };
    let first = site.answer(&report, who, &orders[0]);
    site.sync();
    let once = filed(&mut site, seat);
    assert_eq!(receipts(&mut site, who), 1);
    site.advance(5);
    site.answer(&report, who, &format!("ADD {}", orders[1]));
    site.sync();
    assert_eq!(receipts(&mut site, who), 1);
    let both = filed(&mut site, seat);
    assert_ne!(once, both);
    // A server delivers the first mail once more, with other line ends and a header of its own.
    let again = String::from_utf8(first).unwrap().replace("\r\n", "\n");
    site.deliver(format!("Received: by relay.example\n{again}").as_bytes());
    let read = site.sync().read;
    assert_eq!(read[0].disposition, Disposition::Duplicate);
    assert_eq!(receipts(&mut site, who), 0);
    assert_eq!(
        filed(&mut site, seat),
        both,
        "the older mail does not come back"
    );
}

#[test]
fn mails_count_in_the_order_in_which_they_arrived_whatever_the_order_of_reading() {
    // Four mails of one seat: a set, an addition, a standing line and its end.
    let mut expected = None;
    let orders: [[usize; 4]; 6] = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [1, 0, 3, 2],
        [2, 3, 0, 1],
        [1, 3, 0, 2],
        [3, 0, 2, 1],
    ];
    for order in orders {
        let own_server = |config: String| config.replace("# authserv_id", "authserv_id");
        let mut site = Postbox::with(own_server);
        let (report, who, examples) = acting(&mut site);
        let seat = if who == ANNA { 1 } else { 2 };
        let texts = [
            format!("{}\nASK D9", examples[1]),
            format!("ADD {}", examples[0]),
            format!("{}\nCANCEL ASK", examples[1]),
            format!("ADD {}\nASK D9", examples[0]),
        ];
        let mails: Vec<Vec<u8>> = texts
            .iter()
            .map(|text| {
                site.advance(1);
                let raw = site.answer_bytes(&report, who, text);
                let received = site.clock.now().strftime("%a, %d %b %Y %H:%M:%S +0000");
                let field = format!("Received: from x by mx.pbem.example.org; {received}\r\n");
                [field.as_bytes(), &raw].concat()
            })
            .collect();
        // All have arrived; a slow disk hands them over one by one, each in a pass of its own, some twice.
        for index in order {
            site.deliver(&mails[index]);
            site.deliver(&mails[index]);
            site.sync();
        }
        assert_eq!(receipts(&mut site, who), 4, "{order:?}");
        let outcome = filed(&mut site, seat);
        assert_eq!(outcome.0.len(), 2, "{order:?}: {outcome:?}");
        assert_eq!(
            expected.get_or_insert_with(|| outcome.clone()),
            &outcome,
            "{order:?}"
        );
    }
}

#[test]
fn two_mails_without_an_identifier_are_one_unless_they_differ() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let raw = |text: &str| {
        format!(
            "From: {ANNA}\r\nTo: {}\r\nSubject: x\r\n\r\n{text}\r\n",
            anna.reply_to
        )
    };
    for (text, expected) in [
        ("SAY one", Disposition::Orders),
        ("SAY one", Disposition::Duplicate),
        ("SAY two", Disposition::Orders),
    ] {
        site.deliver(raw(text).as_bytes());
        assert_eq!(site.sync().read[0].disposition, expected, "{text}");
    }
    assert_eq!(receipts(&mut site, ANNA), 2);
}

#[test]
fn a_held_mail_that_comes_again_is_not_answered_again() {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    let old = game.anna.clone();
    game.answer(&mut site, ANNA, "GO");
    let raw = site.answer(&old, ANNA, "SETUP hun-hc-1 1614 F2");
    site.sync();
    assert_eq!(receipts(&mut site, ANNA), 1);
    site.deliver(&raw);
    assert_eq!(site.sync().read[0].disposition, Disposition::Duplicate);
    assert_eq!(receipts(&mut site, ANNA), 0);
    assert_eq!(receipts(&mut site, BRUNO), 0);
}

#[test]
fn a_mail_is_known_again_by_its_file_whatever_marks_a_reader_put_on_it() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|_| {});
    let raw = site.answer_bytes(&anna, ANNA, "SAY hello");
    let path = site.deliver(&raw);
    site.sync();
    assert_eq!(receipts(&mut site, ANNA), 1);
    // The mark was lost with the machine: the file is offered as new.
    let name = path.file_name().unwrap().to_owned();
    let mut marked = name.clone();
    marked.push(":2,S");
    std::fs::rename(site.path().join("mail/in/cur").join(marked), &path).unwrap();
    let synced = site.sync();
    assert_eq!((synced.taken.new, synced.taken.again), (0, 1));
    assert_eq!(synced.read.len(), 0);
    assert!(!path.exists(), "it is marked at last");
}
