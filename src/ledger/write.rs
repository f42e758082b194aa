//! Exact printing of blocks, with folds at 76 columns.

use crate::ledger::{
    block::{
        Ack, Block, Body, Correct, Disclose, Entry, Genesis, HiddenRolled, Join, Key, Lock,
        LockSeal, Mode, Need, Orders, PROTOCOL, Party, Planned, Player, Report, SeatChange, Side,
        Void,
    },
    drand,
    hash::Hash,
    names::{Owner, Seat},
    seed::Give,
};

/// The most characters of a line that a writer makes.
const WIDTH: usize = 76;

impl Entry {
    /// Prints the entry.
    pub fn to_block(&self) -> Block {
        let mut lines = Lines::default();
        lines.push("entry", self.number);
        lines.push("prev", self.prev);
        lines.body(&self.body, self.time);
        Block::new(lines.0)
    }
}

impl Side {
    /// Prints the block.
    pub fn to_block(&self) -> Block {
        let mut lines = Lines::default();
        match self {
            Self::Join(join) => lines.join(join),
            Self::Ack(ack) => lines.ack(ack),
            Self::Orders(orders) => lines.orders(orders),
            Self::Key(key) => lines.key(key),
        }
        Block::new(lines.0)
    }
}

impl Block {
    /// Writes the entry as it goes into a log or a mail, with the `#HEAD` line after it.
    pub fn with_head(&self, number: u64) -> String {
        format!("{self}#HEAD {number} {}\n", self.head())
    }
}

