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
//! | `ask.rs` | `inspect`, `count`, `conflict`, `clues` and `why` |
//! | `pictures.rs` | `inspect` of puzzles as pictures |
//! | `create/` | `residua create`: new puzzles |
//! | `export/` | `residua export`: subjects in the languages of other programs |
//! | `decode.rs` | `residua decode`: what those programs print, read back and checked |
//! | `fzn/` | `residua fzn`: FlatZinc, as a solver of MiniZinc |
//! | `subjects.rs` | models of MiniZinc, clauses and graphs in place of puzzles |
//! | `host.rs` | what questions show of their work |
//! | `manual.rs` | `residua completions`, `residua man` |
//! | `each.rs` | what they share: subject after subject, mistakes, the exit code |
//! | `interrupt.rs` | Ctrl-C, and the end of long output |
//! | `source.rs` | files and standard input, as puzzles |
//! | `totals.rs` | how many of which verdict, how fast, and the exit code |
//! | `progress.rs` | the bar on a terminal |

mod args;
mod ask;
mod batch;
mod colour;
mod create;
mod decode;
mod each;
mod engine;
mod export;
mod fzn;
mod host;
mod idle;
mod interrupt;
mod manual;
mod numbers;
mod pictures;
mod progress;
mod setting;
mod solve;
mod source;
mod subjects;
mod totals;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;

use crate::args::{Arguments, Command, InspectFormat};
use crate::ask::each_puzzle;
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
    if let Some(code) = subjects::run(&command, setting) {
        return code;
    }
    match command {
        Command::Solve(arguments) => solve::run(&arguments, setting),
        Command::Inspect(ref all) => match all.format {
            Some(InspectFormat::Svg) => pictures::svg(all, setting),
            Some(InspectFormat::Html) => pictures::html(all, setting),
            _ => each_puzzle(&command, &all.inputs, all.is_json(), setting),
        },
        Command::Count(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Conflict(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Clues(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Why(ref all) => each_puzzle(&command, &all.inputs(), all.json, setting),
        Command::Create(arguments) => create::run(&arguments, setting),
        Command::Export(arguments) => export::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Fzn(arguments) => fzn::run(&arguments, setting),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Man => manual::page(),
    }
}
