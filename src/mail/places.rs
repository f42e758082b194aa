//! Where an order stands among talk: below a line that disowns it, in the middle of a sentence, between marks.

use std::ops::Range;

use crate::orders::looks_meant;

use super::deeds::{Above, has_list_mark, is_deed, is_harmless, may_be_talk, may_go_on, sort_of};
use super::enclosed::Enclosure;
use super::join::may_be_wrapped;
use super::leads;
use super::lines::{Reader, cleaned, ends_reading, parse};
use super::normalise::Cleaned;
use super::outcome::Verdict;
use super::provisos;
use super::quote::Mark;
use super::talk::{Deed, Ending, Talk};
use super::withdrawn::withdraws;
use super::world::{Opens, Order, OrderKind, Parsed, Tail};

/// As many lines above a lead may belong to it.
const MOST_IN_BLOCK: usize = 12;

/// The line of talk nearest above what is read, which may lead to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lead {
    at: usize,
    /// Whether blank lines follow it.
    gap: bool,
    /// Whether an order stands below it already, which was taken.
    leads: bool,
}

impl Lead {
    /// Takes a line of talk for a lead, if it has words.
    pub(super) fn of(at: usize, text: &str) -> Option<Self> {
        text.contains(char::is_alphanumeric).then_some(Self {
            at,
            gap: false,
            leads: false,
        })
    }

    /// Goes on below blank lines, which end what a lead leads to.
    pub(super) fn above_gap(self) -> Option<Self> {
        (!self.leads).then_some(Self { gap: true, ..self })
    }

    /// Goes on below an order that was taken.
    pub(super) fn above_order(self) -> Self {
        Self {
            leads: true,
            ..self
        }
    }
}

