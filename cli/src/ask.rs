//! Questions: what the options of a subcommand stand for is asked of one subject after another.

use std::io::{self, Write};
use std::process::ExitCode;

use residua_report::clauses;
use residua_report::puzzle::clues;
use residua_report::{Answer, Asking, End, Mistake, Subject, compare, conflict, count, why};

use crate::args::{Command, Inputs, Inspect, InspectFormat};
use crate::each::{self, tell};
use crate::pictures::{Page, Single};
use crate::setting::Setting;

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

/// Asks each puzzle of the inputs what the command says.
pub(crate) fn puzzles(command: &Command, inputs: &Inputs, is_json: bool, setting: Setting) -> ExitCode {
    each::run_as(is_json, inputs, |subject, limits, output| {
        look(command, subject, &setting.asking(limits), output)
    })
}

/// Asks what is left of each puzzle, which there are pictures of.
pub(crate) fn inspect(command: &Command, arguments: &Inspect, setting: Setting) -> ExitCode {
    let (inputs, question) = (&arguments.inputs, arguments.question());
    match arguments.format {
        Some(InspectFormat::Svg) => each::run_with(inputs, Single::new(question, setting)),
        Some(InspectFormat::Html) => each::run_with(inputs, Page::new(question, setting)),
        _ => puzzles(command, inputs, arguments.is_json(), setting),
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
        Command::Inspect(arguments) if arguments.compare => compare(subject, asking, output),
        Command::Inspect(arguments) => {
            let answer = residua_report::inspect(arguments.question(), subject, asking);
            match answer.of_puzzle() {
                Ok(account) if arguments.format == Some(InspectFormat::Clpfd) => {
                    account.write_clpfd(output).map(|()| account.end())
                }
                _ => write(&answer, arguments.is_json(), asking, output),
            }
        }
        Command::Clues(arguments) => match clues(subject, asking) {
            Ok(answer) => write(&answer, arguments.json, asking, output),
            Err(message) => mistaken(subject, message, arguments.json, output),
        },
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

/// Says that the question does not fit the subject.
fn mistaken(subject: &Subject, message: &str, is_json: bool, output: &mut dyn Write) -> io::Result<End> {
    let mistake = Mistake { line: subject.line(), column: 1, message: message.to_owned() };
    tell(is_json, subject.file(), &mistake, output).map(|()| End::Mistaken)
}
