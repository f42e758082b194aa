//! What matches of the shipped games are played by.

use tesserarius::games::{self, Terms};

/// Returns a game's terms for a scenario with these options.
pub(crate) fn terms(game: &str, scenario: &str, options: &[(&str, &str)]) -> Terms {
    let entry = games::find(game).expect("the game is listed");
    let own = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    Terms {
        scenario: scenario.to_owned(),
        options: options.iter().map(own).collect(),
        files: (entry.files)(),
    }
}

/// Returns the terms of the standard battle of Sign of the Pagan with these options.
pub(crate) fn standard(options: &[(&str, &str)]) -> Terms {
    terms("sign-of-the-pagan", "standard", options)
}
