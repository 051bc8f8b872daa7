//! Inspection report as text: verdict, solutions, remaining candidates and rules.

use std::io::{self, Write};

use residua::inspect::Strength;
use residua_sudoku::render;

use crate::paint::Paint;
use crate::puzzle::inspect::report::InspectReport;
use crate::puzzle::residual_text::{ResidualText, beside, two_solutions};
use crate::question::Drawing;
use crate::verdict::Verdict;
use crate::words::{counted, strength};

/// Writes an answer as text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) paint: Paint,
}

impl Text {
    pub(super) fn write(self, output: &mut dyn Write, report: &InspectReport<'_>) -> io::Result<()> {
        let verdict = report.verdict();
        let headline = self.paint.text(verdict.tint(), &report.headline());
        writeln!(output, "{}  {headline}", report.found.place())?;
        if let Some(note) = report.found.left_out() {
            writeln!(output, "{note}")?;
        }
        report.doubts.iter().try_for_each(|doubt| writeln!(output, "{doubt}"))?;
        if let Some(conflict) = report.conflict() {
            let more = if conflict.is_minimal { "" } else { " (not proved minimal)" };
            writeln!(output, "these clash{more}: {}", report.rules_and_clues(conflict).join(", "))?;
            return writeln!(
                output,
                "see also: residua conflict, for a minimal conflict and a minimum correction"
            );
        }
        self.write_solutions(output, report)?;
        self.write_left(output, report)?;
        if let Some(counts) = &report.counts {
            writeln!(output, "solutions with each candidate:")?;
            counts.write(output, true, str::to_owned, |_, value| value.to_string())?;
        }
        Ok(())
    }

    /// The only solution, or two side by side with a star behind each cell in which they differ.
    fn write_solutions(self, output: &mut dyn Write, report: &InspectReport<'_>) -> io::Result<()> {
        let puzzle = report.found.puzzle;
        let geometry = puzzle.geometry();
        match report.witnesses()[..] {
            [] => Ok(()),
            [only] => {
                if report.verdict() != Verdict::Unique {
                    writeln!(output, "1 solution found; uniqueness unknown")?;
                }
                let drawn = render::boxed(geometry, only.values());
                write!(output, "{}", self.paint.solved(drawn, puzzle, |_| true))
            }
            [one, other, ..] => {
                let nearest = " (none is nearer to the first)";
                let more = if report.is_nearest { nearest } else { "" };
                writeln!(output, "{}", two_solutions(&report.names(&report.differing()), more))?;
                let differs = |cell: usize| one.values()[cell] != other.values()[cell];
                let grids = [one, other].map(|solution| {
                    let drawn = render::starred(geometry, solution.values(), differs);
                    self.paint.differing(drawn, puzzle, differs)
                });
                write!(output, "{}", beside(&grids[0], &grids[1]))
            }
        }
    }

    /// What is left of the cells and of the rules, and the strength at which that was found out.
    fn write_left(self, output: &mut dyn Write, report: &InspectReport<'_>) -> io::Result<()> {
        let InspectReport { found, inspection, .. } = report;
        let Some(residual) = &inspection.residual else { return Ok(()) };
        let is_exact = inspection.strength == Strength::Exact && report.verdict() != Verdict::Unique;
        let more = if is_exact { " (each remaining candidate is in a solution)" } else { "" };
        writeln!(output, "{}", strength(inspection, more))?;
        let (all_rules, drawing) = report.shown;
        let left = ResidualText { puzzle: found.puzzle, residual, paint: self.paint, all_rules };
        left.write_solved(output)?;
        if report.verdict() == Verdict::Unique && residual.definite().count() == report.model.domains().len()
        {
            return Ok(());
        }
        if drawing == Some(Drawing::Solved) {
            let solved = left.solved();
            let drawn = render::boxed(found.puzzle.geometry(), &solved);
            write!(output, "{}", self.paint.solved(drawn, found.puzzle, |cell| solved[cell] != 0))?;
            left.write_candidates(output, false, false)?;
        } else {
            left.write_candidates(output, true, drawing.is_some())?;
        }
        let unknown = if inspection.strength == Strength::Exact { report.unknown() } else { 0 };
        if unknown > 0 {
            writeln!(output, "unknown candidates: {unknown}, neither found in a solution nor refuted")?;
        }
        left.write_rules(output)?;
        write_parts(output, report)
    }
}

/// The parts of which the puzzle consists, if there are several.
fn write_parts(output: &mut dyn Write, report: &InspectReport<'_>) -> io::Result<()> {
    let parts = &report.inspection.components;
    if parts.len() < 2 {
        return Ok(());
    }
    let count = parts.len();
    writeln!(output, "independent components: {count}; no rule connects them")?;
    parts.iter().try_for_each(|part| {
        writeln!(output, "  {}: {}", counted(part.len(), "cell"), report.names(part).join(" "))
    })
}
