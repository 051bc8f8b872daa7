//! FlatZinc, solved as its solve item says: any solutions, or better and better ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList};
use residua::model::{IntVar, Solution};
use residua::search::{ImprovingSolutions, Solutions, Status};
use residua_flatzinc::{Objective, Shown};
use residua_report::models::{Program as Inner, Unit, units};

use crate::error::{of_input, of_model};
use crate::iterated::{Iterated, Running};
use crate::limits::{Given, Turns, start};
use crate::subject::learning;
use crate::threads;

/// A program of FlatZinc, read from a file, compiled if need be.
#[pyclass(frozen, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct Program(Arc<Inner>);

/// The solutions of a program: an iterator.
#[pyclass(frozen, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct ProgramSolutions {
    program: Arc<Inner>,
    search: Search,
    is_found: AtomicBool,
}

#[derive(Debug)]
enum Search {
    All(Iterated<Solutions>, Vec<IntVar>),
    Better(Box<Iterated<ImprovingSolutions>>),
}

impl Search {
    fn running(&self) -> &dyn Running {
        match self {
            Search::All(search, _) => search,
            Search::Better(search) => &**search,
        }
    }
}

#[pymethods]
impl Program {
    #[staticmethod]
    fn read(py: Python<'_>, path: String, data: Vec<String>) -> PyResult<Program> {
        let program = py.detach(|| Inner::read(&Unit { file: path, data }));
        program.map(|program| Program(Arc::new(program))).map_err(|(_, mistake)| of_input(&mistake))
    }

    /// Whether a file is one, by its name or its beginning.
    #[staticmethod]
    fn is_program(path: String) -> bool {
        matches!(units(&[path]), Some(Ok(_)))
    }

    /// `"satisfy"`, `"minimize"` or `"maximize"`.
    #[getter]
    fn goal(&self) -> &'static str {
        match self.0.problem.objective {
            Objective::Satisfy => "satisfy",
            Objective::Minimize(_) => "minimize",
            Objective::Maximize(_) => "maximize",
        }
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.0.notes.clone()
    }

    #[pyo3(signature = (*, free = false, learn = "auto", seed = 0, limit = None, time = None, nodes = None, failures = None, progress = None,
        threads = 1, in_order = false))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the search")]
    fn solutions(
        &self,
        py: Python<'_>,
        free: bool,
        learn: &str,
        seed: u64,
        limit: Option<u64>,
        time: Option<f64>,
        nodes: Option<u64>,
        failures: Option<u64>,
        progress: Option<Py<PyAny>>,
        threads: i64,
        in_order: bool,
    ) -> PyResult<ProgramSolutions> {
        let (learn, threads) = (learning(learn)?, threads::count(threads)?);
        let given = Given::new(time, nodes, failures, limit)?.by(threads);
        let begin = start();
        let mut program = Arc::clone(&self.0);
        if seed != program.problem.seed {
            Arc::make_mut(&mut program).problem.seed = seed;
        }
        let problem = &program.problem;
        let of = |limits| {
            let search = problem.search(free).learn(learn).limits(limits).threads(threads);
            if in_order { search.in_order() } else { search }
        };
        let better = |search: Result<ImprovingSolutions, _>, progress| {
            let search = search.map_err(|error| of_model(&error))?;
            Ok::<_, PyErr>(Search::Better(Box::new(Iterated::new(
                Turns::new(search, given, begin),
                progress,
            ))))
        };
        let first = Turns::<Solutions>::first(&given);
        let search = match &problem.objective {
            Objective::Satisfy => {
                let search = py.detach(|| match limit {
                    Some(1) => of(first).solutions(),
                    _ => problem.each_once(of(first)).solutions(),
                });
                let vars = problem.model.vars().collect();
                Search::All(Iterated::new(Turns::new(search, given, begin), progress), vars)
            }
            Objective::Minimize(cost) => better(py.detach(|| of(first).minimize(cost.clone())), progress)?,
            Objective::Maximize(value) => better(py.detach(|| of(first).maximize(value.clone())), progress)?,
        };
        Ok(ProgramSolutions { program, search, is_found: AtomicBool::new(false) })
    }
}

/// What Python is told of a solution: values by name, the lines of FlatZinc, and the value of the objective.
type Told<'py> = (Bound<'py, PyDict>, String, Option<Bound<'py, PyAny>>);

#[pymethods]
impl ProgramSolutions {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.search.running().visit(&visit)
    }

    fn __clear__(&self) {
        self.search.running().clear();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Told<'py>>> {
        let found = match &self.search {
            Search::All(search, vars) => {
                let values = |search: &Solutions, ()| {
                    Solution::new(
                        vars.iter().map(|&var| search.value(var).unwrap_or(0)).collect::<Vec<i32>>(),
                    )
                };
                search.next(py, values)?.map(|solution| (None, solution))
            }
            Search::Better(search) => {
                search.next(py, |_, item| item)?.map(|(value, solution)| (Some(value), solution))
            }
        };
        let Some((objective, solution)) = found else { return Ok(None) };
        self.is_found.store(true, Ordering::Relaxed);
        let problem = &self.program.problem;
        let mut text = String::new();
        problem.print(&solution, &mut text);
        let values = PyDict::new(py);
        for (name, value) in problem.values(&solution) {
            values.set_item(name, shown(py, &value)?)?;
        }
        let objective = objective.map(|value| shown(py, &problem.objective_value(value)));
        Ok(Some((values, text, objective.transpose()?)))
    }

    fn close(&self, py: Python<'_>) {
        self.search.running().close(py);
    }

    #[getter]
    fn outcome(&self, py: Python<'_>) -> Option<String> {
        self.search.running().outcome(py)
    }

    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.search.running().statistics(py)
    }

    /// What is proved so far, as a word, and the line that says so in FlatZinc.
    #[getter]
    fn verdict(&self, py: Python<'_>) -> (&'static str, &'static str) {
        let is_exhausted = self.search.running().status(py) == Some(Status::Exhausted);
        let verdict = self.program.verdict(is_exhausted, self.is_found.load(Ordering::Relaxed));
        (verdict.word(), verdict.line())
    }
}

/// A value as Python has it: an integer, a truth value, a number, a set, or lists in lists.
fn shown<'py>(py: Python<'py>, value: &Shown) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Shown::Int(value) => value.into_pyobject(py)?.into_any(),
        Shown::Float(value) => value.into_pyobject(py)?.into_any(),
        Shown::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        Shown::Set(values) => PyFrozenSet::new(py, values.iter())?.into_any(),
        Shown::Array(sets, elements) => {
            let sizes: Vec<usize> = sets
                .iter()
                .map(|(low, high)| usize::try_from(high.saturating_sub(*low).saturating_add(1)).unwrap_or(0))
                .collect();
            nested(py, &sizes, elements)?
        }
    })
}

/// An array of these sizes as lists in lists.
fn nested<'py>(py: Python<'py>, sizes: &[usize], elements: &[Shown]) -> PyResult<Bound<'py, PyAny>> {
    let rows: Vec<Bound<'py, PyAny>> = match sizes {
        [count, inner @ ..] if !inner.is_empty() => {
            let size = elements.len() / (*count).max(1);
            (0..*count)
                .map(|row| nested(py, inner, &elements[row * size..(row + 1) * size]))
                .collect::<PyResult<_>>()?
        }
        _ => elements.iter().map(|element| shown(py, element)).collect::<PyResult<_>>()?,
    };
    Ok(PyList::new(py, rows)?.into_any())
}
