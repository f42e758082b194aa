//! A rematch: the same match again between the same people, each on the next side.

use crate::store::{Life, Match as Row, MatchId, Role, Seat, Unit};

use super::life::{self, NewMatch, NewSeat};
use super::table::{find, game_of, players};
use super::world::side_of;
use super::{DeskError, Moment, Site, invitation};

/// The longest beginning of a name that leaves room for the mark of a rematch.
const STEM: usize = 17;

/// Invites everybody to the same match with sides changed; returns what the one who asked is told.
pub(super) fn make(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &Seat),
    now: Moment,
) -> Result<String, DeskError> {
    if seat.role != Role::Player || row.life != Life::Finished {
        return Ok("Only those who have played can ask for a rematch.".to_owned());
    }
    let id = name_of(&row.id)?;
    if unit.find_match(&id)?.is_some() {
        return Ok(format!("A rematch is arranged already: match `{id}`."));
    }
    let new = changed_sides(site, unit, row, &id)?;
    let post = site.post()?;
    let secret = post
        .ring
        .secret_for(&format!("rematch {id} {}", now.stamp()));
    let random = [secret[0], secret[1], secret[2], secret[3]];
    let id = life::make(site, unit, &new, random, now)?;
    invitation::accept_for_nobody(unit, &id, now)?;
    let why = format!(
        "{} of match `{}` asks for a rematch with sides changed.",
        side_of(seat),
        row.id
    );
    invitation::invite(site, unit, &id, Some(&why), now)?;
    let of_dice = post.ring.secret_for(&format!("dice {id} {}", now.stamp()));
    site.keys.keep_secret(id.as_str(), &of_dice)?;
    let row = find(unit, &id)?;
    Ok(format!("Everybody is invited to the rematch `{}`.", row.id))
}

fn name_of(id: &MatchId) -> Result<MatchId, DeskError> {
    let stem: String = id.as_str().chars().take(STEM).collect();
    super::match_id(&format!("{}-re", stem.trim_end_matches('-')))
}

fn changed_sides(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    id: &MatchId,
) -> Result<NewMatch, DeskError> {
    let everybody = unit.seats(&row.id)?;
    let address = |seat: &Seat| -> Result<Option<String>, DeskError> {
        let player = seat.player.map(|player| unit.player(player)).transpose()?;
        Ok(player.map(|player| player.address))
    };
    let playing = players(&everybody);
    let next = |index: usize| side_of(&playing[(index + 1) % playing.len()]).to_owned();
    let mut new = NewMatch::of(game_of(site, row)?, &row.scenario, &site.post()?.deadlines);
    for (index, seat) in playing.iter().enumerate() {
        // A team goes on together; a deputy's time belongs to the match that is over.
        let team = unit.helpers(&row.id, seat.number)?.into_iter();
        let team = team.filter(|helper| helper.until.is_none());
        let addresses: Vec<String> = address(seat)?
            .into_iter()
            .chain(team.map(|helper| helper.address))
            .collect();
        new.seats.push(NewSeat {
            side: next(index),
            address: (!addresses.is_empty()).then(|| addresses.join(",")),
        });
        if seat.host_plays {
            new.host_plays = Some(next(index));
        }
    }
    for seat in &everybody {
        match seat.role {
            Role::GameMaster => new.game_master = address(seat)?,
            Role::Observer => new.observers.extend(address(seat)?),
            Role::Player => {}
        }
    }
    Ok(NewMatch {
        id: Some(id.clone()),
        options: unit.options(&row.id)?.into_iter().collect(),
        dice: row.dice,
        deadline: row.deadline.clone(),
        grace: row.grace,
        reminders: row.reminders.clone(),
        ..new
    })
}
