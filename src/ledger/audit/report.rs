//! The outcome of an audit as text for people.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use super::{Audit, Code, DieCount, Finding, Severity};

use crate::wording::counted;

/// The width of a line of the outcome's text.
const WIDTH: usize = 76;

/// Findings of one code that are told one by one; of the rest only the places are.
const TOLD: usize = 3;

/// Rolls a face that a count needs before it says anything.
const ENOUGH: u64 = 5;

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.waits_for_end {
            let draws = counted(self.open_draws().len(), "draw", "draws");
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
                counted(draws, "draw", "draws")
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
            if let Some((_, more)) = findings
                .split_at_checked(TOLD)
                .filter(|(_, more)| !more.is_empty())
            {
                item(
                    f,
                    &format!("{code}: {} more of this kind{}", more.len(), places(more)),
                )?;
            }
        }
        Ok(())
    }

    fn luck(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = |die: &&DieCount| {
            let rolls: u64 = die.faces.iter().map(|face| face.count).sum();
            rolls >= ENOUGH * die.faces.len() as u64
        };
        let mut counted = self.faces.iter().filter(counts).peekable();
        if counted.peek().is_some() {
            writeln!(f, "\nFaces (unlucky is not unfair; counts prove nothing):")?;
        }
        for die in counted {
            item(f, &die_line(die))?;
        }
        Ok(())
    }
}

/// Lists the draws of findings of one kind, and the entries of those that have none; where several are of one draw
/// or entry, says so, since the numbers would not add up.
fn places(findings: &[&Finding]) -> String {
    let (of_draws, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.draw.is_some());
    let draws = of_draws.iter().filter_map(|finding| finding.draw);
    let entries = others.iter().filter_map(|finding| finding.entry);
    let groups = [
        group("draw", "draws", draws.collect()),
        group("entry", "entries", entries.collect()),
    ];
    let groups: Vec<String> = groups.into_iter().flatten().collect();
    match groups.is_empty() {
        true => String::new(),
        false => format!(": {}", groups.join(" and ")),
    }
}

/// Writes where findings are, as `draws 3, 5-9` or `8 of draws 3-6`.
fn group(one: &str, many: &str, numbers: Vec<u64>) -> Option<String> {
    let count = numbers.len();
    let distinct: BTreeSet<u64> = numbers.into_iter().collect();
    let noun = if distinct.len() == 1 { one } else { many };
    let named = format!("{noun} {}", ranges(&distinct));
    match distinct.len() {
        0 => None,
        different if different == count => Some(named),
        _ => Some(format!("{count} of {named}")),
    }
}

/// Writes numbers as `3, 5-9`.
fn ranges(numbers: &BTreeSet<u64>) -> String {
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

fn sentence(finding: &Finding) -> String {
    let Finding {
        code, message, who, ..
    } = finding;
    match (who.as_str(), finding.severity) {
        ("-", _) => format!("{code}: {message}"),
        // Every honest match without plans has these until its end.
        _ if *code == Code::LabelsUnchecked => format!("{code}: {message}"),
        (who, Severity::Violation) => format!("{code}: {message} (could be caused by: {who})"),
        // Nothing is wrong: whoever is named here is not accused of anything.
        (who, Severity::Incomplete | Severity::Note) => {
            format!("{code}: {message} (lies with: {who})")
        }
    }
}

fn item(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let indented = lines().initial_indent("  ").subsequent_indent("    ");
    writeln!(f, "{}", textwrap::fill(text, indented))
}

/// Lays text out in lines that break at blanks only: a path or a name can be copied as it stands.
pub fn lines<'a>() -> textwrap::Options<'a> {
    textwrap::Options::new(WIDTH)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_never_broken() {
        let path =
            "a-folder/of-mails/with-many-hyphens/and-one-more/1796002346.0007.anna.example-net.eml";
        let case = format!("{path}, which was read");
        let finding = Finding::told(Code::Fork, Some(12), None, &case);
        let audit = super::super::audit("", &[], &super::super::Checks::default()).with([finding]);
        assert!(audit.to_string().contains(path), "{audit}");
    }

    #[test]
    fn what_is_not_told_one_by_one_adds_up() {
        let of = |entry, draw| Finding::told(Code::OrdersUnopened, entry, draw, &"");
        let by_seats = [of(None, Some(4)), of(None, Some(4)), of(None, Some(5))];
        let told = |findings: &[Finding]| places(&findings.iter().collect::<Vec<_>>());
        assert_eq!(told(&by_seats), ": 3 of draws 4-5");
        assert_eq!(told(&by_seats[1..]), ": draws 4-5");
        let mixed = [of(None, Some(7)), of(Some(9), None), of(Some(11), None)];
        assert_eq!(told(&mixed), ": draw 7 and entries 9, 11");
        assert_eq!(told(&[of(None, None)]), "");
    }

    #[test]
    fn nobody_is_accused_of_what_is_not_wrong() {
        let sentence_of = |code| sentence(&Finding::told(code, Some(1), Some(2), &""));
        assert!(sentence_of(Code::RollWrong).ends_with("(could be caused by: host)"));
        assert!(sentence_of(Code::DrawOpen).ends_with("(lies with: host)"));
        assert!(!sentence_of(Code::LabelsUnchecked).contains("host"));
    }

    #[test]
    fn many_findings_of_a_kind_are_told_in_few_lines_of_76_columns() {
        let findings = (1..=40)
            .filter(|draw| *draw != 30)
            .map(|draw| Finding::told(Code::LabelsUnchecked, None, Some(draw), &""));
        let audit = super::super::audit("", &[], &super::super::Checks::default()).with(findings);
        let text = audit.to_string();
        assert_eq!(text.matches("LABELS_UNCHECKED").count(), TOLD + 1);
        assert!(
            text.contains("36 more of this kind: draws 4-29, 31-40"),
            "{text}"
        );
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
    }
}
