use serde_json::json;

use super::*;
use crate::engine::{Dice as _, Scope};
use crate::ledger::dice::Spec;

/// A game as small as can be: each stage throws a die, or breaks.
struct Jar {
    sum: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Stage {
    Throw,
    Break,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Sum {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sum: Option<u32>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    at: BTreeMap<String, Sum>,
}

impl Trial for Jar {
    type Tables = ();
    type Setup = u32;
    type Stage = Stage;
    type Findings = Sum;

    const ROLLERS: Rollers = Rollers {
        purposes: &["jar"],
        sides: &["red"],
    };

    fn begin((): &(), case: &Case<Self>) -> Result<Self, SchemaErrors> {
        match case.setup {
            99 => Err(SchemaError::new("setup", "the jar is full").into()),
            sum => Ok(Self { sum }),
        }
    }

    fn labels(stages: &[Stage]) -> Vec<Option<String>> {
        (1..=stages.len())
            .map(|number| Some(format!("s{number}")))
            .collect()
    }

    fn at(expected: &Sum) -> &BTreeMap<String, Sum> {
        &expected.at
    }

    fn play(&mut self, stage: &Stage, script: &mut Script<'_>) -> Result<(), Fault> {
        assert!(!matches!(stage, Stage::Break), "the jar breaks");
        let mut faces = Vec::new();
        let thrown = script.throw(Scope::Public, &"t1.1/jar/red/1", Spec::Z10, &mut faces);
        thrown.map_err(|_| {
            script
                .fault()
                .cloned()
                .expect("a refused throw has its reason")
        })?;
        self.sum += faces[0];
        Ok(())
    }

    fn rolls(&self) -> Vec<Rolled> {
        Vec::new()
    }

    fn findings(&self, _: &Sum, _: ReportText) -> Sum {
        Sum {
            sum: Some(self.sum),
            at: BTreeMap::new(),
        }
    }

    fn how(_: &str) -> How {
        How::Whole
    }
}

fn list(cases: Value) -> Result<CaseList<Jar>, SchemaErrors> {
    CaseList::new((), serde_json::from_value(cases).expect("cases of the jar"))
}

fn run(stages: &[&str], dice: &[u32], expected: &Value) -> Ran {
    let dice: Vec<_> = dice
        .iter()
        .map(|roll| json!({"for": "jar", "by": "RED", "roll": roll}))
        .collect();
    let case = json!({"id": "A", "setup": 1, "stages": stages, "dice": dice, "expected": expected});
    let list = list(json!([case])).expect("the case is sound");
    assert_eq!(list.ids(), ["A"]);
    list.run(0, |_| String::new())
}

fn paths(ran: &Ran) -> Vec<(Option<&str>, &str)> {
    ran.differences
        .iter()
        .map(|difference| (difference.at.as_deref(), difference.path.as_str()))
        .collect()
}

#[test]
fn checks_are_made_after_their_stage_and_at_the_end() {
    let ran = run(
        &["throw", "throw"],
        &[2, 3],
        &json!({"sum": 6, "at": {"s1": {"sum": 3}}}),
    );
    assert!(ran.pass, "{ran:?}");
    assert_eq!(ran.actual, json!({"sum": 6, "at": {"s1": {"sum": 3}}}));
    let ran = run(
        &["throw", "throw"],
        &[2, 3],
        &json!({"sum": 7, "at": {"s1": {"sum": 4}}}),
    );
    assert!(!ran.pass);
    assert_eq!(paths(&ran), [(Some("s1"), "sum"), (None, "sum")]);
}

#[test]
fn the_end_is_not_compared_where_the_dice_ran_out() {
    let ran = run(
        &["throw", "throw"],
        &[2],
        &json!({"sum": 7, "at": {"s1": {"sum": 4}}}),
    );
    assert_eq!(
        ran.error.as_ref().map(|fault| fault.kind),
        Some(FaultKind::DiceMissing)
    );
    assert_eq!(paths(&ran), [(Some("s1"), "sum")]);
    assert_eq!(ran.actual["sum"], 3);
}

#[test]
fn a_panic_fails_its_example_alone_and_says_what_it_said() {
    let ran = run(
        &["throw", "break"],
        &[2, 5],
        &json!({"at": {"s1": {"sum": 3}}}),
    );
    let fault = Fault::new(FaultKind::Panic, "the jar breaks");
    assert_eq!(
        (ran.pass, ran.error, ran.dice_left),
        (false, Some(fault), 1)
    );
}

#[test]
fn ids_and_labels_are_clear_and_positions_sound() {
    let case = |id: &str, setup: u32, at: Value| json!({"id": id, "setup": setup, "stages": ["throw"], "expected": {"at": at}});
    let cases = json!([
        case("A", 1, json!({"s1": {}})),
        case("A", 99, json!({"s2": {}, "s1": {"at": {"s1": {}}}})),
    ]);
    let Err(SchemaErrors(errors)) = list(cases) else {
        panic!("the cases are unsound");
    };
    let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
    let wanted = [
        "examples[1].id: `A` is used twice",
        "examples[1].expected.at.s1: `at` stands in `expected` only",
        "examples[1].expected.at.s2: no stage has the label `s2`",
        "examples[1].setup: the jar is full",
    ];
    assert_eq!(errors, wanted);
}

#[test]
fn switches_are_words_too() {
    let read = |json: Value| serde_json::from_value::<OptionValue>(json);
    assert_eq!(read(json!(true)).expect("a switch").word(), "on");
    assert_eq!(read(json!(false)).expect("a switch").word(), "off");
    assert_eq!(read(json!("cap")).expect("a word").word(), "cap");
    let error = read(json!(3)).expect_err("no number").to_string();
    assert_eq!(error, "expected a word, true or false");
}
