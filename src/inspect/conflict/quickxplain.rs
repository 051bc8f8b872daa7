//! MUS extraction by `QuickXplain`: divides the soft constraints in halves, and keeps those that a conflict needs.
//!
//! Where propagation alone fails, the reasons of the failure name the constraints that took part, and only these are
//! considered further.
//!
//! | Promise | |
//! |---|---|
//! | Cost | about k·log(n/k) searches for k of n soft constraints |
//! | Source | Junker, *QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems*, AAAI 2004 |

use fixedbitset::FixedBitSet;

use crate::inspect::conflict::feasibility::{Answer, Feasibility};
use crate::model::{ConstraintId, Model};
use crate::search::{Limit, Limits};

impl Model {
    /// A conflict: a minimal set of soft constraints that clash, given all the others; `None` if the model has a solution. An empty
    /// set says that the hard ones clash by themselves.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3.3.".parse::<Puzzle>()?.model();
    /// let conflict = model.conflict(|id| id.index() >= 12, &Limits::default()).expect("no limit");
    /// let names: Vec<String> = conflict.expect("two threes").iter().map(|&id| model.constraint_name(id)).collect();
    /// assert_eq!(names, ["given r4c1", "given r4c3"]);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached: time and the flag limit all of the work, nodes and failures each search.
    pub fn conflict(
        &self,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<Option<Vec<ConstraintId>>, Limit> {
        let mut feasibility = Feasibility::new(self, is_soft, limits);
        match feasibility.ask(&feasibility.others(&feasibility.none()))? {
            Answer::Solution(_) => Ok(None),
            Answer::Clash(core) => {
                let conflict = feasibility.shrink(&core)?;
                Ok(Some(feasibility.ids(&conflict)))
            }
        }
    }
}

impl Feasibility {
    /// A conflict within `clashing`, which has no solution.
    pub(super) fn shrink(&mut self, clashing: &FixedBitSet) -> Result<FixedBitSet, Limit> {
        let (none, soft) = (self.none(), clashing.ones().collect::<Vec<usize>>());
        if soft.is_empty() || self.clashes(&none)? {
            return Ok(none);
        }
        let mut conflict = none.clone();
        conflict.extend(self.explain(&none, &soft)?);
        Ok(conflict)
    }

    /// A minimal subset of `soft` that clashes with `background`, as all of `soft` does. `soft` is not empty, and the
    /// background alone has a solution.
    fn explain(&mut self, background: &FixedBitSet, soft: &[usize]) -> Result<Vec<usize>, Limit> {
        if soft.len() == 1 {
            return Ok(soft.to_vec());
        }
        let (first, second) = soft.split_at(soft.len() / 2);
        let later = self.needed(background, first, second)?;
        let earlier = self.needed(background, &later, first)?;
        Ok([earlier, later].concat())
    }

    /// The part of `soft` that is needed beside `background` and `added`.
    fn needed(
        &mut self,
        background: &FixedBitSet,
        added: &[usize],
        soft: &[usize],
    ) -> Result<Vec<usize>, Limit> {
        let mut background = background.clone();
        background.extend(added.iter().copied());
        if !added.is_empty() && self.clashes(&background)? {
            return Ok(Vec::new());
        }
        self.explain(&background, soft)
    }
}
