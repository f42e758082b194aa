//! Weekdays and months in the languages in which players want to be told the time.

/// A language for weekdays and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Italian.
    Italian,
    /// Dutch.
    Dutch,
    /// Polish.
    Polish,
    /// Portuguese.
    Portuguese,
    /// Swedish.
    Swedish,
}

type Row = (
    Language,
    &'static str,
    [&'static str; 7],
    [&'static str; 12],
);

#[rustfmt::skip]
const LANGUAGES: [Row; 9] = [
    (Language::English, "en", ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]),
    (Language::German, "de", ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        ["Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"]),
    (Language::French, "fr", ["lun", "mar", "mer", "jeu", "ven", "sam", "dim"],
        ["jan", "fév", "mars", "avr", "mai", "juin", "juil", "août", "sep", "oct", "nov", "déc"]),
    (Language::Spanish, "es", ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
        ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]),
    (Language::Italian, "it", ["lun", "mar", "mer", "gio", "ven", "sab", "dom"],
        ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"]),
    (Language::Dutch, "nl", ["ma", "di", "wo", "do", "vr", "za", "zo"],
        ["jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"]),
    (Language::Polish, "pl", ["pon", "wt", "śr", "czw", "pt", "sob", "niedz"],
        ["sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"]),
    (Language::Portuguese, "pt", ["seg", "ter", "qua", "qui", "sex", "sáb", "dom"],
        ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"]),
    (Language::Swedish, "sv", ["mån", "tis", "ons", "tors", "fre", "lör", "sön"],
        ["jan", "feb", "mars", "apr", "maj", "juni", "juli", "aug", "sep", "okt", "nov", "dec"]),
];

impl Language {
    /// Returns the two letters by which the language is named.
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// Returns the language that two letters name.
    pub fn of_code(code: &str) -> Option<Self> {
        let mut rows = LANGUAGES.iter();
        let row = rows.find(|row| row.1.eq_ignore_ascii_case(code))?;
        Some(row.0)
    }

    /// Lists the letters of all languages.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|row| row.1)
    }

    /// Returns the short words for a weekday, counted from Monday, and for a month, counted from January.
    pub(super) fn words(self, weekday: usize, month: usize) -> (&'static str, &'static str) {
        let row = self.row();
        (row.2[weekday], row.3[month])
    }

    fn row(self) -> &'static Row {
        let mut rows = LANGUAGES.iter();
        rows.find(|row| row.0 == self)
            .expect("every language has its row")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_their_letters() {
        for code in Language::codes() {
            let language = Language::of_code(&code.to_uppercase()).unwrap();
            assert_eq!(language.code(), code);
        }
        assert_eq!(Language::of_code("xx"), None);
        assert_eq!(Language::German.words(1, 11), ("Di", "Dez"));
    }
}
