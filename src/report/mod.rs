//! What a player gets to read: facts per viewer, worded by templates, with maps.
//!
//! A report decides nothing: it is made of a view, of what the viewer witnessed, and of what is
//! asked of him. Everything he may not know is absent from the facts, not deleted from the text.

pub mod ascii;
pub mod board;
pub mod choices;
pub mod html;
pub mod model;
pub mod odds;
pub mod picture;
pub mod proof;
pub mod prose;
pub mod replay;
pub mod story;
pub mod templates;
pub mod text;
pub mod window;
