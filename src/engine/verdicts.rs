//! What became of the lines that a seat sent, and of its text as a whole.

use schemars::JsonSchema;
use serde::Serialize;

use crate::orders::{Common, Cursor, Diagnostic, Guard, Span, begins_message, draw, is_beside_set};
use crate::rulebook::Rule;

use super::{LineOf, Plan, Rules, Wanted, wanted};

/// What became of a line when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Judged {
    /// It can be carried out as things stand.
    Legal,
    /// Dice or the other side decide.
    Open,
    /// It breaks a rule whatever happens: refused whole.
    Illegal,
    /// It was not understood.
    Unreadable,
    /// It answers later decisions.
    Standing,
    /// It is for the desk: GO, SAY, SHOW and the like.
    Noted,
    /// Nothing asks for it now.
    Idle,
    /// It does not begin like an order: words to nobody, not read.
    Talk,
}

impl Judged {
    /// Tells whether the line keeps its set from being ready.
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Illegal | Self::Unreadable | Self::Idle)
    }
}

/// A line with its verdict, for its owner.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ReadLine {
    /// Its number in the text, from 1.
    pub number: u32,
    /// The line as written.
    pub text: String,
    /// What became of it.
    pub verdict: Judged,
    /// The order in canonical form; several where a group was named.
    pub canonical: Vec<String>,
    /// The order with the way that is found for it as things stand, where it names only the end of one.
    pub ways: Vec<String>,
    /// What else is foreseen: that it will not do in this turn all that it says.
    pub remarks: Vec<String>,
    /// The rule that refuses it.
    pub rule: Option<Rule>,
    /// Why, or on what it hangs.
    pub reason: Option<String>,
    /// What would do instead.
    pub instead: Option<String>,
    /// Whether it stands inside a plan.
    #[serde(skip)]
    pub planned: bool,
    /// Whether it is a standing line, which no order of the moment could replace.
    #[serde(skip)]
    pub stands: bool,
    /// The words that a refusal is about.
    #[serde(skip)]
    pub about: Span,
    /// The line with a caret under the word, where it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<String>,
}

impl ReadLine {
    /// Tells whether the line is a PASS or a PAUSE, which belong to the set although they are no orders.
    pub fn frames_set(&self) -> bool {
        self.verdict == Judged::Noted && (self.is_pass() || self.is_pause())
    }

    /// Tells whether the line begins a message: words to somebody, and no part of the set.
    pub fn begins_message(&self) -> bool {
        begins_message(&self.text)
    }

    /// Tells whether the line is none of the set even where it is refused: a message, a plan, or one that takes back
    /// what stands.
    pub fn is_beside_set(&self) -> bool {
        is_beside_set(&self.text)
    }

    /// Tells whether the line is a PASS, which ends a list.
    pub fn is_pass(&self) -> bool {
        matches!(Common::read(&self.text), Some(Ok(Common::Pass)))
    }

    /// Tells whether the line says how its set is taken, whatever else it holds.
    pub fn is_go_or_wait(&self) -> bool {
        let common = Common::read(&self.text);
        self.verdict == Judged::Noted && matches!(common, Some(Ok(Common::Go | Common::Wait)))
    }

    /// Refuses the line for a reason that is drawn under its words.
    pub(super) fn refuse(&mut self, verdict: Judged, diagnostic: Diagnostic) {
        self.verdict = verdict;
        self.about = diagnostic.span;
        self.drawing = Some(draw(self.number, &self.text, &diagnostic));
        self.reason = Some(diagnostic.message);
        self.rule = diagnostic.rule;
        self.instead = diagnostic.help;
    }

    /// Tells whether the line asks the desk for this.
    pub fn asks_for(&self, wish: &Wanted) -> bool {
        let is_asked = match (wish, Common::read(&self.text)) {
            (Wanted::Message(to, _), _) => {
                let mut words = Cursor::new(&self.text);
                words.next().is_some_and(|verb| verb.is("MESSAGE")) && words.rest().text == to
            }
            (_, Some(Ok(common))) => wanted(&common).as_ref() == Some(wish),
            _ => false,
        };
        self.verdict == Judged::Noted && is_asked
    }

