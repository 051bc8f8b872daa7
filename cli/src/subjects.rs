//! Inputs other than puzzles: MiniZinc models (FlatZinc, or compiled), DIMACS clauses and graphs. A run has inputs of one of
//! these three kinds: their options and their output differ.

use std::process::ExitCode;

use residua_report::Subject;
use residua_report::clauses::{self, DimacsKind};
use residua_report::models::{Bounds, is_data, is_source, units};
use residua_report::puzzle::NO_PUZZLE;
use residua_report::steps::NO_STEPS;

use crate::args::{Command, Format, Graphs, Inputs, Inspect, InspectFormat, Models, PerPuzzle, Solve};
use crate::ask::look;
use crate::each::{Read, answer_read, refuse};
use crate::export;
use crate::fzn::install::is_installed;
use crate::setting::Setting;

/// What a command is asked about.
struct About {
    files: Vec<String>,
    each: PerPuzzle,
    colors: Option<u32>,
    bounds: Bounds,
    is_json: bool,
}

impl About {
    fn of(command: &Command) -> Option<About> {
        let of = |inputs: &Inputs, graphs: Graphs, models: Models, is_json| {
            let (colors, bounds) = (graphs.colors, models.into());
            Some(About { files: inputs.named(), each: inputs.each, colors, bounds, is_json })
        };
        match command {
            Command::Solve(all) => {
                of(&all.inputs, all.graphs, Models::default(), all.format() == Format::Json)
            }
            Command::Inspect(all) => of(&all.inputs, all.graphs, all.models, all.is_json()),
            Command::Count(all) => of(&all.inputs, all.graphs, all.models, all.json),
            Command::Conflict(all) => of(&all.inputs, all.graphs, all.models, all.json),
            Command::Why(all) => {
                let mut about = of(&all.inputs(), all.graphs, all.models, all.json)?;
                about.files.extend(all.questions.iter().filter(|text| is_data(text)).cloned());
                Some(about)
            }
            Command::Clues(all) => of(&all.inputs, Graphs { colors: None }, Models::default(), all.json),
            Command::Hint(all) => of(&all.inputs, Graphs { colors: None }, Models::default(), all.is_json()),
            Command::Explain(all) => {
                of(&all.inputs, Graphs { colors: None }, Models::default(), all.is_json())
            }
            Command::Rate(all) => of(&all.inputs, Graphs { colors: None }, Models::default(), all.json),
            Command::Export(all) => of(&all.inputs(), all.graphs, all.models, false),
            _ => None,
        }
    }
}

/// Answers the command, if its inputs are no puzzles.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    if let Command::Fzn(all) = command {
        let file = all.file.clone().filter(|file| is_source(file))?;
        return Some(refuse(&how_to_solve(&[file])));
    }
    let about = About::of(command)?;
    let subjects = match units(&about.files) {
        Some(_) if matches!(command, Command::Solve(_)) => return Some(refuse(&how_to_solve(&about.files))),
        Some(Ok(units)) => models(command, &about)
            .map_or_else(|| Ok(units), Err)
            .map(|units| each(units, move |unit| Subject::read(&unit, about.bounds))),
        Some(Err(refused)) => Err(refused),
        None if about.bounds.is_given() => {
            Err("--objective-at-most and --objective-at-least apply only to MiniZinc models")
        }
        None => {
            let files = match command {
                Command::Why(all) => vec![all.file.clone()],
                _ => about.files.clone(),
            };
            // What cannot be read is reported when its turn comes, whatever it is.
            let kinds: Vec<Option<DimacsKind>> =
                files.iter().filter_map(|file| DimacsKind::of(file).ok()).collect();
            if about.colors.is_none() && kinds.iter().all(Option::is_none) {
                return None;
            }
            let read = move |file: String| {
                clauses::read(&file, about.colors).map_err(|mistake| (file.clone(), mistake))
            };
            dimacs(command, &about, &kinds).map_or_else(|| Ok(each(files, read)), Err)
        }
    };
    Some(match (subjects, command) {
        (Err(refused), _) => refuse(refused),
        (Ok(subjects), Command::Export(arguments)) => export::subjects(arguments, subjects),
        (Ok(subjects), _) => {
            answer_read(about.is_json, about.each.time, subjects, |subject, limits, output| {
                look(command, subject, &setting.asking(limits), output)
            })
        }
    })
}

