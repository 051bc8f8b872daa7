//! Answers as values, which can be written as text and as JSON.

use std::io::{self, Write};

use crate::asking::Host;
use crate::end::End;
use crate::paint::Paint;

/// What is said to a question.
pub trait Answer {
    /// Writes it as text for people.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()>;

    /// Writes it as objects of JSON, one a line: the contract of `docs/json.md`. Long lists end where `host` says so.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()>;

    /// What became of the question.
    fn end(&self) -> End;
}
