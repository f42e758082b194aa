//! `tessera submit` and `tessera check`: orders from a file.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::args::Cli;
use super::error::CliError;
use super::peek::Peek;
use super::show::{report_files, report_text};
use super::site::{Make, Opened, match_id};
use super::{CliResult, print_json};
use crate::desk::{Filing, Hurry, Ran, Receipt, Went};
use crate::engine::{Judged, ReadLine, Reading, Wanted};
use crate::orders::comment;
use crate::report::text::fold;
use crate::rulebook::Rule;
use crate::store::MatchId;
use crate::wording::counted;

/// File orders for a side from a file; ends with 1 if a line was refused, although the good ones are filed
#[derive(Debug, Args)]
pub struct SubmitArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The side
    #[arg(long = "as", value_name = "SIDE")]
    side: String,
    /// Refuse the orders unless this stop is the open one
    #[arg(long, value_name = "N")]
    stop: Option<u64>,
    /// Run as soon as every asked side is ready, without waiting for the grace to pass
    #[arg(long)]
    now: bool,
    #[command(flatten)]
    peek: Peek,
    /// The file with order lines; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Judge orders without filing them; ends with 1 if a line would be refused
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The match
    #[arg(value_name = "MATCH")]
    id: String,
    /// The side
    #[arg(long = "as", value_name = "SIDE")]
    side: String,
    #[command(flatten)]
    peek: Peek,
    /// The file with order lines; - reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// What `check --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Checked<'a> {
    /// Every line with its verdict.
    lines: Vec<CheckedLine<'a>>,
    /// What the set as a whole lacks.
    lacks: Option<&'a str>,
    /// What queries among the lines are answered.
    answers: &'a [String],
}

/// What `submit --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Submitted<'a> {
    /// The receipt, as a mail would bring it.
    receipt: &'a Receipt,
    /// Every line with its verdict.
    lines: Vec<CheckedLine<'a>>,
    /// The draw that was locked and waits for its values.
    locked: Option<u64>,
    /// The run that followed at once.
    ran: Option<RanAt>,
    /// The files with the reports of that run.
    reports: Vec<PathBuf>,
}

/// A line with the keys that scripts rely on.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedLine<'a> {
    /// Its number in the text, from 1.
    number: u32,
    /// The line as written.
    text: &'a str,
    /// What became of it.
    verdict: Judged,
    /// The order in canonical form; several where a group was named.
    canonical: &'a [String],
    /// The order with the way that is found for it as things stand, where it names only the end of one.
    ways: &'a [String],
    /// What else is foreseen of it.
    remarks: &'a [String],
    /// The rule that refuses it.
    rule: Option<Rule>,
    /// Why, or on what it hangs.
    reason: Option<&'a str>,
    /// What would do instead.
    instead: Option<&'a str>,
}

impl<'a> CheckedLine<'a> {
    fn of(line: &'a ReadLine) -> Self {
        Self {
            number: line.number,
            text: &line.text,
            verdict: line.verdict,
            canonical: &line.canonical,
            ways: &line.ways,
            remarks: &line.remarks,
            rule: line.rule,
            reason: line.reason.as_deref(),
            instead: line.instead.as_deref(),
        }
    }
}

/// A run, by the stop at which it began.
#[derive(Debug, Serialize, JsonSchema)]
struct RanAt {
    /// The stop.
    stop: u64,
    /// The draw that it used, if it needed dice.
    draw: Option<u64>,
}

impl RanAt {
    fn of(ran: &Ran) -> Self {
        Self {
            stop: ran.stop,
            draw: ran.draw,
        }
    }
}

