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
//! | `setting.rs`, `engine.rs`, `colour.rs` | global settings: engine, threads and colour |
//! | `solve.rs` | `residua solve`: batches in, answers out |
//! | `checkpoint.rs` | `--checkpoint`: runs that go on after they were killed |
//! | `batch.rs` | batches: the work of one thread |
//! | `workers.rs` | worker threads, with output in order |
//! | `ask.rs` | `inspect`, `count`, `conflict`, `clues` and `why` |
//! | `pictures.rs` | `inspect`, `hint` and `explain` of puzzles as SVG and HTML |
//! | `convert/` | `residua convert`: puzzles in other formats |
//! | `create/` | `residua create`: puzzle generation |
//! | `export/` | `residua export`: puzzles and models in the languages of other solvers |
//! | `decode.rs` | `residua decode`: another solver's output, decoded and verified |
//! | `distributed/` | `residua split`, `work` and `merge`: one question on many machines |
//! | `fzn/` | `residua fzn`: FlatZinc solver for MiniZinc |
//! | `subjects.rs` | inputs other than puzzles: MiniZinc models, clauses, graphs |
//! | `variants.rs` | puzzles with rules beside those of Sudoku |
//! | `puzzles.rs` | puzzles of the inputs, plain ones and those with further rules |
//! | `added_rules.rs` | such rules, as options add them |
//! | `host.rs` | terminal host: spinner, notes, interruption |
//! | `manual.rs` | `residua completions`, `residua man` |
//! | `each.rs` | loop over subjects, error reports, exit code |
//! | `interrupt.rs` | Ctrl-C, and truncation of long output |
//! | `source.rs` | input files and standard input, read as puzzles |
//! | `totals.rs` | totals: verdicts, speed, exit code |
//! | `progress.rs` | progress bar and spinner |

mod added_rules;
mod args;
mod ask;
mod batch;
mod checkpoint;
mod colour;
mod convert;
mod create;
mod decode;
mod distributed;
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
mod puzzles;
mod setting;
mod solve;
mod source;
mod subjects;
mod totals;
mod variants;
mod workers;

use std::io::{Write, stderr};
use std::process::ExitCode;

use crate::args::{Arguments, Command, Format};
use crate::ask::each_puzzle;
use crate::setting::Setting;

/// Does what the arguments of the process ask for, and answers with the exit code.
pub fn run() -> ExitCode {
    let Arguments { command, color } = Arguments::checked();
    let setting = match Setting::new(color, command.threads()) {
        Ok(setting) => setting,
        Err(error) => {
            let _ = writeln!(stderr(), "error: {error}");
            return ExitCode::from(2);
        }
    };
    if let Some(code) = checkpoint::run(&command, setting) {
        return code;
    }
    if let Some(code) = variants::run(&command, setting) {
        return code;
    }
    if let Some(code) = subjects::run(&command, setting) {
        return code;
    }
    match command {
        Command::Solve(ref all) if all.estimates.estimate.is_some() => {
            each_puzzle(&command, &all.inputs, all.format() == Format::Json, setting)
        }
        Command::Solve(arguments) => solve::run(&arguments, setting),
        Command::Inspect(ref all) => each_puzzle(&command, &all.inputs, all.is_json(), setting),
        Command::Count(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Conflict(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Clues(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Hint(ref all) => each_puzzle(&command, &all.inputs, all.is_json(), setting),
        Command::Explain(ref all) => each_puzzle(&command, &all.inputs, all.is_json(), setting),
        Command::Rate(ref all) => each_puzzle(&command, &all.inputs, all.json, setting),
        Command::Why(ref all) => each_puzzle(&command, &all.inputs(), all.json, setting),
        Command::Create(arguments) => create::run(&arguments, setting),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Fzn(arguments) => fzn::run(&arguments, setting),
        Command::Split(arguments) => distributed::split(&arguments, setting),
        Command::Work(arguments) => distributed::work(&arguments, setting),
        Command::Merge(arguments) => distributed::merge(&arguments, setting),
        Command::Completions(arguments) => manual::completions(&arguments),
        Command::Man => manual::page(),
    }
}
