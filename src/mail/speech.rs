//! Words and phrases by which talk tells that the order beside it is not one, in the languages people write in.
//!
//! Everything is in lower case, without the signs round words, a comma between two phrases.

/// Phrases with commas between them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrases(pub(super) &'static str);

impl Phrases {
    /// Returns the phrases one by one, without the blanks by which they are laid out.
    pub(super) fn each(self) -> impl Iterator<Item = &'static str> {
        self.0.split(',').map(str::trim)
    }

    /// Says whether a word is one of them.
    pub(super) fn contains(self, word: &str) -> bool {
        self.each().any(|phrase| phrase == word)
    }
}

/// Words that say no.
pub(super) const DENIALS: Phrases = Phrases(
    "not, never, no, don't, dont, won't, wouldn't, cannot, can't, couldn't, shouldn't, isn't, aren't, \
     doesn't, didn't, nor, neither, without, nicht, nie, niemals, kein, keine, keinen, nein, ohne, pas, \
     jamais, non, nunca, jamás, mai, niet, nooit, geen, nee, não, ikke, inte, nej, ej, ei, nem",
);

/// Denials that deny nothing, word by word.
pub(super) const HOLLOW_DENIALS: Phrases = Phrases(
    "never mind, no problem, not only, why not, no doubt, don't forget, do not forget, nicht vergessen, \
     kein problem, nicht nur, pas de problème, no hay problema, n'oublie pas",
);

/// Words that point at the lines below, wherever they stand in their sentence.
pub(super) const POINTERS: Phrases = Phrases(
    "following, below, next line, next lines, these orders, this order, folgende, folgenden, folgendes, \
     unten, nächste zeile, ci-dessous, suivant, suivante, suivants, suivantes, siguiente, siguientes, \
     abajo, seguente, seguenti, volgende",
);

/// Words that point at what comes next where they end a line.
pub(super) const LAST_POINTERS: Phrases = Phrases(
    "this, that, these, those, one, ones, it, so, das, dies, diese, dieser, diesen, ça, cela, ceci, \
     celui-ci, esto, eso, así, este, estos, questo, così, dit, isso, yet, encore, todavía, aún, ancora",
);

/// Behind such words stands what is not to be done.
pub(super) const INSTEAD_OF: Phrases = Phrases(
    "instead of, rather than, other than, anything but, statt, anstatt, anstelle von, außer, au lieu de, \
     plutôt que, en lugar de, en vez de, invece di, in plaats van, em vez de, i stedet for, \
     i stället för",
);

/// What stands beside such words is shown rather than ordered.
pub(super) const SHOWN: Phrases = Phrases(
    "example, examples, e.g, eg, for instance, template, sample, z.b, zb, beispiel, beispiele, \
     zum beispiel, muster, exemple, exemples, p.ex, par exemple, ejemplo, ejemplos, p.ej, por ejemplo, \
     esempio, esempi, voorbeeld, bijvoorbeeld, exemplo, exempel, eksempel, przykład, например",
);

/// What stands beside such words is not to be taken up, or not yet.
pub(super) const PUT_OFF: Phrases = Phrases(
    "not yet, noch nicht, pas encore, todavía no, todavia no, aún no, aun no, non ancora, nog niet, \
     ainda não, wip, work in progress, unfinished, tentative, in arbeit, vorläufig, unfertig, provisoire, provisional, \
     provvisorio, voorlopig, provisório, ignore, disregard, skip this, scratch that, ignoriere, ignorieren, ignoriert, ignorez, \
     ignora, ignorar, negeer, draft, entwurf, brouillon, borrador, bozza, cancelled, canceled, \
     crossed out, gestrichen, not meant, nicht gemeint, not serious, not for real, just testing, out of the question, kommt nicht in frage, hors de question, for later, \
     old orders, my old mail, last mail was, alte befehle, anciens ordres, órdenes viejas",
);

/// Nobody means what stands beside such words.
pub(super) const JOKES: Phrases = Phrases(
    "kidding, just joking, only joking, a joke, joke, lol no, haha no, scherz, nur spaß, nur spass, \
     ein witz, je plaisante, je rigole, blague, broma, bromeo, scherzo, scherzavo, grapje, brincadeira, \
     skojar, żart",
);

