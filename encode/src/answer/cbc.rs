//! Reader of CBC's answers, as its command `solution` writes them.

use crate::answer::columns::{Column, integer};
use crate::answer::{Answer, AnswerError, Place};

/// A status in the first line, and then the columns that are not 0: number, name, value, reduced cost.
pub(super) fn read<'a>(lines: &[Place<'a>]) -> Result<Answer<Vec<(Column<'a>, i64)>>, AnswerError> {
    let Some((&first, rest)) = lines.split_first() else { return Ok(Answer::Unknown) };
    let status = first.text.split(" - ").next().unwrap_or_default().trim();
    match status {
        "Optimal" => {}
        "Infeasible" | "Integer infeasible" => return Ok(Answer::None),
        // What it has then need not be a solution.
        status if status.starts_with("Stopped") => return Ok(Answer::Unknown),
        status => return Err(first.expected(status, "Optimal, Infeasible, Integer infeasible or Stopped")),
    }
    let column = |&place: &Place<'a>| {
        let tokens: Vec<&str> = place.text.split_whitespace().collect();
        match tokens[..] {
            [number, name, value, _] if number.parse::<usize>().is_ok() => {
                Ok((Column::Name(name), integer(place, value)?))
            }
            _ => Err(place.expected(place.text.trim(), "a number, a column, its value and its reduced cost")),
        }
    };
    rest.iter().map(column).collect::<Result<_, _>>().map(Answer::Solution)
}
