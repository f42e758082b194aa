//! The looks of a report: text or prose on the terminal, pages and pictures into files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::CliError;
use super::site::desk_error;
use crate::desk::DeskError;
use crate::engine::{Board, Offers};
use crate::report::ascii::{self, WIDTH};
use crate::report::board::{self, MailTo};
use crate::report::model::{Heading, Report};
use crate::report::picture::{Theme, png};
use crate::report::templates::{TemplateError, Templates};
use crate::report::window::Window;
use crate::report::{html, prose, text};

/// The narrowest ASCII map, in columns.
const NARROWEST: u32 = 20;

/// How a report is shown.
#[derive(Debug, Args)]
pub struct Looks {
    /// Show the map only: the whole of it, in panels
    #[arg(long)]
    map: bool,
    /// Of maps and pictures show only the part where something happened or is asked
    #[arg(long)]
    crop: bool,
    /// Tell the report as prose, for listening
    #[arg(long, conflicts_with = "map")]
    prose: bool,
    /// Write the report as a page with its picture inside
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the map as a drawing that can be enlarged
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the map as an image
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write the board: a page that shows the map and helps to compose orders, without a network
    #[arg(long, value_name = "FILE")]
    board: Option<PathBuf>,
    /// The width: of a picture in pixels, of an ASCII map in columns [default: as drawn; 76]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=8000))]
    width: Option<u32>,
    /// The colours of pictures
    #[arg(long, value_enum, default_value_t)]
    theme: Theme,
}

impl Looks {
    /// Tells whether only the map is wanted.
    pub fn map_only(&self) -> bool {
        self.map
    }

    /// Tells whether files are wanted.
    pub fn wants_files(&self) -> bool {
        self.board.is_some() || self.html.is_some() || self.svg.is_some() || self.png.is_some()
    }

    /// Prints the map.
    ///
    /// # Errors
    /// If there is none, or it cannot be written.
    pub fn print_map(&self, report: &Report, out: &mut dyn Write) -> Result<(), CliError> {
        needs_map(report)?;
        let board = &report.board;
        for window in self.windows(board, report) {
            writeln!(out, "{}", ascii::close(board, &window))?;
        }
        write!(
            out,
            "{}",
            text::fold(&ascii::legend(board, &report.heading, true))
        )?;
        Ok(())
    }

    fn windows(&self, board: &Board, report: &Report) -> Vec<Window> {
        let width = self.width.unwrap_or(WIDTH as u32).max(NARROWEST);
        let most = ascii::most_across(board, width as usize);
        let part = Window::around(board, &report.focus(), (most, u8::MAX));
        match part.filter(|_| self.crop) {
            Some(part) => vec![part],
            None => Window::panels(board, most),
        }
    }

    /// Words a report for the terminal.
    ///
    /// # Errors
    /// What is wrong with a template.
    pub fn words(&self, templates: &Templates, report: &Report) -> Result<String, CliError> {
        let words = match self.prose {
            true => prose::report(templates, report),
            false => text::report(templates, report),
        };
        words.map_err(wording)
    }

    /// Writes the files that are wanted and returns their paths.
    ///
    /// # Errors
    /// What cannot be drawn or written.
    pub fn write_files<'a>(
        &'a self,
        templates: &Templates,
        report: &Report,
        offers: &[Offers],
    ) -> Result<Vec<&'a Path>, CliError> {
        if self.board.is_some() || self.svg.is_some() || self.png.is_some() {
            needs_map(report)?;
        }
        let mut written = Vec::new();
        let drawn = || html::drawing(report, self.look(), self.width);
        if let Some(path) = &self.svg {
            write(path, drawn().as_bytes())?;
            written.push(path.as_path());
        }
        if let Some(path) = &self.png {
            write(path, &image(&drawn())?)?;
            written.push(path.as_path());
        }
        if let Some(path) = &self.html {
            let map = report.has_map().then(drawn);
            write(path, page(templates, report, map.as_deref())?.as_bytes())?;
            written.push(path.as_path());
        }
        if let Some(path) = &self.board {
            let page = board::page(templates, report, offers, &MailTo::default());
            write(path, page.map_err(wording)?.as_bytes())?;
            written.push(path.as_path());
        }
        Ok(written)
    }

    fn look(&self) -> html::Look {
        html::Look {
            theme: self.theme,
            crop: self.crop,
        }
    }
}

fn image(svg: &str) -> Result<Vec<u8>, CliError> {
    png(svg).map_err(|error| CliError::internal("a picture cannot be drawn").because(&error))
}

/// Refuses to draw the map of a game that has none.
fn needs_map(report: &Report) -> Result<(), CliError> {
    match report.has_map() {
        true => Ok(()),
        false => Err(CliError::refused(format!(
            "{} is played without a map",
            report.heading.title
        ))
        .hint("without --map, --svg, --png and --board the report itself is shown")),
    }
}

/// A page on its own, with the drawing in it if there is one.
fn page(templates: &Templates, report: &Report, svg: Option<&str>) -> Result<String, CliError> {
    let picture = svg.map(|svg| {
        let encoded = data_encoding::BASE64.encode(svg.as_bytes());
        format!("data:image/svg+xml;base64,{encoded}")
    });
    let frame = html::Frame {
        subject: &subject(&report.heading),
        picture: picture.as_deref().unwrap_or_default(),
        site: None,
    };
    html::report(templates, report, frame).map_err(wording)
}

fn subject(heading: &Heading) -> String {
    format!("{}: {}", heading.title, heading.id)
}

fn wording(error: TemplateError) -> CliError {
    desk_error(DeskError::Template(error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(path, bytes).map_err(|error| {
        CliError::try_later(format!("cannot write `{}`", path.display())).because(&error)
    })
}
