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

/// All values differ. Takes variables or expressions, as arguments or in iterables.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 3)
/// >>> m.add(rs.all_different(x))
/// >>> m.count()
/// 6
#[pyfunction]
#[pyo3(signature = (*xs))]
fn all_different(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::all_different(xs.iter().copied()))
}

/// Values outside of `values` occur at most once.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 2)
/// >>> m.add(rs.all_different_except(x, [0]))
/// >>> m.count()
/// 7
#[pyfunction]
fn all_different_except(xs: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    unary(xs, |xs| constraints::all_different_except(xs.iter().copied(), values))
}

/// All values are equal.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 4)
/// >>> m.add(rs.all_equal(x))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn all_equal(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::all_equal(xs.iter().copied()))
}

/// Exactly `n` of the terms have a value in `values`; `n` may be a range, `(1, 2)`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.among(x, [1, 2], 1))
/// >>> m.count()
/// 6
#[pyfunction]
fn among(xs: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    let (arguments, n) = list(xs)?.count(n)?;
    arguments.apply(xs.py(), |of| constraints::among(of[0].iter().copied(), values, n.amount(of[1])))
}

/// Exactly `n` of the terms are equal to `value`; both may be expressions, `n` also a range, `(1, 2)`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.count(x, 0, (2, 3)))
/// >>> m.count()
/// 7
#[pyfunction]
fn count(xs: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let (arguments, n) = list(xs)?.one(value)?.count(n)?;
    arguments
        .apply(xs.py(), |of| constraints::count(of[0].iter().copied(), as_operand(of[1][0]), n.amount(of[2])))
}

/// Each of `values` occurs as often as the entry of `counts` at its place says: a number, an expression or a range. With `closed`,
/// no other value occurs.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.global_cardinality(x, [0, 1], [1, (1, 2)]))
/// >>> m.count()
/// 9
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

/// The terms have `n` different values; `n` may be a range.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.nvalue(x, 2))
/// >>> m.count()
/// 18
#[pyfunction]
fn nvalue(xs: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> Made {
    let (arguments, n) = list(xs)?.count(n)?;
    arguments.apply(xs.py(), |of| constraints::nvalue(of[0].iter().copied(), n.amount(of[1])))
}

/// Both lists have the same values, each equally often.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 1), m.int_vars("y", 2, 0, 1)
/// >>> m.add(rs.same_values(x, y))
/// >>> m.count()
/// 6
#[pyfunction]
fn same_values(xs: &Bound<'_, PyAny>, ys: &Bound<'_, PyAny>) -> Made {
    list(xs)?
        .list(ys)?
        .apply(xs.py(), |of| constraints::same_values(of[0].iter().copied(), of[1].iter().copied()))
}

/// The sum of each `window` neighbours is between `low` and `high`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 4, 0, 1)
/// >>> m.add(rs.sliding_sum(x, 2, 1, 1))
/// >>> m.count()
/// 2
#[pyfunction]
fn sliding_sum(xs: &Bound<'_, PyAny>, window: usize, low: i64, high: i64) -> Made {
    unary(xs, |xs| constraints::sliding_sum(xs.iter().copied(), window, range(low, high)))
}

/// Of each `window` neighbours, `low` to `high` have a value in `values`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 4, 0, 1)
/// >>> m.add(rs.sliding_among(x, [1], 3, 0, 1))
/// >>> m.count()
/// 6
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

/// Each value is at most the next.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 1)
/// >>> m.add(rs.increasing(x))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn increasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::increasing(xs.iter().copied()))
}

/// Each value is less than the next.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 4)
/// >>> m.add(rs.strictly_increasing(x))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn strictly_increasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::strictly_increasing(xs.iter().copied()))
}

/// Each value is at least the next.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 1)
/// >>> m.add(rs.decreasing(x))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn decreasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::decreasing(xs.iter().copied()))
}

/// Each value is greater than the next.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 4)
/// >>> m.add(rs.strictly_decreasing(x))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn strictly_decreasing(xs: &Bound<'_, PyTuple>) -> Made {
    unary(xs, |xs| constraints::strictly_decreasing(xs.iter().copied()))
}

/// The list `left` comes before `right` in lexicographic order.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 1), m.int_vars("y", 2, 0, 1)
/// >>> m.add(rs.lex_less(x, y))
/// >>> m.count()
/// 6
#[pyfunction]
fn lex_less(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> Made {
    list(left)?
        .list(right)?
        .apply(left.py(), |of| constraints::lex_less(of[0].iter().copied(), of[1].iter().copied()))
}

/// The list `left` comes before `right` in lexicographic order, or is equal to it.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 1), m.int_vars("y", 2, 0, 1)
/// >>> m.add(rs.lex_lesseq(x, y))
/// >>> m.count()
/// 10
#[pyfunction]
fn lex_lesseq(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> Made {
    list(left)?
        .list(right)?
        .apply(left.py(), |of| constraints::lex_lesseq(of[0].iter().copied(), of[1].iter().copied()))
}

/// Each row is at most the next in lexicographic order; with `strict`, less.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", (3, 1), 0, 1)
/// >>> m.add(rs.lex_chain(x))
/// >>> m.count()
/// 4
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

/// `ys` are the values of `xs`, ascending.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 2), m.int_vars("y", 2, 0, 2)
/// >>> m.add(rs.sort(x, y))
/// >>> m.count()
/// 9
#[pyfunction]
fn sort(xs: &Bound<'_, PyAny>, ys: &Bound<'_, PyAny>) -> Made {
    list(xs)?.list(ys)?.apply(xs.py(), |of| constraints::sort(of[0].iter().copied(), of[1].iter().copied()))
}

/// The value `t` does not occur before the value `s` does.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 1, 2)
/// >>> m.add(rs.value_precede(1, 2, x))
/// >>> m.count()
/// 2
#[pyfunction]
fn value_precede(s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>, xs: &Bound<'_, PyAny>) -> Made {
    let (s, t) = (value(s)?, value(t)?);
    unary(xs, |xs| constraints::value_precede(s, t, xs.iter().copied()))
}

/// Each of `values` first occurs after the one before it: symmetric values are told apart.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 3)
/// >>> m.add(rs.value_precede_chain([1, 2, 3], x))
/// >>> m.count()
/// 5
#[pyfunction]
fn value_precede_chain(values: &Bound<'_, PyAny>, xs: &Bound<'_, PyAny>) -> Made {
    let values = self::values(values)?;
    unary(xs, |xs| constraints::value_precede_chain(values, xs.iter().copied()))
}

/// The value is one of `values`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_var("x", 0, 9)
/// >>> m.add(rs.in_set(x, [2, 3, 5, 7]))
/// >>> m.count()
/// 4
#[pyfunction]
fn in_set(x: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> Made {
    let values = domain(values)?;
    one(x)?.apply(x.py(), |of| constraints::in_set(of[0][0], values))
}
