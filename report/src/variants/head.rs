//! JSON members common to all objects about variant puzzles: the contract of `docs/json.md`.

use serde::Serialize;

use crate::variants::sheet::Sheet;

/// What every object about a variant puzzle begins with.
#[derive(Debug, Serialize)]
pub(crate) struct SheetHead<'a> {
    file: &'a str,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    rows: usize,
    columns: usize,
    digits: [i32; 2],
    /// By cell of the rectangle, row by row; `null` where nothing is given.
    givens: Vec<Option<i32>>,
    /// The rules that are no rows, columns and regions, in words.
    rules: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<String>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> SheetHead<'a> {
    pub(crate) fn new(
        file: &'a str,
        sheet: &'a Sheet,
        notes: &'a [String],
        verdict: &'static str,
        reason: Option<String>,
    ) -> SheetHead<'a> {
        let (puzzle, shape) = (&sheet.puzzle, sheet.puzzle.shape());
        let rules = puzzle.rules().iter().filter(|rule| !rule.is_house());
        SheetHead {
            file,
            line: sheet.line,
            title: puzzle.about.title.as_deref(),
            rows: shape.rows(),
            columns: shape.columns(),
            digits: [*shape.digits().start(), *shape.digits().end()],
            givens: (0..shape.len()).map(|cell| puzzle.given(cell)).collect(),
            rules: rules.map(|rule| rule.describe(shape)).collect(),
            trust: sheet.has_notes().then(|| sheet.trust.to_string()),
            verdict,
            reason,
            notes,
        }
    }
}
