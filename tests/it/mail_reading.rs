//! Reading with real tokens and a language like the games': continuations, plans, messages, forms, old tokens.

use secrecy::SecretSlice;
use tesserarius::mail::explain::Explanation;
use tesserarius::mail::lines::Verdict;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, Hold, Reading, read};
use tesserarius::mail::token::{KeyId, KeyRing, Subject, message_id, reply_address};
use tesserarius::mail::world::{
    Claim, Language, Opens, Order, OrderKind, Parsed, Seat, SideBlock, Site, StopState, Tail, World,
};

/// A site with one match, whose stop 4 is open, and tokens of real keys.
pub(super) struct Site4 {
    site: Site,
    keys: KeyRing,
    form: Option<String>,
}

impl Site4 {
    pub(super) fn new() -> Self {
        let site = Site {
            orders_address: "orders@pbem.example.org".into(),
            authserv_id: None,
        };
        let key = |byte| SecretSlice::from(vec![byte; 32]);
        let keys = KeyRing::new(
            (KeyId("new".into()), key(7)),
            [(KeyId("old".into()), key(8))],
        )
        .expect("long keys");
        Self {
            site,
            keys,
            form: None,
        }
    }

    fn with_form(form: &str) -> Self {
        Self {
            form: Some(form.to_owned()),
            ..Self::new()
        }
    }

    fn claim(&self, stop: u32) -> Claim {
        let subject = Subject {
            match_id: "m1",
            side: "hun",
            stop,
            player: "anna",
        };
        Claim {
            match_id: "m1".into(),
            side: "hun".into(),
            stop,
            token: self.keys.issue(subject),
        }
    }

    pub(super) fn reading(&self, stop: u32, body: &str) -> Reading {
        let to = reply_address(&self.site, &self.claim(stop)).expect("a short address");
        let raw = format!(
            "From: anna@example.net\nTo: {to}\nContent-Type: text/plain; charset=utf-8\n\n{body}"
        );
        read(raw.as_bytes(), &[], self, &Limits::default())
    }

    pub(super) fn orders(&self, body: &str) -> Result<Vec<String>, Vec<Hold>> {
        let reading = self.reading(4, body);
        match reading.disposition {
            Disposition::Quarantine(holds) => Err(holds),
            _ => Ok(reading
                .outcome
                .orders
                .into_iter()
                .map(|reading| reading.order.canonical)
                .collect()),
        }
    }
}

impl World for Site4 {
    fn site(&self) -> &Site {
        &self.site
    }

    fn seat(&self, claim: &Claim) -> Option<Seat> {
        let Claim {
            match_id,
            side,
            stop,
            token,
        } = claim;
        let subject = Subject {
            match_id,
            side,
            stop: *stop,
            player: "anna",
        };
        self.keys.verify(subject, token)?;
        let state = if *stop == 4 {
            StopState::Open
        } else {
            StopState::Past
        };
        Some(Seat {
            match_id: match_id.clone(),
            side: side.clone(),
            stop: *stop,
            state,
            registered: vec!["Anna@Example.net".into()],
            confirms: None,
            outdated: false,
        })
    }

    fn language(&self, _: &Seat) -> Box<dyn Language + '_> {
        Box::new(Hexes)
    }

    fn form(&self, _: &Seat) -> Option<String> {
        self.form.clone()
    }

    fn takes_block(&self, _: &Seat, _: &SideBlock) -> bool {
        false
    }
}

/// `MOVE unit hex... [FIRE unit] [FACE n]`, `FIRE unit [unit]`, `REACT unit FIRE|HOLD`, `SAY text`, `GO`, plans, messages.
struct Hexes;

const VERBS: [&str; 9] = [
    "MOVE", "FIRE", "FACE", "REACT", "SAY", "GO", "PLAN", "ENDPLAN", "MESSAGE",
];

