//! One solution, of which it is not known whether it is the only one.

use std::io::{self, Write};

use residua::model::Solution;
use residua_sudoku::render;
use serde_json::json;

use crate::clauses::write_solution;
use crate::exit_status::ExitStatus;
use crate::models::write_answer;
use crate::question::Form;
use crate::subject::{Subject, SubjectKind, write_object};
use crate::variants;
use crate::verdict::existence;

/// Writes a solution, or that there is none.
pub(super) fn write_first(
    subject: &Subject,
    values: Option<Vec<i32>>,
    form: Form,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let end = if values.is_some() { ExitStatus::Answered } else { ExitStatus::Refuted };
    let solution = values.map(|values| Solution::new(values).of(&subject.model));
    let word = existence(Some(solution.is_some()));
    if form == Form::Json {
        // As in the other lists of solutions: by name only for models.
        let shown = |solution: &Solution| match subject.kind {
            SubjectKind::Program => subject.as_json(solution),
            _ => subject.values_as_json(solution.values()),
        };
        let solutions: Vec<_> = solution.iter().map(shown).collect();
        let is_all = solution.is_none();
        write_object(output, subject.head(word, None), json!({ "solutions": solutions, "all": is_all }))?;
        return Ok(end);
    }
    if subject.kind == SubjectKind::Program {
        let is_refuted =
            solution.is_none() && subject.program.as_ref().is_none_or(|program| program.is_bounded());
        return write_answer(subject, solution.as_ref(), is_refuted, output).map(|()| end);
    }
    if form != Form::Line {
        let headline = if solution.is_some() { "at least 1 solution" } else { "no solution" };
        writeln!(output, "{}  {headline}", subject.place())?;
    }
    if let (Some(solution), Some(sheet)) = (&solution, subject.sheet()) {
        return variants::write_solution(sheet, form, solution.values(), output).map(|()| end);
    }
    match (&solution, subject.geometry()) {
        (Some(solution), Some(geometry)) if form == Form::Line => {
            render::write_line(&mut &mut *output, geometry, solution.values())?;
        }
        (Some(solution), Some(geometry)) => {
            let draw = if form == Form::Ascii { render::ascii } else { render::boxed };
            write!(output, "{}", draw(geometry, solution.values()))?;
        }
        (Some(solution), None) => write_solution(subject, output, solution.values())?,
        (None, _) if form == Form::Line => writeln!(output, "{word}")?,
        (None, _) => {}
    }
    Ok(end)
}
