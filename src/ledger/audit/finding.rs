//! What an audit can find: codes, how bad they are, who could have caused them, and a sentence.

use std::{collections::BTreeSet, fmt};

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::ledger::names::{Owner, Seat};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Something cannot be checked yet.
    Incomplete,
    /// The rules of the protocol were broken.
    Violation,
}

/// Who could have caused a finding; never why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Nobody,
    Host,
    Seat,
    Owner,
    HostOrSeat,
    HostAndSeat,
    HostOrOwner,
    /// The host, or whoever has kept the papers since: what is no part of the log's chain is in his hands.
    HostOrKeeper,
}

macro_rules! codes {
    ($($variant:ident $name:literal $severity:ident $cause:ident $message:literal)*) => {
        /// The code of a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl Code {
            /// All codes, in the order of the protocol's text.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the code as it is printed.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            /// Returns how bad a finding of this code is.
            pub fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),* }
            }

            fn cause(self) -> Cause {
                match self { $(Self::$variant => Cause::$cause),* }
            }

            // {e} entry, {k} draw, {s} seat, {o} owner in words, {x} what the case says.
            fn template(self) -> &'static str {
                match self { $(Self::$variant => $message),* }
            }
        }
    };
}

codes! {
    BadFormat "BAD_FORMAT" Violation Host
        "entry {e} cannot be read and counts for nothing: {x}"
    EntryNumber "ENTRY_NUMBER" Violation Host
        "entry {e} says that it is entry {x}: one is missing, doubled or in the wrong place"
    ChainBroken "CHAIN_BROKEN" Violation Host
        "entry {e} does not continue the entry before it: something earlier was changed, taken out or put in"
    HeadWrong "HEAD_WRONG" Violation Host
        "the hash printed after entry {e}{x} is not the hash of that entry"
    GenesisWrong "GENESIS_WRONG" Violation Host
        "the start of the log is not valid: {x}"
    DrawNumber "DRAW_NUMBER" Violation Host
        "entry {e} opens draw {k}, but draw {x} comes next: a draw was skipped or is made twice"
    LockTwice "LOCK_TWICE" Violation Host
        "entry {e} locks draw {k} once more: that would roll its dice again"
    NoLock "NO_LOCK" Violation Host
        "entry {e} closes draw {k}, which is not open"
    DrawOpen "DRAW_OPEN" Incomplete Host
        "draw {k} was locked, but the host has neither shown its dice nor called it off"
    VoidNoConsent "VOID_NO_CONSENT" Violation Host
        "entry {e} calls draw {k} off when its dice could be known, without the consent of seat {s}"
    SeatAbsent "SEAT_ABSENT" Note HostAndSeat
        "draw {k} was called off because seat {s} was silent; together with the host it could have known the dice"
    Voided "VOIDED" Note Nobody
        "draw {k} was called off: {x}"
    Undone "UNDONE" Note Nobody
        "entry {e} takes back the results of draw {k}: {x}"
    UndoNoConsent "UNDO_NO_CONSENT" Violation Host
        "entry {e} takes back the known dice of draw {k} without the consent of seat {s}"
    ConsentClaimed "CONSENT_CLAIMED" Note Host
        "that seat {s} agreed to entry {e} is only the host's word so far"
    Corrected "CORRECTED" Note Nobody
        "entry {e} has {x} rolled anew in the next draw"
    Reanchored "REANCHORED" Note Nobody
        "from draw {k} on, {x} plays as {o} with a chain of secrets of their own"
    LaterUnsafe "LATER_UNSAFE" Violation Host
        "entry {e}: the orders of draw {k} could still be chosen after the lock: {x}"
    SealChanged "SEAL_CHANGED" Violation Host
        "draw {k}: the sealed orders of seat {s} were exchanged after they had been fixed"
    SealMismatch "SEAL_MISMATCH" Violation HostOrSeat
        "draw {k}: the orders of seat {s} in {x} are not those that were sealed"
    FiledOtherwise "FILED_OTHERWISE" Note HostOrSeat
        "draw {k}: {x} has other orders or another phrase of seat {s} than were used: they were replaced before the lock, or that mail was changed"
    SealUnopened "SEAL_UNOPENED" Violation Host
        "draw {k}: the match is over, but the host never opened the sealed orders of seat {s}, which he plays"
    OrdersUnopened "ORDERS_UNOPENED" Incomplete HostOrSeat
        "draw {k}: the sealed orders of seat {s} have not been opened yet"
    HostRevealBad "HOST_REVEAL_BAD" Violation Host
        "draw {k}: the host's secret value is missing or not the one that he fixed at the start"
    SeatRevealBad "SEAT_REVEAL_BAD" Violation HostOrSeat
        "draw {k}: the value given for seat {s} in {x} is not the one that this seat fixed at the start"
    SeatMissing "SEAT_MISSING" Violation Host
        "draw {k}: dice were made without the value of seat {s}, so somebody could pick one of two results"
    SeatSkipped "SEAT_SKIPPED" Note Host
        "draw {k}: seat {s} has secret values but gave none, so the host could pick one of two results"
    AckWrong "ACK_WRONG" Violation Host
        "draw {k}: seat {s} did not confirm the lock of this log; it may have been shown another one"
    AckMissing "ACK_MISSING" Note Seat
        "draw {k}: seat {s} never confirmed that it received the lock"
    GiveForbidden "GIVE_FORBIDDEN" Violation Host
        "draw {k}: seat {s} fixed nothing at the start, so what it gave could be chosen to suit"
    NoOutsideEntropy "NO_OUTSIDE_ENTROPY" Note Host
        "draw {k}: only the host contributed to these dice, so he could know them beforehand"
    PhraseUsed "PHRASE_USED" Note HostAndSeat
        "draw {k}: seat {s} gave a phrase; this seat and the host together could have chosen the dice"
    AnchorWrong "ANCHOR_WRONG" Violation Host
        "seat {s} joined under another name or with other secrets than the log says (the JOIN is in {x})"
    RoundWrong "ROUND_WRONG" Violation Host
        "draw {k}: {x}"
    BeaconBad "BEACON_BAD" Violation Host
        "draw {k}: the public random number of round {x} is not genuine"
    BeaconUnchecked "BEACON_UNCHECKED" Incomplete Nobody
        "draw {k}: the signature of round {x} was not checked, because this audit has no means to"
    LockLate "LOCK_LATE" Violation Host
        "draw {k}: {x}"
    ReceivedLate "RECEIVED_LATE" Violation Host
        "draw {k}: the lock reached {x} only when its dice were public already"
    SeedWrong "SEED_WRONG" Violation Host
        "draw {k}: the stated seed does not follow from what the parties gave"
    RollWrong "ROLL_WRONG" Violation Host
        "draw {k}: roll {x}"
    LabelTwice "LABEL_TWICE" Violation Host
        "draw {k}: two rolls are called {x}"
    RollMissing "ROLL_MISSING" Violation Host
        "draw {k}: roll {x} had to be made, but is not reported"
    RollUnplanned "ROLL_UNPLANNED" Violation Host
        "draw {k}: roll {x} was not announced in the lock; who names a roll afterwards can choose its result"
    LabelsUnchecked "LABELS_UNCHECKED" Incomplete Host
        "draw {k}: its rolls were not announced beforehand; whether the rules call for exactly these is seen when the turn is played again, which needs the opened orders"
    FixReroll "FIX_REROLL" Violation Host
        "draw {k}: roll {x} replaces an earlier one, which no correction before the lock had announced"
    HideMissing "HIDE_MISSING" Violation Host
        "draw {k}: nothing was fixed for the hidden draws {x}, so their owner can still choose the results"
    HideBad "HIDE_BAD" Violation Owner
        "the secret that {o} opened is not the one fixed for the hidden draws"
    HkeyWrong "HKEY_WRONG" Violation Host
        "draw {k}: the key of the hidden draws {x} is not fixed in the report, or is another one"
    KeyWrong "KEY_WRONG" Violation Host
        "draw {k}: seat {s} was given a false key for the hidden draws {x}: what it was told was invented"
    HiddenWrong "HIDDEN_WRONG" Violation HostOrOwner
        "draw {k}: hidden roll {x}"
    HiddenUndisclosed "HIDDEN_UNDISCLOSED" Incomplete Owner
        "draw {k}: {o} has not opened the hidden draws {x} yet"
    SideUnreadable "SIDE_UNREADABLE" Note Nobody
        "{x}"
    Fork "FORK" Violation Host
        "{x} holds another entry {e} than this log: two versions of the log exist"
    LogCut "LOG_CUT" Violation Host
        "{x} holds an entry {e}, which lies beyond the end of this log: the last mails are not among what you gave, or the end was cut off"
    EntriesMissing "ENTRIES_MISSING" Incomplete Nobody
        "{x} in none of the papers that the log is made of: a mail was lost, or was not given; what follows was only checked as it stands by itself. SHOW RECORD brings what is missing, then audit again"
    StateWrong "STATE_WRONG" Violation HostOrKeeper
        "what the record says of {x} is not what the log had fixed"
    ReplayDiffers "REPLAY_DIFFERS" Violation HostOrKeeper
        "played again by the rules, with the sealed orders and the same dice, the match goes another way: {x}"
    ReplayImpossible "REPLAY_IMPOSSIBLE" Incomplete Nobody
        "the turns were not played again: {x}"
    RecordFork "RECORD_FORK" Violation HostOrKeeper
        "two versions of the record exist: {x}"
    RecordGap "RECORD_GAP" Violation HostOrKeeper
        "the record lacks something although what stands before and after it is here: {x}"
    RecordMissing "RECORD_MISSING" Incomplete Nobody
        "the record is not here as far as it should be: {x}"
    RecordUnreadable "RECORD_UNREADABLE" Note Nobody
        "{x}, and was passed over"
}

