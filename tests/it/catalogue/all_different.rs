//! All values differ.

use proptest::prelude::*;
use residua::constraints::{Constraint, all_different};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Forms, Instance, Promise, Row, Term, consistency, terms};
use crate::kinds::Kind;

/// With the consistency that is asked of it, if one is.
#[derive(Clone, Debug)]
pub(crate) struct AllDifferent(pub(crate) Vec<Term>, pub(crate) Option<Consistency>);

impl Definition for AllDifferent {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::AllDifferent)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        (0..values.len()).all(|i| (0..i).all(|j| values[i] != values[j]))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let constraint = all_different(views);
        Arc::new(match self.1 {
            Some(own) => constraint.at(own),
            None => constraint,
        })
    }

    fn promise(&self, consistency: Consistency, repeats: bool) -> Promise {
        match self.1.unwrap_or(consistency) {
            _ if repeats => Promise::Checking,
            Consistency::Value => Promise::Value,
            Consistency::Bounds => Promise::Bounds,
            Consistency::Domain => Promise::Domain,
        }
    }

    fn works_on_bounds(&self, consistency: Consistency) -> bool {
        self.1.unwrap_or(consistency) == Consistency::Bounds
    }
}

fn own_consistency() -> impl Strategy<Value = Option<Consistency>> {
    prop::option::weighted(0.75, consistency())
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    (terms(), own_consistency()).prop_map(|(terms, own)| AllDifferent(terms, own).into()).boxed()
}

/// An `all_different` in which some variables have few values between them, and the others have those and more: this
/// also tests what a Hall set removes from variables that are far from being in one.
pub(super) fn crowded(forms: Forms) -> impl Strategy<Value = Instance> {
    let far = if forms == Forms::Small { vec![6] } else { vec![6, 500, 100_000] };
    let masks = prop::collection::vec(any::<u8>(), 3..=5);
    (prop::sample::select(far), 1..=3usize, masks, own_consistency()).prop_map(|(far, tight, masks, own)| {
        let pool = [0, far, 2, -1, 3, 4, 5];
        let values = |(i, mask): (usize, &u8)| {
            let few = if i < tight { tight } else { pool.len() };
            let mask = if i < tight { *mask } else { mask | mask >> 3 };
            let mut values: Vec<i32> = pool[..few]
                .iter()
                .enumerate()
                .filter(|(at, _)| mask >> at & 1 != 0)
                .map(|(_, &v)| v)
                .collect();
            if values.is_empty() {
                values.extend(&pool[..few]);
            }
            values.sort_unstable();
            values
        };
        let domains: Vec<Vec<i32>> = masks.iter().enumerate().map(values).collect();
        let rows = vec![AllDifferent(Term::plain(domains.len()), own).into()];
        Instance { domains, rows }
    })
}
