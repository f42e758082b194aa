//! What CANCEL takes back: standing lines by how they begin, and plans by what they are for.

/// The words after CANCEL.
///
/// `STANDING` in front may be left out; alone it means all standing lines, and `PLAN` alone all plans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TakenBack {
    /// Standing lines that begin with these words.
    Standing(Vec<String>),
    /// The standing line at this place of their list, from 1.
    Numbered(usize),
    /// The plans for this, perhaps with this number, or all of them.
    Plan(Option<String>, Option<u8>),
}

impl TakenBack {
    /// Reads the words; `full_name` gives a thing's full name, so that a line is found by any of them.
    pub(super) fn read(words: &str, full_name: impl Fn(&str) -> Option<String>) -> Self {
        let mut words = words.split_whitespace().map(str::to_lowercase).peekable();
        if words.peek().is_some_and(|word| word == "plan") {
            let name = words.nth(1);
            return Self::Plan(name, words.next().and_then(|number| number.parse().ok()));
        }
        let stands = ["stand", "standing"];
        let mut ahead = words.clone();
        let first = ahead.next();
        if first.is_some_and(|word| stands.contains(&word.as_str()))
            && let Some(number) = ahead.next().and_then(|word| word.parse().ok())
            && ahead.next().is_none()
        {
            return Self::Numbered(number);
        }
        if words.peek().is_some_and(|word| word == "standing") {
            words.next();
        }
        let full = |word: String| full_name(&word).unwrap_or(word);
        Self::Standing(words.map(full).collect())
    }

    /// Tells whether the standing line at a place is meant, in one of the forms in which it can be written.
    pub(super) fn means(&self, place: usize, forms: &[&str]) -> bool {
        let words = match self {
            Self::Standing(words) => words,
            Self::Numbered(number) => return *number == place,
            Self::Plan(..) => return false,
        };
        forms.iter().any(|form| {
            let mut line = form.split_whitespace();
            words.iter().all(|word| {
                line.next()
                    .is_some_and(|next| next.eq_ignore_ascii_case(word))
            })
        })
    }

    /// Tells whether a plan is meant.
    pub(super) fn means_plan(&self, plan: &str, number: u8) -> bool {
        let Self::Plan(name, wanted) = self else {
            return false;
        };
        let is_named = name.as_deref().is_none_or(|name| plan.starts_with(name));
        is_named && wanted.is_none_or(|wanted| wanted == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full_name(word: &str) -> Option<String> {
        (word == "hl3").then(|| "hun-lc-3".to_owned())
    }

    #[test]
    fn standing_lines_are_named_by_how_they_begin() {
        const CASES: &[(&str, &str, bool)] = &[
            ("REACT", "REACT hun-lc-3 HOLD", true),
            ("react HL3", "REACT hun-lc-3 HOLD", true),
            ("STANDING REACT hun-lc-3", "REACT hun-lc-3 HOLD", true),
            ("STANDING", "EVADE all AWAY", true),
            ("REACT hun-lc", "REACT hun-lc-3 HOLD", false),
            ("REACT HL3 HOLD NOW", "REACT hun-lc-3 HOLD", false),
            ("EVADE", "REACT hun-lc-3 HOLD", false),
            ("PLAN HUNS", "REACT hun-lc-3 HOLD", false),
            ("STAND hl3", "STAND hun-lc-3", true),
        ];
        for (words, line, means) in CASES {
            let taken_back = TakenBack::read(words, full_name);
            assert_eq!(taken_back.means(1, &[line]), *means, "{words}");
        }
    }

    #[test]
    fn standing_lines_are_named_by_their_place_in_the_list() {
        for words in ["STAND 2", "standing 2"] {
            let taken_back = TakenBack::read(words, full_name);
            let means = [1, 2, 3].map(|place| taken_back.means(place, &["REACT hun-lc-3 HOLD"]));
            assert_eq!(means, [false, true, false], "{words}");
        }
    }

    #[test]
    fn plans_are_named_by_what_they_are_for() {
        const CASES: &[(&str, bool)] = &[
            ("PLAN HUNS", true),
            ("plan hun", true),
            ("PLAN", true),
            ("PLAN allies", false),
            ("PLAN HUNS 2", true),
            ("PLAN HUNS 1", false),
            ("STANDING", false),
        ];
        for (words, means) in CASES {
            let taken_back = TakenBack::read(words, full_name);
            assert_eq!(taken_back.means_plan("huns", 2), *means, "{words}");
        }
    }
}