impl Language for Hexes {
    fn parse(&self, line: &str) -> Parsed {
        let words: Vec<_> = line.split([' ', '-']).map(str::to_uppercase).collect();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        if !self.is_verb(words[0]) {
            return Parsed::NoVerb;
        }
        let whole = |kind, opens| {
            Parsed::Order(Order {
                canonical: words.join(" "),
                kind,
                opens,
            })
        };
        match words[0] {
            "SAY" | "ENDPLAN" => whole(OrderKind::Other, Opens::Nothing),
            "GO" if words.len() == 1 => whole(OrderKind::Action, Opens::Nothing),
            "PLAN" => whole(OrderKind::Other, Opens::Plan),
            "MESSAGE" if words.contains(&"BRUNO") => Parsed::Wrong {
                word: 1,
                because: "nobody is called so".into(),
            },
            "MESSAGE" => whole(OrderKind::Other, Opens::Message),
            verb => {
                let steps: &[Step] = match verb {
                    "MOVE" => &[
                        Step::Unit,
                        Step::Hexes,
                        Step::OptionalFire,
                        Step::OptionalFace,
                    ],
                    "FIRE" => &[Step::Unit, Step::OptionalUnit],
                    "FACE" => &[Step::Unit, Step::Number],
                    _ => &[Step::Unit, Step::Choice],
                };
                match follow(&words[1..], steps) {
                    Ok(()) => whole(
                        if verb == "REACT" {
                            OrderKind::Other
                        } else {
                            OrderKind::Action
                        },
                        Opens::Nothing,
                    ),
                    Err(None) => Parsed::BreaksOff {
                        because: "more must follow".into(),
                    },
                    Err(Some(word)) => Parsed::Wrong {
                        word: word + 1,
                        because: "not expected there".into(),
                    },
                }
            }
        }
    }

    fn is_verb(&self, word: &str) -> bool {
        VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word))
    }

    fn tail(&self, line: &str) -> Tail {
        match line.split(' ').next() {
            Some(verb) if verb.eq_ignore_ascii_case("SAY") => Tail::Talk,
            _ => Tail::Words,
        }
    }
}

enum Step {
    Unit,
    Hexes,
    OptionalFire,
    OptionalFace,
    OptionalUnit,
    Number,
    Choice,
}

/// Follows the steps; the error is the word that does not fit, or nothing if the words ran out.
fn follow(words: &[&str], steps: &[Step]) -> Result<(), Option<usize>> {
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let is_unit = |word: &str| word.len() == 4 && !digits(word) && digits(&word[2..]);
    let is_number = |word: &str| word.len() <= 2 && digits(word);
    let mut at = 0;
    let need = |at: usize, fits: &dyn Fn(&str) -> bool| match words.get(at) {
        None | Some(&"") => Err(None),
        Some(word) if fits(word) => Ok(()),
        Some(_) => Err(Some(at)),
    };
    for step in steps {
        match step {
            Step::Unit => need(at, &is_unit)?,
            Step::OptionalUnit if words.get(at).is_some_and(|word| is_unit(word)) => {}
            Step::OptionalUnit => continue,
            Step::Number => need(at, &is_number)?,
            Step::Choice => need(at, &|word| ["FIRE", "HOLD"].contains(&word))?,
            Step::Hexes => {
                need(at, &|word| word.len() == 4 && digits(word))?;
                while words
                    .get(at + 1)
                    .is_some_and(|word| word.len() == 4 && digits(word))
                {
                    at += 1;
                }
            }
            Step::OptionalFire | Step::OptionalFace => {
                let (word, fits): (_, &dyn Fn(&str) -> bool) = if matches!(step, Step::OptionalFire)
                {
                    ("FIRE", &is_unit)
                } else {
                    ("FACE", &is_number)
                };
                if words.get(at) != Some(&word) {
                    continue;
                }
                at += 1;
                need(at, fits)?;
            }
        }
        at += 1;
    }
    match words.get(at) {
        None => Ok(()),
        Some(&"") => Err(None),
        Some(_) => Err(Some(at)),
    }
}

