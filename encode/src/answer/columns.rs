//! Reader of the answers of linear program solvers, by the format of the text.

use crate::answer::{Answer, AnswerError, Place, cbc, glpk, highs, places};

/// A column of a linear program, as an answer names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column<'a> {
    /// By its name.
    Name(&'a str),
    /// By its number in the order of the file, from 1.
    Number(usize),
}

/// Reads the answer of a linear program solver, its solution as the values of columns, which have to be integers: within a millionth, as
/// solvers compute in doubles.
///
/// | form | printed by |
/// |---|---|
/// | a report, `Status: INTEGER OPTIMAL` | `glpsol -o`, HiGHS in style 3 |
/// | lines `s mip …`, `j 1 0` | `glpsol -w`, HiGHS in style 2 |
/// | messages, if they say that there is no solution | `glpsol` |
/// | `Model status`, `# Columns 4` and lines `x 1` | HiGHS (`--solution_file`), dense or sparse |
/// | `Optimal - objective value 0`, and lines `0 x 1 0` | `cbc`, by its command `solution` |
///
/// ```
/// use residua_encode::answer::{Answer, Column, columns};
///
/// let raw = "s mip 1 2 o 0\ni 1 1\nj 1 0.9999999\nj 2 -3\ne o f\n";
/// assert_eq!(columns(raw), Ok(Answer::Solution(vec![(Column::Number(1), 1), (Column::Number(2), -3)])));
/// assert_eq!(columns("Model status\nInfeasible\n"), Ok(Answer::None));
/// assert_eq!(columns("s mip 1 2 u 0\ne o f\n"), Ok(Answer::Unknown));
/// let error = columns(&raw.replace("-3", "0.5")).unwrap_err();
/// assert_eq!(error.to_string(), "4:5: expected an integer, found \"0.5\"");
/// ```
///
/// # Errors
/// [`AnswerError`] with its place if it has none of these forms, or if it breaks off.
pub fn columns(answer: &str) -> Result<Answer<Vec<(Column<'_>, i64)>>, AnswerError> {
    let lines: Vec<Place<'_>> = places(answer).filter(|place| !place.text.trim().is_empty()).collect();
    let Some(&first) = lines.first() else { return Ok(Answer::Unknown) };
    let text = first.text.trim();
    if text == "Model status" {
        highs::read(&lines)
    } else if text.starts_with("Problem:") {
        glpk::report(&lines)
    } else if text.starts_with("GLPSOL") {
        glpk::messages(&lines)
    } else if text == "c" || text.starts_with("c ") || text.starts_with("s ") {
        glpk::raw(&lines)
    } else if text.contains(" objective value ") {
        cbc::read(&lines)
    } else {
        Err(first.expected(text, "the answer of GLPK, HiGHS or CBC"))
    }
}

/// An integer, as solvers print it that compute in doubles.
pub(super) fn integer(place: Place<'_>, token: &str) -> Result<i64, AnswerError> {
    /// What solvers allow a value to be off an integer.
    const TOLERANCE: f64 = 1e-6;
    const EXACT: f64 = (1i64 << 53) as f64;
    let number: Option<f64> = token.parse().ok();
    let near = number.filter(|number| number.abs() <= EXACT && (number - number.round()).abs() <= TOLERANCE);
    near.map(|number| number.round() as i64).ok_or_else(|| place.expected(token, "an integer"))
}
