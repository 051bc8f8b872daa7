//! Projected enumeration that decides the projected variables last, and passes over assignments of these that were found before.

use std::collections::BTreeSet;

use crate::model::{IntVar, Model, Options, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::dfs::Dfs;
use crate::search::limit::Limits;

/// The parts of such a search: model, options and branchers.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    model: Model,
    options: Options,
    branchers: [Ordered; 2],
}

impl Plan {
    /// A search for solutions of `model` that differ in `vars`.
    pub(crate) fn new(model: &Model, options: Options, vars: &[IntVar]) -> Plan {
        let own: BTreeSet<IntVar> = vars.iter().copied().collect();
        let others: Vec<IntVar> = model.vars().filter(|var| !own.contains(var)).collect();
        let branchers = [others.as_slice(), vars]
            .map(|vars| Ordered::new(vars, VariableOrder::FirstFail, ValueOrder::Ascending));
        Plan { model: model.clone(), options, branchers }
    }

    /// The solver and the search. What it finds has to be [inserted](FoundAssignments::insert) into the found assignments.
    pub(crate) fn start(self) -> (Solver, Dfs) {
        let branchers = self.branchers.map(|order| -> Box<dyn Brancher> { Box::new(order) });
        let solver = Solver::for_search(&self.model, self.options);
        (solver, Dfs::new(branchers.into(), Limits::default()).measuring())
    }
}

/// A set of assignments of some variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct FoundAssignments {
    vars: Vec<IntVar>,
    assignments: BTreeSet<Box<[i32]>>,
}

/// The memory for an assignment besides its values, about: its place in the tree, and what the allocator adds.
const OVERHEAD: usize = 48;

impl FoundAssignments {
    /// The empty set, for assignments of these variables.
    pub(crate) fn new(vars: &[IntVar]) -> FoundAssignments {
        FoundAssignments { vars: vars.to_vec(), ..FoundAssignments::default() }
    }

    /// Adds the assignment at hand, in which all of them are fixed; true if it is new.
    pub(crate) fn insert(&mut self, solver: &Solver) -> bool {
        self.assignments.insert(self.values(solver))
    }

    /// Whether all of them are fixed, to an assignment of the set.
    pub(crate) fn has(&self, solver: &Solver) -> bool {
        self.vars.iter().all(|&var| solver.value(var).is_some())
            && self.assignments.contains(&self.values(solver))
    }

    fn values(&self, solver: &Solver) -> Box<[i32]> {
        self.vars.iter().map(|&var| solver.min(var)).collect()
    }

    /// The number of assignments.
    pub(crate) fn len(&self) -> usize {
        self.assignments.len()
    }

    /// The memory that they take, in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.assignments.len() * (OVERHEAD + self.vars.len() * size_of::<i32>())
    }

    /// Removes all.
    pub(crate) fn clear(&mut self) {
        self.assignments = BTreeSet::new();
    }
}

impl Dfs {
    /// From now on, does not go on below a node where all variables are fixed as in one of these assignments.
    pub(crate) fn pass_over(&mut self, known: FoundAssignments) {
        self.known = Some(known);
    }

    /// Goes on everywhere again, and gives back what it passed over.
    pub(crate) fn passed_over(&mut self) -> FoundAssignments {
        self.known.take().unwrap_or_default()
    }
}
