//! What is left of a puzzle.
//!
//! | file | holds |
//! |---|---|
//! | `account.rs` | all that is found out of a puzzle, before it is written |
//! | `text.rs` | it as text for people |
//! | `json.rs` | it as JSON for programs |
//! | `clpfd.rs` | it as a Prolog top level answers |
//! | `picture.rs` | it as a picture, and as a page |

mod account;
mod clpfd;
mod json;
mod picture;
mod text;

use std::io::{self, Write};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::end::End;
use crate::input::Mistake;
use crate::paint::Paint;
use crate::puzzle::inspect::text::Text;
use crate::question;
use crate::subject::Subject;

pub use crate::puzzle::inspect::account::Account;
pub(crate) use crate::puzzle::inspect::account::size;

/// Finds out what is left of a puzzle, of which there are pictures, and goals for Prolog.
///
/// # Errors
/// The subject is no puzzle.
pub fn inspect<'a>(
    question: question::Inspect,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Result<Account<'a>, Mistake> {
    match subject.found() {
        Some(found) => Ok(Account::of((found, subject.model()), question, asking)),
        None => Err(subject.mistake("what is left is drawn of puzzles only")),
    }
}

impl Answer for Account<'_> {
    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        Text { paint }.write(output, self)?;
        writeln!(output)
    }

    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        json::write(output, self, host)
    }

    fn end(&self) -> End {
        self.ending()
    }
}

impl Account<'_> {
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
