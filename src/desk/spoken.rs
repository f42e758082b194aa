//! Orders that settle something, in mails as people write them: which count, and for which the mail is held.

use super::language::MatchLanguage;
use crate::mail::body::{Body, BodyLine, Kind};
use crate::mail::lines::{Outcome, read};

/// Reads a plain text.
fn outcome(text: &str) -> Outcome {
    let body = Body {
        kind: Kind::Text,
        name: None,
        lines: text.lines().map(BodyLine::plain).collect(),
        unseen: Vec::new(),
        damaged: false,
    };
    let language = MatchLanguage::beside(vec!["hun".to_owned(), "roman".to_owned()]);
    read(&[body], &language)
}

/// Returns the orders of a plain text, or why its mail is held.
fn orders(text: &str) -> Result<Vec<String>, Vec<String>> {
    let outcome = outcome(text);
    match outcome.uncertain.is_empty() {
        true => Ok(outcome
            .orders
            .into_iter()
            .map(|own| own.order.canonical)
            .collect()),
        false => Err(outcome.uncertain),
    }
}

#[test]
fn a_deed_that_its_writer_meant_counts() {
    for (text, expected) in [
        ("Hi Anna,\n\nRESIGN\n\nBye\n", "RESIGN"),
        ("I give up.\nRESIGN\n", "RESIGN"),
        ("ok:\nACCEPT\n", "ACCEPT"),
        ("ACCEPT\n", "ACCEPT"),
        ("accept\n\nsee you on the field\n", "ACCEPT"),
        (
            "Thanks for the invitation!\nACCEPT\nCheers, Bruno\n",
            "ACCEPT",
        ),
        ("How about a draw?\nDRAW OFFER\n", "DRAW OFFER"),
        ("Would you agree to a draw?\n\nDRAW OFFER\n", "DRAW OFFER"),
        (
            "I can't win this any more.\nRESIGN\n\nthanks for the game\n",
            "RESIGN",
        ),
        ("RESIGN\nthanks for the game, Bruno\n", "RESIGN"),
        ("RESIGN\nIt was a good game.\n", "RESIGN"),
        ("RESIGN\nsent from my phone\n", "RESIGN"),
        ("no chance left\n\nRESIGN\n", "RESIGN"),
        ("Sure, let's do it\n\nACCEPT\n", "ACCEPT"),
        ("yes\nACCEPT\n", "ACCEPT"),
        ("ACCEPT\nlooking forward to it!\n", "ACCEPT"),
        (
            "Could I have two more days, please?\nEXTEND 2d\n",
            "EXTEND 2d",
        ),
        ("Ich brauche mehr Zeit\nEXTEND 2d\nDanke\n", "EXTEND 2d"),
        ("Kann ich das zurücknehmen?\nUNDO 12\n", "UNDO 12"),
        ("Which of us is the Hun?\nGO\n", "GO"),
        ("ready when you are\nGO\n", "GO"),
        (
            "Yes, I accept!\n\nACCEPT\n\nPS: which side am I?\n",
            "ACCEPT",
        ),
        ("Happy to play!\nACCEPT\nWho starts?\n", "ACCEPT"),
        ("RESIGN\n\nBut it was a great game!\n", "RESIGN"),
        ("No thanks\nDECLINE\n", "DECLINE"),
        ("Leider keine Zeit\nDECLINE\n", "DECLINE"),
        (
            "I don't have time for another match, sorry\nDECLINE\n",
            "DECLINE",
        ),
        (
            "I am away until Sunday, sorry.\nEXTEND 2d\nThanks!\n",
            "EXTEND 2d",
        ),
        ("My orders:\nGO\n", "GO"),
        ("Here is what I want:\n\nEXTEND 2d\n", "EXTEND 2d"),
        ("As Bruno suggested:\nUNDO 12\n", "UNDO 12"),
        ("Never mind my last mail:\nWAIT\n", "WAIT"),
        (
            "Hallo Anna,\n\nich gebe auf.\nRESIGN\n\nGruß\nBruno\n",
            "RESIGN",
        ),
        ("Einverstanden:\nACCEPT\n", "ACCEPT"),
        (
            "Bonjour,\n\nje suis d'accord :\nACCEPT\n\nCordialement\n",
            "ACCEPT",
        ),
        ("Hola,\nACCEPT\nsaludos\n", "ACCEPT"),
        ("FORGET ME\n\nThank you for everything.\n", "FORGET ME"),
        ("BEGIN ORDERS\nresign\nEND\n", "RESIGN"),
        ("- RESIGN\n", "RESIGN"),
        ("**RESIGN**\n", "RESIGN"),
        ("GO # the rest is as it was\n", "GO"),
        ("DECLINE\n-- \nnot for me\n", "DECLINE"),
        (
            "VACATION 2026-12-24 2027-01-02\nMerry Christmas!\n",
            "VACATION 2026-12-24 2027-01-02",
        ),
        ("> RESIGN?\nNo. But:\nDRAW OFFER\n", "DRAW OFFER"),
        (
            "Thanks for the invitation. I would like another option:\n\nPROPOSE deadline = 2d\n\nBest, Anna\n",
            "PROPOSE deadline = 2d",
        ),
        ("Yes, it's over.\nRESIGN\n", "RESIGN"),
        (
            "I agree with your offer of a draw:\n\nDRAW ACCEPT\n",
            "DRAW ACCEPT",
        ),
        (
            "Sorry, I cannot go on, I have to:\n\nRESIGN\n\nThanks for the game\n",
            "RESIGN",
        ),
        ("OK then.\nDRAW OFFER\nBest, Anna\n", "DRAW OFFER"),
        ("Let me know if that is ok\n\nGO\n", "GO"),
        ("GO\n\nIf you have questions, write to me.\n", "GO"),
        ("GO;\n", "GO"),
        ("Bruno wrote:\n> shall we?\nACCEPT\n", "ACCEPT"),
        ("Bruno,\nRESIGN\n", "RESIGN"),
        ("Dear Bruno:\nRESIGN\n", "RESIGN"),
        ("Orders:\nRESIGN\n", "RESIGN"),
        ("My Orders:\nGO\n", "GO"),
        ("Meine Befehle:\nRESIGN\n", "RESIGN"),
        ("Mes ordres :\nRESIGN\n", "RESIGN"),
        ("Órdenes:\nGO\n", "GO"),
        ("Turn 4:\nGO\n", "GO"),
        ("Yes:\nACCEPT\n", "ACCEPT"),
        ("Agreed:\nDRAW ACCEPT\n", "DRAW ACCEPT"),
        ("What I meant was:\nRESIGN\n", "RESIGN"),
        ("My last orders, then I am away:\nGO\n", "GO"),
    ] {
        assert_eq!(orders(text), Ok(vec![expected.to_owned()]), "{text}");
    }
    let two = orders("RESIGN\nGO\n");
    assert_eq!(two, Ok(vec!["RESIGN".to_owned(), "GO".to_owned()]));
}

