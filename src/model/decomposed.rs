//! Lowering of a model: auxiliary variables of constraints become variables of the model, as other solvers need it.

use std::borrow::Cow;
use std::sync::Arc;

use crate::constraints::{Auxiliaries, Constraint};
use crate::domain::Domain;
use crate::engine::{Part, Shared};
use crate::model::{IntVar, Model};
use crate::store::{Domains, Failure};

impl Model {
    /// Lowers the model to one without constraints that need auxiliary variables: these are added after its [own](Self::own_vars), and each
    /// solution of the model is one of the lowered model, with one value for each of them. Borrowed where nothing has to be changed.
    pub fn decomposed(&self) -> Cow<'_, Model> {
        // Without values for a variable there is no solution, whatever the constraints.
        if self.domains.iter().any(Domain::is_empty) {
            return Cow::Borrowed(self);
        }
        let mut with = With { model: self.without_constraints(), known: Shared::default() };
        let mut is_changed = false;
        for posted in &self.posted {
            let simpler = posted.constraint.decompose(&mut with).ok().flatten();
            is_changed |= simpler.is_some();
            let constraint = simpler.unwrap_or_else(|| Arc::clone(&posted.constraint));
            let id = with.model.add(constraint);
            with.model.posted[id.index()].name.clone_from(&posted.name);
        }
        if !is_changed {
            return Cow::Borrowed(self);
        }
        with.model.own = Some(self.domains.len());
        Cow::Owned(with.model)
    }
}

/// The lowered model, to which auxiliary variables are added.
struct With {
    model: Model,
    known: Shared,
}

impl Auxiliaries for With {
    fn new_var(&mut self, values: Domain) -> IntVar {
        let name = format!("auxiliary[{}]", self.model.domains.len());
        self.model.named_var(&name, values)
    }

    fn define(&mut self, definition: Arc<dyn Constraint>) -> Result<(), Failure> {
        let simpler = definition.decompose(self)?.unwrap_or(definition);
        let _ = self.model.add(simpler);
        Ok(())
    }

    fn find(&self, part: &Part) -> Option<IntVar> {
        let index = self.known.find(None, part)? as usize;
        Some(IntVar::new(index, self.model.marks.of(index)))
    }

    fn share(&mut self, part: Part, var: IntVar) {
        self.known.insert(None, part, var.index() as u64);
    }
}

impl Domains<IntVar> for With {
    fn min(&self, var: IntVar) -> i32 {
        Domains::min(&self.model.domains[..], var)
    }

    fn max(&self, var: IntVar) -> i32 {
        Domains::max(&self.model.domains[..], var)
    }

    fn size(&self, var: IntVar) -> u64 {
        Domains::size(&self.model.domains[..], var)
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        Domains::contains(&self.model.domains[..], var, value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        Domains::domain(&self.model.domains[..], var)
    }
}
