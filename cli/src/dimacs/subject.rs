//! Clauses or a graph as a model, and its solutions as text.

use std::io::{self, Read, Write};

use residua::encode::dimacs::{self, ReadError};
use residua::model::{IntVar, Model};

use crate::dimacs::kind::Kind;
use crate::place::place;
use crate::source::{Mistake, open};

/// Text is wrapped to lines of this length.
const WIDTH: usize = 78;

/// An input, as a model.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) file: String,
    pub(crate) kind: Kind,
    pub(crate) model: Model,
}

impl Subject {
    /// Reads an input; a graph is to be coloured with that many colours.
    pub(crate) fn read(file: &str, colours: Option<u32>) -> Result<Subject, Mistake> {
        let mut text = Vec::new();
        let read = open(file).and_then(|mut input| input.read_to_end(&mut text));
        read.map_err(|error| Mistake::unreadable(&error))?;
        let mistake = |error: ReadError| Mistake {
            line: error.line(),
            column: error.column(),
            message: error.message().to_owned(),
        };
        // Of comments alone it is not known what they are about: the reader of clauses misses the line of the problem.
        let kind = Kind::of_start(&text).unwrap_or(Kind::Clauses);
        let model = match kind {
            Kind::Clauses => dimacs::cnf(&text).map_err(mistake)?,
            Kind::Graph => dimacs::graph(&text).map_err(mistake)?.model(colours.unwrap_or(1)),
        };
        Ok(Subject { file: file.to_owned(), kind, model })
    }

    /// Where it was found, as text.
    pub(crate) fn place(&self) -> String {
        place(&self.file, 1)
    }

    /// What its constraints are called.
    pub(crate) fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Clauses => "clause",
            // Cliques are one constraint each.
            Kind::Graph => "constraint",
        }
    }

    /// A variable with a value: a literal of clauses, a colour of a vertex.
    pub(crate) fn value(&self, var: IntVar, value: i32) -> String {
        match self.kind {
            Kind::Clauses if value == 0 => format!("-{}", var.index() + 1),
            Kind::Clauses => (var.index() + 1).to_string(),
            Kind::Graph => format!("{}={value}", self.model.name(var)),
        }
    }

    /// Writes a solution, in lines that begin with `v`. As SAT solvers do, that of clauses ends with a 0.
    pub(crate) fn write_solution(
        &self,
        output: &mut (impl Write + ?Sized),
        values: &[i32],
    ) -> io::Result<()> {
        let end = (self.kind == Kind::Clauses).then(|| "0".to_owned());
        let words = self.model.vars().zip(values).map(|(var, &value)| self.value(var, value));
        write_wrapped(output, "v", words.chain(end))
    }
}

/// Writes words in lines that begin with `head`.
pub(crate) fn write_wrapped(
    output: &mut (impl Write + ?Sized),
    head: &str,
    words: impl Iterator<Item = String>,
) -> io::Result<()> {
    let mut line = head.to_owned();
    for word in words {
        if line.len() + 1 + word.len() > WIDTH && line.len() > head.len() {
            writeln!(output, "{line}")?;
            line.truncate(head.len());
        }
        line.push(' ');
        line.push_str(&word);
    }
    writeln!(output, "{line}")
}
