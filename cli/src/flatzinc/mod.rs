//! Models of MiniZinc in place of puzzles, as FlatZinc or to be compiled, for `inspect`, `count`, `why` and `conflict`.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are, and which files belong together |
//! | `compile.rs` | MiniZinc's compiler |
//! | `merged.rs` | what the compiler makes one variable by mistake |
//! | `model.rs`, `items.rs` | the text that was compiled, and its constraint items |
//! | `members.rs` | enumerations and the indices of arrays |
//! | `claim.rs` | what is said of a model, proved of a part of its items |
//! | `refuted.rs` | which items clash where the compiler finds out itself that there is no solution |
//! | `silent.rs` | which items of the model have no constraint, and belong to a conflict all the same |
//! | `subject.rs` | such an input as a model, over what its output shows |
//! | `path.rs` | where a constraint comes from in the model that was compiled |
//! | `names.rs` | constraints in the words of the model |
//! | `question.rs` | what `why` is asked |
//! | `objective.rs` | between which values the objective is |
//! | `inspect.rs`, `count.rs`, `why.rs`, `conflict.rs` | what the subcommands of these names say |
//! | `groups.rs`, `definitions.rs` | which constraints are taken away together, and which never |
//!
//! A run has puzzles, or models, and not both.

mod claim;
mod compile;
mod conflict;
mod count;
mod definitions;
mod groups;
mod inspect;
mod items;
mod kind;
mod members;
mod merged;
mod model;
mod names;
mod objective;
mod path;
mod question;
mod refuted;
mod silent;
mod subject;
mod why;

use std::io::{self, Write};
use std::process::ExitCode;

use residua::search::Limits;

use crate::args::Command;
use crate::budget::Budget;
use crate::each::{End, answer_read, refuse};
use crate::flatzinc::kind::units;
use crate::flatzinc::subject::Subject;
use crate::fzn::install::is_installed;
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
            let files = all.inputs.named();
            return units(&files).map(|_| refuse(&how_to_solve(&files)));
        }
        Command::Fzn(all) => {
            let file = all.file.clone().filter(|file| kind::is_source(file))?;
            return Some(refuse(&how_to_solve(&[file])));
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

/// What to type to solve these: MiniZinc compiles a model, and prints solutions as the model says.
fn how_to_solve(files: &[String]) -> String {
    let files: Vec<String> = files.iter().map(|file| quoted(file)).collect();
    let files = files.join(" ");
    if !files.contains(".mzn") {
        return format!("residua solve is for puzzles. Type: residua fzn {files}");
    }
    let install = if is_installed() { "" } else { "residua fzn --install && " };
    format!(
        "MiniZinc compiles a model, and prints its solutions. Type: {install}minizinc --solver residua {files}"
    )
}

/// A word of a command, as shells read it.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|letter| letter.is_alphanumeric() || "-_./\\:".contains(letter));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn look(
    command: &Command,
    setting: Setting,
    subject: &mut Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    if !matches!(command, Command::Count(_)) {
        refuted::refute(subject, &Budget::limited(limits));
    }
    match command {
        Command::Inspect(arguments) => inspect::look(arguments, setting, subject, limits, output),
        Command::Count(arguments) => count::look(arguments, subject, limits, output),
        Command::Why(arguments) => why::look(arguments, subject, limits, output),
        Command::Conflict(arguments) => conflict::look(arguments, subject, limits, output),
        _ => Ok(End::Answered),
    }
}
