//! `residua fzn`: FlatZinc solver for MiniZinc.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | arguments |
//! | `answer.rs` | satisfaction, enumeration, optimisation |
//! | `core.rs` | unsatisfiable core of the assumptions |
//! | `race.rs` | portfolio search with several threads |
//! | `known.rs` | results so far, printed at the latest when the run has to end |
//! | `statistics.rs` | statistics for MiniZinc |
//! | `log.rs` | notes and the log of `-v` |
//! | `install.rs` | `--install`: solver configuration and library |

mod answer;
pub(crate) mod args;
mod core;
pub(crate) mod install;
mod known;
mod log;
mod race;
mod statistics;

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use residua::search::Limits;
use residua_flatzinc::{Objective, Problem};
use residua_report::ExitStatus;
use residua_report::InputError;
use residua_report::Watched;
use residua_report::input::text;

use crate::each::{complain, written};
use crate::fzn::answer::{FznError, Task};
use crate::fzn::args::Fzn;
use crate::fzn::known::{Known, watch};
use crate::fzn::log::Log;
use crate::setting::Setting;

/// Answers the problem of a file. What is known when a signal comes, or the time is up, is printed then.
pub(crate) fn run(arguments: &Fzn, setting: Setting) -> ExitCode {
    let Some(file) = &arguments.file else { return installed(arguments) };
    let log = Log::new(arguments.verbose);
    let (known, stop) = (Arc::new(Known::default()), Arc::new(AtomicBool::new(false)));
    watch(&known, &stop, arguments.time_limit(), log);
    let mut problem = match read(file, log) {
        Ok(problem) => problem,
        Err(mistake) => {
            complain(file, &mistake);
            return ExitCode::from(ExitStatus::BadInput as u8);
        }
    };
    problem.seed = arguments.seed.cast_unsigned();
    log.notes(&problem.notes);
    let limits = Limits::none().stop(Arc::clone(&stop));
    // Solutions and the log would come between.
    let is_free =
        !arguments.verbose && !(stdout().is_terminal() && (arguments.all || arguments.intermediate));
    let is_maximum = matches!(problem.objective, Objective::Maximize(_));
    let watched = (is_free && stderr().is_terminal()).then(|| Watched::new(is_maximum));
    let task = Task { problem: &problem, arguments, setting, limits, stop, known: &known, log, watched };
    let answered = task.answer();
    match answered {
        // Nothing is left to do, and to free what a large problem takes is for the system.
        Ok(()) => process::exit(0),
        Err(FznError::Output(error)) => written(Err(error)),
        Err(FznError::Problem(message)) => {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "error: {message}");
            ExitCode::from(ExitStatus::BadInput as u8)
        }
    }
}

fn installed(arguments: &Fzn) -> ExitCode {
    let folder = arguments.install.as_deref().filter(|folder| !folder.is_empty());
    match install::install(folder.map(Path::new)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::from(ExitStatus::BadInput as u8)
        }
    }
}

fn read(file: &str, log: Log) -> Result<Problem, InputError> {
    let text = text(file)?;
    log.line(|| format!("read {} bytes", text.len()));
    let problem = Problem::read(&text)?;
    let model = &problem.model;
    log.line(|| format!("{} variables, {} constraints", model.domains().len(), model.constraints().len()));
    Ok(problem)
}
