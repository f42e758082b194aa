//! What two players may agree on before a match: the book's optional rules, and readings of unclear ones.

mod choices;

use std::collections::BTreeSet;

pub use choices::*;

pub use crate::games::options::{Choice, OptionInfo, Value};

/// Why an option was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option of that name.
    #[error("there is no option `{name}`{}", did_you_mean(.near.as_ref()))]
    Name {
        /// The name as written.
        name: String,
        /// The nearest existing name.
        near: Option<String>,
    },
    /// The option exists, the value does not.
    #[error("`{name}` cannot be `{value}`; it takes {}", .allowed.join(" or "))]
    Value {
        /// The option's name.
        name: &'static str,
        /// The value as written.
        value: String,
        /// The values it takes.
        allowed: Vec<&'static str>,
    },
    /// The same option twice.
    #[error("option `{0}` is given twice; keep one of the two")]
    Twice(&'static str),
    /// A switch that needs another one.
    #[error("option `{name}` needs `{needs}`; switch that on too, or this one off")]
    Needs {
        /// The option.
        name: &'static str,
        /// What it needs.
        needs: &'static str,
    },
}

fn did_you_mean(near: Option<&String>) -> String {
    near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

impl Options {
    /// Reads options from names and values; every mistake is reported.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<OptionError>> {
        let mut options = Self::default();
        let mut errors = Vec::new();
        let mut seen = BTreeSet::new();
        for (name, value) in pairs {
            match options.set(name.trim(), value.trim()) {
                Ok(name) if seen.insert(name) => {}
                Ok(name) => errors.push(OptionError::Twice(name)),
                Err(error) => errors.push(error),
            }
        }
        if options.roman_panic == Switch::On && options.panic == Switch::Off {
            errors.push(OptionError::Needs {
                name: "L1.4_roman_panic",
                needs: "13.0_panic",
            });
        }
        if errors.is_empty() {
            Ok(options)
        } else {
            Err(errors)
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError> {
        let folded = name.strip_prefix("legion.").unwrap_or(name);
        let Some(info) = OPTIONS
            .iter()
            .find(|info| info.name.eq_ignore_ascii_case(folded))
        else {
            let names = OPTIONS.iter().map(|info| (info.name, info.name));
            let near = match crate::orders::nearest(folded, names) {
                crate::orders::Nearest::One(near) => Some(near.to_owned()),
                _ => None,
            };
            let name = name.to_owned();
            return Err(OptionError::Name { name, near });
        };
        let known = info
            .values
            .iter()
            .find(|own| own.key.eq_ignore_ascii_case(value));
        match known.and_then(|own| self.put(info.name, own.key)) {
            Some(()) => Ok(info.name),
            None => Err(OptionError::Value {
                name: info.name,
                value: value.to_owned(),
                allowed: info.values.iter().map(|value| value.key).collect(),
            }),
        }
    }

    /// Returns every option's name and value, in the order of names.
    #[must_use]
    pub fn in_name_order(&self) -> Vec<(&'static str, &str)> {
        let mut pairs = self.pairs();
        pairs.sort_unstable();
        pairs
    }

    /// Returns the options that differ from the default, in the order of names.
    #[must_use]
    pub fn changed(&self) -> Vec<(&'static str, &str)> {
        let default = Self::default();
        let standard = default.in_name_order();
        let mut pairs = self.in_name_order();
        pairs.retain(|pair| !standard.contains(pair));
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_option_can_be_set_and_printed() {
        for info in OPTIONS {
            for value in info.values {
                let mut pairs = vec![(info.name, value.key)];
                if info.name == "L1.4_roman_panic" {
                    pairs.push(("13.0_panic", "on"));
                }
                let options = Options::from_pairs(pairs).expect("a listed value is taken");
                assert!(options.in_name_order().contains(&(info.name, value.key)));
            }
        }
    }

    #[test]
    fn the_first_value_listed_is_the_default() {
        for info in OPTIONS {
            let pair = (info.name, info.values[0].key);
            assert!(
                Options::default().in_name_order().contains(&pair),
                "{pair:?}"
            );
        }
        assert!(Options::default().changed().is_empty());
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let pairs = [
            ("los_leadr", "open"),
            ("los_leader", "shut"),
            ("half_scope", "hex"),
            ("half_scope", "attack"),
            ("L1.4_roman_panic", "on"),
        ];
        let errors = Options::from_pairs(pairs).expect_err("four are wrong");
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let wanted = [
            "there is no option `los_leadr`, did you mean `los_leader`?",
            "`los_leader` cannot be `shut`; it takes blocks or open",
            "option `half_scope` is given twice; keep one of the two",
            "option `L1.4_roman_panic` needs `13.0_panic`; switch that on too, or this one off",
        ];
        assert_eq!(lines, wanted);
    }
}
