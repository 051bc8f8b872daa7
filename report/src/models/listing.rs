//! Solutions of models, as `residua fzn` prints them.

use std::io::{self, Write};

use residua::model::Solution;
use residua::search::Status;
use serde_json::json;

use crate::asking::Asking;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::question::Form;
use crate::solutions::Solutions;
use crate::subject::{BEYOND, Subject, write_object};
use crate::verdict::Verdict;

/// The line after all solutions, or the best one.
const COMPLETE: &str = "==========";

/// Lists solutions.
pub(crate) fn list(
    subject: &Subject,
    solutions: &mut dyn Solutions,
    form: Form,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let start = now();
    let (mut found, mut kept) = (0_u64, Vec::new());
    while let Some(values) = solutions.next()? {
        found += 1;
        let solution = Solution::new(values).of(&subject.model);
        if form == Form::Json {
            kept.push(subject.as_json(&solution));
        } else {
            write_one(subject, &solution, output)?;
        }
    }
    let is_whole = solutions.status() == Status::Exhausted;
    let is_proved = is_whole && subject.program.as_ref().is_none_or(|program| program.is_bounded());
    let verdict = match found {
        2.. => Verdict::Multiple,
        _ if !is_proved => Verdict::Unknown,
        1 => Verdict::Unique,
        _ => Verdict::Infeasible,
    };
    if form == Form::Json {
        let reason = (is_whole && !is_proved).then(|| BEYOND.to_owned());
        let rest = json!({
            "solutions": kept,
            "all": is_proved,
            "seconds": start.elapsed().as_secs_f64(),
        });
        write_object(output, subject.head(verdict.word(), reason), rest)?;
    } else {
        if is_whole && !is_proved {
            note_unproved(asking);
        }
        write_end(found > 0, is_proved, output)?;
    }
    Ok(match verdict {
        _ if !is_whole => ExitStatus::Stopped,
        Verdict::Infeasible => ExitStatus::Refuted,
        Verdict::Unknown => ExitStatus::Stopped,
        _ => ExitStatus::Answered,
    })
}

/// Says that values were left out.
pub(crate) fn note_unproved(asking: &Asking<'_>) {
    asking.host.note(&format!("not proved: {BEYOND}"));
}

/// Writes the best solution, or the first one, or that there is none, if that is proved.
pub(crate) fn write_answer(
    subject: &Subject,
    solution: Option<&Solution>,
    is_proved: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    solution.map_or(Ok(()), |solution| write_one(subject, solution, output))?;
    write_end(solution.is_some(), is_proved, output)
}

fn write_one(subject: &Subject, solution: &Solution, output: &mut dyn Write) -> io::Result<()> {
    let mut text = String::new();
    if let Some(program) = &subject.program {
        program.print(solution, &mut text);
    }
    output.write_all(text.as_bytes())
}

fn write_end(is_found: bool, is_proved: bool, output: &mut dyn Write) -> io::Result<()> {
    match (is_found, is_proved) {
        (true, true) => writeln!(output, "{COMPLETE}"),
        (true, false) => Ok(()),
        (false, true) => writeln!(output, "=====UNSATISFIABLE====="),
        (false, false) => writeln!(output, "=====UNKNOWN====="),
    }
}
