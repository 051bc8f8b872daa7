//! Values that are equal, or different unless free, and inverse functions.

use proptest::prelude::*;
use residua::constraints::{
    Constraint, all_different_except, all_equal, inverse, inverse_partial, symmetric_all_different,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, plain_terms, term, terms};
use crate::kinds::Kind;

/// Views that differ unless they are of the set.
#[derive(Clone, Debug)]
struct Except(Vec<Term>, Vec<i32>);

impl Definition for Except {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::AllDifferentExcept)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let is_free = |v: i64| self.1.iter().any(|&free| i64::from(free) == v);
        (0..values.len()).all(|i| is_free(values[i]) || !values[..i].contains(&values[i]))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(all_different_except(views, Domain::from(self.1.clone())))
    }

    fn promise(&self, consistency: Consistency, repeats: bool) -> Promise {
        let is_weak = repeats || consistency == Consistency::Value;
        if is_weak { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Views that are equal.
#[derive(Clone, Debug)]
struct Equal(Vec<Term>);

impl Definition for Equal {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::AllEqual)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        values.iter().all(|v| *v == values[0])
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(all_equal(views))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Two lists, with the number of terms of the first, or one list that is both.
#[derive(Clone, Debug)]
struct Inverse(Kind, usize, Vec<Term>);

impl Definition for Inverse {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        match self.0 {
            Kind::SymmetricAllDifferent => [&self.2[..], &self.2[..]].concat(),
            _ => self.2.clone(),
        }
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (f, g) = values.split_at(self.1);
        let links = |f: &[i64], g: &[i64]| {
            (0..f.len()).all(|i| match usize::try_from(f[i]) {
                Ok(j) if j < g.len() => g[j] == i as i64,
                _ => self.0 == Kind::InversePartial,
            })
        };
        links(f, g) && links(g, f)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (f, g) = views.split_at(self.1);
        Arc::new(match self.0 {
            Kind::Inverse => inverse(f, g),
            Kind::InversePartial => inverse_partial(f, g),
            _ => symmetric_all_different(f),
        })
    }

    fn promise(&self, consistency: Consistency, repeats: bool) -> Promise {
        let is_strong = self.0 == Kind::InversePartial || consistency == Consistency::Domain;
        if is_strong && !repeats { Promise::Domain } else { Promise::Checking }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let views = || prop_oneof![2 => plain_terms(), 1 => terms()];
    let free = prop::collection::btree_set(-3..=6i32, 0..=3).prop_map(|set| set.into_iter().collect());
    let except = (views(), free).prop_map(|(terms, free)| Except(terms, free).into());
    let equal = views().prop_map(|terms| Equal(terms).into());
    // Of all views, or of as many as there are in two lists.
    let kinds = vec![
        Kind::Inverse,
        Kind::Inverse,
        Kind::InversePartial,
        Kind::InversePartial,
        Kind::SymmetricAllDifferent,
    ];
    let list = prop_oneof![4 => plain_terms(), 1 => prop::collection::vec(term(), 0..=5)];
    let inverses = (prop::sample::select(kinds), list, 0..=5usize).prop_map(|(kind, mut terms, first)| {
        let first = match kind {
            Kind::Inverse => terms.len() / 2,
            Kind::InversePartial => first.min(terms.len()),
            _ => terms.len(),
        };
        if kind == Kind::Inverse {
            terms.truncate(2 * first);
        }
        Inverse(kind, first, terms).into()
    });
    prop_oneof![2 => except, 1 => equal, 3 => inverses].boxed()
}
