//! What two players may agree on before a match: readings of unclear rules and the book's optional rules.
//!
//! [`Options`] holds one typed choice per option, [`OPTIONS`] describes them for `games show` and the
//! guide. Names are written with or without the prefix `sotp.`.

mod choices;

use std::collections::BTreeSet;
use std::fmt;

pub use choices::*;

pub use crate::games::options::{Choice, OptionInfo, Value};

/// The prefix that an option's full name carries.
pub const PREFIX: &str = "sotp.";

/// Why an option was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No `=` in it.
    #[error("`{0}` is not an option; write `name=value`")]
    Form(String),
    /// No option of that name.
    #[error("there is no option `{name}`{}", did_you_mean(.near.as_ref()))]
    Name {
        /// The name as written.
        name: String,
        /// The nearest existing name.
        near: Option<String>,
    },
    /// The option exists, the value does not.
    #[error("`{name}` cannot be `{value}`{}; it takes {}", did_you_mean(.near.as_ref()), .allowed.join(" or "))]
    Value {
        /// The option's name without prefix.
        name: &'static str,
        /// The value as written.
        value: String,
        /// The values it takes.
        allowed: Vec<&'static str>,
        /// The nearest of them.
        near: Option<String>,
    },
    /// The same option twice.
    #[error("option `{0}` is given twice; keep one of the two")]
    Twice(&'static str),
}

fn did_you_mean(near: Option<&String>) -> String {
    near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"))
}

fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let near = |candidate: &'a str| {
        let likeness = strsim::jaro_winkler(word, candidate);
        (likeness > 0.8).then_some((likeness, candidate))
    };
    let best = candidates
        .filter_map(near)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.map(|(_, candidate)| candidate.to_owned())
}

impl Options {
    /// Reads options written as `name=value`; every mistake is reported.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, Vec<OptionError>> {
        let mut errors = Vec::new();
        let mut split = Vec::new();
        for pair in pairs {
            match pair.split_once('=') {
                Some(parts) => split.push(parts),
                None => errors.push(OptionError::Form(pair.trim().to_owned())),
            }
        }
        match Self::from_pairs(split) {
            Ok(options) if errors.is_empty() => Ok(options),
            Ok(_) => Err(errors),
            Err(more) => {
                errors.extend(more);
                Err(errors)
            }
        }
    }

    /// Reads options from names and values, for example a case file's `options`.
    pub fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Vec<OptionError>> {
        let mut options = Self::default();
        let mut errors = Vec::new();
        let mut seen = BTreeSet::new();
        for (name, value) in pairs {
            let result = find(name).and_then(|info| {
                options.set(info, value.trim())?;
                if seen.insert(info.name) {
                    Ok(())
                } else {
                    Err(OptionError::Twice(info.name))
                }
            });
            errors.extend(result.err());
        }
        if errors.is_empty() {
            Ok(options)
        } else {
            Err(errors)
        }
    }

    fn set(&mut self, info: &OptionInfo, value: &str) -> Result<(), OptionError> {
        if self.put(info.name, &value.to_lowercase()).is_some() {
            return Ok(());
        }
        let allowed: Vec<&'static str> = info.values.iter().map(|value| value.key).collect();
        let near = nearest(&value.to_lowercase(), allowed.iter().copied());
        Err(OptionError::Value {
            name: info.name,
            value: value.to_owned(),
            allowed,
            near,
        })
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
        let mut pairs = self.in_name_order();
        let standard = default.in_name_order();
        pairs.retain(|pair| !standard.contains(pair));
        pairs
    }
}

/// Finds an option by its name, with or without prefix, in any case.
pub fn find(name: &str) -> Result<&'static OptionInfo, OptionError> {
    let folded = name.trim().to_lowercase();
    let bare = folded.strip_prefix(PREFIX).unwrap_or(&folded);
    let found = OPTIONS.iter().find(|info| info.name == bare);
    found.ok_or_else(|| OptionError::Name {
        name: name.trim().to_owned(),
        near: nearest(bare, OPTIONS.iter().map(|info| info.name)),
    })
}

impl fmt::Display for Options {
    /// Writes `name=value` for every option, blanks between, in the order of names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.in_name_order().into_iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{name}={value}")?;
        }
        Ok(())
    }
}

impl serde::Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.in_name_order())
    }
}

impl<'de> serde::Deserialize<'de> for Options {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs = std::collections::BTreeMap::<String, String>::deserialize(deserializer)?;
        Self::from_pairs(
            pairs
                .iter()
                .map(|(name, value)| (name.as_str(), value.as_str())),
        )
        .map_err(|errors| {
            let reasons: Vec<String> = errors.iter().map(ToString::to_string).collect();
            serde::de::Error::custom(reasons.join("; "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_option_can_be_set_and_printed() {
        for info in OPTIONS {
            for value in info.values {
                let word = value.key.replace("NAME", "winter");
                let pair = format!("{}={word}", info.name);
                let options = Options::parse([pair.as_str()]).expect("a listed value is taken");
                assert!(
                    options
                        .to_string()
                        .split(' ')
                        .any(|printed| printed == pair),
                    "{pair}"
                );
            }
        }
    }

    #[test]
    fn the_first_value_listed_is_the_default() {
        let printed = Options::default().to_string();
        for info in OPTIONS {
            let pair = format!("{}={}", info.name, info.default());
            assert!(printed.split(' ').any(|word| word == pair), "{pair}");
        }
    }

    #[test]
    fn full_names_and_any_case_are_taken() {
        let options =
            Options::parse(["sotp.multi_result=CAP", "ZOC = frontal"]).expect("both exist");
        assert_eq!(options.multi_result, MultiResult::Cap);
        assert_eq!(options.zoc, Zoc::Frontal);
        assert_eq!(
            options.changed(),
            [("multi_result", "cap"), ("zoc", "frontal")]
        );
    }

    #[test]
    fn options_print_in_name_order_and_read_back() {
        let options = Options::parse(["deck=winter.toml", "attila_move=any"]).expect("both exist");
        let printed = options.to_string();
        let names: Vec<&str> = printed
            .split(' ')
            .filter_map(|pair| pair.split('=').next())
            .collect();
        assert!(names.is_sorted());
        assert_eq!(names.len(), OPTIONS.len());
        assert_eq!(Options::parse(printed.split(' ')), Ok(options));
    }

    #[test]
    fn every_mistake_is_reported_at_once() {
        let errors = Options::parse([
            "multi_reslt=stack",
            "zoc=adjacnt",
            "chain",
            "momentum=off",
            "zoc=frontal",
        ])
        .expect_err("four are wrong");
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "`chain` is not an option; write `name=value`",
                "there is no option `multi_reslt`, did you mean `multi_result`?",
                "`zoc` cannot be `adjacnt`, did you mean `adjacent`?; it takes adjacent or frontal",
                "`momentum` cannot be `off`; it takes optional or automatic",
            ]
        );
    }

    #[test]
    fn an_option_given_twice_is_refused() {
        let errors = Options::parse(["zoc=frontal", "sotp.zoc=frontal"]).expect_err("given twice");
        assert_eq!(errors, [OptionError::Twice("zoc")]);
    }

    #[test]
    fn options_are_a_json_object_of_names_and_values() {
        let options = Options::parse(["counter_chain=phasing"]).expect("exists");
        let json = serde_json::to_string(&options).expect("plain text");
        assert!(json.contains("\"counter_chain\":\"phasing\""));
        assert_eq!(
            serde_json::from_str::<Options>(&json).expect("own output"),
            options
        );
        assert!(serde_json::from_str::<Options>("{\"zoc\":\"square\"}").is_err());
    }
}
