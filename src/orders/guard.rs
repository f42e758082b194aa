//! Conditions on orders: facts joined by AND, OR and NOT.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Cursor, Diagnostic};

/// A condition; `F` is one fact of a game, as `STATE hun-lc-3 GOOD`.
///
/// NOT binds before AND, AND before OR; parentheses bind first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guard<F> {
    /// The fact holds.
    Fact(F),
    /// The condition does not hold.
    Not(Box<Self>),
    /// All of the conditions hold.
    All(Vec<Self>),
    /// At least one of the conditions holds.
    Any(Vec<Self>),
}

/// Parentheses and NOTs may be nested that deep; nobody means more.
const DEEPEST: usize = 16;

impl<F> Guard<F> {
    /// Reads a condition, up to the first word that does not continue it; `fact` reads one fact.
    pub fn parse<'a>(
        cursor: &mut Cursor<'a>,
        fact: &mut dyn FnMut(&mut Cursor<'a>) -> Result<F, Diagnostic>,
    ) -> Result<Self, Diagnostic> {
        Self::any(cursor, fact, 0)
    }

    /// Evaluates the condition from left to right, asking no fact that cannot matter any more.
    pub fn eval(&self, holds: &mut dyn FnMut(&F) -> bool) -> bool {
        match self {
            Self::Fact(fact) => holds(fact),
            Self::Not(guard) => !guard.eval(holds),
            Self::All(guards) => guards.iter().all(|guard| guard.eval(holds)),
            Self::Any(guards) => guards.iter().any(|guard| guard.eval(holds)),
        }
    }

    /// Returns the same condition over other facts.
    pub fn map<G>(&self, fact: &mut dyn FnMut(&F) -> G) -> Guard<G> {
        let mut all = |guards: &[Self]| guards.iter().map(|guard| guard.map(fact)).collect();
        match self {
            Self::All(guards) => Guard::All(all(guards)),
            Self::Any(guards) => Guard::Any(all(guards)),
            Self::Fact(own) => Guard::Fact(fact(own)),
            Self::Not(guard) => Guard::Not(Box::new(guard.map(fact))),
        }
    }

    fn any<'a>(
        cursor: &mut Cursor<'a>,
        fact: &mut dyn FnMut(&mut Cursor<'a>) -> Result<F, Diagnostic>,
        depth: usize,
    ) -> Result<Self, Diagnostic> {
        let mut guards = vec![Self::all(cursor, fact, depth)?];
        while cursor.eat_word("OR") {
            guards.push(Self::all(cursor, fact, depth)?);
        }
        Ok(joined(guards, Self::Any))
    }

    fn all<'a>(
        cursor: &mut Cursor<'a>,
        fact: &mut dyn FnMut(&mut Cursor<'a>) -> Result<F, Diagnostic>,
        depth: usize,
    ) -> Result<Self, Diagnostic> {
        let mut guards = vec![Self::term(cursor, fact, depth)?];
        while cursor.eat_word("AND") {
            guards.push(Self::term(cursor, fact, depth)?);
        }
        Ok(joined(guards, Self::All))
    }

    fn term<'a>(
        cursor: &mut Cursor<'a>,
        fact: &mut dyn FnMut(&mut Cursor<'a>) -> Result<F, Diagnostic>,
        depth: usize,
    ) -> Result<Self, Diagnostic> {
        if depth > DEEPEST {
            return Err(Diagnostic::new(
                cursor.here(),
                format!(
                    "parentheses and `NOT` are nested at most {DEEPEST} deep in a condition: leave out those that \
                     change nothing, or write a line for each case"
                ),
            ));
        }
        if cursor.eat_word("NOT") {
            let guard = Self::term(cursor, fact, depth + 1)?;
            return Ok(Self::Not(Box::new(guard)));
        }
        if cursor.eat_word("(") {
            let guard = Self::any(cursor, fact, depth + 1)?;
            cursor.word(")")?;
            return Ok(guard);
        }
        fact(cursor).map(Self::Fact)
    }
}

