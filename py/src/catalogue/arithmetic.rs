//! Functions as constraints with a result, functions as expressions, and sums.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use residua::constraints::{self, At, Expr};
use residua::model::IntView;

use crate::arguments::{conditions, expression, expressions, number};
use crate::catalogue::apply::{list, one, unary};
use crate::expression::{Constraint, Expression};

type Made = PyResult<Py<Constraint>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(abs, module)?)?;
    module.add_function(wrap_pyfunction!(distance, module)?)?;
    module.add_function(wrap_pyfunction!(times, module)?)?;
    module.add_function(wrap_pyfunction!(div, module)?)?;
    module.add_function(wrap_pyfunction!(div_floor, module)?)?;
    module.add_function(wrap_pyfunction!(modulo, module)?)?;
    module.add_function(wrap_pyfunction!(mod_floor, module)?)?;
    module.add_function(wrap_pyfunction!(pow, module)?)?;
    module.add_function(wrap_pyfunction!(maximum, module)?)?;
    module.add_function(wrap_pyfunction!(minimum, module)?)?;
    module.add_function(wrap_pyfunction!(arg_max, module)?)?;
    module.add_function(wrap_pyfunction!(arg_min, module)?)?;
    module.add_function(wrap_pyfunction!(max_of, module)?)?;
    module.add_function(wrap_pyfunction!(min_of, module)?)?;
    module.add_function(wrap_pyfunction!(how_many, module)?)?;
    module.add_function(wrap_pyfunction!(if_then_else, module)?)?;
    module.add_function(wrap_pyfunction!(at, module)?)?;
    module.add_function(wrap_pyfunction!(sum, module)?)?;
    module.add_function(wrap_pyfunction!(scalar_product, module)?)?;
    module.add_function(wrap_pyfunction!(exact_sum, module)?)?;
    module.add_function(wrap_pyfunction!(distinct_sum, module)?)
}

/// A constraint that relates two arguments and a result.
fn calculation<C: constraints::Constraint + 'static>(
    [x, y, result]: [&Bound<'_, PyAny>; 3],
    make: impl FnOnce(IntView, IntView, IntView) -> C,
) -> Made {
    one(x)?.one(y)?.one(result)?.apply(x.py(), |of| make(of[0][0], of[1][0], of[2][0]))
}

/// `result` is the absolute value of `x`. As an expression, it is Python's `abs(x)`.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_var("x", -3, 3), m.int_var("y", 1, 2)
/// >>> m.add(rs.abs(x, y))
/// >>> m.count()
/// 4
#[pyfunction]
fn abs(x: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    one(x)?.one(result)?.apply(x.py(), |of| constraints::abs(of[0][0], of[1][0]))
}

/// `result` is the absolute value of `x - y`.
///
/// >>> m = rs.Model()
/// >>> x, y, d = (m.int_var(name, 0, 2) for name in "xyd")
/// >>> m.add(rs.distance(x, y, d))
/// >>> m.count()
/// 9
#[pyfunction]
fn distance(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::distance)
}

/// `result` is the product of `x` and `y`.
///
/// >>> m = rs.Model()
/// >>> x, y, z = (m.int_var(name, 1, 6) for name in "xyz")
/// >>> m.add(rs.times(x, y, z))
/// >>> m.count()
/// 14
#[pyfunction]
fn times(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::times)
}

/// `result` is `x / y`, rounded towards zero; `y` is not 0. As an expression, it is `x // y`.
///
/// >>> m = rs.Model()
/// >>> x, q = m.int_var("x", -7, 7), m.int_var("q", -9, 9)
/// >>> m.add(rs.div(x, 2, q))
/// >>> m.count()
/// 15
#[pyfunction]
fn div(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::div)
}

/// `result` is `x / y`, rounded down; `y` is not 0.
///
/// >>> m = rs.Model()
/// >>> x, q = m.int_var("x", -7, 7), m.int_var("q", -9, 9)
/// >>> m.add(rs.div_floor(x, 2, q))
/// >>> m.count()
/// 15
#[pyfunction]
fn div_floor(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::div_floor)
}

/// `result` is the remainder of `div`, with the sign of `x`. As an expression, it is `x % y`.
///
/// >>> m = rs.Model()
/// >>> x, r = m.int_var("x", -7, 7), m.int_var("r", -9, -1)
/// >>> m.add(rs.modulo(x, 3, r))
/// >>> m.count()
/// 5
#[pyfunction]
fn modulo(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::modulo)
}

/// `result` is the remainder of `div_floor`, with the sign of `y`.
///
/// >>> m = rs.Model()
/// >>> x, r = m.int_var("x", -7, 7), m.int_var("r", -9, -1)
/// >>> m.add(rs.mod_floor(x, 3, r))
/// >>> m.count()
/// 0
#[pyfunction]
fn mod_floor(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::mod_floor)
}

/// `result` is `x` to the power of `n`; powers below 0 are those of 1 and -1 only. As an expression, it is `x ** n`.
///
/// >>> m = rs.Model()
/// >>> x, z = m.int_var("x", -9, 9), m.int_var("z", 1, 64)
/// >>> m.add(rs.pow(x, 2, z))
/// >>> m.count()
/// 16
#[pyfunction]
fn pow(x: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, n, result], constraints::pow)
}

/// `result` is the greatest value. As an expression, it is `max_of(xs)`.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 2), m.int_var("y", 0, 2)
/// >>> m.add(rs.maximum(x, y))
/// >>> m.count()
/// 9
#[pyfunction]
fn maximum(xs: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(result)?.apply(xs.py(), |of| constraints::maximum(of[0].iter().copied(), of[1][0]))
}

