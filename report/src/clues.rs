//! `residua clues`: what can be left out of a puzzle, and what it lacks.

use crate::answer::Answer;
use crate::asking::Asking;
use crate::input::InputError;
use crate::puzzle;
use crate::subject::Subject;
use crate::variants;

/// Finds which givens of a puzzle follow from the others, and which would leave one solution of several; of a variant puzzle, also which rules
/// follow from the others.
///
/// # Errors
/// The subject is no puzzle: what to ask of it.
pub fn clues<'a>(subject: &'a Subject, asking: &Asking<'_>) -> Result<Box<dyn Answer + 'a>, InputError> {
    if subject.sheet().is_some() {
        return Ok(Box::new(variants::clues(subject, asking)));
    }
    Ok(Box::new(puzzle::clues(subject, asking)?))
}
