//! Subjects and answers of the report: what Python asks, and what it is told.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::search::{EngineChoice, Learning, Limits};
use residua_report::models::{Bounds, Unit, units};
use residua_report::outside::Command;
use residua_report::puzzle::Unanswered;
use residua_report::question::{
    Conflict, Count, Drawing, Explain, Form, Hint, HintLevel, Inspect, Rate, Solve, Why,
};
use residua_report::{
    Answer as _, Asking, InputError, Paint, Silent, Subject as Asked, clauses, clues, compare, conflict,
    count, inspect_pictured, puzzle, steps, why,
};

use crate::answer::{Answer, answer, in_form, status, text};
use crate::error::of_input;
use crate::limits::{Given, interruptible};
use crate::options::one_of;
use crate::threads;
use crate::wording::in_python;

/// What a question is about: a model, a puzzle, or a file.
#[pyclass(frozen, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Subject(Mutex<Asked>);

/// The forms of what is left as text.
const FORMS: [(&str, ()); 5] = [("pencil", ()), ("grid", ()), ("clpfd", ()), ("svg", ()), ("html", ())];

/// Those of puzzles with rules beside those of Sudoku.
const FORMS_OF_VARIANTS: [(&str, ()); 3] = [("pencil", ()), ("svg", ()), ("html", ())];

/// How much of a step is told, by name.
const LEVELS: [(&str, HintLevel); 4] = [
    ("kind", HintLevel::Kind),
    ("where", HintLevel::Where),
    ("cells", HintLevel::Cells),
    ("step", HintLevel::Step),
];

fn asking(limits: Limits, threads: usize) -> Asking<'static> {
    Asking { limits, engine: EngineChoice::Auto, threads, paint: Paint::new(false), host: &Silent }
}

impl Subject {
    pub(crate) fn new(subject: Asked) -> Subject {
        Subject(Mutex::new(subject))
    }

