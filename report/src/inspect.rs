//! `residua inspect`: the residual of a subject. Grids and models are shown differently, and analysed alike.

use crate::answer::Answer;
use crate::asking::Asking;
use crate::models;
use crate::puzzle::InspectReport;
use crate::question;
use crate::subject::Subject;

/// Finds out what is left.
pub fn inspect<'a>(
    question: question::Inspect,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Box<dyn Answer + 'a> {
    if subject.found().is_none() {
        return Box::new(models::inspect(question, subject, asking));
    }
    let subject = &*subject;
    let found = subject.found().expect("invariant: it is a puzzle");
    Box::new(InspectReport::of((found, subject.model()), question, asking))
}