#[test]
fn a_continuation_that_is_no_order_alone_is_joined() {
    let site = Site4::new();
    assert_eq!(
        site.orders("MOVE HL03 1614 1514\nFACE 12\nGO\n"),
        Ok(vec!["MOVE HL03 1614 1514 FACE 12".into(), "GO".into()])
    );
    assert_eq!(
        site.orders("MOVE HL03\n1614\n1514\nFIRE\nVM03\n"),
        Ok(vec!["MOVE HL03 1614 1514 FIRE VM03".into()])
    );
    let reading = site.reading(4, "MOVE HL03 1614\nFACE 12\n");
    let verdicts: Vec<_> = reading
        .outcome
        .lines
        .iter()
        .map(|line| line.verdict)
        .collect();
    assert_eq!(verdicts, [Verdict::Order, Verdict::Joined]);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("joined")),
        "the receipt shows the join"
    );
}

#[test]
fn short_lines_that_are_orders_each_stay_apart() {
    let site = Site4::new();
    let orders = site.orders("FIRE HL03 VM03\nFACE HL03 12\nMOVE HL04 1614\nFIRE HL04 VM03\n");
    assert_eq!(orders.map(|orders| orders.len()), Ok(4));
}

#[test]
fn a_long_line_before_an_order_that_may_go_on_with_it_holds_the_mail() {
    let path = ["1614"; 12].join("-");
    let site = Site4::new();
    assert!(
        site.orders(&format!("MOVE HL03 {path}\nFIRE VM03\n"))
            .is_err(),
        "a mail program may have broken it"
    );
    assert_eq!(
        site.orders("MOVE HL03 1614\nFIRE VM03\n")
            .map(|orders| orders.len()),
        Ok(2),
        "nobody breaks so short a line"
    );
}

#[test]
fn a_comment_and_free_text_end_an_order() {
    let site = Site4::new();
    assert_eq!(
        site.orders("SAY 1614\n1514\nGO\n"),
        Ok(vec!["SAY 1614".into(), "GO".into()])
    );
    assert_eq!(
        site.orders("MOVE HL03 1614 # then\nand so on\n"),
        Ok(vec!["MOVE HL03 1614".into()])
    );
}

#[test]
fn what_may_go_on_behind_a_comment_a_quote_or_a_gap_holds_the_mail() {
    let site = Site4::new();
    for body in [
        "MOVE HL03 1614 # then\n1514\n",
        "MOVE HL03 1614\n> x\n1514\n",
        "MOVE HL03 1614\n# x\n1514\n",
        "MOVE HL03 1614\n\n1514\n",
        "MOVE HL03 1614\nFACE 12, please\n",
        "MOVE HL03 1614; FACE 12\n",
        "MOVE HL03\n\n1614\n",
    ] {
        assert!(site.orders(body).is_err(), "{body}");
    }
}

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
fn what_stands_between_marks_of_a_quotation_or_a_comment_is_named() {
    let site = Site4::new();
    for body in [
        "GO\n[quote]\nMOVE HL03 1614\n[/quote]\n",
        "GO\n/*\nMOVE HL03 1614\n*/\n",
    ] {
        let notes = site.reading(4, body).outcome.notes.join("\n");
        assert!(notes.contains("`MOVE HL03 1614` was not read"), "{notes}");
    }
}

#[test]
fn orders_where_nothing_counts_are_named_if_none_is_read_or_a_signature_mark_stands_above() {
    let site = Site4::new();
    let below_header = "From: T <o@p>\nSent: x\nTo: A\nSubject: x\n\nThe story.\nMOVE HL03 1614\n";
    for (body, why) in [
        (below_header, "under the header of an earlier mail"),
        ("> hello\n> MOVE HL03 1614\n", "it is quoted"),
        ("GO\n-- \nMOVE HL03 1614\n", "under the signature mark"),
    ] {
        let notes = site.reading(4, body).outcome.notes.join("\n");
        let told = notes.contains("`MOVE HL03 1614` was not read")
            || notes.contains("`> MOVE HL03 1614` was not read");
        assert!(told && notes.contains(why), "{body}: {notes}");
    }
    let reading = site.reading(4, &format!("GO\n{below_header}"));
    assert_eq!(
        reading.outcome.notes, [""; 0],
        "who answers above an old mail knows it"
    );
}

