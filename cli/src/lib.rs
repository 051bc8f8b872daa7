//! The command line of residua.
//!
//! A program of one line runs it: as a library it is compiled beside the solver, of which it needs to know the names only.
//!
//! | file | holds |
//! |---|---|
//! | `main.rs` | the program |
//! | `args/` | command-line arguments |
//! | `option_conflicts.rs` | options without effect, refused |
//! | `numbers.rs` | numeric arguments |
//! | `setting.rs`, `engine.rs`, `colour.rs` | global settings: engine and colour |
//! | `solve.rs` | `residua solve`: batches in, answers out |
//! | `batch.rs` | batches: the work of one thread |
//! | `workers.rs` | worker threads, with output in order |
//! | `ask.rs` | `inspect`, `count`, `conflict`, `clues` and `why` |
//! | `pictures.rs` | `inspect` of puzzles as SVG and HTML |
//! | `create/` | `residua create`: puzzle generation |
//! | `export/` | `residua export`: puzzles and models in the languages of other solvers |
//! | `decode.rs` | `residua decode`: another solver's output, decoded and verified |
//! | `fzn/` | `residua fzn`: FlatZinc solver for MiniZinc |
//! | `subjects.rs` | inputs other than puzzles: MiniZinc models, clauses, graphs |
//! | `host.rs` | terminal host: spinner, notes, interruption |
//! | `manual.rs` | `residua completions`, `residua man` |
//! | `each.rs` | loop over subjects, error reports, exit code |
//! | `interrupt.rs` | Ctrl-C, and truncation of long output |
//! | `source.rs` | input files and standard input, read as puzzles |
//! | `totals.rs` | totals: verdicts, speed, exit code |
//! | `progress.rs` | progress bar and spinner |

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
mod interrupt;
mod manual;
mod numbers;
mod option_conflicts;
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
