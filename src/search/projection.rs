//! Projected enumeration: solutions that differ in some of the variables, while the others only need to have values.
//!
//! The branchers decide as they like until there is a solution. Then the search goes back to where the first open decision about another
//! variable was taken, and from there decides the variables of the projection as they are in the solution. Now all open decisions are
//! about them, and all of them are fixed: every other solution with the same values is below the last of these decisions, which is
//! refuted, as by any depth-first search. So no solution comes twice, without memory for those that came before.
//!
//! What was refuted before that first decision stays refuted: below a refuted decision about another variable there was no solution,
//! since it would have been open when the solution was found; below one about a variable of the projection all of them were returned.
//!
//! | Promise | |
//! |---|---|
//! | Cost | where the branchers decide the variables of the projection first: that of a depth-first search that looks for one solution below each of their assignments. Else what is to the right of a solution is searched again from the decision that it went back to |
//! | Source | Gebser, Kaufmann & Schaub, *Solution Enumeration for Projected Boolean Search Problems*, CPAIOR 2009 (to go back and decide again, in polynomial space) |

use crate::model::{IntAtom, IntVar, Solver};
use crate::search::path::Path;

/// The variables in which solutions differ, and the way from a solution to the next one.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    vars: Vec<IntVar>,
    /// By number of the variable, up to the last of them: whether it is one.
    is_part: Vec<bool>,
    /// The number of open decisions that are kept, until the search has gone back.
    kept: Option<usize>,
    /// The decisions that are still to be taken again, the last one first.
    again: Vec<IntAtom>,
    /// The number of decisions about one of the variables, and about another one.
    decided: (u64, u64),
}

/// Most decisions complete an assignment where more than this number do for each one about a variable of the projection.
const COMPLETING: u64 = 4;

impl Projection {
    /// A projection on `vars`.
    pub(super) fn new(vars: &[IntVar]) -> Projection {
        let count = vars.iter().map(|var| var.index() + 1).max().unwrap_or(0);
        let mut is_part = vec![false; count];
        let mut own = Vec::new();
        for &var in vars {
            if !std::mem::replace(&mut is_part[var.index()], true) {
                own.push(var);
            }
        }
        Projection { vars: own, is_part, kept: None, again: Vec::new(), decided: (0, 0) }
    }

    /// The variables, each once.
    pub(super) fn vars(&self) -> &[IntVar] {
        &self.vars
    }

    /// Whether it is one of the variables.
    pub(super) fn has(&self, var: IntVar) -> bool {
        self.is_part.get(var.index()) == Some(&true)
    }

    /// Counts a decision.
    #[inline]
    pub(super) fn count(&mut self, decision: IntAtom) {
        let is_own = self.has(decision.var());
        let (own, others) = &mut self.decided;
        *if is_own { own } else { others } += 1;
    }

    /// Whether most of the decisions were about other variables.
    pub(super) fn mostly_completes(&self) -> bool {
        let (own, others) = self.decided;
        others > COMPLETING * own
    }

    /// The number of open decisions before the first one about another variable.
    pub(super) fn own_depth(&self, path: &Path) -> usize {
        path.open().iter().take_while(|decision| self.has(decision.var())).count()
    }

    /// At a solution: determines where to go back to, and what to decide again from there.
    pub(super) fn at_solution(&mut self, path: &Path, solver: &Solver) {
        self.kept = Some(self.own_depth(path));
        self.again.clear();
        self.again.extend(self.vars.iter().rev().map(|&var| var.is(solver.min(var))));
    }

    /// Goes back.
    pub(super) fn leave(&mut self, path: &mut Path, solver: &mut Solver) {
        let kept = self.kept.take().unwrap_or(path.depth());
        for _ in kept..path.depth() {
            solver.pop();
        }
        path.cut(kept);
    }

    /// The next decision to be taken again.
    pub(super) fn next(&mut self, solver: &Solver) -> Option<IntAtom> {
        while let Some(decision) = self.again.pop() {
            if solver.value(decision.var()).is_none() {
                return Some(decision);
            }
        }
        None
    }

    /// The path as it will be once all are taken, with those, too, that follow from others.
    pub(super) fn ahead(&self, path: &Path) -> Path {
        let mut path = path.clone();
        path.cut(self.kept.unwrap_or(path.depth()));
        self.again.iter().rev().for_each(|&decision| path.descend(decision));
        path
    }
}