/// Inputs, read one after another.
fn each<T: 'static>(inputs: Vec<T>, read: impl Fn(T) -> Read + 'static) -> Box<dyn Iterator<Item = Read>> {
    Box::new(inputs.into_iter().map(read))
}

/// Why an option does not go with models, if one does not.
fn models(command: &Command, about: &About) -> Option<&'static str> {
    match command {
        Command::Clues(_) => Some(NO_PUZZLE),
        Command::Hint(_) | Command::Explain(_) | Command::Rate(_) => Some(NO_STEPS),
        _ if about.each.reading.geometry.is_some() => Some("--box applies only to puzzles"),
        _ if about.each.reading.ignore_unknown => Some("--ignore-unknown applies only to puzzles"),
        Command::Inspect(all) if inspect(all).is_some() => inspect(all),
        _ => about.colors.map(|_| "--colors applies only to graphs"),
    }
}

/// Why an option does not go with such files of DIMACS, or one of them with the others, if one does not.
fn dimacs(command: &Command, about: &About, kinds: &[Option<DimacsKind>]) -> Option<&'static str> {
    let colours = about.colors;
    if kinds.iter().all(Option::is_none) {
        return Some("--colors applies only to graphs: DIMACS files with edges");
    }
    match command {
        _ if kinds.iter().any(Option::is_none) => Some("puzzles and DIMACS files cannot be mixed in one run"),
        Command::Clues(_) => Some(NO_PUZZLE),
        Command::Hint(_) | Command::Explain(_) | Command::Rate(_) => Some(NO_STEPS),
        _ if colours.is_some() && kinds.iter().all(|kind| *kind == Some(DimacsKind::Clauses)) => {
            Some("--colors applies only to graphs; these inputs are clauses")
        }
        _ if colours.is_none() && kinds.contains(&Some(DimacsKind::Graph)) => {
            Some("a graph requires --colors N, the number of colours")
        }
        _ if about.each.reading.geometry.is_some() => Some("--box applies only to puzzles"),
        Command::Solve(all) => solve(all),
        Command::Inspect(all) => inspect(all),
        _ => None,
    }
}

/// Why an option does not go with inputs that are no puzzles, if one does not.
fn solve(arguments: &Solve) -> Option<&'static str> {
    match arguments.format() {
        _ if arguments.with.is_some() => {
            Some("--with applies only to puzzles; a SAT solver reads clauses directly")
        }
        _ if arguments.summary => Some("--summary applies only to puzzles"),
        _ if arguments.rules => {
            Some("--rules applies only to puzzles; residua inspect lists the remaining clauses")
        }
        Format::Grid | Format::Line | Format::Json => None,
        _ => Some("clauses and graphs support only --format grid, line and json"),
    }
}

/// Why an option does not go with inputs that are no puzzles, if one does not.
fn inspect(arguments: &Inspect) -> Option<&'static str> {
    match arguments.format {
        _ if arguments.compare => None,
        _ if arguments.count || arguments.counts => {
            Some("--count and --counts apply only to puzzles; use residua count for other inputs")
        }
        None | Some(InspectFormat::Json) => None,
        Some(_) => Some("--format applies only to puzzles, except json"),
    }
}

/// What to type to solve these: MiniZinc compiles a model, and prints solutions as the model says.
fn how_to_solve(files: &[String]) -> String {
    let files: Vec<String> = files.iter().map(|file| quoted(file)).collect();
    let files = files.join(" ");
    if !files.contains(".mzn") {
        return format!("residua solve does not read FlatZinc; run: residua fzn {files}");
    }
    let install = if is_installed() { "" } else { "residua fzn --install && " };
    format!("residua solve does not read MiniZinc models; run: {install}minizinc --solver residua {files}")
}

/// A word of a command, as shells read it.
fn quoted(word: &str) -> String {
    let is_plain = word.chars().all(|letter| letter.is_alphanumeric() || "-_./\\:".contains(letter));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