#[test]
fn a_deed_that_a_sentence_goes_on_with_or_takes_back_holds_the_mail() {
    for text in [
        "DRAW OFFER\nwould be silly now.\n",
        "EXTEND 2d\nis what I would ask if I were late.\n",
        "FORGET ME\nnot.\n",
        "RESIGN\n?\n",
        "RESIGN\n... if nothing better comes up\n",
        "RESIGN\nonly if he takes the bridge\n",
        "RESIGN\nIf he takes the bridge.\n",
        "RESIGN\nNot!\n",
        "RESIGN\nNo, wait, I have an idea.\n",
        "RESIGN\nJust kidding!\n",
        "RESIGN\n\nJust kidding!\n",
        "DRAW OFFER\n\nwould be silly now.\n",
        "ACCEPT\n\nif you play the Romans\n",
        "RESIGN\nor\nDRAW OFFER\n",
        "RESIGN\nIs that right?\n",
        "ACCEPT\nWhich of the two should I write?\n",
        "UNDO 12\nis not what I want\n",
        "DRAW ACCEPT\nwäre jetzt albern.\n",
        "RESIGN\nnur wenn er die Brücke nimmt\n",
        "RESIGN\nNein, doch nicht.\n",
        "RESIGN\n\nScherz!\n",
        "RESIGN\nserait trop tôt.\n",
        "RESIGN\nmais pas encore\n",
        "RESIGN\nNon, je plaisante.\n",
        "EXTEND 2d\nsería mejor\n",
        "RESIGN\nsi pierdo el puente\n",
        "RESIGN # not yet\n",
        "RESIGN // just kidding\n",
        "ACCEPT ; if I play the Huns\n",
        "ACCEPT\nProvided I play the Huns.\n",
        "ACCEPT\n\nBut only with deadline 3d.\n",
        "ACCEPT\n\nNot.\n",
        "ACCEPT\n\nNo, sorry, I mean DECLINE.\n",
        "DECLINE\nSorry, I mean ACCEPT.\n",
        "UNDO 12\nForget it.\n",
        "RESIGN\nVergiss es.\n",
        "RESIGN\nOublie \u{e7}a.\n",
        "RESIGN\nOlv\u{ed}dalo.\n",
        "EXTEND 2d\nOr 3d?\n",
    ] {
        assert!(orders(text).is_err(), "{text}");
    }
}

