//! A position put right by hand: facts of the state that a game master sets anew.
//!
//! A fact is named by its place in the state, and a unit by its name: `hun-lc-3.facing`, `open.turn`. Values
//! are written as the state prints them; `on 1609` stands for a choice with what belongs to it.

use std::mem::discriminant;

use serde_json::{Map, Value};

use super::{Rules, Seat, Viewer};

/// Why a position cannot be corrected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCorrected {
    /// It is not written as a fact and its value.
    #[error("`{0}` is no correction: write FACT = VALUE, as `hun-lc-3.facing = 2`")]
    Form(String),
    /// The state has no such fact.
    #[error("there is no fact `{fact}`: `{place}` has {known}")]
    NoFact {
        /// What was named.
        fact: String,
        /// How far its name led.
        place: String,
        /// What there is.
        known: String,
    },
    /// The fact cannot be that.
    #[error("`{value}` is nothing that `{fact}` can be: {because}")]
    Value {
        /// The fact.
        fact: String,
        /// What was written.
        value: String,
        /// What it can be, or why it cannot be this.
        because: String,
    },
    /// The rules do not allow such a position.
    #[error("the position would break the rules: {0}")]
    Impossible(String),
    /// Everything is so already.
    #[error("nothing would change: it is so already")]
    Same,
    /// Somebody may not see one of the facts.
    #[error(
        "facts that everybody sees and facts that a side hides are corrected one after the other"
    )]
    Mixed,
    /// Whoever corrects may not see the fact; what it is, is not told by what he is answered.
    #[error("`{0}` is not everybody's to see")]
    Hidden(String),
    /// Nobody could be told.
    #[error("nobody at the table may see this fact, so nobody could be told that it was corrected")]
    Unseen,
}

/// Who may see the facts of a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Everybody.
    All,
    /// One seat alone.
    Seat(Seat),
}

/// A fact that was set anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The fact, as it was named.
    pub fact: String,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
}

/// A correction that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    /// What was set.
    pub changes: Vec<Change>,
    /// Who may know of it.
    pub known: Known,
}

/// Sets facts of a state anew, all of them or none; `eyes` are those of whoever corrects, unless he may see
/// everything.
pub(super) fn correct<R: Rules>(
    rules: &R,
    state: &R::State,
    facts: &[String],
    eyes: Option<Viewer>,
) -> Result<(R::State, Corrected), NotCorrected> {
    let mut now = state.clone();
    let mut changes = Vec::new();
    let mut pointers = Vec::new();
    for text in facts {
        let (fact, value) = text
            .split_once('=')
            .map(|(fact, value)| (fact.trim(), value.trim()))
            .filter(|(fact, value)| !fact.is_empty() && !value.is_empty())
            .ok_or_else(|| NotCorrected::Form(text.clone()))?;
        let before = written(&now);
        let view = eyes.map(|eyes| written(&rules.view(&now, eyes)));
        let pointer = pointer_of(rules, (&before, view.as_ref()), fact)?;
        now = with_value::<R>(&before, &pointer, value).map_err(|because| NotCorrected::Value {
            fact: fact.to_owned(),
            value: value.to_owned(),
            because,
        })?;
        let at = |state: &Value| state.pointer(&pointer).map(printed).unwrap_or_default();
        changes.push(Change {
            fact: fact.to_owned(),
            from: at(&before),
            to: at(&written(&now)),
        });
        pointers.push(pointer);
    }
    let known = known(rules, [state, &now], &pointers)?;
    if eyes == Some(Viewer::Observer) && known != Known::All {
        return Err(NotCorrected::Hidden(changes[0].fact.clone()));
    }
    if now == *state {
        return Err(NotCorrected::Same);
    }
    rules.invariants(&now).map_err(NotCorrected::Impossible)?;
    Ok((now, Corrected { changes, known }))
}

fn written(state: &impl serde::Serialize) -> Value {
    serde_json::to_value(state).expect("a state is plain data")
}

fn printed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) if map.len() == 1 => {
            let (key, inner) = map.iter().next().expect("it has one");
            format!("{key} {}", printed(inner))
        }
        other => other.to_string(),
    }
}

/// Finds a fact in a written state: the first word may be the name of a unit.
fn pointer_of<R: Rules>(
    rules: &R,
    (state, view): (&Value, Option<&Value>),
    fact: &str,
) -> Result<String, NotCorrected> {
    let is_hidden = |pointer: &str, place: &Value| {
        view.is_some_and(|view| match view.pointer(pointer) {
            None => true,
            Some(seen) => seen.is_null() && !place.is_null(),
        })
    };
    let (first, rest) = fact.split_once('.').unwrap_or((fact, ""));
    let (mut pointer, words) = match rules.pointer(first) {
        Some(pointer) => (pointer, rest),
        None => (String::new(), fact),
    };
    let mut place = state.pointer(&pointer).unwrap_or(&Value::Null);
    for word in words.split('.').filter(|word| !word.is_empty()) {
        let next = match place {
            Value::Object(map) => map.get(word),
            Value::Array(list) => word.parse().ok().and_then(|index: usize| list.get(index)),
            _ => None,
        };
        let Some(next) = next else {
            return Err(NotCorrected::NoFact {
                fact: fact.to_owned(),
                place: match pointer.is_empty() {
                    true => "the position".to_owned(),
                    false => pointer[1..].replace('/', "."),
                },
                known: contents(place),
            });
        };
        place = next;
        pointer = format!("{pointer}/{word}");
        // How many parts something hidden has is hidden as well.
        if is_hidden(&pointer, place) {
            return Err(NotCorrected::Hidden(fact.to_owned()));
        }
    }
    match pointer.is_empty() {
        true => Err(NotCorrected::Form(fact.to_owned())),
        false => Ok(pointer),
    }
}

