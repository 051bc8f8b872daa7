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

use std::io::{self, Write};
use std::process::ExitCode;

use residua::search::Limits;

use crate::args::{Command, Models};
use crate::each::{End, answer_read, refuse};
use crate::flatzinc::kind::units;
use crate::flatzinc::subject::Subject;
use crate::setting::Setting;

/// Answers the command, if its inputs are models of MiniZinc.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (files, each, models, is_json, unfit) = match command {
        Command::Inspect(all) => {
            let colours = all.graphs.colors.map(|_| "--colors has an effect on graphs only");
            let unfit = inspect::unfit(all).or(colours);
            (all.inputs.named(), all.inputs.each, all.models, all.is_json(), unfit)
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
        Some(Ok(_)) if each.reading.ignore_unknown => "--ignore-unknown has an effect on puzzles only",
        Some(Ok(units)) => {
            let Some(unfit) = unfit else {
                let subjects = units.iter().map(|unit| Subject::read(unit, models));
                return Some(answer_read(is_json, each.time, subjects, |mut subject, limits, output| {
                    look(command, setting, &mut subject, limits, output)
                }));
            };
            unfit
        }
    };
    Some(refuse(refused))
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
