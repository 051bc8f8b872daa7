//! `--format svg` and `html` of `inspect`, `hint` and `explain`: pictures of puzzles, and pages.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use residua::search::Limits;
use residua_report::steps;
use residua_report::{Asking, ExitStatus, InputError, Pictured, Subject, inspect_pictured};
use residua_sudoku::render::picture::Page;

use crate::args::{Command, Inputs, PictureFormat};
use crate::each::{Read, answer, complain};
use crate::setting::Setting;

/// Answers the command, if its answers are to be drawn.
pub(crate) fn run(
    command: &Command,
    inputs: &Inputs,
    puzzles: impl Iterator<Item = Read>,
    setting: Setting,
) -> Option<ExitCode> {
    let time = inputs.each.time;
    command.picture_format().map(|format| match format {
        PictureFormat::Svg => svg(command, time, puzzles, setting),
        PictureFormat::Html => html(command, time, puzzles, setting),
    })
}

/// What is drawn: a picture, or the section of a page that has that number.
#[derive(Clone, Copy)]
enum Part {
    Picture,
    Section(usize),
}

impl Part {
    fn of(self, answer: &dyn Pictured) -> (String, ExitStatus) {
        let drawn = match self {
            Part::Picture => answer.svg(),
            Part::Section(number) => answer.section(number),
        };
        (drawn, answer.end())
    }
}

/// The answer to the command, drawn.
fn drawn(
    command: &Command,
    part: Part,
    subject: &mut Subject,
    asking: &Asking<'_>,
) -> Result<(String, ExitStatus), InputError> {
    Ok(match command {
        Command::Inspect(all) => part.of(&*inspect_pictured(all.question(), subject, asking)?),
        Command::Hint(all) => part.of(&steps::hint(all.question(), subject, asking)?),
        Command::Explain(all) => part.of(&steps::explain(all.question(), subject, asking)?),
        _ => (String::new(), ExitStatus::Answered),
    })
}

/// Draws the answer about what was read; a mistake is reported on standard error.
fn draw(
    (command, part, setting): (&Command, Part, Setting),
    read: Read,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let drawn = read.and_then(|mut subject| {
        let file = subject.file().to_owned();
        drawn(command, part, &mut subject, &setting.asking(limits)).map_err(|mistake| (file, mistake))
    });
    match drawn {
        Ok((drawn, end)) => write!(output, "{drawn}").map(|()| end),
        Err((file, mistake)) => {
            complain(&file, &mistake);
            Ok(ExitStatus::BadInput)
        }
    }
}

/// One picture. An SVG document has one root: a second puzzle has no place in it.
fn svg(
    command: &Command,
    time: Option<Duration>,
    puzzles: impl Iterator<Item = Read>,
    setting: Setting,
) -> ExitCode {
    let mut count = 0;
    answer(false, time, puzzles, |read, limits, output| {
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
            read => draw((command, Part::Picture, setting), read, limits, output),
        }
    })
}

/// A page with a section for each puzzle.
fn html(
    command: &Command,
    time: Option<Duration>,
    puzzles: impl Iterator<Item = Read>,
    setting: Setting,
) -> ExitCode {
    let title = match command {
        Command::Hint(_) => "residua hint",
        Command::Explain(_) => "residua explain",
        _ => "residua inspect",
    };
    let mut head = Some(Page::head(title));
    let mut number = 0;
    answer(false, time, puzzles, |read, limits, output| {
        if let Some(head) = head.take_if(|_| !matches!(read, Some(Err(_)))) {
            write!(output, "{head}")?;
        }
        number += 1;
        match read {
            Some(read) => draw((command, Part::Section(number), setting), read, limits, output),
            None => write!(output, "{}", Page::foot()).map(|()| ExitStatus::Answered),
        }
    })
}
