//! Talk below an order that takes it back: `No, not BC1 after all, scrap that.`
//!
//! A clause takes back only if it says nothing else: each of its words points at what was written, denies, calls off, or
//! fills a sentence.

use super::provisos::{is_piece, sentences};
use super::speech::{DENIALS, Phrases};
use super::talk::Talk;

/// More words than this such a clause does not have.
const LONGEST: usize = 10;

/// Words that point at what was written.
const POINTERS: Phrases = Phrases(
    "that, this, it, them, those, these, last, one, ones, line, lines, order, orders, move, moves, command, commands, \
     above, first, second, third, previous, former, das, dies, diese, dieser, diesen, dieses, es, letzte, letzten, \
     letzter, letztes, zeile, zeilen, befehl, befehle, zug, züge, oben, obige, obigen, erste, ersten, erstes, zweite, \
     zweiten, dritte, dritten, vorige, vorigen, ça, cela, ceci, cette, cet, ces, dernier, dernière, derniers, \
     dernières, ligne, lignes, ordre, ordres, ci-dessus, premier, première, deuxième, troisième, eso, esto, esa, ese, \
     esta, este, último, última, línea, líneas, orden, órdenes, primera, primero, segunda, questo, questa, quello, \
     quella, ultimo, ultima, riga, righe, ordine, ordini, mossa, sopra, primo, prima, dat, dit, laatste, regel, \
     regels, bevel, bevelen, zet, zetten, hierboven, eerste, tweede, isso, isto, linha, linhas, ordem, ordens, acima",
);

/// Words that call off what they name.
const CALLS_OFF: Phrases = Phrases(
    "forget, scrap, cancel, ignore, drop, delete, remove, strike, scratch, skip, undo, disregard, vergiss, vergesst, \
     streich, streiche, streichen, ignoriere, ignorieren, lösche, löschen, weglassen, annulliere, verwirf, oublie, \
     oubliez, annule, annulez, supprime, supprimez, ignorez, raye, retire, efface, olvida, olvídalo, olvidalo, anula, \
     cancela, borra, bórralo, quita, ignora, dimentica, annulla, cancella, togli, vergeet, schrap, annuleer, negeer, \
     verwijder, esquece, esqueça, apaga",
);

/// Words of somebody who has thought again.
const THINKS_AGAIN: Phrases = Phrases(
    "actually, after, all, rather, wait, stop, yet, anymore, doch, lieber, besser, moment, warte, halt, noch, \
     finalement, fait, attends, attendez, plutôt, encore, final, mejor, espera, todavía, infine, meglio, aspetta, \
     anzi, ancora, toch, wacht, liever, afinal, melhor",
);

/// Words that say what counts.
const COUNTS: Phrases = Phrases(
    "counts, count, applies, apply, holds, hold, valid, stands, stand, does, do, gilt, gelten, zählt, zählen, gültig, \
     compte, comptent, vaut, valent, cuenta, cuentan, vale, valen, conta, contano, geldt, gelden, telt, tellen",
);

/// Words that take such a clause away by themselves.
const VOID: Phrases = Phrases("void, ungültig, hinfällig, nul, caduc, nulo, nullo, ongeldig");

/// Words that add nothing.
const FILLERS: Phrases = Phrases(
    "the, a, of, mine, my, please, and, with, but, again, oops, ups, oh, sorry, well, ok, okay, hm, hmm, ah, i, longer, any, \
     more, is, are, der, die, den, dem, bitte, wieder, mal, auch, und, aber, von, mir, mein, meine, meinen, ich, mehr, ist, \
     sind, je, en, le, la, les, de, du, mon, ma, mes, svp, stp, et, mais, plus, n'est, ne, c'est, au, al, el, los, las, \
     y, mi, por, favor, ya, más, es, son, il, lo, gli, e, per, più, di, het, mijn, meer, is, o, os, as, meu, minha, já",
);

/// Denials that stand before a noun as often: `No more orders`.
const BEFORE_NOUNS: Phrases = Phrases("no, kein, keine, keinen, geen, without, ohne");

/// Behind such a denial stands what is denied.
const DENIED_NEXT: Phrases = Phrases(
    "not, wait, stop, rather, actually, eso, esto, esa, ese, esta, este, la, el, cuenta, cuentan, vale, valen",
);