#[test]
fn what_is_said_below_talk_is_no_end_of_a_sentence() {
    let site = Site4::new();
    assert_eq!(
        site.orders("and then\nSAY hello\nSAY again\n"),
        Ok(vec!["SAY HELLO".into(), "SAY AGAIN".into()])
    );
}

#[test]
fn an_empty_form_limits_nothing_and_a_filled_one_names_what_it_leaves_out() {
    let site = Site4::new();
    let form = "BEGIN ORDERS\n# one a line\n____\n____\nEND\n";
    let empty = format!("MOVE HL03 1614\n\nThe report:\n{form}\nThe story.\n");
    assert_eq!(site.orders(&empty), Ok(vec!["MOVE HL03 1614".into()]));
    let filled = format!(
        "MOVE HL04 1514\n{}\nGO\n",
        form.replacen("____", "MOVE HL03 1614", 1)
    );
    let reading = site.reading(4, &filled);
    let notes = reading.outcome.notes.join("\n");
    assert!(
        notes.contains("`MOVE HL04 1514` was not read") && notes.contains("`GO` was not read"),
        "{notes}"
    );
    let below = format!(
        "see below\n\nFrom: T <o@p>\nSent: x\nTo: A\nSubject: x\n\n{}",
        form.replacen("____", "MOVE HL03 1614", 1)
    );
    let reading = site.reading(4, &below);
    assert_eq!(reading.disposition, Disposition::Empty);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("`MOVE HL03 1614` was not read")),
        "{:?}",
        reading.outcome.notes
    );
}

#[test]
fn orders_in_a_quoted_form_are_named_if_others_count() {
    let site = Site4::with_form(FORM);
    let filled = quoted(&FORM.replace("HL03 ____", "HL03 1614 1514"));
    let reading = site.reading(4, &format!("GO\n\n{filled}"));
    let notes = reading.outcome.notes.join("\n");
    assert!(
        notes.contains("`MOVE HL03 1614 1514` stands in the quoted order form"),
        "{notes}"
    );
}

#[test]
fn a_line_that_goes_on_for_ever_holds_the_mail() {
    assert!(
        Site4::new()
            .orders(&format!("MOVE HL03\n{}", "1614\n".repeat(30)))
            .is_err()
    );
}

#[test]
fn lines_of_a_plan_are_no_actions_now() {
    let site = Site4::new();
    let body = "PLAN HUNS\nMOVE HL03 1614\nENDPLAN\n";
    assert_eq!(
        site.reading(3, body).disposition,
        Disposition::Orders,
        "an old token will do for a plan"
    );
    let reading = site.reading(3, "PLAN HUNS\nENDPLAN\nMOVE HL03 1614\n");
    assert_eq!(
        reading.disposition,
        Disposition::Quarantine(vec![Hold::PastStop(3)]),
        "it holds both kinds"
    );
}

#[test]
fn words_to_the_other_side_are_no_orders() {
    let site = Site4::new();
    let reading = site.reading(4, "MESSAGE\nMOVE HL03 1614\nEND\nGO\nENDMESSAGE\nGO\n");
    let orders: Vec<_> = reading
        .outcome
        .orders
        .iter()
        .map(|reading| reading.order.canonical.as_str())
        .collect();
    assert_eq!(orders, ["MESSAGE", "GO"]);
    assert_eq!(
        reading.outcome.orders[0].message,
        ["MOVE HL03 1614", "END", "GO"]
    );
    // Without its end nothing of it is sent, and nothing below it is an order.
    let open = site.reading(4, "FACE HL03 2\nMESSAGE\nGO\n");
    let orders = open.outcome.orders.iter();
    let orders: Vec<_> = orders.map(|own| own.order.canonical.as_str()).collect();
    assert_eq!(orders, ["FACE HL03 2"]);
    assert_eq!(open.outcome.bad[0].text, "MESSAGE");
    assert_eq!(open.outcome.lines[2].verdict, Verdict::Ignored);
    assert_eq!(
        site.reading(4, "MESSAGE\nGO\n").disposition,
        Disposition::Empty
    );
}

