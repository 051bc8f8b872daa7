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

/// One run of so many is a step, as is usual.
pub(super) const EVERY: u64 = 8;

/// The steps of a minimisation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounding {
    objective: IntVar,
    /// One run of so many is a step.
    every: u64,
    /// A step is the gap between the bounds divided by two to this power.
    halvings: u32,
    /// Whether the objective is assumed to be less in this run.
    is_step: bool,
}

impl Bounding {
    pub(super) fn new(objective: IntVar, every: u64) -> Bounding {
        Bounding { objective, every, halvings: 1, is_step: false }
    }
}

impl LearningSearch {
    /// At the start of a run, at the root: ends the step of the run before, and begins one if it is time.
    pub(super) fn step(&mut self, solver: &Solver) {
        let Some(bounding) = &mut self.bounding else { return };
        if bounding.is_step {
            bounding.halvings = (bounding.halvings + 1).min(31);
            self.assumptions = Assumptions::default();
        }
        let [least, most] = [solver.min(bounding.objective), solver.max(bounding.objective)].map(i64::from);
        bounding.is_step = least < most && self.statistics.restarts.is_multiple_of(bounding.every);
        if bounding.is_step {
            let bound = least + ((most - least) >> bounding.halvings);
            self.assumptions = Assumptions::new(&[bounding.objective.at_most(bound as i32)], solver);
        }
    }

    /// Ends a step by a refutation, which is known at the root by then. False, if it was not a step that was refuted.
    pub(super) fn ends_step(&mut self) -> bool {
        let Some(bounding) = self.bounding.as_mut().filter(|bounding| bounding.is_step) else { return false };
        bounding.is_step = false;
        bounding.halvings = (bounding.halvings - 1).max(1);
        self.assumptions = Assumptions::default();
        true
    }
}
