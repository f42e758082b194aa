//! Options of the house: what a match agrees on and no game knows of. How players talk, and who looks on.

use std::collections::BTreeMap;

use crate::schedule::Lapse;
use crate::store::{MatchId, Unit};

use super::DeskError;

/// The names of the options, and what each may be.
pub(super) const OPTIONS: [(&str, &str); 4] = [
    ("press", "named or anonymous"),
    ("press-time", "report or once"),
    ("observers", "a length of time such as 0m or 2d"),
    ("reports", "once or released"),
];

/// What a match has agreed on beside its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct House {
    /// Whether readers are not told who has said something.
    pub anonymous: bool,
    /// Whether what is said goes out at once, instead of with the next report.
    pub at_once: bool,
    /// How much later observers hear of everything.
    pub observers: Lapse,
    /// Whether reports wait until the game master lets them go.
    pub releases: bool,
}

impl House {
    /// Reads what a match has agreed on.
    pub(super) fn of(unit: &dyn Unit, id: &MatchId) -> Result<Self, DeskError> {
        let options = unit.options(id)?;
        let is = |name: &str, word: &str| options.get(name).is_some_and(|value| value == word);
        Ok(Self {
            anonymous: is("press", "anonymous"),
            at_once: is("press-time", "once"),
            releases: is("reports", "released"),
            observers: options
                .get("observers")
                .and_then(|value| value.parse().ok())
                .unwrap_or_default(),
        })
    }
}

/// Says whether an option is the house's and not the game's.
pub(super) fn is_ours(name: &str) -> bool {
    OPTIONS.iter().any(|(own, _)| *own == name)
}

/// Returns the options of the house among others, in the form in which they are kept.
///
/// # Errors
/// What is wrong with one of them.
pub(super) fn read(options: &[(String, String)]) -> Result<BTreeMap<String, String>, String> {
    let ours = options.iter().filter(|(name, _)| is_ours(name));
    ours.map(|(name, value)| Ok((name.clone(), check(name, value)?)))
        .collect()
}

/// Checks the value of an option of the house.
fn check(name: &str, value: &str) -> Result<String, String> {
    let value = value.trim().to_ascii_lowercase();
    let is_good = match name {
        "press" => matches!(value.as_str(), "named" | "anonymous"),
        "press-time" => matches!(value.as_str(), "report" | "once"),
        "reports" => matches!(value.as_str(), "once" | "released"),
        _ => value.parse::<Lapse>().is_ok(),
    };
    let known = OPTIONS.iter().find(|(own, _)| *own == name);
    match (is_good, known) {
        (true, _) => Ok(value),
        (false, Some((_, known))) => Err(format!("{name} = {value} is not known: it is {known}")),
        (false, None) => Err(format!("there is no option {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_the_house_are_told_from_those_of_the_game_and_checked() {
        let pairs = |pairs: &[(&str, &str)]| {
            let owned = pairs
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
            owned.collect::<Vec<_>>()
        };
        let good = pairs(&[
            ("press", "Anonymous"),
            ("zoc", "front"),
            ("observers", "2d"),
        ]);
        let kept: Vec<_> = read(&good).unwrap().into_iter().collect();
        assert_eq!(kept, pairs(&[("observers", "2d"), ("press", "anonymous")]));
        for (name, value, words) in [
            ("press", "loud", "named or anonymous"),
            ("press-time", "never", "report or once"),
            ("reports", "late", "once or released"),
            ("observers", "soon", "a length of time"),
        ] {
            let error = read(&pairs(&[(name, value)])).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
