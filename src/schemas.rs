//! JSON Schemas of what Tessera writes for other programs, generated from the types that are written.
//!
//! The files in `docs/schemas/` are these schemas; a test keeps them current.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings, json_schema};
use serde_json::{Map, Value, json};

use crate::auditor::Examination;
use crate::cli::orders::{Checked, Submitted};
use crate::geometry::{Facing, Hex};
use crate::ledger::audit::{Audit, Code, Verdict};
use crate::record::{
    EntryBody, InputBody, Kind, MatchBody, OrdersBody, PrivateBody, PublicBody, SecretBody,
};
use crate::report::model::Report;
use crate::rulebook::Rule;

/// A published form: the name of its file, and the schema.
pub type Published = (&'static str, Value);

/// Returns all published schemas.
pub fn all() -> Vec<Published> {
    vec![
        ("record-line", record_line()),
        ("report", of::<Report>("A report, as one viewer gets it")),
        ("check", of::<Checked<'_>>("What `check --json` prints")),
        (
            "submit",
            of::<Submitted<'_>>("What `submit --json` prints: the receipt, and what ran"),
        ),
        (
            "audit",
            of::<Examination>("What `audit --json` prints: the outcome, and what was looked at"),
        ),
        (
            "dice-audit",
            of::<Audit>("What `roll verify --json` prints: the outcome of an audit"),
        ),
    ]
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

fn of<T: JsonSchema>(title: &str) -> Value {
    let mut schema = generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), json!(title));
    schema.to_value()
}

/// A line of a record: its head, then the body that its kind has.
fn record_line() -> Value {
    let mut generator = generator();
    let kinds: Vec<Value> = Kind::ALL
        .iter()
        .map(|kind| line_of(*kind, &body_of(*kind, &mut generator)))
        .collect();
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a match's record",
        "oneOf": kinds,
    });
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema["$defs"] = Value::Object(definitions);
    }
    schema
}

fn body_of(kind: Kind, generator: &mut SchemaGenerator) -> Schema {
    match kind {
        Kind::Match => MatchBody::json_schema(generator),
        Kind::Entry => EntryBody::json_schema(generator),
        Kind::Orders => OrdersBody::json_schema(generator),
        Kind::Input => InputBody::json_schema(generator),
        Kind::Public => PublicBody::json_schema(generator),
        Kind::Private => PrivateBody::json_schema(generator),
        Kind::Secret => SecretBody::json_schema(generator),
    }
}

/// Puts the head of a line before the keys of its body.
fn line_of(kind: Kind, body: &Schema) -> Value {
    let number = json!({ "type": "integer", "minimum": 0 });
    let mut properties = Map::from_iter([
        (
            "n".to_owned(),
            json!({ "type": "integer", "minimum": 1, "description": "The number of the line." }),
        ),
        ("kind".to_owned(), json!({ "const": kind.word() })),
        (
            "for".to_owned(),
            json!({
                "description": "Whom the line is for until the match is over: everybody, or one seat, or the host.",
                "anyOf": [{ "const": "all" }, { "type": "integer", "minimum": 0, "maximum": 99 }],
            }),
        ),
    ]);
    let mut required = vec![json!("n"), json!("kind"), json!("for")];
    let mut line = Map::from_iter([("type".to_owned(), json!("object"))]);
    if kind.has_moment() {
        properties.insert("draw".to_owned(), number.clone());
        properties.insert("stop".to_owned(), number);
        line.insert(
            "oneOf".to_owned(),
            json!([{ "required": ["draw"] }, { "required": ["stop"] }]),
        );
    }
    if let Some(own) = body.get("properties").and_then(Value::as_object) {
        properties.extend(own.clone());
    }
    if let Some(own) = body.get("required").and_then(Value::as_array) {
        required.extend(own.iter().cloned());
    }
    if let Some(about) = body.get("description") {
        line.insert("description".to_owned(), about.clone());
    }
    line.insert("properties".to_owned(), Value::Object(properties));
    line.insert("required".to_owned(), Value::Array(required));
    line.insert("additionalProperties".to_owned(), json!(false));
    Value::Object(line)
}

/// The schema of a type that writes itself by hand.
macro_rules! written {
    ($($type:ty, $name:literal, $schema:tt;)*) => {
        $(impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($name)
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        })*
    };
}

written! {
    Code, "Code", { "type": "string", "pattern": "^[A-Z]+(_[A-Z]+)*$", "enum": Code::ALL };
    Verdict, "Verdict", { "type": "string", "enum": Verdict::ALL };
    Hex, "Hex", { "type": "string", "pattern": "^[0-9]{4}$" };
    Facing, "Facing", { "type": "integer", "enum": Facing::ALL };
    Rule, "Rule", { "type": "string", "description": "The number of a rule, as the book prints it." };
}
