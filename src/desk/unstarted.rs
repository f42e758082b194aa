//! A match that the database still invites to, in a copy that was put back: asked for once more, or started again as
//! its log says.

use jiff::Timestamp;

use crate::ledger::block::{Block, Entry, Side};
use crate::store::{Match as Row, MatchId, Role, Unit};

use super::letters::Addressee;
use super::post::short;
use super::recover::Recovered;
use super::table::{find, players};
use super::{DeskError, Moment, Site, blocks, life, notices};

/// Leaves a match that has not started as it is, and asks for the answers that may be lost.
pub(super) fn invited(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    now: Moment,
) -> Result<Recovered, DeskError> {
    if row.needs_recover && site.post.is_some() {
        invite_again(site, unit, &row.id, now)?;
    }
    Ok(Recovered {
        taken_back: 0,
        added: 0,
        entries: 0,
        runs: 0,
        stop: None,
        vacant: Vec::new(),
        is_inviting: true,
        was_needed: row.needs_recover,
    })
}

/// Says what helps where the database does not know a match at all, though it has left a log.
pub(super) fn refuse_unknown(site: &Site, unit: &dyn Unit, id: &MatchId) -> Result<(), DeskError> {
    if unit.find_match(id)?.is_some() {
        return Ok(());
    }
    let entries = site.logs.entries(id)?.len();
    if entries == 0 {
        return find(unit, id).map(|_| ());
    }
    Err(DeskError::refused(format!(
        "the database does not know match `{id}`, whose log `{}` has {entries} entries. Its players, their addresses \
         and their seats stand in the database alone: put `tessera.db` from the newest folder of `tessera backup` \
         in place of `{}`, and recover again with the mails that the players have got since. Without a backup the \
         match cannot go on here; `tessera audit` proves what its log and its mails say",
        site.logs.file(id).display(),
        site.folders.database().display(),
    )))
}

/// Asks everybody once more who has not accepted as far as the copy knows: his answer may be lost.
fn invite_again(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<(), DeskError> {
    let row = unit.the_match(id)?;
    for to in Addressee::all(site.post()?, unit, &row, 0)? {
        if to.seat.accepted_at.is_some() || to.seat.role != Role::Player {
            continue;
        }
        let text = "This site was put back from a copy of its data, in which your answer to the invitation to this \
                    match does not stand. The invitation holds. If you have answered it already, please answer once \
                    more:\n\n| ACCEPT\n";
        let unique = format!("w{}", short(now.stamp().as_second().unsigned_abs() / 60));
        let subject = "your answer to the invitation is wanted again";
        notices::tell(site, unit, &to, (unique, subject), text.to_owned(), now)?;
    }
    Ok(())
}

/// Starts a match again as it has started before: at the moment of the first entry of its log, with the seats' own
/// secrets as far as they are handed over. Nobody is told; whether it comes out as the log has it is for the caller
/// to see.
pub(super) fn start_again(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (first, handed): (&Block, &[Block]),
) -> Result<(), DeskError> {
    let (genesis, _) = Entry::read_genesis(first)
        .map_err(|error| DeskError::refused(format!("the log's first entry is none: {error}")))?;
    let began = Timestamp::from_second(genesis.time.unix())
        .expect("the times of a log are times of a clock");
    let moment = Moment::at(began);
    let seats = players(&unit.seats(&row.id)?);
    let host_plays = seats.iter().any(|seat| seat.host_plays);
    for (index, seat) in seats.iter().enumerate() {
        let joins: Vec<Block> = handed
            .iter()
            .filter(|block| is_join(block, &row.log_name, index))
            .cloned()
            .collect();
        blocks::take(site, unit, (row, seat), (None, &joins), moment)?;
        let mut own = seat.clone();
        own.accepted_host = host_plays && !seat.host_plays;
        unit.update_seat(&row.id, &own)?;
        life::accept(unit, &row.id, seat.number, moment)?;
    }
    life::start(site, unit, &row.id, moment)?;
    Ok(())
}

/// Says whether a block is the JOIN of a seat to a log.
fn is_join(block: &Block, log_name: &str, seat: usize) -> bool {
    let Ok(Side::Join(join)) = Side::read(block) else {
        return false;
    };
    let owner = join.owner.seat();
    join.game.to_string() == log_name && owner.is_some_and(|owner| owner.index() == seat)
}