/// Who says so has not decided.
pub(super) const WAVERING: Phrases = Phrases(
    "should i, shall i, must i, do i, soll ich, sollte ich, muss ich, \
     dois-je, devrais-je, est-ce que je, debo, debería, devo, \
     moet ik, zal ik, not sure, unsure, undecided, thinking of, thinking about, \
     considering, tempted, unsicher, unentschieden, unschlüssig, überlege, erwäge, j'hésite, je pense à, \
     pensando en, penso di, penso a, twijfel, what if, qu'est-ce, passe si, was wenn, et si, y si, e se, wat als, \
     what happens, was passiert, was geschieht, que se passe, qué pasa, cosa succede, what does, \
     do you mean, did you mean, meinst du",
);

/// Who says so wants what he writes below, as far as others let him.
pub(super) const WISHING: Phrases = Phrases(
    "i would like, i'd like, we would like, we'd like, i would prefer, i'd prefer, i would want, i would rather, \
     ich möchte, ich hätte gern, ich hätte gerne, ich würde gern, ich würde gerne, je voudrais, j'aimerais, je \
     souhaite, quisiera, me gustaría, vorrei, mi piacerebbe, ik wil graag, ik zou graag, gostaria",
);

/// Who says so agrees with what somebody else wanted.
pub(super) const AGREES: Phrases = Phrases(
    "i agree, we agree, agreed, i accept, i take, einverstanden, ich stimme zu, ich nehme, d'accord, j'accepte, \
     de acuerdo, acepto, d'accordo, accetto, akkoord, ik ga akkoord, aceito",
);

/// Who says so thinks of something, unless he says what he thinks.
pub(super) const INTENDS: Phrases = Phrases(
    "i think of, i think about, i'm thinking, i am thinking, i'm inclined, i am inclined, ich denke daran, ich \
     denke darüber, ich denke an, ich denke ans, je pense, j'envisage, je songe, pienso, estoy pensando, penso, \
     sto pensando, ik denk aan, ik denk erover, ik overweeg",
);

/// Behind such a word stands an opinion.
pub(super) const OPINES: Phrases =
    Phrases("que, qu'il, qu'elle, qu'on, che, avoir, être, di, haber, aver, averlo");

/// Whoever begins so wants nothing done at all.
pub(super) const STOPS: Phrases = Phrases(
    "please wait, please hold, please don't, please do not, wait, hold on, hang on, stop, don't, do not, rather \
     not, better not, warte, warten sie, bitte warte, bitte warten, moment, bitte nicht, lieber nicht, besser \
     nicht, halt, attends, attendez, arrête, plutôt non, un moment, espera, para, mejor no, aspetta, meglio di \
     no, meglio no, wacht, liever niet, espere",
);

/// Who ends so has not decided.
pub(super) const UNSURE: Phrases = Phrases(
    "not sure, not so sure, not quite sure, not certain, unsure, undecided, not decided yet, unsicher, nicht \
     sicher, nicht ganz sicher, unentschieden, pas sûr, pas sûre, pas certain, pas certaine, no estoy seguro, no \
     estoy segura, non sono sicuro, non sono sicura, niet zeker",
);

/// Whoever begins so may want orders added to those that he has sent.
pub(super) const ADDS: Phrases = Phrases(
    "add, adding, additionally, in addition, additional, also, plus, furthermore, zusätzlich, füge, ergänze, \
     ergänzend, ergänzung, außerdem, dazu, noch, ajoute, ajoutez, j'ajoute, en plus, de plus, aussi, añade, \
     añada, agrega, agregue, además, también, aggiungi, aggiungere, inoltre, anche, voeg, toevoegen, daarnaast, \
     bovendien, ook, adicione, acrescente, além disso, também, dodaj, tilføj, lägg till",
);

