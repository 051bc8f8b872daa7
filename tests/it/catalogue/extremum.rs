//! The greatest and the least of several.

use proptest::prelude::*;
use residua::constraints::{Constraint, arg_max, arg_min, maximum, minimum};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term, terms};
use crate::kinds::Kind;

/// The last term is the greatest of the others, or the least.
#[derive(Clone, Debug)]
pub(crate) struct Extremum(pub(crate) Vec<Term>, pub(crate) bool);

impl Definition for Extremum {
    fn kind(&self) -> Option<Kind> {
        Some(if self.1 { Kind::Maximum } else { Kind::Minimum })
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (result, others) = (values[values.len() - 1], &values[..values.len() - 1]);
        let is_beyond = |&value: &i64| if self.1 { value > result } else { value < result };
        others.contains(&result) && !others.iter().any(is_beyond)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (others, result) = (&views[..views.len() - 1], views[views.len() - 1]);
        Arc::new(if self.1 { maximum(others, result) } else { minimum(others, result) })
    }

    fn promise(&self, consistency: Consistency, repeats: bool) -> Promise {
        match consistency {
            _ if repeats => Promise::Checking,
            Consistency::Domain => Promise::Domain,
            _ => Promise::Bounds,
        }
    }

    fn works_on_bounds(&self, consistency: Consistency) -> bool {
        consistency != Consistency::Domain
    }
}

fn extrema() -> impl Strategy<Value = Row> {
    (terms(), term(), any::<bool>()).prop_map(|(mut terms, result, is_maximum)| {
        // Often of a variable of its own.
        let place = terms.len();
        let is_plain = terms.iter().enumerate().all(|(at, term)| term.var == at);
        terms.push(Term { var: if is_plain { place } else { result.var }, ..result });
        Extremum(terms, is_maximum).into()
    })
}

/// The last term is the number of the first of the greatest of the others, or of the least.
#[derive(Clone, Debug)]
struct ArgExtremum(Vec<Term>, bool);

impl Definition for ArgExtremum {
    fn kind(&self) -> Option<Kind> {
        Some(if self.1 { Kind::ArgMax } else { Kind::ArgMin })
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (index, others) = (values[values.len() - 1], &values[..values.len() - 1]);
        let Some(&chosen) = usize::try_from(index).ok().and_then(|index| others.get(index)) else {
            return false;
        };
        (0_i64..).zip(others).all(|(at, &other)| {
            let (less, greater) = if self.1 { (other, chosen) } else { (chosen, other) };
            if at < index { less < greater } else { less <= greater }
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (others, index) = (&views[..views.len() - 1], views[views.len() - 1]);
        Arc::new(if self.1 { arg_max(others, index) } else { arg_min(others, index) })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }

    fn works_on_bounds(&self, consistency: Consistency) -> bool {
        consistency != Consistency::Domain
    }
}

fn arg_extrema() -> impl Strategy<Value = Row> {
    (terms(), term(), any::<bool>()).prop_map(|(mut terms, index, is_maximum)| {
        let place = terms.len();
        let is_plain = terms.iter().enumerate().all(|(at, term)| term.var == at);
        terms.push(if is_plain { Term { var: place, scale: 1, offset: index.offset.min(0) } } else { index });
        ArgExtremum(terms, is_maximum).into()
    })
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    prop_oneof![extrema(), arg_extrema()].boxed()
}
