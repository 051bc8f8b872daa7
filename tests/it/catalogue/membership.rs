//! `x in S`

use proptest::prelude::*;
use residua::constraints::{Constraint, in_set};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term};
use crate::kinds::Kind;

#[derive(Clone, Debug)]
struct InSet(Term, Vec<i32>);

impl Definition for InSet {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::InSet)
    }

    fn terms(&self) -> Vec<Term> {
        vec![self.0]
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.1.iter().any(|&v| i64::from(v) == values[0])
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(in_set(views[0], self.1.clone()))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    (term(), prop::collection::vec(-5..=8i32, 0..=5)).prop_map(|(term, set)| InSet(term, set).into()).boxed()
}