/// Headings with such words stand above orders that are to be added.
pub(super) const MORE: Phrases = Phrases(
    "to add, added, to be added, in addition, additional, one more, some more, another order, further orders, \
     zusätzlich, zusätzliche, zusätzlicher, ergänzend, hinzufügen, noch ein, noch eine, noch einen, weitere \
     befehle, weiterer befehl, à ajouter, en plus, encore un, para añadir, más órdenes, una más, da aggiungere, \
     ancora uno, toe te voegen, nog een",
);

/// Such words point at what is to be added.
pub(super) const POINTERS_TO_ADDED: Phrases = Phrases(
    "this, these, that, those, the following, das, dies, diese, folgendes, ceci, cela, ça, esto, eso, questo, dit",
);

/// Words of somebody who has not decided, in a sentence that has not ended.
pub(super) const PERHAPS: Phrases = Phrases(
    "maybe, perhaps, possibly, might, would, could, should, vielleicht, eventuell, evtl, würde, könnte, \
     sollte, wohl, peut-être, éventuellement, pourrais, devrais, quizás, quizá, podría, forse, potrei, \
     misschien, talvez, option",
);

/// Headings of what may be chosen from.
pub(super) const CHOICES: Phrases = Phrases(
    "option, options, choices, possibilities, possible, alternative, alternatives, alternatively, \
     either, the commands, commands are, die befehle sind, one of these, möglichkeit, möglichkeiten, optionen, variante, entweder, possibilités, soit, \
     choix, opciones, opción, opzioni, opties",
);

/// With such a word the rest of a sentence begins whose first word was an order: `RESIGN` / `would be silly`.
pub(super) const PREDICATES: Phrases = Phrases(
    "would, would've, wouldn't, is, isn't, was, wasn't, were, will, won't, should, shouldn't, could, \
     couldn't, can, can't, cannot, might, may, must, has, had, does, doesn't, seems, looks, sounds, \
     makes, means, wäre, waere, ist, war, wird, würde, sollte, könnte, kann, muss, hätte, scheint, \
     heißt, serait, est, n'est, était, sera, pourrait, devrait, semble, sería, seria, es, era, podría, \
     parece, sarebbe, è, sembra, potrebbe, zou, zijn, wordt, lijkt, kan, fosse, skulle, vore, byłoby, \
     jest",
);

/// With such a word a sentence goes on, and may take back what it said.
pub(super) const GOES_ON: Phrases = Phrases(
    "if, unless, until, when, once, only, but, or, except, provided, though, because, after, before, \
     instead, not, never, which, wenn, falls, sofern, sobald, nur, aber, oder, bis, außer, nicht, si, \
     sauf, quand, seulement, mais, ou, pas, sinon, cuando, sino, pero, o, solo, salvo, se, quando, ma, \
     oppure, als, tenzij, maar, of, niet, om",
);

/// Begins the next step of what was said before.
pub(super) const THEN: Phrases = Phrases(
    "then, and then, and on, and from there, from there, next, after that, afterwards, on to, onward to, dann, und dann, \
     danach, und danach, weiter, und weiter, von dort, anschließend, puis, et puis, ensuite, et ensuite, de là, \
     luego, y luego, después, y después, desde ahí, poi, e poi, quindi, da lì, dan, en dan, daarna, en daarna, \
     vervolgens, depois, e depois",
);

/// How letters end.
pub(super) const CLOSINGS: Phrases = Phrases(
    "looking, let's, please, bitte, thanks, thank, thx, ty, cheers, regards, best, kind, greetings, bye, sincerely, yours, love, ciao, \
     sorry, gg, well, good, great, nice, see, cu, sent, that's, thats, that, danke, gruß, gruss, grüße, \
     gruesse, lg, vg, mfg, liebe, viele, schöne, schade, tschüss, gesendet, von, merci, cordialement, \
     bonne, amitiés, à, envoyé, gracias, saludos, un, enviado, grazie, saluti, groet, groeten, bedankt, \
     obrigado, abraço",
);

/// Who speaks of himself in an attribution.
pub(super) const MYSELF: Phrases = Phrases("i, we, ich, wir, j'ai, je, nous, yo, io, ik, eu, i've");

/// Whoever says `As Bruno wrote:` agrees.
pub(super) const AGREEING: Phrases = Phrases("as, like, wie, comme, como, come, zoals, som, so");

