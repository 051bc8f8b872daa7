//! `residua decode`: another solver's output, decoded and verified.

use std::io::{BufWriter, Write, stdout};
use std::process::ExitCode;

use clap::Args;
use residua_report::decode::{Decoded, Input};
use residua_report::input::text;
use residua_report::json::write_mistake;
use residua_report::{ExitStatus, InputError};

use crate::args::Format;
use crate::each::{complain, written};

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
        Ok(decoded) => {
            let mut output = BufWriter::new(stdout().lock());
            let printed = decoded.write(arguments.format().into(), &mut output).and_then(|()| output.flush());
            if printed.is_err() {
                return written(printed);
            }
            ExitCode::from(decoded.end() as u8)
        }
        Err((file, mistake)) => {
            if arguments.format() == Format::Json {
                let InputError { line, column, message } = &mistake;
                let printed = write_mistake(&mut stdout().lock(), file, *line, *column, message);
                if printed.is_err() {
                    return written(printed);
                }
            } else {
                complain(file, &mistake);
            }
            ExitCode::from(ExitStatus::BadInput as u8)
        }
    }
}

/// What the answer says of the file; or the input that is wrong, and how.
fn decode(arguments: &Decode) -> Result<Decoded, (&str, InputError)> {
    let Decode { model, answer, .. } = arguments;
    let program = text(model).map_err(|mistake| (model.as_str(), mistake))?;
    let output = text(answer).map_err(|mistake| (answer.as_str(), mistake))?;
    Decoded::of_texts(model, &program, &output).map_err(|(input, mistake)| match input {
        Input::Program => (model.as_str(), mistake),
        Input::Answer => (answer.as_str(), mistake),
    })
}