fn joined<F>(mut guards: Vec<Guard<F>>, join: fn(Vec<Guard<F>>) -> Guard<F>) -> Guard<F> {
    match guards.pop() {
        Some(only) if guards.is_empty() => only,
        last => {
            guards.extend(last);
            join(guards)
        }
    }
}

impl<F: fmt::Display> fmt::Display for Guard<F> {
    /// Writes the condition so that it reads back the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(fact) => fact.fmt(f),
            Self::Not(guard) => {
                f.write_str("NOT ")?;
                write_inside(f, guard, matches!(**guard, Self::All(_) | Self::Any(_)))
            }
            Self::All(guards) => write_joined(f, guards, " AND ", |guard| {
                matches!(guard, Self::All(_) | Self::Any(_))
            }),
            Self::Any(guards) => {
                write_joined(f, guards, " OR ", |guard| matches!(guard, Self::Any(_)))
            }
        }
    }
}

fn write_joined<F: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    guards: &[Guard<F>],
    word: &str,
    needs_parentheses: impl Fn(&Guard<F>) -> bool,
) -> fmt::Result {
    for (number, guard) in guards.iter().enumerate() {
        if number > 0 {
            f.write_str(word)?;
        }
        write_inside(f, guard, needs_parentheses(guard))?;
    }
    Ok(())
}

fn write_inside<F: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    guard: &Guard<F>,
    in_parentheses: bool,
) -> fmt::Result {
    if in_parentheses {
        write!(f, "({guard})")
    } else {
        fmt::Display::fmt(guard, f)
    }
}

/// How a fact compares a quantity with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparison {
    /// `<`
    #[serde(rename = "<")]
    Less,
    /// `<=`
    #[serde(rename = "<=")]
    AtMost,
    /// `=`
    #[serde(rename = "=")]
    Equal,
    /// `>=`
    #[serde(rename = ">=")]
    AtLeast,
    /// `>`
    #[serde(rename = ">")]
    More,
}

