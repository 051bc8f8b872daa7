//! Destructive lower bounds (objective probing): some runs of a minimisation assume that the objective is near its lower bound.
//!
//! A search that only asks for what is better than the best so far learns little about values that are far better, which are most often
//! impossible, and easily shown to be. Under the assumption that the objective is at most some value between its bounds, a solution
//! improves it much, and a refutation raises the lower bound for good, so that a search that is stopped can tell how far from the optimum
//! it is at most. The gap that is assumed is halved after a run that ends without an answer, and doubled after a refutation.
//!
//! | Source | Klein & Scholl, *Computing Lower Bounds by Destructive Improvement*, EJOR 112, 1999 |
//! |---|---|

use crate::model::{IntVar, Solver};
use crate::search::learning::LearningSearch;
use crate::search::learning::assumptions::Assumptions;

/// One run in this number is a probe.
const EVERY: u64 = 8;

/// Objective probing of a search, if it minimises.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectiveProbing {
    pub(super) objective: Option<IntVar>,
    /// One run in this number is a probe.
    every: u64,
    /// A probe assumes the lowest part of the gap between the bounds: one divided by two to this power.
    halvings: u32,
    /// Whether this run is a probe.
    is_probing: bool,
}

impl ObjectiveProbing {
    pub(super) fn new() -> ObjectiveProbing {
        ObjectiveProbing { objective: None, every: EVERY, halvings: 1, is_probing: false }
    }

    /// Probes in each run but the first, for tests.
    pub(super) fn in_every_run() -> ObjectiveProbing {
        ObjectiveProbing { every: 1, ..ObjectiveProbing::new() }
    }
}

impl LearningSearch {
    /// At the start of a run, at the root: ends the probe of the run before, and begins one if it is due.
    pub(super) fn probe(&mut self, solver: &Solver) {
        let probing = &mut self.probing;
        let Some(objective) = probing.objective else { return };
        if probing.is_probing {
            probing.halvings = (probing.halvings + 1).min(31);
            self.assumptions = Assumptions::default();
        }
        let [least, most] = [solver.min(objective), solver.max(objective)].map(i64::from);
        probing.is_probing = least < most && self.statistics.restarts.is_multiple_of(probing.every);
        if probing.is_probing {
            let bound = least + ((most - least) >> probing.halvings);
            self.assumptions = Assumptions::new(&[objective.at_most(bound as i32)], solver);
        }
    }

    /// Ends a probe by a refutation, which holds at the root by then. False, if this run is not a probe.
    pub(super) fn ends_probe(&mut self) -> bool {
        let probing = &mut self.probing;
        if probing.is_probing {
            probing.is_probing = false;
            probing.halvings = (probing.halvings - 1).max(1);
            self.assumptions = Assumptions::default();
            return true;
        }
        false
    }
}
