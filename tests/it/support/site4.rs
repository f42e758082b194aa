//! A site for readers of mail: real tokens, and a language like the games'.

use secrecy::SecretSlice;
use tesserarius::mail::message::Limits;
use tesserarius::mail::reading::{Disposition, Hold, Reading, read};
use tesserarius::mail::token::{KeyId, KeyRing, Subject, reply_address};
use tesserarius::mail::world::{
    Claim, Language, Opens, Order, OrderKind, Parsed, Seat, SideBlock, Site, StopState, Tail, World,
};

/// A site with one match, whose stop 4 is open, and tokens of real keys.
pub(crate) struct Site4 {
    pub(crate) site: Site,
    keys: KeyRing,
    form: Option<String>,
}

impl Site4 {
    pub(crate) fn new() -> Self {
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

    pub(crate) fn with_form(form: &str) -> Self {
        Self {
            form: Some(form.to_owned()),
            ..Self::new()
        }
    }

    pub(crate) fn claim(&self, stop: u32) -> Claim {
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

    pub(crate) fn reading(&self, stop: u32, body: &str) -> Reading {
        let to = reply_address(&self.site, &self.claim(stop)).expect("a short address");
        let raw = format!(
            "From: anna@example.net\nTo: {to}\nContent-Type: text/plain; charset=utf-8\n\n{body}"
        );
        read(raw.as_bytes(), &[], self, &Limits::default())
    }

    pub(crate) fn orders(&self, body: &str) -> Result<Vec<String>, Vec<Hold>> {
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
