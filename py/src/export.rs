//! Models and puzzles in the languages of other solvers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::model::Model;
use residua_encode::cnf::{AtMostOne, Encoding, Rules};
use residua_report::export::{Export, Language, Syntax, encode, export_puzzle};
use residua_sudoku::Puzzle;

use crate::options::one_of;

const RULES: [(&str, Rules); 5] = [
    ("direct", Rules::Direct),
    ("minimal", Rules::Minimal),
    ("extended", Rules::Extended),
    ("pycosat", Rules::Pycosat),
    ("pyeda", Rules::Pyeda),
];

const AT_MOST_ONE: [(&str, AtMostOne); 5] = [
    ("size", AtMostOne::BySize),
    ("pairwise", AtMostOne::Pairwise),
    ("sequential", AtMostOne::Sequential),
    ("product", AtMostOne::Product),
    ("commander", AtMostOne::Commander),
];

/// The language of that name. That of a syntax stands for its language, too.
pub(crate) fn language(name: &str) -> PyResult<(Language, Option<Syntax>)> {
    let languages = Language::ALL.iter().map(|&(name, language)| (name, (language, None)));
    let syntaxes = Syntax::ALL.iter().map(|&(name, syntax)| (name, (syntax.language(), Some(syntax))));
    let known: Vec<_> = languages.chain(syntaxes).collect();
    one_of("language", &known, name)
}

/// What is asked for: a language, and options of some.
pub(crate) fn question(
    name: &str,
    rules: Option<&str>,
    at_most_one: Option<&str>,
    roots_of_unity: bool,
) -> PyResult<Export> {
    let (to, syntax) = language(name)?;
    if (rules.is_some() || at_most_one.is_some()) && to != Language::Cnf {
        return Err(PyValueError::new_err("rules and at_most_one apply only to the language \"cnf\""));
    }
    if roots_of_unity && to != Language::Polynomial {
        return Err(PyValueError::new_err(
            "roots_of_unity applies only to \"sympy\", \"singular\" and \"cocoa\"",
        ));
    }
    let rules = rules.map(|rules| one_of("rules", &RULES, rules)).transpose()?;
    let mut encoding: Encoding = match rules {
        None | Some(Rules::Direct) => Encoding::default(),
        Some(rules) => rules.into(),
    };
    if let Some(way) = at_most_one {
        encoding.at_most_one = one_of("at_most_one", &AT_MOST_ONE, way)?;
    }
    Ok(Export { to, syntax, roots_of_unity, encoding })
}

/// The model in that language.
pub(crate) fn model(py: Python<'_>, export: Export, model: &Model) -> PyResult<String> {
    let text = py.detach(|| encode(&export, model).map(|text| text.to_string()));
    text.map_err(|error| crate::error::model_error(error.to_string()))
}

/// A puzzle in that language, and in comments.
pub(crate) fn puzzle(py: Python<'_>, export: Export, puzzle: &Puzzle) -> PyResult<String> {
    py.detach(|| export_puzzle(&export, puzzle)).map_err(|error| crate::error::model_error(error.to_string()))
}