impl Comparison {
    /// The signs and their meanings.
    pub const SIGNS: [(&'static str, Self); 5] = [
        (">=", Self::AtLeast),
        ("<=", Self::AtMost),
        (">", Self::More),
        ("<", Self::Less),
        ("=", Self::Equal),
    ];

    /// Takes a comparison from the line.
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<Self, Diagnostic> {
        cursor.one_of(&Self::SIGNS)
    }

    /// Tells whether the first quantity compares so with the second.
    pub fn holds<T: Copy + PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = Self::SIGNS
            .iter()
            .find(|(_, comparison)| comparison == self);
        f.write_str(sign.expect("every comparison has a sign").0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A small game's facts: `AT n` and `CF n >= n`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    enum Fact {
        At(i32),
        Cf(i32, Comparison, i32),
    }

    impl fmt::Display for Fact {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::At(place) => write!(f, "AT {place}"),
                Self::Cf(unit, comparison, number) => write!(f, "CF {unit} {comparison} {number}"),
            }
        }
    }

    fn fact(cursor: &mut Cursor<'_>) -> Result<Fact, Diagnostic> {
        if cursor.eat_word("AT") {
            return cursor.number().map(Fact::At);
        }
        cursor.word("CF")?;
        Ok(Fact::Cf(
            cursor.number()?,
            Comparison::parse(cursor)?,
            cursor.number()?,
        ))
    }

    fn parse(text: &str) -> Result<Guard<Fact>, Diagnostic> {
        Guard::parse(&mut Cursor::new(text), &mut fact)
    }

    #[test]
    fn not_binds_before_and_and_before_or() {
        const CASES: &[(&str, &str)] = &[
            ("at 1", "AT 1"),
            ("AT 1 OR AT 2 AND NOT AT 3", "AT 1 OR AT 2 AND NOT AT 3"),
            ("(AT 1 OR AT 2) AND AT 3", "(AT 1 OR AT 2) AND AT 3"),
            ("(AT 1 AND AT 2) OR AT 3", "AT 1 AND AT 2 OR AT 3"),
            ("NOT (AT 1 AND (AT 2))", "NOT (AT 1 AND AT 2)"),
            ("not not cf 1>=-2", "NOT NOT CF 1 >= -2"),
            ("AT 1 AND AT 2 ELSE PASS", "AT 1 AND AT 2"),
        ];
        for (text, printed) in CASES {
            assert_eq!(parse(text).unwrap().to_string(), *printed, "{text}");
        }
    }

    #[test]
    fn unfinished_conditions_are_refused() {
        const CASES: &[(&str, &str)] = &[
            (
                "",
                "expected `NOT`, `(`, `AT` or `CF`, found the end of the line",
            ),
            (
                "AT 1 AND",
                "expected `NOT`, `(`, `AT` or `CF`, found the end of the line",
            ),
            (
                "(AT 1",
                "expected `AND`, `OR` or `)`, found the end of the line",
            ),
            (
                "CF 1 12",
                "expected `>=`, `<=`, `>`, `<` or `=`, found `12`",
            ),
            (
                "CF 1 <> 2",
                "expected `>=`, `<=`, `>`, `<` or `=`, found `<>`",
            ),
        ];
        for (text, message) in CASES {
            assert_eq!(parse(text).unwrap_err().message, *message, "{text}");
        }
    }

    #[test]
    fn absurd_nesting_is_refused_without_overflow() {
        for text in ["(".repeat(100_000), "NOT ".repeat(100_000)] {
            let refused = parse(&text).unwrap_err();
            assert!(
                refused.message.contains("nested at most 16 deep"),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn facts_that_cannot_matter_are_not_asked() {
        let guard = parse("AT 1 OR AT 2 AND AT 3 OR AT 4").unwrap();
        let mut asked = Vec::new();
        let holds = guard.eval(&mut |fact| {
            let Fact::At(place) = *fact else {
                panic!("only places are asked")
            };
            asked.push(place);
            place == 4
        });
        assert!(holds);
        assert_eq!(asked, [1, 2, 4]);
    }

    #[test]
    fn comparisons_compare() {
        let holding = |left, right| -> Vec<&str> {
            let signs = Comparison::SIGNS.into_iter();
            signs
                .filter(|(_, comparison)| comparison.holds(left, right))
                .map(|(sign, _)| sign)
                .collect()
        };
        assert_eq!(holding(1, 2), ["<=", "<"]);
        assert_eq!(holding(2, 2), [">=", "<=", "="]);
        assert_eq!(holding(3, 2), [">=", ">"]);
    }

    fn any_guard() -> impl Strategy<Value = Guard<Fact>> {
        let comparison = prop::sample::select(Comparison::SIGNS.map(|(_, c)| c).to_vec());
        let fact = prop_oneof![
            any::<i32>().prop_map(Fact::At),
            (any::<i32>(), comparison, any::<i32>()).prop_map(|(u, c, n)| Fact::Cf(u, c, n)),
        ];
        fact.prop_map(Guard::Fact)
            .prop_recursive(4, 24, 3, |inner| {
                prop_oneof![
                    inner.clone().prop_map(|guard| Guard::Not(Box::new(guard))),
                    prop::collection::vec(inner.clone(), 2..4).prop_map(Guard::All),
                    prop::collection::vec(inner, 2..4).prop_map(Guard::Any),
                ]
            })
    }

    proptest! {
        #[test]
        fn a_printed_guard_reads_the_same(guard in any_guard()) {
            let printed = guard.to_string();
            prop_assert_eq!(parse(&printed), Ok(guard.clone()));
            let json = serde_json::to_string(&parse_shape(&guard)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Guard<String>>(&json).unwrap(), parse_shape(&guard));
        }
    }

    fn parse_shape(guard: &Guard<Fact>) -> Guard<String> {
        match guard {
            Guard::Fact(fact) => Guard::Fact(fact.to_string()),
            Guard::Not(guard) => Guard::Not(Box::new(parse_shape(guard))),
            Guard::All(guards) => Guard::All(guards.iter().map(parse_shape).collect()),
            Guard::Any(guards) => Guard::Any(guards.iter().map(parse_shape).collect()),
        }
    }
}
