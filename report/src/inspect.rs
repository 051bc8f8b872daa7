//! What is left of a subject. How that is shown differs between grids and models; how it is found out, and which two solutions are shown, does
//! not.

use std::io::{self, Write};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::end::End;
use crate::models::{self, Left};
use crate::paint::Paint;
use crate::puzzle::{self, Account};
use crate::question;
use crate::subject::{Kind, Subject};

/// What is left of a subject.
#[derive(Debug)]
pub enum Inspected<'a> {
    /// Of a puzzle, which has pictures too.
    Puzzle(Box<Account<'a>>),
    /// Of a model.
    Model(Box<Left<'a>>),
}

/// Finds out what is left.
pub fn inspect<'a>(
    question: question::Inspect,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Inspected<'a> {
    if subject.kind != Kind::Puzzle {
        return Inspected::Model(Box::new(models::inspect(question, subject, asking)));
    }
    let subject = &*subject;
    let found = subject.found().expect("invariant: it is a puzzle");
    Inspected::Puzzle(Box::new(puzzle::inspect(question, (found, &subject.model), asking)))
}

impl<'a> Inspected<'a> {
    /// That of a puzzle.
    ///
    /// # Errors
    /// It is that of a model.
    pub fn of_puzzle(&self) -> Result<&Account<'a>, &'static str> {
        match self {
            Inspected::Puzzle(account) => Ok(account),
            Inspected::Model(_) => Err("what is left is drawn of puzzles only"),
        }
    }

    fn answer(&self) -> &dyn Answer {
        match self {
            Inspected::Puzzle(account) => &**account,
            Inspected::Model(left) => &**left,
        }
    }
}

impl Answer for Inspected<'_> {
    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        self.answer().write_text(output, paint)
    }

    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        self.answer().write_json(output, host)
    }

    fn end(&self) -> End {
        self.answer().end()
    }
}
