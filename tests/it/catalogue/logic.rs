//! Constraints of constraints.

use proptest::prelude::*;
use residua::constraints::{Constraint, all_of, any_of, iff, not};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{
    Definition, Promise, Row, Term, all_different, calculation, cardinality, clause, comparison, consistency,
    counting, extensional, extremum, formula, graph, membership, ordering, packing, sum,
};
use crate::kinds::Kind;

/// A connective, and what it connects: one part or two, or any number.
#[derive(Clone, Debug)]
struct Connected(Kind, Vec<Row>);

impl Connected {
    /// The parts, each with its own of the items that there are one of for each term.
    fn split<'a, T>(&'a self, mut items: &'a [T]) -> impl Iterator<Item = (&'a Row, &'a [T])> {
        self.1.iter().map(move |row| {
            let (own, rest) = items.split_at(row.terms().len());
            items = rest;
            (row, own)
        })
    }
}

impl Definition for Connected {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.1.iter().flat_map(|row| row.terms()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut parts = self.split(values).map(|(row, own)| row.holds(own));
        match self.0 {
            Kind::AnyOf => parts.any(|holds| holds),
            Kind::AllOf => parts.all(|holds| holds),
            Kind::Iff => parts.next() == parts.next(),
            _ => parts.next() == Some(false),
        }
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut parts = self.split(views).map(|(row, own)| row.constraint(own));
        let mut next = || parts.next().expect("it has as many parts");
        match self.0 {
            Kind::AnyOf => any_of(parts).into_shared(),
            Kind::AllOf => all_of(parts).into_shared(),
            Kind::Iff => iff(next(), next()).into_shared(),
            _ => not(next()).into_shared(),
        }
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }

    fn is_stated(&self) -> bool {
        self.1.iter().all(|part| part.is_stated())
    }
}

/// A disjunction whose parts are propagated by themselves.
#[derive(Clone, Debug)]
struct Constructive(Connected, Consistency);

impl Definition for Constructive {
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
        let parts = self.0.split(views).map(|(row, own)| row.constraint(own));
        any_of(parts).constructive(self.1).into_shared()
    }

    /// `constructive` has the promise, for parts that have it.
    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }

    fn is_stated(&self) -> bool {
        self.0.is_stated()
    }
}

/// Any constraint that is none of these.
fn part() -> BoxedStrategy<Row> {
    prop_oneof![
        8 => comparison::rows(),
        1 => membership::rows(),
        3 => sum::rows(),
        1 => clause::rows(),
        2 => all_different::rows(),
        1 => extremum::rows(),
        1 => calculation::rows(),
        1 => counting::rows(),
        1 => cardinality::rows(),
        1 => ordering::rows(),
        1 => extensional::rows(),
        2 => formula::rows(),
        1 => graph::rows(),
        1 => packing::rows(),
    ]
    .boxed()
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let connected = |part: BoxedStrategy<Row>| -> BoxedStrategy<Row> {
        let several = prop::collection::vec(part.clone(), 0..=3);
        prop_oneof![
            3 => several.clone().prop_map(|parts| Connected(Kind::AnyOf, parts).into()),
            2 => (several.clone(), consistency()).prop_map(|(parts, consistency)| {
                Constructive(Connected(Kind::AnyOf, parts), consistency).into()
            }),
            1 => several.prop_map(|parts| Connected(Kind::AllOf, parts).into()),
            2 => (part.clone(), part.clone()).prop_map(|(a, b)| Connected(Kind::Iff, vec![a, b]).into()),
            1 => part.prop_map(|part| Connected(Kind::Not, vec![part]).into()),
        ]
        .boxed()
    };
    let nested = prop_oneof![2 => part(), 1 => connected(part())].boxed();
    connected(nested)
}
