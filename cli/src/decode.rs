//! `residua decode`: another solver's output, decoded and verified.

use std::io::{self, BufWriter, Read, Write, stdout};
use std::process::ExitCode;

use clap::Args;
use residua::model::{Model, Solution, Violation};
use residua_encode::answer::{Answer, AnswerError, literals, truths};
use residua_encode::program::Program;
use residua_encode::{cnf, dimacs, minizinc, prolog};
use residua_report::ExitStatus;
use residua_report::InputError;
use residua_report::clauses::DimacsKind;
use residua_report::existence;
use residua_report::input::open;
use residua_report::json::{write_mistake, write_object};
use residua_report::place;
use residua_report::words::write_wrapped;
use residua_sudoku::{Geometry, Puzzle, render};
use serde::Serialize;

use crate::args::Format;
use crate::each::{complain, written};
use crate::export::args::Language;
use crate::export::header;

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua export puzzle.txt --to cnf -o puzzle.cnf
  cadical -q puzzle.cnf | residua decode puzzle.cnf -
  minisat puzzle.cnf answer ; residua decode puzzle.cnf answer --format line
  residua export puzzle.txt --to prolog -o puzzle.pl
  swipl -q -g 'solution(S), print(S), nl' -t halt puzzle.pl | residua decode puzzle.pl -

docs/models.md has an example for each solver.

Exit codes:
  0  solution, verified against the file and its puzzle
  1  the solver reports no solution
  2  bad input or wrong solution: the message says where and why
  3  the solver reports no result";

#[derive(Args, Debug)]
pub(crate) struct Decode {
    /// The file given to the solver: written by `residua export`, or any DIMACS CNF
    pub(crate) model: String,

