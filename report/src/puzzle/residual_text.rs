//! Residual of a puzzle as text: `key: value` lines, grids, indented lists.

use std::io::{self, Write};

use residua::domain::Domain;
use residua::inspect::Residual;
use residua_sudoku::{Puzzle, render};

use crate::paint::Paint;
use crate::puzzle::rules::Rules;
use crate::words::counted;

/// More candidates than this are drawn only if that is asked for: they are not read, and they take longer than the
/// limits of time allow.
pub(crate) const MOST_DRAWN: u64 = 20_000;

/// Residual of a puzzle, written as text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResidualText<'a> {
    /// The puzzle.
    pub(crate) puzzle: &'a Puzzle,
    /// What is left of its model.
    pub(crate) residual: &'a Residual,
    /// The colours.
    pub(crate) paint: Paint,
    /// Whether all rules are listed.
    pub(crate) all_rules: bool,
}

impl ResidualText<'_> {
    fn domains(&self) -> &[Domain] {
        self.residual.model.domains()
    }

    /// How many candidates are left.
    pub(crate) fn candidates(&self) -> u64 {
        self.domains().iter().map(Domain::size).sum()
    }

    /// By cell: its value where it is solved, 0 elsewhere.
    pub(crate) fn solved(&self) -> Vec<i32> {
        self.domains().iter().map(|domain| domain.value().unwrap_or(0)).collect()
    }

    /// How many cells are solved.
    pub(crate) fn write_solved(&self, output: &mut dyn Write) -> io::Result<()> {
        let solved = self.domains().iter().filter(|domain| domain.is_fixed()).count();
        let givens = counted(self.puzzle.clues(), "given");
        writeln!(output, "fixed cells: {solved}/{} ({givens})", self.domains().len())
    }

    /// How many candidates are left, and a grid with them: if it is wanted, and not very large; or if it is asked for.
    pub(crate) fn write_candidates(
        &self,
        output: &mut dyn Write,
        is_wanted: bool,
        is_asked_for: bool,
    ) -> io::Result<()> {
        let candidates = self.candidates();
        let is_drawn = is_asked_for || (is_wanted && candidates <= MOST_DRAWN);
        let note =
            if is_wanted && !is_drawn { ", too many to draw (--format pencil draws them)" } else { "" };
        writeln!(output, "candidates: {candidates} in {}{note}", counted(self.domains().len(), "cell"))?;
        if !is_drawn {
            return Ok(());
        }
        let (geometry, left) = (self.puzzle.geometry(), |cell: usize| self.domains()[cell].iter().collect());
        if !self.paint.is_on() {
            return render::write_pencil(output, geometry, left);
        }
        let is_solved = |cell: usize| self.domains()[cell].is_fixed();
        write!(output, "{}", self.paint.solved(render::pencil(geometry, left), self.puzzle, is_solved))
    }

    /// Cells that are equal in all solutions, and the rules.
    pub(crate) fn write_rules(&self, output: &mut dyn Write) -> io::Result<()> {
        let Residual { model, aliases, .. } = self.residual;
        if !aliases.is_empty() {
            let pairs = aliases
                .iter()
                .map(|alias| format!("{} = {}", model.name(alias.var), model.name_view(alias.is)));
            writeln!(output, "equal cells: {}", pairs.collect::<Vec<_>>().join(", "))?;
        }
        let rules = Rules::of(self.puzzle.geometry(), self.residual, self.all_rules);
        writeln!(output, "rules left: {}", rules.summary())?;
        rules.listed.iter().try_for_each(|&id| writeln!(output, "  {}", model.show(&**model.constraint(id))))
    }
}

/// Two drawn grids side by side.
pub(crate) fn beside(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).flat_map(|(a, b)| [a, "   ", b, "\n"]).collect()
}

/// Two solutions and the cells in which they differ; `more` is what else there is to say of them.
pub(crate) fn two_solutions(differ: &[String], more: &str) -> String {
    let count = counted(differ.len(), "cell");
    format!("two solutions: they differ in {count}{more}: {}", differ.join(" "))
}
