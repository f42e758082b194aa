//! The game's worked examples at play: a position of their own, stages, scripted dice.
//!
//! `file` has form and checks of a file, `field` the position while stages are played, `orders` the
//! lines of a stage and which of them came to nothing, `state` what can be said of the position.

mod field;
mod file;
mod orders;
mod state;

use crate::trial::{CaseList, Examples, SchemaError, SchemaErrors};

use super::cases::Setup;

/// Reads the examples of a file.
///
/// # Errors
/// Everything by which the file breaks its form, with JSON paths.
pub(super) fn examples(json: &str) -> Result<Box<dyn Examples>, SchemaErrors> {
    let file: file::File = crate::trial::read(json)?;
    // A position without units finds what is wrong with the classes, once for the whole file.
    if let Err(errors) = Setup::default().open(&file.unit_classes, &field::DECK) {
        let wrong = |error: &super::cases::CaseError| {
            SchemaError::new(error.path.clone(), error.reason.clone())
        };
        return Err(SchemaErrors(errors.iter().map(wrong).collect()));
    }
    let list: CaseList<field::Field> = CaseList::new(file.unit_classes, file.examples)?;
    Ok(Box::new(list))
}
