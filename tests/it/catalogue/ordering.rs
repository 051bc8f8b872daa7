//! Orders of views, of lists, and of the first places of values.

use proptest::prelude::*;
use residua::constraints::{
    Constraint, decreasing, increasing, lex_chain, lex_less, lex_lesseq, sort, strictly_decreasing,
    strictly_increasing, value_precede, value_precede_chain,
};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, plain_terms, terms};
use crate::kinds::Kind;

fn domain_unless(repeats: bool) -> Promise {
    if repeats { Promise::Checking } else { Promise::Domain }
}

/// Each term in a relation to the next one, which the kind says.
#[derive(Clone, Debug)]
pub(crate) struct Chain(pub(crate) Kind, pub(crate) Vec<Term>);

impl Definition for Chain {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.1.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        values.windows(2).all(|pair| match self.0 {
            Kind::Increasing => pair[0] <= pair[1],
            Kind::StrictlyIncreasing => pair[0] < pair[1],
            Kind::Decreasing => pair[0] >= pair[1],
            _ => pair[0] > pair[1],
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(match self.0 {
            Kind::Increasing => increasing(views),
            Kind::StrictlyIncreasing => strictly_increasing(views),
            Kind::Decreasing => decreasing(views),
            _ => strictly_decreasing(views),
        })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        domain_unless(repeats)
    }
}

/// Lists one after another, by their lengths: two of any lengths, or a chain.
#[derive(Clone, Debug)]
pub(crate) struct Lists(pub(crate) Kind, pub(crate) Vec<usize>, pub(crate) Vec<Term>);

impl Lists {
    fn split<T: Clone>(&self, mut all: &[T]) -> Vec<Vec<T>> {
        let mut lists = Vec::new();
        for &length in &self.1 {
            let (list, rest) = all.split_at(length);
            lists.push(list.to_vec());
            all = rest;
        }
        lists
    }
}

impl Definition for Lists {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.2.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        // Lists are compared as words of a dictionary.
        self.split(values).windows(2).all(|pair| match self.0 {
            Kind::LexLess => pair[0] < pair[1],
            _ => pair[0] <= pair[1],
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let lists = self.split(views);
        match self.0 {
            Kind::LexLess => Arc::new(lex_less(&lists[0], &lists[1])),
            Kind::LexLesseq => Arc::new(lex_lesseq(&lists[0], &lists[1])),
            _ => Arc::new(lex_chain(&lists)),
        }
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        domain_unless(repeats || self.1.len() > 2)
    }

    /// A position with two views of one variable.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// A list, and as many terms for its values in order.
#[derive(Clone, Debug)]
pub(crate) struct Sort(pub(crate) Vec<Term>);

impl Definition for Sort {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Sort)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (xs, ys) = values.split_at(values.len() / 2);
        let count = |list: &[i64], value: i64| list.iter().filter(|&&v| v == value).count();
        ys.windows(2).all(|pair| pair[0] <= pair[1]) && values.iter().all(|&v| count(xs, v) == count(ys, v))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (xs, ys) = views.split_at(views.len() / 2);
        Arc::new(sort(xs, ys))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Bounds
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Values, of which each but the first comes after the one before it.
#[derive(Clone, Debug)]
pub(crate) struct Precede(pub(crate) Kind, pub(crate) Vec<i32>, pub(crate) Vec<Term>);

impl Definition for Precede {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.2.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        (0..values.len()).all(|at| {
            let listed = self.1.iter().position(|&value| i64::from(value) == values[at]);
            listed.is_none_or(|position| {
                position == 0 || values[..at].contains(&i64::from(self.1[position - 1]))
            })
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(match self.0 {
            Kind::ValuePrecede => value_precede(self.1[0], self.1[1], views),
            _ => value_precede_chain(self.1.clone(), views),
        })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        domain_unless(repeats)
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let views = || prop_oneof![2 => plain_terms(), 1 => terms()];
    let kinds = [Kind::Increasing, Kind::StrictlyIncreasing, Kind::Decreasing, Kind::StrictlyDecreasing];
    let chains =
        (prop::sample::select(kinds.to_vec()), views()).prop_map(|(kind, terms)| Chain(kind, terms).into());
    let kinds = vec![Kind::LexLess, Kind::LexLesseq];
    let pairs = (prop::sample::select(kinds), views(), 0..=5usize).prop_map(|(kind, terms, left)| {
        let left = left.min(terms.len());
        Lists(kind, vec![left, terms.len() - left], terms).into()
    });
    let rows = (terms(), 1..=3usize).prop_map(|(terms, width)| {
        let lengths = terms.chunks(width).map(<[Term]>::len).collect();
        Lists(Kind::LexChain, lengths, terms).into()
    });
    let values = Just(vec![-1, 0, 1, 2, 3]).prop_shuffle();
    let precedes = (values, 0..=4usize, views()).prop_map(|(mut values, count, terms)| {
        values.truncate(count);
        let kind = if count == 2 { Kind::ValuePrecede } else { Kind::ValuePrecedeChain };
        Precede(kind, values, terms).into()
    });
    let sorts = prop_oneof![2 => plain_terms(), 1 => terms()].prop_map(|mut terms| {
        terms.truncate(terms.len() / 2 * 2);
        Sort(terms).into()
    });
    prop_oneof![2 => chains, 2 => pairs, 1 => rows, 2 => precedes, 2 => sorts].boxed()
}
