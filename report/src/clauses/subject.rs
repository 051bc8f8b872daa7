//! Clauses or a graph as a model, and its solutions as text.

use std::io::{self, Read, Write};

use residua::model::{IntVar, Model};
use residua_encode::dimacs::{self, ReadError};
use serde::Serialize;

use crate::clauses::kind::Kind;
use crate::input::{Mistake, open};
use crate::place::place;
use crate::words::write_wrapped;

/// An input, as a model.
#[derive(Debug)]
pub struct Subject {
    pub(crate) file: String,
    is_graph: bool,
    pub(crate) model: Model,
}

impl Subject {
    /// Reads an input; a graph is to be coloured with that many colours.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(file: &str, colours: Option<u32>) -> Result<Subject, Mistake> {
        let mut text = Vec::new();
        let read = open(file).and_then(|mut input| input.read_to_end(&mut text));
        read.map_err(|error| Mistake::unreadable(&error))?;
        let mistake = |error: ReadError| Mistake {
            line: error.line(),
            column: error.column(),
            message: error.message().to_owned(),
        };
        let file = file.to_owned();
        if Kind::of_start(&text) == Some(Kind::Graph) {
            let graph = dimacs::graph(&text).map_err(mistake)?;
            let message = "a graph can be coloured: --colors N says with how many colours".to_owned();
            let colours = colours.ok_or(Mistake { line: 1, column: 1, message })?;
            return Ok(Subject { file, is_graph: true, model: graph.model(colours) });
        }
        // Of comments alone it is not known what they are about: the reader of clauses misses the line of the problem.
        Ok(Subject { file, is_graph: false, model: dimacs::cnf(&text).map_err(mistake)? })
    }

    /// Where it was found, as text.
    pub(crate) fn place(&self) -> String {
        place(&self.file, 1)
    }

    /// What its constraints are called.
    pub(crate) fn noun(&self) -> &'static str {
        // A clique of a graph is one constraint.
        if self.is_graph { "constraint" } else { "clause" }
    }

    /// A variable with a value: a literal of clauses, a colour of a vertex.
    pub(crate) fn value(&self, var: IntVar, value: i32) -> String {
        match value {
            _ if self.is_graph => format!("{}={value}", self.model.name(var)),
            0 => format!("-{}", var.index() + 1),
            _ => (var.index() + 1).to_string(),
        }
    }

    /// Writes a solution, in lines that begin with `v`. As SAT solvers do, that of clauses ends with a 0.
    pub(crate) fn write_solution(
        &self,
        output: &mut (impl Write + ?Sized),
        values: &[i32],
    ) -> io::Result<()> {
        let end = (!self.is_graph).then(|| "0".to_owned());
        let words = self.model.vars().zip(values).map(|(var, &value)| self.value(var, value));
        write_wrapped(output, "v", words.chain(end))
    }
}

/// What every object of such an input begins with.
#[derive(Debug, Serialize)]
pub(crate) struct Head<'a> {
    file: &'a str,
    variables: usize,
    constraints: usize,
    verdict: &'static str,
}

impl<'a> Head<'a> {
    pub(crate) fn new(subject: &'a Subject, verdict: &'static str) -> Head<'a> {
        let Subject { file, model, .. } = subject;
        Head { file, variables: model.domains().len(), constraints: model.constraints().len(), verdict }
    }
}
