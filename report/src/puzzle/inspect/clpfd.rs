//! What is left as a Prolog top level prints it: bindings, domains, residual goals of `library(clpfd)`.

use std::io::{self, Write};

use residua_encode::prolog::Goals;
use residua_sudoku::render;

use crate::puzzle::inspect::account::Account;

/// Writes an answer, headed by a comment with its place and verdict.
pub(super) fn write(output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
    let found = account.found;
    writeln!(output, "% {} {}", found.place(), account.heading())?;
    let Some(residual) = &account.inspection.residual else {
        return writeln!(output, "false.");
    };
    let geometry = found.puzzle.geometry();
    let name = |var: residua::model::IntVar| render::prolog_name(geometry, var.index());
    let goals = Goals::named(&residual.model, name);
    write!(output, "{}", goals.expect("invariant: the rules of a puzzle state what they say"))
}
