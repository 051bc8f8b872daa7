//! Constraints on which values occur, how often, and in which order.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use residua::constraints;

use crate::arguments::{as_operand, domain, range, value, values};
use crate::catalogue::apply::{Arguments, list, one, unary};
use crate::expression::Constraint;

type Made = PyResult<Py<Constraint>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(all_different, module)?)?;
    module.add_function(wrap_pyfunction!(all_different_except, module)?)?;
    module.add_function(wrap_pyfunction!(all_equal, module)?)?;
    module.add_function(wrap_pyfunction!(among, module)?)?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(global_cardinality, module)?)?;
    module.add_function(wrap_pyfunction!(nvalue, module)?)?;
    module.add_function(wrap_pyfunction!(same_values, module)?)?;
    module.add_function(wrap_pyfunction!(sliding_sum, module)?)?;
    module.add_function(wrap_pyfunction!(sliding_among, module)?)?;
    module.add_function(wrap_pyfunction!(increasing, module)?)?;
    module.add_function(wrap_pyfunction!(strictly_increasing, module)?)?;
    module.add_function(wrap_pyfunction!(decreasing, module)?)?;
    module.add_function(wrap_pyfunction!(strictly_decreasing, module)?)?;
    module.add_function(wrap_pyfunction!(lex_less, module)?)?;
    module.add_function(wrap_pyfunction!(lex_lesseq, module)?)?;
    module.add_function(wrap_pyfunction!(lex_chain, module)?)?;
    module.add_function(wrap_pyfunction!(sort, module)?)?;
    module.add_function(wrap_pyfunction!(value_precede, module)?)?;
    module.add_function(wrap_pyfunction!(value_precede_chain, module)?)?;
    module.add_function(wrap_pyfunction!(in_set, module)?)
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn all_different(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::all_different(xs.iter().copied()))
}

#[pyfunction]
fn all_different_except(xs: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    unary(xs, |xs| constraints::all_different_except(xs.iter().copied(), values))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn all_equal(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::all_equal(xs.iter().copied()))
}

#[pyfunction]
fn among(xs: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    let (arguments, n) = list(xs)?.count(n)?;
    arguments.apply(xs.py(), |of| constraints::among(of[0].iter().copied(), values, n.amount(of[1])))
}

#[pyfunction]
fn count(xs: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let (arguments, n) = list(xs)?.one(value)?.count(n)?;
    arguments
        .apply(xs.py(), |of| constraints::count(of[0].iter().copied(), as_operand(of[1][0]), n.amount(of[2])))
}

#[pyfunction]
#[pyo3(signature = (xs, values, counts, closed = false))]
fn global_cardinality(
    xs: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    counts: &Bound<'_, PyAny>,
    closed: bool,
) -> Made {
    let values = crate::arguments::values(values)?;
    let (arguments, counts) = list(xs)?.counts(counts)?;
    arguments.apply(xs.py(), |of| {
        let mut rest = of[1];
        let mut amount = |count: &crate::arguments::Counted| {
            let (own, others) = rest.split_at(count.expressions().len());
            rest = others;
            count.amount(own)
        };
        let counts: Vec<_> = counts.iter().map(&mut amount).collect();
        let all = constraints::global_cardinality(of[0].iter().copied(), values, counts);
        if closed { all.closed() } else { all }
    })
}

#[pyfunction]
fn nvalue(xs: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let (arguments, n) = list(xs)?.count(n)?;
    arguments.apply(xs.py(), |of| constraints::nvalue(of[0].iter().copied(), n.amount(of[1])))
}

#[pyfunction]
fn same_values(xs: &Bound<'_, PyAny>, ys: &Bound<'_, PyAny>) -> Made {
    list(xs)?
        .list(ys)?
        .apply(xs.py(), |of| constraints::same_values(of[0].iter().copied(), of[1].iter().copied()))
}

#[pyfunction]
fn sliding_sum(xs: &Bound<'_, PyAny>, window: usize, low: i64, high: i64) -> Made {
    unary(xs, |xs| constraints::sliding_sum(xs.iter().copied(), window, range(low, high)))
}

#[pyfunction]
fn sliding_among(
    xs: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    window: usize,
    low: i64,
    high: i64,
) -> Made {
    let values = domain(values)?;
    unary(xs, |xs| constraints::sliding_among(xs.iter().copied(), values, window, range(low, high)))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn increasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::increasing(xs.iter().copied()))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn strictly_increasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::strictly_increasing(xs.iter().copied()))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn decreasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::decreasing(xs.iter().copied()))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn strictly_decreasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::strictly_decreasing(xs.iter().copied()))
}

#[pyfunction]
fn lex_less(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> Made {
    list(left)?
        .list(right)?
        .apply(left.py(), |of| constraints::lex_less(of[0].iter().copied(), of[1].iter().copied()))
}

#[pyfunction]
fn lex_lesseq(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> Made {
    list(left)?
        .list(right)?
        .apply(left.py(), |of| constraints::lex_lesseq(of[0].iter().copied(), of[1].iter().copied()))
}

#[pyfunction]
#[pyo3(signature = (rows, strict = false))]
fn lex_chain(rows: &Bound<'_, PyAny>, strict: bool) -> Made {
    let mut arguments = Arguments::default();
    for row in rows.try_iter()? {
        arguments = arguments.list(&row?)?;
    }
    arguments.apply(rows.py(), |rows| {
        let chain = constraints::lex_chain(rows.iter().map(|row| row.iter().copied()));
        if strict { chain.strict() } else { chain }
    })
}

#[pyfunction]
fn sort(xs: &Bound<'_, PyAny>, ys: &Bound<'_, PyAny>) -> Made {
    list(xs)?.list(ys)?.apply(xs.py(), |of| constraints::sort(of[0].iter().copied(), of[1].iter().copied()))
}

#[pyfunction]
fn value_precede(s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>, xs: &Bound<'_, PyAny>) -> Made {
    let (s, t) = (value(s)?, value(t)?);
    unary(xs, |xs| constraints::value_precede(s, t, xs.iter().copied()))
}

#[pyfunction]
fn value_precede_chain(values: &Bound<'_, PyAny>, xs: &Bound<'_, PyAny>) -> Made {
    let values = self::values(values)?;
    unary(xs, |xs| constraints::value_precede_chain(values, xs.iter().copied()))
}

#[pyfunction]
fn in_set(x: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    one(x)?.apply(x.py(), |of| constraints::in_set(of[0][0], values))
}
