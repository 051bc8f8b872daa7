//! Answers of the report: their text, their JSON, their pictures.

use std::io;

use pyo3::prelude::*;
use residua_report::{ExitStatus, Paint, Silent};
use residua_sudoku::render::picture::Page;

use crate::wording::in_python;

/// An answer: its text, and its objects of JSON, one a line.
#[pyclass(frozen, get_all, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) json: String,
    /// `"answered"`, `"refuted"` or `"stopped"`.
    pub(crate) status: &'static str,
    /// The picture of a puzzle, in SVG.
    pub(crate) picture: Option<String>,
    /// What is left of a puzzle, as a Prolog top level prints it.
    pub(crate) clpfd: Option<String>,
}

/// How an answer ended, in a word.
pub(crate) fn status(end: ExitStatus) -> &'static str {
    match end {
        ExitStatus::Answered => "answered",
        ExitStatus::Refuted => "refuted",
        ExitStatus::BadInput => "bad input",
        ExitStatus::Stopped => "stopped",
    }
}

/// Text that something writes into memory.
pub(crate) fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("invariant: memory can be written");
    String::from_utf8(bytes).expect("invariant: answers are UTF-8")
}

/// An answer of the report.
pub(crate) fn answer<A: residua_report::Answer + ?Sized>(of: &A) -> Answer {
    Answer {
        text: in_python(text(|mut out| of.write_text(&mut out, Paint::new(false)))),
        json: text(|mut out| of.write_json(&mut out, &Silent)),
        status: status(of.end()),
        picture: None,
        clpfd: None,
    }
}

/// An inspection of a puzzle, of which there are a picture and a section of a page, with its text in that form.
pub(crate) fn in_form(
    form: &str,
    plain: Answer,
    picture: String,
    section: impl FnOnce() -> String,
) -> Answer {
    let text = match (form, &plain.clpfd) {
        ("clpfd", Some(clpfd)) => clpfd.clone(),
        ("svg", _) => picture.clone(),
        ("html", _) => Page::head("residua inspect") + &section() + Page::foot(),
        _ => plain.text,
    };
    Answer { text, picture: Some(picture), ..plain }
}

#[pymethods]
impl Answer {
    fn __repr__(&self) -> String {
        self.text.clone()
    }
}
