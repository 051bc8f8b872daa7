//! The options of a search, read from Python.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use residua::engine::Consistency;
use residua::model::{IntVar as Var, Model as Inner};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Restarts, Search};

use crate::arguments::kind;
use crate::model::Model;
use crate::subject::{learning, word};
use crate::threads;

/// The options of a search.
pub(crate) struct Options<'a, 'py> {
    pub(crate) over: Option<&'a Bound<'py, PyAny>>,
    pub(crate) branch: Option<&'a Bound<'py, PyAny>>,
    pub(crate) consistency: &'a str,
    pub(crate) learn: &'a str,
    pub(crate) restarts: Option<&'a str>,
    pub(crate) threads: i64,
    pub(crate) in_order: bool,
}

/// A search as it was asked for; everything in it is owned, so that it can be started without Python's lock.
pub(crate) struct Asking {
    over: Option<Vec<Var>>,
    branch: Vec<(Vec<Var>, VariableOrder, ValueOrder)>,
    consistency: Consistency,
    learn: residua::search::Learning,
    restarts: Option<Restarts>,
    pub(crate) threads: usize,
    in_order: bool,
}

impl Asking {
    pub(crate) fn read(model: &Model, options: &Options<'_, '_>) -> PyResult<Asking> {
        let over = options.over.map(|vars| model.vars(vars)).transpose()?;
        let mut branch = Vec::new();
        for part in options.branch.map(PyAnyMethods::try_iter).transpose()?.into_iter().flatten() {
            let part = part?;
            let (vars, variables, values): (Bound<'_, PyAny>, String, String) =
                part.extract().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "branch: expected (variables, variable order, value order), found {}",
                        kind(&part)
                    ))
                })?;
            branch.push((model.vars(&vars)?, variable_order(&variables)?, value_order(&values)?));
        }
        Ok(Asking {
            over,
            branch,
            consistency: word("consistency", options.consistency)?,
            learn: learning(options.learn)?,
            restarts: options.restarts.map(restarts).transpose()?,
            threads: threads::count(options.threads)?,
            in_order: options.in_order,
        })
    }

    pub(crate) fn search<'m>(&self, model: &'m Inner, limits: Limits) -> Search<'m> {
        let mut search = model.search().consistency(self.consistency).learn(self.learn).limits(limits);
        search = search.threads(self.threads);
        if self.in_order {
            search = search.in_order();
        }
        for (vars, variables, values) in &self.branch {
            search = search.branch(vars, *variables, *values);
        }
        if let Some(over) = &self.over {
            search = search.project(over);
        }
        if let Some(restarts) = self.restarts {
            search = search.restarts(restarts);
        }
        search
    }
}

/// One of the words that an option takes.
pub(crate) fn one_of<T: Copy>(option: &str, words: &[(&str, T)], text: &str) -> PyResult<T> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        PyValueError::new_err(format!("{option}: expected one of {}, found \"{text}\"", all.join(", ")))
    })
}

fn variable_order(text: &str) -> PyResult<VariableOrder> {
    let words = [
        ("input", VariableOrder::Input),
        ("first_fail", VariableOrder::FirstFail),
        ("anti_first_fail", VariableOrder::AntiFirstFail),
        ("smallest", VariableOrder::Smallest),
        ("largest", VariableOrder::Largest),
        ("occurrence", VariableOrder::Occurrence),
        ("most_constrained", VariableOrder::MostConstrained),
        ("max_regret", VariableOrder::MaxRegret),
        ("dom_wdeg", VariableOrder::DomWdeg),
        ("impact", VariableOrder::Impact),
    ];
    one_of("variable order", &words, text)
}

fn value_order(text: &str) -> PyResult<ValueOrder> {
    let words = [
        ("ascending", ValueOrder::Ascending),
        ("descending", ValueOrder::Descending),
        ("median", ValueOrder::Median),
        ("middle", ValueOrder::Middle),
        ("random", ValueOrder::Random(1)),
        ("bisect", ValueOrder::Bisect),
        ("reverse_bisect", ValueOrder::ReverseBisect),
        ("interval", ValueOrder::Interval),
    ];
    one_of("value order", &words, text)
}

fn restarts(text: &str) -> PyResult<Restarts> {
    let words = [
        ("luby", Restarts::Luby(100)),
        ("linear", Restarts::Linear(100)),
        ("constant", Restarts::Constant(100)),
    ];
    one_of("restarts", &words, text)
}
