//! Search by the general engine: from the start, or handed over from a dense search that has used up its node budget.

use crate::model::{IntVar, Model, Options, Solver};
use crate::search::NetworkSearch;
use crate::search::choice::LARGE;
use crate::search::driver::Driver;
use crate::search::learning::Learning;
use crate::search::statistics::Statistics;
use crate::search::turns::LearningSetup;

/// A depth-first search with its solver, which passes over what was returned before.
#[derive(Clone, Debug)]
pub(crate) struct General {
    pub(crate) solver: Solver,
    pub(crate) driver: Driver,
    /// The solutions that a dense search has returned before the handover.
    emitted: Vec<Vec<i32>>,
    /// The statistics of that search.
    before: Statistics,
}

impl General {
    pub(crate) fn new(solver: Solver, driver: Driver) -> General {
        General { solver, driver, emitted: Vec::new(), before: Statistics::default() }
    }

    /// Continues `search`, which has used up its node budget, within the rest of its limits. The search was for solutions of `model` with
    /// these `facts`, a set of values for each of some variables; `compiled` makes a solver without them.
    pub(crate) fn after(
        search: &mut NetworkSearch,
        facts: &[(usize, u64)],
        (model, options): (&Model, Options),
        learning: Learning,
        compiled: impl FnOnce() -> Solver,
    ) -> General {
        let vars: Vec<IntVar> = model.vars().collect();
        let mut known = Vec::new();
        for &(var, set) in facts {
            let excluded = search.values().iter().enumerate().filter(|&(bit, _)| set & 1 << bit == 0);
            known.extend(excluded.map(|(_, &value)| vars[var].is_not(value)));
        }
        let learning = if search.values().len() >= LARGE && learning == Learning::Auto {
            Learning::On
        } else {
            learning
        };
        let (emitted, before) = (search.emitted(facts), search.statistics());
        let deadline = search.limits_left().deadline();
        let setup = LearningSetup::of(model, options, known);
        let (solver, driver) = if learning == Learning::On {
            let (solver, search) = setup.start(|| deadline.left());
            (solver, Driver::Learning(Box::new(search)))
        } else {
            let mut solver = compiled();
            setup
                .assume_facts(&mut solver)
                .expect("invariant: the dense search found no contradiction in them");
            (solver, setup.driver(deadline.left(), learning))
        };
        General { solver, driver, emitted, before }
    }

    /// Prepares the search to start from the beginning; by `another`, if part of its limits was spent by the dense search, or it has
    /// learned.
    pub(crate) fn restart(&mut self, another: impl FnOnce() -> Driver, compiled: impl FnOnce() -> Solver) {
        self.driver.reset(&mut self.solver);
        let learns = self.driver.learns();
        if learns {
            self.solver = compiled();
        }
        if std::mem::take(&mut self.before) != Statistics::default() || learns {
            self.driver = another();
            self.emitted.clear();
        }
    }

    /// Advances to the next solution that was not returned before.
    pub(crate) fn advance(&mut self) -> bool {
        while self.driver.advance(&mut self.solver) {
            if !self.is_emitted() {
                return true;
            }
            self.driver.uncount_solution();
        }
        false
    }

    fn is_emitted(&self) -> bool {
        if self.emitted.is_empty() {
            return false;
        }
        let solution = self.solver.least_values();
        self.emitted.iter().any(|emitted| emitted == solution.values())
    }

    /// The statistics of both searches.
    pub(crate) fn statistics(&self) -> Statistics {
        self.before.and(&self.driver.statistics())
    }

    /// The statistics of both searches, with all runs of propagators counted after the first `many`.
    pub(crate) fn statistics_since(&self, many: u64) -> Statistics {
        if self.driver.learns() {
            // It counts on from the search before.
            return self.statistics();
        }
        let propagations = self.solver.engine().propagations() - many;
        self.before.and(&Statistics { propagations, ..self.driver.statistics() })
    }
}