/// Says for others what they wrote, beside what attributions of mail programs say.
pub(super) const SAID: Phrases = Phrases(
    "schlug vor, schlägt vor, says, asks, asked, suggests, suggested, proposes, proposed, answered, replied, mentioned, writes, \
     quote, quotes, quoting, quotation, sagt, sagte, meint, meinte, fragt, fragte, schreibt, schriebst, \
     antwortete, zitat, dit, dixit, demande, répond, citation, dice, dijo, pregunta, cita, chiede, zegt, \
     vroeg, citaat",
);

/// Words with which questions begin.
pub(super) const ASKS: Phrases = Phrases(
    "what's, who's, how's, what, how, when, where, why, which, who, does, did, do, is, was, wie, wann, wo, warum, welche, \
     welcher, wer, que, quoi, comment, quand, pourquoi, quel, qué, cómo, cuándo, cosa, perché, wat, hoe, \
     wanneer, waarom",
);

/// Words between two things that are not both to be done.
pub(super) const OR: Phrases = Phrases("or, unless, oder, ou, o, oppure, of, eller");

/// Who says so leaves the choice to somebody else.
pub(super) const WHICH: Phrases =
    Phrases("which, welche, welches, welcher, quel, lequel, cuál, quale");

/// How letters greet.
pub(super) const GREETINGS: Phrases = Phrases(
    "hi, hello, hey, dear, hail, greetings, good, hallo, moin, servus, guten, liebe, lieber, salut, \
     bonjour, cher, chère, hola, ciao, salve, olá, hej, ave, cześć",
);

/// Words after which a sentence goes on.
pub(super) const LEADS_ON: Phrases = Phrases(
    "a, an, the, to, not, never, will, would, shall, should, must, may, might, can, cannot, can't, \
     could, won't, wouldn't, don't, didn't, just, simply, or, and, but, than, i, you, he, we, they, \
     i'll, we'll, i'd, let, please, rather, nearly, almost, really, even, of, for, in, at, with, bitter, \
     very, either, my, your, his, into, from, by, if, when, that, because, so, zu, und, oder, nicht, \
     ich, wir, du, er, sie, würde, könnte, sollte, kann, muss, möchte, noch, lieber, fast, beinahe, je, \
     ne, pas, vais, veux, de, et, ou, mais, que, no, yo, voy, quiero, y, o, pero, non, io, devo, e, ma, \
     niet, ik, wil, en, te",
);

/// Who says so asks for what he then writes, where the order itself is a wish.
pub(super) const CAN_I: Phrases = Phrases(
    "can i, may i, could i, darf ich, kann ich, könnte ich, puis-je, puedo, podría, posso, mag ik, kan ik",
);

/// A heading that begins so speaks of another time than now.
pub(super) const OTHER_TIMES: Phrases = Phrases(
    "yesterday, last, gestern, hier, ayer, ieri, gisteren, in, later, tomorrow, next, someday, todo, planned, plan, später, \
     morgen, nächste, nächstes, geplant, demain, luego, mañana, domani, poi, straks",
);

/// So begins what tells of a time by what happens before or after it.
pub(super) const BEFORE_OR_AFTER: Phrases =
    Phrases("after, before, nach, nachdem, bis, bevor, après, dès, avant, después, dopo, na");

/// With such words a condition begins, or the time that an order is to wait for.
pub(super) const CONDITIONS: Phrases = Phrases(
    "if, unless, provided, providing, as long as, so long as, assuming, supposing, suppose, in case, in the case, \
     in the event, on condition, when, whenever, once, as soon as, until, till, except if, except when, \
     not before, not until, should, otherwise, or else, wenn, falls, sofern, sobald, solange, vorausgesetzt, \
     angenommen, außer wenn, im falle, im fall, für den fall, sonst, andernfalls, ansonsten, solltest, sollte, sollten, si, \
     s'il, s'ils, s'elle, pourvu, tant que, dès que, quand, lorsque, au cas où, en cas, sauf si, à moins, sinon, \
     autrement, à supposer, cuando, siempre que, mientras, con tal, en caso, a menos, en cuanto, de lo contrario, se, \
     qualora, purché, finché, quando, nel caso, a meno, appena, altrimenti, als, indien, mits, tenzij, \
     zodra, zolang, wanneer, anders, caso, desde que, contanto que, a não ser, hvis, dersom, når, ifall, \
     förutsatt, jeśli, jeżeli, gdy, chyba że",
);