#[test]
fn a_deed_that_what_stands_above_it_disowns_holds_the_mail() {
    for text in [
        "Example:\nRESIGN\n",
        "For example:\n\nRESIGN\n",
        "This is only an example.\nRESIGN\n",
        "Not yet:\nDRAW OFFER\n",
        "No:\nACCEPT\n",
        "Never:\n\nRESIGN\n",
        "Don't do this:\nRESIGN\n",
        "Please ignore the next line.\nRESIGN\n",
        "Bruno wrote:\nRESIGN\n",
        "Bruno wrote:\n\nRESIGN\n",
        "Bruno wrote:\nHi Anna, I shall write\nyou soon.\nRESIGN\n",
        "You said:\nDRAW OFFER\n",
        "My son says:\nRESIGN\n",
        "Should I resign?\nRESIGN\n",
        "What happens if I write:\nRESIGN\n",
        "Do you mean\nRESIGN\n",
        "My options:\nRESIGN\n",
        "Maybe:\nRESIGN\n",
        "I am thinking about it.\nRESIGN\n",
        "I might ...\nRESIGN\n",
        "instead of\nRESIGN\n",
        "I will not\n\nRESIGN\n",
        "Beispiel:\nRESIGN\n",
        "Zum Beispiel:\n\nRESIGN\n",
        "Noch nicht:\nDRAW OFFER\n",
        "Nein:\nACCEPT\n",
        "Bruno schrieb:\nRESIGN\n",
        "Soll ich aufgeben?\nRESIGN\n",
        "Statt\nRESIGN\n",
        "Was passiert bei:\nRESIGN\n",
        "Vielleicht:\nRESIGN\n",
        "Exemple :\nRESIGN\n",
        "Pas encore :\nRESIGN\n",
        "Bruno a écrit :\nRESIGN\n",
        "Dois-je abandonner ?\nRESIGN\n",
        "Au lieu de\nRESIGN\n",
        "Ejemplo:\nRESIGN\n",
        "Todavía no:\nRESIGN\n",
        "Bruno escribió:\nRESIGN\n",
        "¿Debo rendirme?\nRESIGN\n",
        "En lugar de:\nRESIGN\n",
        "Ad esempio: per esempio:\nRESIGN\n",
        "Nog niet:\nRESIGN\n",
        "If I lose the bridge:\nRESIGN\n",
        "If I lose the bridge I will\n\nRESIGN\n",
        "When you are ready:\nGO\n",
        "Tomorrow:\nRESIGN\n",
        "Old orders:\nGO\n",
        "My last mail was:\nRESIGN\n",
        "The commands are:\nRESIGN\nACCEPT\nGO\n",
        "HELP says:\nRESIGN\n",
        "Bruno's answer:\nRESIGN\n",
        "To resign write:\nRESIGN\n",
        "Reply with:\nACCEPT\n",
        "You can\nACCEPT\nor\nDECLINE\n",
        "Say the word and I\nRESIGN\n",
        "Just to be clear, I do NOT want to\nRESIGN\n",
        "Out of the question:\nRESIGN\n",
        "Er schlug vor:\nDRAW OFFER\n",
        "Falls du willst:\nDRAW OFFER\n",
        "Kommt nicht in Frage:\nRESIGN\n",
        "Si tu veux :\nDRAW OFFER\n",
        "Cuando pierda el puente:\nRESIGN\n",
        "Can I resign?\nRESIGN\n",
        "Please explain:\nUNDO 12\n",
        "What's the effect of:\nFORGET ME\n",
        "I quote:\nRESIGN\n",
        "Then he typed:\nRESIGN\n",
        "Your mail had:\nRESIGN\n",
        "Yesterday:\nGO\n",
        "Qu'est-ce qui se passe si j'\u{e9}cris :\nRESIGN\n",
        "Plan for turn 5:\nEXTEND 2d\n",
        "Bruno:\nRESIGN\n",
        "bruno:\nRESIGN\n",
        "Bruno:\n\nRESIGN\n",
        "@Bruno:\nGO\n",
        "Bruno Keller:\nDRAW OFFER\n",
        "Anna van Dijk:\nACCEPT\n",
        "[19:02] Bruno:\nRESIGN\n",
        "Bruno, 24.11., 19:02:\nRESIGN\n",
        "Bruno <bruno@example.net>:\nRESIGN\n",
        "bruno@example.net:\nRESIGN\n",
        "From Bruno:\nRESIGN\n",
        "**Bruno:**\nRESIGN\n",
        "Your last order was:\nGO\n",
        "Your order was:\nRESIGN\n",
        "You sent:\nGO\n",
        "Du hast befohlen:\nGO\n",
        "In my last mail I wrote:\nRESIGN\n",
        "Your last orders:\nGO\n",
        "His previous order:\nGO\n",
        "Dein letzter Befehl war:\nGO\n",
        "Dein letzter Befehl lautete:\nGO\n",
        "Ton dernier ordre :\nGO\n",
        "Tu última orden fue:\nGO\n",
        "Il tuo ultimo ordine era:\nGO\n",
    ] {
        assert!(orders(text).is_err(), "{text}");
    }
}

