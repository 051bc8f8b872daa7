//! A constraint of the library over expressions, in groups: each parameter that takes expressions is one.

use std::sync::Arc;

use pyo3::prelude::*;
use residua::constraints::{Condition, Constraint, Expr, of_expressions};
use residua::model::IntView;

use crate::arguments::{Counted, Terms, expressions};
use crate::expression::{self as objects};
use crate::shared::Shared;

/// The arguments of a constraint that are expressions, group by group.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    all: Vec<Expr>,
    /// Where each group ends.
    ends: Vec<usize>,
    model: Option<Arc<Shared>>,
}

impl Arguments {
    /// The items of an iterable as a group.
    pub(super) fn list(self, object: &Bound<'_, PyAny>) -> PyResult<Arguments> {
        let terms = expressions(object)?;
        Ok(self.terms(terms))
    }

    /// A single expression as a group.
    pub(super) fn one(self, object: &Bound<'_, PyAny>) -> PyResult<Arguments> {
        let mut terms = Terms::default();
        terms.add(object)?;
        Ok(self.terms(terms))
    }

    /// The expression of a count as a group, which is empty for a range of counts.
    pub(super) fn count(self, object: &Bound<'_, PyAny>) -> PyResult<(Arguments, Counted)> {
        let (count, model) = Counted::read(object)?;
        let terms = Terms { expressions: count.expressions(), model };
        Ok((self.terms(terms), count))
    }

    /// For each item of an iterable a count, all in one group.
    pub(super) fn counts(self, object: &Bound<'_, PyAny>) -> PyResult<(Arguments, Vec<Counted>)> {
        let mut terms = Terms::default();
        let mut counts = Vec::new();
        for item in object.try_iter()? {
            let (count, model) = Counted::read(&item?)?;
            terms.expressions.extend(count.expressions());
            terms = terms.of(model);
            counts.push(count);
        }
        Ok((self.terms(terms), counts))
    }

    fn terms(mut self, terms: Terms) -> Arguments {
        self.all.extend(terms.expressions);
        self.ends.push(self.all.len());
        self.model = self.model.or(terms.model);
        self
    }

    /// The constraint that `make` states over the views of each group.
    pub(super) fn apply<C: Constraint + 'static>(
        self,
        py: Python<'_>,
        make: impl FnOnce(&[&[IntView]]) -> C,
    ) -> PyResult<Py<objects::Constraint>> {
        let Arguments { all, ends, model } = self;
        let grouped = |views: &[IntView]| {
            let starts = [0].into_iter().chain(ends.iter().copied());
            let groups: Vec<&[IntView]> = starts.zip(&ends).map(|(start, &end)| &views[start..end]).collect();
            make(&groups)
        };
        objects::constraint(py, over(&all, grouped), model)
    }
}

/// The constraint over these expressions. Views and numbers among them stand for themselves: only the others need a variable.
fn over<C: Constraint + 'static>(all: &[Expr], make: impl FnOnce(&[IntView]) -> C) -> Condition {
    // A number is a view of any variable.
    let anchor = all.iter().find_map(|expression| expression.views().first().map(|view| view.var));
    let number = |expression: &Expr| {
        let number = i32::try_from(expression.as_number()?).ok()?;
        anchor.map(|var| var * 0 + number)
    };
    let simple: Vec<Option<IntView>> =
        all.iter().map(|expression| expression.as_view().or_else(|| number(expression))).collect();
    if simple.iter().all(Option::is_some) {
        let views: Vec<IntView> = simple.into_iter().flatten().collect();
        return Condition::new(make(&views).into_shared());
    }
    let others = all.iter().zip(&simple).filter(|(_, view)| view.is_none()).map(|(expression, _)| expression);
    of_expressions(others, |stand_ins| {
        let mut stand_ins = stand_ins.iter().copied();
        let view = |view: &Option<IntView>| view.or_else(|| stand_ins.next());
        let views: Vec<IntView> = simple.iter().filter_map(view).collect();
        make(&views)
    })
}

/// A list of expressions as the only group: positional arguments, or the items of an iterable.
pub(super) fn list(object: &Bound<'_, PyAny>) -> PyResult<Arguments> {
    Arguments::default().list(object)
}

/// A single expression as the first group.
pub(super) fn one(object: &Bound<'_, PyAny>) -> PyResult<Arguments> {
    Arguments::default().one(object)
}

/// A constraint over one list.
pub(super) fn unary<C: Constraint + 'static>(
    xs: &Bound<'_, PyAny>,
    make: impl FnOnce(&[IntView]) -> C,
) -> PyResult<Py<objects::Constraint>> {
    list(xs)?.apply(xs.py(), |groups| make(groups[0]))
}
