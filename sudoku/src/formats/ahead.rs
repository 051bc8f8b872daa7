//! Lookahead: lines whose meaning the next one decides.
//!
//! A line of tabs may be blank or a row of open cells, and one of dashes a rule or such a row; a bracket may open a list of rows or one of
//! objects. They are kept until the next line, which must come right after them.

use std::mem;

use crate::formats::open::blank_row;
use crate::formats::row::Row;
use crate::formats::sdk::Head;

/// What may belong to the rows or the object that comes next.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// Rows of open cells, perhaps: the number of the line, the line, and its cells.
    rows: Vec<(usize, String, usize)>,
    /// Lines of nothing but opening brackets, each with an end, and the number of the last.
    brackets: (String, usize),
    /// A minus sign stands for a blank in the rows that are pending.
    pub(crate) has_dashes: bool,
    /// What is to be said with the next puzzle.
    pub(crate) remarks: Vec<String>,
    /// The head of a file, before its puzzle.
    pub(crate) head: Head,
    /// The last edge of a frame that is drawn with points or stars at its corners: its line, and this corner.
    pub(crate) edge: Option<(usize, char)>,
}

impl Ahead {
    /// Keeps a line that may be a row of open cells.
    pub(crate) fn may_be_row(&mut self, text: &str, line: usize) {
        let Some(cells) = blank_row(text) else { return };
        if self.rows.last().is_some_and(|last| last.0 + 1 != line || last.2 != cells) {
            self.rows.clear();
        }
        self.rows.push((line, text.replace('-', "."), cells));
    }

    /// The rows of open cells that come just before `row`, which is in line `line`. Rows of tabs are rows where `row` has open cells or
    /// tabs, those of dashes only where `row` has such blanks.
    pub(crate) fn rows(&mut self, line: usize, row: &Row, text: &str) -> Vec<(usize, String)> {
        let rows = mem::take(&mut self.rows);
        let is_next = rows.last().is_some_and(|last| {
            let has_tabs = last.1.contains('\t') && !last.1.contains('.');
            let is_alike = if has_tabs { row.has_open || text.contains('\t') } else { self.has_dashes };
            let is_long = last.2 == row.tokens || !has_tabs && last.2 == row.symbols;
            last.0 + 1 == line && is_long && is_alike
        });
        if is_next { rows.into_iter().map(|(line, text, _)| (line, text)).collect() } else { Vec::new() }
    }

    /// Keeps a line that may be the edge of a frame.
    pub(crate) fn may_be_edge(&mut self, content: &str, line: usize) {
        let corner = content.trim().chars().next().filter(|corner| matches!(corner, '*' | '.'));
        let is_edge = |corner: char| content.trim().trim_matches(corner).starts_with("--");
        if let Some(corner) = corner.filter(|corner| is_edge(*corner)) {
            self.edge = Some((line, corner));
        }
    }

    /// The corner of the edge just above a grid in line `line`.
    pub(crate) fn corner(&self, line: usize) -> Option<char> {
        self.edge.filter(|(edge, _)| edge + 1 == line).map(|(_, corner)| corner)
    }

    /// Keeps a line that is nothing but opening brackets.
    pub(crate) fn may_be_brackets(&mut self, content: &str, line: usize) {
        if !content.trim().is_empty() && content.trim().chars().all(|c| c == '[') {
            if self.brackets.1 + 1 != line {
                self.brackets.0.clear();
            }
            self.brackets.0.push_str(content.trim());
            self.brackets.0.push('\n');
            self.brackets.1 = line;
        }
    }

    /// The lines of nothing but opening brackets just before line `line`.
    pub(crate) fn brackets(&self, line: usize) -> &str {
        if self.brackets.1 + 1 == line { &self.brackets.0 } else { "" }
    }
}
