//! The outcome of an audit as text for people.

use std::fmt::{self, Write as _};

use super::{Audit, DieCount, Severity};

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.waits_for_end {
            let draws = self.open_draws().len();
            let draws = if draws == 1 {
                "1 draw".to_owned()
            } else {
                format!("{draws} draws")
            };
            writeln!(
                f,
                "Nothing wrong so far; {draws} can be fully checked when the match ends.\n"
            )?;
        }
        for seat in &self.host_plays {
            writeln!(
                f,
                "HOST PLAYS: seat {seat} can read what the other seats file"
            )?;
        }
        if let Some(log) = &self.log {
            writeln!(
                f,
                "Game {} ({} mode), {} entries, {} draws with dice.",
                log.game, log.mode, log.entries, log.draws
            )?;
            writeln!(f, "Head of the last entry: {}", log.head)?;
        }
        writeln!(f, "Verdict: {}", self.verdict)?;
        for (severity, title) in [
            (Severity::Violation, "Broken rules"),
            (Severity::Incomplete, "Not yet checkable"),
            (Severity::Note, "Worth knowing"),
        ] {
            self.section(f, severity, title)?;
        }
        self.luck(f)
    }
}

impl Audit {
    fn section(&self, f: &mut fmt::Formatter<'_>, severity: Severity, title: &str) -> fmt::Result {
        let mut findings = self
            .findings
            .iter()
            .filter(|f| f.severity == severity)
            .peekable();
        if findings.peek().is_some() {
            writeln!(f, "\n{title}:")?;
        }
        for finding in findings {
            write!(f, "  {}: {}", finding.code, finding.message)?;
            match finding.who.as_str() {
                "-" => writeln!(f)?,
                who => writeln!(f, " (could be caused by: {who})")?,
            }
        }
        Ok(())
    }

    fn luck(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.faces.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nFaces (unlucky is not unfair; counts prove nothing):")?;
        self.faces
            .iter()
            .try_for_each(|die| writeln!(f, "  {}", die_line(die)))
    }
}

fn die_line(die: &DieCount) -> String {
    let mut line = format!("{:<5}", die.die);
    for face in &die.faces {
        let _ = write!(line, " {}:{}", face.face, face.count);
    }
    let (whole, tenth) = (die.chi_square_tenths / 10, die.chi_square_tenths % 10);
    let _ = write!(
        line,
        "  chi-square {whole}.{tenth}, about {} is usual",
        die.degrees_of_freedom
    );
    line
}
