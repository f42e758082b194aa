//! Orders on the board beside talk that is a condition of them, or that asks to add them; and orders that are comments.

use tesserarius::mail::explain::Explanation;

use super::support::site4::Site4;

const MOVE: &str = "MOVE HL03 1614\n";

#[test]
fn a_condition_in_everyday_words_holds_the_orders_beside_it() {
    let site = Site4::new();
    for above in [
        "If Bruno attacks:",
        "If he attacks, then:",
        "Only if Bruno agrees:",
        "Provided that 1411 is empty,",
        "When the Romans come to 1311:",
        "Once HL3 has fired,",
        "Only after HL3 has moved:",
        "Should HL3 be lost:",
        "assuming that HL3 lives:",
        "as long as 1411 is empty:",
        "wenn HL3 in Ordnung ist:",
        "falls HL3 GOOD",
        "Falls das erlaubt ist, bitte so:",
        "Hi Bruno. If that is legal, like this:",
        "Only if Bruno and Clara\nagree to it:",
        "Otherwise:",
    ] {
        let body = format!("{above}\n{MOVE}");
        assert!(site.orders(&body).is_err(), "{body}");
    }
    for above in [
        "If that is legal, like this:",
        "Seulement si Bruno est d accord :",
    ] {
        let body = format!("{above}\n\n{MOVE}");
        assert!(site.orders(&body).is_err(), "{body}");
    }
    for below in [
        "unless Bruno has moved away",
        "provided that HL3 is still GOOD",
        "as long as 1411 is empty",
        "in case RM1 is in 1311",
        "when RM1 is in 1311",
        "(not if RM1 is in 1311)",
        "vorausgesetzt, das ist erlaubt",
        "If HH2 is still disordered, attack it with AH2.",
        "\nonly if it is legal",
        "\nprovided that 1411 is empty",
    ] {
        let body = format!("{MOVE}{below}\n");
        assert!(site.orders(&body).is_err(), "{body}");
    }
}

#[test]
fn talk_of_something_else_holds_no_order() {
    let site = Site4::new();
    for body in [
        format!("Hi Bruno,\nlet me know if that is ok\n\n{MOVE}"),
        format!("{MOVE}\nIf you have questions, write to me.\n"),
        format!("Once again, my orders:\n{MOVE}"),
        format!("{MOVE}\nWhen do we meet?\n"),
        format!("My orders:\n{MOVE}"),
        format!("S'il te pla\u{ee}t :\n{MOVE}"),
    ] {
        assert_eq!(site.orders(&body).map(|own| own.len()), Ok(1), "{body}");
    }
}

#[test]
fn whoever_asks_to_add_orders_without_the_word_is_asked_back() {
    let site = Site4::new();
    for above in [
        "Add this please:",
        "Zus\u{e4}tzlich:",
        "Ajoute ceci :",
        "One more:",
    ] {
        let body = format!("{above}\n{MOVE}");
        assert!(site.orders(&body).is_err(), "{body}");
    }
    assert!(
        site.orders(&format!("Add this please:\nADD {MOVE}"))
            .is_ok()
    );
}

#[test]
fn what_stands_behind_the_sign_of_a_comment_holds_the_mail_if_it_is_more_than_one() {
    let site = Site4::new();
    for line in [
        "MOVE HL03 1614; MOVE HL04 1514",
        "MOVE HL03 1614 // MOVE HL04 1514",
        "MOVE HL03 1614; if 1411 is empty",
        "MOVE HL03 1614 // provided that he agrees",
    ] {
        assert!(site.orders(line).is_err(), "{line}");
    }
    for line in [
        "MOVE HL03 1614;",
        "MOVE HL03 1614 ; to the river",
        "MOVE HL03 1614 # MOVE HL04 1514",
    ] {
        assert_eq!(site.orders(line).map(|own| own.len()), Ok(1), "{line}");
    }
    let notes = site
        .reading(4, "MOVE HL03 1614 ; to the river")
        .outcome
        .notes;
    assert_eq!(notes, ["`to the river` was left out as a comment"]);
}

