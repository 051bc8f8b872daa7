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

use residua::model::Model;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::end::End;
use crate::paint::Paint;
use crate::puzzle::found::Found;
use crate::puzzle::inspect::text::Text;
use crate::question;

pub use crate::puzzle::inspect::account::Account;
pub(crate) use crate::puzzle::inspect::account::size;

/// Finds out what is left of a puzzle, with its model.
pub(crate) fn inspect<'a>(
    question: question::Inspect,
    puzzle: (Found<'a>, &'a Model),
    asking: &Asking<'_>,
) -> Account<'a> {
    Account::of(puzzle, question, asking)
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
