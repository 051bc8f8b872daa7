//! Lists with the same values, and what windows of a list have.

use proptest::prelude::*;
use residua::constraints::{Constraint, same_values, sliding_among, sliding_sum};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, plain_terms, term, terms};
use crate::kinds::Kind;

/// Two lists of the same length.
#[derive(Clone, Debug)]
struct Same(Vec<Term>);

impl Definition for Same {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::SameValues)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (xs, ys) = values.split_at(values.len() / 2);
        let count = |list: &[i64], value: i64| list.iter().filter(|&&v| v == value).count();
        values.iter().all(|&v| count(xs, v) == count(ys, v))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (xs, ys) = views.split_at(views.len() / 2);
        Arc::new(same_values(xs, ys))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Views, how many are a window, the values that are counted unless they are added, and the range.
#[derive(Clone, Debug)]
pub(crate) struct Sliding(
    pub(crate) Vec<Term>,
    pub(crate) usize,
    pub(crate) Option<Vec<i32>>,
    pub(crate) [i64; 2],
);

impl Definition for Sliding {
    fn kind(&self) -> Option<Kind> {
        Some(if self.2.is_some() { Kind::SlidingAmong } else { Kind::SlidingSum })
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let step = |v: i64| match &self.2 {
            None => v,
            Some(set) => i64::from(set.iter().any(|&of| i64::from(of) == v)),
        };
        let [low, high] = self.3;
        (self.1..=values.len()).all(|end| {
            let total: i64 = values[end - self.1..end].iter().map(|&v| step(v)).sum();
            low <= total && total <= high
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let [low, high] = self.3;
        Arc::new(match &self.2 {
            None => sliding_sum(views, self.1, low..=high),
            Some(set) => sliding_among(views, Domain::from(set.clone()), self.1, low..=high),
        })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        let is_plain = self.0.iter().all(|t| t.scale.abs() == 1);
        match &self.2 {
            _ if repeats => Promise::Checking,
            Some(_) => Promise::Domain,
            None if is_plain => Promise::Bounds,
            None => Promise::Checking,
        }
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let list = prop_oneof![2 => plain_terms(), 1 => prop::collection::vec(term(), 0..=5)];
    let same = list.prop_map(|mut terms| {
        terms.truncate(terms.len() / 2 * 2);
        Same(terms).into()
    });
    let set =
        prop::collection::btree_set(-3..=6i32, 0..=4).prop_map(|set| set.into_iter().collect::<Vec<_>>());
    let views = prop_oneof![2 => plain_terms(), 1 => terms()];
    let sliding = (views, 1..=4usize, prop::option::of(set), -3..=4i64, 0..=4i64).prop_map(
        |(terms, window, set, low, width)| {
            let range = if set.is_some() { [low.max(0), low.max(0) + width / 2] } else { [low, low + width] };
            Sliding(terms, window, set, range).into()
        },
    );
    prop_oneof![1 => same, 1 => sliding].boxed()
}
