//! The command line of residua: solve Sudoku of any box size, and say what is left of those that are not unique.
//!
//! A program of one line runs it: as a library it is compiled beside the solver, of which it needs to know the names only.
//!
//! | file | holds |
//! |---|---|
//! | `main.rs` | the program |
//! | `args/` | what can be asked for |
//! | `idle.rs` | options that would have no effect |
//! | `numbers.rs` | numbers in it |
//! | `setting.rs`, `engine.rs`, `colour.rs` | what is decided once: the engine that the environment pins, colour |
//! | `solve.rs` | `residua solve`: from the inputs to the output, with one thread or more |
//! | `batch.rs` | what a thread takes at once, without waiting for more |
//! | `workers.rs` | several threads, and their output in order |
//! | `budget.rs` | how long to work on a puzzle that is looked at in several ways |
//! | `inspect/`, `count.rs`, `conflict.rs`, `clues.rs`, `why.rs` | the subcommands of these names |
//! | `conflicts.rs` | what `conflict` finds out, of all inputs alike |
//! | `create/` | `residua create`: new puzzles |
//! | `export/` | `residua export`: puzzles in the languages of other programs |
//! | `decode.rs` | `residua decode`: what those programs print, read back and checked |
//! | `outside/` | `--with`: another program searches in place of residua |
//! | `dimacs/` | clauses and graphs in place of puzzles |
//! | `fzn/` | `residua fzn`: FlatZinc, as a solver of MiniZinc |
//! | `flatzinc/` | models of MiniZinc in place of puzzles |
//! | `manual.rs` | `residua completions`, `residua man` |
//! | `question.rs` | what `why` is asked about a cell |
//! | `each.rs` | what they share: puzzle after puzzle, mistakes, the exit code |
//! | `interrupt.rs` | Ctrl-C, and the end of long output |
//! | `source.rs` | files and standard input, as puzzles and mistakes with their places |
//! | `verdict.rs` | the verdict in words, for people and for programs |
//! | `left.rs`, `rules.rs` | what is left, in lines for people |
//! | `pair.rs` | two solutions that differ in few cells |
//! | `clash.rs` | what clashes in a puzzle without a solution |
//! | `words.rs` | counts and limits in words |
//! | `place.rs` | where a puzzle was found, as text |
//! | `answer.rs` | one puzzle, answered as far as the output needs it |
//! | `report/` | an answer as text, as JSON, as Prolog |
//! | `totals.rs` | how many of which verdict, how fast, and the exit code |
//! | `progress.rs` | the bar on a terminal |

mod answer;
mod args;
mod batch;
mod budget;
mod clash;
mod clues;
mod colour;
mod conflict;
mod conflicts;
mod count;
mod create;
mod decode;
mod dimacs;
mod each;
mod engine;
mod export;
mod flatzinc;
mod fzn;
mod idle;
mod inspect;
mod interrupt;
mod left;
mod manual;
mod numbers;
mod outside;
mod pair;
mod place;
mod progress;
mod question;
mod report;
mod rules;
mod setting;
mod solve;
mod source;
mod totals;
mod verdict;
mod why;
mod words;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::setting::Setting;

/// Does what the arguments of the process ask for, and answers with the exit code.
pub fn run() -> ExitCode {
    let Arguments { command, color } = Arguments::checked();
    let setting = match Setting::new(color) {
        Ok(setting) => setting,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    if let Some(code) = flatzinc::run(&command, setting) {
        return code;
    }
    if let Some(code) = dimacs::run(&command, setting) {
        return code;
    }
    match command {
        Command::Solve(arguments) => solve::run(&arguments, setting),
        Command::Inspect(arguments) => inspect::run(&arguments, setting),
        Command::Count(arguments) => count::run(&arguments, setting.engine),
        Command::Conflict(arguments) => conflict::run(&arguments),
        Command::Clues(arguments) => clues::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
        Command::Create(arguments) => create::run(&arguments, setting),
        Command::Export(arguments) => export::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Fzn(arguments) => fzn::run(&arguments, setting),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Man => manual::page(),
    }
}
