//! Searches as Python iterators: all solutions, and better and better ones.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};
use residua::model::{IntVar, Solution as Values};
use residua::search::{ImprovingSolutions, Optimum, Solutions as Search};

use crate::iterated::{Iterated, Running};
use crate::limits::{Turn, Turns};
use crate::shared::Shared;
use crate::solution::Solution;

/// The solutions of a model, each found when it is asked for: an iterator and a context manager.
#[pyclass(frozen, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Solutions {
    search: Iterated<Search>,
    model: Arc<Shared>,
    vars: Vec<IntVar>,
}

impl Solutions {
    pub(crate) fn new(
        turns: Turns<Search>,
        vars: Vec<IntVar>,
        model: Arc<Shared>,
        progress: Option<Py<PyAny>>,
    ) -> Solutions {
        Solutions { search: Iterated::new(turns, progress), model, vars }
    }

    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let read = |search: &Search, ()| {
            let values: Vec<i32> = self.vars.iter().map(|&var| search.value(var).unwrap_or(0)).collect();
            Values::new(values)
        };
        let values = self.search.next(py, read)?;
        Ok(values.map(|values| Solution { values, model: Arc::clone(&self.model) }))
    }
}

#[pymethods]
impl Solutions {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.search.visit(&visit)
    }

    fn __clear__(&self) {
        self.search.clear();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        self.next(py)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    /// Ends the search: there are no more solutions from this iterator.
    fn close(&self, py: Python<'_>) {
        self.search.close(py);
    }

    /// Why the search ended: `"exhausted"` (there are no more solutions), `"closed"`, or the limit that was reached; `None` while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Option<String> {
        self.search.outcome(py)
    }

    /// Statistics so far: nodes, decisions, failures, propagations, solutions, depth, restarts, nogoods.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.search.statistics(py)
    }

    /// All that are left: the values of these variables, as 32-bit integers in the order of the machine, row by row, and the number of rows.
    fn _rows<'py>(
        &self,
        py: Python<'py>,
        columns: Vec<PyRef<'_, crate::variable::IntVar>>,
    ) -> PyResult<(Bound<'py, PyByteArray>, usize)> {
        let columns: Vec<IntVar> = columns.iter().map(|column| column.var).collect();
        let (mut values, mut rows) = (Vec::new(), 0);
        loop {
            let turn = py.detach(|| {
                let mut turns = self.search.lock();
                loop {
                    match turns.turn() {
                        Turn::Found(()) => {
                            let value = |&var: &IntVar| turns.search.value(var).unwrap_or(0);
                            values.extend(columns.iter().map(value));
                            rows += 1;
                        }
                        end => break end,
                    }
                }
            });
            match turn {
                Turn::End => break,
                _ => self.search.pause(py)?,
            }
        }
        let bytes = PyByteArray::new_with(py, 4 * values.len(), |bytes| {
            let cells = bytes.chunks_exact_mut(4).zip(&values);
            cells.for_each(|(bytes, value)| bytes.copy_from_slice(&value.to_ne_bytes()));
            Ok(())
        })?;
        Ok((bytes, rows))
    }
}

/// Solutions of which each is better than the one before: an iterator of values and solutions.
#[pyclass(frozen, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Improvements {
    search: Iterated<ImprovingSolutions>,
    model: Arc<Shared>,
    /// The newest solution, which is the best so far.
    newest: Mutex<Option<Values>>,
}

impl Improvements {
    pub(crate) fn new(
        turns: Turns<ImprovingSolutions>,
        model: Arc<Shared>,
        progress: Option<Py<PyAny>>,
    ) -> Improvements {
        Improvements { search: Iterated::new(turns, progress), model, newest: Mutex::default() }
    }

    fn optimum(&self, py: Python<'_>) -> Optimum {
        py.detach(|| self.search.lock().search.optimum())
    }
}

#[pymethods]
impl Improvements {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.search.visit(&visit)
    }

    fn __clear__(&self) {
        self.search.clear();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(i64, Solution)>> {
        let found = self.search.next(py, |_, item| item)?;
        Ok(found.map(|(value, values)| {
            *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Some(values.clone());
            (value, Solution { values, model: Arc::clone(&self.model) })
        }))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    /// Runs to the end, and returns the best solution, also one that was found before; `None` if there is none. `on_solution` is called with the value and
    /// the solution of each improvement.
    #[pyo3(signature = (on_solution = None))]
    fn best(&self, py: Python<'_>, on_solution: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<Solution>>> {
        while let Some((value, solution)) = self.__next__(py)? {
            if let Some(call) = on_solution {
                call.call1((value, Py::new(py, solution)?))?;
            }
        }
        let values = self.newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let best = values.map(|values| Solution { values, model: Arc::clone(&self.model) });
        best.map(|best| Py::new(py, best)).transpose()
    }

    /// Ends the search, as far as it is.
    fn close(&self, py: Python<'_>) {
        self.search.close(py);
    }

    /// `"optimal"`, `"infeasible"` or `"open"`.
    #[getter]
    fn status(&self, py: Python<'_>) -> &'static str {
        match self.optimum(py) {
            Optimum::Optimal(_) => "optimal",
            Optimum::Infeasible => "infeasible",
            Optimum::Open { .. } => "open",
        }
    }

    /// The value of the best solution so far.
    #[getter]
    fn value(&self, py: Python<'_>) -> Option<i64> {
        match self.optimum(py) {
            Optimum::Optimal(value) => Some(value),
            Optimum::Infeasible => None,
            Optimum::Open { best, .. } => best,
        }
    }

    /// The proved bound of the objective.
    #[getter]
    fn bound(&self, py: Python<'_>) -> Option<i64> {
        match self.optimum(py) {
            Optimum::Optimal(value) => Some(value),
            Optimum::Infeasible => None,
            Optimum::Open { bound, .. } => Some(bound),
        }
    }

    /// Why the search ended: `"exhausted"`, `"closed"`, or the limit that was reached; `None` while it goes on.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> Option<String> {
        self.search.outcome(py)
    }

    /// Statistics so far.
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.search.statistics(py)
    }

    /// From now on, looks only for better values than this one.
    fn set_incumbent(&self, py: Python<'_>, value: i64) {
        py.detach(|| self.search.lock().search.set_incumbent(value));
    }
}
