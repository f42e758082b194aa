//! Proposals: another option or another deadline, which everybody accepts anew.

use std::collections::BTreeMap;

use crate::games::GameEntry;
use crate::schedule::Policy;
use crate::store::{self, Match as Row, Unit};

use super::invitation::{accept, accept_for_nobody, invite};
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

/// Changes an option or the deadline, and asks everybody else again.
pub(super) fn propose(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    what: &str,
    now: Moment,
) -> Result<String, DeskError> {
    let Some((name, value)) = pair(what) else {
        return Ok(format!("`PROPOSE {what}` names no option and value"));
    };
    let options = unit.options(&row.id)?;
    let changed = match name.as_str() {
        "deadline" => match value.parse::<Policy>() {
            Ok(policy) => {
                unit.set_deadline_policy(&row.id, &policy)?;
                options
            }
            Err(error) => return Ok(format!("the deadline {error}")),
        },
        name if house::is_ours(name) => match house::read(&[(name.to_owned(), value.clone())]) {
            Ok(ours) => options.into_iter().chain(ours).collect(),
            Err(reason) => return Ok(reason),
        },
        _ => match with_option(site, (game_of(site, row)?, row), options, &name, &value)? {
            Ok(options) => options,
            Err(reason) => return Ok(reason),
        },
    };
    unit.set_options(&row.id, &changed)?;
    accept_for_nobody(unit, &row.id, now)?;
    accept(unit, (row, seat), seat.accepted_host, &mut Vec::new(), now)?;
    let why = format!("{} proposes {name} = {value}.", side_of(seat));
    invite(site, unit, &row.id, Some(&why), now)?;
    Ok(format!(
        "You propose {name} = {value}. Everybody else is asked to accept the match with it."
    ))
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
        Err(error) => Err(format!("{name} = {value} cannot be played: {error}")),
    })
}
