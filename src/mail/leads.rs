//! Lines above orders of every kind that lead to them and do not mean that they be carried out now.

use super::speech::{DENIALS, MYSELF, Phrases, WAVERING};
use super::talk::{Ending, Talk};

/// More words than this a heading does not have.
const HEADING: usize = 8;

/// As many words has a line that is nothing but such a wish.
const SHORT: usize = 4;

/// Words of somebody who wants to know whether an order would do.
const CHECKS: Phrases = Phrases(
    "check, checking, validate, verify, dry run, prüfe, prüfen, prüft, prüfung, überprüfe, überprüfen, kontrolliere, \
     kontrollieren, testen, probelauf, vérifie, vérifier, vérifiez, vérification, tester, comprueba, comprobar, \
     compruebe, verifica, verificar, verifique, controlla, controllare, verificare, controleer, controleren, nakijken",
);

/// Words that ask whether the rules let one do something.
const ALLOWED: Phrases = Phrases(
    "allowed, legal, permitted, erlaubt, zulässig, regelkonform, permis, permise, autorisé, légal, permitido, \
     permesso, ammesso, consentito, toegestaan, geoorloofd",
);

/// Words that point at what is written beside them.
const POINTS: Phrases = Phrases(
    "this, that, these, those, it, so, das, dies, diese, so, es, ça, cela, ceci, ainsi, c'est, ce, eso, esto, así, questo, \
     così, dit, dat, zo, isso, isto, assim",
);

/// Words for what happens to an order that counts.
const CARRIED_OUT: Phrases = Phrases(
    "execute, run, file, play, carry out, process, use, apply, ausführen, ausfuehren, spielen, einreichen, werten, \
     exécuter, executer, jouer, appliquer, ejecutar, jugar, aplicar, eseguire, giocare, applicare, uitvoeren, spelen, indienen, executar, jogar",
);

/// Headings that begin so stand above what is for a later turn.
const LATER: Phrases = Phrases(
    "for next, for the next, for later, for tomorrow, next turn, next round, next phase, next time, later, tomorrow, \
     für nächste, für nächsten, für nächstes, für die nächste, für den nächsten, für das nächste, fürs nächste, für \
     später, für morgen, nächste runde, nächster zug, nächsten zug, nächste phase, nächstes mal, später, morgen, pour le \
     prochain, pour la prochaine, pour le tour prochain, pour le tour suivant, pour plus tard, pour demain, prochain \
     tour, tour prochain, tour suivant, prochaine phase, la prochaine fois, plus tard, demain, para el próximo, para la \
     próxima, para el siguiente, para el turno siguiente, para más tarde, para mañana, próximo turno, siguiente turno, \
     más tarde, mañana, per il prossimo, per la prossima, per dopo, per domani, prossimo turno, turno prossimo, più \
     tardi, domani, voor volgende, voor de volgende, voor later, voor morgen, volgende beurt, volgende ronde, straks, \
     para o próximo, para a próxima, mais tarde, amanhã",
);

/// Verbs of somebody who wants one order in the place of another.
const REPLACES: Phrases = Phrases(
    "replace, substitute, swap, exchange, change, ändere, ändern sie, ersetze, ersetzen sie, tausche, tausch, wechsle, \
     remplace, remplacez, change, changez, échange, échangez, reemplaza, reemplace, sustituye, sustituya, cambia, \
     cambie, sostituisci, vervang, wijzig, verander, ruil, substitui, substitua, troca, troque, muda",
);

/// Words that may stand before such a verb.
const POLITE: Phrases = Phrases(
    "please, pls, bitte, sorry, and, und, et, y, e, en, por favor, per favore, svp, stp, can you, could you, kannst du, \
     peux-tu, puedes, puoi, kun je, alsjeblieft",
);

/// Words for an order that puts another one right.
const CORRECTS: Phrases = Phrases(
    "correction, corrections, corrected, correcting, erratum, errata, amendment, amended, revision, revised, fix, \
     typo, mistake, edit, i correct, korrektur, korrekturen, korrigiert, korrigiere, ich korrigiere, berichtigung, \
     berichtigt, verbesserung, änderung, änderungen, geändert, tippfehler, fehler, rectification, rectifié, corrigé, corrigée, \
     je corrige, corrige, modification, modifié, modifiée, erreur, corrección, correcciones, corregido, corregida, \
     corrijo, cambio, error, correzione, correzioni, corretto, correggo, modifica, errore, correctie, gecorrigeerd, \
     verbetering, wijziging, fout, correção, corrigido, erro",
);

/// Words of somebody who sends all of his orders.
const WHOLE: Phrases = Phrases(
    "orders, set, old ones, befehle, ordres, órdenes, ordini, bevelen, ordens, whole, all, complete, entire, full, anew, everything, komplett, komplette, ganz, ganze, ganzen, alle, alles, gesamt, \
     gesamte, vollständig, vollständige, complet, complète, complets, tout, tous, toute, toutes, entier, entière, \
     completo, completa, todo, toda, todos, todas, entero, tutto, tutti, tutte, intero, volledig, volledige, heel, hele",
);

