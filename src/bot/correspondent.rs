//! Bots that play by mail: from what a seat may see at an open stop they write the lines of a letter.

use serde::de::DeserializeOwned;

use crate::engine::{Asked, Match, Rules, Seat, Viewer};

/// What a seat may see at an open stop, each part as JSON or text: all that a correspondent has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// The seat's view.
    pub view: String,
    /// What the open stop asks of the seat.
    pub asked: String,
    /// The standing lines that the seat has filed, in canonical form.
    pub standing: Vec<String>,
}

impl Sight {
    /// Looks at a match with the eyes of one seat.
    pub fn of(play: &dyn Match, seat: Seat) -> Self {
        Self {
            view: play.view(Viewer::Seat(seat)),
            asked: play.asked(seat),
            standing: play.standing(seat),
        }
    }
}

/// Somebody who plays a seat of any game by mail.
pub trait Correspondent: Send {
    /// Writes the lines that answer the open stop, and standing lines that are not yet filed.
    ///
    /// # Errors
    /// What is wrong with the JSON.
    fn lines(&mut self, sight: &Sight) -> Result<Vec<String>, serde_json::Error>;
}

/// Somebody who writes the letters of one game.
pub trait Writer<R: Rules>: Send {
    /// Writes the lines that answer what is asked, and standing lines that are not yet filed.
    fn letter(
        &mut self,
        rules: &R,
        view: R::View,
        asked: &[Asked<R::Decision>],
        standing: &[String],
    ) -> Vec<String>;
}

/// A writer with the rules of the match that he plays.
pub struct Study<R, W> {
    /// The rules.
    pub rules: R,
    /// The writer.
    pub writer: W,
}

impl<R, W> Correspondent for Study<R, W>
where
    R: Rules + Send,
    R::View: DeserializeOwned,
    W: Writer<R>,
{
    fn lines(&mut self, sight: &Sight) -> Result<Vec<String>, serde_json::Error> {
        let view = serde_json::from_str(&sight.view)?;
        let asked: Vec<Asked<R::Decision>> = serde_json::from_str(&sight.asked)?;
        Ok(self
            .writer
            .letter(&self.rules, view, &asked, &sight.standing))
    }
}
