//! Constraints over expressions: any constraint of the catalogue with a tree in the place of each term.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::Union;
use residua::constraints::{Constraint, of_expressions};
use residua::engine::Consistency;
use residua::model::IntView;

use crate::catalogue::formula::{Tree, small_tree};
use crate::catalogue::{
    Definition, Promise, Row, Term, all_different, cardinality, channeling, counting, extensional, extremum,
    graph, logic, membership, ordering, sequence,
};
use crate::kinds::Kind;

/// A constraint, and a tree for each of its terms.
#[derive(Clone, Debug)]
struct Applied(Row, Vec<Tree>);

impl Definition for Applied {
    fn kind(&self) -> Option<Kind> {
        self.0.kind()
    }

    fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        self.1.iter().for_each(|tree| tree.terms(&mut terms));
        terms
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut values = values.iter().copied();
        // All of them take their values, also after one that has none.
        let found: Vec<Option<i64>> = self.1.iter().map(|tree| tree.value(&mut values)).collect();
        let values: Option<Vec<i64>> = found.into_iter().collect();
        values.is_some_and(|values| self.0.holds(&values))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut views = views.iter().copied();
        let expressions: Vec<_> = self.1.iter().map(|tree| tree.expression(&mut views)).collect();
        of_expressions(expressions, |views| self.0.constraint(views)).into_shared()
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }

    fn is_stated(&self) -> bool {
        false
    }
}

/// Constraints of up to three expressions, with up to four terms.
pub(super) fn rows() -> BoxedStrategy<Row> {
    let families = [
        all_different::rows(),
        cardinality::rows(),
        channeling::rows(),
        counting::rows(),
        extensional::rows(),
        extremum::rows(),
        graph::rows(),
        logic::rows(),
        membership::rows(),
        ordering::rows(),
        sequence::rows(),
    ];
    let few = Union::new(families).prop_filter("few terms", |row| (1..=3).contains(&row.terms().len()));
    (few, prop::collection::vec(small_tree(), 3))
        .prop_map(|(row, mut trees)| {
            // A term that is there twice is one expression.
            let terms = row.terms();
            let first = |term| terms.iter().position(|other| other == term).expect("it is among them");
            trees = terms.iter().map(|term| trees[first(term)].clone()).collect();
            Applied(row, trees)
        })
        .prop_filter("few terms", |applied| applied.terms().len() <= 4)
        .prop_map(Row::from)
        .boxed()
}
