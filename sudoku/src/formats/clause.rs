//! Prolog clause format, as `residua solve --format prolog` prints it: `puzzle('file':1, [[1, R1C2, …], …]) :- ….`
//!
//! A fact of a program, `problem(1, [[_, 3, …], …]).`, is read too.
//!
//! Integers are givens; the domains that the goals state for the variables are marks. A clause whose rows are a variable has no
//! solution, and is not a puzzle. The lines that such a program starts with are recognised, and skipped.

use std::collections::BTreeMap;

use crate::error::{ParseError, ParseErrorKind, column_at};
use crate::formats::cells::no_value;
use crate::formats::entry::Entry;
use crate::formats::goals::{Goal, goal, goals};
use crate::formats::lines::LINE_LIMIT;
use crate::formats::size::Size;
use crate::geometry::{Geometry, MAX_SIZE};
use crate::notes::Notes;
use crate::render::PROLOG_HEAD;

/// A clause, as far as it has been read.
#[derive(Debug)]
pub(crate) struct Clause {
    /// The lines, each with an end.
    text: String,
    /// The number of the first line.
    line: usize,
}

/// Whether `line` is one of those that such a program starts with.
pub(crate) fn is_head(line: &str) -> bool {
    PROLOG_HEAD.lines().any(|known| known == line.trim_end() && !known.is_empty())
}

/// Whether `line` starts a clause.
pub(crate) fn starts_clause(line: &str) -> bool {
    line.starts_with("puzzle(") || line.starts_with("problem(")
}

impl Clause {
    /// A clause that starts in line `line`, of which nothing has been added yet.
    pub(crate) fn new(line: usize) -> Self {
        Self { text: String::new(), line }
    }

    /// Adds a line; true if it ends the clause.
    ///
    /// # Errors
    /// If the clause is longer than the longest line may be.
    pub(crate) fn push(&mut self, line: &str) -> Result<bool, ParseError> {
        self.text.push_str(line);
        self.text.push('\n');
        if self.text.len() > 2 * LINE_LIMIT {
            return Err(self.error(0, "a clause of at most 1 MiB", "a longer one"));
        }
        Ok(line.trim_end().ends_with('.'))
    }

    /// The puzzle, if the clause has one.
    pub(crate) fn finish(&self, size: Size) -> Result<Option<Entry>, ParseError> {
        if !self.text.trim_end().ends_with('.') {
            let at = self.text.trim_end().len();
            return Err(self.error(at, "a full stop at the end of the clause", "the end of the puzzle"));
        }
        let head_end = self.rows_start();
        let rows = &self.text[head_end..];
        if rows.starts_with('_') && rows.trim_end().ends_with(":- false.") {
            return Ok(None);
        }
        let end = head_end + rows.find(')').unwrap_or(rows.len());
        let cells = self.cells(head_end, end)?;
        self.check_rows(head_end, end)?;
        let geometry = self.geometry(cells.len(), size)?;
        let n = geometry.size() as i32;
        let mut givens = Vec::with_capacity(cells.len());
        for (at, word) in &cells {
            let is_name = word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
            let value =
                if is_name { Some(0) } else { word.parse().ok().filter(|value| (1..=n).contains(value)) };
            givens.push(value.ok_or_else(|| no_value(geometry, self.place(*at), word))?);
        }
        let domains = self.domains(end)?;
        let mut entry = Entry::new(geometry, givens, self.line)?;
        let marks_of = |(_, word): &(usize, &str)| {
            let values = domains.get(word).cloned().unwrap_or_default();
            let values: Vec<i32> = values.into_iter().filter(|value| *value <= n).collect();
            if values.len() < n as usize { values } else { Vec::new() }
        };
        entry.notes = Notes::new(geometry, Vec::new(), cells.iter().map(marks_of).collect())
            .expect("invariant: the values were compared with the size");
        Ok(Some(entry))
    }

    /// Where the rows start: after the comma that follows the place, whose name is quoted.
    fn rows_start(&self) -> usize {
        let mut quoted = false;
        let mut escaped = false;
        let comma = self.text.char_indices().find(|(_, c)| {
            let is_comma = *c == ',' && !quoted;
            quoted ^= *c == '\'' && !escaped;
            escaped = *c == '\\' && !escaped;
            is_comma
        });
        let start = comma.map_or(self.text.len(), |(at, _)| at + 1);
        start + self.text[start..].len() - self.text[start..].trim_start().len()
    }