/// Phrases that take back what was written, wherever they stand.
const TAKEN_BACK: Phrases = Phrases(
    "take that back, take it back, changed my mind, second thought, second thoughts, nehme das zurück, nehme es zurück, \
     nehme ich zurück, nimm das zurück, hab es mir anders überlegt, habe es mir anders überlegt, je retire, changé d'avis, \
     laisse tomber, lo retiro, cambiado de idea, he cambiado de opinión, lascia perdere, ho cambiato idea, lo ritiro, \
     laat maar, van gedachten veranderd, mudei de ideia, deixa estar",
);

/// Says whether talk below an order takes it back.
pub(super) fn withdraws(text: &str) -> bool {
    sentences(text).iter().any(|sentence| {
        let goes_on = sentence.trim_end().ends_with([':', '\u{ff1a}']);
        let is_parting = |c: char| ",;:()\u{2013}\u{2014}".contains(c);
        let mut clauses = sentence.split(is_parting);
        !goes_on
            && (Talk::of(sentence).has(TAKEN_BACK)
                || is_withdrawal(sentence)
                || clauses.any(is_withdrawal))
    })
}

/// Says whether a clause takes back what was written, and says nothing else.
fn is_withdrawal(clause: &str) -> bool {
    let said = Talk::of(clause);
    let words: Vec<&str> = said.words().collect();
    let has = |list: Phrases| words.iter().any(|word| list.contains(word));
    let known = [
        POINTERS,
        CALLS_OFF,
        THINKS_AGAIN,
        COUNTS,
        VOID,
        FILLERS,
        DENIALS,
    ];
    let is_known = |word: &&str| is_piece(word) || known.iter().any(|list| list.contains(word));
    if words.len() > LONGEST || !words.iter().all(is_known) {
        return false;
    }
    let points = has(POINTERS) || words.iter().any(|word| is_piece(word));
    let denies = words
        .iter()
        .enumerate()
        .any(|(at, word)| denies(word, words.get(at + 1).copied()));
    // `This is not the last one` tells of something.
    let tells = ["is", "are", "ist", "sind", "es", "son", "c'est"]
        .iter()
        .any(|verb| words.contains(verb));
    let is_off = has(CALLS_OFF) || has(VOID) || denies && (!tells || has(COUNTS));
    points && is_off || denies && has(THINKS_AGAIN) && !tells
}

/// Says whether a word denies, with the one behind it.
fn denies(word: &str, next: Option<&str>) -> bool {
    let is_alone = next.is_none_or(|next| DENIED_NEXT.contains(next));
    DENIALS.contains(word) && (is_alone || !BEFORE_NOUNS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_thoughts_take_back_what_stands_above_them() {
        for text in [
            "No, not BC1 after all, scrap that.",
            "Oops, forget that last one.",
            "Actually ignore the BC1 line.",
            "Nein, doch nicht BC1, streich das wieder.",
            "Das letzte bitte nicht.",
            "Das gilt nicht mehr.",
            "Die erste Zeile gilt nicht mehr.",
            "Vergiss die Zeile oben.",
            "Finalement non, pas BC1.",
            "Non, oublie cette ligne.",
            "En fait non, attends.",
            "Al final no, anula eso.",
            "Alla fine no, annulla questo: ho cambiato idea.",
            "Toch niet, schrap dat.",
            "(vergiss BC1)",
            "On second thought I stay.",
            "That does not count any more.",
            "Cancel my last order please!",
            "Lieber doch nicht.",
        ] {
            assert!(withdraws(text), "{text}");
        }
    }

    #[test]
    fn talk_of_something_else_takes_nothing_back() {
        for text in [
            "No more orders.",
            "No hard feelings!",
            "That is all.",
            "Not bad, was it?",
            "Das ist doch nicht schlimm.",
            "I do not know what you are up to.",
            "This is not the last one.",
            "Pas mal !",
            "Never mind the rain, see you on Friday.",
            "Forget the weather, we play.",
            "Kein Problem.",
            "Not much happens here.",
            "All orders above, please.",
            "No, thanks.",
            "Not this one:",
        ] {
            assert!(!withdraws(text), "{text}");
        }
    }
}
