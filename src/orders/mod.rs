//! The order language that all games share: words, cursors, diagnostics, groups, guards.
#![allow(missing_docs)]
use serde::{Deserialize, Serialize};
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Illegal {
    pub rule: crate::rulebook::Rule,
    pub because: String,
    pub instead: Option<String>,
}
pub struct Cursor<'a>(pub &'a str);
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic;
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Guard<F> {
    Fact(F),
    Not(Box<Guard<F>>),
    All(Vec<Guard<F>>),
    Any(Vec<Guard<F>>),
}
impl<F> Guard<F> {
    pub fn eval(&self, f: &mut dyn FnMut(&F) -> bool) -> bool {
        match self {
            Self::Fact(x) => f(x),
            Self::Not(g) => !g.eval(f),
            Self::All(v) => v.iter().all(|g| g.eval(f)),
            Self::Any(v) => v.iter().any(|g| g.eval(f)),
        }
    }
}
