//! Sums.

use proptest::prelude::*;
use residua::constraints::{Constraint, LinearSum, exact_sum, sum};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::comparison::{self, sign};
use crate::catalogue::{Definition, Promise, Row, Sign, Term, plain_terms, terms};
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

/// A sum of which domain consistency is asked for. The terms of a variable are added up.
#[derive(Clone, Debug)]
pub(crate) struct PartialSums(pub(crate) Sum);

impl Definition for PartialSums {
    fn kind(&self) -> Option<Kind> {
        self.0.kind()
    }

    fn terms(&self) -> Vec<Term> {
        self.0.terms()
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.0.holds(values)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let sum = exact_sum(views, self.0.total).at(Consistency::Domain);
        Arc::new(LinearSum { comparator: self.0.sign.comparator(), ..sum })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

/// A sum of different values.
#[derive(Clone, Debug)]
pub(crate) struct DistinctSum(pub(crate) Sum);

impl Definition for DistinctSum {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::ExactSum)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.terms()
    }

    fn holds(&self, values: &[i64]) -> bool {
        (0..values.len()).all(|i| !values[..i].contains(&values[i])) && self.0.holds(values)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let sum = exact_sum(views, self.0.total);
        Arc::new(LinearSum { comparator: self.0.sign.comparator(), ..sum }.distinct())
    }

    /// So that they start with at most 16 values: 11 next to one another, and a far one each.
    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        let is_near = |t: &Term| t.scale == 1 && (-2..=2).contains(&t.offset);
        if repeats || !self.0.terms.iter().all(is_near) { Promise::Checking } else { Promise::Domain }
    }

    /// Where there are many values.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let sign = prop_oneof![Just(Sign::Eq), sign()];
    let sums = (terms(), sign, -6..=12i64).prop_map(|(terms, sign, total)| Sum { terms, sign, total });
    let sums = sums.boxed();
    let terms = || prop_oneof![3 => plain_terms(), 1 => terms()];
    let sign = || prop_oneof![4 => Just(Sign::Eq), 1 => comparison::sign()];
    let distinct = (terms(), sign(), -4..=12i64)
        .prop_map(|(terms, sign, total)| DistinctSum(Sum { terms, sign, total }).into());
    let partial = (terms(), sign(), -6..=12i64)
        .prop_map(|(terms, sign, total)| PartialSums(Sum { terms, sign, total }).into());
    prop_oneof![2 => sums.prop_map(Row::from), 2 => distinct, 1 => partial].boxed()
}
