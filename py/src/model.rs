//! Models: variables, constraints, and the questions that are searches.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use residua::constraints::{Condition, Truth};
use residua::model::{IntVar as Var, Model as Inner};
use residua_report::Subject as Asked;

use crate::arguments::{bounds_or_values, check_depth, condition, condition_of, expression, kind};
use crate::assumptions::{Assumptions, Found};
use crate::error::{model_error, of_model};
use crate::expression::Constraint;
use crate::inspected;
use crate::limits::{Given, Turns, interruptible, start};
use crate::options::{Asking, Options};
use crate::shared::Shared;
use crate::solution::Solution;
use crate::solutions::{Improvements, Solutions};
use crate::subject::{Subject, word};
use crate::threads;
use crate::variable::{IntVar, variable};

/// A constraint model. The class for users is `residua_cp.Model`, which adds arrays and answers.
#[pyclass(frozen, subclass, module = "residua_cp._core")]
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) shared: Arc<Shared>,
    /// The models of the levels below, from [`push`](Self::push).
    levels: Mutex<Vec<Inner>>,
    /// The search that questions under assumptions share, until the model changes.
    asked: Assumptions,
}

impl Model {
    fn of(model: Inner) -> Model {
        Model {
            shared: Arc::new(Shared::new(model)),
            levels: Mutex::default(),
            asked: Assumptions::default(),
        }
    }

    /// Variables of this model.
    pub(crate) fn vars(&self, object: &Bound<'_, PyAny>) -> PyResult<Vec<Var>> {
        let mut all = Vec::new();
        self.add_vars(object, &mut all, 0)?;
        Ok(all)
    }

    fn add_vars(&self, object: &Bound<'_, PyAny>, all: &mut Vec<Var>, depth: usize) -> PyResult<()> {
        check_depth(depth)?;
        if let Ok(var) = object.cast::<IntVar>() {
            let var = var.get().var;
            if !self.shared.lock().has(var) {
                return Err(model_error("a variable belongs to another model"));
            }
            all.push(var);
            return Ok(());
        }
        let wrong = || PyTypeError::new_err(format!("expected variables, found {}", kind(object)));
        if object.is_instance_of::<PyString>() {
            return Err(wrong());
        }
        let mut items = object.try_iter().map_err(|_| wrong())?;
        items.try_for_each(|item| self.add_vars(&item?, all, depth + 1))
    }

    /// Reads one constraint, or all of an iterable, with their names.
    fn read(
        object: &Bound<'_, PyAny>,
        name: Option<&str>,
        all: &mut Vec<(Condition, Option<String>)>,
        depth: usize,
    ) -> PyResult<()> {
        check_depth(depth)?;
        if let Some((condition, _)) = condition_of(object)? {
            let own = object.cast::<Constraint>().ok().and_then(|constraint| constraint.get().name.clone());
            all.push((condition, name.map(str::to_owned).or(own)));
            return Ok(());
        }
        if object.is_instance_of::<PyString>() {
            return condition(object).map(|_| ());
        }
        let Ok(items) = object.try_iter() else { return condition(object).map(|_| ()) };
        for (number, item) in items.into_iter().enumerate() {
            let named = name.map(|name| format!("{name}[{number}]"));
            Model::read(&item?, named.as_deref(), all, depth + 1)?;
        }
        Ok(())
    }