/// `result` is the least value. As an expression, it is `min_of(xs)`.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 2), m.int_var("y", 0, 2)
/// >>> m.add(rs.minimum(x, y))
/// >>> m.count()
/// 9
#[pyfunction]
fn minimum(xs: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(result)?.apply(xs.py(), |of| constraints::minimum(of[0].iter().copied(), of[1][0]))
}

/// `index` is the first place, from 0, of the greatest value.
///
/// >>> m = rs.Model()
/// >>> x, i = m.int_vars("x", 2, 0, 2), m.int_var("i", 1, 1)
/// >>> m.add(rs.arg_max(x, i))
/// >>> m.count()
/// 3
#[pyfunction]
fn arg_max(xs: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(index)?.apply(xs.py(), |of| constraints::arg_max(of[0].iter().copied(), of[1][0]))
}

/// `index` is the first place, from 0, of the least value.
///
/// >>> m = rs.Model()
/// >>> x, i = m.int_vars("x", 2, 0, 2), m.int_var("i", 1, 1)
/// >>> m.add(rs.arg_min(x, i))
/// >>> m.count()
/// 3
#[pyfunction]
fn arg_min(xs: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(index)?.apply(xs.py(), |of| constraints::arg_min(of[0].iter().copied(), of[1][0]))
}

/// The greatest of expressions, as an expression.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 2)
/// >>> m.add(rs.max_of(x) == 1)
/// >>> m.count()
/// 3
#[pyfunction]
#[pyo3(signature = (*xs))]
fn max_of(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Expression::checked(constraints::max_of(terms.expressions), terms.model)
}

/// The least of expressions, as an expression.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 2)
/// >>> m.add(rs.min_of(x[0], x[1] + 1) == 1)
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*xs))]
fn min_of(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Expression::checked(constraints::min_of(terms.expressions), terms.model)
}

/// How many of the conditions hold, as an expression.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.how_many(a == 1 for a in x) >= 2)
/// >>> m.count()
/// 7
#[pyfunction]
#[pyo3(signature = (*parts))]
fn how_many(parts: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let (parts, model) = conditions(parts)?;
    Expression::checked(constraints::how_many(parts), model)
}

/// One of two expressions, by a condition.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_var("x", 0, 3), m.int_var("y", 0, 3)
/// >>> m.add(y == rs.if_then_else(x < 2, 0, x))
/// >>> m.count()
/// 4
#[pyfunction]
fn if_then_else(
    condition: &Bound<'_, PyAny>,
    then: &Bound<'_, PyAny>,
    otherwise: &Bound<'_, PyAny>,
) -> PyResult<Expression> {
    let (condition, model) = crate::arguments::condition(condition)?;
    let (then, of_then) = expression(then)?;
    let (otherwise, of_otherwise) = expression(otherwise)?;
    let model = model.or(of_then).or(of_otherwise);
    Expression::checked(constraints::if_then_else(condition, then, otherwise), model)
}

/// The entry at the place `index`, from 0, as an expression; out of range, what is compared with it does not hold.
///
/// >>> m = rs.Model()
/// >>> i = m.int_var("i", 0, 9)
/// >>> m.add(rs.at([3, 1, 4, 1], i) == 1)
/// >>> m.count()
/// 2
#[pyfunction]
fn at(entries: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Expression> {
    let terms = expressions(entries)?;
    let (index, model) = expression(index)?;
    Expression::checked(terms.expressions.as_slice().at(index), terms.model.or(model))
}

/// The sum of expressions. It takes less time than Python's `sum` for many of them.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.sum(x) == 5)
/// >>> m.count()
/// 3
#[pyfunction]
#[pyo3(signature = (*xs))]
fn sum(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Expression::checked(constraints::sum(terms.expressions), terms.model)
}

/// The sum of products of numbers and expressions.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 3)
/// >>> m.add(rs.scalar_product([2, 3], x) == 6)
/// >>> m.count()
/// 2
#[pyfunction]
fn scalar_product(weights: &Bound<'_, PyAny>, xs: &Bound<'_, PyAny>) -> PyResult<Expression> {
    let weights = crate::arguments::numbers(weights)?;
    let terms = expressions(xs)?;
    if weights.len() != terms.expressions.len() {
        return Err(crate::error::model_error(format!(
            "scalar_product: expected as many weights as terms, found {} and {}",
            weights.len(),
            terms.expressions.len()
        )));
    }
    let sum: Expr = constraints::sum(weights.into_iter().zip(terms.expressions));
    Expression::checked(sum, terms.model)
}

/// The sum of the terms is `total`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 3)
/// >>> m.add(rs.exact_sum(x, 5))
/// >>> m.count()
/// 2
#[pyfunction]
fn exact_sum(xs: &Bound<'_, PyAny>, total: &Bound<'_, PyAny>) -> Made {
    let total = number(total)?;
    unary(xs, |xs| constraints::exact_sum(xs.iter().copied(), total))
}

/// All terms differ, and their sum is `total`: as in a cage of a killer Sudoku.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 1, 9)
/// >>> m.add(rs.distinct_sum(x, 7))
/// >>> m.count()
/// 6
#[pyfunction]
fn distinct_sum(xs: &Bound<'_, PyAny>, total: &Bound<'_, PyAny>) -> Made {
    let total = number(total)?;
    unary(xs, |xs| constraints::exact_sum(xs.iter().copied(), total).distinct())
}
