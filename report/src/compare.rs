//! `inspect --compare`: candidates left, cells fixed, searches and time at each strength.

use std::io::{self, Write};

use residua::inspect::{Strength, Verdict};

use crate::asking::Asking;
use crate::budget::Budget;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::puzzle::size;
use crate::subject::Subject;

/// A line for each strength.
///
/// # Errors
/// The output cannot be written.
pub fn compare(subject: &Subject, asking: &Asking<'_>, output: &mut dyn Write) -> io::Result<ExitStatus> {
    writeln!(output, "{}", subject.place())?;
    subject.write_notes(output)?;
    writeln!(
        output,
        "{:<10} {:>10} {:>6} {:>9} {:>10}",
        "strength", "candidates", "fixed", "searches", "seconds"
    )?;
    let mut end = ExitStatus::Answered;
    let budget = Budget::new(&asking.limits);
    for (strength, others) in Strength::ALL.into_iter().zip((0..Strength::ALL.len() as u32).rev()) {
        // The first says what is known even then.
        if strength != Strength::ALL[0] && budget.is_over() {
            writeln!(output, "{strength:<10} {0:>10} {0:>6} {0:>9} {0:>10}  (limit reached)", "-")?;
            end = ExitStatus::Stopped;
            continue;
        }
        let start = now();
        let inspection = subject.inspection(&subject.model, strength, &budget.share(others), asking);
        let seconds = start.elapsed().as_secs_f64();
        let (candidates, fixed) = inspection.residual.as_ref().map_or((0, 0), size);
        let note = if inspection.stopped.is_some() { "  (limit reached)" } else { "" };
        let searches = inspection.searches;
        writeln!(output, "{strength:<10} {candidates:>10} {fixed:>6} {searches:>9} {seconds:>10.6}{note}")?;
        end = match inspection.verdict {
            Verdict::Infeasible(_) => ExitStatus::Refuted,
            Verdict::Unknown { .. } => ExitStatus::Stopped,
            _ if inspection.stopped.is_some() => ExitStatus::Stopped,
            _ => end,
        };
    }
    writeln!(output)?;
    Ok(end)
}