impl Code {
    /// The codes of an audit that has more than the dice log: the record, and the rules to play by.
    pub const OF_THE_RECORD: [Self; 7] = [
        Self::StateWrong,
        Self::ReplayDiffers,
        Self::ReplayImpossible,
        Self::RecordFork,
        Self::RecordGap,
        Self::RecordMissing,
        Self::RecordUnreadable,
    ];
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One thing that an audit found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// The entry it was found at.
    pub entry: Option<u64>,
    /// The draw it concerns.
    pub draw: Option<u64>,
    /// The seat it concerns, or the owner, 0 for the host.
    pub seat: Option<u64>,
    /// Who could have caused it.
    pub who: String,
    /// A sentence for people.
    pub message: String,
}

impl Finding {
    /// Makes a finding about a match as a whole, or about one of its draws or entries.
    pub fn told(
        code: Code,
        entry: Option<u64>,
        draw: Option<u64>,
        case: &dyn fmt::Display,
    ) -> Self {
        let place = Place {
            entry,
            draw,
            owner: None,
        };
        Self::at(code, place, case)
    }

    /// Names who else could have caused it: whoever sent what shows it.
    #[must_use]
    pub fn or_by(mut self, sender: Option<&str>) -> Self {
        if let Some(sender) = sender {
            self.who = format!("{} or {sender}", self.who);
        }
        self
    }