/// Says why an order below a line may not be meant now; `is_plan` is whether it begins a plan.
pub(super) fn doubt(said: &Talk, is_plan: bool) -> Option<&'static str> {
    let is_heading = said.ending() == Ending::Colon && said.count() <= HEADING;
    let is_short = said.count() <= SHORT;
    let asks = said.ending() == Ending::Question;
    let is_mine = said.begins_with(MYSELF);
    if said.has(CHECKS) && !is_mine && (is_heading || is_short || asks && said.has(POINTS)) {
        return Some(
            "the line above may ask that it only be looked at; write `CHECK` alone on a line if nothing is to be filed",
        );
    }
    if asks_leave(said) {
        return Some(
            "the line above asks about it; `CHECK` alone on a line tells what would become of it",
        );
    }
    if is_not_to_be_done(said) {
        return Some("the line above may say that it is not to be carried out");
    }
    if is_heading && !is_plan && said.begins_with(LATER) {
        return Some(
            "the line above may speak of a later turn; what is to be done then stands between `PLAN` and `ENDPLAN`",
        );
    }
    let replaces = said.ending() != Ending::Question
        && said.count() <= SHORT
        && behind_politeness(said).begins_with(REPLACES);
    replaces.then_some(
        "the line above may ask to put one order in the place of another; send the whole set as it should be",
    )
}

/// Says whether a line leads to an order that is to put right one that was sent before.
pub(super) fn corrects(said: &Talk) -> bool {
    let is_heading = match said.ending() {
        Ending::Colon => {
            said.count() <= SHORT || said.count() <= HEADING && said.begins_with(CORRECTS)
        }
        Ending::Open | Ending::Dots | Ending::Stop => said.count() <= 2,
        Ending::Question => false,
    };
    is_heading && said.has(CORRECTS) && !said.has(WHOLE)
}

/// Says whether a line asks whether what stands beside it may be done, or should be.
pub(super) fn asks_leave(said: &Talk) -> bool {
    let is_short = said.count() <= 2;
    said.ending() == Ending::Question
        && (said.has(ALLOWED) && (said.has(POINTS) || is_short)
            || said.has(WAVERING) && said.has(POINTS) && said.count() <= HEADING)
}

fn is_not_to_be_done(said: &Talk) -> bool {
    let is_about_order = match said.ending() {
        Ending::Colon => said.count() <= HEADING,
        Ending::Stop | Ending::Open | Ending::Dots => said.count() <= SHORT,
        Ending::Question => false,
    };
    is_about_order && said.has(DENIALS) && said.has(CARRIED_OUT)
}

/// Returns what stands behind words of politeness.
fn behind_politeness(said: &Talk) -> Talk {
    let mut rest = said.said();
    while let Some(behind) = POLITE.each().find_map(|word| {
        let behind = rest.strip_prefix(word)?;
        behind.strip_prefix(' ')
    }) {
        rest = behind;
    }
    Talk::of(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_below_a_line_that_wants_something_else_is_doubtful() {
        for text in [
            "Bitte prüfen:",
            "Prüfe bitte:",
            "Nur zum Prüfen:",
            "Vérifie ça :",
            "Juste pour vérifier :",
            "Can you check:",
            "Kannst du das prüfen?",
            "Is this allowed?",
            "Ist das erlaubt?",
            "Est-ce que c'est permis ?",
            "Soll ich das tun?",
            "Should I do this?",
            "Ne pas exécuter :",
            "Nicht ausführen:",
            "Please do not file this:",
            "For next turn:",
            "Für nächste Runde:",
            "Pour le prochain tour :",
            "Para el próximo turno:",
            "Please replace",
            "Bitte ändere",
            "Remplace",
            "Can you change:",
        ] {
            assert!(doubt(&Talk::of(text), false).is_some(), "{text}");
        }
        assert_eq!(doubt(&Talk::of("For next turn:"), true), None, "a plan");
    }

    #[test]
    fn talk_above_an_order_that_leads_to_it_leaves_it_alone() {
        for text in [
            "My orders for the next turn:",
            "Here are my orders, please check your mail more often.",
            "I checked the map twice:",
            "Which of us is the Hun?",
            "Should I bring something on Friday?",
            "I do not know what you will play, so here it goes:",
            "No luck today.",
            "Let us change the day.",
            "Kann ich das zurücknehmen?",
        ] {
            assert_eq!(doubt(&Talk::of(text), false), None, "{text}");
        }
    }

    #[test]
    fn a_heading_of_a_correction_is_told_from_one_of_a_whole_set() {
        for text in [
            "Korrektur:",
            "Correction :",
            "Correction:",
            "Small correction:",
            "Correction to my last mail:",
            "Corrección:",
            "Correctie:",
            "Korrektur",
        ] {
            assert!(corrects(&Talk::of(text)), "{text}");
        }
        for text in [
            "Correction, the whole set:",
            "Korrektur, alle Befehle:",
            "I correct papers all day.",
            "My orders:",
        ] {
            assert!(!corrects(&Talk::of(text)), "{text}");
        }
    }
}
