//! Nothing that one side keeps to itself shows in the other side's mails: neither words nor sizes nor numbers.

use super::support::postbox::{ANNA, BRUNO, GEORG, Game, Postbox, plain_answer};

/// A mail of Bruno's with every hash that may differ replaced by as many zeros.
fn levelled(raw: &[u8]) -> String {
    // Quoted-printable breaks lines where it must; hashes are longer than that.
    let text = String::from_utf8_lossy(raw).replace("=\r\n", "");
    let digits = |c: char| c.is_ascii_hexdigit() && !c.is_ascii_uppercase();
    let mut out = String::new();
    for line in text.lines() {
        let hides = ["seal: ", "prev: ", "#HEAD ", "seal ", "text: run "];
        let in_record = line.contains("\"kind\":\"entry\"") || line.contains("\"nonce\"");
        if hides.iter().any(|start| line.starts_with(start)) || in_record || line.starts_with('+') {
            let mut run = String::new();
            for c in line.chars().chain([' ']) {
                if digits(c) {
                    run.push(c);
                    continue;
                }
                let hash = run.len() >= 32;
                out.push_str(&if hash {
                    "0".repeat(run.len())
                } else {
                    run.clone()
                });
                run.clear();
                out.push(c);
            }
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// What Bruno asks with each of his letters.
const QUERIES: &str = "\
SHOW STANDING
SHOW MAP
SHOW RECORD
SHOW UNIT hun-lc-1
SHOW LEGAL vis-lc-1
ODDS FIRE arm-li-1 hun-lc-1
ODDS SHOCK vis-hc-1 ON hun-lc-1
HELP";

/// What Bruno has judged before each of his letters: lines that are good, bad, and about the other side.
const CHECKED: &str = "\
CHECK
MOVE vis-lc-1 TO 1512
SHOCK vis-hc-1 ON hun-lc-1
FIRE arm-li-1 hun-lc-1
MOVE hun-lc-1 1509
EVADE ALL:LC BEFORE ANY AWAY FACE 12
CARD R1 WHEN ATTACKED vis-mi-1 TARGET vis-mi-1
PASS";

/// What Bruno gets while Anna files, beside her orders, lines that nothing consults or reveals.
fn mails_to_bruno(beside: &str) -> Vec<String> {
    let mut site = Postbox::new();
    let mut game = Game::start(&mut site);
    for _ in 0..5 {
        for address in [ANNA, BRUNO] {
            let Some(question) = game.question(address) else {
                continue;
            };
            let plain = plain_answer(&question);
            let text = match address {
                ANNA => format!("{plain}\n{beside}\nGO"),
                _ => format!("{plain}\n{QUERIES}\nGO"),
            };
            if address == BRUNO {
                let letter = game.report_of(BRUNO).clone();
                site.answer(&letter, BRUNO, CHECKED);
                site.sync();
            }
            game.answer(&mut site, address, &text);
        }
    }
    let mails = site.sent().into_iter().filter(|mail| mail.to == BRUNO);
    let mut mails: Vec<String> = mails.map(|mail| levelled(&mail.raw)).collect();
    mails.sort();
    mails
}

#[test]
fn the_other_sides_secret_lines_do_not_show() {
    let plain = mails_to_bruno("");
    for beside in [
        "ASK D9",
        "PLAN reserve\nMOVE hun-lc-1 1509\nENDPLAN",
        "CARD H1 WHEN END OSTROGOTHS\nCARD H4 WHEN END OSTROGOTHS",
        "EVADE ALL:LC BEFORE ANY AWAY FACE 12\nCOUNTER ALL NO\nLOSS HL3 HL4",
        "MOVE nobody-7 1609",
        "SHOW MAP",
        "SET REPORT text",
        "HELP",
    ] {
        let other = mails_to_bruno(beside);
        assert_eq!(plain.len(), other.len(), "{beside}: the number of mails");
        for (one, two) in plain.iter().zip(&other) {
            if one != two {
                let at = one.lines().zip(two.lines()).find(|(a, b)| a != b);
                panic!("{beside}: {at:?}");
            }
        }
    }
}

#[test]
fn what_is_carried_out_does_show() {
    assert_ne!(
        mails_to_bruno(""),
        mails_to_bruno("SAY hello"),
        "the comparison can fail"
    );
}

#[test]
fn the_game_master_hears_that_a_mail_is_held_and_not_what_it_orders() {
    let mut site = Postbox::new();
    let (anna, _) = site.start(|new| new.game_master = Some(GEORG.to_owned()));
    site.answer(
        &anna,
        ANNA,
        "Instead of:\nSETUP hun-hc-1 1614 F2\nI do\nSETUP hun-hc-1 1615 F2",
    );
    site.sync();
    let sent = site.sent();
    let last = |to: &str| sent.iter().rfind(|letter| letter.to == to).unwrap();
    let (told, warned) = (last(ANNA), last(GEORG));
    assert!(told.text.contains("SETUP hun-hc-1 1614"), "{}", told.text);
    assert!(
        warned
            .text
            .contains("A mail for the seat hun is held: it is not certain which"),
        "{}",
        warned.text
    );
    assert!(
        !warned.text.contains("hun-hc-1") && !warned.text.contains("SETUP"),
        "{}",
        warned.text
    );
}
