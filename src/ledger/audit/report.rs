//! The outcome of an audit as text for people.

use std::fmt::{self, Write as _};

use super::{Audit, Code, DieCount, Finding, Severity};

/// The width of a line of the outcome's text.
pub const WIDTH: usize = 76;

/// Findings of one code that are told one by one; of the rest only the number is.
const TOLD: usize = 6;

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.waits_for_end {
            let draws = counted(self.open_draws().len(), "draw");
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
            let (entries, draws) = (log.entries as usize, log.draws as usize);
            let entries = match entries {
                1 => "1 entry".to_owned(),
                _ => format!("{entries} entries"),
            };
            writeln!(
                f,
                "Game {} ({} mode), {entries}, {} with dice.",
                log.game,
                log.mode,
                counted(draws, "draw")
            )?;
            writeln!(f, "Head of the last entry:\n  {}", log.head)?;
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

fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

impl Audit {
    fn section(&self, f: &mut fmt::Formatter<'_>, severity: Severity, title: &str) -> fmt::Result {
        let mut by_code: Vec<(Code, Vec<&Finding>)> = Vec::new();
        for finding in self.findings.iter().filter(|f| f.severity == severity) {
            match by_code.iter_mut().find(|(code, _)| *code == finding.code) {
                Some((_, same)) => same.push(finding),
                None => by_code.push((finding.code, vec![finding])),
            }
        }
        if !by_code.is_empty() {
            writeln!(f, "\n{title}:")?;
        }
        for (code, findings) in by_code {
            for finding in findings.iter().take(TOLD) {
                item(f, &sentence(finding))?;
            }
            let more = findings.len().saturating_sub(TOLD);
            if more > 0 {
                item(f, &format!("{code}: and {more} more of this kind"))?;
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

fn sentence(finding: &Finding) -> String {
    let Finding {
        code, message, who, ..
    } = finding;
    match who.as_str() {
        "-" => format!("{code}: {message}"),
        who => format!("{code}: {message} (could be caused by: {who})"),
    }
}

fn item(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let indented = textwrap::Options::new(WIDTH)
        .initial_indent("  ")
        .subsequent_indent("    ");
    writeln!(f, "{}", textwrap::fill(text, indented))
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
