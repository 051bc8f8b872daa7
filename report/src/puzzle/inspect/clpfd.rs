//! What is left as a Prolog top level prints it: bindings, domains, residual goals of `library(clpfd)`.

use std::io::{self, Write};

use crate::puzzle::inspect::account::Account;
use crate::puzzle::solve::goals;

/// Writes an answer, headed by a comment with its place and verdict.
pub(super) fn write(output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
    let found = account.found;
    writeln!(output, "% {} {}", found.place(), account.heading())?;
    let Some(residual) = &account.inspection.residual else {
        return writeln!(output, "false.");
    };
    write!(output, "{}", goals(found.puzzle.geometry(), residual))
}
