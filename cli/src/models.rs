//! Models of MiniZinc in place of puzzles, as FlatZinc or to be compiled, for `inspect`, `count`, `why` and `conflict`. A run has puzzles, or
//! models, and not both.

use std::process::ExitCode;

use residua_report::Subject;
use residua_report::models::{Bounds, is_data, is_source, units};

use crate::args::{Command, Inspect, InspectFormat};
use crate::ask::look;
use crate::each::{answer_read, refuse};
use crate::fzn::install::is_installed;
use crate::setting::Setting;

/// Answers the command, if its inputs are models of MiniZinc.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (files, each, models, is_json, unfit) = match command {
        Command::Inspect(all) => {
            let colours = all.graphs.colors.map(|_| "--colors has an effect on graphs only");
            let unfit = unfit(all).or(colours);
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
            let data = all.questions.iter().filter(|text| is_data(text)).cloned();
            (std::iter::once(all.file.clone()).chain(data).collect(), all.each, all.models, all.json, None)
        }
        Command::Solve(all) => {
            let files = all.inputs.named();
            return units(&files).map(|_| refuse(&how_to_solve(&files)));
        }
        Command::Fzn(all) => {
            let file = all.file.clone().filter(|file| is_source(file))?;
            return Some(refuse(&how_to_solve(&[file])));
        }
        _ => return None,
    };
    let refused = match units(&files) {
        None if Bounds::from(models).is_given() => {
            "--objective-at-most and --objective-at-least have an effect on models of MiniZinc only"
        }
        None => return None,
        Some(Err(refused)) => refused,
        Some(Ok(_)) if each.reading.geometry.is_some() => "--box has an effect on puzzles only",
        Some(Ok(_)) if each.reading.ignore_unknown => "--ignore-unknown has an effect on puzzles only",
        Some(Ok(units)) => {
            let Some(unfit) = unfit else {
                let subjects = units.iter().map(|unit| Subject::read(unit, models.into()));
                return Some(answer_read(is_json, each.time, subjects, |mut subject, limits, output| {
                    look(command, &mut subject, &setting.asking(limits), output)
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

/// Why an option does not go with such inputs, if one does not.
fn unfit(arguments: &Inspect) -> Option<&'static str> {
    match arguments.format {
        _ if arguments.compare => Some("--compare is for puzzles"),
        _ if arguments.count || arguments.counts => {
            Some("--count and --counts are for puzzles; residua count counts the solutions of models")
        }
        None | Some(InspectFormat::Json) => None,
        Some(_) => Some("what is left of models is printed as text, or with --format json"),
    }
}
