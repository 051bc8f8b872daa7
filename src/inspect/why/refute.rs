//! Refutations: what propagation alone does not show is shown by assuming the opposite and reaching a dead end on
//! every branch.
//!
//! On each level, values are assumed one after another. Of those that propagation refutes, the one with the shortest
//! derivation of its dead end is removed for good, and so on; only when there is none is the level split. Removals
//! that turn out to be useless do no harm: a derivation contains only what its conclusion depends on.
//!
//! | Promise | |
//! |---|---|
//! | Cost | exponential at worst; on each level a propagation for each open value, once for each value that is refuted |
//! | Source | Gamba, Bogaerts & Guns, *Efficiently Explaining CSPs with Unsatisfiable Subset Optimization*, JAIR 78, 2023, for nested explanations |

use crate::inspect::why::trace::{Trace, Tracer};
use crate::model::{IntAtom, IntVar};
use crate::search::{Deadline, Limit};
use crate::store::Domains;

/// A level with more open values than this is split without trying them all.
const TRIED: u64 = 4096;

/// Derives what holds in all solutions.
#[derive(Debug)]
pub(super) struct Refuter<'a> {
    pub(super) tracer: Tracer<'a>,
    vars: Vec<IntVar>,
    deadline: &'a Deadline,
    tried: u64,
}

/// The result of trying the open values of a level.
enum Tried {
    /// Propagation refutes this one, in fewer steps than others.
    Refuted(IntAtom),
    /// Propagation refutes none; assume this one.
    Open(IntAtom),
    /// All variables are fixed.
    Solved,
}

impl<'a> Refuter<'a> {
    pub(super) fn new(tracer: Tracer<'a>, deadline: &'a Deadline) -> Refuter<'a> {
        let vars = tracer.alone.model.vars().collect();
        Refuter { tracer, vars, deadline, tried: 0 }
    }

    /// Derives `goal`, or a dead end, on the current level, which began at `start`; `None` if a solution is found.
    /// With `splits` false also if refutations of single values do not suffice.
    ///
    /// # Errors
    /// The limit that came first.
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
                Tried::Refuted(atom) => self.refute(atom)?,
                Tried::Open(atom) if splits => self.refute(atom)?,
                Tried::Open(_) | Tried::Solved => None,
            };
            let Some(trace) = refuted else { return Ok(None) };
            self.tracer.conclude(trace);
        }
    }

    /// Derives `goal` at the root by assuming its opposite; or a dead end, if there is no goal.
    pub(super) fn derive_by_opposite(&mut self, goal: IntAtom) -> Result<Option<Trace>, Limit> {
        let failed = !self.survives()?;
        if failed || (!goal).holds(&self.tracer.solver) {
            return self.derive(None, 0, true);
        }
        let Some(trace) = self.refute(!goal)? else { return Ok(None) };
        self.tracer.conclude(trace);
        self.trace(Some(goal), 0).map(Some)
    }

    /// The derivation in which assuming `atom` leads to dead ends only; `None` if it does not.
    pub(super) fn refute(&mut self, atom: IntAtom) -> Result<Option<Trace>, Limit> {
        let start = self.tracer.suppose(atom);
        let result = self.derive(None, start, true);
        self.tracer.take_back();
        result
    }

    /// Assumes every open value in turn and undoes it.
    fn try_all(&mut self) -> Result<Tried, Limit> {
        let solver = &self.tracer.solver;
        let open: Vec<IntVar> =
            self.vars.iter().copied().filter(|&var| solver.value(var).is_none()).collect();
        let Some(&smallest) = open.iter().min_by_key(|&&var| solver.size(var)) else {
            return Ok(Tried::Solved);
        };
        let mut best = Tried::Open(smallest.is(solver.min(smallest)));
        let sizes = open.iter().map(|&var| solver.size(var));
        if sizes.fold(0, u64::saturating_add) > TRIED {
            return self.count().map(|()| best);
        }
        let mut shortest = usize::MAX;
        let mut least_left = (u64::MAX, f64::INFINITY);
        for var in open {
            let size = self.tracer.solver.size(var);
            let mut left = 0.0;
            let mut strongest = (f64::INFINITY, var.is(0));
            for value in &self.tracer.solver.domain(var) {
                self.count()?;
                let atom = var.is(value);
                let start = self.tracer.suppose(atom);
                let failed = !self.survives()?;
                let length = self.tracer.position() - start;
                if !failed {
                    let rest = self.freedom();
                    left += rest;
                    if rest < strongest.0 {
                        strongest = (rest, atom);
                    }
                }
                self.tracer.take_back();
                if failed && length < shortest {
                    shortest = length;
                    best = Tried::Refuted(atom);
                }
            }
            if shortest == usize::MAX && (size, left) < least_left {
                least_left = (size, left);
                best = Tried::Open(strongest.1);
            }
        }
        Ok(best)
    }

    fn trace(&mut self, goal: Option<IntAtom>, start: usize) -> Result<Trace, Limit> {
        self.tracer.trace(goal, start, self.deadline.alarm())
    }

    fn survives(&mut self) -> Result<bool, Limit> {
        self.tracer.solver.survives([], self.deadline.alarm())
    }

    /// The logarithm of the number of assignments left.
    fn freedom(&self) -> f64 {
        let solver = &self.tracer.solver;
        self.vars.iter().map(|&var| (solver.size(var) as f64).ln()).sum()
    }

    /// Counts a node, and looks at the limits.
    fn count(&mut self) -> Result<(), Limit> {
        self.tried += 1;
        if self.deadline.limits().nodes.is_some_and(|nodes| self.tried > nodes) {
            return Err(Limit::Nodes);
        }
        self.deadline.check()
    }
}
