//! Where what was found differs from what was expected: only keys that are given count.

use serde_json::{Map, Value};

use super::Difference;

/// How a key of `expected` is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Wholly, lists in their order.
    Whole,
    /// The entries that are named, each wholly.
    Named,
    /// As a set of pairs, whichever of a pair comes first.
    Pairs,
}

/// Lists the differences after a stage, or at the end of an example.
pub fn differences(
    at: Option<&str>,
    expected: &Map<String, Value>,
    actual: &Map<String, Value>,
    how: fn(&str) -> How,
) -> Vec<Difference> {
    let mut finder = Finder {
        at,
        found: Vec::new(),
    };
    for (key, value) in expected {
        match (actual.get(key), how(key)) {
            (None, _) => finder.add(key, value, &Value::Null),
            (Some(found), How::Whole) => finder.whole(key, value, found),
            (Some(found), How::Named) => finder.named(key, value, found),
            (Some(found), How::Pairs) => {
                if pairs(value) != pairs(found) {
                    finder.add(key, value, found);
                }
            }
        }
    }
    finder.found
}

struct Finder<'a> {
    at: Option<&'a str>,
    found: Vec<Difference>,
}

impl Finder<'_> {
    fn add(&mut self, path: &str, expected: &Value, actual: &Value) {
        self.found
            .push(Difference::new(self.at, path, expected, actual));
    }

    /// Goes into objects key by key, and into lists of one length entry by entry.
    fn whole(&mut self, path: &str, expected: &Value, actual: &Value) {
        match (expected, actual) {
            (Value::Object(wanted), Value::Object(found)) => {
                let more = found.keys().filter(|key| !wanted.contains_key(*key));
                for key in wanted.keys().chain(more) {
                    self.entry(&format!("{path}.{key}"), wanted.get(key), found.get(key));
                }
            }
            (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
                for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                    self.leaf(&format!("{path}[{index}]"), wanted, found);
                }
            }
            _ => self.leaf(path, expected, actual),
        }
    }

    fn named(&mut self, path: &str, expected: &Value, actual: &Value) {
        let (Value::Object(wanted), Value::Object(found)) = (expected, actual) else {
            return self.leaf(path, expected, actual);
        };
        for (name, value) in wanted {
            self.entry(&format!("{path}.{name}"), Some(value), found.get(name));
        }
    }

    fn leaf(&mut self, path: &str, expected: &Value, actual: &Value) {
        if expected != actual {
            self.add(path, expected, actual);
        }
    }

    /// Compares two entries of which one may be missing, which is not the same as null.
    fn entry(&mut self, path: &str, expected: Option<&Value>, actual: Option<&Value>) {
        match (expected, actual) {
            (Some(expected), Some(actual)) => self.whole(path, expected, actual),
            (expected, actual) => {
                let null = &Value::Null;
                self.add(path, expected.unwrap_or(null), actual.unwrap_or(null));
            }
        }
    }
}

/// Brings a list of pairs into an order of its own.
fn pairs(list: &Value) -> Vec<Vec<String>> {
    let pair = |pair: &Value| {
        let mut ids: Vec<String> = pair
            .as_array()
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        ids.sort_unstable();
        ids
    };
    let mut pairs: Vec<_> = list.as_array().into_iter().flatten().map(pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn how(key: &str) -> How {
        match key {
            "units" => How::Named,
            "engaged" => How::Pairs,
            _ => How::Whole,
        }
    }

    /// Returns `path expected actual` of each difference.
    fn found(expected: Value, actual: Value) -> Vec<String> {
        let (Value::Object(expected), Value::Object(actual)) = (expected, actual) else {
            panic!("both are objects");
        };
        let list = differences(None, &expected, &actual, how);
        list.iter()
            .map(|difference| {
                let Difference {
                    path,
                    expected,
                    actual,
                    ..
                } = difference;
                format!("{path} {expected} {actual}")
            })
            .collect()
    }

    #[test]
    fn keys_that_are_not_given_are_not_compared() {
        let expected = json!({"units": {"A": {"state": "good"}}});
        let actual = json!({"units": {"A": {"state": "good"}, "B": {"state": "dis"}}, "net": []});
        assert_eq!(found(expected, actual), Vec::<String>::new());
    }

    #[test]
    fn units_are_compared_wholly_and_a_gone_unit_has_no_hex() {
        let expected = json!({"units": {"A": {"state": "elim"}, "B": {"hex": "1", "state": "dis"}, "C": {"state": "elim"}}});
        let actual = json!({"units": {"A": {"hex": "1", "state": "good"}, "B": {"hex": "1", "state": "good"}}});
        let wanted = [
            r#"units.A.state "elim" "good""#,
            r#"units.A.hex null "1""#,
            r#"units.B.state "dis" "good""#,
            r#"units.C {"state":"elim"} null"#,
        ];
        assert_eq!(found(expected, actual), wanted);
    }

    #[test]
    fn pairs_have_no_order_but_have_to_be_complete() {
        let expected = json!({"engaged": [["A", "B"], ["C", "D"]]});
        assert_eq!(
            found(
                expected.clone(),
                json!({"engaged": [["D", "C"], ["B", "A"]]})
            ),
            Vec::<String>::new()
        );
        let fewer = json!({"engaged": [["A", "B"]]});
        assert_eq!(
            found(expected, fewer),
            [r#"engaged [["A","B"],["C","D"]] [["A","B"]]"#]
        );
    }

    #[test]
    fn lists_keep_their_order_and_length() {
        let expected = json!({"net": [[5, "hit"], [4, "miss"]]});
        let other = json!({"net": [[5, "hit"], [4, "hit"]]});
        assert_eq!(
            found(expected.clone(), other),
            [r#"net[1] [4,"miss"] [4,"hit"]"#]
        );
        let shorter = json!({"net": [[5, "hit"]]});
        assert_eq!(
            found(expected, shorter),
            [r#"net [[5,"hit"],[4,"miss"]] [[5,"hit"]]"#]
        );
    }

    #[test]
    fn null_is_a_value_and_not_the_same_as_nothing() {
        let expected = json!({"initiative": null});
        assert_eq!(
            found(expected.clone(), json!({"initiative": null})),
            Vec::<String>::new()
        );
        assert_eq!(found(expected, json!({})), ["initiative null null"]);
    }
}