#[test]
fn a_deed_between_marks_or_in_a_list_of_choices_does_not_run() {
    for text in [
        "You write\n```\nRESIGN\n```\n",
        "```\nRESIGN\n```\n",
        "~~~ text\nEXTEND 2d\n~~~\n",
        "[quote]\nRESIGN\n",
        "/* my choices\nRESIGN\n",
        "RESIGN (not yet)\nGO\n",
        "\u{1f602} RESIGN\n",
        "\"RESIGN\"\n",
        "`RESIGN`\n",
        "\u{201e}RESIGN\u{201c}\n",
        "1. RESIGN\n2. DRAW OFFER\ntell me which\n",
        "1. RESIGN\n2. EXTEND 2d\n",
        "RESIGN\n\nDRAW OFFER\n",
        "ACCEPT\nDECLINE\n",
        "EXTEND 2d\nEXTEND 3d\n",
        "GO\nWAIT\n",
        "- RESIGN\n- go on until the bridge falls\n",
        "\u{2610} RESIGN\n",
        "[ ] ACCEPT\n[ ] DECLINE\n",
    ] {
        assert!(orders(text).is_err(), "{text}");
    }
    for text in [
        "[quote=Bruno]\nRESIGN\n[/quote]\nGO\n",
        "[QUOTE]RESIGN[/QUOTE]\nGO\n",
        "/* RESIGN */\nGO\n",
        "/*\nRESIGN\n*/\nGO\n",
        "<!-- RESIGN -->\nGO\n",
        "[x] GO\n[ ] RESIGN\n",
        "\u{2611} GO\n\u{2610} RESIGN\n",
        "RESIGN?\nGO\n",
        "1. RESIGN 2. DRAW OFFER, tell me which\n\nGO\n",
    ] {
        assert_eq!(orders(text), Ok(vec!["GO".to_owned()]), "{text}");
    }
}

#[test]
fn words_of_courtesy_behind_an_order_change_nothing() {
    for (text, order) in [
        ("ACCEPT UNDO 12 please\n", "ACCEPT UNDO 12"),
        ("GO please\n", "GO"),
        ("GO, please!\n", "GO"),
        ("RESIGN please\n", "RESIGN"),
        ("RESIGN, thanks.\n", "RESIGN"),
        ("UNDO 12 bitte\n", "UNDO 12"),
        ("EXTEND 2d, danke\n", "EXTEND 2d"),
        ("EXTEND 2d svp\n", "EXTEND 2d"),
        ("accept merci\n", "ACCEPT"),
        ("DRAW OFFER por favor\n", "DRAW OFFER"),
        ("CANCEL RESIGN please\n", "CANCEL RESIGN"),
        ("ADD GO please\n", "ADD GO"),
        ("SAY thanks\n", "SAY thanks"),
        ("SAY come on, please\n", "SAY come on, please"),
    ] {
        assert_eq!(orders(text), Ok(vec![order.to_owned()]), "{text}");
    }
    for text in [
        "resign please\n",
        "Bruno,\nresign, please!\n",
        "ADD resign bitte\n",
    ] {
        assert!(
            orders(text).is_err(),
            "whoever reads it may be asked: {text}"
        );
    }
}

