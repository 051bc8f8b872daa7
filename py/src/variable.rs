//! Variables of a model, as Python objects.

use std::sync::{Arc, MutexGuard};

use pyo3::prelude::*;
use residua::constraints::Expr;
use residua::model::{IntVar as Var, Model};

use crate::error::model_error;
use crate::expression::Expression;
use crate::shared::Shared;

/// A variable of a model.
#[pyclass(frozen, extends = Expression, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct IntVar {
    pub(crate) var: Var,
    pub(crate) model: Arc<Shared>,
}

/// A variable as a Python object.
pub(crate) fn variable(py: Python<'_>, var: Var, model: &Arc<Shared>) -> PyResult<Py<IntVar>> {
    let base = Expression::new(Expr::from(var), Some(Arc::clone(model)));
    Py::new(py, PyClassInitializer::from(base).add_subclass(IntVar { var, model: Arc::clone(model) }))
}

impl IntVar {
    /// The model, if it still has the variable.
    fn live(&self) -> PyResult<MutexGuard<'_, Model>> {
        let model = self.model.lock();
        if model.has(self.var) { Ok(model) } else { Err(model_error(GONE)) }
    }
}

/// What is said of a variable that was added after `push`, once `pop` has returned.
const GONE: &str = "the model no longer has the variable: it was added after the push that pop has undone";

#[pymethods]
impl IntVar {
    /// The name that the variable was created with.
    #[getter]
    fn name(&self) -> PyResult<String> {
        Ok(self.live()?.name(self.var))
    }

    /// The number of the variable in its model, from 0.
    #[getter]
    fn index(&self) -> usize {
        self.var.index()
    }

    /// The values that the variable was created with, as ranges.
    #[getter]
    fn ranges(&self) -> PyResult<Vec<(i32, i32)>> {
        let model = self.live()?;
        Ok(model.domain(self.var).ranges().map(|range| (*range.start(), *range.end())).collect())
    }

    /// The values that the variable was created with: a `Domain`.
    #[getter]
    fn domain<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("residua_cp.domain")?.call_method1("Domain", (self.ranges()?,))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> String {
        slf.as_super().get().text()
    }
}
