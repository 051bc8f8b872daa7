//! Solutions one after another, wherever they are searched for.

use std::io;

use residua::search::{self, Statistics, Status};

/// Solutions, as the values of all variables.
pub(crate) trait Solutions {
    /// The next one.
    ///
    /// # Errors
    /// They are read, and cannot be.
    fn next(&mut self) -> io::Result<Option<Vec<i32>>>;

    /// Why there are no more.
    fn status(&self) -> Status;

    /// What it took so far.
    fn statistics(&self) -> Statistics;
}

impl Solutions for search::Solutions {
    fn next(&mut self) -> io::Result<Option<Vec<i32>>> {
        Ok(Iterator::next(self).map(|solution| solution.values().to_vec()))
    }

    fn status(&self) -> Status {
        search::Solutions::status(self).unwrap_or(Status::Exhausted)
    }

    fn statistics(&self) -> Statistics {
        search::Solutions::statistics(self)
    }
}
