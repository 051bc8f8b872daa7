//! The general engine in search of solutions: from the start, or in place of a dense search that gave up.

use crate::model::{IntVar, Solver};
use crate::search::NetworkSearch;
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::dfs::Dfs;
use crate::search::driver::Driver;
use crate::search::limit::Limits;
use crate::search::statistics::Statistics;

/// A depth-first search with its solver, which passes over what was returned before.
#[derive(Clone, Debug)]
pub(crate) struct General {
    pub(crate) solver: Solver,
    pub(crate) driver: Driver,
    /// The solutions that a dense search had returned before.
    emitted: Vec<Vec<i32>>,
    /// The statistics of that search.
    before: Statistics,
}

impl General {
    pub(crate) fn new(solver: Solver, driver: Driver) -> General {
        General { solver, driver, emitted: Vec::new(), before: Statistics::default() }
    }

    /// Takes over from `search`, which gave up, within what is left of its limits. The search was for solutions with these
    /// `facts`, a set of values for each of some variables; `solver` knows the model of `vars`, and nothing of them yet.
    pub(crate) fn after(
        search: &mut NetworkSearch,
        facts: &[(usize, u64)],
        mut solver: Solver,
        vars: &[IntVar],
    ) -> General {
        for &(var, set) in facts {
            let excluded = search.values().iter().enumerate().filter(|&(bit, _)| set & 1 << bit == 0);
            for (_, &value) in excluded {
                let survives = solver.assume(vars[var].is_not(value));
                let _ = survives.expect("invariant: there was something to search");
            }
        }
        General {
            solver,
            driver: General::by_first_fail(vars, search.limits_left()),
            emitted: search.emitted(facts),
            before: search.statistics(),
        }
    }

    /// The search that is usual where nothing is known of a model: the fewest values first, the least value first.
    pub(crate) fn by_first_fail(vars: &[IntVar], limits: Limits) -> Driver {
        let order = Ordered::new(vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        Driver::DepthFirst(Dfs::new(vec![Box::new(order)], limits))
    }

    /// Prepares the search to start over; by another one, where part of its limits was spent by the search before.
    pub(crate) fn restart(&mut self, another: impl FnOnce() -> Driver) {
        self.driver.reset(&mut self.solver);
        if std::mem::take(&mut self.before) != Statistics::default() {
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
            self.driver.disregard();
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

    /// The same, with all runs of propagators counted after the first `many`.
    pub(crate) fn statistics_since(&self, many: u64) -> Statistics {
        let propagations = self.solver.engine().propagations() - many;
        self.before.and(&Statistics { propagations, ..self.driver.statistics() })
    }
}
