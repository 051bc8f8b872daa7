//! Reader of GLPK's answers: reports of `glpsol` (`-o`), the raw form (`-w`), and messages.

use crate::answer::columns::{Column, integer};
use crate::answer::{Answer, AnswerError, Place, end};

type Columns<'a> = Answer<Vec<(Column<'a>, i64)>>;

/// A report: `Columns: n` and `Status: …` at its head; then rows; then columns, each with its number, its name, `*` for an integer,
/// and its value. What follows a name of more than twelve characters is in the next line.
pub(super) fn report<'a>(lines: &[Place<'a>]) -> Result<Columns<'a>, AnswerError> {
    let head = |key: &str| {
        lines.iter().find_map(|&place| Some((place, place.text.trim().strip_prefix(key)?.trim())))
    };
    let Some((place, status)) = head("Status:") else { return Err(end(lines, "Status:")) };
    match status {
        "INTEGER OPTIMAL" | "INTEGER NON-OPTIMAL" | "OPTIMAL" => {}
        "INTEGER EMPTY" | "INFEASIBLE (FINAL)" => return Ok(Answer::None),
        "INTEGER UNDEFINED" | "UNDEFINED" | "INFEASIBLE (INTERMEDIATE)" | "FEASIBLE" | "UNBOUNDED" => {
            return Ok(Answer::Unknown);
        }
        _ => return Err(place.expected(status, "INTEGER OPTIMAL, INTEGER EMPTY or INTEGER UNDEFINED")),
    }
    let Some((place, count)) = head("Columns:") else { return Err(end(lines, "Columns:")) };
    let count = count.split_whitespace().next().unwrap_or_default();
    let Ok(count) = count.parse::<usize>() else { return Err(place.expected(count, "a number of columns")) };
    let table = lines.iter().position(|place| place.text.contains("Column name"));
    // After a line of dashes.
    let mut entries = lines[table.map_or(lines.len(), |at| (at + 2).min(lines.len()))..].iter();
    let mut columns = Vec::new();
    for number in 1..=count {
        let Some(&place) = entries.next() else { return Err(end(lines, "a column")) };
        let mut tokens = place.text.split_whitespace();
        let found = tokens.next().unwrap_or_default();
        if found.parse() != Ok(number) {
            return Err(place.expected(found, &format!("column number {number}")));
        }
        let Some(name) = tokens.next() else {
            return Err(place.expected(place.end(), "the name of a column"));
        };
        let mut rest = tokens.peekable();
        let mut value_at = place;
        if rest.peek().is_none() {
            let Some(&next) = entries.next() else { return Err(end(lines, "the value of a column")) };
            value_at = next;
            rest = next.text.split_whitespace().peekable();
        }
        let _ = rest.next_if(|token| matches!(*token, "*" | "B" | "NL" | "NU" | "NF" | "NS"));
        let value = integer(value_at, rest.next().unwrap_or(value_at.end()))?;
        columns.push((Column::Name(name), value));
    }
    Ok(Answer::Solution(columns))
}

/// The raw form: `s mip rows columns status objective`, `i row value`, `j column value`, `e o f`.
pub(super) fn raw<'a>(lines: &[Place<'a>]) -> Result<Columns<'a>, AnswerError> {
    let mut verdict: Option<(Answer<()>, usize)> = None;
    let mut columns = Vec::new();
    let mut is_ended = false;
    for &place in lines {
        let tokens: Vec<&str> = place.text.split_whitespace().collect();
        match (&tokens[..], &verdict) {
            _ if is_ended => return Err(place.expected(place.text.trim(), "nothing after the end of file")),
            // Where there is no solution, the values that are written are not those of one.
            (["c", ..], _)
            | (["i", _, _], Some(_))
            | (["j", _, _], Some((Answer::None | Answer::Unknown, _))) => {}
            (["s", "mip", _, count, status, _], None) => {
                let Ok(count) = count.parse() else {
                    return Err(place.expected(count, "a number of columns"));
                };
                let answer = match *status {
                    "o" | "f" => Answer::Solution(()),
                    "n" => Answer::None,
                    "u" => Answer::Unknown,
                    status => return Err(place.expected(status, "the status o, f, n or u")),
                };
                verdict = Some((answer, count));
            }
            (["j", number, value], Some(_)) => {
                if number.parse() != Ok(columns.len() + 1) {
                    let expected = format!("column number {}", columns.len() + 1);
                    return Err(place.expected(number, &expected));
                }
                columns.push((Column::Number(columns.len() + 1), integer(place, value)?));
            }
            (["e", "o", "f"], Some(_)) => is_ended = true,
            (_, None) => return Err(place.expected(place.text.trim(), "s mip and the status")),
            (_, Some(_)) => return Err(place.expected(place.text.trim(), "i, j or e o f")),
        }
    }
    match verdict {
        Some((Answer::None, _)) => Ok(Answer::None),
        Some((Answer::Unknown, _)) => Ok(Answer::Unknown),
        Some((Answer::Solution(()), count)) if columns.len() == count => Ok(Answer::Solution(columns)),
        Some(_) => Err(end(lines, &format!("column number {}", columns.len() + 1))),
        None => Err(end(lines, "s mip and the status")),
    }
}

/// The messages on the terminal, which have no values, so that they serve only where there is no solution.
pub(super) fn messages<'a>(lines: &[Place<'a>]) -> Result<Columns<'a>, AnswerError> {
    const NONE: [&str; 3] = [
        "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION",
        "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION",
        "LP HAS NO PRIMAL FEASIBLE SOLUTION",
    ];
    for &place in lines {
        match place.text.trim() {
            text if NONE.contains(&text) => return Ok(Answer::None),
            "INTEGER OPTIMAL SOLUTION FOUND" | "INTEGER OPTIMAL SOLUTION FOUND BY MIP PREPROCESSOR" => {
                return Err(
                    place.wrong(place.text, "the solution is in the file of glpsol's option -o or -w")
                );
            }
            _ => {}
        }
    }
    Ok(Answer::Unknown)
}
