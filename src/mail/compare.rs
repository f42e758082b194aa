//! The texts of one mail against each other: what one shows and another does not.

use super::body::Kind;
use super::lines::{LineReading, Outcome, Verdict, order_in};
use super::reading::Chosen;
use super::world::Language;

/// Compares the text that is read with the others.
pub(super) fn compare(chosen: &mut Chosen, others: &[Chosen], language: &dyn Language) {
    note_disagreement(chosen, others);
    doubt_what_text_quotes(chosen, others, language);
    doubt_what_html_hides(chosen, others, language);
    doubt_what_is_longer(chosen, others);
    tell_hidden_orders(chosen, others, language);
}

/// Returns the orders in canonical form.
pub(super) fn orders_of(outcome: &Outcome) -> Vec<&str> {
    outcome
        .orders
        .iter()
        .map(|reading| reading.order.canonical.as_str())
        .collect()
}

/// Tells the player which text was read when two kinds of body hold different orders.
fn note_disagreement(chosen: &mut Chosen, others: &[Chosen]) {
    let Some(kind) = chosen.kind else { return };
    let differs = |other: &&Chosen| {
        !other.outcome.orders.is_empty() && orders_of(&other.outcome) != orders_of(&chosen.outcome)
    };
    let other = others.iter().find(differs).and_then(|other| other.kind);
    if let Some(other) = other.filter(|_| !chosen.outcome.orders.is_empty()) {
        let note = format!(
            "{} and {} of the mail hold different orders; {} was read",
            kind.words(),
            other.words(),
            kind.words()
        );
        chosen.outcome.notes.push(note);
    }
}

/// HTML that holds an order which the plain text of the same mail shows as quoted or old has lost its quote marks.
fn doubt_what_text_quotes(chosen: &mut Chosen, others: &[Chosen], language: &dyn Language) {
    let text = others.iter().find(|other| other.kind == Some(Kind::Text));
    let (Some(Kind::Html), Some(text)) = (chosen.kind, text) else {
        return;
    };
    let not_live = |line: &&LineReading| matches!(line.verdict, Verdict::Quoted | Verdict::Unread);
    let old: Vec<String> = text
        .outcome
        .lines
        .iter()
        .filter(not_live)
        .filter_map(|line| order_in(&line.text, language))
        .collect();
    if let Some(order) = orders_of(&chosen.outcome)
        .into_iter()
        .find(|order| old.iter().any(|old| old == order))
    {
        let doubt = format!(
            "the plain text of the mail shows `{order}` as part of an older mail, and the HTML does not"
        );
        chosen.outcome.uncertain.push(doubt);
    }
}

/// Plain text whose order goes on in the HTML of the same mail was cut short on its way.
fn doubt_what_is_longer(chosen: &mut Chosen, others: &[Chosen]) {
    let own = orders_of(&chosen.outcome);
    let others: Vec<&str> = others
        .iter()
        .flat_map(|other| orders_of(&other.outcome))
        .filter(|order| !own.contains(order))
        .collect();
    let goes_on = |order: &&str| {
        let mut longer = others.iter().filter_map(|other| other.strip_prefix(order));
        longer.any(|rest| rest.starts_with([' ', '-', ',']))
    };
    let doubts: Vec<String> = own
        .iter()
        .filter(|order| !others.contains(order) && goes_on(order))
        .map(|order| format!("`{order}` goes on in another text of the same mail"))
        .collect();
    chosen.outcome.uncertain.extend(doubts);
}

/// Plain text that holds an order which the HTML of the same mail hides, strikes out or quotes is not what its
/// writer saw.
fn doubt_what_html_hides(chosen: &mut Chosen, others: &[Chosen], language: &dyn Language) {
    let html = others.iter().find(|other| other.kind == Some(Kind::Html));
    let (Some(Kind::Text), Some(html)) = (chosen.kind, html) else {
        return;
    };
    let shown = orders_of(&html.outcome);
    for line in html
        .outcome
        .lines
        .iter()
        .filter(|line| does_not_count(line))
    {
        let Some(order) = order_in(&line.text, language) else {
            continue;
        };
        if orders_of(&chosen.outcome).contains(&order.as_str()) && !shown.contains(&order.as_str())
        {
            chosen.outcome.uncertain.push(format!(
                "the plain text of the mail holds `{order}`, and the HTML does not: {}",
                line.reason
            ));
        }
    }
}

fn does_not_count(line: &LineReading) -> bool {
    matches!(
        line.verdict,
        Verdict::Hidden | Verdict::Struck | Verdict::Quoted
    )
}

/// Tells the player of orders that nobody can see, also where another body was read.
fn tell_hidden_orders(chosen: &mut Chosen, others: &[Chosen], language: &dyn Language) {
    if chosen.outcome.orders.is_empty() {
        let lines = others.iter().flat_map(|other| &other.outcome.lines);
        let hidden = lines.filter(|line| line.verdict == Verdict::Hidden);
        chosen.outcome.lines.extend(hidden.cloned());
    }
    let hidden =
        chosen.outcome.lines.iter().filter(|line| {
            line.verdict == Verdict::Hidden && order_in(&line.text, language).is_some()
        });
    let notes: Vec<String> = hidden
        .map(|line| format!("`{}` does not count: {}", line.text, line.reason))
        .collect();
    chosen.outcome.notes.extend(notes);
}
