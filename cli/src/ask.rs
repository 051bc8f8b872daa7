//! Questions: what the options of a subcommand stand for is asked of one subject after another.

use std::io::{self, Write};
use std::process::ExitCode;

use residua_report::clauses;
use residua_report::models;
use residua_report::puzzle::{self, Found, compare};
use residua_report::{Answer, Asking, End, Subject, conflict, count, why};

use crate::args::{Clues, Command, Inputs, Inspect, InspectFormat};
use crate::each::{self, refuse_puzzle, tell};
use crate::pictures::{Page, Single};
use crate::setting::Setting;

/// An answer, or why the question does not fit the subject.
type Answered<'a> = Result<Box<dyn Answer + 'a>, String>;

/// Writes an answer in the form that is asked for.
pub(crate) fn write(
    answer: &dyn Answer,
    is_json: bool,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    if is_json {
        answer.write_json(output, asking.host)?;
    } else {
        answer.write_text(output, asking.paint)?;
    }
    Ok(answer.end())
}

/// Asks each puzzle of the inputs.
fn each_puzzle(
    inputs: &Inputs,
    is_json: bool,
    setting: Setting,
    ask: impl for<'a> Fn(&'a Found<'a>, &Asking<'_>) -> Answered<'a>,
) -> ExitCode {
    each::run_as(is_json, inputs, |found, limits, output| {
        let asking = setting.asking(limits);
        match ask(found, &asking) {
            Ok(answer) => write(&*answer, is_json, &asking, output),
            Err(message) => Ok(refuse_puzzle(found, &message)),
        }
    })
}

pub(crate) fn clues(arguments: &Clues, setting: Setting) -> ExitCode {
    each_puzzle(&arguments.inputs, arguments.json, setting, |found, asking| {
        Ok(Box::new(puzzle::clues(found, asking)))
    })
}

/// Asks each puzzle of the inputs what the command says.
pub(crate) fn puzzles(command: &Command, inputs: &Inputs, is_json: bool, setting: Setting) -> ExitCode {
    each::run_as(is_json, inputs, |found, limits, output| {
        look(command, &mut Subject::of_puzzle(found), &setting.asking(limits), output)
    })
}

pub(crate) fn inspect(arguments: &Inspect, setting: Setting) -> ExitCode {
    let inputs = &arguments.inputs;
    if arguments.compare {
        return each::run(inputs, |found, limits, output| compare(found, &setting.asking(limits), output));
    }
    let question = arguments.question();
    match arguments.format {
        Some(InspectFormat::Svg) => each::run_with(inputs, Single::new(question, setting)),
        Some(InspectFormat::Html) => each::run_with(inputs, Page::new(question, setting)),
        Some(InspectFormat::Clpfd) => each::run(inputs, |found, limits, output| {
            let account = puzzle::inspect(question, found, &setting.asking(limits));
            account.write_clpfd(output).map(|()| account.end())
        }),
        _ => each_puzzle(inputs, arguments.is_json(), setting, |found, asking| {
            Ok(Box::new(puzzle::inspect(question, found, asking)))
        }),
    }
}

/// Asks what the command says.
pub(crate) fn look(
    command: &Command,
    subject: &mut Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    match command {
        // Puzzles are solved by the thousand, and not here.
        Command::Solve(arguments) => clauses::solve(&arguments.question(), subject, asking, output),
        Command::Inspect(arguments) => write(
            &models::inspect(arguments.question(), subject, asking),
            arguments.is_json(),
            asking,
            output,
        ),
        Command::Count(arguments) => {
            write(&count(arguments.question(), subject, asking), arguments.json, asking, output)
        }
        Command::Conflict(arguments) => {
            write(&conflict(arguments.question(), subject, asking), arguments.json, asking, output)
        }
        Command::Why(arguments) => {
            let file = subject.file().to_owned();
            match why(&arguments.question(), subject, asking) {
                Ok(answer) => write(&answer, arguments.json, asking, output),
                Err(mistake) => tell(arguments.json, &file, &mistake, output).map(|()| End::Mistaken),
            }
        }
        _ => Ok(End::Answered),
    }
}
