//! Relaxation of a model: drops all constraints on some of the variables.

use std::sync::Arc;

use crate::constraints::{Constraint, all_of};
use crate::domain::Domain;
use crate::model::{IntAtom, IntVar, Model};

impl Model {
    /// A relaxation of the model without constraints on `vars`: each constraint that has one of them in its scope is replaced by one that
    /// always holds, so that all constraints keep their numbers and names, and an empty domain of one of them by a single value.
    ///
    /// Each solution of the original, whatever values these variables have in it, is a solution of the relaxation. So what holds of the
    /// other variables in all solutions of the relaxation holds in all solutions of the original, and if the relaxation has no solution,
    /// the original has none.
    ///
    /// ```
    /// use residua::constraints::{eq, lt};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=2));
    /// model.post(lt(x, y))?;
    /// model.post(eq(y, z))?;
    /// assert_eq!(model.solutions().count(), 3);
    /// let relaxed = model.forgetting(&[z]);
    /// assert_eq!(relaxed.solutions().count(), 3 * 3);
    /// assert_eq!(relaxed.constraints().count(), 2);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn forgetting(&self, vars: &[IntVar]) -> Model {
        const NOTHING: [IntAtom; 0] = [];
        let mut is_forgotten = vec![false; self.domains().len()];
        for var in vars {
            is_forgotten[var.index()] = true;
        }
        let mut relaxed = self.without_constraints();
        for &var in vars.iter().filter(|&&var| self.domain(var).is_empty()) {
            relaxed.set_domain(var, Domain::from(0));
        }
        for (id, constraint) in self.constraints() {
            let says_nothing = constraint.scope().iter().any(|view| is_forgotten[view.var.index()]);
            let kept = if says_nothing { all_of(NOTHING).into_shared() } else { Arc::clone(constraint) };
            let id_there = relaxed.post(kept).expect("invariant: it was posted before");
            if let Some(name) = self.given_name(id) {
                relaxed.name_constraint(id_there, name);
            }
        }
        relaxed
    }
}
