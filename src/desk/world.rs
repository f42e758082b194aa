//! The world as the reader of mail sees it, answered from the store.

use std::cell::RefCell;

use crate::engine;
use crate::ledger::block::{Block, Side};
use crate::ledger::names::Seat as LogSeat;
use crate::mail::reading::Hold;
use crate::mail::token::message_id;
use crate::mail::world::{
    Claim, Confirms, End, Language, Parsed, Seat, SideBlock, Site as Names, StopState, Tail, World,
};
use crate::orders::behind_prefixes;
use crate::report::text::FORM;
use crate::store::{self, Life, MatchId, PlayerId, Role, SeatOffer, Unit};

use super::addresses::{self, ConfirmLanguage};
use super::invitation::INVITATION;
use super::language::{MatchLanguage, is_deed};
use super::pending::file_standing;
use super::post::{Place, Post};
use super::rolls::{self, RollLanguage};
use super::table::{Table, find, players};
use super::{DeskError, Site, handover};

/// The word that stands for the game master where sides have their keys.
pub(super) const GAME_MASTER: &str = "gm";

/// The site's store as a world.
///
/// What the store says wrongly is kept until [`StoreWorld::finish`]: the reader asks questions that have no room
/// for an error, and a mail must not be held because the disk was full.
pub(super) struct StoreWorld<'a> {
    site: &'a Site,
    post: &'a Post,
    unit: &'a dyn Unit,
    vouches: bool,
    failed: RefCell<Option<DeskError>>,
}

impl<'a> StoreWorld<'a> {
    /// Looks at the world of one transaction.
    pub(super) fn new(site: &'a Site, post: &'a Post, unit: &'a dyn Unit) -> Self {
        Self {
            site,
            post,
            unit,
            vouches: false,
            failed: RefCell::new(None),
        }
    }

    /// Lets a person's word stand for who wrote the mail, and that it is meant for the open stop.
    pub(super) fn vouching(self, vouches: bool) -> Self {
        Self { vouches, ..self }
    }

    /// Ends the looking.
    ///
    /// # Errors
    /// The first thing that the store could not answer.
    pub(super) fn finish(self) -> Result<(), DeskError> {
        self.failed.into_inner().map_or(Ok(()), Err)
    }

    fn or_note<T>(&self, answer: Result<Option<T>, DeskError>) -> Option<T> {
        answer.unwrap_or_else(|error| {
            self.failed.borrow_mut().get_or_insert(error);
            None
        })
    }

    fn find_seat(&self, claim: &Claim) -> Result<Option<Seat>, DeskError> {
        let Ok(id) = claim.match_id.parse::<MatchId>() else {
            return Ok(None);
        };
        let Some(row) = self.unit.find_match(&id)? else {
            return Ok(None);
        };
        let seats = self.unit.seats(&id)?;
        let Some(seat) = seats.iter().find(|seat| side_of(seat) == claim.side) else {
            return Ok(None);
        };
        if let Some(offer) = self.offer_behind(&row, seat, claim)? {
            return Ok(Some(Seat {
                match_id: claim.match_id.clone(),
                side: claim.side.clone(),
                stop: claim.stop,
                state: StopState::Past,
                registered: self.unit.addresses(offer.player)?,
                confirms: None,
                outdated: false,
            }));
        }
        let Some(player) = seat.player else {
            return Ok(None);
        };
        // Every invitation has stop 0, and is worth something only as long as its terms stand.
        let terms = match claim.stop {
            0 => Some(super::invitation::terms_word(self.unit, &row)?),
            _ => None,
        };
        let place = Place {
            id: &id,
            side: side_of(seat),
            stop: claim.stop.into(),
            player,
            terms: terms.as_deref(),
        };
        let found = |state, registered, confirms| Seat {
            match_id: claim.match_id.clone(),
            side: claim.side.clone(),
            stop: claim.stop,
            state,
            registered,
            confirms,
            outdated: false,
        };
        if self.post.is_genuine(place, &claim.token) {
            let state = self.state(&id, claim.stop.into())?;
            let registered = self.registered(&id, seat, player)?;
            return Ok(Some(found(state, registered, None)));
        }
        for wish in self.unit.address_wishes(player)? {
            for end in [End::Old, End::New] {
                let word = addresses::word(&wish, end);
                let terms = Some(word.as_str());
                if self.post.is_genuine(Place { terms, ..place }, &claim.token) {
                    let registered = match end {
                        End::Old => self.unit.addresses(player)?,
                        End::New => vec![wish.address.clone()],
                    };
                    let address = wish.address;
                    let confirms = Some(Confirms { address, end });
                    return Ok(Some(found(StopState::Past, registered, confirms)));
                }
            }
        }
        if claim.stop == 0 && self.was_invited(claim)? {
            let registered = self.registered(&id, seat, player)?;
            return Ok(Some(Seat {
                outdated: true,
                ..found(StopState::Past, registered, None)
            }));
        }
        Ok(None)
    }

