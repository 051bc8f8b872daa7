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

use std::io::{self, Write};
use std::process::ExitCode;

use residua::search::Limits;

use crate::args::Command;
use crate::dimacs::subject::Subject;
use crate::each::{End, answer_read, refuse};
use crate::setting::Setting;

pub(crate) use crate::dimacs::kind::Kind;
pub(crate) use crate::dimacs::subject::write_wrapped;

/// Answers the command, if its inputs are clauses or graphs.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (inputs, graphs, is_json, unfit) = match command {
        Command::Solve(all) => (&all.inputs, all.graphs, solve::is_json(all), solve::unfit(all)),
        Command::Count(all) => (&all.inputs, all.graphs, all.json, None),
        Command::Inspect(all) => (&all.inputs, all.graphs, all.is_json(), inspect::unfit(all)),
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
        let read = |file: String| Subject::read(&file, colours).map_err(|mistake| (file, mistake));
        let subjects = inputs.named().into_iter().map(read);
        return Some(answer_read(is_json, inputs.each.time, subjects, |subject, limits, output| {
            look(command, setting, &subject, limits, output)
        }));
    };
    Some(refuse(refused))
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
