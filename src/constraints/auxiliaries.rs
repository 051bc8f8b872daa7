//! Auxiliary variables introduced by decomposition.
//!
//! An expression such as `x·y + z` is propagated by a variable for `x·y`, which callers never see. Posting makes such variables in the
//! engine, and an encoder in a copy of the model. A constraint that needs some makes them in
//! [`Constraint::decompose`], and returns the constraint that is left.

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::domain::Domain;
use crate::engine::{Part, Poster};
use crate::store::handle::IntVar;
use crate::store::{Domains, Failure, View};

/// A maker of auxiliary variables, which also defines them. It reads as the domains of all variables: the caller's, and the auxiliary ones.
pub trait Auxiliaries: Domains<IntVar> {
    /// A new auxiliary variable with these values.
    fn new_var(&mut self, values: Domain) -> IntVar;

    /// States the definition of auxiliary variables. Each assignment of the caller's variables must leave exactly one value to each of
    /// them, so that solutions are counted right, and this without a condition, even where the constraint is itself part of one.
    ///
    /// # Errors
    /// [`Failure`] if the domains exclude it.
    fn define(&mut self, definition: Arc<dyn Constraint>) -> Result<(), Failure>;

    /// The auxiliary variable that was made for an equal part, if one was.
    fn find(&self, part: &Part) -> Option<IntVar>;

    /// Keeps an auxiliary variable for that part: equal parts of expressions share it.
    fn share(&mut self, part: Part, var: IntVar);
}

/// Auxiliary variables of an engine.
impl Auxiliaries for Poster<'_> {
    fn new_var(&mut self, values: Domain) -> IntVar {
        self.new_auxiliary(&values)
    }

    fn define(&mut self, definition: Arc<dyn Constraint>) -> Result<(), Failure> {
        definition.post(&mut self.unguarded())
    }

    fn find(&self, part: &Part) -> Option<IntVar> {
        self.shared_auxiliary(part)
    }

    fn share(&mut self, part: Part, var: IntVar) {
        self.share_auxiliary(part, var);
    }
}

/// What is known of the domains while posting: where explanations are shown, what was known before, since only what follows from the
/// constraint itself needs no reason. What is learned rests on all that is true at the root.
impl Domains<IntVar> for Poster<'_> {
    fn min(&self, var: IntVar) -> i32 {
        self.read(var, |view, domains| view.min(domains))
    }

    fn max(&self, var: IntVar) -> i32 {
        self.read(var, |view, domains| view.max(domains))
    }

    fn size(&self, var: IntVar) -> u64 {
        self.read(var, |view, domains| view.size(domains))
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.read(var, |view, domains| view.contains(domains, value))
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.read(var, |view, domains| view.domain(domains))
    }
}

impl Poster<'_> {
    fn read<T>(&self, var: IntVar, what: impl Fn(View, &dyn Domains) -> T) -> T {
        let (view, store) = (self.view(var.view()), self.store());
        if store.is_recording() && !self.keeps_nogoods() {
            what(view, &store.past(store.position()).start())
        } else {
            what(view, store)
        }
    }
}