    /// Says whether an invitation with this token was mailed: its terms may not be those of now.
    fn was_invited(&self, claim: &Claim) -> Result<bool, DeskError> {
        let invitation = message_id(&self.post.names, claim, INVITATION);
        Ok(self.unit.mail_by_message_id(&invitation)?.is_some())
    }

    /// Finds the offer of a seat to which a claim belongs, if its token is that of whoever was asked.
    fn offer_behind(
        &self,
        row: &store::Match,
        seat: &store::Seat,
        claim: &Claim,
    ) -> Result<Option<SeatOffer>, DeskError> {
        if claim.stop != 0 {
            return Ok(None);
        }
        let mut offers = self.unit.seat_offers(&row.id)?.into_iter();
        let Some(offer) = offers.find(|offer| offer.seat == seat.number) else {
            return Ok(None);
        };
        let terms = handover::terms_word(&offer);
        let place = Place {
            id: &row.id,
            side: side_of(seat),
            stop: 0,
            player: offer.player,
            terms: Some(&terms),
        };
        Ok(self.post.is_genuine(place, &claim.token).then_some(offer))
    }

    /// Everybody who may write for a seat: its owner, from any of his addresses, and those who help at it.
    fn registered(
        &self,
        id: &MatchId,
        seat: &store::Seat,
        player: PlayerId,
    ) -> Result<Vec<String>, DeskError> {
        let mut all = self.unit.addresses(player)?;
        let helpers = self.unit.helpers(id, seat.number)?;
        all.extend(helpers.into_iter().map(|helper| helper.address));
        Ok(all)
    }

    fn state(&self, id: &MatchId, stop: u64) -> Result<StopState, DeskError> {
        let open = self.unit.open_stop_of(id)?;
        Ok(if open.is_some_and(|open| open.number == stop) {
            StopState::Open
        } else {
            StopState::Past
        })
    }

    fn read_language(&self, seat: &Seat) -> Result<Option<MatchLanguage>, DeskError> {
        let (id, own) = seat_of(self.unit, seat)?;
        let row = find(self.unit, &id)?;
        let is_asked = handover::answered(self.unit, seat)?.is_some();
        if row.life == Life::Inviting
            || row.started_at.is_none()
            || own.role != Role::Player
            || is_asked
        {
            return Ok(None);
        }
        let mut table = Table::load(self.site, self.unit, &id)?;
        let place = table.seat(own.number).unwrap_or(engine::Seat(0));
        file_standing(self.unit, &id, own.number, place, &mut *table.play)?;
        Ok(Some(MatchLanguage::of(table.play, place)))
    }

    fn sides_of(&self, seat: &Seat) -> Result<Vec<String>, DeskError> {
        let (id, _) = seat_of(self.unit, seat)?;
        let seats = self.unit.seats(&id)?;
        let playing = players(&seats);
        Ok(playing
            .iter()
            .map(|seat| side_of(seat).to_owned())
            .collect())
    }

    /// Says whether the seat is that of a dice table.
    fn is_at_table(&self, seat: &Seat) -> Result<Option<()>, DeskError> {
        let (id, _) = seat_of(self.unit, seat)?;
        Ok(rolls::is_table(&find(self.unit, &id)?).then_some(()))
    }