    fn lock(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The subject as it is, to be asked without the lock.
    pub(crate) fn snapshot(&self) -> Asked {
        self.lock().clone()
    }

    /// Whether it is a puzzle with rules beside those of Sudoku.
    fn is_variant(&self) -> bool {
        self.lock().is_variant()
    }

    /// Asks without Python's lock, within the limits, by that number of threads.
    fn ask(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        threads: i64,
        ask: impl FnOnce(&mut Asked, &Asking<'_>) -> Result<Answer, InputError> + Send,
    ) -> PyResult<Answer> {
        self.within(py, time, threads, ask)?.map_err(|error| of_input(&error))
    }

    /// Does something without Python's lock, within the limits, by that number of threads.
    fn within<T: Send>(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        threads: i64,
        ask: impl FnOnce(&mut Asked, &Asking<'_>) -> T + Send,
    ) -> PyResult<T> {
        let given = Given::new(time, None, None, None)?;
        let threads = threads::count(threads)?;
        let mut subject = self.snapshot();
        interruptible(py, |stop| {
            let limits = given.limits().stop(Arc::clone(stop));
            ask(&mut subject, &asking(limits, threads))
        })
    }
}

/// Reads one of the words that an option takes.
pub(crate) fn word<T: std::str::FromStr<Err = String>>(option: &str, text: &str) -> PyResult<T> {
    text.parse().map_err(|error| PyValueError::new_err(format!("{option}: {error}")))
}

/// Reads how a search learns.
pub(crate) fn learning(text: &str) -> PyResult<Learning> {
    match text {
        "auto" => Ok(Learning::Auto),
        "on" => Ok(Learning::On),
        "off" => Ok(Learning::Off),
        other => Err(PyValueError::new_err(format!("learn: expected auto, on or off, found \"{other}\""))),
    }
}

#[pymethods]
impl Subject {
    /// Reads a file: FlatZinc, a MiniZinc model with its data, DIMACS clauses, or a DIMACS graph with a number of colours.
    #[staticmethod]
    #[pyo3(signature = (path, data = Vec::new(), colors = None))]
    fn read(py: Python<'_>, path: String, data: Vec<String>, colors: Option<u32>) -> PyResult<Subject> {
        let read = move || match units(std::slice::from_ref(&path)) {
            Some(Ok(_)) => {
                let unit = Unit { file: path, data };
                Asked::read(&unit, Bounds::default()).map_err(|(_, error)| error)
            }
            _ => clauses::read(&path, colors),
        };
        py.detach(read).map(Subject::new).map_err(|error| of_input(&error))
    }

    #[pyo3(signature = (candidates = false, limit = None, time = None, threads = 1))]
    fn count(
        &self,
        py: Python<'_>,
        candidates: bool,
        limit: Option<u64>,
        time: Option<f64>,
        threads: i64,
    ) -> PyResult<Answer> {
        self.ask(py, time, threads, |subject, asking| {
            Ok(answer(&count(Count { candidates, limit }, subject, asking)))
        })
    }

    /// `form` is that of the text: `pencil`, `grid`, and of a puzzle `clpfd`, `svg` and `html`.
    #[pyo3(signature = (strength = "domain", count = false, counts = false, rules = true, form = "pencil", time = None, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the question")]
    fn inspect(
        &self,
        py: Python<'_>,
        strength: &str,
        count: bool,
        counts: bool,
        rules: bool,
        form: &str,
        time: Option<f64>,
        threads: i64,
    ) -> PyResult<Answer> {
        let strength: Strength = word("strength", strength)?;
        let is_variant = self.is_variant();
        let forms: &[(&str, ())] = if is_variant { &FORMS_OF_VARIANTS } else { &FORMS };
        one_of("form", forms, form)?;
        let drawing = Some(if form == "grid" { Drawing::Solved } else { Drawing::Candidates });
        let question = Inspect { strength, count, counts, rules, drawing };
        self.ask(py, time, threads, move |subject, asking| {
            if is_variant {
                let report = inspect_pictured(question, subject, asking)?;
                let section = || report.section(0);
                return Ok(in_form(form, answer(&*report), report.svg(), section));
            }
            if subject.found().is_none() {
                return Ok(answer(&*residua_report::inspect(question, subject, asking)));
            }
            let report = puzzle::inspect(question, subject, asking)?;
            let clpfd = Some(text(|mut out| report.write_clpfd(&mut out)));
            let plain = Answer { clpfd, ..answer(&report) };
            Ok(in_form(form, plain, report.svg(), || report.section()))
        })
    }

    /// What is left at each strength.
    #[pyo3(signature = (time = None, threads = 1))]
    fn compare(&self, py: Python<'_>, time: Option<f64>, threads: i64) -> PyResult<Answer> {
        self.ask(py, time, threads, |subject, asking| Ok(answer(&compare(subject, asking))))
    }

    #[pyo3(signature = (questions, time = None))]
    fn why(&self, py: Python<'_>, questions: Vec<String>, time: Option<f64>) -> PyResult<Answer> {
        let question = Why { questions };
        self.ask(py, time, 1, |subject, asking| why(&question, subject, asking).map(|found| answer(&found)))
    }

    #[pyo3(signature = (all = false, limit = None, smallest = false, time = None))]
    fn conflict(
        &self,
        py: Python<'_>,
        all: bool,
        limit: Option<usize>,
        smallest: bool,
        time: Option<f64>,
    ) -> PyResult<Answer> {
        let question = Conflict { all, limit: limit.map(|limit| limit as u64), smallest };
        self.ask(py, time, 1, |subject, asking| Ok(answer(&conflict(question, subject, asking))))
    }

    #[pyo3(signature = (time = None))]
    fn clues(&self, py: Python<'_>, time: Option<f64>) -> PyResult<Answer> {
        self.ask(py, time, 1, |subject, asking| clues(subject, asking).map(|found| answer(&*found)))
    }

    /// The next step of a puzzle, as much of it as `level` says: `kind`, `where`, `cells` or `step`.
    #[pyo3(signature = (level = "step", assume_unique = false, time = None))]
    fn hint(&self, py: Python<'_>, level: &str, assume_unique: bool, time: Option<f64>) -> PyResult<Answer> {
        let question = Hint { level: one_of("level", &LEVELS, level)?, assume_unique };
        self.ask(py, time, 1, |subject, asking| {
            steps::hint(question, subject, asking).map(|found| answer(&found))
        })
    }

    /// All steps of a puzzle.
    #[pyo3(signature = (assume_unique = false, time = None))]
    fn explain(&self, py: Python<'_>, assume_unique: bool, time: Option<f64>) -> PyResult<Answer> {
        let question = Explain { assume_unique };
        self.ask(py, time, 1, |subject, asking| {
            steps::explain(question, subject, asking).map(|found| answer(&found))
        })
    }

    /// How hard the steps of a puzzle are.
    #[pyo3(signature = (assume_unique = false, time = None))]
    fn rate(&self, py: Python<'_>, assume_unique: bool, time: Option<f64>) -> PyResult<Answer> {
        let question = Rate { assume_unique };
        self.ask(py, time, 1, |subject, asking| {
            steps::rate(question, subject, asking).map(|found| answer(&found))
        })
    }

    /// Solves a puzzle, clauses or a graph: the verdict, and up to `limit` solutions, or all, as text in that form, or as an object.
    /// `solver` is the command of a SAT solver that searches for the solutions of a puzzle.
    #[pyo3(signature = (all = false, limit = None, consistency = "domain", learn = "auto", nodes = None, stats = false, rules = false, solver = None, form = "json", time = None,
        threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the question")]
    fn solve(
        &self,
        py: Python<'_>,
        all: bool,
        limit: Option<u64>,
        consistency: &str,
        learn: &str,
        nodes: Option<u64>,
        stats: bool,
        rules: bool,
        solver: Option<&str>,
        form: &str,
        time: Option<f64>,
        threads: i64,
    ) -> PyResult<Answer> {
        let consistency: Consistency = word("consistency", consistency)?;
        let learn = learning(learn)?;
        let form = self::form(form)?;
        if self.is_variant() && !matches!(form, Form::Grid | Form::Line | Form::Json) {
            return Err(PyValueError::new_err("form: expected one of grid, line"));
        }
        let command = solver.map(str::parse::<Command>).transpose();
        let command = command.map_err(|error| PyValueError::new_err(format!("solver: {error}")))?;
        if command.is_some() && (nodes.is_some() || stats) {
            return Err(PyValueError::new_err("nodes and stats do not apply to another solver"));
        }
        let question = Solve { all, limit, consistency, learn, nodes, stats, rules, form };
        let solved = self
            .within(py, time, threads, move |subject, asking| solved(question, command, subject, asking))?;
        solved.map_err(|error| match error {
            Unanswered::Program(InputError { message, .. }) => PyRuntimeError::new_err(message),
            Unanswered::Output(error) => error.into(),
        })
    }
}

/// The form of that name.
pub(crate) fn form(name: &str) -> PyResult<Form> {
    Ok(match name {
        "grid" => Form::Grid,
        "ascii" => Form::Ascii,
        "pencil" => Form::Pencil,
        "line" => Form::Line,
        "json" => Form::Json,
        "prolog" => Form::Prolog,
        "clpfd" => Form::Clpfd,
        other => {
            let known = "grid, ascii, pencil, line, json, prolog, clpfd";
            return Err(PyValueError::new_err(format!("form: expected one of {known}, found \"{other}\"")));
        }
    })
}

/// Text in memory, which takes no more once an interrupt has raised the flag: millions of solutions take seconds to write.
#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    stop: Option<Arc<AtomicBool>>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(io::Error::other("interrupted"));
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A puzzle, clauses or a graph, solved, in the form that is asked for.
fn solved(
    question: Solve,
    command: Option<Command>,
    subject: &Asked,
    asking: &Asking<'_>,
) -> Result<Answer, Unanswered> {
    let mut output = Output { stop: asking.limits.stop.clone(), ..Output::default() };
    let end = match subject.found() {
        Some(found) => {
            let mut solver = puzzle::Solver::new(question, asking.clone(), command);
            let mut rest = Output { stop: asking.limits.stop.clone(), ..Output::default() };
            let end = {
                let solved = solver.solve(&found, &mut output)?;
                solved.write(&mut rest, &Silent)?;
                solved.end()
            };
            output.bytes.extend(rest.bytes);
            end
        }
        None => clauses::solve(&question, subject, asking, &mut output)?,
    };
    let written = String::from_utf8(output.bytes).expect("invariant: answers are UTF-8");
    let is_json = question.form == Form::Json;
    let (text, json) = if is_json { (String::new(), written) } else { (in_python(written), String::new()) };
    Ok(Answer { text, json, status: status(end), picture: None, clpfd: None })
}
