//! Refusals: what is recognised, and not read.

use std::io::BufRead;

use crate::error::{ParseError, ParseErrorKind, column_at};
use crate::formats::columns::foreign_heading;
use crate::formats::reader::Reader;

impl<R: BufRead> Reader<R> {
    /// Whether the text is the heading of a table with a column of rules or regions, which is refused with all that follows; or is
    /// passed over.
    pub(in crate::formats) fn refuses_heading(&mut self, text: &str) -> bool {
        let Some((at, name)) = foreign_heading(text) else { return false };
        if self.ignores_unknown {
            self.ahead.remarks.push(format!("the column \"{name}\" is skipped"));
            return false;
        }
        self.finish_pending();
        let place = (self.lines.number(), column_at(text, at));
        let expected = "a table without columns that may carry rules";
        let found = format!("the column \"{name}\"");
        self.found(Err(ParseError::new(ParseErrorKind::NotUnderstood, place, expected, found)));
        self.is_done = true;
        true
    }

    /// Refuses a killer of `SumoCue`, whose cages are not read.
    pub(in crate::formats) fn refuse_sumocue(&mut self) {
        self.finish_pending();
        let expected = "a Sudoku without cages";
        let found = "a killer of SumoCue (SumoCueV1), whose cages are rules";
        let place = (self.lines.number(), 1);
        self.found(Err(ParseError::new(ParseErrorKind::Syntax, place, expected, found)));
    }

    /// Refuses a puzzle with further rules among those without: passed over, it would be missed.
    pub(in crate::formats) fn refuse_further_rules(&mut self) {
        self.finish_pending();
        self.end_whole();
        let expected = "a puzzle without further rules, as puzzles with them are in files of their own";
        let found = "a constraint string, or a link that holds a puzzle";
        let place = (self.lines.number(), 1);
        self.found(Err(ParseError::new(ParseErrorKind::Syntax, place, expected, found)));
    }

    /// Refuses a picture or a page, which is not read.
    pub(in crate::formats) fn refuse_picture(&mut self) {
        self.finish_pending();
        self.end_whole();
        let found = "a picture or a page (SVG, HTML), which is for eyes and not read back";
        let place = (self.lines.number(), 1);
        self.found(Err(ParseError::new(ParseErrorKind::Picture, place, "puzzles as text or JSON", found)));
        self.is_done = true;
    }
}

/// Whether a puzzle with rules beside those of Sudoku is written here: a constraint string of Interactive Sudoku Solver, such as
/// `.AntiKnight.Cage~7~R3C1~R3C2`, or a link that holds a puzzle.
pub(crate) fn has_further_rules(line: &str) -> bool {
    let line = line.trim();
    if line.contains("://") {
        return ["load=", "?q=.", "/scl", "/fpuzzles", "/ctc"].iter().any(|part| line.contains(part));
    }
    let Some(rest) = line.strip_prefix('.') else { return false };
    let (classes, has_arguments) = rest.split_once('~').map_or((rest, false), |(before, _)| (before, true));
    let is_name = |name: &str| {
        let has_lower = name.contains(|c: char| c.is_ascii_lowercase());
        name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric())
            && (has_lower || has_arguments)
    };
    classes.split('.').all(is_name) || has_arguments && classes.is_empty()
}

/// Whether a picture or a page starts here.
pub(crate) fn is_picture(line: &str) -> bool {
    let start: String = line.trim_start().chars().take(14).collect::<String>().to_ascii_lowercase();
    ["<svg", "<!doctype html", "<html"].iter().any(|tag| start.starts_with(tag))
}

/// Whether a puzzle of `SumoCue` is written here, with its cages.
pub(crate) fn is_sumocue(line: &str) -> bool {
    let name = line.trim_start().strip_prefix("SumoCueV");
    name.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('='))
}
