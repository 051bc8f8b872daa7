//! Subproblems as lines of JSON.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use residua::subproblem::{Digest, Foreign, Subproblem, Task};

use crate::input::{InputError, open};
use crate::json::write_object;

/// What is wrong, with the file where it is.
pub type Mistake = (String, InputError);

/// A subproblem, and where it is written.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The subproblem.
    pub subproblem: Subproblem,
    /// The file.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
}

/// A task, with the digests of which its subproblems and reports may be.
#[derive(Clone, Debug)]
pub(crate) struct Expected<'a> {
    pub(crate) task: Task<'a>,
    pub(crate) digest: Digest,
    search: Digest,
}

impl<'a> Expected<'a> {
    pub(crate) fn of(task: Task<'a>) -> Expected<'a> {
        Expected { search: task.search_digest(), digest: task.digest(), task }
    }
}

impl Unit {
    /// Reads a line.
    ///
    /// # Errors
    /// It is not a subproblem.
    pub fn read(file: &Arc<str>, line: usize, text: &str) -> Result<Unit, Mistake> {
        match serde_json::from_str(text) {
            Ok(subproblem) => Ok(Unit { subproblem, file: Arc::clone(file), line }),
            Err(error) => {
                let what = if error.is_eof() { "a torn subproblem" } else { "not a subproblem" };
                let why = error.to_string();
                // The line is that of the file.
                let why = why.split(" at line ").next().unwrap_or_default();
                let message = format!("{what}: {why}");
                Err((file.to_string(), InputError { line, column: error.column().max(1), message }))
            }
        }
    }

    /// What is wrong with it.
    pub(crate) fn mistake(&self, message: impl Into<String>) -> Mistake {
        (self.file.to_string(), InputError { line: self.line, column: 1, message: message.into() })
    }

    /// Refuses a subproblem of another search.
    pub(crate) fn check(&self, of: &Expected<'_>) -> Result<(), Mistake> {
        let (expected, found) = (of.search, self.subproblem.task());
        if [of.search, of.digest].contains(&found) {
            return Ok(());
        }
        Err(self.mistake(Foreign { expected, found }.to_string()))
    }
}

/// Writes subproblems, one a line.
///
/// # Errors
/// The output cannot be written.
pub fn write_units(units: &[Subproblem], output: &mut dyn Write) -> io::Result<()> {
    units.iter().try_for_each(|unit| write_object(output, unit))
}

/// Reads the subproblems of a file, in whatever order they are there. None may be part of another: what is there twice would count twice.
///
/// They are returned in the order of search, so that no answer depends on that of the file.
///
/// # Errors
/// What is wrong, and where.
pub fn read_units(file: &str) -> Result<Vec<Unit>, Mistake> {
    let name: Arc<str> = file.into();
    let unreadable = |error: io::Error| (file.to_owned(), InputError::unreadable(&error));
    let mut units = Vec::new();
    for (number, line) in open(file).map_err(unreadable)?.lines().enumerate() {
        let line = line.map_err(|error| {
            let message = format!("cannot be read: {error}");
            (file.to_owned(), InputError { line: number + 1, column: 1, message })
        })?;
        if !line.trim().is_empty() {
            units.push(Unit::read(&name, number + 1, &line)?);
        }
    }
    let Some(first) = units.first() else {
        let message = "expected subproblems, one a line, found none".to_owned();
        return Err((file.to_owned(), InputError { line: 1, column: 1, message }));
    };
    let parts = first.subproblem.parts();
    if let Some(other) = units.iter().find(|unit| unit.subproblem.parts() != parts) {
        let (of, line) = (other.subproblem.parts(), first.line);
        return Err(
            other.mistake(format!("this subproblem is one of {of}, and that of line {line} one of {parts}"))
        );
    }
    units.sort_by(|a, b| (a.subproblem.id(), a.line).cmp(&(b.subproblem.id(), b.line)));
    for pair in units.windows(2) {
        if pair[1].subproblem.id().starts_with(pair[0].subproblem.id()) {
            let message = format!("this subproblem is that of line {}, or a part of it", pair[0].line);
            return Err(pair[1].mistake(message));
        }
    }
    Ok(units)
}
