//! Inspection report as a Prolog top level prints it: bindings, domains, residual goals of `library(clpfd)`.

use std::io::{self, Write};

use crate::puzzle::inspect::report::InspectReport;
use crate::puzzle::solve::goals;

/// Writes an answer, headed by a comment with its place and verdict.
pub(super) fn write(output: &mut dyn Write, report: &InspectReport<'_>) -> io::Result<()> {
    let found = report.found;
    writeln!(output, "% {} {}", found.place(), report.heading())?;
    let Some(residual) = &report.inspection.residual else {
        return writeln!(output, "false.");
    };
    write!(output, "{}", goals(found.puzzle.geometry(), residual))
}