    /// The model as the subject of questions.
    fn subject_of(&self, title: &str, soft: Option<BTreeSet<usize>>) -> Asked {
        Asked::of_model(title, self.shared.snapshot(), soft)
    }
}

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn new(_arguments: &Bound<'_, pyo3::types::PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Model {
        Model::of(Inner::new())
    }

    /// Adds a variable: with bounds, or with the values of an iterable.
    #[pyo3(signature = (name, low, high = None))]
    fn int_var(
        &self,
        py: Python<'_>,
        name: &str,
        low: &Bound<'_, PyAny>,
        high: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<IntVar>> {
        let domain = bounds_or_values(low, high)?;
        let var = self.shared.lock().named_var(name, domain);
        variable(py, var, &self.shared)
    }

    /// Adds a variable of 0 and 1, which is also a truth value.
    #[pyo3(signature = (name))]
    fn bool_var(&self, py: Python<'_>, name: &str) -> PyResult<Py<IntVar>> {
        let var = self.shared.lock().bool_var(name);
        variable(py, var, &self.shared)
    }

    /// Adds variables with these names and the same domain.
    #[pyo3(signature = (names, low, high = None))]
    fn _int_vars(
        &self,
        py: Python<'_>,
        names: Vec<String>,
        low: &Bound<'_, PyAny>,
        high: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Py<IntVar>>> {
        let domain = bounds_or_values(low, high)?;
        let vars: Vec<Var> = {
            let mut model = self.shared.lock();
            names.iter().map(|name| model.named_var(name, domain.clone())).collect()
        };
        vars.into_iter().map(|var| variable(py, var, &self.shared)).collect()
    }

    /// Adds a constraint, or all of an iterable, and returns their numbers.
    #[pyo3(signature = (constraints, name = None))]
    fn _add(&self, constraints: &Bound<'_, PyAny>, name: Option<&str>) -> PyResult<Vec<usize>> {
        let mut all = Vec::new();
        Model::read(constraints, name, &mut all, 0)?;
        let mut model = self.shared.lock();
        let post = |(condition, name): (Condition, Option<String>)| {
            let id = model.post(condition).map_err(|error| of_model(&error))?;
            if let Some(name) = name {
                model.name_constraint(id, &name);
            }
            Ok(id.index())
        };
        all.into_iter().map(post).collect()
    }

    /// All variables, in the order in which they were added.
    #[getter]
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<Py<IntVar>>> {
        let vars: Vec<Var> = self.shared.lock().vars().collect();
        vars.into_iter().map(|var| variable(py, var, &self.shared)).collect()
    }

    /// The constraints as text, in the order in which they were added.
    #[getter]
    fn constraints(&self) -> Vec<String> {
        let model = self.shared.lock();
        model.constraints().map(|(_, constraint)| model.show(&**constraint).to_string()).collect()
    }

    /// The names of the constraints; `None` where none was given.
    #[getter]
    fn constraint_names(&self) -> Vec<Option<String>> {
        let model = self.shared.lock();
        model.constraints().map(|(id, _)| model.given_name(id).map(str::to_owned)).collect()
    }

    /// Whether a variable belongs to the model.
    fn _has(&self, variable: &IntVar) -> bool {
        self.shared.lock().has(variable.var)
    }

    /// Names of all variables, no two the same: what answers call them.
    fn _names(&self) -> Vec<String> {
        self.shared.lock().distinct_names()
    }

    fn __str__(&self) -> String {
        self.shared.lock().to_string()
    }

    fn __repr__(&self) -> String {
        let model = self.shared.lock();
        format!("Model({} variables, {} constraints)", model.domains().len(), model.constraints().len())
    }

    /// Keeps the model as it is now, until `pop` returns to it.
    fn push(&self) {
        let model = self.shared.snapshot();
        self.levels.lock().unwrap_or_else(PoisonError::into_inner).push(model);
    }

    /// Returns to the model as it was at the last `push`.
    fn pop(&self) -> PyResult<()> {
        let model = self.levels.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let model = model.ok_or_else(|| PyValueError::new_err("pop without a push before"))?;
        *self.shared.lock() = model;
        self.asked.forget();
        Ok(())
    }

    /// The solutions: an iterator that finds each when it is asked for. Several `threads` (0 is one for each core) find them in any order, or `in_order`,
    /// which is then the same each time; they search ahead until it is closed or dropped.
    #[pyo3(signature = (*, over = None, branch = None, consistency = "domain", learn = "auto", restarts = None,
        limit = None, time = None, nodes = None, failures = None, progress = None, threads = 1, in_order = false))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the search")]
    fn solutions(
        &self,
        py: Python<'_>,
        over: Option<&Bound<'_, PyAny>>,
        branch: Option<&Bound<'_, PyAny>>,
        consistency: &str,
        learn: &str,
        restarts: Option<&str>,
        limit: Option<u64>,
        time: Option<f64>,
        nodes: Option<u64>,
        failures: Option<u64>,
        progress: Option<Py<PyAny>>,
        threads: i64,
        in_order: bool,
    ) -> PyResult<Solutions> {
        let asking =
            Asking::read(self, &Options { over, branch, consistency, learn, restarts, threads, in_order })?;
        let given = Given::new(time, nodes, failures, limit)?.by(asking.threads);
        let begin = start();
        let (search, vars) = py.detach(|| {
            let model = self.shared.snapshot();
            let vars: Vec<Var> = model.vars().collect();
            (asking.search(&model, Turns::<residua::search::Solutions>::first(&given)).solutions(), vars)
        });
        Ok(Solutions::new(Turns::new(search, given, begin), vars, Arc::clone(&self.shared), progress))
    }

    /// Better and better solutions for the least value of an expression, or for the greatest.
    #[pyo3(signature = (objective, is_maximum, *, branch = None, consistency = "domain", learn = "auto", restarts = None,
        time = None, nodes = None, failures = None, progress = None, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the search")]
    fn _optimize(
        &self,
        py: Python<'_>,
        objective: &Bound<'_, PyAny>,
        is_maximum: bool,
        branch: Option<&Bound<'_, PyAny>>,
        consistency: &str,
        learn: &str,
        restarts: Option<&str>,
        time: Option<f64>,
        nodes: Option<u64>,
        failures: Option<u64>,
        progress: Option<Py<PyAny>>,
        threads: i64,
    ) -> PyResult<Improvements> {
        let options = Options { over: None, branch, consistency, learn, restarts, threads, in_order: false };
        let asking = Asking::read(self, &options)?;
        let given = Given::new(time, nodes, failures, None)?.by(asking.threads);
        let (objective, _) = expression(objective)?;
        let begin = start();
        let search = py.detach(|| {
            let model = self.shared.snapshot();
            let search = asking.search(&model, Turns::<residua::search::ImprovingSolutions>::first(&given));
            if is_maximum { search.maximize(objective) } else { search.minimize(objective) }
        });
        let search = search.map_err(|error| of_model(&error))?;
        Ok(Improvements::new(Turns::new(search, given, begin), Arc::clone(&self.shared), progress))
    }

    /// A solution in which these conditions hold, or the numbers of some that cannot hold together; `None` for both if a limit was reached.
    #[pyo3(signature = (conditions, *, time = None, nodes = None, failures = None))]
    fn _assume(
        &self,
        py: Python<'_>,
        conditions: &Bound<'_, PyAny>,
        time: Option<f64>,
        nodes: Option<u64>,
        failures: Option<u64>,
    ) -> PyResult<(Option<Solution>, Option<Vec<usize>>)> {
        let given = Given::new(time, nodes, failures, None)?;
        let conditions: Vec<Condition> = conditions
            .try_iter()?
            .map(|item| condition(&item?).map(|(condition, _)| condition))
            .collect::<PyResult<_>>()?;
        Ok(match self.asked.ask(py, &self.shared, &conditions, given)? {
            Found::Values(values) => (Some(Solution { values, model: Arc::clone(&self.shared) }), None),
            Found::Core(numbers) => (None, Some(numbers)),
            Found::Stopped => (None, None),
        })
    }

    /// The number of solutions, whether it is exact, and by variable the number of those with each value.
    #[pyo3(signature = (time = None, threads = 1))]
    fn _marginals<'py>(
        &self,
        py: Python<'py>,
        time: Option<f64>,
        threads: i64,
    ) -> PyResult<inspected::Marginals<'py>> {
        let given = Given::new(time, None, None, None)?;
        inspected::marginals(py, &self.shared.snapshot(), given, threads::count(threads)?)
    }

    /// What each of these variables can be, where these conditions hold; `None` if a limit was reached.
    #[pyo3(signature = (variables, assuming, time = None))]
    fn _possible(
        &self,
        py: Python<'_>,
        variables: &Bound<'_, PyAny>,
        assuming: &Bound<'_, PyAny>,
        time: Option<f64>,
    ) -> PyResult<Option<Vec<Vec<i32>>>> {
        let given = Given::new(time, None, None, None)?;
        let vars = self.vars(variables)?;
        let mut model = self.shared.snapshot();
        for item in assuming.try_iter()? {
            let (condition, _) = condition(&item?)?;
            let _ = model.post(condition).map_err(|error| of_model(&error))?;
        }
        let found =
            interruptible(py, |stop| model.possible(&vars, &[], &given.limits().stop(Arc::clone(stop))))?;
        Ok(found.ok().map(|domains| domains.iter().map(|domain| domain.iter().collect()).collect()))
    }

    /// What propagation leaves: by variable the ranges of its values, the constraints that are left, and pairs of a variable and what it is
    /// equal to. An empty list of ranges everywhere, if there is no solution; `None` if a limit was reached.
    #[pyo3(signature = (strength, time = None))]
    fn _residual(
        &self,
        py: Python<'_>,
        strength: &str,
        time: Option<f64>,
    ) -> PyResult<Option<inspected::Left>> {
        let strength = word("strength", strength)?;
        inspected::residual(py, &self.shared.snapshot(), strength, Given::new(time, None, None, None)?)
    }

    /// The model as the subject of questions; `soft` are the numbers of the constraints that may be taken away.
    #[pyo3(signature = (title, soft = None))]
    fn _subject(&self, py: Python<'_>, title: &str, soft: Option<BTreeSet<usize>>) -> Subject {
        py.detach(|| Subject::new(self.subject_of(title, soft)))
    }

    /// The question whether a condition holds, as text: a comparison of a variable with a number.
    fn _question(&self, condition: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let (condition, _) = crate::arguments::condition(condition)?;
        let model = self.shared.lock();
        match condition.inner().as_atom() {
            Some(Truth::Is(atom)) if model.has(atom.var()) => {
                let name = model.distinct_names().swap_remove(atom.var().index());
                let name = name.replace('\'', "''");
                let relation = match atom.relation() {
                    residua::store::Relation::Eq => "=",
                    residua::store::Relation::Ne => "!=",
                    residua::store::Relation::Le => "<=",
                    residua::store::Relation::Ge => ">=",
                };
                Ok(Some(format!("'{name}'{relation}{}", atom.value())))
            }
            Some(Truth::Is(_)) => Err(model_error("the question is about a variable of another model")),
            _ => Ok(None),
        }
    }

    /// The model as JSON, which `from_json` reads.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let model = self.shared.snapshot();
        py.detach(|| residua_encode::json(&model)).map_err(|error| model_error(error.to_string()))
    }

    /// The model in the language of another solver: `cnf`, `lp`, `mps`, `minizinc`, `prolog`, `sympy`, `singular`, `cocoa`, or, of `all_different` and `≠`
    /// alone, the graph as `col`, `dot` or `graphml`.
    #[pyo3(signature = (language, *, rules = None, at_most_one = None, roots_of_unity = false))]
    fn export(
        &self,
        py: Python<'_>,
        language: &str,
        rules: Option<&str>,
        at_most_one: Option<&str>,
        roots_of_unity: bool,
    ) -> PyResult<String> {
        let question = crate::export::question(language, rules, at_most_one, roots_of_unity)?;
        crate::export::model(py, question, &self.shared.snapshot())
    }

    #[classmethod]
    fn _from_json(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Model> {
        let model = py.detach(|| residua_encode::from_json(text));
        let model = model.map_err(|error| {
            crate::error::of_input(&residua_report::InputError {
                line: error.line(),
                column: error.column(),
                message: error.message().to_owned(),
            })
        })?;
        Ok(Model::of(model))
    }

    /// Takes the variables and constraints of another model, in the place of its own.
    fn _become(&self, other: &Model) {
        let model = other.shared.snapshot();
        *self.shared.lock() = model;
        self.asked.forget();
    }
}
