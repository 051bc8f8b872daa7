//! A puzzle as text in a language.

use std::fmt::Display;

use residua::encode::program::Program;
use residua::encode::{EncodeError, cnf, minizinc, prolog};
use residua::sudoku::Puzzle;

use crate::export::args::{Export, Language};

/// The puzzle in the language that was asked for, without its head.
pub(crate) fn encode(arguments: &Export, puzzle: &Puzzle) -> Result<Box<dyn Display>, EncodeError> {
    let model = puzzle.model();
    Ok(match arguments.to {
        Language::Cnf => Box::new(cnf::cnf(&model, arguments.encoding())?),
        Language::Lp => Box::new(Program::new(&model)?.lp().to_string()),
        Language::Mps => Box::new(Program::new(&model)?.mps().to_string()),
        Language::Minizinc => Box::new(minizinc::minizinc(&model)?),
        Language::Prolog => Box::new(prolog::program(&model)?),
    })
}
