//! MUS enumeration (MARCO): all conflicts, and with them all corrections.
//!
//! A map records which subsets of the soft constraints are still unexplored. The largest of them is tested: if it has
//! a solution, its complement is a correction, and its subsets are explored; if it has none, it is shrunk to a
//! conflict, whose supersets are explored.
//!
//! | Promise | |
//! |---|---|
//! | Cost | a search for each correction, a [conflict](Model::conflict) for each conflict; there may be 2ⁿ of either |
//! | Source | Liffiton, Previti, Malik & Marques-Silva, *Fast, Flexible MUS Enumeration*, Constraints 21, 2016 |

use crate::inspect::conflict::feasibility::{Answer, Feasibility};
use crate::inspect::conflict::map::Map;
use crate::model::{ConstraintId, Model};
use crate::search::{Limit, Limits, Status};

/// The conflicts of a model, each found when it is asked for. None is found twice.
#[derive(Clone, Debug)]
#[must_use]
pub struct Conflicts {
    feasibility: Feasibility,
    map: Map,
    corrections: Vec<Vec<ConstraintId>>,
    status: Option<Status>,
}

impl Model {
    /// All conflicts, one after another: the minimal sets of soft constraints that clash, given all the others; none if the model
    /// has a solution. A single empty set says that the hard ones clash by themselves.
    ///
    /// ```
    /// use residua::search::{Limits, Status};
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3.33".parse::<Puzzle>()?.model();
    /// let mut conflicts = model.conflicts(|id| id.index() >= 12, &Limits::default());
    /// assert_eq!(conflicts.by_ref().count(), 3, "each two of the three threes");
    /// assert_eq!(conflicts.status(), Some(Status::Exhausted), "these are all");
    /// let fewest = conflicts.corrections().iter().map(Vec::len).min();
    /// assert_eq!(fewest, Some(2), "of three threes, two have to go");
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// Time and the flag limit all of the work, nodes and failures each search.
    pub fn conflicts(&self, is_soft: impl Fn(ConstraintId) -> bool, limits: &Limits) -> Conflicts {
        self.conflicts_with(None, is_soft, limits)
    }

    /// All [conflicts](Self::conflicts), where a search learns after `failure_budget` failures; `None` for the usual number.
    pub(crate) fn conflicts_with(
        &self,
        failure_budget: Option<u64>,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Conflicts {
        let feasibility = Feasibility::new(self, is_soft, limits).with_failure_budget(failure_budget);
        let map = Map::new(feasibility.size());
        Conflicts { feasibility, map, corrections: Vec::new(), status: None }
    }
}

impl Conflicts {
    /// Why the enumeration ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// The corrections found so far: minimal sets of soft constraints without which there is a solution. They are all,
    /// once the status is [`Status::Exhausted`].
    pub fn corrections(&self) -> &[Vec<ConstraintId>] {
        &self.corrections
    }

    /// The next conflict.
    fn advance(&mut self) -> Result<Option<Vec<ConstraintId>>, Limit> {
        while let Some(unexplored) = self.map.next() {
            match self.feasibility.ask(&unexplored)? {
                Answer::Solution(_) => {
                    let correction = self.feasibility.others(&unexplored);
                    self.corrections.push(self.feasibility.ids(&correction));
                    self.map.add_correction(correction);
                }
                Answer::Clash(core) => {
                    let conflict = self.feasibility.shrink(&core)?;
                    let ids = self.feasibility.ids(&conflict);
                    self.map.add_conflict(conflict);
                    return Ok(Some(ids));
                }
            }
        }
        Ok(None)
    }
}

impl Iterator for Conflicts {
    type Item = Vec<ConstraintId>;

    fn next(&mut self) -> Option<Vec<ConstraintId>> {
        if self.status.is_some() {
            return None;
        }
        match self.advance() {
            Ok(Some(conflict)) => return Some(conflict),
            Ok(None) => self.status = Some(Status::Exhausted),
            Err(limit) => self.status = Some(Status::Stopped(limit)),
        }
        None
    }
}

impl std::iter::FusedIterator for Conflicts {}
