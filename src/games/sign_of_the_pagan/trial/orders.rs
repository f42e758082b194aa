//! The lines of an example, and which of them came to nothing.

use crate::engine::{LineOf, Seat, Told, Why, read_line};
use crate::geometry::Hex;
use crate::orders::Common;

use crate::games::sign_of_the_pagan::Game;
use crate::games::sign_of_the_pagan::state::View;

/// A line of an example that was filed or could not be read.
#[derive(Debug, Clone)]
struct Filed {
    seat: Seat,
    text: String,
    refused: bool,
}

/// A line that was not carried out, and the hex of the first step that was not.
#[derive(Debug, Clone)]
struct Refusal {
    /// The line's place among all lines of the example.
    place: usize,
    step: Option<Hex>,
}

/// All lines of an example in the order of the file.
#[derive(Debug, Clone, Default)]
pub(super) struct Lines {
    filed: Vec<Filed>,
    refusals: Vec<Refusal>,
    /// Lines of the stage that had no moment of their own, by place.
    momentless: Vec<usize>,
}

impl Lines {
    /// Reads a line as a player's mail is read; a group gives several orders.
    ///
    /// What is for the desk (`GO`, `SAY`) gives none. A line that cannot be read is refused.
    pub(super) fn read(
        &mut self,
        game: &Game,
        view: &View,
        seat: Seat,
        text: &str,
    ) -> Vec<LineOf<Game>> {
        self.filed.push(Filed {
            seat,
            text: text.to_owned(),
            refused: false,
        });
        let read = match Common::read(text) {
            None | Some(Ok(Common::Ask(_))) => read_line(game, view, text),
            Some(Ok(_)) => Ok(Vec::new()),
            Some(Err(diagnostic)) => Err(diagnostic),
        };
        read.unwrap_or_else(|_| {
            self.momentless.push(self.last_place());
            Vec::new()
        })
    }

    /// Notes what owners are told: a line counts once, however many of its orders failed.
    pub(super) fn told(&mut self, told: &[Told]) {
        for told in told {
            if matches!(told.why, Why::NotCarriedOut { .. }) {
                let step = told.step.as_ref().filter(|_| is_move(&told.line));
                let step = step.and_then(|step| step.parse().ok());
                self.refuse(told.seat, &told.line, step);
            }
        }
    }

    /// Returns the place of the line read last.
    pub(super) fn last_place(&self) -> usize {
        self.filed.len() - 1
    }

    /// Refuses a line of a side that has no list now.
    pub(super) fn out_of_turn(&mut self, place: usize) {
        self.filed[place].refused = true;
        self.momentless.push(place);
    }

    fn refuse(&mut self, seat: Seat, text: &str, step: Option<Hex>) {
        let found = self
            .filed
            .iter_mut()
            .enumerate()
            .find(|(_, filed)| !filed.refused && filed.seat == seat && filed.text == text);
        if let Some((place, filed)) = found {
            filed.refused = true;
            self.refusals.push(Refusal { place, step });
        }
    }

    /// Ends a stage, which began when there were `before` refusals: a line that had no moment of
    /// its own is refused where the list would have come to it.
    pub(super) fn end_stage(&mut self, before: usize) {
        let mut momentless = std::mem::take(&mut self.momentless);
        momentless.sort_unstable();
        momentless.dedup();
        for place in momentless {
            let stage = &self.refusals[before..];
            let later = stage.iter().position(|refusal| refusal.place > place);
            let index = later.map_or(self.refusals.len(), |later| before + later);
            self.refusals.insert(index, Refusal { place, step: None });
        }
    }

    /// Returns how many lines have come to nothing so far.
    pub(super) fn refusals(&self) -> usize {
        self.refusals.len()
    }

    /// Lists the lines that came to nothing, as they were written, in the order of their moments.
    pub(super) fn refused(&self) -> Vec<(String, Option<Hex>)> {
        let shown = |refusal: &Refusal| (self.filed[refusal.place].text.clone(), refusal.step);
        self.refusals.iter().map(shown).collect()
    }
}

/// Tells whether a line is a move of a unit, of which the step is named where it ended (CASES 3.5).
fn is_move(line: &str) -> bool {
    let verb = line.split_whitespace().next().unwrap_or_default();
    ["MOVE", "WITHDRAW"]
        .iter()
        .any(|word| word.eq_ignore_ascii_case(verb))
}
