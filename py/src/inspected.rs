//! Inspections of models: the number of solutions by value, and what propagation leaves.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use residua::inspect::{Count, Strength};
use residua::model::{IntVar, Model};

use crate::limits::{Given, interruptible};

/// The number of solutions, whether all numbers are exact, and by variable the number of those with each value.
pub(crate) type Marginals<'py> = (Py<PyAny>, bool, Bound<'py, PyList>);

pub(crate) fn marginals<'py>(
    py: Python<'py>,
    model: &Model,
    given: Given,
    threads: usize,
) -> PyResult<Marginals<'py>> {
    let marginals = interruptible(py, |stop| {
        let limits = given.limits().stop(Arc::clone(stop));
        model.inspect().limits(limits).threads(threads).counter().marginals(model)
    })?;
    let all = PyList::empty(py);
    for var in model.vars() {
        let counts = PyDict::new(py);
        for (value, count) in marginals.of(var) {
            counts.set_item(value, number(py, count)?)?;
        }
        all.append(counts)?;
    }
    Ok((number(py, marginals.total())?, marginals.are_exact(), all))
}

/// A count as an integer of Python, which may have any number of digits.
fn number(py: Python<'_>, count: &Count) -> PyResult<Py<PyAny>> {
    Ok(py.get_type::<PyInt>().call1((count.number().to_string(),))?.unbind())
}

/// What propagation leaves: whether there may be a solution, domains as ranges, constraints, and pairs of a variable and what it is equal to.
pub(crate) type Left = (bool, Vec<Vec<(i32, i32)>>, Vec<String>, Vec<(String, String)>);

/// What propagation of this strength leaves of a model; `None` if a limit was reached.
pub(crate) fn residual(
    py: Python<'_>,
    model: &Model,
    strength: Strength,
    given: Given,
) -> PyResult<Option<Left>> {
    let found = interruptible(py, |stop| {
        model.inspect().strength(strength).limits(given.limits().stop(Arc::clone(stop))).residual()
    })?;
    let Ok(found) = found else { return Ok(None) };
    let Some(residual) = found else {
        return Ok(Some((false, vec![Vec::new(); model.domains().len()], Vec::new(), Vec::new())));
    };
    let ranges =
        |var: IntVar| residual.domain(var).ranges().map(|range| (*range.start(), *range.end())).collect();
    let domains = model.vars().map(ranges).collect();
    let names = |var: IntVar| residual.model.name(var);
    let aliases = residual.aliases.iter();
    let aliases = aliases.map(|alias| (names(alias.var), residual.model.name_view(alias.is))).collect();
    let constraints = residual.constraints().collect();
    Ok(Some((true, domains, constraints, aliases)))
}
