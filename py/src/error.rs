//! Errors as Python exceptions: model errors and parse errors with their places.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_report::InputError;

create_exception!(
    residua_cp,
    ModelError,
    PyValueError,
    "A constraint that cannot be posted: `.constraint` is its text, `.variable` the variable or view at fault, if there is one."
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

/// A model error of the library as an exception.
pub(crate) fn of_model(error: &residua::model::ModelError) -> PyErr {
    let parts = [("constraint", error.constraint()), ("variable", error.view().unwrap_or(""))];
    with_parts(ModelError::new_err(error.to_string()), |_| Ok(()), parts)
}

/// An input error as an exception.
pub(crate) fn of_input(error: &InputError) -> PyErr {
    let exception = ParseError::new_err(format!("{}:{}: {}", error.line, error.column, error.message));
    let places = |value: &Bound<'_, PyAny>| {
        value.setattr("line", error.line)?;
        value.setattr("column", error.column)
    };
    with_parts(exception, places, [("message", error.message.as_str()), ("", "")])
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
