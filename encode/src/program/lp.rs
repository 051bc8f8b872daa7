//! Writer of the LP format of CPLEX, which GLPK, CBC, HiGHS, SCIP and others read.

use std::fmt;

use crate::comment::comment;
use crate::program::rows::{Row, Sense};
use crate::program::{Program, names};

/// Readers may refuse lines of more than 510 characters.
const WIDTH: usize = 110;

impl Program {
    /// The program in the LP format of CPLEX, with the variables and constraints of the model in comments.
    ///
    /// `glpsol --lp`, `cbc` and `highs` read it.
    pub fn lp(&self) -> impl fmt::Display + '_ {
        Lp { program: self }
    }

    /// The lines that say what the columns stand for, each after that mark of a comment.
    pub(super) fn legend(&self, mark: &str) -> String {
        let mut text = comment(mark, "A 0-1 program of residua: variables of the model, and their columns.");
        text += &comment(mark, "x_5 is 1 where x is 5, and else 0; x_m5 where it is -5; x is its value.");
        for (var, stem) in self.model.vars().zip(names::stems(&self.model)) {
            let domain = self.model.domain(var);
            let mut columns = Vec::new();
            let values = self.columns.firsts[var.index()].and(domain.min().zip(domain.max()));
            if let Some((min, max)) = values {
                let [first, last] = [min, max].map(|value| names::value_of(&stem, value));
                columns.push(if min == max { first } else { format!("{first} .. {last}") });
            }
            if self.columns.numbers[var.index()].is_some() {
                columns.push(stem);
            }
            let columns = if columns.is_empty() { "none".to_owned() } else { columns.join(", ") };
            text += &comment(mark, &format!("{:?} in {domain}: {columns}", self.model.name(var)));
        }
        text
    }

    /// Each row, with the constraints that begin with it, as comments.
    pub(super) fn sections<'a>(&'a self, mark: &'a str) -> impl Iterator<Item = (String, Row<'a>)> {
        let mut constraints = self.model.constraints().zip(&self.starts).peekable();
        self.rows.iter().enumerate().map(move |(at, row)| {
            let mut text = String::new();
            while let Some(((id, constraint), _)) = constraints.next_if(|(_, start)| **start <= at) {
                let (name, shown) = (self.model.constraint_name(id), self.model.show(&**constraint));
                text += &comment(mark, &format!("{name}: {shown}"));
            }
            (text, row)
        })
    }
}

struct Lp<'a> {
    program: &'a Program,
}

impl fmt::Display for Lp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program;
        let names = program.names();
        let (order, first) = program.order();
        write!(f, "{}", program.legend("\\"))?;
        let zeros = order[..first].iter().map(|&column| (0, column));
        writeln!(f, "Minimize\n{}", sum("obj", zeros, &names))?;
        writeln!(f, "Subject To")?;
        for (number, (comment, row)) in (1..).zip(program.sections("\\")) {
            let relation = match row.sense {
                Sense::AtMost => "<=",
                Sense::Equal => "=",
                Sense::AtLeast => ">=",
            };
            let sum = sum(&format!("c{number}"), row.terms.iter().copied(), &names);
            writeln!(f, "{comment}{sum} {relation} {}", row.constant)?;
        }
        let (binary, general): (Vec<usize>, Vec<usize>) =
            (0..names.len()).partition(|&column| program.rows.bounds()[column] == (0, 1));
        if !general.is_empty() {
            writeln!(f, "Bounds")?;
            for &column in &general {
                let (low, high) = program.rows.bounds()[column];
                writeln!(f, " {low} <= {} <= {high}", names[column])?;
            }
        }
        for (kind, columns) in [("General", general), ("Binary", binary)] {
            if !columns.is_empty() {
                let columns = columns.iter().map(|&column| names[column].as_str());
                writeln!(f, "{kind}\n{}", wrapped(String::new(), columns))?;
            }
        }
        writeln!(f, "End")
    }
}

/// ` name: x + 2 y - z`, in lines.
fn sum(name: &str, terms: impl Iterator<Item = (i64, u32)>, names: &[String]) -> String {
    let term = |(at, (factor, column)): (usize, (i64, u32))| {
        let name = &names[column as usize];
        let sign = match (factor < 0, at) {
            (true, 0) => "-",
            (true, _) => "- ",
            (false, 0) => "",
            (false, _) => "+ ",
        };
        match factor.unsigned_abs() {
            1 => format!("{sign}{name}"),
            factor => format!("{sign}{factor} {name}"),
        }
    };
    wrapped(format!(" {name}:"), terms.enumerate().map(term))
}

/// Words after a space each, in lines of limited length.
fn wrapped(mut text: String, words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut width = text.len();
    for word in words {
        let word = word.as_ref();
        if width + 1 + word.len() > WIDTH && width > 0 {
            text += "\n ";
            width = 1;
        }
        text.push(' ');
        text += word;
        width += 1 + word.len();
    }
    text
}
