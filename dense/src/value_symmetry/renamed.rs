//! A search where values are [interchangeable](crate::value_symmetry): case by case, and each solution with its images.

use crate::descent::search::Search;
use crate::descent::{Counts, Step};
use crate::value_symmetry::Cases;

#[derive(Clone, Debug)]
pub(crate) struct Renamed {
    cases: Cases,
    /// By bit: the values in the solution at hand.
    names: Vec<i32>,
    /// Whether the search is at a solution.
    is_solved: bool,
    /// What the cases before took.
    before: Counts,
    /// How many solutions were images of others.
    images: u64,
}

impl Renamed {
    /// A search that stands at the start of the first case; `own` are the values by bit.
    pub(crate) fn new(cases: Cases, own: &[i32]) -> Renamed {
        Renamed { cases, names: own.to_vec(), is_solved: false, before: Counts::default(), images: 0 }
    }

    pub(crate) fn names(&self) -> &[i32] {
        &self.names
    }

    pub(crate) fn advance(&mut self, own: &[i32], search: &mut dyn Search, nodes: u64) -> Step {
        if self.is_solved && self.cases.images.turn(own, &mut self.names) {
            self.images += 1;
            return Step::Solution;
        }
        let last = self.nodes(search).saturating_add(nodes);
        loop {
            let step = search.advance(last - self.nodes(search));
            self.is_solved = step == Step::Solution;
            if step != Step::Exhausted {
                return step;
            }
            let counts = search.counts();
            if !self.cases.advance() {
                return step;
            }
            self.before = self.with(counts);
            search.restart(self.cases.facts());
        }
    }

    /// Whether it is known that there are no more solutions.
    pub(crate) fn is_exhausted(&self, search: &dyn Search) -> bool {
        self.images_left() == Some(0) && self.cases.is_last() && search.is_exhausted()
    }

    fn nodes(&self, search: &dyn Search) -> u64 {
        self.with(search.counts()).nodes
    }

    /// How many images of the solution at hand come next; `None` if they are more than can be counted.
    pub(crate) fn images_left(&self) -> Option<u64> {
        if self.is_solved { self.cases.images.left() } else { Some(0) }
    }

    /// Passes over them, if they can be counted.
    pub(crate) fn pass_over_images(&mut self, own: &[i32]) {
        if let Some(left) = self.images_left() {
            self.images += left;
            self.cases.images.rewind(own, &mut self.names);
            self.is_solved = false;
        }
    }

    /// What it took so far, if this is what the case at hand took.
    pub(crate) fn counts(&self, case: Counts) -> Counts {
        let counts = self.with(case);
        Counts { solutions: counts.solutions + self.images, ..counts }
    }

    /// The same without images.
    fn with(&self, case: Counts) -> Counts {
        let before = &self.before;
        Counts {
            nodes: before.nodes + case.nodes,
            decisions: before.decisions + case.decisions,
            failures: before.failures + case.failures,
            passes: before.passes + case.passes,
            solutions: before.solutions + case.solutions,
            depth: before.depth.max(case.depth),
        }
    }
}
