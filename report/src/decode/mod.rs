//! Another solver's output, decoded and verified.
//!
//! | file | holds |
//! |---|---|
//! | `text.rs` | the answer as text and as JSON |

mod text;

use residua::model::{Model, Solution, Violation};
use residua_encode::answer::{Answer, AnswerError, literals, truths};
use residua_encode::program::Program;
use residua_encode::{cnf, dimacs, minizinc, prolog};
use residua_sudoku::Puzzle;

use crate::clauses::DimacsKind;
use crate::exit_status::ExitStatus;
use crate::export::{Language, read_header};
use crate::input::InputError;

/// What another solver's output says, verified.
///
/// ```
/// use residua_report::decode::Decoded;
///
/// let clauses = "p cnf 2 2\n1 2 0\n-1 0\n";
/// let decoded = Decoded::of_texts("two.cnf", clauses, "s SATISFIABLE\nv -1 2 0\n").expect("it is right");
/// assert_eq!(decoded.solution(), Some(&[0, 1][..]));
/// let (_, mistake) = Decoded::of_texts("two.cnf", clauses, "v 1 2 0\n").expect_err("it is wrong");
/// assert_eq!(mistake.message, "not a solution: it violates the clause in line 3: x1 = 0");
/// ```
#[derive(Debug)]
pub struct Decoded {
    file: String,
    /// What the answer is about, if that is a puzzle; else it is about clauses.
    puzzle: Option<Puzzle>,
    answer: Answer<Solution>,
}

/// One of two inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// What the solver was given.
    Program,
    /// What it wrote.
    Answer,
}

impl Decoded {
    /// What an output says of a program: a text of [`export_puzzle`](crate::export::export_puzzle), or any clauses.
    ///
    /// # Errors
    /// The input that is wrong, and how.
    pub fn of_texts(file: &str, program: &str, answer: &str) -> Result<Decoded, (Input, InputError)> {
        let wrong = |line, column, message| (Input::Program, InputError { line, column, message });
        let head = read_header(program).map_err(|(line, message)| wrong(line, 1, message))?;
        let is_of_clauses = DimacsKind::of_start(program.as_bytes()) == Some(DimacsKind::Clauses);
        let formula = is_of_clauses.then(|| dimacs::cnf(program)).transpose();
        let formula =
            formula.map_err(|error| wrong(error.line(), error.column(), error.message().to_owned()))?;
        match (head, formula) {
            (Some((language, puzzle)), formula) => {
                Decoded::of(file, puzzle, (language, formula.as_ref()), answer)
            }
            (None, Some(formula)) => {
                let solution = |literals: Vec<i32>| values(&formula, &literals).map(Solution::new);
                let answer = literals(answer).and_then(|answer| answer.try_map(solution)).map_err(spoilt)?;
                Ok(Decoded { file: file.to_owned(), puzzle: None, answer })
            }
            (None, None) => {
                let message = "expected clauses, or a puzzle without further rules as residua export writes it, found no puzzle in the comments";
                Err(wrong(1, 1, message.to_owned()))
            }
        }
    }

    /// What an output says of a puzzle that was written in that language.
    ///
    /// # Errors
    /// The input that is wrong, and how.
    pub fn of_puzzle(
        file: &str,
        puzzle: Puzzle,
        language: Language,
        answer: &str,
    ) -> Result<Decoded, (Input, InputError)> {
        Decoded::of(file, puzzle, (language, None), answer)
    }

    /// Reads and checks an answer to a puzzle. The clauses that the solver was given, if any, must hold, too.
    fn of(
        file: &str,
        puzzle: Puzzle,
        (language, formula): (Language, Option<&Model>),
        answer: &str,
    ) -> Result<Decoded, (Input, InputError)> {
        let answer = of_puzzle(language, &puzzle, formula, answer)
            .map_err(|message| (Input::Program, InputError { line: 1, column: 1, message }))?
            .map_err(spoilt)?;
        Ok(Decoded { file: file.to_owned(), puzzle: Some(puzzle), answer })
    }

    /// The values of the solution, if there is one.
    pub fn solution(&self) -> Option<&[i32]> {
        self.known().1
    }

    /// Whether there is a solution.
    pub fn end(&self) -> ExitStatus {
        match self.answer {
            Answer::Solution(_) => ExitStatus::Answered,
            Answer::None => ExitStatus::Refuted,
            Answer::Unknown => ExitStatus::Stopped,
        }
    }

    /// Whether there is a solution, if that is known, and which.
    fn known(&self) -> (Option<bool>, Option<&[i32]>) {
        match &self.answer {
            Answer::Solution(solution) => (Some(true), Some(solution.values())),
            Answer::None => (Some(false), None),
            Answer::Unknown => (None, None),
        }
    }
}

/// An answer that is no text of a solver, or that is wrong.
fn spoilt(error: AnswerError) -> (Input, InputError) {
    let mistake = match error {
        AnswerError::Unreadable { line, column, message } => InputError { line, column, message },
        wrong => InputError { line: 1, column: 1, message: wrong.to_string() },
    };
    (Input::Answer, mistake)
}

/// What the answer says of a puzzle, which was written in that language; `formula` is the file, if it has clauses.
fn of_puzzle(
    language: Language,
    puzzle: &Puzzle,
    formula: Option<&Model>,
    answer: &str,
) -> Result<Result<Answer<Solution>, AnswerError>, String> {
    let model = puzzle.model();
    Ok(match language {
        Language::Cnf => {
            let rules = cnf::cnf(&model, cnf::Rules::Direct).map_err(|error| error.to_string())?;
            literals(answer).and_then(|answer| {
                answer.try_map(|mut literals| {
                    formula.map_or(Ok(()), |formula| values(formula, &literals).map(|_| ()))?;
                    // The literals of the cells come first in each encoding.
                    literals.retain(|literal| literal.unsigned_abs() as usize <= rules.vars());
                    rules.solution(&literals)
                })
            })
        }
        Language::Lp | Language::Mps => {
            Program::new(&model).map_err(|error| error.to_string())?.decode(answer)
        }
        Language::Minizinc => minizinc::decode(&model, answer),
        Language::Prolog => prolog::decode(&model, answer),
        Language::Graph | Language::Polynomial => {
            return Err("decode does not support graphs and polynomials".to_owned());
        }
    })
}

/// By variable of the clauses: its value, 0 where the answer does not say it.
///
/// # Errors
/// If these literals do not satisfy all clauses.
fn values(formula: &Model, literals: &[i32]) -> Result<Vec<i32>, AnswerError> {
    let truths = truths(literals, formula.domains().len())?;
    let values: Vec<i32> = truths[1..].iter().map(|&truth| i32::from(truth == Some(true))).collect();
    match formula.check(&Solution::new(values.clone())) {
        Err(Violation::Constraint(id)) => {
            let (line, clause) = (formula.constraint_name(id), formula.show(&**formula.constraint(id)));
            Err(AnswerError::Wrong(format!("it violates the clause in {line}: {clause}")))
        }
        _ => Ok(values),
    }
}
