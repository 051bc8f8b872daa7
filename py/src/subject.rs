//! Subjects and answers of the report: what Python asks, and what it is told.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::search::{EngineChoice, Learning, Limits};
use residua_report::models::{Bounds, Unit, units};
use residua_report::question::{Conflict, Count, Drawing, Form, Inspect, Solve, Why};
use residua_report::{
    Answer as _, Asking, ExitStatus, InputError, Paint, Silent, Subject as Asked, clauses, conflict, count,
    puzzle, why,
};

use crate::error::of_input;
use crate::limits::{Given, interruptible};

/// What a question is about: a model, a puzzle, or a file.
#[pyclass(frozen, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Subject(Mutex<Asked>);

/// An answer: its text, and its objects of JSON, one a line.
#[pyclass(frozen, get_all, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Answer {
    text: String,
    json: String,
    /// `"answered"`, `"refuted"` or `"stopped"`.
    status: &'static str,
    /// The picture of a puzzle, in SVG.
    picture: Option<String>,
    /// What is left of a puzzle, as a Prolog top level prints it.
    clpfd: Option<String>,
}

fn status(end: ExitStatus) -> &'static str {
    match end {
        ExitStatus::Answered => "answered",
        ExitStatus::Refuted => "refuted",
        ExitStatus::BadInput => "bad input",
        ExitStatus::Stopped => "stopped",
    }
}

/// Text that something writes into memory.
fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("invariant: memory can be written");
    String::from_utf8(bytes).expect("invariant: answers are UTF-8")
}

fn answer(of: &dyn residua_report::Answer) -> Answer {
    Answer {
        text: text(|mut out| of.write_text(&mut out, Paint::new(false))),
        json: text(|mut out| of.write_json(&mut out, &Silent)),
        status: status(of.end()),
        picture: None,
        clpfd: None,
    }
}

fn asking(limits: Limits) -> Asking<'static> {
    Asking { limits, engine: EngineChoice::Auto, paint: Paint::new(false), host: &Silent }
}

impl Subject {
    pub(crate) fn new(subject: Asked) -> Subject {
        Subject(Mutex::new(subject))
    }

    /// The subject as it is, to be asked without the lock.
    pub(crate) fn snapshot(&self) -> Asked {
        let guard: MutexGuard<'_, Asked> = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.clone()
    }

    /// Asks without Python's lock, within the limits.
    fn ask(
        &self,
        py: Python<'_>,
        time: Option<f64>,
        ask: impl FnOnce(&mut Asked, &Asking<'_>) -> Result<Answer, InputError> + Send,
    ) -> PyResult<Answer> {
        let given = Given::new(time, None, None, None)?;
        let mut subject = self.snapshot();
        let answer = interruptible(py, |stop| {
            ask(&mut subject, &asking(given.limits().stop(std::sync::Arc::clone(stop))))
        })?;
        answer.map_err(|error| of_input(&error))
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

    #[pyo3(signature = (candidates = false, limit = None, time = None))]
    fn count(
        &self,
        py: Python<'_>,
        candidates: bool,
        limit: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Answer> {
        self.ask(py, time, |subject, asking| Ok(answer(&count(Count { candidates, limit }, subject, asking))))
    }

    #[pyo3(signature = (strength = "domain", count = false, counts = false, rules = true, time = None))]
    fn inspect(
        &self,
        py: Python<'_>,
        strength: &str,
        count: bool,
        counts: bool,
        rules: bool,
        time: Option<f64>,
    ) -> PyResult<Answer> {
        let strength: Strength = word("strength", strength)?;
        let drawing = Some(Drawing::Candidates);
        let question = Inspect { strength, count, counts, rules, drawing };
        self.ask(py, time, move |subject, asking| {
            if subject.found().is_some() {
                let report = puzzle::inspect(question, subject, asking)?;
                let clpfd = text(|mut out| report.write_clpfd(&mut out));
                return Ok(Answer { picture: Some(report.svg()), clpfd: Some(clpfd), ..answer(&report) });
            }
            Ok(answer(&*residua_report::inspect(question, subject, asking)))
        })
    }

    #[pyo3(signature = (questions, time = None))]
    fn why(&self, py: Python<'_>, questions: Vec<String>, time: Option<f64>) -> PyResult<Answer> {
        let question = Why { questions };
        self.ask(py, time, |subject, asking| why(&question, subject, asking).map(|found| answer(&found)))
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
        self.ask(py, time, |subject, asking| Ok(answer(&conflict(question, subject, asking))))
    }

    #[pyo3(signature = (time = None))]
    fn clues(&self, py: Python<'_>, time: Option<f64>) -> PyResult<Answer> {
        self.ask(py, time, |subject, asking| puzzle::clues(subject, asking).map(|found| answer(&found)))
    }

    /// Solves a puzzle, clauses or a graph: the verdict, and up to `limit` solutions, or all.
    #[pyo3(signature = (all = false, limit = None, consistency = "domain", learn = "auto", form = "json", time = None))]
    #[expect(clippy::too_many_arguments, reason = "each is an option of the question")]
    fn solve(
        &self,
        py: Python<'_>,
        all: bool,
        limit: Option<u64>,
        consistency: &str,
        learn: &str,
        form: &str,
        time: Option<f64>,
    ) -> PyResult<Answer> {
        let consistency: Consistency = word("consistency", consistency)?;
        let learn = learning(learn)?;
        let form = match form {
            "grid" => Form::Grid,
            "ascii" => Form::Ascii,
            "pencil" => Form::Pencil,
            "line" => Form::Line,
            "json" => Form::Json,
            "prolog" => Form::Prolog,
            "clpfd" => Form::Clpfd,
            other => return Err(PyValueError::new_err(format!("there is no format \"{other}\""))),
        };
        let question =
            Solve { all, limit, consistency, learn, nodes: None, stats: false, rules: false, form };
        self.ask(py, time, move |subject, asking| solved(&question, subject, asking))
    }
}

/// A puzzle, clauses or a graph, solved; the text is in the form that is asked for, the object always of JSON.
fn solved(question: &Solve, subject: &Asked, asking: &Asking<'_>) -> Result<Answer, InputError> {
    let in_form = |form: Form| {
        let question = Solve { form, ..*question };
        let mut output = Vec::new();
        let end = match subject.found() {
            Some(found) => {
                let mut solver = puzzle::Solver::new(question, asking.clone(), None);
                let solved = match solver.solve(&found, &mut output) {
                    Ok(solved) => solved,
                    Err(puzzle::Unanswered::Program(error)) => return Err(error),
                    Err(puzzle::Unanswered::Output(error)) => return Err(InputError::unreadable(&error)),
                };
                let end = solved.end();
                let mut rest = Vec::new();
                solved.write(&mut rest, &Silent).map_err(|error| InputError::unreadable(&error))?;
                drop(solved);
                output.extend(rest);
                end
            }
            None => clauses::solve(&question, subject, asking, &mut output)
                .map_err(|error| InputError::unreadable(&error))?,
        };
        Ok((String::from_utf8_lossy(&output).into_owned(), end))
    };
    let (json, end) = in_form(Form::Json)?;
    let text = if question.form == Form::Json { json.clone() } else { in_form(question.form)?.0 };
    Ok(Answer { text, json, status: status(end), picture: None, clpfd: None })
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        self.text.clone()
    }
}
