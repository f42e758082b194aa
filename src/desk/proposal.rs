//! Proposals: another option or another deadline, which everybody accepts anew.

use std::collections::BTreeMap;

use crate::games::GameEntry;
use crate::schedule::Policy;
use crate::store::{self, Match as Row, Role, Unit};

use super::invitation::{accept, accept_for_nobody, invite};
use super::silence::Means;
use super::table::{game_of, refused};
use super::world::side_of;
use super::{DeskError, Moment, Site, house};

/// Splits `option = value`, with or without the sign.
pub(super) fn pair(what: &str) -> Option<(String, String)> {
    let pair = what
        .split_once('=')
        .or_else(|| what.split_once(char::is_whitespace))?;
    Some((pair.0.trim().to_lowercase(), pair.1.trim().to_owned()))
}

/// Changes options and the deadline as one letter proposes it, and asks everybody else again, once.
pub(super) fn propose(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    proposals: &[&str],
    now: Moment,
) -> Result<Vec<String>, DeskError> {
    let mut told = Vec::new();
    let mut taken = Vec::new();
    for what in proposals {
        match change(site, unit, row, what)? {
            Ok(changed) => taken.push(changed),
            Err(reason) => told.push(reason),
        }
    }
    if taken.is_empty() {
        return Ok(told);
    }
    accept_for_nobody(unit, &row.id, now)?;
    accept(unit, (row, seat), seat.accepted_host, &mut Vec::new(), now)?;
    let taken = taken.join(" and ");
    let why = format!("{} proposes {taken}.", side_of(seat));
    invite(site, unit, &row.id, Some(&why), now)?;
    told.push(format!(
        "You propose {taken}. Everybody else is asked to accept the match with it."
    ));
    Ok(told)
}

/// Changes an option or the deadline; the inner error is for the player.
fn change(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    what: &str,
) -> Result<Result<String, String>, DeskError> {
    let Some((name, value)) = pair(what) else {
        return Ok(Err(format!("`PROPOSE {what}` names no option and value")));
    };
    let options = unit.options(&row.id)?;
    let changed = match name.as_str() {
        "deadline" => match value.parse::<Policy>() {
            Ok(policy) => {
                unit.set_deadline_policy(&row.id, &policy)?;
                options
            }
            Err(error) => return Ok(Err(format!("the deadline {error}"))),
        },
        name if house::is_ours(name) => {
            let means = means(unit, row)?;
            match house::read(&[(name.to_owned(), value.clone())], means) {
                Ok(ours) => options.into_iter().chain(ours).collect(),
                Err(reason) => return Ok(Err(reason)),
            }
        }
        _ => match with_option(site, (game_of(site, row)?, row), options, &name, &value)? {
            Ok(options) => options,
            Err(reason) => return Ok(Err(reason)),
        },
    };
    unit.set_options(&row.id, &changed)?;
    Ok(Ok(format!("{name} = {value}")))
}

fn means(unit: &dyn Unit, row: &Row) -> Result<Means, DeskError> {
    let seats = unit.seats(&row.id)?;
    let outside = seats
        .iter()
        .filter(|seat| seat.role == Role::Player && !seat.host_plays);
    Ok(Means {
        dice: row.dice,
        outside: outside.count(),
    })
}

/// Changes one option if the game takes it; the inner error is for the player.
fn with_option(
    site: &Site,
    (game, row): (&GameEntry, &Row),
    mut options: BTreeMap<String, String>,
    name: &str,
    value: &str,
) -> Result<Result<BTreeMap<String, String>, String>, DeskError> {
    options.insert(name.to_owned(), value.to_owned());
    let ours: Vec<(String, String)> = options
        .iter()
        .filter(|(name, _)| house::is_ours(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let terms = site
        .terms(game, &row.scenario, options.into_iter().collect())
        .map_err(refused)?;
    let read = (game.start)(&terms).and_then(|_| (game.options)(&terms));
    Ok(match read {
        Ok(options) => Ok(options.into_iter().chain(ours).collect()),
        Err(error) => Err(format!(
            "{name} = {value} cannot be played: {error}; SHOW OPTIONS lists what can be agreed"
        )),
    })
}