    fn would_take(&self, seat: &Seat, block: &SideBlock) -> Result<Option<()>, DeskError> {
        let Ok(side) = Side::read(&Block::new(block.lines.clone())) else {
            return Ok(None);
        };
        let (id, own) = seat_of(self.unit, seat)?;
        let row = find(self.unit, &id)?;
        let number = players(&self.unit.seats(&id)?)
            .iter()
            .position(|player| player.number == own.number);
        let has_log = row.started_at.is_some();
        let is_own = |named: LogSeat| Some(named.index()) == number;
        let may_join = row.life == Life::Inviting || handover::answered(self.unit, seat)?.is_some();
        let fits = match &side {
            Side::Join(join) => may_join && join.owner.seat().is_some_and(is_own),
            Side::Ack(ack) => has_log && is_own(ack.seat) && (ack.give.is_none() || !block.quoted),
            Side::Orders(orders) => has_log && is_own(orders.seat) && !block.quoted,
            Side::Key(_) => false,
        };
        let names_it = side.game().to_string() == row.log_name;
        Ok((fits && names_it).then_some(()))
    }
}

/// Returns the word by which addresses name a seat.
pub(super) fn side_of(seat: &store::Seat) -> &str {
    match seat.role {
        Role::Player => seat.side.as_deref().unwrap_or_default(),
        Role::GameMaster => GAME_MASTER,
        Role::Observer => &seat.name,
    }
}

/// Finds match and seat that a proved claim names; the seat as it would be where it answers an offer.
pub(super) fn seat_of(unit: &dyn Unit, seat: &Seat) -> Result<(MatchId, store::Seat), DeskError> {
    let id = super::match_id(&seat.match_id)?;
    let found = unit
        .seats(&id)?
        .into_iter()
        .find(|own| side_of(own) == seat.side);
    let found = found
        .ok_or_else(|| DeskError::refused(format!("match `{id}` has no seat `{}`", seat.side)))?;
    let found = match handover::answered(unit, seat)? {
        Some(offer) => handover::as_taken(found, &offer),
        None => found,
    };
    Ok((id, found))
}

impl World for StoreWorld<'_> {
    fn site(&self) -> &Names {
        &self.post.names
    }

    fn seat(&self, claim: &Claim) -> Option<Seat> {
        self.or_note(self.find_seat(claim))
    }

    fn language(&self, seat: &Seat) -> Box<dyn Language + '_> {
        if seat.confirms.is_some() {
            return Box::new(ConfirmLanguage);
        }
        if self.or_note(self.is_at_table(seat)).is_some() {
            return Box::new(RollLanguage);
        }
        let language = self.or_note(self.read_language(seat));
        Box::new(language.unwrap_or_else(|| {
            let sides = self.or_note(self.sides_of(seat).map(Some));
            MatchLanguage::beside(sides.unwrap_or_default())
        }))
    }

    fn form(&self, _: &Seat) -> Option<String> {
        Some(FORM.to_owned())
    }

    fn waives(&self, hold: &Hold) -> bool {
        self.vouches
            && matches!(
                hold,
                Hold::Sender(_)
                    | Hold::DmarcFail
                    | Hold::NotThePlayer
                    | Hold::PastStop(_)
                    | Hold::Doubtful(_)
            )
    }

    fn takes_block(&self, seat: &Seat, block: &SideBlock) -> bool {
        seat.confirms.is_none() && self.or_note(self.would_take(seat, block)).is_some()
    }
}

impl Language for MatchLanguage {
    fn parse(&self, line: &str) -> Parsed {
        self.read(line)
    }

    fn is_verb(&self, word: &str) -> bool {
        self.knows(word)
    }

    fn is_deed(&self, line: &str) -> bool {
        is_deed(line)
    }

    fn tail(&self, line: &str) -> Tail {
        let is =
            |word: &str, known: &[&str]| known.iter().any(|verb| verb.eq_ignore_ascii_case(word));
        match behind_prefixes(line).split(' ').next() {
            Some(verb) if is(verb, &["SAY"]) => Tail::Talk,
            Some(verb) if is(verb, &["UNDO", "CORRECT", "VOID", "SUBSTITUTE", "UPGRADE"]) => {
                Tail::Reason
            }
            _ => Tail::Words,
        }
    }
}