/// Such words begin like a condition and are none.
pub(super) const NO_CONDITIONS: Phrases = Phrases(
    "if i had, if i'd, if we had, if only, si j'avais, once again, once more, once upon, when in doubt, should be fine, should do, should work, sollte passen, sollte gehen, sollte klappen, \
     sollte reichen, sollte stimmen, sollte so, sollte das, als nächstes, \
     als erstes, als letztes, als antwort, s'il te plaît, s'il vous plaît, s'il te plait, s'il vous plait, \
     quand même, se me, se te, otherwise all, otherwise everything, sonst alles, sonst nichts",
);

/// Such words are a condition wherever they stand in a sentence.
pub(super) const STRICT_CONDITIONS: Phrases = Phrases(
    "only if, only when, only after, only once, only as long as, only with, not if, provided that, on condition, \
     under the condition, unless, nur wenn, nur falls, nur sofern, nur mit, erst wenn, erst nachdem, \
     es sei denn, unter der bedingung, vorausgesetzt, seulement si, uniquement si, seulement quand, \
     à condition, sólo si, solo si, sólo cuando, solo cuando, a condición, solo se, soltanto se, \
     a condizione, alleen als, op voorwaarde, só se, apenas se, kun hvis, endast om, bara om, \
     tylko jeśli, pod warunkiem",
);

/// Who says so tells somebody else what to write.
pub(super) const INSTRUCTS: Phrases = Phrases(
    "explain, erkläre, erklär, explique, explica, spiega, reply with, answer with, respond with, write, type, schreib, schreibe, antworte mit, écris, écrivez, réponds, \
     escribe, responde, scrivi, rispondi, schrijf, antwoord met, subject line",
);

/// Words with an apostrophe and an `s` that own nothing.
pub(super) const NO_OWNERS: Phrases =
    Phrases("it, that, here, there, what, let, he, she, who, today, tonight, how");

/// Who says so takes back what he wrote, or puts it right.
pub(super) const TAKES_BACK: Phrases = Phrases(
    "i mean, i meant, forget it, forget that, never mind, nevermind, of course not, changed my mind, second thought, \
     second thoughts, tell me which, which one, which of, ich meine, ich meinte, vergiss es, vergiss das, quatsch, \
     natürlich nicht, doch nicht, sag mir welche, je veux dire, je voulais dire, oublie ça, laisse tomber, quiero decir, \
     quise decir, olvídalo, olvidalo, dimentica, volevo dire, laat maar, ik bedoel",
);

/// With such words somebody limits what he wrote.
pub(super) const LIMITS: Phrases = Phrases(
    "but only, only as, but not, aber nur, aber nicht, mais seulement, mais pas, pero solo, pero sólo, pero no, ma solo, \
     maar alleen",
);

/// Short questions with such a word ask whether what was written is what was meant.
pub(super) const CONFIRMING: Phrases = Phrases(
    "right, correct, ok, okay, that, this, really, sure, serious, think, agree, it, so, richtig, korrekt, oder, gut, \
     meinst, sicher, das, d'accord, vrai, bien, ça, correcto, verdad, vale, esto, giusto, bene, toch, goed",
);

/// Whoever leads in so speaks of somebody else.
pub(super) const OTHERS: Phrases = Phrases(
    "your, he, she, his, her, it read, it said, dein, deine, ihr, er, elle, il, ton, ta, tes, votre, él, ella, su, tu, lui, \
     lei, hij, zij, jouw, i quote, ich zitiere, je cite, cito",
);

