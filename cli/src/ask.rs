//! Dispatch of `inspect`, `count`, `conflict`, `clues`, `why`, `hint`, `explain` and `rate`: one subject after another.

use std::io::{self, Write};
use std::process::ExitCode;

use residua_report::puzzle;
use residua_report::steps;
use residua_report::{Answer, Asking, ExitStatus, InputError, Subject};
use residua_report::{clauses, clues, conflict, count, estimate, inspect, why, write_comparison};

use crate::args::{Command, Format, Inputs, InspectFormat};
use crate::each::{answer_read, puzzles, report_error};
use crate::pictures;
use crate::setting::Setting;

/// Asks each puzzle of the inputs what the command says.
pub(crate) fn each_puzzle(command: &Command, inputs: &Inputs, is_json: bool, setting: Setting) -> ExitCode {
    if let Some(code) = pictures::run(command, inputs, puzzles(inputs), setting) {
        return code;
    }
    answer_read(is_json, inputs.each.time, puzzles(inputs), |subject, limits, output| {
        look(command, subject, &setting.asking(limits), output)
    })
}

/// Asks what the command says.
pub(crate) fn look(
    command: &Command,
    subject: &mut Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let file = subject.file().to_owned();
    let (answer, is_json): (Result<Box<dyn Answer + '_>, InputError>, bool) = match command {
        // Puzzles are solved by the thousand, and not here.
        Command::Solve(all) => match command.estimate() {
            Some(question) => {
                (Ok(Box::new(estimate(question, subject, asking))), all.format() == Format::Json)
            }
            None => return clauses::solve(&all.question(), subject, asking, output),
        },
        Command::Inspect(all) if all.compare => return write_comparison(subject, asking, output),
        Command::Inspect(all) if all.format == Some(InspectFormat::Clpfd) => {
            return match puzzle::inspect(all.question(), subject, asking) {
                Ok(report) => report.write_clpfd(output).map(|()| report.end()),
                Err(mistake) => report_error(false, &file, &mistake, output).map(|()| ExitStatus::BadInput),
            };
        }
        Command::Inspect(all) => (Ok(inspect(all.question(), subject, asking)), all.is_json()),
        Command::Clues(all) => (clues(subject, asking), all.json),
        Command::Count(all) => match command.estimate() {
            Some(question) => (Ok(Box::new(estimate(question, subject, asking))), all.json),
            None => (Ok(Box::new(count(all.question(), subject, asking))), all.json),
        },
        Command::Conflict(all) => (Ok(Box::new(conflict(all.question(), subject, asking))), all.json),
        Command::Why(all) => {
            (why(&all.question(), subject, asking).map(|answer| Box::new(answer) as Box<_>), all.json)
        }
        Command::Hint(all) => (
            steps::hint(all.question(), subject, asking).map(|answer| Box::new(answer) as Box<_>),
            all.is_json(),
        ),
        Command::Explain(all) => (
            steps::explain(all.question(), subject, asking).map(|answer| Box::new(answer) as Box<_>),
            all.is_json(),
        ),
        Command::Rate(all) => {
            (steps::rate(all.question(), subject, asking).map(|answer| Box::new(answer) as Box<_>), all.json)
        }
        _ => return Ok(ExitStatus::Answered),
    };
    match answer {
        Ok(answer) if is_json => answer.write_json(output, asking.host).map(|()| answer.end()),
        Ok(answer) => answer.write_text(output, asking.paint).map(|()| answer.end()),
        Err(mistake) => report_error(is_json, &file, &mistake, output).map(|()| ExitStatus::BadInput),
    }
}