    /// The cells between two places, each with its own.
    fn cells(&self, start: usize, end: usize) -> Result<Vec<(usize, &str)>, ParseError> {
        let mut cells = Vec::new();
        let mut at = start;
        for part in self.text[start..end].split([',', '[', ']']) {
            let place = at + part.len() - part.trim_start().len();
            at += part.len() + 1;
            let word = part.trim();
            if word.is_empty() {
                continue;
            }
            if !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                return Err(self.error(
                    place,
                    "an integer or a variable",
                    &format!("'{}'", word.escape_debug()),
                ));
            }
            cells.push((place, word));
        }
        Ok(cells)
    }

    /// An error unless all lists of cells are as long as there are lists.
    fn check_rows(&self, start: usize, end: usize) -> Result<(), ParseError> {
        let lists: Vec<(usize, &str)> = self.text[start..end]
            .match_indices(']')
            .map(|(at, _)| {
                let before = &self.text[start..start + at];
                (start + at, before.rfind(['[', ']']).map_or(before, |opening| &before[opening..]))
            })
            .filter(|(_, list)| list.starts_with('['))
            .collect();
        let cells = |list: &str| list[1..].split(',').filter(|cell| !cell.trim().is_empty()).count();
        match lists.iter().find(|(_, list)| lists.len() > 1 && cells(list) != lists.len()) {
            None => Ok(()),
            Some((at, list)) => {
                let expected = format!("{} cells in this row", lists.len());
                let found = cells(list).to_string();
                Err(ParseError::new(ParseErrorKind::CellCount, self.place(*at), expected, found))
            }
        }
    }

    /// The domains of variables, from the goals after the byte `end`, where the head ends.
    fn domains(&self, end: usize) -> Result<BTreeMap<&str, Vec<i32>>, ParseError> {
        let (mut domains, mut same, mut without) = (BTreeMap::new(), Vec::new(), Vec::new());
        let after = &self.text[(end + 1).min(self.text.len())..];
        let Some(neck) = after.find(":-") else { return Ok(domains) };
        let start = self.text.len() - after.len() + neck + 2;
        for (at, text) in goals(&self.text[start..]) {
            match goal(text) {
                Goal::Domain(name, values) => drop(domains.insert(name, values)),
                Goal::Same(name, other) => same.push((name, other)),
                Goal::Without(name, value) => without.push((name, value)),
                Goal::Rule => {}
                Goal::Value(..) | Goal::Other => {
                    let expected = "a domain, an equality, #\\= or all_distinct";
                    let found: String = text.chars().take(20).collect();
                    return Err(self.error(start + at, expected, &format!("'{}'", found.escape_debug())));
                }
            }
        }
        for (name, other) in same {
            if let Some(values) = domains.get(other).cloned() {
                domains.entry(name).or_insert(values);
            }
        }
        for (name, gone) in without {
            let domain: &mut Vec<i32> =
                domains.entry(name).or_insert_with(|| (1..=MAX_SIZE as i32).collect());
            domain.retain(|value| *value != gone);
        }
        Ok(domains)
    }

    /// The geometry with this number of cells.
    fn geometry(&self, count: usize, size: Size) -> Result<Geometry, ParseError> {
        let place = self.place(0);
        match (size.geometry(), Geometry::from_cells(count)) {
            (Some(known), _) if known.cells() == count => Ok(known),
            (Some(_), Ok(own)) => Err(size.mismatch(place, own)),
            (None, Ok(own)) => Ok(own),
            (known, Err(_)) => {
                let expected =
                    known.map_or("a square grid".to_owned(), |known| format!("{} cells", known.cells()));
                Err(ParseError::new(ParseErrorKind::CellCount, place, expected, format!("{count} cells")))
            }
        }
    }

    fn error(&self, at: usize, expected: &str, found: &str) -> ParseError {
        ParseError::new(ParseErrorKind::Syntax, self.place(at), expected, found)
    }

    /// The line and column of the byte `at` of the text.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (self.line + before.matches('\n').count(), column_at(&self.text[start..], at - start))
    }
}
