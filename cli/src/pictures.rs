//! `inspect --format svg` and `html`: pictures of puzzles.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::search::Limits;
use residua_report::puzzle::{self, InspectReport};
use residua_report::{Answer, ExitStatus, InputError};
use residua_sudoku::render::picture::Page;

use crate::args::Inspect;
use crate::each::{Read, answer, complain, puzzles};
use crate::setting::Setting;

/// Draws what is left of what was read; a mistake is reported on standard error.
fn draw(
    read: Read,
    (arguments, setting): (&Inspect, Setting),
    limits: &Limits,
    output: &mut dyn Write,
    drawn: impl FnOnce(InspectReport<'_>) -> String,
) -> io::Result<ExitStatus> {
    let told = |file: &str, mistake: &InputError| {
        complain(file, mistake);
        Ok(ExitStatus::BadInput)
    };
    let subject = match read {
        Ok(subject) => subject,
        Err((file, mistake)) => return told(&file, &mistake),
    };
    match puzzle::inspect(arguments.question(), &subject, &setting.asking(limits)) {
        Ok(report) => {
            let end = report.end();
            write!(output, "{}", drawn(report)).map(|()| end)
        }
        Err(mistake) => told(subject.file(), &mistake),
    }
}

/// One picture. An SVG document has one root: a second puzzle has no place in it.
pub(crate) fn svg(arguments: &Inspect, setting: Setting) -> ExitCode {
    let (inputs, mut count) = (&arguments.inputs, 0);
    answer(false, inputs.each.time, puzzles(inputs), |read, limits, output| {
        let Some(read) = read else { return Ok(ExitStatus::Answered) };
        count += usize::from(read.is_ok());
        match read {
            Ok(subject) if count > 1 => {
                if count == 2 {
                    let message = "--format svg supports one puzzle, found a second one; use --format html";
                    let mistake = InputError { line: subject.line(), column: 1, message: message.to_owned() };
                    complain(subject.file(), &mistake);
                }
                Ok(ExitStatus::BadInput)
            }
            read => draw(read, (arguments, setting), limits, output, |report| report.svg()),
        }
    })
}

/// A page with a section for each puzzle.
pub(crate) fn html(arguments: &Inspect, setting: Setting) -> ExitCode {
    let (inputs, mut head) = (&arguments.inputs, Some(Page::head("residua inspect")));
    answer(false, inputs.each.time, puzzles(inputs), |read, limits, output| {
        if let Some(head) = head.take_if(|_| !matches!(read, Some(Err(_)))) {
            write!(output, "{head}")?;
        }
        match read {
            Some(read) => draw(read, (arguments, setting), limits, output, |report| report.section()),
            None => write!(output, "{}", Page::foot()).map(|()| ExitStatus::Answered),
        }
    })
}
