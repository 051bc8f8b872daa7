//! The best value of an objective, with a solution that has it.

use std::io::{self, Write};

use residua::model::Solution;
use residua_flatzinc::Objective;
use serde_json::json;

use crate::asking::Asking;
use crate::exit_status::ExitStatus;
use crate::models::{note_unproved, write_answer};
use crate::subject::{BEYOND, Subject, write_object};
use crate::verdict::existence;

/// Writes the best solution as `residua fzn` does, or that there is none.
pub(super) fn write_optimum(
    subject: &Subject,
    best: Option<(i64, Vec<i32>)>,
    is_json: bool,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let program = subject.program.as_ref().expect("invariant: only programs have an objective");
    let best = best.map(|(value, values)| (value, Solution::new(values).of(&subject.model)));
    let is_proved = if best.is_some() { program.is_optimum_bounded() } else { program.is_bounded() };
    let end = match best {
        _ if !is_proved => ExitStatus::Stopped,
        Some(_) => ExitStatus::Answered,
        None => ExitStatus::Refuted,
    };
    if is_json {
        let word = existence(Some(best.is_some()).filter(|is_some| *is_some || is_proved));
        let reason = (!is_proved).then(|| BEYOND.to_owned());
        let sense = if matches!(subject.objective, Objective::Maximize(_)) { "maximize" } else { "minimize" };
        let mut rest = json!({ "sense": sense, "optimal": best.is_some() && is_proved });
        if let Some((value, solution)) = &best {
            // As the file has it: an integer, or a number with a point.
            let shown = program.show_objective(*value);
            rest["objective"] = serde_json::from_str(&shown).unwrap_or_else(|_| json!(shown));
            rest["solution"] = subject.as_json(solution);
        }
        write_object(output, subject.head(word, reason), rest)?;
        return Ok(end);
    }
    if !is_proved {
        note_unproved(asking);
    }
    write_answer(subject, best.as_ref().map(|(_, solution)| solution), is_proved, output)?;
    Ok(end)
}