/// Runs `submit` and returns its exit code: 1 if a line was refused.
pub fn submit(cli: &Cli, args: &SubmitArgs, out: &mut dyn Write) -> CliResult {
    let text = read_text(&args.file)?;
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    if opened.at_desk(|desk| desk.is_inviting(&id))? {
        return accept(&mut opened, args, (&id, &text), out);
    }
    let seat = opened.at_desk(|desk| desk.table(&id)?.seat_of_side(&args.side))?;
    // The receipt and the report tell what the side has.
    args.peek.at(&mut opened, &id, &args.side)?;
    let filing = Filing {
        id: &id,
        seat,
        stop: args.stop,
        text: &text,
        raw: None,
    };
    let receipt = opened.at_desk(|desk| desk.file(filing))?;
    // Whoever is not asked cuts nobody's grace short.
    let may_end = [Wanted::Resign, Wanted::OfferDraw, Wanted::AcceptDraw];
    let ends = may_end.iter().any(|wanted| receipt.reading.wants(wanted));
    let hurries = args.now && (ends || receipt.readiness != "not asked");
    let hurry = if hurries { Hurry::Now } else { Hurry::WhenDue };
    let went = opened.at_desk(|desk| desk.run(&id, hurry))?;
    let locked = match &went {
        Some(Went::Locked(locked)) => Some(locked.draw),
        _ => None,
    };
    let ran = went.and_then(Went::into_ran);
    let reports = match &ran {
        Some(ran) => report_files(&opened, ran)?,
        None => Vec::new(),
    };
    let code = u8::from(receipt.is_bad());
    if args.json {
        let document = Submitted {
            receipt: &receipt,
            lines: lines(&receipt.reading),
            locked,
            ran: ran.as_ref().map(RanAt::of),
            reports,
        };
        print_json(&document, out)?;
        return Ok(code);
    }
    write_receipt(&receipt, ran.is_none() && locked.is_none(), out)?;
    if let Some(draw) = locked {
        writeln!(out, "\nDraw {draw} is locked; its dice follow.")?;
        let log = opened.site.logs.file(&id);
        writeln!(out, "Dice log: {}", log.display())?;
    }
    if let Some(ran) = &ran {
        writeln!(out)?;
        let viewer = crate::engine::Viewer::Seat(seat);
        out.write_all(report_text(&opened, ran, viewer)?.as_bytes())?;
        for report in reports {
            writeln!(out, "Report: {}", report.display())?;
        }
    }
    Ok(code)
}

/// Answers for a side of a match that has not started.
fn accept(
    opened: &mut Opened,
    args: &SubmitArgs,
    (id, text): (&MatchId, &str),
    out: &mut dyn Write,
) -> CliResult {
    let told = opened.at_desk(|desk| desk.answer_from_file(id, &args.side, text))?;
    if args.json {
        print_json(&json!({ "told": told }), out)?;
        return Ok(0);
    }
    for line in told {
        write!(out, "{}", fold(&line))?;
    }
    Ok(0)
}

/// Runs `check` and returns its exit code: 1 if a line would be refused.
pub fn check(cli: &Cli, args: &CheckArgs, out: &mut dyn Write) -> CliResult {
    let text = read_text(&args.file)?;
    let id = match_id(&args.id)?;
    let mut opened = Opened::find(cli, Make::Nothing)?;
    args.peek.at(&mut opened, &id, &args.side)?;
    let (reading, answers) = opened.at_desk(|desk| desk.check(&id, &args.side, &text))?;
    let code = u8::from(reading.is_bad());
    if args.json {
        let document = Checked {
            lines: lines(&reading),
            lacks: reading.lacks.as_deref(),
            answers: &answers,
        };
        print_json(&document, out)?;
        return Ok(code);
    }
    write_lines(&reading, out)?;
    if let Some(lacks) = &reading.lacks {
        write!(out, "{}", fold(&format!("The set as a whole: {lacks}")))?;
    }
    for answer in answers {
        write!(out, "\n{}\n", fold(&answer).trim_end())?;
    }
    writeln!(out, "Nothing was filed.")?;
    Ok(code)
}

/// Reads order lines from a file or from standard input.
fn read_text(file: &Path) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = read.map_err(|error| {
        CliError::usage(format!("cannot read the orders in `{}`", file.display())).because(&error)
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = before.lines().count().max(1);
        CliError::usage(format!(
            "line {line} of `{}` is not UTF-8 text",
            file.display()
        ))
        .hint("save the file as UTF-8")
    })
}

/// The lines of a reading with the keys that scripts rely on.
fn lines(reading: &Reading) -> Vec<CheckedLine<'_>> {
    let line = |line| CheckedLine::of(line);
    reading.lines.iter().map(line).collect()
}

