//! residua against other solvers, interleaved in one run.
//!
//! `residua-peers [--quick] [--rounds N] [--limit SECONDS] [sudoku|creation|pencil-marks|grids|queens|quasigroup|models]… [FILE]…`
//!
//! Without names all races are run. Files are sets of Sudoku, one puzzle per line; without any, the sets are those of
//! the folder `RESIDUA_PUZZLES`.

mod creation;
mod external;
mod folder;
mod grids;
mod guises;
#[path = "../../instances/mod.rs"]
mod instances;
mod models;
mod pencil_marks;
mod permute;
mod quasigroup;
mod queens;
mod race;
mod rival;
mod sat;
mod sudoku;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::race::{Report, Results};

/// A kind of race: it yields the tables of its sets, one after another.
type Kind = fn(&Options) -> Result<Vec<Box<dyn Report>>, String>;

const KINDS: [(&str, Kind); 7] = [
    ("sudoku", |options| sudoku::races(options).map(boxed)),
    ("creation", |options| creation::races(options).map(boxed)),
    ("pencil-marks", |options| pencil_marks::races(options).map(boxed)),
    ("grids", |options| grids::races(options).map(boxed)),
    ("queens", |options| queens::races(options).map(boxed)),
    ("quasigroup", |options| Ok(boxed(quasigroup::races(options)))),
    ("models", |options| Ok(vec![Box::new(models::races(options)?)])),
];

fn boxed(results: Vec<Results>) -> Vec<Box<dyn Report>> {
    results.into_iter().map(|one| Box::new(one) as Box<dyn Report>).collect()
}

/// The options of the command line.
pub(crate) struct Options {
    /// Small samples and few rounds.
    quick: bool,
    rounds: usize,
    /// The time that a solver has for one grid, or one board of queens.
    limit: Duration,
    /// The kinds of race to run.
    kinds: Vec<(&'static str, Kind)>,
    files: Vec<PathBuf>,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            quick: false,
            rounds: 0,
            limit: Duration::from_secs(20),
            kinds: Vec::new(),
            files: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let mut number = || {
                let value =
                    arguments.next().and_then(|text| text.parse::<u32>().ok()).filter(|&value| value > 0);
                value.ok_or_else(|| format!("{argument} needs a positive number"))
            };
            match argument.as_str() {
                "--quick" => options.quick = true,
                "--rounds" => options.rounds = number()? as usize,
                "--limit" => options.limit = Duration::from_secs(number()?.into()),
                unknown if unknown.starts_with('-') => return Err(format!("unknown option {unknown}")),
                name => match KINDS.iter().find(|kind| kind.0 == name) {
                    Some(&kind) => options.kinds.push(kind),
                    None => options.files.push(name.into()),
                },
            }
        }
        if options.rounds == 0 {
            options.rounds = if options.quick { 3 } else { 7 };
        }
        if options.kinds.is_empty() {
            options.kinds = if options.files.is_empty() { KINDS.to_vec() } else { vec![KINDS[0]] };
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    match Options::parse(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the races; false if solvers contradict each other.
fn run(options: &Options) -> Result<bool, String> {
    let mut is_consistent = true;
    for (_, races) in &options.kinds {
        for results in races(options)? {
            is_consistent &= results.is_consistent();
            println!("{results}");
        }
    }
    Ok(is_consistent)
}
