//! Questions about a match, answered from what the asker sees.

use std::fmt::Write;

use crate::orders::draw;
use crate::report::choices::choices;
use crate::report::odds;
use crate::store::{Match as Row, Unit};

use super::pending::filed_lines;
use super::table::game_of;
use super::wants::Asker;
use super::{DeskError, Site, house};

/// As many kinds of legal orders of a unit are listed.
const MOST_LEGAL: usize = 40;

/// Works out the odds of an order, after what the asker has sent before it.
pub(super) fn odds(
    site: &Site,
    unit: &dyn Unit,
    asker: &Asker<'_>,
    order: &str,
) -> Result<String, DeskError> {
    let Some((table, seat)) = asker.table else {
        return Ok("Odds are worked out for those who play.".to_owned());
    };
    let planned = planned(unit, asker)?;
    Ok(match table.play.odds(seat, order, &planned) {
        Ok(all) => odds::odds(&site.templates, &all)?,
        Err(diagnostic) => format!(
            "No odds were worked out.\n{}",
            draw(1, order, &diagnostic).trim_end()
        ),
    })
}

/// The good lines that the asker has sent for the open stop, or that he wants checked.
pub(super) fn planned(unit: &dyn Unit, asker: &Asker<'_>) -> Result<Vec<String>, DeskError> {
    if let Some(checked) = &asker.checked {
        return Ok(checked.clone());
    }
    let Some(open) = unit.open_stop_of(&asker.row.id)? else {
        return Ok(Vec::new());
    };
    let set = unit.pending_set(&asker.row.id, open.number, asker.seat.number)?;
    Ok(filed_lines(&set))
}

/// Tells what is known of a unit.
pub(super) fn known(asker: &Asker<'_>, name: &str) -> Result<String, DeskError> {
    let known = asker
        .table
        .and_then(|(table, seat)| table.play.unit(seat, name));
    known.ok_or_else(|| DeskError::refused(format!("No unit is called `{name}`.")))
}

/// Lists the orders that a unit could be given now.
pub(super) fn legal(asker: &Asker<'_>, name: &str) -> Result<String, DeskError> {
    let Some((table, seat)) = asker.table else {
        return Err(DeskError::refused("You command no units."));
    };
    if table.play.questions(seat).is_empty() {
        return Ok("Nothing is asked of you now.".to_owned());
    }
    let Some(Some(orders)) = table.play.legal(seat, &[name]).pop() else {
        return Err(DeskError::refused(format!(
            "No unit of yours is called `{name}`."
        )));
    };
    Ok(choices(name, &orders, MOST_LEGAL).trim_end().to_owned())
}

/// Lists the options of a match: what holds, and what each can be.
pub(super) fn options(site: &Site, unit: &dyn Unit, row: &Row) -> Result<String, DeskError> {
    let agreed = unit.options(&row.id)?;
    let mut text = "The options of the match, as they stand, and what each can be:\n".to_owned();
    for option in game_of(site, row)?.choices {
        let holds = agreed.get(option.name).map(String::as_str);
        let holds = holds.unwrap_or_else(|| option.default());
        let values = option.values.iter();
        let values = values.map(|value| format!("\n  {}: {}", value.key, value.meaning));
        let values = values.collect::<String>();
        let written = write!(
            text,
            "\n{} = {holds}: {}{values}",
            option.name, option.subject
        );
        written.expect("a text takes what is written");
    }
    for option in house::HOUSE_OPTIONS {
        let holds = agreed.get(option.name).map(String::as_str);
        let holds = holds.unwrap_or(option.default);
        let (name, subject, values) = (option.name, option.subject, option.values);
        let written = write!(text, "\n{name} = {holds}: {subject}; {values}");
        written.expect("a text takes what is written");
    }
    Ok(text)
}
