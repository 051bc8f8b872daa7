//! Models of MiniZinc in place of puzzles, as FlatZinc or to be compiled, for `inspect`, `count`, `why` and `conflict`.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are, and which files belong together |
//! | `compile.rs` | MiniZinc's compiler |
//! | `subject.rs` | such an input as a model, over what its output shows |
//! | `path.rs` | where a constraint comes from in the model that was compiled |
//! | `names.rs` | constraints in the words of the model |
//! | `question.rs` | what `why` is asked |
//! | `objective.rs` | between which values the objective is |
//! | `inspect.rs`, `count.rs`, `why.rs`, `conflict.rs` | what the subcommands of these names say |
//! | `groups.rs`, `definitions.rs` | which constraints are taken away together, and which never |
//!
//! A run has puzzles, or models, and not both.

mod compile;
mod conflict;
mod count;
mod definitions;
mod groups;
mod inspect;
mod kind;
mod names;
mod objective;
mod path;
mod question;
mod subject;
mod why;

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use residua::search::Limits;

use crate::args::{Command, Models, PerPuzzle};
use crate::each::{End, complain, written};
use crate::flatzinc::kind::{Unit, units};
use crate::flatzinc::subject::Subject;
use crate::interrupt::{Until, stop_flag};
use crate::report::json::write_mistake;
use crate::setting::Setting;

/// Answers the command, if its inputs are models of MiniZinc.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (files, each, models, is_json, unfit) = match command {
        Command::Inspect(all) => {
            let colours = all.graphs.colors.map(|_| "--colors has an effect on graphs only");
            let unfit = inspect::unfit(all).or(colours);
            (all.inputs.named(), all.inputs.each, all.models, inspect::is_json(all), unfit)
        }
        Command::Count(all) => {
            let colours = all.graphs.colors.map(|_| "--colors has an effect on graphs only");
            (all.inputs.named(), all.inputs.each, all.models, all.json, colours)
        }
        Command::Conflict(all) => {
            let colours = all.graphs.colors.map(|_| "--colors has an effect on graphs only");
            (all.inputs.named(), all.inputs.each, all.models, all.json, colours)
        }
        Command::Why(all) => {
            let data = all.questions.iter().filter(|text| kind::is_data(text)).cloned();
            (std::iter::once(all.file.clone()).chain(data).collect(), all.each, all.models, all.json, None)
        }
        Command::Solve(all) => {
            let how = "residua fzn solves a model of MiniZinc";
            (all.inputs.named(), all.inputs.each, Models::default(), false, Some(how))
        }
        _ => return None,
    };
    let refused = match units(&files) {
        None if models.is_given() => {
            "--objective-at-most and --objective-at-least have an effect on models of MiniZinc only"
        }
        None => return None,
        Some(Err(refused)) => refused,
        Some(Ok(_)) if each.reading.geometry.is_some() => "--box has an effect on puzzles only",
        Some(Ok(units)) => match unfit {
            Some(unfit) => unfit,
            None => return Some(answer(command, setting, &units, (each, models), is_json)),
        },
    };
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {refused}");
    Some(ExitCode::from(End::Mistaken as u8))
}

/// Answers input after input.
fn answer(
    command: &Command,
    setting: Setting,
    units: &[Unit],
    (each, models): (PerPuzzle, Models),
    is_json: bool,
) -> ExitCode {
    let stop = stop_flag();
    let limits = Limits::none().time(each.time).stop(Arc::clone(&stop));
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json));
    let mut highest = End::Answered;
    for unit in units {
        let result = match Subject::read(unit, models) {
            Ok(mut subject) => look(command, setting, &mut subject, &limits, &mut output),
            Err((file, mistake)) if is_json => {
                let written =
                    write_mistake(&mut output, &file, mistake.line, mistake.column, &mistake.message);
                written.map(|()| End::Mistaken)
            }
            Err((file, mistake)) => {
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
    subject: &mut Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    match command {
        Command::Inspect(arguments) => inspect::look(arguments, setting, subject, limits, output),
        Command::Count(arguments) => count::look(arguments, subject, limits, output),
        Command::Why(arguments) => why::look(arguments, subject, limits, output),
        Command::Conflict(arguments) => conflict::look(arguments, subject, limits, output),
        _ => Ok(End::Answered),
    }
}
