//! Reader of HiGHS's answers: solution files (`--solution_file`) in the default style, or in the sparse
//! one.

use crate::answer::columns::{Column, integer};
use crate::answer::{Answer, AnswerError, Place, end};

const SECTION: &str = "# Primal solution values";

/// `Model status` and a line with it; primal values; `# Columns n` and a line for each: name and value, and in a sparse file, where
/// `n` is negative, the number of the column.
pub(super) fn read<'a>(lines: &[Place<'a>]) -> Result<Answer<Vec<(Column<'a>, i64)>>, AnswerError> {
    let Some(&status) = lines.get(1) else { return Err(end(lines, "the status of the model")) };
    let is_optimal = match status.text.trim() {
        "Optimal" => true,
        // No program of ours is unbounded: its objective is constant.
        "Infeasible" | "Primal infeasible or unbounded" => return Ok(Answer::None),
        known if known.ends_with("reached") || known.starts_with("Interrupted") => false,
        "Unknown" | "Not Set" | "Feasible" => false,
        other => return Err(status.expected(other, "a status of HiGHS")),
    };
    let after =
        |word: &str| lines.iter().position(|place| place.text.trim().starts_with(word)).map(|at| at + 1);
    let values = after(SECTION).and_then(|at| lines.get(at));
    if values.is_none_or(|place| place.text.trim() != "Feasible") {
        return match (is_optimal, values) {
            (false, _) => Ok(Answer::Unknown),
            (true, Some(place)) => Err(place.expected(place.text.trim(), "Feasible")),
            (true, None) => Err(end(lines, SECTION)),
        };
    }
    let Some(at) = after("# Columns ") else { return Err(end(lines, "# Columns")) };
    let place = lines[at - 1];
    let count = place.text.split_whitespace().nth(2).unwrap_or_default();
    let Ok(count) = count.parse::<i64>() else { return Err(place.expected(count, "the number of columns")) };
    let mut columns = Vec::new();
    for number in 0..count.unsigned_abs() {
        let Some(&place) = lines.get(at + number as usize) else { return Err(end(lines, "a column")) };
        let tokens: Vec<&str> = place.text.split_whitespace().collect();
        match (&tokens[..], count < 0) {
            ([name, value], false) | ([name, value, _], true) => {
                columns.push((Column::Name(name), integer(place, value)?));
            }
            _ => return Err(place.expected(place.text.trim(), "a column and its value")),
        }
    }
    Ok(Answer::Solution(columns))
}
