//! `residua decode`: what another program says of an exported puzzle, read back and checked.

use std::io::{self, BufWriter, Read, Write, stdout};
use std::process::ExitCode;

use clap::Args;
use residua::encode::answer::{Answer, AnswerError, literals};
use residua::encode::program::Program;
use residua::encode::{cnf, minizinc, prolog};
use residua::model::Solution;
use residua::sudoku::{Geometry, Puzzle, render};
use serde::Serialize;

use crate::args::Format;
use crate::each::{End, complain, written};
use crate::export::args::Language;
use crate::export::header;
use crate::place::place;
use crate::source::{Mistake, open};
use crate::verdict::existence;

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua export puzzle.txt --to cnf -o puzzle.cnf
  cadical -q puzzle.cnf | residua decode puzzle.cnf -
  minisat puzzle.cnf answer ; residua decode puzzle.cnf answer --format line

Exit codes:
  0  a solution, checked against the file and its puzzle
  1  the other program says that there is none
  2  bad input, or not a solution: the message says where and why
  3  the other program does not know";

#[derive(Args, Debug)]
pub(crate) struct Decode {
    /// The file that the other program was given, as `residua export` wrote it
    pub(crate) model: String,

    /// What it printed; `-` is standard input
    pub(crate) answer: String,

    /// How to print the solution
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

pub(crate) fn run(arguments: &Decode) -> ExitCode {
    match decode(arguments) {
        Ok((puzzle, answer)) => {
            let mut output = BufWriter::new(stdout().lock());
            let printed = print(arguments, &mut output, &puzzle, &answer).and_then(|()| output.flush());
            if printed.is_err() {
                return written(printed);
            }
            ExitCode::from(match answer {
                Answer::Solution(_) => End::Answered,
                Answer::None => End::Refuted,
                Answer::Unknown => End::Stopped,
            } as u8)
        }
        Err((file, mistake)) => {
            complain(&file, &mistake);
            ExitCode::from(End::Mistaken as u8)
        }
    }
}

/// The puzzle of the file, and what the answer says of it; or the input that is wrong, and how.
fn decode(arguments: &Decode) -> Result<(Puzzle, Answer<Solution>), (String, Mistake)> {
    let text = text_of(&arguments.model)?;
    let of_file = |line, message| (arguments.model.clone(), Mistake { line, column: 1, message });
    let (language, puzzle) = match header::read(&text) {
        Ok(Some(found)) => found,
        Ok(None) => {
            let message = "expected a file that residua export wrote, found no puzzle in its comments";
            return Err(of_file(1, message.to_owned()));
        }
        Err((line, message)) => return Err(of_file(line, message)),
    };
    let answer = text_of(&arguments.answer)?;
    let model = puzzle.model();
    let decoded = match language {
        Language::Cnf => {
            let rules = cnf::cnf(&model, cnf::Rules::Direct);
            let rules = rules.map_err(|error| of_file(1, error.to_string()))?;
            // The literals of the values come first in each encoding, and the others are the file's.
            literals(&answer).and_then(|answer| {
                answer.try_map(|mut literals| {
                    literals.retain(|literal| literal.unsigned_abs() as usize <= rules.vars());
                    rules.solution(&literals)
                })
            })
        }
        Language::Lp | Language::Mps => {
            let program = Program::new(&model).map_err(|error| of_file(1, error.to_string()))?;
            program.decode(&answer)
        }
        Language::Graph | Language::Polynomial => {
            return Err(of_file(1, "no answers are read of graphs and polynomials".to_owned()));
        }
        Language::Minizinc => minizinc::decode(&model, &answer),
        Language::Prolog => prolog::decode(&model, &answer),
    };
    let answer = decoded.map_err(|error| {
        let mistake = match error {
            AnswerError::Unreadable { line, column, message } => Mistake { line, column, message },
            wrong => Mistake { line: 1, column: 1, message: wrong.to_string() },
        };
        (arguments.answer.clone(), mistake)
    })?;
    Ok((puzzle, answer))
}

/// All of a file, or of standard input.
fn text_of(file: &str) -> Result<String, (String, Mistake)> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    read.map_err(|error| (file.to_owned(), Mistake::unreadable(&error)))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let before = String::from_utf8_lossy(before);
        let (line, last) = (1..).zip(before.split('\n')).last().unwrap_or((1, ""));
        let column = last.chars().count() + 1;
        (file.to_owned(), Mistake { line, column, message: "expected UTF-8, found other bytes".to_owned() })
    })
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a [i32]>,
}

fn print(
    arguments: &Decode,
    output: &mut impl Write,
    puzzle: &Puzzle,
    answer: &Answer<Solution>,
) -> io::Result<()> {
    let (geometry, file) = (puzzle.geometry(), arguments.model.as_str());
    let format = if arguments.json { Format::Json } else { arguments.format };
    let (has_solution, grid) = match answer {
        Answer::Solution(solution) => (Some(true), Some(solution.values())),
        Answer::None => (Some(false), None),
        Answer::Unknown => (None, None),
    };
    let headline = match has_solution {
        Some(true) => "a solution",
        Some(false) => "no solution",
        None => "unknown",
    };
    match (format, grid) {
        (Format::Json, solution) => {
            let verdict = existence(has_solution);
            let givens = puzzle.givens();
            let object = Object { file, geometry: geometry.to_string(), givens, verdict, solution };
            serde_json::to_writer(&mut *output, &object)?;
            writeln!(output)
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
