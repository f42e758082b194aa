//! Options of the house: what a match agrees on and no game knows of. How players talk, and who looks on.

use std::collections::BTreeMap;

use crate::schedule::Lapse;
use crate::store::{MatchId, Unit};

use super::DeskError;
use super::silence::{Means, Silent};

/// An option of the house, which every match can agree on whatever is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HouseOption {
    /// Its name in `--option` and in PROPOSE lines.
    pub name: &'static str,
    /// What it decides.
    pub subject: &'static str,
    /// What it may be.
    pub values: &'static str,
    /// What holds if nothing is agreed.
    pub default: &'static str,
}

/// All options of the house.
pub const HOUSE_OPTIONS: [HouseOption; 5] = [
    HouseOption {
        name: "press",
        subject: "whether readers are told who has said something",
        values: "named or anonymous",
        default: "named",
    },
    HouseOption {
        name: "press-time",
        subject: "when goes out what is said: with the next report, or at once",
        values: "report or once",
        default: "report",
    },
    HouseOption {
        name: "observers",
        subject: "how much later observers hear of everything",
        values: "a length of time such as 0m or 2d",
        default: "0m",
    },
    HouseOption {
        name: "reports",
        subject: "whether reports go out at once or when the game master releases them",
        values: "once or released",
        default: "once",
    },
    HouseOption {
        name: "silent",
        subject: "what happens when a value for locked dice stays away: the draw waits, is called off, is called off \
                  once somebody else takes the seat (both in chain mode), or no seat gives values (beacon mode)",
        values: "wait, void, substitute or beacon",
        default: "wait",
    },
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
    /// What happens when a value for a locked draw does not come in time.
    pub silent: Silent,
}

impl House {
    /// Reads what a match has agreed on.
    pub(super) fn of(unit: &dyn Unit, id: &MatchId) -> Result<Self, DeskError> {
        Ok(Self::from(&unit.options(id)?))
    }
}

impl From<&BTreeMap<String, String>> for House {
    fn from(options: &BTreeMap<String, String>) -> Self {
        let is = |name: &str, word: &str| options.get(name).is_some_and(|value| value == word);
        Self {
            anonymous: is("press", "anonymous"),
            at_once: is("press-time", "once"),
            releases: is("reports", "released"),
            silent: options
                .get("silent")
                .and_then(|word| Silent::read(word))
                .unwrap_or_default(),
            observers: options
                .get("observers")
                .and_then(|value| value.parse().ok())
                .unwrap_or_default(),
        }
    }
}

/// Says whether an option is the house's and not the game's.
pub(super) fn is_ours(name: &str) -> bool {
    HOUSE_OPTIONS.iter().any(|option| option.name == name)
}

/// Returns the options of the house among others, in the form in which they are kept.
///
/// # Errors
/// What is wrong with one of them.
pub(super) fn read(
    options: &[(String, String)],
    means: Means,
) -> Result<BTreeMap<String, String>, String> {
    let ours = options.iter().filter(|(name, _)| is_ours(name));
    ours.map(|(name, value)| Ok((name.clone(), check(name, value, means)?)))
        .collect()
}

/// Checks the value of an option of the house.
fn check(name: &str, value: &str, means: Means) -> Result<String, String> {
    let value = value.trim().to_ascii_lowercase();
    let silent = Silent::read(&value).filter(|_| name == "silent");
    if let Some(reason) = silent.and_then(|silent| silent.objection(means)) {
        return Err(format!("{name} = {value} cannot be: {reason}"));
    }
    let is_good = match name {
        "press" => matches!(value.as_str(), "named" | "anonymous"),
        "press-time" => matches!(value.as_str(), "report" | "once"),
        "reports" => matches!(value.as_str(), "once" | "released"),
        "silent" => silent.is_some(),
        _ => value.parse::<Lapse>().is_ok(),
    };
    let known = HOUSE_OPTIONS.iter().find(|option| option.name == name);
    match (is_good, known) {
        (true, _) => Ok(value),
        (false, Some(option)) => Err(format!(
            "{name} = {value} is not known: it is {}",
            option.values
        )),
        (false, None) => Err(format!("there is no option {name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::DiceMode;

    const MEANS: Means = Means {
        dice: DiceMode::Chain,
        outside: 2,
    };

    #[test]
    fn what_a_silent_seat_leads_to_must_fit_the_dice_and_the_seats() {
        let objection = |dice, outside, value: &str| {
            let option = [("silent".to_owned(), value.to_owned())];
            read(&option, Means { dice, outside }).err()
        };
        for (dice, outside, value, words) in [
            (DiceMode::Casual, 2, "void", "no draw waits for a value"),
            (
                DiceMode::Casual,
                2,
                "substitute",
                "no draw waits for a value",
            ),
            (DiceMode::Casual, 2, "beacon", "no draw waits for a value"),
            (DiceMode::Chain, 2, "beacon", "with --dice beacon"),
            (DiceMode::Chain, 1, "void", "would know all dice"),
            (DiceMode::Beacon, 2, "void", "with the consent of all"),
            (DiceMode::Beacon, 2, "substitute", "with the consent of all"),
        ] {
            let reason = objection(dice, outside, value).unwrap();
            assert!(reason.contains(words), "{reason}");
        }
        for (dice, outside, value) in [
            (DiceMode::Casual, 2, "wait"),
            (DiceMode::Chain, 2, "void"),
            (DiceMode::Chain, 1, "substitute"),
            (DiceMode::Beacon, 2, "beacon"),
        ] {
            assert_eq!(objection(dice, outside, value), None);
        }
    }

    #[test]
    fn what_holds_without_agreement_is_what_each_option_says() {
        let casual = Means {
            dice: DiceMode::Casual,
            outside: 1,
        };
        let defaults = HOUSE_OPTIONS.map(|option| (option.name.to_owned(), option.default.into()));
        let options = read(&defaults, casual).unwrap();
        assert_eq!(House::from(&options), House::default());
    }

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
        let kept: Vec<_> = read(&good, MEANS).unwrap().into_iter().collect();
        assert_eq!(kept, pairs(&[("observers", "2d"), ("press", "anonymous")]));
        for (name, value, words) in [
            ("press", "loud", "named or anonymous"),
            ("press-time", "never", "report or once"),
            ("reports", "late", "once or released"),
            ("observers", "soon", "a length of time"),
            ("silent", "never", "wait, void, substitute or beacon"),
        ] {
            let error = read(&pairs(&[(name, value)]), MEANS).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