/// Prints a receipt; when its run starts, if that is still to come.
fn write_receipt(receipt: &Receipt, waits: bool, out: &mut dyn Write) -> Result<(), CliError> {
    write!(out, "{}", fold(&head(receipt)))?;
    write_lines(&receipt.reading, out)?;
    if !receipt.set.is_empty() {
        writeln!(out, "\nYour set as it stands:")?;
        for (number, line) in (1..).zip(&receipt.set) {
            writeln!(out, "  {number:>3}  {line}")?;
        }
    }
    if !receipt.left_out.is_empty() {
        writeln!(out, "\nRefused, and no part of your set:")?;
        for line in &receipt.left_out {
            writeln!(out, "       {line}")?;
        }
    }
    if !receipt.standing.is_empty() {
        writeln!(out, "\nYour standing lines:")?;
        for line in &receipt.standing {
            writeln!(out, "       {line}")?;
        }
    }
    for answer in &receipt.answers {
        write!(out, "\n{}", fold(answer))?;
    }
    if receipt.reading.wants(&Wanted::Check) {
        return Ok(());
    }
    writeln!(out)?;
    match receipt.readiness {
        "not asked" => writeln!(out, "Nothing is asked of you now.")?,
        "ready" | "go" | "absent" if !waits => writeln!(out, "You are ready.")?,
        "ready" | "go" | "absent" => {
            let when = match &receipt.run_at_told {
                Some(run_at) => format!("The run starts on {run_at}"),
                None => "The run starts when everybody who is asked is ready".to_owned(),
            };
            write!(
                out,
                "{}",
                fold(&format!(
                    "You are ready. {when}, unless more is filed before; --now does not wait for that."
                ))
            )?;
        }
        _ => {
            for missing in &receipt.missing {
                write!(out, "{}", fold(&format!("Not ready: {missing}.")))?;
            }
            let again = format!(
                "To send more: tessera submit {} --as {} FILE. A file takes the place of what stands here, unless \
                 its first line is ADD.",
                receipt.id, receipt.side
            );
            write!(out, "{}", fold(&again))?;
        }
    }
    Ok(())
}

/// Says what became of the file as a whole, before its lines.
fn head(receipt: &Receipt) -> String {
    let whose = format!(
        "for the {} side at stop {} of match {}",
        receipt.side, receipt.stop, receipt.id
    );
    let lines = &receipt.reading.lines;
    let refused = lines.iter().filter(|line| line.verdict.is_bad()).count();
    let is_good = |line: &&ReadLine| !line.verdict.is_bad() && line.verdict != Judged::Talk;
    let is_answered = |line: &ReadLine| line.verdict == Judged::Noted && !line.frames_set();
    let good = lines.iter().filter(is_good).count();
    if receipt.reading.wants(&Wanted::Check) {
        return format!("Only checked, {whose}: nothing is filed.");
    }
    match (good, refused) {
        (0, 0) => format!("No line of the file is an order: nothing was filed {whose}."),
        (0, _) => format!("Every order is refused: nothing was filed {whose}."),
        _ if lines.iter().filter(is_good).all(is_answered) => format!("Read {whose}:"),
        (_, 0) => format!("Filed {whose}:"),
        (_, refused) => {
            let but = counted(refused, "line that is refused", "lines that are refused");
            format!("Filed {whose}, but for {but}:")
        }
    }
}

/// Prints each line that needs a word: the refused ones drawn, the others with what they hang on.
fn write_lines(reading: &Reading, out: &mut dyn Write) -> Result<(), CliError> {
    let spoilt = reading.filed.iter().filter(|line| line.verdict.is_bad());
    for drawing in spoilt.filter_map(|line| line.drawing.as_deref()) {
        writeln!(out, "A line that you filed before, with what you add:")?;
        writeln!(out, "{}", drawing.trim_end())?;
    }
    for line in &reading.lines {
        match (line.verdict, &line.drawing, &line.reason) {
            (_, Some(drawing), _) => writeln!(out, "{}", drawing.trim_end())?,
            (Judged::Talk, ..) => {
                writeln!(
                    out,
                    "line {}: `{}` is no order and was not read: it begins with no verb",
                    line.number, line.text
                )?;
            }
            (Judged::Open, _, Some(reason)) => {
                writeln!(
                    out,
                    "line {}: `{}` hangs on this: {reason}",
                    line.number, line.text
                )?;
            }
            _ => writeln!(out, "line {}: `{}` is understood", line.number, line.text)?,
        }
        if let Some((sign, said)) = comment(&line.text).filter(|_| !line.canonical.is_empty()) {
            writeln!(out, "        left out as a comment: {sign} {said}")?;
        }
        let foreseen = line.ways.iter().chain(&line.remarks);
        for told in foreseen.filter(|_| !line.verdict.is_bad()) {
            writeln!(out, "        as things stand: {told}")?;
        }
    }
    if reading.unread > 0 {
        writeln!(
            out,
            "{} not read (after END, or outside the frame).",
            counted(reading.unread, "line was", "lines were")
        )?;
    }
    Ok(())
}