    fn at(code: Code, place: Place, case: &dyn fmt::Display) -> Self {
        Self {
            code,
            severity: code.severity(),
            entry: place.entry,
            draw: place.draw,
            seat: place.owner.map(Owner::number),
            who: who(code.cause(), place.owner),
            message: message(code, place, case),
        }
    }
}

/// A finding in the making: where, whom, and what the case says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    entry: Option<u64>,
    draw: Option<u64>,
    owner: Option<Owner>,
}

impl Place {
    pub(super) fn none() -> Self {
        Self::default()
    }

    pub(super) fn entry(entry: u64) -> Self {
        Self {
            entry: Some(entry),
            ..Self::default()
        }
    }

    pub(super) fn draw(draw: u64) -> Self {
        Self {
            draw: Some(draw),
            ..Self::default()
        }
    }

    pub(super) fn at(self, entry: u64) -> Self {
        Self {
            entry: Some(entry),
            ..self
        }
    }

    pub(super) fn seat(self, seat: Seat) -> Self {
        self.owner(Owner::Seat(seat))
    }

    pub(super) fn owner(self, owner: Owner) -> Self {
        Self {
            owner: Some(owner),
            ..self
        }
    }
}

/// All findings so far, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
    seen: BTreeSet<(Code, [Option<u64>; 3], String)>,
}

