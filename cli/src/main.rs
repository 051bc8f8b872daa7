//! The command line of residua: solve Sudoku of any box size, and say what is left of those that are not unique.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | what can be asked for |
//! | `idle.rs` | which options have no effect with the others |
//! | `solve.rs` | `residua solve`: from the inputs to the output, with one thread or more |
//! | `batch.rs` | what a thread takes at once, without waiting for more |
//! | `workers.rs` | several threads, and their output in order |
//! | `budget.rs` | how long to work on a puzzle that is looked at in several ways |
//! | `inspect/`, `count.rs`, `conflict.rs`, `clues.rs`, `why.rs` | the subcommands of these names |
//! | `question.rs` | what `why` is asked about a cell |
//! | `each.rs` | what they share: puzzle after puzzle, mistakes, the exit code |
//! | `engine.rs` | the engine that the environment pins |
//! | `interrupt.rs` | Ctrl-C |
//! | `source.rs` | files and standard input, as puzzles and mistakes with their places |
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
mod conflict;
mod count;
mod each;
mod engine;
mod idle;
mod inspect;
mod interrupt;
mod pair;
mod place;
mod progress;
mod question;
mod report;
mod solve;
mod source;
mod totals;
mod why;
mod words;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;

use residua::search::EngineChoice;

use crate::args::{Arguments, Command};

fn main() -> ExitCode {
    let command = Arguments::checked().command;
    let engine = match EngineChoice::from_environment() {
        Ok(engine) => engine,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    match command {
        Command::Solve(arguments) => solve::run(&arguments, engine),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Count(arguments) => count::run(&arguments),
        Command::Conflict(arguments) => conflict::run(&arguments),
        Command::Clues(arguments) => clues::run(&arguments),
        Command::Why(arguments) => why::run(&arguments),
    }
}
