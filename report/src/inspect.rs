//! `residua inspect`: the residual of a subject. Grids and models are shown differently, and analysed alike.

use crate::answer::{Answer, Pictured};
use crate::asking::Asking;
use crate::input::InputError;
use crate::models::{self, ModelReport};
use crate::puzzle::InspectReport;
use crate::question;
use crate::subject::Subject;
use crate::variants;

/// Finds out what is left.
pub fn inspect<'a>(
    question: question::Inspect,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Box<dyn Answer + 'a> {
    if subject.found().is_none() {
        return Box::new(models::inspect((question, None), subject, asking));
    }
    let subject = &*subject;
    let found = subject.found().expect("invariant: it is a puzzle");
    Box::new(InspectReport::of((found, subject.model()), (question, None), asking))
}

impl Pictured for InspectReport<'_> {
    fn section(&self, _: usize) -> String {
        self.section()
    }

    fn svg(&self) -> String {
        self.svg()
    }
}

impl Pictured for ModelReport<'_> {
    fn section(&self, _: usize) -> String {
        self.subject.sheet().map_or_else(String::new, |sheet| variants::section(self, sheet))
    }

    fn svg(&self) -> String {
        self.subject.sheet().map_or_else(String::new, |sheet| variants::svg(self, sheet))
    }
}

/// Finds out what is left of a puzzle, of which there are pictures.
///
/// # Errors
/// The subject is no puzzle.
pub fn inspect_pictured<'a>(
    question: question::Inspect,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Result<Box<dyn Pictured + 'a>, InputError> {
    if subject.sheet().is_some() {
        return Ok(Box::new(models::inspect((question, None), subject, asking)));
    }
    let subject = &*subject;
    match subject.found() {
        Some(found) => Ok(Box::new(InspectReport::of((found, subject.model()), (question, None), asking))),
        None => Err(subject.mistake("this --format applies only to puzzles")),
    }
}
