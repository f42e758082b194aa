//! Trying templates out: every one of them on sample facts, so that a slip is found before a mail fails.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::engine::Offers;

use super::board::{self, MailTo};
use super::html::{self, Frame};
use super::model::Report;
use super::replay;
use super::templates::{TemplateError, Templates, ending, sample_facts, shipped};
use super::{prose, text};

/// A template that does not render.
#[derive(Debug)]
pub struct Slip {
    /// Its name.
    pub name: String,
    /// What is wrong with it, the cause last.
    pub reasons: Vec<String>,
}

/// What came of trying templates out.
#[derive(Debug)]
pub struct Proof {
    /// The templates that were rendered.
    pub rendered: BTreeSet<String>,
    /// Those that do not render.
    pub slips: Vec<Slip>,
}

/// Renders every template: those of letters and of the site on shipped facts, those of games on reports.
pub fn prove(templates: &Templates, reports: &[Report]) -> Proof {
    let mut proof = Proof {
        rendered: BTreeSet::new(),
        slips: Vec::new(),
    };
    for (name, samples) in sample_facts() {
        for facts in samples {
            proof.note(&name, templates.render(&name, &facts).err());
        }
    }
    for report in reports {
        proof.report(templates, report);
    }
    proof
}

/// Returns the shipped templates that stand for themselves: scripts and styles stand in others.
pub fn expected() -> BTreeSet<String> {
    let names = shipped().into_iter().map(|(name, _)| name);
    let stands = |name: &String| matches!(ending(name), "txt" | "html");
    names.filter(stands).collect()
}

impl Proof {
    fn note(&mut self, name: &str, error: Option<TemplateError>) {
        self.rendered.insert(name.to_owned());
        let Some(error) = error else {
            return;
        };
        let mut reasons = vec![error.to_string()];
        let mut cause = std::error::Error::source(&error);
        while let Some(error) = cause {
            reasons.push(error.to_string());
            cause = error.source();
        }
        if !self.slips.iter().any(|slip| slip.reasons == reasons) {
            let name = name.to_owned();
            self.slips.push(Slip { name, reasons });
        }
    }

    fn report(&mut self, templates: &Templates, report: &Report) {
        let frame = Frame {
            subject: "sample",
            picture: "sample.png",
            site: Some("The sample site"),
        };
        let mail = MailTo::default();
        let offers: [Offers; 0] = [];
        let game = &report.heading.game;
        for part in ["head", "note", "question", "summary"] {
            self.rendered.insert(format!("report/{game}/{part}.txt"));
        }
        let page = replay::page(templates, &report.heading, "", &report.board, &[]);
        self.note("report/report.txt", text::report(templates, report).err());
        self.note("report/prose.txt", prose::report(templates, report).err());
        self.note(
            "report/report.html",
            html::report(templates, report, frame).err(),
        );
        self.note(
            "board/board.html",
            board::page(templates, report, &offers, &mail).err(),
        );
        self.note("board/replay.html", page.err());
    }
}

/// Sample facts by the names of templates.
pub(super) type Samples = BTreeMap<String, Vec<Value>>;
