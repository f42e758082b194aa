//! The blocks of players: kept as evidence, never entries.

use crate::ledger::{
    block::{
        FormatError,
        fields::{Fields, split_field, split_word, words},
        raw::Block,
        read::{Anchor, draw_number, give, number},
    },
    hash::Hash,
    hidden::HiddenSeed,
    names::{GameName, Owner, PlayerName, Scope, Seat},
    seal::SealedText,
    secret::Nonce,
    seed::Give,
};

/// A block of a player, or the host's KEY to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Side {
    /// A player joins with a chain of his own.
    Join(Join),
    /// A player has seen an entry, and may give his value for its draw.
    Ack(Ack),
    /// Orders with the nonce of their seal.
    Orders(Orders),
    /// The key of a seat's private draws.
    Key(Key),
}

/// JOIN: to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// The game.
    pub game: GameName,
    /// The seat, or the part of a new host.
    pub owner: Owner,
    /// The player's name.
    pub name: PlayerName,
    /// The anchor of his chain.
    pub anchor: Option<Hash>,
    /// The commitment to his hidden master.
    pub hide: Option<Hash>,
}

/// ACK: to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ack {
    /// The game.
    pub game: GameName,
    /// The seat.
    pub seat: Seat,
    /// The entry that was seen.
    pub entry: u64,
    /// Its full head.
    pub head: Hash,
    /// The draw and the value given for it.
    pub give: Option<(u64, Hash)>,
}

/// ORDERS: to the host; to all when opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// The game.
    pub game: GameName,
    /// The draw.
    pub draw: u64,
    /// The seat.
    pub seat: Seat,
    /// The nonce of the seal.
    pub nonce: Nonce,
    /// The orders.
    pub text: SealedText,
    /// What is given with them, in casual mode or after the LOCK.
    pub give: Option<Give>,
}

impl Orders {
    /// Returns the seal of these orders.
    pub fn seal(&self) -> Hash {
        self.text
            .seal(&self.game, self.draw, self.seat, &self.nonce)
    }
}

/// KEY: from the host to one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The game.
    pub game: GameName,
    /// The draw.
    pub draw: u64,
    /// The seat that may compute its own results.
    pub seat: Seat,
    /// The scope.
    pub scope: Scope,
    /// The hidden seed of the scope in this draw.
    pub seed: HiddenSeed,
}

impl Side {
    /// Returns the game the block belongs to.
    pub fn game(&self) -> &GameName {
        match self {
            Self::Join(join) => &join.game,
            Self::Ack(ack) => &ack.game,
            Self::Orders(orders) => &orders.game,
            Self::Key(key) => &key.game,
        }
    }

    /// Returns whose block it is: the seat's, or the host's.
    pub fn owner(&self) -> Owner {
        match self {
            Self::Join(join) => join.owner,
            Self::Ack(ack) => Owner::Seat(ack.seat),
            Self::Orders(orders) => Owner::Seat(orders.seat),
            Self::Key(key) => Owner::Seat(key.seat),
        }
    }

    /// Reads a side block strictly.
    pub fn read(block: &Block) -> Result<Self, FormatError> {
        if block.is_torn() {
            return Err(FormatError::Torn);
        }
        let (first, rest) = block.lines().split_first().ok_or(FormatError::Start)?;
        let mut fields = Fields::new(rest)?;
        let side = match split_field(first) {
            Some(("type", "JOIN")) => Self::Join(Join::read(&mut fields)?),
            Some(("type", "ACK")) => Self::Ack(Ack::read(&mut fields)?),
            Some(("type", "ORDERS")) => Self::Orders(Orders::read(&mut fields)?),
            Some(("type", "KEY")) => Self::Key(Key::read(&mut fields)?),
            Some(("type", other)) => return Err(FormatError::Type(other.into())),
            _ => return Err(FormatError::Start),
        };
        fields.finish()?;
        Ok(side)
    }

    /// Says whether the block can be read far enough to see that it is of another game.
    pub fn is_of_another_game(block: &Block, game: &GameName) -> bool {
        let named = Fields::new(block.lines())
            .and_then(|mut fields| fields.many("game", |value| value.parse::<GameName>().ok()));
        !block.is_torn()
            && named.is_ok_and(|named| named.first().is_some_and(|other| other != game))
    }
}

impl Join {
    fn read(fields: &mut Fields) -> Result<Self, FormatError> {
        let game = fields.one("game", |value| value.parse().ok())?;
        let (owner, name) = fields.one("seat", |value| {
            let [owner, name] = words(value)?;
            Some((owner.parse::<Owner>().ok()?, name.parse().ok()?))
        })?;
        let (chain, anchor) = fields.one("chain", owned_anchor)?;
        let hide = fields.maybe("hide", owned_hash)?;
        if chain != owner || hide.is_some_and(|(other, _)| other != owner) {
            return Err(FormatError::DifferentSeats("JOIN"));
        }
        Ok(Self {
            game,
            owner,
            name,
            anchor,
            hide: hide.map(|(_, hash)| hash),
        })
    }
}

