//! JSON members common to all objects about a subject: the contract of `docs/json.md`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::json;
use crate::puzzle;
use crate::subject::Subject;
use crate::variants::SheetHead;

/// What every object about a subject begins with.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum SubjectHead<'a> {
    Puzzle(puzzle::PuzzleHead<'a>),
    /// Without a verdict.
    Of(puzzle::PuzzleId<'a>),
    Model(OfModel<'a>),
    Variant(SheetHead<'a>),
}

/// What every object about a model begins with.
#[derive(Debug, Serialize)]
pub(crate) struct OfModel<'a> {
    file: &'a str,
    variables: usize,
    constraints: usize,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whether no value was left out: else nothing is proved beyond those that were tried.
    bounded: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl Subject {
    /// The head of an object that explains something: of puzzles, without a verdict.
    pub(crate) fn head_of_why(&self, verdict: &'static str) -> SubjectHead<'_> {
        self.found()
            .map_or_else(|| self.head(verdict, None), |found| SubjectHead::Of(puzzle::PuzzleId::new(&found)))
    }

    /// The head of an object, with a verdict, and why it is no other.
    pub(crate) fn head(&self, verdict: &'static str, reason: Option<String>) -> SubjectHead<'_> {
        if let Some(sheet) = self.sheet() {
            return SubjectHead::Variant(SheetHead::new(&self.file, sheet, &self.notes, verdict, reason));
        }
        match self.found() {
            Some(found) => SubjectHead::Puzzle(puzzle::PuzzleHead::new(&found, verdict, reason)),
            None => SubjectHead::Model(OfModel {
                file: &self.file,
                variables: self.terms.len(),
                constraints: self.trace.statements().len(),
                verdict,
                reason,
                bounded: self.invented.is_empty(),
                notes: &self.notes,
            }),
        }
    }
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    #[serde(flatten)]
    rest: Value,
}

/// Writes an object about a subject.
pub(crate) fn write_object(output: &mut dyn Write, head: SubjectHead<'_>, rest: Value) -> io::Result<()> {
    json::write_object(output, &Object { head, rest })
}
