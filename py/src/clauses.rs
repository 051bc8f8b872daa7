//! Clauses of integers, as SAT solvers take them: a model of them at once, without an object for each literal.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use residua::constraints;
use residua::model::IntVar as Var;

use crate::model::Model;

/// The greatest number that a variable may have: all smaller ones are variables, too, whether they occur or not.
const MOST: u64 = 1 << 26;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_add_clauses, module)?)
}

/// Adds clauses over Boolean variables that are numbered from 1, and returns how many variables there are. A negative number is a
/// variable that is false.
#[pyfunction]
fn _add_clauses(model: &Model, clauses: &Bound<'_, PyAny>, vars: usize) -> PyResult<usize> {
    let mut all: Vec<Vec<i64>> = Vec::new();
    if vars as u64 > MOST {
        return Err(PyValueError::new_err(format!("{vars}: variables are numbered up to {MOST}")));
    }
    let mut most = vars as i64;
    for clause in clauses.try_iter()? {
        let clause = clause?;
        let items = clause.try_iter().map_err(|_| {
            PyTypeError::new_err(format!(
                "expected a clause, a list of integers, found {}",
                crate::arguments::kind(&clause)
            ))
        })?;
        let literals = items.map(|item| crate::arguments::number(&item?)).collect::<PyResult<Vec<i64>>>()?;
        if literals.contains(&0) {
            return Err(PyValueError::new_err("0 is not a literal"));
        }
        if let Some(wrong) = literals.iter().find(|literal| literal.unsigned_abs() > MOST) {
            return Err(PyValueError::new_err(format!("{wrong}: variables are numbered up to {MOST}")));
        }
        most = literals.iter().map(|literal| literal.abs()).fold(most, i64::max);
        all.push(literals);
    }
    let count = most as usize;
    let mut inner = model.shared.lock();
    let mut variables: Vec<Var> = inner.vars().collect();
    for number in variables.len()..count {
        variables.push(inner.bool_var(&(number + 1).to_string()));
    }
    for literals in all {
        let literal =
            |literal: i64| variables[literal.unsigned_abs() as usize - 1].is(i32::from(literal > 0));
        let _ = inner
            .post(constraints::clause(literals.into_iter().map(literal)))
            .map_err(|error| crate::error::of_model(&error))?;
    }
    Ok(count)
}
