//! Sums.

use proptest::prelude::*;
use residua::constraints::{Constraint, exact_sum};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, terms};
use crate::kinds::Kind;

/// `Σ terms = total`
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<Term>,
    pub(crate) total: i64,
}

impl Definition for Sum {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::ExactSum)
    }

    fn terms(&self) -> Vec<Term> {
        self.terms.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        values.iter().sum::<i64>() == self.total
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(exact_sum(views, self.total))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        let is_plain = self.terms.iter().all(|t| t.scale.abs() == 1);
        if is_plain && !repeats { Promise::Bounds } else { Promise::Checking }
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    (terms(), -6..=12i64).prop_map(|(terms, total)| Sum { terms, total }.into()).boxed()
}
