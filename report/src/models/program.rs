//! Programs of FlatZinc, to be solved as their solve item says.

use residua_flatzinc::{Objective, Problem};

use crate::input::{InputError, text};
use crate::models::asked::Asked;
use crate::models::compile;
use crate::models::kind::{Unit, is_source};
use crate::models::search_verdict::SearchVerdict;

/// A program that was read, compiled if need be.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its variables and constraints, its objective, and its output.
    pub problem: Problem,
    /// What a reader should know.
    pub notes: Vec<String>,
}

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    /// What is wrong, with the file that it is in.
    pub fn read(unit: &Unit) -> Result<Program, (String, InputError)> {
        let (text, mut notes) = if is_source(&unit.file) {
            let compiled = compile::flatzinc(unit, &Asked::default())?;
            (compiled.text, compiled.warnings)
        } else {
            (text(&unit.file).map_err(|mistake| (unit.file.clone(), mistake))?, Vec::new())
        };
        let problem = Problem::read(&text).map_err(|error| (unit.file.clone(), error.into()))?;
        notes.extend(problem.notes.iter().cloned());
        Ok(Program { problem, notes })
    }

    /// What a search proves that ended so.
    pub fn verdict(&self, is_exhausted: bool, is_found: bool) -> SearchVerdict {
        if !is_exhausted {
            return SearchVerdict::of_stopped(is_found);
        }
        let is_best = is_found && !matches!(self.problem.objective, Objective::Satisfy);
        let is_bounded = if is_best { self.problem.is_optimum_bounded() } else { self.problem.is_bounded() };
        SearchVerdict::of_exhausted(is_bounded, is_found)
    }
}