/// Names the parts of a place; what they are is not told, since it may be hidden.
fn contents(place: &Value) -> String {
    match place {
        Value::Object(map) => map.keys().cloned().collect::<Vec<_>>().join(", "),
        Value::Array(list) if list.is_empty() => "no entry".to_owned(),
        Value::Array(list) => format!("entries 0 to {}", list.len() - 1),
        _ => "no parts".to_owned(),
    }
}

/// Puts a value into a written state, in the first of its readings that makes a state.
///
/// Otherwise tells what is wrong with the reading that is most like what stands there now.
fn with_value<R: Rules>(state: &Value, pointer: &str, value: &str) -> Result<R::State, String> {
    let present = state.pointer(pointer).unwrap_or(&Value::Null);
    let mut wrong: Option<String> = None;
    for reading in readings(value) {
        let mut changed = state.clone();
        let is_alike = discriminant(&reading) == discriminant(present);
        if let Some(place) = changed.pointer_mut(pointer) {
            *place = reading;
        }
        let because = match serde_json::from_value::<R::State>(changed.clone()) {
            Ok(read) => {
                let taken = written(&read);
                if taken.pointer(pointer) == changed.pointer(pointer) {
                    return Ok(read);
                }
                // What a state does not take up as it was written was no value of it.
                let taken = taken.pointer(pointer).map(printed).unwrap_or_default();
                format!("it would be read as `{taken}`")
            }
            Err(error) => error.to_string(),
        };
        if wrong.is_none() || is_alike {
            wrong = Some(because);
        }
    }
    let wrong = wrong.unwrap_or_else(|| "nothing was written".to_owned());
    Err(format!("{wrong}; it is `{}` now", printed(present)))
}

/// The ways in which a value can be meant: as JSON, as a word, as a choice with what belongs to it.
fn readings(value: &str) -> Vec<Value> {
    let mut readings: Vec<Value> = serde_json::from_str(value).into_iter().collect();
    readings.push(Value::String(value.to_owned()));
    if let Some((choice, inner)) = value.split_once(' ') {
        readings.extend(readings_of_choice(choice, inner.trim()));
    }
    readings
}

fn readings_of_choice<'a>(choice: &'a str, inner: &str) -> impl Iterator<Item = Value> + use<'a> {
    readings(inner)
        .into_iter()
        .map(|inner| Value::Object(Map::from_iter([(choice.to_owned(), inner)])))
}

/// Finds who sees the facts as they are, before and after.
fn known<R: Rules>(
    rules: &R,
    states: [&R::State; 2],
    pointers: &[String],
) -> Result<Known, NotCorrected> {
    let sees = |viewer: Viewer, pointer: &String| {
        states.iter().all(|state| {
            let view = written(&rules.view(state, viewer));
            view.pointer(pointer) == written(state).pointer(pointer)
        })
    };
    let seats = (0..rules.sides().len()).map(|seat| Seat(seat as u8));
    let of_one = |pointer: &String| {
        if sees(Viewer::Observer, pointer) {
            return Ok(Known::All);
        }
        let mut seeing = seats
            .clone()
            .filter(|seat| sees(Viewer::Seat(*seat), pointer));
        match (seeing.next(), seeing.next()) {
            (Some(only), None) => Ok(Known::Seat(only)),
            _ => Err(NotCorrected::Unseen),
        }
    };
    let mut all = pointers.iter().map(of_one);
    let first = all.next().unwrap_or(Err(NotCorrected::Unseen))?;
    for known in all {
        if known? != first {
            return Err(NotCorrected::Mixed);
        }
    }
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_json_as_a_word_and_as_a_choice() {
        let of = |text: &str| {
            let readings = readings(text);
            readings.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(of("12"), ["12", "\"12\""]);
        assert_eq!(of("good"), ["\"good\""]);
        assert_eq!(
            of("on 1609"),
            ["\"on 1609\"", "{\"on\":1609}", "{\"on\":\"1609\"}"]
        );
        assert_eq!(of("null"), ["null", "\"null\""]);
    }

    #[test]
    fn a_value_is_printed_as_it_can_be_written() {
        for (json, text) in [
            ("{\"on\":\"1609\"}", "on 1609"),
            ("\"good\"", "good"),
            ("[1,2]", "[1,2]"),
            ("null", "null"),
        ] {
            assert_eq!(printed(&serde_json::from_str(json).unwrap()), text);
        }
    }
}
