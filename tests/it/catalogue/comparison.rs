//! Comparisons of two terms, or of a term and a number.

use proptest::prelude::*;
use residua::constraints::{Comparator, Constraint, Expr, eq, ge, gt, le, lt, ne};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term};
use crate::kinds::Kind;

/// `left ∘ right`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compare(pub(crate) Sign, pub(crate) Term, pub(crate) Term);

/// `left ∘ constant`
#[derive(Clone, Copy, Debug)]
struct CompareConstant(Sign, Term, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Sign {
    pub(crate) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Sign::Eq => a == b,
            Sign::Ne => a != b,
            Sign::Lt => a < b,
            Sign::Le => a <= b,
            Sign::Gt => a > b,
            Sign::Ge => a >= b,
        }
    }

    pub(crate) fn compare(self, left: Expr, right: Expr) -> Arc<dyn Constraint> {
        let compare = match self {
            Sign::Eq => eq,
            Sign::Ne => ne,
            Sign::Lt => lt,
            Sign::Le => le,
            Sign::Gt => gt,
            Sign::Ge => ge,
        };
        compare(left, right).into_shared()
    }

    pub(crate) fn comparator(self) -> Comparator {
        match self {
            Sign::Eq => Comparator::Eq,
            Sign::Ne => Comparator::Ne,
            Sign::Lt => Comparator::Lt,
            Sign::Le => Comparator::Le,
            Sign::Gt => Comparator::Gt,
            Sign::Ge => Comparator::Ge,
        }
    }

    pub(crate) fn kind(self) -> Kind {
        match self {
            Sign::Eq => Kind::Eq,
            Sign::Ne => Kind::Ne,
            Sign::Lt => Kind::Lt,
            Sign::Le => Kind::Le,
            Sign::Gt => Kind::Gt,
            Sign::Ge => Kind::Ge,
        }
    }
}

impl Definition for Compare {
    fn kind(&self) -> Option<Kind> {
        Some(self.0.kind())
    }

    fn terms(&self) -> Vec<Term> {
        vec![self.1, self.2]
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.0.holds(values[0], values[1])
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        self.0.compare(views[0].into(), views[1].into())
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

impl Definition for CompareConstant {
    fn kind(&self) -> Option<Kind> {
        Some(self.0.kind())
    }

    fn terms(&self) -> Vec<Term> {
        vec![self.1]
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.0.holds(values[0], self.2.into())
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        self.0.compare(views[0].into(), self.2.into())
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

pub(crate) fn sign() -> impl Strategy<Value = Sign> + Clone {
    prop::sample::select(vec![Sign::Eq, Sign::Ne, Sign::Lt, Sign::Le, Sign::Gt, Sign::Ge])
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let of_terms = (sign(), term(), term()).prop_map(|(sign, left, right)| Compare(sign, left, right).into());
    let of_constants =
        (sign(), term(), -4..=6i32).prop_map(|(sign, left, right)| CompareConstant(sign, left, right).into());
    prop_oneof![3 => of_terms, 1 => of_constants].boxed()
}
