//! Steps from below: in some runs of a minimisation the objective is assumed to be near its least value.
//!
//! A search that only asks for what is better than the best so far learns little about values that are far better, which are most often
//! impossible, and easily shown to be. Under the assumption that the objective is at most some value between its bounds, a solution
//! improves it much, and a refutation raises the lower bound for good, so that a search that is stopped knows how far from the optimum
//! it is at most. The step is halved after a run that ends without an answer, and doubled after a refutation.
//!
//! | Source | Klein & Scholl, *Computing Lower Bounds by Destructive Improvement*, EJOR 112, 1999 |
//! |---|---|

use crate::model::{IntVar, Solver};
use crate::search::learning::LearningSearch;
use crate::search::learning::assumptions::Assumptions;

/// One run of so many is a step.
const EVERY: u64 = 8;

/// The steps of a search, if it minimises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounding {
    pub(super) objective: Option<IntVar>,
    /// One run of so many is a step.
    every: u64,
    /// A step is the gap between the bounds divided by two to this power.
    halvings: u32,
    /// Whether the objective is assumed to be less in this run.
    is_step: bool,
}

impl Bounding {
    pub(super) fn new() -> Bounding {
        Bounding { objective: None, every: EVERY, halvings: 1, is_step: false }
    }

    /// With a step in each run but the first.
    pub(super) fn impatient() -> Bounding {
        Bounding { every: 1, ..Bounding::new() }
    }
}

impl LearningSearch {
    /// At the start of a run, at the root: ends the step of the run before, and begins one if it is time.
    pub(super) fn step(&mut self, solver: &Solver) {
        let bounding = &mut self.bounding;
        let Some(objective) = bounding.objective else { return };
        if bounding.is_step {
            bounding.halvings = (bounding.halvings + 1).min(31);
            self.assumptions = Assumptions::default();
        }
        let [least, most] = [solver.min(objective), solver.max(objective)].map(i64::from);
        bounding.is_step = least < most && self.statistics.restarts.is_multiple_of(bounding.every);
        if bounding.is_step {
            let bound = least + ((most - least) >> bounding.halvings);
            self.assumptions = Assumptions::new(&[objective.at_most(bound as i32)], solver);
        }
    }

    /// Ends a step by a refutation, which is known at the root by then. False, if it was not a step that was refuted.
    pub(super) fn ends_step(&mut self) -> bool {
        let bounding = &mut self.bounding;
        if bounding.is_step {
            bounding.is_step = false;
            bounding.halvings = (bounding.halvings - 1).max(1);
            self.assumptions = Assumptions::default();
            return true;
        }
        false
    }
}
