//! What is left as text for people: the verdict first, then the solutions, then what is left.

use std::io::{self, Write};

use residua::inspect::Strength;
use residua_sudoku::render;

use crate::paint::Paint;
use crate::puzzle::inspect::account::Account;
use crate::puzzle::left::{Left, beside, two_solutions};
use crate::question::Drawing;
use crate::verdict::Verdict;
use crate::words::{counted, strength};

/// Writes an answer as text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    pub(super) paint: Paint,
}

impl Text {
    pub(super) fn write(self, output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
        let verdict = account.verdict();
        let headline = self.paint.text(verdict.tint(), &account.headline());
        writeln!(output, "{}  {headline}", account.found.place())?;
        if let Some(note) = account.found.left_out() {
            writeln!(output, "{note}")?;
        }
        account.doubts.iter().try_for_each(|doubt| writeln!(output, "{doubt}"))?;
        if let Some(conflict) = account.conflict() {
            let more = if conflict.is_minimal { "" } else { " (perhaps not all of them needed)" };
            writeln!(output, "these clash{more}: {}", account.rules_and_clues(conflict).join(", "))?;
            return writeln!(
                output,
                "see also: `residua conflict` names givens that clash, and the fewest to take away"
            );
        }
        self.write_solutions(output, account)?;
        self.write_left(output, account)?;
        if let Some(counts) = &account.counts {
            writeln!(output, "solutions with each candidate:")?;
            counts.write(output, true, str::to_owned, |_, value| value.to_string())?;
        }
        Ok(())
    }

    /// The only solution, or two side by side with a star behind each cell in which they differ.
    fn write_solutions(self, output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
        let puzzle = account.found.puzzle;
        let geometry = puzzle.geometry();
        match account.witnesses()[..] {
            [] => Ok(()),
            [only] => {
                if account.verdict() != Verdict::Unique {
                    writeln!(output, "one solution: it is not known whether there are others")?;
                }
                let drawn = render::boxed(geometry, only.values());
                write!(output, "{}", self.paint.solved(drawn, puzzle, |_| true))
            }
            [one, other, ..] => {
                let nearest = " (no other solution is nearer to the first)";
                let more = if account.is_nearest { nearest } else { "" };
                writeln!(output, "{}", two_solutions(&account.names(&account.differing()), more))?;
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
    fn write_left(self, output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
        let Account { found, inspection, .. } = account;
        let Some(residual) = &inspection.residual else { return Ok(()) };
        let is_exact = inspection.strength == Strength::Exact && account.verdict() != Verdict::Unique;
        let more = if is_exact { ", so that each candidate left is in a solution" } else { "" };
        writeln!(output, "{}", strength(inspection, more))?;
        let (all_rules, drawing) = account.shown;
        let left = Left { puzzle: found.puzzle, residual, paint: self.paint, all_rules };
        left.write_solved(output)?;
        if account.verdict() == Verdict::Unique
            && residual.definite().count() == account.model.domains().len()
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
        let unknown = if inspection.strength == Strength::Exact { account.unknown() } else { 0 };
        if unknown > 0 {
            writeln!(output, "unknown candidates: {unknown}, neither found in a solution nor refuted")?;
        }
        left.write_rules(output)?;
        write_parts(output, account)
    }
}

/// The parts of which the puzzle consists, if there are several.
fn write_parts(output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
    let parts = &account.inspection.components;
    if parts.len() < 2 {
        return Ok(());
    }
    let count = parts.len();
    writeln!(
        output,
        "independent parts: {count}; no rule joins two of them, so each can be solved by itself"
    )?;
    parts.iter().try_for_each(|part| {
        writeln!(output, "  {}: {}", counted(part.len(), "cell"), account.names(part).join(" "))
    })
}
