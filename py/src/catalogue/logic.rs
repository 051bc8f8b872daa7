//! Logic: conditions that hold together, not at all, or in some number.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use residua::constraints::{self, Condition, Expr};

use crate::arguments::{condition, conditions, expression};
use crate::expression::{Constraint, constraint};
use crate::shared::either;

type Made = PyResult<Py<Constraint>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(all_of, module)?)?;
    module.add_function(wrap_pyfunction!(any_of, module)?)?;
    module.add_function(wrap_pyfunction!(clause, module)?)?;
    module.add_function(wrap_pyfunction!(not_, module)?)?;
    module.add_function(wrap_pyfunction!(iff, module)?)?;
    module.add_function(wrap_pyfunction!(exactly, module)?)?;
    module.add_function(wrap_pyfunction!(at_most, module)?)?;
    module.add_function(wrap_pyfunction!(at_least, module)?)
}

/// All conditions hold.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_var("x", 0, 3), m.int_var("y", 0, 3)
/// >>> m.add(rs.all_of(x < 2, y > 1))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (*parts))]
fn all_of(parts: &Bound<'_, PyTuple>) -> Made {
    let (all, model) = conditions(parts)?;
    constraint(parts.py(), constraints::all_of(all), model)
}

/// At least one of the conditions holds.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_var("x", 0, 3), m.int_var("y", 0, 3)
/// >>> m.add(rs.any_of(x < 2, y > 1))
/// >>> m.count()
/// 12
#[pyfunction]
#[pyo3(signature = (*parts))]
fn any_of(parts: &Bound<'_, PyTuple>) -> Made {
    let (all, model) = conditions(parts)?;
    constraint(parts.py(), constraints::any_of(all), model)
}

/// At least one of the literals holds: Boolean variables, their negations, comparisons of a variable with a number.
///
/// >>> m = rs.Model()
/// >>> x, b = m.int_var("x", 0, 3), m.bool_var("b")
/// >>> m.add(rs.clause(x >= 2, ~b))
/// >>> m.count()
/// 6
#[pyfunction]
#[pyo3(signature = (*literals))]
fn clause(literals: &Bound<'_, PyTuple>) -> Made {
    any_of(literals)
}

/// The condition does not hold. It is `~condition`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 2)
/// >>> m.add(rs.not_(rs.all_different(x)))
/// >>> m.count()
/// 3
#[pyfunction]
fn not_(part: &Bound<'_, PyAny>) -> Made {
    let (condition, model) = condition(part)?;
    constraint(part.py(), constraints::not(condition), model)
}

/// Both conditions hold, or none.
///
/// >>> m = rs.Model()
/// >>> x, b = m.int_var("x", 0, 3), m.bool_var("b")
/// >>> m.add(rs.iff(x >= 2, b))
/// >>> m.count()
/// 4
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

/// Exactly `n` of the conditions hold.
///
/// >>> m = rs.Model()
/// >>> b = m.bool_vars("b", 4)
/// >>> m.add(rs.exactly(2, b))
/// >>> m.count()
/// 6
#[pyfunction]
fn exactly(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.eq(n))
}

/// At most `n` of the conditions hold.
///
/// >>> m = rs.Model()
/// >>> b = m.bool_vars("b", 4)
/// >>> m.add(rs.at_most(1, b))
/// >>> m.count()
/// 5
#[pyfunction]
fn at_most(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.le(n))
}

/// At least `n` of the conditions hold.
///
/// >>> m = rs.Model()
/// >>> b = m.bool_vars("b", 4)
/// >>> m.add(rs.at_least(3, b))
/// >>> m.count()
/// 5
#[pyfunction]
fn at_least(n: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>) -> Made {
    counted(n, parts, |count, n| count.ge(n))
}
