//! Sums.

use proptest::prelude::*;
use residua::constraints::{Constraint, exact_sum, sum};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::comparison::sign;
use crate::catalogue::{Definition, Promise, Row, Sign, Term, terms};
use crate::kinds::Kind;

/// `Σ terms ∘ total`
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<Term>,
    pub(crate) sign: Sign,
    pub(crate) total: i64,
}

impl Definition for Sum {
    fn kind(&self) -> Option<Kind> {
        Some(if self.sign == Sign::Eq { Kind::ExactSum } else { self.sign.kind() })
    }

    fn terms(&self) -> Vec<Term> {
        self.terms.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.sign.holds(values.iter().sum(), self.total)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        match self.sign {
            Sign::Eq => Arc::new(exact_sum(views, self.total)),
            sign => sign.compare(sum(views), self.total.into()),
        }
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        let is_plain = self.terms.iter().all(|t| t.scale.abs() == 1);
        match self.sign {
            Sign::Eq if repeats || !is_plain => Promise::Checking,
            Sign::Eq => Promise::Bounds,
            _ => Promise::Domain,
        }
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let sign = prop_oneof![Just(Sign::Eq), sign()];
    (terms(), sign, -6..=12i64).prop_map(|(terms, sign, total)| Sum { terms, sign, total }.into()).boxed()
}
