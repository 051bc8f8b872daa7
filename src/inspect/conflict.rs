//! Why there is no solution: a smallest-as-it-stands set of constraints that clash.
//!
//! Some constraints are hard (the rules), the others soft (the givens). The answer is a set of soft ones that, with the
//! hard ones, has no solution, and of which none can be left out. Where propagation alone fails, the reasons of the
//! failure name the constraints that took part, and only these are looked at further.
//!
//! | Promise | |
//! |---|---|
//! | Cost | about k·log(n/k) searches for k of n soft constraints |
//! | Source | Junker, *QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems*, AAAI 2004 |

use std::collections::BTreeSet;

use crate::model::{ConstraintId, Model, Options, Solver};
use crate::search::{Limit, Limits, Outcome};

impl Model {
    /// A minimal set of soft constraints that clash, given all the others; `None` if the model has a solution. An empty
    /// set says that the hard ones clash by themselves.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua::sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3.3.".parse::<Puzzle>()?.model();
    /// let conflict = model.conflict(|id| id.index() >= 12, &Limits::default()).expect("no limit");
    /// let names: Vec<String> = conflict.expect("two threes").iter().map(|&id| model.constraint_name(id)).collect();
    /// assert_eq!(names, ["given r4c1", "given r4c3"]);
    /// # Ok::<(), residua::sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that stopped one of the searches.
    pub fn conflict(
        &self,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<Option<Vec<ConstraintId>>, Limit> {
        let all: Vec<ConstraintId> = self.constraints().map(|(id, _)| id).collect();
        let (soft, hard): (Vec<ConstraintId>, Vec<ConstraintId>) =
            all.into_iter().partition(|&id| is_soft(id));
        let soft = match self.culprits() {
            Some(culprits) => soft.into_iter().filter(|id| culprits.contains(id)).collect(),
            None if self.is_feasible(limits)? => return Ok(None),
            None => soft,
        };
        let mut conflict = Vec::new();
        if !soft.is_empty() && self.restricted_to(&hard).is_feasible(limits)? {
            conflict = self.explain_conflict(&hard, &soft, limits)?;
        }
        conflict.sort_unstable();
        Ok(Some(conflict))
    }

    /// The constraints that took part in the failure of propagation; `None` if it does not fail.
    fn culprits(&self) -> Option<BTreeSet<ConstraintId>> {
        let options = Options { record: true, merge_equal: false, ..Options::default() };
        let mut solver = Solver::new(self, options);
        if solver.propagate().is_ok() {
            return None;
        }
        let mut culprits = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut waiting = vec![solver.engine().explain_failure()?];
        while let Some(step) = waiting.pop() {
            culprits.extend(solver.constraint_of(step.source));
            for atom in step.premises {
                if seen.insert((atom, step.position)) {
                    waiting.extend(solver.engine().explain_before(atom, step.position));
                }
            }
        }
        Some(culprits)
    }

    /// `QuickXplain`: of `soft`, which clash with `background`, a minimal set that does. `soft` is not empty, and the
    /// background alone has a solution.
    fn explain_conflict(
        &self,
        background: &[ConstraintId],
        soft: &[ConstraintId],
        limits: &Limits,
    ) -> Result<Vec<ConstraintId>, Limit> {
        if soft.len() == 1 {
            return Ok(soft.to_vec());
        }
        let (first, second) = soft.split_at(soft.len() / 2);
        let later = self.part_of_conflict(background, first, second, limits)?;
        let earlier = self.part_of_conflict(background, &later, first, limits)?;
        Ok([earlier, later].concat())
    }

    /// What of `soft` is needed beside `background` and `added`.
    fn part_of_conflict(
        &self,
        background: &[ConstraintId],
        added: &[ConstraintId],
        soft: &[ConstraintId],
        limits: &Limits,
    ) -> Result<Vec<ConstraintId>, Limit> {
        let background = [background, added].concat();
        if !added.is_empty() && !self.restricted_to(&background).is_feasible(limits)? {
            return Ok(Vec::new());
        }
        self.explain_conflict(&background, soft, limits)
    }

    /// Whether there is a solution.
    fn is_feasible(&self, limits: &Limits) -> Result<bool, Limit> {
        let mut solutions = self.search().limits(Limits { solutions: None, ..limits.clone() }).solutions();
        if solutions.advance() {
            return Ok(true);
        }
        match solutions.outcome() {
            Some(Outcome::Stopped(limit)) => Err(limit),
            _ => Ok(false),
        }
    }

    /// The same variables with only these constraints.
    fn restricted_to(&self, kept: &[ConstraintId]) -> Model {
        let mut model = self.without_constraints();
        for &id in kept {
            let posted = model.post(std::sync::Arc::clone(self.constraint(id)));
            let _ = posted.expect("invariant: it was posted before");
        }
        model
    }
}