/// The lines of a block in the making.
#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    fn push(&mut self, key: &str, value: impl std::fmt::Display) {
        fold(&format!("{key}: {value}"), &mut self.0);
    }

    fn maybe(&mut self, key: &str, value: Option<impl std::fmt::Display>) {
        if let Some(value) = value {
            self.push(key, value);
        }
    }

    fn all(&mut self, key: &str, values: impl IntoIterator<Item = impl std::fmt::Display>) {
        for value in values {
            self.push(key, value);
        }
    }

    fn body(&mut self, body: &Body, time: crate::ledger::time::Time) {
        match body {
            Body::Genesis(genesis) => self.genesis(genesis, time),
            Body::Lock(lock) => self.lock(lock, time),
            Body::Report(report) => self.report(report, time),
            Body::Void(void) => self.void(void, time),
            Body::Correct(correct) => self.correct(correct, time),
            Body::Seat(change) => self.seat_change(change, time),
            Body::Disclose(disclose) => self.disclose(disclose, time),
            Body::Note(texts) => {
                self.push("type", "NOTE");
                self.push("time", time);
                self.all("text", texts);
            }
        }
    }

    fn genesis(&mut self, genesis: &Genesis, time: impl std::fmt::Display) {
        self.push("type", "GENESIS");
        self.push("proto", PROTOCOL);
        self.push("game", &genesis.game);
        self.push("mode", genesis.mode.word());
        self.push("time", time);
        self.push("rules", genesis.rules);
        self.push("host", or_dash(genesis.host));
        self.maybe("hide", genesis.hide.map(|hash| format!("0 {hash}")));
        for (seat, party) in Seat::first(genesis.seats.len()).zip(&genesis.seats) {
            self.party(Owner::Seat(seat), party);
        }
        if let Mode::Beacon { margin } = genesis.mode {
            self.push("beacon", drand::CHAIN_HASH);
            self.push("margin", margin);
        }
        self.maybe("after", genesis.after);
    }

    fn party(&mut self, owner: Owner, party: &Party) {
        let flag = match party.played_by {
            Player::Host => " host",
            Player::Other => "",
        };
        self.push("seat", format_args!("{owner} {}{flag}", party.name));
        self.push("chain", format_args!("{owner} {}", or_dash(party.anchor)));
        self.maybe("hide", party.hide.map(|hash| format!("{owner} {hash}")));
    }

    fn lock(&mut self, lock: &Lock, time: impl std::fmt::Display) {
        self.push("type", "LOCK");
        self.push("draw", lock.draw);
        self.push("time", time);
        for (seat, seal) in Seat::first(lock.seals.len()).zip(&lock.seals) {
            match seal {
                LockSeal::Sealed(seal) => self.push("seal", format_args!("{seat} {seal}")),
                LockSeal::Nothing => self.push("seal", format_args!("{seat} none")),
                LockSeal::Later => self.push("seal", format_args!("{seat} later")),
            }
        }
        self.all("plan", lock.plan.iter().map(planned));
        for hidden in &lock.hidden_plan {
            self.push(
                "hplan",
                format_args!("{} {}", hidden.scope, planned(&hidden.roll)),
            );
        }
        self.maybe("round", lock.round);
    }

    fn report(&mut self, report: &Report, time: impl std::fmt::Display) {
        self.push("type", "REPORT");
        self.push("draw", report.draw);
        self.push("time", time);
        self.maybe("host", report.host);
        for (seat, give) in Seat::first(report.gives.len()).zip(&report.gives) {
            match give {
                // In beacon mode most seats give nothing; the absent line says the same.
                Give::Nothing if report.beacon.is_some() => {}
                give => self.push("give", format_args!("{seat} {}", given(give))),
            }
            self.maybe(
                "ack",
                report.acks.get(&seat).map(|head| format!("{seat} {head}")),
            );
            self.maybe(
                "seal",
                report.seals.get(&seat).map(|seal| format!("{seat} {seal}")),
            );
        }
        if let Some(beacon) = report.beacon {
            self.push("round", beacon.round);
            self.push("sig", beacon.signature);
        }
        self.push("seed", report.seed);
        for roll in &report.rolls {
            self.push(
                "roll",
                format_args!("{} {} {}", roll.label, roll.spec, roll.results),
            );
        }
        self.hidden_rolls(report);
        self.push("state", report.state);
    }

    /// Writes each scope's key after the last of its rolls.
    fn hidden_rolls(&mut self, report: &Report) {
        let mut keys = report.hidden_keys.clone();
        for (at, roll) in report.hidden_rolls.iter().enumerate() {
            self.push("hroll", hidden_rolled(roll));
            let is_last = report.hidden_rolls[at + 1..]
                .iter()
                .all(|r| r.scope != roll.scope);
            if is_last && let Some(key) = keys.remove(&roll.scope) {
                self.push("hk", format_args!("{} {key}", roll.scope));
            }
        }
        for (scope, key) in keys {
            self.push("hk", format_args!("{scope} {key}"));
        }
    }

    fn void(&mut self, void: &Void, time: impl std::fmt::Display) {
        self.push("type", "VOID");
        self.push("draw", void.draw);
        self.push("time", time);
        self.push("why", &void.why);
        self.all("agree", &void.agree);
        self.all("absent", &void.absent);
    }

    fn correct(&mut self, correct: &Correct, time: impl std::fmt::Display) {
        self.push("type", "CORRECT");
        self.push("time", time);
        self.maybe("ref", correct.report);
        self.push("why", &correct.why);
        for (label, spec) in &correct.again {
            self.push("again", format_args!("{label} {spec}"));
        }
        self.all("undo", &correct.undo);
        self.all("agree", &correct.agree);
    }

    fn seat_change(&mut self, change: &SeatChange, time: impl std::fmt::Display) {
        self.push("type", "SEAT");
        self.push("time", time);
        self.party(change.owner, &change.party);
        self.push("from", change.from);
        self.push("why", &change.why);
    }

    fn disclose(&mut self, disclose: &Disclose, time: impl std::fmt::Display) {
        self.push("type", "DISCLOSE");
        self.push("time", time);
        for (owner, master) in &disclose.masters {
            self.push(
                "hidden",
                format_args!("{owner} {}", Hash::new(*master.expose())),
            );
        }
        for result in &disclose.results {
            let roll = hidden_rolled(&result.roll);
            self.push(
                "hres",
                format_args!("{} {roll} {}", result.draw, result.results),
            );
        }
    }

    fn join(&mut self, join: &Join) {
        self.push("type", "JOIN");
        self.push("game", &join.game);
        self.push("seat", format_args!("{} {}", join.owner, join.name));
        self.push(
            "chain",
            format_args!("{} {}", join.owner, or_dash(join.anchor)),
        );
        self.maybe(
            "hide",
            join.hide.map(|hash| format!("{} {hash}", join.owner)),
        );
    }

    fn ack(&mut self, ack: &Ack) {
        self.push("type", "ACK");
        self.push("game", &ack.game);
        self.push("seat", ack.seat);
        self.push("entry", ack.entry);
        self.push("head", ack.head);
        if let Some((draw, value)) = ack.give {
            self.push("draw", draw);
            self.push("give", format_args!("{} c {value}", ack.seat));
        }
    }

    fn orders(&mut self, orders: &Orders) {
        self.push("type", "ORDERS");
        self.push("game", &orders.game);
        self.push("draw", orders.draw);
        self.push("seat", orders.seat);
        self.push("nonce", Hash::new(*orders.nonce.expose()));
        self.all("o", orders.text.lines());
        if let Some(give) = &orders.give {
            self.push("give", format_args!("{} {}", orders.seat, given(give)));
        }
    }

    fn key(&mut self, key: &Key) {
        self.push("type", "KEY");
        self.push("game", &key.game);
        self.push("draw", key.draw);
        self.push("seat", key.seat);
        self.push("key", format_args!("{} {}", key.scope, key.seed.expose()));
    }
}

