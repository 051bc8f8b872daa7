//! Inputs that are no puzzles: clauses and graphs in the formats of DIMACS, for `solve`, `count`, `inspect` and `conflict`.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are |
//! | `subject.rs` | such an input as a model, and its solutions as text |
//! | `solve.rs`, `count.rs`, `inspect.rs`, `conflict.rs` | what the subcommands of these names say of it |
//!
//! A run has puzzles, or such inputs, and not both: their options and their output differ.

mod conflict;
mod count;
mod inspect;
mod kind;
mod solve;
mod subject;

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use residua::search::Limits;

use crate::args::{Command, Inputs};
use crate::dimacs::subject::Subject;
use crate::each::{End, complain, written};
use crate::interrupt::{Until, stop_flag};
use crate::report::json::write_mistake;
use crate::setting::Setting;

pub(crate) use crate::dimacs::kind::Kind;
pub(crate) use crate::dimacs::subject::write_wrapped;

/// Answers the command, if its inputs are clauses or graphs.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (inputs, graphs, is_json, unfit) = match command {
        Command::Solve(all) => (&all.inputs, all.graphs, solve::is_json(all), solve::unfit(all)),
        Command::Count(all) => (&all.inputs, all.graphs, all.json, None),
        Command::Inspect(all) => (&all.inputs, all.graphs, inspect::is_json(all), inspect::unfit(all)),
        Command::Conflict(all) => (&all.inputs, all.graphs, all.json, None),
        _ => return None,
    };
    // What cannot be read is reported when its turn comes, whatever it is.
    let kinds: Vec<Option<Kind>> = inputs.named().iter().filter_map(|file| Kind::of(file).ok()).collect();
    let colours = graphs.colors;
    let refused = if kinds.iter().all(Option::is_none) {
        let idle = "--colors has an effect on graphs only: files in the format of DIMACS, with edges";
        colours.map(|_| idle)?
    } else if kinds.iter().any(Option::is_none) {
        "puzzles and files of DIMACS cannot be answered in one run"
    } else if colours.is_some() && kinds.iter().all(|kind| *kind == Some(Kind::Clauses)) {
        "--colors has an effect on graphs only, and these are clauses"
    } else if colours.is_none() && kinds.contains(&Some(Kind::Graph)) {
        "a graph can be coloured: --colors N says with how many colours"
    } else if inputs.each.reading.geometry.is_some() {
        "--box has an effect on puzzles only"
    } else if let Some(unfit) = unfit {
        unfit
    } else {
        return Some(answer(command, setting, (inputs, colours), is_json));
    };
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {refused}");
    Some(ExitCode::from(End::Mistaken as u8))
}

/// Answers input after input.
fn answer(
    command: &Command,
    setting: Setting,
    (inputs, colours): (&Inputs, Option<u32>),
    is_json: bool,
) -> ExitCode {
    let stop = stop_flag();
    let limits = Limits::none().time(inputs.each.time).stop(Arc::clone(&stop));
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json));
    let mut highest = End::Answered;
    for file in inputs.named() {
        let result = match Subject::read(&file, colours) {
            Ok(subject) => look(command, setting, &subject, &limits, &mut output),
            Err(mistake) if is_json => {
                let written =
                    write_mistake(&mut output, &file, mistake.line, mistake.column, &mistake.message);
                written.map(|()| End::Mistaken)
            }
            Err(mistake) => {
                complain(&file, &mistake);
                Ok(End::Mistaken)
            }
        };
        match result.and_then(|end| output.flush().map(|()| end)) {
            Ok(end) => highest = highest.max(end),
            // A closed pipe is no error: the reader wants no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => return written(Err(error)),
        }
        if stop.load(Ordering::Relaxed) {
            highest = End::Stopped;
            break;
        }
    }
    ExitCode::from(highest as u8)
}

fn look(
    command: &Command,
    setting: Setting,
    subject: &Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    match command {
        Command::Solve(arguments) => solve::look(arguments, setting, subject, limits, output),
        Command::Count(arguments) => count::look(arguments, setting, subject, limits, output),
        Command::Inspect(arguments) => inspect::look(arguments, setting, subject, limits, output),
        Command::Conflict(arguments) => conflict::look(arguments, subject, limits, output),
        _ => Ok(End::Answered),
    }
}
