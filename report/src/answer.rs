//! Traits of answers, which are written as text and as JSON, and some as pictures and pages.

use std::io::{self, Write};

use crate::asking::Host;
use crate::exit_status::ExitStatus;
use crate::paint::Paint;

/// Answer to a question.
pub trait Answer {
    /// Writes the answer as text.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()>;

    /// Writes the answer as JSON objects, one per line: the contract of `docs/json.md`. Long lists end where `host` says so.
    ///
    /// # Errors
    /// The output cannot be written.
    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()>;

    /// Exit status of the question.
    fn end(&self) -> ExitStatus;
}

/// Answer of which there are pictures.
pub trait Pictured: Answer {
    /// The picture of it, in SVG.
    fn svg(&self) -> String;

    /// A section of a page about it, the one of that number.
    fn section(&self, number: usize) -> String;
}