impl Ack {
    fn read(fields: &mut Fields) -> Result<Self, FormatError> {
        let game = fields.one("game", |value| value.parse().ok())?;
        let seat: Seat = fields.one("seat", |value| value.parse().ok())?;
        let entry = fields.one("entry", number)?;
        let head = fields.one("head", |value| value.parse().ok())?;
        let draw = fields.maybe("draw", draw_number)?;
        let value = fields.maybe("give", |value| {
            let [seat, "c", value] = words(value)? else {
                return None;
            };
            Some((seat.parse::<Seat>().ok()?, value.parse().ok()?))
        })?;
        let give = match (draw, value) {
            (None, None) => None,
            (Some(draw), Some((giver, value))) if giver == seat => Some((draw, value)),
            (Some(_), Some(_)) => return Err(FormatError::DifferentSeats("ACK")),
            _ => return Err(FormatError::HalfGive),
        };
        Ok(Self {
            game,
            seat,
            entry,
            head,
            give,
        })
    }
}

impl Orders {
    fn read(fields: &mut Fields) -> Result<Self, FormatError> {
        let game = fields.one("game", |value| value.parse().ok())?;
        let draw = fields.one("draw", draw_number)?;
        let seat: Seat = fields.one("seat", |value| value.parse().ok())?;
        let nonce = fields.one("nonce", |value| Nonce::from_hex(value).ok())?;
        let text = SealedText::new(fields.many("o", |value| value.parse().ok())?);
        let give = fields.maybe("give", |value| {
            let (giver, what) = split_word(value)?;
            Some((giver.parse::<Seat>().ok()?, give(what)?))
        })?;
        if give.as_ref().is_some_and(|(giver, _)| *giver != seat) {
            return Err(FormatError::DifferentSeats("ORDERS"));
        }
        Ok(Self {
            game,
            draw,
            seat,
            nonce,
            text,
            give: give.map(|(_, give)| give),
        })
    }
}

impl Key {
    fn read(fields: &mut Fields) -> Result<Self, FormatError> {
        let game = fields.one("game", |value| value.parse().ok())?;
        let draw = fields.one("draw", draw_number)?;
        let seat = fields.one("seat", |value| value.parse().ok())?;
        let (scope, seed) = fields.one("key", |value| {
            let [scope, seed] = words(value)?;
            Some((
                scope.parse().ok()?,
                HiddenSeed::from_key(seed.parse().ok()?),
            ))
        })?;
        Ok(Self {
            game,
            draw,
            seat,
            scope,
            seed,
        })
    }
}

/// Reads `0 <anchor>` or `0 -`.
pub(super) fn owned_anchor(value: &str) -> Option<(Owner, Option<Hash>)> {
    let [owner, anchor] = words(value)?;
    Some((owner.parse().ok()?, anchor.parse::<Anchor>().ok()?.0))
}

/// Reads `0 <hash>`.
pub(super) fn owned_hash(value: &str) -> Option<(Owner, Hash)> {
    let [owner, hash] = words(value)?;
    Some((owner.parse().ok()?, hash.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "game: demo-side-01020304";

    fn read(lines: &[&str]) -> Result<Side, FormatError> {
        Side::read(&Block::new(
            lines.iter().map(|line| (*line).to_owned()).collect(),
        ))
    }

    #[test]
    fn the_lines_of_a_side_block_name_one_seat() {
        let zeros = Hash::ZERO;
        let chain = format!("chain: 1 {zeros}");
        assert!(read(&["type: JOIN", GAME, "seat: 1 ann", &chain]).is_ok());
        assert!(read(&["type: JOIN", GAME, "seat: 0 max", "chain: 0 -"]).is_ok());
        assert_eq!(
            read(&["type: JOIN", GAME, "seat: 2 ann", &chain]),
            Err(FormatError::DifferentSeats("JOIN"))
        );
        let nonce = format!("nonce: {zeros}");
        assert_eq!(
            read(&[
                "type: ORDERS",
                GAME,
                "draw: 1",
                "seat: 1",
                &nonce,
                "give: 2 -"
            ]),
            Err(FormatError::DifferentSeats("ORDERS"))
        );
    }

    #[test]
    fn an_ack_gives_for_a_draw_or_not_at_all() {
        let head = format!("head: {}", Hash::ZERO);
        let give = format!("give: 1 c {}", Hash::ZERO);
        let ack = ["type: ACK", GAME, "seat: 1", "entry: 1", &head];
        assert!(read(&ack).is_ok());
        assert!(read(&[&ack[..], &["draw: 1", &give]].concat()).is_ok());
        assert_eq!(
            read(&[&ack[..], &["draw: 1"]].concat()),
            Err(FormatError::HalfGive)
        );
        assert_eq!(
            read(&[&ack[..], &[&give[..]]].concat()),
            Err(FormatError::HalfGive)
        );
        assert!(read(&[&ack[..], &["draw: 1", "give: 1 p phrase"]].concat()).is_err());
    }

    #[test]
    fn another_game_is_seen_only_where_the_lines_can_be_read() {
        let game: GameName = "demo-other-01020304".parse().unwrap();
        let of_another = |lines: &[&str]| {
            let block = Block::new(lines.iter().map(|line| (*line).to_owned()).collect());
            Side::is_of_another_game(&block, &game)
        };
        assert!(of_another(&["type: ACK", GAME]));
        assert!(!of_another(&["type: ACK", "game: demo-other-01020304"]));
        assert!(!of_another(&["type: ACK"]));
        assert!(!of_another(&["type: ACK", GAME, "torn"]));
    }
}
