//! Stated nogoods of constraints, turned into propagators for a search that does not learn.

use crate::constraints::post_atoms;
use crate::model::{ConstraintId, Solver};
use crate::store::Failure;

impl Solver {
    /// This solver for a search that keeps no nogoods: those stated become propagators, which are no longer attributed to their
    /// constraints.
    pub(crate) fn without_nogoods(mut self) -> Solver {
        let stated = self.engine_mut().keep_no_nogoods();
        let by_one = ConstraintId::new(0);
        let mut post = |nogood: Vec<_>| -> Result<(), Failure> {
            let literals = nogood.into_iter().map(std::ops::Not::not).collect();
            post_atoms(literals, &mut self.engine.poster(&self.map, by_one))
        };
        let is_refuted = stated.into_iter().any(|nogood| post(nogood).is_err());
        self.refuted |= is_refuted;
        self
    }
}
