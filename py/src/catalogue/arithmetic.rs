//! Functions as constraints with a result, functions as expressions, sums and logic.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use residua::constraints::{self, At, Condition, Expr};
use residua::model::IntView;

use crate::arguments::{condition, conditions, expression, expressions, number};
use crate::catalogue::apply::{list, one, unary};
use crate::expression::{Constraint, Expression, constraint};
use crate::shared::either;

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
    module.add_function(wrap_pyfunction!(distinct_sum, module)?)?;
    module.add_function(wrap_pyfunction!(all_of, module)?)?;
    module.add_function(wrap_pyfunction!(any_of, module)?)?;
    module.add_function(wrap_pyfunction!(clause, module)?)?;
    module.add_function(wrap_pyfunction!(not_, module)?)?;
    module.add_function(wrap_pyfunction!(iff, module)?)?;
    module.add_function(wrap_pyfunction!(exactly, module)?)?;
    module.add_function(wrap_pyfunction!(at_most, module)?)?;
    module.add_function(wrap_pyfunction!(at_least, module)?)
}

/// A constraint that relates two arguments and a result.
fn calculation<C: constraints::Constraint + 'static>(
    [x, y, result]: [&Bound<'_, PyAny>; 3],
    make: impl FnOnce(IntView, IntView, IntView) -> C,
) -> Made {
    one(x)?.one(y)?.one(result)?.apply(x.py(), |of| make(of[0][0], of[1][0], of[2][0]))
}

#[pyfunction]
fn abs(x: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    one(x)?.one(result)?.apply(x.py(), |of| constraints::abs(of[0][0], of[1][0]))
}

#[pyfunction]
fn distance(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::distance)
}

#[pyfunction]
fn times(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::times)
}

#[pyfunction]
fn div(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::div)
}

#[pyfunction]
fn div_floor(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::div_floor)
}

#[pyfunction]
fn modulo(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::modulo)
}

#[pyfunction]
fn mod_floor(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, y, result], constraints::mod_floor)
}

#[pyfunction]
fn pow(x: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    calculation([x, n, result], constraints::pow)
}

#[pyfunction]
fn maximum(xs: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(result)?.apply(xs.py(), |of| constraints::maximum(of[0].iter().copied(), of[1][0]))
}

#[pyfunction]
fn minimum(xs: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(result)?.apply(xs.py(), |of| constraints::minimum(of[0].iter().copied(), of[1][0]))
}

#[pyfunction]
fn arg_max(xs: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(index)?.apply(xs.py(), |of| constraints::arg_max(of[0].iter().copied(), of[1][0]))
}

#[pyfunction]
fn arg_min(xs: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> Made {
    list(xs)?.one(index)?.apply(xs.py(), |of| constraints::arg_min(of[0].iter().copied(), of[1][0]))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn max_of(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Ok(Expression::new(constraints::max_of(terms.expressions), terms.model))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn min_of(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Ok(Expression::new(constraints::min_of(terms.expressions), terms.model))
}

#[pyfunction]
#[pyo3(signature = (*parts))]
fn how_many(parts: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let (parts, model) = conditions(parts)?;
    Ok(Expression::new(constraints::how_many(parts), model))
}

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
    Ok(Expression::new(constraints::if_then_else(condition, then, otherwise), model))
}

/// The entry at the place that an expression says.
#[pyfunction]
fn at(entries: &Bound<'_, PyAny>, index: &Bound<'_, PyAny>) -> PyResult<Expression> {
    let terms = expressions(entries)?;
    let (index, model) = expression(index)?;
    Ok(Expression::new(terms.expressions.as_slice().at(index), terms.model.or(model)))
}

#[pyfunction]
#[pyo3(signature = (*xs))]
fn sum(xs: &Bound<'_, PyTuple>) -> PyResult<Expression> {
    let terms = expressions(xs)?;
    Ok(Expression::new(constraints::sum(terms.expressions), terms.model))
}

/// The sum of products of numbers and expressions.
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
    Ok(Expression::new(sum, terms.model))
}

#[pyfunction]
fn exact_sum(xs: &Bound<'_, PyAny>, total: &Bound<'_, PyAny>) -> Made {
    let total = number(total)?;
    unary(xs, |xs| constraints::exact_sum(xs.iter().copied(), total))
}

/// A sum of terms that all differ.
#[pyfunction]
fn distinct_sum(xs: &Bound<'_, PyAny>, total: &Bound<'_, PyAny>) -> Made {
    let total = number(total)?;
    unary(xs, |xs| constraints::exact_sum(xs.iter().copied(), total).distinct())
}

#[pyfunction]
#[pyo3(signature = (*parts))]
fn all_of(parts: &Bound<'_, PyTuple>) -> Made {
    let (all, model) = conditions(parts)?;
    constraint(parts.py(), constraints::all_of(all), model)
}

#[pyfunction]
#[pyo3(signature = (*parts))]
fn any_of(parts: &Bound<'_, PyTuple>) -> Made {
    let (all, model) = conditions(parts)?;
    constraint(parts.py(), constraints::any_of(all), model)
}

/// A disjunction of literals: comparisons of a variable with a number, and Boolean variables.
#[pyfunction]
#[pyo3(signature = (*literals))]
fn clause(literals: &Bound<'_, PyTuple>) -> Made {
    any_of(literals)
}

#[pyfunction]
fn not_(part: &Bound<'_, PyAny>) -> Made {
    let (condition, model) = condition(part)?;
    constraint(part.py(), constraints::not(condition), model)
}

#[pyfunction]
fn iff(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> Made {
    let (one, of_one) = condition(left)?;
    let (other, of_other) = condition(right)?;
    let model = either(of_one.as_ref(), of_other.as_ref());
    constraint(left.py(), constraints::iff(one, other), model)
}

/// How many conditions hold, compared with a number or an expression.
fn counted(
    n: &Bound<'_, PyAny>,
    parts: &Bound<'_, PyAny>,
    compare: impl FnOnce(Expr, Expr) -> Condition,
) -> Made {
    let (all, model) = conditions(parts)?;
    let (n, of_n) = expression(n)?;
    constraint(parts.py(), compare(constraints::how_many(all), n), model.or(of_n))
}

#[pyfunction]
fn exactly(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.eq(n))
}

#[pyfunction]
fn at_most(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.le(n))
}

#[pyfunction]
fn at_least(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.ge(n))
}
