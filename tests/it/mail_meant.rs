//! Orders to pieces among talk: which count, and for which the mail is held.

use super::support::site4::Site4;

#[test]
fn no_order_loses_the_condition_that_stands_beside_it() {
    let site = Site4::new();
    for body in [
        "MOVE HL03 1614\nUNLESS LOST HL02\n",
        "MOVE HL03 1614\n(unless HL02 is lost)\n",
        "MOVE HL03 1614\n... and only if 1514 is empty\n",
        "MOVE HL03 1614\n\nUNLESS LOST HL02\n",
        "MOVE HL03 1614 # x\nUNLESS LOST HL02\n",
        "MOVE HL03 1614\nELSE FACE HL03 2\n",
        "MOVE HL03 1614; UNLESS LOST HL02\n",
        "IF LOST HL02 THEN\nMOVE HL03 1614\n",
        "If HL02 is lost:\n\nMOVE HL03 1614\n",
        "UNLESS LOST HL02\n> x\nMOVE HL03 1614\n",
    ] {
        assert!(site.orders(body).is_err(), "{body}");
    }
    for body in [
        "MOVE HL03 1614\nthen 1510, facing 10\n",
        "MOVE HL03 1614\nand then on to 1510\n",
        "MOVE HL03 1614\nund danach 1510.\n",
        "MOVE HL03 1614\nEt ensuite, 1510\n",
    ] {
        assert!(site.orders(body).is_err(), "{body}");
    }
    for body in [
        "If you like we play on Friday:\nMOVE HL03 1614\n",
        "If HL02 dies I am lost.\nMOVE HL03 1614\n",
        "MOVE HL03 1614\nIf I had known that!\n",
        "MOVE HL03 1614\nThen HL02 goes home\n",
    ] {
        assert_eq!(
            site.orders(body),
            Ok(vec!["MOVE HL03 1614".into()]),
            "{body}"
        );
    }
}

#[test]
fn the_last_word_of_a_broken_sentence_is_no_order() {
    let site = Site4::new();
    let long = "I have been thinking about it for a long while and now I would say";
    for body in [
        "I wanted to\ngo\n".to_owned(),
        "I wanted to\nGO\n".to_owned(),
        format!("{long}\nGO\n"),
        format!("SAY {long}\nGO\n"),
        format!("MOVE HL03 1614 # {long}\nGO\n"),
        format!("# {long}\nGO\n"),
        "My choice:\n1. GO\n2. stay\n".to_owned(),
        "Go\nhome, all of you\n".to_owned(),
        "go; but not now\n".to_owned(),
        "To the bitter\nend.\nGO\n".to_owned(),
    ] {
        assert!(site.orders(&body).is_err(), "{body}");
    }
    for body in [
        "Hi Anna,\nGO\n",
        "Here is my order\nGO\n",
        "That is all.\ngo\n",
        "go\n\nBruno\n",
        "GO\nBruno\n",
        "1. GO\n",
        "GO # but\n",
    ] {
        assert_eq!(site.orders(body), Ok(vec!["GO".into()]), "{body}");
    }
}

#[test]
fn an_order_to_pieces_that_nobody_meant_holds_the_mail() {
    let site = Site4::new();
    for body in [
        "Instead of:\nMOVE HL03 1614\nI do\nMOVE HL03 1514\n",
        "instead of\nMOVE HL03 1614\n",
        "Not this one:\nMOVE HL03 1614\n",
        "I would not do this:\n\nMOVE HL03 1614\n",
        "Do not\nMOVE HL03 1614\n",
        "MOVE HL03 1614\nwould be silly now.\n",
        "MOVE HL03 1614\nis what I would do if I were you\n",
        "Example:\nMOVE HL03 1614\n",
        "Please ignore the following:\nMOVE HL03 1614\n",
        "Not yet:\nMOVE HL03 1614\n",
        "No:\nMOVE HL03 1614\n",
        "Draft:\nMOVE HL03 1614\n",
        "Bruno wrote:\nMOVE HL03 1614\n",
        "Bruno wrote:\nHi Anna, I mean to\nMOVE HL03 1614\n",
        "This is only an example.\nMOVE HL03 1614\n",
        "[quote]\nMOVE HL03 1614\n",
        "\u{2610} MOVE HL03 1614\n",
        "( ) MOVE HL03 1614\n( ) MOVE HL03 1514\n",
        "Statt:\nMOVE HL03 1614\n",
        "Nicht so:\nMOVE HL03 1614\n",
        "Zum Beispiel:\nMOVE HL03 1614\n",
        "MOVE HL03 1614\nw\u{e4}re jetzt falsch\n",
        "Bruno schrieb:\nMOVE HL03 1614\n",
        "Au lieu de :\nMOVE HL03 1614\n",
        "Par exemple :\nMOVE HL03 1614\n",
        "Bruno a \u{e9}crit\u{a0}:\nMOVE HL03 1614\n",
        "Todav\u{ed}a no:\nMOVE HL03 1614\n",
        "En lugar de esto:\nMOVE HL03 1614\n",
    ] {
        assert!(site.orders(body).is_err(), "{body}");
    }
}

#[test]
fn orders_among_ordinary_talk_count() {
    let site = Site4::new();
    for body in [
        "Instead of my last orders, please take these:\nMOVE HL03 1614\n",
        "Never mind my last mail, here is what counts:\nMOVE HL03 1614\n",
        "Don't forget these:\nMOVE HL03 1614\n",
        "I can't do much this turn.\nMOVE HL03 1614\n",
        "No surprises today, I am afraid.\nMOVE HL03 1614\n",
        "Perhaps Bruno sleeps.\nMOVE HL03 1614\n",
        "As Bruno wrote, the map was wrong. Here we go:\nMOVE HL03 1614\n",
        "As I wrote:\nMOVE HL03 1614\n",
        "Should I lose HL02, so be it.\nMOVE HL03 1614\n",
        "This turn I will\nMOVE HL03 1614\n",
        "Turn 4:\nMOVE HL03 1614\n",
        "Bruno wrote:\n> shall we?\nMOVE HL03 1614\n",
        "```\nMOVE HL03 1614\n```\n",
        "MOVE HL03 1614\nas we said\n",
        "Hier meine Z\u{fc}ge:\nMOVE HL03 1614\n",
        "Nicht viel diesmal, nur das Eine.\nMOVE HL03 1614\n",
        "Voici mes ordres :\nMOVE HL03 1614\n",
        "[quote=Bruno]\nMOVE HL03 1514\n[/quote]\nMOVE HL03 1614\n",
        "/* MOVE HL03 1514 */\nMOVE HL03 1614\n",
        "\u{2610} MOVE HL03 1514\n\u{2612} MOVE HL03 1614\n",
        "\u{25a1} MOVE HL03 1614\n",
    ] {
        let expected = Ok(vec!["MOVE HL03 1614".into()]);
        assert_eq!(site.orders(body), expected, "{body}");
    }
}

#[test]
fn what_is_said_below_talk_is_no_end_of_a_sentence() {
    let site = Site4::new();
    assert_eq!(
        site.orders("and then\nSAY hello\nSAY again\n"),
        Ok(vec!["SAY HELLO".into(), "SAY AGAIN".into()])
    );
}
