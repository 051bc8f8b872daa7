//! Solutions: values of variables, expressions and whole arrays of them.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use residua::model::{IntVar as Var, Solution as Values};

use crate::arguments::{check_depth, is_array, kind};
use crate::error::model_error;
use crate::expression::{Constraint, Expression};
use crate::shared::Shared;
use crate::variable::IntVar;

/// A solution of a model.
#[pyclass(frozen, module = "residua_cp", mapping)]
#[derive(Debug)]
pub(crate) struct Solution {
    pub(crate) values: Values,
    pub(crate) model: Arc<Shared>,
}

impl Solution {
    /// The value of an expression, or of each item of a list, an array or a dictionary, which are nested `depth` deep so far.
    fn value_of<'py>(&self, object: &Bound<'py, PyAny>, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        check_depth(depth)?;
        if let Ok(var) = object.cast::<IntVar>() {
            let var = var.get().var;
            self.check(&[var])?;
            return Ok(self.values.values()[var.index()].into_pyobject(py)?.into_any());
        }
        if let Ok(expression) = object.cast::<Expression>() {
            let expression = expression.get();
            if object.is_instance_of::<Constraint>() {
                let condition = expression.as_condition()?;
                self.check(&condition.inner().scope().iter().map(|view| view.var).collect::<Vec<Var>>())?;
                return Ok(self.values.holds(condition).into_pyobject(py)?.to_owned().into_any());
            }
            let value = expression.as_expr();
            self.check(&value.views().iter().map(|view| view.var).collect::<Vec<Var>>())?;
            let value = self.values.evaluate(value).ok_or_else(|| {
                PyValueError::new_err(format!("{} has no value in the solution", expression.text()))
            })?;
            return Ok(value.into_pyobject(py)?.into_any());
        }
        if is_array(object)? {
            let items = object.call_method0("tolist")?;
            let values = self.value_of(&items, depth + 1)?;
            return if items.is_instance_of::<PyList>() {
                py.import("numpy")?
                    .call_method1("array", (values,))?
                    .call_method1("reshape", (object.getattr("shape")?,))
            } else {
                Ok(values)
            };
        }
        if object.is_instance_of::<PyString>() {
            let name = object.extract::<String>()?;
            let var = self.model.lock().var_named(&name);
            let var = var.map_err(|error| crate::error::of_model(&error))?;
            self.check(&[var])?;
            return Ok(self.values.values()[var.index()].into_pyobject(py)?.into_any());
        }
        if let Ok(dict) = object.cast::<PyDict>() {
            let values = PyDict::new(py);
            for (key, item) in dict {
                values.set_item(key, self.value_of(&item, depth + 1)?)?;
            }
            return Ok(values.into_any());
        }
        if let Ok(items) = object.try_iter() {
            let values: Vec<Bound<'py, PyAny>> =
                items.into_iter().map(|item| self.value_of(&item?, depth + 1)).collect::<PyResult<_>>()?;
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

    /// Whether these are variables of the model, and were when the solution was found. Variables of a model that this one was copied from are.
    fn check(&self, vars: &[Var]) -> PyResult<()> {
        let model = self.model.lock();
        let is_known = |var: &Var| model.has(*var) && var.index() < self.values.values().len();
        if vars.iter().all(is_known) {
            return Ok(());
        }
        Err(model_error(
            "a variable belongs to another model than the solution, or was added after the search",
        ))
    }
}

#[pymethods]
impl Solution {
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.value_of(key, 0)
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
