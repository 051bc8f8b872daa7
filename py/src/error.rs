//! Errors as Python exceptions: model errors and parse errors with their places.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_report::InputError;
use residua_sudoku::{ParseError as NotRead, ParseErrorKind};

use crate::wording::in_python;

create_exception!(
    residua_cp,
    ModelError,
    PyValueError,
    "A constraint or rule that cannot be posted: `.constraint` is its text, `.variable` the variable, view or cell at fault, if there is one."
);

create_exception!(
    residua_cp,
    ParseError,
    PyValueError,
    "Text that cannot be read: `.line` and `.column` count from 1, `.message` says what was expected and what was found."
);

/// An exception about a model, in words.
pub(crate) fn model_error(message: impl Into<String>) -> PyErr {
    with_parts(ModelError::new_err(message.into()), |_| Ok(()), [("constraint", ""), ("variable", "")])
}

/// An exception about a rule of a puzzle, or what is in a cell: the rule, if it is one, and the cell at fault, if one is.
pub(crate) fn rule_error(message: &str, rule: &str, cell: Option<&str>) -> PyErr {
    let parts = [("constraint", rule), ("variable", cell.unwrap_or(""))];
    with_parts(ModelError::new_err(message.to_owned()), |_| Ok(()), parts)
}

/// A model error of the library as an exception.
pub(crate) fn of_model(error: &residua::model::ModelError) -> PyErr {
    let parts = [("constraint", error.constraint()), ("variable", error.view().unwrap_or(""))];
    with_parts(ModelError::new_err(error.to_string()), |_| Ok(()), parts)
}

/// An input error as an exception.
pub(crate) fn of_input(error: &InputError) -> PyErr {
    let message = in_python(error.message.clone());
    let exception = ParseError::new_err(format!("{}:{}: {message}", error.line, error.column));
    let places = |value: &Bound<'_, PyAny>| {
        value.setattr("line", error.line)?;
        value.setattr("column", error.column)
    };
    with_parts(exception, places, [("message", message.as_str()), ("", "")])
}

/// A mistake in puzzles as an exception, by the line in the whole text of the piece that they are in.
pub(crate) fn of_parse(error: NotRead, line: usize) -> PyErr {
    let is_unknown = error.kind() == ParseErrorKind::NotUnderstood;
    let mut mistake = InputError::from(error);
    mistake.line += line - 1;
    if is_unknown {
        mistake.message.push_str(" (ignore_unknown=True skips it)");
    }
    of_input(&mistake)
}

/// The exception with these attributes; an empty text is `None`.
fn with_parts(
    exception: PyErr,
    places: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>,
    parts: [(&str, &str); 2],
) -> PyErr {
    Python::attach(|py| {
        let value = exception.value(py);
        let set = parts
            .iter()
            .filter(|(name, _)| !name.is_empty())
            .try_for_each(|(name, text)| value.setattr(*name, Some(*text).filter(|text| !text.is_empty())))
            .and_then(|()| places(value.as_any()));
        set.err().unwrap_or(exception)
    })
}