    /// The solver's output; `-` is standard input
    pub(crate) answer: String,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Decode {
    /// How to print.
    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

pub(crate) fn run(arguments: &Decode) -> ExitCode {
    match decode(arguments) {
        Ok((subject, answer)) => {
            let mut output = BufWriter::new(stdout().lock());
            let printed = match &subject {
                Decoded::Puzzle(puzzle) => print(arguments, &mut output, puzzle, &answer),
                Decoded::Clauses => print_values(arguments, &mut output, &answer),
            };
            let printed = printed.and_then(|()| output.flush());
            if printed.is_err() {
                return written(printed);
            }
            ExitCode::from(match answer {
                Answer::Solution(_) => ExitStatus::Answered,
                Answer::None => ExitStatus::Refuted,
                Answer::Unknown => ExitStatus::Stopped,
            } as u8)
        }
        Err((file, mistake)) => {
            if arguments.format() == Format::Json {
                let InputError { line, column, message } = &mistake;
                let printed = write_mistake(&mut stdout().lock(), &file, *line, *column, message);
                if printed.is_err() {
                    return written(printed);
                }
            } else {
                complain(&file, &mistake);
            }
            ExitCode::from(ExitStatus::BadInput as u8)
        }
    }
}

/// What an answer is about.
enum Decoded {
    Puzzle(Puzzle),
    /// Clauses that no puzzle is known of.
    Clauses,
}

/// What the file has, and what the answer says of it, checked; or the input that is wrong, and how.
fn decode(arguments: &Decode) -> Result<(Decoded, Answer<Solution>), (String, InputError)> {
    let text = text_of(&arguments.model)?;
    let of_file = |line, column, message| (arguments.model.clone(), InputError { line, column, message });
    let head = header::read(&text).map_err(|(line, message)| of_file(line, 1, message))?;
    let is_of_clauses = DimacsKind::of_start(text.as_bytes()) == Some(DimacsKind::Clauses);
    if head.is_none() && !is_of_clauses {
        let message = "expected clauses or a file written by residua export, found no puzzle in the comments";
        return Err(of_file(1, 1, message.to_owned()));
    }
    let formula = if is_of_clauses {
        let read = dimacs::cnf(&text);
        Some(read.map_err(|error| of_file(error.line(), error.column(), error.message().to_owned()))?)
    } else {
        None
    };
    let answer = text_of(&arguments.answer)?;
    let decoded = match (head, formula) {
        (Some((language, puzzle)), formula) => {
            let decoded = of_puzzle(language, &puzzle, formula.as_ref(), &answer);
            let decoded = decoded.map_err(|message| of_file(1, 1, message))?;
            decoded.map(|answer| (Decoded::Puzzle(puzzle), answer))
        }
        (None, formula) => {
            let formula = formula.unwrap_or_default();
            let solution = |literals: Vec<i32>| values(&formula, &literals).map(Solution::new);
            let decoded = literals(&answer).and_then(|answer| answer.try_map(solution));
            decoded.map(|answer| (Decoded::Clauses, answer))
        }
    };
    decoded.map_err(|error| {
        let mistake = match error {
            AnswerError::Unreadable { line, column, message } => InputError { line, column, message },
            wrong => InputError { line: 1, column: 1, message: wrong.to_string() },
        };
        (arguments.answer.clone(), mistake)
    })
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

/// All of a file, or of standard input.
fn text_of(file: &str) -> Result<String, (String, InputError)> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    read.map_err(|error| (file.to_owned(), InputError::unreadable(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(before);
        let (line, last) = (1..).zip(before.split('\n')).last().unwrap_or((1, ""));
        let column = last.chars().count() + 1;
        (file.to_owned(), InputError { line, column, message: "not valid UTF-8".to_owned() })
    })
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    geometry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<&'a [i32]>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a [i32]>,
}

/// An answer of clauses that no puzzle is known of.
fn print_values(arguments: &Decode, output: &mut impl Write, answer: &Answer<Solution>) -> io::Result<()> {
    let (has_solution, values) = known(answer);
    match (arguments.format(), values) {
        (Format::Json, solution) => {
            let object = Object {
                file: &arguments.model,
                geometry: None,
                givens: None,
                verdict: existence(has_solution),
                solution,
            };
            write_object(output, &object)
        }
        (format, values) => {
            if format != Format::Line || values.is_none() {
                writeln!(output, "{}  {}", place(&arguments.model, 1), headline(has_solution))?;
            }
            let Some(values) = values else { return Ok(()) };
            let literals =
                (1..).zip(values).map(|(var, &value): (i32, _)| if value > 0 { var } else { -var });
            write_wrapped(output, "v", literals.chain([0]).map(|literal| literal.to_string()))
        }
    }
}

/// Whether there is a solution, and which.
fn known(answer: &Answer<Solution>) -> (Option<bool>, Option<&[i32]>) {
    match answer {
        Answer::Solution(solution) => (Some(true), Some(solution.values())),
        Answer::None => (Some(false), None),
        Answer::Unknown => (None, None),
    }
}

fn headline(has_solution: Option<bool>) -> &'static str {
    match has_solution {
        Some(true) => "a solution",
        Some(false) => "no solution",
        None => "unknown",
    }
}

fn print(
    arguments: &Decode,
    output: &mut impl Write,
    puzzle: &Puzzle,
    answer: &Answer<Solution>,
) -> io::Result<()> {
    let (geometry, file) = (puzzle.geometry(), arguments.model.as_str());
    let format = arguments.format();
    let (has_solution, grid) = known(answer);
    let headline = headline(has_solution);
    match (format, grid) {
        (Format::Json, solution) => {
            let verdict = existence(has_solution);
            let givens = puzzle.givens();
            let geometry = Some(geometry.to_string());
            write_object(output, &Object { file, geometry, givens: Some(givens), verdict, solution })
        }
        (Format::Line, Some(grid)) => render::write_line(output, geometry, grid),
        (Format::Line, None) => writeln!(output, "{puzzle}\t{headline}"),
        (Format::Prolog, Some(grid)) => {
            write!(output, "{}{}", render::PROLOG_HEAD, render::prolog_fact(file, 1, geometry, grid))
        }
        (Format::Clpfd, Some(grid)) => write!(output, "{}", render::prolog(geometry, grid)),
        (Format::Prolog | Format::Clpfd, None) => writeln!(output, "% {}  {headline}", place(file, 1)),
        (Format::Grid | Format::Ascii | Format::Pencil, grid) => {
            writeln!(output, "{}  {headline}", place(file, 1))?;
            grid.map_or(Ok(()), |grid| write!(output, "{}", drawn(format, geometry, grid)))
        }
    }
}

fn drawn(format: Format, geometry: Geometry, grid: &[i32]) -> String {
    match format {
        Format::Ascii => render::ascii(geometry, grid),
        _ => render::boxed(geometry, grid),
    }
}
