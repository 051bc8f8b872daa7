//! Questions about puzzles: what the options of a subcommand stand for is asked of one puzzle after another.

use std::io::{Write, stderr};
use std::process::ExitCode;

use residua_report::End;
use residua_report::puzzle::inspect::{Account, compare};
use residua_report::puzzle::{self, Asked};

use crate::args::{Clues, Conflict, Count, Inspect, InspectFormat, Why};
use crate::each::{self, refuse_puzzle};
use crate::pictures::{Page, Single};
use crate::setting::Setting;

pub(crate) fn count(arguments: &Count, setting: Setting) -> ExitCode {
    let question = arguments.question();
    each::run_as(arguments.json, &arguments.inputs, |found, limits, output| {
        puzzle::count(&question, found, &setting.asking(limits), output)
    })
}

pub(crate) fn conflict(arguments: &Conflict, setting: Setting) -> ExitCode {
    let question = arguments.question();
    each::run_as(arguments.json, &arguments.inputs, |found, limits, output| {
        puzzle::conflict(&question, found, &setting.asking(limits), output)
    })
}

pub(crate) fn clues(arguments: &Clues, setting: Setting) -> ExitCode {
    each::run_as(arguments.json, &arguments.inputs, |found, limits, output| {
        puzzle::clues(arguments.json, found, &setting.asking(limits), output)
    })
}

pub(crate) fn why(arguments: &Why, setting: Setting) -> ExitCode {
    let asked: Result<Vec<Asked>, String> = arguments.questions.iter().map(|text| text.parse()).collect();
    let asked = match asked {
        Ok(asked) => asked,
        Err(message) => {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "error: {message}");
            return ExitCode::from(End::Mistaken as u8);
        }
    };
    each::run_as(arguments.json, &arguments.inputs(), |found, limits, output| {
        let answered = puzzle::why((&asked, arguments.json), found, &setting.asking(limits), output)?;
        Ok(answered.unwrap_or_else(|message| refuse_puzzle(found, &message)))
    })
}

pub(crate) fn inspect(arguments: &Inspect, setting: Setting) -> ExitCode {
    let inputs = &arguments.inputs;
    if arguments.compare {
        return each::run(inputs, |found, limits, output| compare(found, &setting.asking(limits), output));
    }
    let format = if arguments.json { Some(InspectFormat::Json) } else { arguments.format };
    let question = arguments.question();
    match format.unwrap_or(InspectFormat::Pencil) {
        InspectFormat::Svg => each::run_with(inputs, Single::new(&question, setting)),
        InspectFormat::Html => each::run_with(inputs, Page::new(&question, setting)),
        format => each::run_as(format == InspectFormat::Json, inputs, |found, limits, output| {
            let asking = setting.asking(limits);
            let account = Account::of(found, &question, &asking);
            match format {
                InspectFormat::Json => account.write_json(output, asking.host)?,
                InspectFormat::Clpfd => account.write_clpfd(output)?,
                _ => account.write_text(output, setting.paint)?,
            }
            Ok(account.end())
        }),
    }
}
