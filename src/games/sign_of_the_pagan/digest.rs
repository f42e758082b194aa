//! The facts of a summary: what a stretch of the battle has cost and brought, side by side.

use serde_json::{Map, Value, json};

use crate::engine::Note;

use super::data::Side;

/// What one side has suffered and done.
#[derive(Default)]
struct Account {
    lost: Vec<String>,
    gone: Vec<String>,
    disordered: Vec<String>,
    reformed: Vec<String>,
    shots: u32,
    hits: u32,
    moved: Vec<String>,
}

/// Sums up what was noticed; the notes are gathered ones.
pub(super) fn digest(notes: &[Note]) -> Map<String, Value> {
    let mut accounts = [Account::default(), Account::default()];
    let mut combats = 0;
    let mut acted = Vec::new();
    let mut attila = Value::Null;
    for note in notes {
        match note.key {
            "activation_ended" => acted.push(note.facts["contingent"].clone()),
            "shock_joined" if note.facts["round"] == "first" => combats += 1,
            "attila_fell" => {
                let dead = note.facts["dead"] == true;
                attila = json!(if dead { "dead" } else { "wounded" });
            }
            "attila_rejoined" => attila = json!("caught"),
            _ => enter(&mut accounts, note),
        }
    }
    let [hun, roman] = accounts.map(Account::facts);
    let facts = json!({
        "combats": combats,
        "acted": acted,
        "attila": attila,
        "hun": hun,
        "roman": roman,
    });
    match facts {
        Value::Object(facts) => facts,
        _ => unreachable!("facts are written as an object"),
    }
}

fn enter(accounts: &mut [Account; 2], note: &Note) {
    if let Some(account) = account_of(accounts, side_of(note.facts.get("at"))) {
        account.suffer(note.key, &note.facts["at"]);
    }
    if note.key == "moved"
        && let Some(unit) = note.facts["unit"].as_str()
        && let Some(account) = account_of(accounts, note.facts.get("side"))
        && !account.moved.iter().any(|moved| moved == unit)
    {
        account.moved.push(unit.to_owned());
    }
    let Some(roll) = note.roll.as_ref() else {
        return;
    };
    if matches!(roll.purpose, "fire" | "react")
        && let Some(account) = account_of(accounts, side_of(note.facts.get("by")))
    {
        account.shots += 1;
        account.hits += u32::from(roll.outcome != "NE");
    }
    if let Some(result) = note.facts.get("result").and_then(Value::as_str) {
        let whom = match roll.purpose {
            "fire" | "react" => &note.facts["at"],
            _ => &note.facts["by"],
        };
        if let Some(account) = account_of(accounts, whom.get("side")) {
            account.suffer(result, whom);
        }
    }
}

fn side_of(place: Option<&Value>) -> Option<&Value> {
    place?.get("side")
}

fn account_of<'a>(accounts: &'a mut [Account; 2], side: Option<&Value>) -> Option<&'a mut Account> {
    let key = side?.as_str()?;
    let side = Side::ALL.into_iter().find(|side| side.key() == key)?;
    Some(&mut accounts[side as usize])
}

impl Account {
    fn suffer(&mut self, what: &str, place: &Value) {
        let Some(unit) = place["unit"].as_str() else {
            return;
        };
        let list = match what {
            "eliminated" => &mut self.lost,
            "removed" => &mut self.gone,
            "disordered" => &mut self.disordered,
            "reformed" => &mut self.reformed,
            _ => return,
        };
        list.push(unit.to_owned());
    }

    fn facts(mut self) -> Value {
        let left = |unit: &String| !self.lost.contains(unit) && !self.gone.contains(unit);
        self.disordered.retain(left);
        json!({
            "lost": self.lost,
            "gone": self.gone,
            "disordered": self.disordered,
            "reformed": self.reformed,
            "shots": self.shots,
            "hits": self.hits,
            "moved": self.moved.len(),
        })
    }
}