fn or_dash(anchor: Option<Hash>) -> String {
    anchor.map_or_else(|| "-".to_owned(), |hash| hash.to_string())
}

fn planned(roll: &Planned) -> String {
    match roll.need {
        Need::Due => format!("{} {}", roll.label, roll.spec),
        Need::Maybe => format!("{} {} maybe", roll.label, roll.spec),
    }
}

fn hidden_rolled(roll: &HiddenRolled) -> String {
    format!("{} {} {}", roll.scope, roll.label, roll.spec)
}

fn given(give: &Give) -> String {
    match give {
        Give::Nothing => "-".to_owned(),
        Give::Value(value) => format!("c {value}"),
        Give::Phrase(phrase) => format!("p {phrase}"),
    }
}

/// Breaks a line where it is full, but never next to a blank.
///
/// Where single letters leave no such place the line grows beyond the width; readers take it.
fn fold(line: &str, lines: &mut Vec<String>) {
    let mut rest = line;
    let mut mark = "";
    // The key and its blank stay together with the first letter of the value.
    let mut start = line.find(": ").map_or(1, |colon| colon + 3);
    while let Some(at) = break_of(rest, start, WIDTH - mark.len()) {
        lines.push(format!("{mark}{}", &rest[..at]));
        rest = &rest[at..];
        (mark, start) = ("+", 1);
    }
    lines.push(format!("{mark}{rest}"));
}

/// Returns where to break a line that is too long: the last place that fits, else the first.
fn break_of(line: &str, start: usize, width: usize) -> Option<usize> {
    if line.len() <= width {
        return None;
    }
    let bytes = line.as_bytes();
    let is_place = |at: &usize| bytes[at - 1] != b' ' && bytes[*at] != b' ';
    (start..=width)
        .rev()
        .find(is_place)
        .or_else(|| (width + 1..line.len()).find(is_place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(line: &str) -> Vec<String> {
        let mut lines = Vec::new();
        fold(line, &mut lines);
        lines
    }

    #[test]
    fn a_line_is_folded_where_it_is_full() {
        let line = format!("sig: {}", "a".repeat(96));
        assert_eq!(
            folded(&line),
            [
                format!("sig: {}", "a".repeat(71)),
                format!("+{}", "a".repeat(25))
            ]
        );
        assert_eq!(folded("why: short"), ["why: short"]);
        assert_eq!(folded(&format!("o: {}", "a".repeat(73))).len(), 1);
        assert_eq!(folded(&format!("o: {}", "a".repeat(223))).len(), 3);
    }

    #[test]
    fn a_fold_is_never_next_to_a_blank() {
        let colons = format!("why: {}: b", "a: ".repeat(40) + "cc");
        assert!(
            folded(&colons).iter().all(|line| line.len() <= WIDTH),
            "{colons}"
        );
        let line = format!("why: {} b cd", "a".repeat(69));
        assert_eq!(
            folded(&line),
            [format!("why: {}", "a".repeat(68)), "+a b cd".to_owned()]
        );
    }

    #[test]
    fn a_line_of_single_letters_stays_whole() {
        let line = format!("o: a{}", " a".repeat(60));
        assert_eq!(folded(&line), [line]);
    }
}
