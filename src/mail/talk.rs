//! What a line of talk says of the order beside it: that it is quoted, doubted, ruled out, or a part of the sentence.
//!
//! Nothing here decides that an order does not count. It only finds where a person would ask back.

use super::leads::corrects;
use super::phrases::{WROTE_INSIDE, WROTE_LAST};
use super::speech::{
    ADDS, AGREEING, AGREES, ASKS, BEFORE_OR_AFTER, CAN_I, CHOICES, CLOSINGS, CONFIRMING, DENIALS,
    DID, DOERS, FORMER, GOES_ON, GREETINGS, HEADINGS, HOLLOW_DENIALS, INSTEAD_OF, INSTRUCTS,
    INTENDS, JOKES, LAST_POINTERS, LEADS_ON, LIMITS, MORE, MYSELF, NO_OWNERS, OPINES, OR,
    OTHER_TIMES, OTHERS, PARTICLES, PERHAPS, POINTERS, POINTERS_TO_ADDED, PREDICATES, PUT_OFF,
    Phrases, SAID, SHOWN, STOPS, TAKES_BACK, UNSURE, WAS, WAVERING, WHICH, WISHING,
};

/// Where a line of talk stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// As sentences do, or with a smiley.
    Stop,
    /// It asks.
    Question,
    /// It leads to what stands below it.
    Colon,
    /// It trails off.
    Dots,
    /// In the middle of a sentence, for all that can be seen.
    Open,
}

/// How much depends on an order that settles something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// It says what becomes of the lines beside it.
    Flow,
    /// It asks for something that others may decline.
    Wish,
    /// It declines; words that say no go with it.
    Refusal,
    /// It binds its writer.
    Grave,
}

/// A line of talk, taken apart into words.
pub(super) struct Talk {
    /// In lower case, without the signs round them, a blank before and behind each.
    said: String,
    count: usize,
    ending: Ending,
    /// Whether it begins with a small letter, or with a sign that goes on with what was said.
    begins_low: bool,
    /// Whether a comma or another sign stands right behind its first word.
    first_ends: bool,
    /// How a line is written that is perhaps a name and a colon.
    name: Option<NameSpelt>,
}

/// How a line of few words and a colon is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameSpelt {
    /// As names are.
    High,
    /// One word in small letters.
    Low,
}

const ANOTHERS: &str = "a line above it says that somebody else wrote it";

/// More words than this a line has that is nothing but a heading.
const HEADING: usize = 4;

