//! Completion of an assignment by auxiliary variables, for the checks of claims while a search learns.
//!
//! Without learning, the domains of auxiliary variables follow from the scope of their constraint. Nogoods restrict them by themselves,
//! they may be decided, and facts of the root restrict them when they are made. So what a propagator
//! takes away may follow from that, too: an assignment that satisfies the constraint speaks against a propagator only if the auxiliary
//! variables can have the values that they have there.

use crate::engine::queue::Members;
use crate::engine::{DifferentViews, Engine};
use crate::store::{Atom, ConstraintId, Domains, PropId, VarId};

impl Engine {
    /// Ends posting: keeps the constraints as they are, if claims are to be checked while a search learns.
    pub(crate) fn end_posting(&mut self) {
        self.different = DifferentViews::default();
        if self.meaning.is_some() && self.keeps_nogoods() {
            let mut posted = self.clone();
            posted.meaning = None;
            posted.queue.clear();
            self.posted = Some(Box::new(posted));
        }
    }

    /// Whether a driver keeps nogoods.
    pub(super) fn keeps_nogoods(&self) -> bool {
        self.stated.is_some()
    }

    /// Whether the constraint has auxiliary variables that may be restricted by more than its scope.
    pub(super) fn has_learned_auxiliaries(&self, constraint: ConstraintId) -> bool {
        self.posted.is_some() && self.auxiliaries_of(constraint).next().is_some()
    }

    fn auxiliaries_of(&self, constraint: ConstraintId) -> impl Iterator<Item = VarId> + '_ {
        let own = self.own;
        let owners = (0..).zip(&self.owners).filter(move |&(_, &owner)| owner == constraint);
        owners.map(move |(at, _)| VarId::new(own + at))
    }

    /// Whether auxiliary variables with these domains, under these true atoms, allow an assignment of the scope that satisfies the
    /// constraint.
    pub(super) fn allows(
        &self,
        constraint: ConstraintId,
        assignment: &mut dyn Iterator<Item = (VarId, i32)>,
        domains: &impl Domains,
        true_atoms: &[Atom],
    ) -> bool {
        if !self.has_learned_auxiliaries(constraint) {
            return true;
        }
        // A failure of the constraint alone speaks against its propagators.
        let Some(alone) = self.alone(constraint, assignment) else { return true };
        self.auxiliaries_of(constraint).all(|var| {
            let value = alone.store.domain(var);
            let is_true = |atom: &Atom| atom.var() != var || value.iter().all(|value| atom.allows(value));
            value.difference(&domains.domain(var)).is_empty() && true_atoms.iter().all(is_true)
        })
    }

    /// The constraint by itself at its fixpoint where the scope has these values; `None` if that is a failure.
    fn alone(
        &self,
        constraint: ConstraintId,
        assignment: &mut dyn Iterator<Item = (VarId, i32)>,
    ) -> Option<Engine> {
        let mut alone = Engine::clone(self.posted.as_deref()?);
        for (index, slot) in alone.slots.iter().enumerate() {
            let id = PropId::new(index);
            if slot.constraint == constraint {
                alone.queue.schedule(Members::one(id), slot.propagator.cost());
            } else {
                alone.queue.put_to_sleep(id);
            }
        }
        for (var, value) in assignment {
            alone.assume(Atom::eq(var, value)).ok()?;
        }
        alone.propagate().ok()?;
        Some(alone)
    }
}
