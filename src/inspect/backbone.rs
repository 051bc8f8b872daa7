//! The backbone: the variables that have the same value in all solutions.
//!
//! Exact domains decide it: a variable with one value left belongs to the backbone, one with two values that were
//! found in solutions does not, and what a limit left undecided in between is open.

use crate::inspect::inspection::Inspection;
use crate::inspect::verdict::Verdict;
use crate::inspect::witnesses::Relations;
use crate::model::IntVar;

impl Inspection {
    /// The variables that have one value in all solutions, with that value; `None` if there is no solution, or none
    /// was found yet. Below [`Strength::Exact`](crate::inspect::Strength::Exact) all others may be open.
    ///
    /// ```
    /// use residua::inspect::Strength;
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = ".....5....6...54.2..2......6..1..52.".parse::<Puzzle>()?.model();
    /// let backbone = model.inspect().run().backbone().expect("18 solutions");
    /// assert_eq!((backbone.holds.len(), backbone.open.len()), (12, 0));
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn backbone(&self) -> Option<Relations<(IntVar, i32)>> {
        let witnesses = self.verdict.witnesses();
        let &one = witnesses.first()?;
        let residual = self.residual.as_ref()?;
        let is_unique = matches!(self.verdict, Verdict::Unique(_));
        let (mut holds, mut open) = (Vec::new(), Vec::new());
        for var in residual.model.vars() {
            let domain = residual.domain(var);
            let unconfirmed = self.open[var.index()].size();
            if is_unique || domain.is_fixed() {
                holds.push((var, one[var]));
            } else if domain.size() - unconfirmed < 2 {
                open.push((var, one[var]));
            }
        }
        Some(Relations { holds, open, stopped: self.stopped, searches: self.searches })
    }
}