impl Talk {
    /// Takes a line apart.
    pub(super) fn of(text: &str) -> Self {
        let text = text.trim();
        let (mut said, mut count) = (" ".to_owned(), 0);
        for word in text.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
            if !bare.is_empty() {
                let plain = bare.replace(['\u{2018}', '\u{2019}'], "'").to_lowercase();
                said.push_str(&plain);
                said.push(' ');
                count += 1;
            }
        }
        let goes_on = |c: char| c.is_lowercase() || "?,;)\u{2026}/&".contains(c);
        let first = text.split_whitespace().next().unwrap_or_default();
        let behind_dash = text.strip_prefix("- ").unwrap_or_default();
        Self {
            said,
            count,
            ending: ending(text),
            first_ends: first.ends_with([',', '.', ';', ':', '!']),
            name: name_spelt(text),
            begins_low: text.starts_with(goes_on)
                || text.starts_with("..")
                || behind_dash.starts_with(char::is_lowercase),
        }
    }

    /// Returns where it stops.
    pub(super) fn ending(&self) -> Ending {
        self.ending
    }

    /// Returns its words in lower case, without the signs round them, one blank between two.
    pub(super) fn said(&self) -> &str {
        self.said.trim()
    }

    /// Returns its words, in lower case and without the signs round them.
    pub(super) fn words(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.said.split_whitespace()
    }

    /// Returns how many words it has.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Says why an order below it, or below others under it, may not be one: it is somebody else's, or ruled out.
    pub(super) fn disowns_below(&self, is_deed: bool) -> Option<&'static str> {
        if self.tells_of_another() {
            return Some(ANOTHERS);
        }
        if self.tells_of_before() {
            return Some("the line above it may tell of an order that was given before");
        }
        let ends = self.ending;
        let points = self.has(POINTERS);
        let is_heading = ends == Ending::Colon || self.count <= HEADING && ends != Ending::Stop;
        let is_ruled_out = self.ends_in(INSTEAD_OF)
            || self.instead_of_that()
            || self.denies()
                && (points
                    || is_heading && (self.count == 1 || LAST_POINTERS.contains(self.last())))
            || ends != Ending::Stop && self.denies() && LAST_POINTERS.contains(self.last());
        let is_shown = self.has(SHOWN) || self.has(PUT_OFF) || self.has(JOKES);
        let counts_as_shown =
            is_shown && (is_deed || ends != Ending::Stop || points || self.count <= 2 * HEADING);
        (is_ruled_out || counts_as_shown).then_some("the line above may say that it is not meant")
    }

    /// Says whether what is said right above an order on the board leads into it and denies it: `I would not` / `MOVE`.
    pub(super) fn breaks_off_denying(&self) -> bool {
        let stops_short = |word: &str| {
            [DENIALS, PERHAPS, OR]
                .iter()
                .any(|words| words.contains(word))
        };
        self.ending == Ending::Open && stops_short(self.last())
    }

    /// Says whether somebody who would write a deed below this line has not decided upon it, or asks about it.
    pub(super) fn wavers(&self, deed: Deed) -> bool {
        let second = self.words().nth(1).unwrap_or_default();
        let asks = ASKS.contains(self.first()) && !MYSELF.contains(second) && second != "about";
        let asks_leave = || deed == Deed::Grave && self.has(CAN_I);
        let has_any = |lists: &[Phrases]| lists.iter().any(|phrases| self.has(*phrases));
        match self.ending {
            Ending::Stop => self.has(WAVERING) || self.intends(),
            Ending::Question if deed == Deed::Flow => false,
            Ending::Question => self.has(WAVERING) || asks_leave() || asks && self.count <= HEADING,
            Ending::Colon => {
                let is_told =
                    self.has(INSTRUCTS) && !self.is_mine() || self.said.starts_with(" to ");
                // `I would like another option:` asks for what stands below.
                let is_wish = deed == Deed::Wish && self.has(WISHING);
                let agrees = self.has(AGREES) && !self.denies();
                asks || is_told
                    || self.has(WAVERING)
                    || self.intends()
                    || !is_wish && has_any(&[CHOICES, PERHAPS])
                    || OTHER_TIMES.contains(self.first())
                    || BEFORE_OR_AFTER.contains(self.first())
                    || deed != Deed::Flow && !agrees && (self.names_owner() || self.has(OTHERS))
            }
            Ending::Dots | Ending::Open if deed == Deed::Refusal => self.has(WAVERING),
            Ending::Dots | Ending::Open => {
                has_any(&[WAVERING, PERHAPS, INSTRUCTS]) || self.intends() || self.denies()
            }
        }
    }

    /// Says the same of a line beyond a blank one, where many a sentence ends without a full stop.
    pub(super) fn wavers_from_afar(&self, deed: Deed) -> bool {
        match self.ending {
            Ending::Colon | Ending::Question => self.wavers(deed),
            Ending::Stop => self.has(WAVERING) || self.intends(),
            Ending::Dots | Ending::Open => {
                self.has(WAVERING)
                    || self.intends()
                    || self.breaks_off_denying()
                    || LEADS_ON.contains(self.last())
            }
        }
    }

    /// Says whether it thinks of doing something; what it thinks about something is another matter.
    fn intends(&self) -> bool {
        let behind = |phrase| {
            self.said
                .split_once(&format!(" {phrase} "))
                .map(|(_, rest)| rest)
        };
        let mut rests = INTENDS.each().filter_map(behind);
        rests.any(|rest| {
            let next = rest.split_whitespace().next();
            next.is_some_and(|next| !OPINES.contains(next))
        })
    }

    /// Says whether it asks that what stands below be added to the orders that were filed before.
    pub(super) fn asks_to_add(&self) -> bool {
        let bare = self.said.trim_start();
        let bare = ["please ", "bitte ", "and ", "und ", "et ", "y ", "e "]
            .iter()
            .find_map(|before| bare.strip_prefix(before))
            .unwrap_or(bare);
        let adds = ADDS.each().any(|phrase| {
            bare.strip_prefix(phrase)
                .is_some_and(|rest| rest.starts_with(' '))
        });
        match self.ending {
            Ending::Colon => adds || self.has(MORE) && self.count <= 2 * HEADING,
            Ending::Open | Ending::Dots => adds && self.count <= HEADING,
            Ending::Stop => adds && self.count <= HEADING && self.has(POINTERS_TO_ADDED),
            Ending::Question => false,
        }
    }

    /// Says whether it is the rest of a sentence that an order began, `would be silly now.`, or a lone question mark.
    pub(super) fn is_predicate(&self) -> bool {
        self.begins_low && PREDICATES.contains(self.first()) || self.is_lone_question()
    }

    fn is_lone_question(&self) -> bool {
        self.count == 0 && self.ending == Ending::Question
    }

    /// Says whether a deed right above it may not be meant: it goes on with it, asks about it or takes it back.
    pub(super) fn takes_back(&self) -> bool {
        let asks_of_it = self.ending == Ending::Question
            && (self.count <= 1
                || self.count <= HEADING && self.has(CONFIRMING)
                || self.has(WAVERING)
                || WHICH.contains(self.first()));
        let goes_on = self.begins_low && !self.is_closing()
            || GOES_ON.contains(self.first())
            || DENIALS.contains(self.first());
        let stops = self.begins_with(STOPS);
        goes_on || asks_of_it || stops || self.ends_in(UNSURE) || self.is_afterthought()
    }

    /// Says whether a deed above it, beyond a blank line, may not be meant.
    pub(super) fn takes_back_from_afar(&self) -> bool {
        let goes_on = self.begins_low
            && (PREDICATES.contains(self.first()) || GOES_ON.contains(self.first()));
        let is_short = self.count <= 2 * HEADING;
        let is_no =
            (self.count == 1 || self.first_ends && is_short) && DENIALS.contains(self.first());
        let stops = self.begins_with(STOPS);
        let is_unsure = self.ends_in(UNSURE) && self.count <= HEADING + 2;
        goes_on
            || is_no
            || is_short && stops
            || is_unsure
            || self.is_lone_question()
            || is_short && (self.is_afterthought() || self.begins_with(LIMITS))
    }

    /// Says whether it tells that what stands above was a joke, a draft, an example.
    pub(super) fn is_afterthought(&self) -> bool {
        self.has(JOKES) || self.has(PUT_OFF) || self.has(SHOWN) || self.has(TAKES_BACK)
    }

    fn is_closing(&self) -> bool {
        [CLOSINGS, GREETINGS]
            .iter()
            .any(|words| words.contains(self.first()))
            && !self.denies()
            && !self.has(GOES_ON)
    }

    /// Says why what stands in the lines below it, up to a blank one, is not its writer's.
    pub(super) fn tells_of_another_above(&self) -> Option<&'static str> {
        self.tells_of_another().then_some(ANOTHERS)
    }

    /// Says whether it names somebody else as the writer of what follows: `Bruno wrote:`
    fn tells_of_another(&self) -> bool {
        if self.ending != Ending::Colon
            || self.count > 2 * HEADING
            || AGREEING.contains(self.first())
        {
            return false;
        }
        let before_name = self
            .said
            .split_whitespace()
            .rev()
            .skip(1)
            .take(2)
            .any(|word| WROTE_INSIDE.contains(&word));
        let ends_so = WROTE_LAST.iter().any(|verb| self.ends_with(verb)) || self.ends_in(SAID);
        !self.is_mine() && (ends_so || before_name)
    }

    /// Says whether it is a name and a colon, as stand above what somebody else said; `deed` is what stands below.
    pub(super) fn names_speaker(&self, deed: Deed) -> Option<&'static str> {
        let is_grave = deed == Deed::Grave;
        let is_name = match self.name? {
            NameSpelt::High => true,
            NameSpelt::Low => is_grave,
        };
        let mut words = self.words();
        let is_known = |word: &str| {
            [HEADINGS, GREETINGS, CLOSINGS, MYSELF, GOES_ON]
                .iter()
                .any(|known| known.contains(word))
        };
        let is_heading = words.any(is_known)
            || self.has(AGREES)
            || self.has(ADDS)
            || self.has(MORE)
            || corrects(self);
        (is_name && !is_heading).then_some(ANOTHERS)
    }

    /// Says whether it leads to what was ordered earlier: `Your last order was:`
    fn tells_of_before(&self) -> bool {
        if self.ending != Ending::Colon {
            return false;
        }
        let last = self.last();
        let was = !self.is_mine() && WAS.contains(last);
        let are_anothers = HEADINGS.contains(last) && !self.is_mine() && self.has(OTHERS);
        let did = DID.contains(last) && (DOERS.contains(self.first()) || self.has(FORMER));
        was || did || self.has(FORMER) && are_anothers
    }

    fn is_mine(&self) -> bool {
        self.words().any(|word| MYSELF.contains(word))
    }

    /// Says whether it names somebody as whose the lines below are: `Bruno's answer:`
    fn names_owner(&self) -> bool {
        let owner = |word: &str| {
            word.strip_suffix("'s")
                .is_some_and(|name| !NO_OWNERS.contains(name))
        };
        self.words().any(owner)
    }

    /// Says whether it is `instead of` with a word that points at what follows.
    fn instead_of_that(&self) -> bool {
        let (before, pointer) = self.said.trim_end().rsplit_once(' ').unwrap_or_default();
        let before = format!("{before} ");
        let is_instead = |phrase| ends_with_word(&before, phrase);
        LAST_POINTERS.contains(pointer) && INSTEAD_OF.each().any(is_instead)
    }

    fn denies(&self) -> bool {
        self.words().any(|word| DENIALS.contains(word)) && !self.has(HOLLOW_DENIALS)
    }

    /// Says whether one of the phrases stands in it, as whole words.
    pub(super) fn has(&self, phrases: Phrases) -> bool {
        let blank = |at: usize| self.said.as_bytes().get(at) == Some(&b' ');
        let stands = |phrase: &str| {
            let mut found = self.said.match_indices(phrase);
            found.any(|(at, _)| blank(at - 1) && blank(at + phrase.len()))
        };
        phrases.each().any(stands)
    }

    fn ends_in(&self, phrases: Phrases) -> bool {
        phrases.each().any(|phrase| self.ends_with(phrase))
    }

    fn ends_with(&self, phrase: &str) -> bool {
        ends_with_word(&self.said, phrase)
    }

    /// Says whether it begins with one of the phrases.
    pub(super) fn begins_with(&self, phrases: Phrases) -> bool {
        let begins = |phrase| {
            let rest = self.said.trim_start().strip_prefix(phrase);
            rest.is_some_and(|rest| rest.starts_with(' '))
        };
        phrases.each().any(begins)
    }

    fn first(&self) -> &str {
        self.words().next().unwrap_or_default()
    }

    fn last(&self) -> &str {
        self.words().next_back().unwrap_or_default()
    }
}