#[test]
fn an_order_or_a_condition_that_does_not_count_is_named_beside_one_that_does() {
    let site = Site4::new();
    for lost in [
        "#MOVE HL04 1514",
        "; MOVE HL04 1514",
        "// MOVE HL04 1514",
        "| MOVE HL04 1514",
        "\u{bb} MOVE HL04 1514",
        "AB> MOVE HL04 1514",
    ] {
        let notes = site
            .reading(4, &format!("{lost}\n{MOVE}"))
            .outcome
            .notes
            .join("\n");
        assert!(
            notes.contains(&format!("`{lost}` was not read")),
            "{lost}: {notes}"
        );
    }
    for lost in [
        "# IF STATE HL3 GOOD\n",
        "\n-----Original Message-----\nFrom: x\nSent: y\nTo: z\nSubject: w\n\nMOVE HL04 1514\n",
    ] {
        let notes = site
            .reading(4, &format!("{MOVE}{lost}"))
            .outcome
            .notes
            .join("\n");
        assert!(notes.contains("was not read"), "{lost}: {notes}");
    }
}

#[test]
fn whoever_would_put_an_order_right_or_have_it_looked_at_is_asked_back() {
    let site = Site4::new();
    for above in [
        "Korrektur:",
        "Correction :",
        "Correction:",
        "Correzione:",
        "Bitte pr\u{fc}fen:",
        "Nur zum Pr\u{fc}fen:",
        "V\u{e9}rifie \u{e7}a :",
        "Can you check:",
        "Is this allowed?",
        "Soll ich das tun?",
        "Ne pas ex\u{e9}cuter :",
        "For next turn:",
        "F\u{fc}r n\u{e4}chste Runde:",
        "Pour le prochain tour :",
        "Then, if you advance, I stay:",
        "Dann, falls du vorr\u{fc}ckst, bleibe ich:",
        "Ensuite, si tu avances, je reste :",
        "Sollte er kommen, dann:",
    ] {
        for gap in ["", "\n"] {
            let body = format!("{above}\n{gap}{MOVE}");
            assert!(site.orders(&body).is_err(), "{body}");
        }
    }
    for (above, between) in [
        ("Please replace", "by"),
        ("Bitte \u{e4}ndere", "in"),
        ("Remplace", "par"),
    ] {
        let body = format!("{above}\n{MOVE}{between}\nMOVE HL03 1514\n");
        assert!(site.orders(&body).is_err(), "{body}");
    }
    for body in [
        format!("Correction:\nADD {MOVE}"),
        format!("Correction, all my orders anew:\n{MOVE}"),
        format!("My orders for the next turn:\n{MOVE}"),
        format!("Please check your mail more often, Bruno.\n\n{MOVE}"),
    ] {
        assert!(site.orders(&body).is_ok(), "{body}");
    }
}

#[test]
fn second_thoughts_below_an_order_hold_the_mail() {
    let site = Site4::new();
    for below in [
        "No, not HL03 after all, scrap that.",
        "Oops, forget that last one.",
        "Nein, doch nicht HL03, streich das wieder.",
        "Das letzte bitte nicht.",
        "Finalement non, pas HL03.",
        "Das gilt nicht mehr.",
        "Thanks for the game so far!\nOops, forget that last one.",
        "Is this allowed?",
    ] {
        for gap in ["", "\n"] {
            let body = format!("{MOVE}{gap}{below}\n");
            assert!(site.orders(&body).is_err(), "{body}");
        }
    }
    assert!(site.orders("GO\n\nEn fait non, attends.\n").is_err());
    for below in [
        "No more orders.",
        "That is all, see you on Friday.",
        "No hard feelings!",
        "Das ist doch nicht schlimm.",
        "Not much happens here.",
    ] {
        let body = format!("{MOVE}\n{below}\n");
        assert!(site.orders(&body).is_ok(), "{body}");
    }
}

#[test]
fn a_mail_of_refused_lines_is_explained_as_one() {
    let site = Site4::new();
    let because = |body: &str| Explanation::of(&site.reading(4, body)).reasons.join("; ");
    assert_eq!(
        because("MOVE HL03 north\n"),
        "it is the player's, and all that is meant as an order in it is refused: 1 line"
    );
    assert_eq!(
        because("Hi Bruno, see you on Friday.\n"),
        "it is the player's and holds no order"
    );
}
