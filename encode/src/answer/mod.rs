//! Answers of other programs, read back: whether there is a solution, and which.
//!
//! | file | for |
//! |---|---|
//! | `sat.rs` | SAT solvers: CaDiCaL, Kissat, MiniSat, pycosat |
//! | `columns.rs` | solvers of linear programs, by what the answer looks like |
//! | `glpk.rs` | GLPK |
//! | `highs.rs` | HiGHS |
//! | `cbc.rs` | CBC |
//! | `minizinc.rs` | MiniZinc |
//! | `prolog.rs` | SWI-Prolog |
//! | `cursor.rs` | those that are read character by character |
//!
//! No answer is trusted: whatever is read as a solution is checked against the model, by the checker of each constraint.

mod cbc;
mod columns;
mod cursor;
mod glpk;
mod highs;
mod minizinc;
mod prolog;
mod sat;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use residua::domain::Domain;
use residua::model::{Model, Solution, Violation};

pub(super) use crate::answer::minizinc::minizinc;
pub(super) use crate::answer::prolog::{Bindings, prolog};

pub use crate::answer::columns::{Column, columns};
pub use crate::answer::sat::{literals, truths};

/// The answer of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    /// A solution.
    Solution(T),
    /// There is no solution.
    None,
    /// Unknown: a limit was reached, or it printed nothing.
    Unknown,
}

/// An error in an answer, which cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// It is not in a format of the supported programs.
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        column: usize,
        /// The message: what was expected there, and what was found.
        message: String,
    },
    /// Its claimed solution is not one.
    Wrong(String),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Unreadable { line, column, message } => write!(f, "{line}:{column}: {message}"),
            AnswerError::Wrong(message) => write!(f, "not a solution: {message}"),
        }
    }
}

impl Error for AnswerError {}

impl<T> Answer<T> {
    /// Converts the solution by `read`, which may fail.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn try_map<U>(
        self,
        read: impl FnOnce(T) -> Result<U, AnswerError>,
    ) -> Result<Answer<U>, AnswerError> {
        Ok(match self {
            Answer::Solution(solution) => Answer::Solution(read(solution)?),
            Answer::None => Answer::None,
            Answer::Unknown => Answer::Unknown,
        })
    }
}

/// The values as a solution of `model`, if they are one: by number of the variable, as wide as other programs may print them.
/// The checker of each constraint is asked.
pub(super) fn checked(model: &Model, values: &[i64]) -> Result<Solution, AnswerError> {
    let mut fitting = Vec::with_capacity(values.len());
    for (var, &value) in model.vars().zip(values) {
        let domain: &Domain = model.domain(var);
        let fits = i32::try_from(value).ok().filter(|&value| domain.contains(value));
        fitting.push(fits.ok_or_else(|| {
            let name = model.name(var);
            AnswerError::Wrong(format!("{name} has the value {value}, which is not in {domain}"))
        })?);
    }
    let solution = Solution::new(fitting).of(model);
    let violated = match model.check(&solution) {
        // Auxiliary variables are not the caller's.
        Ok(()) => return Ok(Solution::new(&solution.values()[..model.own_vars()]).of(model)),
        Err(Violation::Domain(var)) => model.name(var),
        Err(Violation::Constraint(id)) => {
            let (name, constraint) = (model.constraint_name(id), model.show(&**model.constraint(id)));
            format!("{name}, {constraint}")
        }
    };
    Err(AnswerError::Wrong(format!("it violates {violated}")))
}

/// Values by name, as they were read.
pub(super) type Named = Vec<(String, i64)>;

/// The solution of `model` with these values, if it is one: by what its variables are called in the answer, by number, and after
/// them auxiliary ones.
pub(super) fn by_name(model: &Model, names: &[String], values: &Named) -> Result<Solution, AnswerError> {
    let vars: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut known: Vec<Option<i64>> = vec![None; names.len()];
    for (name, value) in values {
        let var = vars.get(name.as_str());
        let var = *var.ok_or_else(|| AnswerError::Wrong(format!("the model has no variable {name}")))?;
        if known[var].replace(*value).is_some() {
            return Err(AnswerError::Wrong(format!("{name} has two values")));
        }
    }
    let value = |(value, name): (&Option<i64>, &String)| {
        value.ok_or_else(|| AnswerError::Wrong(format!("{name} has no value")))
    };
    let own = known.iter().zip(names).take(model.domains().len());
    checked(model, &own.map(value).collect::<Result<Vec<i64>, _>>()?)
}

/// The lines of an answer.
fn places(answer: &str) -> impl Iterator<Item = Place<'_>> {
    answer.lines().zip(1..).map(|(text, line)| Place { line, text })
}

/// That an answer ends with these lines, where something else was expected.
fn end(lines: &[Place<'_>], expected: &str) -> AnswerError {
    let line = lines.last().map_or(1, |place| place.line);
    let message = format!("expected {expected} after this line: the answer breaks off");
    AnswerError::Unreadable { line, column: 1, message }
}

/// A line of an answer, for messages.
#[derive(Clone, Copy, Debug)]
struct Place<'a> {
    /// From 1.
    line: usize,
    text: &'a str,
}

impl<'a> Place<'a> {
    /// The end of the line, as an empty part of it.
    fn end(self) -> &'a str {
        &self.text[self.text.len()..]
    }

    /// That something else was expected than `found`, which is a part of the line.
    fn expected(self, found: &str, expected: &str) -> AnswerError {
        let shown: String = found.chars().take(40).collect();
        self.wrong(found, &format!("expected {expected}, found {shown:?}"))
    }

    /// What is wrong with a part of the line.
    fn wrong(self, part: &str, message: &str) -> AnswerError {
        // A part of the text lies in it: where it begins follows from the addresses.
        let before = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..before).map_or(0, |before| before.chars().count());
        AnswerError::Unreadable { line: self.line, column: before + 1, message: message.to_owned() }
    }
}
