//! Solutions: values of variables, expressions and whole arrays of them.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use residua::model::Solution as Values;

use crate::arguments::kind;
use crate::error::model_error;
use crate::expression::{Constraint, Expression, IntVar};
use crate::shared::Shared;

/// A solution of a model.
#[pyclass(frozen, module = "residua_cp", mapping)]
#[derive(Debug)]
pub(crate) struct Solution {
    pub(crate) values: Values,
    pub(crate) model: Arc<Shared>,
}

impl Solution {
    /// The value of an expression, or of each item of a list or array.
    fn value_of<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        if let Ok(var) = object.cast::<IntVar>() {
            let var = var.get();
            self.check_var(var)?;
            let value = self.values.values().get(var.var.index());
            let value = value.ok_or_else(|| model_error("the variable was added after the search"))?;
            return Ok(value.into_pyobject(py)?.into_any());
        }
        if let Ok(expression) = object.cast::<Expression>() {
            let expression = expression.get();
            expression.model().map_or(Ok(()), |model| self.check(model))?;
            let known = self.values.values().len();
            if expression.as_expr().views().iter().any(|view| view.var.index() >= known) {
                return Err(model_error("a variable of the expression was added after the search"));
            }
            if object.is_instance_of::<Constraint>() {
                let holds = self.values.holds(expression.as_condition()?);
                return Ok(holds.into_pyobject(py)?.to_owned().into_any());
            }
            let value = self.values.evaluate(expression.as_expr());
            let value = value.ok_or_else(|| {
                PyValueError::new_err(format!("{} has no value in the solution", expression.text()))
            })?;
            return Ok(value.into_pyobject(py)?.into_any());
        }
        if object.hasattr("__array__")? {
            let flat = object.getattr("ravel")?.call0()?;
            let values: Vec<i64> =
                flat.try_iter()?.map(|item| self.value_of(&item?)?.extract()).collect::<PyResult<_>>()?;
            let numpy = py.import("numpy")?;
            return numpy
                .call_method1("array", (values,))?
                .call_method1("reshape", (object.getattr("shape")?,));
        }
        if object.is_instance_of::<PyString>() {
            let name = object.extract::<String>()?;
            let var = self.model.lock().var_named(&name);
            let var = var.map_err(|error| crate::error::of_model(&error))?;
            let value = self.values.values().get(var.index()).copied();
            return Ok(value.into_pyobject(py)?);
        }
        if let Ok(dict) = object.cast::<PyDict>() {
            let values = PyDict::new(py);
            for (key, item) in dict {
                values.set_item(key, self.value_of(&item)?)?;
            }
            return Ok(values.into_any());
        }
        if let Ok(items) = object.try_iter() {
            let values: Vec<Bound<'py, PyAny>> =
                items.into_iter().map(|item| self.value_of(&item?)).collect::<PyResult<_>>()?;
            return Ok(PyList::new(py, values)?.into_any());
        }
        if object.extract::<i64>().is_ok() {
            return Ok(object.clone());
        }
        Err(PyTypeError::new_err(format!(
            "expected a variable, an expression, a list of them or a name, found {}",
            kind(object)
        )))
    }

    fn check(&self, model: &Arc<Shared>) -> PyResult<()> {
        if Arc::ptr_eq(model, &self.model) {
            return Ok(());
        }
        Err(model_error("the variable belongs to another model than the solution"))
    }

    /// The same for a variable: one of a model that this model was copied from has the same number here.
    fn check_var(&self, var: &IntVar) -> PyResult<()> {
        if self.model.lock().has(var.var) { Ok(()) } else { self.check(&var.model) }
    }
}

#[pymethods]
impl Solution {
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.value_of(key)
    }

    /// The values of all variables, in the order in which they were added.
    #[getter]
    fn values(&self) -> Vec<i32> {
        self.values.values().to_vec()
    }

    /// The values of all variables by name.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = self.model.lock().distinct_names();
        let dict = PyDict::new(py);
        names.iter().zip(self.values.values()).try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(dict)
    }

    fn __reduce__(_slf: PyRef<'_, Self>) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a solution belongs to its model and cannot be pickled: send solution.to_dict(), or solution.values",
        ))
    }

    fn __len__(&self) -> usize {
        self.values.values().len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&other.model, &self.model) && other.values.values() == self.values.values()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.values.values().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let names = self.model.lock().distinct_names();
        let pairs: Vec<String> = names
            .iter()
            .zip(self.values.values())
            .take(20)
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let rest = if names.len() > 20 { ", …" } else { "" };
        format!("Solution({}{rest})", pairs.join(", "))
    }
}
