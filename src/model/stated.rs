//! The nogoods that constraints stated to a search that learns, as propagators for one that does not.

use crate::constraints::post_atoms;
use crate::model::{ConstraintId, Solver};
use crate::store::Failure;

impl Solver {
    /// The same solver, of the same variables, for a search that keeps no nogoods. It does not say any more of which constraint each is.
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