    /// Refuses what the line asks the desk for: all words behind the verb are pointed at.
    pub fn refuse_wish(&mut self, reason: &str) {
        let mut words = Cursor::new(&self.text);
        let verb = words.next().map_or(Span::default(), |verb| verb.span);
        let rest = words.take_rest();
        let span = if rest.text.is_empty() {
            verb
        } else {
            rest.span
        };
        self.refuse(Judged::Illegal, Diagnostic::new(span, reason));
    }

    /// Refuses the line because nothing asks for it: its verb is pointed at.
    pub(super) fn leave_idle(&mut self, reason: &str) {
        let verb = Cursor::new(&self.text).next();
        let span = verb.map_or(Span::default(), |verb| verb.span);
        self.refuse(Judged::Idle, Diagnostic::new(span, reason));
    }

    /// Adds to the reason of a refusal what there is to add.
    pub(super) fn say_more_if(&mut self, more: Option<String>) {
        if let (Some(reason), Some(more)) = (&mut self.reason, more) {
            *reason += &format!("; {more}");
        }
    }

    /// Adds to a refusal what else its reader must know.
    pub fn add_to_refusal(&mut self, more: String) {
        self.say_more_if(Some(more));
        self.offer(None, None);
    }

    /// Takes back what a refusal offers, since that would be refused as well.
    pub(super) fn withdraw(&mut self, because: &str) {
        self.instead = None;
        self.add_to_refusal(format!("that would not do now: {because}"));
    }

    /// Adds what would do to a refusal that does not say so, and the rule that gives the choice.
    pub(super) fn offer(&mut self, rule: Option<Rule>, instead: Option<String>) {
        let diagnostic = Diagnostic {
            span: self.about,
            message: self.reason.take().unwrap_or_default(),
            help: self.instead.take().or(instead),
            rule: self.rule.or(rule),
        };
        self.refuse(self.verdict, diagnostic);
    }

    /// Tells whether the line is a PAUSE, which leaves the orders alone.
    pub fn is_pause(&self) -> bool {
        matches!(Common::read(&self.text), Some(Ok(Common::PauseIf(_))))
    }
}

/// A whole text as it was read.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Reading {
    /// Every line.
    pub lines: Vec<ReadLine>,
    /// Whether the text adds to the lines filed before instead of taking their place.
    pub adds: bool,
    /// What the lines filed before are worth beside these, if these add to them.
    #[serde(skip)]
    pub filed: Vec<ReadLine>,
    /// What is wanted of the desk, in order.
    pub wanted: Vec<Wanted>,
    /// Plans whose lines could all be read, each with its first and last line.
    #[serde(skip)]
    pub plans: Vec<Vec<String>>,
    /// Plans of which a line is refused: the number of the first line of each, and what it is for.
    #[serde(skip)]
    pub spoilt_plans: Vec<(u32, String)>,
    /// What the set as a whole still lacks.
    pub lacks: Option<String>,
    /// Lines after END, outside a frame, or after too many bad ones.
    pub unread: usize,
}

impl Reading {
    /// Tells whether a line is wrong; that the set as a whole still lacks something is no fault of a line.
    pub fn is_bad(&self) -> bool {
        let mut lines = self.filed.iter().chain(&self.lines);
        lines.any(|line| line.verdict.is_bad())
    }

    /// Tells whether this is wanted.
    pub fn wants(&self, wanted: &Wanted) -> bool {
        self.wanted.contains(wanted)
    }
}

/// What of a text can be filed.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted<R: Rules> {
    /// Action lines that are legal, or hang on dice or the other side.
    pub actions: Vec<LineOf<R>>,
    /// Standing lines.
    pub standing: Vec<LineOf<R>>,
    /// Plans.
    pub plans: Vec<Plan<R::Order, R::Fact>>,
    /// Guards of PAUSE IF.
    pub pauses: Vec<Guard<R::Fact>>,
    /// Whether an explicit PASS stands in the text.
    pub pass: bool,
    /// Whether what is asked and not answered is left to the defaults.
    pub lets_go: bool,
}