/// Headings with such words stand above what their writer orders himself, though they may look like a name.
pub(super) const HEADINGS: Phrases = Phrases(
    "order, orders, move, moves, command, commands, turn, round, phase, stop, day, decision, answer, answers, reply, \
     response, choice, result, conclusion, summary, tl;dr, final, finally, so, then, now, thus, therefore, hence, ok, \
     okay, yes, yep, yeah, fine, agreed, right, alright, done, ready, here, today, this, these, following, below, ps, \
     pps, p.s, nb, note, well, anyway, subject, re, action, actions, instruction, instructions, me, mine, myself, us, \
     ours, befehl, befehle, zug, züge, runde, antwort, entscheidung, entschluss, also, ja, gut, jawohl, hier, nun, \
     jetzt, dann, heute, folgendes, fertig, anweisung, anweisungen, kommando, kommandos, fazit, kurz, wahl, meins, \
     ordre, ordres, coup, coups, tour, réponse, décision, donc, oui, bien, bon, voici, voilà, ici, maintenant, alors, \
     prêt, choix, bref, moi, orden, órdenes, ordenes, jugada, jugadas, turno, respuesta, decisión, sí, si, bueno, \
     vale, aquí, ahora, entonces, listo, elección, ordine, ordini, mossa, mosse, risposta, decisione, sì, bene, ecco, \
     qui, adesso, ora, allora, pronto, scelta, bevel, bevelen, zet, zetten, beurt, antwoord, beslissing, goed, nu, \
     dus, klaar, keuze, ordem, ordens, resposta, decisão, sim, bem, aqui, agora, então, ordre, ordrer, svar, beslut, \
     her, här, rozkaz, rozkazy",
);

/// Words that names have in small letters.
pub(super) const PARTICLES: Phrases = Phrases(
    "van, von, vom, zu, de, der, den, da, das, di, del, della, du, la, le, from, bin, ibn, el, al",
);

/// A heading that ends so tells what somebody wrote or did before.
pub(super) const WAS: Phrases = Phrases(
    "was, were, read, war, waren, lautete, lauteten, était, étaient, fut, era, eran, fue, fueron, erano, luidde, luidden, \
     foi, foram, var, byl, było",
);

/// Such words tell what came before from what comes now.
pub(super) const FORMER: Phrases = Phrases(
    "last, previous, earlier, former, prior, letzter, letzte, letzten, letztes, vorige, voriger, vorigen, voriges, \
     vorherige, vorheriger, vorherigen, dernier, dernière, derniers, dernières, précédent, précédente, précédents, \
     précédentes, último, última, últimos, últimas, anterior, anteriores, ultimo, ultima, ultimi, ultime, precedente, \
     precedenti, laatste, eerdere, forrige, förra",
);

/// Whoever ends so tells what was done or said.
pub(super) const DID: Phrases = Phrases(
    "did, played, sent, wrote, ordered, gave, had, moved, said, spielte, gespielt, schickte, geschickt, schrieb, geschrieben, \
     befahl, befohlen, hatte, gab, joué, envoyé, écrit, ordonné, donné, jugué, envié, escribí, ordené, di, giocato, mandato, \
     scritto, ordinato, dato, speelde, gespeeld, stuurde, gestuurd, schreef, geschreven, joguei, enviei, escrevi",
);

/// Whoever begins so tells what somebody else did.
pub(super) const DOERS: Phrases = Phrases(
    "you, he, she, they, du, er, sie, ihr, tu, il, elle, vous, ils, elles, tú, él, ella, usted, ellos, lui, lei, loro, jij, u, \
     hij, zij, você, ele, ela, eles",
);

/// Words of courtesy that may stand behind an order.
pub(super) const COURTESY: Phrases = Phrases(
    "please, pls, plz, thanks, thank you, thx, ty, many thanks, thanks a lot, thanks in advance, thank you very much, \
     if you please, bitte, bitte sehr, danke, danke schön, danke sehr, dankeschön, vielen dank, besten dank, s'il te \
     plaît, s'il vous plaît, s'il te plait, s'il vous plait, svp, stp, merci, merci beaucoup, merci d'avance, por \
     favor, gracias, muchas gracias, per favore, per piacere, grazie, mille grazie, grazie mille, alstublieft, \
     alsjeblieft, aub, bedankt, dank je, dank u, dank je wel, obrigado, obrigada, tack, tak, takk, proszę, dziękuję",
);
