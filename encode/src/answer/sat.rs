//! Reader of the answers of SAT solvers.

use crate::answer::{Answer, AnswerError, Place};

/// Reads the answer of a SAT solver, its solution as the literals that are true.
///
/// | form | printed by |
/// |---|---|
/// | `s SATISFIABLE`, and lines `v 1 -2 3 0` | CaDiCaL, Kissat, Glucose and all of the SAT competitions |
/// | `SAT`, and a line `1 -2 3 0` | MiniSat, into its result file |
/// | `[1, -2, 3]`, or `UNSAT` | Python: pycosat, python-sat |
///
/// Comments (`c …`) are passed over, and so are the statistics of MiniSat.
///
/// ```
/// use residua_encode::answer::{Answer, literals};
///
/// assert_eq!(literals("c a comment\ns SATISFIABLE\nv 1 -2\nv 3 0\n"), Ok(Answer::Solution(vec![1, -2, 3])));
/// assert_eq!(literals("[1, -2, 3]"), Ok(Answer::Solution(vec![1, -2, 3])));
/// assert_eq!(literals("UNSAT\n"), Ok(Answer::None));
/// assert_eq!(literals("s UNKNOWN\n"), Ok(Answer::Unknown));
/// assert_eq!(literals("v 1 x 0").unwrap_err().to_string(), "1:5: expected a literal, found \"x\"");
/// ```
///
/// # Errors
/// [`AnswerError`] with its place if it has none of these forms, if it breaks off, or if it contradicts itself.
pub fn literals(answer: &str) -> Result<Answer<Vec<i32>>, AnswerError> {
    let mut reader = Reader::default();
    let mut last = 1;
    for (number, line) in (1..).zip(answer.lines()) {
        reader.line(Place { line: number, text: line })?;
        last = number;
    }
    reader.finish(last)
}

/// By variable of a formula, from 1 on: whether these literals make it true or false; `None` if they do not mention it. Index 0 is unused.
///
/// # Errors
/// [`AnswerError::Wrong`] for a literal of a variable beyond `vars`, or with its negation.
pub fn truths(literals: &[i32], vars: usize) -> Result<Vec<Option<bool>>, AnswerError> {
    let mut truths = vec![None; vars + 1];
    for &literal in literals {
        let wrong = |why: &str| AnswerError::Wrong(format!("literal {literal}: {why}"));
        let truth = truths.get_mut(literal.unsigned_abs() as usize).filter(|_| literal != 0);
        let truth: &mut Option<bool> = truth.ok_or_else(|| wrong("the formula has no such variable"))?;
        if truth.replace(literal > 0).is_some_and(|before| before != (literal > 0)) {
            return Err(wrong("its negation is true as well"));
        }
    }
    Ok(truths)
}

#[derive(Debug, Default)]
struct Reader {
    verdict: Option<Answer<()>>,
    literals: Vec<i32>,
    /// Whether a list was begun, and whether its end was seen.
    is_begun: bool,
    is_ended: bool,
}

impl Reader {
    fn line(&mut self, place: Place<'_>) -> Result<(), AnswerError> {
        let line = place.text.trim();
        match line.split_once(char::is_whitespace) {
            _ if line.is_empty() || line == "c" => Ok(()),
            Some(("c", _)) => Ok(()),
            Some(("s", verdict)) => match verdict_of(verdict) {
                Some(verdict) => self.decide(place, verdict),
                None => Err(place.expected(verdict, "SATISFIABLE, UNSATISFIABLE or UNKNOWN")),
            },
            Some(("v", _)) => self.numbers(place, &place.text[place.text.find('v').map_or(0, |at| at + 1)..]),
            _ => match verdict_of(line) {
                Some(verdict) => self.decide(place, verdict),
                None if line
                    .starts_with(['[', '(', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']) =>
                {
                    self.numbers(place, place.text)
                }
                // The statistics of MiniSat.
                None if line.starts_with(['|', '='])
                    || line.contains(" : ")
                    || line.starts_with("WARNING") =>
                {
                    Ok(())
                }
                None => Err(place.expected(line, "the answer of a SAT solver")),
            },
        }
    }

    fn decide(&mut self, place: Place<'_>, verdict: Answer<()>) -> Result<(), AnswerError> {
        if self.verdict.as_ref().is_some_and(|known| *known != verdict) {
            return Err(place.wrong(place.text, "the verdict contradicts the one before it"));
        }
        self.verdict = Some(verdict);
        Ok(())
    }

    /// The literals of a line, which may be in brackets and have commas.
    fn numbers(&mut self, place: Place<'_>, text: &str) -> Result<(), AnswerError> {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '(' | ')');
        self.is_begun = true;
        for token in text.split(is_separator).filter(|token| !token.is_empty()) {
            let literal = token.parse().ok().filter(|&literal| literal != i32::MIN);
            match literal {
                None => return Err(place.expected(token, "a literal")),
                Some(_) if self.is_ended => {
                    return Err(place.wrong(token, "this is after the end of the solution; one is expected"));
                }
                Some(0) => self.is_ended = true,
                Some(literal) => self.literals.push(literal),
            }
        }
        if text.contains(']') || text.contains(')') {
            self.is_ended = true;
        }
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Answer<Vec<i32>>, AnswerError> {
        let end = |message: &str| {
            Err(AnswerError::Unreadable { line: last, column: 1, message: message.to_owned() })
        };
        match self.verdict {
            Some(Answer::None) if !self.literals.is_empty() => end("there are literals, but no solution"),
            Some(Answer::None) => Ok(Answer::None),
            // A solver may print the values that it had when it stopped.
            Some(Answer::Unknown) => Ok(Answer::Unknown),
            _ if self.is_begun && !self.is_ended => {
                end("expected 0 after the last literal: the answer breaks off")
            }
            Some(Answer::Solution(())) if !self.is_begun => {
                end("expected the literals of the solution: the answer has none")
            }
            None if !self.is_begun => Ok(Answer::Unknown),
            _ => Ok(Answer::Solution(self.literals)),
        }
    }
}

fn verdict_of(text: &str) -> Option<Answer<()>> {
    match text.trim().trim_matches(['"', '\'']) {
        "SATISFIABLE" | "SAT" => Some(Answer::Solution(())),
        "UNSATISFIABLE" | "UNSAT" => Some(Answer::None),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Answer::Unknown),
        _ => None,
    }
}
