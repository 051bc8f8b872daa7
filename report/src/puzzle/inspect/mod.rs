//! `residua inspect` of puzzles.
//!
//! | file | holds |
//! |---|---|
//! | `report.rs` | inspection report, independent of the format |
//! | `text.rs` | as text |
//! | `json.rs` | as JSON |
//! | `clpfd.rs` | as a Prolog top level prints it |
//! | `picture.rs` | as a picture, and as a section of a page |

mod clpfd;
mod json;
mod picture;
mod report;
mod text;

use std::io::{self, Write};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::paint::Paint;
use crate::puzzle::inspect::text::Text;
use crate::question;
use crate::subject::Subject;

pub use crate::puzzle::inspect::report::InspectReport;
pub(crate) use crate::puzzle::inspect::report::size;

/// Finds out what is left of a puzzle, of which there are pictures, and goals for Prolog.
///
/// # Errors
/// The subject is no puzzle.
pub fn inspect<'a>(
    question: question::Inspect,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Result<InspectReport<'a>, InputError> {
    match subject.found() {
        Some(found) => Ok(InspectReport::of((found, subject.model()), (question, None), asking)),
        None => Err(subject.mistake("this --format applies only to puzzles")),
    }
}

impl Answer for InspectReport<'_> {
    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        Text { paint }.write(output, self)?;
        writeln!(output)
    }

    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        json::write(output, self, host)
    }

    fn end(&self) -> ExitStatus {
        self.ending()
    }
}

impl InspectReport<'_> {
    /// Writes it as a Prolog top level answers.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write_clpfd(&self, output: &mut dyn Write) -> io::Result<()> {
        clpfd::write(output, self)
    }

    /// The picture of it, in SVG.
    pub fn svg(&self) -> String {
        picture::svg(self)
    }

    /// A section of a page about it.
    pub fn section(&self) -> String {
        picture::section(self)
    }
}
