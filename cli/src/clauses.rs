//! Clauses and graphs in place of puzzles, for `solve`, `count`, `inspect` and `conflict`. A run has puzzles, or such inputs, and not both: their
//! options and their output differ.

use std::io::{self, Write};
use std::process::ExitCode;

use residua_report::clauses::{self, Kind};
use residua_report::{Asking, End, Subject};

use crate::args::{Command, Format, Inspect, InspectFormat, Solve};
use crate::ask;
use crate::each::{answer_read, refuse};
use crate::setting::Setting;

/// Answers the command, if its inputs are clauses or graphs.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (inputs, graphs, is_json, unfit) = match command {
        Command::Solve(all) => (&all.inputs, all.graphs, all.format() == Format::Json, unfit_solve(all)),
        Command::Count(all) => (&all.inputs, all.graphs, all.json, None),
        Command::Inspect(all) => (&all.inputs, all.graphs, all.is_json(), unfit_inspect(all)),
        Command::Conflict(all) => (&all.inputs, all.graphs, all.json, None),
        Command::Why(all) => (&all.inputs(), all.graphs, all.json, None),
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
        let read = |file: String| clauses::read(&file, colours).map_err(|mistake| (file, mistake));
        let subjects = inputs.named().into_iter().map(read);
        return Some(answer_read(is_json, inputs.each.time, subjects, |mut subject, limits, output| {
            look(command, &mut subject, &setting.asking(limits), output)
        }));
    };
    Some(refuse(refused))
}

/// Why an option does not go with such inputs, if one does not.
fn unfit_solve(arguments: &Solve) -> Option<&'static str> {
    match arguments.format() {
        _ if arguments.with.is_some() => Some("--with is for puzzles: a SAT solver reads clauses by itself"),
        _ if arguments.summary => Some("--summary is for puzzles"),
        _ if arguments.rules => Some("--rules is for puzzles; residua inspect lists what is left of clauses"),
        _ if arguments.threads != 1 => Some("--threads is for puzzles"),
        Format::Grid | Format::Line | Format::Json => None,
        _ => Some("clauses and graphs are printed as text, with --format line or --format json"),
    }
}

/// Why an option does not go with such inputs, if one does not.
fn unfit_inspect(arguments: &Inspect) -> Option<&'static str> {
    match arguments.format {
        _ if arguments.compare => Some("--compare is for puzzles"),
        _ if arguments.count || arguments.counts => Some(
            "--count and --counts are for puzzles; residua count counts the solutions of clauses and graphs",
        ),
        None | Some(InspectFormat::Json) => None,
        Some(_) => Some("what is left of clauses and graphs is printed as text, or with --format json"),
    }
}

fn look(
    command: &Command,
    subject: &mut Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    match command {
        Command::Solve(arguments) => clauses::solve(&arguments.question(), subject, asking, output),
        _ => ask::look(command, subject, asking, output),
    }
}