#[test]
fn a_message_passes_on_what_it_quotes() {
    let read = outcome("MESSAGE all\n[quote]\nRESIGN\n[/quote]\nENDMESSAGE\nGO\n");
    assert_eq!(read.orders[0].message, ["[quote]", "RESIGN", "[/quote]"]);
    assert_eq!(read.orders[1].order.canonical, "GO");
}

#[test]
fn a_condition_in_everyday_words_beside_a_deed_holds_the_mail() {
    for text in [
        "Only if Bruno agrees:\nGO\n",
        "Only if Bruno agrees:\n\nGO\n",
        "GO\n\nPS: only if Bruno agrees.\n",
        "Nur wenn Bruno einverstanden ist:\nGO\n",
        "Seulement si Bruno est d accord :\nGO\n",
        "Solo si Bruno est\u{e1} de acuerdo:\nGO\n",
        "Alleen als Bruno akkoord is:\nGO\n",
        "GO\n\nvorausgesetzt, das ist erlaubt\n",
        "GO; only if he agrees\n",
    ] {
        assert!(orders(text).is_err(), "{text}");
    }
}

#[test]
fn a_deed_whose_writer_would_rather_wait_holds_the_mail() {
    for text in [
        "GO\n\nNo, rather not.\n",
        "GO\n\nPlease wait, I am not sure.\n",
        "GO\n\nWarte bitte noch, ich bin nicht sicher.\n",
        "Je pense abandonner.\nRESIGN\n",
        "I am thinking of giving up.\nRESIGN\n",
    ] {
        assert!(orders(text).is_err(), "{text}");
    }
    for text in [
        "Je pense que c'est fini.\nRESIGN\n",
        "RESIGN\n\nNo hard feelings!\n",
    ] {
        assert!(orders(text).is_ok(), "{text}");
    }
}

#[test]
fn talk_that_says_what_an_order_would_do_is_named_with_the_order() {
    for (text, order) in [
        ("I resign.\n", "`RESIGN`"),
        ("I offer a draw.\n", "`DRAW OFFER`"),
        ("I am ready now. GO\n", "`GO`"),
        ("Ich bin fertig. GO\n", "`GO`"),
        ("Please GO\n", "`GO`"),
        ("\u{201c}UNDO 12\u{201d}\n", "`UNDO 12`"),
        ("Bitte UNDO 12.\n", "`UNDO 12`"),
    ] {
        let notes = outcome(text).notes.join("; ");
        assert!(notes.contains(order), "{text}: {notes}");
    }
    assert_eq!(outcome("I resign.\nRESIGN\n").notes, [""; 0]);
}

#[test]
fn an_order_that_is_a_comment_or_quoted_is_named() {
    for text in [
        "#RESIGN\nGO\n",
        "; RESIGN\nGO\n",
        "// RESIGN\nGO\n",
        "| RESIGN\nGO\n",
        "GO\n> RESIGN\n",
        "GO\n\nFrom: Tessera <o@p.example>\nSent: 24 November 2026\nTo: Anna\nSubject: x\n\nRESIGN\n",
        "GO\n\nOn 24 Nov 2026 at 19:02, Tessera wrote:\n\nRESIGN\n",
        "GO\n\n---- Forwarded message ----\n1. RESIGN\n",
        "GO\n-- \nRESIGN\n",
    ] {
        let read = outcome(text);
        assert_eq!(read.orders.len(), 1, "{text}");
        let notes = read.notes.join("; ");
        assert!(notes.contains("RESIGN` was not read"), "{text}: {notes}");
    }
    for text in [
        "GO\n> | RESIGN\n",
        "GO\n> GO\n",
        "GO\n> The Huns resign the bridge.\n",
        "GO\n\n-----Original Message-----\n| RESIGN\n",
    ] {
        let read = outcome(text);
        assert_eq!(
            read.notes, [""; 0],
            "an example, or what is ordered anyway: {text}"
        );
    }
}