#[test]
fn words_of_a_message_to_nobody_are_no_orders_and_those_below_it_are() {
    let site = Site4::new();
    for head in ["MESSAGE bruno", "Message to bruno"] {
        let reading = site.reading(4, &format!("{head}\nGO\nENDMESSAGE\nMOVE HL03 1614\n"));
        let orders = reading.outcome.orders.iter();
        let orders: Vec<_> = orders.map(|own| own.order.canonical.as_str()).collect();
        assert_eq!(orders, ["MOVE HL03 1614"], "{head}");
        assert_eq!(reading.outcome.bad.len(), 1);
        assert!(reading.outcome.bad[0].text.ends_with("\nENDMESSAGE"));
    }
    let open = site.reading(4, "MESSAGE bruno\nGO\n");
    assert_eq!(open.outcome.orders.len(), 0);
    assert_eq!(
        open.outcome.lines[1].verdict,
        Verdict::Ignored,
        "it is named in the receipt"
    );
}

#[test]
fn an_old_token_takes_everything_but_actions() {
    let site = Site4::new();
    assert_eq!(
        site.reading(3, "REACT HL03 FIRE\nSAY hello; there # friend\n")
            .disposition,
        Disposition::Orders
    );
    assert_eq!(
        site.reading(3, "REACT HL03 FIRE\nGO\n").disposition,
        Disposition::Quarantine(vec![Hold::PastStop(3)])
    );
    assert_eq!(site.reading(3, "hello\n").disposition, Disposition::Empty);
}

#[test]
fn a_bad_line_leaves_the_good_ones_standing_and_says_where_it_went_wrong() {
    let site = Site4::new();
    let reading = site.reading(
        4,
        "GO\nMOVE HL03 1614 FACE north\nMOVE HL03\nFire at will!\n",
    );
    assert_eq!(reading.disposition, Disposition::Orders);
    let bad: Vec<_> = reading
        .outcome
        .bad
        .iter()
        .map(|bad| (bad.text.as_str(), bad.word, bad.line))
        .collect();
    assert_eq!(
        bad,
        [
            ("MOVE HL03 1614 FACE north", Some(4), 1),
            ("MOVE HL03", None, 2)
        ]
    );
    assert_eq!(reading.outcome.lines[3].verdict, Verdict::Ignored);
}

#[test]
fn the_envelope_and_a_reference_prove_a_seat_as_an_address_does() {
    let site = Site4::new();
    let to = reply_address(&site.site, &site.claim(4)).expect("a short address");
    let raw = b"From: anna@example.net\nTo: list@example.net\n\nGO\n";
    assert_eq!(
        read(raw, &[to], &site, &Limits::default()).disposition,
        Disposition::Orders
    );
    assert_eq!(
        read(raw, &[], &site, &Limits::default()).disposition,
        Disposition::Quarantine(vec![Hold::NoToken])
    );
    let id = message_id(&site.site, &site.claim(4), "q7");
    let raw = format!("From: anna@example.net\nReferences: <x@y>\n\t<{id}>\n\nGO\n");
    assert_eq!(
        read(raw.as_bytes(), &[], &site, &Limits::default()).disposition,
        Disposition::Orders
    );
}

#[test]
fn a_token_with_another_stop_beside_it_is_false() {
    let site = Site4::new();
    let claim = Claim {
        stop: 5,
        ..site.claim(4)
    };
    let to = reply_address(&site.site, &claim).expect("a short address");
    let raw = format!("From: anna@example.net\nTo: {to}\n\nGO\n");
    let reading = read(raw.as_bytes(), &[], &site, &Limits::default());
    assert_eq!(
        reading.disposition,
        Disposition::Quarantine(vec![Hold::FalseToken])
    );
}

const FORM: &str = "BEGIN ORDERS\nMOVE HL03 ____\nMOVE HL04 ____\n| MOVE HL03 1614 FACE 12\nEND\n";

fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| format!("> {line}\n"))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn a_quoted_form_counts_where_it_was_filled_in_and_nothing_else_stands() {
    let site = Site4::with_form(FORM);
    let filled = quoted(
        &FORM
            .replace("HL03 ____", "HL03 1614 1514")
            .replace("> |", "> > |"),
    );
    assert_eq!(
        site.orders(&format!("Here it is.\n\n{filled}")),
        Ok(vec!["MOVE HL03 1614 1514".into()])
    );
    assert_eq!(
        site.orders(&format!("GO\n\n{filled}")),
        Ok(vec!["GO".into()]),
        "an unquoted order comes first"
    );
    assert_eq!(
        site.orders(&format!("BEGIN ORDERS\nEND\n\n{filled}")),
        Ok(vec![]),
        "an unquoted frame comes first"
    );
    assert_eq!(
        site.orders(&quoted(FORM)),
        Ok(vec![]),
        "nothing was filled in"
    );
}

#[test]
fn a_doubtful_quoted_form_holds_the_mail_and_an_unknown_one_is_not_read() {
    let filled = quoted(&FORM.replace("HL03 ____", "HL03 1614"));
    let site = Site4::with_form(FORM);
    let spilled = filled.replace("HL03 1614\n", "HL03 1614\n1514 1414\n");
    assert!(
        site.orders(&spilled).is_err(),
        "a line of the form was broken by quoting"
    );
    assert!(
        site.orders(&filled.replace("> END\n", "")).is_err(),
        "the form has no end"
    );
    let reading = Site4::new().reading(4, &filled);
    assert_eq!(reading.disposition, Disposition::Empty);
    assert!(
        reading
            .outcome
            .notes
            .iter()
            .any(|note| note.contains("not known"))
    );
}

#[test]
fn lines_that_the_form_has_already_are_not_orders_when_it_comes_back() {
    let form = "BEGIN ORDERS\nGO\nMOVE HL04 ____\nEND\n";
    let site = Site4::with_form(form);
    assert_eq!(site.orders(&quoted(form)), Ok(vec![]));
}

#[test]
fn the_same_mail_has_the_same_identity_and_another_body_another() {
    let site = Site4::new();
    let identity = |body: &str, end: &str| {
        let raw = format!("From: Anna <ANNA@example.net>\nMessage-ID: <1@x>\n\n{body}\n")
            .replace('\n', end);
        read(raw.as_bytes(), &[], &site, &Limits::default()).identity
    };
    assert_eq!(identity("GO", "\n"), identity("GO", "\r\n"));
    assert_ne!(identity("GO", "\n"), identity("GO HOME", "\n"));
}

#[test]
fn too_many_lines_hold_the_mail() {
    let site = Site4::new();
    let to = reply_address(&site.site, &site.claim(4)).expect("a short address");
    let raw = format!(
        "From: anna@example.net\nTo: {to}\n\nGO\n{}",
        "x\n".repeat(50)
    );
    let limits = Limits {
        lines: 20,
        ..Limits::default()
    };
    assert_eq!(
        read(raw.as_bytes(), &[], &site, &limits).disposition,
        Disposition::Quarantine(vec![Hold::Damaged])
    );
}

#[test]
fn the_explanation_is_one_json_document_with_the_keys_that_checks_read() {
    let explanation = Explanation::of(&Site4::new().reading(4, "GO\nhello\n"));
    let json = serde_json::to_value(&explanation).expect("it has string keys only");
    assert_eq!(json["sender"], "Anna@Example.net", "as registered");
    assert_eq!(json["disposition"], "orders");
    assert_eq!(json["orders"][0], "GO");
    assert_eq!(json["seat"]["match"], "m1");
    let line = &json["lines"][1];
    assert_eq!(
        (line["text"].as_str(), line["verdict"].as_str()),
        (Some("hello"), Some("ignored"))
    );
    assert!(
        line["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
    assert!(explanation.text().contains("hello\n    ignored: "));
}
