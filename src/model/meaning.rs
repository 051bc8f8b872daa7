//! Meaning of a model's constraints, for an engine that checks every run.

use std::cell::Cell;
use std::sync::Arc;

use crate::constraints::Constraint;
use crate::engine::{Mapping, Meaning};
use crate::model::{IntView, Model};
use crate::store::{ConstraintId, VarId};

/// The constraints of a model over the variables of an engine.
#[derive(Debug)]
pub(super) struct Meanings {
    constraints: Vec<Arc<dyn Constraint>>,
    /// By constraint: its text.
    described: Vec<String>,
    /// By constraint: the engine's variables of its scope.
    scopes: Vec<Vec<VarId>>,
    map: Mapping,
    /// By variable of the engine: the name of the first variable that it stands for.
    names: Vec<String>,
}

impl Meanings {
    pub(super) fn new(model: &Model, map: &Mapping, vars: usize) -> Meanings {
        let scope = |constraint: &Arc<dyn Constraint>| {
            let inner =
                |view| map.view(view).expect("invariant: the views of a scope are checked at posting");
            let mut scope: Vec<VarId> = constraint.scope().into_iter().map(|view| inner(view).var).collect();
            scope.sort_unstable();
            scope.dedup();
            scope
        };
        let constraints: Vec<Arc<dyn Constraint>> =
            model.constraints().map(|(_, constraint)| Arc::clone(constraint)).collect();
        let name =
            |var| if var < map.named() { model.name(map.name(VarId::new(var))) } else { "a constant".into() };
        let names = (0..vars).map(name).collect();
        Meanings {
            scopes: constraints.iter().map(scope).collect(),
            described: constraints.iter().map(|constraint| model.show(&**constraint).to_string()).collect(),
            constraints,
            map: map.clone(),
            names,
        }
    }
}

impl Meaning for Meanings {
    fn holds(&self, constraint: ConstraintId, values: &dyn Fn(VarId) -> Option<i32>) -> Option<bool> {
        let is_outside = Cell::new(false);
        let value = |view: IntView| {
            let value =
                self.map.view(view).and_then(|inner| values(inner.var).map(|value| inner.apply(value)));
            value.unwrap_or_else(|| {
                is_outside.set(true);
                0
            })
        };
        let holds = self.constraints[constraint.index()].check(&value);
        (!is_outside.get()).then_some(holds)
    }

    fn scope(&self, constraint: ConstraintId) -> &[VarId] {
        &self.scopes[constraint.index()]
    }

    fn constraints(&self) -> usize {
        self.constraints.len()
    }

    fn describe(&self, constraint: ConstraintId) -> String {
        self.described[constraint.index()].clone()
    }

    fn name(&self, var: VarId) -> String {
        self.names.get(var.index()).cloned().unwrap_or_else(|| "an auxiliary variable".into())
    }
}
