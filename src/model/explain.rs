//! Explanations and past domains of a solver, in the variables of its model.

use crate::domain::Domain;
use crate::engine::Step;
use crate::model::{IntAtom, IntVar, Solver};
use crate::store::{self, Domains};

/// The domains of a model's variables as they were in a [`Solver`] some time ago.
///
/// A solver that records has its whole past; any other one has it at the ends of its open levels only.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    solver: &'a Solver,
    past: store::Past<'a>,
}

impl Solver {
    /// Explains why an atom, which is true now, is true; `None` if its variable was made so, or if reasons are not recorded.
    ///
    /// Where variables are equal by constraint, and [became one](crate::model::Options::merge_equal), the premises are about the first of
    /// them.
    ///
    /// ```
    /// use residua::constraints::{eq, lt};
    /// use residua::model::{Model, Options, Solver};
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
    /// model.post(eq(y, x + 2))?;
    /// model.post(lt(y, z))?;
    /// let mut solver = Solver::new(&model, Options::default().record(true));
    /// solver.propagate().expect("nothing clashes");
    /// solver.assume(y.at_least(6)).expect("6 is possible");
    /// solver.propagate().expect("nothing clashes");
    /// let step = solver.explain(z.at_least(7)).expect("it was not so from the start");
    /// assert!(step.premises.contains(&x.at_least(4)), "which is y ≥ 6");
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If it is an atom of another model.
    pub fn explain(&self, atom: IntAtom) -> Option<Step<IntAtom>> {
        self.explain_before(atom, self.store().position())
    }

    /// Explains why an atom, which was true when the trail held `position` changes, was true then.
    ///
    /// # Panics
    /// If it is an atom of another model.
    pub fn explain_before(&self, atom: IntAtom, position: usize) -> Option<Step<IntAtom>> {
        let mut step = self.map.step_of_model(self.engine().explain_before(self.inner(atom), position)?);
        // The question may have been about another variable than the representative.
        step.conclusion = Some(atom);
        Some(step)
    }

    /// Explains the newest failure; `None` before the first. Ask before anything is undone.
    pub fn explain_failure(&self) -> Option<Step<IntAtom>> {
        self.engine().explain_failure().map(|step| self.map.step_of_model(step))
    }

    /// The position of the change that made an atom true, looking back from `before`; `None` if it has been true from the
    /// start. It must be true at `before`.
    pub(crate) fn cause(&self, atom: IntAtom, before: usize) -> Option<usize> {
        self.store().cause(self.inner(atom), before)
    }

    /// The atom that the change at a position was to make true; `None` where it removed several values at once.
    pub(crate) fn posted(&self, position: usize) -> Option<IntAtom> {
        self.store().posted(position).map(|atom| self.map.atom_of_model(atom))
    }

    /// The domains of the model's variables as they were when the trail held `position` changes.
    pub fn past(&self, position: usize) -> Past<'_> {
        Past { solver: self, past: self.store().past(position) }
    }
}

impl Domains<IntVar> for Past<'_> {
    fn min(&self, var: IntVar) -> i32 {
        self.solver.view(var).min(&self.past)
    }

    fn max(&self, var: IntVar) -> i32 {
        self.solver.view(var).max(&self.past)
    }

    fn size(&self, var: IntVar) -> u64 {
        self.solver.view(var).size(&self.past)
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.solver.view(var).contains(&self.past, value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.solver.view(var).domain(&self.past)
    }
}
