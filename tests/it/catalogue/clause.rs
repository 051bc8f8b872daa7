//! Some of several atoms.

use proptest::prelude::*;
use residua::constraints::{Constraint, clause};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntView};
use residua::store::Relation;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term};
use crate::kinds::Kind;

/// Atoms, of which at least one is true, by the numbers of their variables.
#[derive(Clone, Debug)]
pub(crate) struct Clause(pub(crate) Vec<(usize, Relation, i32)>);

impl Definition for Clause {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Clause)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.iter().map(|&(var, ..)| Term { var, scale: 1, offset: 0 }).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        values.iter().zip(&self.0).any(|(&value, atom)| is_true(atom, value))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let atom = |(view, &(_, relation, value)): (&IntView, &(usize, Relation, i32))| {
            IntAtom::new(view.var, relation, value)
        };
        Arc::new(clause(views.iter().zip(&self.0).map(atom)))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

/// Whether the atom is true where its variable has that value.
pub(super) fn is_true(&(_, relation, right): &(usize, Relation, i32), left: i64) -> bool {
    let right = i64::from(right);
    match relation {
        Relation::Eq => left == right,
        Relation::Ne => left != right,
        Relation::Le => left <= right,
        Relation::Ge => left >= right,
    }
}

/// A few atoms, often of the same variables, with values within and beyond the domains, and at the ends of what there is.
pub(super) fn atoms() -> impl Strategy<Value = Vec<(usize, Relation, i32)>> {
    prop::collection::vec(atom(), 0..=6)
}

pub(super) fn atom() -> impl Strategy<Value = (usize, Relation, i32)> {
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    let value = prop_oneof![
        30 => -3..=5i32,
        2 => prop::sample::select(vec![499, 500, 99_999, 100_000]),
        1 => prop::sample::select(vec![i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX]),
    ];
    (0..6usize, relation, value)
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    atoms().prop_map(|atoms| Clause(atoms).into()).boxed()
}