impl Findings {
    pub(super) fn add(&mut self, code: Code, place: Place) {
        self.tell(code, place, &"");
    }

    pub(super) fn tell(&mut self, code: Code, place: Place, case: &dyn fmt::Display) {
        self.tell_by(None, code, place, case);
    }

    /// Tells what a mail shows that somebody else than the host sent: he could have made it up.
    pub(super) fn tell_by(
        &mut self,
        sender: Option<&str>,
        code: Code,
        place: Place,
        case: &dyn fmt::Display,
    ) {
        let finding = Finding::at(code, place, case).or_by(sender);
        let place = [finding.entry, finding.draw, finding.seat];
        if self.seen.insert((code, place, finding.message.clone())) {
            self.list.push(finding);
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Finding> {
        self.list
    }
}

fn message(code: Code, place: Place, case: &dyn fmt::Display) -> String {
    let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
    code.template()
        .replace("{e}", &number(place.entry))
        .replace("{k}", &number(place.draw))
        .replace("{s}", &number(place.owner.map(Owner::number)))
        .replace("{o}", &place.owner.map_or_else(String::new, in_words))
        .replace("{x}", &case.to_string())
}

fn in_words(owner: Owner) -> String {
    match owner {
        Owner::Host => "the host".to_owned(),
        Owner::Seat(seat) => format!("seat {seat}"),
    }
}

fn who(cause: Cause, owner: Option<Owner>) -> String {
    let number = owner.map_or_else(String::new, |owner| owner.to_string());
    match cause {
        Cause::Nobody => "-".to_owned(),
        Cause::Host => "host".to_owned(),
        Cause::Seat => format!("seat {number}"),
        Cause::Owner => match owner {
            Some(Owner::Host) => "host".to_owned(),
            _ => format!("seat {number}"),
        },
        Cause::HostOrSeat => format!("host or seat {number}"),
        Cause::HostAndSeat => format!("host and seat {number}"),
        Cause::HostOrOwner => "host or owner".to_owned(),
        Cause::HostOrKeeper => "host or whoever kept these papers".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_names_its_place_and_who_could_have_caused_it() {
        let mut findings = Findings::default();
        let place = Place::draw(3).at(7).seat("2".parse().unwrap());
        findings.add(Code::VoidNoConsent, place);
        findings.add(Code::VoidNoConsent, place);
        findings.add(Code::SeatAbsent, place);
        let [first, second] = &findings.into_vec()[..] else {
            panic!("each finding stands once")
        };
        assert_eq!(
            (first.entry, first.draw, first.seat),
            (Some(7), Some(3), Some(2))
        );
        assert_eq!(first.who, "host");
        assert_eq!(second.who, "host and seat 2");
        assert!(first.message.contains("draw 3") && first.message.contains("seat 2"));
    }

    #[test]
    fn codes_are_told_apart_by_name() {
        let names: BTreeSet<&str> = Code::ALL.iter().map(|c| c.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        assert_eq!(Code::ALL.len(), 62);
    }
}
