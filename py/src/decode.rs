//! Other solvers' outputs.

use pyo3::prelude::*;
use residua_report::InputError;
use residua_report::decode::{Decoded, Input};

use crate::answer::{Answer, status, text};
use crate::error::of_input;
use crate::subject::form;

/// What an output says of a program that [`crate::export`] wrote, or of any clauses.
#[pyfunction]
#[pyo3(signature = (program, answer, form_of_text = "line", title = "program"))]
pub(crate) fn _decode(
    py: Python<'_>,
    program: &str,
    answer: &str,
    form_of_text: &str,
    title: &str,
) -> PyResult<(Answer, Option<Vec<i32>>)> {
    said(py, form_of_text, || Decoded::of_texts(title, program, answer))
}

/// What was decoded: its text and its object, and the values of the solution.
pub(crate) fn said(
    py: Python<'_>,
    form_of_text: &str,
    decode: impl FnOnce() -> Result<Decoded, (Input, InputError)> + Send,
) -> PyResult<(Answer, Option<Vec<i32>>)> {
    let form_of_text = form(form_of_text)?;
    let decoded = py.detach(decode).map_err(|(_, mistake)| of_input(&mistake))?;
    let answer = Answer {
        text: text(|out| decoded.write(form_of_text, out)),
        json: text(|out| decoded.write(residua_report::question::Form::Json, out)),
        status: status(decoded.end()),
        picture: None,
        clpfd: None,
    };
    Ok((answer, decoded.solution().map(<[i32]>::to_vec)))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_decode, module)?)
}
