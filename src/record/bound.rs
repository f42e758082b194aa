//! How the dice log binds the record: lines of its NOTEs that hold hashes of lines of the record.
//!
//! What is published with a run is bound by the run's own entry. The first line is bound at the start; all
//! that was kept to one seat, and whatever else no entry holds a hash of, at the end, when nothing of it can
//! be guessed from its hash any more.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Holder, Kind, Line, Sha256Hash};

/// A line of a NOTE that binds lines of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The record's first line.
    Match(Sha256Hash),
    /// All lines of one kind that are for one holder.
    Lines(BoundLines),
}

/// All lines of one kind that are for one holder, as the log binds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundLines {
    /// Whom they are for.
    pub holder: Holder,
    /// What they are about.
    pub kind: Kind,
    /// How many there are.
    pub count: u64,
    /// The hash of the lines in their order, each with one LF.
    pub hash: Sha256Hash,
}

impl Bound {
    /// Reads a line of a NOTE; other text gives none.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let bound = match words[..] {
            ["match", hash] => Self::Match(hash.parse().ok()?),
            ["record", holder, kind, count, hash] => Self::Lines(BoundLines {
                holder: match holder {
                    "all" => Holder::All,
                    number => Holder::Owner(super::SeatNumber::new(number.parse().ok()?)),
                },
                kind: Kind::from_word(kind)?,
                count: count.parse().ok()?,
                hash: hash.parse().ok()?,
            }),
            _ => return None,
        };
        // One spelling only: what reads as the same and is written otherwise is free text.
        (bound.text() == text).then_some(bound)
    }

    /// Returns the line of the NOTE.
    pub fn text(&self) -> String {
        match self {
            Self::Match(hash) => format!("match {hash}"),
            Self::Lines(lines) => {
                let BoundLines {
                    holder,
                    kind,
                    count,
                    hash,
                } = lines;
                let holder = holder
                    .seat()
                    .map_or_else(|| "all".to_owned(), |seat| seat.to_string());
                format!("record {holder} {} {count} {hash}", kind.word())
            }
        }
    }
}

impl BoundLines {
    /// Binds lines by holder and kind; entries are bound by the log's own chain.
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Vec<Self> {
        let mut bound: BTreeMap<(Holder, Kind), (u64, Sha256)> = BTreeMap::new();
        for line in lines {
            if line.kind() == Kind::Entry {
                continue;
            }
            let (count, hash) = bound.entry((line.holder(), line.kind())).or_default();
            *count += 1;
            hash.update(line.text());
            hash.update(b"\n");
        }
        let bound = bound.into_iter();
        bound
            .map(|((holder, kind), (count, hash))| Self {
                holder,
                kind,
                count,
                hash: Sha256Hash::from_bytes(hash.finalize().into()),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Body, SeatNumber, SecretBody};

    fn secret(n: u64, seat: u8) -> Line {
        let body = Body::Secret(SecretBody {
            secrets: Vec::new(),
        });
        Line::write(n, Holder::Owner(SeatNumber::new(seat)), &body).unwrap()
    }

    #[test]
    fn lines_are_bound_by_holder_and_kind_and_each_change_shows() {
        let lines = [secret(3, 1), secret(5, 1), secret(7, 2)];
        let bound = BoundLines::of(&lines);
        let told: Vec<(Holder, u64)> = bound.iter().map(|of| (of.holder, of.count)).collect();
        let (one, two) = (SeatNumber::new(1), SeatNumber::new(2));
        assert_eq!(told, [(Holder::Owner(one), 2), (Holder::Owner(two), 1)]);
        assert_ne!(BoundLines::of(&[secret(3, 1), secret(6, 1)])[0], bound[0]);
        let text = format!("{}\n{}\n", lines[0].text(), lines[1].text());
        assert_eq!(bound[0].hash, Sha256Hash::of(text.as_bytes()));
    }

    #[test]
    fn only_the_exact_lines_of_a_note_bind() {
        let hash = Sha256Hash::of(b"");
        for bound in BoundLines::of(&[secret(3, 1)])
            .into_iter()
            .map(Bound::Lines)
            .chain([Bound::Match(hash)])
        {
            assert_eq!(Bound::read(&bound.text()), Some(bound));
        }
        for free in [
            "match point".to_owned(),
            format!("record all 1 {hash}"),
            format!("record 01 orders 1 {hash}"),
            format!("record all orders +1 {hash}"),
            format!("match {}", hash.to_string().to_uppercase()),
        ] {
            assert_eq!(Bound::read(&free), None, "{free}");
        }
    }
}
