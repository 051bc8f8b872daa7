//! Refutations: what propagation alone does not show is shown by assuming the opposite and failing on every branch.
//!
//! On each level, [cases](crate::inspect::why::cases) are assumed one after another. Among those that propagation refutes, the one with
//! the shortest derivation of its contradiction is excluded for good, and so on; the level is split only when propagation refutes no case.
//! What is excluded and turns out to be useless does no harm: a derivation contains only what its conclusion depends on. A contradiction
//! that does not depend on what its level assumes is one of the level around.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential at worst; on each level its cases are tried once for each that is refuted |
//! | Source | Gamba, Bogaerts & Guns, *Efficiently Explaining CSPs with Unsatisfiable Subset Optimization*, JAIR 78, 2023, for nested explanations |

use fixedbitset::FixedBitSet;

use crate::inspect::why::cases::{CaseResult, compared};
use crate::inspect::why::trace::{Trace, Tracer};
use crate::model::{IntAtom, IntVar};
use crate::search::{Deadline, Limit};

/// Derives what holds in all solutions.
#[derive(Debug)]
pub(super) struct Refuter<'a> {
    pub(super) tracer: Tracer<'a>,
    /// The variables whose values may be cases.
    pub(super) vars: Vec<IntVar>,
    /// The variables whose bounds may be cases, too.
    pub(super) compared: FixedBitSet,
    deadline: &'a Deadline,
    tried: u64,
}

impl<'a> Refuter<'a> {
    pub(super) fn new(tracer: Tracer<'a>, deadline: &'a Deadline) -> Refuter<'a> {
        let model = tracer.alone.model;
        let mut constrained = FixedBitSet::with_capacity(model.domains().len());
        for (_, constraint) in model.constraints() {
            constrained.extend(constraint.scope().iter().map(|view| view.var.index()));
        }
        let vars = model.vars().filter(|var| constrained.contains(var.index())).collect();
        let compared = compared(model);
        Refuter { tracer, vars, compared, deadline, tried: 0 }
    }

    /// Derives `goal`, or a contradiction, on the current level, which began at `start`; `None` if a solution is found.
    /// With `splits` false also if refutations of single cases do not suffice.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn derive(
        &mut self,
        goal: Option<IntAtom>,
        start: usize,
        splits: bool,
    ) -> Result<Option<Trace>, Limit> {
        loop {
            if !self.survives()? {
                return self.trace(None, start).map(Some);
            }
            if goal.is_some_and(|goal| goal.holds(&self.tracer.solver)) {
                return self.trace(goal, start).map(Some);
            }
            let refuted = match self.try_all()? {
                CaseResult::Refuted(atom) => self.refute(atom)?,
                CaseResult::Open(atom) if splits => self.refute(atom)?,
                CaseResult::Open(_) | CaseResult::Solved => None,
            };
            let Some(trace) = refuted else { return Ok(None) };
            if !trace.rests_on_assumption() {
                return self.tracer.around(trace, start, self.deadline.interrupt()).map(Some);
            }
            self.tracer.conclude(trace);
        }
    }

    /// Derives `goal` at the root by assuming its opposite; or a contradiction, if there is no goal.
    pub(super) fn derive_by_opposite(&mut self, goal: IntAtom) -> Result<Option<Trace>, Limit> {
        let failed = !self.survives()?;
        if failed || (!goal).holds(&self.tracer.solver) {
            return self.derive(None, 0, true);
        }
        if !goal.holds(&self.tracer.solver) {
            let Some(trace) = self.refute(!goal)? else { return Ok(None) };
            if !trace.rests_on_assumption() {
                return self.tracer.around(trace, 0, self.deadline.interrupt()).map(Some);
            }
            self.tracer.conclude(trace);
        }
        self.trace(Some(goal), 0).map(Some)
    }

    /// The derivation in which assuming `atom` leads to contradictions only; `None` if it does not.
    pub(super) fn refute(&mut self, atom: IntAtom) -> Result<Option<Trace>, Limit> {
        let start = self.tracer.suppose(atom);
        let result = self.derive(None, start, true);
        self.tracer.take_back();
        result
    }

    fn trace(&mut self, goal: Option<IntAtom>, start: usize) -> Result<Trace, Limit> {
        self.tracer.trace(goal, start, self.deadline.interrupt())
    }

    pub(super) fn survives(&mut self) -> Result<bool, Limit> {
        self.tracer.solver.survives([], self.deadline.interrupt())
    }

    /// Counts a node, and looks at the limits.
    pub(super) fn count(&mut self) -> Result<(), Limit> {
        self.tried += 1;
        if self.deadline.limits().nodes.is_some_and(|nodes| self.tried > nodes) {
            return Err(Limit::Nodes);
        }
        self.deadline.check()
    }
}