/// Says whether a phrase stands at the end of words with a blank before and behind each.
fn ends_with_word(said: &str, phrase: &str) -> bool {
    let before = said.trim_end().strip_suffix(phrase);
    before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
}

/// Says how a line is written that may be a name, with a time or an address beside it, and a colon.
fn name_spelt(text: &str) -> Option<NameSpelt> {
    let text = text.trim_end_matches(['*', '_', ' ']);
    let text = text.strip_suffix([':', '\u{ff1a}'])?;
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if word.ends_with(['.', '!', '?']) && bare.chars().count() > 1 && !is_time(bare) {
            return None;
        }
        let is_beside = bare.is_empty() || bare.contains('@') || is_time(bare);
        if !is_beside {
            words.push(bare);
        }
    }
    let is_name = |word: &&str| {
        word.chars()
            .all(|c| c.is_alphabetic() || "-'\u{2019}.".contains(c))
            && (word.starts_with(char::is_uppercase) || PARTICLES.contains(word))
    };
    let has_name = words
        .iter()
        .any(|word| word.starts_with(char::is_uppercase));
    match words.as_slice() {
        [] => text.contains('@').then_some(NameSpelt::High),
        [one] if one.starts_with(char::is_lowercase) => Some(NameSpelt::Low),
        few if few.len() <= HEADING && has_name && few.iter().all(is_name) => Some(NameSpelt::High),
        _ => None,
    }
}

/// Says whether a word is a day or a time of day.
fn is_time(word: &str) -> bool {
    let is_sign = |c: char| ":./-".contains(c);
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.contains(is_sign)
        && word.chars().all(|c| c.is_ascii_digit() || is_sign(c))
}

fn ending(text: &str) -> Ending {
    let bare = text.trim_end_matches(|c: char| {
        c.is_whitespace() || "*_\"'\u{201d}\u{2019}\u{bb}`".contains(c)
    });
    let last = bare.chars().next_back();
    match last {
        Some(':' | '\u{ff1a}') => Ending::Colon,
        Some('?' | '\u{ff1f}' | '\u{61f}') => Ending::Question,
        Some('\u{2026}') => Ending::Dots,
        Some('.') if bare.ends_with("..") => Ending::Dots,
        Some(c) if !c.is_alphanumeric() && !",;-\u{2013}\u{2014}".contains(c) => Ending::Stop,
        _ => Ending::Open,
    }
}
