//! How many views have each of some values, and how many values there are.

use proptest::prelude::*;
use residua::constraints::{Amount, Constraint, global_cardinality, nvalue};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::counting::{Side, Wanted, side, wanted};
use crate::catalogue::{Definition, Promise, Row, Term, plain_terms, terms};
use crate::kinds::Kind;

/// Views, values with their counts, and whether there are no other values.
#[derive(Clone, Debug)]
pub(crate) struct Cardinality(pub(crate) Vec<Term>, pub(crate) Vec<(i32, Wanted)>, pub(crate) bool);

impl Definition for Cardinality {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::GlobalCardinality)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.iter().copied().chain(self.1.iter().filter_map(|(_, wanted)| wanted.term())).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (views, rest) = values.split_at(self.0.len());
        let mut rest = rest.iter().copied();
        let is_listed = |value: &i64| self.1.iter().any(|&(listed, _)| i64::from(listed) == *value);
        self.1.iter().all(|&(value, wanted)| {
            let number = views.iter().filter(|&&own| own == i64::from(value)).count() as i64;
            wanted.is(number, &mut rest)
        }) && (!self.2 || views.iter().all(is_listed))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (views, rest) = views.split_at(self.0.len());
        let mut rest = rest.iter().copied();
        let counts: Vec<Amount> = self.1.iter().map(|(_, wanted)| wanted.amount(&mut rest)).collect();
        let constraint = global_cardinality(views, self.1.iter().map(|&(value, _)| value), counts);
        Arc::new(if self.2 { constraint.closed() } else { constraint })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        let is_fixed = self.1.iter().all(|(_, wanted)| wanted.term().is_none());
        if is_fixed && !repeats { Promise::Domain } else { Promise::Checking }
    }

    /// Where variables occur twice, or counts have holes.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Views, and how many different values they have.
#[derive(Clone, Debug)]
pub(crate) struct Distinct(pub(crate) Vec<Term>, pub(crate) Wanted);

impl Definition for Distinct {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Nvalue)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.iter().copied().chain(self.1.term()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (views, rest) = values.split_at(self.0.len());
        let number = (0..views.len()).filter(|&at| !views[..at].contains(&views[at])).count() as i64;
        self.1.is(number, &mut rest.iter().copied())
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (views, rest) = views.split_at(self.0.len());
        Arc::new(nvalue(views, self.1.amount(&mut rest.iter().copied())))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    /// It becomes an `all_different`, or equalities.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let views = prop_oneof![3 => plain_terms(), 1 => terms()].boxed();
    let values = Just(vec![-1, 0, 1, 2, 3]).prop_shuffle();
    let distinct = views
        .clone()
        .prop_flat_map(|terms| (Just(terms.clone()), wanted(terms.len())))
        .prop_map(|(terms, number)| Distinct(terms, number).into());
    let cardinalities = (views, values, 0..=4usize, any::<bool>(), any::<bool>())
        .prop_flat_map(|(terms, values, count, is_fixed, is_closed)| {
            let number = move |at: usize| {
                let range = (-1..=2i64, -1..=4i64).prop_map(|(low, high)| Wanted::Between(low, high));
                let number = (0..=2i64).prop_map(|number| Wanted::Equal(Side::Number(number)));
                let fixed = prop_oneof![2 => number, 1 => range].boxed();
                if is_fixed {
                    fixed
                } else {
                    prop_oneof![1 => fixed, 2 => side(at).prop_map(Wanted::Equal)].boxed()
                }
            };
            let numbers: Vec<_> = (0..count).map(|i| number(terms.len() + i)).collect();
            (Just(terms), Just(values), numbers, Just(is_closed))
        })
        .prop_map(|(terms, values, numbers, is_closed)| {
            Cardinality(terms, values.into_iter().zip(numbers).collect(), is_closed).into()
        });
    prop_oneof![2 => cardinalities, 1 => distinct].boxed()
}
