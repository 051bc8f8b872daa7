//! Models in the languages of other solvers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::model::Model;
use residua_encode::cnf::{Encoding, cnf};
use residua_encode::graph::Graph;
use residua_encode::polynomial::{Differences, System};
use residua_encode::program::Program;
use residua_encode::{EncodeError, minizinc, prolog};

/// What a language is called, and how a model is written in it.
type Language = (&'static str, fn(&Model) -> Result<String, EncodeError>);

const LANGUAGES: &[Language] = &[
    ("cnf", |model| Ok(cnf(model, Encoding::default())?.to_string())),
    ("lp", |model| Ok(Program::new(model)?.lp().to_string())),
    ("mps", |model| Ok(Program::new(model)?.mps().to_string())),
    ("minizinc", minizinc::minizinc),
    ("prolog", |model| Ok(prolog::program(model)?)),
    ("sympy", |model| Ok(System::new(model, Differences::default())?.sympy().to_string())),
    ("singular", |model| Ok(System::new(model, Differences::default())?.singular().to_string())),
    ("cocoa", |model| Ok(System::new(model, Differences::default())?.cocoa().to_string())),
    ("col", |model| Ok(Graph::of(model)?.col().to_string())),
    ("dot", |model| Ok(Graph::of(model)?.dot().to_string())),
    ("graphml", |model| Ok(Graph::of(model)?.graphml().to_string())),
];

/// The model in that language.
pub(crate) fn export(py: Python<'_>, model: &Model, language: &str) -> PyResult<String> {
    let Some((_, write)) = LANGUAGES.iter().find(|(name, _)| *name == language) else {
        let names: Vec<&str> = LANGUAGES.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        return Err(PyValueError::new_err(format!(
            "language: expected one of {names}, found \"{language}\""
        )));
    };
    py.detach(|| write(model)).map_err(|error| crate::error::model_error(error.to_string()))
}
