//! DIMACS reader: clauses or a graph as a subject.

use std::io::Read;

use residua_encode::dimacs::{self, ReadError};

use crate::clauses::kind::DimacsKind;
use crate::input::{InputError, open};
use crate::subject::{self, Subject};

/// Reads an input; a graph is to be coloured with that many colours.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read(file: &str, colours: Option<u32>) -> Result<Subject, InputError> {
    let mut text = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut text));
    read.map_err(|error| InputError::unreadable(&error))?;
    let mistake = |error: ReadError| InputError {
        line: error.line(),
        column: error.column(),
        message: error.message().to_owned(),
    };
    if DimacsKind::of_start(&text) == Some(DimacsKind::Graph) {
        let graph = dimacs::graph(&text).map_err(mistake)?;
        let message = "a graph requires --colors N, the number of colours".to_owned();
        let colours = colours.ok_or(InputError { line: 1, column: 1, message })?;
        return Ok(Subject::of_variables(file, graph.model(colours), subject::SubjectKind::Graph));
    }
    // Of comments alone it is not known what they are about: the reader of clauses misses the line of the problem.
    Ok(Subject::of_variables(file, dimacs::cnf(&text).map_err(mistake)?, subject::SubjectKind::Clauses))
}