impl Reader<'_> {
    /// Says why an order may not be meant where it stands; `at` are its lines, `line` is what the first one says.
    pub(super) fn doubtful_place(
        &self,
        at: Range<usize>,
        line: &str,
        order: &Order,
    ) -> Option<&'static str> {
        if is_harmless(line) {
            return None;
        }
        let is_deed = is_deed(line, order, self.language);
        if let Some(doubt) = self.doubtful_enclosure(at.start, line, is_deed) {
            return Some(doubt);
        }
        if let Some(doubt) = self.hangs_on_talk(&at) {
            return Some(doubt);
        }
        if !is_deed && self.may_be_added(order) {
            return Some(
                "the line above may ask to add it to the orders that you have sent; write `ADD` alone on a line",
            );
        }
        if let Some(doubt) = self.doubtful_lead(order, is_deed) {
            return Some(doubt);
        }
        if self.is_withdrawn_below(at.end) {
            return Some("what stands below may take it back");
        }
        if let Some(doubt) = self.disowned(is_deed.then(|| sort_of(line))) {
            return Some(doubt);
        }
        match is_deed {
            true => self.doubtful_deed(at, line),
            false => self.is_part_of_sentence(at),
        }
    }

    /// Says why an order may hang on a condition in everyday words above or below it.
    fn hangs_on_talk(&self, at: &Range<usize>) -> Option<&'static str> {
        let lead = self.state.lead.filter(|lead| !lead.leads);
        let above = lead.is_some_and(|lead| provisos::leads_in(&self.said_to(lead.at), lead.gap));
        let is_below = |(below, gap)| {
            self.talk_below(below).is_some()
                && provisos::follows(&self.candidates[below].line.text, gap)
        };
        let gap = self.gap_at(at.end);
        let below = is_below((at.end, false)) || gap > 0 && is_below((at.end + gap, true));
        (above || below).then_some(
            "the talk beside it may be a condition of it; write the condition behind the order (`IF ...`, `UNLESS ...`), or leave it out",
        )
    }

    /// Returns the talk that ends at a line, with the lines above it that belong to its last sentence.
    fn said_to(&self, at: usize) -> String {
        let mut text = self.candidates[at].line.text.trim().to_owned();
        for above in (at.saturating_sub(MOST_IN_BLOCK)..at).rev() {
            let line = self.candidates[above].line.text.trim();
            let is_open = self.own(above)
                && Talk::of(line).ending() == Ending::Open
                && !line.ends_with(',')
                && matches!(parse(line, self.language), Some(Parsed::NoVerb));
            if !is_open {
                break;
            }
            text = format!("{line} {text}");
        }
        text
    }

    /// Says why what was said last above an order may want something else of it than that it be carried out.
    fn doubtful_lead(&self, order: &Order, is_deed: bool) -> Option<&'static str> {
        let lead = self.state.lead.filter(|lead| !lead.leads)?;
        let said = Talk::of(&self.candidates[lead.at].line.text);
        if let Some(doubt) = leads::doubt(&said, order.opens == Opens::Plan) {
            return Some(doubt);
        }
        let corrects = !is_deed && order.kind == OrderKind::Action && leads::corrects(&said);
        (corrects && !self.says_add(order)).then_some(
            "the line above may ask to put one of your orders right; write `ADD` alone on a line to keep the others, or \
             send the whole set without that line",
        )
    }

    /// Says whether an order or one above it is `ADD`.
    fn says_add(&self, order: &Order) -> bool {
        let adds = |order: &Order| {
            let verb = order.canonical.split(' ').next().unwrap_or_default();
            verb.eq_ignore_ascii_case("ADD")
        };
        adds(order) || self.outcome.orders.iter().any(|own| adds(&own.order))
    }

    /// Says whether talk below an order, up to the next order, takes it back or asks about it.
    fn is_withdrawn_below(&self, from: usize) -> bool {
        let below =
            (from..self.candidates.len()).filter(|&at| self.candidates[at].mark != Mark::Blank);
        let mut talk = below
            .take(MOST_IN_BLOCK)
            .map_while(|at| self.talk_below(at).map(|said| (at, said)));
        talk.any(|(at, said)| leads::asks_leave(&said) || withdraws(&self.candidates[at].line.text))
    }

    /// Says whether the line above asks for orders to be added, and nothing in the mail is `ADD` or may be meant with it.
    fn may_be_added(&self, order: &Order) -> bool {
        let lead = self.state.lead.filter(|lead| !lead.leads);
        let asks = |lead: Lead| Talk::of(&self.candidates[lead.at].line.text).asks_to_add();
        order.kind == OrderKind::Action
            && lead.is_some_and(asks)
            && !self.says_add(order)
            && !self
                .outcome
                .orders
                .iter()
                .any(|own| own.order.kind == OrderKind::Action)
    }

    /// Says why the marks round an order are doubtful.
    fn doubtful_enclosure(&self, at: usize, line: &str, is_deed: bool) -> Option<&'static str> {
        match self.candidates[at].enclosure? {
            Enclosure::Unclosed => {
                Some("a mark above it opens a quotation or a comment, and nothing closes it")
            }
            Enclosure::Fence
                if is_deed && !(sort_of(line) == Deed::Flow && self.is_among_orders(at)) =>
            {
                Some("it is shown between fences, as examples are")
            }
            Enclosure::Fence | Enclosure::Quote | Enclosure::Comment => None,
        }
    }

    /// Says whether an order right above or below a line is one to pieces on the board.
    fn is_among_orders(&self, at: usize) -> bool {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        beside
            .filter(|&beside| beside < self.candidates.len() && self.own(beside))
            .any(
                |beside| match cleaned(&self.candidates[beside].line.text, self.language) {
                    Cleaned::Text { text, .. } => match self.language.parse(&text) {
                        Parsed::Order(order) => !is_deed(&text, &order, self.language),
                        _ => false,
                    },
                    Cleaned::Struck | Cleaned::Unreadable => false,
                },
            )
    }

    /// Says why what was said last above an order disowns it.
    fn disowned(&self, deed: Option<Deed>) -> Option<&'static str> {
        let is_deed = deed.is_some();
        let lead = self.state.lead.filter(|lead| is_deed || !lead.leads)?;
        let talk = Talk::of(&self.candidates[lead.at].line.text);
        if is_deed || !lead.gap || talk.ending() != Ending::Stop {
            let disowned = talk.disowns_below(is_deed);
            if disowned.is_some() {
                return disowned;
            }
        }
        let wavers = |deed| match lead.gap {
            true => talk.wavers_from_afar(deed),
            false => talk.wavers(deed),
        };
        if let Some(speaker) = deed
            .filter(|_| !lead.leads)
            .and_then(|deed| talk.names_speaker(deed))
        {
            return Some(speaker);
        }
        if !lead.leads && deed.is_some_and(wavers) {
            return Some("the line above it speaks of it as of something that is not decided");
        }
        // Who is quoted may say more than the order.
        let block = (lead.at.saturating_sub(MOST_IN_BLOCK)..lead.at).rev();
        let mut block = block
            .take_while(|&at| self.own(at))
            .map(|at| &self.candidates[at].line.text);
        block.find_map(|text| Talk::of(text).tells_of_another_above())
    }

    /// Says why an order to pieces on the board may be a part of the sentence round it.
    fn is_part_of_sentence(&self, at: Range<usize>) -> Option<&'static str> {
        let above = self.talk_above(at.start);
        if above.is_some_and(|above| Talk::of(above.text).breaks_off_denying()) {
            return Some("the sentence above it may go on with it, and denies it");
        }
        let below = self.talk_below(at.end)?;
        below
            .is_predicate()
            .then_some("the line below may be the rest of a sentence that it begins")
    }

    /// Says why an order of everyday words, or one about the match itself, may be a part of the talk around it.
    fn doubtful_deed(&self, at: Range<usize>, line: &str) -> Option<&'static str> {
        if self
            .talk_above(at.start)
            .is_some_and(|above| may_be_talk(line, above))
        {
            return Some("it may end the sentence above it; leave a blank line before it");
        }
        let Some(below) = self.talk_below(at.end) else {
            let beyond = self.talk_beyond_gap(at.end)?;
            return beyond
                .takes_back_from_afar()
                .then_some("what stands below may take it back, or go on with it");
        };
        let text = &self.candidates[at.end].line.text;
        if has_list_mark(&self.candidates[at.start].line.text) && has_list_mark(text) {
            return Some("it stands in a list with lines that are no orders");
        }
        (may_go_on(line, text) || below.takes_back()).then_some(
            "it may go on in the line below, or be taken back there; leave a blank line behind it",
        )
    }

    /// Returns the line right above, if it is talk, a comment or something that is said.
    pub(super) fn talk_above(&self, at: usize) -> Option<Above<'_>> {
        let above = at.checked_sub(1).filter(|&above| self.own(above))?;
        let line = &self.candidates[above].line;
        let last = self.outcome.lines.last()?.verdict;
        let is_talk = match cleaned(&line.text, self.language) {
            Cleaned::Text { text, comment } => {
                matches!(last, Verdict::Ignored | Verdict::Comment)
                    || comment.is_some_and(|comment| !comment.is_empty())
                    || last == Verdict::Order && self.language.tail(&text) != Tail::Words
            }
            Cleaned::Struck | Cleaned::Unreadable => false,
        };
        let next = self.candidates[at].line.text.trim();
        is_talk.then(|| Above {
            text: &line.text,
            may_be_broken: !line.ends_for_certain && may_be_wrapped(&line.text, next),
        })
    }

    /// Returns the line at a place, right below an order, if it is talk.
    fn talk_below(&self, at: usize) -> Option<Talk> {
        let text = &self.candidates.get(at)?.line.text;
        let is_talk = || match parse(text, self.language) {
            Some(Parsed::NoVerb) => true,
            Some(Parsed::Wrong { .. } | Parsed::BreaksOff { .. }) => !looks_meant(text.trim()),
            Some(Parsed::Order(_)) | None => false,
        };
        (self.own(at) && !ends_reading(text) && is_talk()).then(|| Talk::of(text))
    }

    /// Returns the first line below blank ones, if it is talk.
    fn talk_beyond_gap(&self, at: usize) -> Option<Talk> {
        let gap = self.gap_at(at);
        (gap > 0).then(|| self.talk_below(at + gap)).flatten()
    }

    /// Counts the blank lines from a place on.
    fn gap_at(&self, at: usize) -> usize {
        let rest = self.candidates.get(at..).unwrap_or_default();
        rest.iter()
            .take_while(|candidate| candidate.mark == Mark::Blank)
            .count()
    }
}
